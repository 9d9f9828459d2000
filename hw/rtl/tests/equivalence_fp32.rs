//! The exported Verilog of the FP32 blocks against Rust-HDL's simulation of them, and what the Verilog tools say of it.

use emberlane_rtl::fp32::{
    AddAlign, AddNormalise, AddOrder, AddSignificands, Fp32Add, Fp32Multiply, LeadingZeros, MultiplyCombine,
    MultiplyNormalise, MultiplyPartial, RoundPack, VectorAdd, VectorScale,
};
use emberlane_verilog::equivalence::Equivalence;
use emberlane_verilog::{Design, ExportOptions, export_all, inputs, lint};

const LEAF_CYCLES: usize = 10_000;
/// Rust-HDL simulates a thousand cycles of a vector in a second; the lanes are compared one by one as well.
const VECTOR_CYCLES: usize = 500;

#[test]
fn verilog_does_what_the_simulation_does() {
    let report = Equivalence::new(1)
        .add::<AddOrder>(LEAF_CYCLES, inputs!(clock, a, b))
        .add::<AddAlign>(LEAF_CYCLES, inputs!(clock, larger, smaller, distance, exponent, sign, subtract))
        .add::<AddSignificands>(
            LEAF_CYCLES,
            inputs!(clock, larger, smaller, by_one, exponent, sign, subtract, infinite, nan),
        )
        .add::<AddNormalise>(
            LEAF_CYCLES,
            inputs!(clock, significand, shifted16, unlimited, exponent, sign, subtract, infinite, nan),
        )
        .add::<RoundPack>(LEAF_CYCLES, inputs!(clock, significand, exponent, room, sign, zero, infinite, nan))
        .add::<LeadingZeros>(LEAF_CYCLES, inputs!(value))
        .add::<MultiplyPartial>(LEAF_CYCLES, inputs!(clock, a, b))
        .add::<MultiplyCombine>(
            LEAF_CYCLES,
            inputs!(clock, low, high, exponent, leading_zeros, sign, zero, infinite, nan),
        )
        .add::<MultiplyNormalise>(
            LEAF_CYCLES,
            inputs!(clock, product, right32, left, vanishes, exponent, room, sign, zero, infinite, nan),
        )
        .add::<Fp32Add>(LEAF_CYCLES, inputs!(clock, a, b))
        .add::<Fp32Multiply>(LEAF_CYCLES, inputs!(clock, a, b))
        .add::<VectorAdd>(VECTOR_CYCLES, inputs!(clock, a, b))
        .add::<VectorScale>(VECTOR_CYCLES, inputs!(clock, vector, factor))
        .run()
        .unwrap_or_else(|error| panic!("{error}"));
    eprintln!("{report}");
}

fn design() -> Design {
    let vectors = (VectorAdd::default(), VectorScale::default());
    let units = (Fp32Add::default(), Fp32Multiply::default());
    export_all(&[&vectors.0, &vectors.1, &units.0, &units.1], &ExportOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn verilator_has_no_warning() {
    lint::verilator(&design()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn icarus_reads_the_verilog() {
    lint::icarus(&design()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn yosys_finds_no_latch() {
    lint::yosys(&design()).unwrap_or_else(|error| panic!("{error}"));
}
