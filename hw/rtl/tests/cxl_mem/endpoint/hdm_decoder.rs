//! Where a host address leads: to one place at most, and nowhere behind what there is.

use crate::bench::{random, ready, settle};
use emberlane_registers::cxl_mem::{CHANNEL_BYTES, SCRATCHPAD_BASE, SCRATCHPAD_BYTES};
use emberlane_rtl::cxl_mem::capacity::{GIB_BYTES, MOST_GIB};
use emberlane_rtl::cxl_mem::endpoint::hdm_decoder::HdmDecoder;
use rand::Rng;

fn decodes<const CHANNELS: usize>(seed: u64) {
    let random = &mut random(&format!("{CHANNELS} channels"), seed);
    let mut block = ready::<HdmDecoder<CHANNELS>>();
    let range = CHANNELS as u64 * CHANNEL_BYTES;
    let (mut persistent, mut scratchpad, mut both, mut beyond) = (0, 0, 0, 0);
    for _ in 0..4000 {
        // Bases close to each other, so that ranges meet; bits below a range's size do not count.
        let base = |random: &mut rand_pcg::Pcg64, bytes: u64| -> (u64, bool) {
            let at = random.random_range(0..3) * range + random.random_range(0..2) * bytes;
            (at & !(bytes - 1), random.random_bool(0.8))
        };
        let (base_0, commits_0) = base(random, range);
        let persistent_gib = [1, CHANNELS * 15, CHANNELS * MOST_GIB][random.random_range(0..3)] as u64;
        let persistent_bytes = persistent_gib * GIB_BYTES;
        let (base_1, commits_1) = base(random, SCRATCHPAD_BYTES);
        let noise = random.random_range(0..1u64 << 20) << 1;
        let near = [base_0, base_1][random.random_range(0..2)];
        let edge =
            [0, SCRATCHPAD_BYTES - 64, SCRATCHPAD_BYTES, persistent_bytes - 64, persistent_bytes, range - 64, range];
        let address = near + edge[random.random_range(0..edge.len())];
        block.persistent_gib.next = persistent_gib.into();
        block.base_0.next = (base_0 | noise | u64::from(commits_0)).into();
        block.base_1.next = (base_1 | noise | u64::from(commits_1)).into();
        block.address.next = (address >> 6).into();
        settle(&mut *block);
        let within = |base: u64, bytes: u64, commits: bool| commits && (base..base + bytes).contains(&address);
        let in_persistent = within(base_0, persistent_bytes, commits_0);
        let in_scratchpad = within(base_1, SCRATCHPAD_BYTES, commits_1) && !in_persistent;
        assert_eq!(block.persistent.val(), in_persistent, "{address:#x}: {base_0:#x} {base_1:#x}");
        assert_eq!(block.scratchpad.val(), in_scratchpad, "{address:#x}: {base_0:#x} {base_1:#x}");
        let found: u64 = block.device_address.val().into();
        if in_persistent {
            assert_eq!(found, address - base_0);
        } else if in_scratchpad {
            assert_eq!(found, SCRATCHPAD_BASE + (address - base_1));
        }
        persistent += u64::from(in_persistent);
        scratchpad += u64::from(in_scratchpad);
        both += u64::from(in_persistent && within(base_1, SCRATCHPAD_BYTES, commits_1));
        beyond += u64::from(!in_persistent && within(base_0, range, commits_0));
    }
    assert!(
        persistent > 100 && scratchpad > 100 && both > 100 && beyond > 100,
        "{persistent}, {scratchpad}, {both} of both, {beyond} beyond"
    );
}

#[test]
fn an_address_leads_to_one_place_at_most() {
    decodes::<1>(1);
    decodes::<4>(2);
}
