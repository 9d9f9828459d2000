//! What measuring needs: time of the processor, and how fast it could compute.

use std::hint::black_box;
use std::time::Instant;

use cpu_time::ProcessTime;
use pulp::{Arch, Simd, WithSimd};

/// A span of time, of everybody and of this process alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Span {
    pub(super) wall: f64,
    /// Of all threads of this process together: what others do on the machine does not count.
    pub(super) cpu: f64,
}

impl Span {
    /// One behind the other.
    pub(super) fn and(self, other: Self) -> Self {
        Self { wall: self.wall + other.wall, cpu: self.cpu + other.cpu }
    }
}

/// Measures how long `work` takes.
pub(super) fn measure<T>(work: impl FnOnce() -> T) -> (T, Span) {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let result = work();
    (result, Span { cpu: cpu.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() })
}

/// The middle of some numbers.
pub(super) fn median(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.into_iter().collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Operations a second that one thread does at most: fused multiply-adds, two operations each, of what is in registers.
pub(super) fn peak_operations() -> f64 {
    const TRIES: usize = 5;
    (0..TRIES)
        .map(|_| measure(|| Arch::new().dispatch(MultiplyAdds)))
        .map(|(operations, span)| operations / span.cpu)
        .fold(0.0, f64::max)
}

/// Sums that do not wait for each other, and how many operations they were.
struct MultiplyAdds;

impl WithSimd for MultiplyAdds {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        /// More than an instruction takes, times those that begin at once.
        const SUMS: usize = 12;
        const ROUNDS: u32 = 1 << 20;
        let factor = black_box(simd.splat_f32s(0.999));
        let mut sums = [simd.splat_f32s(1.0); SUMS];
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = simd.mul_add_f32s(factor, *sum, factor);
            }
        }
        black_box(sums);
        (SUMS * S::F32_LANES) as f64 * 2.0 * f64::from(ROUNDS)
    }
}
