//! Mistakes with a formula that is asked for: turned round, a part left out, put together otherwise.

use super::asked::{Asked, Place};
use super::entry::{Entry, Slip, entry, one};
use crate::math::{Expr, Formula, Number, Operation, Quantity, Sentence, ToSentence, sentence};
use crate::worked::value_of;

pub(super) const ENTRIES: &[Entry] = &[
    entry("F1", "which part comes first", is_formula, turned_round),
    entry("F2", "what a part is divided by", is_formula, share),
    entry("F3", "whether every part is in it", is_formula, part_alone),
    entry("F4", "how the parts are put together", is_formula, otherwise),
];

fn is_formula(asked: &Asked<'_>) -> bool {
    asked.place == Place::Formula
}

fn formula<'a>(asked: &'a Asked<'_>) -> Option<&'a Formula> {
    if let Quantity::Formula(formula) = &asked.quantity { Some(formula) } else { None }
}

/// The formula where it is two parts.
fn two<'a>(asked: &'a Asked<'_>) -> Option<(Operation, &'a Formula, &'a Formula)> {
    match formula(asked)? {
        Formula::Two(operation, one, other) => Some((*operation, one, other)),
        _ => None,
    }
}

pub(super) fn slip(asked: &Asked<'_>, expr: &Expr, says: Sentence) -> Vec<Slip> {
    let value = value_of(expr, &|of: &Quantity| asked.right(of));
    let slip = |value| Slip { decides: false, ..Slip::new(one(asked.quantity.clone(), Some(value)), says) };
    value.map(slip).into_iter().collect()
}

fn put(operation: Operation, one: &Formula, other: &Formula) -> Formula {
    Formula::Two(operation, Box::new(one.clone()), Box::new(other.clone()))
}

fn named(formula: &Formula) -> Sentence {
    formula.expr().to_sentence()
}

fn turned_round(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((operation @ (Operation::Divide | Operation::Subtract), one, other)) = two(asked) else {
        return Vec::new();
    };
    let turned = put(operation, other, one).expr();
    let how = if operation == Operation::Divide { "upside down" } else { "the other way round" };
    slip(asked, &turned, sentence!("That is {}, {}.", turned, how))
}

fn share(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((Operation::Divide, one, other)) = two(asked) else { return Vec::new() };
    let both = put(Operation::Add, one, other);
    // Of two posteriors that are all there are, it is the first alone.
    if value_of(&both.expr(), &|of: &Quantity| asked.right(of)).is_some_and(|sum| sum == Number::one()) {
        return Vec::new();
    }
    let says =
        sentence!("That is the share of {} in both together; divide by {} alone.", named(one), named(other));
    slip(asked, &put(Operation::Divide, one, &both).expr(), says)
}

fn part_alone(asked: &Asked<'_>) -> Vec<Slip> {
    let alone = |part: &Formula| {
        let says = sentence!("That is {} alone; {} has more in it.", named(part), named_asked(asked));
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

fn otherwise(asked: &Asked<'_>) -> Vec<Slip> {
    if let Some(Formula::Power(base, exponent)) = formula(asked) {
        let times = base.expr() * Expr::int(*exponent);
        let says = sentence!("That is {}; a power multiplies {} with itself.", times, named(base));
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
        let says = sentence!("That is {}: the parts are {}, and here they are {}.", expr, *how, word(own));
        slip(asked, &expr, says)
    };
    others.flat_map(tried).collect()
}
