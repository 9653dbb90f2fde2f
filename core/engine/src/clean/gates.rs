//! Gates on position and device speed: fixes outside them are flagged and stay (docs/algorithms.md, section 2).

use std::ops::Range;

use crate::config::BoatClass;
use crate::geo::within_m;
use crate::track::{Columns, flag};
use crate::units::mps_from_kn;

/// Position noise added to the distance that the boat can sail between two fixes, m. *Guess*.
const POSITION_NOISE_M: f64 = 15.0;

/// Greatest change of the device speed, m/s², applied over `max(dt + 0.5 s, 1 s)`. *Guess*.
const MAX_SPEED_CHANGE_MPS2: f64 = 4.0;

/// Device speeds over this many times the top speed of the class are invalid. *Guess*.
const MAX_TOP_SPEEDS: f64 = 1.3;

/// The flags of all fixes, [`flag`] bits.
pub(super) fn flags(columns: &Columns, pieces: &[Range<usize>], class: &BoatClass) -> Vec<u8> {
    let mut flags = vec![0; columns.len()];
    for piece in pieces.iter().skip(1) {
        set(&mut flags, piece.start, flag::AFTER_GAP);
    }
    let top_mps = mps_from_kn(class.top_speed_kn);
    for piece in pieces {
        flag_jumps(columns, piece, top_mps, &mut flags);
    }
    flag_speeds(columns, top_mps, &mut flags);
    flags
}

fn set(flags: &mut [u8], row: usize, bit: u8) {
    if let Some(f) = flags.get_mut(row) {
        *f |= bit;
    }
}

/// Flags a fix as an outlier when the boat can have reached it from neither neighbour in the time between. The first
/// and the last fix of a piece, with one neighbour, are outliers when the two fixes next to them are consistent.
fn flag_jumps(columns: &Columns, piece: &Range<usize>, top_mps: f64, flags: &mut [u8]) {
    let Some(time) = columns.time_ms.get(piece.clone()) else { return };
    let at = |i: usize| {
        let row = piece.start + i;
        (
            columns.lat_deg.get(row).copied().unwrap_or(f64::NAN),
            columns.lon_deg.get(row).copied().unwrap_or(f64::NAN),
        )
    };
    let reachable = |i: usize, j: usize| {
        let dt_s = (time[j] - time[i]).abs() / 1000.0;
        within_m(at(i), at(j), top_mps * dt_s + POSITION_NOISE_M)
    };
    let n = time.len();
    let mut from_before: Option<bool> = None;
    for i in 0..n {
        let to_next = (i + 1 < n).then(|| reachable(i, i + 1));
        let jump = match (from_before, to_next) {
            (Some(before), Some(next)) => !before && !next,
            (None, Some(next)) => n > 2 && !next && reachable(1, 2),
            (Some(before), None) => n > 2 && !before && reachable(n - 3, n - 2),
            (None, None) => false,
        };
        if jump {
            set(flags, piece.start + i, flag::OUTLIER);
        }
        from_before = to_next;
    }
}

/// Flags fixes whose device speed is missing, negative, over the top speed, or changes too fast.
fn flag_speeds(columns: &Columns, top_mps: f64, flags: &mut [u8]) {
    let Some(sog) = columns.get("sog") else {
        flags.iter_mut().for_each(|f| *f |= flag::NO_DOPPLER);
        return;
    };
    let mut last: Option<(f64, f64)> = None;
    for (row, (&speed, &time_ms)) in sog.iter().zip(&columns.time_ms).enumerate() {
        let speed = f64::from(speed);
        let plausible = speed >= 0.0 && speed <= MAX_TOP_SPEEDS * top_mps;
        let steady = last.is_none_or(|(v, t)| {
            let dt_s = (time_ms - t) / 1000.0;
            (speed - v).abs() <= MAX_SPEED_CHANGE_MPS2 * (dt_s + 0.5).max(1.0)
        });
        if !(plausible && steady) {
            set(flags, row, flag::NO_DOPPLER);
        }
        if plausible {
            last = Some((speed, time_ms));
        }
    }
}
