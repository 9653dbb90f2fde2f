//! Speed records: the fastest a boat was over set times and distances, by the published rules of GPS speed sailing
//! (GPS-Speedsurfing basic rules 9.1, GPS Team Challenge, alpha racing), each with where it happened and its error.
//!
//! | module | what |
//! |---|---|
//! | `sailed` | a track as the records read it: way, doubt and poor fixes, running |
//! | `windows` | the fastest stretch over a time or a distance |
//! | `alpha` | out and back through a gate |
//! | `unrest` | how restless positions are, and where they leap |
//! | `doubt` | how well a mean speed is known |
//! | `chance` | by how much a best reads high |
//! | `day` | way of the best day |
//! | `flights` | how much of the sailing a foiler flew |
//!
//! Speed is the smoothed one, which follows the device's Doppler speed where there is one. A stretch never reaches
//! across a gap, and at most one fix in a hundred of it may have failed the gates.

pub mod alpha;
pub mod day;
pub mod doubt;
pub mod flights;
mod position_noise;
mod sailed;
mod selection_bias;
pub mod windows;

use crate::segment::course::Course;
use alpha::fastest_alpha;
use day::{Day, best_day};
use sailed::Sailed;
use selection_bias::selection_bias_mps;
use windows::{fastest_over_distance, fastest_over_time, fastest_runs};

/// A stretch sailed, times in s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    pub start_s: f64,
    pub end_s: f64,
    pub way_m: f64,
    /// What chance adds to it, being the fastest of many that are not known exactly, m/s.
    pub selection_bias_mps: f64,
    /// One standard deviation of its mean speed, m/s.
    pub sd_mps: f64,
}

impl Run {
    /// Mean speed as measured, m/s.
    pub fn mps(&self) -> f64 {
        self.way_m / (self.end_s - self.start_s)
    }

    /// The best guess of the true mean speed, m/s.
    pub fn likely_mps(&self) -> f64 {
        (self.mps() - self.selection_bias_mps).max(0.0)
    }
}

/// All records of one track; none where it is too short, too sparse or too poor.
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
    pub best_day: Option<Day>,
}

/// Longest step between fixes inside a record of seconds or up to 500 m, s: the rules ask for a fix every two seconds.
const LONGEST_STEP_S: f64 = 2.0;
/// ... where the device tells its speed at both: a watch that saves fixes writes one whenever something changes.
const LONGEST_TOLD_STEP_S: f64 = 4.0;
/// How many 10 s runs the 5 × 10 s has.
const RUNS: usize = 5;

/// Finds all records of a track, in time that grows with its length alone.
pub fn find_records(course: &Course) -> Records {
    let sailed = Sailed::new(course);
    let fine = sailed.pieces_without_steps_over(LONGEST_STEP_S, LONGEST_TOLD_STEP_S);
    let whole = &course.track.pieces;
    let tens = fastest_runs(&sailed, &fine, 10.0, RUNS);
    let mut found = Records {
        best_2_s: fastest_over_time(&sailed, &fine, 2.0),
        best_10_s: tens.first().copied(),
        best_5x10_s: if tens.len() == RUNS { tens } else { Vec::new() },
        best_100_m: fastest_over_distance(&sailed, &fine, 100.0),
        best_250_m: fastest_over_distance(&sailed, &fine, 250.0),
        best_500_m: fastest_over_distance(&sailed, &fine, 500.0),
        best_1852_m: fastest_over_distance(&sailed, whole, 1852.0),
        best_half_hour: fastest_over_time(&sailed, whole, 1800.0),
        best_hour: fastest_over_time(&sailed, whole, 3600.0),
        alpha_500: fastest_alpha(&sailed, &fine),
        best_day: best_day(&sailed),
    };
    found.take_off_chance(&|seconds| {
        selection_bias_mps(&sailed, &fine, seconds, sailed.doubt.fading_mps(seconds))
    });
    found
}

impl Records {
    /// Takes what chance adds off the short records. Whoever was so fast over ten seconds was so over two of them.
    fn take_off_chance(&mut self, selection_bias_mps: &dyn Fn(f64) -> f64) {
        let ten = selection_bias_mps(10.0);
        let runs = self.best_5x10_s.iter_mut().chain(&mut self.best_10_s);
        runs.for_each(|run| run.selection_bias_mps = ten);
        take_off(&mut self.best_2_s, self.best_10_s, selection_bias_mps);
        take_off(&mut self.best_500_m, self.best_1852_m, selection_bias_mps);
        take_off(&mut self.best_250_m, self.best_500_m, selection_bias_mps);
        take_off(&mut self.best_100_m, self.best_250_m, selection_bias_mps);
    }
}

/// The same of one record, down to what a longer one leaves.
fn take_off(run: &mut Option<Run>, longer: Option<Run>, selection_bias_mps: &dyn Fn(f64) -> f64) {
    let Some(run) = run else { return };
    let most_mps = longer.map_or(f64::INFINITY, |longer| run.mps() - longer.likely_mps());
    run.selection_bias_mps = selection_bias_mps(run.end_s - run.start_s).min(most_mps.max(0.0));
}
