//! Random kernels: a tree of expressions and statements is interpreted with Rust-HDL's own `Bits` in `update()`, and
//! given to the exporter as the tree that Rust-HDL's macro would have made of it. What the Verilog does must be the same.
//!
//! `EMBERLANE_FUZZ_SEEDS=first..last` runs other seeds than the fixed ones, `EMBERLANE_FUZZ_CYCLES` other lengths.

#[path = "fuzz/block.rs"]
mod block;
#[path = "fuzz/expression.rs"]
mod expression;
#[path = "fuzz/generator.rs"]
mod generator;
#[path = "fuzz/statement.rs"]
mod statement;

use block::FuzzBlock;
use emberlane_verilog::equivalence::{Driver, Equivalence};
use emberlane_verilog::{ExportOptions, export_all, lint};
use rust_hdl::prelude::Block;
use std::ops::Range;

const SEEDS: Range<u64> = 0..24;
const CYCLES: usize = 400;

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("EMBERLANE_FUZZ_SEEDS") else { return SEEDS };
    let bounds = text.split_once("..").and_then(|(first, last)| Some(first.parse().ok()?..last.parse().ok()?));
    bounds.unwrap_or_else(|| panic!("EMBERLANE_FUZZ_SEEDS is `{text}`, not like 100..200"))
}

fn cycles() -> usize {
    let Ok(text) = std::env::var("EMBERLANE_FUZZ_CYCLES") else { return CYCLES };
    text.parse().unwrap_or_else(|_| panic!("EMBERLANE_FUZZ_CYCLES is `{text}`, not a number"))
}

#[test]
fn random_kernels_do_in_verilog_what_they_do_in_rust() {
    let seeds = seeds();
    eprintln!("fuzzing seeds {seeds:?}; replay one with EMBERLANE_FUZZ_SEEDS=<seed>..<seed + 1>");
    let comparison = seeds.fold(Equivalence::new(11), |comparison, seed| {
        comparison.add_made(
            cycles(),
            move || generator::block(seed),
            |block: &mut FuzzBlock, driver: &mut Driver| {
                block.drive(driver);
            },
        )
    });
    let report = comparison.run().unwrap_or_else(|error| panic!("{error}"));
    println!("{report}");
}

#[test]
fn the_tools_have_nothing_to_say_of_random_kernels() {
    let blocks: Vec<FuzzBlock> = seeds().map(generator::block).collect();
    let tops: Vec<&dyn Block> = blocks.iter().map(|block| block as &dyn Block).collect();
    let design = export_all(&tops, &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    lint::all(&design).unwrap_or_else(|error| panic!("{error}"));
}
