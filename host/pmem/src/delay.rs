//! Loads and fences as slow as a medium's: the processor waits for as long as the medium would have taken longer.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use emberlane_models::media::{MediaPreset, Traffic};

/// A medium that is emulated, shared by all parts of a mapping: one queue of reads and one of writes.
#[derive(Debug)]
pub struct Delay {
    read_latency: Duration,
    write_latency: Duration,
    /// Picoseconds a byte.
    read_ps: f64,
    write_ps: f64,
    reads_end: Mutex<Option<Instant>>,
    writes_end: Mutex<Option<Instant>>,
}

impl Delay {
    /// The medium of a preset, over so many memory channels. Bandwidth grows with channels, latency does not.
    #[must_use]
    pub fn of(preset: &MediaPreset, channels: u32) -> Self {
        let latency = |ps: u64| Duration::from_nanos(ps.div_ceil(1000));
        let ps_a_byte = |traffic| {
            let bandwidth = preset.bandwidth_mb_per_s(traffic);
            bandwidth.map_or(0.0, |mb| 1e6 / mb as f64 / f64::from(channels.max(1)))
        };
        Self {
            read_latency: latency(preset.read_latency_ps.value),
            write_latency: latency(preset.write_latency_ps.value),
            read_ps: ps_a_byte(Traffic::Read),
            write_ps: ps_a_byte(Traffic::RowWrite),
            reads_end: Mutex::default(),
            writes_end: Mutex::default(),
        }
    }

    /// Returns when a load of so many bytes that began now would have ended.
    pub(crate) fn load(&self, bytes: usize) {
        let now = Instant::now();
        let end = queue(&self.reads_end, now, bytes as f64 * self.read_ps);
        wait(end.max(now + self.read_latency));
    }

    /// Takes up so many bytes that are being written; nobody waits.
    pub(crate) fn write(&self, bytes: u64) {
        queue(&self.writes_end, Instant::now(), bytes as f64 * self.write_ps);
    }

    /// Returns when all that is being written would be durable.
    pub(crate) fn fence(&self) {
        let now = Instant::now();
        let end = *self.writes_end.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        wait(end.unwrap_or(now).max(now) + self.write_latency);
    }
}

/// Puts what takes so long behind what is in the queue; says when it ends.
fn queue(end: &Mutex<Option<Instant>>, now: Instant, picoseconds: f64) -> Instant {
    let mut end = end.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ends = end.map_or(now, |end| end.max(now)) + Duration::from_secs_f64(picoseconds * 1e-12);
    *end = Some(ends);
    ends
}

fn wait(until: Instant) {
    while Instant::now() < until {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use emberlane_models::media::preset;

    use super::*;

    #[test]
    fn a_medium_is_never_faster_than_its_preset() {
        let delay = Delay::of(&preset("openembedding").unwrap(), 1);
        let start = Instant::now();
        (0..100).for_each(|_| delay.load(256));
        assert!(start.elapsed() >= Duration::from_nanos(100 * 305));
        let start = Instant::now();
        delay.write(2_333_000);
        delay.fence();
        // 2333 MB a second.
        assert!(start.elapsed() >= Duration::from_nanos(1_000_094 - 2));
    }
}
