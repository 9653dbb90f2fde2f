//! The segments of a recording: maneuvers, interruptions, accelerations and straights, found and measured in the wind that
//! is used, with the corrections by hand.

use crate::config::BoatClass;
use crate::corrections::Edit;
use crate::maneuver::{MeasuredManeuver, measure_all};
use crate::pipeline::corrected::{CorrectionOutcomes, MeasureContext, correct_maneuvers, correct_straights};
use crate::pipeline::winds::Winds;
use crate::segment::SegmentKind;
use crate::segment::accelerations::{Acceleration, find_accelerations};
use crate::segment::classify::classify;
use crate::segment::course::{Course, Episode};
use crate::segment::interruptions::{failed_tacks, find_crashes, find_falls, find_sparse_stops, find_stops};
use crate::segment::legs::classify_leg_turns;
use crate::segment::straights::{Straight, find_straights, leg_straights};
use crate::segment::unnamed::unnamed_turns;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::stats::order::sort_by_number;

/// The segments of a recording, measured. Times are s from the first fix.
pub(super) struct Session {
    /// Turns with a name, in time order.
    pub maneuvers: Vec<MeasuredManeuver>,
    /// Stops, falls and failed tacks with their kind, in time order.
    pub interruptions: Vec<(SegmentKind, Episode)>,
    pub accelerations: Vec<Acceleration>,
    pub straights: Vec<Straight>,
}

/// Finds stops and falls, and sets the standstills of the course: these and the crashes.
pub(super) fn find_standstills(course: &mut Course, class: &BoatClass) -> Vec<(SegmentKind, Episode)> {
    if course.track.is_sparse() {
        course.standstills = find_sparse_stops(course);
        return course.standstills.iter().map(|s| (SegmentKind::Stop, *s)).collect();
    }
    let stops = find_stops(course).into_iter().map(|s| (SegmentKind::Stop, s));
    let falls = find_falls(course, class).into_iter().map(|s| (SegmentKind::Fall, s));
    let mut all: Vec<(SegmentKind, Episode)> = stops.chain(falls).collect();
    sort_by_number(&mut all, |s| s.1.start_s);
    course.standstills = all.iter().map(|(_, s)| *s).chain(find_crashes(course)).collect();
    sort_by_number(&mut course.standstills, |s| s.start_s);
    all
}

/// Finds and measures all segments, and applies the corrections.
pub(super) fn find_session(
    course: &Course,
    class: &BoatClass,
    winds: &Winds,
    stopped: Vec<(SegmentKind, Episode)>,
    edits: &[Edit],
) -> (Session, CorrectionOutcomes) {
    let wind_along = winds.used.as_ref().map(|w| WindAlongTrack::new(course, w, winds.bridge_s));
    let mut interruptions = stopped;
    let mut accelerations = Vec::new();
    let naming = winds.used.as_ref().map(|w| WindAlongTrack::extended(course, w, winds.bridge_s));
    let mut found = match &winds.legs {
        Some(legs) => classify_leg_turns(course, legs, winds.used.as_ref(), winds.bridge_s),
        None => unnamed_turns(course, naming.as_ref(), &winds.turns),
    };
    if let Some(wind_along) = naming.as_ref().filter(|_| winds.legs.is_none()) {
        let (named, failed) = failed_tacks(course, wind_along, classify(course, wind_along, &winds.turns));
        found.extend(named);
        interruptions.extend(failed.into_iter().map(|s| (SegmentKind::FailedTack, s)));
        accelerations = find_accelerations(course, wind_along);
    }
    sort_by_number(&mut found, |f| f.turn.start_s);
    let flip_probability = winds.used.as_ref().map_or(0.0, |w| w.flip_probability);
    let maneuvers = measure_all(course, class, flip_probability, found);
    sort_by_number(&mut interruptions, |s| s.1.start_s);
    let mut session = Session { maneuvers, interruptions, accelerations, straights: Vec::new() };
    let turns = &winds.turns;
    let context = MeasureContext { course, class, flip_probability, wind_along: naming.as_ref(), turns };
    let mut outcomes = CorrectionOutcomes::new();
    correct_maneuvers(&context, &mut session, edits, &mut outcomes);
    session.maneuvers.retain(|m| m.found.kind.is_some());
    let taken = taken(&session.maneuvers, &session.interruptions, &session.accelerations);
    session.straights = match &winds.legs {
        Some(legs) => leg_straights(course, wind_along.as_ref(), legs, &taken),
        None => find_straights(course, wind_along.as_ref(), class, &taken),
    };
    correct_straights(&context, wind_along.as_ref(), &mut session.straights, edits, &mut outcomes);
    (session, outcomes)
}

/// Spans of time, s, that belong to maneuvers, interruptions and accelerations: disjoint, in time order.
fn taken(
    maneuvers: &[MeasuredManeuver],
    interruptions: &[(SegmentKind, Episode)],
    starts: &[Acceleration],
) -> Vec<(f64, f64)> {
    let turned = maneuvers.iter().map(|m| (m.start_s, m.end_s));
    let interrupted = interruptions.iter().map(|(_, s)| (s.start_s, s.end_s));
    let begun = starts.iter().map(|a| (a.start_s, a.end_s));
    let mut spans: Vec<(f64, f64)> = turned.chain(interrupted).chain(begun).collect();
    sort_by_number(&mut spans, |s| s.0);
    let mut joined: Vec<(f64, f64)> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.0 <= last.1 => last.1 = last.1.max(span.1),
            _ => joined.push(span),
        }
    }
    joined
}
