//! Speed records: the fastest a boat was over set times and distances, by the published rules of GPS speed sailing
//! (GPS-Speedsurfing basic rules 9.1, GPS Team Challenge, alpha racing), each with where it happened and its error.
//!
//! | module | what |
//! |---|---|
//! | `sailed` | cumulative distance, variance and rejected fixes of a track |
//! | `windows` | fastest run over a duration or a distance |
//! | `alpha` | alpha racing: out and back through a gate |
//! | `position_noise` | noise of positions from fix to fix, and jumps |
//! | `uncertainty` | standard deviation of mean speeds |
//! | `selection_bias` | expected excess of the fastest run over its true speed |
//! | `made_good` | greatest speeds made good to windward and to leeward |
//! | `day` | distance of the best day |
//! | `flights` | flights of a foiling boat |
//! | `lines` | records where the fixes are far apart |
//!
//! Speed is the smoothed one, which follows the device's Doppler speed where there is one. A run never spans a gap, and
//! at most one in a hundred of its fixes may have failed the gates. Method and constants: docs/algorithms.md, section 10.

pub mod alpha;
pub mod day;
pub mod flights;
pub mod lines;
pub mod made_good;
mod position_noise;
mod sailed;
mod selection_bias;
pub mod uncertainty;
pub mod windows;

use crate::segment::course::Course;
use alpha::fastest_alpha;
use day::{Day, best_day, by_other_clocks, zone_s};
use sailed::Sailed;
use selection_bias::selection_bias_mps;
use windows::{fastest_over_distance, fastest_over_time, fastest_runs};

/// A run: an interval of a track, times in s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    pub start_s: f64,
    pub end_s: f64,
    /// Distance sailed, m.
    pub way_m: f64,
    /// Expected excess of the measured over the true mean speed because the fastest of many was selected, m/s, ≥ 0.
    pub selection_bias_mps: f64,
    /// Standard deviation of its mean speed, m/s.
    pub sd_mps: f64,
}

impl Run {
    /// Mean speed as measured, m/s.
    pub fn mps(&self) -> f64 {
        self.way_m / (self.end_s - self.start_s)
    }

    /// Mean speed corrected for selection bias, m/s.
    pub fn likely_mps(&self) -> f64 {
        (self.mps() - self.selection_bias_mps).max(0.0)
    }
}

/// All records of one track; none where the track is too short, too sparse or of too low quality.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    pub best_2_s: Option<Run>,
    pub best_10_s: Option<Run>,
    /// Five 10 s runs that do not overlap, the fastest first; empty with fewer.
    pub best_5x10_s: Vec<Run>,
    pub best_100_m: Option<Run>,
    pub best_250_m: Option<Run>,
    pub best_500_m: Option<Run>,
    pub best_1852_m: Option<Run>,
    pub best_half_hour: Option<Run>,
    pub best_hour: Option<Run>,
    pub alpha_500: Option<Run>,
    /// Days of the nautical time zone of the first fix.
    pub best_day: Option<Day>,
    /// The same by other clocks: minutes ahead of UTC, and the day.
    pub best_day_by_clock: Vec<(f64, Option<Day>)>,
    /// Standard deviation of a mean speed over two minutes, m/s.
    pub two_minutes_sd_mps: f64,
}

/// Longest interval between fixes inside records of seconds or up to 500 m, s. *from* the GPS-Speedsurfing rules: one
/// fix every two seconds.
const MAX_INTERVAL_S: f64 = 2.0;
/// The same where the device recorded its speed at both fixes: watches with smart recording write a fix whenever
/// something changes. *guess*
const MAX_DOPPLER_INTERVAL_S: f64 = 4.0;
/// Number of runs of the 5 × 10 s record.
const RUN_COUNT: usize = 5;

/// Finds all records of a track in time linear in its length.
pub fn find_records(course: &Course) -> Records {
    if lines::is_by_lines(course) {
        return lines::records_by_lines(course);
    }
    let sailed = Sailed::new(course);
    let fine = sailed.pieces_with_intervals_up_to(MAX_INTERVAL_S, MAX_DOPPLER_INTERVAL_S);
    let whole = &course.track.pieces;
    let tens = fastest_runs(&sailed, &fine, 10.0, RUN_COUNT);
    let mut found = Records {
        best_2_s: fastest_over_time(&sailed, &fine, 2.0),
        best_10_s: tens.first().copied(),
        best_5x10_s: if tens.len() == RUN_COUNT { tens } else { Vec::new() },
        best_100_m: fastest_over_distance(&sailed, &fine, 100.0),
        best_250_m: fastest_over_distance(&sailed, &fine, 250.0),
        best_500_m: fastest_over_distance(&sailed, &fine, 500.0),
        best_1852_m: fastest_over_distance(&sailed, whole, 1852.0),
        best_half_hour: fastest_over_time(&sailed, whole, 1800.0),
        best_hour: fastest_over_time(&sailed, whole, 3600.0),
        alpha_500: fastest_alpha(&sailed, &fine),
        best_day: best_day(&sailed, zone_s(course)),
        best_day_by_clock: by_other_clocks(course, |zone_s| best_day(&sailed, zone_s)),
        two_minutes_sd_mps: sailed.uncertainty.mean_sd_mps(made_good::SECONDS, 1.0),
    };
    found.set_selection_bias(&|seconds| {
        selection_bias_mps(&sailed, &fine, seconds, sailed.uncertainty.random_sd_mps(seconds))
    });
    found
}

impl Records {
    /// Sets the selection bias of the short records; a corrected record is never slower than a longer one.
    fn set_selection_bias(&mut self, selection_bias_mps: &dyn Fn(f64) -> f64) {
        let ten = selection_bias_mps(10.0);
        let runs = self.best_5x10_s.iter_mut().chain(&mut self.best_10_s);
        runs.for_each(|run| run.selection_bias_mps = ten);
        set_bias(&mut self.best_2_s, self.best_10_s, selection_bias_mps);
        set_bias(&mut self.best_500_m, self.best_1852_m, selection_bias_mps);
        set_bias(&mut self.best_250_m, self.best_500_m, selection_bias_mps);
        set_bias(&mut self.best_100_m, self.best_250_m, selection_bias_mps);
    }
}

/// Sets the selection bias of one record, at most its margin over the corrected longer one.
fn set_bias(run: &mut Option<Run>, longer: Option<Run>, selection_bias_mps: &dyn Fn(f64) -> f64) {
    let Some(run) = run else { return };
    let max_bias_mps = longer.map_or(f64::INFINITY, |longer| run.mps() - longer.likely_mps());
    run.selection_bias_mps = selection_bias_mps(run.end_s - run.start_s).min(max_bias_mps.max(0.0));
}
