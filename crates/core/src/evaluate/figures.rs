//! The figures of an evaluation: each with its formula, value and interval.
//!
//! The screen, the text, the JSON and LaTeX all show this one list, so none of them computes anything.

use super::metrics::brier_of;
use super::{CalibrationBin, EvaluatedRow, Evaluation, Interval, Metrics, PerClass};
use crate::math::{BigOp, Chain, Expr, Number, Symbol, symbols};
use crate::worked::area_under_curve;
use crate::worked::free::{TERMS, some};

#[derive(Clone, Debug, PartialEq)]
pub enum MetricValue {
    Value(Number),
    Infinite,
    /// 0/0, or nothing to measure.
    Undefined,
}

impl MetricValue {
    pub fn value(&self) -> Option<&Number> {
        match self {
            MetricValue::Value(value) => Some(value),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Metric {
    pub kind: MetricKind,
    pub class: Option<usize>,
    pub measured: MetricValue,
    pub interval: Option<Interval>,
    /// Formula, numbers put in, value; then how the first term of a mean is computed.
    pub chains: Vec<Chain>,
    pub meaning: String,
    pub misleads: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetricKind {
    Accuracy,
    Errors,
    Baseline,
    AboveBaseline,
    BalancedAccuracy,
    MacroF1,
    LogLoss,
    Brier,
    Area,
    CalibrationError,
    MeanCost,
    Precision,
    Recall,
    F1,
}

impl MetricKind {
    /// Its name, without the class it is of.
    pub fn name(self) -> &'static str {
        match self {
            MetricKind::Accuracy => "accuracy",
            MetricKind::Errors => "errors",
            MetricKind::Baseline => "baseline",
            MetricKind::AboveBaseline => "above baseline",
            MetricKind::BalancedAccuracy => "balanced accuracy",
            MetricKind::MacroF1 => "macro F1",
            MetricKind::LogLoss => "log loss",
            MetricKind::Brier => "Brier score",
            MetricKind::Area => "AUC",
            MetricKind::CalibrationError => "calibration error",
            MetricKind::MeanCost => "mean cost",
            MetricKind::Precision => "precision",
            MetricKind::Recall => "recall",
            MetricKind::F1 => "F1",
        }
    }

    /// Its word in JSON.
    pub fn word(self) -> String {
        self.name().trim_end_matches(" score").to_lowercase().replace(' ', "_")
    }
}

/// The figures of all rows, then those of each class.
pub(super) fn all(evaluation: &Evaluation, metrics: &Metrics) -> Vec<Metric> {
    let whole = [
        MetricKind::Accuracy,
        MetricKind::Errors,
        MetricKind::Baseline,
        MetricKind::AboveBaseline,
        MetricKind::BalancedAccuracy,
        MetricKind::MacroF1,
        MetricKind::LogLoss,
        MetricKind::Brier,
        MetricKind::Area,
        MetricKind::CalibrationError,
    ];
    let has_costs = evaluation.decisions.as_ref().is_some_and(|of| of.mean_cost.is_some());
    let whole = whole.into_iter().chain(has_costs.then_some(MetricKind::MeanCost));
    let whole = whole.map(|kind| (kind, (kind == MetricKind::Area).then_some(metrics.roc.positive)));
    let of_class = |class: usize| {
        [MetricKind::Precision, MetricKind::Recall, MetricKind::F1].map(|kind| (kind, Some(class)))
    };
    let source = MetricBuilder { evaluation, metrics };
    let kinds = whole.chain((0..evaluation.labels.len()).flat_map(of_class));
    kinds.map(|(kind, class)| source.figure(kind, class)).collect()
}

/// A value, the formula with the numbers put in, and the values of its parts.
type Formula = (Option<Number>, Option<Chain>, Vec<Chain>);

struct MetricBuilder<'a> {
    evaluation: &'a Evaluation,
    metrics: &'a Metrics,
}

const fn word(word: &'static str, tex: &'static str) -> Symbol {
    Symbol { uni: word, ascii: word, tex }
}

const RECALL: Symbol = word("recall", "\\operatorname{recall}");
const F1: Symbol = word("F1", "\\operatorname{F1}");
/// A bin of the reliability table, running.
const B: Symbol = word("b", "b");

impl MetricBuilder<'_> {
    fn figure(&self, kind: MetricKind, class: Option<usize>) -> Metric {
        let (value, formula, parts) = self.formula(kind, class);
        let measured = match value {
            _ if kind == MetricKind::LogLoss && self.evaluation.n_impossible > 0 => MetricValue::Infinite,
            Some(value) => MetricValue::Value(value),
            None => MetricValue::Undefined,
        };
        let formula = formula.map(|formula| match &measured {
            MetricValue::Value(value) if kind == MetricKind::Errors => formula.eq(Expr::Num(value.clone())),
            MetricValue::Value(value) => formula.eq(Expr::float(value.to_f64())),
            MetricValue::Infinite => formula.eq(symbols::INFINITY.into()),
            MetricValue::Undefined => formula,
        });
        let chains = formula.into_iter().chain(parts).collect();
        let [right, called, support] = self.counts(class);
        let interval = match kind {
            MetricKind::Accuracy => Interval::wilson(self.evaluation.right, self.evaluation.n),
            MetricKind::Precision => Interval::wilson(right, called),
            MetricKind::Recall => Interval::wilson(right, support),
            _ => None,
        };
        let meaning = self.meaning(kind, class, &measured);
        Metric { kind, class, measured, interval, chains, meaning, misleads: misleads(kind) }
    }

    /// Rows of a class that are predicted right, rows predicted as the class, and rows of the class.
    fn counts(&self, class: Option<usize>) -> [u64; 3] {
        let class = class.and_then(|class| self.evaluation.per_class.get(class));
        class.map_or([0; 3], |class| [class.right, class.called, class.support])
    }

    fn name(&self, class: Option<usize>) -> &str {
        class.and_then(|class| self.evaluation.labels.get(class)).map_or("", |label| label.as_str())
    }

    fn meaning(&self, kind: MetricKind, class: Option<usize>, measured: &MetricValue) -> String {
        let (evaluation, metrics) = (self.evaluation, self.metrics);
        let name = self.name(class);
        let [right, called, support] = self.counts(class);
        let n = evaluation.n;
        match kind {
            MetricKind::Errors => format!("The number of rows that are predicted wrong, out of {}.", rows(n)),
            MetricKind::Accuracy => {
                format!("The share of the rows that are predicted right: {} of {n}.", evaluation.right)
            }
            MetricKind::Baseline => match evaluation.majority.as_ref().and_then(|majority| majority.class) {
                Some(class) => format!(
                    "The accuracy of always predicting {}, the majority class of the training rows.",
                    self.name(Some(class))
                ),
                None => "The accuracy of always predicting the majority class of a fold’s training rows."
                    .to_owned(),
            },
            MetricKind::AboveBaseline => {
                "Accuracy minus baseline. Below 0, always predicting the majority class is better.".to_owned()
            }
            MetricKind::BalancedAccuracy => {
                "The mean of the recalls: every class counts the same, however many rows it has.".to_owned()
            }
            MetricKind::MacroF1 => "The mean of the classes' F1.".to_owned(),
            MetricKind::LogLoss if *measured == MetricValue::Infinite => format!(
                "The mean of −ln P(actual class | x). It is infinite: the actual class of {} was given probability 0.",
                rows(evaluation.n_impossible)
            ),
            MetricKind::LogLoss => {
                format!("The mean of −ln P(actual class | x) over {}; 0 is best.", self.defined())
            }
            MetricKind::Brier => {
                let books = " Some books sum over one class only: their value is half of this one.";
                let is_binary = evaluation.labels.len() == 2;
                let (over, half) = if is_binary { ("both classes", books) } else { ("the classes", "") };
                format!(
                    "The squared distance between posterior and actual class, summed over {over} and averaged over {}. 0 is best, 2 is worst.{half}",
                    self.defined()
                )
            }
            MetricKind::Area if *measured == MetricValue::Undefined => {
                format!("AUC needs rows of {name} and rows of another class.")
            }
            MetricKind::Area => format!(
                "How often a row of {name} has a greater P({name} | x) than a row of another class. A tie counts half.{}",
                self.unplaced()
            ),
            MetricKind::CalibrationError => {
                let what = match metrics.calibration.of {
                    Some(class) => format!("P({} | x)", self.name(Some(class))),
                    None => "the largest posterior".to_owned(),
                };
                format!(
                    "Rows are grouped into ten bins by {what}. This is the mean distance between predicted and observed shares (ECE)."
                )
            }
            MetricKind::Precision if called == 0 => format!("No row is predicted {name}, so this is 0/0."),
            MetricKind::Precision => {
                format!("Of the {} predicted {name}, {right} {} right.", rows(called), are(right))
            }
            MetricKind::Recall if support == 0 => format!("No row is {name}, so this is 0/0."),
            MetricKind::Recall => {
                format!(
                    "Of the {} that {} {name}, {right} {} predicted {name}.",
                    rows(support),
                    are(support),
                    are(right)
                )
            }
            MetricKind::F1 => format!("The harmonic mean of precision and recall of {name}."),
            MetricKind::MeanCost => {
                "The cost of the chosen action in the actual class, averaged over the rows.".to_owned()
            }
        }
    }

    /// `14 rows`, and how many are left out.
    fn defined(&self) -> String {
        match self.evaluation.n_undefined {
            0 => rows(self.metrics.n_defined),
            left => {
                format!("{}, without the {left} whose posterior is 0/0", rows(self.metrics.n_defined))
            }
        }
    }

    fn unplaced(&self) -> String {
        match self.metrics.roc.left_out {
            0 => String::new(),
            left => format!(" {} without a posterior {} left out.", rows(left), are(left)),
        }
    }

    fn formula(&self, kind: MetricKind, class: Option<usize>) -> Formula {
        let (evaluation, metrics, n) = (self.evaluation, self.metrics, || Expr::Sym(symbols::N));
        let head = Chain::new(match class {
            Some(_) => text(&format!("{} of {}", kind.name(), self.name(class))),
            None => text(kind.name()),
        });
        let ratio =
            |chain: Chain, some: u64, all: u64| (Number::ratio(some, all), chain.eq(Expr::ratio(some, all)));
        let [right, called, support] = self.counts(class);
        let of_class = |head: Chain, missed: &str, of: u64| {
            let put = Expr::int(right) / (Expr::int(right) + Expr::int(of - right));
            ratio(head.eq(text("TP") / (text("TP") + text(missed))).eq(put), right, of)
        };
        let (value, chain) = match kind {
            MetricKind::Errors => {
                let put = Expr::int(evaluation.n) - Expr::int(evaluation.right);
                (Some(Number::from(metrics.errors)), head.eq(n() - text("right")).eq(put))
            }
            MetricKind::Accuracy => ratio(head.eq(text("right") / n()), evaluation.right, evaluation.n),
            MetricKind::Baseline => {
                let Some(majority) = &evaluation.majority else { return (None, None, Vec::new()) };
                let class = majority.class.map_or("the majority class", |class| self.name(Some(class)));
                ratio(head.eq(text(&format!("rows of {class}")) / n()), majority.right, evaluation.n)
            }
            MetricKind::AboveBaseline => {
                let Some(majority) = &evaluation.majority else { return (None, None, Vec::new()) };
                let most = Expr::ratio(majority.right, evaluation.n);
                let put = Expr::ratio(evaluation.right, evaluation.n) - most;
                (metrics.above_baseline.clone(), head.eq(text("accuracy") - text("baseline")).eq(put))
            }
            MetricKind::BalancedAccuracy => {
                let chain = self.mean(head, RECALL, |class| (class.right, class.support));
                (metrics.balanced_accuracy.clone(), chain)
            }
            MetricKind::MacroF1 => {
                let chain = self.mean(head, F1, |class| (2 * class.right, class.called + class.support));
                (metrics.macro_f1.clone(), chain)
            }
            MetricKind::LogLoss => return self.log_loss(head),
            MetricKind::Brier => return self.brier(head),
            MetricKind::Area => {
                let (pairs, counts) = (&metrics.roc.pairs, &metrics.roc.in_use);
                let (positives, negatives) = (counts.positives().into(), counts.negatives().into());
                let general = ["won", "tied", "positives", "negatives"].map(text);
                let put = [pairs.won, pairs.tied, positives, negatives].map(Expr::int);
                (metrics.roc.area(), head.eq(area_under_curve(general)).eq(area_under_curve(put)))
            }
            MetricKind::CalibrationError => {
                (metrics.calibration.error().map(Number::Float), self.calibration(head))
            }
            MetricKind::MeanCost => self.mean_cost(head),
            MetricKind::Precision => of_class(head, "FP", called),
            MetricKind::Recall => of_class(head, "FN", support),
            MetricKind::F1 => {
                let f1 = |[right, called, missed]: [Expr; 3]| {
                    let twice = Expr::int(2) * right;
                    twice.clone() / (twice + called + missed)
                };
                let put = f1([right, called - right, support - right].map(Expr::int));
                let general = f1(["TP", "FP", "FN"].map(text));
                ratio(head.eq(general).eq(put), 2 * right, called + support)
            }
        };
        (value, Some(chain), Vec::new())
    }

    /// Σ cost · rows over the cells of the decisions.
    fn mean_cost(&self, head: Chain) -> (Option<Number>, Chain) {
        let Some(found) = &self.evaluation.decisions else { return (None, head) };
        let term = |(action, class, rows): (usize, usize, u64)| {
            let cost = found.decider.cost(action, class).map(Number::Exact)?;
            (!cost.is_zero()).then(|| Expr::Num(cost) * Expr::int(rows))
        };
        let terms: Vec<Expr> = found.cells().filter_map(term).collect();
        let put = if terms.is_empty() { Expr::int(0) } else { some(terms) };
        let general = text("Σ cost · rows") / text("rows");
        (found.mean_cost.clone(), head.eq(general).eq(put / Expr::int(found.n)))
    }

    /// The mean of a ratio over the classes that have one.
    fn mean(&self, head: Chain, of: Symbol, ratio: impl Fn(&PerClass) -> (u64, u64)) -> Chain {
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (label, class) in self.evaluation.labels.iter().zip(&self.evaluation.per_class) {
            if let (top, below @ 1..) = ratio(class) {
                names.push(Expr::general(of, text(label.as_str()), None));
                values.push(Expr::ratio(top, below));
            }
        }
        if values.is_empty() {
            return head;
        }
        let many = Expr::int(values.len());
        head.eq(some(names) / many.clone()).eq(some(values) / many)
    }

    fn log_loss(&self, head: Chain) -> Formula {
        let evaluation = self.evaluation;
        let ln = |p: Expr| -p.ln();
        let general = self.over_rows(ln(posterior(Expr::of_row(symbols::Y))));
        let of_actual = |row: &EvaluatedRow<'_>| row.prediction.log_posterior(row.actual);
        let any = evaluation.n_impossible > 0;
        let impossible = |row: &EvaluatedRow<'_>| of_actual(row).is_some_and(|ln| !ln.is_finite());
        if let Some(row) = evaluation.rows.iter().filter(|_| any).find(impossible) {
            let of = Chain::new(row_name(&row)).eq(ln(Expr::int(0))).eq(symbols::INFINITY.into());
            return (None, Some(head.eq(general)), vec![of]);
        }
        let term = |row: &EvaluatedRow<'_>| {
            let value = -of_actual(row)?;
            Some(if value < 0.0 { Expr::float(-value).negated() } else { Expr::float(value) })
        };
        let first = |row: &EvaluatedRow<'_>| Some(ln(Expr::float(*row.posterior()?.get(row.actual)?)));
        self.mean_of_rows(head.eq(general), evaluation.log_loss, term, first)
    }

    fn brier(&self, head: Chain) -> Formula {
        let labels = self.evaluation.labels.len();
        let is = Chain::new(Expr::of_row(symbols::Y)).eq(symbols::C.into());
        let distance = (posterior(symbols::C.into()) - Expr::Indicator(Box::new(is))).squared();
        let classes = Expr::big(BigOp::Sum, symbols::C, Expr::int(labels), distance, Vec::new());
        let term =
            |row: &EvaluatedRow<'_>| Some(Expr::float(brier_of(row.actual, row.posterior()?.into_iter())));
        let first = |row: &EvaluatedRow<'_>| {
            // A class that is only in a test file has probability 0.
            let posterior = row.posterior()?.into_iter().chain(std::iter::repeat(0.0));
            let truth = |class: usize| Expr::int(u8::from(class == row.actual));
            let term = |(class, p): (usize, f64)| (Expr::float(p) - truth(class)).squared();
            Some(some((0..labels).zip(posterior).map(term).collect()))
        };
        self.mean_of_rows(head.eq(self.over_rows(classes)), self.metrics.brier, term, first)
    }

    /// Puts the terms of the first rows into a mean, and shows how that of the first one is computed.
    fn mean_of_rows(
        &self,
        head: Chain,
        value: Option<f64>,
        term: impl Fn(&EvaluatedRow<'_>) -> Option<Expr>,
        first: impl Fn(&EvaluatedRow<'_>) -> Option<Expr>,
    ) -> Formula {
        let value = value.map(Number::Float);
        let rows = || self.evaluation.rows.iter();
        let weighed = |row: EvaluatedRow<'_>| {
            let term = term(&row)?;
            Some(if row.weight == 1 { term } else { Expr::int(row.weight) * term })
        };
        let terms: Vec<Expr> = rows().filter_map(weighed).take(TERMS + 1).collect();
        if terms.is_empty() {
            return (value, Some(head), Vec::new());
        }
        let shown = rows().find_map(|row| Some(Chain::new(row_name(&row)).eq(first(&row)?).eq(term(&row)?)));
        let put = Expr::frac(some(terms), Expr::int(self.metrics.n_defined));
        (value, Some(head.eq(put)), shown.into_iter().collect())
    }

    fn calibration(&self, head: Chain) -> Chain {
        let calibration = &self.metrics.calibration;
        let of_bin = |of: Expr| Expr::Sample(Box::new(of), B);
        // An absolute value uses the same bars as a determinant.
        let gap = |observed: Expr, predicted: Expr| Expr::Det(Box::new(observed - predicted));
        let share = of_bin(symbols::N.into()) / symbols::N.into();
        let body = share * gap(of_bin(text("observed")), of_bin(text("predicted")));
        let bins = Expr::int(calibration.bins.len());
        let head = head.eq(Expr::big(BigOp::Sum, B, bins, body, Vec::new()));
        let put = |bin: &CalibrationBin| {
            let predicted = Expr::float(bin.mean_predicted()?);
            Some(Expr::ratio(bin.n, calibration.n) * gap(Expr::ratio(bin.of_class, bin.n), predicted))
        };
        let terms: Vec<Expr> = calibration.bins.iter().filter_map(put).collect();
        if terms.is_empty() { head } else { head.eq(some(terms)) }
    }

    fn over_rows(&self, body: Expr) -> Expr {
        let rows = &self.evaluation.rows;
        let weighed = if self.evaluation.is_weighted() { Expr::of_row(symbols::W) * body } else { body };
        let defined = match self.evaluation.n_undefined {
            0 => rows.len(),
            _ => rows.iter().filter(|row| row.prediction.predicted.is_some()).count(),
        };
        Expr::over_rows(Expr::int(defined), weighed, Vec::new()) / symbols::N.into()
    }
}

pub(super) fn text(text: &str) -> Expr {
    Expr::Text(text.to_owned())
}

fn row_name(row: &EvaluatedRow<'_>) -> Expr {
    text(&format!("row {}", row.prediction.row + 1))
}

/// P(c | x⁽ⁱ⁾)
fn posterior(of: Expr) -> Expr {
    Expr::general(symbols::P, of, Some(Expr::of_row(symbols::X)))
}

fn rows(count: u64) -> String {
    crate::text::counted(count, "row", "rows")
}

fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn misleads(kind: MetricKind) -> &'static str {
    match kind {
        MetricKind::Errors => "The count means little without the number of test rows.",
        MetricKind::Accuracy => {
            "If one class is common, accuracy is high without any skill. It does not show which class the errors are in."
        }
        MetricKind::Baseline => "It is not a lower bound: a model can be worse.",
        MetricKind::AboveBaseline => {
            "With few rows a small gain may be chance. Check whether the interval of the accuracy contains the baseline."
        }
        MetricKind::BalancedAccuracy => {
            "A class with few rows counts as much as a large one, so a few rows can change it a lot."
        }
        MetricKind::MacroF1 => {
            "A class with few rows counts as much as a large one. True negatives never count."
        }
        MetricKind::LogLoss => {
            "One actual class with almost no probability outweighs many good rows. Do not compare models of different classes by it."
        }
        MetricKind::Brier => {
            "With a rare class it is small for any model. Compare it with a model that always predicts the class shares."
        }
        MetricKind::Area => {
            "It depends only on the order of the rows: probabilities that are all too high do not change it."
        }
        MetricKind::CalibrationError => {
            "It depends on the bins. With few rows in each it is mostly chance. Always predicting the class shares makes it 0."
        }
        MetricKind::Precision => "A model that predicts the class once, and is right, has precision 1.",
        MetricKind::Recall => "Always predicting the class makes it 1.",
        MetricKind::MeanCost => {
            "It is only as good as the costs you gave. Classes count as often as they occur in these rows."
        }
        MetricKind::F1 => "F1 weighs precision and recall equally, but one of them may matter more.",
    }
}
