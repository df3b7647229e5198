//! Mistakes with draws, in the sums that a uniform number is compared with and in μ + σ z and μ + L z, and with a formula that a
//! question asks for. Mistakes in naming the outcome are in `practice/asked`.

use super::asked::Asked;
use super::overlay::{Slip, other_value};
use crate::math::{Event, Expr, Formula, Name, Number, Operation, Quantity, Sentence, ToSentence, sentence};
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

fn sum<'a>(all: impl Iterator<Item = &'a (Name, Quantity)>) -> Expr {
    Expr::sum(all.map(|(_, of)| of.clone().into()).collect())
}

pub(super) fn one_probability(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((all, stops)) = outcomes(asked) else { return Vec::new() };
    let Some((_, own)) = all.get(stops) else { return Vec::new() };
    let says = sentence!("That is {} alone. Add the probabilities before it.", own);
    slip(asked, &own.clone().into(), says)
}

pub(super) fn one_off(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((all, stops)) = outcomes(asked) else { return Vec::new() };
    let name = |at: usize| all.get(at).map(|(name, _)| name.clone());
    let mut slips = Vec::new();
    if let Some((last, own)) = stops.checked_sub(1).and_then(name).zip(name(stops)) {
        let says = sentence!("That is the sum up to {}. Add {} itself too.", last, own);
        slips.extend(slip(asked, &sum(all.iter().take(stops)), says));
    }
    if let Some(next) = name(stops + 1) {
        let says = sentence!("That is the sum up to {}, which comes later. Stop earlier.", next);
        slips.extend(slip(asked, &sum(all.iter().take(stops + 2)), says));
    }
    slips
}

pub(super) fn other_order(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((all, stops)) = outcomes(asked) else { return Vec::new() };
    let mut slips = slip(
        asked,
        &sum(all.iter().skip(stops)),
        "You get this number if you add the probabilities from the last one back. Start with the first.",
    );
    let mut sized: Vec<_> = all.iter().filter_map(|of| Some((asked.right(&of.1)?, of))).collect();
    sized.sort_by(|(one, _), (other, _)| other.compare(one));
    if let Some(at) = sized.iter().position(|(_, of)| Some(*of) == all.get(stops)) {
        let largest = sum(sized.iter().take(at + 1).map(|(_, of)| *of));
        let says =
            "You get this number if you add the largest probabilities first. Keep the order of the list.";
        slips.extend(slip(asked, &largest, says));
    }
    slips
}

pub(super) fn in_all_classes(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some((all, stops)), Some(feature)) = (outcomes(asked), asked.quantity.feature()) else {
        return Vec::new();
    };
    let of = |(name, _): &(Name, Quantity)| {
        Expr::from(Quantity::Prob { event: Event::value(feature, name), given: None })
    };
    let says = sentence!(
        "You get this number from the probabilities of all classes together. Take those of {}.",
        asked.class_name()
    );
    slip(asked, &Expr::sum(all.iter().take(stops + 1).map(of).collect()), says)
}

struct Row {
    mean: Expr,
    mean_of: Quantity,
    /// Each z with its feature.
    zs: Vec<(Name, Expr)>,
    feature: Name,
    class: Name,
    /// The class of Σ; `None` where each feature has its own variance.
    sigma: Option<Option<Name>>,
}

impl Row {
    fn of(asked: &Asked<'_>) -> Option<Row> {
        let Quantity::Draw { feature, by, class: Some(class) } = &asked.quantity else { return None };
        let zs: Vec<Expr> = by.iter().map(|z| z.parse().ok().map(Expr::float)).collect::<Option<_>>()?;
        let names: Vec<Name> = match zs.len() {
            1 => vec![feature.clone()],
            several => asked.fitted.feature_names().take(several).cloned().collect(),
        };
        let mean_of = Quantity::mean(feature, class);
        let named = asked.fitted.gda().map(|gda| (!gda.is_shared()).then(|| class.clone()));
        Some(Row {
            mean: mean_of.clone().into(),
            mean_of,
            zs: names.into_iter().zip(zs).collect(),
            feature: feature.clone(),
            class: class.clone(),
            sigma: named,
        })
    }

    fn scaled(&self, by: impl Fn(&Row, &Name) -> Expr) -> Expr {
        Expr::sum(self.zs.iter().map(|(name, z)| by(self, name) * z.clone()).collect())
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

    fn own(&self) -> Expr {
        self.zs.last().map_or_else(|| Expr::int(0), |(_, z)| z.clone())
    }
}

pub(super) fn by_variance(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(row) = Row::of(asked) else { return Vec::new() };
    let says: Sentence = match row.zs.len() {
        1 => "You get this number if you multiply z by the variance. Multiply by σ, its root.".into(),
        _ => "You get this number if you multiply z by Σ. Multiply by L, its root: L Lᵀ = Σ.".into(),
    };
    slip(asked, &(row.mean.clone() + row.scaled(Row::variance)), says)
}

pub(super) fn mean_or_spread_left_out(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(row) = Row::of(asked) else { return Vec::new() };
    let says = sentence!("That is the distance from the mean. Add {}.", row.mean_of);
    let mut slips = slip(asked, &row.scaled(Row::scale), says);
    let says = match row.zs.len() {
        1 => "That is z added to the mean. First multiply z by the standard deviation σ.",
        _ => "That is z added to the mean. First multiply each z by its entry of L.",
    };
    slips.extend(slip(asked, &(row.mean.clone() + row.own()), says));
    slips
}

pub(super) fn subtracted(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(row) = Row::of(asked) else { return Vec::new() };
    let says = "You get this number if you subtract from the mean. Add instead: z has its own sign.";
    slip(asked, &(row.mean.clone() - row.scaled(Row::scale)), says)
}

pub(super) fn one_by_one(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(row) = Row::of(asked).filter(|row| row.zs.len() > 1) else { return Vec::new() };
    let alone = row.mean.clone() + row.variance(&row.feature).sqrt() * row.own();
    let says = "You get this number if you draw the number by itself. Use the whole row of L: the numbers vary together.";
    slip(asked, &alone, says)
}

pub(super) fn drawn_from_other_class(asked: &Asked<'_>) -> Vec<Slip> {
    let own = asked.class_name();
    let of = |other: &Name| match &asked.quantity {
        Quantity::Cumulated { event: event @ Event::Value { .. }, class: Some(_) } => {
            Some(Quantity::Cumulated { event: event.clone(), class: Some(other.clone()) })
        }
        Quantity::Draw { feature, by, class: Some(_) } => {
            Some(Quantity::Draw { feature: feature.clone(), by: by.clone(), class: Some(other.clone()) })
        }
        _ => None,
    };
    let slip = |other: &Name| {
        let says =
            sentence!("That is the value for {}. The question asks for {}.", other.clone(), own.clone());
        Some(Slip::read_off(asked, of(other)?, says).by(&other))
    };
    asked.fitted.classes.iter().filter(|other| **other != own).filter_map(slip).collect()
}

fn formula<'a>(asked: &'a Asked<'_>) -> Option<&'a Formula> {
    if let Quantity::Formula(formula) = &asked.quantity { Some(formula) } else { None }
}

fn two<'a>(asked: &'a Asked<'_>) -> Option<(Operation, &'a Formula, &'a Formula)> {
    match formula(asked)? {
        Formula::Two(operation, one, other) => Some((*operation, one, other)),
        _ => None,
    }
}

fn slip(asked: &Asked<'_>, expr: &Expr, says: impl Into<Sentence>) -> Vec<Slip> {
    let value = value_of(expr, &|of: &Quantity| asked.right(of));
    let slips = other_value(asked, value, says).into_iter();
    slips.map(|slip| Slip { decides: false, ..slip }).collect()
}

fn put(operation: Operation, one: &Formula, other: &Formula) -> Formula {
    Formula::Two(operation, Box::new(one.clone()), Box::new(other.clone()))
}

fn named(formula: &Formula) -> Sentence {
    formula.expr().to_sentence()
}

pub(super) fn turned_round(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((operation @ (Operation::Divide | Operation::Subtract), one, other)) = two(asked) else {
        return Vec::new();
    };
    let turned = put(operation, other, one).expr();
    let how = if operation == Operation::Divide { "upside down" } else { "the other way round" };
    slip(asked, &turned, sentence!("That is {}, {}.", turned, how))
}

pub(super) fn share_of_both(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((Operation::Divide, one, other)) = two(asked) else { return Vec::new() };
    let both = put(Operation::Add, one, other);
    // Two posteriors that add to 1: the share is the first one.
    if value_of(&both.expr(), &|of: &Quantity| asked.right(of)).is_some_and(|sum| sum == Number::one()) {
        return Vec::new();
    }
    let says =
        sentence!("That is the share of {} in both together. Divide by {} alone.", named(one), named(other));
    slip(asked, &put(Operation::Divide, one, &both).expr(), says)
}

pub(super) fn part_alone(asked: &Asked<'_>) -> Vec<Slip> {
    let alone = |part: &Formula| {
        let says = sentence!("That is {} alone. The whole formula is {}.", named(part), named_asked(asked));
        slip(asked, &part.expr(), says)
    };
    match formula(asked) {
        Some(Formula::Two(_, one, other)) => [one, other].into_iter().flat_map(|part| alone(part)).collect(),
        Some(Formula::Power(base, _)) => alone(base),
        _ => Vec::new(),
    }
}

fn named_asked(asked: &Asked<'_>) -> Sentence {
    formula(asked).map(named).unwrap_or_default()
}

pub(super) fn other_operation(asked: &Asked<'_>) -> Vec<Slip> {
    if let Some(Formula::Power(base, exponent)) = formula(asked) {
        let times = base.expr() * Expr::int(*exponent);
        let says = sentence!("That is {}. A power multiplies {} by itself.", times, named(base));
        return slip(asked, &times, says);
    }
    let Some((own, one, other)) = two(asked) else { return Vec::new() };
    let all = [
        (Operation::Add, "added"),
        (Operation::Subtract, "subtracted"),
        (Operation::Multiply, "multiplied"),
        (Operation::Divide, "divided"),
    ];
    let word =
        |operation: Operation| all.iter().find(|(other, _)| *other == operation).map_or("", |(_, word)| word);
    let others = all.iter().filter(|(operation, _)| *operation != own);
    let tried = |(operation, how): &(Operation, &str)| {
        let expr = put(*operation, one, other).expr();
        let says = sentence!("That is {}: the parts are {}. Here they are {}.", expr, *how, word(own));
        slip(asked, &expr, says)
    };
    others.flat_map(tried).collect()
}
