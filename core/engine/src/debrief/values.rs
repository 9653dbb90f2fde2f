//! The single values of a session, one a turn or a minute, of which its quantities are the means.

use super::answer::Band;
use super::grid::{Doing, Grid, Second, is_under_way};
use super::input::{DebriefManeuver, DebriefTrack};
use super::summary::QuantityCode;
use crate::segment::SegmentKind;
use crate::stats::moments::Z_90;
use crate::units::kn_from_mps;

/// A value of a minute of straights consists of so many seconds.
const MINUTE_S: usize = 60;

/// Seconds of a minute of straights lie at most so far apart, ms: a leg and its turns. *guess*
const MAX_MINUTE_MS: f64 = 240_000.0;

/// Speed after a tack: over the 30 s after it, against the 10 s before.
const AFTER_MS: f64 = 30_000.0;
const BEFORE_MS: f64 = 10_000.0;

/// Blocks in which the time at stops is counted, s. *guess*
const STOP_BLOCK_S: usize = 600;

/// A value of a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TurnValue {
    /// Index of the maneuver.
    pub maneuver: usize,
    pub value: f64,
    /// Standard deviation of its measurement; 0 where it is not known.
    pub sd: f64,
    pub tws_kn: Option<f64>,
}

/// A minute of straights in one band.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Minute {
    pub start_ms: f64,
    pub end_ms: f64,
    pub sog_kn: f64,
    pub vmg_kn: f64,
    /// Mean speed made good of its two halves.
    pub halves_kn: [f64; 2],
    pub angle_deg: f64,
    pub tws_kn: Option<f64>,
}

/// All single values of a session.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    pub tacks: Vec<TurnValue>,
    pub gybes: Vec<TurnValue>,
    /// 100 where the speed was not regained, else 0.
    pub not_recovered: Vec<TurnValue>,
    pub after_tacks: Vec<TurnValue>,
    pub up: Vec<Minute>,
    pub down: Vec<Minute>,
    /// Minutes of port and starboard tack.
    pub up_sides: [Vec<Minute>; 2],
    pub down_sides: [Vec<Minute>; 2],
    /// Share of the time at stops in blocks of 10 min, %.
    pub stops: Vec<f64>,
}

impl Values {
    pub(super) fn of(track: &DebriefTrack, grid: &Grid) -> Self {
        let of_side =
            |band, starboard| minutes(grid, band, |s| s.twa_deg().map(|a| a > 0.0) == Some(starboard));
        Self {
            tacks: losses(track, grid, SegmentKind::Tack),
            gybes: losses(track, grid, SegmentKind::Gybe),
            not_recovered: not_recovered(track),
            after_tacks: after_tacks(track, grid),
            up: minutes(grid, Band::Up, |_| true),
            down: minutes(grid, Band::Down, |_| true),
            up_sides: [of_side(Band::Up, false), of_side(Band::Up, true)],
            down_sides: [of_side(Band::Down, false), of_side(Band::Down, true)],
            stops: stops(grid),
        }
    }

    /// The values of the turns of a quantity.
    pub(super) fn turns(&self, code: QuantityCode) -> &[TurnValue] {
        match code {
            QuantityCode::TackLoss => &self.tacks,
            QuantityCode::GybeLoss => &self.gybes,
            QuantityCode::NotRecovered => &self.not_recovered,
            QuantityCode::AfterTacks => &self.after_tacks,
            _ => &[],
        }
    }

    /// The minutes of the band of a quantity.
    pub(super) fn minutes(&self, code: QuantityCode) -> &[Minute] {
        match band_of(code) {
            Some(Band::Up) => &self.up,
            Some(Band::Down) => &self.down,
            None => &[],
        }
    }
}

/// The band of a quantity of straights.
pub(super) fn band_of(code: QuantityCode) -> Option<Band> {
    match code {
        QuantityCode::UpwindSpeed
        | QuantityCode::UpwindVmg
        | QuantityCode::UpwindAngle
        | QuantityCode::UpwindSides => Some(Band::Up),
        QuantityCode::DownwindSpeed | QuantityCode::DownwindVmg | QuantityCode::DownwindSides => {
            Some(Band::Down)
        }
        _ => None,
    }
}

fn tws_near(grid: &Grid, ms: f64) -> Option<f64> {
    grid.between(ms - 5000.0, ms + 5000.0).first().and_then(|s| s.tws_kn)
}

/// Losses until 80 % was regained, of the turns that take part in averages, along the wind where most are.
fn losses(track: &DebriefTrack, grid: &Grid, kind: SegmentKind) -> Vec<TurnValue> {
    let of_kind = |m: &&DebriefManeuver| m.kind == kind && m.averaged && m.loss_80_m.is_some();
    let all = || track.facts.maneuvers.iter().filter(of_kind);
    let along = all().filter(|m| m.along_wind).count();
    let along_wind = 2 * along >= all().count();
    let value = |(maneuver, m): (usize, &DebriefManeuver)| {
        let sd = m.loss_80_low_m.zip(m.loss_80_high_m).map_or(0.0, |(low, high)| (high - low) / (2.0 * Z_90));
        Some(TurnValue { maneuver, value: m.loss_80_m?, sd, tws_kn: tws_near(grid, m.time_ms) })
    };
    let maneuvers = track.facts.maneuvers.iter().enumerate();
    maneuvers.filter(|(_, m)| of_kind(m) && m.along_wind == along_wind).filter_map(value).collect()
}

fn not_recovered(track: &DebriefTrack) -> Vec<TurnValue> {
    let is_turn = |m: &DebriefManeuver| matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe) && m.counted;
    let value = |(maneuver, m): (usize, &DebriefManeuver)| {
        let value = if m.loss_80_m.is_none() { 100.0 } else { 0.0 };
        is_turn(m).then_some(TurnValue { maneuver, value, sd: 0.0, tws_kn: None })
    };
    track.facts.maneuvers.iter().enumerate().filter_map(value).collect()
}

/// Speed in the 30 s after each tack that no other maneuver interrupts, as a share of that before, %.
fn after_tacks(track: &DebriefTrack, grid: &Grid) -> Vec<TurnValue> {
    let maneuvers = &track.facts.maneuvers;
    let speed = |from: f64, to: f64| {
        let seconds = grid.between(from, to);
        let sum: f64 = seconds.iter().map(Second::speed).sum();
        (seconds.len() as f64 >= 0.9 * (to - from) / 1000.0).then(|| sum / seconds.len() as f64)
    };
    let value = |(maneuver, m): (usize, &DebriefManeuver)| {
        if m.kind != SegmentKind::Tack || !m.counted || !m.averaged {
            return None;
        }
        let is_free = |other: &DebriefManeuver| {
            other.time_ms == m.time_ms
                || other.end_ms < m.start_ms - BEFORE_MS
                || other.start_ms > m.end_ms + AFTER_MS
        };
        let before = speed(m.start_ms - BEFORE_MS, m.start_ms).filter(|v| *v > 0.5)?;
        let after = speed(m.end_ms, m.end_ms + AFTER_MS)?;
        let value = 100.0 * after / before;
        maneuvers.iter().all(is_free).then(|| TurnValue {
            maneuver,
            value,
            sd: 0.0,
            tws_kn: tws_near(grid, m.time_ms),
        })
    };
    maneuvers.iter().enumerate().filter_map(value).collect()
}

/// Straights of a band in values of a minute each.
fn minutes(grid: &Grid, band: Band, is_part: impl Fn(&Second) -> bool) -> Vec<Minute> {
    let is_straight = |s: &&Second| {
        s.band == Some(band) && s.doing == Doing::Straight && s.n.is_some() && is_under_way(s) && is_part(s)
    };
    let mut found = Vec::new();
    let mut part: Vec<&Second> = Vec::with_capacity(MINUTE_S);
    for s in grid.seconds.iter().filter(is_straight) {
        if part.first().is_some_and(|first| s.ms - first.ms > MAX_MINUTE_MS) {
            part.clear();
        }
        part.push(s);
        if part.len() == MINUTE_S {
            found.extend(minute(&part));
            part.clear();
        }
    }
    found
}

fn minute(seconds: &[&Second]) -> Option<Minute> {
    let n = seconds.len() as f64;
    let vmg = |part: &[&Second]| {
        let sum: f64 = part.iter().filter_map(|s| s.vmg()).sum();
        kn_from_mps(sum / part.len().max(1) as f64)
    };
    let (first, last) = (seconds.first()?, seconds.last()?);
    let (a, b) = seconds.split_at(seconds.len() / 2);
    let tws: Vec<f64> = seconds.iter().filter_map(|s| s.tws_kn).collect();
    Some(Minute {
        start_ms: first.ms,
        end_ms: last.ms + 1000.0,
        sog_kn: kn_from_mps(seconds.iter().map(|s| s.speed()).sum::<f64>() / n),
        vmg_kn: vmg(seconds),
        halves_kn: [vmg(a), vmg(b)],
        angle_deg: seconds.iter().filter_map(|s| s.twa_deg()).map(f64::abs).sum::<f64>() / n,
        tws_kn: (tws.len() == seconds.len()).then(|| tws.iter().sum::<f64>() / n),
    })
}

fn stops(grid: &Grid) -> Vec<f64> {
    let share = |block: &[Second]| {
        let stopped = block.iter().filter(|s| s.doing == Doing::Stop).count();
        100.0 * stopped as f64 / block.len().max(1) as f64
    };
    grid.seconds.chunks_exact(STOP_BLOCK_S).map(share).collect()
}
