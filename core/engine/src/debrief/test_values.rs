//! The single values of a session and its summary.

use super::compare::compare;
use super::grid::Grid;
use super::input::{DebriefOptions, DebriefTrack};
use super::sentences::{Sentence, compared_with, detail, text};
use super::summary::{QuantityCode, SessionQuantity, SessionSummary};
use super::summary_of::summary_of;
use super::test_track::{Sailed, beats};
use super::values::Values;
use crate::dashboard::WindCategory;
use crate::debrief::answer::ReferenceKind;
use crate::segment::SegmentKind;
use crate::units::kn_from_mps;

fn values(track: &DebriefTrack) -> (Values, SessionSummary) {
    let grid = Grid::of(track, &DebriefOptions::default());
    let values = Values::of(track, &grid);
    let summary = summary_of(track, &grid, &values);
    (values, summary)
}

fn quantity(summary: &SessionSummary, code: QuantityCode) -> &SessionQuantity {
    summary.quantities.iter().find(|q| q.code == code).unwrap_or_else(|| panic!("{summary:?}"))
}

#[test]
fn straights_give_a_value_a_minute_and_their_means_are_the_speeds() {
    let (values, summary) = values(&beats(3.0, 9.0).in_wind(false, Some(10.0)));
    assert_eq!(values.up.len(), 24, "twelve boards of two minutes");
    let speed = quantity(&summary, QuantityCode::UpwindSpeed);
    assert!((speed.mean - kn_from_mps(3.0)).abs() < 1e-3 && speed.count == 24.0, "{speed:?}");
    let good = quantity(&summary, QuantityCode::UpwindVmg);
    assert!((good.mean - kn_from_mps(3.0) * std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-3, "{good:?}");
    assert!((quantity(&summary, QuantityCode::UpwindAngle).mean - 45.0).abs() < 0.1);
    assert!(quantity(&summary, QuantityCode::UpwindSides).mean.abs() < 1e-6, "both tacks are alike");
    assert_eq!((summary.tws_kn, summary.wind_category), (Some(10.0), Some(WindCategory::Sf)));
    assert!(values.down.is_empty());
}

#[test]
fn the_mean_loss_leaves_the_least_and_the_greatest_tenth_out() {
    let mut track = beats(3.0, 9.0).in_wind(false, None);
    track.facts.maneuvers[0].loss_80_m = Some(60.0);
    track.facts.maneuvers[1].loss_80_m = Some(-40.0);
    let (_, summary) = values(&track);
    let loss = quantity(&summary, QuantityCode::TackLoss);
    assert!((loss.mean - 9.0).abs() < 1e-9 && loss.count == 12.0, "{loss:?}");
    assert_eq!(loss.tws_kn, None);
}

#[test]
fn four_tacks_and_nine_minutes_are_too_few() {
    let few = (0..4).fold(Sailed::new(), |sailed, i| {
        let course_deg = if i % 2 == 0 { 45.0 } else { 315.0 };
        sailed.straight(130, course_deg, 3.0).maneuver(SegmentKind::Tack, 0.0, 1.5, Some(9.0))
    });
    let (values, summary) = values(&few.in_wind(false, None));
    assert_eq!((values.tacks.len(), values.up.len()), (4, 8));
    assert!(summary.quantities.iter().all(|q| q.code == QuantityCode::Stops), "{summary:?}");
}

#[test]
fn turns_whose_speed_was_not_regained_are_counted_and_have_no_loss() {
    let mut track = beats(3.0, 9.0).in_wind(false, None);
    (0..3).for_each(|i| track.facts.maneuvers[i].loss_80_m = None);
    let (values, summary) = values(&track);
    assert_eq!((values.tacks.len(), values.not_recovered.len()), (9, 12));
    assert!((quantity(&summary, QuantityCode::NotRecovered).mean - 25.0).abs() < 1e-9);
}

#[test]
fn the_speed_after_a_tack_is_a_share_of_that_before() {
    let (values, _) = values(&beats(3.0, 9.0).in_wind(false, None));
    // Four of the thirty seconds after the turn are at half the speed.
    let expected = 100.0 * (26.0 + 0.5 * 4.0) / 30.0;
    let of = |t: &super::values::TurnValue| (t.value - expected).abs() < 2.0;
    assert!(values.after_tacks.len() >= 10 && values.after_tacks.iter().all(of), "{:?}", values.after_tacks);
}

#[test]
fn a_session_without_a_wind_has_no_quantity_that_needs_it() {
    let mut track = beats(3.0, 9.0).in_wind(false, None);
    track.facts.wind = None;
    let (values, summary) = values(&track);
    assert!(values.up.is_empty() && summary.own_track_wind.is_none());
    assert!(summary.quantities.iter().all(|q| band(q.code).is_none()), "{summary:?}");
}

fn band(code: QuantityCode) -> Option<super::answer::Band> {
    super::values::band_of(code)
}

/// The sentences of a quantity that is so much on the day and 10 in six sessions before.
fn said(code: QuantityCode, mean: f64, total_m: f64) -> [String; 3] {
    let of = |mean| SessionQuantity { code, mean, count: 20.0, variance: 2.0, tws_kn: None };
    let comparison = compare(of(mean), &[of(10.0); 6], false).unwrap();
    let today = SessionSummary {
        boat_class: "Laser".into(),
        tws_kn: Some(9.0),
        wind_category: Some(WindCategory::Sf),
        ..SessionSummary::default()
    };
    let sentence =
        Sentence { comparison: &comparison, reference: ReferenceKind::Sessions, today: &today, total_m };
    [text(&sentence), detail(&sentence).unwrap_or_default(), compared_with(&sentence)]
}

#[test]
fn a_loss_is_said_each_more_and_in_all() {
    let [text, detail, with] = said(QuantityCode::TackLoss, 12.7, 54.0);
    assert_eq!(
        text,
        "Tacks cost 12.7 m each, 2.7 ± 0.6 m more than in your last six sessions in about this wind: 54 m today."
    );
    assert_eq!(detail, "Loss 12.7 m, where 10.0 m was expected at 9 kn of wind.");
    assert_eq!(with, "Your last six Laser sessions in 5 to 13 kn, 120 tacks");
}

#[test]
fn a_speed_is_said_in_percent_and_a_gain_is_named_as_one() {
    let [text, _, with] = said(QuantityCode::UpwindVmg, 9.5, 64.0);
    assert_eq!(
        text,
        "Upwind you made 5.0 ± 6.0 % less to windward than in your last six sessions in about this wind: 64 m today."
    );
    assert_eq!(with, "Your last six Laser sessions in 5 to 13 kn, 120 min upwind");
    let [faster, ..] = said(QuantityCode::DownwindSpeed, 10.5, -64.0);
    assert!(faster.starts_with("Downwind you were 5.0 ± 6.0 % faster than in"), "{faster}");
    assert!(faster.ends_with(": 64 m gained today."), "{faster}");
}

#[test]
fn every_quantity_has_a_sentence() {
    use QuantityCode::*;
    let all = [
        TackLoss,
        GybeLoss,
        NotRecovered,
        UpwindSpeed,
        UpwindVmg,
        UpwindAngle,
        DownwindSpeed,
        DownwindVmg,
        UpwindSides,
        DownwindSides,
        AfterTacks,
        Stops,
    ];
    for code in all {
        for mean in [8.0, 12.0] {
            let [text, detail, with] = said(code, mean, 12.3);
            assert!(text.ends_with(": 12 m today.") && text.contains("six sessions"), "{text}");
            assert!(detail.is_empty() || detail.ends_with('.'), "{detail}");
            assert!(with.starts_with("Your last six Laser sessions"), "{with}");
        }
    }
}

#[test]
fn thirty_years_between_two_fixes_have_no_seconds() {
    let sailed = beats(3.0, 9.0).in_wind(false, Some(10.0));
    let half = sailed.time_ms.len() / 2;
    let of = |gap_ms: f64| {
        let mut track = sailed.clone();
        track.time_ms.iter_mut().skip(half).for_each(|ms| *ms += gap_ms);
        Grid::of(&track, &DebriefOptions::default()).seconds.len()
    };
    // 950 million seconds, were they looked at one by one.
    assert_eq!(of(30.0 * 365.25 * 86_400_000.0), of(60_000.0));
}
