//! Invariance: the same sailing gives the same maneuvers at other positions, times, rates and wind directions. The wind
//! is given, so that only maneuvers and losses are compared.

use leebow_engine::api::{FileAnalysis, Maneuver, Straight};
use leebow_engine::config::boat_class;
use leebow_engine::geo::Plane;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::segment::TackSide;
use leebow_engine::track::Recording;
use leebow_engine::wind::WindSeries;

use crate::drawn::{START_MS, steady_wind};
use crate::passage::Passage;

const WIND_DEG: f64 = 20.0;

/// Three tacks, a bear-away, two gybes, a round-up.
fn lap() -> Passage {
    let start = Passage::from(54.4, 10.2, WIND_DEG - 44.0, 4.0).leg(60.0, 4.0);
    let up = [88.0, -88.0, 88.0].iter().fold(start, |p, by| p.turn(*by, 24.0, 2.0).leg(60.0, 4.0));
    let top = up.turn(100.0, 20.0, 6.0).leg(60.0, 6.0);
    let down = [72.0, -72.0].iter().fold(top, |p, by| p.turn(*by, 18.0, 4.5).leg(60.0, 6.0));
    down.turn(-100.0, 20.0, 4.0).leg(60.0, 4.0)
}

fn analyzed(recording: Recording, wind: WindSeries) -> FileAnalysis {
    let inputs = AnalysisInputs { pinned: Some(wind), ..AnalysisInputs::default() };
    analyze_recording("lap.gpx", "", recording, boat_class("49er").unwrap(), inputs).unwrap().report
}

fn sailed(passage: &Passage, rate_hz: f64, wind_deg: f64) -> Vec<Maneuver> {
    let mut wind = steady_wind(wind_deg, 3.0, 1200.0);
    wind.time_ms.iter_mut().for_each(|t| *t += passage.start_ms - START_MS);
    let maneuvers = analyzed(passage.recorded(rate_hz), wind).maneuvers;
    let names: Vec<&str> = maneuvers.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["Tack 1", "Tack 2", "Tack 3", "Bear Away 1", "Gybe 1", "Gybe 2", "Douse 1"]);
    maneuvers
}

/// Seconds since the full hour of an instant.
fn seconds(time: &str) -> f64 {
    60.0 * time[14..16].parse::<f64>().unwrap() + time[17..23].parse::<f64>().unwrap()
}

fn assert_same(a: &Maneuver, b: &Maneuver, time_s: f64, loss_m: f64) {
    assert!((seconds(&a.time) - seconds(&b.time)).abs() <= time_s, "{}: {} and {}", a.name, a.time, b.time);
    let pairs = [
        (a.loss_80_m, b.loss_80_m, loss_m),
        (a.loss_og_m, b.loss_og_m, loss_m),
        (a.angle_deg, b.angle_deg, 2.0),
        (a.entry_speed_kn, b.entry_speed_kn, 0.1),
        (a.min_speed_kn, b.min_speed_kn, 0.4),
    ];
    for (x, y, within) in pairs {
        assert_eq!(x.is_some(), y.is_some(), "{}", a.name);
        assert!((x.unwrap_or(0.0) - y.unwrap_or(0.0)).abs() <= within, "{}: {x:?} and {y:?}", a.name);
    }
}

#[test]
fn five_fixes_per_second_give_the_same_lap_as_one() {
    let fine = sailed(&lap(), 5.0, WIND_DEG);
    for (a, b) in fine.iter().zip(&sailed(&lap(), 1.0, WIND_DEG)) {
        assert_same(a, b, 1.0, 1.0);
        assert_eq!((a.from_side, a.to_side), (b.from_side, b.to_side));
    }
    for (a, b) in fine.iter().zip(&sailed(&lap(), 10.0, WIND_DEG)) {
        assert_same(a, b, 0.2, 0.5);
    }
}

#[test]
fn a_lap_has_the_same_maneuvers_at_any_position() {
    let here = sailed(&lap(), 2.0, WIND_DEG);
    for (lat_deg, lon_deg) in [(-33.9, 151.3), (0.0, 0.0), (43.1, -179.999), (65.0, 179.999)] {
        let mut lap = lap();
        lap.plane = Plane::at(lat_deg, lon_deg);
        for (a, b) in here.iter().zip(&sailed(&lap, 2.0, WIND_DEG)) {
            assert_same(a, b, 0.05, 0.1);
        }
    }
}

#[test]
fn a_lap_has_the_same_maneuvers_in_any_wind_direction() {
    let here = sailed(&lap(), 2.0, WIND_DEG);
    for by_deg in [70.0, 159.5, 180.0, 340.0] {
        let there = sailed(&lap().rotated(by_deg), 2.0, (WIND_DEG + by_deg) % 360.0);
        for (a, b) in here.iter().zip(&there) {
            assert_same(a, b, 0.05, 0.15);
            assert_eq!((a.from_side, a.to_side), (b.from_side, b.to_side));
        }
    }
}

#[test]
fn mirrored_maneuvers_have_the_same_losses() {
    let here = sailed(&lap(), 2.0, WIND_DEG);
    for (a, b) in here.iter().zip(&sailed(&lap().mirrored(), 2.0, 360.0 - WIND_DEG)) {
        assert_same(a, b, 0.05, 0.1);
        assert!(a.from_side != b.from_side && a.to_side != b.to_side);
    }
}

#[test]
fn a_lap_has_the_same_maneuvers_in_any_year() {
    let here = sailed(&lap(), 2.0, WIND_DEG);
    for days in [-9_000.0, 1.0, 9_000.0] {
        let mut lap = lap();
        lap.start_ms += days * 86_400_000.0;
        for (a, b) in here.iter().zip(&sailed(&lap, 2.0, WIND_DEG)) {
            assert_same(a, b, 0.002, 0.01);
        }
    }
}

#[test]
fn earlier_sailing_does_not_change_later_maneuvers() {
    let here = sailed(&lap(), 2.0, WIND_DEG);
    let cut = {
        let mut recording = lap().recorded(2.0);
        let late: Vec<usize> = (80..recording.columns.len()).collect();
        recording.columns = std::mem::take(&mut recording.columns).into_selected(&late);
        analyzed(recording, steady_wind(WIND_DEG, 3.0, 1200.0)).maneuvers
    };
    assert_eq!(cut.len(), here.len());
    for (a, b) in here.iter().zip(&cut) {
        assert_same(a, b, 0.05, 0.1);
        assert_eq!(a.start - b.start, 80);
    }
}

#[test]
fn equal_tacks_have_equal_losses() {
    let tacks = &sailed(&lap(), 5.0, WIND_DEG)[..3];
    for m in tacks {
        assert!((m.loss_80_m.unwrap() - tacks[0].loss_80_m.unwrap()).abs() < 0.1);
        assert!((m.loss_og_m.unwrap() - tacks[0].loss_og_m.unwrap()).abs() < 0.1);
        assert!(m.loss_og_m > m.loss_80_m && m.loss_80_m > Some(2.0));
    }
}

/// The straights of the lap: times within the hour, speeds, angles and sides.
fn straights(lap: &Passage, wind_deg: f64) -> Vec<(f64, f64, f64, f64, TackSide)> {
    let mut wind = steady_wind(wind_deg, 3.0, 1200.0);
    wind.time_ms.iter_mut().for_each(|t| *t += lap.start_ms - START_MS);
    let straights = analyzed(lap.recorded(2.0), wind).straights;
    let of = |s: &Straight| {
        let (from_s, to_s) = (seconds(&s.start_time), seconds(&s.end_time));
        (from_s, to_s, s.sog_kn, s.twa_deg.unwrap(), s.side.unwrap())
    };
    straights.iter().map(of).collect()
}

#[test]
fn straights_do_not_depend_on_position_direction_or_date() {
    let here = straights(&lap(), WIND_DEG);
    assert_eq!(here.len(), 8);
    let mut elsewhere = lap();
    elsewhere.plane = Plane::at(-17.2, 179.999);
    let mut later = lap();
    later.start_ms += 9_000.0 * 86_400_000.0;
    let turned = lap().rotated(159.5);
    let same = [(elsewhere, WIND_DEG), (later, WIND_DEG), (turned, WIND_DEG + 159.5)];
    for (there, swapped) in same
        .iter()
        .map(|(p, w)| (straights(p, *w), false))
        .chain([(straights(&lap().mirrored(), 360.0 - WIND_DEG), true)])
    {
        assert_eq!(here.len(), there.len());
        for (a, b) in here.iter().zip(&there) {
            assert!((a.0 - b.0).abs() < 0.6 && (a.1 - b.1).abs() < 0.6, "{a:?} {b:?}");
            assert!((a.2 - b.2).abs() < 0.05 && (a.3 - b.3).abs() < 0.5, "{a:?} {b:?}");
            assert_eq!(a.4 != b.4, swapped);
        }
    }
}
