//! Sentences on data that a recording never held, to explain what the analysis leaves out.

use crate::stats::quantile::upper_median;
use crate::track::{Format, Recording};

/// Words of the sentence that times name no zone.
pub const NO_ZONE: &str = "have no time zone";

/// With a longer median interval turns are not resolved, s. *Guess*.
const TURN_INTERVAL_S: f64 = 3.0;

/// Adds the sentences that apply to every format.
pub(super) fn add(recording: &mut Recording) {
    let columns = &recording.columns;
    let positioned = columns.lat_deg.iter().any(|lat| !lat.is_nan());
    if !positioned {
        recording
            .damage
            .lacks
            .push("This log has no positions, so it can only be used as a wind log.".to_string());
        return;
    }
    if columns.get("sog").is_none() {
        let sentence = match recording.format {
            Format::Gpx => {
                "This GPX holds no speed from the device; export the session as FIT to include it."
            }
            _ => "This file holds no speed from the device; the speed is computed from the positions.",
        };
        recording.damage.lacks.push(sentence.to_string());
    }
    let seldom = is_seldom(&columns.time_ms).then(|| median_step_s(&columns.time_ms)).flatten();
    if let Some(step_s) = seldom {
        recording.damage.lacks.push(format!(
            "The device recorded every {step_s:.0} s, too seldom for turn rates; they are not shown."
        ));
    }
}

/// True when the median step is over [`TURN_INTERVAL_S`], found by counting instead of sorting.
fn is_seldom(time_ms: &[f64]) -> bool {
    let (mut all, mut long) = (0, 0);
    for step_ms in time_ms.windows(2).map(|w| w[1] - w[0]) {
        all += usize::from(step_ms > 0.0);
        long += usize::from(step_ms / 1000.0 > TURN_INTERVAL_S);
    }
    all - long <= all / 2 && all > 0
}

/// Median of the steps forward in time, s.
fn median_step_s(time_ms: &[f64]) -> Option<f64> {
    let mut steps: Vec<f64> = time_ms.windows(2).map(|w| w[1] - w[0]).filter(|step| *step > 0.0).collect();
    upper_median(&mut steps).map(|median_ms| median_ms / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_step_is_not_changed_by_pauses() {
        assert_eq!(median_step_s(&[0.0, 5000.0, 10_000.0, 900_000.0, 905_000.0]), Some(5.0));
        assert_eq!(median_step_s(&[0.0, 0.0, -5.0]), None);
        assert!(is_seldom(&[0.0, 1000.0, 5000.0]) && !is_seldom(&[0.0, 1000.0, 2000.0, 6000.0]));
        assert!(!is_seldom(&[0.0, 0.0, -5.0]) && !is_seldom(&[]));
    }

    #[test]
    fn a_gpx_at_long_intervals_lists_what_it_lacks() {
        let point = |minute: u32, second: u32| {
            format!(
                "<trkpt lat=\"45\" lon=\"13\"><time>2025-06-21T11:{minute:02}:{second:02}Z</time></trkpt>"
            )
        };
        let points: String = (0..10).map(|i| point(i / 6, i % 6 * 10)).collect();
        let text = format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>");
        let recording = crate::read::read("a.gpx", text.as_bytes()).unwrap();
        assert_eq!(
            recording.damage.lacks,
            [
                "This GPX holds no speed from the device; export the session as FIT to include it.",
                "The device recorded every 10 s, too seldom for turn rates; they are not shown."
            ]
        );
    }
}
