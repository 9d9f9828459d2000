//! Sixteen FP32 units side by side.

use super::{Fp32Add, Fp32Multiply};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use seq_macro::seq;

/// Sixteen FP32 sums a cycle, lane by lane. Latency [`ADD_LATENCY`](super::ADD_LATENCY), never stalls.
#[derive(LogicBlock, Default)]
pub struct VectorAdd {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sixteen first operands; lane `i` is bits `32 i .. 32 i + 31`.
    pub a: Signal<In, Bits<512>>,
    /// Sixteen second operands.
    pub b: Signal<In, Bits<512>>,
    /// Sixteen sums.
    pub sum: Signal<Out, Bits<512>>,
    lane: [Fp32Add; 16],
    about: About<Self>,
}

impl Describe for VectorAdd {
    fn name() -> String {
        "fp32_vector_add".into()
    }

    fn description() -> &'static str {
        "Sixteen FP32 sums, lane by lane. Latency 5 cycles, one vector a cycle, never stalls."
    }
}

seq!(I in 1..16 {
    #[expect(clippy::identity_op, reason = "lane 1 starts at bit 32 * 1")]
    impl Logic for VectorAdd {
        #[hdl_gen]
        fn update(&mut self) {
            self.lane[0].clock.next = self.clock.val();
            self.lane[0].a.next = self.a.val().get_bits::<32>(0);
            self.lane[0].b.next = self.b.val().get_bits::<32>(0);
            #(
                self.lane[I].clock.next = self.clock.val();
                self.lane[I].a.next = self.a.val().get_bits::<32>(32 * I);
                self.lane[I].b.next = self.b.val().get_bits::<32>(32 * I);
            )*
            self.sum.next = bit_cast::<512, 32>(self.lane[0].sum.val())
            #(
                | (bit_cast::<512, 32>(self.lane[I].sum.val()) << (32 * I))
            )*;
        }
    }
});

/// Sixteen FP32 products of a vector and one factor a cycle. Latency [`MULTIPLY_LATENCY`](super::MULTIPLY_LATENCY), never
/// stalls.
#[derive(LogicBlock, Default)]
pub struct VectorScale {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sixteen first factors; lane `i` is bits `32 i .. 32 i + 31`.
    pub vector: Signal<In, Bits<512>>,
    /// The second factor of all lanes.
    pub factor: Signal<In, Bits<32>>,
    /// Sixteen products.
    pub product: Signal<Out, Bits<512>>,
    lane: [Fp32Multiply; 16],
    about: About<Self>,
}

impl Describe for VectorScale {
    fn name() -> String {
        "fp32_vector_scale".into()
    }

    fn description() -> &'static str {
        "Sixteen FP32 products of a vector and one factor. Latency 4 cycles, one vector a cycle, never stalls."
    }
}

seq!(I in 1..16 {
    #[expect(clippy::identity_op, reason = "lane 1 starts at bit 32 * 1")]
    impl Logic for VectorScale {
        #[hdl_gen]
        fn update(&mut self) {
            self.lane[0].clock.next = self.clock.val();
            self.lane[0].a.next = self.vector.val().get_bits::<32>(0);
            self.lane[0].b.next = self.factor.val();
            #(
                self.lane[I].clock.next = self.clock.val();
                self.lane[I].a.next = self.vector.val().get_bits::<32>(32 * I);
                self.lane[I].b.next = self.factor.val();
            )*
            self.product.next = bit_cast::<512, 32>(self.lane[0].product.val())
            #(
                | (bit_cast::<512, 32>(self.lane[I].product.val()) << (32 * I))
            )*;
        }
    }
});
