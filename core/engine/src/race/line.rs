//! Lines, and the starting line: from the device, by hand, or from where the fleet was at the gun (docs/races.md, 2.2).

use std::ops::Range;

use super::answer::{PlaceBasis, RacePlace, StartLine};
use super::crossing::{Crossing, crossings};
use super::field::Field;
use super::gun::{Gun, SURE_SD_S};
use super::input::LineEnd;
use super::vectors::{across_and_along, apart_m, dot, from_across_and_along, way};
use crate::angle::{bearing_deg, hypot, to_deg, to_rad, wrap_180};
use crate::stats::moments::{Moments, Z_90};
use crate::stats::quantile::median;

/// Standard deviation of an end taken by a device, m, and what it gains for each 10 min of age. *from* docs/races.md, 2
const DEVICE_SD_M: f64 = 3.0;
const DRIFT_M_PER_S: f64 = 1.0 / 600.0;
/// Standard deviation of an end placed by hand, m. *from* docs/races.md, 2
pub(super) const HAND_SD_M: f64 = 5.0;
/// Oldest end taken by a device that is used, s. *guess*
const OLDEST_S: f64 = 3.0 * 3600.0;
/// A line is estimated from at least this many boats over this many lengths, with the gun known to the second, of the
/// boats within this of the middle of the fleet, m; the share of them that is below it. *from* docs/races.md, 2
const MIN_BOATS: usize = 8;
const MIN_LENGTHS: f64 = 10.0;
const NEAR_M: f64 = 60.0;
const BELOW_SHARE: f64 = 0.9;
/// Standard deviation across the line at its middle, in lengths, and at least the way in that of the gun; at its ends times the
/// last. *from* docs/races.md, 2
const MIDDLE_SD_LENGTHS: f64 = 1.5;
const END_FACTOR: f64 = 2.0;
/// A line is crossed within its length and this share of it beyond its ends. *from* docs/races.md, 3
const BEYOND_SHARE: f64 = 0.2;
/// Standard deviation of the bearing of an estimated line besides that of its fit, deg. *from* docs/races.md, 2
const BEARING_SD_DEG: f64 = 3.0;

/// One end, in the plane, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct End {
    pub at: (f64, f64),
    pub sd_m: f64,
    pub basis: PlaceBasis,
}

/// The line in the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub pin: End,
    pub committee: End,
    pub bearing_sd_deg: f64,
    /// Unit vector across it, in the direction in which it is crossed.
    pub ahead: (f64, f64),
    /// Standard deviation across at the middle, m; of the ends where it is none.
    middle_sd_m: Option<f64>,
}

impl Line {
    /// The line between two ends; `direction` is that in which it is crossed.
    pub(super) fn between(pin: End, committee: End, direction: (f64, f64)) -> Option<Self> {
        let (x, y) = way(pin.at, committee.at);
        let length = hypot(x, y);
        if length < 1.0 {
            return None;
        }
        let ahead = (-y / length, x / length);
        let ahead = if dot(ahead, direction) >= 0.0 { ahead } else { (-ahead.0, -ahead.1) };
        let bearing_sd_deg = to_deg(libm::atan2(hypot(pin.sd_m, committee.sd_m), length));
        Some(Self { pin, committee, bearing_sd_deg, ahead, middle_sd_m: None })
    }

    pub(super) fn length_m(&self) -> f64 {
        apart_m(self.pin.at, self.committee.at)
    }

    pub(super) fn middle(&self) -> (f64, f64) {
        let (a, b) = (self.pin.at, self.committee.at);
        (0.5 * (a.0 + b.0), 0.5 * (a.1 + b.1))
    }

    /// Distance beyond the line, m, and place along it (0 pin, 1 committee boat).
    pub(super) fn coordinates(&self, at: (f64, f64)) -> (f64, f64) {
        let (from_pin, length_m) = (way(self.pin.at, at), self.length_m());
        let (x, y) = way(self.pin.at, self.committee.at);
        let along_m = dot(from_pin, (x / length_m, y / length_m));
        (dot(from_pin, self.ahead), along_m / length_m)
    }

    /// The crossings of the line and of what continues it.
    pub(super) fn crossings(
        &self,
        path: impl Fn(usize) -> Option<(f64, f64)>,
        rows: Range<usize>,
    ) -> impl Iterator<Item = Crossing> {
        crossings(path, rows, self.pin.at, self.ahead)
    }

    /// Whether a crossing lies between the ends, or so little beyond them that it may.
    pub(super) fn is_between_ends(&self, crossing: &Crossing) -> bool {
        (-BEYOND_SHARE..=1.0 + BEYOND_SHARE).contains(&self.coordinates(crossing.at).1)
    }

    /// Standard deviation of the line across itself at a place along it, m.
    pub(super) fn sd_m(&self, along: f64) -> f64 {
        let x = along.clamp(0.0, 1.0);
        match self.middle_sd_m {
            Some(middle) => middle * (1.0 + (END_FACTOR - 1.0) * (2.0 * x - 1.0).abs()),
            None => hypot((1.0 - x) * self.pin.sd_m, x * self.committee.sd_m),
        }
    }

    /// Both ends were taken by a device.
    pub(super) fn is_of_device(&self) -> bool {
        [self.pin.basis, self.committee.basis].iter().all(|b| *b == PlaceBasis::Device)
    }

    /// The line for the border, with its bias by the wind at the gun (direction and standard deviation, deg).
    pub(super) fn answer(&self, field: &Field, wind: Option<(f64, f64)>) -> StartLine {
        let place = |end: &End| {
            let (lat_deg, lon_deg) = field.plane.to_deg(end.at.0, end.at.1);
            RacePlace { lat_deg, lon_deg, sd_m: end.sd_m, basis: end.basis }
        };
        let length_m = self.length_m();
        let (x, y) = way(self.pin.at, self.committee.at);
        let bearing = bearing_deg(x, y);
        let bias = wind.map(|(twd, twd_sd)| {
            let bias_deg = wrap_180(twd - (bearing - 90.0));
            let sd_deg = hypot(twd_sd, self.bearing_sd_deg);
            let (sin, cos) = libm::sincos(to_rad(bias_deg));
            (bias_deg, sd_deg, length_m * sin, (length_m * cos * to_rad(sd_deg)).abs())
        });
        let favoured = bias
            .filter(|(_, _, m, sd_m)| m.abs() >= Z_90 * sd_m)
            .map(|(_, _, m, _)| if m > 0.0 { LineEnd::Committee } else { LineEnd::Pin });
        StartLine {
            pin: place(&self.pin),
            committee: place(&self.committee),
            length_m,
            bearing_deg: bearing,
            bearing_sd_deg: self.bearing_sd_deg,
            bias_deg: bias.map(|b| b.0),
            bias_sd_deg: bias.map(|b| b.1),
            bias_m: bias.map(|b| b.2),
            bias_sd_m: bias.map(|b| b.3),
            favoured,
        }
    }
}

/// An end that a device took or the user placed, before it is known for which gun.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TakenEnd {
    pub end: LineEnd,
    /// UTC ms at which it was taken; none for one placed by hand.
    pub taken_ms: Option<f64>,
    pub at: (f64, f64),
}

/// The line of a start in this direction; none where neither device nor user nor fleet gives one.
pub(super) fn line(
    field: &Field,
    boats: &[usize],
    gun: &Gun,
    direction: (f64, f64),
    taken: &[TakenEnd],
) -> Option<Line> {
    let estimated = || estimate(field, boats, gun, direction);
    let pin = end(taken, LineEnd::Pin, field.ms(gun.s));
    let committee = end(taken, LineEnd::Committee, field.ms(gun.s));
    match (pin, committee) {
        (Some(pin), Some(committee)) => Line::between(pin, committee, direction),
        (None, None) => estimated(),
        (pin, committee) => {
            let other = estimated()?;
            Line::between(pin.unwrap_or(other.pin), committee.unwrap_or(other.committee), direction)
        }
    }
}

/// The end that holds at the gun: by hand, else the last that a device took before it.
fn end(taken: &[TakenEnd], which: LineEnd, gun_ms: f64) -> Option<End> {
    let of_end = || taken.iter().filter(|t| t.end == which);
    let place = |t: &TakenEnd, sd_m, basis| End { at: t.at, sd_m, basis };
    if let Some(by_hand) = of_end().rfind(|t| t.taken_ms.is_none()) {
        return Some(place(by_hand, HAND_SD_M, PlaceBasis::Hand));
    }
    let age_s = |t: &TakenEnd| (gun_ms - t.taken_ms.unwrap_or(f64::NEG_INFINITY)) / 1000.0;
    let last = of_end()
        .filter(|t| (0.0..OLDEST_S).contains(&age_s(t)))
        .min_by(|a, b| age_s(a).total_cmp(&age_s(b)))?;
    Some(place(last, DEVICE_SD_M + DRIFT_M_PER_S * age_s(last), PlaceBasis::Device))
}

/// The line that nine tenths of the bows were below at the gun.
fn estimate(field: &Field, boats: &[usize], gun: &Gun, direction: (f64, f64)) -> Option<Line> {
    if gun.sd_s > SURE_SD_S {
        return None;
    }
    let bows: Vec<(f64, f64)> = boats
        .iter()
        .filter_map(|&b| bow(field, b, gun.s, direction))
        .map(|at| across_and_along(at, direction))
        .collect();
    let middle = median(&mut bows.iter().map(|b| b.1).collect::<Vec<_>>())?;
    let near: Vec<(f64, f64)> = bows.into_iter().filter(|b| (b.1 - middle).abs() <= NEAR_M).collect();
    let lengths = |boat: &usize| field.boats.get(*boat).map(|b| b.length_m);
    let length_m = median(&mut boats.iter().filter_map(lengths).collect::<Vec<_>>())?;
    let least = near.iter().map(|b| b.0).fold(f64::INFINITY, f64::min);
    let most = near.iter().map(|b| b.0).fold(f64::NEG_INFINITY, f64::max);
    if near.len() < MIN_BOATS || most - least < MIN_LENGTHS * length_m {
        return None;
    }
    let (slope, at_zero) = quantile_line(&near, BELOW_SHARE)?;
    let speed = |&b: &usize| Some(field.boats.get(b)?.speed_mps(gun.s as usize)).filter(|v| v.is_finite());
    let speed = median(&mut boats.iter().filter_map(speed).collect::<Vec<_>>()).unwrap_or(0.0);
    let middle_sd_m = (MIDDLE_SD_LENGTHS * length_m).max(gun.sd_s * speed);
    let end = |across: f64| {
        let at = from_across_and_along((across, at_zero + slope * across), direction);
        End { at, sd_m: END_FACTOR * middle_sd_m, basis: PlaceBasis::Estimated }
    };
    // The pin is on the left, looking in the direction of the start.
    let line = Line::between(end(least), end(most), direction)?;
    let bearing_sd_deg = hypot(slope_sd_deg(&near, slope, at_zero), BEARING_SD_DEG);
    Some(Line { bearing_sd_deg, middle_sd_m: Some(middle_sd_m), ..line })
}

/// Position of a bow at a moment, m; of a boat that lies still it points in the direction of the start.
pub(super) fn bow(field: &Field, boat: usize, s: f64, direction: (f64, f64)) -> Option<(f64, f64)> {
    let boat = field.boats.get(boat)?;
    let (east, north) = boat.at_s(s)?;
    let (x, y) = boat.velocity(s as usize)?;
    let speed = hypot(x, y);
    let ahead = if speed > 0.5 { (x / speed, y / speed) } else { direction };
    Some((east + boat.bow_m * ahead.0, north + boat.bow_m * ahead.1))
}

/// Linear quantile regression of y on x: slope, and y at 0. The best line passes through two of the points, so that all
/// pairs are tried.
fn quantile_line(points: &[(f64, f64)], share: f64) -> Option<(f64, f64)> {
    let mut best: Option<(f64, f64, f64)> = None;
    for (i, a) in points.iter().enumerate() {
        for b in points.iter().skip(i + 1).filter(|b| (b.0 - a.0).abs() > 1.0) {
            let slope = (b.1 - a.1) / (b.0 - a.0);
            let at_zero = a.1 - slope * a.0;
            let cost = |&(x, y): &(f64, f64)| {
                let above = y - at_zero - slope * x;
                if above > 0.0 { share * above } else { (share - 1.0) * above }
            };
            let cost: f64 = points.iter().map(cost).sum();
            if best.is_none_or(|(least, _, _)| cost < least) {
                best = Some((cost, slope, at_zero));
            }
        }
    }
    best.map(|(_, slope, at_zero)| (slope, at_zero))
}

/// Standard deviation of the direction of a fitted line, deg, by the spread of the points about it.
fn slope_sd_deg(points: &[(f64, f64)], slope: f64, at_zero: f64) -> f64 {
    let mut off: Vec<f64> = points.iter().map(|(x, y)| (y - at_zero - slope * x).abs()).collect();
    let spread_m = 1.4826 * median(&mut off).unwrap_or(0.0);
    let across_sd_m = Moments::of(points.iter().map(|p| p.0)).sd().unwrap_or(0.0);
    to_deg(libm::atan2(spread_m, across_sd_m * libm::sqrt(points.len() as f64)))
}
