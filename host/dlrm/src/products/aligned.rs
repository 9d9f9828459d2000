//! Buffers that begin with a cache line, and are used again.

use std::sync::Mutex;

use super::LINE;

/// Buffers that nobody uses. A batch needs the same as the one before, and taking memory from the system and giving it back for each would
/// take longer than some layers.
static SPARE: Mutex<Vec<Vec<f32>>> = Mutex::new(Vec::new());
/// So many are kept.
const KEPT: usize = 64;

/// Numbers that begin with a cache line.
#[derive(Debug, Default)]
pub(super) struct Aligned {
    buffer: Vec<f32>,
    first: usize,
    length: usize,
}

impl Aligned {
    /// So many numbers; which is not said.
    pub fn of(length: usize) -> Self {
        let needed = length + LINE - 1;
        let mut buffer = spare(needed).unwrap_or_default();
        if buffer.len() < needed {
            buffer.resize(needed, 0.0);
        }
        // Where nothing says how far it is, lines are crossed, and nothing else happens.
        let first = buffer.as_ptr().align_offset(LINE * size_of::<f32>());
        Self { first: if first < LINE { first } else { 0 }, buffer, length }
    }

    /// So many zeros.
    pub fn zeros(length: usize) -> Self {
        let mut zeros = Self::of(length);
        zeros.values_mut().fill(0.0);
        zeros
    }

    pub fn values(&self) -> &[f32] {
        &self.buffer[self.first..][..self.length]
    }

    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.buffer[self.first..][..self.length]
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        let mut spare = SPARE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if spare.len() < KEPT {
            spare.push(std::mem::take(&mut self.buffer));
        }
    }
}

/// The smallest spare buffer of so many numbers that is not much larger.
fn spare(needed: usize) -> Option<Vec<f32>> {
    let mut spare = SPARE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let fits = |buffer: &Vec<f32>| (needed..=needed.saturating_mul(2)).contains(&buffer.len());
    let best = (0..spare.len()).filter(|at| fits(&spare[*at])).min_by_key(|at| spare[*at].len())?;
    Some(spare.swap_remove(best))
}
