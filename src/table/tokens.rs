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
    Tokens { text, at: 0, lower_ascii: lower_case && ascii }
}

struct Tokens<'a> {
    text: Cow<'a, str>,
    at: usize,
    lower_ascii: bool,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Cow<'a, str>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find(is_word_char)?;
        let word = self.text.get(start..)?;
        let end = start + word.find(|c| !is_word_char(c)).unwrap_or(word.len());
        self.at = end;
        match &self.text {
            Cow::Owned(text) => text.get(start..end).map(|word| Cow::Owned(word.to_owned())),
            Cow::Borrowed(text) => {
                let word = text.get(start..end)?;
                let lower = self.lower_ascii && word.bytes().any(|b| b.is_ascii_uppercase());
                Some(if lower { Cow::Owned(word.to_ascii_lowercase()) } else { Cow::Borrowed(word) })
            }
        }
    }
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
