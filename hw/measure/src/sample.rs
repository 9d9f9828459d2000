//! Draws mutants.

use crate::verilog::{Change, Kind, Library};
use anyhow::Result;
use std::collections::BTreeMap;

/// A change of a module that is to be noticed.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number in this campaign, from one.
    pub number: u32,
    /// The block that it is of.
    pub block: String,
    /// The module that is changed.
    pub module: String,
    /// The change.
    pub change: Change,
    /// The line in the module's file.
    pub line: usize,
    /// What stands there.
    pub original: String,
}

impl Mutant {
    /// The same for the same change of the same text, whatever else was drawn.
    pub fn identity(&self) -> String {
        format!("{}:{}-{}:{}", self.module, self.change.span.start, self.change.span.end, self.change.text)
    }
}

/// Draws mutants from all blocks in turn, so that a block with little text has as many as one with much.
///
/// # Errors
/// A block is not in the library.
pub fn draw(library: &Library, blocks: &BTreeMap<String, String>, seed: u64, most: usize) -> Result<Vec<Mutant>> {
    let mut decks = Vec::new();
    for (index, (block, name)) in blocks.iter().enumerate() {
        let module = library.module(name)?;
        // A block's mutants do not depend on what other blocks there are.
        let mut random = Random::new(seed ^ block.bytes().fold(0, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte)));
        let mut deck = by_kind(&module.changes, &mut random);
        deck.reverse();
        decks.push((index, block, module, deck));
    }
    let mut mutants = Vec::new();
    while mutants.len() < most && decks.iter().any(|(.., deck)| !deck.is_empty()) {
        for (_, block, module, deck) in &mut decks {
            let Some(change) = deck.pop().filter(|_| mutants.len() < most) else { continue };
            mutants.push(Mutant {
                number: mutants.len() as u32 + 1,
                block: (*block).clone(),
                module: module.name.clone(),
                line: module.text[..change.span.start].lines().count(),
                original: module.text[change.span.clone()].split_whitespace().collect::<Vec<_>>().join(" "),
                change,
            });
        }
    }
    Ok(mutants)
}

/// All changes in a random order in which the kinds take turns: else half of all would be numbers.
fn by_kind(changes: &[Change], random: &mut Random) -> Vec<Change> {
    let mut kinds: BTreeMap<Kind, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        kinds.entry(change.kind).or_default().push(change);
    }
    for changes in kinds.values_mut() {
        random.shuffle(changes);
    }
    let mut drawn = Vec::new();
    while drawn.len() < changes.len() {
        let mut order: Vec<Kind> = kinds.keys().copied().collect();
        random.shuffle(&mut order);
        for kind in order {
            drawn.extend(kinds.get_mut(&kind).and_then(Vec::pop).cloned());
        }
    }
    drawn
}

/// SplitMix64: the same numbers everywhere for a seed.
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
