//! The comparison finds what it must find, and says where.

use emberlane_verilog::equivalence::{Equivalence, EquivalenceError};
use emberlane_verilog::{About, Describe, inputs};
use rust_hdl::prelude::*;

/// A block whose Rust and Verilog are given apart, so that they can differ.
macro_rules! two_faced {
    ($name:ident, $module:literal, |$block:ident| $update:expr, $verilog:literal) => {
        #[derive(LogicBlock, Default)]
        struct $name {
            clock: Signal<In, Clock>,
            a: Signal<In, Bits<40>>,
            y: Signal<Out, Bits<40>>,
            about: About<Self>,
        }

        impl Describe for $name {
            fn name() -> String {
                $module.into()
            }

            fn description() -> &'static str {
                "A block with two faces."
            }
        }

        impl Logic for $name {
            fn update(&mut self) {
                let $block = self;
                $update
            }

            fn connect(&mut self) {
                self.y.connect();
            }

            fn hdl(&self) -> Verilog {
                Verilog::Custom($verilog.into())
            }
        }
    };
}

two_faced!(Carry, "carry", |block| block.y.next = block.a.val() + 1, "assign y = a + 40'd1 + {39'd0, &a[31:0]};");
two_faced!(
    Late,
    "late",
    |block| {
        if block.clock.pos_edge() {
            block.y.next = block.a.val();
        }
    },
    "initial y = 40'd0;\nalways @(negedge clock) y <= a;"
);
two_faced!(Unset, "unset", |block| block.y.next = 0.into(), "reg [39:0] never;\nalways @* y = never;");
two_faced!(Panics, "panics", |block| block.y.next = bits(block.a.val().to_u8().into()), "assign y = a;");
two_faced!(Honest, "honest", |block| block.y.next = !block.a.val(), "assign y = ~a;");

#[track_caller]
fn mismatch(result: Result<impl Sized, EquivalenceError>) -> EquivalenceError {
    match result {
        Err(error @ EquivalenceError::Mismatch { .. }) => error,
        Err(other) => panic!("not a mismatch: {other}"),
        Ok(_) => panic!("the difference was not found"),
    }
}

#[test]
fn a_difference_at_corner_values_is_found_and_named() {
    // A blind choice of 40 bits would meet 32 ones once in four thousand million cycles.
    let error = mismatch(Equivalence::new(77).add::<Carry>(5_000, inputs!(clock, a)).run());
    let EquivalenceError::Mismatch { module, port, seed, expected, actual, .. } = &error else { unreachable!() };
    assert_eq!((module.as_str(), port.as_str(), *seed), ("carry", "y", 77));
    assert_ne!(expected, actual);
    assert!(error.to_string().contains("replay with seed 77"), "{error}");
}

#[test]
fn the_wrong_edge_and_a_register_without_a_value_are_found() {
    mismatch(Equivalence::new(1).add::<Late>(100, inputs!(clock, a)).run());
    mismatch(Equivalence::new(1).add::<Unset>(100, inputs!(clock, a)).run());
}

#[test]
fn an_honest_block_among_others_passes() {
    let report = Equivalence::new(5)
        .add::<Honest>(1_000, inputs!(clock, a))
        .add::<Honest>(10, inputs!(clock, a))
        .run()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.compared, [("honest".into(), 1_000, 1), ("honest".into(), 10, 1)]);
}

#[test]
fn an_input_that_is_not_driven_is_an_error() {
    let result = Equivalence::new(1).add::<Honest>(10, inputs!(clock)).run();
    assert!(matches!(result, Err(EquivalenceError::NotDriven { inputs, .. }) if inputs == ["a"]));
}

#[test]
fn a_panic_in_simulation_names_the_block_and_the_seed() {
    let error = Equivalence::new(3).add::<Panics>(100, inputs!(clock, a)).run().expect_err("40 bits are no u8");
    let text = error.to_string();
    assert!(matches!(error, EquivalenceError::Panicked { seed: 3, .. }));
    assert!(text.contains("Panics") && text.contains("u8"), "{text}");
}
