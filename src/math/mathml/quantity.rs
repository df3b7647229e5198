//! The addresses of numbers as MathML.

use super::MINUS;
use super::{BAR, Elements, THIN, element, fenced, in_bars, mi, mn, mo, mtext, one};
use crate::math::{Event, Name, Quantity, Share};

pub(super) fn of_quantity(quantity: &Quantity) -> Elements {
    match quantity {
        Quantity::Prob { event: what, given } => {
            let given = given.as_ref().map(event);
            headed("P", condition(event(what), given))
        }
        Quantity::Density { event: what, given: class } => {
            headed("p", condition(event(what), class.as_ref().map(name)))
        }
        Quantity::Count { event: what, class } => {
            let all = std::iter::once(event(what)).chain(class.as_ref().map(name));
            headed("count", between_commas(all))
        }
        Quantity::Rows => vec![mi("n")],
        Quantity::Values(feature) => headed("k", vec![name(feature)]),
        Quantity::Alpha => vec![mi("α")],
        Quantity::Score(class) => headed("score", vec![name(class)]),
        Quantity::Mean { feature, class } => {
            headed("mean", condition(name(feature), class.as_ref().map(name)))
        }
        Quantity::Var { feature, class } => headed("var", condition(name(feature), class.as_ref().map(name))),
        Quantity::Cov { a, b, class } => headed("cov", pair(a, b, class.as_ref())),
        Quantity::Scatter { a, b, class } => headed("scatter", pair(a, b, class.as_ref())),
        Quantity::Det { class } => vec![in_bars(vec![sigma(class.as_ref())])],
        Quantity::Inverse { a, b, class } => {
            let inverse = element("msup", [sigma(class.as_ref()), one(vec![MINUS.to_owned(), mn("1")])]);
            let entry = one(between_commas([name(a), name(b)]));
            vec![element("msub", [fenced(vec![inverse]), entry])]
        }
        Quantity::Quadratic(class) => headed("q", vec![name(class)]),
        Quantity::Discriminant(class) => headed("d", vec![name(class)]),
        Quantity::Theta { feature, class } => {
            let feature = feature.as_ref().map_or_else(|| mn("0"), name);
            vec![element("msub", [mi("θ"), one(condition(feature, class.as_ref().map(name)))])]
        }
        Quantity::Ln(inner) => [mi("ln"), THIN.to_owned()].into_iter().chain(of_quantity(inner)).collect(),
        Quantity::LogLik(Share::Whole) => vec![mi("ℓ")],
        Quantity::LogLik(Share::Class(class)) => headed("ℓ", vec![name(class)]),
        Quantity::LogLik(Share::Feature { feature, class }) => {
            headed("ℓ", condition(name(feature), Some(name(class))))
        }
        Quantity::LogLik(Share::Together(class)) => headed("ℓ", condition(mi("x"), Some(name(class)))),
        Quantity::Slope(of) => {
            let below = std::iter::once(mo("∂")).chain(of_quantity(of));
            vec![element("mfrac", [one(vec![mo("∂"), mi("ℓ")]), one(below.collect())])]
        }
    }
}

fn headed(head: &str, inside: Elements) -> Elements {
    vec![mi(head), fenced(inside)]
}

fn condition(what: String, given: Option<String>) -> Elements {
    std::iter::once(what).chain(given.into_iter().flat_map(|given| [BAR.to_owned(), given])).collect()
}

fn pair(a: &Name, b: &Name, class: Option<&Name>) -> Elements {
    let given = class.into_iter().flat_map(|class| [BAR.to_owned(), name(class)]);
    between_commas([name(a), name(b)]).into_iter().chain(given).collect()
}

fn between_commas(all: impl IntoIterator<Item = String>) -> Elements {
    let mut found = Elements::new();
    for element in all {
        found.extend((!found.is_empty()).then(|| mo(",")));
        found.push(element);
    }
    found
}

fn sigma(class: Option<&Name>) -> String {
    let sigma = "<mi mathvariant=\"normal\">Σ</mi>".to_owned();
    match class {
        None => sigma,
        Some(class) => element("msub", [sigma, name(class)]),
    }
}

fn event(event: &Event) -> String {
    match event {
        Event::Case => mi("x"),
        // Quotes that the notation needs are kept, so that two names never look the same.
        other => mtext(&other.to_string()),
    }
}

fn name(name: &Name) -> String {
    mtext(&name.to_string())
}
