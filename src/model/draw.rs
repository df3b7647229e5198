//! Rows drawn from a model: first the class from the prior, then each feature from its distribution in the class (CS229
//! notes, the generative story of GDA and of the event models).
//!
//! Each draw uses one uniform number: the class, then each feature in the order of the model; in a document each word.
//! It chooses the first class or value whose cumulated probability exceeds the number. The comparison is exact, so the
//! same numbers give the same rows on every machine.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::factor::Factor;
use super::factor::Form;
use super::fitted::Fitted;
use super::normal::normal_quantile;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::Written;
use crate::text::brief;

#[derive(Clone, Debug, PartialEq)]
pub enum DrawnValue {
    Category {
        value: usize,
        u: Uniform,
    },
    /// A number from Φ⁻¹(u).
    Number {
        /// The number, in the unit of the feature.
        x: f64,
        /// Φ⁻¹(u).
        z: f64,
        u: Uniform,
    },
    Count {
        k: u64,
        u: Uniform,
    },
    /// The words of a document, in order.
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

#[derive(Clone, Debug, Default)]
pub struct DrawOptions {
    pub class: Option<usize>,
    /// How many words documents have; by default the average of the class.
    pub words: Option<usize>,
}

pub struct Sampler<'a> {
    fitted: &'a Fitted,
    pub classes: Cumulated,
    tables: Vec<Vec<Option<Cumulated>>>,
    scales: Vec<Vec<Vec<f64>>>,
    options: DrawOptions,
}

impl Fitted {
    /// Prepares the model to draw rows.
    ///
    /// # Errors
    /// When a probability is 0/0, or scores are products of P(class | value), from which no value can be drawn.
    pub fn sampler(&self, options: DrawOptions) -> Result<Sampler<'_>, Problem> {
        if self.is_by_value() {
            let fix = "pass --convention cs229";
            return Err(Problem::usage(
                "under the conventions of Orange a model estimates P(class | value), from which no value can be drawn",
                fix,
            ));
        }
        let classes = self.cumulated(None).ok_or_else(|| undefined("P(class)", "pass --prior uniform"))?;
        let mut tables = Vec::new();
        for factor in self.factors() {
            let mut of_class = Vec::new();
            for class in 0..self.classes.len() {
                // A class that is never drawn needs no table.
                let never = self.prior(class).is_some_and(|prior| prior.is_zero());
                of_class.push(if factor.is_number() || factor.form == Form::Presence || never {
                    None
                } else {
                    let found = self.cumulated(Some((factor, class)));
                    Some(
                        found
                            .ok_or_else(|| undefined(factor.name.as_str(), "pass --alpha 1 to smooth it"))?,
                    )
                });
            }
            tables.push(of_class);
        }
        let scales = (0..self.classes.len()).map(|class| self.scales(class)).collect();
        Ok(Sampler { fitted: self, classes, tables, scales, options })
    }

    /// Returns the cumulated probabilities of the classes, or of the values of a factor in a class; `None` if one is
    /// undefined.
    pub(crate) fn cumulated(&self, of: Option<(&Factor, usize)>) -> Option<Cumulated> {
        let exact = |number: Option<Number>| match number {
            Some(Number::Exact(exact)) => Some(exact),
            _ => None,
        };
        let outcomes =
            of.map_or_else(|| (0..self.classes.len()).collect(), |(factor, _)| factor.drawn_order());
        let p = |outcome: usize| match of {
            Some((factor, class)) => exact(factor.conditional(outcome, class)),
            None => exact(self.prior(outcome)),
        };
        let all = outcomes.into_iter().map(|outcome| Some((outcome, p(outcome)?)));
        Some(Cumulated::new(all.collect::<Option<Vec<_>>>()?.into_iter()))
    }

    /// The rows of L with Σ = L Lᵀ, or σ of each feature.
    fn scales(&self, class: usize) -> Vec<Vec<f64>> {
        if let Some(gda) = self.gda() {
            let rows = gda.sigma(class).map(|sigma| sigma.lower().iter().enumerate());
            // Above the diagonal all is 0.
            let below = |(at, row): (usize, &Vec<f64>)| row.iter().take(at + 1).copied().collect();
            return rows.into_iter().flatten().map(below).collect();
        }
        let deviation = |factor: &Factor| Some(libm::sqrt(factor.normal(class)?.variance));
        self.factors().iter().map(|factor| deviation(factor).into_iter().collect()).collect()
    }
}

fn undefined(of: &str, fix: &str) -> Problem {
    Problem::usage(format!("a probability of “{}” is 0/0, so nothing can be drawn from it", brief(of)), fix)
}

impl Factor {
    /// Returns its values in the order in which they are drawn: words by code point, others in their own order.
    pub(crate) fn drawn_order(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.k()).collect();
        if self.is_words() {
            all.sort_by_key(|word| self.values().get(*word).map(Name::as_str).unwrap_or_default().to_owned());
        }
        all
    }
}

impl Sampler<'_> {
    pub fn table(&self, feature: usize, class: usize) -> Option<&Cumulated> {
        self.tables.get(feature)?.get(class)?.as_ref()
    }

    /// Returns the factors of the standard normal numbers of a row for a feature: a row of L, or σ alone.
    pub(crate) fn scales(&self, feature: usize, class: usize) -> &[f64] {
        let scales = self.scales.get(class).and_then(|scales| scales.get(feature));
        scales.map(Vec::as_slice).unwrap_or_default()
    }

    pub fn row(&self, uniforms: &mut Uniforms) -> Result<DrawnRow, Problem> {
        let (class, u) = match self.options.class {
            Some(class) => (class, None),
            None => {
                let u = uniforms.next()?;
                (self.classes.draw(&u), Some(u))
            }
        };
        let values = match self.fitted.gda() {
            Some(_) => self.together(class, uniforms)?,
            None => {
                let factors = self.fitted.factors().iter().enumerate();
                factors
                    .map(|(at, factor)| self.value(at, factor, class, uniforms))
                    .collect::<Result<_, Problem>>()?
            }
        };
        Ok(DrawnRow { class, u, values })
    }

    pub fn rows(&self, rows: usize, uniforms: &mut Uniforms) -> Result<Vec<DrawnRow>, Problem> {
        (0..rows).map(|_| self.row(uniforms)).collect()
    }

    /// μ + L z with Σ = L Lᵀ, where z has independent standard normal numbers.
    fn together(&self, class: usize, uniforms: &mut Uniforms) -> Result<Vec<DrawnValue>, Problem> {
        let Some(gda) = self.fitted.gda() else { return Ok(Vec::new()) };
        let us = (0..self.fitted.features.len()).map(|_| uniforms.next()).collect::<Result<Vec<_>, _>>()?;
        let zs: Vec<f64> = us.iter().map(|u| normal_quantile(u.value)).collect();
        let value = |(at, u): (usize, Uniform)| {
            let x = shifted(gda.mean(class, at), self.scales(at, class), &zs);
            DrawnValue::Number { x, z: zs.get(at).copied().unwrap_or(f64::NAN), u }
        };
        Ok(us.into_iter().enumerate().map(value).collect())
    }

    fn value(
        &self,
        at: usize,
        factor: &Factor,
        class: usize,
        uniforms: &mut Uniforms,
    ) -> Result<DrawnValue, Problem> {
        Ok(match &factor.form {
            Form::Gaussian(_) => {
                let u = uniforms.next()?;
                let z = normal_quantile(u.value);
                let mean = factor.normal(class).map(|normal| normal.mean);
                let x = shifted(mean, self.scales(at, class), &[z]);
                DrawnValue::Number { x, z, u }
            }
            Form::Poisson(_) => {
                let u = uniforms.next()?;
                let lambda = factor
                    .rate(class)
                    .and_then(super::poisson::Rate::lambda)
                    .map_or(0.0, |rate| rate.to_f64());
                DrawnValue::Count { k: count(lambda, u.value), u }
            }
            Form::Words => {
                let words = self.options.words.unwrap_or_else(|| self.length(factor, class));
                let table = self
                    .table(at, class)
                    .ok_or_else(|| undefined(factor.name.as_str(), "pass --alpha 1 to smooth it"))?;
                let word = |_| uniforms.next().map(|u| (table.draw(&u), u));
                DrawnValue::Words((0..words).map(word).collect::<Result<_, _>>()?)
            }
            Form::Presence => {
                let mut words = Vec::new();
                for word in factor.drawn_order() {
                    let u = uniforms.next()?;
                    let p = factor
                        .conditional(word, class)
                        .ok_or_else(|| undefined(factor.name.as_str(), "pass --alpha 1 to smooth it"))?;
                    let there = match p {
                        Number::Exact(p) => u.exact < p,
                        p => u.value < p.to_f64(),
                    };
                    words.push((word, there, u));
                }
                DrawnValue::Presence(words)
            }
            Form::Categories | Form::Bins(_) | Form::Flag => {
                let table = self
                    .table(at, class)
                    .ok_or_else(|| undefined(factor.name.as_str(), "pass --alpha 1 to smooth it"))?;
                let u = uniforms.next()?;
                DrawnValue::Category { value: table.draw(&u), u }
            }
        })
    }

    fn length(&self, factor: &Factor, class: usize) -> usize {
        let documents = self.fitted.class_count(class).max(1);
        let tokens = factor.total(class);
        usize::try_from((tokens + documents / 2) / documents).unwrap_or(1).max(1)
    }

    /// Returns the cells of a row, one for each column of the table that the model reads, then the class.
    pub fn cells(&self, row: &DrawnRow) -> Vec<(Name, String)> {
        let mut cells = Vec::new();
        let name = |at: usize| {
            self.fitted.features.get(at).map(|feature| feature.name.clone()).unwrap_or_else(|| Name::new(""))
        };
        for (at, value) in row.values.iter().enumerate() {
            let factor = self.fitted.factors().get(at);
            let text = |value: usize| {
                factor
                    .and_then(|factor| factor.values().get(value))
                    .map(Name::as_str)
                    .unwrap_or_default()
                    .to_owned()
            };
            match (value, factor) {
                (DrawnValue::Words(words), Some(factor)) if factor.is_word_counts() => {
                    for (word, name) in factor.values().iter().enumerate() {
                        let times = words.iter().filter(|(drawn, _)| *drawn == word).count();
                        cells.push((name.clone(), times.to_string()));
                    }
                }
                (DrawnValue::Category { value, .. }, _) => cells.push((name(at), text(*value))),
                (DrawnValue::Number { x, .. }, _) => cells.push((name(at), format!("{x:?}"))),
                (DrawnValue::Count { k, .. }, _) => cells.push((name(at), k.to_string())),
                (DrawnValue::Words(words), _) => {
                    let words: Vec<String> = words.iter().map(|(word, _)| text(*word)).collect();
                    cells.push((name(at), words.join(" ")));
                }
                (DrawnValue::Presence(words), _) => {
                    let words: Vec<String> =
                        words.iter().filter(|(_, there, _)| *there).map(|(word, ..)| text(*word)).collect();
                    cells.push((name(at), words.join(" ")));
                }
            }
        }
        cells
    }
}

/// Returns μ plus the scaled standard normal numbers.
fn shifted(mean: Option<f64>, scales: &[f64], zs: &[f64]) -> f64 {
    mean.unwrap_or(f64::NAN) + scales.iter().zip(zs).fold(0.0, |sum, (scale, z)| sum + scale * z)
}

/// Returns the first count whose cumulated probability exceeds `u`.
fn count(lambda: f64, u: f64) -> u64 {
    // Beyond this many deviations above the mean the remaining probability is 0 as a float.
    let most = lambda + 40.0 * libm::sqrt(lambda.max(1.0)) + 40.0;
    let (mut k, mut sum) = (0u64, 0.0);
    while (k as f64) <= most {
        let ln = k as f64 * libm::log(lambda) - lambda - crate::math::ln_factorial(k as f64);
        sum += if k == 0 { libm::exp(-lambda) } else { libm::exp(ln) };
        if sum > u || lambda == 0.0 {
            return k;
        }
        k += 1;
    }
    k
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

#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// The number, between 0 and 1.
    pub value: f64,
    exact: BigRational,
}

impl Uniform {
    pub fn told(written: &Written) -> Result<Uniform, Problem> {
        let value = written.value().to_f64().unwrap_or(f64::NAN);
        if (0.0..1.0).contains(&value) {
            return Ok(Uniform { value, exact: written.value().clone() });
        }
        let what = format!("the uniform number {} is outside [0, 1)", written.text());
        Err(Problem::usage(what, "write numbers that are at least 0 and less than 1, such as 0.138"))
    }

    fn new(value: f64) -> Uniform {
        Uniform { value, exact: BigRational::from_float(value).unwrap_or_else(BigRational::zero) }
    }

    pub fn exact(&self) -> BigRational {
        self.exact.clone()
    }

    pub fn number(&self) -> Number {
        Number::Exact(self.exact.clone())
    }
}

pub enum Uniforms {
    Told(std::vec::IntoIter<Uniform>),
    Seeded(Box<ChaCha8Rng>),
}

impl Uniforms {
    /// Uniform numbers given by the user.
    ///
    /// # Errors
    /// When one is below 0, or at least 1.
    pub fn told(numbers: &[Written]) -> Result<Uniforms, Problem> {
        Ok(Uniforms::Told(numbers.iter().map(Uniform::told).collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// Uniform numbers from a seed: 53 bits of ChaCha8 at the middle of their steps, so that none is 0 or 1.
    pub fn seeded(seed: u64) -> Uniforms {
        Uniforms::Seeded(Box::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    pub(super) fn next(&mut self) -> Result<Uniform, Problem> {
        match self {
            Uniforms::Told(numbers) => numbers.next().ok_or_else(|| {
                Problem::usage(
                    "there are too few uniform numbers for this many rows",
                    "pass more numbers, or draw fewer rows: --rows 1",
                )
            }),
            Uniforms::Seeded(generator) => {
                let bits = generator.next_u64() >> 11;
                Ok(Uniform::new((bits as f64 + 0.5) / (1u64 << 53) as f64))
            }
        }
    }
}
