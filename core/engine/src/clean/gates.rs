//! Gates: what no boat can do is flagged, never deleted (ALGORITHMS 3.1, step 2).

use std::ops::Range;

use crate::config::BoatClass;
use crate::geo::within_m;
use crate::track::{Columns, flag};
use crate::units::mps_from_kn;

/// Slack on top of what a boat can sail between two fixes, m: receivers scatter.
const SCATTER_M: f64 = 15.0;

/// Hardest change of the device's speed believed, m/s² at 1 Hz, and its growth with the rate: 4 at 1 Hz, 8 at
/// 5 Hz, 16 at 10 Hz.
const SPEED_STEP_MPS2: f64 = 4.0;

/// Speeds over this many times the class's top speed are not speeds.
const OVER_TOP: f64 = 1.3;

/// Flags of all fixes.
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

/// A fix is a jump when it can be reached from neither neighbour, while they can from one another.
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
        within_m(at(i), at(j), top_mps * dt_s + SCATTER_M)
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

/// Flags fixes whose device speed is absent or cannot be true.
fn flag_speeds(columns: &Columns, top_mps: f64, flags: &mut [u8]) {
    let Some(sog) = columns.get("sog") else {
        flags.iter_mut().for_each(|f| *f |= flag::NO_DOPPLER);
        return;
    };
    let mut last: Option<(f64, f64)> = None;
    for (row, (&speed, &time_ms)) in sog.iter().zip(&columns.time_ms).enumerate() {
        let speed = f64::from(speed);
        let plausible = speed >= 0.0 && speed <= OVER_TOP * top_mps;
        let steady = last.is_none_or(|(v, t)| {
            let dt_s = (time_ms - t) / 1000.0;
            (speed - v).abs() <= SPEED_STEP_MPS2 * (dt_s + 0.5).max(1.0)
        });
        if !(plausible && steady) {
            set(flags, row, flag::NO_DOPPLER);
        }
        if plausible {
            last = Some((speed, time_ms));
        }
    }
}
