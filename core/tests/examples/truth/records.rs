//! Speed records compared with the true mean speed over the same stretch. They need neither wind nor turns, so only
//! cleaning and smoothing are run.

use leebow_engine::clean::clean;
use leebow_engine::motion::smooth;
use leebow_engine::records::{Records, Run, find_records};
use leebow_engine::segment::course::Course;
use leebow_engine::stats::quantile::median;
use leebow_engine::units::kn_from_mps;
use leebow_simulator::{DeviceColumns, Scenario, Simulation, simulate};

use crate::evaluation::{Deviation, Z_90, share_in_interval};
use crate::parallel::map_parallel;
use crate::sessions::{Condition, RACES_AND_RIDES, Session, sessions, sessions_from};
use crate::table::Limit::{AtMost, Between};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Names of the records that are measured.
const NAMES: [&str; 6] = ["2 s", "10 s", "100 m", "250 m", "500 m", "half hour"];

/// Deviations of the records of one session, each with the index of its name in [`NAMES`], kn.
struct Evaluated {
    session: Session,
    writes: DeviceColumns,
    deviations: Vec<(usize, Deviation)>,
}

fn chosen(records: &Records) -> [Option<Run>; NAMES.len()] {
    [
        records.best_2_s,
        records.best_10_s,
        records.best_100_m,
        records.best_250_m,
        records.best_500_m,
        records.best_half_hour,
    ]
}

/// The rows of the table, with at most `max_seeds` seeds per class.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let timed = |c: &&Condition| c.scenario == Scenario::WindwardLeeward && c.rate_hz >= 1.0;
    let conditions: Vec<Condition> = RACES_AND_RIDES.iter().filter(timed).copied().collect();
    let all: Vec<Session> = DATA_SETS.iter().flat_map(|&set| sessions(&conditions, set, max_seeds)).collect();
    let evaluated = evaluate_all(&all);
    let mut rows: Vec<Row> =
        NAMES.iter().enumerate().flat_map(|(i, name)| rows_of(&evaluated, i, name)).collect();
    rows.push(median_error(&evaluated));
    rows
}

/// What a device records, and its name in the table.
const DEVICES: [(DeviceColumns, &str); 3] = [
    (DeviceColumns::SpeedAndCourse, "Doppler"),
    (DeviceColumns::Speed, "speed without a course"),
    (DeviceColumns::PositionsAlone, "positions alone"),
];

/// One row for each kind of device.
fn rows_of(evaluated: &[Evaluated], which: usize, name: &str) -> [Row; DEVICES.len()] {
    DEVICES.map(|(writes, by)| {
        let of = |set: DataSet| {
            let own = evaluated.iter().filter(|e| e.session.data_set == set && e.writes == writes);
            let of_record = |e: &Evaluated| -> Vec<Deviation> {
                e.deviations.iter().filter(|d| d.0 == which).map(|d| d.1).collect()
            };
            share_and_median(&own.flat_map(of_record).collect::<Vec<_>>())
        };
        row(
            (&format!("record over {name}, {by}, in its 90 % interval"), " %", 0),
            [Between(80.0, 97.0), Between(86.0, 94.0)],
            DATA_SETS.map(of),
        )
    })
}

/// Share of the intervals that contain the truth; the note has the median error.
fn share_and_median(deviations: &[Deviation]) -> Measured {
    let mut errors: Vec<f64> = deviations.iter().map(|d| d.error).collect();
    let note = format!("of {}, median {:+.2} kn", deviations.len(), median(&mut errors).unwrap_or(f64::NAN));
    Measured { note, ..share_in_interval(deviations) }
}

/// Median error of the record over 2 s: the maximum of noisy values is biased upwards, and the correction should leave
/// no bias in the median.
fn median_error(evaluated: &[Evaluated]) -> Row {
    let of = |set: DataSet| {
        let own = evaluated.iter().filter(|e| e.session.data_set == set).flat_map(|e| &e.deviations);
        let mut errors: Vec<f64> = own.filter(|d| d.0 == 0).map(|d| d.1.error).collect();
        let note = format!("of {}", errors.len());
        median(&mut errors).map_or(Measured::absent(note.clone()), |m| Measured::new(m.abs(), note))
    };
    row(("record over 2 s, median error", " kn", 2), [AtMost(0.2), AtMost(0.1)], DATA_SETS.map(of))
}

/// Evaluates every session as its device records it, and those with Doppler a second time without the course.
fn evaluate_all(all: &[Session]) -> Vec<Evaluated> {
    let recorded: Vec<(Session, DeviceColumns)> = all.iter().flat_map(recordings).collect();
    let evaluated = map_parallel("records", &recorded, |(session, writes)| {
        let deviations = evaluate(session, *writes)?.into_iter().map(|d| (d.0, d.1)).collect();
        Some(Evaluated { session: *session, writes: *writes, deviations })
    });
    evaluated.into_iter().flatten().collect()
}

fn recordings(session: &Session) -> Vec<(Session, DeviceColumns)> {
    let own = session.writes();
    let without_course = (own == DeviceColumns::SpeedAndCourse).then_some(DeviceColumns::Speed);
    [Some(own), without_course].into_iter().flatten().map(|writes| (*session, writes)).collect()
}

/// The records of a session: index of the name, deviation from the truth, and the record.
fn evaluate(session: &Session, writes: DeviceColumns) -> Option<Vec<(usize, Deviation, Run)>> {
    let simulation = simulate(&session.spec()).ok()?;
    let mut recording = simulation.recording(writes);
    let track = clean(&mut recording, session.class).ok()?;
    let motion = smooth(&track, session.class);
    let course = Course::new(&track, &motion);
    let first_fix_s = (track.columns.time_ms.first()? - simulation.spec.start_time_ms) / 1000.0;
    let own = chosen(&find_records(&course)).into_iter().enumerate();
    Some(own.filter_map(|(i, run)| Some((i, deviation(&simulation, &run?, first_fix_s)?, run?))).collect())
}

/// Record minus true mean speed over the same stretch, kn. `first_fix_s` is the time of the first fix since the start of
/// the simulation; the path has 20 moments a second.
fn deviation(simulation: &Simulation, run: &Run, first_fix_s: f64) -> Option<Deviation> {
    let at = |t: f64| ((t + first_fix_s) * 20.0).round() as usize;
    let path = simulation.path.get(at(run.start_s)..at(run.end_s))?;
    let mean = path.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).sum::<f64>() / path.len() as f64;
    let error_mps = run.likely_mps() - mean;
    Some(Deviation { error: kn_from_mps(error_mps), in_interval: error_mps.abs() <= Z_90 * run.sd_mps })
}

/// Prints one tab-separated line per session and record: `-- --records [SEEDS] [FIRST SEED] [CONDITION]`.
pub fn print(args: &[String]) {
    let words: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let number = |at: usize| words.get(at).and_then(|a| a.parse::<u64>().ok());
    let (seeds, first) = (number(0).unwrap_or(4), number(1).unwrap_or(1));
    let only = words.get(2).map_or("", |a| a.as_str());
    let mut all = sessions_from(RACES_AND_RIDES, first, seeds);
    all.retain(|s| s.name().contains(only));
    println!("class\tseed\thz\twrites\tdrift_m\trecord\tstart_s\tduration_s\tspeed_kn\terror_kn\tsd_kn");
    let all: Vec<(Session, DeviceColumns)> = all.iter().flat_map(recordings).collect();
    let lines =
        map_parallel("records", &all, |(s, writes)| (s.spec(), evaluate(s, *writes).unwrap_or_default()));
    for ((session, writes), (spec, records)) in all.iter().zip(lines) {
        for (i, deviation, run) in records {
            println!(
                "{}\t{}\t{}\t{:?}\t{}\t{}\t{:.1}\t{:.1}\t{:.3}\t{:.4}\t{:.4}",
                session.class.name,
                session.seed,
                spec.rate_hz,
                writes,
                spec.noise.drift_m,
                NAMES[i],
                run.start_s,
                run.end_s - run.start_s,
                kn_from_mps(run.likely_mps()),
                deviation.error,
                kn_from_mps(run.sd_mps)
            );
        }
    }
}
