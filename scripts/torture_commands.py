"""Malformed command lines, for `scripts/torture`."""

import collections
import os
import random
import shutil

from torture_files import EXPERIMENTS, run, shown, write_data

# Seconds that a command may take: a training of three batches takes a hundredth.
SECONDS = 10
# Bytes of address space: what is absurd is refused before it is taken, or when it is not there.
MEMORY = 8 << 30

# What values become.
ODD = ["", " ", "0", "-1", "1", "-0", "18446744073709551615", "18446744073709551616", "4294967296", "1e308", "nan", "inf", "-inf", "0x10",
       "1_000", "½", "..", "0..0", "5..2", "0..3", "..3", "0..18446744073709551615", "1..2..3", "-", "--", ".", "/", "a\nb", "\t", "=", "a=",
       "=1", "A" * 5000, "'", '"', "%s%n", "*", "none", "NONE", "rtl", "null", b"\xff\xfe", "no/such/place", "/dev/null", "/dev/full",
       "notes.txt", "folder", "old", "link", "loop", "empty"]
CHOICES = {
    "--device": ["reference", "model", "rtl"], "--system": ["none", "software-copy", "automatic", "ndrec"],
    "--lookup": ["strict", "relaxed"], "--checkpoint": ["none", "redo", "undo", "relaxed"], "--mode": ["none", "redo", "undo", "relaxed"],
    "--format": ["human", "json"], "--during": ["training", "recovery", "both"], "--engine": ["random", "in-order"],
    "--systems": ["cxl", "pmem,cxl", "dram", "uvm"], "--workload": ["kaggle-dac", "criteo-terabyte"], "--media": ["dram", "off"],
    "--fault": ["one-slot"], "--set": ["cpu_w=50", "cpu_w=nan", "x=1", "cpu_w"],
}
NUMBERS = ["--batches", "--seed", "--power-loss", "--power-loss-seed", "--cuts", "--only", "--rows", "--categories", "--skew", "--batch",
           "--gpus", "--smartssds", "--switch-levels", "--threads", "--dimension", "--pooling", "--bags", "--tables", "--measure"]
RANGES = ["--trace-cycles", "--message-batches", "--exhaustive", "--exhaustive-batches"]
PATHS = ["--out", "--messages", "--resume", "--trace", "--dump", "--criteo"]
FLAGS = ["--overwrite", "--jsonl", "--tensorboard", "--trace", "--tables", "--literal", "--assumptions", "--corrupt", "--list", "--all", "--help",
         "--version", "--rtl", "--nonsense", "-x", "-h"]
# Of each command its options, and arguments that keep it short.
COMMANDS = {
    "train": (["--device", "--system", "--lookup", "--checkpoint", "--seed", "--out", "--trace-cycles", "--messages", "--message-batches",
               "--overwrite", "--resume", "--power-loss", "--power-loss-seed", "--jsonl", "--tensorboard", "--prometheus", "--format"],
              ["--batches", "3"], 50),
    "plan": (["--device", "--system", "--lookup", "--checkpoint", "--seed", "--tables", "--measure", "--format"], ["--batches", "3"], 12),
    "compare": (["--systems", "--set", "--assumptions", "--out", "--format", "--workload", "--batch", "--gpus", "--smartssds",
                 "--switch-levels", "--criteo", "--overwrite"], ["--batches", "2"], 10),
    "crash-test": (["--seed", "--mode", "--device", "--lookup", "--batches", "--during", "--engine", "--exhaustive", "--exhaustive-batches",
                    "--corrupt", "--only", "--trace", "--dump", "--overwrite", "--fault", "--format"], ["--cuts", "5"], 10),
    "generate-data": (["--out", "--categories", "--skew", "--seed", "--format"], ["--rows", "50"], 6),
    "bench": (["--rtl", "--dimension", "--pooling", "--bags", "--tables", "--rows", "--skew", "--media", "--seed", "--format"],
              ["no-such"], 3),
    "reproduce": (["--out", "--criteo", "--threads", "--format", "--all"], ["--list"], 3),
    "registers": (["--format"], [], 1), "completions": ([], ["bash"], 1), "man": (["--out", "--overwrite"], [], 2), "": ([], [], 1), "nonsense": ([], [], 1),
}
# What a training leaves, and so may replace.
RESULTS = {"metrics.csv", "summary.json", "parameters.safetensors", "best.safetensors", "evaluations.csv", "metrics.jsonl", "timeline.json",
           "device.image", "trace.fst", "saves", "tensorboard"}
# Keys that experiments may have, to be put where they do not belong.
LINES = ["rows = 4294967295", "rows = [30, 30, 30, 30]", "rows = []", "tables = 4096", "dimension = 256", "bottom = [13, 1048576, 1048576, 16]",
         "bottom = []", "top = [0, 1]", "lookups = 4096", "pooling = \"mean\"", "interaction = \"cat\"", "preset = \"rm1\"", "batch_size = 1048576",
         "batch_size = 0", "learning_rate = nan", "learning_rate = -1", "epochs = 0", "epochs = 18446744073709551615", "optimizer = \"adagrad\"",
         "optimizer = \"rowwise-adagrad\"", "initial_parameters = \"old/parameters.safetensors\"", "initial_parameters = \"clicks.tsv\"",
         "path = \"-\"", "path = []", "path = \"**/*\"", "path = \"[\"", "path = \"folder\"", "path = \"empty\"", "path = \"/dev/zero\"",
         "format = \"npz\"", "format = \"parquet\"", "cache = \"notes.txt\"", "cache = \"/dev/null\"", "skew = 1e300", "skew = -1", "batches = 0",
         "[save]\nevery = 0", "[save]\nevery = 1\nkeep = 0", "[evaluate]\nhold_out = 1.0", "[evaluate]\nhold_out = 0.999999",
         "[evaluate]\nhold_out_files = 9", "[evaluate]\nevery = 1\nbatches = 1", "[checkpoint]\nmode = \"undo\"", "[checkpoint]\nevery = 0",
         "[system]\nkind = \"automatic\"\ngpu = \"clicks.tsv\"", "[device]\nkind = \"model\"\nchannels = 3", "channels = 1",
         "cache_vectors = 1", "cache_vectors = 4294967295", "smartssds = 8", "media = \"trainingcxl\"", "stalls = \"heavy\"", "= 3", "[", "\"", "\0",
         "a.b.c = { d = [[[[]]]] }", "key" * 3000 + " = 1"]


class Sandbox:
    """A folder with everything that commands read, and things that they must not touch."""

    def __init__(self, program, folder, random):
        self.program, self.folder = program, folder
        folder.mkdir()
        write_data(folder, random)
        for name, text in EXPERIMENTS.items():
            (folder / f"{name}.toml").write_text(text)
        (folder / "notes.txt").write_text("what a user wrote\n")
        (folder / "empty").touch()
        (folder / "folder").mkdir()
        (folder / "folder" / "mine.csv").write_text("1,2\n")
        (folder / "link").symlink_to("notes.txt")
        (folder / "loop").symlink_to("loop")
        for experiment, out in [("host", "old"), ("undo", "image"), ("reference", "plain")]:
            self.train(f"{experiment}.toml", "--batches", "4", "--out", out)
        self.train("undo.toml", "--batches", "4", "--power-loss", "2", "--out", "lost")
        (folder / "old" / "notes.txt").write_text("beside results\n")
        self.kept = folder.with_name("kept")
        shutil.copytree(folder, self.kept, symlinks=True)
        self.before = {path: held for path, held in self.look().items()}

    def train(self, *arguments):
        status, output, _ = run([self.program, "train", *arguments], self.folder, 60)
        assert status == 0, output

    def look(self):
        """What is there: of files when they changed and how long they are."""
        found = {}
        for path, folders, names in os.walk(self.folder):
            for name in names + folders:
                whole = os.path.join(path, name)
                stat = os.lstat(whole)
                is_folder = os.path.isdir(whole) and not os.path.islink(whole)
                found[os.path.relpath(whole, self.folder)] = None if is_folder else (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return found

    def changed(self):
        """Files that were there and are not what they were."""
        now = self.look()
        touched = [path for path, held in self.before.items() if path not in now or now[path] != held]
        same = lambda path: os.path.isfile(self.folder / path) and os.path.isfile(self.kept / path) and \
            (self.folder / path).read_bytes() == (self.kept / path).read_bytes()
        return [path for path in touched if not same(path)], bool(touched) or len(now) > len(self.before)

    def reset(self):
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)
        self.before = self.look()


def value_of(option, random):
    """A value for an option, more often right than wrong."""
    if random.random() < 0.3:
        return random.choice(ODD)
    if option in CHOICES:
        return random.choice(CHOICES[option])
    if option in RANGES:
        return random.choice(["0..2", "1..3", "0..50", "2..1", "7..9"])
    if option in PATHS:
        return random.choice(["new", "old", "image", "lost", "plain", "old/saves", "image/device.image", "folder", "notes.txt", "clicks.tsv",
                              "new/below", "old/summary.json", "old/saves/batch-000000000004", "host.toml", ".", "clicks.tsv/below"])
    if option == "--prometheus":
        return random.choice(["127.0.0.1:0", "localhost:0", "256.0.0.1:1", "127.0.0.1:99999"])
    return str(random.choice([0, 1, 2, 3, 4, 7, 16, 100]))


def mutated_text(text, random):
    """An experiment with some of its lines changed."""
    lines = text.splitlines()
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(lines) + 1)
        kind = random.randrange(6)
        if kind == 0 and lines:
            lines.pop(min(at, len(lines) - 1))
        elif kind == 1:
            lines.insert(at, random.choice(LINES))
        elif kind == 2 and lines:
            line = lines[min(at, len(lines) - 1)]
            key = line.split("=")[0]
            lines[min(at, len(lines) - 1)] = f"{key}= {random.choice(['0', '-1', '1e400', '18446744073709551615', 'true', '[]', '{}', '1979-05-27', 'nan'])}"
        elif kind == 3 and lines:
            lines.insert(at, random.choice(lines))
        else:
            # In place of the line that has the same key, so that the value is what is looked at.
            new = random.choice(LINES)
            key = new.split("=")[0].strip()
            same = [number for number, line in enumerate(lines) if line.split("=")[0].strip() == key]
            if same:
                lines[same[0]] = new
            else:
                lines.insert(at, new)
    return "\n".join(lines) + "\n"


def mutated_bytes(data, random):
    data = bytearray(data)
    for _ in range(random.randint(1, 4)):
        if not data:
            break
        at = random.randrange(len(data))
        match random.randrange(5):
            case 0:
                data[at] ^= 1 << random.randrange(8)
            case 1:
                del data[at:at + random.randint(1, 40)]
            case 2:
                data[at:at] = random.randbytes(random.randint(1, 9))
            case 3:
                data[at:at + 4] = random.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\t\t\t\t", b"9999"])
            case _:
                del data[at:]
    return bytes(data)


def case(sandbox, random):
    """The arguments of one command line; makes the files that it has of its own."""
    names = list(COMMANDS)
    command = random.choices(names, [COMMANDS[name][2] for name in names])[0]
    options, short, _ = COMMANDS[command]
    arguments = [*short]
    if command in ("train", "plan", "compare", "crash-test"):
        experiment = random.choice(list(EXPERIMENTS)) if command != "crash-test" else random.choice(["undo", "redo", "relaxed", "host"])
        file = f"{experiment}.toml"
        draw = random.random()
        if draw < 0.5:
            (sandbox.folder / "tried.toml").write_text(mutated_text(EXPERIMENTS[experiment], random))
            file = "tried.toml"
        elif draw < 0.7:
            of = random.choice(["clicks.tsv", "clicks.tsv.gz", "clicks.bin", "batches.safetensors", "old/parameters.safetensors"])
            (sandbox.folder / "tried.data").write_bytes(mutated_bytes((sandbox.folder / of).read_bytes(), random))
            text = EXPERIMENTS[random.choice(["criteo", "tensors", "binary", "cache"])]
            for name in ("clicks.tsv", "clicks.bin", "batches.safetensors"):
                text = text.replace(f'"{name}"', '"tried.data"')
            if of.startswith("old"):
                text = text.replace("[data]", 'initial_parameters = "tried.data"\n[data]')
            (sandbox.folder / "tried.toml").write_text(text)
            file = "tried.toml"
        elif draw < 0.75:
            file = random.choice(ODD + ["clicks.tsv", "clicks.tsv.gz", "old/summary.json"])
        elif draw < 0.82 and command == "train":
            of = random.choice(["image/device.image", "old/saves/batch-000000000004/state.safetensors", "old/saves/batch-000000000004/whole.json"])
            # Damaged where it is, which the copy of the folder puts right again.
            damaged = mutated_bytes((sandbox.folder / of).read_bytes(), random)
            shutil.copytree(sandbox.folder / of.split("/")[0], sandbox.folder / "tried", dirs_exist_ok=True)
            (sandbox.folder / "tried" / of.split("/", 1)[1]).write_bytes(damaged)
            file = "undo.toml" if of.startswith("image") else "host.toml"
            arguments += ["--resume", "tried", "--out", "new"]
        arguments.insert(0, file)
        if command == "train" and random.random() < 0.7 and "--out" not in arguments:
            arguments += ["--out", random.choice(["new", "old", "image", "plain"])]
            if random.random() < 0.4:
                arguments.append("--overwrite")
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        option = random.choice(options or FLAGS) if random.random() < 0.85 else random.choice(FLAGS + NUMBERS + RANGES + PATHS)
        arguments.append(option)
        is_flag = option in FLAGS and not (option == "--trace" and command == "crash-test") and not (option == "--tables" and command == "bench")
        if not is_flag or random.random() < 0.05:
            arguments.append(value_of(option, random))
    if arguments and random.random() < 0.08:
        at = random.randrange(len(arguments))
        match random.randrange(3):
            case 0:
                arguments.pop(at)
            case 1:
                arguments.insert(at, arguments[at])
            case _:
                arguments[at] = random.choice(ODD)
    return [command, *arguments] if command else arguments


def places(arguments):
    """Folders and files whose results the command was asked to replace, or is a part of."""
    text = [os.fsdecode(argument) for argument in arguments]
    # Options that are written OPTION=VALUE are not made here.
    after = lambda option: [text[at + 1] for at, word in enumerate(text[:-1]) if word == option]
    if text[:1] != ["train"]:
        return []
    resumed = after("--resume")
    replaced = after("--out") if "--overwrite" in text or resumed else []
    # A training that goes on is of the folder that its state is in.
    replaced += [place.split("/saves")[0].removesuffix("/device.image") for place in resumed]
    return [os.path.normpath(place) for place in replaced]


def is_asked_for(path, arguments):
    for place in places(arguments):
        relative = os.path.relpath(path, place)
        if relative.split("/")[0] in RESULTS:
            return True
    return False


def check(status, output, seconds, changed, arguments):
    """What is wrong, in words; None: nothing."""
    if status is None:
        return f"it was still running after {seconds:.0f} s"
    if status not in (0, 1, 2):
        return f"exit status {status}"
    if "panicked at" in output or "RUST_BACKTRACE" in output or "memory allocation of" in output:
        return "it panicked"
    lost = [path for path in changed if not is_asked_for(path, arguments)]
    if lost:
        return f"changed or lost: {', '.join(lost)}"
    if changed and status != 0 and "--resume" not in arguments:
        return f"it failed, and yet these changed: {', '.join(changed)}"
    if status and not output.strip():
        return "it failed without a word"
    return None


def run_case(sandbox, seed, number):
    draw = random.Random(f"{seed} {number}")
    arguments = case(sandbox, draw)
    command = [sandbox.program, *arguments]
    status, output, seconds = run(command, sandbox.folder, SECONDS, memory=MEMORY)
    if status is None:
        # Where the machine is busy, once more.
        sandbox.reset()
        case(sandbox, random.Random(f"{seed} {number}"))
        status, output, seconds = run(command, sandbox.folder, 30 * SECONDS, memory=MEMORY)
    changed, touched = sandbox.changed()
    return command, status, output, seconds, check(status, output, seconds, changed, arguments), touched


def commands(arguments, folder):
    sandbox = Sandbox(arguments.emberlane, folder / "sandbox", random.Random(1))
    numbers = range(arguments.commands) if arguments.only is None else [arguments.only]
    found, statuses, slowest = 0, collections.Counter(), (0, None)
    for number in numbers:
        command, status, output, seconds, problem, touched = run_case(sandbox, arguments.seed, number)
        statuses[status] += 1
        slowest = max(slowest, (seconds, number))
        if problem:
            found += 1
            print(f"seed {arguments.seed}, command {number}: {problem}\n    {shown(command)[:600]}\n    {output.strip()[-400:]}\n"
                  f"    again: scripts/torture commands --seed {arguments.seed} --only {number}", flush=True)
        if arguments.only is not None:
            print(f"{shown(command)}\nexit status {status}\n{output}\nin {sandbox.folder}")
        elif touched:
            sandbox.reset()
    counts = ", ".join(f"{count} of status {status}" for status, count in sorted(statuses.items(), key=str))
    print(f"commands, seed {arguments.seed}: {sum(statuses.values())} command lines: {counts}; the slowest took {slowest[0]:.1f} s")
    return found

