//! The bars that real recordings are held to. Where they are absent the rows say so.

use std::path::Path;

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{Analysis, Maneuver};
use leebow_engine::config::boat_class;
use leebow_engine::read::read;
use leebow_engine::segment::SegmentKind;
use leebow_engine::{Options, analyze, clean, motion, wind};

use crate::judge::clock_s;
use crate::known::{FILES, Truth, around, csv_wind, folder, sailing};
use crate::score::{Score, published, score};
use crate::table::Limit::{AtLeast, AtMost};
use crate::table::{Bar, HALVES, Half, Limit, Measured, Row};

/// Foil sessions, and where the wind blew from: said by the rider, or by the place and the hour (on Lake Garda from
/// north by east in the morning and from south in the afternoon, in the Columbia's gorge from west).
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

/// The rows, and one line a recording with a measured wind.
pub fn rows() -> (Vec<Row>, Vec<String>) {
    let folder = folder();
    let on_board: Vec<OnBoard> = FILES.iter().filter_map(|f| on_board(f, &folder)).collect();
    let mut rows = on_board_rows(&on_board);
    rows.push(snipes(&folder));
    rows.extend(foils(&folder));
    rows.push(beat(&folder));
    rows.extend(crate::sides::rows(&folder));
    (rows, on_board.iter().map(OnBoard::line).collect())
}

/// A recording with a wind measured on board, and the wind published from its track alone.
struct OnBoard {
    name: &'static str,
    half: Half,
    score: Score,
    flip_probability: Option<f64>,
}

fn half_of(tuned_on: bool) -> Half {
    if tuned_on { Half::TunedOn } else { Half::NotTunedOn }
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
    let measured = wind::measured(&recording);
    let track = clean::clean(&mut recording, class).ok()?;
    let motion = motion::smooth(&track, class);
    let known = |t: f64| match truth {
        Truth::Csv(_) => around(&table, t),
        _ => measured.as_ref()?.at(t, 120.0).map(|w| w.twd_deg),
    };
    let moments = sailing(&track, &motion);
    let estimate = published(read(file, &bytes).ok()?, class).ok();
    let nothing = || Score {
        off_deg: Vec::new(),
        sd_deg: Vec::new(),
        moments: moments.iter().filter(|t| known(**t).is_some()).count(),
    };
    Some(OnBoard {
        name: file,
        half: half_of(*tuned_on),
        score: estimate.as_ref().map_or_else(nothing, |series| score(series, &moments, known)),
        flip_probability: estimate.map(|series| series.flip_probability),
    })
}

impl OnBoard {
    /// Published, and on the wrong side for most of the time.
    fn is_flipped(&self) -> bool {
        2 * self.score.off_deg.iter().filter(|o| o.abs() > 90.0).count() > self.score.off_deg.len()
    }

    fn line(&self) -> String {
        let half = if self.half == Half::TunedOn { "tuned on" } else { "not tuned on" };
        match self.flip_probability {
            Some(flip) => format!("{} ({half}): {}  flip {flip:.3}", self.name, self.score.line()),
            None => format!("{} ({half}): no wind published", self.name),
        }
    }
}

fn halves(of: impl Fn(Half) -> Measured) -> [Measured; 2] {
    HALVES.map(of)
}

pub fn row(
    name: &str,
    unit: &'static str,
    decimals: usize,
    [must, reach]: [Limit; 2],
    measured: [Measured; 2],
) -> Row {
    Row::Bar(Bar { name: name.to_string(), unit, decimals, must, reach, measured })
}

fn on_board_rows(all: &[OnBoard]) -> Vec<Row> {
    let of = |half: Half| -> Vec<&OnBoard> { all.iter().filter(|r| r.half == half).collect() };
    let missing = || Measured::absent("no recordings here");
    let sums = |half: Half| {
        let (mut near, mut published, mut moments) = (0, 0, 0);
        for recording in of(half) {
            near += recording.score.off_deg.iter().filter(|o| o.abs() <= 20.0).count();
            published += recording.score.off_deg.len();
            moments += recording.score.moments;
        }
        (near as f64, published as f64, moments as f64)
    };
    let share = |half: Half, a: f64, b: f64| {
        if of(half).is_empty() {
            missing()
        } else {
            Measured::new(a / b, format!("{} recordings", of(half).len()))
        }
    };
    let flips = |half: Half| {
        let published = of(half).iter().filter(|r| r.flip_probability.is_some()).count();
        let flipped = of(half).iter().filter(|r| r.is_flipped()).count();
        if of(half).is_empty() { missing() } else { Measured::new(flipped as f64, format!("of {published}")) }
    };
    let within = halves(|half| {
        let (near, published, _) = sums(half);
        share(half, near, published)
    });
    let coverage = halves(|half| {
        let (_, published, moments) = sums(half);
        share(half, published, moments)
    });
    vec![
        row("wind on board: estimates within 20°", "", 2, [AtLeast(0.75), AtLeast(0.9)], within),
        row("wind on board: coverage", "", 2, [AtLeast(0.6), AtLeast(0.75)], coverage),
        row("wind on board: confident flips", "", 0, [AtMost(0.0), AtMost(0.0)], halves(flips)),
    ]
}

/// The analysis of a recording, of the class its owner would choose.
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

fn is_tuned_on(file: &str) -> bool {
    FILES.iter().any(|f| f.0 == file && f.3)
}

fn snipes(folder: &Path) -> Row {
    let measured = halves(|half| {
        let own = FILES.iter().filter(|f| f.0.contains("snipe") && half_of(f.3) == half);
        let wind = |f: &(&str, &str, Truth, bool)| {
            let Truth::Constant(noted_deg) = f.2 else { return None };
            Some((analyzed(folder, f.0)?.report.wind.map(|w| w.twd_deg), noted_deg))
        };
        worst_wind(&own.filter_map(wind).collect::<Vec<_>>())
    });
    row("Snipes off Valencia: farthest from 110°", "°", 0, [AtMost(12.0), AtMost(8.0)], measured)
}

/// The farthest from its truth; none where one published nothing.
fn worst_wind(winds: &[(Option<f64>, f64)]) -> Measured {
    let told: Vec<String> =
        winds.iter().map(|(w, _)| w.map_or("none".to_string(), |w| format!("{w:03.0}"))).collect();
    if winds.is_empty() {
        return Measured::absent("no recording");
    }
    let off = |(w, truth): &(Option<f64>, f64)| w.map(|w| wrap_180(w - truth).abs());
    match winds.iter().filter_map(off).reduce(f64::max) {
        Some(worst) => Measured::new(worst, told.join(", ")),
        None => Measured::absent("no wind published"),
    }
}

/// A foil session: the half it is in, the wind estimated, the wind there was, and whether the rider said so.
type Foil = (Half, Option<f64>, f64, bool);

/// The foil sessions with their class told, or as a boat nobody knows.
fn foil_winds(folder: &Path, class: Option<&str>) -> Vec<Foil> {
    let one = |(file, twd_deg, said): &(&str, f64, bool)| {
        let analysis = match class {
            Some(class) => analyzed_as(folder, file, class)?,
            None => analyzed(folder, file)?,
        };
        Some((half_of(is_tuned_on(file)), analysis.report.wind.map(|w| w.twd_deg), *twd_deg, *said))
    };
    FOILS.iter().filter_map(one).collect()
}

fn foils(folder: &Path) -> Vec<Row> {
    let (found, unknown) = (foil_winds(folder, None), foil_winds(folder, Some("Other")));
    let stated = halves(|half| {
        let own = found.iter().filter(|f| f.0 == half && f.3);
        worst_wind(&own.map(|f| (f.1, f.2)).collect::<Vec<_>>())
    });
    let none = [AtMost(0.0), AtMost(0.0)];
    vec![
        row("foil tracks with stated wind: farthest off", "°", 0, [AtMost(12.0), AtMost(8.0)], stated),
        row(
            "foil sessions with the wind at the wrong end",
            "",
            0,
            none,
            halves(|half| wrong_end(&found, half)),
        ),
        row("the same, the boat class not told", "", 0, none, halves(|half| wrong_end(&unknown, half))),
    ]
}

/// How many were published with the wind at the wrong end.
fn wrong_end(found: &[Foil], half: Half) -> Measured {
    let own: Vec<&Foil> = found.iter().filter(|f| f.0 == half).collect();
    let winds: Vec<f64> = own.iter().filter_map(|f| f.1.map(|w| wrap_180(w - f.2).abs())).collect();
    let wrong = winds.iter().filter(|off| **off > 90.0).count();
    let note = format!("of {} published, {} sessions", winds.len(), own.len());
    if winds.is_empty() { Measured::absent(note) } else { Measured::new(wrong as f64, note) }
}

pub fn crossings(analysis: &Analysis) -> Vec<&Maneuver> {
    let crosses = |k: SegmentKind| matches!(k, SegmentKind::Tack | SegmentKind::Gybe);
    analysis.report.maneuvers.iter().filter(|m| crosses(m.kind)).collect()
}

/// 09:34:59 to 09:39:39 at UTC-5 are labelled by side: starboard until 09:37:20, then port.
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
        Measured::absent("one recording, tuned on"),
    ];
    row("labelled Vakaros beat: missed and extra", "", 0, [AtMost(0.0), AtMost(0.0)], measured)
}
