//! What a course writes, where it is not the model's business: the base of its logarithms, and what σ names.

use std::borrow::Cow;
use std::f64::consts::{E, LN_2, LN_10};

use crate::math::{Func, Number, Quantity, Sentence, symbols};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    #[default]
    E,
    Ten,
    Two,
}

impl Base {
    pub const ALL: [Base; 3] = [Base::E, Base::Ten, Base::Two];

    fn row(self) -> (&'static str, &'static str, Func, f64) {
        match self {
            Base::E => ("ln", "the natural logarithm", Func::Ln, E.ln()),
            Base::Ten => ("log10", "the logarithm to base 10", Func::Log10, LN_10),
            Base::Two => ("log2", "the logarithm to base 2", Func::Log2, LN_2),
        }
    }

    pub fn word(self) -> &'static str {
        self.row().0
    }

    pub fn meaning(self) -> &'static str {
        self.row().1
    }

    pub fn func(self) -> Func {
        self.row().2
    }

    /// Its natural logarithm.
    pub fn ln(self) -> f64 {
        self.row().3
    }

    pub fn of_ln(self, ln: &Number) -> Number {
        if self == Base::E { ln.clone() } else { Number::Float(ln.to_f64() / self.ln()) }
    }

    pub fn to_ln(self, log: &Number) -> Number {
        if self == Base::E { log.clone() } else { Number::Float(log.to_f64() * self.ln()) }
    }

    pub fn rename(self, name: &str) -> String {
        match name.strip_prefix("ln ") {
            Some(rest) => format!("{} {rest}", self.word()),
            None => name.to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sigma {
    Variance,
    Deviation,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    pub log: Option<Base>,
    /// What σ names, if it says so.
    pub sigma: Option<Sigma>,
}

impl Notation {
    pub(super) const LOG: [(&'static str, Base); 3] =
        [("ln", Base::E), ("log10", Base::Ten), ("log2", Base::Two)];

    pub(super) const SIGMA: [(&'static str, Sigma); 2] =
        [("variance", Sigma::Variance), ("standard-deviation", Sigma::Deviation)];

    pub fn base(&self) -> Base {
        self.log.unwrap_or_default()
    }

    /// A label with its logarithm as the program writes it: `log10 score(Yes)` is `ln score(Yes)` in a course with base 10.
    /// A logarithm to another base is left as it is, and so is no quantity; `ln` and `log` are those of the course.
    pub fn natural<'a>(&self, label: &'a str) -> Cow<'a, str> {
        match split(label) {
            Some((base, rest)) if base.is_none_or(|base| base == self.base()) => {
                Cow::Owned(format!("ln {rest}"))
            }
            _ => Cow::Borrowed(label),
        }
    }

    pub fn other_base(&self, label: &str) -> Option<Base> {
        split(label).and_then(|(base, _)| base).filter(|base| *base != self.base())
    }

    pub fn label(&self, label: &str) -> String {
        let natural = self.natural(label);
        self.base().rename(&natural)
    }

    pub fn density(&self) -> &'static str {
        match self.sigma {
            Some(Sigma::Variance) => {
                "p(x | class) = 1/(2πσ)^(1/2) · exp(−(x − μ)²/(2σ)), with μ and the variance σ of the class."
            }
            _ => "p(x | class) = 1/√(2πσ²) · exp(−(x − μ)²/(2σ²)), with μ and σ² of the class.",
        }
    }

    pub(super) fn sentence(&self, sentence: Sentence) -> Sentence {
        if self.sigma != Some(Sigma::Variance) || !sentence.holds(symbols::VARIANCE) {
            return sentence;
        }
        sentence.with(symbols::VARIANCE, symbols::SIGMA).and(" Here σ names the variance.")
    }

    pub fn sentences(&self) -> Vec<String> {
        let log = self.log.map(|base| format!("{} is {}.", base.word(), base.meaning()));
        let sigma = self.sigma.map(|sigma| match sigma {
            Sigma::Variance => "σ names the variance.".to_owned(),
            Sigma::Deviation => "σ names the standard deviation.".to_owned(),
        });
        log.into_iter().chain(sigma).collect()
    }
}

/// What a label that begins with a logarithm says of its base, and the rest of it.
fn split(label: &str) -> Option<(Option<Base>, &str)> {
    let label = label.trim();
    let end = label.find(|c: char| !c.is_alphanumeric())?;
    let (word, rest) = label.split_at(end);
    let base = match word.to_lowercase().as_str() {
        "ln" | "log" => None,
        "log10" | "log₁₀" | "lg" => Some(Base::Ten),
        "log2" | "log₂" | "ld" | "lb" => Some(Base::Two),
        _ => return None,
    };
    let rest = rest.trim();
    // The log loss is a figure, and no logarithm.
    if base.is_none() && rest.to_lowercase() == "loss" {
        return None;
    }
    // The brackets of a formula are its own: ln (P(a)/P(b)).
    let is_formula = |text: &str| matches!(text.parse(), Ok(Quantity::Formula(_)));
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inside = inside.filter(|inside| !is_formula(rest) && !is_formula(inside));
    Some((base, inside.unwrap_or(rest)))
}

pub(super) fn is_log(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Ln(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_in_the_base_of_the_course() {
        let ten = Notation { log: Some(Base::Ten), sigma: None };
        for label in
            ["ln score(Yes)", "log score(Yes)", "log10(score(Yes))", "Log10 score(Yes)", "lg score(Yes)"]
        {
            assert_eq!(ten.natural(label), "ln score(Yes)", "{label}");
            assert_eq!(ten.label(label), "log10 score(Yes)", "{label}");
        }
        assert_eq!(ten.natural("log2 score(Yes)"), "log2 score(Yes)");
        assert_eq!(ten.natural("log(P(a)/P(b))"), "ln (P(a)/P(b))");
        assert_eq!(ten.natural("log (P(a)) / (P(b))"), "ln (P(a)) / (P(b))");
        assert_eq!(ten.natural("Log Loss"), "Log Loss");
        assert_eq!(ten.other_base("log2 score(Yes)"), Some(Base::Two));
        assert_eq!(ten.label("P(log | Yes)"), "P(log | Yes)");
        assert_eq!(Notation::default().label("log score(Yes)"), "ln score(Yes)");
    }
}
