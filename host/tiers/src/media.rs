//! What accesses of a store's memories take in the media that they are taken for.
//!
//! Data always moves; each access is also charged to a medium, which does one charge after another. Whoever needs what an access gets
//! waits for its end on the store's clock. What is charged follows from the batches alone.

use std::time::Instant;

use emberlane_experiment::{StoreMedia, StoreTime};
use emberlane_models::memories::{Access, Bound, MemoryPreset};
pub(crate) use emberlane_stores::StoreMemory as Memory;
use emberlane_stores::{Charge, ChargedFor, MediaReport, MediumReport, MemoryTraffic, Waited};
use serde::{Deserialize, Serialize};

use crate::clock::Clock;

/// The memories, as they follow one another in their enumeration.
const NAMES: [&str; 4] = ["hbm", "dram", "scm", "ssd"];

/// Accesses of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accesses {
    pub(crate) purpose: ChargedFor,
    pub(crate) access: Access,
    pub(crate) count: u64,
    /// Of each.
    pub(crate) bytes: u64,
    /// How many are under way at a time; `None`: all.
    pub(crate) depth: Option<u64>,
}

/// When a charge ends, and why then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    memory: Memory,
    at: u64,
    bound: Bound,
}

/// What was charged to a medium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Charged {
    reads: u64,
    bytes_read: u64,
    writes: u64,
    bytes_written: u64,
    busy_ps: u64,
    waited: Waited,
    charges: u64,
    overruns: u64,
    /// Accesses of the server that these stand for. Old states do not say it.
    #[serde(default)]
    of_server: Option<u64>,
}

/// Counts on. A count that is full stays so: it is no reason to end a training.
fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}

/// What is saved of media.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MediaAbout {
    now_ps: u64,
    /// Of each medium when it is done, and what was charged.
    media: [(u64, Charged); 4],
}

#[derive(Debug)]
struct Medium {
    preset: MemoryPreset,
    /// When it is done with all that was charged.
    free_at: u64,
    charged: Charged,
}

/// The media of a store, with its clock.
#[derive(Debug)]
pub(crate) struct Media {
    clock: Clock,
    media: [Medium; 4],
    /// How many accesses one stands for.
    scale: u64,
    /// What was charged since somebody asked; `None`: nobody has yet.
    charges: Option<Vec<Charge>>,
}

impl Media {
    pub(crate) fn new(time: StoreTime, media: &StoreMedia) -> Self {
        let medium = |preset: &MemoryPreset| Medium { preset: preset.clone(), free_at: 0, charged: Charged::default() };
        Self { clock: Clock::new(time, 0), media: media.all().map(medium), scale: media.scale, charges: None }
    }

    /// What was charged since this was asked last.
    pub(crate) fn take_charges(&mut self) -> Vec<Charge> {
        self.charges.replace(Vec::new()).unwrap_or_default()
    }

    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// A medium does accesses, when it is done with those before, and not before `from`.
    pub(crate) fn charge(&mut self, memory: Memory, from: u64, accesses: Accesses) -> Option<Due> {
        let Accesses { purpose, access, count, bytes, depth } = accesses;
        if count == 0 {
            return None;
        }
        let Medium { preset, free_at, charged } = &mut self.media[memory as usize];
        let bytes = preset.granules(bytes).saturating_mul(count);
        let of_scale = |amount: u64| amount.saturating_mul(self.scale);
        // A file stands for one that is so many times as large; a row, or a block of rows, for so many.
        let accesses = if purpose == ChargedFor::WriteBack { count } else { of_scale(count) };
        let (takes, bound) = preset.time(access, accesses, of_scale(bytes), depth);
        if let Some(charges) = &mut self.charges {
            charges.push(Charge { memory, purpose, access, count, bytes, takes_ps: takes });
        }
        let (counted, counted_bytes) = match access {
            Access::Read => (&mut charged.reads, &mut charged.bytes_read),
            Access::Write => (&mut charged.writes, &mut charged.bytes_written),
        };
        add(counted, count);
        add(counted_bytes, bytes);
        add(&mut charged.busy_ps, takes);
        add(&mut charged.charges, 1);
        add(charged.of_server.get_or_insert_default(), accesses);
        // This machine's time without pacing is no medium's.
        if self.clock.time() != StoreTime::Real {
            *free_at = from.max(*free_at).saturating_add(takes);
        }
        Some(Due { memory, at: *free_at, bound })
    }

    /// Waits for the end of charges; `done`: when this machine was done with them.
    pub(crate) fn wait(&mut self, due: impl IntoIterator<Item = Due>, done: Instant) {
        let mut due: Vec<Due> = due.into_iter().collect();
        // What ends first is waited for first: the next one adds what it takes longer.
        due.sort_by_key(|due| due.at);
        for Due { memory, at, bound } in due {
            let (waited, late) = self.clock.wait(at, done);
            let charged = &mut self.media[memory as usize].charged;
            add(charged.waited.of(bound), waited);
            add(&mut charged.overruns, u64::from(late));
        }
    }

    /// What there is to go on from.
    pub(crate) fn about(&self) -> MediaAbout {
        // Nobody's time but that of the media goes on where it was.
        let now_ps = if self.clock.time() == StoreTime::Real { 0 } else { self.now() };
        MediaAbout { now_ps, media: self.media.each_ref().map(|medium| (medium.free_at, medium.charged)) }
    }

    pub(crate) fn restore(&mut self, about: MediaAbout) {
        self.clock = Clock::new(self.clock.time(), about.now_ps);
        for (medium, (free_at, mut charged)) in self.media.iter_mut().zip(about.media) {
            // Where a state does not say it, files are taken for rows: it is too large then, of a store with a scale.
            let all = || charged.reads.saturating_add(charged.writes).saturating_mul(self.scale);
            charged.of_server = Some(charged.of_server.unwrap_or_else(all));
            (medium.free_at, medium.charged) = (free_at, charged);
        }
    }

    /// What each memory was asked for, those that were asked for nothing too.
    pub(crate) fn traffic(&self) -> Vec<MemoryTraffic> {
        let all = NAMES.into_iter().zip(&self.media);
        all.map(|(memory, Medium { charged, .. })| MemoryTraffic {
            memory,
            read: (charged.reads, charged.bytes_read),
            written: (charged.writes, charged.bytes_written),
        })
        .collect()
    }

    /// What happened, when the memories have so many bytes here.
    pub(crate) fn report(&self, capacities: [u64; 4]) -> MediaReport {
        let time = self.clock.time();
        let last = self.media.iter().map(|medium| medium.free_at).fold(0, u64::max);
        let elapsed_ps = (time != StoreTime::Real).then(|| self.now().max(last));
        let all = NAMES.into_iter().zip(&self.media).zip(capacities);
        let report = |((memory, Medium { preset, charged, .. }), capacity): ((_, &Medium), u64)| MediumReport {
            memory,
            medium: preset.name.clone(),
            capacity,
            reads: charged.reads,
            bytes_read: charged.bytes_read,
            writes: charged.writes,
            bytes_written: charged.bytes_written,
            of_server: (self.scale > 1).then(|| charged.of_server.unwrap_or(0)),
            busy_ps: charged.busy_ps,
            waited: elapsed_ps.map(|_| charged.waited),
            overruns: (time == StoreTime::Paced).then_some((charged.overruns, charged.charges)),
            // Time is the server's, and so is the memory that takes power in it. Of wear both are parts, the bytes and the room.
            energy_j: elapsed_ps.map(|ps| preset.energy_j(capacity.saturating_mul(self.scale), ps)),
            wear: elapsed_ps.and_then(|ps| preset.wear(charged.bytes_written, capacity, ps)),
        };
        let media = all.filter(|((_, medium), _)| medium.charged.charges > 0).map(report).collect();
        MediaReport { time: time.name(), scale: (self.scale > 1).then_some(self.scale), elapsed_ps, media }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Accesses =
        Accesses { purpose: ChargedFor::Fetch, access: Access::Read, count: 1, bytes: 4096, depth: Some(1) };

    fn media(time: StoreTime) -> Media {
        Media::new(time, &StoreMedia::default())
    }

    /// Three reads of NAND, of 100 us each, and one of SCM of 200 ns, worked by hand.
    #[test]
    fn a_medium_does_one_after_another_and_media_work_beside_one_another() {
        let mut media = media(StoreTime::Simulated);
        let done = Instant::now();
        let first = media.charge(Memory::Ssd, 0, READ).unwrap();
        let second = media.charge(Memory::Ssd, 0, READ).unwrap();
        let scm = media.charge(Memory::Scm, 0, Accesses { bytes: 512, depth: None, ..READ }).unwrap();
        media.wait([second, scm], done);
        assert_eq!(media.now(), 200_000_000);
        // It was done before: nothing is waited for.
        media.wait([first], done);
        let third = media.charge(Memory::Ssd, media.now() + 50_000_000, READ).unwrap();
        media.wait([third], done);
        assert_eq!(media.now(), 350_000_000);
        let report = media.report([0, 0, 1_000_000_000, 1_000_000_000]);
        let [scm, ssd] = &report.media[..] else { panic!("{report:?}") };
        assert_eq!((scm.reads, scm.bytes_read, scm.busy_ps), (1, 512, 200_000));
        assert_eq!(scm.waited.unwrap().latency_ps, 200_000);
        assert_eq!((ssd.reads, ssd.bytes_read, ssd.busy_ps), (3, 12_288, 300_000_000));
        assert_eq!(ssd.waited.unwrap().latency_ps, 350_000_000 - 200_000);
        // 1 GB at 98 mW and at 5.7 mW, for 350 us.
        assert!((scm.energy_j.unwrap() - 98e-3 * 350e-6).abs() < 1e-12);
        assert!((ssd.energy_j.unwrap() - 5.7e-3 * 350e-6).abs() < 1e-12);
        assert_eq!((report.elapsed_ps, scm.wear, ssd.wear), (Some(350_000_000), None, Some(0.0)));
    }

    /// A write is not waited for, and what is read behind it is: 12 MB at 6 GB/s are 2 ms.
    #[test]
    fn reads_wait_for_writes_before_them() {
        let mut media = media(StoreTime::Simulated);
        let write = Accesses { access: Access::Write, bytes: 12_288_000, ..READ };
        assert!(media.charge(Memory::Ssd, 0, write).is_some());
        assert_eq!((media.now(), media.report([0; 4]).elapsed_ps), (0, Some(2_048_000_000)));
        let read = media.charge(Memory::Ssd, 0, READ);
        media.wait(read, Instant::now());
        assert_eq!(media.now(), 2_148_000_000);
    }

    /// 213 days of a medium are more picoseconds than there are numbers: counts stay there, saved or not, and training goes on.
    #[test]
    fn a_count_that_is_full_stays_so() {
        for time in [StoreTime::Real, StoreTime::Simulated] {
            let mut media = media(time);
            let most = Accesses { count: u64::MAX, ..READ };
            for _ in 0..2 {
                for access in [Access::Read, Access::Write] {
                    let due = media.charge(Memory::Ssd, 0, Accesses { access, ..most });
                    media.wait(due, Instant::now());
                }
                let saved = serde_json::to_value(media.about()).unwrap();
                media.restore(serde_json::from_value(saved).unwrap());
            }
            let ssd = &media.report([1; 4]).media[0];
            assert_eq!((ssd.busy_ps, ssd.reads, ssd.bytes_written), (u64::MAX, u64::MAX, u64::MAX));
            if time == StoreTime::Simulated {
                let mut waited = ssd.waited.unwrap();
                assert_eq!(waited.latency_ps, u64::MAX);
                waited.accesses_ps = u64::MAX;
                assert_eq!(waited.most().2, u64::MAX);
            }
        }
    }

    /// One of 1000 that a server does at a time: accesses, bytes and memory are as many times as many there; files are as many.
    #[test]
    fn what_meets_the_time_of_a_server_is_of_all_of_it() {
        let of = |scale: u64| {
            let mut media = Media::new(StoreTime::Simulated, &StoreMedia { scale, ..StoreMedia::default() });
            let due = media.charge(Memory::Ssd, 0, READ);
            media.wait(due, Instant::now());
            let file = Accesses { purpose: ChargedFor::WriteBack, access: Access::Write, bytes: 12_288, ..READ };
            assert!(media.charge(Memory::Ssd, media.now(), file).is_some());
            media.report([0, 0, 0, 1_000_000_000])
        };
        let (one, part) = (of(1), of(1000));
        assert_eq!((one.scale, part.scale), (None, Some(1000)));
        let [one_ssd, ssd] = [&one.media[0], &part.media[0]];
        assert_eq!((ssd.reads, ssd.writes, ssd.bytes_read, ssd.bytes_written), (1, 1, 4096, 12_288));
        assert_eq!((one_ssd.of_server, ssd.of_server), (None, Some(1001)));
        // 1000 reads one behind the other are 100 ms; 12.288 MB at 6 GB/s are 2.048 ms.
        let elapsed = part.elapsed_ps.unwrap();
        assert_eq!(elapsed, 102_048_000_000);
        let energy = 5.7e-3 * 1000.0 * (elapsed as f64 / 1e12);
        assert!((ssd.energy_j.unwrap() - energy).abs() < 1e-9 * energy, "{ssd:?}");
        let allowed = 0.8 * 1e9 * (elapsed as f64 / 86_400e12);
        assert!((ssd.wear.unwrap() - 12_288.0 / allowed).abs() < 1e-6 * 12_288.0 / allowed, "{ssd:?}");
    }

    #[test]
    fn what_was_saved_goes_on() {
        let mut whole = media(StoreTime::Simulated);
        let due = whole.charge(Memory::Ssd, 0, READ);
        whole.wait(due, Instant::now());
        let mut resumed = media(StoreTime::Simulated);
        resumed.restore(serde_json::from_value(serde_json::to_value(whole.about()).unwrap()).unwrap());
        for media in [&mut whole, &mut resumed] {
            let due = media.charge(Memory::Ssd, media.now(), READ);
            media.wait(due, Instant::now());
        }
        assert_eq!(whole.report([1; 4]), resumed.report([1; 4]));
        assert_eq!(whole.report([1; 4]).elapsed_ps, Some(200_000_000));
    }

    #[test]
    fn real_time_counts_alone_and_paced_time_tells_what_was_late() {
        let mut real = media(StoreTime::Real);
        let due = real.charge(Memory::Ssd, 0, READ);
        real.wait(due, Instant::now());
        let report = real.report([1; 4]);
        assert_eq!((report.elapsed_ps, report.media[0].busy_ps), (None, 100_000_000));
        assert_eq!(real.about(), MediaAbout { now_ps: 0, ..real.about() });
        let mut paced = media(StoreTime::Paced);
        let due = paced.charge(Memory::Ssd, 0, READ);
        std::thread::sleep(std::time::Duration::from_micros(150));
        paced.wait(due, Instant::now());
        assert_eq!(paced.report([1; 4]).media[0].overruns, Some((1, 1)));
    }
}
