//! Escaping of text in XML.

/// The text escaped for element content and attributes; characters that XML 1.0 does not allow are removed.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

/// True for a valid name of an XML element.
pub(super) fn is_name(text: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_' || (c >= '\u{c0}' && c.is_alphabetic());
    let continues = |c: char| starts(c) || c.is_ascii_digit();
    text.chars().next().is_some_and(starts) && text.chars().all(continues)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_are_escaped_or_removed() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }

    #[test]
    fn a_name_begins_with_a_letter() {
        assert!(is_name("heel") && is_name("_2s_speed") && is_name("größe"));
        assert!(!is_name("2s") && !is_name("m²") && !is_name(""));
    }
}
