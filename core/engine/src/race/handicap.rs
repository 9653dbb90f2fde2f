//! The result of a race by corrected time. Ratings, starts of classes and scores are the user's (docs/races.md).

use super::answer::{CourseBasis, GunBasis, HandicapBoat, HandicapResult, RaceBoat, RaceLeg, RaceReport};
use super::input::{RaceScore, RatingSystem};
use crate::stats::moments::Z_90;
use crate::stats::order::sort_by_number;
use crate::units::M_PER_NM;

/// What the user said of a race and its boats; of several of one kind the last holds.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Scoring {
    pub system: RatingSystem,
    /// Length of the course as stated, nautical miles.
    pub course_nm: Option<f64>,
    /// Track, rating and start after the gun in seconds.
    pub ratings: Vec<(String, f64, f64)>,
    pub scores: Vec<(String, RaceScore)>,
}

impl Scoring {
    fn rating(&self, track: &str) -> Option<(f64, f64)> {
        self.ratings.iter().rev().find(|r| r.0 == track).map(|r| (r.1, r.2))
    }

    fn score(&self, track: &str) -> Option<RaceScore> {
        self.scores.iter().rev().find(|s| s.0 == track).map(|s| s.1)
    }
}

/// A boat with the derivative of her corrected time by the elapsed one, and the standard deviation of her finish, s.
struct Scored {
    boat: HandicapBoat,
    factor: f64,
    finish_sd_s: f64,
}

/// The result by corrected time; none where no boat of the race has a rating or a score. Without any rating, corrected
/// times are the elapsed ones.
pub(super) fn handicap(race: &RaceReport, scoring: &Scoring) -> Option<HandicapResult> {
    let of_race = |track: &String| race.boats.iter().any(|b| &b.track == track);
    let is_rated = scoring.ratings.iter().any(|r| of_race(&r.0));
    if !is_rated && !scoring.scores.iter().any(|s| of_race(&s.0)) {
        return None;
    }
    let system = is_rated.then_some(scoring.system);
    let course = (system == Some(RatingSystem::TimeOnDistance)).then(|| course(race, scoring)).flatten();
    let course_nm = course.map(|c| c.0);
    let mut boats: Vec<Scored> = race.boats.iter().map(|b| scored(b, scoring, system, course_nm)).collect();
    sort_by_number(&mut boats, |b| b.boat.corrected_s.unwrap_or(f64::INFINITY));
    sort_by_number(&mut boats, |b| if counts(&b.boat) { 0.0 } else { 1.0 });
    let gun_sd_s = if race.gun_basis == GunBasis::Typed { 0.0 } else { race.gun_sd_s };
    let places = places(&boats, gun_sd_s);
    let first_s = boats.first().filter(|b| counts(&b.boat)).and_then(|b| b.boat.corrected_s);
    let with_place = |(scored, place): (Scored, Option<(u32, bool)>)| HandicapBoat {
        place: place.map(|p| p.0),
        place_sure: place.is_some_and(|p| p.1),
        behind_s: place.and(scored.boat.corrected_s).zip(first_s).map(|(own, first)| own - first),
        ..scored.boat
    };
    let boats = boats.into_iter().zip(places).map(with_place).collect();
    Some(HandicapResult { system, course_nm, course_basis: course.map(|c| c.1), boats })
}

/// Length of the course in nautical miles: as stated, or along the marks.
fn course(race: &RaceReport, scoring: &Scoring) -> Option<(f64, CourseBasis)> {
    let stated = scoring.course_nm.map(|nm| (nm, CourseBasis::Stated));
    let along = |legs: &[RaceLeg]| legs.iter().map(|l| l.length_m).sum::<f64>() / M_PER_NM;
    stated.or_else(|| (!race.legs.is_empty()).then(|| (along(&race.legs), CourseBasis::Marks)))
}

fn scored(
    boat: &RaceBoat,
    scoring: &Scoring,
    system: Option<RatingSystem>,
    course_nm: Option<f64>,
) -> Scored {
    let rated = scoring.rating(&boat.track);
    let (rating, start_after_s) = rated.unzip();
    let start_after_s = start_after_s.unwrap_or(0.0);
    let elapsed_s = boat.elapsed_s.map(|s| s - start_after_s).filter(|s| *s > 0.0);
    let (factor, allowance_s) = match system {
        None => (Some(1.0), Some(0.0)),
        Some(RatingSystem::TimeOnTime) => (rating, Some(0.0)),
        Some(RatingSystem::TimeOnDistance) => {
            (Some(1.0), rating.zip(course_nm).map(|(s_per_nm, nm)| s_per_nm * nm))
        }
    };
    let corrected = |((elapsed_s, factor), allowance_s): ((f64, f64), f64)| elapsed_s * factor - allowance_s;
    Scored {
        boat: HandicapBoat {
            track: boat.track.clone(),
            rating,
            start_after_s,
            score: scoring.score(&boat.track),
            elapsed_s,
            corrected_s: elapsed_s.zip(factor).zip(allowance_s).map(corrected),
            place: None,
            place_sure: false,
            behind_s: None,
        },
        factor: factor.unwrap_or(1.0),
        finish_sd_s: boat.passings.last().and_then(Option::as_ref).map_or(0.0, |p| p.sd_s),
    }
}

fn counts(boat: &HandicapBoat) -> bool {
    boat.score.is_none() && boat.corrected_s.is_some()
}

/// The place of each boat that counts, in their order, and whether the boats beside her are surely on their sides of her.
fn places(boats: &[Scored], gun_sd_s: f64) -> Vec<Option<(u32, bool)>> {
    let may_swap = |a: &Scored, b: &Scored| {
        let apart = a.boat.corrected_s.zip(b.boat.corrected_s).map_or(0.0, |(a, b)| (a - b).abs());
        let by_finish = libm::hypot(a.factor * a.finish_sd_s, b.factor * b.finish_sd_s);
        // The error of the gun is the same for both: what counts is the difference of what the ratings make of it.
        let sd = libm::hypot(by_finish, (a.factor - b.factor) * gun_sd_s);
        apart < Z_90 * sd
    };
    let counted = boats.iter().filter(|b| counts(&b.boat)).count();
    let place = |(i, own): (usize, &Scored)| {
        let others = boats.iter().take(counted).enumerate().filter(|(j, _)| *j != i);
        let sure = !others.into_iter().any(|(_, other)| may_swap(own, other));
        (i < counted).then_some((i as u32 + 1, sure))
    };
    boats.iter().enumerate().map(place).collect()
}
