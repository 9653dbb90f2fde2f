//! The sessions that are put together. Recordings of the same time, of two receivers aboard or of boats that sailed together,
//! are one outing: they share their wind, and are not independent of each other.

use super::answer::{PolarBasis, PolarLeftOut};
use super::session::{POLAR_VERSION, SessionPolar};
use crate::calendar::ms_from_iso;

/// Least share of the time with a wind speed.
const MIN_TWS_SHARE: f64 = 0.7;

/// One cell of a histogram (`PolarCells`). Small: most of the time of putting sessions together is reading them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cell {
    pub tws: i8,
    pub twa: i8,
    pub sog: u16,
    pub n: u32,
}

/// Sessions of the same time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outing<'a> {
    /// The first of them: its index among all, and its start.
    pub session: usize,
    pub start_time: &'a str,
    pub start_ms: f64,
    /// Those of the basis.
    pub cells: Vec<Cell>,
    pub own_track: bool,
    pub direction_sd_deg: Option<f64>,
}

/// What can be put together of sessions.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Outings<'a> {
    pub basis: Option<PolarBasis>,
    pub left_out: PolarLeftOut,
    /// By time.
    pub outings: Vec<Outing<'a>>,
}

pub(super) fn outings(sessions: &[SessionPolar]) -> Outings<'_> {
    let mut left_out = PolarLeftOut::default();
    let mut used: Vec<(f64, f64, usize)> = Vec::new();
    for (i, session) in sessions.iter().enumerate() {
        let times = ms_from_iso(&session.start_time).zip(ms_from_iso(&session.end_time));
        match times {
            _ if session.version != POLAR_VERSION => left_out.other_version += 1,
            Some((start, end)) if session.own_track_wind.is_some() => used.push((start, end, i)),
            _ => left_out.no_wind += 1,
        }
    }
    let has_speed = |i: usize| sessions[i].tws_share >= MIN_TWS_SHARE;
    let mut sailed = used.iter().filter(|u| !sessions[u.2].cells.n.is_empty()).peekable();
    let basis = sailed.peek().is_some().then(|| {
        let with_speed = sailed.any(|u| has_speed(u.2));
        if with_speed { PolarBasis::WindSpeed } else { PolarBasis::Relative }
    });
    if basis == Some(PolarBasis::WindSpeed) {
        let all = used.len();
        used.retain(|u| has_speed(u.2));
        left_out.wind_speed_partly = (all - used.len()) as u32;
    }
    used.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut found: Vec<Outing> = Vec::new();
    let mut until = f64::NEG_INFINITY;
    for (start_ms, end_ms, i) in used {
        let session = &sessions[i];
        let cells = cells_of(session, basis);
        if cells.is_empty() {
            continue;
        }
        let same = found.last_mut().filter(|_| start_ms < until);
        until = until.max(end_ms);
        let Some(outing) = same else {
            found.push(Outing {
                session: i,
                start_time: &session.start_time,
                start_ms,
                cells,
                own_track: session.own_track_wind == Some(true),
                direction_sd_deg: session.direction_sd_deg.filter(|sd| sd.is_finite()),
            });
            continue;
        };
        outing.cells.extend(cells);
    }
    Outings { basis, left_out, outings: found }
}

/// The cells with a wind speed, or those without.
fn cells_of(session: &SessionPolar, basis: Option<PolarBasis>) -> Vec<Cell> {
    let is_relative = basis == Some(PolarBasis::Relative);
    session.cells.rows().filter(|c| (c.tws < 0) == is_relative && c.n > 0).collect()
}
