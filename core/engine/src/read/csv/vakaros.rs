//! Vakaros Atlas: `timestamp,latitude,longitude,sog_kts,cog,hdg_true,heel,trim`, and the layout of 2023-24 with
//! `roll,pitch` and a column a load cell, filled every other row.

use super::layout::{Layout, Role};
use crate::read::channels::plain_name;
use crate::read::sheet::Sheet;
use crate::units::MPS_PER_KNOT;

/// The layout, when these names are Vakaros'.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if !["timestamp", "latitude", "longitude", "sog_kts"].into_iter().all(has) {
        return None;
    }
    let roles = names.iter().map(|name| role(name, sheet)).collect();
    Some(Layout::of("Vakaros", roles))
}

fn role(name: &str, sheet: &mut Sheet) -> Role {
    match name {
        "timestamp" => Role::Time,
        "latitude" => Role::Lat,
        "longitude" => Role::Lon,
        "sog_kts" => Role::channel(sheet, "sog", MPS_PER_KNOT),
        "cog" => Role::channel(sheet, "cog", 1.0),
        "hdg_true" => Role::channel(sheet, "hdg", 1.0),
        "heel" | "roll" => Role::channel(sheet, "heel", 1.0),
        "trim" | "pitch" => Role::channel(sheet, "pitch", 1.0),
        "load_clew" => Role::channel(sheet, "clew_load", 1.0),
        _ => match plain_name(name).filter(|name| name.starts_with("load_")) {
            Some(load) => Role::channel(sheet, load, 1.0),
            None => Role::Ignored,
        },
    }
}
