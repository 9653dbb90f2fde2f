//! Maneuvers of sparse tracks: what the legs beside a turn show, and nothing of how it was sailed (docs/algorithms.md,
//! section 7.14).

use crate::angle::to_rad;
use crate::geo::Plane;
use crate::maneuver::MeasuredManeuver;
use crate::maneuver::loss;
use crate::maneuver::metrics::Metrics;
use crate::maneuver::preview::Sample;
use crate::maneuver::quality::sparse_quality;
use crate::maneuver::reasons::NoLossReason;
use crate::maneuver::recovery::Recovery;
use crate::segment::classify::ClassifiedTurn;
use crate::segment::course::Course;
use crate::segment::table::flag;

/// Fixes of a preview before and after the turn. *guess*
const PREVIEW_FIXES: usize = 3;

/// Measures turns between legs: the change of course, the fixes around it and the quality.
pub(super) fn measure_sparse(
    course: &Course,
    flip_probability: f64,
    found: Vec<ClassifiedTurn>,
) -> Vec<MeasuredManeuver> {
    found.into_iter().map(|one| measure(course, one, flip_probability)).collect()
}

fn measure(course: &Course, mut found: ClassifiedTurn, flip_probability: f64) -> MeasuredManeuver {
    if !found.flags.contains(&flag::SPARSE) {
        found.flags.push(flag::SPARSE);
    }
    let (start_s, end_s) = (found.turn.start_s, found.turn.end_s);
    let angle_deg = Some(found.angle_deg().abs());
    MeasuredManeuver {
        wind: found.wind,
        start_s,
        end_s,
        metrics: Metrics { angle_deg, ..Metrics::default() },
        recovery: Recovery {
            limit_s: end_s,
            limited_by: NoLossReason::Sparse,
            reference_mps: None,
            t80_s: None,
            t95_s: None,
        },
        loss: loss::unmeasured(&found, NoLossReason::Sparse),
        quality: sparse_quality(&found, flip_probability),
        left_out: None,
        preview: if found.kind.is_some() { fixes_around(course, &found) } else { Vec::new() },
        found,
    }
}

/// The fixes around a turn, in metres from the one after its moment, the wind from above; without a wind the middle of
/// both courses points up.
fn fixes_around(course: &Course, found: &ClassifiedTurn) -> Vec<Sample> {
    let Some(piece) = course.piece_at(found.time_s) else { return Vec::new() };
    let inside = course.fixes(found.turn.start_s, found.turn.end_s);
    let from = inside.start.saturating_sub(PREVIEW_FIXES).max(piece.start);
    let to = (inside.end + PREVIEW_FIXES).min(piece.end);
    let columns = &course.track.columns;
    let next = course.fixes(found.time_s, f64::INFINITY).start.clamp(piece.start, piece.end - 1);
    let plane = Plane::at(columns.lat_deg[next], columns.lon_deg[next]);
    let place = |i: usize| plane.to_m(columns.lat_deg[i], columns.lon_deg[i]);
    let middle_deg = 0.5 * (found.sweep.in_deg + found.sweep.out_deg);
    let up_deg = found.wind.map_or(middle_deg, |w| w.twd_deg);
    let (sin, cos) = libm::sincos(to_rad(up_deg));
    let sample = |i: usize| {
        let (e, n) = place(i);
        Sample {
            dt_s: course.time_s[i] - found.time_s,
            x_m: e * cos - n * sin,
            y_m: e * sin + n * cos,
            sog_mps: course.motion.sog_mps[i],
        }
    };
    (from..to).map(sample).collect()
}
