//! The committed fixtures are what the simulator writes today, byte for byte.
// A helper of a test fails like the test itself.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

#[test]
fn the_fixtures_on_disk_are_those_the_simulator_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let remedy = "run `cargo run -p leebow-engine --features simulate --example fixtures`";
    let mut total = 0;
    for (name, bytes) in leebow_engine::simulate::fixtures().unwrap() {
        let on_disk = fs::read(folder.join(&name)).unwrap_or_else(|e| panic!("{name}: {e}; {remedy}"));
        assert!(on_disk == bytes, "{name} is out of date; {remedy}");
        total += bytes.len();
    }
    assert!(total < 3_000_000, "the fixtures have grown to {total} bytes");
}
