//! Every row of the table of turn names (docs/algorithms.md, section 7), with a given wind and a noiseless path; each
//! row is also tested reflected, where the tacks change sides.

use leebow_engine::Analysis;
use leebow_engine::api::{LossBasis, Maneuver, NoLossReason};
use leebow_engine::config::boat_class;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind::{self, BearAway, Douse, FailedTack, Gybe, Penalty, Tack};
use leebow_engine::segment::TackSide::{Port, Starboard};
use leebow_engine::segment::classify::classify;
use leebow_engine::segment::wind_along_track::WindAlongTrack;

use crate::drawn::{Drawn, steady_wind, turn};
use crate::passage::Passage;

const WIND_DEG: f64 = 200.0;
const SPEED: f64 = 5.0;
const CUT_SPEED: f64 = 3.0;

fn analyzed(passage: &Passage, wind_deg: f64, class: &str) -> Analysis {
    let inputs =
        AnalysisInputs { pinned: Some(steady_wind(wind_deg, 2.0, 1200.0)), ..AnalysisInputs::default() };
    let class = boat_class(class).unwrap();
    analyze_recording("row.gpx", "", passage.recorded(2.0), class, inputs).unwrap()
}

/// The maneuvers of a boat on starboard tack at `from_deg` to the wind that turns by these angles (to starboard,
/// towards the wind, positive), one after the other.
fn turning(from_deg: f64, by_deg: &[f64]) -> Passage {
    let steady = Passage::from(54.4, 10.2, WIND_DEG - from_deg, SPEED).leg(60.0, SPEED);
    by_deg.iter().fold(steady, |p, by| p.turn(*by, 24.0, CUT_SPEED)).leg(60.0, SPEED)
}

/// The maneuvers of a passage; reflected, they must be the same with the tacks changed.
fn sailed(passage: Passage) -> Vec<Maneuver> {
    let here = analyzed(&passage, WIND_DEG, "49er").report.maneuvers;
    let there = analyzed(&passage.mirrored(), 360.0 - WIND_DEG, "49er").report.maneuvers;
    assert_eq!(here.len(), there.len());
    for (a, b) in here.iter().zip(&there) {
        assert_eq!((a.kind, &a.flags, &a.evidence.passed), (b.kind, &b.flags, &b.evidence.passed));
        assert!(a.from_side.is_none() || (a.from_side != b.from_side && a.to_side != b.to_side));
        assert!(a.loss_80_m.is_some() == b.loss_80_m.is_some());
    }
    here
}

/// Kind and flags, when there is exactly one maneuver.
fn row(from_deg: f64, by_deg: f64) -> (SegmentKind, String, String) {
    let maneuvers = sailed(turning(from_deg, &[by_deg]));
    assert_eq!(maneuvers.len(), 1, "from {from_deg} by {by_deg}: {:?}", kinds(&maneuvers));
    (maneuvers[0].kind, maneuvers[0].flags.join(" "), maneuvers[0].evidence.passed.clone())
}

fn kinds(maneuvers: &[Maneuver]) -> Vec<SegmentKind> {
    maneuvers.iter().map(|m| m.kind).collect()
}

fn named(kind: SegmentKind, flag: &str, passed: &str) -> (SegmentKind, String, String) {
    (kind, flag.to_string(), passed.to_string())
}

#[test]
fn a_turn_through_the_wind_is_a_tack_from_a_beat_and_from_a_reach() {
    for (from, by) in [(43.0, 86.0), (43.0, 130.0), (90.0, 133.0), (90.0, 180.0), (60.0, 80.0)] {
        assert_eq!(row(from, by), named(Tack, "", "wind_from"), "from {from} by {by}");
    }
}

#[test]
fn a_turn_through_dead_downwind_is_a_gybe_from_a_run_and_from_a_reach() {
    for (from, by) in [(145.0, -70.0), (90.0, -125.0), (145.0, -125.0), (90.0, -175.0), (165.0, -30.0)] {
        assert_eq!(row(from, by), named(Gybe, "", "wind_to"), "from {from} by {by}");
    }
}

#[test]
fn a_tack_changes_the_side_and_a_rounding_keeps_it() {
    let tack = &sailed(turning(43.0, &[86.0]))[0];
    assert_eq!((tack.from_side, tack.to_side), (Some(Starboard), Some(Port)));
    let gybe = &sailed(turning(145.0, &[-70.0]))[0];
    assert_eq!((gybe.from_side, gybe.to_side), (Some(Starboard), Some(Port)));
    let set = &sailed(turning(43.0, &[-102.0]))[0];
    assert_eq!((set.from_side, set.to_side), (Some(Starboard), Some(Starboard)));
}

#[test]
fn upwind_to_downwind_on_one_side_is_a_bear_away_and_back_a_douse() {
    assert_eq!(row(43.0, -102.0), named(BearAway, "", "neither"));
    assert_eq!(row(145.0, 102.0), named(Douse, "", "neither"));
    assert_eq!(row(66.0, -38.0), named(BearAway, "", "neither"));
    assert_eq!(row(104.0, 38.0), named(Douse, "", "neither"));
}

#[test]
fn a_turn_that_does_not_reach_the_other_band_has_no_name() {
    for (from, by) in
        [(43.0, -29.0), (43.0, -50.0), (110.0, -45.0), (80.0, -60.0), (72.0, -32.0), (130.0, 45.0)]
    {
        assert!(sailed(turning(from, &[by])).is_empty(), "from {from} by {by}");
    }
}

#[test]
fn a_bear_away_through_dead_downwind_is_a_gybe_set() {
    assert_eq!(row(43.0, -172.0), named(BearAway, "gybe_set", "wind_to"));
}

#[test]
fn rounding_up_through_dead_downwind_is_a_gybe_drop() {
    assert_eq!(row(145.0, -172.0), named(Douse, "gybe_drop", "wind_to"));
}

#[test]
fn rounding_up_through_head_to_wind_is_a_douse_flagged_tack_out() {
    assert_eq!(row(145.0, 188.0), named(Douse, "tack_out", "wind_from"));
}

#[test]
fn tacking_round_from_a_run_to_a_run_is_a_chicken_gybe() {
    let (kind, flags, passed) = row(145.0, 290.0);
    assert_eq!((kind, passed.as_str()), (Tack, "wind_from"));
    assert!(flags.contains("chicken_gybe"), "{flags}");
}

#[test]
fn a_tack_at_the_layline_and_away_is_a_tack_and_a_bear_away() {
    let maneuvers = sailed(turning(43.0, &[188.0]));
    assert_eq!(kinds(&maneuvers), [Tack, BearAway]);
    assert!(maneuvers[0].flags.contains(&"bear_away_after".to_string()), "{:?}", maneuvers[0].flags);
    // The loss is that of the turn: 188° at 12° a second on average and 3 m/s between legs of 5 m/s.
    assert_eq!(maneuvers[0].loss_basis, Some(LossBasis::Speed));
    let lost_m = maneuvers[0].loss_80_m.unwrap();
    assert!((lost_m - (SPEED - CUT_SPEED) * 188.0 / 12.0).abs() < 4.0, "{lost_m} m");
    assert_eq!(maneuvers[1].no_loss_reason, Some(NoLossReason::PartOfTurn));
    assert!(maneuvers[0].time < maneuvers[1].time);
    // Without a pause it is cut at 60 degrees to the wind.
    assert!((maneuvers[1].evidence.wind_angle_in_deg.unwrap() - 60.0).abs() < 3.0);
}

#[test]
fn a_tack_and_a_bear_away_with_a_short_pause_are_cut_at_the_pause() {
    let maneuvers = sailed(turning(43.0, &[86.0, -0.0, 102.0]));
    assert_eq!(kinds(&maneuvers), [Tack, BearAway]);
    assert!(
        (maneuvers[1].evidence.wind_angle_in_deg.unwrap() - 43.0).abs() < 6.0,
        "{:?}",
        maneuvers[1].evidence
    );
}

#[test]
fn two_maneuvers_in_one_turn_are_cut() {
    // A douse followed at once by a tack; a bear-away followed at once by a gybe.
    assert_eq!(kinds(&sailed(turning(145.0, &[102.0, 86.0]))), [Douse, Tack]);
    assert_eq!(kinds(&sailed(turning(43.0, &[-102.0, -70.0]))), [BearAway, Gybe]);
}

#[test]
fn one_circle_is_a_penalty_and_two_are_a_double_turn() {
    let one = sailed(turning(43.0, &[-360.0]));
    assert_eq!((kinds(&one), one[0].flags.contains(&"double_turn".to_string())), (vec![Penalty], false));
    assert_eq!(one[0].evidence.passed, "both");
    let two = sailed(turning(43.0, &[-720.0]));
    assert_eq!((kinds(&two), two[0].flags.contains(&"double_turn".to_string())), (vec![Penalty], true));
    let summary = analyzed(&turning(43.0, &[-360.0]), WIND_DEG, "49er").report.summary;
    assert_eq!((summary.tacks, summary.gybes), (0, 0));
}

#[test]
fn three_hundred_degrees_make_a_penalty_and_fewer_a_tack() {
    assert_eq!(row(90.0, 310.0).0, Penalty);
    assert_eq!(row(90.0, 285.0).0, Tack);
}

#[test]
fn a_luff_close_to_the_wind_and_back_is_a_failed_tack() {
    assert_eq!(kinds(&sailed(turning(43.0, &[35.0, -35.0]))), [FailedTack]);
    // At 28 degrees she was pinching.
    assert!(sailed(turning(43.0, &[15.0, -15.0])).is_empty());
}

#[test]
fn a_rounding_holds_its_new_band_for_eight_seconds() {
    let dip = |held_s: f64| {
        let p = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED).turn(-90.0, 30.0, SPEED);
        kinds(&sailed(p.leg(held_s, SPEED).turn(90.0, 30.0, SPEED).leg(60.0, SPEED)))
    };
    assert!(dip(1.0).is_empty());
    assert_eq!(dip(12.0), [BearAway, Douse]);
}

#[test]
fn a_tack_and_a_bear_away_three_seconds_later_are_two_maneuvers() {
    let p = turning(43.0, &[]).turn(86.0, 24.0, CUT_SPEED).leg(3.0, SPEED).turn(102.0, 24.0, SPEED);
    assert_eq!(kinds(&sailed(p.leg(60.0, SPEED))), [Tack, BearAway]);
}

#[test]
fn rounding_up_to_a_stop_is_no_douse() {
    let rounds_up =
        |then_mps: f64| kinds(&sailed(turning(140.0, &[]).turn(90.0, 10.0, then_mps).leg(60.0, then_mps)));
    assert_eq!(rounds_up(SPEED), [Douse]);
    assert!(!rounds_up(0.1).contains(&Douse));
}

#[test]
fn a_gybe_right_after_the_bear_away_does_not_break_the_band() {
    let start = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED);
    let p = start.turn(-102.0, 24.0, SPEED).leg(4.0, SPEED).turn(-70.0, 24.0, SPEED).leg(60.0, SPEED);
    assert_eq!(kinds(&sailed(p)), [BearAway, Gybe]);
}

#[test]
fn a_foil_that_drops_to_the_water_in_a_gybe_has_the_touchdown_flag() {
    let gybe = |low: f64| {
        let p = Passage::from(54.4, 10.2, WIND_DEG - 145.0, 9.0).leg(60.0, 9.0);
        p.turn(-70.0, 14.0, low).leg(60.0, 9.0)
    };
    let flagged = |p: &Passage, class: &str| {
        let maneuvers = analyzed(p, WIND_DEG, class).report.maneuvers;
        assert_eq!(kinds(&maneuvers), [Gybe]);
        maneuvers[0].flags.contains(&"touchdown".to_string())
    };
    assert!(flagged(&gybe(1.0), "Moth"));
    assert!(!flagged(&gybe(6.0), "Moth"));
    assert!(!flagged(&gybe(1.0), "49er"));
}

#[test]
fn a_tack_that_nearly_stops_has_its_flag() {
    let tack = |low: f64| {
        let p = Passage::from(54.4, 10.2, WIND_DEG - 43.0, SPEED).leg(60.0, SPEED);
        let maneuvers = sailed(p.turn(86.0, 8.0, low).leg(60.0, SPEED));
        assert_eq!(maneuvers[0].kind, Tack);
        maneuvers[0].flags.contains(&"low_speed".to_string())
    };
    assert!(tack(0.3));
    assert!(!tack(3.0));
}

#[test]
fn a_boat_that_circles_a_thousand_times_is_classified_in_a_small_stack() {
    const CIRCLES: f64 = 1000.0;
    const CIRCLE_S: f64 = 20.0;
    // The turn rate falls to almost nothing once a circle, a little deeper every time: the last dip is the first cut.
    let course = |t: f64| {
        let (circles, deeper) =
            ((t - 30.0).clamp(0.0, CIRCLES * CIRCLE_S) / CIRCLE_S, 0.9 + 0.09 * t / 20_060.0);
        let sway = libm::sin(2.0 * std::f64::consts::PI * circles) / (2.0 * std::f64::consts::PI);
        360.0 * (circles + deeper * sway)
    };
    let seconds = CIRCLES * CIRCLE_S + 60.0;
    let circling = move || {
        let boat = Drawn::by(1.0, seconds, |_| 4.0, course);
        let (sailed, wind) = (boat.course(), steady_wind(20.0, 2.0, seconds));
        let wind_along = WindAlongTrack::new(&sailed, &wind, 60.0);
        classify(&sailed, &wind_along, &[turn(30.0, seconds - 30.0, 360.0 * CIRCLES)]).len()
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(circling).unwrap();
    assert!(thread.join().unwrap() > 500);
}
