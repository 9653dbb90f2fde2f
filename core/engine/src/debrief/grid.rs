//! A session on a grid of seconds: motion, wind and band of each.

use super::answer::Band;
use super::input::{DebriefOptions, DebriefTrack};
use crate::angle::{to_rad, wrap_180};
use crate::race::input::RaceWindSource;
use crate::segment::SegmentKind;
use crate::units::mps_from_kn;

/// Longest gap between fixes that is interpolated, ms.
const MAX_GAP_MS: f64 = 10_000.0;

/// Longest interval between samples of the wind that is interpolated, ms; the samples are 10 s apart. *guess*
const MAX_WIND_GAP_MS: f64 = 120_000.0;

/// Half of the window of the mean wind, s: 10 min in all.
const HALF_MEAN_S: usize = 300;

/// Half of the window over which the band of a second is decided, s. *guess*
const HALF_BAND_S: usize = 5;

/// Wind angles of the bands, deg (docs/algorithms.md).
const UP_BELOW_DEG: f64 = 70.0;
const DOWN_ABOVE_DEG: f64 = 110.0;

/// A stop that takes longer is a break and no part of the budget, s. *guess*
const MAX_STOP_S: f64 = 120.0;

/// What a second belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Index of the maneuver: a counted tack or gybe until 95 % of the speed is regained.
    Turn(usize),
    /// A rounding, a penalty, a break: no part of the budget.
    Else,
    Stop,
    /// Inside a straight of the analysis.
    Straight,
    Sailing,
}

/// One second with a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Second {
    pub ms: f64,
    /// Velocity to the east and north, m/s.
    pub v: [f64; 2],
    /// Direction of the wind, unit vector to windward; none without one.
    pub n: Option<[f64; 2]>,
    pub sd_rad: f64,
    /// Mean of `n` over 10 min, unit vector.
    pub mean_n: Option<[f64; 2]>,
    pub tws_kn: Option<f64>,
    pub band: Option<Band>,
    pub doing: Doing,
}

impl Second {
    pub(super) fn speed(&self) -> f64 {
        (self.v[0] * self.v[0] + self.v[1] * self.v[1]).sqrt()
    }

    /// Speed made good along the wind of this second, positive in the sense of the band, m/s.
    pub(super) fn vmg(&self) -> Option<f64> {
        Some(sign(self.band?) * dot(self.v, self.n?))
    }

    /// Wind angle, deg, positive on starboard tack.
    pub(super) fn twa_deg(&self) -> Option<f64> {
        let n = self.n?;
        Some(crate::angle::to_deg(libm::atan2(n[0] * self.v[1] - n[1] * self.v[0], dot(self.v, n))))
    }
}

/// A session as a list of its seconds, in time order, with gaps.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub seconds: Vec<Second>,
    /// True where the wind is not known independently of this track.
    pub own_track: bool,
}

pub(super) fn sign(band: Band) -> f64 {
    if band == Band::Up { 1.0 } else { -1.0 }
}

pub(crate) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

impl Grid {
    pub(crate) fn of(track: &DebriefTrack, options: &DebriefOptions) -> Self {
        let wind = Wind::of(track, options);
        let mut seconds = motion(track);
        for s in &mut seconds {
            if let Some((n, sd_rad)) = wind.at(s.ms) {
                (s.n, s.sd_rad) = (Some(n), sd_rad);
            }
            s.tws_kn = wind.tws_at(s.ms);
        }
        let mean = windowed(&seconds, HALF_MEAN_S, |s| s.n);
        for (s, n) in seconds.iter_mut().zip(mean) {
            s.mean_n = n.and_then(unit);
        }
        set_bands(&mut seconds);
        set_doing(&mut seconds, track);
        Self { seconds, own_track: wind.own_track }
    }

    /// The seconds from `start_ms` to before `end_ms`.
    pub(super) fn between(&self, start_ms: f64, end_ms: f64) -> &[Second] {
        let at = |ms: f64| self.seconds.partition_point(|s| s.ms < ms);
        self.seconds.get(at(start_ms)..at(end_ms)).unwrap_or_default()
    }
}

/// Position and velocity at each whole second of the track.
fn motion(track: &DebriefTrack) -> Vec<Second> {
    let velocity = |i: usize| {
        let speed = f64::from(*track.sog_mps.get(i)?);
        let (sin, cos) = libm::sincos(to_rad(f64::from(*track.cog_deg.get(i)?)));
        // The course is unknown below 0.5 kn: at rest.
        let at = |part: f64| if part.is_finite() { speed * part } else { 0.0 };
        speed.is_finite().then(|| [at(sin), at(cos)])
    };
    let times = &track.time_ms;
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return Vec::new() };
    let mut row = 0;
    let mut seconds = Vec::new();
    let mut ms = (first / 1000.0).ceil() * 1000.0;
    while ms <= *last {
        while times.get(row + 1).is_some_and(|t| *t < ms) {
            row += 1;
        }
        let next = (row + 1).min(times.len() - 1);
        let (a, b) = (times[row], times[next]);
        if b - a > MAX_GAP_MS && ms > a && b - ms >= 1000.0 {
            // A gap, of years even, has no seconds.
            ms = (b / 1000.0).ceil() * 1000.0;
            continue;
        }
        if b - a <= MAX_GAP_MS
            && let (Some(va), Some(vb)) = (velocity(row), velocity(next))
        {
            let f = if b > a { (ms - a) / (b - a) } else { 0.0 };
            let v = [va[0] + f * (vb[0] - va[0]), va[1] + f * (vb[1] - va[1])];
            seconds.push(Second {
                ms,
                v,
                n: None,
                sd_rad: 0.0,
                mean_n: None,
                tws_kn: None,
                band: None,
                doing: Doing::Sailing,
            });
        }
        ms += 1000.0;
    }
    seconds
}

/// The wind of a session in columns.
struct Wind<'a> {
    time_ms: &'a [f64],
    twd_deg: &'a [f64],
    sd_deg: &'a [f64],
    /// Times and wind speeds of the track's own instruments.
    tws: Vec<(f64, f64)>,
    own_track: bool,
}

impl<'a> Wind<'a> {
    fn of(track: &'a DebriefTrack, options: &'a DebriefOptions) -> Self {
        let own = track.facts.wind.as_ref();
        let tws = own.map_or_else(Vec::new, |wind| {
            let known = wind.time_ms.iter().zip(&wind.tws_kn);
            known.filter_map(|(ms, kn)| Some((*ms, (*kn)?))).collect()
        });
        let (time_ms, twd_deg, sd_deg, own_track): (&[f64], &[f64], &[f64], bool) = match (&options.wind, own)
        {
            (Some(w), _) => (&w.time_ms, &w.twd_deg, &w.sd_deg, w.source == RaceWindSource::Boats),
            (None, Some(w)) => (&w.time_ms, &w.twd_deg, &w.sd_deg, w.own_track),
            (None, None) => (&[], &[], &[], true),
        };
        Self { time_ms, twd_deg, sd_deg, tws, own_track }
    }

    fn at(&self, ms: f64) -> Option<([f64; 2], f64)> {
        let after = self.time_ms.partition_point(|t| *t < ms);
        let b = after.min(self.time_ms.len().checked_sub(1)?);
        let a = if after == 0 { 0 } else { after - 1 };
        let (ta, tb) = (*self.time_ms.get(a)?, *self.time_ms.get(b)?);
        if tb - ta > MAX_WIND_GAP_MS || ms - tb > MAX_WIND_GAP_MS || ta - ms > MAX_WIND_GAP_MS {
            return None;
        }
        let f = if tb > ta { ((ms - ta) / (tb - ta)).clamp(0.0, 1.0) } else { 0.0 };
        let (da, db) = (*self.twd_deg.get(a)?, *self.twd_deg.get(b)?);
        let sd = self.sd_deg.get(a)? + f * (self.sd_deg.get(b)? - self.sd_deg.get(a)?);
        let (sin, cos) = libm::sincos(to_rad(da + f * wrap_180(db - da)));
        (sin.is_finite() && sd.is_finite()).then(|| ([sin, cos], to_rad(sd)))
    }

    fn tws_at(&self, ms: f64) -> Option<f64> {
        let after = self.tws.partition_point(|t| t.0 < ms);
        let near = [after.checked_sub(1), Some(after)].into_iter().flatten().filter_map(|i| self.tws.get(i));
        near.min_by(|a, b| (a.0 - ms).abs().total_cmp(&(b.0 - ms).abs()))
            .filter(|t| (t.0 - ms).abs() <= MAX_WIND_GAP_MS)
            .map(|t| t.1)
    }
}

/// Sums of a vector over the seconds within `half_s` of each.
fn windowed(
    seconds: &[Second],
    half_s: usize,
    vector: impl Fn(&Second) -> Option<[f64; 2]>,
) -> Vec<Option<[f64; 2]>> {
    let half_ms = 1000.0 * half_s as f64;
    let (mut from, mut to, mut count) = (0, 0, 0_usize);
    let mut sum = [0.0; 2];
    let mut sums = Vec::with_capacity(seconds.len());
    for s in seconds {
        while let Some(next) = seconds.get(to).filter(|next| next.ms <= s.ms + half_ms) {
            if let Some(v) = vector(next) {
                sum = [sum[0] + v[0], sum[1] + v[1]];
                count += 1;
            }
            to += 1;
        }
        while let Some(first) = seconds.get(from).filter(|first| first.ms < s.ms - half_ms) {
            if let Some(v) = vector(first) {
                sum = [sum[0] - v[0], sum[1] - v[1]];
                count -= 1;
            }
            from += 1;
        }
        sums.push((count > 0).then_some(sum));
    }
    sums
}

fn unit(v: [f64; 2]) -> Option<[f64; 2]> {
    let length = dot(v, v).sqrt();
    (length > 1e-9).then(|| [v[0] / length, v[1] / length])
}

fn set_bands(seconds: &mut [Second]) {
    let course = windowed(seconds, HALF_BAND_S, |s| Some(s.v));
    for (s, v) in seconds.iter_mut().zip(course) {
        let (Some(v), Some(n)) = (v.and_then(unit), s.n.or(s.mean_n)) else { continue };
        let angle = crate::angle::to_deg(libm::acos(dot(v, n).clamp(-1.0, 1.0)));
        s.band = match angle {
            a if a < UP_BELOW_DEG => Some(Band::Up),
            a if a > DOWN_ABOVE_DEG => Some(Band::Down),
            _ => None,
        };
    }
}

/// Turns take the band of their kind, stops that of the second before.
fn set_doing(seconds: &mut [Second], track: &DebriefTrack) {
    let range = |seconds: &[Second], start: f64, end: f64| {
        let at = |ms: f64| seconds.partition_point(|s| s.ms < ms);
        at(start)..at(end).max(at(start))
    };
    for straight in &track.facts.straights {
        for i in range(seconds, straight.start_ms, straight.end_ms) {
            seconds[i].doing = Doing::Straight;
        }
    }
    for (index, m) in track.facts.maneuvers.iter().enumerate() {
        let end_ms = m.recovered_ms.unwrap_or(m.end_ms).max(m.end_ms);
        let seconds_of = range(seconds, m.start_ms, end_ms);
        let before = seconds_of.start.checked_sub(1).and_then(|i| seconds.get(i)).and_then(|s| s.band);
        let is_turn = m.counted && m.averaged;
        for i in seconds_of {
            let s = &mut seconds[i];
            (s.doing, s.band) = match m.kind {
                SegmentKind::Tack if is_turn => (Doing::Turn(index), Some(Band::Up)),
                SegmentKind::Gybe if is_turn => (Doing::Turn(index), Some(Band::Down)),
                SegmentKind::Stop | SegmentKind::Fall if end_ms - m.start_ms <= 1000.0 * MAX_STOP_S => {
                    (Doing::Stop, before)
                }
                SegmentKind::Tack | SegmentKind::Gybe | SegmentKind::Straight | SegmentKind::Turn => continue,
                _ => (Doing::Else, None),
            };
        }
    }
}

/// Least speed at which a second counts as sailed straight, m/s. *guess*
pub(crate) fn is_under_way(s: &Second) -> bool {
    s.speed() > mps_from_kn(1.0)
}
