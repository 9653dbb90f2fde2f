//! The inputs: one simulated session at several rates, in the formats that devices write.

use std::fs;
use std::path::Path;

use leebow_engine::config::limits::FILE_BYTES;
use leebow_simulator::{Spec, simulate, write_simulation};

/// Recordings: name, rate (Hz), length (minutes).
const RECORDINGS: [(&str, f64, f64); 4] =
    [("1hz-3h", 1.0, 180.0), ("10hz-22min", 10.0, 22.5), ("10hz-3h", 10.0, 180.0), ("25hz-8h", 25.0, 480.0)];
/// Format of the simulator, and file name extension.
const FORMATS: [(&str, &str); 7] = [
    ("fit", "fit"),
    ("fit-big-endian", "big-endian.fit"),
    ("fit-developer", "developer.fit"),
    ("gpx", "gpx"),
    ("gpx-plain", "plain.gpx"),
    ("vakaros", "csv"),
    ("nmea", "nmea"),
];

/// Writes every recording in every format, except files over the size limit; with `short` only the short recordings.
pub fn write_all(folder: &Path, short: bool) -> Result<(), Box<dyn std::error::Error>> {
    fs::create_dir_all(folder)?;
    for (name, rate_hz, minutes) in
        RECORDINGS.iter().filter(|(_, rate, minutes)| !short || rate * minutes < 2000.0)
    {
        let session = simulate(&Spec { seed: 4, rate_hz: *rate_hz, minutes: *minutes, ..Spec::default() })?;
        for (format, ending) in FORMATS {
            let bytes = write_simulation(&session, format)?;
            if bytes.len() <= FILE_BYTES {
                fs::write(folder.join(format!("{name}.{ending}")), bytes)?;
            }
        }
    }
    Ok(())
}
