use super::answer::{Polar, PolarBands, PolarBasis, PolarOptions, PolarSide, PolarTarget, SeasonTooLittle};
use super::polar;
use super::session::SessionPolar;
use super::test_sessions::{Day, halved, sailed, season, windows};
use crate::random::Random;
use crate::stats::quantile::{median, quantile};

fn of(sessions: &[SessionPolar]) -> Polar {
    polar(sessions, &PolarOptions::default()).unwrap()
}

fn band<'a>(polar: &'a Polar, name: &str) -> &'a super::answer::PolarBand {
    polar.bands.iter().find(|b| b.name == name).unwrap_or_else(|| panic!("no band {name}"))
}

/// The upwind target of sessions in one wind of 11 to 15 kn.
fn df_upwind(sessions: &[SessionPolar]) -> PolarTarget {
    band(&of(sessions), "df").upwind.unwrap()
}

#[test]
fn the_order_of_the_sessions_does_not_matter() {
    let sessions = season(9, 1, |_, _| ());
    let mut turned = sessions.clone();
    turned.rotate_left(4);
    turned.reverse();
    let mut found = of(&turned);
    let expected = of(&sessions);
    for (trend, other) in [&mut found.season.upwind, &mut found.season.downwind]
        .into_iter()
        .zip([&expected.season.upwind, &expected.season.downwind])
    {
        for (point, expected) in trend.points.iter_mut().zip(&other.points) {
            assert_eq!(turned[point.session as usize], sessions[expected.session as usize]);
            point.session = expected.session;
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn two_halves_of_a_session_give_the_curve_and_the_target_of_the_whole() {
    let mut numbers = Random::of(2);
    let (all, mut again) = (windows(Day::default(), &mut numbers), Random::of(2));
    let whole = sailed(Day::default(), &mut again);
    let (one, two) = (of(std::slice::from_ref(&whole)), of(&halved(&whole, &all)));
    assert_eq!((one.sessions, two.sessions), (1, 2));
    for (a, b) in one.bands.iter().zip(&two.bands) {
        assert_eq!((&a.curve, a.time_s), (&b.curve, b.time_s));
        assert_eq!(a.upwind.map(|t| (t.twa_deg, t.vmg_kn)), b.upwind.map(|t| (t.twa_deg, t.vmg_kn)));
    }
}

#[test]
fn bins_do_not_bias_a_target() {
    let mut errors = [0.0; 2];
    for seed in 0..40 {
        let day = Day { windows: 120, ..Day::default() };
        let up: Vec<_> = windows(day, &mut Random::of(seed))
            .into_iter()
            .filter(|w| w.twa_deg.abs() < 70.0 && w.tws_kn.is_some_and(|kn| (11.0..15.0).contains(&kn)))
            .collect();
        let angle = median(&mut up.iter().map(|w| w.twa_deg.abs()).collect::<Vec<_>>()).unwrap();
        let near = up.iter().filter(|w| (w.twa_deg.abs() - angle).abs() < 6.0).map(|w| w.sog_kn);
        let speed = quantile(&mut near.collect::<Vec<_>>(), 0.75).unwrap();
        let found = df_upwind(&[sailed(day, &mut Random::of(seed))]);
        errors[0] += (found.twa_deg - angle) / 40.0;
        errors[1] += 100.0 * (found.speed_kn / speed - 1.0) / 40.0;
        assert!((found.twa_deg - angle).abs() < 1.0 && (found.speed_kn / speed - 1.0).abs() < 0.02);
    }
    assert!(errors[0].abs() < 0.1 && errors[1].abs() < 0.2, "{errors:?}");
}

#[test]
fn a_single_session_never_publishes_a_target_however_long_and_however_often_recorded() {
    let long = Day { windows: 2000, ..Day::default() };
    let session = sailed(long, &mut Random::of(4));
    // A second receiver aboard that was started a minute later.
    let twice =
        SessionPolar { start_time: session.start_time.replace(":20.000Z", ":59.000Z"), ..session.clone() };
    assert_ne!(twice, session);
    for sessions in [vec![session.clone()], vec![session, twice.clone(), twice]] {
        let target = df_upwind(&sessions);
        assert!(target.time_s > 15_000.0 && target.sessions == 1 && !target.is_published);
        assert_eq!((target.vmg_interval_kn, target.twa_sd_deg), (None, None));
    }
}

#[test]
fn a_target_is_published_from_half_an_hour_of_three_sessions() {
    let sessions = |n: usize, windows: usize| {
        let day = |day: usize| sailed(Day { day, windows, ..Day::default() }, &mut Random::of(day as u64));
        df_upwind(&(0..n).map(day).collect::<Vec<_>>())
    };
    assert!(sessions(3, 80).is_published);
    assert!(!sessions(3, 55).is_published, "27 minutes");
    assert!(!sessions(2, 300).is_published, "two sessions");
}

#[test]
fn the_interval_of_a_target_has_the_true_one_nine_times_out_of_ten() {
    let (mut inside, mut truth) = (0, 0.0);
    let seasons: Vec<Vec<SessionPolar>> = (0..200)
        .map(|seed| {
            let mut numbers = Random::of(1000 + seed);
            let day = |day: usize, numbers: &mut Random| {
                let speed = 1.0 + 0.02 * numbers.normal();
                sailed(Day { day, speed, ..Day::default() }, numbers)
            };
            (0..4).map(|d| day(d, &mut numbers)).collect()
        })
        .collect();
    let targets: Vec<PolarTarget> = seasons.iter().map(|s| df_upwind(s)).collect();
    targets.iter().for_each(|t| truth += t.vmg_kn / 200.0);
    for target in &targets {
        let [low, high] = target.vmg_interval_kn.unwrap();
        inside += i32::from((low..=high).contains(&truth));
    }
    assert!((166..=194).contains(&inside), "{inside} of 200");
}

#[test]
fn of_many_sessions_groups_are_left_out_with_an_interval_as_wide() {
    let half = |n: usize| {
        let day = |day: usize| {
            let mut numbers = Random::of(day as u64);
            let speed = 1.0 + 0.03 * numbers.normal();
            sailed(Day { day, windows: 20, speed, ..Day::default() }, &mut numbers)
        };
        let [low, high] = df_upwind(&(0..n).map(day).collect::<Vec<_>>()).vmg_interval_kn.unwrap();
        0.5 * (high - low)
    };
    let ratio = half(400) / half(50);
    assert!((0.25..0.5).contains(&ratio), "of eight times as many {ratio} of the interval");
}

#[test]
fn each_tack_has_its_own_polar_and_the_faster_one_is_named() {
    let sessions = season(6, 7, |_, day| day.port = 1.03);
    let both = of(&sessions);
    let up = both.sides.upwind.unwrap();
    assert!(up.is_clear && (up.percent - 3.0).abs() < 3.0 * up.sd_percent, "{up:?}");
    let on = |side| polar(&sessions, &PolarOptions { side, ..PolarOptions::default() }).unwrap();
    let speed = |p: &Polar| band(p, "df").upwind.unwrap().median_kn;
    let (port, starboard) = (on(PolarSide::Port), on(PolarSide::Starboard));
    assert!((speed(&port) / speed(&starboard) - 1.03).abs() < 0.015);
    let time = |p: &Polar| band(p, "df").time_s;
    assert_eq!(time(&port) + time(&starboard), time(&both));
    assert!(!of(&season(6, 8, |_, _| ())).sides.upwind.unwrap().is_clear);
}

#[test]
fn a_crew_that_grows_faster_in_winds_that_differ_is_told_by_how_much() {
    let trend = of(&season(12, 9, |week, day| day.speed *= 1.0 + 0.08 * week as f64 / 11.0)).season.upwind;
    let (change, half) = (trend.change_percent.unwrap(), trend.change_half_width_percent.unwrap());
    assert!(trend.is_clear && (change - 8.0).abs() < 1.5 * half && half < 6.0, "{change} ± {half}");
    assert!((trend.change_vmg_kn.unwrap() - 0.28).abs() < 0.1);
    assert_eq!((trend.points.len(), trend.line.len(), trend.too_little), (12, 1, None));
    let steady = of(&season(12, 10, |_, _| ())).season.upwind;
    assert!(!steady.is_clear, "{:?} ± {:?}", steady.change_percent, steady.change_half_width_percent);
}

#[test]
fn a_new_sail_splits_the_season_and_its_step_is_no_progress() {
    let sessions = season(16, 11, |week, day| day.speed *= if week < 8 { 1.0 } else { 1.06 });
    let unsplit = of(&sessions).season.upwind;
    assert!(unsplit.is_clear && unsplit.change_percent.unwrap() > 4.0);
    let splits = vec![sessions[8].start_time.clone()];
    let split = polar(&sessions, &PolarOptions { splits, ..PolarOptions::default() }).unwrap().season.upwind;
    assert_eq!((split.line.len(), split.is_clear), (2, false));
    assert!(split.line[1].from_percent - split.line[0].to_percent > 3.0, "{:?}", split.line);
    assert_eq!(split.line[1].from_time, sessions[8].start_time);
}

#[test]
fn a_season_that_is_too_short_says_why_it_has_no_line() {
    let why = |sessions: &[SessionPolar]| of(sessions).season.upwind.too_little;
    assert_eq!(why(&season(5, 12, |_, _| ())), Some(SeasonTooLittle::Sessions));
    assert_eq!(why(&season(8, 13, |week, day| day.day = week)), Some(SeasonTooLittle::Weeks));
    let winds = |week: usize, day: &mut Day| day.tws_kn = Some(6.0 + 9.0 * week as f64);
    assert_eq!(why(&season(8, 14, winds)), Some(SeasonTooLittle::Targets));
}

#[test]
fn sessions_that_cannot_take_part_are_counted_by_the_reason() {
    let mut sessions = season(8, 15, |week, day| day.tws_kn = day.tws_kn.filter(|_| week != 0));
    sessions[1].tws_share = 0.6;
    sessions[2].own_track_wind = None;
    sessions[3].version += 1;
    let found = of(&sessions);
    let left_out = found.left_out;
    assert_eq!((left_out.wind_speed_partly, left_out.no_wind, left_out.other_version), (2, 1, 1));
    assert_eq!((found.basis, found.sessions), (Some(PolarBasis::WindSpeed), 4));
}

#[test]
fn without_any_wind_speed_there_are_thirds_and_no_published_target() {
    let found = of(&season(8, 16, |_, day| day.tws_kn = None));
    assert_eq!((found.basis, found.left_out.wind_speed_partly), (Some(PolarBasis::Relative), 0));
    let names: Vec<&str> = found.bands.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["slow", "middle", "fast"]);
    assert!(found.bands.iter().all(|b| b.upwind.is_some_and(|t| !t.is_published && t.time_s > 1800.0)));
    assert_eq!(found.season.upwind.too_little, Some(SeasonTooLittle::Targets));
    assert_eq!(of(&[]).basis, None);
}

#[test]
fn bands_of_four_knots_are_named_by_their_bounds() {
    let options = PolarOptions { bands: PolarBands::FourKnots, ..PolarOptions::default() };
    let sessions = season(6, 17, |week, day| day.tws_kn = Some(3.0 + 5.0 * week as f64));
    let found = polar(&sessions, &options).unwrap();
    let bounds: Vec<_> = found.bands.iter().map(|b| (b.name.as_str(), b.from_kn, b.to_kn)).collect();
    assert_eq!(bounds[0], ("0_4", None, Some(4.0)));
    assert_eq!(bounds[2], ("8_12", Some(8.0), Some(12.0)));
    assert_eq!(bounds.last(), Some(&("over_20", Some(20.0), None)));
}

#[test]
fn sessions_that_do_not_belong_together_are_refused_with_a_sentence() {
    let sessions = season(2, 18, |_, _| ());
    let refused = |change: fn(&mut SessionPolar), splits: &[&str]| {
        let mut sessions = sessions.clone();
        change(&mut sessions[1]);
        let splits = splits.iter().map(|s| s.to_string()).collect();
        polar(&sessions, &PolarOptions { splits, ..PolarOptions::default() }).unwrap_err()
    };
    assert_eq!(
        refused(|s| s.boat_class = "470".into(), &[]),
        "they are of several classes, \"Laser\" and \"470\""
    );
    assert!(refused(|s| s.cells.twa.truncate(3), &[]).contains("differ in length"));
    assert!(refused(|s| s.cells.sog[0] = -1, &[]).contains("outside the histogram"));
    assert!(refused(|s| s.cells.twa[0] = i32::MIN, &[]).contains("outside the histogram"));
    assert_eq!(refused(|_| (), &["soon"]), "\"soon\" is no time");
}
