//! Conversion to the outward contract: from SI and seconds to knots, ISO times and half-open ranges of fixes.

use std::ops::Range;

use crate::angle::circular_mean;
use crate::api::{
    Current, Evidence, Maneuver, PreviewPoint, SEGMENT_METRICS, SailingMode, SegmentColumns, Straight, Wind,
    WindCandidate, WindSample,
};
use crate::calendar::iso_utc;
use crate::maneuver::MeasuredManeuver;
use crate::maneuver::reasons::LossBasis;
use crate::pipeline::hint;
use crate::pipeline::session::Session;
use crate::pipeline::winds::Winds;
use crate::segment::SegmentKind;
use crate::segment::accelerations::Acceleration;
use crate::segment::classify::courses;
use crate::segment::course::{Course, Episode};
use crate::segment::straights::{self, DOWNWIND_DEG, UPWIND_DEG};
use crate::stats::moments::Moments;
use crate::stats::order::sort_by_number;
use crate::units::kn_from_mps;
use crate::wind::estimate::DirectionCandidate;
use crate::wind::{WindAt, WindSeries};

/// Step of the outward wind series, s. *from* the outward contract
const SERIES_STEP_S: f64 = 10.0;

/// A time in s from the first fix as ISO 8601 UTC.
pub(crate) fn instant(course: &Course, t_s: f64) -> String {
    iso_utc(course.ms(t_s))
}

/// All maneuvers in time order, numbered per kind.
pub(crate) fn maneuvers(course: &Course, session: &Session) -> Vec<Maneuver> {
    let turns = session.maneuvers.iter().filter_map(|m| Some((m.found.time_s, turned(course, m)?)));
    let interruptions = session.interruptions.iter().map(|(kind, s)| (s.time_s, plain(course, *kind, s)));
    let starts = session.accelerations.iter().map(|a| (a.start_s, acceleration(course, a)));
    let mut all: Vec<(f64, Maneuver)> = turns.chain(interruptions).chain(starts).collect();
    sort_by_number(&mut all, |m| m.0);
    let mut counts = [0_u32; 16];
    for (_, maneuver) in &mut all {
        let kind = maneuver.kind;
        let count = &mut counts[kind as usize % 16];
        *count += 1;
        maneuver.name = format!("{} {count}", kind.name());
    }
    all.into_iter().map(|(_, m)| m).collect()
}

/// Half-open range of the fixes of a span, at least one.
pub(crate) fn range(course: &Course, start_s: f64, end_s: f64) -> Range<usize> {
    let fixes = course.fixes(start_s, end_s);
    let start = fixes.start.min(course.time_s.len().saturating_sub(1));
    start..fixes.end.max(start + 1)
}

/// A measured maneuver; none without a name.
fn turned(course: &Course, m: &MeasuredManeuver) -> Option<Maneuver> {
    let kind = m.found.kind?;
    let sides = m.found.tack_sides();
    let rates = m.metrics.rates;
    let kn = |v: Option<f64>| v.map(kn_from_mps);
    let base = plain(course, kind, &Episode { start_s: m.start_s, end_s: m.end_s, time_s: m.found.time_s });
    Some(Maneuver {
        flags: m.found.flags.iter().map(|f| (*f).to_string()).collect(),
        from_side: sides.map(|s| s.0),
        to_side: sides.map(|s| s.1),
        angle_deg: m.metrics.angle_deg,
        entry_speed_kn: kn(m.metrics.entry_mps),
        exit_speed_kn: kn(m.metrics.exit_mps),
        min_speed_kn: kn(m.metrics.min_mps),
        max_speed_kn: kn(m.metrics.max_mps),
        max_turn_rate_dps: rates.map(|r| r.max_dps),
        min_turn_rate_dps: rates.map(|r| r.min_dps),
        avg_turn_rate_dps: rates.map(|r| r.avg_dps),
        loss_og_m: m.loss.og_m,
        loss_80_m: m.loss.loss_80_m,
        loss_80_low_m: m.loss.interval_80_m.map(|i| i.0),
        loss_80_high_m: m.loss.interval_80_m.map(|i| i.1),
        loss_basis: m.loss.basis,
        loss_at_least_m: m.loss.at_least_m,
        no_loss_reason: m.loss.no_loss,
        made_good_m: m.loss.made_good_m,
        quality: m.quality.value,
        counted: m.counts(),
        not_counted_reason: m.quality.not_counted,
        left_out_reason: m.left_out,
        evidence: evidence(m),
        preview: m.preview.iter().map(preview_point).collect(),
        ..base
    })
}

/// Rounded to a thousandth, because previews are most of the size of a report.
fn preview_point(s: &crate::maneuver::preview::Sample) -> PreviewPoint {
    // Adding 0 turns -0 into 0.
    let thousandths = |v: f64| libm::round(v * 1e3) / 1e3 + 0.0;
    PreviewPoint {
        dt_s: thousandths(s.dt_s),
        x_m: thousandths(s.x_m),
        y_m: thousandths(s.y_m),
        sog_kn: thousandths(kn_from_mps(s.sog_mps)),
    }
}

fn evidence(m: &MeasuredManeuver) -> Evidence {
    let f = &m.found;
    let (course_in, course_out) = courses(f);
    let loss_wind = m.wind.filter(|_| m.loss.basis == Some(LossBasis::Vmg));
    Evidence {
        wind_angle_in_deg: f.wind.map(|_| f.sweep.angle_in_deg()),
        wind_angle_out_deg: f.wind.map(|_| f.sweep.angle_out_deg()),
        course_in_deg: Some(course_in),
        course_out_deg: Some(course_out),
        passed: f.wind.map_or("", |_| f.passed.id()).to_string(),
        wind_deg: f.wind.map(|w| w.twd_deg),
        wind_sd_deg: f.wind.map(|w| w.sd_deg),
        loss_wind_deg: loss_wind.map(|w| w.twd_deg),
        loss_wind_sd_deg: loss_wind.map(|w| w.sd_deg),
        turn_start_s: Some(f.turn.start_s - f.time_s),
        turn_end_s: Some(f.turn.end_s - f.time_s),
        recovered_80_s: m.recovery.t80_s.map(|t| t - f.time_s),
        recovered_95_s: m.recovery.t95_s.map(|t| t - f.time_s),
    }
}

/// An acceleration: its moment is that of least speed, its loss that of the whole acceleration.
fn acceleration(course: &Course, a: &Acceleration) -> Maneuver {
    let span = Episode { start_s: a.start_s, end_s: a.end_s, time_s: a.start_s };
    Maneuver {
        min_speed_kn: Some(kn_from_mps(a.min_mps)),
        max_speed_kn: Some(kn_from_mps(a.max_mps)),
        loss_og_m: Some(a.loss_m),
        evidence: Evidence { recovered_80_s: Some(a.to_80_s - a.start_s), ..Evidence::default() },
        ..plain(course, SegmentKind::Acceleration, &span)
    }
}

/// A maneuver with its kind and times alone.
fn plain(course: &Course, kind: SegmentKind, s: &Episode) -> Maneuver {
    let fixes = range(course, s.start_s, s.end_s);
    Maneuver {
        kind,
        name: String::new(),
        time: instant(course, s.time_s),
        start_time: instant(course, s.start_s),
        end_time: instant(course, s.end_s),
        start: fixes.start as u32,
        end: fixes.end as u32,
        flags: Vec::new(),
        from_side: None,
        to_side: None,
        duration_s: s.end_s - s.start_s,
        angle_deg: None,
        entry_speed_kn: None,
        exit_speed_kn: None,
        min_speed_kn: None,
        max_speed_kn: None,
        max_turn_rate_dps: None,
        min_turn_rate_dps: None,
        avg_turn_rate_dps: None,
        loss_og_m: None,
        loss_80_m: None,
        loss_80_low_m: None,
        loss_80_high_m: None,
        loss_at_least_m: None,
        no_loss_reason: None,
        counted: true,
        not_counted_reason: None,
        left_out_reason: None,
        loss_basis: None,
        tws_kn: None,
        made_good_m: None,
        quality: 1.0,
        evidence: Evidence::default(),
        preview: Vec::new(),
    }
}

/// All straights, numbered.
pub(crate) fn straights(course: &Course, found: &[straights::Straight]) -> Vec<Straight> {
    found.iter().enumerate().map(|(i, s)| straight(course, i + 1, s)).collect()
}

fn straight(course: &Course, number: usize, s: &straights::Straight) -> Straight {
    let fixes = range(course, s.start_s, s.end_s);
    let mode = |angle: f64| match angle {
        a if a < UPWIND_DEG => SailingMode::Upwind,
        a if a > DOWNWIND_DEG => SailingMode::Downwind,
        _ => SailingMode::Reach,
    };
    Straight {
        name: format!("Straight {number}"),
        start_time: instant(course, s.start_s),
        end_time: instant(course, s.end_s),
        start: fixes.start as u32,
        end: fixes.end as u32,
        side: s.wind.map(|w| w.side),
        mode: s.wind.map(|w| mode(w.angle_deg)),
        sog_kn: kn_from_mps(s.sog_mps),
        cog_deg: s.cog_deg,
        twa_deg: s.wind.map(|w| w.angle_deg),
        vmg_kn: s.wind.map(|w| kn_from_mps(w.vmg_mps)),
    }
}

/// The wind of the track: mean, standard deviation, and a sample every 10 s; none without a wind.
pub(crate) fn wind(course: &Course, winds: &Winds) -> Option<Wind> {
    let used = winds.used.as_ref()?;
    let measured = winds.measured.as_ref();
    let (twd_deg, sd) = hint::mean_direction(used)?;
    let known = measured.filter(|m| !m.twd_deg.is_empty());
    let speeds = known.or(winds.speed.as_ref()).map(|m| Moments::of(m.tws_mps.iter().copied()));
    let spread = known.and_then(|m| circular_mean(m.twd_deg.iter().map(|&d| (d, 1.0))));
    Some(Wind {
        twd_deg,
        sd_deg: sd,
        flip_probability: used.flip_probability,
        rival_probabilities: winds.rival_probabilities,
        track_estimate: winds.track_estimate.as_ref().and_then(track_estimate),
        source: used.source,
        tws_kn: speeds.and_then(|s| s.mean()).map(kn_from_mps),
        twd_std_deg: spread.map(|(_, r)| crate::angle::circular_sd_deg(r)),
        tws_std_kn: speeds.and_then(|s| s.sd()).map(kn_from_mps),
        current: winds.current.map(current),
        series: series(course, used, winds.bridge_s),
    })
}

/// The directions that fit the track where no wind is known.
pub(crate) fn wind_candidates(winds: &Winds) -> Vec<WindCandidate> {
    let outward = |found: &DirectionCandidate| WindCandidate {
        twd_deg: found.twd_deg,
        sd_deg: found.sd_deg,
        probability: found.probability,
        reasons: found.reasons.clone(),
    };
    winds.candidates.iter().map(outward).collect()
}

/// What the track would have the wind be.
fn track_estimate(wind: &WindSeries) -> Option<WindCandidate> {
    let (twd_deg, sd_deg) = hint::mean_direction(wind)?;
    Some(WindCandidate { twd_deg, sd_deg, probability: 1.0 - wind.flip_probability, reasons: Vec::new() })
}

fn current(found: crate::wind::estimate::Current) -> Current {
    Current {
        set_deg: found.set_deg,
        set_sd_deg: found.set_sd_deg,
        drift_kn: kn_from_mps(found.drift_mps),
        drift_sd_kn: kn_from_mps(found.drift_sd_mps),
    }
}

/// The wind at each fix of a sparse track where it is known.
fn series_at_fixes(course: &Course, used: &WindSeries, bridge_s: f64) -> Vec<WindSample> {
    let times_ms = &course.track.columns.time_ms;
    let at = times_ms.iter().zip(used.along(times_ms, bridge_s));
    at.filter_map(|(&time_ms, wind)| Some(wind_sample(time_ms, &wind?))).collect()
}

fn wind_sample(time_ms: f64, w: &WindAt) -> WindSample {
    let tws_kn = w.tws_mps.is_finite().then(|| kn_from_mps(w.tws_mps));
    WindSample { time: iso_utc(time_ms), twd_deg: w.twd_deg, sd_deg: w.sd_deg, tws_kn }
}

/// Samples of the wind where it is known, in time proportional to their number and that of the series.
fn series(course: &Course, used: &WindSeries, bridge_s: f64) -> Vec<WindSample> {
    if course.track.is_sparse() {
        return series_at_fixes(course, used, bridge_s);
    }
    let last = course.time_s.last().copied().unwrap_or(0.0);
    let count = (last / SERIES_STEP_S) as usize;
    let (mut samples, mut k) = (Vec::new(), 0);
    while k <= count {
        let time_ms = course.ms(SERIES_STEP_S * k as f64);
        if let Some(w) = used.at(time_ms, bridge_s) {
            samples.push(wind_sample(time_ms, &w));
            k += 1;
            continue;
        }
        // A gap may last for years: continue near the next sample of the series.
        let Some(next_ms) = used.time_ms.get(used.time_ms.partition_point(|t| *t < time_ms)) else { break };
        let gap_s = (next_ms - course.ms(0.0)) / 1000.0 - bridge_s;
        k = (k + 1).max((gap_s / SERIES_STEP_S) as usize);
    }
    samples
}

/// Maneuvers and straights as columns, in the order of their first fix.
pub(crate) fn segment_columns(maneuvers: &[Maneuver], straights: &[Straight]) -> SegmentColumns {
    let straight_row = |s: &Straight| (SegmentKind::Straight as u8, s.start, s.end, Vec::new());
    let maneuver_row = |m: &Maneuver| (m.kind as u8, m.start, m.end, metric_row(m));
    let mut rows: Vec<(u8, u32, u32, Vec<f32>)> =
        maneuvers.iter().map(maneuver_row).chain(straights.iter().map(straight_row)).collect();
    sort_by_number(&mut rows, |r| f64::from(r.2));
    sort_by_number(&mut rows, |r| f64::from(r.1));
    let mut out =
        SegmentColumns { metrics: vec![Vec::new(); SEGMENT_METRICS.len()], ..SegmentColumns::default() };
    for (kind, start, end, metrics) in rows {
        out.kind.push(kind);
        out.start.push(start);
        out.end.push(end);
        for (k, column) in out.metrics.iter_mut().enumerate() {
            column.push(metrics.get(k).copied().unwrap_or(f32::NAN));
        }
    }
    out
}

/// A maneuver's metrics in the order of [`SEGMENT_METRICS`].
fn metric_row(m: &Maneuver) -> Vec<f32> {
    let metric = |id: &str| match id {
        "loss_og_m" => m.loss_og_m,
        "loss_80_m" => m.loss_80_m,
        "angle_deg" => m.angle_deg,
        "entry_speed_kn" => m.entry_speed_kn,
        "exit_speed_kn" => m.exit_speed_kn,
        "min_speed_kn" => m.min_speed_kn,
        "max_speed_kn" => m.max_speed_kn,
        "max_turn_rate_dps" => m.max_turn_rate_dps,
        "min_turn_rate_dps" => m.min_turn_rate_dps,
        "avg_turn_rate_dps" => m.avg_turn_rate_dps,
        "duration_s" => Some(m.duration_s),
        "quality" => Some(m.quality),
        "loss_at_least_m" => m.loss_at_least_m,
        _ => None,
    };
    SEGMENT_METRICS.iter().map(|id| metric(id).map_or(f32::NAN, |v| v as f32)).collect()
}
