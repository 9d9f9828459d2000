//! What is driven has its value from the beginning, in a simulator that goes by events, though nothing ever changes.

use emberlane_verilog::{About, Describe, ExportOptions, export};
use rust_hdl::prelude::*;
use std::process::Command;

/// An output that conditions over a register decide, and one that conditions over a constant do.
#[derive(LogicBlock)]
struct Still {
    clock: Signal<In, Clock>,
    step: Signal<In, Bit>,
    answer: Signal<Out, Bits<2>>,
    lanes: Signal<Out, Bits<4>>,
    state: DFF<Bits<2>>,
    limit: Constant<Bits<2>>,
    about: About<Self>,
}

impl Default for Still {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            step: Default::default(),
            answer: Default::default(),
            lanes: Default::default(),
            state: Default::default(),
            limit: Constant::new(0.into()),
            about: Default::default(),
        }
    }
}

impl Describe for Still {
    fn name() -> String {
        "still".into()
    }

    fn description() -> &'static str {
        "A register that nothing changes, and what depends on it."
    }
}

impl Logic for Still {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.answer.next = 0.into();
        self.lanes.next = 0.into();
        if self.step.val() {
            self.state.d.next = 1.into();
        }
        match self.state.q.val().index() {
            1 => {
                self.answer.next = 1.into();
            }
            _ => {
                self.answer.next = 3.into();
                self.lanes.next = self.lanes.val().replace_bit(2, self.state.q.val() == self.limit.val());
            }
        }
    }
}

/// Neither the clock nor the input ever changes, or is even driven.
const BENCH: &str = "module bench;
    wire [1:0] answer;
    wire [3:0] lanes;
    still u_still (.clock(), .step(), .answer(answer), .lanes(lanes));
    initial begin
        #1 $display(\"%b %b\", answer, lanes);
        $finish;
    end
endmodule
";

#[test]
fn outputs_have_their_values_though_nothing_changes() {
    let design = export(&Still::default(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let dir = tempfile::tempdir().expect("a folder for the design");
    design.write_to(dir.path()).unwrap_or_else(|error| panic!("{error}"));
    std::fs::write(dir.path().join("bench.v"), BENCH).expect("the bench can be written");
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(dir.path()).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}; scripts/setup installs it"));
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // As SystemVerilog, initial values of declarations are there before any block begins; as Verilog, the order is open.
    for language in ["-g2001", "-g2012"] {
        run("iverilog", &[language, "-s", "bench", "-o", "bench", "bench.v", "still.v"]);
        assert_eq!(run("vvp", &["-n", "bench"]).trim(), "11 0100", "with {language}");
    }
}
