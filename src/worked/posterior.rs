//! The worked posterior as a table: a row for each factor, then the score, then the division by the sum; how far each factor
//! moves the decision, and a long document's words in that order.

use std::ops::Range;

use super::contest::{Contest, sort_words};
use super::context::{Context, Term, TermKind};
use super::conventions;
use super::decided::Decided;
use super::error::WorkedError;
use super::evaluate::{Evaluator, opposite};
use super::overlay::Overlay;
use super::value::value_of;
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::{Case, Fitted, compare_exactly, fractions, leaders};

/// The whole table, class by class.
#[derive(Clone, Debug)]
pub struct Posterior {
    /// The classes, in the order of the cells.
    pub classes: Vec<Name>,
    /// Prior, factors, score, division. The words of a long document stand in the order of how far they move the
    /// decision.
    pub rows: Vec<Row>,
    /// Between which classes the case lies; `None` where a score is undefined, and for one class.
    pub contest: Option<Contest>,
    /// Whether the words of a long document were put in another order.
    pub by_influence: bool,
    /// The evidence; `None` where it is undefined.
    pub evidence: Option<Number>,
    /// What is done with the posterior, where the recipe says that.
    pub decided: Option<Decided>,
}

/// One row: what every class is multiplied with, or what comes out.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the row is.
    pub kind: RowKind,
    /// One cell per class.
    pub cells: Vec<Worked>,
    /// ln of how many times more the leader of the contest gets than its rival: the moves of prior and factors add to
    /// those of score and posterior. `None` where it is not defined.
    pub moves: Option<f64>,
    /// How the products so far compare, as shares of their sum; `None` where that is 0/0.
    pub shares: Option<Vec<f64>>,
    /// The classes that lead by these products: several in a tie, none where the shares are undefined.
    pub leaders: Vec<usize>,
}

/// What a row of the table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The prior.
    Prior,
    /// A value of a feature.
    Value {
        /// The column.
        feature: Name,
        /// The value, or the bin.
        value: Name,
    },
    /// A number, with the density at it.
    Density {
        /// The column.
        feature: Name,
        /// The number.
        value: Name,
    },
    /// x − μ of a feature, where all numbers are read together.
    Difference {
        /// The column.
        feature: Name,
    },
    /// An entry of Σ⁻¹(x − μ).
    Solved {
        /// The column.
        feature: Name,
    },
    /// q = (x − μ)ᵀ Σ⁻¹ (x − μ).
    SquaredDistance,
    /// All numbers of the case, with the density at them.
    Together,
    /// A word of a document.
    Word {
        /// The text column.
        feature: Name,
        /// The word.
        word: Name,
        /// How often it stands in the document.
        times: u32,
    },
    /// A word of the vocabulary that does not stand in the document: 1 − P is multiplied.
    Absent {
        /// The text column.
        feature: Name,
        /// The word.
        word: Name,
    },
    /// The products.
    Score,
    /// The posteriors.
    Divide,
    /// A feature times its weight θ.
    Weight {
        /// The column.
        feature: Name,
    },
    /// θ₀.
    Intercept,
    /// θᵀx + θ₀.
    Linear,
    /// The posteriors: the logistic function of it, or the softmax.
    Squashed,
    /// What is done with the posteriors.
    Decide,
}

/// A number of the table.
#[derive(Clone, Debug)]
pub struct Worked {
    /// Its address.
    pub quantity: Quantity,
    /// As it is written: a fraction as counted, to the power of a word's count.
    pub shown: Expr,
    /// What is multiplied: the value, to the power of a word's count; `None` where it is undefined.
    pub value: Option<Number>,
    /// The product up to this row.
    pub so_far: Option<Number>,
}

impl RowKind {
    /// Whether its numbers are multiplied: the prior, and what follows from the case in each class.
    pub fn is_factor(&self) -> bool {
        let ends = matches!(self, RowKind::Score | RowKind::Divide | RowKind::Decide);
        !ends && !self.is_towards_density() && !self.is_of_theta()
    }

    /// Whether it is a line of the linear form.
    pub fn is_of_theta(&self) -> bool {
        matches!(self, RowKind::Weight { .. } | RowKind::Intercept | RowKind::Linear | RowKind::Squashed)
    }

    /// Whether it holds the posteriors.
    pub fn is_last(&self) -> bool {
        matches!(self, RowKind::Divide | RowKind::Squashed)
    }

    /// Whether it is a line of what the density over all numbers is worked out from.
    pub fn is_towards_density(&self) -> bool {
        matches!(self, RowKind::Difference { .. } | RowKind::Solved { .. } | RowKind::SquaredDistance)
    }

    /// Whether it is revealed together with another row: x − μ of all features is one step.
    pub fn is_one_step_with(&self, other: &RowKind) -> bool {
        self.is_towards_density() && std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    fn of(term: &Term) -> RowKind {
        let (feature, value) = (term.feature.clone(), term.value.clone());
        match term.kind {
            TermKind::Value => RowKind::Value { feature, value },
            TermKind::Together => RowKind::Together,
            TermKind::Density => RowKind::Density { feature, value },
            TermKind::Word => RowKind::Word { feature, word: value, times: term.times },
            TermKind::Absent => RowKind::Absent { feature, word: value },
        }
    }
}

impl Posterior {
    /// The rows of each step, in which the table is revealed.
    pub fn steps(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        let together = self.rows.chunk_by(|a, b| a.kind.is_one_step_with(&b.kind));
        let step = |rows: &[Row]| {
            from += rows.len();
            from - rows.len()..from
        };
        together.map(step).collect()
    }

    /// Works out the posterior of a case under some replaced definitions.
    ///
    /// # Errors
    /// When the replaced definitions go in a circle.
    pub fn new(fitted: &Fitted, case: &Case, overlays: &[&dyn Overlay]) -> Result<Posterior, WorkedError> {
        Posterior::by(&mut Evaluator::new(Context { fitted, case: Some(case) }, overlays.to_vec()))
    }

    /// The same by what an evaluator knows already.
    pub(super) fn by(evaluator: &mut Evaluator<'_>) -> Result<Posterior, WorkedError> {
        let (context, fitted) = (evaluator.context(), evaluator.fitted());
        let terms = context.terms()?;
        let scores = fitted.classes.iter().map(|class| evaluator.value(&Quantity::score(class)));
        let contest = Contest::of(&scores.collect::<Result<Vec<_>, WorkedError>>()?);
        let mut rows = Vec::new();
        for term in std::iter::once(None).chain(terms.iter().map(Some)) {
            if term.is_some_and(|term| term.kind == TermKind::Together) {
                rows.extend(towards_density(evaluator)?);
            }
            let cells = fitted.classes.iter().map(|class| factor(evaluator, class, term, &context));
            let cells = cells.collect::<Result<Vec<Worked>, WorkedError>>()?;
            let values: Vec<Option<Number>> = cells.iter().map(|cell| cell.value.clone()).collect();
            let moves = contest.and_then(|contest| contest.moves(&values));
            rows.push(Row {
                kind: term.map_or(RowKind::Prior, RowKind::of),
                cells,
                moves,
                shares: None,
                leaders: Vec::new(),
            });
        }
        let by_influence = sort_words(&mut rows);
        multiply(&mut rows, fitted);
        for (kind, address) in [
            (RowKind::Score, Quantity::score as fn(&Name) -> Quantity),
            (RowKind::Divide, Quantity::posterior),
        ] {
            let cells = fitted.classes.iter().map(|class| worked(evaluator, address(class)));
            let cells = cells.collect::<Result<Vec<Worked>, WorkedError>>()?;
            let values: Vec<Option<Number>> = cells.iter().map(|cell| cell.value.clone()).collect();
            // Divided by the same sum, scores and posteriors stand in one proportion.
            let moves = contest.and_then(|contest| contest.moves(&values));
            let leaders = match kind {
                RowKind::Score => leading(&rows, &cells),
                _ => rows.last().map(|score: &Row| score.leaders.clone()).unwrap_or_default(),
            };
            rows.push(Row { shares: shares(&cells), leaders, kind, cells, moves });
        }
        let evidence = evaluator.value(&Quantity::evidence())?;
        let posterior = Posterior {
            classes: fitted.classes.clone(),
            rows,
            contest,
            by_influence,
            evidence,
            decided: None,
        };
        posterior.and_decided(evaluator)
    }

    pub(super) fn and_decided(mut self, evaluator: &mut Evaluator<'_>) -> Result<Posterior, WorkedError> {
        let last = self.rows.last();
        if let Some((row, decided)) = Decided::row(evaluator, last)? {
            self.rows.push(row);
            self.decided = Some(decided);
        }
        Ok(self)
    }

    /// The factor that makes a class impossible, if one does: the first cell that is 0.
    pub fn impossible(&self, class: usize) -> Option<&RowKind> {
        let zero = |row: &&Row| {
            let value = row.cells.get(class).and_then(|cell| cell.value.as_ref());
            row.kind.is_factor() && value.is_some_and(Number::is_zero)
        };
        self.rows.iter().find(zero).map(|row| &row.kind)
    }
}

/// Of more numbers x − μ and Σ⁻¹(x − μ) are not listed: nobody reads them, and each is a row of Σ⁻¹.
const LINES: usize = 100;

/// The lines before the density over all numbers: x − μ, Σ⁻¹(x − μ) and q. Of very many numbers, q alone.
fn towards_density(evaluator: &mut Evaluator<'_>) -> Result<Vec<Row>, WorkedError> {
    let fitted = evaluator.fitted();
    let features: Vec<&Name> = fitted.feature_names().collect();
    let each = if features.len() <= LINES { features } else { Vec::new() };
    let differences = each.iter().map(|feature| RowKind::Difference { feature: (*feature).clone() });
    let solved = each.iter().map(|feature| RowKind::Solved { feature: (*feature).clone() });
    let kinds = differences.chain(solved).chain([RowKind::SquaredDistance]);
    let row = |kind: RowKind| {
        let of = |class: &Name| match &kind {
            RowKind::Difference { feature } => Quantity::difference(feature, class),
            RowKind::Solved { feature } => Quantity::solved(feature, class),
            _ => Quantity::SquaredDistance(class.clone()),
        };
        let cells = fitted.classes.iter().enumerate().map(|(at, class)| {
            if fitted.is_absent(at) {
                return Ok(Worked {
                    quantity: of(class),
                    shown: Expr::ratio(0, 0),
                    value: None,
                    so_far: None,
                });
            }
            worked(evaluator, of(class))
        });
        let cells = cells.collect::<Result<Vec<Worked>, WorkedError>>()?;
        Ok(Row { kind, cells, moves: None, shares: None, leaders: Vec::new() })
    };
    kinds.map(row).collect()
}

/// What a class is multiplied with: the prior, or a factor to the power of how often it stands there.
fn factor(
    evaluator: &mut Evaluator<'_>,
    class: &Name,
    term: Option<&Term>,
    context: &Context<'_>,
) -> Result<Worked, WorkedError> {
    let Some(term) = term else { return worked(evaluator, Quantity::prior(class)) };
    let absent = context.fitted.is_absent(context.class(class)?);
    if absent && matches!(term.kind, TermKind::Density | TermKind::Together) {
        // Without a row there is no mean to measure from.
        let quantity = term.quantity(class);
        return Ok(Worked { quantity, shown: Expr::ratio(0, 0), value: None, so_far: None });
    }
    let mut cell = match conventions::multiplied(term, class, context) {
        Some(own) => replaced(evaluator, term.quantity(class), &own)?,
        None => {
            let mut cell = worked(evaluator, term.quantity(class))?;
            if term.kind == TermKind::Absent {
                cell.value = cell.value.map(|value| Number::one().sub(&value));
                cell.shown = opposite(&cell.shown);
            }
            cell
        }
    };
    if term.times > 1 {
        cell.value = cell.value.and_then(|value| value.powi(i32::try_from(term.times).ok()?));
        cell.shown = Expr::pow(cell.shown, Expr::int(term.times));
    }
    Ok(cell)
}

/// Products so far with more bits than this are kept by their logarithm: nobody reads them as fractions, and a long
/// document has thousands of them.
const READABLE: u64 = 512;

/// Puts the products so far into the cells, row after row, and how they compare.
fn multiply(rows: &mut [Row], fitted: &Fitted) {
    let mut so_far: Vec<Option<Number>> = vec![Some(Number::one()); fitted.classes.len()];
    for row in rows {
        let factor = row.kind.is_factor();
        for (class, (cell, product)) in row.cells.iter_mut().zip(&mut so_far).enumerate() {
            let value = cell.value.as_ref().filter(|_| factor);
            // A class with neither rows nor a prior stays at 0, whatever 0/0 follows.
            if factor && (value.is_some() || !fitted.is_absent(class)) {
                *product =
                    product.take().zip(value).map(|(product, value)| product.mul(value).within(READABLE));
            }
            cell.so_far.clone_from(product);
        }
        row.shares = shares(&row.cells);
        row.leaders = leading(&[], &row.cells);
    }
}

/// The classes that lead by the products so far. Where they are known by their logarithm only, the factors above are multiplied
/// out.
fn leading(factors: &[Row], cells: &[Worked]) -> Vec<usize> {
    let products = cells.iter().map(|cell| cell.so_far.as_ref()).collect::<Option<Vec<&Number>>>();
    let Some(products) = products else { return Vec::new() };
    let ln_scores: Vec<f64> = products.iter().map(|product| product.ln()).collect();
    let multiplied = |class: usize| {
        let cells = factors.iter().filter(|row| row.kind.is_factor()).map(|row| row.cells.get(class));
        cells.map(|cell| Some((cell?.value.clone()?, 1))).collect::<Option<Vec<(Number, u32)>>>()
    };
    leaders(&ln_scores, |a, b| {
        fractions(products.get(a)?, products.get(b)?)
            .or_else(|| compare_exactly(&multiplied(a)?, &multiplied(b)?).filter(|_| !factors.is_empty()))
    })
}

pub(super) fn worked(evaluator: &mut Evaluator<'_>, quantity: Quantity) -> Result<Worked, WorkedError> {
    let value = evaluator.value(&quantity)?;
    let shown = evaluator.known(&quantity).map_or(Expr::ratio(0, 0), |known| known.shown.clone());
    Ok(Worked { quantity, shown, so_far: value.clone(), value })
}

/// A number that the convention puts in the place of a term's own probability. It goes by the first address of its
/// formula, else by the term's own.
fn replaced(evaluator: &mut Evaluator<'_>, quantity: Quantity, expr: &Expr) -> Result<Worked, WorkedError> {
    for used in expr.quantities() {
        evaluator.work_out(&used)?;
    }
    let lookup = |used: &Quantity| evaluator.known(used).and_then(|known| known.value.clone());
    let value = value_of(expr, &lookup);
    let shown = value.clone().map_or(Expr::ratio(0, 0), Expr::Num);
    let quantity = expr.quantities().into_iter().next().unwrap_or(quantity);
    Ok(Worked { quantity, shown, so_far: value.clone(), value })
}

fn shares(cells: &[Worked]) -> Option<Vec<f64>> {
    let products = cells.iter().map(|cell| cell.so_far.clone()).collect::<Option<Vec<Number>>>()?;
    let sum = products.iter().fold(Number::zero(), |sum, product| sum.add(product));
    products.iter().map(|product| Some(product.div(&sum)?.to_f64())).collect()
}
