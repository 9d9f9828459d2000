// Verilator's runtime, and what it calls when a model cannot go on: an exception, which becomes an error in Rust, where the runtime's
// own functions would end the process. What a model prints goes to standard error; what a protocol monitor said last is the error.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

thread_local std::string said;

int print(const char* format, ...) {
  char line[4096];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  const char* const monitor = std::strstr(line, "monitor ");
  if (monitor != nullptr) said = std::string(monitor, std::strcspn(monitor, "\n"));
  std::fputs(line, stderr);
  return length;
}

}  // namespace

#define VL_PRINTF print
#include "verilated.cpp"

void vl_fatal(const char* file, int line, const char*, const char* message) {
  throw std::runtime_error(std::string(message) + " (" + file + ":" + std::to_string(line) + ")");
}

void vl_stop(const char* file, int line, const char* scope) {
  std::string message = "the design called $stop";
  if (!said.empty()) message.swap(said);
  said.clear();
  vl_fatal(file, line, scope, message.c_str());
}
