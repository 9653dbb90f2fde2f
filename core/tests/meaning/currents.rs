//! A beat and a run in a current: what is measured through the water is as in still water.

use leebow_engine::api::{FileAnalysis, SailingMode};
use leebow_engine::segment::{SegmentKind, TackSide};
use leebow_simulator::Spec;

use crate::session::*;

/// Forty minutes in a steady wind from 230° in this current.
fn sailed_in(current_kn: f64, current_deg: f64) -> FileAnalysis {
    let spec = Spec {
        minutes: 40.0,
        twd_deg: 230.0,
        tws_kn: 14.0,
        gustiness: 0.0,
        oscillation_deg: Some(0.0),
        trend_deg_per_h: Some(0.0),
        mistakes: 0.0,
        current_kn,
        current_deg,
        ..spec()
    };
    report(&table("time,lat,lon,speed (kn)", &rows(&spec), iso))
}

fn upwind(report: &FileAnalysis, side: TackSide) -> usize {
    let is_upwind =
        |s: &&leebow_engine::api::Straight| s.mode == Some(SailingMode::Upwind) && s.side == Some(side);
    report.straights.iter().filter(is_upwind).count()
}

/// Mean loss of the tacks onto a side, m.
fn mean_loss_m(report: &FileAnalysis, to: TackSide) -> f64 {
    let tacks = report.maneuvers.iter().filter(|m| m.kind == SegmentKind::Tack && m.to_side == Some(to));
    let losses: Vec<f64> = tacks.filter_map(|m| m.loss_80_m.or(m.loss_og_m)).collect();
    losses.iter().sum::<f64>() / losses.len() as f64
}

#[test]
fn speeds_made_good_straights_and_losses_in_a_current_are_those_of_still_water() {
    let still = sailed_in(0.0, 0.0);
    let vmg = |report: &FileAnalysis| {
        let records = [&report.records.vmg_up_2_min, &report.records.vmg_down_2_min];
        records.map(|record| record.as_ref().map(|record| (record.speed_kn, record.error_kn)))
    };
    assert_eq!(still.wind.as_ref().unwrap().current, None);
    let mut published = 0;
    for (current_kn, current_deg) in [(1.2, 320.0), (1.9, 320.0), (1.9, 140.0), (2.4, 140.0)] {
        let report = sailed_in(current_kn, current_deg);
        let wind = report.wind.as_ref().unwrap();
        let Some(current) = wind.current else { continue };
        let what = format!("{current_kn} kn to {current_deg}°, found {current:?}");
        published += 1;
        for (found, right) in vmg(&report).into_iter().zip(vmg(&still)) {
            let (found, right) = (found.expect(&what), right.unwrap());
            let within_kn = 1.645 * libm::hypot(found.1, right.1) + 0.15;
            assert!((found.0 - right.0).abs() < within_kn, "{what}: {found:?}, still {right:?}");
        }
        let (starboard, port) = (upwind(&report, TackSide::Starboard), upwind(&report, TackSide::Port));
        assert!(starboard > 0 && port > 0 && starboard.abs_diff(port) <= 3, "{what}: {starboard} {port}");
        let (to_port, to_starboard) =
            (mean_loss_m(&report, TackSide::Port), mean_loss_m(&report, TackSide::Starboard));
        // What the error of the current found makes of 30 s.
        let velocity =
            |kn: f64, deg: f64| (kn * libm::sin(deg.to_radians()), kn * libm::cos(deg.to_radians()));
        let (found, truth) = (velocity(current.drift_kn, current.set_deg), velocity(current_kn, current_deg));
        let error_mps = 0.514_444 * libm::hypot(found.0 - truth.0, found.1 - truth.1);
        assert!((to_port - to_starboard).abs() < 3.0 + 30.0 * error_mps, "{what}: {to_port} {to_starboard}");
        let counts = |report: &FileAnalysis| (report.summary.tacks, report.summary.gybes);
        assert!(counts(&report).0.abs_diff(counts(&still).0) <= 3, "{what}");
    }
    assert!(published >= 3, "{published}");
}

#[test]
fn a_straight_in_a_current_has_its_speed_over_the_ground_and_its_angle_in_the_water() {
    let report = sailed_in(1.9, 320.0);
    assert!(report.wind.as_ref().unwrap().current.is_some());
    let speeds = |side: TackSide| {
        let upwind =
            report.straights.iter().filter(|s| s.mode == Some(SailingMode::Upwind) && s.side == Some(side));
        let all: Vec<(f64, f64)> = upwind.map(|s| (s.sog_kn, s.twa_deg.unwrap())).collect();
        let n = all.len() as f64;
        (all.iter().map(|s| s.0).sum::<f64>() / n, all.iter().map(|s| s.1).sum::<f64>() / n)
    };
    let (starboard, port) = (speeds(TackSide::Starboard), speeds(TackSide::Port));
    assert!((starboard.0 - port.0).abs() > 1.0, "{starboard:?} {port:?}");
    assert!((starboard.1 - port.1).abs() < 8.0, "{starboard:?} {port:?}");
}
