//! Comparison of two readings.

use std::collections::BTreeMap;

use super::{Difference, Quantity, ReferencePoint, ReferenceReading, Verdict, conclude, refused, verdict_of};
use leebow_engine::read::clock_text;
use leebow_engine::track::Recording;

/// Compares Leebow's reading with that of the other reader.
pub(super) fn compare(recording: &Recording, witness: Option<ReferenceReading>) -> Verdict {
    let columns = &recording.columns;
    let mut verdict = verdict_of(recording.format, columns.len(), witness.as_ref().map(|w| w.name));
    let Some(witness) = witness else { return verdict };
    match &witness.said {
        Ok(said) => {
            verdict.judge_points = Some(said.len() as u32);
            let pairs = pair(&columns.time_ms, said);
            count(recording, said, &pairs, witness.name, &mut verdict);
            for (place, quantity) in witness.quantities.iter().enumerate() {
                Pairs { recording, pairs: &pairs, place, quantity, judge: witness.name }
                    .compare(&mut verdict);
            }
        }
        Err(words) => {
            verdict.differences.push(refused::difference(words, witness.name, recording));
        }
    }
    conclude(&mut verdict);
    verdict
}

/// Pairs of Leebow's rows and the other reader's points with the same time to the millisecond, in order.
fn pair<'a>(time_ms: &[f64], said: &'a [ReferencePoint]) -> Vec<(usize, &'a ReferencePoint)> {
    let key = |ms: f64| (ms + 0.5).floor() as i64;
    let mut rows: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (row, ms) in time_ms.iter().enumerate().rev() {
        rows.entry(key(*ms)).or_default().push(row);
    }
    // Further points of a time are paired with its last row.
    let mut take = |ms: f64| {
        let left = rows.get_mut(&key(ms))?;
        if left.len() > 1 { left.pop() } else { left.last().copied() }
    };
    said.iter().filter_map(|said| Some((take(said.time_ms)?, said))).collect()
}

/// Adds the points that only one of the two has.
fn count(
    recording: &Recording,
    said: &[ReferencePoint],
    pairs: &[(usize, &ReferencePoint)],
    judge: &str,
    verdict: &mut Verdict,
) {
    let (n, missing) = (said.len(), said.len() - pairs.len());
    if missing > 0 {
        verdict.differences.push(Difference {
            said: format!("{missing} of {n} points of {judge} are missing from Leebow's reading."),
            right: "Leebow may be wrong here.".into(),
            clause: String::new(),
        });
    }
    let placed = recording.columns.lat_deg.iter().filter(|lat| lat.is_finite()).count();
    let mut rows: Vec<usize> = pairs.iter().map(|(row, _)| *row).collect();
    rows.dedup();
    if placed > rows.len() {
        let more = placed - rows.len();
        verdict
            .passed_over
            .push(format!("{more} of Leebow's {placed} points are missing from the reading of {judge}."));
    }
}

/// One quantity in all pairs.
struct Pairs<'a> {
    recording: &'a Recording,
    pairs: &'a [(usize, &'a ReferencePoint)],
    place: usize,
    quantity: &'a Quantity,
    judge: &'static str,
}

/// Numbers of pairs by which readers have a value, and the pairs whose values differ.
#[derive(Default)]
struct Counts<'a> {
    both: usize,
    only_ours: usize,
    only_theirs: usize,
    apart: Vec<Apart<'a>>,
}

/// A pair whose values differ.
struct Apart<'a> {
    ours: f64,
    theirs: f64,
    said: &'a ReferencePoint,
}

impl<'a> Pairs<'a> {
    fn compare(&self, verdict: &mut Verdict) {
        let counts = self.counts();
        let Quantity { name, .. } = self.quantity;
        let (judge, same) = (self.judge, counts.both - counts.apart.len());
        if same > 0 {
            verdict.agreements.push(format!("{name}: equal in {same} points."));
        }
        if !counts.apart.is_empty() {
            verdict.differences.push(self.difference(&counts));
        }
        if counts.only_ours > 0 {
            let n = counts.only_ours;
            verdict.passed_over.push(format!("{name}: {n} points have a value in Leebow's reading only."));
        }
        if counts.only_theirs > 0 {
            verdict.differences.push(Difference {
                said: format!(
                    "{name}: {} points of {judge} have no value in Leebow's reading.",
                    counts.only_theirs
                ),
                right: "Leebow may be wrong here.".into(),
                clause: self.quantity.clause.into(),
            });
        }
    }

    fn counts(&self) -> Counts<'a> {
        let mut counts = Counts::default();
        for (row, said) in self.pairs {
            let ours = self.ours(*row);
            let theirs = said.values.get(self.place).copied().unwrap_or(f64::NAN);
            match (ours.is_nan(), theirs.is_nan()) {
                (false, false) => {
                    counts.both += 1;
                    if (ours - theirs).abs() > self.quantity.tolerance {
                        counts.apart.push(Apart { ours, theirs, said });
                    }
                }
                (false, true) => counts.only_ours += 1,
                (true, false) => counts.only_theirs += 1,
                (true, true) => {}
            }
        }
        counts
    }

    fn ours(&self, row: usize) -> f64 {
        let columns = &self.recording.columns;
        let value = match self.quantity.id {
            "lat" => columns.lat_deg.get(row).copied(),
            "lon" => columns.lon_deg.get(row).copied(),
            id => columns.get(id).and_then(|values| values.get(row)).map(|v| f64::from(*v)),
        };
        value.unwrap_or(f64::NAN)
    }

    fn difference(&self, counts: &Counts) -> Difference {
        let Quantity { name, unit, clause, .. } = self.quantity;
        let most = counts.apart.iter().map(|a| (a.ours - a.theirs).abs()).fold(0.0, f64::max);
        let first = counts.apart.first().map_or(String::new(), |a| {
            let clock = clock_text(a.said.time_ms);
            format!(
                "; first at {clock} UTC: Leebow reads {}, {} {}",
                short(a.ours),
                self.judge,
                short(a.theirs)
            )
        });
        let (apart, both) = (counts.apart.len(), counts.both);
        Difference {
            said: format!("{name}: {apart} of {both} points differ, by up to {} {unit}{first}.", short(most)),
            right: self.right(&counts.apart),
            clause: clause.to_string(),
        }
    }

    /// Which reading follows the format: both, where the file contains both values.
    fn right(&self, apart: &[Apart]) -> String {
        let mut sentences: Vec<&str> = Vec::new();
        for a in apart {
            let ours = |values: &Vec<f64>| {
                values.get(self.place).is_some_and(|v| (v - a.ours).abs() <= self.quantity.tolerance)
            };
            let Some((sentence, _)) = a.said.also.iter().find(|(_, values)| ours(values)) else {
                return "The file contains one value only, so one of the two readers is wrong.".into();
            };
            if !sentences.contains(sentence) {
                sentences.push(sentence);
            }
        }
        format!(
            "Neither is wrong: the file contains both values, Leebow's in {}. The format ranks neither; Leebow keeps the last \
             value of a moment, {} gives every sentence separately.",
            sentences.join(" and in "),
            self.judge
        )
    }
}

/// A number with at most seven decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.7}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
