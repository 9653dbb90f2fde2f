//! The part of a measured wind that belongs to a track: a log may begin hours before it, or be of another day.

use crate::pipeline::winds::AnalysisInputs;
use crate::segment::course::Course;
use crate::wind::WindSeries;
use crate::wind::measured::bridge_s;

/// The note that the measured wind is not used.
const NOT_OVERLAPPING: &str = "The measured wind covers no time of this track, so it is not used.";

impl AnalysisInputs {
    /// The same with the samples of the measured wind that belong to the track; a note when there are none and the measured
    /// wind is dropped.
    pub(crate) fn along_track(self, course: &Course) -> (Self, Option<&'static str>) {
        if self.measured.is_none() && self.speed.is_none() {
            return (self, None);
        }
        let measured = self.measured.as_ref().and_then(|wind| along_track(course, wind));
        let speed = self.speed.as_ref().and_then(|wind| along_track(course, wind));
        let note = (measured.is_none() && speed.is_none()).then_some(NOT_OVERLAPPING);
        let vane = self.vane.filter(|_| measured.is_some());
        (Self { measured, vane, speed, ..self }, note)
    }
}

/// The samples inside the pieces of a track, and one on either side of each piece, where it is near enough for interpolation;
/// none where the wind is known at no fix.
fn along_track(course: &Course, wind: &WindSeries) -> Option<WindSeries> {
    let bridge_s = bridge_s(wind);
    let mut kept: Vec<usize> = Vec::new();
    for piece in &course.track.pieces {
        let at_ms = |row: usize| course.time_s.get(row).map_or(f64::NAN, |t| course.ms(*t));
        let (from_ms, to_ms) = (at_ms(piece.start), at_ms(piece.end.saturating_sub(1)));
        let first = wind.time_ms.partition_point(|&t| t < from_ms).saturating_sub(1);
        let first = first.max(kept.last().map_or(0, |last| last + 1));
        let rest = wind.time_ms.iter().enumerate().skip(first);
        let before = wind.time_ms.partition_point(|&t| t <= to_ms);
        let near = |t: f64| t >= from_ms - 1000.0 * bridge_s && t <= to_ms + 1000.0 * bridge_s;
        kept.extend(rest.take_while(|(i, _)| *i <= before).filter(|(_, t)| near(**t)).map(|(i, _)| i));
    }
    let along = wind.at_samples(&kept);
    let times_ms: Vec<f64> = course.time_s.iter().map(|t| course.ms(*t)).collect();
    let is_known = along.along(&times_ms, bridge_s).any(|wind| wind.is_some());
    is_known.then_some(along)
}
