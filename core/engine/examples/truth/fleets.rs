//! The wind of a fleet beside that of its boats one by one: five boats on one course in one wind, each at her place in
//! it, asked alone and together.

use std::path::Path;

use leebow_engine::Options;
use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::config::{BOAT_CLASSES, BoatClass};
use leebow_engine::fleet::{FleetAnswer, FleetWind, TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::{Known, analyze_recording, recording_wind_evidence, wind_evidence};
use leebow_engine::simulate::{Noise, Scenario, Simulation, Spec, Writes, simulate};
use leebow_engine::stats::quantile::quantile;

use crate::cores::each;
use crate::judge::{NINETY, Off};
use crate::known::{FILES, Truth, folder};
use crate::recordings::row;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{Bar, HALVES, Half, Limit, Measured, Row};

const BOATS: u64 = 5;
const STEP_MS: f64 = 10_000.0;

/// A day of one class: its wind, its water, what the boats do.
#[derive(Clone, Copy)]
struct Day {
    class: &'static BoatClass,
    scenario: Scenario,
    current_kn: f64,
    seed: u64,
    half: Half,
}

/// What came of it.
struct Sailed {
    day: Day,
    /// Boats alone: none where a boat published nothing.
    alone: Vec<Option<Vec<Off>>>,
    /// The fleet's wind at each boat.
    at_boats: Vec<Option<Vec<Off>>>,
    /// The fleet's wind amid the boats, beside the mean of their true winds.
    middle: Option<Vec<Off>>,
}

/// The rows; `most` seeds a class and kind of day at most.
pub fn rows(most: u64) -> Vec<Row> {
    let days: Vec<Day> = HALVES.iter().flat_map(|&half| days(half, most)).collect();
    let sailed = each("fleet", &days, |day| sail(*day));
    let mut rows = winds(&sailed);
    rows.extend(silence(&sailed));
    rows.push(snipes());
    rows
}

fn days(half: Half, most: u64) -> Vec<Day> {
    let first = if half == Half::TunedOn { 1 } else { 100 };
    let kinds = [
        (Scenario::WindwardLeeward, 0.0, 2),
        (Scenario::WindwardLeeward, 1.0, 1),
        (Scenario::FreeRide, 0.0, 1),
        (Scenario::ReachOnly, 0.0, 3),
    ];
    let mut all = Vec::new();
    for (scenario, current_kn, seeds) in kinds {
        for class in BOAT_CLASSES.iter().filter(|c| c.name != "Other") {
            let seeds = (0..seeds.min(most)).map(|k| first + BOATS * k);
            all.extend(seeds.map(|seed| Day { class, scenario, current_kn, seed, half }));
        }
    }
    all
}

fn sail(day: Day) -> Sailed {
    let twd_deg = (day.seed * 67 % 360) as f64;
    let spec = Spec {
        class: day.class.name.to_string(),
        seed: day.seed,
        // Every class has weather of its own.
        wind_seed: Some(day.seed + 1000 * class_number(day.class)),
        scenario: day.scenario,
        tws_kn: 7.0 + (day.seed % 5) as f64 * 2.5,
        twd_deg,
        current_kn: day.current_kn,
        current_deg: (twd_deg + 90.0) % 360.0,
        ..Spec::default()
    };
    // Every other boat has a watch.
    let device = |s: Spec| Spec { noise: if s.seed % 2 == 1 { Noise::WATCH } else { Noise::LOGGER }, ..s };
    let boats: Vec<Simulation> =
        spec.fleet(BOATS).into_iter().filter_map(|s| simulate(&device(s)).ok()).collect();
    let alone = boats.iter().map(|b| own_wind(b, day.class)).collect();
    let told: Vec<TrackEvidence> = boats.iter().filter_map(|b| say(b, day.class)).collect();
    let answer = estimate_fleet_winds(&told).first().map(|fleet| fleet.answer());
    let fleet = |i: usize| answer.as_ref()?.boats.get(i)?.wind.as_ref();
    let at_boats = boats.iter().enumerate().map(|(i, b)| Some(off(fleet(i)?, |k| true_deg(b, k)))).collect();
    let middle = answer.as_ref().and_then(|a: &FleetAnswer| a.wind.as_ref());
    let mean = |k: usize| Some(circular_mean(boats.iter().filter_map(|b| Some((true_deg(b, k)?, 1.0))))?.0);
    Sailed { day, alone, at_boats, middle: middle.map(|w| off(w, mean)) }
}

fn class_number(class: &BoatClass) -> u64 {
    BOAT_CLASSES.iter().position(|c| c.name == class.name).unwrap_or(0) as u64
}

fn say(boat: &Simulation, class: &BoatClass) -> Option<TrackEvidence> {
    recording_wind_evidence("", boat.recording(writes(boat)), class, &Known::default()).ok()
}

/// One boat in three records positions and times alone.
fn writes(boat: &Simulation) -> Writes {
    if boat.spec.seed % 3 == 2 { Writes::PositionsAlone } else { Writes::SpeedAndCourse }
}

fn true_deg(boat: &Simulation, step: usize) -> Option<f64> {
    boat.truth.wind.get(step).map(|w| w.twd_deg)
}

fn own_wind(boat: &Simulation, class: &BoatClass) -> Option<Vec<Off>> {
    let analysis = analyze_recording("", "", boat.recording(writes(boat)), class, Known::default()).ok()?;
    crate::judge::wind(boat, &analysis.report)
}

/// Distances of a fleet's wind from the truth of every step of ten seconds.
fn off(wind: &FleetWind, truth: impl Fn(usize) -> Option<f64>) -> Vec<Off> {
    let start_ms = Spec::default().start_time_ms;
    let step = |t: f64| ((t - start_ms) / STEP_MS + 0.5) as usize;
    let moments = wind.time_ms.iter().zip(&wind.twd_deg).zip(&wind.sd_deg);
    moments
        .filter_map(|((t, twd), sd)| {
            let by = wrap_180(twd - truth(step(*t))?);
            Some(Off { by, inside: by.abs() <= NINETY * sd })
        })
        .collect()
}

type Chosen<'a> = Vec<&'a Sailed>;

fn bar(
    all: &[Sailed],
    (name, unit, decimals): (&str, &'static str, usize),
    limits: [Limit; 2],
    wanted: impl Fn(&Day) -> bool,
    measure: impl Fn(&Chosen) -> Measured,
) -> Row {
    let measured = HALVES.map(|half| {
        let own = all.iter().filter(|s| s.day.half == half && wanted(&s.day));
        measure(&own.collect())
    });
    let [must, reach] = limits;
    Row::Bar(Bar { name: name.to_string(), unit, decimals, must, reach, measured })
}

fn winds(all: &[Sailed]) -> Vec<Row> {
    let race = |current: bool| {
        move |d: &Day| d.scenario == Scenario::WindwardLeeward && (d.current_kn > 0.0) == current
    };
    let ride = |d: &Day| d.scenario == Scenario::FreeRide;
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let mut rows = Vec::new();
    for (water, current) in [("still water", false), ("1 kn across", true)] {
        let name = |what: &str| format!("five boats, {water}: {what}");
        let mut push = |what: &str, limits: [Limit; 2], measure: &dyn Fn(&Chosen) -> Measured| {
            rows.push(bar(all, (&name(what), "°", 1), limits, race(current), measure));
        };
        push("each alone, median error", [Unset, Unset], &|s| size(&flat(s, alone), 0.5));
        push("the fleet's wind at each boat, median error", [Unset, Unset], &|s| {
            size(&flat(s, at_boats), 0.5)
        });
        push("each alone, P95 error", [Unset, Unset], &|s| size(&flat(s, alone), 0.95));
        push("the fleet's wind at each boat, P95 error", [Unset, Unset], &|s| size(&flat(s, at_boats), 0.95));
        push("amid the fleet, median error", [Unset, Unset], &|s| size(&flat(s, middle), 0.5));
        push("amid the fleet, P95 error", [Unset, Unset], &|s| size(&flat(s, middle), 0.95));
        let measure = |of: Of| move |s: &Chosen| inside(&flat(s, of));
        let percent = |what: &str| name(&format!("{what}, in the 90 % interval"));
        rows.push(bar(all, (&percent("at each boat"), " %", 0), interval, race(current), measure(at_boats)));
        rows.push(bar(all, (&percent("amid the fleet"), " %", 0), interval, race(current), measure(middle)));
    }
    let name = "free rides of five: boats with a wind, alone and by the fleet";
    rows.push(bar(all, (name, " %", 0), [Unset, Unset], ride, |s| {
        let (own, fleet) = (published(s, alone), published(s, at_boats));
        Measured::new(fleet, format!("alone {own:.0} %"))
    }));
    rows.push(bar(
        all,
        ("boats of fleets flipped among published", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        |_| true,
        |s| {
            let told: Vec<&Vec<Off>> = s.iter().flat_map(|s| s.at_boats.iter().flatten()).collect();
            let wrong = |o: &&&Vec<Off>| 2 * o.iter().filter(|o| o.by.abs() > 90.0).count() > o.len();
            Measured::new(told.iter().filter(wrong).count() as f64, format!("of {}", told.len()))
        },
    ));
    rows
}

fn silence(all: &[Sailed]) -> Vec<Row> {
    let reach = |d: &Day| d.scenario == Scenario::ReachOnly;
    let limits = [AtLeast(95.0), AtLeast(99.0)];
    vec![bar(all, ("fleets that only reach, without a wind", " %", 0), limits, reach, |s| {
        let silent = s.iter().filter(|s| s.middle.is_none()).count();
        Measured::new(100.0 * silent as f64 / s.len() as f64, format!("of {}", s.len()))
    })]
}

/// Which of a day's winds.
type Of = fn(&Sailed) -> Vec<&Vec<Off>>;

fn alone(s: &Sailed) -> Vec<&Vec<Off>> {
    s.alone.iter().flatten().collect()
}

fn at_boats(s: &Sailed) -> Vec<&Vec<Off>> {
    s.at_boats.iter().flatten().collect()
}

fn middle(s: &Sailed) -> Vec<&Vec<Off>> {
    s.middle.iter().collect()
}

fn flat(chosen: &Chosen, of: Of) -> Vec<Off> {
    chosen.iter().flat_map(|s| of(s)).flatten().copied().collect()
}

/// Share of the boats with a wind, %.
fn published(chosen: &Chosen, of: Of) -> f64 {
    let told: usize = chosen.iter().map(|s| of(s).len()).sum();
    let boats: usize = chosen.iter().map(|s| s.alone.len()).sum();
    100.0 * told as f64 / boats as f64
}

fn size(offs: &[Off], share: f64) -> Measured {
    let mut sizes: Vec<f64> = offs.iter().map(|o| o.by.abs()).collect();
    quantile(&mut sizes, share).map_or(Measured::absent("none"), |q| Measured::new(q, ""))
}

fn inside(offs: &[Off]) -> Measured {
    let inside = offs.iter().filter(|o| o.inside).count();
    Measured::new(100.0 * inside as f64 / offs.len() as f64, format!("of {}", offs.len()))
}

/// The two Snipes off Valencia, asked together, one race in each half; the sailor noted 110 degrees.
fn snipes() -> Row {
    let folder = folder();
    let measured =
        [("P02", Half::TunedOn), ("P01", Half::NotTunedOn)].map(|(race, _)| together(&folder, race));
    row("two Snipes off Valencia together: off 110°", "°", 0, [AtMost(12.0), AtMost(8.0)], measured)
}

fn together(folder: &Path, race: &str) -> Measured {
    let files = FILES.iter().filter(|f| f.0.contains("snipe") && f.0.contains(race));
    let say = |f: &(&str, &str, Truth, bool)| {
        let options = Options { boat_class: Some(f.1.to_string()), ..Options::default() };
        wind_evidence(f.0, &std::fs::read(folder.join(f.0)).ok()?, None, &options).ok()
    };
    let told: Vec<TrackEvidence> = files.filter_map(say).collect();
    let wind = estimate_fleet_winds(&told).first().map(|fleet| fleet.answer()).and_then(|answer| answer.wind);
    let Some(wind) = wind else { return Measured::absent(format!("{} tracks, no wind", told.len())) };
    let note = format!("{:.0} ± {:.0} of {} boats", wind.mean_twd_deg, wind.mean_sd_deg, wind.boats);
    Measured::new(wrap_180(wind.mean_twd_deg - 110.0).abs(), note)
}
