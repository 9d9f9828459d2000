"""The shell of a U200 with one memory, behind a stranger's AXI master: the bridge, CXL.mem and the DDR port in one."""

import os
from pathlib import Path

import cocotb
from cocotb.triggers import Combine
from cocotbext.axi import AxiBus, AxiMaster, AxiResp

from device import SCRATCHPAD, Device, offsets

REGISTERS = offsets(Path(os.environ["REGISTERS"]).read_text(), "CXL_MEM")
SEED = int(os.environ.get("SEED", "1"))
DDR_SCRATCHPAD = 12 << 30  # where the scratchpad begins in the DDR memory
PORT = "m_axi_ddr_0"


async def shell(dut, stalls=0.0):
    d = Device(dut, REGISTERS, [PORT], SEED)
    d.window = AxiMaster(AxiBus.from_prefix(dut, "s_axi"), dut.clock, dut.reset)
    for side in (d.window.read_if, d.window.write_if):
        side.log.setLevel("ERROR")
    d.stall(stalls)
    if stalls:
        def pauses():
            while True:
                yield d.random.random() < stalls

        for channel in (d.window.write_if.aw_channel, d.window.write_if.w_channel, d.window.write_if.b_channel,
                        d.window.read_if.ar_channel, d.window.read_if.r_channel):
            channel.set_pause_generator(pauses())
    await d.start()
    return d


async def traffic(d, rounds):
    """Writes and reads of any length and place, several at once; what comes back, and what is in memory, is what was written."""
    for _ in range(rounds):
        regions = []
        for number in range(4):
            base = d.random.choice([0, SCRATCHPAD]) + number * 0x4000 + d.random.randrange(0x2000)
            regions.append((base, d.random.randbytes(d.random.choice([1, 8, 64, 200, 1500]))))

        async def one(base, data):
            answer = await d.window.write(base, data)
            assert answer.resp == AxiResp.OKAY, f"write of {base:#x}: {answer.resp}"
            answer = await d.window.read(base, len(data))
            assert answer.resp == AxiResp.OKAY, f"read of {base:#x}: {answer.resp}"
            assert answer.data == data, f"{len(data)} bytes at {base:#x}"

        await Combine(*[cocotb.start_soon(one(*region)) for region in regions])
        for base, data in regions:
            place = base - SCRATCHPAD + DDR_SCRATCHPAD if base >= SCRATCHPAD else base
            assert bytes(d.memory[PORT].mem.read(place, len(data))) == data, f"DDR memory at {place:#x}"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def registers_and_memory(dut):
    d = await shell(dut)
    d.check_outputs()
    assert await d.read("IDENTITY") == int.from_bytes(b"EMBERCXL", "big")
    await traffic(d, 4)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def memory_while_everything_stalls(dut):
    d = await shell(dut, stalls=0.5)
    await traffic(d, 3)
    d.check_outputs()


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def errors(dut):
    d = await shell(dut)
    answer = await d.window.read(1 << 41, 64)
    assert answer.resp == AxiResp.DECERR, "nothing is mapped there"
    answer = await d.window.write(1 << 60, b"x")
    assert answer.resp == AxiResp.DECERR, "no host physical address"
    answer = await d.window.write(0, bytes(64), size=3)
    assert answer.resp == AxiResp.SLVERR, "a burst of narrow beats"
    d.memory[PORT].bad.add(0x40)
    answer = await d.window.read(0x40, 64)
    assert answer.resp == AxiResp.SLVERR, "poison"
    d.memory[PORT].bad.clear()
    # What memory does not take is poison until it is written as a whole.
    d.memory[PORT].bad_writes.add(0x80)
    assert (await d.window.write(0x80, bytes(64))).resp == AxiResp.OKAY
    assert (await d.window.read(0x80, 64)).resp == AxiResp.SLVERR
    d.memory[PORT].bad_writes.clear()
    assert (await d.window.write(0x80, bytes(64))).resp == AxiResp.OKAY
    assert (await d.window.read(0x80, 64)).resp == AxiResp.OKAY
