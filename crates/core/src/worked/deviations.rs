//! The contribution of each row to a mean, a variance or a covariance, and the elimination that gives Σ⁻¹ and |Σ|.

use super::{Context, gda};
use crate::math::{Expr, FIGURES, Name, Number, Quantity, Sentence, sentence, settled};
use crate::model::{Factor, Fitted, Sigma};

#[derive(Clone, Debug, PartialEq)]
pub struct Deviations {
    /// The heads of the columns: `x`, `x − μ`, `(x − μ)²`; with weights, `w` first, and the last column is multiplied
    /// by it.
    pub heads: Vec<String>,
    /// The first rows: the index of the row in the data, and its numbers.
    pub rows: Vec<(usize, Vec<f64>)>,
    pub total: usize,
    pub sum: f64,
}

/// The contribution of each row to a mean, a variance or an entry of Σ; `None` for other quantities and for sums without
/// rows. At most `limit` rows are listed; all are added.
pub fn deviations(fitted: &Fitted, quantity: &Quantity, limit: usize) -> Option<Deviations> {
    let (names, class, from_mean) = match quantity {
        Quantity::Mean { feature, class: class @ Some(_) } => (vec![feature], class, false),
        Quantity::Var { feature, class: class @ Some(_) } => (vec![feature], class, true),
        // An entry off a diagonal Σ has no sum.
        Quantity::Cov { a, b, .. } if a != b && fitted.gda()?.is_diagonal() => return None,
        Quantity::Cov { a, b, class } if fitted.gda().is_some() => {
            (if a == b { vec![a] } else { vec![a, b] }, class, true)
        }
        _ => return None,
    };
    let wanted = class.as_ref().map_or(Some(None), |class| fitted.class(class.as_str()).map(Some))?;
    let number_at = |name: &&Name| {
        let at = fitted.feature(name.as_str())?;
        fitted.factors().get(at).is_none_or(Factor::is_number).then_some(at)
    };
    let features = names.iter().map(number_at).collect::<Option<Vec<usize>>>()?;
    let mut heads = match names.as_slice() {
        _ if !from_mean => vec!["x".into()],
        [_] => vec!["x".into(), "x − μ".into(), "(x − μ)²".into()],
        names => names.iter().map(|name| format!("{name} − μ")).chain(["product".into()]).collect(),
    };
    let number = |row: usize, at: usize| fitted.data.number(row, fitted.features.get(at)?.column);
    let numbers = |row: usize, class: usize| {
        if !fitted.is_naive() && (0..fitted.features.len()).any(|at| number(row, at).is_none()) {
            return None;
        }
        let distance = |at: usize| Some(number(row, at)? - fitted.mean(at, class)?);
        match features.as_slice() {
            [at] if !from_mean => Some(vec![number(row, *at)?]),
            [at] => Some(vec![number(row, *at)?, distance(*at)?, distance(*at)?.powi(2)]),
            [a, b] => {
                let (a, b) = (distance(*a)?, distance(*b)?);
                Some(vec![a, b, a * b])
            }
            _ => None,
        }
    };
    if let Some(last) = heads.last_mut().filter(|_| fitted.weight_column().is_some()) {
        *last = format!("w · {last}");
        heads.insert(0, "w".to_owned());
    }
    let mut found = Deviations { heads, rows: Vec::new(), total: 0, sum: 0.0 };
    for row in 0..fitted.data.table.rows() {
        let is_wanted = |class: &usize| wanted.is_none_or(|wanted| wanted == *class);
        let Some(class) = fitted.class_of_row(row).filter(is_wanted) else { continue };
        let Some(mut numbers) = numbers(row, class) else { continue };
        if let Some(weight) = fitted.weight(row).map(|weight| weight as f64) {
            numbers.iter_mut().rev().take(1).for_each(|last| *last *= weight);
            numbers.insert(0, weight);
        }
        found.total += 1;
        found.sum += numbers.last().copied().unwrap_or(0.0);
        if found.rows.len() < limit {
            found.rows.push((row, numbers.into_iter().map(settled).collect()));
        }
    }
    found.sum = settled(found.sum);
    (found.total > 0).then_some(found)
}

/// The most features of a Σ that is inverted step by step.
pub const WIDE: usize = 12;

#[derive(Clone, Debug)]
pub struct Elimination {
    pub start: Tableau,
    pub steps: Vec<Cleared>,
}

impl Elimination {
    pub const OPENING: &'static str =
        "Write Σ on the left and the identity on the right. Every row operation applies to both sides.";
    pub const CLOSING: &'static str =
        "The left side is now the identity, so the right side is Σ⁻¹. The product of the pivots is |Σ|.";
}

/// The left and the right side: after the last step, the identity and Σ⁻¹.
#[derive(Clone, Debug)]
pub struct Tableau {
    pub left: Vec<Vec<f64>>,
    pub right: Vec<Vec<f64>>,
}

#[derive(Clone, Debug)]
pub struct Cleared {
    pub column: Name,
    /// The divisor of its row; the product of the pivots is |Σ|.
    pub(crate) pivot: f64,
    pub tableau: Tableau,
}

impl Tableau {
    pub fn matrices(&self, figures: usize) -> [Expr; 2] {
        let rounded = |cell: f64| format!("{cell:.*e}", figures.saturating_sub(1)).parse().unwrap_or(cell);
        [&self.left, &self.right].map(|rows| {
            let cell = |cell: &f64| Expr::Num(Number::Float(rounded(*cell)));
            Expr::Matrix(rows.iter().map(|row| row.iter().map(cell).collect()).collect())
        })
    }
}

impl Cleared {
    pub fn sentence(&self) -> Sentence {
        let (column, pivot) = (self.column.to_string(), Number::Float(self.pivot).significant(FIGURES));
        sentence!(
            "Divide the row of {} by its pivot {}. Subtract multiples of it from the other rows, so that their column {} \
             is 0.",
            column,
            pivot,
            column
        )
    }
}

/// Returns the elimination for an entry of Σ⁻¹ or |Σ|; `None` for other quantities and if a shorter formula exists.
///
/// # Formula
/// Gauss–Jordan elimination without exchanges, which a positive definite Σ never needs.
pub fn elimination(fitted: &Fitted, quantity: &Quantity) -> Option<Elimination> {
    let (Quantity::Inverse { class, .. } | Quantity::Det { class }) = quantity else { return None };
    let gda = fitted.gda().filter(|gda| !gda.is_diagonal())?;
    let sigma = gda::sigma(class.as_ref(), gda, &Context { fitted, case: None }).ok();
    let sigma = sigma.filter(|sigma| (3..=WIDE).contains(&sigma.d()))?;
    Some(eliminated(sigma, fitted.feature_names().cloned()))
}

fn eliminated(sigma: &Sigma, names: impl Iterator<Item = Name>) -> Elimination {
    let unit = |at: usize| (0..sigma.d()).map(|column| f64::from(u8::from(column == at))).collect();
    let start = Tableau { left: sigma.rows().to_vec(), right: (0..sigma.d()).map(unit).collect() };
    let mut now = start.clone();
    let step = |(at, column): (usize, Name)| {
        let pivot = now.left.get(at).and_then(|row| row.get(at)).copied().unwrap_or(f64::NAN);
        let factors: Vec<f64> = now.left.iter().map(|row| row.get(at).copied().unwrap_or(f64::NAN)).collect();
        for side in [&mut now.left, &mut now.right] {
            let own: Vec<f64> = side.get(at).into_iter().flatten().map(|cell| cell / pivot).collect();
            for (row, (cells, factor)) in side.iter_mut().zip(&factors).enumerate() {
                for (cell, own) in cells.iter_mut().zip(&own) {
                    *cell = if row == at { *own } else { *cell - factor * own };
                }
            }
        }
        // A cleared column is exactly 0 or 1; rounding must not leave 1e-17.
        for (row, cells) in now.left.iter_mut().enumerate() {
            cells.iter_mut().skip(at).take(1).for_each(|cell| *cell = f64::from(u8::from(row == at)));
        }
        Cleared { column, pivot, tableau: now.clone() }
    };
    let steps = names.enumerate().map(step).collect();
    Elimination { start, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_becomes_the_inverse() {
        let rows = vec![vec![4.0, 2.0, 0.4], vec![2.0, 3.0, 0.5], vec![0.4, 0.5, 1.0]];
        let sigma = Sigma::new(rows).unwrap();
        let found = eliminated(&sigma, ["a", "b", "c"].into_iter().map(Name::from));
        let last = &found.steps.last().unwrap().tableau;
        for (row, wanted) in last.right.iter().zip(sigma.inverse()) {
            for (cell, wanted) in row.iter().zip(wanted) {
                assert!((cell - wanted).abs() < 1e-12, "{cell} {wanted}");
            }
        }
        assert_eq!(last.left, [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let product: f64 = found.steps.iter().map(|step| step.pivot).product();
        assert!((product.ln() - sigma.log_det).abs() < 1e-12);
    }
}
