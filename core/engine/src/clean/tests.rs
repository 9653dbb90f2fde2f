use super::*;
use crate::config::OTHER;
use crate::track::Format;

const NOON_MS: f64 = 1_700_000_000_000.0;

fn recording(rows: &[(f64, f64, f64)]) -> Recording {
    let column = |pick: fn(&(f64, f64, f64)) -> f64| rows.iter().map(pick).collect::<Vec<f64>>();
    let time = rows.iter().map(|r| NOON_MS + r.0 * 1000.0).collect();
    Recording::of(Format::Gpx, Columns::new(time, column(|r| r.1), column(|r| r.2)).unwrap())
}

/// Sailing north at 5 m/s, a fix a second.
fn north(seconds: impl Iterator<Item = i32>) -> Vec<(f64, f64, f64)> {
    seconds.map(|s| (f64::from(s), 40.0 + f64::from(s) * 4.5e-5, 10.0)).collect()
}

fn seconds(track: &Track) -> Vec<f64> {
    track.columns.time_ms.iter().map(|t| (t - NOON_MS) / 1000.0).collect()
}

#[test]
fn a_repeated_time_is_dropped_and_reported() {
    let mut rows = north(0..5);
    rows.insert(3, rows[2]);
    let mut recording = recording(&rows);
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(seconds(&track), [0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(recording.damage.kept, 5);
    assert_eq!(recording.damage.losses.len(), 1);
    let loss = &recording.damage.losses[0];
    assert_eq!((loss.kind, loss.points, loss.from, loss.to), (LossKind::TimeOrder, 1, 3, 4));
}

#[test]
fn one_time_in_the_future_drops_one_row() {
    let mut rows = north(0..100);
    rows[40].0 = 5000.0;
    let track = clean(&mut recording(&rows), OTHER).unwrap();
    assert_eq!(track.columns.len(), 99);
    assert_eq!(track.pieces.len(), 1);
}

#[test]
fn a_time_years_away_is_dropped() {
    let mut rows = north(0..100);
    rows[99].0 = 1e8;
    let mut recording = recording(&rows);
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(track.columns.len(), 99);
    assert_eq!(recording.damage.losses[0].kind, LossKind::NoTime);
}

#[test]
fn blocks_merged_in_the_wrong_order_are_sorted() {
    let rows: Vec<_> = north(100..150).into_iter().chain(north(0..50)).collect();
    let track = clean(&mut recording(&rows), OTHER).unwrap();
    assert_eq!(track.columns.len(), 100);
    assert!(seconds(&track).windows(2).all(|w| w[0] < w[1]));
    assert_eq!(track.pieces, vec![0..50, 50..100]);
}

#[test]
fn rows_of_a_second_device_that_overlap_are_dropped() {
    // Two recorders of one boat, one after the other in the file, the second begins before the first ends.
    let rows: Vec<_> = north(0..100).into_iter().chain(north(50..130)).collect();
    let mut recording = recording(&rows);
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(track.columns.len(), 130);
    assert!(!recording.damage.losses.is_empty());
}

#[test]
fn a_pause_of_eleven_seconds_is_a_gap() {
    let mut rows = north(0..20);
    rows.extend(north(31..50));
    let track = clean(&mut recording(&rows), OTHER).unwrap();
    assert_eq!(track.pieces, vec![0..20, 20..39]);
    assert_eq!(track.flags[20] & flag::AFTER_GAP, flag::AFTER_GAP);
    assert_eq!(track.flags[0] & flag::AFTER_GAP, 0);
    assert_eq!(track.median_dt_s, 1.0);
}

#[test]
fn a_regular_interval_of_twenty_seconds_is_not_a_gap() {
    let track = clean(&mut recording(&north((0..40).map(|i| i * 20))), OTHER).unwrap();
    assert_eq!(track.pieces.len(), 1);
    assert_eq!(track.median_dt_s, 20.0);
}

#[test]
fn a_break_of_the_file_is_a_gap_without_a_pause() {
    let mut recording = recording(&north(0..20));
    recording.breaks = vec![12];
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(track.pieces, vec![0..12, 12..20]);
}

#[test]
fn an_outlier_is_flagged_and_stays_in_the_track() {
    let mut rows = north(0..20);
    rows[7].1 += 0.01;
    let mut recording = recording(&rows);
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(track.columns.len(), 20);
    let flagged: Vec<usize> = (0..20).filter(|&i| track.flags[i] & flag::OUTLIER != 0).collect();
    assert_eq!(flagged, [7]);
    assert_eq!(recording.damage.losses[0].kind, LossKind::Jump);
}

#[test]
fn sailing_across_the_date_line_gives_no_outlier() {
    let rows: Vec<_> = (0..40)
        .map(|s| (f64::from(s), 0.5, crate::angle::wrap_180(179.9991 + f64::from(s) * 4.5e-5)))
        .collect();
    let track = clean(&mut recording(&rows), OTHER).unwrap();
    assert!(track.flags.iter().all(|f| f & flag::OUTLIER == 0));
}

#[test]
fn zero_zero_and_a_latitude_of_91_degrees_are_no_positions() {
    let mut rows = north(0..10);
    rows[3] = (3.0, 0.0, 0.0);
    rows[4] = (4.0, 91.0, 0.0);
    let mut recording = recording(&rows);
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(track.columns.len(), 8);
    assert_eq!(recording.damage.losses[0].points, 2);
}

#[test]
fn the_errors_without_positions_and_without_times() {
    let nowhere = clean(&mut recording(&[(0.0, f64::NAN, f64::NAN)]), OTHER).unwrap_err();
    assert_eq!(nowhere.kind, ErrorKind::NoPositions);
    let timeless = clean(&mut recording(&[(f64::NAN, 40.0, 10.0)]), OTHER).unwrap_err();
    assert_eq!(timeless.kind, ErrorKind::NoTimes);
}

#[test]
fn an_impossible_device_speed_is_not_used() {
    let mut recording = recording(&north(0..10));
    let mut sog = vec![5.0; 10];
    sog[4] = 300.0;
    sog[6] = f32::NAN;
    recording.columns.set("sog", sog);
    let track = clean(&mut recording, OTHER).unwrap();
    let without: Vec<usize> = (0..10).filter(|&i| track.flags[i] & flag::NO_DOPPLER != 0).collect();
    assert_eq!(without, [4, 6]);
}

#[test]
fn two_thousand_scattered_losses_share_a_few_entries() {
    let mut rows = north(0..4000);
    for pair in rows.chunks_mut(2) {
        pair[1].0 = pair[0].0;
    }
    let mut recording = recording(&rows);
    clean(&mut recording, OTHER).unwrap();
    assert!(recording.damage.losses.len() <= 21);
    let told: u32 = recording.damage.losses.iter().map(|l| l.points).sum();
    assert_eq!(told, 2000);
}

/// Rows a second apart (or more) from the speed of each step: seconds, m/s, northward.
fn steps(steps: &[(f64, f64)]) -> Vec<(f64, f64, f64)> {
    let (mut t, mut lat) = (0.0, 40.0);
    let mut rows = vec![(t, lat, 10.0)];
    for (dt_s, mps) in steps {
        t += dt_s;
        lat += dt_s * mps / 111_195.0;
        rows.push((t, lat, 10.0));
    }
    rows
}

fn outliers(track: &Track) -> Vec<usize> {
    (0..track.flags.len()).filter(|&i| track.flags[i] & flag::OUTLIER != 0).collect()
}

#[test]
fn a_month_between_two_of_a_few_fixes_is_a_gap() {
    let mut rows = north(0..3);
    rows.extend(north(3..5).into_iter().map(|(s, lat, lon)| (s + 30.0 * 86_400.0, lat, lon)));
    let track = clean(&mut recording(&rows[2..4]), OTHER).unwrap();
    assert_eq!(track.pieces, vec![0..1, 1..2]);
    let track = clean(&mut recording(&rows[1..5]), OTHER).unwrap();
    assert_eq!(track.pieces, vec![0..2, 2..4]);
}

#[test]
fn a_receiver_that_catches_up_gives_outliers_and_a_cut() {
    let mut sailed = vec![(1.0, 3.5); 10];
    sailed.extend([(1.0, 12.5), (1.0, 21.3), (1.0, 5.3), (1.0, 0.9), (1.0, 0.9), (1.0, 0.9)]);
    let mut recording = recording(&steps(&sailed));
    let track = clean(&mut recording, OTHER).unwrap();
    assert_eq!(outliers(&track), [11]);
    assert_eq!(track.pieces, vec![0..12, 12..17]);
    assert_eq!(track.flags[12] & flag::AFTER_GAP, flag::AFTER_GAP);
    assert!(recording.damage.losses.iter().all(|loss| loss.kind == LossKind::Jump));
}

#[test]
fn a_leap_after_half_a_minute_of_old_positions_cuts_the_track() {
    let slow = [(2.0, 1.0), (3.0, 1.2), (28.0, 3.3)];
    let sailed: Vec<_> = slow.into_iter().chain([(2.0, 29.5), (6.0, 4.0), (1.0, 1.5), (7.0, 0.9)]).collect();
    let track = clean(&mut recording(&steps(&sailed)), OTHER).unwrap();
    assert_eq!(track.pieces.last(), Some(&(4..8)));
}

#[test]
fn an_excursion_there_and_back_does_not_cut_the_track() {
    let mut sailed = vec![(1.0, 5.0); 30];
    (sailed[15].1, sailed[16].1) = (17.0, -7.0);
    let track = clean(&mut recording(&steps(&sailed)), OTHER).unwrap();
    assert_eq!(track.pieces.len(), 1);
    assert_eq!(outliers(&track), [16]);
}

#[test]
fn a_kite_that_accelerates_to_thirty_knots_and_falls_has_no_outliers() {
    let up = (0..8).map(|s| (1.0, 2.0 * f64::from(s)));
    let sailed: Vec<_> = up.chain([(1.0, 16.0); 20]).chain([(1.0, 6.0), (1.0, 0.5), (1.0, 0.3)]).collect();
    let track = clean(&mut recording(&steps(&sailed)), OTHER).unwrap();
    assert!(outliers(&track).is_empty() && track.pieces.len() == 1);
}

#[test]
fn a_matching_device_speed_confirms_a_fast_step() {
    let sailed: Vec<_> = [(4.0, 1.0); 6].into_iter().chain([(2.0, 14.0)]).chain([(2.0, 1.0); 6]).collect();
    let mut silent = recording(&steps(&sailed));
    assert!(!outliers(&clean(&mut silent, OTHER).unwrap()).is_empty());
    let mut vouched = recording(&steps(&sailed));
    let mut sog = vec![1.0; 14];
    (sog[6], sog[7]) = (7.0, 13.5);
    vouched.columns.set("sog", sog);
    assert!(outliers(&clean(&mut vouched, OTHER).unwrap()).is_empty());
}

#[test]
fn a_device_speed_that_stays_slow_contradicts_a_fast_step() {
    let sailed: Vec<_> = [(4.0, 2.0); 6].into_iter().chain([(2.0, 10.0)]).chain([(2.0, 1.0); 60]).collect();
    let mut silent = recording(&steps(&sailed));
    assert!(outliers(&clean(&mut silent, OTHER).unwrap()).is_empty());
    let mut denied = recording(&steps(&sailed));
    denied.columns.set("sog", vec![1.0; 68]);
    assert!(!outliers(&clean(&mut denied, OTHER).unwrap()).is_empty());
}
