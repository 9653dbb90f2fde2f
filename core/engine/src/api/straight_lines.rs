//! Straight-line analysis of a track given as columns.

use crate::error::Error;
use crate::report::straight_lines::analyze_straights;
pub use crate::report::straight_lines::{
    CorrelationRow, RhythmLag, StraightAnalysis, StraightAnalysisRequest, StraightColumn, StraightLine,
    StraightPick, VariableRow, VariableTable,
};
use crate::track::Columns;

/// Analyses the straights of a track by its outward columns: times (UTC, ms, rising) and channels of equal length.
/// `question` is a [`StraightAnalysisRequest`] as JSON.
///
/// # Errors
/// `BadOptions` for invalid JSON and for a channel of another length.
pub fn straight_analysis(
    time_ms: Vec<f64>,
    channels: Vec<(String, Vec<f32>)>,
    question: &str,
) -> Result<StraightAnalysis, Error> {
    let question: StraightAnalysisRequest = serde_json::from_str(question)
        .map_err(|error| Error::bad_options(format!("These straights cannot be analysed: {error}.")))?;
    let n = time_ms.len();
    if channels.iter().any(|(_, values)| values.len() != n) {
        return Err(Error::bad_options("A channel has not as many values as there are times."));
    }
    let nowhere = vec![f64::NAN; n];
    let mut columns = Columns::new(time_ms, nowhere.clone(), nowhere)?;
    for (id, values) in channels {
        columns.set(id, values);
    }
    Ok(analyze_straights(&columns, &question))
}
