//! What holds of the analysis of every recording whose fixes are far apart: nothing is invented between them.

use leebow_engine::Analysis;
use leebow_engine::api::{Maneuver, NoLossReason, SpeedRecord};
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::geo::distance_m;
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::{Columns, SPARSE_INTERVAL_S};
use leebow_engine::units::{kn_from_mps, mps_from_kn};

/// Steps shorter than this are no displacement from which a speed is taken, s.
const MIN_STEP_S: f64 = 10.0;

/// The counts of the summary are those of the list, at every interval.
pub fn assert_counts_agree(case: &str, analysis: &Analysis) {
    let report = &analysis.report;
    let count =
        |kind: SegmentKind| report.maneuvers.iter().filter(|m| m.kind == kind && m.counted).count() as u32;
    let summary = &report.summary;
    let of_summary = [summary.tacks, summary.gybes, summary.sets, summary.douses, summary.turns];
    let kinds =
        [SegmentKind::Tack, SegmentKind::Gybe, SegmentKind::BearAway, SegmentKind::Douse, SegmentKind::Turn];
    assert_eq!(of_summary, kinds.map(count), "{case}: counts of summary and list");
    assert_eq!(summary.straights as usize, report.straights.len(), "{case}");
}

/// True for an analysis of fixes that are too far apart.
pub fn is_sparse(analysis: &Analysis) -> bool {
    analysis.report.summary.sample_rate_hz.is_some_and(|hz| hz < 1.0 / SPARSE_INTERVAL_S)
}

/// Everything that must hold of a sparse analysis of these columns.
pub fn assert_invents_nothing(case: &str, columns: &Columns, analysis: &Analysis) {
    analysis.report.maneuvers.iter().for_each(|m| assert_is_bare(case, m, columns));
    assert!(analysis.columns.get("turn_rate").is_none(), "{case}: turn rates");
    assert!(analysis.report.foiling.is_none(), "{case}: flights");
    assert_speeds(case, columns, analysis);
    assert_records(case, columns, analysis);
    let is_fix = |iso: &str| columns.time_ms.iter().any(|t| iso_utc(*t) == iso);
    for s in analysis.report.straights.iter().filter(|_| !case.contains("corrections")) {
        assert!(
            is_fix(&s.start_time) && is_fix(&s.end_time),
            "{case}: {} begins or ends between fixes",
            s.name
        );
    }
    for sample in analysis.report.wind.iter().flat_map(|w| &w.series) {
        assert!(is_fix(&sample.time), "{case}: wind between the fixes, at {}", sample.time);
    }
}

/// A maneuver has nothing that only its course between the fixes would tell.
fn assert_is_bare(case: &str, m: &Maneuver, columns: &Columns) {
    let numbers = [
        m.loss_og_m,
        m.loss_80_m,
        m.loss_80_low_m,
        m.loss_80_high_m,
        m.loss_at_least_m,
        m.max_turn_rate_dps,
        m.min_turn_rate_dps,
        m.avg_turn_rate_dps,
        m.entry_speed_kn,
        m.exit_speed_kn,
        m.min_speed_kn,
        m.max_speed_kn,
        m.made_good_m,
    ];
    assert!(numbers.iter().all(Option::is_none), "{case}: {} has {numbers:?}", m.name);
    use SegmentKind::{BearAway, Douse, Gybe, Tack, Turn};
    // A turn that was added by hand where no wind is known has its times alone.
    if matches!(m.kind, Tack | Gybe | BearAway | Douse | Turn) && m.angle_deg.is_some() {
        assert_eq!(m.no_loss_reason, Some(NoLossReason::Sparse), "{case}: {}", m.name);
        assert!(m.flags.iter().any(|f| f == "sparse"), "{case}: {} has the flags {:?}", m.name, m.flags);
        assert!(m.quality <= 0.75, "{case}: {} has the quality {}", m.name, m.quality);
    }
    let moment_ms = ms_from_iso(&m.time).unwrap();
    for p in &m.preview {
        let at_ms = moment_ms + 1000.0 * p.dt_s;
        let nearest = columns.time_ms.iter().map(|t| (t - at_ms).abs()).fold(f64::INFINITY, f64::min);
        assert!(nearest < 5.0, "{case}: a point of the preview of {} {nearest} ms from a fix", m.name);
    }
}

/// Steps from fix to fix as recorded: duration, s, and way, m.
fn steps(columns: &Columns) -> Vec<(f64, f64)> {
    let (lat, lon, time) = (&columns.lat_deg, &columns.lon_deg, &columns.time_ms);
    let step =
        |i: usize| ((time[i] - time[i - 1]) / 1000.0, distance_m(lat[i - 1], lon[i - 1], lat[i], lon[i]));
    (1..columns.len()).map(step).collect()
}

/// No speed is above that of the fastest displacement, and the distance is that of the displacements.
fn assert_speeds(case: &str, columns: &Columns, analysis: &Analysis) {
    let steps = steps(columns);
    let fastest_mps =
        steps.iter().filter(|s| s.0 >= MIN_STEP_S).map(|(dt, way)| way / dt).fold(0.0, f64::max);
    let sog = analysis.columns.get("sog").unwrap();
    let top = sog.iter().fold(0.0_f32, |a, b| a.max(*b));
    assert!(
        f64::from(top) <= fastest_mps + 0.01,
        "{case}: {top} m/s, and the fastest step has {fastest_mps}"
    );
    let summary = &analysis.report.summary;
    if let (Some(kn), Some(error_kn)) = (summary.max_speed_kn, summary.max_speed_error_kn) {
        assert!(kn <= kn_from_mps(fastest_mps) + 0.02, "{case}: top speed {kn} kn");
        assert!(error_kn <= kn + 0.5, "{case}: top speed {kn} ± {error_kn} kn");
    }
    let usual_s = 1.0 / summary.sample_rate_hz.unwrap();
    let sailed = |s: &&(f64, f64)| s.1 >= mps_from_kn(0.5) * s.0 && s.0 < 2.4 * usual_s;
    let least_m: f64 = steps.iter().filter(sailed).map(|s| s.1).sum();
    let most_m: f64 = steps.iter().map(|s| s.1).sum();
    let found_m = summary.distance_m;
    assert!(found_m >= 0.999 * least_m - 50.0, "{case}: {found_m} m of {least_m} m");
    assert!(found_m <= 1.001 * most_m + 50.0, "{case}: {found_m} m of {most_m} m");
}

/// Records over seconds and short distances are null, the others lie between two fixes.
fn assert_records(case: &str, columns: &Columns, analysis: &Analysis) {
    let r = &analysis.report.records;
    let short = [&r.best_2_s, &r.best_10_s, &r.best_100_m, &r.best_250_m, &r.best_500_m, &r.alpha_500];
    assert!(short.iter().all(|r| r.is_none()) && r.best_5x10_s.is_none(), "{case}: records of seconds");
    let is_fix = |iso: &str| columns.time_ms.iter().any(|t| iso_utc(*t) == iso);
    let long: [(&Option<SpeedRecord>, Option<f64>); 3] =
        [(&r.best_half_hour, Some(1800.0)), (&r.best_hour, Some(3600.0)), (&r.best_1852_m, None)];
    for (record, window_s) in long {
        let Some(record) = record else { continue };
        assert!(is_fix(&record.start_time) && is_fix(&record.end_time), "{case}: {record:?}");
        assert!(record.error_kn <= record.speed_kn + 0.5, "{case}: {record:?}");
        let share = window_s.map_or(record.distance_m / 1852.0, |s| record.duration_s / s);
        assert!((0.98..=1.5).contains(&share), "{case}: {record:?}");
    }
}
