//! What is wrong with certificates.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// What is wrong with certificates.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// A file that is not there.
    #[error("{} is not there: `emberlane certificates` writes it, and the process that is {role} needs it with its key and ca.pem", file.display())]
    Missing {
        /// The file.
        file: PathBuf,
        /// Whose it is.
        role: String,
    },
    /// A file that cannot be read or written.
    #[error("{}: {what}: {error}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why not.
        error: io::Error,
    },
    /// A file that holds something else.
    #[error("{}: expected {expected}: {message}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What it should hold.
        expected: &'static str,
        /// What is wrong.
        message: String,
    },
    /// A key that others can read.
    #[error("{}: others than its owner can read this key: chmod 600 it", file.display())]
    Open {
        /// The file.
        file: PathBuf,
    },
    /// A certificate that is of no use.
    #[error("{}: {what}", file.display())]
    Useless {
        /// The file.
        file: PathBuf,
        /// Why, and what to do.
        what: String,
    },
    /// No certificate can be made.
    #[error("the certificate of {role} cannot be made: {message}")]
    Making {
        /// Whose.
        role: String,
        /// Why not.
        message: String,
    },
}

/// Says which file, and what was tried with it.
pub(super) fn failed(file: &std::path::Path, what: &'static str) -> impl FnOnce(io::Error) -> CertificateError {
    let file = file.to_owned();
    move |error| CertificateError::File { file, what, error }
}
