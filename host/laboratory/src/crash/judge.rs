//! Recovers images of cuts and compares what comes out with the uncut training.

use emberlane_drivers::{CxlMemError, Discarded, LogError, LogMode, LogPlan, Reason, RecordHeader, Recovered, Region};
use emberlane_models::power_loss::{Fate, Image, RecordedWrite, Recording};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::log::{RecordKind, SUPERBLOCK_BYTES};
use rand::Rng;
use rand_pcg::Pcg64;

use super::medium::Medium;
use super::uncut::{self, State, Uncut};
use super::{CrashError, CrashFault, Cut, During, Options};
use emberlane_checkpoints::random_fate;
use emberlane_experiment::Experiment;
use emberlane_stores::{CxlMemStore, EmbeddingError};
use emberlane_systems::open::cxl_mem_store;

/// A cut, and what came of it.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) cut: Cut,
    /// Writes under way.
    pub(super) open: u64,
    /// Batch, and batch of the parameters.
    pub(super) recovered: Option<(u64, u64)>,
    /// The recovery was cut off, and done again.
    pub(super) recovery_cut: bool,
    pub(super) corruption: Corruption,
    pub(super) failure: Option<String>,
}

/// What came of a flipped bit.
#[derive(Debug, Default)]
pub(super) struct Corruption {
    pub(super) detected: bool,
    pub(super) used: bool,
    pub(super) harmless: bool,
    pub(super) in_tables: bool,
    pub(super) restored: bool,
    pub(super) failure: Option<String>,
}

type Store = CxlMemStore<Medium>;

/// Knows what a recovery has to find.
pub(super) struct Judge<'s> {
    experiment: &'s Experiment,
    uncut: &'s Uncut,
    /// The cycle when the first batch began, and when each had ended.
    ends: &'s [u64],
    during: During,
    corrupt: bool,
    ignores_crc: bool,
    mode: LogMode,
    log: LogPlan,
    tables: Region,
    superblock: u64,
}

/// A slot of the log.
type Slot = (RecordKind, usize);

impl<'s> Judge<'s> {
    pub(super) fn new(
        experiment: &'s Experiment,
        uncut: &'s Uncut,
        ends: &'s [u64],
        options: &Options,
    ) -> Result<Self, CrashError> {
        let mut store = open(experiment, &Image::default(), false)?;
        let driver = store.driver_mut();
        let planned = driver.log_plan().cloned().zip(driver.data_plan().map(|plan| plan.data));
        let (log, tables) = planned.expect("the log was configured");
        let superblock = driver.capabilities().persistent_bytes - SUPERBLOCK_BYTES;
        let mode = experiment.checkpoint.log_mode().expect("the experiment has checkpoints");
        let Options { during, corrupt, fault, .. } = *options;
        let ignores_crc = fault == Some(CrashFault::CrcIgnored);
        Ok(Self { experiment, uncut, ends, during, corrupt, ignores_crc, mode, log, tables, superblock })
    }

    /// Recovers the image of a cut that had so many writes under way.
    pub(super) fn judge(&self, cut: &Cut, image: Image, open: u64) -> Judged {
        let mut judged = Judged {
            cut: *cut,
            open,
            recovered: None,
            recovery_cut: false,
            corruption: Corruption::default(),
            failure: None,
        };
        let result = self.recover(&image).and_then(|(mut store, recovered)| {
            judged.recovered = Some((recovered.batch, recovered.parameter_batch));
            self.check(&mut store, &recovered, self.mode.largest_gap())?;
            self.check_progress(cut.cycle, &recovered)?;
            Ok(recovered)
        });
        let recovered = match result {
            Ok(recovered) => recovered,
            Err(message) => {
                judged.failure = Some(message);
                return judged;
            }
        };
        if self.during.cuts_recovery(cut.number) {
            judged.recovery_cut = true;
            judged.failure = self.cut_recovery(&image, &recovered, cut.random(1)).err();
        }
        if self.corrupt {
            judged.corruption = self.flip(image, &recovered, cut.random(2));
        }
        judged
    }

    fn recover(&self, image: &Image) -> Result<(Store, Recovered), String> {
        let mut store = open(self.experiment, image, self.ignores_crc).map_err(|error| error.to_string())?;
        let recovered = store.driver_mut().recover().map_err(|error| error.to_string())?;
        Ok((store, recovered))
    }

    fn state(&self, store: &mut Store, recovered: &Recovered) -> Result<State, String> {
        let tables = uncut::tables(store, &self.experiment.model.rows).map_err(|error| error.to_string())?;
        Ok(State { tables, parameters: recovered.parameters.clone() })
    }

    /// Whether tables and parameters are those of the uncut training, and the parameters by no more than so many batches older.
    fn check(&self, store: &mut Store, recovered: &Recovered, promised_gap: u64) -> Result<(), String> {
        let Recovered { batch, parameter_batch, exact, .. } = *recovered;
        let Uncut { states, logged } = self.uncut;
        if !exact {
            return Err(format!("recovered to batch {batch}, but not exactly: {}", list(&recovered.discarded)));
        }
        let (Some(of_tables), Some(of_parameters)) = (states.get(batch as usize), states.get(parameter_batch as usize))
        else {
            return Err(format!(
                "recovered to batch {batch}, with the parameters of batch {parameter_batch}; there are {}",
                states.len() - 1
            ));
        };
        let gap = logged[batch as usize].saturating_sub(logged[parameter_batch as usize]);
        if gap > promised_gap {
            return Err(format!(
                "the parameters are {gap} batches older than the tables, at most {promised_gap} were promised"
            ));
        }
        let found = self.state(store, recovered)?;
        if found.tables != of_tables.tables {
            let difference = super::resume::first_difference(&found, of_tables);
            return Err(format!("the tables are not those of batch {batch}: {difference}"));
        }
        if found.parameters != of_parameters.parameters {
            return Err(format!("the parameters are not those of batch {parameter_batch}"));
        }
        Ok(())
    }

    /// Whether the recovery has gone back no further than it had to: to the batch that was under way or, unless its log had to
    /// come first, to the one before. Batches that are not logged do not count.
    fn check_progress(&self, cycle: u64, recovered: &Recovered) -> Result<(), String> {
        let logged = &self.uncut.logged;
        let ended = self.ends[1..].iter().filter(|end| **end <= cycle).count();
        let oldest = if self.mode == LogMode::Redo { logged[ended] } else { logged[ended].saturating_sub(1) };
        if logged[recovered.batch as usize] < oldest || recovered.batch > ended as u64 + 1 {
            return Err(format!("{ended} batches had ended, and recovery went to batch {}", recovered.batch));
        }
        Ok(())
    }

    /// Cuts a recovery off, with all that it had written in any order, and recovers again.
    fn cut_recovery(&self, image: &Image, first: &Recovered, mut random: Pcg64) -> Result<(), String> {
        let mut store = open(self.experiment, image, self.ignores_crc).map_err(|error| error.to_string())?;
        store.driver_mut().transport_mut().device().record_writes();
        store.driver_mut().recover().map_err(|error| error.to_string())?;
        let writes = store.driver_mut().transport_mut().device().take_writes();
        let issued = |(number, write): (usize, &emberlane_reference::Write)| {
            RecordedWrite::part(number as u64, None, write.address, &write.bytes)
        };
        let recording = Recording { before: image.clone(), writes: writes.iter().enumerate().map(issued).collect() };
        let last = random.random_range(0..=writes.len()) as u64;
        // Most are there, some are not.
        let fate = |_: &RecordedWrite| if random.random_ratio(7, 8) { Fate::Applied } else { random_fate(&mut random) };
        let image = if last == 0 { image.clone() } else { recording.cuts().image(last - 1, fate) };
        let (mut store, again) = self.recover(&image).map_err(|error| format!("second recovery: {error}"))?;
        self.check(&mut store, &again, self.mode.largest_gap()).map_err(|error| format!("second recovery: {error}"))?;
        if (again.batch, again.parameter_batch) != (first.batch, first.parameter_batch) {
            return Err(format!(
                "a recovery went to batch {}, after a cut in it to batch {}",
                first.batch, again.batch
            ));
        }
        Ok(())
    }

    /// Flips a bit of an image from which `clean` was recovered.
    fn flip(&self, mut image: Image, clean: &Recovered, mut random: Pcg64) -> Corruption {
        let mut corruption = Corruption::default();
        let in_tables = random.random_ratio(1, 4);
        let (at, slot) = if in_tables {
            (self.tables.base + random.random_range(0..self.tables.bytes), None)
        } else {
            self.logged(&image, &mut random)
        };
        image.flip(at, random.random_range(0..8));
        corruption.in_tables = in_tables;
        let result = if in_tables {
            self.judge_tables(&image, clean, at, &mut corruption)
        } else {
            self.judge_log(&image, clean, slot, &mut corruption)
        };
        corruption.failure = result.err().map(|message| format!("a bit flipped at DPA {at:#x}: {message}"));
        corruption
    }

    /// A byte of a record, of its header or of its payload, with its slot; now and then one of the superblock, of no slot.
    fn logged(&self, image: &Image, random: &mut Pcg64) -> (u64, Option<Slot>) {
        if random.random_ratio(1, 16) {
            return (self.superblock + random.random_range(0..SUPERBLOCK_BYTES), None);
        }
        let kind = if random.random() { RecordKind::Rows } else { RecordKind::Parameters };
        let number = random.random_range(0..2usize);
        let slot = self.log.slots(kind)[number];
        let mut line = [0; 64];
        image.read(slot.base, &mut line);
        let payload = RecordHeader::decode(&line).map_or(0, |header| 64 * u64::from(header.payload_lines));
        let in_header = random.random_ratio(1, 3) || payload == 0;
        let offset = if in_header { random.random_range(0..64) } else { 64 + random.random_range(0..payload) };
        (slot.base + offset, Some((kind, number)))
    }

    /// Judges the recovery of an image with a wrong bit in a slot of the log, or in the superblock.
    fn judge_log(
        &self,
        image: &Image,
        clean: &Recovered,
        slot: Option<Slot>,
        corruption: &mut Corruption,
    ) -> Result<(), String> {
        // What recovery can do without it has to do without.
        let unused = |each: &Discarded| {
            slot == Some((each.kind, each.slot))
                && matches!(each.reason, Reason::Superseded | Reason::Repeated | Reason::Empty)
        };
        let is_needed = slot.is_some() && !clean.discarded.iter().any(unused);
        let mut store = open(self.experiment, image, self.ignores_crc).map_err(|error| error.to_string())?;
        let found = match store.driver_mut().recover() {
            Ok(found) => found,
            Err(CxlMemError::Log(LogError::NoCheckpoint { .. })) if is_needed => {
                corruption.detected = true;
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        };
        let is_clean = found.exact && (found.batch, found.parameter_batch) == (clean.batch, clean.parameter_batch);
        if !is_needed && !is_clean {
            return Err(format!("recovery does not need what was damaged, and went to batch {}", found.batch));
        }
        let reported =
            || found.discarded.iter().filter(|each| is_damage(&each.reason) && !clean.discarded.contains(each));
        let is_reported = reported().next().is_some();
        if !found.exact {
            corruption.detected = true;
            return Ok(());
        }
        // Without the newest parameters those of the log before are left.
        let more = match self.mode {
            LogMode::Relaxed { every } if reported().any(|each| each.kind == RecordKind::Parameters) => {
                u64::from(every)
            }
            _ => 0,
        };
        if let Err(message) = self.check(&mut store, &found, self.mode.largest_gap() + more) {
            corruption.used = true;
            return Err(message);
        }
        let went_back = (found.batch, found.parameter_batch) != (clean.batch, clean.parameter_batch);
        if went_back && !is_reported {
            return Err(format!(
                "recovery went to batch {} instead of {} and did not say why",
                found.batch, clean.batch
            ));
        }
        corruption.detected = is_reported;
        corruption.harmless = !is_reported;
        Ok(())
    }

    fn judge_tables(
        &self,
        image: &Image,
        clean: &Recovered,
        at: u64,
        corruption: &mut Corruption,
    ) -> Result<(), String> {
        let (mut store, found) = self.recover(image)?;
        if (found.batch, found.parameter_batch) != (clean.batch, clean.parameter_batch) {
            return Err(format!("recovery went to batch {} instead of {}", found.batch, clean.batch));
        }
        let state = self.state(&mut store, &found)?;
        let expected = &self.uncut.states[found.batch as usize].tables;
        let differ = state.tables.iter().zip(expected).flat_map(|(found, expected)| found.iter().zip(expected));
        let wrong: u32 = differ.map(|(found, expected)| (found ^ expected).count_ones()).sum();
        corruption.restored = wrong == 0;
        if wrong > 1 {
            return Err(format!("{wrong} bits of the tables differ, and one was flipped at DPA {at:#x}"));
        }
        Ok(())
    }
}

fn open(experiment: &Experiment, image: &Image, ignores_crc: bool) -> Result<Store, EmbeddingError> {
    let mut device = ReferenceCxlMem::new(experiment.device.channels)
        .ok_or_else(|| EmbeddingError::Unavailable("there is no such reference device".into()))?;
    image.load(&mut device).map_err(|error| EmbeddingError::Unavailable(error.to_string()))?;
    cxl_mem_store(experiment, Medium { device, ignores_crc })
}

fn is_damage(reason: &Reason) -> bool {
    !matches!(reason, Reason::Empty | Reason::Incomplete | Reason::Superseded | Reason::Repeated)
}

fn list(discarded: &[Discarded]) -> String {
    discarded.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
