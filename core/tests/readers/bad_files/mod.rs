//! Damaged and unusual files, each with its expected outcome: `n` for n points read without a loss, `n - kind` with
//! losses of that kind, `n ~` with a sentence on the archive or on values left out, `! id` for an error.
//!
//! Files of at most 16 kB are in `fixtures/bad` too, a folder a group, with the sentences for the user in `expected.md`;
//! the bindings are tested with them. `LEEBOW_BAD_FILES=write` writes the folder.

mod archives;
mod binary;
mod corpus;
mod devices;
mod exchange;
mod expedition;
mod fit;
mod gpx;
mod limits;
mod networks;
mod nmea;
mod receivers;
mod strangers;
mod tables;

use leebow_engine::read::read;

/// Name, bytes and expected outcome.
type Case = (&'static str, Vec<u8>, &'static str);

/// Parts of the sentences in `lacks` that concern damage and not data that the format never holds.
const DAMAGE: [&str; 3] = ["The archive", "In the archive", "values in so few rows"];

/// The outcome of reading a file, in the notation above.
fn outcome(bytes: &[u8]) -> String {
    match read("file", bytes) {
        Err(error) => format!("! {}", error.kind.id()),
        Ok(recording) => {
            let damage = &recording.damage;
            let mut kinds: Vec<String> =
                damage.losses.iter().map(|l| format!("{:?}", l.kind).to_lowercase()).collect();
            kinds.dedup();
            let losses = if kinds.is_empty() { String::new() } else { format!(" - {}", kinds.join(" ")) };
            let lacks = damage.lacks.iter().any(|lack| DAMAGE.iter().any(|word| lack.contains(word)));
            format!("{}{losses}{}", recording.columns.len(), if lacks { " ~" } else { "" })
        }
    }
}

fn check(cases: &[Case]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(what, bytes, expected)| (what, outcome(bytes), expected))
        .filter(|(_, got, expected)| got != *expected)
        .map(|(what, got, expected)| format!("{what}: expected \"{expected}\", got \"{got}\""))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The groups of the corpus.
fn groups() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("strangers", strangers::cases()),
        ("fit", fit::cases()),
        ("gpx", gpx::cases()),
        ("tables", tables::cases()),
        ("devices", devices::cases()),
        ("expedition", expedition::cases()),
        ("nmea", nmea::cases()),
        ("binary", binary::cases()),
        ("exchange", exchange::cases()),
        ("networks", networks::cases()),
        ("receivers", receivers::cases()),
        ("archives", archives::cases()),
    ]
}

/// `text` with the first `from` replaced by `to`.
fn with(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

/// `bytes` with those at `at` replaced.
fn patched(mut bytes: Vec<u8>, at: usize, new: &[u8]) -> Vec<u8> {
    bytes[at..at + new.len()].copy_from_slice(new);
    bytes
}

#[test]
fn every_bad_file_has_the_expected_outcome() {
    let cases: Vec<Case> = groups().into_iter().flat_map(|(_, cases)| cases).collect();
    check(&cases);
}
