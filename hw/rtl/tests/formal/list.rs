//! Every claim: which block keeps which contract, and how that is checked.

use super::claim::{Claim, Method, Modules, Stand, Tier, exported, shorten};
use emberlane_rtl::axi::{AxiLiteSlave, LineMux};
use emberlane_rtl::cxl_mem::checkpoint::interlock::Interlock;
use emberlane_rtl::cxl_mem::checkpoint::record_writer::RecordWriter;
use emberlane_rtl::cxl_mem::endpoint::tagged_writer::TaggedWriter;
use emberlane_rtl::cxl_mem::expander::Expander;
use emberlane_rtl::cxl_mem::line_reader::LineReader;
use emberlane_rtl::cxl_mem::sequencer::Sequencer;
use emberlane_rtl::cxl_mem::write_queues::WriteQueues;
use emberlane_rtl::smartssd::evictor::Evictor;
use emberlane_rtl::smartssd::iteration::Iteration;
use emberlane_rtl::stream::{BlockFifo, Fifo, RoundRobin, SkidBuffer};

/// What most claims have in common.
const CLAIM: Claim = Claim {
    contract: "",
    block: "",
    export: Modules::new,
    parameters: "as in use",
    definitions: "",
    method: Method::Reachability,
    states: 0,
    within: 100,
    stands: &[],
    exposed: &[],
    tier: Tier::Short,
};

/// A queue or a buffer that is small enough to be proved as it is.
macro_rules! stream {
    ($block:ty, $name:literal, $definitions:literal) => {
        Claim {
            contract: "stream",
            block: $name,
            export: exported::<$block>,
            definitions: $definitions,
            states: 2,
            ..CLAIM
        }
    };
}

/// A queue as deep as one in use, with one word of its memory.
macro_rules! queue {
    ($block:ty, $name:literal, $memory:literal, $width:literal, $log:literal, $definitions:literal, $registered:literal, $states:literal) => {
        Claim {
            contract: "queue",
            block: $name,
            export: exported::<$block>,
            definitions: $definitions,
            method: Method::Induction(2),
            states: $states,
            stands: &[Stand::OneWord($memory, $width, $log, $registered)],
            exposed: &["write_pointer", "read_pointer", "occupied", "full", "u_memory.chosen", "u_memory.kept"],
            ..CLAIM
        }
    };
}

macro_rules! arbiter {
    ($requesters:literal, $name:literal, $definitions:literal) => {
        Claim {
            contract: "round_robin",
            block: $name,
            export: exported::<RoundRobin<$requesters>>,
            definitions: $definitions,
            states: 1,
            ..CLAIM
        }
    };
}

macro_rules! line_reader {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "line_reader",
            block: "line_reader_p4_d2",
            export: || {
                let modules = exported::<LineReader<4, 1>>();
                shorten::<Fifo<64, 1>>(shorten::<BlockFifo<64, 1>>(modules, "block_fifo_w64_d512"), "fifo_w64_d64")
            },
            parameters: "four ports, queues of two",
            definitions: "-DMOST=2",
            method: Method::Bounded($cycles),
            states: 3,
            within: 16,
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! record_parts {
    ($channel:literal, $definitions:literal) => {
        Claim {
            contract: "record_parts",
            block: "record_writer_c4_p4",
            export: || shorten::<Fifo<576, 1>>(exported::<RecordWriter<4, 4, 0>>(), "fifo_w576_d32"),
            parameters: concat!($channel, ", up to three lines a part, seven unanswered, queues of two"),
            definitions: $definitions,
            states: 5,
            within: 40,
            stands: &[Stand::AnyCrc("crc32c_w32", 32), Stand::AnyCrc("crc32c_w512", 512)],
            exposed: &["state", "offer_channel_0", "offer_channel_1", "offer_channel_2", "offer_channel_3"],
            ..CLAIM
        }
    };
}

pub const CLAIMS: &[Claim] = &[
    stream!(Fifo<1, 1>, "fifo_w1_d2", "-DWIDTH=1 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0"),
    stream!(Fifo<8, 2>, "fifo_w8_d4", "-DWIDTH=8 -DCAPACITY=4 -DLATENCY=1 -DSLACK=0"),
    stream!(Fifo<2, 3>, "fifo_w2_d8", "-DWIDTH=2 -DCAPACITY=8 -DLATENCY=1 -DSLACK=0"),
    // The output stage counts as room, but cannot be entered directly: the input may stall one word early.
    stream!(BlockFifo<1, 1>, "block_fifo_w1_d2", "-DWIDTH=1 -DCAPACITY=3 -DLATENCY=2 -DSLACK=1"),
    stream!(BlockFifo<8, 2>, "block_fifo_w8_d4", "-DWIDTH=8 -DCAPACITY=5 -DLATENCY=2 -DSLACK=1"),
    stream!(SkidBuffer<1>, "skid_buffer_w1", "-DWIDTH=1 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0"),
    stream!(SkidBuffer<64>, "skid_buffer_w64", "-DWIDTH=64 -DCAPACITY=2 -DLATENCY=1 -DSLACK=0"),
    queue!(Fifo<12, 2>, "fifo_w12_d4", "lut_ram_w12_d4", 12, 2, "-DWIDTH=12 -DLOG=2 -DLATENCY=1", false, 3),
    queue!(Fifo<19, 3>, "fifo_w19_d8", "lut_ram_w19_d8", 19, 3, "-DWIDTH=19 -DLOG=3 -DLATENCY=1", false, 3),
    queue!(Fifo<4, 4>, "fifo_w4_d16", "lut_ram_w4_d16", 4, 4, "-DWIDTH=4 -DLOG=4 -DLATENCY=1", false, 1),
    queue!(Fifo<14, 5>, "fifo_w14_d32", "lut_ram_w14_d32", 14, 5, "-DWIDTH=14 -DLOG=5 -DLATENCY=1", false, 1),
    queue!(Fifo<18, 6>, "fifo_w18_d64", "lut_ram_w18_d64", 18, 6, "-DWIDTH=18 -DLOG=6 -DLATENCY=1", false, 1),
    queue!(Fifo<17, 7>, "fifo_w17_d128", "lut_ram_w17_d128", 17, 7, "-DWIDTH=17 -DLOG=7 -DLATENCY=1", false, 1),
    queue!(Fifo<8, 8>, "fifo_w8_d256", "lut_ram_w8_d256", 8, 8, "-DWIDTH=8 -DLOG=8 -DLATENCY=1", false, 1),
    queue!(
        BlockFifo<64, 7>,
        "block_fifo_w64_d128",
        "block_ram_w64_d128",
        64,
        7,
        "-DWIDTH=64 -DLOG=7 -DLATENCY=2 -DBLOCK",
        true,
        1
    ),
    queue!(
        BlockFifo<64, 9>,
        "block_fifo_w64_d512",
        "block_ram_w64_d512",
        64,
        9,
        "-DWIDTH=64 -DLOG=9 -DLATENCY=2 -DBLOCK",
        true,
        1
    ),
    queue!(
        BlockFifo<64, 10>,
        "block_fifo_w64_d1024",
        "block_ram_w64_d1024",
        64,
        10,
        "-DWIDTH=64 -DLOG=10 -DLATENCY=2 -DBLOCK",
        true,
        1
    ),
    arbiter!(1, "round_robin_1", "-DN=1"),
    arbiter!(2, "round_robin_2", "-DN=2"),
    arbiter!(3, "round_robin_3", "-DN=3"),
    arbiter!(4, "round_robin_4", "-DN=4"),
    arbiter!(5, "round_robin_5", "-DN=5"),
    arbiter!(6, "round_robin_6", "-DN=6"),
    arbiter!(8, "round_robin_8", "-DN=8"),
    arbiter!(12, "round_robin_12", "-DN=12"),
    Claim { contract: "axi_lite_slave", block: "axi_lite_slave", export: exported::<AxiLiteSlave>, states: 4, ..CLAIM },
    Claim {
        contract: "record",
        block: "record_writer_c1_p1",
        export: || exported::<RecordWriter<1, 1, 0>>().into_iter().chain(exported::<Interlock>()).collect(),
        parameters: "one channel, one part of up to three lines",
        states: 6,
        ..CLAIM
    },
    Claim {
        contract: "doorbell",
        block: "iteration_s1",
        export: exported::<Iteration<1, 0>>,
        parameters: "EVs of 16",
        states: 6,
        within: 20,
        ..CLAIM
    },
    Claim { contract: "set_over_clear", block: "sequencer", export: exported::<Sequencer>, states: 4, ..CLAIM },
    Claim { contract: "region_bound", block: "expander", export: exported::<Expander>, states: 4, ..CLAIM },
    Claim {
        contract: "bounded_writes",
        block: "write_queues_p1",
        export: exported::<WriteQueues<1>>,
        parameters: "one port",
        states: 3,
        ..CLAIM
    },
    Claim {
        contract: "tagged_writer",
        block: "tagged_writer_p4_w83",
        export: || {
            let modules = exported::<TaggedWriter<4, 83>>();
            shorten::<Fifo<1, 1>>(shorten::<Fifo<83, 1>>(modules, "fifo_w83_d32"), "fifo_w1_d32")
        },
        parameters: "four ports, queues of two",
        definitions: "-DMOST=2",
        states: 3,
        within: 20,
        ..CLAIM
    },
    Claim {
        contract: "line_mux",
        block: "line_mux_4",
        export: || {
            let modules = exported::<LineMux<4>>();
            shorten::<Fifo<73, 1>>(shorten::<Fifo<4, 1>>(modules, "fifo_w4_d128"), "fifo_w73_d4")
        },
        parameters: "four sources, queues of two",
        definitions: "-DMOST=2",
        states: 4,
        within: 20,
        ..CLAIM
    },
    line_reader!(8, Tier::Short),
    line_reader!(11, Tier::Long),
    Claim {
        contract: "evictor",
        block: "evictor_s4",
        export: exported::<Evictor<4>>,
        parameters: "EVs of 64",
        definitions: "-DSLICES=4 -DBEATS=64",
        method: Method::Bounded(12),
        states: 4,
        within: 24,
        ..CLAIM
    },
    record_parts!("channel 0", "-DCHANNEL=0 -DOPEN=7 -DLINES=3 -DGAP=1"),
    record_parts!("channel 1", "-DCHANNEL=1 -DOPEN=7 -DLINES=3 -DGAP=1"),
    record_parts!("channel 2", "-DCHANNEL=2 -DOPEN=7 -DLINES=3 -DGAP=1"),
    record_parts!("channel 3", "-DCHANNEL=3 -DOPEN=7 -DLINES=3 -DGAP=1"),
];
