//! How well a course explains where the boats went: on each leg a boat steers for its end, directly where the wind lets her, else
//! close-hauled or as low as she likes.

use super::course::SailedCourse;
use super::field::{Field, FieldBoat};
use super::rounding::{AT_MARK_M, ONE_ROUNDING_M, ONE_ROUNDING_S};
use super::series::LEAST_MPS;
use super::turning::{RUN_DEG, TurningPoint};
use super::vectors::apart_m;
use super::waypoints::{Common, MAX_MODELS};
use crate::angle::{bearing_deg, hypot, to_deg, wrap_180};
use crate::stats::quantile::median;

/// A boat's way over so many s is one observation of her course. *hand-tuned* on the fleets of ../shared/recordings
const STEP_S: usize = 10;
/// Standard deviation of it from the course to the end of her leg, deg: more than two of them off she does not sail there.
/// *hand-tuned* on the same fleets: 15 to 20 deg do the same
const STEER_SD_DEG: f64 = 15.0;
/// A waypoint makes the way of the median boat likelier by at least so much, as the logarithm. *measured* on the same fleets: marks by
/// 37 to 130, other places by at most 5
const WAYPOINT: f64 = 15.0;

/// A place before the end of a leg.
type Place = (usize, (f64, f64));

/// The waypoint that the course lacks, and the index at which it belongs: the place before the end of a leg that explains the
/// courses of the boats best. Where they change their course by little, too few of them turn for it to be in their common sequence.
pub(super) fn missing_waypoint(
    field: &Field,
    course: &SailedCourse,
    points: &[Vec<TurningPoint>],
) -> Option<(usize, Common)> {
    let step = points.len().div_ceil(MAX_MODELS).max(1);
    let models = || (0..course.boats.len()).step_by(step);
    let gains = |place: Place| models().filter_map(|b| gain(field, course, b, place)).collect::<Vec<f64>>();
    // The boats of which the leg is known are more than half.
    let median_gain = |place: &Place| {
        let mut gains = gains(*place);
        let is_known = 2 * gains.len() > models().count();
        median(&mut gains).filter(|gain| is_known && *gain > WAYPOINT)
    };
    let turned = |b: usize| {
        let own = points.get(b).into_iter().flatten();
        own.filter_map(move |p| Some((course.leg_at(b, p.time_s)?, p.at)))
    };
    let known = models().flat_map(turned).filter_map(|place| Some((median_gain(&place)?, place)));
    let (_, rough) = known.max_by(|a, b| a.0.total_cmp(&b.0))?;
    // They turn before it as well, or beyond it: it is where all of them sailed.
    let passed = models().filter_map(|b| Some((course.boats.get(b)?, nearest(field, course, b, rough)?.0)));
    let about = passed.flat_map(|(&boat, row)| {
        let search_s = 2 * ONE_ROUNDING_S as usize;
        let rows = (row.saturating_sub(search_s)..row + search_s).step_by(STEP_S / 2);
        rows.filter_map(move |row| Some((rough.0, field.boats.get(boat)?.at(row)?)))
    });
    let all = about.map(|place| (gains(place).iter().sum::<f64>(), place));
    let (_, (leg, at)) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
    // Her turn there, else when she was there.
    let turn = |b: usize| {
        let is_near = |away_m: f64| away_m < 2.0 * ONE_ROUNDING_M;
        let (row, away_m) = nearest(field, course, b, (leg, at))?;
        let here = points.get(b)?.iter().filter(|p| course.leg_at(b, p.time_s) == Some(leg));
        let turns = here.map(|p| (p.time_s as usize, apart_m(p.at, at)));
        let turn = turns.filter(|turn| is_near(turn.1)).min_by(|a, b| a.1.total_cmp(&b.1));
        turn.map(|turn| turn.0).or(is_near(away_m).then_some(row))
    };
    let rows: Vec<Option<usize>> = (0..course.boats.len()).map(turn).collect();
    // Angle to the wind over half a minute from so many s on.
    let angle_deg = |from_s: usize| {
        let side_s = ONE_ROUNDING_S as usize;
        let of_boat = |(&boat, row): (&usize, &Option<usize>)| {
            let row = (*row)?.checked_sub(side_s)? + from_s;
            Some(to_wind_deg(field, field.boats.get(boat)?, row, side_s, course.axis_deg)?.abs())
        };
        median(&mut course.boats.iter().zip(&rows).filter_map(of_boat).collect::<Vec<_>>())
    };
    let turns_s = rows.iter().map(|row| row.map(|row| row as f64)).collect();
    let waypoint =
        Common { before_deg: angle_deg(0)?, after_deg: angle_deg(ONE_ROUNDING_S as usize)?, turns_s };
    Some((leg, waypoint))
}

/// Angle to the wind of a boat's way over so many s, deg; none at rest and in gaps.
fn to_wind_deg(field: &Field, boat: &FieldBoat, row: usize, over_s: usize, axis_deg: f64) -> Option<f64> {
    let ((x0, y0), (x1, y1)) = (boat.at(row)?, boat.at(row + over_s)?);
    let is_under_way = hypot(x1 - x0, y1 - y0) >= LEAST_MPS * over_s as f64;
    is_under_way.then(|| wrap_180(field.wind.twd(row).unwrap_or(axis_deg) - bearing_deg(x1 - x0, y1 - y0)))
}

/// By how much a waypoint at this place makes the way of a boat likelier; none where her leg is not known.
fn gain(field: &Field, course: &SailedCourse, b: usize, place: Place) -> Option<f64> {
    let boat = course.boat(field, b)?;
    let (to, away_m) = nearest(field, course, b, place)?;
    let (from_s, end) = (course.leg_start_s(b, place.0)?, course.leg_end(b, place.0));
    let steered = |target: (f64, f64)| -> f64 {
        let rows = (from_s.max(0.0) as usize..to).step_by(STEP_S);
        rows.filter_map(|row| observation(field, boat, row, course.axis_deg, target)).sum()
    };
    // Boats pass a mark within two standard deviations.
    let missed = away_m / AT_MARK_M;
    Some(steered(place.1) - steered(end) - 2.0 * missed * missed)
}

/// When a boat was nearest to a place on its leg, and how near, m; none where her leg is not known.
fn nearest(field: &Field, course: &SailedCourse, b: usize, (leg, at): Place) -> Option<(usize, f64)> {
    let boat = course.boat(field, b)?;
    let (from_s, to_s) = (course.leg_start_s(b, leg)?, course.passing(b, leg)?.time_s);
    let rows = from_s.max(0.0) as usize..to_s as usize;
    rows.filter_map(|row| Some((row, apart_m(boat.at(row)?, at)))).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Logarithm of the likelihood of a boat's course from a row on when she sails for a place; none at rest and in gaps.
fn observation(
    field: &Field,
    boat: &FieldBoat,
    row: usize,
    axis_deg: f64,
    target: (f64, f64),
) -> Option<f64> {
    let sailed = to_wind_deg(field, boat, row, STEP_S, axis_deg)?;
    let (x, y) = boat.at(row)?;
    let wanted = wrap_180(field.wind.twd(row).unwrap_or(axis_deg) - bearing_deg(target.0 - x, target.1 - y));
    let direct_deg = wrap_180(sailed - wanted).abs();
    let by_wind_deg = match wanted.abs() {
        up if up < boat.class.upwind_deg => (sailed.abs() - boat.class.upwind_deg).abs(),
        down if down > RUN_DEG => (RUN_DEG - sailed.abs()).max(0.0),
        _ => direct_deg,
    };
    // Beside a mark its direction is not hers.
    let beside_deg = to_deg(libm::atan2(AT_MARK_M, hypot(target.0 - x, target.1 - y)));
    let sds = (direct_deg.min(by_wind_deg) / hypot(STEER_SD_DEG, beside_deg)).min(2.0);
    Some(-0.5 * sds * sds)
}
