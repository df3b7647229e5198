//! The formulas of the figures that add something up row by row, pair by pair or bin by bin.

use super::formulas::{TERMS, ended, signed, some, text};
use super::{Measured, Source};
use crate::evaluate::metrics::brier_of;
use crate::evaluate::{Bin, Pooled};
use crate::math::{BigOp, Chain, Expr, Func, Symbol, symbols};

/// A bin of the reliability table, running.
const B: Symbol = Symbol { uni: "b", ascii: "b", tex: "b" };

impl Source<'_> {
    pub(super) fn log_loss(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let ln = |p: Expr| Expr::Call(Func::Ln, Box::new(p)).negated();
        let general = Expr::frac(self.over_rows(ln(posterior(of_row(symbols::Y)))), Expr::Sym(symbols::N));
        let term = |row: &Pooled<'_>| Some(signed(-row.prediction.log_posterior(row.actual)?));
        let first = |row: &Pooled<'_>| Some(ln(Expr::float(*row.posterior()?.get(row.actual)?)));
        let impossible =
            |row: &&Pooled<'_>| row.prediction.log_posterior(row.actual).is_some_and(|ln| !ln.is_finite());
        if let Some(row) = self.rows.iter().find(impossible) {
            let ln = ln(Expr::int(0)).clone();
            let of = Chain::new(self.row_name(row)).eq(ln).eq(Expr::Sym(symbols::INFINITY));
            return vec![ended(head.eq(general), measured), of];
        }
        self.mean_of_rows(head.eq(general), term, first, measured)
    }

    pub(super) fn brier(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let square = |of: Vec<Expr>| Expr::pow(Expr::Add(of), Expr::int(2));
        let is = Chain::new(of_row(symbols::Y)).eq(Expr::Sym(symbols::C));
        let distance =
            square(vec![posterior(Expr::Sym(symbols::C)), Expr::Indicator(Box::new(is)).negated()]);
        let classes = Expr::Big {
            op: BigOp::Sum,
            index: symbols::C,
            lower: Box::new(Expr::int(1)),
            upper: Box::new(Expr::int(self.evaluation.labels.len())),
            body: Box::new(distance),
            terms: Vec::new(),
        };
        let general = Expr::frac(self.over_rows(classes), Expr::Sym(symbols::N));
        let term = |row: &Pooled<'_>| Some(Expr::float(brier_of(row)?));
        let first = |row: &Pooled<'_>| {
            // A class that only a test file has is given no probability.
            let posterior = row.posterior()?.into_iter().chain(std::iter::repeat(0.0));
            let classes = (0..self.evaluation.labels.len()).zip(posterior);
            let truth = |class: usize| Expr::int(u8::from(class == row.actual)).negated();
            Some(some(classes.map(|(class, p)| square(vec![Expr::float(p), truth(class)])).collect()))
        };
        self.mean_of_rows(head.eq(general), term, first, measured)
    }

    /// The first rows' terms over n, then the first row's term as it came about.
    fn mean_of_rows(
        &self,
        head: Chain,
        term: impl Fn(&Pooled<'_>) -> Option<Expr>,
        first: impl Fn(&Pooled<'_>) -> Option<Expr>,
        measured: &Measured,
    ) -> Vec<Chain> {
        let weighed = |row: &Pooled<'_>| {
            let term = term(row)?;
            Some(if row.times == 1 { term } else { Expr::Mul(vec![Expr::int(row.times), term]) })
        };
        let terms: Vec<Expr> = self.rows.iter().filter_map(weighed).take(TERMS + 1).collect();
        if terms.is_empty() {
            return vec![ended(head, measured)];
        }
        let put = Expr::frac(some(terms), Expr::int(self.metrics.n_defined));
        let mut all = vec![ended(head.eq(put), measured)];
        let shown = self.rows.iter().find_map(|row| Some((row, first(row)?, term(row)?)));
        all.extend(shown.map(|(row, first, term)| Chain::new(self.row_name(row)).eq(first).eq(term)));
        all
    }

    pub(super) fn area(&self, head: Chain, measured: &Measured) -> Vec<Chain> {
        let (roc, half) = (&self.metrics.roc, || Expr::ratio(1, 2));
        let counts = &roc.in_use;
        let fraction = |won: Expr, tied: Expr, positives: Expr, negatives: Expr| {
            let pairs = Expr::Mul(vec![positives, negatives]);
            Expr::frac(Expr::Add(vec![won, Expr::Mul(vec![half(), tied])]), pairs)
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
            // The bars of an absolute value are those of a determinant.
            Expr::Det(Box::new(Expr::Add(vec![observed, said.negated()])))
        };
        let general = Expr::Big {
            op: BigOp::Sum,
            index: B,
            lower: Box::new(Expr::int(1)),
            upper: Box::new(Expr::int(self.metrics.calibration.bins.len())),
            body: Box::new(Expr::Mul(vec![
                Expr::frac(Expr::Sample(Box::new(Expr::Sym(symbols::N)), B), Expr::Sym(symbols::N)),
                gap(of_bin("so"), of_bin("said")),
            ])),
            terms: Vec::new(),
        };
        let put = |bin: &Bin| {
            let said = Expr::float(bin.said()?);
            let share = Expr::ratio(bin.n, self.metrics.calibration.n);
            Some(Expr::Mul(vec![share, gap(Expr::ratio(bin.so, bin.n), said)]))
        };
        let terms: Vec<Expr> = self.metrics.calibration.bins.iter().filter_map(put).collect();
        let chain = head.eq(general);
        vec![ended(if terms.is_empty() { chain } else { chain.eq(some(terms)) }, measured)]
    }

    /// A sum over the rows, each as often as it was seen.
    fn over_rows(&self, body: Expr) -> Expr {
        let weighed = match self.evaluation.is_weighted() {
            true => Expr::Mul(vec![of_row(symbols::W), body]),
            false => body,
        };
        Expr::Big {
            op: BigOp::Sum,
            index: symbols::I,
            lower: Box::new(Expr::int(1)),
            upper: Box::new(Expr::int(self.defined_rows())),
            body: Box::new(weighed),
            terms: Vec::new(),
        }
    }

    /// Rows with a posterior, each counted once.
    fn defined_rows(&self) -> usize {
        self.rows.iter().filter(|row| row.prediction.predicted.is_some()).count()
    }

    fn row_name(&self, row: &Pooled<'_>) -> Expr {
        text(&format!("row {}", row.prediction.row + 1))
    }
}

/// P(c | x⁽ⁱ⁾)
fn posterior(of: Expr) -> Expr {
    Expr::General { head: symbols::P, args: vec![of], given: Some(Box::new(of_row(symbols::X))) }
}

fn of_row(symbol: Symbol) -> Expr {
    Expr::Sample(Box::new(Expr::Sym(symbol)), symbols::I)
}
