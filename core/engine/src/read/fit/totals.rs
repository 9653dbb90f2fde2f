//! Laps and sessions: the totals that the device computed.

use super::activity::{ms, whole};
use super::decode::FIRST_DATE;
use super::definition::Definition;
use super::names;
use crate::track::{Part, Totals};

/// Most laps and sessions; further ones are skipped. *Guess*.
pub(super) const MAX_TOTALS: usize = 10_000;

/// Field numbers that differ between `lap` and `session`.
struct Numbers {
    mean: u8,
    max: u8,
    enhanced_mean: u8,
    enhanced_max: u8,
    sport: Option<u8>,
}

const LAP: Numbers = Numbers { mean: 13, max: 14, enhanced_mean: 110, enhanced_max: 111, sport: None };
const SESSION: Numbers = Numbers { mean: 14, max: 15, enhanced_mean: 124, enhanced_max: 125, sport: Some(5) };

/// The totals of a `lap` or `session` message; `None` without a possible start and end.
pub(super) fn totals(part: Part, definition: &Definition, data: &[u8], stamp: Option<u32>) -> Option<Totals> {
    let number = |field: u8| whole(definition, data, field);
    let dated = |stamp: Option<u32>| stamp.filter(|s| (FIRST_DATE..u32::MAX).contains(s)).map(ms);
    let milli = |field: u8| number(field).map(|v| f64::from(v) / 1000.0);
    let start_ms = dated(number(2))?;
    let elapsed_s = milli(7);
    // The message's own time stamp is a little after the end of the lap.
    let end_ms = elapsed_s.map(|s| start_ms + s * 1000.0).or(dated(stamp)).filter(|end| *end >= start_ms)?;
    let fields = if part == Part::Lap { LAP } else { SESSION };
    Some(Totals {
        part,
        start_ms,
        end_ms,
        timer_s: milli(8).or(elapsed_s),
        distance_m: number(9).map(|cm| f64::from(cm) / 100.0),
        mean_mps: milli(fields.enhanced_mean).or(milli(fields.mean)),
        max_mps: milli(fields.enhanced_max).or(milli(fields.max)),
        sport: fields.sport.and_then(number).and_then(names::sport),
    })
}
