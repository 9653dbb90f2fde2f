//! Wind: estimated from the track, measured on board, fused (docs/algorithms.md, sections 4 and 5).

pub mod estimate;
pub mod fuse;
pub mod measured;

use crate::angle::{wrap_180, wrap_360};
use serde::Serialize;

pub use measured::{MeasuredWind, Vane, measure, measured_by};

/// Where a wind series comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum WindSource {
    Estimated,
    Measured,
    Fused,
    /// Estimated from the tracks of several boats.
    Fleet,
    /// Given by the user.
    Pinned,
}

/// Wind over time. Times at which it is too uncertain have no sample.
#[derive(Debug, Clone, PartialEq)]
pub struct WindSeries {
    pub source: WindSource,
    /// Strictly rising, UTC ms.
    pub time_ms: Vec<f64>,
    /// Direction the wind blows from, deg [0, 360).
    pub twd_deg: Vec<f64>,
    /// Calibrated standard deviation of the direction, deg.
    pub sd_deg: Vec<f64>,
    /// Speed, m/s; NaN where not measured.
    pub tws_mps: Vec<f64>,
    /// Probability that the wind blows from another direction altogether, as a rule the opposite one, [0, 1].
    pub flip_probability: f64,
}

/// Wind at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WindAt {
    pub twd_deg: f64,
    pub sd_deg: f64,
    /// m/s, NaN when not measured.
    pub tws_mps: f64,
}

/// A turn as an observation of the wind direction, found without wind (docs/algorithms.md, section 7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnEvent {
    pub time_ms: f64,
    /// Course half way through the turn, deg.
    pub middle_deg: f64,
    /// Signed course change, deg, unwrapped, to starboard positive.
    pub change_deg: f64,
    pub entry_mps: f64,
    pub min_mps: f64,
    pub exit_mps: f64,
    pub max_rate_dps: f64,
}

impl WindSeries {
    /// The series of these samples.
    pub fn at_samples(&self, samples: &[usize]) -> Self {
        let of = |values: &[f64]| samples.iter().filter_map(|&i| values.get(i).copied()).collect();
        Self {
            time_ms: of(&self.time_ms),
            twd_deg: of(&self.twd_deg),
            sd_deg: of(&self.sd_deg),
            tws_mps: of(&self.tws_mps),
            ..*self
        }
    }

    /// The wind at a time, interpolated on the short arc between samples at most `max_gap_s` apart. Beyond an end the
    /// nearest sample holds for half of that; farther out, and in longer gaps, there is none.
    pub fn at(&self, time_ms: f64, max_gap_s: f64) -> Option<WindAt> {
        self.interval(self.time_ms.partition_point(|&t| t < time_ms)).at(time_ms, max_gap_s)
    }

    /// [`WindSeries::at`] for rising times.
    pub fn along<'a>(
        &'a self,
        times_ms: &'a [f64],
        max_gap_s: f64,
    ) -> impl Iterator<Item = Option<WindAt>> + 'a {
        let (mut next, mut interval) = (0, self.interval(0));
        times_ms.iter().map(move |&time_ms| {
            let passed = self.time_ms.iter().skip(next).take_while(|&&t| t < time_ms).count();
            if passed > 0 {
                next += passed;
                interval = self.interval(next);
            }
            interval.at(time_ms, max_gap_s)
        })
    }

    /// The interval that ends with a sample.
    fn interval(&self, next: usize) -> SampleInterval {
        let sample = |i: usize| {
            let wind = WindAt { twd_deg: self.twd_deg[i], sd_deg: self.sd_deg[i], tws_mps: self.tws_mps[i] };
            self.time_ms.get(i).map(|&t| (t, wind))
        };
        let from = next.checked_sub(1).and_then(sample);
        let to = (next < self.time_ms.len()).then(|| sample(next)).flatten();
        let turns = |(a, b): ((f64, WindAt), (f64, WindAt))| wrap_180(b.1.twd_deg - a.1.twd_deg);
        SampleInterval { from, to, turn_deg: from.zip(to).map_or(0.0, turns) }
    }
}

/// The time between two samples, open before the first and after the last one, and the signed change of direction in it.
struct SampleInterval {
    from: Option<(f64, WindAt)>,
    to: Option<(f64, WindAt)>,
    turn_deg: f64,
}

impl SampleInterval {
    fn at(&self, time_ms: f64, max_gap_s: f64) -> Option<WindAt> {
        let held = |(t, wind): (f64, WindAt)| ((t - time_ms).abs() <= max_gap_s * 500.0).then_some(wind);
        match (self.from, self.to) {
            (_, Some((t1, wind))) if t1 == time_ms => Some(wind),
            (Some((t0, a)), Some((t1, b))) if t1 - t0 <= max_gap_s * 1000.0 => {
                let f = (time_ms - t0) / (t1 - t0);
                let mix = |x: f64, y: f64| x + (y - x) * f;
                Some(WindAt {
                    twd_deg: wrap_360(a.twd_deg + self.turn_deg * f),
                    sd_deg: mix(a.sd_deg, b.sd_deg),
                    tws_mps: mix(a.tws_mps, b.tws_mps),
                })
            }
            (Some(_), Some(_)) => None,
            (one, other) => one.or(other).and_then(held),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn veering() -> WindSeries {
        WindSeries {
            source: WindSource::Measured,
            time_ms: vec![0.0, 10_000.0, 200_000.0],
            twd_deg: vec![350.0, 10.0, 20.0],
            sd_deg: vec![4.0, 8.0, 8.0],
            tws_mps: vec![5.0, 7.0, 7.0],
            flip_probability: 0.0,
        }
    }

    #[test]
    fn between_two_samples_the_wind_goes_the_short_way_round() {
        let half = veering().at(5_000.0, 120.0).unwrap();
        assert!(half.twd_deg.abs() < 1e-9 && half.sd_deg == 6.0 && half.tws_mps == 6.0);
    }

    #[test]
    fn a_gap_longer_than_the_bridge_has_no_wind() {
        assert!(veering().at(100_000.0, 120.0).is_none());
        assert!(veering().at(100_000.0, 190.0).is_some());
    }

    #[test]
    fn beyond_an_end_the_nearest_sample_holds_for_half_a_bridge() {
        assert_eq!(veering().at(-60_000.0, 120.0).unwrap().twd_deg, 350.0);
        assert_eq!(veering().at(260_000.0, 120.0).unwrap().twd_deg, 20.0);
        assert!(veering().at(-60_001.0, 120.0).is_none());
        assert!(veering().at(260_001.0, 120.0).is_none());
    }
}
