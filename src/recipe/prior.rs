//! Where the prior comes from.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Written;
use super::error::bad;
use crate::problem::Problem;
use crate::text::{brief, pair, parts};

/// Where the prior comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prior {
    Counts,
    Laplace(Written),
    Uniform,
    Given(Vec<(String, Written)>),
}

impl Prior {
    /// A table of priors, which must be non-negative and sum to 1.
    ///
    /// # Errors
    /// When a class is named twice, when a number cannot be read or is below 0, or when they do not sum to exactly 1.
    pub fn given(values: Vec<(String, String)>) -> Result<Self, Problem> {
        let mut read: Vec<(String, Written)> = Vec::new();
        for (class, text) in values {
            if read.iter().any(|(other, _)| *other == class) {
                let what = format!("the given prior names “{}” twice", brief(&class));
                return Err(Problem::usage(what, "name each class once"));
            }
            read.push((class, Written::non_negative(&text, "prior")?));
        }
        let sum = read.iter().fold(BigRational::zero(), |sum, (_, value)| sum + value.value());
        if !sum.is_one() {
            let fix = match read.iter().find(|(class, _)| class.contains('=')) {
                Some((class, _)) => {
                    format!("put a comma between classes: “{}” was read as one name", brief(class))
                }
                None => {
                    "change them so that they sum to exactly 1; fractions such as 1/3 are exact".to_owned()
                }
            };
            return Err(Problem::usage(format!("the given priors sum to {sum}, not to 1"), fix));
        }
        Ok(Prior::Given(read))
    }
}

impl fmt::Display for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prior::Counts => f.write_str("mle"),
            Prior::Laplace(a) => write!(f, "laplace:{}", a.text()),
            Prior::Uniform => f.write_str("uniform"),
            Prior::Given(values) => {
                let parts: Vec<String> = values.iter().map(|(c, v)| format!("{c}={}", v.text())).collect();
                f.write_str(&parts.join(","))
            }
        }
    }
}

impl FromStr for Prior {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim() {
            "mle" | "counts" => return Ok(Prior::Counts),
            "uniform" => return Ok(Prior::Uniform),
            _ => {}
        }
        if let Some(a) = text.trim().strip_prefix("laplace:") {
            return Written::non_negative(a, "prior smoothing").map(Prior::Laplace);
        }
        let mut values = Vec::new();
        for part in parts(text) {
            let Some((class, value)) = pair(part) else {
                let fix = "write mle, laplace:1, uniform, or one number per class: yes=0.6,no=0.4";
                return Err(bad("is no prior", text, fix));
            };
            values.push((class.trim().to_owned(), value.trim().to_owned()));
        }
        Prior::given(values)
    }
}
