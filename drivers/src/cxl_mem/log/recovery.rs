//! Going back to the newest checkpoint.

use std::cmp::Ordering;

use emberlane_registers::{
    cxl_mem::LINE_BYTES,
    log::{HEADER_BYTES, RecordKind, SUPERBLOCK_BYTES},
};

use super::{
    super::{device::CxlMem, error::CxlMemError, region::Region, words::WORD_BYTES},
    discarded::{Discarded, Reason},
    error::LogError,
    logging::{Logging, Slots},
    mode::LogMode,
    plan::LogPlan,
    record::RecordHeader,
    scan::{Scanned, unreadable},
    superblock,
};
use crate::transport::Transport;

/// What a recovery has gone back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The tables are as they were before this batch: training goes on with it.
    pub batch: u64,
    /// The parameters are as they were before this batch.
    pub parameter_batch: u64,
    /// By how many batches the parameters are older than the tables; 0 but in a relaxed log.
    pub gap: u64,
    /// The parameters.
    pub parameters: Vec<u8>,
    /// Rows that were written back.
    pub rows: u64,
    /// The tables are as they were, row for row. Not so if a newer record of rows was whole once and is damaged (of a redo log,
    /// any newer record): an update may have changed rows that nothing brings back. A header with several wrong bits cannot be told from a torn one, of whose
    /// batch no row was written.
    pub exact: bool,
    /// The slots whose records were not used, and why.
    pub discarded: Vec<Discarded>,
}

/// A record that can be used.
#[derive(Clone, Copy, Debug)]
struct Intact {
    slot: usize,
    header: RecordHeader,
}

fn intact(slots: &[Scanned; 2]) -> Vec<Intact> {
    let record = |(slot, scanned): (usize, &Scanned)| Some(Intact { slot, header: *scanned.as_ref().ok()? });
    slots.iter().enumerate().filter_map(record).collect()
}

/// The records of rows and of parameters that make the newest checkpoint.
fn choose(mode: LogMode, rows: &[Intact], parameters: &[Intact]) -> Option<(Intact, Intact)> {
    let goes_with = |rows: u64, parameters: u64| match mode {
        LogMode::Redo | LogMode::Undo => parameters == rows,
        LogMode::Relaxed { .. } => parameters <= rows,
    };
    let mut best: Option<(Intact, Intact)> = None;
    for &rows in rows {
        for &parameters in parameters.iter().filter(|each| goes_with(rows.header.batch, each.header.batch)) {
            let batches = |pair: (Intact, Intact)| (pair.0.header.batch, pair.1.header.batch);
            if best.is_none_or(|best| batches(best) < batches((rows, parameters))) {
                best = Some((rows, parameters));
            }
        }
    }
    best
}

impl<T: Transport> CxlMem<T> {
    /// Brings tables and parameters back to the newest checkpoint of the log, from the log region alone: after a loss of
    /// power, or after a failure of the device. The tables and the log must be configured as they were when it was written.
    ///
    /// Of an undo log, every record of rows that is not older than the checkpoint is undone, the newest first. Of a redo log, that
    /// of the checkpoint is done again: no update began for a newer one, which would need its parameters, too. Nothing but rows
    /// of tables is written, so a recovery that is itself cut off is simply done again. The next log does not overwrite the
    /// checkpoint; before it, the other slots are cleared.
    ///
    /// # Errors
    /// [`LogError::NoCheckpoint`] and [`LogError::OtherExperiment`], in which case nothing was written;
    /// [`LogError::NotConfigured`], those of jobs that are still under way, and those of the transport.
    pub fn recover(&mut self) -> Result<Recovered, CxlMemError> {
        self.quiesce()?;
        let Logging { plan, configuration, .. } = self.logging.as_mut().ok_or(LogError::NotConfigured)?;
        let (plan, configuration) = (plan.clone(), *configuration);
        // Without one, because it is damaged or lost, the records tell as much as they can.
        if let Some(found) = self.superblock()?.filter(|found| *found != configuration.configuration) {
            return Err(LogError::OtherExperiment { found, expected: configuration.configuration }.into());
        }
        let rows = self.scan_kind(RecordKind::Rows, &plan, configuration.configuration)?;
        let parameters = self.scan_kind(RecordKind::Parameters, &plan, configuration.configuration)?;
        let intact_rows = intact(&rows);
        let Some((chosen_rows, chosen_parameters)) = choose(configuration.mode, &intact_rows, &intact(&parameters))
        else {
            return Err(no_checkpoint(configuration.configuration, &rows, &parameters).into());
        };

        let (batch, parameter_batch) = (chosen_rows.header.batch, chosen_parameters.header.batch);
        let is_used = |record: &&Intact| match configuration.mode {
            LogMode::Redo => record.slot == chosen_rows.slot,
            LogMode::Undo | LogMode::Relaxed { .. } => record.header.batch >= batch,
        };
        let mut used: Vec<&Intact> = intact_rows.iter().filter(is_used).collect();
        used.sort_by_key(|record| std::cmp::Reverse(record.header.batch));
        let mut written = 0;
        for record in used {
            written += self.write_back(plan.rows[record.slot], &record.header)?;
        }
        let mut bytes = vec![0; (u64::from(chosen_parameters.header.payload_lines) * LINE_BYTES) as usize];
        self.transport.memory_read(plan.parameters[chosen_parameters.slot].base + HEADER_BYTES, &mut bytes)?;

        let next = [1 - chosen_rows.slot, 1 - chosen_parameters.slot];
        let stale = vec![plan.rows[next[0]].base, plan.parameters[next[1]].base];
        self.set_slots(Slots { next, stale, parameters: None });
        let discarded = discarded(&rows, Some(&chosen_rows), &parameters, Some(&chosen_parameters));
        Ok(Recovered {
            batch,
            parameter_batch,
            gap: batch - parameter_batch,
            parameters: bytes,
            rows: written,
            exact: !discarded.iter().any(|each| each.may_have_begun(configuration.mode, &chosen_rows.header)),
            discarded,
        })
    }

    /// The configuration that the superblock names, if there is one that can be read.
    fn superblock(&mut self) -> Result<Option<u32>, CxlMemError> {
        let mut line = [0; SUPERBLOCK_BYTES as usize];
        match self.transport.memory_read(self.capabilities.persistent_bytes - SUPERBLOCK_BYTES, &mut line) {
            Ok(()) => Ok(superblock::decode(&line)),
            Err(error) => {
                unreadable(error)?;
                Ok(None)
            }
        }
    }

    fn scan_kind(&mut self, kind: RecordKind, plan: &LogPlan, configuration: u32) -> Result<[Scanned; 2], CxlMemError> {
        let [first, second] = *plan.slots(kind);
        Ok([self.scan(kind, 0, first, configuration)?, self.scan(kind, 1, second, configuration)?])
    }

    /// Writes the rows of a record into the tables.
    fn write_back(&mut self, slot: Region, header: &RecordHeader) -> Result<u64, CxlMemError> {
        let mut row = vec![0; header.vector_length as usize * WORD_BYTES as usize];
        for group in header.groups(slot) {
            for (address, number) in self.logged_addresses(&group)?.into_iter().zip(0..) {
                self.transport.memory_read(group.row(number), &mut row)?;
                self.transport.memory_write(address, &row)?;
            }
        }
        Ok(header.rows.into())
    }
}

/// All slots but the chosen ones, if there is a checkpoint.
fn discarded(
    rows: &[Scanned; 2],
    chosen_rows: Option<&Intact>,
    parameters: &[Scanned; 2],
    chosen_parameters: Option<&Intact>,
) -> Vec<Discarded> {
    let mut discarded = Vec::new();
    let kinds = [(RecordKind::Rows, rows, chosen_rows), (RecordKind::Parameters, parameters, chosen_parameters)];
    for (kind, slots, chosen) in kinds {
        for (slot, scanned) in slots.iter().enumerate().filter(|(slot, _)| chosen.is_none_or(|it| it.slot != *slot)) {
            discarded.push(match scanned {
                Err(discarded) => discarded.clone(),
                Ok(header) => {
                    let reason = match chosen.map(|it| header.batch.cmp(&it.header.batch)) {
                        Some(Ordering::Less) => Reason::Superseded,
                        Some(Ordering::Equal) => Reason::Repeated,
                        Some(Ordering::Greater) | None => Reason::Incomplete,
                    };
                    Discarded { kind, slot, batch: Some(header.batch), reason }
                }
            });
        }
    }
    discarded
}

fn no_checkpoint(configuration: u32, rows: &[Scanned; 2], parameters: &[Scanned; 2]) -> LogError {
    let discarded = discarded(rows, None, parameters, None);
    let other = discarded.iter().find_map(|each| match each.reason {
        Reason::OtherConfiguration { found } => Some(found),
        _ => None,
    });
    let is_ours = rows.iter().chain(parameters).any(Result::is_ok);
    match other {
        Some(found) if !is_ours => LogError::OtherExperiment { found, expected: configuration },
        _ => LogError::NoCheckpoint { configuration, discarded },
    }
}
