//! The registers of the SmartSSD's FPGA, and the mailbox through which the host tells it what to move.
//!
//! # Memory
//! The FPGA's DRAM is [`DRAM_BYTES`] from device physical address (DPA) 0. Two *transaction (TX) buffers* of `TX_BYTES` each are its
//! first bytes: HDM-DB, which the host sees at `HDM_BASE`, and reads only. The *embedding cache* is `CACHE_VECTORS` embedding vectors
//! (EVs) from `CACHE_BASE` on: private device memory (PDM), which nobody else sees and which is not coherent. EVs live on the SSD, a
//! Type-3 device behind the same switch: number `v` at `SSD_BASE + v * EV bytes`. All traffic moves in lines of 64 bytes.
//!
//! # Movements
//! What is in the cache is the host's business. It writes [`Movement`]s into a ring of `MAILBOX_LINES` lines in its memory from
//! `MAILBOX_BASE` on, [`MOVEMENTS`] a line, and says by `MAILBOX_TAIL` how many lines it has written since reset. Line `n` is at index `n %
//! MAILBOX_LINES`. Every line has its number and a CRC-32C ([`MailboxLine`]), so a line that is not all there is found before
//! anything of it is done.
//!
//! A *plan* is evictions, then loads, then [`Movement::End`] with the plan's number, one more than that of the plan before it; the first is 1.
//! No load begins before every eviction of its plan is answered by the SSD, and no plan before all of the one before it is answered.
//! `PLANS_DONE` is the number of the last plan that is answered as a whole.
//!
//! `MAILBOX_HEAD` is how many lines the device needs no more. Up to `MAILBOX_LINES` may be written ahead of it; it moves when all of a
//! plan, or all of its evictions, are answered, so neither may be longer than the mailbox. Plan numbers do not wrap.
//!
//! # Iterations
//! [`Command::Iterate`] executes a kernel plan ([`crate::kernel_plan`]) with the settings as they are when the doorbell rings: it keeps all of them, from
//! `TX_BYTES` to `PLAN`, until it has ended, and the host may write those of the next one. Its programs and
//! gradients are host physical addresses (HPA), read over CXL.cache. First the TX buffers swap their roles: the outputs of the
//! iteration go to the *new* buffer, which is device biased while the kernel works: a host that reads from it waits, and so do its reads
//! behind that one, so neither programs nor gradients may be there. Lines that the host may hold are back-invalidated before they are
//! written. The *old* buffer, host biased, holds those of the iteration before. The kernel starts
//! when `PLANS_DONE` has reached `PLAN`.
//!
//! # Errors
//! * An iteration that cannot go on stops as `kernel_plan` says, with `FAILED` and `ERROR`. `LOADS_DONE` to `MOVES_DONE` say how far its programs came.
//!   After `CLEAR_STATUS`, [`Command::Continue`] executes what is left, a plan of its own, without swapping buffers.
//! * A movement that cannot be done stops the cache agent: what is under way ends, `AGENT_FAILED` is set, `AGENT_ERROR` and
//!   `AGENT_ERROR_POSITION` say why and where. `CLEAR_AGENT` lets it go on from the last movement behind which all was answered: the
//!   begin of a plan, or of its loads. Doing them again changes nothing: an EV is still in the cache until its eviction is answered.
//!
//! Every write to `DOORBELL` begins an iteration, or sets `FAILED` and says why in `ERROR`: as [`KernelError::Busy`] while an iteration is under way, its last
//! cycle included. While `FAILED` is set, it is ignored. If an iteration that was refused so fails itself later, or in the same cycle, `ERROR` is
//! its own. What is set in the cycle in which `CLEAR` takes effect stays set.
//!
//! `STATUS` of one of the two says nothing about the other.
//!
//! # Settings that change
//! What is checked is what is used, in the same cycle: no write of a setting, of a program or of the mailbox at any time makes the device write
//! outside the TX buffer and the cache of its iteration, or outside the cache and the EVs of the SSD of its movement. `MAILBOX_BASE` and
//! `MAILBOX_LINES` are taken when `MAILBOX_TAIL` first differs from 0, and stay until reset. A movement keeps the settings with which it began. While
//! an iteration is under way, the TX buffers are served, and what the host holds of them is snooped, with `HDM_BASE` and `TX_BYTES` as they were
//! when its doorbell rang; else with these as they are. Nobody snoops what the host holds when they change: change `HDM_BASE` when it holds nothing.

use crate::kernel_plan::{BAG_BITS, KernelError, MAX_BANKS};
use crate::table::{action, enumeration, registers, setting, status};
use crate::{Field, Register, RegisterMap};

/// The value of `IDENTITY`: "EMBERSSD", big endian.
pub const IDENTITY_VALUE: u64 = 0x454d_4245_5253_5344;
/// The value of `VERSION`: major version in bits 31:16, minor in 15:0.
pub const VERSION_VALUE: u64 = 1 << 16;
/// Bytes of the FPGA's DRAM: 4 GiB, as the SmartSSD has.
pub const DRAM_BYTES: u64 = 1 << 32;
/// Lines of the TX buffers of which the device knows whether the host may hold them; of those behind them it assumes so.
pub const TRACKED_LINES: u64 = 1 << 17;
/// EVs of the cache, from the first on, whose uses are counted.
pub const COUNTED_VECTORS: u64 = 1 << 14;
/// Cycles after a write to `COUNT_INDEX` in which `VECTOR_USES` may still be of another EV.
pub const COUNT_CYCLES: u64 = 32;
/// Bits of a count of uses, which stays at its greatest value.
pub const COUNT_BITS: usize = 16;

/// Attribute of requests to the SSD: they need not be answered in a fixed time (ND, non-deterministic).
pub const NON_DETERMINISTIC: u64 = 1;
/// Attribute of requests to the SSD: a write may be answered from a buffer that survives a loss of power (BF, bufferable).
pub const BUFFERABLE: u64 = 2;

/// Movements of a mailbox line.
pub const MOVEMENTS: usize = 3;
/// Bits of a movement.
pub const MOVEMENT_BITS: usize = 128;
/// Bits of the number of an EV on the SSD.
pub const SSD_VECTOR_BITS: usize = 40;
/// Place of the number of EVs in a movement; the first EV's number on the SSD, or the plan's, is below it.
pub const COUNT_LSB: usize = SSD_VECTOR_BITS;
/// Bits of the number of EVs.
pub const MOVED_BITS: usize = 16;
/// Place of the kind in a movement.
pub const KIND_LSB: usize = COUNT_LSB + MOVED_BITS;
/// Bits of the kind.
pub const KIND_BITS: usize = 2;
/// Place of the first EV's number in the cache.
pub const CACHED_LSB: usize = 64;
/// Place of the line's number in a mailbox line.
pub const NUMBER_LSB: usize = MOVEMENTS * MOVEMENT_BITS;
/// Place of the CRC-32C of all bytes before it.
pub const CRC_LSB: usize = 480;
/// 32-bit words of a line.
pub const LINE_WORDS: usize = 16;

const _: () = assert!(KIND_LSB + KIND_BITS <= CACHED_LSB && CRC_LSB + 32 == 32 * LINE_WORDS);

/// What the cache agent does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Movement {
    /// Nothing: fills a line.
    #[default]
    Nothing,
    /// Copies EVs from the cache to the SSD.
    Evict(Range),
    /// Copies EVs from the SSD to the cache.
    Load(Range),
    /// Ends a plan.
    End {
        /// Number of the plan.
        plan: u32,
    },
}

/// EVs one behind the other, on the SSD and in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    /// Number of the first EV on the SSD, below `1 << SSD_VECTOR_BITS`.
    pub ssd: u64,
    /// Number of the first EV in the cache.
    pub cached: u32,
    /// EVs, at least one.
    pub count: u16,
}

/// The kind of a movement as a line holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MovementKind {
    /// [`Movement::Nothing`].
    Nothing = 0,
    /// [`Movement::Evict`].
    Evict = 1,
    /// [`Movement::Load`].
    Load = 2,
    /// [`Movement::End`].
    End = 3,
}

impl Movement {
    /// As memory holds it: little-endian words.
    #[must_use]
    pub const fn encode(self) -> [u32; 4] {
        let (kind, low, count, cached) = match self {
            Self::Nothing => (MovementKind::Nothing, 0, 0, 0),
            Self::Evict(Range { ssd, cached, count }) => (MovementKind::Evict, ssd, count, cached),
            Self::Load(Range { ssd, cached, count }) => (MovementKind::Load, ssd, count, cached),
            Self::End { plan } => (MovementKind::End, plan as u64, 0, 0),
        };
        let low = low & ((1 << SSD_VECTOR_BITS) - 1);
        let words = low | (count as u64) << COUNT_LSB | (kind as u64) << KIND_LSB;
        [words as u32, (words >> 32) as u32, cached, 0]
    }

    /// From memory; bits that mean nothing are ignored.
    #[must_use]
    pub const fn decode(words: [u32; 4]) -> Self {
        let low = words[0] as u64 | (words[1] as u64) << 32;
        let ssd = low & ((1 << SSD_VECTOR_BITS) - 1);
        let range = Range { ssd, cached: words[2], count: (low >> COUNT_LSB) as u16 };
        match (low >> KIND_LSB) & ((1 << KIND_BITS) - 1) {
            0 => Self::Nothing,
            1 => Self::Evict(range),
            2 => Self::Load(range),
            _ => Self::End { plan: ssd as u32 },
        }
    }
}

/// A line of the mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailboxLine {
    /// What to do, in order.
    pub movements: [Movement; MOVEMENTS],
    /// Lines that were written before it since reset, modulo 2^32.
    pub number: u32,
}

impl MailboxLine {
    /// Its first 15 words, as memory holds them; the last is the CRC-32C of these 60 bytes.
    #[must_use]
    pub fn encode(&self) -> [u32; LINE_WORDS - 1] {
        let mut words = [0; LINE_WORDS - 1];
        for (words, movement) in words.chunks_exact_mut(4).zip(self.movements) {
            words.copy_from_slice(&movement.encode());
        }
        words[NUMBER_LSB / 32] = self.number;
        words
    }

    /// From the first 15 words of a line.
    #[must_use]
    pub fn decode(words: &[u32; LINE_WORDS - 1]) -> Self {
        let mut movements = [Movement::Nothing; MOVEMENTS];
        for (movement, words) in movements.iter_mut().zip(words.chunks_exact(4)) {
            *movement = Movement::decode([words[0], words[1], words[2], words[3]]);
        }
        Self { movements, number: words[NUMBER_LSB / 32] }
    }
}

enumeration! {
    /// What a write to `DOORBELL` starts.
    Command {
        Iterate = 1: "Swap the TX buffers and execute a kernel plan.";
        Continue = 2: "Execute a kernel plan without swapping the TX buffers: what is left of one that was stopped.";
    }
}

enumeration! {
    /// Why the cache agent has stopped. `AGENT_ERROR` holds it (0: no error), `AGENT_ERROR_POSITION` says at which movement.
    AgentError {
        Layout = 1: "TX buffers, cache and DRAM do not fit: see the settings.";
        Overrun = 2: "`MAILBOX_TAIL` is more than `MAILBOX_LINES` ahead of `MAILBOX_HEAD`, or behind it.";
        HostRead = 3: "The mailbox could not be read: a line came poisoned, or from where nothing is.";
        Torn = 4: "A line's number or CRC-32C is not what it should be: it is not written, or not all of it.";
        CacheRange = 5: "A movement leaves the cache, or moves nothing.";
        SsdRange = 6: "A movement leaves the SSD's EVs.";
        Order = 7: "An eviction stands behind a load of its plan.";
        PlanOrder = 8: "A plan's number is not one more than that of the plan before it.";
        SsdRead = 9: "The SSD answered a read with an error, or its burst ended early or late.";
        SsdWrite = 10: "The SSD answered a write with an error.";
        DramRead = 11: "The DRAM answered a read with an error, or its burst ended early or late.";
        DramWrite = 12: "The DRAM answered a write with an error.";
    }
}

/// `CAPABILITIES`: banks of a side of the kernel.
pub const BANKS: Field = Field { name: "BANKS", lsb: 0, width: 8, description: "banks of a side of the kernel" };
/// `CAPABILITIES`: FP32 elements of an EV.
pub const ELEMENTS: Field = Field { name: "ELEMENTS", lsb: 16, width: 16, description: "FP32 elements of an EV" };
/// `STATUS`: an iteration is under way.
pub const BUSY: Field = Field { name: "BUSY", lsb: 0, width: 1, description: "an iteration is under way" };
/// `STATUS`: the last iteration ended well.
pub const DONE: Field =
    Field { name: "DONE", lsb: 1, width: 1, description: "the last iteration ended well; all it wrote is answered" };
/// `STATUS`: the last iteration was refused or stopped.
pub const FAILED: Field = Field {
    name: "FAILED",
    lsb: 2,
    width: 1,
    description: "ERROR holds a code; doorbells are ignored until it is cleared",
};
/// `STATUS`: the iteration waits for `PLAN`.
pub const WAITING: Field =
    Field { name: "WAITING", lsb: 3, width: 1, description: "the iteration waits until PLANS_DONE reaches PLAN" };
/// `STATUS`: the TX buffer that is, or was last, written.
pub const NEW_BUFFER: Field = Field {
    name: "NEW_BUFFER",
    lsb: 4,
    width: 1,
    description: "number of the new TX buffer; the other one is old; 1 after reset",
};
/// `STATUS`: the agent has lines that are not answered.
pub const AGENT_BUSY: Field = Field {
    name: "AGENT_BUSY",
    lsb: 8,
    width: 1,
    description: "the mailbox has lines that are not executed, and the agent has not failed",
};
/// `STATUS`: the agent has stopped.
pub const AGENT_FAILED: Field =
    Field { name: "AGENT_FAILED", lsb: 9, width: 1, description: "AGENT_ERROR holds a code; no movement begins" };
/// `ERROR`: the code.
pub const CODE: Field = Field { name: "CODE", lsb: 0, width: 4, description: "why (KernelError); 0: no error" };
/// `ERROR`: the program.
pub const PROGRAM: Field = Field {
    name: "PROGRAM",
    lsb: 4,
    width: 2,
    description: "at which program: 0 loads, 1 forward, 2 backward, 3 moves",
};
/// `AGENT_ERROR_POSITION`: the line.
pub const LINE: Field = Field { name: "LINE", lsb: 0, width: 32, description: "number of the mailbox line" };
/// `AGENT_ERROR_POSITION`: the movement.
pub const MOVEMENT: Field = Field {
    name: "MOVEMENT",
    lsb: 32,
    width: 2,
    description: "movement of the line; of errors of memory, the next one",
};
/// `CLEAR`: clears `DONE`, `FAILED` and `ERROR`.
pub const CLEAR_STATUS: Field = Field {
    name: "CLEAR_STATUS",
    lsb: 0,
    width: 1,
    description: "write 1: DONE, FAILED and ERROR become 0, but for what comes in that cycle",
};
/// `CLEAR`: sets every counter to zero.
pub const CLEAR_COUNTERS: Field = Field {
    name: "CLEAR_COUNTERS",
    lsb: 1,
    width: 1,
    description: "write 1: every counter from CYCLES on becomes 0, but for VECTOR_USES",
};
/// `CLEAR`: lets the agent go on.
pub const CLEAR_AGENT: Field = Field {
    name: "CLEAR_AGENT",
    lsb: 2,
    width: 1,
    description: "write 1: AGENT_FAILED and AGENT_ERROR become 0, and the agent goes on from the last movement behind which all was answered",
};

/// Bits of the number of words of a program.
pub const PROGRAM_WORDS_BITS: u32 = 28;
/// Bits of the number of gradients of an iteration.
pub const GRADIENTS_BITS: u32 = 26;

registers! {
    IDENTITY = Register { reset: IDENTITY_VALUE, ..status(0x000, "IDENTITY", 64, "\"EMBERSSD\", big endian") };
    VERSION = Register {
        reset: VERSION_VALUE,
        ..status(0x008, "VERSION", 32, "interface version: major in bits 31:16, minor in 15:0")
    };
    DRAM_SIZE = Register { reset: DRAM_BYTES, ..status(0x010, "DRAM_SIZE", 64, "bytes of the FPGA's DRAM") };
    CAPABILITIES = Register {
        fields: &[BANKS, ELEMENTS],
        ..status(0x018, "CAPABILITIES", 32, "what this device was built with")
    };
    STATUS = Register {
        fields: &[BUSY, DONE, FAILED, WAITING, NEW_BUFFER, AGENT_BUSY, AGENT_FAILED],
        ..status(0x020, "STATUS", 10, "state of the device; the interrupt line is high while DONE, FAILED or AGENT_FAILED is set")
    };
    ERROR = Register {
        fields: &[CODE, PROGRAM],
        ..status(0x028, "ERROR", 6, "why the last iteration was refused or stopped")
    };
    AGENT_ERROR = status(0x030, "AGENT_ERROR", 8, "why the cache agent has stopped (AgentError); 0: no error");
    AGENT_ERROR_POSITION = Register {
        fields: &[LINE, MOVEMENT],
        ..status(0x038, "AGENT_ERROR_POSITION", 34, "at which movement of the mailbox")
    };
    LOADS_DONE = status(0x040, "LOADS_DONE", 32, "words that the program of the loads has done, waits not counted");
    FORWARD_DONE = status(0x048, "FORWARD_DONE", 32, "words that the forward program has done, waits not counted");
    BACKWARD_DONE = status(0x050, "BACKWARD_DONE", 32, "words that the backward program has done, waits not counted");
    MOVES_DONE = status(0x058, "MOVES_DONE", 32, "words that the program of the moves has done, waits not counted");
    MAILBOX_HEAD = status(0x060, "MAILBOX_HEAD", 32, "lines of the mailbox that the device needs no more, since reset, modulo 2^32");
    PLANS_DONE = status(0x068, "PLANS_DONE", 32, "number of the last plan of which all is answered; 0: none");

    HDM_BASE = setting(0x100, "HDM_BASE", 52, "HPA of the TX buffers, a multiple of 64; bit 0 commits: they are served over CXL.mem");
    TX_BYTES = setting(0x108, "TX_BYTES", 32, "bytes of a TX buffer, a multiple of those of an EV; the buffers are at DPA 0 and TX_BYTES");
    CACHE_BASE = setting(0x110, "CACHE_BASE", 32, "DPA of the embedding cache, a multiple of the bytes of an EV, not below the end of the TX buffers");
    CACHE_VECTORS = setting(0x118, "CACHE_VECTORS", 32, "EVs of the cache, which end within the DRAM");
    SSD_BASE = setting(0x120, "SSD_BASE", 52, "address of EV 0 on the SSD, a multiple of the bytes of an EV");
    SSD_VECTORS = setting(0x128, "SSD_VECTORS", 41, "EVs of the SSD");
    MAILBOX_BASE = setting(0x130, "MAILBOX_BASE", 52, "HPA of the mailbox, a multiple of 64; taken with the first line");
    MAILBOX_LINES = setting(0x138, "MAILBOX_LINES", 32, "lines of the mailbox, a power of two; taken with the first line");
    MAILBOX_TAIL = setting(0x140, "MAILBOX_TAIL", 32, "lines that were written to the mailbox since reset, modulo 2^32");
    LOADS_BASE = setting(0x148, "LOADS_BASE", 52, "HPA of the program of the loads, a multiple of 64");
    FORWARD_BASE = setting(0x150, "FORWARD_BASE", 52, "HPA of the forward program, a multiple of 64");
    BACKWARD_BASE = setting(0x158, "BACKWARD_BASE", 52, "HPA of the backward program, a multiple of 64");
    MOVES_BASE = setting(0x160, "MOVES_BASE", 52, "HPA of the program of the moves, a multiple of 64");
    LOADS_WORDS = setting(0x168, "LOADS_WORDS", PROGRAM_WORDS_BITS, "words of the program of the loads, waits included");
    FORWARD_WORDS = setting(0x170, "FORWARD_WORDS", PROGRAM_WORDS_BITS, "words of the forward program, waits included");
    BACKWARD_WORDS = setting(0x178, "BACKWARD_WORDS", PROGRAM_WORDS_BITS, "words of the backward program, waits included");
    MOVES_WORDS = setting(0x180, "MOVES_WORDS", PROGRAM_WORDS_BITS, "words of the program of the moves, waits included");
    GRADIENT_BASE = setting(0x188, "GRADIENT_BASE", 52, "HPA of the gradients, a multiple of 64, one behind the other in the order of the backward program");
    GRADIENTS = setting(0x190, "GRADIENTS", GRADIENTS_BITS, "gradients of the iteration");
    BAGS = setting(0x198, "BAGS", 32, "bags whose outputs the iteration makes: that of bag b goes to b * EV bytes of the new TX buffer, which holds them all");
    PLAN = setting(0x1a0, "PLAN", 32, "the kernel starts when PLANS_DONE has reached this");
    COUNT_INDEX = setting(0x1a8, "COUNT_INDEX", 14, "EV of the cache whose uses VECTOR_USES reads, 32 cycles later");

    DOORBELL = action(0x280, "DOORBELL", 8, "begins an iteration with the settings as they are: 1 iterate, 2 continue");
    CLEAR = Register {
        fields: &[CLEAR_STATUS, CLEAR_COUNTERS, CLEAR_AGENT],
        ..action(0x288, "CLEAR", 3, "clears status or counters, or lets the agent go on")
    };

    CYCLES = status(0x300, "CYCLES", 64, "clock cycles since reset or the last clear of counters");
    KERNEL_CYCLES = status(0x308, "KERNEL_CYCLES", 64, "cycles in which the kernel executed a plan");
    WAIT_CYCLES = status(0x310, "WAIT_CYCLES", 64, "cycles in which an iteration waited for PLAN");
    AGENT_CYCLES = status(0x318, "AGENT_CYCLES", 64, "cycles in which the agent had movements to do");
    FORWARD_HAZARD_CYCLES = status(0x320, "FORWARD_HAZARD_CYCLES", 64, "cycles in which a forward word waited for the adder alone");
    BACKWARD_HAZARD_CYCLES = status(0x328, "BACKWARD_HAZARD_CYCLES", 64, "cycles in which a backward word waited for a slot that was being updated or for an adder, alone");
    ITERATIONS = status(0x330, "ITERATIONS", 64, "iterations that ended well");
    VECTORS_EVICTED = status(0x338, "VECTORS_EVICTED", 64, "EVs that the SSD has taken");
    VECTORS_LOADED = status(0x340, "VECTORS_LOADED", 64, "EVs that came from the SSD and that the DRAM has taken");
    VECTORS_READ = status(0x348, "VECTORS_READ", 64, "EVs that the kernel has asked the cache for");
    VECTORS_WRITTEN = status(0x350, "VECTORS_WRITTEN", 64, "EVs that the kernel has written to the cache");
    OUTPUTS_WRITTEN = status(0x358, "OUTPUTS_WRITTEN", 64, "outputs that the kernel has written to a TX buffer");
    LINES_FETCHED = status(0x360, "LINES_FETCHED", 64, "CXL.cache: lines that came from the host or a peer");
    MEM_READS = status(0x368, "MEM_READS", 64, "CXL.mem: answers with data");
    BACK_INVALIDATES = status(0x370, "BACK_INVALIDATES", 64, "CXL.mem: back-invalidate snoops that were answered");
    WRITES_REFUSED = status(0x378, "WRITES_REFUSED", 64, "CXL.mem: writes to the TX buffers, which were answered and not done");
    VECTOR_USES = status(0x380, "VECTOR_USES", COUNT_BITS as u32, "reads and writes by the kernel of EV COUNT_INDEX of the cache since it was loaded; stays at 65535");
}

// Settings of the kernel are as wide as what they name.
const _: () = assert!(MAX_BANKS < 1 << BANKS.width && BAG_BITS < 32 && (KernelError::Layout as u64) < 1 << CODE.width);
const _: () = assert!(COUNTED_VECTORS == 1 << COUNT_INDEX.width);

/// The register map of the SmartSSD's FPGA.
pub const MAP: RegisterMap = RegisterMap {
    name: "smartssd",
    description: "CXL Type-2 FPGA of a SmartSSD with embedding cache agent and embedding kernel (NDRec)",
    bytes: 0x1000,
    registers: REGISTERS,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movements_are_what_was_encoded() {
        let range = Range { ssd: 0xab_1234_5678, cached: 0xfedc_ba98, count: 0xffff };
        for movement in
            [Movement::Nothing, Movement::Evict(range), Movement::Load(range), Movement::End { plan: u32::MAX }]
        {
            assert_eq!(Movement::decode(movement.encode()), movement);
        }
    }

    #[test]
    fn lines_are_what_was_encoded() {
        let range = Range { ssd: 7, cached: 8, count: 9 };
        let movements = [Movement::Evict(range), Movement::Load(range), Movement::End { plan: 1 }];
        let line = MailboxLine { movements, number: 0x1234_5678 };
        assert_eq!(MailboxLine::decode(&line.encode()), line);
    }
}
