//! The formula of each figure with the numbers put in, for figures from the matrix and for sums over rows, pairs or
//! bins.

use super::super::calibration::Z;
use super::{Kind, Measured, OfClass, Source};
use crate::evaluate::metrics::brier_of;
use crate::evaluate::{Bin, EvaluatedRow, Interval};
use crate::math::{BigOp, Chain, Expr, Number, Symbol, symbols};
use crate::worked::free::{TERMS, some};

const fn word(word: &'static str, tex: &'static str) -> Symbol {
    Symbol { uni: word, ascii: word, tex }
}

const RECALL: Symbol = word("recall", "\\operatorname{recall}");
const F1: Symbol = word("F1", "\\operatorname{F1}");
const Z_POINT: Symbol = word("z", "z");

impl Source<'_> {
    pub(super) fn chains(&self, kind: Kind, class: Option<usize>, measured: &Measured) -> Vec<Chain> {
        let evaluation = self.evaluation;
        let head = Chain::new(text(kind.name()));
        let of_class = |what: &str| Chain::new(text(&format!("{} of {}", what, self.name(class))));
        let counts = self.counts(class);
        let OfClass { right, called, support } = counts;
        let n = || Expr::Sym(symbols::N);
        match kind {
            Kind::Errors => {
                let put = Expr::int(evaluation.n) - Expr::int(evaluation.right);
                let general = n() - text("right");
                vec![head.eq(general).eq(put).eq(Expr::int(self.metrics.errors))]
            }
            Kind::Accuracy => {
                let chain = head.eq(text("right") / n());
                let mut all = vec![share(chain, evaluation.right, evaluation.n, measured)];
                all.extend(interval(
                    text("right"),
                    n(),
                    evaluation.right,
                    evaluation.n,
                    self.metrics.interval,
                ));
                all
            }
            Kind::Baseline => {
                let Some(majority) = &evaluation.majority else { return Vec::new() };
                let top = text(&match majority.class {
                    Some(class) => format!("rows of {}", self.name(Some(class))),
                    None => "rows of the majority class".to_owned(),
                });
                vec![share(head.eq(top / n()), majority.right, evaluation.n, measured)]
            }
            Kind::AboveBaseline => {
                let Some(majority) = &evaluation.majority else { return Vec::new() };
                let most = Expr::ratio(majority.right, evaluation.n);
                let put = Expr::ratio(evaluation.right, evaluation.n) - most;
                let general = text("accuracy") - text("baseline");
                vec![ended(head.eq(general).eq(put), measured)]
            }
            Kind::BalancedAccuracy => {
                let recall = |class: usize| {
                    let counts = self.counts(Some(class));
                    (counts.support > 0).then(|| Expr::ratio(counts.right, counts.support))
                };
                vec![self.mean(head, RECALL, recall, measured)]
            }
            Kind::MacroF1 => {
                let f1 = |class: usize| {
                    let OfClass { right, called, support } = self.counts(Some(class));
                    (called + support > 0).then(|| Expr::ratio(2 * right, called + support))
                };
                vec![self.mean(head, F1, f1, measured)]
            }
            Kind::LogLoss => self.log_loss(head, measured),
            Kind::Brier => self.brier(head, measured),
            Kind::Area => self.area(Chain::new(text(&format!("AUC of {}", self.name(class)))), measured),
            Kind::CalibrationError => self.calibration(head, measured),
            Kind::Precision => {
                let chain = of_class("precision").eq(text("TP") / (text("TP") + text("FP")));
                let chain = chain.eq(Expr::int(right) / (Expr::int(right) + Expr::int(called - right)));
                let mut all = vec![share(chain, right, called, measured)];
                all.extend(interval(
                    text("TP"),
                    text("predicted"),
                    right,
                    called,
                    Interval::wilson(right, called),
                ));
                all
            }
            Kind::Recall => {
                let chain = of_class("recall").eq(text("TP") / (text("TP") + text("FN")));
                let chain = chain.eq(Expr::int(right) / (Expr::int(right) + Expr::int(support - right)));
                let mut all = vec![share(chain, right, support, measured)];
                all.extend(interval(
                    text("TP"),
                    text("rows"),
                    right,
                    support,
                    Interval::wilson(right, support),
                ));
                all
            }
            Kind::F1 => {
                let f1 = |right: Expr, called: Expr, missed: Expr| {
                    let twice = || Expr::int(2) * right.clone();
                    twice() / (twice() + called + missed)
                };
                let put = f1(Expr::int(right), Expr::int(called - right), Expr::int(support - right));
                let chain = of_class("F1").eq(f1(text("TP"), text("FP"), text("FN"))).eq(put);
                vec![share(chain, 2 * right, called + support, measured)]
            }
            Kind::MeanCost => vec![self.mean_cost(head, measured)],
        }
    }

    /// Σ cost · rows over the cells of the decisions.
    fn mean_cost(&self, head: Chain, measured: &Measured) -> Chain {
        let Some(found) = &self.evaluation.decisions else { return head };
        let cells = found.matrix.iter().enumerate();
        let cells = cells.flat_map(|(action, row)| row.iter().enumerate().map(move |cell| (action, cell)));
        let term = |(action, (class, rows)): (usize, (usize, &u64))| {
            let cost = found.decider.cost(action, class).map(Number::Exact)?;
            (!cost.is_zero()).then(|| Expr::Num(cost) * Expr::int(*rows))
        };
        let terms: Vec<Expr> = cells.filter_map(term).collect();
        let put = if terms.is_empty() { Expr::int(0) } else { some(terms) };
        ended(head.eq(text("Σ cost · rows") / text("rows")).eq(put / Expr::int(found.n)), measured)
    }

    fn mean(
        &self,
        head: Chain,
        of: Symbol,
        value: impl Fn(usize) -> Option<Expr>,
        measured: &Measured,
    ) -> Chain {
        let named = |class: usize| Expr::general(of, text(self.name(Some(class))), None);
        let classes = 0..self.evaluation.labels.len();
        let (names, values): (Vec<Expr>, Vec<Expr>) =
            classes.filter_map(|class| Some((named(class), value(class)?))).unzip();
        let many = Expr::int(values.len());
        if values.is_empty() {
            return ended(head, measured);
        }
        ended(head.eq(some(names) / many.clone()).eq(some(values) / many), measured)
    }
}

pub(in crate::evaluate) fn text(text: &str) -> Expr {
    Expr::Text(text.to_owned())
}

fn share(chain: Chain, some: u64, all: u64, measured: &Measured) -> Chain {
    ended(chain.eq(Expr::ratio(some, all)), measured)
}

pub(super) fn ended(chain: Chain, measured: &Measured) -> Chain {
    match measured {
        Measured::Value(value) => chain.eq(Expr::float(value.to_f64())),
        Measured::Infinite => chain.eq(Expr::Sym(symbols::INFINITY)),
        Measured::Undefined => chain,
    }
}

fn interval(right: Expr, n: Expr, k: u64, of: u64, found: Option<Interval>) -> Vec<Chain> {
    let Some(found) = found else { return Vec::new() };
    let z = || Expr::Sym(Z_POINT);
    let square = || z().squared();
    let middle = |right: Expr, n: Expr, square: Expr| (right + square.clone() / Expr::int(2)) / (n + square);
    let put_square = || Expr::float(Z * Z);
    let centre = Chain::new(text("centre"))
        .eq(middle(right.clone(), n.clone(), square()))
        .eq(middle(Expr::int(k), Expr::int(of), put_square()))
        .eq(Expr::float(found.centre));
    let half = |right: Expr, wrong: Expr, n: Expr, z: Expr, square: Expr| {
        let root = (right * wrong / n.clone() + square.clone() / Expr::int(4)).sqrt();
        z / (n + square) * root
    };
    let wrong = n.clone() - right.clone();
    let half = Chain::new(text("half width"))
        .eq(half(right, wrong, n, z(), square()))
        .eq(half(Expr::int(k), Expr::int(of - k), Expr::int(of), Expr::float(Z), put_square()))
        .eq(Expr::float(found.half));
    let end = |name: &str, sign: fn(Expr) -> Expr, value: f64| {
        let put = Expr::float(found.centre) + sign(Expr::float(found.half));
        Chain::new(text(name)).eq(text("centre") + sign(text("half width"))).eq(put).eq(Expr::float(value))
    };
    let from = end("from", Expr::negated, found.low());
    vec![centre, half, from, end("to", |half| half, found.high())]
}

pub(super) fn signed(value: f64) -> Expr {
    if value < 0.0 { Expr::Num(Number::Float(-value)).negated() } else { Expr::float(value) }
}

/// A bin of the reliability table, running.
const B: Symbol = Symbol { uni: "b", ascii: "b", tex: "b" };

impl Source<'_> {
    pub(super) fn log_loss(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let ln = |p: Expr| -p.ln();
        let general = self.over_rows(ln(posterior(Expr::of_row(symbols::Y)))) / symbols::N.into();
        let term = |row: &EvaluatedRow<'_>| Some(signed(-row.prediction.log_posterior(row.actual)?));
        let first = |row: &EvaluatedRow<'_>| Some(ln(Expr::float(*row.posterior()?.get(row.actual)?)));
        let impossible = |row: &EvaluatedRow<'_>| {
            row.prediction.log_posterior(row.actual).is_some_and(|ln| !ln.is_finite())
        };
        let any = self.evaluation.n_impossible > 0;
        if let Some(row) = self.evaluation.rows.iter().filter(|_| any).find(impossible) {
            let of = Chain::new(self.row_name(&row)).eq(ln(Expr::int(0))).eq(symbols::INFINITY.into());
            return vec![ended(head.eq(general), measured), of];
        }
        self.mean_of_rows(head.eq(general), term, first, measured)
    }

    pub(super) fn brier(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let is = Chain::new(Expr::of_row(symbols::Y)).eq(symbols::C.into());
        let distance = (posterior(symbols::C.into()) - Expr::Indicator(Box::new(is))).squared();
        let k = Expr::int(self.evaluation.labels.len());
        let classes = Expr::big(BigOp::Sum, symbols::C, k, distance, Vec::new());
        let general = self.over_rows(classes) / symbols::N.into();
        let term = |row: &EvaluatedRow<'_>| Some(Expr::float(brier_of(row)?));
        let first = |row: &EvaluatedRow<'_>| {
            // A class that is only in a test file has probability 0.
            let posterior = row.posterior()?.into_iter().chain(std::iter::repeat(0.0));
            let classes = (0..self.evaluation.labels.len()).zip(posterior);
            let truth = |class: usize| Expr::int(u8::from(class == row.actual));
            Some(some(classes.map(|(class, p)| (Expr::float(p) - truth(class)).squared()).collect()))
        };
        self.mean_of_rows(head.eq(general), term, first, measured)
    }

    fn mean_of_rows(
        &self,
        head: Chain,
        term: impl Fn(&EvaluatedRow<'_>) -> Option<Expr>,
        first: impl Fn(&EvaluatedRow<'_>) -> Option<Expr>,
        measured: &Measured,
    ) -> Vec<Chain> {
        let weighed = |row: &EvaluatedRow<'_>| {
            let term = term(row)?;
            Some(if row.weight == 1 { term } else { Expr::int(row.weight) * term })
        };
        let terms: Vec<Expr> =
            self.evaluation.rows.iter().filter_map(|row| weighed(&row)).take(TERMS + 1).collect();
        if terms.is_empty() {
            return vec![ended(head, measured)];
        }
        let put = Expr::frac(some(terms), Expr::int(self.metrics.n_defined));
        let mut all = vec![ended(head.eq(put), measured)];
        let shown = self.evaluation.rows.iter().find_map(|row| Some((row, first(&row)?, term(&row)?)));
        all.extend(shown.map(|(row, first, term)| Chain::new(self.row_name(&row)).eq(first).eq(term)));
        all
    }

    pub(super) fn area(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let (roc, half) = (&self.metrics.roc, || Expr::ratio(1, 2));
        let counts = &roc.in_use;
        let fraction = |won: Expr, tied: Expr, positives: Expr, negatives: Expr| {
            (won + half() * tied) / (positives * negatives)
        };
        let general = fraction(text("won"), text("tied"), text("positives"), text("negatives"));
        let put = fraction(
            Expr::int(roc.pairs.won),
            Expr::int(roc.pairs.tied),
            Expr::int(counts.positives()),
            Expr::int(counts.negatives()),
        );
        vec![ended(head.eq(general).eq(put), measured)]
    }

    pub(super) fn calibration(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let of_bin = |word: &str| Expr::Sample(Box::new(text(word)), B);
        let gap = |observed: Expr, said: Expr| {
            // An absolute value uses the same bars as a determinant.
            Expr::Det(Box::new(observed - said))
        };
        let share = Expr::Sample(Box::new(symbols::N.into()), B) / symbols::N.into();
        let body = share * gap(of_bin("observed"), of_bin("predicted"));
        let bins = Expr::int(self.metrics.calibration.bins.len());
        let general = Expr::big(BigOp::Sum, B, bins, body, Vec::new());
        let put = |bin: &Bin| {
            let said = Expr::float(bin.said()?);
            let share = Expr::ratio(bin.n, self.metrics.calibration.n);
            Some(share * gap(Expr::ratio(bin.so, bin.n), said))
        };
        let terms: Vec<Expr> = self.metrics.calibration.bins.iter().filter_map(put).collect();
        let chain = head.eq(general);
        vec![ended(if terms.is_empty() { chain } else { chain.eq(some(terms)) }, measured)]
    }

    fn over_rows(&self, body: Expr) -> Expr {
        let weighed = match self.evaluation.is_weighted() {
            true => Expr::of_row(symbols::W) * body,
            false => body,
        };
        Expr::over_rows(Expr::int(self.defined_rows()), weighed, Vec::new())
    }

    /// Rows with a posterior, each counted once.
    fn defined_rows(&self) -> usize {
        let rows = &self.evaluation.rows;
        match self.evaluation.n_undefined {
            0 => rows.len(),
            _ => rows.iter().filter(|row| row.prediction.predicted.is_some()).count(),
        }
    }

    fn row_name(&self, row: &EvaluatedRow<'_>) -> Expr {
        text(&format!("row {}", row.prediction.row + 1))
    }
}

/// P(c | x⁽ⁱ⁾)
fn posterior(of: Expr) -> Expr {
    Expr::general(symbols::P, of, Some(Expr::of_row(symbols::X)))
}
