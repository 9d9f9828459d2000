//! What persistent memory holds when power fails: a record of writes, and the images that a cut can leave.
//!
//! The persistence domain is the medium behind the memory controllers. What a controller has answered is durable. Of what it
//! has not answered each line is applied or lost, or torn: some of its words of [`WORD_BYTES`] are applied and others not. Writes
//! to one line keep their order: the first of them are applied, the next may be torn, and those behind it are lost.

mod cut;
mod fate;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem::LINE_BYTES;

pub use cut::{Cut, Engine, FULL, cuts};
pub use fate::random_fate;

/// Bytes of a line.
const LINE: usize = LINE_BYTES as usize;
/// Bytes that are never torn apart.
pub const WORD_BYTES: usize = 8;
/// Bytes of a page of an image.
pub const PAGE_BYTES: u64 = 4096;

type Page = [u8; PAGE_BYTES as usize];

/// What persistent memory holds. Only pages that hold something else than zero take space, and copies share them. Which lines are
/// poisoned the device knows, and not its memory, so no image holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    pages: BTreeMap<u64, Arc<Page>>,
}

impl Image {
    /// Stores `bytes` from DPA `address` on.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let at = address + done as u64;
            let first = (at % PAGE_BYTES) as usize;
            let part = &bytes[done..][..(bytes.len() - done).min(PAGE_BYTES as usize - first)];
            let is_held = self.pages.contains_key(&(at / PAGE_BYTES));
            if is_held || part.iter().any(|byte| *byte != 0) {
                let page = self.pages.entry(at / PAGE_BYTES).or_insert_with(|| Arc::new([0; PAGE_BYTES as usize]));
                Arc::make_mut(page)[first..first + part.len()].copy_from_slice(part);
            }
            done += part.len();
        }
    }

    /// Fills `bytes` from DPA `address` on.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let at = address + done as u64;
            let first = (at % PAGE_BYTES) as usize;
            let count = (bytes.len() - done).min(PAGE_BYTES as usize - first);
            let part = &mut bytes[done..done + count];
            match self.pages.get(&(at / PAGE_BYTES)) {
                Some(page) => part.copy_from_slice(&page[first..first + count]),
                None => part.fill(0),
            }
            done += count;
        }
    }

    /// Where it holds something, as ascending runs of whole pages. All else is zero.
    pub fn spans(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        let mut pages = self.pages.keys().copied().peekable();
        std::iter::from_fn(move || {
            let first = pages.next()?;
            let mut end = first + 1;
            while pages.next_if_eq(&end).is_some() {
                end += 1;
            }
            Some(first * PAGE_BYTES..end * PAGE_BYTES)
        })
    }

    /// What it holds, as ascending runs of whole pages: DPA and bytes. All else is zero.
    pub fn runs(&self) -> impl Iterator<Item = (u64, Vec<u8>)> + '_ {
        let mut pages = self.pages.iter().peekable();
        std::iter::from_fn(move || {
            let (first, page) = pages.next()?;
            let (mut next, mut bytes) = (first + 1, page.to_vec());
            while let Some((_, page)) = pages.next_if(|(number, _)| **number == next) {
                bytes.extend_from_slice(&page[..]);
                next += 1;
            }
            Some((first * PAGE_BYTES, bytes))
        })
    }

    /// Writes all that it holds into the memory of a device that has none.
    ///
    /// # Errors
    /// Those of the device.
    pub fn load(&self, device: &mut dyn Transport) -> Result<(), TransportError> {
        let mut page = [0; PAGE_BYTES as usize];
        self.spans().flat_map(|span| span.step_by(PAGE_BYTES as usize)).try_for_each(|address| {
            self.read(address, &mut page);
            device.memory_write(address, &page)
        })
    }

    /// Flips a bit.
    pub fn flip(&mut self, address: u64, bit: u8) {
        let mut byte = [0];
        self.read(address, &mut byte);
        self.write(address, &[byte[0] ^ 1 << (bit % 8)]);
    }

    fn apply(&mut self, write: &RecordedWrite, mask: u64) {
        let base = write.address;
        if mask == u64::MAX {
            return self.write(base, &write.line);
        }
        let mut line = [0; LINE];
        self.read(base, &mut line);
        for byte in (0..LINE).filter(|byte| mask >> byte & 1 == 1) {
            line[byte] = write.line[byte];
        }
        self.write(base, &line);
    }
}

/// A write to a line of persistent memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedWrite {
    /// Cycle in which it came to the medium.
    pub issued: u64,
    /// Cycle in which its controller has answered it; `None`: not yet.
    pub answered: Option<u64>,
    /// DPA of the line.
    pub address: u64,
    /// Bytes of the line that are written, a bit each.
    pub mask: u64,
    /// The line.
    pub line: [u8; LINE],
}

impl RecordedWrite {
    /// A write of part of a line.
    ///
    /// # Panics
    /// If it leaves its line.
    #[must_use]
    pub fn part(issued: u64, answered: Option<u64>, address: u64, bytes: &[u8]) -> Self {
        let first = (address % LINE_BYTES) as usize;
        let mut line = [0; LINE];
        line[first..first + bytes.len()].copy_from_slice(bytes);
        let mask = bytes.iter().enumerate().fold(0, |mask, (byte, _)| mask | 1 << (first + byte));
        Self { issued, answered, address: address - first as u64, mask, line }
    }

    fn is_open(&self, cycle: u64) -> bool {
        self.issued <= cycle && self.answered.is_none_or(|answered| answered > cycle)
    }
}

/// What becomes of a write that was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// All of it is applied.
    Applied,
    /// Nothing is.
    Lost,
    /// The words with a bit in here are.
    Torn(u8),
}

/// The writes of a device from a point on, by the cycle in which they came to the medium.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// What memory held before them.
    pub before: Image,
    /// Them.
    pub writes: Vec<RecordedWrite>,
}

impl Recording {
    /// Writes that are under way at the end of a cycle, in the order in which they came.
    pub fn open(&self, cycle: u64) -> impl Iterator<Item = &RecordedWrite> {
        self.came(cycle).filter(move |write| write.is_open(cycle))
    }

    fn came(&self, cycle: u64) -> impl Iterator<Item = &RecordedWrite> {
        self.writes[..self.writes.partition_point(|write| write.issued <= cycle)].iter()
    }

    /// The cycles in which something comes or is answered, ascending, each once.
    #[must_use]
    pub fn events(&self) -> Vec<u64> {
        let mut events: Vec<u64> =
            self.writes.iter().flat_map(|write| [Some(write.issued), write.answered]).flatten().collect();
        events.sort_unstable();
        events.dedup();
        events
    }

    /// A reader of images, for cuts one after the other.
    #[must_use]
    pub fn cuts(&self) -> Cuts<'_> {
        Cuts { recording: self, cycle: None, durable: self.before.clone(), next: 0, open: Vec::new() }
    }
}

/// Images of cuts, of which none comes before the last: what is durable is kept from one to the next.
#[derive(Debug)]
pub struct Cuts<'r> {
    recording: &'r Recording,
    cycle: Option<u64>,
    /// What all answered writes leave, as far as nothing open lies before them in their line.
    durable: Image,
    next: usize,
    /// Numbers of writes that came and are not in `durable`.
    open: Vec<usize>,
}

impl Cuts<'_> {
    /// What is there after a cut at the end of `cycle`. `fate` says what becomes of each write that was not answered, in the
    /// order in which they came.
    ///
    /// # Panics
    /// If the last cut was later.
    pub fn image(&mut self, cycle: u64, mut fate: impl FnMut(&RecordedWrite) -> Fate) -> Image {
        assert!(self.cycle.is_none_or(|last| last <= cycle), "cuts are taken in order of time");
        self.cycle = Some(cycle);
        let writes = &self.recording.writes;
        while writes.get(self.next).is_some_and(|write| write.issued <= cycle) {
            self.open.push(self.next);
            self.next += 1;
        }
        let durable = &mut self.durable;
        // A controller answers in order, so what is answered has nothing open before it in its line.
        self.open.retain(|number| {
            let write = &writes[*number];
            let is_open = write.is_open(cycle);
            if !is_open {
                durable.apply(write, write.mask);
            }
            is_open
        });
        let mut image = durable.clone();
        let mut broken: Vec<u64> = Vec::new();
        for write in self.open.iter().map(|number| &writes[*number]) {
            if broken.contains(&write.address) {
                continue;
            }
            match fate(write) {
                Fate::Applied => image.apply(write, write.mask),
                Fate::Lost => broken.push(write.address),
                Fate::Torn(words) => {
                    image.apply(write, write.mask & bytes_of(words));
                    broken.push(write.address);
                }
            }
        }
        image
    }

    /// Writes under way at the last cut.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }
}

/// A bit a byte from a bit a word.
fn bytes_of(words: u8) -> u64 {
    (0..8).filter(|word| words >> word & 1 == 1).fold(0, |mask, word| mask | 0xff << (WORD_BYTES as u64 * word))
}

/// Reads ranges of a device's persistent memory into an image.
///
/// # Errors
/// Those of the device.
pub fn image_of(device: &mut dyn Transport, ranges: &[Range<u64>]) -> Result<Image, TransportError> {
    let mut image = Image::default();
    for range in ranges {
        for first in range.clone().step_by(PAGE_BYTES as usize) {
            let mut bytes = vec![0; PAGE_BYTES.min(range.end - first) as usize];
            device.memory_read(first, &mut bytes)?;
            image.write(first, &bytes);
        }
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(issued: u64, answered: Option<u64>, address: u64, value: u8) -> RecordedWrite {
        RecordedWrite { issued, answered, address, mask: u64::MAX, line: [value; LINE] }
    }

    fn bytes(image: &Image, address: u64) -> [u8; LINE] {
        let mut line = [0; LINE];
        image.read(address, &mut line);
        line
    }

    #[test]
    fn an_image_holds_what_was_written_in_runs() {
        let mut image = Image::default();
        image.write(4090, &[1; 12]);
        image.write(1 << 40, &[2]);
        image.write(1 << 30, &[0; 100]);
        let runs: Vec<(u64, Vec<u8>)> = image.runs().collect();
        assert_eq!(runs.iter().map(|(at, bytes)| (*at, bytes.len())).collect::<Vec<_>>(), [(0, 8192), (1 << 40, 4096)]);
        assert_eq!((runs[0].1[4089], runs[0].1[4090], runs[0].1[4101], runs[0].1[4102]), (0, 1, 1, 0));
        let copy = image.clone();
        image.flip(4090, 3);
        let mut byte = [0];
        image.read(4090, &mut byte);
        assert_eq!(byte, [9]);
        copy.read(4090, &mut byte);
        assert_eq!(byte, [1], "a copy is a copy");
    }

    #[test]
    fn what_is_answered_is_there_and_the_rest_as_fate_has_it() {
        let recording = Recording {
            before: Image::default(),
            writes: vec![
                write(10, Some(20), 0, 1),
                write(11, Some(21), 64, 2),
                write(12, Some(30), 0, 3),
                write(13, None, 0, 4),
            ],
        };
        assert_eq!(recording.events(), [10, 11, 12, 13, 20, 21, 30]);
        let mut cuts = recording.cuts();
        let mut at = |cycle, fate: Fate| {
            let image = cuts.image(cycle, |_| fate);
            (bytes(&image, 0), bytes(&image, 64))
        };
        assert_eq!(at(9, Fate::Applied), ([0; LINE], [0; LINE]));
        assert_eq!(at(11, Fate::Lost), ([0; LINE], [0; LINE]));
        assert_eq!(at(11, Fate::Applied), ([1; LINE], [2; LINE]));
        assert_eq!(at(20, Fate::Lost), ([1; LINE], [0; LINE]), "in its answer's cycle a write is durable");
        let (torn, _) = at(21, Fate::Torn(0b101));
        assert_eq!((torn[0], torn[8], torn[16], torn[24]), (3, 1, 3, 1), "the fourth does not overtake the torn third");
        assert_eq!(at(30, Fate::Lost), ([3; LINE], [2; LINE]));
        assert_eq!(at(31, Fate::Applied), ([4; LINE], [2; LINE]));
        assert_eq!(recording.open(31).count(), 1);
    }

    #[test]
    fn a_write_of_part_of_a_line_leaves_the_rest() {
        let part = RecordedWrite::part(1, Some(2), 70, &[7; 3]);
        assert_eq!((part.address, part.mask), (64, 0b111 << 6));
        let mut before = Image::default();
        before.write(64, &[1; LINE]);
        let recording = Recording { before, writes: vec![part] };
        let line = bytes(&recording.cuts().image(2, |_| Fate::Lost), 64);
        assert_eq!(line[..12], [1, 1, 1, 1, 1, 1, 7, 7, 7, 1, 1, 1]);
    }
}
