//! Boats that are sailed unlike their class: angles of their own, lulls, jumps, tired crews, swell, club keelboats.

use leebow_engine::angle::{to_deg, wind_angle};
use leebow_engine::segment::SegmentKind;
use leebow_engine::units::kn_from_mps;
use leebow_simulator::{Moment, Sailing, Scenario, Simulation, Spec, TrueManeuver, simulate};

fn session(class: &str, seed: u64, tws_kn: f64, sailing: Sailing) -> Simulation {
    let spec = Spec { class: class.to_string(), seed, tws_kn, sailing, mistakes: 0.0, ..Spec::default() };
    simulate(&spec).unwrap()
}

fn sessions(class: &str, tws_kn: f64, sailing: Sailing) -> Vec<Simulation> {
    (1..=4).map(|seed| session(class, seed, tws_kn, sailing)).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The median of a measure over the tacks from beat to beat whose time (s) is in the range.
fn of_tacks(sessions: &[Simulation], time_s: std::ops::Range<f64>, measure: fn(&TrueManeuver) -> f64) -> f64 {
    let tacks = sessions.iter().flat_map(|s| &s.truth.maneuvers).filter(|m| m.kind == SegmentKind::Tack);
    let beating = tacks.filter(|t| t.wind_angle_in_deg < 65.0 && t.wind_angle_out_deg < 65.0);
    median(beating.filter(|t| time_s.contains(&t.tc_s)).map(measure).collect())
}

fn kept(tack: &TrueManeuver) -> f64 {
    tack.min_mps / tack.entry_mps
}

fn sog_kn(m: &Moment) -> f64 {
    kn_from_mps(libm::hypot(m.east_mps, m.north_mps))
}

/// Share of the moments in which the boat is slower than this, kn.
fn share_below(session: &Simulation, kn: f64) -> f64 {
    session.path.iter().filter(|m| sog_kn(m) < kn).count() as f64 / session.path.len() as f64
}

#[test]
fn a_club_keelboat_loses_less_than_a_tenth_of_her_speed_in_a_tack() {
    for class in ["J24", "First 36.7"] {
        let kept = of_tacks(&sessions(class, 12.0, Sailing::default()), 0.0..1e9, kept);
        assert!((0.9..0.99).contains(&kept), "{class}: {kept}");
    }
    assert!(of_tacks(&sessions("J70", 12.0, Sailing::default()), 0.0..1e9, kept) < 0.8);
}

#[test]
fn a_boat_sails_angles_and_speeds_of_her_own() {
    let own = Sailing {
        upwind_deg: Some(38.0),
        downwind_deg: Some(160.0),
        upwind_speed: 0.85,
        downwind_speed: 1.15,
        ..Sailing::default()
    };
    // The median angle (deg) and speed (kn) of the moments between these angles.
    let sailed = |sailing: Sailing, low: f64, high: f64| {
        let path = session("49er", 3, 12.0, sailing).path;
        let angle =
            |m: &Moment| wind_angle(m.wind.twd_deg, to_deg(libm::atan2(m.east_mps, m.north_mps))).abs();
        let between: Vec<_> = path.iter().filter(|m| (low..high).contains(&angle(m))).collect();
        (
            median(between.iter().map(|m| angle(m)).collect()),
            median(between.iter().map(|m| sog_kn(m)).collect()),
        )
    };
    let (usual_up, usual_down) =
        (sailed(Sailing::default(), 30.0, 60.0), sailed(Sailing::default(), 120.0, 178.0));
    let (up, down) = (sailed(own, 25.0, 60.0), sailed(own, 120.0, 178.0));
    assert!((usual_up.0 - up.0 - 5.0).abs() < 1.5, "{usual_up:?} {up:?}");
    assert!((down.0 - usual_down.0 - 17.0).abs() < 5.0, "{usual_down:?} {down:?}");
    assert!(up.1 < 0.92 * usual_up.1 && down.1 > 1.05 * usual_down.1, "{up:?} {down:?}");
}

#[test]
fn foils_come_down_to_hull_speed_in_lulls() {
    // Free rides: before a start a foil is slow in any wind.
    let below = |lull_depth: f64| {
        let sailing = Sailing { lull_depth, ..Sailing::default() };
        let ride = |seed| Spec {
            class: "Moth".into(),
            scenario: Scenario::FreeRide,
            tws_kn: 8.5,
            mistakes: 0.0,
            seed,
            sailing,
            ..Spec::default()
        };
        (1..=4).map(|seed| share_below(&simulate(&ride(seed)).unwrap(), 6.5)).sum::<f64>() / 4.0
    };
    let (without, with) = (below(0.0), below(0.8));
    assert!(with > without + 0.1, "{without} {with}");
}

#[test]
fn a_jump_costs_speed_and_is_no_maneuver() {
    let jumping = Sailing { jump_every_s: 60.0, ..Sailing::default() };
    let (plain, jumps) =
        (session("Kite Flying", 4, 16.0, Sailing::default()), session("Kite Flying", 4, 16.0, jumping));
    assert!(share_below(&jumps, 12.0) > share_below(&plain, 12.0) + 0.02);
    assert!(jumps.truth.maneuvers.iter().all(|m| m.kind != SegmentKind::Fall));
}

#[test]
fn a_tired_crew_tacks_slower_and_loses_more_at_the_end() {
    let tired = sessions("470", 12.0, Sailing { tiredness: 1.0, ..Sailing::default() });
    let seconds = |t: &TrueManeuver| t.t1_s - t.t0_s;
    let (early, late) = (0.0..900.0, 1800.0..2700.0);
    assert!(of_tacks(&tired, late.clone(), seconds) > 1.25 * of_tacks(&tired, early.clone(), seconds));
    assert!(of_tacks(&tired, late, kept) < of_tacks(&tired, early, kept) - 0.08);
}

#[test]
fn sailing_out_of_range_is_refused() {
    for json in
        [r#"{"sailing":{"swell_s":1}}"#, r#"{"sailing":{"tiredness":2}}"#, r#"{"sailing":{"tird":1}}"#]
    {
        assert_eq!(Spec::from_json(json).unwrap_err().kind.id(), "bad_options", "{json}");
    }
}
