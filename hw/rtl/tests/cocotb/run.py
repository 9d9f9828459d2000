"""Runs a bench on the exported Verilog in Icarus Verilog: run.py BENCH TOP VERILOG_FOLDER BUILD_FOLDER.

REGISTERS names the header that `emberlane registers --format c` prints; SEED, if set, the seed. The monitors of the top watch its ports,
where the folder has them: a rule that is broken, or an X, ends the simulation, and fails the test.
"""

import os
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

from cocotb.runner import get_runner

bench, top = sys.argv[1:3]
verilog, build = (str(Path(folder).resolve()) for folder in sys.argv[3:])
top_file = next(Path(verilog).rglob(f"{top}.v"), None)
if top_file is None:
    sys.exit(f"run.py: {verilog}: no {top}.v there; `emberlane export-verilog --list` lists the designs")
os.environ["VERILOG"] = str(top_file)
folders = sorted({str(path.parent) for path in Path(verilog).rglob("*.v")})
sources, arguments = [str(top_file)], ["-g2012"] + [word for folder in folders for word in ("-y", folder)]
monitors = Path(verilog, "monitors", f"{top}_monitors.sv")
if monitors.exists():
    # Icarus has no bind: a second root looks into the first.
    ports = re.findall(r"^ *input wire.* (\w+),?$", monitors.read_text(), re.MULTILINE)
    connected = ", ".join(f".{port}({top}.{port})" for port in ports)
    watch = Path(build, "watch.sv")
    watch.parent.mkdir(parents=True, exist_ok=True)
    watch.write_text(f"module watch;\n    {top}_monitors monitors ({connected});\nendmodule\n")
    sources += [str(watch), str(monitors)] + sorted(map(str, monitors.parent.glob("*_monitor.sv")))
    arguments += ["-s", "watch"]
runner = get_runner("icarus")
runner.build(
    verilog_sources=sources,
    hdl_toplevel=top,
    build_args=arguments,
    build_dir=build,
    always=True,
    timescale=("1ns", "1ps"),
)
results = runner.test(test_module=bench, hdl_toplevel=top, test_dir=Path(__file__).parent, results_xml=f"{build}/results.xml")
failed = xml.parse(results).getroot().findall(".//failure")
sys.exit(f"{len(failed)} tests failed" if failed else 0)
