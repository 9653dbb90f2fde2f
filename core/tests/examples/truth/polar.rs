//! Polars of simulated seasons of one crew: how far a target is from that of very many sessions, how often its interval has
//! that, and how often a season without a change is said to have one.

use leebow_engine::config::boat_class;
use leebow_engine::debrief::DebriefTrack;
use leebow_engine::debrief::input::DebriefWind;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, debrief_track};
use leebow_engine::polar::answer::{PolarTarget, SeasonTrend};
use leebow_engine::polar::{Polar, PolarOptions, SessionPolar, polar, summary};
use leebow_simulator::{DeviceColumns, Sailing, Simulation, Spec, simulate};

use crate::parallel::map_parallel;
use crate::table::Limit::{AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Classes and, of each, sessions that are simulated in a data set; seasons made of them.
const CLASSES: [&str; 2] = ["49er", "Laser"];
const POOL: u64 = 40;
const SEASONS: usize = 150;

/// Sessions of a season whose trend is looked for, a week apart.
const TREND_SESSIONS: usize = 12;

/// Sessions whose time is measured: ten years of sailing every other day.
const MANY: usize = 2000;

const DAY_MS: f64 = 86_400_000.0;

/// A season has as many sessions as have this much time on a side of the wind, and at least four.
const ENOUGH_S: f64 = 3600.0;
const LEAST_SESSIONS: usize = 4;

/// A session with the measured wind, with the direction of its own track beside the measured speed, and 5 % faster.
struct Session {
    track: DebriefTrack,
    by: [SessionPolar; 2],
}

const MEASURED: usize = 0;
const OWN_TRACK: usize = 1;

/// Estimate and truth of a target.
type Pair = (PolarTarget, PolarTarget);

/// The side of the wind.
type Side = fn(&Polar) -> Option<PolarTarget>;

const SIDES: [(&str, Side); 2] =
    [("upwind", |p| df(p).and_then(|b| b.upwind)), ("downwind", |p| df(p).and_then(|b| b.downwind))];

/// The rows of the table, with at most `max_seeds` dozens of sessions of a class.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let count = POOL.min(max_seeds.saturating_mul(12));
    let steady =
        DATA_SETS.map(|set| CLASSES.map(|class| pool(set, class, count, |i| 12.0 + 0.2 * (i % 11) as f64)));
    let changing = DATA_SETS.map(|set| pool(set, CLASSES[1], count, |i| 8.0 + 0.7 * (i % 11) as f64));
    let free = [Unset, Unset];
    let mut rows = Vec::new();
    for (name, side) in SIDES {
        let pairs = |wind: usize| {
            steady.each_ref().map(|pools| pools.iter().flat_map(|p| pairs(p, wind, side)).collect::<Vec<_>>())
        };
        let named = |what: &str| format!("polar: target {name}, {what}");
        let measured = pairs(MEASURED);
        rows.push(row(
            (&named("speed made good, rms error at 60 min of ≥ 4 sessions"), " %", 1),
            [AtMost(2.5), AtMost(1.5)],
            measured.each_ref().map(|p| vmg_error(p)),
        ));
        rows.push(row(
            (&named("in the 90 % interval"), " %", 0),
            [Between(82.0, 97.0), Between(88.0, 93.0)],
            measured.each_ref().map(|p| covered(p)),
        ));
        rows.push(row(
            (&named("angle, rms error"), "°", 1),
            free,
            measured.each_ref().map(|p| angle_error(p)),
        ));
        let own = pairs(OWN_TRACK);
        rows.push(row(
            (&named("direction of the own track: rms error of speed made good"), " %", 1),
            free,
            own.each_ref().map(|p| vmg_error(p)),
        ));
        rows.push(row(
            (&named("direction of the own track: rms error of the angle"), "°", 1),
            free,
            own.each_ref().map(|p| angle_error(p)),
        ));
    }
    for (name, percent, limits) in [
        ("polar: season without a change, named changed", 0.0, [AtMost(12.0), AtMost(10.0)]),
        ("polar: season + 5 %, named faster", 5.0, free),
        ("polar: season + 10 %, named faster", 10.0, free),
    ] {
        rows.push(row((name, " %", 0), limits, changing.each_ref().map(|pool| changed(pool, percent))));
    }
    let name = "polar: bands and sides with a published target, six sessions of an hour";
    rows.push(row((name, " %", 0), free, changing.each_ref().map(|pool| published(pool))));
    rows.push(merged(&changing[0]));
    rows
}

/// How long it takes to put many seasons together.
fn merged(pool: &[Session]) -> Row {
    let sessions: Vec<SessionPolar> = (0..MANY)
        .filter_map(|k| Some(in_week(pool.get(k % pool.len().max(1))?.by[MEASURED].clone(), k)))
        .collect();
    let json = leebow_engine::api::to_json(&sessions);
    let mut found = Err(String::new());
    let mut took_ms = f64::INFINITY;
    for _ in 0..10 {
        let start = std::time::Instant::now();
        found = polar(&sessions, &PolarOptions::default());
        took_ms = took_ms.min(1000.0 * start.elapsed().as_secs_f64());
    }
    let note = found.map_or(String::new(), |p| {
        format!(
            "{} bands; {:.1} kB a session",
            p.bands.len(),
            json.len() as f64 / 1000.0 / sessions.len() as f64
        )
    });
    let limits = [AtMost(100.0), Unset];
    row(
        ("polar: 2000 sessions put together, one core", " ms", 0),
        limits,
        [Measured::new(took_ms, note), Measured::absent("")],
    )
}

fn df(polar: &Polar) -> Option<leebow_engine::polar::answer::PolarBand> {
    polar.bands.iter().find(|b| b.name == "df").cloned()
}

fn pool(set: DataSet, class: &str, count: u64, tws_kn: fn(u64) -> f64) -> Vec<Session> {
    let first = if set == DataSet::Tuning { 90_000 } else { 95_000 };
    let sailing = Sailing { session_effect: 1.0, ..Sailing::default() };
    let spec = |i: u64| Spec {
        class: class.into(),
        seed: first + i,
        minutes: 60.0,
        tws_kn: tws_kn(i),
        sailing,
        ..Spec::default()
    };
    let specs: Vec<Spec> = (0..count).map(spec).collect();
    map_parallel("polar", &specs, session).into_iter().flatten().collect()
}

fn session(spec: &Spec) -> Option<Session> {
    let sailed = simulate(spec).ok()?;
    let recording = sailed.recording(DeviceColumns::SpeedAndCourse);
    let class = boat_class(&spec.class)?;
    let analysis = analyze_recording("simulated", "", recording, class, AnalysisInputs::default()).ok()?;
    let mut track = debrief_track(&analysis);
    let own = track.facts.wind.take().filter(|w| w.flip_probability < 0.05)?;
    let measured = measured_wind(&sailed);
    let with_own = DebriefTrack {
        facts: leebow_engine::debrief::DebriefFacts {
            wind: Some(with_speeds(own, &measured)),
            ..track.facts.clone()
        },
        ..track.clone()
    };
    track.facts.wind = Some(measured);
    Some(Session { by: [summary(&track), summary(&with_own)], track })
}

/// The true wind as an instrument measures it whose vane and speed are off by a constant in each session.
fn measured_wind(sailed: &Simulation) -> DebriefWind {
    let truth = &sailed.truth.wind;
    let drawn = |stride: u64| (sailed.spec.seed * stride % 21) as f64 / 10.0 - 1.0;
    let (turned_deg, ratio) = (3.0 * drawn(8), 1.0 + 0.05 * drawn(13));
    DebriefWind {
        own_track: false,
        flip_probability: 0.0,
        time_ms: (0..truth.len()).map(|k| sailed.spec.start_time_ms + 10_000.0 * k as f64).collect(),
        twd_deg: truth.iter().map(|w| w.twd_deg + turned_deg).collect(),
        sd_deg: vec![3.0; truth.len()],
        tws_kn: truth.iter().map(|w| Some(w.tws_kn * ratio)).collect(),
    }
}

fn with_speeds(own: DebriefWind, measured: &DebriefWind) -> DebriefWind {
    let at = |ms: &f64| {
        let i = measured.time_ms.partition_point(|t| t < ms);
        measured.tws_kn.get(i).copied().flatten()
    };
    DebriefWind { tws_kn: own.time_ms.iter().map(at).collect(), ..own }
}

/// The polar of these sessions on successive weeks; their times are changed, as the simulator's are all the same.
fn polar_of(sessions: impl Iterator<Item = SessionPolar>) -> Option<Polar> {
    let dated: Vec<SessionPolar> = sessions.enumerate().map(|(k, s)| in_week(s, k)).collect();
    polar(&dated, &PolarOptions::default()).ok()
}

fn in_week(mut session: SessionPolar, week: usize) -> SessionPolar {
    let start_ms = 1_700_000_000_000.0 + 7.0 * DAY_MS * week as f64;
    session.start_time = leebow_engine::calendar::iso_utc(start_ms);
    session.end_time = leebow_engine::calendar::iso_utc(start_ms + DAY_MS / 24.0);
    session
}

/// The `k`-th choice of sessions of a pool: strides that have no factor in common with it give other sets.
fn chosen(pool: &[Session], k: usize) -> impl Iterator<Item = &Session> {
    let stride = [1, 3, 7, 9, 11, 13, 17, 19][k / pool.len().max(1) % 8];
    (0..pool.len()).filter_map(move |j| pool.get((k + stride * j) % pool.len()))
}

/// Targets of seasons with enough time on a side of the wind, and that of the whole pool by the measured wind.
fn pairs(pool: &[Session], wind: usize, side: Side) -> Vec<Pair> {
    let Some(truth) = polar_of(pool.iter().map(|s| s.by[MEASURED].clone())).as_ref().and_then(side) else {
        return Vec::new();
    };
    let of_season = |k: usize| {
        (LEAST_SESSIONS..pool.len() / 2).find_map(|n| {
            let season = chosen(pool, k).take(n).map(|s| s.by[wind].clone());
            let target = polar_of(season).as_ref().and_then(side)?;
            (target.time_s >= ENOUGH_S).then_some((target, truth))
        })
    };
    (0..SEASONS).filter_map(of_season).collect()
}

fn vmg_error(pairs: &[Pair]) -> Measured {
    let off = |(found, truth): &Pair| 100.0 * (found.vmg_kn / truth.vmg_kn - 1.0);
    rms(pairs, off)
}

fn angle_error(pairs: &[Pair]) -> Measured {
    rms(pairs, |(found, truth)| found.twa_deg - truth.twa_deg)
}

fn rms(pairs: &[Pair], off: impl Fn(&Pair) -> f64) -> Measured {
    let n = pairs.len() as f64;
    let bias = pairs.iter().map(&off).sum::<f64>() / n;
    let squares: f64 = pairs.iter().map(|p| off(p) * off(p)).sum();
    let sessions = pairs.iter().map(|p| f64::from(p.0.sessions)).sum::<f64>() / n;
    Measured::new((squares / n).sqrt(), format!("bias {bias:+.1}; {} of {sessions:.1} sessions", pairs.len()))
}

fn covered(pairs: &[Pair]) -> Measured {
    let has = |(found, truth): &&Pair| {
        found.vmg_interval_kn.is_some_and(|[low, high]| (low..=high).contains(&truth.vmg_kn))
    };
    share(pairs.iter().filter(has).count(), pairs.len())
}

/// Of all bands and sides of the wind with time in seasons of six sessions in winds of 8 to 15 kn, those with a target.
fn published(pool: &[Session]) -> Measured {
    let season = |k: usize| polar_of(chosen(pool, k).take(6).map(|s| s.by[MEASURED].clone()));
    let targets: Vec<PolarTarget> = (0..SEASONS)
        .filter_map(season)
        .flat_map(|p| p.bands)
        .flat_map(|b| [b.upwind, b.downwind])
        .flatten()
        .collect();
    share(targets.iter().filter(|t| t.is_published).count(), targets.len())
}

fn share(n: usize, all: usize) -> Measured {
    Measured::new(100.0 * n as f64 / all as f64, format!("of {all}"))
}

/// How often a season in which the crew grows faster by so much is said to have changed, on either side of the wind.
fn changed(pool: &[Session], percent: f64) -> Measured {
    let all: Vec<usize> = (0..SEASONS).collect();
    let trends = map_parallel("seasons", &all, |k| {
        let of = |(week, s): (usize, &Session)| {
            let faster = 1.0 + 0.01 * percent * week as f64 / (TREND_SESSIONS - 1) as f64;
            let mut track = s.track.clone();
            track.sog_mps.iter_mut().for_each(|v| *v *= faster as f32);
            summary(&track)
        };
        let season = polar_of(chosen(pool, *k).take(TREND_SESSIONS).enumerate().map(of))?.season;
        Some([season.upwind, season.downwind])
    });
    let trends: Vec<SeasonTrend> =
        trends.into_iter().flatten().flatten().filter(|t| t.change_percent.is_some()).collect();
    let is_right = |t: &&SeasonTrend| t.is_clear && (percent == 0.0 || t.change_percent > Some(0.0));
    let half = trends.iter().filter_map(|t| t.change_half_width_percent).sum::<f64>() / trends.len() as f64;
    let mean = trends.iter().filter_map(|t| t.change_percent).sum::<f64>() / trends.len() as f64;
    let found = share(trends.iter().filter(is_right).count(), trends.len());
    Measured { note: format!("{}; {mean:+.1} ± {half:.1}", found.note), ..found }
}
