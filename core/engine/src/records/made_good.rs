//! The greatest speeds made good to windward and to leeward over two minutes (docs/algorithms.md, section 10).

use crate::angle::{hypot, to_rad, wrap_180};
use crate::config::MAX_FLIP_PROBABILITY;
use crate::records::Run;
use crate::report::summary::gates;
use crate::segment::course::Course;
use crate::wind::{WindAt, WindSeries};

/// Least duration of a run, s.
pub(super) const SECONDS: f64 = 120.0;
/// Longest interval between fixes inside a run, s. *guess*
const MAX_INTERVAL_S: f64 = 10.0;
/// Least time between moments at which runs begin and end, s.
const STEP_S: f64 = 1.0;
/// No boat sails closer to the wind than this, deg; a tack takes a few seconds there. *guess*
const NO_GO_DEG: f64 = 20.0;
/// Greatest share of a run to windward that is closer to the wind: a boat with more of it motors. *guess*
const MAX_NO_GO_SHARE: f64 = 0.1;
/// Share of the variance of the wind direction's error that does not last over a run. *measured* on simulated sessions
/// (`npm run truth -- --group simulated`), as the next.
const BRIEF_SHARE: f64 = 0.1;
/// The greatest of many is expected where the wind's error is favourable: so many of its standard deviations.
const SELECTION_BIAS: f64 = 0.5;
/// Greatest ratio of its standard deviation to a speed that is published: half of the 90 % interval is half of it. *guess*
const MAX_RELATIVE_SD: f64 = 0.3;

/// The greatest speeds made good of a track; `way_m` of a run is the distance made good.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct MadeGood {
    /// To windward.
    pub up: Option<Run>,
    /// To leeward.
    pub down: Option<Run>,
}

/// The greatest speeds made good over at least two minutes: distance along the wind of each moment, turns included, over
/// time. `sd_mps` is the standard deviation of a mean speed over two minutes. The error of the wind direction adds its
/// standard deviation times the speed across the wind: the part that lasts by the mean of that speed over the run, which
/// is none of two tacks of equal length, the brief part by its mean square.
pub fn find_made_good(course: &Course, wind: &WindSeries, bridge_s: f64, sd_mps: f64) -> MadeGood {
    let mut best = Best { sd_mps, found: MadeGood::default() };
    if course.track.is_sparse() || wind.flip_probability >= MAX_FLIP_PROBABILITY {
        return best.found;
    }
    let passes = gates(course);
    let mut stretch = Stretch::default();
    let mut pieces = course.track.pieces.iter().map(|piece| piece.start).peekable();
    for (fix, wind) in wind.along(&course.track.columns.time_ms, bridge_s).enumerate() {
        let begins = pieces.next_if_eq(&fix).is_some();
        let rates = wind.map(|wind| Rates::at(course, fix, &wind));
        if begins || rates.is_none() || stretch.is_interrupted(course.time_s[fix]) {
            best.take(&stretch.moments);
            stretch = Stretch::default();
        }
        if let Some(rates) = rates.filter(|_| passes[fix]) {
            stretch.add(course.time_s[fix], rates);
        }
    }
    best.take(&stretch.moments);
    best.found
}

/// Velocity along and across the wind at a fix, m/s, the standard deviation of that wind, and 1 in the no-go zone.
#[derive(Debug, Clone, Copy, Default)]
struct Rates {
    windward_mps: f64,
    across_mps: f64,
    sd_rad: f64,
    no_go: f64,
}

impl Rates {
    fn at(course: &Course, fix: usize, wind: &WindAt) -> Self {
        let (speed, angle_deg) = (course.motion.sog_mps[fix], course.motion.cog_deg[fix] - wind.twd_deg);
        let (sin, cos) = libm::sincos(to_rad(angle_deg));
        Self {
            windward_mps: speed * cos,
            across_mps: speed * sin,
            sd_rad: to_rad(wind.sd_deg),
            no_go: f64::from(wrap_180(angle_deg).abs() < NO_GO_DEG),
        }
    }
}

/// Integrals of the rates since the start of a stretch.
#[derive(Debug, Clone, Copy, Default)]
struct Moment {
    t_s: f64,
    windward_m: f64,
    across_m: f64,
    /// Integral of the squared speed across the wind, m²/s.
    across_m2_per_s: f64,
    sd_rad_s: f64,
    no_go_s: f64,
}

impl Moment {
    /// Later by the trapezoid of two rates.
    fn after(&self, t_s: f64, a: Rates, b: Rates) -> Self {
        let half_s = (t_s - self.t_s) / 2.0;
        Self {
            t_s,
            windward_m: self.windward_m + half_s * (a.windward_mps + b.windward_mps),
            across_m: self.across_m + half_s * (a.across_mps + b.across_mps),
            across_m2_per_s: self.across_m2_per_s
                + half_s * (a.across_mps * a.across_mps + b.across_mps * b.across_mps),
            sd_rad_s: self.sd_rad_s + half_s * (a.sd_rad + b.sd_rad),
            no_go_s: self.no_go_s + half_s * (a.no_go + b.no_go),
        }
    }
}

/// Part of a track without a gap and with wind.
#[derive(Debug, Default)]
struct Stretch {
    /// At least [`STEP_S`] apart.
    moments: Vec<Moment>,
    last: Option<(Moment, Rates)>,
}

impl Stretch {
    fn is_interrupted(&self, t_s: f64) -> bool {
        self.last.is_some_and(|(last, _)| t_s - last.t_s > MAX_INTERVAL_S)
    }

    fn add(&mut self, t_s: f64, rates: Rates) {
        let first = Moment { t_s, ..Moment::default() };
        let now = self.last.map_or(first, |(last, before)| last.after(t_s, before, rates));
        self.last = Some((now, rates));
        if self.moments.last().is_none_or(|last| t_s - last.t_s >= STEP_S - 1e-6) {
            self.moments.push(now);
        }
    }
}

struct Best {
    sd_mps: f64,
    found: MadeGood,
}

impl Best {
    /// Compares the shortest run of at least two minutes from each moment with the best ones so far.
    fn take(&mut self, moments: &[Moment]) {
        let mut to = 0;
        for from in moments {
            while moments.get(to).is_some_and(|m| m.t_s - from.t_s < SECONDS - 1e-6) {
                to += 1;
            }
            let Some(to) = moments.get(to) else { break };
            let seconds = to.t_s - from.t_s;
            if to.no_go_s - from.no_go_s <= MAX_NO_GO_SHARE * seconds {
                replace(&mut self.found.up, self.sd_mps, (from, to), 1.0);
            }
            replace(&mut self.found.down, self.sd_mps, (from, to), -1.0);
        }
    }
}

/// Takes a run that makes more good than the best one and is certain enough; `sign` is 1 to windward and −1 to leeward.
fn replace(best: &mut Option<Run>, sd_mps: f64, (from, to): (&Moment, &Moment), sign: f64) {
    let (way_m, seconds) = (sign * (to.windward_m - from.windward_m), to.t_s - from.t_s);
    if way_m <= best.map_or(0.0, |run| run.mps() * seconds) {
        return;
    }
    let sd_rad = (to.sd_rad_s - from.sd_rad_s) / seconds;
    let lasting_mps = sd_rad * ((to.across_m - from.across_m) / seconds).abs();
    let square = (to.across_m2_per_s - from.across_m2_per_s) / seconds;
    let wind_mps2 = (1.0 - BRIEF_SHARE) * lasting_mps * lasting_mps + BRIEF_SHARE * square * sd_rad * sd_rad;
    let run = Run {
        start_s: from.t_s,
        end_s: to.t_s,
        way_m,
        selection_bias_mps: SELECTION_BIAS * lasting_mps,
        sd_mps: hypot(sd_mps, wind_mps2.sqrt()),
    };
    if run.sd_mps <= MAX_RELATIVE_SD * run.likely_mps() {
        *best = Some(run);
    }
}
