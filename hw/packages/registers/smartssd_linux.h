/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Registers of smartssd: CXL Type-2 FPGA of a SmartSSD with embedding cache agent and embedding kernel (NDRec).
 * Made from the register table; changes here are lost.
 */
#ifndef _EMB_SMARTSSD_REGS_H
#define _EMB_SMARTSSD_REGS_H

#include <linux/bits.h>

/* Bytes of the MMIO region. */
#define EMB_SMARTSSD_MMIO_SIZE	0x1000

/* ro, 64 bits: "EMBERSSD", big endian */
#define EMB_SMARTSSD_IDENTITY	0x000
#define EMB_SMARTSSD_IDENTITY_MASK	GENMASK_ULL(63, 0)
#define EMB_SMARTSSD_IDENTITY_RESET	0x454d424552535344ULL

/* ro, 32 bits: interface version: major in bits 31:16, minor in 15:0 */
#define EMB_SMARTSSD_VERSION	0x008
#define EMB_SMARTSSD_VERSION_MASK	GENMASK_ULL(31, 0)
#define EMB_SMARTSSD_VERSION_RESET	0x10000ULL

/* ro, 64 bits: bytes of the FPGA's DRAM */
#define EMB_SMARTSSD_DRAM_SIZE	0x010
#define EMB_SMARTSSD_DRAM_SIZE_MASK	GENMASK_ULL(63, 0)
#define EMB_SMARTSSD_DRAM_SIZE_RESET	0x100000000ULL

/* ro, 32 bits: what this device was built with */
#define EMB_SMARTSSD_CAPABILITIES	0x018
/* banks of a side of the kernel */
#define EMB_SMARTSSD_CAPABILITIES_BANKS	GENMASK_ULL(7, 0)
/* FP32 elements of an EV */
#define EMB_SMARTSSD_CAPABILITIES_ELEMENTS	GENMASK_ULL(31, 16)

/* ro, 10 bits: state of the device; the interrupt line is high while DONE, FAILED or AGENT_FAILED is set */
#define EMB_SMARTSSD_STATUS	0x020
/* an iteration is under way */
#define EMB_SMARTSSD_STATUS_BUSY	BIT_ULL(0)
/* the last iteration ended well; all it wrote is answered */
#define EMB_SMARTSSD_STATUS_DONE	BIT_ULL(1)
/* ERROR holds a code; doorbells are ignored until it is cleared */
#define EMB_SMARTSSD_STATUS_FAILED	BIT_ULL(2)
/* the iteration waits until PLANS_DONE reaches PLAN */
#define EMB_SMARTSSD_STATUS_WAITING	BIT_ULL(3)
/* number of the new TX buffer; the other one is old; 1 after reset */
#define EMB_SMARTSSD_STATUS_NEW_BUFFER	BIT_ULL(4)
/* the mailbox has lines that are not executed, and the agent has not failed */
#define EMB_SMARTSSD_STATUS_AGENT_BUSY	BIT_ULL(8)
/* AGENT_ERROR holds a code; no movement begins */
#define EMB_SMARTSSD_STATUS_AGENT_FAILED	BIT_ULL(9)

/* ro, 6 bits: why the last iteration was refused or stopped */
#define EMB_SMARTSSD_ERROR	0x028
/* why (KernelError); 0: no error */
#define EMB_SMARTSSD_ERROR_CODE	GENMASK_ULL(3, 0)
/* at which program: 0 loads, 1 forward, 2 backward, 3 moves */
#define EMB_SMARTSSD_ERROR_PROGRAM	GENMASK_ULL(5, 4)

/* ro, 8 bits: why the cache agent has stopped (AgentError); 0: no error */
#define EMB_SMARTSSD_AGENT_ERROR	0x030
#define EMB_SMARTSSD_AGENT_ERROR_MASK	GENMASK_ULL(7, 0)

/* ro, 34 bits: at which movement of the mailbox */
#define EMB_SMARTSSD_AGENT_ERROR_POSITION	0x038
/* number of the mailbox line */
#define EMB_SMARTSSD_AGENT_ERROR_POSITION_LINE	GENMASK_ULL(31, 0)
/* movement of the line; of errors of memory, the next one */
#define EMB_SMARTSSD_AGENT_ERROR_POSITION_MOVEMENT	GENMASK_ULL(33, 32)

/* ro, 32 bits: words that the program of the loads has done, waits not counted */
#define EMB_SMARTSSD_LOADS_DONE	0x040
#define EMB_SMARTSSD_LOADS_DONE_MASK	GENMASK_ULL(31, 0)

/* ro, 32 bits: words that the forward program has done, waits not counted */
#define EMB_SMARTSSD_FORWARD_DONE	0x048
#define EMB_SMARTSSD_FORWARD_DONE_MASK	GENMASK_ULL(31, 0)

/* ro, 32 bits: words that the backward program has done, waits not counted */
#define EMB_SMARTSSD_BACKWARD_DONE	0x050
#define EMB_SMARTSSD_BACKWARD_DONE_MASK	GENMASK_ULL(31, 0)

/* ro, 32 bits: words that the program of the moves has done, waits not counted */
#define EMB_SMARTSSD_MOVES_DONE	0x058
#define EMB_SMARTSSD_MOVES_DONE_MASK	GENMASK_ULL(31, 0)

/* ro, 32 bits: lines of the mailbox that the device needs no more, since reset, modulo 2^32 */
#define EMB_SMARTSSD_MAILBOX_HEAD	0x060
#define EMB_SMARTSSD_MAILBOX_HEAD_MASK	GENMASK_ULL(31, 0)

/* ro, 32 bits: number of the last plan of which all is answered; 0: none */
#define EMB_SMARTSSD_PLANS_DONE	0x068
#define EMB_SMARTSSD_PLANS_DONE_MASK	GENMASK_ULL(31, 0)

/* rw, 52 bits: HPA of the TX buffers, a multiple of 64; bit 0 commits: they are served over CXL.mem */
#define EMB_SMARTSSD_HDM_BASE	0x100
#define EMB_SMARTSSD_HDM_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 32 bits: bytes of a TX buffer, a multiple of those of an EV; the buffers are at DPA 0 and TX_BYTES */
#define EMB_SMARTSSD_TX_BYTES	0x108
#define EMB_SMARTSSD_TX_BYTES_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: DPA of the embedding cache, a multiple of the bytes of an EV, not below the end of the TX buffers */
#define EMB_SMARTSSD_CACHE_BASE	0x110
#define EMB_SMARTSSD_CACHE_BASE_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: EVs of the cache, which end within the DRAM */
#define EMB_SMARTSSD_CACHE_VECTORS	0x118
#define EMB_SMARTSSD_CACHE_VECTORS_MASK	GENMASK_ULL(31, 0)

/* rw, 52 bits: address of EV 0 on the SSD, a multiple of the bytes of an EV */
#define EMB_SMARTSSD_SSD_BASE	0x120
#define EMB_SMARTSSD_SSD_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 41 bits: EVs of the SSD */
#define EMB_SMARTSSD_SSD_VECTORS	0x128
#define EMB_SMARTSSD_SSD_VECTORS_MASK	GENMASK_ULL(40, 0)

/* rw, 52 bits: HPA of the mailbox, a multiple of 64; taken with the first line */
#define EMB_SMARTSSD_MAILBOX_BASE	0x130
#define EMB_SMARTSSD_MAILBOX_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 32 bits: lines of the mailbox, a power of two; taken with the first line */
#define EMB_SMARTSSD_MAILBOX_LINES	0x138
#define EMB_SMARTSSD_MAILBOX_LINES_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: lines that were written to the mailbox since reset, modulo 2^32 */
#define EMB_SMARTSSD_MAILBOX_TAIL	0x140
#define EMB_SMARTSSD_MAILBOX_TAIL_MASK	GENMASK_ULL(31, 0)

/* rw, 52 bits: HPA of the program of the loads, a multiple of 64 */
#define EMB_SMARTSSD_LOADS_BASE	0x148
#define EMB_SMARTSSD_LOADS_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 52 bits: HPA of the forward program, a multiple of 64 */
#define EMB_SMARTSSD_FORWARD_BASE	0x150
#define EMB_SMARTSSD_FORWARD_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 52 bits: HPA of the backward program, a multiple of 64 */
#define EMB_SMARTSSD_BACKWARD_BASE	0x158
#define EMB_SMARTSSD_BACKWARD_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 52 bits: HPA of the program of the moves, a multiple of 64 */
#define EMB_SMARTSSD_MOVES_BASE	0x160
#define EMB_SMARTSSD_MOVES_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 28 bits: words of the program of the loads, waits included */
#define EMB_SMARTSSD_LOADS_WORDS	0x168
#define EMB_SMARTSSD_LOADS_WORDS_MASK	GENMASK_ULL(27, 0)

/* rw, 28 bits: words of the forward program, waits included */
#define EMB_SMARTSSD_FORWARD_WORDS	0x170
#define EMB_SMARTSSD_FORWARD_WORDS_MASK	GENMASK_ULL(27, 0)

/* rw, 28 bits: words of the backward program, waits included */
#define EMB_SMARTSSD_BACKWARD_WORDS	0x178
#define EMB_SMARTSSD_BACKWARD_WORDS_MASK	GENMASK_ULL(27, 0)

/* rw, 28 bits: words of the program of the moves, waits included */
#define EMB_SMARTSSD_MOVES_WORDS	0x180
#define EMB_SMARTSSD_MOVES_WORDS_MASK	GENMASK_ULL(27, 0)

/* rw, 52 bits: HPA of the gradients, a multiple of 64, one behind the other in the order of the backward program */
#define EMB_SMARTSSD_GRADIENT_BASE	0x188
#define EMB_SMARTSSD_GRADIENT_BASE_MASK	GENMASK_ULL(51, 0)

/* rw, 26 bits: gradients of the iteration */
#define EMB_SMARTSSD_GRADIENTS	0x190
#define EMB_SMARTSSD_GRADIENTS_MASK	GENMASK_ULL(25, 0)

/* rw, 32 bits: bags whose outputs the iteration makes: that of bag b goes to b * EV bytes of the new TX buffer, which holds them all */
#define EMB_SMARTSSD_BAGS	0x198
#define EMB_SMARTSSD_BAGS_MASK	GENMASK_ULL(31, 0)

/* rw, 32 bits: the kernel starts when PLANS_DONE has reached this */
#define EMB_SMARTSSD_PLAN	0x1a0
#define EMB_SMARTSSD_PLAN_MASK	GENMASK_ULL(31, 0)

/* rw, 14 bits: EV of the cache whose uses VECTOR_USES reads, 32 cycles later */
#define EMB_SMARTSSD_COUNT_INDEX	0x1a8
#define EMB_SMARTSSD_COUNT_INDEX_MASK	GENMASK_ULL(13, 0)

/* wo, 8 bits: begins an iteration with the settings as they are: 1 iterate, 2 continue */
#define EMB_SMARTSSD_DOORBELL	0x280
#define EMB_SMARTSSD_DOORBELL_MASK	GENMASK_ULL(7, 0)

/* wo, 3 bits: clears status or counters, or lets the agent go on */
#define EMB_SMARTSSD_CLEAR	0x288
/* write 1: DONE, FAILED and ERROR become 0, but for what comes in that cycle */
#define EMB_SMARTSSD_CLEAR_CLEAR_STATUS	BIT_ULL(0)
/* write 1: every counter from CYCLES on becomes 0, but for VECTOR_USES */
#define EMB_SMARTSSD_CLEAR_CLEAR_COUNTERS	BIT_ULL(1)
/* write 1: AGENT_FAILED and AGENT_ERROR become 0, and the agent goes on from the last movement behind which all was answered */
#define EMB_SMARTSSD_CLEAR_CLEAR_AGENT	BIT_ULL(2)

/* ro, 64 bits: clock cycles since reset or the last clear of counters */
#define EMB_SMARTSSD_CYCLES	0x300
#define EMB_SMARTSSD_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which the kernel executed a plan */
#define EMB_SMARTSSD_KERNEL_CYCLES	0x308
#define EMB_SMARTSSD_KERNEL_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which an iteration waited for PLAN */
#define EMB_SMARTSSD_WAIT_CYCLES	0x310
#define EMB_SMARTSSD_WAIT_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which the agent had movements to do */
#define EMB_SMARTSSD_AGENT_CYCLES	0x318
#define EMB_SMARTSSD_AGENT_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which a forward word waited for the adder alone */
#define EMB_SMARTSSD_FORWARD_HAZARD_CYCLES	0x320
#define EMB_SMARTSSD_FORWARD_HAZARD_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: cycles in which a backward word waited for a slot that was being updated or for an adder, alone */
#define EMB_SMARTSSD_BACKWARD_HAZARD_CYCLES	0x328
#define EMB_SMARTSSD_BACKWARD_HAZARD_CYCLES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: iterations that ended well */
#define EMB_SMARTSSD_ITERATIONS	0x330
#define EMB_SMARTSSD_ITERATIONS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: EVs that the SSD has taken */
#define EMB_SMARTSSD_VECTORS_EVICTED	0x338
#define EMB_SMARTSSD_VECTORS_EVICTED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: EVs that came from the SSD and that the DRAM has taken */
#define EMB_SMARTSSD_VECTORS_LOADED	0x340
#define EMB_SMARTSSD_VECTORS_LOADED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: EVs that the kernel has asked the cache for */
#define EMB_SMARTSSD_VECTORS_READ	0x348
#define EMB_SMARTSSD_VECTORS_READ_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: EVs that the kernel has written to the cache */
#define EMB_SMARTSSD_VECTORS_WRITTEN	0x350
#define EMB_SMARTSSD_VECTORS_WRITTEN_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: outputs that the kernel has written to a TX buffer */
#define EMB_SMARTSSD_OUTPUTS_WRITTEN	0x358
#define EMB_SMARTSSD_OUTPUTS_WRITTEN_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.cache: lines that came from the host or a peer */
#define EMB_SMARTSSD_LINES_FETCHED	0x360
#define EMB_SMARTSSD_LINES_FETCHED_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: answers with data */
#define EMB_SMARTSSD_MEM_READS	0x368
#define EMB_SMARTSSD_MEM_READS_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: back-invalidate snoops that were answered */
#define EMB_SMARTSSD_BACK_INVALIDATES	0x370
#define EMB_SMARTSSD_BACK_INVALIDATES_MASK	GENMASK_ULL(63, 0)

/* ro, 64 bits: CXL.mem: writes to the TX buffers, which were answered and not done */
#define EMB_SMARTSSD_WRITES_REFUSED	0x378
#define EMB_SMARTSSD_WRITES_REFUSED_MASK	GENMASK_ULL(63, 0)

/* ro, 16 bits: reads and writes by the kernel of EV COUNT_INDEX of the cache since it was loaded; stays at 65535 */
#define EMB_SMARTSSD_VECTOR_USES	0x380
#define EMB_SMARTSSD_VECTOR_USES_MASK	GENMASK_ULL(15, 0)

/* Values of DOORBELL. */
/* Swap the TX buffers and execute a kernel plan. */
#define EMB_SMARTSSD_DOORBELL_VALUE_ITERATE	1
/* Execute a kernel plan without swapping the TX buffers: what is left of one that was stopped. */
#define EMB_SMARTSSD_DOORBELL_VALUE_CONTINUE	2

/* Values of ERROR. */
/* A word names a bank that there is not. */
#define EMB_SMARTSSD_ERROR_VALUE_BANK	1
/* A word names an EV past the end of the cache. */
#define EMB_SMARTSSD_ERROR_VALUE_VECTOR	2
/* A word names a bag past the end of the batch. */
#define EMB_SMARTSSD_ERROR_VALUE_BAG	3
/* A word needs a gradient more than there are. */
#define EMB_SMARTSSD_ERROR_VALUE_GRADIENT	4
/* Every program that is not over waits. */
#define EMB_SMARTSSD_ERROR_VALUE_STUCK	5
/* The memory answered a read of a program, an EV or a gradient with an error. */
#define EMB_SMARTSSD_ERROR_VALUE_READ	6
/* The memory answered a write with an error. */
#define EMB_SMARTSSD_ERROR_VALUE_WRITE	7
/* The doorbell rang while an iteration was under way, which goes on. */
#define EMB_SMARTSSD_ERROR_VALUE_BUSY	8
/* The doorbell's value is no command. */
#define EMB_SMARTSSD_ERROR_VALUE_UNKNOWN_COMMAND	9
/* TX buffers, cache and DRAM do not fit, or the outputs do not fit into a TX buffer. */
#define EMB_SMARTSSD_ERROR_VALUE_LAYOUT	10

/* Values of AGENT_ERROR. */
/* TX buffers, cache and DRAM do not fit: see the settings. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_LAYOUT	1
/* `MAILBOX_TAIL` is more than `MAILBOX_LINES` ahead of `MAILBOX_HEAD`, or behind it. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_OVERRUN	2
/* The mailbox could not be read: a line came poisoned, or from where nothing is. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_HOST_READ	3
/* A line's number or CRC-32C is not what it should be: it is not written, or not all of it. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_TORN	4
/* A movement leaves the cache, or moves nothing. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_CACHE_RANGE	5
/* A movement leaves the SSD's EVs. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_SSD_RANGE	6
/* An eviction stands behind a load of its plan. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_ORDER	7
/* A plan's number is not one more than that of the plan before it. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_PLAN_ORDER	8
/* The SSD answered a read with an error, or its burst ended early or late. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_SSD_READ	9
/* The SSD answered a write with an error. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_SSD_WRITE	10
/* The DRAM answered a read with an error, or its burst ended early or late. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_DRAM_READ	11
/* The DRAM answered a write with an error. */
#define EMB_SMARTSSD_AGENT_ERROR_VALUE_DRAM_WRITE	12

#endif /* _EMB_SMARTSSD_REGS_H */
