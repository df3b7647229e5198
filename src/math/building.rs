//! Formulas and addresses built as they are spoken: `a / (b + c)`, `Quantity::mean(feature, class)`.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::expr::symbols;
use super::{BigOp, Event, Expr, Func, Name, Quantity, Several, Symbol};

/// `a + b + c` is one sum of three, as it is written.
impl Add for Expr {
    type Output = Expr;

    fn add(self, other: Expr) -> Expr {
        match self {
            Expr::Add(mut parts) => {
                parts.push(other);
                Expr::Add(parts)
            }
            one => Expr::Add(vec![one, other]),
        }
    }
}

impl Sub for Expr {
    type Output = Expr;

    fn sub(self, other: Expr) -> Expr {
        self + -other
    }
}

/// `a * b * c` is one product of three, as it is written.
impl Mul for Expr {
    type Output = Expr;

    fn mul(self, other: Expr) -> Expr {
        match self {
            Expr::Mul(mut parts) => {
                parts.push(other);
                Expr::Mul(parts)
            }
            one => Expr::Mul(vec![one, other]),
        }
    }
}

impl Div for Expr {
    type Output = Expr;

    fn div(self, other: Expr) -> Expr {
        Expr::frac(self, other)
    }
}

impl Neg for Expr {
    type Output = Expr;

    fn neg(self) -> Expr {
        self.negated()
    }
}

impl From<Quantity> for Expr {
    fn from(quantity: Quantity) -> Expr {
        Expr::Of(quantity)
    }
}

impl From<Symbol> for Expr {
    fn from(symbol: Symbol) -> Expr {
        Expr::Sym(symbol)
    }
}

impl Expr {
    pub fn ln(self) -> Self {
        Expr::Call(Func::Ln, Box::new(self))
    }

    pub fn exp(self) -> Self {
        Expr::Call(Func::Exp, Box::new(self))
    }

    pub fn sqrt(self) -> Self {
        Expr::Sqrt(Box::new(self))
    }

    pub fn squared(self) -> Self {
        Expr::pow(self, Expr::int(2))
    }

    /// 1 less this: the other one of two probabilities.
    pub fn opposite(self) -> Self {
        Expr::int(1) - self
    }

    pub fn of_row(part: impl Into<Expr>) -> Self {
        Expr::Sample(Box::new(part.into()), symbols::I)
    }

    /// A term in general form: `head(argument | given)`.
    pub fn general(head: Symbol, argument: impl Into<Expr>, given: Option<Expr>) -> Self {
        Expr::General { head, args: vec![argument.into()], given: given.map(Box::new) }
    }

    /// Some terms added: one is itself, none are 0.
    pub fn sum(mut terms: Vec<Expr>) -> Self {
        match terms.len() {
            0 => Expr::int(0),
            1 => terms.remove(0),
            _ => Expr::Add(terms),
        }
    }

    /// Some terms multiplied: one is itself, none are 1.
    pub fn product(mut terms: Vec<Expr>) -> Self {
        match terms.len() {
            0 => Expr::int(1),
            1 => terms.remove(0),
            _ => Expr::Mul(terms),
        }
    }

    /// ∑ or ∏ from 1 to `upper` of a body in general form, with the terms that it stands for.
    pub fn big(op: BigOp, index: Symbol, upper: impl Into<Expr>, body: Expr, terms: Vec<Expr>) -> Self {
        let (lower, upper, body) = (Box::new(Expr::int(1)), Box::new(upper.into()), Box::new(body));
        Expr::Big { op, index, lower, upper, body, terms }
    }

    /// ∑ over rows i.
    pub(crate) fn over_rows(upper: impl Into<Expr>, body: Expr, terms: Vec<Expr>) -> Self {
        Expr::big(BigOp::Sum, symbols::I, upper, body, terms)
    }
}

impl Event {
    /// `feature=value`
    pub fn value(feature: &Name, value: &Name) -> Self {
        Event::Value { feature: feature.clone(), value: value.clone() }
    }
}

impl Quantity {
    /// The prior `P(class)`.
    pub fn prior(class: &Name) -> Self {
        Quantity::Prob { event: Event::Class(class.clone()), given: None }
    }

    /// The posterior `P(class | x)`.
    pub fn posterior(class: &Name) -> Self {
        Quantity::Prob { event: Event::Class(class.clone()), given: Some(Event::Case) }
    }

    /// The conditional `P(feature=value | class)`.
    pub fn conditional(feature: &Name, value: &Name, class: &Name) -> Self {
        Quantity::Prob {
            event: Event::Value { feature: feature.clone(), value: value.clone() },
            given: Some(Event::Class(class.clone())),
        }
    }

    /// `P(class | feature=value)`.
    pub(crate) fn class_given(class: &Name, feature: &Name, value: &Name) -> Self {
        let given = Event::Value { feature: feature.clone(), value: value.clone() };
        Quantity::Prob { event: Event::Class(class.clone()), given: Some(given) }
    }

    /// The evidence `P(x)`.
    pub fn evidence() -> Self {
        Quantity::Prob { event: Event::Case, given: None }
    }

    /// The likelihood `P(x | class)`.
    pub fn likelihood(class: &Name) -> Self {
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class.clone())) }
    }

    pub fn score(class: &Name) -> Self {
        Quantity::Score(class.clone())
    }

    /// `mean(feature | class)`
    pub fn mean(feature: &Name, class: &Name) -> Self {
        Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) }
    }

    /// `var(feature | class)`
    pub fn var(feature: &Name, class: &Name) -> Self {
        Quantity::Var { feature: feature.clone(), class: Some(class.clone()) }
    }

    /// `cov(a, b | class)`: an entry of Σ, of the shared one without a class.
    pub fn cov(a: &Name, b: &Name, class: Option<&Name>) -> Self {
        Quantity::Cov { a: a.clone(), b: b.clone(), class: class.cloned() }
    }

    /// `diff(feature | class)`: x − μ.
    pub fn difference(feature: &Name, class: &Name) -> Self {
        Quantity::Difference { feature: feature.clone(), class: class.clone() }
    }

    /// `solve(feature | class)`: an entry of Σ⁻¹(x − μ).
    pub fn solved(feature: &Name, class: &Name) -> Self {
        Quantity::Solved { feature: feature.clone(), class: class.clone() }
    }

    /// `inv(a, b | class)`: an entry of Σ⁻¹.
    pub fn inverse(a: &Name, b: &Name, class: Option<&Name>) -> Self {
        Quantity::Inverse { a: a.clone(), b: b.clone(), class: class.cloned() }
    }

    /// `corr(a, b | class)`
    pub fn correlation(a: &Name, b: &Name, class: Option<&Name>) -> Self {
        Quantity::Correlation { a: a.clone(), b: b.clone(), class: class.cloned() }
    }

    /// `F(Yes)`, or `F(feature=value | class)`
    pub(crate) fn cumulated(event: Event, class: Option<&Name>) -> Self {
        Quantity::Cumulated { event, class: class.cloned() }
    }

    /// `chol(a, b | class)`
    pub(crate) fn cholesky(a: &Name, b: &Name, class: Option<&Name>) -> Self {
        Quantity::Cholesky { a: a.clone(), b: b.clone(), class: class.cloned() }
    }

    /// `scatter(a, b | class)`
    pub fn scatter(a: &Name, b: &Name, class: Option<&Name>) -> Self {
        Quantity::Scatter { a: a.clone(), b: b.clone(), class: class.cloned() }
    }

    /// `det(Sigma | class)`
    pub fn det(class: Option<&Name>) -> Self {
        Quantity::Det { class: class.cloned() }
    }

    /// `theta(feature | class)`; without a feature the intercept.
    pub fn theta(feature: Option<&Name>, class: Option<&Name>) -> Self {
        Quantity::Theta { feature: feature.cloned(), class: class.cloned() }
    }

    /// `p(x | class)` of this case.
    pub fn density(class: &Name) -> Self {
        Quantity::Density { event: Event::Case, given: Some(class.clone()) }
    }

    /// `p(feature=value | class)`
    pub(crate) fn density_at(feature: &Name, value: &Name, class: &Name) -> Self {
        Quantity::Density { event: Event::value(feature, value), given: Some(class.clone()) }
    }

    /// `matrix(actual, predicted)`: a cell of the confusion matrix, or a sum of cells.
    pub fn matrix(actual: Option<&Name>, predicted: Option<&Name>) -> Self {
        Quantity::Matrix { actual: actual.cloned(), predicted: predicted.cloned() }
    }

    /// `cost(action, class)`: what it costs there; without a class `cost(action | x)`.
    pub fn cost(action: &Name, class: Option<&Name>) -> Self {
        Quantity::Cost { action: action.clone(), class: class.cloned() }
    }

    /// `decided(action, actual)`: evaluated rows of a class for which an action is chosen.
    pub fn decided(action: Option<&Name>, actual: Option<&Name>) -> Self {
        Quantity::Decided { actual: actual.cloned(), action: action.cloned() }
    }

    /// Several events in the same rows.
    pub fn several(of: Several, events: &[Event], class: Option<&Name>) -> Self {
        Quantity::Several { of, events: events.to_vec(), class: class.cloned() }
    }

    /// `count(class)`: the rows of a class.
    pub fn class_count(class: &Name) -> Self {
        Quantity::Count { event: Event::Class(class.clone()), class: None }
    }

    /// `count(feature=value, class)`: the rows of a class, or of all, with a value.
    pub(crate) fn value_count(feature: &Name, value: &Name, class: Option<&Name>) -> Self {
        Quantity::Count { event: Event::value(feature, value), class: class.cloned() }
    }

    /// `count(feature, class)`: the rows of a class, or of all, in which a feature is known.
    pub(crate) fn known_count(feature: &Name, class: Option<&Name>) -> Self {
        Quantity::Count { event: Event::Any(feature.clone()), class: class.cloned() }
    }
}
