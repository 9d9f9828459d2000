//! Placements against every placement that there is, for few tables, and what holds for many.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use emberlane_tiers::placement::{
    Expected, Memory, Place, PlacedTable, PlacementFile, Problem, Solved, Solver, Table, Tier, lower_bound,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::json;

fn problem(random: &mut Pcg64, tables: usize, gpus: usize) -> Problem {
    let tables: Vec<Table> = (0..tables)
        .map(|_| {
            // Sizes over some orders of magnitude, and what is looked up apart from them.
            let bytes = 10f64.powf(random.random_range(2.0..5.0)) as u64;
            Table { bytes, volume: f64::from(random.random_range(1..200)) * 64.0 }
        })
        .collect();
    let all: u64 = tables.iter().map(|table| table.bytes).sum();
    let part = |share: f64| (all as f64 * share) as u64;
    Problem {
        gpus,
        hbm: Memory { bytes: part(random.random_range(0.0..0.6) / gpus as f64), bandwidth: 1.6e12 },
        dram: Memory { bytes: part(random.random_range(0.0..0.5)), bandwidth: 170e9 },
        ssd: Memory { bytes: part(random.random_range(0.6..1.5)), bandwidth: 6e9 },
        tables,
    }
}

/// The least time of all placements that fit, one after another.
fn least(problem: &Problem) -> Option<f64> {
    let places: Vec<Place> =
        Tier::ALL.iter().flat_map(|tier| (0..problem.gpus).map(|gpu| Place { gpu, tier: *tier })).collect();
    let mut chosen = vec![0; problem.tables.len()];
    let mut least: Option<f64> = None;
    loop {
        let placement: Vec<Place> = chosen.iter().map(|place| places[*place]).collect();
        if fits(problem, &placement) {
            let time = time(problem, &placement);
            least = Some(least.map_or(time, |least: f64| least.min(time)));
        }
        let Some(next) = chosen.iter().position(|place| place + 1 < places.len()) else { return least };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// Whether a placement fits, and Equation 6, in other words than those that are tested.
fn fits(problem: &Problem, placement: &[Place]) -> bool {
    let bytes = |of: &dyn Fn(&Place) -> bool| -> u64 {
        placement.iter().zip(&problem.tables).filter(|(place, _)| of(place)).map(|(_, table)| table.bytes).sum()
    };
    (0..problem.gpus).all(|gpu| bytes(&|place| *place == Place { gpu, tier: Tier::Hbm }) <= problem.hbm.bytes)
        && bytes(&|place| place.tier == Tier::Dram) <= problem.dram.bytes
        && bytes(&|place| place.tier == Tier::Ssd) <= problem.ssd.bytes
}

fn time(problem: &Problem, placement: &[Place]) -> f64 {
    let of_gpu = |gpu: usize| -> f64 {
        let mine = placement.iter().zip(&problem.tables).filter(|(place, _)| place.gpu == gpu);
        mine.map(|(place, table)| {
            let gpus = problem.gpus as f64;
            table.volume
                / match place.tier {
                    Tier::Hbm => problem.hbm.bandwidth,
                    Tier::Dram => problem.dram.bandwidth / gpus,
                    Tier::Ssd => problem.ssd.bandwidth / gpus,
                }
        })
        .sum()
    };
    (0..problem.gpus).map(of_gpu).fold(0.0, f64::max)
}

/// Between the bound and what the best of all placements takes there is nothing, and the greedy one is seldom above the best.
#[test]
fn few_tables_are_placed_about_as_well_as_they_can_be() {
    let (mut cases, mut best, mut unfound, mut worst) = (0, 0, 0, 1.0f64);
    for seed in 0..200 {
        let mut random = Pcg64::seed_from_u64(seed);
        let gpus = random.random_range(1..3);
        let tables = random.random_range(1..if gpus == 1 { 9 } else { 6 });
        let problem = problem(&mut random, tables, gpus);
        let placed = Solver::Greedy.place(&problem);
        let Some(least) = least(&problem) else {
            assert!(placed.is_err(), "seed {seed}: there is no placement, and one was found");
            continue;
        };
        let bound = lower_bound(&problem);
        assert!(bound <= least * (1.0 + 1e-9), "seed {seed}: the bound {bound} is above the best, {least}");
        cases += 1;
        let Ok(placed) = placed else {
            unfound += 1;
            continue;
        };
        assert!(fits(&problem, &placed) && problem.fits(&problem.fill(&placed)), "seed {seed}: {placed:?}");
        let found = time(&problem, &placed);
        assert!((problem.lookup_time(&placed) / found - 1.0).abs() < 1e-9, "seed {seed}");
        assert!(found >= least * (1.0 - 1e-9), "seed {seed}: {found} is below the best, {least}");
        best += usize::from(found <= least * (1.0 + 1e-9));
        worst = worst.max(found / least);
    }
    println!("{best} of {cases} are the best there is, {unfound} were not found; the worst takes {worst:.2} of it");
    assert!(cases > 100 && best * 10 >= cases * 8 && unfound * 50 <= cases, "{best} of {cases}, {unfound} not found");
}

/// Of many tables none is worse placed by sizes and bandwidths than by sizes alone, nor by loads alone than in turn.
#[test]
fn what_more_is_known_of_tables_the_better_they_are_placed() {
    let mut gaps: Vec<f64> = Vec::new();
    for seed in 200..215 {
        let mut random = Pcg64::seed_from_u64(seed);
        let gpus = random.random_range(2..9);
        let mut problem = problem(&mut random, 60, gpus);
        problem.ssd.bytes = u64::MAX;
        let names: [_; 4] = Solver::NAMES[..4].try_into().unwrap();
        let [greedy, size_only, balanced, in_turn] = names.map(|(name, solver)| {
            let places = solver.place(&problem).unwrap();
            assert!(fits(&problem, &places) && solver.name() == name, "seed {seed}, {name}");
            time(&problem, &places)
        });
        assert!(greedy <= size_only * 1.001, "seed {seed}: {greedy}, by sizes alone {size_only}");
        assert!(balanced <= in_turn && greedy <= balanced, "seed {seed}: {greedy}, {balanced}, in turn {in_turn}");
        gaps.push(greedy / lower_bound(&problem) - 1.0);
    }
    gaps.sort_by(f64::total_cmp);
    println!("gaps: {gaps:.3?}");
    assert!(gaps[gaps.len() / 2] < 0.25, "{gaps:?}");
}

/// The best of few tables is found, and the bound is not above it.
#[test]
fn a_programme_finds_the_best_placement() {
    let (mut cases, mut proven) = (0, 0);
    for seed in 1000..1100 {
        let mut random = Pcg64::seed_from_u64(seed);
        let gpus = random.random_range(1..4);
        let tables = random.random_range(1..[0, 9, 6, 5][gpus]);
        let problem = problem(&mut random, tables, gpus);
        let solved = Solver::Milp.solve(&problem, Solver::NODES);
        let Some(least) = least(&problem) else {
            assert!(solved.is_err(), "seed {seed}: there is no placement, and one was found");
            continue;
        };
        let Solved { places, lower_bound: bound } = solved.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let found = time(&problem, &places);
        assert!(fits(&problem, &places), "seed {seed}: {places:?}");
        assert!(bound <= least * (1.0 + 1e-9) && bound >= lower_bound(&problem) * (1.0 - 1e-9), "seed {seed}: {bound}");
        assert!(found <= least * (1.0 + 1e-5), "seed {seed}: {found} is above the best, {least}");
        cases += 1;
        proven += usize::from(bound >= found * (1.0 - 1e-5));
    }
    println!("{proven} of {cases} are proven to be the best");
    assert!(cases > 50 && proven * 10 >= cases * 9, "{proven} of {cases}");
}

/// Another's solver, from another statement of Equation 6, finds no less and no more.
#[test]
fn another_solver_finds_the_same() {
    let python = [Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin/python"), "python3".into()];
    let has_it = |python: &PathBuf| {
        let imports = Command::new(python).args(["-c", "import highspy"]).output();
        imports.is_ok_and(|output| output.status.success())
    };
    let Some(python) = python.into_iter().find(has_it) else {
        eprintln!("skipped: no Python with highspy; scripts/setup installs it into target/tools");
        return;
    };
    let problems: Vec<Problem> = (2000..2012)
        .map(|seed| {
            let mut random = Pcg64::seed_from_u64(seed);
            let gpus = random.random_range(1..5);
            let mut problem = problem(&mut random, 12, gpus);
            problem.ssd.bytes = problem.ssd.bytes.saturating_mul(2);
            problem
        })
        .collect();
    let memory = |memory: &Memory, parts: usize, a_gpu: bool| json!({ "bytes": memory.bytes, "bandwidth": memory.bandwidth / parts as f64, "a_gpu": a_gpu });
    let said = problems.iter().map(|problem| {
        let tables = problem.tables.iter().map(|table| json!({ "bytes": table.bytes, "volume": table.volume }));
        let [dram, ssd] = [&problem.dram, &problem.ssd].map(|shared| memory(shared, problem.gpus, false));
        let memories = [memory(&problem.hbm, 1, true), dram, ssd];
        json!({ "gpus": problem.gpus, "tables": tables.collect::<Vec<_>>(), "memories": memories })
    });
    let said = serde_json::to_vec(&said.collect::<Vec<_>>()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/placements.py");
    let mut child = Command::new(&python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&said).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let theirs: Vec<Option<f64>> = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(theirs.len(), problems.len());
    for (number, (problem, theirs)) in problems.iter().zip(theirs).enumerate() {
        let solved = Solver::Milp.solve(problem, 20 * Solver::NODES);
        let (Some(theirs), Ok(Solved { places, lower_bound })) = (theirs, &solved) else {
            assert!(theirs.is_none() && solved.is_err(), "problem {number}: {theirs:?} and {solved:?}");
            continue;
        };
        let ours = time(problem, places);
        println!("problem {number}: {ours:e} s of ours, {theirs:e} s of HiGHS, bound {lower_bound:e} s");
        assert!(fits(problem, places) && (ours / theirs - 1.0).abs() < 1e-5, "problem {number}: {ours} and {theirs}");
        assert!(*lower_bound <= theirs * (1.0 + 1e-6), "problem {number}: {lower_bound} is above {theirs}");
    }
}

#[test]
fn on_the_ssd_tables_are_dealt_or_balanced() {
    let table = |bytes, volume| Table { bytes, volume };
    let problem = Problem {
        tables: vec![table(50, 1.0), table(40, 6.0), table(30, 2.0), table(20, 3.0)],
        gpus: 2,
        hbm: Memory { bytes: 1000, bandwidth: 10.0 },
        dram: Memory { bytes: 1000, bandwidth: 4.0 },
        ssd: Memory { bytes: 1000, bandwidth: 2.0 },
    };
    let dealt = Solver::InTurn.place(&problem).unwrap();
    assert_eq!(dealt.iter().map(|place| place.gpu).collect::<Vec<_>>(), [0, 1, 0, 1]);
    assert!(dealt.iter().all(|place| place.tier == Tier::Ssd));
    assert_eq!(problem.loads(&dealt), [3.0, 9.0], "each GPU has half of the SSD's bandwidth");
    let balanced = Solver::Balanced.place(&problem).unwrap();
    assert_eq!(problem.lookup_time(&balanced), 6.0);
    let small = Problem { ssd: Memory { bytes: 100, bandwidth: 2.0 }, ..problem };
    let refused = Solver::Balanced.place(&small).unwrap_err().to_string();
    assert!(
        refused.contains("140 bytes") && refused.contains("SSD 100 bytes") && refused.contains("store.ssd.capacity")
    );
    assert!(Solver::Greedy.place(&small).is_ok(), "there is room elsewhere");
}

/// Where memories are full to the last byte, tables one after another may find no room, and all of them together have some.
#[test]
fn memories_that_are_full_to_the_last_byte_are_filled_by_a_programme() {
    let table = |bytes| Table { bytes, volume: 64.0 };
    let problem = Problem {
        tables: [640, 640, 512, 384, 384].map(table).to_vec(),
        gpus: 2,
        hbm: Memory { bytes: 1280, bandwidth: 1.6e12 },
        dram: Memory { bytes: 0, bandwidth: 170e9 },
        ssd: Memory { bytes: 0, bandwidth: 6e9 },
    };
    let refused = Solver::Greedy.place(&problem).unwrap_err().to_string();
    assert!(refused.contains("2560 bytes") && refused.contains("--solver milp"), "{refused}");
    let places = Solver::Milp.place(&problem).unwrap();
    assert!(fits(&problem, &places), "{places:?}");
    // As many bytes, and no way to divide them.
    let halves = Problem { tables: [1000, 1000, 560].map(table).to_vec(), ..problem.clone() };
    let refused = Solver::Milp.place(&halves).unwrap_err().to_string();
    assert!(refused.contains("store.ssd.capacity") && refused.contains("milp either"), "{refused}");
    let larger = Problem { tables: [1281, 1280].map(table).to_vec(), ..problem };
    for solver in [Solver::Greedy, Solver::Milp] {
        let refused = solver.place(&larger).unwrap_err().to_string();
        assert!(refused.contains("store.ssd.capacity") && !refused.contains("--solver"), "{refused}");
    }
}

#[test]
fn a_placement_is_of_one_model() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("placement.json");
    let table = |rows, tier| PlacedTable {
        rows,
        bytes: 8 * u64::from(rows),
        lookups: 2.5,
        tier,
        gpu: 1,
        time_s: 1e-9,
        reason: "there is room".to_owned(),
    };
    let file = PlacementFile::new("greedy", 2, (2e-9, 1e-9), vec![table(7, Tier::Hbm), table(9, Tier::Ssd)]);
    file.write(&path).unwrap();
    let memories = |rows: &'static [u32]| Expected { rows, row_bytes: 8, gpus: 2, hbm: 56, dram: 0 };
    assert_eq!(PlacementFile::read(&path, &memories(&[7, 9])).unwrap(), file);
    assert!((file.gap() - 1.0).abs() < 1e-12);
    let small = Expected { gpus: 1, ..memories(&[7, 9]) };
    let full = Expected { hbm: 55, ..memories(&[7, 9]) };
    let wide = Expected { row_bytes: 16, hbm: 1 << 20, ..memories(&[7, 9]) };
    for (memories, expected) in [
        (memories(&[7]), "places 2 tables"),
        (memories(&[7, 8]), "table 1 has 9 rows there, and 8 in the model"),
        (small, "it is for 2 GPUs, and store.gpus = 1"),
        (full, "it places 56 bytes in the HBM of a GPU, and store.hbm.tables has room for 55"),
        (wide, "table 0 has 56 bytes there, and 7 rows of 16 bytes"),
    ] {
        let refused = PlacementFile::read(&path, &memories).unwrap_err().to_string();
        assert!(
            refused.contains(expected) && refused.contains("placement.json") && refused.contains("emberlane place")
        );
    }
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in
        [("placement 1", "placement 9"), ("\"gpu\": 1", "\"gpu\": 2"), ("\"hbm\"", "\"tape\""), ("{", "[")]
    {
        assert!(text.contains(from));
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        assert!(PlacementFile::read(&path, &memories(&[7, 9])).is_err(), "{from} for {to}");
    }
    std::fs::remove_file(&path).unwrap();
    let refused = PlacementFile::read(&path, &memories(&[7, 9])).unwrap_err().to_string();
    assert!(refused.contains("store.placement") && refused.contains("emberlane place"), "{refused}");
}
