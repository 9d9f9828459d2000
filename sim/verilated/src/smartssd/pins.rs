//! The ports of an embedding kernel.

use emberlane_models::smartssd::STREAMS;

use crate::{Input, Model, ModelError, Output};

/// A stream of lines.
pub struct StreamPins {
    pub address: Output,
    pub valid: Output,
    pub ready: Input,
    pub line_valid: Input,
    pub line: Input,
}

/// The EV writer, or the EO writer.
pub struct WriterPins {
    pub address: Output,
    pub length: Output,
    pub address_valid: Output,
    pub address_ready: Input,
    pub data: Output,
    pub last: Output,
    pub valid: Output,
    pub ready: Input,
    pub answer: Input,
}

/// All ports that a run drives and samples. Errors of memory stay low.
pub struct Pins {
    pub reset: Input,
    pub start: Input,
    pub program_base: [Input; 4],
    pub program_words: [Input; 4],
    pub cache_base: Input,
    pub cache_vectors: Input,
    pub output_base: Input,
    pub bags: Input,
    pub gradient_base: Input,
    pub gradients: Input,
    pub done: Output,
    pub error: Output,
    pub error_program: Output,
    pub counter: [Output; 4],
    pub forward_hazard: Output,
    pub backward_hazard: Output,
    pub streams: [StreamPins; STREAMS],
    pub read_address: Output,
    pub read_length: Output,
    pub read_valid: Output,
    pub read_ready: Input,
    pub read_data: Input,
    pub read_data_valid: Input,
    pub writers: [WriterPins; 2],
}

/// One thing for each index.
fn each<T, const N: usize>(make: impl Fn(usize) -> Result<T, ModelError>) -> Result<[T; N], ModelError> {
    let all: Vec<T> = (0..N).map(make).collect::<Result<_, _>>()?;
    Ok(all.try_into().unwrap_or_else(|_| unreachable!("there are N")))
}

impl Pins {
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        let input = |name: &str, width| model.input(name, width);
        let output = |name: &str, width| model.output(name, width);
        let stream = |index: usize| {
            Ok(StreamPins {
                address: output(&format!("stream_address_{index}"), 64)?,
                valid: output(&format!("stream_valid_{index}"), 1)?,
                ready: input(&format!("stream_ready_{index}"), 1)?,
                line_valid: input(&format!("line_valid_{index}"), 1)?,
                line: input(&format!("line_{index}"), 512)?,
            })
        };
        let writer = |index: usize| {
            Ok(WriterPins {
                address: output(&format!("awaddr_{index}"), 64)?,
                length: output(&format!("awlen_{index}"), 8)?,
                address_valid: output(&format!("awvalid_{index}"), 1)?,
                address_ready: input(&format!("awready_{index}"), 1)?,
                data: output(&format!("wdata_{index}"), 512)?,
                last: output(&format!("wlast_{index}"), 1)?,
                valid: output(&format!("wvalid_{index}"), 1)?,
                ready: input(&format!("wready_{index}"), 1)?,
                answer: input(&format!("bvalid_{index}"), 1)?,
            })
        };
        Ok(Self {
            reset: input("reset", 1)?,
            start: input("start", 1)?,
            program_base: each(|program| input(&format!("program_base_{program}"), 64))?,
            program_words: each(|program| input(&format!("program_words_{program}"), 28))?,
            cache_base: input("cache_base", 64)?,
            cache_vectors: input("cache_vectors", 32)?,
            output_base: input("output_base", 64)?,
            bags: input("bags", 32)?,
            gradient_base: input("gradient_base", 64)?,
            gradients: input("gradients", 26)?,
            done: output("done", 1)?,
            error: output("error", 4)?,
            error_program: output("error_program", 2)?,
            counter: each(|program| output(&format!("counter_{program}"), 32))?,
            forward_hazard: output("forward_hazard", 1)?,
            backward_hazard: output("backward_hazard", 1)?,
            streams: each(stream)?,
            read_address: output("ev_araddr", 64)?,
            read_length: output("ev_arlen", 8)?,
            read_valid: output("ev_arvalid", 1)?,
            read_ready: input("ev_arready", 1)?,
            read_data: input("ev_rdata", 512)?,
            read_data_valid: input("ev_rvalid", 1)?,
            writers: each(writer)?,
        })
    }
}
