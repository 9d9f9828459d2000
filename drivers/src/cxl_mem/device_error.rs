//! The device's own word on a job that it refused or failed.

use std::fmt;

use emberlane_registers::cxl_mem::{self as registers, Command, ErrorCode};
use thiserror::Error;

use super::list::List;

/// The device's own word on a job that it refused or failed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{explanation}")]
pub struct DeviceError {
    /// The doorbell's value; 0 if several jobs were posted, and the device does not tell which of them it was.
    pub command: u64,
    /// What went wrong.
    pub code: ErrorCode,
    /// Where; its meaning depends on `code`.
    pub position: u64,
    /// Both in words.
    pub explanation: String,
}

impl DeviceError {
    /// Puts `code` and `position` into words. `word` is the list's word at the position, where that makes sense.
    pub(super) fn new(command: u64, code: ErrorCode, position: u64, word: Option<u32>) -> Self {
        let explanation = Explanation { command, code, position, word }.to_string();
        Self { command, code, position, explanation }
    }
}

/// The list that a position in `code` counts in, for a job of `command`.
pub(super) fn list_of(command: u64, code: ErrorCode) -> Option<List> {
    let select = |lookup, update| match Command::from_value(command) {
        Some(Command::Lookup) => Some(lookup),
        Some(Command::Update | Command::Stage | Command::Accumulate | Command::LogRows) => Some(update),
        Some(Command::LogParameters) | None => None,
    };
    match code {
        ErrorCode::Offset => select(List::BagOffsets, List::RowOffsets),
        ErrorCode::Index => select(List::Indices, List::SourceBags),
        ErrorCode::Row | ErrorCode::EmptyRow => Some(List::Rows),
        ErrorCode::Table | ErrorCode::SegmentCount => select(List::BagDirectory, List::RowDirectory),
        _ => None,
    }
}

/// The command that an error of one of several posted jobs is about; 0 where the device does not tell.
pub(super) fn command_of(posted: &[u64], code: ErrorCode, position: u64) -> u64 {
    // The one of these commands that was posted, if there is but one.
    let one_of = |commands: &[Command]| {
        let mut posted: Vec<u64> = posted.to_vec();
        posted.retain(|posted| commands.iter().any(|&command| command as u64 == *posted));
        posted.dedup();
        if let [command] = posted[..] { command } else { 0 }
    };
    match code {
        ErrorCode::UnknownCommand | ErrorCode::QueueFull => position,
        ErrorCode::DecoderOverlap => 0,
        ErrorCode::Flush => one_of(&[Command::Lookup, Command::Accumulate]),
        ErrorCode::Row | ErrorCode::EmptyRow => one_of(&[Command::Update, Command::Stage, Command::Accumulate]),
        ErrorCode::Log => one_of(&[Command::LogParameters, Command::LogRows]),
        _ => one_of(Command::ALL),
    }
}

struct Explanation {
    command: u64,
    code: ErrorCode,
    position: u64,
    word: Option<u32>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, code, position, word } = *self;
        let register = Offset(position);
        let list = list_of(self.command, code).map_or("its list", |list| list.register().name);
        let command = Command::from_value(command);
        let job = match (command, code) {
            (_, ErrorCode::UnknownCommand) => "doorbell",
            (_, ErrorCode::DecoderOverlap) => "decoder",
            (Some(Command::Lookup), _) => "lookup",
            (Some(Command::Update), _) => "update",
            (Some(Command::Stage), _) => "stage",
            (Some(Command::Accumulate), _) => "accumulation",
            (Some(Command::LogParameters), _) => "log of parameters",
            (Some(Command::LogRows), _) => "log of rows",
            (None, ErrorCode::Log) => "log",
            (None, _) => "posted job",
        };
        let ended = match code {
            ErrorCode::MediaRead
            | ErrorCode::MediaWrite
            | ErrorCode::Flush
            | ErrorCode::Log
            | ErrorCode::OutsideJob => "failed",
            _ => "refused",
        };
        write!(f, "{job} {ended}: ")?;
        match code {
            ErrorCode::VectorLength => write!(
                f,
                "vector length {position} is not a multiple of {} in {}..={}",
                registers::LINE_ELEMENTS,
                registers::MIN_VECTOR_LENGTH,
                registers::MAX_VECTOR_LENGTH
            ),
            ErrorCode::Pooling => write!(f, "pooling {position} is neither 0 (sum) nor 1 (mean)"),
            ErrorCode::ZeroLength => write!(f, "{register} is zero"),
            ErrorCode::Misaligned => write!(f, "{register} is not a multiple of {}", registers::LINE_BYTES),
            ErrorCode::OutsideDevice => write!(f, "the region at {register} leaves the device's memory"),
            ErrorCode::RegionOverlap => {
                let other = match registers::MAP.at(position) {
                    Some(&registers::LOG_BASE) => "data",
                    Some(&registers::STAGED_BASE) => "descriptor or gradient",
                    _ => "descriptor",
                };
                write!(f, "the region at {register} overlaps the {other} region")
            }
            ErrorCode::OutsideRegion if position == registers::GRADIENT_LINES.offset => write!(
                f,
                "the gradient region has more than {} bytes, of which gradients cannot be counted; use smaller batches",
                registers::COUNTED_BYTES
            ),
            ErrorCode::OutsideRegion => write!(f, "what starts at {register} leaves its region"),
            ErrorCode::QueueFull => write!(
                f,
                "{} jobs waited already; they were dropped, the one before them went on; wait for posted jobs before posting more",
                registers::JOB_QUEUE
            ),
            ErrorCode::UnknownCommand => write!(f, "{position} is no command"),
            ErrorCode::Table => write!(
                f,
                "entry {position} of {list}: the table has no rows, is misaligned, leaves the data region or does not lie above the table before it"
            ),
            ErrorCode::SegmentCount => {
                let (segments, total) = match command {
                    Some(Command::Update | Command::Stage | Command::Accumulate) => ("rows", registers::ROW_COUNT.name),
                    Some(Command::Lookup) => ("bags", registers::BAG_COUNT.name),
                    _ => ("segments", "their count"),
                };
                write!(f, "the {segments} of {list} do not add up to {total}")
            }
            ErrorCode::Offset => write!(
                f,
                "offsets must start at 0, not decrease and end at {}: broken at segment {position} of {list}",
                registers::ENTRY_COUNT.name
            ),
            ErrorCode::Index => {
                f.write_str(match command {
                    Some(Command::Update | Command::Stage | Command::Accumulate) => "bag",
                    Some(Command::Lookup) => "index",
                    _ => "entry",
                })?;
                write!(f, " out of range: entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " is {word}"))
            }
            ErrorCode::Row => {
                write!(f, "row out of range or not above the row before it: entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " is {word}"))
            }
            ErrorCode::EmptyRow => {
                write!(f, "no bag uses entry {position} of {list}")?;
                word.map_or(Ok(()), |word| write!(f, " (row {word})"))
            }
            ErrorCode::MediaRead => {
                write!(
                    f,
                    "memory answered the read of the line at DPA {position:#x} with an error, or the line is poisoned; write the whole line anew"
                )
            }
            ErrorCode::Flush => write!(
                f,
                "the host refused a line for the peer at HPA {:#x}; check that {} is memory of a device",
                position & !1,
                registers::FLUSH_TARGET.name
            ),
            ErrorCode::Log => write!(
                f,
                "the record at DPA {position:#x} could not be written: {}",
                match command {
                    Some(Command::LogParameters) =>
                        "a line of the parameters came poisoned or from where nothing is, or memory refused it; check that PARAMETER_SOURCE is memory of a device, and write it again",
                    Some(Command::LogRows) =>
                        "the row lists do not add up, a row lies outside memory, or memory refused a line",
                    _ =>
                        "a line came poisoned or from where nothing is, memory refused one, or the row lists do not add up",
                }
            ),
            ErrorCode::DecoderOverlap => write!(
                f,
                "{register} would map a range that the other decoder maps; it is not committed; choose another base, or clear bit 0 of the other first"
            ),
            ErrorCode::MediaWrite => {
                write!(f, "memory answered the write of the line at DPA {position:#x} with an error")
            }
            ErrorCode::OutsideJob => write!(
                f,
                "its lists changed while it ran: the line at DPA {position:#x} was expected in the job's regions and was neither read nor written; leave lists alone until the job that uses them has ended"
            ),
        }
    }
}

/// A register's offset, shown by name.
struct Offset(u64);

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match registers::MAP.at(self.0) {
            Some(register) => f.write_str(register.name),
            None => write!(f, "MMIO offset {:#x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_name_list_position_and_value() {
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::Index, 517, Some(4096));
        assert_eq!(error.to_string(), "lookup refused: index out of range: entry 517 of INDICES is 4096");
        let error = DeviceError::new(Command::Update as u64, ErrorCode::Index, 3, None);
        assert_eq!(error.to_string(), "update refused: bag out of range: entry 3 of SOURCE_BAGS");
        let error = DeviceError::new(Command::Update as u64, ErrorCode::MediaRead, 0x1240, None);
        assert!(error.to_string().starts_with("update failed: ") && error.to_string().contains("0x1240"), "{error}");
        let error = DeviceError::new(Command::Update as u64, ErrorCode::OutsideJob, 0x2000, None);
        assert!(error.to_string().starts_with("update failed: ") && error.to_string().contains("0x2000"), "{error}");
        let error = DeviceError::new(9, ErrorCode::UnknownCommand, 9, None);
        assert_eq!(error.to_string(), "doorbell refused: 9 is no command");
        let error = DeviceError::new(Command::LogParameters as u64, ErrorCode::Log, 0x8000, None);
        assert!(
            error.to_string().starts_with("log of parameters failed: ") && error.to_string().contains("0x8000"),
            "{error}"
        );
        let error = DeviceError::new(0, ErrorCode::Offset, 4, None);
        assert!(error.to_string().starts_with("posted job refused: ") && error.to_string().ends_with("its list"));
    }

    #[test]
    fn the_failed_one_of_several_jobs_is_named_where_the_error_tells() {
        let [lookup, update, log] = [Command::Lookup, Command::Update, Command::LogRows].map(|command| command as u64);
        assert_eq!(command_of(&[update], ErrorCode::Index, 0), update);
        assert_eq!(command_of(&[lookup, lookup], ErrorCode::Index, 0), lookup);
        assert_eq!(command_of(&[lookup, update], ErrorCode::Index, 0), 0);
        assert_eq!(command_of(&[lookup, update], ErrorCode::Row, 0), update);
        assert_eq!(command_of(&[lookup, log, update], ErrorCode::Log, 0), log);
        assert_eq!(command_of(&[log, Command::LogParameters as u64], ErrorCode::Log, 0), 0);
        assert_eq!(command_of(&[lookup; 10], ErrorCode::QueueFull, update), update);
    }

    #[test]
    fn positions_that_are_registers_are_named() {
        let offset = registers::POOLED_BASE.offset;
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::RegionOverlap, offset, None);
        assert!(error.explanation.contains("POOLED_BASE"), "{error}");
        let error = DeviceError::new(Command::Lookup as u64, ErrorCode::Misaligned, 0xff8, None);
        assert!(error.explanation.contains("0xff8"), "{error}");
    }

    #[test]
    fn every_code_has_its_own_words() {
        let mut seen: Vec<String> = Vec::new();
        for code in ErrorCode::ALL {
            let error = DeviceError::new(Command::Update as u64, *code, 0, None);
            assert!(!seen.contains(&error.explanation), "{code:?}: {error}");
            seen.push(error.explanation);
        }
    }
}
