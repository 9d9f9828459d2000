//! FP32 adder and multiplier, and vectors of them.
