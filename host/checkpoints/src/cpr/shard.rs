//! A shard's part of a table: its rows, what of them is saved, and what it saves next.

use super::Tracker;

/// A table as it is: of each row weights, and what the optimiser keeps of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub weights: Vec<f32>,
    pub state: Vec<f32>,
    pub dimension: usize,
    /// Numbers of the state of a row.
    pub width: usize,
}

impl Rows {
    fn weights(&self, row: u32) -> &[f32] {
        &self.weights[row as usize * self.dimension..][..self.dimension]
    }

    /// Copies a row of another table into one of this.
    fn set(&mut self, row: u32, from: &Self, of: u32) {
        let copy = |to: &mut [f32], from: &[f32], width: usize| {
            to[row as usize * width..][..width].copy_from_slice(&from[of as usize * width..][..width]);
        };
        copy(&mut self.weights, &from.weights, self.dimension);
        copy(&mut self.state, &from.state, self.width);
    }
}

/// What a shard has of a table.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The rows, ascending. Others name them by their place here.
    rows: Vec<u32>,
    /// As they were saved last.
    saved: Rows,
    /// Updates since they were saved: what a failure loses.
    updates: Vec<u32>,
    /// What says which are saved next; `None`: all of them.
    tracker: Option<Tracker>,
}

impl Part {
    /// These rows of a table, all saved as they are. `tracker` is of so many rows, with these weights.
    pub(super) fn new(rows: Vec<u32>, now: &Rows, tracker: impl FnOnce(u32, &[f32]) -> Option<Tracker>) -> Self {
        let (dimension, width) = (now.dimension, now.width);
        let (weights, state) = (vec![0.0; rows.len() * dimension], vec![0.0; rows.len() * width]);
        let mut saved = Rows { weights, state, dimension, width };
        for (place, row) in (0..).zip(&rows) {
            saved.set(place, now, *row);
        }
        let tracker = tracker(rows.len() as u32, &saved.weights);
        Self { updates: vec![0; rows.len()], rows, saved, tracker }
    }

    /// Sample number `sample` of a batch has looked a row up.
    pub(super) fn looked_up(&mut self, sample: u64, place: u32) {
        if let Some(tracker) = &mut self.tracker {
            tracker.looked_up(sample, place);
        }
    }

    /// A batch has updated a row.
    pub(super) fn updated(&mut self, place: u32) {
        let updates = &mut self.updates[place as usize];
        *updates = updates.saturating_add(1);
    }

    /// Saves what is to be saved now; how many rows that is.
    pub(super) fn save(&mut self, now: &Rows) -> u64 {
        let Self { rows, saved, updates, tracker } = self;
        let mut count = 0;
        let save = |place: u32| {
            count += 1;
            // What was not updated is as it was saved.
            if std::mem::take(&mut updates[place as usize]) > 0 {
                saved.set(place, now, rows[place as usize]);
            }
        };
        match tracker {
            None => (0..rows.len() as u32).for_each(save),
            Some(tracker) => tracker.select(|place| now.weights(rows[place as usize]), save),
        }
        count
    }

    /// The process is gone, and another goes on with what was saved: rows are what they were then, and what said which to save begins anew.
    /// Says how many rows have changed by that, and how many updates of them are lost.
    pub(super) fn restore(
        &mut self,
        now: &mut Rows,
        tracker: impl FnOnce(u32, &[f32]) -> Option<Tracker>,
    ) -> (u64, u64) {
        let (mut rows, mut lost) = (0, 0);
        for ((place, row), updates) in (0..).zip(&self.rows).zip(&mut self.updates) {
            now.set(*row, &self.saved, place);
            rows += u64::from(*updates > 0);
            lost += u64::from(std::mem::take(updates));
        }
        self.tracker = tracker(self.rows.len() as u32, &self.saved.weights);
        (rows, lost)
    }

    /// Bytes of what says which rows are saved next.
    pub(super) fn tracker_bytes(&self) -> u64 {
        self.tracker.as_ref().map_or(0, Tracker::bytes)
    }
}
