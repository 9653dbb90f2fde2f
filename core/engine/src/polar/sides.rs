//! Port against starboard tack, at the same wind of the same session.

use super::answer::SideDifference;
use super::histogram::Leg;
use super::outings::Outing;
use super::session::{MAX_TWS_BIN, WINDOW_S};
use crate::stats::student::t_quantile_95;

/// Least number of sessions with both tacks, and least time on each of them of a session, s. *guess*
const MIN_SESSIONS: usize = 3;
const MIN_TACK_S: f64 = 120.0;

/// Windows and the sum of their speeds on starboard and port tack.
type Tacks = [(f64, f64); 2];

/// How much faster port tack is; none with fewer than three sessions that have both.
pub(super) fn side_difference(outings: &[Outing], leg: Leg) -> Option<SideDifference> {
    let of_sessions: Vec<(f64, f64)> = outings.iter().filter_map(|outing| of_session(outing, leg)).collect();
    let n = of_sessions.len() as f64;
    if of_sessions.len() < MIN_SESSIONS {
        return None;
    }
    let weight: f64 = of_sessions.iter().map(|s| s.1).sum();
    let percent = of_sessions.iter().map(|s| s.0 * s.1).sum::<f64>() / weight;
    let squares: f64 = of_sessions.iter().map(|s| (s.1 * (s.0 - percent)) * (s.1 * (s.0 - percent))).sum();
    let sd_percent = (squares * n / (n - 1.0)).sqrt() / weight;
    Some(SideDifference {
        percent,
        sd_percent,
        is_clear: percent.abs() > sd_percent * t_quantile_95(n - 1.0),
    })
}

/// The difference of one session, %, over its wind speeds, and its weight.
fn of_session(outing: &Outing, leg: Leg) -> Option<(f64, f64)> {
    // Bins of the wind speed after the three thirds of those without one.
    let mut by_wind: Vec<Tacks> = vec![Tacks::default(); (3 + MAX_TWS_BIN + 1) as usize];
    for cell in outing.cells.iter().filter(|c| leg.has(c)) {
        let tack = &mut by_wind[(3 + cell.tws) as usize][usize::from(cell.twa < 0)];
        let n = f64::from(cell.n);
        *tack = (tack.0 + n, tack.1 + n * cell.speed_kn());
    }
    let windows = |tack: usize| by_wind.iter().map(|tacks| tacks[tack].0).sum::<f64>();
    let (mut weights, mut sum) = (0.0, 0.0);
    for [(starboard, starboard_kn), (port, port_kn)] in &by_wind {
        if *starboard > 0.0 && *port > 0.0 {
            let weight = starboard * port / (starboard + port);
            let ratio = (port_kn / port) / (starboard_kn / starboard);
            weights += weight;
            sum += weight * 100.0 * (ratio - 1.0);
        }
    }
    let has_both = WINDOW_S * windows(0).min(windows(1)) >= MIN_TACK_S;
    (has_both && weights > 0.0).then(|| (sum / weights, weights))
}
