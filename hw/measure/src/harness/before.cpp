// The harness's recorders: the inputs of every cycle of some instances of each module, as long as they are short.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <map>
#include <vector>

#include "svdpi.h"
#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace {

constexpr unsigned MOST_INSTANCES = 3;
constexpr unsigned MOST_CYCLES = 20000;

struct Recording {
  FILE* file;
  unsigned words;
  std::vector<uint32_t> frame;
  uint32_t count = 0;
  unsigned cycles = 0;
};

std::vector<Recording> recordings;
std::map<std::string, unsigned> instances;

int begin_recording(const char* module, const char* header, unsigned words) {
  const char* folder = std::getenv("EMBERLANE_RECORDINGS");
  if (!folder || instances[module] == MOST_INSTANCES) return -1;
  const char* run = std::getenv("EMBERLANE_RUN");
  const std::string path = std::string(folder) + "/" + module + "-" + (run ? run : "") + "-" + std::to_string(instances[module]++) + ".rec";
  FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return -1;
  std::fprintf(file, "%s\n", header);
  recordings.push_back({file, words, std::vector<uint32_t>(words)});
  return int(recordings.size() - 1);
}

void write_frame(Recording& to) {
  if (to.count == 0) return;
  std::fwrite(&to.count, 4, 1, to.file);
  std::fwrite(to.frame.data(), 4, to.words, to.file);
}

void record_cycle(int number, const svBitVecVal* frame) {
  Recording& to = recordings[unsigned(number)];
  if (to.cycles++ >= MOST_CYCLES) return;
  if (to.count == 0 || std::memcmp(to.frame.data(), frame, to.words * 4) != 0) {
    write_frame(to);
    std::memcpy(to.frame.data(), frame, to.words * 4);
    to.count = 0;
  }
  to.count++;
}

void finish_recordings() {
  for (auto& recording : recordings) {
    write_frame(recording);
    std::fclose(recording.file);
  }
}

// Each instance of the top has its own counts.
void write_coverage(VerilatedContext& context) {
#if VM_COVERAGE
  static unsigned number = 0;
  if (const char* path = std::getenv("EMBERLANE_COVERAGE")) {
    context.coveragep()->write((std::string(path) + "." + std::to_string(number++)).c_str());
  }
#else
  (void)context;
#endif
}

}  // namespace
