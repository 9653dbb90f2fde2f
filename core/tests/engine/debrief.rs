//! The debrief of simulated sessions whose differences are known (docs/debrief.md).

use std::sync::OnceLock;

use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::config::boat_class;
use leebow_engine::debrief::answer::{Debrief, DebriefFinding, DebriefPlot, PartCode, ReferenceKind};
use leebow_engine::debrief::input::DebriefRace;
use leebow_engine::debrief::summary::{QuantityCode, SessionQuantity};
use leebow_engine::debrief::{DebriefOptions, DebriefTrack, SessionSummary, debrief, summary};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, debrief_track};
use leebow_engine::segment::SegmentKind;
use leebow_simulator::{DeviceColumns, Scenario, Spec, simulate};

const DAY_MS: f64 = 86_400_000.0;

fn sailed(spec: &Spec) -> DebriefTrack {
    let recording = simulate(spec).unwrap().recording(DeviceColumns::SpeedAndCourse);
    let class = boat_class(&spec.class).unwrap();
    debrief_track(&analyze_recording("a.gpx", "", recording, class, AnalysisInputs::default()).unwrap())
}

/// Sessions of one crew in one wind.
fn sessions() -> &'static [DebriefTrack] {
    static SESSIONS: OnceLock<Vec<DebriefTrack>> = OnceLock::new();
    let session = |seed| sailed(&Spec { seed, minutes: 60.0, ..Spec::default() });
    SESSIONS.get_or_init(|| (900..906).map(session).collect())
}

/// The summary of a session, this many days earlier.
fn before(track: &DebriefTrack, days: usize) -> SessionSummary {
    let moved = |time: &str| iso_utc(ms_from_iso(time).unwrap() - DAY_MS * days as f64);
    let own = summary(track);
    let (start_time, end_time) = (moved(&own.start_time), moved(&own.end_time));
    SessionSummary { start_time, end_time, ..own }
}

fn five_earlier() -> DebriefOptions {
    let earlier = sessions()[1..].iter().enumerate().map(|(i, track)| before(track, i + 1)).collect();
    DebriefOptions { earlier, ..DebriefOptions::default() }
}

/// The first session with tacks that cost so much more.
fn with_tacks_that_cost(more_m: f64) -> DebriefTrack {
    let mut track = sessions()[0].clone();
    for m in track.facts.maneuvers.iter_mut().filter(|m| m.kind == SegmentKind::Tack) {
        for loss in [&mut m.loss_80_m, &mut m.loss_80_low_m, &mut m.loss_80_high_m].into_iter().flatten() {
            *loss += more_m;
        }
    }
    track
}

fn finding(d: &Debrief, code: QuantityCode) -> &DebriefFinding {
    d.findings.iter().find(|f| f.code == code).unwrap_or_else(|| panic!("{:?}", d.findings))
}

fn texts(d: &Debrief) -> Vec<&String> {
    let of_findings = d.findings.iter().chain(&d.went_well);
    let said = of_findings.flat_map(|f| [Some(&f.text), f.detail.as_ref()]).flatten();
    said.chain(d.potentials.iter().map(|p| &p.text))
        .chain(d.budgets.iter().map(|b| &b.text))
        .chain(d.references.iter().filter_map(|r| r.reason.as_ref()))
        .chain(&d.no_finding)
        .chain(&d.notes)
        .collect()
}

#[test]
fn the_parts_of_a_budget_add_up_to_what_was_lost_by_each_reference() {
    let d = debrief(&sessions()[0], &[], &five_earlier());
    let kinds: Vec<ReferenceKind> = d.budgets.iter().map(|b| b.reference).collect();
    assert_eq!(kinds, [ReferenceKind::Sessions, ReferenceKind::BestThird]);
    for budget in &d.budgets {
        assert!(!budget.bands.is_empty(), "{budget:?}");
        for band in &budget.bands {
            let sum: f64 = band.parts.iter().map(|p| p.lost_m).sum();
            assert!((sum - band.lost_m).abs() < 1e-6, "{band:?}");
        }
        assert!((budget.expected_m - budget.made_good_m - budget.lost_m).abs() < 1e-6);
        let turns = budget.bands.iter().flat_map(|b| &b.parts).filter(|p| p.code == PartCode::Tacks);
        assert!(turns.clone().all(|p| p.lost_m > 0.0 && p.count > Some(5)), "{:?}", budget.bands);
    }
}

#[test]
fn with_the_wind_of_the_own_track_angle_and_shifts_are_one_part() {
    let d = debrief(&sessions()[0], &[], &five_earlier());
    let codes: Vec<PartCode> = d.budgets[0].bands[0].parts.iter().map(|p| p.code).collect();
    assert!(codes.contains(&PartCode::AngleAndShifts) && !codes.contains(&PartCode::Shifts), "{codes:?}");
    assert!(d.notes[0].contains("cannot be told apart"), "{:?}", d.notes);
    assert!(d.budgets[0].bands.iter().all(|b| b.shift_capture.is_none()));
}

#[test]
fn a_session_differs_in_nothing_from_itself() {
    let same = (1..9).map(|days| before(&sessions()[0], days)).collect();
    let d = debrief(&sessions()[0], &[], &DebriefOptions { earlier: same, ..DebriefOptions::default() });
    assert_eq!((d.sessions, d.findings.len(), d.went_well.len()), (8, 0, 0));
    assert_eq!(
        d.no_finding.as_deref(),
        Some("Nothing today cost more than in your last eight sessions by more than chance.")
    );
    assert!(d.not_shown >= 6, "{}", d.not_shown);
}

#[test]
fn tacks_that_cost_eight_metres_more_are_found_with_their_evidence() {
    let track = with_tacks_that_cost(8.0);
    let d = debrief(&track, &[], &five_earlier());
    let found = finding(&d, QuantityCode::TackLoss);
    assert!((found.effect - 8.0).abs() < 2.5 && found.low > 1.0 && found.p < 0.05, "{found:?}");
    let turns = found.total_m / found.effect;
    assert!(
        (turns - turns.round()).abs() < 1e-6 && turns as usize <= tacks(&track) && turns > 10.0,
        "{turns}"
    );
    assert!(found.text.starts_with("Tacks cost") && found.text.contains("than in your last five sessions"));
    assert_eq!((found.reference, found.earlier.len()), (ReferenceKind::Sessions, 5));
    let kinds = found.evidence.maneuvers.iter().map(|i| track.facts.maneuvers[*i as usize].kind);
    assert!(kinds.clone().count() > 0 && kinds.into_iter().all(|kind| kind == SegmentKind::Tack));
    assert!(matches!(found.plot, DebriefPlot::TurnSpeed { .. }), "{:?}", found.plot);
}

fn tacks(track: &DebriefTrack) -> usize {
    let counted = |m: &&leebow_engine::debrief::input::DebriefManeuver| {
        m.kind == SegmentKind::Tack && m.averaged && m.loss_80_m.is_some()
    };
    track.facts.maneuvers.iter().filter(counted).count()
}

#[test]
fn tacks_that_cost_eight_metres_less_went_well() {
    let d = debrief(&with_tacks_that_cost(-8.0), &[], &five_earlier());
    let better = d.went_well.iter().find(|f| f.code == QuantityCode::TackLoss).unwrap();
    assert!(
        better.total_m < 0.0 && better.text.contains("less than") && better.text.ends_with("gained today.")
    );
    assert!(d.findings.iter().all(|f| f.code != QuantityCode::TackLoss));
}

#[test]
fn sessions_of_another_class_of_later_and_of_years_ago_are_not_compared() {
    let mut options = five_earlier();
    options.earlier[0].boat_class = "Laser".to_string();
    options.earlier[1] = before(&sessions()[2], 800);
    options.earlier[2] = SessionSummary { version: 0, ..options.earlier[2].clone() };
    let d = debrief(&sessions()[0], &[], &options);
    assert_eq!((d.sessions, d.findings.len()), (2, 0));
    let own = d.references.iter().find(|r| r.kind == ReferenceKind::Sessions).unwrap();
    assert!(!own.available, "{own:?}");
    assert!(own.reason.as_ref().unwrap().contains("two earlier 49er sessions"), "{own:?}");
    let need = d.little.rows.iter().find(|r| r.label.contains("Earlier")).unwrap();
    assert_eq!((need.have, need.need), (2.0, 4.0));
}

#[test]
fn a_short_session_says_what_there_is_of_what_is_needed() {
    let short = sailed(&Spec { seed: 3, minutes: 8.0, ..Spec::default() });
    let d = debrief(&short, &[], &five_earlier());
    assert!(
        d.little.too_little && d.little.text.as_ref().unwrap().starts_with("Too little to say"),
        "{:?}",
        d.little
    );
    assert!(
        d.little.rows.iter().all(|row| row.have < row.need || row.label.contains("Earlier")),
        "{:?}",
        d.little.rows
    );
    assert!(d.findings.is_empty());
}

#[test]
fn the_best_third_gives_potentials_and_no_findings() {
    let d = debrief(&sessions()[0], &[], &DebriefOptions::default());
    assert!(d.findings.is_empty() && d.went_well.is_empty() && d.no_finding.is_none());
    for p in &d.potentials {
        assert!((0.0..=1.0).contains(&p.reliability) && p.each > 0.0, "{p:?}");
        assert!(
            p.each <= (p.today - p.best_third).abs() + 1e-9,
            "less than was measured is repeatable: {p:?}"
        );
    }
}

/// A race of the first boat with four others in the same wind.
fn race() -> (Vec<DebriefTrack>, DebriefRace) {
    let spec = Spec { seed: 40, minutes: 60.0, scenario: Scenario::WindwardLeeward, ..Spec::default() };
    let mut tracks: Vec<DebriefTrack> = spec.fleet(5).iter().map(sailed).collect();
    for (i, track) in tracks.iter_mut().enumerate() {
        track.facts.name = format!("boat {i}");
    }
    let (start_ms, end_ms) = (tracks[0].time_ms[0], *tracks[0].time_ms.last().unwrap());
    let boats = (1..5).map(|i| format!("boat {i}")).collect();
    (tracks, DebriefRace { start_ms, end_ms, boats, marks_ms: Vec::new() })
}

#[test]
fn a_boat_that_is_slower_than_the_boats_of_her_race_lost_by_speed() {
    let (tracks, race) = race();
    let options = DebriefOptions { races: vec![race], ..DebriefOptions::default() };
    let mut slow = tracks[0].clone();
    slow.sog_mps.iter_mut().for_each(|v| *v *= 0.9);
    let [usual, slower] = [&tracks[0], &slow].map(|track| debrief(track, &tracks[1..], &options));
    let lost_by_speed = |d: &Debrief| -> f64 {
        assert_eq!(d.budgets[0].reference, ReferenceKind::Fleet);
        let parts = d.budgets[0].bands.iter().flat_map(|b| &b.parts);
        parts.filter(|p| p.code == PartCode::Speed).map(|p| p.lost_m).sum()
    };
    let more_m = lost_by_speed(&slower) - lost_by_speed(&usual);
    // A tenth of the distance made good on straights.
    let expected_m = 0.1 * usual.budgets[0].made_good_m;
    assert!((more_m - expected_m).abs() < 0.25 * expected_m, "{more_m} m, {expected_m} m");
    assert!(slower.budgets[0].text.contains("the median boat of your races"));
    let fleet = slower.findings.iter().filter(|f| f.reference == ReferenceKind::Fleet);
    assert!(fleet.clone().all(|f| f.text.contains("the average of the four other boats")), "{fleet:?}");
}

#[test]
fn everything_said_is_a_sentence_with_figures_that_are_numbers() {
    let (tracks, race) = race();
    let mut options = five_earlier();
    options.races.push(race);
    for track in [with_tacks_that_cost(8.0), with_tacks_that_cost(-8.0), sessions()[3].clone()] {
        let d = debrief(&track, &tracks[1..], &options);
        for text in texts(&d) {
            assert!(text.ends_with('.') && !text.contains("NaN") && !text.contains("inf"), "{text}");
            assert!(text.starts_with(|c: char| c.is_uppercase()), "{text}");
        }
        assert!(d.head.text.contains("tacks") && d.head.text.contains("nm"), "{}", d.head.text);
    }
}

#[test]
fn a_summary_is_read_back_as_it_was_stored() {
    let own = summary(&sessions()[0]);
    let json = serde_json::to_string(&own).unwrap();
    let read: SessionSummary = serde_json::from_str(&json).unwrap();
    assert_eq!((&read.start_time, read.quantities.len()), (&own.start_time, own.quantities.len()));
    let same =
        |(a, b): (&SessionQuantity, &SessionQuantity)| a.code == b.code && (a.mean - b.mean).abs() < 1e-9;
    assert!(read.quantities.iter().zip(&own.quantities).all(same), "{read:?}");
    assert!(json.len() < 2500, "{} bytes a session", json.len());
    let codes: Vec<QuantityCode> = own.quantities.iter().map(|q| q.code).collect();
    assert!(codes.contains(&QuantityCode::TackLoss) && codes.contains(&QuantityCode::UpwindVmg), "{codes:?}");
}

#[test]
fn the_boats_of_a_race_are_measured_by_one_wind() {
    let (tracks, race) = race();
    let options = DebriefOptions { races: vec![race], ..DebriefOptions::default() };
    let mut shifted = tracks.clone();
    for track in &mut shifted[1..] {
        track.facts.wind.as_mut().unwrap().twd_deg.iter_mut().for_each(|twd| *twd += 15.0);
    }
    let (before, after) =
        (debrief(&tracks[0], &tracks[1..], &options), debrief(&shifted[0], &shifted[1..], &options));
    assert_eq!(before.budgets[0].reference, ReferenceKind::Fleet);
    assert_eq!(before.findings, after.findings);
    assert_eq!(before.budgets, after.budgets);
}
