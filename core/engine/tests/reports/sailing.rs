//! Boats that wait, beat and run, as an analysis describes them, with rows and facts changed at random.

use std::ops::Range;

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::config::BOAT_CLASSES;
use leebow_engine::debrief::DebriefFacts;
use leebow_engine::debrief::input::{DebriefCurrent, DebriefManeuver, DebriefStraight, DebriefWind};
use leebow_engine::geo::Plane;
use leebow_engine::race::input::{RaceEvent, RaceEventKind, RaceTurn};
use leebow_engine::race::{RaceTrack, RaceTrackFacts};
use leebow_engine::segment::{SegmentKind, TackSide};

use super::Choices;

/// The gun of the first race, UTC ms.
pub const GUN_MS: f64 = 1_781_359_200_000.0;

/// Shifts of clocks and gaps, s.
pub const SHIFTS_S: [f64; 6] = [0.0, 1.0, 30.0, 400.0, 4000.0, -20_000.0];

/// Where, when and in which wind boats sail.
#[derive(Debug, Clone, Copy)]
pub struct Water {
    pub plane: Plane,
    pub gun_ms: f64,
    pub twd_deg: f64,
    pub interval_s: f64,
    /// Seconds of each leg, and laps of two beats and two runs of them.
    pub leg_s: f64,
    pub laps: usize,
    /// Rows and facts are changed.
    pub changed: bool,
}

impl Water {
    pub fn of(choices: &mut Choices) -> Self {
        let (lat_deg, lon_deg) =
            choices.pick(&[(54.4, 10.2), (0.0, 0.0), (-17.0, 179.999), (89.99, 10.0), (-33.9, 151.3)]);
        Self {
            plane: Plane::at(lat_deg, lon_deg),
            gun_ms: GUN_MS + 1000.0 * choices.pick(&SHIFTS_S),
            twd_deg: 45.0 * choices.below(8) as f64,
            interval_s: choices.pick(&[1.0, 1.0, 0.5, 2.0, 5.0, 30.0]),
            leg_s: choices.pick(&[70.0, 40.0, 90.0]),
            laps: 1 + choices.below(2),
            changed: true,
        }
    }
}

/// A leg: its start, s from the gun, course against the wind, deg, speed, m/s, and the turn at its start.
struct Leg {
    start_s: f64,
    twa_deg: f64,
    mps: f64,
    turn: Option<SegmentKind>,
}

const WAIT_S: f64 = 300.0;

/// Speed at which a leg lasts its usual time, m/s.
const USUAL_MPS: f64 = 2.5;

/// Distance between two boats before the start, m: nearer ones would be two recordings of one boat.
const APART_M: f64 = 12.0;

fn legs(water: &Water, mps: f64, boat: usize) -> Vec<Leg> {
    use SegmentKind::{BearAway, Douse, Gybe, Tack};
    let leg_s = water.leg_s * USUAL_MPS / mps;
    let mut legs = vec![Leg { start_s: 0.0, twa_deg: 45.0, mps, turn: None }];
    for lap in 0..water.laps {
        let upwind = [(-45.0, Tack), (45.0, Tack), (-45.0, Tack)];
        let downwind = [(150.0, BearAway), (-150.0, Gybe), (150.0, Gybe)];
        let rounding = (lap + 1 < water.laps).then_some((45.0, Douse));
        for (twa_deg, turn) in upwind.into_iter().chain(downwind).chain(rounding) {
            // Boats of any speed sail as far, to the same marks.
            let start_s = legs.len() as f64 * leg_s;
            let mps = if f64::abs(twa_deg) < 90.0 { mps } else { 1.1 * mps };
            legs.push(Leg { start_s, twa_deg, mps, turn: Some(turn) });
        }
    }
    // The boats tack onto one line, so that they meet at the first mark.
    legs[1].start_s -= APART_M * boat as f64 / (std::f64::consts::SQRT_2 * mps);
    legs
}

/// The track of a boat, and what races and debriefs are given of it.
pub fn sailed(choices: &mut Choices, water: &Water, boat: usize) -> (RaceTrack, DebriefFacts) {
    let mps = 2.4 + 0.02 * choices.below(20) as f64;
    let legs = legs(water, mps, boat);
    let end_s = legs.len() as f64 * water.leg_s * USUAL_MPS / mps;
    let mut track = RaceTrack::default();
    let (mut east_m, mut north_m) = (APART_M * boat as f64, -20.0);
    let rows = ((WAIT_S + end_s) / water.interval_s) as usize;
    for row in 0..rows {
        let s = row as f64 * water.interval_s - WAIT_S;
        let leg = legs.iter().rev().find(|leg| leg.start_s <= s);
        // Before the gun to and fro below the line.
        let (twa_deg, mps) =
            leg.map_or((90.0 * libm::sin(s / 20.0).signum(), 0.8), |leg| (leg.twa_deg, leg.mps));
        let cog_deg = wrap_360(water.twd_deg + twa_deg);
        let (sin, cos) = libm::sincos(cog_deg.to_radians());
        east_m += mps * sin * water.interval_s;
        north_m += mps * cos * water.interval_s;
        let (lat_deg, lon_deg) = water.plane.to_deg(east_m, north_m);
        track.time_ms.push(water.gun_ms + 1000.0 * s);
        track.lat_deg.push(lat_deg);
        track.lon_deg.push(lon_deg);
        track.sog_mps.push(mps as f32);
        track.cog_deg.push(cog_deg as f32);
        track.ewd_deg.push(water.twd_deg as f32);
        track.ewd_sd_deg.push(4.0);
    }
    let class = choices.pick(&["49er", "Laser", "Other", "no such class"]);
    let class = Some(class.to_string()).filter(|_| BOAT_CLASSES.len() > boat);
    let mut facts = DebriefFacts {
        name: format!("boat {boat}"),
        boat_class: class.clone(),
        distance_m: mps * end_s,
        water_time_s: WAIT_S + end_s,
        wind: choices.maybe(|choices| wind(choices, water, end_s)),
        current: None,
        maneuvers: legs.iter().filter_map(|leg| maneuver(choices, water, leg)).collect(),
        straights: legs.iter().map(|leg| straight(water, leg)).collect(),
    };
    track.facts = RaceTrackFacts {
        name: facts.name.clone(),
        boat_class: class,
        antenna_to_bow_m: choices.maybe(|choices| choices.share() * 4.0),
        flip_probability: Some(0.01),
        without_zone: false,
        turns: facts.maneuvers.iter().map(turn).collect(),
        events: Vec::new(),
    };
    if water.changed {
        for _ in 0..choices.below(6) {
            change_track(choices, &mut track, water);
            change_facts(choices, &mut facts, water);
        }
    }
    (track, facts)
}

fn wind(choices: &mut Choices, water: &Water, end_s: f64) -> DebriefWind {
    let n = ((WAIT_S + end_s) / 10.0) as usize;
    let tws_kn = choices.maybe(|choices| 4.0 + 20.0 * choices.share());
    DebriefWind {
        own_track: choices.is_set(),
        flip_probability: choices.pick(&[0.01, 0.2, 0.0, 1.0]),
        time_ms: (0..n).map(|i| water.gun_ms - 1000.0 * WAIT_S + 1e4 * i as f64).collect(),
        twd_deg: (0..n).map(|i| wrap_360(water.twd_deg + 5.0 * libm::sin(i as f64 / 9.0))).collect(),
        sd_deg: vec![choices.pick(&[4.0, 0.0, 60.0]); n],
        tws_kn: vec![tws_kn; n],
    }
}

fn maneuver(choices: &mut Choices, water: &Water, leg: &Leg) -> Option<DebriefManeuver> {
    let kind = leg.turn?;
    let start_ms = water.gun_ms + 1000.0 * leg.start_s;
    let loss_m = choices.maybe(|choices| 2.0 + 20.0 * choices.share());
    Some(DebriefManeuver {
        kind,
        time_ms: start_ms + 2000.0,
        start_ms,
        end_ms: start_ms + 5000.0,
        recovered_ms: choices.maybe(|choices| start_ms + 5000.0 + 100.0 * f64::from(choices.byte())),
        to_side: Some(if wrap_180(leg.twa_deg) > 0.0 { TackSide::Port } else { TackSide::Starboard }),
        counted: true,
        averaged: true,
        along_wind: true,
        loss_og_m: loss_m,
        loss_80_m: loss_m,
        loss_80_low_m: loss_m.map(|m| m - 3.0),
        loss_80_high_m: loss_m.map(|m| m + 3.0),
    })
}

fn straight(water: &Water, leg: &Leg) -> DebriefStraight {
    let start_ms = water.gun_ms + 1000.0 * (leg.start_s + 8.0);
    DebriefStraight { start_ms, end_ms: start_ms + 1000.0 * (water.leg_s - 10.0) }
}

fn turn(m: &DebriefManeuver) -> RaceTurn {
    let DebriefManeuver { kind, start_ms, time_ms, end_ms, recovered_ms, counted, .. } = *m;
    RaceTurn { kind, start_ms, time_ms, end_ms, recovered_ms: recovered_ms.unwrap_or(end_ms), counted }
}

fn change_track(choices: &mut Choices, track: &mut RaceTrack, water: &Water) {
    let row = choices.below(track.time_ms.len());
    let rows = row..(row + choices.below(200)).min(track.time_ms.len());
    let time_ms = water.gun_ms + 1000.0 * choices.pick(&SHIFTS_S);
    match choices.below(12) {
        0 => track.facts.turns.retain(|_| choices.is_set()),
        1 => track.facts.turns.push(RaceTurn {
            kind: choices.pick(&[SegmentKind::Tack, SegmentKind::Penalty, SegmentKind::Straight]),
            start_ms: time_ms,
            time_ms: time_ms + choices.number(),
            end_ms: time_ms - choices.number(),
            recovered_ms: choices.number(),
            counted: choices.is_set(),
        }),
        2 => track.facts.events.push(RaceEvent {
            kind: choices.pick(&[RaceEventKind::RaceStart, RaceEventKind::Pin, RaceEventKind::CommitteeBoat]),
            time_ms,
            lat_deg: choices.maybe(|choices| water.plane.lat_deg + 1e-4 * choices.number()),
            lon_deg: choices.maybe(|choices| water.plane.lon_deg + 1e-4 * choices.number()),
        }),
        // A gap, or a clock that was set.
        3 | 4 => {
            let shift_ms = 1000.0 * choices.pick(&SHIFTS_S).abs();
            track.time_ms.iter_mut().skip(row).for_each(|ms| *ms += shift_ms);
        }
        5 => track.time_ms.iter_mut().for_each(|ms| *ms += 1000.0 * SHIFTS_S[row % SHIFTS_S.len()]),
        6 => {
            let speeds = [f32::NAN, 0.0, f32::INFINITY, -3.0, 1e30];
            change_rows(&mut track.sog_mps, rows, || choices.pick(&speeds));
        }
        7 => change_rows(&mut track.cog_deg, rows, || choices.pick(&[f32::NAN, -90.0, 1e9, f32::INFINITY])),
        8 => change_rows(&mut track.lat_deg, rows, || choices.pick(&[f64::NAN, 90.0, -90.0, 0.0])),
        9 => change_rows(&mut track.ewd_deg, rows, || choices.pick(&[f32::NAN, 180.0, 720.0])),
        10 => {
            track.ewd_deg.clear();
            track.ewd_sd_deg.clear();
            track.facts.flip_probability = None;
        }
        _ => track.facts.name = choices.pick(&["boat 0", "", "\u{1F6A9}"]).to_string(),
    }
}

fn change_rows<T>(values: &mut [T], rows: Range<usize>, mut value: impl FnMut() -> T) {
    values.iter_mut().take(rows.end).skip(rows.start).for_each(|v| *v = value());
}

fn change_facts(choices: &mut Choices, facts: &mut DebriefFacts, water: &Water) {
    let index = choices.below(facts.maneuvers.len());
    let time_ms = water.gun_ms + 1000.0 * choices.pick(&SHIFTS_S);
    match (choices.below(8), facts.maneuvers.get_mut(index)) {
        (0, Some(m)) => (m.start_ms, m.end_ms) = (time_ms, time_ms + choices.number()),
        (1, Some(m)) => m.recovered_ms = Some(time_ms),
        (2, Some(m)) => [m.loss_og_m, m.loss_80_m] = [choices.number(), choices.number()].map(Some),
        (3, Some(m)) => [m.loss_80_low_m, m.loss_80_high_m] = [Some(choices.number()), None],
        (4, Some(m)) => m.kind = choices.pick(&[SegmentKind::Stop, SegmentKind::Fall, SegmentKind::Gybe]),
        (5, _) => facts.straights.push(DebriefStraight { start_ms: time_ms, end_ms: choices.number() }),
        (6, _) => {
            let (set_deg, drift_kn) = (choices.direction_deg(), choices.number());
            facts.current = Some(DebriefCurrent { set_deg, drift_kn });
        }
        _ => {
            if let Some(wind) = &mut facts.wind {
                wind.tws_kn.iter_mut().for_each(|tws| *tws = choices.maybe(Choices::number));
                wind.twd_deg.iter_mut().take(index).for_each(|twd| *twd = choices.direction_deg());
            }
        }
    }
}
