//! The words that stand in numbers and beside them.

use super::clean::clean;

/// Words that say of a number that it is rounded.
pub(super) const ABOUT: [&str; 8] =
    ["about", "approx", "approximately", "around", "ca", "circa", "roughly", "etwa"];

/// Words that stand in numbers.
pub(super) const KNOWN: [&str; 20] = [
    "x", "e", "pi", "π", "percent", "per", "cent", "pct", "prozent", "of", "out", "over", "von", "aus", "in",
    "sqrt", "root", "exp", "ln", "log",
];

/// Words that lead to a number and change nothing.
pub(super) const LEADS: [&str; 33] = [
    "so",
    "thus",
    "hence",
    "therefore",
    "then",
    "that",
    "which",
    "this",
    "it",
    "is",
    "equals",
    "gives",
    "the",
    "answer",
    "ans",
    "result",
    "value",
    "we",
    "i",
    "get",
    "got",
    "have",
    "to",
    "also",
    "daher",
    "somit",
    "ist",
    "ergibt",
    "antwort",
    "ergebnis",
    "wert",
    "rounded",
    "gerundet",
];

/// Words that say how a number was rounded.
pub(super) const NOTES: [&str; 32] = [
    "sf",
    "sigfig",
    "sigfigs",
    "sig",
    "fig",
    "figs",
    "figure",
    "figures",
    "significant",
    "dp",
    "decimal",
    "decimals",
    "place",
    "places",
    "digit",
    "digits",
    "rounded",
    "round",
    "correct",
    "approx",
    "approximately",
    "about",
    "gerundet",
    "rund",
    "stelle",
    "stellen",
    "nachkommastelle",
    "nachkommastellen",
    "dezimalstellen",
    "signifikante",
    "exact",
    "exactly",
];

/// Words that make another number of it, or say that it is not meant.
pub(super) const NO_REMARK: [&str; 20] = [
    "not",
    "no",
    "nicht",
    "kein",
    "isn",
    "wrong",
    "falsch",
    "hundred",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "dozen",
    "hundert",
    "tausend",
    "k",
    "to",
    "or",
];

/// Units, and what is counted.
pub(super) const UNITS: [&str; 83] = [
    "mm",
    "cm",
    "dm",
    "m",
    "km",
    "inch",
    "inches",
    "in",
    "ft",
    "foot",
    "feet",
    "yd",
    "mile",
    "miles",
    "mi",
    "g",
    "gram",
    "grams",
    "kg",
    "mg",
    "lb",
    "lbs",
    "pound",
    "pounds",
    "oz",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "min",
    "mins",
    "minute",
    "minutes",
    "h",
    "hr",
    "hrs",
    "hour",
    "hours",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "yr",
    "yrs",
    "year",
    "years",
    "nat",
    "nats",
    "sq",
    "square",
    "squared",
    "°",
    "°C",
    "°F",
    "$",
    "€",
    "£",
    "eur",
    "euro",
    "euros",
    "usd",
    "dollars",
    "row",
    "rows",
    "case",
    "cases",
    "word",
    "words",
    "token",
    "tokens",
    "document",
    "documents",
    "docs",
    "people",
    "samples",
    "times",
    "total",
    "tage",
    "zeilen",
    "wörter",
];

/// Whether a side holds a name that is none of a function: P(Yes), score(c).
pub(super) fn names_something(side: &str) -> bool {
    let cleaned = clean(side).unwrap_or_default();
    let mut words = cleaned.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| {
        let word = word.to_lowercase();
        !KNOWN.contains(&word.as_str()) && !ABOUT.contains(&word.as_str())
    })
}

/// Whether a side says from where to where a number may lie: 0.6 ± 0.1, 0.5 to 0.7, [0.5, 0.7].
pub(super) fn is_range(side: &str) -> bool {
    let inside = side.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let from_to = |side: &str| {
        side.split_once(" to ").is_some_and(|(from, _)| from.ends_with(|c: char| c.is_ascii_digit()))
    };
    // Dots behind a number say that further figures follow.
    let dotted = |dots: &str| {
        side.split_once(dots).is_some_and(|(_, to)| {
            to.trim_start_matches(['.', ' ']).starts_with(|c: char| c.is_ascii_digit())
        })
    };
    side.contains('±')
        || dotted("…")
        || dotted("..")
        || from_to(side)
        || inside.is_some_and(|inside| inside.contains(','))
}
