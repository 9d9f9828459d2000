//! The registers of CXL-MEM, and the memory layout of what they point to.
//!
//! # Memory
//! The device has one physical address space (DPA). Persistent memory starts at 0; the volatile scratchpad starts at
//! [`SCRATCHPAD_BASE`]. Persistent memory is interleaved over the channels at [`INTERLEAVE_BYTES`], and so is the scratchpad
//! over as many ports of its own (see [`interleave`]).
//! All traffic moves in lines of [`LINE_BYTES`].
//!
//! # A batch
//! The host writes a batch's descriptors into the scratchpad, sets the registers, and rings the doorbell with
//! [`Command::Lookup`] or [`Command::Update`]. Both commands are one *segmented reduction*: a directory of tables,
//! segments in table order, and for each segment a list of entries in CSR form. Two more are an update but for where it starts
//! and where it writes.
//!
//! | | `Lookup` | `Update` |
//! |---|---|---|
//! | segment | bag | unique row, strictly ascending within its table |
//! | entry | row of the bag's table (`INDICES`) | bag that uses the row (`SOURCE_BAGS`), repeats kept, ascending |
//! | directory | `BAG_DIRECTORY`: segments = bags of the table | `ROW_DIRECTORY`: segments = unique rows of the table |
//! | offsets | `BAG_OFFSETS`, bags + 1 words, the first 0, the last `ENTRY_COUNT` | `ROW_OFFSETS`, rows + 1 words, likewise |
//! | starts from | +0 | the row |
//! | each entry | `acc = acc + row` | `acc = acc - (lr * (scale * g))`; sum: no `scale` |
//! | ends with | mean: `acc = acc * scale` | |
//! | written to | vector of the bag in the pooled region | the row |
//!
//! * [`Command::Stage`]: as an update, but the new row of segment `s` is written to vector `s` from `STAGED_BASE`, in the scratchpad;
//!   the tables stay as they are.
//! * [`Command::Accumulate`]: as an update, but every row starts from +0, and the data region lies in the scratchpad. It may
//!   share memory with the gradient region: a row may be what its own segment takes, and no other segment takes. Of a row
//!   that another segment takes, old lines and new ones may be taken.
//!
//! All lists are little-endian 32-bit words. A directory entry is [`DIRECTORY_WORDS`] words:
//! DPA of row 0 (low, high), rows of the table, segments of the table in this batch. Tables ascend in address and do not
//! overlap. `BAG_SCALES` (one FP32 a bag) and `SOURCE_SCALES` (one FP32 an entry of `SOURCE_BAGS`) hold 1/n and are read for mean pooling only.
//!
//! Every ring of the doorbell posts a job with the settings (0x100 to 0x27f) as they are then. Jobs run one after the
//! other, in order; [`JOB_QUEUE`] may wait behind the one that runs, so a host posts a whole batch, and the next one, and
//! does nothing more. Each job is checked before it writes anything. A job that fails leaves memory as it was (media errors
//! and lists that change while it runs apart), and the jobs behind it are dropped.
//!
//! Lists belong to the device until the job that uses them has ended. A host that writes them in the meantime cannot make the device
//! read rows or write results outside the regions of the job, nor keep a job from ending: what changed may go unnoticed, be reported as any
//! other error of lists, or as [`ErrorCode::OutsideJob`].
//!
//! # Rows that are read again
//! With [`ROW_CACHE_ENABLED`] in `ROW_CACHE` each engine keeps lines of rows that it reads in a lookup. A line that it needs again in the
//! same lookup comes from there, and not from its channel: a batch in which few rows are most of the entries is not bound by the channel
//! that holds them. Every job begins with nothing kept. So a lookup reads what was written before it began, by jobs before it or by a
//! host whose write was answered. Of a row that the host writes while the lookup runs it may take the old line as long as it runs, also if the
//! host writes poison.
//!
//! # Automatic data movement
//! * With bit 0 of `FLUSH_TARGET` a lookup sends its pooled vectors, line by line, to that host physical address over
//!   CXL.cache, and ends when the host has pulled the last. An accumulation so sends its whole data region.
//! * While the job that began last has [`LINES`] of `GRADIENT_LINES` above 0, lines that arrive in its gradient region over
//!   CXL.mem are counted; a job that begins with 0, or with a region that does not lie within the one before it, sets the count to
//!   0. An update, a stage or an accumulation begins when `LINES` have come, and takes them off the count.
//! * A line has arrived when a write of all of its 64 bytes, without poison, was answered by memory without an error. It counts once: not
//!   again before a job takes gradients or sets the count to 0. A write with poison, or one that memory refuses, takes a line that
//!   counts off the count. What has come beyond `LINES` when a job takes them stays counted, and every line may come again.
//!   While `LINES` is 0 nothing is remembered: `GRADIENTS_ARRIVED` counts every such write.
//! * A region in which lines are counted has at most [`COUNTED_BYTES`].
//! * With [`COUNT_ONLY`] it neither waits nor takes, as a lookup does. With [`KEEP`] a job leaves all of this alone: it does not
//!   wait, and what is counted, and where, is as the job before it said. So gradients of the next batch arrive while an
//!   update applies those of this one.
//!
//! # Poison
//! A line that the host writes with poison is poisoned, and so is one whose write memory answers with an error. Whoever reads it
//! learns that: the host by poison, a job by [`ErrorCode::MediaRead`], a log by [`ErrorCode::Log`]; a flush sends it as poison, and its
//! job fails with [`ErrorCode::MediaRead`]. A write of the whole line, by the host or by a job, that memory answers without an error
//! makes it good again.
//!
//! Every port of memory, a channel or a port of the scratchpad, has [`POISONED_LINES`] places for such lines. Of those that find no
//! place it knows the first and the last, and every line between them reads as poisoned until [`CLEAR_POISON`]; `POISON_OVERFLOW`
//! says so. A reset leaves all of this as it is: only a loss of power, which the device cannot see, or `CLEAR_POISON` forgets.
//!
//! # Relaxed lookup
//! A batch may be looked up before the batch in front of it has been applied. What its pooled vectors lack is added when the
//! gradients have come, by two accumulations. The first makes, for every row that both batches use, `d = +0 - (lr * g) - ..`, what
//! the update adds to it; the second, with a learning rate of -1, `pooled = +0 - (-1 * pooled) - (-1 * d) - ..` in place for every bag
//! that uses such rows, and flushes. The table of the first is the region of the `d`; the table of the second is the pooled
//! region, and its gradient region begins there, too, and goes on with the `d`.
//!
//! # Checkpoints
//! The log region holds records ([`crate::log`]): a header line, and behind it the payload. The header is written when memory has
//! answered all of the payload, and a record counts once it is answered itself: the header is its persistent flag.
//!
//! * [`Command::LogRows`] copies every unique row of the batch, as it is, to the record at `ROW_LOG`. With [`STAGED`] in `CHECKPOINT` it
//!   takes the rows from `STAGED_BASE`, as a stage has left them.
//! * [`Command::LogParameters`] reads `PARAMETER_BYTES` from a peer over CXL.cache, line by line, into the record at
//!   `PARAMETER_LOG`.
//!
//! Either begins in its turn, when the one of its kind before it has ended, and then runs beside the jobs behind it. `LOG_GAP`
//! leaves bandwidth to the computing logic. With [`IN_WINDOW`] parameters are asked for only while no job works: none is there, or
//! the one whose turn it is waits for its inputs. That is when the GPU computes, or another log has to end.
//!
//! With [`AFTER_ROWS`] an update begins only when the newest record of rows that counts is of its `BATCH`; with [`AFTER_PARAMETERS`]
//! only when the newest of parameters is of its `BATCH`, or of one that is at most [`LAG`] before it. Stages and accumulations
//! write no persistent memory, and wait for no record.
//!
//! | checkpoint | jobs of a batch | no row is written before |
//! |---|---|---|
//! | undo | lookup, log of rows, log of parameters, update | what undoes it is durable |
//! | redo | lookup, stage, log of rows (staged), log of parameters, update | what does it again is durable |
//! | relaxed | as undo, a log of parameters now and then (in the window, with a lag) | what undoes it is durable |
//!
//! # Emulated media
//! The `MEDIA_*` registers tell the memory controllers of the channels to hold the answers of their DRAM back, as a slower
//! medium would. They act at once, unlike the settings of a job: change them while no job runs. After reset all are 0, and
//! nothing is emulated. They change time alone, never a result.
//!
//! # Order of checks
//! Every device finds the same error at the same position, because all check in this order and stop at the first that
//! does not hold. Only the bits within a register's width count. No sum or product wraps.
//!
//! **Doorbell.** While `FAILED` is set it is ignored. A value that is no command: [`ErrorCode::UnknownCommand`]. While
//! [`JOB_QUEUE`] jobs wait: [`ErrorCode::QueueFull`]. After either the job that runs goes on; those that wait, for their turn or for their inputs, are dropped.
//! None of these touches `DONE`; a job that begins clears it. `CLEAR_STATUS` clears what stood before it: an error, or the end of a job,
//! in the very cycle of the clear is kept. The first error stands; of what fails meanwhile, the error of the job that runs and then that of
//! a record stand behind the clear. So who waits for a job sees `DONE` or `FAILED`, whenever the status is cleared. `CLEAR_COUNTERS` makes
//! counters 0 behind all that was counted so far, events of its cycle included.
//!
//! **Decoders.** A write to `HDM_BASE_0` or `HDM_BASE_1` that would commit a range which overlaps the committed range of the other:
//! [`ErrorCode::DecoderOverlap`], with what a doorbell that is refused does to jobs.
//!
//! **Registers of a lookup or an update.** What is said of an update holds for a stage and an accumulation.
//! 1. `VECTOR_LENGTH`, then `POOLING`.
//! 2. Zero counts ([`ErrorCode::ZeroLength`]): `TABLE_COUNT`, `BAG_COUNT`; update: `ENTRY_COUNT`, `ROW_COUNT`. Then, with `LINES` above 0
//!    and no [`KEEP`]: `GRADIENT_BYTES` above [`COUNTED_BYTES`] ([`ErrorCode::OutsideRegion`] at `GRADIENT_LINES`).
//! 3. Regions, one after the other: data, descriptor, then pooled (lookup) or gradient (update). Of each: bytes are 0
//!    (`ZeroLength` at the `_BYTES` register); base, then bytes, not a multiple of 64 ([`ErrorCode::Misaligned`]); not
//!    within persistent memory (data, unless of an accumulation) or the scratchpad (others) ([`ErrorCode::OutsideDevice`] at the
//!    base).
//! 4. The descriptor region overlaps the pooled or gradient region ([`ErrorCode::RegionOverlap`] at the latter's base).
//! 5. Lists that the job reads: directory; offsets; `ROWS` (update) or `BAG_SCALES` (lookup, mean); `INDICES` or
//!    `SOURCE_BAGS` unless `ENTRY_COUNT` is 0; `SOURCE_SCALES` (update, mean). Of each: base not a multiple of 64
//!    (`Misaligned`); its words not within the descriptor region ([`ErrorCode::OutsideRegion`]).
//! 6. `BAG_COUNT` vectors are more than the pooled or gradient region holds (`OutsideRegion` at the region's base).
//! 7. Accumulation: the data region overlaps the descriptor region (`RegionOverlap` at `DATA_BASE`).
//!    Stage, of `ROW_COUNT` vectors from `STAGED_BASE` on, errors at `STAGED_BASE`: not a multiple of 64 (`Misaligned`); not within the
//!    scratchpad (`OutsideDevice`); they overlap the descriptor region, then the gradient region (`RegionOverlap`).
//!
//! **Registers of a log.** Checked in this order, regions and lists as above:
//! 1. Rows: `VECTOR_LENGTH`, zero counts (`TABLE_COUNT`, `ROW_COUNT`). Parameters: `PARAMETER_BYTES` is 0 (`ZeroLength`) or not a multiple
//!    of 64, then `PARAMETER_SOURCE` (`Misaligned`). Then either as a lookup: `GRADIENT_BYTES`.
//! 2. Data region; log region, in persistent memory; their overlap (`RegionOverlap` at `LOG_BASE`).
//! 3. Rows: descriptor region; `ROW_DIRECTORY` and `ROWS` in it.
//! 4. The record: `ROW_LOG` or `PARAMETER_LOG` not a multiple of 64; its bytes not within the log region, or a
//!    payload above [`crate::log::MAX_PAYLOAD_BYTES`] (`OutsideRegion`).
//! 5. Rows, with `STAGED`: `ROW_COUNT` vectors from `STAGED_BASE` on, as of a stage, but for overlaps.
//!
//! **Lists**, as one walk meets them. *Total* is `BAG_COUNT` (lookup) or `ROW_COUNT` (update). For table `t`:
//! 1. Its directory entry ([`ErrorCode::Table`]): it has no rows; its base is no multiple of 64, below the data region, or
//!    below the end of the table before; it ends above the data region.
//! 2. For each of its segments, numbered `s` over the whole batch:
//!    1. `s` equals the total ([`ErrorCode::SegmentCount`], position `TABLE_COUNT`).
//!    2. `s` is 0 and the first offset is not 0 ([`ErrorCode::Offset`], position 0).
//!    3. `offsets[s + 1]` is below `offsets[s]` or above `ENTRY_COUNT` (`Offset`, position `s`).
//!    4. Update: the row is not below the table's rows, or not above the row before it in this table
//!       ([`ErrorCode::Row`]); it has no entry ([`ErrorCode::EmptyRow`]).
//!    5. Each entry `e`: a row not below the table's rows, or a bag not below `BAG_COUNT` ([`ErrorCode::Index`]).
//!
//! After the last table: fewer segments than the total (`SegmentCount`); the last offset is not `ENTRY_COUNT` (`Offset`,
//! position: the total).
//!
//! # What counters count
//! Counters of jobs, gradients, results and channels follow from the job alone: `lines per vector` lines for each entry and
//! each bag or row, of jobs that ended well. A stage reads rows on channels, an accumulation none; what either writes is counted
//! with the pooled vectors. With `ROW_CACHE`, lines that a lookup takes from there are counted by `ROW_CACHE_HITS` and not with the
//! channels'; how many these are depends on which engine has which bag. A job that fails its checks writes none of these lines, but a device may have
//! read some before it found out, and counts them. Counters of cycles, and of list lines (which a device may read more than
//! once, to check and to run), are those of the device.

use crate::table::{action, enumeration, registers, setting, status};
use crate::{Field, Register, RegisterMap};

/// Bytes of a line, the unit of all traffic.
pub const LINE_BYTES: u64 = 64;
/// FP32 elements of a line.
pub const LINE_ELEMENTS: u64 = 16;
/// Period of the clock for which the hardware is designed, in picoseconds: 250 MHz.
pub const CLOCK_PERIOD_PS: u64 = 4000;
/// Consecutive bytes of memory that lie in one channel, or behind one port of the scratchpad.
pub const INTERLEAVE_BYTES: u64 = 256;
/// Most memory channels a device can have.
pub const MAX_CHANNELS: u64 = 4;
/// Shortest vector, in FP32 elements. Lengths are multiples of [`LINE_ELEMENTS`].
pub const MIN_VECTOR_LENGTH: u64 = 16;
/// Longest vector, in FP32 elements.
pub const MAX_VECTOR_LENGTH: u64 = 256;
/// Bytes of persistent memory behind one channel (1 TiB).
pub const CHANNEL_BYTES: u64 = 1 << 40;
/// DPA of the scratchpad's first byte.
pub const SCRATCHPAD_BASE: u64 = 1 << 51;
/// Bytes of scratchpad (4 GiB).
pub const SCRATCHPAD_BYTES: u64 = 1 << 32;
/// Most bytes of a region in which gradients are counted (64 MiB).
pub const COUNTED_BYTES: u64 = 1 << 26;
/// Poisoned lines for which a port of memory has a place.
pub const POISONED_LINES: usize = 4;
/// 32-bit words of a directory entry.
pub const DIRECTORY_WORDS: u64 = 4;
/// Jobs that can wait behind the one that runs.
pub const JOB_QUEUE: u64 = 16;
/// The value of `IDENTITY`: "EMBERCXL", big endian.
pub const IDENTITY_VALUE: u64 = 0x454d_4245_5243_584c;
/// The value of `VERSION`: major version in bits 31:16, minor in 15:0. 1.1 has `ROW_CACHE`.
pub const VERSION_VALUE: u64 = 1 << 16 | 1;

enumeration! {
    /// What a write to `DOORBELL` starts.
    Command {
        Lookup = 1: "Pool every bag of the batch into the pooled region.";
        Update = 2: "Apply the gradients of the batch to every unique row.";
        LogParameters = 3: "Copy parameters from a peer over CXL.cache to the log, beside the jobs that follow.";
        LogRows = 4: "Copy every unique row of the batch to the log, beside the jobs that follow.";
        Stage = 5: "Compute every unique row as an update does, but write it to the staged rows in the scratchpad.";
        Accumulate = 6: "Apply the gradients of the batch to rows of +0, in the scratchpad.";
    }
}

enumeration! {
    /// What `POOLING` holds.
    Pooling {
        Sum = 0: "Sum of the rows.";
        Mean = 1: "Sum times the bag's scale, which the host sets to 1/n.";
    }
}

enumeration! {
    /// Why a job was refused or failed. `ERROR` holds it (0: no error), `ERROR_POSITION` says where.
    ErrorCode {
        VectorLength = 1: "`VECTOR_LENGTH` is not a multiple of 16 in 16..=256. Position: the value.";
        Pooling = 2: "`POOLING` is neither sum nor mean. Position: the value.";
        ZeroLength = 3: "A count or a region is zero. Position: offset of the register.";
        Misaligned = 4: "A base or size is not a multiple of 64. Position: offset of the register.";
        OutsideDevice = 5: "A region leaves the device's memory. Position: offset of the region's base register.";
        RegionOverlap = 6: "Two regions overlap. Position: offset of the second region's base register.";
        OutsideRegion = 7: "A list or the batch's vectors leave their region, or gradients are to be counted in a region of more than 64 MiB. Position: offset of the list's (or region's) base register; `GRADIENT_LINES`.";
        QueueFull = 8: "The doorbell rang while as many jobs waited as can. Position: the command.";
        UnknownCommand = 9: "The doorbell's value is no command. Position: the value.";
        Table = 10: "A directory entry is wrong: no rows, misaligned, outside the data region, or not above the table before it. Position: the table.";
        SegmentCount = 11: "The directory's segments do not add up to the batch's. Position: number of tables.";
        Offset = 12: "Offsets do not start at 0, decrease, pass `ENTRY_COUNT`, or do not end at it. Position: the segment.";
        Index = 13: "An entry is out of range: a row past its table, or a bag past `BAG_COUNT`. Position: the entry.";
        Row = 14: "A unique row is past its table, or not above the row before it. Position: the segment.";
        EmptyRow = 15: "A unique row has no entry. Position: the segment.";
        MediaRead = 16: "A memory answered a read with an error, or the line that was read is poisoned. Position: DPA of the line.";
        MediaWrite = 17: "A memory answered a write with an error. Position: DPA of the line.";
        Flush = 18: "The host refused a line that was flushed to a peer. Position: `FLUSH_TARGET`.";
        Log = 19: "A record could not be written: a line came poisoned or from where nothing is, memory refused one, or the row lists do not add up, or name a row outside persistent memory. Position: DPA of the record.";
        DecoderOverlap = 20: "A decoder was to be committed whose range overlaps that of the other; it is not committed. While another error stands, bit 0 alone says so. Position: offset of its register.";
        OutsideJob = 21: "Lists changed while the job ran: a row or a result would have left its region, and was not read or written. Position: DPA of the line; that of the offsets if the walk ended elsewhere than the check.";
    }
}

/// `CAPABILITIES`: number of memory channels.
pub const CHANNELS: Field = Field { name: "CHANNELS", lsb: 0, width: 8, description: "number of memory channels" };
/// `CAPABILITIES`: longest vector, FP32 elements.
pub const MAX_LENGTH: Field =
    Field { name: "MAX_LENGTH", lsb: 16, width: 16, description: "longest vector, FP32 elements" };
/// `STATUS`: a job runs or waits, or a log is written.
pub const BUSY: Field =
    Field { name: "BUSY", lsb: 0, width: 1, description: "a job runs or waits, or a log is written" };
/// `STATUS`: the last job ended well, and all it wrote is answered.
pub const DONE: Field = Field {
    name: "DONE",
    lsb: 1,
    width: 1,
    description: "the last job ended well, and, once BUSY is not set, all that it wrote is answered",
};
/// `STATUS`: `ERROR` holds a code; doorbells are ignored until it is cleared.
pub const FAILED: Field = Field {
    name: "FAILED",
    lsb: 2,
    width: 1,
    description: "ERROR holds a code; doorbells are ignored until it is cleared",
};
/// `POISON`: a port knows more poisoned lines than it has places.
pub const POISON_OVERFLOW: Field = Field {
    name: "POISON_OVERFLOW",
    lsb: 0,
    width: 1,
    description: "a port has more poisoned lines than places for them: all lines between the first and the last of those without a place read as poisoned; stays until CLEAR_POISON",
};
/// `CHECKPOINT`: an update waits for the record of its rows.
pub const AFTER_ROWS: Field = Field {
    name: "AFTER_ROWS",
    lsb: 0,
    width: 1,
    description: "an update begins when a record of rows of its BATCH counts",
};
/// `CHECKPOINT`: an update waits for a record of the parameters.
pub const AFTER_PARAMETERS: Field = Field {
    name: "AFTER_PARAMETERS",
    lsb: 1,
    width: 1,
    description: "an update begins when a record of parameters counts whose batch is its BATCH, or at most LAG before it",
};
/// `CHECKPOINT`: a log of rows takes staged rows.
pub const STAGED: Field = Field {
    name: "STAGED",
    lsb: 2,
    width: 1,
    description: "a log of rows takes them from STAGED_BASE, not from the tables",
};
/// `CHECKPOINT`: parameters are logged while no job works.
pub const IN_WINDOW: Field = Field {
    name: "IN_WINDOW",
    lsb: 3,
    width: 1,
    description: "a log of parameters asks for them only while no job works: none is there, or one waits for its inputs",
};
/// `CHECKPOINT`: batches by which the record of the parameters may be older than the update.
pub const LAG: Field = Field {
    name: "LAG",
    lsb: 16,
    width: 16,
    description: "most batches by which the record of AFTER_PARAMETERS may be older than the update",
};
/// `ROW_CACHE`: engines keep lines of rows that a lookup reads.
pub const ROW_CACHE_ENABLED: Field = Field {
    name: "ENABLED",
    lsb: 0,
    width: 1,
    description: "a line of a row that a lookup has read is kept, and not read again by the same engine as long as it has a place",
};
/// `GRADIENT_LINES`: lines of gradients that a job waits for.
pub const LINES: Field = Field {
    name: "LINES",
    lsb: 0,
    width: 32,
    description: "lines that must have arrived in the gradient region over CXL.mem before an update, a stage or an accumulation begins; 0: none. Above 0, and without KEEP, GRADIENT_BYTES is at most 64 MiB, whatever the command",
};
/// `GRADIENT_LINES`: the job counts gradients and waits for none.
pub const COUNT_ONLY: Field = Field {
    name: "COUNT_ONLY",
    lsb: 32,
    width: 1,
    description: "gradients are counted from now on, but the job does not wait for them, as a lookup does not",
};
/// `GRADIENT_LINES`: the job leaves the count of gradients alone.
pub const KEEP: Field = Field {
    name: "KEEP",
    lsb: 33,
    width: 1,
    description: "the job does not wait for gradients; region, lines and count stay those of the job before it",
};
/// `CLEAR`: clears `DONE`, `FAILED`, `ERROR` and `ERROR_POSITION`.
pub const CLEAR_STATUS: Field = Field {
    name: "CLEAR_STATUS",
    lsb: 0,
    width: 1,
    description: "write 1: DONE, FAILED, ERROR and ERROR_POSITION become 0, but for what comes in that cycle; a hidden error of a job or a record is then shown: read STATUS again",
};
/// `CLEAR`: sets every counter to zero.
pub const CLEAR_COUNTERS: Field =
    Field { name: "CLEAR_COUNTERS", lsb: 1, width: 1, description: "write 1: every counter becomes 0" };

/// `CLEAR`: forgets which lines are poisoned.
pub const CLEAR_POISON: Field = Field {
    name: "CLEAR_POISON",
    lsb: 2,
    width: 1,
    description: "write 1: no line is poisoned any more; for a host that has written them anew, or gives them up",
};

registers! {
    IDENTITY = Register { reset: IDENTITY_VALUE, ..status(0x000, "IDENTITY", 64, "\"EMBERCXL\", big endian") };
    VERSION = Register {
        reset: VERSION_VALUE,
        ..status(0x008, "VERSION", 32, "interface version: major in bits 31:16, minor in 15:0")
    };
    CAPABILITIES = Register {
        fields: &[CHANNELS, MAX_LENGTH],
        ..status(0x010, "CAPABILITIES", 32, "what this device was built with")
    };
    PERSISTENT_BYTES = status(0x018, "PERSISTENT_BYTES", 64, "bytes of persistent memory, from DPA 0");
    SCRATCHPAD = Register {
        reset: SCRATCHPAD_BASE,
        ..status(0x020, "SCRATCHPAD", 64, "DPA of the volatile scratchpad")
    };
    SCRATCHPAD_SIZE = Register {
        reset: SCRATCHPAD_BYTES,
        ..status(0x028, "SCRATCHPAD_SIZE", 64, "bytes of scratchpad")
    };
    STATUS = Register { fields: &[BUSY, DONE, FAILED], ..status(0x030, "STATUS", 3, "state of the device; the interrupt line is high while DONE or FAILED is set and BUSY is not") };
    ERROR = status(0x038, "ERROR", 8, "why FAILED is set (ErrorCode): a job, a record, a doorbell or a decoder; 0: no error");
    ERROR_POSITION = status(0x040, "ERROR_POSITION", 64, "where; its meaning depends on ERROR");

    POISON = Register { fields: &[POISON_OVERFLOW], ..status(0x048, "POISON", 1, "what the ports of memory know of poisoned lines") };

    VECTOR_LENGTH = setting(0x100, "VECTOR_LENGTH", 32, "FP32 elements of a vector: a multiple of 16 in 16..=256");
    LEARNING_RATE = setting(0x108, "LEARNING_RATE", 32, "learning rate, FP32");
    POOLING = setting(0x110, "POOLING", 32, "0: sum, 1: mean");
    DATA_BASE = setting(0x118, "DATA_BASE", 64, "DPA of the data region (embedding tables), in persistent memory; of an accumulation in the scratchpad");
    DATA_BYTES = setting(0x120, "DATA_BYTES", 64, "bytes of the data region");
    DESCRIPTOR_BASE = setting(0x128, "DESCRIPTOR_BASE", 64, "DPA of the descriptor region (all lists), in the scratchpad");
    DESCRIPTOR_BYTES = setting(0x130, "DESCRIPTOR_BYTES", 64, "bytes of the descriptor region");
    POOLED_BASE = setting(0x138, "POOLED_BASE", 64, "DPA of the pooled region (vector of bag b at b * vector bytes), in the scratchpad");
    POOLED_BYTES = setting(0x140, "POOLED_BYTES", 64, "bytes of the pooled region");
    GRADIENT_BASE = setting(0x148, "GRADIENT_BASE", 64, "DPA of the gradient region (gradient of bag b at b * vector bytes), in the scratchpad");
    GRADIENT_BYTES = setting(0x150, "GRADIENT_BYTES", 64, "bytes of the gradient region");
    TABLE_COUNT = setting(0x158, "TABLE_COUNT", 32, "tables of the batch");
    BAG_COUNT = setting(0x160, "BAG_COUNT", 32, "bags of the batch, over all tables");
    ENTRY_COUNT = setting(0x168, "ENTRY_COUNT", 32, "entries of the batch, over all bags; may be 0 for a lookup");
    ROW_COUNT = setting(0x170, "ROW_COUNT", 32, "unique rows of the batch, over all tables");
    BAG_DIRECTORY = setting(0x178, "BAG_DIRECTORY", 64, "DPA of the lookup's table directory, four words a table: DPA of row 0 (low, high), rows of the table, bags of it in the batch");
    BAG_OFFSETS = setting(0x180, "BAG_OFFSETS", 64, "DPA of the bags' offsets into INDICES, BAG_COUNT + 1 words");
    INDICES = setting(0x188, "INDICES", 64, "DPA of the rows to pool, ENTRY_COUNT words");
    BAG_SCALES = setting(0x190, "BAG_SCALES", 64, "DPA of 1/n of each bag, FP32, BAG_COUNT words; read for mean pooling");
    ROW_DIRECTORY = setting(0x198, "ROW_DIRECTORY", 64, "DPA of the update's table directory, four words a table: DPA of row 0 (low, high), rows of the table, unique rows of it in the batch");
    ROW_OFFSETS = setting(0x1a0, "ROW_OFFSETS", 64, "DPA of the unique rows' offsets into SOURCE_BAGS, ROW_COUNT + 1 words");
    ROWS = setting(0x1a8, "ROWS", 64, "DPA of the unique rows, ROW_COUNT words");
    SOURCE_BAGS = setting(0x1b0, "SOURCE_BAGS", 64, "DPA of the bags whose gradients a row takes, ENTRY_COUNT words");
    SOURCE_SCALES = setting(0x1b8, "SOURCE_SCALES", 64, "DPA of 1/n of each source bag, FP32, ENTRY_COUNT words; read for mean pooling");
    FLUSH_TARGET = setting(0x1c0, "FLUSH_TARGET", 52, "HPA to which a lookup flushes the pooled vectors, or an accumulation its data region, over CXL.cache, a multiple of 64; bit 0 enables");
    GRADIENT_LINES = Register {
        fields: &[LINES, COUNT_ONLY, KEEP],
        ..setting(0x1c8, "GRADIENT_LINES", 34, "gradients that are counted, and waited for")
    };
    PARAMETER_SOURCE = setting(0x1d0, "PARAMETER_SOURCE", 52, "HPA of the parameters that are logged");
    PARAMETER_BYTES = setting(0x1d8, "PARAMETER_BYTES", 64, "bytes of the parameters that are logged");
    LOG_BASE = setting(0x1e0, "LOG_BASE", 64, "DPA of the log region, in persistent memory");
    LOG_BYTES = setting(0x1e8, "LOG_BYTES", 64, "bytes of the log region");
    PARAMETER_LOG = setting(0x1f0, "PARAMETER_LOG", 64, "DPA of the record of parameters");
    ROW_LOG = setting(0x1f8, "ROW_LOG", 64, "DPA of the record of rows");
    BATCH = setting(0x200, "BATCH", 64, "number of the batch, which its records hold");
    CONFIGURATION = setting(0x208, "CONFIGURATION", 32, "tells experiments apart, which records hold");
    CHECKPOINT = Register {
        fields: &[AFTER_ROWS, AFTER_PARAMETERS, STAGED, IN_WINDOW, LAG],
        ..setting(0x210, "CHECKPOINT", 32, "what logs take, and which records an update waits for")
    };
    STAGED_BASE = setting(0x218, "STAGED_BASE", 64, "DPA of the staged rows (row of segment s at s * vector bytes), in the scratchpad");

    DOORBELL = action(0x280, "DOORBELL", 8, "posts a job with the settings as they are: 1 lookup, 2 update, 3 log parameters, 4 log rows, 5 stage, 6 accumulate");
    CLEAR = Register { fields: &[CLEAR_STATUS, CLEAR_COUNTERS, CLEAR_POISON], ..action(0x288, "CLEAR", 3, "clears status, counters, or what is known of poison") };

    MEDIA_READ_LATENCY = setting(0x2a0, "MEDIA_READ_LATENCY", 16, "emulated medium: cycles from a read to its earliest answer");
    MEDIA_WRITE_LATENCY = setting(0x2a8, "MEDIA_WRITE_LATENCY", 16, "emulated medium: cycles from a write to its earliest answer, when it is durable");
    MEDIA_READ_RATE = setting(0x2b0, "MEDIA_READ_RATE", 17, "emulated medium: reads answered a cycle and channel, in 1/65536 line; 0: no bound");
    MEDIA_ROW_WRITE_RATE = setting(0x2b8, "MEDIA_ROW_WRITE_RATE", 17, "emulated medium: row-sized writes answered a cycle and channel, in 1/65536 line; 0: no bound");
    MEDIA_STREAM_WRITE_RATE = setting(0x2c0, "MEDIA_STREAM_WRITE_RATE", 17, "emulated medium: streaming writes answered a cycle and channel, in 1/65536 line; 0: no bound");
    MEDIA_READ_AFTER_WRITE = setting(0x2c8, "MEDIA_READ_AFTER_WRITE", 16, "emulated medium: cycles after a write's answer in which reads of its 256 bytes wait");

    HDM_BASE_0 = setting(0x2d0, "HDM_BASE_0", 64, "HPA of DPA 0, a multiple of CHANNELS TiB, the size of the range whatever PERSISTENT_BYTES is; bit 0 commits: persistent memory is served over CXL.mem, unless the range overlaps that of HDM_BASE_1 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back)");
    HDM_BASE_1 = setting(0x2d8, "HDM_BASE_1", 64, "HPA of the scratchpad, a multiple of SCRATCHPAD_SIZE; bit 0 commits, unless the range overlaps that of HDM_BASE_0 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back)");
    LOG_GAP = setting(0x2e0, "LOG_GAP", 16, "cycles that a channel has between two lines of a record, for each of the two logs; acts at once");

    ROW_CACHE = Register {
        fields: &[ROW_CACHE_ENABLED],
        ..setting(0x2e8, "ROW_CACHE", 1, "what engines keep of rows in lookups that begin from now on; changes time alone")
    };

    CYCLES = status(0x300, "CYCLES", 64, "clock cycles since reset or the last clear of counters");
    BUSY_CYCLES = status(0x308, "BUSY_CYCLES", 64, "cycles in which a job ran, or a record was written; not those in which a job waited for its inputs");
    CHECK_CYCLES = status(0x310, "CHECK_CYCLES", 64, "busy cycles in which a job was not yet found good: it was worked on, but nothing was written");
    HAZARD_CYCLES = status(0x318, "HAZARD_CYCLES", 64, "cycles in which an operand waited for the sum before it, over all engines");
    LOOKUPS = status(0x320, "LOOKUPS", 64, "lookups that ended well");
    UPDATES = status(0x328, "UPDATES", 64, "updates that ended well");
    LINES_DIRECTORY = status(0x330, "LINES_DIRECTORY", 64, "scratchpad lines read: table directories");
    LINES_OFFSET = status(0x338, "LINES_OFFSET", 64, "scratchpad lines read: offsets of segments");
    LINES_SEGMENT = status(0x340, "LINES_SEGMENT", 64, "scratchpad lines read: unique rows, or bag scales");
    LINES_ENTRY = status(0x348, "LINES_ENTRY", 64, "scratchpad lines read: indices, or source bags");
    LINES_SCALE = status(0x350, "LINES_SCALE", 64, "scratchpad lines read: source scales");
    LINES_GRADIENT = status(0x358, "LINES_GRADIENT", 64, "scratchpad lines read: gradients");
    LINES_POOLED = status(0x360, "LINES_POOLED", 64, "scratchpad lines written: pooled vectors, staged rows, accumulated rows");
    MEM_READS = status(0x368, "MEM_READS", 64, "CXL.mem: answers with data");
    MEM_WRITES = status(0x370, "MEM_WRITES", 64, "CXL.mem: writes that memory has answered");
    GRADIENTS_ARRIVED = status(0x378, "GRADIENTS_ARRIVED", 64, "CXL.mem: lines of the gradient region that have arrived: whole, without poison, answered without an error, and not counted before since a job took gradients");
    LINES_FLUSHED = status(0x380, "LINES_FLUSHED", 64, "CXL.cache: lines of pooled vectors, or of accumulated rows, sent to a peer");
    LINES_LOGGED_PARAMETERS = status(0x388, "LINES_LOGGED_PARAMETERS", 64, "lines of records of parameters that count, headers included; a record adds its lines when it counts, and one that fails adds none");
    LINES_LOGGED_ROWS = status(0x390, "LINES_LOGGED_ROWS", 64, "lines of records of rows that count, headers included; a record adds its lines when it counts, and one that fails adds none");
    PARAMETER_RECORDS = status(0x398, "PARAMETER_RECORDS", 64, "records of parameters that count");
    ROW_RECORDS = status(0x3a0, "ROW_RECORDS", 64, "records of rows that count");
    STAGES = status(0x3a8, "STAGES", 64, "stages that ended well");
    ACCUMULATIONS = status(0x3b0, "ACCUMULATIONS", 64, "accumulations that ended well");

    ROW_CACHE_HITS = status(0x3b8, "ROW_CACHE_HITS", 64, "row lines that an engine had kept, and that were read on no channel");

    CHANNEL_0_READS = status(0x400, "CHANNEL_0_READS", 64, "row lines read on channel 0");
    CHANNEL_0_WRITES = status(0x408, "CHANNEL_0_WRITES", 64, "row lines written on channel 0");
    CHANNEL_1_READS = status(0x410, "CHANNEL_1_READS", 64, "row lines read on channel 1");
    CHANNEL_1_WRITES = status(0x418, "CHANNEL_1_WRITES", 64, "row lines written on channel 1");
    CHANNEL_2_READS = status(0x420, "CHANNEL_2_READS", 64, "row lines read on channel 2");
    CHANNEL_2_WRITES = status(0x428, "CHANNEL_2_WRITES", 64, "row lines written on channel 2");
    CHANNEL_3_READS = status(0x430, "CHANNEL_3_READS", 64, "row lines read on channel 3");
    CHANNEL_3_WRITES = status(0x438, "CHANNEL_3_WRITES", 64, "row lines written on channel 3");
}

/// Offset of the counter of row lines read on `channel`.
#[must_use]
pub const fn channel_reads(channel: u64) -> u64 {
    CHANNEL_0_READS.offset + 16 * channel
}

/// Offset of the counter of row lines written on `channel`.
#[must_use]
pub const fn channel_writes(channel: u64) -> u64 {
    CHANNEL_0_WRITES.offset + 16 * channel
}

/// The channel (or port of the scratchpad) that holds the byte `offset` bytes into persistent memory (or into the
/// scratchpad), and the byte's address there.
#[must_use]
pub const fn interleave(offset: u64, channels: u64) -> (u64, u64) {
    let block = offset / INTERLEAVE_BYTES;
    (block % channels, block / channels * INTERLEAVE_BYTES + offset % INTERLEAVE_BYTES)
}

/// The byte of persistent memory (or of the scratchpad) that `channel` (or a port) holds at its `address`: what
/// [`interleave`] comes from.
#[must_use]
pub const fn deinterleave(channel: u64, address: u64, channels: u64) -> u64 {
    (address / INTERLEAVE_BYTES * channels + channel) * INTERLEAVE_BYTES + address % INTERLEAVE_BYTES
}

/// The register map of CXL-MEM.
pub const MAP: RegisterMap = RegisterMap {
    name: "cxl_mem",
    description: "CXL Type-2 persistent-memory expander with computing logic (TrainingCXL)",
    bytes: 0x1000,
    registers: REGISTERS,
};
