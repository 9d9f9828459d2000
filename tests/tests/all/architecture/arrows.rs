//! The arrows between the files of a crate: from a file to each other file that defines what its code names.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::source::{Crate, Segments, Target, attributes, is_of_tests, is_re_export, leaves};

/// The names that tie one file to another, by the two files.
pub type Arrows = BTreeMap<(usize, usize), BTreeSet<String>>;

/// All arrows of a crate.
pub fn arrows(of: &mut Crate) -> Arrows {
    for module in 0..of.modules.len() {
        let mut inner = InnerUses::default();
        let items = of.modules[module].items.iter();
        items.filter(|item| !matches!(item, syn::Item::Use(_))).for_each(|item| inner.visit_item(item));
        inner.uses.iter().for_each(|tree| of.bind_uses(module, tree));
    }
    let mut arrows = Arrows::new();
    for module in 0..of.modules.len() {
        let mut names = Names { of, module, arrows: &mut arrows };
        for item in &of.modules[module].items {
            names.visit_item(item);
        }
    }
    arrows
}

/// What functions import.
#[derive(Default)]
struct InnerUses {
    uses: Vec<syn::UseTree>,
}

impl Visit<'_> for InnerUses {
    fn visit_item(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Mod(_) => {}
            syn::Item::Use(inner) => self.uses.push(inner.tree.clone()),
            _ if is_of_tests(attributes(item)) => {}
            _ => visit::visit_item(self, item),
        }
    }
}

/// Draws an arrow for each name in the code of a module.
struct Names<'a> {
    of: &'a Crate,
    module: usize,
    arrows: &'a mut Arrows,
}

impl Names<'_> {
    fn name(&mut self, path: &Segments) {
        let from = self.of.modules[self.module].file;
        for target in self.of.resolve(self.module, path) {
            if let Target::Type { file } | Target::Value { file } = target
                && file != from
            {
                self.arrows.entry((from, file)).or_default().insert(path.join("::"));
            }
        }
    }

    /// The paths among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        let mut is_member = false;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 || path.is_empty() {
                        self.end_of(&mut path);
                    }
                    if !is_member {
                        path.push(ident.to_string());
                    }
                    (colons, is_member) = (0, false);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.end_of(&mut path);
                    (colons, is_member) = (0, matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '.'));
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.end_of(&mut path);
    }

    fn end_of(&mut self, path: &mut Segments) {
        if !path.is_empty() {
            self.name(&std::mem::take(path));
        }
    }
}

impl Visit<'_> for Names<'_> {
    fn visit_item(&mut self, item: &syn::Item) {
        match item {
            // A module has its own turn.
            syn::Item::Mod(_) => {}
            _ if is_of_tests(attributes(item)) => {}
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        if !is_of_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_field(&mut self, field: &syn::Field) {
        if !is_of_tests(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_local(&mut self, local: &syn::Local) {
        if !is_of_tests(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if !is_re_export(item) {
            leaves(&item.tree).iter().for_each(|leaf| self.name(&leaf.path));
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none() {
            self.name(&path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, of: &syn::Macro) {
        let from = self.of.modules[self.module].file;
        if let Some(name) = of.path.get_ident()
            && let Some(file) = self.of.macro_file(&name.to_string())
            && file != from
        {
            self.arrows.entry((from, file)).or_default().insert(format!("{name}!"));
        }
        self.tokens(of.tokens.clone());
        visit::visit_macro(self, of);
    }

    fn visit_attribute(&mut self, _: &syn::Attribute) {}

    fn visit_visibility(&mut self, _: &syn::Visibility) {}
}
