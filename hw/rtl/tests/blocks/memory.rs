//! The memories against a plain array.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::words::random_bits;
use emberlane_rtl::memory::{BlockRam, LutRam};
use rand::Rng;
use rust_hdl::prelude::*;

fn lut_ram_holds_words<const WIDTH: usize, const ADDRESS: usize>(seed: u64) {
    let random = &mut random(&format!("LUT RAM {WIDTH} x {}", 1 << ADDRESS), seed);
    let mut memory = ready::<LutRam<WIDTH, ADDRESS>>();
    let mut words = vec![Bits::<WIDTH>::default(); 1 << ADDRESS];
    for cycle in 0..3000 {
        let (write, write_address, read_address) =
            (random.random(), random.random_range(0..1 << ADDRESS), random.random_range(0..1_u64 << ADDRESS));
        memory.write_enable.next = write;
        memory.write_address.next = (write_address as u64).into();
        memory.write_data.next = random_bits(random);
        memory.read_address.next = read_address.into();
        settle(&mut *memory);
        assert_eq!(memory.read_data.val(), words[read_address as usize], "cycle {cycle}: before the edge");
        if write {
            words[write_address] = memory.write_data.val();
        }
        clock_cycle!(memory);
        assert_eq!(memory.read_data.val(), words[read_address as usize], "cycle {cycle}: after the edge");
    }
}

fn block_ram_holds_words<const WIDTH: usize, const ADDRESS: usize>(seed: u64) {
    let random = &mut random(&format!("block RAM {WIDTH} x {}", 1 << ADDRESS), seed);
    let mut memory = ready::<BlockRam<WIDTH, ADDRESS>>();
    let mut words = vec![Bits::<WIDTH>::default(); 1 << ADDRESS];
    let mut last = Bits::<WIDTH>::default();
    let mut collisions = 0;
    for cycle in 0..3000 {
        let (write, read): (bool, bool) = random.random();
        let (write_address, read_address) =
            (random.random_range(0..1 << ADDRESS), random.random_range(0..1 << ADDRESS));
        memory.write_enable.next = write;
        memory.write_address.next = (write_address as u64).into();
        memory.write_data.next = random_bits(random);
        memory.read_enable.next = read;
        memory.read_address.next = (read_address as u64).into();
        settle(&mut *memory);
        assert_eq!(memory.read_data.val(), last, "cycle {cycle}: changed without an edge");
        if read {
            last = words[read_address];
        }
        if write {
            collisions += usize::from(read && read_address == write_address && last != memory.write_data.val());
            words[write_address] = memory.write_data.val();
        }
        clock_cycle!(memory);
        assert_eq!(memory.read_data.val(), last, "cycle {cycle}: after the edge");
    }
    assert!(collisions > 0, "no read met a write of the same word");
}

#[test]
fn lut_ram() {
    lut_ram_holds_words::<1, 1>(1);
    lut_ram_holds_words::<8, 3>(2);
    lut_ram_holds_words::<64, 5>(3);
    lut_ram_holds_words::<512, 2>(4);
}

#[test]
fn block_ram() {
    block_ram_holds_words::<1, 1>(1);
    block_ram_holds_words::<8, 4>(2);
    block_ram_holds_words::<64, 6>(3);
    block_ram_holds_words::<512, 3>(4);
}
