//! A term in little room: its names are cut in the middle, its notation is not.
//!
//! `P(petal length=1.4 | Iris setosa)` stays a conditional probability however short its names become. The short text
//! is for the eye only: the link of the piece keeps the whole address.

use super::{Name, Quantity};
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
        .map(|longest| text(&quantity.with_names(&|name| short(name, longest, mark))))
        .find(|text| display_width(text) <= width)
}

fn short(name: &Name, longest: usize, mark: &str) -> Name {
    Name::new(shorten_with(name.as_str(), longest, mark).into_owned())
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
