//! The lists of a job, as they lie in memory.

use crate::memory::Memory;

/// Bytes of a list's word and of a vector's element.
pub const WORD_BYTES: u64 = 4;

/// Words that a list is read in; far below what a job could ask for, so that a bad count costs no memory.
const BLOCK_WORDS: usize = 1024;

/// A list of words, read block by block.
pub struct List<'a> {
    memory: &'a Memory,
    base: u64,
    block: u64,
    words: Vec<u32>,
}

impl<'a> List<'a> {
    pub fn new(memory: &'a Memory, base: u64) -> Self {
        Self { memory, base, block: 0, words: Vec::new() }
    }

    /// The word at a position.
    pub fn word(&mut self, position: u64) -> u32 {
        let block = position / BLOCK_WORDS as u64;
        if self.words.is_empty() || block != self.block {
            self.block = block;
            let start = self.base + block * BLOCK_WORDS as u64 * WORD_BYTES;
            self.words.resize(BLOCK_WORDS, 0);
            self.memory.read_words(start, &mut self.words);
        }
        self.words[(position % BLOCK_WORDS as u64) as usize]
    }
}
