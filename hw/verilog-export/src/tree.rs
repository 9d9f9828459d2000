//! Rust-HDL's design as a tree that we own.

use crate::about::{self, Description};
use crate::value::BitString;
use rust_hdl::prelude::*;

/// One block of the design.
pub(crate) struct Node {
    /// Field name in the parent.
    pub(crate) instance: String,
    /// From `About`.
    pub(crate) about: Option<Description>,
    pub(crate) atoms: Vec<AtomInfo>,
    pub(crate) children: Vec<Node>,
    pub(crate) hdl: Verilog,
    pub(crate) timing: Vec<TimingInfo>,
}

/// A signal or constant of a block, in declaration order.
#[derive(Clone)]
pub(crate) struct AtomInfo {
    /// Path in the block, its parts separated by `$`.
    pub(crate) path: String,
    pub(crate) kind: AtomKind,
    pub(crate) width: usize,
    pub(crate) descriptor: TypeDescriptor,
    /// Value of a constant.
    pub(crate) value: Option<BitString>,
}

impl AtomInfo {
    pub(crate) fn is_clock(&self) -> bool {
        is_clock(&self.descriptor)
    }
}

/// Whether a type is Rust-HDL's clock.
pub(crate) fn is_clock(descriptor: &TypeDescriptor) -> bool {
    descriptor.name == "clock"
}

/// Reads the tree below a block.
pub(crate) fn read<B: Block + ?Sized>(top: &B) -> Option<Node> {
    let mut reader = Reader::default();
    top.accept("top", &mut reader);
    reader.finished
}

#[derive(Default)]
struct Reader {
    open: Vec<(Node, Vec<String>)>,
    finished: Option<Node>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let prefix = self.prefix();
        let node = Node {
            instance: format!("{prefix}{name}"),
            about: None,
            atoms: Vec::new(),
            children: Vec::new(),
            hdl: node.hdl(),
            timing: node.timing(),
        };
        self.open.push((node, Vec::new()));
    }

    fn visit_start_namespace(&mut self, name: &str, node: &dyn Block) {
        if let Some((scope, namespaces)) = self.open.last_mut() {
            if let Some(about) = about::read(&node.hdl()) {
                scope.about = Some(about);
            }
            namespaces.push(name.to_owned());
        }
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let path = format!("{}{name}", self.prefix());
        if let Some((scope, _)) = self.open.last_mut() {
            let width = signal.bits();
            // Rust-HDL makes the literal bit by bit, which is slow for what nobody asks.
            let is_constant = signal.kind() == AtomKind::Constant;
            let literal = is_constant.then(|| signal.verilog().to_string());
            let value = literal.and_then(|literal| BitString::parse(&literal)?.resized(width));
            scope.atoms.push(AtomInfo { path, kind: signal.kind(), width, descriptor: signal.descriptor(), value });
        }
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        if let Some((_, namespaces)) = self.open.last_mut() {
            namespaces.pop();
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        if let Some((node, _)) = self.open.pop() {
            match self.open.last_mut() {
                Some((parent, _)) => parent.children.push(node),
                None => self.finished = Some(node),
            }
        }
    }
}

impl Reader {
    fn prefix(&self) -> String {
        let namespaces = self.open.last().map_or(&[][..], |(_, namespaces)| namespaces);
        namespaces.iter().map(|name| format!("{name}$")).collect()
    }
}
