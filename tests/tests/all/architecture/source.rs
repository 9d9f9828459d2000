//! The modules of a crate, and where a name that they use is defined.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token, UseTree, Visibility};

/// A path as it is written, segment by segment.
pub type Segments = Vec<String>;

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    Module(usize),
    /// A type or trait: what follows in a path belongs to it.
    Type {
        file: usize,
    },
    /// A function, constant or macro: a path ends with it.
    Value {
        file: usize,
    },
}

#[derive(Clone)]
enum Binding {
    Here(Target),
    Import(Segments),
}

/// One `use` of a tree of uses.
pub struct Use {
    pub path: Segments,
    /// The name that it binds: none for a glob and for `_`.
    pub name: Option<String>,
    pub is_glob: bool,
}

/// A module with its items, without those of tests.
pub struct Module {
    pub file: usize,
    pub items: Vec<Item>,
    parent: Option<usize>,
    names: HashMap<String, Vec<Binding>>,
    globs: Vec<Segments>,
}

/// The modules and files of one crate.
pub struct Crate {
    pub files: Vec<PathBuf>,
    pub modules: Vec<Module>,
    macros: HashMap<String, usize>,
}

/// Where the modules of a file have their own files.
struct Place<'a> {
    file: usize,
    /// The folder that the file is in.
    folder: &'a Path,
    /// The folder of the files of its modules.
    children: PathBuf,
}

impl Crate {
    /// Reads a crate from its root file on. `read` gives the text of a file, if there is one.
    pub fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut this = Self { files: Vec::new(), modules: Vec::new(), macros: HashMap::new() };
        this.read_file(root, None, true, read);
        this
    }

    fn read_file(
        &mut self,
        path: &Path,
        parent: Option<usize>,
        is_folder: bool,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let text = read(path).unwrap_or_else(|| panic!("{} cannot be read", path.display()));
        let source = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = self.files.len();
        self.files.push(path.to_owned());
        let folder = path.parent().unwrap();
        let children = if is_folder { folder.to_owned() } else { path.with_extension("") };
        self.read_items(source.items, &Place { file, folder, children }, parent, read)
    }

    fn read_items(
        &mut self,
        items: Vec<Item>,
        place: &Place,
        parent: Option<usize>,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let module = self.modules.len();
        let file = place.file;
        self.modules.push(Module { file, items: Vec::new(), parent, names: HashMap::new(), globs: Vec::new() });
        for item in items.into_iter().filter(|item| !is_of_tests(attributes(item))) {
            match &item {
                Item::Mod(of) => {
                    let name = of.ident.to_string();
                    let child = self.read_module(of, place, module, read);
                    self.bind(module, name, Binding::Here(Target::Module(child)));
                }
                Item::Use(of) => self.bind_uses(module, &of.tree),
                Item::Struct(syn::ItemStruct { ident, .. })
                | Item::Enum(syn::ItemEnum { ident, .. })
                | Item::Union(syn::ItemUnion { ident, .. })
                | Item::Trait(syn::ItemTrait { ident, .. })
                | Item::Type(syn::ItemType { ident, .. }) => {
                    self.bind(module, ident.to_string(), Binding::Here(Target::Type { file }));
                }
                Item::Fn(syn::ItemFn { sig: syn::Signature { ident, .. }, .. })
                | Item::Const(syn::ItemConst { ident, .. })
                | Item::Static(syn::ItemStatic { ident, .. }) => {
                    self.bind(module, ident.to_string(), Binding::Here(Target::Value { file }));
                }
                Item::Macro(syn::ItemMacro { ident: Some(ident), attrs, .. }) => {
                    self.macros.insert(ident.to_string(), file);
                    if attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) {
                        self.bind(0, ident.to_string(), Binding::Here(Target::Value { file }));
                    }
                }
                _ => {}
            }
            self.modules[module].items.push(item);
        }
        module
    }

    fn read_module(
        &mut self,
        of: &syn::ItemMod,
        place: &Place,
        parent: usize,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let name = of.ident.to_string();
        if let Some((_, items)) = &of.content {
            let inner = Place { children: place.children.join(&name), ..*place };
            return self.read_items(items.clone(), &inner, Some(parent), read);
        }
        if let Some(path) = of.attrs.iter().find_map(path_attribute) {
            return self.read_file(&place.folder.join(path), Some(parent), true, read);
        }
        let own = place.children.join(format!("{name}.rs"));
        if read(&own).is_some() {
            self.read_file(&own, Some(parent), false, read)
        } else {
            self.read_file(&place.children.join(name).join("mod.rs"), Some(parent), true, read)
        }
    }

    fn bind(&mut self, module: usize, name: String, binding: Binding) {
        self.modules[module].names.entry(name).or_default().push(binding);
    }

    /// Makes the names of a `use` known in a module: of one in a function too, which is in force in a part of it alone.
    pub fn bind_uses(&mut self, module: usize, tree: &UseTree) {
        for Use { path, name, is_glob } in leaves(tree) {
            if is_glob {
                self.modules[module].globs.push(path);
            } else if let Some(name) = name {
                self.bind(module, name, Binding::Import(path));
            }
        }
    }

    /// What a path leads to that is written in a module: nothing where it leads out of the crate.
    pub fn resolve(&self, module: usize, path: &[String]) -> HashSet<Target> {
        self.resolve_once(module, path, &mut HashSet::new())
    }

    /// The file that defines the macro of a name, wherever in the crate that is.
    pub fn macro_file(&self, name: &str) -> Option<usize> {
        self.macros.get(name).copied()
    }

    fn resolve_once<'a>(
        &'a self,
        module: usize,
        path: &'a [String],
        seen: &mut HashSet<(usize, &'a str)>,
    ) -> HashSet<Target> {
        let Some((first, rest)) = path.split_first() else { return HashSet::new() };
        let targets = match first.as_str() {
            "crate" => HashSet::from([Target::Module(0)]),
            "self" => HashSet::from([Target::Module(module)]),
            "super" => self.modules[module].parent.map(Target::Module).into_iter().collect(),
            name => self.look_up(module, name, seen),
        };
        self.resolve_rest(targets, rest, seen)
    }

    fn resolve_rest<'a>(
        &'a self,
        targets: HashSet<Target>,
        rest: &'a [String],
        seen: &mut HashSet<(usize, &'a str)>,
    ) -> HashSet<Target> {
        let Some((next, after)) = rest.split_first() else { return targets };
        let mut found = HashSet::new();
        for target in targets {
            match target {
                Target::Module(module) if next == "super" => {
                    let parent = self.modules[module].parent.map(Target::Module).into_iter().collect();
                    found.extend(self.resolve_rest(parent, after, seen));
                }
                Target::Module(module) => {
                    let inner = self.look_up(module, next, seen);
                    found.extend(self.resolve_rest(inner, after, seen));
                }
                Target::Type { .. } => {
                    found.insert(target);
                }
                Target::Value { .. } => {}
            }
        }
        found
    }

    /// What a name means in a module. `seen` ends the search where imports lead back to themselves.
    fn look_up<'a>(&'a self, module: usize, name: &'a str, seen: &mut HashSet<(usize, &'a str)>) -> HashSet<Target> {
        if !seen.insert((module, name)) {
            return HashSet::new();
        }
        let mut found = HashSet::new();
        if let Some(bindings) = self.modules[module].names.get(name) {
            for binding in bindings {
                match binding {
                    Binding::Here(target) => drop(found.insert(*target)),
                    Binding::Import(path) => found.extend(self.resolve_once(module, path, seen)),
                }
            }
        } else {
            for glob in &self.modules[module].globs {
                for target in self.resolve_once(module, glob, &mut seen.clone()) {
                    if let Target::Module(other) = target {
                        found.extend(self.look_up(other, name, seen));
                    }
                }
            }
        }
        seen.remove(&(module, name));
        found
    }
}

/// Whether a `use` only hands names on.
pub fn is_re_export(item: &syn::ItemUse) -> bool {
    !matches!(item.vis, Visibility::Inherited)
}

/// The single uses of a tree.
pub fn leaves(tree: &UseTree) -> Vec<Use> {
    fn walk(tree: &UseTree, path: &mut Segments, uses: &mut Vec<Use>) {
        let mut add = |last: Option<String>, name: Option<String>, is_glob| {
            let path = path.iter().cloned().chain(last).collect();
            uses.push(Use { path, name, is_glob });
        };
        match tree {
            UseTree::Path(of) => {
                path.push(of.ident.to_string());
                walk(&of.tree, path, uses);
                path.pop();
            }
            UseTree::Group(of) => of.items.iter().for_each(|tree| walk(tree, path, uses)),
            UseTree::Glob(_) => add(None, None, true),
            UseTree::Name(of) if of.ident == "self" => {
                let name = path.last().cloned();
                uses.push(Use { path: path.clone(), name, is_glob: false });
            }
            UseTree::Name(of) => add(Some(of.ident.to_string()), Some(of.ident.to_string()), false),
            UseTree::Rename(of) => {
                let last = (of.ident != "self").then(|| of.ident.to_string());
                add(last, (of.rename != "_").then(|| of.rename.to_string()), false);
            }
        }
    }
    let mut uses = Vec::new();
    walk(tree, &mut Vec::new(), &mut uses);
    uses
}

/// Whether an item is there in tests alone.
pub fn is_of_tests(attributes: &[Attribute]) -> bool {
    fn needs_test(meta: &Meta) -> bool {
        let parts = |list: &syn::MetaList| {
            list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default()
        };
        match meta {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) if list.path.is_ident("all") => parts(list).iter().any(needs_test),
            Meta::List(list) if list.path.is_ident("any") => parts(list).iter().all(needs_test),
            _ => false,
        }
    }
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && attribute.parse_args::<Meta>().is_ok_and(|meta| needs_test(&meta))
    })
}

fn path_attribute(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(of) if of.path.is_ident("path") => match &of.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(of) => &of.attrs,
        Item::Enum(of) => &of.attrs,
        Item::ExternCrate(of) => &of.attrs,
        Item::Fn(of) => &of.attrs,
        Item::ForeignMod(of) => &of.attrs,
        Item::Impl(of) => &of.attrs,
        Item::Macro(of) => &of.attrs,
        Item::Mod(of) => &of.attrs,
        Item::Static(of) => &of.attrs,
        Item::Struct(of) => &of.attrs,
        Item::Trait(of) => &of.attrs,
        Item::TraitAlias(of) => &of.attrs,
        Item::Type(of) => &of.attrs,
        Item::Union(of) => &of.attrs,
        Item::Use(of) => &of.attrs,
        _ => &[],
    }
}
