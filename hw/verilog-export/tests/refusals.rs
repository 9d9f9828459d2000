//! What has no sound Verilog is refused, with the module, the signal and what to do.

use emberlane_verilog::{About, Describe, ExportOptions, Problem, export};
use rust_hdl::core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogStatement};
use rust_hdl::prelude::*;

/// A block named `under_test` with the given fields and kernel.
macro_rules! block {
    ($(#[$attribute:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? } $($kernel:tt)*) => {
        #[derive(LogicBlock, Default)]
        struct $name {
            $($field: $type,)*
            about: About<Self>,
        }

        impl Describe for $name {
            fn name() -> String {
                "under_test".into()
            }

            fn description() -> &'static str {
                "Something that cannot be exported."
            }
        }

        impl Logic for $name {
            $($kernel)*
        }
    };
}

#[track_caller]
fn refused<B: Block + Default>() -> Problem {
    let error = export(&B::default(), &ExportOptions::default()).expect_err("the block must be refused");
    assert_eq!(error.module, "under_test");
    assert!(error.to_string().starts_with("module `under_test`: "), "{error}");
    error.problem
}

#[test]
fn a_latch_is_refused() {
    block!(Latch { a: Signal<In, Bit>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            if self.a.val() {
                self.y.next = true;
            }
        }
    );
    assert_eq!(refused::<Latch>(), Problem::Latch { signal: "y".into(), bit: 0 });
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Pair {
    low: Bits<4>,
    high: Bits<3>,
}

#[test]
fn a_latch_of_one_field_is_refused() {
    block!(FieldLatch { a: Signal<In, Bits<4>>, c: Signal<In, Bit>, y: Signal<Out, Pair> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next.low = self.a.val();
            if self.c.val() {
                self.y.next.high = 1.into();
            }
        }
    );
    assert_eq!(refused::<FieldLatch>(), Problem::Latch { signal: "y".into(), bit: 4 });
}

#[test]
fn a_register_outside_dff_setup_is_a_latch() {
    block!(NoSetup { clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.r.clock.next = self.clock.val();
            if self.a.val() {
                self.r.d.next = true;
            }
            self.y.next = self.r.q.val();
        }
    );
    assert_eq!(refused::<NoSetup>(), Problem::Latch { signal: "r$d".into(), bit: 0 });
}

#[test]
fn undriven_outputs_inputs_and_clocks_are_refused() {
    block!(NoOutput { a: Signal<In, Bit>, y: Signal<Out, Bit>, z: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val();
        }
    );
    assert!(matches!(refused::<NoOutput>(), Problem::Undriven { signal, .. } if signal == "z"));

    block!(NoClock { a: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.r.d.next = self.a.val();
            self.y.next = self.r.q.val();
        }
    );
    assert_eq!(refused::<NoClock>(), Problem::RegisterClock { signal: "r".into() });

    block!(NoNext { clock: Signal<In, Clock>, y: Signal<Out, Bit>, r: DFF<Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            clock!(self, clock, r);
            self.y.next = self.r.q.val();
        }
    );
    assert!(matches!(refused::<NoNext>(), Problem::Undriven { signal, .. } if signal == "r$d"));
}

#[test]
fn inputs_cannot_be_written() {
    block!(WritesInput { a: Signal<In, Bit>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val();
            self.a.next = true;
        }
    );
    assert!(matches!(refused::<WritesInput>(), Problem::NotWritable { signal, .. } if signal == "a"));
}

#[test]
fn constants_by_name_are_refused() {
    const LIMIT: u64 = 5;
    block!(NamedConstant { a: Signal<In, Bits<8>>, y: Signal<Out, Bits<8>> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val() + LIMIT;
        }
    );
    assert!(matches!(refused::<NamedConstant>(), Problem::UnknownName { name, .. } if name == "LIMIT"));
}

#[test]
fn literals_must_fit() {
    // Rust-HDL panics in simulation; the export must not cut silently.
    block!(Large { a: Signal<In, Bits<8>>, y: Signal<Out, Bits<8>> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val() + 0x100;
        }
    );
    assert!(matches!(refused::<Large>(), Problem::LiteralTooLarge { width: 8, .. }));
}

#[test]
fn a_variable_index_of_an_array_is_refused() {
    block!(VariableIndex { i: Signal<In, Bits<1>>, a: [Signal<In, Bit>; 2], y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a[self.i.val().index()].val();
        }
    );
    assert!(matches!(refused::<VariableIndex>(), Problem::IndexNotConstant { index, .. } if index.contains("i")));
}

#[test]
fn arithmetic_in_an_index_is_refused() {
    block!(IndexSum { i: Signal<In, Bits<2>>, a: Signal<In, Bits<8>>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val().get_bit(self.i.val().index() + 1);
        }
    );
    assert!(matches!(refused::<IndexSum>(), Problem::IndexArithmetic { .. }));
}

#[test]
fn a_bit_outside_its_value_is_refused() {
    block!(Outside { a: Signal<In, Bits<8>>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.a.val().get_bit(8);
        }
    );
    assert!(matches!(refused::<Outside>(), Problem::SliceOutside { low: 8, width: 8, .. }));
}

#[test]
fn a_signed_extension_of_unknown_width_is_refused() {
    block!(Extension { a: Signal<In, Signed<4>>, b: Signal<In, Signed<4>>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = signed_bit_cast::<8, 4>(self.a.val()) < signed_bit_cast::<8, 4>(self.b.val());
        }
    );
    assert!(matches!(refused::<Extension>(), Problem::AmbiguousSignedCast { .. }));
}

#[test]
fn a_local_read_above_its_first_write_is_refused() {
    block!(ReadsEarly { a: Signal<In, Bit>, b: Signal<In, Bit>, y: Signal<Out, Bit>, t: Signal<Local, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            if self.a.val() {
                self.y.next = self.t.val();
                self.t.next = self.b.val();
            } else {
                self.y.next = false;
                self.t.next = true;
            }
        }
    );
    assert_eq!(refused::<ReadsEarly>(), Problem::ReadBeforeWrite { signal: "t".into() });
}

#[test]
fn the_input_of_a_child_read_between_writes_is_refused() {
    block!(Between { clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            dff_setup!(self, clock, r);
            self.y.next = self.r.q.val();
            if self.a.val() {
                self.y.next = self.r.d.val();
                self.r.d.next = !self.r.q.val();
            }
        }
    );
    assert_eq!(refused::<Between>(), Problem::ChildInputRead { signal: "r$d".into() });
}

#[derive(LogicBlock, Default)]
struct Inverter {
    a: Signal<In, Bit>,
    y: Signal<Out, Bit>,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

#[test]
fn combinational_loops_are_found_through_arrays_and_children() {
    block!(ArrayLoop { a: Signal<In, Bit>, y: Signal<Out, Bit>, t: [Signal<Local, Bit>; 2] }
        #[hdl_gen]
            fn update(&mut self) {
            self.t[0].next = self.t[1].val() ^ self.a.val();
            self.t[1].next = !self.t[0].val();
            self.y.next = self.t[1].val();
        }
    );
    let Problem::CombinationalLoop { path } = refused::<ArrayLoop>() else { panic!("a loop is a loop") };
    assert_eq!(path.first(), path.last());
    assert_eq!(path.len(), 3, "{path:?}");

    block!(ChildLoop { a: Signal<In, Bit>, y: Signal<Out, Bit>, inverters: [Inverter; 2] }
        #[hdl_gen]
            fn update(&mut self) {
            self.inverters[0].a.next = self.inverters[1].y.val() & self.a.val();
            self.inverters[1].a.next = self.inverters[0].y.val();
            self.y.next = self.inverters[1].y.val();
        }
    );
    assert!(matches!(refused::<ChildLoop>(), Problem::CombinationalLoop { .. }));
}

#[test]
fn a_chain_that_writes_one_variable_again_and_again_is_no_loop() {
    block!(Chain { a: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, t: Signal<Local, Bits<4>> }
        #[hdl_gen]
            fn update(&mut self) {
            self.t.next = self.a.val();
            for i in 1..4 {
                self.t.next = self.t.val().replace_bit(i, self.t.val().get_bit(i) ^ self.a.val().get_bit(0));
            }
            self.y.next = self.t.val();
        }
    );
    export(&Chain::default(), &ExportOptions::default()).expect("the chain has no loop");
}

#[test]
fn bidirectional_signals_are_refused() {
    block!(Bidirectional { pad: Signal<InOut, Bit>, y: Signal<Out, Bit> }
        #[hdl_gen]
            fn update(&mut self) {
            self.y.next = self.pad.val();
        }
    );
    assert!(matches!(refused::<Bidirectional>(), Problem::Bidirectional { signal } if signal == "pad"));
}

#[test]
fn a_design_needs_a_name() {
    let error = export(&Inverter::default(), &ExportOptions::default()).expect_err("nothing names the inverter");
    assert_eq!(error.problem, Problem::Unnamed);
}

#[derive(LogicBlock, Default)]
struct Leaf<const N: usize> {
    a: Signal<In, Bits<N>>,
    y: Signal<Out, Bits<N>>,
    about: About<Self>,
}

impl<const N: usize> Describe for Leaf<N> {
    fn name() -> String {
        // The parameter is forgotten.
        "leaf".into()
    }

    fn description() -> &'static str {
        "Two different bodies under one name."
    }
}

impl<const N: usize> Logic for Leaf<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

#[test]
fn different_modules_of_one_name_are_refused() {
    block!(Clash { a: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, x: Leaf<4>, z: Leaf<2> }
        #[hdl_gen]
            fn update(&mut self) {
            self.x.a.next = self.a.val();
            self.z.a.next = self.a.val().get_bits::<2>(0);
            self.y.next = self.x.y.val() ^ bit_cast::<4, 2>(self.z.y.val());
        }
    );
    let error = export(&Clash::default(), &ExportOptions::default()).expect_err("the leaves differ");
    assert_eq!(error.module, "leaf");
    assert!(matches!(&error.problem, Problem::NameClash { first, .. } if first.contains("[3:0]")), "{error}");
}

/// A kernel as a user function called `bits_first` would leave it: the tree has one operand where Rust had two.
#[derive(LogicBlock, Default)]
struct Truncated {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<4>>,
    about: About<Self>,
}

impl Describe for Truncated {
    fn name() -> String {
        "under_test".into()
    }

    fn description() -> &'static str {
        "A tree that no compiler accepted."
    }
}

impl Logic for Truncated {
    fn update(&mut self) {}

    fn connect(&mut self) {
        self.y.connect();
    }

    fn hdl(&self) -> Verilog {
        let a = || Box::new(VerilogExpression::Signal("a".into()));
        let narrow = Box::new(VerilogExpression::Cast(a(), 4));
        let sum = VerilogExpression::Binary(a(), VerilogOp::Add, narrow);
        Verilog::Combinatorial(vec![VerilogStatement::Assignment(VerilogExpression::Signal("y$next".into()), sum)])
    }
}

#[test]
fn operands_of_different_widths_are_refused() {
    assert!(matches!(refused::<Truncated>(), Problem::WidthMismatch { left: 8, right: 4, .. }));
}

#[test]
fn a_literal_without_a_width_is_refused() {
    #[derive(LogicBlock, Default)]
    struct NoWidth {
        y: Signal<Out, Bit>,
        about: About<Self>,
    }
    impl Describe for NoWidth {
        fn name() -> String {
            "under_test".into()
        }

        fn description() -> &'static str {
            "A reduction of a literal."
        }
    }
    impl Logic for NoWidth {
        fn update(&mut self) {}

        fn hdl(&self) -> Verilog {
            let literal = VerilogExpression::Literal(VerilogLiteral::from(3_u32));
            let any = VerilogExpression::Unary(rust_hdl::core::ast::VerilogOpUnary::Any, Box::new(literal));
            Verilog::Combinatorial(vec![VerilogStatement::Assignment(VerilogExpression::Signal("y$next".into()), any)])
        }
    }
    assert!(matches!(refused::<NoWidth>(), Problem::UnknownWidth { .. }));
}

/// A register of one clock that takes one of another, directly.
#[test]
fn a_path_between_clocks_is_refused() {
    block!(Crosses {
        clock: Signal<In, Clock>, other_clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>,
        here: DFF<Bit>, there: DFF<Bit>
    }
        #[hdl_gen]
            fn update(&mut self) {
            dff_setup!(self, clock, here);
            dff_setup!(self, other_clock, there);
            self.here.d.next = self.a.val();
            self.there.d.next = self.here.q.val();
            self.y.next = self.there.q.val();
        }
    );
    let crossing = Problem::ClockCrossing {
        signal: "there.d".into(),
        clock: "other_clock".into(),
        from: "here.q".into(),
        other: "clock".into(),
    };
    assert_eq!(refused::<Crosses>(), crossing);
}

#[test]
fn an_output_of_two_clocks_is_refused() {
    block!(Mixes {
        clock: Signal<In, Clock>, other_clock: Signal<In, Clock>, a: Signal<In, Bit>, b: Signal<In, Bit>,
        y: Signal<Out, Bit>, here: DFF<Bit>, there: DFF<Bit>
    }
        #[hdl_gen]
            fn update(&mut self) {
            dff_setup!(self, clock, here);
            dff_setup!(self, other_clock, there);
            self.here.d.next = self.a.val();
            self.there.d.next = self.b.val();
            self.y.next = self.here.q.val() & self.there.q.val();
        }
    );
    assert!(matches!(refused::<Mixes>(), Problem::ClockCrossing { signal, .. } if signal == "y"));
}

#[test]
fn an_input_of_two_clocks_is_refused() {
    block!(Shares {
        clock: Signal<In, Clock>, other_clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>,
        z: Signal<Out, Bit>, here: DFF<Bit>, there: DFF<Bit>
    }
        #[hdl_gen]
            fn update(&mut self) {
            dff_setup!(self, clock, here);
            dff_setup!(self, other_clock, there);
            self.here.d.next = self.a.val();
            self.there.d.next = self.a.val();
            self.y.next = self.here.q.val();
            self.z.next = self.there.q.val();
        }
    );
    assert!(matches!(refused::<Shares>(), Problem::InputOfTwoClocks { signal, .. } if signal == "a"));
}

/// What is said of a child's ports holds through it: a register of one clock that takes another's output, whatever its clock is called.
#[derive(LogicBlock, Default)]
struct Stage {
    clk: Signal<In, Clock>,
    a: Signal<In, Bit>,
    y: Signal<Out, Bit>,
    state: DFF<Bit>,
    about: About<Self>,
}

impl Describe for Stage {
    fn name() -> String {
        "stage".into()
    }

    fn description() -> &'static str {
        "A register."
    }
}

impl Logic for Stage {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clk, state);
        self.state.d.next = self.a.val();
        self.y.next = self.state.q.val();
    }
}

#[test]
fn a_path_between_clocks_of_children_is_refused() {
    block!(Chain {
        clock: Signal<In, Clock>, other_clock: Signal<In, Clock>, a: Signal<In, Bit>, y: Signal<Out, Bit>,
        first: Stage, second: Stage
    }
        #[hdl_gen]
            fn update(&mut self) {
            self.first.clk.next = self.clock.val();
            self.second.clk.next = self.other_clock.val();
            self.first.a.next = self.a.val();
            self.second.a.next = !self.first.y.val();
            self.y.next = self.second.y.val();
        }
    );
    let crossing = Problem::ClockCrossing {
        signal: "second.a".into(),
        clock: "other_clock".into(),
        from: "first.y".into(),
        other: "clock".into(),
    };
    assert_eq!(refused::<Chain>(), crossing);
}
