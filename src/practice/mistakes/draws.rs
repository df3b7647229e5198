//! Mistakes with draws, in the sums that a uniform number is compared with and in μ + σ z and μ + L z, and with a formula that a
//! question asks for. Mistakes in naming the outcome are in `practice/asked`.

use super::asked::Asked;
use crate::math::{Event, Expr, Formula, Name, Number, Operation, Quantity};
use crate::model::{Factor, FactorForm};
use crate::worked::value_of;

/// The probabilities of a sum, in order, each with its name, and the position where the sum stops.
fn outcomes(asked: &Asked<'_>) -> Option<(Vec<(Name, Quantity)>, usize)> {
    match &asked.quantity {
        Quantity::Cumulated { event: Event::Class(class), class: None } => {
            let classes = asked.fitted.classes.iter();
            let all = classes.map(|class| (class.clone(), Quantity::prior(class))).collect();
            Some((all, asked.fitted.class(class.as_str())?))
        }
        Quantity::Cumulated { event: Event::Value { feature, value }, class: Some(class) } => {
            let factor = asked.fitted.factor(feature.as_str()).filter(|factor| is_listed(factor))?;
            let order = factor.drawn_order();
            let own = asked.fitted.position(factor, value.as_str())?;
            let stops = order.iter().position(|at| *at == own)?;
            let names = order.iter().filter_map(|at| factor.values().get(*at));
            let all = names.map(|name| (name.clone(), Quantity::conditional(feature, name, class))).collect();
            Some((all, stops))
        }
        _ => None,
    }
}

fn is_listed(factor: &Factor) -> bool {
    !factor.is_number() && factor.form != FactorForm::Presence
}

/// The outcome where the sum stops, or one before or after it.
pub(super) fn outcome(asked: &Asked<'_>, steps: isize) -> Option<(Name, Quantity)> {
    let (all, stops) = outcomes(asked)?;
    all.get(stops.checked_add_signed(steps)?).cloned()
}

/// What formulas name in a sum of probabilities.
pub(super) fn of_sum(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let (all, stops) = outcomes(asked)?;
    let sum = |some: &[(Name, Quantity)]| Expr::sum(some.iter().map(|(_, of)| of.clone().into()).collect());
    Some(match name {
        "outcome" => all.get(stops)?.1.clone().into(),
        "outcomes before" if stops > 0 => sum(all.get(..stops)?),
        "one outcome more" => sum(all.get(..stops + 2)?),
        "outcomes from the last" => sum(all.get(stops..)?),
        "largest outcomes" => {
            let mut sized: Vec<_> = all.iter().filter_map(|of| Some((asked.right(&of.1)?, of))).collect();
            sized.sort_by(|(one, _), (other, _)| other.compare(one));
            let sized: Vec<_> = sized.into_iter().map(|(_, of)| of.clone()).collect();
            let at = sized.iter().position(|of| Some(of) == all.get(stops))?;
            sum(sized.get(..=at)?)
        }
        "outcomes in all classes" => {
            let feature = asked.quantity.feature()?;
            let of = |(name, _): &(Name, Quantity)| {
                Expr::from(Quantity::Prob { event: Event::value(feature, name), given: None })
            };
            Expr::sum(all.get(..=stops)?.iter().map(of).collect())
        }
        _ => return None,
    })
}

/// A number that is drawn, μ + σ z or a row of μ + L z.
struct Draw {
    mean: Quantity,
    /// Each z with its feature.
    zs: Vec<(Name, Expr)>,
    feature: Name,
    class: Name,
    /// The class of Σ; `None` where each feature has its own variance.
    sigma: Option<Option<Name>>,
}

impl Draw {
    fn of(asked: &Asked<'_>) -> Option<Draw> {
        let Quantity::Draw { feature, by, class: Some(class) } = &asked.quantity else { return None };
        let zs: Vec<Expr> = by.iter().map(|z| z.parse().ok().map(Expr::float)).collect::<Option<_>>()?;
        let names: Vec<Name> = match zs.len() {
            1 => vec![feature.clone()],
            several => asked.fitted.feature_names().take(several).cloned().collect(),
        };
        Some(Draw {
            mean: Quantity::mean(feature, class),
            zs: names.into_iter().zip(zs).collect(),
            feature: feature.clone(),
            class: class.clone(),
            sigma: asked.fitted.gda().map(|gda| (!gda.is_shared()).then(|| class.clone())),
        })
    }

    fn scaled(&self, by: impl Fn(&Name) -> Expr) -> Expr {
        Expr::sum(self.zs.iter().map(|(name, z)| by(name) * z.clone()).collect())
    }

    fn variance(&self, other: &Name) -> Expr {
        match &self.sigma {
            // Σ is symmetric: the entry above the diagonal is used.
            Some(class) => Quantity::cov(other, &self.feature, class.as_ref()).into(),
            None => Quantity::var(&self.feature, &self.class).into(),
        }
    }

    fn scale(&self, other: &Name) -> Expr {
        match &self.sigma {
            Some(class) if self.zs.len() > 1 => {
                Quantity::cholesky(&self.feature, other, class.as_ref()).into()
            }
            _ => self.variance(other).sqrt(),
        }
    }
}

/// What formulas name in a number that is drawn.
pub(super) fn of_draw(asked: &Asked<'_>, name: &str) -> Option<Expr> {
    let draw = Draw::of(asked)?;
    let own_z = || draw.zs.last().map_or_else(|| Expr::int(0), |(_, z)| z.clone());
    Some(match name {
        "μ" => draw.mean.clone().into(),
        "L z" => draw.scaled(|other| draw.scale(other)),
        "Σ z" => draw.scaled(|other| draw.variance(other)),
        "own z" => own_z(),
        "σ z alone" if draw.zs.len() > 1 => draw.variance(&draw.feature).sqrt() * own_z(),
        _ => return None,
    })
}

/// The mean that a number is drawn around.
pub(super) fn mean_of_draw(asked: &Asked<'_>) -> Option<Quantity> {
    Some(Draw::of(asked)?.mean)
}

pub(super) fn is_by_one_number(asked: &Asked<'_>) -> bool {
    Draw::of(asked).is_some_and(|draw| draw.zs.len() == 1)
}

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
