//! The fleet wind compared with the wind of each boat alone: five boats on one course in one wind field, analysed
//! separately and as a fleet.

use std::path::Path;

use leebow_engine::Options;
use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::config::{BOAT_CLASSES, BoatClass};
use leebow_engine::fleet::{FleetAnswer, FleetWind, TrackEvidence, estimate_fleet_winds};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, recording_wind_evidence, wind_evidence};
use leebow_engine::stats::quantile::quantile;
use leebow_simulator::{DeviceColumns, Noise, Scenario, Simulation, Spec, simulate};

use crate::evaluation::{Deviation, Z_90, is_reversed, share_in_interval, wind_deviations};
use crate::known::{FILES, Truth, folder};
use crate::parallel::map_parallel;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Limit, Measured, Row, row};

/// Boats of a fleet.
const BOATS: u64 = 5;
/// Interval of the true wind series, ms.
const STEP_MS: f64 = 10_000.0;

/// A session of one fleet: one class, one wind field, one scenario.
#[derive(Clone, Copy)]
struct FleetSession {
    class: &'static BoatClass,
    scenario: Scenario,
    current_kn: f64,
    seed: u64,
    data_set: DataSet,
}

/// Wind deviations of a fleet session, deg, every 10 s.
struct Evaluated {
    session: FleetSession,
    /// Of each boat analysed alone; `None` where no wind was published.
    alone: Vec<Option<Vec<Deviation>>>,
    /// Of the fleet wind at each boat.
    at_boats: Vec<Option<Vec<Deviation>>>,
    /// Of the fleet wind at the centre of the boats, from the circular mean of their true winds.
    centre: Option<Vec<Deviation>>,
}

/// The rows of the table, with at most `max_seeds` seeds per class and kind of session.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let all: Vec<FleetSession> = DATA_SETS.iter().flat_map(|&set| sessions(set, max_seeds)).collect();
    let evaluated = map_parallel("fleet", &all, |session| evaluate(*session));
    let mut rows = winds(&evaluated);
    rows.extend(no_wind(&evaluated));
    rows.push(snipes());
    rows
}

fn sessions(data_set: DataSet, max_seeds: u64) -> Vec<FleetSession> {
    let first = if data_set == DataSet::Tuning { 1 } else { 100 };
    let kinds = [
        (Scenario::WindwardLeeward, 0.0, 2),
        (Scenario::WindwardLeeward, 1.0, 1),
        (Scenario::FreeRide, 0.0, 1),
        (Scenario::ReachOnly, 0.0, 3),
    ];
    let mut all = Vec::new();
    for (scenario, current_kn, seeds) in kinds {
        for class in BOAT_CLASSES.iter().filter(|c| c.name != "Other") {
            let seeds = (0..seeds.min(max_seeds)).map(|k| first + BOATS * k);
            all.extend(seeds.map(|seed| FleetSession { class, scenario, current_kn, seed, data_set }));
        }
    }
    all
}

/// Simulates a fleet session and analyses it boat by boat and as a fleet.
fn evaluate(session: FleetSession) -> Evaluated {
    let twd_deg = (session.seed * 67 % 360) as f64;
    let spec = Spec {
        class: session.class.name.to_string(),
        seed: session.seed,
        // Each class has its own wind field.
        wind_seed: Some(session.seed + 1000 * class_number(session.class)),
        scenario: session.scenario,
        tws_kn: 7.0 + (session.seed % 5) as f64 * 2.5,
        twd_deg,
        current_kn: session.current_kn,
        current_deg: (twd_deg + 90.0) % 360.0,
        ..Spec::default()
    };
    // Every second boat has a watch.
    let device = |s: Spec| Spec { noise: if s.seed % 2 == 1 { Noise::WATCH } else { Noise::LOGGER }, ..s };
    let boats: Vec<Simulation> =
        spec.fleet(BOATS).into_iter().filter_map(|s| simulate(&device(s)).ok()).collect();
    let alone = boats.iter().map(|b| wind_alone(b, session.class)).collect();
    let evidence: Vec<TrackEvidence> = boats.iter().filter_map(|b| evidence_of(b, session.class)).collect();
    let answer = estimate_fleet_winds(&evidence).first().map(|fleet| fleet.answer());
    let fleet = |i: usize| answer.as_ref()?.boats.get(i)?.wind.as_ref();
    let at_boats =
        boats.iter().enumerate().map(|(i, b)| Some(deviations(fleet(i)?, |k| true_twd_deg(b, k)))).collect();
    let centre = answer.as_ref().and_then(|a: &FleetAnswer| a.wind.as_ref());
    let mean =
        |k: usize| Some(circular_mean(boats.iter().filter_map(|b| Some((true_twd_deg(b, k)?, 1.0))))?.0);
    Evaluated { session, alone, at_boats, centre: centre.map(|w| deviations(w, mean)) }
}

fn class_number(class: &BoatClass) -> u64 {
    BOAT_CLASSES.iter().position(|c| c.name == class.name).unwrap_or(0) as u64
}

fn evidence_of(boat: &Simulation, class: &BoatClass) -> Option<TrackEvidence> {
    recording_wind_evidence("", boat.recording(writes(boat)), class, &AnalysisInputs::default()).ok()
}

/// One boat in three records positions and times only.
fn writes(boat: &Simulation) -> DeviceColumns {
    if boat.spec.seed % 3 == 2 { DeviceColumns::PositionsAlone } else { DeviceColumns::SpeedAndCourse }
}

/// True wind direction at a step of ten seconds, deg.
fn true_twd_deg(boat: &Simulation, step: usize) -> Option<f64> {
    boat.truth.wind.get(step).map(|w| w.twd_deg)
}

fn wind_alone(boat: &Simulation, class: &BoatClass) -> Option<Vec<Deviation>> {
    let analysis =
        analyze_recording("", "", boat.recording(writes(boat)), class, AnalysisInputs::default()).ok()?;
    wind_deviations(boat, &analysis.report)
}

/// Deviations of a fleet wind from the true direction at each of its moments, deg.
fn deviations(wind: &FleetWind, truth: impl Fn(usize) -> Option<f64>) -> Vec<Deviation> {
    let start_ms = Spec::default().start_time_ms;
    let step = |t: f64| ((t - start_ms) / STEP_MS + 0.5) as usize;
    let moments = wind.time_ms.iter().zip(&wind.twd_deg).zip(&wind.sd_deg);
    moments
        .filter_map(|((t, twd), sd)| {
            let error = wrap_180(twd - truth(step(*t))?);
            Some(Deviation { error, in_interval: error.abs() <= Z_90 * sd })
        })
        .collect()
}

type Chosen<'a> = Vec<&'a Evaluated>;

/// A requirement measured in both data sets on the wanted fleet sessions.
fn requirement(
    all: &[Evaluated],
    name: (&str, &'static str, usize),
    limits: [Limit; 2],
    wanted: impl Fn(&FleetSession) -> bool,
    measure: impl Fn(&Chosen) -> Measured,
) -> Row {
    let measured = DATA_SETS.map(|set| {
        let own = all.iter().filter(|s| s.session.data_set == set && wanted(&s.session));
        measure(&own.collect())
    });
    row(name, limits, measured)
}

fn winds(all: &[Evaluated]) -> Vec<Row> {
    let race = |current: bool| {
        move |d: &FleetSession| d.scenario == Scenario::WindwardLeeward && (d.current_kn > 0.0) == current
    };
    let ride = |d: &FleetSession| d.scenario == Scenario::FreeRide;
    let interval = [Between(80.0, 97.0), Between(86.0, 94.0)];
    let mut rows = Vec::new();
    for (water, current) in [("still water", false), ("1 kn cross current", true)] {
        let name = |what: &str| format!("five boats, {water}: {what}");
        let mut push = |what: &str, limits: [Limit; 2], measure: &dyn Fn(&Chosen) -> Measured| {
            rows.push(requirement(all, (&name(what), "°", 1), limits, race(current), measure));
        };
        push("boat alone, median error", [Unset, Unset], &|s| error_quantile(&flat(s, alone), 0.5));
        push("fleet wind at each boat, median error", [Unset, Unset], &|s| {
            error_quantile(&flat(s, at_boats), 0.5)
        });
        push("boat alone, P95 error", [Unset, Unset], &|s| error_quantile(&flat(s, alone), 0.95));
        push("fleet wind at each boat, P95 error", [Unset, Unset], &|s| {
            error_quantile(&flat(s, at_boats), 0.95)
        });
        push("centre of the fleet, median error", [Unset, Unset], &|s| error_quantile(&flat(s, centre), 0.5));
        push("centre of the fleet, P95 error", [Unset, Unset], &|s| error_quantile(&flat(s, centre), 0.95));
        let measure = |of: Of| move |s: &Chosen| share_in_interval(&flat(s, of));
        let percent = |what: &str| name(&format!("{what}, in the 90 % interval"));
        rows.push(requirement(
            all,
            (&percent("fleet wind at each boat"), " %", 0),
            interval,
            race(current),
            measure(at_boats),
        ));
        rows.push(requirement(
            all,
            (&percent("centre of the fleet"), " %", 0),
            interval,
            race(current),
            measure(centre),
        ));
    }
    let name = "five boats, free rides: boats with a fleet wind";
    rows.push(requirement(all, (name, " %", 0), [Unset, Unset], ride, |s| {
        let (own, fleet) = (published(s, alone), published(s, at_boats));
        Measured::new(fleet, format!("alone {own:.0} %"))
    }));
    rows.push(requirement(
        all,
        ("boats with a fleet wind, reversed", "", 0),
        [AtMost(0.0), AtMost(0.0)],
        |_| true,
        |s| {
            let winds: Vec<&Vec<Deviation>> = s.iter().flat_map(|s| at_boats(s)).collect();
            let reversed = winds.iter().filter(|w| is_reversed(w)).count();
            Measured::new(reversed as f64, format!("of {}", winds.len()))
        },
    ));
    rows
}

fn no_wind(all: &[Evaluated]) -> Vec<Row> {
    let reach = |d: &FleetSession| d.scenario == Scenario::ReachOnly;
    let limits = [AtLeast(95.0), AtLeast(99.0)];
    vec![requirement(all, ("reach-only fleets without a wind", " %", 0), limits, reach, |s| {
        let abstained = s.iter().filter(|s| s.centre.is_none()).count();
        Measured::new(100.0 * abstained as f64 / s.len() as f64, format!("of {}", s.len()))
    })]
}

/// Chooses the wind series of a fleet session.
type Of = fn(&Evaluated) -> Vec<&Vec<Deviation>>;

fn alone(s: &Evaluated) -> Vec<&Vec<Deviation>> {
    s.alone.iter().flatten().collect()
}

fn at_boats(s: &Evaluated) -> Vec<&Vec<Deviation>> {
    s.at_boats.iter().flatten().collect()
}

fn centre(s: &Evaluated) -> Vec<&Vec<Deviation>> {
    s.centre.iter().collect()
}

fn flat(chosen: &Chosen, of: Of) -> Vec<Deviation> {
    chosen.iter().flat_map(|s| of(s)).flatten().copied().collect()
}

/// Share of the boats with a published wind, %.
fn published(chosen: &Chosen, of: Of) -> f64 {
    let published: usize = chosen.iter().map(|s| of(s).len()).sum();
    let boats: usize = chosen.iter().map(|s| s.alone.len()).sum();
    100.0 * published as f64 / boats as f64
}

/// A quantile of the absolute error.
fn error_quantile(deviations: &[Deviation], share: f64) -> Measured {
    let mut sizes: Vec<f64> = deviations.iter().map(|d| d.error.abs()).collect();
    quantile(&mut sizes, share).map_or(Measured::absent("none"), |q| Measured::new(q, ""))
}

/// The two Snipes off Valencia as a fleet, one race in each data set; the sailor noted 110 degrees.
fn snipes() -> Row {
    let folder = folder();
    let measured = ["P02", "P01"].map(|race| snipe_fleet(&folder, race));
    row(
        ("two Snipes off Valencia as a fleet: error from 110°", "°", 0),
        [AtMost(12.0), AtMost(8.0)],
        measured,
    )
}

/// Error of the mean direction of the fleet wind of one race, deg.
fn snipe_fleet(folder: &Path, race: &str) -> Measured {
    let files = FILES.iter().filter(|f| f.0.contains("snipe") && f.0.contains(race));
    let read = |f: &(&str, &str, Truth, bool)| {
        let options = Options { boat_class: Some(f.1.to_string()), ..Options::default() };
        wind_evidence(f.0, &std::fs::read(folder.join(f.0)).ok()?, None, &options).ok()
    };
    let evidence: Vec<TrackEvidence> = files.filter_map(read).collect();
    let wind =
        estimate_fleet_winds(&evidence).first().map(|fleet| fleet.answer()).and_then(|answer| answer.wind);
    let Some(wind) = wind else { return Measured::absent(format!("{} tracks, no wind", evidence.len())) };
    let note = format!("{:.0} ± {:.0} of {} boats", wind.mean_twd_deg, wind.mean_sd_deg, wind.boats);
    Measured::new(wrap_180(wind.mean_twd_deg - 110.0).abs(), note)
}
