//! Where the slope is 0: the equation, solved step by step as in the notes, and why an estimate may lie elsewhere.

use super::super::definition::Context;
use super::super::gaussian::{self, mean_of, weighed_sample};
use super::super::gda::{count, times};
use super::super::route::{proved, tidy};
use super::argument::{Known, Passage};
use super::joint::{Added, Chance};
use super::parameter::Parameter;
use crate::math::{Chain, Expr, Name, Number, Precision, Quantity, Rel, symbols};
use crate::model::{Factor, Gda, Rate};
use crate::recipe::Variance;

/// The passages that set the slope to 0.
pub(super) fn solved(
    of: &Parameter<'_>,
    address: &Quantity,
    context: &Context<'_>,
    known: &Known,
) -> Vec<Passage> {
    match of {
        Parameter::Chance(chance) => chances(chance, known),
        Parameter::Mean { feature, class } => {
            let n = gaussian::known(feature, class);
            vec![centre(
                address,
                n,
                Expr::Sym(symbols::X),
                (known, context),
                "Multiply by σ²: the variance cancels.",
            )]
        }
        Parameter::Rate { factor, rate, class } => vec![self::rate(factor, rate, class, (address, known))],
        Parameter::Variance { .. } => {
            let mut all = vec![variance(address, known, context)];
            let fitted = context.fitted;
            if fitted.data.resolved.variance == Variance::Unbiased {
                all.push(Passage::new(
                    "This model divides by n − 1 instead, because the mean is estimated from the same rows. Its variance is larger than the maximum-likelihood estimate, so the slope is below 0.",
                    Vec::new(),
                ));
            }
            if fitted.epsilon > 0.0 {
                all.push(Passage::new(
                    "This model adds ε to every variance, so that none can be 0. The estimate is then larger than the value without ε, and the slope is smaller.",
                    Vec::new(),
                ));
            }
            all
        }
        Parameter::Centre { feature, class, .. } => {
            let n = count(class);
            let body = Expr::Text(feature.to_string());
            let why = "Multiply by Σ on the left: the inverse cancels. For each feature the distances from its mean must add to 0.";
            vec![centre(address, n, body, (known, context), why)]
        }
        Parameter::Entry { at, class, gda } => entry(*at, *class, gda, address, context, known),
    }
}

/// `expr = 0`.
fn zero(expr: Expr) -> Chain {
    Chain::new(expr).eq(Expr::int(0))
}

fn step(of: &Quantity, known: &Known) -> Vec<Chain> {
    known.step(of).map(|step| step.chain.clone()).into_iter().collect()
}

fn over_rows(body: Expr, context: &Context<'_>) -> Expr {
    Expr::over_rows(symbols::N, weighed_sample(body, context), Vec::new())
}

/// ∑(x − μ) = 0, so ∑x = n μ.
fn centre(
    address: &Quantity,
    n: Expr,
    body: Expr,
    (known, context): (&Known, &Context<'_>),
    why: &str,
) -> Passage {
    let mean = || Expr::from(address.clone());
    let distances = over_rows(Expr::of_row(body.clone()) - mean(), context);
    let mut chains = vec![zero(distances), Chain::new(over_rows(Expr::of_row(body), context)).eq(n * mean())];
    chains.extend(step(address, known));
    Passage::new(format!("Set the slope to 0. {why} The solution is the average."), chains)
}

/// ∑k/λ − n = 0, times λ.
fn rate(factor: &Factor, rate: &Rate, class: &Name, (address, known): (&Quantity, &Known)) -> Passage {
    if rate.sum == 0 {
        let text =
            "Every count of the class is 0, so ℓ falls as λ rises. It is highest at the boundary, λ = 0.";
        return Passage::new(text, step(address, known));
    }
    let (sum, n) = (Expr::int(rate.sum), gaussian::known(&factor.name, class));
    let lambda = || Expr::from(address.clone());
    let equation = sum.clone() / lambda() - n.clone();
    let mut chains = vec![zero(equation), Chain::new(sum).eq(n * lambda())];
    chains.extend(step(address, known));
    Passage::new("Set the slope to 0 and multiply by λ. The solution is the average.", chains)
}

/// −n/(2σ²) + ∑(x − μ)²/(2σ⁴) = 0, times 2σ⁴.
fn variance(address: &Quantity, known: &Known, context: &Context<'_>) -> Passage {
    let distances = over_rows((Expr::of_row(symbols::X) - symbols::MU.into()).squared(), context);
    let (var, n) = (|| Expr::from(address.clone()), || Expr::from(symbols::N));
    let mut chains = vec![Chain::new(distances.clone()).eq(n() * var())];
    chains.push(Chain::new(var()).eq(distances / n()));
    chains.extend(step(address, known));
    Passage::new(
        "Set the slope to 0 and multiply by 2σ⁴. The solution is the average squared distance from the mean, over n. The last line is the formula of this model.",
        chains,
    )
}

/// −n/2 Σ⁻¹ + ½ Σ⁻¹ S Σ⁻¹ = 0, times Σ on both sides.
fn entry(
    (row, column): (usize, usize),
    class: Option<&Name>,
    gda: &Gda,
    address: &Quantity,
    context: &Context<'_>,
    known: &Known,
) -> Vec<Passage> {
    let sigma = || Expr::Sym(symbols::COVARIANCE);
    let inverse = || Expr::Inverse(Box::new(sigma()));
    let n = || Expr::Sym(symbols::N);
    let scatter = || Expr::Sym(symbols::SCATTER);
    let half = |parts: Vec<Expr>| Expr::ratio(1, 2) * Expr::Juxt(parts);
    let matrix = -(n() / Expr::int(2) * inverse()) + half(vec![inverse(), scatter(), inverse()]);
    let mut all = Vec::new();
    let mut text = String::from(
        "Solve for all entries at once. S is the sum over the rows of the products of the distances from the means. The slopes form a matrix: set it to 0 and multiply by Σ on the left and on the right. The solution is S/n.",
    );
    if row != column {
        text.push_str(" An entry off the diagonal is in Σ twice, so its slope is twice that in the matrix.");
    }
    if gda.is_diagonal() {
        text.push_str(" In a diagonal Σ only the entries on the diagonal are parameters.");
    }
    let mut chains = vec![zero(matrix), Chain::new(sigma()).eq(scatter() / n())];
    chains.extend(step(address, known));
    all.push(Passage::new(text, chains));
    all.extend(expected((row, column), class, gda, address, context));
    if context.fitted.data.resolved.variance == Variance::Unbiased {
        let by = if class.is_some() { "the rows of the class minus 1" } else { "the rows minus the classes" };
        all.push(Passage::new(
            format!("This model divides by {by} instead, because the means are estimated from the same rows. So the slope is not 0."),
            Vec::new(),
        ));
    }
    if gda.ridge > 0.0 {
        all.push(Passage::new(
            "This model adds a ridge to the diagonal of Σ, so that it can be inverted. So the slopes are not 0.",
            Vec::new(),
        ));
    }
    all
}

fn chances(chance: &Chance, known: &Known) -> Vec<Passage> {
    let p = || Expr::from(chance.of.clone());
    let (count, total) = (|| chance.count.clone(), || chance.total.clone());
    if chance.counted + chance.others == 0 {
        let text = match &chance.added {
            Added::Some(..) => {
                "No row was counted for it, so ℓ does not change with it: the estimate comes from smoothing alone."
            }
            _ => {
                "No row was counted for it, so ℓ does not change with it: every value is as good as another."
            }
        };
        return vec![Passage::new(text, step(&chance.of, known))];
    }
    if chance.outcomes < 2 {
        return vec![Passage::new("There is only one outcome, so its probability must be 1.", Vec::new())];
    }
    let mut all = Vec::new();
    let share = Chain::new(p()).eq(count() / total());
    let share = numbers(share, &(count() / total()), known);
    if chance.counted == 0 {
        all.push(Passage::new(
            format!("It was never counted, so ℓ has no term with its logarithm (0 · ln 0 is 0 here). The slope is below 0 for every {}: ℓ is highest at the boundary 0.", chance.of),
            vec![share],
        ));
    } else if chance.others == 0 {
        all.push(Passage::new(
            format!("No other outcome was counted, so ℓ has no term with the others. The slope is above 0 for every {}: ℓ is highest at the boundary 1.", chance.of),
            vec![share],
        ));
    } else if chance.outcomes == 2 {
        let less = p().opposite();
        let equal = Chain::new(count() / p()).eq(chance.rest.clone() / less);
        all.push(Passage::new(
            format!("Set the slope to 0 and multiply by both denominators. The probability is the share of the count in the total.{}", alone(chance)),
            vec![equal, share],
        ));
    } else {
        let lambda = || Expr::Sym(symbols::LAMBDA);
        let equation = zero(count() / p() - lambda());
        all.push(Passage::new(
            "Set the slopes of all these probabilities to 0 at once. They must add to 1, so use a Lagrange multiplier λ. The slope of ℓ − λ · (their sum − 1) in each of them must be 0:",
            vec![equation, Chain::new(p()).eq(count() / lambda())],
        ));
        all.push(Passage::new(
            format!(
                "Added over all of them, the left side is 1, so λ is the sum of the counts.{}",
                alone(chance)
            ),
            vec![numbers(Chain::new(lambda()).eq(total()), &total(), known), share],
        ));
    }
    all.extend(elsewhere(chance, known));
    all
}

fn alone(chance: &Chance) -> &'static str {
    if chance.added == Added::Nothing { "" } else { " That is where ℓ alone is highest:" }
}

fn elsewhere(chance: &Chance, known: &Known) -> Option<Passage> {
    let slope = known.value(&chance.of.clone().slope());
    match &chance.added {
        Added::Nothing => None,
        Added::Given => {
            let at_top = slope.is_some_and(|slope| slope.is_zero());
            let why = if at_top { "Here it is, by chance." } else { "So the slope is not 0." };
            Some(Passage::new(
                format!(
                    "This prior is not estimated: the recipe gives it. ℓ need not be highest at it. {why}"
                ),
                step(&chance.of, known),
            ))
        }
        Added::Some(each, _) => {
            let (own, rest) = chance.added_terms()?;
            let p = || Expr::from(chance.of.clone());
            let less = p().opposite();
            let name = if matches!(each, Expr::Of(_)) { "α" } else { "a" };
            let left = match chance.added_slope()? {
                Expr::Add(parts) => {
                    Expr::Add(std::iter::once(Expr::Of(chance.of.clone().slope())).chain(parts).collect())
                }
                other => other,
            };
            let add = |one: &Expr, other: Expr| Expr::Add(vec![one.clone(), other]);
            let right = add(&chance.count, own) / p() - add(&chance.rest, rest) / less;
            let value = known.value_of(&right).unwrap_or_else(Number::zero);
            let mut chains =
                vec![Chain::new(left).eq(right.clone()).eq(known.put(&right)).eq(Expr::Num(value))];
            chains.extend(step(&chance.of, known));
            Some(Passage::new(
                format!(
                    "This model adds {name} to every count, as if every outcome had been seen {name} times more. So the estimate is where ℓ + {name} · ∑ ln P is highest. The slope of that, with {name} in each count, is 0:"
                ),
                chains,
            ))
        }
    }
}

fn numbers(chain: Chain, expr: &Expr, known: &Known) -> Chain {
    chain.eq(tidy(known.put(expr)))
}

/// `Cov = E[xxᵀ] − μμᵀ`, for one entry of Σ with the numbers of the table. A shared Σ weights the means of each class by its
/// rows. `None` if the model does not estimate the entry, and without rows.
pub(super) fn expected(
    (row, column): (usize, usize),
    class: Option<&Name>,
    gda: &Gda,
    address: &Quantity,
    context: &Context<'_>,
) -> Option<Passage> {
    if row != column && gda.is_diagonal() {
        return None;
    }
    let fitted = context.fitted;
    let names: Vec<&Name> = fitted.feature_names().collect();
    let (a, b) = (*names.get(row)?, *names.get(column)?);
    let of = |name: &Name| fitted.classes.iter().position(|one| one == name);
    let all: Vec<usize> = match class {
        Some(class) => vec![of(class)?],
        None => (0..fitted.classes.len()).filter(|class| fitted.class_table_rows(*class) > 0).collect(),
    };
    let mut sum = 0.0;
    let (mut n, mut means, mut put) = (0, Vec::new(), Vec::new());
    for at in &all {
        let (scatter, name) = (fitted.scatter(*at)?, fitted.classes.get(*at)?);
        let [one, other] = [*scatter.mean.get(row)?, *scatter.mean.get(column)?];
        let rows = scatter.n as f64;
        sum += scatter.product(row, column) + rows * one * other;
        n += scatter.n;
        let product = |one: Expr, other: Expr| match class {
            Some(_) => times(row == column, one, other),
            None => Expr::int(scatter.n) * times(row == column, one, other),
        };
        means.push(product(mean_of(a, name), mean_of(b, name)));
        put.push(product(Expr::float(one), Expr::float(other)));
    }
    if n == 0 {
        return None;
    }
    let given = class.map(|class| format!(" | {class}")).unwrap_or_default();
    let square = if row == column { format!("{a}²") } else { format!("{a} · {b}") };
    let mean = || Expr::Text(format!("E[{square}{given}]"));
    let value = Number::Float(sum / n as f64);
    let sample = |name: &Name| Expr::of_row(Expr::Text(name.to_string()));
    let body = weighed_sample(times(row == column, sample(a), sample(b)), context);
    let over_rows = Expr::over_rows(Expr::int(n), body, Vec::new()) / Expr::int(n);
    let first = Chain::new(mean()).eq(over_rows).approx(Expr::Num(value.clone()));
    let whole = |mean: Expr, means: Vec<Expr>| {
        let less = match class {
            Some(_) => Expr::sum(means),
            None => Expr::sum(means) / Expr::int(n),
        };
        let apart = mean - less;
        let groups = all.len() as u64;
        let share = match fitted.data.resolved.variance {
            Variance::Population => apart,
            Variance::Unbiased => Expr::int(n) / (Expr::int(n) - Expr::int(groups)) * apart,
        };
        let ridge = row == column && gda.ridge > 0.0;
        if ridge { share + Expr::float(gda.ridge) } else { share }
    };
    let entry = Number::Float(gda.sigma(all.first().copied()?)?.entry(row, column));
    let line = proved(&whole(Expr::Num(value), put), &entry, Precision::FACTOR);
    let second = Chain {
        lhs: address.clone().into(),
        rest: vec![
            (Rel::Eq, whole(mean(), means)),
            (line.relation, line.numbers),
            (Rel::Approx, Expr::Rounded(entry, line.result)),
        ],
    };
    let text = "The same without distances: Cov = E[xxᵀ] − μμᵀ, where E is the mean over the rows. It is the mean of the products minus the product of the means.";
    let shared = " One Σ for all classes subtracts the products of each class, times the rows of the class.";
    Some(Passage::new(format!("{text}{}", if class.is_none() { shared } else { "" }), vec![first, second]))
}
