//! The seconds of a grid and UTC: a time in which no boat was seen is short in the grid, so that its size is that of what was
//! recorded.

/// A boat is seen while her fixes are at most so far apart, s, and for as long or longer: in less nothing is found of her. So is
/// her wind.
/// *guess*
pub(super) const SEEN_S: f64 = 60.0;
/// So much of the time before and after what was seen is in the grid, s: all that is looked at beside a start and an end. *guess*
pub(super) const BESIDE_S: f64 = 300.0;

/// UTC of the seconds of a grid.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clock(Vec<Stretch>);

/// Where the seconds of the grid are those of UTC until the next stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stretch {
    s: f64,
    ms: f64,
}

impl Clock {
    /// The clock of recordings with these times, UTC ms, each rising, and the seconds of its grid; none without times.
    pub(super) fn of(recordings: &[&[f64]]) -> Option<(Self, usize)> {
        let seen = |times: &&[f64]| {
            let mut seen = joined(times.iter().map(|&ms| (ms, ms)), SEEN_S);
            seen.retain(|(start_ms, end_ms)| end_ms - start_ms >= 1000.0 * SEEN_S);
            seen
        };
        let mut all: Vec<(f64, f64)> = recordings.iter().flat_map(seen).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut last_s = 0.0;
        for (start_ms, end_ms) in joined(all.into_iter(), 2.0 * BESIDE_S) {
            let ms = 1000.0 * libm::floor(start_ms / 1000.0);
            let (s, before_s) = if stretches.is_empty() { (0.0, 0.0) } else { (last_s + BESIDE_S, BESIDE_S) };
            stretches.push(Stretch { s, ms: ms - 1000.0 * before_s });
            last_s = s + before_s + (end_ms - ms) / 1000.0;
        }
        // What is shorter has a grid as well, in which nothing is found.
        let first_ms = recordings.iter().filter_map(|times| times.first().copied()).reduce(f64::min)?;
        if stretches.is_empty() {
            stretches.push(Stretch { s: 0.0, ms: 1000.0 * libm::floor(first_ms / 1000.0) });
        }
        first_ms.is_finite().then_some((Self(stretches), last_s as usize + 1))
    }

    /// A clock without unseen times that begins at `ms`.
    #[cfg(test)]
    pub(super) fn from(ms: f64) -> Self {
        Self(vec![Stretch { s: 0.0, ms }])
    }

    /// UTC ms of a time in s from the start of the grid.
    pub(super) fn ms(&self, s: f64) -> f64 {
        let at = self.0.partition_point(|stretch| stretch.s <= s).saturating_sub(1);
        self.0.get(at).map_or(f64::NAN, |stretch| stretch.ms + 1000.0 * (s - stretch.s))
    }

    /// S from the start of the grid of a time in UTC ms.
    pub(super) fn s(&self, ms: f64) -> f64 {
        let next = self.0.partition_point(|stretch| stretch.ms <= ms).max(1);
        let s = self.0.get(next - 1).map_or(f64::NAN, |stretch| stretch.s + (ms - stretch.ms) / 1000.0);
        self.0.get(next).map_or(s, |stretch| s.min(stretch.s))
    }
}

/// Spans of time in order of their start, those joined between which no more than `gap_s` lie.
fn joined(spans: impl Iterator<Item = (f64, f64)>, gap_s: f64) -> Vec<(f64, f64)> {
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (start_ms, end_ms) in spans.filter(|span| span.0.is_finite()) {
        match joined.last_mut().filter(|last| start_ms - last.1 <= 1000.0 * gap_s) {
            Some(last) => last.1 = last.1.max(end_ms),
            None => joined.push((start_ms, end_ms)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_two_boats_have_one_clock_that_leaves_out_the_months_between_them() {
        let month_ms = 30.0 * 86_400_000.0;
        let of = |start_s: f64, end_s: f64, later_ms: f64| -> Vec<f64> {
            let fixes = (end_s - start_s) as u32 / 10;
            (0..=fixes).map(|i| 1e9 + 1000.0 * (start_s + 10.0 * f64::from(i)) + later_ms).collect()
        };
        let one = [of(0.4, 600.4, 0.0), of(0.0, 300.0, month_ms)].concat();
        let other = [of(300.0, 1200.0, 0.0), of(0.4, 100.4, month_ms)].concat();
        let (clock, seconds) = Clock::of(&[&one, &other]).unwrap();
        let later_s = 1200.0 + 2.0 * BESIDE_S;
        assert_eq!(seconds as f64, later_s + 301.0);
        let ends = |times: &[f64]| [times[0], times[times.len() - 1]].map(|ms| clock.s(ms));
        assert_eq!((ends(&one), ends(&other)), ([0.4, later_s + 300.0], [300.0, later_s + 100.4]));
        for ms in one.into_iter().chain(other) {
            assert!((clock.ms(clock.s(ms)) - ms).abs() < 1e-3);
        }
        assert_eq!(clock.s(1e9 + 0.5 * month_ms), later_s - BESIDE_S, "while nobody is seen");
        assert_eq!(clock.s(1e9 + month_ms - 6e4), later_s - 60.0);
        assert_eq!(clock.s(1e9 - 6e4), -60.0);
    }

    #[test]
    fn single_fixes_of_a_year_are_no_grid_of_a_year() {
        let daily: Vec<f64> = (0..365).map(|day| 1e12 + 8.64e7 * f64::from(day)).collect();
        assert_eq!(Clock::of(&[&daily]).unwrap().1, 1);
        assert_eq!(Clock::of(&[&[]]), None);
    }
}
