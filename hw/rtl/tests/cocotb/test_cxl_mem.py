"""CXL-MEM with one channel, driven by what `emberlane registers` says."""

import os
import struct
from pathlib import Path

import cocotb
from cocotb.triggers import ClockCycles

from device import SCRATCHPAD, Device, f32, offsets

REGISTERS = offsets(Path(os.environ["REGISTERS"]).read_text(), "CXL_MEM")
SEED = int(os.environ.get("SEED", "1"))
BUSY, DONE, FAILED = 1, 2, 4
LOOKUP, UPDATE = 1, 2
LENGTH, ROWS, RATE = 32, 64, 0.125
VECTOR = 4 * LENGTH
TABLE = 0x1000
LISTS, POOLED, GRADIENTS = SCRATCHPAD, SCRATCHPAD + 0x10000, SCRATCHPAD + 0x20000
BAGS = [[3, 5, 5], [], [63, 0, 7, 3], [12]]


async def device(dut, stalls=0.0):
    d = Device(dut, REGISTERS, ["m_axi_0", "m_axi_scratch_0"], SEED)
    d.stall(stalls)
    d.rows, d.lists = d.memory["m_axi_0"], d.memory["m_axi_scratch_0"]
    await d.start()
    return d


async def batch(d):
    """Puts a table and a batch into memory and programmes both jobs; the values of the rows and gradients."""
    values = lambda: [f32(d.random.uniform(-1, 1)) for _ in range(LENGTH)]
    rows = [values() for _ in range(ROWS)]
    gradients = [values() for _ in BAGS]
    for number, row in enumerate(rows):
        d.rows.put(TABLE + number * VECTOR, "f", row)
    for number, gradient in enumerate(gradients):
        d.lists.put(GRADIENTS + number * VECTOR, "f", gradient)
    entries = [row for bag in BAGS for row in bag]
    used = sorted(set(entries))
    sources = [[bag for bag, of in enumerate(BAGS) for other in of if other == row] for row in used]
    ends = lambda lists: [0] + [sum(map(len, lists[: n + 1])) for n in range(len(lists))]
    table = [TABLE, 0, ROWS]
    places = {}
    for number, (name, words) in enumerate({
        "BAG_DIRECTORY": table + [len(BAGS)], "BAG_OFFSETS": ends(BAGS), "INDICES": entries,
        "ROW_DIRECTORY": table + [len(used)], "ROW_OFFSETS": ends(sources), "ROWS": used,
        "SOURCE_BAGS": [bag for of in sources for bag in of],
    }.items()):
        places[name] = LISTS + 0x400 * number
        d.lists.put(places[name], "I", words)
    await d.write(
        VECTOR_LENGTH=LENGTH, LEARNING_RATE=struct.unpack("<I", struct.pack("<f", RATE))[0], POOLING=0,
        DATA_BASE=0, DATA_BYTES=0x10000, DESCRIPTOR_BASE=LISTS, DESCRIPTOR_BYTES=0x10000,
        POOLED_BASE=POOLED, POOLED_BYTES=0x10000, GRADIENT_BASE=GRADIENTS, GRADIENT_BYTES=0x10000,
        TABLE_COUNT=1, BAG_COUNT=len(BAGS), ENTRY_COUNT=len(entries), ROW_COUNT=len(used), **places,
    )
    return rows, gradients, used, sources


async def job(d, command):
    await d.write(DOORBELL=command)
    status = await d.until("STATUS", BUSY, 0)
    assert status == DONE, f"STATUS {status}, ERROR {await d.read('ERROR')} at {await d.read('ERROR_POSITION'):#x}"


async def lookup_and_update(d):
    rows, gradients, used, sources = await batch(d)
    await job(d, LOOKUP)
    for number, bag in enumerate(BAGS):
        expected = [0.0] * LENGTH
        for row in bag:
            expected = [f32(a + b) for a, b in zip(expected, rows[row])]
        found = d.lists.get(POOLED + number * VECTOR, "f", LENGTH)
        assert struct.pack(f"<{LENGTH}f", *found) == struct.pack(f"<{LENGTH}f", *expected), f"bag {number}"
    await job(d, UPDATE)
    for row, of in zip(used, sources):
        for bag in of:
            rows[row] = [f32(a - f32(RATE * g)) for a, g in zip(rows[row], gradients[bag])]
    for number, row in enumerate(rows):
        found = d.rows.get(TABLE + number * VECTOR, "f", LENGTH)
        assert struct.pack(f"<{LENGTH}f", *found) == struct.pack(f"<{LENGTH}f", *row), f"row {number}"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def registers(dut):
    d = await device(dut)
    d.check_outputs()
    assert await d.read("IDENTITY") == int.from_bytes(b"EMBERCXL", "big")
    assert await d.read("STATUS") == 0
    for name in ("VECTOR_LENGTH", "BAG_COUNT"):
        value = d.random.getrandbits(32)
        await d.write(**{name: value})
        assert await d.read(name) == value
    # A PCIe bridge reads a whole beat where the host asks for a register, and takes the worst answer for all of it.
    for beat in range(0, 0x1000, 64):
        answer = await d.host.read(beat, 64)
        assert int(answer.resp) == 0, f"a register of {beat:#x} to {beat + 63:#x} cannot be read beside its neighbours"
    assert answer.data == bytes(64), "where no register is, a read gives zero"
    answer = await d.host.write(0xFF8, bytes(8))
    assert int(answer.resp) == 2, "a write of what is no register answers SLVERR"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_lookup_and_an_update(dut):
    await lookup_and_update(await device(dut))


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_lookup_and_an_update_while_memory_stalls(dut):
    d = await device(dut, stalls=0.9)
    await lookup_and_update(d)
    d.check_outputs()


@cocotb.test(timeout_time=100, timeout_unit="us")
async def the_first_job_after_a_reset_in_mid_job(dut):
    d = await device(dut, stalls=0.5)
    for command, channel in (
        (LOOKUP, "m_axi_scratch_0_ar"), (LOOKUP, "m_axi_0_ar"), (LOOKUP, "m_axi_scratch_0_aw"), (LOOKUP, "m_axi_scratch_0_w"),
        (UPDATE, "m_axi_0_aw"), (UPDATE, "m_axi_0_w"),
    ):
        await batch(d)
        await d.write(DOORBELL=command)
        await d.taken(channel)
        # What memory has been asked it answers behind the reset.
        await d.reset()
        assert await d.read("STATUS") == 0
        await lookup_and_update(d)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def errors(dut):
    d = await device(dut)
    await batch(d)

    async def refused(command, code, position):
        await d.write(DOORBELL=command)
        assert await d.until("STATUS", BUSY | FAILED, FAILED) & DONE == 0
        assert (await d.read("ERROR"), await d.read("ERROR_POSITION")) == (code, position)
        await ClockCycles(dut.clock, 4)
        assert dut.irq.value == 1
        await d.write(CLEAR=1)
        assert await d.read("STATUS") == 0

    await refused(77, 9, 77)
    d.lists.put(LISTS + 0x400 * 2 + 4, "I", [ROWS])
    await refused(LOOKUP, 13, 1)
    d.lists.put(LISTS + 0x400 * 2 + 4, "I", [5])
    bad = TABLE + 5 * VECTOR + 64
    d.rows.bad.add(bad)
    await refused(LOOKUP, 16, bad)
    d.rows.bad.clear()
    await job(d, LOOKUP)
    # What memory did not take is poisoned until it is written as a whole.
    d.lists.bad_writes.add(POOLED + VECTOR - SCRATCHPAD)
    await refused(LOOKUP, 17, POOLED + VECTOR)
    d.lists.bad_writes.clear()
    d.rows.bad_writes.add(bad)
    await refused(UPDATE, 17, bad)
    d.rows.bad_writes.clear()
    await refused(LOOKUP, 16, bad)
    await d.write(CLEAR=4)
    await lookup_and_update(d)
