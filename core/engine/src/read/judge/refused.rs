//! What it means when a judge refuses a file that we read.

use super::Difference;
use crate::track::Recording;

/// Words in a judge's refusal, who is right, and where the format's text says so.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "CRC value",
        "It is right that the checksum is wrong. We keep the records, each of which is whole, and tell the damage.",
        "FIT Protocol, CRC: two bytes at the end over header and records; how a reader goes on after a wrong one is its own choice",
    ),
    (
        "more bytes",
        "It is right that the file ends before its header says. We keep what is whole and tell the damage.",
        "FIT Protocol, File Header: Data Size is the length of the records",
    ),
    (
        "No definition found",
        "It is right that a message stands there without its definition. We pass over it and tell the damage.",
        "FIT Protocol, Definition Message: it is needed before data messages of its local type can be read",
    ),
    (
        "'Tag'",
        "It is right that the header of a chained file is damaged. We keep the files around it and tell the damage.",
        "FIT Protocol, File Header: \".FIT\" stands at bytes 8 to 11",
    ),
    (
        "`magvar`",
        "We are right: a point may have a magnetic variation.",
        "GPX 1.1 schema, wptType: element magvar, type degreesType, minOccurs 0; GPX 1.0 has it too",
    ),
    (
        "attribute `version`",
        "It is right that the file is no valid GPX. Its points are plain all the same, and we read them.",
        "GPX 1.1 schema, gpxType: attribute version, use required",
    ),
];

/// The difference between a refusal and our reading.
pub fn difference(words: &str, judge: &str, recording: &Recording) -> Difference {
    let known = KNOWN.iter().find(|(part, ..)| words.contains(part));
    let kept = recording.columns.len();
    let told = recording.damage.losses.len();
    let losses = if told == 1 { "loss" } else { "losses" };
    let unknown = match told {
        0 => "We found nothing wrong with the file.",
        _ => "We kept what is whole and told the damage.",
    };
    Difference {
        said: format!("{judge} refuses the file ({words}); we read {kept} points and tell {told} {losses}."),
        right: known.map_or(unknown, |(_, right, _)| right).to_string(),
        clause: known.map_or("", |(.., clause)| clause).to_string(),
    }
}
