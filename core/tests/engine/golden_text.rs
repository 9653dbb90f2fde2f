//! An analysis as text: summary, wind, notes, and one line per maneuver.

use std::fmt::Write;

use leebow_engine::api::{FileAnalysis, LossBasis, Maneuver};
use leebow_engine::segment::TackSide;

/// The text of an analysis.
pub fn lines(report: &FileAnalysis) -> String {
    let s = &report.summary;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}, {}: {} points, {:.2} km in {:.0} min, fastest {} ± {} kn; {} tacks, {} gybes, {} sets, {} douses, {} straights",
        report.name,
        report.boat_class,
        report.points,
        s.distance_m / 1000.0,
        s.duration_s / 60.0,
        number(s.max_speed_kn, 1),
        number(s.max_speed_error_kn, 1),
        s.tacks,
        s.gybes,
        s.sets,
        s.douses,
        s.straights
    );
    match &report.wind {
        Some(w) => {
            let _ = writeln!(out, "wind from {:03.0} ± {:.0}, {:?}", w.twd_deg, w.sd_deg, w.source);
        }
        None => out.push_str("wind unknown\n"),
    }
    for note in &report.notes {
        let _ = writeln!(out, "note: {note}");
    }
    for m in &report.maneuvers {
        let _ = writeln!(out, "{}", line(m));
    }
    out
}

/// The line of one maneuver.
pub fn line(m: &Maneuver) -> String {
    let e = &m.evidence;
    let mut out = format!("{} {:<14}", &m.time[11..19], m.name);
    if m.from_side.is_none() && e.course_in_deg.is_none() {
        let _ = write!(out, "lasts {:.0} s", m.duration_s);
        return out;
    }
    let angle = number(m.angle_deg, 0);
    let _ = match m.from_side {
        Some(_) => write!(
            out,
            "{}→{} {angle:>3}° ({}→{} to the wind)",
            side(m.from_side),
            side(m.to_side),
            number(e.wind_angle_in_deg, 0),
            number(e.wind_angle_out_deg, 0),
        ),
        None => {
            write!(out, "{angle:>3}° (course {}→{})", number(e.course_in_deg, 0), number(e.course_out_deg, 0))
        }
    };
    let _ = write!(
        out,
        "  entry {}, minimum {}, exit {} kn  {}  quality {:.2}",
        number(m.entry_speed_kn, 1),
        number(m.min_speed_kn, 1),
        number(m.exit_speed_kn, 1),
        lost(m),
        m.quality
    );
    if !m.flags.is_empty() {
        let _ = write!(out, "  {}", m.flags.join(", ").replace('_', " "));
    }
    out
}

/// The loss with its 90 % interval, in words.
fn lost(m: &Maneuver) -> String {
    let (Some(lost), Some(low), Some(high)) = (m.loss_80_m, m.loss_80_low_m, m.loss_80_high_m) else {
        let reason = m.no_loss_reason.map_or(String::new(), |r| snake(&format!("{r:?}")).replace('_', " "));
        return match m.loss_at_least_m {
            Some(metres) => format!("loses more than {metres:.1} m, {reason}"),
            None if reason.is_empty() => "no loss".to_string(),
            None => format!("no loss, {reason}"),
        };
    };
    let (what, sign) = if lost < 0.0 { ("gains", -1.0) } else { ("loses", 1.0) };
    let (from, to) = if lost < 0.0 { (-high, -low) } else { (low, high) };
    let in_all = m.loss_og_m.map_or(String::new(), |all| format!(", in total {:.1} m", sign * all));
    let basis = if m.loss_basis == Some(LossBasis::Speed) { " by speed" } else { "" };
    format!("{what} {:.1} m{basis} ({from:.1} to {to:.1}){in_all}", lost.abs())
}

/// The name of a variant in lower case, its words separated.
fn snake(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

fn side(side: Option<TackSide>) -> &'static str {
    match side {
        Some(TackSide::Port) => "port",
        Some(TackSide::Starboard) => "stbd",
        None => "-",
    }
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or("-".to_string(), |v| format!("{v:.decimals$}"))
}
