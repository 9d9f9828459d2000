"""Experiments and data for `scripts/torture`, and how programs are run and folders compared there."""

import csv
import gzip
import hashlib
import json
import os
import resource
import shlex
import signal
import struct
import subprocess
import time

MODEL = """[model]
bottom = [13, 16]
top = [8, 1]
tables = 4
rows = 30
dimension = 16
lookups = 3
"""
SYNTHETIC = '[data]\nkind = "synthetic"\nbatches = 6\n'
TRAIN = "[train]\nbatch_size = 8\nlearning_rate = 0.05\nseed = 3\n"
CRITEO = '[data]\nkind = "criteo"\npath = "clicks.tsv"\n'
SMARTSSD = '[device]\ndesign = "smartssd"\nkind = "KIND"\ncache_vectors = 1024\n'

# One of everything that trains, by name; each in milliseconds.
EXPERIMENTS = {
    "host": MODEL + SYNTHETIC + TRAIN + 'optimizer = "adagrad"\n[save]\nevery = 2\n',
    "reference": MODEL + SYNTHETIC + TRAIN,
    "model": MODEL + SYNTHETIC + TRAIN + '[device]\nkind = "model"\nmedia = "trainingcxl"\n',
    "undo": MODEL + SYNTHETIC + TRAIN + '[system]\nkind = "automatic"\n[checkpoint]\nmode = "undo"\n[save]\nevery = 2\n',
    "redo": MODEL + SYNTHETIC + TRAIN + '[system]\nkind = "software-copy"\n[checkpoint]\nmode = "redo"\n',
    "relaxed": MODEL + SYNTHETIC + TRAIN + 'lookup = "relaxed"\n[device]\nkind = "model"\n[system]\nkind = "automatic"\n'
        + '[checkpoint]\nmode = "relaxed"\nevery = 2\n',
    "smartssd": MODEL + SYNTHETIC + TRAIN + SMARTSSD.replace("KIND", "reference"),
    "ndrec": MODEL + SYNTHETIC + TRAIN + SMARTSSD.replace("KIND", "model") + '[system]\nkind = "ndrec"\ngpu = "rtx-a5000"\nlink = "ndrec"\n',
    "criteo": MODEL + CRITEO + TRAIN + '[evaluate]\nhold_out = 0.2\nevery = 2\nstop_after = 3\n',
    "cache": MODEL + CRITEO + 'cache = "cache"\nshort_lines = "pad"\n' + TRAIN + "epochs = 2\n",
    "packed": MODEL + CRITEO.replace('"clicks.tsv"', '["clicks.tsv.gz", "click*.tsv"]') + TRAIN,
    "binary": MODEL + CRITEO.replace("clicks.tsv", "clicks.bin") + 'format = "binary"\n' + TRAIN,
    "tensors": MODEL.replace("lookups = 3\n", "") + '[data]\nkind = "tensors"\npath = "batches.safetensors"\n[train]\n',
}


def write_data(folder, random):
    """Files of data that the experiments read."""
    def record():
        integers = [random.choice(["", "0", "1", "7", "-2", "40000"]) for _ in range(13)]
        categories = [random.choice(["", f"{random.getrandbits(32):08x}"]) for _ in range(26)]
        return [str(random.randint(0, 1)), *integers, *categories]

    records = [record() for _ in range(60)]
    text = "".join("\t".join(fields) + "\n" for fields in records).encode()
    (folder / "clicks.tsv").write_bytes(text)
    (folder / "clicks.tsv.gz").write_bytes(gzip.compress(text, mtime=0))
    number = lambda text, base: int(text or "0", base) & 0x7FFFFFFF
    rows = [[number(f[0], 10), *[int(t or "0") for t in f[1:14]], *[number(t, 16) for t in f[14:]]] for f in records]
    (folder / "clicks.bin").write_bytes(b"".join(struct.pack("<40i", *row) for row in rows))
    batches, samples, tables = 4, 8, 4
    parts = {
        "dense": ("F32", [batches, samples, 13], struct.pack(f"<{batches * samples * 13}f", *[0.25] * (batches * samples * 13))),
        "indices": ("I32", [batches, tables, samples, 2],
                    struct.pack(f"<{batches * tables * samples * 2}i", *[random.randrange(30) for _ in range(batches * tables * samples * 2)])),
        "labels": ("F32", [batches, samples], struct.pack(f"<{batches * samples}f", *[float(i % 2) for i in range(batches * samples)])),
    }
    header, end = {}, 0
    for name, (dtype, shape, values) in parts.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [end, end + len(values)]}
        end += len(values)
    header = json.dumps(header).encode()
    header += b" " * (-len(header) % 8)
    tensors = struct.pack("<Q", len(header)) + header + b"".join(values for _, _, values in parts.values())
    (folder / "batches.safetensors").write_bytes(tensors)


def run(command, folder, seconds=10, file_bytes=None, memory=None, signals=(), ignore_full=True):
    """Runs a command; `signals` are (seconds, signal). Status (negative: a signal; None: not in time), its output, its seconds."""
    def limits():
        if file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
            if ignore_full:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               preexec_fn=limits)
    status, output = None, b""
    pending = sorted(signals)
    while True:
        wait = (start + pending[0][0] if pending else start + seconds) - time.monotonic()
        try:
            output = process.communicate(timeout=max(wait, 0))[0]
            status = process.returncode
            break
        except subprocess.TimeoutExpired:
            if not pending:
                process.kill()
                output = process.communicate()[0]
                break
            process.send_signal(pending.pop(0)[1])
    return status, output.decode(errors="replace"), time.monotonic() - start


def files(folder):
    """Every file below a folder by its path, and what it holds; links and folders say so."""
    found = {}
    for path, folders, names in os.walk(folder):
        for name in names + [name for name in folders if os.path.islink(os.path.join(path, name))]:
            whole = os.path.join(path, name)
            relative = os.path.relpath(whole, folder)
            with open(whole, "rb") as file:
                found[relative] = hashlib.sha256(file.read()).hexdigest()
    return found


def unreadable(path):
    """Why a result is not whole; None if it is."""
    data = path.read_bytes()
    try:
        match path.suffix:
            case ".json":
                json.loads(data)
            case ".jsonl":
                [json.loads(line) for line in data.splitlines()]
            case ".csv":
                rows = list(csv.reader(data.decode().splitlines()))
                if not data.endswith(b"\n") or len({len(row) for row in rows}) > 1:
                    return "lines of different lengths, or none at the end"
            case ".safetensors" | ".image":
                length = struct.unpack("<Q", data[:8])[0]
                header = json.loads(data[8:8 + length])
                ends = [tensor["data_offsets"][1] for name, tensor in header.items() if name != "__metadata__"]
                if 8 + length + max(ends, default=0) != len(data):
                    return "its header is that of another length"
    except (ValueError, struct.error, KeyError, UnicodeDecodeError) as error:
        return repr(error)
    return None


def shown(command):
    """A command as a shell takes it."""
    return " ".join(shlex.quote(os.fsdecode(part)) for part in command)
