//! An entry of Σ without distances: the mean of the products less the product of the means.

use super::super::context::Context;
use super::super::gaussian::{mean_of, weighed_sample};
use super::super::gda::times;
use super::super::proof::proved;
use super::argument::Passage;
use crate::math::{Chain, Expr, Name, Number, Precision, Quantity, Rel};
use crate::model::Gda;
use crate::recipe::Variance;

/// `Cov = E[xxᵀ] − μμᵀ`, for one entry of Σ with the numbers of the table; of a shared Σ the means of each class are
/// weighed by the rows of the class. `None` where the model does not estimate the entry, and for no rows.
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
    let text = "The same without distances: E is the mean over the rows, and Cov = E[xxᵀ] − μμᵀ, the mean of the products less the product of the means.";
    let shared =
        " One Σ for all classes takes away the products of each class, as often as the class has rows.";
    Some(Passage::new(format!("{text}{}", if class.is_none() { shared } else { "" }), vec![first, second]))
}
