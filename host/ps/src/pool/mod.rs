//! The pool: rows in slots, and lines that say which checkpoints are done.
//!
//! A row that is written goes to a free slot; what it was before stays in its own slot as long as a checkpoint needs it. So nothing is
//! ever overwritten that could be gone back to. Which slots are free is in no list: a scan finds it.

mod error;
pub mod file;
mod filling;
mod layout;
mod line;
pub(crate) mod locked;
mod moment;
mod slot;
mod superblock;
mod unfinished;

use std::io;

use emberlane_pmem::{Counts, LINE_BYTES, Medium, Parts};

pub use error::PoolError;
use filling::put;
pub(crate) use filling::{Filling, format};
pub use layout::Geometry;
pub use line::Line;
pub use moment::{Moment, Run};
pub(crate) use slot::{Content, Slots};
pub use superblock::{Identity, Superblock, VERSION};
pub use unfinished::unfinished;

use layout::{LINE_COUNT, LINES, SLOTS, SUPERBLOCKS};
use superblock::Found;

/// A pool without its slots: superblock and checkpoint lines.
pub(crate) struct Pool {
    name: String,
    head: Box<dyn Medium>,
    superblock: Superblock,
    lines: [Place; LINE_COUNT],
    /// What was unreadable, in words.
    unreadable: Vec<String>,
}

/// A place for a checkpoint line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Empty,
    Line(Line),
    Unreadable,
}

/// The superblock of a pool that begins with these bytes.
///
/// # Errors
/// No pool, and one of another version.
pub(crate) fn superblock(pool: &str, head: &[u8]) -> Result<(Superblock, Vec<String>), PoolError> {
    let copies = SUPERBLOCKS.map(|at| {
        let bytes = head.get(at as usize..).and_then(|bytes| bytes.first_chunk());
        bytes.map_or(Found::Nothing, Superblock::decode)
    });
    let whole = copies.iter().filter_map(|found| if let Found::Whole(block) = found { Some(*block) } else { None });
    let Some(newest) = whole.max_by_key(|block| block.sequence) else {
        let version =
            copies.iter().find_map(|found| if let Found::Version(found) = found { Some(*found) } else { None });
        return Err(match version {
            Some(found) => PoolError::Version { pool: pool.into(), found },
            None => PoolError::NoPool { pool: pool.into() },
        });
    };
    let damaged = copies.iter().zip(["first", "second"]).filter(|(found, _)| !matches!(found, Found::Whole(_)));
    Ok((newest, damaged.map(|(_, name)| format!("the {name} copy of the superblock is unreadable")).collect()))
}

/// Bytes in front of the slots.
pub(crate) const HEAD_BYTES: u64 = SLOTS;

impl Identity {
    /// Refuses a pool of something else, and says what is another one: the more one can do about it, the earlier.
    pub(crate) fn check(&self, pool: &str, found: &Self) -> Result<(), PoolError> {
        let other =
            |what, found: String, expected: String| Err(PoolError::Other { pool: pool.into(), what, found, expected });
        let hash = |number: u64| format!("{number:016x}");
        if self.shards != found.shards {
            return Err(PoolError::Shards { pool: pool.into(), found: found.shards, expected: self.shards });
        }
        if self.shard != found.shard {
            let of = |shard: u32| format!("{shard} of {}", self.shards);
            return other("shard", of(found.shard), of(self.shard));
        }
        if self.tables != found.tables {
            return other(
                "tables (rows, dimension, optimizer, learning_rate, seed)",
                hash(found.tables),
                hash(self.tables),
            );
        }
        if self.job != found.job {
            return other("job (a key of the experiment is another)", hash(found.job), hash(self.job));
        }
        Ok(())
    }
}

impl Pool {
    /// Opens a pool whose superblock was read, and takes its slots apart.
    pub(crate) fn open(
        name: &str,
        medium: impl Parts,
        superblock: Superblock,
        mut unreadable: Vec<String>,
        identity: &Identity,
    ) -> Result<(Self, Vec<Slots>), PoolError> {
        identity.check(name, &superblock.identity)?;
        let Superblock { geometry, nonce, .. } = superblock;
        let mut parts = medium.part(&geometry.borders()).into_iter();
        let head = parts.next().expect("a part in front of every border");
        let line = |at: u64| {
            let mut bytes = [0; line::BYTES];
            head.load(at, &mut bytes);
            match Line::decode(&bytes, nonce) {
                Ok(None) => Place::Empty,
                Ok(Some(line)) => Place::Line(line),
                Err(()) => Place::Unreadable,
            }
        };
        let lines: [Place; LINE_COUNT] = std::array::from_fn(|number| line(LINES + number as u64 * LINE_BYTES));
        for (number, _) in (0..).zip(&lines).filter(|(_, place)| **place == Place::Unreadable) {
            let at: u64 = LINES + number * LINE_BYTES;
            unreadable.push(format!("checkpoint line {number} (bytes {at}..{}) is torn or damaged", at + LINE_BYTES));
        }
        if !lines.iter().any(|place| matches!(place, Place::Line(_))) {
            return Err(PoolError::NoLine { pool: name.into(), lines: unreadable });
        }
        let slots = (0..)
            .zip(parts)
            .map(|(part, medium): (u64, _)| Slots::new(medium, geometry.shape, nonce, part * geometry.slots));
        let slots = slots.collect();
        Ok((Self { name: name.into(), head, superblock, lines, unreadable }, slots))
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) const fn superblock(&self) -> &Superblock {
        &self.superblock
    }

    pub(crate) fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    pub(crate) fn counts(&self) -> Counts {
        self.head.counts()
    }

    pub(crate) fn error(&self, what: &'static str, source: io::Error) -> PoolError {
        PoolError::Io { pool: self.name.clone(), what, source }
    }

    /// Checkpoints that are done, ascending.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self
            .lines
            .iter()
            .filter_map(|place| if let Place::Line(line) = place { Some(*line) } else { None })
            .collect();
        lines.sort_unstable_by_key(|line| line.checkpoint);
        lines
    }

    /// Whether another checkpoint can be done before one is given up.
    pub(crate) fn has_room(&self) -> bool {
        self.lines.iter().any(|place| !matches!(place, Place::Line(_)))
    }

    /// Says that a checkpoint is done, all of whose rows are durable.
    pub(crate) fn complete(&mut self, line: Line) -> Result<(), PoolError> {
        let place = self.lines.iter().position(|place| !matches!(place, Place::Line(_)));
        let place = place.expect("room was asked for");
        self.write_line(place, Place::Line(line))
    }

    /// Gives up checkpoints.
    pub(crate) fn give_up(&mut self, which: impl Fn(&Line) -> bool) -> Result<(), PoolError> {
        for place in 0..LINE_COUNT {
            let is_given_up = match &self.lines[place] {
                Place::Line(line) => which(line),
                // What was torn must not be taken for a checkpoint by a later program, either.
                Place::Unreadable => true,
                Place::Empty => false,
            };
            if is_given_up {
                self.write_line(place, Place::Empty)?;
            }
        }
        Ok(())
    }

    fn write_line(&mut self, place: usize, content: Place) -> Result<(), PoolError> {
        let bytes = match content {
            Place::Line(line) => line.encode(self.superblock.nonce),
            _ => [0; line::BYTES],
        };
        let written = put(&mut *self.head, LINES + place as u64 * LINE_BYTES, &bytes);
        written.map_err(|source| self.error("writing a checkpoint line", source))?;
        self.lines[place] = content;
        Ok(())
    }

    /// Counts an opening, in both copies of the superblock, one after the other: a damaged copy is mended so.
    pub(crate) fn begin_incarnation(&mut self) -> Result<u64, PoolError> {
        self.superblock.incarnation += 1;
        for _ in SUPERBLOCKS {
            self.superblock.sequence += 1;
            // The copy with the newest sequence is written last.
            let at = SUPERBLOCKS[(self.superblock.sequence + 1) as usize % SUPERBLOCKS.len()];
            let bytes = self.superblock.encode();
            put(&mut *self.head, at, &bytes).map_err(|source| self.error("writing the superblock", source))?;
        }
        Ok(self.superblock.incarnation)
    }
}
