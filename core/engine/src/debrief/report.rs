//! The debrief, put together.

use super::answer::{Band, Debrief, DebriefBudget, DebriefReference, ReferenceKind};
use super::budget;
use super::compare::{Comparison, MIN_OTHERS, compare};
use super::findings::{Compared, Today, findings};
use super::grid::Grid;
use super::head::{head, little};
use super::input::{DebriefOptions, DebriefRace, DebriefTrack, DebriefWind};
use super::potential::potentials;
use super::reference::{Reference, best_third_pace, sessions_pace};
use super::summary::{QuantityCode, SUMMARY_VERSION, SessionQuantity, SessionSummary};
use super::summary_of::summary_of;
use super::text::{count, in_winds, metres};
use super::values::Values;
use crate::calendar::ms_from_iso;
use crate::config::MAX_FLIP_PROBABILITY;
use crate::race::input::{RaceWindColumns, RaceWindSource};
use crate::stats::moments::Z_90;
use crate::stats::order::sort_by_number;

/// Earlier sessions are compared within 12 months, ms.
const MAX_AGE_MS: f64 = 366.0 * 86_400_000.0;

/// Sessions are compared whose mean measured winds differ by this at most, kn: the regression reduces them to today's. *guess*
pub(super) const MAX_TWS_DIFFERENCE_KN: f64 = 4.0;

const FLIPPED: &str =
    "The wind may have blown the other way round. Give its direction, and the session can be compared.";
const NO_WIND: &str = "The wind is not known, so that neither speed made good nor losses can be compared.";
const OWN_TRACK: &str = "The wind is estimated from this track alone: angle and shifts cannot be told apart.";

/// The track without its wind and the maneuvers named by it, where the wind may be the wrong way round; and a note why.
pub(super) fn with_sure_wind(
    track: &DebriefTrack,
    options: &DebriefOptions,
) -> (DebriefTrack, Option<&'static str>) {
    let own = track.facts.wind.as_ref().map(|w| w.flip_probability);
    let mut track = track.clone();
    match options.wind.as_ref().map(|w| w.flip_probability).or(own) {
        None => (track, Some(NO_WIND)),
        Some(flip) if flip >= MAX_FLIP_PROBABILITY => {
            track.facts.wind = None;
            track.facts.maneuvers.iter_mut().for_each(|m| (m.counted, m.averaged) = (false, false));
            (track, Some(FLIPPED))
        }
        _ => (track, None),
    }
}

pub(super) fn report(track: &DebriefTrack, boats: &[DebriefTrack], options: &DebriefOptions) -> Debrief {
    let (track, note) = with_sure_wind(track, options);
    let options = &match note {
        Some(_) => DebriefOptions { wind: None, ..options.clone() },
        None => options.clone(),
    };
    let grid = Grid::of(&track, options);
    let values = Values::of(&track, &grid);
    let summary = summary_of(&track, &grid, &values);
    let (earlier, by_wind) = comparable(&summary, &options.earlier);
    // What is said of the comparison names the wind where the sessions were chosen by it.
    let told = if by_wind { summary.clone() } else { without_wind_speed(&summary) };
    let mut compared = with_sessions(&summary, &earlier);
    let in_races = InRaces::of(&track, boats, options);
    compared.extend(in_races.compared());
    let today = Today {
        summary: &told,
        values: &values,
        grid: &grid,
        maneuvers: &track.facts.maneuvers,
        water_time_s: track.facts.water_time_s,
    };
    let (findings, went_well) = findings(&today, &compared);
    let (references, budgets) = budgets(&track, &grid, &today, &compared, &in_races, earlier.len(), options);
    let said = findings.len() + went_well.len();
    let notes = [note, (note.is_none() && grid.own_track).then_some(OWN_TRACK)];
    Debrief {
        head: head(&track, &grid, &values, &summary),
        references,
        sessions: earlier.len() as u32,
        budgets,
        not_shown: compared.len().saturating_sub(said) as u32,
        no_finding: findings.is_empty().then(|| no_finding(&compared, &in_races)).flatten(),
        potentials: potentials(&today),
        little: little(&values, &told, earlier.len()),
        findings,
        went_well,
        notes: notes.into_iter().flatten().map(String::from).collect(),
    }
}

/// Why there is no finding; none where nothing could be compared for a reason that the references have.
fn no_finding(compared: &[Compared], in_races: &InRaces) -> Option<String> {
    if compared.is_empty() {
        return (!in_races.boats.is_empty()).then(|| {
            format!(
                "Speeds are compared with the other boats of your races where you and {} of them sailed ten minutes straight upwind or downwind in them.",
                count(MIN_OTHERS)
            )
        });
    }
    let own = compared.iter().filter(|c| c.reference == ReferenceKind::Sessions);
    let with_whom = match most_others(own.map(|c| &c.comparison)) {
        0 => "the other boats of the race".to_string(),
        sessions => format!("your last {} sessions", count(sessions)),
    };
    Some(format!("Nothing today cost more than in {with_whom} by more than chance."))
}

/// The number of sessions that have any of the quantities compared; of each of them fewer may.
fn most_others<'a>(compared: impl Iterator<Item = &'a Comparison>) -> usize {
    compared.map(|c| c.others.len()).max().unwrap_or(0)
}

/// The same session as if its wind speed were not known.
fn without_wind_speed(summary: &SessionSummary) -> SessionSummary {
    SessionSummary { wind_category: None, tws_kn: None, ..summary.clone() }
}

/// Sessions of the same class in the 12 months before, in time order, one of each time; and whether they were chosen by the
/// wind speed. They are where there are enough in about today's; else those are taken, too, whose wind speed is not known, and
/// all where today's is not.
fn comparable<'a>(today: &SessionSummary, earlier: &'a [SessionSummary]) -> (Vec<&'a SessionSummary>, bool) {
    let differs = |s: &SessionSummary| today.tws_kn.zip(s.tws_kn).map(|(today, kn)| (today - kn).abs());
    let is_near = |s: &&SessionSummary| differs(s).is_some_and(|kn| kn <= MAX_TWS_DIFFERENCE_KN);
    let near = alike(today, earlier, &is_near);
    if near.len() >= MIN_OTHERS {
        return (near, true);
    }
    let any = alike(today, earlier, &|s| differs(s).is_none_or(|kn| kn <= MAX_TWS_DIFFERENCE_KN));
    // With too few of both kinds, the sentence names what was looked for.
    if any.len() < MIN_OTHERS && today.tws_kn.is_some() { (near, true) } else { (any, false) }
}

fn alike<'a>(
    today: &SessionSummary,
    earlier: &'a [SessionSummary],
    in_wind: &dyn Fn(&&SessionSummary) -> bool,
) -> Vec<&'a SessionSummary> {
    let ms = |time: &str| ms_from_iso(time).unwrap_or(f64::NAN);
    let start = ms(&today.start_time);
    let is_alike = |s: &&SessionSummary| {
        let age = start - ms(&s.start_time);
        s.version == SUMMARY_VERSION
            && s.boat_class == today.boat_class
            && in_wind(s)
            && age <= MAX_AGE_MS
            && ms(&s.end_time) <= start
    };
    let mut alike: Vec<&SessionSummary> = earlier.iter().filter(is_alike).collect();
    sort_by_number(&mut alike, |s| ms(&s.start_time));
    // The same recording twice, or two devices on one boat.
    alike.dedup_by(|next, before| ms(&next.start_time) < ms(&before.end_time));
    alike
}

fn with_sessions(today: &SessionSummary, earlier: &[&SessionSummary]) -> Vec<Compared> {
    let of = |q: &SessionQuantity| {
        let same = |s: &&&SessionSummary| s.quantities.iter().any(|other| other.code == q.code);
        let with: Vec<&&SessionSummary> = earlier.iter().filter(same).collect();
        let others: Vec<SessionQuantity> = with
            .iter()
            .flat_map(|s| s.quantities.iter().filter(|other| other.code == q.code))
            .copied()
            .collect();
        let comparison = compare(*q, &others, true)?;
        let times = with.iter().map(|s| s.start_time.clone()).collect();
        Some(Compared { reference: ReferenceKind::Sessions, comparison, times })
    };
    today.quantities.iter().filter_map(of).collect()
}

fn is_speed(code: QuantityCode) -> bool {
    use QuantityCode::*;
    matches!(code, UpwindSpeed | UpwindVmg | DownwindSpeed | DownwindVmg)
}

/// This track and the other boats during the races that they sailed together.
struct InRaces<'a> {
    races: &'a [DebriefRace],
    today: Option<SessionSummary>,
    boats: Vec<(String, Grid, SessionSummary)>,
}

impl<'a> InRaces<'a> {
    fn of(track: &DebriefTrack, boats: &[DebriefTrack], options: &'a DebriefOptions) -> Self {
        let races = &options.races;
        // The wind of the boat that is debriefed, so that all are measured by one.
        let wind = options.wind.clone().or_else(|| track.facts.wind.as_ref().map(columns_of));
        let by_one = DebriefOptions { wind, ..DebriefOptions::default() };
        let only = |track: &DebriefTrack, races: Vec<&DebriefRace>| {
            let cut = within(track, &races);
            let grid = Grid::of(&cut, &by_one);
            let values = Values::of(&cut, &grid);
            let summary = summary_of(&cut, &grid, &values);
            (grid, summary)
        };
        let of_boat = |boat: &DebriefTrack| {
            let name = &boat.facts.name;
            let sailed: Vec<&DebriefRace> = races.iter().filter(|r| r.boats.contains(name)).collect();
            let (grid, summary) = (!sailed.is_empty()).then(|| only(boat, sailed))?;
            Some((name.clone(), grid, summary))
        };
        let boats: Vec<_> = boats.iter().filter_map(of_boat).collect();
        let today = (!boats.is_empty()).then(|| only(track, races.iter().collect()).1);
        Self { races, today, boats }
    }

    /// Speeds and angles against those of the other boats; their tacks and gybes have other crews.
    fn compared(&self) -> Vec<Compared> {
        use QuantityCode::*;
        const CODES: [QuantityCode; 5] = [UpwindSpeed, UpwindVmg, UpwindAngle, DownwindSpeed, DownwindVmg];
        let of = |q: &SessionQuantity| {
            let quantities = self.boats.iter().flat_map(|(_, _, s)| &s.quantities);
            let others: Vec<SessionQuantity> =
                quantities.filter(|other| other.code == q.code).copied().collect();
            let comparison = compare(*q, &others, false)?;
            Some(Compared { reference: ReferenceKind::Fleet, comparison, times: Vec::new() })
        };
        let today = self.today.iter().flat_map(|s| &s.quantities);
        today.filter(|q| CODES.contains(&q.code)).filter_map(of).collect()
    }

    fn reference(&self, grid: &Grid) -> Reference {
        let of_race = |race: &DebriefRace| {
            let took_part = |(name, _, _): &&(String, Grid, SessionSummary)| race.boats.contains(name);
            (
                race.start_ms,
                race.end_ms,
                self.boats.iter().filter(took_part).map(|(_, grid, _)| grid).collect(),
            )
        };
        Reference::fleet(grid, &self.races.iter().map(of_race).collect::<Vec<_>>())
    }
}

fn columns_of(wind: &DebriefWind) -> RaceWindColumns {
    RaceWindColumns {
        source: if wind.own_track { RaceWindSource::Boats } else { RaceWindSource::Measured },
        time_ms: wind.time_ms.clone(),
        twd_deg: wind.twd_deg.clone(),
        sd_deg: wind.sd_deg.clone(),
        flip_probability: wind.flip_probability,
    }
}

/// A track during these races.
fn within(track: &DebriefTrack, races: &[&DebriefRace]) -> DebriefTrack {
    let inside = |ms: f64| races.iter().any(|r| (r.start_ms..r.end_ms).contains(&ms));
    let rows: Vec<usize> =
        track.time_ms.iter().enumerate().filter(|(_, ms)| inside(**ms)).map(|(row, _)| row).collect();
    let of = |values: &[f64]| rows.iter().filter_map(|i| values.get(*i).copied()).collect::<Vec<f64>>();
    let of_channel =
        |values: &[f32]| rows.iter().filter_map(|i| values.get(*i).copied()).collect::<Vec<f32>>();
    let mut facts = track.facts.clone();
    facts.maneuvers.retain(|m| inside(m.time_ms));
    DebriefTrack {
        facts,
        time_ms: of(&track.time_ms),
        lat_deg: of(&track.lat_deg),
        lon_deg: of(&track.lon_deg),
        sog_mps: of_channel(&track.sog_mps),
        cog_deg: of_channel(&track.cog_deg),
    }
}

/// The references and the budget by each that there is.
fn budgets(
    track: &DebriefTrack,
    grid: &Grid,
    today: &Today,
    compared: &[Compared],
    in_races: &InRaces,
    sessions: usize,
    options: &DebriefOptions,
) -> (Vec<DebriefReference>, Vec<DebriefBudget>) {
    let own: Vec<Comparison> = compared
        .iter()
        .filter(|c| c.reference == ReferenceKind::Sessions)
        .map(|c| c.comparison.clone())
        .collect();
    let pace = |band| sessions_pace(band, &own);
    let with_speed = most_others(own.iter().filter(|c| is_speed(c.today.code)));
    let best = |band| best_third_pace(band, today.values);
    let constant = |kind, up, down| Reference::constant(kind, grid, up, down);
    let all = [
        (
            in_races.reference(grid),
            "Race boats".to_string(),
            "There is no race with the tracks of at least two other boats.".to_string(),
        ),
        (
            constant(ReferenceKind::Sessions, pace(Band::Up), pace(Band::Down)),
            format!("Last {}", count(with_speed)),
            few_sessions(today.summary, sessions),
        ),
        (
            constant(ReferenceKind::BestThird, best(Band::Up), best(Band::Down)),
            "Best third".to_string(),
            "There are fewer than six minutes straight upwind or downwind.".to_string(),
        ),
    ];
    let mut references = Vec::new();
    let mut budgets = Vec::new();
    for (reference, label, reason) in all {
        let bands = budget::bands(track, grid, &reference, &options.races);
        let available = !bands.is_empty();
        let label = if available || reference.kind != ReferenceKind::Sessions {
            label
        } else {
            "Last sessions".into()
        };
        let reason = (!available).then_some(reason);
        references.push(DebriefReference { kind: reference.kind, label, available, reason });
        if available {
            budgets.push(budget_of(reference.kind, bands, with_speed));
        }
    }
    (references, budgets)
}

fn few_sessions(today: &SessionSummary, sessions: usize) -> String {
    let wind = in_winds(today);
    let (verb, plural) = if sessions == 1 { ("is", "") } else { ("are", "s") };
    format!(
        "There {verb} {} earlier {} session{plural}{wind} within 12 months; {} are needed, with ten minutes straight upwind or downwind in each.",
        count(sessions),
        today.boat_class,
        count(MIN_OTHERS)
    )
}

fn budget_of(
    reference: ReferenceKind,
    bands: Vec<(super::answer::DebriefBand, f64)>,
    sessions: usize,
) -> DebriefBudget {
    let lost_m: f64 = bands.iter().map(|(band, _)| band.lost_m).sum();
    let lost_sd_m = bands.iter().map(|(band, _)| band.lost_sd_m * band.lost_sd_m).sum::<f64>().sqrt();
    let expected_m: f64 = bands.iter().map(|(_, expected)| expected).sum();
    let whose = match reference {
        ReferenceKind::Fleet => "the median boat of your races at the same time".to_string(),
        ReferenceKind::Sessions => {
            format!("your last {} sessions on straights, without a turn", count(sessions))
        }
        ReferenceKind::BestThird => "your own best third of the day on straights, without a turn".to_string(),
    };
    let less = if lost_m < 0.0 { "more" } else { "less" };
    let amount = format!("{} ± {} m", metres(lost_m.abs()), metres(Z_90 * lost_sd_m));
    DebriefBudget {
        reference,
        text: format!("You made good {amount} {less} than at the pace of {whose}."),
        lost_m,
        lost_sd_m,
        made_good_m: expected_m - lost_m,
        expected_m,
        bands: bands.into_iter().map(|(band, _)| band).collect(),
    }
}
