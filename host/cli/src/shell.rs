//! `emberlane completions` and `emberlane man`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;
use emberlane_files::write_whole;

use crate::outcome::{Outcome, stdout};
use crate::places::{expect_free_place, expect_own_folder};

/// Print a completion script for a shell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

/// Write the manual pages, one a command.
#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// Directory for the pages; without it the main page goes to standard output.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace pages that are there.
    #[arg(long, requires = "out")]
    overwrite: bool,
}

/// Whether a file has the name of a manual page of a command, whoever's: they are at home in one folder.
fn is_page(name: &str) -> bool {
    [".1", ".1.gz"].iter().any(|ending| name.ends_with(ending))
}

pub(super) fn completions(arguments: &CompletionsArguments, mut program: clap::Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "emberlane", &mut script);
    stdout().write_all(&script)?;
    Ok(Outcome::Good)
}

pub(super) fn man(arguments: &ManArguments, program: clap::Command) -> anyhow::Result<Outcome> {
    match &arguments.out {
        None => clap_mangen::Man::new(program).render(&mut stdout())?,
        Some(directory) => {
            expect_own_folder("man", "--out", directory, is_page)?;
            // Made elsewhere first: a page is there whole or not.
            let made = tempfile::tempdir()?;
            clap_mangen::generate_to(program, made.path()).with_context(|| made.path().display().to_string())?;
            let pages = std::fs::read_dir(made.path())?.collect::<Result<Vec<_>, _>>()?;
            for page in &pages {
                let file = directory.join(page.file_name());
                expect_free_place("man", "--out", &file, arguments.overwrite, &[])?;
            }
            std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
            for page in pages {
                let file = directory.join(page.file_name());
                write_whole(&file, std::fs::read(page.path())?).with_context(|| file.display().to_string())?;
            }
        }
    }
    Ok(Outcome::Good)
}
