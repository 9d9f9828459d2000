//! Numbers of rows in an answer: as a shard writes them, and as a rank finds them in what came.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

use super::{HEADER_BYTES, Header, Kind, LONGEST_MESSAGE, header};
use crate::network::Arrived;

/// Numbers of rows, one row behind the other: here, or still in the message that they came with.
#[derive(Clone)]
pub struct Rows(Place);

#[derive(Clone)]
enum Place {
    Here(Vec<f32>),
    /// Behind the header.
    Message(Arrived, usize),
}

impl Default for Rows {
    fn default() -> Self {
        Self(Place::Here(Vec::new()))
    }
}

impl From<Vec<f32>> for Rows {
    fn from(numbers: Vec<f32>) -> Self {
        Self(Place::Here(numbers))
    }
}

impl Rows {
    /// Those of a message that was looked at, which has so many.
    pub(super) const fn of_message(message: Arrived, count: usize) -> Self {
        Self(Place::Message(message, count))
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Place::Here(numbers) => numbers.len(),
            Place::Message(_, count) => *count,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes one number after the other.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        match &self.0 {
            Place::Here(numbers) => {
                Reader { here: bytemuck::cast_slice(numbers), pieces: Vec::new(), is_message: false }
            }
            Place::Message(message, _) => {
                let mut pieces = message.pieces();
                pieces.reverse();
                let mut reader = Reader { here: &[], pieces, is_message: true };
                reader.skip(HEADER_BYTES);
                reader
            }
        }
    }

    /// All of them.
    #[must_use]
    pub fn to_vec(&self) -> Vec<f32> {
        let mut numbers = vec![0.0; self.len()];
        self.reader().read(&mut numbers);
        numbers
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_vec().fmt(formatter)
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        self.to_vec() == other.to_vec()
    }
}

/// Copies numbers to where they are wanted, one behind the other.
pub struct Reader<'r> {
    here: &'r [u8],
    /// What comes behind, the next one last.
    pieces: Vec<&'r [u8]>,
    /// Whether the bytes are in the order of messages.
    is_message: bool,
}

impl Reader<'_> {
    /// Copies the next numbers.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn read(&mut self, to: &mut [f32]) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(to);
        let mut done = 0;
        while done < bytes.len() {
            let part = self.next(bytes.len() - done);
            bytes[done..done + part.len()].copy_from_slice(part);
            done += part.len();
        }
        if self.is_message {
            in_order_of_messages(to);
        }
    }

    fn skip(&mut self, mut bytes: usize) {
        while bytes > 0 {
            bytes -= self.next(bytes).len();
        }
    }

    /// Some of the next bytes, and at least one.
    fn next(&mut self, most: usize) -> &[u8] {
        while self.here.is_empty() {
            self.here = self.pieces.pop().expect("as many numbers as are read");
        }
        let (part, rest) = self.here.split_at(most.min(self.here.len()));
        self.here = rest;
        part
    }
}

/// Messages are little-endian, and so is memory nearly everywhere.
fn in_order_of_messages(numbers: &mut [f32]) {
    if cfg!(target_endian = "big") {
        numbers.iter_mut().for_each(|number| *number = f32::from_bits(number.to_bits().swap_bytes()));
    }
}

/// Numbers of a header's size.
const HEADER_NUMBERS: usize = HEADER_BYTES / 4;
/// Answers that can be under way at a time and be written where an earlier one was.
const MOST_ROOMS: usize = 4;

/// Room for answers with rows. It is used again when an answer has gone, so that the system need not find and clear memory for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rooms(Arc<Mutex<Vec<Vec<f32>>>>);

impl Rooms {
    /// A message with `rows` rows of `width` numbers, which `fill` writes where the network takes them: `run` rows at a time, which are
    /// still near when their checksum is taken.
    ///
    /// # Errors
    /// What `fill` ends with.
    ///
    /// # Panics
    /// When it is larger than the limits allow: whoever makes messages splits them into parts.
    pub fn message<E>(
        &self,
        header: &Header,
        [rows, width, run]: [usize; 3],
        mut fill: impl FnMut(Range<usize>, &mut [f32]) -> Result<(), E>,
    ) -> Result<Bytes, E> {
        let count = rows * width;
        let length = HEADER_BYTES + 4 * count;
        assert!(length <= LONGEST_MESSAGE, "a message of {length} bytes has to be split into parts");
        let mut room = self.room(HEADER_NUMBERS + count);
        let (head, body) = room.numbers[..HEADER_NUMBERS + count].split_at_mut(HEADER_NUMBERS);
        let head: &mut [u8] = bytemuck::cast_slice_mut(head);
        let mut written = Vec::with_capacity(HEADER_BYTES);
        header.write(Kind::Rows, count as u32, 4 * count as u32, &mut written);
        head.copy_from_slice(&written);
        let mut checksum = crc32c::crc32c(&head[..header::CHECKSUM.start]);
        for (number, part) in body.chunks_mut((run * width).max(1)).enumerate() {
            let first = number * run;
            fill(first..first + part.len() / width, part)?;
            in_order_of_messages(part);
            checksum = crc32c::crc32c_append(checksum, bytemuck::cast_slice(part));
        }
        head[header::CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        Ok(Bytes::from_owner(room))
    }

    fn room(&self, used: usize) -> Room {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut numbers = free.unwrap_or_default();
        if numbers.len() < used {
            numbers.resize(used, 0.0);
        }
        Room { numbers, used, home: self.clone() }
    }
}

/// A message that is written, and goes back to where its room is from.
struct Room {
    numbers: Vec<f32>,
    used: usize,
    home: Rooms,
}

impl AsRef<[u8]> for Room {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.numbers[..self.used])
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut rooms = self.home.0.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() < MOST_ROOMS {
            rooms.push(std::mem::take(&mut self.numbers));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::wire::{Body, Message};

    proptest! {
        /// Whatever the runs, the message is that of rows that are there already; and rows are found in it, however it is cut.
        #[test]
        fn rows_are_written_and_found_in_their_message(
            rows in 0usize..20,
            width in 1usize..7,
            run in 1usize..8,
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            take in 1usize..9,
        ) {
            let numbers: Vec<f32> = (0..rows * width).map(|number| number as f32).collect();
            let header = Header { job: 5, batch: 3, mark: 2, ..Header::default() };
            let rooms = Rooms::default();
            let expected = Message { header, body: Body::Rows(numbers.clone().into()) };
            // The second is written where the first was.
            for _ in 0..2 {
                let written = rooms.message(&header, [rows, width, run], |part, to| {
                    to.copy_from_slice(&numbers[part.start * width..part.end * width]);
                    Ok::<(), ()>(())
                });
                let bytes = written.unwrap();
                prop_assert_eq!(&bytes[..], &expected.encode()[..]);
                let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
                cuts.extend([0, bytes.len()]);
                cuts.sort_unstable();
                let pieces: Vec<Vec<u8>> = cuts.windows(2).map(|cut| bytes[cut[0]..cut[1]].to_vec()).collect();
                let message = Message::of(Arrived::new(pieces)).unwrap();
                prop_assert_eq!(&message, &expected);
                let Body::Rows(found) = message.body else { panic!("rows") };
                let mut reader = found.reader();
                for part in numbers.chunks(take) {
                    let mut to = vec![0.0; part.len()];
                    reader.read(&mut to);
                    prop_assert_eq!(&to, part);
                }
            }
            prop_assert_eq!(rooms.0.lock().unwrap().len(), 1);
        }
    }

    #[test]
    fn rows_that_cannot_be_had_are_no_message_and_their_room_is_free() {
        let rooms = Rooms::default();
        let refused =
            rooms.message(&Header::default(), [4, 2, 1], |part, _| if part.start < 2 { Ok(()) } else { Err("no") });
        assert_eq!(refused.unwrap_err(), "no");
        assert_eq!(rooms.0.lock().unwrap().len(), 1);
    }
}
