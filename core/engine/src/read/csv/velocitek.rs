//! Velocitek ProStart: the web converter's layout, with spaces after most commas, and vtktool's without.
//! `mag_heading` is magnetic and therefore becomes `hdg_mag`, not `hdg`.

use super::layout::{Layout, Role};
use crate::read::sheet::Sheet;
use crate::units::MPS_PER_KNOT;

/// The layout, when these names are Velocitek's.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if !["time", "latitude", "longitude", "sog", "cog"].into_iter().all(has)
        || !(has("mag_heading") || has("q1"))
    {
        return None;
    }
    let roles = names.iter().map(|name| role(name, sheet)).collect();
    Some(Layout::of("Velocitek", roles))
}

fn role(name: &str, sheet: &mut Sheet) -> Role {
    match name {
        "time" => Role::Time,
        "latitude" => Role::Lat,
        "longitude" => Role::Lon,
        "sog" => Role::channel(sheet, "sog", MPS_PER_KNOT),
        "cog" => Role::channel(sheet, "cog", 1.0),
        "mag_heading" => Role::channel(sheet, "hdg_mag", 1.0),
        "heel" => Role::channel(sheet, "heel", 1.0),
        "pitch" => Role::channel(sheet, "pitch", 1.0),
        // The quaternion repeats heel, pitch and heading.
        _ => Role::Ignored,
    }
}
