//! Notes about the wind direction that the user gave as a hint.

use crate::angle::wrap_180;
use crate::wind::WindSeries;

/// An estimate farther from the hint than this contradicts it, deg. Guess.
const CONTRADICTION_DEG: f64 = 60.0;

/// The note that the hint is used because the track gives no estimate.
pub(crate) const HINT_USED: &str =
    "The track alone does not tell the wind: the direction you gave is used as you gave it.";

/// The note that the estimate is used although it contradicts the hint; none when it does not. It does when more than
/// half of its samples are farther than [`CONTRADICTION_DEG`] from the hint.
pub(crate) fn contradiction(wind: &WindSeries, hint_deg: f64) -> Option<String> {
    let is_far = |twd: &&f64| wrap_180(*twd - hint_deg).abs() > CONTRADICTION_DEG;
    let far = wind.twd_deg.iter().filter(is_far).count();
    (far * 2 > wind.twd_deg.len()).then(|| {
        "The courses and turns of this track tell another wind than the one you gave; the track's is used.".to_string()
    })
}
