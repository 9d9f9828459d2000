//! The registers of CXL-MEM behind AXI4-Lite, made from the register table.

use super::settings::device;
use crate::axi::register_table::{CXL_MEM, actions, driven, each, fixed, place, registers, settings};
use crate::axi::{AxiLiteDevice, RegisterBank};
use crate::cxl::hpa;
use crate::layout::{constants, named};
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Registers that the host writes and reads back.
pub const SETTINGS: usize = settings(CXL_MEM);
/// Bits of `CAPABILITIES`.
pub const CAPABILITIES_BITS: usize = map::CAPABILITIES.width as usize;
/// Bits of `STATUS`.
pub const STATUS_BITS: usize = map::STATUS.width as usize;
/// Bits of `ERROR`.
pub const ERROR_BITS: usize = map::ERROR.width as usize;
/// Bits of `DOORBELL`.
pub const DOORBELL_BITS: usize = map::DOORBELL.width as usize;

registers! {
    /// Places in the bank of what is not a setting.
    mod at of CXL_MEM, map {
        DOORBELL CLEAR
        CAPABILITIES PERSISTENT_BYTES STATUS ERROR ERROR_POSITION
        CYCLES BUSY_CYCLES CHECK_CYCLES HAZARD_CYCLES LOOKUPS
        UPDATES LINES_DIRECTORY LINES_OFFSET LINES_SEGMENT LINES_ENTRY
        LINES_SCALE LINES_GRADIENT LINES_POOLED POISON MEM_READS
        MEM_WRITES GRADIENTS_ARRIVED LINES_FLUSHED LINES_LOGGED_PARAMETERS LINES_LOGGED_ROWS
        PARAMETER_RECORDS ROW_RECORDS STAGES ACCUMULATIONS ROW_CACHE_HITS
    }
}

named! {
    /// Places of a channel's counters.
    mod of_channel {
        READS = place(CXL_MEM, &map::CHANNEL_0_READS),
        WRITES = place(CXL_MEM, &map::CHANNEL_0_WRITES),
    }
}

named! {
    /// Fields of `CLEAR`.
    mod clear {
        STATUS = map::CLEAR_STATUS.lsb as usize,
        COUNTERS = map::CLEAR_COUNTERS.lsb as usize,
        POISON = map::CLEAR_POISON.lsb as usize,
    }
}

// A register that is new in the table, and unknown here, stops the build.
const _: () = assert!(at::CONSTANTS.len() == driven(CXL_MEM) + actions(CXL_MEM));
const _: () = assert!(map::CLEAR_STATUS.width == 1 && map::CLEAR_COUNTERS.width == 1 && map::CLEAR_POISON.width == 1);

/// The registers of CXL-MEM with `CHANNELS` memory channels, on AXI4-Lite: a [`RegisterBank`] whose places have names here.
///
/// Which registers exist, where, who may write them, how many bits they keep and what they hold after reset comes from
/// `emberlane_registers::cxl_mem`.
///
/// * Ports: `s_axil_*` is the bus (see [`RegisterBank`]). `settings` are the `ReadWrite` registers by ascending offset.
///   `doorbell` is what was written to `DOORBELL`, while `doorbell_valid` is high for one cycle; `clear_status` and
///   `clear_counters` and `clear_poison` are high for one cycle when `CLEAR` asks for it. `decoder_refused` is high for one cycle after a
///   decoder was not committed, because its range overlaps that of the other. Every other port is what the register of that name reads.
/// * Errors: a write to no register, to a counter of a channel that the device has not, or to a `ReadOnly` register is
///   answered SLVERR and does nothing. A read where there is no register returns 0.
/// * Latency: a setting or a pulse changes 2 cycles after the write's address and data were taken, one cycle before its
///   answer is valid; a read sees the ports 1 cycle after its address was taken, and is answered 2 cycles later.
/// * Throughput and stalls: those of [`RegisterBank`].
#[derive(LogicBlock)]
pub struct RegisterFile<const CHANNELS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sets every setting to its reset value.
    pub reset: Signal<In, Bit>,
    /// The bus; see [`RegisterBank`].
    pub s_axil: AxiLiteDevice,
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
    /// `CLEAR` asks to forget what is poisoned: high for one cycle.
    pub clear_poison: Signal<Out, Bit>,
    /// A decoder was to be committed whose range overlaps that of the other: high for one cycle.
    pub decoder_refused: Signal<Out, Bit>,
    /// Offset of the register of the decoder that was refused last.
    pub decoder: Signal<Out, Bits<64>>,
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
    /// `ROW_CACHE_HITS`.
    pub row_cache_hits: Signal<In, Bits<64>>,
    /// `CHANNEL_n_READS`.
    pub channel_reads: [Signal<In, Bits<64>>; CHANNELS],
    /// `CHANNEL_n_WRITES`.
    pub channel_writes: [Signal<In, Bits<64>>; CHANNELS],
    refuses_0: Signal<Local, Bit>,
    refuses_1: Signal<Local, Bit>,
    was_refused: DFF<Bit>,
    refused_offset: DFF<Bits<64>>,
    /// Bits in which the bases of ranges that do not overlap differ.
    range_mask: Constant<Bits<64>>,
    offset_0: Constant<Bits<64>>,
    offset_1: Constant<Bits<64>>,
    about: About<Self>,
    bank: RegisterBank<
        CXL_MEM,
        SETTINGS,
        { driven(CXL_MEM) },
        { fixed(CXL_MEM) },
        { actions(CXL_MEM) },
        CHANNELS,
        { each(CXL_MEM) },
    >,
}

impl<const CHANNELS: usize> Default for RegisterFile<CHANNELS> {
    fn default() -> Self {
        const { assert!(CHANNELS >= 1 && CHANNELS as u64 <= map::MAX_CHANNELS, "CXL-MEM has 1 to 4 channels") };
        crate::defaults! {
            [
                clock reset s_axil doorbell doorbell_valid clear_status clear_counters
                capabilities persistent_bytes status error error_position
                cycles busy_cycles check_cycles hazard_cycles lookups
                updates lines_directory lines_offset lines_segment lines_entry
                lines_scale lines_gradient lines_pooled poison mem_reads
                mem_writes gradients_arrived lines_flushed lines_logged_parameters lines_logged_rows
                parameter_records row_records stages accumulations row_cache_hits
                clear_poison decoder_refused decoder refuses_0 refuses_1 was_refused refused_offset about bank
            ]
            [settings channel_reads channel_writes]
            range_mask: Constant::new((!((CHANNELS as u64 * map::CHANNEL_BYTES).next_power_of_two() - 1)).into()),
            offset_0: Constant::new(map::HDM_BASE_0.offset.into()),
            offset_1: Constant::new(map::HDM_BASE_1.offset.into()),
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

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[at::CONSTANTS, of_channel::CONSTANTS, clear::CONSTANTS, device::CONSTANTS, hpa::CONSTANTS])
    }
}

impl<const CHANNELS: usize> Logic for RegisterFile<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, was_refused, refused_offset);
        self.bank.clock.next = self.clock.val();
        self.bank.reset.next = self.reset.val();
        AxiLiteDevice::link(&mut self.s_axil, &mut self.bank.s_axil);
        for i in 0..SETTINGS {
            self.settings[i].next = self.bank.settings[i].val();
            self.bank.refused[i].next = false;
        }

        comment!(
            "Ranges overlap if their bases agree down to the size of the larger one, as both begin at multiples of their sizes."
        );
        self.refuses_0.next = self.bank.sets[device::HDM_BASE_0].val()
            & self.bank.setting_value.val().get_bit(hpa::ENABLED)
            & self.bank.settings[device::HDM_BASE_1].val().get_bit(hpa::ENABLED)
            & (((self.bank.setting_value.val() ^ self.bank.settings[device::HDM_BASE_1].val())
                & self.range_mask.val())
                == 0);
        self.refuses_1.next = self.bank.sets[device::HDM_BASE_1].val()
            & self.bank.setting_value.val().get_bit(hpa::ENABLED)
            & self.bank.settings[device::HDM_BASE_0].val().get_bit(hpa::ENABLED)
            & (((self.bank.setting_value.val() ^ self.bank.settings[device::HDM_BASE_0].val())
                & self.range_mask.val())
                == 0);
        self.bank.refused[device::HDM_BASE_0].next = self.refuses_0.val();
        self.bank.refused[device::HDM_BASE_1].next = self.refuses_1.val();
        self.was_refused.d.next = (self.refuses_0.val() | self.refuses_1.val()) & !self.reset.val();
        if self.refuses_0.val() {
            self.refused_offset.d.next = self.offset_0.val();
        }
        if self.refuses_1.val() {
            self.refused_offset.d.next = self.offset_1.val();
        }
        self.decoder_refused.next = self.was_refused.q.val();
        self.decoder.next = self.refused_offset.q.val();

        self.doorbell.next = self.bank.act_value.val().get_bits::<DOORBELL_BITS>(0);
        self.doorbell_valid.next = self.bank.acts[at::DOORBELL].val();
        self.clear_status.next = self.bank.acts[at::CLEAR].val() & self.bank.act_value.val().get_bit(clear::STATUS);
        self.clear_counters.next = self.bank.acts[at::CLEAR].val() & self.bank.act_value.val().get_bit(clear::COUNTERS);
        self.clear_poison.next = self.bank.acts[at::CLEAR].val() & self.bank.act_value.val().get_bit(clear::POISON);
        self.bank.driven[at::CAPABILITIES].next = bit_cast::<64, CAPABILITIES_BITS>(self.capabilities.val());
        self.bank.driven[at::PERSISTENT_BYTES].next = self.persistent_bytes.val();
        self.bank.driven[at::STATUS].next = bit_cast::<64, STATUS_BITS>(self.status.val());
        self.bank.driven[at::ERROR].next = bit_cast::<64, ERROR_BITS>(self.error.val());
        self.bank.driven[at::ERROR_POSITION].next = self.error_position.val();
        self.bank.driven[at::CYCLES].next = self.cycles.val();
        self.bank.driven[at::BUSY_CYCLES].next = self.busy_cycles.val();
        self.bank.driven[at::CHECK_CYCLES].next = self.check_cycles.val();
        self.bank.driven[at::HAZARD_CYCLES].next = self.hazard_cycles.val();
        self.bank.driven[at::LOOKUPS].next = self.lookups.val();
        self.bank.driven[at::UPDATES].next = self.updates.val();
        self.bank.driven[at::LINES_DIRECTORY].next = self.lines_directory.val();
        self.bank.driven[at::LINES_OFFSET].next = self.lines_offset.val();
        self.bank.driven[at::LINES_SEGMENT].next = self.lines_segment.val();
        self.bank.driven[at::LINES_ENTRY].next = self.lines_entry.val();
        self.bank.driven[at::LINES_SCALE].next = self.lines_scale.val();
        self.bank.driven[at::LINES_GRADIENT].next = self.lines_gradient.val();
        self.bank.driven[at::LINES_POOLED].next = self.lines_pooled.val();
        self.bank.driven[at::POISON].next = bit_cast::<64, 1>(self.poison.val());
        self.bank.driven[at::MEM_READS].next = self.mem_reads.val();
        self.bank.driven[at::MEM_WRITES].next = self.mem_writes.val();
        self.bank.driven[at::GRADIENTS_ARRIVED].next = self.gradients_arrived.val();
        self.bank.driven[at::LINES_FLUSHED].next = self.lines_flushed.val();
        self.bank.driven[at::LINES_LOGGED_PARAMETERS].next = self.lines_logged_parameters.val();
        self.bank.driven[at::LINES_LOGGED_ROWS].next = self.lines_logged_rows.val();
        self.bank.driven[at::PARAMETER_RECORDS].next = self.parameter_records.val();
        self.bank.driven[at::ROW_RECORDS].next = self.row_records.val();
        self.bank.driven[at::STAGES].next = self.stages.val();
        self.bank.driven[at::ACCUMULATIONS].next = self.accumulations.val();
        self.bank.driven[at::ROW_CACHE_HITS].next = self.row_cache_hits.val();
        for i in 0..CHANNELS {
            self.bank.unit_driven[i][of_channel::READS].next = self.channel_reads[i].val();
            self.bank.unit_driven[i][of_channel::WRITES].next = self.channel_writes[i].val();
        }
    }
}
