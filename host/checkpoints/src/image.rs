//! Images of a device's persistent memory, on disk: safetensors files in which each run of pages that is not zero is a tensor of
//! bytes, named by its DPA.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use emberlane_models::power_loss::Image;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use thiserror::Error;

/// Name of the file that a run with checkpoints leaves: what the device's persistent memory holds.
pub const IMAGE_FILE: &str = "device.image";

const FORMAT: &str = "emberlane device image 1";

/// Why an image cannot be read or written.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The file system.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no image.
    #[error("{}: no device image: {message}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
}

/// Writes an image: all of it, or the file stays what it was, as it may be the only checkpoint.
///
/// # Errors
/// A file that cannot be written.
pub fn save_image(path: &Path, image: &Image) -> Result<(), ImageError> {
    let runs: Vec<(String, Vec<u8>)> =
        image.runs().map(|(address, bytes)| (format!("{address:#018x}"), bytes)).collect();
    let wrong = |message: String| ImageError::File { file: path.to_path_buf(), message };
    let views = runs
        .iter()
        .map(|(name, bytes)| Ok((name, TensorView::new(Dtype::U8, vec![bytes.len()], bytes)?)))
        .collect::<Result<Vec<_>, safetensors::SafeTensorError>>()
        .map_err(|error| wrong(error.to_string()))?;
    let about = HashMap::from([("format".to_owned(), FORMAT.to_owned())]);
    let bytes = safetensors::serialize(views, Some(about)).map_err(|error| wrong(error.to_string()))?;
    let part = path.with_extension("image.part");
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    };
    write().map_err(|source| ImageError::Io { file: path.to_path_buf(), source })
}

/// Reads an image.
///
/// # Errors
/// A file that cannot be read, or that is none.
pub fn load_image(path: &Path) -> Result<Image, ImageError> {
    let wrong = |message: String| ImageError::File { file: path.to_path_buf(), message };
    let bytes = std::fs::read(path).map_err(|source| ImageError::Io { file: path.to_path_buf(), source })?;
    let (_, about) = SafeTensors::read_metadata(&bytes).map_err(|error| wrong(error.to_string()))?;
    if about.metadata().as_ref().and_then(|about| about.get("format")).map(String::as_str) != Some(FORMAT) {
        return Err(wrong(format!("its metadata does not say format = {FORMAT:?}")));
    }
    let file = SafeTensors::deserialize(&bytes).map_err(|error| wrong(error.to_string()))?;
    let mut image = Image::default();
    for (name, view) in file.iter() {
        let address = name.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let address =
            address.filter(|at| view.dtype() == Dtype::U8 && at.checked_add(view.data().len() as u64).is_some());
        image.write(address.ok_or_else(|| wrong(format!("{name} is no run of bytes")))?, view.data());
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        let mut image = Image::default();
        image.write(100, &[1; 5000]);
        image.write(1 << 41, &[2; 64]);
        save_image(&file, &image).unwrap();
        assert_eq!(load_image(&file).unwrap(), image);
        save_image(&file, &Image::default()).unwrap();
        assert_eq!(load_image(&file).unwrap(), Image::default());
    }

    #[test]
    fn what_is_no_image_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("device.image");
        assert!(load_image(&file).unwrap_err().to_string().contains("device.image"));
        std::fs::write(&file, "nonsense").unwrap();
        assert!(load_image(&file).unwrap_err().to_string().contains("no device image"));
        let other = TensorView::new(Dtype::U8, vec![1], &[1]).unwrap();
        std::fs::write(&file, safetensors::serialize([("x", other)], None).unwrap()).unwrap();
        assert!(load_image(&file).unwrap_err().to_string().contains("format"));
    }
}
