//! The free parameters of a model: the numbers estimated from the rows, without the last of each set that must add to 1.

use super::{Context, Defined, Rule, WorkedError, value_of, with_value};
use crate::math::{Assumed, BigOp, Expr, Number, Symbol, symbols};
use crate::model::{Factor, FactorForm, Fitted};
use crate::recipe::{Covariance, Prior};
use num_bigint::BigInt;

pub const CLASSES: Symbol = Symbol { uni: "K", ascii: "K", tex: "K" };
const WORDS: Symbol = Symbol { uni: "V", ascii: "V", tex: "V" };
const J: Symbol = Symbol { uni: "j", ascii: "j", tex: "j" };

/// Terms of a sum that are written out.
pub const TERMS: usize = 4;

/// More columns than this are not multiplied out.
const COLUMNS: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct Free {
    pub terms: Vec<FreeTerm>,
    /// What the letters mean and what is not counted, one sentence each.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct FreeTerm {
    pub general: Expr,
    pub put: Expr,
    pub value: BigInt,
}

pub(super) fn define(assumed: Assumed, context: &Context<'_>) -> Defined {
    let free = Free::of(context.fitted, Some(assumed)).ok_or(WorkedError::NotHere)?;
    let sum = free.terms.iter().map(|term| &term.value).sum::<BigInt>();
    let expr = Expr::sum(free.terms.into_iter().map(|term| term.put).collect());
    with_value(Rule::FreeParameters, expr, Number::from_int(sum))
}

impl Free {
    /// Returns the parameters of a model, or of one with other assumptions on the same columns; `None` if the columns do not
    /// allow it.
    ///
    /// # Formula
    /// K classes, d features, k_j values of feature j, V words:
    /// priors K − 1 where they are counted (0 where they are given or uniform); categories and bins K · ∑(k_j − 1), and all
    /// their combinations K · (∏ k_j − 1); yes/no K · d; Bernoulli text K · V; multinomial K · (V − 1); Gaussian naive Bayes
    /// 2 · K · d; Poisson K · d; GDA K · d means and d(d + 1)/2 entries of Σ where it is shared, K · d(d + 1)/2 where each class
    /// has one, d and K · d where it is diagonal (Ng and Jordan 2001; CS229 notes).
    pub fn of(fitted: &Fitted, assumed: Option<Assumed>) -> Option<Free> {
        let mut free = Free { terms: Vec::new(), notes: vec!["K counts the classes.".to_owned()] };
        match &fitted.data.resolved.prior {
            Prior::Counts | Prior::Laplace(_) => free.terms.push(FreeTerm::less_one(fitted.classes.len())),
            Prior::Uniform | Prior::Given(_) => {
                free.notes.push("The prior is not counted: it is given, not estimated.".to_owned());
            }
        }
        let all_numbers = fitted.gda().is_some() || fitted.factors().iter().all(Factor::is_gaussian);
        match assumed {
            None if fitted.gda().is_some() => free.together(fitted, fitted.data.resolved.covariance),
            Some(Assumed::Naive) if fitted.gda().is_some() => free.curves(fitted, fitted.features.len()),
            None | Some(Assumed::Naive) => free.naive(fitted),
            Some(Assumed::Joint) => free.joint(fitted)?,
            Some(_) if !all_numbers => return None,
            Some(Assumed::Shared) => free.together(fitted, Covariance::Shared),
            Some(Assumed::Own) => free.together(fitted, Covariance::PerClass),
        }
        Some(free)
    }

    fn add(&mut self, term: FreeTerm, notes: &str) {
        self.terms.push(term);
        self.notes.push(notes.to_owned());
    }

    fn naive(&mut self, fitted: &Fitted) {
        let k = fitted.classes.len();
        let of = |wanted: fn(&FactorForm) -> bool| -> Vec<&Factor> {
            fitted.factors().iter().filter(|factor| wanted(&factor.form)).collect()
        };
        let in_each_class = |letter: Symbol, count: usize| {
            FreeTerm::new(Expr::from(CLASSES) * letter.into(), &[(CLASSES, k), (letter, count)])
        };
        let gaussian = of(|form| matches!(form, FactorForm::Gaussian(_)));
        if !gaussian.is_empty() {
            self.curves(fitted, gaussian.len());
        }
        let rates = of(|form| matches!(form, FactorForm::Counts(..))).len();
        if rates > 0 {
            let notes = "Each of d columns of counts has a rate in each class.";
            self.add(in_each_class(symbols::D, rates), notes);
        }
        let counted = of(|form| matches!(form, FactorForm::Categories | FactorForm::Bins(_)));
        if !counted.is_empty() {
            let of_j = Expr::general(symbols::K, J, None) - Expr::int(1);
            let sum = Expr::big(BigOp::Sum, J, Expr::int(counted.len()), of_j, Vec::new());
            let sizes = || counted.iter().map(|factor| factor.values().len());
            let free: usize = sizes().map(|size| size.saturating_sub(1)).sum();
            let (general, put) =
                (Expr::from(CLASSES) * sum, Expr::int(k) * some(sizes().map(minus).collect()));
            let notes = "Column j has kⱼ values or bins, whose shares sum to 1 in each class.";
            self.add(FreeTerm { general, put, value: (k * free).into() }, notes);
        }
        let flags = of(|form| *form == FactorForm::Flag).len();
        if flags > 0 {
            let notes = "Each of d yes/no columns has one probability in each class.";
            self.add(in_each_class(symbols::D, flags), notes);
        }
        for factor in of(|form| *form == FactorForm::Words) {
            let general = Expr::from(CLASSES) * minus_one(WORDS);
            let term = FreeTerm::new(general, &[(CLASSES, k), (WORDS, factor.values().len())]);
            self.add(term, "The probabilities of the V words sum to 1 in each class.");
        }
        for factor in of(|form| *form == FactorForm::Presence) {
            let notes = "Each of V words has one probability in each class.";
            self.add(in_each_class(WORDS, factor.values().len()), notes);
        }
        self.note_cuts(fitted);
    }

    fn curves(&mut self, fitted: &Fitted, d: usize) {
        let general = Expr::int(2) * CLASSES.into() * symbols::D.into();
        let term = FreeTerm::new(general, &[(CLASSES, fitted.classes.len()), (symbols::D, d)]);
        self.add(term, "Each of d columns of numbers has a mean and a variance in each class.");
    }

    fn together(&mut self, fitted: &Fitted, shape: Covariance) {
        let numbers = [(CLASSES, fitted.classes.len()), (symbols::D, fitted.features.len())];
        let (k, d) = (|| Expr::from(CLASSES), || Expr::from(symbols::D));
        let entries = d() * (d() + Expr::int(1)) / Expr::int(2);
        let (entries, sigma) = match shape {
            Covariance::Shared => (entries, "Σ is symmetric, and all classes share one Σ"),
            Covariance::PerClass => (k() * entries, "Σ is symmetric, and each class has its own Σ"),
            Covariance::SharedDiagonal => (Expr::Mul(vec![d()]), "All classes share one diagonal Σ"),
            Covariance::PerClassDiagonal => (k() * d(), "Each class has its own diagonal Σ"),
        };
        self.terms.push(FreeTerm::new(k() * d(), &numbers));
        let notes = format!("Each class has a mean for each of d columns. {sigma}.");
        self.add(FreeTerm::new(entries, &numbers), &notes);
    }

    fn joint(&mut self, fitted: &Fitted) -> Option<()> {
        let counted = |factor: &Factor| {
            matches!(factor.form, FactorForm::Categories | FactorForm::Bins(_) | FactorForm::Flag)
        };
        let factors = fitted.factors();
        if factors.is_empty() || factors.len() > COLUMNS || !factors.iter().all(counted) {
            return None;
        }
        let k = fitted.classes.len();
        let of_j = Expr::general(symbols::K, J, None);
        let all = Expr::big(BigOp::Product, J, Expr::int(factors.len()), of_j, Vec::new());
        let sizes = factors.iter().map(Factor::k);
        let combinations: BigInt = sizes.clone().map(BigInt::from).product();
        self.terms.push(FreeTerm {
            general: Expr::from(CLASSES) * (all - Expr::int(1)),
            put: Expr::int(k) * (Expr::product(sizes.map(Expr::int).collect()) - Expr::int(1)),
            value: BigInt::from(k) * (combinations - 1),
        });
        self.notes
            .push("Each combination of values has a share, and they sum to 1 in each class.".to_owned());
        self.note_cuts(fitted);
        Some(())
    }

    fn note_cuts(&mut self, fitted: &Fitted) {
        if fitted.factors().iter().any(|factor| matches!(factor.form, FactorForm::Bins(_))) {
            self.notes.push("The cuts between bins are not counted.".to_owned());
        }
    }
}

impl FreeTerm {
    /// A term in letters, with the number of each letter.
    fn new(general: Expr, numbers: &[(Symbol, usize)]) -> FreeTerm {
        let put = general.map(&|part| match part {
            Expr::Sym(letter) => numbers.iter().find(|(of, _)| of == letter).map(|(_, n)| Expr::int(*n)),
            _ => None,
        });
        let value = value_of(&put, &|_| None);
        let value = value.and_then(|value| Some(value.as_exact()?.to_integer())).unwrap_or_default();
        FreeTerm { general, put, value: value.max(BigInt::ZERO) }
    }

    pub(crate) fn less_one(k: usize) -> FreeTerm {
        FreeTerm::new(minus_one(CLASSES), &[(CLASSES, k)])
    }
}

/// K − 1, or the same of another letter.
pub fn minus_one(symbol: Symbol) -> Expr {
    Expr::from(symbol) - Expr::int(1)
}

pub fn minus(value: usize) -> Expr {
    Expr::int(value) - Expr::int(1)
}

/// A sum with the first terms written, and dots for the others.
pub fn some(mut terms: Vec<Expr>) -> Expr {
    if terms.len() > TERMS {
        terms.truncate(TERMS - 1);
        terms.push(Expr::Text("…".to_owned()));
    }
    Expr::Add(terms)
}
