//! Which name an answer means, of a class, an action or what is drawn: `bike`, `BIKE, 51 %`, `class bike`, `so \text{bike}`. What names several, or says something
//! else about one, names none.

use crate::math::Name;
use crate::model::Fitted;
use crate::practice::Asked;
use crate::practice::read::Answer;
use crate::recipe::folded;

/// Words that may stand beside a name and change nothing.
const HARMLESS: [&str; 62] = [
    "class",
    "the",
    "is",
    "as",
    "it",
    "a",
    "predict",
    "predicts",
    "predicted",
    "prediction",
    "decision",
    "decide",
    "decides",
    "choose",
    "chosen",
    "classify",
    "classified",
    "answer",
    "result",
    "so",
    "thus",
    "hence",
    "therefore",
    "then",
    "we",
    "i",
    "with",
    "probability",
    "prob",
    "posterior",
    "p",
    "pr",
    "x",
    "y",
    "at",
    "about",
    "approx",
    "wins",
    "win",
    "winner",
    "largest",
    "highest",
    "most",
    "likely",
    "maximum",
    "max",
    "argmax",
    "has",
    "percent",
    "klasse",
    "die",
    "ist",
    "also",
    "daher",
    "somit",
    "mit",
    "wahrscheinlichkeit",
    "vorhersage",
    "entscheidung",
    "gewinnt",
    "prozent",
    "map",
];

/// The only name of a question that an answer means.
pub(in crate::practice) fn named(answer: &Answer, asked: &Asked, fitted: &Fitted) -> Option<usize> {
    let names = asked.names(fitted);
    let target = || fitted.data.table.columns().get(fitted.data.resolved.target);
    let of = match asked {
        Asked::Name(question) => folded(&question.of),
        Asked::Class | Asked::Number(_) => {
            target().map(|column| folded(column.name.as_str())).unwrap_or_default()
        }
    };
    let written = [answer.typed.trim(), answer.last.as_str()];
    let exact = written.iter().find_map(|text| names.iter().position(|name| name.as_str() == *text));
    exact.or_else(|| {
        let bare = |text: &str| folded(text.trim_matches(|c: char| MARKS.contains(c) || c.is_whitespace()));
        let texts: Vec<String> = written.iter().map(|text| bare(text)).collect();
        let find = |with: &dyn Fn(&str) -> Option<usize>| texts.iter().find_map(|text| with(text));
        find(&|text| only(&names, |name| name == text))
            .or_else(|| find(&|text| only(&names, |name| typed(name) == typed(text))))
            .or_else(|| find(&|text| mentioned(text, &names, &of)))
            .or_else(|| find(&|text| only(&names, |name| begins(name, text))))
    })
}

/// Signs around a name.
const MARKS: &str = "\"“”„'‘’`*_{}$\\.!,;";

/// A name as a keyboard has it: the bin `≤ 3` as `<=3`.
fn typed(name: &str) -> String {
    name.replace('≤', "<=").replace('≥', ">=").split_whitespace().collect()
}

/// The only name that fits when it is folded.
fn only(names: &[&Name], fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut fitting = (0..).zip(names).filter(|(_, name)| fits(&folded(name.as_str())));
    let first = fitting.next();
    first.filter(|_| fitting.next().is_none()).map(|(at, _)| at)
}

/// Whether a text is the beginning of a name, and no word of its own.
fn begins(class: &str, text: &str) -> bool {
    let is_word = matches!(text, "no" | "yes" | "not") || text.len() > 1 && HARMLESS.contains(&text);
    !is_word && text.chars().next().is_some_and(char::is_alphabetic) && class.starts_with(text)
}

/// The German words for yes and no.
const TRANSLATED: [(&str, &str); 2] = [("ja", "yes"), ("nein", "no")];

/// How often a name stands in one answer.
const MENTIONS: usize = 8;

/// The only name in a text of which all else is harmless: words such as `class`, and numbers.
fn mentioned(text: &str, names: &[&Name], of: &str) -> Option<usize> {
    let mut rest = text.replace("\\text", "").replace(['{', '}', '$'], " ");
    let mut names: Vec<(usize, String)> =
        (0..).zip(names).map(|(at, name)| (at, folded(name.as_str()))).collect();
    for (german, english) in TRANSLATED {
        let own = names.iter().find(|(_, name)| name == english).map(|(class, _)| *class);
        names.extend(own.map(|class| (class, german.to_owned())));
    }
    // A name may be part of another: spam, not spam.
    names.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    let mut found: Vec<usize> = Vec::new();
    for (class, name) in names.iter().filter(|(_, name)| !name.is_empty()) {
        for _ in 0..MENTIONS {
            let Some(at) = standing(&rest, name) else { break };
            rest.replace_range(at..at + name.len(), "\u{1}");
            found.push(*class);
        }
    }
    found.dedup();
    let harmless = |word: &str| HARMLESS.contains(&word) || word == of;
    let mut words = rest.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    match found.as_slice() {
        [only] if words.all(harmless) => Some(*only),
        _ => None,
    }
}

/// Where a name stands in a text, by itself: not in a longer word or number.
fn standing(text: &str, name: &str) -> Option<usize> {
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|text| text.chars().next_back());
        let mut behind = text.get(at + name.len()..).unwrap_or_default().chars();
        let (next, after) = (behind.next(), behind.next());
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '%');
        let point = |c: Option<char>| matches!(c, Some('.' | ','));
        let digits = name.ends_with(|c: char| c.is_ascii_digit());
        let decimal = digits && point(next) && after.is_some_and(|c| c.is_ascii_digit());
        let percent = digits && next == Some(' ') && after == Some('%');
        let behind_point = name.starts_with(|c: char| c.is_ascii_digit()) && point(before);
        !joins(before) && !joins(next) && !decimal && !percent && !behind_point
    })
}
