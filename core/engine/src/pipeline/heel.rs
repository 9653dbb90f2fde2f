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
/// Least time with a usable heel, s, and the longest time that one fix stands for. *guess*
const MIN_HEEL_S: f64 = 300.0;
const MAX_FIX_S: f64 = 10.0;
/// Least balance to windward that contradicts a wind (1: always to windward). *guess*
const MIN_WINDWARD_BALANCE: f64 = 0.5;
/// Greatest log-odds of the direction by the courses, nats, at which the heel decides: its own log-likelihood ratio is
/// bounded by the probability of 1 in 20 that the device is mounted back to front, however long it heels. *guess*
pub(super) const MAX_LOG_ODDS: f64 = 3.0;
/// Least standard deviation of a reversed wind, deg, and its probability of the opposite direction. *guess*
const REVERSED_SD_DEG: f64 = 10.0;
const REVERSED_FLIP_PROBABILITY: f64 = 0.03;

/// True when the boat would heel to windward in this wind, and its direction is not certain by the courses.
pub(crate) fn contradicts(course: &Course, wind: &WindSeries, bridge_s: f64) -> bool {
    let odds = wind.flip_probability / (1.0 - wind.flip_probability);
    let uncertain = odds > libm::exp(-MAX_LOG_ODDS);
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

/// Time with heel to leeward minus time with heel to windward, divided by their sum, [-1, 1]; none for too little.
fn balance(course: &Course, wind_along: &WindAlongTrack) -> Option<f64> {
    let values = course.track.columns.get("heel")?;
    let (mut leeward_s, mut windward_s) = (0.0, 0.0);
    for (i, &heel) in values.iter().enumerate() {
        let (heel, theta) = (f64::from(heel), wind_along.angle_at_fix(course, i));
        let under_way = course.motion.sog_mps[i] > 0.5 * course.pace_mps;
        let usable = SIDE_DEG.contains(&theta.abs()) && HEEL_DEG.contains(&heel.abs());
        if !under_way || !usable {
            continue;
        }
        let next_s = course.time_s.get(i + 1).copied().unwrap_or(course.time_s[i]);
        let seconds = (next_s - course.time_s[i]).min(MAX_FIX_S);
        // On starboard tack the lee side is port, and heel to starboard is positive.
        if (theta > 0.0) == (heel < 0.0) { leeward_s += seconds } else { windward_s += seconds }
    }
    let all_s = leeward_s + windward_s;
    (all_s >= MIN_HEEL_S).then(|| (leeward_s - windward_s) / all_s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;
    use crate::motion::smooth;
    use crate::track::{Columns, Format, Recording};
    use crate::wind::WindSource;

    /// On starboard tack in wind from north, at `rate_hz` for `seconds`, with the heel of the opposite tack; true when it
    /// contradicts a wind of this flip probability.
    fn reversed_heel_contradicts(flip_probability: f64, rate_hz: f64, seconds: f64) -> bool {
        let rows = (rate_hz * seconds) as usize;
        let time: Vec<f64> = (0..rows).map(|i| 1.7e12 + 1000.0 * i as f64 / rate_hz).collect();
        let lon = (0..rows).map(|i| 10.0 - 5e-5 * i as f64 / rate_hz).collect();
        let mut columns = Columns::new(time.clone(), vec![54.4; rows], lon).unwrap();
        columns.set("heel", vec![15.0; rows]);
        let mut recording = Recording {
            format: Format::Csv,
            device: None,
            sport: None,
            columns,
            pauses_ms: Vec::new(),
            breaks: Vec::new(),
            events: Vec::new(),
            totals: Vec::new(),
            damage: Default::default(),
        };
        let track = crate::clean::clean(&mut recording, config::OTHER).unwrap();
        let motion = smooth(&track, config::OTHER);
        let course = Course::new(&track, &motion);
        let wind = WindSeries {
            source: WindSource::Estimated,
            time_ms: vec![time[0], time[rows - 1]],
            twd_deg: vec![0.0; 2],
            sd_deg: vec![5.0; 2],
            tws_mps: vec![f64::NAN; 2],
            flip_probability,
        };
        contradicts(&course, &wind, 1e6)
    }

    #[test]
    fn a_heel_sensor_may_be_mounted_backwards_so_that_it_turns_no_wind_that_is_likely_by_the_courses() {
        assert!(reversed_heel_contradicts(0.3, 1.0, 600.0), "an open question: the heel decides");
        for flip_probability in [0.02, 1e-3, 1e-5] {
            assert!(!reversed_heel_contradicts(flip_probability, 1.0, 600.0), "{flip_probability}");
        }
    }

    #[test]
    fn the_heel_of_a_minute_decides_nothing_however_many_rows_it_has() {
        assert!(!reversed_heel_contradicts(0.3, 20.0, 60.0));
        assert!(reversed_heel_contradicts(0.3, 20.0, 600.0));
        assert!(reversed_heel_contradicts(0.3, 0.25, 600.0), "fixes four seconds apart");
    }
}
