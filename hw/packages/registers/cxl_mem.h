/* Registers of cxl_mem: CXL Type-2 persistent-memory expander with computing logic (TrainingCXL). */
/* Made from the register table; changes here are lost. */
#ifndef EMBERLANE_CXL_MEM_H
#define EMBERLANE_CXL_MEM_H

#include <stdint.h>

/* Bytes of the MMIO region. */
#define CXL_MEM_MMIO_BYTES UINT64_C(0x1000)

/* IDENTITY (ro, 64 bits): "EMBERCXL", big endian */
#define CXL_MEM_IDENTITY_OFFSET UINT64_C(0x0)
#define CXL_MEM_IDENTITY_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_IDENTITY_RESET UINT64_C(0x454d42455243584c)

/* VERSION (ro, 32 bits): interface version: major in bits 31:16, minor in 15:0 */
#define CXL_MEM_VERSION_OFFSET UINT64_C(0x8)
#define CXL_MEM_VERSION_MASK UINT64_C(0xffffffff)
#define CXL_MEM_VERSION_RESET UINT64_C(0x10001)

/* CAPABILITIES (ro, 32 bits): what this device was built with */
#define CXL_MEM_CAPABILITIES_OFFSET UINT64_C(0x10)
#define CXL_MEM_CAPABILITIES_MASK UINT64_C(0xffffffff)
#define CXL_MEM_CAPABILITIES_RESET UINT64_C(0x0)
/* CAPABILITIES.CHANNELS: number of memory channels */
#define CXL_MEM_CAPABILITIES_CHANNELS_SHIFT 0
#define CXL_MEM_CAPABILITIES_CHANNELS_MASK UINT64_C(0xff)
/* CAPABILITIES.MAX_LENGTH: longest vector, FP32 elements */
#define CXL_MEM_CAPABILITIES_MAX_LENGTH_SHIFT 16
#define CXL_MEM_CAPABILITIES_MAX_LENGTH_MASK UINT64_C(0xffff0000)

/* PERSISTENT_BYTES (ro, 64 bits): bytes of persistent memory, from DPA 0 */
#define CXL_MEM_PERSISTENT_BYTES_OFFSET UINT64_C(0x18)
#define CXL_MEM_PERSISTENT_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_PERSISTENT_BYTES_RESET UINT64_C(0x0)

/* SCRATCHPAD (ro, 64 bits): DPA of the volatile scratchpad */
#define CXL_MEM_SCRATCHPAD_OFFSET UINT64_C(0x20)
#define CXL_MEM_SCRATCHPAD_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_SCRATCHPAD_RESET UINT64_C(0x8000000000000)

/* SCRATCHPAD_SIZE (ro, 64 bits): bytes of scratchpad */
#define CXL_MEM_SCRATCHPAD_SIZE_OFFSET UINT64_C(0x28)
#define CXL_MEM_SCRATCHPAD_SIZE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_SCRATCHPAD_SIZE_RESET UINT64_C(0x100000000)

/* STATUS (ro, 3 bits): state of the device; the interrupt line is high while DONE or FAILED is set and BUSY is not */
#define CXL_MEM_STATUS_OFFSET UINT64_C(0x30)
#define CXL_MEM_STATUS_MASK UINT64_C(0x7)
#define CXL_MEM_STATUS_RESET UINT64_C(0x0)
/* STATUS.BUSY: a job runs or waits, or a log is written */
#define CXL_MEM_STATUS_BUSY_SHIFT 0
#define CXL_MEM_STATUS_BUSY_MASK UINT64_C(0x1)
/* STATUS.DONE: the last job ended well, and, once BUSY is not set, all that it wrote is answered */
#define CXL_MEM_STATUS_DONE_SHIFT 1
#define CXL_MEM_STATUS_DONE_MASK UINT64_C(0x2)
/* STATUS.FAILED: ERROR holds a code; doorbells are ignored until it is cleared */
#define CXL_MEM_STATUS_FAILED_SHIFT 2
#define CXL_MEM_STATUS_FAILED_MASK UINT64_C(0x4)

/* ERROR (ro, 8 bits): why FAILED is set (ErrorCode): a job, a record, a doorbell or a decoder; 0: no error */
#define CXL_MEM_ERROR_OFFSET UINT64_C(0x38)
#define CXL_MEM_ERROR_MASK UINT64_C(0xff)
#define CXL_MEM_ERROR_RESET UINT64_C(0x0)

/* ERROR_POSITION (ro, 64 bits): where; its meaning depends on ERROR */
#define CXL_MEM_ERROR_POSITION_OFFSET UINT64_C(0x40)
#define CXL_MEM_ERROR_POSITION_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ERROR_POSITION_RESET UINT64_C(0x0)

/* POISON (ro, 1 bits): what the ports of memory know of poisoned lines */
#define CXL_MEM_POISON_OFFSET UINT64_C(0x48)
#define CXL_MEM_POISON_MASK UINT64_C(0x1)
#define CXL_MEM_POISON_RESET UINT64_C(0x0)
/* POISON.POISON_OVERFLOW: a port has more poisoned lines than places for them: all lines between the first and the last of those without a place read as poisoned; stays until CLEAR_POISON */
#define CXL_MEM_POISON_POISON_OVERFLOW_SHIFT 0
#define CXL_MEM_POISON_POISON_OVERFLOW_MASK UINT64_C(0x1)

/* VECTOR_LENGTH (rw, 32 bits): FP32 elements of a vector: a multiple of 16 in 16..=256 */
#define CXL_MEM_VECTOR_LENGTH_OFFSET UINT64_C(0x100)
#define CXL_MEM_VECTOR_LENGTH_MASK UINT64_C(0xffffffff)
#define CXL_MEM_VECTOR_LENGTH_RESET UINT64_C(0x0)

/* LEARNING_RATE (rw, 32 bits): learning rate, FP32 */
#define CXL_MEM_LEARNING_RATE_OFFSET UINT64_C(0x108)
#define CXL_MEM_LEARNING_RATE_MASK UINT64_C(0xffffffff)
#define CXL_MEM_LEARNING_RATE_RESET UINT64_C(0x0)

/* POOLING (rw, 32 bits): 0: sum, 1: mean */
#define CXL_MEM_POOLING_OFFSET UINT64_C(0x110)
#define CXL_MEM_POOLING_MASK UINT64_C(0xffffffff)
#define CXL_MEM_POOLING_RESET UINT64_C(0x0)

/* DATA_BASE (rw, 64 bits): DPA of the data region (embedding tables), in persistent memory; of an accumulation in the scratchpad */
#define CXL_MEM_DATA_BASE_OFFSET UINT64_C(0x118)
#define CXL_MEM_DATA_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_DATA_BASE_RESET UINT64_C(0x0)

/* DATA_BYTES (rw, 64 bits): bytes of the data region */
#define CXL_MEM_DATA_BYTES_OFFSET UINT64_C(0x120)
#define CXL_MEM_DATA_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_DATA_BYTES_RESET UINT64_C(0x0)

/* DESCRIPTOR_BASE (rw, 64 bits): DPA of the descriptor region (all lists), in the scratchpad */
#define CXL_MEM_DESCRIPTOR_BASE_OFFSET UINT64_C(0x128)
#define CXL_MEM_DESCRIPTOR_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_DESCRIPTOR_BASE_RESET UINT64_C(0x0)

/* DESCRIPTOR_BYTES (rw, 64 bits): bytes of the descriptor region */
#define CXL_MEM_DESCRIPTOR_BYTES_OFFSET UINT64_C(0x130)
#define CXL_MEM_DESCRIPTOR_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_DESCRIPTOR_BYTES_RESET UINT64_C(0x0)

/* POOLED_BASE (rw, 64 bits): DPA of the pooled region (vector of bag b at b * vector bytes), in the scratchpad */
#define CXL_MEM_POOLED_BASE_OFFSET UINT64_C(0x138)
#define CXL_MEM_POOLED_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_POOLED_BASE_RESET UINT64_C(0x0)

/* POOLED_BYTES (rw, 64 bits): bytes of the pooled region */
#define CXL_MEM_POOLED_BYTES_OFFSET UINT64_C(0x140)
#define CXL_MEM_POOLED_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_POOLED_BYTES_RESET UINT64_C(0x0)

/* GRADIENT_BASE (rw, 64 bits): DPA of the gradient region (gradient of bag b at b * vector bytes), in the scratchpad */
#define CXL_MEM_GRADIENT_BASE_OFFSET UINT64_C(0x148)
#define CXL_MEM_GRADIENT_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_GRADIENT_BASE_RESET UINT64_C(0x0)

/* GRADIENT_BYTES (rw, 64 bits): bytes of the gradient region */
#define CXL_MEM_GRADIENT_BYTES_OFFSET UINT64_C(0x150)
#define CXL_MEM_GRADIENT_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_GRADIENT_BYTES_RESET UINT64_C(0x0)

/* TABLE_COUNT (rw, 32 bits): tables of the batch */
#define CXL_MEM_TABLE_COUNT_OFFSET UINT64_C(0x158)
#define CXL_MEM_TABLE_COUNT_MASK UINT64_C(0xffffffff)
#define CXL_MEM_TABLE_COUNT_RESET UINT64_C(0x0)

/* BAG_COUNT (rw, 32 bits): bags of the batch, over all tables */
#define CXL_MEM_BAG_COUNT_OFFSET UINT64_C(0x160)
#define CXL_MEM_BAG_COUNT_MASK UINT64_C(0xffffffff)
#define CXL_MEM_BAG_COUNT_RESET UINT64_C(0x0)

/* ENTRY_COUNT (rw, 32 bits): entries of the batch, over all bags; may be 0 for a lookup */
#define CXL_MEM_ENTRY_COUNT_OFFSET UINT64_C(0x168)
#define CXL_MEM_ENTRY_COUNT_MASK UINT64_C(0xffffffff)
#define CXL_MEM_ENTRY_COUNT_RESET UINT64_C(0x0)

/* ROW_COUNT (rw, 32 bits): unique rows of the batch, over all tables */
#define CXL_MEM_ROW_COUNT_OFFSET UINT64_C(0x170)
#define CXL_MEM_ROW_COUNT_MASK UINT64_C(0xffffffff)
#define CXL_MEM_ROW_COUNT_RESET UINT64_C(0x0)

/* BAG_DIRECTORY (rw, 64 bits): DPA of the lookup's table directory, four words a table: DPA of row 0 (low, high), rows of the table, bags of it in the batch */
#define CXL_MEM_BAG_DIRECTORY_OFFSET UINT64_C(0x178)
#define CXL_MEM_BAG_DIRECTORY_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_BAG_DIRECTORY_RESET UINT64_C(0x0)

/* BAG_OFFSETS (rw, 64 bits): DPA of the bags' offsets into INDICES, BAG_COUNT + 1 words */
#define CXL_MEM_BAG_OFFSETS_OFFSET UINT64_C(0x180)
#define CXL_MEM_BAG_OFFSETS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_BAG_OFFSETS_RESET UINT64_C(0x0)

/* INDICES (rw, 64 bits): DPA of the rows to pool, ENTRY_COUNT words */
#define CXL_MEM_INDICES_OFFSET UINT64_C(0x188)
#define CXL_MEM_INDICES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_INDICES_RESET UINT64_C(0x0)

/* BAG_SCALES (rw, 64 bits): DPA of 1 /n of each bag, FP32, BAG_COUNT words; read for mean pooling */
#define CXL_MEM_BAG_SCALES_OFFSET UINT64_C(0x190)
#define CXL_MEM_BAG_SCALES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_BAG_SCALES_RESET UINT64_C(0x0)

/* ROW_DIRECTORY (rw, 64 bits): DPA of the update's table directory, four words a table: DPA of row 0 (low, high), rows of the table, unique rows of it in the batch */
#define CXL_MEM_ROW_DIRECTORY_OFFSET UINT64_C(0x198)
#define CXL_MEM_ROW_DIRECTORY_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROW_DIRECTORY_RESET UINT64_C(0x0)

/* ROW_OFFSETS (rw, 64 bits): DPA of the unique rows' offsets into SOURCE_BAGS, ROW_COUNT + 1 words */
#define CXL_MEM_ROW_OFFSETS_OFFSET UINT64_C(0x1a0)
#define CXL_MEM_ROW_OFFSETS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROW_OFFSETS_RESET UINT64_C(0x0)

/* ROWS (rw, 64 bits): DPA of the unique rows, ROW_COUNT words */
#define CXL_MEM_ROWS_OFFSET UINT64_C(0x1a8)
#define CXL_MEM_ROWS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROWS_RESET UINT64_C(0x0)

/* SOURCE_BAGS (rw, 64 bits): DPA of the bags whose gradients a row takes, ENTRY_COUNT words */
#define CXL_MEM_SOURCE_BAGS_OFFSET UINT64_C(0x1b0)
#define CXL_MEM_SOURCE_BAGS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_SOURCE_BAGS_RESET UINT64_C(0x0)

/* SOURCE_SCALES (rw, 64 bits): DPA of 1 /n of each source bag, FP32, ENTRY_COUNT words; read for mean pooling */
#define CXL_MEM_SOURCE_SCALES_OFFSET UINT64_C(0x1b8)
#define CXL_MEM_SOURCE_SCALES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_SOURCE_SCALES_RESET UINT64_C(0x0)

/* FLUSH_TARGET (rw, 52 bits): HPA to which a lookup flushes the pooled vectors, or an accumulation its data region, over CXL.cache, a multiple of 64; bit 0 enables */
#define CXL_MEM_FLUSH_TARGET_OFFSET UINT64_C(0x1c0)
#define CXL_MEM_FLUSH_TARGET_MASK UINT64_C(0xfffffffffffff)
#define CXL_MEM_FLUSH_TARGET_RESET UINT64_C(0x0)

/* GRADIENT_LINES (rw, 34 bits): gradients that are counted, and waited for */
#define CXL_MEM_GRADIENT_LINES_OFFSET UINT64_C(0x1c8)
#define CXL_MEM_GRADIENT_LINES_MASK UINT64_C(0x3ffffffff)
#define CXL_MEM_GRADIENT_LINES_RESET UINT64_C(0x0)
/* GRADIENT_LINES.LINES: lines that must have arrived in the gradient region over CXL.mem before an update, a stage or an accumulation begins; 0: none. Above 0, and without KEEP, GRADIENT_BYTES is at most 64 MiB, whatever the command */
#define CXL_MEM_GRADIENT_LINES_LINES_SHIFT 0
#define CXL_MEM_GRADIENT_LINES_LINES_MASK UINT64_C(0xffffffff)
/* GRADIENT_LINES.COUNT_ONLY: gradients are counted from now on, but the job does not wait for them, as a lookup does not */
#define CXL_MEM_GRADIENT_LINES_COUNT_ONLY_SHIFT 32
#define CXL_MEM_GRADIENT_LINES_COUNT_ONLY_MASK UINT64_C(0x100000000)
/* GRADIENT_LINES.KEEP: the job does not wait for gradients; region, lines and count stay those of the job before it */
#define CXL_MEM_GRADIENT_LINES_KEEP_SHIFT 33
#define CXL_MEM_GRADIENT_LINES_KEEP_MASK UINT64_C(0x200000000)

/* PARAMETER_SOURCE (rw, 52 bits): HPA of the parameters that are logged */
#define CXL_MEM_PARAMETER_SOURCE_OFFSET UINT64_C(0x1d0)
#define CXL_MEM_PARAMETER_SOURCE_MASK UINT64_C(0xfffffffffffff)
#define CXL_MEM_PARAMETER_SOURCE_RESET UINT64_C(0x0)

/* PARAMETER_BYTES (rw, 64 bits): bytes of the parameters that are logged */
#define CXL_MEM_PARAMETER_BYTES_OFFSET UINT64_C(0x1d8)
#define CXL_MEM_PARAMETER_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_PARAMETER_BYTES_RESET UINT64_C(0x0)

/* LOG_BASE (rw, 64 bits): DPA of the log region, in persistent memory */
#define CXL_MEM_LOG_BASE_OFFSET UINT64_C(0x1e0)
#define CXL_MEM_LOG_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LOG_BASE_RESET UINT64_C(0x0)

/* LOG_BYTES (rw, 64 bits): bytes of the log region */
#define CXL_MEM_LOG_BYTES_OFFSET UINT64_C(0x1e8)
#define CXL_MEM_LOG_BYTES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LOG_BYTES_RESET UINT64_C(0x0)

/* PARAMETER_LOG (rw, 64 bits): DPA of the record of parameters */
#define CXL_MEM_PARAMETER_LOG_OFFSET UINT64_C(0x1f0)
#define CXL_MEM_PARAMETER_LOG_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_PARAMETER_LOG_RESET UINT64_C(0x0)

/* ROW_LOG (rw, 64 bits): DPA of the record of rows */
#define CXL_MEM_ROW_LOG_OFFSET UINT64_C(0x1f8)
#define CXL_MEM_ROW_LOG_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROW_LOG_RESET UINT64_C(0x0)

/* BATCH (rw, 64 bits): number of the batch, which its records hold */
#define CXL_MEM_BATCH_OFFSET UINT64_C(0x200)
#define CXL_MEM_BATCH_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_BATCH_RESET UINT64_C(0x0)

/* CONFIGURATION (rw, 32 bits): tells experiments apart, which records hold */
#define CXL_MEM_CONFIGURATION_OFFSET UINT64_C(0x208)
#define CXL_MEM_CONFIGURATION_MASK UINT64_C(0xffffffff)
#define CXL_MEM_CONFIGURATION_RESET UINT64_C(0x0)

/* CHECKPOINT (rw, 32 bits): what logs take, and which records an update waits for */
#define CXL_MEM_CHECKPOINT_OFFSET UINT64_C(0x210)
#define CXL_MEM_CHECKPOINT_MASK UINT64_C(0xffffffff)
#define CXL_MEM_CHECKPOINT_RESET UINT64_C(0x0)
/* CHECKPOINT.AFTER_ROWS: an update begins when a record of rows of its BATCH counts */
#define CXL_MEM_CHECKPOINT_AFTER_ROWS_SHIFT 0
#define CXL_MEM_CHECKPOINT_AFTER_ROWS_MASK UINT64_C(0x1)
/* CHECKPOINT.AFTER_PARAMETERS: an update begins when a record of parameters counts whose batch is its BATCH, or at most LAG before it */
#define CXL_MEM_CHECKPOINT_AFTER_PARAMETERS_SHIFT 1
#define CXL_MEM_CHECKPOINT_AFTER_PARAMETERS_MASK UINT64_C(0x2)
/* CHECKPOINT.STAGED: a log of rows takes them from STAGED_BASE, not from the tables */
#define CXL_MEM_CHECKPOINT_STAGED_SHIFT 2
#define CXL_MEM_CHECKPOINT_STAGED_MASK UINT64_C(0x4)
/* CHECKPOINT.IN_WINDOW: a log of parameters asks for them only while no job works: none is there, or one waits for its inputs */
#define CXL_MEM_CHECKPOINT_IN_WINDOW_SHIFT 3
#define CXL_MEM_CHECKPOINT_IN_WINDOW_MASK UINT64_C(0x8)
/* CHECKPOINT.LAG: most batches by which the record of AFTER_PARAMETERS may be older than the update */
#define CXL_MEM_CHECKPOINT_LAG_SHIFT 16
#define CXL_MEM_CHECKPOINT_LAG_MASK UINT64_C(0xffff0000)

/* STAGED_BASE (rw, 64 bits): DPA of the staged rows (row of segment s at s * vector bytes), in the scratchpad */
#define CXL_MEM_STAGED_BASE_OFFSET UINT64_C(0x218)
#define CXL_MEM_STAGED_BASE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_STAGED_BASE_RESET UINT64_C(0x0)

/* DOORBELL (wo, 8 bits): posts a job with the settings as they are: 1 lookup, 2 update, 3 log parameters, 4 log rows, 5 stage, 6 accumulate */
#define CXL_MEM_DOORBELL_OFFSET UINT64_C(0x280)
#define CXL_MEM_DOORBELL_MASK UINT64_C(0xff)
#define CXL_MEM_DOORBELL_RESET UINT64_C(0x0)

/* CLEAR (wo, 3 bits): clears status, counters, or what is known of poison */
#define CXL_MEM_CLEAR_OFFSET UINT64_C(0x288)
#define CXL_MEM_CLEAR_MASK UINT64_C(0x7)
#define CXL_MEM_CLEAR_RESET UINT64_C(0x0)
/* CLEAR.CLEAR_STATUS: write 1: DONE, FAILED, ERROR and ERROR_POSITION become 0, but for what comes in that cycle; a hidden error of a job or a record is then shown: read STATUS again */
#define CXL_MEM_CLEAR_CLEAR_STATUS_SHIFT 0
#define CXL_MEM_CLEAR_CLEAR_STATUS_MASK UINT64_C(0x1)
/* CLEAR.CLEAR_COUNTERS: write 1: every counter becomes 0 */
#define CXL_MEM_CLEAR_CLEAR_COUNTERS_SHIFT 1
#define CXL_MEM_CLEAR_CLEAR_COUNTERS_MASK UINT64_C(0x2)
/* CLEAR.CLEAR_POISON: write 1: no line is poisoned any more; for a host that has written them anew, or gives them up */
#define CXL_MEM_CLEAR_CLEAR_POISON_SHIFT 2
#define CXL_MEM_CLEAR_CLEAR_POISON_MASK UINT64_C(0x4)

/* MEDIA_READ_LATENCY (rw, 16 bits): emulated medium: cycles from a read to its earliest answer */
#define CXL_MEM_MEDIA_READ_LATENCY_OFFSET UINT64_C(0x2a0)
#define CXL_MEM_MEDIA_READ_LATENCY_MASK UINT64_C(0xffff)
#define CXL_MEM_MEDIA_READ_LATENCY_RESET UINT64_C(0x0)

/* MEDIA_WRITE_LATENCY (rw, 16 bits): emulated medium: cycles from a write to its earliest answer, when it is durable */
#define CXL_MEM_MEDIA_WRITE_LATENCY_OFFSET UINT64_C(0x2a8)
#define CXL_MEM_MEDIA_WRITE_LATENCY_MASK UINT64_C(0xffff)
#define CXL_MEM_MEDIA_WRITE_LATENCY_RESET UINT64_C(0x0)

/* MEDIA_READ_RATE (rw, 17 bits): emulated medium: reads answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define CXL_MEM_MEDIA_READ_RATE_OFFSET UINT64_C(0x2b0)
#define CXL_MEM_MEDIA_READ_RATE_MASK UINT64_C(0x1ffff)
#define CXL_MEM_MEDIA_READ_RATE_RESET UINT64_C(0x0)

/* MEDIA_ROW_WRITE_RATE (rw, 17 bits): emulated medium: row-sized writes answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define CXL_MEM_MEDIA_ROW_WRITE_RATE_OFFSET UINT64_C(0x2b8)
#define CXL_MEM_MEDIA_ROW_WRITE_RATE_MASK UINT64_C(0x1ffff)
#define CXL_MEM_MEDIA_ROW_WRITE_RATE_RESET UINT64_C(0x0)

/* MEDIA_STREAM_WRITE_RATE (rw, 17 bits): emulated medium: streaming writes answered a cycle and channel, in 1 /65536 line; 0: no bound */
#define CXL_MEM_MEDIA_STREAM_WRITE_RATE_OFFSET UINT64_C(0x2c0)
#define CXL_MEM_MEDIA_STREAM_WRITE_RATE_MASK UINT64_C(0x1ffff)
#define CXL_MEM_MEDIA_STREAM_WRITE_RATE_RESET UINT64_C(0x0)

/* MEDIA_READ_AFTER_WRITE (rw, 16 bits): emulated medium: cycles after a write's answer in which reads of its 256 bytes wait */
#define CXL_MEM_MEDIA_READ_AFTER_WRITE_OFFSET UINT64_C(0x2c8)
#define CXL_MEM_MEDIA_READ_AFTER_WRITE_MASK UINT64_C(0xffff)
#define CXL_MEM_MEDIA_READ_AFTER_WRITE_RESET UINT64_C(0x0)

/* HDM_BASE_0 (rw, 64 bits): HPA of DPA 0, a multiple of CHANNELS TiB, the size of the range whatever PERSISTENT_BYTES is; bit 0 commits: persistent memory is served over CXL.mem, unless the range overlaps that of HDM_BASE_1 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back) */
#define CXL_MEM_HDM_BASE_0_OFFSET UINT64_C(0x2d0)
#define CXL_MEM_HDM_BASE_0_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_HDM_BASE_0_RESET UINT64_C(0x0)

/* HDM_BASE_1 (rw, 64 bits): HPA of the scratchpad, a multiple of SCRATCHPAD_SIZE; bit 0 commits, unless the range overlaps that of HDM_BASE_0 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back) */
#define CXL_MEM_HDM_BASE_1_OFFSET UINT64_C(0x2d8)
#define CXL_MEM_HDM_BASE_1_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_HDM_BASE_1_RESET UINT64_C(0x0)

/* LOG_GAP (rw, 16 bits): cycles that a channel has between two lines of a record, for each of the two logs; acts at once */
#define CXL_MEM_LOG_GAP_OFFSET UINT64_C(0x2e0)
#define CXL_MEM_LOG_GAP_MASK UINT64_C(0xffff)
#define CXL_MEM_LOG_GAP_RESET UINT64_C(0x0)

/* ROW_CACHE (rw, 1 bits): what engines keep of rows in lookups that begin from now on; changes time alone */
#define CXL_MEM_ROW_CACHE_OFFSET UINT64_C(0x2e8)
#define CXL_MEM_ROW_CACHE_MASK UINT64_C(0x1)
#define CXL_MEM_ROW_CACHE_RESET UINT64_C(0x0)
/* ROW_CACHE.ENABLED: a line of a row that a lookup has read is kept, and not read again by the same engine as long as it has a place */
#define CXL_MEM_ROW_CACHE_ENABLED_SHIFT 0
#define CXL_MEM_ROW_CACHE_ENABLED_MASK UINT64_C(0x1)

/* CYCLES (ro, 64 bits): clock cycles since reset or the last clear of counters */
#define CXL_MEM_CYCLES_OFFSET UINT64_C(0x300)
#define CXL_MEM_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CYCLES_RESET UINT64_C(0x0)

/* BUSY_CYCLES (ro, 64 bits): cycles in which a job ran, or a record was written; not those in which a job waited for its inputs */
#define CXL_MEM_BUSY_CYCLES_OFFSET UINT64_C(0x308)
#define CXL_MEM_BUSY_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_BUSY_CYCLES_RESET UINT64_C(0x0)

/* CHECK_CYCLES (ro, 64 bits): busy cycles in which a job was not yet found good: it was worked on, but nothing was written */
#define CXL_MEM_CHECK_CYCLES_OFFSET UINT64_C(0x310)
#define CXL_MEM_CHECK_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHECK_CYCLES_RESET UINT64_C(0x0)

/* HAZARD_CYCLES (ro, 64 bits): cycles in which an operand waited for the sum before it, over all engines */
#define CXL_MEM_HAZARD_CYCLES_OFFSET UINT64_C(0x318)
#define CXL_MEM_HAZARD_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_HAZARD_CYCLES_RESET UINT64_C(0x0)

/* LOOKUPS (ro, 64 bits): lookups that ended well */
#define CXL_MEM_LOOKUPS_OFFSET UINT64_C(0x320)
#define CXL_MEM_LOOKUPS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LOOKUPS_RESET UINT64_C(0x0)

/* UPDATES (ro, 64 bits): updates that ended well */
#define CXL_MEM_UPDATES_OFFSET UINT64_C(0x328)
#define CXL_MEM_UPDATES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_UPDATES_RESET UINT64_C(0x0)

/* LINES_DIRECTORY (ro, 64 bits): scratchpad lines read: table directories */
#define CXL_MEM_LINES_DIRECTORY_OFFSET UINT64_C(0x330)
#define CXL_MEM_LINES_DIRECTORY_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_DIRECTORY_RESET UINT64_C(0x0)

/* LINES_OFFSET (ro, 64 bits): scratchpad lines read: offsets of segments */
#define CXL_MEM_LINES_OFFSET_OFFSET UINT64_C(0x338)
#define CXL_MEM_LINES_OFFSET_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_OFFSET_RESET UINT64_C(0x0)

/* LINES_SEGMENT (ro, 64 bits): scratchpad lines read: unique rows, or bag scales */
#define CXL_MEM_LINES_SEGMENT_OFFSET UINT64_C(0x340)
#define CXL_MEM_LINES_SEGMENT_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_SEGMENT_RESET UINT64_C(0x0)

/* LINES_ENTRY (ro, 64 bits): scratchpad lines read: indices, or source bags */
#define CXL_MEM_LINES_ENTRY_OFFSET UINT64_C(0x348)
#define CXL_MEM_LINES_ENTRY_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_ENTRY_RESET UINT64_C(0x0)

/* LINES_SCALE (ro, 64 bits): scratchpad lines read: source scales */
#define CXL_MEM_LINES_SCALE_OFFSET UINT64_C(0x350)
#define CXL_MEM_LINES_SCALE_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_SCALE_RESET UINT64_C(0x0)

/* LINES_GRADIENT (ro, 64 bits): scratchpad lines read: gradients */
#define CXL_MEM_LINES_GRADIENT_OFFSET UINT64_C(0x358)
#define CXL_MEM_LINES_GRADIENT_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_GRADIENT_RESET UINT64_C(0x0)

/* LINES_POOLED (ro, 64 bits): scratchpad lines written: pooled vectors, staged rows, accumulated rows */
#define CXL_MEM_LINES_POOLED_OFFSET UINT64_C(0x360)
#define CXL_MEM_LINES_POOLED_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_POOLED_RESET UINT64_C(0x0)

/* MEM_READS (ro, 64 bits): CXL.mem: answers with data */
#define CXL_MEM_MEM_READS_OFFSET UINT64_C(0x368)
#define CXL_MEM_MEM_READS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_MEM_READS_RESET UINT64_C(0x0)

/* MEM_WRITES (ro, 64 bits): CXL.mem: writes that memory has answered */
#define CXL_MEM_MEM_WRITES_OFFSET UINT64_C(0x370)
#define CXL_MEM_MEM_WRITES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_MEM_WRITES_RESET UINT64_C(0x0)

/* GRADIENTS_ARRIVED (ro, 64 bits): CXL.mem: lines of the gradient region that have arrived: whole, without poison, answered without an error, and not counted before since a job took gradients */
#define CXL_MEM_GRADIENTS_ARRIVED_OFFSET UINT64_C(0x378)
#define CXL_MEM_GRADIENTS_ARRIVED_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_GRADIENTS_ARRIVED_RESET UINT64_C(0x0)

/* LINES_FLUSHED (ro, 64 bits): CXL.cache: lines of pooled vectors, or of accumulated rows, sent to a peer */
#define CXL_MEM_LINES_FLUSHED_OFFSET UINT64_C(0x380)
#define CXL_MEM_LINES_FLUSHED_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_FLUSHED_RESET UINT64_C(0x0)

/* LINES_LOGGED_PARAMETERS (ro, 64 bits): lines of records of parameters that count, headers included; a record adds its lines when it counts, and one that fails adds none */
#define CXL_MEM_LINES_LOGGED_PARAMETERS_OFFSET UINT64_C(0x388)
#define CXL_MEM_LINES_LOGGED_PARAMETERS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_LOGGED_PARAMETERS_RESET UINT64_C(0x0)

/* LINES_LOGGED_ROWS (ro, 64 bits): lines of records of rows that count, headers included; a record adds its lines when it counts, and one that fails adds none */
#define CXL_MEM_LINES_LOGGED_ROWS_OFFSET UINT64_C(0x390)
#define CXL_MEM_LINES_LOGGED_ROWS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_LINES_LOGGED_ROWS_RESET UINT64_C(0x0)

/* PARAMETER_RECORDS (ro, 64 bits): records of parameters that count */
#define CXL_MEM_PARAMETER_RECORDS_OFFSET UINT64_C(0x398)
#define CXL_MEM_PARAMETER_RECORDS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_PARAMETER_RECORDS_RESET UINT64_C(0x0)

/* ROW_RECORDS (ro, 64 bits): records of rows that count */
#define CXL_MEM_ROW_RECORDS_OFFSET UINT64_C(0x3a0)
#define CXL_MEM_ROW_RECORDS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROW_RECORDS_RESET UINT64_C(0x0)

/* STAGES (ro, 64 bits): stages that ended well */
#define CXL_MEM_STAGES_OFFSET UINT64_C(0x3a8)
#define CXL_MEM_STAGES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_STAGES_RESET UINT64_C(0x0)

/* ACCUMULATIONS (ro, 64 bits): accumulations that ended well */
#define CXL_MEM_ACCUMULATIONS_OFFSET UINT64_C(0x3b0)
#define CXL_MEM_ACCUMULATIONS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ACCUMULATIONS_RESET UINT64_C(0x0)

/* ROW_CACHE_HITS (ro, 64 bits): row lines that an engine had kept, and that were read on no channel */
#define CXL_MEM_ROW_CACHE_HITS_OFFSET UINT64_C(0x3b8)
#define CXL_MEM_ROW_CACHE_HITS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_ROW_CACHE_HITS_RESET UINT64_C(0x0)

/* CHANNEL_0_READS (ro, 64 bits): row lines read on channel 0 */
#define CXL_MEM_CHANNEL_0_READS_OFFSET UINT64_C(0x400)
#define CXL_MEM_CHANNEL_0_READS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_0_READS_RESET UINT64_C(0x0)

/* CHANNEL_0_WRITES (ro, 64 bits): row lines written on channel 0 */
#define CXL_MEM_CHANNEL_0_WRITES_OFFSET UINT64_C(0x408)
#define CXL_MEM_CHANNEL_0_WRITES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_0_WRITES_RESET UINT64_C(0x0)

/* CHANNEL_1_READS (ro, 64 bits): row lines read on channel 1 */
#define CXL_MEM_CHANNEL_1_READS_OFFSET UINT64_C(0x410)
#define CXL_MEM_CHANNEL_1_READS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_1_READS_RESET UINT64_C(0x0)

/* CHANNEL_1_WRITES (ro, 64 bits): row lines written on channel 1 */
#define CXL_MEM_CHANNEL_1_WRITES_OFFSET UINT64_C(0x418)
#define CXL_MEM_CHANNEL_1_WRITES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_1_WRITES_RESET UINT64_C(0x0)

/* CHANNEL_2_READS (ro, 64 bits): row lines read on channel 2 */
#define CXL_MEM_CHANNEL_2_READS_OFFSET UINT64_C(0x420)
#define CXL_MEM_CHANNEL_2_READS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_2_READS_RESET UINT64_C(0x0)

/* CHANNEL_2_WRITES (ro, 64 bits): row lines written on channel 2 */
#define CXL_MEM_CHANNEL_2_WRITES_OFFSET UINT64_C(0x428)
#define CXL_MEM_CHANNEL_2_WRITES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_2_WRITES_RESET UINT64_C(0x0)

/* CHANNEL_3_READS (ro, 64 bits): row lines read on channel 3 */
#define CXL_MEM_CHANNEL_3_READS_OFFSET UINT64_C(0x430)
#define CXL_MEM_CHANNEL_3_READS_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_3_READS_RESET UINT64_C(0x0)

/* CHANNEL_3_WRITES (ro, 64 bits): row lines written on channel 3 */
#define CXL_MEM_CHANNEL_3_WRITES_OFFSET UINT64_C(0x438)
#define CXL_MEM_CHANNEL_3_WRITES_MASK UINT64_C(0xffffffffffffffff)
#define CXL_MEM_CHANNEL_3_WRITES_RESET UINT64_C(0x0)

/* Values of POOLING. */
/* Sum of the rows. */
#define CXL_MEM_POOLING_VALUE_SUM 0
/* Sum times the bag's scale, which the host sets to 1 /n. */
#define CXL_MEM_POOLING_VALUE_MEAN 1

/* Values of DOORBELL. */
/* Pool every bag of the batch into the pooled region. */
#define CXL_MEM_DOORBELL_VALUE_LOOKUP 1
/* Apply the gradients of the batch to every unique row. */
#define CXL_MEM_DOORBELL_VALUE_UPDATE 2
/* Copy parameters from a peer over CXL.cache to the log, beside the jobs that follow. */
#define CXL_MEM_DOORBELL_VALUE_LOG_PARAMETERS 3
/* Copy every unique row of the batch to the log, beside the jobs that follow. */
#define CXL_MEM_DOORBELL_VALUE_LOG_ROWS 4
/* Compute every unique row as an update does, but write it to the staged rows in the scratchpad. */
#define CXL_MEM_DOORBELL_VALUE_STAGE 5
/* Apply the gradients of the batch to rows of +0, in the scratchpad. */
#define CXL_MEM_DOORBELL_VALUE_ACCUMULATE 6

/* Values of ERROR. */
/* `VECTOR_LENGTH` is not a multiple of 16 in 16..=256. Position: the value. */
#define CXL_MEM_ERROR_VALUE_VECTOR_LENGTH 1
/* `POOLING` is neither sum nor mean. Position: the value. */
#define CXL_MEM_ERROR_VALUE_POOLING 2
/* A count or a region is zero. Position: offset of the register. */
#define CXL_MEM_ERROR_VALUE_ZERO_LENGTH 3
/* A base or size is not a multiple of 64. Position: offset of the register. */
#define CXL_MEM_ERROR_VALUE_MISALIGNED 4
/* A region leaves the device's memory. Position: offset of the region's base register. */
#define CXL_MEM_ERROR_VALUE_OUTSIDE_DEVICE 5
/* Two regions overlap. Position: offset of the second region's base register. */
#define CXL_MEM_ERROR_VALUE_REGION_OVERLAP 6
/* A list or the batch's vectors leave their region, or gradients are to be counted in a region of more than 64 MiB. Position: offset of the list's (or region's) base register; `GRADIENT_LINES`. */
#define CXL_MEM_ERROR_VALUE_OUTSIDE_REGION 7
/* The doorbell rang while as many jobs waited as can. Position: the command. */
#define CXL_MEM_ERROR_VALUE_QUEUE_FULL 8
/* The doorbell's value is no command. Position: the value. */
#define CXL_MEM_ERROR_VALUE_UNKNOWN_COMMAND 9
/* A directory entry is wrong: no rows, misaligned, outside the data region, or not above the table before it. Position: the table. */
#define CXL_MEM_ERROR_VALUE_TABLE 10
/* The directory's segments do not add up to the batch's. Position: number of tables. */
#define CXL_MEM_ERROR_VALUE_SEGMENT_COUNT 11
/* Offsets do not start at 0, decrease, pass `ENTRY_COUNT`, or do not end at it. Position: the segment. */
#define CXL_MEM_ERROR_VALUE_OFFSET 12
/* An entry is out of range: a row past its table, or a bag past `BAG_COUNT`. Position: the entry. */
#define CXL_MEM_ERROR_VALUE_INDEX 13
/* A unique row is past its table, or not above the row before it. Position: the segment. */
#define CXL_MEM_ERROR_VALUE_ROW 14
/* A unique row has no entry. Position: the segment. */
#define CXL_MEM_ERROR_VALUE_EMPTY_ROW 15
/* A memory answered a read with an error, or the line that was read is poisoned. Position: DPA of the line. */
#define CXL_MEM_ERROR_VALUE_MEDIA_READ 16
/* A memory answered a write with an error. Position: DPA of the line. */
#define CXL_MEM_ERROR_VALUE_MEDIA_WRITE 17
/* The host refused a line that was flushed to a peer. Position: `FLUSH_TARGET`. */
#define CXL_MEM_ERROR_VALUE_FLUSH 18
/* A record could not be written: a line came poisoned or from where nothing is, memory refused one, or the row lists do not add up, or name a row outside persistent memory. Position: DPA of the record. */
#define CXL_MEM_ERROR_VALUE_LOG 19
/* A decoder was to be committed whose range overlaps that of the other; it is not committed. While another error stands, bit 0 alone says so. Position: offset of its register. */
#define CXL_MEM_ERROR_VALUE_DECODER_OVERLAP 20
/* Lists changed while the job ran: a row or a result would have left its region, and was not read or written. Position: DPA of the line; that of the offsets if the walk ended elsewhere than the check. */
#define CXL_MEM_ERROR_VALUE_OUTSIDE_JOB 21

#endif
