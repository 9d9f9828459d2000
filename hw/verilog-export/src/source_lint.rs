//! What the tree of a kernel does not show, found in its Rust source.
//!
//! Rust-HDL's macro erases or cuts some expressions, so that the exporter sees a tree which is whole and wrong. This
//! lint reads the source of every `#[hdl_gen] fn update` and refuses them, with file and line and what to write
//! instead:
//!
//! - a call of any function but Rust-HDL's casts and [`wide`](crate::wide): of a function whose name begins like a cast
//!   (`bits_reverse(x)`) the macro keeps the first argument alone;
//! - arithmetic on `.index()`, which the macro erases: `x.index() + 1` counts on in Rust, and wraps in the tree;
//! - `signed_bit_cast`, whose width the macro loses (and which in simulation recurses without end on the smallest value);
//! - bare constants by name, whose value the tree does not have (a constant with the path that [`Describe::constants`]
//!   lists, `request::TAG`, is fine, and so is a parameter that it lists by its own name, `("BANKS", BANKS)`), and array
//!   indices that are signals;
//! - slices that end outside a signal declared in the same file;
//! - `println!` and `assert!`, which run at every evaluation and leave nothing in hardware.
//!
//! [`Describe::constants`]: crate::Describe::constants
//!
//! Kernels inside `seq_macro::seq!` are read as well, for one value of its variable; those that other macros make are
//! not seen.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Pat, Type, UnOp};
use thiserror::Error;

/// Functions that a kernel may call.
const FUNCTIONS: [&str; 8] = [
    "bits",
    "bit_cast",
    "signed_cast",
    "unsigned_cast",
    "bits_wide",
    "bits_prod",
    "signed_cast_wide",
    "bits_signed_prod",
];

/// A construct that must not stand in a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what to write instead.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

/// Why sources did not pass.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceLintError {
    /// Constructs that must not stand in kernels.
    #[error("{}", findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Found {
        /// All of them.
        findings: Vec<Finding>,
    },
    /// A file or folder could not be read.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is not Rust.
    #[error("{path}:{line}: {message}", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What the parser said.
        message: String,
    },
    /// There is no kernel to check, which is likely the wrong folder.
    #[error("no #[hdl_gen] kernel below {path}; name the folder of the hardware's sources", path = path.display())]
    NoKernel {
        /// The folder.
        path: PathBuf,
    },
}

/// Checks every Rust file below a folder; the number of kernels that were read.
///
/// # Errors
/// All findings, or that a file cannot be read.
pub fn check_dir(dir: impl AsRef<Path>) -> Result<usize, SourceLintError> {
    let dir = dir.as_ref();
    let mut files = Vec::new();
    collect(dir, &mut files)?;
    files.sort();
    let (mut kernels, mut findings) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).map_err(|source| SourceLintError::File { path: file.clone(), source })?;
        let (count, found) = check_source(&file, &text)?;
        kernels += count;
        findings.extend(found);
    }
    if !findings.is_empty() {
        return Err(SourceLintError::Found { findings });
    }
    if kernels == 0 {
        return Err(SourceLintError::NoKernel { path: dir.to_owned() });
    }
    Ok(kernels)
}

/// Checks one source; the number of its kernels, and what was found in them.
///
/// # Errors
/// [`SourceLintError::Syntax`] if it is not Rust.
pub fn check_source(file: &Path, text: &str) -> Result<(usize, Vec<Finding>), SourceLintError> {
    let parsed = syn::parse_file(text).map_err(|error| SourceLintError::Syntax {
        path: file.to_owned(),
        line: error.span().start().line,
        message: error.to_string(),
    })?;
    let mut widths = Widths::default();
    widths.visit_file(&parsed);
    let mut listed = Listed::default();
    listed.visit_file(&parsed);
    let mut linter = Linter {
        file,
        widths: &widths,
        listed: &listed,
        kernels: 0,
        findings: Vec::new(),
        fields: None,
        parameters: None,
    };
    linter.visit_file(&parsed);
    Ok((linter.kernels, linter.findings))
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), SourceLintError> {
    let error = |source| SourceLintError::File { path: dir.to_owned(), source };
    for entry in fs::read_dir(dir).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Widths of fields by struct, where the declaration has them as numbers.
#[derive(Default)]
struct Widths(HashMap<String, HashMap<String, usize>>);

impl<'ast> Visit<'ast> for Widths {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let fields =
            item.fields.iter().filter_map(|field| Some((field.ident.as_ref()?.to_string(), width(&field.ty)?)));
        self.0.insert(item.ident.to_string(), fields.collect());
    }
}

/// Parameters that `constants` of a struct's [`Describe`](crate::Describe) lists by their own names, by struct.
#[derive(Default)]
struct Listed {
    parameters: HashMap<String, HashSet<String>>,
    /// The struct whose `constants` is being read.
    of: Option<String>,
}

impl<'ast> Visit<'ast> for Listed {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        for function in &item.items {
            if let syn::ImplItem::Fn(function) = function
                && function.sig.ident == "constants"
            {
                self.of = struct_of(item);
                self.visit_impl_item_fn(function);
                self.of = None;
            }
        }
    }

    fn visit_expr_tuple(&mut self, pair: &'ast syn::ExprTuple) {
        self.list(pair);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        // What stands in `vec![…]` is tokens to the parser.
        let parse = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        for pair in invocation.parse_body_with(parse).unwrap_or_default() {
            if let Expr::Tuple(pair) = &pair {
                self.list(pair);
            }
        }
    }
}

impl Listed {
    /// Keeps the name of `("NAME", NAME)`.
    fn list(&mut self, pair: &syn::ExprTuple) {
        let mut parts = pair.elems.iter();
        if let (Some(of), Some(Expr::Lit(name)), Some(Expr::Path(value))) = (&self.of, parts.next(), parts.next())
            && let syn::Lit::Str(name) = &name.lit
            && value.path.is_ident(&name.value())
        {
            self.parameters.entry(of.clone()).or_default().insert(name.value());
        }
    }
}

/// The name of the struct that an `impl` is for.
fn struct_of(item: &syn::ItemImpl) -> Option<String> {
    let Type::Path(path) = item.self_ty.as_ref() else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// `N` of `Signal<_, Bits<N>>`, `DFF<Bits<N>>` or an array of them.
fn width(ty: &Type) -> Option<usize> {
    match ty {
        Type::Array(array) => width(&array.elem),
        Type::Path(path) => {
            let segment = path.path.segments.last()?;
            let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            match (segment.ident.to_string().as_str(), arguments.args.last()?) {
                ("Bits", syn::GenericArgument::Const(Expr::Lit(literal))) => number(literal),
                ("Signal" | "DFF", syn::GenericArgument::Type(inner)) => width(inner),
                _ => None,
            }
        }
        _ => None,
    }
}

fn number(literal: &syn::ExprLit) -> Option<usize> {
    match &literal.lit {
        syn::Lit::Int(value) => value.base10_parse().ok(),
        _ => None,
    }
}

struct Linter<'a> {
    file: &'a Path,
    widths: &'a Widths,
    listed: &'a Listed,
    kernels: usize,
    findings: Vec<Finding>,
    /// Fields of the struct whose impl is being read.
    fields: Option<&'a HashMap<String, usize>>,
    /// Its parameters that its constants list.
    parameters: Option<&'a HashSet<String>>,
}

impl<'ast> Visit<'ast> for Linter<'_> {
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some(name) = struct_of(item) {
            self.fields = self.widths.0.get(&name);
            self.parameters = self.listed.parameters.get(&name);
        }
        visit::visit_item_impl(self, item);
        (self.fields, self.parameters) = (None, None);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.attrs.iter().any(|attribute| attribute.path().is_ident("hdl_gen")) {
            self.kernels += 1;
            Kernel { linter: self }.visit_block(&function.block);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if item.mac.path.segments.last().is_some_and(|segment| segment.ident == "seq") {
            if let Some(file) =
                unrolled(item.mac.tokens.clone()).and_then(|tokens| syn::parse2::<syn::File>(tokens).ok())
            {
                self.visit_file(&file);
            } else {
                self.find(item.span(), "this seq! could not be read; write it as `seq!(I in 0..N { .. })`".into());
            }
        }
    }
}

impl Linter<'_> {
    fn find(&mut self, span: Span, message: String) {
        self.findings.push(Finding { file: self.file.to_owned(), line: span.start().line, message });
    }
}

/// Body of `seq!(I in a..b { .. })` with its variable replaced by its first value and `#( .. )*` written once.
fn unrolled(tokens: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (Some(TokenTree::Ident(variable)), Some(TokenTree::Group(body))) = (tokens.first(), tokens.last()) else {
        return None;
    };
    Some(replaced(body.stream(), &variable.to_string()))
}

fn replaced(tokens: TokenStream, variable: &str) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_punctuation = |index: usize, c: char| matches!(tokens.get(index), Some(TokenTree::Punct(punctuation)) if punctuation.as_char() == c);
    let is_variable = |index: usize| matches!(tokens.get(index), Some(TokenTree::Ident(ident)) if ident == variable);
    let mut result = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        match token {
            TokenTree::Ident(ident) if is_punctuation(index + 1, '~') && is_variable(index + 2) => {
                result.push(TokenTree::Ident(Ident::new(&format!("{ident}0"), ident.span())));
                index += 2;
            }
            TokenTree::Ident(ident) if ident == variable => {
                let mut zero = Literal::usize_unsuffixed(0);
                zero.set_span(ident.span());
                result.push(TokenTree::Literal(zero));
            }
            TokenTree::Punct(_) if is_punctuation(index, '#') && is_punctuation(index + 2, '*') => {
                match tokens.get(index + 1) {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                        result.extend(replaced(group.stream(), variable));
                        index += 3;
                        continue;
                    }
                    _ => {}
                }
                result.push(token.clone());
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), variable));
                inner.set_span(group.span());
                result.push(TokenTree::Group(inner));
            }
            _ => result.push(token.clone()),
        }
        index += 1;
    }
    result.into_iter().collect()
}

/// Reads one kernel.
struct Kernel<'l, 'a> {
    linter: &'l mut Linter<'a>,
}

impl<'ast> Visit<'ast> for Kernel<'_, '_> {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        let Expr::Path(function) = call.func.as_ref() else { return visit::visit_expr_call(self, call) };
        let names: Vec<String> = function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = names.last().map_or("", String::as_str);
        let is_link = names.len() > 1 && matches!(last, "link" | "join");
        let is_from = names.len() > 1 && names[names.len() - 2] == "Bits" && last == "from";
        if last == "signed_bit_cast" {
            self.find(
                call.span(),
                "signed_bit_cast loses its width in the tree, and never ends on the smallest value; \
                 extend the bits by hand: compare the sign and put ones or zeros above",
            );
        } else if !is_link && !is_from && !FUNCTIONS.contains(&last) {
            self.find(
                call.span(),
                &format!(
                    "a kernel cannot call `{last}`: the tree keeps at most its first argument; write the expression \
                     out, or make it a block"
                ),
            );
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        match call.method.to_string().as_str() {
            "get_bit" | "get_bits" | "replace_bit" => self.check_slice(call),
            _ => {}
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let is_arithmetic = matches!(
            binary.op,
            BinOp::Add(_)
                | BinOp::Sub(_)
                | BinOp::Mul(_)
                | BinOp::Div(_)
                | BinOp::Rem(_)
                | BinOp::Shl(_)
                | BinOp::Shr(_)
        );
        let shifts = matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_));
        // The amount of a shift has a width of its own.
        if is_arithmetic && (is_index(&binary.left) || (!shifts && is_index(&binary.right))) {
            self.find(binary.span(), INDEX_ARITHMETIC);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) && is_index(&unary.expr) {
            self.find(unary.span(), INDEX_ARITHMETIC);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        let mut finder = SignalFinder(false);
        finder.visit_expr(&index.index);
        if finder.0 {
            self.find(
                index.span(),
                "the index of an array must be known at export; select with `if` over a loop, or use a memory",
            );
            return;
        }
        visit::visit_expr_index(self, index);
    }

    fn visit_expr_for_loop(&mut self, repetition: &'ast syn::ExprForLoop) {
        // The bounds are evaluated by Rust, so constants may stand there.
        self.visit_block(&repetition.body);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let segments = &path.path.segments;
        let Some(last) = segments.last().map(|segment| segment.ident.to_string()) else { return };
        let of_self = segments.len() > 1 && segments[0].ident == "Self";
        let is_constant = (segments.len() == 1 || of_self)
            && last.starts_with(|c: char| c.is_ascii_uppercase())
            && !last.contains(|c: char| c.is_ascii_lowercase());
        let is_listed = !of_self && self.linter.parameters.is_some_and(|parameters| parameters.contains(&last));
        if is_constant && !is_listed {
            self.find(
                path.span(),
                &format!(
                    "`{last}` is a constant by name, whose value the tree does not have; put it into a module whose \
                     constants Describe::constants lists, use a field of type Constant<T>, or a loop from it to its successor"
                ),
            );
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Pat::Ident(binding) = &arm.pat {
            self.find(binding.span(), "a pattern in a kernel is a variant, a number or `_`, not a name");
        }
        visit::visit_arm(self, arm);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        let name = invocation.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match name.as_str() {
            "dff_setup" | "clock" | "comment" => {}
            "println" | "print" | "eprintln" | "dbg" => {
                let message = format!("{name}! prints at every evaluation; for a remark in the Verilog use comment!");
                self.find(invocation.span(), &message);
            }
            _ if name.starts_with("assert") || name.starts_with("debug_assert") => {
                self.find(invocation.span(), "an assertion leaves nothing in hardware; put it into the test");
            }
            _ => {
                self.find(invocation.span(), &format!("{name}! is not read here; write out what it makes"));
            }
        }
    }
}

const INDEX_ARITHMETIC: &str = "arithmetic on .index(), which the tree erases: Rust counts with 64 bits, the hardware \
with the signal's; compute with the bits and take .index() last";

impl Kernel<'_, '_> {
    fn find(&mut self, span: Span, message: &str) {
        self.linter.find(span, message.to_owned());
    }

    /// A slice at a literal place of a signal of literal width.
    fn check_slice(&mut self, call: &syn::ExprMethodCall) {
        let Some(width) = self.receiver_width(&call.receiver) else { return };
        let Some(Expr::Lit(place)) = call.args.first() else { return };
        let Some(low) = number(place) else { return };
        let taken = match (&call.turbofish, call.method == "get_bits") {
            (Some(arguments), true) => match arguments.args.first() {
                Some(syn::GenericArgument::Const(Expr::Lit(taken))) => number(taken).unwrap_or(1),
                _ => 1,
            },
            _ => 1,
        };
        if low + taken > width {
            self.find(
                call.span(),
                &format!("bits {low} to {} of a signal of {width} bits; Rust-HDL reads zeros there", low + taken - 1),
            );
        }
    }

    fn receiver_width(&self, receiver: &Expr) -> Option<usize> {
        match receiver {
            Expr::MethodCall(call) if call.method == "val" => self.receiver_width(&call.receiver),
            Expr::Index(index) => self.receiver_width(&index.expr),
            Expr::Field(field) => {
                let syn::Member::Named(name) = &field.member else { return None };
                match field.base.as_ref() {
                    Expr::Path(path) if path.path.is_ident("self") => {
                        self.linter.fields?.get(&name.to_string()).copied()
                    }
                    // The state of a register.
                    base if name == "q" => self.receiver_width(base),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_index(e: &Expr) -> bool {
    match e {
        Expr::Paren(inner) => is_index(&inner.expr),
        Expr::MethodCall(call) => call.method == "index",
        _ => false,
    }
}

/// Whether an expression reads a signal.
struct SignalFinder(bool);

impl<'ast> Visit<'ast> for SignalFinder {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.0 |= matches!(call.method.to_string().as_str(), "val" | "index");
        visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(kernel: &str) -> Vec<Finding> {
        let source = format!(
            "struct X {{ a: Signal<In, Bits<8>>, r: [DFF<Bits<4>>; 3], i: Signal<In, Bits<3>> }}
impl Logic for X {{
    #[hdl_gen]
    fn update(&mut self) {{
{kernel}
    }}
}}"
        );
        let (kernels, findings) = check_source(Path::new("x.rs"), &source).expect("the source is Rust");
        assert_eq!(kernels, 1);
        findings
    }

    #[track_caller]
    fn assert_found(kernel: &str, part: &str) {
        let found = findings(kernel);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].line, 5, "{found:?}");
        assert!(found[0].to_string().starts_with("x.rs:5: "), "{}", found[0]);
        assert!(found[0].message.contains(part), "`{part}` is not in `{}`", found[0].message);
    }

    #[test]
    fn functions_that_look_like_casts_are_refused() {
        assert_found("self.y.next = bits_reverse(self.a.val());", "cannot call `bits_reverse`");
        assert_found("self.y.next = bit_cast_twice::<8, 8>(self.a.val());", "cannot call `bit_cast_twice`");
        assert_found("self.y.next = signed_bit_cast::<8, 4>(self.s.val());", "loses its width");
    }

    #[test]
    fn casts_products_and_links_are_not() {
        let kernel = "self.y.next = bit_cast::<16, 8>(self.a.val()) + bits::<16>(3) + Bits::<16>::from(4);
self.p.next = bits_prod::<16, 8, 8>(bits_wide(self.a.val()) * bits_wide(self.a.val()));
Bus::<Bits<4>>::link(&mut self.bus, &mut self.child.bus);
dff_setup!(self, clock, r);
for i in 0..COUNT { self.r[i].d.next = self.a.val().get_bits::<4>(i); }
match self.s.val() { State::Idle => {} _ => {} }";
        assert_eq!(findings(kernel), []);
    }

    #[test]
    fn arithmetic_on_an_index_is_refused() {
        assert_found("if self.i.val().index() + 1 == 5 { self.y.next = true; }", "arithmetic on .index()");
        assert_found("self.y.next = self.a.val().get_bit(2 * self.i.val().index());", "arithmetic on .index()");
        assert_eq!(findings("self.y.next = self.a.val().get_bit(self.i.val().index());"), []);
        assert_eq!(findings("if self.i.val().index() == 5 { self.y.next = true; }"), []);
    }

    #[test]
    fn indices_and_constants_that_export_cannot_know_are_refused() {
        assert_found("self.y.next = self.r[self.i.val().index()].q.val();", "index of an array");
        assert_found("self.y.next = self.a.val() + LIMIT;", "`LIMIT` is a constant by name");
        assert_found("self.y.next = Self::LIMIT.into();", "`LIMIT` is a constant by name");
        assert_found("match self.a.val() { other => {} }", "not a name");
    }

    #[test]
    fn a_parameter_that_the_constants_list_is_known() {
        let source = |listed: &str| {
            format!(
                "impl<const N: usize> Describe for X<N> {{ fn constants() -> C {{ vec![{listed}] }} }}
impl<const N: usize> Logic for X<N> {{ #[hdl_gen] fn update(&mut self) {{ self.y[0].next = self.a[N - 1].val(); }} }}"
            )
        };
        let found = |listed: &str| check_source(Path::new("x.rs"), &source(listed)).expect("the source is Rust").1;
        assert_eq!(found("(\"N\", N)"), []);
        assert_eq!(found("(\"N\", M)").len(), 1);
        assert_eq!(found("").len(), 1);
    }

    #[test]
    fn slices_outside_their_signal_are_refused() {
        assert_found("self.y.next = self.a.val().get_bits::<4>(5);", "bits 5 to 8 of a signal of 8 bits");
        assert_found("self.y.next = self.r[1].q.val().get_bit(4);", "bits 4 to 4 of a signal of 4 bits");
        assert_eq!(findings("self.y.next = self.a.val().get_bits::<4>(4);"), []);
    }

    #[test]
    fn prints_and_assertions_are_refused() {
        assert_found("println!(\"{}\", self.a.val());", "prints at every evaluation");
        assert_found("assert!(self.a.val().any());", "leaves nothing in hardware");
        assert_eq!(findings("comment!(\"why\");"), []);
    }

    #[test]
    fn kernels_in_a_sequence_are_read() {
        let source = "seq!(I in 0..4 {
    impl Logic for X {
        #[hdl_gen]
        fn update(&mut self) {
            #(
                self.lane~I.next = bits_swap(self.a[I].val());
            )*
        }
    }
});";
        let (kernels, found) = check_source(Path::new("x.rs"), source).expect("the source is Rust");
        assert_eq!((kernels, found.len()), (1, 1), "{found:?}");
        assert_eq!(found[0].line, 6);
    }

    #[test]
    fn functions_without_hdl_gen_may_do_anything() {
        let source = "impl Logic for X { fn update(&mut self) { println!(\"{}\", helper(LIMIT)); } }";
        let (kernels, found) = check_source(Path::new("x.rs"), source).expect("the source is Rust");
        assert_eq!((kernels, found), (0, Vec::new()));
    }

    #[test]
    fn a_folder_without_kernels_is_an_error() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        assert!(matches!(check_dir(dir.path()), Err(SourceLintError::NoKernel { .. })));
        fs::write(dir.path().join("bad.rs"), "fn {").expect("the folder can be written");
        assert!(matches!(check_dir(dir.path()), Err(SourceLintError::Syntax { line: 1, .. })));
    }
}
