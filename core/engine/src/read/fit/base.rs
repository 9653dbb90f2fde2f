//! FIT's base types: how a field's bytes become a number, and which value means "invalid".

/// A base type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    U8,
    U8z,
    I8,
    U16,
    U16z,
    I16,
    U32,
    U32z,
    I32,
    U64,
    U64z,
    I64,
    F32,
    F64,
    Text,
}

impl Base {
    /// The base type of a field definition's byte; its top bit, set for types of several bytes, is ignored.
    pub(super) fn of(byte: u8) -> Option<Self> {
        Some(match byte & 0x1F {
            0x00 | 0x02 | 0x0D => Self::U8,
            0x01 => Self::I8,
            0x03 => Self::I16,
            0x04 => Self::U16,
            0x05 => Self::I32,
            0x06 => Self::U32,
            0x07 => Self::Text,
            0x08 => Self::F32,
            0x09 => Self::F64,
            0x0A => Self::U8z,
            0x0B => Self::U16z,
            0x0C => Self::U32z,
            0x0E => Self::I64,
            0x0F => Self::U64,
            0x10 => Self::U64z,
            _ => return None,
        })
    }

    /// Bytes of one value.
    pub(super) fn size(self) -> usize {
        match self {
            Self::U8 | Self::U8z | Self::I8 | Self::Text => 1,
            Self::U16 | Self::U16z | Self::I16 => 2,
            Self::U32 | Self::U32z | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::U64z | Self::I64 | Self::F64 => 8,
        }
    }

    /// The number at the start of `bytes`; `None` when it is the type's "invalid", text, not finite or incomplete.
    pub(super) fn number(self, bytes: &[u8], big: bool) -> Option<f64> {
        match self {
            Self::U8 => bytes.first().filter(|v| **v != 0xFF).map(|v| f64::from(*v)),
            Self::U8z => bytes.first().filter(|v| **v != 0).map(|v| f64::from(*v)),
            Self::I8 => bytes.first().map(|v| *v as i8).filter(|v| *v != i8::MAX).map(f64::from),
            Self::U16 => u16_at(bytes, big).filter(|v| *v != u16::MAX).map(f64::from),
            Self::U16z => u16_at(bytes, big).filter(|v| *v != 0).map(f64::from),
            Self::I16 => u16_at(bytes, big).map(|v| v as i16).filter(|v| *v != i16::MAX).map(f64::from),
            Self::U32 => u32_at(bytes, big).filter(|v| *v != u32::MAX).map(f64::from),
            Self::U32z => u32_at(bytes, big).filter(|v| *v != 0).map(f64::from),
            Self::I32 => u32_at(bytes, big).map(|v| v as i32).filter(|v| *v != i32::MAX).map(f64::from),
            Self::U64 => u64_at(bytes, big).filter(|v| *v != u64::MAX).map(|v| v as f64),
            Self::U64z => u64_at(bytes, big).filter(|v| *v != 0).map(|v| v as f64),
            Self::I64 => u64_at(bytes, big).map(|v| v as i64).filter(|v| *v != i64::MAX).map(|v| v as f64),
            Self::F32 => u32_at(bytes, big).map(f32::from_bits).filter(|v| v.is_finite()).map(f64::from),
            Self::F64 => u64_at(bytes, big).map(f64::from_bits).filter(|v| v.is_finite()),
            Self::Text => None,
        }
    }
}

/// Two bytes in the given order.
pub(super) fn u16_at(bytes: &[u8], big: bool) -> Option<u16> {
    let pair = *bytes.first_chunk::<2>()?;
    Some(if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
}

/// Four bytes in the given order.
pub(super) fn u32_at(bytes: &[u8], big: bool) -> Option<u32> {
    let four = *bytes.first_chunk::<4>()?;
    Some(if big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
}

fn u64_at(bytes: &[u8], big: bool) -> Option<u64> {
    let eight = *bytes.first_chunk::<8>()?;
    Some(if big { u64::from_be_bytes(eight) } else { u64::from_le_bytes(eight) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_values_are_missing_not_large() {
        assert_eq!(Base::U16.number(&[0xFF, 0xFF], false), None);
        assert_eq!(Base::I32.number(&[0x7F, 0xFF, 0xFF, 0xFF], true), None);
        assert_eq!(Base::U16z.number(&[0, 0], true), None);
        assert_eq!(Base::F32.number(&[0xFF; 4], false), None);
    }

    #[test]
    fn both_byte_orders_give_the_same_number() {
        assert_eq!(Base::U16.number(&[0x12, 0x34], true), Base::U16.number(&[0x34, 0x12], false));
        assert_eq!(Base::I16.number(&[0xFF, 0xFE], true), Some(-2.0));
    }

    #[test]
    fn an_incomplete_value_is_missing() {
        assert_eq!(Base::U32.number(&[1, 2, 3], false), None);
    }
}
