//! Constructed noiseless paths for tests.

use crate::boat::{Moment, SIMULATION_STEP_S};
use crate::path::steps;
use crate::sea::Wind;
use leebow_engine::angle::{to_rad, wrap_360};

/// The moments of a boat whose speed (m/s) and course (deg) are functions of time (s), in a wind of 6 m/s from the
/// north.
pub fn constructed_path(
    seconds: f64,
    speed_mps: impl Fn(f64) -> f64,
    course_deg: impl Fn(f64) -> f64,
) -> Vec<Moment> {
    let (mut east_m, mut north_m) = (0.0, 0.0);
    let moment = |i: usize| {
        let time_s = i as f64 * SIMULATION_STEP_S;
        let (speed, course) = (speed_mps(time_s), course_deg(time_s));
        let (sin, cos) = libm::sincos(to_rad(course));
        let moment = Moment {
            time_s,
            east_m,
            north_m,
            east_mps: speed * sin,
            north_mps: speed * cos,
            hdg_deg: wrap_360(course),
            stw_mps: speed,
            heel_deg: 0.0,
            pitch_deg: 0.0,
            clew_load_n: 0.0,
            wind: Wind { twd_deg: 0.0, tws_mps: 6.0 },
        };
        east_m += moment.east_mps * SIMULATION_STEP_S;
        north_m += moment.north_mps * SIMULATION_STEP_S;
        moment
    };
    (0..steps(seconds)).map(moment).collect()
}
