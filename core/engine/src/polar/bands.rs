//! Bands of the wind.

use super::answer::{PolarBands, PolarBasis};
use crate::config::{OTHER, boat_class, wind_bands_kn};

/// A band: wind speeds of at least `from_kn` and below `to_kn`, or a third of the time without a wind speed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BandOf {
    pub name: String,
    pub from_kn: Option<f64>,
    pub to_kn: Option<f64>,
    /// Bins of the wind speed (`PolarCells`).
    pub bins: std::ops::RangeInclusive<i32>,
}

/// The bands of a class, from light to strong.
pub(super) fn bands(basis: PolarBasis, kind: PolarBands, class: &str) -> Vec<BandOf> {
    match (basis, kind) {
        (PolarBasis::Relative, _) => ["slow", "middle", "fast"]
            .iter()
            .zip([-1, -2, -3])
            .map(|(name, bin)| BandOf { name: (*name).into(), from_kn: None, to_kn: None, bins: bin..=bin })
            .collect(),
        (_, PolarBands::Class) => {
            let bounds = wind_bands_kn(boat_class(class).unwrap_or(OTHER));
            between(&bounds, |i, _, _| ["light", "sf", "df", "windy"][i].into())
        }
        (_, PolarBands::FourKnots) => {
            between(&[4.0, 8.0, 12.0, 16.0, 20.0], |_, from_kn, to_kn| match to_kn {
                Some(to_kn) => format!("{}_{to_kn}", from_kn.unwrap_or(0.0)),
                None => format!("over_{}", from_kn.unwrap_or(0.0)),
            })
        }
    }
}

/// Bands between bounds of whole knots, which are bounds of bins.
fn between(bounds: &[f64], name: impl Fn(usize, Option<f64>, Option<f64>) -> String) -> Vec<BandOf> {
    let of = |i: usize| {
        let (from_kn, to_kn) = (i.checked_sub(1).map(|i| bounds[i]), bounds.get(i).copied());
        let bins = from_kn.map_or(0, |kn| kn as i32)..=to_kn.map_or(i32::MAX, |kn| kn as i32 - 1);
        BandOf { name: name(i, from_kn, to_kn), from_kn, to_kn, bins }
    };
    (0..=bounds.len()).map(of).collect()
}
