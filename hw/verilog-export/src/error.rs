//! Why a design cannot be exported.

use thiserror::Error;

/// A design that has no sound Verilog, or none that the tree determines.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("module `{module}`: {problem}")]
pub struct ExportError {
    /// Verilog name of the module.
    pub module: String,
    /// What is wrong in it.
    pub problem: Problem,
}

/// What is wrong in a module, and what to do about it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing names the module that is exported.
    #[error("the exported design has no name; give it a field `about: About<Self>` and implement Describe")]
    Unnamed,
    /// `Describe::name()` is no Verilog identifier.
    #[error("`{name}` is no Verilog module name; use snake case letters, digits and `_`, and no keyword")]
    BadModuleName {
        /// The name given.
        name: String,
    },
    /// Two modules with one name and different bodies.
    #[error(
        "two different modules have this name; the first difference is `{first}` against `{second}`; \
         put the parameter that tells them apart into Describe::name()"
    )]
    NameClash {
        /// Line of the module exported first.
        first: String,
        /// Line of the other.
        second: String,
    },
    /// The block has no Verilog at all.
    #[error("the block has no Verilog; put #[hdl_gen] on its `fn update`, or implement `hdl()`")]
    NoVerilog,
    /// A Custom or Wrapper block with children.
    #[error("a block of Verilog text cannot have children (`{child}`); make them part of the text")]
    ChildOfText {
        /// First child.
        child: String,
    },
    /// A port of a Custom block that cannot keep its name.
    #[error("port `{signal}` of a block of Verilog text is a word that Verilog or C++ reserves; rename it")]
    KeywordInText {
        /// The port.
        signal: String,
    },
    /// A bidirectional signal.
    #[error("`{signal}` is bidirectional, which is not exported; split it into an input, an output and an enable")]
    Bidirectional {
        /// The signal.
        signal: String,
    },
    /// A signal without bits.
    #[error("`{signal}` has no bits; remove it (an enum needs two variants or more)")]
    NoBits {
        /// The signal.
        signal: String,
    },
    /// A name that no signal of the module has.
    #[error(
        "in {context}: `{name}` is no signal, constant field or enum variant of this module; the tree has no values of \
         Rust constants and const generics: list the constant in Describe::constants, use a field of type Constant<T>, \
         or a loop bound; a nested struct field is first copied to a Local of the inner type"
    )]
    UnknownName {
        /// Where it is used.
        context: String,
        /// The name.
        name: String,
    },
    /// An enum variant that two enums in scope encode differently.
    #[error("in {context}: variant `{name}` is encoded differently by two enums of this module; rename one of them")]
    AmbiguousVariant {
        /// Where it is used.
        context: String,
        /// The variant.
        name: String,
    },
    /// An array index that is not known at export.
    #[error("in {context}: index `{index}` is not a constant of the loop; select with `if` or `match` over constants")]
    IndexNotConstant {
        /// Where it is used.
        context: String,
        /// Text of the index.
        index: String,
    },
    /// A literal too large for its place.
    #[error("in {context}: {value} does not fit in {width} bits")]
    LiteralTooLarge {
        /// Where it is used.
        context: String,
        /// The value.
        value: String,
        /// Bits of its place.
        width: usize,
    },
    /// A literal below zero.
    #[error("in {context}: {value} is negative; use a Signed value of known width")]
    NegativeLiteral {
        /// Where it is used.
        context: String,
        /// The value.
        value: String,
    },
    /// An expression whose width neither it nor its place gives.
    #[error("in {context}: the width of `{expression}` is not determined; write bits::<N>(..) or bit_cast::<N, M>(..)")]
    UnknownWidth {
        /// Where it is used.
        context: String,
        /// Short text of the expression.
        expression: String,
    },
    /// A `signed_bit_cast` whose result width the tree lost.
    #[error(
        "in {context}: the width of a signed_bit_cast does not survive in the tree; assign it to a Local of the \
         wanted type first"
    )]
    AmbiguousSignedCast {
        /// Where it is used.
        context: String,
    },
    /// Operands of different widths: the tree is not what was compiled.
    #[error(
        "in {context}: operands of {left} and {right} bits meet; a user function named like a cast keeps only its \
         first argument in the tree: do not call functions other than bits, bit_cast and the casts"
    )]
    WidthMismatch {
        /// Where it is used.
        context: String,
        /// Bits on the left.
        left: usize,
        /// Bits on the right.
        right: usize,
    },
    /// A construct that is not exported.
    #[error("in {context}: {what} is not exported; {instead}")]
    Unsupported {
        /// Where it is used.
        context: String,
        /// The construct.
        what: &'static str,
        /// What to write instead.
        instead: &'static str,
    },
    /// Arithmetic in the index of get_bit, get_bits or replace_bit.
    #[error(
        "in {context}: arithmetic in a dynamic index: the tree cannot tell `x.index() + 1` from `(x + 1).index()`; \
         compute the index into a Local first"
    )]
    IndexArithmetic {
        /// Where it is used.
        context: String,
    },
    /// A slice that begins or ends outside its value.
    #[error("in {context}: bits {low}..{high} of a value of {width} bits")]
    SliceOutside {
        /// Where it is used.
        context: String,
        /// First bit.
        low: usize,
        /// One past the last bit.
        high: usize,
        /// Bits of the value.
        width: usize,
    },
    /// A write to what the module does not drive.
    #[error("`{signal}` is {what}, and a module cannot write to it")]
    NotWritable {
        /// The signal.
        signal: String,
        /// What it is.
        what: &'static str,
    },
    /// A signal that nothing drives.
    #[error("`{signal}` is {what} and is never written; write it on every path of the kernel")]
    Undriven {
        /// The signal.
        signal: String,
        /// What it is.
        what: &'static str,
    },
    /// A signal that keeps its value on some path.
    #[error(
        "`{signal}` (bit {bit}) is not written on every path, which is a latch; give it a value at the beginning of \
         the kernel, or list the register in dff_setup!"
    )]
    Latch {
        /// The signal.
        signal: String,
        /// First bit that keeps its value.
        bit: usize,
    },
    /// A Local or output that is read above its first write in one group of statements.
    #[error("`{signal}` is read before it is written; move the write up")]
    ReadBeforeWrite {
        /// The signal.
        signal: String,
    },
    /// The input of a child is read between its writes.
    #[error("`{signal}` is the input of a child and is read before its last write; use a Local instead")]
    ChildInputRead {
        /// The signal.
        signal: String,
    },
    /// A register's clock is not a plain clock.
    #[error("the clock of register `{signal}` is not assigned once from a clock; list it in dff_setup!")]
    RegisterClock {
        /// The register.
        signal: String,
    },
    /// A path between clocks.
    #[error(
        "`{signal}`, of clock `{clock}`, depends on `{from}`, of clock `{other}`; take it into `{clock}` by a synchroniser first"
    )]
    ClockCrossing {
        /// The signal at the end of the path.
        signal: String,
        /// Its clock.
        clock: String,
        /// The signal where it begins.
        from: String,
        /// That one's clock.
        other: String,
    },
    /// An input that registers of several clocks take.
    #[error("the input `{signal}` is taken by registers of the clocks {}; each clock needs an input of its own", clocks.join(", "))]
    InputOfTwoClocks {
        /// The input.
        signal: String,
        /// The clocks.
        clocks: Vec<String>,
    },
    /// Signals that depend on themselves within a cycle.
    #[error("combinational loop: {}; break it with a register", path.join(" <- "))]
    CombinationalLoop {
        /// Signals along the loop, the first again at the end.
        path: Vec<String>,
    },
}
