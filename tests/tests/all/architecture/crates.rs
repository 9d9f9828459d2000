//! The packages of the workspace, and what their code does with registers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use toml::Table;

use super::source::{Module, attributes, is_of_tests};

/// The methods that read and write a device's registers.
const ACCESSES: [&str; 3] = ["mmio_read", "mmio_write", "post_mmio_write"];

/// A package of the workspace.
pub struct Package {
    pub name: String,
    /// What it depends on to be built and to run.
    pub needs: BTreeSet<String>,
    /// What its tests and benchmarks depend on.
    pub needs_in_tests: BTreeSet<String>,
    folder: PathBuf,
}

impl Package {
    /// The root files of its library and its programme.
    pub fn roots(&self) -> Vec<PathBuf> {
        ["src/lib.rs", "src/main.rs"].iter().map(|root| self.folder.join(root)).filter(|root| root.exists()).collect()
    }
}

/// The folder of the workspace.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// All packages of the workspace.
pub fn packages() -> Vec<Package> {
    let members = manifest(workspace())["workspace"]["members"].as_array().unwrap().clone();
    let folders = members.iter().map(|member| workspace().join(member.as_str().unwrap()));
    let package = |folder: PathBuf| {
        let manifest = manifest(&folder);
        let names = |tables: &[&str]| {
            let tables = tables.iter().filter_map(|table| manifest.get(*table)?.as_table());
            tables.flat_map(Table::keys).cloned().collect()
        };
        Package {
            name: manifest["package"]["name"].as_str().unwrap().to_owned(),
            needs: names(&["dependencies", "build-dependencies"]),
            needs_in_tests: names(&["dev-dependencies"]),
            folder,
        }
    };
    folders.map(package).collect()
}

fn manifest(folder: &Path) -> Table {
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

/// Those of some names that the code of a module imports from the crate of the registers, or reaches by a path.
pub fn named<'a>(module: &Module, names: &'a [String]) -> impl Iterator<Item = &'a String> {
    let mut idents = Idents::default();
    idents.visit(module);
    names.iter().filter(move |name| idents.imported.contains(*name))
}

/// The register accesses that the code of a module calls, outside of implementations of `Transport`.
pub fn accesses(module: &Module) -> BTreeSet<String> {
    let mut idents = Idents::default();
    idents.visit(module);
    idents.accesses
}

#[derive(Default)]
struct Idents {
    imported: BTreeSet<String>,
    accesses: BTreeSet<String>,
}

impl Idents {
    fn visit(&mut self, module: &Module) {
        module.items.iter().filter(|item| !matches!(item, syn::Item::Mod(_))).for_each(|item| self.visit_item(item));
    }

    fn add(&mut self, path: Vec<String>) {
        if path.iter().any(|segment| segment == "cxl_mem" || segment == "smartssd" || segment == "emberlane_registers")
        {
            self.imported.extend(path.last().cloned());
        }
    }
}

impl Visit<'_> for Idents {
    fn visit_item(&mut self, item: &syn::Item) {
        if !is_of_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let is_transport = item
            .trait_
            .as_ref()
            .is_some_and(|(_, path, _)| path.segments.last().is_some_and(|segment| segment.ident == "Transport"));
        if !is_transport {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        super::source::leaves(&item.tree).into_iter().for_each(|leaf| self.add(leaf.path));
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.add(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        if ACCESSES.iter().any(|access| call.method == access) {
            self.accesses.insert(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }
}
