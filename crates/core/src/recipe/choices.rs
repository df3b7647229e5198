//! The values that options of a recipe can have, each with the text that names it in a file and in a flag.

use super::file::bad;
use super::given::{ByName, sum};
use super::{Feature, Recipe};
use crate::math::{Number, read_exact};
use crate::problem::{Problem, unknown_word, words};
use crate::table::{ALWAYS_MISSING, Kind};
use crate::text::{brief, pair, parts, shown};
use num_rational::BigRational;
use num_traits::{One, Signed};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// An exact number with the text it was written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactNumber {
    text: String,
    value: BigRational,
}

impl ExactNumber {
    /// Parses a number that is 0 or more; `what` names it in the error.
    pub fn non_negative(text: &str, what: &'static str) -> Result<Self, Problem> {
        let written = ExactNumber::read(text, what)?;
        if written.value.is_negative() {
            let what = format!("the {what} is {}, and it cannot be below 0", written.text);
            let problem = Problem::usage(what, "use 0 for none, or a positive number such as 1");
            return Err(Problem { value: Some(written.text), ..problem });
        }
        Ok(written)
    }

    pub fn any(text: &str) -> Result<Self, Problem> {
        ExactNumber::read(text, "number")
    }

    /// Parses a decimal, a fraction or a percentage: `0.9`, `9/10`, `90%`.
    pub(super) fn or_percent(text: &str) -> Result<Self, Problem> {
        let Some(digits) = text.strip_suffix('%') else { return ExactNumber::any(text) };
        let number = read_exact(digits.trim_end()).map_err(|cause| {
            let fix = "write a decimal, a fraction or per cent: 0.8, 4/5, 80%";
            Problem::usage(format!("“{}” cannot be read: {cause}", brief(text)), fix)
        })?;
        Ok(ExactNumber::exact(&(number / BigRational::from_integer(100.into())), false))
    }

    /// Parses a number of any sign; `what` names it in the error.
    pub(super) fn read(text: &str, what: &str) -> Result<Self, Problem> {
        let bad = |cause| {
            let fix = "write a decimal or a fraction, such as 1, 0.5 or 1/3";
            Problem::usage(format!("the {what} cannot be read: {cause}"), fix)
        };
        Ok(ExactNumber { value: read_exact(text).map_err(bad)?, text: text.trim().to_owned() })
    }

    pub fn int(value: u32) -> Self {
        ExactNumber { text: value.to_string(), value: BigRational::from_integer(value.into()) }
    }

    /// Returns an exact number, written as a fraction, or as a decimal if 12 figures are enough.
    pub fn exact(value: &BigRational, fraction: bool) -> Self {
        let decimal = Number::from(value.clone()).significant(12);
        let is_decimal = decimal.is_exact() && !fraction;
        let text = if is_decimal { decimal.pointed().to_owned() } else { value.to_string() };
        ExactNumber { text, value: value.clone() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn value(&self) -> &BigRational {
        &self.value
    }
}

/// Texts that mean a missing cell, besides the empty cell and `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub Vec<String>);

impl Marks {
    /// Returns the texts with the empty cell and `?`.
    pub fn all(&self) -> Vec<String> {
        ALWAYS_MISSING.map(str::to_owned).into_iter().chain(self.0.iter().cloned()).collect()
    }
}

/// The byte between the fields of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delimiter(pub u8);

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'\t' => f.write_str("tab"),
            b' ' => f.write_str("blank"),
            sign => write!(f, "{}", char::from(sign)),
        }
    }
}

impl FromStr for Delimiter {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.as_bytes() {
            b"tab" | b"\\t" => Ok(Delimiter(b'\t')),
            b"blank" | b"space" => Ok(Delimiter(b' ')),
            [sign] if sign.is_ascii() && !sign.is_ascii_alphanumeric() && !b"\"\r\n".contains(sign) => {
                Ok(Delimiter(*sign))
            }
            _ => Err(bad("is not a delimiter", text, "write one sign, such as ';' or '#', or tab or blank")),
        }
    }
}

words!(Covariance, "covariance" {
    Shared = "shared",
    PerClass = "per-class",
    SharedDiagonal = "shared-diagonal",
    PerClassDiagonal = "per-class-diagonal",
});

words!(EventModel, "event model" { Multinomial = "multinomial", Bernoulli = "bernoulli" });

words!(Variance, "variance" { Population = "population", Unbiased = "unbiased" });

words!(
    /// What the counts of a table of counts are.
    CountsKind, "kind of counts" {
        /// Rows of each class with a value.
        Table = "table",
        /// Documents of each class with a word.
        Documents = "documents",
        /// Occurrences of a word in the documents of each class.
        Tokens = "tokens",
    }
);

words!(Ragged, "treatment of ragged rows" { Skip = "skip", Extra = "extra" });

impl Covariance {
    pub fn is_diagonal(self) -> bool {
        matches!(self, Covariance::SharedDiagonal | Covariance::PerClassDiagonal)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prior {
    Counts,
    Laplace(ExactNumber),
    Uniform,
    Given(ByName<ExactNumber>),
}

impl Prior {
    /// Returns a table of priors, which are not below 0 and add up to exactly 1.
    pub fn given(values: ByName<String>) -> Result<Self, Problem> {
        let mut read: ByName<ExactNumber> = Vec::new();
        for (class, text) in values {
            if read.iter().any(|(other, _)| *other == class) {
                let what = format!("the given prior names “{}” twice", brief(&class));
                return Err(Problem::usage(what, "name each class once"));
            }
            read.push((class, ExactNumber::non_negative(&text, "prior")?));
        }
        let sum = sum(&read);
        if sum.is_one() {
            return Ok(Prior::Given(read));
        }
        let fix = match read.iter().find(|(class, _)| class.contains('=')) {
            Some((class, _)) => {
                format!("put a comma between classes: “{}” was read as one name", brief(class))
            }
            None => "change them so that they sum to exactly 1; fractions such as 1/3 are exact".to_owned(),
        };
        Err(Problem::usage(format!("the given priors sum to {sum}, not to 1"), fix))
    }
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prior::Counts => f.write_str("mle"),
            Prior::Laplace(a) => write!(f, "laplace:{}", a.text()),
            Prior::Uniform => f.write_str("uniform"),
            Prior::Given(values) => {
                let parts: Vec<String> = values.iter().map(|(c, v)| format!("{c}={}", v.text())).collect();
                f.write_str(&parts.join(","))
            }
        }
    }
}

impl FromStr for Prior {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "mle" | "counts" => return Ok(Prior::Counts),
            "uniform" => return Ok(Prior::Uniform),
            _ => {}
        }
        if let Some(a) = text.trim().strip_prefix("laplace:") {
            return ExactNumber::non_negative(a, "prior smoothing").map(Prior::Laplace);
        }
        let fix = "write mle, laplace:1, uniform, or one number per class: yes=0.6,no=0.4";
        let read = |part| {
            let (class, value) = pair(part).ok_or_else(|| bad("is not a prior", text, fix))?;
            Ok((class.trim().to_owned(), value.trim().to_owned()))
        };
        Prior::given(parts(text).into_iter().map(read).collect::<Result<_, Problem>>()?)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bins {
    Width(u32),
    Frequency(u32),
    Cuts(Vec<ExactNumber>),
    /// By minimum description length (Fayyad and Irani 1993).
    Mdl,
    /// No bins, also where a recipe had bins before. A resolved [`Feature`] never has these.
    None,
}

impl fmt::Display for Bins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bins::Width(k) => write!(f, "width:{k}"),
            Bins::Frequency(k) => write!(f, "frequency:{k}"),
            Bins::Cuts(cuts) => {
                write!(f, "cuts:{}", cuts.iter().map(ExactNumber::text).collect::<Vec<_>>().join(","))
            }
            Bins::Mdl => f.write_str("mdl"),
            Bins::None => f.write_str("none"),
        }
    }
}

impl FromStr for Bins {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let count = |k: &str| k.trim().parse().ok().filter(|k| (1..=1000).contains(k));
        let found = match text.trim().split_once(':') {
            None if text.trim() == "mdl" => Some(Bins::Mdl),
            None if text.trim() == "none" => Some(Bins::None),
            Some(("width", k)) => count(k).map(Bins::Width),
            Some(("frequency", k)) => count(k).map(Bins::Frequency),
            Some(("cuts", list)) => {
                let cuts = list.split(',').map(|cut| ExactNumber::any(cut).ok()).collect::<Option<Vec<_>>>();
                let increase = |cuts: &Vec<ExactNumber>| cuts.is_sorted_by(|a, b| a.value() < b.value());
                cuts.filter(increase).map(Bins::Cuts)
            }
            _ => None,
        };
        let fix = "write width:5, frequency:4, cuts:400,800,1200 (increasing), mdl, or none for no bins";
        found.ok_or_else(|| bad("does not say how to make bins", text, fix))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    Training,
    /// The words of all rows, also of those without a class.
    AllRows,
    File(String),
}

impl fmt::Display for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Vocabulary::Training => f.write_str("training"),
            Vocabulary::AllRows => f.write_str("all-rows"),
            Vocabulary::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl FromStr for Vocabulary {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match (text.trim(), text.trim().strip_prefix("file:")) {
            ("training", _) => Ok(Vocabulary::Training),
            ("all-rows", _) => Ok(Vocabulary::AllRows),
            (_, Some(path)) => Ok(Vocabulary::File(path.to_owned())),
            _ => Err(unknown_word("vocabulary", text, &["training", "all-rows", "file:PATH"])),
        }
    }
}

/// Which words belong to the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordRules {
    pub lower_case: bool,
    pub stop_words: bool,
    pub min_count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    StopWord,
    Rare(u64),
}

impl WordRules {
    pub(super) fn of(recipe: &Recipe) -> WordRules {
        WordRules {
            lower_case: recipe.lower_case.unwrap_or(true),
            stop_words: recipe.stop_words.unwrap_or(false),
            min_count: recipe.min_count.unwrap_or(1).max(1),
        }
    }

    pub fn leaves_out(&self) -> bool {
        self.stop_words || self.min_count > 1
    }

    /// Returns why a word that occurs so often is not in the vocabulary.
    pub(crate) fn why_not(&self, word: &str, count: u64) -> Option<LeftOut> {
        if self.stop_words && is_stop_word(word) {
            return Some(LeftOut::StopWord);
        }
        (self.min_count > 1 && count < self.min_count).then_some(LeftOut::Rare(count))
    }

    /// Returns a note if the rules have no effect on the columns.
    pub(super) fn note(&self, words: bool, features: &[Feature]) -> Option<String> {
        let all = [
            ("stop_words", self.stop_words),
            ("min_count", self.min_count > 1),
            ("lower_case", !self.lower_case),
        ];
        let keys: Vec<&str> = all.into_iter().filter(|(_, is_set)| *is_set).map(|(key, _)| key).collect();
        if !words && !keys.is_empty() {
            let verb = if keys.len() == 1 { "changes" } else { "change" };
            return Some(format!("no column is read as words, so {} {verb} nothing", keys.join(" and ")));
        }
        let listed = features.iter().filter(|feature| matches!(feature.vocabulary, Vocabulary::File(_)));
        let listed = listed.filter(|feature| feature.kind == Kind::Text);
        let names = listed.map(|feature| feature.name.as_str()).collect::<Vec<_>>().join(", ");
        let what = "stop_words and min_count have no effect";
        (self.leaves_out() && !names.is_empty())
            .then(|| format!("the dictionary alone is the vocabulary of {names}: {what}"))
    }
}

/// Returns the English stop words of NLTK, whose forms cut at the apostrophe (don, t) fit how documents are cut here.
pub fn stop_words() -> &'static [&'static str] {
    // There is always a list of English: the crate is built with it, as a test checks.
    stop_words::lookup("en").unwrap_or_default()
}

fn is_stop_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| stop_words().iter().copied().collect());
    WORDS.contains(word) || WORDS.contains(word.to_lowercase().as_str())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    None,
    Holdout(ExactNumber),
    Folds(FoldRule),
    LeaveOneOut,
    File(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldRule {
    Random(u32),
    Column(String),
    /// Rows with the same value in a column stay together.
    Groups {
        folds: u32,
        column: String,
    },
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::None => f.write_str("none"),
            Split::Holdout(share) => write!(f, "holdout:{}", share.text()),
            Split::Folds(FoldRule::Random(folds)) => write!(f, "folds:{folds}"),
            Split::Folds(FoldRule::Column(column)) => write!(f, "column:{column}"),
            Split::Folds(FoldRule::Groups { folds, column }) => write!(f, "groups:{folds}:{column}"),
            Split::LeaveOneOut => f.write_str("leave-one-out"),
            Split::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl fmt::Display for FoldRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldRule::Random(folds) => write!(f, "{folds} folds"),
            FoldRule::Column(column) => write!(f, "the folds of {}", shown(column)),
            FoldRule::Groups { folds, column } => {
                write!(f, "{folds} folds of whole groups of {}", shown(column))
            }
        }
    }
}

impl Split {
    pub fn folds(folds: u32) -> Split {
        Split::Folds(FoldRule::Random(folds))
    }

    pub fn column(&self) -> Option<&str> {
        match self {
            Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. }) => Some(column),
            _ => None,
        }
    }

    /// Returns which rows a model is evaluated on, behind a noun: `by 10 folds`.
    pub fn tested_on(&self) -> String {
        match self {
            Split::None => "on the training rows".to_owned(),
            Split::Holdout(share) => {
                format!("on the rows held out, a share of {} of each class", share.text())
            }
            Split::Folds(rule) => format!("by {rule}"),
            Split::LeaveOneOut => "by leaving one out".to_owned(),
            Split::File(path) => format!("on the rows of {}", shown(path)),
        }
    }
}

impl FromStr for Split {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let many = |text: &str| text.parse().ok().filter(|folds: &u32| *folds >= 2);
        let named = |column: &str| Some(column.trim().to_owned()).filter(|column| !column.is_empty());
        let found = match text.trim().split_once(':') {
            None if text.trim() == "none" => Some(Split::None),
            None if text.trim() == "leave-one-out" => Some(Split::LeaveOneOut),
            Some(("holdout", share)) => {
                let share = ExactNumber::non_negative(share, "share that is held out")?;
                let inside = share.value().is_positive() && *share.value() < BigRational::one();
                inside.then_some(Split::Holdout(share))
            }
            Some(("folds", folds)) => many(folds).map(Split::folds),
            Some(("column", column)) => named(column).map(|column| Split::Folds(FoldRule::Column(column))),
            Some(("groups", rule)) => {
                let rule = rule.split_once(':').and_then(|(folds, of)| many(folds).zip(named(of)));
                rule.map(|(folds, column)| Split::Folds(FoldRule::Groups { folds, column }))
            }
            Some(("file", path)) => Some(Split::File(path.to_owned())),
            _ => None,
        };
        let fix = "choose one of: none, holdout:0.3, folds:10, leave-one-out, column:COLUMN, \
                   groups:10:COLUMN, file:TEST.csv";
        found.ok_or_else(|| bad("is not a split", text, fix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::ModelKind;

    #[test]
    fn texts_are_printed_as_they_were_parsed() {
        fn is_printed<T: FromStr<Err = Problem> + fmt::Display>(texts: &[&str]) {
            texts.iter().for_each(|text| assert_eq!(text.parse::<T>().unwrap().to_string(), *text));
        }
        is_printed::<Bins>(&["width:5", "frequency:4", "cuts:400,800.5", "mdl", "none"]);
        is_printed::<Prior>(&["mle", "laplace:1", "uniform", "yes=0.6,no=0.4", "a=1/3,b=2/3"]);
        is_printed::<Split>(&["none", "holdout:0.3", "folds:10", "leave-one-out", "file:t.csv"]);
        is_printed::<ModelKind>(ModelKind::WORDS);
    }

    #[test]
    fn impossible_values_are_rejected() {
        for text in ["width:0", "width:x", "cuts:", "cuts:2,1", "cuts:1,1", "cuts:400,1/3e3", "quantile:3"] {
            assert!(text.parse::<Bins>().is_err(), "{text}");
        }
        assert!("yes=-1,no=2".parse::<Prior>().is_err());
        assert!("folds:1".parse::<Split>().is_err() && "holdout:1".parse::<Split>().is_err());
    }

    #[test]
    fn stop_words_are_english() {
        assert!((100..300).contains(&stop_words().len()), "{}", stop_words().len());
        for word in ["the", "The", "of", "don", "t"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["money", "chinese", "THEOREM", ""] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}
