// What Verilator's runtime calls when a model cannot go on: an exception, which becomes an error in Rust, where the
// runtime's own functions would end the process.
#include <stdexcept>
#include <string>

#include "verilated.h"

void vl_fatal(const char* file, int line, const char*, const char* message) {
  throw std::runtime_error(std::string(message) + " (" + file + ":" + std::to_string(line) + ")");
}

void vl_stop(const char* file, int line, const char* scope) { vl_fatal(file, line, scope, "the design called $stop"); }
