//! Typed random expressions, their value by Rust-HDL's arithmetic, and their tree.

use emberlane_verilog::wide::{bits_prod, bits_signed_prod, bits_wide, signed_cast_wide};
use rust_hdl::core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};
use rust_hdl::prelude::*;

/// Wider than every fuzzed value.
pub const CONTAINER: usize = 192;

/// A value of any width, zero-extended.
pub type Value = Bits<CONTAINER>;

/// Widths of fuzzed values: around the limits of Rust-HDL's representations and of Verilog's words.
pub const WIDTHS: [usize; 26] =
    [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 20, 24, 31, 32, 33, 40, 48, 63, 64, 65, 80, 100, 127, 128, 150];

/// Runs code with a constant `N` for a width.
#[macro_export]
macro_rules! at_width {
    ($width:expr, $n:ident => $body:expr) => {
        at_width!(@arms $width, $n => $body;
            1 2 3 4 5 7 8 9 12 16 17 20 24 31 32 33 40 48 63 64 65 80 100 127 128 150)
    };
    (@arms $width:expr, $n:ident => $body:expr; $($w:literal)+) => {
        match $width {
            $($w => { const $n: usize = $w; $body })+
            other => unreachable!("{other} is no fuzzed width"),
        }
    };
}

/// Factors of full products.
pub const FACTORS: [usize; 4] = [5, 16, 24, 33];

/// Where a signal of a block is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Input(usize),
    Output(usize),
    Local(usize),
    /// Element of the block's array of Locals.
    Element(usize),
    Register(usize),
    ChildInput(usize, usize),
    ChildOutput(usize, usize),
}

impl Place {
    /// Name in the tree, without the `.q` or `.d` of a register.
    pub fn name(self) -> String {
        match self {
            Self::Input(index) => format!("in{index}"),
            Self::Output(index) => format!("out{index}"),
            Self::Local(index) => format!("local{index}"),
            Self::Element(index) => format!("element[{index}]"),
            Self::Register(index) => format!("register{index}"),
            Self::ChildInput(child, index) => format!("child{child}$in{index}"),
            Self::ChildOutput(child, index) => format!("child{child}$out{index}"),
        }
    }
}

/// What an expression can read.
pub trait Environment {
    fn read(&self, place: Place) -> Value;
    /// Value of the loop variable.
    fn index(&self) -> usize;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operator {
    And,
    Or,
    Xor,
    Add,
    Subtract,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reduction {
    All,
    Any,
    Xor,
}

/// An expression of a known width; dynamic places inside lie within their values, as Rust-HDL demands.
#[derive(Clone, Debug)]
pub enum Expression {
    Signal(Place, usize),
    /// `element[i]` in a loop, or `element[last - i]`.
    LoopElement {
        last: Option<usize>,
        width: usize,
    },
    /// `bits::<N>(value)`.
    Constant(u64, usize),
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// With an integer literal on the right, or on the left.
    WithLiteral {
        operator: Operator,
        value: Box<Expression>,
        literal: u64,
        literal_first: bool,
    },
    /// With the loop variable on the right.
    WithIndex(Operator, Box<Expression>),
    /// A bool added to bits.
    AddBool(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    ShiftBy {
        left: bool,
        value: Box<Expression>,
        amount: u64,
    },
    Shift {
        left: bool,
        value: Box<Expression>,
        amount: Box<Expression>,
    },
    /// `literal << amount`, 64 bits wide.
    ShiftLiteral(u64, Box<Expression>),
    Cast(Box<Expression>, usize),
    Slice {
        value: Box<Expression>,
        width: usize,
        offset: usize,
    },
    DynamicSlice {
        value: Box<Expression>,
        width: usize,
        offset: Box<Expression>,
    },
    Bit(Box<Expression>, usize),
    DynamicBit(Box<Expression>, Box<Expression>),
    Replace {
        value: Box<Expression>,
        index: usize,
        bit: Box<Expression>,
    },
    DynamicReplace {
        value: Box<Expression>,
        index: Box<Expression>,
        bit: Box<Expression>,
    },
    Reduce(Reduction, Box<Expression>),
    Compare(Comparison, Box<Expression>, Box<Expression>),
    CompareLiteral(Comparison, Box<Expression>, u64),
    CompareSigned(Comparison, Box<Expression>, Box<Expression>),
    /// `unsigned_cast(signed_cast(a) - signed_cast(b))` and the like.
    SignedSum {
        subtract: bool,
        negate: bool,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// 16 by 16 bits, Rust-HDL's own.
    Product16(Box<Expression>, Box<Expression>),
    SignedProduct16(Box<Expression>, Box<Expression>),
    Product {
        left: Box<Expression>,
        right: Box<Expression>,
        width: usize,
    },
    SignedProduct {
        left: Box<Expression>,
        right: Box<Expression>,
        width: usize,
    },
    Logical {
        and: bool,
        left: Box<Expression>,
        right: Box<Expression>,
    },
}

fn narrowed<const N: usize>(value: Value) -> Bits<N> {
    bit_cast::<N, CONTAINER>(value)
}

fn widened<const N: usize>(value: Bits<N>) -> Value {
    bit_cast::<CONTAINER, N>(value)
}

fn from_bool(value: bool) -> Value {
    if value { 1.into() } else { 0.into() }
}

/// The low 64 bits.
pub fn low(value: Value) -> u64 {
    narrowed::<64>(value).to_u64()
}

/// The value cut to a width.
pub fn cut(value: Value, width: usize) -> Value {
    at_width!(width, N => widened(narrowed::<N>(value)))
}

fn calculate<const N: usize>(operator: Operator, a: Bits<N>, b: Bits<N>) -> Bits<N> {
    match operator {
        Operator::And => a & b,
        Operator::Or => a | b,
        Operator::Xor => a ^ b,
        Operator::Add => a + b,
        Operator::Subtract => a - b,
    }
}

fn compare<T: PartialOrd>(comparison: Comparison, a: &T, b: &T) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}

/// Full product of factors whose widths are among [`FACTORS`].
fn product(a: Value, n: usize, b: Value, m: usize, signed: bool) -> Value {
    macro_rules! all {
        ($($n:literal)+) => { $(all!(@ $n, 5 16 24 33);)+ };
        (@ $n:literal, $($m:literal)+) => {
            $(if n == $n && m == $m {
                return if signed {
                    let (a, b) = (signed_cast_wide(narrowed::<$n>(a)), signed_cast_wide(narrowed::<$m>(b)));
                    widened(bits_signed_prod::<{ $n + $m }, $n, $m>(a * b))
                } else {
                    let (a, b) = (bits_wide(narrowed::<$n>(a)), bits_wide(narrowed::<$m>(b)));
                    widened(bits_prod::<{ $n + $m }, $n, $m>(a * b))
                };
            })+
        };
    }
    all!(5 16 24 33);
    unreachable!("{n} and {m} are no fuzzed factors")
}

impl Expression {
    pub fn width(&self) -> usize {
        match self {
            Self::Signal(_, width)
            | Self::LoopElement { width, .. }
            | Self::Constant(_, width)
            | Self::Cast(_, width)
            | Self::Slice { width, .. }
            | Self::DynamicSlice { width, .. }
            | Self::Product { width, .. }
            | Self::SignedProduct { width, .. } => *width,
            Self::Binary(_, value, _)
            | Self::WithLiteral { value, .. }
            | Self::WithIndex(_, value)
            | Self::AddBool(value, _)
            | Self::Not(value)
            | Self::ShiftBy { value, .. }
            | Self::Shift { value, .. }
            | Self::Replace { value, .. }
            | Self::DynamicReplace { value, .. }
            | Self::SignedSum { left: value, .. } => value.width(),
            Self::ShiftLiteral(..) => 64,
            Self::Product16(..) | Self::SignedProduct16(..) => 32,
            Self::Bit(..)
            | Self::DynamicBit(..)
            | Self::Reduce(..)
            | Self::Compare(..)
            | Self::CompareLiteral(..)
            | Self::CompareSigned(..)
            | Self::Logical { .. } => 1,
        }
    }

    /// The value, as Rust-HDL calculates it.
    pub fn evaluate(&self, env: &dyn Environment) -> Value {
        match self {
            Self::Signal(place, _) => env.read(*place),
            Self::LoopElement { last, .. } => {
                env.read(Place::Element(last.map_or(env.index(), |last| last - env.index())))
            }
            Self::Constant(value, width) => at_width!(*width, N => widened(bits::<N>(*value))),
            Self::Binary(operator, left, right) => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                at_width!(self.width(), N => widened(calculate::<N>(*operator, narrowed(a), narrowed(b))))
            }
            Self::WithLiteral { operator, value, literal, literal_first } => {
                let a = value.evaluate(env);
                at_width!(self.width(), N => {
                    let (a, b) = (narrowed::<N>(a), Bits::<N>::from(*literal));
                    widened(if *literal_first { calculate(*operator, b, a) } else { calculate(*operator, a, b) })
                })
            }
            Self::WithIndex(operator, value) => {
                let a = value.evaluate(env);
                at_width!(self.width(), N => {
                    widened(calculate::<N>(*operator, narrowed(a), (env.index() as u64).into()))
                })
            }
            Self::AddBool(value, bit) => {
                let (a, bit) = (value.evaluate(env), low(bit.evaluate(env)) == 1);
                at_width!(self.width(), N => widened(narrowed::<N>(a) + bit))
            }
            Self::Not(value) => {
                let a = value.evaluate(env);
                at_width!(self.width(), N => widened(!narrowed::<N>(a)))
            }
            Self::ShiftBy { left, value, amount } => {
                let a = value.evaluate(env);
                at_width!(self.width(), N => {
                    let a = narrowed::<N>(a);
                    widened(if *left { a << *amount } else { a >> *amount })
                })
            }
            Self::Shift { left, value, amount } => {
                let (a, by) = (value.evaluate(env), low(amount.evaluate(env)));
                at_width!(self.width(), N => {
                    let a = narrowed::<N>(a);
                    widened(if *left { a << by } else { a >> by })
                })
            }
            Self::ShiftLiteral(literal, amount) => {
                let by = low(amount.evaluate(env));
                at_width!(amount.width(), N => widened(*literal << bits::<N>(by)))
            }
            Self::Cast(value, width) => cut(value.evaluate(env), *width),
            Self::Slice { value, width, offset } => Self::sliced(value, env, *width, *offset),
            Self::DynamicSlice { value, width, offset } => {
                let offset = low(offset.evaluate(env)) as usize;
                Self::sliced(value, env, *width, offset)
            }
            Self::Bit(value, index) => Self::bit(value, env, *index),
            Self::DynamicBit(value, index) => {
                let index = low(index.evaluate(env)) as usize;
                Self::bit(value, env, index)
            }
            Self::Replace { value, index, bit } => Self::replaced(value, env, *index, bit),
            Self::DynamicReplace { value, index, bit } => {
                let index = low(index.evaluate(env)) as usize;
                Self::replaced(value, env, index, bit)
            }
            Self::Reduce(reduction, value) => {
                let a = value.evaluate(env);
                at_width!(value.width(), N => {
                    let a = narrowed::<N>(a);
                    from_bool(match reduction {
                        Reduction::All => a.all(),
                        Reduction::Any => a.any(),
                        Reduction::Xor => a.xor(),
                    })
                })
            }
            Self::Compare(comparison, left, right) => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                at_width!(left.width(), N => {
                    from_bool(compare(*comparison, &narrowed::<N>(a), &narrowed::<N>(b)))
                })
            }
            Self::CompareLiteral(comparison, value, literal) => {
                let a = value.evaluate(env);
                at_width!(value.width(), N => {
                    from_bool(compare(*comparison, &narrowed::<N>(a), &Bits::<N>::from(*literal)))
                })
            }
            Self::CompareSigned(comparison, left, right) => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                at_width!(left.width(), N => {
                    let (a, b) = (signed_cast(narrowed::<N>(a)), signed_cast(narrowed::<N>(b)));
                    from_bool(compare(*comparison, &a, &b))
                })
            }
            Self::SignedSum { subtract, negate, left, right } => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                at_width!(left.width(), N => {
                    let (a, b) = (signed_cast(narrowed::<N>(a)), signed_cast(narrowed::<N>(b)));
                    let sum = if *subtract { a - b } else { a + b };
                    widened(unsigned_cast(if *negate { -sum } else { sum }))
                })
            }
            Self::Product16(left, right) => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                widened(narrowed::<16>(a) * narrowed::<16>(b))
            }
            Self::SignedProduct16(left, right) => {
                let (a, b) = (left.evaluate(env), right.evaluate(env));
                widened(unsigned_cast(signed_cast(narrowed::<16>(a)) * signed_cast(narrowed::<16>(b))))
            }
            Self::Product { left, right, width } => {
                cut(product(left.evaluate(env), left.width(), right.evaluate(env), right.width(), false), *width)
            }
            Self::SignedProduct { left, right, width } => {
                cut(product(left.evaluate(env), left.width(), right.evaluate(env), right.width(), true), *width)
            }
            Self::Logical { and, left, right } => {
                let (a, b) = (low(left.evaluate(env)) == 1, low(right.evaluate(env)) == 1);
                from_bool(if *and { a && b } else { a || b })
            }
        }
    }

    fn sliced(value: &Self, env: &dyn Environment, width: usize, offset: usize) -> Value {
        let a = value.evaluate(env);
        let shifted = at_width!(value.width(), N => widened(narrowed::<N>(a).get_bits::<N>(offset)));
        cut(shifted, width)
    }

    fn bit(value: &Self, env: &dyn Environment, index: usize) -> Value {
        let a = value.evaluate(env);
        at_width!(value.width(), N => from_bool(narrowed::<N>(a).get_bit(index)))
    }

    fn replaced(value: &Self, env: &dyn Environment, index: usize, bit: &Self) -> Value {
        let (a, bit) = (value.evaluate(env), low(bit.evaluate(env)) == 1);
        at_width!(value.width(), N => widened(narrowed::<N>(a).replace_bit(index, bit)))
    }

    /// The tree that Rust-HDL's macro makes of the expression.
    pub fn tree(&self) -> VerilogExpression {
        let boxed = |e: &Self| Box::new(e.tree());
        let parenthesised = |e: &Self| Box::new(VerilogExpression::Paren(Box::new(e.tree())));
        let literal = |value: u64| Box::new(VerilogExpression::Literal(VerilogLiteral::from(value)));
        let small = |value: usize| Box::new(VerilogExpression::Literal(VerilogLiteral::from(value as i32)));
        match self {
            Self::Signal(place @ Place::Register(_), _) => VerilogExpression::Signal(format!("{}$q", place.name())),
            Self::Signal(place, _) => VerilogExpression::Signal(place.name()),
            Self::LoopElement { last: None, .. } => VerilogExpression::Signal("element[i]".into()),
            Self::LoopElement { last: Some(last), .. } => VerilogExpression::Signal(format!("element[{last}-i]")),
            Self::Constant(value, width) => VerilogExpression::Cast(literal(*value), *width),
            Self::Binary(operator, left, right) => {
                VerilogExpression::Binary(parenthesised(left), operator.tree(), parenthesised(right))
            }
            Self::WithLiteral { operator, value, literal: number, literal_first } => {
                if *literal_first {
                    VerilogExpression::Binary(literal(*number), operator.tree(), parenthesised(value))
                } else {
                    VerilogExpression::Binary(parenthesised(value), operator.tree(), literal(*number))
                }
            }
            Self::WithIndex(operator, value) => {
                let index = Box::new(VerilogExpression::Signal("i".into()));
                VerilogExpression::Binary(parenthesised(value), operator.tree(), index)
            }
            Self::AddBool(value, bit) => {
                VerilogExpression::Binary(parenthesised(value), VerilogOp::Add, parenthesised(bit))
            }
            Self::Not(value) => VerilogExpression::Unary(VerilogOpUnary::Not, parenthesised(value)),
            Self::ShiftBy { left, value, amount } => {
                VerilogExpression::Binary(parenthesised(value), shift(*left), literal(*amount))
            }
            Self::Shift { left, value, amount } => {
                VerilogExpression::Binary(parenthesised(value), shift(*left), parenthesised(amount))
            }
            Self::ShiftLiteral(number, amount) => {
                VerilogExpression::Binary(literal(*number), VerilogOp::Shl, parenthesised(amount))
            }
            Self::Cast(value, width) => VerilogExpression::Cast(boxed(value), *width),
            Self::Slice { value, width, offset } => {
                VerilogExpression::Slice(parenthesised(value), *width, small(*offset))
            }
            Self::DynamicSlice { value, width, offset } => {
                VerilogExpression::Slice(parenthesised(value), *width, boxed(offset))
            }
            Self::Bit(value, index) => VerilogExpression::Index(parenthesised(value), small(*index)),
            Self::DynamicBit(value, index) => VerilogExpression::Index(parenthesised(value), boxed(index)),
            Self::Replace { value, index, bit } => {
                VerilogExpression::IndexReplace(parenthesised(value), small(*index), boxed(bit))
            }
            Self::DynamicReplace { value, index, bit } => {
                VerilogExpression::IndexReplace(parenthesised(value), boxed(index), boxed(bit))
            }
            Self::Reduce(reduction, value) => {
                let operator = match reduction {
                    Reduction::All => VerilogOpUnary::All,
                    Reduction::Any => VerilogOpUnary::Any,
                    Reduction::Xor => VerilogOpUnary::Xor,
                };
                VerilogExpression::Unary(operator, parenthesised(value))
            }
            Self::Compare(comparison, left, right) => {
                VerilogExpression::Binary(parenthesised(left), comparison.tree(), parenthesised(right))
            }
            Self::CompareLiteral(comparison, value, number) => {
                VerilogExpression::Binary(parenthesised(value), comparison.tree(), literal(*number))
            }
            Self::CompareSigned(comparison, left, right) => {
                VerilogExpression::Binary(Box::new(signed(left)), comparison.tree(), Box::new(signed(right)))
            }
            Self::SignedSum { subtract, negate, left, right } => {
                let operator = if *subtract { VerilogOp::Sub } else { VerilogOp::Add };
                let sum = VerilogExpression::Binary(Box::new(signed(left)), operator, Box::new(signed(right)));
                let sum = VerilogExpression::Paren(Box::new(sum));
                VerilogExpression::Unsigned(Box::new(if *negate {
                    VerilogExpression::Unary(VerilogOpUnary::Neg, Box::new(sum))
                } else {
                    sum
                }))
            }
            Self::Product16(left, right) => {
                VerilogExpression::Binary(parenthesised(left), VerilogOp::Mul, parenthesised(right))
            }
            Self::SignedProduct16(left, right) => {
                let product =
                    VerilogExpression::Binary(Box::new(signed(left)), VerilogOp::Mul, Box::new(signed(right)));
                VerilogExpression::Unsigned(Box::new(product))
            }
            Self::Product { left, right, width } => {
                let wide = |e: &Self| Box::new(VerilogExpression::Cast(Box::new(e.tree()), e.width()));
                let product = VerilogExpression::Binary(wide(left), VerilogOp::Mul, wide(right));
                VerilogExpression::Cast(Box::new(product), *width)
            }
            Self::SignedProduct { left, right, width } => {
                let product =
                    VerilogExpression::Binary(Box::new(signed(left)), VerilogOp::Mul, Box::new(signed(right)));
                VerilogExpression::Cast(Box::new(product), *width)
            }
            Self::Logical { and, left, right } => {
                let operator = if *and { VerilogOp::LogicalAnd } else { VerilogOp::LogicalOr };
                VerilogExpression::Binary(parenthesised(left), operator, parenthesised(right))
            }
        }
    }
}

fn signed(e: &Expression) -> VerilogExpression {
    VerilogExpression::Signed(Box::new(e.tree()))
}

fn shift(left: bool) -> VerilogOp {
    if left { VerilogOp::Shl } else { VerilogOp::Shr }
}

impl Operator {
    fn tree(self) -> VerilogOp {
        match self {
            Self::And => VerilogOp::BitAnd,
            Self::Or => VerilogOp::BitOr,
            Self::Xor => VerilogOp::BitXor,
            Self::Add => VerilogOp::Add,
            Self::Subtract => VerilogOp::Sub,
        }
    }
}

impl Comparison {
    fn tree(self) -> VerilogOp {
        match self {
            Self::Equal => VerilogOp::Eq,
            Self::NotEqual => VerilogOp::Ne,
            Self::Less => VerilogOp::Lt,
            Self::LessOrEqual => VerilogOp::Le,
            Self::Greater => VerilogOp::Gt,
            Self::GreaterOrEqual => VerilogOp::Ge,
        }
    }
}
