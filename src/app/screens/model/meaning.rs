//! The selected line of a recipe explained, and the keys that fix a recipe without a model.

use crate::app::screens::model::change::Role;
use crate::app::screens::model::lines::Line;
use crate::app::screens::model::summary::{Column, View};
use crate::problem::Problem;
use crate::recipe::{Bins, CutSide, ModelKind, NumberAs, Prior};
use crate::table::Kind;
use crate::text::counted;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub what: String,
    pub fix: String,
}

impl Refusal {
    pub fn new(problem: &Problem, view: &View) -> Refusal {
        let columns = &view.columns;
        let plain = crate::app::source::Problem::from(problem.clone());
        let column =
            problem.feature.as_ref().and_then(|name| columns.iter().find(|column| column.name == *name));
        let features = || columns.iter().filter(|column| column.role == Role::Feature);
        let bare = problem.feature.is_none()
            && features().next().is_some()
            && features().all(Column::is_bare_number);
        let binned = column.filter(|column| column.bins.is_some() && problem.kind == "wrong_kind");
        let fix = match (column, problem.kind) {
            _ if binned.is_some() => {
                "Press u to undo the bins, or press ← → on the line model for auto or mixed. The editor (e) does this by itself when you change bins.".into()
            }
            _ if view.lines.contains(&Line::MinCount) && problem.kind == "no_data" && column.is_some() => {
                "Press ← on the line least count for a smaller number, or keep the stop words on the line above it.".into()
            }
            (_, "no_target") => "Go to the column that holds the classes and press *.".into(),
            (_, "zero_variance") if problem.features.len() > 1 && view.lines.contains(&Line::Epsilon) => {
                "Press → on the line variance ε to add variance smoothing, or press Space on each of these columns to leave it out.".into()
            }
            (Some(column), "wrong_kind" | "zero_variance" | "variance_undefined") => {
                let name = &column.shown;
                match column.kind {
                    Kind::Numeric if problem.kind == "variance_undefined" && view.lines.contains(&Line::Variance) => format!(
                        "Choose population on the line variance, or go to {name} and press b for bins or Space to leave it out."
                    ),
                    Kind::Numeric if problem.kind == "zero_variance" && view.lines.contains(&Line::Epsilon) => {
                        format!(
                            "Press → on the line variance ε to add variance smoothing, or go to {name} and press b for bins, c to count its values, or Space to leave it out."
                        )
                    }
                    Kind::Numeric if problem.kind != "wrong_kind" => format!(
                        "Go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."
                    ),
                    Kind::Numeric => format!(
                        "Choose mixed or gaussian on the line model, or go to {name} and press b for bins, c to count its values one by one, or Space to leave it out."
                    ),
                    Kind::Text if view.model == ModelKind::Multinomial => {
                        "Choose multinomial on the line event model, or auto, bernoulli or mixed on the line model."
                            .into()
                    }
                    Kind::Text if view.model == ModelKind::Bernoulli => {
                        "Choose bernoulli on the line event model, or auto, multinomial or mixed on the line model."
                            .into()
                    }
                    Kind::Text => format!(
                        "Choose auto, multinomial or mixed on the line model, or press Space on {name} to leave it out."
                    ),
                    Kind::Binary | Kind::Categorical => {
                        format!("Choose auto or mixed on the line model, or press Space on {name} to leave it out.")
                    }
                }
            }
            (None, _) if matches!(view.prior, Prior::Given(_)) && !problem.usage && problem.class.is_some() => {
                "Press ← on the line priors for other priors, then e to give each class its own.".into()
            }
            (_, "singular_covariance") => {
                "Press → on the line ridge to add a ridge, choose a diagonal Σ on the line covariance, or press Space on one of these columns to leave it out."
                    .into()
            }
            (None, "variance_undefined") if view.lines.contains(&Line::Variance) => {
                "Choose population on the line variance.".into()
            }
            (None, _) if view.model == ModelKind::Qda && view.now(Line::Covariance).starts_with("shared") => {
                "Choose per-class or per-class-diagonal on the line covariance, or gda on the line model.".into()
            }
            (None, "wrong_kind") if bare => {
                "Choose auto or gaussian on the line model, or go to each column of numbers and press b for bins, or c to count its values one by one.".into()
            }
            (None, "no_data") if columns.iter().any(|column| column.role == Role::Ignored) => {
                "Go to a column that is left out and press Space, or press * on another column to make it the target."
                    .into()
            }
            _ => plain.fix,
        };
        let numbers = bare && problem.kind == "wrong_kind";
        let what = if let Some(column) = binned {
            format!("This model cannot use bins, but {} has some.", column.shown)
        } else if numbers {
            "This model counts values, but every feature is a number.".into()
        } else {
            plain.what
        };
        Refusal { what, fix }
    }
}

impl Line {
    pub fn meaning(self, view: &View) -> (String, Vec<String>) {
        match self {
            Line::Column(at) => view.columns.get(at).map(|it| column(it, view)).unwrap_or_default(),
            line => (line.title(view), line.sentences(view)),
        }
    }
}

fn column(column: &Column, view: &View) -> (String, Vec<String>) {
    let name = &column.shown;
    match column.role {
        Role::Target => (
            format!("{name} is the TARGET"),
            vec!["The class column: what the model learns to predict.".into()],
        ),
        Role::Weight => (
            format!("{name} is the WEIGHT"),
            vec![
                "The weight column: how often each row was seen. Every count adds these numbers instead of counting rows. A row of weight 0 is not counted. W: make it a feature.".into(),
            ],
        ),
        Role::Ignored => (
            format!("{name} is left out"),
            vec!["The model does not use it. Space: make it a feature.".into()],
        ),
        Role::Feature => {
            let how = match (column.kind, &column.bins) {
                (Kind::Text, _) => "Its words are counted: each word of the vocabulary has a probability in each class.".into(),
                (Kind::Numeric, Some(bins)) => bins_sentence(bins, view.convention.cut_side()),
                (Kind::Numeric, None) if view.model.family().number == NumberAs::WordCount => {
                    format!("{name} is a word. Each number is how often it occurs in the row's document.")
                }
                (Kind::Numeric, None) if view.model.is_of_counts() => format!(
                    "Its cells are counts with a {} distribution in each class. W: use them as row weights.",
                    view.model.family().name
                ),
                (Kind::Numeric, None) => {
                    "Its cells are numbers with a normal density in each class. b: make bins. e: see the cuts. c: count each number. W: use them as row weights.".into()
                }
                (Kind::Binary, _) if column.one.is_some() => format!(
                    "It is yes or no: {} counts as 1, every other value as 0. V: count the next value as 1. c: count each value.",
                    column.one.as_deref().unwrap_or_default()
                ),
                (Kind::Binary | Kind::Categorical, _) if column.distinct == 0 => {
                    "Each distinct number is counted as a category.".into()
                }
                (Kind::Binary | Kind::Categorical, _) => {
                    format!("It is a category with {}.", counted(column.distinct, "value", "values"))
                }
            };
            let mut sentences = vec![how];
            if column.bins.is_some() {
                sentences.push("e: see the cuts and move them.".into());
            }
            (format!("{name} is a FEATURE"), sentences)
        }
    }
}

fn bins_sentence(bins: &Bins, side: CutSide) -> String {
    let (interval, cut) = match side {
        CutSide::Above => ("A bin [a,b) holds a but not b.", "above"),
        CutSide::Below => ("A bin (a,b] holds b but not a.", "below"),
    };
    let many = |k: u32| counted(k as usize, "bin", "bins");
    match bins {
        Bins::Width(k) => {
            format!("Its numbers fall into {} of equal width. {interval}", many(*k))
        }
        Bins::Frequency(k) => {
            format!("Its numbers fall into {} with about as many rows in each. {interval}", many(*k))
        }
        Bins::Cuts(cuts) => {
            let cuts: Vec<&str> = cuts.iter().map(crate::recipe::Written::text).collect();
            format!("Its numbers are cut at {}. A number on a cut is in the bin {cut} it.", cuts.join(", "))
        }
        Bins::None => "Its numbers have no bins.".into(),
        Bins::Mdl => {
            "Its numbers are cut where this separates the classes best (minimum description length).".into()
        }
    }
}
