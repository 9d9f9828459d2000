//! What a group of statements leaves behind: every combinational signal as one function of others, and the statements
//! that only registers need.
//!
//! Statements run from top to bottom and may write a signal again and again. Verilog's `always @*` could say the same,
//! but it waits for a change of what it reads, and so says nothing of what never changes after time zero. A continuous
//! assignment holds from the beginning.

use crate::expression::{Expression, Kind, Operator, SignalId};
use crate::scope::Scope;
use crate::statement::{self, Statement};
use crate::value::BitString;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

pub(crate) struct Settled {
    /// Values that others share. Their signals are numbered from the first free one, and each reads only those above it.
    pub(crate) shared: Vec<Shared>,
    /// In the order in which they are first written.
    pub(crate) driven: Vec<Driven>,
    /// What is left for the registers; reads no signal before it has its last value.
    pub(crate) clocked: Vec<Statement>,
}

pub(crate) struct Shared {
    /// Signal on whose way the value lies.
    pub(crate) subject: SignalId,
    pub(crate) value: Expression,
}

pub(crate) struct Driven {
    pub(crate) target: SignalId,
    pub(crate) comments: Vec<String>,
    pub(crate) value: Expression,
}

/// Settles statements whose paths are checked: every target is written on every path, and read below its first write.
pub(crate) fn settle(
    scope: &Scope<'_>,
    statements: &[Statement],
    is_clocked: &dyn Fn(SignalId) -> bool,
    first_free: usize,
) -> Settled {
    let mut last_write = HashMap::new();
    let mut position = 0;
    for statement in statements {
        statement.visit_writes(&mut |id, _, _| {
            last_write.insert(id, position);
            position += 1;
        });
    }
    let mut run = Run {
        scope,
        is_clocked,
        last_write,
        position: 0,
        first_free,
        shared: Vec::new(),
        known: HashMap::new(),
        order: Vec::new(),
        comments: HashMap::new(),
    };
    let mut values = Values::new();
    let clocked = run.block(statements, &mut values);
    run.finish(values, clocked)
}

/// Values of the combinational targets so far.
type Values = BTreeMap<SignalId, Expression>;

struct Run<'a, 'b> {
    scope: &'b Scope<'a>,
    is_clocked: &'b dyn Fn(SignalId) -> bool,
    /// Number of the last assignment to each target.
    last_write: HashMap<SignalId, usize>,
    /// Number of the next assignment.
    position: usize,
    first_free: usize,
    shared: Vec<Shared>,
    known: HashMap<Expression, SignalId>,
    order: Vec<SignalId>,
    comments: HashMap<SignalId, Vec<String>>,
}

impl Run<'_, '_> {
    /// Runs the statements; returns what is left of them for the registers.
    fn block(&mut self, statements: &[Statement], values: &mut Values) -> Vec<Statement> {
        let mut left = Vec::new();
        let mut comments: Vec<&String> = Vec::new();
        for statement in statements {
            if let Statement::Comment(text) = statement {
                comments.push(text);
                continue;
            }
            // A comment goes with the statement below it: with its registers, or with the first signal it drives.
            let targets = targets(statement);
            if targets.iter().any(|id| (self.is_clocked)(*id)) {
                left.extend(comments.drain(..).cloned().map(Statement::Comment));
            } else if let Some(first) = targets.first() {
                self.comments.entry(*first).or_default().extend(comments.drain(..).cloned());
            }
            self.statement(statement, values, &mut left);
        }
        left
    }

    fn statement(&mut self, statement: &Statement, values: &mut Values, left: &mut Vec<Statement>) {
        match statement {
            Statement::Comment(_) => {}
            Statement::Assign { target, low, value } => {
                let value = self.settled(value, values);
                self.position += 1;
                if (self.is_clocked)(*target) {
                    left.push(Statement::Assign { target: *target, low: *low, value });
                    return;
                }
                if !self.order.contains(target) {
                    self.order.push(*target);
                }
                let width = self.scope.signal(*target).width;
                let written = match values.remove(target) {
                    // What nothing has written yet is written before it counts.
                    before if value.width < width => {
                        let before = before.unwrap_or_else(|| Expression::constant(BitString::zeros(width)));
                        overlaid(before, *low, value)
                    }
                    _ => value,
                };
                values.insert(*target, written);
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.settled(condition, values);
                let before = self.shared_before(statement, values);
                let (mut taken, mut untaken) = (before.clone(), before.clone());
                let then = self.block(then, &mut taken);
                let otherwise = self.block(otherwise, &mut untaken);
                for id in self.combinational(statement) {
                    let value = match (taken.remove(&id), untaken.remove(&id)) {
                        (Some(a), Some(b)) => {
                            let holds = before.get(&id) == Some(&b);
                            chosen(&condition, a, b, holds)
                        }
                        (Some(only), None) | (None, Some(only)) => only,
                        (None, None) => continue,
                    };
                    values.insert(id, value);
                }
                statement::push_if(condition, then, otherwise, left);
            }
            Statement::Case { subject, arms, default, last } => {
                let subject = self.settled(subject, values);
                let subject = match targets(statement).first() {
                    Some(first) => self.atom(subject, *first),
                    None => subject,
                };
                let before = self.shared_before(statement, values);
                let mut ends = Vec::new();
                let mut left_arms = Vec::new();
                for (label, body) in arms {
                    let mut end = before.clone();
                    left_arms.push((label.clone(), self.block(body, &mut end)));
                    ends.push(end);
                }
                let mut end = before;
                let left_default = self.block(default, &mut end);
                for id in self.combinational(statement) {
                    let arms: Vec<(&Expression, Expression)> = arms
                        .iter()
                        .zip(&mut ends)
                        .filter_map(|((label, _), end)| Some((label, end.remove(&id)?)))
                        .collect();
                    let default = end.remove(&id).map(|value| (last.as_ref(), value));
                    if let Some(value) = selected(&subject, arms, default) {
                        values.insert(id, value);
                    }
                }
                let case = Statement::Case { subject, arms: left_arms, default: left_default, last: last.clone() };
                if statement::has_assignment(std::slice::from_ref(&case)) {
                    left.push(case);
                }
            }
        }
    }

    fn combinational(&self, statement: &Statement) -> Vec<SignalId> {
        targets(statement).into_iter().filter(|id| !(self.is_clocked)(*id)).collect()
    }

    /// The values before a statement; those that it may leave alone on some paths can be repeated without their text.
    fn shared_before(&mut self, statement: &Statement, values: &mut Values) -> Values {
        for id in self.combinational(statement) {
            if let Some(value) = values.remove(&id) {
                let value = self.atoms(value, id);
                values.insert(id, value);
            }
        }
        values.clone()
    }

    /// The expression over signals that have their last value.
    fn settled(&mut self, e: &Expression, values: &mut Values) -> Expression {
        let mut early = BTreeSet::new();
        e.visit_reads(&mut |id, _, _| {
            let is_early = self.last_write.get(&id).is_some_and(|last| *last >= self.position);
            if is_early && id.0 < self.scope.signals.len() && self.scope.signal(id).role.is_variable() {
                early.insert(id);
            }
        });
        if early.is_empty() {
            return e.clone();
        }
        for id in &early {
            if let Some(value) = values.remove(id) {
                let value = self.atoms(value, *id);
                values.insert(*id, value);
            }
        }
        e.clone().with_signals(&|id| if early.contains(&id) { values.get(&id).cloned() } else { None })
    }

    /// The value, made of parts that are signals or constants.
    fn atoms(&mut self, value: Expression, subject: SignalId) -> Expression {
        match value.kind {
            Kind::Concat(parts) => Expression::concat(parts.into_iter().map(|part| self.atom(part, subject)).collect()),
            _ => self.atom(value, subject),
        }
    }

    fn atom(&mut self, value: Expression, subject: SignalId) -> Expression {
        if is_atom(&value) {
            return value;
        }
        let (width, signed) = (value.width, value.signed);
        let id = match self.known.get(&value) {
            Some(id) => *id,
            None => {
                let id = SignalId(self.first_free + self.shared.len());
                self.known.insert(value.clone(), id);
                self.shared.push(Shared { subject, value });
                id
            }
        };
        Expression::signal(id, width, signed)
    }

    /// Puts shared values that are needed once back into their place, and numbers the rest.
    fn finish(mut self, mut values: Values, mut clocked: Vec<Statement>) -> Settled {
        let mut kept: Vec<(SignalId, Shared)> = Vec::new();
        for index in (0..self.shared.len()).rev() {
            let id = SignalId(self.first_free + index);
            let Some(candidate) = self.shared.pop() else { break };
            let mut uses = Uses::default();
            values.values().for_each(|value| uses.count_driven(value, id));
            kept.iter().for_each(|(_, shared)| uses.count(&shared.value, id, true));
            clocked.iter().for_each(|s| s.visit_expressions(&mut |e| uses.count(e, id, false)));
            let is_choice = matches!(candidate.value.kind, Kind::Choice { .. });
            match (uses.tail, uses.inner) {
                (0, 0) => {}
                (1, 0) | (0, 1) if uses.tail == 1 || !is_choice => {
                    let mut put = |e: &mut Expression| {
                        if e.reads(&|other| other == id) {
                            *e = e.clone().with_signals(&|other| (other == id).then(|| candidate.value.clone()));
                        }
                    };
                    values.values_mut().for_each(&mut put);
                    kept.iter_mut().for_each(|(_, shared)| put(&mut shared.value));
                    clocked.iter_mut().for_each(|statement| statement.visit_expressions_mut(&mut put));
                }
                _ => kept.push((id, candidate)),
            }
        }
        kept.reverse();
        let numbers: HashMap<SignalId, Expression> = kept
            .iter()
            .enumerate()
            .map(|(index, (id, Shared { value, .. }))| {
                (*id, Expression::signal(SignalId(self.first_free + index), value.width, value.signed))
            })
            .collect();
        let number = |e: &mut Expression| *e = e.clone().with_signals(&|id| numbers.get(&id).cloned());
        kept.iter_mut().for_each(|(_, shared)| number(&mut shared.value));
        values.values_mut().for_each(number);
        clocked.iter_mut().for_each(|statement| statement.visit_expressions_mut(&mut |e| number(e)));
        let mut comments = self.comments;
        let driven = self.order.into_iter().filter_map(|target| {
            let comments = comments.remove(&target).unwrap_or_default();
            Some(Driven { target, comments, value: values.remove(&target)? })
        });
        Settled { driven: driven.collect(), shared: kept.into_iter().map(|(_, shared)| shared).collect(), clocked }
    }
}

/// How often a value is needed.
#[derive(Default)]
struct Uses {
    /// As the outcome of a choice, where a choice can go on.
    tail: usize,
    inner: usize,
}

impl Uses {
    /// Each part of a driven signal can have an assignment of its own.
    fn count_driven(&mut self, e: &Expression, id: SignalId) {
        match &e.kind {
            Kind::Concat(parts) => parts.iter().for_each(|part| self.count(part, id, true)),
            _ => self.count(e, id, true),
        }
    }

    fn count(&mut self, e: &Expression, id: SignalId, is_tail: bool) {
        match &e.kind {
            Kind::Signal(other) if *other == id && is_tail => self.tail += 1,
            Kind::Choice { condition, then, otherwise } => {
                self.count(condition, id, false);
                self.count(then, id, is_tail);
                self.count(otherwise, id, is_tail);
            }
            _ => e.visit_reads(&mut |other, _, _| self.inner += usize::from(other == id)),
        }
    }
}

/// Signals that a statement writes, in the order of their first writes.
fn targets(statement: &Statement) -> Vec<SignalId> {
    let mut targets = Vec::new();
    let mut seen = HashSet::new();
    statement.visit_writes(&mut |id, _, _| {
        if seen.insert(id) {
            targets.push(id);
        }
    });
    targets
}

fn is_atom(e: &Expression) -> bool {
    match &e.kind {
        Kind::Signal(_) | Kind::Constant(_) => true,
        Kind::Slice { base, .. } => is_atom(base),
        _ => false,
    }
}

/// The value with some of its bits written.
fn overlaid(before: Expression, low: usize, value: Expression) -> Expression {
    let (width, high) = (before.width, low + value.width);
    let mut parts = Vec::new();
    if low > 0 {
        parts.push(before.clone().slice(0, low));
    }
    parts.push(value);
    if high < width {
        parts.push(before.slice(high, width - high));
    }
    Expression::concat(parts)
}

/// A choice bit by bit, so that the bits that both have in common need none.
fn chosen(condition: &Expression, then: Expression, otherwise: Expression, holds: bool) -> Expression {
    let choice = |then, otherwise| Expression::choice(condition.clone(), then, otherwise, holds);
    if !matches!((&then.kind, &otherwise.kind), (Kind::Concat(_), _) | (_, Kind::Concat(_))) {
        return choice(then, otherwise);
    }
    let mut edges = then.part_edges();
    edges.extend(otherwise.part_edges());
    edges.sort_unstable();
    edges.dedup();
    // Neighbouring bits with the same answer to whether they differ.
    let mut runs: Vec<(usize, usize, bool)> = Vec::new();
    let mut low = 0;
    for high in edges {
        let same = then.clone().slice(low, high - low) == otherwise.clone().slice(low, high - low);
        match runs.last_mut() {
            Some((_, end, equal)) if *equal == same => *end = high,
            _ => runs.push((low, high, same)),
        }
        low = high;
    }
    if runs.len() == 1 {
        return choice(then, otherwise);
    }
    let parts = runs.into_iter().map(|(low, high, same)| {
        let part = then.clone().slice(low, high - low);
        if same { part } else { choice(part, otherwise.clone().slice(low, high - low)) }
    });
    Expression::concat(parts.collect())
}

/// The value that a subject selects; without a default, one of the arms is taken.
fn selected(
    subject: &Expression,
    mut arms: Vec<(&Expression, Expression)>,
    default: Option<(Option<&Expression>, Expression)>,
) -> Option<Expression> {
    let (last, mut fallback) = match default {
        Some(default) => default,
        None => (None, arms.pop()?.1),
    };
    let equals = |label: &Expression| Expression::binary(Operator::Equal, subject.clone(), label.clone());
    let mut groups: Vec<(Expression, usize, Expression)> = Vec::new();
    let count = arms.len();
    let is_full = arms.iter().enumerate().all(|(index, (label, _))| is_number(label, index));
    for (label, value) in arms {
        match groups.iter_mut().find(|(.., other)| *other == value) {
            Some((condition, labels, _)) => {
                *condition = Expression::binary(Operator::Or, condition.clone(), equals(label));
                *labels += 1;
            }
            None => groups.push((equals(label), 1, value)),
        }
    }
    let most = (0..groups.len()).rev().max_by_key(|index| groups[*index].1);
    match (most, last) {
        // What nearly every arm says needs no condition; the last variant, which stands for all numbers above it, has one.
        (Some(most), Some(last))
            if groups[most].1 > 1
                && is_full
                && is_number(last, count)
                && groups.iter().all(|(.., value)| *value != fallback) =>
        {
            let is_end = last.as_constant().is_some_and(BitString::is_ones);
            let operator = if is_end { Operator::Equal } else { Operator::GreaterOrEqual };
            let condition = Expression::binary(operator, subject.clone(), last.clone());
            let (.., common) = groups.remove(most);
            groups.push((condition, 1, std::mem::replace(&mut fallback, common)));
        }
        _ => groups.retain(|(.., value)| *value != fallback),
    }
    Some(groups.into_iter().rev().fold(fallback, |rest, (condition, _, value)| chosen(&condition, value, rest, false)))
}

fn is_number(label: &Expression, number: usize) -> bool {
    label.as_constant().and_then(BitString::to_u128) == Some(number as u128)
}
