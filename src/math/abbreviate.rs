//! A term in little room: its names are cut in the middle, its notation is not.
//!
//! `P(petal length=1.4 | Iris setosa)` stays a conditional probability however short its names become. The short text
//! is for the eye only: the link of the piece keeps the whole address.

use super::{Event, Name, Quantity, Share};
use crate::text::{display_width, shorten_with};

/// The quantity with the longest names for which `text` is at most `width` wide, if there are any.
pub(super) fn abbreviated(
    quantity: &Quantity,
    width: usize,
    mark: &str,
    text: impl Fn(&Quantity) -> String,
) -> Option<String> {
    // A mark alone says nothing about the name.
    let shortest = display_width(mark) + 2;
    (shortest..=width)
        .rev()
        .map(|longest| text(&with_names(quantity, &|name| short(name, longest, mark))))
        .find(|text| display_width(text) <= width)
}

fn short(name: &Name, longest: usize, mark: &str) -> Name {
    Name::new(shorten_with(name.as_str(), longest, mark).into_owned())
}

/// The quantity with every name replaced.
fn with_names(quantity: &Quantity, new: &impl Fn(&Name) -> Name) -> Quantity {
    let class = |class: &Option<Name>| class.as_ref().map(new);
    let event = |event: &Event| match event {
        Event::Class(name) => Event::Class(new(name)),
        Event::Value { feature, value } => Event::Value { feature: new(feature), value: new(value) },
        Event::Any(feature) => Event::Any(new(feature)),
        Event::Case => Event::Case,
    };
    match quantity {
        Quantity::Prob { event: of, given } => {
            Quantity::Prob { event: event(of), given: given.as_ref().map(event) }
        }
        Quantity::Density { event: of, given } => Quantity::Density { event: event(of), given: class(given) },
        Quantity::Count { event: of, class: among } => {
            Quantity::Count { event: event(of), class: class(among) }
        }
        Quantity::Rows => Quantity::Rows,
        Quantity::Values(feature) => Quantity::Values(new(feature)),
        Quantity::Alpha => Quantity::Alpha,
        Quantity::Score(name) => Quantity::Score(new(name)),
        Quantity::Mean { feature, class: among } => {
            Quantity::Mean { feature: new(feature), class: class(among) }
        }
        Quantity::Var { feature, class: among } => {
            Quantity::Var { feature: new(feature), class: class(among) }
        }
        Quantity::Cov { a, b, class: among } => Quantity::Cov { a: new(a), b: new(b), class: class(among) },
        Quantity::Inverse { a, b, class: among } => {
            Quantity::Inverse { a: new(a), b: new(b), class: class(among) }
        }
        Quantity::Quadratic(name) => Quantity::Quadratic(new(name)),
        Quantity::Discriminant(name) => Quantity::Discriminant(new(name)),
        Quantity::Det { class: among } => Quantity::Det { class: class(among) },
        Quantity::Theta { feature, class: among } => {
            Quantity::Theta { feature: class(feature), class: class(among) }
        }
        Quantity::Ln(inner) => with_names(inner, new).ln(),
        Quantity::Slope(inner) => with_names(inner, new).slope(),
        Quantity::LogLik(share) => Quantity::LogLik(match share {
            Share::Whole => Share::Whole,
            Share::Class(class) => Share::Class(new(class)),
            Share::Feature { feature, class } => Share::Feature { feature: new(feature), class: new(class) },
            Share::Together(class) => Share::Together(new(class)),
        }),
        Quantity::Scatter { a, b, class: among } => {
            Quantity::Scatter { a: new(a), b: new(b), class: class(among) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_the_notation_is_not() {
        let of = "mean(petal length in centimetres | Iris setosa)".parse().unwrap();
        let short = |width| abbreviated(&of, width, "…", Quantity::to_string);
        assert_eq!(short(60).as_deref(), Some("mean(petal length in centimetres | Iris setosa)"));
        assert_eq!(short(30).as_deref(), Some("mean(petal…tres | Iris …tosa)"));
        assert_eq!(short(16).as_deref(), Some("mean(p…s | I…a)"));
        assert_eq!(short(14), None);
    }
}
