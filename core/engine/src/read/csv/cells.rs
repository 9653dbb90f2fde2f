//! The cells of a row: delimiters, quotes and carriage returns.

/// The delimiter of a header: the one that occurs most often in it.
pub(super) fn delimiter(header: &[u8]) -> u8 {
    let count = |d: u8| header.iter().filter(|b| **b == d).count();
    // With equal counts the first in this list is chosen.
    let best = [b',', b';', b'\t', b'|'].into_iter().rev().max_by_key(|d| count(*d));
    best.unwrap_or(b',')
}

/// The cells of a line, without quotes around a whole cell. A delimiter inside quotes is part of its cell.
pub(super) fn cells(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line.strip_suffix(b"\r").unwrap_or(line));
    std::iter::from_fn(move || {
        let line = rest?;
        let end = match line.first() {
            Some(b'"') => after_quote(line, delimiter),
            _ => line.iter().position(|b| *b == delimiter).unwrap_or(line.len()),
        };
        let (cell, more) = line.split_at_checked(end)?;
        rest = more.get(1..);
        Some(cell.strip_prefix(b"\"").and_then(|c| c.strip_suffix(b"\"")).unwrap_or(cell))
    })
}

/// End of a cell that begins with a quote.
fn after_quote(line: &[u8], delimiter: u8) -> usize {
    let mut inside = false;
    for (i, &byte) in line.iter().enumerate() {
        match byte {
            b'"' => inside = !inside,
            _ if byte == delimiter && !inside => return i,
            _ => {}
        }
    }
    line.len()
}

/// True for a line of delimiters and spaces only.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|b| matches!(b, b',' | b';' | b'|' | b' ' | b'\t' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> Vec<String> {
        let line = line.as_bytes();
        cells(line, delimiter(line)).map(|cell| String::from_utf8_lossy(cell).to_string()).collect()
    }

    #[test]
    fn commas_semicolons_and_tabs_split() {
        assert_eq!(split("a,b;c,d"), ["a", "b;c", "d"]);
        assert_eq!(split("1;2,5;3"), ["1", "2,5", "3"]);
        assert_eq!(split("1\t\t3\r"), ["1", "", "3"]);
    }

    #[test]
    fn a_comma_inside_quotes_is_text() {
        assert_eq!(split("\"a,b\",c,\"\""), ["a,b", "c", ""]);
        assert_eq!(split("\"no end,c"), ["\"no end,c"]);
    }

    #[test]
    fn an_empty_last_cell_is_a_cell() {
        assert_eq!(split("a,"), ["a", ""]);
        assert_eq!(split(""), [""]);
    }
}
