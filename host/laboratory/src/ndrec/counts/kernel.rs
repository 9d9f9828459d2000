//! What the embedding kernel of a SmartSSD takes for planned iterations (NDRec, Section V-B).
//!
//! The cache planner says which EV is in which block, the driver's [`BankAssignment`] plans backward n-1 beside forward n+1, as NDRec's
//! timeline has them (Fig. 4), and the cycle model of the kernel runs the plan. An iteration that needs more EVs at once than the banks
//! hold is planned in parts, one behind the other: by tables first, which share no EVs.

use std::collections::VecDeque;

use emberlane_drivers::smartssd::{AssignmentError, Bag, BankAssignment, Plan};
use emberlane_models::smartssd::{Batch, KernelModel, KernelRun, KernelShape, MemoryTiming, TimedMemory};
use emberlane_registers::kernel_plan::{MAX_BANKS, Program, Side, Word};
use serde::Serialize;

use super::planner::fill;
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;
use emberlane_experiment::Pooling;
use emberlane_stores::planner::{CachePlanner, Lookups, PlannedIteration, Settings};

/// Elements that NDRec's buffer banks have room for side by side: twelve banks of 64 (Section V-B).
const ELEMENTS: usize = 12 * 64;
/// Elements of a line of memory.
const LINE: usize = 16;
/// Iterations before the measured ones that are planned for the chip, too, and leave EVs there.
const ON_CHIP: u64 = 5;
/// Which iterations a kernel works for at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It applies the gradients of n-1 and pools n+1: lookahead.
    Ahead,
    /// It applies the gradients of n-1 and pools n, whose shared vectors wait for them.
    InTurn,
}

impl Order {
    /// Iterations from the one whose gradients are applied to the one that is pooled.
    const fn distance(self) -> usize {
        match self {
            Self::Ahead => 2,
            Self::InTurn => 1,
        }
    }
}

/// The kernel that NDRec's resources allow: twelve banks of 64 elements, half of them a side, and as many more of fewer elements; of
/// [`MAX_BANKS`] a side at most.
#[must_use]
pub fn shape(dimension: usize) -> KernelShape {
    let slices = dimension.div_ceil(LINE).next_power_of_two();
    KernelShape { banks: (ELEMENTS / (LINE * slices) / 2).clamp(1, MAX_BANKS), slices }
}

/// What the kernel has taken, in sums over iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KernelCounts {
    /// Banks of a side.
    pub banks: u64,
    /// Lines of an EV, 64 bytes each.
    pub slices: u64,
    /// Iterations that were measured.
    pub iterations: u64,
    /// Plans that ran: more than iterations where one did not fit the banks.
    pub plans: u64,
    /// Cycles, with memory that takes and gives a line a cycle at every port.
    pub cycles: u64,
    /// Lookups of the forward passes; as many EVs are updated by the backward passes.
    pub lookups: u64,
    /// EVs that were loaded from the cache for the forward pass.
    pub forward_loads: u64,
    /// EVs that were loaded from the cache for the backward pass.
    pub backward_loads: u64,
    /// Updated EVs that were stored to the cache.
    pub stores: u64,
    /// Updated EVs that were forwarded on the chip.
    pub copies: u64,
    /// Gradients that were read, as many as outputs that were written.
    pub bags: u64,
    /// Bytes of all programs.
    pub program_bytes: u64,
    /// Words of the forward program.
    pub forward_words: u64,
    /// Words of the backward program.
    pub backward_words: u64,
    /// Cycles in which forward words waited for nothing but the sum that they add to.
    pub forward_hazards: u64,
    /// Cycles in which backward words waited for nothing but a slot that was being updated.
    pub backward_hazards: u64,
}

impl KernelCounts {
    fn add(&mut self, plan: &Plan, run: &KernelRun) {
        self.plans += 1;
        self.cycles += run.cycles;
        let bytes = |program: &Program| (plan.words(*program) * program.word_bits() / 8) as u64;
        self.program_bytes += Program::ALL.iter().map(bytes).sum::<u64>();
        self.forward_words += u64::from(run.counters[Program::Forward as usize]);
        self.backward_words += u64::from(run.counters[Program::Backward as usize]);
        self.forward_hazards += run.hazards.forward;
        self.backward_hazards += run.hazards.backward;
        for load in plan.loads.iter().filter_map(Word::work) {
            match load.side {
                Side::Forward => self.forward_loads += 1,
                Side::Backward => self.backward_loads += 1,
            }
        }
        for word in plan.moves.iter().filter_map(Word::work) {
            self.stores += u64::from(word.store.is_some());
            self.copies += u64::from(word.copy.is_some());
        }
    }
}

/// Counts what a kernel takes behind such a cache. Memory answers after `latency` cycles.
///
/// Of the warm iterations the last five are planned for the chip, and leave EVs there.
///
/// # Errors
/// Data that cannot be read or has too few iterations, a cache or banks that cannot hold what they need, and no such kernel.
pub fn count(
    source: &mut dyn Iterations,
    cache: Settings,
    shape: KernelShape,
    latency: u32,
    order: Order,
    run: &Run,
) -> Result<KernelCounts, CountError> {
    let between = order.distance();
    let tables = source.shape().clone();
    let mut planner = CachePlanner::new(Settings { vectors: tables.vectors, seed: run.seed, ..cache })?;
    fill(&mut planner, source, run)?;
    let mut assignment = BankAssignment::new(shape.banks);
    let mut kernel = KernelModel::new(shape)?;
    let mut memory = TimedMemory::new(MemoryTiming::Steady { latency });
    let mut planned: VecDeque<PlannedIteration> = VecDeque::new();
    let KernelShape { banks, slices } = shape;
    let mut counts = KernelCounts { banks: banks as u64, slices: slices as u64, ..KernelCounts::default() };
    let mut left = run.warm;
    each_iteration(source, run, |ids, measured| {
        if measured.is_none() && left > ON_CHIP {
            left -= 1;
            planner.count(ids.vectors())?;
            return Ok(());
        }
        let mut lookups = Lookups::new(Pooling::Sum);
        ids.vectors().chunks(tables.pooling).for_each(|bag| lookups.push_bag(bag.iter().copied()));
        let next = planner.plan(lookups)?;
        assignment.forget(next.replaced());
        planned.push_back(next);
        if planned.len() <= between {
            return Ok(());
        }
        let (backward, forward) = (planned[0].bags(), planned[between].bags());
        planned.pop_front();
        let mut plans = Vec::new();
        plan_parts(&mut assignment, &backward, &forward, tables.batch, &mut plans)?;
        if measured.is_some() {
            counts.iterations += 1;
            counts.lookups += ids.vectors().len() as u64;
            counts.bags += forward.len() as u64;
            for Part { plan, gradients, bags } in plans {
                let batch = Batch { vectors: cache.blocks, gradients, bags };
                counts.add(&plan, &kernel.run(&plan, batch, &mut memory)?);
            }
        }
        Ok(())
    })?;
    Ok(counts)
}

/// A plan of some of an iteration's gradients and outputs.
struct Part {
    plan: Plan,
    gradients: u32,
    bags: u32,
}

/// Plans an iteration, in parts if it does not fit the banks. Each table has `batch` bags.
fn plan_parts(
    assignment: &mut BankAssignment,
    backward: &[Bag],
    forward: &[Bag],
    batch: usize,
    parts: &mut Vec<Part>,
) -> Result<(), AssignmentError> {
    let mut next = assignment.clone();
    let error = match next.plan(backward, forward) {
        Ok(plan) => {
            *assignment = next;
            parts.push(Part { plan, gradients: backward.len() as u32, bags: forward.len() as u32 });
            return Ok(());
        }
        Err(error) => error,
    };
    let half = |bags: usize| bags / 2;
    let (updated, pooled) = match (backward.len(), forward.len()) {
        // Some tables, then the others.
        (bags, _) if bags > batch => {
            let tables = half(bags / batch) * batch;
            (tables, tables)
        }
        // The EVs of a bag have all their gradients before: of a table they are first.
        (bags, 1..) if bags == batch && bags > 1 => (half(bags), 0),
        (bags @ 1.., 1..) => (bags, 0),
        (bags @ 2.., 0) => (half(bags), 0),
        (0, bags @ 2..) => (0, half(bags)),
        _ => return Err(error),
    };
    plan_parts(assignment, &backward[..updated], &forward[..pooled], batch, parts)?;
    plan_parts(assignment, &backward[updated..], &forward[pooled..], batch, parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::Drawn;
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    #[test]
    fn kernels_are_as_large_as_the_papers() {
        let shapes = [16, 64, 128].map(|dimension| (shape(dimension).banks, shape(dimension).elements()));
        assert_eq!(shapes, [(8, 16), (6, 64), (3, 128)]);
    }

    #[test]
    fn what_is_on_the_chip_is_not_loaded_again() {
        let columns = vec![Column::new(20_000, 1.1), Column::new(10, 0.0)];
        let workload = Workload { columns, pooling_size: 2, epoch_samples: 400_000, ..Workload::criteo_terabyte() };
        let run = Run { before: 200_000, warm: 6, measured: 4, seed: 1 };
        let counts = |warm| {
            let mut source = Drawn::new(&workload, &[0, 1], 256, 1);
            count(&mut source, Settings::new(8_000, 0), shape(128), 25, Order::Ahead, &Run { warm, ..run }).unwrap()
        };
        let warm = counts(6);
        assert_eq!((warm.iterations, warm.lookups, warm.bags), (4, 4 * 1024, 4 * 512));
        // Every EV that is updated is stored once; none is loaded that is on its side already.
        assert!(warm.backward_loads < warm.stores && warm.forward_loads + warm.copies < warm.lookups);
        assert!(warm.copies > 0 && warm.copies < warm.stores);
        assert!(warm.forward_words >= warm.bags && warm.cycles > 8 * warm.bags);
        assert_eq!(counts(1).iterations, 3, "nothing runs before three iterations are planned");
    }

    #[test]
    fn what_does_not_fit_the_banks_goes_in_parts() {
        let columns = vec![Column::new(9_000, 0.3), Column::new(9_000, 0.3)];
        let workload = Workload { columns, epoch_samples: 400_000, ..Workload::criteo_terabyte() };
        let run = Run { before: 200_000, warm: 2, measured: 1, seed: 1 };
        let counts = |banks| {
            let shape = KernelShape { banks, slices: 1 };
            count(&mut Drawn::new(&workload, &[0, 1], 6_000, 1), Settings::new(18_000, 0), shape, 5, Order::Ahead, &run)
                .unwrap()
        };
        let (one, many) = (counts(1), counts(8));
        assert!(one.plans > 2 && many.plans == 1, "{one:?}, {many:?}");
        assert_eq!((one.bags, one.forward_words), (many.bags, many.bags));
        assert!(one.backward_words == one.bags && one.stores >= many.stores && one.forward_loads > many.forward_loads);
    }
}
