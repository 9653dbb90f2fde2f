//! Notes on the device's speed and course: what was corrected and what was ignored, a sentence each.

use crate::motion::{ChannelCheck, DeviceChecks, Misfit};
use crate::stats::moments::Z_90;

/// Timing uncertainty from which a note says that turns follow the positions, s. *guess*
const NOTED_SMEAR_S: f64 = 0.6;

/// The notes on the checks of the device's channels.
pub(crate) fn check_notes(checks: &DeviceChecks) -> Vec<String> {
    let DeviceChecks { speed, course } = checks;
    let mut notes = Vec::new();
    if let Some(unit) = speed.and_then(|c| c.unit) {
        notes.push(format!(
            "By comparison with the positions the device's speeds are {}, not {}; the analysis converts them.",
            unit.is, unit.taken_for
        ));
    }
    if let Some((offset_deg, error_deg)) = course.and_then(|c| c.offset_deg) {
        notes.push(format!(
            "The device's courses are {:.0} ± {:.1}° to {} of its positions' on all courses, as magnetic ones are; the analysis corrects this.",
            offset_deg.abs(),
            (Z_90 * error_deg).max(0.1),
            if offset_deg > 0.0 { "starboard" } else { "port" }
        ));
    }
    let lag = |check: &Option<ChannelCheck>| check.and_then(|c| c.lag_s);
    match (lag(speed), lag(course)) {
        (Some(a), Some(b)) if (a - b).abs() < 0.25 => {
            notes.push(lag_note("speed and course", "", (a + b) / 2.0));
        }
        (a, b) => {
            notes.extend(a.map(|lag_s| lag_note("speed", "s", lag_s)));
            notes.extend(b.map(|lag_s| lag_note("course", "s", lag_s)));
        }
    }
    for (name, check) in [("speed", speed), ("course", course)] {
        let Some(check) = check else { continue };
        if let Some(misfit) = check.misfit {
            notes.push(misfit_note(name, misfit));
        } else if check.smear_s >= NOTED_SMEAR_S {
            notes.push(format!(
                "The device smooths its {name} over its turns; there the analysis follows the positions."
            ));
        }
    }
    notes
}

fn lag_note(names: &str, s: &str, lag_s: f64) -> String {
    let by = lag_s.abs();
    let way =
        if lag_s > 0.0 { format!("lag{s} {by:.1} s behind") } else { format!("run{s} {by:.1} s ahead of") };
    format!("The device's {names} {way} its positions; the analysis corrects this.")
}

fn misfit_note(name: &str, misfit: Misfit) -> String {
    let why = match misfit {
        Misfit::Scale(ratio) => format!("is {:.0} % of that of its positions", 100.0 * ratio),
        Misfit::Varying => "does not follow that of its positions".to_string(),
        Misfit::Offset(deg) => format!("is {:.0}° off that of its positions", deg.abs()),
        Misfit::Damped(_) => "follows its positions too late in turns".to_string(),
    };
    format!("The device's {name} {why} and is not used; the analysis uses the positions.")
}
