//! What software has seen of a device, and why a programme fails.

use std::fmt;

/// What one device has shown to the host, in the order of the programme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    entries: Vec<Entry>,
    /// Clock cycles that the device has been given.
    pub cycles: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    step: usize,
    what: String,
    bytes: Vec<u8>,
}

impl Transcript {
    /// A number, such as what a register reads.
    pub fn number(&mut self, step: usize, what: impl Into<String>, value: u64) {
        self.bytes(step, what, value.to_le_bytes().to_vec());
    }

    /// The bytes of a piece of memory.
    pub fn bytes(&mut self, step: usize, what: impl Into<String>, bytes: Vec<u8>) {
        self.entries.push(Entry { step, what: what.into(), bytes });
    }
}

/// Why a programme fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The operation at which it was found; the number of operations for the quiet point at the end.
    pub step: usize,
    /// The device, or the two that differ.
    pub device: String,
    /// What was expected, and what was found.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {}: {}: {}", self.step, self.device, self.message)
    }
}

/// Runs a programme on several devices and compares what they have shown; the cycles of all.
///
/// # Errors
/// The first thing that one does and none may, or that two do differently.
pub fn all_alike<D: Copy>(
    devices: &[D],
    name: impl Fn(D) -> &'static str,
    run_on: impl Fn(D) -> Result<Transcript, Failure>,
) -> Result<u64, Failure> {
    let mut first: Option<(D, Transcript)> = None;
    let mut cycles = 0;
    for &device in devices {
        let transcript = run_on(device)?;
        cycles += transcript.cycles;
        match &first {
            Some((other, expected)) => compare((name(device), &transcript), (name(*other), expected))?,
            None => first = Some((device, transcript)),
        }
    }
    Ok(cycles)
}

/// The first difference between what two devices have shown.
fn compare(first: (&str, &Transcript), second: (&str, &Transcript)) -> Result<(), Failure> {
    let ((first_name, first), (second_name, second)) = (first, second);
    let fail = |step, message| Failure { step, device: format!("{first_name} and {second_name}"), message };
    for (one, other) in first.entries.iter().zip(&second.entries) {
        if (one.step, &one.what) != (other.step, &other.what) {
            let message = format!("one tells of {}, the other of {} (operation {})", one.what, other.what, other.step);
            return Err(fail(one.step, message));
        }
        if one.bytes == other.bytes {
            continue;
        }
        let message = match (<[u8; 8]>::try_from(&one.bytes[..]), <[u8; 8]>::try_from(&other.bytes[..])) {
            (Ok(one_value), Ok(other_value)) => {
                let (found, expected) = (u64::from_le_bytes(one_value), u64::from_le_bytes(other_value));
                format!("{}: {first_name} has {found:#x}, {second_name} {expected:#x}", one.what)
            }
            _ => {
                let at = one.bytes.iter().zip(&other.bytes).position(|(one, other)| one != other);
                let at = at.unwrap_or(one.bytes.len().min(other.bytes.len()));
                let byte = |bytes: &[u8]| bytes.get(at).map_or("nothing".into(), |byte| format!("{byte:#04x}"));
                let (found, expected) = (byte(&one.bytes), byte(&other.bytes));
                format!("{}, byte {at:#x}: {first_name} has {found}, {second_name} {expected}", one.what)
            }
        };
        return Err(fail(one.step, message));
    }
    if first.entries.len() != second.entries.len() {
        let [one, other] = [first, second].map(|each| each.entries.len());
        let step = first.entries.last().map_or(0, |entry| entry.step);
        return Err(fail(step, format!("{first_name} has shown {one} things, {second_name} {other}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_place_and_values() {
        let (mut one, mut other) = (Transcript::default(), Transcript::default());
        one.number(3, "STATUS", 2);
        other.number(3, "STATUS", 2);
        assert_eq!(compare(("RTL", &one), ("model", &other)), Ok(()));
        one.bytes(4, "tables", vec![0, 1, 2]);
        other.bytes(4, "tables", vec![0, 1, 7]);
        let failure = compare(("RTL", &one), ("model", &other)).unwrap_err();
        assert_eq!(failure.to_string(), "operation 4: RTL and model: tables, byte 0x2: RTL has 0x02, model 0x07");
        other.entries.pop();
        assert!(compare(("RTL", &one), ("model", &other)).unwrap_err().message.contains("2 things"));
    }
}
