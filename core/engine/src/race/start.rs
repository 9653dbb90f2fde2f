//! Each boat at the start (docs/races.md, 2.3).

use super::answer::{BoatStart, GunBasis, Over};
use super::field::{Field, RECEIVERS_SD_M};
use super::gun::Gun;
use super::line::{Line, bow};
use super::vectors::{across_and_along, dot};
use crate::angle::{hypot, to_rad};
use crate::stats::moments::{Moments, Z_90};
use crate::units::kn_from_mps;

/// Greatest standard deviation of a distance to the line that is given, m. *guess*
const MAX_SD_M: f64 = 8.0;
/// Crossings are looked for from before the gun until after it, s; a boat that goes back does so by the second.
/// *from* docs/races.md, 2
const BEFORE_S: f64 = 30.0;
const AFTER_S: f64 = 600.0;
const RETURN_S: f64 = 180.0;
/// Least probability of being over at which it is said; a boat whose bow was probably beyond the line may be over.
/// *from* docs/races.md, 2
const OVER: f64 = 0.99;

/// What is known of a start besides its boats.
pub(super) struct Start<'a> {
    pub field: &'a Field,
    pub gun: &'a Gun,
    pub line: Option<&'a Line>,
    /// Unit vector in the direction of the start.
    pub direction: (f64, f64),
    /// Standard deviation of the wind at the start, deg.
    pub twd_sd_deg: f64,
}

impl Start<'_> {
    /// The boats at the start, in the order of `boats`. `clock_differs` marks those whose clock cannot be trusted.
    pub(super) fn boats(&self, boats: &[usize], clock_differs: &[usize]) -> Vec<Option<BoatStart>> {
        let places = self.places(boats);
        boats
            .iter()
            .zip(places)
            .map(|(&b, places)| self.boat(b, places, clock_differs.contains(&b)))
            .collect()
    }

    fn boat(&self, boat: usize, places: Option<[u32; 2]>, clock_differs: bool) -> Option<BoatStart> {
        if !self.gun.has_start_table() {
            return None;
        }
        let (field, gun) = (self.field, self.gun);
        let mut start = BoatStart {
            to_line_m: None,
            to_line_sd_m: None,
            speed_at_gun_kn: self.speed_mps(boat).map(kn_from_mps),
            crossed_after_s: None,
            crossed_sd_s: None,
            returned: false,
            line_position: None,
            over: None,
            places_after_60_s: places,
        };
        let Some(line) = self.line else { return Some(start) };
        let (beyond_m, along) = line.coordinates(bow(field, boat, gun.s, self.direction)?);
        let sd_m = self.sd_m(boat, line, along)?;
        start.line_position = Some(along);
        if sd_m <= MAX_SD_M && !clock_differs {
            start.to_line_m = Some(-beyond_m);
            start.to_line_sd_m = Some(sd_m);
            let is_measured = line.is_of_device() && gun.basis == GunBasis::Timer;
            start.over = Some(over(beyond_m / sd_m, is_measured));
        }
        if let Some((crossed_s, mps, returned)) = self.crossing(boat, line) {
            start.crossed_after_s = Some(crossed_s - gun.s);
            start.crossed_sd_s = Some(sd_m / mps.max(0.5));
            start.returned = returned;
        }
        Some(start)
    }

    /// Mean speed within 1.5 s of the gun, m/s.
    fn speed_mps(&self, boat: usize) -> Option<f64> {
        let boat = self.field.boats.get(boat)?;
        let rows = (self.gun.s - 1.0).max(0.0) as usize..(self.gun.s + 2.0) as usize;
        Moments::of(rows.map(|r| boat.speed_mps(r)).filter(|v| v.is_finite())).mean()
    }

    /// Standard deviation of the distance of a bow to the line at the gun, m.
    fn sd_m(&self, boat: usize, line: &Line, along: f64) -> Option<f64> {
        let boat = self.field.boats.get(boat)?;
        let across_mps = dot(boat.velocity(self.gun.s as usize)?, line.ahead);
        let parts = [
            RECEIVERS_SD_M / std::f64::consts::SQRT_2,
            line.sd_m(along),
            across_mps * self.gun.sd_s,
            boat.bow_sd_m,
        ];
        Some(parts.into_iter().fold(0.0, hypot))
    }

    /// The last crossing from below after the gun or just before it: time, speed across the line, and whether the boat had
    /// gone back. A boat that passed beyond an end of the line, where the line is not well known, has none of a later lap.
    fn crossing(&self, boat: usize, line: &Line) -> Option<(f64, f64, bool)> {
        let from = (self.gun.s - BEFORE_S).max(0.0) as usize;
        let to = ((self.gun.s + AFTER_S) as usize).min(self.field.seconds.saturating_sub(1));
        let path = |row: usize| bow(self.field, boat, row as f64, self.direction);
        let (mut last, mut returned, mut is_above) = (None, false, false);
        for crossing in line.crossings(path, from..to) {
            // Later than this a first crossing is that of a late boat, and a further one another lap.
            if is_above && crossing.time_s > self.gun.s + RETURN_S {
                continue;
            }
            is_above = true;
            if line.is_between_ends(&crossing) {
                returned = last.is_some() && crossing.time_s > self.gun.s;
                last = Some((crossing.time_s, crossing.ahead_mps));
            }
        }
        last.map(|(s, mps)| (s, mps, returned))
    }

    /// Best and worst place of each boat by distance to windward a minute after the gun.
    fn places(&self, boats: &[usize]) -> Vec<Option<[u32; 2]>> {
        let s = self.gun.s + 60.0;
        let place = |&b: &usize| Some(across_and_along(self.field.boats.get(b)?.at_s(s)?, self.direction));
        let places: Vec<Option<(f64, f64)>> = boats.iter().map(place).collect();
        let sin = libm::sin(to_rad(self.twd_sd_deg.min(45.0)));
        let ahead = |a: (f64, f64), b: (f64, f64)| {
            let sd = hypot((a.0 - b.0) * sin, RECEIVERS_SD_M);
            a.1 - b.1 > Z_90 * sd
        };
        let known: Vec<(f64, f64)> = places.iter().flatten().copied().collect();
        let rank = |own: (f64, f64)| {
            let before = known.iter().filter(|&&other| ahead(other, own)).count() as u32;
            let behind = known.iter().filter(|&&other| ahead(own, other)).count() as u32;
            [before + 1, known.len() as u32 - behind]
        };
        places.into_iter().map(|own| own.map(rank)).collect()
    }
}

/// What may be said of a boat whose bow was this many standard deviations beyond the line: "over" only where both line and
/// gun were measured, since it is an accusation.
fn over(deviations: f64, is_measured: bool) -> Over {
    let p = 0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2);
    match deviations >= 0.0 {
        true if p >= OVER && is_measured => Over::Over,
        true => Over::MayBeOver,
        false => Over::No,
    }
}
