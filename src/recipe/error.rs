//! What can be wrong with a recipe.

use crate::math::ParseNumberError;
use crate::problem::{Problem, nearest};
use crate::text::{brief, grouped, listed};

/// Why a recipe cannot be read, or cannot be followed on this table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// A number that cannot be read.
    #[error("the {what} cannot be read: {cause}")]
    BadNumber {
        /// What the number is.
        what: &'static str,
        /// Why it cannot be read.
        cause: ParseNumberError,
    },
    /// A number that must not be negative.
    #[error("the {what} is {text}, and it cannot be below 0")]
    Negative {
        /// What the number is.
        what: &'static str,
        /// As written.
        text: String,
    },
    /// A text that is no such value.
    #[error("“{}” is no {what}", brief(text))]
    BadValue {
        /// What it should be.
        what: &'static str,
        /// As written.
        text: String,
    },
    /// A word that is none of the choices.
    #[error("“{}” is no {what}", brief(text))]
    UnknownWord {
        /// What is chosen.
        what: &'static str,
        /// As written.
        text: String,
        /// The choices.
        words: Vec<&'static str>,
    },
    /// Bins that cannot be read.
    #[error("“{}” does not say how to make bins", brief(text))]
    BadBins {
        /// As written.
        text: String,
    },
    /// A prior that cannot be read.
    #[error("“{}” is no prior", brief(text))]
    BadPrior {
        /// As written.
        text: String,
    },
    /// Priors that are no distribution.
    #[error("the given priors sum to {sum}, not to 1")]
    PriorSum {
        /// Their sum.
        sum: String,
    },
    /// A class whose prior is given twice.
    #[error("the given prior names “{}” twice", brief(class))]
    PriorTwice {
        /// The class.
        class: String,
    },
    /// A flag about a column that names none.
    #[error("--{flag} {} names no column", brief(text))]
    NoColumn {
        /// The flag.
        flag: &'static str,
        /// As written.
        text: String,
        /// How to write it.
        example: &'static str,
    },
    /// A recipe file that is no TOML, or has a key that means nothing.
    #[error("{path} is not a recipe: {cause}")]
    BadFile {
        /// The file.
        path: String,
        /// What the reader said.
        cause: String,
        /// The line, from 1.
        line: Option<u64>,
    },
    /// A recipe file of another format.
    #[error("{path} has recipe format {found}, and this program reads format 1")]
    Format {
        /// The file.
        path: String,
        /// What it says.
        found: i64,
    },
    /// A column that the table does not have.
    #[error("there is no column “{}”", brief(name))]
    UnknownColumn {
        /// As written.
        name: String,
        /// The columns there are.
        columns: Vec<String>,
    },
    /// A name that several columns answer to.
    #[error("“{}” could be any of several columns", brief(name))]
    SeveralColumns {
        /// As written.
        name: String,
        /// The columns that fit.
        columns: Vec<String>,
    },
    /// A column with two roles.
    #[error("“{}” cannot be both the class and a feature", brief(name))]
    TwoRoles {
        /// The column.
        name: String,
    },
    /// A weight column with another role.
    #[error("“{}” cannot be both the weight and {role}", brief(name))]
    WeightRole {
        /// The column.
        name: String,
        /// The class, or a feature.
        role: &'static str,
    },
    /// A weight column that holds no numbers.
    #[error("“{}” cannot be the weight: it is {kind}, and a weight is a number", brief(name))]
    WeightKind {
        /// The column.
        name: String,
        /// Its kind.
        kind: &'static str,
    },
    /// A choice that the program whose conventions hold does not have.
    #[error("{what}")]
    NotInProgram {
        /// What it has not.
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    },
    /// A model with a Σ for each class, and one Σ for all of them.
    #[error("qda has a Σ for each class, and the covariance asked for is {shape}")]
    SharedQda {
        /// As asked.
        shape: &'static str,
    },
    /// A class column that tells rows apart.
    #[error(
        "“{}” has {} classes in {} rows{}",
        brief(name),
        grouped(*classes as u64),
        grouped(*rows),
        most.map_or_else(String::new, |most| format!(", and at most {} are read", grouped(most as u64)))
    )]
    TooManyClasses {
        /// The column.
        name: String,
        /// Its values.
        classes: usize,
        /// Rows with a value.
        rows: u64,
        /// The most that are read; `None` where there are too few rows for any.
        most: Option<usize>,
    },
    /// Nothing speaks for a column as the class.
    #[error("{}", if candidates.is_empty() {
        "no column looks like a class: none has from 2 to 50 values that stand in several rows"
    } else {
        "it is not known which column is the class: none is called like one, and the last does not look like one"
    })]
    NoTarget {
        /// The columns that may be the class.
        candidates: Vec<String>,
    },
    /// Nothing left to learn from.
    #[error("there is no feature column beside the class “{}”", brief(target))]
    NoFeature {
        /// The class column.
        target: String,
        /// Columns that were left out because they name, number or date the rows.
        left_out: Vec<String>,
    },
    /// More numbers than one covariance matrix is made for.
    #[error("{model} reads all numbers together, and {columns} of them would have {entries} covariances")]
    TooManyTogether {
        /// The model.
        model: &'static str,
        /// The numbers.
        columns: usize,
        /// The pairs of them, each with itself too.
        entries: u64,
        /// How many it reads at most.
        most: usize,
    },
    /// A column that the model cannot read as it is.
    #[error("{model} cannot read “{}”, which is {kind}", brief(column))]
    WrongKind {
        /// The model.
        model: &'static str,
        /// The column.
        column: String,
        /// Its kind.
        kind: &'static str,
        /// What to do.
        fix: String,
    },
}

impl RecipeError {
    fn fix(&self) -> String {
        match self {
            RecipeError::BadNumber { .. } => "write a decimal or a fraction, such as 1, 0.5 or 1/3".into(),
            RecipeError::Negative { .. } => "use 0 for none, or a positive number such as 1".into(),
            RecipeError::BadValue { .. } => "write a whole number, 1 or more".into(),
            RecipeError::UnknownWord { words, .. } => format!("choose one of: {}", words.join(", ")),
            RecipeError::BadBins { .. } => {
                "write width:5, frequency:4, cuts:400,800,1200 (increasing), mdl, or none for no bins".into()
            }
            RecipeError::BadPrior { .. } => {
                "write mle, laplace:1, uniform, or one number per class: yes=0.6,no=0.4".into()
            }
            RecipeError::PriorSum { .. } => {
                "change them so that they sum to exactly 1; fractions such as 1/3 are exact".into()
            }
            RecipeError::PriorTwice { .. } => "name each class once".into(),
            RecipeError::NoColumn { flag, example, .. } => format!("write, for example, --{flag} {example}"),
            RecipeError::BadFile { .. } => "correct the file; the keys are listed in the README".into(),
            RecipeError::Format { .. } => "write format = 1, or use a newer version of this program".into(),
            RecipeError::UnknownColumn { name, columns } => {
                match nearest(name, columns.iter().map(String::as_str)) {
                    Some(near) => {
                        format!("did you mean “{}”? the columns are: {}", brief(near), list(columns))
                    }
                    None => format!("the columns are: {}", list(columns)),
                }
            }
            RecipeError::SeveralColumns { columns, .. } => {
                format!("write it as in the header: {}", list(columns))
            }
            RecipeError::SharedQda { shape } => {
                format!(
                    "use --model gda --covariance {shape}, or --covariance per-class or per-class-diagonal"
                )
            }
            RecipeError::TwoRoles { .. } => {
                "leave it out of the features, or choose another class with --target".into()
            }
            RecipeError::TooManyClasses { .. } => {
                "a class needs several rows to learn from: choose a column of few values with --target, or join its values into fewer before"
                    .into()
            }
            RecipeError::WeightRole { role: "the class", .. } => {
                "choose another column with --weight, or another class with --target".into()
            }
            RecipeError::WeightRole { .. } => {
                "choose another column with --weight, or leave this one out of the features".into()
            }
            RecipeError::WeightKind { .. } => {
                "choose a column of whole numbers that say how many times each row was seen".into()
            }
            RecipeError::NoTarget { candidates } if candidates.is_empty() => {
                "choose one with --target, if it has classes all the same; a number becomes classes where its intervals are written into a column".into()
            }
            RecipeError::NoTarget { candidates } => {
                format!("choose it with --target, t in 2; it may be: {}", list(candidates))
            }
            RecipeError::NoFeature { left_out, .. } if !left_out.is_empty() => format!(
                "{} only names, numbers or dates the rows; take it in all the same: --features {}",
                list(left_out),
                left_out.first().map(|name| super::quoted(name)).unwrap_or_default()
            ),
            RecipeError::NoFeature { .. } => {
                "use a file with at least two columns, or choose another class with --target".into()
            }
            RecipeError::WrongKind { fix, .. } => fix.clone(),
            RecipeError::TooManyTogether { most, .. } => format!(
                "use --model gaussian, which has a variance for each number, or choose at most {most}: --features A,B"
            ),
            RecipeError::NotInProgram { instead, .. } => (*instead).into(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            RecipeError::UnknownColumn { .. } | RecipeError::SeveralColumns { .. } => "unknown_column",
            RecipeError::WrongKind { .. }
            | RecipeError::WeightKind { .. }
            | RecipeError::TwoRoles { .. }
            | RecipeError::TooManyClasses { .. }
            | RecipeError::TooManyTogether { .. }
            | RecipeError::NotInProgram { .. } => "wrong_kind",
            RecipeError::NoFeature { .. } => "no_data",
            RecipeError::NoTarget { .. } => "no_target",
            _ => "usage",
        }
    }
}

fn list(names: &[String]) -> String {
    listed(names.iter().map(String::as_str))
}

impl RecipeError {
    /// The value that is wrong, as it was written, where that is told.
    pub fn written(&self) -> Option<&str> {
        match self {
            RecipeError::Negative { text, .. }
            | RecipeError::BadValue { text, .. }
            | RecipeError::UnknownWord { text, .. }
            | RecipeError::BadBins { text }
            | RecipeError::BadPrior { text } => Some(text),
            _ => None,
        }
    }
}

impl From<RecipeError> for Problem {
    fn from(error: RecipeError) -> Self {
        let kind = error.kind();
        let (mut place, mut column, mut at) = (None, None, None);
        match &error {
            RecipeError::BadFile { path, line, .. } => {
                place = Some(line.map_or_else(|| path.clone(), |line| format!("{path}, line {line}")));
                at = *line;
            }
            RecipeError::UnknownColumn { name, .. } | RecipeError::WrongKind { column: name, .. } => {
                column = Some(name.clone());
            }
            RecipeError::WeightRole { name, .. }
            | RecipeError::WeightKind { name, .. }
            | RecipeError::TooManyClasses { name, .. } => {
                column = Some(name.clone());
            }
            _ => {}
        }
        Problem {
            kind,
            what: error.to_string(),
            place,
            fix: error.fix(),
            feature: column.clone().filter(|_| matches!(error, RecipeError::WrongKind { .. })),
            column,
            line: at,
            usage: kind == "usage",
            ..Problem::default()
        }
    }
}
