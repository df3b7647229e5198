//! The words of a document. Queries are cut into words here too, so that a query and the data always agree.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::text::CharSet;

/// The words of a text in reading order: runs of Unicode letters and numbers (general categories L and N), after
/// lower-casing where `lower_case` says so.
pub fn tokens(text: &str, lower_case: bool) -> impl Iterator<Item = Cow<'_, str>> {
    let ascii = text.is_ascii();
    // Lower-casing may change what is a letter, so a text beyond ASCII is lower-cased before it is cut.
    let text = if lower_case && !ascii { Cow::Owned(text.to_lowercase()) } else { Cow::Borrowed(text) };
    Tokens { text, at: 0, is_ascii: ascii, lower_case }
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

/// Where the first word begins and ends.
fn word(text: &str) -> Option<(usize, usize)> {
    let start = text.find(is_word_char)?;
    let rest = text.get(start..)?;
    Some((start, start + rest.find(|c| !is_word_char(c)).unwrap_or(rest.len())))
}

fn ascii_word(text: &[u8]) -> Option<(usize, usize)> {
    let start = text.iter().position(u8::is_ascii_alphanumeric)?;
    let rest = text.get(start..)?;
    let length = rest.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(rest.len());
    Some((start, start + length))
}

fn is_word_char(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    static WORDS: CharSet = CharSet::new(is_letter_or_number);
    WORDS.contains(c)
}

fn is_letter_or_number(c: char) -> bool {
    matches!(c.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        tokens(text, true).map(Cow::into_owned).collect()
    }

    #[test]
    fn words_are_runs_of_letters_and_numbers() {
        assert_eq!(cut("Chinese Beijing, CHINESE!"), ["chinese", "beijing", "chinese"]);
        assert_eq!(cut("don't  snake_case x2"), ["don", "t", "snake", "case", "x2"]);
        assert_eq!(cut("Élan ½ Ⅷ 北京"), ["élan", "½", "ⅷ", "北京"]);
        // A combining mark is neither letter nor number; Ⓐ is a symbol although it is called alphabetic.
        assert_eq!(cut("e\u{301}a Ⓐ"), ["e", "a"]);
        assert_eq!(cut("?"), Vec::<String>::new());
        assert_eq!(tokens("Ab É", false).collect::<Vec<_>>(), ["Ab", "É"]);
    }
}
