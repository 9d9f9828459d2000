//! Rust-HDL's expressions as ours: every literal gets its width, every name its signal.

use crate::error::Problem;
use crate::expression::{Expression, Operator, Reduction};
use crate::index::{self, Numbers};
use crate::scope::Scope;
use crate::value::BitString;
use rust_hdl::core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};

/// Where a kernel is being read.
pub(crate) struct Lowering<'a, 'b> {
    pub(crate) scope: &'b Scope<'a>,
    pub(crate) numbers: Numbers,
    /// For errors: the statement being read.
    pub(crate) context: String,
}

/// Width and sign that an expression has by itself.
#[derive(Clone, Copy)]
struct Shape {
    width: usize,
    signed: bool,
}

fn unsigned(width: usize) -> Option<Shape> {
    Some(Shape { width, signed: false })
}

impl Lowering<'_, '_> {
    /// The expression at the width that its place has.
    pub(crate) fn expression(&self, e: &VerilogExpression, width: usize) -> Result<Expression, Problem> {
        let lowered = self.lowered(e, Some(width))?;
        if lowered.width != width {
            return Err(self.mismatch(width, lowered.width));
        }
        Ok(lowered)
    }

    /// The expression at its own width.
    pub(crate) fn own_width(&self, e: &VerilogExpression) -> Result<Expression, Problem> {
        self.lowered(e, None)
    }

    /// The value, if named numbers and literals determine it.
    pub(crate) fn constant(&self, e: &VerilogExpression) -> Option<i128> {
        match e {
            VerilogExpression::Literal(literal) => {
                i128::try_from(BitString::parse(&literal.to_string())?.to_u128()?).ok()
            }
            VerilogExpression::Signal(name) => index::number(&self.numbers, name).map(|value| value as i128),
            VerilogExpression::Paren(inner) => self.constant(inner),
            VerilogExpression::Binary(left, operator, right) => {
                let (a, b) = (self.constant(left)?, self.constant(right)?);
                match operator {
                    VerilogOp::Add => a.checked_add(b),
                    VerilogOp::Sub => a.checked_sub(b),
                    VerilogOp::Mul => a.checked_mul(b),
                    VerilogOp::BitAnd => Some(a & b),
                    VerilogOp::BitOr => Some(a | b),
                    VerilogOp::BitXor => Some(a ^ b),
                    VerilogOp::Shl => u32::try_from(b).ok().and_then(|b| a.checked_mul(1_i128.checked_shl(b)?)),
                    VerilogOp::Shr => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
                    VerilogOp::LogicalAnd => Some(i128::from(a != 0 && b != 0)),
                    VerilogOp::LogicalOr => Some(i128::from(a != 0 || b != 0)),
                    VerilogOp::Eq => Some(i128::from(a == b)),
                    VerilogOp::Ne => Some(i128::from(a != b)),
                    VerilogOp::Lt => Some(i128::from(a < b)),
                    VerilogOp::Le => Some(i128::from(a <= b)),
                    VerilogOp::Gt => Some(i128::from(a > b)),
                    VerilogOp::Ge => Some(i128::from(a >= b)),
                }
            }
            _ => None,
        }
    }

    /// A constant at a width.
    fn literal(&self, value: i128, width: usize) -> Result<Expression, Problem> {
        let context = self.context.clone();
        let Ok(magnitude) = u128::try_from(value) else {
            return Err(Problem::NegativeLiteral { context, value: value.to_string() });
        };
        BitString::from_u128(magnitude, width).map(Expression::constant).ok_or_else(|| Problem::LiteralTooLarge {
            context,
            value: format!("{magnitude:#x}"),
            width,
        })
    }

    fn resolve(&self, name: &str) -> Result<String, Problem> {
        index::resolve(name, &self.numbers)
            .map_err(|index| Problem::IndexNotConstant { context: self.context.clone(), index })
    }

    pub(crate) fn signal_expression(&self, name: &str) -> Result<Expression, Problem> {
        self.scope.lookup(&self.resolve(name)?, &self.context)
    }

    fn shape(&self, e: &VerilogExpression) -> Result<Option<Shape>, Problem> {
        if self.constant(e).is_some() {
            return Ok(if is_bool(e) { unsigned(1) } else { None });
        }
        Ok(match e {
            VerilogExpression::Signal(name) => {
                let signal = self.signal_expression(name)?;
                Some(Shape { width: signal.width, signed: signal.signed })
            }
            VerilogExpression::Literal(literal) => unsigned(wide_literal(literal).map_or(1, |value| value.width())),
            VerilogExpression::Cast(_, width) => unsigned(*width),
            VerilogExpression::Paren(inner) => self.shape(inner)?,
            VerilogExpression::Signed(inner) => match self.shape(inner)? {
                Some(Shape { signed: true, .. }) | None => None,
                Some(Shape { width, .. }) => Some(Shape { width, signed: true }),
            },
            VerilogExpression::Unsigned(inner) => self.shape(inner)?.map(|shape| Shape { signed: false, ..shape }),
            VerilogExpression::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner) => self.shape(inner)?,
            VerilogExpression::Unary(..) | VerilogExpression::Index(..) => unsigned(1),
            VerilogExpression::Slice(inner, width, _) => {
                let signed = self.shape(inner)?.is_some_and(|shape| shape.signed);
                Some(Shape { width: *width, signed })
            }
            VerilogExpression::IndexReplace(inner, ..) => self.shape(inner)?,
            VerilogExpression::Binary(left, operator, right) => match operator {
                VerilogOp::LogicalAnd
                | VerilogOp::LogicalOr
                | VerilogOp::Eq
                | VerilogOp::Ne
                | VerilogOp::Lt
                | VerilogOp::Le
                | VerilogOp::Gt
                | VerilogOp::Ge => unsigned(1),
                VerilogOp::Shl | VerilogOp::Shr => match self.shape(left)? {
                    // Rust-HDL shifts a literal as a value of 64 bits.
                    None if self.constant(left).is_some() => unsigned(64),
                    shape => shape,
                },
                VerilogOp::Mul => match (self.shape(left)?, self.shape(right)?) {
                    (Some(a), Some(b)) => Some(Shape { width: a.width + b.width, signed: a.signed }),
                    _ => None,
                },
                _ => match self.shape(left)? {
                    Some(shape) => Some(shape),
                    None => self.shape(right)?,
                },
            },
        })
    }

    fn lowered(&self, e: &VerilogExpression, expected: Option<usize>) -> Result<Expression, Problem> {
        if let Some(value) = self.constant(e) {
            let width = if is_bool(e) { Some(1) } else { expected };
            return match width {
                Some(width) => self.literal(value, width),
                None => Err(self.unknown_width(e)),
            };
        }
        match e {
            VerilogExpression::Signal(name) => self.signal_expression(name),
            VerilogExpression::Literal(literal) => match (wide_literal(literal), expected) {
                (Some(value), Some(width)) => value.resized(width).map(Expression::constant).ok_or_else(|| {
                    Problem::LiteralTooLarge { context: self.context.clone(), value: literal.to_string(), width }
                }),
                (None, _) => {
                    Err(Problem::NegativeLiteral { context: self.context.clone(), value: literal.to_string() })
                }
                (Some(_), None) => Err(self.unknown_width(e)),
            },
            VerilogExpression::Paren(inner) => self.lowered(inner, expected),
            VerilogExpression::Cast(inner, width) => self.cast(inner, *width),
            VerilogExpression::Signed(inner) => self.signed_cast(inner, expected),
            VerilogExpression::Unsigned(inner) => Ok(self.lowered(inner, expected)?.with_sign(false)),
            VerilogExpression::Unary(operator, inner) => Ok(match operator {
                VerilogOpUnary::Not => self.lowered(inner, expected)?.complement(),
                VerilogOpUnary::Neg => self.lowered(inner, expected)?.negated(),
                VerilogOpUnary::All => self.own_width(inner)?.reduced(Reduction::And),
                VerilogOpUnary::Any => self.own_width(inner)?.reduced(Reduction::Or),
                VerilogOpUnary::Xor => self.own_width(inner)?.reduced(Reduction::Xor),
            }),
            VerilogExpression::Binary(left, operator, right) => self.binary(left, operator, right, expected),
            VerilogExpression::Index(inner, index) => self.bit(inner, index),
            VerilogExpression::Slice(inner, width, offset) => self.slice(inner, *width, offset),
            VerilogExpression::IndexReplace(inner, index, value) => self.replaced(inner, index, value, expected),
        }
    }

    fn cast(&self, inner: &VerilogExpression, width: usize) -> Result<Expression, Problem> {
        if width == 0 {
            return Err(Problem::NoBits { signal: self.context.clone() });
        }
        if let Some(value) = self.constant(inner) {
            return self.literal(value, width);
        }
        let value = self.lowered(inner, None)?;
        if value.signed && width > value.width {
            return Ok(value.sign_extended(width).with_sign(false));
        }
        Ok(value.resized(width).with_sign(false))
    }

    /// `signed_cast` keeps the width of an unsigned operand; `signed_bit_cast` gives a signed one the expected width.
    fn signed_cast(&self, inner: &VerilogExpression, expected: Option<usize>) -> Result<Expression, Problem> {
        let ambiguous = || Problem::AmbiguousSignedCast { context: self.context.clone() };
        match self.shape(inner)? {
            Some(Shape { signed: false, .. }) => Ok(self.lowered(inner, None)?.with_sign(true)),
            Some(Shape { signed: true, .. }) => {
                let width = expected.ok_or_else(ambiguous)?;
                Ok(self.lowered(inner, None)?.sign_extended(width).with_sign(true))
            }
            None => {
                let width = expected.ok_or_else(ambiguous)?;
                if self.constant(inner).is_none() {
                    return Err(ambiguous());
                }
                Ok(self.lowered(inner, Some(width))?.with_sign(true))
            }
        }
    }

    fn binary(
        &self,
        left: &VerilogExpression,
        operator: &VerilogOp,
        right: &VerilogExpression,
        expected: Option<usize>,
    ) -> Result<Expression, Problem> {
        match operator {
            VerilogOp::Shl | VerilogOp::Shr => self.shift(left, matches!(operator, VerilogOp::Shl), right),
            VerilogOp::Mul => {
                let (a, b) = (self.own_width(left)?, self.own_width(right)?);
                if a.signed != b.signed {
                    return Err(self.mismatch(a.width, b.width));
                }
                Ok(Expression::binary(Operator::Multiply, a, b))
            }
            VerilogOp::LogicalAnd => self.pair(Operator::And, left, right, Some(1)),
            VerilogOp::LogicalOr => self.pair(Operator::Or, left, right, Some(1)),
            VerilogOp::Add => self.addition(left, right, expected),
            VerilogOp::Sub => self.pair(Operator::Subtract, left, right, expected),
            VerilogOp::BitAnd => self.pair(Operator::And, left, right, expected),
            VerilogOp::BitOr => self.pair(Operator::Or, left, right, expected),
            VerilogOp::BitXor => self.pair(Operator::Xor, left, right, expected),
            VerilogOp::Eq => self.pair(Operator::Equal, left, right, None),
            VerilogOp::Ne => self.pair(Operator::NotEqual, left, right, None),
            VerilogOp::Lt => self.pair(Operator::Less, left, right, None),
            VerilogOp::Le => self.pair(Operator::LessOrEqual, left, right, None),
            VerilogOp::Gt => self.pair(Operator::Greater, left, right, None),
            VerilogOp::Ge => self.pair(Operator::GreaterOrEqual, left, right, None),
        }
    }

    /// Operands of one width: that of the one that has a width by itself, or the expected one.
    fn pair(
        &self,
        operator: Operator,
        left: &VerilogExpression,
        right: &VerilogExpression,
        expected: Option<usize>,
    ) -> Result<Expression, Problem> {
        let (a, b) = (self.shape(left)?, self.shape(right)?);
        let width = a.or(b).map(|shape| shape.width).or(expected);
        let (left, right) = (self.lowered(left, width)?, self.lowered(right, width)?);
        if left.width != right.width {
            return Err(self.mismatch(left.width, right.width));
        }
        // A literal takes the sign of its partner as well as its width.
        let signed = a.or(b).is_some_and(|shape| shape.signed);
        Ok(Expression::binary(operator, left.with_sign(signed), right.with_sign(signed)))
    }

    /// Rust-HDL can add a bool to a value of any width.
    fn addition(
        &self,
        left: &VerilogExpression,
        right: &VerilogExpression,
        expected: Option<usize>,
    ) -> Result<Expression, Problem> {
        if let (Some(Shape { width, signed: false }), Some(Shape { width: 1, .. })) =
            (self.shape(left)?, self.shape(right)?)
        {
            let carry = self.lowered(right, Some(1))?.resized(width);
            return Ok(Expression::binary(Operator::Add, self.lowered(left, Some(width))?, carry));
        }
        self.pair(Operator::Add, left, right, expected)
    }

    fn shift(&self, left: &VerilogExpression, to_left: bool, right: &VerilogExpression) -> Result<Expression, Problem> {
        let value = match self.shape(left)? {
            Some(_) => self.lowered(left, None)?,
            None => self.lowered(left, Some(64))?,
        };
        if value.signed {
            return Err(self.unsupported("a shift of a signed value", "shift the bits and cast the result"));
        }
        if let Some(amount) = self.constant(right) {
            let amount = usize::try_from(amount).unwrap_or(usize::MAX);
            return Ok(if to_left { value.shifted_left(amount) } else { value.shifted_right(amount) });
        }
        let amount = self.own_width(right)?;
        let constant = amount.as_constant().and_then(BitString::to_u128);
        if let Some(amount) = constant.map(|amount| usize::try_from(amount).unwrap_or(usize::MAX)) {
            return Ok(if to_left { value.shifted_left(amount) } else { value.shifted_right(amount) });
        }
        let operator = if to_left { Operator::ShiftLeft } else { Operator::ShiftRight };
        Ok(Expression::binary(operator, value, amount))
    }

    /// Place of a bit or slice: known, or a plain signal.
    fn place(&self, index: &VerilogExpression) -> Result<Place, Problem> {
        if let Some(value) = self.constant(index) {
            let context = self.context.clone();
            return usize::try_from(value)
                .map(Place::Known)
                .map_err(|_| Problem::NegativeLiteral { context, value: value.to_string() });
        }
        let is_arithmetic = |e: &VerilogExpression| {
            matches!(
                e,
                VerilogExpression::Binary(
                    _,
                    VerilogOp::Add | VerilogOp::Sub | VerilogOp::Mul | VerilogOp::Shl | VerilogOp::Shr,
                    _
                ) | VerilogExpression::Unary(VerilogOpUnary::Neg | VerilogOpUnary::Not, _)
            )
        };
        if is_arithmetic(without_parentheses(index)) {
            return Err(Problem::IndexArithmetic { context: self.context.clone() });
        }
        let index = self.own_width(index)?;
        match index.as_constant().and_then(BitString::to_u128).map(usize::try_from) {
            Some(Ok(value)) => Ok(Place::Known(value)),
            _ => Ok(Place::Dynamic(index)),
        }
    }

    fn bit(&self, inner: &VerilogExpression, index: &VerilogExpression) -> Result<Expression, Problem> {
        let value = self.own_width(inner)?;
        match self.place(index)? {
            Place::Known(index) if index < value.width => Ok(value.slice(index, 1)),
            Place::Known(index) => Err(self.outside(index, index + 1, value.width)),
            Place::Dynamic(_) if value.width == 1 => Ok(value.with_sign(false)),
            Place::Dynamic(index) => Ok(value.bit_select(index)),
        }
    }

    /// Rust-HDL reads zeros past the end.
    fn slice(
        &self,
        inner: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
    ) -> Result<Expression, Problem> {
        if width == 0 {
            return Err(Problem::NoBits { signal: self.context.clone() });
        }
        let value = self.own_width(inner)?;
        let signed = value.signed;
        let taken = match self.place(offset)? {
            Place::Known(offset) if offset < value.width => {
                let inside = width.min(value.width - offset);
                value.slice(offset, inside).resized(width)
            }
            Place::Known(offset) if offset == value.width => Expression::constant(BitString::zeros(width)),
            Place::Known(offset) => return Err(self.outside(offset, offset + width, value.width)),
            Place::Dynamic(offset) => {
                Expression::binary(Operator::ShiftRight, value.with_sign(false), offset).resized(width)
            }
        };
        Ok(taken.with_sign(signed))
    }

    fn replaced(
        &self,
        inner: &VerilogExpression,
        index: &VerilogExpression,
        value: &VerilogExpression,
        expected: Option<usize>,
    ) -> Result<Expression, Problem> {
        let base = self.lowered(inner, expected)?;
        let bit = self.expression(value, 1)?;
        let width = base.width;
        match self.place(index)? {
            Place::Known(index) if index < width => {
                let mut parts = Vec::new();
                if index > 0 {
                    parts.push(base.clone().slice(0, index));
                }
                parts.push(bit);
                if index + 1 < width {
                    parts.push(base.slice(index + 1, width - index - 1));
                }
                Ok(Expression::concat(parts))
            }
            Place::Known(index) => Err(self.outside(index, index + 1, width)),
            Place::Dynamic(_) if width == 1 => Ok(bit),
            Place::Dynamic(index) => {
                let one = Expression::bit(true).resized(width);
                let mask = Expression::binary(Operator::ShiftLeft, one, index.clone()).complement();
                let placed = Expression::binary(Operator::ShiftLeft, bit.resized(width), index);
                Ok(Expression::binary(Operator::Or, Expression::binary(Operator::And, base, mask), placed))
            }
        }
    }

    /// Place of a bit that `target = target.replace_bit(index, value)` writes, and the bit.
    pub(crate) fn replaced_bit_of(
        &self,
        target: &Expression,
        e: &VerilogExpression,
    ) -> Result<Option<(usize, Expression)>, Problem> {
        let VerilogExpression::IndexReplace(inner, index, value) = without_parentheses(e) else { return Ok(None) };
        let VerilogExpression::Signal(name) = without_parentheses(inner) else { return Ok(None) };
        if self.signal_expression(name)?.kind != target.kind {
            return Ok(None);
        }
        match self.place(index)? {
            Place::Known(index) if index < target.width => Ok(Some((index, self.expression(value, 1)?))),
            _ => Ok(None),
        }
    }

    pub(crate) fn unsupported(&self, what: &'static str, instead: &'static str) -> Problem {
        Problem::Unsupported { context: self.context.clone(), what, instead }
    }

    fn mismatch(&self, left: usize, right: usize) -> Problem {
        Problem::WidthMismatch { context: self.context.clone(), left, right }
    }

    pub(crate) fn outside(&self, low: usize, high: usize, width: usize) -> Problem {
        Problem::SliceOutside { context: self.context.clone(), low, high, width }
    }

    fn unknown_width(&self, e: &VerilogExpression) -> Problem {
        Problem::UnknownWidth { context: self.context.clone(), expression: short_text(e) }
    }
}

enum Place {
    Known(usize),
    Dynamic(Expression),
}

fn without_parentheses(e: &VerilogExpression) -> &VerilogExpression {
    match e {
        VerilogExpression::Paren(inner) => without_parentheses(inner),
        _ => e,
    }
}

/// Whether a constant is a `bool`: the only literal whose recorded width means something.
fn is_bool(e: &VerilogExpression) -> bool {
    match without_parentheses(e) {
        VerilogExpression::Literal(literal) => literal.to_string().starts_with("1'"),
        VerilogExpression::Binary(_, operator, _) => matches!(
            operator,
            VerilogOp::LogicalAnd
                | VerilogOp::LogicalOr
                | VerilogOp::Eq
                | VerilogOp::Ne
                | VerilogOp::Lt
                | VerilogOp::Le
                | VerilogOp::Gt
                | VerilogOp::Ge
        ),
        _ => false,
    }
}

/// Value of a literal of more than 127 bits, which `constant` does not take.
fn wide_literal(literal: &VerilogLiteral) -> Option<BitString> {
    BitString::parse(&literal.to_string())
}

fn short_text(e: &VerilogExpression) -> String {
    let mut text = match e {
        VerilogExpression::Literal(literal) => literal.to_string(),
        VerilogExpression::Signal(name) => name.clone(),
        _ => format!("{e:?}"),
    };
    if text.len() > 60 {
        text.truncate(text.char_indices().nth(57).map_or(text.len(), |(index, _)| index));
        text.push_str("...");
    }
    text
}
