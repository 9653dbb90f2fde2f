//! The fixes of a receiver: sampling, noise, dropouts (docs/algorithms.md, section 14.6).

use std::f64::consts::TAU;

use crate::boat::{Moment, SIMULATION_STEP_S};
use crate::noise::Noise;
use crate::random::{OrnsteinUhlenbeck, Random};
use crate::spec::Spec;
use leebow_engine::angle::{to_deg, wrap_180, wrap_360};
use leebow_engine::geo::Plane;

/// One recorded fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fix {
    /// Time, ms since 1970 UTC.
    pub time_ms: f64,
    pub lat_deg: f64,
    pub lon_deg: f64,
    pub sog_mps: f64,
    pub cog_deg: f64,
    pub hdg_deg: f64,
    /// Heel to starboard and pitch bow up positive, deg.
    pub heel_deg: f64,
    pub pitch_deg: f64,
    /// Heart rate, beats per minute; `None` without a sensor.
    pub heart_rate: Option<u8>,
    /// Load at the clew, N; `None` without a load cell.
    pub clew_load_n: Option<f64>,
}

/// The fixes that the device of a spec records of a path.
pub fn record(moments: &[Moment], spec: &Spec, plane: &Plane) -> Vec<Fix> {
    let mut receiver = Receiver::new(spec);
    let interval_s = 1.0 / spec.rate_hz;
    let end_s = moments.last().map_or(0.0, |m| m.time_s);
    let count = (end_s / interval_s) as usize + 1;
    let mut fixes: Vec<Fix> = Vec::with_capacity(count);
    for k in 0..count {
        let Some(fix) = receiver.fix(k as f64 * interval_s, moments, spec, plane) else { continue };
        if fixes.last().is_none_or(|before| is_stored(&spec.noise, before, &fix)) {
            fixes.push(fix);
        }
    }
    fixes
}

/// By how much the clock of the device is ahead, whole ms.
fn clock_offset_ms(spec: &Spec) -> f64 {
    libm::round(1000.0 * spec.race.map_or(0.0, |race| race.clock_offset_s))
}

/// True when a fix is stored: its time increases, and with smart recording course or speed changed or `smart_s` passed.
fn is_stored(noise: &Noise, before: &Fix, fix: &Fix) -> bool {
    let waited_s = (fix.time_ms - before.time_ms) / 1000.0;
    let turned = wrap_180(fix.cog_deg - before.cog_deg).abs() > 10.0;
    let changed = (fix.sog_mps - before.sog_mps).abs() > 0.7;
    waited_s > 0.0 && (noise.smart_s == 0.0 || turned || changed || waited_s >= noise.smart_s)
}

struct Receiver {
    noise: Noise,
    random: Random,
    drift: [OrnsteinUhlenbeck; 2],
    doppler: [OrnsteinUhlenbeck; 2],
    last_s: f64,
    /// The velocities (east, north) behind the recorded speed and course after the low-pass filter, m/s; none before the
    /// first fix.
    smoothed_mps: Option<[(f64, f64); 2]>,
    dropouts: Episodes,
    offset: Episodes,
    /// Offset of the positions during an offset episode (east, north), m.
    offset_m: [f64; 2],
    stroke_hz: f64,
    heart: f64,
}

impl Receiver {
    fn new(spec: &Spec) -> Self {
        let mut random = Random::new(spec.seed, 3);
        let noise = spec.noise;
        let r = &mut random;
        let drift = [(); 2].map(|()| OrnsteinUhlenbeck::new(noise.drift_m, noise.drift_tau_s, r));
        let doppler = [(); 2].map(|()| OrnsteinUhlenbeck::new(noise.doppler_mps, 3.0, r));
        let dropouts = Episodes::new(noise.dropout_every_min, noise.dropout_s, r);
        let offset = Episodes::new(noise.offset_every_min, noise.offset_s, r);
        let toward = r.between(0.0, TAU);
        let offset_m = [libm::sin(toward), libm::cos(toward)].map(|part| noise.offset_m * part);
        let stroke_hz = r.between(0.4, 0.8);
        Self {
            noise,
            random,
            drift,
            doppler,
            last_s: 0.0,
            smoothed_mps: None,
            dropouts,
            offset,
            offset_m,
            stroke_hz,
            heart: 95.0,
        }
    }

    /// The fix at this time; `None` during a dropout.
    fn fix(&mut self, time_s: f64, moments: &[Moment], spec: &Spec, plane: &Plane) -> Option<Fix> {
        let dt_s = time_s - self.last_s;
        self.last_s = time_s;
        let truth = at(moments, time_s);
        let (east_m, north_m) = self.place(&truth, time_s, dt_s);
        let (sog_mps, cog_deg) = self.speed_and_course(moments, time_s, dt_s);
        let delayed = at(moments, (time_s - self.noise.sensor_lag_s).max(0.0));
        let attitude = [0; 3].map(|_| self.noise.attitude_deg * self.random.normal());
        let heart_rate = self.heart_rate_bpm(&truth, dt_s);
        let jitter_ms = self.noise.jitter_ms * self.random.normal();
        if self.dropouts.is_on(time_s, &mut self.random) {
            return None;
        }
        let (lat_deg, lon_deg) = plane.to_deg(east_m, north_m);
        Some(Fix {
            time_ms: libm::round(spec.start_time_ms + time_s * 1000.0 + jitter_ms) + clock_offset_ms(spec),
            lat_deg: round(lat_deg, 1e7),
            lon_deg: round(lon_deg, 1e7),
            sog_mps,
            cog_deg,
            hdg_deg: wrap_360(delayed.hdg_deg + attitude[0]),
            heel_deg: self.limited(delayed.heel_deg + attitude[1] + self.noise.heel_offset_deg),
            pitch_deg: self.limited(delayed.pitch_deg + attitude[2]),
            heart_rate: spec.heart_rate.then_some(heart_rate),
            clew_load_n: spec.clew_load.then_some(delayed.clew_load_n),
        })
    }

    /// An angle limited to the range of the sensor, deg.
    fn limited(&self, angle_deg: f64) -> f64 {
        let limit_deg = self.noise.attitude_limit_deg;
        if limit_deg > 0.0 { angle_deg.clamp(-limit_deg, limit_deg) } else { angle_deg }
    }

    /// The position with its errors, m.
    fn place(&mut self, truth: &Moment, time_s: f64, dt_s: f64) -> (f64, f64) {
        let [mut east_m, mut north_m] = [0, 1].map(|axis| self.position_error(axis, dt_s));
        if self.offset.is_on(time_s, &mut self.random) {
            east_m += self.offset_m[0];
            north_m += self.offset_m[1];
        }
        if self.random.bernoulli(self.noise.outliers) {
            let (jump_m, toward) = (self.random.between(20.0, 300.0), self.random.between(0.0, TAU));
            east_m += jump_m * libm::sin(toward);
            north_m += jump_m * libm::cos(toward);
        }
        (truth.east_m + east_m, truth.north_m + north_m)
    }

    /// The recorded speed, m/s, and course, deg: the Doppler velocity with lag, noise and wrist swing, smoothed, in the
    /// device's unit and with its offset.
    fn speed_and_course(&mut self, moments: &[Moment], time_s: f64, dt_s: f64) -> (f64, f64) {
        let noise = self.noise;
        let [ve, vn] = [0, 1].map(|axis| self.doppler[axis].step(dt_s, &mut self.random));
        let swing_mps = noise.swing_mps * libm::sin(TAU * self.stroke_hz * time_s);
        let velocity = |lag_s: f64| {
            let delayed = at(moments, (time_s - lag_s).max(0.0));
            let swing = swing_mps / libm::hypot(delayed.east_mps, delayed.north_mps).max(0.1);
            (delayed.east_mps * (1.0 + swing) + ve, delayed.north_mps * (1.0 + swing) + vn)
        };
        let now = [0.0, noise.course_lag_s].map(|lag_s| velocity(noise.doppler_lag_s + lag_s));
        let share = if noise.smoothing_s > 0.0 { 1.0 - libm::exp(-dt_s / noise.smoothing_s) } else { 1.0 };
        let last = self.smoothed_mps.unwrap_or(now);
        let mixed = |i: usize| {
            let mix = |a: f64, b: f64| a + (b - a) * share;
            if share < 1.0 { (mix(last[i].0, now[i].0), mix(last[i].1, now[i].1)) } else { now[i] }
        };
        let [of_speed, of_course] = [mixed(0), mixed(1)];
        self.smoothed_mps = Some([of_speed, of_course]);
        let speed = libm::hypot(of_speed.0, of_speed.1) * (1.0 + noise.speed_excess);
        let course = to_deg(libm::atan2(of_course.0, of_course.1)) + noise.course_offset_deg;
        (speed, wrap_360(course))
    }

    fn position_error(&mut self, axis: usize, dt_s: f64) -> f64 {
        self.drift[axis].step(dt_s, &mut self.random) + self.noise.white_m * self.random.normal()
    }

    /// Heart rate, beats per minute: follows wind and boat speed with a time constant of 60 s.
    fn heart_rate_bpm(&mut self, truth: &Moment, dt_s: f64) -> u8 {
        let work = 105.0 + 3.5 * truth.wind.tws_mps + 1.5 * truth.stw_mps;
        self.heart += (work - self.heart) * (1.0 - libm::exp(-dt_s / 60.0)) + 0.3 * self.random.normal();
        self.heart.clamp(60.0, 195.0) as u8
    }
}

/// Episodes of a receiver at random times: dropouts or position offsets.
struct Episodes {
    every_s: f64,
    length_s: f64,
    from_s: f64,
    until_s: f64,
}

impl Episodes {
    fn new(every_min: f64, length_s: f64, random: &mut Random) -> Self {
        let every_s = if every_min > 0.0 { 60.0 * every_min } else { f64::INFINITY };
        let wait_s = random.exponential(60.0 * every_min);
        let from_s = if every_min > 0.0 { wait_s } else { f64::INFINITY };
        Self { every_s, length_s, from_s, until_s: f64::NEG_INFINITY }
    }

    fn is_on(&mut self, time_s: f64, random: &mut Random) -> bool {
        if time_s >= self.from_s {
            self.until_s = time_s + 2.0 + random.exponential(self.length_s);
            self.from_s = self.until_s + random.exponential(self.every_s);
        }
        time_s < self.until_s
    }
}

/// The state at any time, interpolated linearly between two moments.
pub fn at(moments: &[Moment], time_s: f64) -> Moment {
    let last = moments.len() - 1;
    let i = ((time_s / SIMULATION_STEP_S) as usize).min(last);
    let (a, b) = (moments[i], moments[(i + 1).min(last)]);
    let f = ((time_s - a.time_s) / SIMULATION_STEP_S).clamp(0.0, 1.0);
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
        clew_load_n: mix(a.clew_load_n, b.clew_load_n),
        wind: a.wind,
    }
}

fn round(value: f64, per_unit: f64) -> f64 {
    libm::round(value * per_unit) / per_unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_path::constructed_path;

    fn fix(time_ms: f64, cog_deg: f64, sog_mps: f64) -> Fix {
        Fix {
            time_ms,
            lat_deg: 54.0,
            lon_deg: 10.0,
            sog_mps,
            cog_deg,
            hdg_deg: cog_deg,
            heel_deg: 0.0,
            pitch_deg: 0.0,
            heart_rate: None,
            clew_load_n: None,
        }
    }

    #[test]
    fn a_state_between_two_moments_is_interpolated_across_north() {
        let moments = constructed_path(10.0, |t| 4.0 + t, |t| if t < 5.0 { 350.0 } else { 10.0 });
        let state = at(&moments, 4.975);
        assert!(wrap_180(state.hdg_deg).abs() < 1e-6, "{}", state.hdg_deg);
        assert!((state.stw_mps - 8.975).abs() < 1e-9);
        let beyond = at(&moments, 99.0);
        assert_eq!(beyond.stw_mps, moments.last().unwrap().stw_mps);
    }

    #[test]
    fn smart_recording_stores_changes_and_a_fix_after_the_longest_pause() {
        let smart = Noise { smart_s: 8.0, ..Noise::NONE };
        let before = fix(0.0, 355.0, 5.0);
        assert!(!is_stored(&smart, &before, &fix(7_000.0, 4.0, 5.6)));
        assert!(is_stored(&smart, &before, &fix(1_000.0, 6.0, 5.0)), "a course change across north");
        assert!(is_stored(&smart, &before, &fix(1_000.0, 355.0, 5.8)), "a change of speed");
        assert!(is_stored(&smart, &before, &fix(8_000.0, 355.0, 5.0)), "the longest pause");
    }

    #[test]
    fn a_fix_that_is_not_later_than_the_last_one_is_not_stored() {
        let before = fix(1_000.0, 90.0, 5.0);
        assert!(!is_stored(&Noise::NONE, &before, &fix(1_000.0, 120.0, 9.0)));
        assert!(is_stored(&Noise::NONE, &before, &fix(1_001.0, 90.0, 5.0)));
    }

    #[test]
    fn episodes_have_their_mean_distance_and_duration() {
        let mut random = Random::new(5, 9);
        let mut dropouts = Episodes::new(10.0, 20.0, &mut random);
        let on: Vec<bool> = (0..2_000_000).map(|s| dropouts.is_on(f64::from(s), &mut random)).collect();
        let starts = on.windows(2).filter(|w| !w[0] && w[1]).count() as f64;
        let share = on.iter().filter(|on| **on).count() as f64 / on.len() as f64;
        // One episode of 2 s + 20 s after 600 s on average.
        assert!((starts / 2e6 * 622.0 - 1.0).abs() < 0.05, "{starts}");
        assert!((share - 22.0 / 622.0).abs() < 0.003, "{share}");
        let mut never = Episodes::new(0.0, 20.0, &mut random);
        assert!((0..1000).all(|s| !never.is_on(f64::from(s) * 1e5, &mut random)));
    }
}
