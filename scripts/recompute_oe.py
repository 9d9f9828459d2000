"""What `recompute` knows of OpenEmbedding's figures: batches from what shards have counted, by formulas in place of the executor."""

import math

# The executor counts whole picoseconds, these formulas any part of one.
TOLERANCE = 1e-8
MACHINE = 4
GPUS = (4, 8, 16)
LINE = 64


class Shard:
    """What a system's shard has counted, and what that takes."""

    def __init__(self, numbers, system, gpus, work):
        self.n, self.system, self.gpus, self.work = numbers, system, gpus, work
        self.factor = gpus * numbers["requests"] / work["requests"]

    def moved(self, step):
        """Nanoseconds that a thread waits, and that the medium is busy, for a batch's loads and stores in a step."""
        n, moved = self.n, self.work[step]
        read = moved["loaded_bytes"] / n["medium: read bandwidth"] * 1e3
        written = moved["flushed_lines"] * LINE / n["medium: row write bandwidth"] * 1e3
        latency = (moved["loads"] * n["medium: read latency"] + moved["stores"] * n["medium: write latency"]) / 1e3
        return self.factor * (latency + read + written), self.factor * (read + written) / n["channels"]

    def on_link(self):
        n = self.n
        bytes_each = 4 * n["dimension"] + n["key_bytes"]
        ends = min(n["nodes"], math.ceil(self.gpus / n["gpus_of_a_machine"]))
        return self.gpus * n["requests"] * bytes_each / n["link_gb_per_s"] / ends

    def steps(self):
        """Nanoseconds of each step of a batch: of cores and medium, of which the longer counts."""
        n, nodes, cores = self.n, self.n["nodes"], self.n["cores"]
        requests = self.gpus * n["requests"]
        rows = self.factor * self.work["rows"]
        one_lock = self.system == "ori-cache"
        maintainers = n["maintainers"] if self.system == "pmem-oe" else cores
        (pull, pull_busy), (maintain, maintain_busy), (apply, apply_busy) = map(self.moved, ("pull", "maintain", "apply"))
        if one_lock:
            look_up = (requests * n["pull_inline_ns"] + pull) / nodes
        else:
            look_up = (requests * n["pull_ns"] + pull) / min(self.gpus, cores) / nodes
        maintained = 0 if one_lock else (rows * n["maintain_ns"] + maintain) / maintainers / nodes
        update = (requests * n["apply_ns"] + apply) / cores / nodes
        return (max(look_up, pull_busy / nodes), max(maintained, maintain_busy / nodes), max(update, apply_busy / nodes))

    def train_and_rest(self):
        """What Fig. 2 leaves for GPUs, from DRAM-PS on one machine."""
        nothing = {"requests": 1, "rows": 0}
        none = dict.fromkeys(("loads", "loaded_bytes", "stores", "flushed_lines"), 0)
        nothing.update(pull=none, maintain=none, apply=none)
        first = Shard(self.n, "dram-ps", MACHINE, nothing)
        look_up, _, update = first.steps()
        return (max(self.n["pull_to_push_ms"] * 1e6 - look_up - first.on_link(), 0),
                max(self.n["push_to_pull_ms"] * 1e6 - update - first.on_link(), 0))

    def batch_ms(self):
        look_up, maintain, update = self.steps()
        train, rest = self.train_and_rest()
        return (look_up + max(self.on_link() + train + self.on_link(), maintain) + update + rest) * 1e-6


class Figure:
    """A figure of OpenEmbedding."""

    def __init__(self, figure):
        self.name, self.raw = figure["figure"], figure["runs"]
        self.n = {parameter["name"]: parameter["value"] for parameter in figure["parameters"]}
        self.counters = self.raw["counters"] if isinstance(self.raw, dict) else self.raw

    def counted(self, system, gpus, cache_mb=None, skew="original"):
        cache_mb = cache_mb or self.n["default_cache_mb"]
        wanted = {"system": system, "gpus": gpus, "cache_mb": cache_mb, "skew": skew}
        return next(each for each in self.counters if all(each[key] == value for key, value in wanted.items()))

    def ms(self, system, gpus, cache_mb=None):
        return Shard(self.n, system, gpus, self.counted(system, gpus, cache_mb)["work"]).batch_ms()

    def sparse_s(self, gpus):
        saving = next(saving for saving in self.raw["savings"] if saving["gpus"] == gpus)
        added = 0
        for sign, side in ((1, "with"), (-1, "without")):
            added += sign * sum(Shard(self.n, "pmem-oe", gpus, work).batch_ms() for work in saving[side])
        return added * 1e-3

    def dump_s(self, system, gpus, minutes):
        wanted = {"system": system, "gpus": gpus, "minutes": minutes}
        dump = next(dump for dump in self.raw["dumps"] if all(dump[key] == value for key, value in wanted.items()))
        changed = dump["changed"]
        return changed["rows"] / changed["intervals"] * changed["scale"] * self.n["dump_ns"] * 1e-9

    def slowdown(self, system, gpus, minutes, incremental=False):
        is_own = system == "pmem-oe" and not incremental
        sparse = self.sparse_s(gpus) if is_own else self.dump_s(system, gpus, minutes)
        return 1 + (self.n["dense_s"] + sparse) / (minutes * 60)

    def with_checkpoints(self, system, gpus):
        return self.ms(system, gpus) * self.slowdown(system, gpus, self.n["interval_min"])

    def fig6(self, key):
        other, gpus = key.removeprefix("vs_").rsplit("_", 1)
        gpus = int(gpus)
        return 1 - self.with_checkpoints("pmem-oe", gpus) / self.with_checkpoints(other.replace("_", "-"), gpus)

    def table5(self, key):
        def dollars(system):
            hours = self.n["epoch_hours"] * self.with_checkpoints(system, 4) / self.with_checkpoints("pmem-oe", 4)
            return hours * self.n["dram_ps_dollars_per_hour" if system == "dram-ps" else "pmem_dollars_per_hour"]

        if key.startswith("saving_vs_"):
            return 1 - dollars("pmem-oe") / dollars(key.removeprefix("saving_vs_").replace("_", "-"))
        return dollars(key.removesuffix("_per_epoch").replace("_", "-"))

    def fig7(self, key):
        gpus = int(key.rsplit("_", 1)[1])
        dram = self.ms("dram-ps", gpus)
        return self.ms("pmem-oe", gpus) / dram - 1 if key.startswith("gap") else self.ms("ori-cache", gpus) / dram

    def fig8(self, key):
        return 1 - self.ms("pmem-oe", 16, int(key.removeprefix("mb"))) / self.ms("pmem-oe", 16, 10)

    def fig9(self, key):
        neither, cache, both = (self.ms(system, 16) for system in ("pmem-hash", "ori-cache", "pmem-oe"))
        return {"cache_only": 1 - cache / neither, "pipeline_on_cache": 1 - both / cache, "both": 1 - both / neither}[key]

    def fig11(self, key):
        if key.startswith("miss_"):
            skew = {"miss_original": "original", "miss_more_skew": "more", "miss_less_skew": "less"}[key]
            counters = self.counted("pmem-oe", 16, skew=skew)
            return counters["misses"] / (counters["hits"] + counters["misses"])
        part = {"top_0_05pct_share": "first", "top_0_1pct_share": "second", "top_1pct_share": "third"}[key]
        return self.law_up_to(self.n[f"{part}_part"] * self.n["entries"])

    def law_up_to(self, rank):
        """The share of all requests up to a rank: flat at first, then falling by powers."""
        n = self.n
        ranks = [n[f"{part}_part"] * n["entries"] for part in ("first", "second", "third")] + [n["entries"]]
        shares = [n[f"{part}_share"] for part in ("first", "second", "third")] + [1]
        most = 1 / n["requests"]

        def power(begin, end, slope):
            """The integral of a density that is 1 at `begin`."""
            rest = 1 - slope
            return begin * (((end / begin) ** rest - 1) / rest if rest else math.log(end / begin))

        def solve(low, high, grows):
            for _ in range(200):
                middle = (low + high) / 2
                low, high = (middle, high) if grows(middle) < 0 else (low, middle)
            return low

        density = lambda slope: (shares[1] - shares[0]) / power(ranks[0], ranks[1], slope)
        flat = lambda slope: ranks[0] * (density(slope) / most) ** (1 / slope)
        slope = solve(0.5, 4.0, lambda s: most * (flat(s) - 1 + power(flat(s), ranks[0], s)) - shares[0])
        pieces = [(1, flat(slope), most, 0), (flat(slope), ranks[1], most, slope)]
        for end, share in ((ranks[2], shares[2] - shares[1]), (ranks[3], 1 - shares[2])):
            begin, top, at, falls = pieces[-1]
            at *= (top / begin) ** -falls
            pieces.append((top, end, at, solve(-4.0, 4.0, lambda s: share - at * power(top, end, s))))
        return sum(at * power(begin, min(rank, end), falls) for begin, end, at, falls in pieces if begin < rank)

    def fig12(self, key):
        if key == "sparse_only":
            return max(0, *(self.sparse_s(gpus) / 600 for gpus in GPUS))
        minutes = int(next(part for part in key.split("_") if part.isdigit()))
        own = self.slowdown("pmem-oe", 16, minutes)
        return self.slowdown("pmem-oe", 16, minutes, incremental=True) / own - 1 if key.startswith("incremental") else own - 1

    def fig14(self, key):
        rows = self.n["entries"]
        size = rows * (4 * self.n["dimension"] + self.n["key_bytes"])
        ms = lambda seconds: math.floor(seconds * 1e3) / 1e3
        insert, scan = (ms(rows * self.n[name] * 1e-9) for name in ("recovery_dram_ns", "recovery_scan_ns"))
        loaded = ms(size / (self.n["channels"] * self.n["medium: read bandwidth"] * 1e6))
        return {
            "pmem_oe": max(scan, loaded),
            "dram_ps_from_pmem": max(insert, loaded),
            "dram_ps_from_ssd": insert + ms(size / (self.n["ssd_read_gb_per_s"] * 1e9)),
        }[key]

    def value(self, record):
        """What a record's counters say."""
        return getattr(self, self.name.removeprefix("oe-"))(record["key"])
