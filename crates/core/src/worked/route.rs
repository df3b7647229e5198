//! The other way to a posterior, through θᵀx + θ₀, with the proof that both agree.

use super::gda::{inverse_of, quadratic_form};
use super::likelihood::Passage;
use super::posterior::Contest;
use super::{Context, Evaluator, Posterior, PosteriorRow, Result, RowKind, Worked, WorkedError, value_of};
use crate::math::{BigOp, Chain, Expr, Name, Number, Precision, Quantity, Rel, Symbol, log_add, symbols};
use crate::model::{Case, Fitted, Gda, leaders};
use num_traits::One;

const POSITIVE: usize = 1;

/// Why θᵀx + θ₀ is not available, in a sentence; `None` if it is.
pub fn no_route(fitted: &Fitted) -> Option<&'static str> {
    let Some(gda) = fitted.gda() else {
        return Some(
            "θᵀx + θ₀ needs one Σ for all classes (--model gda). In this model each factor adds its own logarithm to the \
             log-odds.",
        );
    };
    if !gda.is_shared() {
        return Some(
            "Here each class has its own Σ, so −½ xᵀΣ⁻¹x and −½ ln |Σ| do not cancel. The log-odds are quadratic in x. With one Σ \
             for all classes these terms cancel.",
        );
    }
    let priors =
        (0..fitted.classes.len()).all(|class| fitted.prior(class).is_some_and(|prior| !prior.is_zero()));
    (!priors).then_some("A class has prior 0, so its log-odds and θ₀ have no value.")
}

impl Posterior {
    /// The table of the linear form: a row for each feature, θ₀, their sum, and its posterior. With two classes only the
    /// second has terms.
    ///
    /// # Errors
    /// [`WorkedError::NotHere`] if [`no_route`] gives a reason.
    pub fn by_theta(fitted: &Fitted, case: &Case) -> Result<Posterior> {
        if no_route(fitted).is_some() {
            return Err(WorkedError::NotHere);
        }
        let mut evaluator = Evaluator::new(Context { fitted, case: Some(case) }, Vec::new());
        let (classes, x) = (&fitted.classes, case.numbers());
        let two = classes.len() == 2;
        let has_terms = |class: usize| !two || class == POSITIVE;
        let linear = |class: &Name| if two { Quantity::Logit } else { Quantity::Discriminant(class.clone()) };
        // θ₀ and θᵀx may cancel: their sum is taken from z, and shares from distances from the means.
        let odds = |class: usize| fitted.log_odds_at((class, 0), &x).unwrap_or(f64::NAN);
        let last_shares = shares(&(0..classes.len()).map(odds).collect::<Vec<f64>>());
        let mut sums = vec![0.0; classes.len()];
        let mut rows = Vec::new();
        let weights = fitted.feature_names().zip(&x).map(|(feature, x)| (Some(feature), *x));
        for (feature, x) in weights.chain([(None, 1.0)]) {
            let kind =
                feature.map_or(RowKind::Intercept, |feature| RowKind::Weight { feature: feature.clone() });
            let row = PosteriorRow::new(kind, fitted, None, |class, name| {
                let Some(sum) = sums.get_mut(class).filter(|_| has_terms(class)) else {
                    return Ok(Worked::blank());
                };
                let quantity = Quantity::theta(feature, Some(name).filter(|_| !two));
                let term = number(&mut evaluator, &quantity)? * x;
                *sum = match feature {
                    Some(_) => *sum + term,
                    None => number(&mut evaluator, &linear(name))?,
                };
                Ok(Worked::number(quantity, term, *sum))
            })?;
            let shares = if feature.is_some() { shares(&sums) } else { last_shares.clone() };
            rows.push(PosteriorRow { shares: Some(shares), leaders: leaders(&sums, |_, _| None), ..row });
        }
        let predicted = fitted.predict(case);
        let leaders = match predicted.tied.as_slice() {
            [] => predicted.predicted.into_iter().collect(),
            tied => tied.to_vec(),
        };
        for kind in [RowKind::Linear, RowKind::Squashed] {
            let row = PosteriorRow::new(kind.clone(), fitted, None, |class, name| {
                let quantity = match (&kind, has_terms(class)) {
                    (RowKind::Linear, true) => linear(name),
                    (RowKind::Linear, false) => return Ok(Worked::blank()),
                    (_, false) => Quantity::posterior(name),
                    (_, true) if two => Quantity::Sigmoid,
                    (_, true) => Quantity::Softmax(name.clone()),
                };
                let value = number(&mut evaluator, &quantity)?;
                Ok(Worked::number(quantity, value, value))
            })?;
            rows.push(PosteriorRow { shares: Some(last_shares.clone()), leaders: leaders.clone(), ..row });
        }
        Posterior::of_rows(&mut evaluator, rows, None, false)
    }
}

fn number(evaluator: &mut Evaluator<'_>, quantity: &Quantity) -> Result<f64> {
    Ok(evaluator.value(quantity)?.ok_or(WorkedError::NotHere)?.to_f64())
}

impl Worked {
    fn number(quantity: Quantity, value: f64, so_far: f64) -> Worked {
        let [value, so_far] = [value, so_far].map(Number::Float);
        Worked { quantity, shown: Expr::Num(value.clone()), value: Some(value), so_far: Some(so_far) }
    }

    pub(super) fn blank() -> Worked {
        Worked { quantity: Quantity::Logit, shown: Expr::Text(String::new()), value: None, so_far: None }
    }

    pub fn is_blank(&self) -> bool {
        matches!(&self.shown, Expr::Text(text) if text.is_empty())
    }
}

/// The softmax of the sums; with two classes the first has 0, and the second the log-odds.
fn shares(sums: &[f64]) -> Vec<f64> {
    let all = sums.iter().fold(f64::NEG_INFINITY, |all, sum| log_add(all, *sum));
    sums.iter().map(|sum| (sum - all).exp()).collect()
}

/// A term of the linear form: `θ(height) · height = 0.35992 · 84 ≈ 30.2336`.
pub fn weight_times_x(fitted: &Fitted, case: &Case, row: &RowKind, cell: &Worked) -> Option<Chain> {
    let RowKind::Weight { feature } = row else { return None };
    let (x, product) = (*case.numbers().get(fitted.feature(feature.as_str())?)?, cell.value.clone()?);
    let Quantity::Theta { class, .. } = &cell.quantity else { return None };
    let at = match class {
        Some(class) => fitted.discriminant(fitted.class(class.as_str())?)?.1,
        None => fitted.theta()?.weights,
    };
    let weight = *at.get(fitted.feature(feature.as_str())?)?;
    let lhs = Expr::Of(cell.quantity.clone()) * Expr::Text(feature.to_string());
    Some(with_numbers(Chain::new(lhs), Expr::float(weight) * Expr::float(x), &product, Precision::TERM))
}

/// A chain that ends in numbers and their value, which agree within the last figure.
pub(super) fn with_numbers(mut chain: Chain, numbers: Expr, value: &Number, precision: Precision) -> Chain {
    let (line, precision) = proved(&numbers, value, precision);
    chain.rest.push(line);
    chain.approx(Expr::Rounded(value.clone(), precision))
}

/// Why the posterior is the logistic function of a linear form, line by line, with the numbers of the case: the second of two
/// classes against the first, or the most likely class against the next (CS229 notes, GDA and logistic regression).
///
/// # Errors
/// [`WorkedError::NotHere`] if [`no_route`] gives a reason, and for fewer than two classes.
pub fn why_logistic(fitted: &Fitted, case: &Case) -> Result<Vec<Passage>> {
    let gda = fitted.gda().filter(|_| no_route(fitted).is_none()).ok_or(WorkedError::NotHere)?;
    let mut evaluator = Evaluator::new(Context { fitted, case: Some(case) }, Vec::new());
    let contest = Contest::of_case(&mut evaluator)?.ok_or(WorkedError::NotHere)?;
    let only = fitted.classes.len() == 2;
    let (a, b) = if only { (POSITIVE, 0) } else { (contest.leader, contest.rival) };
    let names = fitted.classes.get(a).zip(fitted.classes.get(b));
    let (one, other) = names.ok_or(WorkedError::NotHere)?;
    let x = case.numbers();
    let mut of = |quantity: Quantity| number(&mut evaluator, &quantity);
    let ratio = |of: fn(&Name) -> Quantity| Expr::Of(of(one)) / Expr::Of(of(other));
    let z = of(Quantity::score(one).ln())? - of(Quantity::score(other).ln())?;
    let z = Number::Float(z);
    let counted = |class: usize| {
        let estimate = fitted.prior_estimate(class).ok_or(WorkedError::NotHere)?;
        Ok::<Expr, WorkedError>(Expr::Ratio(estimate.numerator.clone(), estimate.denominator.clone()))
    };
    let [q_a, q_b] = [one, other].map(|class| Quantity::SquaredDistance(class.clone()));
    let (at_a, at_b) = (of(q_a.clone())?, of(q_b.clone())?);
    let half = || Expr::ratio(1, 2);
    let odds = ratio(Quantity::posterior);
    let first = Chain::new(odds.clone().ln()).eq(ratio(Quantity::score).ln());
    let general =
        ratio(Quantity::prior).ln() - half() * Expr::Of(q_a.clone()) + half() * Expr::Of(q_b.clone());
    let own = (counted(a)? / counted(b)?).ln() - half() * Expr::float(at_a) + half() * Expr::float(at_b);
    let second = with_numbers(Chain::new(odds.ln()).eq(general), own, &z, Precision::TERM);
    let squares =
        [(a, q_a, at_a), (b, q_b, at_b)].map(|(class, q, value)| multiplied_out(gda, class, &x, q, value));
    let theta = linear_form(fitted, case, (one, other), &mut of, &z)?;
    let logistic = Expr::int(1) / (Expr::int(1) + (-Expr::Num(z.clone())).exp());
    let posterior = Number::Float(1.0 / (1.0 + (-z.to_f64()).exp()));
    let [own, rival] = [one, other].map(|class| Expr::Of(Quantity::posterior(class)));
    let share = if only { own } else { own.clone() / (own + rival) };
    let last = with_numbers(Chain::new(share), logistic, &posterior, Precision::Share);
    let third = "Multiply out; Σ⁻¹ is symmetric. Both classes share Σ, so xᵀΣ⁻¹x is the same in both and cancels in the \
                 difference: no square of x remains.";
    let fourth = "The coefficient of x is θ = Σ⁻¹(μ − μ′), with the two means. The constant is θ₀ = ln(P/P′) − ½ μᵀΣ⁻¹μ + \
                  ½ μ′ᵀΣ⁻¹μ′.";
    let fifth = match only {
        true => "The logistic function turns the log-odds z into a probability: P = 1/(1 + e^(−z)).",
        false => {
            "The logistic function of z gives the share of the first of these two classes. For all classes, use the softmax."
        }
    };
    Ok(vec![
        Passage::new(
            "P(x) divides both posteriors and cancels in their ratio. Take the logarithm: the product becomes a sum.",
            vec![first],
        ),
        Passage::new(
            "Both densities share Σ, so √((2π)ᵈ |Σ|) cancels. The rest of each density is e^(−q/2).",
            vec![second],
        ),
        Passage::new(third, squares.to_vec()),
        Passage::new(fourth, vec![theta]),
        Passage::new(fifth, vec![last]),
    ])
}

/// q = xᵀΣ⁻¹x − 2 μᵀΣ⁻¹x + μᵀΣ⁻¹μ of a class.
fn multiplied_out(gda: &Gda, class: usize, x: &[f64], q: Quantity, value: f64) -> Chain {
    let mean: Vec<f64> = (0..x.len()).map(|at| gda.mean(class, at).unwrap_or(f64::NAN)).collect();
    let times = |a: &[f64], b: &[f64]| -> f64 {
        let solved = gda.sigma(class).map(|sigma| sigma.solve(b)).unwrap_or_default();
        a.iter().zip(solved).map(|(a, b)| a * b).sum()
    };
    let form = |a: Symbol, b: Symbol| {
        let across = Expr::Transpose(Box::new(a.into()));
        Expr::Juxt(vec![across, inverse_of(symbols::COVARIANCE.into()), b.into()])
    };
    let two = || Expr::int(2);
    let general =
        form(symbols::X, symbols::X) - two() * form(symbols::MU, symbols::X) + form(symbols::MU, symbols::MU);
    let own =
        Expr::float(times(x, x)) - two() * Expr::float(times(&mean, x)) + Expr::float(times(&mean, &mean));
    let chain = Chain::new(Expr::Of(q)).eq(quadratic_form(symbols::X.into())).eq(general);
    with_numbers(chain, own, &Number::Float(value), Precision::TERM)
}

/// z = θᵀx + θ₀, term by term; with more than two classes, the difference of two discriminants.
fn linear_form(
    fitted: &Fitted,
    case: &Case,
    (one, other): (&Name, &Name),
    of: &mut dyn FnMut(Quantity) -> Result<f64>,
    z: &Number,
) -> Result<Chain> {
    let two = fitted.classes.len() == 2;
    let mut weight = |feature: Option<&Name>| match two {
        true => of(Quantity::theta(feature, None)),
        false => Ok(of(Quantity::theta(feature, Some(one)))? - of(Quantity::theta(feature, Some(other)))?),
    };
    let mut terms = Vec::new();
    for (feature, x) in fitted.feature_names().zip(case.numbers()) {
        terms.push(Expr::float(weight(Some(feature))?) * Expr::float(x));
    }
    terms.push(Expr::float(weight(None)?));
    let d = |class: &Name| Expr::Of(Quantity::Discriminant(class.clone()));
    let lhs = if two { Expr::Of(Quantity::Logit) } else { d(one) - d(other) };
    let general = Expr::Juxt(vec![Expr::Transpose(Box::new(symbols::THETA.into())), symbols::X.into()])
        + Expr::from(symbols::THETA_0);
    Ok(with_numbers(Chain::new(lhs).eq(general), Expr::sum(terms), z, Precision::TERM))
}

/// The most figures of a number on a line.
const MOST: usize = 8;
/// The fewest figures of a result.
const LEAST: usize = 2;

/// A line of numbers, `≈` if one of them is rounded, and how far its result is rounded, so that one leads to the other. Adds
/// figures to the numbers until the printed numbers give the printed result. If that does not help, the result gets fewer
/// figures.
pub(super) fn proved(numbers: &Expr, value: &Number, precision: Precision) -> ((Rel, Expr), Precision) {
    let is_decimal = |part: &Expr| match part {
        Expr::Num(number) => !number.is_exact(),
        part => matches!(part, Expr::Rounded(..)),
    };
    if !numbers.any(&is_decimal) {
        return ((Rel::Eq, numbers.clone()), precision);
    }
    let first = figures(Precision::FACTOR);
    let found =
        (first..=MOST).map(|figures| at(numbers, figures)).find(|numbers| agrees(numbers, value, precision));
    let (numbers, result) = found.map(|numbers| (numbers, precision)).unwrap_or_else(|| {
        let numbers = at(numbers, MOST);
        let mut fewer = (LEAST..figures(precision)).rev().map(|figures| precision.with(figures));
        // A line without a computable result, such as one of matrices, has nothing to prove.
        match fewer.find(|fewer| agrees(&numbers, value, *fewer)) {
            Some(result) => (numbers, result),
            None => (at(&numbers, first), precision),
        }
    });
    let relation = if is_rounded(&numbers) { Rel::Approx } else { Rel::Eq };
    ((relation, numbers), result)
}

fn figures(precision: Precision) -> usize {
    match precision {
        Precision::Figures(figures) | Precision::Summed(figures) => figures,
        Precision::Share => 4,
    }
}

/// Every decimal with so many figures; a decimal with few figures stays as it is.
fn at(numbers: &Expr, figures: usize) -> Expr {
    numbers.map(&|part| {
        let (number, precision) = match part {
            Expr::Num(number) if !number.is_exact() => (number, Precision::FACTOR),
            Expr::Rounded(number, precision) => (number, *precision),
            _ => return None,
        };
        let most = precision.with(MOST);
        let precision = if number.rounded(most).is_exact() { most } else { precision.with(figures) };
        Some(Expr::Rounded(number.clone(), precision))
    })
}

/// Whether the printed numbers give the printed result, within its last figure.
pub(super) fn agrees(numbers: &Expr, value: &Number, precision: Precision) -> bool {
    let printed = numbers.map(&|part| match part {
        Expr::Rounded(number, precision) => printed_value(number, *precision).map(Expr::Num),
        _ => None,
    });
    let (Some(found), Some(shown)) = (value_of(&printed, &|_| None), printed_value(value, precision)) else {
        return false;
    };
    let (difference, unit) = (found.sub(&shown), value.last_figure(precision));
    let difference = if difference.is_negative() { difference.neg() } else { difference };
    difference.compare(&unit).is_le()
}

/// The printed number: a float if possible, else its logarithm.
fn printed_value(number: &Number, precision: Precision) -> Option<Number> {
    let text = number.rounded(precision);
    match text.pointed().parse::<f64>() {
        Ok(value) if value.is_normal() || value == 0.0 && number.is_zero() => Some(Number::Float(value)),
        _ => text.number().map(|exact| Number::Log(exact.ln())),
    }
}

pub(super) fn is_rounded(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::Rounded(of, precision) if !of.rounded(*precision).is_exact()))
}

/// Sums over more rows than this keep their sign when the numbers are put in.
pub(super) const ROWS: usize = 6;

pub(super) fn spelled_out(expr: &Expr) -> Expr {
    expr.map(&|part| match part {
        // A sum over many rows may hold fewer terms with the same sum.
        Expr::Big { op: BigOp::Sum, upper, terms, .. } if **upper != Expr::int(terms.len() as u64) => None,
        Expr::Big { op: BigOp::Sum, terms, .. } if (1..=ROWS).contains(&terms.len()) => {
            Some(Expr::sum(terms.clone()))
        }
        _ => None,
    })
}

pub(super) fn has_big(expr: &Expr) -> bool {
    expr.any(&|part| matches!(part, Expr::Big { .. }))
}

pub(super) fn tidy(expr: Expr) -> Expr {
    let whole = |expr: &Expr| match expr {
        Expr::Num(Number::Exact(value)) if value.denom().is_one() => Some(value.numer().clone()),
        _ => None,
    };
    let Expr::Frac(top, bottom) = &expr else { return expr };
    let fraction = whole(top).zip(whole(bottom));
    fraction.map_or(expr, |(top, bottom)| Expr::Ratio(top, bottom))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f64> {
        (1.0..10.0f64, -6i32..6, any::<bool>()).prop_map(|(digits, power, below)| {
            let value = digits * 10f64.powi(power);
            if below { -value } else { value }
        })
    }

    proptest! {
        #[test]
        fn printed_numbers_give_the_printed_result(
            terms in prop::collection::vec((number(), number()), 1..5),
            summed in any::<bool>(),
        ) {
            let product = |(a, b): &(f64, f64)| Expr::float(*a) * Expr::float(*b);
            let numbers = Expr::sum(terms.iter().map(product).collect());
            let value = Number::Float(terms.iter().map(|(a, b)| a * b).sum());
            let precision = if summed { Precision::TERM } else { Precision::FACTOR };
            let ((relation, numbers), result) = proved(&numbers, &value, precision);
            // If the terms cancel, eight figures are not enough.
            let size = terms.iter().map(|(a, b)| (a * b).abs()).fold(0.0, f64::max);
            prop_assume!(value.to_f64().abs() > 1e-3 * size);
            prop_assert!(agrees(&numbers, &value, result), "{:?}", numbers);
            prop_assert_eq!(relation == Rel::Approx, is_rounded(&numbers));
        }
    }
}
