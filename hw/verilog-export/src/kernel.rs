//! Which statements belong together, what drives each signal, and whether it is sound.

use crate::error::Problem;
use crate::expression::{Expression, Kind, SignalId};
use crate::scope::{Role, Scope};
use crate::statement::{self, Kernel, Statement};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Statements that must be printed together, in order.
pub(crate) struct Component {
    pub(crate) statements: Vec<Statement>,
    pub(crate) targets: BTreeSet<SignalId>,
}

impl Component {
    /// The value, if the component is one assignment to a whole signal.
    pub(crate) fn as_single(&self, scope: &Scope<'_>) -> Option<(SignalId, &Expression)> {
        match self.statements.iter().filter(|s| !matches!(s, Statement::Comment(_))).collect::<Vec<_>>()[..] {
            [Statement::Assign { target, low: 0, value }] if value.width == scope.signal(*target).width => {
                Some((*target, value))
            }
            _ => None,
        }
    }
}

/// A kernel that passed every check that concerns one module alone.
pub(crate) struct Analysed {
    pub(crate) components: Vec<Component>,
    /// Clock of every register, by its index.
    pub(crate) clocks: Vec<SignalId>,
    /// Signals that something reads.
    pub(crate) read: HashSet<SignalId>,
    /// For every driven signal, the signals that it depends on within a cycle.
    pub(crate) dependencies: BTreeMap<SignalId, BTreeSet<SignalId>>,
}

pub(crate) fn analyse(scope: &Scope<'_>, kernel: Kernel) -> Result<Analysed, Problem> {
    let clocks = register_clocks(scope, &kernel)?;
    let mut statements = kernel.statements;
    check_driven(scope, &statements)?;
    drop_unread_locals(scope, &mut statements);
    let mut components = components(scope, statements);
    for component in &components {
        check_paths(scope, component)?;
    }
    for component in &mut components {
        drop_overwritten(scope, component);
    }
    let mut read = HashSet::new();
    for statement in components.iter().flat_map(|component| &component.statements) {
        statement.visit_reads(&mut |id, _, _| {
            read.insert(id);
        });
    }
    let mut dependencies = BTreeMap::new();
    for component in &components {
        let mut known = HashMap::new();
        trace(scope, &component.statements, &BTreeSet::new(), &mut known);
        dependencies.extend(known);
    }
    Ok(Analysed { components, clocks, read, dependencies })
}

fn register_clocks(scope: &Scope<'_>, kernel: &Kernel) -> Result<Vec<SignalId>, Problem> {
    scope
        .registers
        .iter()
        .map(|register| {
            let mut sources = kernel.clocks.iter().filter(|(target, _)| *target == register.clock);
            match (sources.next().map(|(_, source)| &source.kind), sources.next()) {
                (Some(Kind::Signal(id)), None) => Ok(*id),
                _ => Err(Problem::RegisterClock { signal: register.path.clone() }),
            }
        })
        .collect()
}

fn check_driven(scope: &Scope<'_>, statements: &[Statement]) -> Result<(), Problem> {
    let (mut written, mut read) = (HashSet::new(), HashSet::new());
    for statement in statements {
        statement.visit_writes(&mut |id, _, _| {
            written.insert(id);
        });
        statement.visit_reads(&mut |id, _, _| {
            read.insert(id);
        });
    }
    for id in scope.ids() {
        let signal = scope.signal(id);
        let needed = signal.role.is_driven_here() && (signal.role != Role::Local || read.contains(&id));
        if needed && !written.contains(&id) {
            return Err(Problem::Undriven { signal: signal.path.clone(), what: signal.role.description() });
        }
    }
    Ok(())
}

/// Removes the Locals that nothing depends on.
fn drop_unread_locals(scope: &Scope<'_>, statements: &mut Vec<Statement>) {
    let mut live: HashSet<SignalId> = scope
        .ids()
        .filter(|id| scope.signal(*id).role.is_driven_here() && scope.signal(*id).role != Role::Local)
        .collect();
    loop {
        let before = live.len();
        for statement in statements.iter() {
            mark_live(statement, &mut live);
        }
        if live.len() == before {
            break;
        }
    }
    statement::retain(statements, &|id| live.contains(&id));
}

/// Marks what a statement reads for the sake of live targets; says whether it has any.
fn mark_live(statement: &Statement, live: &mut HashSet<SignalId>) -> bool {
    let mark = |e: &Expression, live: &mut HashSet<SignalId>| {
        e.visit_reads(&mut |id, _, _| {
            live.insert(id);
        });
    };
    match statement {
        Statement::Assign { target, value, .. } => {
            let needed = live.contains(target);
            if needed {
                mark(value, live);
            }
            needed
        }
        Statement::If { condition, then, otherwise } => {
            let needed = then.iter().chain(otherwise).fold(false, |needed, s| mark_live(s, live) | needed);
            if needed {
                mark(condition, live);
            }
            needed
        }
        Statement::Case { subject, arms, default, .. } => {
            let bodies = arms.iter().map(|(_, body)| body).chain([default]);
            let needed = bodies.flatten().fold(false, |needed, s| mark_live(s, live) | needed);
            if needed {
                mark(subject, live);
            }
            needed
        }
        Statement::Comment(_) => false,
    }
}

/// Groups statements that write one signal, or that read a variable between its writes.
fn components(scope: &Scope<'_>, statements: Vec<Statement>) -> Vec<Component> {
    let mut groups = Groups::new(scope.signals.len());
    let mut positions: HashMap<SignalId, (usize, usize)> = HashMap::new();
    let mut first_targets = Vec::new();
    for (position, statement) in statements.iter().enumerate() {
        let mut targets = Vec::new();
        statement.visit_writes(&mut |id, _, _| targets.push(id));
        for id in &targets {
            groups.merge(targets[0], *id);
            positions.entry(*id).and_modify(|(_, last)| *last = position).or_insert((position, position));
        }
        first_targets.push(targets.first().copied());
    }
    for (position, statement) in statements.iter().enumerate() {
        let Some(target) = first_targets[position] else { continue };
        statement.visit_reads(&mut |id, _, _| {
            let between = positions.get(&id).is_some_and(|(first, last)| *first < position && position < *last);
            if between && scope.signal(id).role.is_variable() {
                groups.merge(target, id);
            }
        });
    }
    let mut components: Vec<Component> = Vec::new();
    let mut by_group: HashMap<SignalId, usize> = HashMap::new();
    let mut comments = Vec::new();
    for (statement, target) in statements.into_iter().zip(first_targets) {
        // A comment goes with the statement below it.
        let Some(target) = target else {
            comments.push(statement);
            continue;
        };
        let index = *by_group.entry(groups.representative(target)).or_insert_with(|| {
            components.push(Component { statements: Vec::new(), targets: BTreeSet::new() });
            components.len() - 1
        });
        let component = &mut components[index];
        statement.visit_writes(&mut |id, _, _| {
            component.targets.insert(id);
        });
        component.statements.append(&mut comments);
        component.statements.push(statement);
    }
    components
}

/// Disjoint sets of signals.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn representative(&self, id: SignalId) -> SignalId {
        let mut index = id.0;
        while self.0[index] != index {
            index = self.0[index];
        }
        SignalId(index)
    }

    fn merge(&mut self, a: SignalId, b: SignalId) {
        let (a, b) = (self.representative(a).0, self.representative(b).0);
        self.0[a.max(b)] = a.min(b);
    }
}

/// Bits of each target that are written on every path so far.
type Coverage = BTreeMap<SignalId, Vec<bool>>;

/// No latch, no read above the first write, no read of a child's input between its writes.
fn check_paths(scope: &Scope<'_>, component: &Component) -> Result<(), Problem> {
    let mut coverage: Coverage =
        component.targets.iter().map(|id| (*id, vec![false; scope.signal(*id).width])).collect();
    cover(scope, &component.statements, &mut coverage)?;
    for (id, bits) in &coverage {
        if let Some(bit) = bits.iter().position(|bit| !bit) {
            return Err(Problem::Latch { signal: scope.signal(*id).path.clone(), bit });
        }
    }
    let mut last_write: HashMap<SignalId, usize> = HashMap::new();
    for (position, statement) in component.statements.iter().enumerate() {
        statement.visit_writes(&mut |id, _, _| {
            last_write.insert(id, position);
        });
    }
    for (position, statement) in component.statements.iter().enumerate() {
        let mut early = None;
        statement.visit_reads(&mut |id, _, _| {
            let written_later = last_write.get(&id).is_some_and(|last| position <= *last);
            if written_later && !scope.signal(id).role.is_variable() {
                early = Some(id);
            }
        });
        if let Some(id) = early {
            return Err(Problem::ChildInputRead { signal: scope.signal(id).path.clone() });
        }
    }
    Ok(())
}

fn check_reads(scope: &Scope<'_>, e: &Expression, coverage: &Coverage) -> Result<(), Problem> {
    let mut early = None;
    e.visit_reads(&mut |id, low, width| {
        let covered = coverage.get(&id).is_none_or(|bits| bits[low..low + width].iter().all(|bit| *bit));
        if !covered && scope.signal(id).role.is_variable() {
            early = Some(id);
        }
    });
    match early {
        Some(id) => Err(Problem::ReadBeforeWrite { signal: scope.signal(id).path.clone() }),
        None => Ok(()),
    }
}

fn cover(scope: &Scope<'_>, statements: &[Statement], coverage: &mut Coverage) -> Result<(), Problem> {
    for statement in statements {
        match statement {
            Statement::Assign { target, low, value } => {
                check_reads(scope, value, coverage)?;
                if let Some(bits) = coverage.get_mut(target) {
                    bits[*low..low + value.width].fill(true);
                }
            }
            Statement::If { condition, then, otherwise } => {
                check_reads(scope, condition, coverage)?;
                cover_branches(scope, [then, otherwise], coverage)?;
            }
            Statement::Case { subject, arms, default, .. } => {
                check_reads(scope, subject, coverage)?;
                cover_branches(scope, arms.iter().map(|(_, body)| body).chain([default]), coverage)?;
            }
            Statement::Comment(_) => {}
        }
    }
    Ok(())
}

fn cover_branches<'a>(
    scope: &Scope<'_>,
    branches: impl IntoIterator<Item = &'a Vec<Statement>>,
    coverage: &mut Coverage,
) -> Result<(), Problem> {
    let mut common: Option<Coverage> = None;
    for branch in branches {
        let mut covered = coverage.clone();
        cover(scope, branch, &mut covered)?;
        match &mut common {
            None => common = Some(covered),
            Some(common) => {
                for (id, bits) in common.iter_mut() {
                    bits.iter_mut().zip(&covered[id]).for_each(|(bit, other)| *bit &= other);
                }
            }
        }
    }
    *coverage = common.unwrap_or_default();
    Ok(())
}

/// Drops writes that a later unconditional write of the whole signal makes void, such as the hold of `dff_setup!`.
fn drop_overwritten(scope: &Scope<'_>, component: &mut Component) {
    let mut void: HashSet<SignalId> = HashSet::new();
    let mut kept = Vec::new();
    for statement in std::mem::take(&mut component.statements).into_iter().rev() {
        if !statement.is_assignment() {
            // A branch may read what another part of the statement writes.
            statement.visit_reads(&mut |id, _, _| {
                void.remove(&id);
            });
        }
        let mut single = vec![statement];
        statement::retain(&mut single, &|id| !void.contains(&id));
        let Some(statement) = single.pop() else { continue };
        match &statement {
            Statement::Assign { target, low: 0, value } if value.width == scope.signal(*target).width => {
                void.insert(*target);
            }
            _ => {}
        }
        statement.visit_reads(&mut |id, _, _| {
            if scope.signal(id).role.is_variable() {
                void.remove(&id);
            }
        });
        kept.push(statement);
    }
    kept.reverse();
    component.statements = kept;
}

/// Follows values through a component, so that a variable rewritten in it does not look like a loop.
fn trace(
    scope: &Scope<'_>,
    statements: &[Statement],
    conditions: &BTreeSet<SignalId>,
    known: &mut HashMap<SignalId, BTreeSet<SignalId>>,
) {
    let sources = |e: &Expression, known: &HashMap<SignalId, BTreeSet<SignalId>>| {
        let mut sources = BTreeSet::new();
        e.visit_reads(&mut |id, _, _| match known.get(&id) {
            Some(inner) if scope.signal(id).role.is_variable() => sources.extend(inner),
            _ => {
                sources.insert(id);
            }
        });
        sources
    };
    for statement in statements {
        match statement {
            Statement::Assign { target, low, value } => {
                let mut found = sources(value, known);
                found.extend(conditions);
                let whole = *low == 0 && value.width == scope.signal(*target).width;
                if let (false, Some(before)) = (whole && conditions.is_empty(), known.get(target)) {
                    found.extend(before);
                }
                known.insert(*target, found);
            }
            Statement::If { condition, then, otherwise } => {
                let mut inner = conditions.clone();
                inner.extend(sources(condition, known));
                trace_branches(scope, [then, otherwise], &inner, known);
            }
            Statement::Case { subject, arms, default, .. } => {
                let mut inner = conditions.clone();
                inner.extend(sources(subject, known));
                trace_branches(scope, arms.iter().map(|(_, body)| body).chain([default]), &inner, known);
            }
            Statement::Comment(_) => {}
        }
    }
}

fn trace_branches<'a>(
    scope: &Scope<'_>,
    branches: impl IntoIterator<Item = &'a Vec<Statement>>,
    conditions: &BTreeSet<SignalId>,
    known: &mut HashMap<SignalId, BTreeSet<SignalId>>,
) {
    let before = known.clone();
    for branch in branches {
        let mut inner = before.clone();
        trace(scope, branch, conditions, &mut inner);
        for (id, sources) in inner {
            known.entry(id).or_default().extend(sources);
        }
    }
}
