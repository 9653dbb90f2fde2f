//! The mutation tests inside WASM: the code of tests/mutated, called by `mutations_wasm.mjs`.
#![cfg_attr(target_arch = "wasm32", allow(unsafe_code))]

#[path = "../tests/mutated/mod.rs"]
mod mutated;
#[path = "../tests/samples/mod.rs"]
mod samples;

use std::cell::RefCell;

use mutated::{Format, memory};

#[global_allocator]
static MEMORY: memory::CountingAllocator = memory::CountingAllocator;

thread_local! {
    /// The text that the caller reads at [`message`]: a format's name or the reason of a failure.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

#[cfg(target_arch = "wasm32")]
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds of a monotonic clock.
        pub safe fn now_ms() -> f64;
    }
}

#[cfg(target_arch = "wasm32")]
fn now_ms() -> f64 {
    host::now_ms()
}

#[cfg(not(target_arch = "wasm32"))]
fn now_ms() -> f64 {
    0.0
}

fn set_message(text: String) {
    MESSAGE.with(|message| *message.borrow_mut() = text);
}

/// Address of the text that [`name`], [`check`] or a panic wrote, UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> *const u8 {
    MESSAGE.with(|message| message.borrow().as_ptr())
}

/// Length of that text, bytes.
#[unsafe(no_mangle)]
pub extern "C" fn message_bytes() -> usize {
    MESSAGE.with(|message| message.borrow().len())
}

/// Writes the name of the format at this index as the message; false past the last.
#[unsafe(no_mangle)]
pub extern "C" fn name(index: usize) -> bool {
    let names = samples::small();
    names.get(index).map(|(name, _)| set_message(name.to_string())).is_some()
}

/// Reads the first `count` mutations of a seed; false, with the reason as the message, when a check fails.
#[unsafe(no_mangle)]
pub extern "C" fn check(index: usize, seed: f64, count: f64) -> bool {
    std::panic::set_hook(Box::new(|info| set_message(info.to_string())));
    let Some(mut format) = Format::of(&samples::small(), index) else { return false };
    match format.check(seed as u64, count as u64, now_ms) {
        Ok(()) => true,
        Err(reason) => {
            set_message(reason);
            false
        }
    }
}
