//! How much memory a reading takes beyond its input: every byte asked of the allocator is counted.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use leebow_engine::read::{Reading, read};
use mimalloc::MiMalloc;
use serde_json::{Value, json};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The allocator of the engine for Node, counted; the peers have it too.
pub struct Counting;

fn taken(bytes: usize) {
    PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: forwards to another allocator, and counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { MiMalloc.dealloc(place, layout) }
    }

    /// Counted as the new block beside the old one, which is the worst that can happen.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        taken(size);
        let moved = unsafe { MiMalloc.realloc(place, layout, size) };
        NOW.fetch_sub(layout.size(), Relaxed);
        moved
    }
}

/// Most bytes in use at once during `work`, beyond those in use before.
fn peak(work: impl FnOnce()) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

/// Pieces of a file that arrives, bytes.
const PIECE: usize = 64 * 1024;

/// Bytes beyond the input, of a file at hand and of one that arrives in pieces.
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
