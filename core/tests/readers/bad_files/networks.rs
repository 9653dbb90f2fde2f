//! Logs of a boat's network.

use super::{Case, patched};
use crate::samples::{canboat, canboat_json, ebl, n2k, signalk};

pub fn cases() -> Vec<Case> {
    [n2k_cases(), ebl_cases(), signalk_cases()].concat()
}

fn n2k_cases() -> Vec<Case> {
    let good = n2k(6);
    let lines = |text: &str, keep: &dyn Fn(&str) -> bool| {
        text.lines()
            .filter(|line| keep(line))
            .map(|line| format!("{line}\r\n"))
            .collect::<String>()
            .into_bytes()
    };
    let position = "R 09F80103";
    vec![
        ("n2k: good", good.clone().into_bytes(), "6"),
        ("n2k: canboat", canboat(6).into_bytes(), "6"),
        ("n2k: canboat as JSON", canboat_json(6).into_bytes(), "6"),
        ("n2k: no positions", lines(&good, &|line| !line.contains("09F80") || line.contains("09F802")), "6"),
        (
            "n2k: a receiver without a position",
            good.replacen(&position_of(&good), "R 09F80103 FF FF FF 7F FF FF FF 7F", 1).into_bytes(),
            "6",
        ),
        (
            "n2k: off the globe",
            good.replacen(&position_of(&good), "R 09F80103 FF FF FF 70 00 00 00 00", 1).into_bytes(),
            "6 - noposition",
        ),
        ("n2k: damaged digits", good.replacen(position, "R 09F8O103", 1).into_bytes(), "6 - malformed"),
        ("n2k: a frame is missing", lines(&good, &|line| !line.contains("09F80509 22")), "6 - malformed"),
        ("n2k: cut", good.as_bytes()[..good.len() - 20].to_vec(), "6 - truncated"),
        ("n2k: a long line", [good.as_bytes(), &[b'7'; 70_000], b"\n"].concat(), "6 - limit"),
    ]
}

/// The first line with a position, from its direction on.
fn position_of(log: &str) -> String {
    let line = log.lines().find(|line| line.contains("09F80103")).unwrap_or_default();
    line.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_string())
}

fn ebl_cases() -> Vec<Case> {
    let good = ebl(6);
    let middle = good.len() / 2;
    vec![
        ("ebl: good", good.clone(), "6"),
        ("ebl: a wrong checksum", patched(good.clone(), middle, &[good[middle] ^ 0x40]), "6 - checksum"),
        ("ebl: bytes lost", [&good[..middle], &good[middle + 30..]].concat(), "6 - checksum"),
        ("ebl: cut", good[..good.len() - 4].to_vec(), "6 - truncated"),
        ("ebl: a head alone", good[..10].to_vec(), "! no_positions"),
    ]
}

fn signalk_cases() -> Vec<Case> {
    let good = signalk(6);
    vec![
        ("signalk: good", good.clone().into_bytes(), "6"),
        (
            "signalk: a broken object",
            good.replacen("\"values\":[", "\"values\":", 1).into_bytes(),
            "5 - malformed",
        ),
        ("signalk: cut", good.as_bytes()[..good.len() - 30].to_vec(), "6 - truncated"),
        ("signalk: no times", good.replace("timestamp", "time").into_bytes(), "! no_times"),
    ]
}
