//! What the language can say, and what Rust-HDL's own printer gets wrong, in Verilog that does what the simulation does.

use emberlane_verilog::equivalence::{Equivalence, Report};
use emberlane_verilog::wide::{bits_prod, bits_signed_prod, bits_wide, signed_cast_wide};
use emberlane_verilog::{About, Describe, Design, ExportOptions, export, export_all, inputs, lint};
use rust_hdl::prelude::*;

/// A comment of a kernel that goes into the Verilog.
macro_rules! comment {
    ($text:literal) => {};
}

macro_rules! describe {
    ($($block:ty: $name:literal),+ $(,)?) => {
        $(impl Describe for $block {
            fn name() -> String {
                $name.into()
            }

            fn description() -> &'static str {
                concat!("Test module ", $name, ".")
            }
        })+
    };
}

/// Operators whose operands Verilog would regroup or widen: the first two known faults of the stock printer.
#[derive(LogicBlock, Default)]
struct Widths {
    a: Signal<In, Bits<32>>,
    b: Signal<In, Bits<32>>,
    c: Signal<In, Bits<32>>,
    narrow: Signal<In, Bits<7>>,
    grouped: Signal<Out, Bit>,
    carry_lost: Signal<Out, Bits<33>>,
    carry_kept: Signal<Out, Bits<33>>,
    inverted: Signal<Out, Bits<64>>,
    shifted: Signal<Out, Bits<64>>,
    shifted_back: Signal<Out, Bits<32>>,
    difference: Signal<Out, Bits<40>>,
    compared: Signal<Out, Bit>,
    average: Signal<Out, Bits<32>>,
    dynamic_left: Signal<Out, Bits<64>>,
    dynamic_right: Signal<Out, Bits<20>>,
    literal_shift: Signal<Out, Bits<64>>,
    about: About<Self>,
}

impl Logic for Widths {
    #[hdl_gen]
    fn update(&mut self) {
        self.grouped.next = (self.a.val() & self.b.val()) == self.c.val();
        self.carry_lost.next = bit_cast::<33, 32>(self.a.val() + self.b.val());
        self.carry_kept.next = bit_cast::<33, 32>(self.a.val()) + bit_cast::<33, 32>(self.b.val());
        self.inverted.next = bit_cast::<64, 32>(!self.a.val());
        self.shifted.next = bit_cast::<64, 32>(self.a.val() << 4);
        self.shifted_back.next = (self.a.val() << 8) >> 8;
        self.difference.next = bit_cast::<40, 32>(self.a.val() - self.b.val());
        self.compared.next = (self.a.val() + self.b.val()) < self.c.val();
        self.average.next =
            bit_cast::<32, 33>((bit_cast::<33, 32>(self.a.val()) + bit_cast::<33, 32>(self.b.val())) >> 1);
        self.dynamic_left.next = bit_cast::<64, 32>(self.a.val() << self.narrow.val());
        self.dynamic_right.next = (self.a.val() + 1).get_bits::<20>(3) >> self.narrow.val();
        self.literal_shift.next = 3 << self.narrow.val();
    }
}

/// Names that Verilog, SystemVerilog or C++ reserve: the third known fault.
#[derive(LogicBlock, Default)]
struct Keywords {
    small: Signal<In, Bits<4>>,
    large: Signal<In, Bits<4>>,
    vector: Signal<In, Bits<4>>,
    begin: Signal<Out, Bits<4>>,
    always: Signal<Local, Bits<4>>,
    about: About<Self>,
}

impl Logic for Keywords {
    #[hdl_gen]
    fn update(&mut self) {
        self.always.next = self.small.val() + self.large.val();
        self.begin.next = self.always.val() ^ self.vector.val();
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Phase {
    Idle,
    LoadRow,
    Add,
    Drain,
    Done,
}

/// A state machine: match on an enum, registers of enum, bit and bits, Locals beside next states in one `match`.
#[derive(LogicBlock)]
struct Machine {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    start: Signal<In, Bit>,
    data: Signal<In, Bits<16>>,
    total: Signal<Out, Bits<16>>,
    busy: Signal<Out, Bit>,
    phase_bits: Signal<Out, Bit>,
    phase: DFF<Phase>,
    sum: DFF<Bits<16>>,
    count: DFF<Bits<4>>,
    flag: DFF<Bit>,
    step: Signal<Local, Bits<4>>,
    limit: Constant<Bits<4>>,
    verbose: Constant<Bit>,
    about: About<Self>,
}

impl Default for Machine {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            start: Default::default(),
            data: Default::default(),
            total: Default::default(),
            busy: Default::default(),
            phase_bits: Default::default(),
            phase: Default::default(),
            sum: Default::default(),
            count: Default::default(),
            flag: Default::default(),
            step: Default::default(),
            limit: Constant::new(11.into()),
            verbose: Constant::new(true),
            about: Default::default(),
        }
    }
}

impl Logic for Machine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, sum, count, flag);
        self.step.next = 1.into();
        comment!("One row after the other.");
        match self.phase.q.val() {
            Phase::Idle => {
                if self.start.val() {
                    self.phase.d.next = Phase::LoadRow;
                    self.count.d.next = 0.into();
                }
            }
            Phase::LoadRow => {
                self.sum.d.next = self.data.val();
                self.phase.d.next = Phase::Add;
            }
            Phase::Add => {
                self.sum.d.next = self.sum.q.val() + self.data.val();
                if self.data.val().get_bit(0) {
                    self.step.next = 3.into();
                }
                self.count.d.next = self.count.q.val() + self.step.val();
                if self.count.q.val() >= self.limit.val() {
                    self.phase.d.next = Phase::Drain;
                } else if self.data.val().all() {
                    self.phase.d.next = Phase::Done;
                }
            }
            Phase::Drain => {
                self.flag.d.next = !self.flag.q.val();
                self.phase.d.next = Phase::Done;
            }
            Phase::Done => {
                self.phase.d.next = Phase::Idle;
            }
        }
        self.busy.next = self.phase.q.val() != Phase::Idle;
        self.phase_bits.next = (self.phase.q.val() == Phase::Done) | self.flag.q.val();
        self.total.next = 0.into();
        if self.verbose.val() {
            self.total.next = self.sum.q.val() ^ bit_cast::<16, 4>(self.count.q.val());
        }
        if self.reset.val() {
            self.phase.d.next = Phase::Idle;
            self.flag.d.next = false;
        }
    }
}

/// Match on numbers and booleans, wild cards, empty arms.
#[derive(LogicBlock, Default)]
struct Selector {
    choice: Signal<In, Bits<5>>,
    a: Signal<In, Bits<9>>,
    b: Signal<In, Bits<9>>,
    swap: Signal<In, Bit>,
    y: Signal<Out, Bits<9>>,
    z: Signal<Out, Bits<9>>,
    about: About<Self>,
}

impl Logic for Selector {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        match self.choice.val().index() {
            0 => self.y.next = self.b.val(),
            1 => self.y.next = self.a.val() + self.b.val(),
            0x11 => {
                if self.swap.val() {
                    self.y.next = self.b.val() >> 3;
                }
            }
            5 => {}
            _ => self.y.next = self.a.val() ^ 0x155,
        }
        match self.swap.val() {
            true => self.z.next = self.b.val(),
            false => self.z.next = self.a.val(),
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Item {
    tag: Bits<5>,
    value: Bits<24>,
    last: Bit,
}

/// Struct fields: read, written one by one, written under a condition, in registers.
#[derive(LogicBlock, Default)]
struct Fields {
    clock: Signal<In, Clock>,
    tag: Signal<In, Bits<5>>,
    value: Signal<In, Bits<24>>,
    last: Signal<In, Bit>,
    tag_out: Signal<Out, Bits<5>>,
    value_out: Signal<Out, Bits<24>>,
    last_out: Signal<Out, Bit>,
    item: Signal<Local, Item>,
    kept: DFF<Item>,
    about: About<Self>,
}

impl Logic for Fields {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, kept);
        self.item.next = self.kept.q.val();
        self.item.next.value = self.value.val();
        if self.last.val() {
            self.item.next.tag = self.tag.val();
        }
        self.kept.d.next = self.item.val();
        if self.tag.val().any() {
            self.kept.d.next.last = self.last.val();
        }
        self.tag_out.next = self.kept.q.val().tag;
        self.value_out.next = self.kept.q.val().value;
        self.last_out.next = self.kept.q.val().last;
    }
}

/// Loops over arrays, loop variables as values and in conditions, replace_bit, dynamic bits and slices.
#[derive(LogicBlock, Default)]
struct Lanes {
    clock: Signal<In, Clock>,
    lanes: [Signal<In, Bits<8>>; 6],
    place: Signal<In, Bits<3>>,
    long: Signal<In, Bits<100>>,
    offset: Signal<In, Bits<6>>,
    parity: Signal<Out, Bits<6>>,
    chain: Signal<Out, Bits<8>>,
    bit: Signal<Out, Bit>,
    slice: Signal<Out, Bits<40>>,
    past_end: Signal<Out, Bits<12>>,
    replaced: Signal<Out, Bits<8>>,
    numbered: Signal<Out, Bits<8>>,
    delay: [DFF<Bits<8>>; 6],
    partial: [Signal<Local, Bits<8>>; 7],
    about: About<Self>,
}

impl Logic for Lanes {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..6 {
            self.delay[i].clock.next = self.clock.val();
        }
        self.parity.next = 0.into();
        self.partial[0].next = 0.into();
        for i in 0..6 {
            if i == 0 {
                self.delay[i].d.next = self.lanes[5].val();
            } else {
                self.delay[i].d.next = self.delay[i - 1].q.val() ^ self.lanes[i].val();
            }
            self.parity.next = self.parity.val().replace_bit(i, self.delay[i].q.val().xor());
            self.partial[i + 1].next = self.partial[i].val() + self.delay[5 - i].q.val();
        }
        self.chain.next = self.partial[6].val();
        self.bit.next = self.chain.val().get_bit(self.place.val().index());
        self.slice.next = self.long.val().get_bits::<40>(self.offset.val().index());
        self.past_end.next = self.long.val().get_bits::<12>(95);
        self.replaced.next = self.chain.val().replace_bit(self.place.val().index(), self.parity.val().all());
        self.numbered.next = 0.into();
        for i in 0..4_usize {
            if self.place.val() == i.to_bits() {
                self.numbered.next = (i * 3 + 1).to_bits();
            }
        }
    }
}

/// Signed arithmetic: comparison, negation, extension, products.
#[derive(LogicBlock, Default)]
struct SignedMath {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    less: Signal<Out, Bit>,
    not_less: Signal<Out, Bit>,
    sum: Signal<Out, Bits<16>>,
    negative: Signal<Out, Bits<16>>,
    product: Signal<Out, Bits<32>>,
    plain_product: Signal<Out, Bits<32>>,
    upper: Signal<Out, Bits<9>>,
    kept: DFF<Signed<16>>,
    about: About<Self>,
}

impl Logic for SignedMath {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, kept);
        self.less.next = signed_cast(self.a.val()) < signed_cast(self.b.val());
        self.not_less.next = self.kept.q.val() >= signed_cast(self.b.val() + self.a.val());
        self.kept.d.next = self.kept.q.val() + signed_cast(self.a.val());
        self.sum.next = unsigned_cast(self.kept.q.val() - signed_cast(self.b.val()));
        self.negative.next = unsigned_cast(-self.kept.q.val());
        self.product.next = unsigned_cast(signed_cast(self.a.val()) * signed_cast(self.b.val()));
        self.plain_product.next = self.a.val() * self.b.val();
        self.upper.next = (self.a.val() * self.b.val()).get_bits::<9>(20) + 1;
    }
}

/// Full-width products, which must become DSP blocks.
#[derive(LogicBlock, Default)]
struct Products {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<24>>,
    b: Signal<In, Bits<24>>,
    s: Signal<In, Bits<27>>,
    t: Signal<In, Bits<18>>,
    product: Signal<Out, Bits<48>>,
    upper: Signal<Out, Bits<25>>,
    signed: Signal<Out, Bits<45>>,
    product_register: DFF<Bits<48>>,
    signed_register: DFF<Bits<45>>,
    about: About<Self>,
}

impl Logic for Products {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, product_register, signed_register);
        self.product_register.d.next = bits_prod::<48, 24, 24>(bits_wide(self.a.val()) * bits_wide(self.b.val()));
        self.signed_register.d.next =
            bits_signed_prod::<45, 27, 18>(signed_cast_wide(self.s.val()) * signed_cast_wide(self.t.val()));
        self.product.next = self.product_register.q.val();
        self.signed.next = self.signed_register.q.val();
        self.upper.next =
            bits_prod::<48, 24, 24>(bits_wide(self.a.val() + 1) * bits_wide(self.b.val())).get_bits::<25>(23);
    }
}

#[derive(LogicInterface, Default)]
#[join = "Sink"]
struct Source<T: Synth> {
    data: Signal<Out, T>,
    valid: Signal<Out, Bit>,
    ready: Signal<In, Bit>,
}

#[derive(LogicInterface, Default)]
#[join = "Source"]
struct Sink<T: Synth> {
    data: Signal<In, T>,
    valid: Signal<In, Bit>,
    ready: Signal<Out, Bit>,
}

/// A stage with bundles for ports, and a register behind them.
#[derive(LogicBlock, Default)]
struct Stage<const N: usize> {
    clock: Signal<In, Clock>,
    upstream: Sink<Bits<N>>,
    downstream: Source<Bits<N>>,
    data: DFF<Bits<N>>,
    valid: DFF<Bit>,
    about: About<Self>,
}

impl<const N: usize> Describe for Stage<N> {
    fn name() -> String {
        format!("stage_{N}")
    }

    fn description() -> &'static str {
        "Register between two streams."
    }
}

impl<const N: usize> Logic for Stage<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, data, valid);
        self.upstream.ready.next = !self.valid.q.val() | self.downstream.ready.val();
        if !self.valid.q.val() | self.downstream.ready.val() {
            self.data.d.next = self.upstream.data.val();
            self.valid.d.next = self.upstream.valid.val();
        }
        self.downstream.data.next = self.data.q.val();
        self.downstream.valid.next = self.valid.q.val();
    }
}

/// Joins and links between bundles, an array of children, a child that is used twice.
#[derive(LogicBlock, Default)]
struct Pipeline {
    clock: Signal<In, Clock>,
    upstream: Sink<Bits<12>>,
    downstream: Source<Bits<12>>,
    occupied: Signal<Out, Bits<3>>,
    stages: [Stage<12>; 2],
    last: Stage<12>,
    about: About<Self>,
}

impl Logic for Pipeline {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.stages[i].clock.next = self.clock.val();
        }
        clock!(self, clock, last);
        Sink::<Bits<12>>::link(&mut self.upstream, &mut self.stages[0].upstream);
        Source::<Bits<12>>::join(&mut self.stages[0].downstream, &mut self.stages[1].upstream);
        Source::<Bits<12>>::join(&mut self.stages[1].downstream, &mut self.last.upstream);
        Source::<Bits<12>>::link(&mut self.downstream, &mut self.last.downstream);
        self.occupied.next = (bit_cast::<3, 1>(self.last.downstream.valid.val().into()) << 2)
            | (bit_cast::<3, 1>(self.stages[1].downstream.valid.val().into()) << 1)
            | bit_cast::<3, 1>(self.stages[0].downstream.valid.val().into());
    }
}

/// Two clocks, with inputs of their own, and registers with and without a reset.
#[derive(LogicBlock, Default)]
struct Clocks {
    clock: Signal<In, Clock>,
    other_clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    data: Signal<In, Bits<6>>,
    a: Signal<Out, Bits<6>>,
    b: Signal<Out, Bits<6>>,
    c: Signal<Out, Bits<6>>,
    unused_bits: Signal<In, Bits<9>>,
    first: DFF<Bits<6>>,
    second: DFF<Bits<6>>,
    third: DFF<Bits<6>>,
    about: About<Self>,
}

impl Logic for Clocks {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first);
        dff_setup!(self, other_clock, second, third);
        self.first.d.next = self.first.q.val() ^ self.unused_bits.val().get_bits::<6>(2);
        self.second.d.next = self.data.val();
        if self.reset.val() {
            self.third.d.next = 0.into();
        } else if self.data.val() > 40 {
            self.third.d.next = self.second.q.val() + 1;
        }
        self.a.next = self.third.q.val();
        self.b.next = self.second.q.val();
        self.c.next = self.first.q.val();
    }
}

/// Variables that are written again after they were read.
#[derive(LogicBlock, Default)]
struct Rewritten {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    first: Signal<Out, Bits<8>>,
    second: Signal<Out, Bits<8>>,
    early: Signal<Out, Bits<8>>,
    t: Signal<Local, Bits<8>>,
    late: Signal<Local, Bits<8>>,
    unread: Signal<Local, Bits<8>>,
    about: About<Self>,
}

impl Logic for Rewritten {
    #[hdl_gen]
    fn update(&mut self) {
        // Rust-HDL reads the value of the end of the kernel here.
        self.early.next = self.late.val();
        self.t.next = self.a.val();
        self.first.next = (self.t.val() + 1) >> 2;
        if self.b.val().get_bit(0) {
            self.t.next = self.t.val() + self.b.val();
            if (self.t.val() + self.a.val()).get_bit(7) {
                self.t.next = (self.t.val() - 1).get_bits::<8>(1);
            } else if (self.t.val() - self.b.val()).get_bit(3) {
                self.t.next = 0x5a.into();
            }
        }
        self.second.next = self.t.val();
        self.late.next = self.t.val() ^ self.b.val();
        if self.a.val().any() {
            self.unread.next = self.t.val();
        }
    }
}

/// A memory, as a block of Verilog text with a model in Rust.
#[derive(LogicBlock, Default)]
struct Memory {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    address: Signal<In, Bits<4>>,
    data: Signal<In, Bits<20>>,
    read_data: Signal<Out, Bits<20>>,
    now: Signal<Out, Bits<20>>,
    about: About<Self>,
    _words: [Bits<20>; 16],
}

impl Logic for Memory {
    fn update(&mut self) {
        let address = self.address.val().index();
        if self.clock.pos_edge() {
            self.read_data.next = self._words[address];
            if self.write.val() {
                self._words[address] = self.data.val();
            }
        }
        self.now.next = self._words[address];
    }

    fn connect(&mut self) {
        self.read_data.connect();
        self.now.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(
            "\
reg [19:0] words [0:15];

integer index;
initial begin
    read_data = 20'd0;
    for (index = 0; index < 16; index = index + 1) words[index] = 20'd0;
end

assign now = words[address];

always @(posedge clock) begin
    read_data <= words[address];
    if (write) words[address] <= data;
end
"
            .into(),
        )
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "memory".into(),
            clock: "clock".into(),
            inputs: vec!["write".into(), "data".into()],
            outputs: vec!["read_data".into()],
        }]
    }
}

/// A read-modify-write around the memory: the path through it is no loop.
#[derive(LogicBlock, Default)]
struct Counters {
    clock: Signal<In, Clock>,
    bump: Signal<In, Bit>,
    which: Signal<In, Bits<4>>,
    count: Signal<Out, Bits<20>>,
    before: Signal<Out, Bits<20>>,
    memory: Memory,
    about: About<Self>,
}

impl Logic for Counters {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, memory);
        self.memory.address.next = self.which.val();
        self.memory.write.next = self.bump.val();
        self.memory.data.next = self.memory.now.val() + 1;
        self.count.next = self.memory.now.val();
        self.before.next = self.memory.read_data.val();
    }
}

describe! {
    Widths: "widths",
    Keywords: "keywords",
    Machine: "machine",
    Selector: "selector",
    Fields: "fields",
    Lanes: "lanes",
    SignedMath: "signed_math",
    Products: "products",
    Pipeline: "pipeline",
    Clocks: "clocks",
    Rewritten: "rewritten",
    Memory: "memory",
    Counters: "counters",
}

fn everything() -> Design {
    let tops: [&dyn Block; 12] = [
        &Widths::default(),
        &Keywords::default(),
        &Machine::default(),
        &Selector::default(),
        &Fields::default(),
        &Lanes::default(),
        &SignedMath::default(),
        &Products::default(),
        &Pipeline::default(),
        &Clocks::default(),
        &Rewritten::default(),
        &Counters::default(),
    ];
    export_all(&tops, &ExportOptions::default()).expect("every test module can be exported")
}

#[test]
fn the_verilog_does_what_the_simulation_does() {
    let report: Report = Equivalence::new(20)
        .add::<Widths>(10_000, inputs!(a, b, c, narrow))
        .add::<Keywords>(10_000, inputs!(small, large, vector))
        .add::<Machine>(10_000, inputs!(clock, reset, start, data))
        .add::<Selector>(10_000, inputs!(choice, a, b, swap))
        .add::<Fields>(10_000, inputs!(clock, tag, value, last))
        .add::<Lanes>(10_000, |block: &mut Lanes, driver| {
            driver.input(&mut block.clock);
            block.lanes.iter_mut().for_each(|lane| driver.input(lane));
            driver.input(&mut block.place);
            driver.input(&mut block.long);
            driver.input(&mut block.offset);
        })
        .add::<SignedMath>(10_000, inputs!(clock, a, b))
        .add::<Products>(10_000, inputs!(clock, a, b, s, t))
        .add::<Stage<12>>(10_000, inputs!(clock, upstream.data, upstream.valid, downstream.ready))
        .add::<Pipeline>(10_000, inputs!(clock, upstream.data, upstream.valid, downstream.ready))
        .add::<Clocks>(10_000, inputs!(clock, other_clock, reset, data, unused_bits))
        .add::<Rewritten>(10_000, inputs!(a, b))
        .add::<Memory>(10_000, inputs!(clock, write, address, data))
        .add::<Counters>(10_000, inputs!(clock, bump, which))
        .run()
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(report.compared.len(), 14);
}

#[test]
fn the_tools_have_nothing_to_say() {
    lint::all(&everything()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn full_products_become_dsp_blocks() {
    let design = export(&Products::default(), &ExportOptions::default()).expect("the module can be exported");
    let stat = lint::synthesise(&design, "products").unwrap_or_else(|error| panic!("{error}"));
    let dsp: usize = stat
        .lines()
        .filter_map(|line| line.trim().strip_prefix("DSP48E2"))
        .filter_map(|count| count.trim().parse::<usize>().ok())
        .sum();
    // Two 24 by 24 products of two blocks each, one 27 by 18 product of one.
    assert_eq!(dsp, 5, "{stat}");
}

#[test]
fn equal_children_share_a_module() {
    let design = export(&Pipeline::default(), &ExportOptions::default()).expect("the module can be exported");
    let names: Vec<String> = design.modules().map(|module| module.name).collect();
    assert_eq!(names, ["pipeline", "stage_12"]);
    let text = design.module("pipeline").expect("the top is there");
    assert_eq!(text.matches("stage_12 u_").count(), 3, "{text}");
}

#[test]
fn the_export_reads_like_written_by_hand() {
    let design = export(&Machine::default(), &ExportOptions::default()).expect("the module can be exported");
    let text = design.module("machine").expect("the top is there");
    for part in [
        "// Test module machine.",
        "localparam [2:0] PHASE_LOAD_ROW = 3'd1;",
        "reg [2:0] phase = 3'd0;",
        "// One row after the other.",
        "case (phase)",
        "assign busy = phase != PHASE_IDLE;",
        "assign total = sum ^ {12'd0, count};",
    ] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    assert!(!text.contains('$'), "{text}");
}

/// Places of the fields of a word.
mod field {
    pub const LENGTH: usize = 3;
    pub const LAST: usize = 7;
}

/// A word read by named constants, and an array by a named index.
#[derive(LogicBlock, Default)]
struct Named {
    word: Signal<In, Bits<8>>,
    lane: [Signal<In, Bits<4>>; 8],
    length: Signal<Out, Bits<4>>,
    last: Signal<Out, Bit>,
    chosen: Signal<Out, Bits<4>>,
    about: About<Self>,
}

impl Describe for Named {
    fn name() -> String {
        "named".into()
    }

    fn description() -> &'static str {
        "Test module named."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        vec![("field::LENGTH", field::LENGTH), ("field::LAST", field::LAST)]
    }
}

impl Logic for Named {
    #[hdl_gen]
    fn update(&mut self) {
        self.length.next = self.word.val().get_bits::<4>(field::LENGTH);
        self.last.next = self.word.val().get_bit(field::LAST);
        self.chosen.next = self.lane[field::LAST - 1].val();
    }
}

#[test]
fn constants_that_a_module_lists_are_numbers() {
    let design = export(&Named::default(), &ExportOptions::default()).expect("the names are known");
    let text = design.module("named").expect("the top is part of the design");
    for line in ["assign length = word[6:3];", "assign last = word[7];", "assign chosen = lane_6;"] {
        assert!(text.contains(line), "{line} in {text}");
    }
}
