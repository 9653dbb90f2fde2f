//! The seeds of every target: the samples of the engine's tests.

use std::path::Path;

use crate::{mutated, reports, samples, targets};

/// Writes the seeds, one folder a target.
pub fn write(folder: &Path) -> std::io::Result<()> {
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name.replace(' ', "-")), bytes)
    };
    for (name, bytes) in samples::all() {
        write(kind(name), name, &bytes)?;
        write("sniffed", name, &bytes)?;
        write("analyze", name, &bytes)?;
    }
    let sailed = samples::fit_beat_and_run(4);
    for (options, encoded) in mutated::options::seeds() {
        for (name, bytes) in samples::plain().iter().chain(&[("fit beat and run", sailed.clone())]) {
            let seed = [&encoded[..], bytes].concat();
            write("options", &format!("{options} {name}"), &seed)?;
            write("chunks", &format!("{options} {name}"), &[&[7, 0, 255, 63][..], &seed].concat())?;
        }
    }
    for (which, ((name, bytes), beginning)) in samples::plain().iter().zip(targets::beginnings()).enumerate()
    {
        let head = [which as u8, 7, 0, 255, 63];
        write("pieces", name, &[&head, &bytes[beginning.len()..]].concat())?;
    }
    // Every choice the first, and bytes that choose at random.
    for (report, _) in reports::REPORTS {
        write(report, "first", &[])?;
        for seed in 0..32 {
            let mut random = mutated::random::Random::of(seed);
            let bytes: Vec<u8> = (0..40 + 4 * seed).map(|_| random.bits_48() as u8).collect();
            write(report, &format!("random {seed}"), &bytes)?;
        }
    }
    for text in ["-12.5", ".5", "1e-3", "59.478780264034867286", "9007199254740993"] {
        write("decimal", text, text.as_bytes())?;
    }
    for text in [
        "2026-02-08T11:56:40.049+0100",
        "02.03.18 08:02:31,5 Z",
        "131644513510000000",
        "2026-02-08 11:56:40\n2026-02-09 00:00:00Z",
    ] {
        write("instant", &text.replace(['/', ':', '\n'], "-"), text.as_bytes())?;
    }
    Ok(())
}

/// The target of one reader that a sample is a seed of.
fn kind(name: &str) -> &str {
    match name.split(' ').next().unwrap_or(name) {
        "zip" | "gz" => "archive",
        "canboat" => "n2k",
        known if targets::find(known).is_some() => known,
        _ => "csv",
    }
}
