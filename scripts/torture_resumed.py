"""Trainings that are interrupted again and again, for `scripts/torture`: they end with the bits of one that never was."""

import random
import shutil
import signal

from torture_files import EXPERIMENTS, MODEL, SMARTSSD, SYNTHETIC, TRAIN, run, shown, write_data

INTERRUPTIONS = 10
SAVE = "[save]\nevery = 7\n"
BATCHES = SYNTHETIC.replace("batches = 6", "batches = BATCHES")
AUTOMATIC = '[system]\nkind = "automatic"\n'
UNDO = '[checkpoint]\nmode = "undo"\n'
# By name: the experiment, and how many batches take about a second.
TRAININGS = {
    "reference": (MODEL + BATCHES + TRAIN, 4000),
    "model": (MODEL + BATCHES + TRAIN + '[device]\nkind = "model"\nmedia = "trainingcxl"\n', 1500),
    "smartssd-reference": (MODEL + BATCHES + TRAIN + SMARTSSD.replace("KIND", "reference"), 2000),
    "smartssd-model": (MODEL + BATCHES + TRAIN + SMARTSSD.replace("KIND", "model"), 1000),
    "ndrec": (EXPERIMENTS["ndrec"].replace(SYNTHETIC, BATCHES), 400),
    "relaxed-lookup": (MODEL + BATCHES + TRAIN + 'lookup = "relaxed"\n', 3000),
    "software-copy": (MODEL + BATCHES + TRAIN + '[system]\nkind = "software-copy"\n', 600),
    "automatic-undo": (MODEL + BATCHES + TRAIN + AUTOMATIC + UNDO, 400),
    "host-adagrad": (MODEL + BATCHES + TRAIN + 'optimizer = "adagrad"\n[evaluate]\nevery = 50\nbatches = 3\n', 4000),
    "criteo": (EXPERIMENTS["cache"].replace("epochs = 2", "epochs = BATCHES"), 500),
    "rtl": (MODEL + BATCHES + TRAIN + '[device]\nkind = "rtl"\n', 40),
    "smartssd-rtl": (MODEL + BATCHES + TRAIN + SMARTSSD.replace("KIND", "rtl"), 20),
}
# Their bits are those of a training that was never stopped; summaries have times in them.
COMPARED = ["parameters.safetensors", "metrics.csv", "evaluations.csv", "best.safetensors"]


def resumed(arguments, folder):
    write_data(folder, random.Random(1))
    draw = random.Random(f"{arguments.seed} resumed")
    found = 0
    for name, (text, batches) in TRAININGS.items():
        (folder / f"{name}.toml").write_text(text.replace("BATCHES", str(batches)) + SAVE)
        # Where it was done too soon, once more, with shorter parts.
        for part in (1.5, 1.0, 0.6, 0.4, 0.25, 0.15):
            times, told, problem = interrupted(arguments.emberlane, folder, name, draw, part)
            if problem or times is None or times >= INTERRUPTIONS:
                break
        print(f"    {name}: {told}", flush=True)
        if problem:
            found += 1
            print(f"resumed, seed {arguments.seed}: {name}: {problem}", flush=True)
    return found


def results(folder):
    return {name: (folder / name).read_bytes() for name in COMPARED if (folder / name).exists()}


def interrupted(program, folder, name, draw, part):
    """How often it was interrupted, what came of it, and what is wrong with that."""
    train = [program, "train", f"{name}.toml", "--out"]
    status, output, seconds = run([*train, "calm"], folder, 300)
    if status != 0:
        if "without the RTL" in output or "without RTL" in output or "feature" in output:
            return None, "left out: this build has no RTL", None
        return None, "failed", output[-500:]
    calm = results(folder / "calm")
    times, history = 0, []
    while True:
        resumes = (folder / "torn").exists() or (folder / "torn.running").exists()
        command = [*train, "torn", *(["--resume", "torn"] if resumes else [])]
        if times < INTERRUPTIONS:
            cut, sent = 0.01 + draw.uniform(0, 2) * part * seconds / INTERRUPTIONS, draw.choice([signal.SIGINT, signal.SIGKILL])
            status, output, _ = run(command, folder, 300, signals=[(cut, sent)])
            history.append(f"{sent.name} after {cut:.3f} s: status {status}")
        else:
            status, output, _ = run(command, folder, 300)
            history.append(f"status {status}")
        if status == 0:
            break
        times += 1
        if "nothing to go on from" in output:
            # It was killed before it had its first state.
            shutil.rmtree(folder / "torn.running", ignore_errors=True)
            shutil.rmtree(folder / "torn", ignore_errors=True)
            times -= 1
            continue
        if status not in (1, -signal.SIGKILL, -signal.SIGINT) or "panicked" in output or times > INTERRUPTIONS:
            return times, "failed", f"{'; '.join(history)}\n    {shown(command)}\n    {output[-500:]}"
        if status == 1 and "go on" not in output and "--resume" not in output:
            return times, "failed", f"{'; '.join(history)}\n    {shown(command)}\n    {output[-500:]}"
    torn = results(folder / "torn")
    for place in ("calm", "torn"):
        shutil.rmtree(folder / place)
    if torn != calm:
        differ = [name for name in {*torn, *calm} if torn.get(name) != calm.get(name)]
        return times, "differs", f"{', '.join(differ)} differ after {'; '.join(history)}"
    return times, f"the same {len(calm)} files of {sum(map(len, calm.values()))} bytes after {times} interruptions", None
