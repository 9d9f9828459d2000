//! What the memory controller makes of the preset `dram`, beside what DRAMSim3 says of DDR4-3200.

use emberlane_models::ideal_dram::IdealDram;
use emberlane_models::media::preset;
use emberlane_models::memory_controller::{Inputs, LINE_BYTES, MemoryController, ReadRequest};

/// Bytes of a request, and DRAMSim3's nanoseconds one at a time and gigabytes a second at 32 at a time.
const DRAMSIM3: [(u64, f64, f64); 3] = [(64, 46.0, 19.7), (256, 62.0, 23.9), (4096, 370.0, 19.3)];

/// The device's clock, and that of the user's side of a DDR4-2400 channel on an Alveo U200.
const CLOCKS: [(&str, u64); 2] = [("250 MHz", 4000), ("300 MHz", 3333)];

const QUEUE_DEPTH: u64 = 32;

/// Reads `requests` times `bytes` with up to `depth` of them under way. Cycles from the first line's acceptance to the
/// last line's answer.
fn cycles(controller: &mut MemoryController<()>, bytes: u64, requests: u64, depth: u64) -> u64 {
    let mut dram = IdealDram::new(1);
    let lines = bytes / LINE_BYTES;
    let (mut asked, mut answered) = (0, 0);
    let mut first = None;
    loop {
        let mut inputs = Inputs { s_rready: true, ..Inputs::default() };
        dram.drive(&mut inputs);
        // A request is under way until its last line is answered.
        if asked < requests * lines && asked / lines < answered / lines + depth {
            inputs.s_ar = Some(ReadRequest { id: 0, address: asked * LINE_BYTES });
        }
        let now = controller.now();
        let outputs = controller.cycle(&inputs);
        dram.clock(&inputs, &outputs);
        if inputs.s_ar.is_some() && outputs.s_arready {
            asked += 1;
            first.get_or_insert(now);
        }
        answered += u64::from(outputs.s_r.is_some());
        if answered == requests * lines {
            return now - first.unwrap_or(now);
        }
    }
}

/// How far `ours` is from `theirs`.
fn percent(ours: f64, theirs: f64) -> f64 {
    (ours / theirs - 1.0) * 100.0
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let medium = preset("dram")?;
    println!("Reads of one channel: DRAMSim3 with DDR4-3200, and the preset `dram` ({})", medium.description);
    for (clock, period_ps) in CLOCKS {
        let settings = medium.settings(period_ps)?;
        println!(
            "\nController at {clock}: {} cycles, {}/65536 line a cycle",
            settings.read_latency, settings.read_rate
        );
        println!("{:>12} {:>32} {:>35}", "", "one at a time, ns", "32 at a time, GB/s");
        print!("{:>12}", "request");
        println!(" {:>10} {:>10} {:>10} {:>13} {:>10} {:>10}", "DRAMSim3", "ours", "", "DRAMSim3", "ours", "");
        for (bytes, latency_ns, gigabytes) in DRAMSIM3 {
            let alone = cycles(&mut MemoryController::new(settings), bytes, 1, 1);
            let ours_ns = (alone * period_ps) as f64 / 1000.0;
            // The first answer's latency is no part of the long run.
            let requests = (1 << 22) / bytes;
            let many = cycles(&mut MemoryController::new(settings), bytes, requests, QUEUE_DEPTH) - alone;
            let ours_gigabytes = ((requests - 1) * bytes * 1000) as f64 / (many * period_ps) as f64;
            println!(
                "{:>10} B {latency_ns:>10.1} {ours_ns:>10.1} {:>9.1}% {gigabytes:>13.1} {ours_gigabytes:>10.1} {:>9.1}%",
                bytes,
                percent(ours_ns, latency_ns),
                percent(ours_gigabytes, gigabytes),
            );
        }
    }
    println!(
        "
Where the model is simpler:
- One latency for every read: no row hits and misses, no bank conflicts, no refresh. DRAMSim3 takes longer for 4 KB than
  one latency and the bandwidth explain; the model has nothing that could.
- One bound for the bandwidth, 19.2 GB/s of DDR4-2400 or the 64 bytes a cycle of the port, whichever is lower. DRAMSim3 ran
  DDR4-3200, whose channel carries 25.6 GB/s, so the bandwidths are not meant to meet.
- Reads and writes, and the two kinds of write, have buckets of their own: they do not take turns on one bus.
- The 46 ns of the preset are DRAMSim3's own: that the first line agrees says only that rounding to cycles is small."
    );
    Ok(())
}
