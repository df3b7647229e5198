//! Runs a comparison: fits the models, splits the rows once, and evaluates one model after another.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::{Comparison, ComparisonResult, ModelSpec, Refused, Stage, TestedRow};
use crate::encode::Dataset;
use crate::evaluate::rows_or_cases;
use crate::evaluate::{CandidateModel, Model, Trial};
use crate::model::{Baseline, Classifier, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split};
use crate::table::TableError;
use crate::text::shown;

/// The default number of folds, and the number if some class has fewer rows than that.
const FOLDS: [u32; 2] = [10, 5];

/// A model fitted to all rows, and the seconds that it took.
struct Ready {
    spec: ModelSpec,
    candidate: CandidateModel,
    model: Model,
    seconds: f64,
}

impl Comparison {
    /// Evaluates models on the same rows. `asked` names them; by default all models that can read the columns, as they
    /// are or binned. `stage` gets the progress and can stop the comparison.
    ///
    /// # Errors
    /// When the recipe fits none of them, no test row is left, or it was stopped. A model that cannot be fitted is not
    /// an error: see [`Comparison::refused`].
    pub fn run(
        study: &Study,
        asked: Option<&[ModelSpec]>,
        stage: Option<&Stage>,
    ) -> Result<Comparison, Problem> {
        let tell = |words: String| stage.into_iter().for_each(|stage| stage.tell(words.clone()));
        let (baseline, split, mut warnings) = dealer(study)?;
        let base = Recipe { split: Some(split.clone()), ..study.recipe.clone() };
        let own = study.fitted.as_ref().map_or_else(
            |_| study.recipe.model.map(ModelSpec::Kind),
            |fitted| Some(ModelSpec::of(&fitted.data.resolved)),
        );
        let resolved = &baseline.data.resolved;
        let (mut ready, mut refused) = (Vec::new(), Vec::new());
        for spec in asked.map_or_else(ModelSpec::all, <[ModelSpec]>::to_vec) {
            go_on(stage, study)?;
            let candidate = spec.candidate(&base, resolved);
            tell(format!("fitting {}", candidate.name));
            let away =
                spec.stays_away(&baseline.data, &split).filter(|_| asked.is_none() && Some(spec) != own);
            let began = Instant::now();
            let model = match away {
                Some(why) => Err(Problem { kind: "not_asked", what: why, ..Problem::default() }),
                None => spec.model(&candidate, study, &baseline),
            };
            match model {
                Ok(model) => {
                    let seconds = began.elapsed().as_secs_f64();
                    ready.push(Ready { spec, candidate, model, seconds });
                }
                Err(problem) => refused.push(Refused { spec, name: candidate.name, problem }),
            }
        }
        if ready.is_empty() {
            return Err(refused.into_iter().next().map(|refused| refused.problem).unwrap_or_default());
        }
        let watch = stage.map(|stage| Arc::clone(&stage.watch));
        let partition = Trial::of(Model::Baseline(Arc::clone(&baseline)), watch.clone())?;
        let mut trials = Vec::new();
        for one in ready {
            let began = Instant::now();
            let trial = Trial::of(one.model, watch.clone())?;
            trials.push((one.spec, one.candidate, trial, one.seconds + began.elapsed().as_secs_f64()));
        }
        let tested = tested(
            &partition,
            trials.iter().map(|(_, candidate, trial, _)| (candidate, trial)),
            &mut warnings,
        )?;
        let (rows, n) = rows(&partition, &tested);
        let labels = partition.labels.clone();
        let folds = partition.folds.clone();
        let partition = partition.with_folds(folds, Arc::clone(&tested));
        warnings.extend(partition.warnings.iter().cloned());
        if let Some(stage) = stage {
            let each = trials.iter().map(|(.., trial, _)| work(trial, rows.len()));
            stage.watch.done.store(0, Ordering::Relaxed);
            stage.watch.total.store(each.sum(), Ordering::Relaxed);
        }
        let mut results = Vec::new();
        for (spec, candidate, trial, seconds) in trials {
            let trial = trial.with_folds(partition.folds.clone(), Arc::clone(&tested));
            // Parts run in parallel, so their own numbers would be reported out of order.
            let begun = Mutex::new(0);
            let part = |_| {
                let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
                tell(format!("{}, {}", candidate.name, part_words(&trial, *begun)));
                *begun += 1;
            };
            let began = Instant::now();
            let evaluation = trial.run_telling(stage.map(|stage| stage.watch.as_ref()), &part)?;
            let seconds = seconds + began.elapsed().as_secs_f64();
            let mut result = ComparisonResult::new((spec, candidate, trial), &evaluation, &labels, seconds);
            result.warnings.retain(|warning| !warnings.contains(warning));
            results.push(result);
        }
        let own = results.iter().position(|result| Some(result.spec) == own);
        let seed = partition.seed;
        Ok(Comparison { split, seed, warnings, labels, rows, n, results, refused, own })
    }
}

/// Returns the baseline, whose trial splits the rows for all models because it needs no feature, and the split: that of
/// the recipe, or folds by default.
fn dealer(study: &Study) -> Result<(Arc<Baseline>, Split, Vec<String>), Problem> {
    let plain = study.baseline()?;
    if let Some(split) = &study.recipe.split {
        return Ok((Arc::new(plain), split.clone(), Vec::new()));
    }
    let cases = (0..plain.classes.len()).map(|class| plain.class_count(class));
    let smallest = cases.zip(&plain.classes).min_by_key(|(cases, _)| *cases);
    let [many, few] = FOLDS;
    let weighted = plain.data.resolved.weight.is_some();
    let partition = if weighted { "cases" } else { "rows" };
    let (folds, warning) = match smallest {
        Some((cases, class)) if cases < u64::from(many) => {
            let only = if cases == 1 {
                format!("only {}", rows_or_cases(1, weighted))
            } else {
                format!("fewer than {}", rows_or_cases(many.into(), weighted))
            };
            let class = shown(class.as_str());
            (
                few,
                format!(
                    "No split was chosen, so {partition} are split into {few} folds: {class} has {only}."
                ),
            )
        }
        _ => (many, format!("No split was chosen, so {partition} are split into {many} folds.")),
    };
    let mut data = Dataset::clone(&plain.data);
    data.resolved.recipe.split = Some(Split::folds(folds));
    Ok((Arc::new(Baseline::fit(Arc::new(data))?), Split::folds(folds), vec![warning]))
}

fn tested<'a>(
    partition: &Trial,
    trials: impl Iterator<Item = (&'a CandidateModel, &'a Trial)>,
    warnings: &mut Vec<String>,
) -> Result<Arc<[bool]>, Problem> {
    let mut tested = vec![false; partition.data.table.rows()];
    let model = partition.whole.classifier();
    let learned = (0..tested.len()).filter(|row| model.class_of_row(*row).is_some());
    let rows: Vec<usize> = match &partition.split {
        Split::None => learned.collect(),
        _ => partition.evaluated().collect(),
    };
    let needing: Vec<(&CandidateModel, &Trial)> =
        trials.filter(|(_, trial)| trial.whole.needs_every_feature()).collect();
    let mut left_out = 0;
    for row in rows {
        let complete = needing.iter().all(|(_, trial)| trial.is_complete(row));
        left_out += usize::from(!complete);
        tested.get_mut(row).into_iter().for_each(|tested| *tested = complete);
    }
    let names: Vec<&str> = needing.iter().map(|(candidate, _)| candidate.name.as_str()).collect();
    let need = if names.len() == 1 { "needs" } else { "need" };
    let need = format!("{} {need} every feature", listed(&names));
    if tested.iter().all(|tested| !tested) {
        return Err(Problem {
            kind: "no_data",
            what: format!("{need}, but no test row has them all"),
            fix: "name other models: --models A,B; or leave a column out: --ignore COL".to_owned(),
            ..Problem::default()
        });
    }
    if left_out > 0 {
        let rows = match left_out {
            1 => "1 row lacks one, so it is no test row".to_owned(),
            _ => format!("{left_out} rows lack one, so they are no test rows"),
        };
        warnings.push(format!("{need}. {rows} for any model."));
    }
    Ok(tested.into())
}

/// `GDA, QDA and logistic`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn rows(partition: &Trial, tested: &[bool]) -> (Vec<TestedRow>, u64) {
    let rows = || tested.iter().enumerate().filter(|(_, tested)| **tested).map(|(row, _)| row);
    let one = |row: usize, fold: Option<usize>| {
        Some(TestedRow { row, actual: partition.actual(row)?, weight: partition.cases(row, fold), fold })
    };
    let parts =
        |row: usize| partition.folds.partition().of_row(row, 1).map(move |(part, _)| (row, Some(part)));
    let rows: Vec<TestedRow> = match partition.split {
        Split::None => rows().filter_map(|row| one(row, None)).collect(),
        _ => rows().flat_map(parts).filter_map(|(row, part)| one(row, part)).collect(),
    };
    let n = rows.iter().map(|row| row.weight).sum();
    (rows, n)
}

/// The rows that a trial predicts: the test rows, and the training rows of its model of all rows.
fn work(trial: &Trial, evaluated: usize) -> u64 {
    let learned = match trial.split {
        Split::None => 0,
        _ => trial.whole.classifier().table_rows(),
    };
    evaluated as u64 + learned
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

fn go_on(stage: Option<&Stage>, study: &Study) -> Result<(), Problem> {
    match stage.is_some_and(|stage| stage.watch.stop.load(Ordering::Relaxed)) {
        true => Err(TableError::stopped(&study.loaded.table.source).into()),
        false => Ok(()),
    }
}
