//! From an exercise file to an exercise: the data is read, the model fitted, and every step found in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;

use super::file::{Raw, RawStep, Text, USUAL};
use super::opened::{Reach, named, on_data, read_recipe, source};
use super::random::{self, Drawn, Random, RawRandom};
use super::words::STEPS;
use super::words::line;
use super::{Exercise, Step, Words};
use crate::math::Quantity;
use crate::model::{Case, Study};
use crate::practice::grader::Asked;
use crate::practice::{Base, Notation};
use crate::problem::Problem;
use crate::recipe::{Recipe, recipe_text};
use crate::table::Source;
use crate::worked::{Context, Evaluator, WorkedError};

impl Exercise {
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.trim_start().starts_with("[[step]]"))
    }

    /// Opens an exercise file. Data and recipe that it names lie beside it or below it. Of random data those of its first
    /// seed.
    pub fn open(path: &Path) -> Result<Exercise, Problem> {
        Exercise::open_seeded(path, None)
    }

    /// The same with the data of a seed. Without one it is the first that the file lists, and where it lists none, the
    /// first in whose table no known mistake gives a right value.
    pub fn open_seeded(path: &Path, seed: Option<u64>) -> Result<Exercise, Problem> {
        ExerciseFile::read(path, Reach::Beside)?.open(seed)
    }

    pub fn from_toml(text: &str, path: &Path) -> Result<Exercise, Problem> {
        ExerciseFile::from_toml(text, path, Reach::Beside)?.open(None)
    }

    pub fn files(&self) -> Vec<PathBuf> {
        let own = [Some(self.path.clone()), self.data.clone()].into_iter().flatten();
        own.chain(self.study.recipe.files()).collect()
    }
}

#[derive(Clone, Debug)]
pub struct ExerciseFile {
    /// The word that answer sheets name it by.
    pub id: String,
    pub path: PathBuf,
    pub reach: Reach,
    pub data: Option<PathBuf>,
    pub random: Option<Arc<Random>>,
    pub(super) text: String,
    raw: Raw,
    recipe: Recipe,
    recipe_at: Option<usize>,
    source: Option<Source>,
}

impl ExerciseFile {
    pub fn read(path: &Path, reach: Reach) -> Result<ExerciseFile, Problem> {
        ExerciseFile::from_toml(&recipe_text(path)?, path, reach)
    }

    pub fn from_toml(content: &str, path: &Path, reach: Reach) -> Result<ExerciseFile, Problem> {
        let shown = path.to_string_lossy();
        let text = Text { path: &shown, text: content };
        let mut raw = text.raw()?;
        refuse(&raw, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let recipe_at = raw.recipe.as_ref().map(|recipe| recipe.span().start);
        let recipe =
            raw.recipe.take().map(|recipe| read_recipe(recipe, &text, (folder, reach))).transpose()?;
        let mut recipe = recipe.unwrap_or_default();
        if let Some(query) = &raw.query {
            let cell = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            recipe.query =
                Some(query.get_ref().iter().map(|(column, value)| (column.clone(), cell(value))).collect());
        }
        let source = source(&raw, &text, (folder, reach))?;
        let random = raw.random.as_ref().map(|random| {
            let drawn = drawing(random, source.as_ref(), &mut recipe, &text);
            drawn.map_err(|problem| on_data(problem, &text, recipe_at))
        });
        let random = random.transpose()?.map(Arc::new);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let id = raw.id.as_ref().map(|id| named(id, &text)).transpose()?.filter(|id| !id.is_empty());
        Ok(ExerciseFile {
            id: id.unwrap_or(stem),
            path: path.to_path_buf(),
            reach,
            data: if let Some(Source::Path(file)) = &source { Some(file.clone()) } else { None },
            random,
            text: content.to_owned(),
            raw,
            recipe,
            recipe_at,
            source,
        })
    }

    pub fn files(&self) -> Vec<PathBuf> {
        let own = [Some(self.path.clone()), self.data.clone()].into_iter().flatten();
        own.chain(self.recipe.files()).collect()
    }

    pub fn open(&self, seed: Option<u64>) -> Result<Exercise, Problem> {
        let (source, seed) = match (&self.random, &self.source, seed) {
            (None, Some(source), None) => (source.clone(), None),
            (Some(random), _, Some(seed)) => (self.drawn(random, seed)?, Some(seed)),
            (Some(random), _, None) => {
                let seed = match random.seeds.first() {
                    Some(seed) => *seed,
                    None => self.first_seed()?,
                };
                (self.drawn(random, seed)?, Some(seed))
            }
            (None, ..) => {
                return Err(Problem::usage(
                    format!("the exercise {} has one table, so there is no seed to choose", self.id),
                    "leave the seed out, or add [random] to the exercise",
                ));
            }
        };
        self.with_data(source, seed)
    }

    pub(super) fn with_data(&self, source: Source, seed: Option<u64>) -> Result<Exercise, Problem> {
        let shown = self.path.to_string_lossy();
        let text = Text { path: &shown, text: &self.text };
        let here = |problem: Problem| on_data(problem, &text, self.recipe_at);
        let study = Study::open(source, self.recipe.clone()).map_err(|error| here(error.into()))?;
        let fitted = study.fitted.clone().map_err(here)?;
        let case = study.first_case().map_err(|error| self.in_query(error))?;
        let notation = self.raw.notation.clone().notation(&text)?;
        let context = Context { fitted: &fitted, case: case.as_ref() };
        // What one step rests on is worked out once for all of them.
        let mut evaluator = Evaluator::new(context, Vec::new());
        let steps: Result<Vec<Step>, Problem> = (1..)
            .zip(self.raw.step.iter().cloned())
            .map(|(number, step)| found(number, step, &notation, (&context, &mut evaluator), &text))
            .collect();
        let steps = steps?;
        self.refuse_twice(&steps, &text)?;
        // A sample brings a case of its own; where nothing is asked about it, it would only be in the way. A row without a
        // class is there for everybody to see, and may be learnt from by mistake.
        let own = |case: &Case| case.row.is_some() || self.raw.query.is_some() || self.random.is_some();
        let case = case.filter(|case| own(case) || steps.iter().any(|step| step.asked.is_about_case()));
        Ok(Exercise {
            title: self
                .raw
                .title
                .as_ref()
                .map_or_else(|| self.id.clone(), |title| crate::text::shown(title.get_ref()).into_owned()),
            words: Words::of(&self.raw, &text)?,
            id: self.id.clone(),
            path: self.path.clone(),
            reach: self.reach,
            data: self.data.clone(),
            study,
            fitted,
            case,
            steps,
            rules: self.raw.policy.clone().rules(&text)?,
            notation,
            seed,
            random: self.random.clone(),
        })
    }

    /// Refuses a step that asks what an earlier one asks: an answer sheet could not tell them apart.
    fn refuse_twice(&self, steps: &[Step], text: &Text<'_>) -> Result<(), Problem> {
        for (at, (step, raw)) in steps.iter().zip(&self.raw.step).enumerate() {
            if let Some(first) = steps.iter().take(at).position(|other| other.asked == step.asked) {
                let what = format!("step {}, “{}”, asks the same as step {}", at + 1, step.label, first + 1);
                return Err(text.wrong(Some(raw.ask.span().start), what, "leave one of the two out"));
            }
        }
        Ok(())
    }

    /// What is wrong with the case, at the line of the query where the file has one.
    fn in_query(&self, problem: Problem) -> Problem {
        let shown = self.path.to_string_lossy();
        let text = Text { path: &shown, text: &self.text };
        let Some(query) = &self.raw.query else { return problem };
        let (kind, feature) = (problem.kind, problem.feature);
        Problem { kind, feature, ..text.wrong(Some(query.span().start), problem.what, problem.fix) }
    }

    fn drawn(&self, random: &Random, seed: u64) -> Result<Source, Problem> {
        let drawn = random.draw(seed);
        match random.missing_class(&drawn) {
            None => Ok(self.source_of(seed, drawn)),
            Some(class) => Err(Problem {
                kind: "bad_exercise",
                what: format!("seed {seed} draws no row of {class}"),
                place: Some(self.path.to_string_lossy().into_owned()),
                fix: "choose another seed, or leave it out".into(),
                ..Problem::default()
            }),
        }
    }

    pub(super) fn source_of(&self, seed: u64, drawn: Drawn) -> Source {
        Source::bytes(format!("{}, seed {seed}", self.id), drawn.csv.into_bytes())
    }
}

/// What is drawn; what the pattern or the columns leave no choice of is written into the recipe, so that it does not
/// depend on what was drawn.
fn drawing(
    raw: &Spanned<RawRandom>,
    source: Option<&Source>,
    recipe: &mut Recipe,
    text: &Text<'_>,
) -> Result<Random, Problem> {
    let at = raw.span().start;
    let query = recipe.query.clone().unwrap_or_default();
    let columns = match (source, &raw.get_ref().columns) {
        (Some(source), _) => {
            let study = Study::open(source.clone(), recipe.clone())?;
            let fitted = study.fitted.clone()?;
            *recipe = fitted.data.resolved.recipe.clone();
            if recipe.query.is_none() {
                recipe.query = study.first_case()?.map(|case| case.written(&fitted));
            }
            random::pattern(&study, &fitted, recipe.query.as_deref().unwrap_or_default())?
        }
        (None, Some(columns)) => raw.get_ref().listed(columns, recipe.target.as_deref(), &query, text)?,
        (None, None) => {
            return Err(text.wrong(Some(at), "the exercise names no data", "add data = \"weather.csv\""));
        }
    };
    let random = raw.get_ref().with_columns(columns, at, text)?;
    *recipe = random.completed(recipe.clone());
    Ok(random)
}

fn refuse(raw: &Raw, text: &Text<'_>) -> Result<(), Problem> {
    if let Some(found) = raw.format.filter(|format| *format != 1) {
        let what = format!("this is exercise format {found}, and this program reads format 1");
        return Err(text.wrong(None, what, "write format = 1, or use a newer version of this program"));
    }
    if let (Some(_), Some(step)) = (&raw.random, raw.step.iter().find(|step| !step.accept.is_empty())) {
        let what = "accept lists answers, and with [random] every seed has others";
        return Err(text.wrong(Some(step.ask.span().start), what, "leave accept out of this step"));
    }
    if let Some(step) = raw.step.get(STEPS) {
        let what = format!("the exercise has {} steps, and {STEPS} is the most", raw.step.len());
        return Err(text.wrong(Some(step.ask.span().start), what, "make two exercises of it"));
    }
    if raw.step.is_empty() {
        let fix = "add a step: [[step]] and below it ask = \"P(Yes)\"";
        return Err(text.wrong(None, "the exercise asks nothing", fix));
    }
    Ok(())
}

fn found(
    number: usize,
    step: RawStep,
    notation: &Notation,
    (context, evaluator): (&Context<'_>, &mut Evaluator<'_>),
    text: &Text<'_>,
) -> Result<Step, Problem> {
    let written = step.ask.get_ref().trim();
    let label = notation.label(written);
    let at = Some(step.ask.span().start);
    let wrong = |error: WorkedError| {
        let problem = Problem::from(error);
        let what = format!("step {number}, “{label}”: {}", problem.what);
        let (kind, excerpt) = (problem.kind, problem.excerpt);
        Problem { kind, excerpt, ..text.wrong(at, what, problem.fix) }
    };
    if let Some(base) = notation.other_base(written) {
        let what = format!("step {number}, “{label}”: the logarithms here are {}", notation.base().word());
        let fix = format!("write {}, or [notation] log = \"{}\"", notation.base().word(), base.word());
        return Err(text.wrong(at, what, fix));
    }
    let (asked, _) = Asked::find(context.fitted, context.case, &notation.natural(written)).map_err(wrong)?;
    if asked.is_about_case() && context.case.is_none() {
        let what = format!("step {number}, “{label}”, is about a case, and the exercise has none");
        return Err(text.wrong(at, what, "add query = { column = \"value\" }"));
    }
    if let Asked::Number(Quantity::Formula(formula)) = &asked
        && notation.base() != Base::E
        && formula.quantities().iter().any(|part| matches!(part, Quantity::Ln(_)))
    {
        let what =
            format!("step {number}, “{label}”, has logarithms among its parts, and these are to the base e");
        return Err(text.wrong(at, what, "ask for the logarithm of a formula, such as ln (P(Yes)/P(No))"));
    }
    if let Asked::Number(quantity) = &asked {
        evaluator.value(quantity).map_err(wrong)?;
    }
    finished(number, step, (asked, label), text)
}

fn finished(
    number: usize,
    step: RawStep,
    (asked, label): (Asked, String),
    text: &Text<'_>,
) -> Result<Step, Problem> {
    let at = Some(step.ask.span().start);
    let marks = step.marks.unwrap_or(USUAL);
    if !marks.is_finite() || marks < 0.0 {
        let what = format!("step {number}, “{label}”, is worth {marks} marks");
        return Err(text.wrong(at, what, "write a number that is 0 or more"));
    }
    let in_step = |problem: Problem| {
        let what = format!("step {number}, “{label}”: {}", problem.what);
        Problem { what, ..problem }
    };
    let accept = step.accepted(text).map_err(in_step)?;
    let wording =
        step.text.as_ref().map(|wording| line(wording, "text", text)).transpose().map_err(in_step)?;
    Ok(Step {
        text: wording.or_else(|| asked.name_question().map(|question| question.wording.clone())),
        asked,
        marks,
        hints: step.hint,
        why: step.why,
        because: step.because,
        accept,
        label,
    })
}
