//! A placement that is changed table by table.

use super::problem::{Fill, Place, Problem};

/// What a change has to gain to be one, as a share.
const GAIN: f64 = 1e-9;

/// A placement, with what it takes.
#[derive(Clone, Debug)]
pub(super) struct Search<'p> {
    problem: &'p Problem,
    pub(super) places: Vec<Place>,
    loads: Vec<f64>,
    fill: Fill,
}

/// A change of a placement.
#[derive(Clone, Copy, Debug)]
enum Change {
    Move { table: usize, to: Place },
    Swap { one: usize, other: usize },
}

impl<'p> Search<'p> {
    /// Puts tables one after another where their GPU takes least time then; `None`: one finds no room.
    pub(super) fn greedy(problem: &'p Problem, order: &[usize], allowed: impl Fn(Place) -> bool) -> Option<Self> {
        let nowhere = Place { gpu: 0, tier: super::Tier::Ssd };
        let mut search = Self {
            problem,
            places: vec![nowhere; problem.tables.len()],
            loads: vec![0.0; problem.gpus],
            fill: Fill::empty(problem.gpus),
        };
        for table in order {
            let with = |place: &Place| search.loads[place.gpu] + problem.time(*table, place.tier);
            let places = problem.all_places().filter(|place| allowed(*place) && search.has_room(*table, *place, 0));
            let place = places.min_by(|one, other| with(one).total_cmp(&with(other)))?;
            search.put(*table, place);
        }
        Some(search)
    }

    /// Whether a place has room for a table, when so many bytes go from there.
    fn has_room(&self, table: usize, place: Place, gone: u64) -> bool {
        let filled = (self.fill.of(place) - gone).checked_add(self.problem.tables[table].bytes);
        filled.is_some_and(|filled| filled <= self.problem.memory(place.tier).bytes)
    }

    fn put(&mut self, table: usize, place: Place) {
        self.places[table] = place;
        self.loads[place.gpu] += self.problem.time(table, place.tier);
        self.fill.add(place, self.problem.tables[table].bytes);
    }

    /// The largest load, and all loads.
    pub(super) fn value(&self) -> (f64, f64) {
        (self.loads.iter().copied().fold(0.0, f64::max), self.loads.iter().sum())
    }

    /// Moves tables, and lets tables change places, as long as the GPU that takes longest gains by it.
    pub(super) fn improve(&mut self, allowed: impl Fn(Place) -> bool) {
        while let Some(change) = self.best_change(&allowed) {
            self.apply(change);
        }
    }

    fn best_change(&self, allowed: &impl Fn(Place) -> bool) -> Option<Change> {
        let worst = (0..self.loads.len()).max_by(|one, other| self.loads[*one].total_cmp(&self.loads[*other]))?;
        let mut best = (self.value(), None);
        let mut consider = |value: (f64, f64), change| {
            let ((largest, all), _) = best;
            let is_less = value.0 < largest * (1.0 - GAIN);
            if is_less || (value.0 <= largest && value.1 < all * (1.0 - GAIN)) {
                best = (value, Some(change));
            }
        };
        for table in (0..self.places.len()).filter(|table| self.places[*table].gpu == worst) {
            let from = self.places[table];
            for to in self.problem.all_places().filter(|to| *to != from && allowed(*to)) {
                if self.has_room(table, to, 0) || to.tier == from.tier && to.tier != super::Tier::Hbm {
                    consider(self.value_of(&[(table, from, to)]), Change::Move { table, to });
                }
            }
            for other in (0..self.places.len()).filter(|other| self.places[*other] != from) {
                let to = self.places[other];
                let [bytes, others] = [table, other].map(|table| self.problem.tables[table].bytes);
                let shares = to.tier == from.tier && to.tier != super::Tier::Hbm;
                if shares || self.has_room(table, to, others) && self.has_room(other, from, bytes) {
                    let changed = [(table, from, to), (other, to, from)];
                    consider(self.value_of(&changed), Change::Swap { one: table, other });
                }
            }
        }
        best.1
    }

    /// What the loads would be when tables went from one place to another.
    fn value_of(&self, changed: &[(usize, Place, Place)]) -> (f64, f64) {
        let of = |gpu: usize| {
            let time = |table: usize, place: &Place| {
                if place.gpu == gpu { self.problem.time(table, place.tier) } else { 0.0 }
            };
            changed.iter().map(|(table, from, to)| time(*table, to) - time(*table, from)).sum::<f64>()
        };
        let loads = self.loads.iter().enumerate().map(|(gpu, load)| load + of(gpu));
        loads.fold((0.0, 0.0), |(largest, all), load| (load.max(largest), all + load))
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Move { table, to } => self.places[table] = to,
            Change::Swap { one, other } => self.places.swap(one, other),
        }
        // Anew, so that roundings do not add up.
        self.loads = self.problem.loads(&self.places);
        self.fill = self.problem.fill(&self.places);
    }
}
