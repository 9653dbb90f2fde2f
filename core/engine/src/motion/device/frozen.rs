//! A speed or course of the device that stands still for a minute and more while the positions move otherwise: phones
//! repeat the last value when their receiver gives none.

use super::lag::Quantity;
use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::motion::frozen::{Chord, Repeated, chords, repeated};
use crate::track::Track;

/// A value is frozen when it is repeated exactly for so long, s. *guess*, as all below
const FROZEN_S: f64 = 60.0;
/// Length of the chords by which it is tested, s.
const CHORD_S: f64 = 10.0;
/// A frozen value differs from that of the chords by this root mean square: m/s, or as a share of the speed; deg.
const DIFFERS_MPS: f64 = 0.3;
const DIFFERS_SHARE: f64 = 0.1;
const DIFFERS_DEG: f64 = 10.0;
/// A device that says less is at rest, m/s.
const AT_REST_MPS: f64 = 0.1;
/// Slower chords have no direction, and are at rest, m/s.
const MIN_MPS: f64 = 1.0;

/// Where a column of the device is frozen, in time order.
pub(super) fn found(track: &Track, column: &[f32], quantity: Quantity) -> Vec<Repeated> {
    let mut found = Vec::new();
    for piece in &track.pieces {
        for one in repeated(&track.columns, column, piece.clone(), FROZEN_S) {
            if differs(&chords(&track.columns, one.rows.clone(), CHORD_S), one.value, quantity) {
                found.push(one);
            }
        }
    }
    found
}

/// True where the chords of the positions have another speed, or another direction, than the value says.
fn differs(chords: &[Chord], value: f64, quantity: Quantity) -> bool {
    let (mut squares, mut count) = (0.0, 0.0);
    for chord in chords {
        let mps = hypot(chord.east_mps, chord.north_mps);
        let off = match quantity {
            Quantity::Speed => mps - value,
            Quantity::Course if mps < MIN_MPS => continue,
            Quantity::Course => wrap_180(bearing_deg(chord.east_mps, chord.north_mps) - value),
        };
        squares += off * off;
        count += 1.0;
    }
    let limit = match quantity {
        // At rest the positions wander.
        Quantity::Speed if value < AT_REST_MPS => MIN_MPS,
        Quantity::Speed => DIFFERS_MPS.max(DIFFERS_SHARE * value),
        Quantity::Course => DIFFERS_DEG,
    };
    count > 0.0 && (squares / count).sqrt() > limit
}
