//! One binary for every target; `LEEBOW_FUZZ` names it, or `LEEBOW_SEEDS` a folder for the seeds. Started by `npm run fuzz`.
#![no_main]

#[path = "../../core/engine/tests/broken/memory.rs"]
mod memory;
#[path = "../../core/engine/tests/samples/mod.rs"]
mod samples;
mod seeds;
#[path = "../../core/engine/tests/broken/sound.rs"]
mod sound;
mod targets;

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

#[global_allocator]
static MEMORY: memory::Counted = memory::Counted;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(
    init: {
        if let Some(folder) = std::env::var_os("LEEBOW_SEEDS") {
            seeds::write(folder.as_ref()).expect("the folder can be written");
            std::process::exit(0);
        }
        let name = std::env::var("LEEBOW_FUZZ").unwrap_or_default();
        let target = targets::find(&name).unwrap_or_else(|| panic!("there is no target \"{name}\""));
        let _ = TARGET.set(target);
    },
    |bytes: &[u8]| {
        if let Some(target) = TARGET.get() {
            target(bytes);
        }
    }
);
