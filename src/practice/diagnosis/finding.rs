//! What a diagnosis is made from, and what it finds.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::math::{Number, Quantity, Sentence};
use crate::practice::mark::Key;
use crate::practice::read::Written;

#[derive(Clone, Debug)]
pub(in crate::practice) struct Line<'a> {
    /// From 1.
    pub number: usize,
    pub quantity: Quantity,
    pub key: &'a Key,
    pub written: &'a Written,
    pub standing: Standing,
    pub read: Number,
    pub meant: Option<Number>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::practice) enum Standing {
    Right,
    Wrong,
    Coarse,
    Open,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diagnosis {
    pub findings: Vec<Finding>,
    #[serde(skip)]
    pub(crate) slips: Vec<SlipIn>,
    #[serde(skip)]
    pub(super) known: Vec<Known>,
    #[serde(skip)]
    pub(crate) hypotheses: Vec<Hypothesis>,
    #[serde(skip)]
    pub(crate) working: Vec<Factors>,
    #[serde(skip)]
    pub(super) is_of_one_line: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub tag: &'static str,
    /// Others that give the same numbers on every line of this sheet: the same mistake in other words.
    pub(crate) synonyms: Vec<&'static str>,
    /// The wrong lines that it explains; never empty.
    pub(crate) lines: Vec<Explained>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub number: usize,
    pub posterior: f64,
    pub tags: Vec<&'static str>,
}

/// The one thing that is wrong in a formula.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SlipIn {
    pub number: usize,
    pub is_bare: bool,
    pub tag: Option<&'static str>,
    pub says: Sentence,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Explained {
    pub number: usize,
    pub says: Sentence,
    pub hint: Sentence,
    pub posterior: f64,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut out = to.serialize_struct("Finding", 4)?;
        out.serialize_field("tag", self.tag)?;
        out.serialize_field("synonyms", &self.synonyms)?;
        out.serialize_field("posterior", &self.posterior())?;
        out.serialize_field("lines", &self.numbers())?;
        out.end()
    }
}

impl Diagnosis {
    pub(in crate::practice) fn of_line(&self, number: usize) -> Vec<(&'static str, &Explained)> {
        let own = |finding: &'_ Finding| finding.lines.iter().position(|line| line.number == number);
        let lines = self.findings.iter();
        let lines = lines.filter_map(|finding| Some((finding.tag, finding.lines.get(own(finding)?)?)));
        let mut found: Vec<(&'static str, &Explained)> = lines.collect();
        found.sort_by(|a, b| b.1.posterior.total_cmp(&a.1.posterior));
        let mut tags = Vec::new();
        found.retain(|(tag, _)| {
            let is_new = !tags.contains(tag);
            tags.push(*tag);
            is_new
        });
        found
    }
}

impl Finding {
    /// How likely it is on the line where it is least so.
    pub fn posterior(&self) -> f64 {
        self.lines.iter().map(|line| line.posterior).fold(1.0, f64::min)
    }

    pub fn numbers(&self) -> Vec<usize> {
        self.lines.iter().map(|line| line.number).collect()
    }
}

/// A hypothesis, worked as a posterior is: its prior times the [`Factors`] of the lines, divided by the sum over all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Hypothesis {
    /// The mistakes that it is made of, each with where it is made; empty for none.
    pub parts: Vec<(&'static str, Scope)>,
    pub prior: f64,
    pub ln_score: f64,
    pub posterior: f64,
}

/// How likely a line is under each hypothesis; of lines that are alike under all of them the product.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Factors {
    pub lines: Vec<usize>,
    pub factors: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Scope {
    Everywhere,
    Kind(&'static str),
    Class(String),
    Feature(String),
    Line(usize),
    /// Inside the formula of one line, although the lines before it say otherwise.
    Inside(usize),
}

pub(super) const FACT: f64 = 0.8;

pub(super) const LIKELY: f64 = 0.5;

pub(super) const POSSIBLE: f64 = 0.2;
