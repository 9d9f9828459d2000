//! NumPy's arrays: the header, and rows of numbers.

use std::io::{self, Read};
use std::path::Path;

use super::typed::Cell;
use crate::DataError;
use crate::room::{product, with_room};

/// Bytes of a header at most.
const LONGEST_HEADER: usize = 64 * 1024;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    /// `b`, `i`, `u` or `f`.
    kind: u8,
    bytes: usize,
    big_endian: bool,
}

impl Element {
    /// Of a description such as `<i4`.
    fn new(description: &str) -> Option<Self> {
        let [order, kind, digit] = *description.as_bytes() else { return None };
        let bytes = usize::from(digit.checked_sub(b'0')?);
        let known = match kind {
            b'b' => bytes == 1,
            b'i' | b'u' => matches!(bytes, 1 | 2 | 4 | 8),
            b'f' => matches!(bytes, 4 | 8),
            _ => false,
        };
        (known && matches!(order, b'<' | b'>' | b'|')).then_some(Self { kind, bytes, big_endian: order == b'>' })
    }

    fn cell(self, bytes: &[u8]) -> Cell {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        if self.big_endian {
            word[..bytes.len()].reverse();
        }
        let word = u64::from_le_bytes(word);
        match (self.kind, self.bytes) {
            (b'f', 4) => Cell::number(f64::from(f32::from_bits(word as u32))),
            (b'f', _) => Cell::number(f64::from_bits(word)),
            (b'i', size) => {
                let unused = 64 - 8 * size as u32;
                Cell::Whole((word << unused).cast_signed() >> unused)
            }
            _ => i64::try_from(word).map_or(Cell::Other(word as f64), Cell::Whole),
        }
    }
}

/// An array of one or two dimensions, read row by row.
pub(super) struct Rows<R> {
    reader: R,
    element: Element,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The row that comes next.
    next: usize,
    row: Vec<u8>,
    /// All of an array that is stored column by column.
    columns_in_memory: Option<Vec<u8>>,
}

impl<R: Read> Rows<R> {
    /// Reads the header of array `name`, whose bytes are `length` with it.
    pub(super) fn open(mut reader: R, file: &Path, name: &str, length: u64) -> Result<Self, DataError> {
        let wrong = |message: String| DataError::file(file, format!("{name}: {message}"));
        let header = header(&mut reader).map_err(|error| wrong(format!("it is no array of NumPy: {error}")))?;
        let (element, by_columns, shape) = parse(&header.text).ok_or_else(|| {
            wrong(format!("expected an array of numbers, found {}", super::record::cut(&header.text)))
        })?;
        let (rows, columns) = match shape[..] {
            [rows] => (rows, 1),
            [rows, columns] => (rows, columns),
            _ => return Err(wrong(format!("expected one or two dimensions, found {}", shape.len()))),
        };
        let row_bytes = product(&[columns, element.bytes]);
        let bytes = row_bytes.and_then(|bytes| bytes.checked_mul(rows));
        let expected = bytes.and_then(|bytes| u64::try_from(bytes).ok()?.checked_add(header.bytes));
        if expected != Some(length) || columns == 0 {
            return Err(wrong(format!("shape {shape:?} does not fit its {length} bytes: the file is not whole")));
        }
        let columns_in_memory = match by_columns && columns > 1 && rows > 1 {
            false => None,
            true => {
                let mut all = with_room(bytes, "an array that is stored column by column")?;
                reader.by_ref().take(length).read_to_end(&mut all).map_err(DataError::io(file))?;
                if Some(all.len()) != bytes {
                    return Err(wrong("it ends early: the file is not whole".to_owned()));
                }
                Some(all)
            }
        };
        let mut row = with_room(row_bytes, "a row of an array")?;
        row.resize(row_bytes.unwrap_or(0), 0);
        Ok(Self { reader, element, rows, columns, next: 0, row, columns_in_memory })
    }

    /// Reads the next row into `cells`, one a column.
    pub(super) fn read(&mut self, cells: &mut [Cell]) -> io::Result<()> {
        let Element { bytes, .. } = self.element;
        match &self.columns_in_memory {
            Some(all) => {
                for (column, cell) in cells.iter_mut().enumerate() {
                    let at = (column * self.rows + self.next) * bytes;
                    *cell = self.element.cell(&all[at..at + bytes]);
                }
            }
            None => {
                self.reader.read_exact(&mut self.row)?;
                for (cell, bytes) in cells.iter_mut().zip(self.row.chunks_exact(bytes)) {
                    *cell = self.element.cell(bytes);
                }
            }
        }
        self.next += 1;
        Ok(())
    }

    /// Reads the end of what holds the array.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        io::copy(&mut self.reader, &mut io::sink()).map(drop)
    }

    /// Goes over `rows` rows.
    pub(super) fn skip(&mut self, rows: usize) -> io::Result<()> {
        if self.columns_in_memory.is_none() {
            let bytes = rows as u64 * self.row.len() as u64;
            if io::copy(&mut self.reader.by_ref().take(bytes), &mut io::sink())? < bytes {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        self.next += rows;
        Ok(())
    }
}

struct Header {
    text: String,
    bytes: u64,
}

fn header(reader: &mut impl Read) -> io::Result<Header> {
    let wrong = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text.to_owned());
    let mut start = [0; 8];
    reader.read_exact(&mut start)?;
    if &start[..6] != b"\x93NUMPY" {
        return Err(wrong("its mark is not there"));
    }
    let mut length = [0; 4];
    let size = if start[6] == 1 { 2 } else { 4 };
    reader.read_exact(&mut length[..size])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST_HEADER {
        return Err(wrong("its header is too long"));
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    let text = String::from_utf8(text).map_err(|_| wrong("its header is no text"))?;
    Ok(Header { text, bytes: (8 + size + length) as u64 })
}

/// Element, whether columns are stored one behind the other, and shape, of a header such as
/// `{'descr': '<i4', 'fortran_order': False, 'shape': (3, 26), }`.
fn parse(header: &str) -> Option<(Element, bool, Vec<usize>)> {
    let value =
        |key: &str| Some(header.split_once(&format!("'{key}'"))?.1.trim_start().strip_prefix(':')?.trim_start());
    let element = Element::new(value("descr")?.strip_prefix('\'')?.split_once('\'')?.0)?;
    let order = value("fortran_order")?;
    let by_columns = order.starts_with("True");
    if !by_columns && !order.starts_with("False") {
        return None;
    }
    let shape = value("shape")?.strip_prefix('(')?.split_once(')')?.0;
    let numbers = shape.split(',').map(str::trim).filter(|number| !number.is_empty());
    Some((element, by_columns, numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_numbers() {
        let cell = |description: &str, bytes: &[u8]| Element::new(description).unwrap().cell(bytes);
        assert_eq!(cell("<i4", &(-3i32).to_le_bytes()), Cell::Whole(-3));
        assert_eq!(cell(">i2", &(-300i16).to_be_bytes()), Cell::Whole(-300));
        assert_eq!(cell("<i8", &i64::MIN.to_le_bytes()), Cell::Whole(i64::MIN));
        assert_eq!(cell("<u8", &u64::MAX.to_le_bytes()), Cell::Other(u64::MAX as f64));
        assert_eq!(cell("|u1", &[200]), Cell::Whole(200));
        assert_eq!(cell("|b1", &[1]), Cell::Whole(1));
        assert_eq!(cell("<f8", &7.0f64.to_le_bytes()), Cell::Whole(7));
        assert_eq!(cell("<f4", &7.5f32.to_le_bytes()), Cell::Other(7.5));
        for other in ["<f2", "<c8", "|O", "<U5", "i4", "", "<i3", "<M8"] {
            assert_eq!(Element::new(other), None, "{other}");
        }
    }

    #[test]
    fn headers_are_read() {
        let header = "{'descr': '<i4', 'fortran_order': True, 'shape': (3, 26), }";
        let (element, by_columns, shape) = parse(header).unwrap();
        assert_eq!((element.bytes, by_columns, shape), (4, true, vec![3, 26]));
        assert_eq!(parse("{'shape': (5,), 'fortran_order': False, 'descr': '<f8'}").unwrap().2, [5]);
        for other in ["", "{}", "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,)}", "{'descr': '<i4'"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
