//! Worked steps as a course writes them: logarithms in its base, and densities with its σ.

use std::collections::HashMap;

use crate::math::{Chain, Expr, Func, Number, Quantity, symbols};
use crate::practice::{Base, Notation, Sigma};
use crate::worked::{Rule, Step};

/// The steps in a notation.
pub(super) fn written(notation: &Notation, steps: HashMap<Quantity, Step>) -> HashMap<Quantity, Step> {
    let base = notation.base();
    let rewritten = |step: &Step| match (&step.of, notation.sigma) {
        (Quantity::Ln(inner), _) if base != Base::E => in_base(base, inner, step, &steps),
        (_, Some(sigma)) if step.rule == Rule::Density => with_sigma(sigma, step),
        _ => step.clone(),
    };
    steps.iter().map(|(of, step)| (of.clone(), rewritten(step))).collect()
}

/// A sum of logarithms in another base: the formula is the same, and what is put in are the numbers below the logarithms.
fn in_base(base: Base, inner: &Quantity, step: &Step, steps: &HashMap<Quantity, Step>) -> Step {
    let log = |of: Expr| Expr::Call(base.func(), Box::new(of));
    let renamed = |expr: &Expr| {
        expr.map(&|part| match part {
            Expr::Of(Quantity::Ln(inner)) => Some(log(Expr::Of((**inner).clone()))),
            Expr::Call(Func::Ln, part) => Some(log((**part).clone())),
            _ => None,
        })
    };
    let put = |of: &Quantity| steps.get(of).map_or_else(|| Expr::Of(of.clone()), |step| step.shown.clone());
    let formula = renamed(&step.formula);
    let numbers = step.numbers.as_ref().map(|_| formula.replace(&put));
    let value = step.value.as_ref().map(|ln| base.of_ln(ln));
    let mut chain = Chain::new(log(Expr::Of(inner.clone()))).eq(formula.clone());
    if let Some(numbers) = &numbers {
        chain = chain.eq(numbers.clone());
    }
    let shown = value.as_ref().map_or_else(|| step.shown.clone(), |value| Expr::Num(value.clone()));
    chain = if value.as_ref().is_some_and(Number::is_exact) {
        chain.eq(shown.clone())
    } else {
        chain.approx(shown.clone())
    };
    let title = format!("{} of {inner}", base.meaning());
    Step { title, chain, value, shown, formula, numbers, ..step.clone() }
}

/// The density with μ and σ in the place of the mean and the variance.
fn with_sigma(sigma: Sigma, step: &Step) -> Step {
    let of_sigma = || match sigma {
        Sigma::Variance => Expr::Sym(symbols::SIGMA),
        Sigma::Deviation => Expr::pow(Expr::Sym(symbols::SIGMA), Expr::int(2)),
    };
    let named = |of: &Quantity| match of {
        Quantity::Mean { .. } => Expr::Sym(symbols::MU),
        Quantity::Var { .. } => of_sigma(),
        other => Expr::Of(other.clone()),
    };
    let formula = step.formula.replace(&named);
    let mut chain = step.chain.clone();
    if let Some((_, first)) = chain.rest.first_mut() {
        *first = formula.clone();
    }
    Step { chain, formula, ..step.clone() }
}
