//! The same sailing recorded in two forms: with and without the device's speed and course, with fewer fixes, with
//! rounded positions, and in two exports of one device. Wind and counted maneuvers should be the same.

use std::path::Path;

use leebow_engine::angle::wrap_180;
use leebow_engine::api::{FileAnalysis, Maneuver};
use leebow_engine::calendar::ms_from_iso;
use leebow_engine::config::{BoatClass, boat_class};
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording};
use leebow_engine::read::read;
use leebow_engine::segment::SegmentKind;
use leebow_engine::track::Recording;
use leebow_simulator::simulate;

use crate::evaluation::Z_90;
use crate::known::{FILES, folder};
use crate::parallel::map_parallel;
use crate::sessions::{PAIRS, Session, sessions};
use crate::table::Limit::AtLeast;
use crate::table::{DATA_SETS, DataSet, Measured, Row, row};

/// Maneuvers of both forms are the same when their kinds are and their times differ by at most this, s.
const SAME_WITHIN_S: f64 = 3.0;
/// Least share of the same maneuvers at which a pair agrees.
const AGREEMENT: f64 = 0.95;
/// Longest median interval of a thinned recording, s.
const LONGEST_INTERVAL_S: f64 = 2.1;
/// Half a step of positions rounded to 1e-5 degrees is about 0.6 m.
const COARSE_PER_DEG: f64 = 1e5;

/// A recording with its class, before it is changed.
struct Original {
    name: String,
    class: &'static BoatClass,
    data_set: DataSet,
    is_real: bool,
    recording: Recording,
    /// Another export of the same data.
    twin: Option<Recording>,
}

/// Two forms compared.
struct Pair {
    name: String,
    data_set: DataSet,
    is_real: bool,
    /// Counted maneuvers of either form, and those that are the same.
    counts: [usize; 2],
    same: usize,
    /// One line for each maneuver that is not the same.
    differences: Vec<String>,
    /// The published winds and their 90 % half widths, deg.
    winds: [Option<(f64, f64)>; 2],
}

/// The rows of the table, and one line for each pair.
pub fn rows(max_seeds: u64, with_differences: bool) -> (Vec<Row>, Vec<String>) {
    let originals: Vec<Original> = recorded().into_iter().chain(simulated(max_seeds)).collect();
    let pairs: Vec<Pair> = map_parallel("pairs", &originals, Original::pairs).into_iter().flatten().collect();
    let lines =
        pairs.iter().filter(|p| p.is_real || !p.agrees()).flat_map(|p| p.lines(with_differences)).collect();
    let limit = [AtLeast(0.95), AtLeast(1.0)];
    let of = |is_real: bool, set: DataSet| -> Vec<&Pair> {
        pairs.iter().filter(|p| p.is_real == is_real && p.data_set == set).collect()
    };
    let share = |is_real: bool, holds: fn(&Pair) -> bool| {
        DATA_SETS.map(|set| {
            let own = of(is_real, set);
            let held = own.iter().filter(|p| holds(p)).count();
            Measured::new(held as f64 / own.len() as f64, format!("{held} of {}", own.len()))
        })
    };
    let maneuvers = |is_real: bool| {
        DATA_SETS.map(|set| {
            let own = of(is_real, set);
            let sum = |count: fn(&Pair) -> usize| own.iter().map(|p| count(p)).sum::<usize>();
            let (same, all) = (sum(|p| p.same), sum(|p| p.counts[0] + p.counts[1]));
            Measured::new(2.0 * same as f64 / all as f64, format!("of {all}"))
        })
    };
    let mut rows = Vec::new();
    for (is_real, of) in [(true, "recordings"), (false, "simulated")] {
        let name = |what: &str| format!("two forms, {of}: {what}");
        rows.extend([
            row((&name("same wind within its interval"), "", 2), limit, share(is_real, Pair::has_same_wind)),
            row(
                (&name("≥ 0.95 of the maneuvers the same"), "", 2),
                limit,
                share(is_real, Pair::has_same_maneuvers),
            ),
            row((&name("same maneuvers of all"), "", 3), limit, maneuvers(is_real)),
        ]);
    }
    (rows, lines)
}

/// The recordings with a usable track.
fn recorded() -> Vec<Original> {
    let folder = folder();
    let of = |&(file, class, _, tuned_on): &(&str, &str, _, bool)| {
        let (recording, class) = (open(&folder, file)?, boat_class(class)?);
        let twin = file.contains("web-converter").then(|| open(&folder, "csv/velocitek-session-14.vtk"));
        Some(Original {
            name: file.rsplit('/').next().unwrap_or(file).to_string(),
            class,
            data_set: if tuned_on { DataSet::Tuning } else { DataSet::HeldOut },
            is_real: true,
            recording,
            twin: twin.flatten(),
        })
    };
    FILES.iter().filter_map(of).collect()
}

fn open(folder: &Path, file: &str) -> Option<Recording> {
    read(file, &std::fs::read(folder.join(file)).ok()?).ok()
}

fn simulated(max_seeds: u64) -> impl Iterator<Item = Original> {
    let sessions = DATA_SETS.iter().flat_map(move |&set| sessions(PAIRS, set, max_seeds));
    sessions.filter_map(|session: Session| {
        Some(Original {
            name: format!("{} #{}", session.name(), session.seed),
            class: session.class,
            data_set: session.data_set,
            is_real: false,
            recording: simulate(&session.spec()).ok()?.recording(session.writes()),
            twin: None,
        })
    })
}

impl Original {
    /// The recording compared with each of its other forms.
    fn pairs(&self) -> Vec<Pair> {
        let Some(first) = self.analysis(self.recording.clone()) else { return Vec::new() };
        let forms = self.forms().into_iter();
        forms.filter_map(|(form, other)| Some(self.pair(form, &first, &self.analysis(other)?))).collect()
    }

    fn analysis(&self, recording: Recording) -> Option<FileAnalysis> {
        analyze_recording("", "", recording, self.class, AnalysisInputs::default()).ok().map(|a| a.report)
    }

    fn pair(&self, form: &str, a: &FileAnalysis, b: &FileAnalysis) -> Pair {
        let wind = |r: &FileAnalysis| r.wind.as_ref().map(|w| (w.twd_deg, Z_90 * w.sd_deg));
        let (one, other) = (counted(a), counted(b));
        Pair {
            name: format!("{} | {form}", self.name),
            data_set: self.data_set,
            is_real: self.is_real,
            counts: [one.len(), other.len()],
            same: same(&one, &other),
            differences: differences(a, b),
            winds: [wind(a), wind(b)],
        }
    }

    fn forms(&self) -> Vec<(&'static str, Recording)> {
        let columns = &self.recording.columns;
        let has = |id: &str| columns.get(id).is_some();
        let mut forms = Vec::new();
        if has("sog") || has("cog") {
            forms.push(("positions alone", self.without(&["sog", "cog"])));
        }
        if has("sog") && has("cog") {
            forms.push(("without course", self.without(&["cog"])));
            forms.push(("without speed", self.without(&["sog"])));
        }
        for (every, form) in [(2, "every 2nd fix"), (5, "every 5th fix")] {
            if every as f64 * median_interval_s(&columns.time_ms) <= LONGEST_INTERVAL_S {
                forms.push((form, self.thinned(every)));
            }
        }
        forms.push(("positions to 1e-5°", self.rounded()));
        forms.extend(self.twin.clone().map(|twin| ("other export", twin)));
        forms
    }

    fn without(&self, ids: &[&'static str]) -> Recording {
        let mut recording = self.recording.clone();
        let rows = recording.columns.len();
        ids.iter().for_each(|id| recording.columns.set(*id, vec![f32::NAN; rows]));
        recording
    }

    fn thinned(&self, every: usize) -> Recording {
        let mut recording = self.recording.clone();
        let kept: Vec<usize> = (0..recording.columns.len()).step_by(every).collect();
        recording.columns = std::mem::take(&mut recording.columns).into_selected(&kept);
        recording.breaks.iter_mut().for_each(|row| *row = row.div_ceil(every));
        recording
    }

    fn rounded(&self) -> Recording {
        let mut recording = self.recording.clone();
        let columns = &mut recording.columns;
        for v in columns.lat_deg.iter_mut().chain(&mut columns.lon_deg) {
            *v = libm::round(*v * COARSE_PER_DEG) / COARSE_PER_DEG;
        }
        recording
    }
}

fn median_interval_s(time_ms: &[f64]) -> f64 {
    let mut steps: Vec<f64> = time_ms.windows(2).map(|w| (w[1] - w[0]) / 1000.0).collect();
    leebow_engine::stats::quantile::median(&mut steps).unwrap_or(f64::INFINITY)
}

/// Kind and time, s, of the counted maneuvers.
fn counted(report: &FileAnalysis) -> Vec<(SegmentKind, f64)> {
    let of = |m: &Maneuver| (m.kind, ms_from_iso(&m.time).unwrap_or(f64::NAN) / 1000.0);
    report.maneuvers.iter().filter(|m| is_counted(m)).map(of).collect()
}

/// Number of maneuvers of one kind and time in both lists, each matched once, in order of time.
fn same(one: &[(SegmentKind, f64)], other: &[(SegmentKind, f64)]) -> usize {
    let mut used = vec![false; other.len()];
    let mut matched = 0;
    for (kind, time_s) in one {
        let fits =
            |j: &usize| !used[*j] && other[*j].0 == *kind && (other[*j].1 - time_s).abs() <= SAME_WITHIN_S;
        if let Some(j) = (0..other.len()).find(fits) {
            used[j] = true;
            matched += 1;
        }
    }
    matched
}

/// True for maneuvers that the summary counts.
fn is_counted(m: &Maneuver) -> bool {
    use SegmentKind::{BearAway, Douse, Gybe, Tack, Turn};
    let is_counted_kind = matches!(m.kind, Tack | Gybe | BearAway | Douse | Turn);
    is_counted_kind && m.counted && m.quality >= leebow_engine::maneuver::COUNTED_QUALITY
}

/// One line for each counted maneuver of one form without the same one in the other: it and what the other form has
/// near it.
fn differences(a: &FileAnalysis, b: &FileAnalysis) -> Vec<String> {
    let time_s = |m: &Maneuver| ms_from_iso(&m.time).unwrap_or(f64::NAN) / 1000.0;
    let off_s = |m: &Maneuver, n: &Maneuver| (time_s(m) - time_s(n)).abs();
    let mut lines = Vec::new();
    for (sign, own, other) in [("-", a, b), ("+", b, a)] {
        for m in own.maneuvers.iter().filter(|m| is_counted(m)) {
            let near = other.maneuvers.iter().min_by(|x, y| off_s(m, x).total_cmp(&off_s(m, y)));
            let near = near.filter(|n| off_s(m, n) <= 10.0);
            if near.is_some_and(|n| is_counted(n) && n.kind == m.kind && off_s(m, n) <= SAME_WITHIN_S) {
                continue;
            }
            let text = |m: &Maneuver| {
                let [a, b] = [m.evidence.wind_angle_in_deg, m.evidence.wind_angle_out_deg]
                    .map(|a| a.unwrap_or(f64::NAN));
                format!("{:?} q {:.2} {a:.0}→{b:.0}", m.kind, m.quality)
            };
            let found =
                near.map_or("absent".into(), |n| format!("{} {:+.1} s", text(n), time_s(n) - time_s(m)));
            let why = match near {
                None => "ABSENT",
                Some(n) if !is_counted(n) => "UNCOUNTED",
                Some(n) if n.kind != m.kind => "KIND",
                Some(_) => "TIME",
            };
            lines.push(format!("{sign} {} {} | {found} {why}", &m.time[11..19], text(m)));
        }
    }
    lines
}

impl Pair {
    /// True when neither form has a wind, or each lies in the interval of the wider one.
    fn has_same_wind(&self) -> bool {
        match self.winds {
            [Some((a, width_a)), Some((b, width_b))] => wrap_180(a - b).abs() <= width_a.max(width_b),
            [one, other] => one.is_none() && other.is_none(),
        }
    }

    fn share(&self) -> f64 {
        let all = self.counts[0] + self.counts[1];
        if all == 0 { 1.0 } else { 2.0 * self.same as f64 / all as f64 }
    }

    fn has_same_maneuvers(&self) -> bool {
        self.share() >= AGREEMENT
    }

    fn agrees(&self) -> bool {
        self.has_same_wind() && self.has_same_maneuvers()
    }

    fn lines(&self, with_differences: bool) -> Vec<String> {
        let differences = self.differences.iter().filter(|_| with_differences).map(|d| format!("    {d}"));
        std::iter::once(self.line()).chain(differences).collect()
    }

    fn line(&self) -> String {
        let wind = |w: Option<(f64, f64)>| w.map_or("none".into(), |(d, half)| format!("{d:.0} ± {half:.0}"));
        let [a, b] = self.winds.map(wind);
        let [n, m] = self.counts;
        let verdict = if self.agrees() { "agree" } else { "DIFFER" };
        format!(
            "{}: {verdict} {:.3}, {n} and {m} maneuvers, {} same; wind {a} and {b}",
            self.name,
            self.share(),
            self.same
        )
    }
}
