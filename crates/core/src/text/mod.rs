//! Text from data, made safe to show, and measured in the one way that padding and drawing agree on.
//!
//! Names and cells come from files and may hold anything: escape sequences, direction marks, characters that take
//! two cells or none. Everything that puts such text on a screen uses these functions.

mod flag;
mod names;
mod signs;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub use flag::{
    double_quoted, flag, flag_of, flag_pair, flag_words, leading_quoted, list, list_item, pair, pair_item,
    paired, parts, read_pair_item, shell_quoted, unquoted,
};
pub use names::{name, names};
pub use signs::{in_one_cell, spelled};

/// Returns a count with its noun: `1 row`, `3 rows`.
pub fn counted<N: std::fmt::Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

pub fn display_width(text: &str) -> usize {
    if text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return text.len();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// At most `width` cells of a text: its beginning and its end, with `…` for what is cut out between them.
pub fn shorten(text: &str, width: usize) -> Cow<'_, str> {
    shorten_with(text, width, "…")
}

/// [`shorten`] with another mark for the cut, such as `...` where there is no Unicode.
pub(crate) fn shorten_with<'a>(text: &'a str, width: usize, mark: &str) -> Cow<'a, str> {
    if display_width(text) <= width {
        return Cow::Borrowed(text);
    }
    let Some(room) = width.checked_sub(display_width(mark)) else {
        return Cow::Owned(fitting(text.graphemes(true), width).concat());
    };
    // The larger half goes to the beginning, where names differ most often.
    let head = fitting(text.graphemes(true), room.div_ceil(2)).concat();
    let mut tail = fitting(text.graphemes(true).rev(), room - display_width(&head));
    tail.reverse();
    Cow::Owned(format!("{head}{mark}{}", tail.concat()))
}

/// Cells of a name within a sentence: longer ones are not meant to be read.
const BRIEF: usize = 80;

const LISTED: usize = 20;

/// A name within a sentence of an error: everything visible, and of a very long one its beginning and its end.
pub fn brief(name: &str) -> String {
    shorten(&shown(name), BRIEF).into_owned()
}

/// Names within a sentence of an error: of very many the first, and how many more there are.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let first: Vec<String> = names.by_ref().take(LISTED).map(brief).collect();
    match names.count() {
        0 => first.join(", "),
        more => format!("{} and {} more", first.join(", "), grouped(more as u64)),
    }
}

/// The first graphemes that together stay within `width`.
fn fitting<'a>(graphemes: impl Iterator<Item = &'a str>, width: usize) -> Vec<&'a str> {
    let mut used = 0;
    graphemes
        .take_while(|grapheme| {
            used += display_width(grapheme);
            used <= width
        })
        .collect()
}

/// The text with everything visible: controls as their pictures (`␛`), other characters that steer a terminal or
/// that cannot be seen as `⟨U+202E⟩`, and a combining mark without a letter of its own on a dotted circle.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| (b' '..=b'~').contains(&b)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut before = None;
    let carries_marks = |c: char| !c.is_ascii() && !is_hidden(c) || c.is_ascii_alphanumeric();
    for c in text.chars() {
        match c {
            '\0'..='\u{1f}' => safe.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7f}' => safe.push('␡'),
            // Writing to a string cannot fail.
            _ if is_hidden(c) => drop(write!(safe, "⟨U+{:04X}⟩", u32::from(c))),
            _ => {
                if c.width() == Some(0) && !before.is_some_and(carries_marks) {
                    safe.push('◌');
                }
                safe.push(c);
            }
        }
        before = Some(c);
    }
    if safe == text { Cow::Borrowed(text) } else { Cow::Owned(safe) }
}

/// [`shown`] for a text of several lines, whose ends and tabs stay.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    let is_end = |c: char| matches!(c, '\n' | '\t');
    if text.chars().all(|c| is_end(c) || (' '..='~').contains(&c)) {
        return Cow::Borrowed(text);
    }
    let piece = |piece: &str| {
        let line = piece.trim_end_matches(is_end);
        // A piece ends where the next one begins, so it has one such end at most.
        let end = piece.get(line.len()..).unwrap_or_default();
        format!("{}{end}", shown(line))
    };
    Cow::Owned(text.split_inclusive(is_end).map(piece).collect())
}

/// The text with a capital first letter, to begin a sentence. A first word that is not a plain word, such as a path, stays
/// as it is.
pub fn capitalised(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if word.trim_end_matches([',', ';', ':', '.']).chars().all(is_letter) => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

const BLOCK: usize = 256;

/// A property of characters. It remembers the answers for the basic plane, in blocks: a category is slow to look up, and
/// texts use few scripts.
pub(crate) struct CharSet {
    blocks: [OnceLock<[bool; BLOCK]>; BLOCK],
    has: fn(char) -> bool,
}

impl CharSet {
    pub(crate) const fn new(has: fn(char) -> bool) -> CharSet {
        CharSet { blocks: [const { OnceLock::new() }; BLOCK], has }
    }

    pub(crate) fn contains(&self, c: char) -> bool {
        let (at, place) = (c as usize / BLOCK, c as usize % BLOCK);
        let Some(block) = self.blocks.get(at) else { return (self.has)(c) };
        let first = c as u32 - place as u32;
        let fill = || std::array::from_fn(|at| char::from_u32(first + at as u32).is_some_and(self.has));
        block.get_or_init(fill).get(place).copied().unwrap_or(false)
    }
}

/// Whether a character steers a terminal or cannot be seen: controls, direction marks, zero-width characters, tags,
/// variation selectors, blanks other than the plain space, and code points without a glyph.
pub fn is_hidden(c: char) -> bool {
    static HIDDEN: CharSet = CharSet::new(is_unseen);
    HIDDEN.contains(c)
}

fn is_unseen(c: char) -> bool {
    let unseen = matches!(c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}');
    unseen
        || match c.general_category_group() {
            GeneralCategoryGroup::Separator => c != ' ',
            group => group == GeneralCategoryGroup::Other,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn terminal_controls_are_written_out() {
        for (text, safe) in [
            ("plain é 北京 😀", "plain é 北京 😀"),
            ("a\u{1b}[2J\n\t\0\u{7f}", "a␛[2J␊␉␀␡"),
            ("\u{9b}2J", "⟨U+009B⟩2J"),
            ("\u{202e}b\u{200b}\u{2066}", "⟨U+202E⟩b⟨U+200B⟩⟨U+2066⟩"),
            ("\u{e0041}", "⟨U+E0041⟩"),
            ("a\u{a0}b\u{3000}", "a⟨U+00A0⟩b⟨U+3000⟩"),
            ("👩\u{200d}💻", "👩⟨U+200D⟩💻"),
            ("\u{301}e\u{301}", "◌\u{301}e\u{301}"),
            ("f=\u{301}", "f=◌\u{301}"),
        ] {
            assert_eq!(shown(text), safe, "{text:?}");
        }
        assert_eq!(shown_lines("a\tb\r\n\u{1b}c\n\n\u{202e}"), "a\tb␍\n␛c\n\n⟨U+202E⟩");
        assert!(matches!(shown_lines("a\tb\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_set_of_characters_agrees_with_its_function() {
        let set = CharSet::new(char::is_uppercase);
        let all = (0..=0x1_0fff).step_by(7).filter_map(char::from_u32);
        all.for_each(|c| assert_eq!(set.contains(c), c.is_uppercase(), "{c:?}"));
    }

    #[test]
    fn width_is_in_cells() {
        for (text, width) in [("abc", 3), ("北京", 4), ("e\u{301}", 1), ("😀", 2), ("👍🏽", 2), ("─∑", 2)]
        {
            assert_eq!(display_width(text), width, "{text}");
        }
    }

    #[test]
    fn a_cut_keeps_both_ends() {
        for (text, width, cut) in [
            ("outlook=Sunny", 13, "outlook=Sunny"),
            ("outlook=Sunny", 8, "outl…nny"),
            ("北京北京北京", 7, "北…北京"),
            ("abc", 1, "…"),
            ("abc", 0, ""),
        ] {
            assert_eq!(shorten(text, width), cut, "{text} in {width}");
        }
        assert_eq!(shorten_with("outlook=Sunny", 8, "..."), "out...ny");
        assert_eq!(shorten_with("outlook=Sunny", 2, "..."), "ou");
    }

    proptest! {
        #[test]
        fn nothing_hidden_is_left_and_a_cut_fits(text in "\\PC{0,12}|[\u{0}-\u{20}\u{301}\u{202e}\u{200d}a北😀]{0,12}", width in 0usize..20) {
            let safe = shown(&text).into_owned();
            prop_assert!(safe.chars().all(|c| !is_hidden(c)), "{:?}", safe);
            prop_assert_eq!(shown(&safe), safe.as_str());
            prop_assert!(display_width(&shorten(&safe, width)) <= width);
        }
    }
}
