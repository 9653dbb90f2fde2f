//! What holds of every recording, whatever became of the file it was read from.

use leebow_engine::Recording;

/// The first thing about a recording that cannot be; `None` when it is sound.
pub fn flaw(recording: &Recording) -> Option<String> {
    let columns = &recording.columns;
    let rows = columns.len();
    let damage = &recording.damage;
    if damage.kept as usize != rows {
        return Some(format!("{} kept are told of {rows}", damage.kept));
    }
    if let Some(expected) = damage.expected.filter(|expected| *expected < damage.kept) {
        return Some(format!("{} kept of {expected}", damage.kept));
    }
    if columns.lat_deg.len() != rows || columns.lon_deg.len() != rows {
        return Some("positions and times are not as many".to_string());
    }
    if let Some(ms) = columns.time_ms.iter().find(|ms| !(0.0..1.0e13).contains(*ms)) {
        return Some(format!("a time of {ms} ms"));
    }
    if let Some(at) = (0..rows).find(|&at| !is_place(columns.lat_deg[at], columns.lon_deg[at])) {
        return Some(format!("a place of {}, {}", columns.lat_deg[at], columns.lon_deg[at]));
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
        return Some(format!("a loss that tells nothing: {loss:?}"));
    }
    damage.lacks.iter().find(|lack| !is_sentence(lack)).map(|lack| format!("no sentence: {lack}"))
}

/// On the globe, or unknown as a whole.
fn is_place(lat_deg: f64, lon_deg: f64) -> bool {
    (lat_deg.is_nan() && lon_deg.is_nan()) || (lat_deg.abs() <= 90.0 && lon_deg.abs() <= 180.0)
}

fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
}
