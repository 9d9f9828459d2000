"""What `recompute` knows of CPR's figures: jobs run again one at a time, equations, and sums over trainings."""

import math

FIGURES = ("cpr-fig6", "cpr-fig7", "cpr-fig8", "cpr-fig10", "cpr-fig11", "cpr-fig13", "cpr-table1", "cpr-accuracy")


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def correlation(points):
    x, y = mean(p[0] for p in points), mean(p[1] for p in points)
    products = sum((p[0] - x) * (p[1] - y) for p in points)
    return products / math.sqrt(sum((p[0] - x) ** 2 for p in points) * sum((p[1] - y) ** 2 for p in points))


def overhead(job, failures):
    """Milliseconds that one job takes beside its work; `failures` are the times at which it fails."""
    now = done = saved = 0
    pending = iter(failures)
    coming = next(pending, math.inf)

    def spend(duration):
        """Lets time pass up to a failure; says how much did, and whether it failed."""
        nonlocal now, coming
        if coming < now + duration:
            passed, now = coming - now, coming
            coming = next(pending, math.inf)
            return passed, True
        now += duration
        return duration, False

    while True:
        passed, failed = spend(min(job["work"], saved + job["interval"]) - done)
        done += passed
        if not failed:
            if done == job["work"]:
                return now - job["work"]
            _, failed = spend(job["save"])
            if not failed:
                saved = done
        while failed:
            if job["recovery"] == "full":
                done = saved
            _, failed = spend(job["recover"])


def pls(run):
    """The portion of lost samples, from the plan alone."""
    lost = sum(batch - batch // run["interval"] * run["interval"] for batch, _ in run["plan"])
    return lost / (run["batches"] * run["shards"])


class Trainings:
    """Trainings of which shards died, and those of the same seeds in which none did."""

    def __init__(self, runs):
        self.runs = [run for run in runs if run["recoveries"] is not None]
        self.whole = {(run["data"], run["seed"]): run for run in runs if run["recoveries"] is None}

    def of(self, data, label):
        return [run for run in self.runs if (run["data"], run["label"]) == (data, label)]

    @staticmethod
    def auc(run):
        scores = run["scores"]
        return scores["ordered"] / (scores["positives"] * scores["negatives"])

    def auc_lost(self, run):
        return 1 - self.auc(run) / self.auc(self.whole[run["data"], run["seed"]])

    def loss_added(self, run):
        loss = lambda run: run["scores"]["log_loss"] / run["scores"]["samples"]
        return loss(run) - loss(self.whole[run["data"], run["seed"]])


class Figure:
    """A figure of CPR."""

    def __init__(self, figure):
        self.name, self.raw = figure["figure"], figure["runs"]
        self.costs = {parameter["name"]: parameter["value"] for parameter in figure["parameters"]}

    def jobs(self, name, failures=None):
        """The mean overhead of the jobs of a name, all of them run again."""
        run = next(run for run in self.raw["runs"]
                   if run["name"] == name and (failures is None or run["failures"] == failures))
        return mean(overhead(run["job"], times) for times in self.raw["failures"][run["failures"]]) / run["job"]["work"]

    def full(self, save, recover, between):
        """Eq. 1 at its best interval."""
        interval = math.sqrt(2 * save * between)
        return save / interval + (recover + interval / 2) / between

    def partial(self, save, recover, between, nodes, lost):
        """Eq. 2 at the interval of a portion of lost samples."""
        return save / (2 * self.costs["PLS"] * nodes * between / lost) + recover / between

    def fig7(self, record):
        data = {"cpr-overhead-kaggle": "Kaggle", "cpr-overhead-terabyte": "Terabyte"}[record["id"]]
        of = lambda system: self.jobs(f"{data}: {system}", "2 failures, uniform")
        if record["key"] == "reduction":
            return 1 - of("cpr") / of("full")
        return of(record["key"])

    def fig8(self, record):
        if record["key"] == "loss_increase":
            trainings = Trainings(self.raw["trainings"])
            return mean(trainings.loss_added(run) for run in trainings.of("Kaggle", "PLS 0.1"))
        return self.jobs({"full": "full", "cpr_pls_0_1": "PLS 0.1"}[record["key"]])

    def fig10(self, _):
        save, recover = self.costs["Kaggle: O_save"], self.costs["Kaggle: O_load + O_res"]
        nodes = int(self.costs["Emb PS nodes"])
        back = []
        for failures in (2, 20, 40):
            for lost in (1, 2, 4):
                between = 56 * 60 / failures
                if self.partial(save, recover, between, nodes, lost) >= self.full(save, recover, between):
                    key = f"{failures} failures of {lost} of {nodes}"
                    back.append(self.jobs(f"{key}: cpr-ssu") > self.jobs(f"{key}: full"))
        return bool(back) and all(back)

    def fig13(self, _):
        save, recover = self.costs["8 nodes: O_save"], self.costs["8 nodes: O_load + O_res"]
        counts, known = (4, 8, 16, 32, 64, 128), 28.0
        survives = (1 - 1 / known) ** (1 / 8)
        grows = falls = True
        for hours in (lambda n: known * 8 / n, lambda n: 1 / (1 - survives ** n)):
            full = [self.full(save, recover, 60 * hours(n)) for n in counts]
            partial = [self.partial(save, recover, 60 * hours(n), n, 1) for n in counts]
            grows = grows and all(one < next_one for one, next_one in zip(full, full[1:]))
            falls = falls and all(one > next_one for one, next_one in zip(partial, partial[1:]))
        return grows and falls

    def fig11(self, record):
        trainings = Trainings(self.raw)
        data = {"kaggle": "Kaggle", "terabyte": "Terabyte"}[record["key"]]
        return correlation([(pls(run), trainings.auc_lost(run)) for run in trainings.of(data, "plan")])

    def accuracy(self, record):
        trainings = Trainings(self.raw)
        key, _, data = record["key"].partition("/")
        label, data = {
            "vanilla_auc_loss": ("CPR-vanilla", data),
            "scar_terabyte": ("CPR-SCAR", "Terabyte"),
            "mfu_terabyte": ("CPR-MFU", "Terabyte"),
            "ssu_terabyte": ("CPR-SSU", "Terabyte"),
        }[key]
        return mean(trainings.auc_lost(run) for run in trainings.of(data, label))

    def fig6(self, _):
        return correlation([row for table in self.raw for row in table["rows"]])

    def table1(self, record):
        system, _, end = record["key"].partition("_")
        rows = {"from": 512, "to": 64, "": 64}[end]
        run = next(run for run in self.raw if run["row_bytes"] == rows)
        return run[system] / (run["rows"] * run["row_bytes"])

    def value(self, record):
        """What a record's counters say: a number, or whether a statement holds."""
        return getattr(self, self.name.removeprefix("cpr-"))(record)
