//! The `emberlane` command line.
#![forbid(unsafe_code)]

mod bench;
mod card;
#[cfg(feature = "cluster")]
mod certificates;
#[cfg(feature = "cluster")]
mod cluster;
mod command_line;
mod compare;
mod compare_ndrec;
mod crash_test;
mod doctor;
mod doctor_card;
mod emulate_card;
mod experiment_arguments;
#[cfg(feature = "export")]
mod export_packages;
#[cfg(feature = "export")]
mod export_verilog;
mod generate_data;
#[cfg(feature = "cluster")]
mod launch;
mod named;
mod outcome;
mod paragraph;
mod place;
mod places;
mod plan;
#[cfg(feature = "cluster")]
mod plan_shards;
mod pool;
mod progress;
mod prometheus;
#[cfg(feature = "cluster")]
mod recovery;
mod registers;
mod reproduce;
mod reproduce_runs;
mod selftest;
#[cfg(feature = "cluster")]
mod serve;
#[cfg(feature = "cluster")]
mod serve_storage;
#[cfg(feature = "cluster")]
mod service;
mod shell;
mod signals;
#[cfg(feature = "cluster")]
mod status;
mod store;
mod sweep;
mod train;
mod train_course;
mod train_summary;

use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run()
}
