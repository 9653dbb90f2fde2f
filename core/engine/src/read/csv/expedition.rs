//! Expedition's log: `!Boat,Utc,BSP,...`. Up to v11.15 one column a channel; from v11.16 a second header line
//! `!boat,0,1,2,...` numbers the channels, and rows hold pairs of number and value. Times are OLE days or Windows
//! FILETIME, both UTC.

use super::layout::{Layout, Role};
use super::names;
use crate::config::limits::CSV_COLUMNS;
use crate::read::number::whole;
use crate::read::sheet::Sheet;
use crate::units::MPS_PER_KNOT;

/// Channel numbers from this on are ignored; Expedition's own end at some hundreds. *Guess*.
const MAX_CHANNEL_NUMBERS: usize = 1024;

/// The layout, when these names are Expedition's.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    if names.first().map(String::as_str) != Some("!boat") || names.get(1).map(String::as_str) != Some("utc") {
        return None;
    }
    let roles = names.iter().map(|name| role(name, sheet)).collect();
    Some(Layout { utc: true, header: Some(header), ..Layout::of("Expedition", roles) })
}

/// Reads a header line inside the log: names, the channel numbers of these names, or the version.
fn header(layout: &mut Layout, line: &[u8], sheet: &mut Sheet) {
    let names = names(line);
    if let Some(again) = recognize(&names, sheet) {
        *layout = again;
        return;
    }
    if layout.pairs.is_none() && has_pairs(&names) {
        // Until the channel numbers are known no pair is read.
        layout.pairs = Some(Vec::new());
    }
    let numbers: Vec<Option<usize>> = names
        .iter()
        .skip(1)
        .take(CSV_COLUMNS)
        .map(|name| whole(name.as_bytes()).and_then(|n| usize::try_from(n).ok()))
        .collect();
    if names.first().map(String::as_str) != Some("!boat") || !numbers.iter().any(Option::is_some) {
        return;
    }
    let mut by_number = Vec::new();
    for (number, role) in numbers.iter().zip(layout.roles.iter().skip(1)) {
        if let Some(number) = number.filter(|n| *n < MAX_CHANNEL_NUMBERS) {
            if by_number.len() <= number {
                by_number.resize(number + 1, Role::Ignored);
            }
            if let Some(place) = by_number.get_mut(number) {
                *place = *role;
            }
        }
    }
    layout.pairs = Some(by_number);
}

/// True for the version line of a log with pairs: v11.16 and later.
fn has_pairs(names: &[String]) -> bool {
    let version = names.first().and_then(|name| name.strip_prefix("!v"));
    let mut parts = version.unwrap_or_default().split('.').map(|part| whole(part.as_bytes()).unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (11, 16)
}

fn role(name: &str, sheet: &mut Sheet) -> Role {
    let knots = MPS_PER_KNOT;
    let (id, factor) = match name {
        "utc" => return Role::Time,
        "lat" | "latitude" => return Role::Lat,
        "lon" | "longitude" => return Role::Lon,
        "sog" => ("sog", knots),
        "cog" => ("cog", 1.0),
        "bsp" => ("stw", knots),
        "hdg" => ("hdg", 1.0),
        "awa" => ("awa", 1.0),
        "aws" => ("aws", knots),
        "twa" => ("twa", 1.0),
        "tws" => ("tws", knots),
        "twd" => ("twd", 1.0),
        "heel" => ("heel", 1.0),
        "trim" => ("pitch", 1.0),
        "depth" => ("depth", 1.0),
        "rudder" => ("rudder", 1.0),
        "leeway" => ("leeway", 1.0),
        "forestay" => ("forestay", 1.0),
        _ => return Role::Ignored,
    };
    Role::channel(sheet, id, factor)
}
