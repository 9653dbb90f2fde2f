//! The sentences of findings, from their figures alone: no causes, no advice.

use super::answer::ReferenceKind;
use super::compare::Comparison;
use super::summary::{QuantityCode, SessionSummary};
use super::text::{self, fixed, metres, than};

/// What a sentence is made of.
pub(super) struct Sentence<'a> {
    pub comparison: &'a Comparison,
    pub reference: ReferenceKind,
    pub today: &'a SessionSummary,
    pub total_m: f64,
}

/// "Tacks cost 9.1 m each, 2.7 ± 1.1 m more than in your last six sessions in this wind: 113 m today."
pub(super) fn text(s: &Sentence) -> String {
    use QuantityCode::*;
    let c = s.comparison;
    let than = than(s.reference, c.others.len(), s.today);
    let (effect, today) = (c.effect(), c.today.mean);
    let more = if effect > 0.0 { "more" } else { "less" };
    let off = |decimals| format!("{} ± {}", fixed(effect.abs(), decimals), fixed(c.half_90(), decimals));
    let pct = |share: f64| {
        let of = 100.0 / c.expected.abs().max(1e-9);
        format!(
            "{} ± {} % {}",
            fixed(share.abs() * of, 1),
            fixed(c.half_90() * of, 1),
            if share < 0.0 { "less" } else { "more" }
        )
    };
    let speed = |band: &str| {
        let word = if effect < 0.0 { "slower" } else { "faster" };
        let share = pct(effect);
        let share = share.trim_end_matches(" less").trim_end_matches(" more");
        format!("{band} you were {share} {word} than {than}")
    };
    let sides = |band: &str| sides(band, c, &off(2), &than);
    let head = match c.today.code {
        TackLoss => format!("Tacks cost {} m each, {} m {more} than {than}", fixed(today, 1), off(1)),
        GybeLoss => format!("Gybes cost {} m each, {} m {more} than {than}", fixed(today, 1), off(1)),
        NotRecovered => format!(
            "After {} % of the tacks and gybes the speed was not regained, {} points {more} than {than}",
            fixed(today, 0),
            off(0)
        ),
        UpwindSpeed => speed("Upwind"),
        DownwindSpeed => speed("Downwind"),
        UpwindVmg => format!("Upwind you made {} to windward than {than}", pct(effect)),
        DownwindVmg => format!("Downwind you made {} to leeward than {than}", pct(effect)),
        UpwindAngle => {
            let way = if effect > 0.0 { "lower" } else { "higher" };
            format!("Upwind you sailed {}° {way} than {than}", off(1))
        }
        UpwindSides => sides("Upwind"),
        DownwindSides => sides("Downwind"),
        AfterTacks => format!(
            "In the 30 s after a tack you sailed at {} % of the speed before it, {} points {more} than {than}",
            fixed(today, 0),
            off(1)
        ),
        Stops => format!(
            "You were stopped for {} % of the time, {} points {more} than {than}",
            fixed(today, 0),
            off(1)
        ),
    };
    let gained = if s.total_m < 0.0 { " gained" } else { "" };
    format!("{head}: {} m{gained} today.", metres(s.total_m.abs()))
}

/// The difference between the tacks, `off` more or less than in the others.
fn sides(band: &str, c: &Comparison, off: &str, than: &str) -> String {
    let today = c.today.mean;
    let (fast, slow) = if today > 0.0 { ("starboard", "port") } else { ("port", "starboard") };
    let wider = if c.effect() * today > 0.0 { "more" } else { "less" };
    let by = fixed(today.abs(), 2);
    format!("{band} you were {by} kn faster on {fast} than on {slow} tack, {off} kn {wider} than {than}")
}

/// The values themselves, of speeds and angles.
pub(super) fn detail(s: &Sentence) -> Option<String> {
    use QuantityCode::*;
    let c = s.comparison;
    let wind = s.today.tws_kn.map(|kn| format!(" at {} kn of wind", fixed(kn, 0))).unwrap_or_default();
    let (value, decimals, unit) = match c.today.code {
        UpwindSpeed | DownwindSpeed => ("Speed", 2, " kn"),
        UpwindVmg | DownwindVmg => ("Speed made good", 2, " kn"),
        UpwindAngle => ("Wind angle", 0, "°"),
        TackLoss | GybeLoss => ("Loss", 1, " m"),
        _ => return None,
    };
    Some(format!(
        "{value} {}{unit}, where {}{unit} was expected{wind}.",
        fixed(c.today.mean, decimals),
        fixed(c.expected, decimals)
    ))
}

/// With whom and with how much of it.
pub(super) fn compared_with(s: &Sentence) -> String {
    use QuantityCode::*;
    let amount = match s.comparison.today.code {
        TackLoss | AfterTacks => "tacks",
        GybeLoss => "gybes",
        NotRecovered => "tacks and gybes",
        UpwindSpeed | UpwindVmg | UpwindAngle | UpwindSides => "min upwind",
        DownwindSpeed | DownwindVmg | DownwindSides => "min downwind",
        Stops => "",
    };
    let n: f64 = s.comparison.counts.iter().sum();
    let amount = if amount.is_empty() {
        "all the time on the water".into()
    } else {
        format!("{} {amount}", fixed(n, 0))
    };
    text::compared_with(s.reference, s.comparison.others.len(), s.today, &amount)
}
