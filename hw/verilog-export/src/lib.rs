//! Rust-HDL design to sound, readable Verilog-2001.
//!
//! [`export`] walks the public tree of a Rust-HDL block and prints one module for every distinct body, one file a
//! module. What the Verilog does is what Rust-HDL's own simulation does, in every cycle, at every output; what has no
//! such Verilog is refused with the module, the signal and what to write instead ([`ExportError`]).
//!
//! ```
//! use emberlane_verilog::{About, Describe, ExportOptions, export};
//! use rust_hdl::prelude::*;
//!
//! #[derive(LogicBlock, Default)]
//! struct Accumulator {
//!     clock: Signal<In, Clock>,
//!     reset: Signal<In, Bit>,
//!     step: Signal<In, Bits<8>>,
//!     total: Signal<Out, Bits<16>>,
//!     sum: DFF<Bits<16>>,
//!     about: About<Self>,
//! }
//!
//! impl Describe for Accumulator {
//!     fn name() -> String {
//!         "accumulator".into()
//!     }
//!
//!     fn description() -> &'static str {
//!         "Adds `step` to a total. Latency: 1 cycle. Never stalls."
//!     }
//! }
//!
//! impl Logic for Accumulator {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         dff_setup!(self, clock, sum);
//!         self.sum.d.next = self.sum.q.val() + bit_cast::<16, 8>(self.step.val());
//!         self.total.next = self.sum.q.val();
//!         if self.reset.val() {
//!             self.sum.d.next = 0.into();
//!         }
//!     }
//! }
//!
//! let design = export(&Accumulator::default(), &ExportOptions::default())?;
//! let text = design.module("accumulator").expect("the top is part of the design");
//! assert!(text.contains("sum <= sum + {8'd0, step};"));
//! # Ok::<(), emberlane_verilog::ExportError>(())
//! ```
//!
//! # The width rule
//! In Rust every operator has a width: that of its operands. In Verilog the operands of `+ - & | ^ ~ <<` are widened to
//! what surrounds them, so `bit_cast::<33, 32>(a + b)` keeps a carry there which Rust drops. So every expression here is
//! printed in a context of exactly its own width:
//!
//! - literals get the width of the operand beside them or of their place;
//! - a value is widened by concatenation, `{8'd0, step}`, whose parts stand alone, and narrowed by slicing a name;
//! - what must be sliced and has no name gets one, a wire of its own;
//! - a full product (see [`wide`]) is always a whole right-hand side, as wide as both operands together;
//! - everything is declared unsigned; `$signed` stands around the operands of comparisons and products alone, as it
//!   changes the meaning of everything around it.
//!
//! # What becomes what
//! A `DFF` is a `reg` of its parent, with the clocked `always` block of all registers that are written together. Every
//! other signal is one `assign`, or stands in the port list of the child it feeds. What the kernel writes under
//! conditions becomes a chain of `?:`, a condition a line; a value that several of them need on the way gets a wire,
//! `.._so_far`.
//!
//! There is no `always @*`, because it is not right at time zero: it waits until something that it reads changes.
//! SystemVerilog gives registers the values of their declarations before any block begins, so of them, or of what never
//! changes at all, such a block says nothing, and its outputs may be X for ever. A continuous assignment holds from the
//! beginning, by IEEE 1364-2001, 6.1.
//! A `?:` whose condition is X keeps those bits in which both values agree, where an `if` would take its
//! `else`: it hides no X, and adds none where the kernel's conditions are known.
//!
//! Bundles are flattened (`m_axi[0].araddr` is `m_axi_0_araddr`), words that Verilog, SystemVerilog or Verilator's C++
//! reserve get a `_` behind them, and bits that the design does not read go into a wire `_unused`, so that linters stay
//! strict about the rest. A block of Verilog text (`Verilog::Custom`, for memories) keeps its text; its `timing()` must
//! list the inputs and outputs that its clock separates. On a top, the clock, the reset, the interrupt and the AXI ports
//! carry the attributes that vendor tools read.
//!
//! # What is refused, and why
//! - *Latches*, per bit and path; *undriven* outputs and inputs of children; registers without a clock or next state.
//! - *Combinational loops*, through array elements and children as well.
//! - *Names that are no signals*: the tree has no values of Rust constants and const generics, but for those that
//!   [`Describe::constants`] lists.
//! - *Literals that do not fit*, and those whose width nothing gives.
//! - *Variable indices of arrays*, and arithmetic in the place of a bit or slice: the tree has lost the widths.
//! - *Signed extension* where the tree lost its width.
//! - *Operands of different widths*: the tree is not what was compiled.
//! - *Reading a variable above its first write* in one group of statements, and a child's input between its writes.
//! - *A path from one clock to another*: a register, or an output, that depends on registers of two clocks. What crosses does so in
//!   a block of Verilog text, a synchroniser, whose `timing()` lists that input under no clock.
//! - *Bidirectional signals*, and writes to inputs.
//! - *One name for two bodies*.
//!
//! Some faults are not visible in the tree at all; [`source_lint`] finds them in the source. [`lint`] runs the free
//! Verilog tools on a design, and [`equivalence`] compares it with Rust-HDL's simulation.
#![forbid(unsafe_code)]

mod about;
mod design;
mod domains;
pub mod equivalence;
mod error;
mod export;
mod expression;
mod files;
mod index;
mod interface;
mod kernel;
mod library;
pub mod lint;
mod lower;
mod module;
mod names;
mod options;
mod ports;
mod print;
pub mod recording;
mod scope;
mod settle;
pub mod source_lint;
mod statement;
mod text_module;
mod tools;
mod tree;
mod value;
pub mod wide;

pub use about::{About, Describe, Generic};
pub use design::{Design, Module};
pub use error::{ExportError, Problem};
pub use export::{export, export_all};
pub use files::{DesignError, Files, write_whole};
pub use library::{Generics, Library, Reference};
pub use options::ExportOptions;
pub use ports::{Direction, Port, ports};
pub use tools::ToolError;
