//! The posterior of a case, worked step by step, and the decision that follows.

use super::evaluate::opposite;
use super::route::with_numbers;
use super::{CaseTerm, Context, Evaluator, Result, TermKind, conventions};
use crate::math::{Chain, Expr, Name, Number, Precision, Quantity};
use crate::model::{Case, Fitted, compare_exactly, fractions, leaders, leaders_of};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Posterior {
    pub classes: Vec<Name>,
    /// Prior, factors, score, division. The words of a long document are sorted by how far they move the decision.
    pub rows: Vec<PosteriorRow>,
    /// The two leading classes; `None` if a score is undefined, and for one class.
    pub contest: Option<Contest>,
    pub by_influence: bool,
    pub evidence: Option<Number>,
    pub decided: Option<WorkedDecision>,
}

#[derive(Clone, Debug)]
pub struct PosteriorRow {
    pub kind: RowKind,
    pub cells: Vec<Worked>,
    /// The log-odds contribution of the row for the leader against its rival: the contributions of prior and factors add to
    /// that of score and posterior. `None` if undefined.
    pub moves: Option<f64>,
    /// The products so far as shares of their sum; `None` for 0/0.
    pub shares: Option<Vec<f64>>,
    /// The classes with the largest product: several in a tie, none if the shares are undefined.
    pub leaders: Vec<usize>,
}

/// What a row of the table is: the prior; a factor, which for an absent word is 1 − P; in GDA x − μ, Σ⁻¹(x − μ), their product q,
/// and the density; the score and its division. On the linear way a feature times its weight θ, the intercept θ₀, θᵀx + θ₀ and
/// its posterior. Last the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKind {
    Prior,
    Value { feature: Name, value: Name },
    Density { feature: Name, value: Name },
    Difference { feature: Name },
    Solved { feature: Name },
    SquaredDistance,
    Together,
    Word { feature: Name, word: Name, times: u32 },
    Absent { feature: Name, word: Name },
    Score,
    Divide,
    Weight { feature: Name },
    Intercept,
    Linear,
    Squashed,
    Decide,
}

#[derive(Clone, Debug)]
pub struct Worked {
    pub quantity: Quantity,
    /// The written form: a counted fraction, to the power of a word's count.
    pub shown: Expr,
    /// The factor: the value, to the power of a word's count; `None` if undefined.
    pub value: Option<Number>,
    pub so_far: Option<Number>,
}

impl PosteriorRow {
    /// A row with a cell for each class, without products.
    pub(super) fn new(
        kind: RowKind,
        fitted: &Fitted,
        contest: Option<Contest>,
        mut cell: impl FnMut(usize, &Name) -> Result<Worked>,
    ) -> Result<PosteriorRow> {
        let classes = fitted.classes.iter().enumerate();
        let cells = classes.map(|(at, class)| cell(at, class)).collect::<Result<Vec<Worked>>>()?;
        let moves = contest.and_then(|contest| contest.moves(&cells));
        Ok(PosteriorRow { kind, cells, moves, shares: None, leaders: Vec::new() })
    }
}

impl RowKind {
    pub fn is_factor(&self) -> bool {
        let ends = matches!(self, RowKind::Score | RowKind::Divide | RowKind::Decide);
        !ends && !self.is_towards_density() && !self.is_of_theta()
    }

    pub fn is_of_theta(&self) -> bool {
        matches!(self, RowKind::Weight { .. } | RowKind::Intercept | RowKind::Linear | RowKind::Squashed)
    }

    pub fn is_last(&self) -> bool {
        matches!(self, RowKind::Divide | RowKind::Squashed)
    }

    /// Whether it is a line of the working of the joint density.
    pub fn is_towards_density(&self) -> bool {
        matches!(self, RowKind::Difference { .. } | RowKind::Solved { .. } | RowKind::SquaredDistance)
    }

    fn of(term: &CaseTerm) -> RowKind {
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
    pub fn steps(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        // x − μ of all features is one step.
        let same = |a: &RowKind, b: &RowKind| std::mem::discriminant(a) == std::mem::discriminant(b);
        let together = self.rows.chunk_by(|a, b| a.kind.is_towards_density() && same(&a.kind, &b.kind));
        let step = |rows: &[PosteriorRow]| {
            from += rows.len();
            from - rows.len()..from
        };
        together.map(step).collect()
    }

    /// Computes the posterior of a case.
    ///
    /// # Errors
    /// If the working would not fit into memory.
    pub fn new(fitted: &Fitted, case: &Case) -> Result<Posterior> {
        Posterior::by(&mut Evaluator::new(Context { fitted, case: Some(case) }, Vec::new()))
    }

    /// The same with the values that an evaluator already has.
    pub(super) fn by(evaluator: &mut Evaluator<'_>) -> Result<Posterior> {
        let fitted = evaluator.context.fitted;
        let terms = evaluator.context.terms()?;
        let contest = Contest::of_case(evaluator)?;
        let mut rows = Vec::new();
        for term in std::iter::once(None).chain(terms.iter().map(Some)) {
            if term.is_some_and(|term| term.kind == TermKind::Together) {
                rows.extend(towards_density(evaluator)?);
            }
            let kind = term.map_or(RowKind::Prior, RowKind::of);
            rows.push(PosteriorRow::new(kind, fitted, contest, |_, class| factor(evaluator, class, term))?);
        }
        let by_influence = sort_words(&mut rows);
        multiply(&mut rows, fitted);
        let mut leaders = None;
        for (kind, address) in [
            (RowKind::Score, Quantity::score as fn(&Name) -> Quantity),
            (RowKind::Divide, Quantity::posterior),
        ] {
            let row = PosteriorRow::new(kind, fitted, contest, |_, class| worked(evaluator, address(class)))?;
            // Scores and posteriors have the same ratios.
            let leaders = leaders.get_or_insert_with(|| leading(&rows, &row.cells)).clone();
            rows.push(PosteriorRow { shares: shares(&row.cells), leaders, ..row });
        }
        Posterior::of_rows(evaluator, rows, contest, by_influence)
    }

    /// Adds the evidence and the decision to the rows up to the posterior.
    pub(super) fn of_rows(
        evaluator: &mut Evaluator<'_>,
        mut rows: Vec<PosteriorRow>,
        contest: Option<Contest>,
        by_influence: bool,
    ) -> Result<Posterior> {
        let classes = evaluator.context.fitted.classes.clone();
        let evidence = evaluator.value(&Quantity::evidence())?;
        let decided = decide(evaluator, &mut rows)?;
        Ok(Posterior { classes, rows, contest, by_influence, evidence, decided })
    }

    /// The first factor of a class that is 0, if any.
    pub fn impossible(&self, class: usize) -> Option<&RowKind> {
        let zero = |row: &&PosteriorRow| {
            let value = row.cells.get(class).and_then(|cell| cell.value.as_ref());
            row.kind.is_factor() && value.is_some_and(Number::is_zero)
        };
        self.rows.iter().find(zero).map(|row| &row.kind)
    }
}

/// The decision, if the recipe has one. Adds a row in which a class has the cost of the action with the same name.
fn decide(evaluator: &mut Evaluator<'_>, rows: &mut Vec<PosteriorRow>) -> Result<Option<WorkedDecision>> {
    let fitted = evaluator.context.fitted;
    let Some(decider) = &fitted.decider else { return Ok(None) };
    let posterior = fitted.classes.iter().map(|class| evaluator.value(&Quantity::posterior(class)));
    let posterior = posterior.collect::<Result<Option<Vec<Number>>>>()?;
    let costs = decider.actions.iter().filter(|_| decider.has_costs());
    let costs = costs.map(|action| worked(evaluator, Quantity::cost(action, None)));
    let costs = costs.collect::<Result<Vec<Worked>>>()?;
    let row = PosteriorRow::new(RowKind::Decide, fitted, None, |_, class| {
        let action = decider.actions.iter().position(|action| action == class);
        Ok(action.and_then(|action| costs.get(action)).cloned().unwrap_or_else(Worked::blank))
    })?;
    let last = rows.last().map(|row| (row.shares.clone(), row.leaders.clone()));
    let (shares, leaders) = last.unwrap_or_default();
    let (chosen, tied) = match posterior {
        None => (None, Vec::new()),
        Some(posterior) if decider.has_costs() && costs.iter().all(|cost| cost.value.is_some()) => {
            decider.least(&posterior)
        }
        Some(posterior) => (decider.choose(&posterior, leaders.first().copied()), Vec::new()),
    };
    rows.push(PosteriorRow { shares, leaders, ..row });
    Ok(Some(WorkedDecision { costs, chosen, tied }))
}

/// The most features for which x − μ and Σ⁻¹(x − μ) are listed.
const LINES: usize = 100;

/// The lines before the joint density: x − μ, Σ⁻¹(x − μ) and q. With more than [`LINES`] features, q alone.
fn towards_density(evaluator: &mut Evaluator<'_>) -> Result<Vec<PosteriorRow>> {
    let fitted = evaluator.context.fitted;
    let features: Vec<&Name> = fitted.feature_names().collect();
    let each = if features.len() <= LINES { features } else { Vec::new() };
    let differences = each.iter().map(|feature| RowKind::Difference { feature: (*feature).clone() });
    let solved = each.iter().map(|feature| RowKind::Solved { feature: (*feature).clone() });
    let kinds = differences.chain(solved).chain([RowKind::SquaredDistance]);
    let row = |kind: RowKind| {
        PosteriorRow::new(kind.clone(), fitted, None, |_, class| {
            let quantity = match &kind {
                RowKind::Difference { feature } => Quantity::difference(feature, class),
                RowKind::Solved { feature } => Quantity::solved(feature, class),
                _ => Quantity::SquaredDistance(class.clone()),
            };
            worked_from_means(evaluator, class, quantity)
        })
    };
    kinds.map(row).collect()
}

/// The prior of a class, or a factor to the power of how often it occurs.
fn factor(evaluator: &mut Evaluator<'_>, class: &Name, term: Option<&CaseTerm>) -> Result<Worked> {
    let Some(term) = term else { return worked(evaluator, Quantity::prior(class)) };
    let context = evaluator.context;
    if matches!(term.kind, TermKind::Density | TermKind::Together) {
        return worked_from_means(evaluator, class, term.quantity(class));
    }
    let mut cell = match conventions::multiplied(term, class, &context) {
        // Its address is the first one of the formula of the convention, else the term's own.
        Some(own) => {
            let value = evaluator.value_of(&own)?;
            let shown = value.clone().map_or(Expr::ratio(0, 0), Expr::Num);
            let quantity = own.quantities().into_iter().next().unwrap_or_else(|| term.quantity(class));
            Worked { quantity, shown, so_far: value.clone(), value }
        }
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

/// Products with more bits than this are kept as logarithms: a long document has thousands of them.
const READABLE: u64 = 512;

fn multiply(rows: &mut [PosteriorRow], fitted: &Fitted) {
    let mut so_far: Vec<Option<Number>> = vec![Some(Number::one()); fitted.classes.len()];
    for row in rows {
        let factor = row.kind.is_factor();
        for (class, (cell, product)) in row.cells.iter_mut().zip(&mut so_far).enumerate() {
            let value = cell.value.as_ref().filter(|_| factor);
            // A class with neither rows nor a prior stays at 0, even if 0/0 follows.
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

/// The classes with the largest product so far. Products that are known only as logarithms are compared by multiplying the
/// factors.
fn leading(factors: &[PosteriorRow], cells: &[Worked]) -> Vec<usize> {
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

/// A number that rests on means: undefined in a class without rows, which has none.
fn worked_from_means(evaluator: &mut Evaluator<'_>, class: &Name, quantity: Quantity) -> Result<Worked> {
    let context = evaluator.context;
    if context.fitted.is_absent(context.class(class)?) {
        return Ok(Worked { quantity, shown: Expr::ratio(0, 0), value: None, so_far: None });
    }
    worked(evaluator, quantity)
}

fn worked(evaluator: &mut Evaluator<'_>, quantity: Quantity) -> Result<Worked> {
    let value = evaluator.value(&quantity)?;
    let shown = evaluator.shown(&quantity);
    Ok(Worked { quantity, shown, so_far: value.clone(), value })
}

fn shares(cells: &[Worked]) -> Option<Vec<f64>> {
    let products = cells.iter().map(|cell| cell.so_far.clone()).collect::<Option<Vec<Number>>>()?;
    Some(shares_of(&products)?.iter().map(Number::to_f64).collect())
}

/// Scores divided by their sum; `None` if that is 0.
pub(super) fn shares_of(scores: &[Number]) -> Option<Vec<Number>> {
    let sum = scores.iter().fold(Number::zero(), |sum, score| sum.add(score));
    scores.iter().map(|score| score.div(&sum)).collect()
}

/// A document with more distinct words than this is sorted by how far the words move the decision.
const LISTED: usize = 8;

/// The two leading classes of a case: the one with the highest score, and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The class with the highest score; the first of several in a tie.
    pub leader: usize,
    pub rival: usize,
}

impl Contest {
    /// The two leading classes by score; `None` with fewer than two classes, or if a score is undefined.
    pub(super) fn of_case(evaluator: &mut Evaluator<'_>) -> Result<Option<Contest>> {
        let classes = evaluator.context.fitted.classes.iter();
        let scores = classes.map(|class| evaluator.value(&Quantity::score(class)));
        Ok(scores.collect::<Result<Option<Vec<Number>>>>()?.and_then(Contest::of))
    }

    fn of(mut scores: Vec<Number>) -> Option<Contest> {
        let leader = leaders_of(&scores).first().copied().unwrap_or(0);
        *scores.get_mut(leader)? = Number::zero();
        let rest = || (0..scores.len()).find(|class| *class != leader);
        Some(Contest { leader, rival: leaders_of(&scores).first().copied().or_else(rest)? })
    }

    /// The log-odds contribution of a factor for the leader against the rival. Infinite if one of the two is 0; `None` if both
    /// are 0, or one is undefined.
    fn moves(self, factors: &[Worked]) -> Option<f64> {
        let ln = |class: usize| factors.get(class)?.value.as_ref().map(Number::ln);
        let moved = ln(self.leader)? - ln(self.rival)?;
        (!moved.is_nan()).then_some(moved)
    }
}

/// Sorts the words of each long document by how far they move the decision, the farthest first; equal words keep their
/// order. Returns whether there was a long document.
fn sort_words(rows: &mut [PosteriorRow]) -> bool {
    let feature = |row: &PosteriorRow| match &row.kind {
        RowKind::Word { feature, .. } | RowKind::Absent { feature, .. } => Some(feature.clone()),
        _ => None,
    };
    let mut sorted = false;
    for words in rows.chunk_by_mut(|a, b| feature(a).is_some() && feature(a) == feature(b)) {
        if words.len() > LISTED {
            sorted = true;
            let far = |row: &PosteriorRow| row.moves.map_or(0.0, f64::abs);
            words.sort_by(|a, b| far(b).total_cmp(&far(a)));
        }
    }
    sorted
}

#[derive(Clone, Debug)]
pub struct WorkedDecision {
    /// The expected cost of each action, in the order of the actions; empty without costs.
    pub costs: Vec<Worked>,
    /// The action; `None` if the posterior is undefined.
    pub chosen: Option<usize>,
    /// The actions that cost the same and the least, if there are several.
    pub tied: Vec<usize>,
}

/// The goals for a case: the posterior of each class, and the expected cost of each action.
pub fn goals(fitted: &Fitted) -> Vec<Quantity> {
    let costs = fitted.decider.iter().filter(|decider| decider.has_costs());
    let costs = costs.flat_map(|decider| decider.actions.iter().map(|action| Quantity::cost(action, None)));
    fitted.classes.iter().map(Quantity::posterior).chain(costs).collect()
}

/// Sums of more terms show only their value.
const TERMS: usize = 12;

/// `ln P(Sunny | No) = ln(4/8) ≈ −0.6931`, `ln score(No) ≈ −1.0296 + (−0.6931) + … ≈ −4.0051`,
/// `ln P(No | x) ≈ −4.0051 − (−3.6767) ≈ −0.3284`; `None` if a number is undefined or 0, and for rows that are not
/// factors.
///
/// `named` means that the row shows the number of its address, unlike an absent word or a word that occurs twice.
pub fn in_logarithms(posterior: &Posterior, row: usize, class: usize, named: bool) -> Option<Chain> {
    let at = posterior.rows.get(row)?;
    let cell = at.cells.get(class)?;
    let ln = |value: &Number| value.ln().is_finite().then(|| Number::Float(value.ln()));
    let value = ln(cell.value.as_ref()?)?;
    let lhs = Chain::new(Expr::Of(cell.quantity.clone().ln()));
    let of = |row: &PosteriorRow| ln(row.cells.get(class)?.value.as_ref()?);
    Some(match at.kind {
        RowKind::Score => {
            let factors = posterior.rows.iter().filter(|row| row.kind.is_factor());
            let terms: Vec<Number> = factors.map(of).collect::<Option<_>>()?;
            if terms.len() > TERMS {
                return Some(lhs.approx(Expr::Rounded(value, Precision::TERM)));
            }
            let sum = Expr::sum(terms.into_iter().map(Expr::Num).collect());
            with_numbers(lhs, sum, &value, Precision::TERM)
        }
        RowKind::Divide => {
            let score = posterior.rows.iter().find(|row| row.kind == RowKind::Score)?;
            let (own, all) = (of(score)?, ln(posterior.evidence.as_ref()?)?);
            let class = posterior.classes.get(class)?;
            let general = Expr::Of(Quantity::score(class).ln()) - Expr::Of(Quantity::evidence().ln());
            with_numbers(lhs.eq(general), Expr::Num(own) - Expr::Num(all), &value, Precision::TERM)
        }
        ref kind if kind.is_factor() => {
            let number = cell.shown.clone().ln();
            let chain = if named { lhs.eq(number) } else { Chain::new(number) };
            chain.approx(Expr::Rounded(value, Precision::TERM))
        }
        _ => return None,
    })
}
