//! How numbers become categories, and which words a text may use; other bins for a recipe, and another model where the one it
//! has cannot read them.

use std::fmt;
use std::str::FromStr;

use super::error::{bad, unknown_word};
use super::{ModelKind, Recipe, Written};
use crate::problem::Problem;
use crate::table::Table;

/// How numbers become categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bins {
    /// So many bins of one width.
    Width(u32),
    /// So many bins of about the same number of rows.
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
    /// Those of the training rows.
    Training,
    /// Those of all rows, also of the rows without a class.
    AllRows,
    /// Those of a file, one a line.
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

/// A recipe with other bins of some columns, and a model that reads them; `None` where its convention allows none but its
/// own.
pub fn with_bins(recipe: &Recipe, table: &Table, columns: &[usize], bins: Option<&Bins>) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    if bins.is_none()
        && let Some(all) = recipe.bins.take()
    {
        // What was said of all columns is said of each of the others.
        for other in (0..table.columns().len()).filter(|at| !columns.contains(at)).filter_map(name) {
            let choice = recipe.column_mut(&other);
            choice.bins = choice.bins.take().or_else(|| Some(all.clone()));
        }
    }
    if bins.is_none() && recipe.bins_or_default().is_some() {
        return None;
    }
    for column in columns.iter().copied().filter_map(name) {
        recipe.column_mut(&column).bins = bins.cloned();
    }
    if !recipe.model.unwrap_or(ModelKind::Auto).reads_bins(bins.is_some()) {
        (recipe.model, recipe.covariance) = (Some(ModelKind::Auto), None);
    }
    Some(recipe)
}
