//! The races of a session: gun, line, marks and the passings of the boat, by their definitions on the noiseless path
//! (docs/algorithms.md, section 14.9).

use serde::Serialize;

use crate::boat::Moment;
use crate::path::round;
use crate::race::{RaceLayout, Signal, Vec2, Waypoint, WaypointKind, shifted};
use crate::sea::Sea;
use crate::spec::Spec;
use leebow_engine::angle::{circular_mean, to_deg, wrap_180, wrap_360};
use leebow_engine::calendar::iso_utc;
use leebow_engine::geo::Plane;

/// A line is crossed within its ends and this share of its length beyond them.
const BEYOND_ENDS: f64 = 0.1;
/// A boat that is over starts within this time before the gun, s.
const EARLY_S: f64 = 30.0;

/// One race. Times are in s from the session's start.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueRace {
    pub time: String,
    pub gun_s: f64,
    /// Guns that were recalled, and practice starts, since the race before.
    pub recalls_s: Vec<f64>,
    pub practice_starts_s: Vec<f64>,
    /// False for a boat that watches; she has no start and no passings.
    pub takes_part: bool,
    pub line: TrueLine,
    /// Mean wind direction at the line from 60 s before to 60 s after the gun, deg.
    pub twd_deg: f64,
    pub waypoints: Vec<TrueWaypoint>,
    /// When this boat passed each waypoint; null where she did not.
    pub passings_s: Vec<Option<f64>>,
    /// Which mark of each waypoint she rounded: 1 is the right one of a gate looking upwind.
    pub rounded: Vec<Option<usize>>,
    /// Distance below the line at the gun, negative beyond it, m, and place along it: 0 at the pin, 1 at the committee end.
    /// Both are those of the receiver.
    pub to_line_m: f64,
    pub line_position: f64,
    /// Crossing of the line with which she started, after the gun.
    pub crossed_after_s: Option<f64>,
    pub over: bool,
    /// She was over and came back.
    pub returned: bool,
}

/// A starting line.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TrueLine {
    pub pin: TruePlace,
    pub committee: TruePlace,
    pub length_m: f64,
    /// From the pin to the committee end.
    pub bearing_deg: f64,
    /// Positive: the committee end is ahead.
    pub bias_deg: f64,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TruePlace {
    pub lat_deg: f64,
    pub lon_deg: f64,
}

/// A waypoint after the start.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TrueWaypoint {
    /// mark, gate, offset or finish.
    pub kind: &'static str,
    /// On which side boats leave it: port, starboard, or either for a gate; null for the finish.
    pub side: Option<&'static str>,
    /// The mark, the two of a gate (left, right looking upwind), or the ends of the finishing line.
    pub marks: Vec<TruePlace>,
}

/// The races of a path.
pub fn races(
    path: &[Moment],
    layouts: &[RaceLayout],
    spec: &Spec,
    sea: &Sea,
    plane: &Plane,
) -> Vec<TrueRace> {
    let (mut recalls_s, mut practice_starts_s) = (Vec::new(), Vec::new());
    let mut all = Vec::new();
    for (i, layout) in layouts.iter().enumerate() {
        match layout.signal {
            Signal::Practice => practice_starts_s.push(layout.gun_s),
            Signal::Recalled => recalls_s.push(layout.gun_s),
            Signal::Race => {
                let until_s = layouts.get(i + 1).map_or(f64::INFINITY, |next| next.gun_s - EARLY_S);
                let between = |m: &Moment| m.time_s > layout.gun_s - EARLY_S && m.time_s < until_s;
                let from = path.iter().position(between).unwrap_or(path.len());
                let span = path.get(from..).unwrap_or_default();
                let span = span.get(..span.iter().take_while(|m| between(m)).count()).unwrap_or_default();
                let mut race = race(span, layout, spec, sea, plane);
                race.recalls_s = std::mem::take(&mut recalls_s);
                race.practice_starts_s = std::mem::take(&mut practice_starts_s);
                all.push(race);
            }
        }
    }
    all
}

fn race(span: &[Moment], layout: &RaceLayout, spec: &Spec, sea: &Sea, plane: &Plane) -> TrueRace {
    let takes_part = !spec.race.unwrap_or_default().spectator;
    let racing = span.iter().position(|m| m.time_s >= layout.gun_s).unwrap_or(span.len());
    let after_gun = span.get(racing.saturating_sub(1)..).unwrap_or_default();
    let passings = if takes_part { passings(after_gun, &layout.waypoints) } else { Vec::new() };
    let none = || (0..layout.waypoints.len()).map(|_| None).collect::<Vec<_>>();
    let passings = if takes_part { passings } else { none() };
    let first_s = passings.iter().flatten().map(|p| p.0).next().unwrap_or(layout.gun_s + 600.0);
    let line = [layout.pin, layout.committee];
    let crossings = crossings(span, line, layout.across_line());
    let ups: Vec<f64> = crossings.iter().filter(|c| c.up && c.time_s < first_s).map(|c| c.time_s).collect();
    let started_s = ups.last().copied().filter(|_| takes_part);
    let at_gun = after_gun.first().map_or((0.0, 0.0), place_of);
    let across = layout.across_line();
    let along = (layout.committee.0 - layout.pin.0, layout.committee.1 - layout.pin.1);
    let from_pin = (at_gun.0 - layout.pin.0, at_gun.1 - layout.pin.1);
    let to_line_m = -dot(from_pin, across);
    let over = takes_part && to_line_m < 0.0 && ups.first().is_some_and(|s| *s < layout.gun_s);
    let ms = |s: f64| round(s, 1000.0);
    let winds = (-6..=6).map(|k| sea.wind(layout.gun_s + 10.0 * f64::from(k), 0.0, 0.0).twd_deg);
    let twd_deg = circular_mean(winds.map(|deg| (deg, 1.0))).map_or(0.0, |(mean, _)| mean);
    TrueRace {
        time: iso_utc(spec.start_time_ms + layout.gun_s * 1000.0),
        gun_s: layout.gun_s,
        recalls_s: Vec::new(),
        practice_starts_s: Vec::new(),
        takes_part,
        line: true_line(line, twd_deg, plane),
        twd_deg: round(twd_deg, 100.0),
        waypoints: layout.waypoints.iter().map(|w| true_waypoint(w, plane)).collect(),
        passings_s: passings.iter().map(|p| p.map(|p| ms(p.0))).collect(),
        rounded: passings.iter().map(|p| p.map(|p| p.1)).collect(),
        to_line_m: round(to_line_m, 100.0),
        line_position: round(dot(from_pin, along) / dot(along, along), 1000.0),
        crossed_after_s: started_s.map(|s| ms(s - layout.gun_s)),
        over,
        returned: over && started_s.is_some_and(|s| s > layout.gun_s),
    }
}

/// Time and mark of each passing: the first one after the passing before it.
fn passings(span: &[Moment], waypoints: &[Waypoint]) -> Vec<Option<(f64, usize)>> {
    let mut from = 0;
    let mut found = Vec::new();
    for waypoint in waypoints {
        let rest = span.get(from..).unwrap_or_default();
        let passing = rest.windows(2).enumerate().find_map(|(i, pair)| {
            let [a, b] = pair else { return None };
            passed(waypoint, a, b).map(|(share, which)| (i, a.time_s + share * (b.time_s - a.time_s), which))
        });
        if let Some((i, _, _)) = passing {
            from += i + 1;
        }
        found.push(passing.map(|(_, time_s, which)| (time_s, which)));
    }
    found
}

/// Share of a step at which a waypoint is passed, and which of its marks; none when it is not.
fn passed(waypoint: &Waypoint, a: &Moment, b: &Moment) -> Option<(f64, usize)> {
    match waypoint {
        Waypoint::Marks { marks, .. } => marks.iter().enumerate().find_map(|(which, mark)| {
            // A boat that leaves the mark to port moves to the left as seen from it along the ray.
            let outside = mark.outside();
            let sense = (-mark.hand * outside.1, mark.hand * outside.0);
            let crossing = crossing(mark.at, outside, sense, a, b)?;
            (crossing.at > 0.0).then_some((crossing.share, which))
        }),
        Waypoint::Finish { ends: [p, q], along } => {
            let crossing = crossing(*p, (q.0 - p.0, q.1 - p.1), *along, a, b)?;
            (-BEYOND_ENDS..=1.0 + BEYOND_ENDS).contains(&crossing.at).then_some((crossing.share, 0))
        }
    }
}

/// Where a step crosses a straight line: share of the step, and place in multiples of the line's vector from its origin.
struct StepCrossing {
    share: f64,
    at: f64,
}

/// The crossing of a line (origin, vector) in the direction of `sense`, which is square to it.
fn crossing(origin: Vec2, along: Vec2, sense: Vec2, a: &Moment, b: &Moment) -> Option<StepCrossing> {
    let height = |m: &Moment| dot((m.east_m - origin.0, m.north_m - origin.1), sense);
    let (before, after) = (height(a), height(b));
    if !(before < 0.0 && after >= 0.0) {
        return None;
    }
    let share = before / (before - after);
    let here = shifted(place_of(a), (b.east_m - a.east_m, b.north_m - a.north_m), share);
    let at = dot((here.0 - origin.0, here.1 - origin.1), along) / dot(along, along);
    Some(StepCrossing { share, at })
}

/// A crossing of the starting line.
struct LineCrossing {
    time_s: f64,
    /// Towards the course.
    up: bool,
}

fn crossings(span: &[Moment], [pin, committee]: [Vec2; 2], across: Vec2) -> Vec<LineCrossing> {
    let along = (committee.0 - pin.0, committee.1 - pin.1);
    let steps = span.windows(2).filter_map(|pair| {
        let [a, b] = pair else { return None };
        let up = crossing(pin, along, across, a, b).map(|c| (c, true));
        let (c, up) =
            up.or_else(|| crossing(pin, along, (-across.0, -across.1), a, b).map(|c| (c, false)))?;
        let within = (-BEYOND_ENDS..=1.0 + BEYOND_ENDS).contains(&c.at);
        within.then_some(LineCrossing { time_s: a.time_s + c.share * (b.time_s - a.time_s), up })
    });
    steps.collect()
}

fn dot(a: Vec2, b: Vec2) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn place_of(m: &Moment) -> Vec2 {
    (m.east_m, m.north_m)
}

fn true_place(at: Vec2, plane: &Plane) -> TruePlace {
    let (lat_deg, lon_deg) = plane.to_deg(at.0, at.1);
    TruePlace { lat_deg: round(lat_deg, 1e8), lon_deg: round(lon_deg, 1e8) }
}

fn true_line([pin, committee]: [Vec2; 2], twd_deg: f64, plane: &Plane) -> TrueLine {
    let (x, y) = (committee.0 - pin.0, committee.1 - pin.1);
    let bearing_deg = wrap_360(to_deg(libm::atan2(x, y)));
    TrueLine {
        pin: true_place(pin, plane),
        committee: true_place(committee, plane),
        length_m: round(libm::hypot(x, y), 100.0),
        bearing_deg: round(bearing_deg, 100.0),
        bias_deg: round(wrap_180(twd_deg - bearing_deg + 90.0), 100.0),
    }
}

fn true_waypoint(waypoint: &Waypoint, plane: &Plane) -> TrueWaypoint {
    match waypoint {
        Waypoint::Marks { kind, marks } => TrueWaypoint {
            kind: match kind {
                WaypointKind::Mark => "mark",
                WaypointKind::Gate => "gate",
                WaypointKind::Offset => "offset",
            },
            side: match (marks.as_slice(), kind) {
                (_, WaypointKind::Gate) => Some("either"),
                ([mark, ..], _) if mark.hand < 0.0 => Some("starboard"),
                _ => Some("port"),
            },
            marks: marks.iter().map(|mark| true_place(mark.at, plane)).collect(),
        },
        Waypoint::Finish { ends, .. } => TrueWaypoint {
            kind: "finish",
            side: None,
            marks: ends.iter().map(|end| true_place(*end, plane)).collect(),
        },
    }
}
