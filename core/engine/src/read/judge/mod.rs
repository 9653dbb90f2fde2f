//! A second opinion: the same file read by another crate, and in plain words where the two readings agree.
//!
//! Native only (feature `judges`): `leebow verify` shows it, the tests hold our readers to it.

mod fit;
mod gpx;
mod nmea;

use std::collections::BTreeMap;

use serde::Serialize;

use super::instant::clock_text;
use crate::error::Error;
use crate::track::{Format, Recording};

/// What the comparison of one file gave.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct Verdict {
    pub format: Format,
    /// The other reader; null when there is none for this format.
    pub judge: Option<&'static str>,
    /// Points we read, and points the judge read (null when it refused the file).
    pub points: usize,
    pub judge_points: Option<usize>,
    /// Why the judge refused the file.
    pub refused: Option<String>,
    /// Quantities both read the same, a sentence each.
    pub agreements: Vec<String>,
    /// Where the readings differ, and which is right by the format's own text.
    pub differences: Vec<String>,
}

/// What a judge says of one moment: time, then one value a quantity (NaN: it says nothing).
struct Said {
    time_ms: f64,
    values: Vec<f64>,
}

/// A quantity that is compared.
struct Quantity {
    /// "lat", "lon", or a channel's id.
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    /// Values nearer than this are the same.
    tolerance: f64,
    /// Where the readings differ: which is right, and why.
    why: &'static str,
}

/// A judge's reading.
struct Witness {
    name: &'static str,
    quantities: &'static [Quantity],
    said: Result<Vec<Said>, String>,
}

/// Reads a file twice and compares.
pub fn judge(name: &str, bytes: &[u8]) -> Result<Verdict, Error> {
    let recording = super::read(name, bytes)?;
    let witness = match recording.format {
        Format::Fit => Some(fit::witness(bytes)),
        Format::Gpx => Some(gpx::witness(bytes)),
        Format::Nmea => Some(nmea::witness(bytes)),
        Format::Csv | Format::Vkx | Format::Vtk => None,
    };
    Ok(compare(&recording, witness))
}

fn compare(recording: &Recording, witness: Option<Witness>) -> Verdict {
    let mut verdict = Verdict {
        format: recording.format,
        judge: witness.as_ref().map(|w| w.name),
        points: recording.columns.len(),
        judge_points: None,
        refused: None,
        agreements: Vec::new(),
        differences: Vec::new(),
    };
    let Some(witness) = witness else { return verdict };
    let said = match witness.said {
        Ok(said) => said,
        Err(refused) => {
            verdict.refused = Some(refused);
            return verdict;
        }
    };
    verdict.judge_points = Some(said.len());
    let pairs = pair(&recording.columns.time_ms, &said);
    let missing = said.len() - pairs.len();
    if missing > 0 {
        let n = said.len();
        verdict
            .differences
            .push(format!("{missing} of {n} moments of {} are not in our reading.", witness.name));
    }
    for (place, quantity) in witness.quantities.iter().enumerate() {
        compare_one(recording, &pairs, place, quantity, witness.name, &mut verdict);
    }
    verdict
}

/// Rows of ours and of the judge with the same time, to the millisecond, in order.
fn pair<'a>(time_ms: &[f64], said: &'a [Said]) -> Vec<(usize, &'a Said)> {
    let key = |ms: f64| (ms + 0.5).floor() as i64;
    let mut rows: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (row, ms) in time_ms.iter().enumerate().rev() {
        rows.entry(key(*ms)).or_default().push(row);
    }
    // The last row of a time serves all further moments of it.
    let mut take = |ms: f64| {
        let left = rows.get_mut(&key(ms))?;
        if left.len() > 1 { left.pop() } else { left.last().copied() }
    };
    said.iter().filter_map(|said| Some((take(said.time_ms)?, said))).collect()
}

fn compare_one(
    recording: &Recording,
    pairs: &[(usize, &Said)],
    place: usize,
    quantity: &Quantity,
    judge: &str,
    verdict: &mut Verdict,
) {
    let columns = &recording.columns;
    let ours = |row: usize| match quantity.id {
        "lat" => columns.lat_deg.get(row).copied(),
        "lon" => columns.lon_deg.get(row).copied(),
        id => columns.get(id).and_then(|values| values.get(row)).map(|v| f64::from(*v)),
    };
    let (mut both, mut only_ours, mut only_theirs, mut apart) = (0, 0, 0, 0);
    let (mut most, mut first) = (0.0f64, None);
    for (row, said) in pairs {
        let our = ours(*row).unwrap_or(f64::NAN);
        let their = said.values.get(place).copied().unwrap_or(f64::NAN);
        match (our.is_nan(), their.is_nan()) {
            (false, false) => {
                both += 1;
                let off = (our - their).abs();
                if off > quantity.tolerance {
                    apart += 1;
                    most = most.max(off);
                    first = first.or(Some((said.time_ms, our, their)));
                }
            }
            (false, true) => only_ours += 1,
            (true, false) => only_theirs += 1,
            (true, true) => {}
        }
    }
    let name = quantity.name;
    if both > apart {
        verdict.agreements.push(format!("{name}: the same in {} points.", both - apart));
    }
    if let Some((time_ms, our, their)) = first {
        let (unit, clock) = (quantity.unit, clock_text(time_ms));
        verdict.differences.push(format!(
            "{name}: {apart} of {both} points differ, by up to {most:.6} {unit}; first at {clock} UTC: we read {our}, \
             {judge} {their}. {}",
            quantity.why
        ));
    }
    if only_ours > 0 && only_ours > both {
        verdict.differences.push(format!("{name}: {judge} does not read it; we do, in {only_ours} points."));
    }
    if only_theirs > 0 {
        verdict
            .differences
            .push(format!("{name}: {only_theirs} points of {judge} are missing from our reading."));
    }
}

#[cfg(test)]
mod test;
