//! Random inputs with a bias towards what breaks hardware.

/// SplitMix64: small, and the same numbers everywhere for a seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform below `limit`, which is not zero; the bias of the remainder does not matter here.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// True once in `times` on average.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// Words at which adders, multipliers and comparisons change their mind; among them FP32's special values.
const WORDS: [u32; 24] = [
    0,
    1,
    2,
    0xffff_ffff,
    0xffff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x5555_5555,
    0xaaaa_aaaa,
    0x3f80_0000,
    0xbf80_0000,
    0x3f7f_ffff,
    0x4b80_0000,
    0x0080_0000,
    0x007f_ffff,
    0x8080_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7fc0_0000,
    0x7fa0_0001,
    0xffff_0000,
];

/// Source of the values of one input.
#[derive(Debug)]
pub(crate) struct Source {
    width: usize,
    /// Values are below this, if it is set.
    limit: Option<u64>,
    is_reset: bool,
    /// Cycles that the present mode still lasts.
    remaining: u64,
    mode: Mode,
    /// Values given lately, to come back to.
    recent: Vec<Vec<u32>>,
    value: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    /// The value stays.
    Hold,
    Uniform,
    /// Words from the list, single bits, small numbers.
    Corner,
    /// Single bits: one in 16 is high.
    Rare,
    /// Single bits: one in 16 is low.
    Often,
}

impl Source {
    pub(crate) fn new(width: usize, limit: Option<u64>, is_reset: bool) -> Self {
        let value = vec![0; width.div_ceil(32)];
        Self { width, limit, is_reset, remaining: 0, mode: Mode::Uniform, recent: Vec::new(), value }
    }

    /// The value of the next cycle, 32 bits a word.
    pub(crate) fn next(&mut self, cycle: usize, random: &mut Random) -> &[u32] {
        if self.is_reset {
            // Long enough at the beginning for what clears itself line by line, and a short one now and then.
            self.value[0] = u32::from(cycle < 40 || random.once_in(500));
            return &self.value;
        }
        if self.remaining == 0 {
            self.remaining = 1 + random.below(40);
            self.mode = match (random.below(8), self.width) {
                (0, _) => Mode::Hold,
                (1..=2, 1) => Mode::Rare,
                (3..=4, 1) => Mode::Often,
                (1..=4, _) => Mode::Corner,
                _ => Mode::Uniform,
            };
        }
        self.remaining -= 1;
        match self.mode {
            Mode::Hold => {}
            Mode::Rare => self.value[0] = u32::from(random.once_in(16)),
            Mode::Often => self.value[0] = u32::from(!random.once_in(16)),
            Mode::Uniform | Mode::Corner if self.width > 1 && !self.recent.is_empty() && random.once_in(4) => {
                let index = random.below(self.recent.len() as u64) as usize;
                self.value.clone_from(&self.recent[index]);
            }
            Mode::Uniform => self.fresh(random, |random| random.next() as u32),
            Mode::Corner => self.corner(random),
        }
        &self.value
    }

    fn corner(&mut self, random: &mut Random) {
        match random.below(4) {
            0 => self.fresh(random, |random| WORDS[random.below(WORDS.len() as u64) as usize]),
            1 => {
                let bit = random.below(self.width as u64) as usize;
                let inverted = if random.once_in(2) { u32::MAX } else { 0 };
                self.fresh(random, |_| inverted);
                self.value[bit / 32] ^= 1 << (bit % 32);
                self.finish();
            }
            2 => {
                let small = random.below(8) as u32;
                self.fresh(random, |_| 0);
                self.value[0] = small;
                self.finish();
            }
            _ => self.fresh(random, |random| {
                let word = WORDS[random.below(WORDS.len() as u64) as usize];
                word.wrapping_add(random.below(5) as u32).wrapping_sub(2)
            }),
        }
    }

    fn fresh(&mut self, random: &mut Random, mut word: impl FnMut(&mut Random) -> u32) {
        for place in &mut self.value {
            *place = word(random);
        }
        self.finish();
        if self.recent.len() < 4 {
            self.recent.push(self.value.clone());
        } else {
            let index = random.below(4) as usize;
            self.recent[index].clone_from(&self.value);
        }
    }

    /// Cuts the value to the width and below the limit.
    fn finish(&mut self) {
        let used = self.width % 32;
        if let (Some(last), true) = (self.value.last_mut(), used > 0) {
            *last &= (1 << used) - 1;
        }
        if let Some(limit) = self.limit {
            let low = u64::from(self.value[0]) | self.value.get(1).map_or(0, |high| u64::from(*high) << 32);
            let low = low % limit;
            self.value.fill(0);
            self.value[0] = low as u32;
            if let Some(high) = self.value.get_mut(1) {
                *high = (low >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_inside_their_width_and_limit() {
        let mut random = Random::new(7);
        let mut narrow = Source::new(37, None, false);
        let mut limited = Source::new(20, Some(5), false);
        let mut seen = [false; 5];
        for cycle in 0..2000 {
            assert!(narrow.next(cycle, &mut random)[1] < 32);
            let value = limited.next(cycle, &mut random)[0];
            seen[value as usize] = true;
        }
        assert_eq!(seen, [true; 5]);
    }

    #[test]
    fn a_seed_gives_the_same_values_again() {
        let run = || {
            let (mut random, mut source) = (Random::new(3), Source::new(64, None, false));
            (0..100).map(|cycle| source.next(cycle, &mut random).to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(run(), run());
    }
}
