//! Time stamps that several fixes share: a clock of whole seconds at 5 or 10 Hz, or fixes that arrive in batches and carry
//! the time of the last. Fixes that move on within a stamp are spread over its interval; rows that repeat a fix, and those
//! of two receivers, are not.

use std::ops::Range;

use crate::geo::Plane;
use crate::stats::quantile::median;
use crate::track::Recording;

/// Fewest stamps with several moving fixes. *Guess*.
const MIN_GROUPS: usize = 5;
/// The boat moves between stamps by at least this, m. *Guess*.
const MIN_MOVED_M: f64 = 1.0;
/// Way within a stamp as a share of what evenly spaced fixes have. *Guess*.
const MOVES_ON: Range<f64> = 0.7..1.3;
/// Share of the stamps that are as far apart, or have as many fixes, as usual, for a clock that counts. *Guess*.
const REGULAR: f64 = 0.9;
/// An interval over this many usual ones is a pause. *Guess*.
const PAUSE_INTERVALS: f64 = 2.0;

/// Rows with one stamp.
struct Group {
    rows: Range<usize>,
    time_ms: f64,
}

impl Group {
    fn fixes(&self) -> f64 {
        self.rows.len() as f64
    }
}

/// Spreads the fixes that share a stamp, where they move on, and adds the sentence that says so. False where stamps repeat
/// and the fixes do not move on.
pub(super) fn spread(recording: &mut Recording) -> bool {
    if !recording.columns.time_ms.windows(2).any(|pair| pair[0] == pair[1]) {
        return true;
    }
    if !move_on(recording) {
        return false;
    }
    let groups: Vec<Group> = groups(&recording.columns.time_ms).collect();
    let kind = kind(&groups);
    let interval_ms = usual(intervals(&groups, kind == Kind::Last).collect());
    let shared: usize = groups.iter().map(|group| group.rows.len()).filter(|n| *n > 1).sum();
    for (i, group) in groups.iter().enumerate() {
        let Some((first_ms, step_ms)) = placed(&groups, i, kind, interval_ms) else { continue };
        let rows = recording.columns.time_ms.get_mut(group.rows.clone()).unwrap_or_default();
        rows.iter_mut().enumerate().for_each(|(i, time_ms)| *time_ms = first_ms + step_ms * i as f64);
    }
    let all = recording.columns.len();
    let sentence = if kind == Kind::Clock {
        let each = usual(groups.iter().map(Group::fixes).collect()) as u32;
        format!(
            "The clock of this file counts slower than its fixes: {each} fixes have one time. They were spread evenly over the time to the next."
        )
    } else {
        format!(
            "{shared} of {all} fixes share their time with others, as fixes that arrive in batches do; they were spread over the time between."
        )
    };
    recording.damage.lacks.push(sentence);
    true
}

fn groups(time_ms: &[f64]) -> impl Iterator<Item = Group> {
    let mut start = 0;
    time_ms.chunk_by(|a, b| a == b).map(move |same| {
        let rows = start..start + same.len();
        start = rows.end;
        Group { rows, time_ms: same[0] }
    })
}

/// True when the fixes within a stamp are as far apart as those of different stamps, along the way of the boat.
fn move_on(recording: &Recording) -> bool {
    let columns = &recording.columns;
    let at = |row: usize| Some((*columns.lat_deg.get(row)?, *columns.lon_deg.get(row)?));
    let share = |(before, group): (Group, Group)| {
        let last = at(group.rows.end - 1)?;
        let plane = Plane::at(last.0, last.1);
        let whole = at(before.rows.end - 1).map(|(lat, lon)| plane.to_m(lat, lon))?;
        let inside = at(group.rows.start).map(|(lat, lon)| plane.to_m(lat, lon))?;
        let squared = whole.0 * whole.0 + whole.1 * whole.1;
        let even = (group.fixes() - 1.0) / group.fixes();
        let moved = group.rows.len() > 1 && squared >= MIN_MOVED_M * MIN_MOVED_M;
        moved.then(|| (inside.0 * whole.0 + inside.1 * whole.1) / squared / even)
    };
    let pairs = groups(&columns.time_ms).zip(groups(&columns.time_ms).skip(1));
    let shares: Vec<f64> = pairs.filter_map(share).collect();
    shares.len() >= MIN_GROUPS && MOVES_ON.contains(&usual(shares))
}

/// What the stamp of a group says.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The step of a clock in which its fixes lie.
    Clock,
    /// The time of its first fix, or of its last.
    First,
    Last,
}

fn kind(groups: &[Group]) -> Kind {
    if is_clock(groups) {
        Kind::Clock
    } else if by_last(groups) {
        Kind::Last
    } else {
        Kind::First
    }
}

/// True for a clock that counts in steps: the same step and, but for one more or less, as many fixes in each.
fn is_clock(groups: &[Group]) -> bool {
    let steps: Vec<f64> = groups.windows(2).map(|w| w[1].time_ms - w[0].time_ms).collect();
    let (step, fixes) = (usual(steps.clone()), usual(groups.iter().map(Group::fixes).collect()));
    let even = steps.iter().filter(|s| **s == step).count() as f64;
    let full = groups.iter().filter(|g| (g.fixes() - fixes).abs() <= 1.0).count() as f64;
    fixes > 1.0 && even >= REGULAR * steps.len() as f64 && full >= REGULAR * groups.len() as f64
}

/// The intervals between fixes that follow when a stamp is the time of the last fix of its group, or of the first.
fn intervals(groups: &[Group], from_last: bool) -> impl Iterator<Item = f64> {
    groups.windows(2).map(move |w| (w[1].time_ms - w[0].time_ms) / w[usize::from(from_last)].fixes())
}

/// True when intervals are more even if a stamp is the time of the last fix.
fn by_last(groups: &[Group]) -> bool {
    let uneven = |from_last: bool| {
        let all: Vec<f64> = intervals(groups, from_last).filter(|ms| *ms > 0.0).collect();
        let middle = usual(all.clone());
        all.iter().map(|ms| libm::log(ms / middle).abs().min(1.0)).sum::<f64>()
    };
    uneven(true) <= uneven(false)
}

/// Time of the first fix of a group and the interval between its fixes, ms.
fn placed(groups: &[Group], i: usize, kind: Kind, usual_ms: f64) -> Option<(f64, f64)> {
    let group = groups.get(i)?;
    let other = if kind == Kind::Last { i.checked_sub(1) } else { Some(i + 1) }.and_then(|i| groups.get(i));
    let even = other.map(|other| (other.time_ms - group.time_ms).abs() / group.fixes());
    let interval = even.filter(|ms| *ms <= PAUSE_INTERVALS * usual_ms).unwrap_or(usual_ms);
    let first_ms = match (kind, other) {
        (Kind::Last, _) => group.time_ms - interval * (group.fixes() - 1.0),
        // A recording begins within a step of its clock.
        (Kind::Clock, Some(next)) if i == 0 => {
            return Some((next.time_ms - usual_ms * group.fixes(), usual_ms));
        }
        _ => group.time_ms,
    };
    Some((first_ms, interval))
}

/// The median.
fn usual(mut values: Vec<f64>) -> f64 {
    median(&mut values).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::{Columns, Format};

    /// Fixes of a boat that sails a circle at 3 m/s, at these seconds, with these stamps.
    fn sailed(seconds: &[f64], stamp: impl Fn(usize, f64) -> f64) -> Recording {
        let at = |s: f64| (54.4 + 0.002 * libm::sin(s / 75.0), 10.2 + 0.0034 * libm::cos(s / 75.0));
        let times = seconds.iter().enumerate().map(|(i, s)| stamp(i, *s) * 1000.0).collect();
        let (lat, lon) = seconds.iter().map(|s| at(*s)).unzip();
        Recording::of(Format::Gpx, Columns::new(times, lat, lon).unwrap())
    }

    /// Greatest error of the times, s.
    fn error_s(recording: &Recording, seconds: &[f64]) -> f64 {
        let times = recording.columns.time_ms.iter().zip(seconds);
        times.map(|(ms, s)| (ms / 1000.0 - s).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn the_fixes_of_a_clock_of_whole_seconds_are_spread_over_the_second() {
        for hertz in [2, 5, 10] {
            for first in [0, 1, hertz - 1] {
                let seconds: Vec<f64> =
                    (first..600 * hertz).map(|i| f64::from(i) / f64::from(hertz)).collect();
                let mut recording = sailed(&seconds, |_, s| s.floor());
                assert!(spread(&mut recording));
                assert!(error_s(&recording, &seconds) < 1e-6, "{hertz} Hz from {first}");
                assert!(recording.damage.lacks[0].starts_with("The clock of this file counts slower"));
            }
        }
    }

    #[test]
    fn the_fixes_of_a_batch_lie_before_its_stamp() {
        let seconds: Vec<f64> = (0..900).map(f64::from).collect();
        let mut last = Vec::new();
        for size in [1, 4, 2, 5, 3, 1, 2, 4].iter().cycle() {
            let stamp = last.len() + size - 1;
            last.extend(std::iter::repeat_n(stamp as f64, *size));
            if last.len() > 900 {
                break;
            }
        }
        let mut recording = sailed(&seconds, |i, _| last[i].min(899.0));
        assert!(spread(&mut recording));
        assert!(error_s(&recording, &seconds) < 1e-6);
        // The same with the time of the first fix of each batch, and after a pause of an hour.
        let first = |i: usize| last.iter().position(|l| *l == last[i]).unwrap() as f64;
        let mut recording = sailed(&seconds, |i, _| first(i));
        assert!(spread(&mut recording) && error_s(&recording, &seconds) < 1e-6);
    }

    #[test]
    fn repeated_rows_and_two_receivers_are_not_spread() {
        let seconds: Vec<f64> = (0..600).map(|i| f64::from(i / 2)).collect();
        let mut twice = sailed(&seconds, |_, s| s);
        let stamps = twice.columns.time_ms.clone();
        assert!(!spread(&mut twice) && twice.columns.time_ms == stamps);
        for offset in [2e-5, -1e-4] {
            let mut two = sailed(&seconds, |_, s| s);
            two.columns.lat_deg.iter_mut().skip(1).step_by(2).for_each(|lat| *lat += offset);
            assert!(!spread(&mut two), "{offset}");
        }
    }

    #[test]
    fn a_boat_at_rest_and_a_plain_recording_are_as_they_were() {
        let mut rest = sailed(&[0.0; 100], |i, _| (i / 2) as f64);
        assert!(!spread(&mut rest));
        let seconds: Vec<f64> = (0..100).map(f64::from).collect();
        let mut plain = sailed(&seconds, |_, s| s);
        assert!(spread(&mut plain) && plain.damage.lacks.is_empty() && error_s(&plain, &seconds) == 0.0);
    }
}
