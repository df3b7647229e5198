//! One cell of the case that can be changed, the values that a key steps through, and the posterior of a changed case:
//! computed by a job, never while drawing.

use std::sync::Arc;

use crate::app::words::number;
use crate::math::{Number, Sentence};
use crate::model::{Case, CaseValue, Counterfactuals, Factor, FeatureColumn, Fitted, Form, Prediction};
use crate::report;

#[derive(Clone, Debug, PartialEq)]
pub struct CellLine {
    pub name: String,
    pub feature: usize,
    /// As the case has it; empty where it is missing.
    pub original: String,
    pub choice: Choice,
    column: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Values(Vec<String>),
    Number,
    Times,
    Text,
}

impl CellLine {
    /// Returns the cells of a case, in the order of the features; for word counts, a line for each word.
    pub fn all(fitted: &Fitted, case: &Case) -> Vec<CellLine> {
        let written = case.written(fitted);
        let original = |name: &str| {
            written
                .iter()
                .find(|(column, _)| column == name)
                .map(|(_, text)| text.clone())
                .unwrap_or_default()
        };
        let mut lines = Vec::new();
        for (feature, FeatureColumn { name, column }) in fitted.features.iter().enumerate() {
            let factor = fitted.factors().get(feature);
            if let Some(factor) = factor.filter(|factor| factor.is_word_counts()) {
                lines.extend(factor.values().iter().zip(&factor.word_columns).map(|(word, column)| {
                    CellLine {
                        name: word.as_str().to_owned(),
                        feature,
                        original: Some(original(word.as_str()))
                            .filter(|text| !text.is_empty())
                            .unwrap_or("0".into()),
                        choice: Choice::Times,
                        column: *column,
                    }
                }));
                continue;
            }
            lines.push(CellLine {
                name: name.as_str().to_owned(),
                feature,
                original: original(name.as_str()),
                choice: factor.map_or(Choice::Number, |factor| Choice::of(fitted, factor)),
                column: *column,
            });
        }
        lines
    }

    /// Returns the text of a missing cell: empty, or 0 for a word count.
    pub fn missing(&self) -> &'static str {
        if self.choice == Choice::Times { "0" } else { "" }
    }

    /// The text after or before `now`; `None` where there is no next one.
    pub fn step(&self, fitted: &Fitted, now: &str, forward: bool) -> Option<String> {
        match &self.choice {
            Choice::Text => None,
            Choice::Times => {
                let times: u32 = now.parse().unwrap_or(0);
                let next = if forward { times.checked_add(1) } else { times.checked_sub(1) };
                next.map(|times| times.to_string())
            }
            Choice::Values(values) => {
                // After the last value comes "missing", and then the first again.
                let all = values.len() + 1;
                let at = values.iter().position(|value| value == now);
                let next = match (at, now.is_empty()) {
                    (Some(at), _) => (at + if forward { 1 } else { all - 1 }) % all,
                    (None, true) if !forward => values.len().saturating_sub(1),
                    (None, _) => 0,
                };
                Some(values.get(next).cloned().unwrap_or_default())
            }
            Choice::Number => {
                let scale = fitted.perturbation(self.column);
                let Some(value) = now.parse::<f64>().ok().filter(|value| value.is_finite()) else {
                    return Some(number(scale.mean, scale.decimals));
                };
                let typed = now.split_once('.').map_or(0, |(_, digits)| digits.len());
                let decimals = scale.decimals.max(u8::try_from(typed.min(15)).unwrap_or(15));
                let next = value + if forward { scale.step } else { -scale.step };
                let text = number(next, decimals);
                // Write -0 as 0.
                Some(if text.trim_start_matches(['-', '0', '.']).is_empty() {
                    number(0.0, decimals)
                } else {
                    text
                })
            }
        }
    }
}

impl Choice {
    fn of(fitted: &Fitted, factor: &Factor) -> Choice {
        match factor.form {
            Form::Words | Form::Presence => Choice::Text,
            Form::Categories => {
                Choice::Values(factor.values().iter().map(|value| value.as_str().to_owned()).collect())
            }
            // Every text of the column is a value, even if several mean "no".
            Form::Flag => {
                let column = fitted.data.table.columns().get(factor.column);
                let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
                Choice::Values(names.iter().map(|name| name.as_str().to_owned()).collect())
            }
            _ => Choice::Number,
        }
    }
}

/// Returns the remark beside a cell: its bin, or that it is missing or never seen.
pub fn remark(fitted: &Fitted, case: &Case, line: &CellLine) -> String {
    let Some(cell) = case.cells.get(line.feature) else { return String::new() };
    match (&cell.value, fitted.factors().get(line.feature).and_then(Factor::cuts)) {
        (CaseValue::Value(bin), Some(cuts)) => format!("bin {}, {}", bin + 1, cuts.label(*bin).as_str()),
        (CaseValue::Missing, _) => "no factor".to_owned(),
        (CaseValue::Unseen, _) => "never seen: no factor".to_owned(),
        (CaseValue::Words { unknown, .. }, _) if line.choice == Choice::Text && !unknown.is_empty() => {
            format!("{} not in the vocabulary", unknown.len())
        }
        _ => String::new(),
    }
}

/// Whether two texts of a cell are the same value: numbers are compared as numbers, `6` and `6.0`.
pub fn alike(line: &CellLine, a: &str, b: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    a == b || (line.choice == Choice::Number && number(a).is_some() && number(a) == number(b))
}

#[derive(Clone, Debug)]
pub struct Before {
    pub prediction: Prediction,
    pub counterfactuals: Counterfactuals,
}

#[derive(Clone, Debug)]
pub struct After {
    pub case: Case,
    pub prediction: Prediction,
    /// The change of P(c | x), by class; `None` if one of the two is undefined.
    pub change: Option<Vec<Number>>,
    pub flipped: bool,
    pub decision: Sentence,
}

#[derive(Clone, Debug)]
pub struct Tried {
    pub before: Arc<Before>,
    pub after: Result<Arc<After>, String>,
}

/// Predicts a case with some cells changed; reuses `before`.
pub fn tried(
    fitted: &Fitted,
    original: &Case,
    changes: &[(String, String)],
    before: Option<Arc<Before>>,
) -> Tried {
    let before = before.unwrap_or_else(|| {
        Arc::new(Before {
            prediction: fitted.predict(original),
            counterfactuals: fitted.counterfactuals(original),
        })
    });
    let after = original
        .changed(fitted, changes)
        .map_err(|problem| format!("{}. {}", problem.what, problem.advice()));
    let after = after.map(|case| {
        let prediction = fitted.predict(&case);
        let winners = |prediction: &Prediction| (prediction.predicted, prediction.tied.clone());
        Arc::new(After {
            change: prediction.change_since(&before.prediction),
            flipped: winners(&prediction) != winners(&before.prediction),
            decision: report::decision(fitted, &prediction),
            prediction,
            case,
        })
    });
    Tried { before, after }
}
