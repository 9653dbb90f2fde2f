//! One row: the values of all sentences with one time stamp.

use super::sentence::Sentence;
use crate::angle::{circular_mean, wrap_360};
use crate::read::sheet::{Sheet, Slot};
use crate::units::MPS_PER_KNOT;

/// Ids of the channels of a row, in the order of [`Quantity`].
const IDS: [&str; 16] = [
    "sog", "cog", "hdg", "hdg_mag", "stw", "awa", "aws", "twa", "tws", "twd", "heel", "pitch", "depth",
    "ele", "rudder", "twd_mag",
];

/// A channel of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Quantity {
    Sog,
    Cog,
    Hdg,
    HdgMag,
    Stw,
    Awa,
    Aws,
    Twa,
    Tws,
    Twd,
    Heel,
    Pitch,
    Depth,
    Ele,
    Rudder,
    TwdMag,
}
use Quantity::*;

/// Speeds of boat and wind from this on are invalid, m/s. *Guess*.
const MAX_SPEED_MPS: f64 = 100.0;

/// The angle in [0, 360). Usually it is there already, and the division is avoided.
fn wrapped(deg: f64) -> f64 {
    if (0.0..360.0).contains(&deg) { deg } else { wrap_360(deg) }
}

/// A row while its sentences are read. Several winds in one row are averaged.
#[derive(Debug)]
pub(in crate::read) struct Row {
    pub lat_deg: f64,
    pub lon_deg: f64,
    values: [f64; IDS.len()],
    /// Wind angles and speeds in the row, apparent and true, deg and m/s.
    apparent: Vec<(f64, f64)>,
    true_wind: Vec<(f64, f64)>,
    /// Slots of the channels used so far.
    slots: [Option<Slot>; IDS.len()],
    /// The row has at least one value.
    pub filled: bool,
    /// Talker and kind of the sentence that placed it last, and the position.
    pub(super) placed_by: Option<([u8; 5], (f64, f64))>,
}

impl Row {
    /// A row without values.
    pub(in crate::read) fn empty() -> Self {
        Self {
            lat_deg: f64::NAN,
            lon_deg: f64::NAN,
            values: [f64::NAN; IDS.len()],
            apparent: Vec::new(),
            true_wind: Vec::new(),
            slots: [None; IDS.len()],
            filled: false,
            placed_by: None,
        }
    }

    /// Clears the row for the next time stamp.
    pub(in crate::read) fn clear(&mut self) {
        self.lat_deg = f64::NAN;
        self.lon_deg = f64::NAN;
        self.values = [f64::NAN; IDS.len()];
        self.apparent.clear();
        self.true_wind.clear();
        self.filled = false;
        self.placed_by = None;
    }

    /// Appends the row to the sheet.
    pub(in crate::read) fn write(
        &mut self,
        time_ms: f64,
        sheet: &mut Sheet,
    ) -> Result<(), crate::error::Error> {
        self.average();
        sheet.push(time_ms, self.lat_deg, self.lon_deg)?;
        for ((id, value), slot) in IDS.iter().zip(self.values).zip(&mut self.slots) {
            if !value.is_nan() {
                let slot = *slot.get_or_insert_with(|| sheet.slot(*id));
                sheet.set(slot, value);
            }
        }
        Ok(())
    }

    fn average(&mut self) {
        for (winds, angle, speed) in [(&self.apparent, Awa, Aws), (&self.true_wind, Twa, Tws)] {
            let (mean_deg, mean_mps) = match winds.as_slice() {
                [] => continue,
                [(deg, mps)] => (*deg, *mps),
                many => {
                    let speeds = many.iter().map(|(_, mps)| *mps).filter(|mps| !mps.is_nan());
                    let (sum, n) = speeds.fold((0.0, 0.0), |(sum, n), mps| (sum + mps, n + 1.0));
                    let deg =
                        circular_mean(many.iter().map(|(deg, _)| (*deg, 1.0))).map_or(f64::NAN, |m| m.0);
                    (deg, sum / n)
                }
            };
            self.values[angle as usize] = mean_deg;
            // The speed of MWD is over the ground and takes precedence.
            if self.values[speed as usize].is_nan() {
                self.values[speed as usize] = mean_mps;
            }
        }
    }

    /// True when the row has a value of this quantity.
    pub(in crate::read) fn has(&self, quantity: Quantity) -> bool {
        !self.values[quantity as usize].is_nan()
    }

    /// Sets the position.
    pub(in crate::read) fn place(&mut self, (lat_deg, lon_deg): (f64, f64)) {
        (self.lat_deg, self.lon_deg) = (lat_deg, lon_deg);
        self.filled = true;
    }

    pub(in crate::read) fn set(&mut self, quantity: Quantity, value: Option<f64>) {
        if let Some(value) = value {
            self.values[quantity as usize] = value;
            self.filled = true;
        }
    }

    pub(in crate::read) fn speed(&mut self, quantity: Quantity, mps: Option<f64>) {
        self.set(quantity, mps.filter(|v| (0.0..MAX_SPEED_MPS).contains(v)));
    }

    pub(in crate::read) fn angle(&mut self, quantity: Quantity, deg: Option<f64>) {
        self.set(quantity, deg.filter(|v| (-360.0..=720.0).contains(v)).map(wrapped));
    }

    fn position(&mut self, s: &Sentence<'_>, position: Option<(f64, f64)>) {
        if let Some((lat, lon)) = position {
            self.placed_by = Some((s.tag(), (lat, lon)));
            self.place((lat, lon));
        }
    }

    /// Reads the values of a sentence. `variation_deg`: the last known magnetic variation, east positive.
    pub(in crate::read) fn read(&mut self, s: &Sentence<'_>, variation_deg: &mut Option<f64>) {
        match &s.kind {
            b"RMC" if s.is(1, b'A') || s.is(1, b'D') => {
                self.position(s, s.position(2));
                self.speed(Sog, s.number(6).map(|kn| kn * MPS_PER_KNOT));
                self.angle(Cog, s.number(7));
                *variation_deg = s.signed(9, b'E', b'W').or(*variation_deg);
            }
            b"GGA" if s.number(5).is_some_and(|quality| quality >= 1.0) => {
                self.position(s, s.position(1));
                self.set(Ele, s.number(8).filter(|_| s.is(9, b'M')));
            }
            b"GLL" if !s.is(5, b'V') => self.position(s, s.position(0)),
            b"VTG" if s.is(1, b'T') => {
                self.angle(Cog, s.number(0));
                let kn = s.number(4).filter(|_| s.is(5, b'N')).map(|kn| kn * MPS_PER_KNOT);
                self.speed(Sog, kn.or_else(|| s.number(6).filter(|_| s.is(7, b'K')).map(|kmh| kmh / 3.6)));
            }
            b"HDT" => self.angle(Hdg, s.number(0)),
            b"HDG" => {
                let magnetic = s.number(0).map(|deg| deg + s.signed(1, b'E', b'W').unwrap_or(0.0));
                *variation_deg = s.signed(3, b'E', b'W').or(*variation_deg);
                self.magnetic(magnetic, *variation_deg);
            }
            b"HDM" => self.magnetic(s.number(0), *variation_deg),
            b"VHW" => {
                self.angle(Hdg, s.number(0).filter(|_| s.is(1, b'T')));
                if self.values[HdgMag as usize].is_nan() {
                    self.magnetic(s.number(2).filter(|_| s.is(3, b'M')), *variation_deg);
                }
                let kn = s.number(4).filter(|_| s.is(5, b'N')).map(|kn| kn * MPS_PER_KNOT);
                self.speed(Stw, kn.or_else(|| s.number(6).filter(|_| s.is(7, b'K')).map(|kmh| kmh / 3.6)));
            }
            b"DPT" => self.set(Depth, s.number(0).filter(|m| (0.0..12_000.0).contains(m))),
            b"DBT" => self.set(Depth, s.number(2).filter(|m| s.is(3, b'M') && (0.0..12_000.0).contains(m))),
            b"XDR" => self.transducers(s),
            _ => self.wind(s, *variation_deg),
        }
    }

    pub(in crate::read) fn magnetic(&mut self, deg: Option<f64>, variation_deg: Option<f64>) {
        self.angle(HdgMag, deg);
        // A true heading from the instrument takes precedence.
        if self.values[Hdg as usize].is_nan() {
            self.angle(Hdg, deg.zip(variation_deg).map(|(deg, variation)| deg + variation));
        }
    }

    fn wind(&mut self, s: &Sentence<'_>, variation_deg: Option<f64>) {
        match &s.kind {
            b"MWV" if !s.is(4, b'V') => {
                let unit = match s.field(3) {
                    b"N" => MPS_PER_KNOT,
                    b"M" => 1.0,
                    b"K" => 1.0 / 3.6,
                    b"S" => 1609.344 / 3600.0,
                    _ => return,
                };
                let mps = s.number(2).map(|speed| speed * unit);
                self.add_wind(s.is(1, b'T'), s.number(0).filter(|_| s.is(1, b'T') || s.is(1, b'R')), mps);
            }
            b"VWR" | b"VWT" => {
                let kn = s.number(2).filter(|_| s.is(3, b'N')).map(|kn| kn * MPS_PER_KNOT);
                let mps = kn.or_else(|| s.number(4).filter(|_| s.is(5, b'M')));
                let mps = mps.or_else(|| s.number(6).filter(|_| s.is(7, b'K')).map(|kmh| kmh / 3.6));
                self.add_wind(s.kind == *b"VWT", s.signed(0, b'R', b'L'), mps);
            }
            b"MWD" => {
                let magnetic = s.number(2).filter(|_| s.is(3, b'M'));
                let turned = magnetic.zip(variation_deg).map(|(deg, variation)| deg + variation);
                let twd = s.number(0).filter(|_| s.is(1, b'T')).or(turned);
                self.angle(TwdMag, magnetic.filter(|_| twd.is_none()));
                self.angle(Twd, twd);
                let kn = s.number(4).filter(|_| s.is(5, b'N')).map(|kn| kn * MPS_PER_KNOT);
                self.speed(Tws, kn.or_else(|| s.number(6).filter(|_| s.is(7, b'M'))));
            }
            _ => {}
        }
    }

    /// Adds a wind angle from the bow, 0–360° to starboard, and its speed.
    pub(in crate::read) fn add_wind(&mut self, true_wind: bool, deg: Option<f64>, mps: Option<f64>) {
        let Some(deg) = deg.filter(|d| (-360.0..=360.0).contains(d)).map(wrapped) else {
            return;
        };
        let mps = mps.filter(|v| (0.0..MAX_SPEED_MPS).contains(v)).unwrap_or(f64::NAN);
        if true_wind {
            self.true_wind.push((deg, mps));
        } else {
            self.apparent.push((deg, mps));
        }
        self.filled = true;
    }

    /// XDR: groups of type, value, unit and name. Angles of heel, pitch and rudder are read.
    fn transducers(&mut self, s: &Sentence<'_>) {
        for group in 0..10 {
            if s.field(group * 4).is_empty() {
                return;
            }
            if !s.is(group * 4, b'A') || !s.is(group * 4 + 2, b'D') {
                continue;
            }
            let name = s.field(group * 4 + 3).to_ascii_uppercase();
            let deg = s.number(group * 4 + 1).filter(|deg| (-180.0..=180.0).contains(deg));
            let contains = |word: &[u8]| name.windows(word.len()).any(|w| w == word);
            if contains(b"HEEL") || contains(b"ROLL") {
                self.set(Heel, deg);
            } else if contains(b"PTCH") || contains(b"PITCH") || contains(b"TRIM") {
                self.set(Pitch, deg);
            } else if contains(b"RUDDER") {
                self.set(Rudder, deg);
            }
        }
    }
}
