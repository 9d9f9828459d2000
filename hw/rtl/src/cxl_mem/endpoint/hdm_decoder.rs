//! From host physical addresses to the device's own.

use crate::cxl::hpa;
use crate::cxl_mem::capacity::{GIB_BITS, dpa};
use crate::layout::{Place, constants};
use emberlane_registers::cxl::ADDRESS_BITS;
use emberlane_registers::cxl_mem as map;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Finds the device physical address (DPA) of a host physical address (HPA). Combinational.
///
/// Decoder 0 maps persistent memory, decoder 1 the scratchpad. A range has the size of what can be there, and begins at a multiple
/// of that; bit 0 of a base commits its decoder. What a board has less of persistent memory is nowhere. A line that both map is in
/// persistent memory.
#[derive(LogicBlock)]
pub struct HdmDecoder<const CHANNELS: usize> {
    /// Bits 51 to 6 of the HPA.
    pub address: Signal<In, Bits<ADDRESS_BITS>>,
    /// GiB of persistent memory.
    pub persistent_gib: Signal<In, Bits<GIB_BITS>>,
    /// HPA of persistent memory.
    pub base_0: Signal<In, Bits<64>>,
    /// HPA of the scratchpad.
    pub base_1: Signal<In, Bits<64>>,
    /// The line is in persistent memory.
    pub persistent: Signal<Out, Bit>,
    /// The line is in the scratchpad.
    pub scratchpad: Signal<Out, Bit>,
    /// DPA of the line.
    pub device_address: Signal<Out, Bits<64>>,
    hpa: Signal<Local, Bits<64>>,
    offset: Signal<Local, Bits<64>>,
    exists: Signal<Local, Bit>,
    mask_0: Constant<Bits<64>>,
    mask_1: Constant<Bits<64>>,
    scratchpad_base: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const CHANNELS: usize> Default for HdmDecoder<CHANNELS> {
    fn default() -> Self {
        const {
            assert!(map::SCRATCHPAD_BYTES.is_power_of_two() && (CHANNELS as u64 * map::CHANNEL_BYTES).is_power_of_two())
        };
        crate::defaults! {
            [address persistent_gib base_0 base_1 persistent scratchpad device_address hpa offset exists about]
            []
            mask_0: Constant::new((CHANNELS as u64 * map::CHANNEL_BYTES - 1).into()),
            mask_1: Constant::new((map::SCRATCHPAD_BYTES - 1).into()),
            scratchpad_base: Constant::new(map::SCRATCHPAD_BASE.into()),
        }
    }
}

impl<const CHANNELS: usize> Describe for HdmDecoder<CHANNELS> {
    fn name() -> String {
        format!("hdm_decoder_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Finds the device address of a host address: decoder 0 maps persistent memory, decoder 1 the scratchpad. Combinational."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[hpa::CONSTANTS, dpa::CONSTANTS])
    }
}

impl<const CHANNELS: usize> Logic for HdmDecoder<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.hpa.next = bit_cast::<64, ADDRESS_BITS>(self.address.val()) << hpa::LINE.val();
        self.offset.next = self.hpa.val() & self.mask_0.val();
        self.exists.next = self.offset.val().get_bits::<GIB_BITS>(dpa::GIB) < self.persistent_gib.val();
        self.persistent.next = self.base_0.val().get_bit(hpa::ENABLED)
            & self.exists.val()
            & ((self.hpa.val() & !self.mask_0.val()) == (self.base_0.val() & !self.mask_0.val()));
        self.scratchpad.next = self.base_1.val().get_bit(hpa::ENABLED)
            & !self.persistent.val()
            & ((self.hpa.val() & !self.mask_1.val()) == (self.base_1.val() & !self.mask_1.val()));
        self.device_address.next = self.offset.val();
        if self.scratchpad.val() {
            self.device_address.next = (self.hpa.val() & self.mask_1.val()) | self.scratchpad_base.val();
        }
    }
}
