//! Sessions whose speeds and courses are given second by second, for tests.

use super::input::{DebriefFacts, DebriefManeuver, DebriefStraight, DebriefTrack, DebriefWind};
use crate::segment::SegmentKind;

pub(crate) const START_MS: f64 = 1_700_000_000_000.0;

/// A track of one fix a second in a steady wind from the north.
pub(crate) struct Sailed {
    pub track: DebriefTrack,
}

impl Sailed {
    pub fn new() -> Self {
        let facts = DebriefFacts { boat_class: Some("Laser".into()), ..DebriefFacts::default() };
        Self { track: DebriefTrack { facts, ..DebriefTrack::default() } }
    }

    fn now_ms(&self) -> f64 {
        START_MS + 1000.0 * self.track.time_ms.len() as f64
    }

    /// Sails on, m/s; none of it is a straight of the analysis.
    pub fn sail(mut self, seconds: usize, course_deg: f32, speed_mps: f32) -> Self {
        for _ in 0..seconds {
            let ms = self.now_ms();
            self.track.time_ms.push(ms);
            self.track.lat_deg.push(54.0);
            self.track.lon_deg.push(10.0);
            self.track.sog_mps.push(speed_mps);
            self.track.cog_deg.push(course_deg);
        }
        self
    }

    /// Sails straight on, m/s.
    pub fn straight(self, seconds: usize, course_deg: f32, speed_mps: f32) -> Self {
        let start_ms = self.now_ms();
        let mut after = self.sail(seconds, course_deg, speed_mps);
        let end_ms = after.now_ms();
        after.track.facts.straights.push(DebriefStraight { start_ms, end_ms });
        after
    }

    /// A counted maneuver of ten seconds at this speed, with this loss, m.
    pub fn maneuver(self, kind: SegmentKind, course_deg: f32, speed_mps: f32, loss_m: Option<f64>) -> Self {
        let start_ms = self.now_ms();
        let mut after = self.sail(10, course_deg, speed_mps);
        after.track.facts.maneuvers.push(DebriefManeuver {
            kind,
            time_ms: start_ms + 3000.0,
            start_ms,
            end_ms: start_ms + 6000.0,
            recovered_ms: Some(start_ms + 10_000.0),
            to_side: None,
            counted: true,
            averaged: true,
            along_wind: true,
            loss_og_m: loss_m,
            loss_80_m: loss_m,
            loss_80_low_m: loss_m.map(|m| m - 1.645),
            loss_80_high_m: loss_m.map(|m| m + 1.645),
        });
        after
    }

    /// The track in its wind, measured independently of it or not.
    pub fn in_wind(mut self, own_track: bool, tws_kn: Option<f64>) -> DebriefTrack {
        let seconds = self.track.time_ms.len();
        let time_ms: Vec<f64> = (0..=seconds / 10).map(|i| START_MS + 10_000.0 * i as f64).collect();
        let n = time_ms.len();
        self.track.facts.wind = Some(DebriefWind {
            own_track,
            flip_probability: 0.0,
            time_ms,
            twd_deg: vec![0.0; n],
            sd_deg: vec![4.0; n],
            tws_kn: vec![tws_kn; n],
        });
        self.track
    }
}

/// Twelve boards of two minutes to windward at 45°, with tacks that lose this much.
pub(crate) fn beats(speed_mps: f32, loss_m: f64) -> Sailed {
    (0..12).fold(Sailed::new(), |sailed, i| {
        let course_deg = if i % 2 == 0 { 45.0 } else { 315.0 };
        sailed.straight(120, course_deg, speed_mps).maneuver(
            SegmentKind::Tack,
            0.0,
            0.5 * speed_mps,
            Some(loss_m),
        )
    })
}
