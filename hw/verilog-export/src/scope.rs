//! What the names of a module's kernel stand for.

use crate::error::Problem;
use crate::expression::{Expression, SignalId};
use crate::index::Numbers;
use crate::names;
use crate::tree::{self, AtomInfo, Node};
use crate::value::BitString;
use rust_hdl::prelude::*;
use std::collections::HashMap;

/// What a signal is to the module that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Input,
    Output,
    Local,
    /// Input of the child with this index.
    ChildInput(usize),
    /// Output of the child with this index.
    ChildOutput(usize),
    /// `d` of the register with this index.
    RegisterNext(usize),
    /// `q` of the register with this index.
    RegisterState(usize),
    /// `clock` of the register with this index.
    RegisterClock(usize),
}

impl Role {
    /// Whether the module itself must drive it.
    pub(crate) fn is_driven_here(self) -> bool {
        matches!(self, Self::Output | Self::Local | Self::ChildInput(_) | Self::RegisterNext(_))
    }

    /// Whether a read sees what the kernel wrote so far; otherwise it sees the value at the end of the kernel.
    pub(crate) fn is_variable(self) -> bool {
        matches!(self, Self::Output | Self::Local)
    }

    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Input => "an input of the module",
            Self::Output => "an output of the module",
            Self::Local => "a Local",
            Self::ChildInput(_) => "the input of a child",
            Self::ChildOutput(_) => "the output of a child",
            Self::RegisterNext(_) => "the next state of a register",
            Self::RegisterState(_) => "the state of a register",
            Self::RegisterClock(_) => "the clock of a register",
        }
    }
}

pub(crate) struct Signal {
    /// Path in the module, its parts separated by `$`.
    pub(crate) path: String,
    pub(crate) width: usize,
    pub(crate) signed: bool,
    pub(crate) is_clock: bool,
    pub(crate) role: Role,
}

/// A D flip-flop of Rust-HDL, printed as a `reg` of its parent.
pub(crate) struct Register {
    /// Field name.
    pub(crate) path: String,
    pub(crate) next: SignalId,
    pub(crate) state: SignalId,
    pub(crate) clock: SignalId,
    pub(crate) initial: BitString,
}

/// Signals, registers, children and constants of one module.
pub(crate) struct Scope<'a> {
    pub(crate) signals: Vec<Signal>,
    pub(crate) registers: Vec<Register>,
    /// Children that stay modules of their own.
    pub(crate) children: Vec<&'a Node>,
    /// Constants that the kernel may name.
    pub(crate) numbers: Numbers,
    by_path: HashMap<String, SignalId>,
    constants: HashMap<String, (String, BitString)>,
    variants: HashMap<String, Vec<(String, BitString)>>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(node: &'a Node) -> Result<Self, Problem> {
        let mut scope = Self {
            signals: Vec::new(),
            registers: Vec::new(),
            children: Vec::new(),
            numbers: node.about.as_ref().map_or_else(Vec::new, |about| about.constants.clone()),
            by_path: HashMap::new(),
            constants: HashMap::new(),
            variants: HashMap::new(),
        };
        for atom in &node.atoms {
            scope.collect_variants(&atom.descriptor);
            match atom.kind {
                AtomKind::InputParameter => scope.add(atom, &atom.path, Role::Input)?,
                AtomKind::OutputParameter => scope.add(atom, &atom.path, Role::Output)?,
                AtomKind::LocalSignal => scope.add(atom, &atom.path, Role::Local)?,
                AtomKind::Constant => {
                    let value = atom.value.clone().ok_or_else(|| Problem::NoBits { signal: atom.path.clone() })?;
                    if value.width() == 0 {
                        return Err(Problem::NoBits { signal: atom.path.clone() });
                    }
                    let name = names::screaming_snake(&atom.path);
                    scope.constants.insert(atom.path.clone(), (name, value));
                    continue;
                }
                _ => return Err(Problem::Bidirectional { signal: atom.path.clone() }),
            };
        }
        for child in &node.children {
            match register_ports(child) {
                Some(ports) => scope.add_register(child, &ports)?,
                None => scope.add_child(child)?,
            }
        }
        Ok(scope)
    }

    fn add(&mut self, atom: &AtomInfo, path: &str, role: Role) -> Result<SignalId, Problem> {
        if atom.width == 0 {
            return Err(Problem::NoBits { signal: path.to_owned() });
        }
        let id = SignalId(self.signals.len());
        self.signals.push(Signal {
            path: path.to_owned(),
            width: atom.width,
            signed: matches!(atom.descriptor.kind, TypeKind::Signed(_)),
            is_clock: atom.is_clock(),
            role,
        });
        self.by_path.insert(path.to_owned(), id);
        Ok(id)
    }

    fn add_register(&mut self, child: &'a Node, ports: &RegisterPorts<'_>) -> Result<(), Problem> {
        let index = self.registers.len();
        let path = |port: &AtomInfo| format!("{}${}", child.instance, port.path);
        self.collect_variants(&ports.state.descriptor);
        let next = self.add(ports.next, &path(ports.next), Role::RegisterNext(index))?;
        let state = self.add(ports.state, &path(ports.state), Role::RegisterState(index))?;
        let clock = self.add(ports.clock, &path(ports.clock), Role::RegisterClock(index))?;
        let initial = ports.initial.clone();
        self.registers.push(Register { path: child.instance.clone(), next, state, clock, initial });
        Ok(())
    }

    fn add_child(&mut self, child: &'a Node) -> Result<(), Problem> {
        let index = self.children.len();
        self.children.push(child);
        for atom in &child.atoms {
            let path = format!("{}${}", child.instance, atom.path);
            match atom.kind {
                AtomKind::InputParameter => self.add(atom, &path, Role::ChildInput(index))?,
                AtomKind::OutputParameter => self.add(atom, &path, Role::ChildOutput(index))?,
                AtomKind::LocalSignal | AtomKind::Constant => continue,
                _ => return Err(Problem::Bidirectional { signal: path }),
            };
            self.collect_variants(&atom.descriptor);
        }
        Ok(())
    }

    fn collect_variants(&mut self, descriptor: &TypeDescriptor) {
        match &descriptor.kind {
            TypeKind::Enum(variants) => {
                let width = clog2(variants.len());
                for (index, variant) in variants.iter().enumerate() {
                    let Some(value) = BitString::from_u128(index as u128, width) else { continue };
                    let entry = self.variants.entry(variant.replace("::", "$")).or_default();
                    let candidate = (names::screaming_snake(variant), value);
                    if !entry.contains(&candidate) {
                        entry.push(candidate);
                    }
                }
            }
            TypeKind::Composite(fields) => fields.iter().for_each(|field| self.collect_variants(&field.kind)),
            TypeKind::Bits(_) | TypeKind::Signed(_) => {}
        }
    }

    pub(crate) fn signal(&self, id: SignalId) -> &Signal {
        &self.signals[id.0]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = SignalId> + use<> {
        (0..self.signals.len()).map(SignalId)
    }

    pub(crate) fn find(&self, path: &str) -> Option<SignalId> {
        self.by_path.get(path).copied()
    }

    /// The signal, constant field or enum variant of that name.
    pub(crate) fn lookup(&self, path: &str, context: &str) -> Result<Expression, Problem> {
        if let Some(id) = self.find(path) {
            let signal = self.signal(id);
            return Ok(Expression::signal(id, signal.width, signal.signed));
        }
        if let Some((name, value)) = self.constants.get(path) {
            return Ok(Expression::named_constant(value.clone(), name.clone()));
        }
        let parts: Vec<&str> = path.split('$').collect();
        let variant = parts[parts.len().saturating_sub(2)..].join("$");
        match self.variants.get(&variant).map(Vec::as_slice) {
            Some([(name, value)]) => Ok(Expression::named_constant(value.clone(), name.clone())),
            Some(_) => Err(Problem::AmbiguousVariant { context: context.to_owned(), name: variant }),
            None => Err(Problem::UnknownName { context: context.to_owned(), name: path.to_owned() }),
        }
    }
}

struct RegisterPorts<'a> {
    next: &'a AtomInfo,
    state: &'a AtomInfo,
    clock: &'a AtomInfo,
    initial: BitString,
}

/// The ports of a child that is Rust-HDL's `DFF` or `EdgeDFF`; its initial value stands only in its Verilog.
fn register_ports(node: &Node) -> Option<RegisterPorts<'_>> {
    let Verilog::Custom(text) = &node.hdl else { return None };
    let [timing] = node.timing.as_slice() else { return None };
    let clock_name = match timing.name.as_str() {
        "dff" => "clock",
        "edge_ff" => "clk",
        _ => return None,
    };
    let port = |name: &str| node.atoms.iter().find(|atom| atom.path == name);
    let (next, state, clock) = (port("d")?, port("q")?, port(clock_name)?);
    if node.atoms.len() != 3 || !tree::is_clock(&clock.descriptor) {
        return None;
    }
    let literal = text.split("q = ").nth(1)?.split(';').next()?;
    let initial = BitString::parse(literal)?.resized(state.width)?;
    Some(RegisterPorts { next, state, clock, initial })
}

/// Whether the block is printed as a register of its parent.
pub(crate) fn is_register(node: &Node) -> bool {
    register_ports(node).is_some()
}
