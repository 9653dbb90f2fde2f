//! Sensor Logger, the phone app: `Location.csv` with nanoseconds since 1970 and m/s.

use super::layout::{Layout, Role};
use crate::read::sheet::Sheet;

/// The layout, when these names are the app's.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if !["time", "seconds_elapsed", "latitude", "longitude"].into_iter().all(has) {
        return None;
    }
    let roles = names.iter().map(|name| role(name, sheet)).collect();
    Some(Layout::of("Sensor Logger", roles))
}

fn role(name: &str, sheet: &mut Sheet) -> Role {
    match name {
        "time" => Role::Time,
        "latitude" => Role::Lat,
        "longitude" => Role::Lon,
        "speed" => Role::channel(sheet, "sog", 1.0),
        "bearing" => Role::channel(sheet, "cog", 1.0),
        "altitude" => Role::channel(sheet, "ele", 1.0),
        "horizontalaccuracy" => Role::channel(sheet, "accuracy", 1.0),
        _ => Role::Ignored,
    }
}
