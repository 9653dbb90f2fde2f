//! The one named loop: turns → wind → maneuvers → wind.

use crate::config::BoatClass;
use crate::segment::SegmentKind;
use crate::segment::breeze::Breeze;
use crate::segment::classify::classify;
use crate::segment::course::Course;
use crate::segment::crossings::find_crossings;
use crate::segment::turns::{Turn, find_turns, turn_events};
use crate::track::Recording;
use crate::wind::WindSeries;

/// The winds of a track, and the turns found with their help.
pub(crate) struct Winds {
    pub estimated: Option<WindSeries>,
    pub measured: Option<WindSeries>,
    /// What maneuvers are told by: fused where both are there, else the one there is.
    pub used: Option<WindSeries>,
    /// All turns, in time order.
    pub turns: Vec<Turn>,
    /// Why there is no wind, or less of it than there might be.
    pub notes: Vec<String>,
}

/// Estimates the wind, names the turns by it, and estimates again from the turns that are maneuvers.
pub(crate) fn find_winds(
    course: &Course,
    wind_log: Option<&Recording>,
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Winds {
    let mut notes = Vec::new();
    let measured = measured_wind(course, wind_log, &mut notes);
    let first_turns = find_turns(course, class);
    let first = estimated_wind(course, &first_turns, class, hint_deg);
    let first_used = used_wind(first.as_ref().ok(), measured.as_ref());
    let turns = all_turns(course, &first_turns, first_used.as_ref());
    let second = match (&first, &first_used) {
        (Ok(_), Some(used)) => {
            estimated_wind(course, &worth_telling(course, used, &turns), class, hint_deg).or(first)
        }
        _ => first,
    };
    let estimated = match second {
        Ok(series) => Some(series),
        Err(why) => {
            notes.push(why);
            None
        }
    };
    let used = used_wind(estimated.as_ref(), measured.as_ref());
    let turns = all_turns(course, &first_turns, used.as_ref());
    Winds { estimated, measured, used, turns, notes }
}

/// Both passes of turns, in time order.
fn all_turns(course: &Course, first: &[Turn], wind: Option<&WindSeries>) -> Vec<Turn> {
    let mut turns = first.to_vec();
    if let Some(wind) = wind {
        turns.extend(find_crossings(course, &Breeze::new(course, wind), first));
        turns.sort_by(|a, b| a.start_s.total_cmp(&b.start_s));
    }
    turns
}

/// Turns that tell of the wind: whole circles do not, and cut turns tell by their parts.
fn worth_telling(course: &Course, wind: &WindSeries, turns: &[Turn]) -> Vec<Turn> {
    let named = classify(course, &Breeze::new(course, wind), turns);
    named.into_iter().filter(|f| f.kind != Some(SegmentKind::Penalty)).map(|f| f.turn).collect()
}

fn estimated_wind(
    course: &Course,
    turns: &[Turn],
    class: &BoatClass,
    hint_deg: Option<f64>,
) -> Result<WindSeries, String> {
    let events = turn_events(course, turns);
    crate::wind::estimate::estimate(course.track, course.motion, &events, class, hint_deg)
        .map_err(|no| no.reason)
}

fn measured_wind(_course: &Course, _log: Option<&Recording>, _notes: &mut Vec<String>) -> Option<WindSeries> {
    None
}

fn used_wind(estimated: Option<&WindSeries>, measured: Option<&WindSeries>) -> Option<WindSeries> {
    estimated.or(measured).cloned()
}
