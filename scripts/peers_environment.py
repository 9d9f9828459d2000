"""The folder of what others have made, target/peers, which `scripts/peers` and `scripts/peers-ps` measure beside Emberlane."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EMBERLANE = ROOT / "target/release/emberlane"
FOLDER = ROOT / "target/peers"
# FBGEMM's operators load into the version of torch that they were built for, and into no other.
PACKAGES = ["torch==2.14.1", "fbgemm-gpu-cpu==1.9.0", "numpy", "eclipse-zenoh", "crc32c"]
# The index of wheels without CUDA, a tenth as large; where it cannot be reached, PyPI's.
WHEELS_WITHOUT_CUDA = "https://download.pytorch.org/whl/cpu"


def enter(script):
    """Goes on in the environment with the peers, which is made if it is not there."""
    python = FOLDER / "bin/python"
    if pathlib.Path(sys.prefix).resolve() == FOLDER.resolve():
        return
    complete, wanted = FOLDER / "complete", "\n".join(PACKAGES)
    if not complete.exists() or complete.read_text(encoding="utf-8") != wanted:
        print(f"installing {', '.join(PACKAGES)} into {FOLDER}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
        pip = [python, "-m", "pip", "install", "--quiet"]
        if subprocess.run([*pip, "--index-url", WHEELS_WITHOUT_CUDA, PACKAGES[0]], stderr=subprocess.DEVNULL).returncode != 0:
            print("no wheel without CUDA: PyPI's torch takes some gigabytes", file=sys.stderr)
        subprocess.run([*pip, *PACKAGES], check=True)
        complete.write_text(wanted, encoding="utf-8")
    # Torch warns of its own deprecated parts.
    os.environ.update(TORCH_CPP_LOG_LEVEL="FATAL", PYTHONWARNINGS="ignore")
    os.execv(python, [python, script, *sys.argv[1:]])
