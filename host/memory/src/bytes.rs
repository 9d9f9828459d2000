//! Numbers of bytes, for people.

use std::fmt;

/// A number of bytes that is shown with three digits and a unit: `1.50 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return f.pad(&format!("{} B", self.0));
        }
        let mut value = self.0 as f64 / 1024.0;
        let mut unit = 0;
        // What would be rounded to four digits is shown in the next unit.
        while value >= 999.5 && unit + 1 < UNITS.len() {
            value /= 1024.0;
            unit += 1;
        }
        let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
        f.pad(&format!("{value:.decimals$} {}", UNITS[unit]))
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn three_digits_and_a_unit() {
        let shown = |bytes| Bytes(bytes).to_string();
        assert_eq!(shown(0), "0 B");
        assert_eq!(shown(1023), "1023 B");
        assert_eq!(shown(1024), "1.00 KiB");
        assert_eq!(shown(1023 * 1024), "1.00 MiB");
        assert_eq!(shown(3 << 29), "1.50 GiB");
        assert_eq!(shown(150 << 20), "150 MiB");
        assert_eq!(shown(u64::MAX), "16.0 EiB");
        assert_eq!(format!("{:>10}", Bytes(1 << 20)), "  1.00 MiB");
    }
}
