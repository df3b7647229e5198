//! Columns, dictionaries of their values, and the words of a text.

use super::number::number;
use super::{NumberStyle, Unit, with_point};
use crate::math::Name;
use crate::problem::words;
use crate::text::{CharSet, is_hidden};
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{LazyLock, OnceLock};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

words!(#[derive(Default)] Kind, "kind of column" {
    Numeric = "numeric",
    #[default]
    Categorical = "categorical",
    /// Two values, one of which counts as 1.
    Binary = "binary",
    Text = "text",
});

#[derive(Clone, Debug, Default)]
pub struct Column {
    pub name: Name,
    pub unnamed: bool,
    pub kind: Kind,
    /// Categories, or the words of a text column, in order of first appearance; empty for numbers.
    pub dictionary: Dictionary,
    /// Whether it holds the surplus fields of rows that are longer than the header.
    pub surplus: bool,
    /// Whether it is computed from other columns: see [`FeatureMap`](super::FeatureMap).
    pub derived: bool,
    pub missing: u64,
    /// Texts such as `NA` among its missing cells, and how often each; not the empty cell and `?`.
    pub marks: Vec<(String, u64)>,
    pub decimals: u8,
    pub style: NumberStyle,
    pub unit: Option<Unit>,
}

impl Column {
    pub fn named(name: &str, kind: Kind) -> Column {
        Column { name: Name::new(name), kind, ..Column::default() }
    }

    /// Whether a text, as a case or another file has it, is a missing cell of this column; `listed` is what the recipe
    /// lists as missing.
    pub fn is_missing(&self, text: &str, listed: Option<&[String]>) -> bool {
        let is_value = || self.dictionary.code(text).is_some();
        is_missing(text.as_bytes(), listed) || listed.is_none() && is_mark(text) && !is_value()
    }

    /// A number of the column as it was written or typed, with its unit or without, as a number with a point; `None` where
    /// that is how it is written, and for other text. What a `file` has is written as the column is.
    pub fn with_point(&self, text: &str, file: bool) -> Option<String> {
        let stripped = self.unit.as_ref().and_then(|unit| unit.strip(text)).filter(|number| number != text);
        let number = stripped.as_deref().unwrap_or(text);
        with_point(number, self.style, file).or(stripped)
    }

    pub(crate) fn is_category(&self) -> bool {
        matches!(self.kind, Kind::Binary | Kind::Categorical)
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.style == NumberStyle::Point && self.unit.is_none()
    }
}

/// Texts and their codes, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    bytes: Vec<u8>,
    /// The hash of each text, and where its bytes end.
    each: Vec<(u64, usize)>,
    codes: HashTable<u32>,
    /// The same texts, made when they are first asked for.
    names: OnceLock<Vec<Name>>,
    /// The codes by what equal values have in common; `None` where several do. Made when it is first asked for.
    by_key: OnceLock<HashMap<String, Option<u32>>>,
    /// Short texts that were met lately, each where its bytes say, with its code; empty until many are expected.
    recent: Vec<(u128, u32)>,
}

/// One for the whole program, so that what was hashed in one place is found in another.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// The bytes of a text of at most 15 and its length in one number; `None` of any other. The text is the end of a longer
/// one, which must have 16 bytes.
#[inline(always)]
fn short(text: &[u8], length: usize) -> Option<u128> {
    let last = u128::from_le_bytes(*text.last_chunk::<16>()?);
    let is_short = length.wrapping_sub(1) < 15;
    is_short.then(|| last & (u128::MAX << (128 - 8 * (length & 15))) | length as u128)
}

impl Dictionary {
    pub fn len(&self) -> usize {
        self.each.len()
    }

    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    pub fn names(&self) -> &[Name] {
        let name = |(_, text): (u64, &[u8])| Name::new(String::from_utf8_lossy(text));
        self.names.get_or_init(|| self.texts().map(name).collect())
    }

    pub fn name(&self, code: u32) -> Option<&Name> {
        self.names().get(code as usize)
    }

    #[inline]
    fn text(&self, code: u32) -> Option<(u64, &[u8])> {
        let (hash, end) = *self.each.get(code as usize)?;
        let before = code.checked_sub(1).and_then(|before| self.each.get(before as usize));
        Some((hash, self.bytes.get(before.map_or(0, |(_, end)| *end)..end)?))
    }

    fn texts(&self) -> impl Iterator<Item = (u64, &[u8])> {
        (0..self.each.len() as u32).filter_map(|code| self.text(code))
    }

    pub fn code(&self, text: &str) -> Option<u32> {
        self.find(HASHES.hash_one(text.as_bytes()), text.as_bytes())
    }

    /// The code of the value that a text means: the one that is written so, else the only one that equals it but for case,
    /// blanks, Unicode form or the notation of a number.
    pub fn meant(&self, text: &str) -> Option<u32> {
        self.code(text).or_else(|| {
            let all = self.by_key.get_or_init(|| {
                let mut all: HashMap<String, Option<u32>> = HashMap::new();
                for (code, name) in (0..).zip(self.names()) {
                    let key = value_key(name.as_str()).into_owned();
                    all.entry(key).and_modify(|code| *code = None).or_insert(Some(code));
                }
                all
            });
            all.get(value_key(text).as_ref()).copied().flatten()
        })
    }

    fn find(&self, hash: u64, text: &[u8]) -> Option<u32> {
        let is_it = |(other, known)| other == hash && is_same(known, text);
        self.codes.find(hash, |code| self.text(*code).is_some_and(is_it)).copied()
    }

    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        self.intern_bytes(text.as_bytes())
    }

    pub(super) fn intern_bytes(&mut self, text: &[u8]) -> u32 {
        self.intern_hashed(HASHES.hash_one(text), text)
    }

    fn intern_hashed(&mut self, hash: u64, text: &[u8]) -> u32 {
        if let Some(code) = self.find(hash, text) {
            return code;
        }
        let code = u32::try_from(self.each.len()).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(text);
        self.each.push((hash, self.bytes.len()));
        if let Some(names) = self.names.get_mut() {
            names.push(Name::new(String::from_utf8_lossy(text)));
        }
        self.by_key.take();
        let each = &self.each;
        let hash_of = |code: &u32| each.get(*code as usize).map_or(0, |(hash, _)| *hash);
        self.codes.insert_unique(hash, code, hash_of);
        code
    }

    /// Adds the texts of another dictionary; gives the code of each of them here.
    pub(super) fn merge(&mut self, other: &Dictionary) -> Vec<u32> {
        other.texts().map(|(hash, text)| self.intern_hashed(hash, text)).collect()
    }

    /// Makes [`Dictionary::intern_last`] cheaper where many texts will come, by remembering at most `room` of them.
    pub(super) fn expect(&mut self, texts: usize, room: usize) {
        let room = texts.next_power_of_two().min(room);
        if texts > FEW && self.recent.len() < room {
            self.recent = vec![(0, 0); room];
        }
    }

    pub(super) fn expect_no_more(&mut self) {
        self.recent = Vec::new();
    }

    /// The code of the last bytes of a text.
    #[inline]
    pub(super) fn intern_last(&mut self, text: &[u8], length: usize) -> u32 {
        let own = text.get(text.len().saturating_sub(length)..).unwrap_or_default();
        let Some(key) = short(text, length) else { return self.intern_bytes(own) };
        let mixed = (key as u64 ^ ((key >> 64) as u64).rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> 32) as usize & self.recent.len().wrapping_sub(1);
        if let Some((_, code)) = self.recent.get(place).filter(|(known, _)| *known == key) {
            return *code;
        }
        let code = self.intern_bytes(own);
        self.recent.get_mut(place).into_iter().for_each(|entry| *entry = (key, code));
        code
    }
}

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

/// For fewer texts it is not worth while to remember those that were met lately.
const FEW: usize = 256;
/// The texts of a missing cell where a recipe lists none.
pub const ALWAYS_MISSING: [&str; 2] = ["", "?"];

/// Whether a trimmed cell is missing in every column: one of the listed texts, or empty or `?` where none are listed.
pub fn is_missing(cell: &[u8], listed: Option<&[String]>) -> bool {
    match listed {
        Some(listed) => listed.iter().any(|text| text.trim().as_bytes() == cell),
        None => matches!(cell, b"" | b"?"),
    }
}

pub(super) fn is_mark(cell: &str) -> bool {
    // “none” is left out: it is a value of its own in many questionnaires.
    const MARKS: [&str; 8] = ["nan", "-nan", "na", "n/a", "#n/a", "null", "-", "."];
    cell.len() <= 4 && MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(cell))
}

/// What equal values have in common: the number they write, or their words without case, hidden characters and Unicode
/// form. Texts of more than 200 bytes equal only themselves.
pub(super) fn value_key(value: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    if value.len() > LONGEST {
        return value.into();
    }
    if let Some(number) = number(value.as_bytes()) {
        // Minus zero is zero.
        return (number + 0.0).to_string().into();
    }
    let form: String = value.nfkc().collect();
    let words: Vec<&str> = form.split_whitespace().collect();
    let seen = words.join(" ");
    seen.chars().filter(|c| !is_hidden(*c)).flat_map(char::to_lowercase).nfkc().collect::<String>().into()
}

/// A cell as it is written for spreadsheets: with `'` before what they would run as a formula. [`unguarded`] undoes it.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if would_run(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the `'` that guards it.
pub(super) fn unguarded(cell: &[u8]) -> &[u8] {
    match cell {
        // Blanks before a value are not part of it, so none was guarded for their sake.
        [b'\'', rest @ ..]
            if !rest.first().is_some_and(u8::is_ascii_whitespace)
                && std::str::from_utf8(rest).is_ok_and(would_run) =>
        {
            rest
        }
        _ => cell,
    }
}

/// Whether a spreadsheet would take a cell for a formula: it begins like one, and is neither a number nor a dash. So would what is
/// guarded, once the guard is taken away.
fn would_run(cell: &str) -> bool {
    let rest = cell.trim_start_matches('\'');
    let is_sign = rest.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    cell.starts_with(['\t', '\r', '\n']) || is_sign && rest != "-" && !is_signed_number(rest)
}

/// Whether a cell is a sign and digits, with a decimal mark and an exponent if need be; or minus infinity, as it is written
/// here.
fn is_signed_number(cell: &str) -> bool {
    let Some(number) = cell.strip_prefix(['+', '-']) else { return false };
    let (number, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    cell == "-inf" || digits(exponent) && digits(&number.replacen(['.', ','], "", 1))
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    Missing,
    Number(f64),
    Category(&'a Name),
    Text(&'a str),
}

/// The words of a text in reading order, after lower-casing where `lower_case` says so. A word is a run of Unicode letters
/// and numbers (general categories L and N) with their combining marks (M) and the two joiners of Indic and Persian script.
pub fn tokens(text: &str, lower_case: bool) -> impl Iterator<Item = Cow<'_, str>> {
    // Lower-casing may change what is a letter, so a text is lower-cased before it is cut.
    let is_lower = !lower_case || text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
    let text = if is_lower { Cow::Borrowed(text) } else { Cow::Owned(text.to_lowercase()) };
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.find(begins_word)?;
        let length = text.get(start..)?.find(|c| !continues_word(c));
        at = length.map_or(text.len(), |length| start + length);
        match &text {
            Cow::Borrowed(text) => text.get(start..at).map(Cow::Borrowed),
            Cow::Owned(text) => text.get(start..at).map(|word| Cow::Owned(word.to_owned())),
        }
    })
}

/// Calls `each` with every word of an ASCII text: the text up to its end, and its length. Nothing is lower-cased.
pub(super) fn ascii_words(text: &[u8], mut each: impl FnMut(&[u8], usize)) {
    const fn all(byte: u8) -> u64 {
        u64::from_le_bytes([byte; 8])
    }
    // The highest bit of each byte tells whether it is in a range; no sum of two bytes below 128 carries into the next.
    let is_within =
        |word: u64, from: u8, to: u8| (word + all(0x80 - from)) & !(word + all(0x7f - to)) & all(0x80);
    let (words, rest) = text.as_chunks::<8>();
    // At least one byte after the text ends its last word.
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let (mut begun, mut is_inside) = (0, false);
    for (at, word) in (0..).step_by(8).zip(words.iter().chain([&last])) {
        let word = u64::from_le_bytes(*word);
        let found = is_within(word | all(0x20), b'a', b'z') | is_within(word, b'0', b'9');
        // A bit where a word begins, and where one has ended.
        let mut changes = found ^ (found << 8 | u64::from(is_inside) << 7);
        while changes != 0 {
            let place = at + changes.trailing_zeros() as usize / 8;
            if is_inside {
                each(text.get(..place).unwrap_or(text), place - begun);
            }
            (begun, is_inside) = (place, !is_inside);
            changes &= changes - 1;
        }
    }
}

fn begins_word(c: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number};
    static LETTERS: CharSet = CharSet::new(|c| matches!(c.general_category_group(), Letter | Number));
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { LETTERS.contains(c) }
}

fn continues_word(c: char) -> bool {
    static MARKS: CharSet = CharSet::new(|c| {
        matches!(c, '\u{200c}' | '\u{200d}') || c.general_category_group() == GeneralCategoryGroup::Mark
    });
    begins_word(c) || !c.is_ascii() && MARKS.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guarded_cells_are_read_back() {
        for cell in ["+", "=1+1", "-a", "'=1", "''+", "-", "-1", "'a", "'", "", "＝1", "-inf"] {
            assert_eq!(unguarded(guarded(cell).as_bytes()), cell.as_bytes(), "{cell}");
        }
        // No value begins with a blank, so this one was never guarded.
        assert_eq!(unguarded(b"'\r'"), b"'\r'");
    }

    #[test]
    fn equal_values_have_one_key() {
        let is_alike =
            |pair: &str| pair.split_once('/').is_some_and(|(one, other)| value_key(one) == value_key(other));
        for pair in ["TEA/tea", "1/1.0", "0/-0.0", "a  b/A b", "ﬁ/fi", "1e3/1000"] {
            assert!(is_alike(pair), "{pair}");
        }
        for pair in ["1 0/10", "a b/ab", "1/1.01", "é/e"] {
            assert!(!is_alike(pair), "{pair}");
        }
    }

    #[test]
    fn each_text_has_one_code_in_order_of_first_appearance() {
        // Of every length around those that are compared otherwise, that differ in one byte.
        let of = |length: usize, odd: usize| -> String {
            (0..length).map(|at| if at == odd { 'x' } else { char::from(b'a' + at as u8) }).collect()
        };
        let all = (0..20).flat_map(|length| (0..length).map(move |odd| of(length, odd)));
        let all: Vec<String> = all.chain([String::new()]).collect();
        let mut dictionary = Dictionary::default();
        for _ in 0..2 {
            let codes: Vec<u32> = all.iter().map(|text| dictionary.intern(text)).collect();
            assert_eq!(codes, (0..all.len() as u32).collect::<Vec<u32>>());
        }
        assert!(dictionary.names().iter().map(Name::as_str).eq(all.iter().map(String::as_str)));
    }

    #[test]
    fn texts_that_are_remembered_have_the_codes_of_all() {
        // More texts than there is room for, of every length around the longest that is remembered, again and again.
        let words: Vec<String> = (0..600).map(|at| format!("{at}{}", "x".repeat(at * 7 % 17))).collect();
        let (mut plain, mut quick) = (Dictionary::default(), Dictionary::default());
        for room in [0, 1 << 4, 1 << 9] {
            quick.expect(FEW + 1, room);
            for word in words.iter().chain(words.iter().rev()).chain(words.iter().step_by(7)) {
                let before = format!("of what stands before, {word}");
                assert_eq!(quick.intern_last(before.as_bytes(), word.len()), plain.intern(word));
                assert_eq!(quick.intern_last(word.as_bytes(), word.len()), plain.intern(word));
            }
        }
        assert_eq!(quick.names(), plain.names());
    }

    fn cut(text: &str) -> Vec<String> {
        tokens(text, true).map(Cow::into_owned).collect()
    }

    #[test]
    fn words_of_bytes_are_those_of_characters() {
        let text: String = (0..300u32).map(|at| char::from((at * 37 % 128) as u8)).collect();
        let long = ["x".repeat(200), "ab ".repeat(70), "{z}@Z[`a/09:".repeat(20), text];
        let all = ["", "a", " ", "a b", "-a-"].into_iter().chain(long.iter().map(String::as_str));
        for from in all.flat_map(|text| (0..=text.len().min(70)).map(move |at| &text[at..])) {
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
        // A mark alone is not a word, and none begins with one.
        assert_eq!(cut("\u{301} - \u{94d}a ☃\u{fe0f} 👩\u{200d}🚀"), ["a"]);
    }
}
