#include "bridge.h"

namespace emberlane {

void step(Instance& instance, rust::Slice<const std::uint32_t> inputs, rust::Slice<std::uint32_t> outputs) {
  instance.step(inputs.data(), inputs.size(), outputs.data(), outputs.size());
}

void start_trace(Instance& instance, rust::Str path) { instance.start_trace(std::string(path)); }

void stop_trace(Instance& instance) { instance.stop_trace(); }

}  // namespace emberlane
