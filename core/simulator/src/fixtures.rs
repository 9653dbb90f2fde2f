//! The files in `fixtures/`: short sessions in every format with their truth, and damaged files.

use serde::{Deserialize, Serialize};

use crate::write::write_simulation;
use crate::{Spec, simulate, write_fit};
use leebow_engine::error::{Error, ErrorKind};

const SESSIONS: &str = include_str!("fixtures.json");

/// One session of `fixtures/manifest.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FixtureSession {
    /// File name.
    pub name: String,
    /// A name of [`crate::FORMATS`].
    pub format: String,
    /// File name of its truth.
    #[serde(default)]
    pub truth: String,
    /// File name of its wind log, if any.
    #[serde(default)]
    pub wind: Option<String>,
    pub spec: Spec,
}

/// Path under `fixtures/` and content of every fixture.
pub fn fixtures() -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut sessions: Vec<FixtureSession> = serde_json::from_str(SESSIONS).map_err(bad)?;
    let mut files = Vec::new();
    for session in &mut sessions {
        let sailed = simulate(&session.spec)?;
        let stem = session.name.split('.').next().unwrap_or_default().to_string();
        session.truth = format!("{stem}.truth.json");
        files.push((session.name.clone(), write_simulation(&sailed, &session.format)?));
        files.push((session.truth.clone(), write_simulation(&sailed, "truth")?));
        if let Some(wind) = &session.wind {
            files.push((wind.clone(), write_simulation(&sailed, "nmea-wind")?));
        }
    }
    files.extend(broken()?);
    let mut manifest = serde_json::to_vec_pretty(&sessions).map_err(bad)?;
    manifest.push(b'\n');
    files.push(("manifest.json".to_string(), manifest));
    Ok(files)
}

/// Damaged files, named after the damage.
fn broken() -> Result<Vec<(String, Vec<u8>)>, Error> {
    let spec = Spec { minutes: 4.0, seed: 99, ..Spec::default() };
    let sailed = simulate(&spec)?;
    let mut truncated = write_simulation(&sailed, "fit")?;
    truncated.truncate(truncated.len() * 3 / 5);
    let mut flipped = write_simulation(&sailed, "fit")?;
    if let Some(last) = flipped.last_mut() {
        *last ^= 0x55;
    }
    let gpx = String::from_utf8_lossy(&write_simulation(&sailed, "gpx-plain")?).into_owned();
    let no_times: String = gpx.split_inclusive('\n').map(without_time).collect();
    let no_positions = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"Leebow simulator\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n  <trk><name>49er</name><trkseg/></trk>\n</gpx>\n";
    let unknown = "when,how far,how fast\nmorning,3 miles,quick\nnoon,4 miles,slow\n";
    let text = "This is a note about a day on the water, and no recording of it.\n";
    let cut_gpx = gpx.get(..gpx.len() * 2 / 3).unwrap_or_default().to_string();
    let files: [(&str, Vec<u8>); 9] = [
        ("truncated.fit", truncated),
        ("wrong-checksum.fit", flipped),
        ("settings-only.fit", write_fit::settings()),
        ("empty.gpx", Vec::new()),
        ("no-times.gpx", no_times.into_bytes()),
        ("no-positions.gpx", no_positions.into()),
        ("truncated.gpx", cut_gpx.into_bytes()),
        ("unknown-columns.csv", unknown.into()),
        ("text.fit", text.into()),
    ];
    Ok(files.into_iter().map(|(name, bytes)| (format!("broken/{name}"), bytes)).collect())
}

/// The line without its `<time>` element.
fn without_time(line: &str) -> String {
    match (line.find("<time>"), line.find("</time>")) {
        (Some(from), Some(to)) => format!("{}{}", &line[..from], &line[to + 7..]),
        _ => line.to_string(),
    }
}

fn bad(error: serde_json::Error) -> Error {
    ErrorKind::BadOptions { reason: error.to_string() }.into()
}
