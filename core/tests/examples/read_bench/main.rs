//! Times of our readers, of other crates and of plain passes over the bytes: one line of JSON per measurement, which
//! `npm run bench` makes a table of.
//!
//! `read_bench write FOLDER [short]` writes the inputs, `read_bench ours FILE` times our reader alone,
//! `read_bench all FILE` all readers.

mod inputs;
mod memory;
mod peers;
#[path = "../../processor_time.rs"]
mod processor_time;
mod sums;

use std::fs;
use std::hint::black_box;
use std::time::Duration;

use leebow_engine::read::read;
use serde_json::{Value, json};
use sums::Sums;

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;

/// Least number of runs and least total time of a measurement; the minimum counts.
const MIN_RUNS: u32 = 3;
const MIN_TOTAL: Duration = Duration::from_millis(600);
/// A run that takes longer is not repeated.
const LONG_RUN: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", folder, rest @ ..] => inputs::write_all(folder.as_ref(), rest.contains(&"short")),
        ["ours", file] => {
            println!("{}", ours(&fs::read(file)?)?);
            Ok(())
        }
        ["all", file] => {
            let bytes = fs::read(file)?;
            println!("{}", ours(&bytes)?);
            println!("{}", memory::report(&bytes)?);
            for (name, read) in peers::of(&bytes) {
                println!("{}", row(name, &bytes, &read));
            }
            Ok(())
        }
        _ => Err("read_bench write FOLDER [short] | ours FILE | all FILE".into()),
    }
}

fn ours(bytes: &[u8]) -> Result<Value, Box<dyn std::error::Error>> {
    let recording = read("", bytes)?;
    let sums = Sums::of(&recording.columns);
    let best = best(&|| drop(black_box(read("", bytes))));
    Ok(json!({ "name": "leebow", "bytes": bytes.len(), "ns": best, "sums": sums.to_json() }))
}

/// A peer's shortest time and its sums.
fn row(name: &str, bytes: &[u8], read: &peers::Read) -> Value {
    let sums = read(bytes);
    let best = best(&|| {
        black_box(read(bytes));
    });
    json!({ "name": name, "bytes": bytes.len(), "ns": best, "sums": sums.map(|sums| sums.to_json()) })
}

/// Shortest time of several runs, ns.
fn best(run: &dyn Fn()) -> f64 {
    let (start, mut best, mut runs) = (processor_time::now(), Duration::MAX, 0);
    while runs == 0 || (best < LONG_RUN && (runs < MIN_RUNS || processor_time::now() - start < MIN_TOTAL)) {
        let before = processor_time::now();
        run();
        best = best.min(processor_time::now() - before);
        runs += 1;
    }
    best.as_secs_f64() * 1e9
}
