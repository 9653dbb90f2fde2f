//! Recordings whose wind is known, and how: measured on board, noted by the sailor, or inferred ([`BOARDS`]). Half of them
//! are for reporting only.

use std::path::{Path, PathBuf};

use leebow_engine::angle::{wrap_180, wrap_360};
use leebow_engine::motion::Motion;
use leebow_engine::track::Track;

pub enum Truth {
    Constant(f64),
    Csv(&'static str),
    OnBoard,
    None,
}

/// File, boat class as its owner would choose, truth, and whether it was tuned on.
pub const FILES: &[(&str, &str, Truth, bool)] = &[
    ("gpx/keelboat-tallinn-2023-09-06.gpx", "Other", Truth::Csv("keelboat-tallinn-2023-09-06.csv"), true),
    ("gpx/keelboat-tallinn-2023-09-27.gpx", "Other", Truth::Csv("keelboat-tallinn-2023-09-27.csv"), false),
    ("gpx/snipe-2025-06-21-ESP29375-P01.gpx", "Other", Truth::Constant(110.0), false),
    ("gpx/snipe-2025-06-21-ESP29375-P02.gpx", "Other", Truth::Constant(110.0), true),
    ("gpx/snipe-2025-06-21-ESP30782-P01.gpx", "Other", Truth::Constant(110.0), true),
    ("gpx/snipe-2025-06-21-ESP30782-P02.gpx", "Other", Truth::Constant(110.0), false),
    ("gpx/wingfoil-puerto-rico-twd90.gpx", "Foil Pumping", Truth::Constant(90.0), false),
    ("gpx/wingfoil-hood-river-angles.gpx", "Foil Pumping", Truth::None, true),
    ("gpx/wingfoil-hood-river-session.gpx", "Foil Pumping", Truth::None, false),
    ("nmea/irene-2007-11-03-race.txt", "Other", Truth::OnBoard, true),
    ("nmea/irene-2008-07-11-championship.txt", "Other", Truth::OnBoard, false),
    ("nmea/irene-2013-08-01-garbled-tags.txt", "Other", Truth::OnBoard, false),
    ("nmea/psaros33-2014-08-21.txt", "Other", Truth::OnBoard, true),
    ("nmea/balaton-race-2026-06-06.tsv", "Other", Truth::OnBoard, false),
    ("nmea/lake-st-clair-2018-09-16.txt", "Other", Truth::OnBoard, true),
    ("csv/expedition-v11.15-azores-2022-05-31.csv", "Other", Truth::OnBoard, false),
    ("csv/astra-race-2017-07-08.log", "Other", Truth::OnBoard, true),
    ("csv/vakaros-2025-11-23.csv", "Other", Truth::None, true),
    ("csv/velocitek-web-converter-layout.csv", "Other", Truth::None, true),
    ("fit/wingfoil-2026-06-13-1558_rheinstetten-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, false),
    ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, true),
    ("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit", "Foil Pumping", Truth::None, false),
    (
        "fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit",
        "Foil Pumping",
        Truth::None,
        true,
    ),
    (
        "fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit",
        "Foil Pumping",
        Truth::None,
        false,
    ),
];

/// Board sessions and the end of their wind, deg, by which a published wind or a candidate is judged, and what it is based
/// on. Evidence that the engine does not use decides where there is any: what the rider says, place and hour. On Lake Garda
/// at Torbole the Ora blows from south to south-west from noon on and the Peler from north to north-east until the morning
/// ends; the times in the names are local. In each session the turns at the ends of the reaches are wide and keep half of
/// the speed, as gybes do and tacks from a reach do not, and rests drift to leeward of that wind (not at Hood River, where
/// the current runs against the wind).
pub const BOARDS: &[(&str, f64, &str)] = &[
    ("gpx/wingfoil-puerto-rico-twd90.gpx", 90.0, "the rider states 90"),
    ("gpx/wingfoil-hood-river-angles.gpx", 265.0, "westerly of the gorge; beats and runs"),
    ("gpx/wingfoil-hood-river-session.gpx", 250.0, "westerly of the gorge; beats and runs"),
    (
        "fit/wingfoil-2026-06-13-1558_rheinstetten-windsurfen_native.fit",
        253.0,
        "class told: 253; 48 of 56 rests drift to leeward of it",
    ),
    (
        "fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit",
        205.0,
        "afternoon, Ora; 30 of 32 rests drift to leeward of it",
    ),
    (
        "fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit",
        38.0,
        "morning, Peler; 25 of 29 rests",
    ),
    (
        "fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit",
        25.0,
        "morning, Peler; 36 of 39 rests",
    ),
    (
        "fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit",
        205.0,
        "afternoon, Ora; 33 of 35 rests",
    ),
    (
        "fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit",
        191.0,
        "afternoon, Ora; 41 of 44 rests",
    ),
    (
        "fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit",
        32.0,
        "morning, Peler; 22 of 27 rests",
    ),
    ("fit/wingfoil-2026-08-07_ciq_flights-jibes-610s.fit", f64::NAN, "ten minutes; not known"),
    ("fit/wingfoil-2026-08-07_ciq_takeoff-2jibes-290s.fit", f64::NAN, "five minutes; not known"),
];

pub fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    std::env::var_os("LEEBOW_RECORDINGS").map_or(beside, PathBuf::from)
}

/// Times at which the boat sails: every fifth second under way, ms.
pub fn sailing(track: &Track, motion: &Motion) -> Vec<f64> {
    let mut last = f64::NEG_INFINITY;
    let mut out = Vec::new();
    for (&t, &v) in track.columns.time_ms.iter().zip(&motion.sog_mps) {
        if v > 0.8 && t >= last + 5000.0 {
            out.push(t);
            last = t;
        }
    }
    out
}

/// Times (ms) and directions of a table with columns `time` and `twd`.
pub fn csv_wind(path: &Path) -> Vec<(f64, f64)> {
    timed_column(path, "twd")
}

/// Times (ms) and values of a column of a table with a column `time`.
pub fn timed_column(path: &Path, wanted: &str) -> Vec<(f64, f64)> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).unwrap_or(usize::MAX);
    let (time, value) = (column("time"), column(wanted));
    lines
        .filter_map(|l| {
            let cells: Vec<&str> = l.split(',').collect();
            Some((utc_ms(cells.get(time)?)?, cells.get(value)?.parse().ok()?))
        })
        .collect()
}

/// `2023-09-06 14:30:02+00:00` as ms since 1970.
pub fn utc_ms(text: &str) -> Option<f64> {
    let n = |r: std::ops::Range<usize>| text.get(r)?.parse::<i64>().ok();
    let (y, m, d) = (n(0..4)?, n(5..7)?, n(8..10)?);
    let (y2, m2) = if m <= 2 { (y - 1, m + 9) } else { (y, m - 3) };
    let days = 365 * y2 + y2 / 4 - y2 / 100 + y2 / 400 + (153 * m2 + 2) / 5 + d - 1 - 719_468;
    let seconds = days * 86_400 + n(11..13)? * 3600 + n(14..16)? * 60 + n(17..19)?;
    Some(seconds as f64 * 1000.0)
}

/// Mean direction within 15 s.
pub fn around(rows: &[(f64, f64)], t: f64) -> Option<f64> {
    let a = rows.partition_point(|r| r.0 < t - 15_000.0);
    let b = rows.partition_point(|r| r.0 <= t + 15_000.0);
    let near = rows.get(a..b)?;
    let first = near.first()?.1;
    Some(wrap_360(first + near.iter().map(|r| wrap_180(r.1 - first)).sum::<f64>() / near.len() as f64))
}
