//! Records where the fixes are far apart: means of the straight lines from fix to fix, between two fixes (docs/algorithms.md,
//! section 10). A boat sails at least that far, so that they are lower bounds; nothing is interpolated.

use crate::angle::hypot;
use crate::geo::distance_m;
use crate::motion::sparse::POSITION_SD_M;
use crate::records::day::{COUNTED_MPS, DAY_S, Day, by_other_clocks, zone_s};
use crate::records::{Records, Run, made_good};
use crate::segment::course::Course;

/// A record over a duration or a distance is the mean between two fixes that are this share of it apart. *guess*: less
/// than one interval may be missing, and the mean over a longer stretch is a lower bound.
const MIN_SHARE: f64 = 0.98;
const MAX_SHARE: f64 = 1.5;

/// Standard deviation of what a boat sails more than the line between two fixes because she weaves between them, as a share
/// of the line. *measured* with `npm run truth` (group sparse): lines are 0.4 to 3.6 % shorter.
const WEAVE_SHARE: f64 = 0.02;
/// Standard deviation of a way by the positions of its ends, m.
const ENDS_SD_M: f64 = std::f64::consts::SQRT_2 * POSITION_SD_M;

/// Interval above which speeds that no device recorded are those of the lines between fixes, and shortest such line, s.
/// *measured* on real tracks of 13 boats thinned to 3, 4, 6, 9, 15 and 24 s: lines are 0, 0, 1, 4, 6 and 9 % below the best 2 s
/// of all fixes, smoothed speeds at 4 to 15 s 6 % above.
const MIN_LINE_S: f64 = 2.5;

/// True where records and the top speed are those of the lines from fix to fix.
pub fn is_by_lines(course: &Course) -> bool {
    let track = course.track;
    track.is_sparse() || track.median_dt_s > MIN_LINE_S && course.motion.device_mps(track).is_none()
}

/// The records that fixes this far apart determine: over a mile, half an hour, an hour and a day; none of seconds.
pub(super) fn records_by_lines(course: &Course) -> Records {
    let lines = Lines::of(course);
    let time = |i: usize| course.time_s[i];
    let way = |i: usize| lines.way_m[i];
    Records {
        best_1852_m: lines.fastest(1852.0, way),
        best_half_hour: lines.fastest(1800.0, time),
        best_hour: lines.fastest(3600.0, time),
        best_day: lines.best_day(zone_s(course)),
        best_day_by_clock: by_other_clocks(course, |zone_s| lines.best_day(zone_s)),
        two_minutes_sd_mps: hypot(ENDS_SD_M / made_good::SECONDS, WEAVE_SHARE * course.pace_mps),
        ..Records::default()
    }
}

/// The fastest line from fix to fix, or over several fixes sent in quick succession: a lower bound of the top speed; none
/// where no piece has three fixes.
pub fn fastest_line(course: &Course) -> Option<Run> {
    let lines = Lines::of(course);
    let t = &course.time_s;
    let line_to = |start: usize, to: usize| {
        let from = (start..to).rev().find(|&i| t[to] - t[i] >= MIN_LINE_S)?;
        Some(lines.run(from, to))
    };
    let all = lines.pieces().flat_map(|p| (p.start + 1..p.end).filter_map(move |to| line_to(p.start, to)));
    all.max_by(|a, b| a.mps().total_cmp(&b.mps()))
}

/// The straight lines from fix to fix.
struct Lines<'a> {
    course: &'a Course<'a>,
    /// Length of the lines from the start of the piece to each fix, m.
    way_m: Vec<f64>,
    /// Sum up to and including each fix of the ways that the line past it would cut off, m: half of what the two lines
    /// beside it are longer than the line between their other ends.
    cut_m: Vec<f64>,
}

impl<'a> Lines<'a> {
    fn of(course: &'a Course<'a>) -> Self {
        let (t, sog) = (&course.time_s, &course.motion.sog_mps);
        let motion = course.motion;
        let place = |i: usize| course.track.planes.to_deg(i, motion.east_m[i], motion.north_m[i]);
        let line_m = |i: usize, j: usize| {
            let (a, b) = (place(i), place(j));
            distance_m(a.0, a.1, b.0, b.1)
        };
        let (mut way_m, mut cut_m) = (vec![0.0; t.len()], vec![0.0; t.len()]);
        for piece in &course.track.pieces {
            for i in piece.start + 1..piece.end {
                // The displacements of a sparse track pass over fixes in quick succession.
                let is_sparse = course.track.is_sparse();
                let step_m = if is_sparse { sog[i] * (t[i] - t[i - 1]) } else { line_m(i - 1, i) };
                way_m[i] = way_m[i - 1] + step_m;
            }
            for i in piece.start + 1..piece.end {
                let beside =
                    if i + 1 < piece.end { way_m[i + 1] - way_m[i - 1] - line_m(i - 1, i + 1) } else { 0.0 };
                cut_m[i] = cut_m[i - 1] + 0.5 * beside.max(0.0);
            }
        }
        Self { course, way_m, cut_m }
    }

    /// The fastest run between two fixes that are `size` apart in a quantity that rises along a piece.
    fn fastest(&self, size: f64, at: impl Fn(usize) -> f64) -> Option<Run> {
        let mut best: Option<Run> = None;
        for piece in self.pieces() {
            let mut to = piece.start;
            for from in piece.clone() {
                while to < piece.end && at(to) - at(from) < MIN_SHARE * size {
                    to += 1;
                }
                if to < piece.end && at(to) - at(from) <= MAX_SHARE * size {
                    let run = self.run(from, to);
                    if best.is_none_or(|b| run.mps() > b.mps()) {
                        best = Some(run);
                    }
                }
            }
        }
        best
    }

    /// The pieces of at least three fixes: with two there is no telling how much the line between them cuts off.
    fn pieces(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.course.track.pieces.iter().filter(|piece| piece.len() > 2).cloned()
    }

    /// The run between two fixes of a piece.
    fn run(&self, from: usize, to: usize) -> Run {
        let (start_s, end_s) = (self.course.time_s[from], self.course.time_s[to]);
        let sd_mps = self.sd_m(from, to) / (end_s - start_s);
        Run { start_s, end_s, way_m: self.way_m[to] - self.way_m[from], selection_bias_mps: 0.0, sd_mps }
    }

    /// Standard deviation of the way between two fixes, m: of their positions, what the boat weaves, and what the lines cut
    /// off. Every second fix cuts off about twice as much as every fix, so that the difference is an estimate of it; a fix at an end counts
    /// half.
    fn sd_m(&self, from: usize, to: usize) -> f64 {
        let at =
            |i: usize| i.checked_sub(1).map_or(0.0, |before| (self.cut_m[i] - self.cut_m[before]).max(0.0));
        let inside = self.cut_m[to] - self.cut_m[from];
        let cut_m = inside + 0.5 * (at(from) - at(to));
        let weave_m = WEAVE_SHARE * (self.way_m[to] - self.way_m[from]);
        hypot(ENDS_SD_M, hypot(cut_m.max(0.0), weave_m))
    }

    /// The day with the largest distance in steps of at least 5 kn; a step across midnight is divided in proportion.
    fn best_day(&self, zone_s: f64) -> Option<Day> {
        let t = &self.course.time_s;
        let day_of = |t_s: f64| libm::floor((self.course.ms(t_s) / 1000.0 + zone_s) / DAY_S);
        let midnight_s = |day: f64| (day * DAY_S - zone_s) - self.course.ms(0.0) / 1000.0;
        let mut days: Vec<(f64, Counted)> = Vec::new();
        for piece in self.pieces() {
            for i in piece.start + 1..piece.end {
                let (mut from_s, end_s) = (t[i - 1], t[i]);
                if self.way_m[i] - self.way_m[i - 1] < COUNTED_MPS * (end_s - from_s) {
                    continue;
                }
                while from_s < end_s {
                    let day = day_of(from_s);
                    let to_s = end_s.min(midnight_s(day + 1.0)).max(from_s + 1e-3);
                    if days.last().is_none_or(|d| d.0 != day) {
                        days.push((day, Counted { start_s: from_s, ..Counted::default() }));
                    }
                    if let Some((_, counted)) = days.last_mut() {
                        let share = (to_s - from_s) / (t[i] - t[i - 1]);
                        counted.end_s = to_s.min(end_s);
                        counted.seconds += to_s - from_s;
                        counted.way_m += share * (self.way_m[i] - self.way_m[i - 1]);
                        let sd_m = self.sd_m(i - 1, i);
                        counted.variance_m2 += share * (sd_m * sd_m);
                    }
                    from_s = to_s;
                }
            }
        }
        let best = days.into_iter().map(|d| d.1).reduce(|a, b| if b.way_m > a.way_m { b } else { a })?;
        let sd_mps = f64::sqrt(best.variance_m2) / best.seconds;
        let Counted { start_s, end_s, way_m, seconds, .. } = best;
        Some(Day { run: Run { start_s, end_s, way_m, selection_bias_mps: 0.0, sd_mps }, counted_s: seconds })
    }
}

/// What counts of one day.
#[derive(Default)]
struct Counted {
    start_s: f64,
    end_s: f64,
    way_m: f64,
    seconds: f64,
    variance_m2: f64,
}
