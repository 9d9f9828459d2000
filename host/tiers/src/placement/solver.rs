//! Ways to place tables.

use emberlane_experiment::shortened;

use super::bound::lower_bound;
use super::milp;
use super::problem::{Place, Problem, Table, Tier};
use super::search::Search;
use super::solved::{NotPlaced, Solved, descending};

/// A way to place tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// By what is looked up of a byte, then moves and swaps: sizes and bandwidths count.
    Greedy,
    /// As if every byte of a table were looked up: sizes alone count.
    SizeOnly,
    /// All on the SSD; each GPU looks up as much.
    Balanced,
    /// All on the SSD; the GPUs get tables in turn, from the largest on.
    InTurn,
    /// The best of all, as a mixed integer linear programme, from the greedy one on.
    Milp,
}

impl Solver {
    /// What they are called.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("greedy", Self::Greedy),
        ("size-only", Self::SizeOnly),
        ("balanced", Self::Balanced),
        ("in-turn", Self::InTurn),
        ("milp", Self::Milp),
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, solver)| *solver == self).map_or("", |(name, _)| name)
    }

    /// Linear programmes that [`Milp`](Self::Milp) solves at most, if nothing else is said.
    pub const NODES: u64 = 2000;

    /// Places every table, and says what no placement can be better than; `nodes`: the linear programmes that [`Milp`](Self::Milp)
    /// solves at most.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn solve(self, problem: &Problem, nodes: u64) -> Result<Solved, NotPlaced> {
        if self == Self::Milp {
            let start = Self::Greedy.place(problem);
            let found = milp::solve(problem, start.as_deref().ok(), nodes);
            // Where there is no room, that says more than what a solver says.
            return found.map_err(|error| match start {
                Ok(_) => error,
                Err(_) => no_room(problem, |_| true, "none was found by --solver milp either: raise --nodes"),
            });
        }
        Ok(Solved { places: self.place(problem)?, lower_bound: lower_bound(problem) })
    }

    /// Places every table.
    ///
    /// # Errors
    /// Tables that the memories have no room for.
    pub fn place(self, problem: &Problem) -> Result<Vec<Place>, NotPlaced> {
        match self {
            Self::Milp => Ok(self.solve(problem, Self::NODES)?.places),
            Self::Greedy => best(problem, |_| true),
            Self::SizeOnly => {
                let tables = problem.tables.iter();
                let tables = tables.map(|table| Table { volume: table.bytes as f64, ..*table }).collect();
                best(&Problem { tables, ..problem.clone() }, |_| true)
            }
            Self::Balanced => best(problem, |place| place.tier == Tier::Ssd),
            Self::InTurn => in_turn(problem),
        }
    }
}

/// The best of what comes of several orders.
fn best(problem: &Problem, allowed: impl Fn(Place) -> bool + Copy) -> Result<Vec<Place>, NotPlaced> {
    let density = |table: &Table| table.volume / table.bytes.max(1) as f64;
    let volume = |table: &Table| table.volume;
    let size = |table: &Table| table.bytes as f64;
    let searches = [density, volume, size].into_iter().filter_map(|by: fn(&Table) -> f64| {
        let order = descending(problem, by);
        let mut search = Search::greedy(problem, &order, allowed)?;
        search.improve(allowed);
        Some(search)
    });
    let compare = |one: &Search<'_>, other: &Search<'_>| {
        let ((largest, all), (others_largest, others)) = (one.value(), other.value());
        largest.total_cmp(&others_largest).then(all.total_cmp(&others))
    };
    let found = searches.min_by(compare).ok_or_else(|| no_room(problem, allowed, "look for it with --solver milp"))?;
    Ok(found.places)
}

fn in_turn(problem: &Problem) -> Result<Vec<Place>, NotPlaced> {
    let mut places = vec![Place { gpu: 0, tier: Tier::Ssd }; problem.tables.len()];
    for (turn, table) in descending(problem, |table| table.bytes as f64).into_iter().enumerate() {
        places[table].gpu = turn % problem.gpus;
    }
    let fits = problem.fits(&problem.fill(&places));
    if fits { Ok(places) } else { Err(no_room(problem, |place| place.tier == Tier::Ssd, "use another --solver")) }
}

/// Says that no room was found, and what to do; `instead`: where memories have room for all tables together, which may be divided so that
/// they fit.
fn no_room(problem: &Problem, allowed: impl Fn(Place) -> bool, instead: &str) -> NotPlaced {
    let tiers: Vec<Tier> = Tier::ALL.into_iter().filter(|tier| allowed(Place { gpu: 0, tier: *tier })).collect();
    let room = |tier: &Tier| {
        let gpus = if *tier == Tier::Hbm { problem.gpus as u64 } else { 1 };
        problem.memory(*tier).bytes.saturating_mul(gpus)
    };
    let room = tiers.iter().map(room).fold(0, u64::saturating_add);
    let shown = |tier: Tier| {
        let gpus = if tier == Tier::Hbm { format!("{} x ", problem.gpus) } else { String::new() };
        format!("{} {gpus}{} bytes", tier.name(), problem.memory(tier).bytes)
    };
    let tiers = tiers.into_iter().map(shown).collect::<Vec<_>>().join(", ");
    let bytes = problem.tables.iter().fold(0u64, |sum, table| sum.saturating_add(table.bytes));
    let sizes: Vec<u64> = problem.tables.iter().map(|table| table.bytes).collect();
    let larger = "let store.ssd.capacity be larger";
    let what = if bytes > room {
        larger.to_owned()
    } else {
        format!("a placement that fills them to the last may be there, and {instead}; or {larger}")
    };
    NotPlaced::new(format!(
        "no room was found for all tables: they have {bytes} bytes ({}), and there are {tiers}: {what}",
        shortened(&format!("{sizes:?}"))
    ))
}
