//! One instance of a Verilated design.

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cxx::UniquePtr;
use thiserror::Error;

use crate::CLOCK_PERIOD_PS;
use crate::bridge::ffi;
use crate::recording::Recording;

/// A design, as build.rs read it from the header that Verilator wrote.
pub(crate) struct Design {
    name: &'static str,
    input_words: usize,
    output_words: usize,
    ports: &'static [PortEntry],
}

/// A port of a design; `offset` is its place in the frame of its direction, in words.
pub(crate) struct PortEntry {
    name: &'static str,
    direction: Direction,
    width: u32,
    offset: usize,
}

include!(concat!(env!("OUT_DIR"), "/designs.rs"));

/// Which way a port goes, seen from the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The bench drives it.
    Input,
    /// The design drives it.
    Output,
}

/// Why a model could not do what it was asked.
#[derive(Debug, Error)]
pub enum ModelError {
    /// No design has this name.
    #[error("no design is named `{design}`; there are: {}", .known.join(", "))]
    UnknownDesign {
        /// The name asked for.
        design: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// The program was built without the design.
    #[error("this program was built without the design `{design}`: {reason}")]
    NotBuilt {
        /// The name asked for.
        design: String,
        /// Why.
        reason: &'static str,
    },
    /// The design has no such port.
    #[error("the design `{design}` has no {direction:?} port `{port}`")]
    NoPort {
        /// The design.
        design: String,
        /// The name asked for.
        port: String,
        /// The direction asked for.
        direction: Direction,
    },
    /// The port is wider or narrower than what is behind it.
    #[error("port `{port}` of the design `{design}` has {width} bits where {expected} are expected")]
    Width {
        /// The design.
        design: String,
        /// The port.
        port: String,
        /// Its width in bits.
        width: u32,
        /// The width that the bench needs.
        expected: u32,
    },
    /// The waveform cannot be written.
    #[error("cannot write the waveform {}: {source}", .path.display())]
    Waveform {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The simulation itself failed, for example because a loop of logic does not settle.
    #[error("the simulation of `{design}` failed in cycle {cycle}: {message}")]
    Simulation {
        /// The design.
        design: String,
        /// Cycle since the start.
        cycle: u64,
        /// What Verilator said.
        message: String,
    },
}

/// The names of the designs that this program was built with.
pub fn designs() -> impl Iterator<Item = &'static str> {
    DESIGNS.iter().map(|design| design.name)
}

/// An input port of the [`Model`] that gave it.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    offset: usize,
    width: u32,
}

/// An output port of the [`Model`] that gave it.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    offset: usize,
    width: u32,
}

impl Input {
    /// Width in bits.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }
}

impl Output {
    /// Width in bits.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }
}

/// A waveform that is being written, or will be.
struct Waveform {
    path: String,
    cycles: Range<u64>,
    running: bool,
}

/// One instance of a Verilated design, with its own state and time.
///
/// Ports are read and written in frames on the Rust side; [`Model::step`] moves both frames across the bridge in one
/// call. A cycle is: the inputs that were set take effect with the clock low, the design settles, the outputs are
/// sampled, the clock rises. What [`Model::get`] returns after a step is therefore what a register behind that output
/// would have taken at the step's rising edge.
pub struct Model {
    design: &'static Design,
    instance: UniquePtr<ffi::Instance>,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    cycle: u64,
    waveform: Option<Waveform>,
    recording: Option<Recording>,
}

impl Model {
    /// A new instance of `design`, all inputs low. Storage that the design leaves without a value starts with what
    /// `seed` gives.
    ///
    /// # Errors
    /// [`ModelError::UnknownDesign`], [`ModelError::NotBuilt`].
    pub fn new(design: &str, seed: u64) -> Result<Self, ModelError> {
        let Some(index) = DESIGNS.iter().position(|entry| entry.name == design) else {
            return Err(match ABSENT.iter().find(|(name, _)| *name == design) {
                Some((_, reason)) => ModelError::NotBuilt { design: design.into(), reason },
                None => {
                    let known = designs().chain(ABSENT.iter().map(|(name, _)| *name)).map(String::from).collect();
                    ModelError::UnknownDesign { design: design.into(), known }
                }
            });
        };
        let entry = &DESIGNS[index];
        // Both halves of the seed count.
        let storage_seed = (seed ^ (seed >> 32)) as u32;
        let instance = ffi::new_instance(index, storage_seed, CLOCK_PERIOD_PS)
            .map_err(|error| ModelError::Simulation { design: design.into(), cycle: 0, message: error.to_string() })?;
        let inputs = entry.ports.iter().filter(|port| port.direction == Direction::Input);
        let recording = Recording::begin(entry.name, inputs.map(|port| (port.name, port.width, port.offset)));
        Ok(Self {
            design: entry,
            instance,
            inputs: vec![0; entry.input_words],
            outputs: vec![0; entry.output_words],
            cycle: 0,
            waveform: None,
            recording,
        })
    }

    /// Name of the design.
    #[must_use]
    pub fn design(&self) -> &'static str {
        self.design.name
    }

    /// All ports but the clock: name, direction, width in bits.
    pub fn ports(&self) -> impl Iterator<Item = (&'static str, Direction, u32)> {
        self.design.ports.iter().map(|port| (port.name, port.direction, port.width))
    }

    fn port(&self, name: &str, direction: Direction) -> Result<&'static PortEntry, ModelError> {
        self.design
            .ports
            .iter()
            .find(|port| port.name == name && port.direction == direction)
            .ok_or_else(|| ModelError::NoPort { design: self.design.name.into(), port: name.into(), direction })
    }

    fn expect_width(&self, port: &PortEntry, expected: u32) -> Result<(), ModelError> {
        if port.width == expected {
            return Ok(());
        }
        Err(ModelError::Width { design: self.design.name.into(), port: port.name.into(), width: port.width, expected })
    }

    /// The input port `name`, which must have `width` bits.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn input(&self, name: &str, width: u32) -> Result<Input, ModelError> {
        let port = self.port(name, Direction::Input)?;
        self.expect_width(port, width)?;
        Ok(Input { offset: port.offset, width })
    }

    /// The output port `name`, which must have `width` bits.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn output(&self, name: &str, width: u32) -> Result<Output, ModelError> {
        let port = self.port(name, Direction::Output)?;
        self.expect_width(port, width)?;
        Ok(Output { offset: port.offset, width })
    }

    /// Drives an input of up to 64 bits from the next [`Model::step`] on; bits above its width are dropped.
    pub fn set(&mut self, port: Input, value: u64) {
        let value = if port.width < 64 { value & ((1 << port.width) - 1) } else { value };
        self.inputs[port.offset] = value as u32;
        if port.width > 32 {
            self.inputs[port.offset + 1] = (value >> 32) as u32;
        }
    }

    /// Drives an input of any width with `words`, the lowest 32 bits first.
    ///
    /// # Panics
    /// When `words` is not as long as the port is wide.
    pub fn set_wide(&mut self, port: Input, words: &[u32]) {
        let count = port.width.div_ceil(32) as usize;
        assert_eq!(words.len(), count, "a port of {} bits takes {count} words", port.width);
        self.inputs[port.offset..port.offset + count].copy_from_slice(words);
        if let spare @ 1.. = port.width % 32 {
            self.inputs[port.offset + count - 1] &= (1 << spare) - 1;
        }
    }

    /// An output of up to 64 bits (the lowest 64 of a wider one), as sampled by the last [`Model::step`].
    #[must_use]
    pub fn get(&self, port: Output) -> u64 {
        let low = u64::from(self.outputs[port.offset]);
        if port.width > 32 { low | u64::from(self.outputs[port.offset + 1]) << 32 } else { low }
    }

    /// An output of one bit, or whether any of the lowest 32 of a wider one is set.
    #[must_use]
    pub fn bit(&self, port: Output) -> bool {
        self.outputs[port.offset] != 0
    }

    /// An output of any width, the lowest 32 bits first.
    #[must_use]
    pub fn wide(&self, port: Output) -> &[u32] {
        &self.outputs[port.offset..port.offset + port.width.div_ceil(32) as usize]
    }

    /// One clock cycle.
    ///
    /// # Errors
    /// [`ModelError::Simulation`] when the design does not settle.
    pub fn step(&mut self) -> Result<(), ModelError> {
        if self.waveform.is_some() {
            self.move_waveform()?;
        }
        if let Some(recording) = &mut self.recording {
            recording.cycle(&self.inputs);
        }
        let stepped = ffi::step(self.instance.pin_mut(), &self.inputs, &mut self.outputs);
        stepped.map_err(|error| self.failure(&error))?;
        self.cycle += 1;
        Ok(())
    }

    /// Clock cycles so far.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Writes the waveform of the given cycles to an FST file (gtkwave and Surfer open it). Cycle `n` of this model
    /// takes [`CLOCK_PERIOD_PS`] picoseconds from `n` times as much, and the clock rises in its middle.
    ///
    /// A waveform that was asked for before ends here. A range that is over or empty writes nothing.
    ///
    /// # Errors
    /// [`ModelError::Waveform`] when the file cannot be created; the file is created at once.
    pub fn trace(&mut self, path: &Path, cycles: Range<u64>) -> Result<(), ModelError> {
        self.end_waveform()?;
        let refuse = |source| ModelError::Waveform { path: path.into(), source };
        // Verilator does not say when it cannot open a file.
        File::create(path).map_err(refuse)?;
        let Some(path) = path.to_str() else {
            return Err(refuse(std::io::Error::new(std::io::ErrorKind::InvalidInput, "the path is not UTF-8")));
        };
        self.waveform = Some(Waveform { path: path.into(), cycles, running: false });
        Ok(())
    }

    /// Opens or closes the waveform where its window begins or ends.
    fn move_waveform(&mut self) -> Result<(), ModelError> {
        let Some(waveform) = &mut self.waveform else { return Ok(()) };
        if self.cycle >= waveform.cycles.end {
            return self.end_waveform();
        }
        if waveform.running || self.cycle < waveform.cycles.start {
            return Ok(());
        }
        waveform.running = true;
        let started = ffi::start_trace(self.instance.pin_mut(), &waveform.path);
        started.map_err(|error| self.failure(&error))
    }

    fn end_waveform(&mut self) -> Result<(), ModelError> {
        if self.waveform.take().is_some_and(|waveform| waveform.running) {
            let stopped = ffi::stop_trace(self.instance.pin_mut());
            stopped.map_err(|error| self.failure(&error))?;
        }
        Ok(())
    }

    fn failure(&self, error: &cxx::Exception) -> ModelError {
        ModelError::Simulation { design: self.design.name.into(), cycle: self.cycle, message: error.to_string() }
    }
}
