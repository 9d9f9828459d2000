//! The arithmetic of segmented reductions.

use super::{ReferenceCxlMem, job::Job, lists::WORD_BYTES, walk};
use crate::{fp32::CANONICAL_NAN, memory::Memory};
use emberlane_registers::{
    REGISTER_BYTES,
    cxl_mem::{self as map, Command, INTERLEAVE_BYTES, LINE_BYTES},
};
use std::ops::Range;

impl ReferenceCxlMem {
    /// Adds up the rows of every bag.
    pub(super) fn pool(&mut self, job: &Job, segments: &[walk::Segment]) {
        let mut sum = vec![0.0f32; job.vector_length as usize];
        let mut row = Vector::new(job);
        let mut words = Vec::new();
        for (bag, segment) in segments.iter().enumerate() {
            sum.fill(0.0);
            self.words(job.entries.base, segment.entries.clone(), &mut words);
            for &index in &words {
                let address = segment.address + u64::from(index) * job.vector_bytes();
                self.count(address, job, map::channel_reads);
                row.each(&self.memory, address, &mut sum, |sum, element| *sum += element);
            }
            if job.mean {
                let bag = bag as u32;
                self.words(job.segments.base, bag..bag + 1, &mut words);
                let scale = f32::from_bits(words[0]);
                sum.iter_mut().for_each(|sum| *sum *= scale);
            }
            let target = job.vectors.base + bag as u64 * job.vector_bytes();
            row.write(&mut self.memory, target, &sum);
            self.heal(target, job.vector_bytes());
            *self.value(&map::LINES_POOLED) += job.vector_lines();
        }
    }

    /// Applies the gradients of its bags to every row: as it is, staged or accumulated.
    pub(super) fn apply(&mut self, job: &Job, segments: &[walk::Segment]) {
        let mut weights = vec![0.0f32; job.vector_length as usize];
        let mut vector = Vector::new(job);
        let (mut bags, mut scales) = (Vec::new(), Vec::new());
        for (number, segment) in (0..).zip(segments) {
            if job.command == Command::Accumulate {
                weights.fill(0.0);
            } else {
                self.count(segment.address, job, map::channel_reads);
                vector.each(&self.memory, segment.address, &mut weights, |weight, element| *weight = element);
            }
            self.words(job.entries.base, segment.entries.clone(), &mut bags);
            if job.mean {
                self.words(job.scales.base, segment.entries.clone(), &mut scales);
            }
            for (entry, &bag) in bags.iter().enumerate() {
                let gradient = job.vectors.base + u64::from(bag) * job.vector_bytes();
                let rate = job.learning_rate;
                if job.mean {
                    let scale = f32::from_bits(scales[entry]);
                    let step = |weight: &mut f32, gradient: f32| *weight -= rate * (scale * gradient);
                    vector.each(&self.memory, gradient, &mut weights, step);
                } else {
                    vector.each(&self.memory, gradient, &mut weights, |weight, gradient| *weight -= rate * gradient);
                }
            }
            *self.value(&map::LINES_GRADIENT) += bags.len() as u64 * job.vector_lines();
            let target = match job.command {
                Command::Stage => job.staged_base + number * job.vector_bytes(),
                _ => segment.address,
            };
            vector.write(&mut self.memory, target, &weights);
            self.heal(target, job.vector_bytes());
            if job.command == Command::Update {
                self.count(target, job, map::channel_writes);
            } else {
                *self.value(&map::LINES_POOLED) += job.vector_lines();
            }
        }
    }

    /// Fills `words` with those at positions `range` of the list at `base`.
    pub(super) fn words(&self, base: u64, range: Range<u32>, words: &mut Vec<u32>) {
        let start = base + u64::from(range.start) * WORD_BYTES;
        words.resize(range.len(), 0);
        self.memory.read_words(start, words);
    }

    /// Counts the lines of the row at `address` on their channels.
    fn count(&mut self, address: u64, job: &Job, counter: fn(u64) -> u64) {
        let mut channel = address / INTERLEAVE_BYTES % self.channels;
        for line in 0..job.vector_lines() {
            if line > 0 && (address + line * LINE_BYTES).is_multiple_of(INTERLEAVE_BYTES) {
                channel = if channel + 1 == self.channels { 0 } else { channel + 1 };
            }
            self.registers[(counter(channel) / REGISTER_BYTES) as usize] += 1;
        }
    }
}

/// Moves vectors between memory and arithmetic.
struct Vector {
    words: Vec<u32>,
    bytes: Vec<u8>,
}

impl Vector {
    fn new(job: &Job) -> Self {
        Self { words: vec![0; job.vector_length as usize], bytes: Vec::with_capacity(job.vector_bytes() as usize) }
    }

    /// Does `work` with each of `numbers` and the element at its place of the vector at `address`.
    #[inline]
    fn each(&mut self, memory: &Memory, address: u64, numbers: &mut [f32], work: impl Fn(&mut f32, f32)) {
        if let Some(bytes) = memory.piece(address, size_of_val(numbers)) {
            let (elements, _) = bytes.as_chunks();
            for (number, element) in numbers.iter_mut().zip(elements) {
                work(number, f32::from_le_bytes(*element));
            }
            return;
        }
        memory.read_words(address, &mut self.words);
        for (number, word) in numbers.iter_mut().zip(&self.words) {
            work(number, f32::from_bits(*word));
        }
    }

    /// Stores results. Arithmetic keeps a NaN a NaN, so making it canonical here is the same as after every operation.
    fn write(&mut self, memory: &mut Memory, address: u64, elements: &[f32]) {
        let word = |element: &f32| if element.is_nan() { CANONICAL_NAN } else { element.to_bits() };
        self.bytes.clear();
        self.bytes.extend(elements.iter().flat_map(|element| word(element).to_le_bytes()));
        memory.write(address, &self.bytes);
    }
}
