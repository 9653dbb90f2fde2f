//! Invariants of every analysis, whatever file and options it was given.

use leebow_engine::api::analyze;
use leebow_engine::{Analysis, Error, Options};

use super::memory;
use super::options::{ENCODED_BYTES, decode};

/// Memory allowed for the analysis of a file of a few kilobytes, bytes: nothing may grow with the time a file spans.
pub const ALLOWED_BYTES: usize = 64 * 1024 * 1024;

/// Analyses the file behind encoded options; the violated invariant as a message, or the analysis. `None` for bytes
/// too short to hold options.
pub fn analyze_encoded(bytes: &[u8]) -> Option<Result<Result<Analysis, Error>, String>> {
    let (encoded, file) = bytes.split_first_chunk::<ENCODED_BYTES>()?;
    let request = decode(encoded);
    let options = match Options::from_json(&request.json) {
        Ok(options) => options,
        Err(error) => return Some(Err(format!("{error} {}", request.json))),
    };
    let wind = request.own_wind_log.then_some(("wind", file));
    let (result, peak) = memory::peak_bytes_during(|| analyze("file", file, wind, &options));
    if peak > ALLOWED_BYTES {
        return Some(Err(format!("{peak} bytes of memory for {} of input, {}", file.len(), request.json)));
    }
    let violation = result.as_ref().ok().and_then(|analysis| violation(analysis, &options));
    Some(match violation {
        Some(violation) => Err(format!("{violation}, {}", request.json)),
        None => Ok(result),
    })
}

/// The first invariant that an analysis violates, as a message; `None` when it violates none.
pub fn violation(analysis: &Analysis, options: &Options) -> Option<String> {
    let Analysis { report, columns, fix_flags, segments } = analysis;
    let rows = columns.len();
    if !columns.time_ms.windows(2).all(|pair| pair[0] < pair[1]) {
        return Some("times do not rise".to_string());
    }
    if report.damage.kept as usize != rows || fix_flags.len() != rows {
        return Some(format!("{} kept and {} flags of {rows} rows", report.damage.kept, fix_flags.len()));
    }
    for channel in columns.channels() {
        if channel.values.len() != rows {
            return Some(format!("{} values of {} in {rows} rows", channel.values.len(), channel.id));
        }
        let is_direction = matches!(channel.id.as_ref(), "cog" | "ewd" | "twd");
        if let Some(value) =
            channel.values.iter().find(|v| is_direction && !v.is_nan() && !(0.0..=360.0).contains(*v))
        {
            return Some(format!("{} is {value}", channel.id));
        }
    }
    let count = segments.kind.len();
    if segments.start.len() != count
        || segments.end.len() != count
        || segments.metrics.iter().any(|m| m.len() != count)
    {
        return Some("segment columns differ in length".to_string());
    }
    if let Some((start, end)) =
        segments.start.iter().zip(&segments.end).find(|(s, e)| s > e || **e as usize > rows)
    {
        return Some(format!("a segment from row {start} to {end} of {rows}"));
    }
    if report.corrections.len() != options.corrections.len() {
        return Some(format!(
            "{} outcomes of {} corrections",
            report.corrections.len(),
            options.corrections.len()
        ));
    }
    None
}
