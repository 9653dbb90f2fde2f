//! Comparison of two readings, point by point.

use std::collections::BTreeMap;

use leebow_engine::read::clock_text;
use leebow_engine::track::Recording;
use leebow_engine::verdict::{Difference, Verdict};

use crate::readers::{Point, Quantity};

/// Which reading is right where the other one has more.
pub(crate) const OURS_MAY_BE_WRONG: &str = "Leebow may be wrong here.";

/// A row of the recording and the point of the reference at its time.
type Pair<'a> = (usize, &'a Point);

/// Adds to the verdict what is equal in the recording and the points of the reader `reference`, and what differs.
pub(crate) fn compare(
    recording: &Recording,
    reference: &str,
    quantities: &[Quantity],
    points: &[Point],
    verdict: &mut Verdict,
) {
    let pairs = pair(&recording.columns.time_ms, points);
    let (all, missing) = (points.len(), points.len() - pairs.len());
    if missing > 0 {
        verdict.differences.push(Difference {
            said: format!("{missing} of {all} points of {reference} are missing from Leebow's reading."),
            right: OURS_MAY_BE_WRONG.into(),
            clause: String::new(),
        });
    }
    let placed = recording.columns.lat_deg.iter().filter(|lat| lat.is_finite()).count();
    let mut rows: Vec<usize> = pairs.iter().map(|(row, _)| *row).collect();
    rows.dedup();
    if let Some(more) = placed.checked_sub(rows.len()).filter(|more| *more > 0) {
        let only_ours =
            format!("{more} of Leebow's {placed} points are missing from the reading of {reference}.");
        verdict.passed_over.push(only_ours);
    }
    for (place, quantity) in quantities.iter().enumerate() {
        compare_quantity(recording, reference, quantity, place, &pairs, verdict);
    }
}

/// Pairs of the same time to the millisecond, in the order of the points.
fn pair<'a>(time_ms: &[f64], points: &'a [Point]) -> Vec<Pair<'a>> {
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
    points.iter().filter_map(|point| Some((take(point.time_ms)?, point))).collect()
}

/// Compares a quantity, whose values are at `place` in the points.
fn compare_quantity(
    recording: &Recording,
    reference: &str,
    quantity: &Quantity,
    place: usize,
    pairs: &[Pair<'_>],
    verdict: &mut Verdict,
) {
    let Quantity { name, tolerance, clause, .. } = *quantity;
    let both_of = |&(row, point): &Pair<'_>| (value(recording, quantity.id, row), point.values[place]);
    let count = |ours: bool, theirs: bool| {
        pairs.iter().map(both_of).filter(|(a, b)| (!a.is_nan(), !b.is_nan()) == (ours, theirs)).count()
    };
    let differs = |(ours, theirs): (f64, f64)| (ours - theirs).abs() > tolerance;
    let different: Vec<Pair<'_>> = pairs.iter().filter(|pair| differs(both_of(pair))).copied().collect();
    let (both, only_ours, only_theirs) = (count(true, true), count(true, false), count(false, true));
    if both > different.len() {
        verdict.agreements.push(format!("{name}: equal in {} points.", both - different.len()));
    }
    if let Some(first) = different.first() {
        let most = different.iter().map(both_of).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let (clock, (ours, theirs)) = (clock_text(first.1.time_ms), both_of(first));
        let said = format!(
            "{name}: {} of {both} points differ, by up to {} {}; first at {clock} UTC: Leebow reads {}, {reference} {}.",
            different.len(),
            short(most),
            quantity.unit,
            short(ours),
            short(theirs)
        );
        let kept = different.iter().map(|pair| (both_of(pair).0, pair.1));
        let right = right(kept, place, tolerance, reference);
        verdict.differences.push(Difference { said, right, clause: clause.into() });
    }
    if only_ours > 0 {
        verdict
            .passed_over
            .push(format!("{name}: {only_ours} points have a value in Leebow's reading only."));
    }
    if only_theirs > 0 {
        let said = format!("{name}: {only_theirs} points of {reference} have no value in Leebow's reading.");
        let right = OURS_MAY_BE_WRONG.into();
        verdict.differences.push(Difference { said, right, clause: clause.into() });
    }
}

/// Leebow's value of a quantity; NaN where it is missing.
fn value(recording: &Recording, id: &str, row: usize) -> f64 {
    let columns = &recording.columns;
    match id {
        "lat" => columns.lat_deg[row],
        "lon" => columns.lon_deg[row],
        id => columns.get(id).map_or(f64::NAN, |values| f64::from(values[row])),
    }
}

/// Which reading follows the format: both, where the file contains Leebow's value in another sentence of the moment.
fn right<'a>(
    different: impl Iterator<Item = (f64, &'a Point)>,
    place: usize,
    tolerance: f64,
    reference: &str,
) -> String {
    let mut sentences: Vec<&str> = Vec::new();
    for (ours, point) in different {
        let found = point.also.iter().find(|(_, values)| (values[place] - ours).abs() <= tolerance);
        let Some((sentence, _)) = found else {
            return "The file contains one value only, so one of the two readers is wrong.".into();
        };
        if !sentences.contains(sentence) {
            sentences.push(sentence);
        }
    }
    format!(
        "Neither is wrong: the file contains both values, Leebow's in {}. The format ranks neither; Leebow keeps the last \
         value of a moment, {reference} gives every sentence separately.",
        sentences.join(" and in ")
    )
}

/// A number with at most seven decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.7}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
