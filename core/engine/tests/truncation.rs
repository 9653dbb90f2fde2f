//! Every format cut off anywhere: what came whole before the cut is kept, equal to the whole file's, and the cut is told.
#![allow(clippy::unwrap_used, clippy::panic)]

mod samples;

use leebow_engine::Recording;
use leebow_engine::damage::LossKind;
use leebow_engine::read::read;

/// Rows that a cut may leave open: the last one of a line-based format may be whole or not.
fn open_rows(name: &str) -> usize {
    usize::from(!name.starts_with("fit") && !name.starts_with("v"))
}

fn told(recording: &Recording) -> bool {
    recording.damage.losses.iter().any(|loss| loss.kind == LossKind::Truncated)
}

#[test]
fn a_sample_of_every_format_cut_at_every_byte() {
    for (name, sample) in samples::all() {
        let whole = read(name, &sample).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(whole.damage.losses, [], "{name}");
        let mut last = 0usize;
        for cut in 1..sample.len() {
            let Ok(recording) = read(name, &sample[..cut]) else {
                assert!(last <= 1, "{name} cut at {cut}: refused after {last} rows");
                continue;
            };
            let kept = recording.columns.len();
            assert!(kept >= last.saturating_sub(1), "{name} cut at {cut}: {kept} after {last}");
            last = kept;
            let sure = kept.saturating_sub(open_rows(name));
            assert_eq!(
                recording.columns.time_ms[..sure],
                whole.columns.time_ms[..sure],
                "{name} cut at {cut}"
            );
            assert_eq!(
                recording.columns.lat_deg[..sure],
                whole.columns.lat_deg[..sure],
                "{name} cut at {cut}"
            );
        }
        assert!(last + 1 >= whole.columns.len(), "{name}: {last} of {}", whole.columns.len());
    }
}

#[test]
fn a_binary_file_cut_inside_a_record_says_so() {
    for (name, sample) in samples::all().into_iter().filter(|(name, _)| name.starts_with("fit")) {
        // Between two files of a chain the first is whole.
        let seam = sample.windows(4).rposition(|word| word == b".FIT").unwrap() - 8;
        for cut in (200..sample.len() - 2).filter(|cut| *cut != seam) {
            if let Ok(recording) = read(name, &sample[..cut]) {
                assert!(told(&recording), "{name} cut at {cut}");
            }
        }
    }
}

#[test]
fn a_gpx_cut_anywhere_inside_says_so() {
    let sample = samples::gpx(16).into_bytes();
    for cut in 200..sample.len() - 8 {
        if let Ok(recording) = read("a.gpx", &sample[..cut]) {
            assert!(told(&recording), "cut at {cut}");
        }
    }
}
