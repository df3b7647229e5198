//! The predictions of logistic regression, in the form of every model's predictions.

use super::design::log_sum;
use super::encoding::is_complete;
use super::{Logistic, Why};
use crate::encode::Dataset;
use crate::math::Name;
use crate::model::prediction::leaders;
use crate::model::{Classifier, Decider, Predictions, RowPrediction, RowPredictor, Rows};
use crate::recipe::Convention;

impl Logistic {
    /// The features of a row whose category is not in the training rows: their indicators are all 0, as for the
    /// reference.
    pub fn unseen(&self, row: usize) -> Vec<usize> {
        self.encoding.unseen(&self.data, row)
    }

    /// The penalty that was added because there is no unique finite solution without one.
    pub fn held(&self) -> Option<f64> {
        self.ridge.as_ref().filter(|ridge| ridge.why != Why::Asked).map(|ridge| ridge.lambda)
    }

    /// Warnings about the fit, one sentence each: the penalty, the references, and columns without a weight.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.classes.len() == 1 {
            all.push("There is only one class, so no weights are fitted.".to_owned());
        }
        all.extend(self.ridge.as_ref().map(|ridge| self.why(ridge.lambda, &ridge.why)));
        let references = self.references();
        if !references.is_empty() {
            let each = references.iter().map(|(feature, value)| format!("{feature}={value}"));
            all.push(format!(
                "Categories and bins are compared with a reference value, which has no weight: {}.",
                listed(each.collect())
            ));
        }
        let constant = (0..).zip(self.columns()).filter(|(at, _)| self.is_constant(*at));
        let constant: Vec<String> = constant.map(|(_, column)| column.label()).collect();
        if !constant.is_empty() {
            let never = match constant.len() {
                1 => "never varies in the training rows, so its weight is 0",
                _ => "never vary in the training rows, so their weights are 0",
            };
            all.push(format!("{} {never}.", listed(constant)));
        }
        all
    }

    fn why(&self, lambda: f64, why: &Why) -> String {
        let held = format!("A ridge penalty of {lambda} was added.");
        let rows: u64 = self.counts.iter().sum();
        match why {
            Why::Asked => format!("The weights have a ridge penalty of {lambda}, as the recipe says."),
            Why::Separable { every } => {
                let what = if *every { "The classes" } else { "Some rows of different classes" };
                format!("{what} can be separated, so plain logistic regression has no finite weights. {held}")
            }
            Why::Collinear(_) if rows <= self.columns().len() as u64 => format!(
                "There are only {rows} rows for {} columns, so plain logistic regression has no unique weights. {held}",
                self.columns().len()
            ),
            Why::Collinear(columns) => {
                let labels =
                    columns.iter().filter_map(|at| self.columns().get(*at)).map(super::Column::label);
                format!(
                    "{} can be computed from earlier columns, so plain logistic regression has no unique weights. {held}",
                    listed(labels.collect())
                )
            }
            Why::NotFound => {
                format!("Newton's method does not converge without a penalty. {held}")
            }
        }
    }

    fn log_posteriors(&self, cells: &[(u32, f64)]) -> Vec<f64> {
        let standard: Vec<(usize, f64)> = cells
            .iter()
            .filter_map(|(column, value)| {
                let unit = self.units.get(*column as usize).filter(|unit| unit.scale > 0.0)?;
                Some((*column as usize + 1, (value - unit.shift) / unit.scale))
            })
            .collect();
        let odds = |weights: &Vec<f64>| {
            let Some(intercept) = weights.first() else { return f64::NEG_INFINITY };
            let terms = standard.iter().filter_map(|(at, x)| Some(weights.get(*at)? * x));
            intercept + terms.sum::<f64>()
        };
        let mut logs: Vec<f64> = self.weights.iter().map(odds).collect();
        let sum = log_sum(&logs);
        logs.iter_mut().for_each(|ln| *ln -= sum);
        logs
    }

    fn predict_row(&self, row: usize, cells: &mut Vec<(u32, f64)>, out: &mut Predictions) {
        let one = RowPrediction { row, log_joint: &[], predicted: None, tied: &[], undefined: None };
        if !self.encoding.row(&self.data, row, cells) {
            return out.push(RowPrediction { undefined: Some("missing_feature"), ..one });
        }
        let log_joint = self.log_posteriors(cells);
        let tied = leaders(&log_joint, |_, _| None);
        out.push(RowPrediction {
            log_joint: &log_joint,
            predicted: tied.first().copied(),
            tied: if tied.len() > 1 { &tied } else { &[] },
            ..one
        });
    }
}

impl RowPredictor for &Logistic {
    fn rows(&self, rows: &Rows) -> Predictions {
        let mut out = Predictions::new(self.classes.len(), rows.len());
        let mut cells = Vec::new();
        rows.iter().for_each(|row| self.predict_row(row, &mut cells, &mut out));
        out
    }
}

impl Classifier for Logistic {
    fn data(&self) -> &Dataset {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn decider(&self) -> Option<&Decider> {
        self.decider.as_ref()
    }

    fn title(&self) -> &'static str {
        if self.classes.len() > 2 { "Logistic regression (softmax)" } else { "Logistic regression" }
    }

    fn conventions(&self) -> String {
        let rows = match self.dropped {
            0 => "no row was dropped for a missing feature".to_owned(),
            1 => "1 row with a missing feature was dropped before anything was fitted".to_owned(),
            more => format!("{more} rows with a missing feature were dropped before anything was fitted"),
        };
        let mut parts = vec![
            "Newton's method finds the θ that makes the classes of the training rows most likely".to_owned(),
            "there is no prior and no α".to_owned(),
            rows,
        ];
        if let Some(ridge) = &self.ridge {
            parts.push(format!(
                "λ = {}, and λ/2 times the sum of the squares of θ is subtracted from ℓ, each θ per standard deviation of its column"
,                ridge.lambda
            ));
        }
        if !self.references().is_empty() {
            parts.push("a category that is not in the training rows counts as the reference".to_owned());
        }
        format!("Conventions of {}: {}", Convention::Cs229.program(), parts.join("; "))
    }

    fn table_rows(&self) -> u64 {
        self.table_rows
    }

    fn class_count(&self, class: usize) -> u64 {
        self.counts.get(class).copied().unwrap_or(0)
    }

    fn dropped(&self) -> u64 {
        self.dropped
    }

    fn class_codes(&self) -> &[u32] {
        self.class_codes()
    }

    fn class_of_row(&self, row: usize) -> Option<usize> {
        let used = is_complete(&self.data, row) && self.data.weight(row) > 0;
        let code = self.data.class_code(row).filter(|_| used)?;
        self.places.get(code as usize).copied().flatten()
    }

    fn predictor(&self, _: usize) -> Box<dyn RowPredictor + '_> {
        Box::new(self)
    }
}

fn listed(mut names: Vec<String>) -> String {
    const MOST: usize = 8;
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    let list = names.join(", ");
    if more > 0 { format!("{list} and {more} more") } else { list }
}
