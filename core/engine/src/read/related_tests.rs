use super::*;
use crate::track::Columns;

const START_MS: f64 = 1_781_344_800_000.0;
const HOUR_S: u32 = 3600;

/// A boat that tacks every 100 s at 3 m/s, from one second to another of the day: its receiver is so far east of it, m, has a fix
/// every `step_s`, and its clock is so much ahead, s.
#[derive(Clone, Copy)]
struct Sailed {
    from_s: u32,
    to_s: u32,
    step_s: u32,
    east_m: f64,
    ahead_s: f64,
}

const SAILED: Sailed = Sailed { from_s: 0, to_s: HOUR_S, step_s: 1, east_m: 0.0, ahead_s: 0.0 };

/// Metres north and east at a second of the day.
fn place(s: u32) -> (f64, f64) {
    let (boards, on_board) = (s / 100, f64::from(s % 100));
    let east = if boards.is_multiple_of(2) { on_board } else { 100.0 - on_board };
    (2.1 * f64::from(s), 2.1 * east)
}

impl Sailed {
    fn outline(&self) -> Vec<f64> {
        self.outline_at(place)
    }

    fn outline_at(&self, place: impl Fn(u32) -> (f64, f64)) -> Vec<f64> {
        let seconds = (self.from_s..=self.to_s).step_by(self.step_s as usize);
        let (mut time_ms, mut lat_deg, mut lon_deg) = (Vec::new(), Vec::new(), Vec::new());
        for s in seconds {
            let (north, east) = place(s);
            time_ms.push(START_MS + (f64::from(s) + self.ahead_s) * 1000.0);
            lat_deg.push(54.4 + north / 111_195.0);
            lon_deg.push(10.2 + (east + self.east_m) / 64_720.0);
        }
        let columns = Columns::new(time_ms, lat_deg, lon_deg).unwrap();
        Outline::of(&columns).map(|one| one.numbers()).unwrap_or_default()
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_string()).collect()
}

fn sessions_of(files: &[&str], outlines: &[Vec<f64>]) -> Vec<usize> {
    related(&names(files), outlines).iter().map(|one| one.session).collect()
}

fn same_boat(outlines: &[Vec<f64>]) -> Vec<Option<usize>> {
    let files: Vec<String> = (0..outlines.len()).map(|i| format!("file {i}")).collect();
    related(&files, outlines).iter().map(|one| one.same_boat.map(|(row, _)| row)).collect()
}

/// A file of the hours from one to another.
fn hours(from: u32, to: u32) -> Vec<f64> {
    Sailed { from_s: from * HOUR_S, to_s: to * HOUR_S - 1, ..SAILED }.outline()
}

#[test]
fn an_outline_is_the_same_after_it_was_passed_on_as_numbers() {
    let numbers = hours(0, 1);
    assert_eq!(Outline::from_numbers(&numbers).map(|one| one.numbers()), Some(numbers.clone()));
    assert_eq!(Outline::from_numbers(&numbers[..4]), None);
    assert_eq!(Outline::of(&Columns::default()), None);
}

#[test]
fn the_hourly_files_of_a_logger_are_one_session_in_whatever_order_they_are_named() {
    assert_eq!(sessions_of(&["a-12", "a-10", "a-11"], &[hours(2, 3), hours(0, 1), hours(1, 2)]), [1, 1, 1]);
    // Under any names, because no boat is as near a second later.
    assert_eq!(sessions_of(&["one", "two"], &[hours(0, 1), hours(1, 2)]), [0, 0]);
}

#[test]
fn a_day_and_a_lunch_lie_between_sessions_and_a_minute_does_not() {
    let after = |gap_s: u32| Sailed { from_s: HOUR_S + gap_s, to_s: 2 * HOUR_S + gap_s, ..SAILED }.outline();
    assert_eq!(sessions_of(&["a-1", "a-2"], &[hours(0, 1), after(300)]), [0, 0]);
    for gap_s in [HOUR_S, 24 * HOUR_S] {
        assert_eq!(sessions_of(&["a-1", "a-2"], &[hours(0, 1), after(gap_s)]), [0, 1]);
    }
    // Minutes later it may be another boat.
    assert_eq!(sessions_of(&["ada", "ben"], &[hours(0, 1), after(300)]), [0, 1]);
}

#[test]
fn a_boat_that_starts_where_another_one_came_ashore_is_another_one() {
    let ashore = |s: u32| if s < HOUR_S { (f64::from(HOUR_S - s).min(600.0) * 2.0, 0.0) } else { (0.0, 5.0) };
    let [first, second] =
        [(0, HOUR_S), (HOUR_S + 300, 2 * HOUR_S)].map(|(from_s, to_s)| Sailed { from_s, to_s, ..SAILED });
    assert_eq!(
        sessions_of(&["GER 1", "GER 2"], &[first.outline_at(ashore), second.outline_at(ashore)]),
        [0, 1]
    );
}

#[test]
fn two_boats_with_hourly_files_keep_their_own() {
    let hour = |from: u32, east_m: f64| {
        Sailed { from_s: from * HOUR_S, to_s: (from + 1) * HOUR_S - 1, east_m, ..SAILED }.outline()
    };
    let [far, near] =
        [30.0, 4.0].map(|east_m| [hour(0, 0.0), hour(0, east_m), hour(1, 0.0), hour(1, east_m)]);
    assert_eq!(sessions_of(&["0010", "0020", "0011", "0021"], &far), [0, 1, 0, 1]);
    assert_eq!(sessions_of(&["a-10", "b-10", "a-11", "b-11"], &near), [0, 1, 0, 1]);
    // Where neither place nor name tells them apart they stay as they are.
    assert_eq!(sessions_of(&["0010", "0020", "0011", "0021"], &near), [0, 1, 2, 3]);
}

#[test]
fn a_file_of_another_device_does_not_go_on_where_one_ends() {
    let watch = Sailed { from_s: HOUR_S, to_s: 2 * HOUR_S, step_s: 5, ..SAILED }.outline();
    assert_eq!(sessions_of(&["a", "b"], &[hours(0, 1), watch]), [0, 1]);
}

#[test]
fn of_two_receivers_of_a_boat_the_one_with_more_points_a_second_is_used() {
    let watch = Sailed { step_s: 2, east_m: 4.0, ahead_s: 2.0, ..SAILED }.outline();
    assert_eq!(same_boat(&[watch.clone(), SAILED.outline()]), [Some(1), None]);
    assert_eq!(same_boat(&[SAILED.outline(), watch.clone(), watch]), [None, Some(0), Some(0)]);
    let near = related(&names(&["a", "b"]), &[SAILED.outline(), Sailed { east_m: 7.0, ..SAILED }.outline()]);
    assert!(near[1].same_boat.is_some_and(|(_, m)| (6.9..7.1).contains(&m)), "{near:?}");
}

#[test]
fn a_receiver_that_ran_out_of_battery_is_not_the_better_one() {
    let short = Sailed { to_s: HOUR_S / 2, ..SAILED }.outline();
    let watch = Sailed { step_s: 4, east_m: 6.0, ..SAILED }.outline();
    assert_eq!(same_boat(&[short, watch]), [Some(1), None]);
}

#[test]
fn the_hourly_files_of_a_logger_and_a_watch_are_one_boat() {
    let watch = Sailed { to_s: 3 * HOUR_S, step_s: 3, east_m: 5.0, ..SAILED }.outline();
    let outlines = [hours(0, 1), watch, hours(1, 2), hours(2, 3)];
    let found = related(&names(&["log10", "watch", "log11", "log12"]), &outlines);
    assert_eq!(found.iter().map(|one| one.session).collect::<Vec<_>>(), [0, 1, 0, 0]);
    assert_eq!(found[1].same_boat.map(|(row, _)| row), Some(0));
}

#[test]
fn boats_that_sail_beside_each_other_are_two() {
    for east_m in [40.0, 60.0] {
        assert_eq!(same_boat(&[SAILED.outline(), Sailed { east_m, ..SAILED }.outline()]), [None, None]);
    }
    // Beside each other for most of an hour, and then on other boards.
    let other = |s: u32| if s > 3000 { (place(s).0, place(s).1 + 80.0) } else { place(s) };
    assert_eq!(same_boat(&[SAILED.outline(), SAILED.outline_at(other)]), [None, None]);
}

#[test]
fn boats_that_lie_beside_each_other_or_are_towed_out_together_are_not_known_to_be_one() {
    let moored = |_: u32| (0.0, 0.0);
    assert_eq!(same_boat(&[SAILED.outline_at(moored), SAILED.outline_at(moored)]), [None, None]);
    let towed = Sailed { to_s: 600, ..SAILED };
    assert_eq!(same_boat(&[towed.outline(), Sailed { east_m: 8.0, ..towed }.outline()]), [None, None]);
}

#[test]
fn the_path_of_recordings_of_decades_that_go_on_after_each_other_takes_no_memory() {
    let decade_ms = 3650.0 * 86_400_000.0;
    let decades = |from_ms: f64| {
        let time_ms = vec![from_ms, from_ms + decade_ms, from_ms + 2.0 * decade_ms];
        Outline::of(&Columns::new(time_ms, vec![54.4; 3], vec![10.2; 3]).unwrap())
    };
    let outlines = [decades(START_MS), decades(START_MS + 2.0 * decade_ms + 1000.0)];
    let sessions = sessions(&names(&["a-1.gpx", "a-2.gpx"]), &outlines);
    assert_eq!(sessions.iter().map(|one| one.rows.clone()).collect::<Vec<_>>(), [[0, 1]]);
    assert_eq!(sessions[0].outline.path.len(), 0);
}
