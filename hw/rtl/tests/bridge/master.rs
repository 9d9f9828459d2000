//! An AXI master: bursts of its own, each offered until it is taken.

use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_rtl::axi::Axi4Slave;
use rand_pcg::Pcg64;

/// A burst.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    pub address: u64,
    pub beats: u64,
    pub size: u64,
    pub kind: u64,
    pub id: u64,
}

impl Burst {
    /// The response that the bridge gives without asking anybody: SLVERR or DECERR, or 0.
    pub fn refused(&self) -> u64 {
        match self {
            Self { beats: 2.., size: 0..6, .. } | Self { beats: 2.., kind: 0 | 2 | 3, .. } => 2,
            Self { address, .. } if *address >= 1 << 52 => 3,
            _ => 0,
        }
    }

    /// The lines of its beats.
    pub fn lines(&self) -> impl Iterator<Item = u64> + use<> {
        let first = self.address >> 6;
        (0..self.beats).map(move |beat| first + beat)
    }
}

/// A beat with what is written of it.
pub type Beat = (u64, Line);

pub struct Master {
    pub reads: Source<Burst>,
    pub writes: Source<Burst>,
    pub data: Source<(Beat, bool)>,
    pub takes: [Rate; 2],
}

/// What a cycle has brought.
#[derive(Default)]
pub struct Came {
    pub read_taken: Option<Burst>,
    /// ID, response, last, line.
    pub beat: Option<(u64, u64, bool, Line)>,
    /// ID, response.
    pub response: Option<(u64, u64)>,
}

impl Master {
    pub fn drive(&mut self, bus: &mut Axi4Slave, random: &mut Pcg64) {
        let none = Burst { address: 0x1234_5678, beats: 3, size: 2, kind: 0, id: 9 };
        let offered = self.reads.offer(random).copied();
        bus.arvalid.next = offered.is_some();
        let burst = offered.unwrap_or(none);
        bus.araddr.next = burst.address.into();
        bus.arlen.next = (burst.beats - 1).into();
        bus.arsize.next = burst.size.into();
        bus.arburst.next = burst.kind.into();
        bus.arid.next = burst.id.into();
        let offered = self.writes.offer(random).copied();
        bus.awvalid.next = offered.is_some();
        let burst = offered.unwrap_or(none);
        bus.awaddr.next = burst.address.into();
        bus.awlen.next = (burst.beats - 1).into();
        bus.awsize.next = burst.size.into();
        bus.awburst.next = burst.kind.into();
        bus.awid.next = burst.id.into();
        let offered = self.data.offer(random).copied();
        bus.wvalid.next = offered.is_some();
        let ((strobes, words), last) = offered.unwrap_or(((0x77, [0x1111; 16]), true));
        bus.wdata.next = to_bits(&words);
        bus.wstrb.next = strobes.into();
        bus.wlast.next = last;
        bus.rready.next = self.takes[0].draw(random);
        bus.bready.next = self.takes[1].draw(random);
    }

    pub fn sample(&mut self, bus: &Axi4Slave) -> Came {
        let mut came = Came::default();
        if bus.arvalid.val() && bus.arready.val() {
            came.read_taken = Some(self.reads.take());
        }
        if bus.awvalid.val() && bus.awready.val() {
            self.writes.take();
        }
        if bus.wvalid.val() && bus.wready.val() {
            self.data.take();
        }
        if bus.rvalid.val() && bus.rready.val() {
            let (id, response) = (number(bus.rid.val()), number(bus.rresp.val()));
            came.beat = Some((id, response, bus.rlast.val(), from_bits(bus.rdata.val())));
        }
        if bus.bvalid.val() && bus.bready.val() {
            came.response = Some((number(bus.bid.val()), number(bus.bresp.val())));
        }
        came
    }

    pub fn is_idle(&self) -> bool {
        self.reads.items.is_empty() && self.writes.items.is_empty() && self.data.items.is_empty()
    }
}
