//! A boat whose speed and course are functions of time, without smoothing: every number of it has a closed form.

use std::ops::Range;

use leebow_engine::angle::{to_rad, wrap_360};
use leebow_engine::geo::Plane;
use leebow_engine::motion::Motion;
use leebow_engine::segment::SegmentKind;
use leebow_engine::segment::classify::ClassifiedTurn;
use leebow_engine::segment::course::Course;
use leebow_engine::segment::table::WindAngleSweep;
use leebow_engine::segment::turns::Turn;
use leebow_engine::track::{Columns, Track};
use leebow_engine::wind::{WindAt, WindSeries, WindSource};

/// Start of every drawn boat, the same as of [`crate::passage::Passage`]: 2026-06-13 14:00 UTC, ms since 1970.
pub const START_MS: f64 = 1_781_359_200_000.0;
/// Step of the integration of the path, about, s.
const STEP_S: f64 = 0.01;

/// A track with its motion, both exact.
pub struct Drawn {
    pub track: Track,
    pub motion: Motion,
}

impl Drawn {
    /// A boat for `seconds` at `rate_hz` fixes per second; speed (m/s) and course (deg) as functions of time (s).
    pub fn by(rate_hz: f64, seconds: f64, sog: impl Fn(f64) -> f64, course: impl Fn(f64) -> f64) -> Self {
        let fixes = (seconds * rate_hz) as usize + 1;
        let times: Vec<f64> = (0..fixes).map(|i| i as f64 / rate_hz).collect();
        let plane = Plane::at(54.4, 10.2);
        let mut motion = Motion { flags: vec![0; fixes], ..Motion::default() };
        let (mut east, mut north) = (0.0, 0.0);
        for (i, &t) in times.iter().enumerate() {
            let steps = (1.0 / rate_hz / STEP_S).ceil();
            for k in 0..if i > 0 { steps as usize } else { 0 } {
                let at = t - (k as f64 + 0.5) / (rate_hz * steps);
                let (sin, cos) = libm::sincos(to_rad(course(at)));
                east += sin * sog(at) / (rate_hz * steps);
                north += cos * sog(at) / (rate_hz * steps);
            }
            let (sin, cos) = libm::sincos(to_rad(course(t)));
            motion.east_m.push(east);
            motion.north_m.push(north);
            motion.east_mps.push(sin * sog(t));
            motion.north_mps.push(cos * sog(t));
            motion.sog_mps.push(sog(t));
            motion.sog_sd_mps.push(0.05);
            motion.cog_deg.push(wrap_360(course(t)));
            motion.turn_rate_dps.push((course(t + STEP_S) - course(t - STEP_S)) / (2.0 * STEP_S));
        }
        let places: Vec<(f64, f64)> =
            motion.east_m.iter().zip(&motion.north_m).map(|(e, n)| plane.to_deg(*e, *n)).collect();
        let columns = Columns::new(
            times.iter().map(|t| START_MS + t * 1000.0).collect(),
            places.iter().map(|p| p.0).collect(),
            places.iter().map(|p| p.1).collect(),
        )
        .unwrap_or_default();
        let whole = 0..fixes;
        let track = Track {
            columns,
            flags: vec![0; fixes],
            pieces: vec![whole],
            planes: plane.into(),
            median_dt_s: 1.0 / rate_hz,
            keeps_frozen: [false; 2],
        };
        Self { track, motion }
    }

    /// The same track with gaps between these pieces.
    pub fn in_pieces(mut self, pieces: &[Range<usize>]) -> Self {
        self.track.pieces = pieces.to_vec();
        self
    }

    pub fn course(&self) -> Course<'_> {
        Course::new(&self.track, &self.motion)
    }
}

/// A constant wind direction, one value every five seconds.
pub fn steady_wind(twd_deg: f64, sd_deg: f64, seconds: f64) -> WindSeries {
    let n = (seconds / 5.0) as usize + 2;
    WindSeries {
        source: WindSource::Estimated,
        time_ms: (0..n).map(|k| START_MS + k as f64 * 5000.0).collect(),
        twd_deg: vec![twd_deg; n],
        sd_deg: vec![sd_deg; n],
        tws_mps: vec![f64::NAN; n],
        flip_probability: 0.0,
    }
}

/// A turn between two moments, s.
pub fn turn(start_s: f64, end_s: f64, change_deg: f64) -> Turn {
    Turn::new(start_s, end_s, change_deg)
}

/// A maneuver of a given kind; course minus wind before and after it, the wind from north.
pub fn found(kind: SegmentKind, turn: Turn, time_s: f64, in_deg: f64, out_deg: f64) -> ClassifiedTurn {
    let sweep = WindAngleSweep { in_deg, out_deg };
    ClassifiedTurn {
        kind: Some(kind),
        turn,
        time_s,
        sweep,
        passed: sweep.passed(),
        wind: Some(WindAt { twd_deg: 0.0, sd_deg: 0.0, tws_mps: f64::NAN }),
        flags: Vec::new(),
        has_loss: true,
        whole: None,
    }
}

/// Linear interpolation between points of time and value; constant before the first and after the last.
pub fn ramps(points: &[(f64, f64)]) -> impl Fn(f64) -> f64 + '_ {
    move |t| {
        let next = points.partition_point(|p| p.0 <= t);
        match (next.checked_sub(1).and_then(|k| points.get(k)), points.get(next)) {
            (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0),
            (Some(end), None) | (None, Some(end)) => end.1,
            (None, None) => f64::NAN,
        }
    }
}
