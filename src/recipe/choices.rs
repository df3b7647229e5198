//! The choices a recipe can hold, each with the word that names it in a file and in a flag.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::Signed;

use super::file::{bad, unknown_word};
use crate::math::{Number, read_exact};
use crate::problem::Problem;
use crate::table::ALWAYS_MISSING;
use crate::text::brief;

/// An exact number with the text it was written as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    text: String,
    value: BigRational,
}

impl Written {
    /// Reads a non-negative number; `what` names it in the error.
    ///
    /// # Errors
    /// When the text is no number or below 0.
    pub fn non_negative(text: &str, what: &'static str) -> Result<Self, Problem> {
        let written = Written::read(text, what)?;
        if written.value.is_negative() {
            let what = format!("the {what} is {}, and it cannot be below 0", written.text);
            let mut problem = Problem::usage(what, "use 0 for none, or a positive number such as 1");
            problem.value = Some(written.text);
            return Err(problem);
        }
        Ok(written)
    }

    /// Reads a number of any sign.
    ///
    /// # Errors
    /// When the text is no number.
    pub fn any(text: &str) -> Result<Self, Problem> {
        Written::read(text, "number")
    }

    /// Reads a number as people tell it: `0.9`, `9/10`, `90%`.
    ///
    /// # Errors
    /// When the text is no number.
    pub fn told(text: &str) -> Result<Self, Problem> {
        let Some(digits) = text.strip_suffix('%') else { return Written::any(text) };
        let number = read_exact(digits.trim_end()).map_err(|cause| {
            let fix = "write a decimal, a fraction or per cent: 0.8, 4/5, 80%";
            Problem::usage(format!("“{}” cannot be read: {cause}", brief(text)), fix)
        })?;
        Ok(Written::exact(&(number / BigRational::from_integer(100.into())), false))
    }

    /// Reads a number of any sign; `what` names it in the error.
    pub(super) fn read(text: &str, what: &str) -> Result<Self, Problem> {
        let bad = |cause| {
            let fix = "write a decimal or a fraction, such as 1, 0.5 or 1/3";
            Problem::usage(format!("the {what} cannot be read: {cause}"), fix)
        };
        Ok(Written { value: read_exact(text).map_err(bad)?, text: text.trim().to_owned() })
    }

    pub fn int(value: u32) -> Self {
        Written { text: value.to_string(), value: BigRational::from_integer(value.into()) }
    }

    /// An exact number, written as a fraction, or as the decimal that it is where one of 12 figures is enough.
    pub fn exact(value: &BigRational, fraction: bool) -> Self {
        let decimal = Number::from(value.clone()).significant(12);
        let text =
            if decimal.is_exact() && !fraction { decimal.pointed().to_owned() } else { value.to_string() };
        Written { text, value: value.clone() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn value(&self) -> &BigRational {
        &self.value
    }
}

/// Texts that mean a missing cell, beside the empty cell and `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub Vec<String>);

impl Marks {
    /// The texts with the empty cell and `?`.
    pub fn all(&self) -> Vec<String> {
        ALWAYS_MISSING.map(str::to_owned).into_iter().chain(self.0.iter().cloned()).collect()
    }
}

/// The byte between the fields of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delimiter(pub u8);

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'\t' => f.write_str("tab"),
            b' ' => f.write_str("blank"),
            sign => write!(f, "{}", char::from(sign)),
        }
    }
}

impl FromStr for Delimiter {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.as_bytes() {
            b"tab" | b"\\t" => Ok(Delimiter(b'\t')),
            b"blank" | b"space" => Ok(Delimiter(b' ')),
            [sign] if sign.is_ascii() && !sign.is_ascii_alphanumeric() && !b"\"\r\n".contains(sign) => {
                Ok(Delimiter(*sign))
            }
            _ => Err(bad("is no delimiter", text, "write one sign, such as ';' or '#', or tab or blank")),
        }
    }
}

impl Covariance {
    /// Whether entries beside the diagonal are 0.
    pub fn is_diagonal(self) -> bool {
        matches!(self, Covariance::SharedDiagonal | Covariance::PerClassDiagonal)
    }
}

/// Enums whose variants are named by one word each.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// All of them, in the order they are offered.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const WORDS: &'static [&'static str] = &[$($word),+];

            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $name {
            type Err = Problem;
            fn from_str(text: &str) -> Result<Self, Problem> {
                Self::ALL.iter().copied().find(|choice| choice.word() == text.trim()).ok_or_else(|| {
                    unknown_word($what, text, &Self::WORDS)
                })
            }
        }
    };
}

pub(super) use words;

words!(
    Covariance, "covariance" {
        /// One Σ for all classes.
        Shared = "shared",
        /// A Σ for each class.
        PerClass = "per-class",
        /// One diagonal Σ.
        SharedDiagonal = "shared-diagonal",
        /// A diagonal Σ for each class.
        PerClassDiagonal = "per-class-diagonal",
    }
);

words!(
    EventModel, "event model" {
        Multinomial = "multinomial",
        Bernoulli = "bernoulli",
    }
);

words!(
    Variance, "variance" {
        Population = "population",
        /// By n − 1.
        Unbiased = "unbiased",
    }
);

words!(
    Convention, "convention" {
        Cs229 = "cs229",
        /// scikit-learn 1.9.
        ScikitLearn = "scikit-learn",
        Weka = "weka",
        /// The package e1071 of R.
        RE1071 = "r-e1071",
        Mass = "mass",
        Orange = "orange",
    }
);

words!(
    Ragged, "treatment of ragged rows" {
        Skip = "skip",
        Extra = "extra",
    }
);

#[cfg(test)]
mod tests {
    use crate::recipe::{Bins, ModelKind, Prior, Split};

    #[test]
    fn what_is_written_is_printed_again() {
        for text in ["width:5", "frequency:4", "cuts:400,800.5", "mdl", "none"] {
            assert_eq!(text.parse::<Bins>().unwrap().to_string(), text);
        }
        for text in ["mle", "laplace:1", "uniform", "yes=0.6,no=0.4", "a=1/3,b=2/3"] {
            assert_eq!(text.parse::<Prior>().unwrap().to_string(), text);
        }
        for text in ["none", "holdout:0.3", "folds:10", "leave-one-out", "file:t.csv"] {
            assert_eq!(text.parse::<Split>().unwrap().to_string(), text);
        }
        for kind in ModelKind::ALL {
            assert_eq!(kind.word().parse::<ModelKind>().unwrap(), *kind);
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for text in ["width:0", "width:x", "cuts:", "cuts:2,1", "cuts:1,1", "cuts:400,1/3e3", "quantile:3"] {
            assert!(text.parse::<Bins>().is_err(), "{text}");
        }
        assert!("yes=-1,no=2".parse::<Prior>().is_err());
        assert!("folds:1".parse::<Split>().is_err() && "holdout:1".parse::<Split>().is_err());
    }
}
