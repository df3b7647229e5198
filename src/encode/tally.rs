//! How often each number was seen: a sum from which cuts can be learned again.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::Zero;

use crate::math::read_exact;

/// How often each number was seen in each class, in increasing order of the number.
pub type Tally = BTreeMap<Ordered, Vec<u64>>;

/// A finite number as a key: ordered by value, with one zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered(f64);

impl Ordered {
    /// Wraps a finite number.
    pub fn new(value: f64) -> Self {
        // Adding zero turns -0 into 0, which the data cannot tell apart either.
        Ordered(value + 0.0)
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The exact value of the shortest decimal that a float is printed as.
pub(super) fn shortest(value: f64) -> BigRational {
    read_exact(&value.to_string()).unwrap_or_else(|_| BigRational::zero())
}
