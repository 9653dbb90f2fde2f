//! The committed fixtures equal the output of the simulator, byte for byte.

use std::fs;
use std::path::Path;

#[test]
fn the_committed_fixtures_equal_what_the_simulator_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let remedy = "run `cargo run -p leebow-simulator --example fixtures`";
    let mut total = 0;
    for (name, bytes) in leebow_simulator::fixtures().unwrap() {
        let on_disk = fs::read(folder.join(&name)).unwrap_or_else(|e| panic!("{name}: {e}; {remedy}"));
        assert!(on_disk == bytes, "{name} is out of date; {remedy}");
        total += bytes.len();
    }
    assert!(total < 3_000_000, "the fixtures have grown to {total} bytes");
}
