//! Jobs: where each has its lists and vectors, and what the host writes to post it.

use super::job::{Counting, Job, Kind, Peer, Wrong};
use super::programme::Programme;
use emberlane_drivers::{Batch, BatchBuilder};
use emberlane_registers::cxl_mem::{
    self as map, AFTER_PARAMETERS, AFTER_ROWS, COUNT_ONLY, Command, IN_WINDOW, KEEP, LAG, LINE_BYTES, LINE_ELEMENTS,
    LINES, Pooling, SCRATCHPAD_BASE, STAGED,
};
use emberlane_registers::log::{HEADER_BYTES, row_payload_lines};
use emberlane_registers::{Access, Register};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// DPA of the tables.
pub const TABLES: u64 = 1 << 20;
/// DPA and bytes of the log region.
pub const LOG: (u64, u64) = (16 << 20, 4 << 20);
/// Bytes of a record's place; records of rows have the lower half of the places, those of parameters the upper.
const RECORD: u64 = 64 << 10;
/// Places of each kind, more than jobs between two quiet points.
const RECORDS: u64 = 32;
/// Bytes of a job's place in the scratchpad, and of each of its parts.
pub const PLACE: u64 = 1 << 20;
const PART: u64 = PLACE / 8;
/// Places in the scratchpad, more than jobs between two quiet points.
pub const PLACES: u64 = 24;
/// HPA of what is flushed, a place for each place in the scratchpad, and of parameters.
const FLUSHED: u64 = 1 << 40;
const PARAMETERS: u64 = 3 << 40;
/// Lists of a place.
const LISTS: u64 = 9;
/// Bytes from one list to the next.
const LIST: u64 = PART / LISTS / LINE_BYTES * LINE_BYTES;

/// Bytes of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    pub base: u64,
    pub bytes: u64,
}

/// A ring of the doorbell, with the settings that differ from those of the job's others.
#[derive(Clone, Debug)]
pub struct Ring {
    pub command: Command,
    pub settings: Vec<(&'static Register, u64)>,
}

/// Gradients that come when the first line of a flush has left.
#[derive(Clone, Debug)]
pub struct Gradients {
    /// HPA of what is flushed before.
    pub flushed: Region,
    /// DPA of where they go.
    pub base: u64,
    pub lines: Vec<[u8; 64]>,
    /// They come in part, poisoned and twice before they are all there; decides how.
    pub torn: Option<u64>,
}

/// What the host writes to post a job.
#[derive(Clone, Debug)]
pub struct Posting {
    /// What is stored before.
    pub stores: Vec<(u64, Vec<u8>)>,
    pub settings: Vec<(&'static Register, u64)>,
    pub rings: Vec<Ring>,
    pub gradients: Option<Gradients>,
    /// Lines that the peer refuses.
    pub bad: Vec<u64>,
    /// What the job may write besides the tables.
    pub results: Vec<Region>,
    /// Its lists.
    pub lists: Region,
    /// What it reads, if it is a single job.
    pub reads: Reads,
}

/// What a job reads.
#[derive(Clone, Debug)]
pub struct Reads {
    /// DPA of a row.
    pub row: u64,
    /// DPA of a vector of gradients.
    pub gradient: u64,
    /// Lists that are not empty.
    pub lists: Vec<Region>,
    /// DPA of staged rows, of a record, and of a line of the data region where no row is.
    pub staged: u64,
    pub record: u64,
    pub gap: u64,
}

/// Where the tables of a programme are.
pub struct Tables {
    pub vector_bytes: u64,
    pub bases: Vec<u64>,
    pub bytes: u64,
}

impl Tables {
    pub fn new(programme: &Programme) -> Self {
        let vector_bytes = u64::from(programme.lines) * LINE_BYTES;
        let mut bytes = 0;
        let bases = programme.rows.iter().map(|rows| {
            let base = bytes;
            // With a gap, so that tables do not touch.
            bytes += u64::from(*rows) * vector_bytes + LINE_BYTES;
            base
        });
        Self { vector_bytes, bases: bases.collect(), bytes }
    }

    /// What they hold at first.
    pub fn image(&self, programme: &Programme) -> Vec<u8> {
        words(&mut Pcg64Mcg::seed_from_u64(programme.seed), self.bytes as usize / 4)
    }
}

/// FP32 words, tame ones mostly.
fn words(random: &mut Pcg64Mcg, count: usize) -> Vec<u8> {
    let word = |random: &mut Pcg64Mcg| match random.random_range(0..16) {
        0 => random.random(),
        _ => (random.random_range(-64i32..64) as f32 / 8.0).to_bits(),
    };
    (0..count).flat_map(|_| word(random).to_le_bytes()).collect()
}

fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn batch(programme: &Programme, job: &Job, random: &mut Pcg64Mcg) -> Batch {
    let mut builder = BatchBuilder::new();
    for (table, &rows) in programme.rows.iter().enumerate() {
        let mut offsets = vec![0];
        let mut indices: Vec<u32> = Vec::new();
        let hot = random.random_range(0..rows);
        // The first table has a bag and an entry, so that there is something to update.
        for bag in 0..random.random_range(u8::from(table == 0)..=job.bags.max(1)) {
            let least = u8::from(table == 0 && bag == 0);
            for _ in 0..random.random_range(least..=job.entries.max(1)) {
                indices.push(if random.random_bool(0.3) { hot } else { random.random_range(0..rows) });
            }
            offsets.push(indices.len() as u32);
        }
        builder = builder.table(&offsets, &indices).expect("offsets and indices are consistent");
    }
    let batch = builder.build().expect("there is a bag");
    if !programme.mean {
        return batch;
    }
    let scales = (0..batch.bags()).map(|_| (1.0 / random.random_range(1..9) as f32).to_bits()).collect();
    batch.with_scales(scales).expect("a scale a bag")
}

/// What the host writes to post a job as the given one since the start, at a place of its own. With `after_rows` an update waits for the
/// record of rows of that batch.
pub fn post(programme: &Programme, job: &Job, number: u64, after_rows: Option<u64>) -> Posting {
    let mut random = Pcg64Mcg::seed_from_u64(job.seed);
    let tables = Tables::new(programme);
    let batch = batch(programme, job, &mut random);
    let transpose = batch.transpose();
    let place = SCRATCHPAD_BASE + PLACE * (1 + number % PLACES);
    let part = |part: u64| place + part * PART;
    let [lists, pooled, gradients, staged, data] = [0, 1, 2, 3, 4].map(part);
    let list = |list: u64| lists + list * LIST;
    let (bags, rows) = (batch.bags() as u64, transpose.rows().len() as u64);
    let vectors = bags * tables.vector_bytes;
    let data_base = if job.kind == Kind::Accumulate { data } else { TABLES };

    let directory = |base: u64, counts: &[u32]| {
        let entry = |(table, &count): (usize, &u32)| {
            let dpa = base + tables.bases[table];
            [dpa as u32, (dpa >> 32) as u32, programme.rows[table], count]
        };
        bytes(counts.iter().enumerate().flat_map(entry))
    };
    let scales = batch.scales().unwrap_or(&[]);
    let source_scales: Vec<u32> = match scales {
        [] => Vec::new(),
        scales => transpose.source_bags().iter().map(|bag| scales[*bag as usize]).collect(),
    };
    let contents = [
        directory(TABLES, batch.table_bags()),
        bytes(batch.offsets().iter().copied()),
        bytes(batch.indices().iter().copied()),
        bytes(scales.iter().copied()),
        directory(data_base, transpose.table_rows()),
        bytes(transpose.offsets().iter().copied()),
        bytes(transpose.rows().iter().copied()),
        bytes(transpose.source_bags().iter().copied()),
        bytes(source_scales),
    ];
    let read_lists = lists_read(job.kind, programme.mean).iter().map(|at| (*at, &contents[*at as usize]));
    let read_lists = read_lists
        .filter(|(_, content)| !content.is_empty())
        .map(|(at, content)| Region { base: list(at), bytes: content.len() as u64 })
        .collect();
    let mut stores: Vec<(u64, Vec<u8>)> =
        contents.into_iter().zip(0..).map(|(content, at)| (list(at), content)).collect();
    if let Some(Wrong::Word { list, at, word }) = &job.wrong {
        let which = usize::from(*list) % stores.len();
        let (_, content) = &mut stores[which];
        if !content.is_empty() {
            let at = usize::from(*at) * 4 % content.len();
            content[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
    }
    let arriving = words(&mut random, vectors as usize / 4);
    let waits = matches!(job.kind, Kind::Batch { .. });
    if !waits {
        stores.push((gradients, arriving.clone()));
    }
    if job.kind == Kind::LogStaged {
        stores.push((staged, words(&mut random, (rows * tables.vector_bytes / 4) as usize)));
    }

    let parameter_lines = random.random_range(1..=48);
    let parameters = PARAMETERS + random.random_range(0..1 << 20) * LINE_BYTES;
    let record = |kind: u64| LOG.0 + (kind * RECORDS + number % RECORDS) * RECORD;
    let flush = FLUSHED + PLACE * (1 + number % PLACES);
    let does_flush = match job.kind {
        Kind::Lookup | Kind::Accumulate => job.peer != Peer::None,
        kind => matches!(kind, Kind::Batch { .. }),
    };
    let learning_rate = [0.5f32, -1.0, 0.25, 1.5][random.random_range(0..4)];
    let mut checkpoint = STAGED.place((job.kind == Kind::LogStaged).into());
    let is_update = job.kind == Kind::Update;
    checkpoint |= AFTER_ROWS.place((is_update && after_rows.is_some()).into());
    let gradient_lines = vectors / LINE_BYTES;
    let mut settings: Vec<(&'static Register, u64)> = vec![
        (&map::VECTOR_LENGTH, u64::from(programme.lines) * LINE_ELEMENTS),
        (&map::LEARNING_RATE, learning_rate.to_bits().into()),
        (&map::POOLING, if programme.mean { Pooling::Mean } else { Pooling::Sum } as u64),
        (&map::DATA_BASE, data_base),
        (&map::DATA_BYTES, tables.bytes),
        (&map::DESCRIPTOR_BASE, lists),
        (&map::DESCRIPTOR_BYTES, PART),
        (&map::POOLED_BASE, pooled),
        (&map::POOLED_BYTES, vectors),
        (&map::GRADIENT_BASE, gradients),
        (&map::GRADIENT_BYTES, vectors),
        (&map::TABLE_COUNT, programme.rows.len() as u64),
        (&map::BAG_COUNT, bags),
        (&map::ENTRY_COUNT, batch.entries() as u64),
        (&map::ROW_COUNT, rows),
        (&map::FLUSH_TARGET, if does_flush { flush | 1 } else { 0 }),
        (&map::GRADIENT_LINES, counted(job, if waits { gradient_lines } else { 0 })),
        (&map::PARAMETER_SOURCE, parameters),
        (&map::PARAMETER_BYTES, parameter_lines * LINE_BYTES),
        (&map::LOG_BASE, LOG.0),
        (&map::LOG_BYTES, LOG.1),
        (&map::PARAMETER_LOG, record(1)),
        (&map::ROW_LOG, record(0)),
        (&map::BATCH, if is_update { after_rows.unwrap_or(number) } else { number }),
        (&map::CONFIGURATION, programme.seed & 0xffff_ffff),
        (&map::CHECKPOINT, checkpoint),
        (&map::STAGED_BASE, staged),
    ];
    let pointers = [
        &map::BAG_DIRECTORY,
        &map::BAG_OFFSETS,
        &map::INDICES,
        &map::BAG_SCALES,
        &map::ROW_DIRECTORY,
        &map::ROW_OFFSETS,
        &map::ROWS,
        &map::SOURCE_BAGS,
        &map::SOURCE_SCALES,
    ];
    settings.extend(pointers.into_iter().zip((0..).map(list)));
    if let Some(Wrong::Setting { register, value }) = &job.wrong
        && let Some((_, setting)) = settings.iter_mut().find(|(known, _)| known.name == register)
    {
        *setting = *value;
    }

    let (rings, logs) = rings(job, after_rows.is_some(), gradient_lines, flush | 1);
    let mut results = vec![
        Region { base: pooled, bytes: vectors },
        Region { base: gradients, bytes: vectors },
        Region { base: staged, bytes: rows * tables.vector_bytes },
    ];
    if job.kind == Kind::Accumulate {
        results.push(Region { base: data, bytes: tables.bytes });
    }
    // Of a record that will not count, nobody says how much is there but for its header: none.
    let is_bad = matches!(job.peer, Peer::Bad(_)) || job.wrong.is_some();
    let is_cut = job.is_log() && is_bad;
    if is_cut {
        stores.extend([0, 1].map(|kind| (record(kind), vec![0; HEADER_BYTES as usize])));
    }
    let payloads = [row_payload_lines(rows, u64::from(programme.lines)), parameter_lines]
        .map(|lines| if is_cut { 0 } else { lines });
    for kind in logs {
        results.push(Region { base: record(kind), bytes: payloads[kind as usize] * LINE_BYTES + HEADER_BYTES });
    }
    let bad = match (job.peer, job.kind) {
        (Peer::Bad(line), Kind::Lookup | Kind::Accumulate) => {
            let bytes = if job.kind == Kind::Lookup { vectors } else { tables.bytes };
            vec![flush + u64::from(line) * LINE_BYTES % bytes]
        }
        (Peer::Bad(line), Kind::LogParameters) => {
            vec![parameters + u64::from(line) % parameter_lines * LINE_BYTES]
        }
        _ => Vec::new(),
    };
    let (lines, _) = arriving.as_chunks();
    let to_come = Gradients {
        flushed: Region { base: flush, bytes: vectors },
        base: gradients,
        lines: lines.to_vec(),
        torn: job.torn.then_some(job.seed),
    };
    Posting {
        stores,
        settings,
        rings,
        gradients: waits.then_some(to_come),
        bad,
        results,
        lists: Region { base: lists, bytes: PART },
        reads: Reads {
            // The first table has an entry.
            row: TABLES + tables.bases[0] + u64::from(batch.indices()[0]) * tables.vector_bytes,
            gradient: gradients + u64::from(transpose.source_bags()[0]) * tables.vector_bytes,
            lists: read_lists,
            staged,
            record: record((job.kind == Kind::LogParameters).into()),
            gap: data_base + tables.bases[0] + u64::from(programme.rows[0]) * tables.vector_bytes,
        },
    }
}

impl Posting {
    /// DPA of a word of its lists, which need not use it.
    pub fn word(&self, list: u8, at: u16) -> u64 {
        self.lists.base + u64::from(list) % LISTS * LIST + u64::from(at) * 4 % LIST
    }
}

/// `GRADIENT_LINES` of a job, or of the first of a batch.
fn counted(job: &Job, lines: u64) -> u64 {
    let is_batch = matches!(job.kind, Kind::Batch { .. });
    // A job alone would wait for lines that never come, if it did not say that it does not.
    let others = if is_batch { lines } else { 1 + job.seed % 9 };
    match job.counting {
        Counting::Usual => LINES.place(lines),
        Counting::Keep if is_batch => LINES.place(lines),
        Counting::Keep => LINES.place(others) | KEEP.place(1),
        Counting::CountOnly => LINES.place(others) | COUNT_ONLY.place(1),
    }
}

/// The lists that a job reads, in the order of a place.
fn lists_read(kind: Kind, mean: bool) -> &'static [u64] {
    match (kind, mean) {
        (Kind::Lookup, false) => &[0, 1, 2],
        (Kind::Lookup, true) => &[0, 1, 2, 3],
        (Kind::Update | Kind::Stage | Kind::Accumulate, false) => &[4, 5, 6, 7],
        (Kind::Update | Kind::Stage | Kind::Accumulate, true) => &[4, 5, 6, 7, 8],
        (Kind::LogRows | Kind::LogStaged, _) => &[4, 6],
        (Kind::LogParameters | Kind::Batch { .. }, _) => &[],
    }
}

/// The rings of a job, and the kinds of its logs: 0 rows, 1 parameters.
fn rings(job: &Job, after_rows: bool, gradient_lines: u64, flush: u64) -> (Vec<Ring>, Vec<u64>) {
    let alone = |command| vec![Ring { command, settings: Vec::new() }];
    match job.kind {
        Kind::Lookup => (alone(Command::Lookup), vec![]),
        Kind::Update => (alone(Command::Update), vec![]),
        Kind::Stage => (alone(Command::Stage), vec![]),
        Kind::Accumulate => (alone(Command::Accumulate), vec![]),
        Kind::LogRows | Kind::LogStaged => (alone(Command::LogRows), vec![0]),
        Kind::LogParameters => (alone(Command::LogParameters), vec![1]),
        Kind::Batch { rows, parameters, window } => {
            let rows = rows || after_rows;
            let checkpoint = AFTER_ROWS.place(rows.into())
                | AFTER_PARAMETERS.place(parameters.into())
                | IN_WINDOW.place(window.into())
                | LAG.place(job.seed & 3);
            let ring = |command| Ring { command, settings: vec![(&map::CHECKPOINT, checkpoint)] };
            let mut rings = vec![ring(Command::Lookup)];
            let mut logs = Vec::new();
            for (wanted, command, kind) in [(rows, Command::LogRows, 0), (parameters, Command::LogParameters, 1)] {
                if wanted {
                    rings.push(ring(command));
                    logs.push(kind);
                }
            }
            if job.counting == Counting::Keep {
                let keeps = Job { kind: Kind::Lookup, ..job.clone() };
                let settings = vec![(&map::GRADIENT_LINES, counted(&keeps, gradient_lines)), (&map::FLUSH_TARGET, 0)];
                rings.push(Ring { command: Command::Lookup, settings });
            }
            let mut update = ring(Command::Update);
            update.settings.extend([(&map::GRADIENT_LINES, LINES.place(gradient_lines)), (&map::FLUSH_TARGET, flush)]);
            rings.push(update);
            (rings, logs)
        }
    }
}

/// Settings of a job that may be wrong without a job that waits for ever.
pub fn settings_to_spoil() -> Vec<&'static Register> {
    let waits = [map::GRADIENT_LINES.offset, map::CHECKPOINT.offset];
    let is_of_job = |register: &&Register| {
        register.access == Access::ReadWrite
            && register.offset < map::DOORBELL.offset
            && !waits.contains(&register.offset)
    };
    map::REGISTERS.iter().filter(is_of_job).collect()
}
