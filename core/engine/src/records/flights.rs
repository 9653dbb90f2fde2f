//! Flights of a foiling boat: the class's foiling speed with hysteresis (docs/algorithms.md, section 10).

use crate::config::BoatClass;
use crate::segment::course::Course;
use crate::units::{MPS_PER_KNOT, mps_from_kn};

/// A flight ends this far below the class's foiling speed, kn. *guess*
pub const HYSTERESIS_KN: f64 = 3.0;
/// Shortest flight, s. *guess*
pub const MIN_FLIGHT_S: f64 = 3.0;
/// Least speed under way, m/s: 1.5 kn. *guess*
const UNDER_WAY_MPS: f64 = 1.5 * MPS_PER_KNOT;

/// One flight, s from the first fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    pub take_off_s: f64,
    pub touch_down_s: f64,
}

impl Flight {
    pub fn lasted_s(&self) -> f64 {
        self.touch_down_s - self.take_off_s
    }
}

/// The flights of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Foiling {
    pub take_off_mps: f64,
    pub touch_down_mps: f64,
    /// Time under way, s.
    pub sailing_s: f64,
    /// In time order.
    pub flights: Vec<Flight>,
}

impl Foiling {
    pub fn foiling_s(&self) -> f64 {
        self.flights.iter().map(Flight::lasted_s).sum()
    }

    /// Share of the time under way spent foiling, [0, 1]; none without time under way.
    pub fn share(&self) -> Option<f64> {
        (self.sailing_s > 0.0).then(|| (self.foiling_s() / self.sailing_s).min(1.0))
    }
}

/// Flights by the 2 s mean speed; none for a class that does not foil, and for a sparse track, which does not show
/// them. A gap ends a flight.
pub fn find_flights(course: &Course, class: &BoatClass) -> Option<Foiling> {
    let foil_kn = class.foil_speed_kn.filter(|_| !course.track.is_sparse())?;
    let (up, down) = (mps_from_kn(foil_kn), mps_from_kn(foil_kn - HYSTERESIS_KN));
    let (t, sog) = (&course.time_s, &course.sog_2s_mps);
    let mut flights = Vec::new();
    let mut sailing_s = 0.0;
    for piece in &course.track.pieces {
        let mut since = sog.get(piece.start).filter(|v| **v >= up).map(|_| t[piece.start]);
        for i in piece.start + 1..piece.end {
            let (a, b) = (sog[i - 1], sog[i]);
            let crossing = |level: f64| t[i - 1] + (t[i] - t[i - 1]) * (level - a) / (b - a);
            sailing_s += if 0.5 * (a + b) >= UNDER_WAY_MPS { t[i] - t[i - 1] } else { 0.0 };
            match since {
                None if b >= up => since = Some(crossing(up)),
                Some(take_off_s) if b < down => {
                    flights.push(Flight { take_off_s, touch_down_s: crossing(down) });
                    since = None;
                }
                _ => {}
            }
        }
        flights.extend(since.map(|take_off_s| Flight { take_off_s, touch_down_s: t[piece.end - 1] }));
    }
    flights.retain(|f| f.lasted_s() >= MIN_FLIGHT_S);
    Some(Foiling { take_off_mps: up, touch_down_mps: down, sailing_s, flights })
}
