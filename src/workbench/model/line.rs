//! The lines of the recipe: which of them matter to a model, what they are called and what stands on them.

use super::column::Column;
use crate::recipe::{EventModel, ModelKind, Recipe, Variance, Vocabulary};
use crate::table::Kind;

/// A line of the recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A column of the data.
    Column(usize),
    /// Whose conventions hold.
    Convention,
    /// Which column holds the classes.
    Target,
    /// Which model.
    Model,
    /// α.
    Alpha,
    /// Where the priors come from.
    Prior,
    /// The shape of Σ.
    Covariance,
    /// What a sum of squares is divided by.
    Variance,
    /// ε as a share of the largest variance.
    Epsilon,
    /// What is added to the diagonal of Σ.
    Ridge,
    /// How a text is a product of words.
    Event,
    /// Whose words the texts may use.
    Vocabulary,
    /// Whether stop words are left out.
    StopWords,
    /// How often a word must stand there.
    MinCount,
    /// Whether words are lower-cased.
    LowerCase,
    /// Whether marks such as `NA` are missing cells.
    Missing,
}

impl Line {
    /// The lines below the columns, those that matter to this recipe; `marks` tells whether the data has marks such as `NA`.
    pub(super) fn below(recipe: &Recipe, columns: &[Column], marks: bool) -> Vec<Line> {
        use Line::{
            Alpha, Convention, Covariance, Epsilon, Event, LowerCase, MinCount, Missing, Model, Prior, Ridge,
            StopWords, Target, Variance, Vocabulary,
        };
        let model = recipe.model.unwrap_or(ModelKind::Auto);
        let features = || columns.iter().filter(|column| column.role == super::Role::Feature);
        let texts = features().any(|column| column.kind == Kind::Text);
        let counts = model == ModelKind::Multinomial && features().all(Column::is_bare_number);
        let together = matches!(model, ModelKind::Gda | ModelKind::Qda);
        let curves = matches!(model, ModelKind::Auto | ModelKind::Gaussian | ModelKind::Mixed)
            && features().any(Column::is_bare_number);
        let mut lines = vec![Convention, Target, Model, Alpha, Prior];
        let mut add = |matters: bool, more: &[Line]| {
            if matters {
                lines.extend(more);
            }
        };
        add(together, &[Covariance]);
        add(together || curves, &[Variance]);
        add(curves, &[Epsilon]);
        add(together, &[Ridge]);
        add(texts, &[Event, Vocabulary]);
        add(texts || counts, &[StopWords, MinCount]);
        add(texts, &[LowerCase]);
        add(marks || recipe.missing.is_some(), &[Missing]);
        lines
    }

    /// What it is called on screen.
    pub fn name(self) -> &'static str {
        match self {
            Line::Column(_) => "",
            Line::Convention => "convention",
            Line::Target => "target",
            Line::Model => "model",
            Line::Alpha => "smoothing α",
            Line::Prior => "priors",
            Line::Covariance => "covariance",
            Line::Variance => "variance",
            Line::Epsilon => "variance ε",
            Line::Ridge => "ridge",
            Line::Event => "event model",
            Line::Vocabulary => "vocabulary",
            Line::StopWords => "stop words",
            Line::MinCount => "least count",
            Line::LowerCase => "lower case",
            Line::Missing => "missing",
        }
    }

    /// Its name as a heading.
    pub(super) fn title(self) -> String {
        let name = self.name();
        name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect()
    }

    /// What is typed on it, as messages name it; `None` for lines that are chosen only. The priors have a number where it
    /// is added to the counts.
    pub fn number(self) -> Option<&'static str> {
        match self {
            Line::Alpha => Some("smoothing α"),
            Line::Prior => Some("prior smoothing"),
            Line::Epsilon => Some("variance smoothing ε"),
            Line::Ridge => Some("ridge"),
            Line::MinCount => Some("least count of a word"),
            _ => None,
        }
    }

    /// What stands on a line that shapes the model; empty for the lines that every model has.
    pub(super) fn value(self, recipe: &Recipe) -> String {
        let number = |text: &str, more: &str| match text {
            "0" => "0  (none)".to_owned(),
            text => format!("{text}{more}"),
        };
        match self {
            Line::Column(_) | Line::Convention | Line::Target | Line::Model | Line::Alpha | Line::Prior => {
                String::new()
            }
            Line::Covariance => covariance(recipe).into(),
            Line::Variance => match recipe.variance_or_default() {
                Variance::Population => "population  (by n)".into(),
                Variance::Unbiased => "unbiased  (by n − 1)".into(),
            },
            Line::Epsilon => number(recipe.var_smoothing_or_default().text(), " of the largest"),
            Line::Ridge => number(recipe.ridge.as_ref().map_or("0", |ridge| ridge.text()), ""),
            Line::Event => event(recipe).word().into(),
            Line::Vocabulary => match vocabulary(recipe) {
                Vocabulary::Training => "training rows".into(),
                Vocabulary::AllRows => "all rows".into(),
                Vocabulary::File(path) => format!("dictionary {}", super::super::words::shown(&path)),
            },
            Line::StopWords => if recipe.stop_words == Some(true) { "left out" } else { "kept" }.into(),
            Line::MinCount => match recipe.min_count.unwrap_or(1).max(1) {
                1 => "1  (every word)".into(),
                least => least.to_string(),
            },
            Line::LowerCase => {
                if recipe.lower_case.unwrap_or(true) { "yes" } else { "no, as written" }.into()
            }
            Line::Missing => match &recipe.missing {
                None => "empty, ? and marks".into(),
                Some(listed) => {
                    let name = |text: &String| match text.as_str() {
                        "" => "empty".to_owned(),
                        text => super::super::words::shown(text).into_owned(),
                    };
                    listed.iter().map(name).collect::<Vec<_>>().join(", ")
                }
            },
        }
    }
}

/// The shape of Σ, also where nobody said it.
pub(super) fn covariance(recipe: &Recipe) -> &'static str {
    let own = if recipe.model == Some(ModelKind::Qda) { "per-class" } else { "shared" };
    recipe.covariance.map_or(own, crate::recipe::Covariance::word)
}

/// What the recipe says of its text columns, the first that says something.
fn said<T>(recipe: &Recipe, of: impl Fn(&crate::recipe::ColumnChoice) -> Option<T>) -> Option<T> {
    recipe.columns.iter().filter(|choice| choice.kind.is_none_or(|kind| kind == Kind::Text)).find_map(of)
}

/// How texts are products of words, also where nobody said it.
pub(super) fn event(recipe: &Recipe) -> EventModel {
    let own = if recipe.model == Some(ModelKind::Bernoulli) {
        EventModel::Bernoulli
    } else {
        EventModel::Multinomial
    };
    said(recipe, |choice| choice.event).or(recipe.event).unwrap_or(own)
}

/// Whose words texts may use, also where nobody said it.
pub(super) fn vocabulary(recipe: &Recipe) -> Vocabulary {
    let said = said(recipe, |choice| choice.vocabulary.clone());
    said.or_else(|| recipe.vocabulary.clone()).unwrap_or(Vocabulary::Training)
}
