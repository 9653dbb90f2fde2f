//! Debriefs of simulated sessions of one crew that differ by chance: how often something is found in them, how often a
//! true difference is, and how far the parts of the budget are from those by the true wind.

use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::config::boat_class;
use leebow_engine::debrief::answer::{DebriefBand, PartCode};
use leebow_engine::debrief::summary::QuantityCode;
use leebow_engine::debrief::{Debrief, DebriefOptions, DebriefTrack, SessionSummary, debrief, summary};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, debrief_track};
use leebow_engine::race::input::{RaceWindColumns, RaceWindSource};
use leebow_engine::segment::SegmentKind;
use leebow_simulator::{DeviceColumns, Sailing, Spec, simulate};

use crate::parallel::map_parallel;
use crate::sessions::true_wind_series;
use crate::table::Limit::{AtLeast, AtMost, Between, Unset};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Sessions that are simulated in a data set, and comparisons made of them.
const POOL: u64 = 60;
const COMPARISONS: usize = 200;

/// Earlier sessions of a comparison.
const EARLIER: usize = 8;

const DAY_MS: f64 = 86_400_000.0;

/// A session as analysed from its own track, and with the true wind.
struct Session {
    track: DebriefTrack,
    true_wind: RaceWindColumns,
    summary: SessionSummary,
}

/// What is changed in a session before it is debriefed.
type Change = fn(&mut DebriefTrack);

/// The rows of the table, with at most `max_seeds` dozens of sessions a data set.
pub fn rows(max_seeds: u64) -> Vec<Row> {
    let pools = DATA_SETS.map(|set| pool(set, max_seeds));
    let measured = |of: &dyn Fn(&[Session]) -> Measured| [of(&pools[0]), of(&pools[1])];
    let found = |change: Change, is_right: fn(&Debrief) -> bool| {
        measured(&move |pool: &[Session]| share(&comparisons(pool, change), is_right))
    };
    let with_code = |name: &str, limits, change: Change, is_right: fn(&Debrief) -> bool| {
        row((name, " %", 0), limits, found(change, is_right))
    };
    let free = [Unset, Unset];
    let mut rows = vec![
        with_code(
            "equal sessions with a finding, good or bad",
            [AtMost(10.0), AtMost(5.0)],
            |_| (),
            |d| !d.findings.is_empty() || !d.went_well.is_empty(),
        ),
        with_code(
            "+ 3 m a tack found, 8 earlier sessions",
            [AtLeast(55.0), AtLeast(75.0)],
            |t| lose(t, 3.0),
            |d| has(d, QuantityCode::TackLoss),
        ),
        with_code("+ 2 m a tack found", free, |t| lose(t, 2.0), |d| has(d, QuantityCode::TackLoss)),
        with_code(
            "5 % slower found",
            free,
            |t| slow(t, 0.95),
            |d| {
                [
                    QuantityCode::UpwindSpeed,
                    QuantityCode::UpwindVmg,
                    QuantityCode::DownwindSpeed,
                    QuantityCode::DownwindVmg,
                ]
                .into_iter()
                .any(|code| has(d, code))
            },
        ),
        row(
            ("the same session eight times before: with a finding", " %", 0),
            [AtMost(0.0), AtMost(0.0)],
            measured(&|pool| {
                share(&against_themselves(pool), |d| !d.findings.is_empty() || !d.went_well.is_empty())
            }),
        ),
        row(
            ("parts of the budget against their sum, greatest difference", " m", 9),
            [AtMost(1e-6), AtMost(1e-6)],
            measured(&|pool| identity(&comparisons(pool, |_| ()))),
        ),
    ];
    let parts: [(&str, Option<&[PartCode]>); 5] = [
        ("tacks", Some(&[PartCode::Tacks])),
        ("gybes", Some(&[PartCode::Gybes])),
        ("speed", Some(&[PartCode::Speed])),
        ("angle and shifts", Some(&[PartCode::Angle, PartCode::Shifts, PartCode::AngleAndShifts])),
        ("total", None),
    ];
    for (name, codes) in parts {
        let errors = pools.each_ref().map(|pool| errors(pool, codes));
        let inside = errors.each_ref().map(|e| {
            let n = e.iter().filter(|(error, sd)| error.abs() <= 1.645 * sd).count();
            Measured::new(100.0 * n as f64 / e.len() as f64, format!("of {}", e.len()))
        });
        let rms = errors.each_ref().map(|e| {
            let squares: f64 = e.iter().map(|(error, _)| error * error).sum();
            Measured::new((squares / e.len() as f64).sqrt(), String::new())
        });
        let name_of = |what: &str| format!("budget by the own track's wind, {name}: {what}");
        rows.push(row(
            (&name_of("within 90 %"), " %", 0),
            [Between(85.0, 100.0), Between(88.0, 97.0)],
            inside,
        ));
        rows.push(row((&name_of("rms error"), " m", 1), free, rms));
    }
    rows
}

fn pool(set: DataSet, max_seeds: u64) -> Vec<Session> {
    let first = if set == DataSet::Tuning { 70_000 } else { 80_000 };
    let specs: Vec<Spec> = (0..POOL.min(max_seeds.saturating_mul(12))).map(|i| spec(first + i)).collect();
    map_parallel("debrief", &specs, session).into_iter().flatten().collect()
}

/// A session of 90 min of windward-leeward laps, by a crew whose sessions differ as those of crews do.
fn spec(seed: u64) -> Spec {
    let tws_kn = 11.0 + 0.2 * (seed % 11) as f64;
    let sailing = Sailing { session_effect: 1.0, ..Sailing::default() };
    Spec { seed, minutes: 90.0, tws_kn, sailing, ..Spec::default() }
}

fn session(spec: &Spec) -> Option<Session> {
    let sailed = simulate(spec).ok()?;
    let recording = sailed.recording(DeviceColumns::SpeedAndCourse);
    let class = boat_class(&spec.class)?;
    let analysis = analyze_recording("simulated", "", recording, class, AnalysisInputs::default()).ok()?;
    let track = debrief_track(&analysis);
    let wind = true_wind_series(&sailed);
    let true_wind = RaceWindColumns {
        source: RaceWindSource::Measured,
        time_ms: wind.time_ms,
        sd_deg: vec![0.01; wind.twd_deg.len()],
        twd_deg: wind.twd_deg,
        flip_probability: 0.0,
    };
    Some(Session { summary: summary(&track), track, true_wind })
}

/// The summaries of eight other sessions of the pool, on the days before.
fn earlier(pool: &[Session], today: usize, start: usize) -> Vec<SessionSummary> {
    // Strides that have no factor in common with the pool give other sets of sessions.
    let others = (1..pool.len()).map(|k| (start + 7 * k) % pool.len()).filter(|i| *i != today);
    others.take(EARLIER).enumerate().filter_map(|(k, i)| days_before(&pool.get(i)?.summary, k + 1)).collect()
}

fn days_before(summary: &SessionSummary, days: usize) -> Option<SessionSummary> {
    let moved = |time: &str| Some(iso_utc(ms_from_iso(time)? - DAY_MS * days as f64));
    let mut moved_summary = summary.clone();
    moved_summary.start_time = moved(&summary.start_time)?;
    moved_summary.end_time = moved(&summary.end_time)?;
    Some(moved_summary)
}

fn comparisons(pool: &[Session], change: Change) -> Vec<Debrief> {
    let all: Vec<usize> = (0..COMPARISONS).collect();
    map_parallel("comparisons", &all, |k| {
        let today = k % pool.len().max(1);
        let mut track = pool.get(today)?.track.clone();
        change(&mut track);
        let earlier = earlier(pool, today, k / pool.len().max(1) * 13 + today);
        Some(debrief(&track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() }))
    })
    .into_iter()
    .flatten()
    .collect()
}

fn against_themselves(pool: &[Session]) -> Vec<Debrief> {
    let of = |s: &Session| {
        let earlier = (1..=EARLIER).filter_map(|days| days_before(&s.summary, days)).collect();
        debrief(&s.track, &[], &DebriefOptions { earlier, ..DebriefOptions::default() })
    };
    pool.iter().map(of).collect()
}

fn lose(track: &mut DebriefTrack, more_m: f64) {
    for m in track.facts.maneuvers.iter_mut().filter(|m| m.kind == SegmentKind::Tack) {
        for loss in [&mut m.loss_80_m, &mut m.loss_80_low_m, &mut m.loss_80_high_m].into_iter().flatten() {
            *loss += more_m;
        }
    }
}

fn slow(track: &mut DebriefTrack, ratio: f32) {
    track.sog_mps.iter_mut().for_each(|v| *v *= ratio);
}

fn has(d: &Debrief, code: QuantityCode) -> bool {
    d.findings.iter().any(|f| f.code == code)
}

fn share(debriefs: &[Debrief], is_right: fn(&Debrief) -> bool) -> Measured {
    let n = debriefs.iter().filter(|d| is_right(d)).count();
    Measured::new(100.0 * n as f64 / debriefs.len() as f64, format!("of {}", debriefs.len()))
}

fn identity(debriefs: &[Debrief]) -> Measured {
    let bands = debriefs.iter().flat_map(|d| &d.budgets).flat_map(|b| &b.bands);
    let off = |b: &DebriefBand| (b.lost_m - b.parts.iter().map(|p| p.lost_m).sum::<f64>()).abs();
    let all: Vec<f64> = bands.map(off).collect();
    Measured::new(all.iter().copied().fold(0.0, f64::max), format!("of {}", all.len()))
}

/// Error and stated standard deviation of these parts together, of each band; of the total without codes. Both budgets
/// have the pace of the same eight sessions.
fn errors(pool: &[Session], codes: Option<&[PartCode]>) -> Vec<(f64, f64)> {
    let of = |(i, s): (usize, &Session)| {
        let earlier = earlier(pool, i, i);
        let by = |wind: Option<RaceWindColumns>| {
            debrief(
                &s.track,
                &[],
                &DebriefOptions { earlier: earlier.clone(), wind, ..DebriefOptions::default() },
            )
        };
        let (own, truth) = (by(None), by(Some(s.true_wind.clone())));
        let bands = |d: &Debrief| d.budgets.first().map(|b| b.bands.clone()).unwrap_or_default();
        let pairs = bands(&own)
            .into_iter()
            .filter_map(|b| Some((b.clone(), bands(&truth).into_iter().find(|t| t.band == b.band)?)));
        pairs
            .filter_map(|(own, truth)| {
                Some((sum(&own, codes)?.0 - sum(&truth, codes)?.0, sum(&own, codes)?.1))
            })
            .collect::<Vec<_>>()
    };
    pool.iter().enumerate().flat_map(of).collect()
}

fn sum(band: &DebriefBand, codes: Option<&[PartCode]>) -> Option<(f64, f64)> {
    let Some(codes) = codes else { return Some((band.lost_m, band.lost_sd_m)) };
    let parts: Vec<_> = band.parts.iter().filter(|p| codes.contains(&p.code)).collect();
    let variance: f64 = parts.iter().map(|p| p.sd_m * p.sd_m).sum();
    (!parts.is_empty()).then(|| (parts.iter().map(|p| p.lost_m).sum(), variance.sqrt()))
}
