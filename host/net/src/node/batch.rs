//! The batch that is under way on a shard.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use emberlane_ps::{Key, ShardStore, StoreError};

use crate::wire::{Header, Push};

/// What a rank has pushed.
pub(super) enum Pushed {
    Gradients(Push),
    Rows { keys: Vec<u64>, rows: Vec<f32> },
}

impl Pushed {
    pub fn gradients(push: Push) -> Self {
        Self::Gradients(push)
    }

    pub fn rows(keys: Vec<u64>, rows: Vec<f32>) -> Self {
        Self::Rows { keys, rows }
    }

    /// The rows, ascending.
    fn names(&self) -> &[u64] {
        match self {
            Self::Gradients(Push { keys, .. }) | Self::Rows { keys, .. } => keys,
        }
    }

    fn keys(&self) -> Vec<Key> {
        self.names().iter().copied().map(Key).collect()
    }

    /// Refuses what does not fit the tables, before anything is done with it.
    pub fn check(&self, store: &dyn ShardStore) -> Result<(), String> {
        let tables = store.tables();
        tables.check(&self.keys()).map_err(|error| error.to_string())?;
        let (what, expected, found) = match self {
            Self::Gradients(push) => {
                ("numbers of gradients", push.scales.len() * tables.shape().dimension, push.gradients.len())
            }
            Self::Rows { keys, rows } => ("numbers of rows", keys.len() * tables.shape().width(), rows.len()),
        };
        if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
    }
}

struct Part<T> {
    token: T,
    header: Header,
    pushed: Pushed,
    checksum: u32,
    bytes: usize,
}

/// What a rank has pulled of a batch.
#[derive(Debug, Default)]
struct Pulls {
    parts: BTreeSet<u16>,
    /// How many parts there are.
    all: u16,
    keys: Vec<Key>,
}

impl Pulls {
    fn is_whole(&self) -> bool {
        self.parts.len() == usize::from(self.all)
    }

    /// How many of some rows, which ascend, are not among them, and the first of these.
    fn lacks(&mut self, rows: &[u64]) -> Option<(usize, Key)> {
        if !self.keys.is_sorted() {
            self.keys.sort_unstable();
        }
        let first = rows.first()?;
        let behind = &self.keys[self.keys.partition_point(|key| key.0 < *first)..];
        // As nearly always: a part of a push names rows that were pulled one behind the other.
        if behind.len() >= rows.len() && behind.iter().zip(rows).all(|(key, row)| key.0 == *row) {
            return None;
        }
        let mut behind = behind.iter().peekable();
        let mut is_there = |row: u64| {
            while behind.next_if(|key| key.0 < row).is_some() {}
            behind.peek().is_some_and(|key| key.0 == row)
        };
        let lacking: Vec<u64> = rows.iter().copied().filter(|row| !is_there(*row)).collect();
        lacking.first().map(|row| (lacking.len(), Key(*row)))
    }
}

/// The batch that is under way.
pub(super) struct Batch<T> {
    /// By rank.
    pulled: BTreeMap<u16, Pulls>,
    pub is_maintained: bool,
    /// In the order of ranks.
    parts: BTreeMap<(u16, u16), Part<T>>,
    /// In the order in which they came.
    arrived: Vec<(u16, u16)>,
    by_arrival: bool,
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            pulled: BTreeMap::new(),
            is_maintained: false,
            parts: BTreeMap::new(),
            arrived: Vec::new(),
            by_arrival: false,
        }
    }
}

impl<T> Batch<T> {
    /// Whether a rank has pulled or pushed something of it.
    pub fn has(&self, rank: u16) -> bool {
        self.pulled.contains_key(&rank) || self.parts.keys().any(|(of, _)| *of == rank)
    }

    pub fn pulled(&mut self, header: &Header, mut keys: Vec<Key>) {
        let pulls = self.pulled.entry(header.rank).or_default();
        pulls.all = header.parts;
        if pulls.parts.insert(header.part) {
            if pulls.keys.is_empty() { pulls.keys = keys } else { pulls.keys.append(&mut keys) }
        }
    }

    /// Whether the rank has pulled this part before.
    pub fn has_pulled(&self, header: &Header) -> bool {
        self.pulled.get(&header.rank).is_some_and(|pulls| pulls.parts.contains(&header.part))
    }

    /// Bytes of the keys that were pulled.
    pub fn pulled_bytes(&self) -> usize {
        self.pulled.values().map(|pulls| size_of_val(&pulls.keys[..])).sum()
    }

    /// Whether every rank has pulled every part.
    pub fn is_pulled(&self, ranks: u16) -> bool {
        self.pulled.len() == usize::from(ranks) && self.pulled.values().all(Pulls::is_whole)
    }

    /// Whether a rank that has pushed already pulls what it has not pulled before: its push could name rows that nobody has pulled when the
    /// batch is maintained.
    pub fn pulls_behind_its_push(&self, header: &Header) -> bool {
        let has_pushed = self.parts.range((header.rank, 0)..=(header.rank, u16::MAX)).next().is_some();
        has_pushed && !self.has_pulled(header)
    }

    /// Why a rank that has pulled its rows of the batch cannot push others: they are not in the batch, and it would never end. A rank that
    /// has not pulled all of them here has done so from a process before this one, or it writes rows.
    pub fn not_pulled(&mut self, header: &Header, pushed: &Pushed) -> Option<String> {
        let pulls = self.pulled.get_mut(&header.rank).filter(|pulls| pulls.is_whole())?;
        let (count, first) = pulls.lacks(pushed.names())?;
        let (rank, batch, row, table) = (header.rank, header.batch, first.row(), first.table());
        let which = format!("row {row} of table {table}");
        let rows = if count == 1 { which } else { format!("{count} rows, the first of them {which},") };
        Some(format!("rank {rank} has not pulled {rows} which it pushes in batch {batch}"))
    }

    /// The checksum of a push that is here.
    pub fn checksum(&self, identity: (u16, u16)) -> Option<u32> {
        self.parts.get(&identity).map(|part| part.checksum)
    }

    pub fn pushed(&mut self, token: T, header: Header, pushed: Pushed, checksum: u32, bytes: usize) {
        let identity = (header.rank, header.part);
        if self.parts.insert(identity, Part { token, header, pushed, checksum, bytes }).is_none() {
            self.arrived.push(identity);
        }
    }

    /// Bytes of the pushes that are here.
    pub fn bytes(&self) -> usize {
        self.parts.values().map(|part| part.bytes).sum()
    }

    /// Whether every rank has pushed every part.
    pub fn is_pushed(&self, ranks: u16) -> bool {
        let mut found = BTreeMap::new();
        for Part { header, .. } in self.parts.values() {
            *found.entry(header.rank).or_insert(0) += 1;
        }
        let whole = |part: &Part<T>| found[&part.header.rank] == part.header.parts;
        found.len() == usize::from(ranks) && self.parts.values().all(whole)
    }

    /// Applies all of it, in the order of ranks; says to how many rows.
    pub fn apply(&mut self, store: &mut dyn ShardStore, checkpoint: bool) -> Result<u64, StoreError> {
        let number = store.applied() + 1;
        let parts: Vec<&Part<T>> = match self.by_arrival {
            true => self.arrived.iter().map(|identity| &self.parts[identity]).collect(),
            false => self.parts.values().collect(),
        };
        let keys: Vec<Vec<Key>> = parts.iter().map(|part| part.pushed.keys()).collect();
        if !self.is_maintained {
            // Nobody has pulled it from this process: it was pulled from the one before.
            let dimension = store.tables().shape().dimension;
            let pulled: HashSet<Key> = self.pulled.values().flat_map(|pulls| &pulls.keys).copied().collect();
            for keys in &keys {
                let missing: Vec<Key> = keys.iter().copied().filter(|key| !pulled.contains(key)).collect();
                store.pull(number, &missing, &mut vec![0.0; missing.len() * dimension])?;
            }
            store.maintain(number)?;
            self.is_maintained = true;
        }
        let mut gradients = Vec::new();
        let (mut written, mut rows) = (Vec::new(), Vec::new());
        for (part, keys) in parts.iter().zip(&keys) {
            match &part.pushed {
                Pushed::Gradients(push) => gradients.push(push.to_store(keys)),
                Pushed::Rows { rows: numbers, .. } => {
                    written.extend(keys);
                    rows.extend_from_slice(numbers);
                }
            }
        }
        if !written.is_empty() {
            let unique: HashSet<Key> = written.iter().copied().collect();
            if unique.len() < written.len() || gradients.iter().any(|push| !push.keys.is_empty()) {
                let what = "rows that are written twice in one batch, or written and updated".to_owned();
                return Err(StoreError::Push { what });
            }
        }
        match written.is_empty() {
            true => store.apply(number, &gradients, checkpoint)?,
            false => store.replace(number, &written, &rows, checkpoint)?,
        }
        Ok(keys.iter().map(|keys| keys.len() as u64).sum())
    }

    /// Whether it writes rows.
    pub fn writes(&self) -> bool {
        self.parts.values().any(|part| matches!(&part.pushed, Pushed::Rows { keys, .. } if !keys.is_empty()))
    }

    /// What tells whether a push that comes again is the same.
    pub fn checksums(&self) -> BTreeMap<(u16, u16), u32> {
        self.parts.iter().map(|(identity, part)| (*identity, part.checksum)).collect()
    }

    /// Gives its pushes away: to whom it is said what became of them. What was pulled stays.
    pub fn take_pushes(&mut self) -> impl Iterator<Item = (T, Header)> + use<T> {
        self.arrived.clear();
        std::mem::take(&mut self.parts).into_values().map(|part| (part.token, part.header))
    }

    /// What is done with it depends on this.
    #[cfg(test)]
    pub fn outlook(&self) -> String {
        let parts: Vec<_> = self.parts.iter().map(|(identity, part)| (identity, part.checksum)).collect();
        let pulled: Vec<_> =
            self.pulled.iter().map(|(rank, Pulls { parts, all, .. })| (rank, parts.len(), all)).collect();
        format!("{pulled:?} {} {parts:?} {:?}", self.is_maintained, self.arrived)
    }

    #[cfg(test)]
    pub fn order_of_arrival(&mut self) {
        self.by_arrival = true;
    }
}
