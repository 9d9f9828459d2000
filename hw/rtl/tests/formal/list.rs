//! Every claim: which block keeps which contract, and how that is checked.

use super::claim::{Claim, Method, Modules, Stand, Tier, clocks_as_enables, exported, lower, shorten};
use emberlane_rtl::axi::{AxiLiteSlave, LineMux, ResetGuard};
use emberlane_rtl::crossing::AsyncFifo;
use emberlane_rtl::cxl::bridge::{LineClaims, ReadBridge, WriteBridge};
use emberlane_rtl::cxl_mem::checkpoint::interlock::Interlock;
use emberlane_rtl::cxl_mem::checkpoint::record_writer::RecordWriter;
use emberlane_rtl::cxl_mem::endpoint::flusher::Flusher;
use emberlane_rtl::cxl_mem::endpoint::memory_port::MemoryPort;
use emberlane_rtl::cxl_mem::endpoint::tagged_writer::TaggedWriter;
use emberlane_rtl::cxl_mem::expander::Expander;
use emberlane_rtl::cxl_mem::line_reader::LineReader;
use emberlane_rtl::cxl_mem::sequencer::Sequencer;
use emberlane_rtl::cxl_mem::write_queues::WriteQueues;
use emberlane_rtl::memory_controller::MemoryController;
use emberlane_rtl::smartssd::evictor::Evictor;
use emberlane_rtl::smartssd::filler::Filler;
use emberlane_rtl::smartssd::iteration::Iteration;
use emberlane_rtl::smartssd::mailbox_reader::MailboxReader;
use emberlane_rtl::smartssd::peer_reader::PeerReader;
use emberlane_rtl::smartssd::tx_target::TxTarget;
use emberlane_rtl::smartssd::tx_tracker::TxTracker;
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

/// A queue between two clocks, each of which ticks whenever the solver likes.
macro_rules! async_fifo {
    ($log:literal, $pointer:literal, $name:literal, $synchroniser:literal, $parameters:literal, $definitions:literal) => {
        Claim {
            contract: "async_fifo",
            block: $name,
            export: || clocks_as_enables(exported::<AsyncFifo<1, $log, $pointer>>()),
            parameters: $parameters,
            definitions: $definitions,
            states: 2,
            stands: &[Stand::AnySynchroniser("synchroniser_w1", 1), Stand::AnySynchroniser($synchroniser, $pointer)],
            exposed: &["write_gray", "read_gray", "in_side_clear", "out_side_clear"],
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
            export: || shorten::<BlockFifo<64, 1>>(exported::<LineReader<4, 1>>(), "block_fifo_w64_d512"),
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
    ($cycles:literal, $channel:literal, $definitions:literal, $tier:expr) => {
        Claim {
            contract: "record_parts",
            block: "record_writer_c4_p4",
            export: || shorten::<Fifo<576, 1>>(exported::<RecordWriter<4, 4, 0>>(), "fifo_w576_d32"),
            parameters: concat!($channel, ", up to three lines a part, seven unanswered, queues of two"),
            definitions: $definitions,
            method: Method::Bounded($cycles),
            states: 5,
            within: 40,
            stands: &[Stand::AnyCrc("crc32c_w32", 32), Stand::AnyCrc("crc32c_w512", 512)],
            exposed: &["state"],
            tier: $tier,
        }
    };
}

macro_rules! reset_guard {
    ($beats:literal, $definitions:literal) => {
        Claim {
            contract: "reset_guard",
            block: "reset_guard",
            export: exported::<ResetGuard>,
            parameters: concat!("bursts of ", $beats, ", seven unanswered, patience without end"),
            definitions: $definitions,
            states: 6,
            within: 20,
            stands: &[Stand::Anything("endless_patience", "patience_c32768")],
            ..CLAIM
        }
    };
}

macro_rules! memory_controller {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "memory_controller",
            block: "memory_controller_r2_w2",
            export: exported::<MemoryController<1, 1, 2>>,
            parameters: "two reads and two writes, any delays and rates",
            definitions: "-DMOST=2",
            method: Method::Bounded($cycles),
            states: 5,
            within: 24,
            stands: &[Stand::Anything("any_delay", "pulse_delay_d2"), Stand::Anything("any_rate", "token_bucket")],
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! mailbox_reader {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "mailbox_reader",
            block: "mailbox_reader",
            export: exported::<MailboxReader>,
            method: Method::Bounded($cycles),
            states: 6,
            within: 24,
            stands: &[Stand::AnyCrc("crc32c_w480", 480)],
            exposed: &["crc_value"],
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! filler {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "filler",
            block: "filler_s2",
            export: exported::<Filler<2>>,
            parameters: "EVs of 32, four of them",
            definitions: "-DBEATS=2",
            method: Method::Bounded($cycles),
            states: 6,
            within: 24,
            stands: &[
                Stand::SomeWords("lut_ram_w64_d128", 64, 7, 2, false),
                Stand::SomeWords("lut_ram_w5_d128", 5, 7, 2, false),
                Stand::SomeWords("lut_ram_w7_d128", 7, 7, 2, false),
                Stand::SomeWords("block_ram_w512_d512", 512, 9, 3, true),
            ],
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! tx_target {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "tx_target",
            block: "tx_target",
            export: || {
                let modules = lower(exported::<TxTarget>(), "tx_target", "ALL_READS = 6'd32", "ALL_READS = 6'd2");
                shorten::<Fifo<530, 1>>(shorten::<Fifo<16, 1>>(modules, "fifo_w16_d32"), "fifo_w530_d32")
            },
            parameters: "two reads, queues of two",
            definitions: "-DMOST=2",
            method: Method::Bounded($cycles),
            states: 7,
            within: 16,
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! tx_tracker {
    ($slices:literal, $name:literal, $definitions:literal, $parameters:literal, $cycles:literal, $tier:expr) => {
        Claim {
            contract: "tx_tracker",
            block: $name,
            export: || {
                let modules =
                    shorten::<BlockFifo<64, 3>>(exported::<TxTracker<$slices, 8, 0>>(), "block_fifo_w64_d256");
                shorten::<BlockFifo<54, 3>>(modules, "block_fifo_w54_d256")
            },
            parameters: $parameters,
            definitions: $definitions,
            method: Method::Bounded($cycles),
            states: 5,
            within: 16,
            stands: &[Stand::Anything("one_word_dual_port_ram", "dual_port_ram_w1_d131072")],
            exposed: &["u_held.chosen"],
            tier: $tier,
        }
    };
}

macro_rules! peer_reader {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "peer_reader",
            block: "peer_reader_2",
            export: exported::<PeerReader<2>>,
            parameters: "two sources",
            method: Method::Bounded($cycles),
            states: 5,
            within: 15,
            stands: &[
                Stand::SomeWords("lut_ram_w2_d256", 2, 8, 4, false),
                Stand::SomeWords("lut_ram_w513_d256", 513, 8, 4, false),
            ],
            tier: $tier,
            ..CLAIM
        }
    };
}

macro_rules! flusher {
    ($cycles:literal, $tier:expr) => {
        Claim {
            contract: "flusher",
            block: "flusher_p1",
            export: || {
                let modules = shorten::<BlockFifo<64, 2>>(exported::<Flusher<1>>(), "block_fifo_w64_d512");
                let modules = shorten::<Fifo<513, 2>>(shorten::<Fifo<64, 2>>(modules, "fifo_w64_d16"), "fifo_w513_d16");
                shorten::<Fifo<18, 2>>(modules, "fifo_w18_d64")
            },
            parameters: "one port, regions of up to three lines, queues of four",
            method: Method::Bounded($cycles),
            states: 5,
            within: 15,
            stands: &[Stand::SomeWords("lut_ram_w513_d64", 513, 6, 4, false)],
            tier: $tier,
            ..CLAIM
        }
    };
}

/// One side of the bridge, as far as its first four beats go.
macro_rules! bridge {
    ($block:ty, $name:literal, $cycles:literal, $tier:expr) => {
        Claim {
            contract: $name,
            block: $name,
            export: exported::<$block>,
            parameters: "bursts of up to four beats, the first four beats",
            method: Method::Bounded($cycles),
            states: 5,
            within: 15,
            stands: &[
                Stand::SomeWords("lut_ram_w7_d64", 7, 6, 2, false),
                Stand::SomeWords("lut_ram_w514_d64", 514, 6, 2, false),
            ],
            tier: $tier,
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
    Claim { contract: "set_over_clear", block: "sequencer", export: exported::<Sequencer>, states: 5, ..CLAIM },
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
    Claim { contract: "interlock", block: "interlock", export: exported::<Interlock>, states: 5, ..CLAIM },
    reset_guard!("one beat", "-DBEATS=1"),
    reset_guard!("four beats", "-DBEATS=4"),
    Claim {
        contract: "memory_port",
        block: "memory_port",
        export: || {
            let modules = exported::<MemoryPort>();
            shorten::<Fifo<44, 1>>(shorten::<Fifo<37, 1>>(modules, "fifo_w37_d128"), "fifo_w44_d128")
        },
        parameters: "queues of two, patience without end",
        definitions: "-DMOST=2",
        method: Method::Bounded(7),
        states: 8,
        within: 16,
        stands: &[Stand::Anything("endless_patience", "patience_c2048")],
        ..CLAIM
    },
    async_fifo!(1, 2, "async_fifo_w1_d2", "synchroniser_w2", "two words", "-DWIDTH=1 -DLOG=1"),
    async_fifo!(1, 2, "async_fifo_w1_d2", "synchroniser_w2", "two words, no reset", "-DWIDTH=1 -DLOG=1 -DQUIET"),
    async_fifo!(2, 3, "async_fifo_w1_d4", "synchroniser_w3", "four words", "-DWIDTH=1 -DLOG=2"),
    async_fifo!(2, 3, "async_fifo_w1_d4", "synchroniser_w3", "four words, no reset", "-DWIDTH=1 -DLOG=2 -DQUIET"),
    memory_controller!(9, Tier::Short),
    memory_controller!(12, Tier::Long),
    mailbox_reader!(14, Tier::Short),
    mailbox_reader!(20, Tier::Long),
    filler!(9, Tier::Short),
    filler!(11, Tier::Long),
    tx_target!(7, Tier::Short),
    tx_target!(9, Tier::Long),
    tx_tracker!(1, "tx_tracker_s1_l8", "-DBEATS=1", "EVs of 16, eight lines, queues of eight", 9, Tier::Short),
    tx_tracker!(1, "tx_tracker_s1_l8", "-DBEATS=1", "EVs of 16, eight lines, queues of eight", 11, Tier::Long),
    tx_tracker!(2, "tx_tracker_s2_l8", "-DBEATS=2", "EVs of 32, eight lines, queues of eight", 8, Tier::Short),
    tx_tracker!(2, "tx_tracker_s2_l8", "-DBEATS=2", "EVs of 32, eight lines, queues of eight", 10, Tier::Long),
    Claim {
        contract: "line_claims",
        block: "line_claims",
        export: exported::<LineClaims>,
        parameters: "as in use, any line",
        definitions: "-DBITS=7",
        states: 4,
        ..CLAIM
    },
    bridge!(ReadBridge, "read_bridge", 9, Tier::Short),
    bridge!(ReadBridge, "read_bridge", 12, Tier::Long),
    bridge!(WriteBridge, "write_bridge", 9, Tier::Short),
    bridge!(WriteBridge, "write_bridge", 12, Tier::Long),
    peer_reader!(9, Tier::Short),
    peer_reader!(12, Tier::Long),
    flusher!(12, Tier::Short),
    flusher!(14, Tier::Long),
    record_parts!(40, "channel 0", "-DCHANNEL=0 -DOPEN=7 -DLINES=3 -DGAP=1", Tier::Long),
    record_parts!(40, "channel 1", "-DCHANNEL=1 -DOPEN=7 -DLINES=3 -DGAP=1", Tier::Long),
    record_parts!(40, "channel 2", "-DCHANNEL=2 -DOPEN=7 -DLINES=3 -DGAP=1", Tier::Long),
    record_parts!(40, "channel 3", "-DCHANNEL=3 -DOPEN=7 -DLINES=3 -DGAP=1", Tier::Long),
];
