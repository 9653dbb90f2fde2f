//! Invariants of every recording, whatever file it was read from.

use leebow_engine::Recording;

/// The first invariant that the recording violates, as a message; `None` when it violates none.
pub fn violation(recording: &Recording) -> Option<String> {
    let columns = &recording.columns;
    let rows = columns.len();
    let damage = &recording.damage;
    if damage.kept as usize != rows {
        return Some(format!("damage.kept is {} of {rows} rows", damage.kept));
    }
    if let Some(expected) = damage.expected.filter(|expected| *expected < damage.kept) {
        return Some(format!("damage.kept is {}, damage.expected {expected}", damage.kept));
    }
    if columns.lat_deg.len() != rows || columns.lon_deg.len() != rows {
        return Some("the columns of positions and times differ in length".to_string());
    }
    if let Some(ms) = columns.time_ms.iter().find(|ms| !(0.0..1.0e13).contains(*ms)) {
        return Some(format!("a time of {ms} ms"));
    }
    if let Some(at) = (0..rows).find(|&at| !is_position(columns.lat_deg[at], columns.lon_deg[at])) {
        return Some(format!("a position of {}, {}", columns.lat_deg[at], columns.lon_deg[at]));
    }
    if let Some(channel) = columns.channels().iter().find(|channel| channel.values.len() != rows) {
        return Some(format!("{} values of {} in {rows} rows", channel.values.len(), channel.id));
    }
    if let Some(row) = recording.breaks.iter().find(|row| **row >= rows) {
        return Some(format!("a break at row {row} of {rows}"));
    }
    if let Some(pause) =
        recording.pauses_ms.iter().find(|[from, to]| from.is_nan() || to.is_nan() || from > to)
    {
        return Some(format!("a pause of {pause:?}"));
    }
    let loss = damage.losses.iter().find(|loss| loss.from > loss.to || !is_sentence(&loss.reason));
    if let Some(loss) = loss {
        return Some(format!("a loss with a reversed range or without a sentence: {loss:?}"));
    }
    damage.lacks.iter().find(|lack| !is_sentence(lack)).map(|lack| format!("not a sentence: {lack}"))
}

/// Latitude and longitude in their ranges, or both NaN.
fn is_position(lat_deg: f64, lon_deg: f64) -> bool {
    (lat_deg.is_nan() && lon_deg.is_nan()) || (lat_deg.abs() <= 90.0 && lon_deg.abs() <= 180.0)
}

/// Begins with a capital letter or a digit and ends with a full stop.
pub fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
}
