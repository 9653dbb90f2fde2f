//! The tokens of a GeoJSON file: collections, features and what they hold.

use super::{Context, Open, Reader};
use crate::channel;
use crate::config::limits::{CHANNELS, XML_DEPTH};
use crate::damage::LossKind;
use crate::error::Error;
use crate::read::channels;
use crate::read::json::{Token, characters};
use crate::read::number::decimal;

/// Names of properties with the time or times of positions.
const TIME_NAMES: [&[u8]; 5] = [b"times", b"time", b"coordTimes", b"timestamp", b"timestamps"];

impl Reader {
    /// Reads a token at `[from, to)` of the text.
    pub(super) fn token(&mut self, token: Token, from: usize, to: usize) -> Result<(), Error> {
        match token {
            Token::Open(bracket) => self.open(bracket, from),
            Token::Close(_) => return self.close(from, to),
            Token::Text(text, is_name) if is_name && self.has_names() => {
                self.name.clear();
                self.name.extend_from_slice(text);
            }
            Token::Text(text, _) => self.text(text),
            Token::Plain(plain) => self.plain(plain),
            Token::Malformed => {
                self.lose(from, to, LossKind::Malformed, 0, "Bytes that are not JSON were skipped.")
            }
        }
        Ok(())
    }

    fn context(&self) -> Option<Context> {
        self.stack.last().map(|open| open.context)
    }

    /// True in an object whose names are read.
    fn has_names(&self) -> bool {
        use Context::{Feature, Head, Node, Properties};
        matches!(self.context(), Some(Node | Feature | Properties | Head))
    }

    fn open(&mut self, bracket: u8, from: usize) {
        use Context::{
            Coordinates, Feature, Features, Geometries, Head, Node, Other, Properties, Times, Values,
        };
        let context = match (self.context(), self.name.as_slice(), bracket) {
            (None | Some(Features), _, b'{') => Feature,
            (None, _, _) => Features,
            (Some(Coordinates | Times | Values | Other), ..) => return self.open_inside(),
            (Some(Geometries), _, b'{') => Node,
            (Some(Node | Feature), b"features", b'[') => Features,
            (Some(Node | Feature), b"geometries", b'[') => Geometries,
            (Some(Node | Feature), b"geometry", b'{') => Node,
            (Some(Node | Feature), b"coordinates", b'[') => Coordinates,
            (Some(Node | Feature), b"properties", b'{') => Properties,
            (Some(Node | Feature), b"recording", b'{') => Head,
            (Some(Properties), b"coordinateProperties", b'{') => Properties,
            (Some(Properties), name, b'[') if TIME_NAMES.contains(&name) => Times,
            (Some(Properties), _, b'[') => Values,
            _ => Other,
        };
        let context = if self.stack.len() < XML_DEPTH { context } else { Other };
        match context {
            Feature => self.begin_feature(from),
            Coordinates => self.begin_coordinates(),
            Values => {
                let name = channel_name(&self.name);
                self.track.begin_channel(&name, &mut self.sheet);
            }
            _ => {}
        }
        self.name.clear();
        self.stack.push(Open { context, inside: 0 });
    }

    fn open_inside(&mut self) {
        self.count = 0;
        if let Some(open) = self.stack.last_mut() {
            open.inside += 1;
        }
    }

    fn begin_coordinates(&mut self) {
        self.count = 0;
        self.track.break_here();
    }

    /// A bracket closes what is open, also when it is of the other kind.
    fn close(&mut self, from: usize, to: usize) -> Result<(), Error> {
        let Some(open) = self.stack.last_mut() else {
            self.lose(from, to, LossKind::Malformed, 0, "A bracket that closes nothing was skipped.");
            return Ok(());
        };
        let context = open.context;
        let is_end = open.inside == 0;
        open.inside = open.inside.saturating_sub(1);
        if context == Context::Coordinates {
            self.end_position();
        }
        if is_end {
            self.stack.pop();
            self.name.clear();
            if context == Context::Feature {
                self.end_feature(to, false)?;
            }
        }
        Ok(())
    }

    /// Ends an array of coordinates: a position when numbers are in it, a line otherwise.
    fn end_position(&mut self) {
        if self.count == 0 {
            self.track.break_here();
            return;
        }
        let [lon_deg, lat_deg, height] = self.numbers;
        let lat_deg = if self.count > 1 { lat_deg } else { f64::NAN };
        self.track.add_position(Some([lat_deg, lon_deg]));
        if self.count > 2 {
            // Heights before this one are missing.
            self.heights.resize(self.track.positions() - 1, f32::NAN);
            self.heights.push(height as f32);
        }
        self.count = 0;
    }

    fn text(&mut self, text: &[u8]) {
        match self.context() {
            Some(Context::Times) => self.time(text, true),
            Some(Context::Properties) if TIME_NAMES.contains(&self.name.as_slice()) => self.time(text, false),
            Some(Context::Head) => {
                let place = match self.name.as_slice() {
                    b"device" => &mut self.device,
                    b"sport" => &mut self.sport,
                    _ => return,
                };
                *place = Some(characters(text)).filter(|text| !text.is_empty());
            }
            Some(Context::Values) => self.track.add_value(f64::NAN),
            Some(Context::Coordinates) => self.number(f64::NAN),
            _ => {}
        }
    }

    fn plain(&mut self, plain: &[u8]) {
        match self.context() {
            Some(Context::Times) => self.time(plain, true),
            Some(Context::Properties) if TIME_NAMES.contains(&self.name.as_slice()) => {
                self.time(plain, false)
            }
            Some(Context::Properties) => self.point_value(plain),
            Some(Context::Values) => self.track.add_value(decimal(plain).unwrap_or(f64::NAN)),
            Some(Context::Coordinates) => self.number(decimal(plain).unwrap_or(f64::NAN)),
            _ => {}
        }
    }

    fn number(&mut self, value: f64) {
        if let Some(place) = self.numbers.get_mut(self.count) {
            *place = value;
        }
        self.count += 1;
    }

    fn time(&mut self, text: &[u8], listed: bool) {
        let instant = self.last_minute.moment(text);
        self.has_unzoned_times |= instant.is_some_and(|i| !i.zoned);
        let time_ms = instant.map(|i| i.ms);
        if listed {
            self.track.add_time(time_ms);
        } else {
            self.point_time_ms = time_ms.or(self.point_time_ms);
        }
    }

    /// Reads a number among the properties: a channel of the registry, where the feature is a point.
    fn point_value(&mut self, plain: &[u8]) {
        let name = channel_name(&self.name);
        let is_known = channels::by_name(&name, "").is_some_and(|(id, _)| channel::find(&id).is_some());
        if let Some(value) = decimal(plain).filter(|_| is_known && self.point_values.len() < CHANNELS) {
            self.point_values.push((name, value));
        }
    }
}

/// The name of a channel. togeojson writes `heart` for heart rates and the plural of other names.
fn channel_name(name: &[u8]) -> String {
    let name = characters(name);
    let is_known =
        |name: &str| channels::by_name(name, "").is_some_and(|(id, _)| channel::find(&id).is_some());
    match name.strip_suffix('s') {
        _ if name == "heart" => "hr".to_string(),
        Some(one) if !is_known(&name) && is_known(one) => one.to_string(),
        _ => name,
    }
}
