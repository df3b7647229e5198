//! The classes of a model: in which order they stand, and what is known of each before a case is seen.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::error::FitError;
use super::estimate::Estimate;
use super::statistics::Statistics;
use crate::math::Name;
use crate::recipe::{Prior, Resolved};

/// The codes of the classes that training rows have, in the order said, or else in that of their rows.
pub(super) fn appearing(mut order: Vec<u32>, resolved: &Resolved, statistics: &Statistics) -> Vec<u32> {
    let firsts = statistics.first_used();
    let first = |code: &u32| firsts.get(*code as usize).copied().flatten();
    order.retain(|code| first(code).is_some());
    if resolved.recipe.classes.is_none() {
        // A class may appear first in a row that is dropped, or that has weight 0.
        order.sort_by_key(first);
    }
    order
}

/// Which classes have neither rows nor a prior.
pub(super) fn absent(counts: &[u64], priors: &[Estimate]) -> Vec<bool> {
    let classes = counts.iter().zip(priors);
    classes.map(|(count, prior)| *count == 0 && prior.numerator.is_zero()).collect()
}

/// The class codes in the order of the model.
pub(super) fn order(said: Option<&[String]>, names: &[Name]) -> Result<Vec<u32>, FitError> {
    let all = 0..u32::try_from(names.len()).unwrap_or(u32::MAX);
    let Some(said) = said else { return Ok(all.collect()) };
    let code = |class: &String| {
        let at = names.iter().position(|name| name.as_str() == class);
        at.and_then(|at| u32::try_from(at).ok()).ok_or_else(|| FitError::UnknownClass {
            what: "order of classes",
            class: class.clone(),
            classes: names.iter().map(|name| name.as_str().to_owned()).collect(),
        })
    };
    let order = said.iter().map(code).collect::<Result<Vec<u32>, FitError>>()?;
    if let Some((class, _)) =
        said.iter().zip(0..).find(|(class, at)| said.iter().take(*at).any(|c| c == *class))
    {
        return Err(FitError::ClassTwice { what: "order of classes", class: class.clone() });
    }
    if let Some(left) = all.clone().find(|code| !order.contains(code)) {
        let class = names.get(left as usize).map(|name| name.as_str().to_owned()).unwrap_or_default();
        return Err(FitError::ClassLeftOut { what: "order of classes", class });
    }
    Ok(order)
}

/// The priors of the classes, as counted.
pub(super) fn priors(prior: &Prior, classes: &[Name], counts: &[u64]) -> Result<Vec<Estimate>, FitError> {
    let n: u64 = counts.iter().sum();
    let share = |alpha: &BigRational| {
        counts.iter().map(|count| Estimate::smoothed(*count, n, classes.len(), alpha)).collect()
    };
    Ok(match prior {
        Prior::Counts => share(&BigRational::zero()),
        Prior::Laplace(a) => share(a.value()),
        Prior::Uniform => {
            let one = Estimate { numerator: BigInt::one(), denominator: BigInt::from(classes.len()) };
            vec![one; classes.len()]
        }
        Prior::Given(values) => {
            if let Some((class, _)) =
                values.iter().find(|(class, _)| !classes.iter().any(|c| c.as_str() == class))
            {
                return Err(FitError::UnknownClass {
                    what: "prior",
                    class: class.clone(),
                    classes: classes.iter().map(|name| name.as_str().to_owned()).collect(),
                });
            }
            let given = |class: &Name| {
                let found = values.iter().find(|(name, _)| name == class.as_str());
                let (_, value) = found.ok_or_else(|| FitError::ClassLeftOut {
                    what: "prior",
                    class: class.as_str().to_owned(),
                })?;
                let value = value.value();
                Ok(Estimate { numerator: value.numer().clone(), denominator: value.denom().clone() })
            };
            classes.iter().map(given).collect::<Result<Vec<Estimate>, FitError>>()?
        }
    })
}
