//! Parts of recordings: simulated days with rides, tows, drives and rests in random order, and the real recordings, of which
//! no sailing may be left out.

use std::collections::HashMap;

use leebow_engine::calendar::iso_utc;
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::geo::Plane;
use leebow_engine::parts::{FoundPart, PartKind, find};
use leebow_engine::read::read;
use leebow_engine::track::{Columns, Format, Recording, SportSpan, Track};
use leebow_engine::{clean, motion};
use leebow_simulator::{Noise, Random, Scenario, Spec, simulate};

use crate::known::{FILES, folder};
use crate::parallel::map_parallel;
use crate::table::Limit::{AtLeast, AtMost};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Classes, the wind that they are sailed in, and the speed of their tow or engine, kn.
const CLASSES: &[(&str, f64, f64)] = &[
    ("49er", 14.0, 9.0),
    ("ILCA 7", 12.0, 6.0),
    ("J70", 14.0, 6.0),
    ("Wing foil", 18.0, 12.0),
    ("Other", 12.0, 8.0),
];
/// Days of each class and data set: the shares of eight days differ by a percent from those of others.
const DAYS: u64 = 40;
/// Standard deviations of the positions and speeds of the parts that are no sailing, m and m/s.
const NOISE: (f64, f64) = (0.4, 0.05);

/// A boat that is slower than this until the end of a session lies to, m/s.
const UNDER_WAY_MPS: f64 = 0.5;

/// What is done on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    Sailing,
    Resting,
    Engine,
    Driving,
    /// Named by the file.
    Riding,
}

impl Doing {
    fn is_kind(self, kind: PartKind) -> bool {
        use PartKind::{Ashore, AtRest, Motoring, OnLand, OtherSport, Sailing, Towed, Unknown};
        match self {
            Self::Sailing => matches!(kind, Sailing | Unknown),
            // Of less than twenty minutes it is of the session.
            Self::Resting => matches!(kind, Sailing | Unknown | AtRest | Ashore),
            Self::Engine => matches!(kind, Towed | Motoring),
            Self::Driving => kind == OnLand,
            Self::Riding => kind == OtherSport,
        }
    }
}

/// A day as it is recorded.
struct Day {
    random: Random,
    plane: Plane,
    east_m: f64,
    north_m: f64,
    ms: f64,
    rows: Vec<(f64, f64, f64, f64)>,
    doing: Vec<Doing>,
    sports: Vec<SportSpan>,
}

impl Day {
    /// Seconds of a way with a speed (m/s) and a course (deg) at each of them.
    fn way(&mut self, doing: Doing, seconds: usize, mut at: impl FnMut(&mut Random, usize) -> (f64, f64)) {
        for s in 0..seconds {
            let (mps, course_deg) = at(&mut self.random, s);
            let (sin, cos) = libm::sincos(course_deg.to_radians());
            self.east_m += mps * sin;
            self.north_m += mps * cos;
            let mut noise = |sd: f64| sd * self.random.normal();
            let (lat, lon) = self.plane.to_deg(self.east_m + noise(NOISE.0), self.north_m + noise(NOISE.0));
            let sog_mps = (mps + noise(NOISE.1)).max(0.0);
            self.rows.push((self.ms, lat, lon, sog_mps));
            self.doing.push(doing);
            self.ms += 1000.0;
        }
    }

    fn engine(&mut self, kn: f64) {
        let (minutes, course) = (self.random.between(6.0, 20.0), self.random.between(0.0, 360.0));
        let (mut swing, mut mps) = (0.0, kn / 1.944);
        self.way(Doing::Engine, (minutes * 60.0) as usize, |random, _| {
            swing = 0.98 * swing + 0.3 * random.normal();
            mps += 0.02 * (kn / 1.944 - mps) + 0.0008 * kn * random.normal();
            (mps, course + swing)
        });
    }

    fn drive(&mut self) {
        let minutes = self.random.between(10.0, 30.0);
        let (mut mps, mut wanted, mut course) = (0.0_f64, 14.0, self.random.between(0.0, 360.0));
        self.way(Doing::Driving, (minutes * 60.0) as usize, |random, s| {
            if s % 60 == 0 {
                wanted = if random.bernoulli(0.2) { 0.0 } else { random.between(8.0, 30.0) };
            }
            if random.bernoulli(0.01) {
                course += random.between(-90.0, 90.0);
            }
            mps += (wanted - mps).clamp(-3.0, 2.0);
            (mps, course)
        });
    }

    fn ride(&mut self) {
        let (minutes, start_ms) = (self.random.between(8.0, 25.0), self.ms);
        let mut course = self.random.between(0.0, 360.0);
        self.way(Doing::Riding, (minutes * 60.0) as usize, |random, _| {
            course += if random.bernoulli(0.01) { random.between(-90.0, 90.0) } else { 0.0 };
            (6.0 + 0.4 * random.normal(), course)
        });
        let sport = "cycling".to_string();
        self.sports.push(SportSpan { start_ms, end_ms: self.ms - 1000.0, sport });
    }

    fn rest(&mut self) {
        let minutes = self.random.between(10.0, 45.0);
        self.way(Doing::Resting, (minutes * 60.0) as usize, |random, _| {
            ((0.1 + 0.05 * random.normal()).max(0.0), 20.0)
        });
    }

    fn sail(&mut self, spec: Spec) {
        let spec = Spec {
            start_time_ms: self.ms,
            minutes: self.random.between(25.0, 60.0),
            noise: Noise { outliers: 0.0, ..Noise::LOGGER },
            ..spec
        };
        let Ok(simulated) = simulate(&spec) else { return };
        let Some(first) = simulated.fixes.first() else { return };
        // It begins where the day is.
        let origin = Plane::at(first.lat_deg, first.lon_deg);
        let start = (self.east_m, self.north_m);
        // It lies to after its last leg.
        let last = simulated.fixes.iter().rposition(|fix| fix.sog_mps >= UNDER_WAY_MPS).unwrap_or(0);
        for (i, fix) in simulated.fixes.iter().enumerate() {
            let (east, north) = origin.to_m(fix.lat_deg, fix.lon_deg);
            (self.east_m, self.north_m) = (start.0 + east, start.1 + north);
            let (lat, lon) = self.plane.to_deg(self.east_m, self.north_m);
            self.rows.push((fix.time_ms, lat, lon, fix.sog_mps));
            self.doing.push(if i <= last { Doing::Sailing } else { Doing::Resting });
        }
        self.ms = simulated.fixes.last().map_or(self.ms, |fix| fix.time_ms) + 1000.0;
    }

    fn recording(&self) -> Option<Recording> {
        let column = |of: fn(&(f64, f64, f64, f64)) -> f64| self.rows.iter().map(of).collect::<Vec<f64>>();
        let mut columns = Columns::new(column(|r| r.0), column(|r| r.1), column(|r| r.2)).ok()?;
        columns.set("sog", self.rows.iter().map(|r| r.3 as f32).collect());
        Some(Recording { sports: self.sports.clone(), ..Recording::of(Format::Fit, columns) })
    }
}

fn day((class, tws_kn, engine_kn): (&'static str, f64, f64), seed: u64) -> Day {
    let mut random = Random::new(seed, 42);
    let plane = Plane::at(54.4, 10.2);
    let mut order: Vec<u8> = vec![0, 1, 2, 2, 3, 1, 4];
    for i in (1..order.len()).rev() {
        order.swap(i, random.next_u32() as usize % (i + 1));
    }
    let twd_deg = random.between(0.0, 360.0);
    let ms = 1_751_700_000_000.0;
    let (rows, doing, sports) = (Vec::new(), Vec::new(), Vec::new());
    let mut day = Day { random, plane, east_m: 0.0, north_m: 0.0, ms, rows, doing, sports };
    for (i, part) in order.into_iter().enumerate() {
        match part {
            0 => day.ride(),
            1 => day.engine(engine_kn),
            2 => day.sail(Spec {
                class: class.to_string(),
                seed: seed * 10 + i as u64,
                twd_deg,
                tws_kn,
                scenario: if seed.is_multiple_of(2) { Scenario::WindwardLeeward } else { Scenario::FreeRide },
                ..Spec::default()
            }),
            3 => day.rest(),
            _ => day.drive(),
        }
        if day.random.bernoulli(0.3) {
            day.ms += 1000.0 * day.random.between(30.0, 1800.0);
        }
    }
    day
}

/// Time of a day by what is done and what it was taken for, s.
type Confusion = Vec<((Doing, PartKind), usize)>;

fn confusion(class: &BoatClass, day: &Day) -> Option<(Confusion, usize)> {
    let (track, parts) = found(day.recording()?, class)?;
    let at: HashMap<u64, Doing> =
        day.rows.iter().zip(&day.doing).map(|(row, doing)| (row.0.to_bits(), *doing)).collect();
    let (mut all, mut lost) = (Confusion::new(), 0);
    for part in &parts {
        for ms in track.columns.time_ms.get(part.rows.clone())? {
            let doing = *at.get(&ms.to_bits())?;
            all.push(((doing, part.kind), 1));
            lost += usize::from(part.left_out && doing == Doing::Sailing);
        }
    }
    Some((sums(all.iter()), lost))
}

fn sums<'a>(times: impl Iterator<Item = &'a ((Doing, PartKind), usize)>) -> Confusion {
    let mut all = Confusion::new();
    for (pair, s) in times {
        match all.iter_mut().find(|(known, _)| known == pair) {
            Some((_, sum)) => *sum += s,
            None => all.push((*pair, *s)),
        }
    }
    all
}

fn in_words(all: &Confusion) -> String {
    let mut lines: Vec<String> =
        all.iter().map(|((doing, kind), s)| format!("{doing:?} as {kind:?} {s} s")).collect();
    lines.sort();
    lines.join(", ")
}

/// The track of a recording and its parts.
fn found(mut recording: Recording, class: &BoatClass) -> Option<(Track, Vec<FoundPart>)> {
    let track = clean::clean(&mut recording, class).ok()?;
    let motion = motion::smooth(&track, class);
    let (parts, _) = find(&recording, &track, &motion, class, &[]);
    Some((track, parts))
}

pub fn rows(max_seeds: u64, list: bool) -> Vec<Row> {
    let jobs: Vec<(DataSet, (&'static str, f64, f64), u64)> = DATA_SETS
        .iter()
        .enumerate()
        .flat_map(|(i, set)| {
            let seeds = 1..=DAYS.min(max_seeds);
            seeds
                .flat_map(move |seed| CLASSES.iter().map(move |class| (*set, *class, 1000 * i as u64 + seed)))
        })
        .collect();
    let found = map_parallel("parts", &jobs, |(set, class, seed)| {
        let known = boat_class(class.0)?;
        let day = day(*class, *seed);
        let (all, lost) = confusion(known, &day)?;
        if list {
            println!("- {} {seed}: {}", class.0, in_words(&all));
        }
        Some((*set, all, lost))
    });
    if list {
        for set in DATA_SETS {
            let own = found.iter().flatten().filter(|(of, ..)| *of == set).flat_map(|(_, all, _)| all);
            println!("- all of {set:?}: {}", in_words(&sums(own)));
        }
    }
    let of = |share: &dyn Fn(&Confusion, usize) -> (usize, usize)| {
        DATA_SETS.map(|set| {
            let own = found.iter().flatten().filter(|(of, ..)| *of == set);
            let sum = own.map(|(_, all, lost)| share(all, *lost)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            Measured::new(sum.0 as f64 / sum.1 as f64, format!("of {} h", sum.1 / 3600))
        })
    };
    let right = of(&|all, _| {
        let right = all.iter().filter(|((doing, kind), _)| doing.is_kind(*kind));
        (right.map(|(_, s)| s).sum(), all.iter().map(|(_, s)| s).sum())
    });
    let lost = of(&|all, lost| {
        (lost, all.iter().filter(|((doing, _), _)| *doing == Doing::Sailing).map(|(_, s)| s).sum())
    });
    vec![
        row(
            ("parts of simulated days: share of time in its kind", "", 3),
            [AtLeast(0.98), AtLeast(0.99)],
            right,
        ),
        row(
            ("parts of simulated days: share of sailing left out", "", 4),
            [AtMost(0.005), AtMost(0.002)],
            lost,
        ),
        recordings(list),
    ]
}

/// Share of the recordings under sail that is left out.
fn recordings(list: bool) -> Row {
    let folder = folder();
    let measured = DATA_SETS.map(|set| {
        let (mut left_out, mut all, mut files) = (0, 0, 0);
        for (file, class, _, is_tuning) in FILES {
            if *is_tuning != (set == DataSet::Tuning) {
                continue;
            }
            let Ok(bytes) = std::fs::read(folder.join(file)) else { continue };
            let recording = read(file, &bytes).ok();
            let parts =
                recording.zip(boat_class(class)).and_then(|(recording, class)| found(recording, class));
            let Some((track, parts)) = parts else { continue };
            files += 1;
            for part in &parts {
                all += part.rows.len();
                let is_lost = part.left_out && part.kind != PartKind::Ashore;
                left_out += if is_lost { part.rows.len() } else { 0 };
                if list && part.kind != PartKind::Sailing {
                    let ms = |row: usize| iso_utc(track.columns.time_ms.get(row).copied().unwrap_or(0.0));
                    let (from, to) = (ms(part.rows.start), ms(part.rows.end.saturating_sub(1)));
                    println!(
                        "- {file}: {from} to {to} {:?} {:.2} {}",
                        part.kind, part.probability, part.reason
                    );
                }
            }
        }
        Measured::new(left_out as f64 / all as f64, format!("{files} recordings"))
    });
    row(("parts of recordings under sail: share left out", "", 4), [AtMost(0.0), AtMost(0.0)], measured)
}
