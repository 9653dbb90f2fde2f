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
