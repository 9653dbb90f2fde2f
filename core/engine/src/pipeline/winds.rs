//! The winds of a track: estimated, measured, of the fleet and pinned (docs/algorithms.md,
//! section 4.10).

#[cfg(feature = "fleet")]
mod evidence_turns;
pub(super) mod instruments;
mod sessions;
pub(super) mod wind_search;

use crate::api::{DoubtReason, Instrument};
use crate::config::families::kind_of_boat;
use crate::config::{BoatClass, OTHER};
use crate::corrections::{Edit, trusts};
use crate::pipeline::doubted::sentence;
use crate::pipeline::hint;
use crate::pipeline::pinned::{pinned_over_all, pinned_wind};
use crate::segment::course::Course;
use crate::segment::crossings::with_crossings;
use crate::segment::interruptions::clear_of_standstills;
use crate::segment::legs::{Legs, find_legs};
use crate::segment::turns::{Turn, find_turns};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::estimate::{Current, DirectionCandidate, Estimate};
use crate::wind::fuse::fuse;
use crate::wind::measured::bridge_s;
use crate::wind::{Vane, WindSeries, WindSource};
#[cfg(feature = "fleet")]
pub(crate) use evidence_turns::evidence_turns;
#[cfg(feature = "fleet")]
use instruments::tested;
use instruments::{Tested, tested_by_track};
use wind_search::WindSearch;

/// Longest interval between samples over which an estimate is interpolated, s.
pub(super) const ESTIMATE_BRIDGE_S: f64 = 60.0;

/// The same of a sparse track, median intervals. *guess*: one interval between two legs has no sample.
const SPARSE_BRIDGE_INTERVALS: f64 = 2.5;

/// The winds of a track, and the turns found with them.
pub(crate) struct Winds {
    pub estimated: Option<WindSeries>,
    /// None where it is not determined.
    pub current: Option<Current>,
    pub measured: Option<WindSeries>,
    /// A measured wind contradicts the track all the time and is not used.
    pub is_refuted: bool,
    /// Where it contradicts the track.
    pub doubted: Option<DoubtedWind>,
    /// Measured wind speed where no direction was measured; its directions are NaN.
    pub speed: Option<WindSeries>,
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

/// A measured wind that contradicts the track.
pub(crate) struct DoubtedWind {
    pub instrument: Instrument,
    /// Times, `[from_ms, to_ms]`, at which it does.
    pub left_out_ms: Vec<[f64; 2]>,
    pub reason: DoubtReason,
    pub note: String,
    pub measured: Option<WindSeries>,
    /// The wind of the track alone.
    pub of_track: Option<WindSeries>,
}

/// What an analysis uses besides the recording.
#[derive(Debug, Clone, Default)]
pub struct AnalysisInputs {
    /// Measured on board or by a wind log.
    pub measured: Option<WindSeries>,
    /// It was measured on board.
    pub is_on_board: bool,
    /// Error of the vane that measured it; the wind is corrected for it.
    pub vane: Option<Vane>,
    /// Measured wind speed where no direction was measured; its directions are NaN.
    pub speed: Option<WindSeries>,
    /// What was found of a measured wind and is not used, a sentence each.
    pub measured_notes: Vec<String>,
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
    /// That the boat class of the options is not known; goes into the notes of the analysis.
    pub class_note: Option<String>,
}

impl AnalysisInputs {
    /// What measured the wind, and whether it is used all the same where it contradicts the track.
    fn instrument(&self, course: &Course) -> (Instrument, bool) {
        let has = |id: &str| course.track.columns.get(id).is_some();
        let is_vane = self.is_on_board && (has("awa") || has("twa"));
        let instrument = if is_vane { Instrument::Vane } else { Instrument::Wind };
        (instrument, trusts(&self.corrections, instrument))
    }
}

/// The winds with pins. A pin over part of the track needs the estimate for the rest of it.
pub(crate) fn find_pinned_winds(course: &Course, class: &BoatClass, inputs: AnalysisInputs) -> Winds {
    let (mut inputs, note) = inputs.along_track(course);
    let measured_notes = std::mem::take(&mut inputs.measured_notes);
    let over_all = |e: &Edit| matches!(e, Edit::PinWind { at: None, .. });
    let partly = |e: &Edit| matches!(e, Edit::PinWind { at: Some(_), .. });
    let edits = &inputs.corrections;
    let before = match edits.iter().any(over_all) {
        true => inputs.measured.clone(),
        false if edits.iter().any(partly) => find_winds(course, class, inputs.clone()).used,
        false => None,
    };
    let pinned = pinned_wind(course, before.as_ref(), edits);
    let mut winds = find_winds(course, class, AnalysisInputs { pinned: pinned.or(inputs.pinned), ..inputs });
    winds.notes.extend(measured_notes);
    winds.notes.extend(note.map(str::to_string));
    winds
}

/// Estimates the wind from the turns found without one, tests a measured one, and finds the turns in the wind that is used.
pub(crate) fn find_winds(course: &Course, class: &BoatClass, inputs: AnalysisInputs) -> Winds {
    let pinned_deg = pinned_over_all(&inputs.corrections);
    let hint_deg = inputs.hint_deg.filter(|_| inputs.pinned.is_none());
    let legs = course.track.is_sparse().then(|| find_legs(course));
    let estimate_bridge = estimate_bridge_s(course);
    let bridge = inputs.measured.as_ref().map_or(estimate_bridge, bridge_s).max(estimate_bridge);
    let (contradicted, measured) = match (&inputs.measured, hint_deg) {
        (Some(measured), Some(hint)) if !hint::agrees(measured, hint) => (Some(measured), None),
        (measured, _) => (None, measured.as_ref()),
    };
    let first_turns = clear_of_standstills(course, find_turns(course, class));
    let kind = kind_of_boat(class, inputs.sport.as_deref());
    let unnamed = kind_of_boat(OTHER, inputs.sport.as_deref());
    let search = WindSearch { course, kind, unnamed, turns: &first_turns, legs: legs.as_ref() };
    let (instrument, is_trusted) = inputs.instrument(course);
    let is_pinned = inputs.pinned.is_some();
    let mut found = search.find(inputs.pinned, pinned_deg, hint_deg, inputs.fleet);
    let tested = measured.filter(|_| !is_pinned && legs.is_none()).and_then(|measured| {
        let estimate = found.wind.as_ref();
        tested_by_track(course, &first_turns, measured, (instrument, is_trusted), estimate)
    });
    let doubt = |Tested { kept, left_out_ms, reason, what, of_track }| {
        let note = sentence(if kept.is_none() { &[] } else { &left_out_ms }, &what, is_trusted);
        let measured = measured.cloned();
        (kept, DoubtedWind { instrument, left_out_ms, reason, note, measured, of_track })
    };
    let (kept, doubted) = tested.map(doubt).unzip();
    let measured = kept.as_ref().map_or(measured, |kept| kept.as_ref());
    found.notes.extend(found.refusal.take().filter(|_| measured.is_none()));
    found.notes.extend(doubted.iter().map(|doubted| doubted.note.clone()));
    let given = pinned_deg.or(hint_deg);
    found.notes.extend(given.and_then(|given| disagreement(&found.track_estimate, contradicted, given)));
    let mut used = used_wind(found.wind.as_ref(), measured);
    used.iter_mut().zip(&inputs.speed).for_each(|(used, speed)| add_speed(used, speed));
    used.iter().for_each(|used| found.settle(used));
    found.notes.extend(inputs.vane.filter(|_| measured.is_some()).map(|vane| vane.note()));
    let wind_along = used.as_ref().map(|wind| WindAlongTrack::extended(course, wind, bridge));
    let turns = match (&legs, &wind_along) {
        (Some(legs), _) => legs.turns.iter().map(|t| t.turn).collect(),
        (None, Some(wind_along)) => all_turns(course, class, &first_turns, wind_along),
        _ => first_turns,
    };
    let is_refuted = kept == Some(None);
    Winds {
        estimated: found.wind,
        current: found.current,
        is_refuted,
        doubted,
        measured: kept.unwrap_or(inputs.measured),
        speed: inputs.speed,
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

impl Winds {
    /// The same on a course through the water, in the wind over it: what names and measures its segments.
    pub(crate) fn over_water(&self, course: &Course, class: &BoatClass, wind: WindSeries) -> Self {
        let turns = if self.legs.is_some() {
            self.turns.clone()
        } else {
            let first = clear_of_standstills(course, find_turns(course, class));
            all_turns(course, class, &first, &WindAlongTrack::extended(course, &wind, self.bridge_s))
        };
        Self {
            estimated: None,
            current: self.current,
            measured: None,
            is_refuted: false,
            doubted: None,
            speed: None,
            used: Some(wind),
            bridge_s: self.bridge_s,
            rival_probabilities: self.rival_probabilities,
            candidates: Vec::new(),
            track_estimate: None,
            turns,
            legs: self.legs.clone(),
            notes: Vec::new(),
        }
    }

    /// The measured wind, or the measured wind speed alone.
    pub(crate) fn speeds(&self) -> Option<&WindSeries> {
        self.measured.as_ref().or(self.speed.as_ref())
    }
}

/// Sets the speed of a wind whose own is not known.
fn add_speed(wind: &mut WindSeries, speed: &WindSeries) {
    let bridge_s = bridge_s(speed);
    for (time_ms, tws_mps) in wind.time_ms.iter().zip(&mut wind.tws_mps).filter(|(_, tws)| tws.is_nan()) {
        *tws_mps = speed.at(*time_ms, bridge_s).map_or(f64::NAN, |wind| wind.tws_mps);
    }
}

/// The note that the track, or else the measured wind, contradicts the direction that the user gave.
fn disagreement(track: &Option<WindSeries>, measured: Option<&WindSeries>, given_deg: f64) -> Option<String> {
    let track = track.as_ref().and_then(hint::mean_direction);
    let measured = measured.and_then(hint::mean_direction);
    track
        .map(|(mean, _)| hint::track_disagrees(mean, given_deg))
        .or(measured.map(|(mean, _)| hint::measurement_disagrees(mean, given_deg)))
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

/// The same inputs with the measured wind where it does not follow the boat.
#[cfg(feature = "fleet")]
pub(crate) fn without_refuted(course: &Course, class: &BoatClass, inputs: AnalysisInputs) -> AnalysisInputs {
    let is_tested = !course.track.is_sparse() && !trusts(&inputs.corrections, Instrument::Wind);
    let Some(measured) = inputs.measured.as_ref().filter(|_| is_tested) else { return inputs };
    let turns = clear_of_standstills(course, find_turns(course, class));
    match tested(course, &turns, measured, None, Instrument::Wind) {
        Some(Tested { kept, .. }) => AnalysisInputs { measured: kept, ..inputs },
        None => inputs,
    }
}

/// Both passes of turns, in time order.
fn all_turns(course: &Course, class: &BoatClass, first: &[Turn], wind_along: &WindAlongTrack) -> Vec<Turn> {
    clear_of_standstills(course, with_crossings(course, wind_along, class, first))
}

/// The wind that is used: a pinned one, else the fusion of both, else the one there is.
fn used_wind(estimated: Option<&WindSeries>, measured: Option<&WindSeries>) -> Option<WindSeries> {
    match (estimated, measured) {
        (Some(pinned), _) if pinned.source == WindSource::Pinned => Some(pinned.clone()),
        (Some(e), Some(m)) => Some(fuse(e, m, bridge_s(m))),
        (one, other) => one.or(other).cloned(),
    }
}
