//! The seeds of every target: our own samples, nothing else.

#[path = "../../core/engine/tests/samples/mod.rs"]
mod samples;

use std::path::Path;

/// Writes them, a folder a target.
pub fn write(folder: &Path) -> std::io::Result<()> {
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(name.replace(' ', "-")), bytes)
    };
    for (name, bytes) in samples::all() {
        write(kind(name), name, &bytes)?;
        write("sniffed", name, &bytes)?;
        write("chunks", name, &[&[7, 0, 255, 63][..], &bytes].concat())?;
        write("analyze", name, &bytes)?;
    }
    for text in ["-12.5", ".5", "1e-3", "59.478780264034867286", "9007199254740993"] {
        write("decimal", text, text.as_bytes())?;
    }
    for text in ["2026-02-08T11:56:40.049+0100", "02.03.18 08:02:31,5 Z", "131644513510000000"] {
        write("instant", &text.replace(['/', ':'], "-"), text.as_bytes())?;
    }
    Ok(())
}

/// The target that a sample is a seed of.
fn kind(name: &str) -> &str {
    match name.split(' ').next().unwrap_or(name) {
        known @ ("fit" | "gpx" | "nmea" | "vkx" | "vtk") => known,
        "zip" | "gz" => "archive",
        _ => "csv",
    }
}
