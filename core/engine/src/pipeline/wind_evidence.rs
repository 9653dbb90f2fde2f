//! Wind evidence of one track, for the estimate of a fleet (docs/algorithms.md, section 6).

use crate::api::Options;
use crate::config::BoatClass;
use crate::config::families::kind_of_boat;
use crate::error::Error;
use crate::fleet::{CandidateEvidence, FLEET_STEP_MS, MeasuredWind, TrackEvidence};
use crate::pipeline::session::find_standstills;
use crate::pipeline::winds::{AnalysisInputs, evidence_turns, without_refuted};
use crate::pipeline::{Smoothed, class_of, inputs};
use crate::segment::course::Course;
use crate::segment::legs::find_legs;
use crate::segment::turns::turn_events;
use crate::track::Recording;
use crate::wind::estimate::{WindCandidate, wind_candidates};
use crate::wind::measured::bridge_s;
use crate::wind::{WindSeries, WindSource};

/// Longest interval between steps over which a candidate is interpolated, s.
const BRIDGE_S: f64 = 30.0;
/// A moment is at most this far from a fix, s.
const NEAR_FIX_S: f64 = 30.0;

/// Reads one file and returns the wind evidence of its track.
///
/// # Errors
/// Those of [`super::analyze`].
pub fn wind_evidence(
    name: &str,
    bytes: &[u8],
    wind: Option<(&str, &[u8])>,
    options: &Options,
) -> Result<TrackEvidence, Error> {
    let class = class_of(options);
    let recording = crate::read::read(name, bytes)?;
    let log = wind.map(|(name, bytes)| crate::read::read(name, bytes)).transpose()?;
    let inputs = inputs(&recording, log.as_ref(), options)?;
    recording_wind_evidence(name, recording, class, &inputs)
}

/// The same from a recording.
///
/// # Errors
/// `NoPositions` and `NoTimes`.
pub fn recording_wind_evidence(
    name: &str,
    recording: Recording,
    class: &BoatClass,
    inputs: &AnalysisInputs,
) -> Result<TrackEvidence, Error> {
    let smoothed = Smoothed::new(recording, class, &inputs.corrections)?;
    Ok(smoothed_wind_evidence(name, &smoothed, inputs))
}

/// The same from a recording that was cleaned and smoothed for the class.
pub(super) fn smoothed_wind_evidence(
    name: &str,
    Smoothed { class, recording, track, motion, .. }: &Smoothed,
    inputs: &AnalysisInputs,
) -> TrackEvidence {
    let mut course = Course::new(track, motion);
    find_standstills(&mut course, class);
    let (inputs, _) = inputs.clone().along_track(&course);
    let inputs = &without_refuted(&course, class, inputs);
    let turns = if course.track.is_sparse() {
        find_legs(&course).events(&course)
    } else {
        turn_events(&course, &evidence_turns(&course, class, inputs))
    };
    let kind = kind_of_boat(class, recording.sport.as_deref());
    let found = wind_candidates(track, motion, &turns, kind, inputs.hint_deg);
    let (found, no_candidates_reason) = match found {
        Ok(found) => (found, None),
        Err(no) => (Vec::new(), Some(no.reason)),
    };
    let moments = moments(&course, found.first());
    TrackEvidence {
        name: name.to_string(),
        time_ms: moments.iter().map(|m| m.0).collect(),
        lat_deg: moments.iter().map(|m| track.columns.lat_deg[m.1]).collect(),
        lon_deg: moments.iter().map(|m| track.columns.lon_deg[m.1]).collect(),
        candidates: found.into_iter().map(|v| candidate_evidence(v, &moments)).collect(),
        measured: inputs.measured.as_ref().and_then(|wind| measured(wind, &moments)),
        no_candidates_reason,
    }
}

/// Multiples of [`FLEET_STEP_MS`] inside the track's pieces and within [`NEAR_FIX_S`] of a fix, with the index of the nearest
/// fix; with a candidate, only those at which it has a wind.
fn moments(course: &Course, candidate: Option<&WindCandidate>) -> Vec<(f64, usize)> {
    let time = &course.track.columns.time_ms;
    let wind = candidate.map(series);
    let mut all = Vec::new();
    for piece in &course.track.pieces {
        let (Some(&first), Some(&last)) = (time.get(piece.start), time.get(piece.end - 1)) else { continue };
        let (from, to) = (libm::ceil(first / FLEET_STEP_MS), libm::floor(last / FLEET_STEP_MS));
        let mut k = from;
        while k <= to {
            let t = k * FLEET_STEP_MS;
            let next = time.partition_point(|x| *x < t).min(piece.end - 1);
            let nearer = next > piece.start && time[next] - t > t - time[next - 1];
            let nearest = if nearer { next - 1 } else { next };
            if (time[nearest] - t).abs() > 1000.0 * NEAR_FIX_S {
                // On to the next fix: days may lie between two fixes of a piece.
                k = f64::max(k + 1.0, libm::ceil((time[next] - 1000.0 * NEAR_FIX_S) / FLEET_STEP_MS));
                continue;
            }
            if wind.as_ref().is_none_or(|s| s.at(t, BRIDGE_S).is_some()) {
                all.push((t, nearest));
            }
            k += 1.0;
        }
    }
    all
}

/// A candidate as a wind series.
fn series(candidate: &WindCandidate) -> WindSeries {
    WindSeries {
        source: WindSource::Estimated,
        time_ms: candidate.time_ms.clone(),
        twd_deg: candidate.twd_deg.clone(),
        sd_deg: candidate.sd_deg.clone(),
        tws_mps: vec![f64::NAN; candidate.time_ms.len()],
        flip_probability: 0.5,
    }
}

fn candidate_evidence(candidate: WindCandidate, moments: &[(f64, usize)]) -> CandidateEvidence {
    let wind = series(&candidate);
    let at = moments.iter().filter_map(|(t, _)| wind.at(*t, BRIDGE_S));
    let (twd_deg, sd_deg) = at.map(|w| (w.twd_deg, w.sd_deg)).unzip();
    CandidateEvidence {
        twd_deg,
        sd_deg,
        current: candidate.current.map(|c| [c.set_deg, c.drift_mps, c.set_sd_deg, c.drift_sd_mps]),
        score: candidate.score,
        support: candidate.support,
        mostly_reaches: candidate.mostly_reaches,
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
