//! The rows that a mean, a variance or a covariance adds up, with what each of them adds.

use super::context::Context;
use crate::math::{Name, Quantity, settled};
use crate::model::Fitted;

#[derive(Clone, Debug, PartialEq)]
pub struct Deviations {
    /// What the columns hold: `x`, `x − μ`, `(x − μ)²`; where rows have weights, `w` first, which the last is
    /// multiplied by.
    pub heads: Vec<String>,
    /// The first rows: the row of the data, from 0, and its numbers.
    pub rows: Vec<(usize, Vec<f64>)>,
    pub total: usize,
    pub sum: f64,
}

/// What each row adds to a mean, a variance or an entry of Σ; `None` for other quantities and for sums without rows. At
/// most `limit` rows are listed; all are added.
pub fn deviations(fitted: &Fitted, quantity: &Quantity, limit: usize) -> Option<Deviations> {
    let kind = Kind::of(fitted, quantity)?;
    let mut heads = kind.heads();
    if let Some(last) = heads.last_mut().filter(|_| Context { fitted, case: None }.is_weighted()) {
        *last = format!("w · {last}");
        heads.insert(0, "w".to_owned());
    }
    let mut found = Deviations { heads, rows: Vec::new(), total: 0, sum: 0.0 };
    for row in 0..fitted.data.table.rows() {
        let Some(class) = fitted.class_of_row(row) else { continue };
        if kind.class.is_some_and(|wanted| wanted != class) {
            continue;
        }
        let Some(mut numbers) = kind.numbers(fitted, row, class) else { continue };
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

/// What is added up: of which columns, in which class, and whether distances from the mean are.
struct Kind {
    /// The features, by position; two for a covariance.
    features: Vec<(usize, Name)>,
    class: Option<usize>,
    from_mean: bool,
}

impl Kind {
    fn of(fitted: &Fitted, quantity: &Quantity) -> Option<Kind> {
        let feature = |name: &Name| {
            let at = fitted.feature(name.as_str())?;
            fitted.factors().get(at).is_none_or(|factor| factor.is_number()).then_some(())?;
            Some((at, name.clone()))
        };
        let class = |name: &Name| fitted.class(name.as_str());
        match quantity {
            Quantity::Mean { feature: name, class: Some(of) } => {
                Some(Kind { features: vec![feature(name)?], class: Some(class(of)?), from_mean: false })
            }
            Quantity::Var { feature: name, class: Some(of) } => {
                Some(Kind { features: vec![feature(name)?], class: Some(class(of)?), from_mean: true })
            }
            Quantity::Cov { a, b, class: of } => {
                let gda = fitted.gda()?;
                // An entry that a diagonal Σ leaves out adds nothing up.
                if a != b && gda.is_diagonal() {
                    return None;
                }
                let features = if a == b { vec![feature(a)?] } else { vec![feature(a)?, feature(b)?] };
                let class = of.as_ref().map_or(Some(None), |of| class(of).map(Some))?;
                Some(Kind { features, class, from_mean: true })
            }
            _ => None,
        }
    }

    fn heads(&self) -> Vec<String> {
        match (self.features.as_slice(), self.from_mean) {
            (_, false) => vec!["x".into()],
            ([_], true) => vec!["x".into(), "x − μ".into(), "(x − μ)²".into()],
            (features, true) => {
                let heads = features.iter().map(|(_, name)| format!("{name} − μ"));
                heads.chain(["product".into()]).collect()
            }
        }
    }

    fn numbers(&self, fitted: &Fitted, row: usize, class: usize) -> Option<Vec<f64>> {
        let number = |at: usize| Some(fitted.data.number(row, fitted.features.get(at)?.column)?.value());
        if !fitted.is_naive() && (0..fitted.features.len()).any(|at| number(at).is_none()) {
            return None;
        }
        let distance = |at: usize| Some(number(at)? - fitted.mean(at, class)?);
        match (self.features.as_slice(), self.from_mean) {
            ([(at, _)], false) => Some(vec![number(*at)?]),
            ([(at, _)], true) => Some(vec![number(*at)?, distance(*at)?, distance(*at)?.powi(2)]),
            ([(a, _), (b, _)], true) => {
                let (a, b) = (distance(*a)?, distance(*b)?);
                Some(vec![a, b, a * b])
            }
            _ => None,
        }
    }
}
