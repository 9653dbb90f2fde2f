//! The turns of a track that are evidence of the wind of a fleet: selected by the wind of the track alone. *measured* with
//! `npm run truth -- --group fleets`: by the wind from all turns instead, ten boats miss a mark in sixty passings. The wind of a
//! single track is not better by it (docs/truth.md, parts left out).

use super::{AnalysisInputs, ESTIMATE_BRIDGE_S, all_turns, used_wind};
use crate::config::BoatClass;
use crate::config::families::kind_of_boat;
use crate::segment::SegmentKind;
use crate::segment::classify::{ClassifiedTurn, classify};
use crate::segment::course::Course;
use crate::segment::interruptions::clear_of_standstills;
use crate::segment::table::MIN_ROUNDING_DEG;
use crate::segment::turns::{Turn, find_turns, turn_events};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::estimate::estimate;
use crate::wind::measured::bridge_s;

/// A turn is uneven when its two sides differ by this many standard deviations of the wind: an error of the wind counts
/// twice in that difference. *hand-tuned* (docs/algorithms.md, section 6).
const UNEVEN_SDS: f64 = 4.0;
/// Uneven turns are left out where there are this many even ones to each. *hand-tuned*
const EVEN_PER_UNEVEN: usize = 2;

/// Turns of both passes without circles, with the parts of cut turns; all turns without a wind. The middle of an uneven tack or
/// gybe, with one side much closer to the axis than the other, is not the wind: where there are enough even ones, it is left out.
pub(crate) fn evidence_turns(course: &Course, class: &BoatClass, inputs: &AnalysisInputs) -> Vec<Turn> {
    let turns = clear_of_standstills(course, find_turns(course, class));
    let measured = inputs.measured.as_ref();
    let kind = kind_of_boat(class, inputs.sport.as_deref());
    let events = turn_events(course, &turns);
    let first = estimate(course.track, course.motion, &events, kind, inputs.hint_deg).ok();
    let Some(used) = used_wind(first.as_ref().map(|found| &found.wind), measured) else { return turns };
    let bridge_s = measured.map_or(ESTIMATE_BRIDGE_S, bridge_s).max(ESTIMATE_BRIDGE_S);
    let wind_along = WindAlongTrack::extended(course, &used, bridge_s);
    let mut named = classify(course, &wind_along, &all_turns(course, class, &turns, &wind_along));
    named.retain(|f| f.kind != Some(SegmentKind::Penalty));
    let wind_sd_deg = |f: &ClassifiedTurn| {
        wind_along.mean(course, f.turn.start_s, f.turn.end_s).map_or(f64::INFINITY, |w| w.sd_deg)
    };
    let min_difference_deg = |f: &ClassifiedTurn| MIN_ROUNDING_DEG.max(UNEVEN_SDS * wind_sd_deg(f));
    let uneven = |f: &ClassifiedTurn| {
        f.crosses() && (f.sweep.angle_in_deg() - f.sweep.angle_out_deg()).abs() >= min_difference_deg(f)
    };
    let even = named.iter().filter(|f| f.crosses() && !uneven(f)).count();
    if even >= EVEN_PER_UNEVEN * named.iter().filter(|f| uneven(f)).count() {
        named.retain(|f| !uneven(f));
    }
    named.into_iter().map(|f| f.turn).collect()
}
