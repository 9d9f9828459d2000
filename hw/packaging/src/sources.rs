//! The files of a design, as the library lists them.

use emberlane_verilog::Library;
use std::path::Path;

/// The files of a top below the folder of the Verilog, such as `common/emb_fifo.v`, those below before those above: what `<top>.f` lists.
pub(crate) fn sources(library: &Library, top: &str) -> Vec<String> {
    let list = library.files().iter().find(|(path, _)| path.ends_with(format!("{top}.f")));
    let Some((list, text)) = list else { return Vec::new() };
    let folder = list.parent().unwrap_or(Path::new(""));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with("//")).map(|line| below(folder, line)).collect()
}

/// A file that is named from a folder, named from the one above it.
fn below(folder: &Path, line: &str) -> String {
    let own = || format!("{}/{line}", folder.display());
    line.strip_prefix("../").map_or_else(own, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_is_in_its_own_folder() {
        assert_eq!(below(Path::new("cxl_mem"), "emb_top.v"), "cxl_mem/emb_top.v");
        assert_eq!(below(Path::new("cxl_mem"), "../common/emb_fifo.v"), "common/emb_fifo.v");
    }
}
