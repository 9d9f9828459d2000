//! What an iteration has looked up lately: most of its lookups are of few EVs, and are answered here, from the processor's first cache.

/// Slots; an EV has one of them. With more they would not stay in that cache.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 11;

/// An EV that was looked up, and where it was found.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The EV's number and one; 0: nothing.
    key: u64,
    found: Place,
}

/// Where an EV was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its block, or what stands in its place.
    pub block: u32,
    /// In which table it was before the iteration.
    pub source: u32,
}

/// The EVs that were looked up last, as far as no other one has taken their slot.
#[derive(Clone, Debug)]
pub struct Lately(Box<[Seen; SLOTS]>);

impl Default for Lately {
    fn default() -> Self {
        Self(Box::new([Seen::default(); SLOTS]))
    }
}

impl Lately {
    /// A new iteration begins.
    pub fn forget(&mut self) {
        self.0.fill(Seen::default());
    }

    /// Whether an EV was seen, and then where.
    #[inline]
    pub fn get(&self, vector: u64) -> (bool, Place) {
        let Seen { key, found } = self.0[slot(vector)];
        (key == vector + 1, found)
    }

    /// An EV was looked up.
    #[inline]
    pub fn put(&mut self, vector: u64, found: Place) {
        self.0[slot(vector)] = Seen { key: vector + 1, found };
    }
}

/// The upper bits of a product depend on all bits of the number.
#[inline]
const fn slot(vector: u64) -> usize {
    (vector.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_the_slot_is_known_and_nobody_else() {
        let mut lately = Lately::default();
        let found = |block| Place { block, source: block % 4 };
        assert!((0..9999).all(|vector| !lately.get(vector).0));
        (0..9999).for_each(|vector| lately.put(vector, found(vector as u32)));
        let known: Vec<u64> = (0..9999).filter(|vector| lately.get(*vector).0).collect();
        assert!((SLOTS / 2..=SLOTS).contains(&known.len()), "{}", known.len());
        assert!(known.iter().all(|vector| lately.get(*vector).1 == found(*vector as u32)));
        lately.forget();
        assert!((0..9999).all(|vector| !lately.get(vector).0));
    }
}
