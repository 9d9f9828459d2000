"""Commands that are cut off at random moments, for `scripts/torture`."""

import collections
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess

from torture_files import EXPERIMENTS, MODEL, SYNTHETIC, TRAIN, run, shown, unreadable, write_data

LONG = SYNTHETIC.replace("batches = 6", "batches = 250")
# Trainings of some tenths of a second, each of which writes other files.
TRAININGS = {
    "host": MODEL + LONG + TRAIN + 'optimizer = "adagrad"\n[evaluate]\nevery = 50\nbatches = 3\n[save]\nevery = 20\n',
    "undo": MODEL + LONG + TRAIN + '[system]\nkind = "automatic"\n[checkpoint]\nmode = "undo"\n[save]\nevery = 40\n',
    "cached": EXPERIMENTS["cache"].replace("epochs = 2", "epochs = 40") + "[save]\nevery = 50\n",
}
# What says nothing about the bits of a training: it has times in it.
TIMED = {"summary.json"}
KINDS = ["kill", "interrupt", "limit", "full"]


class Command:
    """A command that writes into `place`, with older results there or not."""

    def __init__(self, name, arguments, place, before=None, after=None, whole=False):
        self.name, self.arguments, self.place, self.before, self.after = name, arguments, place, before, after
        # All results are of one run, not each of one or the other.
        self.whole = whole


def all_commands(has_export):
    for name in TRAININGS:
        train = ["train", f"{name}.toml", "--out", "out"]
        old = [*train, "--seed", "9", "--batches", "40"]
        yield Command(f"train {name}", train, "out", None, [*train, "--overwrite"], True)
        yield Command(f"train {name} --overwrite", [*train, "--overwrite"], "out", old, [*train, "--overwrite"], True)
        # Without [save] on the way the same training is begun with fewer batches, and made longer.
        yield Command(f"train {name} --resume", [*train, "--resume", "out"], "out", [*train, "--batches", "60"],
                      [*train, "--resume", "out"], True)
    compare = ["compare", "reference.toml", "--batches", "2", "--out", "out", "--overwrite"]
    yield Command("compare", compare, "out", [*compare, "--set", "cpu_w=50"])
    generate = ["generate-data", "--out", "out/new.tsv", "--overwrite", "--rows"]
    yield Command("generate-data", [*generate, "30000"], "out", [*generate, "9000"])
    reproduce = ["reproduce", "ndrec-fig6", "--out", "out"]
    yield Command("reproduce", reproduce, "out", reproduce)
    dump = ["crash-test", "undo.toml", "--device", "reference", "--batches", "6", "--cuts", "40", "--dump", "out",
            "--overwrite"]
    yield Command("crash-test --dump", dump, "out")
    if has_export:
        export = ["export-verilog", "--design", "cxl_mem", "--out", "out", "--overwrite"]
        yield Command("export-verilog", export, "out", export)


def held(folder):
    """What a folder of results has, each file by its path; of a folder that is not there nothing."""
    found = {}
    for path, _, names in os.walk(folder):
        # What was being written, beside its place, is hidden.
        for name in (name for name in names if not (name.startswith(".") and name.endswith(".part"))):
            whole = os.path.join(path, name)
            with open(whole, "rb") as file:
                content = file.read()
            if name == "runs.json":
                content = without_times(content)
            found[os.path.relpath(whole, folder)] = hashlib.sha256(content).hexdigest()
    return found


def without_times(content):
    """Which figures a directory has and what made them, without how long that took; what cannot be read, as it is."""
    try:
        made = json.loads(content)
        kept = {figure: {key: value for key, value in by.items() if not key.endswith("_seconds")} for figure, by in made.items()}
    except (ValueError, AttributeError):
        return content
    return json.dumps(kept, sort_keys=True).encode()


def cuts(arguments, folder):
    program = arguments.emberlane
    draw = random.Random(f"{arguments.seed} cuts")
    has_export = run([program, "export-verilog", "--list"], folder)[0] == 0
    can_mount = mounts(folder)
    if not has_export:
        print("cuts: left out: export-verilog, which this build has not")
    if not can_mount:
        print("cuts: left out: disks that are full, as nothing can be mounted here; limits of file sizes stand for them")
    found = 0
    for command in all_commands(has_export):
        template = folder / "template"
        template.mkdir()
        write_data(template, random.Random(1))
        for name, text in {**EXPERIMENTS, **TRAININGS}.items():
            (template / f"{name}.toml").write_text(text)
        problem, outcomes = trial_all(program, command, template, folder, draw, arguments.trials, can_mount)
        shutil.rmtree(template)
        found += len(problem)
        for text in problem:
            print(f"cuts, seed {arguments.seed}: {text}", flush=True)
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        print(f"    {command.name}: {counts}", flush=True)
    return found


def mounts(folder):
    """Whether a small disk can be mounted."""
    place = folder / "mounted"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True)
    if done.returncode == 0:
        subprocess.run(["umount", place], check=True)
    return done.returncode == 0


def trial_all(program, command, template, folder, draw, trials, can_mount):
    problems, outcomes = [], collections.Counter()
    if command.before:
        status, output, _ = run([program, *command.before], template, 120)
        if status != 0:
            return [f"{shown(command.before)} failed: {output[-300:]}"], outcomes
    old = held(template / command.place)
    # What comes of it when nobody disturbs it, and how long that takes.
    calm = folder / "calm"
    shutil.copytree(template, calm)
    status, output, seconds = run([program, *command.arguments], calm, 120)
    new = held(calm / command.place)
    size = max((path.stat().st_size for path in (calm / command.place).rglob("*") if path.is_file()), default=1)
    # A disk in memory has pages of 4 KiB, and one for each file and folder.
    pages = lambda place: sum(path.stat().st_size // 4096 + 2 for path in place.rglob("*"))
    least, most = pages(template), pages(calm)
    shutil.rmtree(calm)
    if status != 0:
        return [f"{shown(command.arguments)} failed: {output[-300:]}"], outcomes
    for kind in KINDS:
        if kind == "full" and not can_mount:
            continue
        for _ in range(trials):
            place = folder / "cut"
            place.mkdir()
            mounted = kind == "full"
            if mounted:
                room = 4 * draw.randint(least, least + 2 * (most - least) + 4)
                subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}k", "tmpfs", place], check=True)
            try:
                try:
                    shutil.copytree(template, place, dirs_exist_ok=True)
                except shutil.Error:
                    continue
                how, problem = trial(program, command, place, kind, draw, seconds, size, old, new)
            finally:
                if mounted:
                    subprocess.run(["umount", place], check=True)
                shutil.rmtree(place)
            outcomes[f"{kind}: {how}"] += 1
            if problem:
                problems.append(f"{command.name}, {kind}: {problem}\n    {shown([program, *command.arguments])}")
    return problems, outcomes


def trial(program, command, place, kind, draw, seconds, size, old, new):
    """Cuts a command off once. What is there then, and what is wrong with it."""
    options, cut = {}, draw.uniform(0, 1.1 * seconds)
    if kind in ("kill", "interrupt"):
        options["signals"] = [(cut, signal.SIGKILL if kind == "kill" else signal.SIGINT)]
        told = f"after {cut:.3f} of {seconds:.3f} s"
    elif kind == "limit":
        options["file_bytes"] = draw.randrange(size + 1)
        told = f"files of {options['file_bytes']} bytes"
    else:
        told = "a full disk"
    status, output, _ = run([program, *command.arguments], place, 120, **options)
    expected = (0, 1, 2, -signal.SIGKILL) if kind == "kill" else (0, 1, 2, -signal.SIGINT) if kind == "interrupt" else (0, 1)
    if status not in expected or "panicked" in output:
        return "wrong", f"{told}: exit status {status}: {output[-400:]}"
    there = held(place / command.place)
    now = {name: value for name, value in there.items() if name not in TIMED}
    for path in sorted((place / command.place).rglob("*")):
        if path.is_file() and (why := unreadable(path)) and not path.name.startswith("."):
            return "wrong", f"{told}: {path.relative_to(place)} is not whole: {why}"
    same = lambda than: now == {name: value for name, value in than.items() if name not in TIMED}
    if command.whole or not old:
        how = "none" if not there else "old" if same(old) else "new" if same(new) else None
    else:
        each = [name for name, value in now.items() if value not in (old.get(name), new.get(name))]
        lost = [name for name in old if name not in there]
        how = None if each or lost else "old" if same(old) else "new" if same(new) else "each old or new"
    if how is None and not command.whole and not old:
        # Of a command without older results, files that are whole.
        how = "some" if all(new.get(name) == value for name, value in now.items()) else None
    if how is None:
        differs = sorted(name for name in {*now, *new} if now.get(name) not in (old.get(name), new.get(name)) or name not in now)
        return "wrong", f"{told}: neither old results nor new ones: {', '.join(differs)}; status {status}: {output[-300:]}"
    if status == 0 and how not in ("new",) and not (same(old) and old == new):
        return how, f"{told}: exit status 0, and no new results: {output[-300:]}"
    if how == "none" and old:
        return how, f"{told}: the old results are gone"
    if command.after and kind != "full":
        arguments = command.after
        status, output, _ = run([program, *arguments], place, 120)
        there = held(place / command.place)
        wrong = sorted(name for name, value in new.items() if name not in TIMED and there.get(name) != value)
        if how == "new" and "--resume" in arguments:
            # There is nothing more to train.
            return how, None
        if status != 0 and "nothing to go on from" not in output:
            return how, f"{told}: {shown(arguments)} then fails: {output[-400:]}"
        # States, simulated time and what the device logged are of where it went on.
        wrong = [name for name in wrong if name.split("/")[0] not in ("saves", "timeline.json", "device.image")]
        if status == 0 and wrong:
            return how, f"{told}: {shown(arguments)} then leaves other results: {', '.join(wrong)}"
    return how, None
