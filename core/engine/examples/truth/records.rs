//! Speed records and their errors against the true way over the same stretch. Wind and turns have no part in them, so
//! that many sessions cost little.

use leebow_engine::clean::clean;
use leebow_engine::motion::smooth;
use leebow_engine::records::{Records, Run, find_records};
use leebow_engine::segment::course::Course;
use leebow_engine::simulate::{Scenario, Simulation, Writes, simulate};
use leebow_engine::stats::quantile::median;
use leebow_engine::units::kn_from_mps;

use crate::cores::each;
use crate::judge::{NINETY, Off};
use crate::sessions::{Condition, SAILED, Session, sessions, sessions_from};
use crate::simulated::inside;
use crate::table::Limit::{AtMost, Between};
use crate::table::{Bar, HALVES, Half, Measured, Row};

/// The records that are held against the truth.
const NAMES: [&str; 6] = ["2 s", "10 s", "100 m", "250 m", "500 m", "half hour"];

/// The records of one session, by the number of the name, kn.
struct Judged {
    session: Session,
    writes: Writes,
    offs: Vec<(usize, Off)>,
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

pub fn rows(most: u64) -> Vec<Row> {
    let timed = |c: &&Condition| c.scenario == Scenario::WindwardLeeward && c.rate_hz >= 1.0;
    let conditions: Vec<Condition> = SAILED.iter().filter(timed).copied().collect();
    let all: Vec<Session> = HALVES.iter().flat_map(|&half| sessions(&conditions, half, most)).collect();
    let judged = judge_all(&all);
    let mut rows: Vec<Row> =
        NAMES.iter().enumerate().flat_map(|(i, name)| rows_of(&judged, i, name)).collect();
    rows.push(middle(&judged));
    rows
}

/// What a device may write, and how it is called.
const DEVICES: [(Writes, &str); 3] = [
    (Writes::SpeedAndCourse, "Doppler"),
    (Writes::Speed, "speed without a course"),
    (Writes::PositionsAlone, "positions alone"),
];

/// One row for each kind of device.
fn rows_of(judged: &[Judged], which: usize, name: &str) -> [Row; DEVICES.len()] {
    DEVICES.map(|(writes, by)| {
        let of = |half: Half| {
            let own = judged.iter().filter(|j| j.session.half == half && j.writes == writes);
            told(&own.flat_map(|j| j.offs.iter().filter(|o| o.0 == which).map(|o| o.1)).collect::<Vec<_>>())
        };
        Row::Bar(Bar {
            name: format!("record over {name}, {by}, in its 90 % interval"),
            unit: " %",
            decimals: 0,
            must: Between(80.0, 97.0),
            reach: Between(86.0, 94.0),
            measured: HALVES.map(of),
        })
    })
}

fn told(offs: &[Off]) -> Measured {
    let mut by: Vec<f64> = offs.iter().map(|o| o.by).collect();
    let note = format!("of {}, middle {:+.2} kn", offs.len(), median(&mut by).unwrap_or(f64::NAN));
    Measured { note, ..inside(offs) }
}

/// A best of many noisy seconds is seldom the truth; what is told of it should be right in the middle.
fn middle(judged: &[Judged]) -> Row {
    let of = |half: Half| {
        let own = judged.iter().filter(|j| j.session.half == half).flat_map(|j| &j.offs);
        let mut by: Vec<f64> = own.filter(|o| o.0 == 0).map(|o| o.1.by).collect();
        let note = format!("of {}", by.len());
        median(&mut by).map_or(Measured::absent(note.clone()), |m| Measured::new(m.abs(), note))
    };
    Row::Bar(Bar {
        name: "record over 2 s, middle error".to_string(),
        unit: " kn",
        decimals: 2,
        must: AtMost(0.2),
        reach: AtMost(0.1),
        measured: HALVES.map(of),
    })
}

/// Every session as its device records it, and those with Doppler once more as a watch that writes no course.
fn judge_all(all: &[Session]) -> Vec<Judged> {
    let recorded: Vec<(Session, Writes)> = all.iter().flat_map(recordings).collect();
    let judged = each("records", &recorded, |(session, writes)| {
        let offs = judge(session, *writes)?.into_iter().map(|o| (o.0, o.1)).collect();
        Some(Judged { session: *session, writes: *writes, offs })
    });
    judged.into_iter().flatten().collect()
}

fn recordings(session: &Session) -> Vec<(Session, Writes)> {
    let own = session.writes();
    let once_more = (own == Writes::SpeedAndCourse).then_some(Writes::Speed);
    [Some(own), once_more].into_iter().flatten().map(|writes| (*session, writes)).collect()
}

/// The number of the name, how far off, and the record itself.
fn judge(session: &Session, writes: Writes) -> Option<Vec<(usize, Off, Run)>> {
    let sailed = simulate(&session.spec()).ok()?;
    let mut recording = sailed.recording(writes);
    let track = clean(&mut recording, session.class).ok()?;
    let motion = smooth(&track, session.class);
    let course = Course::new(&track, &motion);
    let late_s = (track.columns.time_ms.first()? - sailed.spec.start_time_ms) / 1000.0;
    let own = chosen(&find_records(&course)).into_iter().enumerate();
    Some(own.filter_map(|(i, run)| Some((i, off(&sailed, &run?, late_s)?, run?))).collect())
}

/// A record beside the true way over the same stretch, kn.
fn off(sailed: &Simulation, run: &Run, late_s: f64) -> Option<Off> {
    let at = |t: f64| ((t + late_s) * 20.0).round() as usize;
    let path = sailed.path.get(at(run.start_s)..at(run.end_s))?;
    let mean = path.iter().map(|m| libm::hypot(m.east_mps, m.north_mps)).sum::<f64>() / path.len() as f64;
    let by = run.likely_mps() - mean;
    Some(Off { by: kn_from_mps(by), inside: by.abs() <= NINETY * run.sd_mps })
}

/// One line a session and record, for those who mend them: `-- --records [SEEDS] [FIRST SEED] [CONDITION]`.
pub fn tell(args: &[String]) {
    let told: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let number = |at: usize| told.get(at).and_then(|a| a.parse::<u64>().ok());
    let (seeds, first) = (number(0).unwrap_or(4), number(1).unwrap_or(1));
    let only = told.get(2).map_or("", |a| a.as_str());
    let mut all = sessions_from(SAILED, first, seeds);
    all.retain(|s| s.name().contains(only));
    println!("class\tseed\thz\twrites\tdrift_m\twhich\tfrom_s\tseconds\tkn\toff_kn\tsd_kn");
    let all: Vec<(Session, Writes)> = all.iter().flat_map(recordings).collect();
    let lines = each("records", &all, |(s, writes)| (s.spec(), judge(s, *writes).unwrap_or_default()));
    for ((session, writes), (spec, judged)) in all.iter().zip(lines) {
        for (i, off, run) in judged {
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
                off.by,
                kn_from_mps(run.sd_mps)
            );
        }
    }
}
