//! Race numbers of drawn boats, compared with closed forms.

use leebow_engine::race::Boat;
use leebow_engine::race::ladder::{gain_m, ladder, shift_gain_m};
use leebow_engine::race::legs::{LegKind, legs};
use leebow_engine::wind::WindSeries;

use crate::drawn::{Drawn, START_MS, ramps, steady_wind};

/// The columns that a race needs of a boat.
struct RaceColumns {
    time_ms: Vec<f64>,
    lat_deg: Vec<f64>,
    lon_deg: Vec<f64>,
    sog_mps: Vec<f32>,
    cog_deg: Vec<f32>,
}

impl RaceColumns {
    fn of(boat: Drawn) -> Self {
        let track = boat.track.columns;
        Self {
            time_ms: track.time_ms.clone(),
            lat_deg: track.lat_deg.clone(),
            lon_deg: track.lon_deg.clone(),
            sog_mps: boat.motion.sog_mps.iter().map(|v| *v as f32).collect(),
            cog_deg: boat.motion.cog_deg.iter().map(|v| *v as f32).collect(),
        }
    }

    fn boat(&self) -> Boat<'_> {
        let Self { time_ms, lat_deg, lon_deg, sog_mps, cog_deg } = self;
        Boat { time_ms, lat_deg, lon_deg, sog_mps, cog_deg }
    }
}

fn at(seconds: f64) -> f64 {
    START_MS + 1000.0 * seconds
}

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} is not {b}");
}

/// A wind that shifts at five minutes.
fn shifting(from_deg: f64, to_deg: f64) -> WindSeries {
    let mut wind = steady_wind(from_deg, 3.0, 600.0);
    let later = |t: &f64| *t >= at(300.0);
    wind.twd_deg = wind.time_ms.iter().map(|t| if later(t) { to_deg } else { from_deg }).collect();
    wind
}

#[test]
fn a_boat_on_starboard_tack_has_vmg_by_the_cosine_and_moves_left_by_the_sine() {
    // Wind from north, sailing north-west at 5 m/s: the wind comes over starboard.
    let columns = RaceColumns::of(Drawn::by(1.0, 60.0, |_| 5.0, |_| 315.0));
    let points = columns.boat().points(&steady_wind(0.0, 3.0, 60.0));
    near(points.etwa_deg[30], 45.0, 1e-4);
    near(points.vmg_mps[30], 5.0 * libm::cos(std::f64::consts::FRAC_PI_4), 1e-5);
    near(points.lvg_mps[30], -5.0 * libm::sin(std::f64::consts::FRAC_PI_4), 1e-5);
}

#[test]
fn without_a_race_wind_a_fix_has_no_values() {
    let columns = RaceColumns::of(Drawn::by(1.0, 400.0, |_| 5.0, |_| 315.0));
    let points = columns.boat().points(&steady_wind(0.0, 3.0, 60.0));
    assert!(points.vmg_mps[300].is_nan() && points.etwa_deg[300].is_nan());
    assert_eq!(points.vmg_mps.len(), 401);
}

#[test]
fn legs_run_from_the_start_over_the_roundings_to_the_finish() {
    // Two minutes before the start, a beat of four minutes, a run of three, a reach of one.
    let course = ramps(&[(359.0, 45.0), (361.0, 180.0), (539.0, 180.0), (541.0, 90.0)]);
    let columns = RaceColumns::of(Drawn::by(1.0, 600.0, |_| 4.0, course));
    let wind = steady_wind(0.0, 3.0, 700.0);
    let found = legs(&columns.boat(), &wind, at(120.0), at(600.0), &[at(540.0), at(360.0), at(20.0)]);
    let kinds: Vec<_> = found.iter().map(|l| l.kind.unwrap()).collect();
    assert_eq!(kinds, [LegKind::Upwind, LegKind::Downwind, LegKind::Reach]);
    near(found[0].sailed_m, 960.0, 5.0);
    near(found[1].sailed_m, 720.0, 5.0);
    near(found[0].vmg_mps.unwrap(), 4.0 * libm::cos(std::f64::consts::FRAC_PI_4), 0.05);
    near(found[1].vmg_mps.unwrap(), 4.0, 0.1);
    assert_eq!(found[2].vmg_mps, None);
    assert_eq!((found[0].start_ms, found[2].end_ms), (at(120.0), at(600.0)));
}

#[test]
fn without_a_wind_a_leg_has_only_its_distance() {
    let columns = RaceColumns::of(Drawn::by(1.0, 100.0, |_| 4.0, |_| 10.0));
    let mut silent = steady_wind(0.0, 3.0, 5.0);
    silent.time_ms.iter_mut().for_each(|t| *t -= 1e8);
    let found = legs(&columns.boat(), &silent, at(0.0), at(100.0), &[]);
    assert_eq!((found.len(), found[0].kind, found[0].vmg_mps), (1, None, None));
    near(found[0].sailed_m, 400.0, 2.0);
}

#[test]
fn the_ladder_rises_by_the_distance_made_good() {
    let (one, other) = (Drawn::by(1.0, 100.0, |_| 5.0, |_| 0.0), Drawn::by(1.0, 50.0, |_| 4.0, |_| 60.0));
    let (one, other) = (RaceColumns::of(one), RaceColumns::of(other));
    let rungs = ladder(&[one.boat(), other.boat()], &steady_wind(0.0, 3.0, 100.0), at(0.0), at(100.0));
    assert_eq!(rungs.len(), 11);
    near(rungs[4].windward_m[0].unwrap(), 200.0, 1e-3);
    near(rungs[4].windward_m[1].unwrap(), 80.0, 1e-3);
    assert_eq!(rungs[8].windward_m[1], None, "her track has ended");
}

#[test]
fn a_knot_more_vmg_gains_half_a_metre_per_second() {
    let fast = RaceColumns::of(Drawn::by(1.0, 200.0, |_| 5.5, |_| 0.0));
    let slow = RaceColumns::of(Drawn::by(1.0, 200.0, |_| 5.0, |_| 0.0));
    let wind = steady_wind(0.0, 3.0, 200.0);
    near(gain_m(&fast.boat(), &slow.boat(), &wind, at(20.0), at(120.0)).unwrap(), 50.0, 1e-3);
    near(gain_m(&slow.boat(), &fast.boat(), &wind, at(20.0), at(120.0)).unwrap(), -50.0, 1e-3);
    near(shift_gain_m(&fast.boat(), &slow.boat(), &wind, at(20.0), at(120.0)).unwrap(), 0.0, 1e-9);
}

#[test]
fn a_shift_favours_the_boat_on_its_side() {
    // Both sail apart at right angles to the wind, which shifts by 30 degrees towards the eastern boat.
    let east = RaceColumns::of(Drawn::by(1.0, 600.0, |_| 1.0, |_| 90.0));
    let west = RaceColumns::of(Drawn::by(1.0, 600.0, |_| 1.0, |_| 270.0));
    let wind = shifting(0.0, 30.0);
    let gained = gain_m(&east.boat(), &west.boat(), &wind, at(0.0), at(400.0)).unwrap();
    near(gained, 800.0 * libm::sin(std::f64::consts::FRAC_PI_6), 0.01);
    near(shift_gain_m(&east.boat(), &west.boat(), &wind, at(0.0), at(400.0)).unwrap(), gained, 1e-6);
}

#[test]
fn no_distance_is_sailed_across_a_gap() {
    let mut columns = RaceColumns::of(Drawn::by(1.0, 100.0, |_| 4.0, |_| 0.0));
    columns.time_ms[50..].iter_mut().for_each(|t| *t += 60_000.0);
    near(columns.boat().sailed_m(at(0.0), at(200.0)), 4.0 * 99.0, 2.0);
    let rungs = ladder(&[columns.boat()], &steady_wind(0.0, 3.0, 200.0), at(0.0), at(160.0));
    assert_eq!(rungs[7].windward_m[0], None);
    assert!(rungs[12].windward_m[0].is_some());
    assert!(ladder(&[], &steady_wind(0.0, 3.0, 10.0), at(0.0), at(100.0)).is_empty());
}
