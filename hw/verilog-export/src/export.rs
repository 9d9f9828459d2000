//! From the tree of a design to its modules.

use crate::about::Generic;
use crate::design::Design;
use crate::error::{ExportError, Problem};
use crate::files::ORIGIN;
use crate::module::{self, Body, ChildModule, PortDeclaration};
use crate::names;
use crate::options::ExportOptions;
use crate::print::range;
use crate::text_module;
use crate::tree::{self, Node};
use crate::{interface, scope};
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// Exports one design.
///
/// `top` needs no preparation: neither `connect_all()` nor a wrapper.
///
/// # Errors
/// [`ExportError`] names the module and signal that cannot be exported soundly, and what to write instead.
pub fn export<B: Block + ?Sized>(top: &B, options: &ExportOptions) -> Result<Design, ExportError> {
    let mut exporter = Exporter::new(options);
    exporter.top(top)?;
    Ok(exporter.finish())
}

/// Exports several designs into one set of files, in which equal modules are shared.
///
/// # Errors
/// As [`export`]; also if two designs give one name to different modules.
pub fn export_all(tops: &[&dyn Block], options: &ExportOptions) -> Result<Design, ExportError> {
    let mut exporter = Exporter::new(options);
    for top in tops {
        exporter.top(*top)?;
    }
    Ok(exporter.finish())
}

struct Finished {
    /// Ports and body, without name, description and vendor attributes.
    body: String,
    text: String,
    module: ChildModule,
    generic: Option<Generic>,
}

struct Exporter<'o> {
    options: &'o ExportOptions,
    finished: BTreeMap<String, Finished>,
    /// Names of the modules that nothing describes, by body.
    nameless: BTreeMap<String, String>,
    tops: Vec<String>,
}

impl<'o> Exporter<'o> {
    fn new(options: &'o ExportOptions) -> Self {
        Self { options, finished: BTreeMap::new(), nameless: BTreeMap::new(), tops: Vec::new() }
    }

    fn finish(self) -> Design {
        let generics = self.finished.iter();
        let generics = generics.filter_map(|(name, module)| Some((name.clone(), module.generic.clone()?))).collect();
        let modules = self.finished.into_iter().map(|(name, module)| (name, module.text)).collect();
        Design::new(self.tops, modules).with_generics(generics)
    }

    fn top<B: Block + ?Sized>(&mut self, top: &B) -> Result<(), ExportError> {
        let unnamed = || ExportError { module: "top".into(), problem: Problem::Unnamed };
        let node = tree::read(top).ok_or_else(unnamed)?;
        let name = node.about.as_ref().ok_or_else(unnamed)?.name.clone();
        self.module(&node, &name, true)?;
        if !self.tops.contains(&name) {
            self.tops.push(name);
        }
        Ok(())
    }

    fn module(&mut self, node: &Node, fallback: &str, is_top: bool) -> Result<ChildModule, ExportError> {
        let name = node.about.as_ref().map_or(fallback, |about| &about.name);
        let at_module = |problem| ExportError { module: name.to_owned(), problem };
        if !names::is_identifier(name) {
            return Err(at_module(Problem::BadModuleName { name: name.to_owned() }));
        }
        let body = match &node.hdl {
            Verilog::Combinatorial(kernel) => {
                let mut children = Vec::new();
                for child in node.children.iter().filter(|child| !scope::is_register(child)) {
                    let fallback = format!("{name}_{}", names::sanitised(&child.instance));
                    children.push(self.module(child, &fallback, false)?);
                }
                module::build(node, kernel, &children).map_err(at_module)?
            }
            Verilog::Custom(text) => text_module::build(node, text).map_err(at_module)?,
            Verilog::Wrapper(wrapper) => text_module::build(node, &wrapper.code).map_err(at_module)?,
            Verilog::Empty | Verilog::Blackbox(_) => return Err(at_module(Problem::NoVerilog)),
        };
        let cores = match &node.hdl {
            Verilog::Wrapper(wrapper) => wrapper.cores.trim(),
            _ => "",
        };
        self.keep(node, name, &body, cores, is_top)
    }

    /// Files the module, or finds the one that is the same.
    fn keep(
        &mut self,
        node: &Node,
        name: &str,
        body: &Body,
        cores: &str,
        is_top: bool,
    ) -> Result<ChildModule, ExportError> {
        let plain = body_text(body, &vec![Vec::new(); body.ports.len()]);
        let name = match &node.about {
            Some(_) => name.to_owned(),
            None => self.nameless.get(&plain).cloned().unwrap_or_else(|| {
                let taken = |name: &String| self.finished.contains_key(name);
                let mut numbered = (2..).map(|number| format!("{name}_{number}"));
                let free = std::iter::once(name.to_owned()).chain(&mut numbered).find(|name| !taken(name));
                free.expect("numbers do not end")
            }),
        };
        if let Some(present) = self.finished.get(&name) {
            if present.body != plain {
                let (first, second) = first_difference(&present.body, &plain);
                return Err(ExportError { module: name, problem: Problem::NameClash { first, second } });
            }
            if !is_top {
                return Ok(present.module.clone());
            }
        }
        let description = node.about.as_ref().map_or("", |about| &about.description);
        let attributes = if is_top && self.options.annotated {
            interface::attributes(&body.ports, self.options)
        } else {
            vec![Vec::new(); body.ports.len()]
        };
        let mut text = header(description);
        text.push_str(&format!("\n`default_nettype none\n\nmodule {name}{}", body_text(body, &attributes)));
        text.push_str("\nendmodule\n\n`default_nettype wire\n");
        if !cores.is_empty() {
            text.push_str(&format!("\n{cores}\n"));
        }
        let module = ChildModule { name: name.clone(), paths: body.paths.clone(), domains: body.domains.clone() };
        if node.about.is_none() {
            self.nameless.insert(plain.clone(), name.clone());
        }
        let generic = node.about.as_ref().and_then(|about| about.generic.clone());
        self.finished.insert(name, Finished { body: plain, text, module: module.clone(), generic });
        Ok(module)
    }
}

/// Description and origin as comments.
fn header(description: &str) -> String {
    const LINE: usize = 110;
    let mut text = String::new();
    let mut line = String::from("//");
    for word in description.split_whitespace() {
        if line.len() + 1 + word.len() > LINE {
            text.push_str(&line);
            text.push('\n');
            line = String::from("//");
        }
        line.push(' ');
        line.push_str(word);
    }
    if line.len() > 2 {
        text.push_str(&line);
        text.push_str("\n//\n");
    }
    text.push_str(ORIGIN);
    text.push('\n');
    text
}

/// Ports and logic: all of a module but its name.
fn body_text(body: &Body, attributes: &[Vec<String>]) -> String {
    let width = body.ports.iter().map(|port| range(port.width).len()).max().unwrap_or(0);
    let last = body.ports.len().saturating_sub(1);
    let mut text = String::from(" (\n");
    for (index, (port, attributes)) in body.ports.iter().zip(attributes).enumerate() {
        for attribute in attributes {
            text.push_str(&format!("    {attribute}\n"));
        }
        let PortDeclaration { name, .. } = port;
        let direction = match (port.is_input, port.is_reg) {
            (true, _) => "input  wire",
            (false, false) => "output wire",
            (false, true) => "output reg ",
        };
        let comma = if index == last { "" } else { "," };
        text.push_str(&format!("    {direction} {:width$}{name}{comma}\n", range(port.width)));
    }
    text.push_str(");\n\n");
    for line in &body.lines {
        let indented = if line.is_empty() { String::new() } else { format!("    {line}") };
        text.push_str(&indented);
        text.push('\n');
    }
    text
}

fn first_difference(a: &str, b: &str) -> (String, String) {
    let (mut a, mut b) = (a.lines(), b.lines());
    loop {
        let (left, right) = (a.next(), b.next());
        if left != right || left.is_none() {
            let shown = |line: Option<&str>| line.map_or("the end".to_owned(), |line| line.trim().to_owned());
            return (shown(left), shown(right));
        }
    }
}
