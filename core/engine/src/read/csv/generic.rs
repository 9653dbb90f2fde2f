//! Any other table with a time and a position, or a time and a wind: columns by common names (Njord's among them),
//! units from the names, knots for speeds without a unit.

use super::layout::{Layout, Role};
use super::times::step;
use crate::read::channels::{by_name, has_unknown_unit, plain_name, quantity};
use crate::read::sheet::Sheet;
use crate::read::text::printable;
use crate::stats::quantile::upper_median;
use crate::track::Recording;
use crate::units::MPS_PER_KNOT;

const TIMES: &[&str] = &[
    "timestamp",
    "time",
    "datetime",
    "date_time",
    "isodatetimeutc",
    "isodatetime",
    "secondssince1970",
    "utc",
    "time_utc",
    "utc_time",
    "gps_time",
    "unix_time",
    "unixtime",
    "epoch",
    "timestamp_utc",
    "utc_timestamp",
    "datetime_utc",
    "utc_datetime",
    "epoch_ms",
    "timestamp_ms",
    "time_ms",
    "gmt",
    "local_time",
    "recorded_at",
];
/// Columns of time since the start, where there is no other time.
const ELAPSED: &[&str] = &[
    "elapsed",
    "elapsed_time",
    "elapsed_seconds",
    "elapsed_s",
    "elapsed_ms",
    "seconds_elapsed",
    "seconds",
    "t",
];
const LATS: &[&str] =
    &["lat", "latitude", "gps_lat", "gps_latitude", "position_lat", "lat_deg", "latitude_deg"];
const LONS: &[&str] = &[
    "lon",
    "lng",
    "long",
    "longitude",
    "gps_lon",
    "gps_lng",
    "gps_long",
    "gps_longitude",
    "position_long",
    "lon_deg",
    "longitude_deg",
];
/// Ids of channels that the engine derives; columns with these names are ignored.
const DERIVED: &[&str] = &["vmg", "lvg", "ewd", "ewd_sd", "etwa", "etab", "vmg_twd", "turn_rate"];
/// Most channels with names that are not in the registry. *Guess*.
const MAX_UNREGISTERED: usize = 64;

/// The layout, when these names include a time and a position or a wind.
pub(super) fn recognize(names: &[String], sheet: &mut Sheet) -> Option<Layout> {
    let mut columns: Vec<(String, String)> = names.iter().map(|name| split_unit(name)).collect();
    let find = |wanted: &[&str]| columns.iter().position(|(name, _)| wanted.contains(&name.as_str()));
    let date = find(&["date", "utc_date", "gps_date"]);
    let (time, lat, lon) = (find(TIMES).or_else(|| find(ELAPSED))?, find(LATS), find(LONS));
    let position = lat.zip(lon);
    if position.is_none() {
        columns.iter_mut().for_each(name_wind);
    }
    let is_wind = |(name, _): &(String, String)| {
        matches!(quantity(name), Some("twd" | "twd_mag" | "tws" | "awa" | "aws"))
    };
    if position.is_none() && !columns.iter().any(is_wind) {
        return None;
    }
    let mut roles = vec![Role::Ignored; names.len()];
    let mut put = |at: usize, role: Role| roles.get_mut(at).map(|place| *place = role);
    match date {
        Some(date) => {
            put(date, Role::Date);
            put(time, Role::Clock);
        }
        None => {
            put(time, Role::Time);
        }
    }
    if let Some((lat, lon)) = position {
        put(lat, Role::Lat);
        put(lon, Role::Lon);
    }
    let mut layout = Layout { maker: None, ..Layout::of("", Vec::new()) };
    layout.time_unit_ms = columns.get(time).and_then(|(name, unit)| unit_ms(name, unit));
    channels(names, &columns, &mut roles, &mut layout, sheet);
    Some(Layout { roles, ..layout })
}

/// In a table without positions bearing and speed are those of the wind: the wind files of TackTracker (tacktracker.com,
/// WindData: TIME or UTC, BEARING, SPEEDKNOTS or SPEEDKMH).
fn name_wind((name, unit): &mut (String, String)) {
    let wind = match name.as_str() {
        "bearing" => ("twd", "deg"),
        "speedknots" => ("tws", "kn"),
        "speedkmh" => ("tws", "km/h"),
        _ => return,
    };
    (*name, *unit) = (wind.0.to_string(), wind.1.to_string());
}

/// Milliseconds of the unit of a column of time.
fn unit_ms(name: &str, unit: &str) -> Option<f64> {
    match unit.trim().trim_end_matches('.') {
        "ms" | "msec" => Some(1.0),
        "s" | "sec" | "secs" | "seconds" => Some(1000.0),
        "min" | "minutes" => Some(60_000.0),
        _ if name.ends_with("ms") => Some(1.0),
        _ if name.contains("seconds") || name == "elapsed_s" => Some(1000.0),
        _ => None,
    }
}

/// Assigns channels to the remaining columns, and says which units were taken.
fn channels(
    names: &[String],
    columns: &[(String, String)],
    roles: &mut [Role],
    layout: &mut Layout,
    sheet: &mut Sheet,
) {
    let (mut taken, mut unknown) = (Vec::new(), 0);
    let open = columns.iter().zip(names).zip(roles).filter(|(_, role)| **role == Role::Ignored);
    for (((name, unit), written), role) in open {
        let known_place = [TIMES, LATS, LONS, DERIVED].iter().any(|list| list.contains(&name.as_str()));
        let Some((id, factor)) = by_name(name, unit).filter(|_| !known_place) else { continue };
        let registered = crate::channel::find(&id).is_some();
        unknown += usize::from(!registered);
        if taken.contains(&id) || unknown > MAX_UNREGISTERED {
            continue;
        }
        let speed = unit.is_empty() && matches!(&*id, "sog" | "stw" | "aws" | "tws");
        layout.speed_unit_unknown |= speed && id == "sog";
        let written = printable(written);
        if speed && id != "sog" {
            layout.notes.push(format!("The column \"{written}\" names no unit; it was read as knots."));
        } else if has_unknown_unit(name, unit) {
            layout.notes.push(format!(
                "The unit of the column \"{written}\" is not known; its values were kept as they are under the name {id}."
            ));
        }
        let factor = if speed { MPS_PER_KNOT } else { factor };
        taken.push(id.clone());
        *role = Role::channel(sheet, id, factor);
    }
}

/// Name and unit of `sog (kn)`, `SOG [km/h]`, `sog_kts`, `speed_mps`.
fn split_unit(name: &str) -> (String, String) {
    let plain = |name: &str| plain_name(name).unwrap_or_default();
    if let Some(open) = name.find(['(', '[']) {
        let (name, unit) = name.split_at(open);
        return (plain(name), unit.trim_matches(['(', ')', '[', ']', ' ']).to_string());
    }
    let name = plain(name);
    // Paths of Signal K, whose units are SI.
    if let Some(path) = name.strip_prefix("environment_").or_else(|| name.strip_prefix("navigation_")) {
        let unit = if path.contains("speed") { "m/s" } else { "rad" };
        if quantity(path).is_some_and(|id| crate::read::quantities::unit(id, unit).is_some()) {
            return (path.to_string(), unit.to_string());
        }
    }
    for (ending, unit) in [
        ("_kts", "kn"),
        ("_kn", "kn"),
        ("_knots", "kn"),
        ("_kt", "kn"),
        ("_mps", "m/s"),
        ("_m_s", "m/s"),
        ("_kmh", "km/h"),
        ("_kph", "km/h"),
        ("_km_h", "km/h"),
        ("_mph", "mph"),
        ("_deg", "deg"),
        ("_degrees", "deg"),
        ("_rad", "rad"),
        ("_m", "m"),
        ("_bpm", "bpm"),
        ("_ft", "ft"),
        ("_feet", "ft"),
        ("_fathoms", "fathoms"),
        ("_bft", "bft"),
        ("_beaufort", "bft"),
        ("_f", "F"),
        ("_c", "C"),
    ] {
        let stem = name.strip_suffix(ending).map(|stem| stem.strip_suffix("_in").unwrap_or(stem));
        if let Some(stem) = stem.filter(|stem| !stem.is_empty() && !has_unknown_unit(stem, unit)) {
            return (stem.to_string(), unit.to_string());
        }
    }
    (name, String::new())
}

/// Infers the unit of `sog`, read as knots, by the median ratio to the speed between positions; a ratio within 7 % of a
/// unit decides (*guess*). Fewer than 20 usable steps leave knots.
pub(super) fn infer_speed_unit(recording: &mut Recording) {
    let columns = &recording.columns;
    let Some(sog) = columns.get("sog") else { return };
    let mut ratios = Vec::new();
    for (row, sog_mps) in sog.iter().enumerate().skip(1) {
        let (Some((step_s, moved_mps)), sog_mps) = (step(columns, row), f64::from(*sog_mps)) else {
            continue;
        };
        // At small distances the rounding of positions dominates.
        if (0.2..20.0).contains(&step_s) && moved_mps > 1.0 && sog_mps > 0.1 {
            ratios.push(sog_mps / MPS_PER_KNOT / moved_mps);
        }
    }
    let Some(median) = upper_median(&mut ratios).filter(|_| ratios.len() >= 20) else {
        let sentence = "The speed column names no unit; it was read as knots.".to_string();
        recording.damage.lacks.push(sentence);
        return;
    };
    for (unit, words, factor) in [
        (1.0, "metres per second", 1.0),
        (3.6, "kilometres per hour", 1.0 / 3.6),
        (3600.0 / 1609.344, "miles per hour", 0.44704),
    ] {
        if (median / unit - 1.0).abs() < 0.07 {
            let values = sog.iter().map(|v| (f64::from(*v) / MPS_PER_KNOT * factor) as f32).collect();
            recording.columns.set("sog", values);
            let sentence =
                format!("The speed column names no unit; compared with the positions it is in {words}.");
            recording.damage.lacks.push(sentence);
            return;
        }
    }
}
