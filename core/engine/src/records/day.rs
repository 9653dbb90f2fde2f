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

/// The day with the largest distance, days in the nautical time zone of the first fix; none without any distance.
pub(super) fn best_day(sailed: &Sailed) -> Option<Day> {
    let course = sailed.course;
    let (t, sog) = (&course.time_s, &sailed.mps);
    let zone_s = zone_s(course);
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
