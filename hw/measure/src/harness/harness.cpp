// Drives a Verilated module with recordings of the tests and with random inputs, and tells which mutants show on an
// output. The generated part before this names the class `Top`, its ports and its recorders.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Words = std::vector<uint32_t>;

// Inputs and outputs of every cycle.
struct Run {
  std::string name;
  Words inputs;
  Words outputs;
  size_t cycles = 0;
};

struct Instance {
  std::unique_ptr<VerilatedContext> context = std::make_unique<VerilatedContext>();
  std::unique_ptr<Top> top;

  explicit Instance(unsigned mutant) {
    setenv("EMBERLANE_MUTANT", std::to_string(mutant).c_str(), 1);
    context->randReset(2);
    context->randSeed(1);
    top = std::make_unique<Top>(context.get(), "");
    HAS_CLOCK(top->clock = 0);
    top->eval();
  }

  ~Instance() {
    top->final();
    write_coverage(*context);
  }

  void settle(const uint32_t* inputs, uint32_t* outputs) {
    HAS_CLOCK(top->clock = 0);
    load(*top, inputs);
    top->eval();
    store(*top, outputs);
  }

  void rise() {
    HAS_CLOCK(top->clock = 1);
    HAS_CLOCK(top->eval());
  }
};

struct Random {
  uint64_t state;

  uint64_t next() {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t limit) { return next() % limit; }
  bool once_in(uint64_t times) { return below(times) == 0; }
};

// How an input behaves for a while.
enum class Mode { Hold, Uniform, Corner, Small, Pool, Known, Pulse, Rare, Often };

// What makes one random run differ from another.
struct Profile {
  // A valid input and what belongs to it stay until they are taken.
  bool polite;
  // Wide inputs come from few values, so that comparisons see equal ones.
  bool small_world;
  // Inputs without a handshake are settings: they stay for a long time.
  bool settings;
  uint64_t reset_every;
  // Wide inputs often hold numbers that the design compares with.
  bool known;
  // Bits without a handshake, such as those that start and stop something, are seldom set, and never for long.
  bool pulses = false;
  // Cycles that settings stay at most: some blocks wait for thousands.
  uint64_t longest = 1500;
};

constexpr Profile PROFILES[] = {
    {false, false, false, 500, false},
    {true, false, false, 2000, false},
    {true, true, true, 3000, false},
    {false, true, false, 1000, false},
    {true, true, false, 100000, false},
    {true, false, true, 100000, false},
    {true, true, false, 5000, true},
    {true, false, true, 100000, true},
    {true, true, true, 100000, false, true},
    {true, true, true, 1000000, false, false, 80000},
};

constexpr uint32_t CORNERS[] = {0,          1,          2,          0xffffffff, 0xfffffffe, 0x7fffffff,
                                0x80000000, 0x80000001, 0x55555555, 0xaaaaaaaa, 0x3f800000, 0xbf800000,
                                0x3f7fffff, 0x4b800000, 0x00800000, 0x007fffff, 0x80800000, 0x7f800000,
                                0xff800000, 0x7f7fffff, 0xff7fffff, 0x7fc00000, 0x7fa00001, 0xffff0000};

class Source {
 public:
  Source(const Input& port, const Profile& profile, Random& random) : port_(port), profile_(profile) {
    value_.resize((port.width + 31) / 32);
    for (const auto& constant : CONSTANTS) {
      if (constant.width == port.width) own_.push_back(constant.value);
    }
    for (int i = 0; i < 4; i++) {
      pool_.push_back(Words(value_.size()));
      fill(pool_.back(), random, i & 1 ? Mode::Small : Mode::Uniform);
    }
  }

  const Words& next(uint64_t cycle, Random& random) {
    if (port_.is_reset) {
      value_[0] = cycle < 40 || random.once_in(profile_.reset_every);
      return value_;
    }
    if (remaining_ == 0) choose(random);
    remaining_--;
    switch (mode_) {
      case Mode::Hold: break;
      case Mode::Pulse: value_[0] = random.once_in(400); break;
      case Mode::Rare: value_[0] = random.once_in(16); break;
      case Mode::Often: value_[0] = !random.once_in(16); break;
      case Mode::Pool:
        value_ = pool_[random.below(pool_.size())];
        if (random.once_in(8)) value_[0] ^= 1u << random.below(std::min(port_.width, 32u));
        break;
      default:
        if (port_.width > 1 && random.once_in(4)) {
          value_ = pool_[random.below(pool_.size())];
        } else {
          fill(value_, random, mode_);
          pool_[random.below(pool_.size())] = value_;
        }
    }
    finish(value_);
    return value_;
  }

 private:
  void choose(Random& random) {
    const bool setting = profile_.settings && port_.valid < 0 && port_.ready < 0 && !port_.is_valid;
    remaining_ = 1 + random.below(setting ? profile_.longest : 40);
    if (port_.width == 1 && setting && profile_.pulses) {
      mode_ = random.once_in(4) ? Mode::Rare : Mode::Pulse;
      return;
    }
    if (port_.width == 1) {
      const Mode modes[] = {Mode::Hold, Mode::Rare, Mode::Rare, Mode::Often, Mode::Often, Mode::Uniform, Mode::Uniform};
      mode_ = modes[random.below(7)];
      if (setting) {
        mode_ = Mode::Hold;
        value_[0] = random.below(2);
      }
      return;
    }
    if (profile_.known && random.once_in(2)) {
      mode_ = Mode::Known;
    } else if (profile_.small_world) {
      const Mode modes[] = {Mode::Small, Mode::Small, Mode::Pool, Mode::Pool, Mode::Corner};
      mode_ = modes[random.below(5)];
    } else {
      const Mode modes[] = {Mode::Hold, Mode::Corner, Mode::Corner, Mode::Small, Mode::Uniform, Mode::Uniform, Mode::Uniform};
      mode_ = modes[random.below(7)];
    }
    if (setting) {
      fill(value_, random, mode_);
      finish(value_);
      mode_ = Mode::Hold;
    }
  }

  void fill(Words& value, Random& random, Mode mode) {
    const uint64_t kind = random.below(4);
    if (mode == Mode::Small) {
      // Lanes of small numbers of some width.
      const unsigned lane = 8u << random.below(4);
      const uint64_t most = uint64_t{1} << random.below(9);
      std::fill(value.begin(), value.end(), 0);
      for (unsigned bit = 0; bit < port_.width; bit += lane) value[bit / 32] |= uint32_t(random.below(most)) << bit % 32;
    } else if (mode == Mode::Known) {
      // Rather what is as wide as the input. Addresses count bytes, and what they are compared with often counts words.
      // A narrow input without a number is often a mask of what counts.
      if (random.once_in(4)) std::fill(value.begin(), value.end(), 0);
      uint64_t known = CONSTANTS[random.below(std::size(CONSTANTS))].value << 3 * random.below(2);
      if (!own_.empty() && !random.once_in(8)) {
        known = own_[random.below(own_.size())];
      } else if (own_.empty() && port_.width <= 8 && random.once_in(2)) {
        known = ~uint64_t{0};
      }
      const unsigned at = random.once_in(8) ? unsigned(random.below(port_.width)) / 8 * 8 : 0;
      for (unsigned bit = 0; bit < 64 && at + bit < port_.width; bit += 8) {
        auto& word = value[(at + bit) / 32];
        const unsigned shift = (at + bit) % 32;
        word = (word & ~(0xffu << shift)) | uint32_t(known >> bit & 0xff) << shift;
      }
    } else if (mode != Mode::Corner) {
      for (auto& word : value) word = uint32_t(random.next());
    } else if (kind == 0) {
      for (auto& word : value) word = CORNERS[random.below(24)];
    } else if (kind == 1) {
      const uint32_t base = random.once_in(2) ? ~0u : 0;
      std::fill(value.begin(), value.end(), base);
      const unsigned bit = unsigned(random.below(port_.width));
      value[bit / 32] ^= 1u << bit % 32;
    } else if (kind == 2) {
      std::fill(value.begin(), value.end(), 0);
      value[0] = uint32_t(random.below(8));
    } else {
      for (auto& word : value) word = CORNERS[random.below(24)] + uint32_t(random.below(5)) - 2;
    }
    finish(value);
  }

  void finish(Words& value) const {
    if (port_.width % 32) value.back() &= (1u << port_.width % 32) - 1;
  }

  const Input& port_;
  const Profile& profile_;
  Words value_;
  std::vector<Words> pool_;
  // Numbers of the design that are as wide as the input.
  std::vector<uint64_t> own_;
  Mode mode_ = Mode::Uniform;
  uint64_t remaining_ = 0;
};

// A run of the module as it is, under random inputs.
Run random_run(unsigned profile, uint64_t seed, size_t cycles) {
  Run run;
  run.name = "random" + std::to_string(profile) + "." + std::to_string(seed);
  Random random{seed * 64 + profile};
  const Profile& kind = PROFILES[profile];
  std::vector<Source> sources;
  for (const auto& port : INPUTS) sources.emplace_back(port, kind, random);
  Instance instance(0);
  Words inputs(INPUT_WORDS), outputs(OUTPUT_WORDS);
  for (size_t cycle = 0; cycle < cycles; cycle++) {
    for (size_t i = 0; i < sources.size(); i++) {
      const Input& port = INPUTS[i];
      // A valid that waits, and what belongs to it, stay.
      const int valid = port.is_valid ? int(i) : port.valid;
      if (kind.polite && valid >= 0 && INPUTS[valid].ready >= 0) {
        const bool waits = inputs[INPUTS[valid].offset] && !outputs[INPUTS[valid].ready];
        if (waits && cycle > 40) continue;
      }
      const Words& value = sources[i].next(cycle, random);
      std::copy(value.begin(), value.end(), inputs.begin() + port.offset);
    }
    instance.settle(inputs.data(), outputs.data());
    run.inputs.insert(run.inputs.end(), inputs.begin(), inputs.end());
    run.outputs.insert(run.outputs.end(), outputs.begin(), outputs.end());
    instance.rise();
    run.cycles++;
  }
  return run;
}

// A recording, with its inputs where this module has them.
Run recorded_run(const std::string& path, size_t most) {
  Run run;
  run.name = path.substr(path.rfind('/') + 1);
  std::ifstream file(path, std::ios::binary);
  std::vector<std::pair<int, unsigned>> places;  // offset here, words
  std::string line;
  size_t words = 0;
  while (std::getline(file, line) && !line.empty()) {
    std::istringstream fields(line);
    unsigned width;
    std::string name;
    fields >> width >> name;
    int offset = -1;
    for (const auto& port : INPUTS) {
      if (port.name == name && port.width == width) offset = port.offset;
    }
    places.emplace_back(offset, (width + 31) / 32);
    words += (width + 31) / 32;
  }
  // Else the frames would be read at the wrong places.
  if (places.empty()) {
    std::cerr << path << " has no list of inputs" << std::endl;
    std::exit(1);
  }
  Words frame(1 + words), inputs(INPUT_WORDS), outputs(OUTPUT_WORDS);
  Instance instance(0);
  while (run.cycles < most && file.read(reinterpret_cast<char*>(frame.data()), std::streamsize(frame.size() * 4))) {
    size_t from = 1;
    for (const auto& [offset, count] : places) {
      if (offset >= 0) std::copy_n(frame.begin() + std::ptrdiff_t(from), count, inputs.begin() + offset);
      from += count;
    }
    for (uint32_t i = 0; i < frame[0] && run.cycles < most; i++) {
      instance.settle(inputs.data(), outputs.data());
      run.inputs.insert(run.inputs.end(), inputs.begin(), inputs.end());
      run.outputs.insert(run.outputs.end(), outputs.begin(), outputs.end());
      instance.rise();
      run.cycles++;
    }
  }
  return run;
}

// The first cycle and word at which the mutant's outputs differ; the length of the run if none does.
std::pair<size_t, size_t> first_difference(const Run& run, unsigned mutant) {
  Instance instance(mutant);
  Words outputs(OUTPUT_WORDS);
  for (size_t cycle = 0; cycle < run.cycles; cycle++) {
    instance.settle(&run.inputs[cycle * INPUT_WORDS], outputs.data());
    const uint32_t* expected = &run.outputs[cycle * OUTPUT_WORDS];
    for (size_t word = 0; word < OUTPUT_WORDS; word++) {
      if (outputs[word] != expected[word]) return {cycle, word};
    }
    instance.rise();
  }
  return {run.cycles, 0};
}

// In a process of its own: a mutant may never settle.
void judge(const Run& run, std::vector<unsigned>& mutants) {
  std::vector<unsigned> left;
  for (const unsigned mutant : mutants) {
    int ends[2];
    if (pipe(ends) != 0) std::exit(2);
    const pid_t child = fork();
    if (child == 0) {
      alarm(300);
      const auto [cycle, word] = first_difference(run, mutant);
      const uint64_t result[] = {cycle, word};
      const bool written = write(ends[1], result, sizeof result) == sizeof result;
      _exit(written ? 0 : 2);
    }
    close(ends[1]);
    uint64_t result[] = {0, 0};
    const bool told = read(ends[0], result, sizeof result) == sizeof result;
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    if (told && result[0] == run.cycles) {
      left.push_back(mutant);
    } else {
      std::cout << "killed " << mutant << ' ' << run.name << ' ' << result[0] << ' '
                << (told ? OUTPUT_NAMES[result[1]] : "(does not settle)") << std::endl;
    }
  }
  mutants = left;
}

}  // namespace

// judge|run cycles most seed recording.. -- mutant..: `run` goes through all runs with the module as it is.
int main(int count, char** values) {
  if (count < 5) return 2;
  const std::string what = values[1];
  const size_t cycles = std::strtoul(values[2], nullptr, 10), most = std::strtoul(values[3], nullptr, 10);
  const uint64_t seed = std::strtoul(values[4], nullptr, 10);
  std::vector<std::string> recordings;
  std::vector<unsigned> mutants;
  int at = 5;
  for (; at < count && std::string("--") != values[at]; at++) recordings.push_back(values[at]);
  for (at++; at < count; at++) mutants.push_back(unsigned(std::strtoul(values[at], nullptr, 10)));
  auto take = [&](const Run& run) {
    std::cout << "run " << run.name << ' ' << run.cycles << std::endl;
    if (what == "judge") {
      // A module that differs from itself would kill every mutant.
      if (first_difference(run, 0).first != run.cycles) {
        std::cerr << "the module differs from itself under " << run.name << std::endl;
        std::exit(1);
      }
      judge(run, mutants);
    }
    return what == "run" || !mutants.empty();
  };
  bool more = true;
  for (size_t i = 0; more && cycles > 0 && i < std::size(PROFILES); i++) more = take(random_run(unsigned(i), seed, cycles));
  for (size_t i = 0; more && i < recordings.size(); i++) more = take(recorded_run(recordings[i], most));
  for (const unsigned mutant : mutants) std::cout << "left " << mutant << std::endl;
  finish_recordings();
  std::cout << "done" << std::endl;
  return 0;
}
