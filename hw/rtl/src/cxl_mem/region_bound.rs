//! Whether a line lies in its region.

use crate::layout::named;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

named! {
    /// Parts of an address.
    mod dpa {
        IN_LINE = 0,
    }
}

/// Says of the address of a line whether it is a line of a region: a multiple of 64 from `first` up, below `end`. Combinational.
///
/// The lists of a job are checked in one walk and used in another, and a host may write them in between. So the address of every line
/// is compared where the line is asked for, or its result is sent on its way, and not where a list was read. It is the address itself
/// that is compared: no sum that could wrap comes after it.
#[derive(LogicBlock, Default)]
pub struct RegionBound {
    /// Address of a line.
    pub address: Signal<In, Bits<64>>,
    /// First byte of the region.
    pub first: Signal<In, Bits<64>>,
    /// First byte after the region.
    pub end: Signal<In, Bits<64>>,
    /// The line is one of the region.
    pub inside: Signal<Out, Bit>,
    about: About<Self>,
}

impl Describe for RegionBound {
    fn name() -> String {
        "region_bound".into()
    }

    fn description() -> &'static str {
        "Says of the address of a line whether it is a line of a region. Combinational."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        dpa::CONSTANTS.to_vec()
    }
}

impl Logic for RegionBound {
    #[hdl_gen]
    fn update(&mut self) {
        self.inside.next = (self.address.val() >= self.first.val())
            & (self.address.val() < self.end.val())
            & !self.address.val().get_bits::<6>(dpa::IN_LINE).any();
    }
}
