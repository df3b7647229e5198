//! A posterior told by natural frequencies.

use super::document::{Align, Document, Grid, cells};
use super::number::equals;
use crate::math::{Number, Sentence, sentence};
use crate::model::{Case, Fitted};
use crate::text::grouped;
use crate::worked::{Frequencies, frequencies};

/// Why a case is not told so.
pub const NO_FREQUENCIES: &str = "Natural frequencies need a known value and at most twelve classes.";

/// The case told as so many of a round number; empty where it cannot be.
pub fn natural_frequencies(fitted: &Fitted, case: &Case) -> Document {
    let mut out = Document::default();
    let Some(found) = frequencies(fitted, case) else { return out };
    let features = found.branches.first().map_or(0, |branch| branch.fitting.len());
    if features == 0 || found.branches.len() > CLASSES {
        return out;
    }
    out.heading("In natural frequencies");
    let all = grouped(found.of);
    for branch in &found.branches {
        let mut text = sentence!("Of {} cases {} are {}", all, count(&branch.cases), branch.class);
        for (name, value, left) in &branch.fitting {
            text.push(sentence!("; of these {} have {} = {}", count(left), name, value));
        }
        text.push(".");
        out.item(text);
    }
    out.grid(tree(&found));
    let fitting = count(&found.fitting);
    let first = found.branches.iter().take(1).flat_map(|branch| &branch.fitting);
    let values = Sentence::join(first.map(|(name, value, _)| sentence!("{} = {}", name, value)), ", ");
    let have = if features == 1 { values } else { sentence!("{} together", values) };
    match &found.shares {
        None => out.text(sentence!("No case has {}, so no share of them can be told.", have)),
        Some(shares) => {
            out.text(sentence!("So {} of {} have {}, and of these", fitting, all, have));
            for (branch, share) in found.branches.iter().zip(shares) {
                let left = count(&branch.left);
                out.item(sentence!("{} are {}: {}/{} {}", left, branch.class, left, fitting, equals(share)));
            }
        }
    }
    out
}

/// More classes are not told so.
const CLASSES: usize = 12;

/// Cases, which are whole where the round number is large enough.
fn count(number: &Number) -> Sentence {
    let rounded = number.significant(12);
    match rounded.pointed().parse::<u64>() {
        Ok(whole) => grouped(whole).into(),
        Err(_) => rounded.into(),
    }
}

/// The cases, class by class, as they get fewer.
fn tree(found: &Frequencies) -> Grid {
    let heads = found.branches.first().into_iter().flat_map(|branch| &branch.fitting);
    let heads = heads.map(|(name, value, _)| (format!("{name} = {value}"), Align::Right));
    let first = [("class".to_owned(), Align::Left), ("cases".to_owned(), Align::Right)];
    let mut grid = Grid::new(first.into_iter().chain(heads));
    for branch in &found.branches {
        let fitting = branch.fitting.iter().map(|(.., left)| count(left));
        grid.row(cells![branch.class.to_string(), count(&branch.cases)].into_iter().chain(fitting));
    }
    grid
}
