//! Which class an answer names: `bike`, `BIKE, 51 %`, `class bike`, `so \text{bike}`. What names several, or says something
//! else about one, names none.

use crate::math::Name;
use crate::model::Fitted;
use crate::practice::read::{Answer, is_among};
use crate::recipe::folded;

/// Words that may stand beside the name of a class and change nothing.
const HARMLESS: &str = "\
    class the is as it a predict predicts predicted prediction decision decide decides choose \
    chosen classify classified answer result so thus hence therefore then we i with \
    probability prob posterior p pr x y at about approx wins win winner largest highest most \
    likely maximum max argmax has percent klasse die ist also daher somit mit \
    wahrscheinlichkeit vorhersage entscheidung gewinnt prozent map";

/// The class that an answer names; the only one.
pub(in crate::practice) fn named(answer: &Answer, fitted: &Fitted) -> Option<usize> {
    let classes = &fitted.classes;
    let written = [answer.typed.trim(), answer.last.as_str()];
    let exact = written.iter().find_map(|text| classes.iter().position(|class| class.as_str() == *text));
    exact.or_else(|| {
        let bare = |text: &str| folded(text.trim_matches(|c: char| MARKS.contains(c) || c.is_whitespace()));
        let texts: Vec<String> = written.iter().map(|text| bare(text)).collect();
        let find = |with: &dyn Fn(&str) -> Option<usize>| texts.iter().find_map(|text| with(text));
        find(&|text| only(classes, |class| class == text))
            .or_else(|| find(&|text| mentioned(text, fitted)))
            .or_else(|| find(&|text| only(classes, |class| begins(class, text))))
    })
}

/// Signs around a name.
const MARKS: &str = "\"“”„'‘’`*_{}$\\.!,;";

/// The only class with a folded name that fits.
fn only(classes: &[Name], fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut fitting = (0..).zip(classes).filter(|(_, class)| fits(&folded(class.as_str())));
    let first = fitting.next();
    first.filter(|_| fitting.next().is_none()).map(|(at, _)| at)
}

/// Whether a text is the beginning of a name, and no word of its own.
fn begins(class: &str, text: &str) -> bool {
    let is_word = matches!(text, "no" | "yes" | "not") || text.len() > 1 && is_among(HARMLESS, text);
    !is_word && text.chars().next().is_some_and(char::is_alphabetic) && class.starts_with(text)
}

/// The German words for yes and no.
const TRANSLATED: [(&str, &str); 2] = [("ja", "yes"), ("nein", "no")];

/// How often a class is named in one answer.
const MENTIONS: usize = 8;

/// The only class that is named in a text of which all else is harmless: words such as `class`, and numbers.
fn mentioned(text: &str, fitted: &Fitted) -> Option<usize> {
    let mut rest = text.replace("\\text", "").replace(['{', '}', '$'], " ");
    let mut names: Vec<(usize, String)> =
        (0..).zip(&fitted.classes).map(|(at, class)| (at, folded(class.as_str()))).collect();
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
    let column = fitted.data.table.columns().get(fitted.data.resolved.target);
    let target = column.map(|column| folded(column.name.as_str())).unwrap_or_default();
    let harmless = |word: &str| is_among(HARMLESS, word) || word == target;
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
