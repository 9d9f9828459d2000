//! What of the data is trained, and what is kept for evaluation.

use std::hash::Hasher;

use emberlane_experiment::HeldOut;
use siphasher::sip::SipHasher13;

use crate::files::DataFile;
use crate::{DataError, Purpose};

/// Which part of the data a source reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    held_out: HeldOut,
    seed: u64,
    purpose: Purpose,
}

/// Tells this hash from others of the same seed.
const HOLD_OUT: u64 = 0x686f_6c64_206f_7574;

impl Part {
    /// All of it.
    pub(crate) const ALL: Self = Self { held_out: HeldOut::None, seed: 0, purpose: Purpose::Training };

    pub(crate) fn new(held_out: HeldOut, seed: u64, purpose: Purpose) -> Self {
        Self { held_out, seed, purpose }
    }

    /// Whether record (of tensors: batch) `number` of all data belongs to it.
    pub(crate) fn has(&self, number: u64) -> bool {
        let HeldOut::Share(share) = self.held_out else { return true };
        let mut hasher = SipHasher13::new_with_keys(self.seed, HOLD_OUT);
        hasher.write_u64(number);
        // 53 bits, as many as a number of this type has: a share of 0.1 is the same everywhere.
        let held_out = ((hasher.finish() >> 11) as f64) < share * (1u64 << 53) as f64;
        held_out == (self.purpose == Purpose::Evaluation)
    }

    /// The files of it; `None` if those that are held out are all there are.
    pub(crate) fn files<'a, T>(&self, files: &'a [T]) -> Option<&'a [T]> {
        let HeldOut::Files(held_out) = self.held_out else { return Some(files) };
        let (trained, evaluated) = files.split_at_checked(files.len().checked_sub(held_out)?)?;
        let part = if self.purpose == Purpose::Training { trained } else { evaluated };
        (!trained.is_empty()).then_some(part)
    }
}

/// The error that all files are held out.
pub(crate) fn no_file_left(files: &[DataFile]) -> DataError {
    let message = format!("evaluate.hold_out_files leaves none to train on: data.path names {} files", files.len());
    DataError::file(&files.first().map(DataFile::name).unwrap_or_default(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_record_is_in_one_part() {
        let part = |seed, purpose| Part::new(HeldOut::Share(0.1), seed, purpose);
        let (trained, evaluated) = (part(7, Purpose::Training), part(7, Purpose::Evaluation));
        assert!((0..10_000).all(|number| trained.has(number) != evaluated.has(number)));
        let held_out = (0..10_000).filter(|number| evaluated.has(*number)).count();
        assert!((900..1100).contains(&held_out), "{held_out} of 10000");
        let other = part(8, Purpose::Evaluation);
        assert!((0..100).any(|number| other.has(number) != evaluated.has(number)), "the seed decides");
    }

    #[test]
    fn the_last_files_are_held_out() {
        let part = |count, purpose| Part::new(HeldOut::Files(count), 0, purpose);
        assert_eq!(part(1, Purpose::Training).files(&[1, 2, 3]), Some(&[1, 2][..]));
        assert_eq!(part(1, Purpose::Evaluation).files(&[1, 2, 3]), Some(&[3][..]));
        assert_eq!(part(3, Purpose::Training).files(&[1, 2, 3]), None);
        assert_eq!(part(4, Purpose::Evaluation).files(&[1, 2, 3]), None);
        assert_eq!(Part::ALL.files(&[1, 2]), Some(&[1, 2][..]));
    }
}
