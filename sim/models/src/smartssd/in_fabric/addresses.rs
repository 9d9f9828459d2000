//! Who has which host physical addresses.

use emberlane_registers::smartssd::MAP;

/// Registers of the first SmartSSD.
const BARS: u64 = 0xf000_0000;
/// Memory of the host: addresses and bytes of its parts, below the registers and above them.
pub(super) const HOST: [(u64, u64); 2] = [(0, BARS), (1 << 32, 1 << 35)];
/// Memory of the GPU, for gradients.
pub(super) const GPU_HPA: u64 = 1 << 36;
/// Bytes of it.
pub(super) const GPU_BYTES: u64 = 1 << 36;

/// Registers of a SmartSSD, by its number.
pub(super) const fn bar(number: u64) -> u64 {
    BARS + number * MAP.bytes.next_power_of_two()
}
