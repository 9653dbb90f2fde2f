//! Work on all cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// `of` applied to every item; the results in the order of the items. As many threads as there are cores have equal shares.
pub(super) fn map_on_all_cores<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = items.len().div_ceil(threads).max(1);
    let of = &of;
    thread::scope(|scope| {
        let map = |share: &'_ [T]| -> Vec<R> { share.iter().map(of).collect() };
        let started: Vec<_> = items.chunks(share).map(|share| scope.spawn(move || map(share))).collect();
        started
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_have_the_order_of_the_items() {
        for count in [0, 1, 2, 1000] {
            let items: Vec<usize> = (0..count).collect();
            assert_eq!(map_on_all_cores(&items, |item| item + 1), (1..=count).collect::<Vec<_>>());
        }
    }
}
