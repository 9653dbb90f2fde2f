//! What one track says about the wind, for those who ask a fleet.

use crate::api::Options;
use crate::config::BoatClass;
use crate::error::Error;
use crate::fleet::{CandidateEvidence, FLEET_STEP_MS, MeasuredWind, TrackEvidence};
use crate::pipeline::winds::{Known, telling_turns};
use crate::pipeline::{class_of, find_standstills, heel, known};
use crate::segment::course::Course;
use crate::segment::turns::turn_events;
use crate::track::Recording;
use crate::wind::estimate::{WindCandidate, wind_candidates};
use crate::wind::measured::bridge_s;
use crate::wind::{WindSeries, WindSource};

/// Steps of an estimate further apart do not vouch for what lies between, s.
const BRIDGE_S: f64 = 30.0;
/// What the boat's heel says against a wind that would have her heel to windward, nats.
const HEEL: f64 = 6.0;

/// Reads one file and says what its track tells of the wind. Errors are those of the analysis.
pub fn wind_evidence(
    name: &str,
    bytes: &[u8],
    wind: Option<(&str, &[u8])>,
    options: &Options,
) -> Result<TrackEvidence, Error> {
    let class = class_of(options)?;
    let recording = crate::read::read(name, bytes)?;
    let known = known(&recording, wind, options)?;
    recording_wind_evidence(name, recording, class, &known)
}

/// The same from a recording already read.
pub fn recording_wind_evidence(
    name: &str,
    mut recording: Recording,
    class: &BoatClass,
    known: &Known,
) -> Result<TrackEvidence, Error> {
    let track = crate::clean::clean(&mut recording, class)?;
    let motion = crate::motion::smooth(&track, class);
    let mut course = Course::new(&track, &motion);
    find_standstills(&mut course, class);
    let turns = turn_events(&course, &telling_turns(&course, class, known));
    let heard = wind_candidates(&track, &motion, &turns, class, known.hint_deg);
    let (heard, silence) = match heard {
        Ok(heard) => (heard, None),
        Err(no) => (Vec::new(), Some(no.reason)),
    };
    let moments = moments(&course, heard.first());
    Ok(TrackEvidence {
        name: name.to_string(),
        time_ms: moments.iter().map(|m| m.0).collect(),
        lat_deg: moments.iter().map(|m| track.columns.lat_deg[m.1]).collect(),
        lon_deg: moments.iter().map(|m| track.columns.lon_deg[m.1]).collect(),
        opinions: heard.into_iter().map(|v| opinion(&course, v, &moments)).collect(),
        measured: known.measured.as_ref().and_then(|wind| measured(wind, &moments)),
        silence,
    })
}

/// Whole tens of seconds inside the track's pieces, and the fix nearest to each; with a voice those at which it speaks.
fn moments(course: &Course, voice: Option<&WindCandidate>) -> Vec<(f64, usize)> {
    let time = &course.track.columns.time_ms;
    let speaks = voice.map(series);
    let mut all = Vec::new();
    for piece in &course.track.pieces {
        let (Some(&first), Some(&last)) = (time.get(piece.start), time.get(piece.end - 1)) else { continue };
        let (from, to) = (libm::ceil(first / FLEET_STEP_MS), libm::floor(last / FLEET_STEP_MS));
        let mut k = from;
        while k <= to {
            let t = k * FLEET_STEP_MS;
            let next = time.partition_point(|x| *x < t).min(piece.end - 1);
            let nearer = next > piece.start && time[next] - t > t - time[next - 1];
            if speaks.as_ref().is_none_or(|s| s.at(t, BRIDGE_S).is_some()) {
                all.push((t, if nearer { next - 1 } else { next }));
            }
            k += 1.0;
        }
    }
    all
}

/// A voice as a wind, for asking it at a moment.
fn series(voice: &WindCandidate) -> WindSeries {
    WindSeries {
        source: WindSource::Estimated,
        time_ms: voice.time_ms.clone(),
        twd_deg: voice.twd_deg.clone(),
        sd_deg: voice.sd_deg.clone(),
        tws_mps: vec![f64::NAN; voice.time_ms.len()],
        flip_probability: 0.5,
    }
}

fn opinion(course: &Course, voice: WindCandidate, moments: &[(f64, usize)]) -> CandidateEvidence {
    let wind = series(&voice);
    let at = moments.iter().filter_map(|(t, _)| wind.at(*t, BRIDGE_S));
    let (twd_deg, sd_deg) = at.map(|w| (w.twd_deg, w.sd_deg)).unzip();
    let against = if heel::contradicts(course, &wind, BRIDGE_S) { HEEL } else { 0.0 };
    CandidateEvidence {
        twd_deg,
        sd_deg,
        current: voice.current.map(|c| [c.set_deg, c.drift_mps, c.set_sd_deg, c.drift_sd_mps]),
        score: voice.score - against,
        support: voice.support,
        mostly_reaches: voice.mostly_reaches,
    }
}

fn measured(wind: &WindSeries, moments: &[(f64, usize)]) -> Option<MeasuredWind> {
    let mut out = MeasuredWind { time_ms: Vec::new(), twd_deg: Vec::new(), sd_deg: Vec::new() };
    for (t, _) in moments {
        if let Some(w) = wind.at(*t, bridge_s(wind)) {
            out.time_ms.push(*t);
            out.twd_deg.push(w.twd_deg);
            out.sd_deg.push(w.sd_deg);
        }
    }
    (!out.time_ms.is_empty()).then_some(out)
}
