//! The verdict on an answer, and the grading of a name: a class or an action, as in `BIKE, 51 %` or `so \text{bike}`.

use std::sync::Arc;

use crate::math::{Name, Number, Sentence, sentence};
use crate::model::{Case, Fitted, leaders_of};
use crate::practice::read::{Answer, Form, ParsedAnswer, Written, is_among};
use crate::practice::{Asked, NameQuestion, Near, only};
use crate::recipe::folded;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Correct,
    Noted,
    Wrong,
    Unmarked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    CutOff,
    RoundedEarly,
    Unreduced,
    Lucky,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    pub verdict: Verdict,
    pub note: Option<Note>,
    /// The tags of the mistakes that give this number, the most likely first; empty if no known mistake does.
    pub causes: Vec<&'static str>,
    pub flips: Option<String>,
    pub carried: bool,
    pub message: Sentence,
    pub hint: Sentence,
}

impl Verdict {
    fn row(self) -> [&'static str; 3] {
        match self {
            Verdict::Correct => ["correct", "✓", "ok"],
            Verdict::Noted => ["noted", "✓~", "~"],
            Verdict::Wrong => ["wrong", "✗", "x"],
            Verdict::Unmarked => ["unmarked", "?", "?"],
        }
    }

    pub fn word(self) -> &'static str {
        self.row()[0]
    }

    pub fn glyph(self) -> &'static str {
        self.row()[1]
    }

    pub fn ascii(self) -> &'static str {
        self.row()[2]
    }
}

impl Note {
    pub fn word(self) -> &'static str {
        match self {
            Note::CutOff => "cut_off",
            Note::RoundedEarly => "rounded_early",
            Note::Unreduced => "unreduced",
            Note::Lucky => "lucky",
        }
    }
}

impl Graded {
    pub(crate) fn new(verdict: Verdict, message: impl Into<Sentence>) -> Graded {
        Graded {
            verdict,
            note: None,
            causes: Vec::new(),
            flips: None,
            carried: false,
            message: message.into(),
            hint: Sentence::default(),
        }
    }

    pub(super) fn noted(note: Note, message: impl Into<Sentence>) -> Graded {
        Graded { note: Some(note), ..Graded::new(Verdict::Noted, message) }
    }

    pub(crate) fn rounded_early(written: &Written) -> Graded {
        let text = written.named();
        let message = match written.form {
            Form::Formula => sentence!("{}: the method is right, but you rounded on the way.", text),
            _ => sentence!("{} comes from the right method, but with numbers rounded on the way.", text),
        };
        Graded::noted(Note::RoundedEarly, message).because("N7").hinting("Keep fractions until the end.")
    }

    pub(super) fn because(self, cause: &'static str) -> Graded {
        Graded { causes: vec![cause], ..self }
    }

    pub(super) fn hinting(self, hint: impl Into<Sentence>) -> Graded {
        Graded { hint: hint.into(), ..self }
    }
}

/// Compares the name of a class with the predicted class. If classes tie, each of them is right.
pub fn mark_class(answer: &Answer, fitted: &Fitted, case: &Case) -> Graded {
    let prediction = fitted.predict(case);
    let Some(predicted) = prediction.predicted else { return undecided(answer) };
    if let Some(named) = named(answer, &Asked::Class, fitted) {
        let name = fitted.classes.get(named).map(ToString::to_string).unwrap_or_default();
        if named == predicted || prediction.tied.contains(&named) {
            return Graded::new(Verdict::Correct, sentence!("{} is right.", name));
        }
        let is_least = prediction.posterior.as_ref().is_some_and(|all| is_least(all, named));
        let priors: Vec<Number> = (0..fitted.classes.len()).filter_map(|class| fitted.prior(class)).collect();
        let is_most_common = leaders_of(&priors) == [named];
        let says = match (is_most_common, is_least) {
            (true, _) => "is the most common class. Choose the class with the largest posterior.",
            (false, true) => "has the smallest posterior. Choose the class with the largest.",
            (false, false) => "is not the class with the largest posterior.",
        };
        let causes = [is_least.then_some("B30"), is_most_common.then_some("B35")];
        let wrong = Graded::new(Verdict::Wrong, sentence!("{} {}", name, says));
        let wrong = wrong.hinting("Compare the scores: choose the class with the largest.");
        return Graded { causes: causes.into_iter().flatten().collect(), ..wrong };
    }
    let posterior = prediction.posterior.as_ref().and_then(|posterior| posterior.get(predicted));
    if let (ParsedAnswer::Number(written), Some(posterior)) = (&answer.parsed, posterior)
        && agrees(&written.value, &written.form, posterior)
    {
        let message = sentence!("{} is the right number. Now name the class.", written.read_as());
        return Graded::new(Verdict::Wrong, message).because("B21");
    }
    unnamed("class", &Asked::Class.names(fitted))
}

pub(crate) fn mark_name(answer: &Answer, question: &Arc<NameQuestion>, fitted: &Fitted) -> Graded {
    let asked = Asked::Name(Arc::clone(question));
    let named = named(answer, &asked, fitted);
    match named.and_then(|at| question.names.get(at)) {
        None => unnamed("answer", &asked.names(fitted)),
        Some(option) if named == Some(question.right) => {
            Graded::new(Verdict::Correct, sentence!("{} is right. {}", option.name, option.about))
        }
        Some(option) => {
            let message = sentence!("{} is not right. {}", option.name, option.about);
            let causes = option.cause.into_iter().collect();
            Graded { causes, ..Graded::new(Verdict::Wrong, message) }
        }
    }
}

fn unnamed(what: &str, names: &[&Name]) -> Graded {
    let names: Vec<&str> = names.iter().take(LISTED).map(|name| name.as_str()).collect();
    let message = sentence!("This names no {}. Write one of {}.", what, names.join(", "));
    Graded::new(Verdict::Unmarked, message)
}

fn is_least(posterior: &[Number], class: usize) -> bool {
    let Some(own) = posterior.get(class) else { return false };
    (0..).zip(posterior).all(|(at, other): (usize, &Number)| at == class || own.compare(other).is_lt())
}

const LISTED: usize = 12;

fn undecided(answer: &Answer) -> Graded {
    if matches!(answer.parsed, ParsedAnswer::Undefined) {
        return Graded::new(Verdict::Correct, "There is no decision here: the posterior is 0/0.");
    }
    let message = "No class can be named here: the sum of the scores is 0.";
    Graded::new(Verdict::Wrong, message).hinting("Add the scores of all classes.")
}

fn agrees(value: &Number, form: &Form, right: &Number) -> bool {
    let Some(right) = Near::of(right) else { return false };
    right.is(value)
        || matches!(form, Form::Decimal(places) if places.figures > 1 && right.rounds_to(value, places))
}

const HARMLESS: &str = "\
    class the is as it a predict predicts predicted prediction decision decide decides choose \
    chosen classify classified answer result so thus hence therefore then we i with \
    probability prob posterior p pr x y at about approx wins win winner largest highest most \
    likely maximum max argmax has percent klasse die ist also daher somit mit \
    wahrscheinlichkeit vorhersage entscheidung gewinnt prozent map";

pub(crate) fn named(answer: &Answer, asked: &Asked, fitted: &Fitted) -> Option<usize> {
    let names = asked.names(fitted);
    let target = || fitted.data.table.columns().get(fitted.data.resolved.target);
    let of = match asked {
        Asked::Name(_) => "action".to_owned(),
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
        find(&|text| only_name(&names, |name| name == text))
            .or_else(|| find(&|text| only_name(&names, |name| typed(name) == typed(text))))
            .or_else(|| find(&|text| mentioned(text, &names, &of)))
            .or_else(|| find(&|text| only_name(&names, |name| begins(name, text))))
    })
}

const MARKS: &str = "\"“”„'‘’`*_{}$\\.!,;";

/// A name as typed on a keyboard: the bin `≤ 3` as `<=3`.
fn typed(name: &str) -> String {
    name.replace('≤', "<=").replace('≥', ">=").split_whitespace().collect()
}

fn only_name(names: &[&Name], fits: impl Fn(&str) -> bool) -> Option<usize> {
    only((0..).zip(names).filter(|(_, name)| fits(&folded(name.as_str())))).map(|(at, _)| at)
}

fn begins(class: &str, text: &str) -> bool {
    let is_word = matches!(text, "no" | "yes" | "not") || text.len() > 1 && is_among(HARMLESS, text);
    !is_word && text.chars().next().is_some_and(char::is_alphabetic) && class.starts_with(text)
}

const TRANSLATED: [(&str, &str); 2] = [("ja", "yes"), ("nein", "no")];

/// The only name in a text, if all else is harmless: words such as `class`, and numbers.
fn mentioned(text: &str, names: &[&Name], of: &str) -> Option<usize> {
    let text = text.replace("\\text", "").replace(['{', '}', '$'], " ");
    let words = words(&text);
    let mut names: Vec<(usize, String)> =
        (0..).zip(names).map(|(at, name)| (at, folded(name.as_str()))).collect();
    for (german, english) in TRANSLATED {
        let own = names.iter().find(|(_, name)| name == english).map(|(class, _)| *class);
        names.extend(own.map(|class| (class, german.to_owned())));
    }
    // A name may be part of another: spam, not spam.
    names.sort_by_key(|(_, name)| std::cmp::Reverse(name.len()));
    let mut taken = vec![false; words.len()];
    let mut found: Vec<usize> = Vec::new();
    for (class, name) in &names {
        let name = self::words(name);
        for at in 0..(words.len() + 1).saturating_sub(name.len().max(1)) {
            let place = at..at + name.len();
            let Some(free) = taken.get_mut(place.clone()).filter(|taken| !taken.contains(&true)) else {
                continue;
            };
            if !name.is_empty() && words.get(place) == Some(name.as_slice()) {
                free.fill(true);
                found.push(*class);
            }
        }
    }
    found.dedup();
    let is_harmless =
        |word: &str| is_among(HARMLESS, word) || word == of || !word.contains(char::is_alphabetic);
    let mut rest = words.iter().zip(taken).filter(|(_, taken)| !taken).map(|(word, _)| *word);
    match found.as_slice() {
        [only] if rest.all(is_harmless) => Some(*only),
        _ => None,
    }
}

/// The words and numbers of a text; a number keeps its point and its percent sign.
fn words(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || ".,%<>≤≥".contains(c);
    let text = text.split(|c: char| !is_part(c));
    text.map(|word| word.trim_matches(['.', ','])).filter(|word| !word.is_empty()).collect()
}
