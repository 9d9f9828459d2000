//! Replays a lookup of CXL-MEM, recorded at its ports, in Icarus Verilog: the same cycles, the same handshakes, and how
//! many cycles a second each simulator does.
//!
//! Usage: `cargo run --release -p emberlane-tests --example icarus` in the repository's root.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::process::Command as Process;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, Pooling};
use emberlane_verilated::{CLOCK_PERIOD_PS, RtlCxlMem};
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A port of the design.
struct Port {
    name: String,
    input: bool,
    width: usize,
}

fn main() -> anyhow::Result<()> {
    let verilog = Path::new("hw/verilog");
    let ports =
        ports(&fs::read_to_string(verilog.join("cxl_mem/emb_cxl_mem.v")).context("run this in the repository's root")?);
    let folder = tempfile::tempdir()?;

    let mut device = lookup(None)?;
    let statistics = device.transport().statistics();
    let verilator = statistics.cycles as f64 / statistics.host_time.as_secs_f64();
    let waveform = folder.path().join("ports.fst");
    device = lookup(Some(&waveform))?;
    drop(device);

    let cycles = record(&waveform, &ports, folder.path())?;
    fs::write(folder.path().join("replay.v"), bench(&ports, cycles))?;
    let simulation = folder.path().join("replay");
    let folder_of_list = verilog.join("cxl_mem");
    let list = fs::read_to_string(folder_of_list.join("emb_cxl_mem.f"))?;
    let files = list.lines().filter(|line| !line.starts_with("//"));
    let sources: Vec<_> = files.map(|file| folder_of_list.join(file)).collect();
    let mut compiler = Process::new("iverilog");
    compiler.args(["-g2005", "-s", "replay", "-o"]).arg(&simulation).arg(folder.path().join("replay.v")).args(&sources);
    ensure!(compiler.status().context("cannot run iverilog; scripts/setup installs it")?.success(), "iverilog failed");

    let start = Instant::now();
    let output = Process::new("vvp").arg("-n").arg(&simulation).current_dir(folder.path()).output()?;
    let seconds = start.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stdout);
    let Some(checked) = said.lines().find_map(|line| line.strip_prefix("equal: ")) else {
        bail!("the simulations differ:\n{said}{}", String::from_utf8_lossy(&output.stderr));
    };
    println!("cycles                {cycles}, {checked} handshake signals equal in every one");
    println!("Verilator             {verilator:.0} cycles a second, memory model and driver included");
    println!("Icarus Verilog        {:.0} cycles a second, stimulus from a file", cycles as f64 / seconds);
    Ok(())
}

/// Looks a batch up on the RTL, and records its ports if a path is given.
fn lookup(waveform: Option<&Path>) -> anyhow::Result<CxlMem<RtlCxlMem>> {
    let mut builder = RtlCxlMem::builder().channels(4);
    if let Some(path) = waveform {
        builder = builder.waveform(path, 0..u64::MAX);
    }
    let (tables, bags, pooling, rows) = (8, 8, 80, 10_000);
    let mut device = CxlMem::discover(builder.build()?)?;
    device.configure(Configuration::new(32, Pooling::Sum, 1.0f32.to_bits(), vec![rows; tables]))?;
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for table in 0..tables {
        let words: Vec<u32> = (0..rows * 32).map(|_| random.random_range(-1.0f32..1.0).to_bits()).collect();
        device.load_table(table, &words)?;
    }
    let mut batch = BatchBuilder::new();
    for _ in 0..tables {
        let offsets: Vec<u32> = (0..=bags).map(|bag| bag * pooling).collect();
        let indices: Vec<u32> = (0..bags * pooling).map(|_| random.random_range(0..rows)).collect();
        batch = batch.table(&offsets, &indices)?;
    }
    device.post(&batch.build()?)?;
    device.lookup()?;
    Ok(device)
}

/// The ports of a module, in order, but for its clock.
fn ports(source: &str) -> Vec<Port> {
    let mut ports = Vec::new();
    for line in source.lines().take_while(|line| !line.starts_with(");")) {
        let words: Vec<&str> = line.trim_end_matches(',').split_whitespace().collect();
        let [direction @ ("input" | "output"), "wire", range @ .., name] = &words[..] else { continue };
        let width = match *range {
            [range] => range[1..].split(':').next().and_then(|high| high.parse::<usize>().ok()).unwrap_or(0) + 1,
            _ => 1,
        };
        if *name != "clock" {
            ports.push(Port { name: (*name).to_owned(), input: *direction == "input", width });
        }
    }
    ports
}

/// The outputs that are compared: those that are defined in every cycle.
fn compared(port: &Port) -> bool {
    !port.input && (port.name.ends_with("valid") || port.name.ends_with("ready") || port.name == "irq")
}

/// Writes `inputs.bin` and `outputs.bin`, a line of binary digits a cycle. How many cycles there are.
fn record(waveform: &Path, ports: &[Port], folder: &Path) -> anyhow::Result<usize> {
    let mut reader = FstReader::open_and_read_time_table(BufReader::new(File::open(waveform)?))?;
    let mut index = HashMap::new();
    let mut handles = Vec::new();
    let mut depth = 0;
    reader.read_hierarchy(|entry| match entry {
        FstHierarchyEntry::Scope { .. } => depth += 1,
        FstHierarchyEntry::UpScope => depth -= 1,
        FstHierarchyEntry::Var { name, handle, .. } if depth <= 1 => {
            let name = name.split(' ').next().unwrap_or_default();
            if let Some(port) = ports.iter().position(|port| port.name == name) {
                index.insert(handle.get_index(), port);
                handles.push(handle);
            }
        }
        _ => {}
    })?;
    let mut settled: Vec<u64> = reader.get_time_table().context("no times")?.to_vec();
    settled.retain(|time| time % CLOCK_PERIOD_PS == 0);
    let mut changes: Vec<(u64, usize, String)> = Vec::new();
    reader.read_signals(&FstFilter::filter_signals(handles), |time, handle, value| {
        if let FstSignalValue::String(digits) = value {
            changes.push((time, index[&handle.get_index()], String::from_utf8_lossy(digits).into_owned()));
        }
        Ok::<(), ()>(())
    })?;
    changes.sort_by_key(|(time, ..)| *time);
    let mut changes = changes.into_iter().peekable();
    let mut values: Vec<String> = ports.iter().map(|port| "0".repeat(port.width)).collect();
    let mut inputs = BufWriter::new(File::create(folder.join("inputs.bin"))?);
    let mut outputs = BufWriter::new(File::create(folder.join("outputs.bin"))?);
    for time in &settled {
        while let Some((_, port, digits)) = changes.next_if(|(changed, ..)| changed <= time) {
            values[port] = digits;
        }
        let join = |wanted: fn(&Port) -> bool| -> String {
            let chosen = ports.iter().zip(&values).filter(|(port, _)| wanted(port));
            chosen.map(|(port, digits)| format!("{digits:0>width$}", width = port.width)).collect()
        };
        writeln!(inputs, "{}", join(|port| port.input))?;
        writeln!(outputs, "{}", join(compared))?;
    }
    Ok(settled.len())
}

/// A module that replays the inputs and compares the outputs, from the end of reset on.
fn bench(ports: &[Port], cycles: usize) -> String {
    let sum =
        |wanted: fn(&Port) -> bool| ports.iter().filter(|port| wanted(port)).map(|port| port.width).sum::<usize>();
    let (inputs, outputs) = (sum(|port| port.input), sum(compared));
    let names = |wanted: fn(&Port) -> bool| {
        let chosen: Vec<&str> = ports.iter().filter(|port| wanted(port)).map(|port| port.name.as_str()).collect();
        chosen.join(", ")
    };
    let (mut wires, mut pins) = (String::new(), String::new());
    for Port { name, width, .. } in ports {
        let _ = writeln!(wires, "    wire [{}:0] {name};", width - 1);
        let _ = write!(pins, ", .{name}({name})");
    }
    format!(
        "module replay;
    reg clock = 0;
    reg [{high}:0] stimulus [0:{last}];
    reg [{seen}:0] expected [0:{last}];
    reg [{high}:0] now;
{wires}    assign {{{driven}}} = now;
    wire [{seen}:0] outputs = {{{compared}}};
    emb_cxl_mem device (.clock(clock){pins});
    integer cycle;
    initial begin
        $readmemb(\"inputs.bin\", stimulus);
        $readmemb(\"outputs.bin\", expected);
        for (cycle = 0; cycle <= {last}; cycle = cycle + 1) begin
            now = stimulus[cycle];
            #1;
            if (!reset && outputs !== expected[cycle]) begin
                $display(\"cycle %0d: %b, expected %b\", cycle, outputs, expected[cycle]);
                $finish;
            end
            clock = 1;
            #1;
            clock = 0;
        end
        $display(\"equal: {outputs}\");
        $finish;
    end
endmodule
",
        high = inputs - 1,
        seen = outputs - 1,
        last = cycles - 1,
        driven = names(|port| port.input),
        compared = names(compared),
    )
}
