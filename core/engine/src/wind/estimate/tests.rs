use super::*;
use crate::angle::{to_rad, wrap_180, wrap_360};
use crate::clean::clean;
use crate::config::{OTHER, boat_class};
use crate::geo::Plane;
use crate::motion::smooth;
use crate::track::{Columns, Format, Recording};

const NOON_MS: f64 = 1_700_000_000_000.0;

/// A leg: course in degrees, seconds, speed in m/s.
type Leg = (f64, f64, f64);

/// Sails legs at 1 Hz with turns of 12 deg/s the short way from a place. A turn onto a leg of less than 3.3 m/s, a tack, loses
/// half of the speed, another one a quarter; in 8 s most of it is back.
fn sail(legs: &[Leg], lat: f64, lon: f64) -> Track {
    let plane = Plane::at(lat, lon);
    let (mut east, mut north, mut course) = (0.0, 0.0, legs[0].0);
    let (mut t, mut rows) = (0.0, Vec::new());
    for &(wanted, seconds, speed) in legs {
        let mut left = seconds;
        let (loss, mut since) = (if speed < 3.3 { 0.5 } else { 0.25 }, f64::INFINITY);
        while left > 0.0 {
            let turn = wrap_180(wanted - course).clamp(-12.0, 12.0);
            course += turn;
            since = if turn.abs() > 5.0 { 0.0 } else { since + 1.0 };
            let v = speed * (1.0 - loss * libm::exp(-since / 8.0));
            // Courses vary a little; a period that is no multiple of anything.
            let steered = course + 3.0 * libm::sin(t / 7.3) + 2.0 * libm::sin(t / 31.7);
            let (sin, cos) = libm::sincos(to_rad(steered));
            rows.push((NOON_MS + t * 1000.0, plane.to_deg(east, north)));
            east += v * sin;
            north += v * cos;
            t += 1.0;
            left -= 1.0;
        }
    }
    let columns = Columns::new(
        rows.iter().map(|r| r.0).collect(),
        rows.iter().map(|r| r.1.0).collect(),
        rows.iter().map(|r| r.1.1).collect(),
    );
    let mut recording = Recording::of(Format::Gpx, columns.unwrap());
    clean(&mut recording, OTHER).unwrap()
}

/// Turns without wind, as plain as can be: runs of more than 3 deg/s.
fn turns(track: &Track, motion: &Motion) -> Vec<TurnEvent> {
    let time = &track.columns.time_ms;
    let turning = |i: usize| motion.turn_rate_dps[i].abs() > 3.0;
    let (mut found, mut i) = (Vec::new(), 0);
    while i < time.len() {
        let from = i;
        while i < time.len() && turning(i) {
            i += 1;
        }
        if i > from {
            let change: f64 =
                (from + 1..i).map(|k| wrap_180(motion.cog_deg[k] - motion.cog_deg[k - 1])).sum();
            let least = motion.sog_mps[from..i].iter().copied().fold(f64::INFINITY, f64::min);
            found.push(TurnEvent {
                time_ms: (time[from] + time[i - 1]) / 2.0,
                middle_deg: wrap_360(motion.cog_deg[from] + change / 2.0),
                change_deg: change,
                entry_mps: motion.sog_mps[from.saturating_sub(5)],
                min_mps: least,
                exit_mps: motion.sog_mps[(i + 3).min(time.len() - 1)],
                max_rate_dps: 12.0,
            });
        }
        i += 1;
    }
    found
}

/// Two laps of windward and leeward in wind from `twd`: angles 44 up and 150 down.
fn laps(twd: f64) -> Vec<Leg> {
    let mut legs = Vec::new();
    for _ in 0..2 {
        for i in 0..6 {
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            legs.push((twd + side * 44.0, 70.0 + 10.0 * f64::from(i % 3), 3.0));
        }
        for i in 0..4 {
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            legs.push((twd + side * 150.0, 80.0, 3.6));
        }
    }
    legs
}

fn wind_of(track: &Track, class: &BoatClass, hint: Option<f64>) -> Result<WindSeries, NoWind> {
    let motion = smooth(track, class);
    let turns = turns(track, &motion);
    estimate(track, &motion, &turns, class, hint).map(|found| found.wind)
}

fn worst_error(series: &WindSeries, twd: f64) -> f64 {
    series.twd_deg.iter().map(|w| wrap_180(w - twd).abs()).fold(0.0, f64::max)
}

#[test]
fn windward_leeward_laps_determine_the_wind_from_every_side() {
    for twd in [0.0, 1.0, 77.0, 180.0, 301.0, 359.0] {
        let track = sail(&laps(twd), 40.0, 10.0);
        let wind = wind_of(&track, boat_class("470").unwrap(), None).unwrap();
        assert!(worst_error(&wind, twd) < 6.0, "{twd}: {}", worst_error(&wind, twd));
        assert!(wind.flip_probability < 0.12);
        assert!(wind.sd_deg.iter().all(|&sd| sd > 1.0 && sd <= MAX_SD_DEG));
    }
}

#[test]
fn on_a_long_leg_the_wind_is_less_sure_the_longer_ago_the_last_turn_was() {
    let mut legs = laps(77.0);
    legs.push((77.0 + 44.0, 2400.0, 3.0));
    let wind = wind_of(&sail(&legs, 40.0, 10.0), boat_class("470").unwrap(), None).unwrap();
    let end_ms = *wind.time_ms.last().unwrap();
    let sd_deg = |before_end_s: f64| wind.at(end_ms - before_end_s * 1000.0, 30.0).unwrap().sd_deg;
    let sds_deg = [2300.0, 1500.0, 600.0, 60.0].map(sd_deg);
    assert!(sds_deg.windows(2).all(|pair| pair[1] > pair[0] + 1.0), "{sds_deg:?}");
    // That of the shifts alone after 2340 s.
    assert!(sds_deg[3] > 12.8, "{sds_deg:?}");
}

#[test]
fn a_reach_out_and_back_gives_no_wind() {
    for (out, back) in [(90.0, 270.0), (20.0, 200.0), (355.0, 172.0)] {
        let track = sail(&[(out, 900.0, 4.0), (back, 900.0, 4.2)], 40.0, 10.0);
        let none = wind_of(&track, OTHER, None).unwrap_err();
        assert!(none.reason.ends_with('.'), "{}", none.reason);
    }
}

#[test]
fn a_motor_boat_round_the_harbour_gives_no_wind() {
    let track =
        sail(&[(10.0, 600.0, 3.0), (80.0, 300.0, 3.0), (190.0, 500.0, 3.0), (275.0, 420.0, 3.0)], 40.0, 10.0);
    assert!(wind_of(&track, OTHER, None).is_err());
}

#[test]
fn motoring_home_into_the_wind_does_not_turn_it() {
    let mut legs = laps(40.0);
    legs.push((40.0, 900.0, 3.0));
    let wind = wind_of(&sail(&legs, 40.0, 10.0), boat_class("470").unwrap(), None).unwrap();
    let racing = wind.time_ms.iter().take_while(|&&t| t < NOON_MS + 1_300_000.0).count();
    assert!(wind.twd_deg[..racing].iter().all(|w| wrap_180(w - 40.0).abs() < 10.0));
}

#[test]
fn a_minute_of_sailing_gives_no_wind() {
    assert!(wind_of(&sail(&laps(40.0)[..1], 40.0, 10.0), OTHER, None).is_err());
}

#[test]
fn rotating_the_world_rotates_the_wind() {
    let class = boat_class("J70").unwrap();
    let plain = wind_of(&sail(&laps(0.0), 40.0, 10.0), class, None).unwrap();
    let turned = wind_of(&sail(&laps(137.0), 40.0, 10.0), class, None).unwrap();
    for (a, b) in plain.twd_deg.iter().zip(&turned.twd_deg) {
        assert!(wrap_180(b - a - 137.0).abs() < 1.5, "{a} {b}");
    }
}

#[test]
fn the_dateline_changes_nothing() {
    let here = wind_of(&sail(&laps(300.0), 10.0, 20.0), OTHER, None).unwrap();
    let there = wind_of(&sail(&laps(300.0), 10.0, 179.999), OTHER, None).unwrap();
    for (a, b) in here.twd_deg.iter().zip(&there.twd_deg) {
        assert!(wrap_180(a - b).abs() < 0.01);
    }
}

#[test]
fn a_hint_decides_where_the_track_cannot() {
    let track = sail(&[(90.0, 900.0, 4.0), (270.0, 900.0, 4.0)], 40.0, 10.0);
    let wind = wind_of(&track, OTHER, Some(0.0));
    if let Ok(wind) = wind {
        assert!(worst_error(&wind, 0.0) < 45.0);
    }
}

#[test]
fn a_shift_of_thirty_degrees_is_followed() {
    let mut legs = laps(10.0);
    legs.extend(laps(40.0));
    let wind = wind_of(&sail(&legs, 40.0, 10.0), boat_class("470").unwrap(), None).unwrap();
    let (first, last) = (wind.twd_deg[40], wind.twd_deg[wind.twd_deg.len() - 40]);
    assert!(wrap_180(first - 10.0).abs() < 7.0 && wrap_180(last - 40.0).abs() < 7.0, "{first} {last}");
}

#[test]
fn a_close_reach_between_two_beats_is_not_taken_for_a_beat() {
    let twd = 30.0;
    let mut legs = laps(twd);
    let reaching = legs.iter().map(|l| l.1).sum::<f64>();
    legs.extend([(twd + 66.0, 240.0, 3.2), (twd + 64.0, 200.0, 3.2)]);
    legs.extend(laps(twd));
    let wind = wind_of(&sail(&legs, 40.0, 10.0), boat_class("470").unwrap(), None).unwrap();
    let from = wind.time_ms.partition_point(|&t| t < NOON_MS + 1000.0 * (reaching + 60.0));
    let to = wind.time_ms.partition_point(|&t| t < NOON_MS + 1000.0 * (reaching + 380.0));
    let worst = wind.twd_deg[from..to].iter().map(|w| wrap_180(w - twd).abs()).fold(0.0, f64::max);
    assert!(worst < 10.0, "{worst}");
}

/// The same positions at another interval, s, on the straight lines between them.
fn at_interval(track: &Track, interval_s: f64) -> Track {
    let columns = &track.columns;
    let last = columns.len() - 1;
    let count = (last as f64 / interval_s) as usize;
    let at = |values: &[f64], i: usize| {
        let t = i as f64 * interval_s;
        let row = (t as usize).min(last - 1);
        values[row] + (values[row + 1] - values[row]) * (t - row as f64)
    };
    let column = |values: &[f64]| (0..count).map(|i| at(values, i)).collect();
    let [time_ms, lat, lon] = [&columns.time_ms, &columns.lat_deg, &columns.lon_deg].map(|c| column(c));
    let mut recording = Recording::of(Format::Gpx, Columns::new(time_ms, lat, lon).unwrap());
    clean(&mut recording, OTHER).unwrap()
}

/// Sum of the weights of all steps.
fn weight(track: &Track) -> f64 {
    Steps::of(track, &smooth(track, OTHER)).all.iter().map(|step| step.weight).sum()
}

#[test]
fn a_sail_is_as_much_evidence_at_every_rate() {
    let zigzag: Vec<Leg> = (0..30).map(|i| (if i % 2 == 0 { 45.0 } else { 315.0 }, 70.0, 3.0)).collect();
    // A lift of 60° in twenty minutes is sailed on one straight.
    let lifted: Vec<Leg> = (0..100).map(|i| (0.6 * f64::from(i), 12.0, 3.0)).collect();
    for legs in [zigzag, lifted] {
        let track = sail(&legs, 39.0, 0.0);
        let usual = weight(&track);
        for interval_s in [0.1, 0.2, 2.0, 10.0] {
            let weight = weight(&at_interval(&track, interval_s));
            println!("{interval_s} s: {weight:.2}, {usual:.2}");
            assert!((weight / usual - 1.0).abs() < 0.2, "{interval_s} s: {weight}, {usual}");
        }
    }
}
