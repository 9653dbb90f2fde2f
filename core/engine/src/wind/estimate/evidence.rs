//! What a turn says about the wind.

use super::chain::{CELLS, cell_deg};
use super::model::von_mises;
use crate::angle::to_rad;
use crate::wind::TurnEvent;

/// Turns of more than this have no clear middle, and smaller ones are no change of tack, deg.
const MOST_CHANGE_DEG: f64 = 170.0;
const LEAST_CHANGE_DEG: f64 = 40.0;
/// Shares of tacks and gybes among turns; the rest says nothing.
const TACKS: f64 = 0.45;
const GYBES: f64 = 0.35;
/// Spread of a turn's middle about the wind, deg.
const TACK_SD_DEG: f64 = 7.0;
const GYBE_SD_DEG: f64 = 13.0;
/// Most that one turn's way of going through can say for tack against gybe, nats.
const SIGNATURE_LIMIT: f64 = 1.0;
/// Most that the user's hint says against another direction, nats.
const HINT: f64 = 8.0;

/// Log-likelihood of every wind direction given a turn; None when the turn says nothing.
pub(super) fn of_turn(turn: &TurnEvent) -> Option<[f64; CELLS]> {
    let change = turn.change_deg.abs();
    if !(LEAST_CHANGE_DEG..=MOST_CHANGE_DEG).contains(&change) || !turn.middle_deg.is_finite() {
        return None;
    }
    let wide = 1.0 + ((change - 110.0) / 40.0).max(0.0);
    let kappa = |sd_deg: f64| 1.0 / (to_rad(sd_deg * wide) * to_rad(sd_deg * wide));
    let (tack_kappa, gybe_kappa) = (kappa(TACK_SD_DEG), kappa(GYBE_SD_DEG));
    let lean = signature(turn) / 2.0;
    let (tacks, gybes) = (TACKS * libm::exp(lean), GYBES * libm::exp(-lean));
    let nothing = (1.0 - TACKS - GYBES) / 360.0;
    let mut row = [0.0; CELLS];
    for (cell, value) in row.iter_mut().enumerate() {
        let off = cell_deg(cell) - turn.middle_deg;
        let tack = tacks * von_mises(off, tack_kappa);
        let gybe = gybes * von_mises(off + 180.0, gybe_kappa);
        *value = libm::log(tack + gybe + nothing);
    }
    Some(row)
}

/// Log-likelihood of every wind direction given the user's idea of it.
pub(super) fn of_hint(hint_deg: f64) -> [f64; CELLS] {
    let mut row = [0.0; CELLS];
    for (cell, value) in row.iter_mut().enumerate() {
        *value = HINT * (0.5 + 0.5 * libm::cos(to_rad(cell_deg(cell) - hint_deg)));
    }
    row
}

/// Log-odds of tack against gybe by how the speed went: a tack costs more of it.
fn signature(turn: &TurnEvent) -> f64 {
    let kept = turn.min_mps / turn.entry_mps.max(0.3);
    if !kept.is_finite() {
        return 0.0;
    }
    (4.0 * (0.68 - kept)).clamp(-SIGNATURE_LIMIT, SIGNATURE_LIMIT)
}
