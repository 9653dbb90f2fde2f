//! `Track` → smoothed position, velocity, course and turn rate by a Kalman filter and Rauch-Tung-Striebel smoother
//! (docs/algorithms.md, section 3).
//!
//! Each gap-free piece is smoothed separately. Measurements are positions and, where the device has them, Doppler
//! velocity or speed. One set of parameters serves every sample rate and irregular time stamps.

mod device;
pub(crate) mod frozen;
mod kalman;
mod observe;
pub mod sparse;

use std::ops::Range;

use crate::angle::{bearing_deg, hypot, to_deg};
use crate::config::BoatClass;
use crate::track::{Track, flag};
use crate::units::mps_from_kn;
pub(crate) use device::frozen_channel;
pub use device::{ChannelCheck, DeviceChecks, Misfit};
use kalman::Smoothed;

/// Below this speed the course is held, kn. *from* Anemomind, which treats slower boats as stopped.
pub const SLOW_KN: f64 = 0.5;

/// Below this speed the turn rate is undefined, m/s. *guess*
const TURN_RATE_MIN_MPS: f64 = 0.7;

/// Smoothed motion, one value per fix of the track; never interpolated across a gap.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Motion {
    /// Position in the track's tangent planes, m.
    pub east_m: Vec<f64>,
    pub north_m: Vec<f64>,
    /// Velocity over ground, m/s.
    pub east_mps: Vec<f64>,
    pub north_mps: Vec<f64>,
    pub sog_mps: Vec<f64>,
    /// Standard deviation of `sog_mps`, m/s.
    pub sog_sd_mps: Vec<f64>,
    /// True course over ground, deg [0, 360); below 0.5 kn the last valid one (the fix is flagged SLOW).
    pub cog_deg: Vec<f64>,
    /// Rate of turn of the course, deg/s, positive to starboard; NaN below 0.7 m/s.
    pub turn_rate_dps: Vec<f64>,
    /// The track's flags with those set by the smoother: OUTLIER, NO_DOPPLER, SLOW.
    pub flags: Vec<u8>,
    /// What the comparison of the device's speed and course with its positions showed.
    pub device: DeviceChecks,
    /// The device's speed with its unit and lag corrected, m/s; none where the recorded one is used as it is, or not at all.
    pub corrected_mps: Option<Vec<f32>>,
}

impl Motion {
    /// Memory of the columns, bytes.
    pub fn bytes(&self) -> usize {
        let corrected = self.corrected_mps.as_ref().map_or(0, Vec::len) * size_of::<f32>();
        self.flags.len() * (8 * size_of::<f64>() + size_of::<u8>()) + corrected
    }

    /// The device's speed as the analysis uses it, m/s, NaN where it has none; none when it is not used.
    pub fn device_mps<'a>(&'a self, track: &'a Track) -> Option<&'a [f32]> {
        let is_used = self.device.speed.is_none_or(|check| check.misfit.is_none());
        self.corrected_mps.as_deref().or_else(|| track.columns.get("sog")).filter(|_| is_used)
    }

    /// Standard deviation of the device's speed at a fix that the device states, m/s; none where it states none or its
    /// speed is not used.
    pub fn stated_sd_mps(&self, track: &Track, fix: usize) -> Option<f64> {
        self.device_mps(track)?;
        track.columns.get("sog_accuracy")?.get(fix).map(|sd| f64::from(*sd)).filter(|sd| sd.is_finite())
    }

    /// True when the analysis uses the device's course.
    pub fn uses_device_course(&self, track: &Track) -> bool {
        track.columns.get("cog").is_some() && self.device.course.is_none_or(|check| check.misfit.is_none())
    }
}

/// Smooths a track with the process noise and top speed of a boat class. A sparse track is not smoothed ([`sparse`]).
pub fn smooth(track: &Track, class: &BoatClass) -> Motion {
    if track.is_sparse() {
        return sparse::displacement_motion(track).with_slow_courses_held(track);
    }
    let device = device::Device::of(track);
    let mut motion = Motion { device: device.checks, ..Motion::unknown(track) };
    for piece in &track.pieces {
        let mut fixes = observe::PieceFixes::new(track, piece.clone(), &device);
        fixes.add_speeds(class);
        kalman::smooth(&fixes, class, |rows, states| {
            motion.set(track, piece.start + rows.start..piece.start + rows.end, states)
        });
    }
    motion.corrected_mps = device.sog.and_then(device::Channel::into_corrected);
    motion.with_slow_courses_held(track)
}

impl Motion {
    /// The motion through water that moves with this velocity to the east and north, m/s, in a frame that drifts with it.
    /// The speed of the device, which is over the ground, has no part in it.
    pub(crate) fn through_water(&self, track: &Track, [east_mps, north_mps]: [f64; 2]) -> Self {
        let mut water = self.clone();
        let first_ms = track.columns.time_ms.first().copied().unwrap_or(0.0);
        for (row, time_ms) in track.columns.time_ms.iter().enumerate() {
            let t_s = (time_ms - first_ms) / 1000.0;
            let (east, north) = (self.east_mps[row] - east_mps, self.north_mps[row] - north_mps);
            water.east_m[row] -= east_mps * t_s;
            water.north_m[row] -= north_mps * t_s;
            (water.east_mps[row], water.north_mps[row]) = (east, north);
            water.sog_mps[row] = hypot(east, north);
            water.cog_deg[row] = bearing_deg(east, north);
            water.turn_rate_dps[row] = f64::NAN;
            water.flags[row] &= !flag::SLOW;
            if water.sog_mps[row] < mps_from_kn(SLOW_KN) {
                water.flags[row] |= flag::SLOW;
            }
        }
        water.corrected_mps = None;
        water.device.speed = Some(ChannelCheck { misfit: Some(Misfit::Varying), ..ChannelCheck::default() });
        water.with_slow_courses_held(track)
    }

    fn unknown(track: &Track) -> Self {
        let column = || vec![0.0; track.columns.len()];
        Motion {
            east_m: column(),
            north_m: column(),
            east_mps: column(),
            north_mps: column(),
            sog_mps: column(),
            sog_sd_mps: column(),
            cog_deg: column(),
            turn_rate_dps: vec![f64::NAN; track.columns.len()],
            flags: track.flags.clone(),
            device: DeviceChecks::default(),
            corrected_mps: None,
        }
    }

    /// Sets rows from their states, which are in reverse order.
    fn set(&mut self, track: &Track, rows: Range<usize>, states: &[Smoothed]) {
        fill(&mut self.east_m, &rows, states, |s| s.position_m.0[0]);
        fill(&mut self.north_m, &rows, states, |s| s.position_m.0[1]);
        fill(&mut self.east_mps, &rows, states, |s| s.velocity_mps.0[0]);
        fill(&mut self.north_mps, &rows, states, |s| s.velocity_mps.0[1]);
        fill(&mut self.sog_mps, &rows, states, Smoothed::speed_mps);
        fill(&mut self.sog_sd_mps, &rows, states, Smoothed::speed_sd_mps);
        fill(&mut self.cog_deg, &rows, states, |s| bearing_deg(s.velocity_mps.0[0], s.velocity_mps.0[1]));
        fill(&mut self.turn_rate_dps, &rows, states, turn_rate_dps);
        let mut given = track.flags.get(rows.clone()).into_iter().flatten().rev();
        fill(&mut self.flags, &rows, states, |s| given.next().unwrap_or(&0) | flags(s));
    }

    /// Holds the course of slow fixes at the last valid one; before the first valid one of a piece, at that one.
    fn with_slow_courses_held(mut self, track: &Track) -> Self {
        for piece in &track.pieces {
            let slow = |row: usize| self.flags.get(row).is_some_and(|f| f & flag::SLOW != 0);
            let first = piece.clone().find(|&row| !slow(row));
            let mut held = first.and_then(|row| self.cog_deg.get(row).copied());
            for row in piece.clone() {
                let is_slow = self.flags.get(row).is_some_and(|f| f & flag::SLOW != 0);
                match (self.cog_deg.get_mut(row), held) {
                    (Some(cog), Some(course)) if is_slow => *cog = course,
                    (Some(cog), _) if !is_slow => held = Some(*cog),
                    _ => {}
                }
            }
        }
        self
    }
}

fn fill<T>(column: &mut [T], rows: &Range<usize>, states: &[Smoothed], mut of: impl FnMut(&Smoothed) -> T) {
    let places = column.get_mut(rows.clone()).into_iter().flatten().rev();
    places.zip(states).for_each(|(place, state)| *place = of(state));
}

fn turn_rate_dps(s: &Smoothed) -> f64 {
    let ([ve, vn], [ae, an]) = (s.velocity_mps.0, s.acceleration_mps2.0);
    let sog2 = ve * ve + vn * vn;
    if sog2 < TURN_RATE_MIN_MPS * TURN_RATE_MIN_MPS { f64::NAN } else { to_deg((ae * vn - an * ve) / sog2) }
}

/// Flags set by the smoother.
fn flags(s: &Smoothed) -> u8 {
    let slow = s.speed_mps() < mps_from_kn(SLOW_KN);
    let flag = |is: bool, bit: u8| if is { bit } else { 0 };
    flag(s.position_rejected, flag::OUTLIER)
        | flag(s.velocity_rejected, flag::NO_DOPPLER)
        | flag(slow, flag::SLOW)
}

#[cfg(test)]
mod tests;
