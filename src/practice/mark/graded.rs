//! What is said of an answer, and the grading of a name: a class, an action or what is drawn.

use std::sync::Arc;

use super::named;
use crate::math::{Name, Number, Sentence, sentence};
use crate::model::{Case, Fitted, leaders_of};
use crate::practice::read::{Answer, Form, ParsedAnswer, Written};
use crate::practice::{Asked, NameQuestion, Near};

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Right.
    Correct,
    /// Right, and something is said about it.
    Noted,
    /// Wrong.
    Wrong,
    /// Not marked: it goes back with a question.
    Unmarked,
}

/// What is said about an answer beside its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// Further figures were cut off instead of rounded.
    CutOff,
    /// The method is right, and numbers were rounded along the way.
    RoundedEarly,
    /// A fraction that is not in lowest terms, where these are asked for.
    Unreduced,
    /// Right by chance, in the form that another rule gives.
    Lucky,
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// Right, noted, wrong or not marked.
    pub verdict: Verdict,
    /// What is said about an answer that is right.
    pub note: Option<Note>,
    /// The tags of what gives this number, the most likely first; empty where nothing known does.
    pub causes: Vec<&'static str>,
    /// The class that the decision would change to with this slip.
    pub flips: Option<String>,
    /// Whether it is right with the student's own earlier lines, and only with them.
    pub carried: bool,
    /// One sentence.
    pub message: Sentence,
    /// Where to look; empty where nothing is to be looked for.
    pub hint: Sentence,
}

impl Verdict {
    /// The word for it in the JSON, its sign, and that in ASCII.
    fn row(self) -> [&'static str; 3] {
        match self {
            Verdict::Correct => ["correct", "✓", "ok"],
            Verdict::Noted => ["noted", "✓~", "~"],
            Verdict::Wrong => ["wrong", "✗", "x"],
            Verdict::Unmarked => ["unmarked", "?", "?"],
        }
    }

    /// The stable word for it in the JSON.
    pub fn word(self) -> &'static str {
        self.row()[0]
    }

    /// The sign for it.
    pub fn glyph(self) -> &'static str {
        self.row()[1]
    }

    /// The sign for it in ASCII.
    pub fn ascii(self) -> &'static str {
        self.row()[2]
    }
}

impl Note {
    /// The stable word for it in the JSON.
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
    pub(in crate::practice) fn new(verdict: Verdict, message: impl Into<Sentence>) -> Graded {
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

    /// The method is right, and numbers were rounded along the way.
    pub(in crate::practice) fn rounded_early(written: &Written) -> Graded {
        let text = written.named();
        let message = match written.form {
            Form::Formula => sentence!("{}: the method is right, and you rounded on the way.", text),
            _ => sentence!("{} is what the right method gives when numbers are rounded on the way.", text),
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

/// Holds the name of a class against the one with the largest posterior. Of classes that tie, each is right.
pub fn mark_class(answer: &Answer, fitted: &Fitted, case: &Case) -> Graded {
    let prediction = fitted.predict(case);
    let Some(predicted) = prediction.predicted else {
        return undecided(answer);
    };
    if let Some(named) = named(answer, &Asked::Class, fitted) {
        let right = named == predicted || prediction.tied.contains(&named);
        let name = fitted.classes.get(named).map(ToString::to_string).unwrap_or_default();
        return if right {
            Graded::new(Verdict::Correct, sentence!("{} is right.", name))
        } else {
            let hint = "Compare the scores: the largest names the class.";
            let least = prediction.posterior.as_ref().is_some_and(|all| is_least(all, named));
            let priors: Vec<Number> =
                (0..fitted.classes.len()).filter_map(|class| fitted.prior(class)).collect();
            let most_common = leaders_of(&priors) == [named];
            let causes: Vec<&'static str> = [("B30", least), ("B35", most_common)]
                .into_iter()
                .filter(|(_, is)| *is)
                .map(|(tag, _)| tag)
                .collect();
            let message = match causes.as_slice() {
                ["B35"] => {
                    sentence!("{} is the most common class; the largest posterior names the class.", name)
                }
                ["B30"] => sentence!("{} has the smallest posterior; the largest names the class.", name),
                ["B30", ..] => sentence!(
                    "{} is the most common class, and it has the smallest posterior; the largest names the class.",
                    name
                ),
                _ => sentence!("{} is not the class with the largest posterior.", name),
            };
            Graded { causes, ..Graded::new(Verdict::Wrong, message).hinting(hint) }
        };
    }
    let posterior = prediction.posterior.as_ref().and_then(|posterior| posterior.get(predicted));
    if let (ParsedAnswer::Number(written), Some(posterior)) = (&answer.parsed, posterior)
        && agrees(&written.value, &written.form, posterior)
    {
        let message = sentence!("{} is the right number; now name the class.", written.read_as());
        return Graded::new(Verdict::Wrong, message).because("B21");
    }
    unnamed("class", &Asked::Class.names(fitted))
}

/// Compares a name with the right one. A wrong one is explained, and the right one is not shown.
pub(in crate::practice) fn mark_name(
    answer: &Answer,
    question: &Arc<NameQuestion>,
    fitted: &Fitted,
) -> Graded {
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

/// What is said where an answer names none of the names.
fn unnamed(what: &str, names: &[&Name]) -> Graded {
    let names: Vec<&str> = names.iter().take(LISTED).map(|name| name.as_str()).collect();
    let message = sentence!("This names no {}; write one of {}.", what, names.join(", "));
    Graded::new(Verdict::Unmarked, message)
}

/// Whether a class alone has the smallest posterior.
fn is_least(posterior: &[Number], class: usize) -> bool {
    let Some(own) = posterior.get(class) else { return false };
    (0..).zip(posterior).all(|(at, other): (usize, &Number)| at == class || own.compare(other).is_lt())
}

/// Names that are listed in a question.
const LISTED: usize = 12;

fn undecided(answer: &Answer) -> Graded {
    if matches!(answer.parsed, ParsedAnswer::Undefined) {
        return Graded::new(Verdict::Correct, "There is no decision here: the posterior is 0/0.");
    }
    let message = "No class can be named here: what the scores are divided by is 0.";
    Graded::new(Verdict::Wrong, message).hinting("Add the scores of all classes.")
}

fn agrees(value: &Number, form: &Form, right: &Number) -> bool {
    let Some(right) = Near::of(right) else { return false };
    right.is(value)
        || matches!(form, Form::Decimal(places) if places.figures > 1 && right.rounds_to(value, places))
}
