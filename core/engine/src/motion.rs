//! `Track` → smoothed position, velocity, course, turn rate (Kalman + RTS, ALGORITHMS 3.1, steps 4-6).
//!
//! Each piece of the track is smoothed by itself: nothing reaches across a gap. The model is one of mean-reverting
//! acceleration in each axis, fed with positions and, where the device has it, with Doppler velocity or speed.
//! One set of parameters serves every rate and irregular stamps alike.

mod kalman;
mod observe;

use crate::angle::{to_deg, wrap_360};
use crate::config::BoatClass;
use crate::track::{Track, flag};
use crate::units::mps_from_kn;
use kalman::Smoothed;

/// Below this speed a course says nothing, kn.
pub const SLOW_KN: f64 = 0.5;

/// Below this speed there is no turn rate, m/s.
const TURN_RATE_MIN_MPS: f64 = 0.7;

/// Smoothed motion, one value per fix of the track. Never bridges a gap.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Motion {
    /// Position in the track's plane, m.
    pub east_m: Vec<f64>,
    pub north_m: Vec<f64>,
    /// Velocity over ground, m/s.
    pub east_mps: Vec<f64>,
    pub north_mps: Vec<f64>,
    pub sog_mps: Vec<f64>,
    /// One standard deviation of the speed, m/s.
    pub sog_sd_mps: Vec<f64>,
    /// True course over ground, deg; held below 0.5 kn (the fix is flagged SLOW).
    pub cog_deg: Vec<f64>,
    /// Turn rate of the course, deg/s, to starboard positive; NaN where speed < 0.7 m/s.
    pub turn_rate_dps: Vec<f64>,
    /// The track's flags, with what the smoother found: OUTLIER, NO_DOPPLER, SLOW.
    pub flags: Vec<u8>,
}

/// Smooths a track.
pub fn smooth(track: &Track, class: &BoatClass) -> Motion {
    let device = observe::Device::of(track);
    let mut motion = Motion { flags: track.flags.clone(), ..Motion::default() };
    let mut rooms = kalman::Rooms::default();
    for piece in &track.pieces {
        let mut fixes = observe::fixes(track, piece.clone(), &device);
        let mut smoothed = kalman::smooth(&fixes, class, &mut rooms);
        if observe::add_speeds(track, piece.clone(), &device, &smoothed, &mut fixes) {
            smoothed = kalman::smooth(&fixes, class, &mut rooms);
        }
        for (i, state) in smoothed.iter().enumerate() {
            motion.push(state, piece.start + i);
        }
    }
    motion.hold_slow_courses(track);
    motion
}

impl Motion {
    fn push(&mut self, s: &Smoothed, row: usize) {
        let (ve, vn) = (s.velocity_mps[0], s.velocity_mps[1]);
        let sog = s.speed_mps();
        self.east_m.push(s.position_m[0]);
        self.north_m.push(s.position_m[1]);
        self.east_mps.push(ve);
        self.north_mps.push(vn);
        self.sog_mps.push(sog);
        self.sog_sd_mps.push(s.speed_sd_mps());
        self.cog_deg.push(wrap_360(to_deg(libm::atan2(ve, vn))));
        let turning = s.acceleration_mps2[0] * vn - s.acceleration_mps2[1] * ve;
        self.turn_rate_dps.push(if sog < TURN_RATE_MIN_MPS {
            f64::NAN
        } else {
            to_deg(turning / (sog * sog))
        });
        if let Some(f) = self.flags.get_mut(row) {
            *f |= if s.position_rejected { flag::OUTLIER } else { 0 };
            *f |= if s.velocity_rejected { flag::NO_DOPPLER } else { 0 };
            *f |= if sog < mps_from_kn(SLOW_KN) { flag::SLOW } else { 0 };
        }
    }

    /// A boat at rest keeps the course it had; before it ever moved in a piece, the one it will have.
    fn hold_slow_courses(&mut self, track: &Track) {
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
    }
}

#[cfg(test)]
mod tests;
