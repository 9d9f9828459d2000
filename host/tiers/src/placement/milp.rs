//! Equation 6 as a mixed integer linear programme: which table is where is 0 or 1, and the GPU that takes longest takes least.

use microlp::{ComparisonOp, OptimizationDirection, Problem as Programme, SolveOptions, SolveOutcome, Variable};

use super::problem::{Place, Problem, Tier};
use super::solver::{NotPlaced, Solved, descending};

/// What is smaller, as a share of the largest that it is summed with, is left out: the solver is exact over six orders of magnitude.
/// Less to look up and fewer bytes make the least time no longer, so that the bound holds.
const SMALLEST: f64 = 1e-6;
/// What a bound may be wrong by, as a share: ten times the solver's own tolerance.
const TOLERANCE: f64 = 1e-6;

/// A table in a place, or not.
struct Choice {
    table: usize,
    place: Place,
    variable: Variable,
}

/// Looks for the best placement, from one on that is known, if any is. It solves so many linear programmes at most: a number, and no
/// time, so that it finds the same on every machine. `None`: it has found nothing better than what it began with.
pub(super) fn solve(problem: &Problem, start: Option<&[Place]>, nodes: u64) -> Result<Solved, NotPlaced> {
    let order = descending(problem, |table| table.volume);
    let start = start.map(|places| renumbered(places, &order));
    // Times in units of what is known to do.
    let slowest = |table: usize| Tier::ALL.iter().map(|tier| problem.time(table, *tier)).fold(0.0, f64::max);
    let unit = start
        .as_ref()
        .map_or_else(|| (0..problem.tables.len()).map(slowest).sum(), |places| problem.lookup_time(places));
    if unit <= 0.0 || !unit.is_finite() {
        return start.map(|places| Solved { places, lower_bound: 0.0 }).ok_or_else(|| gave_up("nothing is looked up"));
    }
    let mut programme = Programme::new(OptimizationDirection::Minimize);
    let longest = programme.add_var(1.0, (0.0, f64::INFINITY));
    let choices = choices(problem, &order, unit, &mut programme);
    constrain(problem, &choices, unit, longest, &mut programme);
    let mut options = SolveOptions::default();
    (options.node_limit, options.mip_gap) = (Some(nodes), TOLERANCE);
    options.warm_start = start.as_ref().map(|places| {
        choices
            .iter()
            .map(|choice| (choice.variable, f64::from(u8::from(places[choice.table] == choice.place))))
            .collect()
    });
    let outcome = programme.solve_with(options).map_err(gave_up)?;
    let bound = outcome.stats().best_bound.unwrap_or(0.0) * unit * (1.0 - TOLERANCE);
    let found = match &outcome {
        SolveOutcome::Solution(solution) => {
            let mut places = vec![None; problem.tables.len()];
            for choice in choices.iter().filter(|choice| solution.var_value(choice.variable) > 0.5) {
                places[choice.table] = Some(choice.place);
            }
            places.into_iter().collect::<Option<Vec<Place>>>().filter(|places| problem.fits(&problem.fill(places)))
        }
        SolveOutcome::Interrupted(_) => None,
    };
    let better = |one: Vec<Place>, other: Vec<Place>| {
        if problem.lookup_time(&other) < problem.lookup_time(&one) { other } else { one }
    };
    let places = match (start, found) {
        (Some(start), Some(found)) => better(start, found),
        (start, found) => {
            start.or(found).ok_or_else(|| gave_up(format!("it found no placement with {nodes} programmes")))?
        }
    };
    Ok(Solved { lower_bound: bound.max(super::lower_bound(problem)).min(problem.lookup_time(&places)), places })
}

/// GPUs are alike: the first is the one with the table of which most is looked up, and so on.
fn renumbered(places: &[Place], order: &[usize]) -> Vec<Place> {
    let mut numbers: Vec<usize> = Vec::new();
    for table in order {
        if !numbers.contains(&places[*table].gpu) {
            numbers.push(places[*table].gpu);
        }
    }
    let number = |gpu: usize| numbers.iter().position(|each| *each == gpu).unwrap_or(gpu);
    places.iter().map(|place| Place { gpu: number(place.gpu), ..*place }).collect()
}

/// A variable for every table and every place where it may be: of placements that differ in the names of GPUs one is enough, and where
/// a table alone takes longer than what is known to do it is not.
fn choices(problem: &Problem, order: &[usize], unit: f64, programme: &mut Programme) -> Vec<Choice> {
    let mut choices = Vec::new();
    for (rank, table) in order.iter().enumerate() {
        let may_be = |place: &Place| {
            place.gpu <= rank
                && problem.tables[*table].bytes <= problem.memory(place.tier).bytes
                && problem.time(*table, place.tier) <= unit * (1.0 + TOLERANCE)
        };
        for place in problem.all_places().filter(may_be) {
            choices.push(Choice { table: *table, place, variable: programme.add_binary_var(0.0) });
        }
    }
    choices
}

/// Every table is in one place, no memory has more than it has room for, and no GPU takes longer than the one that takes longest.
fn constrain(problem: &Problem, choices: &[Choice], unit: f64, longest: Variable, programme: &mut Programme) {
    for table in 0..problem.tables.len() {
        let places = choices.iter().filter(|choice| choice.table == table).map(|choice| (choice.variable, 1.0));
        programme.add_constraint(places, ComparisonOp::Eq, 1.0);
    }
    for gpu in 0..problem.gpus {
        let of_gpu = choices.iter().filter(|choice| choice.place.gpu == gpu);
        let times = of_gpu.map(|choice| (choice.variable, problem.time(choice.table, choice.place.tier) / unit));
        let times = times.filter(|(_, time)| *time >= SMALLEST);
        programme.add_constraint(times.chain([(longest, -1.0)]), ComparisonOp::Le, 0.0);
    }
    let mut room = |tier: Tier, gpu: Option<usize>| {
        let room = problem.memory(tier).bytes;
        let here =
            choices.iter().filter(|choice| choice.place.tier == tier && gpu.is_none_or(|gpu| choice.place.gpu == gpu));
        let bytes = here.map(|choice| (choice.variable, problem.tables[choice.table].bytes as f64 / room as f64));
        let bytes: Vec<(Variable, f64)> = bytes.filter(|(_, bytes)| *bytes >= SMALLEST).collect();
        programme.add_constraint(bytes, ComparisonOp::Le, 1.0);
    };
    (0..problem.gpus).for_each(|gpu| room(Tier::Hbm, Some(gpu)));
    room(Tier::Dram, None);
    room(Tier::Ssd, None);
}

fn gave_up(why: impl std::fmt::Display) -> NotPlaced {
    NotPlaced::new(format!("the solver of linear programmes gave up ({why}): place them with --solver greedy"))
}
