/* Registers of smartssd: CXL Type-2 FPGA of a SmartSSD with embedding cache agent and embedding kernel (NDRec). */
/* Made from the register table; changes here are lost. */
#ifndef EMBERLANE_SMARTSSD_H
#define EMBERLANE_SMARTSSD_H

#include <stdint.h>

/* Bytes of the MMIO region. */
#define SMARTSSD_MMIO_BYTES UINT64_C(0x1000)

/* IDENTITY (ro, 64 bits): "EMBERSSD", big endian */
#define SMARTSSD_IDENTITY_OFFSET UINT64_C(0x0)
#define SMARTSSD_IDENTITY_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_IDENTITY_RESET UINT64_C(0x454d424552535344)

/* VERSION (ro, 32 bits): interface version: major in bits 31:16, minor in 15:0 */
#define SMARTSSD_VERSION_OFFSET UINT64_C(0x8)
#define SMARTSSD_VERSION_MASK UINT64_C(0xffffffff)
#define SMARTSSD_VERSION_RESET UINT64_C(0x10000)

/* DRAM_SIZE (ro, 64 bits): bytes of the FPGA's DRAM */
#define SMARTSSD_DRAM_SIZE_OFFSET UINT64_C(0x10)
#define SMARTSSD_DRAM_SIZE_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_DRAM_SIZE_RESET UINT64_C(0x100000000)

/* CAPABILITIES (ro, 32 bits): what this device was built with */
#define SMARTSSD_CAPABILITIES_OFFSET UINT64_C(0x18)
#define SMARTSSD_CAPABILITIES_MASK UINT64_C(0xffffffff)
#define SMARTSSD_CAPABILITIES_RESET UINT64_C(0x0)
/* CAPABILITIES.BANKS: banks of a side of the kernel */
#define SMARTSSD_CAPABILITIES_BANKS_SHIFT 0
#define SMARTSSD_CAPABILITIES_BANKS_MASK UINT64_C(0xff)
/* CAPABILITIES.ELEMENTS: FP32 elements of an EV */
#define SMARTSSD_CAPABILITIES_ELEMENTS_SHIFT 16
#define SMARTSSD_CAPABILITIES_ELEMENTS_MASK UINT64_C(0xffff0000)

/* STATUS (ro, 10 bits): state of the device; the interrupt line is high while DONE, FAILED or AGENT_FAILED is set */
#define SMARTSSD_STATUS_OFFSET UINT64_C(0x20)
#define SMARTSSD_STATUS_MASK UINT64_C(0x3ff)
#define SMARTSSD_STATUS_RESET UINT64_C(0x0)
/* STATUS.BUSY: an iteration is under way */
#define SMARTSSD_STATUS_BUSY_SHIFT 0
#define SMARTSSD_STATUS_BUSY_MASK UINT64_C(0x1)
/* STATUS.DONE: the last iteration ended well; all it wrote is answered */
#define SMARTSSD_STATUS_DONE_SHIFT 1
#define SMARTSSD_STATUS_DONE_MASK UINT64_C(0x2)
/* STATUS.FAILED: ERROR holds a code; doorbells are ignored until it is cleared */
#define SMARTSSD_STATUS_FAILED_SHIFT 2
#define SMARTSSD_STATUS_FAILED_MASK UINT64_C(0x4)
/* STATUS.WAITING: the iteration waits until PLANS_DONE reaches PLAN */
#define SMARTSSD_STATUS_WAITING_SHIFT 3
#define SMARTSSD_STATUS_WAITING_MASK UINT64_C(0x8)
/* STATUS.NEW_BUFFER: number of the new TX buffer; the other one is old; 1 after reset */
#define SMARTSSD_STATUS_NEW_BUFFER_SHIFT 4
#define SMARTSSD_STATUS_NEW_BUFFER_MASK UINT64_C(0x10)
/* STATUS.AGENT_BUSY: the mailbox has lines that are not executed, and the agent has not failed */
#define SMARTSSD_STATUS_AGENT_BUSY_SHIFT 8
#define SMARTSSD_STATUS_AGENT_BUSY_MASK UINT64_C(0x100)
/* STATUS.AGENT_FAILED: AGENT_ERROR holds a code; no movement begins */
#define SMARTSSD_STATUS_AGENT_FAILED_SHIFT 9
#define SMARTSSD_STATUS_AGENT_FAILED_MASK UINT64_C(0x200)

/* ERROR (ro, 6 bits): why the last iteration was refused or stopped */
#define SMARTSSD_ERROR_OFFSET UINT64_C(0x28)
#define SMARTSSD_ERROR_MASK UINT64_C(0x3f)
#define SMARTSSD_ERROR_RESET UINT64_C(0x0)
/* ERROR.CODE: why (KernelError); 0: no error */
#define SMARTSSD_ERROR_CODE_SHIFT 0
#define SMARTSSD_ERROR_CODE_MASK UINT64_C(0xf)
/* ERROR.PROGRAM: at which program: 0 loads, 1 forward, 2 backward, 3 moves */
#define SMARTSSD_ERROR_PROGRAM_SHIFT 4
#define SMARTSSD_ERROR_PROGRAM_MASK UINT64_C(0x30)

/* AGENT_ERROR (ro, 8 bits): why the cache agent has stopped (AgentError); 0: no error */
#define SMARTSSD_AGENT_ERROR_OFFSET UINT64_C(0x30)
#define SMARTSSD_AGENT_ERROR_MASK UINT64_C(0xff)
#define SMARTSSD_AGENT_ERROR_RESET UINT64_C(0x0)

/* AGENT_ERROR_POSITION (ro, 34 bits): at which movement of the mailbox */
#define SMARTSSD_AGENT_ERROR_POSITION_OFFSET UINT64_C(0x38)
#define SMARTSSD_AGENT_ERROR_POSITION_MASK UINT64_C(0x3ffffffff)
#define SMARTSSD_AGENT_ERROR_POSITION_RESET UINT64_C(0x0)
/* AGENT_ERROR_POSITION.LINE: number of the mailbox line */
#define SMARTSSD_AGENT_ERROR_POSITION_LINE_SHIFT 0
#define SMARTSSD_AGENT_ERROR_POSITION_LINE_MASK UINT64_C(0xffffffff)
/* AGENT_ERROR_POSITION.MOVEMENT: movement of the line; of errors of memory, the next one */
#define SMARTSSD_AGENT_ERROR_POSITION_MOVEMENT_SHIFT 32
#define SMARTSSD_AGENT_ERROR_POSITION_MOVEMENT_MASK UINT64_C(0x300000000)

/* LOADS_DONE (ro, 32 bits): words that the program of the loads has done, waits not counted */
#define SMARTSSD_LOADS_DONE_OFFSET UINT64_C(0x40)
#define SMARTSSD_LOADS_DONE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_LOADS_DONE_RESET UINT64_C(0x0)

/* FORWARD_DONE (ro, 32 bits): words that the forward program has done, waits not counted */
#define SMARTSSD_FORWARD_DONE_OFFSET UINT64_C(0x48)
#define SMARTSSD_FORWARD_DONE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_FORWARD_DONE_RESET UINT64_C(0x0)

/* BACKWARD_DONE (ro, 32 bits): words that the backward program has done, waits not counted */
#define SMARTSSD_BACKWARD_DONE_OFFSET UINT64_C(0x50)
#define SMARTSSD_BACKWARD_DONE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_BACKWARD_DONE_RESET UINT64_C(0x0)

/* MOVES_DONE (ro, 32 bits): words that the program of the moves has done, waits not counted */
#define SMARTSSD_MOVES_DONE_OFFSET UINT64_C(0x58)
#define SMARTSSD_MOVES_DONE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_MOVES_DONE_RESET UINT64_C(0x0)

/* MAILBOX_HEAD (ro, 32 bits): lines of the mailbox that the device needs no more, since reset, modulo 2^32 */
#define SMARTSSD_MAILBOX_HEAD_OFFSET UINT64_C(0x60)
#define SMARTSSD_MAILBOX_HEAD_MASK UINT64_C(0xffffffff)
#define SMARTSSD_MAILBOX_HEAD_RESET UINT64_C(0x0)

/* PLANS_DONE (ro, 32 bits): number of the last plan of which all is answered; 0: none */
#define SMARTSSD_PLANS_DONE_OFFSET UINT64_C(0x68)
#define SMARTSSD_PLANS_DONE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_PLANS_DONE_RESET UINT64_C(0x0)

/* HDM_BASE (rw, 52 bits): HPA of the TX buffers, a multiple of 64; bit 0 commits: they are served over CXL.mem */
#define SMARTSSD_HDM_BASE_OFFSET UINT64_C(0x100)
#define SMARTSSD_HDM_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_HDM_BASE_RESET UINT64_C(0x0)

/* TX_BYTES (rw, 32 bits): bytes of a TX buffer, a multiple of those of an EV; the buffers are at DPA 0 and TX_BYTES */
#define SMARTSSD_TX_BYTES_OFFSET UINT64_C(0x108)
#define SMARTSSD_TX_BYTES_MASK UINT64_C(0xffffffff)
#define SMARTSSD_TX_BYTES_RESET UINT64_C(0x0)

/* CACHE_BASE (rw, 32 bits): DPA of the embedding cache, a multiple of the bytes of an EV, not below the end of the TX buffers */
#define SMARTSSD_CACHE_BASE_OFFSET UINT64_C(0x110)
#define SMARTSSD_CACHE_BASE_MASK UINT64_C(0xffffffff)
#define SMARTSSD_CACHE_BASE_RESET UINT64_C(0x0)

/* CACHE_VECTORS (rw, 32 bits): EVs of the cache, which end within the DRAM */
#define SMARTSSD_CACHE_VECTORS_OFFSET UINT64_C(0x118)
#define SMARTSSD_CACHE_VECTORS_MASK UINT64_C(0xffffffff)
#define SMARTSSD_CACHE_VECTORS_RESET UINT64_C(0x0)

/* SSD_BASE (rw, 52 bits): address of EV 0 on the SSD, a multiple of the bytes of an EV */
#define SMARTSSD_SSD_BASE_OFFSET UINT64_C(0x120)
#define SMARTSSD_SSD_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_SSD_BASE_RESET UINT64_C(0x0)

/* SSD_VECTORS (rw, 41 bits): EVs of the SSD */
#define SMARTSSD_SSD_VECTORS_OFFSET UINT64_C(0x128)
#define SMARTSSD_SSD_VECTORS_MASK UINT64_C(0x1ffffffffff)
#define SMARTSSD_SSD_VECTORS_RESET UINT64_C(0x0)

/* MAILBOX_BASE (rw, 52 bits): HPA of the mailbox, a multiple of 64; taken with the first line */
#define SMARTSSD_MAILBOX_BASE_OFFSET UINT64_C(0x130)
#define SMARTSSD_MAILBOX_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_MAILBOX_BASE_RESET UINT64_C(0x0)

/* MAILBOX_LINES (rw, 32 bits): lines of the mailbox, a power of two; taken with the first line */
#define SMARTSSD_MAILBOX_LINES_OFFSET UINT64_C(0x138)
#define SMARTSSD_MAILBOX_LINES_MASK UINT64_C(0xffffffff)
#define SMARTSSD_MAILBOX_LINES_RESET UINT64_C(0x0)

/* MAILBOX_TAIL (rw, 32 bits): lines that were written to the mailbox since reset, modulo 2^32 */
#define SMARTSSD_MAILBOX_TAIL_OFFSET UINT64_C(0x140)
#define SMARTSSD_MAILBOX_TAIL_MASK UINT64_C(0xffffffff)
#define SMARTSSD_MAILBOX_TAIL_RESET UINT64_C(0x0)

/* LOADS_BASE (rw, 52 bits): HPA of the program of the loads, a multiple of 64 */
#define SMARTSSD_LOADS_BASE_OFFSET UINT64_C(0x148)
#define SMARTSSD_LOADS_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_LOADS_BASE_RESET UINT64_C(0x0)

/* FORWARD_BASE (rw, 52 bits): HPA of the forward program, a multiple of 64 */
#define SMARTSSD_FORWARD_BASE_OFFSET UINT64_C(0x150)
#define SMARTSSD_FORWARD_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_FORWARD_BASE_RESET UINT64_C(0x0)

/* BACKWARD_BASE (rw, 52 bits): HPA of the backward program, a multiple of 64 */
#define SMARTSSD_BACKWARD_BASE_OFFSET UINT64_C(0x158)
#define SMARTSSD_BACKWARD_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_BACKWARD_BASE_RESET UINT64_C(0x0)

/* MOVES_BASE (rw, 52 bits): HPA of the program of the moves, a multiple of 64 */
#define SMARTSSD_MOVES_BASE_OFFSET UINT64_C(0x160)
#define SMARTSSD_MOVES_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_MOVES_BASE_RESET UINT64_C(0x0)

/* LOADS_WORDS (rw, 28 bits): words of the program of the loads, waits included */
#define SMARTSSD_LOADS_WORDS_OFFSET UINT64_C(0x168)
#define SMARTSSD_LOADS_WORDS_MASK UINT64_C(0xfffffff)
#define SMARTSSD_LOADS_WORDS_RESET UINT64_C(0x0)

/* FORWARD_WORDS (rw, 28 bits): words of the forward program, waits included */
#define SMARTSSD_FORWARD_WORDS_OFFSET UINT64_C(0x170)
#define SMARTSSD_FORWARD_WORDS_MASK UINT64_C(0xfffffff)
#define SMARTSSD_FORWARD_WORDS_RESET UINT64_C(0x0)

/* BACKWARD_WORDS (rw, 28 bits): words of the backward program, waits included */
#define SMARTSSD_BACKWARD_WORDS_OFFSET UINT64_C(0x178)
#define SMARTSSD_BACKWARD_WORDS_MASK UINT64_C(0xfffffff)
#define SMARTSSD_BACKWARD_WORDS_RESET UINT64_C(0x0)

/* MOVES_WORDS (rw, 28 bits): words of the program of the moves, waits included */
#define SMARTSSD_MOVES_WORDS_OFFSET UINT64_C(0x180)
#define SMARTSSD_MOVES_WORDS_MASK UINT64_C(0xfffffff)
#define SMARTSSD_MOVES_WORDS_RESET UINT64_C(0x0)

/* GRADIENT_BASE (rw, 52 bits): HPA of the gradients, a multiple of 64, one behind the other in the order of the backward program */
#define SMARTSSD_GRADIENT_BASE_OFFSET UINT64_C(0x188)
#define SMARTSSD_GRADIENT_BASE_MASK UINT64_C(0xfffffffffffff)
#define SMARTSSD_GRADIENT_BASE_RESET UINT64_C(0x0)

/* GRADIENTS (rw, 26 bits): gradients of the iteration */
#define SMARTSSD_GRADIENTS_OFFSET UINT64_C(0x190)
#define SMARTSSD_GRADIENTS_MASK UINT64_C(0x3ffffff)
#define SMARTSSD_GRADIENTS_RESET UINT64_C(0x0)

/* BAGS (rw, 32 bits): bags whose outputs the iteration makes: that of bag b goes to b * EV bytes of the new TX buffer, which holds them all */
#define SMARTSSD_BAGS_OFFSET UINT64_C(0x198)
#define SMARTSSD_BAGS_MASK UINT64_C(0xffffffff)
#define SMARTSSD_BAGS_RESET UINT64_C(0x0)

/* PLAN (rw, 32 bits): the kernel starts when PLANS_DONE has reached this */
#define SMARTSSD_PLAN_OFFSET UINT64_C(0x1a0)
#define SMARTSSD_PLAN_MASK UINT64_C(0xffffffff)
#define SMARTSSD_PLAN_RESET UINT64_C(0x0)

/* COUNT_INDEX (rw, 14 bits): EV of the cache whose uses VECTOR_USES reads, 32 cycles later */
#define SMARTSSD_COUNT_INDEX_OFFSET UINT64_C(0x1a8)
#define SMARTSSD_COUNT_INDEX_MASK UINT64_C(0x3fff)
#define SMARTSSD_COUNT_INDEX_RESET UINT64_C(0x0)

/* DOORBELL (wo, 8 bits): begins an iteration with the settings as they are: 1 iterate, 2 continue */
#define SMARTSSD_DOORBELL_OFFSET UINT64_C(0x280)
#define SMARTSSD_DOORBELL_MASK UINT64_C(0xff)
#define SMARTSSD_DOORBELL_RESET UINT64_C(0x0)

/* CLEAR (wo, 3 bits): clears status or counters, or lets the agent go on */
#define SMARTSSD_CLEAR_OFFSET UINT64_C(0x288)
#define SMARTSSD_CLEAR_MASK UINT64_C(0x7)
#define SMARTSSD_CLEAR_RESET UINT64_C(0x0)
/* CLEAR.CLEAR_STATUS: write 1: DONE, FAILED and ERROR become 0, but for what comes in that cycle */
#define SMARTSSD_CLEAR_CLEAR_STATUS_SHIFT 0
#define SMARTSSD_CLEAR_CLEAR_STATUS_MASK UINT64_C(0x1)
/* CLEAR.CLEAR_COUNTERS: write 1: every counter from CYCLES on becomes 0, but for VECTOR_USES */
#define SMARTSSD_CLEAR_CLEAR_COUNTERS_SHIFT 1
#define SMARTSSD_CLEAR_CLEAR_COUNTERS_MASK UINT64_C(0x2)
/* CLEAR.CLEAR_AGENT: write 1: AGENT_FAILED and AGENT_ERROR become 0, and the agent goes on from the last movement behind which all was answered */
#define SMARTSSD_CLEAR_CLEAR_AGENT_SHIFT 2
#define SMARTSSD_CLEAR_CLEAR_AGENT_MASK UINT64_C(0x4)

/* CYCLES (ro, 64 bits): clock cycles since reset or the last clear of counters */
#define SMARTSSD_CYCLES_OFFSET UINT64_C(0x300)
#define SMARTSSD_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_CYCLES_RESET UINT64_C(0x0)

/* KERNEL_CYCLES (ro, 64 bits): cycles in which the kernel executed a plan */
#define SMARTSSD_KERNEL_CYCLES_OFFSET UINT64_C(0x308)
#define SMARTSSD_KERNEL_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_KERNEL_CYCLES_RESET UINT64_C(0x0)

/* WAIT_CYCLES (ro, 64 bits): cycles in which an iteration waited for PLAN */
#define SMARTSSD_WAIT_CYCLES_OFFSET UINT64_C(0x310)
#define SMARTSSD_WAIT_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_WAIT_CYCLES_RESET UINT64_C(0x0)

/* AGENT_CYCLES (ro, 64 bits): cycles in which the agent had movements to do */
#define SMARTSSD_AGENT_CYCLES_OFFSET UINT64_C(0x318)
#define SMARTSSD_AGENT_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_AGENT_CYCLES_RESET UINT64_C(0x0)

/* FORWARD_HAZARD_CYCLES (ro, 64 bits): cycles in which a forward word waited for the adder alone */
#define SMARTSSD_FORWARD_HAZARD_CYCLES_OFFSET UINT64_C(0x320)
#define SMARTSSD_FORWARD_HAZARD_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_FORWARD_HAZARD_CYCLES_RESET UINT64_C(0x0)

/* BACKWARD_HAZARD_CYCLES (ro, 64 bits): cycles in which a backward word waited for a slot that was being updated or for an adder, alone */
#define SMARTSSD_BACKWARD_HAZARD_CYCLES_OFFSET UINT64_C(0x328)
#define SMARTSSD_BACKWARD_HAZARD_CYCLES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_BACKWARD_HAZARD_CYCLES_RESET UINT64_C(0x0)

/* ITERATIONS (ro, 64 bits): iterations that ended well */
#define SMARTSSD_ITERATIONS_OFFSET UINT64_C(0x330)
#define SMARTSSD_ITERATIONS_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_ITERATIONS_RESET UINT64_C(0x0)

/* VECTORS_EVICTED (ro, 64 bits): EVs that the SSD has taken */
#define SMARTSSD_VECTORS_EVICTED_OFFSET UINT64_C(0x338)
#define SMARTSSD_VECTORS_EVICTED_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_VECTORS_EVICTED_RESET UINT64_C(0x0)

/* VECTORS_LOADED (ro, 64 bits): EVs that came from the SSD and that the DRAM has taken */
#define SMARTSSD_VECTORS_LOADED_OFFSET UINT64_C(0x340)
#define SMARTSSD_VECTORS_LOADED_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_VECTORS_LOADED_RESET UINT64_C(0x0)

/* VECTORS_READ (ro, 64 bits): EVs that the kernel has asked the cache for */
#define SMARTSSD_VECTORS_READ_OFFSET UINT64_C(0x348)
#define SMARTSSD_VECTORS_READ_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_VECTORS_READ_RESET UINT64_C(0x0)

/* VECTORS_WRITTEN (ro, 64 bits): EVs that the kernel has written to the cache */
#define SMARTSSD_VECTORS_WRITTEN_OFFSET UINT64_C(0x350)
#define SMARTSSD_VECTORS_WRITTEN_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_VECTORS_WRITTEN_RESET UINT64_C(0x0)

/* OUTPUTS_WRITTEN (ro, 64 bits): outputs that the kernel has written to a TX buffer */
#define SMARTSSD_OUTPUTS_WRITTEN_OFFSET UINT64_C(0x358)
#define SMARTSSD_OUTPUTS_WRITTEN_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_OUTPUTS_WRITTEN_RESET UINT64_C(0x0)

/* LINES_FETCHED (ro, 64 bits): CXL.cache: lines that came from the host or a peer */
#define SMARTSSD_LINES_FETCHED_OFFSET UINT64_C(0x360)
#define SMARTSSD_LINES_FETCHED_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_LINES_FETCHED_RESET UINT64_C(0x0)

/* MEM_READS (ro, 64 bits): CXL.mem: answers with data */
#define SMARTSSD_MEM_READS_OFFSET UINT64_C(0x368)
#define SMARTSSD_MEM_READS_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_MEM_READS_RESET UINT64_C(0x0)

/* BACK_INVALIDATES (ro, 64 bits): CXL.mem: back-invalidate snoops that were answered */
#define SMARTSSD_BACK_INVALIDATES_OFFSET UINT64_C(0x370)
#define SMARTSSD_BACK_INVALIDATES_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_BACK_INVALIDATES_RESET UINT64_C(0x0)

/* WRITES_REFUSED (ro, 64 bits): CXL.mem: writes to the TX buffers, which were answered and not done */
#define SMARTSSD_WRITES_REFUSED_OFFSET UINT64_C(0x378)
#define SMARTSSD_WRITES_REFUSED_MASK UINT64_C(0xffffffffffffffff)
#define SMARTSSD_WRITES_REFUSED_RESET UINT64_C(0x0)

/* VECTOR_USES (ro, 16 bits): reads and writes by the kernel of EV COUNT_INDEX of the cache since it was loaded; stays at 65535 */
#define SMARTSSD_VECTOR_USES_OFFSET UINT64_C(0x380)
#define SMARTSSD_VECTOR_USES_MASK UINT64_C(0xffff)
#define SMARTSSD_VECTOR_USES_RESET UINT64_C(0x0)

/* Values of DOORBELL. */
/* Swap the TX buffers and execute a kernel plan. */
#define SMARTSSD_DOORBELL_VALUE_ITERATE 1
/* Execute a kernel plan without swapping the TX buffers: what is left of one that was stopped. */
#define SMARTSSD_DOORBELL_VALUE_CONTINUE 2

/* Values of ERROR. */
/* A word names a bank that there is not. */
#define SMARTSSD_ERROR_VALUE_BANK 1
/* A word names an EV past the end of the cache. */
#define SMARTSSD_ERROR_VALUE_VECTOR 2
/* A word names a bag past the end of the batch. */
#define SMARTSSD_ERROR_VALUE_BAG 3
/* A word needs a gradient more than there are. */
#define SMARTSSD_ERROR_VALUE_GRADIENT 4
/* Every program that is not over waits. */
#define SMARTSSD_ERROR_VALUE_STUCK 5
/* The memory answered a read of a program, an EV or a gradient with an error. */
#define SMARTSSD_ERROR_VALUE_READ 6
/* The memory answered a write with an error. */
#define SMARTSSD_ERROR_VALUE_WRITE 7
/* The doorbell rang while an iteration was under way, which goes on. */
#define SMARTSSD_ERROR_VALUE_BUSY 8
/* The doorbell's value is no command. */
#define SMARTSSD_ERROR_VALUE_UNKNOWN_COMMAND 9
/* TX buffers, cache and DRAM do not fit, or the outputs do not fit into a TX buffer. */
#define SMARTSSD_ERROR_VALUE_LAYOUT 10

/* Values of AGENT_ERROR. */
/* TX buffers, cache and DRAM do not fit: see the settings. */
#define SMARTSSD_AGENT_ERROR_VALUE_LAYOUT 1
/* `MAILBOX_TAIL` is more than `MAILBOX_LINES` ahead of `MAILBOX_HEAD`, or behind it. */
#define SMARTSSD_AGENT_ERROR_VALUE_OVERRUN 2
/* The mailbox could not be read: a line came poisoned, or from where nothing is. */
#define SMARTSSD_AGENT_ERROR_VALUE_HOST_READ 3
/* A line's number or CRC-32C is not what it should be: it is not written, or not all of it. */
#define SMARTSSD_AGENT_ERROR_VALUE_TORN 4
/* A movement leaves the cache, or moves nothing. */
#define SMARTSSD_AGENT_ERROR_VALUE_CACHE_RANGE 5
/* A movement leaves the SSD's EVs. */
#define SMARTSSD_AGENT_ERROR_VALUE_SSD_RANGE 6
/* An eviction stands behind a load of its plan. */
#define SMARTSSD_AGENT_ERROR_VALUE_ORDER 7
/* A plan's number is not one more than that of the plan before it. */
#define SMARTSSD_AGENT_ERROR_VALUE_PLAN_ORDER 8
/* The SSD answered a read with an error, or its burst ended early or late. */
#define SMARTSSD_AGENT_ERROR_VALUE_SSD_READ 9
/* The SSD answered a write with an error. */
#define SMARTSSD_AGENT_ERROR_VALUE_SSD_WRITE 10
/* The DRAM answered a read with an error, or its burst ended early or late. */
#define SMARTSSD_AGENT_ERROR_VALUE_DRAM_READ 11
/* The DRAM answered a write with an error. */
#define SMARTSSD_AGENT_ERROR_VALUE_DRAM_WRITE 12

#endif
