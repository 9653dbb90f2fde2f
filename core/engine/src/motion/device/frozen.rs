//! A speed or course of the device that stands still for a minute and more while the positions move otherwise: phones
//! repeat the last value when their receiver gives none.

use super::lag::Quantity;
use crate::angle::{bearing_deg, hypot, wrap_180};
use crate::track::Track;

/// A value is frozen when it is repeated exactly for so long, s, at so many fixes. *guess*, as all below
const FROZEN_S: f64 = 60.0;
const FROZEN_FIXES: usize = 20;
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

/// The column without its frozen values, and how long they last, s; none where there are none.
pub(super) fn without(track: &Track, column: &[f32], quantity: Quantity) -> Option<(Vec<f32>, f64)> {
    let (mut thawed, mut frozen_s) = (Vec::new(), 0.0);
    for piece in &track.pieces {
        let mut from = piece.start;
        while from < piece.end {
            let value = column.get(from).copied().unwrap_or(f32::NAN);
            let rest = column.get(from..piece.end).unwrap_or_default();
            let fixes = rest.iter().take_while(|v| **v == value).count();
            let seconds = seconds(track, from, from + fixes.max(1) - 1);
            if fixes >= FROZEN_FIXES
                && seconds >= FROZEN_S
                && differs(track, from, fixes, f64::from(value), quantity)
            {
                if thawed.is_empty() {
                    thawed = column.to_vec();
                }
                thawed.iter_mut().skip(from).take(fixes).for_each(|v| *v = f32::NAN);
                frozen_s += seconds;
            }
            from += fixes.max(1);
        }
    }
    (frozen_s > 0.0).then_some((thawed, frozen_s))
}

fn seconds(track: &Track, from: usize, to: usize) -> f64 {
    let time = |row: usize| track.columns.time_ms.get(row).copied().unwrap_or(0.0);
    (time(to) - time(from)) / 1000.0
}

/// True where the chords of the positions have another speed, or another direction, than the value says.
fn differs(track: &Track, from: usize, fixes: usize, value: f64, quantity: Quantity) -> bool {
    let place = |row: usize| {
        let (lat, lon) = (track.columns.lat_deg.get(row)?, track.columns.lon_deg.get(row)?);
        Some(track.planes.to_m(row, *lat, *lon))
    };
    let (mut squares, mut count, mut start) = (0.0, 0.0, from);
    for row in from..from + fixes {
        let chord_s = seconds(track, start, row);
        if chord_s < CHORD_S {
            continue;
        }
        let Some(((x0, y0), (x1, y1))) = place(start).zip(place(row)) else { break };
        let mps = hypot(x1 - x0, y1 - y0) / chord_s;
        let off = match quantity {
            Quantity::Speed => Some(mps - value),
            Quantity::Course => (mps >= MIN_MPS).then(|| wrap_180(bearing_deg(x1 - x0, y1 - y0) - value)),
        };
        if let Some(off) = off {
            squares += off * off;
            count += 1.0;
        }
        start = row;
    }
    let limit = match quantity {
        // At rest the positions wander.
        Quantity::Speed if value < AT_REST_MPS => MIN_MPS,
        Quantity::Speed => DIFFERS_MPS.max(DIFFERS_SHARE * value),
        Quantity::Course => DIFFERS_DEG,
    };
    count > 0.0 && (squares / count).sqrt() > limit
}
