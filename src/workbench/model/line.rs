//! What is done with a line of the recipe: what holds on it, and how ← and → or a typed number change it.

use super::change::{Role, beside, number};
use super::lines::{Entry, LINES, Line, Step, prior_words};
use super::view::{Column, View};
use crate::problem::Problem;
use crate::recipe::{
    COLUMN_OPTIONS, ModelKind, NumberAs, OPTIONS, Reads, Recipe, RecipeOption, Shape, Written,
};
use crate::table::Kind;

/// What stands before the number that is added to the counts of the classes.
const ADDED: &str = "laplace:";

impl Line {
    /// The lines below the columns, those that matter to this recipe; `marks` tells whether the data has marks such as `NA`.
    pub(super) fn below(recipe: &Recipe, columns: &[Column], marks: bool) -> Vec<Line> {
        let model = recipe.model.unwrap_or(ModelKind::Auto);
        let features = || columns.iter().filter(|column| column.role == Role::Feature);
        let reads = Reads {
            model,
            numbers: features().any(Column::is_bare_number),
            texts: features().any(|column| column.kind == Kind::Text),
            counts: model.family().number == NumberAs::WordCount && features().all(Column::is_bare_number),
            marks: marks || recipe.missing.is_some(),
        };
        // What says how rows are counted says nothing where every number is given.
        let counts = [Line::Alpha, Line::Variance, Line::Epsilon, Line::Missing];
        let all = LINES.iter().map(|entry| entry.line);
        let all = all.filter(|line| recipe.given.is_none() || !counts.contains(line));
        all.filter(|line| line.option().is_some_and(|option| (option.applies)(&reads))).collect()
    }

    fn entry(self) -> Option<&'static Entry> {
        LINES.iter().find(|entry| entry.line == self)
    }

    fn option(self) -> Option<&'static RecipeOption<Recipe>> {
        let key = self.entry()?.key;
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// What it is called on screen; nothing for a column.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |entry| entry.name)
    }

    /// What holds for its option, as a flag says it; `filled` says all of it. What is said of a text column wins.
    pub(super) fn now(self, filled: &Recipe) -> String {
        let Some(option) = self.option() else { return String::new() };
        let texts =
            || filled.columns.iter().filter(|choice| choice.kind.is_none_or(|kind| kind == Kind::Text));
        let of_one = COLUMN_OPTIONS.iter().find(|of_one| of_one.key == option.key);
        let said = of_one.and_then(|of_one| texts().find_map(|choice| of_one.said(choice)));
        said.or_else(|| option.said(filled)).flatten().unwrap_or_default()
    }

    pub(super) fn value(self, view: &View) -> String {
        self.entry().map(|entry| (entry.value)(view, &view.now(self))).unwrap_or_default()
    }

    pub(super) fn title(self, view: &View) -> String {
        match self {
            Line::Target => format!("The target is {}", view.target),
            Line::Alpha => format!("Smoothing: α = {}", view.now(self)),
            Line::Prior => format!("Priors: {}", prior_words(&view.prior)),
            _ => {
                let name = self.name();
                let title: String =
                    name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
                format!("{title}: {}", self.value(view))
            }
        }
    }

    pub(super) fn sentences(self, view: &View) -> Vec<String> {
        let text = self.entry().map(|entry| (entry.sentences)(view, &view.now(self)));
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Whether a number is typed on it. The priors have one, too, where it is added to the counts.
    pub(super) fn takes_number(self) -> bool {
        self.entry().is_some_and(|entry| matches!(entry.step, Step::Numbers(_) | Step::Typed))
    }

    pub(super) fn takes_whole(self) -> bool {
        let flag = self.option().and_then(|option| option.flag);
        self.takes_number() && flag.is_some_and(|flag| matches!(flag.shape, Shape::Whole(_)))
    }

    /// Whether it matters only where words are counted.
    pub(super) fn is_of_words(self) -> bool {
        let reads = Reads { model: ModelKind::Auto, numbers: true, texts: false, counts: false, marks: true };
        let applies = |texts| self.option().is_some_and(|it| (it.applies)(&Reads { texts, ..reads }));
        applies(true) && !applies(false)
    }

    /// The choice before or after; `None` at the ends.
    pub(super) fn stepped(self, recipe: &Recipe, forward: bool) -> Option<Recipe> {
        let (entry, option) = (self.entry()?, self.option()?);
        let now = self.now(&recipe.filled());
        let text = match entry.step {
            Step::By(step) => return step(recipe, forward),
            Step::Typed if forward => return None,
            Step::Typed => return (option.value)(recipe).map(|_| self.cleared(recipe)),
            Step::Choices(all) => {
                (*beside(all, all.iter().position(|text| *text == now), forward)?).to_owned()
            }
            Step::Numbers(all) => {
                let now = Written::non_negative(&now, option.name).ok()?;
                number(all, now.value(), forward)?.text().to_owned()
            }
        };
        let mut next = recipe.clone();
        option.parse(&mut next, &text).ok()?;
        next.forget_of_columns(option.key);
        Some(next)
    }

    /// The recipes that stand for its choices, that of what holds among them; none where numbers are typed.
    pub(super) fn all(self, recipe: &Recipe) -> Vec<Recipe> {
        let (Some(entry), Some(option)) = (self.entry(), self.option()) else { return Vec::new() };
        let now = self.now(&recipe.filled());
        let mut all: Vec<Recipe> = match entry.step {
            Step::Choices(words) => {
                let with = |word: &&str| {
                    let mut next = recipe.clone();
                    option.parse(&mut next, word).ok()?;
                    next.forget_of_columns(option.key);
                    Some(if **word == now { recipe.clone() } else { next })
                };
                words.iter().filter_map(with).collect()
            }
            Step::By(step) => {
                let next =
                    |forward| std::iter::successors(step(recipe, forward), move |now| step(now, forward));
                let before: Vec<Recipe> = next(false).collect();
                before.into_iter().rev().chain([recipe.clone()]).chain(next(true)).collect()
            }
            Step::Numbers(_) | Step::Typed => return Vec::new(),
        };
        if !all.contains(recipe) {
            all.push(recipe.clone());
        }
        all
    }

    pub(super) fn number(self, recipe: &Recipe) -> String {
        let now = self.now(&recipe.filled());
        if self == Line::Prior { now.strip_prefix(ADDED).unwrap_or_default().to_owned() } else { now }
    }

    pub(super) fn typed(self, recipe: &Recipe, text: &str) -> Result<Recipe, Problem> {
        let text = if self == Line::Prior { format!("{ADDED}{text}") } else { text.to_owned() };
        let is_typed = self.entry().is_some_and(|entry| matches!(entry.step, Step::Typed));
        if is_typed && text.trim().is_empty() {
            return Ok(self.cleared(recipe));
        }
        let mut next = recipe.clone();
        self.option().map_or(Ok(()), |option| option.parse(&mut next, &text))?;
        Ok(next)
    }

    fn cleared(self, recipe: &Recipe) -> Recipe {
        let mut next = recipe.clone();
        self.option().into_iter().for_each(|option| (option.clear)(&mut next));
        next
    }
}
