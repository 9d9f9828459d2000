//! No driver does floating-point arithmetic: its sources do not even name a floating-point type.

use proc_macro2::{TokenStream, TokenTree};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Whether a token says floating point. Comments are no tokens, and documentation is string literals. A field of a tuple
/// in a tuple (`a.0.1`) reads as a number as well; a struct reads better anyway.
fn floating_point(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(ident) => ["f16", "f32", "f64", "f128"].iter().any(|name| ident == name),
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let is_number = text.starts_with(|first: char| first.is_ascii_digit());
            let is_other_radix = ["0x", "0b", "0o"].iter().any(|prefix| text.starts_with(prefix));
            is_number
                && !is_other_radix
                && (text.contains(['.', 'e', 'E']) && !text.ends_with("size") || text.contains('f'))
        }
        TokenTree::Group(_) | TokenTree::Punct(_) => false,
    }
}

/// Lines of a source that say floating point.
fn offences(source: &str) -> Vec<usize> {
    fn walk(stream: TokenStream, lines: &mut Vec<usize>) {
        for token in stream {
            if floating_point(&token) {
                lines.push(token.span().start().line);
            }
            if let TokenTree::Group(group) = token {
                walk(group.stream(), lines);
            }
        }
    }
    let mut lines = Vec::new();
    walk(source.parse().expect("the compiler has read it already"), &mut lines);
    lines
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_source_names_a_floating_point_type_or_number() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() >= 3, "only {} sources found; is this the right folder?", sources.len());
    let mut found = Vec::new();
    for path in sources {
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found.extend(offences(&source).into_iter().map(|line| format!("{}:{line}", path.display())));
    }
    assert!(found.is_empty(), "floating point in a driver:\n{}", found.join("\n"));
}

#[test]
fn the_scan_sees_types_casts_and_numbers() {
    for source in [
        "fn a(x: f32) {}",
        "let y = x as f64;",
        "fn a() { b(f32::from_bits(1)) }",
        "const A: u32 = 1.0.to_bits();",
        "x * 2.",
        "1e3",
        "1E-3",
        "2f64",
        "std::primitive::f32::MAX",
    ] {
        assert_eq!(offences(source).len(), 1, "{source}");
    }
    for source in
        ["// f32", "/// f32::to_bits\nfn a() {}", "\"1.0 f32\"", "0x1e3f", "0xf32", "1usize", "1_isize", "0..2", "'f'"]
    {
        assert_eq!(offences(source), [0; 0], "{source}");
    }
    assert_eq!(offences("a\n\n b(1.5)"), [3]);
}
