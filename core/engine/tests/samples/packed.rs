//! Archives, built byte by byte.
#![allow(dead_code)]

use miniz_oxide::deflate::compress_to_vec;

/// How the files of a zip are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZipMethod {
    Stored,
    Packed,
    /// As streams: checksum and lengths follow each file, with or without a signature.
    Streamed,
    StreamedBare,
    StoredStream,
    /// With zip64 lengths of eight bytes.
    Long,
    LongStream,
}

impl ZipMethod {
    pub const ALL: [Self; 7] = [
        Self::Stored,
        Self::Packed,
        Self::Streamed,
        Self::StreamedBare,
        Self::StoredStream,
        Self::Long,
        Self::LongStream,
    ];

    fn packs(self) -> bool {
        !matches!(self, Self::Stored | Self::StoredStream)
    }

    fn streams(self) -> bool {
        matches!(self, Self::Streamed | Self::StreamedBare | Self::StoredStream | Self::LongStream)
    }

    fn is_long(self) -> bool {
        matches!(self, Self::Long | Self::LongStream)
    }
}

/// CRC-32 as zip and gzip use it, a bit at a time.
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

/// A zip of these files, compressed or stored.
pub fn zip(files: &[(&str, &[u8])], packed: bool) -> Vec<u8> {
    zip_in(files, if packed { ZipMethod::Packed } else { ZipMethod::Stored })
}

/// A zip of these files, written by this method.
pub fn zip_in(files: &[(&str, &[u8])], method: ZipMethod) -> Vec<u8> {
    let packed = |content: &[u8]| if method.packs() { compress_to_vec(content, 6) } else { content.to_vec() };
    let bodies: Vec<Body> =
        files.iter().map(|(name, content)| (*name, crc32(content), content.len(), packed(content))).collect();
    zip_of(&bodies, method)
}

/// A file of a zip: name, checksum, length and compressed bytes.
pub type Body<'a> = (&'a str, u32, usize, Vec<u8>);

/// A zip of compressed files.
pub fn zip_of(files: &[Body], method: ZipMethod) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        zip_entry(file, method, &mut bytes, &mut directory);
    }
    let (at, count) = (bytes.len() as u32, files.len() as u16);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(at.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn zip_entry(
    (name, crc, length, body): &Body,
    method: ZipMethod,
    bytes: &mut Vec<u8>,
    directory: &mut Vec<u8>,
) {
    let (crc, length) = (*crc, *length);
    let lengths = |packed: usize, unpacked: usize, long: bool| {
        let eight = [packed, unpacked].map(|length| (length as u64).to_le_bytes()).concat();
        let four = [packed, unpacked].map(|length| (length as u32).to_le_bytes()).concat();
        if long { eight } else { four }
    };
    let head = |streamed: bool| {
        let (crc, packed, unpacked) = if streamed { (0, 0, 0) } else { (crc, body.len(), length) };
        let mut head = vec![
            20,
            0,
            if method.streams() { 8 } else { 0 },
            0,
            if method.packs() { 8 } else { 0 },
            0,
            0,
            0,
            0,
            0,
        ];
        head.extend(u32::to_le_bytes(crc));
        head.extend(if method.is_long() { vec![0xFF; 8] } else { lengths(packed, unpacked, false) });
        head.extend((name.len() as u16).to_le_bytes());
        // In the extra field the unpacked length comes first.
        let extra = if method.is_long() {
            [&[1, 0, 16, 0][..], &lengths(unpacked, packed, true)].concat()
        } else {
            Vec::new()
        };
        head.extend((extra.len() as u16).to_le_bytes());
        (head, extra)
    };
    let at = bytes.len() as u32;
    let (local, extra) = head(method.streams());
    bytes.extend([&b"PK\x03\x04"[..], &local, name.as_bytes(), &extra, body].concat());
    if method.streams() {
        bytes.extend(if method == ZipMethod::StreamedBare { &b""[..] } else { b"PK\x07\x08" });
        bytes.extend(crc.to_le_bytes());
        bytes.extend(lengths(body.len(), length, method.is_long()));
    }
    let (listed, extra) = head(false);
    directory.extend(
        [&b"PK\x01\x02\x14\0"[..], &listed, &[0; 10], &at.to_le_bytes(), name.as_bytes(), &extra].concat(),
    );
}

/// A gzip of one file.
pub fn gz(content: &[u8]) -> Vec<u8> {
    gz_of(&compress_to_vec(content, 6), content)
}

/// A gzip of one compressed file.
pub fn gz_of(packed: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3];
    bytes.extend(b"log\0");
    bytes.extend(packed);
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes
}
