//! The protobuf messages of a VTK record that are read.

/// One record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Record {
    Point(Trackpoint),
    Timer {
        kind: u64,
        seconds: f64,
    },
    /// 1 committee boat, 2 pin, 3 line cleared.
    Button(u64),
    /// True heading minus magnetic heading, deg.
    Declination(f64),
    /// The device's model, hardware, firmware and serial number.
    Description,
    Unknown,
}

/// A point as the device writes it; fields of value 0 are absent in proto3.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Trackpoint {
    pub seconds: u64,
    pub centiseconds: u64,
    pub lat_e7: i64,
    pub lon_e7: i64,
    pub sog_decikn: u64,
    pub cog_deg: u64,
    pub q_e3: [i64; 4],
}

/// A field of a message: its number and its value.
enum Field<'a> {
    Number(u64, u64),
    Bytes(u64, &'a [u8]),
}

/// Reads a record. `None` when the bytes are no protobuf message of known wire types.
pub(super) fn parse(mut bytes: &[u8]) -> Option<Record> {
    let mut record = Record::Unknown;
    while !bytes.is_empty() {
        record = match field(&mut bytes)? {
            Field::Bytes(1, inner) => Record::Point(point(inner)?),
            Field::Bytes(2, inner) => {
                let [kind, seconds] = numbers(inner)?;
                // A negative int32 is written as 64 bits in two's complement.
                Record::Timer { kind, seconds: seconds as i64 as f64 }
            }
            Field::Bytes(16, inner) => {
                let [button] = numbers(inner)?;
                Record::Button(button)
            }
            Field::Bytes(17, _) => Record::Description,
            Field::Bytes(18, inner) => {
                let [declination] = numbers(inner)?;
                Record::Declination(zigzag(declination) as f64)
            }
            Field::Bytes(..) | Field::Number(..) => record,
        };
    }
    Some(record)
}

fn point(mut bytes: &[u8]) -> Option<Trackpoint> {
    let mut point = Trackpoint::default();
    while !bytes.is_empty() {
        match field(&mut bytes)? {
            Field::Number(1, value) => point.seconds = value,
            Field::Number(2, value) => point.centiseconds = value,
            Field::Number(3, value) => point.lat_e7 = zigzag(value),
            Field::Number(4, value) => point.lon_e7 = zigzag(value),
            Field::Number(5, value) => point.sog_decikn = value,
            Field::Number(6, value) => point.cog_deg = value,
            Field::Number(number @ 7..=10, value) => {
                if let Some(q) = point.q_e3.get_mut(number as usize - 7) {
                    *q = zigzag(value);
                }
            }
            Field::Number(..) | Field::Bytes(..) => {}
        }
    }
    Some(point)
}

/// The numbers of the fields 1 to N of a message.
fn numbers<const N: usize>(mut bytes: &[u8]) -> Option<[u64; N]> {
    let mut values = [0; N];
    while !bytes.is_empty() {
        if let Field::Number(number, value) = field(&mut bytes)?
            && let Some(place) = usize::try_from(number).ok()?.checked_sub(1).and_then(|i| values.get_mut(i))
        {
            *place = value;
        }
    }
    Some(values)
}

fn field<'a>(bytes: &mut &'a [u8]) -> Option<Field<'a>> {
    let tag = varint(bytes)?;
    let number = tag >> 3;
    match tag & 7 {
        0 => Some(Field::Number(number, varint(bytes)?)),
        2 => {
            let length = usize::try_from(varint(bytes)?).ok()?;
            let (inner, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            Some(Field::Bytes(number, inner))
        }
        _ => None,
    }
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_and_sign_are_read() {
        assert_eq!(varint(&mut &[0x96, 0x01][..]), Some(150));
        assert_eq!(varint(&mut &[0xFF; 11][..]), None);
        assert_eq!([0, 1, 2, 3].map(zigzag), [0, -1, 1, -2]);
    }

    #[test]
    fn bytes_that_are_no_message_give_none() {
        assert_eq!(parse(&[0x0A, 0x50, 1]), None);
        assert_eq!(parse(&[0x0D, 1, 2, 3, 4]), None);
        assert_eq!(parse(&[]), Some(Record::Unknown));
    }
}
