//! Curves: accuracy and log loss by α, and by the number of training rows; and the experiments that check claims of the
//! notes.
//!
//! By α, rows are split and counted once: another α is another estimate from the same sums.
//!
//! For a learning curve some rows of each class are held out, for every seed. The models are fitted to a few of the
//! other rows, then to these and some more, up to all of them; each is tested on the rows held out. The results vary
//! with the seed, so a point is a mean with its spread.

use super::confusion::evaluate_rows;
use super::folds::{Chunk, by_class, cases, chunks};
use super::run::TrialRun;
use super::{CandidateModel, EvaluatedRows, Folds, Measure, Model, Spread, Summary, Trial, shuffled};
use crate::encode::{Dataset, HeldOut, Partition};
use crate::model::{Fitted, Study};
use crate::problem::{Problem, nearest};
use crate::recipe::{ExactNumber, Recipe, Split};
use crate::table::Watch;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// The α that are tried.
const ALPHAS: [&str; 14] =
    ["0", "0.001", "0.003", "0.01", "0.03", "0.1", "0.5", "1", "2", "10", "30", "100", "300", "1000"];

/// The default number of repetitions.
pub const SEEDS: u64 = 20;
/// The share of each class that is held out.
const TESTED: &str = "0.3";
/// Cases of each class in the smallest training set.
const LEAST: u64 = 2;
/// The most sizes between the smallest and the largest.
const SIZES: usize = 10;
/// A second random stream of the same seed, separate from the one that splits the rows.
const STREAM: u64 = 1;

#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The recipe that all others differ from in α.
    pub recipe: Recipe,
    pub title: &'static str,
    pub split: Split,
    pub rows: u64,
    /// From the smallest α to the largest.
    pub points: Vec<Point>,
}

/// An α, its recipe, and the figures of the model with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub alpha: String,
    pub recipe: Recipe,
    pub title: &'static str,
    pub summary: Result<Summary, Problem>,
}

impl Sweep {
    /// Evaluates the study's model on the test rows of its recipe, once for each α. `watch` gets the number of rows
    /// done and can stop the run.
    ///
    /// # Errors
    /// When there is no model, it counts nothing, no test row is left, or it was stopped. An α for which no model can
    /// be fitted is not an error: its point says why.
    pub fn run(study: &Study, watch: Option<&Watch>) -> Result<Sweep, Problem> {
        let fitted = study.fitted.clone()?;
        let tried = tried(&fitted)?;
        let mut progress = TrialRun::new(watch, &fitted.data.table.source);
        let mut trial = Trial::of(Model::Generative(Arc::clone(&fitted)), None)?;
        let rows = trial.test_rows();
        progress.expect(tried.len() * rows, tried.len());
        progress.counted = trial.counted(&progress)?;
        let mut sweep = Sweep {
            recipe: study.recipe.clone(),
            title: fitted.title(),
            split: trial.split.clone(),
            rows: trial.test_cases(),
            points: Vec::with_capacity(tried.len()),
        };
        let mut study = study.clone();
        for alpha in tried {
            progress.go_on()?;
            let text = alpha.text().to_owned();
            let recipe = Recipe { alpha: Some(alpha), ..sweep.recipe.clone() };
            // The next recipe reuses the counts of this one.
            let other = study.with_recipe(recipe.clone()).map_err(Problem::from);
            let fitted = other.and_then(|other| {
                let fitted = other.fitted.clone()?;
                study = other;
                Ok(fitted)
            });
            let (title, summary) = match fitted {
                Ok(fitted) => {
                    trial = trial.with(Model::Generative(Arc::clone(&fitted)));
                    (fitted.title(), trial.summary(&progress)?)
                }
                Err(problem) => {
                    progress.done(rows);
                    ("", Err(problem))
                }
            };
            sweep.points.push(Point { alpha: text, recipe, title, summary });
        }
        Ok(sweep)
    }

    /// The point of a recipe, if the curve is of that recipe in all but α.
    pub fn place(&self, recipe: &Recipe) -> Option<usize> {
        self.points.iter().position(|point| point.recipe == *recipe)
    }

    /// Whether this is the curve of a recipe: the recipe is one of the points, or the one they all derive from.
    pub fn is_of(&self, recipe: &Recipe) -> bool {
        self.recipe == *recipe || self.place(recipe).is_some()
    }

    pub fn current(&self, recipe: &Recipe) -> Option<&Point> {
        self.points.get(self.place(recipe)?)
    }
}

/// The α that are tried, in increasing order and including that of the model.
fn tried(fitted: &Fitted) -> Result<Vec<ExactNumber>, Problem> {
    if !fitted.is_smoothed() {
        return Err(Problem {
            kind: "not_applicable",
            what: "α smooths counts, but this model counts nothing: each of its numbers has a density".into(),
            fix: "cut the numbers into bins: --bins width:5".into(),
            ..Problem::default()
        });
    }
    let own = fitted.data.resolved.alpha.clone();
    let mut tried: Vec<ExactNumber> =
        ALPHAS.iter().filter_map(|text| ExactNumber::non_negative(text, "number").ok()).collect();
    tried.retain(|other| other.value() != own.value());
    tried.push(own);
    tried.sort_by(|a, b| a.value().cmp(b.value()));
    Ok(tried)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    pub seeds: Vec<u64>,
    /// Test rows in every repetition, weighted.
    pub tested: u64,
    /// Training rows, weighted, from the fewest to all that are not held out.
    pub sizes: Vec<u64>,
    pub weighted: bool,
    pub curves: Vec<LearningCurve>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LearningCurve {
    pub name: String,
    pub stages: Vec<LearningStage>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LearningStage {
    /// One for each seed: the figures of the model, or why there is none.
    pub runs: Vec<Result<Summary, Problem>>,
}

impl LearningStage {
    pub fn spread(&self, measure: Measure) -> Option<Spread> {
        let known = self.runs.iter().filter_map(|run| run.as_ref().ok()?.value(measure));
        Spread::of(known.collect())
    }

    /// Seeds without a model, and the reason of the first.
    pub fn without_model(&self) -> Option<(usize, &Problem)> {
        let mut problems = self.runs.iter().filter_map(|run| run.as_ref().err());
        let first = problems.next()?;
        Some((problems.count() + 1, first))
    }

    /// Seeds with a model to which a ridge penalty was added automatically, and the penalty of the first.
    pub fn held(&self) -> Option<(usize, f64)> {
        let mut held = self.runs.iter().filter_map(|run| run.as_ref().ok()?.held);
        let first = held.next()?;
        Some((held.count() + 1, first))
    }

    pub fn infinite(&self) -> usize {
        self.runs.iter().filter(|run| run.as_ref().is_ok_and(|run| run.n_impossible > 0)).count()
    }
}

struct LearningPlan<'a> {
    models: &'a [Model],
    data: &'a Dataset,
    by_class: Vec<Vec<Chunk>>,
    share: Split,
    sizes: Vec<u64>,
    progress: TrialRun<'a>,
}

/// One repetition: size by size, the figures of every model.
type Run = Vec<Result<Summary, Problem>>;

impl Learning {
    /// Fits and evaluates models once for every seed. All use the same training rows and the same test rows: those that
    /// all of them can use. `watch` gets the number of evaluated rows and can stop the run.
    ///
    /// # Errors
    /// When a model cannot be fitted to all rows, there are too few rows to hold some out, or it was stopped.
    pub fn run(
        study: &Study,
        candidates: &[CandidateModel],
        seeds: u64,
        watch: Option<&Watch>,
    ) -> Result<Learning, Problem> {
        let models = candidates.iter().map(|one| one.model(study)).collect::<Result<Vec<Model>, _>>()?;
        let first = models.first().ok_or_else(too_few)?.classifier();
        let (data, from) = (first.data(), first.data().resolved.recipe.seed_or_default());
        // The rows that every model can be fitted to, class by class in the order of the first model.
        let by_class = by_class(first.classes().len(), data.table.rows(), |row| {
            let all = models.iter().all(|model| model.classifier().class_of_row(row).is_some());
            Some((first.class_of_row(row).filter(|_| all)?, data.seen(row)))
        });
        let share = Split::Holdout(ExactNumber::any(TESTED)?);
        let partition = Folds::assign(&by_class, data.table.rows(), &share, from);
        let test_rows = partition.rows(0);
        let tested = test_rows.iter().map(|row| partition.cases(*row, 0, data.seen(*row))).sum();
        let least: u64 = by_class.iter().map(|rows| cases(rows).min(LEAST)).sum();
        let most = by_class.iter().map(|rows| cases(rows)).sum::<u64>() - tested;
        if tested == 0 || most < least {
            return Err(too_few());
        }
        let sizes = sizes(least, most);
        let progress = TrialRun::new(watch, &data.table.source);
        let seeds: Vec<u64> = (0..seeds).map(|at| from.wrapping_add(at)).collect();
        let parts = seeds.len() * models.len() * sizes.len();
        progress.expect(parts * test_rows.len(), parts);
        let plan = LearningPlan { models: &models, data, by_class, share, sizes, progress };
        let run = |seed: &u64| plan.repetition(*seed);
        let runs: Vec<Run> = seeds.par_iter().map(run).collect::<Result<_, Problem>>()?;
        let stage =
            |at: usize| LearningStage { runs: runs.iter().filter_map(|run| run.get(at).cloned()).collect() };
        let curves = candidates.iter().enumerate().map(|(model, candidate)| LearningCurve {
            name: candidate.name.clone(),
            stages: (0..plan.sizes.len()).map(|size| stage(size * models.len() + model)).collect(),
        });
        let (curves, weighted) = (curves.collect(), data.resolved.weight.is_some());
        Ok(Learning { seeds, tested, weighted, sizes: plan.sizes, curves })
    }
}

fn sizes(least: u64, most: u64) -> Vec<u64> {
    let between = |steps: &[f64]| -> Vec<u64> {
        let powers = (0..18).map(|power| 10f64.powi(power));
        let all = powers.flat_map(|power| steps.iter().map(move |step| (step * power).round() as u64));
        // A size almost equal to an end adds no information.
        let is_between = |size: &u64| *size * 10 > least * 12 && *size * 12 < most * 10;
        let mut all: Vec<u64> = all.filter(is_between).collect();
        all.dedup();
        all
    };
    let series: [&[f64]; 5] = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0], &[]];
    let found = series.iter().map(|steps| between(steps)).find(|sizes| sizes.len() <= SIZES);
    let mut sizes: Vec<u64> = std::iter::once(least).chain(found.unwrap_or_default()).chain([most]).collect();
    sizes.dedup();
    sizes
}

impl LearningPlan<'_> {
    fn repetition(&self, seed: u64) -> Result<Run, Problem> {
        let folds = Folds::assign(&self.by_class, self.data.table.rows(), &self.share, seed);
        let order = self.order(&folds, seed);
        let mut run = Vec::with_capacity(self.sizes.len() * self.models.len());
        for size in &self.sizes {
            let away = Arc::new(self.away(&order, *size));
            for model in self.models {
                self.progress.go_on()?;
                run.push(self.evaluated(model, &away, &folds)?);
            }
        }
        Ok(run)
    }

    /// The training cases: first two of each class, then all classes in proportion, so that every beginning of the list
    /// resembles the whole.
    fn order(&self, folds: &Folds, seed: u64) -> Vec<Chunk> {
        let mut draw = ChaCha8Rng::seed_from_u64(seed);
        draw.set_stream(STREAM);
        let mut places: Vec<(f64, usize, Chunk)> = Vec::new();
        let mut left: Vec<u64> = vec![0; self.data.table.rows()];
        for (class, (rows, chunks)) in self.by_class.iter().zip(chunks(&self.by_class).iter()).enumerate() {
            for (row, seen) in rows {
                left.get_mut(*row).into_iter().for_each(|left| *left = seen - folds.cases(*row, 0, *seen));
            }
            let mut rest = |(row, cases): Chunk| {
                let left = left.get_mut(row)?;
                let cases = cases.min(*left);
                *left -= cases;
                (cases > 0).then_some((row, cases))
            };
            let chunks: Vec<Chunk> = chunks.iter().copied().filter_map(&mut rest).collect();
            let many = cases(&chunks) as f64;
            let mut at = 0;
            for (row, cases) in shuffled(&chunks, &mut draw) {
                let first = LEAST.saturating_sub(at).min(cases);
                for cases in [first, cases - first].into_iter().filter(|cases| *cases > 0) {
                    let place = if at < LEAST { 0.0 } else { (at as f64 + 0.5) / many };
                    places.push((place, class, (row, cases)));
                    at += cases;
                }
            }
        }
        // Sorting is stable: cases of a class stay in the order in which they were shuffled.
        places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        places.into_iter().map(|(_, _, chunk)| chunk).collect()
    }

    /// All cases after the first `size`, as one part. Rows without a class are in no part: their words may be in the
    /// vocabulary.
    fn away(&self, order: &[Chunk], size: u64) -> Partition {
        let mut learned = vec![0; self.data.table.rows()];
        let mut left = size;
        for (row, cases) in order {
            let cases = left.min(*cases);
            learned.get_mut(*row).into_iter().for_each(|learned| *learned += cases);
            left -= cases;
        }
        let mut away = Partition::new(learned.len());
        for (row, seen) in self.by_class.iter().flatten() {
            let cases = seen - learned.get(*row).copied().unwrap_or(0);
            if cases > 0 {
                away.put(*row, 0, cases, *seen);
            }
        }
        away
    }

    /// Fits a model to the cases that are not away, and tests it on those that are held out.
    fn evaluated(
        &self,
        whole: &Model,
        away: &Arc<Partition>,
        folds: &Folds,
    ) -> Result<Result<Summary, Problem>, Problem> {
        let classifier = whole.classifier();
        let held_out = HeldOut::new(Arc::clone(away), 0, classifier.class_codes().into());
        let model = match whole.refitted(whole.data().without(held_out)) {
            Ok(model) => model,
            Err(problem) => return Ok(Err(problem)),
        };
        let seen_as =
            |row: usize| Some((classifier.class_of_row(row)?, folds.cases(row, 0, self.data.seen(row))));
        let of = |piece| EvaluatedRows::of(piece, Some(0), seen_as);
        let rows = self.progress.evaluated(model.classifier(), folds.rows(0), of)?;
        let classes = classifier.classes();
        let summary = Summary::of(&evaluate_rows(classes.to_vec(), classes.len(), rows));
        Ok(Ok(Summary { held: model.held(), ..summary }))
    }
}

fn too_few() -> Problem {
    Problem {
        kind: "no_data",
        what: "there are too few rows with a class to hold some out and train on the rest".to_owned(),
        fix: "add rows: a learning curve needs a class with at least three rows".to_owned(),
        ..Problem::default()
    }
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Experiment {
    pub name: &'static str,
    #[serde(skip)]
    pub title: &'static str,
    pub claim: &'static str,
    pub sample: &'static str,
    #[serde(skip)]
    pub first: &'static str,
    /// The models to compare with: a name, and the changes to the recipe.
    #[serde(skip)]
    pub others: &'static [(&'static str, &'static str)],
    #[serde(skip)]
    pub measure: Measure,
    pub look: &'static str,
    pub why: &'static str,
}

pub fn experiments() -> &'static [Experiment] {
    &EXPERIMENTS
}

pub fn experiment(name: &str) -> Result<&'static Experiment, Problem> {
    EXPERIMENTS.iter().find(|one| one.name == name).ok_or_else(|| {
        let nearest = nearest(name, EXPERIMENTS.iter().map(|one| one.name));
        let meant = nearest.map(|nearest| format!("did you mean {nearest}? "));
        Problem::usage(
            format!("there is no experiment named {name}"),
            format!("{}Run posterior experiments to list them", meant.unwrap_or_default()),
        )
    })
}

impl Experiment {
    pub fn recipe(&self) -> Result<Recipe, Problem> {
        Recipe::from_toml("split = \"folds:10\"", self.name)
    }

    /// The models to compare, the one of the study first.
    ///
    /// # Errors
    /// When a recipe cannot be read.
    pub fn candidates(&self, study: &Study) -> Result<Vec<CandidateModel>, Problem> {
        let mut all = vec![CandidateModel { name: self.first.to_owned(), recipe: study.recipe.clone() }];
        for (name, over) in self.others {
            let recipe = study.recipe.clone().overridden_by(Recipe::from_toml(over, name)?);
            all.push(CandidateModel { name: (*name).to_owned(), recipe });
        }
        Ok(all)
    }
}

/// The model that every generative model is compared with.
const LOGISTIC: (&str, &str) = ("logistic regression", "model = \"logistic\"");

static EXPERIMENTS: [Experiment; 4] = [
    Experiment {
        name: "gda-needs-less",
        title: "GDA needs less data",
        claim: "Where the data are Gaussian with one Σ, GDA needs fewer rows than logistic regression.",
        sample: "elephants",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Measure::Accuracy,
        look: "From 15 to 30 rows GDA is ahead. With all rows the two are equal. With 4 or 5 rows GDA is behind: a Σ \
               from so few rows is worse than none. In many small draws a line separates the classes: in nearly all \
               up to 10 rows, in two of three at 15 and in a quarter at 20. Plain logistic regression then has no finite \
               weights, so it gets a ridge penalty of 0.01; GDA has none. The figures of each size include these draws.",
        why: "The assumption of GDA is true here, and a true assumption saves rows.",
    },
    Experiment {
        name: "counts",
        title: "counts: logistic is closer",
        claim: "With enough rows, logistic regression has the better posteriors on Poisson counts.",
        sample: "calls",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Measure::LogLoss,
        look: "From 70 rows on, its log loss is lower by about 0.01. With fewer rows GDA gains by assuming more. In \
               accuracy the two hardly differ.",
        why: "Counts are not Gaussian, but the posterior of two Poisson classes is still logistic.",
    },
    Experiment {
        name: "long-tails",
        title: "long tails: logistic holds up",
        claim: "On data with a long tail logistic regression is right more often than GDA.",
        sample: "repairs",
        first: "GDA",
        others: &[LOGISTIC],
        measure: Measure::Accuracy,
        look: "GDA stops improving at about 0.83, however many rows it gets. Logistic regression reaches 0.90.",
        why: "A few rows far out distort the mean and Σ. Logistic regression is hardly affected.",
    },
    Experiment {
        name: "word-counts",
        title: "word counts beat presence",
        claim: "On longer text the multinomial event model beats the Bernoulli one.",
        sample: "letters",
        first: "multinomial",
        others: &[("Bernoulli", "model = \"bernoulli\"\nevent = \"bernoulli\"")],
        measure: Measure::Accuracy,
        look: "The multinomial model is ahead at every size, by 0.2 at the end.",
        why: "Almost every word occurs in almost every letter. How often it occurs shows who wrote the letter.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_round_numbers_between_the_ends() {
        assert_eq!(sizes(4, 140), [4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 140]);
        assert_eq!(sizes(4, 9), [4, 5, 7, 9]);
        assert_eq!(sizes(4, 4), [4]);
        let large = sizes(6, 700_000);
        assert!(large.len() <= SIZES + 2 && large.windows(2).all(|pair| pair[0] < pair[1]), "{large:?}");
    }
}
