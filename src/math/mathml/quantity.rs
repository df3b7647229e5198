//! The addresses of numbers as MathML.

use super::MINUS;
use super::{BAR, Elements, THIN, element, fenced, in_bars, mi, mn, mo, mtext, one};
use crate::math::quantity_parts::Argument;
use crate::math::{Event, Quantity};

pub(super) fn of_quantity(quantity: &Quantity) -> Elements {
    let parts = quantity.parts();
    let given = parts.given.as_ref().map(event);
    let sigma = || {
        let sigma = "<mi mathvariant=\"normal\">Σ</mi>".to_owned();
        given.iter().fold(sigma, |sigma, class| element("msub", [sigma, class.clone()]))
    };
    let arguments = || between_commas(parts.arguments.iter().map(|argument| one(argued(argument))));
    let separator = || if parts.given_after_comma() { mo(",") } else { BAR.to_owned() };
    let inside = || {
        let bar = given.iter().flat_map(|given| [separator(), given.clone()]);
        arguments().into_iter().chain(bar).collect::<Elements>()
    };
    match (parts.head, parts.arguments.as_slice()) {
        ("det", _) => vec![in_bars(vec![sigma()])],
        ("inv", _) => {
            let inverse = element("msup", [sigma(), one(vec![MINUS.to_owned(), mn("1")])]);
            vec![element("msub", [fenced(vec![inverse]), one(arguments())])]
        }
        ("theta", _) => vec![element("msub", [mi("θ"), one(inside())])],
        ("ln", [Argument::Quantity(of)]) => {
            [mi("ln"), THIN.to_owned()].into_iter().chain(of_quantity(of)).collect()
        }
        ("slope", [Argument::Quantity(of)]) => {
            let below = std::iter::once(mo("∂")).chain(of_quantity(of));
            vec![element("mfrac", [one(vec![mo("∂"), mi("ℓ")]), one(below.collect())])]
        }
        (_, arguments) => {
            let head = mi(parts.symbol().unwrap_or_else(|word| word));
            if arguments.is_empty() { vec![head] } else { vec![head, fenced(inside())] }
        }
    }
}

fn argued(argument: &Argument) -> Elements {
    match argument {
        Argument::Event(what) => vec![event(what)],
        Argument::Intercept => vec![mn("0")],
        Argument::Sigma => vec![mi("Σ")],
        Argument::Quantity(of) => of_quantity(of),
    }
}

fn between_commas(all: impl IntoIterator<Item = String>) -> Elements {
    let mut found = Elements::new();
    for element in all {
        found.extend((!found.is_empty()).then(|| mo(",")));
        found.push(element);
    }
    found
}

fn event(event: &Event) -> String {
    match event {
        Event::Case => mi("x"),
        // Quotes that the notation needs are kept, so that two names never look the same.
        other => mtext(&other.to_string()),
    }
}
