"""Longest paths through netlists that yosys has mapped to UltraScale+; scripts/timing has the command.

A depth counts tenths of a level. A level is a LUT with the wire before it. The rest follows from the delays that yosys has
beside the cells of Xilinx 7 (share/yosys/xilinx/cells_sim.v, which quotes prjxray-db), as parts of the slowest input of a
LUT there, 642 ps; UltraScale+ data sheets do not list them:

    into a carry chain     1.0   S, DI or CYINIT of a CARRY4, at most 618 ps
    four bits along it     0.2   CI to CO[3] 114 ps; a CARRY8 is twice this
    out of it              0.5   CI to O at most 334 ps
    MUXF7, MUXF8, MUXF9    0.3   I0, I1 to O 217 ps; 0.5 from S, 296 ps
    read of a LUT RAM      1.0   as a LUT; a path that starts with what it holds starts with a level
    DSP without registers  4.6   A or B to P 2970 ps; a DSP with a register at its end is an end

Registers, block and UltraRAM, and the write side of LUT RAMs are ends. Time for the clock to reach an output is not counted.
"""

import json
import re
from collections import defaultdict

LUT, INTO, ALONG, OUT, MUX, SELECT, DSP = 10, 10, 2, 5, 3, 5, 46
RAM_ADDRESS = re.compile(r"^(ADDR([A-H])|A|DPRA|A\d|DPRA\d)$")


class TimingError(Exception):
    """What keeps a depth from being measured, for people."""


def condensed(path, names):
    """Of a JSON netlist: ports, cells and the names of bits of each module."""
    modules = json.loads(path.read_text())["modules"]
    result = {}
    for name in names:
        module = modules[name]
        called = {}
        for net, value in module["netnames"].items():
            worth = (value["hide_name"], "$" in net, len(net))
            for place, bit in enumerate(value["bits"]):
                text = f"{net}[{place}]" if len(value["bits"]) > 1 else net
                if bit not in called or worth < called[bit][0]:
                    called[bit] = (worth, text)
        result[name] = {
            "ports": {port: (value["direction"], value["bits"]) for port, value in module["ports"].items()},
            "cells": [
                (cell, value["type"], value["connections"], dsp_registers(value["parameters"]))
                for cell, value in module["cells"].items()
            ],
            "names": {bit: text for bit, (_, text) in called.items()},
        }
    return result


def dsp_registers(parameters):
    """Whether a DSP holds what goes into it and what comes out of it."""
    return {key: int(value, 2) for key, value in parameters.items() if key in ("AREG", "BREG", "MREG", "PREG")}


def carry_arcs(ports):
    width = len(ports["CO"])
    for source, place in [("S", i) for i in range(width)] + [("DI", i) for i in range(width)]:
        for out in range(place, width):
            yield source, place, "CO", out, INTO
            if source == "S" or out > place:
                yield source, place, "O", out, INTO
    for source in ("CI", "CYINIT"):
        for out in range(width):
            along = ALONG * ((out + 4) // 4)
            yield source, 0, "CO", out, along if source == "CI" else INTO
            yield source, 0, "O", out, OUT if source == "CI" else INTO


class Timing:
    """Depths of a module with everything below it; arcs between its ports, bit by bit."""

    def __init__(self):
        self.inside = self.enters = self.leaves = self.through = None
        self.to_register = {}  # input bit (port, place): depth
        self.from_register = {}  # output bit (port, place): depth
        self.across = defaultdict(dict)  # input bit: {output bit: depth}


class Graph:
    """Arcs between the nets of one module."""

    def __init__(self, name, netlist, timings):
        self.name, self.netlist = name, netlist
        self.arcs = defaultdict(list)  # net: [(net, depth, cell)]
        self.starts = {}  # net: (depth, cell)
        self.ends = {}  # net: (depth, cell)
        self.blocks = [cell for cell in netlist["cells"] if cell[1] in timings]
        for cell in netlist["cells"]:
            self.cell(cell, timings)
        self.order = self.topological()
        self.place = {net: place for place, net in enumerate(self.order)}

    def start(self, net, depth, cell):
        if isinstance(net, int) and self.starts.get(net, (-1,))[0] < depth:
            self.starts[net] = (depth, cell)

    def end(self, net, depth, cell):
        if isinstance(net, int) and self.ends.get(net, (-1,))[0] < depth:
            self.ends[net] = (depth, cell)

    def arc(self, source, target, depth, cell):
        if isinstance(source, int) and isinstance(target, int):
            self.arcs[source].append((target, depth, cell))

    def cell(self, cell, timings):
        _, kind, ports, registers = cell
        if kind in timings:
            timing = timings[kind]
            for (port, place), depth in timing.from_register.items():
                self.start(ports[port][place], depth, cell)
            for (port, place), depth in timing.to_register.items():
                self.end(ports[port][place], depth, cell)
            for (port, place), outs in timing.across.items():
                for (out, at), depth in outs.items():
                    self.arc(ports[port][place], ports[out][at], depth, cell)
        elif re.match(r"LUT[1-6]$|INV$", kind):
            for port, bits in ports.items():
                if port != "O":
                    self.arc(bits[0], ports["O"][0], LUT, cell)
        elif kind.startswith("CARRY"):
            for source, place, target, out, depth in carry_arcs(ports):
                if source in ports and place < len(ports[source]) and target in ports:
                    self.arc(ports[source][place], ports[target][out], depth, cell)
        elif kind.startswith("MUXF"):
            for port, depth in (("I0", MUX), ("I1", MUX), ("S", SELECT)):
                self.arc(ports[port][0], ports["O"][0], depth, cell)
        elif re.match(r"(FD|LD)", kind):
            self.start(ports["Q"][0], 0, cell)
            for port, bits in ports.items():
                if port not in ("Q", "C", "G"):
                    self.end(bits[0], 0, cell)
        elif re.match(r"RAM\d+[MX]|SRL", kind):
            self.lut_ram(cell)
        elif kind.startswith(("RAMB", "URAM")):
            self.sequential(cell)
        elif kind.startswith("DSP"):
            if registers.get("PREG") or registers.get("MREG"):
                self.sequential(cell)
            else:
                for port in ("A", "B"):
                    for bit in ports.get(port, []) if not registers.get(port + "REG") else []:
                        for out in ports.get("P", []):
                            self.arc(bit, out, DSP, cell)
                    for bit in ports.get(port, []) if registers.get(port + "REG") else []:
                        self.end(bit, 0, cell)
                        for out in ports.get("P", []):
                            self.start(out, DSP, cell)
        elif kind not in ("BUFG", "GND", "VCC"):
            raise TimingError(f"{self.name} has a cell of kind {kind}, whose depth is not known")

    def sequential(self, cell):
        for port, bits in cell[2].items():
            for bit in bits:
                if re.match(r"(DOUT|DO|CASDO|P$|PCOUT|ACOUT|BCOUT|CARRY|MULTSIGN|OVERFLOW|UNDERFLOW|PATTERN|XOROUT)", port):
                    self.start(bit, 0, cell)
                elif not port.startswith("CLK"):
                    self.end(bit, 0, cell)

    def lut_ram(self, cell):
        ports = cell[2]
        outs = [port for port in ports if re.match(r"DO[A-H]?$|[SD]PO$|O\d?$|Q\d*$", port)]
        for out in outs:
            for bit in ports[out]:
                self.start(bit, LUT, cell)
        for port, bits in ports.items():
            if port in outs or port in ("WCLK", "CLK"):
                continue
            address = RAM_ADDRESS.match(port)
            if address:
                letter = address.group(2)
                read = ["DO" + letter] if letter else ["DPO"] if port.startswith("DPRA") else [out for out in outs if out != "DPO"]
                for out in read:
                    for target in ports.get(out, []):
                        for bit in bits:
                            self.arc(bit, target, LUT, cell)
            else:
                for bit in bits:
                    self.end(bit, 0, cell)
            if port in ("A", "ADDRH", "ADDRD") and "WE" in ports or re.match(r"A\d$", port) and "WE" in ports:
                for bit in bits:
                    self.end(bit, 0, cell)

    def topological(self):
        left = defaultdict(int)
        nets = set(self.starts) | set(self.ends) | set(self.arcs)
        for arcs in self.arcs.values():
            for target, _, _ in arcs:
                left[target] += 1
                nets.add(target)
        for _, bits in self.netlist["ports"].values():
            nets.update(bit for bit in bits if isinstance(bit, int))
        ready = [net for net in nets if not left[net]]
        order = []
        while ready:
            net = ready.pop()
            order.append(net)
            for target, _, _ in self.arcs.get(net, ()):
                left[target] -= 1
                if not left[target]:
                    ready.append(target)
        if len(order) != len(nets):
            loop = next(net for net in nets if left[net] > 0)
            raise TimingError(f"{self.name} has a loop without a register through {self.called(loop)}")
        return order

    def called(self, net):
        name = self.netlist["names"].get(net, "$")
        return "(unnamed)" if name.startswith("$") else name

    def forward(self, begin):
        """Depth at each net that is reached, and where from."""
        depths = dict(begin)
        before = {}
        for net in self.order:
            depth = depths.get(net)
            if depth is not None:
                for target, more, cell in self.arcs.get(net, ()):
                    if depths.get(target, -1) < depth + more:
                        depths[target] = depth + more
                        before[target] = (net, cell)
        return depths, before

    def cone(self, source, useful):
        """As `forward`, from one net, through nets that are useful."""
        reached, stack = {source}, [source]
        while stack:
            for target, _, _ in self.arcs.get(stack.pop(), ()):
                if target in useful and target not in reached:
                    reached.add(target)
                    stack.append(target)
        depths, before = {source: 0}, {}
        for net in sorted(reached, key=self.place.__getitem__):
            depth = depths[net]
            for target, more, cell in self.arcs.get(net, ()):
                if target in reached and depths.get(target, -1) < depth + more:
                    depths[target] = depth + more
                    before[target] = (net, cell)
        return depths, before

    def backward(self):
        """Depth from each net to the registers it reaches, and where to."""
        depths = {net: depth for net, (depth, _) in self.ends.items()}
        after = {}
        for net in reversed(self.order):
            for target, more, cell in self.arcs.get(net, ()):
                if target in depths and depths.get(net, -1) < depths[target] + more:
                    depths[net] = depths[target] + more
                    after[net] = (target, cell)
        return depths, after

    def leading_to(self, nets):
        """The nets from which one of these is reached."""
        useful = set(nets)
        for net in reversed(self.order):
            if net not in useful and any(target in useful for target, _, _ in self.arcs.get(net, ())):
                useful.add(net)
        return useful


class Design:
    """Modules with their depths; a module is added after its children."""

    def __init__(self, netlists):
        self.netlists = netlists
        self.timing, self.graphs, self.arrivals, self.departures = {}, {}, {}, {}

    def add(self, name):
        netlist = self.netlists[name]
        graph = self.graphs[name] = Graph(name, netlist, self.timing)
        timing = Timing()
        begin = {net: depth for net, (depth, _) in graph.starts.items()}
        arrivals, _ = self.arrivals[name] = graph.forward(begin)
        departures, _ = self.departures[name] = graph.backward()
        outputs = defaultdict(list)
        for port, (direction, bits) in netlist["ports"].items():
            if direction == "output":
                for place, net in enumerate(bits):
                    outputs[net].append((port, place))
                    if net in arrivals:
                        timing.from_register[port, place] = arrivals[net]
        useful = graph.leading_to(net for net in outputs if isinstance(net, int))
        for port, (direction, bits) in netlist["ports"].items():
            for place, net in enumerate(bits) if direction == "input" else ():
                if net in departures:
                    timing.to_register[port, place] = departures[net]
                if net in useful:
                    for target, depth in graph.cone(net, useful)[0].items():
                        for out in outputs.get(target, ()):
                            timing.across[port, place][out] = depth
        timing.inside = max(
            [arrivals[net] + depth for net, (depth, _) in graph.ends.items() if net in arrivals]
            + [self.timing[cell[1]].inside for cell in graph.blocks if self.timing[cell[1]].inside is not None],
            default=None,
        )
        timing.enters = max(timing.to_register.values(), default=None)
        timing.leaves = max(timing.from_register.values(), default=None)
        timing.through = max((depth for outs in timing.across.values() for depth in outs.values()), default=None)
        self.timing[name] = timing

    def summary(self, name):
        """Both ends of the longest path."""
        path = next(iter(self.longest(name, 1)), None)
        return f"`{path[0][1]}` to `{path[-1][1]}`" if path else ""

    def longest(self, name, count):
        """The longest paths between registers, one for each pair of registers (not bits) at their ends."""
        graph = self.graphs[name]
        arrivals, _ = self.arrivals[name]
        ends = sorted(((arrivals[net] + depth, net) for net, (depth, _) in graph.ends.items() if net in arrivals), reverse=True)
        for cell in {cell[1]: cell for cell in graph.blocks}.values():
            if self.timing[cell[1]].inside is not None:
                ends.append((self.timing[cell[1]].inside, cell))
        ends.sort(key=lambda end: -end[0])
        seen, paths = set(), []
        for depth, end in ends:
            if len(paths) == count:
                break
            if isinstance(end, tuple):
                # Of the longest paths inside a block, the one that is longest of all comes first.
                inner = [[(at, f"{end[0]}.{what}") for at, what in path] for path in self.longest(end[1], count)]
            else:
                inner = [self.path(name, end)]
            for path in inner:
                key = tuple(re.sub(r"\d+", "", path[place][1]) for place in (0, -1))
                if key not in seen:
                    seen.add(key)
                    paths.append(path)
        paths.sort(key=lambda path: -path[-1][0])
        return paths[:count]

    def path(self, name, net):
        """What a path to a register passes, with the depth at each net."""
        graph = self.graphs[name]
        steps = self.arriving(name, net)
        depth, cell = graph.ends[net]
        if cell[1] in self.timing:
            at = steps[-1][0]
            port = self.port(cell, net, lambda bit: self.timing[cell[1]].to_register.get(bit, -1))
            steps += [(at + more, f"{cell[0]}.{what}") for more, what in self.departing(cell[1], port)]
        else:
            steps.append((steps[-1][0] + depth, self.register(name, cell)))
        return steps

    def port(self, cell, net, worth):
        """The bit of a port of an instance that a net is at."""
        bits = [(port, place) for port, nets in cell[2].items() for place, bit in enumerate(nets) if bit == net]
        return max(bits, key=worth)

    def register(self, name, cell):
        for port in ("Q", "DOA", "P"):
            if cell[2].get(port) and isinstance(cell[2][port][0], int):
                return self.graphs[name].called(cell[2][port][0])
        return cell[0]

    def arriving(self, name, net):
        """From a register to a net."""
        graph = self.graphs[name]
        arrivals, before = self.arrivals[name]
        chain = [net]
        while chain[-1] in before and not (chain[-1] in graph.starts and graph.starts[chain[-1]][0] == arrivals[chain[-1]]):
            chain.append(before[chain[-1]][0])
        chain.reverse()
        depth, cell = graph.starts[chain[0]]
        if cell[1] in self.timing:
            port, place = self.port(cell, chain[0], lambda bit: self.timing[cell[1]].from_register.get(bit, -1))
            inner = self.netlists[cell[1]]["ports"][port][1][place]
            steps = [(at, f"{cell[0]}.{what}") for at, what in self.arriving(cell[1], inner)]
        else:
            steps = [(depth, graph.called(chain[0]))]
        return steps + self.along(name, chain, before, arrivals)

    def departing(self, name, port):
        """From an input to a register."""
        graph = self.graphs[name]
        departures, after = self.departures[name]
        net = self.netlists[name]["ports"][port[0]][1][port[1]]
        total = departures[net]
        chain = [net]
        while chain[-1] in after and not (chain[-1] in graph.ends and graph.ends[chain[-1]][0] == departures[chain[-1]]):
            chain.append(after[chain[-1]][0])
        depths = {at: total - departures[at] for at in chain}
        links = {target: (source, after[source][1]) for source, target in zip(chain, chain[1:])}
        steps = [(0, graph.called(net))] + self.along(name, chain, links, depths)
        depth, cell = graph.ends[chain[-1]]
        if cell[1] in self.timing:
            inner = self.port(cell, chain[-1], lambda bit: self.timing[cell[1]].to_register.get(bit, -1))
            return steps + [(total - depth + more, f"{cell[0]}.{what}") for more, what in self.departing(cell[1], inner)]
        return steps + [(total, self.register(name, cell))]

    def along(self, name, chain, links, depths):
        graph = self.graphs[name]
        steps = []
        for net in chain[1:]:
            source, cell = links[net]
            if cell[1] in self.timing:
                steps += [(depths[source] + more, f"{cell[0]}.{what}") for more, what in self.crossing(cell, source, net)]
            else:
                steps.append((depths[net], f"{cell[1]} {graph.called(net)}"))
        return steps

    def crossing(self, cell, source, target):
        """Through a block, from an input to an output."""
        name = cell[1]
        ports, graph = self.netlists[name]["ports"], self.graphs[name]
        best = max(
            (depth, bit, out)
            for bit, outs in self.timing[name].across.items()
            for out, depth in outs.items()
            if cell[2][bit[0]][bit[1]] == source and cell[2][out[0]][out[1]] == target
        )
        _, bit, out = best
        first, last = ports[bit[0]][1][bit[1]], ports[out[0]][1][out[1]]
        depths, before = graph.cone(first, graph.leading_to([last]))
        chain = [last]
        while chain[-1] != first:
            chain.append(before[chain[-1]][0])
        chain.reverse()
        return [(0, graph.called(first))] + self.along(name, chain, before, depths)
