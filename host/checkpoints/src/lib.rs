//! What is durable and how it is recovered: images of devices, their logs, and files of parameters; what shards save, and what is lost
//! with them ([`cpr`]).
#![forbid(unsafe_code)]

pub mod cpr;
mod error;
mod image;
mod log;
pub mod parameters;
mod settings;
mod state;
mod tensor_file;

pub use emberlane_models::power_loss::random_fate;
pub use image::{IMAGE_FILE, ImageError, check_image, load_image, save_image};
pub use log::{log_configuration, logged_parameters, parameter_bytes, set_parameters};
pub use settings::{Difference, Settings};
pub use state::{History, SAVES, SavedState, is_state, keep_newest, remove_state, save_state, state_bytes, states};
