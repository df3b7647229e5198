//! What the lines that shape a model mean, in sentences.

use super::line::{self, Line};
use super::view::View;
use crate::recipe::{EventModel, ModelKind, Variance, Vocabulary, stop_words};

/// The sentences of a line; none for the lines that every model has.
pub(super) fn sentences(line: Line, view: &View) -> Vec<String> {
    let recipe = &view.recipe;
    match line {
        Line::Covariance => vec![
            match line::covariance(recipe) {
                "shared" => "One Σ for all classes, so the border between two classes is straight.",
                "per-class" => "A Σ for each class, so a border may be curved. Each Σ is learned from the rows of its class alone.",
                "shared-diagonal" => "One Σ for all classes, its covariances taken as 0: within a class the numbers are independent.",
                _ => "A Σ for each class, its covariances taken as 0: the same as Gaussian naive Bayes.",
            }
            .into(),
        ],
        Line::Variance => vec![match recipe.variance_or_default() {
            Variance::Population => {
                "The squared distances from the mean are divided by n: the variance that makes the rows likeliest.".into()
            }
            Variance::Unbiased if matches!(view.model, ModelKind::Gda | ModelKind::Qda) => {
                "The squared distances are divided by the rows less the means: n − K for one Σ, n − 1 for the Σ of a class. On average that is neither too small nor too large.".into()
            }
            Variance::Unbiased => {
                "The squared distances from the mean are divided by n − 1: on average neither too small nor too large.".into()
            }
        }],
        Line::Epsilon => vec![
            "ε, as a share of the largest variance of a column, is added to every variance. A column that never varies in a class then has a curve too.".into(),
            "0 adds nothing; scikit-learn adds 1e-9.".into(),
        ],
        Line::Ridge => vec![
            "It is added to the diagonal of Σ. A Σ that is singular can then be inverted; the larger it is, the less the covariances matter.".into(),
        ],
        Line::Event => vec![
            match line::event(recipe) {
                EventModel::Multinomial => "A document is a product over its words: a word that stands there twice is a factor twice, and absent words have none.",
                EventModel::Bernoulli => "A document is a product over the vocabulary: P for each word that stands there, once however often, and 1 − P for each that does not.",
            }
            .into(),
            "It holds for every text column.".into(),
        ],
        Line::Vocabulary => vec![match line::vocabulary(recipe) {
            Vocabulary::Training => "V has the words of the rows with a class. Other words have no factor.".into(),
            Vocabulary::AllRows => {
                "V also has the words of the rows without a class: their counts are 0 in every class.".into()
            }
            Vocabulary::File(path) => format!(
                "V has the words of {}, seen or not, and no others. Stop words and the least count leave none of them out. ← or → takes the words of the training rows.",
                super::super::words::shown(&path)
            ),
        }],
        Line::StopWords => {
            let first: Vec<&str> = stop_words().iter().copied().filter(|word| word.len() > 2).take(12).collect();
            vec![
                format!(
                    "Stop words say little of a class: {}, … {} English words, the list of NLTK.",
                    first.join(", "),
                    stop_words().len()
                ),
                if recipe.stop_words == Some(true) {
                    "They are left out of V, so they have no factor and are not counted in the totals.".into()
                } else {
                    "They are kept: each is a word like any other.".into()
                },
            ]
        }
        Line::MinCount => vec![
            "A word that stands in the training rows fewer times is not in V: it has no factor and is not counted in the totals.".into(),
            "Words are counted over all classes, each row as often as its weight says.".into(),
        ],
        Line::LowerCase => vec![
            if recipe.lower_case.unwrap_or(true) {
                "Money and money are one word."
            } else {
                "Words stay as written: Money and money are two words."
            }
            .into(),
        ],
        Line::Missing => vec![match &recipe.missing {
            None => {
                let marks: Vec<String> =
                    view.marks.iter().map(|mark| format!("“{}”", super::super::words::shown(mark))).collect();
                format!(
                    "{} is missing where every other cell of a column is a number; NA also in the categories of a file that has it among its numbers. → takes the empty cell and ? only.",
                    marks.join(" or ")
                )
            }
            Some(_) => "These cells are missing, and every other one is a value. ← counts marks such as NA among numbers, too.".into(),
        }],
        _ => Vec::new(),
    }
}
