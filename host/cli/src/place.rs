//! `emberlane place`

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use emberlane_data::Epochs;
use emberlane_experiment::{Experiment, StoreConfig, TableMemory};
use emberlane_memory::Bytes;
use emberlane_tiers::placement::{
    Fill, Memory, Place, PlacedTable, PlacementFile, Problem, Solved, Solver, Table, Tier,
};
use serde_json::json;

use crate::named::named;
use crate::outcome::{Format, Outcome, misused, stdout};
use crate::places::{expect_free_place, file};

/// Batches whose lookups are counted.
const COUNTED: u64 = 20;

/// Place the tables of an experiment in HBM, DRAM and files, and say why.
///
/// What GPUs and memories there are, [store] says. How often a table is looked up is counted in the experiment's data.
#[derive(Debug, Args)]
pub(super) struct PlaceArguments {
    /// The experiment (TOML), with [store].
    #[arg(value_name = "EXPERIMENT", value_parser = file())]
    experiment: PathBuf,
    /// How to place them.
    #[arg(long, value_parser = named(&Solver::NAMES, solver), default_value = Solver::Greedy.name())]
    solver: Solver,
    #[arg(
        long,
        value_name = "N",
        help = format!("Solve this many linear programmes at most, with --solver milp [default: {}]", Solver::NODES),
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,
    /// Count the lookups of this many batches at most.
    #[arg(long, value_name = "N", default_value_t = COUNTED, value_parser = clap::value_parser!(u64).range(1..))]
    batches: u64,
    /// Write the placement to FILE, for store.placement.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file of --out, if it is there.
    #[arg(long, requires = "out")]
    overwrite: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn solver(solver: Solver) -> &'static str {
    match solver {
        Solver::Greedy => "By what is looked up of a byte, then moves and swaps",
        Solver::SizeOnly => "By size alone",
        Solver::Balanced => "All in files, each GPU with as much to look up",
        Solver::InTurn => "All in files, dealt to the GPUs from the largest on",
        Solver::Milp => "The best there is, as a mixed integer linear programme, as far as --nodes goes",
    }
}

pub(super) fn run(arguments: &PlaceArguments) -> anyhow::Result<Outcome> {
    if arguments.nodes.is_some() && arguments.solver != Solver::Milp {
        return Err(misused("place", "--nodes has no effect: it is for --solver milp"));
    }
    let experiment = Experiment::read(&arguments.experiment)?;
    if let Some(out) = &arguments.out {
        let data = emberlane_data::files(&experiment.data).unwrap_or_default();
        let inputs: Vec<&Path> = data.iter().chain([&arguments.experiment]).map(PathBuf::as_path).collect();
        expect_free_place("place", "--out", out, arguments.overwrite, &inputs)?;
    }
    let Some(store) = &experiment.store else {
        let text = format!(
            "{}: there is no [store]: add one with the memories that there are, as in docs/guide/larger-than-memory.md",
            arguments.experiment.display()
        );
        return Err(misused("place", &text));
    };
    let lookups = lookups(&experiment, arguments.batches)?;
    let problem = problem(&experiment, store, &lookups);
    let solver = arguments.solver;
    let Solved { places, lower_bound } = solver.solve(&problem, arguments.nodes.unwrap_or(Solver::NODES))?;
    let placement = placement(&experiment, &problem, solver, (&places, lower_bound), &lookups);
    if let Some(out) = &arguments.out {
        placement.write(out)?;
    }
    let mut out = stdout();
    match arguments.format {
        Format::Human => print(&mut out, &problem, &places, &placement)?,
        Format::Json => writeln!(out, "{:#}", json_of(&problem, &places, &placement)?)?,
    }
    Ok(Outcome::Good)
}

/// Rows of each table that a sample looks up, in the first batches.
fn lookups(experiment: &Experiment, batches: u64) -> anyhow::Result<Vec<f64>> {
    let mut epochs = Epochs::open(experiment, batches)?;
    let (mut counts, mut samples) = (vec![0u64; experiment.model.tables()], 0u64);
    for _ in 0..batches {
        let Some(batch) = epochs.next_batch()? else { break };
        let bags = &batch.bags;
        samples += bags.samples as u64;
        for (table, count) in counts.iter_mut().enumerate() {
            let offset = |sample: usize| u64::from(bags.offsets[table * bags.samples + sample]);
            *count += offset(bags.samples) - offset(0);
        }
    }
    anyhow::ensure!(samples > 0, "there is no batch to count lookups in");
    Ok(counts.into_iter().map(|count| count as f64 / samples as f64).collect())
}

/// The tables and memories of an experiment.
fn problem(experiment: &Experiment, store: &StoreConfig, lookups: &[f64]) -> Problem {
    let dimension = experiment.model.dimension;
    let width = dimension + experiment.train.optimizer.state_of(dimension);
    let tables = experiment.model.rows.iter().zip(lookups).map(|(rows, lookups)| Table {
        bytes: u64::from(*rows) * 4 * width as u64,
        volume: lookups * 4.0 * dimension as f64,
    });
    let memory = |TableMemory { bytes, bandwidth }| Memory { bytes, bandwidth };
    Problem {
        tables: tables.collect(),
        gpus: store.gpus,
        hbm: memory(store.hbm),
        dram: memory(store.dram),
        ssd: memory(store.ssd),
    }
}

fn placement(
    experiment: &Experiment,
    problem: &Problem,
    solver: Solver,
    (places, lower_bound): (&[Place], f64),
    lookups: &[f64],
) -> PlacementFile {
    let fill = problem.fill(places);
    let tables = places.iter().enumerate().map(|(table, place)| PlacedTable {
        rows: experiment.model.rows[table],
        bytes: problem.tables[table].bytes,
        lookups: lookups[table],
        tier: place.tier,
        gpu: place.gpu,
        time_s: problem.time(table, place.tier),
        reason: reason(problem, solver, &fill, table, *place),
    });
    let times = (problem.lookup_time(places), lower_bound);
    PlacementFile::new(solver.name(), problem.gpus, times, tables.collect())
}

/// Why a table is where it is: what keeps it from the next faster memory, or what it would cost elsewhere.
fn reason(problem: &Problem, solver: Solver, fill: &Fill, table: usize, place: Place) -> String {
    if matches!(solver, Solver::Balanced | Solver::InTurn) {
        return format!("{} puts all tables there", solver.name());
    }
    let bytes = problem.tables[table].bytes;
    let faster = Tier::ALL.into_iter().filter(|tier| problem.bandwidth(*tier) > problem.bandwidth(place.tier));
    let faster = faster.filter(|tier| problem.memory(*tier).bytes > 0);
    let Some(tier) = faster.min_by(|one, other| problem.bandwidth(*one).total_cmp(&problem.bandwidth(*other))) else {
        let slower = Tier::ALL.into_iter().filter(|tier| problem.bandwidth(*tier) < problem.bandwidth(place.tier));
        let next = slower.max_by(|one, other| problem.bandwidth(*one).total_cmp(&problem.bandwidth(*other)));
        let Some(next) = next else { return "there is no other memory".to_owned() };
        let more = problem.time(table, next) - problem.time(table, place.tier);
        return format!("in {}: {} more on GPU {}", next.name(), nanoseconds(more), place.gpu);
    };
    let name = tier.name();
    let room = problem.memory(tier).bytes;
    if bytes > room {
        return format!("{name} has {}, and it needs {}", Bytes(room), Bytes(bytes));
    }
    let left = (0..problem.gpus).map(|gpu| room - fill.of(Place { gpu, tier }).min(room)).max().unwrap_or(0);
    if bytes > left {
        return format!("{name} has {} left, for tables of which more is looked up", Bytes(left));
    }
    format!("{name} has room, and no GPU would be done earlier")
}

fn nanoseconds(seconds: f64) -> String {
    format!("{:.3} ns", seconds * 1e9)
}

fn print(out: &mut impl Write, problem: &Problem, places: &[Place], placement: &PlacementFile) -> anyhow::Result<()> {
    writeln!(out, "table        rows        bytes   lookups  memory  GPU      a sample  why")?;
    for (table, PlacedTable { rows, bytes, lookups, tier, gpu, time_s, reason }) in placement.tables.iter().enumerate()
    {
        let (bytes, time) = (Bytes(*bytes).to_string(), nanoseconds(*time_s));
        let name = tier.name();
        writeln!(out, "{table:<5}{rows:>12}{bytes:>13}{lookups:>10.2}  {name:<6}{gpu:>5}{time:>14}  {reason}")?;
    }
    for (name, filled, room) in fills(problem, places) {
        let share = 100.0 * filled as f64 / room.max(1) as f64;
        match room {
            0 if filled == 0 => {}
            u64::MAX => writeln!(out, "{name:<12}{}", Bytes(filled))?,
            _ => writeln!(out, "{name:<12}{} of {}, {share:.1} %", Bytes(filled), Bytes(room))?,
        }
    }
    for (gpu, load) in problem.loads(places).into_iter().enumerate() {
        writeln!(out, "{:<12}{} a sample", format!("GPU {gpu}"), nanoseconds(load))?;
    }
    writeln!(
        out,
        "lookups     {} a sample, by {}; no placement takes less than {} (gap {:.1} %)",
        nanoseconds(placement.lookup_time_s),
        placement.solver,
        nanoseconds(placement.lower_bound_s),
        100.0 * placement.gap()
    )?;
    Ok(())
}

/// The name of each memory, what is in it, and what it has room for.
fn fills(problem: &Problem, places: &[Place]) -> Vec<(String, u64, u64)> {
    let fill = problem.fill(places);
    let hbm = fill.hbm.iter().enumerate().map(|(gpu, filled)| (format!("HBM {gpu}"), *filled, problem.hbm.bytes));
    let shared = [("DRAM", fill.dram, problem.dram.bytes), ("SSD", fill.ssd, problem.ssd.bytes)];
    hbm.chain(shared.map(|(name, filled, room)| (name.to_owned(), filled, room))).collect()
}

fn json_of(problem: &Problem, places: &[Place], placement: &PlacementFile) -> anyhow::Result<serde_json::Value> {
    let fills = fills(problem, places).into_iter().map(|(name, filled, room)| {
        let room = (room < u64::MAX).then_some(room);
        json!({ "memory": name, "bytes": filled, "room": room })
    });
    let mut json = serde_json::to_value(placement)?;
    json["gap"] = placement.gap().into();
    json["memories"] = fills.collect::<Vec<_>>().into();
    json["gpu_times_s"] = problem.loads(places).into();
    Ok(json)
}
