// What Rust calls: `Instance` with Rust's slices. The models themselves know nothing of Rust, so that those which were
// compiled before serve any version of the bridge.
#pragma once

#include <cstdint>

#include "generated.h"
#include "instance.h"
#include "rust/cxx.h"

namespace emberlane {

void step(Instance& instance, rust::Slice<const std::uint32_t> inputs, rust::Slice<std::uint32_t> outputs);
void start_trace(Instance& instance, rust::Str path);
void stop_trace(Instance& instance);

}  // namespace emberlane
