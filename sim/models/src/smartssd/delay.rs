//! A shift register of bits.

/// What comes in goes out `STAGES` cycles later.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delay<const STAGES: usize>(u32);

impl<const STAGES: usize> Delay<STAGES> {
    /// A cycle: takes a bit in, gives the one that goes out in this cycle.
    pub fn shift(&mut self, bit: bool) -> bool {
        const { assert!(STAGES > 0 && STAGES < 32) };
        let out = self.0 >> (STAGES - 1) & 1 == 1;
        self.0 = (self.0 << 1 | u32::from(bit)) & ((1 << STAGES) - 1);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_goes_out_as_late_as_said() {
        let mut delay = Delay::<3>::default();
        let outs: Vec<bool> = (0..8).map(|cycle| delay.shift(cycle == 1)).collect();
        assert_eq!(outs.iter().position(|out| *out), Some(4));
        assert_eq!(outs.iter().filter(|out| **out).count(), 1);
    }
}
