//! Several models, fitted to the same training rows and evaluated on the same test rows.
//!
//! The rows are split once. If some model needs every feature, only rows with all features are test rows. So the
//! figures of the models can be compared, and any two models row by row.

mod model_spec;
mod results;

pub use model_spec::{ModelSpec, ParameterCount};
pub use results::{ComparisonResult, Measure, ModelPair, PredictedClass};

use super::rows_or_cases;
use super::run::TrialRun;
use super::trial::{CandidateModel, Model, Trial};
use crate::encode::Dataset;
use crate::math::Name;
use crate::model::{Baseline, Classifier, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split};
use crate::table::Watch;
use crate::text::shown;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The default number of folds, and the number if some class has fewer rows than that.
const FOLDS: [u32; 2] = [10, 5];

#[derive(Clone, Debug)]
pub struct Comparison {
    pub split: Split,
    pub seed: u64,
    /// Warnings about all models, one sentence each: the split, and the rows that are left out.
    pub warnings: Vec<String>,
    pub labels: Vec<Name>,
    /// The test rows, in order. A row with cases in several parts appears once for each.
    pub rows: Vec<TestedRow>,
    /// The total weight of these rows.
    pub n: u64,
    /// The models that could be fitted, in the requested order.
    pub results: Vec<ComparisonResult>,
    pub refused: Vec<RefusedModel>,
    /// The result of the recipe's own model, if it was compared.
    pub own: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedRow {
    pub row: usize,
    /// Its class, as a position in [`Comparison::labels`].
    pub actual: usize,
    pub weight: u64,
    /// Its fold, from 0; `None` if it is a training row of the models.
    pub fold: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct RefusedModel {
    pub spec: ModelSpec,
    pub name: String,
    pub problem: Problem,
}

/// The progress of a comparison, and how to stop it.
#[derive(Debug, Default)]
pub struct ComparisonProgress {
    pub watch: Arc<Watch>,
    words: Mutex<String>,
}

impl ComparisonProgress {
    /// The current step: `GDA, fold 3 of 10`.
    pub fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn report(&self, words: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

/// A model with its name and its recipe, its test rows, and the time that fitting it to all rows took.
type Candidate = (ModelSpec, CandidateModel, Trial, Duration);

impl Comparison {
    pub fn table_rows(&self) -> usize {
        self.rows.chunk_by(|one, other| one.row == other.row).count()
    }

    /// Evaluates models on the same rows. `asked` names them; by default all models that can read the columns, as they
    /// are or binned. `stage` gets the progress and can stop the comparison.
    ///
    /// # Errors
    /// When the recipe fits none of them, no test row is left, or it was stopped. A model that cannot be fitted is not
    /// an error: see [`Comparison::refused`].
    pub fn run(
        study: &Study,
        asked: Option<&[ModelSpec]>,
        stage: Option<&ComparisonProgress>,
    ) -> Result<Comparison, Problem> {
        let report = |words: String| stage.into_iter().for_each(|stage| stage.report(words.clone()));
        let watch = stage.map(|stage| Arc::clone(&stage.watch));
        let progress = TrialRun::new(watch.as_deref(), &study.loaded.table.source);
        let (baseline, split, mut warnings) = default_split(study)?;
        let base = Recipe { split: Some(split.clone()), ..study.recipe.clone() };
        let own = match &study.fitted {
            Ok(fitted) => Some(ModelSpec::Kind(fitted.data.resolved.model)),
            Err(_) => study.recipe.model.map(ModelSpec::Kind),
        };
        let (mut ready, mut refused) = (Vec::new(), Vec::new());
        for spec in asked.map_or_else(ModelSpec::all, <[ModelSpec]>::to_vec) {
            progress.go_on()?;
            let candidate = spec.candidate(&base, &baseline.data.resolved);
            report(format!("fitting {}", candidate.name));
            let may_skip = asked.is_none() && Some(spec) != own;
            let skipped = may_skip.then(|| spec.reason_to_skip(&baseline.data, &split)).flatten();
            let began = Instant::now();
            let model = match (skipped, spec) {
                (Some(what), _) => Err(Problem { kind: "not_asked", what, ..Problem::default() }),
                (None, ModelSpec::Kind(_)) => candidate.model(study),
                (None, ModelSpec::Baseline) => Ok(Model::Baseline(Arc::clone(&baseline))),
            };
            match model {
                Ok(model) => ready.push((spec, candidate, model, began.elapsed())),
                Err(problem) => refused.push(RefusedModel { spec, name: candidate.name, problem }),
            }
        }
        if ready.is_empty() {
            return Err(refused.into_iter().next().map(|refused| refused.problem).unwrap_or_default());
        }
        let partition = Trial::of(Model::Baseline(Arc::clone(&baseline)), watch.clone())?;
        let mut trials: Vec<Candidate> = Vec::new();
        for (spec, candidate, model, took) in ready {
            let began = Instant::now();
            let trial = Trial::of(model, watch.clone())?;
            trials.push((spec, candidate, trial, took + began.elapsed()));
        }
        let tested = tested(&partition, &trials, &mut warnings)?;
        let (labels, folds) = (partition.labels.clone(), partition.folds.clone());
        let partition = partition.with_folds(folds.clone(), Arc::clone(&tested));
        let rows = rows(&partition, &tested);
        warnings.extend(partition.warnings.iter().cloned());
        if let Some(watch) = &watch {
            let learned = |trial: &Trial| match trial.split {
                Split::None => 0,
                _ => trial.whole.classifier().table_rows(),
            };
            let work = trials.iter().map(|(.., trial, _)| rows.len() as u64 + learned(trial)).sum();
            watch.done.store(0, Ordering::Relaxed);
            watch.total.store(work, Ordering::Relaxed);
        }
        let mut results = Vec::new();
        for (spec, candidate, trial, took) in trials {
            let trial = trial.with_folds(folds.clone(), Arc::clone(&tested));
            // Parts run in parallel, so their own numbers would be reported out of order.
            let begun = Mutex::new(0);
            let part = |_| {
                let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
                report(format!("{}, {}", candidate.name, part_words(&trial, *begun)));
                *begun += 1;
            };
            let began = Instant::now();
            let evaluation = trial.run_reporting(watch.as_deref(), &part)?;
            let seconds = (took + began.elapsed()).as_secs_f64();
            let mut result = ComparisonResult::new((spec, candidate, trial), &evaluation, &labels, seconds);
            result.warnings.retain(|warning| !warnings.contains(warning));
            results.push(result);
        }
        let own = results.iter().position(|result| Some(result.spec) == own);
        let n = rows.iter().map(|row| row.weight).sum();
        Ok(Comparison { split, seed: partition.seed, warnings, labels, rows, n, results, refused, own })
    }
}

/// Returns the baseline, whose trial splits the rows for all models because it needs no feature, and the split: that of
/// the recipe, or folds by default.
fn default_split(study: &Study) -> Result<(Arc<Baseline>, Split, Vec<String>), Problem> {
    let plain = study.baseline()?;
    if let Some(split) = &study.recipe.split {
        return Ok((Arc::new(plain), split.clone(), Vec::new()));
    }
    let [many, few] = FOLDS;
    let weighted = plain.data.resolved.weight.is_some();
    let cases = (0..plain.classes.len()).map(|class| plain.class_count(class));
    let smallest = cases.zip(&plain.classes).min_by_key(|(cases, _)| *cases);
    let (folds, why) = match smallest.filter(|(cases, _)| *cases < u64::from(many)) {
        Some((cases, class)) => {
            let (only, of) = if cases == 1 { ("only", 1) } else { ("fewer than", many.into()) };
            (few, format!(": {} has {only} {}", shown(class.as_str()), rows_or_cases(of, weighted)))
        }
        None => (many, String::new()),
    };
    let rows = if weighted { "cases" } else { "rows" };
    let warning = format!("No split was chosen, so {rows} are split into {folds} folds{why}.");
    let mut data = Dataset::clone(&plain.data);
    data.resolved.recipe.split = Some(Split::folds(folds));
    Ok((Arc::new(Baseline::fit(Arc::new(data))?), Split::folds(folds), vec![warning]))
}

/// Which rows are test rows of every model.
fn tested(
    partition: &Trial,
    trials: &[Candidate],
    warnings: &mut Vec<String>,
) -> Result<Arc<[bool]>, Problem> {
    let rows: Vec<usize> = match &partition.split {
        Split::None => partition.whole.classifier().learned(),
        _ => partition.evaluated().collect(),
    };
    let needing = trials.iter().filter(|(.., trial, _)| trial.whole.needs_every_feature());
    let (names, needing): (Vec<&str>, Vec<&Trial>) =
        needing.map(|(_, candidate, trial, _)| (candidate.name.as_str(), trial)).unzip();
    let mut tested = vec![false; partition.data.table.rows()];
    let mut left_out = 0;
    for row in rows {
        let complete = needing.iter().all(|trial| trial.is_complete(row));
        left_out += usize::from(!complete);
        tested.get_mut(row).into_iter().for_each(|tested| *tested = complete);
    }
    let need = match names.as_slice() {
        [] => String::new(),
        [one] => format!("{one} needs every feature"),
        [others @ .., last] => format!("{} and {last} need every feature", others.join(", ")),
    };
    if tested.iter().all(|tested| !tested) {
        return Err(Problem {
            kind: "no_data",
            what: format!("{need}, but no test row has them all"),
            fix: "name other models: --models A,B; or leave a column out: --ignore COL".to_owned(),
            ..Problem::default()
        });
    }
    let lack = match left_out {
        1 => "1 row lacks one, so it is not a test row for any model".to_owned(),
        _ => format!("{left_out} rows lack one, so they are no test rows for any model"),
    };
    warnings.extend((left_out > 0).then(|| format!("{need}. {lack}.")));
    Ok(tested.into())
}

fn rows(partition: &Trial, tested: &[bool]) -> Vec<TestedRow> {
    let tested = tested.iter().enumerate().filter(|(_, tested)| **tested);
    let folds = |(row, _)| {
        let whole = (partition.split == Split::None).then_some((row, None));
        let parts = partition.folds.partition.of_row(row, 1).map(move |(part, _)| (row, Some(part)));
        whole.into_iter().chain(parts)
    };
    let one = |(row, fold): (usize, Option<usize>)| {
        Some(TestedRow { row, actual: partition.actual(row)?, weight: partition.cases(row, fold), fold })
    };
    tested.flat_map(folds).filter_map(one).collect()
}

/// `fold 3 of 10`, `row 17 of 150`
fn part_words(trial: &Trial, part: usize) -> String {
    let of = trial.folds.count();
    match &trial.split {
        Split::LeaveOneOut => format!("row {} of {of}", part + 1),
        Split::Folds(_) => format!("fold {} of {of}", trial.folds.name(part)),
        Split::None | Split::Holdout(_) | Split::File(_) => "predicting".to_owned(),
    }
}
