//! What a test drives into a block in Rust-HDL's simulation, written down to be driven into the exported module: so the
//! measures of coverage and of mutation see what the tests of the block see.
//!
//! A recording begins with lines of text, the width and the name of every input in the order of a frame, and an empty
//! line. Then come, in words of 32 bits with the lowest byte first, how many cycles a frame lasts and the frame. The
//! Verilated devices are recorded in the same form.

use crate::names::sanitised;
use crate::tree::{is_clock, read};
use rust_hdl::core::synth::VCDValue;
use rust_hdl::prelude::*;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process};

/// Asks for recordings, and names the folder that takes them.
const VARIABLE: &str = "EMBERLANE_RECORDINGS";

/// Cycles after which a recording ends.
const MOST_CYCLES: u64 = 200_000;

/// A recording that is being written.
pub struct Recording {
    path: PathBuf,
    file: BufWriter<File>,
    frame: Vec<u32>,
    /// Cycles that the frame has lasted.
    count: u32,
    cycles: u64,
}

impl Recording {
    /// Begins a recording of a block's inputs, if one is asked for and the block has a name.
    ///
    /// # Panics
    /// If the file cannot be written: nobody else would notice that a recording is missing.
    pub fn begin<B: Block + ?Sized>(block: &B) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let folder = env::var_os(VARIABLE)?;
        let name = read(block)?.about?.name;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(&folder).join(format!("{name}-{}-{number}.rec", process::id()));
        let begun = fs::create_dir_all(&folder).and_then(|()| Self::create(&path, &Inputs::of(block)));
        Some(begun.unwrap_or_else(|error| refuse(&path, &error)))
    }

    fn create(path: &Path, inputs: &Inputs) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        for (name, width) in &inputs.ports {
            writeln!(file, "{width} {name}")?;
        }
        writeln!(file)?;
        Ok(Self { path: path.to_owned(), file, frame: Vec::new(), count: 0, cycles: 0 })
    }

    /// Takes the inputs of a cycle, which are settled.
    ///
    /// # Panics
    /// If they cannot be written.
    pub fn cycle<B: Block + ?Sized>(&mut self, block: &B) {
        if self.cycles == MOST_CYCLES {
            return;
        }
        self.cycles += 1;
        let frame = Inputs::of(block).frame;
        if self.frame != frame {
            self.write();
            self.frame = frame;
            self.count = 0;
        }
        self.count += 1;
    }

    fn write(&mut self) {
        if self.count > 0 {
            let words = [self.count].into_iter().chain(self.frame.iter().copied());
            let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            self.file.write_all(&bytes).unwrap_or_else(|error| refuse(&self.path, &error));
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.write();
        }
    }
}

fn refuse<T>(path: &Path, error: &io::Error) -> T {
    panic!("cannot write the recording {}: {error}; {VARIABLE} names a folder that can be written", path.display())
}

/// Names, widths and values of a block's inputs, without its clocks.
#[derive(Default)]
struct Inputs {
    ports: Vec<(String, usize)>,
    frame: Vec<u32>,
    /// Blocks that are open; the inputs of one are those that are not of a child.
    depth: usize,
    namespaces: Vec<String>,
}

impl Inputs {
    fn of<B: Block + ?Sized>(block: &B) -> Self {
        let mut inputs = Self::default();
        block.accept("top", &mut inputs);
        inputs
    }
}

impl Probe for Inputs {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth += 1;
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        if self.depth == 1 {
            self.namespaces.push(name.to_owned());
        }
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if self.depth != 1 || signal.kind() != AtomKind::InputParameter || is_clock(&signal.descriptor()) {
            return;
        }
        let namespaces: String = self.namespaces.iter().map(|name| format!("{name}$")).collect();
        self.ports.push((sanitised(&format!("{namespaces}{name}")), signal.bits()));
        let one = VCDValue::from(true);
        let bits: Vec<bool> = match signal.vcd() {
            VCDValue::Vector(bits) => bits.into_iter().rev().map(|bit| is_same(&VCDValue::Single(bit), &one)).collect(),
            single => vec![is_same(&single, &one)],
        };
        let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, bit| word << 1 | u32::from(*bit));
        self.frame.extend(bits.chunks(32).map(word));
        // What is driven by nobody, or is no number, is zero.
        self.frame.extend(vec![0; signal.bits().div_ceil(32) - bits.len().div_ceil(32)]);
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        if self.depth == 1 {
            self.namespaces.pop();
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth -= 1;
    }
}

fn is_same(a: &VCDValue, b: &VCDValue) -> bool {
    matches!((a, b), (VCDValue::Single(a), VCDValue::Single(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{About, Describe};

    #[derive(LogicBlock, Default)]
    struct Wide {
        clock: Signal<In, Clock>,
        a: [Signal<In, Bit>; 2],
        b: Signal<In, Bits<34>>,
        c: Signal<Out, Bit>,
        about: About<Self>,
    }

    impl Describe for Wide {
        fn name() -> String {
            "wide".into()
        }
        fn description() -> &'static str {
            "Shows how inputs are recorded."
        }
    }

    impl Logic for Wide {
        #[hdl_gen]
        fn update(&mut self) {
            self.c.next = self.a[0].val() & self.a[1].val() & self.b.val().get_bit(0);
        }
    }

    #[test]
    fn frames_that_stay_are_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wide.rec");
        let mut block = Wide::default();
        block.connect_all();
        let mut recording = Recording::create(&path, &Inputs::of(&block)).unwrap();
        for (a, b) in [(false, 0x2_0000_0003_u64), (false, 0x2_0000_0003), (true, 1)] {
            block.a[1].next = a;
            block.b.next = b.into();
            assert!(simulate(&mut block, 10));
            recording.cycle(&block);
        }
        drop(recording);
        let words = [2, 0, 0, 3, 2, 1, 0, 1, 1, 0];
        let expected: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        assert_eq!(fs::read(&path).unwrap(), [&b"1 a_0\n1 a_1\n34 b\n\n"[..], &expected].concat());
    }
}
