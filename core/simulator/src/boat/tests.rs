use super::helm::MAX_HELM_DPS;
use super::speed::MAX_HULL_KN;
use super::*;
use crate::boat_models::boat_model;
use crate::spec::Spec;
use leebow_engine::units::mps_from_kn;

/// A steady wind from the north at 12 kn.
fn steady(spec: Spec) -> Sea {
    Sea::new(&Spec {
        twd_deg: 0.0,
        tws_kn: 12.0,
        gustiness: 0.0,
        oscillation_deg: Some(0.0),
        trend_deg_per_h: Some(0.0),
        ..spec
    })
}

fn boat(class: &str, course_deg: f64, sea: &Sea) -> Boat {
    Boat::new(boat_model(class), (0.0, 0.0), course_deg, sea.wind(0.0, 0.0, 0.0), Random::new(1, 4))
}

/// Steps the boat for `seconds`; the moments.
fn sail(boat: &mut Boat, sea: &Sea, seconds: f64) -> Vec<Moment> {
    (0..(seconds / SIMULATION_STEP_S) as usize)
        .map(|i| boat.step(i as f64 * SIMULATION_STEP_S, sea, 0.0, 0.0))
        .collect()
}

#[test]
fn a_tack_turns_to_the_other_side_and_costs_speed() {
    let sea = steady(Spec::default());
    let mut boat = boat("49er", 317.0, &sea);
    boat.aim = Aim::Wind(43.0);
    sail(&mut boat, &sea, 30.0);
    let entry = boat.speed_mps;
    boat.turn(TurnOrder { change_deg: 86.0, rate_dps: 24.0, speed_retention: Some(0.45) });
    boat.aim = Aim::Wind(-43.0);
    let turning = (0..200).take_while(|_| {
        boat.step(0.0, &sea, 0.0, 0.0);
        boat.is_turning()
    });
    let seconds = turning.count() as f64 * SIMULATION_STEP_S;
    assert!((3.6..9.0).contains(&seconds), "{seconds}");
    assert!(boat.angle_deg() < -25.0, "{}", boat.angle_deg());
    assert!((0.4..0.8).contains(&(boat.speed_mps / entry)));
    sail(&mut boat, &sea, 40.0);
    assert!((boat.speed_mps / entry - 1.0).abs() < 0.1);
}

#[test]
fn the_bow_points_above_the_course_on_either_tack() {
    let sea = steady(Spec::default());
    for (course, sign) in [(317.0, 1.0), (43.0, -1.0)] {
        let mut boat = boat("J70", course, &sea);
        boat.aim = Aim::Course(course);
        let last = *sail(&mut boat, &sea, 60.0).last().unwrap();
        let leeway = wrap_180(last.hdg_deg - boat.course_deg) * sign;
        assert!((2.0..6.0).contains(&leeway), "{leeway}");
    }
}

#[test]
fn boats_heel_to_leeward_and_a_moth_to_windward() {
    let sea = steady(Spec::default());
    let heel = |class| {
        let mut boat = boat(class, 317.0, &sea);
        boat.aim = Aim::Wind(44.0);
        sail(&mut boat, &sea, 20.0).last().unwrap().heel_deg
    };
    // Starboard tack: the wind comes over starboard and pushes her over to port.
    assert!(heel("J70") < -8.0);
    assert!(heel("Moth") > 8.0);
}

#[test]
fn a_foiler_that_touches_down_takes_off_again() {
    let sea = steady(Spec::default());
    let mut boat = boat("Formula Kite", 311.0, &sea);
    boat.aim = Aim::Wind(49.0);
    sail(&mut boat, &sea, 20.0);
    boat.speed_mps = 1.0;
    sail(&mut boat, &sea, 3.0);
    assert!(boat.speed_mps < mps_from_kn(MAX_HULL_KN));
    sail(&mut boat, &sea, 60.0);
    assert!(boat.speed_mps > mps_from_kn(15.0), "{}", boat.speed_mps);
}

#[test]
fn a_fallen_boat_lies_still_and_swings() {
    let sea = steady(Spec::default());
    let mut boat = boat("Moth", 313.0, &sea);
    boat.fallen_until_s = 1000.0;
    let lying = sail(&mut boat, &sea, 20.0);
    assert!(lying.last().unwrap().stw_mps < 0.3);
    let swung = lying.windows(2).map(|p| wrap_180(p[1].hdg_deg - p[0].hdg_deg).abs()).sum::<f64>();
    assert!(swung > 20.0, "{swung}");
}

#[test]
fn a_motoring_boat_needs_no_wind() {
    let sea = steady(Spec::default());
    let mut boat = boat("J70", 0.0, &sea);
    boat.motor_mps = Some(2.6);
    boat.aim = Aim::Course(0.0);
    let last = *sail(&mut boat, &sea, 60.0).last().unwrap();
    assert!((last.stw_mps - 2.6).abs() < 0.05 && last.north_m > 100.0);
}

#[test]
fn the_helm_does_not_exceed_its_largest_rate() {
    let sea = steady(Spec::default());
    let mut boat = boat("470", 315.0, &sea);
    boat.aim = Aim::Course(45.0);
    let moments = sail(&mut boat, &sea, 10.0);
    let cog = |m: &Moment| leebow_engine::angle::to_deg(libm::atan2(m.east_mps, m.north_mps));
    let fastest = moments.windows(2).map(|p| wrap_180(cog(&p[1]) - cog(&p[0])).abs() / SIMULATION_STEP_S);
    assert!(fastest.fold(0.0, f64::max) <= MAX_HELM_DPS + 1e-6);
}

#[test]
fn the_current_adds_to_the_velocity_over_ground() {
    let tide = Spec { current_kn: 1.0, current_deg: 90.0, ..Spec::default() };
    let (still, stream) = (steady(Spec::default()), steady(tide));
    let east = |sea: &Sea| {
        let mut boat = boat("J70", 0.0, sea);
        boat.motor_mps = Some(2.5);
        boat.aim = Aim::Course(0.0);
        sail(&mut boat, sea, 100.0);
        boat.east_m
    };
    assert!((east(&stream) - east(&still) - 51.4).abs() < 0.5);
}

#[test]
fn an_asymmetric_helm_sails_one_tack_lower_by_the_given_angle() {
    let sea = steady(Spec::default());
    // Mean angle over five minutes on a tack; the random helm error is the same each time.
    let angle = |side: f64, helm_asymmetry_deg: f64| {
        let spec = Spec { helm_asymmetry_deg, ..Spec::default() };
        let mut boat = boat("49er", wrap_360(-43.0 * side), &sea).with_helm_and_waves(&spec);
        boat.aim = Aim::Wind(43.0 * side);
        let sailed = sail(&mut boat, &sea, 300.0);
        sailed.iter().map(|m| wrap_180(m.hdg_deg).abs()).sum::<f64>() / sailed.len() as f64
    };
    for asymmetry_deg in [6.0, -6.0] {
        let port = angle(-1.0, asymmetry_deg) - angle(-1.0, 0.0);
        let starboard = angle(1.0, asymmetry_deg) - angle(1.0, 0.0);
        assert!((port - starboard - asymmetry_deg).abs() < 0.3, "{port} {starboard}");
    }
}
