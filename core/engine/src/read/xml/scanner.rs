//! The subset of XML that recordings need: tags, their local names and attributes. No DTD, no entities in names.
//!
//! Source: "Extensible Markup Language 1.0", productions 39–44 (tags) and 15, 16, 18 (comments, processing instructions
//! and CDATA, which are skipped between tags).

use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem};

use crate::config::limits::{XML_ATTRIBUTES, XML_TAG_BYTES};

/// A tag in the text; positions are byte offsets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tag<'a> {
    /// `<name attributes>`, or `<name/>` when `empty`.
    Open {
        name: &'a [u8],
        /// The name with its prefix.
        raw: &'a [u8],
        attributes: &'a [u8],
        empty: bool,
    },
    Close {
        name: &'a [u8],
    },
    /// A document type declaration, which is an error.
    Doctype,
    /// A `<` that begins no tag: the bytes up to `Scanner::at` are damaged.
    Malformed,
    /// The text ends inside a tag, a comment or a similar construct.
    Incomplete,
}

/// Bytes that decide what begins with `<!`.
const LONGEST_MARK: usize = b"![CDATA[".len();

/// An iteration over the tags of a text.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    /// Nothing follows the text.
    last: bool,
    /// Start of the last tag.
    pub from: usize,
    /// The first byte after the last tag.
    pub at: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner from position `at` on. `last`: nothing follows `text`; else a tag at its end may be [`Tag::Incomplete`].
    pub(super) fn new(text: &'a [u8], at: usize, last: bool) -> Self {
        Self { text, last, from: at, at }
    }

    /// The next tag; `None` at the end.
    pub(super) fn next_tag(&mut self) -> Option<Tag<'a>> {
        loop {
            let rest = self.text.get(self.at..)?;
            self.from = self.at + memchr(b'<', rest)?;
            let tag = self.text.get(self.from + 1..)?;
            match tag.first() {
                Some(b'/') => return Some(self.close(tag)),
                Some(b'?') => self.skip_to(b"?>"),
                Some(b'!') if !self.last && tag.len() < LONGEST_MARK => return Some(self.cut()),
                Some(b'!') if tag.starts_with(b"!--") => self.skip_to(b"-->"),
                Some(b'!') if tag.starts_with(b"![CDATA[") => self.skip_to(b"]]>"),
                Some(b'!') if tag.starts_with(b"!DOCTYPE") => return Some(Tag::Doctype),
                Some(b) if is_name(*b) => return Some(self.open(tag)),
                Some(_) => {
                    self.at = self.from + 1;
                    return Some(Tag::Malformed);
                }
                None => self.at = self.text.len() + 1,
            }
            if self.at > self.text.len() {
                self.at = self.text.len();
                return Some(Tag::Incomplete);
            }
        }
    }

    fn skip_to(&mut self, end: &[u8]) {
        let rest = self.text.get(self.from..).unwrap_or_default();
        self.at = match memmem::find(rest, end) {
            Some(found) => self.from + found + end.len(),
            None => self.text.len() + 1,
        };
    }

    fn close(&mut self, tag: &'a [u8]) -> Tag<'a> {
        let tag = tag.get(1..).unwrap_or_default();
        let (length, colon) = name_length(tag);
        let (name, rest) = tag.split_at(length);
        if rest.first() == Some(&b'>') {
            self.at = self.from + 3 + length;
            return Tag::Close { name: name.get(colon..).unwrap_or(name) };
        }
        let space = rest.iter().position(|b| !b.is_ascii_whitespace());
        match space.map(|s| (s, rest.get(s))) {
            Some((space, Some(b'>'))) => {
                self.at = self.from + 2 + length + space + 1;
                Tag::Close { name: name.get(colon..).unwrap_or(name) }
            }
            Some((space, _)) => {
                self.at = self.from + 2 + length + space;
                Tag::Malformed
            }
            None => self.cut(),
        }
    }

    fn open(&mut self, tag: &'a [u8]) -> Tag<'a> {
        let (length, colon) = name_length(tag);
        let (raw, rest) = tag.split_at(length);
        let name = raw.get(colon..).unwrap_or(raw);
        let inside = self.from + 1 + length;
        // From the first bracket to the last.
        let longest = XML_TAG_BYTES.saturating_sub(1 + length);
        let (end, whole) = match rest.first() {
            Some(b'>') => (0, true),
            _ => tag_end(rest, longest),
        };
        if !whole {
            if end == rest.len() && end < longest {
                return self.cut();
            }
            self.at = inside + end;
            return Tag::Malformed;
        }
        self.at = inside + end + 1;
        let attributes = rest.get(..end).unwrap_or_default();
        match attributes.split_last() {
            Some((b'/', attributes)) => Tag::Open { name, raw, attributes, empty: true },
            _ => Tag::Open { name, raw, attributes, empty: false },
        }
    }

    fn cut(&mut self) -> Tag<'a> {
        self.at = self.text.len();
        Tag::Incomplete
    }
}

/// The end of a tag and true, or the position of something that a tag cannot contain and false.
fn tag_end(rest: &[u8], longest: usize) -> (usize, bool) {
    let mut quote = 0u8;
    for (i, &byte) in rest.iter().take(longest).enumerate() {
        match byte {
            b'>' if quote == 0 => return (i, true),
            b'<' => return (i, false),
            b'"' | b'\'' if quote == 0 => quote = byte,
            _ if byte == quote => quote = 0,
            _ => {}
        }
    }
    (rest.len().min(longest), false)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// The end of the name, and its start after the prefix.
fn name_length(tag: &[u8]) -> (usize, usize) {
    let mut start = 0;
    for (i, &byte) in tag.iter().enumerate() {
        // Every byte that ends a name is at most `>`; digits, colon, point and hyphen are too.
        if byte > b'>' {
            continue;
        }
        match byte {
            b':' if start == 0 => start = i + 1,
            b'>' | b'/' | b'<' | b' ' | b'\t' | b'\r' | b'\n' => return (i, start),
            _ => {}
        }
    }
    (tag.len(), start)
}

/// The name without its prefix.
fn local(name: &[u8]) -> &[u8] {
    memchr(b':', name).and_then(|colon| name.get(colon + 1..)).unwrap_or(name)
}

/// The attributes of a tag, local name and raw value.
pub(super) fn attributes(mut text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let equals = memchr(b'=', text)?;
        let name = local(text.get(..equals)?.trim_ascii());
        let value = text.get(equals + 1..)?.trim_ascii_start();
        let (&quote, value) = value.split_first()?;
        let end = (quote == b'"' || quote == b'\'').then(|| memchr(quote, value)).flatten()?;
        text = value.get(end + 1..)?;
        Some((name, value.get(..end)?))
    })
    .take(XML_ATTRIBUTES)
}

/// The characters of an element's text or an attribute: references and CDATA resolved, trimmed.
pub(super) fn characters(raw: &[u8]) -> String {
    String::from_utf8_lossy(&plain(raw)).trim().to_string()
}

/// What stands between `<` and the text or the next tag: its beginning, its end, and true for text taken literally.
const CONSTRUCTS: [(&str, &str, bool); 3] =
    [("<![CDATA[", "]]>", true), ("<!--", "-->", false), ("<?", "?>", false)];

/// The characters of a text or an attribute: references and CDATA resolved, comments and processing instructions left out.
/// Values of numbers and times have none of these as a rule.
pub(super) fn plain(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr2(b'&', b'<', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let text = String::from_utf8_lossy(raw);
    let (mut rest, mut plain) = (&*text, String::with_capacity(raw.len()));
    while let Some((before, tag)) = rest.find('<').and_then(|at| rest.split_at_checked(at)) {
        plain.push_str(&resolved(before));
        let construct = CONSTRUCTS.iter().find_map(|(begin, end, literal)| {
            let (inside, after) = tag.strip_prefix(begin)?.split_once(end)?;
            Some((if *literal { inside } else { "" }, after))
        });
        let (literal, after) = construct.or_else(|| tag.split_at_checked(1)).unwrap_or_default();
        plain.push_str(literal);
        rest = after;
    }
    plain.push_str(&resolved(rest));
    Cow::Owned(plain.into_bytes())
}

/// Text with its character and entity references resolved; those of no character remain.
fn resolved(text: &str) -> Cow<'_, str> {
    let mut parts = text.split('&');
    let first = parts.next().unwrap_or_default();
    if first.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let mut plain = first.to_string();
    for part in parts {
        match part.split_once(';').and_then(|(name, rest)| Some((referenced(name)?, rest))) {
            Some((character, rest)) => {
                plain.push(character);
                plain.push_str(rest);
            }
            None => {
                plain.push('&');
                plain.push_str(part);
            }
        }
    }
    Cow::Owned(plain)
}

/// The character of a reference, given between `&` and `;`.
fn referenced(name: &str) -> Option<char> {
    let number = match name.strip_prefix('#') {
        None => {
            return match name {
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                "amp" => Some('&'),
                _ => None,
            };
        }
        Some(digits) => match digits.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => digits.parse(),
        },
    };
    number.ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<String> {
        let mut scanner = Scanner::new(text.as_bytes(), 0, true);
        let mut found = Vec::new();
        while let Some(tag) = scanner.next_tag() {
            let word = |name: &[u8]| String::from_utf8_lossy(name).to_string();
            found.push(match tag {
                Tag::Open { name, empty: true, .. } => format!("{}/", word(name)),
                Tag::Open { name, .. } => word(name),
                Tag::Close { name } => format!("/{}", word(name)),
                other => format!("{other:?}"),
            });
        }
        found
    }

    #[test]
    fn prefixes_comments_and_declarations_are_skipped() {
        let text =
            "<?xml version='1.0'?><!-- <no> --><g:gpx xmlns:g='x>y'><ns3:hr >9</ns3:hr\n><fix/></g:gpx>";
        assert_eq!(tags(text), ["gpx", "hr", "/hr", "fix/", "/gpx"]);
    }

    #[test]
    fn a_tag_interrupted_by_another_is_malformed_and_the_other_is_read() {
        assert_eq!(tags("<trkpt lat=\"1<trkpt lat=\"2\"></trkpt>"), ["Malformed", "trkpt", "/trkpt"]);
        assert_eq!(tags("a < b <ele>"), ["Malformed", "ele"]);
    }

    #[test]
    fn an_end_inside_a_tag_is_incomplete() {
        for text in ["<", "<tr", "<trkpt lat=\"1", "</trk", "<!-- no end", "<![CDATA[ no end"] {
            assert_eq!(tags(text), ["Incomplete"], "{text}");
        }
    }

    #[test]
    fn attributes_in_any_quotes_and_order() {
        let found: Vec<_> = attributes(b" lon = '2' x:lat=\"1\" ").collect();
        assert_eq!(found, [(&b"lon"[..], &b"2"[..]), (b"lat", b"1")]);
    }

    #[test]
    fn references_become_characters() {
        assert_eq!(characters(b" Tack &amp; Gybe &lt;3 "), "Tack & Gybe <3");
        assert_eq!(characters(b"<![CDATA[a<b&lt;]]>"), "a<b&lt;");
        assert_eq!(
            characters(b"J&#x26;&#49;&amp;lt; &#xFFFFFFFFF; &; &#; & &ocirc;"),
            "J&1&lt; &#xFFFFFFFFF; &; &#; & &ocirc;"
        );
        assert_eq!(&*plain(b"&#52;5.5"), b"45.5");
    }

    #[test]
    fn cdata_is_text_and_comments_in_a_text_are_not() {
        assert_eq!(&*plain(b"<![CDATA[45.5]]>"), b"45.5");
        assert_eq!(&*plain(b"4<!-- & -->5<?x y?><![CDATA[.&]]>&#53;"), b"45.&5");
        assert_eq!(&*plain(b"a < b <![CDATA[c"), b"a < b <![CDATA[c");
        assert_eq!(characters(b" <![CDATA[ Wing ]]>\n"), "Wing");
    }
}
