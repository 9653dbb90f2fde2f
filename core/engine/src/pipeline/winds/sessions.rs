//! The wind of sessions between which hours lie. Its random walk says little over such a gap, and one path of the wind over
//! all of them may not be able to turn so far: where a session alone has another wind, each session has its own.

use std::ops::Range;

use super::wind_search::WindSearch;
use crate::angle::wrap_180;
use crate::pipeline::hint::mean_direction;
use crate::segment::course::Course;
use crate::segment::turns::Turn;
use crate::track::Track;
use crate::wind::WindSeries;
use crate::wind::estimate::{Estimate, NoWind};

/// A gap that divides sessions, s: the random walk of the wind makes 40° of it.
const GAP_S: f64 = 2.0 * 3600.0;
/// A session has a wind of its own when it differs from that of all by more than this, deg. *Guess*.
const OWN_WIND_DEG: f64 = 30.0;

/// The estimate of all sessions, or those of each where one has a wind of its own.
pub(super) fn estimate(search: &WindSearch, all: Result<Estimate, NoWind>) -> Result<Estimate, NoWind> {
    let spans = spans(search.course);
    if spans.len() < 2 || search.legs.is_some() {
        return all;
    }
    let alone = |pieces: &Range<usize>| Some((span_ms(search.course, pieces)?, one(search, pieces)?));
    let found: Vec<(Range<f64>, Estimate)> = spans.iter().filter_map(alone).collect();
    let agrees = |(span, own): &(Range<f64>, Estimate)| {
        let same_time = all.as_ref().ok().map(|all| within(&all.wind, span));
        let both = same_time.as_ref().and_then(mean_direction).zip(mean_direction(&own.wind));
        both.is_some_and(|(all, own)| wrap_180(all.0 - own.0).abs() <= OWN_WIND_DEG)
    };
    if found.iter().all(agrees) {
        return all;
    }
    found.into_iter().map(|(_, estimate)| estimate).reduce(together).map_or(all, Ok)
}

/// Ranges of pieces between which [`GAP_S`] lie.
fn spans(course: &Course) -> Vec<Range<usize>> {
    let (pieces, mut spans) = (&course.track.pieces, Vec::new());
    let mut start = 0;
    for (i, pair) in pieces.windows(2).enumerate() {
        if course.time_s[pair[1].start] - course.time_s[pair[0].end - 1] >= GAP_S {
            spans.push(start..i + 1);
            start = i + 1;
        }
    }
    spans.push(start..pieces.len());
    spans
}

fn span_ms(course: &Course, pieces: &Range<usize>) -> Option<Range<f64>> {
    let own = course.track.pieces.get(pieces.clone())?;
    let time_ms = &course.track.columns.time_ms;
    Some(*time_ms.get(own.first()?.start)?..*time_ms.get(own.last()?.end - 1)? + 1.0)
}

/// The estimate of one session alone.
fn one(search: &WindSearch, pieces: &Range<usize>) -> Option<Estimate> {
    let whole = search.course;
    let own = whole.track.pieces.get(pieces.clone())?.to_vec();
    let (first, last) = (own.first()?.start, own.last()?.end - 1);
    let track = Track { pieces: own, ..whole.track.clone() };
    let mut course = Course::new(&track, whole.motion);
    course.standstills = whole.standstills.clone();
    let span_s = whole.time_s[first]..=whole.time_s[last];
    let turns: Vec<Turn> =
        search.turns.iter().filter(|turn| span_s.contains(&turn.start_s)).copied().collect();
    let alone =
        WindSearch { course: &course, kind: search.kind, unnamed: search.unnamed, turns: &turns, legs: None };
    alone.estimate(None).ok()
}

fn within(wind: &WindSeries, span: &Range<f64>) -> WindSeries {
    let [time_ms, twd_deg, sd_deg, tws_mps] = [(); 4].map(|()| Vec::new());
    let mut part = WindSeries { time_ms, twd_deg, sd_deg, tws_mps, ..*wind };
    let samples = wind.time_ms.iter().zip(&wind.twd_deg).zip(wind.sd_deg.iter().zip(&wind.tws_mps));
    for ((time_ms, twd_deg), (sd_deg, tws_mps)) in samples.filter(|((ms, _), _)| span.contains(ms)) {
        part.time_ms.push(*time_ms);
        part.twd_deg.push(*twd_deg);
        part.sd_deg.push(*sd_deg);
        part.tws_mps.push(*tws_mps);
    }
    part
}

/// The estimates of two sessions as one: as uncertain as the less certain of them.
fn together(mut sum: Estimate, other: Estimate) -> Estimate {
    sum.wind.time_ms.extend(other.wind.time_ms);
    sum.wind.twd_deg.extend(other.wind.twd_deg);
    sum.wind.sd_deg.extend(other.wind.sd_deg);
    sum.wind.tws_mps.extend(other.wind.tws_mps);
    sum.wind.flip_probability = sum.wind.flip_probability.max(other.wind.flip_probability);
    let rivals = sum.rival_probabilities.iter_mut().zip(other.rival_probabilities);
    rivals.for_each(|(own, other)| *own = own.max(other));
    sum.current = None;
    sum
}
