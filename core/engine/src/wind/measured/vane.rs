//! How a vane stands, told by the boat's own tacks: close-hauled she sails the same angle on both, and the wind does not
//! jump when she tacks.

use super::instruments::WindObservation;
use crate::angle::{circular_mean, wrap_180, wrap_360};
use crate::stats::quantile::quantile;

/// Close-hauled: the vane reads within this, deg, on one side for this long, s.
const CLOSE_DEG: std::ops::RangeInclusive<f64> = 12.0..=60.0;
const LEG_S: f64 = 30.0;
/// From this angle on nothing of what a vane reads too wide is left, deg.
const GONE_DEG: f64 = 120.0;
/// From one tack to the other in at most this, s; looked at for this long on either side.
const TACK_S: f64 = 90.0;
const LOOK_S: f64 = 90.0;
/// Fewer tacks tell nothing.
const MIN_TACKS: usize = 4;
/// What is smaller than this, deg, is left alone, and so is what is larger: no vane stands like that.
const LEAST_DEG: f64 = 1.0;
const MOST_DEG: f64 = 20.0;
/// Tacks must agree: the middle half of them within this, deg.
const AGREE_DEG: f64 = 12.0;

/// What is wrong with a vane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vane {
    /// It reads this far to starboard, deg.
    pub offset_deg: f64,
    /// Close-hauled it reads this much too wide (upwash, leeway), deg.
    pub wide_deg: f64,
    /// The tacks that told it.
    pub tacks: usize,
}

/// Sailing close-hauled on one tack.
struct CloseHauledLeg {
    from: usize,
    to: usize,
    side: f64,
}

impl Vane {
    /// What the tacks in a log tell; none with too few of them, or without agreement, or nothing wrong.
    pub(super) fn by_tacks(sights: &[WindObservation]) -> Option<Self> {
        let legs = close_hauled(sights);
        let pairs = legs.windows(2).filter(|w| tacks(sights, &w[0], &w[1]));
        let seen: Vec<(f64, f64)> = pairs.filter_map(|w| across(sights, &w[0], &w[1])).collect();
        if seen.len() < MIN_TACKS {
            return None;
        }
        let offset_deg = agreed(seen.iter().map(|s| s.0 / 2.0)).unwrap_or(0.0);
        let wide_deg = agreed(seen.iter().map(|s| s.1 / 2.0)).unwrap_or(0.0);
        let told = offset_deg != 0.0 || wide_deg != 0.0;
        told.then_some(Self { offset_deg, wide_deg, tacks: seen.len() })
    }

    /// What was found and done, in a sentence.
    pub fn told(&self) -> String {
        let side = if self.offset_deg > 0.0 { "starboard" } else { "port" };
        let askew = format!("stands {:.0}° to {side}", self.offset_deg.abs());
        let way = if self.wide_deg > 0.0 { "wide" } else { "narrow" };
        let wide = format!("reads {:.0}° too {way} close-hauled", self.wide_deg.abs());
        let found = match (self.offset_deg != 0.0, self.wide_deg != 0.0) {
            (true, true) => format!("{askew} and {wide}"),
            (true, false) => askew,
            _ => wide,
        };
        format!("By {} tacks the wind vane {found}; the measured wind is corrected for it.", self.tacks)
    }

    /// A direction as a vane that stands right would have given it.
    pub(super) fn correct(&self, sight: &mut WindObservation) {
        if !sight.angle_deg.is_finite() {
            return;
        }
        let angle = sight.angle_deg - self.offset_deg;
        // Upwash and leeway are whole close-hauled, where they were found, and gone before the boat runs.
        let close = ((GONE_DEG - angle.abs()) / (GONE_DEG - CLOSE_DEG.end())).clamp(0.0, 1.0);
        sight.twd_deg = wrap_360(sight.twd_deg - self.offset_deg - self.wide_deg * close * angle.signum());
        sight.angle_deg = wrap_180(angle);
    }
}

/// The median of values that agree and are neither nothing nor absurd.
fn agreed(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    let (low, high) = (quantile(&mut values, 0.25)?, quantile(&mut values, 0.75)?);
    let middle = quantile(&mut values, 0.5)?;
    (high - low <= AGREE_DEG && (LEAST_DEG..=MOST_DEG).contains(&middle.abs())).then_some(middle)
}

fn close_hauled(sights: &[WindObservation]) -> Vec<CloseHauledLeg> {
    let mut legs: Vec<CloseHauledLeg> = Vec::new();
    let mut from = 0;
    while from < sights.len() {
        let side = sights[from].angle_deg.signum();
        let on = |s: &WindObservation| CLOSE_DEG.contains(&s.angle_deg.abs()) && s.angle_deg.signum() == side;
        let length = sights[from..].iter().take_while(|s| on(s)).count();
        if length > 1 && seconds(sights, from, from + length - 1) >= LEG_S {
            legs.push(CloseHauledLeg { from, to: from + length, side });
        }
        from += length.max(1);
    }
    legs
}

fn seconds(sights: &[WindObservation], a: usize, b: usize) -> f64 {
    (sights[b].time_ms - sights[a].time_ms) / 1000.0
}

fn tacks(sights: &[WindObservation], a: &CloseHauledLeg, b: &CloseHauledLeg) -> bool {
    a.side != b.side && seconds(sights, a.to - 1, b.from) <= TACK_S
}

/// How much wider the vane stood on starboard tack than on port, and how much further the wind veered, deg.
fn across(sights: &[WindObservation], a: &CloseHauledLeg, b: &CloseHauledLeg) -> Option<(f64, f64)> {
    let (last, first) = (sights[a.to - 1].time_ms, sights[b.from].time_ms);
    let before = sights[a.from..a.to].iter().filter(|s| s.time_ms >= last - LOOK_S * 1000.0);
    let after = sights[b.from..b.to].iter().filter(|s| s.time_ms <= first + LOOK_S * 1000.0);
    let (before, after) = (mean(before)?, mean(after)?);
    let (starboard, port) = if a.side > 0.0 { (before, after) } else { (after, before) };
    Some((starboard.0 + port.0, wrap_180(starboard.1 - port.1)))
}

/// Mean angle and direction.
fn mean<'a>(sights: impl Iterator<Item = &'a WindObservation> + Clone) -> Option<(f64, f64)> {
    let n = sights.clone().count();
    let angle = sights.clone().map(|s| s.angle_deg).sum::<f64>() / n as f64;
    let (direction, _) = circular_mean(sights.map(|s| (s.twd_deg, 1.0)))?;
    Some((angle, direction))
}

#[cfg(test)]
mod tests {
    use super::super::instruments::WindMethod;
    use super::*;

    /// A beat in wind from 200 deg, tacking every three minutes: the vane `offset` to starboard and `wide` too wide.
    fn beat(tacks: usize, offset: f64, wide: f64) -> Vec<WindObservation> {
        let sight = |i: usize| {
            let side = if (i / 180).is_multiple_of(2) { 1.0 } else { -1.0 };
            let angle_deg = side * (40.0 + wide) + offset;
            let heading = 200.0 - side * 40.0;
            let twd_deg = wrap_360(heading + angle_deg);
            WindObservation {
                time_ms: i as f64 * 1000.0,
                twd_deg,
                tws_mps: 6.0,
                way: WindMethod::AngleAndHeading,
                angle_deg,
            }
        };
        (0..180 * (tacks + 1)).map(sight).collect()
    }

    #[test]
    fn a_vane_that_stands_askew_and_reads_wide_is_found_out_by_six_tacks() {
        let mut sights = beat(6, 4.0, 7.0);
        let vane = Vane::by_tacks(&sights).unwrap();
        assert!((vane.offset_deg - 4.0).abs() < 1e-9 && (vane.wide_deg - 7.0).abs() < 1e-9, "{vane:?}");
        assert_eq!(
            vane.told(),
            "By 6 tacks the wind vane stands 4° to starboard and reads 7° too wide close-hauled; the measured wind is corrected for it."
        );
        sights.iter_mut().for_each(|s| vane.correct(s));
        assert!(sights.iter().all(|s| wrap_180(s.twd_deg - 200.0).abs() < 1e-9));
    }

    #[test]
    fn a_good_vane_and_too_few_tacks_are_left_alone() {
        assert_eq!(Vane::by_tacks(&beat(6, 0.0, 0.5)), None);
        assert_eq!(Vane::by_tacks(&beat(3, 4.0, 7.0)), None);
    }
}
