//! Requirements measured on real recordings. Without the recordings the rows are empty and say so.

use std::path::Path;

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{Analysis, Maneuver};
use leebow_engine::config::boat_class;
use leebow_engine::read::read;
use leebow_engine::segment::SegmentKind;
use leebow_engine::{Options, analyze, clean, motion, wind};

use crate::evaluation::clock_s;
use crate::known::{FILES, Truth, around, csv_wind, folder, sailing};
use crate::score::{Score, published, score};
use crate::table::Limit::{AtLeast, AtMost};
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Foil sessions: file, wind direction (deg), and whether the rider stated it. The others follow from place and hour: on
/// Lake Garda north by east in the morning and south in the afternoon, in the Columbia gorge west.
const FOILS: &[(&str, f64, bool)] = &[
    ("gpx/wingfoil-puerto-rico-twd90.gpx", 90.0, true),
    ("gpx/wingfoil-hood-river-angles.gpx", 270.0, false),
    ("gpx/wingfoil-hood-river-session.gpx", 265.0, false),
    ("fit/wingfoil-2026-07-31-1451_nago-torbole-windsurfen_native.fit", 195.0, false),
    ("fit/wingfoil-2026-08-01-0804_nago-torbole-windsurfen_native.fit", 30.0, false),
    ("fit/wingfoil-2026-08-03-0741_nago-torbole-windsurfen_native.fit", 30.0, false),
    ("fit/wingfoil-2026-08-04-1411_nago-torbole-windsurfen_native.fit", 195.0, false),
    ("fit/wingfoil-2026-08-05-1356_nago-torbole-foilmotion_foilmotion.fit", 195.0, false),
    ("fit/wingfoil-2026-08-06-0757_nago-torbole-wingfoiling_wingfoiling.fit", 30.0, false),
];

/// The rows of the table, and one line for each recording with a measured wind.
pub fn rows() -> (Vec<Row>, Vec<String>) {
    let folder = folder();
    let on_board: Vec<OnBoard> = FILES.iter().filter_map(|f| on_board(f, &folder)).collect();
    let mut rows = on_board_rows(&on_board);
    rows.push(snipes(&folder));
    rows.extend(foils(&folder));
    rows.push(beat(&folder));
    rows.extend(crate::tack_column::rows(&folder));
    (rows, on_board.iter().map(OnBoard::line).collect())
}

/// A recording with a wind measured on board, and the wind published from its track alone.
struct OnBoard {
    name: &'static str,
    data_set: DataSet,
    score: Score,
    flip_probability: Option<f64>,
}

fn data_set(is_tuning: bool) -> DataSet {
    if is_tuning { DataSet::Tuning } else { DataSet::HeldOut }
}

fn on_board(
    (file, class, truth, tuned_on): &(&'static str, &str, Truth, bool),
    folder: &Path,
) -> Option<OnBoard> {
    let table = match truth {
        Truth::Csv(name) => csv_wind(&folder.join("wind-truth").join(name)),
        Truth::OnBoard => Vec::new(),
        _ => return None,
    };
    eprintln!("recordings: {file}");
    let bytes = std::fs::read(folder.join(file)).ok()?;
    let class = boat_class(class)?;
    let mut recording = read(file, &bytes).ok()?;
    let measured = wind::measured_by(&recording).map(|(wind, _)| wind);
    let track = clean::clean(&mut recording, class).ok()?;
    let motion = motion::smooth(&track, class);
    let known = |t: f64| match truth {
        Truth::Csv(_) => around(&table, t),
        _ => measured.as_ref()?.at(t, 120.0).map(|w| w.twd_deg),
    };
    let moments = sailing(&track, &motion);
    let estimate = published(read(file, &bytes).ok()?, class).ok();
    let no_wind = || Score {
        off_deg: Vec::new(),
        sd_deg: Vec::new(),
        moments: moments.iter().filter(|t| known(**t).is_some()).count(),
    };
    Some(OnBoard {
        name: file,
        data_set: data_set(*tuned_on),
        score: estimate.as_ref().map_or_else(no_wind, |series| score(series, &moments, known)),
        flip_probability: estimate.map(|series| series.flip_probability),
    })
}

impl OnBoard {
    /// True when more than half of the published directions are more than 90 degrees off.
    fn is_reversed(&self) -> bool {
        2 * self.score.off_deg.iter().filter(|o| o.abs() > 90.0).count() > self.score.off_deg.len()
    }

    fn line(&self) -> String {
        let set = if self.data_set == DataSet::Tuning { "tuning" } else { "held out" };
        match self.flip_probability {
            Some(flip) => format!("{} ({set}): {}  flip {flip:.3}", self.name, self.score.line()),
            None => format!("{} ({set}): no wind published", self.name),
        }
    }
}

fn on_board_rows(all: &[OnBoard]) -> Vec<Row> {
    let of = |set: DataSet| -> Vec<&OnBoard> { all.iter().filter(|r| r.data_set == set).collect() };
    let missing = || Measured::absent("no recordings here");
    let sums = |set: DataSet| {
        let (mut near, mut published, mut moments) = (0, 0, 0);
        for recording in of(set) {
            near += recording.score.off_deg.iter().filter(|o| o.abs() <= 20.0).count();
            published += recording.score.off_deg.len();
            moments += recording.score.moments;
        }
        (near as f64, published as f64, moments as f64)
    };
    let share = |set: DataSet, a: f64, b: f64| {
        if of(set).is_empty() {
            missing()
        } else {
            Measured::new(a / b, format!("{} recordings", of(set).len()))
        }
    };
    let reversed = |set: DataSet| {
        let published = of(set).iter().filter(|r| r.flip_probability.is_some()).count();
        let count = of(set).iter().filter(|r| r.is_reversed()).count();
        if of(set).is_empty() { missing() } else { Measured::new(count as f64, format!("of {published}")) }
    };
    let within = DATA_SETS.map(|set| {
        let (near, published, _) = sums(set);
        share(set, near, published)
    });
    let coverage = DATA_SETS.map(|set| {
        let (_, published, moments) = sums(set);
        share(set, published, moments)
    });
    vec![
        row(("wind on board: estimates within 20°", "", 2), [AtLeast(0.75), AtLeast(0.9)], within),
        row(("wind on board: coverage", "", 2), [AtLeast(0.6), AtLeast(0.75)], coverage),
        row(("wind on board: wind reversed", "", 0), [AtMost(0.0), AtMost(0.0)], DATA_SETS.map(reversed)),
    ]
}

/// The analysis of a recording with the class its owner would choose; `None` where the file is absent.
pub fn analyzed(folder: &Path, file: &str) -> Option<Analysis> {
    let (_, class, ..) = FILES.iter().find(|f| f.0 == file)?;
    analyzed_as(folder, file, class)
}

fn analyzed_as(folder: &Path, file: &str, class: &str) -> Option<Analysis> {
    eprintln!("recordings: {file}, {class}");
    let bytes = std::fs::read(folder.join(file)).ok()?;
    let options = Options { boat_class: Some(class.to_string()), ..Options::default() };
    analyze(file, &bytes, None, &options).ok()
}

fn is_tuning(file: &str) -> bool {
    FILES.iter().any(|f| f.0 == file && f.3)
}

fn snipes(folder: &Path) -> Row {
    let measured = DATA_SETS.map(|set| {
        let own = FILES.iter().filter(|f| f.0.contains("snipe") && data_set(f.3) == set);
        let wind = |f: &(&str, &str, Truth, bool)| {
            let Truth::Constant(noted_deg) = f.2 else { return None };
            Some((analyzed(folder, f.0)?.report.wind.map(|w| w.twd_deg), noted_deg))
        };
        worst_wind(&own.filter_map(wind).collect::<Vec<_>>())
    });
    row(("Snipes off Valencia: largest error from 110°", "°", 0), [AtMost(12.0), AtMost(8.0)], measured)
}

/// Largest absolute error of the published directions, deg; the note lists the directions.
fn worst_wind(winds: &[(Option<f64>, f64)]) -> Measured {
    let directions: Vec<String> =
        winds.iter().map(|(w, _)| w.map_or("none".to_string(), |w| format!("{w:03.0}"))).collect();
    if winds.is_empty() {
        return Measured::absent("no recording");
    }
    let off = |(w, truth): &(Option<f64>, f64)| w.map(|w| wrap_180(w - truth).abs());
    match winds.iter().filter_map(off).reduce(f64::max) {
        Some(worst) => Measured::new(worst, directions.join(", ")),
        None => Measured::absent("no wind published"),
    }
}

/// A foil session: data set, published direction, true direction (deg), and whether the rider stated it.
type Foil = (DataSet, Option<f64>, f64, bool);

/// The foil sessions analysed as `class`, or as the class of [`FILES`].
fn foil_winds(folder: &Path, class: Option<&str>) -> Vec<Foil> {
    let one = |(file, twd_deg, is_stated): &(&str, f64, bool)| {
        let analysis = match class {
            Some(class) => analyzed_as(folder, file, class)?,
            None => analyzed(folder, file)?,
        };
        Some((data_set(is_tuning(file)), analysis.report.wind.map(|w| w.twd_deg), *twd_deg, *is_stated))
    };
    FOILS.iter().filter_map(one).collect()
}

fn foils(folder: &Path) -> Vec<Row> {
    let (found, unknown) = (foil_winds(folder, None), foil_winds(folder, Some("Other")));
    let stated = DATA_SETS.map(|set| {
        let own = found.iter().filter(|f| f.0 == set && f.3);
        worst_wind(&own.map(|f| (f.1, f.2)).collect::<Vec<_>>())
    });
    let none = [AtMost(0.0), AtMost(0.0)];
    vec![
        row(("foil tracks with stated wind: largest error", "°", 0), [AtMost(12.0), AtMost(8.0)], stated),
        row(
            ("foil sessions with the wind reversed", "", 0),
            none,
            DATA_SETS.map(|set| reversed(&found, set)),
        ),
        row(("the same, class unknown", "", 0), none, DATA_SETS.map(|set| reversed(&unknown, set))),
    ]
}

/// Number of sessions published with a direction more than 90 degrees off.
fn reversed(found: &[Foil], set: DataSet) -> Measured {
    let own: Vec<&Foil> = found.iter().filter(|f| f.0 == set).collect();
    let winds: Vec<f64> = own.iter().filter_map(|f| f.1.map(|w| wrap_180(w - f.2).abs())).collect();
    let count = winds.iter().filter(|off| **off > 90.0).count();
    let note = format!("of {} published, {} sessions", winds.len(), own.len());
    if winds.is_empty() { Measured::absent(note) } else { Measured::new(count as f64, note) }
}

/// The tacks and gybes of an analysis.
pub fn crossings(analysis: &Analysis) -> Vec<&Maneuver> {
    let crosses = |k: SegmentKind| matches!(k, SegmentKind::Tack | SegmentKind::Gybe);
    analysis.report.maneuvers.iter().filter(|m| crosses(m.kind)).collect()
}

/// The beat from 09:34:59 to 09:39:39 (UTC-5), labelled by side: starboard tack until 09:37:20, then port.
fn beat(folder: &Path) -> Row {
    let file = "csv/vakaros-2025-11-23.csv";
    let found = analyzed(folder, file).map(|analysis| {
        let of_beat = |m: &&&Maneuver| ("14:34:59".."14:39:40").contains(&&m.time[11..19]);
        let all = crossings(&analysis);
        let own: Vec<_> = all.iter().filter(of_beat).collect();
        let right =
            |m: &&&Maneuver| m.kind == SegmentKind::Tack && (clock_s(&m.time) - 52_640.0).abs() <= 5.0;
        let (found, extra) =
            (own.iter().filter(|m| right(m)).count(), own.iter().filter(|m| !right(m)).count());
        Measured::new((1 - found.min(1) + extra) as f64, format!("{found} of 1, {extra} extra"))
    });
    let measured = [
        found.unwrap_or_else(|| Measured::absent("no recordings here")),
        Measured::absent("one recording, tuning data"),
    ];
    row(("labelled Vakaros beat: missed and extra", "", 0), [AtMost(0.0), AtMost(0.0)], measured)
}
