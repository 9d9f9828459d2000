/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Registers of cxl_mem: CXL Type-2 persistent-memory expander with computing logic (TrainingCXL).
 * Made from the register table; changes here are lost.
 */
#ifndef _EMB_CXL_MEM_REGS_H
#define _EMB_CXL_MEM_REGS_H

#include <linux/bits.h>

/* Bytes of the MMIO region. */
#define EMB_CXL_MEM_MMIO_SIZE	0x1000

/* ro, 64 bits: "EMBERCXL", big endian */
#define EMB_CXL_MEM_IDENTITY	0x000
#define EMB_CXL_MEM_IDENTITY_MASK	GENMASK_ULL(63, 0)
#define EMB_CXL_MEM_IDENTITY_RESET	0x454d42455243584cULL

/* ro, 32 bits: interface version: major in bits 31:16, minor in 15:0 */
#define EMB_CXL_MEM_VERSION	0x008
#define EMB_CXL_MEM_VERSION_MASK	GENMASK_ULL(31, 0)
#define EMB_CXL_MEM_VERSION_RESET	0x10001ULL

/* ro, 32 bits: what this device was built with */
#define EMB_CXL_MEM_CAPABILITIES	0x010
/* number of memory channels */
#define EMB_CXL_MEM_CAPABILITIES_CHANNELS	GENMASK_ULL(7, 0)
/* longest vector, FP32 elements */
#define EMB_CXL_MEM_CAPABILITIES_MAX_LENGTH	GENMASK_ULL(31, 16)

/* ro, 64 bits: bytes of persistent memory, from DPA 0 */
#define EMB_CXL_MEM_PERSISTENT_BYTES	0x018
#define EMB_CXL_MEM_PERSISTENT_BYTES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: DPA of the volatile scratchpad */
#define EMB_CXL_MEM_SCRATCHPAD	0x020
#define EMB_CXL_MEM_SCRATCHPAD_MASK	GENMASK_ULL(63, 0)
#define EMB_CXL_MEM_SCRATCHPAD_RESET	0x8000000000000ULL

/* ro, 64 bits: bytes of scratchpad */
#define EMB_CXL_MEM_SCRATCHPAD_SIZE	0x028
#define EMB_CXL_MEM_SCRATCHPAD_SIZE_MASK	GENMASK_ULL(63, 0)
#define EMB_CXL_MEM_SCRATCHPAD_SIZE_RESET	0x100000000ULL

/* ro, 3 bits: state of the device; the interrupt line is high while DONE or FAILED is set and BUSY is not */
#define EMB_CXL_MEM_STATUS	0x030
/* a job runs or waits, or a log is written */
#define EMB_CXL_MEM_STATUS_BUSY	BIT_ULL(0)
/* the last job ended well, and, once BUSY is not set, all that it wrote is answered */
#define EMB_CXL_MEM_STATUS_DONE	BIT_ULL(1)
/* ERROR holds a code; doorbells are ignored until it is cleared */
#define EMB_CXL_MEM_STATUS_FAILED	BIT_ULL(2)

/* ro, 8 bits: why FAILED is set (ErrorCode): a job, a record, a doorbell or a decoder; 0: no error */
#define EMB_CXL_MEM_ERROR	0x038
#define EMB_CXL_MEM_ERROR_MASK	GENMASK_ULL(7, 0)

/* ro, 64 bits: where; its meaning depends on ERROR */
#define EMB_CXL_MEM_ERROR_POSITION	0x040
#define EMB_CXL_MEM_ERROR_POSITION_MASK	GENMASK_ULL(63, 0)

/* ro, 1 bits: what the ports of memory know of poisoned lines */
#define EMB_CXL_MEM_POISON	0x048
/* a port has more poisoned lines than places for them: all lines between the first and the last of those without a place read as poisoned; stays until CLEAR_POISON */
#define EMB_CXL_MEM_POISON_POISON_OVERFLOW	BIT_ULL(0)

/* rw, 32 bits: FP32 elements of a vector: a multiple of 16 in 16..=256 */
#define EMB_CXL_MEM_VECTOR_LENGTH	0x100
#define EMB_CXL_MEM_VECTOR_LENGTH_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: learning rate, FP32 */
#define EMB_CXL_MEM_LEARNING_RATE	0x108
#define EMB_CXL_MEM_LEARNING_RATE_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: 0: sum, 1: mean */
#define EMB_CXL_MEM_POOLING	0x110
#define EMB_CXL_MEM_POOLING_MASK	GENMASK_ULL(31, 0)

/* rw, 64 bits: DPA of the data region (embedding tables), in persistent memory; of an accumulation in the scratchpad */
#define EMB_CXL_MEM_DATA_BASE	0x118
#define EMB_CXL_MEM_DATA_BASE_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: bytes of the data region */
#define EMB_CXL_MEM_DATA_BYTES	0x120
#define EMB_CXL_MEM_DATA_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the descriptor region (all lists), in the scratchpad */
#define EMB_CXL_MEM_DESCRIPTOR_BASE	0x128
#define EMB_CXL_MEM_DESCRIPTOR_BASE_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: bytes of the descriptor region */
#define EMB_CXL_MEM_DESCRIPTOR_BYTES	0x130
#define EMB_CXL_MEM_DESCRIPTOR_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the pooled region (vector of bag b at b * vector bytes), in the scratchpad */
#define EMB_CXL_MEM_POOLED_BASE	0x138
#define EMB_CXL_MEM_POOLED_BASE_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: bytes of the pooled region */
#define EMB_CXL_MEM_POOLED_BYTES	0x140
#define EMB_CXL_MEM_POOLED_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the gradient region (gradient of bag b at b * vector bytes), in the scratchpad */
#define EMB_CXL_MEM_GRADIENT_BASE	0x148
#define EMB_CXL_MEM_GRADIENT_BASE_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: bytes of the gradient region */
#define EMB_CXL_MEM_GRADIENT_BYTES	0x150
#define EMB_CXL_MEM_GRADIENT_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 32 bits: tables of the batch */
#define EMB_CXL_MEM_TABLE_COUNT	0x158
#define EMB_CXL_MEM_TABLE_COUNT_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: bags of the batch, over all tables */
#define EMB_CXL_MEM_BAG_COUNT	0x160
#define EMB_CXL_MEM_BAG_COUNT_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: entries of the batch, over all bags; may be 0 for a lookup */
#define EMB_CXL_MEM_ENTRY_COUNT	0x168
#define EMB_CXL_MEM_ENTRY_COUNT_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: unique rows of the batch, over all tables */
#define EMB_CXL_MEM_ROW_COUNT	0x170
#define EMB_CXL_MEM_ROW_COUNT_MASK	GENMASK_ULL(31, 0)

/* rw, 64 bits: DPA of the lookup's table directory, four words a table: DPA of row 0 (low, high), rows of the table, bags of it in the batch */
#define EMB_CXL_MEM_BAG_DIRECTORY	0x178
#define EMB_CXL_MEM_BAG_DIRECTORY_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the bags' offsets into INDICES, BAG_COUNT + 1 words */
#define EMB_CXL_MEM_BAG_OFFSETS	0x180
#define EMB_CXL_MEM_BAG_OFFSETS_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the rows to pool, ENTRY_COUNT words */
#define EMB_CXL_MEM_INDICES	0x188
#define EMB_CXL_MEM_INDICES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of 1 /n of each bag, FP32, BAG_COUNT words; read for mean pooling */
#define EMB_CXL_MEM_BAG_SCALES	0x190
#define EMB_CXL_MEM_BAG_SCALES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the update's table directory, four words a table: DPA of row 0 (low, high), rows of the table, unique rows of it in the batch */
#define EMB_CXL_MEM_ROW_DIRECTORY	0x198
#define EMB_CXL_MEM_ROW_DIRECTORY_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the unique rows' offsets into SOURCE_BAGS, ROW_COUNT + 1 words */
#define EMB_CXL_MEM_ROW_OFFSETS	0x1a0
#define EMB_CXL_MEM_ROW_OFFSETS_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the unique rows, ROW_COUNT words */
#define EMB_CXL_MEM_ROWS	0x1a8
#define EMB_CXL_MEM_ROWS_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the bags whose gradients a row takes, ENTRY_COUNT words */
#define EMB_CXL_MEM_SOURCE_BAGS	0x1b0
#define EMB_CXL_MEM_SOURCE_BAGS_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of 1 /n of each source bag, FP32, ENTRY_COUNT words; read for mean pooling */
#define EMB_CXL_MEM_SOURCE_SCALES	0x1b8
#define EMB_CXL_MEM_SOURCE_SCALES_MASK	GENMASK_ULL(63, 0)

/* rw, 52 bits: HPA to which a lookup flushes the pooled vectors, or an accumulation its data region, over CXL.cache, a multiple of 64; bit 0 enables */
#define EMB_CXL_MEM_FLUSH_TARGET	0x1c0
#define EMB_CXL_MEM_FLUSH_TARGET_MASK	GENMASK_ULL(51, 0)

/* rw, 34 bits: gradients that are counted, and waited for */
#define EMB_CXL_MEM_GRADIENT_LINES	0x1c8
/* lines that must have arrived in the gradient region over CXL.mem before an update, a stage or an accumulation begins; 0: none. Above 0, and without KEEP, GRADIENT_BYTES is at most 64 MiB, whatever the command */
#define EMB_CXL_MEM_GRADIENT_LINES_LINES	GENMASK_ULL(31, 0)
/* gradients are counted from now on, but the job does not wait for them, as a lookup does not */
#define EMB_CXL_MEM_GRADIENT_LINES_COUNT_ONLY	BIT_ULL(32)
/* the job does not wait for gradients; region, lines and count stay those of the job before it */
#define EMB_CXL_MEM_GRADIENT_LINES_KEEP	BIT_ULL(33)

/* rw, 52 bits: HPA of the parameters that are logged */
#define EMB_CXL_MEM_PARAMETER_SOURCE	0x1d0
#define EMB_CXL_MEM_PARAMETER_SOURCE_MASK	GENMASK_ULL(51, 0)

/* rw, 64 bits: bytes of the parameters that are logged */
#define EMB_CXL_MEM_PARAMETER_BYTES	0x1d8
#define EMB_CXL_MEM_PARAMETER_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the log region, in persistent memory */
#define EMB_CXL_MEM_LOG_BASE	0x1e0
#define EMB_CXL_MEM_LOG_BASE_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: bytes of the log region */
#define EMB_CXL_MEM_LOG_BYTES	0x1e8
#define EMB_CXL_MEM_LOG_BYTES_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the record of parameters */
#define EMB_CXL_MEM_PARAMETER_LOG	0x1f0
#define EMB_CXL_MEM_PARAMETER_LOG_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: DPA of the record of rows */
#define EMB_CXL_MEM_ROW_LOG	0x1f8
#define EMB_CXL_MEM_ROW_LOG_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: number of the batch, which its records hold */
#define EMB_CXL_MEM_BATCH	0x200
#define EMB_CXL_MEM_BATCH_MASK	GENMASK_ULL(63, 0)

/* rw, 32 bits: tells experiments apart, which records hold */
#define EMB_CXL_MEM_CONFIGURATION	0x208
#define EMB_CXL_MEM_CONFIGURATION_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: what logs take, and which records an update waits for */
#define EMB_CXL_MEM_CHECKPOINT	0x210
/* an update begins when a record of rows of its BATCH counts */
#define EMB_CXL_MEM_CHECKPOINT_AFTER_ROWS	BIT_ULL(0)
/* an update begins when a record of parameters counts whose batch is its BATCH, or at most LAG before it */
#define EMB_CXL_MEM_CHECKPOINT_AFTER_PARAMETERS	BIT_ULL(1)
/* a log of rows takes them from STAGED_BASE, not from the tables */
#define EMB_CXL_MEM_CHECKPOINT_STAGED	BIT_ULL(2)
/* a log of parameters asks for them only while no job works: none is there, or one waits for its inputs */
#define EMB_CXL_MEM_CHECKPOINT_IN_WINDOW	BIT_ULL(3)
/* most batches by which the record of AFTER_PARAMETERS may be older than the update */
#define EMB_CXL_MEM_CHECKPOINT_LAG	GENMASK_ULL(31, 16)

/* rw, 64 bits: DPA of the staged rows (row of segment s at s * vector bytes), in the scratchpad */
#define EMB_CXL_MEM_STAGED_BASE	0x218
#define EMB_CXL_MEM_STAGED_BASE_MASK	GENMASK_ULL(63, 0)

/* wo, 8 bits: posts a job with the settings as they are: 1 lookup, 2 update, 3 log parameters, 4 log rows, 5 stage, 6 accumulate */
#define EMB_CXL_MEM_DOORBELL	0x280
#define EMB_CXL_MEM_DOORBELL_MASK	GENMASK_ULL(7, 0)

/* wo, 3 bits: clears status, counters, or what is known of poison */
#define EMB_CXL_MEM_CLEAR	0x288
/* write 1: DONE, FAILED, ERROR and ERROR_POSITION become 0, but for what comes in that cycle; a hidden error of a job or a record is then shown: read STATUS again */
#define EMB_CXL_MEM_CLEAR_CLEAR_STATUS	BIT_ULL(0)
/* write 1: every counter becomes 0 */
#define EMB_CXL_MEM_CLEAR_CLEAR_COUNTERS	BIT_ULL(1)
/* write 1: no line is poisoned any more; for a host that has written them anew, or gives them up */
#define EMB_CXL_MEM_CLEAR_CLEAR_POISON	BIT_ULL(2)

/* rw, 16 bits: emulated medium: cycles from a read to its earliest answer */
#define EMB_CXL_MEM_MEDIA_READ_LATENCY	0x2a0
#define EMB_CXL_MEM_MEDIA_READ_LATENCY_MASK	GENMASK_ULL(15, 0)

/* rw, 16 bits: emulated medium: cycles from a write to its earliest answer, when it is durable */
#define EMB_CXL_MEM_MEDIA_WRITE_LATENCY	0x2a8
#define EMB_CXL_MEM_MEDIA_WRITE_LATENCY_MASK	GENMASK_ULL(15, 0)

/* rw, 17 bits: emulated medium: reads answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define EMB_CXL_MEM_MEDIA_READ_RATE	0x2b0
#define EMB_CXL_MEM_MEDIA_READ_RATE_MASK	GENMASK_ULL(16, 0)

/* rw, 17 bits: emulated medium: row-sized writes answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define EMB_CXL_MEM_MEDIA_ROW_WRITE_RATE	0x2b8
#define EMB_CXL_MEM_MEDIA_ROW_WRITE_RATE_MASK	GENMASK_ULL(16, 0)

/* rw, 17 bits: emulated medium: streaming writes answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define EMB_CXL_MEM_MEDIA_STREAM_WRITE_RATE	0x2c0
#define EMB_CXL_MEM_MEDIA_STREAM_WRITE_RATE_MASK	GENMASK_ULL(16, 0)

/* rw, 16 bits: emulated medium: cycles after a write's answer in which reads of its 256 bytes wait */
#define EMB_CXL_MEM_MEDIA_READ_AFTER_WRITE	0x2c8
#define EMB_CXL_MEM_MEDIA_READ_AFTER_WRITE_MASK	GENMASK_ULL(15, 0)

/* rw, 64 bits: HPA of DPA 0, a multiple of CHANNELS TiB, the size of the range whatever PERSISTENT_BYTES is; bit 0 commits: persistent memory is served over CXL.mem, unless the range overlaps that of HDM_BASE_1 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back) */
#define EMB_CXL_MEM_HDM_BASE_0	0x2d0
#define EMB_CXL_MEM_HDM_BASE_0_MASK	GENMASK_ULL(63, 0)

/* rw, 64 bits: HPA of the scratchpad, a multiple of SCRATCHPAD_SIZE; bit 0 commits, unless the range overlaps that of HDM_BASE_0 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back) */
#define EMB_CXL_MEM_HDM_BASE_1	0x2d8
#define EMB_CXL_MEM_HDM_BASE_1_MASK	GENMASK_ULL(63, 0)

/* rw, 16 bits: cycles that a channel has between two lines of a record, for each of the two logs; acts at once */
#define EMB_CXL_MEM_LOG_GAP	0x2e0
#define EMB_CXL_MEM_LOG_GAP_MASK	GENMASK_ULL(15, 0)

/* rw, 1 bits: what engines keep of rows in lookups that begin from now on; changes time alone */
#define EMB_CXL_MEM_ROW_CACHE	0x2e8
/* a line of a row that a lookup has read is kept, and not read again by the same engine as long as it has a place */
#define EMB_CXL_MEM_ROW_CACHE_ENABLED	BIT_ULL(0)

/* ro, 64 bits: clock cycles since reset or the last clear of counters */
#define EMB_CXL_MEM_CYCLES	0x300
#define EMB_CXL_MEM_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which a job ran, or a record was written; not those in which a job waited for its inputs */
#define EMB_CXL_MEM_BUSY_CYCLES	0x308
#define EMB_CXL_MEM_BUSY_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: busy cycles in which a job was not yet found good: it was worked on, but nothing was written */
#define EMB_CXL_MEM_CHECK_CYCLES	0x310
#define EMB_CXL_MEM_CHECK_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which an operand waited for the sum before it, over all engines */
#define EMB_CXL_MEM_HAZARD_CYCLES	0x318
#define EMB_CXL_MEM_HAZARD_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: lookups that ended well */
#define EMB_CXL_MEM_LOOKUPS	0x320
#define EMB_CXL_MEM_LOOKUPS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: updates that ended well */
#define EMB_CXL_MEM_UPDATES	0x328
#define EMB_CXL_MEM_UPDATES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: table directories */
#define EMB_CXL_MEM_LINES_DIRECTORY	0x330
#define EMB_CXL_MEM_LINES_DIRECTORY_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: offsets of segments */
#define EMB_CXL_MEM_LINES_OFFSET	0x338
#define EMB_CXL_MEM_LINES_OFFSET_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: unique rows, or bag scales */
#define EMB_CXL_MEM_LINES_SEGMENT	0x340
#define EMB_CXL_MEM_LINES_SEGMENT_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: indices, or source bags */
#define EMB_CXL_MEM_LINES_ENTRY	0x348
#define EMB_CXL_MEM_LINES_ENTRY_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: source scales */
#define EMB_CXL_MEM_LINES_SCALE	0x350
#define EMB_CXL_MEM_LINES_SCALE_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines read: gradients */
#define EMB_CXL_MEM_LINES_GRADIENT	0x358
#define EMB_CXL_MEM_LINES_GRADIENT_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: scratchpad lines written: pooled vectors, staged rows, accumulated rows */
#define EMB_CXL_MEM_LINES_POOLED	0x360
#define EMB_CXL_MEM_LINES_POOLED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: answers with data */
#define EMB_CXL_MEM_MEM_READS	0x368
#define EMB_CXL_MEM_MEM_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: writes that memory has answered */
#define EMB_CXL_MEM_MEM_WRITES	0x370
#define EMB_CXL_MEM_MEM_WRITES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: lines of the gradient region that have arrived: whole, without poison, answered without an error, and not counted before since a job took gradients */
#define EMB_CXL_MEM_GRADIENTS_ARRIVED	0x378
#define EMB_CXL_MEM_GRADIENTS_ARRIVED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.cache: lines of pooled vectors, or of accumulated rows, sent to a peer */
#define EMB_CXL_MEM_LINES_FLUSHED	0x380
#define EMB_CXL_MEM_LINES_FLUSHED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: lines of records of parameters that count, headers included; a record adds its lines when it counts, and one that fails adds none */
#define EMB_CXL_MEM_LINES_LOGGED_PARAMETERS	0x388
#define EMB_CXL_MEM_LINES_LOGGED_PARAMETERS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: lines of records of rows that count, headers included; a record adds its lines when it counts, and one that fails adds none */
#define EMB_CXL_MEM_LINES_LOGGED_ROWS	0x390
#define EMB_CXL_MEM_LINES_LOGGED_ROWS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: records of parameters that count */
#define EMB_CXL_MEM_PARAMETER_RECORDS	0x398
#define EMB_CXL_MEM_PARAMETER_RECORDS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: records of rows that count */
#define EMB_CXL_MEM_ROW_RECORDS	0x3a0
#define EMB_CXL_MEM_ROW_RECORDS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: stages that ended well */
#define EMB_CXL_MEM_STAGES	0x3a8
#define EMB_CXL_MEM_STAGES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: accumulations that ended well */
#define EMB_CXL_MEM_ACCUMULATIONS	0x3b0
#define EMB_CXL_MEM_ACCUMULATIONS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines that an engine had kept, and that were read on no channel */
#define EMB_CXL_MEM_ROW_CACHE_HITS	0x3b8
#define EMB_CXL_MEM_ROW_CACHE_HITS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines read on channel 0 */
#define EMB_CXL_MEM_CHANNEL_0_READS	0x400
#define EMB_CXL_MEM_CHANNEL_0_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines written on channel 0 */
#define EMB_CXL_MEM_CHANNEL_0_WRITES	0x408
#define EMB_CXL_MEM_CHANNEL_0_WRITES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines read on channel 1 */
#define EMB_CXL_MEM_CHANNEL_1_READS	0x410
#define EMB_CXL_MEM_CHANNEL_1_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines written on channel 1 */
#define EMB_CXL_MEM_CHANNEL_1_WRITES	0x418
#define EMB_CXL_MEM_CHANNEL_1_WRITES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines read on channel 2 */
#define EMB_CXL_MEM_CHANNEL_2_READS	0x420
#define EMB_CXL_MEM_CHANNEL_2_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines written on channel 2 */
#define EMB_CXL_MEM_CHANNEL_2_WRITES	0x428
#define EMB_CXL_MEM_CHANNEL_2_WRITES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines read on channel 3 */
#define EMB_CXL_MEM_CHANNEL_3_READS	0x430
#define EMB_CXL_MEM_CHANNEL_3_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: row lines written on channel 3 */
#define EMB_CXL_MEM_CHANNEL_3_WRITES	0x438
#define EMB_CXL_MEM_CHANNEL_3_WRITES_MASK	GENMASK_ULL(63, 0)

/* Values of POOLING. */
/* Sum of the rows. */
#define EMB_CXL_MEM_POOLING_VALUE_SUM	0
/* Sum times the bag's scale, which the host sets to 1 /n. */
#define EMB_CXL_MEM_POOLING_VALUE_MEAN	1

/* Values of DOORBELL. */
/* Pool every bag of the batch into the pooled region. */
#define EMB_CXL_MEM_DOORBELL_VALUE_LOOKUP	1
/* Apply the gradients of the batch to every unique row. */
#define EMB_CXL_MEM_DOORBELL_VALUE_UPDATE	2
/* Copy parameters from a peer over CXL.cache to the log, beside the jobs that follow. */
#define EMB_CXL_MEM_DOORBELL_VALUE_LOG_PARAMETERS	3
/* Copy every unique row of the batch to the log, beside the jobs that follow. */
#define EMB_CXL_MEM_DOORBELL_VALUE_LOG_ROWS	4
/* Compute every unique row as an update does, but write it to the staged rows in the scratchpad. */
#define EMB_CXL_MEM_DOORBELL_VALUE_STAGE	5
/* Apply the gradients of the batch to rows of +0, in the scratchpad. */
#define EMB_CXL_MEM_DOORBELL_VALUE_ACCUMULATE	6

/* Values of ERROR. */
/* `VECTOR_LENGTH` is not a multiple of 16 in 16..=256. Position: the value. */
#define EMB_CXL_MEM_ERROR_VALUE_VECTOR_LENGTH	1
/* `POOLING` is neither sum nor mean. Position: the value. */
#define EMB_CXL_MEM_ERROR_VALUE_POOLING	2
/* A count or a region is zero. Position: offset of the register. */
#define EMB_CXL_MEM_ERROR_VALUE_ZERO_LENGTH	3
/* A base or size is not a multiple of 64. Position: offset of the register. */
#define EMB_CXL_MEM_ERROR_VALUE_MISALIGNED	4
/* A region leaves the device's memory. Position: offset of the region's base register. */
#define EMB_CXL_MEM_ERROR_VALUE_OUTSIDE_DEVICE	5
/* Two regions overlap. Position: offset of the second region's base register. */
#define EMB_CXL_MEM_ERROR_VALUE_REGION_OVERLAP	6
/* A list or the batch's vectors leave their region, or gradients are to be counted in a region of more than 64 MiB. Position: offset of the list's (or region's) base register; `GRADIENT_LINES`. */
#define EMB_CXL_MEM_ERROR_VALUE_OUTSIDE_REGION	7
/* The doorbell rang while as many jobs waited as can. Position: the command. */
#define EMB_CXL_MEM_ERROR_VALUE_QUEUE_FULL	8
/* The doorbell's value is no command. Position: the value. */
#define EMB_CXL_MEM_ERROR_VALUE_UNKNOWN_COMMAND	9
/* A directory entry is wrong: no rows, misaligned, outside the data region, or not above the table before it. Position: the table. */
#define EMB_CXL_MEM_ERROR_VALUE_TABLE	10
/* The directory's segments do not add up to the batch's. Position: number of tables. */
#define EMB_CXL_MEM_ERROR_VALUE_SEGMENT_COUNT	11
/* Offsets do not start at 0, decrease, pass `ENTRY_COUNT`, or do not end at it. Position: the segment. */
#define EMB_CXL_MEM_ERROR_VALUE_OFFSET	12
/* An entry is out of range: a row past its table, or a bag past `BAG_COUNT`. Position: the entry. */
#define EMB_CXL_MEM_ERROR_VALUE_INDEX	13
/* A unique row is past its table, or not above the row before it. Position: the segment. */
#define EMB_CXL_MEM_ERROR_VALUE_ROW	14
/* A unique row has no entry. Position: the segment. */
#define EMB_CXL_MEM_ERROR_VALUE_EMPTY_ROW	15
/* A memory answered a read with an error, or the line that was read is poisoned. Position: DPA of the line. */
#define EMB_CXL_MEM_ERROR_VALUE_MEDIA_READ	16
/* A memory answered a write with an error. Position: DPA of the line. */
#define EMB_CXL_MEM_ERROR_VALUE_MEDIA_WRITE	17
/* The host refused a line that was flushed to a peer. Position: `FLUSH_TARGET`. */
#define EMB_CXL_MEM_ERROR_VALUE_FLUSH	18
/* A record could not be written: a line came poisoned or from where nothing is, memory refused one, or the row lists do not add up, or name a row outside persistent memory. Position: DPA of the record. */
#define EMB_CXL_MEM_ERROR_VALUE_LOG	19
/* A decoder was to be committed whose range overlaps that of the other; it is not committed. While another error stands, bit 0 alone says so. Position: offset of its register. */
#define EMB_CXL_MEM_ERROR_VALUE_DECODER_OVERLAP	20
/* Lists changed while the job ran: a row or a result would have left its region, and was not read or written. Position: DPA of the line; that of the offsets if the walk ended elsewhere than the check. */
#define EMB_CXL_MEM_ERROR_VALUE_OUTSIDE_JOB	21

#endif /* _EMB_CXL_MEM_REGS_H */
