"""What `recompute` knows of NDRec's Figs. 10 to 15 and 17."""

from recompute_estimates import ONE, Estimate, Statement, growing, mean_of, of_times

FIGURES = ("ndrec-fig10", "ndrec-fig11", "ndrec-fig12", "ndrec-fig13", "ndrec-fig14", "ndrec-fig15", "ndrec-fig17")
SMARTSSDS = ("ndrec", "naive-offload", "no-lookahead", "no-cxl", "no-cache")


class Run:
    """A system's rehearsal on a machine: what an iteration takes and moves, from the events between two ends of iterations."""

    def __init__(self, counters, iteration, costs):
        self.__dict__.update(counters)
        self.setup, self.costs = iteration["setup"], costs
        self.start, self.end = (self.batch_ends_ps[batch] for batch in self.window)
        self.iterations = self.window[1] - self.window[0]
        self.time = of_times(self.batch_ends_ps, self.window)
        self.seconds = self.time.mean * 1e-3

    def bytes_of(self, wanted):
        inside = [event for event in self.events if self.start <= event[4] < self.end and wanted(event[0])]
        return sum(event[6] for event in inside) / self.iterations

    def busy(self, resource):
        """Seconds of an iteration in which an operation holds a resource."""
        held = sorted((max(event[4], self.start), min(event[5], self.end)) for event in self.events if event[0] == resource)
        total, until = 0, self.start
        for start, end in held:
            total += max(0, end - max(start, until))
            until = max(until, end)
        return total * 1e-12 / self.iterations

    def bandwidth(self):
        """Bytes a second over the DRAM buses of all SmartSSDs."""
        moved = self.bytes_of(lambda name: name in ("embedding kernel", "cache agent", "link from SmartSSD"))
        return Estimate(moved * 1e3) / self.time

    def joules(self):
        cost = self.costs
        def unit(watts, busy):
            return watts * (busy + cost["idle_share"] * (self.seconds - busy))
        joules = self.setup["gpus"] * unit(cost["gpu_w"], self.busy("GPU"))
        joules += unit(cost["host_cpu_w"], cost["busy_cores_share"] * self.seconds) + cost["host_dram_w"] * self.seconds
        if self.system in SMARTSSDS:
            joules += self.setup["smartssds"] * unit(cost["smartssd_w"], self.busy("embedding kernel"))
        moved = self.bytes_of(lambda name: name.startswith("link "))
        return growing(joules + moved * 8 * cost["link_pj_per_bit"] * 1e-12, self.time)


class Planners:
    """What the cache planners of all SmartSSDs found in the iterations that they planned."""

    def __init__(self, devices):
        halves = [half for device in devices for half in device["halves"]]
        self.lookups = {place: sum(half["lookups"][place] for half in halves) for place in ("in_use", "hot", "main", "ssd")}

    def hit_rate(self):
        every = sum(self.lookups.values())
        return (every - self.lookups["ssd"]) / every


def levels_off(rates, chosen):
    """Whether hit rates rise up to a choice, by a tenth of a point at least and four times what they change behind it, which is less."""
    before, behind = rates[chosen] - rates[min(rates)], abs(rates[max(rates)] - rates[chosen])
    return before >= max(0.001, 4 * behind) and behind < 0.001


class Figure:
    """All rehearsals of a figure."""

    def __init__(self, figure):
        self.costs = {parameter["name"]: parameter["value"] for parameter in figure["parameters"]}
        self.cases = []
        self.planners, self.points = {}, {}
        for run in figure["runs"]:
            if "devices" in run:
                self.points[run["threshold"], run["size"]] = Planners(run["devices"]).hit_rate()
                continue
            iteration = run["iteration"]
            if "planners" in run:
                self.planners[iteration["setup"]["batch"]] = Planners(run["planners"]).hit_rate()
            systems = {each["system"]: Run(each, iteration, self.costs) for each in run["systems"]}
            self.cases.append((iteration["workload"], iteration["setup"], systems))

    def most(self, system, wanted):
        found = [systems[system].time / systems["ndrec"].time
                 for workload, setup, systems in self.cases if setup["switch_levels"] == 0 and wanted(workload, setup)]
        return max(found, key=lambda ratio: ratio.mean)

    def speedup(self, wanted, over):
        return self.most(over, lambda workload, _: workload == wanted)

    def slowdown(self, system, batches):
        return self.most(system, lambda _, setup: setup["batch"] in batches)

    def at(self, **wanted):
        setup = {"gpus": 4, "smartssds": 4, "switch_levels": 0, **wanted}
        return next(systems["ndrec"] for _, found, systems in self.cases if found == setup)

    def saved(self, over):
        return mean_of(ONE - systems["ndrec"].joules() / systems[over].joules() for _, _, systems in self.cases)

    def value(self, record):
        """What a record's runs say: an estimate, or whether a statement holds; `None` if nobody knows."""
        claim, key = record["id"], record["key"]
        sizes = (2048, 4096, 8192, 16384)
        if claim == "ndrec-bandwidth":
            near = self.at(batch=16384, smartssds=1).bandwidth() / Estimate(self.costs["dram_gb_per_s"] * 1e9)
            four, eight = (self.at(batch=8192, smartssds=count).bandwidth() for count in (4, 8))
            return Statement(near.within(0.7, None), (eight / four).within(0.8, 1.2))
        if claim == "ndrec-scaling":
            def time(batch, gpus, smartssds):
                return self.at(batch=batch, gpus=gpus, smartssds=smartssds).time
            return Statement((time(16384, 4, 1) / time(16384, 4, 4)).within(3.2, None),
                             (time(2048, 1, 8) / time(2048, 2, 8)).within(1.6, None),
                             (time(16384, 1, 4) / time(16384, 2, 4)).within(None, 1.3))
        if claim == "ndrec-hot-entry":
            by_threshold = {threshold: rate for (threshold, size), rate in self.points.items() if size == 2048}
            by_size = {size: rate for (threshold, size), rate in self.points.items() if threshold == 200}
            return Statement(levels_off(by_threshold, 200) and levels_off(by_size, 2048))
        known = {
            ("ndrec-hit-rate", "at_least"): lambda: Estimate(min(self.planners.values())),
            ("ndrec-hit-rate", "at_batch_16k"): lambda: Estimate(self.planners[16384]),
            ("ndrec-vs-uvm-kaggle", ""): lambda: self.speedup("kaggle-dac", "uvm"),
            ("ndrec-vs-uvm-terabyte", ""): lambda: self.speedup("criteo-terabyte", "uvm"),
            ("ndrec-vs-cdlrm-terabyte", ""): lambda: self.speedup("criteo-terabyte", "cdlrm"),
            ("ndrec-vs-nmp-terabyte", ""): lambda: self.speedup("criteo-terabyte", "nmp-cxl"),
            ("ndrec-random-xl", "vs_uvm_up_to"): lambda: self.speedup("random-xl", "uvm"),
            ("ndrec-random-xl", "vs_uvm_caching"): lambda: self.speedup("random-xl", "uvm-caching"),
            ("ndrec-random-xl", "vs_cdlrm"): lambda: self.speedup("random-xl", "cdlrm"),
            ("ndrec-random-mlp", ""): lambda: self.speedup("random-mlp", "uvm"),
            ("ndrec-ablation", "without_lookahead_up_to"): lambda: self.slowdown("no-lookahead", sizes),
            ("ndrec-ablation", "without_lookahead_16k"): lambda: self.slowdown("no-lookahead", sizes[3:]),
            ("ndrec-ablation", "without_cxl_up_to"): lambda: self.slowdown("no-cxl", sizes),
            ("ndrec-ablation", "without_cache_2k_4k"): lambda: self.slowdown("no-cache", sizes[:2]),
            ("ndrec-ablation", "without_cache_large_up_to"): lambda: self.slowdown("no-cache", sizes[2:]),
            ("ndrec-energy", "vs_uvm"): lambda: self.saved("uvm"),
            ("ndrec-energy", "vs_uvm_caching"): lambda: self.saved("uvm-caching"),
        }
        found = known.get((claim, key))
        return found() if found else None
