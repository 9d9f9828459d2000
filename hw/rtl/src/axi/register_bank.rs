//! The registers of a device behind AXI4-Lite, made from its register table.

use super::axi4_lite::AxiLiteDevice;
use super::lite_slave::AxiLiteSlave;
use super::register_table::{Kind, device, of_kind, of_unit};
use emberlane_registers::Register;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array::from_fn;

/// The registers of a device on AXI4-Lite. Which exist, where, who may write them, how many bits they keep and what they hold
/// after reset comes from table number `TABLE` of [`register_table`](super::register_table). `SETTINGS`, `DRIVEN`, `FIXED` and
/// `ACTIONS` are its numbers of registers of each kind, `UNITS` is the number of units that the device has, such as memory channels,
/// and `EACH` that of the registers which each unit has for itself.
///
/// * Ports: `s_axil_*` is the bus (see [`AxiLiteSlave`]). Of each kind the registers are by ascending offset
///   ([`place`](super::register_table::place)): `settings` are the `ReadWrite` ones; `driven` is what the `ReadOnly` ones read, and
///   `unit_driven` what those of the units read; `acts` is high for one cycle when the action was written, and `act_value` is what
///   was written then.
/// * Errors: a write to no register, to one of a unit that the device has not, or to a `ReadOnly` one is answered SLVERR and does
///   nothing. A read where there is no register returns 0, and is answered OKAY, as PCIe bridges read more than they are asked for.
/// * Latency: a setting or an action changes 2 cycles after the write's address and data were taken, one cycle before its
///   answer is valid; a read sees the ports 1 cycle after its address was taken, and is answered 2 cycles later.
/// * Throughput and stalls: those of [`AxiLiteSlave`].
#[derive(LogicBlock)]
pub struct RegisterBank<
    const TABLE: usize,
    const SETTINGS: usize,
    const DRIVEN: usize,
    const FIXED: usize,
    const ACTIONS: usize,
    const UNITS: usize,
    const EACH: usize,
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sets every setting to its reset value.
    pub reset: Signal<In, Bit>,
    /// The bus; see [`AxiLiteSlave`].
    pub s_axil: AxiLiteDevice,
    /// The settings; bits above a register's width are zero.
    pub settings: [Signal<Out, Bits<64>>; SETTINGS],
    /// The setting is written in this cycle, with `setting_value`.
    pub sets: [Signal<Out, Bit>; SETTINGS],
    /// What a setting is written with.
    pub setting_value: Signal<Out, Bits<64>>,
    /// A write to the setting in this cycle leaves bit 0 at zero.
    pub refused: [Signal<In, Bit>; SETTINGS],
    /// What the registers that the device drives read.
    pub driven: [Signal<In, Bits<64>>; DRIVEN],
    /// What the registers of the units read.
    pub unit_driven: [[Signal<In, Bits<64>>; EACH]; UNITS],
    /// The action was written: high for one cycle.
    pub acts: [Signal<Out, Bit>; ACTIONS],
    /// What was written.
    pub act_value: Signal<Out, Bits<64>>,
    about: About<Self>,
    bus: AxiLiteSlave,
    setting: [DFF<Bits<64>>; SETTINGS],
    act: [DFF<Bit>; ACTIONS],
    written: DFF<Bits<64>>,
    write_refused: DFF<Bit>,
    read_value: DFF<Bits<64>>,
    setting_offset: [Constant<Bits<12>>; SETTINGS],
    setting_mask: [Constant<Bits<64>>; SETTINGS],
    setting_reset: [Constant<Bits<64>>; SETTINGS],
    fixed_offset: [Constant<Bits<12>>; FIXED],
    fixed_value: [Constant<Bits<64>>; FIXED],
    driven_offset: [Constant<Bits<12>>; DRIVEN],
    driven_mask: [Constant<Bits<64>>; DRIVEN],
    action_offset: [Constant<Bits<12>>; ACTIONS],
    unit_offset: [[Constant<Bits<12>>; EACH]; UNITS],
    unit_mask: [[Constant<Bits<64>>; EACH]; UNITS],
    setting_written: [Signal<Local, Bit>; SETTINGS],
    without_bit_0: Constant<Bits<64>>,
    action_written: [Signal<Local, Bit>; ACTIONS],
    write_known: Signal<Local, Bit>,
    setting_read: [Signal<Local, Bits<64>>; SETTINGS],
    fixed_read: [Signal<Local, Bits<64>>; FIXED],
    driven_read: [Signal<Local, Bits<64>>; DRIVEN],
    unit_read: [[Signal<Local, Bits<64>>; EACH]; UNITS],
    read_now: Signal<Local, Bits<64>>,
}

/// An array with a constant for each register.
fn constants<T: Synth, const N: usize>(
    registers: impl IntoIterator<Item = &'static Register>,
    value: impl Fn(&Register) -> T,
) -> [Constant<T>; N] {
    let values: Vec<_> = registers.into_iter().map(|register| Constant::new(value(register))).collect();
    values.try_into().unwrap_or_else(|values: Vec<_>| panic!("{} registers in an array of {N}", values.len()))
}

impl<
    const TABLE: usize,
    const SETTINGS: usize,
    const DRIVEN: usize,
    const FIXED: usize,
    const ACTIONS: usize,
    const UNITS: usize,
    const EACH: usize,
> Default for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS, UNITS, EACH>
{
    fn default() -> Self {
        let offset = |register: &Register| Bits::<12>::from(register.offset);
        let mask = |register: &Register| Bits::<64>::from(register.mask());
        let reset = |register: &Register| Bits::<64>::from(register.reset);
        crate::defaults! {
            [
                clock reset
                s_axil
                setting_value act_value about bus written write_refused read_value write_known read_now
            ]
            [settings sets refused driven acts setting act setting_written action_written setting_read fixed_read driven_read]
            setting_offset: constants(of_kind(TABLE, Kind::Setting), offset),
            setting_mask: constants(of_kind(TABLE, Kind::Setting), mask),
            setting_reset: constants(of_kind(TABLE, Kind::Setting), reset),
            without_bit_0: Constant::new((!1u64).into()),
            fixed_offset: constants(of_kind(TABLE, Kind::Fixed), offset),
            fixed_value: constants(of_kind(TABLE, Kind::Fixed), reset),
            driven_offset: constants(of_kind(TABLE, Kind::Driven), offset),
            driven_mask: constants(of_kind(TABLE, Kind::Driven), mask),
            action_offset: constants(of_kind(TABLE, Kind::Action), offset),
            unit_driven: from_fn(|_| from_fn(|_| Signal::default())),
            unit_offset: from_fn(|unit| constants(of_unit(TABLE, unit), offset)),
            unit_mask: from_fn(|unit| constants(of_unit(TABLE, unit), mask)),
            unit_read: from_fn(|_| from_fn(|_| Signal::default())),
        }
    }
}

impl<
    const TABLE: usize,
    const SETTINGS: usize,
    const DRIVEN: usize,
    const FIXED: usize,
    const ACTIONS: usize,
    const UNITS: usize,
    const EACH: usize,
> Describe for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS, UNITS, EACH>
{
    fn name() -> String {
        let units = if UNITS == 0 { String::new() } else { format!("_c{UNITS}") };
        format!("{}_registers{units}", device(TABLE))
    }

    fn description() -> &'static str {
        "The registers of a device behind AXI4-Lite. \
         Latency: a write takes effect after 2 cycles and is answered after 3, a read is answered after 3. \
         Throughput: one write and one read in 4 cycles. Stalls while a transfer of the same direction is outstanding."
    }
}

impl<
    const TABLE: usize,
    const SETTINGS: usize,
    const DRIVEN: usize,
    const FIXED: usize,
    const ACTIONS: usize,
    const UNITS: usize,
    const EACH: usize,
> Logic for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS, UNITS, EACH>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, written, write_refused, read_value);
        self.bus.clock.next = self.clock.val();
        self.bus.reset.next = self.reset.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.bus.s_axil);

        comment!("Writes.");
        self.write_known.next = false;
        self.setting_value.next = self.bus.write_data.val();
        for i in 0..SETTINGS {
            self.setting[i].clock.next = self.clock.val();
            self.setting[i].d.next = self.setting[i].q.val();
            self.settings[i].next = self.setting[i].q.val();
            self.setting_written[i].next = self.bus.write_address.val() == self.setting_offset[i].val();
            self.write_known.next = self.write_known.val() | self.setting_written[i].val();
            if self.bus.write_strobe.val() & self.setting_written[i].val() {
                self.setting[i].d.next = self.bus.write_data.val() & self.setting_mask[i].val();
                if self.refused[i].val() {
                    self.setting[i].d.next =
                        self.bus.write_data.val() & self.setting_mask[i].val() & self.without_bit_0.val();
                }
            }
            self.sets[i].next = self.bus.write_strobe.val() & self.setting_written[i].val();
            if self.reset.val() {
                self.setting[i].d.next = self.setting_reset[i].val();
            }
        }
        for i in 0..ACTIONS {
            self.act[i].clock.next = self.clock.val();
            self.acts[i].next = self.act[i].q.val();
            self.action_written[i].next = self.bus.write_address.val() == self.action_offset[i].val();
            self.write_known.next = self.write_known.val() | self.action_written[i].val();
            self.act[i].d.next = self.bus.write_strobe.val() & self.action_written[i].val() & !self.reset.val();
        }
        self.written.d.next = self.bus.write_data.val();
        self.act_value.next = self.written.q.val();
        self.write_refused.d.next = !self.write_known.val();
        self.bus.write_error.next = self.write_refused.q.val();

        comment!("Reads: every register is zero unless it is addressed, and all of them are combined.");
        self.read_now.next = 0.into();
        for i in 0..SETTINGS {
            self.setting_read[i].next = 0.into();
            if self.bus.read_address.val() == self.setting_offset[i].val() {
                self.setting_read[i].next = self.setting[i].q.val();
            }
            self.read_now.next = self.read_now.val() | self.setting_read[i].val();
        }
        for i in 0..FIXED {
            self.fixed_read[i].next = 0.into();
            if self.bus.read_address.val() == self.fixed_offset[i].val() {
                self.fixed_read[i].next = self.fixed_value[i].val();
            }
            self.read_now.next = self.read_now.val() | self.fixed_read[i].val();
        }
        for i in 0..DRIVEN {
            self.driven_read[i].next = 0.into();
            if self.bus.read_address.val() == self.driven_offset[i].val() {
                self.driven_read[i].next = self.driven[i].val() & self.driven_mask[i].val();
            }
            self.read_now.next = self.read_now.val() | self.driven_read[i].val();
        }
        for i in 0..UNITS {
            for j in 0..EACH {
                self.unit_read[i][j].next = 0.into();
                if self.bus.read_address.val() == self.unit_offset[i][j].val() {
                    self.unit_read[i][j].next = self.unit_driven[i][j].val() & self.unit_mask[i][j].val();
                }
                self.read_now.next = self.read_now.val() | self.unit_read[i][j].val();
            }
        }
        self.read_value.d.next = self.read_now.val();
        self.bus.read_data.next = self.read_value.q.val();
    }
}
