//! Texts as they are met, each once and all in one piece of memory, with codes in order of first appearance: what a
//! [`Dictionary`](super::Dictionary) is made of when its column has been read.

use std::hash::BuildHasher;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

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
}
