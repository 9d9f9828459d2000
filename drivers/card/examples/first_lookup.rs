//! A table, a batch of two bags, and their sums: the first lookup of a card.
//!
//! `cargo run --release -p emberlane-card --example first_lookup -- CARD` overwrites the first 64,000 bytes of persistent memory.

use emberlane_card::{Access, Card, Place};
use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, Pooling};

const ROWS: u32 = 1000;
const ELEMENTS: u32 = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).ok_or("name a card: a PCI address, or the folder of an emulated one")?;
    let card = Card::open(&Place::named(&name)?, &Access::default())?;
    let mut device = CxlMem::discover(card)?;
    device.configure(Configuration::new(ELEMENTS, Pooling::Sum, 1f32.to_bits(), vec![ROWS]))?;
    // Every element of row 3 is 3.
    let table: Vec<u32> = (0..ROWS).flat_map(|row| [(row as f32).to_bits(); ELEMENTS as usize]).collect();
    device.load_table(0, &table)?;
    device.post(&BatchBuilder::new().table(&[0, 2, 3], &[3, 5, 7])?.build()?)?;
    for (bag, pooled) in device.lookup()?.chunks(ELEMENTS as usize).enumerate() {
        println!("bag {bag}: {}", f32::from_bits(pooled[0]));
    }
    Ok(())
}
