//! Texts of a column as codes, and the words of a text.

use crate::text::CharSet;
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::LazyLock;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// One for the whole program, so that what was hashed in one place is found in another.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::default);

pub(super) fn hash(text: &[u8]) -> u64 {
    HASHES.hash_one(text)
}

#[derive(Debug, Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    each: Vec<(u64, usize)>,
    codes: HashTable<u32>,
    /// Short texts that were met lately, each where its bytes say, with its code; empty until many are expected.
    recent: Vec<(u128, u32)>,
}

/// The bytes of a text of at most 15 and its length in one number; `None` of any other. It is the last of a longer text, of
/// which 16 bytes are looked at.
#[inline(always)]
fn short(text: &[u8], length: usize) -> Option<u128> {
    let last = u128::from_le_bytes(*text.last_chunk::<16>()?);
    let is_short = length.wrapping_sub(1) < 15;
    is_short.then(|| last & (u128::MAX << (128 - 8 * (length & 15))) | length as u128)
}

impl Texts {
    /// Makes looking up short texts cheaper where many will come, in room for so many at most.
    pub fn expect(&mut self, texts: usize, room: usize) {
        let room = texts.next_power_of_two().min(room);
        if texts > FEW && self.recent.len() < room {
            self.recent = vec![(0, 0); room];
        }
    }

    /// As [`Texts::intern`], of the last bytes of a text.
    #[inline]
    pub(crate) fn intern_last(&mut self, text: &[u8], length: usize) -> u32 {
        let key = short(text, length);
        if let Some(key) = key {
            let mixed =
                (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let place = (mixed >> 32) as usize & self.recent.len().wrapping_sub(1);
            if let Some((_, code)) = self.recent.get(place).filter(|(known, _)| *known == key) {
                return *code;
            }
            let code = self.intern(text.get(text.len() - length..).unwrap_or_default());
            if let Some(entry) = self.recent.get_mut(place) {
                *entry = (key, code);
            }
            return code;
        }
        self.intern(text.get(text.len().saturating_sub(length)..).unwrap_or_default())
    }

    pub(crate) fn intern(&mut self, text: &[u8]) -> u32 {
        self.intern_hashed(hash(text), text)
    }

    fn intern_hashed(&mut self, hash: u64, text: &[u8]) -> u32 {
        let (each, bytes) = (&self.each, &self.bytes);
        let is_it = |code: &u32| {
            let end = each.get(*code as usize);
            end.is_some_and(|(other, end)| {
                let before = code.checked_sub(1).and_then(|before| each.get(before as usize));
                let start = before.map_or(0, |(_, start)| *start);
                *other == hash && bytes.get(start..*end).is_some_and(|known| is_same(known, text))
            })
        };
        if let Some(code) = self.codes.find(hash, is_it) {
            return *code;
        }
        let code = u32::try_from(self.each.len()).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(text);
        self.each.push((hash, self.bytes.len()));
        let each = &self.each;
        let hash_of = |code: &u32| each.get(*code as usize).map_or(0, |(hash, _)| *hash);
        self.codes.insert_unique(hash, code, hash_of);
        code
    }

    /// Takes the texts of another one in, and gives the code of each of them here.
    pub fn merge(&mut self, other: &Texts) -> Vec<u32> {
        other.iter().map(|(hash, text)| self.intern_hashed(hash, text)).collect()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, &[u8])> {
        let mut start = 0;
        self.each.iter().map(move |(hash, end)| {
            let text = self.bytes.get(start..*end).unwrap_or_default();
            start = *end;
            (*hash, text)
        })
    }
}

/// For fewer texts it is not worth while to remember those that were met lately.
const FEW: usize = 256;

/// Whether two texts are the same. Most are short, and a call for each would take longer than to compare them.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk::<8>(), one.last_chunk::<8>()) {
        _ if one.len() != other.len() => false,
        (Some(first), Some(last)) if one.len() <= 16 => {
            other.first_chunk::<8>() == Some(first) && other.last_chunk::<8>() == Some(last)
        }
        (Some(_), _) => one == other,
        (None, _) => match (one.first_chunk::<4>(), one.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                other.first_chunk::<4>() == Some(first) && other.last_chunk::<4>() == Some(last)
            }
            _ => one.iter().zip(other).all(|(a, b)| a == b),
        },
    }
}

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

    fn texts(all: &[String]) -> (Texts, Vec<u32>) {
        let mut texts = Texts::default();
        let codes = all.iter().map(|text| texts.intern(text.as_bytes())).collect();
        (texts, codes)
    }

    #[test]
    fn each_text_has_one_code_in_order_of_first_appearance() {
        // Of every length around those that are compared otherwise, alike but for their first, middle or last byte.
        let of = |length: usize, odd: usize| -> String {
            (0..length).map(|at| if at == odd { 'x' } else { char::from(b'a' + at as u8) }).collect()
        };
        let mut all: Vec<String> =
            (0..20).flat_map(|length| (0..=length).map(move |odd| of(length, odd))).collect();
        all.dedup();
        let twice = [all.clone(), all.clone()].concat();
        let (texts_of_all, codes) = texts(&twice);
        let expected: Vec<u32> = (0..all.len() as u32).collect();
        assert_eq!(codes, [expected.clone(), expected].concat());
        let found: Vec<&[u8]> = texts_of_all.iter().map(|(_, text)| text).collect();
        assert_eq!(found, all.iter().map(|text| text.as_bytes()).collect::<Vec<_>>());
    }

    #[test]
    fn what_ends_alike_is_not_the_same() {
        let all = ["b", "ab", "", "bb", "cab"].map(str::to_owned);
        assert_eq!(texts(&all).1, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn texts_that_are_remembered_have_the_codes_of_all() {
        // More texts than there is room for, of every length around the longest that is remembered, again and again.
        let words: Vec<String> = (0..600).map(|at| format!("{at}{}", "x".repeat(at * 7 % 17))).collect();
        let (mut plain, mut quick) = (Texts::default(), Texts::default());
        for room in [0, 1 << 4, 1 << 9] {
            quick.expect(FEW + 1, room);
            for word in words.iter().chain(words.iter().rev()).chain(words.iter().step_by(7)) {
                let before = format!("of what stands before, {word}");
                assert_eq!(quick.intern_last(before.as_bytes(), word.len()), plain.intern(word.as_bytes()));
                assert_eq!(quick.intern_last(word.as_bytes(), word.len()), plain.intern(word.as_bytes()));
            }
        }
        assert_eq!(quick.iter().collect::<Vec<_>>(), plain.iter().collect::<Vec<_>>());
    }

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
