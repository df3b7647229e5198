//! The posterior of a case, worked step by step, and the decision that follows.

use super::against;
use super::definition::{Context, Defined, Definition, Rule, Term, TermKind, over_classes};
use super::error::WorkedError;
use super::evaluate::{Evaluator, opposite, value_of};
use super::route::proved;
use super::variations::Overlay;
use crate::math::{BigOp, Chain, Expr, Name, Number, Precision, Quantity, Rel, symbols};
use crate::model::{Case, Decider, Fitted, compare_exactly, fractions, leaders, leaders_of};
use std::ops::Range;

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

#[derive(Clone, Debug)]
pub struct Row {
    pub kind: RowKind,
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
    Prior,
    Value {
        feature: Name,
        value: Name,
    },
    Density {
        feature: Name,
        value: Name,
    },
    /// x − μ of a feature, where all numbers are read together.
    Difference {
        feature: Name,
    },
    /// An entry of Σ⁻¹(x − μ).
    Solved {
        feature: Name,
    },
    /// q = (x − μ)ᵀ Σ⁻¹ (x − μ).
    SquaredDistance,
    Together,
    Word {
        feature: Name,
        word: Name,
        times: u32,
    },
    /// A word of the vocabulary that does not stand in the document: 1 − P is multiplied.
    Absent {
        feature: Name,
        word: Name,
    },
    Score,
    Divide,
    /// A feature times its weight θ.
    Weight {
        feature: Name,
    },
    /// θ₀.
    Intercept,
    /// θᵀx + θ₀.
    Linear,
    Squashed,
    Decide,
}

#[derive(Clone, Debug)]
pub struct Worked {
    pub quantity: Quantity,
    /// As it is written: a fraction as counted, to the power of a word's count.
    pub shown: Expr,
    /// What is multiplied: the value, to the power of a word's count; `None` where it is undefined.
    pub value: Option<Number>,
    pub so_far: Option<Number>,
}

impl RowKind {
    pub(crate) fn is_factor(&self) -> bool {
        let ends = matches!(self, RowKind::Score | RowKind::Divide | RowKind::Decide);
        !ends && !self.is_towards_density() && !self.is_of_theta()
    }

    pub(crate) fn is_of_theta(&self) -> bool {
        matches!(self, RowKind::Weight { .. } | RowKind::Intercept | RowKind::Linear | RowKind::Squashed)
    }

    pub(crate) fn is_last(&self) -> bool {
        matches!(self, RowKind::Divide | RowKind::Squashed)
    }

    /// Whether it is a line of what the density over all numbers is worked out from.
    pub fn is_towards_density(&self) -> bool {
        matches!(self, RowKind::Difference { .. } | RowKind::Solved { .. } | RowKind::SquaredDistance)
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
    pub fn steps(&self) -> Vec<Range<usize>> {
        let mut from = 0;
        // x − μ of all features is one step.
        let same = |a: &RowKind, b: &RowKind| std::mem::discriminant(a) == std::mem::discriminant(b);
        let together = self.rows.chunk_by(|a, b| a.kind.is_towards_density() && same(&a.kind, &b.kind));
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
                return Ok(Worked::undefined(of(class)));
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
        return Ok(Worked::undefined(term.quantity(class)));
    }
    let mut cell = match against::multiplied(term, class, context) {
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

/// A document with more different words than this is told by what moves the decision, not in its own order.
const LISTED: usize = 8;

/// The two classes that a case lies between: the one with the highest score, and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The class with the highest score; the first of several in a tie.
    pub leader: usize,
    pub rival: usize,
}

impl Contest {
    /// Between which classes the scores decide; `None` where there are no two, or a score is undefined.
    pub(super) fn of(scores: &[Option<Number>]) -> Option<Contest> {
        let scores = scores.iter().cloned().collect::<Option<Vec<Number>>>()?;
        let leader = leaders_of(&scores).first().copied().unwrap_or(0);
        let others: Vec<Number> = (0..)
            .zip(&scores)
            .map(|(class, score)| if class == leader { Number::zero() } else { score.clone() })
            .collect();
        let rest = || (0..scores.len()).find(|class| *class != leader);
        Some(Contest { leader, rival: leaders_of(&others).first().copied().or_else(rest)? })
    }

    /// ln of how many times more a factor gives the leader than the rival: above 0 it speaks for the leader. Infinite
    /// where one of them is 0; `None` where both are, or one is undefined.
    pub(super) fn moves(self, factors: &[Option<Number>]) -> Option<f64> {
        let ln = |class: usize| factors.get(class)?.as_ref().map(Number::ln);
        let moved = ln(self.leader)? - ln(self.rival)?;
        (!moved.is_nan()).then_some(moved)
    }
}

/// Puts the words of each long document in the order of how far they move the decision, the farthest first; words that
/// move it equally far keep their order. Returns whether there was a long document.
pub(super) fn sort_words(rows: &mut [Row]) -> bool {
    let feature = |row: &Row| match &row.kind {
        RowKind::Word { feature, .. } | RowKind::Absent { feature, .. } => Some(feature.clone()),
        _ => None,
    };
    let mut sorted = false;
    for words in rows.chunk_by_mut(|a, b| feature(a).is_some() && feature(a) == feature(b)) {
        if words.len() > LISTED {
            sorted = true;
            let far = |row: &Row| row.moves.map_or(0.0, f64::abs);
            words.sort_by(|a, b| far(b).total_cmp(&far(a)));
        }
    }
    sorted
}

#[derive(Clone, Debug)]
pub struct Decided {
    /// What each action is expected to cost, in the order of the actions; none where no costs decide.
    pub costs: Vec<Worked>,
    /// The action; `None` where the posterior is undefined.
    pub chosen: Option<usize>,
    /// The actions that cost the same and the least, if there are several.
    pub tied: Vec<usize>,
}

impl Decided {
    /// The last row of a posterior, below the row of its shares, where the recipe says what is done with it. A class has the
    /// cost of the action that is called as it is.
    pub(super) fn row(
        evaluator: &mut Evaluator<'_>,
        last: Option<&Row>,
    ) -> Result<Option<(Row, Decided)>, WorkedError> {
        let fitted = evaluator.fitted();
        let Some(decider) = &fitted.decider else { return Ok(None) };
        let posterior = fitted.classes.iter().map(|class| evaluator.value(&Quantity::posterior(class)));
        let posterior: Option<Vec<Number>> = posterior.collect::<Result<_, WorkedError>>()?;
        let costs = decider.actions.iter().filter(|_| decider.has_costs());
        let costs = costs.map(|action| worked(evaluator, Quantity::cost(action, None)));
        let costs = costs.collect::<Result<Vec<Worked>, WorkedError>>()?;
        let of_class = |class: &Name| {
            let action = decider.actions.iter().position(|action| action == class);
            action.and_then(|action| costs.get(action)).cloned().unwrap_or_else(Worked::blank)
        };
        let cells = fitted.classes.iter().map(of_class).collect();
        let expected: Option<Vec<Number>> = costs.iter().map(|cost| cost.value.clone()).collect();
        let leaders = last.map(|row| row.leaders.clone()).unwrap_or_default();
        let (chosen, tied) = match (posterior, expected) {
            (None, _) => (None, Vec::new()),
            (Some(posterior), Some(_)) if decider.has_costs() => decider.least(&posterior),
            (Some(posterior), _) => (decider.choose(&posterior, leaders.first().copied()), Vec::new()),
        };
        let shares = last.and_then(|row| row.shares.clone());
        let row = Row { kind: RowKind::Decide, cells, moves: None, shares, leaders };
        Ok(Some((row, Decided { costs, chosen, tied })))
    }
}

/// What is worked out of a case: the posterior of each class, and what each action is expected to cost.
pub fn goals(fitted: &Fitted) -> Vec<Quantity> {
    let costs = fitted.decider.iter().filter(|decider| decider.has_costs());
    let costs = costs.flat_map(|decider| decider.actions.iter().map(|action| Quantity::cost(action, None)));
    fitted.classes.iter().map(Quantity::posterior).chain(costs).collect()
}

/// Sums of more terms are shown by what they come to.
const TERMS: usize = 12;

/// `ln P(Sunny | No) = ln(4/8) ≈ −0.6931`, `ln score(No) ≈ −1.0296 + (−0.6931) + … ≈ −4.0051`,
/// `ln P(No | x) ≈ −4.0051 − (−3.6767) ≈ −0.3284`; `None` where a number is undefined or 0, and for rows that nothing is
/// multiplied with.
///
/// `named` says that the number of the row is that of its address, which a word that is absent or stands there twice has not.
pub fn in_logarithms(posterior: &Posterior, row: usize, class: usize, named: bool) -> Option<Chain> {
    let at = posterior.rows.get(row)?;
    let cell = at.cells.get(class)?;
    let ln = |value: &Number| value.ln().is_finite().then(|| Number::Float(value.ln()));
    let value = ln(cell.value.as_ref()?)?;
    let lhs = Chain::new(Expr::Of(cell.quantity.clone().ln()));
    let of = |row: &Row| ln(row.cells.get(class)?.value.as_ref()?);
    let added = |general: Option<Expr>, numbers: Expr, value: Number| {
        let proof = proved(&numbers, &value, Precision::TERM);
        let mut chain = lhs.clone();
        chain.rest.extend(general.map(|general| (Rel::Eq, general)));
        chain.rest.push((proof.relation, proof.numbers));
        chain.approx(Expr::Rounded(value, proof.result))
    };
    Some(match at.kind {
        RowKind::Score => {
            let factors = posterior.rows.iter().filter(|row| row.kind.is_factor());
            let terms: Vec<Number> = factors.map(of).collect::<Option<_>>()?;
            if terms.len() > TERMS {
                return Some(lhs.clone().approx(Expr::Rounded(value, Precision::TERM)));
            }
            added(None, Expr::sum(terms.into_iter().map(Expr::Num).collect()), value)
        }
        RowKind::Divide => {
            let score = posterior.rows.iter().find(|row| row.kind == RowKind::Score)?;
            let (own, all) = (of(score)?, ln(posterior.evidence.as_ref()?)?);
            let class = posterior.classes.get(class)?;
            let general = Expr::Of(Quantity::score(class).ln()) - Expr::Of(Quantity::evidence().ln());
            added(Some(general), Expr::Num(own) - Expr::Num(all), value)
        }
        ref kind if kind.is_factor() => {
            let number = cell.shown.clone().ln();
            let chain = if named { lhs.clone().eq(number) } else { Chain::new(number) };
            chain.approx(Expr::Rounded(value, Precision::TERM))
        }
        _ => return None,
    })
}

/// More cells of a table of costs are written as a sum sign.
const CELLS: usize = 12;

/// What an action costs where a class is so, or its expected cost for the case in hand: Σ cost · posterior.
pub(super) fn cost(action: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let at = place(action, decider)?;
    if !decider.has_costs() {
        return Err(WorkedError::NotHere);
    }
    if let Some(class) = class {
        let value = decider.cost(at, context.class(class)?).map(Number::Exact).ok_or(WorkedError::NotHere)?;
        return Ok(Definition::Fact { rule: Rule::Chosen, value });
    }
    context.case()?;
    let term =
        |class: &Name| Expr::from(Quantity::cost(action, Some(class))) * Quantity::posterior(class).into();
    Ok(Definition::Formula { rule: Rule::ExpectedCost, expr: over_classes(context, term) })
}

pub(super) fn decided(actual: Option<&Name>, action: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let verdicts = context.verdicts()?;
    let class = actual.map(|class| context.class(class)).transpose()?;
    let action = action.map(|action| place(action, decider)).transpose()?;
    let rule = if verdicts.is_weighted() { Rule::JudgedWeighed } else { Rule::Judged };
    Ok(Definition::Fact { rule, value: Number::from(verdicts.decided(class, action)) })
}

/// Σ cost · rows of each cell, over all rows. Where no costs are said a wrong class costs 1.
pub(super) fn mean_cost(context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    context.verdicts()?;
    let rule = Rule::MeanCost;
    if decider.rejects().is_some() {
        return Err(WorkedError::NotHere);
    }
    let mut terms = Vec::new();
    for (at, action) in decider.actions.iter().enumerate() {
        for (class, name) in context.fitted.classes.iter().enumerate() {
            let cost = decider.cost(at, class).map(Number::Exact).filter(|cost| !cost.is_zero());
            let rows = Expr::from(Quantity::decided(Some(action), Some(name)));
            terms.extend(cost.map(|_| match decider.has_costs() {
                true => Expr::from(Quantity::cost(action, Some(name))) * rows,
                false => rows,
            }));
        }
    }
    let sum = match terms.len() {
        0 => Expr::int(0),
        few if few <= CELLS => Expr::sum(terms),
        many => {
            let (a, c) = (Name::new("a"), Name::new("c"));
            let body =
                Expr::from(Quantity::cost(&a, Some(&c))) * Quantity::decided(Some(&a), Some(&c)).into();
            Expr::big(BigOp::Sum, symbols::I, Expr::int(many as u64), body, terms)
        }
    };
    Ok(Definition::Formula { rule, expr: sum / Quantity::decided(None, None).into() })
}

fn decider<'a>(context: &Context<'a>) -> Result<&'a Decider, WorkedError> {
    context.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)
}

fn place(action: &Name, decider: &Decider) -> Result<usize, WorkedError> {
    let found = decider.actions.iter().position(|one| one == action);
    found.ok_or_else(|| WorkedError::NoAction(action.clone(), decider.actions.to_vec()))
}
