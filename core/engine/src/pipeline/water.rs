//! Sailing through the water: where a current is known, maneuvers, straights and speeds made good are measured in the
//! water, in the wind over it (docs/algorithms.md, section 5).

use crate::config::BoatClass;
use crate::motion::Motion;
use crate::pipeline::session::find_standstills;
use crate::pipeline::winds::Winds;
use crate::segment::SegmentKind;
use crate::segment::course::{Course, Episode};
use crate::track::Track;
use crate::wind::WindSeries;

/// Wind speed over the speed of a boat, and its bounds, m/s, where the estimate of the current names none. *guess*
const WIND_PER_PACE: f64 = 2.0;
const WIND_MPS: std::ops::RangeInclusive<f64> = 3.5..=10.0;

/// The motion through the water and the wind over it.
pub(crate) struct Water {
    motion: Motion,
    wind: WindSeries,
}

/// The course through the water, with its winds, stops and falls.
pub(crate) struct SailedInWater<'a> {
    pub course: Course<'a>,
    pub winds: Winds,
    pub stopped: Vec<(SegmentKind, Episode)>,
}

impl Water {
    /// None where the current is not known.
    pub(crate) fn of(course: &Course, winds: &Winds) -> Option<Self> {
        let (current, used) = (winds.current?, winds.used.as_ref()?);
        let usual_mps = (WIND_PER_PACE * course.pace_mps).clamp(*WIND_MPS.start(), *WIND_MPS.end());
        let assumed_mps = if current.wind_mps.is_finite() { current.wind_mps } else { usual_mps };
        let samples = used.twd_deg.iter().zip(&used.tws_mps);
        let over_water = |(&twd_deg, &tws_mps): (&f64, &f64)| {
            let wind_mps = if tws_mps >= *WIND_MPS.start() { tws_mps } else { assumed_mps };
            current.over_water_deg(twd_deg, wind_mps)
        };
        let wind = WindSeries { twd_deg: samples.map(over_water).collect(), ..used.clone() };
        Some(Self { motion: course.motion.through_water(course.track, current.velocity_mps()), wind })
    }

    /// The course through the water. The turns are found in it again.
    pub(crate) fn sailed<'a>(
        &'a self,
        track: &'a Track,
        class: &BoatClass,
        winds: &Winds,
    ) -> SailedInWater<'a> {
        let mut course = Course::new(track, &self.motion);
        let stopped = find_standstills(&mut course, class);
        let winds = winds.over_water(&course, class, self.wind.clone());
        SailedInWater { course, winds, stopped }
    }
}
