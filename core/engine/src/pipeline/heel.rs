//! A boat heels to leeward: where she tells her heel, a wind turned end for end is found out.

use crate::angle::wrap_360;
use crate::segment::course::Course;
use crate::segment::wind_along_track::WindAlongTrack;
use crate::wind::WindSeries;

/// Less heel than this is none, more is a capsize or a badly mounted device, deg.
const HEEL_DEG: std::ops::Range<f64> = 3.0..60.0;
/// Wind angles at which the lee side is plain, deg.
const SIDE_DEG: std::ops::Range<f64> = 25.0..155.0;
/// Fixes under way with some heel that make it known.
const ENOUGH: usize = 300;
/// The heel contradicts a wind when it lies to windward by this balance (1 = always).
const TO_WINDWARD: f64 = 0.5;
/// A device mounted back to front says the same; against log-odds of the courses beyond this the mounting is to blame.
const WORTH_LOG_ODDS: f64 = 12.0;
/// A wind turned round is not known better than this: standard deviation, deg, and probability of the other end.
const TURNED_SD_DEG: f64 = 10.0;
const TURNED_FLIP_PROBABILITY: f64 = 0.03;

/// True when the boat would heel to windward and the courses do not speak too loudly against it.
pub(crate) fn contradicts(course: &Course, wind: &WindSeries, bridge_s: f64) -> bool {
    let doubted = wind.flip_probability > libm::exp(-WORTH_LOG_ODDS);
    doubted && balance(course, &WindAlongTrack::new(course, wind, bridge_s)).is_some_and(|b| b < -TO_WINDWARD)
}

/// The same wind from the other end.
pub(crate) fn turned(wind: WindSeries) -> WindSeries {
    WindSeries {
        twd_deg: wind.twd_deg.iter().map(|d| wrap_360(d + 180.0)).collect(),
        sd_deg: wind.sd_deg.iter().map(|sd| sd.max(TURNED_SD_DEG)).collect(),
        flip_probability: TURNED_FLIP_PROBABILITY,
        ..wind
    }
}

/// How much the heel lies to leeward: from -1, always to windward, to 1, always to leeward.
fn balance(course: &Course, wind_along: &WindAlongTrack) -> Option<f64> {
    let values = course.track.columns.get("heel")?;
    let (mut leeward, mut windward) = (0_usize, 0_usize);
    for (i, &heel) in values.iter().enumerate() {
        let (heel, theta) = (f64::from(heel), wind_along.angle_at_fix(course, i));
        let under_way = course.motion.sog_mps[i] > 0.5 * course.pace_mps;
        let told = SIDE_DEG.contains(&theta.abs()) && HEEL_DEG.contains(&heel.abs());
        if !under_way || !told {
            continue;
        }
        // On starboard tack the lee side is port, and heel to starboard is positive.
        if (theta > 0.0) == (heel < 0.0) { leeward += 1 } else { windward += 1 }
    }
    let all = leeward + windward;
    (all >= ENOUGH).then(|| (leeward as f64 - windward as f64) / all as f64)
}
