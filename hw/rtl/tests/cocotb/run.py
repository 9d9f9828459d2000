"""Runs a bench on the exported Verilog in Icarus Verilog: run.py BENCH TOP VERILOG_FOLDER BUILD_FOLDER.

REGISTERS names the header that `emberlane registers --format c` prints; SEED, if set, the seed.
"""

import os
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

from cocotb.runner import get_runner

bench, top = sys.argv[1:3]
verilog, build = (str(Path(folder).resolve()) for folder in sys.argv[3:])
os.environ["VERILOG"] = verilog
runner = get_runner("icarus")
runner.build(
    verilog_sources=[f"{verilog}/{top}.v"],
    hdl_toplevel=top,
    build_args=["-g2012", "-y", verilog],
    build_dir=build,
    always=True,
    timescale=("1ns", "1ps"),
)
results = runner.test(test_module=bench, hdl_toplevel=top, test_dir=Path(__file__).parent, results_xml=f"{build}/results.xml")
failed = xml.parse(results).getroot().findall(".//failure")
sys.exit(f"{len(failed)} tests failed" if failed else 0)
