//! Explains one moment: what the course did there, what it belongs to, or which tests a turn there failed
//! (docs/algorithms.md, section 7.12).

mod sentences;

use crate::angle::{wrap_180, wrap_360};
use crate::api::{Maneuver, Options, Reason, Why};
use crate::config::BoatClass;
use crate::error::Error;
use crate::pipeline::session::{Session, find_session, find_standstills};
use crate::pipeline::sparse;
use crate::pipeline::water::Water;
use crate::pipeline::winds::{AnalysisInputs, Winds, find_pinned_winds};
use crate::pipeline::{Smoothed, class_of, inputs, outward};
use crate::segment::classify::{ClassifiedTurn, classify};
use crate::segment::course::Course;
use crate::segment::failed_tests::{FailedTest, find_failed_tests, smallest_gybe_deg, turn_about};
use crate::segment::hold::BandHold;
use crate::segment::turns::Turn;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::track::Recording;
use crate::units::kn_from_mps;
use sentences::{maneuver_reason, neighbour, reason, seconds};

/// The wind of a moment is the mean from this long before to this long after it, s. *guess*
const WIND_WITHIN_S: f64 = 10.0;

/// Explains one moment (UTC, ms) of a file.
///
/// # Errors
/// Those of [`super::analyze`].
pub fn why(
    name: &str,
    bytes: &[u8],
    wind: Option<(&str, &[u8])>,
    options: &Options,
    time_ms: f64,
) -> Result<Why, Error> {
    let class = class_of(options);
    let recording = crate::read::read(name, bytes)?;
    let log = wind.map(|(name, bytes)| crate::read::read(name, bytes)).transpose()?;
    let inputs = inputs(&recording, log.as_ref(), options)?;
    why_recording(recording, class, inputs, time_ms)
}

/// The same for a recording already read.
///
/// # Errors
/// `NoPositions` and `NoTimes`.
pub fn why_recording(
    recording: Recording,
    class: &BoatClass,
    inputs: AnalysisInputs,
    time_ms: f64,
) -> Result<Why, Error> {
    let smoothed = Smoothed::new(recording, class, &inputs.corrections)?;
    Ok(why_smoothed(&smoothed, inputs, time_ms))
}

/// The same for a recording already smoothed.
pub(crate) fn why_smoothed(smoothed: &Smoothed, inputs: AnalysisInputs, time_ms: f64) -> Why {
    let class = smoothed.class;
    let mut course = Course::new(&smoothed.track, &smoothed.motion);
    let stopped = find_standstills(&mut course, class);
    let edits = inputs.corrections.clone();
    let winds = find_pinned_winds(&course, class, inputs);
    let water = Water::of(&course, &winds);
    let in_water = water.as_ref().map(|water| water.sailed(&smoothed.track, class, &winds));
    let (course, winds, stopped) = match &in_water {
        Some(in_water) => (&in_water.course, &in_water.winds, in_water.stopped.clone()),
        None => (&course, &winds, stopped),
    };
    let (session, _) = find_session(course, class, winds, stopped, &edits);
    let t_s = (time_ms - course.ms(0.0)) / 1000.0;
    SessionMoment { course, winds, session: &session, class, t_s }.explain(time_ms)
}

/// One moment of a session.
struct SessionMoment<'a> {
    course: &'a Course<'a>,
    winds: &'a Winds,
    session: &'a Session,
    class: &'a BoatClass,
    t_s: f64,
}

impl SessionMoment<'_> {
    fn explain(&self, time_ms: f64) -> Why {
        let mut why = Why { time: crate::calendar::iso_utc(time_ms), ..Why::default() };
        if let Some(reason) = self.unrecorded() {
            why.answer = reason.sentence.clone();
            why.reasons.push(reason);
            return why;
        }
        let (name, reason) = self.segment();
        why.found = name;
        let in_maneuver = reason.is_some();
        why.reasons.extend(reason);
        if let Some(sentence) = sparse::moment(self.course, self.t_s) {
            return self.explain_sparse(sentence, why);
        }
        let turn = turn_about(self.course, self.class, &self.winds.turns, self.t_s);
        self.describe(turn.as_ref(), &mut why);
        if !in_maneuver {
            why.reasons.extend(self.reasons_for_none(turn.as_ref()));
        }
        let sentences = why.reasons.iter().map(|r| r.sentence.as_str());
        why.answer = std::iter::once(why.answer.as_str()).chain(sentences).collect::<Vec<_>>().join(" ");
        why
    }

    /// The answer for a moment of a sparse track.
    fn explain_sparse(&self, sentence: String, mut why: Why) -> Why {
        let course = self.course;
        why.speed_kn = course.sog_at(self.t_s).map(kn_from_mps);
        let wind = self.winds.used.as_ref().and_then(|w| w.at(course.ms(self.t_s), self.winds.bridge_s));
        why.wind_deg = wind.map(|w| w.twd_deg);
        why.wind_sd_deg = wind.map(|w| w.sd_deg);
        why.wind_angle_in_deg =
            wind.zip(course.course_at(self.t_s)).map(|(w, cog)| wrap_180(w.twd_deg - cog).abs());
        why.reasons.push(Reason::plain("sparse", sentence));
        why.answer = why.reasons.iter().map(|r| r.sentence.as_str()).collect::<Vec<_>>().join(" ");
        why
    }

    /// The reason for a moment outside the recording or in a gap.
    fn unrecorded(&self) -> Option<Reason> {
        let times = &self.course.time_s;
        let (first, last) = (*times.first()?, *times.last()?);
        if self.t_s < first || self.t_s > last {
            let (by, side) =
                if self.t_s < first { (first - self.t_s, "before") } else { (self.t_s - last, "after") };
            let end = if self.t_s < first { "begins" } else { "ends" };
            let sentence = format!("This moment lies {} {side} the recording {end}.", seconds(by));
            return Some(Reason::plain("outside", sentence));
        }
        if self.course.piece_at(self.t_s).is_some() {
            return None;
        }
        let next = times.partition_point(|t| *t < self.t_s);
        let gap_s = times.get(next)? - times.get(next.checked_sub(1)?)?;
        let sentence = format!(
            "The recording has a gap of {} here; nothing is interpolated across a gap.",
            seconds(gap_s)
        );
        Some(Reason { value: Some(gap_s), unit: Some("s".into()), ..Reason::plain("gap", sentence) })
    }

    /// Name of the maneuver or straight the moment belongs to, with a reason for a maneuver.
    fn segment(&self) -> (Option<String>, Option<Reason>) {
        // Times of one format and zone compare as texts.
        let at = outward::instant(self.course, self.t_s);
        let inside = |m: &&Maneuver| m.start_time <= at && at <= m.end_time;
        let maneuvers = outward::maneuvers(self.course, self.session);
        if let Some(m) = maneuvers.iter().find(inside) {
            return (Some(m.name.clone()), Some(maneuver_reason(m)));
        }
        let straights = outward::straights(self.course, &self.session.straights);
        let on = self.session.straights.iter().zip(&straights);
        let straight = on.into_iter().find(|(s, _)| s.start_s <= self.t_s && self.t_s <= s.end_s);
        (straight.map(|(_, s)| s.name.clone()), None)
    }

    /// Sets speed, wind, turn and angles, and begins the answer.
    fn describe(&self, turn: Option<&Turn>, why: &mut Why) {
        let course = self.course;
        let wind = self
            .wind_along()
            .and_then(|b| b.mean(course, self.t_s - WIND_WITHIN_S, self.t_s + WIND_WITHIN_S));
        let speed_kn = course.sog_at(self.t_s).map(kn_from_mps);
        why.speed_kn = speed_kn;
        why.wind_deg = wind.map(|w| w.twd_deg);
        why.wind_sd_deg = wind.map(|w| w.sd_deg);
        let angle = |t: f64| {
            let (w, c) = wind.zip(course.course_at(t))?;
            Some(wrap_180(w.twd_deg - c).abs())
        };
        let speed = speed_kn.map_or(String::new(), |v| format!(" at {v:.1} kn"));
        let Some(turn) = turn else {
            why.wind_angle_in_deg = angle(self.t_s);
            let off = why.wind_angle_in_deg.map_or(String::new(), |a| format!(", {a:.0}° from the wind"));
            why.answer = format!("The boat sailed straight ahead{speed}{off}.");
            return;
        };
        why.turned_deg = Some(turn.change_deg);
        (why.wind_angle_in_deg, why.wind_angle_out_deg) = (angle(turn.start_s), angle(turn.end_s));
        let side = if turn.change_deg < 0.0 { "port" } else { "starboard" };
        let (size, lasted) = (turn.change_deg.abs(), seconds(turn.end_s - turn.start_s));
        let from_to = why.wind_angle_in_deg.zip(why.wind_angle_out_deg);
        let off = from_to.map_or(String::new(), |(a, b)| format!(", from {a:.0}° to {b:.0}° from the wind"));
        why.answer =
            format!("The boat sailed{speed}, and its course turned {size:.0}° to {side} in {lasted}{off}.");
    }

    fn wind_along(&self) -> Option<WindAlongTrack<'_>> {
        let winds = self.winds;
        winds.used.as_ref().map(|w| WindAlongTrack::extended(self.course, w, winds.bridge_s))
    }

    /// Why there is no maneuver at the moment.
    fn reasons_for_none(&self, turn: Option<&Turn>) -> Vec<Reason> {
        let course = self.course;
        let overlaps =
            |a: &Turn, from: f64, to: f64| a.start_s <= to && from <= a.end_s && a.end_s > a.start_s;
        if let Some(turn) = turn {
            if let Some(m) = self.session.maneuvers.iter().find(|m| m.found.turn == *turn) {
                return vec![neighbour(m.found.kind, m.found.time_s - self.t_s)];
            }
            if course.standstills.iter().any(|s| overlaps(turn, s.begins_s(), s.end_s)) {
                let sentence = "The boat had stopped or fallen, and turns are not examined then.".to_string();
                return vec![Reason::plain("boat_stopped", sentence)];
            }
        }
        let Some(wind_along) = self.wind_along() else {
            let mut reasons: Vec<Reason> = find_failed_tests(course, self.class, turn, None, None, self.t_s)
                .iter()
                .map(reason)
                .collect();
            reasons.insert(0, Reason::plain("wind_unknown", self.wind_unknown()));
            return reasons;
        };
        self.failed_tests(turn, &wind_along)
    }

    /// That the wind is not known, and from where it most likely blew.
    fn wind_unknown(&self) -> String {
        let plain = "The wind is not known, and without it a turn cannot be named";
        match self.winds.candidates.first() {
            Some(likely) => format!(
                "{plain}; it most likely blew from about {:.0}°, with a probability of {:.0} %.",
                wrap_360(libm::round(likely.twd_deg)),
                100.0 * likely.probability
            ),
            None => format!("{plain}."),
        }
    }

    /// The tests that the turn failed, in a known wind.
    fn failed_tests(&self, turn: Option<&Turn>, wind_along: &WindAlongTrack) -> Vec<Reason> {
        let (course, turns) = (self.course, &self.winds.turns);
        let known = turn.filter(|t| turns.contains(t));
        let found = known.map(|_| classify(course, wind_along, turns));
        let own = |f: &&ClassifiedTurn| {
            turn.is_some_and(|t| f.turn.start_s <= t.start_s && t.end_s <= f.turn.end_s + 1e-9)
        };
        let found = found.as_ref().and_then(|all| all.iter().find(own));
        if known.is_some() && found.is_none() {
            let sentence = "The wind is not known at this moment, and without it a turn cannot be named.";
            return vec![Reason::plain("wind_unknown", sentence.to_string())];
        }
        if let Some(kind) = found.and_then(|f| f.kind) {
            return vec![neighbour(Some(kind), found.map_or(0.0, |f| f.time_s - self.t_s))];
        }
        let hold = BandHold::new(course, wind_along, turns);
        let failed = find_failed_tests(course, self.class, turn, found, Some(&hold), self.t_s);
        let mut reasons: Vec<Reason> = failed.iter().map(reason).collect();
        if found.is_some_and(|f| !f.crosses()) {
            let sentence = "It passed neither head to wind nor dead downwind, so it is no tack and no gybe.";
            reasons.insert(0, Reason::plain("no_axis_passed", sentence.to_string()));
        }
        let small = |r: &FailedTest| matches!(r, FailedTest::TooSmall { .. });
        if let Some(least) =
            turn.filter(|_| failed.iter().any(small)).and_then(|t| smallest_gybe_deg(course, wind_along, t))
        {
            let sentence = format!(
                "A downwind gybe may be as small as {least:.0}°, when the wind stays on the other quarter afterwards."
            );
            reasons.push(Reason::plain("quarter_not_changed", sentence));
        }
        reasons
    }
}
