//! Work on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every item on as many threads as there are cores, in order; tells how far it is.
pub fn each<T: Sync, R: Send>(what: &str, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let done: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { return };
                    if i.is_multiple_of((items.len() / 10).max(1)) {
                        eprintln!("{what}: {i} of {}", items.len());
                    }
                    let result = work(item);
                    if let Ok(mut place) = done[i].lock() {
                        *place = Some(result);
                    }
                }
            });
        }
    });
    done.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}
