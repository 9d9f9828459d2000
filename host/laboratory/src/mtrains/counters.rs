//! What a rehearsal counts.

use emberlane_stores::TiersReport;
use emberlane_systems::schedule::{Accessed, EventLog, Resource};
use serde::Serialize;

/// Points of a course.
const POINTS: usize = 64;

/// What a model on a server has counted. Times are those of the server, and so are bytes; rows are those of the rehearsal, of which one
/// stands for `scale`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counters {
    /// The model.
    pub model: String,
    /// The server.
    pub configuration: String,
    /// Keys of the store that are not those of the paper's system; empty: all are.
    pub variant: String,
    /// Whether the paper's Table 1 is taken at its word.
    pub literal: bool,
    /// How tables were placed.
    pub placement: String,
    /// Of the batches that the model says, the thousandths that were counted.
    pub thousandths: u64,
    /// How many of the server one row stands for.
    pub scale: u64,
    /// Samples of a batch, of the server.
    pub samples: u64,
    /// Lookups of a sample in tables in files.
    pub lookups: u64,
    /// Bytes of a row.
    pub row_bytes: u64,
    /// Batches.
    pub batches: u64,
    /// Until the last has ended, picoseconds.
    pub elapsed_ps: u64,
    /// Unique rows of batches, of tables in files.
    pub rows: u64,
    /// Those of them that each cache had, the fastest first.
    pub hits: Vec<u64>,
    /// Rows that were asked of the files.
    pub gets: u64,
    /// Rows that went to the files.
    pub sets: u64,
    /// Rows that were written again, to make room in the files.
    pub compacted: u64,
    /// Blocks that were read for rows, of the server.
    pub reads: u64,
    /// Bytes that were read of files, of the server.
    pub read_bytes: u64,
    /// Bytes that were written to files, of the server.
    pub written_bytes: u64,
    /// How long each resource was held, picoseconds.
    pub busy_ps: Vec<(String, u64)>,
    /// What was counted on the way.
    pub course: Vec<Point>,
}

/// What was counted until so many batches had ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Batches.
    pub batches: u64,
    /// When the last of them had ended, picoseconds.
    pub end_ps: u64,
    /// Bytes written to files until then, of the server.
    pub written_bytes: u64,
}

impl Counters {
    /// Adds what a run has left; names and sizes are there already.
    pub(super) fn counted(self, log: &EventLog, tiers: &TiersReport, block_bytes: u64) -> Self {
        let mut all = Accessed::default();
        let mut fetched = 0;
        let fetches: std::collections::HashSet<_> =
            log.events().iter().filter(|event| event.operation.starts_with("fetch")).map(|event| event.id).collect();
        for access in log.accesses() {
            all += access.accessed;
            if fetches.contains(&access.id) {
                fetched += access.accessed.read;
            }
        }
        let resources = [Resource::Gpu, Resource::HostDram, Resource::HostScm, Resource::HostSsd, Resource::LinkToGpu];
        Self {
            batches: tiers_batches(log),
            elapsed_ps: log.end_ps() - log.start_ps(),
            rows: tiers.rows,
            hits: tiers.caches.iter().map(|cache| cache.hits).collect(),
            gets: tiers.block.gets,
            sets: tiers.block.sets,
            compacted: tiers.block.compacted,
            reads: fetched / block_bytes.max(1),
            read_bytes: all.read,
            written_bytes: all.written,
            busy_ps: resources.map(|resource| (resource.name().to_owned(), log.usage(resource).busy_ps)).to_vec(),
            course: course(log),
            ..self
        }
    }

    /// Samples a second.
    #[must_use]
    pub fn qps(&self) -> f64 {
        (self.batches * self.samples) as f64 / (self.elapsed_ps as f64 * 1e-12)
    }

    /// Of the unique rows of batches, the share that one of the caches had.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        self.hits.iter().sum::<u64>() as f64 / self.rows.max(1) as f64
    }

    /// Lookups in files.
    #[must_use]
    pub fn all_lookups(&self) -> f64 {
        (self.batches * self.samples * self.lookups) as f64
    }

    /// Bytes of rows that go to files in a day with so many lookups a second, 10^12; `made_room`: with what is written to make room.
    #[must_use]
    pub fn written_tb_per_day(&self, lookups_per_s: f64, made_room: bool) -> f64 {
        let rows = (self.sets * self.scale * self.row_bytes) as f64;
        let bytes = if made_room { self.written_bytes as f64 } else { rows };
        bytes / self.all_lookups() * lookups_per_s * 86_400.0 / 1e12
    }

    /// Of the time, the share that a resource was held.
    #[must_use]
    pub fn busy(&self, resource: &str) -> f64 {
        let held = self.busy_ps.iter().find(|(name, _)| name == resource).map_or(0, |(_, ps)| *ps);
        held as f64 / self.elapsed_ps.max(1) as f64
    }
}

fn tiers_batches(log: &EventLog) -> u64 {
    log.batches().len() as u64
}

fn course(log: &EventLog) -> Vec<Point> {
    let ends: Vec<u64> = log.batches().iter().map(|span| span.end_ps).collect();
    let every = ends.len().div_ceil(POINTS).max(1);
    let mut points = Vec::new();
    let (mut written, mut accesses) = (0, log.accesses().iter().peekable());
    for batches in (every..=ends.len()).step_by(every) {
        let end_ps = ends[batches - 1];
        while let Some(access) = accesses.next_if(|access| access.start_ps < end_ps) {
            written += access.accessed.written;
        }
        points.push(Point { batches: batches as u64, end_ps, written_bytes: written });
    }
    points
}
