//! Rewrites the folder `fixtures/`: `cargo run -p leebow-simulator --example fixtures`.

use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut total = 0;
    for (name, bytes) in leebow_simulator::fixtures()? {
        let path = folder.join(&name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        println!("{:>8} {name}", bytes.len());
        total += bytes.len();
        fs::write(path, bytes)?;
    }
    println!("{total:>8} in all");
    Ok(())
}
