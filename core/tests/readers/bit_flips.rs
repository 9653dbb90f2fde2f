//! One wrong bit in a FIT is reported and does not change the records it does not concern.

use crate::mutated::random::Random;
use leebow_engine::Recording;
use leebow_engine::read::read;

use crate::samples;

/// Most records lost by a wrong bit: its own and one on either side.
const MAX_LOST: usize = 3;

/// Bits of time and position of each row.
fn fixes(recording: &Recording) -> Vec<[u64; 3]> {
    let columns = &recording.columns;
    let fix =
        |row: usize| [columns.time_ms[row], columns.lat_deg[row], columns.lon_deg[row]].map(f64::to_bits);
    (0..columns.len()).map(fix).collect()
}

/// Inverts these bits of a file, one at a time. `records`: the range of bytes with records only.
fn flip(name: &str, bytes: &[u8], records: std::ops::Range<usize>, bits: impl Iterator<Item = usize>) {
    let whole = fixes(&read(name, bytes).unwrap());
    for bit in bits {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let Ok(recording) = read(name, &flipped) else {
            assert!(!records.contains(&(bit / 8)), "{name}, bit {bit}: refused");
            continue;
        };
        assert!(!recording.damage.losses.is_empty(), "{name}, bit {bit}: not reported");
        if !records.contains(&(bit / 8)) {
            continue;
        }
        let mut kept = fixes(&recording);
        kept.sort_unstable();
        let intact = whole.iter().filter(|fix| kept.binary_search(fix).is_ok()).count();
        assert!(
            intact + MAX_LOST >= whole.len(),
            "{name}, bit {bit}: {intact} of {} are intact",
            whole.len()
        );
        assert!(kept.len() <= intact + 1, "{name}, bit {bit}: {} kept, {intact} intact", kept.len());
    }
}

/// The range of the records in `with`, which follow the messages of `without`.
fn records(with: &[u8], without: &[u8]) -> std::ops::Range<usize> {
    without.len() - 2..with.len() - 2
}

#[test]
fn any_wrong_bit_of_a_small_fit_is_reported_and_loses_at_most_adjacent_records() {
    for (name, big) in [("little-endian", false), ("big-endian", true)] {
        let file = samples::fit_plain(30, big);
        flip(name, &file, records(&file, &samples::fit_plain(0, big)), 0..file.len() * 8);
    }
    // A wrong compressed time may shift those after it: only the report is checked.
    let file = samples::fit_compressed(40);
    flip("of compressed times", &file, 0..0, 0..file.len() * 8);
    let file = samples::fit(24, false);
    flip("with a pause and a developer's field", &file, 0..0, 0..file.len() * 8);
}

#[test]
fn wrong_bits_of_a_large_fit_are_reported_and_lose_at_most_adjacent_records() {
    let mut random = Random::of(4);
    for (name, big) in [("little-endian", false), ("big-endian", true)] {
        let file = samples::fit_plain(3000, big);
        let records = records(&file, &samples::fit_plain(0, big));
        let bits: Vec<usize> =
            (0..500).map(|_| 8 * records.start + random.below(8 * records.len())).collect();
        flip(name, &file, records, bits.into_iter());
    }
}
