//! The encoder of Actisense's binary log, for samples of files and for the tests of its reader.

/// Doubles a byte that has a meaning.
fn stuffed(bytes: &[u8], special: u8) -> Vec<u8> {
    bytes.iter().flat_map(|b| std::iter::repeat_n(*b, if *b == special { 2 } else { 1 })).collect()
}

/// A log of messages: ms since 1970, PGN, address of the device, payload.
pub fn log(messages: impl IntoIterator<Item = (u64, u32, u8, Vec<u8>)>) -> Vec<u8> {
    let record =
        |tag: u8, payload: &[u8]| [&[0x1B, 1, tag][..], &stuffed(payload, 0x1B), &[0x1B, 0x0A]].concat();
    let mut log = record(1, &1002u32.to_le_bytes());
    let mut last_ms = None;
    for (ms, pgn, source, data) in messages {
        if last_ms != Some(ms) {
            log.extend(record(3, &((ms + 11_644_473_600_000) * 10_000).to_le_bytes()));
            last_ms = Some(ms);
        }
        let [specific, format, page, _] = pgn.to_le_bytes();
        let head = [2, specific, format, page, 255, source, 0, 0, 0, 0, data.len() as u8];
        let mut message = [&[0x93, (head.len() + data.len()) as u8][..], &head, &data].concat();
        message.push(message.iter().fold(0u8, |sum, b| sum.wrapping_sub(*b)));
        log.extend(stuffed(&[&[0x10, 2][..], &stuffed(&message, 0x10), &[0x10, 3]].concat(), 0x1B));
    }
    log
}
