//! What a receiver makes of the truth: its clock, its noise, its silences.

use std::f64::consts::TAU;

use super::boat::{Moment, STEP_S};
use super::random::{Random, Wander};
use super::spec::{Noise, Spec};
use crate::angle::{to_deg, wrap_180, wrap_360};
use crate::geo::Plane;

/// One recorded fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fix {
    /// UTC, ms since 1970.
    pub time_ms: f64,
    pub lat_deg: f64,
    pub lon_deg: f64,
    pub sog_mps: f64,
    pub cog_deg: f64,
    pub hdg_deg: f64,
    /// To starboard and bow up positive.
    pub heel_deg: f64,
    pub pitch_deg: f64,
    /// Beats a minute; `None` without a sensor.
    pub heart_rate: Option<u8>,
}

/// Records a path as this spec's device does.
pub fn record(moments: &[Moment], spec: &Spec, plane: &Plane) -> Vec<Fix> {
    let mut receiver = Receiver::new(spec);
    let interval_s = 1.0 / spec.rate_hz;
    let end_s = moments.last().map_or(0.0, |m| m.time_s);
    let count = (end_s / interval_s) as usize + 1;
    (0..count).filter_map(|k| receiver.fix(k as f64 * interval_s, moments, spec, plane)).collect()
}

struct Receiver {
    noise: Noise,
    random: Random,
    drift: [Wander; 2],
    doppler: [Wander; 2],
    last_s: f64,
    blind_until_s: f64,
    next_blind_s: f64,
    heart: f64,
}

impl Receiver {
    fn new(spec: &Spec) -> Self {
        let mut random = Random::new(spec.seed, 3);
        let noise = spec.noise;
        let r = &mut random;
        let drift = [(); 2].map(|()| Wander::new(noise.drift_m, noise.drift_tau_s, r));
        let doppler = [(); 2].map(|()| Wander::new(noise.doppler_mps, 3.0, r));
        let next_blind_s = first_wait(&noise, r);
        Self { noise, random, drift, doppler, last_s: 0.0, blind_until_s: -1.0, next_blind_s, heart: 95.0 }
    }

    /// The fix at this time, or nothing while the receiver sees nothing.
    fn fix(&mut self, time_s: f64, moments: &[Moment], spec: &Spec, plane: &Plane) -> Option<Fix> {
        let dt_s = time_s - self.last_s;
        self.last_s = time_s;
        let [de, dn] = [0, 1].map(|axis| self.position_error(axis, dt_s));
        let [ve, vn] = [0, 1].map(|axis| self.doppler[axis].step(dt_s, &mut self.random));
        let truth = at(moments, time_s);
        let felt = at(moments, (time_s - self.noise.doppler_lag_s).max(0.0));
        let jump_m =
            if self.random.chance(self.noise.outliers) { self.random.between(20.0, 300.0) } else { 0.0 };
        let jump_to = self.random.between(0.0, TAU);
        let attitude = [0; 3].map(|_| self.noise.attitude_deg * self.random.normal());
        let heart_rate = self.beat(&truth, dt_s);
        if self.is_blind(time_s) {
            return None;
        }
        let (east_mps, north_mps) = (felt.east_mps + ve, felt.north_mps + vn);
        let (lat_deg, lon_deg) = plane.to_deg(
            truth.east_m + de + jump_m * libm::sin(jump_to),
            truth.north_m + dn + jump_m * libm::cos(jump_to),
        );
        Some(Fix {
            time_ms: libm::round(spec.start_time_ms + time_s * 1000.0),
            lat_deg: round(lat_deg, 1e7),
            lon_deg: round(lon_deg, 1e7),
            sog_mps: libm::hypot(east_mps, north_mps),
            cog_deg: wrap_360(to_deg(libm::atan2(east_mps, north_mps))),
            hdg_deg: wrap_360(truth.hdg_deg + attitude[0]),
            heel_deg: truth.heel_deg + attitude[1],
            pitch_deg: truth.pitch_deg + attitude[2],
            heart_rate: spec.heart_rate.then_some(heart_rate),
        })
    }

    fn position_error(&mut self, axis: usize, dt_s: f64) -> f64 {
        self.drift[axis].step(dt_s, &mut self.random) + self.noise.white_m * self.random.normal()
    }

    /// The heart follows the work: harder upwind and in more wind, slowly.
    fn beat(&mut self, truth: &Moment, dt_s: f64) -> u8 {
        let work = 105.0 + 3.5 * truth.wind.tws_mps + 1.5 * truth.stw_mps;
        self.heart += (work - self.heart) * (1.0 - libm::exp(-dt_s / 60.0)) + 0.3 * self.random.normal();
        self.heart.clamp(60.0, 195.0) as u8
    }

    fn is_blind(&mut self, time_s: f64) -> bool {
        if time_s >= self.next_blind_s {
            self.blind_until_s = time_s + 2.0 + self.random.wait(self.noise.dropout_s);
            self.next_blind_s = self.blind_until_s + first_wait(&self.noise, &mut self.random);
        }
        time_s < self.blind_until_s
    }
}

fn first_wait(noise: &Noise, random: &mut Random) -> f64 {
    let wait = random.wait(60.0 * noise.dropout_every_min);
    if noise.dropout_every_min > 0.0 { wait } else { f64::INFINITY }
}

/// The moment at any time, straight between the two nearest.
pub fn at(moments: &[Moment], time_s: f64) -> Moment {
    let last = moments.len() - 1;
    let i = ((time_s / STEP_S) as usize).min(last);
    let (a, b) = (moments[i], moments[(i + 1).min(last)]);
    let f = ((time_s - a.time_s) / STEP_S).clamp(0.0, 1.0);
    let mix = |x: f64, y: f64| x + (y - x) * f;
    let mix_deg = |x: f64, y: f64| wrap_360(x + wrap_180(y - x) * f);
    Moment {
        time_s,
        east_m: mix(a.east_m, b.east_m),
        north_m: mix(a.north_m, b.north_m),
        east_mps: mix(a.east_mps, b.east_mps),
        north_mps: mix(a.north_mps, b.north_mps),
        hdg_deg: mix_deg(a.hdg_deg, b.hdg_deg),
        stw_mps: mix(a.stw_mps, b.stw_mps),
        heel_deg: mix(a.heel_deg, b.heel_deg),
        pitch_deg: mix(a.pitch_deg, b.pitch_deg),
        wind: a.wind,
    }
}

fn round(value: f64, per_unit: f64) -> f64 {
    libm::round(value * per_unit) / per_unit
}
