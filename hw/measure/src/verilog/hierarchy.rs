//! Which modules a module is made of, and which modules are one block.

use super::module::Module;
use anyhow::{Context as _, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// All modules of a folder.
pub struct Library {
    modules: BTreeMap<String, Module>,
}

impl Library {
    /// Reads a folder of Verilog files.
    ///
    /// # Errors
    /// The folder cannot be read, or holds what the exporter does not print.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut modules = BTreeMap::new();
        let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "v") {
                let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
                let module = Module::read(&text).with_context(|| format!("cannot understand {}", path.display()))?;
                modules.insert(module.name.clone(), module);
            }
        }
        Ok(Self { modules })
    }

    /// The module with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn module(&self, name: &str) -> Result<&Module> {
        self.modules.get(name).with_context(|| format!("there is no module `{name}`"))
    }

    /// The names of a module and of all modules below it.
    ///
    /// # Errors
    /// One of them is not there.
    pub fn below(&self, top: &str) -> Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        let mut wanted = vec![top.to_owned()];
        while let Some(name) = wanted.pop() {
            wanted.extend(self.module(&name)?.instances.iter().cloned());
            found.insert(name);
            wanted.retain(|name| !found.contains(name));
        }
        Ok(found)
    }

    /// One module for each block: the one with the longest text, and among equals the one in the middle, as those at the
    /// ends are often too small or too deep to show much. Of the blocks that the design with four channels has otherwise,
    /// there is one more each.
    ///
    /// # Errors
    /// A design is not there.
    pub fn blocks(&self) -> Result<BTreeMap<String, String>> {
        let mut small = self.below("cxl_mem_c1")?;
        small.extend(self.below("smartssd_b2_s1")?);
        let wide: BTreeSet<String> = self.below("cxl_mem")?.difference(&small).cloned().collect();
        let mut blocks = self.longest(&small);
        blocks.extend(self.longest(&wide).into_iter().map(|(block, module)| (format!("{block}*4"), module)));
        Ok(blocks)
    }

    fn longest(&self, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
        let mut variants: BTreeMap<String, BTreeSet<(usize, &String)>> = BTreeMap::new();
        for name in modules {
            variants.entry(family(name)).or_default().insert((self.modules[name].text.lines().count(), name));
        }
        let chosen = |variants: BTreeSet<(usize, &String)>| {
            let most = variants.last().map_or(0, |(lines, _)| *lines);
            let longest: Vec<&String> =
                variants.iter().filter(|(lines, _)| *lines == most).map(|(_, name)| *name).collect();
            longest[longest.len() / 2].clone()
        };
        variants.into_iter().map(|(block, variants)| (block, chosen(variants))).collect()
    }
}

/// The block that a module is one of: its name without the parameters at the end.
#[must_use]
pub fn family(module: &str) -> String {
    let is_parameter = |part: &str| {
        let digits = part.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        part.len() - digits.len() <= 1 && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    let mut name = module;
    while let Some((head, _)) = name.rsplit_once('_').filter(|(_, part)| is_parameter(part)) {
        name = head;
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_no_part_of_a_blocks_name() {
        let names = ["fifo_w12_d4", "round_robin_12", "record_writer_c1_p4", "crc32c_w32", "fp32_add"];
        let families = names.map(family);
        assert_eq!(families, ["fifo", "round_robin", "record_writer", "crc32c", "fp32_add"]);
    }
}
