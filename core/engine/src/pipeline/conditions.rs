//! Wind categories of a session and the wind speed of each maneuver, by the measured wind.

use crate::api::Maneuver;
use crate::calendar::ms_from_iso;
use crate::config::BoatClass;
use crate::dashboard::{InConditions, category};
use crate::pipeline::winds::Winds;
use crate::report::conditions::{wind_about_mps, wind_exposure};
use crate::segment::course::Course;
use crate::units::kn_from_mps;
use crate::wind::WindSeries;
use crate::wind::measured::bridge_s;

/// Longest interval over which a measured wind speed is interpolated, s.
fn bridge_of(winds: &Winds, measured: &WindSeries) -> f64 {
    bridge_s(measured).max(winds.bridge_s)
}

/// Seconds in each wind category; all zero without a measured wind.
pub(super) fn time_in(course: &Course, class: &BoatClass, winds: &Winds) -> InConditions {
    let mut all = InConditions::default();
    let Some(measured) = winds.speeds() else { return all };
    for (mps, seconds) in wind_exposure(course, measured, bridge_of(winds, measured)) {
        if let Some(category) = category(class.name, kn_from_mps(mps)) {
            all.put(category, seconds);
        }
    }
    all
}

/// The maneuvers, each with the measured wind speed around it.
pub(super) fn with_winds(course: &Course, winds: &Winds, mut maneuvers: Vec<Maneuver>) -> Vec<Maneuver> {
    let Some(measured) = winds.speeds() else { return maneuvers };
    for m in &mut maneuvers {
        let t_s = ms_from_iso(&m.time).map(|ms| (ms - course.ms(0.0)) / 1000.0);
        let mps = t_s.and_then(|t| wind_about_mps(course, measured, bridge_of(winds, measured), t));
        m.tws_kn = mps.map(kn_from_mps);
    }
    maneuvers
}
