//! The wind a tack or a gybe was sailed in: the estimate, sharpened by the maneuver itself. A crew sails as close to the
//! wind on one tack as on the other, so the middle of her two courses tells of the shift or the gust she sailed in,
//! which an estimate over minutes smooths away. What the middles of a whole session have in common says nothing of
//! shifts and is left to the estimate: a current or one tack sailed lower shows in all alike, boats that come out of
//! a turn lower than they went in show in the turns of either sense.

use crate::angle::{wrap_180, wrap_360};
use crate::segment::SegmentKind;
use crate::segment::classify::Found;
use crate::stats::quantile::median;
use crate::wind::WindAt;

/// Standard deviation of one middle about the wind, deg: of tacks, and of gybes, which are sailed less evenly.
const TACK_SD_DEG: f64 = 4.5;
const GYBE_SD_DEG: f64 = 6.0;
/// What the middles have in common is believed as far as this many of them speak against it.
const IN_COMMON: f64 = 1.5;
/// A tack's loss means something when the boat sails upwind on both sides, a gybe's when she runs, deg.
pub(super) const TACK_BAND_DEG: f64 = 75.0;
pub(super) const GYBE_BAND_DEG: f64 = 105.0;

/// A maneuver of a band: where its middle lies beside the estimated wind, its sense (1 to starboard), and half the
/// angle between its courses, deg.
#[derive(Debug, Clone, Copy)]
struct Middle {
    of: usize,
    beside_deg: f64,
    sense: f64,
    half_deg: f64,
}

/// The wind of each maneuver, as its loss is measured.
pub fn axes(found: &[Found]) -> Vec<WindAt> {
    let mut axes: Vec<WindAt> = found.iter().map(|f| f.wind).collect();
    for (kind, sd_deg) in [(SegmentKind::Tack, TACK_SD_DEG), (SegmentKind::Gybe, GYBE_SD_DEG)] {
        let middles = middles(found, kind);
        let Some(usual) = median(&mut middles.iter().map(|m| m.half_deg).collect::<Vec<f64>>()) else {
            continue;
        };
        // A maneuver through another angle than usual had one side sailed otherwise: its middle is worth less.
        let variance = |m: &Middle| sd_deg * sd_deg + (m.half_deg - usual) * (m.half_deg - usual);
        let weight: f64 = middles.iter().map(|m| 1.0 / variance(m)).sum();
        let believed = 1.0 / (weight * (1.0 + IN_COMMON / middles.len() as f64));
        let common = believed * middles.iter().map(|m| m.beside_deg / variance(m)).sum::<f64>();
        let lower = middles.iter().map(|m| (m.beside_deg - common) * m.sense / variance(m));
        let lower = believed * lower.sum::<f64>();
        for m in &middles {
            axes[m.of] = fused(&axes[m.of], m.beside_deg - common - lower * m.sense, variance(m));
        }
    }
    axes
}

/// Maneuvers of a kind that are sailed in its band on both sides.
fn middles(found: &[Found], kind: SegmentKind) -> Vec<Middle> {
    let axis = if kind == SegmentKind::Gybe { 180.0 } else { 0.0 };
    let of = |(of, f): (usize, &Found)| {
        let even = f.kind == Some(kind) && f.has_loss && in_band(f);
        even.then(|| Middle {
            of,
            beside_deg: wrap_180(0.5 * (f.way.in_deg + f.way.out_deg) - axis),
            sense: f.turn.sense(),
            half_deg: 0.5 * (f.way.a() + f.way.b()),
        })
    };
    found.iter().enumerate().filter_map(of).collect()
}

/// True for a tack sailed upwind and a gybe sailed downwind on both sides.
pub(super) fn in_band(found: &Found) -> bool {
    let (a, b) = (found.way.a(), found.way.b());
    match found.kind {
        Some(SegmentKind::Tack) => a <= TACK_BAND_DEG && b <= TACK_BAND_DEG,
        Some(SegmentKind::Gybe) => a >= GYBE_BAND_DEG && b >= GYBE_BAND_DEG,
        _ => false,
    }
}

/// Both by their weights.
fn fused(wind: &WindAt, beside_deg: f64, variance: f64) -> WindAt {
    let told = wind.sd_deg * wind.sd_deg;
    let share = told / (told + variance);
    WindAt {
        twd_deg: wrap_360(wind.twd_deg + share * beside_deg),
        sd_deg: (told * variance / (told + variance)).sqrt(),
        ..*wind
    }
}
