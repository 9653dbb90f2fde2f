//! Columns of a race: how far each boat is behind the first one, with its uncertainty.

use super::answer::RaceColumns;
use super::course::SailedCourse;
use super::field::{Field, RECEIVERS_SD_M};
use super::legs::{Leg, difference_sd_s};
use super::progress::Progress;
use super::vectors::{across_and_along, way};
use crate::angle::{hypot, to_rad};

/// The uncertainty at a mark is that of the times of passing; it changes into that of the positions over so many s.
/// *guess*
const BLEND_S: f64 = 8.0;

/// The columns of the boats, in the order of the course, from the gun to the last passing.
pub(crate) fn columns(field: &Field, course: &SailedCourse, legs: &[Leg]) -> Vec<RaceColumns> {
    let progress = Progress::of(field, course, legs);
    (0..course.boats.len()).map(|b| boat_columns(field, course, legs, &progress, b)).collect()
}

fn boat_columns(
    field: &Field,
    course: &SailedCourse,
    legs: &[Leg],
    progress: &Progress,
    b: usize,
) -> RaceColumns {
    let name = course.boat(field, b).map_or("", |boat| boat.name.as_str());
    let mut columns = RaceColumns { track: name.to_owned(), ..RaceColumns::default() };
    let Some(own) = progress.boats.get(b) else { return columns };
    for (at, (&m, &leg)) in own.progress_m.iter().zip(&own.legs).enumerate() {
        let row = progress.first_row + at;
        let time_s = row as f64;
        let known = leg.filter(|_| m.is_finite());
        let behind_s = known.and_then(|_| progress.behind_s(b, time_s, m)).unwrap_or(f64::NAN);
        let behind_m = match known.and_then(|_| progress.first_m(time_s)) {
            Some(_) if behind_s == 0.0 => 0.0,
            Some(first_m) => (first_m - m).max(0.0),
            None => f64::NAN,
        };
        let leader = progress.leaders.get(at).copied().flatten();
        let (sd_s, sd_m) = match (known, leader) {
            (Some(_), Some(leader)) if leader == b && behind_m == 0.0 => (0.0, 0.0),
            (Some(leg), leader) => deviations(field, course, legs, progress, (b, leader), leg, row),
            _ => (f64::NAN, f64::NAN),
        };
        columns.time_ms.push(field.ms(time_s));
        columns.behind_s.push(behind_s as f32);
        columns.behind_m.push(behind_m as f32);
        columns.behind_sd_s.push(sd_s as f32);
        columns.behind_sd_m.push(sd_m as f32);
        columns.progress_m.push(m as f32);
        columns.leg.push(leg.map_or(u8::MAX, |k| k.min(254) as u8));
    }
    columns
}

/// Standard deviations of how far a boat is behind the leader, s and m: by the wind's error, which turns the line of equal
/// progress, and the receivers'; at a mark by the times of passing.
fn deviations(
    field: &Field,
    course: &SailedCourse,
    legs: &[Leg],
    progress: &Progress,
    (b, leader): (usize, Option<usize>),
    leg: usize,
    row: usize,
) -> (f64, f64) {
    let mps = progress.boats.get(b).and_then(|p| p.leg_mps.get(leg)).copied().unwrap_or(f64::NAN);
    let place = |b: usize| course.boat(field, b).and_then(|boat| boat.at(row));
    let apart_m = || {
        let apart = way(place(b)?, place(leader?)?);
        Some(across_and_along(apart, legs.get(leg)?.direction(field, row)).0.abs())
    };
    let wind_sd_deg = field.wind.sd_deg.get(row).copied().filter(|sd| sd.is_finite()).unwrap_or(90.0);
    let turned = libm::sin(to_rad(wind_sd_deg.min(90.0)));
    let sd_m = hypot(apart_m().unwrap_or(0.0) * turned, RECEIVERS_SD_M);
    let (sd_s, time_s) = (sd_m / mps, row as f64);
    let mut blended = (sd_s, sd_m);
    for k in [leg.checked_sub(1), Some(leg)].into_iter().flatten() {
        let Some(own) = course.passing(b, k) else { continue };
        let share = (time_s - own.time_s).abs() / BLEND_S;
        if share < 1.0 {
            let first = (0..course.boats.len())
                .filter(|&c| c != b)
                .filter_map(|c| course.passing(c, k))
                .min_by(|a, c| f64::total_cmp(&a.time_s, &c.time_s));
            let at_mark_s = first.map_or(0.0, |first| difference_sd_s(own, first));
            let mixed_s = share * sd_s + (1.0 - share) * at_mark_s;
            blended = (mixed_s, share * sd_m + (1.0 - share) * at_mark_s * mps);
        }
    }
    blended
}
