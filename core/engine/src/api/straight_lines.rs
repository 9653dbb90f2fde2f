//! Straight-line analysis over the border: columns in, one JSON string out.

use crate::error::{Error, ErrorKind};
pub use crate::report::straight_lines::{
    CorrelationRow, RhythmLag, StraightAnalysis, StraightAnalysisRequest, StraightColumn, StraightLine,
    StraightPick, VariableRow, VariableTable, analyze_straights,
};
use crate::track::Columns;

/// Analyses straights of a track by its outward columns: times (UTC, ms, rising) and channels as long as they. The
/// question is a [`StraightAnalysisRequest`] as JSON; one that cannot be understood, and columns of another length, are
/// [`ErrorKind::BadOptions`].
pub fn straight_analysis(
    time_ms: Vec<f64>,
    channels: Vec<(String, Vec<f32>)>,
    question: &str,
) -> Result<StraightAnalysis, Error> {
    let refused = |reason: String| Error::from(ErrorKind::BadOptions { reason });
    let question: StraightAnalysisRequest = serde_json::from_str(question)
        .map_err(|error| refused(format!("These straights cannot be analysed: {error}.")))?;
    let n = time_ms.len();
    if channels.iter().any(|(_, values)| values.len() != n) {
        return Err(refused("A channel is not as long as the times.".to_string()));
    }
    let nowhere = vec![f64::NAN; n];
    let mut columns = Columns::new(time_ms, nowhere.clone(), nowhere)?;
    for (id, values) in channels {
        columns.set(id, values);
    }
    Ok(analyze_straights(&columns, &question))
}
