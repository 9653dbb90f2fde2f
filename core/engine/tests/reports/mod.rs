//! Inputs of the reports on several recordings, made from any bytes, and what holds for every answer. Used by the tests and
//! by the fuzzers, whose root has the module `memory`.
#![allow(dead_code)]

mod choices;
mod dashboard;
mod debrief;
mod fleet;
mod polar;
mod races;
mod sailing;

use std::fmt::Debug;

use leebow_engine::{Error, ErrorKind};

use crate::memory::peak_bytes_during;

pub use choices::Choices;
pub use fleet::evidence;
pub use sailing::{Water, sailed};

/// The first violated condition, as a message, of the report on what these bytes describe; `None` when it violates none.
pub type Check = fn(&[u8]) -> Option<String>;

/// Each report and its check.
pub const REPORTS: [(&str, Check); 5] = [
    ("races", |bytes| checked(bytes, races::check)),
    ("debrief", |bytes| checked(bytes, debrief::check)),
    ("polar", |bytes| checked(bytes, polar::check)),
    ("dashboard", |bytes| checked(bytes, dashboard::check)),
    ("fleet", |bytes| checked(bytes, fleet::check)),
];

/// Memory allowed for a report on some boats of some thousand fixes, bytes.
const ALLOWED_BYTES: usize = 128 * 1024 * 1024;

fn checked(bytes: &[u8], check: fn(&mut Choices) -> Result<(), String>) -> Option<String> {
    let (result, peak) = peak_bytes_during(|| check(&mut Choices::of(bytes)));
    match result {
        Ok(()) if peak > ALLOWED_BYTES => Some(format!("{peak} bytes of memory")),
        Ok(()) => None,
        Err(violation) => Some(violation),
    }
}

/// A message unless the condition holds.
fn ensure(holds: bool, what: &dyn Debug) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{what:?}")) }
}

/// A message when a number of the answer is infinite or not a number.
fn ensure_finite(answer: &impl Debug) -> Result<(), String> {
    let text = format!("{answer:?}");
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let found = text.split(|c| !is_part(c)).find(|word| matches!(*word, "NaN" | "inf"));
    found.map_or(Ok(()), |word| Err(format!("{word} in {text}")))
}

/// A refusal must be of the options, and a sentence.
fn refused<T>(result: Result<T, Error>) -> Result<Option<T>, String> {
    match result {
        Ok(answer) => Ok(Some(answer)),
        Err(error) => {
            let is_of_options = matches!(error.kind, ErrorKind::BadOptions { .. });
            ensure(is_of_options && error.to_string().ends_with('.'), &error).map(|()| None)
        }
    }
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("the types of the border have JSON")
}
