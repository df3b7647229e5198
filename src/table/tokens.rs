//! The words of a document. Queries are cut into words here too, so that a query and the data always agree.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::text::CharSet;

/// The words of a text in reading order, after lower-casing where `lower_case` says so. A word is a run of Unicode letters
/// and numbers (general categories L and N) with their combining marks (M) and the two joiners of Indic and Persian script.
pub fn tokens(text: &str, lower_case: bool) -> impl Iterator<Item = Cow<'_, str>> {
    let ascii = text.is_ascii();
    // Lower-casing may change what is a letter, so a text beyond ASCII is lower-cased before it is cut.
    let text = if lower_case && !ascii { Cow::Owned(text.to_lowercase()) } else { Cow::Borrowed(text) };
    Tokens { text, at: 0, is_ascii: ascii, lower_case }
}

/// Calls `each` with every word of an ASCII text: the text up to its end, and its length. Nothing is lower-cased.
pub(super) fn ascii_words(text: &[u8], mut each: impl FnMut(&[u8], usize)) {
    // Where a word goes on from the bytes before, it began there.
    let (mut begun, mut is_inside) = (0, false);
    for (at, piece) in (0..).step_by(64).zip(text.chunks(64)) {
        let mut padded = [0; 64];
        let mask = match <&[u8; 64]>::try_from(piece) {
            Ok(piece) => word_bytes(piece),
            Err(_) => {
                padded.iter_mut().zip(piece).for_each(|(to, from)| *to = *from);
                word_bytes(&padded)
            }
        };
        // A bit wherever a word begins, and one behind its end.
        let mut changes = mask ^ (mask << 1 | u64::from(is_inside));
        while changes != 0 {
            let place = at + changes.trailing_zeros() as usize;
            if is_inside {
                each(text.get(..place).unwrap_or(text), place - begun);
            }
            (begun, is_inside) = (place, !is_inside);
            changes &= changes - 1;
        }
    }
    if is_inside {
        each(text, text.len() - begun);
    }
}

fn word_bytes(bytes: &[u8; 64]) -> u64 {
    const fn all(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    // The highest bit of each byte tells whether it is in a range; no sum of two bytes below 128 carries into the next.
    let is_within =
        |word: u64, from: u8, to: u8| (word + all(0x80 - from)) & !(word + all(0x7f - to)) & all(0x80);
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().rev().fold(0, |mask, word| {
        let word = u64::from_le_bytes(*word) & all(0x7f);
        let found = is_within(word | all(0x20), b'a', b'z') | is_within(word, b'0', b'9');
        mask << 8 | (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

struct Tokens<'a> {
    text: Cow<'a, str>,
    at: usize,
    is_ascii: bool,
    lower_case: bool,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let (start, end) = if self.is_ascii { ascii_word(rest.as_bytes()) } else { word(rest) }?;
        let (start, end) = (self.at + start, self.at + end);
        self.at = end;
        match &self.text {
            Cow::Owned(text) => text.get(start..end).map(|word| Cow::Owned(word.to_owned())),
            Cow::Borrowed(text) => {
                let word = text.get(start..end)?;
                let lower = self.is_ascii && self.lower_case && word.bytes().any(|b| b.is_ascii_uppercase());
                Some(if lower { Cow::Owned(word.to_ascii_lowercase()) } else { Cow::Borrowed(word) })
            }
        }
    }
}

fn word(text: &str) -> Option<(usize, usize)> {
    let start = text.find(begins_word)?;
    let rest = text.get(start..)?;
    Some((start, start + rest.find(|c| !continues_word(c)).unwrap_or(rest.len())))
}

fn ascii_word(text: &[u8]) -> Option<(usize, usize)> {
    let start = text.iter().position(u8::is_ascii_alphanumeric)?;
    let rest = text.get(start..)?;
    let length = rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len());
    Some((start, start + length))
}

fn begins_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    static LETTERS: CharSet = CharSet::new(is_letter_or_number);
    LETTERS.contains(c)
}

fn continues_word(c: char) -> bool {
    static MARKS: CharSet = CharSet::new(is_mark_or_joiner);
    begins_word(c) || !c.is_ascii() && MARKS.contains(c)
}

fn is_letter_or_number(c: char) -> bool {
    matches!(c.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

fn is_mark_or_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}') || c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        tokens(text, true).map(Cow::into_owned).collect()
    }

    #[test]
    fn words_of_bytes_are_those_of_characters() {
        let text: String = (0..300u32).map(|at| char::from((at * 37 % 128) as u8)).collect();
        let all = [
            "",
            "a",
            " ",
            "a b",
            "-a-",
            &"x".repeat(200),
            &"ab ".repeat(70),
            &"{z}@Z[`a/09:".repeat(20),
            &text,
        ];
        for from in all.iter().flat_map(|text| (0..text.len().min(70)).map(move |at| &text[at..])).chain([""])
        {
            let mut found: Vec<&str> = Vec::new();
            ascii_words(from.as_bytes(), |text, length| {
                found.push(&from[text.len() - length..text.len()]);
            });
            assert_eq!(found, tokens(from, false).collect::<Vec<_>>(), "{from:?}");
        }
    }

    #[test]
    fn words_are_runs_of_letters_and_numbers() {
        assert_eq!(cut("Chinese Beijing, CHINESE!"), ["chinese", "beijing", "chinese"]);
        assert_eq!(cut("don't  snake_case x2"), ["don", "t", "snake", "case", "x2"]);
        assert_eq!(cut("Élan ½ Ⅷ 北京"), ["élan", "½", "ⅷ", "北京"]);
        assert_eq!(cut("?"), Vec::<String>::new());
        assert_eq!(tokens("Ab É", false).collect::<Vec<_>>(), ["Ab", "É"]);
    }

    #[test]
    fn combining_marks_belong_to_the_word() {
        assert_eq!(cut("मीठी चाय, गर्म; तेज़ खिलाड़ी"), ["मीठी", "चाय", "गर्म", "तेज़", "खिलाड़ी"]);
        assert_eq!(cut("తెలుగు భాష"), ["తెలుగు", "భాష"]);
        assert_eq!(cut("مُحَمَّدٌ كَتَبَ"), ["مُحَمَّدٌ", "كَتَبَ"]);
        assert_eq!(cut("می\u{200c}خواهم"), ["می\u{200c}خواهم"]);
        assert_eq!(cut("İzmir ve Ankara"), ["i\u{307}zmir", "ve", "ankara"]);
        assert_eq!(cut("e\u{301}te\u{301}-cafe\u{301}"), ["e\u{301}te\u{301}", "cafe\u{301}"]);
        // A mark alone is no word, and none begins with one.
        assert_eq!(cut("\u{301} - \u{94d}a ☃\u{fe0f} 👩\u{200d}🚀"), ["a"]);
    }
}
