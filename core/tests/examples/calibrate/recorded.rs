//! Recordings with a known wind, whole and in slices.

use leebow_engine::config::boat_class;
use leebow_engine::pipeline::side_sample;
use leebow_engine::read::read;
use leebow_engine::track::Recording;
use leebow_engine::wind;

use crate::data::{Family, Track, right};
use crate::known::{BOARDS, FILES, Truth, around, csv_wind, folder};
use crate::parallel::map_parallel;

/// Lengths of the slices, minutes.
const SLICES_MIN: [f64; 3] = [90.0, 45.0, 25.0];
/// Weight of a slice of a recording, and of a whole one; a simulated track has weight 1.
const SLICE_WEIGHT: f64 = 3.0;
const WHOLE_WEIGHT: f64 = 6.0;
/// Least fixes of a slice.
const MIN_FIXES: usize = 60;

/// The tracks of all recordings.
pub fn tracks() -> Vec<Track> {
    map_parallel("recordings", &recordings(), Known::tracks).into_iter().flatten().collect()
}

/// A recording whose wind is known.
struct Known {
    class: String,
    family: Family,
    recording: Recording,
    truth: Vec<(f64, f64)>,
    constant_deg: Option<f64>,
}

fn recordings() -> Vec<Known> {
    let folder = folder();
    let tallinn = "wind-truth/keelboat-tallinn-2024-07-16.csv";
    let further = [(tallinn, "Other", Truth::Csv("keelboat-tallinn-2024-07-16.csv"), true)];
    let known = |(file, class, truth, _): &(&'static str, &str, Truth, bool)| {
        let recording = read(file, &std::fs::read(folder.join(file)).ok()?).ok()?;
        let board = BOARDS.iter().find(|b| b.0 == *file).map(|b| b.1);
        let (truth, constant_deg) = match (board, truth) {
            (Some(deg), _) if deg.is_finite() => (Vec::new(), Some(deg)),
            (None, Truth::Constant(deg)) => (Vec::new(), Some(*deg)),
            (None, Truth::Csv(name)) => (csv_wind(&folder.join("wind-truth").join(name)), None),
            (None, Truth::OnBoard) => {
                let wind = wind::measured_by(&recording)?.0;
                (wind.time_ms.into_iter().zip(wind.twd_deg).collect(), None)
            }
            _ => return None,
        };
        let family = match file {
            file if file.contains("wingfoil") => Family::Board,
            file if file.contains("snipe") => Family::Dinghy,
            _ => Family::Keelboat,
        };
        Some(Known { class: class.to_string(), family, recording, truth, constant_deg })
    };
    FILES.iter().chain(&further).filter_map(known).collect()
}

impl Known {
    /// The whole recording and its slices, analysed with its class and without one.
    fn tracks(&self) -> Vec<Track> {
        let time = &self.recording.columns.time_ms;
        let (Some(&first), Some(&last)) = (time.first(), time.last()) else { return Vec::new() };
        let mut spans = vec![(first, last + 1.0)];
        for minutes in SLICES_MIN {
            let ms = 60_000.0 * minutes;
            let mut from = first;
            while last - first > 1.3 * ms && from + 0.7 * ms < last {
                spans.push((from, from + ms));
                from += ms;
            }
        }
        let classes = if self.class == "Other" { vec!["Other"] } else { vec![&self.class, "Other"] };
        let all = classes.iter().flat_map(|&class| spans.iter().map(move |&span| (class, span)));
        all.filter_map(|(class, span)| self.track(class, span, span == (first, last + 1.0))).collect()
    }

    fn track(&self, class: &str, (from, to): (f64, f64), is_whole: bool) -> Option<Track> {
        let mut recording = self.recording.clone();
        let time = &recording.columns.time_ms;
        let rows: Vec<usize> = (0..time.len()).filter(|&i| (from..to).contains(&time[i])).collect();
        let breaks = recording.breaks.iter().map(|&row| rows.partition_point(|&r| r < row));
        recording.breaks = breaks.filter(|&row| row > 0 && row < rows.len()).collect();
        recording.columns = std::mem::take(&mut recording.columns).into_selected(&rows);
        if rows.len() < MIN_FIXES {
            return None;
        }
        let sample = side_sample(recording, boat_class(class)?)?;
        let right = right(&sample, |t| self.constant_deg.or_else(|| around(&self.truth, t)));
        let is_known = self.constant_deg.is_some()
            || sample.candidates.first()?.path.iter().any(|&(t, _)| around(&self.truth, t).is_some());
        let weight = if is_whole { WHOLE_WEIGHT } else { SLICE_WEIGHT };
        is_known.then_some(Track {
            sample,
            right,
            weight,
            family: self.family,
            shapes_sailing: is_whole,
            under_engine: false,
            is_real: true,
        })
    }
}
