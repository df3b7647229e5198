//! A model judged where the rows are: the engine that has them is asked for the sums of the folds, and then to count what the
//! models of the other folds say against what is so.

use std::sync::Arc;

use super::confusion::{Evaluation, Fold, Majority, Tested, majority};
use super::counted::Counted;
use super::folds::Folds;
use super::model::Model;
use super::trial::Trial;
use super::warnings;
use crate::encode::{Dialect, TableInEngine, ask_folds};
use crate::model::FoldModels;
use crate::problem::Problem;
use crate::recipe::{FoldRule, Split};
use crate::table::{Dealt, LIMIT, Source, Via, Watch, read_text};
use crate::text::shown;

impl Trial {
    /// The trial of a model whose rows an engine has. Nothing is asked yet.
    ///
    /// # Errors
    /// When the split deals rows one by one.
    pub(super) fn in_engine(whole: Model, via: &Arc<Via>) -> Result<Trial, Problem> {
        let resolved = &whole.data().resolved;
        let (split, seed) = (resolved.recipe.split_or_default(), resolved.recipe.seed_or_default());
        dealt(&split, via)?;
        if whole.fitted().is_none() {
            whole.data().need_rows("a model that is not made of sums")?;
        }
        Ok(Trial {
            data: Arc::clone(whole.data()),
            folds: Folds::from_row(0, 0),
            tested: None,
            labels: whole.classifier().classes().to_vec(),
            places: Vec::new(),
            learned: Vec::new(),
            warnings: Vec::new(),
            engine: Some(Arc::clone(via)),
            whole,
            split,
            seed,
        })
    }

    /// Asks an engine for the sums of the folds, and what their models say.
    pub(super) fn ask(&self, via: &Via, watch: Option<&Watch>) -> Result<Evaluation, Problem> {
        let Some(fitted) = self.whole.fitted() else { return Err(no_folds(&self.split, via)) };
        let (dialect, folds) = (Dialect::asked(&via.dialect)?, dealt(&self.split, via)?);
        let of = TableInEngine { table: via.table.clone(), key: None, folds: folds.clone() };
        let models: Option<FoldModels> = match &folds {
            None => None,
            Some(folds) => {
                let data = ask_folds(via, &fitted.data, folds, watch)?;
                let whole = crate::model::Fitted::fit(Arc::new(data))?;
                Some(whole.of_other_folds()?)
            }
        };
        let query = of.judged(dialect, fitted, models.as_ref())?;
        let (text, _) = read_text(&Source::bytes(&via.table, via.ask(&query, watch)?), LIMIT)?;
        let counted = Counted::read(&via.table, &text, &self.labels)?;
        let mut found = counted.evaluation(self.labels.len());
        let Some((dealt, models)) = folds.zip(models) else { return Ok(found.with_majority_of(&**fitted)) };
        let mut parts = counted.folds();
        let place = |name: &str| models.iter().position(|(other, _)| shown(other) == name);
        parts.sort_by_key(|part| place(&part.name));
        for (at, part) in parts.iter_mut().enumerate() {
            let model = place(&part.name).and_then(|at| models.get(at));
            part.fold = at;
            part.error = model.and_then(|(_, model)| model.as_ref().err().cloned());
        }
        let classes = 0..self.labels.len();
        let learned = |part: &Fold| -> Vec<u64> {
            let of = classes.clone().zip(&part.by_class);
            of.map(|(class, rows)| fitted.class_count(class).saturating_sub(*rows)).collect()
        };
        let each = parts.iter().map(|part| (majority(&learned(part)), part.by_class.as_slice()));
        found.majority = Majority::of(each);
        let mut told = Vec::new();
        if let Dealt::Hash { key, .. } = &dealt {
            told.push(format!(
                "The folds are dealt by a hash of {}: not by the seed, and not class by class.",
                shown(key)
            ));
        }
        told.extend(warnings::of_folds(self, &parts));
        found.tested = Some(Tested {
            split: self.split.clone(),
            seed: self.seed,
            folds: parts,
            warnings: told,
            before: 0,
            training: (0, 0),
            repetitions: None,
            elsewhere: None,
        });
        Ok(found)
    }
}

/// How an engine deals rows to the folds of a split; `None` where the training rows judge.
fn dealt(split: &Split, via: &Via) -> Result<Option<Dealt>, Problem> {
    match split {
        Split::None => Ok(None),
        Split::Folds(FoldRule::Random { folds, times: 1 }) => {
            Ok(Some(Dealt::by_hash(*folds, via.key.as_deref())?))
        }
        Split::Folds(FoldRule::Column(column)) => Ok(Some(Dealt::Column(column.clone()))),
        split => Err(no_folds(split, via)),
    }
}

fn no_folds(split: &Split, via: &Via) -> Problem {
    Problem {
        kind: "no_folds",
        what: format!(
            "the split {split} looks at rows one by one, and those of {} are in an engine",
            shown(&via.table)
        ),
        fix:
            "choose --split folds:10 with --key COLUMN, column:COLUMN, none, or file:TEST.csv, a file of rows"
                .into(),
        ..Problem::default()
    }
}
