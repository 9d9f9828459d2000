//! An export as a library of modules, for whoever takes it into a project of their own.
//!
//! An export has one module for each value of a block's parameters, which is what simulation and proofs are about. The library has
//! one module with parameters for all of them, wherever they differ by numbers alone: a number that is the same in all stays, one
//! that follows a parameter becomes an expression of it. Nothing is guessed: with the values of an instance, the module is that
//! instance letter by letter, or the instance keeps a module of its own.
//!
//! Every module gets a prefix, as module names are global in Verilog; modules lie in the folder of the designs that they are for, or
//! in one for all; and each top has a list of its files, those below before those above.

mod pattern;
mod pieces;

use crate::design::Design;
use crate::files::{DesignError, Files, ORIGIN};
use pattern::{Instance, Pattern};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Modules with parameters, found from their instances.
#[derive(Clone, Debug)]
pub struct Generics {
    prefix: String,
    patterns: BTreeMap<String, Pattern>,
}

/// What a module of an export is in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Name of the library's module.
    pub module: String,
    /// Its parameters with their values; none if it has no parameters.
    pub parameters: Vec<(String, usize)>,
}

/// An export as a library.
#[derive(Clone, Debug)]
pub struct Library {
    design: Design,
    files: Files,
    references: BTreeMap<String, Reference>,
}

impl Generics {
    /// Finds the modules with parameters in a design. The more instances, and the less regular their values, the surer each number is
    /// tied to the right parameter; `samples` are instances for that alone.
    ///
    /// # Errors
    /// [`DesignError::Conflict`] if a sample's module differs from the design's of that name.
    pub fn of(design: &Design, samples: &Design, prefix: &str) -> Result<Self, DesignError> {
        let mut generics = Self { prefix: prefix.into(), patterns: BTreeMap::new() };
        let all = design.clone().merged(samples.clone())?;
        // By depth, so that what an instance has below it is known when it is looked at.
        for mut names in by_generic(&all) {
            // The first gives the values that parameters have by default.
            names.sort_by_key(|name| design.module(name).is_none());
            let instances: Vec<Instance> = names.iter().filter_map(|name| generics.instance(&all, name)).collect();
            let mut shapes: BTreeMap<Vec<&str>, Vec<&Instance>> = BTreeMap::new();
            for instance in &instances {
                shapes.entry(instance.shape()).or_default().push(instance);
            }
            let largest = shapes.into_values().max_by_key(Vec::len).unwrap_or_default();
            let name = instances.first().map(|instance| instance.generic.name.clone()).unwrap_or_default();
            // Of one instance alone, nobody knows which number is which parameter; and a module may have the name already.
            let is_known = largest.len() > 1 && all.module(&name).is_none();
            if let Some(pattern) = Pattern::of(&largest).filter(|_| is_known) {
                generics.patterns.insert(name, pattern);
            }
        }
        Ok(generics)
    }

    /// What a module of a design is in the library.
    fn reference(&self, design: &Design, name: &str) -> Reference {
        let instance = self.instance(design, name);
        let known = instance
            .filter(|instance| self.patterns.get(&instance.generic.name).is_some_and(|pattern| pattern.is(instance)));
        match known {
            Some(Instance { generic, .. }) => {
                Reference { module: format!("{}{}", self.prefix, generic.name), parameters: generic.parameters }
            }
            None => Reference { module: format!("{}{name}", self.prefix), parameters: Vec::new() },
        }
    }

    /// A module as an instance of something, if it is one, with references to the library in place of its children.
    fn instance(&self, design: &Design, name: &str) -> Option<Instance> {
        let generic = design.generic(name)?.clone();
        let text = self.with_references(design, design.module(name)?);
        let (header, body) = text.split_once("`default_nettype none\n\nmodule ")?;
        let body = body.strip_prefix(name)?;
        Some(Instance { generic, header: header.into(), pieces: pieces::pieces(body) })
    }

    /// A module's text whose instances are of the library.
    fn with_references(&self, design: &Design, text: &str) -> String {
        let line = |line: &str| match child(design, line) {
            None => format!("{line}\n"),
            Some((name, instance)) => {
                let Reference { module, parameters } = self.reference(design, name);
                let parameters = parameters.iter().map(|(name, value)| format!(".{name}({value})"));
                let parameters = parameters.collect::<Vec<_>>().join(", ");
                let parameters = if parameters.is_empty() { parameters } else { format!(" #({parameters})") };
                format!("    {module}{parameters} {instance} (\n")
            }
        };
        text.lines().map(line).collect()
    }
}

impl Library {
    /// The library of a design. `folder` says where a top lies; what tops of several folders use lies in `shared`.
    #[must_use]
    pub fn of(design: &Design, generics: &Generics, shared: &str, folder: impl Fn(&str) -> String) -> Self {
        let mut references = BTreeMap::new();
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for name in design.modules().map(|module| module.name) {
            let reference = generics.reference(design, &name);
            let text = design.module(&name).unwrap_or_default();
            let text = match design.generic(&name).filter(|_| !reference.parameters.is_empty()) {
                Some(generic) => generics.patterns[&generic.name].text(&reference.module),
                None => {
                    let text = generics.with_references(design, text);
                    text.replacen(&format!("\nmodule {name} "), &format!("\nmodule {} ", reference.module), 1)
                }
            };
            texts.entry(reference.module.clone()).or_insert(text);
            references.insert(name, reference);
        }
        let tops: Vec<String> = design.tops().iter().map(|top| references[top].module.clone()).collect();
        let folders: BTreeMap<&str, String> =
            tops.iter().map(String::as_str).zip(design.tops().iter().map(|top| folder(top))).collect();
        let library = Design::new(tops.clone(), texts);
        let files = placed(&library, &folders, shared);
        Self { design: library, files, references }
    }

    /// The modules, without their folders.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// A file `<folder>/<module>.v` for every module, and `<folder>/<top>.f` with the files of every top.
    #[must_use]
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The modules below a top of the library and the top, each behind all that it uses, with their paths.
    ///
    /// # Panics
    /// If the library has no such top.
    #[must_use]
    pub fn modules_of(&self, top: &str) -> Vec<(String, PathBuf)> {
        assert!(self.design.tops().iter().any(|own| own == top), "the library has no top `{top}`");
        let path = |name: &String| {
            let file = format!("{name}.v");
            let found = self.files.iter().find(|(path, _)| path.ends_with(&file));
            found.expect("every module has a file").0.to_owned()
        };
        below_first(&self.design, &[top.to_owned()]).into_iter().map(|name| (name.clone(), path(&name))).collect()
    }

    /// A file `<top>.v` for every top, with all that is below it.
    #[must_use]
    pub fn single_files(&self) -> Files {
        let text = |top: &String| {
            let modules = below_first(&self.design, std::slice::from_ref(top));
            modules.iter().filter_map(|name| self.design.module(name)).collect::<Vec<_>>().join("\n")
        };
        Files::new(self.design.tops().iter().map(|top| (format!("{top}.v").into(), text(top))))
    }

    /// What a module of the export is in the library.
    #[must_use]
    pub fn reference(&self, module: &str) -> Option<&Reference> {
        self.references.get(module)
    }
}

/// The module and the instance that a line of a module begins.
fn child<'a>(design: &Design, line: &'a str) -> Option<(&'a str, &'a str)> {
    let (module, instance) = line.strip_prefix("    ")?.strip_suffix(" (")?.split_once(' ')?;
    (design.module(module).is_some() && !instance.contains(' ')).then_some((module, instance))
}

/// The modules that a text of a library or of an export instantiates.
fn children<'a>(design: &'a Design, text: &'a str) -> impl Iterator<Item = &'a str> {
    let first = |line: &'a str| line.strip_prefix("    ")?.strip_suffix(" (")?.split(' ').next();
    text.lines().filter_map(first).filter(|module| design.module(module).is_some())
}

/// The names of the modules that have parameters, together with those of one name; those that others use come first.
fn by_generic(design: &Design) -> Vec<Vec<String>> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let all: Vec<String> = design.modules().map(|module| module.name).collect();
    for name in below_first(design, &all) {
        let Some(generic) = design.generic(&name) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == generic.name) {
            Some((_, names)) => names.push(name),
            None => groups.push((generic.name.clone(), vec![name])),
        }
    }
    groups.into_iter().map(|(_, names)| names).collect()
}

/// The modules below some, and these; each after all that it uses.
pub(crate) fn below_first(design: &Design, tops: &[String]) -> Vec<String> {
    fn visit(design: &Design, name: &str, seen: &mut BTreeSet<String>, ordered: &mut Vec<String>) {
        if !seen.insert(name.to_owned()) {
            return;
        }
        for child in children(design, design.module(name).unwrap_or_default()) {
            visit(design, child, seen, ordered);
        }
        ordered.push(name.to_owned());
    }
    let (mut seen, mut ordered) = (BTreeSet::new(), Vec::new());
    for top in tops {
        visit(design, top, &mut seen, &mut ordered);
    }
    ordered
}

/// Every module in its folder, and the lists of the tops. A top that has one of another folder below it uses what that one has.
fn placed(library: &Design, folders: &BTreeMap<&str, String>, shared: &str) -> Files {
    let folder = |top: &String| folders[top.as_str()].as_str();
    let modules_of = |top| (top, below_first(library, std::slice::from_ref(top)));
    let lists: Vec<(&String, Vec<String>)> = library.tops().iter().map(modules_of).collect();
    let mut homes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (top, modules) in &lists {
        let inner = lists.iter().filter(|(other, _)| folder(other) != folder(top) && modules.contains(other));
        let borrowed: BTreeSet<&String> = inner.flat_map(|(_, modules)| modules).collect();
        for module in modules.iter().filter(|module| !borrowed.contains(module)) {
            homes.entry(module.clone()).or_default().insert(folder(top));
        }
    }
    let home = |module: &str| {
        let only = homes.get(module).filter(|homes| homes.len() == 1).and_then(BTreeSet::first);
        only.map_or(shared, |only| *only).to_owned()
    };
    let modules = library.modules().map(|module| {
        let path: PathBuf = [home(&module.name), format!("{}.v", module.name)].iter().collect();
        (path, module.text)
    });
    let lists = lists.iter().map(|(top, modules)| {
        let folder = &folders[top.as_str()];
        let line = |module: &String| match home(module) {
            own if own == *folder => format!("{module}.v\n"),
            other => format!("../{other}/{module}.v\n"),
        };
        let files: String = modules.iter().map(line).collect();
        let text = format!("// Files of {top}, for a tool that runs in this folder.\n//\n{ORIGIN}\n{files}");
        ([folder.clone(), format!("{top}.f")].iter().collect(), text)
    });
    let lists: Vec<(PathBuf, String)> = lists.collect();
    Files::new(modules.chain(lists))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::about::Generic;

    /// A queue of `words` words of `width` bits, whose last number is `odd`.
    fn queue(width: usize, log: usize, odd: usize) -> (String, String, Generic) {
        let name = format!("queue_w{width}_d{}", 1 << log);
        let range = if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
        let text = format!(
            "// A queue.\n{ORIGIN}\n\n`default_nettype none\n\nmodule {name} (\n    input  wire {range}d,\n    \
             output wire q\n);\n\n    reg {range}held = {width}'d0;\n    reg [{log}:0] count = {}'d{};\n    \
             assign q = count[{odd}];\n\nendmodule\n",
            log + 1,
            1 << log
        );
        (name, text, Generic::new("queue", &[("WIDTH", width), ("LOG_DEPTH", log)]))
    }

    fn design(queues: &[(usize, usize, usize)]) -> Design {
        let queues: Vec<_> = queues.iter().map(|&(width, log, odd)| queue(width, log, odd)).collect();
        let mut modules: BTreeMap<_, _> = queues.iter().map(|(name, text, _)| (name.clone(), text.clone())).collect();
        let instances: String =
            modules.keys().map(|name| format!("    {name} u_{name} (\n        .d(d)\n    );\n")).collect();
        let top = format!("`default_nettype none\n\nmodule top (\n    input  wire d\n);\n\n{instances}\nendmodule\n");
        modules.insert("top".into(), top);
        let generics = queues.into_iter().map(|(name, _, generic)| (name, generic)).collect();
        Design::new(vec!["top".into()], modules).with_generics(generics)
    }

    fn library(design: &Design) -> Library {
        let generics = Generics::of(design, &Design::default(), "x_").expect("nothing disagrees");
        Library::of(design, &generics, "both", |_| "device".into())
    }

    #[test]
    fn modules_that_differ_by_numbers_become_one() {
        let library = library(&design(&[(1, 3, 0), (8, 5, 0), (9, 2, 0)]));
        let files: Vec<String> = library.files().iter().map(|(path, _)| path.display().to_string()).collect();
        assert_eq!(files, ["device/x_queue.v", "device/x_top.f", "device/x_top.v"]);
        let queue = library.design().module("x_queue").expect("it is there");
        let expected = [
            "parameter WIDTH = 1,\n    parameter LOG_DEPTH = 3\n",
            "    input  wire [WIDTH-1:0] d,\n    output wire             q\n",
            "localparam [LOG_DEPTH:0] POWER_OF_LOG_DEPTH = (1 << LOG_DEPTH);",
            "reg [WIDTH-1:0] held = {WIDTH{1'b0}};",
            "reg [LOG_DEPTH:0] count = POWER_OF_LOG_DEPTH;",
        ];
        for part in expected {
            assert!(queue.contains(part), "{part} is not in\n{queue}");
        }
        let top = library.design().module("x_top").expect("it is there");
        assert!(top.contains("    x_queue #(.WIDTH(8), .LOG_DEPTH(5)) u_queue_w8_d32 (\n"), "{top}");
        let list = library.files().iter().find(|(path, _)| path.ends_with("x_top.f")).expect("it is there").1;
        assert!(list.ends_with("x_queue.v\nx_top.v\n"), "{list}");
    }

    #[test]
    fn what_an_inner_top_uses_is_in_its_folder() {
        let module = |name: &str, inner: &str| {
            let instance = if inner.is_empty() {
                String::new()
            } else {
                format!("    {inner} u_{inner} (\n        .d(d)\n    );\n")
            };
            let text =
                format!("`default_nettype none\n\nmodule {name} (\n    input  wire d\n);\n\n{instance}\nendmodule\n");
            (name.to_owned(), text)
        };
        let modules = [module("leaf", ""), module("device", "leaf"), module("shell", "device")];
        let design = Design::new(vec!["device".into(), "shell".into()], modules.into());
        let generics = Generics::of(&design, &Design::default(), "x_").expect("nothing disagrees");
        let library = Library::of(&design, &generics, "both", |top| format!("of_{top}"));
        let files: Vec<String> = library.files().iter().map(|(path, _)| path.display().to_string()).collect();
        let expected = [
            "of_device/x_device.f",
            "of_device/x_device.v",
            "of_device/x_leaf.v",
            "of_shell/x_shell.f",
            "of_shell/x_shell.v",
        ];
        assert_eq!(files, expected);
        let list = library.files().iter().find(|(path, _)| path.ends_with("x_shell.f")).expect("it is there").1;
        assert!(list.ends_with("../of_device/x_leaf.v\n../of_device/x_device.v\nx_shell.v\n"), "{list}");
    }

    #[test]
    fn a_number_that_no_parameter_explains_keeps_its_modules_apart() {
        let library = library(&design(&[(1, 3, 0), (8, 5, 7), (9, 2, 1)]));
        assert!(library.design().module("x_queue_w8_d32").is_some());
        assert!(library.design().module("x_queue").is_none());
    }
}
