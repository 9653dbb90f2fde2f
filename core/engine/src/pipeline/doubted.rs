//! Instruments that contradict the track: where, why, and what they read there (docs/algorithms.md, section 5).
//!
//! The measured wind is tested at the turns (`winds/instruments.rs`), the speed and course of a receiver in
//! `motion/device/frozen.rs`; here a boat's log and compass that stand still.

use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::api::{Doubt, DoubtReading, DoubtReason, DoubtedSpan, Instrument};
use crate::calendar::iso_utc;
use crate::corrections::{Edit, trusts};
use crate::motion::frozen::{Repeated, chords, repeated};
use crate::motion::frozen_channel;
use crate::pipeline::winds::{DoubtedWind, ESTIMATE_BRIDGE_S, Winds};
use crate::segment::course::Course;
use crate::track::{Columns, Recording};
use crate::units::kn_from_mps;
use crate::wind::measured::bridge_s;
use crate::wind::{WindSeries, WindSource};

/// A log or compass stands still when it repeats a value for so long, s. *guess*, as all below
const HALTED_S: f64 = 90.0;
/// Length of the chords by which it is tested, s, and how many of them must contradict it.
const CHORD_S: f64 = 20.0;
const MIN_CHORDS: usize = 4;
/// The speed over the ground differs by more than this from that of a log, m/s: no current that boats are raced in is so
/// strong, and a boat that drifts without wind reads 0 in any other.
const CURRENT_MPS: f64 = 1.5;
/// Or from that of the first chord by more than this, m/s or as a share, in as many, while a log shows one speed.
const VARIES_MPS: f64 = 0.8;
const VARIES_SHARE: f64 = 0.25;
/// A log that shows less is at rest, m/s.
const AT_REST_MPS: f64 = 0.1;
/// Courses differ from the first by more than this, deg, while a compass shows one heading; slower chords have none, m/s.
const TURNS_DEG: f64 = 40.0;
const MIN_MPS: f64 = 1.0;
/// Of more spans than this the sentence names none.
const NAMED_SPANS: usize = 3;
/// Greatest number of readings, and least step between them, s.
const READINGS: f64 = 240.0;
const STEP_S: f64 = 10.0;

/// An instrument that stands still while the boat moves otherwise.
pub(crate) struct Halted {
    instrument: Instrument,
    found: Vec<Repeated>,
}

/// The channels of an instrument; it is tested by the first that a recording has.
const LOG: [&str; 1] = ["stw"];
const COMPASS: [&str; 2] = ["hdg", "hdg_mag"];

/// The log and compass that stand still, and where.
pub(super) fn halted(columns: &Columns) -> Vec<Halted> {
    let mut all = Vec::new();
    for (instrument, ids) in [(Instrument::Log, &LOG[..]), (Instrument::Compass, &COMPASS[..])] {
        let Some(values) = ids.iter().find_map(|id| columns.get(id)) else { continue };
        let mut found = repeated(columns, values, 0..columns.len(), HALTED_S);
        found.retain_mut(|one| is_contradicted(columns, one, instrument));
        if !found.is_empty() {
            all.push(Halted { instrument, found });
        }
    }
    all
}

/// Takes the readings of a log and compass that contradict the track out of a recording, unless a correction uses them.
pub(super) fn leave_out(recording: &mut Recording, edits: &[Edit]) -> Vec<Halted> {
    let all = halted(&recording.columns);
    for Halted { instrument, found, .. } in &all {
        let ids = if *instrument == Instrument::Log { &LOG[..] } else { &COMPASS[..] };
        for column in recording.columns.channels_mut() {
            if ids.contains(&column.id.as_ref()) && !trusts(edits, *instrument) {
                for one in found {
                    column.values[one.rows.clone()].fill(f32::NAN);
                }
            }
        }
    }
    all
}

/// True where the positions contradict a repeated value of a log or compass; of one that shows 0 only the rows remain at
/// which they do.
fn is_contradicted(columns: &Columns, one: &mut Repeated, instrument: Instrument) -> bool {
    let chords = chords(columns, one.rows.clone(), CHORD_S);
    let is_log = instrument == Instrument::Log;
    let varies = if is_log { VARIES_MPS.max(VARIES_SHARE * one.value) } else { TURNS_DEG };
    let (mut first_value, mut alike, mut other) = (f64::NAN, 0, 0);
    let (mut off, mut first, mut last) = (0, 0, 0);
    for (i, chord) in chords.iter().enumerate() {
        let mps = hypot(chord.east_mps, chord.north_mps);
        if !is_log && mps < MIN_MPS {
            continue;
        }
        let value = if is_log { mps } else { bearing_deg(chord.east_mps, chord.north_mps) };
        if first_value.is_nan() {
            first_value = value;
        }
        let by = if is_log { value - first_value } else { wrap_180(value - first_value) };
        if by.abs() > varies {
            other += 1
        } else {
            alike += 1
        }
        if is_log && (mps - one.value).abs() > CURRENT_MPS {
            first = if off == 0 { i } else { first };
            (off, last) = (off + 1, i);
        }
    }
    if is_log && one.value < AT_REST_MPS {
        // A log that shows 0 may be right before the boat sails, and after.
        if off < MIN_CHORDS || 2 * off < last + 1 - first {
            return false;
        }
        one.rows = chords[first].from..chords[last].to + 1;
        one.at_ms = [columns.time_ms[one.rows.start], columns.time_ms[one.rows.end - 1]];
        return true;
    }
    off >= MIN_CHORDS || alike > 1 && other >= MIN_CHORDS
}

/// What is wrong with an instrument and when, "From 10:20 to 10:40 UTC the log stood still, so it is not used at that time.";
/// always without times, which are infinite where a span has no end.
pub(crate) fn sentence(times_ms: &[[f64; 2]], what: &str, is_trusted: bool) -> String {
    let is_always = times_ms.iter().any(|[from, to]| from.is_infinite() && to.is_infinite());
    let times_ms = if is_always { &[] } else { times_ms };
    let mut whole = String::new();
    if times_ms.len() > NAMED_SPANS {
        whole.push_str("at times ");
    } else {
        for [from, to] in times_ms {
            let has_end = to.is_finite();
            whole.push_str(if whole.is_empty() { "" } else { "and " });
            if from.is_finite() {
                whole.push_str("from ");
                add_clock(&mut whole, *from);
                whole.push_str(if has_end { " to " } else { " UTC on " });
            } else {
                whole.push_str("until ");
            }
            if has_end {
                add_clock(&mut whole, *to);
                whole.push_str(" UTC ");
            }
        }
    }
    whole.push_str(what);
    whole.push_str(match (is_trusted, times_ms.is_empty()) {
        (true, _) => ", but it is used all the same, as you chose.",
        (_, true) => ", so it is not used.",
        _ => ", so it is not used at that time.",
    });
    if let Some(first) = whole.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    whole
}

#[inline(never)]
fn add_clock(text: &mut String, ms: f64) {
    text.push_str(iso_utc(ms).get(11..16).unwrap_or_default());
}

/// All instruments that contradict the track.
pub(super) fn outward(course: &Course, winds: &Winds, halted: &[Halted], edits: &[Edit]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    if let Some(doubted) = &winds.doubted {
        doubts.push(of_wind(course, doubted, edits));
    }
    for one in halted {
        doubts.push(of_halted(course, one, edits));
    }
    for (instrument, id) in [(Instrument::Speed, "sog"), (Instrument::Course, "cog")] {
        let found = frozen_channel(course.track, id);
        if !found.is_empty() {
            doubts.push(of_halted(course, &Halted { instrument, found }, edits));
        }
    }
    doubts
}

fn of_wind(course: &Course, doubted: &DoubtedWind, edits: &[Edit]) -> Doubt {
    let DoubtedWind { instrument, left_out_ms, reason, note, measured, of_track } = doubted;
    let direction = |wind: &Option<WindSeries>, t_s: f64| {
        let wind = wind.as_ref()?;
        let bridge_s = if wind.source == WindSource::Measured { bridge_s(wind) } else { ESTIMATE_BRIDGE_S };
        Some(wind.at(course.ms(t_s), bridge_s)?.twd_deg)
    };
    let read = |t_s: f64, _: Option<usize>| (direction(measured, t_s), direction(of_track, t_s));
    doubt(course, (*instrument, *reason), note.clone(), left_out_ms, &read, edits)
}

fn of_halted(course: &Course, halted: &Halted, edits: &[Edit]) -> Doubt {
    let Halted { instrument, found } = halted;
    let (is_speed, ids, name): (bool, &[&str], &str) = match instrument {
        Instrument::Log => (true, &LOG, "log"),
        Instrument::Compass => (false, &COMPASS, "compass"),
        Instrument::Speed => (true, &["sog"], "device's speed"),
        _ => (false, &["cog"], "device's course"),
    };
    let what = ["the ", name, " stood still while the boat moved otherwise"].concat();
    let (first_ms, last_ms) = (course.ms(0.0), course.ms(super::last_s(course)));
    let mut times_ms = Vec::with_capacity(found.len());
    for Repeated { at_ms: [from, to], .. } in found {
        times_ms.push([
            if *from > first_ms { *from } else { f64::NEG_INFINITY },
            if *to < last_ms { *to } else { f64::INFINITY },
        ]);
    }
    let columns = &course.track.columns;
    let column = ids.iter().find_map(|id| columns.get(id)).unwrap_or_default();
    let read = |t_s: f64, row: Option<usize>| {
        let ms = course.ms(t_s);
        let stood = found.iter().find(|one| (one.at_ms[0]..=one.at_ms[1]).contains(&ms));
        let recorded = || row.and_then(|row| column.get(row)).map(|value| f64::from(*value));
        let value = stood.map(|one| one.value).or_else(recorded);
        match is_speed {
            true => (value.map(kn_from_mps), row.map(|row| kn_from_mps(course.motion.sog_mps[row]))),
            false => (value, row.map(|row| course.motion.cog_deg[row])),
        }
    };
    let note = sentence(&times_ms, &what, trusts(edits, *instrument));
    doubt(course, (*instrument, DoubtReason::Frozen), note, &times_ms, &read, edits)
}

type Reading = (Option<f64>, Option<f64>);

#[inline(never)]
fn tenths(value: Option<f64>) -> Option<f64> {
    value.filter(|v| v.is_finite()).map(|v| libm::round(v * 10.0) / 10.0)
}

/// `read`: the instrument and the track at a time, s, and at the fix beside it, where there is one.
#[inline(never)]
fn doubt(
    course: &Course,
    (instrument, reason): (Instrument, DoubtReason),
    sentence: String,
    times_ms: &[[f64; 2]],
    read: &dyn Fn(f64, Option<usize>) -> Reading,
    edits: &[Edit],
) -> Doubt {
    let last_s = super::last_s(course);
    let instant = |ms: f64| iso_utc(ms.max(course.ms(0.0)).min(course.ms(last_s)));
    let mut spans = Vec::with_capacity(times_ms.len());
    for [from_ms, to_ms] in times_ms {
        spans.push(DoubtedSpan { start_time: instant(*from_ms), end_time: instant(*to_ms) });
    }
    let step_s = libm::ceil(last_s / READINGS).max(STEP_S);
    let count = (last_s / step_s) as usize + 1;
    let mut readings = Vec::with_capacity(count);
    for k in 0..count {
        let t_s = step_s * k as f64;
        let row = course.time_s.partition_point(|t| *t < t_s);
        let is_near = course.time_s.get(row).is_some_and(|t| t - t_s < step_s);
        let (read, track) = read(t_s, is_near.then_some(row));
        readings.push(DoubtReading { read: tenths(read), track: tenths(track) });
    }
    let used = trusts(edits, instrument);
    Doubt { instrument, reason, sentence, used, spans, step_s, readings }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::Format;

    const START_MS: f64 = 1_750_000_000_000.0;

    /// A boat that makes these knots on these courses, a fix a second, with a column of an instrument.
    fn recording(
        id: &'static str,
        seconds: usize,
        sails: impl Fn(usize) -> (f64, f64),
        reads: impl Fn(usize) -> f64,
    ) -> Recording {
        let (mut lat, mut lon) = (54.4, 10.2);
        let (mut lats, mut lons) = (Vec::new(), Vec::new());
        for second in 0..seconds {
            let (kn, deg) = sails(second);
            let (sin, cos) = libm::sincos(deg.to_radians());
            lat += kn * cos / 3600.0 / 60.0;
            lon += kn * sin / 3600.0 / 60.0 / libm::cos(lat.to_radians());
            lats.push(lat);
            lons.push(lon);
        }
        let times = (0..seconds).map(|second| START_MS + 1000.0 * second as f64).collect();
        let mut columns = Columns::new(times, lats, lons).unwrap();
        columns.set(id, (0..seconds).map(|second| reads(second) as f32).collect());
        Recording::of(Format::Nmea, columns)
    }

    /// Spans in s from the start.
    fn spans(mut recording: Recording) -> Vec<[f64; 2]> {
        let found = leave_out(&mut recording, &[]);
        let ms = |one: &Halted| {
            one.found.iter().map(|one| one.at_ms.map(|ms| (ms - START_MS) / 1000.0)).collect::<Vec<_>>()
        };
        found.iter().flat_map(ms).collect()
    }

    /// 5 kn, tacking every five minutes.
    fn beats(second: usize) -> (f64, f64) {
        (
            if second % 300 < 20 { 2.5 } else { 5.0 + 0.3 * libm::sin(second as f64 / 40.0) },
            if (second / 300).is_multiple_of(2) { 45.0 } else { 315.0 },
        )
    }

    #[test]
    fn a_log_that_shows_0_is_doubted_from_when_the_boat_sails_until_it_is_back() {
        let sails = |second: usize| if (600..3000).contains(&second) { beats(second) } else { (0.0, 0.0) };
        let found = spans(recording("stw", 3600, sails, |_| 0.0));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            (580.0..=620.0).contains(&found[0][0]) && (2980.0..=3020.0).contains(&found[0][1]),
            "{found:?}"
        );
    }

    #[test]
    fn a_log_that_shows_0_is_right_in_a_boat_that_drifts_with_the_tide_and_at_anchor() {
        assert!(spans(recording("stw", 3600, |_| (2.4, 80.0), |_| 0.0)).is_empty());
        assert!(spans(recording("stw", 3600, |_| (0.0, 0.0), |_| 0.0)).is_empty());
    }

    #[test]
    fn a_log_that_stands_at_one_speed_is_doubted_while_it_does() {
        let stood = |second: usize| {
            if (900..2400).contains(&second) { 2.4 } else { 2.5 + 0.1 * libm::sin(second as f64) }
        };
        // Up and down the wind, at 5 kn and 7.5 kn.
        let sails =
            |second: usize| if (second / 600).is_multiple_of(2) { beats(second) } else { (7.5, 180.0) };
        assert_eq!(spans(recording("stw", 3600, sails, stood)), [[900.0, 2399.0]]);
    }

    #[test]
    fn a_log_that_shows_one_speed_under_engine_is_right() {
        assert!(spans(recording("stw", 3600, |_| (6.4, 80.0), |_| 2.8)).is_empty());
    }

    #[test]
    fn a_compass_that_shows_one_heading_through_tacks_is_doubted_and_on_one_course_it_is_not() {
        let found = spans(recording("hdg_mag", 3600, beats, |second| {
            if second < 1200 { beats(second).1 + libm::sin(second as f64) } else { 123.0 }
        }));
        assert_eq!(found, [[1200.0, 3599.0]]);
        assert!(spans(recording("hdg", 3600, |_| (6.0, 80.0), |_| 80.0)).is_empty());
    }

    #[test]
    fn true_and_magnetic_heading_of_a_compass_are_one_instrument() {
        let mut recording = recording("hdg", 3600, beats, |_| 123.0);
        recording.columns.set("hdg_mag", vec![121.0; 3600]);
        let found = leave_out(&mut recording, &[]);
        assert_eq!((found.len(), found[0].found.len()), (1, 1));
        for id in ["hdg", "hdg_mag"] {
            assert!(recording.columns.get(id).unwrap().iter().all(|deg| deg.is_nan()), "{id}");
        }
    }

    #[test]
    fn an_instrument_that_is_trusted_keeps_its_readings_and_another_does_not() {
        for (trusted, is_kept) in [(Instrument::Log, true), (Instrument::Vane, false)] {
            let mut recording = recording("stw", 1800, beats, |_| 0.0);
            let edits = [Edit::TrustInstruments(Some(trusted))];
            assert_eq!(leave_out(&mut recording, &edits).len(), 1);
            assert_eq!(recording.columns.get("stw").unwrap()[900].is_finite(), is_kept, "{trusted:?}");
        }
    }

    #[test]
    fn sentences_name_the_times_or_how_many_there_are() {
        let hour = |from: f64, to: f64| [START_MS + from * 3.6e6, START_MS + to * 3.6e6];
        assert_eq!(sentence(&[], "the log stood still", false), "The log stood still, so it is not used.");
        assert_eq!(
            sentence(&[[f64::NEG_INFINITY, START_MS], hour(1.0, 2.0)], "the log stood still", false),
            "Until 15:06 UTC and from 16:06 to 17:06 UTC the log stood still, so it is not used at that time."
        );
        assert_eq!(
            sentence(&[[f64::NEG_INFINITY, f64::INFINITY]], "the log stood still", true),
            "The log stood still, but it is used all the same, as you chose."
        );
        let hours = [hour(0.0, 0.1), hour(1.0, 1.1), hour(2.0, 2.1), hour(3.0, 3.1)];
        let many = |is_trusted| sentence(&hours, "the log stood still", is_trusted);
        assert_eq!(many(false), "At times the log stood still, so it is not used at that time.");
        assert_eq!(many(true), "At times the log stood still, but it is used all the same, as you chose.");
    }
}
