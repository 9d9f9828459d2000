//! A loss of power in the middle of a batch's update.

use emberlane_checkpoints::random_fate;
use emberlane_drivers::Region;
use emberlane_systems::schedule::RecordedRun;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::PowerLoss;
use crate::trained::Lost;

/// Cuts the power while a batch's update writes `tables`; `None` if it writes nothing.
pub(crate) fn lose_power(loss: PowerLoss, first: u64, recorded: &RecordedRun, tables: Region) -> Option<Lost> {
    let number = usize::try_from(loss.batch.checked_sub(first)?).ok()?;
    let (after, until) = (*recorded.ends.get(number)?, *recorded.ends.get(number + 1)?);
    let RecordedRun { recording, .. } = recorded;
    let of_update: Vec<u64> = recording
        .writes
        .iter()
        .filter(|write| (tables.base..tables.end()).contains(&write.address))
        .map(|write| write.issued)
        .filter(|issued| (after + 1..=until).contains(issued))
        .collect();
    let mut random = Pcg64::seed_from_u64(loss.seed);
    let cycle = *of_update.get(random.random_range(0..of_update.len().max(1)))?;
    let writes = (of_update.iter().filter(|issued| **issued <= cycle).count() as u64, of_update.len() as u64);
    let mut cuts = recording.cuts();
    let image = cuts.image(cycle, |_| random_fate(&mut random));
    Some(Lost { batch: loss.batch, seed: loss.seed, cycle, writes, open: cuts.open() as u64, image })
}
