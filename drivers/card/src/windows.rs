//! Windows: where in this program's memory that of the device, of the host as the device sees it, and of the SSD are.
//!
//! A list of windows is a text. Every line is a window: what it shows, the file that is mapped, the first address, and the bytes, which
//! may be left out where the file has a length. `#` begins a comment.
//!
//! ```text
//! # space  file       address          bytes
//! memory   resource2  0x0
//! memory   resource4  0x8000000000000  0x100000000
//! host     /dev/udmabuf0  0x100000000  0x200000
//! ```
//!
//! `memory` is by device physical address (DPA), `host` by the address by which the device reads memory of the host, `ssd` by address on
//! the SSD. Files are looked for beside the card's other files.

use std::fmt;
use std::path::{Path, PathBuf};

use emberlane_registers::cxl_mem::LINE_BYTES;

use crate::bar::open_to_map;
use crate::error::CardError;
use crate::mapping::Mapping;
use crate::place::Place;

/// The file of a card's folder that lists its windows; an emulated card has it.
const LIST: &str = "windows";

/// What a window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Memory of the device.
    Memory,
    /// Memory of the host that the device reaches.
    Host,
    /// The SSD behind a SmartSSD.
    Ssd,
}

impl fmt::Display for Space {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Memory => "memory",
            Self::Host => "host",
            Self::Ssd => "ssd",
        })
    }
}

/// A line of a list of windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowPlace {
    /// What it shows.
    pub space: Space,
    /// The file that is mapped.
    pub file: PathBuf,
    /// The first address.
    pub address: u64,
    /// Bytes, if they are not those of the file.
    pub bytes: Option<u64>,
}

/// Reads a list of windows; `path` is for errors.
///
/// # Errors
/// [`CardError::Windows`] for a line that is none.
pub fn parse_windows(text: &str, path: &Path) -> Result<Vec<WindowPlace>, CardError> {
    let mut windows: Vec<WindowPlace> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let window = parse_line(&words).map_err(|problem| CardError::Windows {
            path: path.to_owned(),
            line: number,
            problem,
        })?;
        windows.push(window);
    }
    Ok(windows)
}

fn parse_line(words: &[&str]) -> Result<WindowPlace, String> {
    let [space, file, address, rest @ ..] = words else {
        return Err(format!("{} words", words.len()));
    };
    let space = match *space {
        "memory" => Space::Memory,
        "host" => Space::Host,
        "ssd" => Space::Ssd,
        other => return Err(format!("a window of {other:?}")),
    };
    let number = |text: &str| {
        let digits = text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
        digits.map_err(|_| format!("{text} is no number"))
    };
    let bytes = match rest {
        [] => None,
        [bytes] => Some(number(bytes)?),
        _ => return Err(format!("{} words", words.len())),
    };
    let address = number(address)?;
    if !address.is_multiple_of(LINE_BYTES) || bytes.is_some_and(|bytes| bytes == 0 || !bytes.is_multiple_of(LINE_BYTES))
    {
        return Err(format!("a window is whole lines of {LINE_BYTES} bytes"));
    }
    if bytes.is_some_and(|bytes| address.checked_add(bytes).is_none()) {
        return Err("a window that ends beyond 64 bits of address".to_owned());
    }
    Ok(WindowPlace { space, file: PathBuf::from(file), address, bytes })
}

/// The windows of a card: those of `list`, of its folder's list, or BAR 2 and, for a scratchpad that begins there, BAR 4.
pub(crate) fn places(
    place: &Place,
    scratchpad: Option<u64>,
    list: Option<&Path>,
) -> Result<Vec<WindowPlace>, CardError> {
    let own = place.file(LIST);
    let list = list.or_else(|| own.is_file().then_some(own.as_path()));
    if let Some(path) = list {
        let text = std::fs::read_to_string(path).map_err(|error| CardError::file(path, error))?;
        return parse_windows(&text, path);
    }
    let bars = [Some(("resource2", 0)), scratchpad.map(|base| ("resource4", base))];
    let is_there = |bar: &(&str, u64)| place.file(bar.0).is_file();
    let window = |(file, address): (&str, u64)| WindowPlace {
        space: Space::Memory,
        file: PathBuf::from(file),
        address,
        bytes: None,
    };
    Ok(bars.into_iter().flatten().filter(is_there).map(window).collect())
}

/// A window that is mapped.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) space: Space,
    pub(crate) address: u64,
    pub(crate) mapping: Mapping,
}

impl Window {
    fn open(place: &Place, window: &WindowPlace) -> Result<Self, CardError> {
        let path = place.file("").join(&window.file);
        let file = open_to_map(&path)?;
        let length = file.metadata().map_err(|error| CardError::file(&path, error))?.len();
        // Devices have no length.
        if length != 0 && window.bytes.is_some_and(|bytes| bytes > length) {
            let needed = window.bytes.unwrap_or_default();
            return Err(CardError::ShortWindow { path, bytes: length, needed });
        }
        let bytes = window.bytes.unwrap_or(length / LINE_BYTES * LINE_BYTES);
        if bytes == 0 {
            return Err(CardError::ShortWindow { path, bytes: length, needed: LINE_BYTES });
        }
        let mapping = Mapping::new(&file, 0, bytes).map_err(|error| CardError::file(&path, error))?;
        Ok(Self { space: window.space, address: window.address, mapping })
    }

    fn holds(&self, space: Space, address: u64) -> bool {
        self.space == space && address.checked_sub(self.address).is_some_and(|offset| offset < self.mapping.bytes())
    }
}

/// All windows of a card.
#[derive(Debug)]
pub(crate) struct Windows(Vec<Window>);

impl Windows {
    pub(crate) fn open(place: &Place, windows: &[WindowPlace]) -> Result<Self, CardError> {
        windows.iter().map(|window| Window::open(place, window)).collect::<Result<_, _>>().map(Self)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Window> {
        self.0.iter()
    }

    /// Where bytes are, window by window: the window, the offset in it, and the part of them. `None` unless windows hold all.
    fn pieces(&self, space: Space, address: u64, length: usize) -> Option<Vec<(&Window, u64, std::ops::Range<usize>)>> {
        let mut pieces = Vec::new();
        let mut done = 0;
        while done < length {
            let at = address.checked_add(done as u64)?;
            let window = self.0.iter().find(|window| window.holds(space, at))?;
            let offset = at - window.address;
            let part = (window.mapping.bytes() - offset).min((length - done) as u64) as usize;
            pieces.push((window, offset, done..done + part));
            done += part;
        }
        Some(pieces)
    }

    /// Whether windows hold all of the bytes, and have been read.
    pub(crate) fn read(&self, space: Space, address: u64, bytes: &mut [u8]) -> bool {
        let Some(pieces) = self.pieces(space, address, bytes.len()) else { return false };
        pieces.into_iter().for_each(|(window, offset, part)| window.mapping.read_bytes(offset, &mut bytes[part]));
        true
    }

    /// Whether windows hold all of the bytes, and have been written.
    pub(crate) fn write(&self, space: Space, address: u64, bytes: &[u8]) -> bool {
        let Some(pieces) = self.pieces(space, address, bytes.len()) else { return false };
        pieces.into_iter().for_each(|(window, offset, part)| window.mapping.write_bytes(offset, &bytes[part]));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_and_its_faults_are_named() {
        let list = "# a card\nmemory resource2 0x0\n\nssd /dev/dax0.0 4096 0x1000 # all of it\n";
        let windows = parse_windows(list, Path::new("list")).unwrap();
        let window = |space, file: &str, address, bytes| WindowPlace { space, file: file.into(), address, bytes };
        let expected =
            [window(Space::Memory, "resource2", 0, None), window(Space::Ssd, "/dev/dax0.0", 4096, Some(4096))];
        assert_eq!(windows, expected);
        for wrong in
            ["memory resource2", "disk a 0", "host a 0xg", "host a 1 2 3", "host a 0 0", "ssd a 1 0xffffffffffffffff"]
        {
            let error = parse_windows(&format!("\n{wrong}"), Path::new("list")).unwrap_err().to_string();
            assert!(error.starts_with("list:2: "), "{error}");
        }
    }

    #[test]
    fn an_access_may_span_windows_and_must_be_inside() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [("vendor", 1), ("resource0", 1), ("low", 4096), ("high", 8192)] {
            std::fs::write(folder.path().join(name), vec![0; bytes]).unwrap();
        }
        let place = Place::named(folder.path().to_str().unwrap()).unwrap();
        let list = parse_windows("memory low 0x1000\nmemory high 0x2000 4096\n", Path::new("list")).unwrap();
        let windows = Windows::open(&place, &list).unwrap();
        assert!(windows.write(Space::Memory, 0x1ffc, &[1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(std::fs::read(folder.path().join("high")).unwrap()[..4], [5, 6, 7, 8]);
        let mut bytes = [0; 8];
        assert!(windows.read(Space::Memory, 0x1ffc, &mut bytes) && bytes == [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(!windows.read(Space::Memory, 0x2ffc, &mut bytes), "the window ends");
        assert!(!windows.read(Space::Memory, 0xffc, &mut bytes) && !windows.read(Space::Host, 0x1000, &mut bytes));
        let long = parse_windows("memory low 0 0x2000", Path::new("list")).unwrap();
        assert!(Windows::open(&place, &long).unwrap_err().to_string().contains("0x1000 bytes"));
    }
}
