//! The steps of a derivation, with the rows that each counts.

use serde::{Serialize, Serializer};

use super::Log;
use crate::math::{Expr, Latex, Number, Quantity};
use crate::model::Fitted;
use crate::worked::{self, RowsCounted, Working, rows_behind};

/// Rows that are listed of each count.
const ROWS: usize = 20;

/// One step of a derivation.
#[derive(Serialize)]
pub struct Step {
    quantity: Quantity,
    rule: &'static str,
    title: String,
    formula: Expr,
    numbers: Expr,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula_latex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers_latex: Option<String>,
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
    uses: Vec<Quantity>,
    #[serde(flatten)]
    rows: Option<Rows>,
}

#[derive(Serialize)]
struct Rows {
    rows: Vec<usize>,
    rows_total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    row_weights: Option<Vec<u64>>,
}

/// The steps of a case, each made when it is written: those of thousands of features would fill the memory.
pub(super) struct Steps<'a> {
    fitted: &'a Fitted,
    working: Working<'a>,
    rows: Vec<RowsCounted>,
    latex: bool,
}

impl<'a> Steps<'a> {
    pub(super) fn new(fitted: &'a Fitted, working: Working<'a>, latex: bool) -> Steps<'a> {
        let rows = rows_behind(fitted, &working.order().iter().collect::<Vec<_>>(), ROWS);
        Steps { fitted, working, rows, latex }
    }
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = self.working.order().iter().zip(&self.rows).filter_map(|(of, rows)| {
            Some(Step::new(self.fitted, self.working.without_chain(of)?, rows.clone(), self.latex))
        });
        serializer.collect_seq(steps)
    }
}

/// A derivation as a flat list; its formulas as LaTeX, too, where that is asked for.
pub fn steps(fitted: &Fitted, steps: Vec<worked::Step>, latex: bool) -> Vec<Step> {
    let addresses: Vec<&Quantity> = steps.iter().map(|step| &step.of).collect();
    let rows = rows_behind(fitted, &addresses, ROWS);
    steps.into_iter().zip(rows).map(|(step, rows)| Step::new(fitted, step, rows, latex)).collect()
}

impl Step {
    fn new(fitted: &Fitted, step: worked::Step, rows: RowsCounted, latex: bool) -> Step {
        let numbers = step.numbers.unwrap_or(step.shown);
        // Logarithms have none of their own, and of a slope nobody asks for one.
        let plain = !matches!(step.of, Quantity::Ln(_) | Quantity::LogLik(_) | Quantity::Slope(_));
        let logged = step.value.as_ref().filter(|value| plain && !value.is_negative());
        Step {
            rule: step.rule.code(),
            title: step.title,
            formula_latex: latex.then(|| Latex.expr(&step.formula)),
            numbers_latex: latex.then(|| Latex.expr(&numbers)),
            formula: step.formula,
            numbers,
            log: logged.map(|value| Log::of(Some(value))),
            rows: (rows.total > 0).then(|| Rows {
                rows_total: rows.total,
                row_weights: rows.rows.iter().map(|row| fitted.weight(*row)).collect(),
                rows: rows.rows.into_iter().map(|row| row + 1).collect(),
            }),
            quantity: step.of,
            value: step.value,
            uses: step.uses,
        }
    }
}
