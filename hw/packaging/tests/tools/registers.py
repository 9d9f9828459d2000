"""Every form of the registers says what our C header says: registers.py FOLDER SCRATCH

SystemRDL is read by PeakRDL's compiler, which writes its own C header and pages; a C++ compiler compares its header, ours and that for
Linux; the pages are compared cell by cell. CMSIS-SVD is checked against its schema and read by its parser.
"""

import subprocess
import sys
from pathlib import Path

import cmsis_svd
from lxml import etree
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_html import HTMLExporter

from table import compiled, of_header, of_node, of_page, of_pages, of_svd, same, without_values

# As <linux/bits.h> has them.
BITS = """#pragma once
#define BIT_ULL(nr) (1ULL << (nr))
#define GENMASK_ULL(h, l) (((~0ULL) - (1ULL << (l)) + 1) & (~0ULL >> (64 - 1 - (h))))
"""


def comparison(device, table):
    """C++ that compiles only if three headers say the same."""
    upper, linux = device.upper(), f"EMB_{device.upper()}"
    lines = ['#include <cstddef>', f'#include "{device}.h"', f'#include "{device}_linux.h"', f'#include "peakrdl_{device}.h"']

    def equal(a, b):
        lines.append(f'static_assert({a} == {b}, "{a} and {b}");')

    equal(f"{upper}_MMIO_BYTES", f"{linux}_MMIO_SIZE")
    for name, (offset, fields) in table.items():
        ours, theirs = f"{upper}_{name}", f"{upper}__{name}"
        equal(f"offsetof({device}_t, {name})", f"{ours}_OFFSET")
        equal(f"{linux}_{name}", f"{ours}_OFFSET")
        resets = " | ".join(f"((uint64_t){theirs}__{field}_reset << {theirs}__{field}_bp)" for field in fields)
        equal(f"({resets})", f"{ours}_RESET")
        for field in fields:
            if field == "VALUE":
                equal(f"{theirs}__VALUE_bm", f"{ours}_MASK")
                equal(f"{linux}_{name}_MASK", f"{ours}_MASK")
                continue
            equal(f"{theirs}__{field}_bm", f"{ours}_{field}_MASK")
            equal(f"{theirs}__{field}_bp", f"{ours}_{field}_SHIFT")
            equal(f"{linux}_{name}_{field}", f"{ours}_{field}_MASK")
        for value in next(iter(fields.values()))[4]:
            equal(f"{linux}_{name}_VALUE_{value}", f"{ours}_VALUE_{value}")
    return "\n".join(lines) + "\n", len(lines)


def main(folder, scratch):
    schema = sorted(Path(cmsis_svd.__file__).parent.glob("schemas/CMSIS-SVD_1_3_*.xsd"), key=lambda path: int(path.stem.split("_")[-1]))[-1]
    schema = etree.XMLSchema(etree.parse(str(schema)))
    Path(scratch, "linux").mkdir(parents=True, exist_ok=True)
    Path(scratch, "linux", "bits.h").write_text(BITS)
    devices = sorted(path.stem for path in folder.glob("*.rdl"))
    assert devices, f"{folder}: no SystemRDL"
    for device in devices:
        header = of_header(folder / f"{device}.h")
        root = compiled(folder / f"{device}.rdl")
        same(f"{device}.rdl", of_node(root.top), header)
        same(f"{device}.svd", of_svd(folder / f"{device}.svd"), header)
        schema.assertValid(etree.parse(str(folder / f"{device}.svd")))
        same(f"{device}.html", of_page(folder / f"{device}.html"), header)

        CHeaderExporter().export(root.top, str(scratch / f"peakrdl_{device}.h"))
        text, compared = comparison(device, header)
        source = scratch / f"{device}.cpp"
        source.write_text(text)
        command = ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{folder}", f"-I{scratch}", str(source)]
        subprocess.run(command, check=True)

        HTMLExporter().export(root, str(scratch / f"html_{device}"))
        same(f"{device}: pages of PeakRDL", without_values(of_pages(scratch / f"html_{device}")), without_values(header))
        fields = sum(len(fields) for _, fields in header.values())
        print(f"{device}: {len(header)} registers, {fields} fields, {compared} lines of three headers compared")


main(Path(sys.argv[1]), Path(sys.argv[2]))
