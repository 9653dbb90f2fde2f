//! Astra instruments: a title line, then tab-separated columns with `DD/MM/YY`, a time of day and `4540.8145N`.

use super::layout::{Layout, Role};
use crate::read::sheet::Sheet;
use crate::units::MPS_PER_KNOT;

/// The layout, when these names are Astra's.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    // Spelled so by the maker.
    if !["date", "time", "latitudine", "longitudine"].into_iter().all(has) {
        return None;
    }
    let roles = names.iter().map(|name| role(name, sheet)).collect();
    Some(Layout { delimiter: b'\t', ..Layout::of("Astra", roles) })
}

fn role(name: &str, sheet: &mut Sheet) -> Role {
    let knots = MPS_PER_KNOT;
    let (id, factor) = match name {
        "date" => return Role::Date,
        "time" => return Role::Clock,
        "latitudine" => return Role::Lat,
        "longitudine" => return Role::Lon,
        "boatspeed" => ("stw", knots),
        "aw_angle" => ("awa", 1.0),
        "aw_speed" => ("aws", knots),
        "heading" => ("hdg", 1.0),
        "tw_angle" => ("twa", 1.0),
        "tw_speed" => ("tws", knots),
        "tw_dir" => ("twd", 1.0),
        "ext_sog" => ("sog", knots),
        "ext_cog" => ("cog", 1.0),
        "leewayang" => ("leeway", 1.0),
        _ => return Role::Ignored,
    };
    Role::channel(sheet, id, factor)
}
