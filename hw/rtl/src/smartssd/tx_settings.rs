//! Where the TX buffers are for the host, while an iteration writes one of them and else.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Keeps where the TX buffers are while an iteration is under way, as the settings said when its doorbell rang: the host may
/// write those of the next one, and its reads and the snoops for what it holds still go where this one writes. While none is under
/// way, settings pass.
///
/// Latency: one cycle. Never stalls.
#[derive(LogicBlock, Default)]
pub struct TxSettings {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// An iteration is under way.
    pub hold: Signal<In, Bit>,
    /// Host physical address of the TX buffers, as set; bit 0 commits.
    pub hdm_base: Signal<In, Bits<64>>,
    /// Bytes of a TX buffer, as set.
    pub tx_bytes: Signal<In, Bits<32>>,
    /// Regions fit the DRAM, as set.
    pub layout_good: Signal<In, Bit>,
    /// Host physical address of the TX buffers; bit 0: they are served.
    pub served_base: Signal<Out, Bits<64>>,
    /// Bytes of a TX buffer.
    pub served_bytes: Signal<Out, Bits<32>>,
    /// The buffers are within the DRAM, in front of the cache.
    pub served_good: Signal<Out, Bit>,
    base: DFF<Bits<64>>,
    bytes: DFF<Bits<32>>,
    good: DFF<Bit>,
    about: About<Self>,
}

impl Describe for TxSettings {
    fn name() -> String {
        "tx_settings".into()
    }

    fn description() -> &'static str {
        "Keeps where the TX buffers are while an iteration is under way, as the settings said when the doorbell rang; else settings pass. One cycle; never stalls."
    }
}

impl Logic for TxSettings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, base, bytes, good);
        if !self.hold.val() {
            self.base.d.next = self.hdm_base.val();
            self.bytes.d.next = self.tx_bytes.val();
            self.good.d.next = self.layout_good.val();
        }
        self.served_base.next = self.base.q.val();
        self.served_bytes.next = self.bytes.q.val();
        self.served_good.next = self.good.q.val();
    }
}
