//! The tokens of JSON. Text that is no token is reported and skipped.
//!
//! Source: RFC 8259, sections 2 to 7. Commas and colons separate tokens and are not required.

use memchr::memchr2;

/// A token; ranges are without quotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token<'a> {
    /// `{` or `[`.
    Open(u8),
    /// `}` or `]`.
    Close(u8),
    /// The text of a string with its escapes, and true when a colon follows: a name.
    Text(&'a [u8], bool),
    /// A number, `true`, `false` or `null`.
    Plain(&'a [u8]),
    /// Bytes that begin no token.
    Malformed,
}

/// The token from `at` on with its start and end; `None` when the bytes end before its end is known. `last`: nothing
/// follows the bytes.
pub(super) fn token(bytes: &[u8], at: usize, last: bool) -> Option<(Token<'_>, usize, usize)> {
    let skipped = |b: &u8| matches!(b, b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' | 0x1E);
    let from = at + bytes.get(at..)?.iter().position(|b| !skipped(b))?;
    let rest = bytes.get(from..)?;
    let first = *rest.first()?;
    match first {
        b'{' | b'[' => Some((Token::Open(first), from, from + 1)),
        b'}' | b']' => Some((Token::Close(first), from, from + 1)),
        b'"' => {
            let length = text_length(rest.get(1..)?)?;
            let end = from + length + 2;
            let text = rest.get(1..=length)?;
            let next = bytes.get(end..)?.iter().find(|b| !b.is_ascii_whitespace());
            // A name ends with a colon, which may still be to come.
            (next.is_some() || last).then_some((Token::Text(text, next == Some(&b':')), from, end))
        }
        _ => {
            let length = rest.iter().position(|b| is_delimiter(*b)).or(last.then_some(rest.len()))?;
            let plain = rest.get(..length)?;
            let token = if is_plain(first) { Token::Plain(plain) } else { Token::Malformed };
            Some((token, from, from + length.max(1)))
        }
    }
}

/// Length of a string up to its closing quote.
fn text_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b'"', b'\\', text.get(at..)?)?;
        if text.get(at) == Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"') || byte.is_ascii_whitespace()
}

fn is_plain(first: u8) -> bool {
    first.is_ascii_digit() || matches!(first, b'-' | b't' | b'f' | b'n')
}

/// Deepest nesting that [`walk`] follows.
const DEPTH: usize = 16;

/// What is called with the names that lead to a value, and with the value.
pub(super) type Visit<'a, 'b> = dyn FnMut(&[&'a [u8]], Option<Token<'a>>) + 'b;

/// Calls `each` with every text and number of one JSON value and the names that lead to it, those of an array leading to its
/// elements; and with none at the end of each object. False when the text is not one whole object.
pub(super) fn walk<'a>(text: &'a [u8], each: &mut Visit<'a, '_>) -> bool {
    let (mut at, mut names, mut open) = (0, Vec::with_capacity(DEPTH), Vec::with_capacity(DEPTH));
    let mut name: Option<&[u8]> = None;
    while let Some((token, _, end)) = token(text, at, true) {
        at = end;
        match token {
            Token::Open(_) if open.len() == DEPTH => return false,
            Token::Open(_) => {
                open.push(name.is_some());
                names.extend(name.take());
            }
            Token::Close(bracket) => {
                if bracket == b'}' {
                    each(&names, None);
                }
                match open.pop() {
                    Some(true) => drop(names.pop()),
                    Some(false) => {}
                    None => return false,
                }
            }
            Token::Text(text, true) => name = Some(text),
            Token::Malformed => return false,
            value => {
                let is_named = name.is_some();
                names.extend(name.take());
                each(&names, Some(value));
                if is_named {
                    names.pop();
                }
            }
        }
    }
    open.is_empty() && text.get(at..).is_some_and(|rest| rest.trim_ascii().is_empty())
}

/// The characters of a string with its escapes resolved; empty when they are not valid.
pub(super) fn characters(text: &[u8]) -> String {
    serde_json::from_slice(&[b"\"", text, b"\""].concat()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut at = 0;
        let mut found = Vec::new();
        while let Some((token, _, end)) = token(text.as_bytes(), at, true) {
            let shown = |text: &[u8]| String::from_utf8_lossy(text).to_string();
            found.push(match token {
                Token::Open(b) | Token::Close(b) => char::from(b).to_string(),
                Token::Text(text, is_name) => format!("{}{}", shown(text), if is_name { ":" } else { "" }),
                Token::Plain(text) => shown(text),
                Token::Malformed => "?".to_string(),
            });
            at = end;
        }
        found
    }

    #[test]
    fn names_texts_and_numbers_are_told_apart() {
        let found = tokens(r#"{"a\"b" : [1,-2.5e3, null ,"x"]} "#);
        assert_eq!(found, ["{", "a\\\"b:", "[", "1", "-2.5e3", "null", "x", "]", "}"]);
        assert_eq!(tokens("[1;2 \u{7}7 ]"), ["[", "1;2", "?", "]"]);
    }

    #[test]
    fn a_token_whose_end_is_to_come_is_not_returned() {
        for text in ["", " ", "12", "\"ab", "\"ab\\\"", "\"ab\"", "\"ab\" "] {
            assert_eq!(token(text.as_bytes(), 0, false), None, "{text}");
        }
        assert_eq!(token(b"12", 0, true), Some((Token::Plain(b"12"), 0, 2)));
    }

    #[test]
    fn names_lead_to_every_value_and_an_object_that_ends_is_told() {
        let mut seen = Vec::new();
        let whole = walk(br#"{"a":{"b":[{"c":1},{"c":"x"}]},"d":2}"#, &mut |names, value| {
            let names: Vec<String> = names.iter().map(|n| String::from_utf8_lossy(n).to_string()).collect();
            let value = match value {
                Some(Token::Text(text, _) | Token::Plain(text)) => String::from_utf8_lossy(text).to_string(),
                _ => "end".to_string(),
            };
            seen.push(format!("{} {value}", names.join(".")));
        });
        assert!(whole);
        assert_eq!(seen, ["a.b.c 1", "a.b end", "a.b.c x", "a.b end", "a end", "d 2", " end"]);
        for cut in [&br#"{"a":1"#[..], b"{\"a\":[1}", b"]", &b"[".repeat(99)] {
            assert!(!walk(cut, &mut |_, _| {}), "{}", String::from_utf8_lossy(cut));
        }
    }

    #[test]
    fn escapes_of_a_text_are_resolved() {
        assert_eq!(characters(br#"Gr\u00f6\u00dfe \"49er\""#), "Größe \"49er\"");
        assert_eq!(characters(br"\x"), "");
    }
}
