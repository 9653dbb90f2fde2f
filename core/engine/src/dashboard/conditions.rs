//! The four wind categories (docs/algorithms.md, section 11).

use serde::{Deserialize, Serialize};

use crate::config::{OTHER, boat_class, wind_bands_kn};

/// Wind category of a boat class (docs/algorithms.md, section 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum WindCategory {
    Light,
    Sf,
    Df,
    Windy,
}

/// One value per wind category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
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
    /// Adds a value to a category.
    pub fn put(&mut self, category: WindCategory, value: f64) {
        match category {
            WindCategory::Light => self.light += value,
            WindCategory::Sf => self.sf += value,
            WindCategory::Df => self.df += value,
            WindCategory::Windy => self.windy += value,
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.light += other.light;
        self.sf += other.sf;
        self.df += other.df;
        self.windy += other.windy;
    }
}

/// Wind category of a speed for a boat class; bounds belong to the stronger category. Unknown classes use the bounds of Other;
/// none for a speed that is not finite.
pub fn category(class_name: &str, tws_kn: f64) -> Option<WindCategory> {
    use WindCategory::*;
    let bands = wind_bands_kn(boat_class(class_name).unwrap_or(OTHER));
    tws_kn.is_finite().then(|| [Light, Sf, Df, Windy][bands.iter().filter(|b| tws_kn >= **b).count()])
}
