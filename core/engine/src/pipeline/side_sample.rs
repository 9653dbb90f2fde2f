//! What the model of the turns is fitted on: the candidates of a recording as the second estimate has them.

use crate::clean::clean;
use crate::config::BoatClass;
use crate::config::families::kind_of_boat;
use crate::motion::smooth;
use crate::pipeline::session::find_standstills;
use crate::pipeline::winds::ESTIMATE_BRIDGE_S;
use crate::pipeline::winds::wind_search::{evidence_turns, first_wind};
use crate::segment::course::Course;
use crate::segment::interruptions::clear_of_standstills;
use crate::segment::legs::find_legs;
use crate::segment::turns::{find_turns, turn_events};
use crate::track::Recording;
use crate::wind::estimate::{self, EstimateStage, SideSample, estimate_first};

/// The sample of a recording; none for a track that is refused before the estimate.
pub fn side_sample(mut recording: Recording, class: &BoatClass) -> Option<SideSample> {
    let track = clean(&mut recording, class).ok()?;
    let motion = smooth(&track, class);
    let mut course = Course::new(&track, &motion);
    find_standstills(&mut course, class);
    let course = &course;
    let kind = kind_of_boat(class, recording.sport.as_deref());
    if track.is_sparse() {
        let events = find_legs(course).events(course);
        let (_, prepared) =
            estimate_first(EstimateStage::HiddenMarkov, &track, &motion, &events, kind, None).ok()?;
        return Some(estimate::side_sample(&prepared, &events, kind));
    }
    let turns = clear_of_standstills(course, find_turns(course, class));
    let (wind, prepared) = first_wind(course, &turns, kind, None).ok()?;
    let evidence = evidence_turns(course, class, &turns, &wind, ESTIMATE_BRIDGE_S);
    Some(estimate::side_sample(&prepared, &turn_events(course, &evidence), kind))
}
