//! The readings of the instruments on board, corrected by a calibration.

use crate::angle::wrap_360;
use crate::corrections::{Edit, InstrumentErrors};
use crate::pipeline::doubted;
use crate::track::Recording;
use crate::wind::{MeasuredWind, measure};

/// The last calibration among corrections.
pub(super) fn errors(edits: &[Edit]) -> Option<InstrumentErrors> {
    edits.iter().rev().find_map(|edit| if let Edit::Calibrate(errors) = edit { Some(*errors) } else { None })
}

/// Corrects the channels of a recording. A wind direction of the instruments follows from their wind angle and heading.
pub(super) fn set(recording: &mut Recording, edits: &[Edit]) {
    let Some(errors) = errors(edits) else { return };
    let (vane_deg, compass_deg) = (errors.vane_deg.unwrap_or(0.0), errors.compass_deg.unwrap_or(0.0));
    for column in recording.columns.channels_mut() {
        let (add_deg, factor, wraps) = match column.id.as_ref() {
            "awa" | "twa" => (vane_deg, 1.0, true),
            "twd" => (vane_deg + compass_deg, 1.0, true),
            "hdg" | "hdg_mag" => (compass_deg, 1.0, true),
            "heel" => (errors.heel_deg.unwrap_or(0.0), 1.0, false),
            "stw" => (0.0, errors.log_factor.unwrap_or(1.0), false),
            _ => continue,
        };
        for value in &mut column.values {
            let corrected = f64::from(*value) * factor + add_deg;
            *value = (if wraps { wrap_360(corrected) } else { corrected }) as f32;
        }
    }
}

/// The wind that the corrected instruments measured, without those that contradict the track.
pub(super) fn measured(recording: &Recording, edits: &[Edit]) -> MeasuredWind {
    if errors(edits).is_none() && doubted::halted(&recording.columns).is_empty() {
        return measure(recording);
    }
    let mut corrected = recording.clone();
    set(&mut corrected, edits);
    doubted::leave_out(&mut corrected, edits);
    measure(&corrected)
}
