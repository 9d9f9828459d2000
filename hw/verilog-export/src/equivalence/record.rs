//! Rust-HDL's own simulation of a block, recorded.

use super::stimulus::{Random, Source};
use crate::tree;
use crate::value::BitString;
use rust_hdl::prelude::*;
use std::collections::HashMap;

/// Values that an input can take from the harness.
pub trait Drivable: Synth {
    /// The value with these bits, 32 a word, least significant word first; bits above the width are zero.
    fn from_words(words: &[u32]) -> Self;
}

impl Drivable for Bit {
    fn from_words(words: &[u32]) -> Self {
        words[0] & 1 == 1
    }
}

impl Drivable for Clock {
    fn from_words(words: &[u32]) -> Self {
        Clock { clk: words[0] & 1 == 1 }
    }
}

impl<const N: usize> Drivable for Bits<N> {
    fn from_words(words: &[u32]) -> Self {
        if N <= 64 {
            let low = u64::from(words[0]) | words.get(1).map_or(0, |high| u64::from(*high) << 32);
            return low.into();
        }
        (0..N).fold(Self::default(), |bits, index| {
            if words[index / 32] >> (index % 32) & 1 == 1 { bits.replace_bit(index, true) } else { bits }
        })
    }
}

impl<const N: usize> Drivable for Signed<N> {
    fn from_words(words: &[u32]) -> Self {
        signed_cast(Bits::from_words(words))
    }
}

/// Gives the inputs of a block their values of a cycle; see [`inputs!`](crate::inputs).
pub struct Driver {
    sources: HashMap<usize, Source>,
    names: HashMap<usize, String>,
    random: Random,
    cycle: usize,
    clock_high: bool,
    /// Set while only clocks move.
    clocks_only: bool,
    /// Words of the inputs of this cycle, by the input's place.
    words: HashMap<String, Vec<u32>>,
}

impl Driver {
    /// Drives an input with random values; a clock with the clock.
    pub fn input<T: Drivable>(&mut self, signal: &mut Signal<In, T>) {
        self.drive(signal, None);
    }

    /// Drives an input with random values below `limit`, for a block that is defined for those alone.
    pub fn input_below<T: Drivable>(&mut self, signal: &mut Signal<In, T>, limit: u64) {
        self.drive(signal, Some(limit));
    }

    fn drive<T: Drivable>(&mut self, signal: &mut Signal<In, T>, limit: Option<u64>) {
        if tree::is_clock(&T::descriptor()) {
            signal.next = T::from_words(&[u32::from(self.clock_high)]);
            self.words.entry(self.name(signal)).or_insert_with(|| vec![0]);
            return;
        }
        if self.clocks_only {
            return;
        }
        let name = self.name(signal);
        let source = self.sources.entry(signal.id()).or_insert_with(|| Source::new(T::BITS, limit, name == "reset"));
        let words = source.next(self.cycle, &mut self.random);
        signal.next = T::from_words(words);
        self.words.insert(name, words.to_vec());
    }

    fn name<T: Synth>(&self, signal: &Signal<In, T>) -> String {
        self.names.get(&signal.id()).cloned().unwrap_or_default()
    }
}

/// A port of the recorded block.
#[derive(Clone, Debug)]
pub(crate) struct RecordedPort {
    /// Path in the tree.
    pub(crate) path: String,
    pub(crate) width: usize,
    pub(crate) is_input: bool,
    pub(crate) is_clock: bool,
}

/// Inputs and outputs of a block over many cycles.
pub(crate) struct Recording {
    pub(crate) ports: Vec<RecordedPort>,
    /// For every cycle the ports in order, clocks left out, 32 bits a word.
    pub(crate) words: Vec<u32>,
}

/// Why a block could not be recorded.
pub(crate) enum RecordFailure {
    NotDriven(Vec<String>),
    NotSettled(usize),
}

/// Simulates the block for `cycles` clock cycles.
pub(crate) fn record<B: Block>(
    block: &mut B,
    cycles: usize,
    seed: u64,
    drive: &dyn Fn(&mut B, &mut Driver),
) -> Result<Recording, RecordFailure> {
    block.connect_all();
    let mut survey = Ports::default();
    block.accept("top", &mut survey);
    let mut driver = Driver {
        sources: HashMap::new(),
        names: survey.ids,
        random: Random::new(seed),
        cycle: 0,
        clock_high: false,
        clocks_only: false,
        words: HashMap::new(),
    };
    let ports = survey.ports;
    let mut words = Vec::new();
    for cycle in 0..cycles {
        driver.cycle = cycle;
        driver.clock_high = false;
        driver.clocks_only = false;
        drive(block, &mut driver);
        if cycle == 0 {
            let missing: Vec<String> = ports
                .iter()
                .filter(|port| port.is_input && !driver.words.contains_key(&port.path))
                .map(|port| port.path.replace('$', "."))
                .collect();
            if !missing.is_empty() {
                return Err(RecordFailure::NotDriven(missing));
            }
        }
        settle(block, cycle)?;
        let mut outputs = Outputs::default();
        block.accept("top", &mut outputs);
        for port in ports.iter().filter(|port| !port.is_clock) {
            if port.is_input {
                words.extend(&driver.words[&port.path]);
            } else {
                words.extend(&outputs.words[&port.path]);
            }
        }
        driver.clock_high = true;
        driver.clocks_only = true;
        drive(block, &mut driver);
        settle(block, cycle)?;
    }
    Ok(Recording { ports, words })
}

fn settle<B: Block>(block: &mut B, cycle: usize) -> Result<(), RecordFailure> {
    // A signal crosses a level of the hierarchy in an iteration or two.
    if simulate(block, 1000) { Ok(()) } else { Err(RecordFailure::NotSettled(cycle)) }
}

/// Ports of the outermost block.
#[derive(Default)]
struct Ports {
    place: Place,
    ports: Vec<RecordedPort>,
    ids: HashMap<usize, String>,
}

/// Current values of the outputs of the outermost block.
#[derive(Default)]
struct Outputs {
    place: Place,
    words: HashMap<String, Vec<u32>>,
}

/// Where in the tree a probe is.
#[derive(Default)]
struct Place {
    depth: usize,
    namespaces: Vec<String>,
}

impl Place {
    fn path(&self, name: &str) -> Option<String> {
        (self.depth == 1).then(|| format!("{}{name}", self.namespaces.concat()))
    }

    fn enter(&mut self, name: &str) {
        if self.depth == 1 {
            self.namespaces.push(format!("{name}$"));
        }
    }

    fn leave(&mut self) {
        if self.depth == 1 {
            self.namespaces.pop();
        }
    }
}

impl Probe for Ports {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.place.depth += 1;
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.place.depth -= 1;
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.place.enter(name);
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.place.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let is_input = match signal.kind() {
            AtomKind::InputParameter => true,
            AtomKind::OutputParameter => false,
            _ => return,
        };
        let Some(path) = self.place.path(name) else { return };
        let is_clock = tree::is_clock(&signal.descriptor());
        if is_input {
            self.ids.insert(signal.id(), path.clone());
        }
        self.ports.push(RecordedPort { path, width: signal.bits(), is_input, is_clock });
    }
}

impl Probe for Outputs {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.place.depth += 1;
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.place.depth -= 1;
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.place.enter(name);
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.place.leave();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if signal.kind() != AtomKind::OutputParameter {
            return;
        }
        let Some(path) = self.place.path(name) else { return };
        let value = BitString::parse(&signal.verilog().to_string()).unwrap_or_else(|| BitString::zeros(signal.bits()));
        self.words.insert(path, value.truncated(signal.bits()).to_words());
    }
}
