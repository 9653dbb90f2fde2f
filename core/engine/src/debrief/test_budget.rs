//! Where the distance went, on sessions whose speeds and courses are given.

use super::answer::{Band, DebriefBand, PartCode, ReferenceKind};
use super::budget::bands;
use super::grid::Grid;
use super::input::{DebriefOptions, DebriefTrack};
use super::reference::{Pace, Reference};
use super::test_track::{Sailed, beats};
use crate::segment::SegmentKind;

const COS_45: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The budget of the upwind band against a boat that sails 3 m/s at 45°.
fn upwind(track: &DebriefTrack) -> DebriefBand {
    let grid = Grid::of(track, &DebriefOptions::default());
    let pace = Some(Pace { speed: 3.0, share: COS_45, sd: 0.0 });
    let reference = Reference::constant(ReferenceKind::Sessions, &grid, pace, pace);
    let found = bands(track, &grid, &reference, &[]);
    let (band, _) = found.into_iter().find(|(band, _)| band.band == Band::Up).unwrap();
    let sum: f64 = band.parts.iter().map(|p| p.lost_m).sum();
    assert!((sum - band.lost_m).abs() < 1e-6, "{band:?}");
    band
}

fn part(band: &DebriefBand, code: PartCode) -> f64 {
    band.parts.iter().find(|p| p.code == code).map_or(0.0, |p| p.lost_m)
}

#[test]
fn a_boat_that_sails_like_the_reference_loses_in_her_tacks_alone() {
    let band = upwind(&beats(3.0, 9.0).in_wind(false, None));
    // Ten seconds head to wind at half the speed, in the place of 3 m/s at 45°, twelve times.
    let in_turns_m = 12.0 * 10.0 * (3.0 * COS_45 - 1.5);
    assert!((part(&band, PartCode::Tacks) - in_turns_m).abs() < 1.0, "{band:?} for {in_turns_m}");
    assert!(part(&band, PartCode::Speed).abs() < 1.0 && part(&band, PartCode::Angle).abs() < 1.0, "{band:?}");
    assert_eq!(band.parts.iter().find(|p| p.code == PartCode::Tacks).unwrap().count, Some(12));
}

#[test]
fn a_boat_that_is_a_tenth_slower_loses_a_tenth_of_the_way_by_speed() {
    let band = upwind(&beats(2.7, 9.0).in_wind(false, None));
    let seconds = 12.0 * 130.0;
    let expected_m = seconds * 0.3 * COS_45;
    assert!(
        (part(&band, PartCode::Speed) - expected_m).abs() < 0.03 * expected_m,
        "{band:?} for {expected_m}"
    );
    assert!(part(&band, PartCode::Angle).abs() < 0.02 * expected_m);
}

#[test]
fn a_boat_that_sails_five_degrees_lower_loses_by_angle() {
    let low = (0..12).fold(Sailed::new(), |sailed, i| {
        sailed.straight(120, if i % 2 == 0 { 50.0 } else { 310.0 }, 3.0).sail(2, 0.0, 3.0)
    });
    let band = upwind(&low.in_wind(false, None));
    let cos_50 = libm::cos(crate::angle::to_rad(50.0));
    // The two seconds between the straights, which are in no turn, go straight to windward.
    let expected_m = 12.0 * 3.0 * (120.0 * (COS_45 - cos_50) + 2.0 * (COS_45 - 1.0));
    assert!(
        (part(&band, PartCode::Angle) - expected_m).abs() < 0.01 * expected_m,
        "{band:?} for {expected_m}"
    );
    assert!(part(&band, PartCode::Speed).abs() < 0.02 * expected_m);
}

#[test]
fn a_tack_from_reach_to_reach_is_no_part_of_the_beat() {
    let tacked = |track: Sailed, from: f32, to: f32| {
        track.straight(60, from, 3.0).maneuver(SegmentKind::Tack, 0.0, 1.5, None).straight(60, to, 3.0)
    };
    let before_the_start = tacked(Sailed::new(), 85.0, 275.0);
    let beating = (0..4).fold(before_the_start, |sailed, _| tacked(sailed, 45.0, 315.0));
    let band = upwind(&beating.in_wind(false, None));
    assert_eq!(band.parts.iter().find(|p| p.code == PartCode::Tacks).unwrap().count, Some(4), "{band:?}");
    assert!(part(&band, PartCode::Tacks) > 4.0 * 10.0 * 0.5, "{band:?}");
}

#[test]
fn a_stop_is_a_part_of_its_own_and_a_break_is_none() {
    let stopping = |seconds: usize| {
        let sailed = Sailed::new().straight(600, 45.0, 3.0).maneuver(SegmentKind::Stop, 45.0, 0.1, None);
        let mut track = sailed.sail(seconds - 10, 45.0, 0.1).straight(600, 45.0, 3.0).in_wind(false, None);
        let stop = &mut track.facts.maneuvers[0];
        (stop.counted, stop.end_ms) = (false, stop.start_ms + 1000.0 * seconds as f64);
        stop.recovered_ms = None;
        upwind(&track)
    };
    let short = stopping(60);
    // Nearly all of what the reference would have made good meanwhile.
    assert!((part(&short, PartCode::Stops) - 60.0 * (3.0 - 0.1) * COS_45).abs() < 5.0, "{short:?}");
    let long = stopping(400);
    assert_eq!(part(&long, PartCode::Stops), 0.0, "a lunch break costs nothing: {long:?}");
    assert!(long.lost_m.abs() < 10.0, "{long:?}");
}

#[test]
fn seconds_with_an_uncertain_wind_are_not_explained() {
    let mut track = beats(2.7, 9.0).in_wind(false, None);
    track.facts.wind.as_mut().unwrap().sd_deg.iter_mut().for_each(|sd| *sd = 20.0);
    let band = upwind(&track);
    assert!((part(&band, PartCode::Unexplained) - band.lost_m).abs() < 1e-6, "{band:?}");
}

#[test]
fn the_wind_of_the_own_track_joins_angle_and_shifts_and_is_less_certain() {
    let [measured, own] = [false, true].map(|own| upwind(&beats(2.7, 9.0).in_wind(own, None)));
    assert_eq!(part(&own, PartCode::Shifts), 0.0);
    let joined = part(&measured, PartCode::Angle) + part(&measured, PartCode::Shifts);
    assert!((part(&own, PartCode::AngleAndShifts) - joined).abs() < 1e-6);
    assert!(own.lost_sd_m > measured.lost_sd_m, "{own:?}, {measured:?}");
    assert_eq!((own.shift_capture, own.lost_m), (None, measured.lost_m));
}

#[test]
fn a_reference_without_a_pace_has_no_budget() {
    let track = beats(3.0, 9.0).in_wind(false, None);
    let grid = Grid::of(&track, &DebriefOptions::default());
    let reference = Reference::constant(ReferenceKind::BestThird, &grid, None, None);
    assert!(bands(&track, &grid, &reference, &[]).is_empty());
}

#[test]
fn the_fleet_is_the_median_of_two_boats_at_least() {
    let own = beats(2.7, 9.0).in_wind(false, None);
    let grid = |speed_mps| Grid::of(&beats(speed_mps, 9.0).in_wind(false, None), &DebriefOptions::default());
    let (a, b, c) = (grid(2.8), grid(3.0), grid(3.4));
    let own_grid = Grid::of(&own, &DebriefOptions::default());
    let (from, to) = (own.time_ms[0], *own.time_ms.last().unwrap());
    let against = |boats: Vec<&Grid>| {
        let reference = Reference::fleet(&own_grid, &[(from, to, boats)]);
        bands(&own, &own_grid, &reference, &[])
            .into_iter()
            .map(|(band, _)| part(&band, PartCode::Speed))
            .sum::<f64>()
    };
    assert_eq!(against(vec![&a]), 0.0, "one boat is no fleet");
    let expected_m = 12.0 * 130.0 * 0.3 * COS_45;
    let found_m = against(vec![&a, &b, &c]);
    assert!((found_m - expected_m).abs() < 0.06 * expected_m, "{found_m} m for {expected_m}");
}
