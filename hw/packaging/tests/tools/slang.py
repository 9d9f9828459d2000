"""slang.py VERILOG: slang, a compiler of SystemVerilog that others wrote, elaborates and analyses the design of every list of files in the
folder of the exported Verilog: alone, with all warnings that there are but for those below, and with its monitors bound to it, with those
that slang gives unasked. Any other word of it fails."""

import os
import pathlib
import sys
import tempfile

from pyslang.driver import Driver

# Sums of operands of several widths, and an `else` whose `if` is in no `begin`: matters of taste.
LEFT_OUT = ["arith-op-mismatch", "dangling-else"]
# What a text that is for synthesis does with bits that it has no use for.
MEANT = "unused net '_unused'"


def said(top, folder, arguments):
    """Every error and warning about a design; its folder is that from which its list names files."""
    driver = Driver()
    driver.addStandardArgs()
    os.chdir(folder)
    if not driver.parseCommandLine(" ".join(["slang", "--top", top, *arguments])) or not driver.processOptions():
        return ["the command line is refused"]
    # It writes to the streams of the process.
    with tempfile.TemporaryFile() as captured:
        kept = [os.dup(stream) for stream in (1, 2)]
        for stream in (1, 2):
            os.dup2(captured.fileno(), stream)
        good = driver.parseAllSources() and driver.runFullCompilation(False)
        for stream, before in zip((1, 2), kept):
            os.dup2(before, stream)
            os.close(before)
        captured.seek(0)
        text = captured.read().decode()
    words = [line for line in text.splitlines() if ("warning: " in line or "error: " in line) and MEANT not in line]
    return words if good or words else [text]


def main():
    verilog = pathlib.Path(sys.argv[1]).resolve()
    strict = ["-Weverything", *(f"-Wno-{name}" for name in LEFT_OUT)]
    wrong = 0
    for files in sorted(verilog.glob("*/*.f")):
        top = files.stem
        monitors = sorted((verilog / "monitors").glob("*_monitor.sv"))
        monitors += [verilog / "monitors" / f"{top}_{part}.sv" for part in ("monitors", "bind")]
        if not monitors[-1].exists():
            monitors = []
        found = said(top, files.parent, [*strict, "-f", files.name])
        found += said(top, files.parent, ["-f", files.name, *(f'"{path}"' for path in monitors)]) if monitors else []
        wrong += len(found)
        print(f"{top}: {len(found)} words{' with monitors' if monitors else ''}", *found, sep="\n    ")
    sys.exit(1 if wrong else 0)


main()
