//! Memory that a reader allocates beyond its input.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use leebow_engine::read::{Reading, read};
use mimalloc::MiMalloc;
use serde_json::{Value, json};

/// Bytes allocated now.
static NOW: AtomicUsize = AtomicUsize::new(0);
/// Largest value of [`NOW`] since it was reset.
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the engine for Node with counters; also used for the peers.
pub struct Counting;

fn allocated(bytes: usize) {
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: forwards to another allocator and changes nothing but the counters.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { MiMalloc.dealloc(place, layout) }
    }

    /// Counted as if the new block were allocated before the old one is freed, which is the worst case.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocated(size);
        let moved = unsafe { MiMalloc.realloc(place, layout, size) };
        NOW.fetch_sub(layout.size(), Relaxed);
        moved
    }
}

/// Largest number of bytes allocated during `work`, beyond those allocated before.
fn peak(work: impl FnOnce()) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

/// Length of the pieces of a file that is read while it arrives, bytes.
const PIECE: usize = 64 * 1024;

/// Memory beyond the input, bytes: of a file read at once and of one read in pieces.
pub fn report(bytes: &[u8]) -> Result<Value, Box<dyn std::error::Error>> {
    let points = read("", bytes)?.columns.len();
    let whole = peak(|| drop(read("", bytes)));
    let chunked = peak(|| {
        let mut reading = Reading::default();
        bytes.chunks(PIECE).for_each(|piece| reading.push(piece));
        drop(reading.finish());
    });
    Ok(json!({ "name": "memory", "points": points, "whole": whole, "chunked": chunked }))
}
