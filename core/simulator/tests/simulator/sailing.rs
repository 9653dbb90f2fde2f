//! Sailing of the simulated boats: polars, tacking angles, roundings, wind.

use leebow_engine::angle::{to_deg, wind_angle};
use leebow_engine::segment::SegmentKind;
use leebow_engine::units::kn_from_mps;
use leebow_simulator::{Moment, Scenario, Simulation, Spec, simulate};

fn session(class: &str, seed: u64) -> Simulation {
    simulate(&Spec { class: class.to_string(), seed, mistakes: 0.0, ..Spec::default() }).unwrap()
}

/// Absolute wind angle of the course over ground.
fn angle(m: &Moment) -> f64 {
    wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps))).abs()
}

fn sog_kn(m: &Moment) -> f64 {
    kn_from_mps(libm::hypot(m.east_mps, m.north_mps))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Median speed (kn) of the moments between these wind angles.
fn speed_between(session: &Simulation, low: f64, high: f64) -> f64 {
    let sailed = session.path.iter().step_by(20).filter(|m| (low..high).contains(&angle(m)));
    median(sailed.map(sog_kn).collect())
}

#[test]
fn speeds_in_twelve_knots_are_those_sailors_know() {
    // Angles to the wind, deg, and plausible ranges of speed, kn, upwind and downwind.
    let known = [
        ("49er", (43.0, 7.5..10.5), (143.0, 11.0..17.0)),
        ("Laser", (44.0, 4.2..5.6), (170.0, 4.4..7.0)),
        ("470", (43.0, 5.0..6.8), (158.0, 5.5..9.5)),
        ("Formula Kite", (49.0, 17.0..24.0), (143.0, 21.0..31.0)),
        ("J70", (43.0, 5.3..6.9), (155.0, 5.8..9.5)),
        ("Moth", (47.0, 13.5..19.0), (143.0, 17.0..26.0)),
    ];
    for (class, (up_deg, up_kn), (down_deg, down_kn)) in known {
        let session = session(class, 3);
        let up = speed_between(&session, up_deg - 8.0, up_deg + 8.0);
        let down = speed_between(&session, down_deg - 12.0, down_deg + 10.0);
        assert!(up_kn.contains(&up), "{class} upwind {up}");
        assert!(down_kn.contains(&down), "{class} downwind {down}");
    }
}

#[test]
fn tacks_go_through_the_angle_of_the_class() {
    for (class, least, most) in [("49er", 80.0, 96.0), ("Laser", 84.0, 98.0), ("Formula Kite", 94.0, 110.0)] {
        let truth = session(class, 5).truth;
        let tacks = truth.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack);
        let beating = tacks.filter(|t| t.wind_angle_in_deg < 65.0 && t.wind_angle_out_deg < 65.0);
        let through = median(beating.map(|t| t.wind_angle_in_deg + t.wind_angle_out_deg).collect());
        assert!((least..most).contains(&through), "{class}: {through}");
    }
}

#[test]
fn no_boat_pinches_for_long() {
    for class in ["49er", "470", "Formula Kite", "J70"] {
        let session = session(class, 8);
        let mut longest = 0;
        let mut run = 0;
        for m in session.path.iter().filter(|m| sog_kn(m) > 2.0) {
            run = if angle(m) < 28.0 { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        assert!(f64::from(longest) * 0.05 < 12.0, "{class}: {longest} steps");
    }
}

#[test]
fn crews_wait_between_two_tacks() {
    for class in ["49er", "Laser", "J70"] {
        let truth = session(class, 2).truth;
        let turns =
            truth.maneuvers.iter().filter(|m| matches!(m.kind, SegmentKind::Tack | SegmentKind::Gybe));
        let times: Vec<f64> = turns.map(|m| m.tc_s).collect();
        assert!(times.windows(2).all(|pair| pair[1] - pair[0] > 6.0), "{class}: {times:?}");
    }
}

#[test]
fn sides_change_at_tacks_and_gybes_and_stay_at_bear_aways_and_douses() {
    for seed in 1..6 {
        for m in session("49er", seed).truth.maneuvers {
            let changes = m.from_side != m.to_side;
            match m.kind {
                SegmentKind::Tack | SegmentKind::Gybe => assert!(changes, "{m:?}"),
                SegmentKind::BearAway | SegmentKind::Douse => {
                    assert_eq!(changes, !m.flags.is_empty(), "{m:?}")
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_bear_away_speeds_up_and_a_douse_slows_down() {
    let maneuvers: Vec<_> = (1..5).flat_map(|seed| session("49er", seed).truth.maneuvers).collect();
    let gain = |kind| {
        let of_kind = maneuvers.iter().filter(|m| m.kind == kind && m.entry_mps > 3.0);
        median(of_kind.map(|m| m.min_mps / m.entry_mps).collect())
    };
    assert!(gain(SegmentKind::BearAway) > 0.9);
    assert!(gain(SegmentKind::Douse) < 0.9);
}

#[test]
fn more_wind_is_more_speed() {
    let fastest = |tws_kn| {
        let session = simulate(&Spec { tws_kn, mistakes: 0.0, ..Spec::default() }).unwrap();
        session.path.iter().map(sog_kn).fold(0.0, f64::max)
    };
    let (light, medium, strong) = (fastest(6.0), fastest(12.0), fastest(20.0));
    assert!(light < medium && medium < strong, "{light} {medium} {strong}");
}

#[test]
fn a_shift_changes_the_wind_permanently() {
    let quiet =
        Spec { gustiness: 0.0, oscillation_deg: Some(0.0), trend_deg_per_h: Some(0.0), ..Spec::default() };
    let spec = Spec { shift_deg: 40.0, shift_at_min: 20.0, minutes: 40.0, ..quiet };
    let wind = simulate(&spec).unwrap().truth.wind;
    assert!((wind[10].twd_deg - 230.0).abs() < 1.0);
    assert!((wind[wind.len() - 5].twd_deg - 270.0).abs() < 1.0);
}

#[test]
fn an_oscillation_has_its_period() {
    let spec = Spec {
        gustiness: 0.0,
        oscillation_deg: Some(10.0),
        oscillation_min: Some(6.0),
        trend_deg_per_h: Some(0.0),
        scenario: Scenario::Motoring,
        ..Spec::default()
    };
    let wind = simulate(&spec).unwrap().truth.wind;
    let most = wind.iter().map(|w| w.twd_deg - 230.0).fold(0.0, f64::max);
    assert!((9.0..=10.1).contains(&most), "{most}");
    let crossings = wind.windows(2).filter(|p| (p[0].twd_deg < 230.0) != (p[1].twd_deg < 230.0)).count();
    // Two per period, approximately: sailing to windward meets the wind field sooner.
    assert!((12..=18).contains(&crossings), "{crossings}");
}

#[test]
fn a_current_changes_the_tacking_angle_over_ground_and_not_the_true_wind() {
    let base = Spec { class: "Laser".to_string(), mistakes: 0.0, ..Spec::default() };
    let tide = Spec { current_kn: 1.0, current_deg: 320.0, ..base.clone() };
    let (still, stream) = (simulate(&base).unwrap(), simulate(&tide).unwrap());
    let asymmetry = |s: &Simulation| {
        let beating = s.path.iter().filter(|m| angle(m) < 75.0 && sog_kn(m) > 3.0);
        let signed =
            beating.map(|m| wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps))));
        let (port, starboard): (Vec<f64>, Vec<f64>) = signed.partition(|a| *a < 0.0);
        median(starboard) + median(port)
    };
    assert!(asymmetry(&still).abs() < 6.0, "{}", asymmetry(&still));
    assert!(asymmetry(&stream).abs() > 12.0, "{}", asymmetry(&stream));
    let mean =
        |s: &Simulation| s.truth.wind.iter().map(|w| w.twd_deg).sum::<f64>() / s.truth.wind.len() as f64;
    assert!((mean(&still) - mean(&stream)).abs() < 2.0);
}

#[test]
fn true_maneuvers_have_different_moments() {
    for (class, scenario) in [("J70", Scenario::WindwardLeeward), ("Formula Kite", Scenario::FreeRide)] {
        for seed in 0..6 {
            let spec = Spec { class: class.to_string(), seed, scenario, ..Spec::default() };
            let truth = simulate(&spec).unwrap().truth;
            for pair in truth.maneuvers.windows(2) {
                let apart = pair[1].tc_s - pair[0].tc_s;
                assert!(apart > 1.0, "{class} {seed}: {:?} and {:?}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn the_turns_of_a_free_ride_are_in_the_truth() {
    // Steady on a run, then steady on a beat of the same side: a douse is between them.
    let spec = Spec {
        class: "Formula Kite".to_string(),
        seed: 3,
        scenario: Scenario::FreeRide,
        mistakes: 0.0,
        ..Spec::default()
    };
    let session = simulate(&spec).unwrap();
    let known = |kind: SegmentKind| session.truth.maneuvers.iter().filter(|m| m.kind == kind).count();
    let mut band = "";
    let (mut up, mut down) = (0, 0);
    for m in session.path.iter().step_by(200) {
        let here = if angle(m) < 60.0 { "up" } else { band };
        let here = if angle(m) > 125.0 { "down" } else { here };
        up += usize::from(here == "up" && band == "down");
        down += usize::from(here == "down" && band == "up");
        band = here;
    }
    assert!(up >= 3 && down >= 3, "{up} {down}");
    assert!(known(SegmentKind::Douse) >= up && known(SegmentKind::BearAway) + 1 >= down, "{up} {down}");
}

/// Median wind angle of the beats on a tack, deg; starboard is positive.
fn beats(session: &Simulation, starboard: bool) -> f64 {
    let signed = |m: &Moment| wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps)));
    let beating = session.path.iter().step_by(20).map(signed).filter(|a| (35.0..60.0).contains(&a.abs()));
    median(beating.filter(|a| (*a > 0.0) == starboard).map(f64::abs).collect())
}

#[test]
fn waves_swing_the_course_every_few_seconds_and_keep_its_mean() {
    let sail = |waves_deg: f64| simulate(&Spec { seed: 7, waves_deg, ..Spec::default() }).unwrap();
    let (calm, waves) = (sail(0.0), sail(3.0));
    let swings = |s: &Simulation| {
        let turns = |pair: &[Moment]| (pair[1].hdg_deg - pair[0].hdg_deg).rem_euclid(360.0) < 180.0;
        let senses: Vec<bool> = s.path.windows(2).map(turns).collect();
        senses.windows(2).filter(|w| w[0] != w[1]).count()
    };
    assert!((beats(&calm, true) - beats(&waves, true)).abs() < 1.5);
    let off: f64 =
        waves.path.iter().zip(&calm.path).take(400).map(|(a, b)| (a.hdg_deg - b.hdg_deg).abs()).sum();
    assert!(off / 400.0 > 1.0 && swings(&waves) > 0, "{off}");
}

#[test]
fn an_offset_mark_makes_one_bear_away_of_two_turns_per_lap() {
    let (mut plain, mut offset) = (0, 0);
    for seed in 1..6 {
        for (count, offset_mark) in [(&mut plain, false), (&mut offset, true)] {
            let session = simulate(&Spec { seed, offset_mark, mistakes: 0.0, ..Spec::default() }).unwrap();
            let away = |m: &&leebow_simulator::TrueManeuver| m.kind == SegmentKind::BearAway;
            *count += session.truth.maneuvers.iter().filter(away).count();
        }
    }
    assert!(offset >= 5 && offset + 5 >= plain && offset <= plain + 5, "{plain} {offset}");
}
