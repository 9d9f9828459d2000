//! What ranks have summed of a batch, as numbers of 32 bits: `docs/wire-format.md` has it for other languages.

use emberlane_stores::{Sum, Summand};

/// Numbers in front: what tells batches apart, whether somebody has asked to stop, samples.
const HEAD: usize = 3;
/// Numbers of a sample: its loss, and the probability of a click.
const SAMPLE: usize = 3;
/// Somebody has asked to stop.
const STOPS: u32 = 1;

/// What this rank has, behind what the ranks before it have; `None`: it does not fit that.
pub(super) fn add(before: Option<&[u32]>, own: &Summand, stops: bool) -> Option<Vec<u32>> {
    let (mut flags, mut samples, mut of_samples) = (u32::from(stops), own.losses.len(), Vec::new());
    let mut sums: Option<Vec<f32>> = None;
    if let Some(before) = before {
        let (head, found) = read_head(before)?;
        if head.data != own.data {
            return None;
        }
        flags |= head.flags;
        samples += head.samples;
        of_samples.extend_from_slice(&found[..head.samples * SAMPLE]);
        sums = Some(found[head.samples * SAMPLE..].iter().copied().map(f32::from_bits).collect());
    }
    for (loss, probability) in own.losses.iter().zip(&own.probabilities) {
        let loss = loss.to_bits();
        of_samples.extend([loss as u32, (loss >> 32) as u32, probability.to_bits()]);
    }
    for slice in &own.slices {
        match &mut sums {
            None => sums = Some(slice.clone()),
            Some(sums) if sums.len() == slice.len() => {
                sums.iter_mut().zip(slice).for_each(|(sum, value)| *sum += value)
            }
            Some(_) => return None,
        }
    }
    let mut words = vec![own.data, flags, u32::try_from(samples).ok()?];
    words.extend(of_samples);
    words.extend(sums.unwrap_or_default().into_iter().map(f32::to_bits));
    Some(words)
}

/// What all have, and whether somebody has asked to stop; `None`: these are no sums of the batch.
pub(super) fn whole(words: &[u32], data: u32) -> Option<(Sum, bool)> {
    let (head, rest) = read_head(words)?;
    let (samples, gradients) = rest.split_at(head.samples * SAMPLE);
    let loss = |sample: &[u32]| f64::from_bits(u64::from(sample[0]) | u64::from(sample[1]) << 32);
    let sum = Sum {
        losses: samples.chunks_exact(SAMPLE).map(loss).collect(),
        probabilities: samples.chunks_exact(SAMPLE).map(|sample| f32::from_bits(sample[2])).collect(),
        gradients: gradients.iter().copied().map(f32::from_bits).collect(),
    };
    (head.data == data).then_some((sum, head.flags & STOPS != 0))
}

struct Head {
    data: u32,
    flags: u32,
    samples: usize,
}

fn read_head(words: &[u32]) -> Option<(Head, &[u32])> {
    let (head, rest) = words.split_at_checked(HEAD)?;
    let samples = usize::try_from(head[2]).ok()?;
    (samples.checked_mul(SAMPLE)? <= rest.len()).then_some((Head { data: head[0], flags: head[1], samples }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summand(number: usize, slices: &[f32]) -> Summand {
        let losses = (0..number).map(|sample| 1.0 / (sample + number) as f64).collect();
        let probabilities = (0..number).map(|sample| 0.25 / (sample + number) as f32).collect();
        Summand { data: 7, losses, probabilities, slices: slices.iter().map(|value| vec![*value, 1.0]).collect() }
    }

    /// Slices are added one after the other, whoever has them.
    #[test]
    fn sums_are_those_of_slices_in_their_order() {
        // Another order has another sum.
        let slices = [1e8_f32, 1.0, -1e8, 3.0];
        let one = add(None, &summand(3, &slices), false).unwrap();
        let first = add(None, &summand(2, &slices[..1]), false).unwrap();
        let two = add(Some(&first), &summand(1, &slices[1..]), true).unwrap();
        let ((alone, stops), (together, stop)) = (whole(&one, 7).unwrap(), whole(&two, 7).unwrap());
        assert_eq!(alone.gradients, [3.0, 4.0]);
        assert_eq!(alone.gradients, together.gradients);
        assert_eq!(together.losses, [0.5, 1.0 / 3.0, 1.0]);
        assert_eq!(together.probabilities, [0.125, 0.25 / 3.0, 0.25]);
        assert!(!stops && stop);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let first = add(None, &summand(2, &[1.0]), false).unwrap();
        assert!(add(Some(&first), &Summand { data: 8, ..summand(1, &[1.0]) }, false).is_none());
        assert!(add(Some(&first), &Summand { slices: vec![vec![0.0]], ..summand(1, &[]) }, false).is_none());
        assert!(whole(&first, 8).is_none() && whole(&first[..5], 7).is_none() && whole(&[], 7).is_none());
        assert!(whole(&[7, 0, u32::MAX], 7).is_none());
    }
}
