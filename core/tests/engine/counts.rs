//! One count everywhere: the summary counts the maneuvers that the list shows as counted.

use leebow_engine::api::{FileAnalysis, NotCountedReason};
use leebow_engine::maneuver::COUNTED_QUALITY;
use leebow_engine::segment::SegmentKind::{self, BearAway, Douse, Gybe, Tack, Turn};

/// Asserts that the summary has as many maneuvers of each kind as the list has counted ones, and that a maneuver is
/// counted exactly where its quality is high enough and no reason speaks against it.
pub fn assert_one_count(report: &FileAnalysis) {
    let counted =
        |kind: SegmentKind| report.maneuvers.iter().filter(|m| m.kind == kind && m.counted).count() as u32;
    let s = &report.summary;
    assert_eq!(
        [s.tacks, s.gybes, s.sets, s.douses, s.turns],
        [Tack, Gybe, BearAway, Douse, Turn].map(counted),
        "{}",
        report.name
    );
    for m in &report.maneuvers {
        let reason: Option<NotCountedReason> = m.not_counted_reason;
        assert!(
            m.counted || m.kind == SegmentKind::Stop || m.left_out_reason.is_some(),
            "{}: {}",
            report.name,
            m.name
        );
        assert_eq!(m.counted, reason.is_none(), "{}: {}", report.name, m.name);
        assert_eq!(m.counted, m.quality >= COUNTED_QUALITY, "{}: {} {}", report.name, m.name, m.quality);
    }
}
