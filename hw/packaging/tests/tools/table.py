"""The registers of a device as a plain table, read from each form of them by a reader that others wrote."""

import re
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.node import FieldNode, RegNode

# Register: offset and fields; field: lowest bit, bits, reset, access and names of numbers.
ACCESS = {"r": "ro", "rw": "rw", "w": "wo", "read-only": "ro", "read-write": "rw", "write-only": "wo"}


def of_header(path):
    """Our C header: the only form that is read by its own rules."""
    text = path.read_text()
    access = dict(re.findall(r"^/\* (\w+) \((\w\w), \d+ bits\)", text, re.MULTILINE))
    number = {name: int(a or b, 0) for name, a, b in re.findall(r"^#define (\w+) (?:UINT64_C\((\w+)\)|(\d+))$", text, re.MULTILINE)}
    device = path.stem.upper()
    table = {}
    for name in re.findall(rf"^#define {device}_(\w+)_OFFSET UINT64_C", text, re.MULTILINE):
        head = f"{device}_{name}"
        values = {key: value for key, value in number.items() if key.startswith(f"{head}_VALUE_")}
        values = {key[len(head) + 7 :]: value for key, value in values.items()}
        reset, mask = number[f"{head}_RESET"], number[f"{head}_MASK"]
        fields = re.findall(rf"^/\* {name}\.(\w+): ", text, re.MULTILINE)
        pairs = [(field, number[f"{head}_{field}_SHIFT"], number[f"{head}_{field}_MASK"]) for field in fields]
        table[name] = (
            number[f"{head}_OFFSET"],
            {
                field: (lsb, (mask >> lsb).bit_length(), (reset & mask) >> lsb, access[name], values if lsb == 0 else {})
                for field, lsb, mask in pairs or [("VALUE", 0, mask)]
            },
        )
    return table


def compiled(path):
    compiler = RDLCompiler()
    compiler.compile_file(str(path))
    return compiler.elaborate()


def of_node(top):
    """What the compiler of SystemRDL knows, of SystemRDL or of what was imported."""
    table = {}
    for register in top.descendants():
        if isinstance(register, RegNode):
            fields = {field.inst_name: of_field(field) for field in register.children() if isinstance(field, FieldNode)}
            table[register.inst_name] = (register.absolute_address, fields)
    return table


def of_field(field):
    encode = field.get_property("encode")
    values = {member.name: member.value for member in encode} if encode else {}
    software = field.get_property("sw").name
    return (field.lsb, field.width, field.get_property("reset"), ACCESS[software], values)


def of_svd(path):
    """CMSIS-SVD, by its own parser."""
    from cmsis_svd.parser import SVDParser

    device = SVDParser.for_xml_file(str(path)).get_device()
    table = {}
    for register in device.peripherals[0].registers:
        fields = {}
        for field in register.fields:
            listed = [value for values in field.enumerated_values or [] for value in values.enumerated_values]
            reset = register.reset_value >> field.bit_offset & ((1 << field.bit_width) - 1)
            access = ACCESS[(field.access or register.access).value]
            values = {value.name: value.value for value in listed}
            fields[field.name] = (field.bit_offset, field.bit_width, reset, access, values)
        table[register.name] = (register.address_offset, fields)
    return table


class Rows(HTMLParser):
    """The text of headings, of definitions and of the cells of tables, in order."""

    def __init__(self):
        super().__init__()
        self.rows, self.text = [], []

    def handle_starttag(self, tag, attributes):
        if tag in ("tr", "h1", "h2", "dt"):
            self.rows.append([])
        if tag in ("td", "th", "h1", "h2", "dt", "dd"):
            self.text = []

    def handle_data(self, data):
        self.text.append(data)

    def handle_endtag(self, tag):
        if tag in ("td", "th", "h1", "h2", "dt", "dd"):
            self.rows[-1].append("".join(self.text).strip())


def rows(path):
    parser = Rows()
    parser.feed(path.read_text())
    return parser.rows


def of_page(path):
    """Our page."""
    table, fields = {}, None
    for row in rows(path):
        heading = re.fullmatch(r"(0x\w+) (\w+) \((\w\w)\)", row[0]) if row else None
        if heading:
            fields = {}
            table[heading[2]] = (int(heading[1], 16), fields)
        bits = re.fullmatch(r"(\d+):(\d+)", row[0]) if row else None
        if bits:
            high, low = map(int, bits.groups())
            assert int(row[2], 16) == ((1 << high - low + 1) - 1) << low, f"{path}: mask of {row}"
            fields[row[1]] = (low, high - low + 1, int(row[3], 16), row[4], {})
        if len(row) == 3 and row[0].isdigit():
            next(iter(fields.values()))[4][row[1]] = int(row[0])
    return table


def of_pages(folder):
    """The pages that PeakRDL writes, one a register."""
    table = {}
    for path in sorted(Path(folder, "content").glob("*.html")):
        found = rows(path)
        name = found[0][0]
        fields, offset = {}, None
        for row in found:
            if row[0] == "Base Offset:":
                offset = int(row[1], 16)
            bits = re.fullmatch(r"\[(\d+)(?::(\d+))?\]", row[0])
            if bits and row[1] != "-":
                high = int(bits[1])
                low = int(bits[2]) if bits[2] else high
                fields[row[1]] = (low, high - low + 1, int(row[3], 16), ACCESS[row[2].split(",")[0]], {})
        if fields:
            table[name] = (offset, fields)
    return table


def without_values(table):
    return {name: (offset, {field: of[:4] for field, of in fields.items()}) for name, (offset, fields) in table.items()}


def same(what, found, expected):
    """Both tables are the same, and there is something in them."""
    assert expected, f"{what}: nothing to compare with"
    for name in expected.keys() | found.keys():
        assert found.get(name) == expected.get(name), f"{what}: {name} is {found.get(name)}, and not {expected.get(name)}"
