//! Devices whose speed and course are late, smoothed, magnetic or in another unit: the analysis with these channels
//! against that of the positions alone.

use leebow_engine::motion::DeviceChecks;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::stats::quantile::median;
use leebow_engine::{clean, motion};
use leebow_simulator::{DeviceColumns, Noise, simulate};

use crate::evaluation::{Counts, TURNS, evaluate};
use crate::parallel::map_parallel;
use crate::sessions::{DEVICES, Session, sessions};
use crate::table::Limit::{AtLeast, AtMost};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Name of a device and its errors.
type Device = (&'static str, Noise);

const LATE: &str = "late by 1.5 s";
const MAGNETIC: &str = "magnetic course";
const KNOTS: &str = "knots as m/s";

fn devices() -> Vec<Device> {
    let smooth = Noise { smoothing_s: 2.5, course_lag_s: 0.0, ..Noise::PHONE };
    vec![
        ("logger", Noise::LOGGER),
        ("phone", Noise::PHONE),
        ("smoothed over 2.5 s", smooth),
        (LATE, Noise { doppler_lag_s: 1.5, ..Noise::LOGGER }),
        (MAGNETIC, Noise { course_offset_deg: -8.0, ..Noise::LOGGER }),
        (KNOTS, Noise { speed_excess: 0.944, ..Noise::LOGGER }),
    ]
}

/// One session recorded by one device.
struct Recorded {
    device: &'static str,
    data_set: DataSet,
    noise: Noise,
    /// Interval between fixes, s.
    dt_s: f64,
    checks: DeviceChecks,
    /// Tacks and gybes found with the device's channels, and from positions alone.
    counts: [Counts; 2],
    has_current: bool,
    /// Median absolute errors of the published winds, deg.
    wind_deg: [Option<f64>; 2],
}

pub fn rows(max_seeds: u64) -> Vec<Row> {
    let sessions: Vec<Session> =
        DATA_SETS.iter().flat_map(|&set| sessions(DEVICES, set, max_seeds)).collect();
    let jobs: Vec<(Session, Device)> =
        sessions.iter().flat_map(|s| devices().into_iter().map(|d| (*s, d))).collect();
    let all: Vec<Recorded> =
        map_parallel("devices", &jobs, |(s, d)| recorded(s, d)).into_iter().flatten().collect();
    let measure = |device: &'static str, of: &dyn Fn(&[&Recorded]) -> Measured| {
        DATA_SETS.map(|set| {
            let own: Vec<&Recorded> =
                all.iter().filter(|r| r.device == device && r.data_set == set).collect();
            of(&own)
        })
    };
    let mut rows = Vec::new();
    for (device, _) in devices() {
        let name = |what: &str| format!("device {device}: {what}");
        rows.push(row(
            (&name("tack + gybe F1 less that of positions alone"), "", 3),
            [AtLeast(-0.005), AtLeast(0.0)],
            measure(device, &gain),
        ));
        rows.push(row(
            (&name("wind, median error less that of positions alone"), "°", 2),
            [AtMost(0.5), AtMost(0.0)],
            measure(device, &wind_gain),
        ));
        rows.push(row(
            (&name("current published in still water"), "", 0),
            [AtMost(0.0), AtMost(0.0)],
            measure(device, &currents),
        ));
    }
    let share = [AtLeast(0.95), AtLeast(1.0)];
    rows.push(row(("device late by 1.5 s: lag found within 0.25 s", "", 2), share, measure(LATE, &lags)));
    rows.push(row(("device logger: no lag", "", 2), share, measure("logger", &lags)));
    rows.push(row(("device phone: lag of the course within 0.25 s", "", 2), share, measure("phone", &lags)));
    rows.push(row(("device magnetic: offset within 1°", "", 2), share, measure(MAGNETIC, &offsets)));
    rows.push(row(("device knots as m/s: unit found", "", 2), share, measure(KNOTS, &units)));
    rows
}

fn recorded(session: &Session, (device, noise): &Device) -> Option<Recorded> {
    let mut spec = session.spec();
    spec.noise = *noise;
    let simulation = simulate(&spec).ok()?;
    let analyzed = |columns: DeviceColumns| {
        let recording = simulation.recording(columns);
        let report =
            analyze_recording("", "", recording, session.class, AnalysisInputs::default()).ok()?.report;
        Some((evaluate(&simulation, &report), report))
    };
    let (own, report) = analyzed(DeviceColumns::SpeedAndCourse)?;
    let (bare, _) = analyzed(DeviceColumns::PositionsAlone)?;
    let mut recording = simulation.recording(DeviceColumns::SpeedAndCourse);
    let track = clean::clean(&mut recording, session.class).ok()?;
    let wind = |errors: &crate::evaluation::SessionErrors| {
        let mut sizes: Vec<f64> = errors.wind.iter().flatten().map(|d| d.error.abs()).collect();
        median(&mut sizes)
    };
    Some(Recorded {
        device,
        data_set: session.data_set,
        noise: *noise,
        dt_s: 1.0 / spec.rate_hz,
        checks: motion::smooth(&track, session.class).device,
        counts: [own.counts[TURNS], bare.counts[TURNS]],
        has_current: report.wind.is_some_and(|w| w.current.is_some()),
        wind_deg: [wind(&own), wind(&bare)],
    })
}

fn gain(all: &[&Recorded]) -> Measured {
    let f1 = |form: usize| {
        let mut sum = Counts::default();
        all.iter().for_each(|r| sum.add(&r.counts[form]));
        sum.f1()
    };
    Measured::new(f1(0) - f1(1), format!("{:.3} and {:.3}", f1(0), f1(1)))
}

fn wind_gain(all: &[&Recorded]) -> Measured {
    let of = |form: usize| {
        let mut errors: Vec<f64> = all.iter().filter_map(|r| r.wind_deg[form]).collect();
        let n = errors.len();
        (median(&mut errors).unwrap_or(f64::NAN), n)
    };
    let ((own, n), (bare, m)) = (of(0), of(1));
    Measured::new(own - bare, format!("{own:.1}° and {bare:.1}°, {n} and {m} published"))
}

fn currents(all: &[&Recorded]) -> Measured {
    Measured::new(all.iter().filter(|r| r.has_current).count() as f64, format!("of {}", all.len()))
}

fn share(all: &[&Recorded], holds: impl Fn(&Recorded) -> bool) -> Measured {
    let held = all.iter().filter(|r| holds(r)).count();
    Measured::new(held as f64 / all.len() as f64, format!("of {}", all.len()))
}

fn lags(all: &[&Recorded]) -> Measured {
    share(all, |r| {
        let true_s =
            r.noise.doppler_lag_s + r.noise.course_lag_s + filter_delay_s(r.noise.smoothing_s, r.dt_s);
        r.checks.course.is_some_and(|c| (c.lag_s.unwrap_or(0.0) - true_s).abs() <= 0.25)
    })
}

/// Delay of a low-pass filter with time constant `tau_s` that runs once per fix, s.
fn filter_delay_s(tau_s: f64, dt_s: f64) -> f64 {
    if tau_s > 0.0 { dt_s / libm::expm1(dt_s / tau_s) } else { 0.0 }
}

fn offsets(all: &[&Recorded]) -> Measured {
    let is_found = |c: motion::ChannelCheck, true_deg: f64| {
        c.offset_deg.is_some_and(|(deg, _)| (deg - true_deg).abs() <= 1.0)
    };
    share(all, |r| r.checks.course.is_some_and(|c| is_found(c, r.noise.course_offset_deg)))
}

fn units(all: &[&Recorded]) -> Measured {
    share(all, |r| r.checks.speed.and_then(|c| c.unit).is_some_and(|u| u.is == "knots"))
}
