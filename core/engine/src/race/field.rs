//! All boats and their wind on one grid of seconds, in one plane.

use super::clock::{Clock, SEEN_S};
use super::input::{RaceOptions, RaceTrack, RaceTurn, RaceWindColumns, RaceWindSource};
use super::vectors::sum;
use crate::angle::{circular_mean, hypot, to_deg, to_rad, wrap_180, wrap_360};
use crate::config::{BoatClass, OTHER, boat_class};
use crate::geo::Plane;
use crate::stats::quantile::median;

/// Least boats of which the gun, the marks and the finish are estimated as those of a fleet: fewer may sail alike by chance.
/// *hand-tuned* on the fleets of ../shared/recordings: requirements are on fleets of five boats and more.
pub(super) const MANY_BOATS: usize = 5;
/// Standard deviation of the difference of two receivers' positions, m (docs/races.md, 4).
/// *derived* from that of one receiver, 1.4 m.
pub(super) const RECEIVERS_SD_M: f64 = 2.0;
/// Longest gap between two fixes across which a boat is interpolated, s (docs/races.md, 1). *guess*
pub(super) const GAP_S: f64 = 10.0;
/// Least standard deviation of the mean of several boats' winds, deg: what they have in common is not averaged away.
/// *from* docs/races.md
const WIND_SD_FLOOR_DEG: f64 = 2.0;

/// The boats of a day. All columns have `seconds` rows.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub clock: Clock,
    pub seconds: usize,
    pub plane: Plane,
    pub boats: Vec<FieldBoat>,
    pub wind: FieldWind,
}

/// A boat on the grid; NaN in her gaps.
#[derive(Debug, Clone)]
pub(crate) struct FieldBoat {
    /// Index of the track in the input, and its name.
    pub track: usize,
    pub name: String,
    pub class: &'static BoatClass,
    /// Bow ahead of the antenna, and its standard deviation, m.
    pub bow_m: f64,
    pub bow_sd_m: f64,
    pub length_m: f64,
    pub east_m: Vec<f64>,
    pub north_m: Vec<f64>,
    /// Velocity over ground, m/s.
    pub east_mps: Vec<f64>,
    pub north_mps: Vec<f64>,
    /// Turns in time order; times in s from the start of the grid.
    pub turns: Vec<FieldTurn>,
}

/// A turn of a boat, s from the start of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FieldTurn {
    pub kind: crate::segment::SegmentKind,
    pub start_s: f64,
    pub time_s: f64,
    pub end_s: f64,
    pub recovered_s: f64,
    pub counted: bool,
}

/// The wind over the course.
#[derive(Debug, Clone)]
pub(crate) struct FieldWind {
    pub source: RaceWindSource,
    /// Direction it blows from and its standard deviation, deg; NaN where unknown.
    pub twd_deg: Vec<f64>,
    pub sd_deg: Vec<f64>,
    /// Probability that it is the wrong way round; 1 without any wind.
    pub flip_probability: f64,
}

impl Field {
    /// The field of these tracks; none when no track has two fixes.
    pub(crate) fn new(tracks: &[&RaceTrack], options: &RaceOptions) -> Option<Self> {
        let with_fixes: Vec<(usize, &RaceTrack)> =
            tracks.iter().copied().enumerate().filter(|(_, t)| t.time_ms.len() >= 2).collect();
        let times: Vec<&[f64]> = with_fixes.iter().map(|(_, t)| t.time_ms.as_slice()).collect();
        let (clock, seconds) = Clock::of(&times)?;
        let middle = |values: fn(&RaceTrack) -> &[f64]| {
            let mut medians: Vec<f64> = with_fixes
                .iter()
                .filter_map(|(_, t)| median(&mut values(t).iter().copied().step_by(10).collect::<Vec<_>>()))
                .collect();
            median(&mut medians)
        };
        let plane = Plane::at(middle(|t| &t.lat_deg)?, middle(|t| &t.lon_deg)?);
        let boats: Vec<FieldBoat> =
            with_fixes.iter().map(|&(i, t)| boat_on_grid(i, t, &clock, seconds, &plane)).collect();
        let wind = match &options.wind {
            Some(given) => given_wind(given, &clock, seconds),
            None => mean_wind(&with_fixes, &clock, seconds),
        };
        Some(Self { clock, seconds, plane, boats, wind })
    }

    /// UTC ms of a time in s from the start of the grid.
    pub(crate) fn ms(&self, s: f64) -> f64 {
        self.clock.ms(s)
    }

    /// S from the start of the grid of a time in UTC ms.
    pub(crate) fn s(&self, ms: f64) -> f64 {
        self.clock.s(ms)
    }
}

impl FieldBoat {
    /// Position at a row, m; none in a gap.
    pub(crate) fn at(&self, row: usize) -> Option<(f64, f64)> {
        let (x, y) = (*self.east_m.get(row)?, *self.north_m.get(row)?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }

    /// Position between two rows, m; none in a gap.
    pub(crate) fn at_s(&self, s: f64) -> Option<(f64, f64)> {
        if s < 0.0 {
            return None;
        }
        let row = s as usize;
        let share = s - row as f64;
        let (x, y) = self.at(row)?;
        if share == 0.0 {
            return Some((x, y));
        }
        let (x1, y1) = self.at(row + 1)?;
        Some((x + share * (x1 - x), y + share * (y1 - y)))
    }

    /// Velocity at a row, m/s; none in a gap.
    pub(crate) fn velocity(&self, row: usize) -> Option<(f64, f64)> {
        let (x, y) = (*self.east_mps.get(row)?, *self.north_mps.get(row)?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }

    /// Mean velocity of the three seconds about a row, m/s; none in a gap.
    pub(crate) fn mean_velocity(&self, row: usize) -> Option<(f64, f64)> {
        self.velocity(row)?;
        let near: Vec<(f64, f64)> =
            (row.saturating_sub(1)..=row + 1).filter_map(|r| self.velocity(r)).collect();
        let (x, y) = sum(near.iter().copied());
        Some((x / near.len() as f64, y / near.len() as f64))
    }

    /// Median speed over rows, m/s; none where she was not seen.
    pub(crate) fn usual_mps(&self, rows: std::ops::Range<usize>) -> Option<f64> {
        let speeds = rows.step_by(5).map(|r| self.speed_mps(r)).filter(|v| v.is_finite());
        median(&mut speeds.collect::<Vec<_>>())
    }

    /// Speed at a row, m/s; NaN in a gap.
    pub(crate) fn speed_mps(&self, row: usize) -> f64 {
        self.velocity(row).map_or(f64::NAN, |(x, y)| hypot(x, y))
    }
}

impl FieldWind {
    /// Direction it blows from at a row, deg; none where it is not known.
    pub(crate) fn twd(&self, row: usize) -> Option<f64> {
        self.twd_deg.get(row).copied().filter(|twd| twd.is_finite())
    }

    /// Unit vector to windward (east, north) at a row; none where the wind is unknown.
    pub(crate) fn to_windward(&self, row: usize) -> Option<(f64, f64)> {
        self.twd(row).map(|twd| libm::sincos(to_rad(twd)))
    }

    /// Mean direction and standard deviation over rows, deg; none without any. The errors of neighbouring seconds are one
    /// error, so that the standard deviation is that of one second.
    pub(crate) fn mean(&self, rows: std::ops::Range<usize>) -> Option<(f64, f64)> {
        let rows = rows.start..rows.end.min(self.twd_deg.len());
        let known = rows.filter(|&r| self.twd_deg[r].is_finite());
        let (mut squares, mut count) = (0.0, 0.0);
        let directions: Vec<(f64, f64)> = known
            .map(|r| {
                squares += self.sd_deg[r] * self.sd_deg[r];
                count += 1.0;
                (self.twd_deg[r], 1.0)
            })
            .collect();
        let (mean, _) = circular_mean(directions)?;
        Some((mean, libm::sqrt(squares / count)))
    }
}

fn boat_on_grid(track: usize, t: &RaceTrack, clock: &Clock, seconds: usize, plane: &Plane) -> FieldBoat {
    let class = t.facts.boat_class.as_deref().and_then(boat_class).unwrap_or(OTHER);
    let n = t.time_ms.len().min(t.lat_deg.len()).min(t.lon_deg.len());
    let places: Vec<(f64, f64)> = (0..n).map(|i| plane.to_m(t.lat_deg[i], t.lon_deg[i])).collect();
    let mut boat = FieldBoat {
        track,
        name: t.facts.name.clone(),
        class,
        bow_m: t.facts.antenna_to_bow_m.unwrap_or(0.5 * class.length_m),
        bow_sd_m: t.facts.antenna_to_bow_m.map_or(0.25 * class.length_m, |_| 0.2),
        length_m: class.length_m,
        east_m: vec![f64::NAN; seconds],
        north_m: vec![f64::NAN; seconds],
        east_mps: vec![f64::NAN; seconds],
        north_mps: vec![f64::NAN; seconds],
        turns: t.facts.turns.iter().map(|turn| turn_on_grid(turn, clock)).collect(),
    };
    let velocity = |i: usize| {
        let (sog, cog) = (f64::from(*t.sog_mps.get(i)?), f64::from(*t.cog_deg.get(i)?));
        let (sin, cos) = libm::sincos(to_rad(cog));
        (sog.is_finite() && cog.is_finite()).then_some((sog * sin, sog * cos))
    };
    for_each_second(&t.time_ms[..n], clock, seconds, GAP_S, |row, i, share| {
        let ((x0, y0), (x1, y1)) = (places[i], places[i + 1]);
        (boat.east_m[row], boat.north_m[row]) = (x0 + share * (x1 - x0), y0 + share * (y1 - y0));
        let dt_s = (t.time_ms[i + 1] - t.time_ms[i]) / 1000.0;
        // Without a course (below half a knot) the velocity is that between the fixes.
        let chord = ((x1 - x0) / dt_s, (y1 - y0) / dt_s);
        let (v0, v1) = (velocity(i).unwrap_or(chord), velocity(i + 1).unwrap_or(chord));
        boat.east_mps[row] = v0.0 + share * (v1.0 - v0.0);
        boat.north_mps[row] = v0.1 + share * (v1.1 - v0.1);
    });
    boat
}

/// Calls once for each second of the grid that lies between two valid times at most `gap_s` apart: row of the grid, index of
/// the earlier time, share of the way to the later one.
fn for_each_second(
    time_ms: &[f64],
    clock: &Clock,
    seconds: usize,
    gap_s: f64,
    mut call: impl FnMut(usize, usize, f64),
) {
    let span = |i: usize| {
        let (t0, t1) = (clock.s(*time_ms.get(i)?), clock.s(*time_ms.get(i + 1)?));
        (t1 > t0 && t1 - t0 <= gap_s).then_some((t0, t1))
    };
    for i in 0..time_ms.len() {
        let Some((t0, t1)) = span(i) else { continue };
        // The second of a fix belongs to the time after it, and to the time before it where that is the last.
        let is_last = span(i + 1).is_none();
        let mut row = libm::ceil(t0.max(0.0)) as usize;
        while ((row as f64) < t1 || (is_last && row as f64 <= t1)) && row < seconds {
            call(row, i, (row as f64 - t0) / (t1 - t0));
            row += 1;
        }
    }
}

fn turn_on_grid(turn: &RaceTurn, clock: &Clock) -> FieldTurn {
    FieldTurn {
        kind: turn.kind,
        start_s: clock.s(turn.start_ms),
        time_s: clock.s(turn.time_ms),
        end_s: clock.s(turn.end_ms),
        recovered_s: clock.s(turn.recovered_ms),
        counted: turn.counted,
    }
}

fn given_wind(given: &RaceWindColumns, clock: &Clock, seconds: usize) -> FieldWind {
    let mut wind = FieldWind {
        source: given.source,
        twd_deg: vec![f64::NAN; seconds],
        sd_deg: vec![f64::NAN; seconds],
        flip_probability: given.flip_probability,
    };
    let n = given.time_ms.len().min(given.twd_deg.len()).min(given.sd_deg.len());
    for_each_second(&given.time_ms[..n], clock, seconds, SEEN_S, |row, i, share| {
        let turn = wrap_180(given.twd_deg[i + 1] - given.twd_deg[i]);
        wind.twd_deg[row] = wrap_360(given.twd_deg[i] + share * turn);
        wind.sd_deg[row] = given.sd_deg[i] + share * (given.sd_deg[i + 1] - given.sd_deg[i]);
    });
    wind
}

/// Mean of the boats' own winds at each second, weighted by their precision, and the mean of their probabilities of being
/// the wrong way round. The boats' errors have the same causes, so that the variance of the mean is their weighted mean one:
/// it does not fall with the number of boats.
fn mean_wind(tracks: &[(usize, &RaceTrack)], clock: &Clock, seconds: usize) -> FieldWind {
    let (mut east, mut north, mut weight) = (vec![0.0; seconds], vec![0.0; seconds], vec![0.0; seconds]);
    let mut boats = vec![0.0; seconds];
    let mut flips = Vec::new();
    for (_, t) in tracks {
        let n = t.time_ms.len().min(t.ewd_deg.len()).min(t.ewd_sd_deg.len());
        if let (Some(flip), true) = (t.facts.flip_probability, n > 0) {
            flips.push(flip);
        }
        for_each_second(&t.time_ms[..n], clock, seconds, SEEN_S, |row, i, share| {
            let i = if share < 0.5 { i } else { i + 1 };
            let (twd, sd) = (f64::from(t.ewd_deg[i]), f64::from(t.ewd_sd_deg[i]).max(0.5));
            if twd.is_finite() && sd.is_finite() {
                let (sin, cos) = libm::sincos(to_rad(twd));
                let precision = 1.0 / (sd * sd);
                east[row] += precision * sin;
                north[row] += precision * cos;
                weight[row] += precision;
                boats[row] += 1.0;
            }
        });
    }
    let known = |row: usize| weight[row] > 0.0;
    let twd_deg = (0..seconds)
        .map(|r| if known(r) { wrap_360(to_deg(libm::atan2(east[r], north[r]))) } else { f64::NAN })
        .collect();
    let sd = |r: usize| hypot(WIND_SD_FLOOR_DEG, libm::sqrt(boats[r] / weight[r]));
    let sd_deg = (0..seconds).map(|r| if known(r) { sd(r) } else { f64::NAN }).collect();
    let flip_probability = median(&mut flips).unwrap_or(1.0);
    FieldWind { source: RaceWindSource::Boats, twd_deg, sd_deg, flip_probability }
}
