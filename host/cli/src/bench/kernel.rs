//! The part of `emberlane bench rtl` about the SmartSSD's embedding kernel: NDRec's twelve banks of 64 elements, on memory that takes and
//! gives a line a cycle on every port.
//!
//! Every figure is of one plan, whose cycles count from the one with `start` to the one with `done`. Plans have ten thousand
//! words and more, so that the hundred cycles in which a plan begins and ends are less than one in a hundred.

#[cfg(not(feature = "rtl"))]
pub(super) fn measure(_: &mut Vec<super::figure::Figure>) -> anyhow::Result<()> {
    anyhow::bail!("this emberlane was built without the RTL devices; build it with the feature `rtl`")
}

#[cfg(feature = "rtl")]
pub(super) use measurement::measure;

#[cfg(feature = "rtl")]
mod measurement {
    use std::time::Instant;

    use anyhow::ensure;
    use emberlane_drivers::smartssd::{Bag, BankAssignment, Plan};
    use emberlane_models::smartssd::ADD_LATENCY;
    use emberlane_models::smartssd::LATE_UPDATE_LATENCY;
    use emberlane_models::smartssd::{Batch, KernelModel, KernelRun, KernelShape, MemoryTiming, TimedMemory};
    use emberlane_reference::smartssd::KernelMemory;
    use emberlane_registers::kernel_plan::{ACCUMULATORS, Backward, Forward, Load, Place, Program, SLOTS, Side, Word};
    use emberlane_verilated::RtlKernel;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    use super::super::figure::Figure;

    const SHAPE: KernelShape = KernelShape { banks: 6, slices: 4 };
    const BANKS: u32 = SHAPE.banks as u32;
    /// Cycles from a request to the memory to its answer.
    const LATENCY: u32 = 25;
    const LINE_BYTES: u32 = 64;
    /// EVs of the cache.
    const VECTORS: u32 = 4096;
    /// Words, or beats, of a plan that is measured: some more than this.
    const WORDS: u32 = 12_000;
    /// Slots of a bank that plans use.
    const USED_SLOTS: u16 = 680;
    /// Slots of a bank of which none comes again while it is updated.
    const FREE_SLOTS: u16 = 64;
    const ONE: u32 = 1.0f32.to_bits();

    pub(in super::super) fn measure(figures: &mut Vec<Figure>) -> anyhow::Result<()> {
        let mut bench = Bench::new()?;
        let random = &mut Pcg64::seed_from_u64(1);
        figures.push(bench.load(random)?);
        // 48 EVs are as many as are added up while an output is written.
        for (suffix, vectors, open) in
            [("", 240, ACCUMULATORS as u32), (".bag48", 48, 8), (".bag12", 12, 8), (".one_bag", 240, 1)]
        {
            figures.push(bench.forward(suffix, vectors, open, random)?);
        }
        // 12 EVs are as many as are updated while a gradient is read.
        for (suffix, vectors) in [("", 12), (".bag6", 6), (".bag48", 48), (".bag96", 96)] {
            figures.push(bench.backward(suffix, vectors, FREE_SLOTS)?);
        }
        figures.push(bench.backward(".hot", 6, 1)?);
        bench.iteration(random, figures)?;
        let seconds = bench.rtl.host_time().as_secs_f64();
        figures.push(Figure::simulation("rtl.kernel.simulation", bench.cycles, seconds));
        super::super::agent::measure(figures)
    }

    /// What a rate can be at most, and why.
    type Limit = (f64, &'static str);

    fn least(limits: [Limit; 2]) -> Limit {
        if limits[0].0 <= limits[1].0 { limits[0] } else { limits[1] }
    }

    /// A figure `amount / cycles` of a run.
    fn figure(
        name: String,
        unit: &'static str,
        amount: u32,
        (limit, bound): Limit,
        run: &KernelRun,
        own: &[(&str, u32)],
    ) -> Figure {
        let value = f64::from(amount) / run.cycles as f64;
        let mut counters = serde_json::Map::new();
        let shape = [("banks", BANKS), ("slices", SHAPE.slices as u32), ("memory_latency", LATENCY)];
        counters.extend(shape.iter().chain(own).map(|(name, value)| ((*name).to_owned(), (*value).into())));
        let words = Program::ALL.into_iter().zip(run.counters);
        counters.extend(words.map(|(program, words)| (format!("{}_words", program.name()), words.into())));
        let cycles = [
            ("cycles", run.cycles),
            ("forward_hazard_cycles", run.hazards.forward),
            ("backward_hazard_cycles", run.hazards.backward),
        ];
        counters.extend(cycles.map(|(name, cycles)| (name.to_owned(), cycles.into())));
        Figure {
            name,
            value,
            unit,
            limit: Some(limit),
            ratio: Some(value / limit),
            bound: Some(bound.to_owned()),
            counters,
        }
    }

    struct Bench {
        rtl: RtlKernel,
        cache: Vec<f32>,
        /// Of all runs.
        cycles: u64,
    }

    impl Bench {
        fn new() -> anyhow::Result<Self> {
            let timing = MemoryTiming::Steady { latency: LATENCY };
            let rtl = RtlKernel::builder().banks(SHAPE.banks).slices(SHAPE.slices).memory(timing).build()?;
            let elements = VECTORS as usize * SHAPE.elements();
            let cache = (0..elements).map(|element| (element % 97) as f32).collect();
            Ok(Self { rtl, cache, cycles: 0 })
        }

        fn run(&mut self, plan: &Plan, gradients: u32, bags: u32) -> anyhow::Result<KernelRun> {
            let gradients = vec![0.125; gradients as usize * SHAPE.elements()];
            let mut outputs = vec![0.0; bags as usize * SHAPE.elements()];
            let mut memory = KernelMemory { cache: &mut self.cache, gradients: &gradients, outputs: &mut outputs };
            let run = self.rtl.run(plan, &mut memory)?;
            ensure!(run.error.is_none(), "the kernel refused a plan of the bench: {:?}", run.error);
            self.cycles += run.cycles;
            Ok(run)
        }

        /// EVs into all slots that the other plans use.
        fn load(&mut self, random: &mut Pcg64) -> anyhow::Result<Figure> {
            let mut loads = Vec::new();
            for slot in 0..USED_SLOTS {
                for (side, bank) in [Side::Forward, Side::Backward]
                    .into_iter()
                    .flat_map(|side| (0..BANKS).map(move |bank| (side, bank)))
                {
                    let to = Place { bank: bank as u8, slot };
                    loads.push(Word::Do(Load { side, to, vector: random.random_range(0..VECTORS) }));
                }
            }
            let run = self.run(&Plan { loads, ..Plan::default() }, 0, 0)?;
            let vector_bytes = SHAPE.slices as u32 * LINE_BYTES;
            let bytes = run.counters[Program::Loads as usize] * vector_bytes;
            let limit = (f64::from(LINE_BYTES), "the port of the cache");
            let own = [("vector_bytes", vector_bytes)];
            Ok(figure("rtl.kernel.load.bandwidth".to_owned(), "bytes a cycle", bytes, limit, &run, &own))
        }

        /// Bags of so many EVs, which lie evenly over the banks, `open` of them at once.
        fn forward(&mut self, suffix: &str, vectors: u32, open: u32, random: &mut Pcg64) -> anyhow::Result<Figure> {
            let words = vectors / (2 * BANKS);
            let groups = WORDS / if open == 1 { 6 } else { 1 } / (words * open) + 1;
            let bags = groups * open;
            let mut forward = Vec::new();
            for group in 0..groups {
                for word in 0..words {
                    for accumulator in 0..open {
                        let (first, last) = (word == 0, word + 1 == words);
                        let bag = group * open + accumulator;
                        let mut word = Forward {
                            scale: ONE,
                            bag,
                            accumulator: accumulator as u8,
                            first,
                            last,
                            ..Forward::default()
                        };
                        for port in word.operands[..SHAPE.banks].iter_mut().flatten() {
                            *port = Some(random.random_range(0..USED_SLOTS));
                        }
                        forward.push(Word::Do(word));
                    }
                }
            }
            let run = self.run(&Plan { forward, ..Plan::default() }, 0, bags)?;
            let ports = f64::from(2 * BANKS);
            // The first word of a bag waits for none.
            let alone = (words - 1) * (1 + ADD_LATENCY as u32) + 1;
            let banks = match open {
                1 => (f64::from(vectors) / f64::from(alone), "a sum waits for the adder"),
                _ => (ports, "two ports of every bank"),
            };
            let writer = (f64::from(vectors) / SHAPE.slices as f64, "the port of outputs");
            let amount = run.counters[Program::Forward as usize] * 2 * BANKS;
            let own = [("vectors", amount), ("vectors_per_bag", vectors), ("open_bags", open), ("bags", bags)];
            let name = format!("rtl.kernel.forward.vectors_per_cycle{suffix}");
            Ok(figure(name, "EVs a cycle", amount, least([banks, writer]), &run, &own))
        }

        /// Gradients of bags of so many EVs, which lie evenly over the banks; a slot comes again after so many others.
        fn backward(&mut self, suffix: &str, vectors: u32, slots: u16) -> anyhow::Result<Figure> {
            let words = vectors / BANKS;
            let gradients = WORDS / words.max(SHAPE.slices as u32) / if slots == 1 { 2 } else { 1 };
            let word = |index: u32| {
                let mut word = Backward { ends: (index + 1).is_multiple_of(words), ..Backward::default() };
                let slot = (index % u32::from(slots)) as u16;
                word.operands[..SHAPE.banks].iter_mut().for_each(|operand| *operand = Some(slot));
                Word::Do(word)
            };
            let backward = (0..gradients * words).map(word).collect();
            let run = self.run(&Plan { backward, ..Plan::default() }, gradients, 0)?;
            let banks = match slots {
                1 => (
                    1.0 / (f64::from(words) * (1 + LATE_UPDATE_LATENCY) as f64),
                    "a slot is written before it is read again",
                ),
                _ => (SHAPE.adders() as f64 / f64::from(vectors), "the adders of the backward banks"),
            };
            let reader = (1.0 / SHAPE.slices as f64, "the port of gradients");
            let own = [("gradients", gradients), ("vectors_per_bag", vectors), ("slots_in_turn", slots.into())];
            let name = format!("rtl.kernel.backward.gradients_per_cycle{suffix}");
            Ok(figure(name, "gradients a cycle", gradients, least([banks, reader]), &run, &own))
        }

        /// An iteration as the driver plans it, of random bags, behind one like it; on the model as well.
        fn iteration(&mut self, random: &mut Pcg64, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
            const BAGS: u32 = 256;
            const LOOKUPS: u32 = 80;
            let mut bags = || -> Vec<Bag> {
                let vectors = |random: &mut Pcg64| (0..LOOKUPS).map(|_| random.random_range(0..VECTORS)).collect();
                (0..BAGS).map(|_| Bag { vectors: vectors(random), scale: ONE }).collect()
            };
            ensure!(VECTORS <= BANKS * SLOTS as u32, "the banks of a side hold all EVs");
            let batches = [bags(), bags(), bags()];
            let mut assignment = BankAssignment::new(SHAPE.banks);
            self.run(&assignment.plan(&batches[0], &batches[1])?, BAGS, BAGS)?;
            let plan = assignment.plan(&batches[1], &batches[2])?;
            let run = self.run(&plan, BAGS, BAGS)?;
            let stores =
                plan.moves.iter().filter(|word| matches!(word, Word::Do(word) if word.store.is_some())).count();
            let slices = SHAPE.slices as u32;
            // What each port and each program takes by itself.
            let alone = [
                (run.counters[0] * slices, "the port of the cache"),
                (run.counters[1], "the words of the forward program"),
                (run.counters[2], "the words of the backward program"),
                (stores as u32 * slices, "the port to the cache"),
                (BAGS * slices, "the ports of gradients and outputs"),
            ];
            let (longest, bound) =
                alone.into_iter().fold((0, ""), |most, part| if part.0 > most.0 { part } else { most });
            let vectors = 2 * BAGS * LOOKUPS;
            let limit = (f64::from(vectors) / f64::from(longest), bound);
            let own = [("vectors", vectors), ("bags", BAGS), ("vectors_per_bag", LOOKUPS), ("stores", stores as u32)];
            let name = "rtl.kernel.iteration.vectors_per_cycle".to_owned();
            figures.push(figure(name, "EVs pooled or updated a cycle", vectors, limit, &run, &own));
            for (side, hazards) in [("forward", run.hazards.forward), ("backward", run.hazards.backward)] {
                let (hazards, cycles) = (hazards as f64, run.cycles as f64);
                let name = format!("rtl.kernel.iteration.{side}_hazards");
                let from = [("hazard_cycles", hazards), ("cycles", cycles)];
                figures.push(Figure::plain(&name, hazards / cycles, "of all cycles", &from));
            }
            figures.push(model(&plan, BAGS, &run)?);
            Ok(())
        }
    }

    /// How fast the cycle model is on a plan; it takes the cycles of the RTL.
    fn model(plan: &Plan, bags: u32, expected: &KernelRun) -> anyhow::Result<Figure> {
        const RUNS: u64 = 200;
        let batch = Batch { vectors: VECTORS, gradients: bags, bags };
        let mut kernel = KernelModel::new(SHAPE)?;
        let mut memory = TimedMemory::new(MemoryTiming::Steady { latency: LATENCY });
        let begin = Instant::now();
        let mut cycles = 0;
        for _ in 0..RUNS {
            let run = kernel.run(plan, batch, &mut memory)?;
            ensure!(run == *expected, "the model takes {run:?}, the RTL {expected:?}");
            cycles += run.cycles;
        }
        let seconds = begin.elapsed().as_secs_f64();
        let from = [("cycles", cycles as f64), ("seconds", seconds), ("rtl_cycles", (RUNS * expected.cycles) as f64)];
        Ok(Figure::plain("rtl.kernel.model.cycles_per_second", cycles as f64 / seconds, "cycles/s", &from))
    }
}
