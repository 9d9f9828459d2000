// What generated code calls besides Verilator's runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#ifdef __FAST_MATH__
#error "FP32 units need the processor's arithmetic as IEEE-754 has it: compile without -ffast-math"
#endif

namespace emberlane {

// Copies elements that follow one another, from one signal to another.
template <std::size_t count, class Target, class Source>
inline void copy_words(Target& target, const Source& source) {
  if constexpr (std::is_same_v<Target, Source> && std::is_trivially_copyable_v<Target>) {
    std::memcpy(&target, &source, count * sizeof(Target));
  } else {
    for (std::size_t index = 0; index < count; ++index) (&target)[index] = (&source)[index];
  }
}

inline float fp32_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline std::uint32_t bits_of_fp32(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const bool is_nan = (bits & 0x7fffffff) > 0x7f800000;
  return is_nan ? 0x7fc00000 : bits;  // the one NaN of the units
}

// The arithmetic of the FP32 units, on the bits of values: IEEE-754 binary32, to nearest even, one canonical NaN.
inline std::uint32_t fp32_add(std::uint32_t a, std::uint32_t b) {
  return bits_of_fp32(fp32_of_bits(a) + fp32_of_bits(b));
}

inline std::uint32_t fp32_multiply(std::uint32_t a, std::uint32_t b) {
  return bits_of_fp32(fp32_of_bits(a) * fp32_of_bits(b));
}

}  // namespace emberlane
