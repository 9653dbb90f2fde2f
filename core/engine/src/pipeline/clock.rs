//! The clock of a recording: its correction by hand, and what is suspect in it.

use crate::calendar::{days_from_civil, iso_utc};
use crate::corrections::{Edit, clock_shift_ms};
use crate::track::{Format, Recording};
use crate::wind::WindSeries;

const DAY_MS: f64 = 86_400_000.0;
/// After so many weeks the count of old GPS receivers begins again.
const LOST_WEEKS: f64 = 1024.0;

/// Corrections in the corrected clock.
pub(super) fn in_corrected_clock(edits: Vec<Edit>) -> Vec<Edit> {
    let shift_ms = clock_shift_ms(&edits);
    edits.into_iter().map(|edit| edit.shifted(shift_ms)).collect()
}

/// Sets the clock of a recording.
pub(super) fn set(recording: &mut Recording, edits: &[Edit]) {
    let shift_ms = clock_shift_ms(edits);
    if shift_ms == 0.0 {
        return;
    }
    recording.undated = false;
    recording.columns.time_ms.iter_mut().for_each(|ms| *ms += shift_ms);
    recording.pauses_ms.iter_mut().flatten().for_each(|ms| *ms += shift_ms);
    recording.events.iter_mut().for_each(|event| event.time_ms += shift_ms);
    for total in &mut recording.totals {
        (total.start_ms, total.end_ms) = (total.start_ms + shift_ms, total.end_ms + shift_ms);
    }
    for span in &mut recording.sports {
        (span.start_ms, span.end_ms) = (span.start_ms + shift_ms, span.end_ms + shift_ms);
    }
    let losses = recording.damage.losses.iter_mut().filter_map(|loss| loss.time_ms.as_mut());
    losses.for_each(|ms| *ms += shift_ms);
}

/// A measured wind in the corrected clock.
pub(super) fn moved(mut wind: WindSeries, shift_ms: f64) -> WindSeries {
    wind.time_ms.iter_mut().for_each(|ms| *ms += shift_ms);
    wind
}

/// The first year in which a device can have written a format.
fn first_year(format: Format) -> i64 {
    match format {
        Format::Fit => 2009,
        Format::Vkx => 2018,
        Format::Vtk | Format::Ubx => 2008,
        Format::Oao | Format::Gpy => 2018,
        Format::Tcx | Format::Sbp | Format::Sbn => 2004,
        Format::Kml | Format::Geojson => 2008,
        Format::Gpx => 2002,
        Format::Csv | Format::Nmea | Format::N2k | Format::Ebl => 2000,
        Format::Signalk => 2013,
    }
}

/// That a recording is older than its device can be.
pub(super) fn note(recording: &Recording, first_ms: f64) -> Option<String> {
    let earliest = days_from_civil(first_year(recording.format), 1, 1)? as f64 * DAY_MS;
    if recording.undated || first_ms >= earliest {
        return None;
    }
    let mut later_ms = first_ms;
    while later_ms < earliest {
        later_ms += LOST_WEEKS * 7.0 * DAY_MS;
    }
    let weeks = (later_ms - first_ms) / (7.0 * DAY_MS);
    let (year, later) = (iso_utc(first_ms), iso_utc(later_ms));
    let (year, later) = (year.get(..4).unwrap_or_default(), later.get(..10).unwrap_or_default());
    Some(format!(
        "This recording starts in {year}. The receiver most likely lost count of the weeks, as old GPS receivers do: {weeks:.0} weeks later it is {later}."
    ))
}
