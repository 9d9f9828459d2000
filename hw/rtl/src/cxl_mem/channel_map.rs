//! Which channel holds an address, and where in it.

use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, SCRATCHPAD_BASE};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Splits a DPA into a channel (one-hot) and an address in that channel: persistent memory is interleaved over the
/// channels at 256 bytes, and so is the scratchpad over its ports. Combinational. `CHANNELS` is a power of two.
#[derive(LogicBlock)]
pub struct ChannelMap<const CHANNELS: usize> {
    /// Device physical address.
    pub address: Signal<In, Bits<64>>,
    /// One-hot channel.
    pub select: Signal<Out, Bits<CHANNELS>>,
    /// Its number.
    pub number: Signal<Out, Bits<4>>,
    /// Byte address in the channel.
    pub channel_address: Signal<Out, Bits<64>>,
    block: Signal<Local, Bits<64>>,
    one: Constant<Bits<CHANNELS>>,
    block_shift: Constant<Bits<4>>,
    channel_shift: Constant<Bits<4>>,
    channel_mask: Constant<Bits<4>>,
    offset_mask: Constant<Bits<64>>,
    memory_mask: Constant<Bits<64>>,
    about: About<Self>,
}

impl<const CHANNELS: usize> Default for ChannelMap<CHANNELS> {
    fn default() -> Self {
        assert!(CHANNELS.is_power_of_two() && CHANNELS <= 16, "the number of channels is a power of two up to 16");
        Self {
            address: Default::default(),
            select: Default::default(),
            channel_address: Default::default(),
            block: Default::default(),
            number: Default::default(),
            one: Constant::new(1.into()),
            block_shift: Constant::new(u64::from(INTERLEAVE_BYTES.trailing_zeros()).into()),
            channel_shift: Constant::new(u64::from(CHANNELS.trailing_zeros()).into()),
            channel_mask: Constant::new((CHANNELS as u64 - 1).into()),
            offset_mask: Constant::new((INTERLEAVE_BYTES - 1).into()),
            memory_mask: Constant::new((SCRATCHPAD_BASE - 1).into()),
            about: Default::default(),
        }
    }
}

impl<const CHANNELS: usize> Describe for ChannelMap<CHANNELS> {
    fn name() -> String {
        format!("channel_map_c{CHANNELS}")
    }

    fn description() -> &'static str {
        "Splits a device address into channel (one-hot) and address in the channel; the scratchpad is interleaved as persistent memory is. Combinational."
    }
}

impl<const CHANNELS: usize> Logic for ChannelMap<CHANNELS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.block.next = (self.address.val() & self.memory_mask.val()) >> self.block_shift.val();
        self.number.next = bit_cast::<4, 64>(self.block.val()) & self.channel_mask.val();
        self.select.next = self.one.val() << self.number.val();
        self.channel_address.next = ((self.block.val() >> self.channel_shift.val()) << self.block_shift.val())
            | (self.address.val() & self.offset_mask.val());
    }
}
