//! What hardware cannot find: orders that nobody has made sure of.

use std::collections::HashSet;

use emberlane_drivers::smartssd::Plan;
use emberlane_registers::kernel_plan::Word;
use emberlane_registers::smartssd::Movement;
use thiserror::Error;

use super::PlanError;

/// What gives the right bits by luck alone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Hazard {
    /// Nobody has made sure that a movement and an iteration do not meet.
    #[error(
        "plan {plan} moves EV {vector} of the cache ({movement:?}), which an iteration uses that waits for plan {after} alone: \
         let it wait for plan {plan}, or post the plan when it has ended"
    )]
    Movement {
        /// Number of the movement's plan.
        plan: u32,
        /// The movement.
        movement: Movement,
        /// The first EV at which they meet.
        vector: u32,
        /// The plan that the iteration waits for.
        after: u32,
    },
    /// The iteration's plan leaves an order open.
    #[error(transparent)]
    Plan(PlanError),
}

/// An iteration whose end the host has not seen.
#[derive(Clone, Debug, Default)]
struct Open {
    after: u32,
    uses: HashSet<u32>,
}

/// What host and device know of each other's progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    open: Option<Open>,
    /// Movements that the host does not know to be done, with their plans.
    unseen: Vec<(u32, Movement)>,
    /// The last plan that the host knows to be done.
    seen: u32,
    found: Vec<Hazard>,
}

/// The first EV of the cache that a movement and an iteration have in common.
fn meeting(movement: Movement, uses: &HashSet<u32>) -> Option<u32> {
    let (Movement::Evict(range) | Movement::Load(range)) = movement else { return None };
    (0..range.count).map(|index| range.cached.saturating_add(index.into())).find(|vector| uses.contains(vector))
}

impl Watch {
    pub(super) fn found(&self) -> &[Hazard] {
        &self.found
    }

    pub(super) fn plan(&mut self, error: PlanError) {
        self.found.push(Hazard::Plan(error));
    }

    /// The agent begins a movement of a plan.
    pub(super) fn moves(&mut self, plan: u32, movement: Movement) {
        self.unseen.push((plan, movement));
        if let Some(Open { after, uses }) = &self.open {
            self.found.extend(between(plan, movement, *after, uses));
        }
    }

    /// The host has read `PLANS_DONE`.
    pub(super) fn sees_plans(&mut self, done: u32) {
        // A host that waits reads the same again and again.
        if self.seen != done {
            self.seen = done;
            self.unseen.retain(|(plan, _)| *plan > done);
        }
    }

    /// An iteration, or what is left of one, was begun.
    pub(super) fn begins(&mut self, plan: &Plan, after: u32, continues: bool) {
        let loads = plan.loads.iter().filter_map(Word::work).map(|load| load.vector);
        let stores = plan.moves.iter().filter_map(Word::work).filter_map(|word| word.store);
        let uses: HashSet<u32> = loads.chain(stores).collect();
        if !continues {
            let unseen = self.unseen.iter().filter(|(plan, _)| *plan > self.seen);
            let met = unseen.filter_map(|(plan, movement)| between(*plan, *movement, after, &uses));
            self.found.extend(met.collect::<Vec<_>>());
            self.open = None;
        }
        let open = self.open.get_or_insert_default();
        open.after = after;
        open.uses.extend(uses);
    }

    /// The host has seen that the iteration has ended.
    pub(super) fn sees_end(&mut self) {
        self.open = None;
    }
}

/// The hazard between a movement and an iteration that uses these EVs, and waits for plan `after`.
fn between(plan: u32, movement: Movement, after: u32, uses: &HashSet<u32>) -> Option<Hazard> {
    let vector = meeting(movement, uses).filter(|_| plan > after)?;
    Some(Hazard::Movement { plan, movement, vector, after })
}
