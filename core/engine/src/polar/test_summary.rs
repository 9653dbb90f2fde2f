use super::session::{POLAR_VERSION, SOG_BIN_KN};
use super::test_sessions::{Day, windows};
use super::thirds::thirds;
use super::windows::Window;
use super::{SessionPolar, summary};
use crate::debrief::input::DebriefCurrent;
use crate::debrief::test_track::Sailed;
use crate::random::Random;
use crate::segment::SegmentKind;
use crate::units::mps_from_kn;

/// Two minutes on port tack, a tack of ten seconds, two minutes on starboard tack, at 5 kn in a northerly of 10.5 kn.
fn two_boards() -> Sailed {
    let speed = mps_from_kn(5.04) as f32;
    let tack = |sailed: Sailed| sailed.maneuver(SegmentKind::Tack, 0.0, 1.0, Some(5.0));
    tack(Sailed::new().straight(120, 45.0, speed)).straight(120, 315.0, speed)
}

fn bins(polar: &SessionPolar) -> Vec<[i32; 3]> {
    polar.cells.rows().map(|c| [i32::from(c.tws), i32::from(c.twa), i32::from(c.sog)]).collect()
}

#[test]
fn the_first_fifteen_seconds_after_a_tack_are_in_no_window() {
    let polar = summary(&two_boards().in_wind(false, Some(10.5)));
    assert_eq!(bins(&polar), [[10, -23, 50], [10, 22, 50]]);
    // The turn ends 6 s after its start, 4 s before the second board, of which 11 s are lost.
    assert_eq!(polar.cells.n, [12, 10]);
    assert_eq!((polar.version, polar.straight_s, polar.tws_share), (POLAR_VERSION, 220.0, 1.0));
    assert_eq!((polar.own_track_wind, polar.direction_sd_deg.map(f64::round)), (Some(false), Some(4.0)));
}

#[test]
fn where_a_current_is_known_the_motion_is_that_through_the_water() {
    let mut track = two_boards().in_wind(false, Some(10.5));
    track.facts.current = Some(DebriefCurrent { set_deg: 0.0, drift_kn: 1.0 });
    // Sailing over the ground at 45° and 5.04 kn, 1 kn of it by the current: at 54.3° and 4.39 kn through the water.
    let polar = summary(&track);
    assert!(
        bins(&polar).iter().all(|[_, twa, sog]| [-28, 27].contains(twa) && *sog == 43),
        "{:?}",
        polar.cells
    );
}

#[test]
fn a_wind_that_may_have_blown_the_other_way_round_gives_nothing() {
    let mut track = two_boards().in_wind(false, Some(10.5));
    track.facts.wind.as_mut().unwrap().flip_probability = 0.2;
    let polar = summary(&track);
    assert_eq!((polar.own_track_wind, polar.cells.n.len(), polar.straight_s), (None, 0, 0.0));
}

/// An hour at 45°: 5 kn, and what is added in each window.
fn hour(added: impl Fn(usize) -> f64) -> Vec<Window> {
    let window = |i: usize| Window {
        start_ms: 10_000.0 * i as f64,
        tws_kn: None,
        twa_deg: 45.0,
        sog_kn: 5.0 + added(i),
        direction_sd_deg: 4.0,
    };
    (0..360).map(window).collect()
}

fn mean_of_third(windows: &[Window], third: usize) -> f64 {
    let thirds = thirds(windows);
    let of: Vec<f64> = windows.iter().zip(thirds).filter(|w| w.1 == third).map(|w| w.0.sog_kn).collect();
    of.iter().sum::<f64>() / of.len() as f64
}

#[test]
fn the_thirds_follow_a_wind_that_comes_and_goes() {
    let windows = hour(|i| [-0.8, 0.0, 0.8][i / 60 % 3]);
    let means = [0, 1, 2].map(|third| mean_of_third(&windows, third));
    assert!(means[0] < 4.5 && (means[1] - 5.0).abs() < 0.3 && means[2] > 5.5, "{means:?}");
}

#[test]
fn the_thirds_hardly_sort_what_is_chance() {
    let mut numbers = Random::of(5);
    let noise: Vec<f64> = (0..360).map(|_| 0.4 * numbers.normal()).collect();
    let windows = hour(|i| noise[i]);
    // Sorted by their own speed, the thirds would be 0.87 kn apart.
    let apart = mean_of_third(&windows, 2) - mean_of_third(&windows, 0);
    assert!((0.0..0.2).contains(&apart), "{apart}");
}

#[test]
fn every_window_of_a_session_is_in_a_cell() {
    let windows = windows(Day { tws_kn: None, ..Day::default() }, &mut Random::of(3));
    let cells = super::summary::cells(&windows);
    assert_eq!(cells.n.iter().sum::<u32>() as usize, windows.len());
    assert!(cells.tws.iter().all(|third| (-3..=-1).contains(third)));
    let mean = cells.rows().map(|c| f64::from(c.n) * c.speed_kn()).sum::<f64>() / windows.len() as f64;
    let exact = windows.iter().map(|w| w.sog_kn).sum::<f64>() / windows.len() as f64;
    assert!((mean - exact).abs() < 0.2 * SOG_BIN_KN);
}
