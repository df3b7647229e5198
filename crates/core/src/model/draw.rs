//! Rows drawn from a model: first the class from the prior, then each feature from its distribution in the class (CS229
//! notes, the generative story of GDA and of the event models).
//!
//! Each draw uses one uniform number: the class, then each feature in the order of the model; in a document each word.
//! It chooses the first class or value whose cumulated probability exceeds the number. The comparison is exact, so the
//! same numbers give the same rows on every machine.

use super::{Factor, FactorForm, Fitted, normal_quantile};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::ExactNumber;
use crate::text::brief;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What is drawn for a feature, with its uniform numbers: a value; a number x in the unit of the feature, with z =
/// Φ⁻¹(u); a count; the words of a document, in order; or each word of the vocabulary, present or not.
#[derive(Clone, Debug, PartialEq)]
pub enum DrawnValue {
    Category { value: usize, u: Uniform },
    Number { x: f64, z: f64, u: Uniform },
    Count { k: u64, u: Uniform },
    Words(Vec<(usize, Uniform)>),
    Presence(Vec<(usize, bool, Uniform)>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct DrawnRow {
    pub class: usize,
    /// The number that decided the class; `None` if the class was chosen.
    pub u: Option<Uniform>,
    pub values: Vec<DrawnValue>,
}

pub struct Sampler<'a> {
    fitted: &'a Fitted,
    /// The class of all rows; by default it is drawn.
    class: Option<usize>,
    /// How many words documents have; by default the average of the class.
    words: Option<usize>,
    pub classes: Cumulated,
    /// By feature and class; `None` where a value is not drawn from a table.
    tables: Vec<Vec<Option<Cumulated>>>,
}

impl Fitted {
    /// Prepares the model to draw rows: all of one class, if `class` is given, and documents of as many words as
    /// `words`, by default the average of the class.
    ///
    /// # Errors
    /// When a probability is 0/0, or scores are products of P(class | value), from which no value can be drawn.
    pub fn sampler(&self, class: Option<usize>, words: Option<usize>) -> Result<Sampler<'_>, Problem> {
        if self.is_by_value() {
            let what = "under the conventions of Orange a model estimates P(class | value), from which no value can be drawn";
            return Err(Problem::usage(what, "pass --convention cs229"));
        }
        let classes = self.cumulated(None).ok_or_else(|| undefined("P(class)", "pass --prior uniform"))?;
        let table = |factor: &Factor, class: usize| {
            // A class that is never drawn needs no table.
            let never = self.prior(class).is_some_and(|prior| prior.is_zero());
            if factor.is_number() || factor.form == FactorForm::Presence || never {
                return Ok(None);
            }
            self.cumulated(Some((factor, class))).map(Some).ok_or_else(|| undefined_value(factor))
        };
        let of_factor = |factor| (0..self.classes.len()).map(|class| table(factor, class)).collect();
        let tables = self.factors().iter().map(of_factor).collect::<Result<_, Problem>>()?;
        Ok(Sampler { fitted: self, class, words, classes, tables })
    }

    /// Returns the cumulated probabilities of the classes, or of the values of a factor in a class; `None` if one is
    /// undefined.
    pub(crate) fn cumulated(&self, of: Option<(&Factor, usize)>) -> Option<Cumulated> {
        let outcomes =
            of.map_or_else(|| (0..self.classes.len()).collect(), |(factor, _)| factor.drawn_order());
        let probability = |outcome: usize| match of {
            Some((factor, class)) => factor.conditional(outcome, class),
            None => self.prior(outcome),
        };
        let exact = |outcome: usize| Some((outcome, probability(outcome)?.as_exact()?.clone()));
        let all = outcomes.into_iter().map(exact).collect::<Option<Vec<_>>>()?;
        Some(Cumulated::new(all.into_iter()))
    }
}

fn undefined(of: &str, fix: &str) -> Problem {
    Problem::usage(format!("a probability of “{}” is 0/0, so nothing can be drawn from it", brief(of)), fix)
}

fn undefined_value(factor: &Factor) -> Problem {
    undefined(factor.name.as_str(), "pass --alpha 1 to smooth it")
}

impl Factor {
    /// Returns its values in the order in which they are drawn: words by code point, others in their own order.
    pub(crate) fn drawn_order(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.k()).collect();
        if self.is_words() {
            all.sort_by_key(|word| self.values().get(*word).map(Name::as_str));
        }
        all
    }
}

impl Sampler<'_> {
    pub fn table(&self, feature: usize, class: usize) -> Option<&Cumulated> {
        self.tables.get(feature)?.get(class)?.as_ref()
    }

    /// Returns the factors of the standard normal numbers of a row for a feature: a row of L with Σ = L Lᵀ up to the
    /// diagonal, or σ alone.
    pub(crate) fn scales(&self, feature: usize, class: usize) -> Vec<f64> {
        if let Some(gda) = self.fitted.gda() {
            let row = gda.sigma(class).and_then(|sigma| sigma.lower.get(feature));
            return row.into_iter().flatten().take(feature + 1).copied().collect();
        }
        let normal = self.fitted.factors().get(feature).and_then(|factor| factor.normal(class));
        normal.map(|normal| libm::sqrt(normal.variance)).into_iter().collect()
    }

    pub fn row(&self, uniforms: &mut Uniforms) -> Result<DrawnRow, Problem> {
        let u = if self.class.is_none() { Some(uniforms.next()?) } else { None };
        let drawn = u.as_ref().map(|u| self.classes.draw(u));
        let class = self.class.or(drawn).unwrap_or_default();
        let values = if self.fitted.is_naive() {
            let factors = self.fitted.factors().iter().enumerate();
            factors.map(|(at, factor)| self.value(at, factor, class, uniforms)).collect::<Result<_, _>>()?
        } else {
            let us = self.fitted.features.iter().map(|_| uniforms.next()).collect::<Result<Vec<_>, _>>()?;
            let zs: Vec<f64> = us.iter().map(|u| normal_quantile(u.value)).collect();
            let number = |(at, u): (usize, Uniform)| self.number(at, class, zs.get(..=at)?, u);
            us.into_iter().enumerate().filter_map(number).collect()
        };
        Ok(DrawnRow { class, u, values })
    }

    pub fn rows(&self, rows: usize, uniforms: &mut Uniforms) -> Result<Vec<DrawnRow>, Problem> {
        (0..rows).map(|_| self.row(uniforms)).collect()
    }

    /// Returns μ + L z of a feature, or μ + σ z, from the standard normal numbers up to its own.
    fn number(&self, feature: usize, class: usize, zs: &[f64], u: Uniform) -> Option<DrawnValue> {
        let terms = self.scales(feature, class).into_iter().zip(zs).map(|(scale, z)| scale * z);
        let mean = self.fitted.mean(feature, class).unwrap_or(f64::NAN);
        Some(DrawnValue::Number { x: mean + terms.fold(0.0, |sum, term| sum + term), z: *zs.last()?, u })
    }

    fn value(
        &self,
        at: usize,
        factor: &Factor,
        class: usize,
        us: &mut Uniforms,
    ) -> Result<DrawnValue, Problem> {
        let table = || self.table(at, class).ok_or_else(|| undefined_value(factor));
        Ok(match &factor.form {
            FactorForm::Gaussian(_) => {
                let u = us.next()?;
                let z = normal_quantile(u.value);
                self.number(at, class, &[z], u).ok_or_else(|| undefined_value(factor))?
            }
            FactorForm::Counts(family, _) => {
                let u = us.next()?;
                let lambda = factor.mean(class).map_or(0.0, |rate| rate.to_f64());
                DrawnValue::Count { k: (family.draw)(lambda, u.value), u }
            }
            FactorForm::Words => {
                let documents = self.fitted.class_count(class).max(1);
                let average = (factor.total(class) + documents / 2) / documents;
                let words = self.words.unwrap_or(usize::try_from(average).unwrap_or(1).max(1));
                let table = table()?;
                let word = |_| us.next().map(|u| (table.draw(&u), u));
                DrawnValue::Words((0..words).map(word).collect::<Result<_, _>>()?)
            }
            FactorForm::Presence => {
                let word = |word| {
                    let u = us.next()?;
                    let present = match factor.conditional(word, class) {
                        Some(Number::Exact(p)) => u.exact < p,
                        p => u.value < p.ok_or_else(|| undefined_value(factor))?.to_f64(),
                    };
                    Ok((word, present, u))
                };
                DrawnValue::Presence(
                    factor.drawn_order().into_iter().map(word).collect::<Result<_, Problem>>()?,
                )
            }
            FactorForm::Categories | FactorForm::Bins(_) | FactorForm::Flag => {
                let (table, u) = (table()?, us.next()?);
                DrawnValue::Category { value: table.draw(&u), u }
            }
        })
    }

    /// Returns the cells of a row, one for each column of the table that the model reads, then the class.
    pub fn cells(&self, row: &DrawnRow) -> Vec<(Name, String)> {
        let mut cells = Vec::new();
        for (at, (value, feature)) in row.values.iter().zip(&self.fitted.features).enumerate() {
            let values = self.fitted.factors().get(at).map(Factor::values).unwrap_or_default();
            let text = |value: &usize| values.get(*value).map(Name::as_str).unwrap_or_default();
            let cell = match value {
                DrawnValue::Words(words) if self.fitted.factors().iter().any(Factor::is_word_counts) => {
                    let times = |word: usize| words.iter().filter(|(drawn, _)| *drawn == word).count();
                    let counted = values.iter().enumerate();
                    cells.extend(counted.map(|(word, name)| (name.clone(), times(word).to_string())));
                    continue;
                }
                DrawnValue::Category { value, .. } => text(value).to_owned(),
                DrawnValue::Number { x, .. } => format!("{x:?}"),
                DrawnValue::Count { k, .. } => k.to_string(),
                DrawnValue::Words(words) => {
                    words.iter().map(|(word, _)| text(word)).collect::<Vec<_>>().join(" ")
                }
                DrawnValue::Presence(words) => {
                    let present = words.iter().filter(|(_, present, _)| *present);
                    present.map(|(word, ..)| text(word)).collect::<Vec<_>>().join(" ")
                }
            };
            cells.push((feature.name.clone(), cell));
        }
        cells
    }
}

/// Chooses the first outcome whose cumulated probability exceeds a number.
#[derive(Clone, Debug)]
pub struct Cumulated {
    pub outcomes: Vec<usize>,
    pub sums: Vec<BigRational>,
    floats: Vec<f64>,
}

/// Closer than this, floats do not decide.
const NEAR: f64 = 1e-12;

impl Cumulated {
    /// From the probability of each outcome, in the order in which they are cumulated.
    pub fn new(probabilities: impl Iterator<Item = (usize, BigRational)>) -> Cumulated {
        let (mut outcomes, mut sums, mut sum) = (Vec::new(), Vec::new(), BigRational::zero());
        for (outcome, p) in probabilities {
            sum += p;
            outcomes.push(outcome);
            sums.push(sum.clone());
        }
        let floats = sums.iter().map(|sum| sum.to_f64().unwrap_or(f64::NAN)).collect();
        Cumulated { outcomes, sums, floats }
    }

    pub fn draw(&self, u: &Uniform) -> usize {
        let mut at = self.floats.partition_point(|sum| *sum <= u.value - NEAR);
        while self.floats.get(at).is_some_and(|sum| *sum < u.value + NEAR)
            && self.sums.get(at).is_some_and(|sum| *sum <= u.exact)
        {
            at += 1;
        }
        // Exact probabilities sum to 1, so one always exceeds the number; rounded sums may not, so the last is taken.
        self.outcomes.get(at).or(self.outcomes.last()).copied().unwrap_or(0)
    }
}

/// A number from 0 to below 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    pub value: f64,
    pub exact: BigRational,
}

impl Uniform {
    pub fn given(written: &ExactNumber) -> Result<Uniform, Problem> {
        let exact = written.value().clone();
        let value = exact.to_f64().unwrap_or(f64::NAN);
        if (0.0..1.0).contains(&value) {
            return Ok(Uniform { value, exact });
        }
        let what = format!("the uniform number {} is outside [0, 1)", written.text());
        Err(Problem::usage(what, "write numbers that are at least 0 and less than 1, such as 0.138"))
    }
}

/// Uniform numbers in the order in which they are used.
pub struct Uniforms(Box<dyn Iterator<Item = Uniform>>);

impl Uniforms {
    /// Uniform numbers given by the user.
    ///
    /// # Errors
    /// When one is below 0, or at least 1.
    pub fn given(numbers: &[ExactNumber]) -> Result<Uniforms, Problem> {
        let given = numbers.iter().map(Uniform::given).collect::<Result<Vec<_>, _>>()?;
        Ok(Uniforms(Box::new(given.into_iter())))
    }

    /// Uniform numbers from a seed: 53 bits of ChaCha8 at the middle of their steps, so that none is 0 or 1.
    pub fn seeded(seed: u64) -> Uniforms {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        Uniforms(Box::new(std::iter::from_fn(move || {
            let value = ((generator.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
            Some(Uniform { value, exact: BigRational::from_float(value)? })
        })))
    }

    fn next(&mut self) -> Result<Uniform, Problem> {
        let what = "there are too few uniform numbers for this many rows";
        let fix = "pass more numbers, or draw fewer rows: --rows 1";
        self.0.next().ok_or_else(|| Problem::usage(what, fix))
    }
}
