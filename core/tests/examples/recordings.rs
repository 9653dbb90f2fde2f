//! Reads files and prints format, columns and damage of each: `cargo run --example recordings FILES…`

use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let result = leebow_engine::read::read(name, &bytes);
        let took_ms = start.elapsed().as_secs_f64() * 1e3;
        match result {
            Err(error) => println!("{name}: {} · {error}", error.kind.id()),
            Ok(recording) => print(name, &recording, took_ms),
        }
    }
}

fn print(name: &str, recording: &leebow_engine::Recording, took_ms: f64) {
    let (columns, damage) = (&recording.columns, &recording.damage);
    let mut steps: Vec<f64> = columns.time_ms.windows(2).map(|w| w[1] - w[0]).collect();
    steps.sort_by(f64::total_cmp);
    let step_s = steps.get(steps.len() / 2).copied().unwrap_or(f64::NAN) / 1000.0;
    println!(
        "{name}: {:?} {} of {:?}, every {step_s} s, {:?} {:?}, {} pauses, {} breaks, {took_ms:.2} ms",
        recording.format,
        damage.kept,
        damage.expected,
        recording.device,
        recording.sport,
        recording.pauses_ms.len(),
        recording.breaks.len(),
    );
    for channel in columns.channels() {
        let known: Vec<f32> = channel.values.iter().copied().filter(|v| !v.is_nan()).collect();
        let (low, high) = known.iter().fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
        println!("    {} {}: {low} to {high}", channel.id, known.len());
    }
    for loss in damage.losses.iter().take(6) {
        println!(
            "    - {:?} {:?} {}-{} ({}): {}",
            loss.kind, loss.unit, loss.from, loss.to, loss.points, loss.reason
        );
    }
    if damage.losses.len() > 6 {
        println!("    - and {} more", damage.losses.len() - 6);
    }
    for lack in &damage.lacks {
        println!("    * {lack}");
    }
}
