//! Winds and losses of real tracks whose wind is known from elsewhere: the boats of ../shared/recordings/fleets by the course
//! of their races, the board sessions by place and hour, the other recordings by what was measured or noted on board. Each is
//! analysed from its track alone, without a measured wind, with the class that her owner would name, with that of each other family,
//! and without one.

use std::path::{Path, PathBuf};

use leebow_engine::angle::{circular_mean, wrap_180};
use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::read::read;
use leebow_engine::segment::SegmentKind;
use leebow_engine::wind;

use crate::known::{BOARDS, FILES, Truth, csv_wind, folder};
use crate::parallel::map_parallel;
use crate::real_fleets::KnownDay;
use crate::table::Limit::{AtLeast, AtMost, Unset};
use crate::table::{Measured, Row, row};

/// A direction within this of the wind is the right one, deg.
const RIGHT_DEG: f64 = 45.0;
/// One class of each family, with which every track is analysed besides her own and none.
const CLASSES: [&str; 5] = ["Laser", "49er", "J70", "Wing Foil", "Kite"];
/// Winds, deg, that `truth.json` does not have: measured on the coach's boat; and of two match races, whose 131 and 134 there do
/// not fit the courses (first beats to 211 and 205, and back to 033), by these.
const WINDS: [(&str, f64); 3] =
    [("kites-training-2025-06-06", 176.0), ("match-acws2020-2", 211.0), ("match-acws2020-3", 205.0)];
/// A gybe through less than this is narrow, deg.
const NARROW_DEG: f64 = 20.0;
/// A track, its class and its wind, deg.
struct Known {
    file: PathBuf,
    class: &'static str,
    twd_deg: f64,
}

/// What a track got with one class.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Right,
    Wrong,
    /// No wind, with the probability of the right candidate.
    Absent(f64),
}

struct Analyzed {
    name: String,
    twd_deg: f64,
    /// With her own class, without one, and with each of [`CLASSES`].
    ends: Vec<End>,
    /// Probability of the published winds of her own class and without one.
    said: Vec<(f64, bool)>,
    is_keelboat: bool,
    maneuvers: Vec<Maneuver>,
}

/// The rows of the table. With `list` a line a track whose wind is not right with every class goes to the error stream.
pub fn rows(list: bool) -> Vec<Row> {
    let all: Vec<Analyzed> = map_parallel("real tracks", &known(), analyzed).into_iter().flatten().collect();
    if list {
        for track in all.iter().filter(|t| t.ends.iter().any(|end| *end != End::Right)) {
            let text = |end: &End| match end {
                End::Right => "right".into(),
                End::Wrong => "WRONG".into(),
                End::Absent(p) => format!("{p:.2}"),
            };
            let ends: Vec<String> = track.ends.iter().map(text).collect();
            eprintln!("{}: own {} ({:.0})", track.name, ends.join(", "), track.twd_deg);
        }
    }
    let count = |of: &dyn Fn(&Analyzed) -> bool| all.iter().filter(|track| of(track)).count() as f64;
    let of_tracks = || format!("of {}", all.len());
    let has = |end: End| move |track: &Analyzed| track.ends.first() == Some(&end);
    let has_unclassed = |end: End| move |track: &Analyzed| track.ends.get(1) == Some(&end);
    let turned = |track: &Analyzed| track.ends.contains(&End::Right) && track.ends.contains(&End::Wrong);
    let answered = |track: &Analyzed| match track.ends.first() {
        Some(End::Right) => true,
        Some(End::Absent(p)) => *p >= 0.3,
        _ => false,
    };
    let mut rows = vec![
        one("real tracks: with the right wind", Unset, count(&has(End::Right)), of_tracks()),
        one("real tracks: wind more than 45° off", AtMost(1.0), count(&has(End::Wrong)), of_tracks()),
        one("real tracks: wind or right candidate", Unset, count(&answered), of_tracks()),
        one(
            "real tracks, no class: with the right wind",
            Unset,
            count(&has_unclassed(End::Right)),
            of_tracks(),
        ),
        one(
            "real tracks, no class: wind more than 45° off",
            AtMost(1.0),
            count(&has_unclassed(End::Wrong)),
            of_tracks(),
        ),
        one("real tracks: at another end by another class", AtMost(0.0), count(&turned), of_tracks()),
    ];
    let said: Vec<(f64, bool)> = all.iter().flat_map(|track| track.said.iter().copied()).collect();
    for (word, range) in [("likely", 0.8..0.98), ("sure", 0.98..1.0)] {
        let own: Vec<&(f64, bool)> = said.iter().filter(|s| range.contains(&s.0)).collect();
        let mean = own.iter().map(|s| s.0).sum::<f64>() / own.len() as f64;
        let right = own.iter().filter(|s| s.1).count() as f64 / own.len() as f64;
        let measured = Measured::new(right, format!("said {mean:.3}, of {}", own.len()));
        let name = format!("real tracks: winds said to be {word} that are right");
        rows.push(row((&name, "", 3), [Unset, Unset], [measured, Measured::absent("")]));
    }
    rows.extend(losses(&all));
    rows
}

fn losses(all: &[Analyzed]) -> Vec<Row> {
    let averaged: Vec<&Maneuver> = all
        .iter()
        .flat_map(|t| &t.maneuvers)
        .filter(|m| m.left_out_reason.is_none() && loss(m).is_some())
        .collect();
    let gains: Vec<&&Maneuver> = averaged.iter().filter(|m| gains_a_second(m)).collect();
    let most = gains.iter().filter_map(|m| loss(m)).fold(0.0, f64::min);
    let gybes = |keelboats: bool| {
        let own = all.iter().filter(move |t| t.is_keelboat == keelboats).flat_map(|t| &t.maneuvers);
        own.filter(|m| m.kind == SegmentKind::Gybe && m.left_out_reason.is_none())
            .filter_map(loss)
            .collect::<Vec<f64>>()
    };
    let gain = |losses: Vec<f64>| {
        let share = losses.iter().filter(|loss| **loss < 0.0).count() as f64 / losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        Measured::new(share, format!("of {}, mean loss {mean:.1} m", losses.len()))
    };
    let counted: Vec<&Maneuver> = all.iter().flat_map(|t| &t.maneuvers).filter(|m| m.counted).collect();
    let of_kinds = |kinds: &[SegmentKind]| counted.iter().filter(|m| kinds.contains(&m.kind)).count();
    let through = [SegmentKind::Tack, SegmentKind::Gybe];
    let with_loss = counted.iter().filter(|m| through.contains(&m.kind) && loss(m).is_some()).count();
    let narrow = counted
        .iter()
        .filter(|m| m.kind == SegmentKind::Gybe && m.angle_deg.is_some_and(|deg| deg < NARROW_DEG));
    let turns = of_kinds(&through);
    vec![
        one(
            "real tracks: averaged losses that gain over a second",
            AtMost(0.0),
            gains.len() as f64,
            format!("of {}, most {most:.0} m", averaged.len()),
        ),
        row(
            ("real tracks, keelboats: gybes that gain", "", 2),
            [AtMost(0.15), AtMost(0.1)],
            [gain(gybes(true)), Measured::absent("")],
        ),
        row(
            ("real tracks, others: gybes that gain", "", 2),
            [Unset, Unset],
            [gain(gybes(false)), Measured::absent("")],
        ),
        row(
            ("real tracks: tacks and gybes with a loss", "", 3),
            [AtLeast(0.88), AtLeast(0.92)],
            [Measured::new(with_loss as f64 / turns as f64, format!("of {turns}")), Measured::absent("")],
        ),
        one(
            "real tracks: counted gybes through less than 20°",
            Unset,
            narrow.count() as f64,
            format!("of {}", of_kinds(&[SegmentKind::Gybe])),
        ),
    ]
}

fn one(name: &str, required: crate::table::Limit, value: f64, note: String) -> Row {
    row((name, "", 0), [required, required], [Measured::new(value, note), Measured::absent("")])
}

fn loss(m: &Maneuver) -> Option<f64> {
    m.loss_80_m.or(m.loss_og_m)
}

/// True for a gain of more than the boat sails in a second at her entry speed.
fn gains_a_second(m: &Maneuver) -> bool {
    let second_m = m.entry_speed_kn.map_or(0.0, |kn| kn * 1852.0 / 3600.0);
    loss(m).is_some_and(|loss| loss < -second_m)
}

/// The tracks whose wind is known.
fn known() -> Vec<Known> {
    let folder = folder();
    let mut all: Vec<Known> = Vec::new();
    let fleets = std::fs::read_dir(folder.join("fleets")).into_iter().flatten().flatten();
    let mut fleets: Vec<PathBuf> = fleets.map(|entry| entry.path()).collect();
    fleets.sort();
    for fleet in fleets {
        let name = fleet.file_name().map(|name| name.to_string_lossy().to_string()).unwrap_or_default();
        let Some(day) = KnownDay::read(&fleet, 1, 0) else { continue };
        let winds = day.races.iter().filter_map(|race| race.wind_from_deg);
        let mean = circular_mean(winds.map(|deg| (deg, 1.0))).map(|m| m.0);
        let corrected = WINDS.iter().find(|(fleet, _)| *fleet == name).map(|(_, deg)| *deg);
        let Some(twd_deg) = corrected.or(mean) else { continue };
        let class = match &name[..4] {
            "finn" => "Finn",
            "ilca" => "Laser",
            "kite" => "Formula Kite",
            "sail" => "F50",
            _ => "AC75",
        };
        all.extend(day.files.into_iter().map(|(_, file)| Known { file, class, twd_deg }));
    }
    let boards = BOARDS.iter().filter(|board| board.1.is_finite());
    all.extend(boards.map(|&(file, twd_deg, _)| Known {
        file: folder.join(file),
        class: "Wing Foil",
        twd_deg,
    }));
    for (file, _, truth, _) in FILES {
        let class = if file.contains("snipe") { "Snipe" } else { "Keelboat" };
        let mean = |winds: &[f64]| circular_mean(winds.iter().map(|&deg| (deg, 1.0))).map(|m| m.0);
        let twd_deg = match truth {
            Truth::Constant(_) if file.contains("wingfoil") => None,
            Truth::Constant(deg) => Some(*deg),
            Truth::Csv(name) => {
                let rows = csv_wind(&folder.join("wind-truth").join(name));
                mean(&rows.iter().map(|row| row.1).collect::<Vec<f64>>())
            }
            Truth::OnBoard => measured_deg(&folder.join(file)),
            Truth::None => None,
        };
        all.extend(twd_deg.map(|twd_deg| Known { file: folder.join(file), class, twd_deg }));
    }
    all
}

fn measured_deg(file: &Path) -> Option<f64> {
    let bytes = std::fs::read(file).ok()?;
    let recording = read(&file.to_string_lossy(), &bytes).ok()?;
    let (measured, _) = wind::measured_by(&recording)?;
    circular_mean(measured.twd_deg.iter().map(|&deg| (deg, 1.0))).map(|m| m.0)
}

fn analyzed(known: &Known) -> Option<Analyzed> {
    let bytes = std::fs::read(&known.file).ok()?;
    let recording = read(&known.file.to_string_lossy(), &bytes).ok()?;
    let own = boat_class(known.class)?;
    let report = |class: &BoatClass| -> Option<FileAnalysis> {
        Some(analyze_recording("", "", recording.clone(), class, AnalysisInputs::default()).ok()?.report)
    };
    let is_right = |deg: f64| wrap_180(deg - known.twd_deg).abs() <= RIGHT_DEG;
    let end = |report: &FileAnalysis| match &report.wind {
        Some(wind) if is_right(wind.twd_deg) => End::Right,
        Some(_) => End::Wrong,
        None => {
            let right = report.wind_candidates.iter().filter(|c| is_right(c.twd_deg));
            End::Absent(right.map(|c| c.probability).fold(0.0, f64::max))
        }
    };
    let first = report(own)?;
    let mut ends = vec![end(&first)];
    let mut said: Vec<(f64, bool)> = Vec::new();
    said.extend(first.wind.as_ref().map(|wind| (said_of(wind), is_right(wind.twd_deg))));
    for class in std::iter::once("Other").chain(CLASSES) {
        let other = report(boat_class(class)?)?;
        if class == "Other" {
            said.extend(other.wind.as_ref().map(|wind| (said_of(wind), is_right(wind.twd_deg))));
        }
        ends.push(end(&other));
    }
    let name = known.file.iter().rev().take(2).map(|part| part.to_string_lossy().to_string());
    Some(Analyzed {
        name: name.collect::<Vec<String>>().join(" of "),
        twd_deg: known.twd_deg,
        ends,
        said,
        is_keelboat: own.keelboat,
        maneuvers: first.maneuvers,
    })
}

/// Probability that a published wind is right.
fn said_of(wind: &leebow_engine::api::Wind) -> f64 {
    1.0 - wind.rival_probabilities.iter().sum::<f64>()
}
