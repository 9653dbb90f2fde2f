//! The worst errors of a race report, each tested with a simulated fleet whose truth is known: a wrong race, a boat said to be
//! over that was not, a mark far off, the order reversed, a passing where the track has a gap (docs/races.md).

use leebow_engine::angle::to_rad;
use leebow_engine::calendar::{iso_utc, ms_from_iso};
use leebow_engine::config::boat_class;
use leebow_engine::geo::distance_m;
use leebow_engine::pipeline::{AnalysisInputs, analyze_recording, race_track};
use leebow_engine::race::answer::{Over, RaceBoat, RaceNoteCode, RaceReport, RaceWaypoint, WaypointKind};
use leebow_engine::race::input::{LineEnd, RaceWindColumns, RaceWindSource};
use leebow_engine::race::{RaceAnalysis, RaceCorrection, RaceOptions, RaceTrack, analyze};
use leebow_simulator::{
    DeviceColumns, RaceSettings, Scenario, Simulation, Spec, TruePlace, TrueRace, simulate,
};

/// A fleet and its tracks.
pub struct Fleet {
    pub boats: Vec<Simulation>,
    pub tracks: Vec<RaceTrack>,
}

impl Fleet {
    /// 49ers in a race of two laps; `own` changes the settings of one boat.
    fn new(minutes: f64, race: RaceSettings, own: impl Fn(usize, RaceSettings) -> RaceSettings) -> Self {
        Self::of(6, minutes, race, own)
    }

    pub fn of(
        count: u64,
        minutes: f64,
        race: RaceSettings,
        own: impl Fn(usize, RaceSettings) -> RaceSettings,
    ) -> Self {
        let spec =
            Spec { scenario: Scenario::Race, minutes, race: Some(race), mistakes: 0.0, ..Spec::default() };
        let specs = spec.fleet(count).into_iter().enumerate();
        let boats: Vec<Simulation> =
            specs.map(|(i, spec)| simulate(&Spec { race: Some(own(i, race)), ..spec }).unwrap()).collect();
        let tracks = boats.iter().map(track).collect();
        Self { boats, tracks }
    }

    pub fn alike(minutes: f64, race: RaceSettings) -> Self {
        Self::new(minutes, race, |_, settings| settings)
    }

    fn analyze(&self, options: &RaceOptions) -> RaceAnalysis {
        analyze(&self.tracks, options)
    }

    pub fn truth(&self, boat: usize) -> &TrueRace {
        &self.boats[boat].truth.races[0]
    }

    pub fn ms(&self, s: f64) -> f64 {
        self.boats[0].spec.start_time_ms + 1000.0 * s
    }

    /// The true wind at the first boat, turned by an angle, with a probability of being the wrong way round.
    pub fn wind(&self, turned_deg: f64, flip_probability: f64) -> RaceWindColumns {
        let winds = &self.boats[0].truth.wind;
        RaceWindColumns {
            source: RaceWindSource::Measured,
            time_ms: winds.iter().filter_map(|w| ms_from_iso(&w.time)).collect(),
            twd_deg: winds.iter().map(|w| (w.twd_deg + turned_deg).rem_euclid(360.0)).collect(),
            sd_deg: winds.iter().map(|_| 4.0).collect(),
            flip_probability,
        }
    }
}

fn track(boat: &Simulation) -> RaceTrack {
    let recording = boat.recording(DeviceColumns::SpeedAndCourse);
    let (name, class) = (format!("boat {}", boat.spec.seed), boat_class("49er").unwrap());
    race_track(&analyze_recording(&name, "", recording, class, AnalysisInputs::default()).unwrap())
}

fn only_race(analysis: &RaceAnalysis) -> &RaceReport {
    let starts: Vec<&String> = analysis.day.races.iter().map(|r| &r.start_time).collect();
    assert_eq!(starts.len(), 1, "{starts:?} {:?} {:?}", analysis.day.practice_starts, analysis.day.notes);
    &analysis.day.races[0]
}

fn boat<'a>(race: &'a RaceReport, fleet: &Fleet, which: usize) -> &'a RaceBoat {
    race.boats.iter().find(|b| b.track == fleet.tracks[which].facts.name).unwrap()
}

#[test]
fn practice_starts_and_a_recall_are_no_races() {
    let race = RaceSettings { practice_starts: 2, general_recalls: 1, ..RaceSettings::default() };
    let fleet = Fleet::of(8, 52.0, race, |_, settings| settings);
    let wind = Some(fleet.wind(0.0, 0.0));
    let analysis = fleet.analyze(&RaceOptions { wind, ..RaceOptions::default() });
    let found = only_race(&analysis);
    let gun_ms = fleet.ms(fleet.truth(0).gun_s);
    assert!((ms_from_iso(&found.start_time).unwrap() - gun_ms).abs() < 10_000.0, "{}", found.start_time);
    let practice = &analysis.day.practice_starts;
    assert_eq!((practice.len(), found.recalls.len()), (2, 1), "{practice:?} {:?}", found.recalls);
}

#[test]
fn no_boat_is_over_by_a_line_placed_by_hand_or_by_a_clock_that_is_ahead() {
    let ahead = |i, race| RaceSettings { clock_offset_s: if i == 2 { 3.0 } else { 0.0 }, ..race };
    let fleet = Fleet::new(34.0, RaceSettings { arrival_s: 0.0, ..RaceSettings::default() }, ahead);
    let truth = fleet.truth(0);
    let (at, line) = (iso_utc(fleet.ms(truth.gun_s)), truth.line);
    // The pin 10 m below its place, so that all boats near it seem to be over.
    let below_deg = 10.0 / 111_195.0;
    let (east, north) = libm::sincos(to_rad(truth.twd_deg + 180.0));
    let shrink = libm::cos(to_rad(line.pin.lat_deg));
    let pin = (line.pin.lat_deg + below_deg * north, line.pin.lon_deg + below_deg * east / shrink);
    let end =
        |end, (lat_deg, lon_deg)| RaceCorrection::PlaceLineEnd { at: at.clone(), end, lat_deg, lon_deg };
    let corrections = vec![
        RaceCorrection::SetGun { at: at.clone(), gun_time: at.clone() },
        end(LineEnd::Pin, pin),
        end(LineEnd::Committee, (line.committee.lat_deg, line.committee.lon_deg)),
    ];
    let analysis = fleet.analyze(&RaceOptions { corrections, ..RaceOptions::default() });
    let race = only_race(&analysis);
    let over: Vec<Option<Over>> = race.boats.iter().map(|b| b.start.as_ref().and_then(|s| s.over)).collect();
    assert!(race.line.is_some());
    assert!(over.contains(&Some(Over::MayBeOver)), "{over:?}");
    assert!(!over.contains(&Some(Over::Over)), "{over:?}");
}

#[test]
fn a_wind_that_is_20_degrees_off_leaves_the_marks_that_are_found_where_they_are() {
    let fleet = Fleet::alike(40.0, RaceSettings { offset_m: 90.0, ..RaceSettings::default() });
    let truth = fleet.truth(0);
    for (turned_deg, least) in [(0.0, 4), (20.0, 3)] {
        let wind = Some(fleet.wind(turned_deg, 0.0));
        let analysis = fleet.analyze(&RaceOptions { wind, ..RaceOptions::default() });
        let race = only_race(&analysis);
        let round = |w: &&RaceWaypoint| !matches!(w.kind, WaypointKind::Line | WaypointKind::Finish);
        let found: Vec<&RaceWaypoint> = race.waypoints.iter().filter(round).collect();
        assert!(found.len() >= least, "{turned_deg}: {} marks", found.len());
        for waypoint in found {
            let place = &waypoint.marks[0].place;
            let off_m =
                |mark: &TruePlace| distance_m(place.lat_deg, place.lon_deg, mark.lat_deg, mark.lon_deg);
            let nearest_m = truth.waypoints.iter().map(|w| off_m(&w.marks[0])).fold(f64::INFINITY, f64::min);
            assert!(nearest_m < 10.0, "{turned_deg}: {} {nearest_m}", waypoint.id);
        }
    }
}

#[test]
fn a_wind_that_may_be_the_wrong_way_round_gives_a_question_and_no_tables() {
    let fleet = Fleet::alike(34.0, RaceSettings::default());
    let by = |flip_probability: f64| {
        let wind = Some(fleet.wind(0.0, flip_probability));
        fleet.analyze(&RaceOptions { wind, ..RaceOptions::default() })
    };
    let unsure = by(0.05);
    assert!(unsure.day.races.is_empty() && unsure.columns.is_empty());
    let codes: Vec<RaceNoteCode> = unsure.day.notes.iter().map(|n| n.code).collect();
    assert!(codes.contains(&RaceNoteCode::WindMayBeReversed), "{codes:?}");
    only_race(&by(0.04));
}

#[test]
fn a_passing_in_a_gap_of_the_track_has_no_time_and_no_place() {
    let mut fleet = Fleet::alike(34.0, RaceSettings::default());
    let mark_s = fleet.truth(1).passings_s[1].unwrap();
    let gap = (fleet.ms(mark_s - 25.0), fleet.ms(mark_s + 25.0));
    // The receiver recorded nothing from 25 s before to 25 s after the bottom mark.
    let boat_with_gap = {
        let mut sailed = fleet.boats[1].clone();
        sailed.fixes.retain(|f| f.time_ms < gap.0 || f.time_ms > gap.1);
        sailed
    };
    fleet.tracks[1] = track(&boat_with_gap);
    let analysis = fleet.analyze(&RaceOptions::default());
    let race = only_race(&analysis);
    let with_gap = boat(race, &fleet, 1);
    assert!(with_gap.passings[0].is_some() && with_gap.passings[2].is_some(), "{:?}", with_gap.passings);
    assert!(with_gap.passings[1].is_none(), "{:?}", with_gap.passings[1]);
    assert!(with_gap.legs[1].is_none() && with_gap.legs[2].is_none());
    // The boat that was not seen counts for the places of the others.
    let passed_s = |i: usize| fleet.truth(i).passings_s[1].unwrap();
    for i in [0, 2, 3, 4, 5] {
        let true_place = 1 + (0..6).filter(|other| passed_s(*other) < passed_s(i)).count();
        let place = boat(race, &fleet, i).passings[1].as_ref().unwrap().place;
        assert_eq!(place as usize, true_place, "boat {i}");
    }
    let which = race.boats.iter().position(|b| b.track == with_gap.track).unwrap();
    let columns = &analysis.columns[0][which];
    let rows = columns.time_ms.iter().zip(&columns.behind_s);
    let in_gap: Vec<f32> =
        rows.filter(|(t, _)| **t > gap.0 + 1000.0 && **t < gap.1 - 1000.0).map(|(_, s)| *s).collect();
    assert!(in_gap.iter().all(|s| s.is_nan()), "{in_gap:?}");
}
