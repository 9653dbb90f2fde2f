//! Sentences on winds that a recording holds and that give no direction.

use crate::track::Recording;

/// What was found of the wind and is not used, a sentence each. `directed`: a direction was found; `speed`: its speed is
/// used without one.
pub(super) fn notes(recording: &Recording, directed: bool, speed: bool) -> Vec<String> {
    let has = |id: &str| recording.columns.get(id).is_some_and(|values| values.iter().any(|v| v.is_finite()));
    if directed {
        return Vec::new();
    }
    let mut notes: Vec<&str> = Vec::new();
    if has("twd_mag") {
        notes.push("The measured wind direction is magnetic, and nothing in the file tells the variation: it is not used.");
    }
    if has("twa") {
        notes.push("The measured true wind angle is not used: it needs a heading, or a course over ground.");
    }
    match (has("awa"), has("aws"), has("hdg") || has("hdg_mag") || has("stw")) {
        (true, false, _) => {
            notes.push("The apparent wind is not used: only its angle was measured, not its speed.")
        }
        (true, true, false) => {
            notes.push("The apparent wind is not used: it needs a heading, or a speed through the water.");
        }
        (true, true, true) => {
            notes.push("The apparent wind is not used: it needs the motion of the boat at its times.")
        }
        (false, true, _) => {
            notes.push("The apparent wind is not used: only its speed was measured, not its angle.")
        }
        _ => {}
    }
    if speed {
        notes.push("Of the measured wind only the speed is used, with the wind direction of the track.");
    }
    notes.into_iter().map(str::to_string).collect()
}
