//! Uniform numbers: told one after the other, or drawn from a seed.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::math::Number;
use crate::problem::Problem;
use crate::recipe::Written;

/// A uniform number.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// The number, between 0 and 1.
    pub value: f64,
    pub(super) exact: BigRational,
}

impl Uniform {
    /// A number that somebody tells.
    ///
    /// # Errors
    /// When it is below 0, or 1 and more.
    pub fn told(written: &Written) -> Result<Uniform, Problem> {
        let value = written.value().to_f64().unwrap_or(f64::NAN);
        if (0.0..1.0).contains(&value) {
            return Ok(Uniform { value, exact: written.value().clone() });
        }
        let what = format!("the uniform number {} is not from 0 to below 1", written.text());
        Err(Problem::usage(what, "write numbers such as 0.138, from 0 to below 1"))
    }

    fn new(value: f64) -> Uniform {
        Uniform { value, exact: BigRational::from_float(value).unwrap_or_else(BigRational::zero) }
    }

    /// The number, exactly.
    pub fn exact(&self) -> BigRational {
        self.exact.clone()
    }

    /// The number, as it was written.
    pub fn number(&self) -> Number {
        Number::Exact(self.exact.clone())
    }
}

/// Where uniform numbers come from.
pub enum Uniforms {
    /// They are told, one after the other.
    Told(std::vec::IntoIter<Uniform>),
    /// They are drawn from a seed.
    Seeded(Box<ChaCha8Rng>),
}

impl Uniforms {
    /// Numbers that somebody tells.
    ///
    /// # Errors
    /// When one is below 0, or 1 and more.
    pub fn told(numbers: &[Written]) -> Result<Uniforms, Problem> {
        Ok(Uniforms::Told(numbers.iter().map(Uniform::told).collect::<Result<Vec<_>, _>>()?.into_iter()))
    }

    /// Numbers of a seed: 53 bits of ChaCha8 in the middle of their steps, so that none is 0 or 1.
    pub fn seeded(seed: u64) -> Uniforms {
        Uniforms::Seeded(Box::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    pub(super) fn next(&mut self) -> Result<Uniform, Problem> {
        match self {
            Uniforms::Told(numbers) => numbers.next().ok_or_else(|| {
                Problem::usage(
                    "there are too few uniform numbers for so many rows",
                    "tell more of them, or draw fewer rows: --rows 1",
                )
            }),
            Uniforms::Seeded(generator) => {
                let bits = generator.next_u64() >> 11;
                Ok(Uniform::new((bits as f64 + 0.5) / (1u64 << 53) as f64))
            }
        }
    }
}
