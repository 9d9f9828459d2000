//! How many samples a training has had at each of its batches.

/// Samples of batches, which are mostly as large as the one before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    /// So many batches of so many samples; none: rows were written, and nothing trained.
    runs: Vec<(u64, Option<u64>)>,
}

impl Samples {
    /// A batch was trained, or rows were written.
    pub fn push(&mut self, samples: Option<u64>) {
        match self.runs.last_mut() {
            Some((count, of)) if *of == samples => *count += 1,
            _ => self.runs.push((1, samples)),
        }
    }

    /// Batches that were trained or written.
    pub fn len(&self) -> u64 {
        self.runs.iter().map(|(count, _)| count).sum()
    }

    /// Batches that were trained among the first so many, and their samples.
    pub fn until(&self, batches: u64) -> (u64, u64) {
        let (mut left, mut trained, mut samples) = (batches, 0, 0);
        for (count, of) in &self.runs {
            let count = left.min(*count);
            left -= count;
            if let Some(of) = of {
                (trained, samples) = (trained + count, samples + count * of);
            }
        }
        (trained, samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_those_of_the_batches_before() {
        let mut samples = Samples::default();
        [None, None, Some(8), Some(8), Some(5), Some(8)].into_iter().for_each(|of| samples.push(of));
        let found = [0, 2, 3, 4, 5, 6, 9].map(|batches| samples.until(batches));
        assert_eq!(found, [(0, 0), (0, 0), (1, 8), (2, 16), (3, 21), (4, 29), (4, 29)]);
    }
}
