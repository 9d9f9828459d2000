//! Two clocks of any periods and phases.

use rand::Rng;
use rand_pcg::Pcg64;

/// When two clocks tick.
pub struct Clocks {
    name: String,
    /// Periods in picoseconds.
    periods: [u64; 2],
    next: [u64; 2],
    /// One in so many edges is followed by a pause.
    pauses: Option<u32>,
}

impl Clocks {
    /// Clocks with these periods; the second begins `phase` picoseconds later.
    pub fn new(periods: [u64; 2], phase: u64) -> Self {
        let name = format!("periods of {} and {} ps, {phase} ps apart", periods[0], periods[1]);
        Self { name, periods, next: [0, phase], pauses: None }
    }

    /// Clocks that stand still now and then.
    #[must_use]
    pub fn with_pauses(self) -> Self {
        Self { name: format!("{}, with pauses", self.name), pauses: Some(100), ..self }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Picoseconds until now.
    pub fn time(&self) -> u64 {
        self.next[0].min(self.next[1])
    }

    /// The longer period.
    pub fn slowest(&self) -> u64 {
        self.periods[0].max(self.periods[1])
    }

    /// Which of the clocks tick next: one, or both at once.
    pub fn tick(&mut self, random: &mut Pcg64) -> [bool; 2] {
        let now = self.next[0].min(self.next[1]);
        let ticks = self.next.map(|next| next == now);
        for (side, ticks) in ticks.into_iter().enumerate() {
            if ticks {
                self.next[side] += self.periods[side];
                if self.pauses.is_some_and(|one_in| random.random_ratio(1, one_in)) {
                    self.next[side] += self.periods[side] * random.random_range(1..60);
                }
            }
        }
        ticks
    }
}

/// The pairs that are tried: equal, a device at 250 MHz with a DDR4 controller at 300 MHz and the other way round, coprime, far apart.
pub fn pairs() -> Vec<Clocks> {
    let mut pairs = Vec::new();
    for periods in [[4000, 4000], [4000, 3333], [3333, 4000], [4000, 3300], [3001, 5003], [4000, 701], [701, 4000]] {
        for phase in [0, 1, 1000, 1999, 3999] {
            pairs.push(Clocks::new(periods, phase));
        }
        pairs.push(Clocks::new(periods, 0).with_pauses());
    }
    pairs
}
