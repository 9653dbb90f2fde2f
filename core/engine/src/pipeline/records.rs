//! Speed records and flights in the outward form.

use crate::api::{DayByClock, DistanceRecord, Flight, Foiling, Records, RunsRecord, SpeedRecord};
use crate::pipeline::outward::{instant, range};
use crate::records::day::Day;
use crate::records::flights::{self, MIN_FLIGHT_S};
use crate::records::made_good::MadeGood;
use crate::records::{self, Run};
use crate::segment::course::Course;
use crate::units::kn_from_mps;

/// All records of a track.
pub(crate) fn records(course: &Course, found: &records::Records, made_good: &MadeGood) -> Records {
    let one = |run: &Option<Run>| run.as_ref().map(|r| speed(course, r));
    Records {
        best_2_s: one(&found.best_2_s),
        best_10_s: one(&found.best_10_s),
        best_5x10_s: runs(course, &found.best_5x10_s),
        best_100_m: one(&found.best_100_m),
        best_250_m: one(&found.best_250_m),
        best_500_m: one(&found.best_500_m),
        best_1852_m: one(&found.best_1852_m),
        best_half_hour: one(&found.best_half_hour),
        best_hour: one(&found.best_hour),
        alpha_500: one(&found.alpha_500),
        vmg_up_2_min: one(&made_good.up),
        vmg_down_2_min: one(&made_good.down),
        best_day: found.best_day.as_ref().map(|d| day(course, d)),
        best_day_by_clock: found
            .best_day_by_clock
            .iter()
            .map(|(utc_offset_min, best)| DayByClock {
                utc_offset_min: *utc_offset_min,
                best_day: best.as_ref().map(|d| day(course, d)),
            })
            .collect(),
    }
}

fn speed(course: &Course, run: &Run) -> SpeedRecord {
    let fixes = range(course, run.start_s, run.end_s);
    SpeedRecord {
        speed_kn: kn_from_mps(run.likely_mps()),
        error_kn: kn_from_mps(run.sd_mps),
        distance_m: run.way_m,
        duration_s: run.end_s - run.start_s,
        start_time: instant(course, run.start_s),
        end_time: instant(course, run.end_s),
        start: fixes.start as u32,
        end: fixes.end as u32,
    }
}

/// Mean of runs that do not overlap, so that their errors are independent; none without a run.
fn runs(course: &Course, runs: &[Run]) -> Option<RunsRecord> {
    let n = runs.len() as f64;
    let mps = runs.iter().map(Run::likely_mps).sum::<f64>() / n;
    let sd_mps = f64::sqrt(runs.iter().map(|r| r.sd_mps * r.sd_mps).sum()) / n;
    (!runs.is_empty()).then(|| RunsRecord {
        speed_kn: kn_from_mps(mps),
        error_kn: kn_from_mps(sd_mps),
        runs: runs.iter().map(|r| speed(course, r)).collect(),
    })
}

fn day(course: &Course, day: &Day) -> DistanceRecord {
    let fixes = range(course, day.run.start_s, day.run.end_s);
    DistanceRecord {
        distance_m: day.run.way_m,
        error_m: day.sd_m(),
        duration_s: day.counted_s,
        start_time: instant(course, day.run.start_s),
        end_time: instant(course, day.run.end_s),
        start: fixes.start as u32,
        end: fixes.end as u32,
    }
}

/// The flights of a session.
pub(crate) fn foiling(course: &Course, found: &flights::Foiling) -> Foiling {
    Foiling {
        take_off_kn: kn_from_mps(found.take_off_mps),
        touch_down_kn: kn_from_mps(found.touch_down_mps),
        shortest_s: MIN_FLIGHT_S,
        sailing_s: found.sailing_s,
        foiling_s: found.foiling_s(),
        share_pct: found.share().map(|s| 100.0 * s),
        longest_s: found.flights.iter().map(flights::Flight::lasted_s).reduce(f64::max),
        flights: found.flights.iter().map(|f| flight(course, f)).collect(),
    }
}

fn flight(course: &Course, f: &flights::Flight) -> Flight {
    let fixes = range(course, f.take_off_s, f.touch_down_s);
    let distance_m = course.way_m(f.take_off_s, f.touch_down_s).unwrap_or(0.0);
    Flight {
        start_time: instant(course, f.take_off_s),
        end_time: instant(course, f.touch_down_s),
        start: fixes.start as u32,
        end: fixes.end as u32,
        duration_s: f.lasted_s(),
        distance_m,
        speed_kn: kn_from_mps(distance_m / f.lasted_s()),
    }
}
