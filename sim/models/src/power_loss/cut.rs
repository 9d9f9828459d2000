//! Where power is cut, and what becomes of the writes under way.

use rand::{Rng, RngCore, SeedableRng};
use rand_pcg::Pcg64;

use super::fate::random_fate;
use super::{Fate, RecordedWrite};

/// Which of the images that a cut can leave are tried: those of pmreorder (PMDK), on the level of AXI. What came to the medium
/// is a write of a line; what its memory controller has answered is flushed and fenced; so a cut reorders what is not
/// answered. A write whose line has an earlier write that was lost is lost, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Each write is applied, lost or torn at words of 8 bytes, as likely as not. pmreorder has none like it.
    Random,
    /// `NoReorderNoCheck`, `NoReorderDoCheck`: all writes that came are applied.
    NoReorder,
    /// `ReorderAccumulative`: the first of them, from none to all.
    Accumulative,
    /// `ReorderReverseAccumulative`: the last of them, from none to all.
    ReverseAccumulative,
    /// `ReorderPartial`: random subsets.
    Partial,
    /// `ReorderFull`: every subset of the first [`FULL`].
    Full,
}

/// Writes of which [`Engine::Full`] tries every subset: more would take longer than anyone waits.
pub const FULL: usize = 8;
/// Subsets that [`Engine::Partial`] tries at a cut.
const PARTIAL: usize = 16;

impl Engine {
    /// Every engine with its name.
    pub const NAMES: &[(&'static str, Self)] = &[
        ("random", Self::Random),
        ("no-reorder", Self::NoReorder),
        ("reorder-accumulative", Self::Accumulative),
        ("reorder-reverse-accumulative", Self::ReverseAccumulative),
        ("reorder-partial", Self::Partial),
        ("reorder-full", Self::Full),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, engine)| *engine == self).map_or("", |(name, _)| name)
    }

    /// Images of a cut with so many writes under way.
    fn images(self, open: usize) -> u64 {
        match self {
            Self::Random | Self::NoReorder => 1,
            Self::Accumulative | Self::ReverseAccumulative => open as u64 + 1,
            Self::Partial => PARTIAL as u64,
            Self::Full => 1 << open.min(FULL),
        }
    }

    /// What becomes of writes under way, one after the other, in image `image` of a cut with `open` of them.
    fn fates(self, image: u64, open: usize, mut random: Pcg64) -> impl FnMut(&RecordedWrite) -> Fate {
        let mut number = 0;
        move |_| {
            let position = number;
            number += 1;
            let is_applied = match self {
                Self::Random => return random_fate(&mut random),
                Self::NoReorder => true,
                Self::Accumulative => position < image as usize,
                Self::ReverseAccumulative => position + image as usize >= open,
                Self::Partial => random.random(),
                Self::Full => position < FULL && image >> position & 1 == 1,
            };
            if is_applied { Fate::Applied } else { Fate::Lost }
        }
    }
}

/// A cut, and the one image of those that it can leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its number in a campaign.
    pub number: u64,
    /// The device's cycle at whose end power is lost.
    pub cycle: u64,
    engine: Engine,
    image: u64,
    open: usize,
    seed: u64,
}

impl Cut {
    /// What becomes of writes under way, one after the other.
    pub fn fates(&self) -> impl FnMut(&RecordedWrite) -> Fate {
        self.engine.fates(self.image, self.open, self.random(0))
    }

    /// Random numbers of this cut: a stream for each purpose. Stream 0 is that of [`fates`](Self::fates).
    #[must_use]
    pub fn random(&self, stream: u64) -> Pcg64 {
        let mut random = Pcg64::seed_from_u64(self.seed);
        for _ in 0..stream {
            random = Pcg64::seed_from_u64(random.next_u64());
        }
        random
    }
}

/// The cuts of a campaign at `cycles`, in their order, with every image that the engine has, until there are `count`; `open`
/// says how many writes are under way at a cycle. They follow from `seed` and their numbers alone.
#[must_use]
pub fn cuts(
    engine: Engine,
    seed: u64,
    count: u64,
    cycles: impl Iterator<Item = u64>,
    open: impl Fn(u64) -> usize,
) -> Vec<Cut> {
    let images = cycles.flat_map(|cycle| {
        let open = open(cycle);
        (0..engine.images(open)).map(move |image| (cycle, image, open))
    });
    let cut = |(number, (cycle, image, open)): (u64, (u64, u64, usize))| {
        let seed = Pcg64::new(seed.into(), number.into()).next_u64();
        Cut { number, cycle, engine, image, open, seed }
    };
    (0..count).zip(images).map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(cut: &Cut, open: usize) -> Vec<bool> {
        let write = RecordedWrite { issued: 0, answered: None, address: 0, mask: u64::MAX, line: [0; 64] };
        let mut fates = cut.fates();
        (0..open).map(|_| fates(&write) == Fate::Applied).collect()
    }

    #[test]
    fn engines_reorder_as_their_names_say() {
        let of = |engine| {
            let cuts = cuts(engine, 1, 100, [5].into_iter(), |_| 3);
            cuts.iter().map(|cut| applied(cut, 3)).collect::<Vec<_>>()
        };
        let (t, f) = (true, false);
        assert_eq!(of(Engine::NoReorder), [vec![t, t, t]]);
        assert_eq!(of(Engine::Accumulative), [vec![f, f, f], vec![t, f, f], vec![t, t, f], vec![t, t, t]]);
        assert_eq!(of(Engine::ReverseAccumulative), [vec![f, f, f], vec![f, f, t], vec![f, t, t], vec![t, t, t]]);
        let mut full = of(Engine::Full);
        full.sort();
        full.dedup();
        assert_eq!(full.len(), 8);
        assert_eq!((of(Engine::Partial).len(), of(Engine::Random).len()), (PARTIAL, 1));
    }

    #[test]
    fn a_cut_follows_from_seed_and_number() {
        let campaign = |seed, count| cuts(Engine::Random, seed, count, 0.., |_| 50);
        let (long, short) = (campaign(7, 40), campaign(7, 20));
        assert_eq!(long[..20], short);
        assert_eq!(applied(&long[3], 50), applied(&short[3], 50));
        assert_ne!(applied(&long[3], 50), applied(&long[4], 50));
        assert_ne!(applied(&long[3], 50), applied(&campaign(8, 20)[3], 50));
    }
}
