//! The lines of the recipe below its columns: one table with the name, option and choices of each. Add a line only here:
//! the table of options knows when it applies and how its text is parsed. Also how keys change a column of the recipe.

use crate::app::prelude::*;
use crate::app::screens::model::meaning::RecipeColumn;
use crate::problem::Problem;
use crate::recipe::{
    COLUMN_OPTIONS, Covariance, EventModel, NumberAs, OPTIONS, Prior, Reads, RecipeOption, Variance,
};
use crate::table::Table;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Column(usize),
    Convention,
    Target,
    Split,
    Model,
    Alpha,
    Prior,
    Covariance,
    Variance,
    Epsilon,
    Ridge,
    Event,
    Vocabulary,
    StopWords,
    MinCount,
    LowerCase,
    Decision,
    Maps,
    Missing,
}

enum LineStep {
    Choices(&'static [&'static str]),
    Numbers(&'static [&'static str]),
    /// Text is typed as for its flag; empty text clears the option.
    Typed,
    Recipes(fn(&Recipe) -> Vec<Recipe>),
}

const SPLITS: [&str; 5] = ["none", "holdout:0.3", "folds:5", "folds:10", "leave-one-out"];

/// Each line with the key of its option, its name on screen and its choices.
static LINES: [(Line, &str, &str, LineStep); 18] = [
    (Line::Convention, "convention", "convention", LineStep::Choices(Convention::WORDS)),
    // The other targets depend on the table.
    (Line::Target, "target", "target", LineStep::Recipes(|_| Vec::new())),
    (Line::Split, "split", "tested on", LineStep::Choices(&SPLITS)),
    (Line::Model, "model", "model", LineStep::Recipes(with_models)),
    (Line::Alpha, "alpha", "smoothing α", LineStep::Numbers(&["0", "1/2", "1", "2", "10"])),
    (Line::Prior, "prior", "priors", LineStep::Recipes(with_priors)),
    (Line::Covariance, "covariance", "covariance", LineStep::Choices(Covariance::WORDS)),
    (Line::Variance, "variance", "variance", LineStep::Choices(Variance::WORDS)),
    (Line::Epsilon, "var_smoothing", "variance ε", LineStep::Numbers(&["0", "1e-9", "1e-6", "1e-3"])),
    (Line::Ridge, "ridge", "ridge", LineStep::Numbers(&["0", "1e-6", "1e-3", "0.1"])),
    (Line::Event, "event", "event model", LineStep::Choices(EventModel::WORDS)),
    (Line::Vocabulary, "vocabulary", "vocabulary", LineStep::Choices(&["training", "all-rows"])),
    (Line::StopWords, "stop_words", "stop words", LineStep::Choices(&["false", "true"])),
    (Line::MinCount, "min_count", "least count", LineStep::Numbers(&["1", "2", "3", "5", "10"])),
    (Line::LowerCase, "lower_case", "lower case", LineStep::Choices(&["true", "false"])),
    (Line::Decision, "decision", "decision", LineStep::Typed),
    (Line::Maps, "maps", "feature maps", LineStep::Typed),
    (Line::Missing, "missing", "missing", LineStep::Recipes(with_missing)),
];

/// How the text of a prior with a number added to the counts begins.
pub(crate) const ADDED: &str = "laplace:";

impl Line {
    /// The lines below the columns, those that matter to this recipe; `marks`: the data has marks such as `NA`.
    pub(crate) fn below(recipe: &Recipe, columns: &[RecipeColumn], marks: bool) -> Vec<Line> {
        let model = recipe.model.unwrap_or(ModelKind::Auto);
        let features = || columns.iter().filter(|column| column.role == ColumnRole::Feature);
        let reads = Reads {
            model,
            numbers: features().any(RecipeColumn::is_bare_number),
            texts: features().any(|column| column.kind == Kind::Text),
            counts: model.family().number == NumberAs::WordCount
                && features().all(RecipeColumn::is_bare_number),
            marks: marks || recipe.missing.is_some(),
        };
        // Options for counting rows do not apply to given numbers.
        let counts = [Line::Alpha, Line::Variance, Line::Epsilon, Line::Maps, Line::Missing];
        let any_numbers = !reads.counts && columns.iter().any(|column| column.kind == Kind::Numeric);
        let all = LINES.iter().map(|(line, ..)| *line).filter(|line| any_numbers || *line != Line::Maps);
        let all = all.filter(|line| recipe.given.is_none() || !counts.contains(line));
        all.filter(|line| line.option().is_some_and(|option| (option.applies)(&reads))).collect()
    }

    fn row(self) -> Option<&'static (Line, &'static str, &'static str, LineStep)> {
        LINES.iter().find(|(line, ..)| *line == self)
    }

    fn step(self) -> Option<&'static LineStep> {
        self.row().map(|(.., step)| step)
    }

    fn option(self) -> Option<&'static RecipeOption<Recipe>> {
        let (_, key, ..) = self.row()?;
        OPTIONS.iter().find(|option| option.key == *key)
    }

    pub fn name(self) -> &'static str {
        self.row().map_or("", |(_, _, name, _)| name)
    }

    /// Returns the value of its option in the filled recipe, as its flag writes it. The value of a text column wins.
    pub(crate) fn now(self, filled: &Recipe) -> String {
        let Some(option) = self.option() else { return String::new() };
        let mut texts =
            filled.columns.iter().filter(|choice| choice.kind.is_none_or(|kind| kind == Kind::Text));
        let of_column = COLUMN_OPTIONS.iter().find(|of_column| of_column.key == option.key);
        let value = of_column.and_then(|of_column| texts.find_map(|choice| of_column.flag_value(choice)));
        value.or_else(|| option.flag_value(filled)).flatten().unwrap_or_default()
    }

    pub(crate) fn takes_number(self) -> bool {
        matches!(self.step(), Some(LineStep::Numbers(_) | LineStep::Typed))
    }

    fn chosen(self, recipe: &Recipe, text: &str) -> Option<Recipe> {
        let (option, mut next) = (self.option()?, recipe.clone());
        option.parse(&mut next, text).ok()?;
        next.forget_of_columns(option.key);
        Some(next)
    }

    pub(crate) fn stepped(self, recipe: &Recipe, forward: bool) -> Option<Recipe> {
        match self.step()? {
            LineStep::Choices(_) | LineStep::Recipes(_) => {
                let all = self.choices(recipe);
                neighbour(&all, all.iter().position(|other| other == recipe), forward).cloned()
            }
            LineStep::Typed if forward => None,
            LineStep::Typed => (self.option()?.value)(recipe).map(|_| self.cleared(recipe)),
            LineStep::Numbers(all) => {
                let parsed = |text: &&str| ExactNumber::non_negative(text, self.name()).ok();
                let now = parsed(&self.now(&recipe.filled()).as_str())?;
                let mut all = all.iter().filter_map(parsed);
                let next = match forward {
                    true => all.find(|number| number.value() > now.value()),
                    false => all.rfind(|number| number.value() < now.value()),
                };
                self.chosen(recipe, next?.text())
            }
        }
    }

    /// Returns the recipes of its choices, in place of its current choice `recipe` itself; none if numbers are typed.
    fn choices(self, recipe: &Recipe) -> Vec<Recipe> {
        let now = self.now(&recipe.filled());
        let with = |word: &&str| if **word == now { Some(recipe.clone()) } else { self.chosen(recipe, word) };
        match self.step() {
            Some(LineStep::Choices(words)) => words.iter().filter_map(with).collect(),
            Some(LineStep::Recipes(all)) => all(recipe),
            Some(LineStep::Numbers(_) | LineStep::Typed) | None => Vec::new(),
        }
    }

    pub(crate) fn all(self, recipe: &Recipe) -> Vec<Recipe> {
        let mut all = self.choices(recipe);
        if !all.is_empty() && !all.contains(recipe) {
            all.push(recipe.clone());
        }
        all
    }

    pub(crate) fn number(self, recipe: &Recipe) -> String {
        let now = self.now(&recipe.filled());
        if self == Line::Prior { now.strip_prefix(ADDED).unwrap_or_default().to_owned() } else { now }
    }

    pub(crate) fn typed(self, recipe: &Recipe, text: &str) -> Result<Recipe, Problem> {
        let text = if self == Line::Prior { format!("{ADDED}{text}") } else { text.to_owned() };
        let is_typed = matches!(self.step(), Some(LineStep::Typed));
        let mut next = if is_typed { self.cleared(recipe) } else { recipe.clone() };
        if is_typed && text.trim().is_empty() {
            return Ok(next);
        }
        self.option().map_or(Ok(()), |option| option.parse(&mut next, &text))?;
        Ok(next)
    }

    fn cleared(self, recipe: &Recipe) -> Recipe {
        let mut next = recipe.clone();
        self.option().into_iter().for_each(|option| (option.clear)(&mut next));
        next
    }
}

/// Returns the previous or next of all choices; the first if the current one is not among them.
fn neighbour<T>(all: &[T], at: Option<usize>, forward: bool) -> Option<&T> {
    match (at, forward) {
        (None, _) => all.first(),
        (Some(at), true) => all.get(at + 1),
        (Some(at), false) => all.get(at.checked_sub(1)?),
    }
}

fn with_models(recipe: &Recipe) -> Vec<Recipe> {
    let with = |model: &ModelKind| {
        let mut next = recipe.clone();
        if *model != recipe.model.unwrap_or(ModelKind::Auto) {
            (next.model, next.event, next.covariance) = (Some(*model), None, None);
            // The model sets how words are counted and which Σ there is, so these settings of a file are removed.
            next.columns.iter_mut().for_each(|choice| choice.event = None);
        }
        next
    };
    ModelKind::OFFERED.iter().map(with).collect()
}

/// Returns the recipes with other priors. Given priors are the last: there, → opens their dialog.
fn with_priors(recipe: &Recipe) -> Vec<Recipe> {
    let now = recipe.prior_or_default();
    let others = ["counts", "laplace:1", "uniform"].iter().filter_map(|text| text.parse::<Prior>().ok());
    let same_kind = |prior: &Prior| std::mem::discriminant(prior) == std::mem::discriminant(&now);
    let with = |prior: Prior| match same_kind(&prior) {
        true => recipe.clone(),
        false => Recipe { prior: Some(prior), ..recipe.clone() },
    };
    let given = matches!(now, Prior::Given(_)).then(|| recipe.clone());
    others.map(with).chain(given).collect()
}

/// Returns the recipes without and with a list: without it, the other cells of its column decide whether a mark is missing.
fn with_missing(recipe: &Recipe) -> Vec<Recipe> {
    let own = recipe.missing.clone().unwrap_or_else(|| vec![String::new(), "?".to_owned()]);
    [None, Some(own)].map(|missing| Recipe { missing, ..recipe.clone() }).into()
}

pub(crate) fn one(recipe: &Recipe, table: &Table, column: usize) -> Option<String> {
    let about = table.columns().get(column)?;
    let choice = recipe.column(about.name.as_str());
    let (kind, one) = choice.map(|choice| (choice.kind, choice.one.clone())).unwrap_or_default();
    let by_model = match recipe.model.unwrap_or(ModelKind::Auto) {
        ModelKind::Bernoulli | ModelKind::Mixed => true,
        // The automatic model reads the numbers 0 and 1 as no and yes.
        ModelKind::Auto => about.kind == Kind::Numeric,
        _ => false,
    };
    let own = || table.could_be_binary(column).map(|(_, one)| one.as_str().to_owned());
    match kind {
        Some(Kind::Binary) => one.or_else(own),
        None if by_model && recipe.bins_of(choice).is_none() => own().map(|own| one.unwrap_or(own)),
        _ => None,
    }
}

pub(crate) fn values_for_one(recipe: &Recipe, table: &Table, column: usize) -> Vec<String> {
    let names = table.columns().get(column).map(|column| column.dictionary.names()).unwrap_or_default();
    if !names.is_empty() {
        return names.iter().map(|name| name.as_str().to_owned()).collect();
    }
    match table.could_be_binary(column) {
        Some((zero, one)) => [one, zero].map(|name| name.as_str().to_owned()).into(),
        None => one(recipe, table, column).into_iter().collect(),
    }
}

const BINS: [&str; 3] = ["width:5", "frequency:4", "mdl"];

/// Returns the recipe with the next bins or the other kind of a column, or with the next of its values as 1: the first
/// follows the last.
pub(crate) fn with_next(recipe: &Recipe, table: &Table, column: usize, action: &Action) -> Option<Recipe> {
    let about = table.columns().get(column)?;
    let is_category = about.kind == Kind::Categorical;
    let mut next = recipe.clone();
    let choice = next.column_mut(about.name.as_str());
    match action {
        Action::Bins => {
            let now = choice.bins.as_ref().map(Bins::to_string);
            let at = BINS.iter().position(|bins| Some(*bins) == now.as_deref());
            choice.bins = neighbour(&BINS, at, true).and_then(|bins| bins.parse().ok());
            choice.kind = None;
        }
        Action::One => {
            let all = values_for_one(recipe, table, column);
            let now = one(recipe, table, column);
            let at = now.and_then(|now| all.iter().position(|value| *value == now));
            let one = all.get(at.map_or(0, |at| (at + 1) % all.len().max(1)))?.clone();
            (choice.kind, choice.bins, choice.one) = (Some(Kind::Binary), None, Some(one));
        }
        _ => {
            choice.kind = match choice.kind {
                Some(Kind::Categorical) => None,
                None if is_category => Some(Kind::Text),
                Some(Kind::Text) if is_category => None,
                _ => Some(Kind::Categorical),
            };
            (choice.bins, choice.one) = (None, None);
        }
    }
    Some(next)
}
