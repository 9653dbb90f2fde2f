//! The demo recordings: five sessions of an autumn, each from another boat, device and place.

use super::{Spec, simulate, write::write_simulation};
use crate::error::Error;

/// What the demo recordings are made of: name, format, spec.
const DEMO: &str = include_str!("demo.json");

#[derive(serde::Deserialize)]
struct Entry {
    name: String,
    format: String,
    spec: Spec,
}

/// The demo recordings as JSON: `[{ "name", "format", "spec" }]`, to be written by [`super::write()`].
pub fn demo_specs() -> &'static str {
    DEMO
}

/// The demo recordings themselves: file name, bytes, boat class.
pub fn demo() -> Result<Vec<(String, Vec<u8>, String)>, Error> {
    let entries: Vec<Entry> = serde_json::from_str(DEMO)
        .map_err(|e| crate::error::ErrorKind::BadOptions { reason: e.to_string() })?;
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
    fn the_demo_shows_different_boats_devices_and_days() {
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
    fn the_demo_days_lie_in_the_autumn_of_2026() {
        let entries: Vec<Entry> = serde_json::from_str(demo_specs()).unwrap();
        for entry in entries {
            let civil = super::super::clock::civil(entry.spec.start_time_ms);
            assert_eq!(civil.year, 2026);
            assert!((10..=11).contains(&civil.month));
            assert!(entry.name.starts_with(&format!("2026-{:02}-{:02} ", civil.month, civil.day)));
        }
    }
}
