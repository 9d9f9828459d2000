//! Damage is found, named, and never used.

use emberlane_experiment::Optimizer;
use emberlane_models::power_loss::{Image, PAGE_BYTES};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::plain::{State, batch, plain, state, step, tables};
use super::pools::{Place, formatted, open, open_fast};
use crate::engine::Fault;
use crate::pool::PoolError;
use crate::{Pmem, Settings, ShardStore, StoreError};

const PLACE: Place = Place { partitions: 2, slots: 120 };
const BATCHES: u64 = 6;

/// A pool whose checkpoints 4 and 6 are done, 4 committed; and the states of its training.
fn trained() -> (Image, Vec<State>) {
    let tables = tables(Optimizer::Sgd);
    let (mut store, witness) = open(&formatted(&tables, PLACE), &tables, PLACE, Settings::pmem(8), None).unwrap();
    for number in 1..=BATCHES {
        step(&mut store, number, &batch(&tables, 8, number, 3), number % 2 == 0).unwrap();
        store.drain().unwrap();
        if number == 4 {
            store.commit(4).unwrap();
        }
    }
    (witness.lost(), plain(&tables, 8, BATCHES, 3))
}

fn reopen(image: &Image, fault: Option<Fault>) -> Result<Pmem, StoreError> {
    open_fast(image, &tables(Optimizer::Sgd), PLACE, Settings::pmem(8), fault)
}

/// A pool that was opened holds a checkpoint, bit for bit: the newest, or where its own line is gone the one before.
fn is_right(store: &Pmem, states: &[State]) -> bool {
    let at = store.applied();
    let says = !store.found().unused.is_empty();
    (at == 6 || at == 4 && says) && state(store).unwrap() == states[at as usize]
}

/// What would be waited for, and what is something else, is said by name.
#[test]
fn what_is_no_pool_is_refused_by_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(place("pipe")).status().unwrap().success());
    std::fs::create_dir(place("folder")).unwrap();
    std::fs::write(place("device"), [b"EMBCXLM\n".as_slice(), &[0; 8192]].concat()).unwrap();
    std::fs::write(place("text"), "a text").unwrap();
    for (name, says) in [
        ("pipe", "is a pipe, and a pool is a regular file"),
        ("folder", "is a folder, and a pool"),
        ("device", "is the memory of a CXL-MEM"),
        ("text", "is no pool"),
    ] {
        let look = crate::pool::file::look(&place(name)).unwrap_err().to_string();
        let copy = crate::pool::file::copy(&place(name), &place("copy")).unwrap_err().to_string();
        assert!(look.contains(says) && copy.contains(says), "{look}; {copy}");
    }
}

#[test]
fn no_flipped_bit_is_used() {
    let (image, states) = trained();
    let tables = tables(Optimizer::Sgd);
    let store = reopen(&image, None).unwrap();
    assert!(is_right(&store, &states) && store.applied() == 6 && store.found().unused.is_empty());
    let mut random = Pcg64::seed_from_u64(77);
    let (mut refused, mut told, bytes) = (0, 0, PLACE.slots(&tables).end);
    for _ in 0..3_000 {
        let mut damaged = image.clone();
        // Half of the bits are in front of the slots.
        let end = if random.random() { bytes } else { PLACE.slots(&tables).start };
        let (at, bit) = (random.random_range(0..end), random.random_range(0..8));
        damaged.flip(at, bit);
        match reopen(&damaged, None) {
            Ok(store) => {
                assert!(is_right(&store, &states), "bit {bit} of byte {at}: {:?}", store.found());
                told += usize::from(!store.found().unused.is_empty());
            }
            Err(error) => {
                let text = error.to_string();
                assert!(text.contains("in memory"), "{text}");
                assert!(
                    matches!(error, StoreError::Pool(PoolError::Damaged { .. }))
                        == text.contains("unreadable are slots"),
                    "{text}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 50 && told > 20, "{refused} refused, {told} told");
}

#[test]
fn no_zeroed_page_is_used() {
    let (image, states) = trained();
    let bytes = PLACE.slots(&tables(Optimizer::Sgd)).end;
    let mut refused = Vec::new();
    for page in 0..bytes / PAGE_BYTES {
        let mut damaged = image.clone();
        damaged.write(page * PAGE_BYTES, &[0; PAGE_BYTES as usize]);
        match reopen(&damaged, None) {
            Ok(store) => assert!(is_right(&store, &states), "page {page}"),
            Err(error) => refused.push((page, error.to_string())),
        }
    }
    assert!(refused.iter().any(|(page, text)| *page == 2 && text.contains("checkpoint lines")), "{refused:?}");
    assert!(refused.iter().any(|(page, text)| *page > 2 && text.contains("consists of")), "{refused:?}");
    let mut both = image;
    [0, PAGE_BYTES].iter().for_each(|at| both.write(*at, &[0; 128]));
    assert!(reopen(&both, None).unwrap_err().to_string().contains("is no pool"));
}

/// Takes the newest version of rows away, one after the other: an older one must not come in its place.
pub(super) fn a_lost_row_is_found(fault: Option<Fault>) -> Result<(), String> {
    let (image, states) = trained();
    let tables = tables(Optimizer::Sgd);
    let slots = PLACE.slots(&tables);
    for slot in slots.step_by(64) {
        let mut damaged = image.clone();
        damaged.write(slot, &[0; 64]);
        if let Ok(store) = reopen(&damaged, fault)
            && !is_right(&store, &states)
        {
            return Err(format!("slot at {slot}: checkpoint {} has other bits", store.applied()));
        }
    }
    Ok(())
}
