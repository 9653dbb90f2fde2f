//! A session as a file, by the name of a format, and its truth.

use serde::Serialize;

use crate::{Simulation, Spec, Truth, simulate, write_csv, write_fit, write_gpx, write_nmea};
use leebow_engine::error::{Error, ErrorKind};

/// Formats that the simulator writes: name, file name extension, description.
pub const FORMATS: &[(&str, &str, &str)] = &[
    ("fit", ".fit", "Garmin FIT activity, little endian"),
    ("fit-big-endian", ".fit", "the same with big-endian messages, as older watches write"),
    ("fit-developer", ".fit", "the same as fit with heel and pitch as a developer's fields"),
    ("gpx", ".gpx", "GPX 1.1 with speed, course and heart rate"),
    ("gpx-plain", ".gpx", "GPX 1.1 with positions and times alone"),
    ("vakaros", ".csv", "Vakaros Atlas CSV"),
    ("velocitek", ".csv", "Velocitek web converter CSV"),
    ("nmea", ".nmea", "NMEA 0183 log of the boat: RMC, VHW, HDT and the apparent and true wind"),
    ("nmea-wind", ".nmea", "NMEA 0183 wind log of an anchored boat: RMC and MWD"),
    ("truth", ".truth.json", "what really happened: maneuvers, losses, wind, lags"),
];

/// Simulates the session of a JSON [`Spec`] and writes it in one of [`FORMATS`].
pub fn write(spec_json: &str, format: &str) -> Result<Vec<u8>, Error> {
    write_simulation(&simulate(&Spec::from_json(spec_json)?)?, format)
}

/// Writes a session in one of [`FORMATS`].
pub fn write_simulation(session: &Simulation, format: &str) -> Result<Vec<u8>, Error> {
    let (spec, fixes) = (&session.spec, session.fixes.as_slice());
    match format {
        "fit" => Ok(write_fit::fit(spec, fixes, write_fit::Endian::Little, false)),
        "fit-big-endian" => Ok(write_fit::fit(spec, fixes, write_fit::Endian::Big, false)),
        "fit-developer" => Ok(write_fit::fit(spec, fixes, write_fit::Endian::Little, true)),
        "gpx" => Ok(write_gpx::gpx(spec, fixes, true).into_bytes()),
        "gpx-plain" => Ok(write_gpx::gpx(spec, fixes, false).into_bytes()),
        "vakaros" => Ok(write_csv::vakaros(spec, fixes).into_bytes()),
        "velocitek" => Ok(write_csv::velocitek(fixes).into_bytes()),
        "nmea" => Ok(write_nmea::on_board(session).into_bytes()),
        "nmea-wind" => Ok(write_nmea::anchored(session).into_bytes()),
        "truth" => truth(spec, &session.truth),
        _ => {
            let names: Vec<&str> = FORMATS.iter().map(|f| f.0).collect();
            let reason =
                format!("\"{format}\" is no format of the simulator; it writes {}.", names.join(", "));
            Err(ErrorKind::BadOptions { reason }.into())
        }
    }
}

#[derive(Serialize)]
struct TruthFile<'a> {
    spec: &'a Spec,
    #[serde(flatten)]
    truth: &'a Truth,
}

fn truth(spec: &Spec, truth: &Truth) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec_pretty(&TruthFile { spec, truth })
        .map_err(|e| ErrorKind::Unreadable { reason: e.to_string() })?;
    bytes.push(b'\n');
    Ok(bytes)
}
