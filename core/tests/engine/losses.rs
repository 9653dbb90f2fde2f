//! Losses of drawn maneuvers against geometry (docs/algorithms.md, section 8). The wind blows from north.

use leebow_engine::angle::{to_rad, wrap_180};
use leebow_engine::maneuver::axis::axes;
use leebow_engine::maneuver::loss::{Entry, ManeuverLoss, Previous, entry, measure_loss};
use leebow_engine::maneuver::reasons::{LossBasis, NoLossReason};
use leebow_engine::maneuver::recovery::Recovery;
use leebow_engine::segment::SegmentKind::{self, BearAway, Douse, Gybe, Penalty, Tack, Turn};
use leebow_engine::segment::classify::ClassifiedTurn;
use leebow_engine::wind::WindAt;

use crate::drawn::{Drawn, found, ramps, turn};

/// The turn lasts from 100 to 102 s, its middle is the moment; recovered at 112 and 120 s.
const T0: f64 = 100.0;
const T1: f64 = 102.0;
const MIDDLE: f64 = 101.0;
const T80: f64 = 112.0;
const T95: f64 = 120.0;

const STEADY: Option<Entry> = steady(4.0);

const fn steady(mps: f64) -> Option<Entry> {
    Some(Entry { mps, from_s: T0 - 1.0, is_rising: false })
}

fn recovery(reference_mps: f64) -> Recovery {
    Recovery {
        limit_s: 130.0,
        limited_by: NoLossReason::NotRecovered,
        reference_mps: Some(reference_mps),
        t80_s: Some(T80),
        t95_s: Some(T95),
    }
}

/// A boat on one course before the middle and on another after it.
fn knee(before_deg: f64, after_deg: f64, sog: impl Fn(f64) -> f64) -> Drawn {
    Drawn::by(5.0, 200.0, sog, move |t| if t < MIDDLE { before_deg } else { after_deg })
}

fn maneuver(kind: SegmentKind, in_deg: f64, out_deg: f64) -> ClassifiedTurn {
    found(kind, turn(T0, T1, out_deg - in_deg), MIDDLE, in_deg, out_deg)
}

fn lost(boat: &Drawn, found: &ClassifiedTurn) -> ManeuverLoss {
    measure_loss(&boat.course(), found, found.wind.as_ref(), &recovery(4.0), STEADY, &Previous::NONE)
}

/// No loss, for this reason; the distance made good through the turn needs neither entry nor recovery.
fn lossless(loss: &ManeuverLoss, reason: NoLossReason) {
    assert_eq!(*loss, ManeuverLoss { made_good_m: loss.made_good_m, ..nothing(reason) });
    assert!(loss.made_good_m.is_some());
}

/// No measurement at all, for this reason.
fn nothing(reason: NoLossReason) -> ManeuverLoss {
    ManeuverLoss { no_loss: Some(reason), ..ManeuverLoss::default() }
}

fn near(a: Option<f64>, b: f64, within: f64) {
    assert!(a.is_some_and(|a| (a - b).abs() <= within), "{a:?} is not {b}");
}

fn cos(deg: f64) -> f64 {
    libm::cos(to_rad(deg))
}

/// 4 m/s, but still for so many seconds from the middle of the turn on.
fn pausing(seconds: f64) -> impl Fn(f64) -> f64 {
    move |t| if (MIDDLE..MIDDLE + seconds).contains(&t) { 0.0 } else { 4.0 }
}

#[test]
fn an_instantaneous_tack_has_no_loss() {
    let loss = lost(&knee(-45.0, 45.0, |_| 4.0), &maneuver(Tack, -45.0, 45.0));
    near(loss.loss_80_m, 0.0, 1e-6);
    near(loss.og_m, 0.0, 1e-6);
}

#[test]
fn a_boat_that_stops_for_five_seconds_loses_five_seconds_of_vmg() {
    for seconds in [1.0, 5.0, 9.0] {
        let tack = lost(&knee(-42.0, 42.0, pausing(seconds)), &maneuver(Tack, -42.0, 42.0));
        near(tack.loss_80_m, 4.0 * cos(42.0) * seconds, 0.01);
        near(tack.og_m, 4.0 * cos(42.0) * seconds, 0.01);
        // Downwind the progress is to leeward.
        let gybe = lost(&knee(140.0, 220.0, pausing(seconds)), &maneuver(Gybe, 140.0, 220.0));
        near(gybe.loss_80_m, 4.0 * cos(40.0) * seconds, 0.01);
    }
}

#[test]
fn loss_between_80_and_95_percent_belongs_to_loss_og_alone() {
    let late = |t: f64| if (114.0..117.0).contains(&t) { 3.0 } else { 4.0 };
    let loss = lost(&knee(-45.0, 45.0, late), &maneuver(Tack, -45.0, 45.0));
    near(loss.loss_80_m, 0.0, 1e-6);
    near(loss.og_m, 3.0 * cos(45.0), 0.01);
}

#[test]
fn a_tack_on_a_lift_is_a_gain() {
    // From 50 degrees to 40: the loss is what is sailed closer to the wind, and negative.
    let loss = lost(&knee(-50.0, 40.0, |_| 4.0), &maneuver(Tack, -50.0, 40.0));
    near(loss.loss_80_m, 4.0 * (cos(50.0) - cos(40.0)) * (T80 - MIDDLE), 0.01);
    assert!(loss.loss_80_m.unwrap() < 0.0);
}

#[test]
fn a_wind_error_changes_the_loss_by_the_distance_sailed_across_it() {
    let boat = knee(-45.0, 45.0, |_| 4.0);
    let sideways = 2.0 * 4.0 * (T80 - MIDDLE) * libm::sin(to_rad(45.0));
    for off_deg in [-6.0, 3.0, 5.0] {
        let mut tack = maneuver(Tack, -45.0, 45.0);
        tack.wind = tack.wind.map(|w| WindAt { twd_deg: off_deg, ..w });
        near(lost(&boat, &tack).loss_80_m, -sideways * libm::sin(to_rad(off_deg)), 0.01);
    }
}

#[test]
fn tacks_and_gybes_within_the_bands_lose_along_the_wind_and_the_others_by_speed() {
    for (kind, in_deg, out_deg, basis) in [
        (Tack, -75.0, 75.0, LossBasis::Vmg),
        (Tack, -75.0, 76.0, LossBasis::Speed),
        (Tack, -76.0, 45.0, LossBasis::Speed),
        (Tack, -45.0, 100.0, LossBasis::Speed),
        (Gybe, 105.0, 255.0, LossBasis::Vmg),
        (Gybe, 104.0, 255.0, LossBasis::Speed),
        (Gybe, 150.0, 257.0, LossBasis::Speed),
        (Gybe, 170.0, 190.0, LossBasis::Vmg),
    ] {
        let loss = lost(&knee(in_deg, out_deg, |_| 4.0), &maneuver(kind, in_deg, out_deg));
        assert_eq!(loss.basis, Some(basis), "{kind:?} from {in_deg} to {out_deg}");
        assert!(loss.loss_80_m.is_some() && loss.og_m.is_some() && loss.interval_80_m.is_some());
        assert_eq!((loss.no_loss, loss.at_least_m), (None, None));
    }
}

/// A turn without a name, from one course to another.
fn unnamed(in_deg: f64, out_deg: f64) -> ClassifiedTurn {
    ClassifiedTurn { wind: None, ..maneuver(Turn, in_deg, out_deg) }
}

#[test]
fn a_gybe_from_reach_to_reach_loses_the_distance_not_sailed_at_the_entry_speed() {
    for seconds in [1.0, 5.0, 9.0] {
        let boat = Drawn::by(5.0, 200.0, pausing(seconds), |_| 90.0);
        for found in [maneuver(Gybe, 90.0, 270.0), unnamed(90.0, 270.0)] {
            let loss = lost(&boat, &found);
            near(loss.loss_80_m, 4.0 * seconds, 0.1);
            near(loss.og_m, 4.0 * seconds, 0.1);
            assert_eq!(loss.basis, Some(LossBasis::Speed));
            let (low, high) = loss.interval_80_m.unwrap();
            assert!(low < 4.0 * seconds && 4.0 * seconds < high && high - low < 20.0, "{low} {high}");
        }
    }
}

#[test]
fn a_turn_onto_a_slower_leg_loses_nothing_by_the_leg() {
    // From 6 to 4 m/s in the middle of the turn, and no dip.
    let boat = knee(90.0, 230.0, |t| if t < MIDDLE { 6.0 } else { 4.0 });
    let gybe = maneuver(Gybe, 90.0, 230.0);
    let loss =
        measure_loss(&boat.course(), &gybe, gybe.wind.as_ref(), &recovery(4.0), steady(6.0), &Previous::NONE);
    near(loss.loss_80_m, 0.0, 0.3);
}

#[test]
fn a_boat_that_turns_in_a_circle_sails_the_whole_arc() {
    // 180° at 20° a second and a constant 8 m/s, recorded at one fix a second: nothing is lost.
    let course = |t: f64| 20.0 * (t - 96.0).clamp(0.0, 9.0);
    let boat = Drawn::by(1.0, 200.0, |_| 8.0, course);
    let turned = found(Turn, turn(96.0, 105.0, 180.0), 100.5, 0.0, 180.0);
    let turned = ClassifiedTurn { wind: None, ..turned };
    let loss = measure_loss(&boat.course(), &turned, None, &recovery(8.0), steady(8.0), &Previous::NONE);
    // The drawn speed is not shortened by smoothing: what is corrected for that is below a metre and a half.
    assert!(loss.loss_80_m.is_some_and(|m| m.abs() < 1.5), "{loss:?}");
}

#[test]
fn penalties_and_unclassified_turns_have_no_loss_and_parts_say_why() {
    let boat = knee(-45.0, 45.0, |_| 4.0);
    let none = ManeuverLoss::default();
    assert_eq!(lost(&boat, &maneuver(Penalty, -45.0, 315.0)), none);
    let part = ClassifiedTurn { has_loss: false, ..maneuver(Tack, -45.0, 45.0) };
    assert_eq!(lost(&boat, &part), nothing(NoLossReason::PartOfTurn));
    assert_eq!(lost(&boat, &ClassifiedTurn { kind: None, ..maneuver(Tack, -45.0, 45.0) }), none);
}

#[test]
fn a_boat_that_does_not_recover_loses_at_least_what_it_lost_so_far() {
    let boat = knee(-45.0, 45.0, pausing(2.0));
    let tack = maneuver(Tack, -45.0, 45.0);
    let partly = Recovery { t95_s: None, ..recovery(4.0) };
    let loss = measure_loss(&boat.course(), &tack, tack.wind.as_ref(), &partly, STEADY, &Previous::NONE);
    assert_eq!(loss.og_m, None);
    near(loss.loss_80_m, 8.0 * cos(45.0), 0.01);
    for limited_by in [NoLossReason::Fell, NoLossReason::NextManeuver, NoLossReason::RecordingEnds] {
        let never = Recovery { t80_s: None, limit_s: 110.0, limited_by, ..partly };
        let loss = measure_loss(&boat.course(), &tack, tack.wind.as_ref(), &never, STEADY, &Previous::NONE);
        assert_eq!((loss.og_m, loss.loss_80_m, loss.interval_80_m), (None, None, None));
        assert_eq!((loss.no_loss, loss.basis), (Some(limited_by), Some(LossBasis::Vmg)));
        near(loss.at_least_m, 8.0 * cos(45.0), 0.01);
        let gybe = unnamed(90.0, 270.0);
        let loss = measure_loss(&boat.course(), &gybe, None, &never, STEADY, &Previous::NONE);
        near(loss.at_least_m, 8.0, 0.3);
        assert_eq!((loss.no_loss, loss.basis), (Some(limited_by), Some(LossBasis::Speed)));
    }
}

#[test]
fn a_boat_that_gained_until_it_was_interrupted_has_no_lower_bound_of_its_loss() {
    // A gybe from a reach onto a deep run, at three quarters of the speed: more to leeward than before.
    let slowed = |t: f64| if t < MIDDLE { 4.0 } else { 3.0 };
    let boat = knee(125.0, 190.0, slowed);
    let gybe = maneuver(Gybe, 125.0, 190.0);
    let never = Recovery { t80_s: None, t95_s: None, limit_s: 110.0, ..recovery(4.0) };
    let loss = measure_loss(&boat.course(), &gybe, gybe.wind.as_ref(), &never, STEADY, &Previous::NONE);
    assert_eq!(loss, ManeuverLoss { made_good_m: loss.made_good_m, ..nothing(NoLossReason::NotRecovered) });
}

#[test]
fn a_turn_without_an_entry_says_why_it_has_no_loss() {
    let boat = knee(-45.0, 45.0, |_| 4.0);
    let gybe = unnamed(90.0, 270.0);
    let loss = |entry| measure_loss(&boat.course(), &gybe, None, &recovery(4.0), entry, &Previous::NONE);
    assert_eq!(loss(None), nothing(NoLossReason::RecordingBegins));
    assert_eq!(loss(STEADY.map(|e| Entry { mps: 0.5, ..e })), nothing(NoLossReason::SlowEntry));
}

#[test]
fn the_entry_speed_soon_after_a_turn_is_that_at_the_start() {
    // From a turn that ended at 96 s the boat has come back to 4 m/s two seconds later, one before the start.
    let boat = knee(-45.0, 45.0, |t| if t < 97.0 { 1.0 } else { 4.0 });
    let gybe = unnamed(90.0, 270.0);
    let at = |turn_end_s: f64, recovered_s| {
        entry(&boat.course(), &gybe.turn, &Previous { turn_end_s, recovered_s }).unwrap()
    };
    let long_ago = at(T0 - 4.0, None);
    assert_eq!((long_ago.from_s, long_ago.is_rising), (T0 - 1.0, false));
    near(Some(long_ago.mps), (3.0 * 1.0 + 2.0 * 4.0) / 5.0, 0.2);
    for (recovered_s, is_rising) in [(Some(98.0), false), (None, true)] {
        let soon = at(T0 - 3.9, recovered_s);
        assert_eq!((soon.from_s, soon.is_rising), (T0 - 1.0, is_rising));
        near(Some(soon.mps), 4.0, 0.1);
    }
    // The other turn ends within the second before this one.
    assert_eq!(at(T0 - 0.5, None).from_s, T0 - 0.5);
}

#[test]
fn a_turn_that_begins_while_the_boat_regains_speed_loses_at_least_what_she_lost_at_her_speed_by_then() {
    let boat = knee(-45.0, 45.0, pausing(2.0));
    let gybe = unnamed(90.0, 270.0);
    let rising = STEADY.map(|e| Entry { is_rising: true, ..e });
    let loss = measure_loss(&boat.course(), &gybe, None, &recovery(4.0), rising, &Previous::NONE);
    near(loss.at_least_m, 8.0, 0.3);
    assert_eq!((loss.loss_80_m, loss.og_m, loss.interval_80_m), (None, None, None));
    assert_eq!((loss.no_loss, loss.basis), (Some(NoLossReason::PreviousManeuver), Some(LossBasis::Speed)));
    // A gain bounds nothing.
    let gaining = knee(-45.0, 45.0, |t| if t < MIDDLE { 4.0 } else { 5.0 });
    let loss = measure_loss(&gaining.course(), &gybe, None, &recovery(4.0), rising, &Previous::NONE);
    assert_eq!(loss, nothing(NoLossReason::PreviousManeuver));
}

#[test]
fn the_reference_is_the_progress_of_ten_seconds() {
    // She sailed at 6 m/s until eleven seconds before the turn, and all of what counts at 4.
    let boat = knee(-45.0, 45.0, |t| if t < T0 - 11.0 { 6.0 } else { 4.0 });
    near(lost(&boat, &maneuver(Tack, -45.0, 45.0)).loss_80_m, 0.0, 1e-6);
    // Half of the ten seconds at 6: the reference is 5.
    let boat = knee(-45.0, 45.0, |t| if t < T0 - 6.0 { 6.0 } else { 4.0 });
    near(lost(&boat, &maneuver(Tack, -45.0, 45.0)).loss_80_m, cos(45.0) * (T80 - (T0 - 1.0)), 0.01);
}

#[test]
fn the_reference_does_not_reach_into_the_previous_maneuver() {
    let boat = knee(-45.0, 45.0, |t| if t < T0 - 6.0 { 1.0 } else { 4.0 });
    let tack = maneuver(Tack, -45.0, 45.0);
    let after = |recovered_s: f64, entry| {
        let previous = Previous { turn_end_s: T0 - 20.0, recovered_s: Some(recovered_s) };
        measure_loss(&boat.course(), &tack, tack.wind.as_ref(), &recovery(4.0), entry, &previous)
    };
    // Five seconds are enough.
    near(after(T0 - 6.0, STEADY).loss_80_m, 0.0, 1e-6);
    // With fewer the loss is by speed.
    let by_speed = after(T0 - 5.9, STEADY);
    assert_eq!((by_speed.basis, by_speed.no_loss), (Some(LossBasis::Speed), None));
    near(by_speed.loss_80_m, 0.0, 0.5);
    let rising = STEADY.map(|e| Entry { is_rising: true, ..e });
    lossless(&after(T0 - 5.9, rising), NoLossReason::PreviousManeuver);
}

#[test]
fn distance_made_good_is_along_the_wind() {
    // A second on either side of the middle at 4 m/s, whatever came before and comes after.
    let tack = lost(&knee(-45.0, 45.0, |_| 4.0), &maneuver(Tack, -45.0, 45.0));
    near(tack.made_good_m, 8.0 * cos(45.0), 1e-6);
    let gybe = lost(&knee(140.0, 220.0, |_| 4.0), &maneuver(Gybe, 140.0, 220.0));
    near(gybe.made_good_m, 8.0 * cos(40.0), 1e-6);
    let set = lost(&knee(-45.0, -140.0, |_| 4.0), &maneuver(BearAway, -45.0, -140.0));
    assert_eq!(set.made_good_m, None);
}

/// Tacks of a session, each with the estimated wind from north and a doubt, by their angles in and out.
fn session(angles: &[(f64, f64)], sd_deg: f64) -> Vec<ClassifiedTurn> {
    let tack = |(i, (a, b)): (usize, &(f64, f64))| {
        // Every other one from port to starboard.
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let mut found = maneuver(Tack, -a * side, b * side);
        found.wind = found.wind.map(|w| WindAt { sd_deg, ..w });
        found
    };
    angles.iter().enumerate().map(tack).collect()
}

/// The winds of maneuvers in a known wind.
fn winds_of(found: &[ClassifiedTurn]) -> Vec<WindAt> {
    axes(found).into_iter().map(|w| w.unwrap()).collect()
}

#[test]
fn a_tack_on_a_shift_moves_its_wind() {
    // Eight even tacks, and one in a header of ten degrees: 53 degrees in, 33 out, to starboard.
    let mut angles = [(43.0, 43.0)].repeat(9);
    angles[4] = (53.0, 33.0);
    let winds = winds_of(&session(&angles, 4.5));
    assert!(winds[4].twd_deg > 346.0 && winds[4].twd_deg < 358.0, "{}", winds[4].twd_deg);
    assert!(winds[4].sd_deg < 3.3 && winds[4].sd_deg > 2.0);
    // The even ones stay where they were, but for what the odd one seems to have in common with them.
    let even = winds.iter().enumerate().filter(|(i, _)| *i != 4);
    assert!(even.map(|(_, w)| wrap_180(w.twd_deg).abs()).all(|off| off < 1.2));
}

#[test]
fn an_offset_common_to_all_tacks_moves_no_wind() {
    // A current sets all ground courses five degrees aside: port tack looks lower and starboard tack higher.
    let aside = [(48.0, 38.0), (38.0, 48.0)].repeat(4);
    let winds = winds_of(&session(&aside, 4.5));
    assert!(winds.iter().all(|w| wrap_180(w.twd_deg).abs() < 0.6), "{winds:?}");
    // And boats that leave every tack lower than they came are not chased by the wind.
    let lower = [(43.0, 51.0)].repeat(8);
    assert!(winds_of(&session(&lower, 4.5)).iter().all(|w| wrap_180(w.twd_deg).abs() < 0.6));
}

#[test]
fn a_tack_onto_a_reach_moves_its_wind_little() {
    let mut angles = [(43.0, 43.0)].repeat(6);
    angles.push((43.0, 73.0));
    let wind = winds_of(&session(&angles, 4.5))[6];
    assert!(wrap_180(wind.twd_deg).abs() < 2.5, "{}", wind.twd_deg);
    // A measured wind that is sure of itself is hardly moved at all.
    let sure = winds_of(&session(&[(53.0, 33.0), (43.0, 43.0), (43.0, 43.0)], 0.5))[0];
    assert!(wrap_180(sure.twd_deg).abs() < 0.2);
}

#[test]
fn the_reference_does_not_reach_across_a_gap() {
    let boat = knee(-45.0, 45.0, |_| 4.0);
    let tack = maneuver(Tack, -45.0, 45.0);
    let long = boat.in_pieces(&[0..470, 470..1001]);
    near(lost(&long, &tack).loss_80_m, 0.0, 1e-6);
    let short = long.in_pieces(&[0..472, 472..1001]);
    lossless(&lost(&short, &tack), NoLossReason::Gap);
}

#[test]
fn the_interval_grows_with_the_uncertainty_of_the_wind() {
    let boat = knee(-45.0, 45.0, |_| 4.0);
    let with_sd = |sd_deg: f64| {
        let mut tack = maneuver(Tack, -45.0, 45.0);
        tack.wind = tack.wind.map(|w| WindAt { sd_deg, ..w });
        let loss = lost(&boat, &tack);
        let (low, high) = loss.interval_80_m.unwrap();
        assert!(low < loss.loss_80_m.unwrap() && loss.loss_80_m.unwrap() < high);
        high - low
    };
    let certain = with_sd(0.0);
    assert!(certain > 0.5 && certain < 6.0, "{certain}");
    assert!(with_sd(3.0) > certain && with_sd(8.0) > with_sd(3.0));
    // Nine in ten of 10 degrees are 16.45 to either side, here over the 62 m sailed sideways.
    let sideways = 2.0 * 4.0 * (T80 - MIDDLE) * libm::sin(to_rad(45.0));
    let wide = with_sd(10.0);
    let wind_alone = (wide * wide - certain * certain).sqrt() / 2.0;
    assert!((wind_alone - sideways * libm::sin(to_rad(16.45))).abs() < 0.1, "{wind_alone}");
}

#[test]
fn an_instantaneous_rounding_has_no_loss() {
    // 4 m/s up to the middle, 6 from it on.
    let boat = knee(45.0, 145.0, |t| if t < MIDDLE { 4.0 } else { 6.0 });
    let set = maneuver(BearAway, 45.0, 145.0);
    let loss = measure_loss(&boat.course(), &set, set.wind.as_ref(), &recovery(6.0), STEADY, &Previous::NONE);
    near(loss.loss_80_m, 0.0, 0.6);
    near(loss.og_m, 0.0, 0.6);
}

#[test]
fn a_pause_after_a_bear_away_is_lost_at_the_new_legs_speed() {
    let speed = ramps(&[(MIDDLE, 6.0), (104.0, 6.0), (106.0, 2.0), (108.0, 6.0)]);
    let boat = Drawn::by(5.0, 200.0, speed, |_| 145.0);
    let set = maneuver(BearAway, 45.0, 145.0);
    let loss =
        measure_loss(&boat.course(), &set, set.wind.as_ref(), &recovery(6.0), steady(6.0), &Previous::NONE);
    // The triangle: four seconds, four metres per second deep.
    near(loss.loss_80_m, 8.0, 0.01);
    near(loss.og_m, 8.0, 0.01);
}

#[test]
fn loss_og_of_a_rounding_ends_twenty_seconds_after_the_turn_or_at_the_limit() {
    let slow_from_115 = |t: f64| if t < 115.0 { 6.0 } else { 5.0 };
    let boat = Drawn::by(5.0, 200.0, slow_from_115, |_| 145.0);
    let set = maneuver(BearAway, 45.0, 145.0);
    let until = |limit_s: f64| {
        let recovery = Recovery { limit_s, ..recovery(6.0) };
        measure_loss(&boat.course(), &set, set.wind.as_ref(), &recovery, steady(6.0), &Previous::NONE)
    };
    near(until(130.0).og_m, T1 + 20.0 - 115.0, 0.15);
    near(until(118.0).og_m, 3.0, 0.15);
    near(until(118.0).loss_80_m, 0.0, 1e-6);
}

#[test]
fn a_boat_that_coasts_through_a_douse_gains() {
    // From 6 to 4 m/s within four seconds after the middle: four metres more than by the new leg's speed.
    let boat = Drawn::by(5.0, 200.0, ramps(&[(MIDDLE, 6.0), (105.0, 4.0)]), |_| 45.0);
    let douse = maneuver(Douse, 145.0, 45.0);
    let loss = measure_loss(
        &boat.course(),
        &douse,
        douse.wind.as_ref(),
        &recovery(4.0),
        steady(6.0),
        &Previous::NONE,
    );
    near(loss.loss_80_m, -4.0, 0.02);
    let unknown = Recovery { reference_mps: None, ..recovery(4.0) };
    assert_eq!(
        measure_loss(&boat.course(), &douse, douse.wind.as_ref(), &unknown, steady(6.0), &Previous::NONE),
        nothing(NoLossReason::NotRecovered)
    );
    assert_eq!(
        measure_loss(&boat.course(), &douse, douse.wind.as_ref(), &recovery(4.0), None, &Previous::NONE),
        nothing(NoLossReason::RecordingBegins)
    );
}

#[test]
fn a_douse_that_ends_in_a_standstill_has_no_loss() {
    // Against a new leg at half a metre a second, coasting to a stop would look like a gain of many metres.
    let boat = Drawn::by(5.0, 200.0, ramps(&[(MIDDLE, 6.0), (108.0, 0.5)]), |_| 45.0);
    let douse = maneuver(Douse, 145.0, 45.0);
    let stopped = recovery(0.5);
    assert_eq!(
        measure_loss(&boat.course(), &douse, douse.wind.as_ref(), &stopped, steady(6.0), &Previous::NONE),
        nothing(NoLossReason::Stopped)
    );
}
