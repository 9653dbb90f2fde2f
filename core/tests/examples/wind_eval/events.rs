//! The turns of a track, found without wind, as the first estimate uses them.

use leebow_engine::config::BoatClass;
use leebow_engine::motion::Motion;
use leebow_engine::segment::{course::Course, turns};
use leebow_engine::track::Track;
use leebow_engine::wind::TurnEvent;

/// The turns as observations of the wind direction.
pub fn turn_events(track: &Track, motion: &Motion, class: &BoatClass) -> Vec<TurnEvent> {
    let course = Course::new(track, motion);
    turns::turn_events(&course, &turns::find_turns(&course, class))
}
