//! The classes of a model with their priors, and one smoothed estimate, as counted.

use super::error;
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{LeftOut, Prior};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::{HashMap, HashSet};

/// Returns the codes and names of the classes that training rows have or that are declared, in the declared order, or
/// else in the order of their rows; `firsts` gives the first row of each code.
pub(super) fn classes(data: &Dataset, firsts: &[Option<usize>]) -> Result<(Vec<u32>, Vec<Name>), Problem> {
    let names = data.names(data.resolved.target);
    let declared = data.resolved.recipe.classes.as_deref();
    let codes = match &data.held_out {
        // The classes are those of the whole data, even if no training row has one of them.
        Some(held_out) => held_out.order.to_vec(),
        None => {
            let first = |code: &u32| firsts.get(*code as usize).copied().flatten();
            let mut codes = order(declared, names)?;
            codes.retain(|code| data.is_given() || first(code).is_some() || data.declared.contains(code));
            if declared.is_none() && !data.is_given() {
                // A class may appear first in a row that is dropped, or that has weight 0.
                codes.sort_by_key(first);
            }
            codes
        }
    };
    let classes = codes.iter().filter_map(|code| names.get(*code as usize)).cloned().collect();
    Ok((codes, classes))
}

/// Returns the place of each class code in an order; `None` for codes that are not in it.
pub fn places(order: &[u32]) -> Vec<Option<usize>> {
    let codes = order.iter().max().map_or(0, |most| *most as usize + 1);
    let mut places = vec![None; codes];
    for (class, code) in order.iter().enumerate() {
        places.get_mut(*code as usize).into_iter().for_each(|place| *place = Some(class));
    }
    places
}

const ORDER: &str = "order of classes";

pub(super) fn order(declared: Option<&[String]>, names: &[Name]) -> Result<Vec<u32>, Problem> {
    let Some(declared) = declared else {
        return Ok((0..u32::try_from(names.len()).unwrap_or(u32::MAX)).collect());
    };
    let codes: HashMap<&str, u32> = names.iter().map(Name::as_str).zip(0..).collect();
    let code = |class: &String| {
        codes.get(class.as_str()).copied().ok_or_else(|| error::unknown_class(ORDER, class, names))
    };
    let order = declared.iter().map(code).collect::<Result<Vec<u32>, Problem>>()?;
    let mut named = HashSet::new();
    if let Some(class) = declared.iter().find(|class| !named.insert(class.as_str())) {
        return Err(error::class_twice(ORDER, class));
    }
    match names.iter().find(|name| !named.contains(name.as_str())) {
        Some(left) => Err(error::class_left_out(ORDER, left.as_str())),
        None => Ok(order),
    }
}

pub(super) fn priors(prior: &Prior, classes: &[Name], counts: &[u64]) -> Result<Vec<Estimate>, Problem> {
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
            let known: HashSet<&str> = classes.iter().map(Name::as_str).collect();
            if let Some((class, _)) = values.iter().find(|(class, _)| !known.contains(class.as_str())) {
                return Err(error::unknown_class("prior", class, classes));
            }
            let given: HashMap<&str, _> = values.iter().map(|(name, value)| (name.as_str(), value)).collect();
            let given = |class: &Name| {
                let value = given.get(class.as_str());
                let value = value.ok_or_else(|| error::class_left_out("prior", class.as_str()))?.value();
                Ok(Estimate { numerator: value.numer().clone(), denominator: value.denom().clone() })
            };
            classes.iter().map(given).collect::<Result<Vec<Estimate>, Problem>>()?
        }
    })
}

/// `(count + α) / (total + α k)` with a whole numerator and denominator, not reduced.
///
/// ```
/// use posterior_core::{math::Number, model::Estimate, recipe::ExactNumber};
///
/// // Seen 3 times of 9, one of two values, with α = ½: (3 + ½)/(9 + 2 · ½), over the same bar 7/20.
/// let p = Estimate::smoothed(3, 9, 2, ExactNumber::any("0.5")?.value());
/// assert_eq!(p.value(), Number::ratio(7, 20));
/// # Ok::<(), posterior_core::problem::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    pub numerator: BigInt,
    pub denominator: BigInt,
}

impl Estimate {
    /// The estimate of a probability from `count` of `total`, when `k` values share the total.
    ///
    /// A fractional α = p/q multiplies numerator and denominator by q, so (3 + 1/2)/(9 + 3/2) is 7/21.
    pub fn smoothed(count: u64, total: u64, k: usize, alpha: &BigRational) -> Self {
        let (p, q) = (alpha.numer(), alpha.denom());
        Estimate {
            numerator: BigInt::from(count) * q + p,
            denominator: BigInt::from(total) * q + p * BigInt::from(k),
        }
    }

    /// Returns the estimate of 1 − p, with the same denominator.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Estimate { numerator: &self.denominator - &self.numerator, denominator: self.denominator.clone() }
    }

    /// Its value; `None` for 0/0.
    pub fn value(&self) -> Option<Number> {
        Number::ratio(self.numerator.clone(), self.denominator.clone())
    }

    /// Natural logarithm as a float: minus infinity for 0, NaN for 0/0.
    pub fn ln(&self) -> f64 {
        if self.denominator.is_zero() {
            return f64::NAN;
        }
        let float = |n: &BigInt| n.to_f64().unwrap_or(f64::INFINITY);
        float(&self.numerator).ln() - float(&self.denominator).ln()
    }
}

/// A word of the training rows that the recipe leaves out of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutWord {
    pub word: Name,
    /// The text column that contains it; its own column if each word has one.
    pub column: usize,
    pub why: LeftOut,
}

/// Returns the name of the only feature of such a table: `word`, or `word (2)` if a column or a class is named `word`.
pub(super) fn word_feature(data: &Dataset, classes: &[Name]) -> Name {
    let taken = |name: &str| {
        let mut columns = data.table.columns().iter().map(|column| &column.name);
        columns.any(|column| column.as_str() == name) || classes.iter().any(|class| class.as_str() == name)
    };
    let numbered = (2..).map(|number| format!("word ({number})"));
    let mut names = std::iter::once("word".to_owned()).chain(numbered);
    names.find(|name| !taken(name)).map(Name::new).unwrap_or_else(|| Name::from("word"))
}
