//! The registers of CXL-MEM behind AXI4-Lite, made from the register table.

use crate::axi::AxiLiteSlave;
use emberlane_registers::{Access, Register, cxl_mem};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Registers that the host writes and reads back.
pub const SETTINGS: usize = count(Access::ReadWrite);
/// Bits of `CAPABILITIES`.
pub const CAPABILITIES_BITS: usize = cxl_mem::CAPABILITIES.width as usize;
/// Bits of `STATUS`.
pub const STATUS_BITS: usize = cxl_mem::STATUS.width as usize;
/// Bits of `ERROR`.
pub const ERROR_BITS: usize = cxl_mem::ERROR.width as usize;
/// Bits of `DOORBELL`.
pub const DOORBELL_BITS: usize = cxl_mem::DOORBELL.width as usize;

/// Registers that the device drives, but for those of a channel; in the order of the kernel's `driven`.
const DRIVEN: [Register; 29] = [
    cxl_mem::CAPABILITIES,
    cxl_mem::PERSISTENT_BYTES,
    cxl_mem::STATUS,
    cxl_mem::ERROR,
    cxl_mem::ERROR_POSITION,
    cxl_mem::CYCLES,
    cxl_mem::BUSY_CYCLES,
    cxl_mem::CHECK_CYCLES,
    cxl_mem::HAZARD_CYCLES,
    cxl_mem::LOOKUPS,
    cxl_mem::UPDATES,
    cxl_mem::LINES_DIRECTORY,
    cxl_mem::LINES_OFFSET,
    cxl_mem::LINES_SEGMENT,
    cxl_mem::LINES_ENTRY,
    cxl_mem::LINES_SCALE,
    cxl_mem::LINES_GRADIENT,
    cxl_mem::LINES_POOLED,
    cxl_mem::POISON,
    cxl_mem::MEM_READS,
    cxl_mem::MEM_WRITES,
    cxl_mem::GRADIENTS_ARRIVED,
    cxl_mem::LINES_FLUSHED,
    cxl_mem::LINES_LOGGED_PARAMETERS,
    cxl_mem::LINES_LOGGED_ROWS,
    cxl_mem::PARAMETER_RECORDS,
    cxl_mem::ROW_RECORDS,
    cxl_mem::STAGES,
    cxl_mem::ACCUMULATIONS,
];

/// Registers with a value that never changes.
const FIXED: usize = {
    let (mut fixed, mut index) = (0, 0);
    while index < cxl_mem::REGISTERS.len() {
        fixed += is_fixed(&cxl_mem::REGISTERS[index]) as usize;
        index += 1;
    }
    fixed
};

/// Registers of all channels that a device can have.
const OF_CHANNELS: usize = 2 * cxl_mem::MAX_CHANNELS as usize;

// A register that is new in the table, and unknown here, stops the build.
const _: () =
    assert!(SETTINGS + FIXED + DRIVEN.len() + OF_CHANNELS == cxl_mem::REGISTERS.len() - count(Access::WriteOnly));
const _: () = assert!(count(Access::WriteOnly) == 2, "DOORBELL and CLEAR");

const fn count(access: Access) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < cxl_mem::REGISTERS.len() {
        count += (cxl_mem::REGISTERS[index].access as u8 == access as u8) as usize;
        index += 1;
    }
    count
}

/// Whether the table alone says what the register holds.
const fn is_fixed(register: &Register) -> bool {
    matches!(register.access, Access::ReadOnly) && register.reset != 0
}

/// The registers of CXL-MEM with `CHANNELS` memory channels, on AXI4-Lite.
///
/// Which registers exist, where, who may write them, how many bits they keep and what they hold after reset comes from
/// `emberlane_registers::cxl_mem`.
///
/// * Ports: `s_axil_*` is the bus (see [`AxiLiteSlave`]). `settings` are the `ReadWrite` registers by ascending offset.
///   `doorbell` is what was written to `DOORBELL`, while `doorbell_valid` is high for one cycle; `clear_status` and
///   `clear_counters` are high for one cycle when `CLEAR` asks for it. Every other port is what the register of that
///   name reads.
/// * Errors: an access to no register, or to a counter of a channel that the device has not, and a write to a
///   `ReadOnly` register are answered SLVERR; such a read returns 0 and such a write does nothing.
/// * Latency: a setting or a pulse changes 2 cycles after the write's address and data were taken, one cycle before its
///   answer is valid; a read sees the ports 1 cycle after its address was taken, and is answered 2 cycles later.
/// * Throughput and stalls: those of [`AxiLiteSlave`].
#[derive(LogicBlock)]
pub struct RegisterFile<const CHANNELS: usize> {
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
    /// The settings, by ascending offset; bits above a register's width are zero.
    pub settings: [Signal<Out, Bits<64>>; SETTINGS],
    /// What was written to `DOORBELL`.
    pub doorbell: Signal<Out, Bits<DOORBELL_BITS>>,
    /// `DOORBELL` was written: high for one cycle.
    pub doorbell_valid: Signal<Out, Bit>,
    /// `CLEAR` asks to clear the status: high for one cycle.
    pub clear_status: Signal<Out, Bit>,
    /// `CLEAR` asks to clear the counters: high for one cycle.
    pub clear_counters: Signal<Out, Bit>,
    /// `CAPABILITIES`.
    pub capabilities: Signal<In, Bits<CAPABILITIES_BITS>>,
    /// `PERSISTENT_BYTES`.
    pub persistent_bytes: Signal<In, Bits<64>>,
    /// `STATUS`.
    pub status: Signal<In, Bits<STATUS_BITS>>,
    /// `ERROR`.
    pub error: Signal<In, Bits<ERROR_BITS>>,
    /// `ERROR_POSITION`.
    pub error_position: Signal<In, Bits<64>>,
    /// `CYCLES`.
    pub cycles: Signal<In, Bits<64>>,
    /// `BUSY_CYCLES`.
    pub busy_cycles: Signal<In, Bits<64>>,
    /// `CHECK_CYCLES`.
    pub check_cycles: Signal<In, Bits<64>>,
    /// `HAZARD_CYCLES`.
    pub hazard_cycles: Signal<In, Bits<64>>,
    /// `LOOKUPS`.
    pub lookups: Signal<In, Bits<64>>,
    /// `UPDATES`.
    pub updates: Signal<In, Bits<64>>,
    /// `LINES_DIRECTORY`.
    pub lines_directory: Signal<In, Bits<64>>,
    /// `LINES_OFFSET`.
    pub lines_offset: Signal<In, Bits<64>>,
    /// `LINES_SEGMENT`.
    pub lines_segment: Signal<In, Bits<64>>,
    /// `LINES_ENTRY`.
    pub lines_entry: Signal<In, Bits<64>>,
    /// `LINES_SCALE`.
    pub lines_scale: Signal<In, Bits<64>>,
    /// `LINES_GRADIENT`.
    pub lines_gradient: Signal<In, Bits<64>>,
    /// `LINES_POOLED`.
    pub lines_pooled: Signal<In, Bits<64>>,
    /// `POISON`.
    pub poison: Signal<In, Bits<1>>,
    /// `MEM_READS`.
    pub mem_reads: Signal<In, Bits<64>>,
    /// `MEM_WRITES`.
    pub mem_writes: Signal<In, Bits<64>>,
    /// `GRADIENTS_ARRIVED`.
    pub gradients_arrived: Signal<In, Bits<64>>,
    /// `LINES_FLUSHED`.
    pub lines_flushed: Signal<In, Bits<64>>,
    /// `LINES_LOGGED_PARAMETERS`.
    pub lines_logged_parameters: Signal<In, Bits<64>>,
    /// `LINES_LOGGED_ROWS`.
    pub lines_logged_rows: Signal<In, Bits<64>>,
    /// `PARAMETER_RECORDS`.
    pub parameter_records: Signal<In, Bits<64>>,
    /// `ROW_RECORDS`.
    pub row_records: Signal<In, Bits<64>>,
    /// `STAGES`.
    pub stages: Signal<In, Bits<64>>,
    /// `ACCUMULATIONS`.
    pub accumulations: Signal<In, Bits<64>>,
    /// `CHANNEL_n_READS`.
    pub channel_reads: [Signal<In, Bits<64>>; CHANNELS],
    /// `CHANNEL_n_WRITES`.
    pub channel_writes: [Signal<In, Bits<64>>; CHANNELS],
    about: About<Self>,
    bus: AxiLiteSlave,
    setting: [DFF<Bits<64>>; SETTINGS],
    doorbell_value: DFF<Bits<DOORBELL_BITS>>,
    doorbell_written: DFF<Bit>,
    status_cleared: DFF<Bit>,
    counters_cleared: DFF<Bit>,
    write_refused: DFF<Bit>,
    read_value: DFF<Bits<64>>,
    read_refused: DFF<Bit>,
    setting_offset: [Constant<Bits<12>>; SETTINGS],
    setting_mask: [Constant<Bits<64>>; SETTINGS],
    setting_reset: [Constant<Bits<64>>; SETTINGS],
    fixed_offset: [Constant<Bits<12>>; FIXED],
    fixed_value: [Constant<Bits<64>>; FIXED],
    driven_offset: [Constant<Bits<12>>; DRIVEN.len()],
    reads_offset: [Constant<Bits<12>>; CHANNELS],
    writes_offset: [Constant<Bits<12>>; CHANNELS],
    doorbell_offset: Constant<Bits<12>>,
    clear_offset: Constant<Bits<12>>,
    clear_status_mask: Constant<Bits<64>>,
    clear_counters_mask: Constant<Bits<64>>,
    driven: [Signal<Local, Bits<64>>; DRIVEN.len()],
    setting_written: [Signal<Local, Bit>; SETTINGS],
    doorbell_addressed: Signal<Local, Bit>,
    clear_addressed: Signal<Local, Bit>,
    write_known: Signal<Local, Bit>,
    setting_read: [Signal<Local, Bits<64>>; SETTINGS],
    fixed_read: [Signal<Local, Bits<64>>; FIXED],
    driven_read: [Signal<Local, Bits<64>>; DRIVEN.len()],
    channel_reads_read: [Signal<Local, Bits<64>>; CHANNELS],
    channel_writes_read: [Signal<Local, Bits<64>>; CHANNELS],
    read_known: Signal<Local, Bit>,
    read_now: Signal<Local, Bits<64>>,
}

/// A register's offset as the bus carries it.
fn offset(register: &Register) -> Constant<Bits<12>> {
    Constant::new(register.offset.into())
}

/// The array of a constant for each register that `select` names, by ascending offset.
fn constants<T: Synth, const N: usize>(
    select: impl Fn(&Register) -> bool,
    value: impl Fn(&Register) -> Constant<T>,
) -> [Constant<T>; N] {
    let values: Vec<_> = cxl_mem::REGISTERS.iter().filter(|register| select(register)).map(value).collect();
    values.try_into().unwrap_or_else(|values: Vec<_>| panic!("{} registers in an array of {N}", values.len()))
}

impl<const CHANNELS: usize> Default for RegisterFile<CHANNELS> {
    fn default() -> Self {
        const { assert!(CHANNELS >= 1 && CHANNELS as u64 <= cxl_mem::MAX_CHANNELS, "CXL-MEM has 1 to 4 channels") };
        let is_setting = |register: &Register| register.access == Access::ReadWrite;
        let number = |value: u64| Constant::new(Bits::<64>::from(value));
        macro_rules! fields {
            ([$($plain:ident)*] [$($array:ident)*] $($field:ident: $value:expr,)*) => {
                Self {
                    $($plain: Default::default(),)*
                    $($array: std::array::from_fn(|_| Default::default()),)*
                    $($field: $value,)*
                }
            };
        }
        fields! {
            [
                clock reset
                s_axil_awaddr s_axil_awprot s_axil_awvalid s_axil_awready
                s_axil_wdata s_axil_wstrb s_axil_wvalid s_axil_wready
                s_axil_bresp s_axil_bvalid s_axil_bready
                s_axil_araddr s_axil_arprot s_axil_arvalid s_axil_arready
                s_axil_rdata s_axil_rresp s_axil_rvalid s_axil_rready
                doorbell doorbell_valid clear_status clear_counters
                capabilities persistent_bytes status error error_position
                cycles busy_cycles check_cycles hazard_cycles lookups updates
                lines_directory lines_offset lines_segment lines_entry lines_scale lines_gradient lines_pooled
                poison mem_reads mem_writes gradients_arrived lines_flushed lines_logged_parameters lines_logged_rows parameter_records row_records stages accumulations
                about bus doorbell_value doorbell_written status_cleared counters_cleared
                write_refused read_value read_refused
                doorbell_addressed clear_addressed write_known read_known read_now
            ]
            [
                settings setting channel_reads channel_writes
                driven setting_written setting_read fixed_read driven_read channel_reads_read channel_writes_read
            ]
            setting_offset: constants(is_setting, offset),
            setting_mask: constants(is_setting, |register| number(register.mask())),
            setting_reset: constants(is_setting, |register| number(register.reset)),
            fixed_offset: constants(is_fixed, offset),
            fixed_value: constants(is_fixed, |register| number(register.reset)),
            driven_offset: DRIVEN.each_ref().map(offset),
            reads_offset: std::array::from_fn(|channel| Constant::new(cxl_mem::channel_reads(channel as u64).into())),
            writes_offset: std::array::from_fn(|channel| Constant::new(cxl_mem::channel_writes(channel as u64).into())),
            doorbell_offset: offset(&cxl_mem::DOORBELL),
            clear_offset: offset(&cxl_mem::CLEAR),
            clear_status_mask: number(cxl_mem::CLEAR_STATUS.place(u64::MAX)),
            clear_counters_mask: number(cxl_mem::CLEAR_COUNTERS.place(u64::MAX)),
        }
    }
}

impl<const CHANNELS: usize> Describe for RegisterFile<CHANNELS> {
    fn name() -> String {
        format!("cxl_mem_register_file_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "The registers of CXL-MEM behind AXI4-Lite. \
         Latency: a write takes effect after 2 cycles and is answered after 3, a read is answered after 3. \
         Throughput: one write and one read in 4 cycles. Stalls while a transfer of the same direction is outstanding."
    }
}

impl<const CHANNELS: usize> Logic for RegisterFile<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            doorbell_value,
            doorbell_written,
            status_cleared,
            counters_cleared,
            write_refused,
            read_value,
            read_refused
        );

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

        // Writes.
        self.doorbell_addressed.next = self.bus.write_address.val() == self.doorbell_offset.val();
        self.clear_addressed.next = self.bus.write_address.val() == self.clear_offset.val();
        self.write_known.next = self.doorbell_addressed.val() | self.clear_addressed.val();
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
        self.write_refused.d.next = !self.write_known.val();
        self.bus.write_error.next = self.write_refused.q.val();

        self.doorbell_value.d.next = self.bus.write_data.val().get_bits::<DOORBELL_BITS>(0);
        self.doorbell_written.d.next = self.bus.write_strobe.val() & self.doorbell_addressed.val();
        self.status_cleared.d.next = self.bus.write_strobe.val()
            & self.clear_addressed.val()
            & (self.bus.write_data.val() & self.clear_status_mask.val()).any();
        self.counters_cleared.d.next = self.bus.write_strobe.val()
            & self.clear_addressed.val()
            & (self.bus.write_data.val() & self.clear_counters_mask.val()).any();
        self.doorbell.next = self.doorbell_value.q.val();
        self.doorbell_valid.next = self.doorbell_written.q.val();
        self.clear_status.next = self.status_cleared.q.val();
        self.clear_counters.next = self.counters_cleared.q.val();

        // Reads: every register is zero unless it is addressed, and all of them are combined.
        self.driven[0].next = bit_cast::<64, CAPABILITIES_BITS>(self.capabilities.val());
        self.driven[1].next = self.persistent_bytes.val();
        self.driven[2].next = bit_cast::<64, STATUS_BITS>(self.status.val());
        self.driven[3].next = bit_cast::<64, ERROR_BITS>(self.error.val());
        self.driven[4].next = self.error_position.val();
        self.driven[5].next = self.cycles.val();
        self.driven[6].next = self.busy_cycles.val();
        self.driven[7].next = self.check_cycles.val();
        self.driven[8].next = self.hazard_cycles.val();
        self.driven[9].next = self.lookups.val();
        self.driven[10].next = self.updates.val();
        self.driven[11].next = self.lines_directory.val();
        self.driven[12].next = self.lines_offset.val();
        self.driven[13].next = self.lines_segment.val();
        self.driven[14].next = self.lines_entry.val();
        self.driven[15].next = self.lines_scale.val();
        self.driven[16].next = self.lines_gradient.val();
        self.driven[17].next = self.lines_pooled.val();
        self.driven[18].next = bit_cast::<64, 1>(self.poison.val());
        self.driven[19].next = self.mem_reads.val();
        self.driven[20].next = self.mem_writes.val();
        self.driven[21].next = self.gradients_arrived.val();
        self.driven[22].next = self.lines_flushed.val();
        self.driven[23].next = self.lines_logged_parameters.val();
        self.driven[24].next = self.lines_logged_rows.val();
        self.driven[25].next = self.parameter_records.val();
        self.driven[26].next = self.row_records.val();
        self.driven[27].next = self.stages.val();
        self.driven[28].next = self.accumulations.val();

        self.read_now.next = 0.into();
        // The write-only registers are there, and read as zero.
        self.read_known.next = (self.bus.read_address.val() == self.doorbell_offset.val())
            | (self.bus.read_address.val() == self.clear_offset.val());
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
        for i in 0..DRIVEN.len() {
            self.driven_read[i].next = 0.into();
            if self.bus.read_address.val() == self.driven_offset[i].val() {
                self.driven_read[i].next = self.driven[i].val();
                self.read_known.next = true;
            }
            self.read_now.next = self.read_now.val() | self.driven_read[i].val();
        }
        for i in 0..CHANNELS {
            self.channel_reads_read[i].next = 0.into();
            self.channel_writes_read[i].next = 0.into();
            if self.bus.read_address.val() == self.reads_offset[i].val() {
                self.channel_reads_read[i].next = self.channel_reads[i].val();
                self.read_known.next = true;
            }
            if self.bus.read_address.val() == self.writes_offset[i].val() {
                self.channel_writes_read[i].next = self.channel_writes[i].val();
                self.read_known.next = true;
            }
            self.read_now.next =
                self.read_now.val() | self.channel_reads_read[i].val() | self.channel_writes_read[i].val();
        }
        self.read_value.d.next = self.read_now.val();
        self.read_refused.d.next = !self.read_known.val();
        self.bus.read_data.next = self.read_value.q.val();
        self.bus.read_error.next = self.read_refused.q.val();

        if self.reset.val() {
            self.doorbell_written.d.next = false;
            self.status_cleared.d.next = false;
            self.counters_cleared.d.next = false;
        }
    }
}
