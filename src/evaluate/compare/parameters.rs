//! How many free parameters a model has.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::super::figures::text;
use crate::evaluate::Model;
use crate::math::{Chain, Expr, Number, symbols};
use crate::model::Logistic;
use crate::worked::free::{CLASSES, Free, FreeTerm, minus, minus_one};

/// The free parameters of a model, counted.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// How many there are.
    pub count: u64,
    /// The formula with the numbers put in.
    pub chain: Chain,
    /// What the letters stand for, and what is not counted, one sentence each.
    pub told: Vec<String>,
}

impl Parameters {
    /// Counts what is estimated from the rows and free to vary; the last share of what must sum to 1 is not.
    ///
    /// # Formula
    /// As [`Free::of`]; logistic regression (K − 1)(d + 1) with d columns that vary.
    pub fn of(model: &Model) -> Parameters {
        match model {
            Model::Generative(fitted) => {
                let free = Free::of(fitted, None).unwrap_or_default();
                Parameters::sum(free.terms, free.told)
            }
            Model::Logistic(logistic) => discriminative(logistic),
            Model::Baseline(baseline) => Parameters::sum(
                vec![FreeTerm::less_one(baseline.classes.len())],
                vec!["One share for each of K classes, less one, since they sum to 1.".to_owned()],
            ),
        }
    }

    fn sum(terms: Vec<FreeTerm>, told: Vec<String>) -> Parameters {
        let count = terms.iter().map(|term| &term.value).sum::<BigInt>().to_u64().unwrap_or(u64::MAX);
        let values = terms.iter().map(|term| Expr::Num(Number::from_int(term.value.clone()))).collect();
        let several = terms.len() > 1;
        let (general, put) = terms.into_iter().map(|term| (term.general, term.put)).unzip();
        let mut chain = Chain::new(text("parameters")).eq(Expr::Add(general)).eq(Expr::Add(put));
        if several {
            chain = chain.eq(Expr::Add(values));
        }
        Parameters { count, chain: chain.eq(Expr::int(count)), told }
    }
}

fn discriminative(logistic: &Logistic) -> Parameters {
    let with_rows =
        (0..logistic.classes.len()).filter(|class| logistic.coefficients(*class).is_some()).count();
    let columns = (0..logistic.columns().len()).filter(|column| !logistic.is_constant(*column)).count();
    let (general, put) = (minus_one(CLASSES), minus(with_rows));
    let term = FreeTerm {
        general: general * (Expr::from(symbols::D) + Expr::int(1)),
        put: put * (Expr::int(columns) + Expr::int(1)),
        value: (with_rows.saturating_sub(1) * (columns + 1)).into(),
    };
    let told = "Each of K classes but the base has θ₀ and a weight for each of d columns: numbers, and indicators of categories, bins and words.";
    Parameters::sum(vec![term], vec![told.to_owned()])
}
