// A Verilated design, without what is its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace emberlane {

// One Verilated design with its own time and state.
class Instance {
 public:
  virtual ~Instance() = default;

  // One clock cycle: with the clock low, `inputs` take effect, the design settles and `outputs` are stored; then the
  // clock rises. Throws when the design does not settle.
  virtual void step(const std::uint32_t* inputs, std::size_t input_words, std::uint32_t* outputs,
                    std::size_t output_words) = 0;

  // Writes every cycle from now on to an FST file, until `stop_trace`. Throws when the design was compiled without.
  virtual void start_trace(const std::string& path) = 0;
  virtual void stop_trace() = 0;
};

// `seed` decides the first value of storage that the design leaves without one; `period` is a clock cycle in ps.
std::unique_ptr<Instance> new_instance(std::size_t design, std::uint32_t seed, std::uint64_t period);

}  // namespace emberlane
