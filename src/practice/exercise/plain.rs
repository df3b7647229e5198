//! What the reader of TOML says of a file, in words for somebody who writes exercises and no programs.

use crate::problem::nearest;
use crate::text::shown;

pub(in crate::practice) fn told(cause: &str) -> (String, String) {
    if let Some((of_kind, rest)) = cause.strip_prefix("invalid ").and_then(|rest| rest.split_once(": "))
        && let Some((found, wanted)) = rest.split_once(", expected ")
    {
        let (found, (wanted, example)) = (thing(found), kind(wanted));
        let what = match of_kind {
            "type" => format!("{found} stands where {wanted} belongs"),
            _ => format!("{found} is not {wanted}"),
        };
        return (what, format!("write {wanted}, for example {example}"));
    }
    if cause == "duplicate key" {
        return ("this key stands there twice".into(), "leave one of the two out".into());
    }
    let named: Vec<&str> = cause.split('`').skip(1).step_by(2).collect();
    match (named.as_slice(), cause) {
        ([typed, known @ ..], cause) if cause.starts_with("unknown field") => {
            let fix = match nearest(typed, known.iter().copied()) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("the keys here are: {}", known.join(", ")),
            };
            (format!("there is no key “{}” here", shown(typed)), fix)
        }
        ([missing], cause) if cause.starts_with("missing field") => {
            (format!("the key {missing} is missing here"), format!("add it: {missing} = …"))
        }
        _ => (cause.to_owned(), OTHERWISE.to_owned()),
    }
}

const OTHERWISE: &str = "mend that line; `posterior exercise new DATA` writes an exercise to begin with";

/// A value as the reader names it: `string "two"`, ``integer `3` ``.
fn thing(found: &str) -> String {
    let quoted = found.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"')).map(|(text, _)| text);
    let bare = found.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`')).map(|(text, _)| text);
    match (found, quoted, bare) {
        ("sequence", ..) => "a list".into(),
        ("map", ..) => "a table".into(),
        (_, Some(text), _) => format!("the text “{text}”"),
        (_, _, Some(text)) => text.to_owned(),
        (other, ..) => other.to_owned(),
    }
}

fn kind(wanted: &str) -> (&str, &str) {
    match wanted {
        "a string" => ("text in quotes", "\"text\""),
        "f64" | "f32" => ("a number", "2 or 0.5"),
        "usize" | "u64" | "u32" => ("a whole number from 0", "3"),
        "i64" => ("a whole number", "1"),
        "a boolean" => ("true or false", "true"),
        "a sequence" | "an array" => ("a list", "[\"one\", \"two\"] or [10, 20]"),
        other if other.starts_with("struct") || other == "a map" => ("a table", "{ outlook = \"Sunny\" }"),
        other => (other, "as in the file that posterior exercise new DATA writes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_reader_are_told_in_plain_english() {
        for (cause, what, fix) in [
            (
                "invalid type: string \"two\", expected f64",
                "the text “two” stands where a number belongs",
                "write a number, for example 2 or 0.5",
            ),
            (
                "invalid type: integer `3`, expected a string",
                "3 stands where text in quotes belongs",
                "write text in quotes, for example \"text\"",
            ),
            (
                "invalid value: integer `-1`, expected u64",
                "-1 is not a whole number from 0",
                "write a whole number from 0, for example 3",
            ),
            (
                "unknown field `titel`, expected one of `format`, `title`",
                "there is no key “titel” here",
                "did you mean title?",
            ),
            (
                "unknown field `colour`, expected `ask` or `marks`",
                "there is no key “colour” here",
                "the keys here are: ask, marks",
            ),
            ("missing field `ask`", "the key ask is missing here", "add it: ask = …"),
            ("duplicate key", "this key stands there twice", "leave one of the two out"),
        ] {
            assert_eq!(told(cause), (what.to_owned(), fix.to_owned()));
        }
    }
}
