//! The arguments of `emberlane bench`, what they measure, and how it is printed.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use emberlane_experiment::Preset;

use super::figure::Figure;
use super::shape::ShapeArguments;
use super::{checkpoint, data, dlrm, kernel, lookahead, model, ps, relaxed_lookup, rtl, store, this_machine};
use crate::named::one_of;
use crate::outcome::{Format, Outcome, misused, stdout};
use crate::places::expect_once;

/// Measure how fast this machine trains, and how fast the simulated hardware would.
///
/// `embedding` and `mlp`: synthetic batches of TrainingCXL's RM1 on this machine; `dlrm`: whole iterations of RM1 to RM4, tables in its memory, beside what its processors allow; `data`: Criteo's records, as text and from a cache. `rtl`: lookups and updates of the
/// simulated CXL-MEM, in its own clock cycles, beside what its memory allows, and two parts of it that can be asked for alone:
/// `checkpoint`, what checkpoints add to a batch, and `kernel`, the SmartSSD's embedding kernel beside what its banks and ports allow. `model`: the cycles of the fast model for batches of RM1 to RM4, with `--rtl` beside those of the
/// RTL; it takes `--rows`, `--bags`, `--media` and `--seed`. `relaxed-lookup`: how far relaxed lookups of RM1 are from strict order, beside the bound. `lookahead`: the same of NDRec's lookahead on a SmartSSD, of eight tables, with the density of the matrix that corrects outputs and its cost, dense and factored, table by table. `store`: rows of tables in files, beside what the disk, the memory and an LRU of a library do in the same run. `ps`: a shard of a parameter server, beside plain loops and a map, with its baselines on a medium that is emulated, and pulls over loopback beside zenoh's echo, which `ps-loopback` measures alone. Every figure comes with the raw counters that it is computed from.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct BenchArguments {
    /// What to measure [default: embedding and mlp].
    #[arg(value_enum)]
    what: Vec<What>,
    /// embedding, mlp, dlrm, relaxed-lookup, lookahead: batches that are measured, after one that is not [default: 5].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    batches: Option<u64>,
    /// dlrm: only these models [default: rm1 to rm4].
    #[arg(long, value_name = "NAME", value_parser = preset, value_delimiter = ',')]
    preset: Vec<Preset>,
    /// model: also run the RTL, and say how far the model is off.
    #[arg(long)]
    rtl: bool,
    /// store, ps, ps-loopback, data: where their files, some 500 MB, are made and removed again [default: the folder for temporary files].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// store: only read blocks of the files of rows in this folder of a store, with 32, 64 and 128 threads.
    #[arg(long, value_name = "DIR", conflicts_with = "folder")]
    raw: Option<PathBuf>,
    #[command(flatten)]
    shape: ShapeArguments,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Lookups and updates of RM1's tables on the reference device.
    Embedding,
    /// RM1's MLPs, forward and backward.
    Mlp,
    /// Iterations of RM1 to RM4 with tables in host memory: forward, backward, SGD.
    Dlrm,
    /// The simulated CXL-MEM: lines a cycle, bandwidth of emulated media, cycles simulated a second.
    Rtl,
    /// The fast model: cycles of the commands of RM1 to RM4, and the time that it takes to say so.
    Model,
    /// What checkpoints of each mode add to a batch on the simulated CXL-MEM.
    Checkpoint,
    /// The SmartSSD: EVs and gradients a cycle of its embedding kernel, bandwidth, cycles of hazards; what its cache agent moves.
    Kernel,
    /// Differences between relaxed lookup and strict order, and the rows that consecutive batches share.
    RelaxedLookup,
    /// NDRec's lookahead: the matrix that corrects outputs, its cost, and differences from strict order.
    Lookahead,
    /// Tables in files behind caches of rows: reads, hits and moves, beside the disk, the memory and an LRU.
    Store,
    /// A shard of a parameter server: pulls, pushes, recovery, what checkpoints add, and OpenEmbedding's baselines.
    Ps,
    /// Of these the pulls over loopback alone.
    PsLoopback,
    /// Criteo's records, as text and from a cache of parsed ones.
    Data,
    /// All of these.
    All,
}

fn preset(text: &str) -> Result<Preset, String> {
    one_of(Preset::NAMES, text)
}

/// Everything that is measured, the RTL last: `checkpoint` and `kernel` are parts of `rtl`, `ps-loopback` is one of `ps`.
const ALL: [What; 10] = [
    What::Embedding,
    What::Mlp,
    What::Dlrm,
    What::Data,
    What::Store,
    What::Ps,
    What::RelaxedLookup,
    What::Lookahead,
    What::Model,
    What::Rtl,
];

/// Batches that are measured unless another number is given.
const BATCHES: u64 = 5;

impl What {
    /// Its name on the command line.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether it simulates the RTL; `asked`: with --rtl.
    fn needs_rtl(self, asked: bool) -> bool {
        matches!(self, Self::Rtl | Self::Checkpoint | Self::Kernel) || (asked && self == Self::Model)
    }

    /// The options that have an effect on it.
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Dlrm => &["--batches", "--preset"],
            Self::Embedding | Self::Mlp | Self::RelaxedLookup | Self::Lookahead => &["--batches"],
            Self::Rtl => &["--dimension", "--pooling", "--bags", "--tables", "--rows", "--skew", "--media", "--seed"],
            Self::Model => &["--rtl", "--bags", "--rows", "--media", "--seed"],
            Self::Checkpoint | Self::Kernel => &[],
            Self::Store => &["--folder", "--raw"],
            Self::Ps | Self::PsLoopback | Self::Data => &["--folder"],
            Self::All => &["--batches", "--folder", "--rtl"],
        }
    }
}

/// Refuses what is asked for twice, and options that nothing that is measured takes.
fn check(arguments: &BenchArguments, what: &[What]) -> anyhow::Result<()> {
    let names: Vec<String> = what.iter().map(|what| what.name()).collect();
    expect_once("bench", "WHAT", names.iter().map(String::as_str))?;
    if what.contains(&What::All) && what.len() > 1 {
        return Err(misused("bench", "all is everything that there is: name nothing beside it"));
    }
    let mut given = arguments.shape.options();
    given.extend(arguments.batches.map(|_| "--batches"));
    given.extend((!arguments.preset.is_empty()).then_some("--preset"));
    given.extend(arguments.rtl.then_some("--rtl"));
    given.extend(arguments.folder.as_ref().map(|_| "--folder"));
    given.extend(arguments.raw.as_ref().map(|_| "--raw"));
    let has_effect = |option: &str| what.iter().any(|what| what.options().contains(&option));
    let Some(option) = given.into_iter().find(|option| !has_effect(option)) else { return Ok(()) };
    let takers: Vec<String> =
        What::value_variants().iter().filter(|what| what.options().contains(&option)).map(|what| what.name()).collect();
    let message = format!("{option} has no effect on {}; it is for {}", names.join(", "), takers.join(", "));
    Err(misused("bench", &message))
}

pub(crate) fn run(arguments: &BenchArguments) -> anyhow::Result<Outcome> {
    let default = if arguments.shape.given() { &[What::Rtl][..] } else { &[What::Embedding, What::Mlp][..] };
    let what = if arguments.what.is_empty() { default } else { &arguments.what[..] };
    check(arguments, what)?;
    // All of them in the same run, so that the machine is the same.
    let has_rtl = cfg!(feature = "rtl");
    let what = match what.contains(&What::All) {
        true if has_rtl => &ALL[..],
        true => {
            eprintln!("rtl is left out: this emberlane was built without the RTL devices");
            &ALL[..ALL.len() - 1]
        }
        false => what,
    };
    // What fails, fails before hours of others.
    if let Some(rtl) = what.iter().find(|what| !has_rtl && what.needs_rtl(arguments.rtl)) {
        let name = rtl.name();
        anyhow::bail!("{name}: this emberlane was built without the RTL devices; build it with the feature `rtl`");
    }
    if let Some(folder) = arguments.folder.as_ref().filter(|folder| !folder.is_dir()) {
        anyhow::bail!("--folder {}: there is no such folder", folder.display());
    }
    let batches = arguments.batches.unwrap_or(BATCHES);
    let mut figures = Vec::new();
    for what in what {
        match what {
            What::Embedding => this_machine::embedding(batches, &mut figures)?,
            What::Mlp => this_machine::mlp(batches, &mut figures)?,
            What::Data => {
                let folder = arguments.folder.clone().unwrap_or_else(std::env::temp_dir);
                data::measure_all(&folder, &mut figures)?;
            }
            What::Dlrm if arguments.preset.is_empty() => {
                let all: Vec<Preset> = Preset::NAMES.iter().map(|(_, preset)| *preset).collect();
                dlrm::iterations(&all, batches, &mut figures)?;
            }
            What::Dlrm => dlrm::iterations(&arguments.preset, batches, &mut figures)?,
            // It stands for the others.
            What::All => {}
            What::Rtl => {
                rtl::measure(&arguments.shape, &mut figures)?;
                if !arguments.shape.given() {
                    checkpoint::measure(&mut figures)?;
                    kernel::measure(&mut figures)?;
                }
            }
            What::Model => model::measure(&arguments.shape, arguments.rtl, &mut figures)?,
            What::Checkpoint => checkpoint::measure(&mut figures)?,
            What::Kernel => {
                kernel::measure(&mut figures)?;
            }
            What::RelaxedLookup => relaxed_lookup::measure(batches, &mut figures)?,
            What::Lookahead => lookahead::measure(batches, &mut figures)?,
            What::Store => match &arguments.raw {
                Some(folder) => store::raw(folder, &mut figures)?,
                None => store::measure(&arguments.folder.clone().unwrap_or_else(std::env::temp_dir), &mut figures)?,
            },
            What::Ps => {
                let folder = arguments.folder.clone().unwrap_or_else(std::env::temp_dir);
                ps::measure(&folder, &mut figures)?;
                super::ps_lost::measure(&folder, &mut figures)?;
                super::ps_checkpoints::measure(&folder, &mut figures)?;
                #[cfg(feature = "cluster")]
                super::ps_loopback::measure(&folder, &mut figures)?;
            }
            What::PsLoopback => {
                #[cfg(feature = "cluster")]
                super::ps_loopback::measure(
                    &arguments.folder.clone().unwrap_or_else(std::env::temp_dir),
                    &mut figures,
                )?;
                #[cfg(not(feature = "cluster"))]
                return Err(misused("bench", "ps-loopback: this program was built without the feature `cluster`"));
            }
        }
    }
    let mut stdout = stdout();
    if arguments.format == Format::Json {
        writeln!(stdout, "{}", serde_json::to_string_pretty(&figures)?)?;
        return Ok(Outcome::Good);
    }
    for Figure { name, value, unit, limit, ratio, bound, counters } in &figures {
        write!(stdout, "{name:<48} {value:>12.3} {unit}")?;
        match (limit, ratio, bound) {
            (Some(limit), Some(ratio), Some(bound)) => writeln!(stdout, ", {ratio:.3} of {limit:.3} ({bound})")?,
            _ => {
                let from: Vec<String> = counters.iter().map(|(name, value)| format!("{name} {value}")).collect();
                writeln!(stdout, " ({})", from.join(", "))?;
            }
        }
    }
    Ok(Outcome::Good)
}
