//! The four wind categories (ALGORITHMS 3.8).

use serde::{Deserialize, Serialize};

use crate::config::{OTHER, boat_class, wind_bands_kn};

/// One value a category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(export))]
pub struct InConditions {
    #[serde(rename = "Light")]
    pub light: f64,
    #[serde(rename = "Sf")]
    pub sf: f64,
    #[serde(rename = "Df")]
    pub df: f64,
    #[serde(rename = "Windy")]
    pub windy: f64,
}

impl InConditions {
    /// Adds to the category of this number.
    pub fn put(&mut self, category: usize, value: f64) {
        match category {
            0 => self.light += value,
            1 => self.sf += value,
            2 => self.df += value,
            _ => self.windy += value,
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.light += other.light;
        self.sf += other.sf;
        self.df += other.df;
        self.windy += other.windy;
    }
}

/// The category of a wind speed for a class: 0 Light, 1 Sf, 2 Df, 3 Windy. A bound belongs to the stronger one.
pub fn category(class_name: &str, tws_kn: f64) -> Option<usize> {
    let bands = wind_bands_kn(boat_class(class_name).unwrap_or(OTHER));
    tws_kn.is_finite().then(|| bands.iter().filter(|b| tws_kn >= **b).count())
}
