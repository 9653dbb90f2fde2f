//! The wind of a tack or a gybe (docs/algorithms.md, section 8.1): the estimate, corrected by the middle of the two courses
//! of the maneuver. A boat sails about as close to the wind on either tack, so that this middle shows the shift it sailed
//! in, which an estimate over minutes smooths. Offsets common to the maneuvers of a session are subtracted: they come from
//! a current, an uneven helm, or a lower course after every turn, and not from shifts.

use crate::angle::{wrap_180, wrap_360};
use crate::segment::SegmentKind;
use crate::segment::classify::ClassifiedTurn;
use crate::stats::quantile::median;
use crate::wind::WindAt;

/// Standard deviation of a middle about the wind, deg, of tacks and of gybes. *measured* with `npm run truth`
const TACK_SD_DEG: f64 = 4.5;
const GYBE_SD_DEG: f64 = 6.0;
/// Shrinkage of the common offset of n middles: it is multiplied by 1 / (1 + this/n). *measured* with `npm run truth`
const COMMON_SHRINKAGE: f64 = 1.5;
/// Greatest absolute wind angle beside a tack that has a loss, deg, and least beside a gybe. *guess*
pub(super) const MAX_TACK_ANGLE_DEG: f64 = 75.0;
pub(super) const MIN_GYBE_ANGLE_DEG: f64 = 105.0;

/// The middle of the two courses of a maneuver.
#[derive(Debug, Clone, Copy)]
struct Middle {
    /// Index of the maneuver.
    of: usize,
    /// Middle minus axis by the estimated wind, deg.
    beside_deg: f64,
    /// 1 for a turn to starboard, -1 to port.
    sense: f64,
    /// Half the angle between the courses, deg.
    half_deg: f64,
}

/// The wind of each maneuver by which its loss is measured; none where the wind is not known.
pub fn axes(found: &[ClassifiedTurn]) -> Vec<Option<WindAt>> {
    let mut axes: Vec<Option<WindAt>> = found.iter().map(|f| f.wind).collect();
    for (kind, sd_deg) in [(SegmentKind::Tack, TACK_SD_DEG), (SegmentKind::Gybe, GYBE_SD_DEG)] {
        let middles = middles(found, kind);
        let Some(usual) = median(&mut middles.iter().map(|m| m.half_deg).collect::<Vec<f64>>()) else {
            continue;
        };
        // A maneuver through an unusual angle had one side sailed otherwise: its middle is less certain.
        let variance = |m: &Middle| sd_deg * sd_deg + (m.half_deg - usual) * (m.half_deg - usual);
        let weight: f64 = middles.iter().map(|m| 1.0 / variance(m)).sum();
        let gain = 1.0 / (weight * (1.0 + COMMON_SHRINKAGE / middles.len() as f64));
        let common = gain * middles.iter().map(|m| m.beside_deg / variance(m)).sum::<f64>();
        let lower = middles.iter().map(|m| (m.beside_deg - common) * m.sense / variance(m));
        let lower = gain * lower.sum::<f64>();
        for m in &middles {
            let shift_deg = m.beside_deg - common - lower * m.sense;
            axes[m.of] = axes[m.of].map(|wind| fused(&wind, shift_deg, variance(m)));
        }
    }
    axes
}

/// The middles of the maneuvers of a kind that are sailed in its band on both sides.
fn middles(found: &[ClassifiedTurn], kind: SegmentKind) -> Vec<Middle> {
    let axis = if kind == SegmentKind::Gybe { 180.0 } else { 0.0 };
    let of = |(of, f): (usize, &ClassifiedTurn)| {
        let even = f.kind == Some(kind) && f.has_loss && in_band(f);
        even.then(|| Middle {
            of,
            beside_deg: wrap_180(0.5 * (f.sweep.in_deg + f.sweep.out_deg) - axis),
            sense: f.turn.sense(),
            half_deg: 0.5 * (f.sweep.angle_in_deg() + f.sweep.angle_out_deg()),
        })
    };
    found.iter().enumerate().filter_map(of).collect()
}

/// True for a tack sailed upwind and a gybe sailed downwind on both sides, in a known wind.
pub(super) fn in_band(found: &ClassifiedTurn) -> bool {
    let (a, b) = (found.sweep.angle_in_deg(), found.sweep.angle_out_deg());
    match found.kind {
        _ if found.wind.is_none() => false,
        Some(SegmentKind::Tack) => a <= MAX_TACK_ANGLE_DEG && b <= MAX_TACK_ANGLE_DEG,
        Some(SegmentKind::Gybe) => a >= MIN_GYBE_ANGLE_DEG && b >= MIN_GYBE_ANGLE_DEG,
        _ => false,
    }
}

/// The wind and a middle `beside_deg` from it with this variance, deg², weighted by their variances.
fn fused(wind: &WindAt, beside_deg: f64, variance: f64) -> WindAt {
    let wind_deg2 = wind.sd_deg * wind.sd_deg;
    let share = wind_deg2 / (wind_deg2 + variance);
    WindAt {
        twd_deg: wrap_360(wind.twd_deg + share * beside_deg),
        sd_deg: (wind_deg2 * variance / (wind_deg2 + variance)).sqrt(),
        ..*wind
    }
}
