//! Expressions in which every node has the width that Rust gave it.
//!
//! The constructors simplify: slices move towards the signals, constant shifts and casts become concatenations, and
//! an `|` of values in disjoint bits becomes a concatenation too. The value never changes.

use crate::value::BitString;
use rust_hdl::prelude::clog2;

/// Index into the signals of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SignalId(pub(crate) usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Expression {
    pub(crate) width: usize,
    pub(crate) signed: bool,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Signal(SignalId),
    Constant(Constant),
    /// Bits `low .. low + width` of the base, all of which exist.
    Slice {
        base: Box<Expression>,
        low: usize,
    },
    /// Least significant part first.
    Concat(Vec<Expression>),
    SignExtend(Box<Expression>),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    /// All bits combined into one.
    Reduce(Reduction, Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// Bit of `base` at a place known only at run time, which lies inside it.
    BitSelect {
        base: Box<Expression>,
        index: Box<Expression>,
    },
    /// `condition ? then : otherwise`.
    Choice {
        condition: Box<Expression>,
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Constant {
    pub(crate) value: BitString,
    /// Name of the enum variant or constant field.
    pub(crate) name: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reduction {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    And,
    Or,
    Xor,
    Add,
    Subtract,
    /// As wide as both operands together.
    Multiply,
    /// The right operand may have any width.
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Operator {
    pub(crate) fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual
        )
    }

    /// Whether terms may be grouped in any way.
    pub(crate) fn associates(self) -> bool {
        self.is_bitwise() || self == Self::Add
    }

    fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }
}

impl Expression {
    fn unsigned(width: usize, kind: Kind) -> Self {
        Self { width, signed: false, kind }
    }

    pub(crate) fn signal(id: SignalId, width: usize, signed: bool) -> Self {
        Self { width, signed, kind: Kind::Signal(id) }
    }

    pub(crate) fn constant(value: BitString) -> Self {
        Self::unsigned(value.width(), Kind::Constant(Constant { value, name: None }))
    }

    pub(crate) fn named_constant(value: BitString, name: String) -> Self {
        Self::unsigned(value.width(), Kind::Constant(Constant { value, name: Some(name) }))
    }

    pub(crate) fn bit(value: bool) -> Self {
        Self::constant(if value { BitString::zeros(1).complement() } else { BitString::zeros(1) })
    }

    fn zeros(width: usize) -> Self {
        Self::constant(BitString::zeros(width))
    }

    /// The value, if the expression is a constant.
    pub(crate) fn as_constant(&self) -> Option<&BitString> {
        match &self.kind {
            Kind::Constant(constant) => Some(&constant.value),
            _ => None,
        }
    }

    /// The value as the place of a bit, if it is a constant.
    fn as_place(&self) -> Option<usize> {
        usize::try_from(self.as_constant()?.to_u128()?).ok()
    }

    fn is_zero(&self) -> bool {
        self.as_constant().is_some_and(BitString::is_zero)
    }

    fn is_ones(&self) -> bool {
        self.as_constant().is_some_and(BitString::is_ones)
    }

    /// Same bits, read as unsigned or signed.
    pub(crate) fn with_sign(mut self, signed: bool) -> Self {
        self.signed = signed;
        self
    }

    /// Whether any slice of it can be written without a name for the whole.
    pub(crate) fn slices_freely(&self) -> bool {
        match &self.kind {
            Kind::Signal(_) | Kind::Constant(_) => true,
            Kind::Slice { base, .. } => matches!(base.kind, Kind::Signal(_)),
            Kind::Concat(parts) => parts.iter().all(Self::slices_freely),
            Kind::SignExtend(inner) | Kind::Not(inner) => inner.slices_freely(),
            Kind::Binary(operator, left, right) => {
                operator.is_bitwise() && left.slices_freely() && right.slices_freely()
            }
            _ => self.width == 1,
        }
    }

    /// Bits `low .. low + width`, which all exist.
    pub(crate) fn slice(self, low: usize, width: usize) -> Self {
        assert!(width > 0 && low + width <= self.width, "the caller checks that the slice lies inside");
        if width == self.width {
            return self.with_sign(false);
        }
        match self.kind {
            Kind::Constant(constant) => Self::constant(constant.value.slice(low, width)),
            Kind::Slice { base, low: inner } => base.slice(inner + low, width),
            Kind::Concat(parts) => {
                let mut position = 0;
                let mut taken = Vec::new();
                for part in parts {
                    let (start, end) = (position, position + part.width);
                    position = end;
                    let (first, last) = (start.max(low), end.min(low + width));
                    if first < last {
                        taken.push(part.slice(first - start, last - first));
                    }
                }
                Self::concat(taken)
            }
            Kind::SignExtend(inner) => {
                let inside = inner.width;
                if low + width <= inside {
                    inner.slice(low, width)
                } else if low < inside {
                    inner.slice(low, inside - low).sign_extended(width)
                } else {
                    inner.slice(inside - 1, 1).sign_extended(width)
                }
            }
            Kind::Not(inner) => inner.slice(low, width).complement(),
            Kind::Binary(operator, left, right) if operator.is_bitwise() => {
                Self::binary(operator, left.slice(low, width), right.slice(low, width))
            }
            Kind::Binary(operator @ (Operator::Add | Operator::Subtract), left, right) if low == 0 => {
                Self::binary(operator, left.slice(0, width), right.slice(0, width))
            }
            Kind::Binary(Operator::ShiftLeft, left, right) if low == 0 => {
                Self::binary(Operator::ShiftLeft, left.slice(0, width), *right)
            }
            Kind::Binary(Operator::ShiftRight, left, right) if right.as_constant().is_some() => {
                let start = right.as_place().unwrap_or(usize::MAX).saturating_add(low);
                if start >= left.width {
                    return Self::zeros(width);
                }
                let kept = width.min(left.width - start);
                left.slice(start, kept).resized(width)
            }
            Kind::Negate(inner) if low == 0 => inner.slice(0, width).negated(),
            Kind::Choice { condition, then, otherwise } => {
                Self::choice(*condition, then.slice(low, width), otherwise.slice(low, width), false)
            }
            kind => Self::unsigned(width, Kind::Slice { base: Box::new(Self { kind, ..self }), low }),
        }
    }

    /// Parts put together, least significant first.
    pub(crate) fn concat(parts: Vec<Self>) -> Self {
        let mut flat: Vec<Self> = Vec::new();
        for part in parts.into_iter().flat_map(Self::into_parts) {
            match flat.last_mut().and_then(|last| last.joined_with(&part)) {
                Some(joined) => *flat.last_mut().expect("an element was just joined") = joined,
                None => flat.push(part.with_sign(false)),
            }
        }
        if flat.len() == 1 {
            return flat.remove(0);
        }
        Self::unsigned(flat.iter().map(|part| part.width).sum(), Kind::Concat(flat))
    }

    fn into_parts(self) -> Vec<Self> {
        match self.kind {
            Kind::Concat(parts) => parts,
            _ => vec![self],
        }
    }

    /// Two neighbours as one part: constants, and slices of one value that touch.
    fn joined_with(&self, above: &Self) -> Option<Self> {
        if let (Some(low), Some(high)) = (self.as_constant(), above.as_constant()) {
            return Some(Self::constant(BitString::concatenated([low.clone(), high.clone()])));
        }
        let (Kind::Slice { base, low }, Kind::Slice { base: other, low: next }) = (&self.kind, &above.kind) else {
            return None;
        };
        (base == other && low + self.width == *next)
            .then(|| base.as_ref().clone().slice(*low, self.width + above.width))
    }

    /// Zero-extended or truncated.
    pub(crate) fn resized(self, width: usize) -> Self {
        if width <= self.width {
            return self.slice(0, width);
        }
        let zeros = Self::zeros(width - self.width);
        Self::concat(vec![self, zeros])
    }

    pub(crate) fn sign_extended(self, width: usize) -> Self {
        if width <= self.width {
            return self.slice(0, width).with_sign(true);
        }
        Self { width, signed: true, kind: Kind::SignExtend(Box::new(self)) }
    }

    pub(crate) fn complement(self) -> Self {
        let (width, signed) = (self.width, self.signed);
        match self.kind {
            Kind::Constant(constant) => Self::constant(constant.value.complement()),
            Kind::Not(inner) => *inner,
            kind => Self { width, signed, kind: Kind::Not(Box::new(Self { width, signed, kind })) },
        }
    }

    pub(crate) fn negated(self) -> Self {
        if let Some(value) = self.as_constant() {
            let negated = BitString::zeros(self.width).sum(&value.complement(), true);
            return Self::constant(negated).with_sign(self.signed);
        }
        Self { width: self.width, signed: self.signed, kind: Kind::Negate(Box::new(self)) }
    }

    pub(crate) fn reduced(self, reduction: Reduction) -> Self {
        if self.width == 1 {
            return self.with_sign(false);
        }
        if let Some(value) = self.as_constant() {
            return Self::bit(match reduction {
                Reduction::And => value.is_ones(),
                Reduction::Or => !value.is_zero(),
                Reduction::Xor => (0..value.width()).fold(false, |parity, bit| parity ^ value.bit(bit)),
            });
        }
        Self::unsigned(1, Kind::Reduce(reduction, Box::new(self)))
    }

    /// Both operands have the same width, but for products and shifts.
    pub(crate) fn binary(operator: Operator, left: Self, right: Self) -> Self {
        let (width, signed) = match operator {
            Operator::Multiply => (left.width + right.width, left.signed),
            _ if operator.is_comparison() => (1, false),
            _ => (left.width, left.signed),
        };
        if let Some(folded) = Self::folded(operator, &left, &right) {
            return folded;
        }
        Self { width, signed, kind: Kind::Binary(operator, Box::new(left), Box::new(right)) }
    }

    fn folded(operator: Operator, left: &Self, right: &Self) -> Option<Self> {
        match operator {
            Operator::Subtract | Operator::Xor if left == right => return Some(Self::zeros(left.width)),
            Operator::And | Operator::Or if left == right => return Some(left.clone()),
            Operator::Or | Operator::Xor if left.is_zero() => return Some(right.clone()),
            Operator::Or | Operator::Xor if right.is_zero() => return Some(left.clone()),
            Operator::Or if left.is_ones() => return Some(left.clone()),
            Operator::Or if right.is_ones() => return Some(right.clone()),
            Operator::Or | Operator::Xor => {
                if let Some(merged) = Self::disjoint_union(left, right) {
                    return Some(merged);
                }
            }
            Operator::And if left.is_zero() || right.is_ones() => {
                return Some(left.clone());
            }
            Operator::And if right.is_zero() || left.is_ones() => {
                return Some(right.clone());
            }
            // What is true of every unsigned number; linters complain of such comparisons.
            Operator::GreaterOrEqual if !left.signed && right.is_zero() => return Some(Self::bit(true)),
            Operator::Less if !left.signed && right.is_zero() => return Some(Self::bit(false)),
            Operator::LessOrEqual if !left.signed && left.is_zero() => return Some(Self::bit(true)),
            Operator::Greater if !left.signed && left.is_zero() => return Some(Self::bit(false)),
            Operator::LessOrEqual if !left.signed && right.is_ones() => {
                return Some(Self::bit(true));
            }
            Operator::Greater if !left.signed && right.is_ones() => {
                return Some(Self::bit(false));
            }
            Operator::GreaterOrEqual if !left.signed && left.is_ones() => {
                return Some(Self::bit(true));
            }
            Operator::Less if !left.signed && left.is_ones() => {
                return Some(Self::bit(false));
            }
            Operator::ShiftLeft | Operator::ShiftRight if left.is_zero() => return Some(left.clone()),
            Operator::Multiply if left.is_zero() || right.is_zero() => {
                return Some(Self::zeros(left.width + right.width).with_sign(left.signed));
            }
            Operator::Subtract | Operator::Add if right.is_zero() => return Some(left.clone()),
            Operator::Add if left.is_zero() => return Some(right.clone()),
            Operator::Equal | Operator::LessOrEqual | Operator::GreaterOrEqual if left == right => {
                return Some(Self::bit(true));
            }
            Operator::NotEqual | Operator::Less | Operator::Greater if left == right => return Some(Self::bit(false)),
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
                if left.width == 1 =>
            {
                return Some(Self::bit_order(operator, left, right));
            }
            Operator::Equal | Operator::NotEqual if left.width == 1 => {
                let (signal, constant) = match (left.as_constant(), right.as_constant()) {
                    (_, Some(constant)) => (left, constant),
                    (Some(constant), _) => (right, constant),
                    _ => return None,
                };
                let keep = constant.bit(0) == (operator == Operator::Equal);
                let signal = signal.clone().with_sign(false);
                return Some(if keep { signal } else { signal.complement() });
            }
            _ => {}
        }
        let (a, b) = (left.as_constant()?, right.as_constant()?);
        match operator {
            Operator::And => Some(Self::constant(a.zip(b, |a, b| a & b))),
            Operator::Or => Some(Self::constant(a.zip(b, |a, b| a | b))),
            Operator::Xor => Some(Self::constant(a.zip(b, |a, b| a ^ b))),
            Operator::Equal => Some(Self::bit(a == b)),
            Operator::NotEqual => Some(Self::bit(a != b)),
            Operator::Add => Some(Self::constant(a.sum(b, false))),
            Operator::Subtract => Some(Self::constant(a.sum(&b.complement(), true))),
            _ => None,
        }
    }

    /// An order of single bits as a function of them; as signed numbers they are 0 and -1.
    fn bit_order(operator: Operator, left: &Self, right: &Self) -> Self {
        let swapped = matches!(operator, Operator::Greater | Operator::GreaterOrEqual) != left.signed;
        let (low, high) = if swapped { (right, left) } else { (left, right) };
        let (low, high) = (low.clone().with_sign(false), high.clone().with_sign(false));
        let combine = match operator {
            Operator::Less | Operator::Greater => Operator::And,
            _ => Operator::Or,
        };
        Self::binary(combine, low.complement(), high)
    }

    /// `left | right` as a concatenation, if at every bit one of them is a constant zero.
    fn disjoint_union(left: &Self, right: &Self) -> Option<Self> {
        if !matches!((&left.kind, &right.kind), (Kind::Concat(_), _) | (_, Kind::Concat(_))) {
            return None;
        }
        let mut edges = left.part_edges();
        edges.extend(right.part_edges());
        edges.sort_unstable();
        edges.dedup();
        let mut parts = Vec::new();
        let mut low = 0;
        for edge in edges {
            let (a, b) = (left.clone().slice(low, edge - low), right.clone().slice(low, edge - low));
            parts.push(match (a.is_zero(), b.is_zero()) {
                (true, _) => b,
                (_, true) => a,
                _ => return None,
            });
            low = edge;
        }
        Some(Self::concat(parts))
    }

    /// Ends of the parts of a concatenation; of anything else, its own end.
    pub(crate) fn part_edges(&self) -> Vec<usize> {
        match &self.kind {
            Kind::Concat(parts) => parts
                .iter()
                .scan(0, |end, part| {
                    *end += part.width;
                    Some(*end)
                })
                .collect(),
            _ => vec![self.width],
        }
    }

    /// Shift by a constant.
    pub(crate) fn shifted_left(self, amount: usize) -> Self {
        let width = self.width;
        if amount == 0 {
            return self;
        }
        if amount >= width {
            return Self::zeros(width);
        }
        let kept = self.slice(0, width - amount);
        Self::concat(vec![Self::zeros(amount), kept])
    }

    /// Shift by a constant.
    pub(crate) fn shifted_right(self, amount: usize) -> Self {
        let width = self.width;
        if amount == 0 {
            return self;
        }
        if amount >= width {
            return Self::zeros(width);
        }
        if !self.slices_freely() {
            // A shift of a sum reads better than a slice of a named sum, and has the same width.
            let amount = BitString::from_u128(amount as u128, clog2(amount + 1)).expect("the width is made to fit");
            return Self::binary(Operator::ShiftRight, self, Self::constant(amount));
        }
        let kept = self.slice(amount, width - amount);
        Self::concat(vec![kept, Self::zeros(amount)])
    }

    pub(crate) fn bit_select(self, index: Self) -> Self {
        Self::unsigned(1, Kind::BitSelect { base: Box::new(self), index: Box::new(index) })
    }

    /// `then` if the condition holds. Where `holds` says that `otherwise` is the value so far, it is named first.
    pub(crate) fn choice(condition: Self, then: Self, otherwise: Self, holds: bool) -> Self {
        if then == otherwise {
            return then;
        }
        if let Some(value) = condition.as_constant() {
            return if value.bit(0) { then } else { otherwise };
        }
        if then.width == 1 {
            let (operator, condition, other) = match (then.as_constant(), otherwise.as_constant()) {
                (Some(then), _) if then.bit(0) => (Operator::Or, condition, otherwise),
                (Some(_), _) => (Operator::And, condition.inverted(), otherwise),
                (_, Some(otherwise)) if otherwise.bit(0) => (Operator::Or, condition.inverted(), then),
                (_, Some(_)) => (Operator::And, condition, then),
                _ => return Self::longer_choice(condition, then, otherwise),
            };
            let (left, right) = if holds { (other, condition) } else { (condition, other) };
            return Self::binary(operator, left.with_sign(false), right.with_sign(false));
        }
        Self::longer_choice(condition, then, otherwise)
    }

    /// Choices that follow each other read better than choices inside others.
    fn longer_choice(condition: Self, then: Self, otherwise: Self) -> Self {
        if let Kind::Choice { condition: inner, then: a, otherwise: b } = &then.kind {
            if **b == otherwise {
                return Self::choice(
                    Self::binary(Operator::And, condition, *inner.clone()),
                    *a.clone(),
                    otherwise,
                    false,
                );
            }
            if **a == otherwise {
                let both = Self::binary(Operator::And, condition, inner.clone().inverted());
                return Self::choice(both, *b.clone(), otherwise, false);
            }
            if !matches!(otherwise.kind, Kind::Choice { .. }) {
                return Self::choice(condition.inverted(), otherwise, then, false);
            }
        }
        if let Kind::Choice { condition: next, then: a, otherwise: b } = &otherwise.kind {
            if **a == then {
                return Self::choice(Self::binary(Operator::Or, condition, *next.clone()), then, *b.clone(), false);
            }
            if **b == then {
                let other = Self::binary(Operator::And, condition.inverted(), *next.clone());
                return Self::choice(other, *a.clone(), then, false);
            }
        }
        let (width, signed) = (then.width, then.signed);
        let (condition, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Self { width, signed, kind: Kind::Choice { condition, then, otherwise } }
    }

    /// The complement of a condition.
    pub(crate) fn inverted(self) -> Self {
        match self.kind {
            Kind::Binary(Operator::Equal, left, right) => Self::binary(Operator::NotEqual, *left, *right),
            Kind::Binary(Operator::NotEqual, left, right) => Self::binary(Operator::Equal, *left, *right),
            _ => self.complement(),
        }
    }

    /// The same with values in the place of signals.
    pub(crate) fn with_signals(self, values: &dyn Fn(SignalId) -> Option<Self>) -> Self {
        let (width, signed) = (self.width, self.signed);
        let put = |e: Box<Self>| (*e).with_signals(values);
        let result = match self.kind {
            Kind::Signal(id) => values(id).unwrap_or(self),
            Kind::Constant(_) => self,
            Kind::Slice { base, low } => put(base).slice(low, width),
            Kind::Concat(parts) => Self::concat(parts.into_iter().map(|part| part.with_signals(values)).collect()),
            Kind::SignExtend(inner) => put(inner).sign_extended(width),
            Kind::Not(inner) => put(inner).complement(),
            Kind::Negate(inner) => put(inner).negated(),
            Kind::Reduce(reduction, inner) => put(inner).reduced(reduction),
            Kind::Binary(operator, left, right) => {
                let (left, right) = (put(left), put(right));
                match (operator, right.as_place()) {
                    (Operator::ShiftLeft, Some(amount)) => left.shifted_left(amount),
                    (Operator::ShiftRight, Some(amount)) => left.shifted_right(amount),
                    _ => Self::binary(operator, left, right),
                }
            }
            Kind::BitSelect { base, index } => {
                let (base, index) = (put(base), put(index));
                match index.as_place() {
                    Some(place) if place < base.width => base.slice(place, 1),
                    _ => base.bit_select(index),
                }
            }
            Kind::Choice { condition, then, otherwise } => {
                Self::choice(put(condition), put(then), put(otherwise), false)
            }
        };
        result.with_sign(signed)
    }

    /// Calls `visit` with every signal and the bits of it that the value depends on.
    pub(crate) fn visit_reads(&self, visit: &mut dyn FnMut(SignalId, usize, usize)) {
        match &self.kind {
            Kind::Signal(id) => visit(*id, 0, self.width),
            Kind::Constant(_) => {}
            Kind::Slice { base, low } => match base.kind {
                Kind::Signal(id) => visit(id, *low, self.width),
                _ => base.visit_reads(visit),
            },
            Kind::Concat(parts) => parts.iter().for_each(|part| part.visit_reads(visit)),
            Kind::SignExtend(inner) | Kind::Not(inner) | Kind::Negate(inner) | Kind::Reduce(_, inner) => {
                inner.visit_reads(visit);
            }
            Kind::Binary(_, left, right) => {
                left.visit_reads(visit);
                right.visit_reads(visit);
            }
            Kind::BitSelect { base, index } => {
                base.visit_reads(visit);
                index.visit_reads(visit);
            }
            Kind::Choice { condition, then, otherwise } => {
                condition.visit_reads(visit);
                then.visit_reads(visit);
                otherwise.visit_reads(visit);
            }
        }
    }

    /// Calls `visit` with the terms that the operator joins.
    pub(crate) fn visit_terms(&self, operator: Operator, visit: &mut dyn FnMut(&Self)) {
        match &self.kind {
            Kind::Binary(own, left, right) if *own == operator => {
                left.visit_terms(operator, visit);
                right.visit_terms(operator, visit);
            }
            _ => visit(self),
        }
    }

    /// Whether it reads a signal that the predicate holds for.
    pub(crate) fn reads(&self, wanted: &dyn Fn(SignalId) -> bool) -> bool {
        let mut found = false;
        self.visit_reads(&mut |id, _, _| found |= wanted(id));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(id: usize, width: usize) -> Expression {
        Expression::signal(SignalId(id), width, false)
    }

    #[test]
    fn disjoint_or_becomes_a_concatenation() {
        let merged =
            Expression::binary(Operator::Or, signal(0, 8).resized(16), signal(1, 8).resized(16).shifted_left(8));
        assert_eq!(merged, Expression::concat(vec![signal(0, 8), signal(1, 8)]));
    }

    #[test]
    fn overlapping_or_stays() {
        let merged =
            Expression::binary(Operator::Or, signal(0, 9).resized(16), signal(1, 8).resized(16).shifted_left(8));
        assert!(matches!(merged.kind, Kind::Binary(Operator::Or, ..)));
    }

    #[test]
    fn a_slice_of_a_sum_above_bit_zero_keeps_the_sum_whole() {
        let sum = Expression::binary(Operator::Add, signal(0, 8), signal(1, 8));
        assert!(matches!(sum.clone().slice(1, 7).kind, Kind::Slice { .. }));
        assert_eq!(
            sum.slice(0, 3),
            Expression::binary(Operator::Add, signal(0, 8).slice(0, 3), signal(1, 8).slice(0, 3))
        );
    }

    #[test]
    fn neighbouring_slices_join() {
        let halves = vec![signal(0, 8).slice(0, 4), signal(0, 8).slice(4, 4)];
        assert_eq!(Expression::concat(halves), signal(0, 8));
    }

    #[test]
    fn comparisons_that_are_always_true_fold() {
        let zero = Expression::constant(BitString::zeros(4));
        assert_eq!(Expression::binary(Operator::GreaterOrEqual, signal(0, 4), zero), Expression::bit(true));
    }
}
