//! Debriefs of sessions whose losses and speeds are given: what could be repeated, what it is seen in, and what is too little.

use super::answer::{Band, Debrief, DebriefPlot, LittleCode, PartCode, ReferenceKind};
use super::input::{DebriefFacts, DebriefOptions, DebriefRace, DebriefTrack};
use super::summary::{QuantityCode, SessionSummary};
use super::test_track::{START_MS, Sailed, beats};
use crate::calendar::{iso_utc, ms_from_iso};
use crate::segment::SegmentKind;

fn debrief(track: &DebriefTrack) -> Debrief {
    super::debrief(track, &[], &DebriefOptions::default())
}

/// Beats whose tacks lost these metres, each with a standard deviation of 1 m.
fn tacks_that_lost(losses_m: &[f64]) -> DebriefTrack {
    let mut track = beats(3.0, 9.0).in_wind(false, None);
    for (m, loss_m) in track.facts.maneuvers.iter_mut().zip(losses_m) {
        (m.loss_og_m, m.loss_80_m) = (Some(*loss_m), Some(*loss_m));
        (m.loss_80_low_m, m.loss_80_high_m) = (Some(loss_m - 1.645), Some(loss_m + 1.645));
    }
    track
}

#[test]
fn tacks_that_differ_by_more_than_their_uncertainty_could_be_repeated() {
    let losses_m: Vec<f64> = (0..12).map(|i| if i % 3 == 0 { 2.0 } else { 10.0 }).collect();
    let d = debrief(&tacks_that_lost(&losses_m));
    let [tacks] = &d.potentials[..] else { panic!("{:?}", d.potentials) };
    assert_eq!(tacks.code, QuantityCode::TackLoss);
    // Variance of the losses 15.5 m², of their measurement 1 m²: nearly all of the lead of 5.3 m.
    assert!((tacks.reliability - 0.935).abs() < 0.01, "{tacks:?}");
    assert!((tacks.each - 0.935 * 5.333).abs() < 0.1, "{tacks:?}");
    assert_eq!((tacks.today, tacks.best_third), (losses_m.iter().sum::<f64>() / 12.0, 2.0));
    assert_eq!(tacks.evidence.maneuvers, [1, 2, 4, 5, 7, 8, 10, 11], "those outside of the best third");
    assert!(tacks.text.starts_with(
        "Your best third of tacks lost 5.3 m less each; about 5.0 m of that is no luck. All tacks like that: "
    ));
    let DebriefPlot::Values { values, expected, .. } = &tacks.plot else { panic!("{:?}", tacks.plot) };
    assert_eq!((values.len(), *expected), (12, 2.0));
    assert_eq!(values.iter().filter(|v| v.chosen).count(), 8);
}

#[test]
fn tacks_that_differ_by_their_uncertainty_alone_hold_nothing_to_repeat() {
    let losses_m: Vec<f64> = (0..12).map(|i| if i % 2 == 0 { 5.2 } else { 6.8 }).collect();
    let d = debrief(&tacks_that_lost(&losses_m));
    assert!(d.potentials.is_empty(), "{:?}", d.potentials);
}

#[test]
fn a_slow_half_of_the_beat_is_evidence_as_one_range() {
    let boards = |sailed: Sailed, speed: f32| {
        (0..4).fold(sailed, |sailed, i| {
            let (course, turn) = (if i % 2 == 0 { 45.0 } else { 315.0 }, 0.0);
            sailed.straight(300, course, speed).maneuver(SegmentKind::Tack, turn, 0.5 * speed, Some(9.0))
        })
    };
    let d = debrief(&boards(boards(Sailed::new(), 2.5), 3.0).in_wind(false, None));
    let upwind = d.potentials.iter().find(|p| p.code == QuantityCode::UpwindVmg).unwrap();
    assert!(upwind.reliability > 0.9, "{upwind:?}");
    let [slow] = &upwind.evidence.ranges[..] else { panic!("{:?}", upwind.evidence) };
    assert!(
        slow.start_time.ends_with("22:13:20.000Z") && slow.end_time.as_str() > "2023-11-14T22:33",
        "{slow:?}"
    );
    assert_eq!(upwind.evidence.minutes, 20.0);
}

#[test]
fn three_tacks_are_too_little_and_what_is_needed_is_said() {
    let short = (0..3).fold(Sailed::new(), |sailed, i| {
        let course = if i % 2 == 0 { 45.0 } else { 315.0 };
        sailed.straight(120, course, 3.0).maneuver(SegmentKind::Tack, 0.0, 1.5, Some(9.0))
    });
    let d = debrief(&short.in_wind(false, None));
    assert!(d.little.too_little && d.findings.is_empty() && d.potentials.is_empty());
    assert_eq!(d.little.text.as_deref(), Some("Too little to say: three tacks"));
    let row =
        |code| d.little.rows.iter().find(|row| row.code == code).map(|row| (row.have, row.need)).unwrap();
    assert_eq!(row(LittleCode::Tacks), (3.0, 5.0));
    assert_eq!(row(LittleCode::UpwindMinutes), (6.0, 10.0));
    assert_eq!(row(LittleCode::Sessions), (0.0, 4.0));
}

#[test]
fn a_session_alone_has_a_reason_for_each_reference_that_is_missing() {
    let d = debrief(&tacks_that_lost(&[9.0; 12]));
    let reasons: Vec<_> = d.references.iter().map(|r| (r.kind, r.available, r.reason.is_some())).collect();
    assert_eq!(
        reasons,
        [
            (ReferenceKind::Fleet, false, true),
            (ReferenceKind::Sessions, false, true),
            (ReferenceKind::BestThird, true, false)
        ]
    );
    assert_eq!(d.budgets.iter().map(|b| b.reference).collect::<Vec<_>>(), [ReferenceKind::BestThird]);
    assert!(
        d.head.text.contains("12 tacks, 0 gybes") && d.head.text.contains("Wind 0° ± 7°"),
        "{}",
        d.head.text
    );
}

/// Summaries of this session, so many days before it.
fn days_before(track: &DebriefTrack, days: &[f64]) -> Vec<SessionSummary> {
    let own = super::summary(track);
    let moved = |time: &str, days: f64| iso_utc(ms_from_iso(time).unwrap() - days * 86_400_000.0);
    let before = |days: &f64| SessionSummary {
        start_time: moved(&own.start_time, *days),
        end_time: moved(&own.end_time, *days),
        ..own.clone()
    };
    days.iter().map(before).collect()
}

/// The facts with this measured wind speed all along.
fn wind_speed(mut facts: DebriefFacts, kn: Option<f64>) -> DebriefFacts {
    facts.wind.iter_mut().for_each(|wind| wind.tws_kn.fill(kn));
    facts
}

#[test]
fn one_earlier_session_is_one_and_two_are_two() {
    let track = tacks_that_lost(&[9.0; 12]);
    let reason = |days: &[f64]| {
        let earlier = days_before(&track, days);
        let d = super::debrief(&track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() });
        let sessions = d.references.into_iter().find(|r| r.kind == ReferenceKind::Sessions);
        sessions.and_then(|r| r.reason).unwrap_or_default()
    };
    let class = &track.facts.boat_class.clone().unwrap_or_default();
    let (one, two) = (reason(&[1.0]), reason(&[1.0, 2.0]));
    assert!(one.starts_with(&format!("There is one earlier {class} session")), "{one}");
    assert!(two.starts_with(&format!("There are two earlier {class} sessions")), "{two}");
}

#[test]
fn sessions_of_the_same_class_wind_and_year_are_compared_each_once() {
    let track = tacks_that_lost(&[9.0; 12]);
    let sessions = |earlier: Vec<SessionSummary>| {
        super::debrief(&track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() }).sessions
    };
    let five = days_before(&track, &[1.0, 2.0, 3.0, 100.0, 360.0]);
    assert_eq!(sessions(five.clone()), 5);
    let with = |change: &dyn Fn(&mut SessionSummary)| {
        let mut earlier = five.clone();
        change(&mut earlier[0]);
        sessions(earlier)
    };
    assert_eq!(with(&|s| s.boat_class = "49er".into()), 4, "another class");
    let in_wind = |today_kn: Option<f64>, earlier_kn: [Option<f64>; 5]| {
        let track = tacks_that_lost(&[9.0; 12]);
        let track = DebriefTrack { facts: wind_speed(track.facts.clone(), today_kn), ..track };
        let mut earlier = five.clone();
        earlier.iter_mut().zip(earlier_kn).for_each(|(s, kn)| s.tws_kn = kn);
        super::debrief(&track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() })
    };
    let kn = Some(12.0);
    assert_eq!(in_wind(kn, [Some(8.5), kn, kn, Some(15.5), Some(17.0)]).sessions, 4, "another wind");
    let unknown = in_wind(kn, [None, None, kn, kn, Some(20.0)]);
    assert_eq!(unknown.sessions, 4, "too few in this wind: those of an unknown one, too");
    assert!(!unknown.little.rows.iter().any(|row| row.label.contains(" kn")), "{:?}", unknown.little);
    let few = in_wind(kn, [Some(20.0), Some(2.0), kn, kn, None]);
    assert_eq!(few.sessions, 2, "too few altogether");
    assert!(few.little.rows.iter().any(|row| row.label.contains("8 to 16 kn")), "{:?}", few.little);
    assert_eq!(in_wind(None, [kn, kn, Some(20.0), None, None]).sessions, 5, "today's is not known");
    assert_eq!(with(&|s| s.version += 1), 4, "summed up by another definition");
    assert_eq!(sessions(days_before(&track, &[1.0, 1.0, 2.0, 3.0])), 3, "two devices on board");
    assert_eq!(
        sessions(days_before(&track, &[-1.0, 0.0, 1.0, 400.0])),
        1,
        "later, the same, before, too long ago"
    );
}

#[test]
fn a_wind_that_may_be_the_other_way_round_is_not_used() {
    let mut track = tacks_that_lost(&[9.0; 12]);
    track.facts.wind.as_mut().unwrap().flip_probability = 0.06;
    let d = debrief(&track);
    assert!(d.budgets.is_empty() && d.findings.is_empty() && d.potentials.is_empty(), "{d:?}");
    assert!(d.notes[0].contains("the other way round"), "{:?}", d.notes);
    assert_eq!((d.head.tacks, d.head.twd_deg), (0, None), "nor are maneuvers named by it");
    assert!(super::summary(&track).quantities.iter().all(|q| q.code == QuantityCode::Stops));
}

#[test]
fn a_last_straight_that_is_sailed_freer_is_past_the_lay_line() {
    let mark = |track: Sailed| track.maneuver(SegmentKind::BearAway, 90.0, 3.0, None);
    let freer = mark(beats(3.0, 9.0).straight(60, 57.0, 3.0)).in_wind(false, None);
    let extra = |d: &Debrief| {
        let up = d.budgets[0].bands.iter().find(|b| b.band == Band::Up).unwrap();
        up.parts.iter().find(|p| p.code == PartCode::Extra).map(|p| (p.count, p.lost_m))
    };
    let (count, lost_m) = extra(&debrief(&freer)).unwrap();
    assert_eq!(count, Some(1));
    // A minute at 3 m/s, 57° in the place of 45° from the wind.
    assert!((lost_m - 60.0 * 3.0 * (0.707 - 0.545)).abs() < 3.0, "{lost_m} m");
    let close = mark(beats(3.0, 9.0).straight(60, 45.0, 3.0)).in_wind(false, None);
    assert_eq!(extra(&debrief(&close)), None);
}

#[test]
fn tacks_that_cost_more_than_before_are_a_finding_with_their_speed() {
    let usual = tacks_that_lost(&[8.5, 9.5, 9.0, 8.5, 9.5, 9.0, 8.5, 9.5, 9.0, 8.5, 9.5, 9.0]);
    let costly = tacks_that_lost(&[14.5, 15.5, 15.0, 14.5, 15.5, 15.0, 14.5, 15.5, 15.0, 14.5, 15.5, 15.0]);
    let earlier = days_before(&usual, &[1.0, 2.0, 3.0, 4.0, 5.0]);
    let d = super::debrief(&costly, &[], &DebriefOptions { earlier, ..DebriefOptions::default() });
    let [tacks] = &d.findings[..] else { panic!("{:?}", d.findings) };
    assert!(tacks.text.starts_with("Tacks cost 15.0 m each, 6.0 ± "), "{}", tacks.text);
    assert!((tacks.total_m - 12.0 * 6.0).abs() < 1.0 && tacks.p < 1e-4, "{tacks:?}");
    assert_eq!((tacks.evidence.maneuvers.len(), tacks.earlier.len()), (12, 5));
    let DebriefPlot::TurnSpeed { time_s, chosen_kn, turn_start_s, turn_end_s, .. } = &tacks.plot else {
        panic!("{:?}", tacks.plot)
    };
    let at = |s: f64| chosen_kn[time_s.iter().position(|t| *t == s).unwrap()].unwrap();
    // 3 m/s before, half of it in the ten seconds of the turn.
    assert!((at(-8.0) - 5.83).abs() < 0.02 && (at(2.0) - 2.92).abs() < 0.02, "{chosen_kn:?}");
    assert_eq!((*turn_start_s, *turn_end_s), (-3.0, 3.0));
}

#[test]
fn a_race_of_a_few_minutes_says_why_no_speed_is_compared() {
    let track = beats(3.0, 9.0).in_wind(false, None);
    let boats: Vec<DebriefTrack> = (0..5)
        .map(|i| {
            let mut boat = beats(3.2, 9.0).in_wind(false, None);
            boat.facts.name = format!("boat {i}");
            boat
        })
        .collect();
    let of_minutes = |minutes: f64| DebriefRace {
        start_ms: START_MS,
        end_ms: START_MS + 60_000.0 * minutes,
        boats: boats.iter().map(|boat| boat.facts.name.clone()).collect(),
        marks_ms: Vec::new(),
    };
    let debrief_of = |minutes| {
        let options = DebriefOptions { races: vec![of_minutes(minutes)], ..DebriefOptions::default() };
        super::debrief(&track, &boats, &options)
    };
    let short = debrief_of(6.0);
    assert!(short.findings.is_empty(), "{:?}", short.findings);
    assert!(short.no_finding.is_some_and(|text| text.contains("ten minutes straight")));
    let long = debrief_of(24.0);
    assert!(!long.findings.is_empty() && long.no_finding.is_none(), "{:?}", long.no_finding);
}

#[test]
fn a_budget_names_as_many_sessions_as_have_its_speed() {
    let track = tacks_that_lost(&[9.0; 12]);
    let mut earlier = days_before(&track, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    earlier[2].quantities.retain(|q| q.code == QuantityCode::TackLoss);
    let d = super::debrief(&track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() });
    assert_eq!((d.sessions, d.budgets[0].reference), (6, ReferenceKind::Sessions));
    assert!(d.budgets[0].text.contains("your last five sessions"), "{}", d.budgets[0].text);
}

#[test]
fn what_went_well_is_drawn_with_the_uncertainties_that_were_compared() {
    let better = tacks_that_lost(&[8.5, 9.5, 9.0, 8.5, 9.5, 9.0, 8.5, 9.5, 9.0, 8.5, 9.5, 9.0]);
    let usual = tacks_that_lost(&[14.5, 15.5, 15.0, 14.5, 15.5, 15.0, 14.5, 15.5, 15.0, 14.5, 15.5, 15.0]);
    let earlier = days_before(&usual, &[1.0, 2.0, 3.0, 4.0, 5.0]);
    let d = super::debrief(&better, &[], &DebriefOptions { earlier, ..DebriefOptions::default() });
    let [tacks] = &d.went_well[..] else { panic!("{:?}", d.went_well) };
    assert!(tacks.total_m < 0.0 && tacks.text.ends_with(" m gained today."), "{}", tacks.text);
    let DebriefPlot::Sessions { today, expected, expected_sd, .. } = tacks.plot else {
        panic!("{:?}", tacks.plot)
    };
    assert_eq!((today, expected), (tacks.today, tacks.expected));
    // Variance s² (1 + 1/5) of the difference, s²/5 of what five sessions let expect.
    assert!((expected_sd - tacks.sd / 6.0_f64.sqrt()).abs() < 1e-9, "{expected_sd} of {}", tacks.sd);
}

#[test]
fn a_best_third_of_minutes_that_differ_much_is_an_uncertain_reference() {
    let boards = |spread: f32| {
        (0..12).fold(Sailed::new(), |sailed, i| {
            let (course, speed) =
                (if i % 2 == 0 { 45.0 } else { 315.0 }, 3.0 + spread * [-1.0, 0.0, 1.0][i % 3]);
            sailed.straight(120, course, speed).maneuver(SegmentKind::Tack, 0.0, 1.5, Some(9.0))
        })
    };
    let speed_sd_m = |spread| {
        let d = debrief(&boards(spread).in_wind(false, None));
        assert_eq!(d.budgets[0].reference, ReferenceKind::BestThird);
        let up = &d.budgets[0].bands[0];
        up.parts.iter().find(|p| p.code == PartCode::Speed).unwrap().sd_m
    };
    let (steady, changing) = (speed_sd_m(0.0), speed_sd_m(0.3));
    // 24 minutes with a standard deviation of 0.17 m/s made good, 8 of them in the best third: 7 cm/s for 1560 s, in two parts.
    assert!(steady < 3.0 && changing > 30.0 && changing < 120.0, "{steady} m, {changing} m");
}
