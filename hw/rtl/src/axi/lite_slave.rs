//! AXI4-Lite slave for the registers of a device.

use super::axi4_lite::AxiLiteDevice;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// AXI4-Lite slave with 64 data bits and 12 address bits, which turns transfers into strobes.
///
/// * Ports: `s_axil_*` is the bus. On the other side a write is one cycle of `write_strobe` with `write_address` and
///   `write_data`, a read one cycle of `read_strobe` with `read_address`. The device answers in the cycle after the
///   strobe: a write with `write_error`, a read with `read_data`.
/// * Errors: a write with `write_error` is answered SLVERR. Only whole, aligned 64-bit accesses exist: an address that
///   is not a multiple of 8, or a write whose `wstrb` is not all ones, is answered SLVERR without a strobe, and such a
///   read returns 0. Protection bits are ignored. The device cannot refuse a read: a bridge that is asked for one register
///   may read its neighbours with it, and would make one error of the whole.
/// * Latency: the strobe comes 1 cycle after address and data were taken, `bvalid` or `rvalid` 3 cycles after.
/// * Throughput: one write and one read in 4 cycles, independently.
/// * Stalls: one outstanding transfer in each direction; `awready`, `wready` and `arready` are low from the taking of
///   their word until the answer is taken. Address and data of a write may come in either order.
#[derive(LogicBlock, Default)]
pub struct AxiLiteSlave {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forgets all transfers.
    pub reset: Signal<In, Bit>,
    /// The bus. `awprot` and `arprot` are ignored, responses are OKAY (0) or SLVERR (2).
    pub s_axil: AxiLiteDevice,
    /// Write `write_data` at `write_address` now.
    pub write_strobe: Signal<Out, Bit>,
    /// Where to write, in bytes, a multiple of 8.
    pub write_address: Signal<Out, Bits<12>>,
    /// What to write.
    pub write_data: Signal<Out, Bits<64>>,
    /// The write of the cycle before failed.
    pub write_error: Signal<In, Bit>,
    /// Read `read_address` now.
    pub read_strobe: Signal<Out, Bit>,
    /// What to read, in bytes, a multiple of 8.
    pub read_address: Signal<Out, Bits<12>>,
    /// What the read of the cycle before found.
    pub read_data: Signal<In, Bits<64>>,
    about: About<Self>,
    aw_held: DFF<Bit>,
    aw_address: DFF<Bits<12>>,
    w_held: DFF<Bit>,
    w_data: DFF<Bits<64>>,
    w_whole: DFF<Bit>,
    /// The device is answering a write in this cycle.
    write_pending: DFF<Bit>,
    b_valid: DFF<Bit>,
    b_error: DFF<Bit>,
    ar_held: DFF<Bit>,
    ar_address: DFF<Bits<12>>,
    /// The device is answering a read in this cycle.
    read_pending: DFF<Bit>,
    r_valid: DFF<Bit>,
    r_data: DFF<Bits<64>>,
    write_now: Signal<Local, Bit>,
    write_refused: Signal<Local, Bit>,
    read_now: Signal<Local, Bit>,
    read_refused: Signal<Local, Bit>,
}

impl Describe for AxiLiteSlave {
    fn name() -> String {
        "axi_lite_slave".into()
    }

    fn description() -> &'static str {
        "AXI4-Lite slave, 64 data bits, that turns transfers into register strobes. \
         Latency: strobe 1 cycle, answer 3 cycles. Throughput: one write and one read in 4 cycles. \
         Stalls while a transfer of the same direction is outstanding."
    }
}

impl Logic for AxiLiteSlave {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            aw_held,
            aw_address,
            w_held,
            w_data,
            w_whole,
            write_pending,
            b_valid,
            b_error,
            ar_held,
            ar_address,
            read_pending,
            r_valid,
            r_data
        );

        // Writes: take address and data in either order, strobe, take the device's answer, give it to the bus.
        self.s_axil.awready.next = !self.aw_held.q.val();
        self.s_axil.wready.next = !self.w_held.q.val();
        self.s_axil.bvalid.next = self.b_valid.q.val();
        self.s_axil.bresp.next = 0.into();
        if self.b_error.q.val() {
            self.s_axil.bresp.next = 2.into();
        }
        if self.s_axil.awvalid.val() & !self.aw_held.q.val() {
            self.aw_held.d.next = true;
            self.aw_address.d.next = self.s_axil.awaddr.val();
        }
        if self.s_axil.wvalid.val() & !self.w_held.q.val() {
            self.w_held.d.next = true;
            self.w_data.d.next = self.s_axil.wdata.val();
            self.w_whole.d.next = self.s_axil.wstrb.val().all();
        }
        self.write_now.next =
            self.aw_held.q.val() & self.w_held.q.val() & !self.write_pending.q.val() & !self.b_valid.q.val();
        self.write_refused.next = !self.w_whole.q.val() | self.aw_address.q.val().get_bits::<3>(0).any();
        self.write_strobe.next = self.write_now.val() & !self.write_refused.val();
        self.write_address.next = self.aw_address.q.val();
        self.write_data.next = self.w_data.q.val();
        self.write_pending.d.next = self.write_now.val();
        if self.write_pending.q.val() {
            self.b_valid.d.next = true;
            self.b_error.d.next = self.write_refused.val() | self.write_error.val();
        }
        if self.b_valid.q.val() & self.s_axil.bready.val() {
            self.b_valid.d.next = false;
            self.aw_held.d.next = false;
            self.w_held.d.next = false;
        }

        // Reads: the same, with one word to take.
        self.s_axil.arready.next = !self.ar_held.q.val();
        self.s_axil.rvalid.next = self.r_valid.q.val();
        self.s_axil.rdata.next = self.r_data.q.val();
        self.s_axil.rresp.next = 0.into();
        if self.read_refused.val() {
            self.s_axil.rresp.next = 2.into();
        }
        if self.s_axil.arvalid.val() & !self.ar_held.q.val() {
            self.ar_held.d.next = true;
            self.ar_address.d.next = self.s_axil.araddr.val();
        }
        self.read_now.next = self.ar_held.q.val() & !self.read_pending.q.val() & !self.r_valid.q.val();
        self.read_refused.next = self.ar_address.q.val().get_bits::<3>(0).any();
        self.read_strobe.next = self.read_now.val() & !self.read_refused.val();
        self.read_address.next = self.ar_address.q.val();
        self.read_pending.d.next = self.read_now.val();
        if self.read_pending.q.val() {
            self.r_valid.d.next = true;
            self.r_data.d.next = self.read_data.val();
            if self.read_refused.val() {
                self.r_data.d.next = 0.into();
            }
        }
        if self.r_valid.q.val() & self.s_axil.rready.val() {
            self.r_valid.d.next = false;
            self.ar_held.d.next = false;
        }

        if self.reset.val() {
            self.aw_held.d.next = false;
            self.w_held.d.next = false;
            self.write_pending.d.next = false;
            self.b_valid.d.next = false;
            self.ar_held.d.next = false;
            self.read_pending.d.next = false;
            self.r_valid.d.next = false;
        }
    }
}
