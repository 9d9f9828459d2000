"""What `scripts/golden` runs: experiments, the data they read, and cases, each of some commands in a folder of its own."""

import dataclasses
import json
import shutil
import struct

# A DLRM that trains in milliseconds.
SMALL = """[model]
bottom = [4, 16]
top = [8, 1]
tables = 4
rows = 30
dimension = 16
lookups = 3
[data]
kind = "synthetic"
batches = 5
[train]
batch_size = 8
"""
# The same on NDRec's SmartSSD.
SMARTSSD = SMALL.replace("[train]", "[device]\ndesign = \"smartssd\"\ncache_vectors = 256\n[train]")
# A DLRM on clicks in Criteo's format.
CRITEO = """[model]
bottom = [13, 16]
top = [1]
tables = 2
rows = 30
dimension = 16
[data]
kind = "criteo"
path = "clicks.tsv"
"""
# Made before all cases, in the folder that they start from.
DATA = [
    "generate-data --out out/demo/clicks.tsv --rows 2000 --categories 5000 --seed 7",
    "generate-data --out out/clicks.tsv --rows 2000 --categories 2000",
    "generate-data --out clicks.tsv --rows 200 --categories 100 --seed 4",
]


@dataclasses.dataclass(frozen=True)
class Case:
    """Commands that run one after the other in a folder of their own."""

    name: str
    # quick: all of them take seconds, without RTL. full: with the others minutes. slow: minutes each.
    level: str
    commands: tuple
    # Whether what comes out has no floating-point arithmetic in it.
    everywhere: bool = False
    # Endings of files that are not recorded.
    ignored: tuple = ()


def with_edit(text, old, new):
    assert old in text, f"{old!r} is not in the experiment"
    return text.replace(old, new)


def variant(text, *edits):
    for old, new in edits:
        text = with_edit(text, old, new)
    return text


def with_device(text, lines):
    return text + f"[device]\n{lines}\n"


def with_system(lines, text=SMALL):
    return text + f"[system]\n{lines}\n"


# Small experiments that train, by name.
VARIANTS = {
    "small": SMALL,
    "cat": variant(SMALL, ("dimension", 'interaction = "cat"\ndimension'), ("[4, 16]", "[4, 8]")),
    "mean": variant(SMALL, ("dimension", 'pooling = "mean"\ndimension')),
    "rows": variant(SMALL, ("rows = 30", "rows = [1, 7, 300, 20]")),
    "dimension-48": variant(SMALL, ("dimension = 16", "dimension = 48"), ("[4, 16]", "[4, 48]")),
    "epochs": SMALL + "epochs = 3\nseed = 9\nlearning_rate = 0.5\n",
    "uniform": variant(SMALL, ("batches = 5", "batches = 5\nskew = 0")),
    "evaluate": SMALL + "[evaluate]\nbatches = 4\n",
    "one-channel": with_device(SMALL, "channels = 1"),
    "dram": with_device(SMALL, 'media = "dram"'),
    "openembedding": with_device(SMALL, 'media = "openembedding"'),
    "optane": with_device(SMALL, 'media = "optane-measured"'),
    "adagrad": SMALL + 'optimizer = "adagrad"\n',
    "rowwise": SMALL + 'optimizer = "rowwise-adagrad"\n',
    "criteo": CRITEO,
    "criteo-evaluate": CRITEO + '[evaluate]\npath = "out/clicks.tsv"\nbatches = 3\n',
    "skip": variant(CRITEO, ("clicks.tsv", "torn.tsv")) + 'on_malformed = "skip"\n',
    "tensors": variant(
        SMALL, ("lookups = 3\n", ""), ('"synthetic"\nbatches = 5', '"tensors"\npath = "batches.safetensors"')
    ),
    "smartssd": SMARTSSD,
    "smartssd-64": variant(SMARTSSD, ("dimension = 16", "dimension = 64"), ("[4, 16]", "[4, 64]")),
}
# Small experiments with a system that train, by name.
SYSTEMS = {
    "automatic": with_system('kind = "automatic"'),
    "ideal": with_system('kind = "automatic"\nlink = "ideal"\ngpu = "rtx-a5000"'),
    "software": with_system('kind = "software-copy"\nlink = "ndrec"'),
    "recorded": with_system('kind = "automatic"\ngpu = "gpu.json"'),
    "every": with_system('kind = "automatic"') + '[checkpoint]\nmode = "relaxed"\nevery = 2\ngap = 5\n',
    "one-channel-undo": with_system('kind = "automatic"', with_device(SMALL, "channels = 1"))
    + '[checkpoint]\nmode = "undo"\n',
    "ndrec": with_system('kind = "ndrec"', SMARTSSD),
    "ndrec-two": with_system('kind = "ndrec"\nlink = "ndrec"', variant(SMARTSSD, ("[train]", "smartssds = 2\n[train]"))),
    "ndrec-outbox": with_system('kind = "ndrec"', variant(SMARTSSD, ("cache_vectors = 256", "cache_vectors = 110"))),
}
STALLED = {
    "random": with_device(SMALL, 'stalls = "random"'),
    "heavy": with_device(SMALL, 'stalls = "heavy"'),
    "smartssd-heavy": variant(SMARTSSD, ("[train]", 'stalls = "heavy"\n[train]')),
}
# Goes on from the parameters that `SMALL` has left.
INITIAL = variant(SMALL, ("lookups", 'initial_parameters = "first/parameters.safetensors"\nlookups'))
# Experiments that are refused, by name: what is in the file.
REFUSED = {
    "no-toml": variant(SMALL, ("rows = 30", "rows = = 30")),
    "empty": "",
    "section-is-value": "model = 3",
    "unknown-section": variant(SMALL, ("[train]", "[training]")),
    "unknown-key": variant(SMALL, ("batch_size", "batchsize")),
    "unknown-key-dash": SMALL + "learning-rate = 1\n",
    "unknown-key-far": SMALL + "qqq = 1\n",
    "two-unknown-keys": variant(SMALL, ("rows =", "rowz ="), ("top =", "topp =")),
    "twice": variant(SMALL, ("rows = 30", "rows = 30\nrows = 31")),
    "tables-missing": variant(SMALL, ("tables = 4\n", "")),
    "rows-missing": variant(SMALL, ("rows = 30\n", "")),
    "bottom-missing": variant(SMALL, ("bottom = [4, 16]\n", "")),
    "kind-missing": variant(SMALL, ('kind = "synthetic"\n', "")),
    "rows-zero": variant(SMALL, ("rows = 30", "rows = 0")),
    "rows-negative": variant(SMALL, ("rows = 30", "rows = -1")),
    "rows-large": variant(SMALL, ("rows = 30", "rows = 4294967296")),
    "rows-text": variant(SMALL, ("rows = 30", 'rows = "many"')),
    "rows-list-empty": variant(SMALL, ("rows = 30", "rows = []")),
    "rows-list-short": variant(SMALL, ("rows = 30", "rows = [1, 2, 3]")),
    "rows-list-float": variant(SMALL, ("rows = 30", "rows = [1, 2, 3.5, 4]")),
    "tables-none": variant(SMALL, ("tables = 4", "tables = 0")),
    "tables-many": variant(SMALL, ("tables = 4", "tables = 4097")),
    "dimension-24": variant(SMALL, ("dimension = 16", "dimension = 24")),
    "dimension-512": variant(SMALL, ("dimension = 16", "dimension = 512")),
    "dimension-differs": variant(SMALL, ("dimension = 16", "dimension = 32")),
    "top-ends-wide": variant(SMALL, ("[8, 1]", "[8, 2]")),
    "top-empty": variant(SMALL, ("[8, 1]", "[]")),
    "top-number": variant(SMALL, ("[8, 1]", "8")),
    "bottom-short": variant(SMALL, ("[4, 16]", "[16]")),
    "bottom-float": variant(SMALL, ("[4, 16]", "[4.5, 16]")),
    "interaction": variant(SMALL, ("lookups", 'interaction = "product"\nlookups')),
    "interaction-near": variant(SMALL, ("lookups", 'interaction = "dott"\nlookups')),
    "pooling-number": variant(SMALL, ("lookups", "pooling = 3\nlookups")),
    "lookups-many": variant(SMALL, ("lookups = 3", "lookups = 65537")),
    "preset": '[model]\npreset = "rm5"\n[data]\nkind = "synthetic"\n',
    "preset-and-dimension": '[model]\npreset = "rm1"\ndimension = 16\n[data]\nkind = "synthetic"\n',
    "initial-empty": variant(SMALL, ("lookups", 'initial_parameters = ""\nlookups')),
    "initial-absent": variant(SMALL, ("lookups", 'initial_parameters = "absent.safetensors"\nlookups')),
    "initial-torn": variant(SMALL, ("lookups", 'initial_parameters = "clicks.tsv"\nlookups')),
    "initial-other": variant(SMALL, ("lookups", 'initial_parameters = "batches.safetensors"\nlookups')),
    "data-kind": variant(SMALL, ('"synthetic"', '"csv"')),
    "data-path-of-synthetic": variant(SMALL, ("batches = 5", 'path = "clicks.tsv"')),
    "data-skew-of-criteo": CRITEO + "skew = 1\n",
    "data-skew-large": variant(SMALL, ("batches = 5", "skew = 101")),
    "data-skew-text": variant(SMALL, ("batches = 5", 'skew = "1"')),
    "data-on-malformed": CRITEO + 'on_malformed = "stop"\n',
    "data-absent": variant(CRITEO, ("clicks.tsv", "absent.tsv")),
    "data-folder": variant(CRITEO, ("clicks.tsv", "out")),
    "data-empty": variant(CRITEO, ("clicks.tsv", "empty.tsv")),
    "data-torn": variant(CRITEO, ("clicks.tsv", "torn.tsv")),
    "data-label": variant(CRITEO, ("clicks.tsv", "label.tsv")),
    "data-category": variant(CRITEO, ("clicks.tsv", "category.tsv")),
    "data-integers": variant(CRITEO, ("[13, 16]", "[12, 16]")),
    "tensors-absent": variant(VARIANTS["tensors"], ('"batches.safetensors"', '"absent.safetensors"')),
    "tensors-path-missing": variant(VARIANTS["tensors"], ('path = "batches.safetensors"\n', "")),
    "tensors-no-tensors": variant(VARIANTS["tensors"], ('"batches.safetensors"', '"clicks.tsv"')),
    "tensors-batch-size": variant(VARIANTS["tensors"], ("batch_size = 8", "batch_size = 9")),
    "tensors-features": variant(VARIANTS["tensors"], ("[4, 16]", "[5, 16]")),
    "tensors-rows": variant(VARIANTS["tensors"], ("rows = 30", "rows = 20")),
    "learning-rate-nan": SMALL + "learning_rate = nan\n",
    "learning-rate-negative": SMALL + "learning_rate = -1.0\n",
    "diverges": SMALL + "learning_rate = 1e6\nepochs = 9\n",
    "optimizer": SMALL + 'optimizer = "adam"\n',
    "lookup": SMALL + 'lookup = "loose"\n',
    "seed-negative": SMALL + "seed = -1\n",
    "epochs-none": SMALL + "epochs = 0\n",
    "batch-size-none": variant(SMALL, ("batch_size = 8", "batch_size = 0")),
    "evaluate-path-of-synthetic": SMALL + '[evaluate]\npath = "clicks.tsv"\n',
    "evaluate-enabled": SMALL + '[evaluate]\nenabled = "yes"\n',
    "evaluate-absent": CRITEO + '[evaluate]\npath = "absent.tsv"\n',
    "device-kind": with_device(SMALL, 'kind = "gpu"'),
    "device-design": with_device(SMALL, 'design = "ssd"'),
    "device-channels-0": with_device(SMALL, "channels = 0"),
    "device-channels-8": with_device(SMALL, "channels = 8"),
    "device-media": with_device(SMALL, 'media = "optane"'),
    "device-stalls": with_device(SMALL, 'stalls = "some"'),
    "device-cache-of-cxl-mem": with_device(SMALL, "cache_vectors = 64"),
    "device-channels-of-smartssd": variant(SMARTSSD, ("[train]", "channels = 4\n[train]")),
    "device-media-of-smartssd": variant(SMARTSSD, ("[train]", 'media = "dram"\n[train]')),
    "device-smartssds": variant(SMARTSSD, ("[train]", "smartssds = 3\n[train]")),
    "device-smartssds-9": variant(SMARTSSD, ("[train]", "smartssds = 9\n[train]")),
    "smartssd-dimension": variant(SMARTSSD, ("dimension = 16", "dimension = 48"), ("[4, 16]", "[4, 48]")),
    "smartssd-cache-small": variant(SMARTSSD, ("cache_vectors = 256", "cache_vectors = 16")),
    "smartssd-adagrad-model": variant(
        SMARTSSD, ("batch_size", 'optimizer = "adagrad"\nbatch_size'), ("design", 'kind = "model"\ndesign')
    ),
    "smartssd-automatic": with_system('kind = "automatic"', SMARTSSD),
    "smartssd-undo": with_system('kind = "ndrec"', SMARTSSD) + '[checkpoint]\nmode = "undo"\n',
    "ndrec-cache-small": with_system('kind = "ndrec"', variant(SMARTSSD, ("cache_vectors = 256", "cache_vectors = 64"))),
    "ndrec-of-cxl-mem": with_system('kind = "ndrec"'),
    "ndrec-adagrad": with_system('kind = "ndrec"', SMARTSSD + 'optimizer = "adagrad"\n'),
    "system-kind": with_system('kind = "automatik"'),
    "system-gpu": with_system('gpu = "rtx-5000"'),
    "system-gpu-number": with_system("gpu = 3090"),
    "system-gpu-absent": with_system('kind = "automatic"\ngpu = "absent.json"'),
    "system-gpu-no-table": with_system('kind = "automatic"\ngpu = "broken.json"'),
    "system-gpu-other": with_system('kind = "automatic"\ngpu = "other.json"'),
    "system-link": with_system('link = "pcie"'),
    "system-adagrad": with_system('kind = "automatic"', SMALL + 'optimizer = "adagrad"\n'),
    "relaxed-software-copy": with_system('kind = "software-copy"', SMALL + 'lookup = "relaxed"\n'),
    "relaxed-adagrad": SMALL + 'lookup = "relaxed"\noptimizer = "adagrad"\n',
    "relaxed-redo": with_system('kind = "automatic"', SMALL + 'lookup = "relaxed"\n') + '[checkpoint]\nmode = "redo"\n',
    "checkpoint-mode": SMALL + '[checkpoint]\nmode = "both"\n',
    "checkpoint-every": SMALL + '[checkpoint]\nmode = "undo"\nevery = 3\n',
    "checkpoint-every-none": SMALL + '[checkpoint]\nmode = "relaxed"\nevery = 0\n',
    "checkpoint-gap": SMALL + '[checkpoint]\nmode = "undo"\ngap = 65536\n',
    "checkpoint-no-system": SMALL + '[checkpoint]\nmode = "undo"\n',
}
# Commands that are refused, by name; {NAME}.toml is one of the experiments above.
MISUSED = {
    "command": "trian",
    "no-command": "",
    "no-experiment": "train",
    "absent": "train absent.toml",
    "folder": "train out",
    "unknown-option": "train small.toml --device-kind model",
    "device": "train small.toml --device gpu",
    "batches-none": "train small.toml --batches 0",
    "batches-text": "train small.toml --batches many",
    "seed": "train small.toml --seed -1",
    "format": "train small.toml --format xml",
    "system": "train small.toml --system auto",
    "lookup": "train small.toml --lookup lazy",
    "trace": "train small.toml --trace",
    "trace-cycles": "train small.toml --trace-cycles 9..1",
    "out-is-file": "train small.toml --out clicks.tsv",
    "model-adagrad": "train adagrad.toml --device model",
    "messages-no-system": "train small.toml --messages m.txt",
    "messages-ndrec": "train ndrec.toml --system uvm --messages m.txt",
    "messages-late": "train automatic.toml --messages m.txt --message-batches 3..4 --batches 3",
    "messages-range": "train automatic.toml --messages m.txt --message-batches 3",
    "messages-alone": "train automatic.toml --message-batches 0..1",
    "messages-folder": "train automatic.toml --messages no/folder/m.txt",
    "checkpoint": "train automatic.toml --checkpoint perhaps",
    "checkpoint-none": "train small.toml --checkpoint undo",
    "checkpoint-software": "train automatic.toml --system software-copy --checkpoint redo",
    "power-loss-nothing": "train automatic.toml --power-loss 1",
    "power-loss-late": "train automatic.toml --checkpoint undo --power-loss 3 --batches 3",
    "power-loss-beyond": "train automatic.toml --checkpoint undo --power-loss 7",
    "power-loss-seed": "train automatic.toml --checkpoint undo --power-loss-seed 3",
    "resume-nowhere": "train automatic.toml --checkpoint undo --resume nowhere",
    "resume-no-image": "train automatic.toml --checkpoint undo --resume small.toml",
    "compare-one-batch": "compare small.toml --batches 1",
    "compare-nothing": "compare",
    "compare-system": "compare small.toml --systems nvme",
    "compare-set": "compare small.toml --set nothing=1",
    "compare-set-text": "compare small.toml --set cpu_w=many",
    "compare-set-negative": "compare small.toml --set cpu_w=-1",
    "compare-set-form": "compare small.toml --set cpu_w",
    "compare-both": "compare small.toml --workload kaggle-dac",
    "compare-workload": "compare --workload kaggle",
    "compare-gpus": "compare --workload kaggle-dac --gpus 0",
    "compare-criteo": "compare --workload random-xl --criteo clicks.tsv",
    "compare-criteo-absent": "compare --workload kaggle-dac --criteo absent.tsv",
    "compare-ndrec-of-tcxl": "compare small.toml --systems uvm",
    "reproduce-nothing": "reproduce",
    "reproduce-unknown": "reproduce fig9a",
    "reproduce-list-all": "reproduce --list --all",
    "reproduce-threads": "reproduce tcxl-fig12 --threads 0",
    "reproduce-criteo": "reproduce tcxl-fig12 --criteo absent.tsv",
    "reproduce-criteo-absent": "reproduce tcxl-fig9a --criteo absent.tsv",
    "reproduce-criteo-other": "reproduce tcxl-fig9a --criteo small.toml",
    "generate-nothing": "generate-data",
    "generate-out-is-folder": "generate-data --out out --rows 10",
    "generate-skew": "generate-data --out c.tsv --skew -1",
    "export-design": "export-verilog --design cxl_mem",
    "export-unknown": "export-verilog --design none --out v",
    "export-nowhere": "export-verilog",
    "registers-format": "registers --format xml",
    "bench-what": "bench everything",
    "bench-model-shape": "bench model --tables 3",
    "crash-no-checkpoints": "crash-test automatic.toml",
    "crash-no-cuts": "crash-test automatic.toml --mode undo --cuts 0",
    "crash-both": "crash-test automatic.toml --mode undo --cuts 5 --exhaustive 1..2",
    "crash-engine": "crash-test automatic.toml --mode undo --engine reorder",
    "crash-fault": "crash-test automatic.toml --mode undo --fault all",
    "crash-fault-of-rtl": "crash-test automatic.toml --mode undo --fault one-slot",
    "crash-trace": "crash-test automatic.toml --mode undo --trace cut.fst",
    "crash-trace-device": "crash-test automatic.toml --mode undo --only 0 --trace cut.fst",
    "crash-range": "crash-test automatic.toml --mode undo --exhaustive 5..5",
    "crash-cycles": "crash-test automatic.toml --mode undo --exhaustive 0..18446744073709551615",
    "crash-batches": "crash-test automatic.toml --mode undo --exhaustive-batches 3..9",
    "crash-only": "crash-test automatic.toml --mode undo --exhaustive-batches 0..1 --only 100000",
    "crash-dump": "crash-test automatic.toml --mode undo --dump small.toml --cuts 2",
    "crash-system": "crash-test small.toml --mode undo",
    "crash-relaxed-redo": "crash-test automatic.toml --mode redo --lookup relaxed",
}


def prepare(folder, experiments):
    """Makes the folder that cases start from; what `DATA` makes is still to come."""
    shutil.copytree(experiments, folder / "experiments")
    (folder / "out/demo").mkdir(parents=True)
    for name, text in {**VARIANTS, **SYSTEMS, **STALLED, "initial": INITIAL}.items():
        (folder / f"{name}.toml").write_text(text)
    for name, text in REFUSED.items():
        (folder / f"refused-{name}.toml").write_text(text)
    write_records(folder)
    write_tensors(folder / "batches.safetensors")
    write_gpu(folder)


def write_records(folder):
    fields = ["1", *("3" for _ in range(13)), *("0000000a" for _ in range(26))]
    good = "\t".join(fields)
    (folder / "empty.tsv").write_text("")
    (folder / "torn.tsv").write_text("\n".join([good] * 200 + ["1\t2\t3"] + [good] * 100) + "\n")
    (folder / "label.tsv").write_text("\t".join(["2", *fields[1:]]) + "\n")
    (folder / "category.tsv").write_text("\t".join([*fields[:-1], "xyz"]) + "\n")


def write_tensors(path):
    batches, tables, samples, lookups, features = 4, 4, 8, 3, 4

    def numbers(count, step, bound):
        return [(index * step + 5) % bound for index in range(count)]

    dense = [number / 32 - 1 for number in numbers(batches * samples * features, 13, 64)]
    labels = [float(number % 2) for number in numbers(batches * samples, 7, 11)]
    indices = numbers(batches * tables * samples * lookups, 17, 30)
    tensors = [
        ("dense", "F32", [batches, samples, features], struct.pack(f"<{len(dense)}f", *dense)),
        ("indices", "I32", [batches, tables, samples, lookups], struct.pack(f"<{len(indices)}i", *indices)),
        ("labels", "F32", [batches, samples], struct.pack(f"<{len(labels)}f", *labels)),
    ]
    header, data = {}, b""
    for name, kind, shape, values in tensors:
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_gpu(folder):
    """A recorded table that has the layers of `SMALL`, one that has others, and one that is none."""
    samples, vectors, dimension = 8, 5, 16
    layers = [
        {"kind": "linear", "samples": samples, "inputs": 4, "outputs": 16, "input_gradient": False},
        {"kind": "linear", "samples": samples, "inputs": 26, "outputs": 8, "input_gradient": True},
        {"kind": "linear", "samples": samples, "inputs": 8, "outputs": 1, "input_gradient": True},
        {"kind": "dot", "samples": samples, "vectors": vectors, "dimension": dimension},
        {"kind": "loss", "samples": samples},
    ]
    table = {
        "format": "emberlane-gpu-trace-1",
        "gpu": "a GPU",
        "driver": "1",
        "framework": "none",
        "date": "2000-01-01",
        "layers": [
            {"layer": layer, "forward_us": 11.5 + index, "backward_us": 20.25 + index} for index, layer in enumerate(layers)
        ],
    }
    (folder / "gpu.json").write_text(json.dumps(table))
    (folder / "broken.json").write_text(json.dumps({**table, "format": "emberlane-gpu-trace-9"}))
    (folder / "other.json").write_text(json.dumps({**table, "layers": table["layers"][:1]}))


def cases():
    """Every case, quick ones first."""
    return sorted([*plain(), *refusals(), *training(), *power(), *systems_of_papers(), *benchmarks()], key=rank)


def rank(case):
    return ["quick", "full", "slow"].index(case.level), case.name


def plain():
    for form in "markdown", "c", "systemrdl":
        yield Case(f"registers/{form}", "quick", (f"registers --format {form}",), everywhere=True)
    yield Case("verilog/list", "quick", ("export-verilog --list",), everywhere=True)
    yield Case("verilog/exported", "full", ("export-verilog --out v",), everywhere=True)
    yield Case("verilog/smartssd", "full", ("export-verilog --design smartssd --out v --clock-hz 300000000",), everywhere=True)
    yield Case("figures/list", "quick", ("reproduce --list", "reproduce --list --format json"), everywhere=True)
    commands = [
        "generate-data --out c.tsv --rows 300",
        "generate-data --out d.tsv --rows 300 --categories 50 --skew 0 --seed 3 --format json",
        "generate-data --out new/folder/none.tsv --rows 0",
    ]
    yield Case("generate-data", "quick", tuple(commands))


def refusals():
    # What has trained before it was refused, has computed.
    computed = {"diverges", "data-torn"}
    for name in REFUSED:
        yield Case(f"refused/{name}", "quick", (f"train refused-{name}.toml",), everywhere=name not in computed)
    for name, command in MISUSED.items():
        yield Case(f"misused/{name}", "quick", (command,), everywhere=True)


def train(level, name, experiment, options="", devices=("reference", "model"), ignored=()):
    for device in devices:
        command = f"train {experiment} --device {device} {options} --out o".replace("  ", " ")
        yield Case(f"train/{name}/{device}", "full" if device == "rtl" else level, (command,), ignored=ignored)


def training():
    everything = ("reference", "model", "rtl")
    for name, text in {**VARIANTS, **SYSTEMS}.items():
        yield from train("quick", f"small/{name}", f"{name}.toml", devices=everything[:1] if "adagrad" in text else everything)
    for name in STALLED:
        yield from train("full", f"small/stalls-{name}", f"{name}.toml", devices=("rtl",))
    for name in "automatic", "ndrec":
        yield from train("quick", f"small/{name}-json", f"{name}.toml", "--format json --seed 5 --batches 9")
    commands = ("train small.toml --out first", "train initial.toml --out second")
    yield Case("train/small/initial", "quick", commands)

    path = "experiments"
    yield from train("quick", "criteo", f"{path}/criteo.toml", "--batches 4", everything)
    yield from train("quick", "rowwise-adagrad", f"{path}/criteo-rowwise-adagrad.toml", "--batches 4", everything[:1])
    yield from train("quick", "synthetic", f"{path}/synthetic.toml", "--batches 3", everything)
    yield from train("quick", "demo", f"{path}/demo.toml", "--batches 4", everything)
    # A waveform has the day in it on which it was made.
    yield from train("full", "demo-trace", f"{path}/demo.toml", "--batches 1 --trace", ("rtl",), ignored=(".fst",))
    for system in "software-copy", "automatic":
        yield from train("quick", f"demo-{system}", f"{path}/demo.toml", f"--batches 2 --system {system}", everything)
    yield from train("quick", "smartssd", f"{path}/smartssd.toml", "--batches 3", everything)
    for lookup in "relaxed", "strict":
        yield from train("quick", f"ndrec-{lookup}", f"{path}/ndrec.toml", f"--batches 3 --lookup {lookup}", everything)
        options = f"--batches 3 --lookup {lookup} --system none"
        yield from train("quick", f"ndrec-none-{lookup}", f"{path}/ndrec.toml", options)
        for system in "automatic", "none":
            options = f"--batches 2 --lookup {lookup} --system {system}"
            yield from train("full", f"relaxed-lookup-{system}-{lookup}", f"{path}/relaxed-lookup.toml", options)
    yield from train("full", "rm1", f"{path}/rm1.toml", "--batches 1")
    for name, options in {
        "automatic": "",
        "software-copy": "--system software-copy",
        "relaxed": "--lookup relaxed",
        "messages": "--messages o.messages --message-batches 1..2",
    }.items():
        yield from train("full", f"automatic-{name}", f"{path}/automatic.toml", f"--batches 2 {options}")

    for system in "automatic", "software-copy":
        options = f"--system {system} --messages o.messages --message-batches 1..3"
        yield from train("quick", f"small/messages-{system}", "small.toml", options, everything)
    yield from train("quick", "small/messages-ndrec", "ndrec.toml", "--messages o.messages --message-batches 1..3")
    late = "--messages o.messages --message-batches 7..9"
    yield from train("quick", "small/messages-none", "automatic.toml", late, everything[:1])


def power():
    path = "experiments/power-loss.toml"
    everything = ("reference", "model", "rtl")
    modes = [("undo", "strict"), ("redo", "strict"), ("relaxed", "strict"), ("undo", "relaxed"), ("relaxed", "relaxed")]
    for mode, lookup in modes:
        options = f"--checkpoint {mode} --lookup {lookup}"
        name = f"{mode}-{lookup}"
        for device in everything:
            level = "full" if device == "rtl" else "quick"
            base = f"train {path} --device {device} {options}"
            commands = (
                f"{base} --power-loss 5 --power-loss-seed 7 --batches 8 --out cut",
                f"{base} --resume cut --batches 8 --out resumed",
                f"{base} --batches 8 --out uncut",
            )
            yield Case(f"power/{name}/{device}", level, commands)
            crash = f"crash-test {path} --device {device} --mode {mode} --lookup {lookup} --batches 6 --seed 3"
            for during in "training", "both":
                cuts = (f"--cuts 60 --during {during} --corrupt --format json", f"--cuts 20 --during {during}")
                commands = tuple(f"{crash} {options}" for options in cuts)
                yield Case(f"crash/{name}-{during}/{device}", level, commands)
    crash = f"crash-test {path} --batches 4 --seed 2"
    for engine in "no-reorder", "reorder-accumulative", "reorder-reverse-accumulative", "reorder-partial", "reorder-full":
        yield Case(
            f"crash/engine-{engine}", "quick", (f"{crash} --device reference --engine {engine} --cuts 40 --format json",)
        )
    for device in everything:
        level = "full" if device == "rtl" else "quick"
        exhaustive = "--exhaustive 1000..1100" if device == "rtl" else "--exhaustive-batches 1..2"
        commands = (
            f"{crash} --device {device} --cuts 5 --dump dumped --format json",
            f"{crash} --device {device} --only 3 --during recovery",
            f"{crash} --device {device} {exhaustive} --format json",
        )
        yield Case(f"crash/one/{device}", level, commands)
    yield Case("crash/crc-ignored", "quick", (f"{crash} --device reference --fault crc-ignored --corrupt --cuts 30",))
    undo = "crash-test one-channel-undo.toml --seed 2 --cuts 100 --device rtl"
    for fault in "flag-before-data", "no-interlock", "one-slot", "early-delete":
        yield Case(f"crash/{fault}", "full", (f"{undo} --fault {fault} --format json",))
    commands = (
        "train automatic.toml --checkpoint undo --batches 3 --out o",
        "train automatic.toml --resume o --out p --overwrite",
        "train automatic.toml --checkpoint redo --resume o --out p --overwrite",
        "train automatic.toml --checkpoint undo --seed 8 --resume o --out p --overwrite",
        "train automatic.toml --checkpoint undo --resume o --batches 2 --out p --overwrite",
        "train automatic.toml --checkpoint undo --resume o --power-loss 1 --out p --overwrite",
        "train automatic.toml --checkpoint undo --resume o --out p --overwrite",
    )
    yield Case("power/resume", "quick", commands)


def systems_of_papers():
    compare = "compare small.toml --out o"
    commands = (
        compare,
        f"{compare}-json --format json",
        f"{compare}-set --set cpu_w=50 --systems cxl,cxl-b,dram",
        "compare --assumptions",
        "compare --assumptions --format json",
    )
    yield Case("compare/tcxl", "quick", commands)
    yield Case("compare/tcxl-rm1", "slow", ("compare experiments/compare.toml --out o",))
    commands = (
        "compare --workload kaggle-dac --assumptions",
        "compare --workload random-xl --assumptions --set uvm_gib_per_s=29 --format json",
    )
    yield Case("compare/ndrec-assumptions", "quick", commands)
    for name, options in {
        "kaggle-dac": "--workload kaggle-dac --batch 256",
        "criteo-terabyte": "--workload criteo-terabyte --batch 64 --gpus 2 --smartssds 2 --switch-levels 1",
        "random-mlp": "--workload random-mlp --batch 64 --systems uvm,ndrec,no-cache",
        "records": "--workload kaggle-dac --batch 16 --criteo out/clicks.tsv",
    }.items():
        commands = (f"compare {options} --out o", f"compare {options} --set uvm_gib_per_s=29 --format json --out o-other")
        yield Case(f"compare/ndrec-{name}", "full", commands)

    for figure, level in {
        "tcxl-fig11": "slow",
        "tcxl-fig12": "slow",
        "tcxl-fig13": "slow",
        "ndrec-fig6": "quick",
        **{f"ndrec-fig{number}": "slow" for number in range(10, 18)},
    }.items():
        yield Case(f"figures/{figure}", level, (f"reproduce {figure} --threads 1 --out o",))
    yield Case("figures/json", "full", ("reproduce ndrec-fig6 --threads 1 --format json --out o --raw r/raw.json",))


def benchmarks():
    for form in "human", "json":
        yield Case(f"bench/relaxed-lookup-{form}", "full", (f"bench relaxed-lookup --batches 1 --format {form}",))
        yield Case(f"bench/lookahead-{form}", "quick", (f"bench lookahead --batches 1 --format {form}",))
    yield Case("bench/rtl", "full", ("bench rtl --rows 1000 --bags 8 --pooling 4 --tables 2 --dimension 32 --format json",))
    yield Case("bench/model", "full", ("bench model --rows 1000 --bags 8 --media trainingcxl --format json",))
    yield Case("bench/kernel", "slow", ("bench kernel --format json",))
    yield Case("bench/checkpoint", "slow", ("bench checkpoint --format json",))
