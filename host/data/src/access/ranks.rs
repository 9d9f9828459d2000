//! Draws ranks by a column's power law.

use rand::RngCore;

use super::Column;

/// A way into a group of ranks, of which each is as likely as any other.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Below this it is the group of the slot's number, else the other.
    own: u64,
    other: u32,
}

/// Ranks of a group.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u64,
    count: u64,
    /// As likely as the last rank is against the first, in 2^-64.
    least: u64,
    /// The exponent of its ranks.
    exponent: f64,
}

/// Ranks of a column from 0, drawn exactly by its law.
///
/// An alias table (Walker 1977, as Vose 1991 builds it) gives a group of [`Column::groups`]. Within one, ranks are drawn alike, and
/// those that are less likely than its first are rejected now and then. Some 2,700 groups are enough for 45 million ranks, and a draw
/// takes no logarithm; a power, one draw in some sixty.
#[derive(Clone, Debug)]
pub struct Ranks {
    slots: Vec<Slot>,
    ranges: Vec<Range>,
}

/// 0 to 1 in steps of 2^-64.
fn fraction(share: f64) -> u64 {
    (share * 2f64.powi(64)) as u64
}

/// A number below `count`, and what is left of the draw, as evenly spread.
fn below(count: u64, random: &mut impl RngCore) -> (u64, u64) {
    let product = u128::from(random.next_u64()) * u128::from(count);
    ((product >> 64) as u64, product as u64)
}

impl Ranks {
    /// Of a column.
    ///
    /// # Panics
    /// When the column has no rows.
    #[must_use]
    pub fn new(column: &Column) -> Self {
        let groups = column.groups();
        assert!(!groups.is_empty(), "a column has rows");
        let range = |group: &super::Group| {
            let (first, last, exponent) = (group.first, group.first + group.count - 1, column.exponent_at(group.first));
            let power = |k: u64| libm::pow(k as f64, -exponent);
            Range { first, count: group.count, least: fraction(power(last) / power(first)), exponent }
        };
        let mut shares: Vec<f64> = groups.iter().map(|group| group.mass * groups.len() as f64).collect();
        let mut slots: Vec<Slot> = (0..groups.len() as u32).map(|slot| Slot { own: u64::MAX, other: slot }).collect();
        let (mut poor, mut rich): (Vec<usize>, Vec<usize>) = (0..slots.len()).partition(|slot| shares[*slot] < 1.0);
        while let (Some(slot), Some(&other)) = (poor.pop(), rich.last()) {
            slots[slot] = Slot { own: fraction(shares[slot]), other: other as u32 };
            shares[other] -= 1.0 - shares[slot];
            if shares[other] < 1.0 {
                poor.extend(rich.pop());
            }
        }
        Self { slots, ranges: groups.iter().map(range).collect() }
    }

    /// Draws a rank, from 0.
    #[inline]
    pub fn draw(&self, random: &mut impl RngCore) -> u64 {
        let (slot, rest) = below(self.slots.len() as u64, random);
        let Slot { own, other } = self.slots[slot as usize];
        let group = if rest < own { slot } else { other.into() };
        let Range { first, count, least, exponent } = self.ranges[group as usize];
        if count == 1 {
            return first - 1;
        }
        loop {
            let (offset, rest) = below(count, random);
            let accepted = || libm::pow(first as f64 / (first + offset) as f64, exponent);
            if rest < least || rest < fraction(accepted()) {
                return first + offset - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn ranks_come_as_often_as_they_should() {
        const DRAWS: u32 = 2_000_000;
        for (rows, exponent) in
            [(1, 1.2), (2, 0.0), (7, 1.5), (5_000, 0.0), (20_000, 0.9), (50_000, 1.1), (3_000_000, 1.05)]
        {
            let column = Column::new(rows, exponent);
            let ranks = Ranks::new(&column);
            let random = &mut Pcg64Mcg::seed_from_u64(1);
            let mut counts = vec![0u32; rows as usize];
            (0..DRAWS).for_each(|_| counts[ranks.draw(random) as usize] += 1);
            let total: f64 = (1..=rows).map(|k| (k as f64).powf(-exponent)).sum();
            // Chi squared over classes of 50 expected draws at least.
            let (mut chi, mut classes) = (0.0, 0);
            let (mut seen, mut expected) = (0.0, 0.0);
            for (k, count) in (1..=rows).zip(&counts) {
                seen += f64::from(*count);
                expected += f64::from(DRAWS) * (k as f64).powf(-exponent) / total;
                if expected >= 50.0 {
                    chi += (seen - expected).powi(2) / expected;
                    classes += 1;
                    (seen, expected) = (0.0, 0.0);
                }
            }
            let classes = f64::from(classes);
            assert!(
                (chi - classes).abs() < 5.0 * (2.0 * classes).sqrt() + 3.0,
                "{column:?}: {chi} of {classes} classes"
            );
        }
    }

    #[test]
    fn distinct_rows_are_those_expected() {
        let column = Column::new(45_833_188, 1.1);
        let (ranks, random) = (Ranks::new(&column), &mut Pcg64Mcg::seed_from_u64(2));
        let distinct: std::collections::HashSet<u64> = (0..200_000).map(|_| ranks.draw(random)).collect();
        let expected = column.expected_distinct(200_000);
        assert!((distinct.len() as f64 - expected).abs() < 4.0 * expected.sqrt(), "{} of {expected}", distinct.len());
    }
}
