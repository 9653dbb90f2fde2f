//! The folder `fixtures/bad`: its files equal those in the code.

use std::fmt::Write;
use std::path::PathBuf;

use leebow_engine::read::read;

/// Longer files are not written to the folder, bytes.
const LONGEST: usize = 16 * 1024;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bad")
}

/// "vkx: an unknown key" is `vkx-an-unknown-key.bad`.
fn file_name(what: &str) -> String {
    let letters = what.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let name: String = letters.collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    format!("{}.bad", words.join("-"))
}

/// All sentences for the user on a file.
fn sentences(bytes: &[u8]) -> String {
    match read("file", bytes) {
        Err(error) => error.to_string(),
        Ok(recording) => {
            let damage = recording.damage;
            let mut all: Vec<String> = damage.losses.into_iter().map(|loss| loss.reason).collect();
            all.dedup();
            all.extend(damage.lacks);
            all.join(" ")
        }
    }
}

/// Every file's name, bytes and line of `expected.md`.
fn all() -> (Vec<(PathBuf, Vec<u8>)>, String) {
    let mut files = Vec::new();
    let mut table = String::from(
        "# Bad files\n\nWritten by `core/tests/readers/bad_files`: `n` points read, `-` kinds of losses, `~` a note on an archive or on \
         values left out, `!` an error.\n\n| file | outcome | sentences for the user |\n|---|---|---|\n",
    );
    for (group, cases) in super::groups() {
        for (what, bytes, expected) in cases.into_iter().filter(|(_, bytes, _)| bytes.len() <= LONGEST) {
            let name = PathBuf::from(group).join(file_name(what));
            let _ = writeln!(
                table,
                "| {} | {expected} | {} |",
                name.display(),
                sentences(&bytes).replace('|', "\\|")
            );
            files.push((name, bytes));
        }
    }
    (files, table)
}

#[test]
fn the_bad_files_on_disk_equal_those_in_the_code() {
    let (files, table) = all();
    if std::env::var("LEEBOW_BAD_FILES").is_ok_and(|value| value == "write") {
        let _ = std::fs::remove_dir_all(folder());
        for (name, bytes) in &files {
            let path = folder().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        std::fs::write(folder().join("expected.md"), &table).unwrap();
    }
    let stale = "run LEEBOW_BAD_FILES=write cargo test -p leebow-tests --test readers bad_files";
    for (name, bytes) in &files {
        let there = std::fs::read(folder().join(name)).ok();
        assert!(there.as_ref() == Some(bytes), "{} is stale: {stale}", name.display());
    }
    assert!(files.len() >= 150, "{} bad files", files.len());
    let there = std::fs::read_to_string(folder().join("expected.md")).unwrap_or_default();
    assert!(there == table, "expected.md is stale: {stale}");
}
