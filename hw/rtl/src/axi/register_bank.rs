//! The registers of a device behind AXI4-Lite, made from its register table.

use super::AxiLiteSlave;
use emberlane_registers::{Access, Register, smartssd};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Tables that a bank can be made of, by number.
const TABLES: [&[Register]; 1] = [smartssd::REGISTERS];
/// Names of the devices.
const NAMES: [&str; 1] = [smartssd::MAP.name];

/// Number of the SmartSSD's table.
pub const SMARTSSD: usize = 0;

/// Registers of a table that the host writes and reads back.
#[must_use]
pub const fn settings(table: usize) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < TABLES[table].len() {
        count += is_setting(&TABLES[table][index]) as usize;
        index += 1;
    }
    count
}

/// Registers of a table that the device drives.
#[must_use]
pub const fn driven(table: usize) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < TABLES[table].len() {
        count += is_driven(&TABLES[table][index]) as usize;
        index += 1;
    }
    count
}

/// Registers of a table whose value never changes.
#[must_use]
pub const fn fixed(table: usize) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < TABLES[table].len() {
        count += is_fixed(&TABLES[table][index]) as usize;
        index += 1;
    }
    count
}

/// Registers of a table that start an action.
#[must_use]
pub const fn actions(table: usize) -> usize {
    TABLES[table].len() - settings(table) - driven(table) - fixed(table)
}

/// Index of a register among those of its kind.
///
/// # Panics
/// If the table does not have it.
#[must_use]
pub const fn place(table: usize, register: &Register) -> usize {
    let (mut count, mut index) = (0, 0);
    while TABLES[table][index].offset != register.offset {
        let other = &TABLES[table][index];
        count += (is_setting(other) == is_setting(register)
            && is_driven(other) == is_driven(register)
            && is_fixed(other) == is_fixed(register)) as usize;
        index += 1;
    }
    count
}

const fn is_setting(register: &Register) -> bool {
    matches!(register.access, Access::ReadWrite)
}

const fn is_driven(register: &Register) -> bool {
    matches!(register.access, Access::ReadOnly) && register.reset == 0
}

/// Whether the table alone says what the register holds.
const fn is_fixed(register: &Register) -> bool {
    matches!(register.access, Access::ReadOnly) && register.reset != 0
}

const fn is_action(register: &Register) -> bool {
    matches!(register.access, Access::WriteOnly)
}

/// The registers of a device on AXI4-Lite. Which exist, where, who may write them, how many bits they keep and what they hold
/// after reset comes from table number `TABLE`; the other parameters are its [`settings`], [`driven`], [`fixed`] and [`actions`].
///
/// * Ports: `s_axil_*` is the bus (see [`AxiLiteSlave`]). Of each kind the registers are by ascending offset ([`place`]): `settings`
///   are the `ReadWrite` ones; `driven` is what the `ReadOnly` ones read; `acts` is high for one cycle when the action was
///   written, and `act_value` is what was written then.
/// * Errors: an access to no register, and a write to a `ReadOnly` one are answered SLVERR; such a read returns 0 and such a
///   write does nothing.
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
> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sets every setting to its reset value.
    pub reset: Signal<In, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_awaddr: Signal<In, Bits<12>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_awvalid: Signal<In, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_awready: Signal<Out, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_wdata: Signal<In, Bits<64>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_wstrb: Signal<In, Bits<8>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_wvalid: Signal<In, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_wready: Signal<Out, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_bready: Signal<In, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_araddr: Signal<In, Bits<12>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_arvalid: Signal<In, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_arready: Signal<Out, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_rdata: Signal<Out, Bits<64>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_rresp: Signal<Out, Bits<2>>,
    /// See [`AxiLiteSlave`].
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// See [`AxiLiteSlave`].
    pub s_axil_rready: Signal<In, Bit>,
    /// The settings; bits above a register's width are zero.
    pub settings: [Signal<Out, Bits<64>>; SETTINGS],
    /// What the registers that the device drives read.
    pub driven: [Signal<In, Bits<64>>; DRIVEN],
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
    read_refused: DFF<Bit>,
    setting_offset: [Constant<Bits<12>>; SETTINGS],
    setting_mask: [Constant<Bits<64>>; SETTINGS],
    setting_reset: [Constant<Bits<64>>; SETTINGS],
    fixed_offset: [Constant<Bits<12>>; FIXED],
    fixed_value: [Constant<Bits<64>>; FIXED],
    driven_offset: [Constant<Bits<12>>; DRIVEN],
    driven_mask: [Constant<Bits<64>>; DRIVEN],
    action_offset: [Constant<Bits<12>>; ACTIONS],
    setting_written: [Signal<Local, Bit>; SETTINGS],
    action_written: [Signal<Local, Bit>; ACTIONS],
    write_known: Signal<Local, Bit>,
    setting_read: [Signal<Local, Bits<64>>; SETTINGS],
    fixed_read: [Signal<Local, Bits<64>>; FIXED],
    driven_read: [Signal<Local, Bits<64>>; DRIVEN],
    read_known: Signal<Local, Bit>,
    read_now: Signal<Local, Bits<64>>,
}

/// The array of a constant for each register of a kind, by ascending offset.
fn constants<T: Synth, const N: usize>(
    table: usize,
    kind: impl Fn(&Register) -> bool,
    value: impl Fn(&Register) -> T,
) -> [Constant<T>; N] {
    let registers = TABLES[table].iter().filter(|register| kind(register));
    let values: Vec<_> = registers.map(|register| Constant::new(value(register))).collect();
    values.try_into().unwrap_or_else(|values: Vec<_>| panic!("{} registers in an array of {N}", values.len()))
}

impl<const TABLE: usize, const SETTINGS: usize, const DRIVEN: usize, const FIXED: usize, const ACTIONS: usize> Default
    for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS>
{
    fn default() -> Self {
        let offset = |register: &Register| Bits::<12>::from(register.offset);
        let mask = |register: &Register| Bits::<64>::from(register.mask());
        let reset = |register: &Register| Bits::<64>::from(register.reset);
        crate::defaults! {
            [
                clock reset
                s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_awready
                s_axil_wdata s_axil_wstrb s_axil_wvalid s_axil_wready
                s_axil_bresp s_axil_bvalid s_axil_bready
                s_axil_araddr s_axil_arprot s_axil_arvalid s_axil_arready
                s_axil_rdata s_axil_rresp s_axil_rvalid s_axil_rready
                act_value about bus written write_refused read_value read_refused write_known read_known read_now
            ]
            [settings driven acts setting act setting_written action_written setting_read fixed_read driven_read]
            setting_offset: constants(TABLE, is_setting, offset),
            setting_mask: constants(TABLE, is_setting, mask),
            setting_reset: constants(TABLE, is_setting, reset),
            fixed_offset: constants(TABLE, is_fixed, offset),
            fixed_value: constants(TABLE, is_fixed, reset),
            driven_offset: constants(TABLE, is_driven, offset),
            driven_mask: constants(TABLE, is_driven, mask),
            action_offset: constants(TABLE, is_action, offset),
        }
    }
}

impl<const TABLE: usize, const SETTINGS: usize, const DRIVEN: usize, const FIXED: usize, const ACTIONS: usize> Describe
    for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS>
{
    fn name() -> String {
        format!("{}_registers", NAMES[TABLE])
    }

    fn description() -> &'static str {
        "The registers of a device behind AXI4-Lite. \
         Latency: a write takes effect after 2 cycles and is answered after 3, a read is answered after 3. \
         Throughput: one write and one read in 4 cycles. Stalls while a transfer of the same direction is outstanding."
    }
}

impl<const TABLE: usize, const SETTINGS: usize, const DRIVEN: usize, const FIXED: usize, const ACTIONS: usize> Logic
    for RegisterBank<TABLE, SETTINGS, DRIVEN, FIXED, ACTIONS>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, written, write_refused, read_value, read_refused);
        self.bus.clock.next = self.clock.val();
        self.bus.reset.next = self.reset.val();
        self.bus.s_axil_awaddr.next = self.s_axil_awaddr.val();
        self.bus.s_axil_awprot.next = self.s_axil_awprot.val();
        self.bus.s_axil_awvalid.next = self.s_axil_awvalid.val();
        self.s_axil_awready.next = self.bus.s_axil_awready.val();
        self.bus.s_axil_wdata.next = self.s_axil_wdata.val();
        self.bus.s_axil_wstrb.next = self.s_axil_wstrb.val();
        self.bus.s_axil_wvalid.next = self.s_axil_wvalid.val();
        self.s_axil_wready.next = self.bus.s_axil_wready.val();
        self.s_axil_bresp.next = self.bus.s_axil_bresp.val();
        self.s_axil_bvalid.next = self.bus.s_axil_bvalid.val();
        self.bus.s_axil_bready.next = self.s_axil_bready.val();
        self.bus.s_axil_araddr.next = self.s_axil_araddr.val();
        self.bus.s_axil_arprot.next = self.s_axil_arprot.val();
        self.bus.s_axil_arvalid.next = self.s_axil_arvalid.val();
        self.s_axil_arready.next = self.bus.s_axil_arready.val();
        self.s_axil_rdata.next = self.bus.s_axil_rdata.val();
        self.s_axil_rresp.next = self.bus.s_axil_rresp.val();
        self.s_axil_rvalid.next = self.bus.s_axil_rvalid.val();
        self.bus.s_axil_rready.next = self.s_axil_rready.val();

        comment!("Writes.");
        self.write_known.next = false;
        for i in 0..SETTINGS {
            self.setting[i].clock.next = self.clock.val();
            self.setting[i].d.next = self.setting[i].q.val();
            self.settings[i].next = self.setting[i].q.val();
            self.setting_written[i].next = self.bus.write_address.val() == self.setting_offset[i].val();
            self.write_known.next = self.write_known.val() | self.setting_written[i].val();
            if self.bus.write_strobe.val() & self.setting_written[i].val() {
                self.setting[i].d.next = self.bus.write_data.val() & self.setting_mask[i].val();
            }
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
        self.read_known.next = false;
        for i in 0..SETTINGS {
            self.setting_read[i].next = 0.into();
            if self.bus.read_address.val() == self.setting_offset[i].val() {
                self.setting_read[i].next = self.setting[i].q.val();
                self.read_known.next = true;
            }
            self.read_now.next = self.read_now.val() | self.setting_read[i].val();
        }
        for i in 0..FIXED {
            self.fixed_read[i].next = 0.into();
            if self.bus.read_address.val() == self.fixed_offset[i].val() {
                self.fixed_read[i].next = self.fixed_value[i].val();
                self.read_known.next = true;
            }
            self.read_now.next = self.read_now.val() | self.fixed_read[i].val();
        }
        for i in 0..DRIVEN {
            self.driven_read[i].next = 0.into();
            if self.bus.read_address.val() == self.driven_offset[i].val() {
                self.driven_read[i].next = self.driven[i].val() & self.driven_mask[i].val();
                self.read_known.next = true;
            }
            self.read_now.next = self.read_now.val() | self.driven_read[i].val();
        }
        for i in 0..ACTIONS {
            if self.bus.read_address.val() == self.action_offset[i].val() {
                self.read_known.next = true;
            }
        }
        self.read_value.d.next = self.read_now.val();
        self.read_refused.d.next = !self.read_known.val();
        self.bus.read_data.next = self.read_value.q.val();
        self.bus.read_error.next = self.read_refused.q.val();
    }
}
