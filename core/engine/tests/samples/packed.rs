//! Archives, built here.

use miniz_oxide::deflate::compress_to_vec;

/// CRC-32 as zip and gzip use it, a bit at a time.
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

/// A zip of these files, packed where that is asked for.
pub fn zip(files: &[(&str, &[u8])], packed: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let body = if packed { compress_to_vec(content, 6) } else { content.to_vec() };
        let mut head = vec![20, 0, 0, 0, if packed { 8 } else { 0 }, 0, 0, 0, 0, 0];
        head.extend(crc32(content).to_le_bytes());
        head.extend((body.len() as u32).to_le_bytes());
        head.extend((content.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend((bytes.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(head);
        bytes.extend(name.as_bytes());
        bytes.extend(body);
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

/// A gzip of one file.
pub fn gz(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3];
    bytes.extend(b"log\0");
    bytes.extend(compress_to_vec(content, 6));
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes
}
