//! How often rows were hit, batch after batch, in a bounded number of points.

use emberlane_stores::CoursePoint;
use serde::{Deserialize, Serialize};

use crate::counts::AllCounts;

/// Points at most; when there are more, every second one goes.
const MOST: usize = 64;

/// What was counted after every so many batches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Course {
    every: u32,
    points: Vec<CoursePoint>,
}

impl Default for Course {
    fn default() -> Self {
        Self { every: 1, points: Vec::new() }
    }
}

impl Course {
    /// So many batches were looked up, and so much was counted.
    pub(crate) fn add(&mut self, batches: u32, counts: &AllCounts) {
        if !batches.is_multiple_of(self.every) {
            return;
        }
        let hits = vec![counts.dram.hits, counts.scm.hits];
        self.points.push(CoursePoint { batches: batches.into(), rows: counts.rows, hits });
        if self.points.len() > MOST {
            self.every *= 2;
            let every = u64::from(self.every);
            self.points.retain(|point| point.batches.is_multiple_of(every));
        }
    }

    pub(crate) fn points(&self) -> &[CoursePoint] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stay_few_and_as_far_from_one_another() {
        let mut course = Course::default();
        for batches in 1..=10_000u32 {
            let mut counts = AllCounts { rows: 3 * u64::from(batches), ..AllCounts::default() };
            counts.dram.hits = u64::from(batches);
            counts.scm.hits = 7;
            course.add(batches, &counts);
            assert!(course.points().len() <= MOST && (batches > 64 || course.points().len() == batches as usize));
        }
        let points = course.points();
        assert!(points.len() > MOST / 4 && points[0].batches == u64::from(course.every));
        assert!(points.windows(2).all(|pair| pair[1].batches - pair[0].batches == u64::from(course.every)));
        assert!(points.iter().all(|point| point.rows == 3 * point.batches && point.hits == [point.batches, 7]));
    }
}
