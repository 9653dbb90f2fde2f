//! The measured wind of a recording: that of its wind log, or of the instruments on board.

use crate::corrections::{Edit, clock_shift_ms, wind_clock_shift_ms};
use crate::pipeline::clock;
use crate::track::Recording;
use crate::wind::{MeasuredWind, WindSeries};

const DAY_MS: f64 = 86_400_000.0;
/// The notes on a wind log without wind, on one without a date, and on instruments beside a log.
const NO_WIND: &str = "The wind log has no wind in it.";
const UNDATED: &str =
    "The wind log has times of day and no date: they are taken for UTC, on the day of the recording.";
const ON_BOARD: &str = "The wind measured on board is not used: that of the wind log is.";

/// The wind of a wind log.
pub(super) struct LogWind {
    pub measured: MeasuredWind,
    /// Its times have no date.
    pub undated: bool,
}

/// The wind measured by a log, or on board: without a log, and where the log has none at the time of the recording. `edits` set
/// their clocks.
pub(super) fn measured_for(
    recording: &Recording,
    edits: &[Edit],
    log: Option<LogWind>,
    on_board: &dyn Fn() -> MeasuredWind,
) -> MeasuredWind {
    let shift_ms = clock_shift_ms(edits);
    let Some(mut log) = log else {
        return MeasuredWind { is_on_board: true, ..moved(on_board(), shift_ms) };
    };
    log.measured = moved(log.measured, wind_clock_shift_ms(edits));
    let Some((from_ms, to_ms)) = span(&recording.columns.time_ms) else { return log.measured };
    let (from_ms, to_ms) = (from_ms + shift_ms, to_ms + shift_ms);
    if log.undated && !recording.undated {
        set_day(&mut log.measured, (from_ms + to_ms) / 2.0);
    }
    let is_of_its_time = |wind: &WindSeries| {
        wind.time_ms.first().is_some_and(|&first| first <= to_ms) && wind.time_ms.last() >= Some(&from_ms)
    };
    let MeasuredWind { wind, speed, mut notes, vane, .. } = log.measured;
    if wind.is_none() && speed.is_none() && notes.is_empty() {
        notes.push(NO_WIND.to_string());
    }
    if let Some(wind) = wind.clone().filter(is_of_its_time) {
        let has = |id: &str| recording.columns.get(id).is_some();
        if ["twd", "twa", "awa"].into_iter().any(has) {
            notes.push(ON_BOARD.to_string());
        }
        return MeasuredWind { wind: Some(wind), is_on_board: false, vane, speed, notes };
    }
    let mut own = moved(on_board(), shift_ms);
    notes.append(&mut own.notes);
    own.notes = notes;
    own.is_on_board = own.wind.is_some();
    // A log of another time is kept where there is no other wind: a note says that it is of another time.
    if own.wind.is_none() {
        (own.wind, own.vane) = (wind, vane);
        own.speed = speed.or(own.speed);
    }
    own
}

/// First and last of these times.
fn span(times_ms: &[f64]) -> Option<(f64, f64)> {
    let times = times_ms.iter().filter(|ms| ms.is_finite());
    let (from, to) = times.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), ms| (a.min(*ms), b.max(*ms)));
    (from <= to).then_some((from, to))
}

/// Sets the times of day of a log without a date to the day on which its middle is nearest to this moment.
fn set_day(log: &mut MeasuredWind, middle_ms: f64) {
    // A log has a speed alone where it has no direction.
    let Some(wind) = log.wind.as_mut().or(log.speed.as_mut()) else { return };
    let Some((from_ms, to_ms)) = span(&wind.time_ms) else { return };
    let days = libm::round((middle_ms - (from_ms + to_ms) / 2.0) / DAY_MS);
    wind.time_ms.iter_mut().for_each(|ms| *ms += days * DAY_MS);
    log.notes.push(UNDATED.to_string());
}

/// A measured wind in the corrected clock.
fn moved(mut own: MeasuredWind, shift_ms: f64) -> MeasuredWind {
    own.wind = own.wind.map(|wind| clock::moved(wind, shift_ms));
    own.speed = own.speed.map(|wind| clock::moved(wind, shift_ms));
    own
}
