//! Which messages carry a line over a device's link: those that the fabric sends there for it.

use emberlane_fabric::message::Channel::{
    self, D2hData, D2hReq, D2hRsp, H2dData, H2dReq, H2dRsp, M2sBiRsp, M2sReq, M2sRwd, S2mBiSnp, S2mDrs, S2mNdr,
};
use emberlane_registers::cxl_mem::LINE_BYTES;

/// The messages about a line that pass a device's link, one of each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carried {
    /// To the device.
    pub(crate) to: &'static [Channel],
    /// From it.
    pub(crate) from: &'static [Channel],
}

/// The device loads a line of others into a cache, from which it is snooped when they write it again.
pub(crate) const LOADED: Carried = Carried { to: &[H2dRsp, H2dData, H2dReq], from: &[D2hReq, D2hRsp] };

/// Others load a line of the device's memory into a cache, which it invalidates before it writes the line again.
pub(crate) const LENT: Carried = Carried { to: &[M2sReq, M2sBiRsp], from: &[S2mDrs, S2mNdr, S2mBiSnp] };

/// The device reads a line of others as it is (`RdCurr`).
pub(crate) const READ: Carried = Carried { to: &[H2dData], from: &[D2hReq] };

/// Others read a line of the device's memory, which is coherent, as it is.
pub(crate) const SERVED: Carried = Carried { to: &[M2sReq], from: &[S2mDrs, S2mNdr] };

/// The device writes a line of others (`ItoMWr`).
pub(crate) const WRITTEN: Carried = Carried { to: &[H2dRsp], from: &[D2hReq, D2hData] };

/// Others write a line of the device's memory.
pub(crate) const TAKEN: Carried = Carried { to: &[M2sRwd], from: &[S2mNdr] };

/// Bytes that a link passes in one direction for each byte of the lines that are carried.
pub(crate) fn share(channels: &[Channel]) -> f64 {
    let bytes: u64 = channels.iter().map(|channel| channel.line_message_bytes()).sum();
    bytes as f64 / LINE_BYTES as f64
}

#[cfg(test)]
mod tests {
    use emberlane_fabric::message::Direction;

    use super::*;

    #[test]
    fn messages_pass_in_their_direction_and_one_carries_the_line() {
        for Carried { to, from } in [LOADED, LENT, READ, SERVED, WRITTEN, TAKEN] {
            assert!(to.iter().all(|channel| channel.direction() == Direction::Downstream), "{to:?}");
            assert!(from.iter().all(|channel| channel.direction() == Direction::Upstream), "{from:?}");
            // The line is in one direction, and less than a third of one in the other.
            let (more, less) = (share(to).max(share(from)), share(to).min(share(from)));
            assert!((1.0..1.4).contains(&more) && (0.0..0.34).contains(&less), "{more} and {less}");
        }
        // 69 bytes with the line and 5 without; a request of 100 bits.
        assert_eq!((share(SERVED.from), share(SERVED.to)), (74.0 / 64.0, 13.0 / 64.0));
    }
}
