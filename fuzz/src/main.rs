//! One binary for every target: `LEEBOW_FUZZ` names the target to fuzz, or `LEEBOW_SEEDS` a folder to write the seeds to.
//! `npm run fuzz` starts it.
#![no_main]

#[path = "../../core/engine/tests/mutated/mod.rs"]
mod mutated;
#[path = "../../core/engine/tests/reports/mod.rs"]
mod reports;
#[path = "../../core/engine/tests/samples/mod.rs"]
mod samples;
mod seeds;
mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use mutated::memory;

#[global_allocator]
static MEMORY: memory::CountingAllocator = memory::CountingAllocator;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(
    init: {
        if let Some(folder) = std::env::var_os("LEEBOW_SEEDS") {
            seeds::write(folder.as_ref()).expect("the seeds could not be written");
            std::process::exit(0);
        }
        let name = std::env::var("LEEBOW_FUZZ").unwrap_or_default();
        let target = targets::find(&name).unwrap_or_else(|| panic!("LEEBOW_FUZZ names no target: \"{name}\""));
        let _ = TARGET.set(target);
    },
    |bytes: &[u8]| {
        if let Some(target) = TARGET.get() {
            target(bytes);
        }
    }
);
