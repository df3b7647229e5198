//! Quotes that do not do what their author meant.
//!
//! The csv crate takes an unclosed quote for a cell that runs to the end of the file, and text after a closing quote
//! for more of the cell. Both lose rows without a word, so the text is walked once in the same grammar, noting where.

use super::lines;

/// What a walk over the quotes found; places are byte offsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Quotes {
    /// Where the quote opens that nothing closes.
    pub unclosed: Option<usize>,
    /// The first text that follows a closing quote within its field.
    pub text_after: Option<usize>,
    /// The first of an odd number of quotes within a field that begins with none.
    pub lone: Option<usize>,
    /// The first lone carriage return within a quoted field.
    pub carriage: Option<usize>,
}

#[derive(Clone, Copy)]
enum At {
    FieldStart,
    Plain {
        lone: Option<usize>,
    },
    /// After the end of a quoted field, though the field goes on.
    Rest,
    Quoted {
        open: usize,
    },
    QuoteInQuoted {
        open: usize,
    },
}

/// Walks the text; costs one search when it has no quote at all.
pub(super) fn walk(text: &str, delimiter: u8) -> Quotes {
    let bytes = text.as_bytes();
    let mut found = Quotes::default();
    if !bytes.contains(&b'"') {
        return found;
    }
    let ends = |b: u8| b == delimiter || b == b'\n' || b == b'\r';
    let mut at = At::FieldStart;
    // The last field ends with the text, if with nothing else.
    for (i, b) in bytes.iter().copied().chain(std::iter::once(b'\n')).enumerate() {
        at = match at {
            At::FieldStart if b == b'"' => At::Quoted { open: i },
            At::FieldStart | At::Rest if ends(b) => At::FieldStart,
            At::Rest => At::Rest,
            At::FieldStart => At::Plain { lone: None },
            At::Plain { lone } if ends(b) => {
                found.lone = found.lone.or(lone);
                At::FieldStart
            }
            At::Plain { lone: None } if b == b'"' => At::Plain { lone: Some(i) },
            At::Plain { .. } if b == b'"' => At::Plain { lone: None },
            At::Plain { lone } => At::Plain { lone },
            At::Quoted { open } if b == b'"' => At::QuoteInQuoted { open },
            At::Quoted { open } => {
                if b == b'\r' && found.carriage.is_none() && bytes.get(i + 1) != Some(&b'\n') {
                    found.carriage = Some(i);
                }
                At::Quoted { open }
            }
            At::QuoteInQuoted { open } if b == b'"' => At::Quoted { open },
            At::QuoteInQuoted { .. } if ends(b) => At::FieldStart,
            At::QuoteInQuoted { open } => {
                // A field over several lines with text after its end is one unclosed quote that met the next one.
                if lines::ends(bytes.get(open..i).unwrap_or_default()) > 0 {
                    found.unclosed = Some(open);
                    return found;
                }
                found.text_after = found.text_after.or(Some(i));
                At::Rest
            }
        };
    }
    if let At::Quoted { open } = at {
        found.unclosed = Some(open);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unclosed_quote_is_found_where_it_opens() {
        assert_eq!(walk("a,b\n1,\"2\n3,4\n", b',').unclosed, Some(6));
        assert_eq!(walk("a,b\n\"1,2\n3,\"4\"\n", b',').unclosed, Some(4));
        assert_eq!(walk("\"a\nb\",c\n", b',').unclosed, None);
        assert_eq!(walk("ab,\"c\"\"d\"\n", b','), Quotes::default());
    }

    #[test]
    fn text_after_a_quote_is_found() {
        assert_eq!(walk("\"a\"b,c\n", b',').text_after, Some(3));
    }

    #[test]
    fn an_odd_number_of_quotes_within_a_bare_field_is_found() {
        assert_eq!(walk("a,b,c\nShoe\"wet, dry\",b\n", b',').lone, Some(10));
        assert_eq!(walk("size\n5\" disk", b',').lone, Some(6));
        assert_eq!(walk("size\n5\"", b',').lone, Some(6));
        for text in ["size\n5\" x 3\"\n", "\"5\" disk\",b\n", "\"a\"\"b\",c\n"] {
            assert_eq!(walk(text, b',').lone, None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn where_no_quote_is_open_the_reader_agrees(text in "[ab,\"\n\r ]{0,24}") {
            let text = format!("{text}\nlast");
            if walk(&text, b',').unclosed.is_none() {
                let records = super::super::dialect::reader(&text, b',').into_records();
                let last = records.last().unwrap().unwrap();
                proptest::prop_assert_eq!(last.iter().collect::<Vec<_>>(), ["last"]);
            }
        }
    }
}
