//! The winds of a track: estimate, maneuvers, second estimate; measured, fleet and pinned wind (docs/algorithms.md,
//! section 4.10).

use crate::config::BoatClass;
use crate::config::families::kind_of_boat;
use crate::corrections::Edit;
use crate::pipeline::hint;
use crate::pipeline::pinned::{hint_series, pinned_over_all, pinned_wind};
use crate::segment::SegmentKind;
use crate::segment::classify::{ClassifiedTurn, classify};
use crate::segment::course::Course;
use crate::segment::crossings::with_crossings;
use crate::segment::interruptions::clear_of_standstills;
use crate::segment::legs::{Legs, find_legs};
use crate::segment::table::MIN_ROUNDING_DEG;
use crate::segment::turns::{Turn, find_turns, turn_events};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::estimate::{
    Care, Current, DirectionCandidate, Estimate, NoWind, Part, PreparedSteps, estimate_again, estimate_first,
    has,
};
use crate::wind::fuse::fuse;
use crate::wind::measured::bridge_s;
use crate::wind::{Vane, WindSeries, WindSource};

/// Longest interval between samples over which an estimate is interpolated, s.
pub(super) const ESTIMATE_BRIDGE_S: f64 = 60.0;

/// The same of a sparse track, median intervals. *guess*: one interval between two legs has no sample.
const SPARSE_BRIDGE_INTERVALS: f64 = 2.5;

/// A turn is uneven when its two sides differ by this many standard deviations of the wind: an error of the wind counts
/// twice in that difference. Hand-tuned (docs/algorithms.md, section 4).
const UNEVEN_SDS: f64 = 4.0;
/// Uneven turns are left out where there are this many even ones to each. Hand-tuned.
const EVEN_PER_UNEVEN: usize = 2;

/// The winds of a track, and the turns found with them.
pub(crate) struct Winds {
    pub estimated: Option<WindSeries>,
    /// None where it is not determined.
    pub current: Option<Current>,
    pub measured: Option<WindSeries>,
    /// The wind that names maneuvers: the fused one where both exist, else the one that does.
    pub used: Option<WindSeries>,
    /// Longest interval over which the used wind is interpolated, s.
    pub bridge_s: f64,
    /// Probabilities of winds about 90°, 180° and 270° clockwise of the used one.
    pub rival_probabilities: [f64; 3],
    /// Directions that fit the track where no wind is used.
    pub candidates: Vec<DirectionCandidate>,
    /// What the track would have the wind be where it contradicts the direction that the user gave.
    pub track_estimate: Option<WindSeries>,
    /// All turns, in time order.
    pub turns: Vec<Turn>,
    /// The legs of a sparse track, with the turns between them.
    pub legs: Option<Legs>,
    /// Notes for the user: why there is no wind, or which one is used.
    pub notes: Vec<String>,
}

/// What is known of the wind beside the track.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Measured on board or by a wind log.
    pub measured: Option<WindSeries>,
    /// Error of the vane that measured it; the wind is corrected for it.
    pub vane: Option<Vane>,
    /// Direction given by the user, deg: it decides the end and the quarter, the track refines it.
    pub hint_deg: Option<f64>,
    /// Wind of the fleet at this boat: replaces her own estimate, which is part of it.
    pub fleet: Option<Estimate>,
    /// Binding: nothing is estimated.
    pub pinned: Option<WindSeries>,
    /// Sport of the file: evidence of the kind of boat where the user named no class.
    pub sport: Option<String>,
    /// Corrections by hand, with pinned winds.
    pub corrections: Vec<Edit>,
}

/// The winds with pins. A pin over part of the track needs the estimate for the rest of it.
pub(crate) fn find_pinned_winds(course: &Course, class: &BoatClass, known: Known) -> Winds {
    let (known, note) = known.along_track(course);
    let over_all = |e: &Edit| matches!(e, Edit::PinWind { at: None, .. });
    let partly = |e: &Edit| matches!(e, Edit::PinWind { at: Some(_), .. });
    let edits = &known.corrections;
    let before = match edits.iter().any(over_all) {
        true => known.measured.clone(),
        false if edits.iter().any(partly) => find_winds(course, class, known.clone()).used,
        false => None,
    };
    let pinned = pinned_wind(course, before.as_ref(), edits);
    let mut winds = find_winds(course, class, Known { pinned: pinned.or(known.pinned), ..known });
    winds.notes.extend(note.map(str::to_string));
    winds
}

/// Estimates the wind, names the turns by it, and estimates again from the turns that are evidence.
pub(crate) fn find_winds(course: &Course, class: &BoatClass, known: Known) -> Winds {
    let pinned_deg = pinned_over_all(&known.corrections);
    let hint_deg = known.hint_deg.filter(|_| known.pinned.is_none());
    let legs = course.track.is_sparse().then(|| find_legs(course));
    let estimate_bridge = estimate_bridge_s(course);
    let bridge = known.measured.as_ref().map_or(estimate_bridge, bridge_s).max(estimate_bridge);
    let (contradicted, measured) = match (&known.measured, hint_deg) {
        (Some(measured), Some(hint)) if !hint::agrees(measured, hint) => (Some(measured), None),
        (measured, _) => (None, measured.as_ref()),
    };
    let first_turns = clear_of_standstills(course, find_turns(course, class));
    let kind = kind_of_boat(class, known.sport.as_deref());
    let problem = TrackEvidence {
        course,
        class,
        kind,
        measured,
        turns: &first_turns,
        legs: legs.as_ref(),
        bridge_s: bridge,
    };
    let mut found = problem.find(known.pinned, pinned_deg, hint_deg, known.fleet);
    let given = pinned_deg.or(hint_deg);
    found.notes.extend(given.and_then(|given| disagreement(&found.track_estimate, contradicted, given)));
    let used = used_wind(found.wind.as_ref(), measured);
    if let Some(used) = &used {
        found.candidates.clear();
        let is_measured = matches!(used.source, WindSource::Measured | WindSource::Fused);
        let is_certain = used.source == WindSource::Pinned || (is_measured && used.flip_probability == 0.0);
        let [quarter, _, three_quarters] = if is_certain { [0.0; 3] } else { found.rival_probabilities };
        found.rival_probabilities = [quarter, used.flip_probability, three_quarters];
    }
    if found.wind.is_some() && used.as_ref().is_some_and(|w| w.source == WindSource::Measured) {
        (found.wind, found.current) = (None, None);
        found.notes.push(
            "The track alone would tell another wind than was measured; the measured one is used.".into(),
        );
    }
    found.notes.extend(known.vane.map(|vane| vane.note()));
    let wind_along = used.as_ref().map(|wind| WindAlongTrack::extended(course, wind, bridge));
    let turns = match &wind_along {
        _ if legs.is_some() => legs.iter().flat_map(|l| &l.turns).map(|t| t.turn).collect(),
        Some(wind_along) => all_turns(course, class, &first_turns, wind_along),
        None => first_turns,
    };
    Winds {
        estimated: found.wind,
        current: found.current,
        measured: known.measured,
        used,
        bridge_s: bridge,
        rival_probabilities: found.rival_probabilities,
        candidates: found.candidates,
        track_estimate: found.track_estimate,
        turns,
        legs,
        notes: found.notes,
    }
}

/// The wind of a track beside a measured one, as in [`Winds`].
#[derive(Default)]
struct FoundWind {
    wind: Option<WindSeries>,
    current: Option<Current>,
    rival_probabilities: [f64; 3],
    candidates: Vec<DirectionCandidate>,
    track_estimate: Option<WindSeries>,
    notes: Vec<String>,
}

/// The note that the track, or else the measured wind, contradicts the direction that the user gave.
fn disagreement(track: &Option<WindSeries>, measured: Option<&WindSeries>, given_deg: f64) -> Option<String> {
    let track = track.as_ref().and_then(hint::mean_direction);
    let measured = measured.and_then(hint::mean_direction);
    track
        .map(|(mean, _)| hint::track_disagrees(mean, given_deg))
        .or(measured.map(|(mean, _)| hint::measurement_disagrees(mean, given_deg)))
}

/// What the wind of a track is estimated from.
struct TrackEvidence<'a> {
    course: &'a Course<'a>,
    class: &'a BoatClass,
    /// The class, or the kind of boat that the sport names.
    kind: &'a BoatClass,
    measured: Option<&'a WindSeries>,
    /// Turns found without a wind.
    turns: &'a [Turn],
    /// Of a sparse track.
    legs: Option<&'a Legs>,
    bridge_s: f64,
}

impl TrackEvidence<'_> {
    /// The pinned wind, else the estimate with the hint, else that of the fleet or the track.
    fn find(
        &self,
        pinned: Option<WindSeries>,
        pinned_deg: Option<f64>,
        hint_deg: Option<f64>,
        fleet: Option<Estimate>,
    ) -> FoundWind {
        if pinned.is_some() {
            let free = pinned_deg.and_then(|given| self.against(given, fleet));
            let track_estimate = free.map(|found| found.wind);
            return FoundWind { wind: pinned, track_estimate, ..FoundWind::default() };
        }
        if let Some(hint_deg) = hint_deg {
            let mut notes = Vec::new();
            let (found, against) = self.with_hint(hint_deg, fleet, &mut notes);
            let track_estimate = against.map(|found| found.wind);
            let (wind, current) = (Some(found.wind), found.current);
            return FoundWind { wind, current, track_estimate, notes, ..FoundWind::default() };
        }
        match self.free(fleet) {
            Ok(found) => FoundWind {
                wind: Some(found.wind),
                current: found.current,
                rival_probabilities: found.rival_probabilities,
                ..FoundWind::default()
            },
            Err(none) => {
                let notes = if self.measured.is_some() { Vec::new() } else { vec![none.reason] };
                FoundWind { candidates: none.candidates, notes, ..FoundWind::default() }
            }
        }
    }

    /// The estimate without a direction from the user: that of the fleet, else her own. The error says why there is none.
    fn free(&self, fleet: Option<Estimate>) -> Result<Estimate, NoWind> {
        fleet.map_or_else(|| self.estimate_twice(None), Ok)
    }

    /// The free estimate when it contradicts the direction given.
    fn against(&self, given_deg: f64, fleet: Option<Estimate>) -> Option<Estimate> {
        self.free(fleet).ok().filter(|found| !hint::agrees(&found.wind, given_deg))
    }

    /// The estimate that a hint leads to, and the free one when it contradicts the hint. The free estimate is used when it
    /// agrees, else the one among directions near the hint, else the hint itself.
    fn with_hint(
        &self,
        hint_deg: f64,
        fleet: Option<Estimate>,
        notes: &mut Vec<String>,
    ) -> (Estimate, Option<Estimate>) {
        let free = self.free(fleet).ok();
        let (agreeing, against) = match free {
            Some(found) if hint::agrees(&found.wind, hint_deg) => (Some(found), None),
            other => (None, other),
        };
        let near = || self.estimate_twice(Some(hint_deg)).ok();
        let is_near = |found: &Estimate| hint::agrees(&found.wind, hint_deg);
        let found = match agreeing.or_else(near).filter(is_near) {
            Some(found) => Estimate { wind: hint::combined(found.wind, hint_deg), ..found },
            None => {
                notes.extend(against.is_none().then(|| hint::HINT_USED.to_string()));
                let wind = hint_series(self.course, hint_deg);
                Estimate { wind, current: None, rival_probabilities: [0.0; 3] }
            }
        };
        (found, against)
    }

    /// Two estimates: a rough one from all turns, by which the turns are named, and a sharp one from the turns that are
    /// evidence of the wind. Both must be determined. Where the second is not, neither is published: its turns are the
    /// better evidence, and what they leave undetermined the turns that were set aside (circles, uneven turns, turns
    /// without a name) do not determine. The turns of a sparse track are known without a wind: one estimate.
    fn estimate_twice(&self, hint_deg: Option<f64>) -> Result<Estimate, NoWind> {
        let (course, class) = (self.course, self.class);
        if let Some(legs) = self.legs {
            return estimate_from_legs(course, legs, self.kind, hint_deg);
        }
        let (first, prepared) = rough_wind(course, self.turns, self.kind, hint_deg)?;
        let used = used_wind(Some(&first), self.measured).unwrap_or_else(|| first.clone());
        if !has(Part::SecondEstimate) {
            return estimate_again(
                Care::Sharp,
                &prepared,
                &turn_events(course, self.turns),
                self.kind,
                hint_deg,
            );
        }
        let evidence = evidence_turns(course, class, self.turns, &used, self.bridge_s);
        estimate_again(Care::Sharp, &prepared, &turn_events(course, &evidence), self.kind, hint_deg)
    }
}

/// Longest interval between samples of an estimate over which it is interpolated, s: the estimate of a sparse track has a
/// sample for each interval between fixes on a steady course.
fn estimate_bridge_s(course: &Course) -> f64 {
    if course.track.is_sparse() {
        ESTIMATE_BRIDGE_S.max(SPARSE_BRIDGE_INTERVALS * course.track.median_dt_s)
    } else {
        ESTIMATE_BRIDGE_S
    }
}

/// One estimate from the legs of a sparse track: the turns between them are known without a wind.
fn estimate_from_legs(
    course: &Course,
    legs: &Legs,
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    let found =
        estimate_first(Care::Sharp, course.track, course.motion, &legs.events(course), class, hint_deg);
    found.map(|(estimate, _)| estimate)
}

/// The turns that are evidence of the wind, selected by a rough estimate.
#[cfg(feature = "fleet")]
pub(crate) fn rough_evidence_turns(course: &Course, class: &BoatClass, known: &Known) -> Vec<Turn> {
    let turns = clear_of_standstills(course, find_turns(course, class));
    let measured = known.measured.as_ref();
    let kind = kind_of_boat(class, known.sport.as_deref());
    let first = rough_wind(course, &turns, kind, known.hint_deg).ok().map(|(wind, _)| wind);
    let Some(used) = used_wind(first.as_ref(), measured) else { return turns };
    let bridge_s = measured.map_or(ESTIMATE_BRIDGE_S, bridge_s).max(ESTIMATE_BRIDGE_S);
    evidence_turns(course, class, &turns, &used, bridge_s)
}

/// Both passes of turns, in time order.
fn all_turns(course: &Course, class: &BoatClass, first: &[Turn], wind_along: &WindAlongTrack) -> Vec<Turn> {
    clear_of_standstills(course, with_crossings(course, wind_along, class, first))
}

/// Turns of both passes that are evidence of the wind, selected by a first wind: no circles, and the parts of cut turns. The
/// middle of an uneven tack or gybe, with one side much closer to the axis than the other, is not the wind: where there are
/// enough even ones, it is left out.
pub(super) fn evidence_turns(
    course: &Course,
    class: &BoatClass,
    turns: &[Turn],
    wind: &WindSeries,
    bridge_s: f64,
) -> Vec<Turn> {
    let wind_along = WindAlongTrack::extended(course, wind, bridge_s);
    let mut named = classify(course, &wind_along, &all_turns(course, class, turns, &wind_along));
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

/// The rough estimate, and the steps for the second one; or why there is none.
pub(super) fn rough_wind(
    course: &Course,
    turns: &[Turn],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<(WindSeries, PreparedSteps), NoWind> {
    let events = turn_events(course, turns);
    let first = estimate_first(Care::Rough, course.track, course.motion, &events, class, hint_deg);
    first.map(|(estimate, prepared)| (estimate.wind, prepared))
}

/// The wind that is used: a pinned one, else the fusion of both, else the one there is.
fn used_wind(estimated: Option<&WindSeries>, measured: Option<&WindSeries>) -> Option<WindSeries> {
    match (estimated, measured) {
        (Some(pinned), _) if pinned.source == WindSource::Pinned => Some(pinned.clone()),
        (Some(e), Some(m)) => Some(fuse(e, m, bridge_s(m))),
        (one, other) => one.or(other).cloned(),
    }
}
