"""What `recompute` knows of NDRec's Figs. 10, 13, 14, 15 and 17."""

FIGURES = ("ndrec-fig10", "ndrec-fig13", "ndrec-fig14", "ndrec-fig15", "ndrec-fig17")
SMARTSSDS = ("ndrec", "naive-offload", "no-lookahead", "no-cxl", "no-cache")


class Run:
    """A system's rehearsal on a machine: what an iteration takes and moves, from the events between two ends of iterations."""

    def __init__(self, counters, iteration, costs):
        self.__dict__.update(counters)
        self.setup, self.costs = iteration["setup"], costs
        self.start, self.end = (self.batch_ends_ps[batch] for batch in self.window)
        self.iterations = self.window[1] - self.window[0]
        self.seconds = (self.end - self.start) * 1e-12 / self.iterations

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
        return self.bytes_of(lambda name: name in ("embedding kernel", "cache agent", "link from SmartSSD")) / self.seconds

    def joules(self):
        cost = self.costs
        def unit(watts, busy):
            return watts * (busy + cost["idle_share"] * (self.seconds - busy))
        joules = self.setup["gpus"] * unit(cost["gpu_w"], self.busy("GPU"))
        joules += unit(cost["host_cpu_w"], cost["busy_cores_share"] * self.seconds) + cost["host_dram_w"] * self.seconds
        if self.system in SMARTSSDS:
            joules += self.setup["smartssds"] * unit(cost["smartssd_w"], self.busy("embedding kernel"))
        moved = self.bytes_of(lambda name: name.startswith("link "))
        return joules + moved * 8 * cost["link_pj_per_bit"] * 1e-12


class Figure:
    """All rehearsals of a figure."""

    def __init__(self, figure):
        self.costs = {parameter["name"]: parameter["value"] for parameter in figure["parameters"]}
        self.cases = []
        for run in figure["runs"]:
            iteration = run["iteration"]
            systems = {each["system"]: Run(each, iteration, self.costs) for each in run["systems"]}
            self.cases.append((iteration["workload"], iteration["setup"], systems))

    def speedup(self, workload, over):
        return max(systems[over].seconds / systems["ndrec"].seconds for name, _, systems in self.cases if name == workload)

    def slowdown(self, system, batches):
        return max(systems[system].seconds / systems["ndrec"].seconds
                   for _, setup, systems in self.cases if setup["batch"] in batches)

    def at(self, **wanted):
        setup = {"gpus": 4, "smartssds": 4, "switch_levels": 0, **wanted}
        return next(systems["ndrec"] for _, found, systems in self.cases if found == setup)

    def saved(self, over):
        values = [1 - systems["ndrec"].joules() / systems[over].joules() for _, _, systems in self.cases]
        return sum(values) / len(values)

    def value(self, record):
        """What a record's runs say: a number, or whether a statement holds; `None` if nobody knows."""
        claim, key = record["id"], record["key"]
        sizes = (2048, 4096, 8192, 16384)
        if claim == "ndrec-bandwidth":
            near = self.at(batch=16384, smartssds=1).bandwidth() / (self.costs["dram_gb_per_s"] * 1e9)
            four, eight = (self.at(batch=8192, smartssds=count).bandwidth() for count in (4, 8))
            return near >= 0.7 and abs(eight / four - 1) < 0.2
        if claim == "ndrec-scaling":
            def ms(batch, gpus, smartssds):
                return self.at(batch=batch, gpus=gpus, smartssds=smartssds).seconds
            return (ms(16384, 4, 1) / ms(16384, 4, 4) >= 3.2 and ms(2048, 1, 8) / ms(2048, 2, 8) >= 1.6
                    and ms(16384, 1, 4) / ms(16384, 2, 4) <= 1.3)
        known = {
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
