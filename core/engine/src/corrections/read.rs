//! Validation: corrections as exchanged → edits, or an error with the number of the correction and the reason.

use crate::calendar::ms_from_iso;
use crate::corrections::{Action, Correction, Edit, Instrument, InstrumentErrors, Span};
use crate::error::Error;
use crate::segment::SegmentKind;

/// Greatest number of corrections of one track. *guess*
const MAX_CORRECTIONS: usize = 10_000;

/// Validates a list of corrections.
///
/// # Errors
/// `BadOptions` with the number (from 1) of the first invalid one.
pub fn read(corrections: &[Correction]) -> Result<Vec<Edit>, Error> {
    if corrections.len() > MAX_CORRECTIONS {
        let reason =
            format!("These are {} corrections. At most {MAX_CORRECTIONS} are accepted.", corrections.len());
        return Err(Error::bad_options(reason));
    }
    let one = |(i, c): (usize, &Correction)| {
        edit(c).map_err(|why| Error::bad_options(format!("Correction {} cannot be used: {why}", i + 1)))
    };
    corrections.iter().enumerate().map(one).collect()
}

const IMPOSSIBLE_CALIBRATION: &str =
    "calibrate needs calibration with angles within 180° and a log_factor from 0.2 to 5.";

fn is_possible(errors: &InstrumentErrors) -> bool {
    let angles = [errors.vane_deg, errors.compass_deg, errors.heel_deg];
    angles.into_iter().flatten().all(|deg| deg.abs() <= 180.0)
        && errors.log_factor.is_none_or(|factor| (0.2..=5.0).contains(&factor))
}

/// Greatest shift of a clock, s.
const LONGEST_SHIFT_S: f64 = 200.0 * 366.0 * 86_400.0;

fn edit(c: &Correction) -> Result<Edit, String> {
    check_fields(c)?;
    if c.action == Action::PinWind {
        let twd_deg = c.twd_deg.filter(|d| (0.0..=360.0).contains(d));
        let twd_deg = twd_deg.ok_or("pin_wind needs twd_deg from 0 to 360.")?;
        let at = match (&c.start_time, &c.end_time) {
            (None, None) => None,
            _ => Some(span("start_time", &c.start_time, "end_time", &c.end_time)?),
        };
        return Ok(Edit::PinWind { twd_deg: twd_deg % 360.0, at });
    }
    if c.action.is_of_clock() {
        let shift_s = c.shift_s.filter(|s| s.abs() <= LONGEST_SHIFT_S);
        let shift_s = shift_s.ok_or("a clock needs shift_s, seconds within 200 years.")?;
        return Ok(Edit::Clock { shift_ms: shift_s * 1000.0, of_wind: c.action == Action::WindClock });
    }
    if c.action == Action::TrustInstruments {
        let Some(name) = &c.instrument else { return Ok(Edit::TrustInstruments(None)) };
        let named = Instrument::named(name).ok_or("there is no such instrument.")?;
        return Ok(Edit::TrustInstruments(Some(named)));
    }
    if c.action == Action::Calibrate {
        let errors = c.calibration.filter(is_possible);
        return errors.map(Edit::Calibrate).ok_or_else(|| IMPOSSIBLE_CALIBRATION.to_string());
    }
    if let Action::LeaveOut | Action::TakeIn = c.action {
        let at = span("start_time", &c.start_time, "end_time", &c.end_time)?;
        return Ok(Edit::Part { take_in: c.action == Action::TakeIn, at });
    }
    let kind = c.kind.ok_or("kind is missing.")?;
    let at = span("start_time", &c.start_time, "end_time", &c.end_time)?;
    Ok(match c.action {
        Action::ChangeKind => {
            let to = c.to_kind.ok_or("change_kind needs to_kind.")?;
            if (kind == SegmentKind::Straight) != (to == SegmentKind::Straight) {
                return Err("a straight and a maneuver cannot be changed into each other. Delete the one and add the other.".into());
            }
            Edit::ChangeKind { kind, at, to }
        }
        Action::Delete => Edit::Delete { kind, at },
        Action::Add => Edit::Add { kind, at },
        _ => {
            let to = span("new_start_time", &c.new_start_time, "new_end_time", &c.new_end_time)?;
            Edit::Move { kind, at, to }
        }
    })
}

/// An error for the first field that the action does not use.
fn check_fields(c: &Correction) -> Result<(), String> {
    let of_instruments = matches!(c.action, Action::TrustInstruments | Action::Calibrate);
    let of_whole = c.action.is_of_clock() || of_instruments;
    let of_segment = !of_whole && !matches!(c.action, Action::PinWind | Action::LeaveOut | Action::TakeIn);
    let given = [
        ("kind", c.kind.is_some(), of_segment),
        ("start_time", c.start_time.is_some(), !of_whole),
        ("shift_s", c.shift_s.is_some(), c.action.is_of_clock()),
        ("calibration", c.calibration.is_some(), c.action == Action::Calibrate),
        ("instrument", c.instrument.is_some(), c.action == Action::TrustInstruments),
        ("to_kind", c.to_kind.is_some(), c.action == Action::ChangeKind),
        ("new_start_time", c.new_start_time.is_some(), c.action == Action::Move),
        ("new_end_time", c.new_end_time.is_some(), c.action == Action::Move),
        ("twd_deg", c.twd_deg.is_some(), c.action == Action::PinWind),
    ];
    match given.iter().find(|(_, is_given, is_used)| *is_given && !is_used) {
        Some((name, ..)) => Err(format!("this action does not use {name}.")),
        None => Ok(()),
    }
}

fn span(from: &str, start: &Option<String>, to: &str, end: &Option<String>) -> Result<Span, String> {
    let (start_ms, end_ms) = (instant(from, start)?, instant(to, end)?);
    if end_ms <= start_ms {
        return Err(format!("{to} is not after {from}."));
    }
    Ok(Span { start_ms, end_ms })
}

fn instant(name: &str, text: &Option<String>) -> Result<f64, String> {
    let text = text.as_ref().ok_or(format!("{name} is missing."))?;
    ms_from_iso(text).ok_or(format!("{name} must be a UTC time such as 2026-06-13T13:58:02.250Z."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edits of a list, or the error, as text.
    fn outcome(json: &str) -> String {
        let corrections: Vec<Correction> = serde_json::from_str(json).unwrap_or_default();
        match read(&corrections) {
            Ok(edits) => format!("{edits:?}"),
            Err(error) => error.to_string(),
        }
    }

    const AT: &str = r#""start_time":"2026-06-13T14:00:00.000Z","end_time":"2026-06-13T14:00:10.000Z""#;

    #[test]
    fn each_invalid_correction_has_its_own_message() {
        let cases = [
            (r#"{"action":"delete"}"#.to_string(), "kind is missing"),
            (r#"{"action":"delete","kind":"tack"}"#.into(), "start_time is missing"),
            (format!(r#"{{"action":"change_kind","kind":"tack",{AT}}}"#), "needs to_kind"),
            (
                format!(r#"{{"action":"change_kind","kind":"tack","to_kind":"straight",{AT}}}"#),
                "cannot be changed into each other",
            ),
            (format!(r#"{{"action":"move","kind":"tack",{AT}}}"#), "new_start_time is missing"),
            (format!(r#"{{"action":"add","kind":"tack","twd_deg":3,{AT}}}"#), "does not use twd_deg"),
            (r#"{"action":"calibrate"}"#.into(), "calibrate needs calibration"),
            (r#"{"action":"calibrate","calibration":{"log_factor":9}}"#.into(), "a log_factor from 0.2 to 5"),
            (r#"{"action":"wind_clock"}"#.into(), "a clock needs shift_s"),
            (r#"{"action":"wind_clock","shift_s":1e12}"#.into(), "a clock needs shift_s"),
            (r#"{"action":"trust_instruments","shift_s":1}"#.into(), "does not use shift_s"),
            (r#"{"action":"wind_clock","instrument":"log"}"#.into(), "does not use instrument"),
            (r#"{"action":"trust_instruments","instrument":"keel"}"#.into(), "no such instrument"),
            (format!(r#"{{"action":"trust_instruments",{AT}}}"#), "does not use start_time"),
            (r#"{"action":"pin_wind","twd_deg":400}"#.into(), "from 0 to 360"),
            (r#"{"action":"pin_wind","twd_deg":40,"start_time":"noon"}"#.into(), "must be a UTC time"),
        ];
        for (correction, reason) in cases {
            let sentence = outcome(&format!("[{correction}]"));
            assert!(
                sentence.contains("Correction 1 cannot be used") && sentence.contains(reason),
                "{sentence}"
            );
        }
    }

    #[test]
    fn a_span_that_ends_before_it_begins_is_an_error() {
        let backwards = r#"[{"action":"add","kind":"tack","start_time":"2026-06-13T14:00:00Z","end_time":"2026-06-13T13:00:00Z"}]"#;
        assert!(outcome(backwards).contains("end_time is not after start_time"));
    }

    #[test]
    fn a_valid_list_gives_all_its_edits() {
        let list =
            format!(r#"[{{"action":"delete","kind":"tack",{AT}}},{{"action":"pin_wind","twd_deg":360}}]"#);
        let text = outcome(&list);
        assert!(text.contains("Delete") && text.contains("PinWind { twd_deg: 0.0, at: None }"), "{text}");
    }
}
