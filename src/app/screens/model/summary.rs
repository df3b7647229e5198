//! A recipe as the screen shows it: a line for each column, and the lines below. Also a summary of the fitted model: the
//! rows used, the number of parameters, and whether one of them is 0.

use num_traits::Zero;

use crate::app::screens::model::change;
use crate::app::screens::model::change::Role;
use crate::app::screens::model::lines::Line;
use crate::app::words::shown;
use crate::math::{Name, Number};
use crate::model::{Factor, FeatureColumn, Fitted, Form};
use crate::recipe::{Bins, Convention, ModelKind, Prior, Reading, Recipe, target_column};
use crate::report;
use crate::table;
use crate::table::{Kind, Table};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub shown: String,
    pub role: Role,
    pub kind: Kind,
    pub bins: Option<Bins>,
    pub one: Option<String>,
    pub distinct: usize,
}

impl Column {
    pub(crate) fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub columns: Vec<Column>,
    pub target: String,
    pub model: ModelKind,
    pub prior: Prior,
    pub convention: Convention,
    pub lines: Vec<Line>,
    pub(crate) marks: Vec<String>,
    pub(crate) recipe: Recipe,
    filled: Recipe,
}

impl View {
    pub fn new(recipe: &Recipe, table: &Table) -> View {
        let target = target_column(recipe, table).ok();
        let column = |(at, column): (usize, &table::Column)| {
            let choice = recipe.column(column.name.as_str());
            let bins = recipe.bins_of(choice);
            let role = change::role(recipe, table, target, at);
            let one = change::one(recipe, table, at).filter(|_| role == Role::Feature);
            let kind = choice.and_then(|choice| choice.kind);
            let kind = kind.unwrap_or(match column.kind {
                _ if one.is_some() => Kind::Binary,
                // Like the core, which reads short documents that look like categories as text.
                Kind::Categorical
                    if role == Role::Feature
                        && recipe.model.is_some_and(|model| model.family().reads == Reading::Words) =>
                {
                    Kind::Text
                }
                other => other,
            });
            Column {
                name: column.name.as_str().to_owned(),
                shown: shown(column.name.as_str()).into_owned(),
                role,
                kind,
                one: one.map(|one| shown(&one).into_owned()),
                bins: bins.filter(|_| kind == Kind::Numeric),
                // Counting distinct numbers would read every row, so they are not shown here.
                distinct: if column.kind == Kind::Numeric { 0 } else { column.dictionary.len() },
            }
        };
        let columns: Vec<Column> = table.columns().iter().enumerate().map(column).collect();
        let mut marks: Vec<String> = Vec::new();
        for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
            if !marks.contains(mark) {
                marks.push(mark.clone());
            }
        }
        let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
        View {
            target: name.unwrap_or_else(|| "?".into()),
            lines: Line::below(recipe, &columns, !marks.is_empty()),
            marks,
            columns,
            model: recipe.model.unwrap_or(ModelKind::Auto),
            filled: recipe.filled(),
            prior: recipe.prior_or_default(),
            convention: recipe.convention(),
            recipe: recipe.clone(),
        }
    }

    pub fn value(&self, line: Line) -> String {
        line.value(self)
    }

    pub(crate) fn now(&self, line: Line) -> String {
        line.now(&self.filled)
    }
}

/// Returns the row of a line: one heading above the columns; a blank line and another heading above the model.
pub fn row_of(line: usize, columns: usize) -> usize {
    if line < columns { line + 1 } else { line + 3 }
}

const TOP: usize = 5;

#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub title: &'static str,
    pub rows: u64,
    pub given: bool,
    /// The weight column, if there is one, and the sum of the weights of these rows.
    pub weights: Option<(String, u64)>,
    pub unlabelled: u64,
    pub features: usize,
    pub classes: usize,
    pub conditionals: usize,
    pub moments: usize,
    /// The smallest count behind the probabilities; `None` where nothing is counted.
    pub smallest: Option<u64>,
    /// The value and class of the first smallest count, in words, if the count is 0.
    pub never: Option<String>,
    pub unsmoothed: bool,
    pub conventions: String,
    pub words: Vec<Words>,
    pub priors: Vec<ClassPrior>,
    pub counted: Vec<(Name, String)>,
    pub more: usize,
}

/// The most features whose counts are listed.
const LISTED: usize = 40;

#[derive(Clone, Debug, PartialEq)]
pub struct ClassPrior {
    pub class: Name,
    pub share: Option<Number>,
    pub prior: Option<Number>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    pub columns: Vec<usize>,
    pub size: String,
    pub top: Vec<String>,
    pub odds: &'static str,
}

impl Words {
    fn of(fitted: &Fitted, factor: &Factor) -> Words {
        let columns = factor.table_columns().iter().copied();
        let left_out = factor.left_out();
        let top = report::top_words(fitted, factor, TOP).into_iter();
        let size = format!("V = {}", crate::text::counted(factor.k(), "word", "words"));
        Words {
            columns: columns.chain(left_out.iter().map(|word| word.column)).collect(),
            size: if left_out.is_empty() { size } else { format!("{size}, {} left out", left_out.len()) },
            // A word and its number stay on one line.
            top: top.map(|line| line.plain().replace(" +", "\u{a0}+")).collect(),
            odds: report::top_words_formula(fitted),
        }
    }
}

impl Summary {
    pub fn of(fitted: &Fitted) -> Summary {
        let classes = fitted.classes.len();
        let counts = |factor: &'_ Factor| {
            if fitted.data.is_given() {
                return None;
            }
            let values = 0..factor.k();
            let of = |value| (0..classes).map(move |class| (value, class));
            values.flat_map(of).map(|(value, class)| (factor.count(value, class), value, class)).min()
        };
        let smallest = fitted.factors().iter().filter_map(|factor| Some((counts(factor)?, factor)));
        let smallest = smallest.min_by_key(|((count, ..), _)| *count);
        let never = smallest.and_then(|((count, value, class), factor)| {
            let (value, class) = (factor.values().get(value)?, fitted.classes.get(class)?);
            (count == 0).then(|| never(factor, value, class))
        });
        let words = fitted.factors().iter().filter(|factor| factor.is_words());
        Summary {
            title: fitted.title(),
            rows: fitted.table_rows(),
            given: fitted.data.is_given(),
            weights: fitted.weight_column().map(|column| (column.to_string(), fitted.rows())),
            unlabelled: fitted.statistics.unlabelled,
            features: fitted.data.resolved.features.len(),
            classes,
            conditionals: fitted.factors().iter().map(|factor| factor.k() * classes).sum(),
            moments: moments(fitted),
            smallest: smallest.map(|((count, ..), _)| count),
            never,
            unsmoothed: fitted.alpha().is_zero(),
            conventions: fitted.conventions(),
            words: words.map(|factor| Words::of(fitted, factor)).collect(),
            counted: counted(fitted),
            more: match fitted.gda() {
                Some(_) => fitted.features.len(),
                None => fitted.factors().len(),
            }
            .saturating_sub(LISTED),
            priors: fitted
                .classes
                .iter()
                .enumerate()
                .map(|(class, name)| prior(fitted, class, name))
                .collect(),
        }
    }
}

fn prior(fitted: &Fitted, class: usize, name: &Name) -> ClassPrior {
    let share = Number::ratio(fitted.class_count(class), fitted.rows());
    ClassPrior { class: name.clone(), share, prior: fitted.prior(class) }
}

fn moments(fitted: &Fitted) -> usize {
    let (d, classes) = (fitted.features.len(), fitted.classes.len());
    match fitted.gda() {
        None => fitted.factors().iter().map(|factor| factor.form.parameters().len()).sum::<usize>() * classes,
        Some(gda) => {
            let entries = if gda.is_diagonal() { d } else { d * (d + 1) / 2 };
            d * classes + entries * if gda.is_shared() { 1 } else { classes }
        }
    }
}

fn counted(fitted: &Fitted) -> Vec<(Name, String)> {
    let classes = crate::text::counted(fitted.classes.len(), "class", "classes");
    let Some(gda) = fitted.gda() else {
        let of = |factor: &Factor| {
            let what = match (factor.form.parameters(), &factor.form) {
                ([], Form::Words | Form::Presence) => crate::text::counted(factor.k(), "word", "words"),
                ([], Form::Bins(_)) => crate::text::counted(factor.k(), "interval", "intervals"),
                ([], _) => crate::text::counted(factor.k(), "value", "values"),
                (parameters, _) => parameters.join(" and "),
            };
            (factor.name.clone(), format!("{what} × {classes}"))
        };
        return fitted.factors().iter().take(LISTED).map(of).collect();
    };
    let spread = match (gda.is_diagonal(), gda.is_shared()) {
        (true, true) => "and one σ²",
        (true, false) => "and a σ² of each",
        (false, true) => "and a row of Σ",
        (false, false) => "and a row of each Σ",
    };
    let of = |feature: &FeatureColumn| (feature.name.clone(), format!("μ × {classes}, {spread}"));
    fitted.features.iter().take(LISTED).map(of).collect()
}

fn never(factor: &Factor, value: &Name, class: &Name) -> String {
    if factor.is_words() {
        format!("the word {value} never occurs in {class}")
    } else {
        format!("{} is never {value} in {class}", factor.name)
    }
}
