use super::*;
use crate::{Scenario, Wind};

fn crew(spec: &Spec) -> (Crew, Sea) {
    let sea = Sea::new(spec);
    (Crew::new(spec, crate::boat_models::boat_model(&spec.class), &sea), sea)
}

fn boat(class: &str, course_deg: f64) -> Boat {
    let wind = Wind { twd_deg: 0.0, tws_mps: 6.0 };
    let model = crate::boat_models::boat_model(class);
    Boat::new(model, (0.0, 0.0), course_deg, wind, Random::new(3, 4))
}

fn last(crew: &Crew) -> ActionKind {
    crew.actions.last().unwrap().kind
}

#[test]
fn a_goal_beyond_the_other_layline_needs_a_tack() {
    let (mut crew, _) = crew(&Spec { mistakes: 0.0, ..Spec::default() });
    let mut boat = boat("49er", 317.0);
    // North-east, well beyond the layline of port tack.
    crew.sail_to((800.0, 400.0), &mut boat, 100.0);
    let ActionKind::Turn { crossed, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.actions) };
    assert_eq!(crossed, Crossed::WindFrom);
    assert!((-75.0..-40.0).contains(&out_deg), "{out_deg}");
}

#[test]
fn a_goal_to_leeward_needs_a_gybe() {
    let (mut crew, _) = crew(&Spec { mistakes: 0.0, ..Spec::default() });
    let mut boat = boat("49er", 217.0);
    crew.sail_to((900.0, -600.0), &mut boat, 100.0);
    let ActionKind::Turn { crossed, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.actions) };
    assert_eq!(crossed, Crossed::WindTo);
    assert!(out_deg < -100.0, "{out_deg}");
}

#[test]
fn a_goal_to_windward_needs_a_beat_and_one_abeam_a_direct_course() {
    let (mut crew, _) = crew(&Spec::default());
    let mut boat = boat("470", 317.0);
    crew.next_turn_s = 1e9;
    assert!(!crew.sail_to((0.0, 900.0), &mut boat, 10.0));
    assert_eq!(boat.aim, Aim::Wind(43.0));
    crew.leg_from = None;
    crew.sail_to((-900.0, 100.0), &mut boat, 30.0);
    assert!(matches!(boat.aim, Aim::Course(deg) if (deg - 276.3).abs() < 0.1), "{:?}", boat.aim);
    assert!(boat.is_turning());
}

#[test]
fn a_mark_abeam_is_reached() {
    let (mut crew, _) = crew(&Spec::default());
    let mut boat = boat("470", 317.0);
    crew.leg_from = Some((0.0, -500.0));
    assert!(crew.sail_to((60.0, -10.0), &mut boat, 10.0));
}

#[test]
fn a_mark_is_not_rounded_straight_out_of_a_tack() {
    let (mut crew, _) = crew(&Spec::default());
    let mut boat = boat("470", 317.0);
    crew.steady_from_s = 20.0;
    assert!(!crew.round(true, &mut boat, 10.0));
    assert!(crew.actions.is_empty());
    assert!(crew.round(true, &mut boat, 21.0));
    let ActionKind::Turn { in_deg, out_deg, .. } = last(&crew) else { panic!("{:?}", crew.actions) };
    assert!(in_deg.abs() < 60.0 && out_deg.abs() > 140.0);
}

#[test]
fn the_boat_waits_at_the_line_with_sails_out_until_the_start() {
    let (mut crew, _) = crew(&Spec::default());
    let mut boat = boat("49er", 310.0);
    assert!(!crew.luff(60.0, &mut boat, 59.0));
    assert!(boat.throttle < 0.2);
    assert!(crew.luff(60.0, &mut boat, 60.0));
}

#[test]
fn the_first_course_can_be_sailed_and_leads_to_the_line() {
    for scenario in [Scenario::WindwardLeeward, Scenario::FreeRide, Scenario::ReachOnly] {
        for seed in 0..8 {
            let spec = Spec { seed, scenario, twd_deg: 10.0, ..Spec::default() };
            let (mut crew, sea) = crew(&spec);
            let twd_deg = sea.wind(0.0, 0.0, 0.0).twd_deg;
            let (_, course_deg) = crew.first_place(twd_deg);
            let angle = wind_angle(twd_deg, course_deg).abs();
            assert!((42.9..=143.1).contains(&angle), "{scenario:?} {seed}: {angle}");
        }
    }
}
