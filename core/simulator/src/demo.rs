//! The demo recordings: five sessions of different boats, devices and places.

use crate::{Spec, simulate, write::write_simulation};
use leebow_engine::error::Error;

/// Name, format and spec of each demo recording.
const DEMO: &str = include_str!("demo.json");

#[derive(serde::Deserialize)]
struct Entry {
    name: String,
    format: String,
    spec: Spec,
}

/// The demo recordings as JSON, `[{ "name", "format", "spec" }]`, for [`crate::write()`].
pub fn demo_specs() -> &'static str {
    DEMO
}

/// File name, bytes and boat class of each demo recording.
pub fn demo() -> Result<Vec<(String, Vec<u8>, String)>, Error> {
    let entries: Vec<Entry> = serde_json::from_str(DEMO)
        .map_err(|e| leebow_engine::error::ErrorKind::BadOptions { reason: e.to_string() })?;
    entries
        .into_iter()
        .map(|entry| {
            let bytes = write_simulation(&simulate(&entry.spec)?, &entry.format)?;
            Ok((entry.name, bytes, entry.spec.class))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_has_different_boats_formats_and_places() {
        let entries: Vec<Entry> = serde_json::from_str(demo_specs()).unwrap();
        let count = |key: fn(&Entry) -> String| {
            let mut keys: Vec<String> = entries.iter().map(key).collect();
            keys.sort();
            keys.dedup();
            keys.len()
        };
        assert_eq!(count(|e| e.spec.class.clone()), entries.len());
        assert_eq!(count(|e| format!("{:.1}", e.spec.lat_deg)), entries.len());
        assert!(count(|e| e.format.clone()) >= 4);
        assert!(entries.iter().all(|e| (30.0..=60.0).contains(&e.spec.minutes)));
    }

    #[test]
    fn the_demo_days_are_in_october_and_november_2026() {
        let entries: Vec<Entry> = serde_json::from_str(demo_specs()).unwrap();
        for entry in entries {
            let civil = crate::clock::civil(entry.spec.start_time_ms);
            assert_eq!(civil.year, 2026);
            assert!((10..=11).contains(&civil.month));
            assert!(entry.name.starts_with(&format!("2026-{:02}-{:02} ", civil.month, civil.day)));
        }
    }
}
