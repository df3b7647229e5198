//! Why there is no model.

use super::gda::SHARED;
use crate::problem::Problem;
use crate::recipe::{Covariance, quoted};
use crate::text::{brief, grouped, listed, shown};

/// Why no model can be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// A recipe that asks for logistic regression where a generative model is needed.
    #[error(
        "logistic regression models P(class | x) only: it has no prior, no P(x | class) and no score to be shown"
    )]
    NotGenerative,
    /// No row has a class.
    #[error("no row has a class: every cell of “{}” is missing", brief(target))]
    NoData {
        /// The class column.
        target: String,
    },
    /// A given prior, or an order of classes, that does not name the classes of the data.
    #[error("the recipe's {what} names “{}”, which is no class of this data", brief(class))]
    UnknownClass {
        /// Prior or classes.
        what: &'static str,
        /// As written.
        class: String,
        /// The classes of the data.
        classes: Vec<String>,
    },
    /// Numbers that never vary in a class.
    #[error("{}", never_vary(columns, target, *classes))]
    ZeroVariance {
        /// The features, each with the classes in which it is always the same, and with how many rows it is known there.
        columns: Vec<(String, Vec<(String, u64)>)>,
        /// The class column.
        target: String,
        /// How many classes there are.
        classes: usize,
        /// Whether any number varies at all, so that a share of the largest variance is more than 0.
        varies: bool,
        /// Whether the class column was chosen for the user.
        chosen: bool,
    },
    /// A number that is missing in every row of a class.
    #[error(
        "the column “{}” is missing in every row of {}, so it has no mean there",
        brief(feature),
        brief(class)
    )]
    NeverKnown {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// One number has no unbiased variance.
    #[error(
        "{} is known in one row of {} only, so dividing by n − 1 is dividing by 0",
        brief(feature),
        brief(class)
    )]
    VarianceUndefined {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// Numbers so large that the squares of their distances are beyond what a float holds.
    #[error(
        "the numbers of {} {}lie so far apart that their variance is too large to be computed",
        brief(feature),
        in_class(class)
    )]
    TooFarApart {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// Numbers so near to each other that the squares of their distances are below what a float holds.
    #[error(
        "the numbers of {} {}lie so close together that their variance is too small to be computed",
        brief(feature),
        in_class(class)
    )]
    TooCloseTogether {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// Every row is held out.
    #[error("no row is left to learn from")]
    NoTrainingRow,
    /// A class that has a prior and no row, where a model is kept from some rows.
    #[error("no row of {} is left to learn from: it has a prior and no density", brief(class))]
    NoRowOfClass {
        /// The class.
        class: String,
    },
    /// Rows have classes, but none of them was seen.
    #[error("every row that has a class has weight 0")]
    NoWeight,
    /// Rows have classes, but none has every number.
    #[error("no row has a class and every number")]
    NoCompleteRow,
    /// Too few rows for an unbiased Σ.
    #[error("Σ {} divides by the rows less the classes it is of, and that is 0", of_class(class))]
    CovarianceUndefined {
        /// The class, or `shared`.
        class: String,
    },
    /// A covariance matrix that cannot be inverted.
    #[error("Σ {} is singular{}", of_class(class), why(constant, collinear))]
    SingularCovariance {
        /// The class, or `shared`.
        class: String,
        /// Which entries Σ has.
        shape: Covariance,
        /// Columns that never vary.
        constant: Vec<String>,
        /// Columns of which one is a weighted sum of the others.
        collinear: Vec<String>,
    },
    /// Fewer rows than a covariance matrix of so many numbers takes, whatever the numbers are.
    #[error(
        "Σ {} is singular, since {} too few for {} numbers: it takes {} or more{}",
        of_class(class),
        if *rows == 1 { "1 row is".to_owned() } else { format!("{} rows are", grouped(*rows)) },
        grouped(*numbers as u64),
        grouped(*numbers as u64 + classes),
        if *classes == 1 { "" } else { ", one for each number and one for the mean of each class" }
    )]
    TooFewRows {
        /// The class, or `shared`.
        class: String,
        /// Which entries Σ has.
        shape: Covariance,
        /// The rows.
        rows: u64,
        /// The classes that they are of.
        classes: u64,
        /// The numbers.
        numbers: usize,
    },
    /// A vocabulary of which stop words and the least count leave nothing.
    #[error(
        "no word of “{}” is left in the vocabulary: {}",
        brief(feature),
        if most.is_none() { "each is a stop word".to_owned() } else { format!("each is a stop word or is seen fewer than {min_count} times") }
    )]
    NoWordLeft {
        /// The feature.
        feature: String,
        /// How often a word must be seen.
        min_count: u64,
        /// How often the commonest word is seen that is left out for that; `None` where all are stop words.
        most: Option<u64>,
    },
    /// A given prior that leaves a class out.
    #[error("the recipe's {what} leaves out the class “{}”", brief(class))]
    ClassLeftOut {
        /// Prior or classes.
        what: &'static str,
        /// The class.
        class: String,
    },
    /// A class that is named twice.
    #[error("the recipe's {what} names “{}” twice", brief(class))]
    ClassTwice {
        /// Prior or classes.
        what: &'static str,
        /// The class.
        class: String,
    },
}

impl From<FitError> for Problem {
    fn from(error: FitError) -> Self {
        let (kind, fix) = match &error {
            FitError::NotGenerative => (
                "usage",
                "judge it with posterior evaluate --model logistic or beside others with posterior compare, or choose a generative model: --model gda"
                    .to_owned(),
            ),
            FitError::NoData { .. } => {
                ("no_data", "write a class in at least one row, or choose another --target".to_owned())
            }
            FitError::UnknownClass { classes, .. } => {
                ("wrong_kind", format!("the classes are: {}", listed(classes.iter().map(String::as_str))))
            }
            FitError::NeverKnown { feature, .. } => (
                "no_data",
                format!(
                    "give it bins, whose counts can be smoothed: --bins {0}=width:5; or leave it out: --ignore {0}",
                    brief(feature)
                ),
            ),
            FitError::ZeroVariance { columns, varies, chosen, .. } => {
                ("zero_variance", spread(columns, *varies, *chosen))
            }
            FitError::VarianceUndefined { feature, .. } => {
                let name = brief(feature);
                let fix = format!(
                    "use --variance population; or make bins: --bins {name}=width:5; or leave it out: --ignore {name}"
                );
                ("variance_undefined", fix)
            }
            FitError::TooFarApart { feature, .. } => (
                "variance_undefined",
                format!("write {0} in a larger unit; or leave it out: --ignore {0}", brief(feature)),
            ),
            FitError::TooCloseTogether { feature, .. } => (
                "variance_undefined",
                format!(
                    "write {0} in a smaller unit; make bins: --bins {0}=width:5; or leave it out: --ignore {0}",
                    brief(feature)
                ),
            ),
            FitError::TooFewRows { shape, .. } => {
                let diagonal = if *shape == Covariance::Shared { "shared-diagonal" } else { "per-class-diagonal" };
                let fix = format!(
                    "add a little to its diagonal: --ridge 1e-6; keep its diagonal only: --covariance {diagonal}; or choose fewer numbers: --features A,B"
                );
                ("singular_covariance", fix)
            }
            FitError::NoWordLeft { most, .. } => (
                "no_data",
                match most {
                    Some(most) => format!("use --min-count {most} or less"),
                    None => "keep the stop words: leave out --stop-words".to_owned(),
                },
            ),
            FitError::NoCompleteRow => (
                "no_data",
                "use --model gaussian, which skips missing cells, or leave a column out with --ignore"
                    .to_owned(),
            ),
            FitError::NoTrainingRow | FitError::NoRowOfClass { .. } => {
                ("no_data", "use fewer folds, another seed, or --prior mle".to_owned())
            }
            FitError::NoWeight => (
                "no_data",
                "write how many times each row was seen, or choose another weight column".to_owned(),
            ),
            FitError::CovarianceUndefined { .. } => {
                ("variance_undefined", "use --variance population, or more rows".to_owned())
            }
            FitError::SingularCovariance { shape, constant, collinear, .. } => {
                ("singular_covariance", invertible(*shape, constant, collinear))
            }
            FitError::ClassLeftOut { what, .. } => ("wrong_kind", format!("name every class in the {what}")),
            FitError::ClassTwice { .. } => ("wrong_kind", "name each class once".to_owned()),
        };
        let class = match &error {
            FitError::NotGenerative
            | FitError::NoData { .. }
            | FitError::NoWordLeft { .. }
            | FitError::NoCompleteRow
            | FitError::NoTrainingRow
            | FitError::NoWeight => None,
            FitError::ZeroVariance { columns, .. } => {
                columns.first().and_then(|(_, classes)| Some(classes.first()?.0.clone()))
            }
            FitError::UnknownClass { class, .. }
            | FitError::CovarianceUndefined { class }
            | FitError::NoRowOfClass { class }
            | FitError::SingularCovariance { class, .. }
            | FitError::ClassLeftOut { class, .. }
            | FitError::ClassTwice { class, .. }
            | FitError::NeverKnown { class, .. }
            | FitError::VarianceUndefined { class, .. }
            | FitError::TooFewRows { class, .. }
            | FitError::TooCloseTogether { class, .. }
            | FitError::TooFarApart { class, .. } => Some(class.clone()),
        };
        let features = match &error {
            FitError::ZeroVariance { columns, .. } => columns.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        };
        let feature = match &error {
            FitError::ZeroVariance { .. } => features.first().cloned(),
            FitError::NoWordLeft { feature, .. }
            | FitError::NeverKnown { feature, .. }
            | FitError::VarianceUndefined { feature, .. }
            | FitError::TooCloseTogether { feature, .. }
            | FitError::TooFarApart { feature, .. } => Some(feature.clone()),
            _ => None,
        };
        let usage = kind == "usage";
        Problem { kind, what: error.to_string(), fix, class, feature, features, usage, ..Problem::default() }
    }
}

/// Columns and classes that are named in a sentence.
const NAMED: usize = 5;

/// Which columns never vary in which classes.
fn never_vary(columns: &[(String, Vec<(String, u64)>)], target: &str, classes: usize) -> String {
    let target = brief(target);
    let class = |(name, rows): &(String, u64)| match rows {
        1 => format!("{} (one row)", brief(name)),
        _ => brief(name),
    };
    let of = |all: &[(String, u64)]| match all {
        all if all.len() == classes && classes > 1 => "each class".to_owned(),
        [one] => class(one),
        several => {
            let named: Vec<String> = several.iter().take(NAMED).map(class).collect();
            format!("{}{}", named.join(", "), more(several.len()))
        }
    };
    if let [(feature, all)] = columns {
        let so = "so its variance there is 0";
        return format!(
            "the column “{}” is the same in every row of {} (class column “{target}”), {so}",
            brief(feature),
            of(all)
        );
    }
    let named: Vec<String> =
        columns.iter().take(NAMED).map(|(name, all)| format!("{} in {}", brief(name), of(all))).collect();
    format!(
        "{} columns never vary in some class of “{target}”, so their variance there is 0: {}{}",
        columns.len(),
        named.join("; "),
        more(columns.len())
    )
}

fn more(all: usize) -> String {
    if all > NAMED { format!(" and {} more", all - NAMED) } else { String::new() }
}

/// `of all classes`, or `of setosa`.
fn of_class(class: &str) -> String {
    if class == SHARED { "of all classes".to_owned() } else { format!("of {}", brief(class)) }
}

/// `in setosa `; nothing where all classes are meant.
fn in_class(class: &str) -> String {
    if class == SHARED { String::new() } else { format!("in {} ", brief(class)) }
}

/// What makes a matrix singular, where it can be told.
fn why(constant: &[String], collinear: &[String]) -> String {
    let list = |names: &[String]| listed(names.iter().map(String::as_str));
    match (constant, collinear) {
        ([], []) => String::new(),
        ([one], _) => format!(": {} never varies there", brief(one)),
        ([_, ..], _) => format!(": {} never vary there", list(constant)),
        _ => format!(": {} are collinear, each follows from the others", list(collinear)),
    }
}

/// What gives a Σ that can be inverted.
fn invertible(shape: Covariance, constant: &[String], collinear: &[String]) -> String {
    let column = constant.first().or(collinear.last());
    let column = column.map_or("COL".into(), |name| brief(name));
    let diagonal = match shape {
        _ if !constant.is_empty() => String::new(),
        Covariance::Shared => " keep its diagonal only: --covariance shared-diagonal;".to_owned(),
        Covariance::PerClass => {
            " use one Σ for all classes: --model gda; keep its diagonal only: --covariance per-class-diagonal;".to_owned()
        }
        Covariance::SharedDiagonal | Covariance::PerClassDiagonal => String::new(),
    };
    format!("add a little to its diagonal: --ridge 1e-6;{diagonal} or leave a column out: --ignore {column}")
}

/// The most columns that are named in a command, and the characters of their names.
const IGNORED: usize = 20;
const COMMAND: usize = 400;

/// What gives features a spread, or does without them.
fn spread(columns: &[(String, Vec<(String, u64)>)], varies: bool, chosen: bool) -> String {
    let mut ways = Vec::new();
    if varies {
        ways.push("add a little to every variance, as scikit-learn does: --var-smoothing 1e-9".to_owned());
    }
    let names = columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",");
    if columns.len() <= IGNORED && names.len() <= COMMAND {
        let them = if columns.len() == 1 { "it" } else { "them" };
        ways.push(format!("leave {them} out: --ignore {}", quoted(&shown(&names))));
    } else {
        ways.push("leave them out with --ignore".to_owned());
    }
    if let [(feature, _)] = columns {
        ways.push(format!("make bins: --bins {}=width:5", brief(feature)));
    }
    if chosen {
        ways.push("choose another class with --target".to_owned());
    }
    let last = ways.pop().unwrap_or_default();
    if ways.is_empty() { last } else { format!("{}; or {last}", ways.join("; ")) }
}
