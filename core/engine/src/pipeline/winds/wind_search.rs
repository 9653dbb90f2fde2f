//! The wind of a track beside a measured one: pinned, of the fleet, or estimated twice, with a hint or without.

use super::{all_turns, sessions, used_wind};
use crate::config::BoatClass;
use crate::pipeline::hint;
use crate::pipeline::pinned::hint_series;
use crate::segment::SegmentKind;
use crate::segment::classify::{ClassifiedTurn, classify};
use crate::segment::course::Course;
use crate::segment::legs::Legs;
use crate::segment::table::MIN_ROUNDING_DEG;
use crate::segment::turns::{Turn, turn_events};
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::estimate::{
    Current, DirectionCandidate, Estimate, EstimateStage, NoWind, Part, PreparedSteps, estimate_again,
    estimate_first, has,
};
use crate::wind::{WindSeries, WindSource};

/// A turn is uneven when its two sides differ by this many standard deviations of the wind: an error of the wind counts
/// twice in that difference. *hand-tuned* (docs/algorithms.md, section 4).
const UNEVEN_SDS: f64 = 4.0;
/// Uneven turns are left out where there are this many even ones to each. *hand-tuned*
const EVEN_PER_UNEVEN: usize = 2;

/// The wind of a track beside a measured one, as in [`Winds`].
#[derive(Default)]
pub(crate) struct FoundWind {
    pub wind: Option<WindSeries>,
    pub current: Option<Current>,
    pub rival_probabilities: [f64; 3],
    pub candidates: Vec<DirectionCandidate>,
    pub track_estimate: Option<WindSeries>,
    pub notes: Vec<String>,
}

impl FoundWind {
    /// What remains of the wind of the track beside the one that is used: no candidates, the probabilities of its rivals,
    /// and nothing where a measured wind contradicts it.
    pub(super) fn settle(&mut self, used: &WindSeries) {
        self.candidates.clear();
        let is_measured = matches!(used.source, WindSource::Measured | WindSource::Fused);
        let is_certain = used.source == WindSource::Pinned || (is_measured && used.flip_probability == 0.0);
        let [quarter, _, three_quarters] = if is_certain { [0.0; 3] } else { self.rival_probabilities };
        self.rival_probabilities = [quarter, used.flip_probability, three_quarters];
        if self.wind.is_some() && used.source == WindSource::Measured {
            (self.wind, self.current) = (None, None);
            self.notes.push(
                "The track alone would tell another wind than was measured; the measured one is used.".into(),
            );
        }
    }
}

/// What the wind of a track is estimated from.
#[derive(Clone, Copy)]
pub(crate) struct WindSearch<'a> {
    pub course: &'a Course<'a>,
    pub class: &'a BoatClass,
    /// The class, or the kind of boat that the sport names.
    pub kind: &'a BoatClass,
    pub measured: Option<&'a WindSeries>,
    /// Turns found without a wind.
    pub turns: &'a [Turn],
    /// Of a sparse track.
    pub legs: Option<&'a Legs>,
    pub bridge_s: f64,
}

impl WindSearch<'_> {
    /// The pinned wind, else the estimate with the hint, else that of the fleet or the track.
    pub(crate) fn find(
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
        fleet.map_or_else(|| sessions::estimate(self, self.estimate_twice(None)), Ok)
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

    /// Two estimates: a first one from all turns by the hidden Markov model alone, by which the turns are named, and a smoothed one from the turns that are
    /// evidence of the wind. Both must be determined. Where the second is not, neither is published: its turns are the
    /// better evidence, and what they leave undetermined the turns that were set aside (circles, uneven turns, turns
    /// without a name) do not determine. The turns of a sparse track are known without a wind: one estimate.
    pub(super) fn estimate_twice(&self, hint_deg: Option<f64>) -> Result<Estimate, NoWind> {
        let (course, class) = (self.course, self.class);
        if let Some(legs) = self.legs {
            return estimate_from_legs(course, legs, self.kind, hint_deg);
        }
        let (first, prepared) = first_wind(course, self.turns, self.kind, hint_deg)?;
        let used = used_wind(Some(&first), self.measured).unwrap_or_else(|| first.clone());
        if !has(Part::SecondEstimate) {
            return estimate_again(
                EstimateStage::Smoothed,
                &prepared,
                &turn_events(course, self.turns),
                self.kind,
                hint_deg,
            );
        }
        let evidence = evidence_turns(course, class, self.turns, &used, self.bridge_s);
        estimate_again(
            EstimateStage::Smoothed,
            &prepared,
            &turn_events(course, &evidence),
            self.kind,
            hint_deg,
        )
    }
}

/// One estimate from the legs of a sparse track: the turns between them are known without a wind.
fn estimate_from_legs(
    course: &Course,
    legs: &Legs,
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<Estimate, NoWind> {
    let found = estimate_first(
        EstimateStage::Smoothed,
        course.track,
        course.motion,
        &legs.events(course),
        class,
        hint_deg,
    );
    found.map(|(estimate, _)| estimate)
}

/// Turns of both passes that are evidence of the wind, selected by a first wind: no circles, and the parts of cut turns. The
/// middle of an uneven tack or gybe, with one side much closer to the axis than the other, is not the wind: where there are
/// enough even ones, it is left out.
pub(crate) fn evidence_turns(
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

/// The estimate of the hidden Markov model, and the steps for the second one; or why there is none.
pub(crate) fn first_wind(
    course: &Course,
    turns: &[Turn],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<(WindSeries, PreparedSteps), NoWind> {
    let events = turn_events(course, turns);
    let first =
        estimate_first(EstimateStage::HiddenMarkov, course.track, course.motion, &events, class, hint_deg);
    first.map(|(estimate, prepared)| (estimate.wind, prepared))
}
