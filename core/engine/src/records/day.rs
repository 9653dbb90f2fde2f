//! Distance of the best day (docs/algorithms.md, section 10).

use crate::records::Run;
use crate::records::sailed::Sailed;
use crate::segment::course::Course;
use crate::units::MPS_PER_KNOT;

/// Least speed that counts, m/s: 5 kn. *from* the rules of GPS-Speedsurfing.
pub(super) const COUNTED_MPS: f64 = 5.0 * MPS_PER_KNOT;
pub(super) const DAY_S: f64 = 86_400.0;
const DEG_PER_HOUR: f64 = 15.0;

/// Distance of one day at 5 kn and more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// First and last instant counted, distance, and standard deviation of the mean speed.
    pub run: Run,
    /// Time at 5 kn and more, s.
    pub counted_s: f64,
}

impl Day {
    /// Standard deviation of the distance, m.
    pub fn sd_m(&self) -> f64 {
        self.run.sd_mps * self.counted_s
    }
}

/// The day with the largest distance, days of a clock that is ahead of UTC by `zone_s`; none without any distance.
pub(super) fn best_day(sailed: &Sailed, zone_s: f64) -> Option<Day> {
    let course = sailed.course;
    let (t, sog) = (&course.time_s, &sailed.mps);
    let day_of = |i: usize| libm::floor((course.ms(t[i]) / 1000.0 + zone_s) / DAY_S);
    let mut days: Vec<(f64, Counted)> = Vec::new();
    for piece in &course.track.pieces {
        for i in piece.start + 1..piece.end {
            if 0.5 * (sog[i] + sog[i - 1]) < COUNTED_MPS {
                continue;
            }
            let day = day_of(i);
            if days.last().is_none_or(|d| d.0 != day) {
                days.push((day, Counted { first: i - 1, ..Counted::default() }));
            }
            if let Some((_, counted)) = days.last_mut() {
                counted.last = i;
                counted.way_m += sailed.way_m[i] - sailed.way_m[i - 1];
                counted.seconds += t[i] - t[i - 1];
            }
        }
    }
    let best = days.into_iter().map(|d| d.1).reduce(|a, b| if b.way_m > a.way_m { b } else { a })?;
    let fixes = best.first..best.last + 1;
    let counted = sailed.run(0.0, best.seconds, best.way_m, &fixes);
    let run = Run { start_s: t[best.first], end_s: t[best.last], ..counted };
    Some(Day { run, counted_s: best.seconds })
}

/// Clocks on land differ by at most this much from the nautical time zone, apart from whole days, and by multiples of so much,
/// min. *from* the IANA time zones of today.
const MAX_CLOCK_MIN: f64 = 180.0;
const CLOCK_STEP_MIN: f64 = 15.0;

/// The best day by the clocks that may be in use where the track begins, other than the nautical time zone: minutes ahead of
/// UTC, and the day. Empty where it is midnight by none of them while the track lasts, so that the day is the same by all.
pub(super) fn by_other_clocks(
    course: &Course,
    best_day: impl Fn(f64) -> Option<Day>,
) -> Vec<(f64, Option<Day>)> {
    let nautical_min = zone_s(course) / 60.0;
    let day = |s: f64, clock_min: f64| libm::floor((course.ms(s) / 1000.0 + 60.0 * clock_min) / DAY_S);
    let last_s = course.time_s.last().copied().unwrap_or(0.0);
    if day(0.0, nautical_min - MAX_CLOCK_MIN) == day(last_s, nautical_min + MAX_CLOCK_MIN) {
        return Vec::new();
    }
    let steps = (MAX_CLOCK_MIN / CLOCK_STEP_MIN) as i32;
    let others = (-steps..=steps).filter(|step| *step != 0);
    let clocks = others.map(|step| nautical_min + CLOCK_STEP_MIN * f64::from(step));
    clocks.map(|clock_min| (clock_min, best_day(60.0 * clock_min))).collect()
}

/// Offset of the nautical time zone of the first fix from UTC, s.
pub(super) fn zone_s(course: &Course) -> f64 {
    libm::round(course.track.planes.first().lon_deg / DEG_PER_HOUR) * 3600.0
}

#[derive(Default)]
struct Counted {
    first: usize,
    last: usize,
    way_m: f64,
    seconds: f64,
}
