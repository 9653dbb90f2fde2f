//! Starts, guns, lines and corrections.

use super::answer::{GunBasis, Over, PlaceBasis, RaceNoteCode};
use super::clock::Clock;
use super::days::tracks_by_day;
use super::find::{FoundStart, find_starts};
use super::gun::{Gun, estimate};
use super::input::{LineEnd, RaceEvent, RaceEventKind, RaceWindColumns, RaceWindSource};
use super::line::{Line, TakenEnd, line};
use super::start::Start;
use super::test_field::{GUN_S, Path, field};
use super::{RaceAnalysis, RaceCorrection, RaceOptions, RaceTrack, RaceTrackFacts, analyze};
use crate::calendar::iso_utc;
use crate::geo::Plane;

const NORTH: (f64, f64) = (0.0, 1.0);
/// Gun of the tracks, on a whole minute.
const GUN_MS: f64 = 1_700_000_040_000.0;
const WAIT_S: f64 = 300.0;

fn end(end: LineEnd, taken_s: Option<f64>, east_m: f64, north_m: f64) -> TakenEnd {
    TakenEnd { end, taken_ms: taken_s.map(|s| 1.7e12 + 1000.0 * s), at: (east_m, north_m) }
}

/// Ten boats that lie below a line of 120 m and go upwind from the gun on, 1 m/s slower each by a hundredth.
fn starting_fleet() -> super::field::Field {
    let boat = |i: usize| {
        let x = 12.0 * i as f64;
        Path::from((x, -3.0)).to((x + 400.0, 397.0), 2.5 - 0.01 * i as f64)
    };
    field(&(0..10).map(boat).collect::<Vec<_>>(), 0.0)
}

fn all(field: &super::field::Field) -> Vec<usize> {
    (0..field.boats.len()).collect()
}

fn device_line(field: &super::field::Field) -> Line {
    let ends = [end(LineEnd::Pin, Some(0.0), 0.0, 0.0), end(LineEnd::Committee, Some(0.0), 120.0, 0.0)];
    line(field, &all(field), &Gun::of_timer(GUN_S), NORTH, &ends).unwrap()
}

#[test]
fn the_committee_end_is_ahead_where_the_line_points_to_windward_there() {
    let field = starting_fleet();
    let ends = |north_m| [end(LineEnd::Pin, None, 0.0, 0.0), end(LineEnd::Committee, None, 100.0, north_m)];
    let answer = |north_m| {
        let line = line(&field, &all(&field), &Gun::typed(GUN_S), NORTH, &ends(north_m)).unwrap();
        line.answer(&field, Some((0.0, 3.0)))
    };
    let ahead = answer(30.0);
    assert!(
        (ahead.bias_deg.unwrap() - 16.7).abs() < 0.1 && (ahead.bias_m.unwrap() - 30.0).abs() < 0.1,
        "{ahead:?}"
    );
    assert_eq!(ahead.favoured, Some(LineEnd::Committee));
    assert_eq!(answer(-30.0).favoured, Some(LineEnd::Pin));
    assert_eq!(answer(3.0).favoured, None, "3 m of 100 m are less than the uncertainty");
    assert_eq!(ahead.pin.basis, PlaceBasis::Hand);
}

#[test]
fn an_end_taken_by_a_device_grows_old_and_one_placed_by_hand_comes_before_it() {
    let field = starting_fleet();
    let mut ends = vec![
        end(LineEnd::Pin, Some(GUN_S - 1200.0), 0.0, 0.0),
        end(LineEnd::Committee, Some(GUN_S - 60.0), 100.0, 0.0),
        end(LineEnd::Committee, Some(GUN_S + 600.0), 900.0, 0.0),
    ];
    let found = |ends: &[TakenEnd]| line(&field, &all(&field), &Gun::of_timer(GUN_S), NORTH, ends).unwrap();
    assert!((found(&ends).pin.sd_m - 5.0).abs() < 1e-9 && found(&ends).is_of_device());
    assert_eq!(found(&ends).committee.at.0, 100.0, "the end of the next race is not the end of this one");
    ends.push(end(LineEnd::Pin, None, -20.0, 0.0));
    assert_eq!((found(&ends).pin.at.0, found(&ends).pin.sd_m), (-20.0, 5.0));
    assert!(!found(&ends).is_of_device());
}

#[test]
fn a_line_is_estimated_from_ten_boats_and_not_from_seven() {
    let field = starting_fleet();
    let gun = Gun::typed(GUN_S);
    let found = line(&field, &all(&field), &gun, NORTH, &[]).unwrap();
    // Bows are 2 m ahead of the antennas, which lie 3 m below.
    assert!((found.pin.at.1 + 1.0).abs() < 1.0 && (found.committee.at.1 + 1.0).abs() < 1.0, "{found:?}");
    assert!((found.pin.at.0 - 1.0).abs() < 3.0 && (found.committee.at.0 - 109.0).abs() < 3.0);
    let sd_at_middle = found.sd_m(0.5);
    assert!(sd_at_middle >= 6.7 && (found.sd_m(0.0) - 2.0 * sd_at_middle).abs() < 1e-9);
    assert_eq!(line(&field, &[0, 1, 2, 3, 4, 5, 6], &gun, NORTH, &[]), None);
}

#[test]
fn the_gun_is_the_whole_minute_at_which_five_boats_go_from_a_line() {
    let mut field = starting_fleet();
    // The gun of the field is on a whole minute, and the boats need a second to get under way.
    field.clock = Clock::from(1_700_000_040_000.0 - 1000.0 * (GUN_S - 1.0));
    let gun = estimate(&field, &all(&field), GUN_S + 4.0, NORTH, false);
    assert_eq!((gun.basis, gun.s, gun.sd_s), (GunBasis::WholeMinute, GUN_S - 1.0, 1.0));
    field.clock = Clock::from(field.ms(25.0));
    let gun = estimate(&field, &all(&field), GUN_S + 4.0, NORTH, false);
    assert_eq!(gun.basis, GunBasis::Estimated);
    assert!((gun.s - GUN_S).abs() < 3.0, "{gun:?}");
    let two = estimate(&field, &[0, 1], GUN_S + 4.0, NORTH, false);
    assert!(!two.has_start_table(), "two boats do not tell the second of a gun");
}

/// Six boats that reach below the line for up to 40 s, then head for it at full speed, and cross it together 60 s after the
/// first of them headed up.
fn fleet_at_full_speed() -> super::field::Field {
    let boat = |i: usize| {
        let (reach_s, x) = (8.0 * i as f64, 15.0 * i as f64);
        let below_m = 3.0 * (60.0 - reach_s);
        let path = Path::from((x - 4.0 * reach_s, -below_m));
        let path = if i == 0 { path } else { path.to((x, -below_m), 4.0) };
        path.to((x + 600.0, 600.0 - below_m), 3.0 * std::f64::consts::SQRT_2)
    };
    field(&(0..6).map(boat).collect::<Vec<_>>(), 0.0)
}

#[test]
fn boats_that_come_to_the_line_at_full_speed_have_the_gun_of_the_minute_after() {
    let mut field = fleet_at_full_speed();
    field.clock = Clock::from(1_700_000_040_000.0 - 1000.0 * (GUN_S + 60.0));
    let gun = estimate(&field, &all(&field), GUN_S + 25.0, NORTH, false);
    assert_eq!((gun.basis, gun.s, gun.sd_s), (GunBasis::WholeMinute, GUN_S + 60.0, 1.0));
}

#[test]
fn boats_that_set_off_together_from_far_below_the_line_have_the_gun_at_which_they_cross() {
    let boat = |(i, below_m): (usize, f64)| {
        let (x, north_mps) = (15.0 * i as f64, below_m / 62.0);
        let path = Path::from((x - below_m, -below_m));
        path.to((x + 600.0, 600.0), north_mps * std::f64::consts::SQRT_2)
    };
    let below_m = [90.0, 130.0, 100.0, 140.0, 110.0, 120.0];
    let mut field = field(&below_m.into_iter().enumerate().map(boat).collect::<Vec<_>>(), 0.0);
    field.clock = Clock::from(1_700_000_040_000.0 - 1000.0 * (GUN_S + 62.0));
    let gun = estimate(&field, &all(&field), GUN_S, NORTH, false);
    assert_eq!((gun.basis, gun.s, gun.sd_s), (GunBasis::WholeMinute, GUN_S + 62.0, 1.0));
}

#[test]
fn boats_that_still_lie_below_the_line_a_minute_after_the_candidate_are_waited_for() {
    let mut field = starting_fleet();
    field.clock = Clock::from(1_700_000_040_000.0 - 1000.0 * (GUN_S - 1.0));
    let gun = estimate(&field, &all(&field), GUN_S - 59.0, NORTH, false);
    assert_eq!((gun.basis, gun.s), (GunBasis::WholeMinute, GUN_S - 1.0));
}

#[test]
fn nobody_is_called_over_unless_line_and_gun_were_measured() {
    let mut field = starting_fleet();
    // One boat is 15 m beyond the line at the gun.
    field.boats[4].north_m.iter_mut().for_each(|n| *n += 18.0);
    let by_device = device_line(&field);
    let by_hand = [end(LineEnd::Pin, None, 0.0, -10.0), end(LineEnd::Committee, Some(0.0), 120.0, 0.0)];
    let by_hand = line(&field, &all(&field), &Gun::of_timer(GUN_S), NORTH, &by_hand).unwrap();
    let over = |line: &Line, gun: &Gun, differ: &[usize]| {
        let start = Start { field: &field, gun, line: Some(line), direction: NORTH, twd_sd_deg: 3.0 };
        let boats = start.boats(&all(&field), differ);
        boats[4].as_ref().unwrap().over
    };
    assert_eq!(over(&by_device, &Gun::of_timer(GUN_S), &[]), Some(Over::Over));
    assert_eq!(over(&by_device, &Gun::typed(GUN_S), &[]), Some(Over::MayBeOver));
    assert_eq!(over(&by_hand, &Gun::of_timer(GUN_S), &[]), Some(Over::MayBeOver));
    assert_eq!(over(&by_device, &Gun::of_timer(GUN_S), &[4]), None, "her clock is not that of the others");
}

#[test]
fn a_boat_that_goes_back_crosses_when_she_comes_again() {
    let back = Path::from((30.0, -4.0)).to((40.0, 6.0), 2.0).to((30.0, -14.0), 2.0).to((430.0, 386.0), 2.0);
    let direct = Path::from((60.0, -8.0)).to((460.0, 392.0), 2.0);
    let field = field(&[back, direct], 0.0);
    let gun = Gun::of_timer(GUN_S);
    let line = device_line(&field);
    let start = Start { field: &field, gun: &gun, line: Some(&line), direction: NORTH, twd_sd_deg: 3.0 };
    let boats = start.boats(&[0, 1], &[]);
    let [back, direct] = [boats[0].as_ref().unwrap(), boats[1].as_ref().unwrap()];
    assert!(back.returned && !direct.returned);
    assert!((back.crossed_after_s.unwrap() - 27.0).abs() < 3.0, "{back:?}");
    assert!((direct.crossed_after_s.unwrap() - 4.6).abs() < 1.5, "{direct:?}");
    assert!((direct.line_position.unwrap() - 0.51).abs() < 0.02);
    assert_eq!((direct.places_after_60_s, back.places_after_60_s), (Some([1, 1]), Some([2, 2])));
}

#[test]
fn a_boat_that_passed_beside_the_line_has_no_crossing_of_a_later_lap() {
    // The line is 120 m long at most.
    let beside =
        Path::from((150.0, -8.0)).to((350.0, 192.0), 2.0).to((60.0, -10.0), 2.0).to((160.0, 90.0), 2.0);
    let late = Path::from((60.0, -300.0)).to((60.0, 100.0), 1.0);
    let field = field(&[beside, late], 0.0);
    let gun = Gun::of_timer(GUN_S);
    let line = device_line(&field);
    let start = Start { field: &field, gun: &gun, line: Some(&line), direction: NORTH, twd_sd_deg: 3.0 };
    let boats = start.boats(&[0, 1], &[]);
    let crossed = |boat: usize| boats[boat].as_ref().unwrap().crossed_after_s;
    assert_eq!(crossed(0), None, "her crossing inside the line is that of another lap");
    assert!(
        (crossed(1).unwrap() - 297.0).abs() < 5.0,
        "a boat that comes late crosses then: {:?}",
        crossed(1)
    );
}

/// A track that waits below the line, sails up to the mark by two tacks, and comes back.
fn racing_track(index: usize, gun_ms: f64) -> RaceTrack {
    let x = 10.0 * index as f64;
    let mps = 2.4 - 0.02 * index as f64;
    // Upwind at 45°: right, left, and down again.
    let corners = [(x, -5.0), (x + 200.0, 195.0), (50.0, 345.0 + x), (40.0, 355.0 + x)];
    let plane = Plane::at(40.0, 5.0);
    let mut track = RaceTrack {
        facts: RaceTrackFacts {
            name: format!("boat {index}"),
            flip_probability: Some(0.001),
            ..RaceTrackFacts::default()
        },
        ..RaceTrack::default()
    };
    let mut add = |s: f64, (east, north): (f64, f64), (ve, vn): (f64, f64)| {
        let (lat, lon) = plane.to_deg(east, north);
        track.time_ms.push(gun_ms + 1000.0 * s);
        track.lat_deg.push(lat);
        track.lon_deg.push(lon);
        track.sog_mps.push(libm::hypot(ve, vn) as f32);
        track.cog_deg.push(crate::angle::bearing_deg(ve, vn) as f32);
        track.ewd_deg.push(0.0);
        track.ewd_sd_deg.push(4.0);
    };
    let mut s = -WAIT_S;
    while s < 0.0 {
        let swing = libm::sin(s / 20.0 + x);
        add(s, (x + 15.0 * swing, -5.0 - 3.0 * swing.abs()), (0.75 * libm::cos(s / 20.0 + x), 0.0));
        s += 1.0;
    }
    let mut legs = corners.to_vec();
    legs.extend([(45.0, 20.0), (45.0, 20.0)]);
    for pair in legs.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let length = libm::hypot(dx, dy);
        let seconds = length / mps;
        let mut t = 0.0;
        while t < seconds {
            let share = t / seconds;
            add(s, (pair[0].0 + share * dx, pair[0].1 + share * dy), (mps * dx / length, mps * dy / length));
            t += 1.0;
            s += 1.0;
        }
    }
    track
}

pub(super) fn fleet() -> Vec<RaceTrack> {
    (0..8).map(|i| racing_track(i, GUN_MS)).collect()
}

fn codes(analysis: &RaceAnalysis) -> Vec<RaceNoteCode> {
    let races = analysis.day.races.iter().flat_map(|r| &r.notes);
    analysis.day.notes.iter().chain(races).map(|n| n.code).collect()
}

#[test]
fn the_race_of_a_fleet_is_found_at_its_gun() {
    let day = analyze(&fleet(), &RaceOptions::default()).day;
    assert_eq!(day.races.len(), 1, "{:?}", day.notes);
    let gun = crate::calendar::ms_from_iso(&day.races[0].start_time).unwrap();
    assert!((gun - GUN_MS).abs() <= 3000.0, "{}", day.races[0].start_time);
    assert_eq!(day.races[0].tracks.len(), 8);
}

#[test]
fn without_a_start_the_user_is_asked_and_a_gun_by_hand_makes_a_race() {
    let mut tracks = fleet();
    for track in &mut tracks {
        // Only the run back is left.
        let keep = 480;
        for column in [&mut track.time_ms, &mut track.lat_deg, &mut track.lon_deg] {
            column.drain(..keep);
        }
        for column in [&mut track.sog_mps, &mut track.cog_deg, &mut track.ewd_deg, &mut track.ewd_sd_deg] {
            column.drain(..keep);
        }
    }
    let none = analyze(&tracks, &RaceOptions::default());
    assert!(none.day.races.is_empty() && codes(&none).contains(&RaceNoteCode::NoStart));
    let gun_time = iso_utc(tracks[0].time_ms[20]);
    let set = RaceCorrection::SetGun { at: gun_time.clone(), gun_time: gun_time.clone() };
    let by_hand = analyze(&tracks, &RaceOptions { corrections: vec![set], ..RaceOptions::default() });
    assert_eq!(by_hand.day.races.len(), 1);
    assert_eq!(
        (by_hand.day.races[0].gun_basis, &by_hand.day.races[0].start_time),
        (GunBasis::Typed, &gun_time)
    );
}

#[test]
fn a_wind_that_may_blow_the_other_way_round_gives_no_tables_but_the_question() {
    let mut tracks = fleet();
    tracks.iter_mut().for_each(|t| t.facts.flip_probability = Some(0.2));
    let unsure = analyze(&tracks, &RaceOptions::default());
    assert!(unsure.day.races.is_empty());
    assert_eq!(codes(&unsure), [RaceNoteCode::WindMayBeReversed]);
    let wind = RaceWindColumns {
        source: RaceWindSource::Measured,
        time_ms: (0..140).map(|k| GUN_MS - 300_000.0 + 10_000.0 * f64::from(k)).collect(),
        twd_deg: vec![0.0; 140],
        sd_deg: vec![3.0; 140],
        flip_probability: 0.0,
    };
    let given = analyze(&tracks, &RaceOptions { wind: Some(wind), ..RaceOptions::default() });
    assert_eq!((given.day.races.len(), given.day.races[0].wind_source), (1, RaceWindSource::Measured));
}

#[test]
fn race_timers_tell_the_gun_and_one_that_differs_is_named() {
    let mut tracks = fleet();
    for (i, track) in tracks.iter_mut().enumerate().take(3) {
        let time_ms = GUN_MS + if i == 2 { 2000.0 } else { 0.0 };
        track.facts.events =
            vec![RaceEvent { kind: RaceEventKind::RaceStart, time_ms, lat_deg: None, lon_deg: None }];
    }
    let analysis = analyze(&tracks, &RaceOptions::default());
    let race = &analysis.day.races[0];
    assert_eq!((race.gun_basis, &race.start_time), (GunBasis::Timer, &iso_utc(GUN_MS)));
    let differs = race.notes.iter().find(|n| n.code == RaceNoteCode::ClockDiffers).unwrap();
    assert_eq!(differs.track.as_deref(), Some("boat 2"));
    assert!(differs.text.contains("2.0 s after"), "{}", differs.text);
}

#[test]
fn a_clock_that_was_ahead_is_set_back() {
    let mut tracks = fleet();
    tracks[3] = racing_track(3, GUN_MS + 40_000.0);
    let set = RaceCorrection::SetClock { track: "boat 3".into(), ahead_s: 40.0 };
    let options = RaceOptions { corrections: vec![set], ..RaceOptions::default() };
    assert_eq!(analyze(&tracks, &options).day, analyze(&fleet(), &RaceOptions::default()).day);
}

#[test]
fn recordings_of_two_days_are_analysed_day_by_day_and_that_is_said() {
    let mut tracks = fleet();
    tracks.extend((0..8).map(|i| racing_track(i, GUN_MS + 86_400_000.0)));
    let all: Vec<std::borrow::Cow<RaceTrack>> = tracks.iter().map(std::borrow::Cow::Borrowed).collect();
    assert_eq!(tracks_by_day(&all).iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
    let analysis = analyze(&tracks, &RaceOptions::default());
    assert_eq!(analysis.day.races.len(), 2);
    assert!(codes(&analysis).contains(&RaceNoteCode::OtherDay));
}

#[test]
fn races_of_two_places_are_in_the_order_of_their_guns() {
    let mut tracks = fleet();
    // The same fleet 55 km further north, whose recordings begin later and whose gun is before.
    tracks.extend((0..8).map(|i| {
        let mut track = racing_track(i, GUN_MS - 200_000.0);
        track.facts.name = format!("north {i}");
        track.lat_deg.iter_mut().for_each(|lat| *lat += 0.5);
        track
    }));
    let mut waiting = racing_track(7, GUN_MS);
    waiting.time_ms.iter_mut().take(1).for_each(|ms| *ms -= 400_000.0);
    tracks[7] = waiting;
    let analysis = analyze(&tracks, &RaceOptions::default());
    let starts: Vec<&String> = analysis.day.races.iter().map(|race| &race.start_time).collect();
    assert!(starts.len() == 2 && starts.is_sorted(), "{starts:?}");
    for (race, columns) in analysis.day.races.iter().zip(&analysis.columns) {
        assert!(race.boats.iter().zip(columns).all(|(boat, of_boat)| boat.track == of_boat.track));
    }
}

#[test]
fn a_race_that_is_split_at_its_start_does_not_end_before_it() {
    for after_s in [-30.0, 0.5, 20.0, 59.0, 61.0] {
        let at = iso_utc(GUN_MS + 1000.0 * after_s);
        let split = RaceCorrection::SplitRace { at: at.clone() };
        let gun = RaceCorrection::SetGun { at, gun_time: iso_utc(GUN_MS + 40_000.0) };
        for corrections in [vec![split.clone()], vec![split, gun]] {
            let day = analyze(&fleet(), &RaceOptions { corrections, ..RaceOptions::default() }).day;
            assert!(
                day.races.iter().all(|race| race.start_time <= race.end_time),
                "{after_s}: {:?}",
                day.races
            );
        }
    }
}

#[test]
fn a_boat_that_is_excluded_is_in_no_table_of_the_race() {
    let out = RaceCorrection::ExcludeBoat { at: iso_utc(GUN_MS + 60_000.0), track: "boat 5".into() };
    let analysis = analyze(&fleet(), &RaceOptions { corrections: vec![out], ..RaceOptions::default() });
    assert!(!analysis.day.races[0].tracks.contains(&"boat 5".to_string()));
    assert_eq!(analysis.day.races[0].tracks.len(), 7);
}

#[test]
fn a_correction_of_a_race_that_is_gone_is_said_and_invalid_ones_are_refused() {
    let gone = RaceCorrection::MergeRace { at: iso_utc(GUN_MS + 9e7) };
    let analysis = analyze(&fleet(), &RaceOptions { corrections: vec![gone], ..RaceOptions::default() });
    assert!(codes(&analysis).contains(&RaceNoteCode::CorrectionNotApplied));
    let time = "2026-06-13T14:00:00Z";
    for json in [
        format!(r#"{{"corrections":[{{"action":"set_gun","at":"{time}","gun_time":"noon"}}]}}"#),
        format!(
            r#"{{"corrections":[{{"action":"place_mark","at":"{time}","waypoint":1,"mark":0,"lat_deg":95,"lon_deg":0}}]}}"#
        ),
        r#"{"corrections":[{"action":"set_clock","track":"a","ahead_s":1e9}]}"#.to_string(),
        r#"{"corrections":[{"action":"sink"}]}"#.to_string(),
        "[]".to_string(),
    ] {
        assert_eq!(RaceOptions::from_json(&json).unwrap_err().kind.id(), "bad_options", "{json}");
    }
    assert_eq!(RaceOptions::from_json("").unwrap(), RaceOptions::default());
}

#[test]
fn a_field_without_wind_finds_no_beat() {
    let mut field = starting_fleet();
    field.wind.twd_deg.iter_mut().for_each(|w| *w = f64::NAN);
    let starts: Vec<FoundStart> = find_starts(&field).starts;
    assert!(starts.iter().all(|s| s.full_speed), "{starts:?}");
}
