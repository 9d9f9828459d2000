"""What both devices' benches share: registers by name, memories that stall and fail, and a clean start."""

import os
import random
import re
import struct
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiResp, AxiSlave, SparseMemoryRegion

SCRATCHPAD = 1 << 51  # where it begins among device addresses


def offsets(header: str, device: str) -> dict[str, int]:
    """Offsets of the registers, from the C header that `emberlane registers --format c` prints."""
    found = re.findall(rf"#define {device}_(\w+)_OFFSET UINT64_C\((0x[0-9a-f]+)\)", header)
    return {name: int(value, 16) for name, value in found}


def f32(value):
    """The nearest FP32; the sum or product of two of them is exact enough in a double to be rounded once."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Memory(SparseMemoryRegion):
    """Memory behind an AXI4 port, at device addresses. A port counts from 0. Reads of lines in `bad` answer with SLVERR, writes of lines
    in `bad_writes`, too, and they are not done."""

    def __init__(self):
        super().__init__(size=1 << 64)
        self.bad, self.bad_writes = set(), set()

    async def _read(self, address, length, **kwargs):
        if address in self.bad:
            raise OSError("a bad line")
        return await super()._read(address, length, **kwargs)

    async def _write(self, address, data, **kwargs):
        if any(line in range(address, address + len(data)) for line in self.bad_writes):
            raise OSError("a bad line")
        await super()._write(address, data, **kwargs)

    def put(self, address, form, values):
        self.mem.write(address % SCRATCHPAD, struct.pack(f"<{len(values)}{form}", *values))

    def get(self, address, form, count):
        return list(struct.unpack(f"<{count}{form}", bytes(self.mem.read(address % SCRATCHPAD, 4 * count))))


class Device:
    """A device with its registers and memories; everything else of CXL is silent, its payloads undriven."""

    def __init__(self, dut, registers, ports, seed):
        self.dut, self.registers = dut, registers
        self.random = random.Random(seed)
        dut._log.info("seed %d", seed)
        cocotb.start_soon(Clock(dut.clock, 4, "ns").start())
        for name in dir(dut):
            if re.search(r"_(valid|ready)$", name) and name.startswith(("cxl_", "back_")):
                if name.endswith("_valid") and ("m2s" in name or "h2d" in name):
                    getattr(dut, name).value = 0
                if name.endswith("_ready") and ("s2m" in name or "d2h" in name):
                    getattr(dut, name).value = 1
        self.host = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clock, dut.reset)
        self.memory = {port: Memory() for port in ports}
        self.slaves = [
            AxiSlave(AxiBus.from_prefix(dut, port), dut.clock, target=memory)
            for port, memory in self.memory.items()
        ]
        for slave in self.slaves:
            slave.read_if.log.setLevel("ERROR")
            slave.write_if.log.setLevel("ERROR")
        self.host.read_if.log.setLevel("ERROR")
        self.host.write_if.log.setLevel("ERROR")
        self.traces = False
        # What the host has been asked over CXL; a reset of the device is one of its links.
        self.asked = []

    def channels(self):
        for slave in self.slaves:
            yield from (slave.write_if.aw_channel, slave.write_if.w_channel, slave.write_if.b_channel,
                        slave.read_if.ar_channel, slave.read_if.r_channel)

    def stall(self, share):
        """Lets every channel of every memory pause in a random share of the cycles."""

        def pauses():
            while True:
                yield self.random.random() < share

        for channel in self.channels():
            channel.set_pause_generator(pauses())

    def hold_memories(self, held):
        """Holds the memories in a reset of their own, or lets them go."""
        for slave in self.slaves:
            slave.write_if.assert_reset(held)
            slave.read_if.assert_reset(held)
        for channel in self.channels():
            channel.assert_reset(held)
        if hasattr(self.dut, "memory_reset"):
            self.dut.memory_reset.value = int(held)

    async def start(self):
        """The first reset, of device and memories."""
        # A wire that nobody drives has some value, and no X: what powers up as full of answers keeps it.
        for name in self.inputs():
            handle = getattr(self.dut, name)
            if not handle.value.is_resolvable:
                handle.setimmediatevalue(self.random.getrandbits(len(handle)))
        self.hold_memories(True)
        await self.reset()
        self.hold_memories(False)
        await ClockCycles(self.dut.clock, 2)

    async def reset(self):
        """Resets the device alone: the memories go on, and answer what they were asked before."""
        self.dut.reset.value = 1
        await ClockCycles(self.dut.clock, 32)
        self.asked.clear()
        self.dut.reset.value = 0
        await ClockCycles(self.dut.clock, 2)
        if "TRACE" in os.environ and not self.traces:
            self.traces = True
            cocotb.start_soon(self.trace())

    async def write(self, **values):
        for name, value in values.items():
            answer = await self.host.write(self.registers[name], value.to_bytes(8, "little"))
            assert answer.resp == AxiResp.OKAY, name

    async def read(self, name):
        answer = await self.host.read(self.registers[name], 8)
        assert answer.resp == AxiResp.OKAY, name
        return int.from_bytes(answer.data, "little")

    async def until(self, name, mask, value, cycles=50_000):
        """Polls a register; the last value read."""
        for _ in range(cycles // 20):
            found = await self.read(name)
            if found & mask == value:
                return found
            await ClockCycles(self.dut.clock, 20)
        raise AssertionError(f"{name} is {found:#x} after {cycles} cycles")

    async def taken(self, channel):
        """Waits until a memory takes a transfer of a channel, such as `m_axi_0_ar`, and is about to owe an answer."""
        valid, ready = (getattr(self.dut, f"{channel}{name}") for name in ("valid", "ready"))
        while True:
            await RisingEdge(self.dut.clock)
            if valid.value == 1 and ready.value == 1:
                return

    def inputs(self):
        source = Path(os.environ["VERILOG"]).read_text()
        return re.findall(r"^ *input +wire.* (\w+),?$", source, re.MULTILINE)

    def outputs(self):
        source = Path(os.environ["VERILOG"]).read_text()
        return re.findall(r"^ *output wire.* (\w+),?$", source, re.MULTILINE)

    def check_outputs(self):
        """No output is X."""
        for name in self.outputs():
            value = getattr(self.dut, name).value
            assert value.is_resolvable, f"{name} is {value}"

    async def trace(self):
        """Adds every cycle's handshakes to the file that TRACE names."""
        handles = [getattr(self.dut, name) for name in self.outputs() if name.endswith(("valid", "ready", "irq"))]
        with open(os.environ["TRACE"], "a") as file:
            while True:
                await FallingEdge(self.dut.clock)
                file.write("".join(handle.value.binstr for handle in handles) + "\n")
