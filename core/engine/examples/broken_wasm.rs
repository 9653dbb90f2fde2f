//! The tests' broken recordings inside WASM: the same Rust code, driven by `scripts/broken-wasm.mjs`.
#![cfg_attr(target_arch = "wasm32", allow(unsafe_code))]

#[path = "../tests/broken/mod.rs"]
mod broken;
#[path = "../tests/samples/mod.rs"]
mod samples;

use std::cell::RefCell;

use broken::{Format, memory};

#[global_allocator]
static MEMORY: memory::Counted = memory::Counted;

thread_local! {
    /// What went wrong, read by the driver.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

#[cfg(target_arch = "wasm32")]
mod driver {
    #[link(wasm_import_module = "driver")]
    unsafe extern "C" {
        /// Milliseconds of a clock that only rises.
        pub safe fn now_ms() -> f64;
    }
}

#[cfg(target_arch = "wasm32")]
fn now_ms() -> f64 {
    driver::now_ms()
}

#[cfg(not(target_arch = "wasm32"))]
fn now_ms() -> f64 {
    0.0
}

fn say(what: String) {
    SAID.with(|said| *said.borrow_mut() = what);
}

/// Where the words stand that [`check`] or a panic left.
#[unsafe(no_mangle)]
pub extern "C" fn said() -> *const u8 {
    SAID.with(|said| said.borrow().as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn said_bytes() -> usize {
    SAID.with(|said| said.borrow().len())
}

/// Says the name of a format by its number; false when there are no more.
#[unsafe(no_mangle)]
pub extern "C" fn name(place: usize) -> bool {
    let names = samples::small();
    names.get(place).map(|(name, _)| say(name.to_string())).is_some()
}

/// Reads the broken files of seeds `from..to` of a format; false when one of them is not read as it must be.
#[unsafe(no_mangle)]
pub extern "C" fn check(place: usize, from: f64, to: f64) -> bool {
    std::panic::set_hook(Box::new(|info| say(info.to_string())));
    let Some(mut format) = Format::of(&samples::small(), place) else { return false };
    match format.check(from as u64, to as u64, now_ms) {
        Ok(()) => true,
        Err(why) => {
            say(why);
            false
        }
    }
}
