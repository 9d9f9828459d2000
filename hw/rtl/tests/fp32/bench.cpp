// Drives a Verilated FP32 unit with one record of standard input a cycle and compares its results bit by bit.
//
// A record is four 32-bit words: two operands, the expected result, and whether that result is to be checked.
// unit.h, which the test writes, names the unit: Model, latency, result().

#include "unit.h"
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Record {
    std::uint32_t a, b, expected, checked;
};

int main() {
    constexpr unsigned long long reported = 10;
    VerilatedContext context;
    Model unit{&context};
    // The first evaluation swallows a clock edge.
    unit.clock = 0;
    unit.eval();

    std::array<Record, latency> flying{};
    std::vector<Record> block(1 << 14);
    unsigned long long cycle = 0, checked = 0, wrong = 0;
    const auto step = [&](const Record &record) {
        unit.a = record.a;
        unit.b = record.b;
        unit.clock = 0;
        unit.eval();
        unit.clock = 1;
        unit.eval();
        flying[cycle % latency] = record;
        ++cycle;
        const Record &due = flying[cycle % latency];
        if (!due.checked) return;
        ++checked;
        if (result(unit) == due.expected) return;
        if (wrong++ < reported) {
            std::printf("%08x with %08x: got %08x, expected %08x\n", due.a, due.b, result(unit), due.expected);
        }
    };
    for (std::size_t count; (count = std::fread(block.data(), sizeof(Record), block.size(), stdin)) != 0;) {
        for (std::size_t i = 0; i < count; ++i) step(block[i]);
    }
    for (std::size_t i = 1; i < latency; ++i) step(Record{});
    unit.final();
    std::printf("checked %llu wrong %llu\n", checked, wrong);
    return wrong != 0;
}
