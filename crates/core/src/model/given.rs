//! A model whose numbers are given instead of counted.

use super::gda::is_shared;
use super::{Estimate, Factor, FactorForm, Gda, Normal, Rate, Sigma};
use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{ColumnChoice, ExactNumber, Given, SHARED, find};
use crate::text::brief;
use num_traits::ToPrimitive;

fn float(number: &ExactNumber) -> f64 {
    number.value().to_f64().unwrap_or(f64::NAN)
}

impl Factor {
    /// Takes the given numbers of each class in place of counts.
    ///
    /// # Errors
    /// When one is not given.
    pub(super) fn take_given(
        &mut self,
        choice: Option<&ColumnChoice>,
        classes: &[Name],
    ) -> Result<(), Problem> {
        let name = self.name.as_str().to_owned();
        let not_given = |what: &str, key: &str| {
            let what = format!("{what} of “{}” is not given", brief(&name));
            let fix = format!("add [feature.{key}] below the name of the feature");
            Problem { feature: Some(name.clone()), ..Problem::usage(what, fix) }
        };
        let numbers = |key: &str| {
            let all = choice.and_then(|choice| choice.given_numbers().find(|(what, _)| *what == key));
            let number = |class: &Name| find(all?.1, class.as_str()).cloned();
            let all: Option<Vec<ExactNumber>> = classes.iter().map(number).collect();
            all.ok_or_else(|| not_given(&format!("the {key}"), key))
        };
        match &self.form {
            FactorForm::Gaussian(_) => {
                let (means, variances) = (numbers("mean")?, numbers("variance")?);
                let normal = |(mean, variance): (&ExactNumber, &ExactNumber)| {
                    let variance = float(variance);
                    Some(Normal { n: 0, mean: float(mean), rest: 0.0, raw: variance, variance })
                };
                self.form = FactorForm::Gaussian(means.iter().zip(&variances).map(normal).collect());
            }
            FactorForm::Counts(family, _) => {
                let rate = |rate: &ExactNumber| {
                    let parts = rate.value().numer().to_u64().zip(rate.value().denom().to_u64());
                    let (sum, n) = parts.ok_or_else(|| not_given("a rate of fewer digits", "rate"))?;
                    Ok(Rate { n, sum, ..Rate::default() })
                };
                let rates = numbers("rate")?.iter().map(rate).collect::<Result<_, Problem>>()?;
                self.form = FactorForm::Counts(family, rates);
            }
            _ => {
                let table = choice.and_then(|choice| choice.table.as_ref());
                let estimate = |value: &Name, class: &Name| {
                    let p = find(find(table?, class.as_str())?, value.as_str())?.value();
                    Some(Estimate { numerator: p.numer().clone(), denominator: p.denom().clone() })
                };
                let each =
                    self.values().iter().flat_map(|value| classes.iter().map(move |class| (value, class)));
                let given: Option<Vec<Estimate>> =
                    each.map(|(value, class)| estimate(value, class)).collect();
                let given = given.filter(|_| table.is_some());
                self.given = given.ok_or_else(|| not_given("P(value | class)", "table.\"class\""))?;
            }
        }
        Ok(())
    }
}

impl Gda {
    pub(super) fn given(data: &Dataset, given: &Given, classes: &[Name]) -> Result<Gda, Problem> {
        let (shape, d) = (data.resolved.covariance, data.resolved.features.len());
        let wrong = |class: &str, what: String, fix: String| Problem {
            class: Some(class.to_owned()),
            ..Problem::usage(what, fix)
        };
        let mean = |class: &Name| {
            let class = class.as_str();
            let mean = find(&given.mean, class).filter(|mean| mean.len() == d).ok_or_else(|| {
                let fix = "add [given.mean] with a list for each class: one number per feature";
                let what = format!("the mean of every feature ({d}) in “{}” is not given", brief(class));
                wrong(class, what, fix.to_owned())
            })?;
            Ok(mean.iter().map(float).collect())
        };
        let means: Vec<Vec<f64>> = classes.iter().map(mean).collect::<Result<_, Problem>>()?;
        let matrix = |name: &str| -> Result<Sigma, Problem> {
            let of = brief(name);
            let fix = || format!("write [given.Sigma] as a symmetric matrix of {d} × {d} numbers");
            let fits =
                |rows: &&Vec<Vec<ExactNumber>>| rows.len() == d && rows.iter().all(|row| row.len() == d);
            let rows = find(&given.sigma, name).filter(fits).ok_or_else(|| {
                wrong(name, format!("Σ of {of} is not given as a matrix of {d} × {d} numbers"), fix())
            })?;
            let at = |a: usize, b: usize| rows.get(a).and_then(|row| row.get(b)).map(ExactNumber::value);
            let mut below = (0..d).flat_map(|a| (0..a).map(move |b| (a, b)));
            if let Some((a, b)) = below.find(|(a, b)| at(*a, *b) != at(*b, *a)) {
                let what = format!("Σ of {of} is not symmetric: compare rows {} and {}", b + 1, a + 1);
                return Err(wrong(name, what, fix()));
            }
            let entries = rows.iter().map(|row| row.iter().map(float).collect()).collect();
            Sigma::new(entries).map_err(|_| {
                let fix = "make every variance more than 0, and every covariance smaller than the square root of the \
                           product of its two variances; no column may be a weighted sum of others";
                let what = format!("Σ of {of} is not positive definite to the precision of a float");
                wrong(name, what, fix.to_owned())
            })
        };
        let sigmas = match given.sigma.as_slice() {
            [(only, _)] if is_shared(shape) => vec![Some(matrix(only)?)],
            _ if is_shared(shape) => vec![Some(matrix(SHARED)?)],
            all => {
                let shared = all.iter().any(|(name, _)| name == SHARED);
                let name = |class: &Name| if shared { SHARED.to_owned() } else { class.as_str().to_owned() };
                classes.iter().map(|class| matrix(&name(class)).map(Some)).collect::<Result<_, _>>()?
            }
        };
        let rests = means.iter().map(|means| vec![0.0; means.len()]).collect();
        Ok(Gda { shape, ridge: 0.0, means, rests, sigmas })
    }
}
