//! The lines of the recipe below its columns: one table of what stands on each, what it means and its choices. A line is
//! added here and nowhere else: when it matters, and how its text is read, the table of options knows.

use super::super::words::shown;
use super::change;
use super::view::View;
use crate::recipe::{
    Convention, Covariance, Decision, EventModel, FoldRule, Prior, Recipe, Split, Variance, stop_words,
};
use crate::report;

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
    /// What is done with a posterior.
    Decision,
    /// Whether marks such as `NA` are missing cells.
    Missing,
}

/// What there is to know of a line. The functions take what holds for its option, as a flag says it.
pub(super) struct Entry {
    pub line: Line,
    pub key: &'static str,
    pub name: &'static str,
    pub step: Step,
    pub value: fn(&View, &str) -> String,
    pub sentences: fn(&View, &str) -> String,
}

pub(super) enum Step {
    Choices(&'static [&'static str]),
    Numbers(&'static [&'static str]),
    /// A text is typed as its flag says it; none takes back what was said.
    Typed,
    By(fn(&Recipe, bool) -> Option<Recipe>),
}

pub(super) static LINES: [Entry; 17] = [
    Entry {
        line: Line::Convention,
        key: "convention",
        name: "convention",
        step: Step::Choices(Convention::WORDS),
        value: |view, _| view.convention.program().into(),
        sentences: |view, _| {
            format!(
                "{}\nWhat is chosen on the other lines wins over it. w in 5 Explain shows a case under two of them.",
                view.convention.meaning()
            )
        },
    },
    Entry {
        line: Line::Target,
        key: "target",
        name: "target",
        // It takes the table to know another.
        step: Step::By(|_, _| None),
        value: |view, _| view.target.clone(),
        sentences: |_, _| {
            "Its values are the classes: what the model learns to tell apart.\nRows without a class are not learned from.".into()
        },
    },
    Entry {
        line: Line::Split,
        key: "split",
        name: "tested on",
        step: Step::Choices(&["none", "holdout:0.3", "folds:5", "folds:10", "leave-one-out"]),
        value: |view, _| match view.recipe.split_or_default() {
            Split::None => "training rows".into(),
            Split::Holdout(share) => format!("held-out rows, {}", share.text()),
            Split::Folds(rule) => rule.to_string(),
            Split::LeaveOneOut => "leave one out".into(),
            Split::File(path) => format!("rows of {}", shown(&path)),
        },
        sentences: |view, _| {
            let how = match view.recipe.split_or_default() {
                Split::None => {
                    "4 Evaluate judges the model by the rows that it learned from, which flatters it."
                }
                Split::Holdout(_) => {
                    "A share of each class is kept for the test of 4 Evaluate, and the others train."
                }
                Split::Folds(FoldRule::Column(_)) => {
                    "The rows of each value of this column are a part. 4 Evaluate has each part judged by a model that the others train."
                }
                Split::Folds(FoldRule::Groups { .. }) => {
                    "Rows with the same value of this column go into the same part. 4 Evaluate has each part judged by a model that the others train."
                }
                Split::Folds(FoldRule::Random(_)) => {
                    "The rows of each class are dealt into as many parts. 4 Evaluate has each part judged by a model that the others train."
                }
                Split::LeaveOneOut => "4 Evaluate has each row judged by a model that all others train.",
                Split::File(_) => "4 Evaluate judges the model by all rows of this file.",
            };
            format!(
                "{how}\nThe numbers of 3 and 5 are those of all rows, whatever stands here. t takes other numbers, a file, and the seed."
            )
        },
    },
    Entry {
        line: Line::Model,
        key: "model",
        name: "model",
        step: Step::By(change::with_model),
        value: |view, _| view.model.word().into(),
        sentences: |view, _| view.model.family().made.into(),
    },
    Entry {
        line: Line::Alpha,
        key: "alpha",
        name: "smoothing α",
        step: Step::Numbers(&["0", "1/2", "1", "2", "10"]),
        value: |_, now| if now == "1" { "1  (Laplace)" } else { now }.into(),
        sentences: |_, _| {
            "α is added to every count, so that a value never seen in a class does not make the product 0. 0 is none, 1 is Laplace's choice.".into()
        },
    },
    Entry {
        line: Line::Prior,
        key: "prior",
        name: "priors",
        step: Step::By(change::with_prior),
        value: |view, _| match &view.prior {
            Prior::Given(values) => {
                let values: Vec<&str> = values.iter().map(|(_, value)| value.text()).collect();
                format!("{}: {}", prior_words(&view.prior), values.join(", "))
            }
            prior => prior_words(prior),
        },
        sentences: |view, _| prior(&view.prior),
    },
    Entry {
        line: Line::Covariance,
        key: "covariance",
        name: "covariance",
        step: Step::Choices(Covariance::WORDS),
        value: |_, now| now.into(),
        sentences: |_, now| {
            match now {
                "shared" => "One Σ for all classes, so the border between two classes is straight.",
                "per-class" => "A Σ for each class, so a border may be curved. Each Σ is learned from the rows of its class alone.",
                "shared-diagonal" => "One Σ for all classes, its covariances taken as 0: within a class the numbers are independent.",
                _ => "A Σ for each class, its covariances taken as 0: the same as Gaussian naive Bayes.",
            }
            .into()
        },
    },
    Entry {
        line: Line::Variance,
        key: "variance",
        name: "variance",
        step: Step::Choices(Variance::WORDS),
        value: |_, now| format!("{now}  ({})", if now == "population" { "by n" } else { "by n − 1" }),
        sentences: |view, now| {
            if now == "population" {
                "The squared distances from the mean are divided by n: the variance that makes the rows likeliest."
            } else if view.model.is_joint() {
                "The squared distances are divided by the rows less the means: n − K for one Σ, n − 1 for the Σ of a class. On average that is neither too small nor too large."
            } else {
                "The squared distances from the mean are divided by n − 1: on average neither too small nor too large."
            }
            .into()
        },
    },
    Entry {
        line: Line::Epsilon,
        key: "var_smoothing",
        name: "variance ε",
        step: Step::Numbers(&["0", "1e-9", "1e-6", "1e-3"]),
        value: |_, now| if now == "0" { "0  (none)".into() } else { format!("{now} of the largest") },
        sentences: |_, _| {
            "ε, as a share of the largest variance of a column, is added to every variance. A column that never varies in a class then has a curve too.\n0 adds nothing; scikit-learn adds 1e-9.".into()
        },
    },
    Entry {
        line: Line::Ridge,
        key: "ridge",
        name: "ridge",
        step: Step::Numbers(&["0", "1e-6", "1e-3", "0.1"]),
        value: |_, now| if now == "0" { "0  (none)" } else { now }.into(),
        sentences: |_, _| {
            "It is added to the diagonal of Σ. A Σ that is singular can then be inverted; the larger it is, the less the covariances matter.".into()
        },
    },
    Entry {
        line: Line::Event,
        key: "event",
        name: "event model",
        step: Step::Choices(EventModel::WORDS),
        value: |_, now| now.into(),
        sentences: |_, now| {
            let product = if now == "bernoulli" {
                "A document is a product over the vocabulary: P for each word that stands there, once however often, and 1 − P for each that does not."
            } else {
                "A document is a product over its words: a word that stands there twice is a factor twice, and absent words have none."
            };
            format!("{product}\nIt holds for every text column.")
        },
    },
    Entry {
        line: Line::Vocabulary,
        key: "vocabulary",
        name: "vocabulary",
        step: Step::Choices(&["training", "all-rows"]),
        value: |_, now| match now.strip_prefix("file:") {
            Some(path) => format!("dictionary {}", shown(path)),
            None if now == "training" => "training rows".into(),
            None => "all rows".into(),
        },
        sentences: |_, now| match now.strip_prefix("file:") {
            Some(path) => format!(
                "V has the words of {}, seen or not, and no others. Stop words and the least count leave none of them out. ← or → takes the words of the training rows.",
                shown(path)
            ),
            None if now == "training" => {
                "V has the words of the rows with a class. Other words have no factor.".into()
            }
            None => {
                "V also has the words of the rows without a class: their counts are 0 in every class.".into()
            }
        },
    },
    Entry {
        line: Line::StopWords,
        key: "stop_words",
        name: "stop words",
        step: Step::Choices(&["false", "true"]),
        value: |_, now| if now == "true" { "left out" } else { "kept" }.into(),
        sentences: |_, now| {
            let first: Vec<&str> =
                stop_words().iter().copied().filter(|word| word.len() > 2).take(12).collect();
            let kept = if now == "true" {
                "They are left out of V, so they have no factor and are not counted in the totals."
            } else {
                "They are kept: each is a word like any other."
            };
            let (first, all) = (first.join(", "), stop_words().len());
            format!(
                "Stop words say little of a class: {first}, … {all} English words, the list of NLTK.\n{kept}"
            )
        },
    },
    Entry {
        line: Line::MinCount,
        key: "min_count",
        name: "least count",
        step: Step::Numbers(&["1", "2", "3", "5", "10"]),
        value: |_, now| if now == "1" { "1  (every word)" } else { now }.into(),
        sentences: |_, _| {
            "A word that stands in the training rows fewer times is not in V: it has no factor and is not counted in the totals.\nWords are counted over all classes, each row as often as its weight says.".into()
        },
    },
    Entry {
        line: Line::LowerCase,
        key: "lower_case",
        name: "lower case",
        step: Step::Choices(&["true", "false"]),
        value: |_, now| if now == "true" { "yes" } else { "no, as written" }.into(),
        sentences: |_, now| {
            if now == "true" {
                "Money and money are one word."
            } else {
                "Words stay as written: Money and money are two words."
            }
            .into()
        },
    },
    Entry {
        line: Line::Decision,
        key: "decision",
        name: "decision",
        step: Step::Typed,
        value: |view, _| match &view.recipe.decision {
            None => "none: the likeliest class".into(),
            Some(decision) => shown(&match decision {
                Decision::Costs(costs) => format!("least cost of {}", costs.actions.join(", ")),
                Decision::File(path) => format!("least cost by {path}"),
                Decision::Threshold { positive, at } => format!("{positive} from {} on", at.text()),
                Decision::RejectBelow(bound) => format!("nothing below {}", bound.text()),
            })
            .into_owned(),
        },
        sentences: |view, now| {
            let how = "→ sets a cost of 1 for each mistake, ← removes it. Press Enter to type costs:\ncosts:well/ill=8,ill/well=1 says what an action costs where a class is so; file:COSTS.csv has a row an action and a column a class.\nthreshold:ill=1/3 names a class from that posterior on, reject:2/3 names nothing below it.";
            match &view.recipe.decision {
                None => {
                    format!("The class with the largest posterior is named, whatever a mistake costs.\n{how}")
                }
                Some(decision) => format!(
                    "{}\n{}\nIt changes no posterior: 5 Explain has it as the last step, m in 4 Evaluate what it costs.\n{how}",
                    shown(&report::decision_told(decision)),
                    shown(now)
                ),
            }
        },
    },
    Entry {
        line: Line::Missing,
        key: "missing",
        name: "missing",
        // Without a list the marks are evaluated by what stands beside them.
        step: Step::By(|recipe, forward| {
            let listed = forward.then(|| vec![String::new(), "?".to_owned()]);
            (recipe.missing.is_some() != forward).then(|| Recipe { missing: listed, ..recipe.clone() })
        }),
        value: |view, _| match &view.recipe.missing {
            None => "empty, ? and marks".into(),
            Some(listed) => {
                let name =
                    |text: &String| if text.is_empty() { "empty".into() } else { shown(text).into_owned() };
                listed.iter().map(name).collect::<Vec<_>>().join(", ")
            }
        },
        sentences: |view, _| {
            match &view.recipe.missing {
                None => {
                    let marks: Vec<String> =
                        view.marks.iter().map(|mark| format!("“{}”", shown(mark))).collect();
                    format!(
                        "{} is missing where every other cell of a column is a number; NA also in the categories of a file that has it among its numbers. → takes the empty cell and ? only.",
                        marks.join(" or ")
                    )
                }
                Some(_) => "These cells are missing, and every other one is a value. ← counts marks such as NA among numbers, too.".into(),
            }
        },
    },
];

pub fn prior_words(prior: &Prior) -> String {
    match prior {
        Prior::Counts => "from the data".into(),
        Prior::Laplace(a) => format!("from the data, plus {}", a.text()),
        Prior::Uniform => "uniform".into(),
        Prior::Given(_) => "as given".into(),
    }
}

fn prior(prior: &Prior) -> String {
    let meaning = match prior {
        Prior::Counts => "A class is as likely beforehand as it is common among the rows.",
        Prior::Laplace(_) => {
            "The rows of each class are counted, and this much is added to each count. A digit types another number."
        }
        Prior::Uniform => "Every class is equally likely beforehand, however many rows it has.",
        Prior::Given(_) => "Each class has the prior that it was given, however many rows it has.",
    };
    let how = match prior {
        Prior::Given(_) => "e changes the numbers.",
        _ => "e gives each class its own, and so does → after uniform.",
    };
    format!("{meaning}\n{how}")
}
