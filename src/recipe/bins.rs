//! How numbers become categories, and which words a text may use; other bins for a recipe, and another model where the one it
//! has cannot read them.

use std::fmt;
use std::str::FromStr;

use super::Written;
use super::error::{bad, unknown_word};
use crate::problem::Problem;

/// How numbers become categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bins {
    Width(u32),
    Frequency(u32),
    /// At these cuts, in increasing order.
    Cuts(Vec<Written>),
    /// By minimum description length (Fayyad and Irani 1993).
    Mdl,
    /// No bins: the number itself, also where bins were said before. A feature that is resolved never has these.
    None,
}

impl fmt::Display for Bins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bins::Width(k) => write!(f, "width:{k}"),
            Bins::Frequency(k) => write!(f, "frequency:{k}"),
            Bins::Cuts(cuts) => {
                let texts: Vec<&str> = cuts.iter().map(Written::text).collect();
                write!(f, "cuts:{}", texts.join(","))
            }
            Bins::Mdl => f.write_str("mdl"),
            Bins::None => f.write_str("none"),
        }
    }
}

impl FromStr for Bins {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            let fix = "write width:5, frequency:4, cuts:400,800,1200 (increasing), mdl, or none for no bins";
            bad("does not say how to make bins", text, fix)
        };
        let count =
            |k: &str| k.trim().parse::<u32>().ok().filter(|k| (1..=1000).contains(k)).ok_or_else(wrong);
        match text.trim().split_once(':') {
            None if text.trim() == "mdl" => Ok(Bins::Mdl),
            None if text.trim() == "none" => Ok(Bins::None),
            Some(("width", k)) => Ok(Bins::Width(count(k)?)),
            Some(("frequency", k)) => Ok(Bins::Frequency(count(k)?)),
            Some(("cuts", list)) => {
                let mut cuts = Vec::new();
                for cut in list.split(',') {
                    cuts.push(Written::any(cut).map_err(|_| wrong())?);
                }
                if cuts
                    .windows(2)
                    .any(|pair| pair.first().map(Written::value) >= pair.last().map(Written::value))
                {
                    return Err(wrong());
                }
                Ok(Bins::Cuts(cuts))
            }
            _ => Err(wrong()),
        }
    }
}

/// The words that a text column may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    Training,
    /// Those of all rows, also of the rows without a class.
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
        match text.trim() {
            "training" => Ok(Vocabulary::Training),
            "all-rows" => Ok(Vocabulary::AllRows),
            other => other
                .strip_prefix("file:")
                .map(|path| Vocabulary::File(path.to_owned()))
                .ok_or_else(|| unknown_word("vocabulary", text, &["training", "all-rows", "file:PATH"])),
        }
    }
}
