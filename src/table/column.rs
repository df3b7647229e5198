//! A column of a table: its name, its kind, the texts that its codes stand for.

use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use super::missing::{is_mark, is_missing};
use super::number_style::NumberStyle;
use crate::math::Name;

/// How the cells of a column are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Numbers.
    Numeric,
    /// Two values, one of which counts as 1.
    Binary,
    /// A few values, compared as exact text.
    Categorical,
    /// Documents: words are counted.
    Text,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Numeric, Kind::Categorical, Kind::Binary, Kind::Text];

    /// The word for it in recipes and flags.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Numeric => "numeric",
            Kind::Binary => "binary",
            Kind::Categorical => "categorical",
            Kind::Text => "text",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One column of a table: its name, its kind, and the texts its codes stand for.
#[derive(Clone, Debug)]
pub struct Column {
    /// The header, made unique.
    pub name: Name,
    /// Whether the header has no name there.
    pub unnamed: bool,
    /// How the cells were read.
    pub kind: Kind,
    /// Categories, or the words of a text column, in order of first appearance; empty for numbers.
    pub dictionary: Dictionary,
    /// Whether it holds the surplus fields of rows that are longer than the header.
    pub surplus: bool,
    /// Cells that are missing.
    pub missing: u64,
    /// Texts such as `NA` among its missing cells, and how often each; not the empty cell and `?`.
    pub marks: Vec<(String, u64)>,
    /// The greatest number of decimals written in a numeric column.
    pub decimals: u8,
    /// How its numbers are written.
    pub style: NumberStyle,
}

/// Texts and their codes, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    names: Vec<Name>,
    /// The codes, by the hashes of their texts.
    codes: HashTable<u32>,
    hashes: RandomState,
}

impl Dictionary {
    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The texts by code.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The text of a code.
    pub fn name(&self, code: u32) -> Option<&Name> {
        self.names.get(code as usize)
    }

    /// The code of a text, compared exactly.
    pub fn code(&self, text: &str) -> Option<u32> {
        self.find(self.hashes.hash_one(text.as_bytes()), text.as_bytes())
    }

    fn find(&self, hash: u64, text: &[u8]) -> Option<u32> {
        let is_it = |code: &u32| self.name(*code).is_some_and(|name| name.as_str().as_bytes() == text);
        self.codes.find(hash, is_it).copied()
    }

    /// Takes the texts of another one in, and gives the code of each of them here.
    pub(super) fn merge(&mut self, other: &Dictionary) -> Vec<u32> {
        other.names.iter().map(|name| self.intern_as(name.as_str().as_bytes(), || name.clone())).collect()
    }

    /// The code of a text, which gets the next one if it is new.
    pub fn intern(&mut self, text: &str) -> u32 {
        self.intern_as(text.as_bytes(), || Name::new(text))
    }

    /// The same of bytes that are UTF-8.
    pub(super) fn intern_bytes(&mut self, text: &[u8]) -> u32 {
        self.intern_as(text, || Name::new(String::from_utf8_lossy(text)))
    }

    fn intern_as(&mut self, text: &[u8], name: impl FnOnce() -> Name) -> u32 {
        let hash = self.hashes.hash_one(text);
        if let Some(code) = self.find(hash, text) {
            return code;
        }
        let code = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name());
        let (names, hashes) = (&self.names, &self.hashes);
        let hash_of = |code: &u32| {
            names.get(*code as usize).map_or(0, |name| hashes.hash_one(name.as_str().as_bytes()))
        };
        self.codes.insert_unique(hash, code, hash_of);
        code
    }
}

/// One cell, as the table holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    /// Empty, or one of the missing markers.
    Missing,
    /// A finite number.
    Number(f64),
    /// A category, by its text.
    Category(&'a Name),
    /// A document, as written.
    Text(&'a str),
}

impl Column {
    /// Whether a text, as a case or another file has it, stands for a missing cell of this column; `listed` is what the
    /// recipe lists as missing.
    pub fn is_missing(&self, text: &str, listed: Option<&[String]>) -> bool {
        let is_value = || self.dictionary.code(text).is_some();
        is_missing(text.as_bytes(), listed) || listed.is_none() && is_mark(text) && !is_value()
    }
}
