"""The SmartSSD's FPGA with two banks a side and EVs of 16 elements, driven by what `emberlane registers` says."""

import os
import struct
from pathlib import Path

import cocotb
from cocotb.triggers import ClockCycles, RisingEdge

from device import Device, f32, offsets

REGISTERS = offsets(Path(os.environ["REGISTERS"]).read_text(), "SMARTSSD")
SEED = int(os.environ.get("SEED", "1"))
BUSY, DONE, FAILED, NEW_BUFFER, AGENT_BUSY, AGENT_FAILED = 1, 2, 4, 16, 256, 512
LOAD, END = 2, 3
LENGTH = 16
VECTOR = 4 * LENGTH
TX_BYTES, CACHE, SSD = 0x1000, 0x2000, 0x100000
MAILBOX, LOADS, FORWARD = 0x10000, 0x20000, 0x30000
HOST = 1 << 40  # where the host sees the TX buffers


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def mailbox_line(number, movements):
    """A line of (kind, EV on the SSD or number of a plan, EV in the cache, EVs)."""
    words = 0
    for place, (kind, first, cached, count) in enumerate(movements):
        words |= (first | count << 40 | kind << 56 | cached << 64) << 128 * place
    covered = (words | number << 384).to_bytes(60, "little")
    return covered + crc32c(covered).to_bytes(4, "little")


async def serve(d, memory, stalls):
    """A host that answers RdCurr, after a while, in any order, and takes requests when it likes."""
    while True:
        await RisingEdge(d.dut.clock)
        if d.dut.reset.value == 1:
            d.asked.clear()
        elif d.dut.cxl_cache_d2h_req_valid.value == 1 and d.dut.cxl_cache_d2h_req_ready.value == 1:
            assert d.dut.cxl_cache_d2h_req_opcode.value == 1, "reads current data"
            d.asked.append((int(d.dut.cxl_cache_d2h_req_cqid.value), int(d.dut.cxl_cache_d2h_req_address.value)))
        d.dut.cxl_cache_d2h_req_ready.value = int(d.random.random() >= stalls)
        d.dut.cxl_cache_h2d_data_valid.value = 0
        if d.asked and d.random.random() < 0.3:
            cqid, line = d.asked.pop(d.random.randrange(len(d.asked)))
            d.dut.cxl_cache_h2d_data_valid.value = 1
            d.dut.cxl_cache_h2d_data_cqid.value = cqid
            d.dut.cxl_cache_h2d_data_go_err.value = 0
            d.dut.cxl_cache_h2d_data_poison.value = int(line << 6 in d.poisoned)
            d.dut.cxl_cache_h2d_data_data.value = int.from_bytes(memory.get(line << 6, bytes(64)), "little")


async def device(dut, stalls=0.0):
    d = Device(dut, REGISTERS, ["m_axi_dram", "m_axi_ssd"], SEED)
    d.stall(stalls)
    d.dram, d.ssd, d.host_memory = d.memory["m_axi_dram"], d.memory["m_axi_ssd"], {}
    d.poisoned = set()
    await d.start()
    cocotb.start_soon(serve(d, d.host_memory, stalls))
    return d


async def load_two_vectors(d):
    """Has the agent copy EVs 7 and 8 of the SSD to the begin of the cache; their values."""
    vectors = [[f32(d.random.uniform(-1, 1)) for _ in range(LENGTH)] for _ in range(2)]
    for number, vector in enumerate(vectors):
        d.ssd.put(SSD + (7 + number) * VECTOR, "f", vector)
    d.host_memory[MAILBOX] = mailbox_line(0, [(LOAD, 7, 0, 2), (END, 1, 0, 0)])
    await d.write(
        TX_BYTES=TX_BYTES, CACHE_BASE=CACHE, CACHE_VECTORS=16, SSD_BASE=SSD, SSD_VECTORS=100,
        MAILBOX_BASE=MAILBOX, MAILBOX_LINES=4, MAILBOX_TAIL=1,
    )
    return vectors


async def begin(d):
    """Has two EVs loaded, and begins an iteration that takes them; their values."""
    vectors = await load_two_vectors(d)
    # Both EVs into a slot 0 of the two forward banks; then, when both are there, half their sum is bag 0.
    loads = [bank << 10 | bank << 32 for bank in range(2)]
    wait = 1 << 255 | 2
    used, half = 1 << 10, struct.unpack("<I", struct.pack("<f", 0.5))[0]
    add = used | used << 22 | half << 176 | 1 << 231 | 1 << 232
    d.host_memory[LOADS] = b"".join(word.to_bytes(16, "little") for word in loads).ljust(64, b"\0")
    d.host_memory[FORWARD] = wait.to_bytes(32, "little") + add.to_bytes(32, "little")
    await d.write(
        LOADS_BASE=LOADS, LOADS_WORDS=2, FORWARD_BASE=FORWARD, FORWARD_WORDS=2,
        BACKWARD_BASE=0, BACKWARD_WORDS=0, MOVES_BASE=0, MOVES_WORDS=0,
        GRADIENT_BASE=0, GRADIENTS=0, BAGS=1, PLAN=1,
    )
    await d.write(DOORBELL=1)
    return vectors


async def iterate(d):
    vectors = await begin(d)
    status = await d.until("STATUS", BUSY, 0)
    assert status & (DONE | FAILED) == DONE, f"STATUS {status:#x}, ERROR {await d.read('ERROR'):#x}"
    assert await d.read("PLANS_DONE") == 1
    for number, vector in enumerate(vectors):
        assert d.dram.get(CACHE + number * VECTOR, "f", LENGTH) == vector
    found = d.dram.get(TX_BYTES if status & NEW_BUFFER else 0, "f", LENGTH)
    assert found == [f32(f32(a + b) * 0.5) for a, b in zip(*vectors)]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def registers(dut):
    d = await device(dut)
    d.check_outputs()
    assert await d.read("IDENTITY") == int.from_bytes(b"EMBERSSD", "big")
    assert await d.read("STATUS") == NEW_BUFFER
    value = d.random.getrandbits(32)
    await d.write(TX_BYTES=value)
    assert await d.read("TX_BYTES") == value


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def an_iteration(dut):
    await iterate(await device(dut))


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def an_iteration_while_memory_stalls(dut):
    d = await device(dut, stalls=0.9)
    await iterate(d)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def errors(dut):
    d = await device(dut)
    await d.write(DOORBELL=77)
    assert await d.read("STATUS") == NEW_BUFFER | FAILED
    assert await d.read("ERROR") == 9
    await ClockCycles(dut.clock, 4)
    assert dut.irq.value == 1
    await d.write(CLEAR=1)
    assert await d.read("STATUS") == NEW_BUFFER
    d.ssd.bad.add(SSD + 8 * VECTOR)
    await load_two_vectors(d)
    await d.until("STATUS", AGENT_FAILED, AGENT_FAILED)
    assert await d.read("AGENT_ERROR") == 9
    assert await d.read("PLANS_DONE") == 0
    d.ssd.bad.clear()
    await d.write(CLEAR=4)
    await d.until("PLANS_DONE", 1, 1)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def the_first_iteration_after_a_reset_in_mid_job(dut):
    d = await device(dut, stalls=0.5)
    for channel in ("m_axi_ssd_ar", "m_axi_dram_aw", "m_axi_dram_w", "m_axi_dram_ar"):
        begins = cocotb.start_soon(begin(d))
        await d.taken(channel)
        begins.kill()
        # DRAM and SSD answer what they have been asked behind the reset.
        await d.reset()
        assert await d.read("STATUS") == NEW_BUFFER
        await iterate(d)
        # Lines of the mailbox are counted from a reset on.
        await d.reset()


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def the_settings_of_the_next_iteration_move_nothing(dut):
    d = await device(dut)
    vectors = await begin(d)
    await d.write(
        TX_BYTES=VECTOR, CACHE_BASE=0, CACHE_VECTORS=0, BAGS=0, LOADS_BASE=0, LOADS_WORDS=1, FORWARD_BASE=0,
        FORWARD_WORDS=1, PLAN=77,
    )
    status = await d.until("STATUS", BUSY, 0)
    assert status & (DONE | FAILED) == DONE, f"STATUS {status:#x}, ERROR {await d.read('ERROR'):#x}"
    assert d.dram.get(0, "f", LENGTH) == [f32(f32(a + b) * 0.5) for a, b in zip(*vectors)]


async def read_line(d, address):
    """Reads a line over CXL.mem; opcode and bytes of the answer."""
    dut = d.dut
    for name, value in dict(opcode=1, snp_type=0, meta_field=3, meta_value=0, tag=9, address=address >> 6, valid=1).items():
        getattr(dut, f"cxl_mem_m2s_req_{name}").value = value
    await d.taken("cxl_mem_m2s_req_")
    dut.cxl_mem_m2s_req_valid.value = 0
    await d.taken("cxl_mem_s2m_drs_")
    assert dut.cxl_mem_s2m_drs_tag.value == 9
    return int(dut.cxl_mem_s2m_drs_opcode.value), int(dut.cxl_mem_s2m_drs_data.value).to_bytes(64, "little")


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def outputs_are_read_where_the_doorbell_found_them(dut):
    d = await device(dut)
    # The outputs are written before the host can see them: what the host may hold, the device does not know at power-up, and would ask.
    await iterate(d)
    await d.write(HDM_BASE=HOST | 1)
    expected = d.dram.get(0, "f", LENGTH)
    # The next iteration waits for movements that do not come. The host already sets the one behind it.
    await d.write(PLAN=77, DOORBELL=1)
    assert await d.read("STATUS") & BUSY
    for size in (0, 1 << 31, 33, TX_BYTES):
        await d.write(TX_BYTES=size)
        opcode, line = await read_line(d, HOST)
        assert (opcode, list(struct.unpack(f"<{LENGTH}f", line))) == (0, expected), f"TX_BYTES {size:#x}"
    opcode, line = await read_line(d, HOST + 2 * TX_BYTES)
    assert (opcode, line) == (1, bytes(64 * [255])), "no memory is behind the buffers"


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def memories_that_fail(dut):
    """Each fails the iteration, or the agent, with its code; behind a reset all is well again."""
    d = await device(dut, stalls=0.3)
    for faulty, line, register, code, mask in (
        (d.dram.bad_writes, 0, "ERROR", 7, FAILED),
        (d.poisoned, FORWARD, "ERROR", 6, FAILED),
        (d.poisoned, MAILBOX, "AGENT_ERROR", 3, AGENT_FAILED),
        (d.dram.bad_writes, CACHE + VECTOR, "AGENT_ERROR", 12, AGENT_FAILED),
        (d.ssd.bad, SSD + 7 * VECTOR, "AGENT_ERROR", 9, AGENT_FAILED),
    ):
        faulty.add(line)
        await begin(d)
        await d.until("STATUS", mask, mask)
        assert await d.read(register) & 0xF == code, f"{register} is not {code}"
        faulty.clear()
        await d.reset()
        await iterate(d)
        await d.reset()
    d.check_outputs()
