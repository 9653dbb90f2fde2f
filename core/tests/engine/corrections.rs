//! Corrections by hand: laid over kinds and times alone, and over sailed sessions.

use leebow_engine::Analysis;
use leebow_engine::api::{FileAnalysis, LossBasis, Maneuver, Options};
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::config::boat_class;
use leebow_engine::corrections::{Action, Correction, Edit, Item, Span, apply, read};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::SegmentKind::{self, Douse, Gybe, Stop, Straight, Tack, Turn};
use leebow_engine::wind::WindSource;

use crate::drawn::steady_wind;
use crate::passage::Passage;
use crate::random::Random;

const WIND_DEG: f64 = 200.0;

fn span(start_s: f64, end_s: f64) -> Span {
    Span { start_ms: 1000.0 * start_s, end_ms: 1000.0 * end_s }
}

const TRACK: Span = Span { start_ms: 0.0, end_ms: 1e6 };

fn items() -> Vec<Item> {
    let found = [(Tack, 100.0, 120.0), (Tack, 200.0, 215.0), (Gybe, 300.0, 330.0), (Stop, 400.0, 450.0)];
    found.iter().enumerate().map(|(i, (k, a, b))| Item::found(i, *k, span(*a, *b))).collect()
}

fn laid(edits: &[Edit]) -> (Vec<Item>, Vec<Option<String>>) {
    let mut list = items();
    let outcomes = apply(&mut list, edits, TRACK);
    (list, outcomes)
}

#[test]
fn no_edits_change_nothing() {
    assert_eq!(laid(&[]), (items(), Vec::new()));
}

#[test]
fn an_edit_finds_its_segment_two_seconds_off_and_not_its_neighbour() {
    for shift in [-2.0, -1.0, 0.0, 1.0, 2.0] {
        let (list, outcomes) = laid(&[Edit::Delete { kind: Tack, at: span(200.0 + shift, 215.0 + shift) }]);
        assert_eq!(outcomes, [None]);
        assert_eq!(list.iter().map(|i| i.origin).collect::<Vec<_>>(), [Some(0), Some(2), Some(3)]);
    }
    let (list, outcomes) = laid(&[Edit::Delete { kind: Tack, at: span(119.0, 140.0) }]);
    assert!(outcomes[0].as_ref().unwrap().starts_with("There is no tack from"), "{outcomes:?}");
    assert_eq!(list, items());
}

#[test]
fn an_edit_of_another_kind_at_the_same_time_finds_nothing() {
    let (list, outcomes) = laid(&[Edit::Delete { kind: Douse, at: span(300.0, 330.0) }]);
    assert!(outcomes[0].is_some());
    assert_eq!(list, items());
}

#[test]
fn a_correction_of_an_unnamed_turn_finds_it_when_the_wind_names_it() {
    let edit = Edit::Delete { kind: Turn, at: span(100.0, 110.0) };
    let (before, _) = laid(&[]);
    let (after, outcomes) = laid(&[edit]);
    assert_eq!((after.len() + 1, outcomes), (before.len(), vec![None]));
    assert!(after.iter().all(|item| item.at != before[0].at));
}

#[test]
fn a_kind_the_engine_has_meanwhile_found_itself_is_no_news() {
    let (list, outcomes) = laid(&[Edit::ChangeKind { kind: Douse, at: span(301.0, 330.0), to: Gybe }]);
    assert_eq!((list, outcomes), (items(), vec![None]));
    let (list, outcomes) = laid(&[Edit::Add { kind: Tack, at: span(101.0, 119.0) }]);
    assert_eq!((list, outcomes), (items(), vec![None]));
}

#[test]
fn edits_follow_each_other_and_each_sees_what_the_last_one_left() {
    let edits = [
        Edit::ChangeKind { kind: Tack, at: span(100.0, 120.0), to: Gybe },
        Edit::Move { kind: Gybe, at: span(100.0, 120.0), to: span(98.0, 110.0) },
        Edit::Delete { kind: Gybe, at: span(98.0, 110.0) },
    ];
    let (list, outcomes) = laid(&edits[..2]);
    assert_eq!(outcomes, [None, None]);
    assert_eq!(
        (list[0].kind, list[0].at, list[0].changed, list[0].moved),
        (Gybe, span(98.0, 110.0), true, true)
    );
    assert_eq!(laid(&edits).0.len(), 3);
}

#[test]
fn a_tack_deleted_added_and_deleted_again_is_deleted() {
    let at = span(100.0, 120.0);
    let (delete, add) = (Edit::Delete { kind: Tack, at }, Edit::Add { kind: Tack, at });
    let tacks = |edits: &[Edit]| {
        let (list, outcomes) = laid(edits);
        assert!(outcomes.iter().all(Option::is_none), "{outcomes:?}");
        list.iter().filter(|item| item.kind == Tack).count()
    };
    assert_eq!(tacks(&[delete, add]), 2);
    assert_eq!(tacks(&[delete, add, delete]), 1);
    assert_eq!(tacks(&[delete, add, delete, add]), 2);
    // The second of two equal corrections in a row is the same correction sent again.
    assert_eq!(tacks(&[delete, add, delete, delete]), 1);
    assert_eq!(tacks(&[delete, delete, add, delete]), 1);
}

#[test]
fn a_tack_made_a_gybe_and_a_tack_and_a_gybe_again_is_a_gybe() {
    let at = span(100.0, 120.0);
    let gybe = Edit::ChangeKind { kind: Tack, at, to: Gybe };
    let tack = Edit::ChangeKind { kind: Gybe, at, to: Tack };
    assert_eq!(laid(&[gybe, tack]).0[0].kind, Tack);
    assert_eq!(laid(&[gybe, tack, gybe]).0[0].kind, Gybe);
    let there = Edit::Move { kind: Tack, at, to: span(130.0, 150.0) };
    let back = Edit::Move { kind: Tack, at: span(130.0, 150.0), to: at };
    assert_eq!(laid(&[there, back]).0[0].at, at);
    assert_eq!(laid(&[there, back, there]).0[0].at, span(130.0, 150.0));
}

#[test]
fn a_correction_outside_the_recording_has_no_effect_and_a_reason() {
    let (list, outcomes) = laid(&[Edit::Add { kind: Tack, at: span(2000.0, 2010.0) }]);
    assert!(outcomes[0].as_ref().unwrap().contains("outside the recording"));
    assert_eq!(list, items());
}

fn random_edit(random: &mut Random) -> Edit {
    let kinds = [Tack, Gybe, Stop, Douse];
    let kind = kinds[random.below(4)];
    let from = 90.0 + random.below(400) as f64;
    let at = span(from, from + 5.0 + random.below(30) as f64);
    match random.below(4) {
        0 => Edit::Delete { kind, at },
        1 => Edit::ChangeKind { kind, at, to: kinds[random.below(4)] },
        2 => Edit::Add { kind, at },
        _ => Edit::Move { kind, at, to: span(from + 2.0, from + 20.0) },
    }
}

#[test]
fn a_list_repeated_has_the_result_of_the_list() {
    let mut random = Random::of(7);
    for _ in 0..2000 {
        let edits: Vec<Edit> = (0..1 + random.below(6)).map(|_| random_edit(&mut random)).collect();
        let twice: Vec<Edit> = edits.iter().chain(&edits).copied().collect();
        let (once, outcomes) = laid(&edits);
        let (again, outcomes_again) = laid(&twice);
        assert_eq!(once, again, "{edits:?}");
        assert_eq!([outcomes.clone(), outcomes].concat(), outcomes_again);
    }
}

/// Upwind with a tack each minute, in a given wind.
fn analyzed(rate_hz: f64, corrections: &[Correction]) -> Analysis {
    let start = Passage::from(54.4, 10.2, WIND_DEG - 43.0, 5.0).leg(60.0, 5.0);
    let beat =
        (0..4).fold(start, |p, k| p.turn(if k % 2 == 0 { 86.0 } else { -86.0 }, 24.0, 3.0).leg(60.0, 5.0));
    let inputs = AnalysisInputs {
        pinned: Some(steady_wind(WIND_DEG, 3.0, 600.0)),
        corrections: read(corrections).unwrap(),
        ..AnalysisInputs::default()
    };
    analyze_recording("a.gpx", "", beat.recorded(rate_hz), boat_class("49er").unwrap(), inputs).unwrap()
}

fn correction(action: Action, of: &Maneuver) -> Correction {
    Correction {
        action,
        kind: Some(of.kind),
        start_time: Some(of.start_time.clone()),
        end_time: Some(of.end_time.clone()),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: None,
        calibration: None,
        instrument: None,
    }
}

fn kinds(report: &FileAnalysis) -> Vec<(SegmentKind, &str)> {
    report.maneuvers.iter().map(|m| (m.kind, m.name.as_str())).collect()
}

fn shifted(iso: &str, by_s: f64) -> String {
    iso_utc(ms_from_iso(iso).unwrap() + 1000.0 * by_s)
}

#[test]
fn after_a_tack_is_deleted_the_others_are_renumbered() {
    let before = analyzed(1.0, &[]).report;
    assert_eq!((before.summary.tacks, before.corrections.len()), (4, 0));
    let delete = correction(Action::Delete, &before.maneuvers[1]);
    let after = analyzed(1.0, &[delete]).report;
    assert_eq!(kinds(&after), [(Tack, "Tack 1"), (Tack, "Tack 2"), (Tack, "Tack 3")]);
    assert_eq!((after.summary.tacks, &after.maneuvers[1].time), (3, &before.maneuvers[2].time));
    assert!(after.corrections[0].applied && after.notes == before.notes);
}

#[test]
fn a_tack_changed_into_a_gybe_is_measured_as_a_gybe() {
    let before = analyzed(1.0, &[]).report;
    let tack = &before.maneuvers[2];
    assert!(tack.loss_80_m.is_some());
    let change = Correction { to_kind: Some(Gybe), ..correction(Action::ChangeKind, tack) };
    let after = analyzed(1.0, &[change]).report;
    let gybe = &after.maneuvers[2];
    assert_eq!((gybe.kind, gybe.name.as_str(), &gybe.time), (Gybe, "Gybe 1", &tack.time));
    assert_eq!(gybe.loss_basis, Some(LossBasis::Speed), "a gybe between upwind courses");
    assert_eq!((after.summary.tacks, after.summary.gybes), (3, 1));
    assert_eq!(gybe.flags, ["corrected"]);
}

#[test]
fn a_tack_deleted_and_added_again_has_the_same_loss() {
    let before = analyzed(1.0, &[]).report;
    let tack = &before.maneuvers[1];
    let away = analyzed(1.0, &[correction(Action::Delete, tack)]).report;
    assert!(away.straights != before.straights);
    let back = analyzed(1.0, &[correction(Action::Delete, tack), correction(Action::Add, tack)]).report;
    let again = &back.maneuvers[1];
    assert_eq!((again.kind, &again.start_time, &again.end_time), (Tack, &tack.start_time, &tack.end_time));
    assert!((again.loss_80_m.unwrap() - tack.loss_80_m.unwrap()).abs() < 0.5);
    assert_eq!(back.summary.tacks, 4);
    // Outward times are whole milliseconds.
    for (a, b) in back.straights.iter().zip(&before.straights) {
        assert_eq!((&a.start_time, &a.end_time), (&b.start_time, &b.end_time));
    }
}

#[test]
fn a_moved_tack_has_the_times_of_the_correction() {
    let before = analyzed(1.0, &[]).report;
    let tack = &before.maneuvers[0];
    let (from, to) = (shifted(&tack.start_time, -2.0), shifted(&tack.end_time, 4.0));
    let moved = Correction {
        new_start_time: Some(from.clone()),
        new_end_time: Some(to.clone()),
        ..correction(Action::Move, tack)
    };
    let after = analyzed(1.0, &[moved]).report;
    assert_eq!((&after.maneuvers[0].start_time, &after.maneuvers[0].end_time), (&from, &to));
    assert_eq!((after.summary.tacks, after.maneuvers[0].kind), (4, Tack));
    assert!(after.maneuvers[0].loss_80_m.is_some());
    let times = |r: &FileAnalysis| r.maneuvers[1..].iter().map(|m| m.start_time.clone()).collect::<Vec<_>>();
    assert_eq!(times(&after), times(&before));
}

#[test]
fn corrections_still_match_when_the_edges_of_turns_move_by_seconds() {
    let before = analyzed(1.0, &[]).report;
    let m = &before.maneuvers;
    let patch = [
        correction(Action::Delete, &m[0]),
        Correction { to_kind: Some(Douse), ..correction(Action::ChangeKind, &m[3]) },
    ];
    let wanted = analyzed(1.0, &patch).report;
    // At other rates every turn begins and ends at slightly other times.
    for rate_hz in [0.5, 2.0, 5.0] {
        let after = analyzed(rate_hz, &patch).report;
        assert_eq!(kinds(&after), kinds(&wanted), "at {rate_hz} Hz");
        assert!(after.corrections.iter().all(|c| c.applied));
    }
    for by_s in [-2.0, 2.0] {
        let mut off = patch.clone();
        for c in &mut off {
            c.start_time = c.start_time.as_deref().map(|t| shifted(t, by_s));
            c.end_time = c.end_time.as_deref().map(|t| shifted(t, by_s));
        }
        assert_eq!(kinds(&analyzed(1.0, &off).report), kinds(&wanted));
    }
}

#[test]
fn a_correction_without_a_match_is_reported_and_has_no_effect() {
    let before = analyzed(1.0, &[]).report;
    let mut stray = correction(Action::Delete, &before.maneuvers[0]);
    stray.kind = Some(Gybe);
    let after = analyzed(1.0, &[stray]).report;
    assert!(after.maneuvers == before.maneuvers);
    assert!(!after.corrections[0].applied);
    assert!(after.corrections[0].reason.as_ref().unwrap().contains("There is no gybe"));
    assert!(after.notes.contains(
        &"Corrections without effect, because nothing in the recording matches them: 1 of 1.".to_string()
    ));
}

#[test]
fn a_straight_can_be_deleted_moved_and_added() {
    let before = analyzed(1.0, &[]).report;
    let s = &before.straights[1];
    let of = |action| Correction {
        action,
        kind: Some(Straight),
        start_time: Some(s.start_time.clone()),
        end_time: Some(s.end_time.clone()),
        ..correction(action, &before.maneuvers[0])
    };
    assert_eq!(analyzed(1.0, &[of(Action::Delete)]).report.summary.straights, before.summary.straights - 1);
    let to = shifted(&s.start_time, 15.0);
    let shorter = Correction {
        new_start_time: Some(s.start_time.clone()),
        new_end_time: Some(to.clone()),
        ..of(Action::Move)
    };
    let moved = analyzed(1.0, &[shorter]).report;
    assert_eq!((&moved.straights[1].end_time, moved.straights.len()), (&to, before.straights.len()));
    let back = analyzed(1.0, &[of(Action::Delete), of(Action::Add)]).report;
    assert!((back.straights[1].sog_kn - s.sog_kn).abs() < 1e-4);
}

#[test]
fn a_stop_and_a_tack_can_be_added_without_a_wind() {
    let start = Passage::from(54.4, 10.2, 20.0, 5.0).leg(600.0, 5.0);
    let add = |kind| Correction {
        action: Action::Add,
        kind: Some(kind),
        start_time: Some(iso_utc(start.start_ms + 100_000.0)),
        end_time: Some(iso_utc(start.start_ms + 120_000.0)),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: None,
        shift_s: None,
        calibration: None,
        instrument: None,
    };
    let corrections = read(&[add(Stop), add(Tack)]).unwrap();
    let inputs = AnalysisInputs { corrections, ..AnalysisInputs::default() };
    let class = boat_class("49er").unwrap();
    let report = analyze_recording("a.gpx", "", start.recorded(1.0), class, inputs).unwrap().report;
    assert_eq!(report.wind, None);
    assert_eq!(kinds(&report), [(Stop, "Stop 1"), (Tack, "Tack 1")]);
    let tack = &report.maneuvers[1];
    assert!(tack.loss_80_m.is_some_and(|m| m.abs() < 0.1) && tack.loss_basis == Some(LossBasis::Speed));
}

fn pin(twd_deg: f64, from_to: Option<(f64, f64)>, start: &str) -> Correction {
    let at = |pick: fn((f64, f64)) -> f64| from_to.map(|p| shifted(start, pick(p)));
    Correction {
        action: Action::PinWind,
        kind: None,
        start_time: at(|p| p.0),
        end_time: at(|p| p.1),
        to_kind: None,
        new_start_time: None,
        new_end_time: None,
        twd_deg: Some(twd_deg),
        shift_s: None,
        calibration: None,
        instrument: None,
    }
}

#[test]
fn a_pinned_wind_replaces_the_estimate_and_changes_the_losses() {
    let before = analyzed(1.0, &[]).report;
    let after = analyzed(1.0, &[pin(210.0, None, "")]).report;
    let wind = after.wind.unwrap();
    assert_eq!(wind.source, WindSource::Pinned);
    assert!((wind.twd_deg - 210.0).abs() < 1e-6);
    assert_eq!(after.maneuvers.len(), 4);
    assert!(after.maneuvers[0].evidence.wind_deg.unwrap() - 210.0 < 1e-6);
    assert!(after.maneuvers[0].loss_80_m != before.maneuvers[0].loss_80_m);
}

#[test]
fn outside_a_pin_of_two_minutes_the_wind_is_unchanged() {
    let before = analyzed(1.0, &[]).report;
    let after = analyzed(1.0, &[pin(190.0, Some((0.0, 120.0)), &before.start_time)]).report;
    let wind = after.wind.unwrap();
    let at = |k: usize| wind.series[k].twd_deg;
    assert!((at(3) - 190.0).abs() < 1e-6 && (at(9) - 190.0).abs() < 1e-6);
    assert!((at(20) - WIND_DEG).abs() < 1e-6);
}

#[test]
fn an_invalid_list_is_an_error_before_the_file_is_read() {
    let no = |json: &str| Options::from_json(json).unwrap_err().to_string();
    assert!(
        no(r#"{"corrections":[{"action":"delete","kind":"tack"}]}"#).contains("Correction 1 cannot be used")
    );
    assert!(no(r#"{"corrections":[{"action":"undo"}]}"#).contains("These options cannot be used"));
    assert!(
        no(r#"{"corrections":[{"action":"delete","kind":"tak"}]}"#).contains("These options cannot be used")
    );
    assert!(Options::from_json(r#"{"corrections":[]}"#).is_ok());
}
