//! What must not change a report: when and where the same was sailed, mirrored or in the other hemisphere, and in which order
//! boats and sessions are given.

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::dashboard::{
    Cost, Session, WindLog, expected_loss, improvement, user_stats, wind_conditions, wind_report,
};
use leebow_engine::debrief::{Debrief, DebriefOptions, DebriefTrack, SessionSummary, debrief, summary};
use leebow_engine::fleet::{TrackEvidence, estimate_fleet_winds};
use leebow_engine::polar::{self, Polar, PolarOptions};
use leebow_engine::race::{RaceOptions, RaceTrack, analyze};
use leebow_engine::segment::{SegmentKind, TackSide};

use super::{fleet, sessions, water};
use crate::reports::{Choices, evidence};

/// A change of a recording: its times, s later, and what becomes of a direction and of a place.
#[derive(Clone, Copy)]
struct Change {
    name: &'static str,
    later_ms: f64,
    deg: fn(f64) -> f64,
    lat_deg: fn(f64) -> f64,
    lon_deg: fn(f64) -> f64,
    mirrors: bool,
}

const AS_IT_WAS: Change = Change {
    name: "",
    later_ms: 0.0,
    deg: |deg| deg,
    lat_deg: |lat| lat,
    lon_deg: |lon| lon,
    mirrors: false,
};
const CHANGES: [Change; 4] = [
    Change { name: "1 ms later", later_ms: 1.0, ..AS_IT_WAS },
    Change { name: "37 days later", later_ms: 37.0 * 86_400_000.0, ..AS_IT_WAS },
    Change {
        name: "mirrored about a meridian",
        deg: |deg| wrap_360(-deg),
        lon_deg: |lon| -lon,
        mirrors: true,
        ..AS_IT_WAS
    },
    Change {
        name: "in the other hemisphere",
        deg: |deg| wrap_360(180.0 - deg),
        lat_deg: |lat| -lat,
        mirrors: true,
        ..AS_IT_WAS
    },
];

impl Change {
    fn race_track(&self, track: &RaceTrack) -> RaceTrack {
        let mut changed = track.clone();
        changed.time_ms.iter_mut().for_each(|ms| *ms += self.later_ms);
        changed.lat_deg.iter_mut().for_each(|lat| *lat = (self.lat_deg)(*lat));
        changed.lon_deg.iter_mut().for_each(|lon| *lon = (self.lon_deg)(*lon));
        for column in [&mut changed.cog_deg, &mut changed.ewd_deg] {
            column.iter_mut().for_each(|deg| *deg = (self.deg)(f64::from(*deg)) as f32);
        }
        for turn in &mut changed.facts.turns {
            for ms in [&mut turn.start_ms, &mut turn.time_ms, &mut turn.end_ms, &mut turn.recovered_ms] {
                *ms += self.later_ms;
            }
        }
        changed
    }

    fn session(&self, track: &DebriefTrack) -> DebriefTrack {
        let mut changed = track.clone();
        changed.time_ms.iter_mut().for_each(|ms| *ms += self.later_ms);
        changed.lat_deg.iter_mut().for_each(|lat| *lat = (self.lat_deg)(*lat));
        changed.lon_deg.iter_mut().for_each(|lon| *lon = (self.lon_deg)(*lon));
        changed.cog_deg.iter_mut().for_each(|deg| *deg = (self.deg)(f64::from(*deg)) as f32);
        let facts = &mut changed.facts;
        if let Some(wind) = &mut facts.wind {
            wind.time_ms.iter_mut().for_each(|ms| *ms += self.later_ms);
            wind.twd_deg.iter_mut().for_each(|deg| *deg = (self.deg)(*deg));
        }
        for maneuver in &mut facts.maneuvers {
            for ms in [&mut maneuver.time_ms, &mut maneuver.start_ms, &mut maneuver.end_ms] {
                *ms += self.later_ms;
            }
            maneuver.recovered_ms.iter_mut().for_each(|ms| *ms += self.later_ms);
            if self.mirrors {
                maneuver.to_side = maneuver.to_side.map(|side| match side {
                    TackSide::Port => TackSide::Starboard,
                    TackSide::Starboard => TackSide::Port,
                });
            }
        }
        for straight in &mut facts.straights {
            straight.start_ms += self.later_ms;
            straight.end_ms += self.later_ms;
        }
        changed
    }

    fn evidence(&self, boat: &TrackEvidence) -> TrackEvidence {
        let mut changed = boat.clone();
        changed.time_ms.iter_mut().for_each(|ms| *ms += self.later_ms);
        changed.lat_deg.iter_mut().for_each(|lat| *lat = (self.lat_deg)(*lat));
        changed.lon_deg.iter_mut().for_each(|lon| *lon = (self.lon_deg)(*lon));
        for candidate in &mut changed.candidates {
            candidate.twd_deg.iter_mut().for_each(|deg| *deg = (self.deg)(*deg));
        }
        changed
    }

    /// A millisecond moves fixes that were on the grid of seconds: a straight may begin a second later, which the variance of its
    /// minutes shows most.
    fn tolerance(&self) -> f64 {
        if self.later_ms == 1.0 { 0.05 } else { 1e-6 }
    }
}

fn assert_near(change: &Change, what: &str, before: &[f64], after: &[f64]) {
    assert_eq!(before.len(), after.len(), "{what} {}", change.name);
    for (a, b) in before.iter().zip(after) {
        let near = (a - b).abs() <= change.tolerance() * (1.0 + a.abs());
        assert!(near, "{what} {}: {a} and {b}", change.name);
    }
}

/// Gun, from the beginning of the recording, and for each boat in the order of the result her place and times at the marks; s.
fn race(tracks: &[RaceTrack]) -> Vec<(String, Vec<f64>)> {
    let found = analyze(tracks, &RaceOptions::default());
    assert_eq!(found.day.races.len(), 1, "{:?}", found.day.notes);
    let race = &found.day.races[0];
    let from_ms = tracks.iter().map(|t| t.time_ms[0]).fold(f64::INFINITY, f64::min);
    let s = |time: &str| (leebow_engine::calendar::ms_from_iso(time).unwrap() - from_ms) / 1000.0;
    let boat = |boat: &leebow_engine::race::answer::RaceBoat| {
        let times = boat.passings.iter().map(|p| p.as_ref().map_or(-1.0, |p| s(&p.time)));
        let place = boat.place.map_or(-1.0, f64::from);
        (boat.track.clone(), [s(&race.start_time), place].into_iter().chain(times).collect())
    };
    race.boats.iter().map(boat).collect()
}

#[test]
fn a_race_is_the_same_later_mirrored_in_the_other_hemisphere_and_in_another_order_of_boats() {
    let (tracks, _) = fleet(&water());
    let before = race(&tracks);
    let mut orders = vec![tracks.clone(), tracks.iter().rev().cloned().collect()];
    orders[1].swap(0, 3);
    for change in CHANGES.into_iter().chain([AS_IT_WAS]) {
        for order in &orders {
            let after = race(&order.iter().map(|track| change.race_track(track)).collect::<Vec<_>>());
            let names = |race: &[(String, Vec<f64>)]| race.iter().map(|b| b.0.clone()).collect::<Vec<_>>();
            assert_eq!(names(&after), names(&before), "{}", change.name);
            for ((name, before), (_, after)) in before.iter().zip(&after) {
                assert_near(&change, name, before, after);
            }
        }
    }
}

/// The numbers of a summary; what compares port and starboard is the other way round in a mirror.
fn quantities(summary: &SessionSummary, mirrors: bool) -> Vec<f64> {
    let of = |quantity: &leebow_engine::debrief::summary::SessionQuantity| {
        let is_of_sides = format!("{:?}", quantity.code).ends_with("Sides");
        let sign = if is_of_sides && mirrors { -1.0 } else { 1.0 };
        [sign * quantity.mean, quantity.count, quantity.variance]
    };
    summary.quantities.iter().flat_map(of).collect()
}

#[test]
fn a_debrief_is_the_same_later_mirrored_and_in_the_other_hemisphere() {
    let all = sessions();
    let of = |change: &Change| {
        let all: Vec<DebriefTrack> = all.iter().map(|track| change.session(track)).collect();
        let summaries: Vec<SessionSummary> = all.iter().map(summary).collect();
        let of_day = |(day, today): (usize, &DebriefTrack)| {
            let earlier = summaries.iter().take(day).cloned().collect();
            debrief(today, &[], &DebriefOptions { earlier, ..DebriefOptions::default() })
        };
        let debriefs: Vec<Debrief> = all.iter().enumerate().map(of_day).collect();
        (summaries, debriefs)
    };
    let (summaries, before) = of(&AS_IT_WAS);
    assert!(summaries.iter().any(|s| s.quantities.len() > 4), "{summaries:?}");
    assert!(before.iter().any(|debrief| !debrief.budgets.is_empty()));
    for change in CHANGES {
        let (changed, after) = of(&change);
        for (a, b) in summaries.iter().zip(&changed) {
            assert_near(&change, "summary", &quantities(a, false), &quantities(b, change.mirrors));
        }
        let numbers = |debrief: &Debrief| -> Vec<f64> {
            let budgets = debrief.budgets.iter().flat_map(|budget| {
                let parts = budget.bands.iter().flat_map(|band| band.parts.iter().map(|part| part.lost_m));
                [budget.lost_m, budget.lost_sd_m, budget.made_good_m].into_iter().chain(parts)
            });
            let findings = debrief.findings.iter().chain(&debrief.went_well);
            budgets.chain(findings.flat_map(|f| [f.p, f.sd, f.total_m])).collect()
        };
        for (before, after) in before.iter().zip(&after) {
            let (before, after) = (numbers(before), numbers(after));
            if change.later_ms == 1.0 {
                // Each of the eight legs may be a second longer or shorter, which is half a metre of its budget.
                let most_m = before.iter().zip(&after).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(before.len() == after.len() && most_m < 4.0, "{most_m} m by a millisecond");
            } else {
                assert_near(&change, "debrief", &before, &after);
            }
        }
    }
}

/// The targets of each band, and how the sides differ.
fn targets(polar: &Polar, mirrors: bool) -> Vec<f64> {
    let of_bands = polar.bands.iter().flat_map(|band| [band.upwind, band.downwind]).flatten();
    let sides = [polar.sides.upwind, polar.sides.downwind].into_iter().flatten();
    let sign = if mirrors { -1.0 } else { 1.0 };
    let all = of_bands.flat_map(|target| [target.twa_deg, target.vmg_kn, target.median_kn]);
    all.chain(sides.map(|side| sign * side.percent)).collect()
}

#[test]
fn a_polar_is_the_same_later_mirrored_and_in_the_other_hemisphere() {
    let all = sessions();
    let of = |change: &Change| {
        let stored: Vec<_> = all.iter().map(|track| polar::summary(&change.session(track))).collect();
        polar::polar(&stored, &PolarOptions::default()).unwrap()
    };
    let before = of(&AS_IT_WAS);
    assert!(before.straight_s > 0.0 && before.bands.iter().any(|band| band.upwind.is_some()), "{before:?}");
    for change in CHANGES {
        let after = of(&change);
        assert_near(&change, "polar", &targets(&before, false), &targets(&after, change.mirrors));
        // A window of 10 s at the end of a straight may be one more.
        assert!((before.straight_s - after.straight_s).abs() <= 0.01 * before.straight_s, "{}", change.name);
    }
}

#[test]
fn the_wind_of_a_fleet_is_the_same_later_mirrored_in_the_other_hemisphere_and_in_another_order() {
    let fleet: Vec<TrackEvidence> = (0..4).map(|boat| evidence(&mut Choices::of(&[]), boat, 20.0)).collect();
    let wind = |boats: &[TrackEvidence]| estimate_fleet_winds(boats)[0].answer().wind.unwrap();
    let before = wind(&fleet);
    // The evidence is of whole steps of 10 s.
    for change in CHANGES.into_iter().filter(|change| change.later_ms != 1.0).chain([AS_IT_WAS]) {
        let mut boats: Vec<TrackEvidence> = fleet.iter().map(|boat| change.evidence(boat)).collect();
        boats.rotate_left(1);
        boats.swap(0, 2);
        let after = wind(&boats);
        let times: Vec<f64> = after.time_ms.iter().map(|ms| ms - change.later_ms).collect();
        assert_eq!(times, before.time_ms, "{}", change.name);
        for (a, b) in before.twd_deg.iter().zip(&after.twd_deg) {
            assert!(wrap_180((change.deg)(*a) - b).abs() < 1e-6, "{}: {a} and {b}", change.name);
        }
        assert_near(&change, "deviations", &before.sd_deg, &after.sd_deg);
    }
}

#[test]
fn a_wind_report_is_the_same_later_and_mirrored() {
    let log = |change: &Change| WindLog {
        time_s: (0..3000).map(|i| 1.25 * f64::from(i) + change.later_ms / 1000.0).collect(),
        twd_deg: (0..3000).map(|i| (change.deg)(10.0 + 12.0 * libm::sin(f64::from(i) / 90.0))).collect(),
        tws_kn: (0..3000).map(|i| Some(9.0 + libm::cos(f64::from(i) / 70.0))).collect(),
    };
    let before = wind_report(&log(&AS_IT_WAS), &[]).unwrap();
    for change in CHANGES {
        let after = wind_report(&log(&change), &[]).unwrap();
        let numbers = |report: &leebow_engine::dashboard::WindReport, sign: f64| {
            let u = &report.unsteadiness;
            let trend = report.avg_twd_diff_min_deg.map(|deg| sign * deg);
            let all = [report.avg_tws_kn, report.std_tws_kn, report.std_twd_deg, trend, u.puffiness_percent];
            all.into_iter().chain([u.shiftiness_deg]).map(|v| v.unwrap_or(-1.0)).collect::<Vec<_>>()
        };
        let sign = if change.mirrors { -1.0 } else { 1.0 };
        assert_near(&change, "wind report", &numbers(&before, 1.0), &numbers(&after, sign));
        let [a, b] = [&before, &after].map(|report| report.avg_twd_deg.unwrap());
        assert!(wrap_180((change.deg)(a) - b).abs() < 0.01, "{}: {a} and {b}", change.name);
    }
}

#[test]
fn the_order_of_sessions_and_of_their_turns_does_not_change_a_dashboard() {
    let turn = |i: u32| Cost {
        kind: if i.is_multiple_of(3) { SegmentKind::Gybe } else { SegmentKind::Tack },
        loss_og_m: Some(8.0 + f64::from(i * 7 % 11)),
        loss_80_m: Some(6.0 + f64::from(i * 5 % 13)),
        averaged: !i.is_multiple_of(7),
        tws_kn: Some(6.0 + f64::from(i * 3 % 17)),
        entry_speed_kn: Some(5.0),
    };
    let session = |i: u32| Session {
        date: format!("2026-0{}-1{}", 1 + i % 4, i % 9),
        boat_class: "49er".into(),
        water_time_s: 600.0 * f64::from(i),
        tacks: i,
        maneuvers: (i..i + 12).map(turn).collect(),
        ..Session::default()
    };
    let mut all: Vec<Session> = (1..20).map(session).collect();
    let of = |all: &[Session]| {
        let losses = [SegmentKind::Tack, SegmentKind::Gybe].map(|kind| {
            let expected = expected_loss(kind, all);
            let line = expected.regression.unwrap();
            (improvement(kind, all), expected.rline.len(), [line.r2, line.slope].map(|v| (1e9 * v).round()))
        });
        format!("{:?} {:?} {losses:?}", user_stats(all), wind_conditions(all))
    };
    let before = of(&all);
    all.reverse();
    all.iter_mut().for_each(|session| session.maneuvers.reverse());
    all.swap(2, 9);
    assert_eq!(of(&all), before);
}
