//! A model whose numbers are given instead of counted.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::classes::Estimate;
use super::factor::Factor;
use super::factor::Form;
use super::gda::Gda;
use super::normal::Normal;
use super::poisson::Rate;
use super::sigma::Sigma;
use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{ByName, ColumnChoice, Given, SHARED, Written};
use crate::text::brief;

fn of_class<'a, T>(all: &'a [(String, T)], class: &Name) -> Option<&'a T> {
    all.iter().find(|(name, _)| name == class.as_str()).map(|(_, of)| of)
}

fn float(number: &Written) -> f64 {
    number.value().to_f64().unwrap_or(f64::NAN)
}

fn not_given(feature: &str, what: &str, key: &str) -> Problem {
    Problem {
        feature: Some(feature.to_owned()),
        ..Problem::usage(
            format!("{what} of “{}” is not given", brief(feature)),
            format!("add [feature.{key}] below the name of the feature"),
        )
    }
}

impl Factor {
    pub(super) fn take_given(
        &mut self,
        choice: Option<&ColumnChoice>,
        classes: &[Name],
    ) -> Result<(), Problem> {
        let name = self.name.as_str().to_owned();
        let numbers =
            |of: Option<&ByName<Written>>, what: &str, key: &str| -> Result<Vec<Written>, Problem> {
                let all = of.ok_or_else(|| not_given(&name, what, key))?;
                let each = classes.iter().map(|class| of_class(all, class).cloned());
                each.collect::<Option<Vec<_>>>().ok_or_else(|| not_given(&name, what, key))
            };
        match &self.form {
            Form::Gaussian(_) => {
                let means = numbers(choice.and_then(|choice| choice.mean.as_ref()), "the mean", "mean")?;
                let variances =
                    numbers(choice.and_then(|choice| choice.variance.as_ref()), "the variance", "variance")?;
                let normal = |(mean, variance): (&Written, &Written)| {
                    let variance = float(variance);
                    Some(Normal { n: 0, mean: float(mean), rest: 0.0, raw: variance, variance })
                };
                self.form = Form::Gaussian(means.iter().zip(&variances).map(normal).collect());
            }
            Form::Poisson(_) => {
                let rates = numbers(choice.and_then(|choice| choice.rate.as_ref()), "the rate", "rate")?;
                let rate = |rate: &Written| {
                    let whole = |number: &BigInt| number.to_u64();
                    let parts = whole(rate.value().numer()).zip(whole(rate.value().denom()));
                    let (sum, n) = parts.ok_or_else(|| not_given(&name, "a rate of fewer digits", "rate"))?;
                    Ok(Rate { n, sum, ..Rate::default() })
                };
                self.form = Form::Poisson(rates.iter().map(rate).collect::<Result<_, Problem>>()?);
            }
            _ => {
                let table = choice.and_then(|choice| choice.table.as_ref());
                let table = table.ok_or_else(|| not_given(&name, "P(value | class)", "table.\"class\""))?;
                let mut given = Vec::new();
                for value in self.values() {
                    for class in classes {
                        let p = of_class(table, class).and_then(|values| of_class(values, value));
                        let p =
                            p.ok_or_else(|| not_given(&name, "P(value | class)", "table.\"class\""))?.value();
                        given.push(Estimate { numerator: p.numer().clone(), denominator: p.denom().clone() });
                    }
                }
                self.give(given);
            }
        }
        Ok(())
    }
}

impl Gda {
    pub(super) fn given(data: &Dataset, given: &Given, classes: &[Name]) -> Result<Gda, Problem> {
        let resolved = &data.resolved;
        let d = resolved.features.len();
        let shape = resolved.covariance;
        let mut means = Vec::new();
        for class in classes {
            let mean = of_class(&given.mean, class).filter(|mean| mean.len() == d).ok_or_else(|| {
                let what =
                    format!("the mean of every feature ({d}) in “{}” is not given", brief(class.as_str()));
                Problem {
                    class: Some(class.as_str().to_owned()),
                    ..Problem::usage(
                        what,
                        "add [given.mean] with a list for each class: one number per feature",
                    )
                }
            })?;
            means.push(mean.iter().map(float).collect::<Vec<f64>>());
        }
        let matrix = |name: &str| -> Result<Sigma, Problem> {
            let rows = given.sigma.iter().find(|(class, _)| class == name).map(|(_, rows)| rows);
            let fits = |rows: &&Vec<Vec<Written>>| rows.len() == d && rows.iter().all(|row| row.len() == d);
            let wrong = |what: String| Problem {
                class: Some(name.to_owned()),
                ..Problem::usage(
                    what,
                    format!("write [given.Sigma] as a symmetric matrix of {d} × {d} numbers"),
                )
            };
            let rows = rows.filter(fits).ok_or_else(|| {
                wrong(format!("Σ of {} is not given as a matrix of {d} × {d} numbers", brief(name)))
            })?;
            let at = |a: usize, b: usize| rows.get(a).and_then(|row| row.get(b)).map(Written::value);
            let uneven =
                (0..d).flat_map(|a| (0..a).map(move |b| (a, b))).find(|(a, b)| at(*a, *b) != at(*b, *a));
            if let Some((a, b)) = uneven {
                return Err(wrong(format!(
                    "Σ of {} is not symmetric: compare rows {} and {}",
                    brief(name),
                    b + 1,
                    a + 1
                )));
            }
            let entries: Vec<Vec<f64>> = rows.iter().map(|row| row.iter().map(float).collect()).collect();
            Sigma::new(entries).map_err(|_| Problem {
                class: Some(name.to_owned()),
                ..Problem::usage(
                    format!("Σ of {} is not positive definite to the precision of a float", brief(name)),
                    "make every variance more than 0, and every covariance smaller than the square root of the \
                     product of its two variances; no column may be a weighted sum of others",
                )
            })
        };
        let sigmas = if super::gda::is_shared(shape) {
            let only = given.sigma.first().map_or(SHARED, |(name, _)| name.as_str());
            vec![Some(matrix(if given.sigma.len() == 1 { only } else { SHARED })?)]
        } else {
            let shared = given.sigma.iter().any(|(name, _)| name == SHARED);
            let name = |class: &Name| if shared { SHARED.to_owned() } else { class.as_str().to_owned() };
            classes.iter().map(|class| matrix(&name(class)).map(Some)).collect::<Result<_, _>>()?
        };
        Ok(Gda::of(shape, means, sigmas))
    }
}
