//! Opens an exercise file: reads its data, fits its model, and resolves every step.

use super::file::{Raw, RawStep, Text, USUAL};
use super::random::{Random, RawRandom};
use super::words::{STEPS, line};
use super::{Exercise, Reach, Step, Words, figures_of, named, on_data, read_recipe, source};
use crate::math::Number;
use crate::model::{Case, Study};
use crate::practice::label::natural;
use crate::practice::{Asked, problem_in};
use crate::problem::Problem;
use crate::recipe::{Recipe, recipe_text};
use crate::table::Source;
use crate::text::{grouped, shown};
use crate::worked::{Context, Evaluator, WorkedError};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

impl Exercise {
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.trim_start().starts_with("[[step]]"))
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
    pub id: String,
    pub path: PathBuf,
    pub reach: Reach,
    pub data: Option<PathBuf>,
    pub random: Option<Arc<Random>>,
    text: Text,
    raw: Raw,
    recipe: Recipe,
    recipe_at: Option<usize>,
    source: Source,
}

impl ExerciseFile {
    pub fn read(path: &Path, reach: Reach) -> Result<ExerciseFile, Problem> {
        ExerciseFile::from_toml(&recipe_text(path)?, path, reach)
    }

    pub fn from_toml(content: &str, path: &Path, reach: Reach) -> Result<ExerciseFile, Problem> {
        let text = Text::new(path, content);
        let mut raw = text.raw()?;
        refuse(&raw, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let recipe_at = raw.recipe.as_ref().map(|recipe| recipe.span().start);
        let recipe = raw.recipe.take().map(|recipe| read_recipe(recipe, &text, folder, reach));
        let mut recipe = recipe.transpose()?.unwrap_or_default();
        if let Some(query) = &raw.query {
            let cell = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let cells = query.get_ref().iter().map(|(column, value)| (column.clone(), cell(value)));
            recipe.query = Some(cells.collect());
        }
        let source = source(&raw, &text, folder, reach)?;
        let random = raw.random.as_ref().map(|random| {
            let drawn = drawing(random, &source, &mut recipe, &text);
            drawn.map_err(|problem| on_data(problem, &text, recipe_at))
        });
        let random = random.transpose()?.map(Arc::new);
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let id = raw.id.as_ref().map(|id| named(id, &text)).transpose()?.filter(|id| !id.is_empty());
        Ok(ExerciseFile {
            id: id.unwrap_or_else(stem),
            path: path.to_path_buf(),
            reach,
            data: if let Source::Path(file) = &source { Some(file.clone()) } else { None },
            random,
            text,
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

    /// Opens the exercise. Without a seed, random data are those of the first listed or usable seed.
    pub fn open(&self, seed: Option<u64>) -> Result<Exercise, Problem> {
        let Some(random) = &self.random else {
            if seed.is_none() {
                return self.with_data(self.source.clone(), None);
            }
            return Err(Problem::usage(
                format!("the exercise {} has a fixed table, so there is no seed to choose", self.id),
                "leave the seed out, or add [random] to the exercise",
            ));
        };
        let seed = match seed.or(random.seeds.first().copied()) {
            Some(seed) => seed,
            None => self.seed_from(1)?,
        };
        self.with_seed(random, seed)
    }

    fn with_seed(&self, random: &Random, seed: u64) -> Result<Exercise, Problem> {
        let source = Source::bytes(format!("{}, seed {seed}", self.id), random.draw(seed).into_bytes());
        let exercise = self.with_data(source, Some(seed))?;
        let fitted = &exercise.fitted;
        if let Some((_, class)) = (0..).zip(&fitted.classes).find(|(at, _)| fitted.is_absent(*at)) {
            let what = format!("seed {seed} draws no row of {class}");
            return Err(self.text.wrong(None, what, "choose another seed, or leave it out"));
        }
        Ok(exercise)
    }

    fn with_data(&self, source: Source, seed: Option<u64>) -> Result<Exercise, Problem> {
        let (text, raw) = (&self.text, &self.raw);
        let here = |problem: Problem| on_data(problem, text, self.recipe_at);
        let study = Study::open(source, self.recipe.clone()).map_err(|error| here(error.into()))?;
        let fitted = study.fitted.clone().map_err(here)?;
        let case = study.first_case().map_err(|problem| match &raw.query {
            Some(query) => {
                let (kind, feature) = (problem.kind, problem.feature);
                Problem { kind, feature, ..text.wrong_at(query, problem.what, problem.fix) }
            }
            None => problem,
        })?;
        let context = Context { fitted: &fitted, case: case.as_ref() };
        // Values that several steps need are computed once.
        let mut evaluator = Evaluator::new(context, Vec::new());
        let numbered = (1..).zip(&raw.step);
        let steps = numbered.map(|(number, step)| found(number, step, &context, &mut evaluator, text));
        let steps = steps.collect::<Result<Vec<Step>, Problem>>()?;
        // An answer sheet could not distinguish two steps with the same question.
        for (at, (step, raw)) in steps.iter().zip(&raw.step).enumerate() {
            if let Some(first) = steps.iter().take(at).position(|other| other.asked == step.asked) {
                let what = format!("step {}, “{}”, asks the same as step {}", at + 1, step.label, first + 1);
                return Err(text.wrong_at(&raw.ask, what, "delete one of the two"));
            }
        }
        // The case of a sample is dropped if no step needs it. Students may count a row without a class by mistake.
        let own = |case: &Case| case.row.is_some() || raw.query.is_some() || self.random.is_some();
        let case = case.filter(|case| own(case) || steps.iter().any(|step| step.asked.is_about_case()));
        let title = raw.title.as_ref().map_or(self.id.as_str(), |title| title.get_ref());
        Ok(Exercise {
            title: shown(title).into_owned(),
            words: Words::of(raw, text)?,
            id: self.id.clone(),
            path: self.path.clone(),
            reach: self.reach,
            data: self.data.clone(),
            study,
            fitted,
            case,
            steps,
            rules: raw.policy.clone(),
            seed,
            random: self.random.clone(),
        })
    }
}

/// Returns the random table, and writes into the recipe what the pattern determines: it must not depend on the seed.
fn drawing(
    raw: &Spanned<RawRandom>,
    source: &Source,
    recipe: &mut Recipe,
    text: &Text,
) -> Result<Random, Problem> {
    let study = Study::open(source.clone(), recipe.clone())?;
    let fitted = study.fitted.clone()?;
    *recipe = fitted.data.resolved.recipe.clone();
    if recipe.query.is_none() {
        recipe.query = study.first_case()?.map(|case| case.written(&fitted));
    }
    let random = Random::of(raw, &study, &fitted, recipe.query.as_deref().unwrap_or_default(), text)?;
    *recipe = random.completed(recipe.clone());
    Ok(random)
}

fn refuse(raw: &Raw, text: &Text) -> Result<(), Problem> {
    if let Some(found) = raw.format.filter(|format| *format != 1) {
        let what = format!("this is exercise format {found}, but this program reads format 1");
        return Err(text.wrong(None, what, "write format = 1, or use a newer version of this program"));
    }
    if let (Some(_), Some(step)) = (&raw.random, raw.step.iter().find(|step| !step.accept.is_empty())) {
        let what = "accept lists fixed answers, but with [random] the answers depend on the seed";
        return Err(text.wrong_at(&step.ask, what, "leave accept out of this step"));
    }
    if let Some(step) = raw.step.get(STEPS) {
        let what = format!("the exercise has {} steps, but at most {STEPS} are allowed", raw.step.len());
        return Err(text.wrong_at(&step.ask, what, "split it into two exercises"));
    }
    if raw.step.is_empty() {
        let fix = "add a step: [[step]] and below it ask = \"P(Yes)\"";
        return Err(text.wrong(None, "the exercise has no steps", fix));
    }
    Ok(())
}

fn found(
    number: usize,
    step: &RawStep,
    context: &Context<'_>,
    evaluator: &mut Evaluator<'_>,
    text: &Text,
) -> Result<Step, Problem> {
    let written = step.ask.get_ref().trim();
    let label = natural(written).into_owned();
    let name = format!("step {number}, “{label}”");
    let wrong = |what: &str, fix: &str| text.wrong_at(&step.ask, format!("{name}{what}"), fix);
    let failed = |error: WorkedError| {
        let Problem { kind, excerpt, what, fix, .. } = Problem::from(error);
        Problem { kind, excerpt, ..wrong(&format!(": {what}"), &fix) }
    };
    let (asked, _) = Asked::find(context.fitted, context.case, &label).map_err(failed)?;
    if asked.is_about_case() && context.case.is_none() {
        return Err(wrong(", needs a case, but the exercise has none", "add query = { column = \"value\" }"));
    }
    if let Asked::Number(quantity) = &asked {
        evaluator.value(quantity).map_err(failed)?;
    }
    let marks = step.marks.unwrap_or(USUAL);
    if !marks.is_finite() || marks < 0.0 {
        return Err(wrong(&format!(": marks is {marks}"), "write 0 or a larger number"));
    }
    let in_step = |problem: Problem| Problem { what: format!("{name}: {}", problem.what), ..problem };
    let accept = step.accepted(text).map_err(in_step)?;
    let wording =
        step.text.as_ref().map(|wording| line(wording, "text", text)).transpose().map_err(in_step)?;
    Ok(Step {
        text: wording.or_else(|| asked.name_question().map(|question| question.wording.clone())),
        asked,
        marks,
        hints: step.hint.clone(),
        why: step.why.clone(),
        because: step.because.clone(),
        accept,
        label,
    })
}

const TRIES: usize = 1_000;

const AT_ONCE: usize = 8;

/// The seeds of the tables that show which mistakes can change a value.
const PROBES: std::ops::RangeInclusive<u64> = 1..=12;

fn unless_empty<'a>(what: &str, tags: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let tags: BTreeSet<&str> = tags.collect();
    if tags.is_empty() {
        return Ok(());
    }
    Err(format!("{what} {}", tags.into_iter().collect::<Vec<_>>().join(", ")))
}

/// Which mistakes change a number of the exercise, and why its table is rejected if a mistake gives a right value.
/// The last steps are tried first: most mistakes affect them.
fn numbers(exercise: &Exercise) -> (BTreeMap<&'static str, bool>, Result<(), String>) {
    let figures = figures_of(exercise);
    // Compare numbers: 0.6 and 0.60 are the same answer.
    let written = |value: Option<&Number>| value?.significant(figures).pointed().parse::<f64>().ok();
    let mut shown = BTreeMap::new();
    let mut rejected = Ok(());
    for step in exercise.steps.iter().rev() {
        let known = match exercise.numbers(step) {
            Ok(Some(known)) => known,
            Ok(None) => continue,
            Err(error) => return (shown, Err(Problem::from(error).what)),
        };
        for (tag, changes) in known.ways {
            *shown.entry(tag).or_default() |= changes;
        }
        let right = written(known.truth.as_ref());
        // B20 is a word instead of a number.
        let wrong = known.mistakes.iter().filter(|mistake| !mistake.harmless && mistake.tag != "B20");
        let same = wrong.filter(|mistake| written(mistake.value.as_ref()) == right);
        let what = format!("the right value of {} is also the value of", step.label);
        rejected = rejected.and_then(|()| unless_empty(&what, same.map(|mistake| mistake.tag)));
    }
    (shown, rejected)
}

fn fixed(file: &ExerciseFile) -> Problem {
    let what = format!("the exercise {} has a fixed table, so it has no seeds", file.id);
    let fix = "add a line [random] and below it rows = [10, 20]: its data then become the pattern";
    problem_in(&file.text.path, None, Problem::usage(what, fix))
}

impl ExerciseFile {
    fn random(&self) -> Result<&Random, Problem> {
        self.random.as_deref().ok_or_else(|| fixed(self))
    }

    /// The first seeds, starting with `from`, that are not in `others` and whose tables can be used.
    fn usable_seeds(&self, want: usize, from: u64, others: &BTreeSet<u64>) -> Result<Vec<u64>, Problem> {
        let random = self.random()?;
        let probe = |seed| Some(numbers(&self.with_seed(random, seed).ok()?).0);
        let probes: Vec<BTreeMap<_, _>> = PROBES.into_par_iter().filter_map(probe).collect();
        let shown = probes.into_iter().flatten().filter(|(_, shows)| *shows).map(|(tag, _)| tag).collect();
        let mut ahead = (from..=u64::MAX).filter(|seed| !others.contains(seed));
        let (mut seeds, mut rejected) = (Vec::new(), Vec::<String>::new());
        while seeds.len() < want {
            let some: Vec<u64> = ahead.by_ref().take(AT_ONCE).collect();
            let is_last = some.is_empty();
            let check = |seed| self.check_seed(random, seed, &shown).map(|()| seed);
            let tried: Vec<_> = some.into_par_iter().map(check).collect();
            if tried.iter().any(Result::is_ok) {
                rejected.clear();
            }
            seeds.extend(tried.iter().flatten());
            rejected.extend(tried.into_iter().filter_map(Result::err));
            if is_last || rejected.len() >= TRIES {
                let (tried, first) = (grouped(rejected.len() as u64), rejected.first());
                let first = first.map_or("", String::as_str);
                let what = format!("none of {tried} tables can be used. The first one: {first}");
                let fix = "ask fewer steps, change [random] or the query, or leave out mistakes that give a right value, as in [policy] diagnose = [\"*\", \"!B4\"]";
                return Err(self.text.wrong(None, what, fix));
            }
        }
        seeds.truncate(want);
        Ok(seeds)
    }

    /// Returns why the table of a seed cannot be used; `shown` are the mistakes that change a number of some table.
    fn check_seed(&self, random: &Random, seed: u64, shown: &BTreeSet<&str>) -> Result<(), String> {
        let exercise = self.with_seed(random, seed).map_err(|problem| problem.what)?;
        let mut questions = exercise.steps.iter().filter_map(|step| step.asked.name_question());
        if let Some(tied) = questions.find(|question| question.is_tied) {
            let right = tied.solution().map(|option| option.name.to_string()).unwrap_or_default();
            return Err(format!("{}: {right} is tied with another answer", tied.label));
        }
        let (own, right) = numbers(&exercise);
        right?;
        let hidden = own.into_iter().filter(|(tag, shows)| !shows && shown.contains(tag));
        unless_empty("the right values are also the values of", hidden.map(|(tag, _)| tag))
    }

    fn seed_from(&self, from: u64) -> Result<u64, Problem> {
        self.usable_seeds(1, from, &BTreeSet::new())?.pop().ok_or_else(|| fixed(self))
    }

    /// A seed for each of `students` students, none of them in `given`: the listed ones, then further usable ones.
    pub fn seeds_for(&self, students: usize, given: &BTreeSet<u64>) -> Result<Vec<u64>, Problem> {
        let random = self.random()?;
        let free = random.seeds.iter().copied().filter(|seed| !given.contains(seed));
        let mut seeds: Vec<u64> = free.take(students).collect();
        if seeds.len() < students {
            let others: BTreeSet<u64> = random.seeds.iter().chain(given).copied().collect();
            seeds.extend(self.usable_seeds(students - seeds.len(), 1, &others)?);
        }
        Ok(seeds)
    }

    /// The seed after `seed`: the next one of the list, or of the start; without a list, the next usable one.
    pub fn seed_after(&self, seed: u64) -> Result<u64, Problem> {
        let random = self.random()?;
        if random.seeds.len() > 1 {
            let mut after = random.seeds.iter().cycle().take(2 * random.seeds.len());
            let next = after.find(|listed| **listed == seed).and_then(|_| after.next());
            return next.or(random.seeds.first()).copied().ok_or_else(|| fixed(self));
        }
        self.seed_from(seed.saturating_add(1))
    }
}
