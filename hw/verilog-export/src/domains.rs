//! Which clock each signal belongs to: nothing passes from one clock to another, but in a module whose text its author answers for.
//!
//! Such a text lists in its `timing()` which inputs each clock takes and which outputs it gives. An input that no clock takes, and that
//! reaches no output within a cycle, may come from any clock: that is how a synchroniser says what it is.

use crate::error::Problem;
use crate::expression::SignalId;
use crate::kernel::Analysed;
use crate::scope::{Role, Scope};
use crate::tree::Node;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Clocks at the ports of a module, all by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Domains {
    /// For every input that registers take, their clocks.
    taken: BTreeMap<String, BTreeSet<String>>,
    /// For every output that comes from registers, their clocks.
    given: BTreeMap<String, BTreeSet<String>>,
}

/// Clocks that a signal comes from, each with a signal that brings it.
type Origins = BTreeMap<SignalId, SignalId>;

impl Domains {
    /// Of a module whose text its author wrote. An output that no clock lists may come from any of them.
    pub(crate) fn of_text(node: &Node) -> Self {
        let mut domains = Self::default();
        let clocked = || node.timing.iter().filter(|info| !info.clock.is_empty());
        for info in clocked() {
            for input in &info.inputs {
                domains.taken.entry(input.clone()).or_default().insert(info.clock.clone());
            }
            for output in &info.outputs {
                domains.given.entry(output.clone()).or_default().insert(info.clock.clone());
            }
        }
        let all: BTreeSet<String> = clocked().map(|info| info.clock.clone()).collect();
        for atom in node.atoms.iter().filter(|atom| atom.kind == rust_hdl::prelude::AtomKind::OutputParameter) {
            domains.given.entry(atom.path.clone()).or_insert_with(|| all.clone());
        }
        domains
    }

    /// Of a module with a kernel. `edges` says what each signal depends on within a cycle, `reaching` which inputs of the module.
    pub(crate) fn of_kernel(
        scope: &Scope<'_>,
        analysed: &Analysed,
        children: &[&Domains],
        edges: &BTreeMap<SignalId, BTreeSet<SignalId>>,
        reaching: &HashMap<SignalId, BTreeSet<SignalId>>,
    ) -> Result<Self, Problem> {
        let finder = Finder { scope, analysed, children, edges };
        let mut known = HashMap::new();
        let mut domains = Self::default();
        let path = |id: SignalId| scope.signal(id).path.clone();
        for id in scope.ids() {
            let clocks = finder.taking(id);
            if clocks.is_empty() {
                continue;
            }
            for (clock, from) in finder.origins(id, &mut known) {
                if let Some(other) = clocks.iter().find(|other| **other != clock) {
                    return Err(crossing(scope, id, *other, from, clock));
                }
            }
            for input in &reaching[&id] {
                domains.taken.entry(path(*input)).or_default().extend(clocks.iter().map(|clock| path(*clock)));
            }
        }
        if let Some((input, clocks)) = domains.taken.iter().find(|(_, clocks)| clocks.len() > 1) {
            let clocks = clocks.iter().cloned().collect();
            return Err(Problem::InputOfTwoClocks { signal: input.clone(), clocks });
        }
        for id in scope.ids().filter(|id| scope.signal(*id).role == Role::Output) {
            let origins = finder.origins(id, &mut known);
            let mut each = origins.iter();
            if let (Some((clock, _)), Some((other, from))) = (each.next(), each.next()) {
                return Err(crossing(scope, id, *clock, *from, *other));
            }
            domains.given.insert(path(id), origins.keys().map(|clock| path(*clock)).collect());
        }
        Ok(domains)
    }
}

fn crossing(scope: &Scope<'_>, to: SignalId, clock: SignalId, from: SignalId, other: SignalId) -> Problem {
    let path = |id: SignalId| scope.signal(id).path.replace('$', ".");
    Problem::ClockCrossing { signal: path(to), clock: path(clock), from: path(from), other: path(other) }
}

struct Finder<'a, 'b> {
    scope: &'b Scope<'a>,
    analysed: &'b Analysed,
    children: &'b [&'b Domains],
    edges: &'b BTreeMap<SignalId, BTreeSet<SignalId>>,
}

impl Finder<'_, '_> {
    /// The signal that a clock is, however it is called on its way.
    fn clock(&self, id: SignalId) -> SignalId {
        match self.edges.get(&id).map(|sources| sources.iter().collect::<Vec<_>>()).as_deref() {
            Some([source]) => self.clock(**source),
            _ => id,
        }
    }

    /// A clock of a child, by its path there.
    fn clock_of(&self, child: usize, path: &str) -> Option<SignalId> {
        self.scope.find(&format!("{}${path}", self.scope.children[child].instance)).map(|id| self.clock(id))
    }

    /// A port of a child by its path there, and the child's clocks as signals of this module.
    fn at_child(
        &self,
        id: SignalId,
        child: usize,
        ports: impl Fn(&Domains) -> &BTreeMap<String, BTreeSet<String>>,
    ) -> BTreeSet<SignalId> {
        let instance = &self.scope.children[child].instance;
        let port = self.scope.signal(id).path.strip_prefix(&format!("{instance}$")).unwrap_or_default();
        let clocks = ports(self.children[child]).get(port).into_iter().flatten();
        clocks.filter_map(|clock| self.clock_of(child, clock)).collect()
    }

    /// Clocks of the registers that take a signal.
    fn taking(&self, id: SignalId) -> BTreeSet<SignalId> {
        match self.scope.signal(id).role {
            Role::RegisterNext(index) => [self.clock(self.analysed.clocks[index])].into(),
            Role::ChildInput(child) if !self.scope.signal(id).is_clock => {
                self.at_child(id, child, |domains| &domains.taken)
            }
            _ => BTreeSet::new(),
        }
    }

    /// Clocks of the registers that a signal comes from.
    fn origins(&self, id: SignalId, known: &mut HashMap<SignalId, Origins>) -> Origins {
        if let Some(origins) = known.get(&id) {
            return origins.clone();
        }
        let mut origins: Origins = match self.scope.signal(id).role {
            Role::RegisterState(index) => [(self.clock(self.analysed.clocks[index]), id)].into(),
            Role::ChildOutput(child) => {
                self.at_child(id, child, |domains| &domains.given).into_iter().map(|clock| (clock, id)).collect()
            }
            _ => Origins::new(),
        };
        for source in self.edges.get(&id).into_iter().flatten() {
            for (clock, from) in self.origins(*source, known) {
                origins.entry(clock).or_insert(from);
            }
        }
        known.insert(id, origins.clone());
        origins
    }
}
