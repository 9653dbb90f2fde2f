//! What the model of the turns is fitted on: the candidates of a recording.

use crate::clean::clean;
use crate::config::BoatClass;
use crate::config::families::kind_of_boat;
use crate::motion::smooth;
use crate::pipeline::session::find_standstills;
use crate::segment::course::Course;
use crate::segment::interruptions::clear_of_standstills;
use crate::segment::legs::find_legs;
use crate::segment::turns::{find_turns, turn_events};
use crate::track::Recording;
use crate::wind::estimate::{self, SideSample};

/// The sample of a recording; none for a track that is refused before the estimate.
pub fn side_sample(mut recording: Recording, class: &BoatClass) -> Option<SideSample> {
    let track = clean(&mut recording, class).ok()?;
    let motion = smooth(&track, class);
    let mut course = Course::new(&track, &motion);
    find_standstills(&mut course, class);
    let course = &course;
    let kind = kind_of_boat(class, recording.sport.as_deref());
    let events = if track.is_sparse() {
        find_legs(course).events(course)
    } else {
        turn_events(course, &clear_of_standstills(course, find_turns(course, class)))
    };
    estimate::side_sample(&track, &motion, &events, kind)
}
