//! Polar and targets of a season: how fast a boat sails at each wind angle, what speed made good the best quarter of it
//! gives, and whether that grew (docs/polar.md).
//!
//! | module | contents |
//! |---|---|
//! | `session`, `answer` | what is stored of a session; options and result in the types of the border |
//! | `windows`, `thirds`, `summary` | a session in windows of 10 s, in a histogram |
//! | `outings` | the sessions that are put together |
//! | `bands`, `histogram` | bands of the wind; time by wind angle and speed, and its quantiles |
//! | `curve`, `target` | quartiles by angle; targets with their uncertainty |
//! | `sides` | port against starboard tack |
//! | `wind_targets`, `season`, `line` | sessions against the target for their wind, and a line through them |
//! | `merge` | the polar put together |

pub mod answer;
mod bands;
mod curve;
mod histogram;
mod merge;
mod outings;
mod season;
pub mod session;
mod sides;
mod summary;
mod target;
#[cfg(test)]
mod test_merge;
#[cfg(test)]
mod test_sessions;
#[cfg(test)]
mod test_summary;
mod thirds;
mod wind_targets;
mod windows;

use crate::calendar::ms_from_iso;
use crate::debrief::{self, DebriefTrack};

pub use answer::{Polar, PolarOptions};
pub use session::{POLAR_VERSION, SessionPolar};

/// What is stored of a session. Without a wind, or with one that may be the wrong way round, it has no cells.
pub fn summary(track: &DebriefTrack) -> SessionPolar {
    let (track, grid) = debrief::with_grid(track);
    summary::summary_of(&track, &grid)
}

/// The polar of sessions of one class, in any order; those of another version are left out.
///
/// # Errors
/// What is wrong with them or with the options: sessions of several classes, cells that no session has, a time that is none.
pub fn polar(sessions: &[SessionPolar], options: &PolarOptions) -> Result<Polar, String> {
    let is_current = |s: &&SessionPolar| s.version == POLAR_VERSION;
    let mut current = sessions.iter().filter(is_current);
    if let Some(first) = current.clone().next()
        && let Some(other) = current.clone().find(|s| s.boat_class != first.boat_class)
    {
        return Err(format!(
            "they are of several classes, {:?} and {:?}",
            first.boat_class, other.boat_class
        ));
    }
    if let Some(mistake) = current.find_map(SessionPolar::mistake) {
        return Err(mistake.into());
    }
    if let Some(time) = options.splits.iter().find(|time| ms_from_iso(time).is_none()) {
        return Err(format!("{time:?} is no time"));
    }
    Ok(merge::merge(sessions, options))
}
