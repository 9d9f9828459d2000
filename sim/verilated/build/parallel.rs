//! Work on all cores.

use std::sync::Mutex;
use std::thread;

/// Does `work` with each item, the first items first, on so many threads; the results are in the order of the items.
///
/// # Errors
/// The first that comes; items that were not begun are left.
pub fn each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let next = Mutex::new(0..items.len());
    let results: Vec<_> = items.iter().map(|_| Mutex::new(None)).collect();
    let failed = Mutex::new(None);
    let take = || next.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                while let Some(index) = take() {
                    match work(&items[index]) {
                        Ok(result) => *results[index].lock().expect("no thread panics with it") = Some(result),
                        Err(message) => {
                            failed.lock().expect("no thread panics with it").get_or_insert(message);
                            while take().is_some() {}
                        }
                    }
                }
            });
        }
    });
    if let Some(message) = failed.into_inner().expect("no thread panics with it") {
        return Err(message);
    }
    let result = |slot: Mutex<Option<R>>| slot.into_inner().ok().flatten();
    results.into_iter().map(|slot| result(slot).ok_or_else(|| "work was left".to_owned())).collect()
}
