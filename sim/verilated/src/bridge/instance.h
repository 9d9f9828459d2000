// What the Rust side sees of a Verilated design.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "rust/cxx.h"

namespace emberlane {

// One Verilated design with its own time and state.
class Instance {
 public:
  virtual ~Instance() = default;

  // One clock cycle: with the clock low, `inputs` take effect, the design settles and `outputs` are stored; then the
  // clock rises. Throws when the design does not settle.
  virtual void step(rust::Slice<const std::uint32_t> inputs, rust::Slice<std::uint32_t> outputs) = 0;

  // Writes every cycle from now on to an FST file, until `stop_trace`.
  virtual void start_trace(rust::Str path) = 0;
  virtual void stop_trace() = 0;
};

// `seed` decides the first value of storage that the design leaves without one; `period` is a clock cycle in ps.
std::unique_ptr<Instance> new_instance(std::size_t design, std::uint32_t seed, std::uint64_t period);

}  // namespace emberlane
