//! Iterations: every ring of the doorbell is answered, nothing that is set is lost, and settings are those of the doorbell.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::number;
use emberlane_registers::kernel_plan::KernelError;
use emberlane_registers::smartssd::{Command, DRAM_BYTES};
use emberlane_rtl::smartssd::iteration::Iteration;
use emberlane_rtl::smartssd::plan_settings::PlanSettings;
use emberlane_rtl::smartssd::tx_settings::TxSettings;
use rand::Rng;
use rand_pcg::Pcg64;

/// Settings of the device.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    tx_bytes: u64,
    cache_base: u64,
    cache_vectors: u64,
    ssd_base: u64,
    bags: u64,
    plan: u64,
}

impl Settings {
    /// TX buffers, cache and DRAM fit.
    fn fit(&self, vector: u64) -> bool {
        [self.tx_bytes, self.cache_base, self.ssd_base].iter().all(|place| place.is_multiple_of(vector))
            && 2 * self.tx_bytes <= self.cache_base
            && self.cache_base + self.cache_vectors * vector <= DRAM_BYTES
    }

    /// So do the outputs.
    fn hold(&self, vector: u64) -> bool {
        self.fit(vector) && self.bags * vector <= self.tx_bytes
    }

    /// Good ones, or just not.
    fn draw(random: &mut Pcg64, vector: u64) -> Self {
        let bags = random.random_range(0..1000);
        let tx_bytes = vector * (bags + random.random_range(0..2));
        let cache_base = 2 * tx_bytes + vector * random.random_range(0..2);
        let cache_vectors = (DRAM_BYTES - cache_base) / vector - random.random_range(0..2);
        let plan = random.random_range(0..4);
        let mut settings = Self { tx_bytes, cache_base, cache_vectors, ssd_base: 4 * vector, bags, plan };
        match random.random_range(0..16) {
            0 => settings.tx_bytes += vector / 2,
            1 => settings.cache_base += vector / 2,
            2 => settings.ssd_base += vector / 2,
            3 => settings.cache_vectors += 2,
            4 if cache_base >= vector => settings.cache_base -= vector,
            5 => settings.bags += 2,
            6 => settings.cache_vectors = u32::MAX.into(),
            7 => settings.bags = u32::MAX.into(),
            8 => settings.tx_bytes = u64::from(u32::MAX) & !(vector - 1),
            _ => {}
        }
        settings
    }
}

/// What happens in a cycle.
#[derive(Clone, Copy, Debug)]
struct Happens {
    doorbell: Option<u64>,
    clear: bool,
    plans_done: u64,
    kernel_done: bool,
    kernel_error: u64,
    reset: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Idle,
    Waits,
    Runs,
}

/// What the block must show, cycle by cycle.
struct Oracle {
    vector: u64,
    phase: Phase,
    done: bool,
    /// Why the last one failed, and at which program.
    failure: Option<(u64, u64)>,
    buffer: bool,
    kept: Settings,
    /// Settings of the two cycles before.
    before: [Settings; 2],
}

impl Oracle {
    /// What is seen in the cycle: whether settings are taken, the kernel begins, the iteration ends well.
    fn cycle(&mut self, now: Settings, happens: &Happens, at: u64) -> (bool, bool, bool) {
        let good = now.hold(self.vector) && self.before[0].hold(self.vector) && self.before[1].fit(self.vector);
        self.before = [now, self.before[0]];
        let (mut takes, mut begins, mut ends) = (false, false, false);
        let rings = happens.doorbell.filter(|_| self.failure.is_none());
        let phase = self.phase;
        if happens.clear {
            (self.done, self.failure) = (false, None);
        }
        match phase {
            Phase::Idle => {
                if let Some(value) = rings {
                    self.done = false;
                    if value != Command::Iterate as u64 && value != Command::Continue as u64 {
                        self.failure = Some((KernelError::UnknownCommand as u64, 0));
                    } else if !good {
                        self.failure = Some((KernelError::Layout as u64, 0));
                    } else {
                        takes = true;
                        self.phase = Phase::Waits;
                        self.kept = now;
                        self.buffer ^= value == Command::Iterate as u64;
                    }
                }
            }
            Phase::Waits => {
                begins = happens.plans_done >= self.kept.plan;
                if begins {
                    self.phase = Phase::Runs;
                }
            }
            Phase::Runs => {
                if happens.kernel_done {
                    self.phase = Phase::Idle;
                    ends = happens.kernel_error == 0;
                    self.done |= ends;
                }
            }
        }
        let fails = phase == Phase::Runs && happens.kernel_done && happens.kernel_error != 0;
        if fails {
            self.failure = Some((happens.kernel_error, at));
        } else if rings.is_some() && phase != Phase::Idle {
            self.failure = Some((KernelError::Busy as u64, 0));
        }
        if happens.reset {
            (self.phase, self.done, self.failure, self.buffer) = (Phase::Idle, false, None, true);
        }
        (takes, begins, ends)
    }
}

fn iterates<const SLICES: usize>(seed: u64) {
    let random = &mut random(&format!("iterations of {SLICES} slices"), seed);
    let mut block = ready::<Iteration<SLICES, 0>>();
    let vector = 64 * SLICES as u64;
    let mut settings = Settings::draw(random, vector);
    let mut oracle = Oracle {
        vector,
        phase: Phase::Idle,
        done: false,
        failure: None,
        buffer: true,
        kept: settings,
        before: [settings; 2],
    };
    // Rings that were answered in each way, and what met.
    let mut seen = [0_usize; 9];
    for cycle in 0..20_000 {
        if random.random_ratio(1, 6) {
            settings = Settings::draw(random, vector);
        }
        let happens = Happens {
            doorbell: random.random_ratio(1, 3).then(|| [1, 1, 1, 2, 2, 0, 3, 255][random.random_range(0..8)]),
            clear: random.random_ratio(1, 3),
            plans_done: random.random_range(0..4),
            kernel_done: oracle.phase == Phase::Runs && random.random_ratio(1, 3),
            kernel_error: [0, 0, 0, 1, 7][random.random_range(0..5)],
            reset: cycle < 2 || random.random_ratio(1, 200),
        };
        let at = random.random_range(0..4);
        block.reset.next = happens.reset;
        block.doorbell_valid.next = happens.doorbell.is_some();
        block.doorbell.next = happens.doorbell.unwrap_or(1).into();
        block.clear.next = happens.clear;
        block.tx_bytes.next = settings.tx_bytes.into();
        block.cache_base.next = settings.cache_base.into();
        block.cache_vectors.next = settings.cache_vectors.into();
        block.ssd_base.next = settings.ssd_base.into();
        block.bags.next = settings.bags.into();
        block.plan.next = settings.plan.into();
        block.plans_done.next = happens.plans_done.into();
        block.kernel_done.next = happens.kernel_done;
        block.kernel_error.next = happens.kernel_error.into();
        block.kernel_program.next = at.into();
        settle(&mut *block);
        if cycle >= 2 {
            let (phase, failed) = (oracle.phase, oracle.failure.is_some());
            assert_eq!(block.busy.val(), phase != Phase::Idle, "cycle {cycle}: busy");
            assert_eq!(block.waiting.val(), phase == Phase::Waits, "cycle {cycle}: waiting");
            assert_eq!(block.running.val(), phase == Phase::Runs, "cycle {cycle}: running");
            assert_eq!(block.done.val(), oracle.done, "cycle {cycle}: done");
            assert_eq!(block.failed.val(), failed, "cycle {cycle}: failed");
            let why = (number(block.error.val()), number(block.program.val()));
            if failed {
                assert_eq!(Some(why), oracle.failure, "cycle {cycle}: why");
            } else {
                assert_eq!(why.0, 0, "cycle {cycle}: there is no error");
            }
            assert_eq!(block.new_buffer.val(), oracle.buffer, "cycle {cycle}: buffer");
            if phase != Phase::Idle {
                let kept = oracle.kept;
                assert_eq!(number(block.kernel_bags.val()), kept.bags, "cycle {cycle}: bags");
                assert_eq!(number(block.kernel_cache_base.val()), kept.cache_base, "cycle {cycle}: cache");
                assert_eq!(number(block.kernel_cache_vectors.val()), kept.cache_vectors, "cycle {cycle}: cache");
                let output = if oracle.buffer { kept.tx_bytes } else { 0 };
                assert_eq!(number(block.output_base.val()), output, "cycle {cycle}: outputs");
            }
            let found = (block.accepted.val(), block.kernel_start.val(), block.ended.val());
            let rings = happens.doorbell.is_some() && !failed;
            let ends = phase == Phase::Runs && happens.kernel_done;
            seen[0] += usize::from(rings && phase == Phase::Idle && found.0);
            seen[1] += usize::from(rings && phase == Phase::Idle && !found.0);
            seen[2] += usize::from(rings && phase == Phase::Waits);
            seen[3] += usize::from(rings && phase == Phase::Runs && !ends);
            seen[4] += usize::from(rings && ends && happens.kernel_error == 0);
            seen[5] += usize::from(rings && ends && happens.kernel_error != 0);
            seen[6] += usize::from(happens.clear && ends && happens.kernel_error == 0);
            seen[7] += usize::from(happens.clear && ends && happens.kernel_error != 0);
            seen[8] += usize::from(happens.clear && rings && phase != Phase::Idle);
            assert_eq!(found, oracle.cycle(settings, &happens, at), "cycle {cycle}: {happens:?}");
            assert!(!found.0 || settings.hold(vector), "cycle {cycle}: what is kept was not checked");
        } else {
            oracle.cycle(settings, &happens, at);
        }
        clock_cycle!(block);
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn every_ring_is_answered_and_nothing_that_is_set_is_lost() {
    iterates::<1>(1);
    iterates::<4>(2);
}

/// A ring in the very cycle in which the kernel ends.
#[test]
fn a_ring_in_the_last_cycle_of_an_iteration_is_refused_as_busy() {
    let mut block = ready::<Iteration<1, 0>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    block.tx_bytes.next = 64u64.into();
    block.cache_base.next = 128u64.into();
    block.cache_vectors.next = 1u64.into();
    block.bags.next = 1u64.into();
    for _ in 0..3 {
        clock_cycle!(block);
    }
    block.doorbell.next = (Command::Iterate as u64).into();
    block.doorbell_valid.next = true;
    clock_cycle!(block);
    block.doorbell_valid.next = false;
    clock_cycle!(block);
    assert!(block.running.val());
    block.kernel_done.next = true;
    block.doorbell_valid.next = true;
    clock_cycle!(block);
    assert!(block.done.val() && block.failed.val() && !block.busy.val());
    assert_eq!(number(block.error.val()), KernelError::Busy as u64);
}

#[test]
fn settings_of_a_plan_are_those_of_the_doorbell() {
    let random = &mut random("settings of a plan", 3);
    let mut block = ready::<PlanSettings>();
    let mut kept = [0; 10];
    for cycle in 0..200 {
        let settings: [u64; 10] = std::array::from_fn(|index| match index {
            0..4 | 8 => random.random::<u64>() >> 12,
            4..8 => random.random::<u64>() >> 36,
            _ => random.random::<u64>() >> 38,
        });
        for program in 0..4 {
            block.program_base[program].next = settings[program].into();
            block.program_words[program].next = settings[4 + program].into();
        }
        block.gradient_base.next = settings[8].into();
        block.gradients.next = settings[9].into();
        let takes = random.random_ratio(1, 4);
        block.take.next = takes;
        settle(&mut *block);
        let shown: [u64; 10] = std::array::from_fn(|index| match index {
            0..4 => number(block.kept_base[index].val()),
            4..8 => number(block.kept_words[index - 4].val()),
            8 => number(block.kept_gradient_base.val()),
            _ => number(block.kept_gradients.val()),
        });
        assert_eq!(shown, kept, "cycle {cycle}");
        if takes {
            kept = settings;
        }
        clock_cycle!(block);
    }
}

#[test]
fn buffers_are_where_they_were_when_the_doorbell_rang() {
    let random = &mut random("settings of the TX buffers", 4);
    let mut block = ready::<TxSettings>();
    let mut served = None;
    let mut held = 0;
    for cycle in 0..400 {
        let set = (random.random::<u64>() >> 12, random.random::<u32>(), random.random::<bool>());
        block.hdm_base.next = set.0.into();
        block.tx_bytes.next = u64::from(set.1).into();
        block.layout_good.next = set.2;
        // Iterations of some cycles.
        let holds = served.is_some() && random.random_ratio(4, 5);
        block.hold.next = holds;
        settle(&mut *block);
        if let Some((base, bytes, good)) = served {
            let found = (number(block.served_base.val()), number(block.served_bytes.val()), block.served_good.val());
            assert_eq!(found, (base, u64::from(bytes), good), "cycle {cycle}");
        }
        if holds {
            held += 1;
        } else {
            served = Some(set);
        }
        clock_cycle!(block);
    }
    assert!(held > 200);
}
