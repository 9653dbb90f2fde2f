//! Error of a wind vane from the boat's own tacks: close-hauled angles are equal on both tacks, and the wind direction
//! does not jump in a tack (docs/algorithms.md, section 5).

use super::instruments::WindObservation;
use crate::angle::{circular_mean, wrap_180, wrap_360};
use crate::stats::quantile::quantile;

// All constants below are a *guess* unless marked.

/// Close-hauled sailing: wind angle as measured, deg, on one side for at least this long, s.
const CLOSE_DEG: std::ops::RangeInclusive<f64> = 12.0..=60.0;
const MIN_LEG_S: f64 = 30.0;
/// Angle from which on the error of width is zero, deg.
const NO_WIDTH_DEG: f64 = 120.0;
/// Longest time from one close-hauled leg to the next in a tack, and length of the means beside it, s.
const TACK_S: f64 = 90.0;
/// Least number of tacks.
const MIN_TACKS: usize = 4;
/// Least and largest error that is corrected, deg.
const MIN_ERROR_DEG: f64 = 1.0;
const MAX_ERROR_DEG: f64 = 20.0;
/// Largest interquartile range of the tacks, deg.
const MAX_RANGE_DEG: f64 = 12.0;

/// Error of a vane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vane {
    /// Misalignment, deg, to starboard positive.
    pub offset_deg: f64,
    /// Excess of the angle close-hauled (upwash, leeway), deg.
    pub wide_deg: f64,
    /// Number of tacks it was found from.
    pub tacks: usize,
}

/// Close-hauled sailing on one tack: a range of observations and the side (+1 starboard tack).
struct CloseHauledLeg {
    from: usize,
    to: usize,
    side: f64,
}

impl Vane {
    /// The error found from the tacks of a log; none with too few tacks, without agreement, or when the vane is right.
    pub(super) fn from_tacks(observations: &[WindObservation]) -> Option<Self> {
        let legs = close_hauled(observations);
        let pairs = legs.windows(2).filter(|w| tacks(observations, &w[0], &w[1]));
        let seen: Vec<(f64, f64)> = pairs.filter_map(|w| across(observations, &w[0], &w[1])).collect();
        if seen.len() < MIN_TACKS {
            return None;
        }
        let offset_deg = agreed(seen.iter().map(|s| s.0 / 2.0)).unwrap_or(0.0);
        let wide_deg = agreed(seen.iter().map(|s| s.1 / 2.0)).unwrap_or(0.0);
        let is_wrong = offset_deg != 0.0 || wide_deg != 0.0;
        is_wrong.then_some(Self { offset_deg, wide_deg, tacks: seen.len() })
    }

    /// The note for the user.
    pub fn note(&self) -> String {
        let side = if self.offset_deg > 0.0 { "starboard" } else { "port" };
        let misaligned = format!("stands {:.0}° to {side}", self.offset_deg.abs());
        let way = if self.wide_deg > 0.0 { "wide" } else { "narrow" };
        let wide = format!("reads {:.0}° too {way} close-hauled", self.wide_deg.abs());
        let found = match (self.offset_deg != 0.0, self.wide_deg != 0.0) {
            (true, true) => format!("{misaligned} and {wide}"),
            (true, false) => misaligned,
            _ => wide,
        };
        format!("By {} tacks the wind vane {found}; the measured wind is corrected for it.", self.tacks)
    }

    /// Corrects an observation.
    pub(super) fn correct(&self, observation: &mut WindObservation) {
        if !observation.angle_deg.is_finite() {
            return;
        }
        observation.turn_vane(-self.offset_deg);
        let angle = observation.angle_deg;
        // Upwash and leeway act fully close-hauled, where they were found, and not at all before the wind.
        let close = ((NO_WIDTH_DEG - angle.abs()) / (NO_WIDTH_DEG - CLOSE_DEG.end())).clamp(0.0, 1.0);
        observation.twd_deg = wrap_360(observation.twd_deg - self.wide_deg * close * angle.signum());
    }
}

/// The median of values that agree, when it is in the range that is corrected.
fn agreed(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    let (low, high) = (quantile(&mut values, 0.25)?, quantile(&mut values, 0.75)?);
    let middle = quantile(&mut values, 0.5)?;
    (high - low <= MAX_RANGE_DEG && (MIN_ERROR_DEG..=MAX_ERROR_DEG).contains(&middle.abs())).then_some(middle)
}

fn close_hauled(observations: &[WindObservation]) -> Vec<CloseHauledLeg> {
    let mut legs: Vec<CloseHauledLeg> = Vec::new();
    let mut from = 0;
    while from < observations.len() {
        let side = observations[from].angle_deg.signum();
        let on = |s: &WindObservation| CLOSE_DEG.contains(&s.angle_deg.abs()) && s.angle_deg.signum() == side;
        let length = observations[from..].iter().take_while(|s| on(s)).count();
        if length > 1 && seconds(observations, from, from + length - 1) >= MIN_LEG_S {
            legs.push(CloseHauledLeg { from, to: from + length, side });
        }
        from += length.max(1);
    }
    legs
}

fn seconds(observations: &[WindObservation], a: usize, b: usize) -> f64 {
    (observations[b].time_ms - observations[a].time_ms) / 1000.0
}

fn tacks(observations: &[WindObservation], a: &CloseHauledLeg, b: &CloseHauledLeg) -> bool {
    a.side != b.side && seconds(observations, a.to - 1, b.from) <= TACK_S
}

/// Sum of the mean angles of the vane on both tacks (starboard positive), and jump of the mean direction from port to starboard tack,
/// deg.
fn across(observations: &[WindObservation], a: &CloseHauledLeg, b: &CloseHauledLeg) -> Option<(f64, f64)> {
    let (last, first) = (observations[a.to - 1].time_ms, observations[b.from].time_ms);
    let before = observations[a.from..a.to].iter().filter(|s| s.time_ms >= last - TACK_S * 1000.0);
    let after = observations[b.from..b.to].iter().filter(|s| s.time_ms <= first + TACK_S * 1000.0);
    let (before, after) = (mean(before)?, mean(after)?);
    let (starboard, port) = if a.side > 0.0 { (before, after) } else { (after, before) };
    Some((starboard.0 + port.0, wrap_180(starboard.1 - port.1)))
}

/// Mean angle of the vane and circular mean direction, deg.
fn mean<'a>(observations: impl Iterator<Item = &'a WindObservation> + Clone) -> Option<(f64, f64)> {
    let n = observations.clone().count();
    let angle = observations.clone().map(WindObservation::vane_deg).sum::<f64>() / n as f64;
    let (direction, _) = circular_mean(observations.map(|s| (s.twd_deg, 1.0)))?;
    Some((angle, direction))
}

#[cfg(test)]
mod tests {
    use super::super::instruments::WindMethod;
    use super::*;

    /// A beat in wind from 200 deg, tacking every three minutes: the vane `offset` to starboard and `wide` too wide.
    fn beat(tacks: usize, offset: f64, wide: f64) -> Vec<WindObservation> {
        let observation = |i: usize| {
            let side = if (i / 180).is_multiple_of(2) { 1.0 } else { -1.0 };
            let angle_deg = side * (40.0 + wide) + offset;
            let heading = 200.0 - side * 40.0;
            let twd_deg = wrap_360(heading + angle_deg);
            WindObservation {
                time_ms: i as f64 * 1000.0,
                twd_deg,
                tws_mps: 6.0,
                method: WindMethod::AngleAndHeading,
                angle_deg,
                heading_deg: heading,
                boat_mps: f64::NAN,
                boat_deg: f64::NAN,
            }
        };
        (0..180 * (tacks + 1)).map(observation).collect()
    }

    #[test]
    fn six_tacks_determine_a_misaligned_vane_that_reads_wide() {
        let mut observations = beat(6, 4.0, 7.0);
        let vane = Vane::from_tacks(&observations).unwrap();
        assert!((vane.offset_deg - 4.0).abs() < 1e-9 && (vane.wide_deg - 7.0).abs() < 1e-9, "{vane:?}");
        assert_eq!(
            vane.note(),
            "By 6 tacks the wind vane stands 4° to starboard and reads 7° too wide close-hauled; the measured wind is corrected for it."
        );
        observations.iter_mut().for_each(|s| vane.correct(s));
        assert!(observations.iter().all(|s| wrap_180(s.twd_deg - 200.0).abs() < 1e-9));
    }

    #[test]
    fn a_good_vane_and_too_few_tacks_are_not_corrected() {
        assert_eq!(Vane::from_tacks(&beat(6, 0.0, 0.5)), None);
        assert_eq!(Vane::from_tacks(&beat(3, 4.0, 7.0)), None);
    }
}
