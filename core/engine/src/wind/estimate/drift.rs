//! Drift of a board at rest as evidence of the upwind end: a rider who lies or sits in the water drifts to leeward
//! (docs/algorithms.md, section 4.6).

use crate::angle::to_rad;
use crate::geo::Plane;
use crate::motion::Motion;
use crate::track::Track;

/// Speed below which a board is at rest, m/s, and least duration of a rest, s. *Measured* on the board sessions of the
/// recordings: rests of 15 s and more drift to leeward in 87 of 100, at 0.2 m/s.
const REST_MPS: f64 = 1.2;
const MIN_REST_S: f64 = 15.0;
/// Longest interval between two fixes of a rest, s.
const MAX_INTERVAL_S: f64 = 20.0;
/// Largest speed of a drift that is used, m/s: faster ones are tows, waves and paddling.
const MAX_DRIFT_MPS: f64 = 0.6;
/// Mean speed of the drift to leeward, its standard deviation over sessions (currents), and over the rests of one, m/s.
/// *Measured* like [`REST_MPS`]; the current is a guess.
const DRIFT_MPS: f64 = 0.2;
const SESSION_SD_MPS: f64 = 0.22;
const REST_SD_MPS: f64 = 0.3;
/// Bound of the log-odds, nats: one session in ten lies in a current stronger than the drift. Guess.
const MAX_NATS: f64 = 2.5;

/// Drift over one rest, m/s to east and north.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub time_ms: f64,
    pub east_mps: f64,
    pub north_mps: f64,
}

/// The rests of a track, in time order.
pub(super) fn rests(track: &Track, motion: &Motion) -> Vec<Rest> {
    let columns = &track.columns;
    let time = &columns.time_ms;
    let mut rests = Vec::new();
    for piece in &track.pieces {
        let mut from = piece.start;
        while from < piece.end {
            let is_slow = |i: usize| motion.sog_mps.get(i).is_some_and(|v| *v < REST_MPS);
            let follows = |i: usize| is_slow(i) && time[i] - time[i - 1] <= 1000.0 * MAX_INTERVAL_S;
            let to = if is_slow(from) {
                (from + 1..piece.end).find(|&i| !follows(i)).unwrap_or(piece.end)
            } else {
                from + 1
            };
            let (first, last) = (from, to - 1);
            let seconds = (time[last] - time[first]) / 1000.0;
            if seconds >= MIN_REST_S {
                let plane = Plane::at(columns.lat_deg[first], columns.lon_deg[first]);
                let (east_m, north_m) = plane.to_m(columns.lat_deg[last], columns.lon_deg[last]);
                let time_ms = 0.5 * (time[first] + time[last]);
                rests.push(Rest { time_ms, east_mps: east_m / seconds, north_mps: north_m / seconds });
            }
            from = to;
        }
    }
    rests
}

/// Drift to leeward in a wind from a direction, m/s, within the bound.
fn to_leeward_mps(rest: &Rest, twd_deg: f64) -> f64 {
    let (sin, cos) = libm::sincos(to_rad(twd_deg));
    (-(rest.east_mps * sin + rest.north_mps * cos)).clamp(-MAX_DRIFT_MPS, MAX_DRIFT_MPS)
}

/// Log-odds of a wind against its opposite by the drift in all rests: 2 · mean · value / variance of the value.
pub(super) fn log_odds(rests: &[Rest], wind_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let drifts = rests.iter().filter_map(|rest| Some(to_leeward_mps(rest, wind_at(rest.time_ms)?)));
    let (sum, n) = drifts.fold((0.0, 0.0), |(sum, n), v| (sum + v, n + 1.0));
    if n == 0.0 {
        return 0.0;
    }
    let variance = SESSION_SD_MPS * SESSION_SD_MPS + REST_SD_MPS * REST_SD_MPS / n;
    (2.0 * DRIFT_MPS * (sum / n) / variance).clamp(-MAX_NATS, MAX_NATS)
}

/// Log-odds by evidence that holds for boards, given the probability that the boat is one.
pub(super) fn of_boards(board_probability: f64, log_odds: f64) -> f64 {
    let share = 1.0 / (1.0 + libm::exp(-log_odds));
    let mixed = |share: f64| 2.0 * board_probability * share + 1.0 - board_probability;
    libm::log(mixed(share) / mixed(1.0 - share))
}

/// Number of rests that drift to leeward, and of all.
pub(super) fn counts(rests: &[Rest], wind_at: impl Fn(f64) -> Option<f64>) -> (usize, usize) {
    let drifts: Vec<f64> =
        rests.iter().filter_map(|rest| Some(to_leeward_mps(rest, wind_at(rest.time_ms)?))).collect();
    (drifts.iter().filter(|v| **v > 0.0).count(), drifts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_drifts_to_leeward() {
        let rest = Rest { time_ms: 0.0, east_mps: 0.05, north_mps: -0.25 };
        let rests = [rest; 12];
        assert!(log_odds(&rests, |_| Some(0.0)) > 1.0);
        assert!(log_odds(&rests, |_| Some(180.0)) < -1.0);
        assert!(log_odds(&rests, |_| Some(90.0)).abs() < 0.5);
        assert_eq!(counts(&rests, |_| Some(0.0)), (12, 12));
    }

    #[test]
    fn drift_is_little_evidence_for_a_boat_that_may_be_no_board() {
        assert!((of_boards(1.0, 2.0) - 2.0).abs() < 1e-9);
        assert_eq!(of_boards(0.0, 2.5), 0.0);
        assert!(of_boards(0.5, 2.5) < 1.2);
    }

    #[test]
    fn one_rest_is_little_evidence_and_none_is_no_evidence() {
        let rest = Rest { time_ms: 0.0, east_mps: 0.0, north_mps: -0.25 };
        assert!(log_odds(&[rest], |_| Some(0.0)) < 1.0);
        assert_eq!(log_odds(&[], |_| Some(0.0)), 0.0);
    }
}
