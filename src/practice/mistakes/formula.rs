//! Mistakes with a formula that a question asks for.

use super::asked::Asked;
use crate::math::{Expr, Formula, Number, Operation, Quantity};
use crate::worked::value_of;

/// What formulas name in the formula of the question: two parts, or a base and its exponent.
pub(super) fn of_formula(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let Quantity::Formula(formula) = &asked.quantity else { return None };
    Some(match (name, formula.as_ref()) {
        ("first", Formula::Two(_, first, _) | Formula::Power(first, _)) => first.expr(),
        ("second", Formula::Two(_, _, second)) => second.expr(),
        ("exponent", Formula::Power(_, exponent)) => Expr::int(*exponent),
        ("whole", formula) => formula.expr(),
        _ => return None,
    })
}

/// How the parts of the formula of the question are combined.
pub(super) fn operation(asked: &Asked<'_>) -> Option<Operation> {
    match &asked.quantity {
        Quantity::Formula(formula) => match formula.as_ref() {
            Formula::Two(operation, ..) => Some(*operation),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the two parts of a formula are the shares of a whole, as two posteriors are.
pub(super) fn adds_to_one(asked: &Asked<'_>) -> bool {
    let part = |name: &str| {
        of_formula(asked, name).and_then(|part| value_of(&part, &|of: &Quantity| asked.right(of)))
    };
    let sum = part("first").zip(part("second")).map(|(first, second)| first.add(&second));
    sum.is_some_and(|sum| sum == Number::one())
}
