//! The pages of the blocks, `docs/blocks`: every module that is exported has one, the index names every page, and their
//! tables are those of the exported Verilog. `EMBERLANE_BLESS=1` writes the tables anew.
//!
//! A page holds two kinds of generated tables between comments:
//!
//! * `<!-- modules fifo w=WIDTH d=words -->` .. `<!-- /modules -->`: the exported modules of a block, what the letters of
//!   their names stand for, and where they are used;
//! * `<!-- ports fifo_w64_d8 stream/fifo.rs -->` .. `<!-- /ports -->`: the ports of a module, with what its source says of
//!   them.

use emberlane_rtl::designs;
use emberlane_verilog::ExportOptions;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What every page has.
const SECTIONS: [&str; 4] = ["## Configuration", "## Pipelining and latency", "## Ports", "## Ordering and stalls"];

fn under(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files of a folder with this ending: name without it, and content.
fn files(folder: &Path, ending: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), read(&path))).collect()
}

/// A port of a module.
struct Port {
    name: String,
    is_input: bool,
    bits: usize,
}

/// The exported modules.
struct Modules(BTreeMap<String, String>);

impl Modules {
    fn new() -> Self {
        let designs = designs::together(&designs::exported(), &ExportOptions::default())
            .unwrap_or_else(|error| panic!("{error}"));
        Self(designs.modules().map(|module| (module.name, module.text)).collect())
    }

    /// Ports in their order.
    fn ports(&self, module: &str) -> Vec<Port> {
        let text = self.0.get(module).unwrap_or_else(|| panic!("no module {module} is exported"));
        let header = text.split_once(");\n").expect("a module has a header").0;
        let ports = header.lines().filter_map(|line| {
            let mut words = line.trim().trim_end_matches(',').split_whitespace();
            let is_input = match words.next()? {
                "input" => true,
                "output" => false,
                _ => return None,
            };
            let words: Vec<&str> = words.skip(1).collect();
            let bits = match words[..] {
                [range, _] => {
                    let top: usize = range[1..].split(':').next()?.parse().expect("the top bit of a range");
                    top + 1
                }
                _ => 1,
            };
            Some(Port { name: (*words.last()?).to_owned(), is_input, bits })
        });
        ports.collect()
    }

    /// Modules that instantiate this one.
    fn users(&self, module: &str) -> Vec<&str> {
        let instance = format!("\n    {module} u_");
        self.0.iter().filter(|(_, text)| text.contains(&instance)).map(|(name, _)| name.as_str()).collect()
    }

    /// Exported variants of a block, each with the letters and numbers behind the block's name.
    fn variants(&self, block: &str) -> Vec<(&str, Vec<(String, u64)>)> {
        self.0.keys().filter_map(|name| Some((name.as_str(), parameters(name.strip_prefix(block)?)?))).collect()
    }
}

/// `_w64_d8` as letters with numbers, `_4` as a number without a letter; nothing if it is something else.
fn parameters(suffix: &str) -> Option<Vec<(String, u64)>> {
    let mut words = suffix.split('_');
    if !words.next()?.is_empty() {
        return None;
    }
    words
        .map(|word| {
            let number = word.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
            let letters = &word[..word.len() - number.len()];
            (letters.len() <= 1).then_some(())?;
            Some((letters.to_owned(), number.parse().ok()?))
        })
        .collect()
}

/// The public fields of a source's block, with what is said of them.
fn fields(source: &str) -> BTreeMap<String, String> {
    let text = read(&under("src").join(source));
    let block = text.split_once("#[derive(LogicBlock").unwrap_or_else(|| panic!("{source} has no block")).1;
    let block = block.split_once("\n}").expect("a struct ends").0;
    let (mut fields, mut said) = (BTreeMap::new(), String::new());
    for line in block.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("/// ") {
            said.push_str(if said.is_empty() { "" } else { " " });
            said.push_str(words);
        } else if let Some((name, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
            fields.insert(name.to_owned(), std::mem::take(&mut said));
        } else {
            said.clear();
        }
    }
    fields
}

/// The field that a port belongs to: the one of its name, of whose array it is an element, or of whose bundle it is a part.
fn field_of<'f>(port: &str, fields: &'f BTreeMap<String, String>) -> Option<(&'f str, &'f str)> {
    let of = |field: &&String| {
        port.strip_prefix(field.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let name = fields.keys().filter(of).max_by_key(|field| field.len())?;
    Some((name, &fields[name]))
}

fn port_table(modules: &Modules, module: &str, source: &str) -> String {
    let fields = fields(source);
    let ports = modules.ports(module);
    let mut table = "| port | | bits | |\n|---|---|---|---|\n".to_owned();
    let mut rest = &ports[..];
    while let Some(first) = rest.first() {
        let (field, said) = field_of(&first.name, &fields)
            .unwrap_or_else(|| panic!("{source} says nothing of port {} of {module}", first.name));
        let of_field = |port: &Port| field_of(&port.name, &fields).is_some_and(|(other, _)| other == field);
        let count = rest.iter().take_while(|port| of_field(port)).count();
        let last = &rest[count - 1];
        let is_bundle = rest[..count].iter().any(|port| (port.is_input, port.bits) != (first.is_input, first.bits));
        let (direction, bits) = (if first.is_input { "in" } else { "out" }, first.bits.to_string());
        let row = match count {
            1 => format!("`{}` | {direction} | {bits}", first.name),
            _ if is_bundle => format!("`{field}_*` | in, out | {count} ports"),
            _ => format!("`{}` .. `{}` | {direction} | {bits} each", first.name, last.name),
        };
        table.push_str(&format!("| {row} | {said} |\n"));
        rest = &rest[count..];
    }
    table
}

/// The table of a block's modules; `legend` says what the letters of their names stand for.
fn module_table(modules: &Modules, block: &str, legend: &[&str]) -> String {
    let legend: Vec<(&str, &str)> = legend
        .iter()
        .map(|word| word.split_once('=').unwrap_or_else(|| panic!("{block}: `{word}` has no `=`")))
        .collect();
    let mut variants = modules.variants(block);
    variants.sort_by_key(|(_, numbers)| numbers.iter().map(|number| number.1).collect::<Vec<_>>());
    assert!(!variants.is_empty(), "no module of {block} is exported");
    let mut table = "| module |".to_owned();
    legend.iter().for_each(|(_, meaning)| table.push_str(&format!(" {meaning} |")));
    table.push_str(" used by |\n|---|");
    table.push_str(&"---|".repeat(legend.len() + 1));
    table.push('\n');
    for (name, numbers) in variants {
        table.push_str(&format!("| `{name}` |"));
        assert!(numbers.len() <= legend.len(), "{name}: say what its numbers stand for, such as `w=WIDTH`");
        for (letter, _) in &legend {
            let number = numbers.iter().find(|(other, _)| other == letter).map(|(_, number)| number.to_string());
            table.push_str(&format!(" {} |", number.unwrap_or_default()));
        }
        let users: Vec<String> = modules.users(name).iter().map(|user| format!("`{user}`")).collect();
        table.push_str(&format!(" {} |\n", users.join(", ")));
    }
    table
}

/// A page with its tables made anew, and the blocks whose modules it lists.
fn made(page: &str, text: &str, modules: &Modules) -> (String, Vec<String>) {
    let (mut result, mut blocks) = (String::new(), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result.push_str(line);
        result.push('\n');
        let marker = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let Some(marker) = marker else { continue };
        let words: Vec<&str> = marker.split_whitespace().collect();
        let (end, table) = match words[..] {
            ["ports", module, source] => ("<!-- /ports -->", port_table(modules, module, source)),
            ["modules", block, ref legend @ ..] => {
                blocks.push(block.to_owned());
                ("<!-- /modules -->", module_table(modules, block, legend))
            }
            _ => panic!("{page}.md: nobody knows what to put at `{line}`"),
        };
        assert!(lines.any(|line| line == end), "{page}.md: `{end}` is missing after `{line}`");
        result.push_str(&table);
        result.push_str(end);
        result.push('\n');
    }
    (result, blocks)
}

/// Pages without the index.
fn pages() -> BTreeMap<String, String> {
    let mut pages = files(&under("../../docs/blocks"), "md");
    pages.remove("README").expect("docs/blocks/README.md");
    pages
}

#[test]
fn tables_are_those_of_the_exported_verilog() {
    let modules = Modules::new();
    let bless = std::env::var_os("EMBERLANE_BLESS").is_some();
    for (page, text) in pages() {
        let (made, _) = made(&page, &text, &modules);
        if bless {
            fs::write(under("../../docs/blocks").join(format!("{page}.md")), made).expect("a page is written");
        } else {
            assert!(made == text, "docs/blocks/{page}.md is stale; EMBERLANE_BLESS=1 writes its tables anew");
        }
    }
}

#[test]
fn every_module_has_one_page() {
    let modules = Modules::new();
    let mut of_module: BTreeMap<&str, Vec<String>> = modules.0.keys().map(|name| (name.as_str(), Vec::new())).collect();
    for (page, text) in pages() {
        for block in made(&page, &text, &modules).1 {
            for (name, _) in modules.variants(&block) {
                of_module.get_mut(name).expect("an exported module").push(page.clone());
            }
        }
    }
    let wrong: Vec<_> = of_module.iter().filter(|(_, pages)| pages.len() != 1).collect();
    assert!(wrong.is_empty(), "each module is on one page; these are on none, or on several: {wrong:?}");
}

/// Tables that scripts write take long to make: a module that is gone would stay in them.
#[test]
fn tables_of_depth_and_clock_name_modules_that_there_are() {
    let modules = Modules::new();
    for page in ["timing-blocks", "clock-blocks"] {
        let text = read(&under(&format!("../../docs/benchmarks/{page}.md")));
        let named = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name));
        let (there, gone): (Vec<&str>, Vec<&str>) = named.partition(|name| modules.0.contains_key(*name));
        assert!(there.len() > 100 && gone.is_empty(), "docs/benchmarks/{page}.md: no modules {gone:?}");
    }
}

#[test]
fn the_index_names_every_page() {
    let index = read(&under("../../docs/blocks/README.md"));
    let named: BTreeSet<&str> =
        index.split("](").skip(1).filter_map(|link| link.split_once(".md)").map(|(page, _)| page)).collect();
    // Others lie in other folders.
    let named: BTreeSet<&str> = named.into_iter().filter(|page| !page.contains('/')).collect();
    let pages = pages();
    assert_eq!(named, pages.keys().map(String::as_str).collect(), "pages that the index names, and pages");
}

#[test]
fn every_page_has_its_sections_and_ports() {
    for (page, text) in pages() {
        for section in SECTIONS {
            assert!(text.lines().any(|line| line == section), "docs/blocks/{page}.md has no `{section}`");
        }
        assert!(text.contains("\n<!-- ports "), "docs/blocks/{page}.md has no table of ports");
    }
}
