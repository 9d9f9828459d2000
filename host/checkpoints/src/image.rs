//! Images of a device's persistent memory, on disk: files of tensors (safetensors) in which each piece of memory that is not zero is a
//! tensor of bytes, named by its DPA.
//!
//! Every piece has a checksum (CRC-32C), and what the header says has one, too: no flipped bit is taken for what was saved. The header
//! also says which experiment the image is of, key by key.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use emberlane_experiment::Experiment;
use emberlane_files::{TensorFile, WholeFile, write_tensor_header};
use emberlane_memory::{NoMemory, require};
use emberlane_models::power_loss::{Image, PAGE_BYTES};
use safetensors::Dtype;
use thiserror::Error;

use crate::settings::{Difference, Settings};

/// Name of the file that a run with checkpoints leaves: what the device's persistent memory holds.
pub const IMAGE_FILE: &str = "device.image";

const FORMAT: &str = "emberlane device image 2";
/// Images of this format had no checksums.
const FORMER: &str = "emberlane device image 1";
/// Bytes of the largest piece: as much as is in memory twice while an image is read or written.
const PIECE_BYTES: u64 = 1 << 20;
/// Behind this address no device has memory.
const END: u64 = 1 << 62;

/// Why an image cannot be read or written.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The file system.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no image.
    #[error("{}: no device image: {message}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The file is not what was saved.
    #[error("{}: the device image is damaged: {message}: go on from a copy of it, or begin anew without --resume", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where.
        message: String,
    },
    /// The image is of another experiment.
    #[error(
        "{}: this device image was made by another experiment: {}; change it back, or begin anew without --resume",
        file.display(), listed(differences)
    )]
    OtherExperiment {
        /// The file.
        file: PathBuf,
        /// Keys that differ.
        differences: Vec<Difference>,
    },
    /// It is larger than the memory that there is.
    #[error("{}: {source}", file.display())]
    NoMemory {
        /// The file.
        file: PathBuf,
        /// How much it takes.
        source: NoMemory,
    },
}

/// Differences, of which the first few are named.
fn listed(differences: &[Difference]) -> String {
    const NAMED: usize = 4;
    let mut text: Vec<String> = differences.iter().take(NAMED).map(ToString::to_string).collect();
    if differences.len() > NAMED {
        text.push(format!("{} more keys differ", differences.len() - NAMED));
    }
    text.join("; ")
}

/// What the header says of the image as a whole.
struct About {
    /// The settings of its experiment.
    experiment: String,
    /// A line a piece: its name, its length and its checksum.
    pieces: String,
}

impl About {
    /// The checksum of all that the header says.
    fn checksum(&self) -> String {
        let Self { experiment, pieces } = self;
        format!("{:08x}", crc32c::crc32c(format!("{FORMAT}\n{}\n{experiment}{pieces}", experiment.len()).as_bytes()))
    }
}

/// The name of the piece at a DPA.
fn name_of(address: u64) -> String {
    format!("{address:#018x}")
}

/// The line of a piece.
fn line_of(name: &str, bytes: &[u8]) -> String {
    format!("{name} {} {:08x}\n", bytes.len(), crc32c::crc32c(bytes))
}

/// Writes an image of an experiment: all of it, or the file stays what it was, as it may be the only checkpoint.
///
/// # Errors
/// A file that cannot be written.
pub fn save_image(path: &Path, image: &Image, experiment: &Experiment) -> Result<(), ImageError> {
    let spans = image.spans().flat_map(|span| {
        let end = span.end;
        span.step_by(PIECE_BYTES as usize).map(move |first| (first, (end - first).min(PIECE_BYTES) as usize))
    });
    let spans: Vec<(u64, usize)> = spans.collect();
    let mut buffer = vec![0; PIECE_BYTES as usize];
    let mut about = About { experiment: Settings::of(experiment).text(), pieces: String::new() };
    for (first, length) in &spans {
        image.read(*first, &mut buffer[..*length]);
        about.pieces += &line_of(&name_of(*first), &buffer[..*length]);
    }
    let checksum = about.checksum();
    let texts = [("format", FORMAT.to_owned()), ("checksum", checksum)];
    let texts = texts.into_iter().chain([("experiment", about.experiment), ("pieces", about.pieces)]);
    let texts: BTreeMap<String, String> = texts.map(|(name, text)| (name.to_owned(), text)).collect();
    let mut write = || {
        let mut file = WholeFile::create(path)?;
        let tensors = spans.iter().map(|(first, length)| (name_of(*first), Dtype::U8, vec![*length]));
        write_tensor_header(&mut file, &texts, tensors)?;
        for (first, length) in &spans {
            image.read(*first, &mut buffer[..*length]);
            file.write_all(&buffer[..*length])?;
        }
        file.commit()
    };
    write().map_err(|source| ImageError::Io { file: path.to_path_buf(), source })
}

/// Reads an image.
///
/// # Errors
/// A file that cannot be read, that is none, that is not what was saved, and one that does not fit the memory.
pub fn load_image(path: &Path) -> Result<Image, ImageError> {
    let (file, about) = open(path)?;
    require("the device image", file.data_bytes())
        .map_err(|source| ImageError::NoMemory { file: path.to_path_buf(), source })?;
    let damaged = |message: String| ImageError::Damaged { file: path.to_path_buf(), message };
    let mut image = Image::default();
    let mut lines = about.pieces.lines();
    let mut buffer = vec![0; PIECE_BYTES as usize];
    let mut end = 0;
    for name in file.names() {
        let (address, length) = piece(&file, &name, end).map_err(&damaged)?;
        end = address + length as u64;
        let bytes = &mut buffer[..length];
        let info = file.info(&name).ok_or_else(|| damaged(format!("there is no {name}")))?;
        file.read(info, 0, bytes).map_err(|source| ImageError::Io { file: path.to_path_buf(), source })?;
        if lines.next() != Some(line_of(&name, bytes).trim_end()) {
            return Err(damaged(format!("the {length} bytes of memory at {name} do not have their checksum")));
        }
        image.write(address, bytes);
    }
    match lines.next() {
        None => Ok(image),
        Some(line) => Err(damaged(format!("the piece {line} is missing"))),
    }
}

/// Whether the image in a file is one of this experiment, without reading all of it.
///
/// # Errors
/// As [`load_image`]; which keys differ, when it is another's.
pub fn check_image(path: &Path, experiment: &Experiment) -> Result<(), ImageError> {
    let (_, about) = open(path)?;
    let differences = Settings::of(experiment).differences(&about.experiment);
    if differences.is_empty() {
        return Ok(());
    }
    Err(ImageError::OtherExperiment { file: path.to_path_buf(), differences })
}

/// Opens the file of an image, and reads what its header says.
fn open(path: &Path) -> Result<(TensorFile, About), ImageError> {
    let wrong = |message: String| ImageError::File { file: path.to_path_buf(), message };
    let file = TensorFile::open(path).map_err(|source| match source.kind() {
        io::ErrorKind::InvalidData => wrong(source.to_string()),
        _ => ImageError::Io { file: path.to_path_buf(), source },
    })?;
    match file.about("format") {
        Some(FORMAT) => {}
        Some(FORMER) => {
            let text =
                "it was made by an earlier emberlane, without checksums: this one does not go on from it; train anew";
            return Err(wrong(text.to_owned()));
        }
        _ => return Err(wrong(format!("its metadata does not say format = {FORMAT:?}"))),
    }
    let text = |name| file.about(name).unwrap_or_default().to_owned();
    let about = About { experiment: text("experiment"), pieces: text("pieces") };
    if file.about("checksum") != Some(&about.checksum()) {
        let message = "what its header says does not have its checksum".to_owned();
        return Err(ImageError::Damaged { file: path.to_path_buf(), message });
    }
    Ok((file, about))
}

/// Address and length of a piece, none of which begins below `from`.
fn piece(file: &TensorFile, name: &str, from: u64) -> Result<(u64, usize), String> {
    let address = name.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let bytes = file.info(name).filter(|info| info.dtype == Dtype::U8 && info.shape.len() == 1);
    let (Some(address), Some(info)) = (address, bytes) else { return Err(format!("{name} is no run of bytes")) };
    let length = info.data_offsets.1 - info.data_offsets.0;
    let is_aligned = |number: u64| number.is_multiple_of(PAGE_BYTES);
    if !is_aligned(address) || !is_aligned(length as u64) {
        return Err(format!("{length} bytes at {name} are not whole pages of {PAGE_BYTES} bytes"));
    }
    if length == 0 || length as u64 > PIECE_BYTES || address < from || address > END {
        return Err(format!(
            "{length} bytes at {name}: pieces have up to {PIECE_BYTES} bytes, and come by their addresses"
        ));
    }
    Ok((address, length))
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngCore, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn experiment(seed: u64) -> Experiment {
        let text = format!(
            "[model]\nbottom = [2, 8, 16]\ntop = [4, 1]\ntables = 2\nrows = [70, 3]\ndimension = 16\n\
             [data]\nkind = \"synthetic\"\n[train]\nseed = {seed}\n[checkpoint]\nmode = \"undo\"\n"
        );
        Experiment::parse(Path::new("e.toml"), &text).unwrap()
    }

    fn image() -> Image {
        let mut image = Image::default();
        let mut random = Pcg64::seed_from_u64(1);
        for (address, length) in [(100, 5000), (3 << 20, (2 << 20) + 70_000), (1 << 41, 64)] {
            let mut bytes = vec![0; length];
            random.fill_bytes(&mut bytes);
            image.write(address, &bytes);
        }
        image
    }

    #[test]
    fn what_was_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        save_image(&file, &image(), &experiment(0)).unwrap();
        assert_eq!(load_image(&file).unwrap(), image());
        let bytes = std::fs::read(&file).unwrap();
        save_image(&file, &image(), &experiment(0)).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "the same image gives the same bytes");
        save_image(&file, &Image::default(), &experiment(0)).unwrap();
        assert_eq!(load_image(&file).unwrap(), Image::default());
    }

    #[test]
    fn no_flipped_bit_is_taken_for_what_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        save_image(&file, &image(), &experiment(0)).unwrap();
        let good = std::fs::read(&file).unwrap();
        let header = 8 + u64::from_le_bytes(good[..8].try_into().unwrap()) as usize;
        let mut random = Pcg64::seed_from_u64(2);
        let (mut bytes, mut named) = (good.clone(), 0);
        // Every bit of the length, many of the header, and some of the pieces.
        let bits = (0..64).chain((0..600).map(|_| random.random_range(64..8 * header)));
        let bits: Vec<usize> =
            bits.chain((0..150).map(|_| Pcg64::seed_from_u64(3).random_range(0..8 * good.len()))).collect();
        for bit in bits.into_iter().chain((0..100).map(|_| random.random_range(8 * header..8 * good.len()))) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&file, &bytes).unwrap();
            match load_image(&file) {
                Ok(found) => assert!(found == image(), "bit {bit} was flipped, and nobody has seen it"),
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.contains("device.image"), "{text}");
                    if bit >= 8 * header {
                        assert!(text.contains("bytes of memory at 0x"), "{text}");
                        named += 1;
                    }
                }
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(named >= 100);
        for length in [0, 7, 100, header, good.len() - 4096, good.len() - 1] {
            std::fs::write(&file, &good[..length]).unwrap();
            assert!(load_image(&file).is_err(), "cut to {length} bytes");
        }
    }

    #[test]
    fn an_image_of_another_experiment_says_what_differs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        save_image(&file, &image(), &experiment(7)).unwrap();
        check_image(&file, &experiment(7)).unwrap();
        let message = check_image(&file, &experiment(8)).unwrap_err().to_string();
        assert!(
            message.contains("device.image: ") && message.contains("train.seed is 8 here and 7 there"),
            "{message}"
        );
    }

    /// Writes an image of one piece, whose checksums hold.
    fn one_piece(file: &Path, name: &str, dtype: Dtype, bytes: &[u8]) {
        let about = About { experiment: String::new(), pieces: line_of(name, bytes) };
        let texts = [("format", FORMAT.to_owned()), ("checksum", about.checksum()), ("pieces", about.pieces)];
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        let mut whole = Vec::new();
        write_tensor_header(&mut whole, &texts, [(name.to_owned(), dtype, vec![bytes.len() * 8 / dtype.bitsize()])])
            .unwrap();
        whole.extend(bytes);
        std::fs::write(file, whole).unwrap();
    }

    #[test]
    fn what_is_no_image_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        let refused = || load_image(&file).unwrap_err().to_string();
        assert!(refused().contains("device.image"));
        std::fs::write(&file, "nonsense").unwrap();
        assert!(refused().contains("no device image"));
        std::fs::write(&file, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0]).unwrap();
        assert!(refused().contains("gzip"));
        let of_format = |format: &str| {
            let mut bytes = Vec::new();
            let about = BTreeMap::from([("format".to_owned(), format.to_owned())]);
            write_tensor_header(&mut bytes, &about, []).unwrap();
            std::fs::write(&file, bytes).unwrap();
        };
        of_format("something else");
        assert!(refused().contains("format"));
        of_format(FORMER);
        assert!(refused().contains("without checksums"));
        of_format(FORMAT);
        assert!(refused().contains("checksum"));
        one_piece(&file, "0x1000", Dtype::U8, &[1; 4096]);
        load_image(&file).unwrap();
        one_piece(&file, "first", Dtype::U8, &[1; 4096]);
        assert!(refused().contains("first is no run of bytes"));
        one_piece(&file, "0x1000", Dtype::F32, &[1; 4096]);
        assert!(refused().contains("0x1000 is no run of bytes"));
        one_piece(&file, "0x1001", Dtype::U8, &[1; 4096]);
        assert!(refused().contains("at 0x1001 are not whole pages"));
        one_piece(&file, "0x1000", Dtype::U8, &[1; 100]);
        assert!(refused().contains("100 bytes at 0x1000 are not whole pages"));
        one_piece(&file, "0xfffffffffffff000", Dtype::U8, &[1; 4096]);
        assert!(refused().contains("0xfffffffffffff000"));
        one_piece(&file, "0x1000", Dtype::U8, &[]);
        assert!(refused().contains("0 bytes at 0x1000"));
    }
}
