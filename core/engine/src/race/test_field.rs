//! Fields of boats that sail between known marks, for tests.

use super::answer::WaypointKind;
use super::course::{LegEnds, PassingTime, SailedCourse, Waypoint};
use super::field::{Field, FieldBoat, FieldTurn, FieldWind};
use super::input::RaceWindSource;
use crate::angle::{hypot, to_rad};
use crate::config::OTHER;
use crate::geo::Plane;
use crate::segment::SegmentKind;

/// Seconds before the first position: the gun of all boats of these fields.
pub(super) const GUN_S: f64 = 60.0;
/// Outside of a mark at which the polylines turn; the corner is rounded off to about half of it, m.
pub(super) const OUTSIDE_M: f64 = 6.0;

/// The polyline of a boat, in m, and her speed along it.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub points: Vec<(f64, f64)>,
    /// Speed on the part that ends at each point, m/s.
    pub speeds_mps: Vec<f64>,
    pub turns: Vec<(usize, SegmentKind)>,
}

impl Path {
    pub fn from(point: (f64, f64)) -> Self {
        Self { points: vec![point], speeds_mps: vec![0.0], turns: Vec::new() }
    }

    pub fn to(mut self, point: (f64, f64), speed_mps: f64) -> Self {
        self.points.push(point);
        self.speeds_mps.push(speed_mps);
        self
    }

    /// By tacks or gybes of `angle_deg` to the axis, in this many pairs, the first one to the right of the axis or left.
    pub fn zigzag(
        mut self,
        to: (f64, f64),
        axis_deg: f64,
        angle_deg: f64,
        pairs: usize,
        right_first: bool,
        speed_mps: f64,
    ) -> Self {
        let from = self.points[self.points.len() - 1];
        let unit = |deg: f64| libm::sincos(to_rad(deg));
        let (r, l) = (unit(axis_deg + angle_deg), unit(axis_deg - angle_deg));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let det = r.0 * l.1 - r.1 * l.0;
        let (right, left) = ((dx * l.1 - dy * l.0) / det, (r.0 * dy - r.1 * dx) / det);
        assert!(right >= 0.0 && left >= 0.0, "the mark lies outside of the laylines");
        let mut at = from;
        for half in 0..2 * pairs {
            let on_right = (half % 2 == 0) == right_first;
            let (u, length) = if on_right { (r, right) } else { (l, left) };
            at = (at.0 + u.0 * length / pairs as f64, at.1 + u.1 * length / pairs as f64);
            if half > 0 {
                // The wind of these fields blows from about north.
                let is_beat = libm::cos(to_rad(axis_deg)) > 0.0;
                let kind = if is_beat { SegmentKind::Tack } else { SegmentKind::Gybe };
                self.turns.push((self.points.len() - 1, kind));
            }
            self = self.to(at, speed_mps);
        }
        self
    }

    /// Moves all points by the angle around the origin.
    pub fn turned(mut self, deg: f64) -> Self {
        let (sin, cos) = libm::sincos(to_rad(deg));
        for p in &mut self.points {
            *p = (p.0 * cos + p.1 * sin, -p.0 * sin + p.1 * cos);
        }
        self
    }

    /// Time of each point, s after the gun.
    pub fn times_s(&self) -> Vec<f64> {
        let mut times = vec![0.0];
        for (pair, speed) in self.points.windows(2).zip(&self.speeds_mps[1..]) {
            let length = hypot(pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            times.push(times[times.len() - 1] + length / speed);
        }
        times
    }

    fn at(&self, times_s: &[f64], s: f64) -> (f64, f64) {
        let k = times_s.partition_point(|&t| t <= s);
        let Some(&after) = times_s.get(k) else { return self.points[self.points.len() - 1] };
        if k == 0 {
            return self.points[0];
        }
        let share = (s - times_s[k - 1]) / (after - times_s[k - 1]);
        let (a, b) = (self.points[k - 1], self.points[k]);
        (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
    }

    fn boat(&self, index: usize, seconds: usize) -> FieldBoat {
        let times = self.times_s();
        // The mean of three seconds rounds the corners off.
        let smooth = |s: f64| {
            let parts: Vec<(f64, f64)> = (-6..=6).map(|k| self.at(&times, s + f64::from(k) / 4.0)).collect();
            let sum = parts.iter().fold((0.0, 0.0), |a, p| (a.0 + p.0, a.1 + p.1));
            (sum.0 / parts.len() as f64, sum.1 / parts.len() as f64)
        };
        let at: Vec<(f64, f64)> = (0..seconds).map(|row| smooth(row as f64 - GUN_S)).collect();
        let velocity = |row: usize| {
            let (a, b) = (smooth(row as f64 - GUN_S - 0.5), smooth(row as f64 - GUN_S + 0.5));
            (b.0 - a.0, b.1 - a.1)
        };
        let turn = |&(point, kind): &(usize, SegmentKind)| {
            let s = times[point] + GUN_S;
            FieldTurn {
                kind,
                start_s: s - 3.0,
                time_s: s,
                end_s: s + 3.0,
                recovered_s: s + 8.0,
                counted: true,
            }
        };
        FieldBoat {
            track: index,
            name: format!("boat {index}"),
            class: OTHER,
            bow_m: 2.0,
            bow_sd_m: 1.0,
            length_m: 4.5,
            east_m: at.iter().map(|p| p.0).collect(),
            north_m: at.iter().map(|p| p.1).collect(),
            east_mps: (0..seconds).map(|r| velocity(r).0).collect(),
            north_mps: (0..seconds).map(|r| velocity(r).1).collect(),
            turns: self.turns.iter().map(turn).collect(),
        }
    }
}

/// A field of these boats in a steady wind, two minutes longer than the last one sails.
pub(super) fn field(paths: &[Path], twd_deg: f64) -> Field {
    let longest = paths.iter().filter_map(|p| p.times_s().last().copied()).fold(0.0, f64::max);
    let seconds = (longest + GUN_S) as usize + 120;
    Field {
        clock: super::clock::Clock::from(1_700_000_000_000.0),
        seconds,
        plane: Plane::at(40.0, 5.0),
        boats: paths.iter().enumerate().map(|(i, p)| p.boat(i, seconds)).collect(),
        wind: FieldWind {
            source: RaceWindSource::Fleet,
            twd_deg: vec![twd_deg; seconds],
            sd_deg: vec![3.0; seconds],
            flip_probability: 0.001,
        },
    }
}

/// A boat's track is lost between these moments after the gun, s.
pub(super) fn lose(field: &mut Field, boat: usize, from_s: f64, to_s: f64) {
    for row in (GUN_S + from_s) as usize..(GUN_S + to_s) as usize {
        let b = &mut field.boats[boat];
        for column in [&mut b.east_m, &mut b.north_m, &mut b.east_mps, &mut b.north_mps] {
            column[row] = f64::NAN;
        }
    }
}

/// A course along these centres of waypoints without marks, which each boat passes at these corners of her path.
pub(super) fn course_of(paths: &[Path], corners: &[Vec<usize>], centres: &[(f64, f64)]) -> SailedCourse {
    let waypoint = |(k, &centre): (usize, &(f64, f64))| Waypoint {
        ends: if k.is_multiple_of(2) { LegEnds::Beat } else { LegEnds::ToBeat },
        kind: WaypointKind::Mark,
        side: None,
        marks: Vec::new(),
        moved: false,
        centre,
    };
    let passings = |(path, corners): (&Path, &Vec<usize>)| {
        let times = path.times_s();
        let passing = |&point: &usize| {
            let time_s = times[point] + GUN_S;
            Some(PassingTime { time_s, at: path.points[point], sd_s: 1.0, own_sd_s: 0.8, mark: 0 })
        };
        corners.iter().map(passing).collect()
    };
    let longest = paths.iter().filter_map(|p| p.times_s().last().copied()).fold(0.0, f64::max);
    SailedCourse {
        gun_s: GUN_S,
        end_s: longest + GUN_S + 60.0,
        axis_deg: 0.0,
        start: (0.0, 0.0),
        boats: (0..paths.len()).collect(),
        waypoints: centres.iter().enumerate().map(waypoint).collect(),
        passings: paths.iter().zip(corners).map(passings).collect(),
        unseen_s: vec![vec![None; centres.len()]; paths.len()],
        differs: vec![false; paths.len()],
    }
}

/// A boat's recording with fixes so many ms after a whole second, every five seconds, with her own wind.
fn recording(offset_ms: f64, twd_deg: f32) -> super::input::RaceTrack {
    let n = 60;
    super::input::RaceTrack {
        time_ms: (0..n).map(|i| 1.0e12 + offset_ms + 5000.0 * i as f64).collect(),
        lat_deg: (0..n).map(|i| 54.0 + 1e-4 * i as f64).collect(),
        lon_deg: vec![10.0; n],
        sog_mps: vec![2.2; n],
        cog_deg: vec![0.0; n],
        ewd_deg: vec![twd_deg; n],
        ewd_sd_deg: vec![6.0; n],
        ..super::input::RaceTrack::default()
    }
}

fn wind_of(offset_ms: f64, boats: usize) -> super::field::FieldWind {
    let tracks: Vec<_> = (0..boats).map(|b| recording(offset_ms, 40.0 + b as f32)).collect();
    let tracks: Vec<&super::input::RaceTrack> = tracks.iter().collect();
    super::field::Field::new(&tracks, &super::input::RaceOptions::default()).unwrap().wind
}

#[test]
fn a_fix_on_a_whole_second_counts_once_in_the_wind_of_the_fleet() {
    let [on_second, beside] = [0.0, 1.0].map(|ms| wind_of(ms, 6));
    for row in 10..250 {
        assert!((on_second.sd_deg[row] - beside.sd_deg[row]).abs() < 1e-9, "row {row}");
        assert!((on_second.twd_deg[row] - beside.twd_deg[row]).abs() < 0.5, "row {row}");
    }
    assert!(on_second.twd_deg[295].is_finite(), "the last fix lies on a second, which is known");
}

#[test]
fn the_wind_of_many_boats_is_not_surer_than_that_of_a_few() {
    let [few, many] = [2, 40].map(|boats| wind_of(0.0, boats).sd_deg[100]);
    assert!((few - many).abs() < 1e-9 && many > 6.0, "{few} and {many}");
}
