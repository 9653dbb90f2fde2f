//! Trackers that send every half minute to every half hour: simulated passages, of which every interval of the tracker has
//! legs of many intervals.

mod passage;

use leebow_engine::config::boat_class;
use leebow_simulator::Scenario;

use crate::evaluation::{Deviation, is_reversed, share_in_interval};
use crate::parallel::map_parallel;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};
use passage::{Errors, Passage, Tracker};

const TRACKERS: [Tracker; 4] = [
    Tracker { name: "30 s", interval_s: 30.0, minutes: 240.0, leg_min: 20.0 },
    Tracker { name: "2 min", interval_s: 120.0, minutes: 480.0, leg_min: 30.0 },
    Tracker { name: "5 min", interval_s: 300.0, minutes: 720.0, leg_min: 60.0 },
    Tracker { name: "30 min", interval_s: 1800.0, minutes: 1440.0, leg_min: 180.0 },
];
const CLASSES: [&str; 4] = ["J70", "Melges 24", "Viper 640", "Laser"];
const SEEDS: u64 = 4;

/// The rows of sparse trackers.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let mut passages = Vec::new();
    for data_set in DATA_SETS {
        let first = if data_set == DataSet::Tuning { 1 } else { 100 };
        for scenario in [Scenario::Passage, Scenario::WindwardLeeward, Scenario::FreeRide] {
            for tracker in TRACKERS {
                for class in CLASSES.iter().filter_map(|name| boat_class(name)) {
                    let seeds = first..first + SEEDS.min(max_seeds);
                    passages.extend(seeds.map(|seed| Passage { tracker, class, seed, data_set, scenario }));
                }
            }
        }
    }
    let all: Vec<Errors> =
        map_parallel("sparse", &passages, |p| p.evaluate()).into_iter().flatten().collect();
    let mut rows = Vec::new();
    for tracker in TRACKERS {
        rows.extend(tracker_rows(&all, &tracker));
    }
    let reversed = |data_set| {
        let of = all.iter().filter(|e| e.passage.data_set == data_set);
        let winds: Vec<&Vec<Deviation>> = of.filter_map(|e| e.wind.as_ref()).collect();
        let wrong = winds.iter().filter(|w| is_reversed(w)).count();
        Measured::new(wrong as f64, format!("of {}, races and free rides too", winds.len()))
    };
    rows.push(row(
        ("sparse trackers: published tracks with the wind reversed", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        DATA_SETS.map(reversed),
    ));
    let aside = |data_set| {
        let of = all.iter().filter(|e| e.passage.data_set == data_set);
        let winds: Vec<&Vec<Deviation>> = of.filter_map(|e| e.wind.as_ref()).collect();
        let far = |w: &&&Vec<Deviation>| 2 * w.iter().filter(|d| d.error.abs() > 45.0).count() > w.len();
        Measured::new(winds.iter().filter(far).count() as f64, format!("of {}", winds.len()))
    };
    rows.push(row(
        ("sparse trackers: published tracks with the wind more than 45° off", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        DATA_SETS.map(aside),
    ));
    rows
}

fn tracker_rows(all: &[Errors], tracker: &Tracker) -> Vec<Row> {
    let of = |data_set: DataSet| -> Vec<&Errors> {
        let own = |e: &&Errors| {
            let p = &e.passage;
            p.data_set == data_set && p.tracker.name == tracker.name && p.scenario == Scenario::Passage
        };
        all.iter().filter(own).collect()
    };
    let name = |what: &str| format!("tracker every {}: {what}", tracker.name);
    let both = |measure: &dyn Fn(Vec<&Errors>) -> Measured| DATA_SETS.map(|set| measure(of(set)));
    let none = [Unset, Unset];
    vec![
        row(
            (&name("distance, median error"), " %", 1),
            none,
            both(&|e| {
                median_of(e.iter().map(|e| e.distance_pct).collect(), &format!("of {} passages", e.len()))
            }),
        ),
        row(
            (&name("mean speed of a leg, 95th percentile of the error"), " kn", 2),
            [AtMost(0.5), AtMost(0.2)],
            both(&|e| p95(e.iter().flat_map(|e| &e.leg_kn).map(|v| v.abs()).collect())),
        ),
        row(
            (&name("records of a half hour, an hour and a day, in the 90 % interval"), " %", 0),
            [Between(80.0, 100.0), AtLeast(86.0)],
            both(&|e| share_in_interval(&e.iter().flat_map(|e| e.records.clone()).collect::<Vec<_>>())),
        ),
        row(
            (&name("passages with a wind"), " %", 0),
            none,
            both(&|e| {
                let published = e.iter().filter(|e| e.wind.is_some()).count();
                Measured::new(100.0 * published as f64 / e.len() as f64, format!("of {}", e.len()))
            }),
        ),
        row(
            (&name("wind, in the 90 % interval"), " %", 0),
            [Between(80.0, 97.0), Between(86.0, 94.0)],
            both(&|e| {
                let all: Vec<Deviation> = e.iter().filter_map(|e| e.wind.clone()).flatten().collect();
                let mut sizes: Vec<f64> = all.iter().map(|d| d.error.abs()).collect();
                sizes.sort_by(f64::total_cmp);
                let middle = sizes.get(sizes.len() / 2).copied().unwrap_or(f64::NAN);
                let share = share_in_interval(&all);
                Measured { note: format!("{}, median {middle:.1}°", share.note), ..share }
            }),
        ),
        row(
            (&name("tacks and gybes between long legs found, wind known"), " %", 0),
            [AtLeast(80.0), AtLeast(90.0)],
            both(&|e| share(e.iter().map(|e| e.found))),
        ),
        row(
            (&name("counted tacks and gybes that are right, wind known"), " %", 0),
            [AtLeast(97.0), AtLeast(99.0)],
            both(&|e| share(e.iter().map(|e| e.right_in_true_wind))),
        ),
        row(
            (&name("counted tacks and gybes that are right"), " %", 0),
            [AtLeast(97.0), AtLeast(99.0)],
            both(&|e| share(e.iter().map(|e| e.right))),
        ),
    ]
}

fn share(counts: impl Iterator<Item = (usize, usize)>) -> Measured {
    let (right, all) = counts.fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
    Measured::new(100.0 * right as f64 / all as f64, format!("of {all}"))
}

fn median_of(mut values: Vec<f64>, note: &str) -> Measured {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).map_or(Measured::absent(note), |v| Measured::new(*v, note))
}

fn p95(mut values: Vec<f64>) -> Measured {
    values.sort_by(f64::total_cmp);
    let at = (0.95 * values.len() as f64) as usize;
    let note = format!("of {}", values.len());
    values.get(at).map_or(Measured::absent(note.clone()), |v| Measured::new(*v, note))
}
