//! The wind of a track beside a measured one: pinned, of the fleet, or estimated, with a hint or without.

use super::sessions;
use crate::config::BoatClass;
use crate::pipeline::hint;
use crate::pipeline::pinned::hint_series;
use crate::segment::course::Course;
use crate::segment::legs::Legs;
use crate::segment::turns::{Turn, turn_events};
use crate::wind::estimate::{Current, DirectionCandidate, Estimate, NoWind, estimate};
use crate::wind::{WindSeries, WindSource};

/// The wind of a track beside a measured one, as in [`Winds`].
#[derive(Default)]
pub(crate) struct FoundWind {
    pub wind: Option<WindSeries>,
    pub current: Option<Current>,
    pub rival_probabilities: [f64; 3],
    pub candidates: Vec<DirectionCandidate>,
    pub track_estimate: Option<WindSeries>,
    /// Why there is no wind.
    pub refusal: Option<String>,
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
    /// The class, or the kind of boat that the sport names.
    pub kind: &'a BoatClass,
    /// That kind without the class that the user named.
    pub unnamed: &'a BoatClass,
    /// Turns found without a wind.
    pub turns: &'a [Turn],
    /// Of a sparse track.
    pub legs: Option<&'a Legs>,
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
                FoundWind { candidates: none.candidates, refusal: Some(none.reason), ..FoundWind::default() }
            }
        }
    }

    /// The estimate without a direction from the user: that of the fleet, else her own. The error says why there is none.
    fn free(&self, fleet: Option<Estimate>) -> Result<Estimate, NoWind> {
        fleet.map_or_else(|| sessions::estimate(self, self.estimate(None)), Ok)
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
        let near = || self.estimate(Some(hint_deg)).ok();
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

    /// The estimate from the turns that were found without a wind, with a hint or without; of a sparse track from those between
    /// its legs. A class is a prior: one that leads to another end than the track shows without it is not used.
    pub(super) fn estimate(&self, hint_deg: Option<f64>) -> Result<Estimate, NoWind> {
        let events = match self.legs {
            Some(legs) => legs.events(self.course),
            None => turn_events(self.course, self.turns),
        };
        let of = |kind| estimate(self.course.track, self.course.motion, &events, kind, hint_deg);
        let found = of(self.kind)?;
        if hint_deg.is_some() || self.kind.name == self.unnamed.name {
            return Ok(found);
        }
        let contradicts = |free: &Estimate| {
            hint::mean_direction(&free.wind).is_some_and(|(deg, _)| !hint::agrees(&found.wind, deg))
        };
        Ok(of(self.unnamed).ok().filter(contradicts).unwrap_or(found))
    }
}
