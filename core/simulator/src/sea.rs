//! Wind and current of one session (docs/algorithms.md, section 14.2).

use std::f64::consts::TAU;

use crate::random::{OrnsteinUhlenbeck, Random};
use crate::spec::{Scenario, Spec};
use leebow_engine::angle::{to_deg, to_rad, wrap_360};
use leebow_engine::units::mps_from_kn;

/// The wind series extends this long before and after the session, s: boats to windward meet the field earlier.
const MARGIN_S: f64 = 900.0;
/// Speed at which the field drifts to leeward, ratio to the mean wind speed. *guess*
const ADVECTION: f64 = 0.8;
/// Mean time between two lulls, s, and the least wind in one, ratio to the mean. *guess*
const LULL_EVERY_S: f64 = 240.0;
const LEAST_LULL: f64 = 0.15;

/// Wind over the ground at a position and time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wind {
    /// Direction it blows from, deg [0, 360).
    pub twd_deg: f64,
    pub tws_mps: f64,
}

/// Wind field and current of a session.
#[derive(Debug, Clone)]
pub struct Sea {
    /// Offset from the mean direction (deg) and speed (m/s), one value per second from `-MARGIN_S`.
    series: Vec<(f64, f64)>,
    mean_deg: f64,
    /// Drift speed of the field to leeward, m/s, infinite for a uniform one, and unit vector to windward (east, north).
    drift_mps: f64,
    windward: (f64, f64),
    current_mps: f64,
    current_deg: f64,
    current_turn_dps: f64,
}

/// A gust: start and length, s, relative increase of the speed, veer, deg.
struct Gust {
    from_s: f64,
    length_s: f64,
    more: f64,
    veer_deg: f64,
}

impl Sea {
    /// Wind and current of a spec.
    pub fn new(spec: &Spec) -> Self {
        let random = &mut Random::new(spec.wind_seed.unwrap_or(spec.seed), 1);
        let (sin, cos) = libm::sincos(to_rad(spec.twd_deg));
        Self {
            series: wind_series(spec, random),
            mean_deg: spec.twd_deg,
            drift_mps: match spec.scenario {
                // A boat sails farther to windward than the series reaches.
                Scenario::Passage => f64::INFINITY,
                _ => ADVECTION * mps_from_kn(spec.tws_kn),
            },
            windward: (sin, cos),
            current_mps: mps_from_kn(spec.current_kn),
            current_deg: spec.current_deg,
            current_turn_dps: spec.current_turn_deg_per_h / 3600.0,
        }
    }

    /// Wind over the ground at a time (s) and a position in the session's plane (m).
    pub fn wind(&self, time_s: f64, east_m: f64, north_m: f64) -> Wind {
        let to_windward_m = east_m * self.windward.0 + north_m * self.windward.1;
        let at =
            (time_s + to_windward_m / self.drift_mps + MARGIN_S).clamp(0.0, (self.series.len() - 2) as f64);
        let i = at as usize;
        let f = at - i as f64;
        let (a, b) = (self.series[i], self.series[i + 1]);
        Wind { twd_deg: wrap_360(self.mean_deg + a.0 + (b.0 - a.0) * f), tws_mps: a.1 + (b.1 - a.1) * f }
    }

    /// Velocity of the water, m/s east and north.
    pub fn current(&self, time_s: f64) -> (f64, f64) {
        let (sin, cos) = libm::sincos(to_rad(self.current_deg + self.current_turn_dps * time_s));
        (self.current_mps * sin, self.current_mps * cos)
    }

    /// Wind relative to the water.
    pub fn over_water(&self, wind: Wind, time_s: f64) -> Wind {
        let (sin, cos) = libm::sincos(to_rad(wind.twd_deg));
        let (set_e, set_n) = self.current(time_s);
        let (from_e, from_n) = (wind.tws_mps * sin + set_e, wind.tws_mps * cos + set_n);
        Wind { twd_deg: wrap_360(to_deg(libm::atan2(from_e, from_n))), tws_mps: libm::hypot(from_e, from_n) }
    }
}

/// Offset from the mean direction (deg) and speed (m/s) for each second: oscillation, trend, shift, random variation
/// and gusts.
fn wind_series(spec: &Spec, random: &mut Random) -> Vec<(f64, f64)> {
    let mean_mps = mps_from_kn(spec.tws_kn);
    let swing_deg = random.between(3.0, 9.0);
    let swing_deg = spec.oscillation_deg.unwrap_or(swing_deg);
    let period_min = random.between(4.0, 12.0);
    let period_s = 60.0 * spec.oscillation_min.unwrap_or(period_min).max(0.1);
    let phase = random.between(0.0, TAU);
    let trend = 6.0 * random.normal();
    let trend_dps = spec.trend_deg_per_h.unwrap_or(trend) / 3600.0;
    // Standard deviations over a smooth surface: *from* Joffre and Laurila 1988.
    let (sd_deg, sd_share) =
        if mean_mps < 5.0 { (to_deg(0.32 / mean_mps), 0.4 / mean_mps) } else { (to_deg(0.065), 0.08) };
    let mut direction = OrnsteinUhlenbeck::new(spec.gustiness * sd_deg, 90.0, random);
    let mut pressure = OrnsteinUhlenbeck::new(spec.gustiness * sd_share, 40.0, random);
    let seconds = spec.minutes * 60.0 + 2.0 * MARGIN_S;
    let mut gusts = draw_gusts(seconds, spec.gustiness, random);
    gusts.extend(draw_lulls(seconds, spec));
    (0..seconds as usize + 2)
        .map(|second| {
            let t = second as f64 - MARGIN_S;
            let (more, veer_deg) = gust_effect(&gusts, second as f64);
            let shift_deg = spec.shift_deg * ((t - spec.shift_at_min * 60.0) / 60.0).clamp(0.0, 1.0);
            let offset_deg = swing_deg * libm::sin(TAU * t / period_s + phase)
                + trend_dps * t
                + shift_deg
                + direction.step(1.0, random)
                + veer_deg;
            (offset_deg, mean_mps * libm::exp(pressure.step(1.0, random)) * (1.0 + more).max(LEAST_LULL))
        })
        .collect()
}

fn draw_gusts(seconds: f64, gustiness: f64, random: &mut Random) -> Vec<Gust> {
    let mut gusts = Vec::new();
    let mut from_s = random.exponential(180.0);
    while from_s < seconds {
        gusts.push(Gust {
            from_s,
            length_s: random.between(15.0, 45.0),
            more: gustiness * random.between(0.15, 0.40),
            veer_deg: gustiness * random.between(-5.0, 5.0),
        });
        from_s += random.exponential(180.0);
    }
    gusts
}

/// Lulls of the spec's depth: gusts that take speed away. They have a stream of random numbers of their own.
fn draw_lulls(seconds: f64, spec: &Spec) -> Vec<Gust> {
    let random = &mut Random::new(spec.wind_seed.unwrap_or(spec.seed), 9);
    let depth = spec.sailing.lull_depth;
    let mut lulls = Vec::new();
    let mut from_s = random.exponential(LULL_EVERY_S);
    while depth > 0.0 && from_s < seconds {
        let length_s = random.between(100.0, 240.0);
        lulls.push(Gust { from_s, length_s, more: -depth * random.between(0.7, 1.0), veer_deg: 0.0 });
        from_s += length_s + random.exponential(LULL_EVERY_S);
    }
    lulls
}

/// Relative increase of the speed and veer (deg) of the gusts at a second.
fn gust_effect(gusts: &[Gust], second: f64) -> (f64, f64) {
    let (mut more, mut veer_deg) = (0.0, 0.0);
    for gust in gusts {
        let x = (second - gust.from_s) / gust.length_s;
        if (0.0..1.0).contains(&x) {
            let shape = 0.5 - 0.5 * libm::cos(TAU * x);
            more += gust.more * shape;
            veer_deg += gust.veer_deg * shape;
        }
    }
    (more, veer_deg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sailing::Sailing;
    use leebow_engine::angle::{circular_mean, wrap_180};

    #[test]
    fn the_wind_varies_about_the_given_mean() {
        let spec = Spec { twd_deg: 350.0, tws_kn: 12.0, trend_deg_per_h: Some(0.0), ..Spec::default() };
        let sea = Sea::new(&spec);
        let winds: Vec<Wind> = (0..2700).map(|s| sea.wind(f64::from(s), 0.0, 0.0)).collect();
        let (mean, _) = circular_mean(winds.iter().map(|w| (w.twd_deg, 1.0))).unwrap();
        assert!(wrap_180(mean - 350.0).abs() < 8.0, "{mean}");
        let tws = winds.iter().map(|w| w.tws_mps).sum::<f64>() / winds.len() as f64;
        assert!((tws / mps_from_kn(12.0) - 1.05).abs() < 0.15, "{tws}");
    }

    #[test]
    fn lulls_take_wind_away_for_a_minute_or_more() {
        let share_below = |lull_depth: f64| {
            let sailing = Sailing { lull_depth, ..Sailing::default() };
            let sea = Sea::new(&Spec { sailing, tws_kn: 10.0, ..Spec::default() });
            let calm = (0..2700).filter(|s| sea.wind(f64::from(*s), 0.0, 0.0).tws_mps < mps_from_kn(5.0));
            calm.count() as f64 / 2700.0
        };
        assert!(share_below(0.0) < 0.01);
        assert!((0.1..0.4).contains(&share_below(0.8)), "{}", share_below(0.8));
    }

    #[test]
    fn a_puff_reaches_the_boat_to_windward_first() {
        let sea = Sea::new(&Spec { twd_deg: 0.0, tws_kn: 10.0, ..Spec::default() });
        let later_s = 400.0 / (ADVECTION * mps_from_kn(10.0));
        let (up, down) = (sea.wind(600.0, 0.0, 400.0), sea.wind(600.0 + later_s, 0.0, 0.0));
        assert!((up.tws_mps - down.tws_mps).abs() < 1e-9);
    }

    #[test]
    fn a_current_against_the_wind_increases_the_wind_over_the_water() {
        let spec = Spec { current_kn: 1.0, current_deg: 270.0, ..Spec::default() };
        let sea = Sea::new(&spec);
        let wind = Wind { twd_deg: 270.0, tws_mps: 5.0 };
        let felt = sea.over_water(wind, 0.0);
        assert!((felt.tws_mps - 5.0 - mps_from_kn(1.0)).abs() < 1e-9);
        assert!((felt.twd_deg - 270.0).abs() < 1e-9);
    }
}
