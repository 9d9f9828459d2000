//! `emberlane certificates`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use emberlane_experiment::Experiment;
use emberlane_net::certificates::{Written, is_made, write};

use crate::cluster::{SizeArguments, cluster_of};
use crate::outcome::{Outcome, misused, stdout};
use crate::places::{expect_own_folder, file};

/// Days that a certificate is valid where nobody says.
const DAYS: u32 = 365;

/// Write the certificates with which the processes of a cluster know one another.
///
/// DIR gets an authority (ca.pem, and ca.key, which no process needs), and a certificate with its key for each shard (ps-0.pem, ps-0.key),
/// each worker (rank-0) and whoever asks how shards are (operator). What is there already stays; keys can be read by their owner alone.
/// Let the experiment have `certificates = "DIR"` in [cluster], and addresses that begin with tls/.
#[derive(Debug, Args)]
pub(super) struct CertificatesArguments {
    /// Where to write them.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The experiment (TOML), whose [cluster] says how many processes there are, and where.
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    #[arg(
        long,
        value_name = "N",
        help = format!("Days that the certificates of processes are valid; the authority is for ten years [default: {DAYS}]"),
        value_parser = clap::value_parser!(u32).range(1..=3650)
    )]
    days: Option<u32>,
    /// Replace certificates of processes that are there, as before they expire, or when addresses have changed. Keys stay.
    #[arg(long)]
    renew: bool,
    #[command(flatten)]
    size: SizeArguments,
}

pub(super) fn run(arguments: &CertificatesArguments) -> anyhow::Result<Outcome> {
    let mut experiment = Experiment::read(&arguments.experiment)?;
    arguments.size.apply("certificates", &mut experiment)?;
    let cluster = cluster_of("certificates", &experiment, &arguments.experiment)?;
    expect_own_folder("certificates", "DIR", &arguments.folder, is_made)?;
    let days = arguments.days.unwrap_or(DAYS);
    let Written { new, kept, .. } = write(&arguments.folder, &cluster, days, arguments.renew)?;
    if new.is_empty() && arguments.days.is_some() {
        let text = format!("--days has no effect: all {} certificates are there, and stay; add --renew", kept.len());
        return Err(misused("certificates", &text));
    }
    let mut out = stdout();
    for file in &new {
        writeln!(out, "wrote       {}", file.display())?;
    }
    if !kept.is_empty() {
        writeln!(out, "kept        {} certificates that were there (--renew replaces them)", kept.len())?;
    }
    if !new.is_empty() {
        writeln!(out, "valid       {days} days")?;
    }
    let folder = arguments.folder.as_path();
    let is_used = cluster.certificates.as_deref().is_some_and(|used| is_same(used, folder));
    if !is_used {
        let file = arguments.experiment.display();
        writeln!(
            out,
            "to do       in [cluster] of {file}: certificates = {folder:?}, relative to the file, and addresses tls/.."
        )?;
    }
    Ok(Outcome::Good)
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
