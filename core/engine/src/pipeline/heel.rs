//! Detection of a wind estimated from the opposite direction, by the heel of the boat, which is to leeward.

use crate::angle::wrap_360;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::WindSeries;
use crate::wind::estimate::Estimate;

/// Heel that is used, deg: less may be noise, more a capsize or a badly mounted device. *guess*
const HEEL_DEG: std::ops::Range<f64> = 3.0..60.0;
/// Absolute wind angles that are used, deg: outside them the leeward side is uncertain. *guess*
const SIDE_DEG: std::ops::Range<f64> = 25.0..155.0;
/// Least number of fixes with a usable heel. *guess*
const MIN_FIXES: usize = 300;
/// Least balance to windward that contradicts a wind (1: always to windward). *guess*
const MIN_WINDWARD_BALANCE: f64 = 0.5;
/// Greatest log-odds of the direction by the courses, nats, at which the heel decides. Beyond it the device is taken to be
/// mounted back to front. *guess*
const MAX_LOG_ODDS: f64 = 12.0;
/// Least standard deviation of a reversed wind, deg, and its probability of the opposite direction. *guess*
const REVERSED_SD_DEG: f64 = 10.0;
const REVERSED_FLIP_PROBABILITY: f64 = 0.03;

/// True when the boat would heel to windward in this wind, and its direction is not certain by the courses.
pub(crate) fn contradicts(course: &Course, wind: &WindSeries, bridge_s: f64) -> bool {
    let uncertain = wind.flip_probability > libm::exp(-MAX_LOG_ODDS);
    uncertain
        && balance(course, &WindAlongTrack::new(course, wind, bridge_s))
            .is_some_and(|b| b < -MIN_WINDWARD_BALANCE)
}

/// The same estimate with the wind from the opposite direction.
pub(crate) fn reversed(found: Estimate) -> Estimate {
    let [quarter, _, three_quarters] = found.rival_probabilities;
    let rival_probabilities = [three_quarters, REVERSED_FLIP_PROBABILITY, quarter];
    Estimate { wind: reversed_wind(found.wind), rival_probabilities, ..found }
}

fn reversed_wind(wind: WindSeries) -> WindSeries {
    WindSeries {
        twd_deg: wind.twd_deg.iter().map(|d| wrap_360(d + 180.0)).collect(),
        sd_deg: wind.sd_deg.iter().map(|sd| sd.max(REVERSED_SD_DEG)).collect(),
        flip_probability: REVERSED_FLIP_PROBABILITY,
        ..wind
    }
}

/// Fixes with heel to leeward minus those to windward, divided by their sum, [-1, 1]; none for too few.
fn balance(course: &Course, wind_along: &WindAlongTrack) -> Option<f64> {
    let values = course.track.columns.get("heel")?;
    let (mut leeward, mut windward) = (0_usize, 0_usize);
    for (i, &heel) in values.iter().enumerate() {
        let (heel, theta) = (f64::from(heel), wind_along.angle_at_fix(course, i));
        let under_way = course.motion.sog_mps[i] > 0.5 * course.pace_mps;
        let usable = SIDE_DEG.contains(&theta.abs()) && HEEL_DEG.contains(&heel.abs());
        if !under_way || !usable {
            continue;
        }
        // On starboard tack the lee side is port, and heel to starboard is positive.
        if (theta > 0.0) == (heel < 0.0) { leeward += 1 } else { windward += 1 }
    }
    let all = leeward + windward;
    (all >= MIN_FIXES).then(|| (leeward as f64 - windward as f64) / all as f64)
}
