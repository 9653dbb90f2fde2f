//! Parts of drawn tracks.

use super::*;
use crate::config;
use crate::track::{Columns, Format, SportSpan};

const START_MS: f64 = 1_751_709_600_000.0;

/// A track from speeds (m/s) and courses (deg) of each second, without noise.
fn drawn(seconds: usize, sog: impl Fn(f64) -> f64, course: impl Fn(f64) -> f64) -> Recording {
    let plane = crate::geo::Plane::at(54.4, 10.2);
    let (mut east, mut north) = (0.0, 0.0);
    let (mut lat, mut lon, mut speeds) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..seconds {
        let at = plane.to_deg(east, north);
        lat.push(at.0);
        lon.push(at.1);
        let (v, (sin, cos)) = (sog(i as f64), libm::sincos(crate::angle::to_rad(course(i as f64))));
        speeds.push(v as f32);
        east += v * sin;
        north += v * cos;
    }
    let times = (0..seconds).map(|i| START_MS + i as f64 * 1000.0).collect();
    let mut columns = Columns::new(times, lat, lon).unwrap();
    columns.set("sog", speeds);
    Recording::of(Format::Gpx, columns)
}

fn parts_of(mut recording: Recording, class: &str, choices: &[Choice]) -> Vec<FoundPart> {
    let class = config::boat_class(class).unwrap_or(config::OTHER);
    let track = crate::clean::clean(&mut recording, class).unwrap();
    let motion = crate::motion::smooth(&track, class);
    find(&recording, &track, &motion, class, choices).0
}

/// Sailing speed: 3 m/s with gusts of some percent.
fn gusty(s: f64) -> f64 {
    3.0 + 0.25 * libm::sin(s / 9.0) + 0.2 * libm::sin(s / 3.7)
}

fn tacks(s: f64) -> f64 {
    if ((s / 100.0) as usize).is_multiple_of(2) { 45.0 } else { 315.0 }
}

fn kinds(parts: &[FoundPart]) -> Vec<(PartKind, usize, usize)> {
    parts.iter().map(|part| (part.kind, part.rows.start, part.rows.end)).collect()
}

#[test]
fn a_session_under_sail_is_one_part() {
    let parts = parts_of(drawn(3600, gusty, tacks), "49er", &[]);
    assert_eq!(kinds(&parts), [(PartKind::Sailing, 0, 3600)]);
    assert!(!parts[0].left_out);
}

#[test]
fn tacks_that_cost_no_speed_are_no_turns_of_an_engine() {
    for speed in [3.0, 6.0] {
        let parts = parts_of(drawn(3600, |_| speed, tacks), "49er", &[]);
        assert_eq!(kinds(&parts), [(PartKind::Sailing, 0, 3600)]);
    }
}

#[test]
fn a_tow_at_any_place_of_a_session_is_left_out_from_its_first_to_its_last_second() {
    for (from, to) in [(0, 480), (1200, 1700), (3000, 3600)] {
        let inside = |s: f64| (from as f64..to as f64).contains(&s);
        let sog = |s: f64| if inside(s) { 7.0 } else { gusty(s) };
        let parts = parts_of(drawn(3600, sog, |s| if inside(s) { 100.0 } else { tacks(s) }), "49er", &[]);
        let tow: Vec<&FoundPart> = parts.iter().filter(|part| part.left_out).collect();
        assert_eq!(tow.len(), 1, "{parts:?}");
        assert_eq!(tow[0].kind, PartKind::Towed);
        let off = |a: usize, b: usize| a.abs_diff(b);
        assert!(off(tow[0].rows.start, from) <= 10 && off(tow[0].rows.end, to) <= 10, "{:?}", tow[0].rows);
    }
}

#[test]
fn a_tow_through_a_chop_is_as_steady_as_in_flat_water() {
    // Each wave takes and gives 5 % of the speed; the receiver's noise does the same to it.
    let chop = |s: f64| 3.1 + 0.16 * libm::sin(2.2 * s);
    for (from, to) in [(0, 600), (1200, 1800)] {
        let inside = |s: f64| (from as f64..to as f64).contains(&s);
        let sog = |s: f64| if inside(s) { chop(s) } else { gusty(s) };
        let parts = parts_of(drawn(3600, sog, |s| if inside(s) { 100.0 } else { tacks(s) }), "ILCA 7", &[]);
        let tow: Vec<&FoundPart> = parts.iter().filter(|part| part.left_out).collect();
        assert_eq!((tow.len(), tow[0].kind), (1, PartKind::Towed), "{parts:?}");
        let rows = &tow[0].rows;
        assert!(rows.start.abs_diff(from) <= 60 && rows.end.abs_diff(to) <= 60, "{rows:?}");
    }
}

#[test]
fn an_even_breeze_is_no_engine() {
    let tacking = |s: f64| 1.0 - 0.4 * libm::exp(-libm::pow((s + 50.0) % 100.0 - 50.0, 2.0) / 50.0);
    let even = |s: f64| 3.0 * (1.0 + 0.035 * libm::sin(s / 14.0)) * tacking(s);
    let reach = |s: f64| if (1200.0..2100.0).contains(&s) { 90.0 } else { tacks(s) };
    let sog = |s: f64| if (1200.0..2100.0).contains(&s) { even(s) / tacking(s) } else { even(s) };
    for class in ["J70", "49er", "Other"] {
        let parts = parts_of(drawn(3600, sog, reach), class, &[]);
        assert_eq!(kinds(&parts), [(PartKind::Sailing, 0, 3600)], "{class}");
    }
}

#[test]
fn a_steady_leg_beside_a_drive_is_sailed_to_its_end() {
    // The drive begins in the middle of a block.
    for (from, to) in [(2410, 4000), (0, 1390)] {
        let drives = |s: f64| (from as f64..to as f64).contains(&s);
        let is_steady = |s: f64| (1390.0..1470.0).contains(&s) || (2330.0..2410.0).contains(&s);
        let legs = |s: f64| if is_steady(s) { 3.0 } else { gusty(s) };
        let sog = |s: f64| if drives(s) { 25.0 + libm::sin(s / 5.0) } else { legs(s) };
        let parts = parts_of(drawn(4000, sog, |s| if drives(s) { s / 4.0 } else { tacks(s) }), "J70", &[]);
        let drive: Vec<&FoundPart> = parts.iter().filter(|part| part.left_out).collect();
        assert_eq!((drive.len(), drive[0].kind), (1, PartKind::OnLand), "{parts:?}");
        let rows = &drive[0].rows;
        assert!(rows.start.abs_diff(from) <= 15 && rows.end.abs_diff(to) <= 15, "{rows:?}");
    }
}

/// Speed at a time, m/s: each minute it rises from `slow` to `fast` at one acceleration and falls back at another, m/s².
fn to_and_fro(s: f64, [slow, fast]: [f64; 2], gain_mps2: f64, loss_mps2: f64) -> f64 {
    let at = s % 60.0;
    if at < 50.0 { fast.min(slow + gain_mps2 * at) } else { slow.max(fast - loss_mps2 * (at - 50.0)) }
}

#[test]
fn a_car_is_known_by_its_braking_and_a_foil_that_falls_is_none() {
    for (kind, speeds, loss) in [(PartKind::OnLand, [4.0, 17.0], 3.0), (PartKind::Sailing, [0.8, 10.0], 4.0)]
    {
        let sog = |s: f64| if s < 1800.0 { gusty(s) } else { to_and_fro(s, speeds, 0.9, loss) };
        for class in ["Wing foil", "Other"] {
            let course = |s: f64| if s < 1800.0 { tacks(s) } else { s / 6.0 };
            let parts = parts_of(drawn(3600, sog, course), class, &[]);
            let last = parts.last().unwrap();
            assert_eq!(last.kind, kind, "{class}: {parts:?}");
            let is_all = if kind == PartKind::OnLand { 1800 } else { 0 };
            assert!(last.rows.start.abs_diff(is_all) <= 60, "{class}: {parts:?}");
        }
    }
}

#[test]
fn a_drive_is_left_out_with_its_stops() {
    let stops = |s: f64| (0.4..0.55).contains(&(s / 200.0).fract());
    let sog = |s: f64| match s {
        s if s < 2400.0 => gusty(s),
        s if stops(s) => 0.0,
        s => 25.0 + libm::sin(s / 5.0),
    };
    for class in ["49er", "J70", "Other"] {
        let parts = parts_of(drawn(3600, sog, |s| if s < 2400.0 { tacks(s) } else { s / 4.0 }), class, &[]);
        let kinds = kinds(&parts);
        assert_eq!(kinds.len(), 2, "{class}: {kinds:?}");
        assert!(
            kinds[1].0 == PartKind::OnLand && parts[1].left_out && kinds[1].1.abs_diff(2400) <= 10,
            "{kinds:?}"
        );
    }
}

/// What is done from which second on, until the next: 's' sails, 't' is under tow, 'd' drives.
fn day(doings: &[(usize, char)], seconds: usize) -> Recording {
    let doing = |s: f64| doings.iter().rev().find(|(from, _)| s >= *from as f64).copied().unwrap_or((0, 's'));
    let sog = |s: f64| match doing(s) {
        (_, 's') => gusty(s),
        (_, 't') => 5.0,
        (from, _) if ((s - from as f64 + 90.0) / 200.0).fract() > 0.9 => 0.0,
        _ => 25.0 + libm::sin(s / 5.0),
    };
    let course = |s: f64| match doing(s).1 {
        's' => tacks(s),
        't' => 100.0,
        _ => s / 4.0,
    };
    drawn(seconds, sog, course)
}

#[test]
fn a_tow_and_a_drive_without_a_pause_between_them_are_two_parts() {
    for class in ["49er", "ILCA 7", "Other"] {
        let home = day(&[(0, 's'), (2400, 't'), (3100, 'd')], 4600);
        let there = day(&[(0, 'd'), (1500, 't'), (2200, 's')], 4600);
        let (land, towed, sailing) = (PartKind::OnLand, PartKind::Towed, PartKind::Sailing);
        for (recording, expected) in [
            (home, [(sailing, 0), (towed, 2400), (land, 3100)]),
            (there, [(land, 0), (towed, 1500), (sailing, 2200)]),
        ] {
            let parts = parts_of(recording, class, &[]);
            let found: Vec<(PartKind, usize)> = parts.iter().map(|p| (p.kind, p.rows.start)).collect();
            assert_eq!(found.len(), 3, "{class}: {found:?}");
            for ((kind, row), (right, from)) in found.into_iter().zip(expected) {
                assert!(
                    kind == right && row.abs_diff(from) <= 25,
                    "{class}: {kind:?} from {row}, not {from}"
                );
            }
        }
    }
}

#[test]
fn of_a_day_in_any_order_each_row_is_in_one_part_and_hardly_any_sailing_is_left_out() {
    let mut random = crate::random::Random::of(42);
    for _ in 0..40 {
        let (mut doings, mut seconds) = (vec![(0, 's')], 1500);
        for _ in 0..5 {
            let next = ['s', 't', 'd'][random.below(3)];
            doings.push((seconds, next));
            seconds += if next == 's' { 1500 } else { 600 } + random.below(900);
        }
        let parts = parts_of(day(&doings, seconds), "49er", &[]);
        let ends: Vec<usize> = parts.iter().map(|part| part.rows.end).collect();
        let starts: Vec<usize> = parts.iter().map(|part| part.rows.start).collect();
        assert_eq!((starts[0], &starts[1..]), (0, &ends[..ends.len() - 1]), "{parts:?}");
        assert_eq!(ends.last(), Some(&seconds));
        assert!(parts.windows(2).all(|two| two[0].kind != two[1].kind), "{parts:?}");
        let sails =
            |row: usize| doings.iter().rev().find(|(from, _)| row >= *from).is_some_and(|d| d.1 == 's');
        let lost = parts.iter().filter(|part| part.left_out).flat_map(|part| part.rows.clone());
        let lost = lost.filter(|row| sails(*row)).count();
        assert!(lost <= 20 * doings.len(), "{lost} s of sailing left out: {doings:?} {parts:?}");
    }
}

#[test]
fn a_fast_foil_a_calm_and_a_rest_are_sailing() {
    for speed in [15.0, 1.0, 0.2] {
        let sog = |s: f64| gusty(s) / 3.0 * speed;
        let parts = parts_of(drawn(3600, sog, tacks), "Formula Kite", &[]);
        assert!(parts.iter().all(|part| !part.left_out), "{speed}: {parts:?}");
    }
    let rests = |s: f64| if (1200.0..2300.0).contains(&s) { 0.0 } else { gusty(s) };
    let parts = parts_of(drawn(3600, rests, tacks), "49er", &[]);
    assert_eq!(kinds(&parts), [(PartKind::Sailing, 0, 3600)], "18 min");
}

#[test]
fn a_boat_that_stays_within_a_cable_for_twenty_minutes_is_at_rest_and_in_a_calm_it_sails() {
    let with = |mps: f64| {
        let sog = move |s: f64| if (1800.0..3600.0).contains(&s) { mps } else { gusty(s) };
        parts_of(
            drawn(5400, sog, |s| if (1800.0..3600.0).contains(&s) { 200.0 } else { tacks(s) }),
            "J70",
            &[],
        )
    };
    for mps in [0.0, 0.05] {
        let parts = with(mps);
        let found: Vec<PartKind> = parts.iter().map(|part| part.kind).collect();
        assert_eq!(found, [PartKind::Sailing, PartKind::AtRest, PartKind::Sailing], "{mps} m/s");
        assert!(parts.iter().all(|part| !part.left_out));
        let rows = &parts[1].rows;
        assert!(rows.start.abs_diff(1800) <= 90 && rows.end.abs_diff(3600) <= 90, "{rows:?}");
    }
    for mps in [0.25, 0.5] {
        assert_eq!(kinds(&with(mps)), [(PartKind::Sailing, 0, 5400)], "{mps} m/s");
    }
}

#[test]
fn a_boat_that_lies_still_at_an_end_or_beside_a_drive_is_ashore() {
    let lies = |from: f64, to: f64| move |s: f64| if (from..to).contains(&s) { 0.0 } else { gusty(s) };
    for (from, to) in [(0, 1500), (3300, 5400)] {
        let parts = parts_of(drawn(5400, lies(from as f64, to as f64), tacks), "49er", &[]);
        let ashore: Vec<&FoundPart> = parts.iter().filter(|part| part.left_out).collect();
        assert_eq!((parts.len(), ashore.len(), ashore[0].kind), (2, 1, PartKind::Ashore), "{parts:?}");
        let rows = &ashore[0].rows;
        assert!(rows.start.abs_diff(from) <= 90 && rows.end.abs_diff(to) <= 90, "{rows:?}");
    }
    let moored = parts_of(drawn(5400, |_| 0.0, tacks), "49er", &[]);
    assert_eq!((moored.len(), moored[0].kind, moored[0].left_out), (1, PartKind::AtRest, false));
    let sog = |s: f64| match s {
        s if s < 2400.0 => gusty(s),
        s if s < 4200.0 => 0.0,
        s => 25.0 + libm::sin(s / 5.0),
    };
    let parts = parts_of(drawn(5400, sog, |s| if s < 2400.0 { tacks(s) } else { s / 4.0 }), "49er", &[]);
    let found: Vec<PartKind> = parts.iter().map(|part| part.kind).collect();
    assert_eq!(found, [PartKind::Sailing, PartKind::Ashore, PartKind::OnLand]);
}

#[test]
fn the_sport_of_a_span_of_time_leaves_it_out_and_a_choice_takes_it_in() {
    let mut recording = drawn(3600, gusty, tacks);
    let span = |from: f64, to: f64, sport: &str| SportSpan {
        start_ms: START_MS + from * 1000.0,
        end_ms: START_MS + to * 1000.0,
        sport: sport.to_string(),
    };
    recording.sports = vec![span(0.0, 899.0, "cycling"), span(900.0, 3600.0, "sailing")];
    let parts = parts_of(recording.clone(), "49er", &[]);
    assert_eq!(kinds(&parts), [(PartKind::OtherSport, 0, 900), (PartKind::Sailing, 900, 3600)]);
    assert_eq!((parts[0].left_out, parts[0].sport.as_deref()), (true, Some("cycling")));
    let choice = |take_in: bool, from: f64, to: f64| Choice {
        take_in,
        start_ms: START_MS + from * 1000.0,
        end_ms: START_MS + to * 1000.0,
    };
    let chosen = [choice(true, 600.0, 1000.0), choice(false, 3000.0, 3100.0)];
    let parts = parts_of(recording, "49er", &chosen);
    let left: Vec<bool> = parts.iter().map(|part| part.left_out).collect();
    assert_eq!(left, [true, false, false, true, false], "{parts:?}");
    assert_eq!(parts.iter().filter(|part| part.by_hand).count(), 2);
}
