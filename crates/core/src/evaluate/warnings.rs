//! Warnings about a split: small classes, rows that are never test rows, parts without a model.

use super::{Fold, Trial};
use crate::math::Name;
use crate::model::first_of;
use crate::problem::Problem;
use crate::recipe::{FoldRule, Split, Vocabulary};
use crate::table::Kind;
use crate::text::shown;
use std::collections::HashSet;

/// The most rows or parts named in a sentence.
const NAMED: usize = 8;

pub(super) fn of_split(trial: &Trial) -> Vec<String> {
    let mut all = match &trial.split {
        Split::None => return Vec::new(),
        Split::File(_) => of_file(trial),
        Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. }) => {
            without_value(trial, column).into_iter().chain(classes_in_few(trial)).collect()
        }
        Split::Folds(_) | Split::LeaveOneOut | Split::Holdout(_) => small_classes(trial),
    };
    let mut features = trial.data.resolved.features.iter();
    if features.any(|feature| feature.kind == Kind::Text && feature.vocabulary == Vocabulary::AllRows) {
        all.push(
            "The recipe takes the vocabulary from all rows, so each model knows the words of its test rows."
                .to_owned(),
        );
    }
    all
}

fn without_value(trial: &Trial, column: &str) -> Option<String> {
    let model = trial.whole.classifier();
    let without = model.learned().into_iter().filter(|row| trial.folds.of_row(*row).is_none()).count();
    let (have, always) = match without {
        1 => ("row has", "it is always a training row, never a test row"),
        _ => ("rows have", "they are always training rows, never test rows"),
    };
    (without > 0).then(|| format!("{without} {have} no value in {}: {always}.", shown(column)))
}

/// Classes that occur in some folds only, which folds of whole groups can cause.
fn classes_in_few(trial: &Trial) -> Vec<String> {
    let (model, count) = (trial.whole.classifier(), trial.folds.count());
    // By class, its folds, the last of them, and its cases there.
    let mut found = vec![(0_usize, 0, 0); model.classes().len()];
    for part in 0..count {
        let mut here = vec![0; found.len()];
        for row in trial.tested_by(part) {
            let class = trial.actual(row).and_then(|class| here.get_mut(class));
            class.into_iter().for_each(|cases| *cases += trial.cases(row, Some(part)));
        }
        for (found, here) in found.iter_mut().zip(here).filter(|(_, here)| *here > 0) {
            *found = (found.0 + 1, part, here);
        }
    }
    let weighted = trial.data.resolved.weight.is_some();
    let warning = |(class, (name, (folds, last, here))): (usize, (&Name, (usize, usize, u64)))| {
        let (name, cases, fold) = (shown(name.as_str()), model.class_count(class), trial.folds.name(last));
        Some(match folds {
            0 => format!("{name} is in no fold: nothing shows how well it is predicted."),
            1 if here == cases => format!(
                "{name} has {}, {} fold {fold}: the model tested on it has not seen the class.",
                rows_or_cases(cases, weighted),
                if here == 1 { "in" } else { "all in" }
            ),
            1 => format!("{name} is in fold {fold} only: the other folds have no test rows of it."),
            folds if folds < count => {
                format!("{name} is in {folds} of {count} folds: the others have no test rows of it.")
            }
            _ => return None,
        })
    };
    model.classes().iter().zip(found).enumerate().filter_map(warning).collect()
}

/// Classes of which some part has no test case, or some model no training case.
fn small_classes(trial: &Trial) -> Vec<String> {
    let (model, weighted) = (trial.whole.classifier(), trial.data.resolved.weight.is_some());
    // With folds, every row is a test row of one.
    let some = trial.evaluated().filter(|_| matches!(trial.split, Split::Holdout(_)));
    let tested: HashSet<usize> = some.filter_map(|row| trial.actual(row)).collect();
    let warning = |(class, name): (usize, &Name)| {
        let (name, cases) = (shown(name.as_str()), model.class_count(class));
        let has = format!("{name} has {}", rows_or_cases(cases, weighted));
        match &trial.split {
            Split::Folds(FoldRule::Random(_)) | Split::LeaveOneOut if cases == 1 => {
                Some(format!("{has}: the model tested on it has not seen the class."))
            }
            Split::Folds(FoldRule::Random(k)) if cases < u64::from(*k) => {
                Some(format!("{has}, fewer than the {k} folds: some folds have no test rows of this class."))
            }
            Split::Holdout(_) if !tested.contains(&class) => {
                Some(format!("{has}, and none is held out: nothing shows how well {name} is predicted."))
            }
            _ => None,
        }
    };
    model.classes().iter().enumerate().filter_map(warning).collect()
}

/// `1 row`, `3 rows`; cases where rows have weights.
pub fn rows_or_cases(cases: u64, weighted: bool) -> String {
    let (one, many) = if weighted { ("case", "cases") } else { ("row", "rows") };
    crate::text::counted(cases, one, many)
}

fn of_file(trial: &Trial) -> Vec<String> {
    let file = trial.data.test.as_ref().map(|(_, file)| shown(file).into_owned()).unwrap_or_default();
    let known = trial.whole.classifier().classes().len();
    let mut all = trial.data.test_notes.clone();
    for (label, name) in trial.labels.iter().enumerate().skip(known) {
        let rows = trial.evaluated().filter(|row| trial.actual(*row) == Some(label)).count();
        let (are, count) = if rows == 1 { ("row is", "it counts") } else { ("rows are", "they count") };
        all.push(format!(
            "{rows} {are} {}, a class that no training row has: the model cannot predict it, so {count} as wrong.",
            shown(name.as_str())
        ));
    }
    let rows = || (0..trial.folds.count()).flat_map(|part| trial.folds.rows(part)).copied();
    let without_class = rows().filter(|row| trial.data.class_code(*row).is_none()).count();
    let incomplete = rows().filter(|row| trial.actual(*row).is_some() && !trial.is_complete(*row)).count();
    let left_out = [(without_class, "no class"), (incomplete, "no value of some feature")];
    for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0) {
        let (have, are) = if count == 1 { ("row has", "it is") } else { ("rows have", "they are") };
        all.push(format!("{count} {have} {what} in {file}: {are} left out."));
    }
    all
}

pub(super) fn of_folds(trial: &Trial, folds: &[Fold]) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&Fold>)> = Vec::new();
    for fold in folds {
        let Some(error) = &fold.error else { continue };
        match reasons.iter_mut().find(|(what, _)| *what == error.what) {
            Some((_, folds)) => folds.push(fold),
            None => reasons.push((&error.what, vec![fold])),
        }
    }
    let sentence = |(what, without): (&str, Vec<&Fold>)| {
        let rows: u64 = without.iter().flat_map(|fold| &fold.by_class).sum();
        let rows = format!("{rows} {} no posterior", if rows == 1 { "row has" } else { "rows have" });
        match &trial.split {
            Split::Folds(_) | Split::LeaveOneOut => {
                let left_out = named(trial, &without);
                format!("With {left_out} left out, no model can be fitted: {what}. So {rows}.")
            }
            _ => format!("No model can be fitted to the training rows: {what}. So {rows}."),
        }
    };
    reasons.into_iter().map(sentence).collect()
}

/// `fold 2, fold 3 and 4 more`, or the rows that are left out one at a time.
fn named(trial: &Trial, folds: &[&Fold]) -> String {
    let name = |fold: &&Fold| match (&trial.split, trial.folds.rows(fold.fold)) {
        (Split::LeaveOneOut, [row]) => trial.data.row_name(*row),
        _ => format!("fold {}", fold.name),
    };
    first_of(folds.iter().map(name), NAMED, ", ")
}

pub(super) fn unseen(rows: usize) -> Option<String> {
    let have = if rows == 1 { "row has" } else { "rows have" };
    let what = "a category that the training rows do not have; it counts as the reference";
    (rows > 0).then(|| format!("{rows} {have} {what}."))
}

/// In how many parts a ridge penalty was added, so the evaluated model differs from the chosen one.
pub(super) fn held(trial: &Trial, held: &[f64]) -> Option<String> {
    let penalty = held.first()?;
    let (count, all) = (held.len(), trial.folds.count());
    let without = "plain logistic regression has no unique finite weights";
    let by = format!("A ridge penalty of {penalty} was added");
    Some(match &trial.split {
        Split::Folds(_) => format!("In {count} of {all} folds {without}. {by}."),
        Split::LeaveOneOut => format!("With {count} of {all} rows left out, one at a time, {without}. {by}."),
        _ => format!("On the training rows, {without}. {by}."),
    })
}

pub(super) fn nothing_to_test(trial: &Trial) -> Problem {
    let (what, fix) = match &trial.split {
        Split::File(path) => (
            format!("no row of {} has a class and every feature that the model needs", shown(path)),
            "write the class of each row in the test file",
        ),
        split => (
            format!("the split {split} leaves no test row"),
            "hold out a larger share, such as --split holdout:0.5, or use --split folds:10",
        ),
    };
    Problem { kind: "no_data", what, fix: fix.to_owned(), ..Problem::default() }
}
