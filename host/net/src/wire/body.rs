//! What a message says: flat arrays.

use std::cmp::Ordering;

use emberlane_ps::{Key, Push as StorePush};

use super::{Kind, LARGEST_DIMENSION, LONGEST_TEXT, MOST_KEYS, Refusal, Rows, WireError};

/// What a message says.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// What the rank trains: settings, a line `key = value` each.
    Hello(String),
    /// Keys of rows.
    Pull(Vec<u64>),
    /// Keys of rows.
    Prefetch(Vec<u64>),
    /// Gradients.
    Push(Push),
    /// Keys of rows.
    Read(Vec<u64>),
    /// Whole rows, state of the optimiser included.
    Write {
        /// Which.
        keys: Vec<u64>,
        /// One behind the other.
        rows: Vec<f32>,
    },
    /// How is the shard?
    Status,
    /// Is the other rank as far as the header's part says? With what this one trains, as in [`Hello`](Self::Hello).
    Meet(String),
    /// What has the other rank summed of the batch?
    Sum,
    /// Where the rank is; the newest batch whose rows it has used is in the header, all ones when it begins.
    Enter(Enter),
    /// The shard knows the rank; term, incarnation and batches are in the header.
    Welcome(Welcome),
    /// Rows, in the order of the keys that were asked for.
    Rows(Rows),
    /// It is done.
    Done,
    /// JSON.
    Text(String),
    /// Numbers of 32 bits, which mean what was asked for.
    Words(Vec<u32>),
    /// Behind which batch the shard goes on is in the header.
    Entered(Entered),
    /// It is not done.
    Refused {
        /// Why.
        why: Refusal,
        /// In words.
        text: String,
    },
}

/// What a shard says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Welcome {
    /// Whether it can lose its process and keep rows.
    pub keeps: bool,
    /// Its storage.
    pub storage: String,
}

/// Where a rank is, beside the batch whose rows it has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enter {
    /// Batches that the shard had when the rank began; all ones when it begins.
    pub began: u64,
    /// Batches that it has lost before.
    pub lost: u64,
    /// Rows that this rank has updated there, one for each batch, and that are lost now.
    pub updates: u64,
}

/// With what a shard goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// Whether all ranks were at the same batch. If not, some of them see rows of the last batch that is lost as they were before, and others
    /// as they are now.
    pub agreed: bool,
    /// Batches that it had when ranks began.
    pub began: u64,
    /// The checkpoint that it has found.
    pub found: u64,
    /// Rows that ranks have updated there, one for each batch and rank, and that are lost.
    pub updates: u64,
}

/// Gradients of rows of a batch: each row has a list of bags, each bag a scale and a gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    /// The rows, ascending: table in the upper, number in the lower 32 bits.
    pub keys: Vec<u64>,
    /// Of each row, where its list begins in `bags`; one more at the end.
    pub offsets: Vec<u32>,
    /// Numbers of bags, in the order in which their gradients are applied, repeats kept.
    pub bags: Vec<u32>,
    /// Of each bag, what its gradient is multiplied by.
    pub scales: Vec<f32>,
    /// Of each bag, its gradient.
    pub gradients: Vec<f32>,
}

impl Push {
    /// As a store takes it, whose `keys` are the same.
    #[must_use]
    pub fn to_store<'p>(&'p self, keys: &'p [Key]) -> StorePush<'p> {
        let Self { offsets, bags, scales, gradients, .. } = self;
        StorePush { keys, offsets, bags, scales, gradients }
    }
}

impl Default for Push {
    fn default() -> Self {
        Self { keys: Vec::new(), offsets: vec![0], bags: Vec::new(), scales: Vec::new(), gradients: Vec::new() }
    }
}

impl Push {
    /// The bags of a row.
    #[must_use]
    pub fn bags_of(&self, row: usize) -> &[u32] {
        &self.bags[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    /// The gradient of a bag.
    #[must_use]
    pub fn gradient(&self, bag: u32) -> &[f32] {
        let dimension = self.gradients.len() / self.scales.len().max(1);
        &self.gradients[bag as usize * dimension..(bag as usize + 1) * dimension]
    }

    /// Bytes of a body with so much of each.
    #[must_use]
    pub const fn bytes(keys: usize, entries: usize, bags: usize, dimension: usize) -> usize {
        12 + keys * 12 + entries * 4 + bags * 4 * (1 + dimension)
    }
}

impl Body {
    /// A refusal with a reason and its text, which is cut where it is longer than a text may be.
    #[must_use]
    pub fn refused(why: Refusal, mut text: String) -> Self {
        text.truncate(text.floor_char_boundary(LONGEST_TEXT));
        Self::Refused { why, text }
    }

    /// The kind of the message.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Hello(_) => Kind::Hello,
            Self::Pull(_) => Kind::Pull,
            Self::Prefetch(_) => Kind::Prefetch,
            Self::Push(_) => Kind::Push,
            Self::Read(_) => Kind::Read,
            Self::Write { .. } => Kind::Write,
            Self::Status => Kind::Status,
            Self::Meet(_) => Kind::Meet,
            Self::Sum => Kind::Sum,
            Self::Enter(_) => Kind::Enter,
            Self::Welcome(_) => Kind::Welcome,
            Self::Rows(_) => Kind::Rows,
            Self::Done => Kind::Done,
            Self::Text(_) => Kind::Text,
            Self::Words(_) => Kind::Words,
            Self::Entered(_) => Kind::Entered,
            Self::Refused { .. } => Kind::Refused,
        }
    }

    /// What the header counts.
    pub(super) fn count(&self) -> u32 {
        let count = match self {
            Self::Hello(text) | Self::Meet(text) | Self::Text(text) => text.len(),
            Self::Words(words) => words.len(),
            Self::Pull(keys) | Self::Prefetch(keys) | Self::Read(keys) | Self::Write { keys, .. } => keys.len(),
            Self::Push(push) => push.keys.len(),
            Self::Rows(rows) => rows.len(),
            Self::Welcome(welcome) => usize::from(welcome.keeps),
            Self::Entered(entered) => usize::from(entered.agreed),
            Self::Status | Self::Sum | Self::Enter(_) | Self::Done => 0,
            Self::Refused { why, .. } => why.code() as usize,
        };
        count as u32
    }

    /// Bytes of the body.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Hello(text) | Self::Meet(text) | Self::Text(text) | Self::Refused { text, .. } => text.len(),
            Self::Words(words) => words.len() * 4,
            Self::Pull(keys) | Self::Prefetch(keys) | Self::Read(keys) => keys.len() * 8,
            Self::Push(push) => {
                let words = push.offsets.len() + push.bags.len() + push.scales.len() + push.gradients.len();
                8 + push.keys.len() * 8 + words * 4
            }
            Self::Write { keys, rows } => keys.len() * 8 + rows.len() * 4,
            Self::Rows(rows) => rows.len() * 4,
            Self::Welcome(welcome) => welcome.storage.len(),
            Self::Enter(_) | Self::Entered(_) => 24,
            Self::Status | Self::Sum | Self::Done => 0,
        }
    }

    /// Writes the body behind what is there.
    pub(super) fn write(&self, to: &mut Vec<u8>) {
        match self {
            Self::Hello(text) | Self::Meet(text) | Self::Text(text) | Self::Refused { text, .. } => {
                to.extend(text.as_bytes());
            }
            Self::Words(numbers) => words(numbers, to),
            Self::Pull(keys) | Self::Prefetch(keys) | Self::Read(keys) => longs(keys, to),
            Self::Push(push) => {
                words(&[push.scales.len() as u32, push.bags.len() as u32], to);
                longs(&push.keys, to);
                words(&push.offsets, to);
                words(&push.bags, to);
                floats(&push.scales, to);
                floats(&push.gradients, to);
            }
            Self::Write { keys, rows } => {
                longs(keys, to);
                floats(rows, to);
            }
            Self::Rows(rows) => floats(&rows.to_vec(), to),
            Self::Welcome(welcome) => to.extend(welcome.storage.as_bytes()),
            Self::Enter(enter) => longs(&[enter.began, enter.lost, enter.updates], to),
            Self::Entered(entered) => longs(&[entered.began, entered.found, entered.updates], to),
            Self::Status | Self::Sum | Self::Done => {}
        }
    }

    /// Reads the body of a message of this kind. Its length is that of a message at most, and the checksum is right.
    pub(super) fn read(kind: Kind, count: u32, bytes: &[u8]) -> Result<Self, WireError> {
        let mut arrays = Arrays { bytes };
        let body = match kind {
            Kind::Hello => Self::Hello(text_of(count, bytes)?),
            Kind::Meet => Self::Meet(text_of(count, bytes)?),
            Kind::Text => Self::Text(text_of(count, bytes)?),
            Kind::Words => Self::Words(arrays.words(count as usize)?),
            Kind::Pull => Self::Pull(arrays.keys(count)?),
            Kind::Prefetch => Self::Prefetch(arrays.keys(count)?),
            Kind::Read => Self::Read(arrays.keys(count)?),
            Kind::Push => Self::Push(arrays.push(count)?),
            Kind::Write => {
                let keys = arrays.keys(count)?;
                let rows = arrays.floats(arrays.bytes.len() / 4)?;
                if keys.is_empty() != rows.is_empty() || rows.len().checked_rem(keys.len()).unwrap_or(0) != 0 {
                    return Err(WireError::Body("the numbers are no whole rows"));
                }
                Self::Write { keys, rows }
            }
            Kind::Rows => Self::Rows(arrays.floats(count as usize)?.into()),
            Kind::Status | Kind::Sum | Kind::Enter | Kind::Done if count != 0 => {
                return Err(WireError::Body("it counts what it has not"));
            }
            Kind::Status => Self::Status,
            Kind::Sum => Self::Sum,
            Kind::Done => Self::Done,
            Kind::Enter => {
                let [began, lost, updates] = arrays.longs()?;
                Self::Enter(Enter { began, lost, updates })
            }
            Kind::Entered if count > 1 => return Err(WireError::Body("ranks agree or they do not")),
            Kind::Entered => {
                let [began, found, updates] = arrays.longs()?;
                Self::Entered(Entered { agreed: count == 1, began, found, updates })
            }
            Kind::Welcome if count > 1 => return Err(WireError::Body("a storage keeps rows or it does not")),
            Kind::Welcome => Self::Welcome(Welcome { keeps: count == 1, storage: text_of(bytes.len() as u32, bytes)? }),
            Kind::Refused => {
                let why = Refusal::of(count).ok_or(WireError::Body("there is no such reason to refuse"))?;
                Self::Refused { why, text: text_of(bytes.len() as u32, bytes)? }
            }
        };
        let is_text = matches!(kind, Kind::Hello | Kind::Meet | Kind::Text | Kind::Welcome | Kind::Refused);
        if is_text || arrays.bytes.is_empty() { Ok(body) } else { Err(MORE) }
    }
}

const LONGER: WireError = WireError::Body("an array is longer than the message");
const MORE: WireError = WireError::Body("there is more than its arrays");

/// Whether so many bytes are one array of `count` elements.
pub(super) fn is_array(count: usize, size: usize, bytes: usize) -> Result<(), WireError> {
    match count.checked_mul(size).map(|array| array.cmp(&bytes)) {
        Some(Ordering::Equal) => Ok(()),
        Some(Ordering::Less) => Err(MORE),
        Some(Ordering::Greater) | None => Err(LONGER),
    }
}

fn text_of(count: u32, bytes: &[u8]) -> Result<String, WireError> {
    if bytes.len() > LONGEST_TEXT {
        return Err(WireError::Range { what: "the text", found: bytes.len() as u64, most: LONGEST_TEXT as u64 });
    }
    if count as usize != bytes.len() {
        return Err(WireError::Body("the text has another length than the header says"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| WireError::Body("the text is not UTF-8"))?;
    Ok(text.to_owned())
}

/// Bytes, from which arrays are taken one after the other.
struct Arrays<'a> {
    bytes: &'a [u8],
}

impl<'a> Arrays<'a> {
    fn take(&mut self, count: usize, size: usize) -> Result<&'a [u8], WireError> {
        let taken = count.checked_mul(size).and_then(|bytes| self.bytes.split_at_checked(bytes));
        let (taken, rest) = taken.ok_or(LONGER)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn words(&mut self, count: usize) -> Result<Vec<u32>, WireError> {
        let words = self.take(count, 4)?.as_chunks().0;
        Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    fn longs<const N: usize>(&mut self) -> Result<[u64; N], WireError> {
        let longs = self.take(N, 8)?.as_chunks().0;
        Ok(std::array::from_fn(|at| u64::from_le_bytes(longs[at])))
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, WireError> {
        let words = self.take(count, 4)?.as_chunks().0;
        Ok(words.iter().map(|word| f32::from_le_bytes(*word)).collect())
    }

    fn keys(&mut self, count: u32) -> Result<Vec<u64>, WireError> {
        if count > MOST_KEYS {
            return Err(WireError::Range { what: "the number of rows", found: count.into(), most: MOST_KEYS.into() });
        }
        let longs = self.take(count as usize, 8)?.as_chunks().0;
        let keys: Vec<u64> = longs.iter().map(|long| u64::from_le_bytes(*long)).collect();
        if keys.is_sorted_by(|one, next| one < next) { Ok(keys) } else { Err(WireError::Body("keys do not ascend")) }
    }

    fn push(&mut self, count: u32) -> Result<Push, WireError> {
        let sizes = self.words(2)?;
        let (bags, entries) = (sizes[0] as usize, sizes[1] as usize);
        let keys = self.keys(count)?;
        let offsets = self.words(keys.len() + 1)?;
        if offsets[0] != 0 || !offsets.is_sorted() || offsets[keys.len()] as usize != entries {
            return Err(WireError::Body("the lists of bags do not begin and end where the bags do"));
        }
        let lists = self.words(entries)?;
        if lists.iter().any(|bag| *bag as usize >= bags) {
            return Err(WireError::Body("a row names a bag that there is not"));
        }
        let scales = self.floats(bags)?;
        let gradients = self.floats(self.bytes.len() / 4)?;
        let dimension = gradients.len() / bags.max(1);
        if dimension > LARGEST_DIMENSION as usize {
            let (found, most) = (dimension as u64, LARGEST_DIMENSION.into());
            return Err(WireError::Range { what: "the dimension", found, most });
        }
        if gradients.len() != dimension * bags {
            return Err(WireError::Body("the numbers are no whole gradients"));
        }
        Ok(Push { keys, offsets, bags: lists, scales, gradients })
    }
}

fn words(words: &[u32], to: &mut Vec<u8>) {
    extend(words, u32::to_le_bytes, to);
}

fn longs(longs: &[u64], to: &mut Vec<u8>) {
    extend(longs, u64::to_le_bytes, to);
}

fn floats(floats: &[f32], to: &mut Vec<u8>) {
    extend(floats, f32::to_le_bytes, to);
}

/// Writes numbers as they are in memory, where that is little-endian.
fn extend<T: bytemuck::NoUninit, const N: usize>(numbers: &[T], bytes: impl Fn(T) -> [u8; N], to: &mut Vec<u8>) {
    if cfg!(target_endian = "little") {
        to.extend_from_slice(bytemuck::cast_slice(numbers));
    } else {
        numbers.iter().for_each(|number| to.extend(bytes(*number)));
    }
}
