//! Polar and targets of a season, from columns and JSON.

use super::debrief::{options_from, track_of};
use crate::api::races::parsed;
use crate::debrief::DebriefFacts;
use crate::error::Error;
use crate::polar::{self, Polar, PolarOptions, SessionPolar};
use crate::race::RaceTrack;

/// What is stored of a session. `facts` is JSON of [`DebriefFacts`]; of the columns of the track those of the wind are not
/// used.
///
/// # Errors
/// `BadOptions` for JSON of another kind and for columns that differ in length or whose times do not rise.
pub fn polar_summary(facts: &str, track: RaceTrack) -> Result<SessionPolar, Error> {
    let facts: DebriefFacts = parsed(facts).map_err(|mistake| refused(&mistake))?;
    Ok(polar::summary(&track_of(track, facts)?))
}

/// The polar of sessions of one class. `sessions` is a JSON array of [`SessionPolar`], `options` JSON of [`PolarOptions`].
///
/// # Errors
/// `BadOptions` for JSON of another kind, for sessions of several classes and for cells that no session has.
pub fn polar(sessions: &str, options: &str) -> Result<Polar, Error> {
    let options: PolarOptions = options_from(options)?;
    let sessions: Vec<SessionPolar> = parsed(sessions).map_err(|mistake| refused(&mistake))?;
    polar::polar(&sessions, &options).map_err(|mistake| refused(&mistake))
}

fn refused(mistake: &str) -> Error {
    Error::bad_options(format!("There is no polar of these sessions: {mistake}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::random::Random;

    /// Sessions of three days with cells of all kinds, as a caller stores them.
    fn stored() -> String {
        let session = |day: usize| {
            let tws: Vec<i32> = (0..60).map(|i| i % 14).collect();
            let twa: Vec<i32> = (0..60).map(|i| [-23, 22, -76, 75][i % 4]).collect();
            let sog: Vec<usize> = (0..60).map(|i| 40 + i % 20).collect();
            serde_json::json!({
                "version": polar::POLAR_VERSION, "boat_class": "Laser", "own_track_wind": false,
                "start_time": format!("2026-06-0{day}T10:00:00.000Z"), "end_time": format!("2026-06-0{day}T11:00:00.000Z"),
                "direction_sd_deg": 4.0, "straight_s": 5400.0, "tws_share": 1.0,
                "cells": {"tws": tws, "twa": twa, "sog": sog, "n": vec![9; 60]},
            })
        };
        serde_json::Value::from((1..4).map(session).collect::<Vec<_>>()).to_string()
    }

    fn reason(sessions: &str, options: &str) -> String {
        match polar(sessions, options) {
            Err(Error { kind: ErrorKind::BadOptions { reason }, .. }) => reason,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn what_was_stored_gives_a_polar() {
        let found = polar(&stored(), r#"{"bands":"four_knots"}"#).unwrap();
        assert_eq!((found.sessions, found.boat_class.as_str(), found.bands.len()), (3, "Laser", 4));
        assert!(found.bands[2].upwind.is_some_and(|t| t.is_published));
    }

    #[test]
    fn what_is_no_session_is_refused_with_a_sentence() {
        assert!(reason("{}", "").starts_with("There is no polar of these sessions: "));
        assert!(reason(&stored(), r#"{"bands":"beaufort"}"#).contains("unknown variant `beaufort`"));
        assert!(reason(&stored().replace("\"n\":[9", "\"n\":[-9"), "").contains("invalid value"));
        assert!(reason(&stored().replace("1.0", "1e999"), "").contains("number out of range"));
        assert!(reason(&stored().replace("\"n\":[9,", "\"n\":["), "").contains("differ in length"));
        assert!(
            reason(&stored().replace("\"Laser\"", "\"Laser\",\"boat_class\":\"470\""), "")
                .contains("duplicate")
        );
    }

    #[test]
    fn sessions_of_an_engine_to_come_are_left_out_whatever_they_have() {
        let later = r#"[{"version": 9, "sails": 3, "cells": {"depth": [1]}}]"#;
        assert_eq!(polar(later, "").unwrap().left_out.other_version, 1);
    }

    #[test]
    fn damaged_sessions_never_stop_the_engine() {
        let whole = stored();
        let mut random = Random::of(7);
        let mut below = |most: usize| random.below(most);
        let put_in = ["-", "9", "99999999", ".5", "null", ",", "[", "e9", "\"", "-1", "0", "4294967295"];
        let mut read = 0;
        for _ in 0..600 {
            let mut text = whole.clone();
            for _ in 0..1 + below(3) {
                let (at, word) = (below(text.len()), put_in[below(put_in.len())]);
                let end = (at + below(3)).min(text.len());
                text.replace_range(at..end, word);
            }
            if let Ok(found) = polar(&text, "") {
                read += 1;
                assert!(found.straight_s.is_finite() && !super::super::to_json(&found).contains("NaN"));
            }
        }
        assert!((20..560).contains(&read), "{read} of 600 could still be read");
    }
}
