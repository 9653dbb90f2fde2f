//! Bad files by intent: each with what is expected of it written beside it.
//! `n` means that n points are kept without a loss, `n - kind` that a loss of that kind is told, `n ~` that something
//! lacks beside what a good file of its kind lacks, `! id` an error.
//!
//! The small ones stand in `fixtures/bad` too, a folder a group, with the words a sailor reads in `expected.md`:
//! the bindings are held to the same over them. `LEEBOW_BAD_FILES=write` writes them anew.

mod archives;
mod binary;
mod corpus;
mod devices;
mod expedition;
mod fit;
mod gpx;
mod limits;
mod nmea;
mod strangers;
mod tables;

use leebow_engine::read::read;

/// What it is, its bytes, what is expected.
type Case = (&'static str, Vec<u8>, &'static str);

/// Lacks that say something of the file's damage, not of what its kind never has.
const DAMAGE: [&str; 3] = ["The archive", "In the archive", "readings come so seldom"];

/// What became of a file, as the groups write it.
fn outcome(bytes: &[u8]) -> String {
    match read("file", bytes) {
        Err(error) => format!("! {}", error.kind.id()),
        Ok(recording) => {
            let damage = &recording.damage;
            let mut kinds: Vec<String> =
                damage.losses.iter().map(|l| format!("{:?}", l.kind).to_lowercase()).collect();
            kinds.dedup();
            let told = if kinds.is_empty() { String::new() } else { format!(" - {}", kinds.join(" ")) };
            let lacks = damage.lacks.iter().any(|lack| DAMAGE.iter().any(|word| lack.contains(word)));
            format!("{}{told}{}", recording.columns.len(), if lacks { " ~" } else { "" })
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
        ("archives", archives::cases()),
    ]
}

/// `text` with the first `from` replaced.
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
fn every_bad_file_becomes_what_is_written_beside_it() {
    let cases: Vec<Case> = groups().into_iter().flat_map(|(_, cases)| cases).collect();
    check(&cases);
}
