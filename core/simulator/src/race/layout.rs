//! Line, marks and finish of one race, in the session's plane, m.

use super::{Finish, RaceSettings, Signal};
use leebow_engine::angle::to_rad;

/// Position or direction (east, north), m.
pub type Vec2 = (f64, f64);

/// Course angles to the wind beyond which a leg is a beat, or a run, deg.
const UP_DEG: f64 = 45.0;
const DOWN_DEG: f64 = 135.0;
/// Height of the bottom mark above the line, and place of the gybe mark beside the beat, ratio to the beat. *guess*
const BOTTOM: f64 = 0.1;
const GYBE_MARK: Vec2 = (-0.55, 0.5);
/// Distance of the marks of a gate, and length of the finishing line, m. *guess*
const GATE_M: f64 = 60.0;
const FINISH_M: f64 = 60.0;

/// How a boat arrives at a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    Beating,
    Reaching,
    Running,
}

/// One mark and how it is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkRounding {
    pub at: Vec2,
    /// 1: left to port; -1: to starboard.
    pub hand: f64,
    /// Waypoint before and after it.
    pub from: Vec2,
    pub next: Vec2,
    pub arrival: Arrival,
}

/// Kind of a [`Waypoint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaypointKind {
    Mark,
    Gate,
    Offset,
}

/// What a boat passes after the start.
#[derive(Debug, Clone, PartialEq)]
pub enum Waypoint {
    /// One mark, or the two of a gate: left and right looking upwind.
    Marks { kind: WaypointKind, marks: Vec<MarkRounding> },
    /// A line, crossed in the direction of a unit vector.
    Finish { ends: [Vec2; 2], along: Vec2 },
}

/// One start, and the course after it.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceLayout {
    pub signal: Signal,
    pub gun_s: f64,
    /// Wind direction by which the marks are laid, deg.
    pub axis_deg: f64,
    pub leg_m: f64,
    pub pin: Vec2,
    pub committee: Vec2,
    /// After the start.
    pub waypoints: Vec<Waypoint>,
}

impl MarkRounding {
    /// Unit vector from the mark away from the inside of the turn: along the bisector of its two legs.
    pub fn outside(&self) -> Vec2 {
        let (a, b) = (unit(self.at, self.from), unit(self.at, self.next));
        unit((a.0 + b.0, a.1 + b.1), (0.0, 0.0))
    }
}

impl RaceLayout {
    pub fn new(
        settings: &RaceSettings,
        (signal, gun_s): (Signal, f64),
        axis_deg: f64,
        leg_m: f64,
        line_m: f64,
        bias_deg: f64,
    ) -> Self {
        let mut layout = Self {
            signal,
            gun_s,
            axis_deg,
            leg_m,
            pin: (0.0, 0.0),
            committee: (0.0, 0.0),
            waypoints: Vec::new(),
        };
        let (sin, cos) = libm::sincos(to_rad(bias_deg));
        let end = (0.5 * line_m * cos, 0.5 * line_m * sin);
        (layout.pin, layout.committee) = (layout.place((-end.0, -end.1)), layout.place(end));
        layout.waypoints = layout.course(settings);
        layout
    }

    /// From course coordinates (right looking upwind, upwind) to the session's plane.
    pub fn place(&self, (x, y): Vec2) -> Vec2 {
        let (sin, cos) = libm::sincos(to_rad(self.axis_deg));
        (x * cos + y * sin, y * cos - x * sin)
    }

    /// Unit vector across the line towards the course.
    pub fn across_line(&self) -> Vec2 {
        let along = unit(self.pin, self.committee);
        (-along.1, along.0)
    }

    fn course(&self, settings: &RaceSettings) -> Vec<Waypoint> {
        let hand = if settings.starboard_rounding { -1.0 } else { 1.0 };
        let at = |(x, y): Vec2| (hand * x * self.leg_m, y * self.leg_m);
        let top = at((0.0, 1.0));
        let offset = (-hand * settings.offset_m, top.1 - 0.12 * settings.offset_m);
        let (gybe_mark, bottom) = (at(GYBE_MARK), at((0.0, BOTTOM)));
        let mut points = Vec::new();
        for lap in 0..settings.laps {
            points.push((WaypointKind::Mark, top));
            if settings.offset_m > 0.0 {
                points.push((WaypointKind::Offset, offset));
            }
            if settings.triangle && lap == 0 {
                points.push((WaypointKind::Mark, gybe_mark));
            }
            let ends_down = lap + 1 == settings.laps && settings.finish == Finish::Down;
            if !ends_down {
                points.push((if settings.gate { WaypointKind::Gate } else { WaypointKind::Mark }, bottom));
            }
        }
        let finish = match settings.finish {
            Finish::Down => (0.0, 0.0),
            Finish::Up => (hand * 0.5 * FINISH_M + hand * 40.0, top.1),
            Finish::Reach => (hand * 0.25 * self.leg_m, bottom.1),
        };
        let place = |i: usize| points.get(i).map_or(finish, |p| p.1);
        let mut all: Vec<Waypoint> = (0..points.len())
            .map(|i| {
                let from = if i == 0 { (0.0, 0.0) } else { place(i - 1) };
                self.marks(points[i], hand, from, place(i + 1))
            })
            .collect();
        all.push(self.finish(settings.finish, place(points.len().wrapping_sub(1)), finish));
        all
    }

    /// A mark or gate at a point of the course, between two others.
    fn marks(&self, (kind, point): (WaypointKind, Vec2), hand: f64, from: Vec2, next: Vec2) -> Waypoint {
        let off_deg = libm::atan2((point.0 - from.0).abs(), point.1 - from.1) * 180.0 / std::f64::consts::PI;
        let arrival = match off_deg {
            deg if deg < UP_DEG => Arrival::Beating,
            deg if deg > DOWN_DEG => Arrival::Running,
            _ => Arrival::Reaching,
        };
        let mark = |x: f64, hand: f64| MarkRounding {
            at: self.place((point.0 + x, point.1)),
            hand,
            from: self.place(from),
            next: self.place(next),
            arrival,
        };
        let marks = match kind {
            // Looking upwind the right mark of a gate is left to port.
            WaypointKind::Gate => vec![mark(-0.5 * GATE_M, -1.0), mark(0.5 * GATE_M, 1.0)],
            _ => vec![mark(0.0, hand)],
        };
        Waypoint::Marks { kind, marks }
    }

    fn finish(&self, finish: Finish, from: Vec2, at: Vec2) -> Waypoint {
        let along = match finish {
            Finish::Down => (0.0, -1.0),
            Finish::Up => (0.0, 1.0),
            Finish::Reach => unit(from, at),
        };
        let half = (0.5 * FINISH_M * along.1, -0.5 * FINISH_M * along.0);
        let ends = [(at.0 - half.0, at.1 - half.1), (at.0 + half.0, at.1 + half.1)];
        Waypoint::Finish { ends: ends.map(|end| self.place(end)), along: self.place(along) }
    }
}

/// Unit vector from one place to another; to the north between equal places.
pub fn unit(from: Vec2, to: Vec2) -> Vec2 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = libm::hypot(x, y);
    if length > 0.0 { (x / length, y / length) } else { (0.0, 1.0) }
}

/// A place moved by a multiple of a vector.
pub fn shifted(place: Vec2, by: Vec2, times: f64) -> Vec2 {
    (place.0 + times * by.0, place.1 + times * by.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(settings: RaceSettings) -> RaceLayout {
        RaceLayout::new(&settings, (Signal::Race, 600.0), 0.0, 1000.0, 100.0, 5.0)
    }

    fn near(a: Vec2, b: Vec2) -> bool {
        libm::hypot(a.0 - b.0, a.1 - b.1) < 1e-6
    }

    #[test]
    fn the_committee_end_is_ahead_by_the_bias() {
        let layout = layout(RaceSettings::default());
        let ahead = layout.committee.1 - layout.pin.1;
        assert!((ahead - 100.0 * libm::sin(to_rad(5.0))).abs() < 1e-9 && layout.committee.0 > 0.0);
        assert!(layout.across_line().1 > 0.9);
    }

    #[test]
    fn two_laps_with_a_gate_have_two_top_marks_a_gate_and_a_finish() {
        let layout = layout(RaceSettings { gate: true, ..RaceSettings::default() });
        let kinds: Vec<Option<WaypointKind>> = layout
            .waypoints
            .iter()
            .map(|w| if let Waypoint::Marks { kind, .. } = w { Some(*kind) } else { None })
            .collect();
        assert_eq!(
            kinds,
            [Some(WaypointKind::Mark), Some(WaypointKind::Gate), Some(WaypointKind::Mark), None]
        );
        let Waypoint::Marks { marks, .. } = &layout.waypoints[1] else { panic!() };
        assert!(near(marks[0].at, (-30.0, 100.0)) && marks[0].hand == -1.0);
        assert!(near(marks[1].at, (30.0, 100.0)) && marks[1].hand == 1.0);
    }

    #[test]
    fn a_mark_is_passed_on_the_side_away_from_both_legs() {
        let layout = layout(RaceSettings { offset_m: 80.0, ..RaceSettings::default() });
        let outside: Vec<Vec2> = layout.waypoints[..2]
            .iter()
            .map(|w| if let Waypoint::Marks { marks, .. } = w { marks[0].outside() } else { panic!() })
            .collect();
        // Top mark: above it and to the right; offset mark: above it and to the left.
        assert!(outside[0].0 > 0.5 && outside[0].1 > 0.5, "{outside:?}");
        assert!(outside[1].0 < -0.5 && outside[1].1 > 0.3, "{outside:?}");
    }

    #[test]
    fn marks_left_to_starboard_lie_on_the_other_side() {
        let mirrored =
            layout(RaceSettings { starboard_rounding: true, triangle: true, ..Default::default() });
        let Waypoint::Marks { marks, .. } = &mirrored.waypoints[1] else { panic!() };
        assert!(marks[0].at.0 > 500.0 && marks[0].hand == -1.0 && marks[0].arrival == Arrival::Reaching);
    }
}
