//! A column of a table: its name, its kind, the texts that its codes stand for.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use hashbrown::HashTable;

use super::number_style::NumberStyle;
use super::number_style::with_point;
use super::texts::{Texts, hash};
use super::unit::Unit;
use super::value::{alike, is_mark, is_missing};
use crate::math::Name;

/// How the cells of a column are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Numeric,
    /// Two values, one of which counts as 1.
    Binary,
    Categorical,
    Text,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Numeric, Kind::Categorical, Kind::Binary, Kind::Text];

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
    pub name: Name,
    pub unnamed: bool,
    pub kind: Kind,
    /// Categories, or the words of a text column, in order of first appearance; empty for numbers.
    pub dictionary: Dictionary,
    /// Whether it holds the surplus fields of rows that are longer than the header.
    pub surplus: bool,
    pub missing: u64,
    /// Texts such as `NA` among its missing cells, and how often each; not the empty cell and `?`.
    pub marks: Vec<(String, u64)>,
    pub decimals: u8,
    pub style: NumberStyle,
    pub unit: Option<Unit>,
}

impl Column {
    /// A number of the column as it was written or typed, with its unit or without, as a number with a point; `None` where
    /// that is how it is written, and for other text. What a `file` has is written as the column is.
    pub(crate) fn with_point(&self, text: &str, file: bool) -> Option<String> {
        let stripped = self.unit.as_ref().and_then(|unit| unit.strip(text)).filter(|number| number != text);
        let number = stripped.as_deref().unwrap_or(text);
        with_point(number, self.style, file).or(stripped)
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.style == NumberStyle::Point && self.unit.is_none()
    }
}

/// Texts and their codes, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    names: Vec<Name>,
    codes: HashTable<u32>,
    /// The codes by what equal values have in common; `None` where several do. Made when it is first asked for.
    alike: OnceLock<HashMap<String, Option<u32>>>,
}

impl Dictionary {
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn names(&self) -> &[Name] {
        &self.names
    }

    pub fn name(&self, code: u32) -> Option<&Name> {
        self.names.get(code as usize)
    }

    pub fn code(&self, text: &str) -> Option<u32> {
        self.find(hash(text.as_bytes()), text.as_bytes())
    }

    /// The code of the value that a text means: the one that is written so, else the only one that equals it but for case,
    /// blanks, Unicode form or the notation of a number.
    pub fn meant(&self, text: &str) -> Option<u32> {
        self.code(text).or_else(|| {
            let all = self.alike.get_or_init(|| {
                let mut all: HashMap<String, Option<u32>> = HashMap::new();
                for (code, name) in (0..).zip(&self.names) {
                    let key = alike(name.as_str()).into_owned();
                    all.entry(key).and_modify(|code| *code = None).or_insert(Some(code));
                }
                all
            });
            all.get(alike(text).as_ref()).copied().flatten()
        })
    }

    pub(super) fn find(&self, hash: u64, text: &[u8]) -> Option<u32> {
        let is_it = |code: &u32| self.name(*code).is_some_and(|name| name.as_str().as_bytes() == text);
        self.codes.find(hash, is_it).copied()
    }

    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        let hash = hash(text.as_bytes());
        self.find(hash, text.as_bytes()).unwrap_or_else(|| self.add(hash, Name::new(text)))
    }

    fn add(&mut self, hash_of_name: u64, name: Name) -> u32 {
        let code = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name);
        self.alike.take();
        let names = &self.names;
        let hash_of = |code: &u32| names.get(*code as usize).map_or(0, |name| hash(name.as_str().as_bytes()));
        self.codes.insert_unique(hash_of_name, code, hash_of);
        code
    }
}

impl From<Texts> for Dictionary {
    fn from(texts: Texts) -> Self {
        let all = texts.iter();
        let mut dictionary = Dictionary {
            names: Vec::with_capacity(all.len()),
            codes: HashTable::with_capacity(all.len()),
            ..Dictionary::default()
        };
        for (hash, text) in all {
            dictionary.add(hash, Name::new(String::from_utf8_lossy(text)));
        }
        dictionary
    }
}

/// One cell, as the table holds it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell<'a> {
    Missing,
    Number(f64),
    Category(&'a Name),
    Text(&'a str),
}

impl Column {
    /// A column of which only the name and the kind are known.
    pub fn named(name: &str, kind: Kind) -> Column {
        Column {
            name: Name::new(name),
            unnamed: false,
            kind,
            dictionary: Dictionary::default(),
            surplus: false,
            missing: 0,
            marks: Vec::new(),
            decimals: 0,
            style: NumberStyle::default(),
            unit: None,
        }
    }

    /// Whether a text, as a case or another file has it, stands for a missing cell of this column; `listed` is what the
    /// recipe lists as missing.
    pub fn is_missing(&self, text: &str, listed: Option<&[String]>) -> bool {
        let is_value = || self.dictionary.code(text).is_some();
        is_missing(text.as_bytes(), listed) || listed.is_none() && is_mark(text) && !is_value()
    }
}
