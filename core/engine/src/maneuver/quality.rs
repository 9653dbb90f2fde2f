//! How far a maneuver's numbers may be trusted, [0, 1] (ALGORITHMS 2.4).

use crate::angle::wrap_180;
use crate::segment::classify::Found;
use crate::segment::course::Course;
use crate::segment::turns::{LEAD_S, WINDOW_S};

/// Fixes this close leave nothing to wish for, s.
const DENSE_DT_S: f64 = 2.0;
/// Another turn within this makes it less certain what belongs to which, s.
const ALONE_S: f64 = 8.0;
/// A steadier entry than this counts as steady, deg.
const STEADY_DEG: f64 = 8.0;
/// A bisector further from the wind than this is a sign that one of them is wrong, deg.
const BISECTOR_DEG: f64 = 12.0;
/// A wind with a smaller standard deviation is certain; that much more of it would leave no quality, deg.
const CERTAIN_SD_DEG: f64 = 15.0;
const UNCERTAIN_SD_DEG: f64 = 60.0;
/// What each doubt leaves at worst.
const SPARSE: f64 = 0.75;
const CROWDED: f64 = 0.8;
const UNSTEADY: f64 = 0.75;
const SKEWED: f64 = 0.85;
const CUT_OFF: f64 = 0.6;

/// Quality of a maneuver; `gap_s` is the time to the nearest other turn.
pub fn quality(course: &Course, found: &Found, flip_probability: f64, gap_s: f64) -> f64 {
    let density = (DENSE_DT_S / course.track.median_dt_s).clamp(SPARSE, 1.0);
    let isolation = if gap_s < ALONE_S { CROWDED } else { 1.0 };
    density
        * (1.0 - flip_probability)
        * wind_certainty(found)
        * isolation
        * entry_steadiness(course, found)
        * symmetry(found)
}

/// A wind less certain than 15° takes from the quality, down to half of it.
fn wind_certainty(found: &Found) -> f64 {
    (1.0 - (found.wind.sd_deg - CERTAIN_SD_DEG).max(0.0) / UNCERTAIN_SD_DEG).max(0.5)
}

fn entry_steadiness(course: &Course, found: &Found) -> f64 {
    let end = found.turn.start_s - LEAD_S;
    let Some(mean) = course.mean_course(found.turn.start_s, end - WINDOW_S, end) else { return CUT_OFF };
    let fixes = course.fixes(end - WINDOW_S, end);
    let n = fixes.len() as f64;
    let var = course.course_deg[fixes].iter().map(|c| wrap_180(c - mean) * wrap_180(c - mean)).sum::<f64>()
        / n.max(1.0);
    if var <= STEADY_DEG * STEADY_DEG { 1.0 } else { (STEADY_DEG / libm::sqrt(var)).max(UNSTEADY) }
}

/// Tacks and gybes are sailed evenly about the wind.
fn symmetry(found: &Found) -> f64 {
    let skew = 0.5 * (found.way.a() - found.way.b()).abs();
    if found.has_loss && skew > BISECTOR_DEG && found.crosses() { SKEWED } else { 1.0 }
}
