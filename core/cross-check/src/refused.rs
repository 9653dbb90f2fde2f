//! Known reasons for which another reader refuses a file that Leebow reads.

use leebow_engine::track::Recording;
use leebow_engine::verdict::Difference;

/// Part of the error message, which reader follows the specification, and the place in it.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "CRC value",
        "It is right that the checksum is wrong. Leebow reads the intact records and reports the damage.",
        "FIT Protocol, CRC: two bytes at the end over header and records; how a reader goes on after a wrong one is its own choice",
    ),
    (
        "more bytes",
        "It is right that the file ends before the length in its header. Leebow reads the intact records and reports the damage.",
        "FIT Protocol, File Header: Data Size is the length of the records",
    ),
    (
        "No definition found",
        "It is right that a message has no definition. Leebow skips it and reports the damage.",
        "FIT Protocol, Definition Message: it is needed before data messages of its local type can be read",
    ),
    (
        "'Tag'",
        "It is right that the header of a chained file is damaged. Leebow reads the files around it and reports the damage.",
        "FIT Protocol, File Header: \".FIT\" is at bytes 8 to 11",
    ),
    (
        "`magvar`",
        "Leebow is right: a point may have a magnetic variation.",
        "GPX 1.1 schema, wptType: element magvar, type degreesType, minOccurs 0; GPX 1.0 has it too",
    ),
    (
        "attribute `version`",
        "It is right that the file is not valid GPX. Its points are unambiguous, and Leebow reads them.",
        "GPX 1.1 schema, gpxType: attribute version, use required",
    ),
];

/// The difference between the refusal of the reader `reference` with this message and Leebow's reading.
pub(super) fn difference(message: &str, reference: &str, recording: &Recording) -> Difference {
    let known = KNOWN.iter().find(|(part, ..)| message.contains(part));
    let (read, reported) = (recording.columns.len(), recording.damage.losses.len());
    let losses = if reported == 1 { "loss" } else { "losses" };
    let unknown = match reported {
        0 => "Leebow found nothing wrong with the file.",
        _ => "Leebow read the intact part and reported the damage.",
    };
    Difference {
        said: format!(
            "{reference} refuses the file ({message}); Leebow reads {read} points and reports {reported} {losses}."
        ),
        right: known.map_or(unknown, |(_, right, _)| right).to_string(),
        clause: known.map_or("", |(.., clause)| clause).to_string(),
    }
}
