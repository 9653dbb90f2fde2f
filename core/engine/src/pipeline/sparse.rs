//! Words about sparse tracks.

use crate::segment::course::Course;
use crate::units::kn_from_mps;

/// The note that the fixes of a track are far apart; none for other tracks.
pub(super) fn note(course: &Course) -> Option<String> {
    course.track.is_sparse().then(|| {
        format!(
            "The fixes are {} apart: speeds are means from fix to fix and distances straight lines between them, so that \
             both are lower bounds. Turns are known to within the interval, and not what they cost.",
            duration(course.track.median_dt_s)
        )
    })
}

/// What is known of a moment of a sparse track: the displacement between the two fixes beside it; none for other tracks.
pub(super) fn moment(course: &Course, t_s: f64) -> Option<String> {
    let piece = course.piece_at(t_s).filter(|piece| course.track.is_sparse() && piece.len() > 1)?;
    let next = course.fixes(t_s, f64::INFINITY).start.clamp(piece.start + 1, piece.end - 1);
    let apart_s = course.time_s[next] - course.time_s[next - 1];
    Some(format!(
        "The two fixes beside this moment are {} apart. Between them the boat made good {:.1} kn on {:.0}°; how she \
         sailed there is not known.",
        duration(apart_s),
        kn_from_mps(course.motion.sog_mps[next]),
        course.motion.cog_deg[next]
    ))
}

/// A duration in words.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
