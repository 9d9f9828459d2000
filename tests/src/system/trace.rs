//! A trace of the fabric, to look into.

use std::io::Write;
use std::sync::{Arc, Mutex};

/// A writer that tests can look into.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A message of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// When it was sent, picoseconds.
    pub time: u64,
    /// Channel.
    pub channel: String,
    /// Opcode.
    pub opcode: String,
    /// Address, if it has one.
    pub address: Option<u64>,
    /// Who has sent it.
    pub from: String,
    /// Who gets it.
    pub to: String,
}

impl Log {
    /// The messages that were written.
    ///
    /// # Panics
    /// If they are no trace.
    #[must_use]
    pub fn messages(&self) -> Vec<Traced> {
        let text = String::from_utf8(self.0.lock().expect("nobody panicked").clone()).expect("text");
        let message = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [time, channel, opcode, address, _tag, from, to, _latency, _for] = words[..] else { panic!("{line}") };
            let hexadecimal = |digits| u64::from_str_radix(digits, 16).expect("an address");
            Traced {
                time: time.parse().expect("a time"),
                channel: channel.into(),
                opcode: opcode.into(),
                address: address.strip_prefix("0x").map(hexadecimal),
                from: from.into(),
                to: to.into(),
            }
        };
        text.lines().skip(1).map(message).collect()
    }
}
