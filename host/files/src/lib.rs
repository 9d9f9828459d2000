//! Files and folders of results that are whole or not there, and reads with a bound.
//!
//! Whoever is killed, or finds the disk full, leaves what was there before or all of what is new: a [`WholeFile`] is written beside
//! its place and renamed, a [`Folder`] is filled beside its place and put there at once.
#![forbid(unsafe_code)]

mod disk;
mod folder;
mod read;
mod space;
mod tensor_file;
mod whole_file;

pub use disk::{Change, WrittenFile, about_to, follow_changes, follow_no_more};
pub use folder::{Contents, Folder, FolderError, Previous, exchange, is_being_filled, is_nobodys, running, whole_path};
pub use read::{compression_of, read_at_most, read_text_at_most};
pub use space::{free_bytes, is_in_memory, is_one_file_system};
pub use tensor_file::{TensorFile, write_tensor_header};
pub use whole_file::{
    WholeFile, clear_left, folder_of, is_beside, link_or_copy, rename_new, sync_folder, write_all_whole, write_whole,
};
