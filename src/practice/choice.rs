//! Questions with options: one right option, several, a statement, and the short text that a person marks.
//!
//! Nobody types which option is right: each was held against the model when the exercise was opened, and knows what the
//! model says of it. An answer names options by their letters or their texts.

use super::mark::{Graded, Note, Verdict};
use super::read::Answer;
use crate::math::{Sentence, sentence};
use crate::recipe::folded;

/// Options of one question, as many as there are letters.
pub const MOST_OPTIONS: usize = 26;

/// How a question with options is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// By one option.
    One,
    /// By all options that are right.
    Several,
    /// By true or false.
    Statement,
    /// By words that a person reads.
    Text,
}

impl ChoiceKind {
    /// The words of an exercise file for them.
    pub(super) const WORDS: [(&'static str, ChoiceKind); 4] = [
        ("choice", ChoiceKind::One),
        ("choices", ChoiceKind::Several),
        ("true-false", ChoiceKind::Statement),
        ("text", ChoiceKind::Text),
    ];
}

/// One option.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceOption {
    /// As it is listed.
    pub text: String,
    /// Whether it is right.
    pub is_right: bool,
    /// Whether it is so by a tie: what is compared is equal.
    pub is_tie: bool,
    /// What the model says of it, and of no other.
    pub about: Sentence,
    /// The tag of the mistake that leads to it, if one does.
    pub cause: Option<&'static str>,
}

/// A question with options, or for a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What stands before the answer on a sheet.
    pub label: String,
    /// How it is answered.
    pub kind: ChoiceKind,
    /// The question, where the exercise has no words of its own.
    pub wording: String,
    /// What can be chosen; nothing where words are asked for.
    pub options: Vec<ChoiceOption>,
    /// What the model says of all of it; empty where it says so of each option.
    pub about: Sentence,
    /// Whether it cannot be asked without a case.
    pub is_about_case: bool,
    /// Whether it asks for the class that the exercise's own model gives the case.
    pub(super) is_class: bool,
}

/// What an answer names.
enum Picked {
    Options(Vec<usize>),
    Nothing,
    /// A letter that is the text of another option.
    Either(usize, usize),
}

/// The letter of an option.
pub(super) fn letter(at: usize) -> char {
    (b'a'..=b'z').nth(at).map_or('?', char::from)
}

impl Choice {
    /// The options as they are listed: `a) Yes`; nothing for a statement, whose options everybody knows.
    pub fn listed(&self) -> Vec<String> {
        let of = |(at, option): (usize, &ChoiceOption)| self.named(at, option);
        let is_listed = self.kind != ChoiceKind::Statement;
        self.options.iter().enumerate().filter(|_| is_listed).map(of).collect()
    }

    /// How it is answered, in one short sentence.
    pub fn instruction(&self) -> &'static str {
        match self.kind {
            ChoiceKind::One => "Write one letter.",
            ChoiceKind::Several => "Write the letters of all that are right.",
            ChoiceKind::Statement => "Write true or false.",
            ChoiceKind::Text => "Write one line; your teacher reads it.",
        }
    }

    /// What is right, as it is to be written: `a, c`. Of options that tie any one will do.
    pub fn right(&self) -> String {
        let right = self.options.iter().enumerate().filter(|(_, option)| option.is_right);
        let written: Vec<String> = right
            .map(|(at, option)| match self.kind {
                ChoiceKind::Several => letter(at).to_string(),
                _ => self.named(at, option),
            })
            .collect();
        match (self.kind, written.is_empty()) {
            (ChoiceKind::Text, _) => "your teacher reads it".to_owned(),
            (_, true) => "none of them".to_owned(),
            (ChoiceKind::Several, _) => written.join(", "),
            _ => written.join(" or "),
        }
    }

    /// What the model says of the options, right and wrong ones.
    pub fn told(&self) -> Sentence {
        match self.about.is_empty() {
            false => self.about.clone(),
            true => {
                let lettered =
                    |(at, option): (usize, &ChoiceOption)| sentence!("{}) {}", letter(at), option.about);
                Sentence::join(self.options.iter().enumerate().map(lettered), " ")
            }
        }
    }

    /// Why it cannot be asked so, each in a sentence.
    pub fn faults(&self) -> Vec<String> {
        if self.kind == ChoiceKind::Text {
            return Vec::new();
        }
        let tied: Vec<&str> =
            self.options.iter().filter(|option| option.is_tie).map(|option| option.text.as_str()).collect();
        let right = self.options.iter().filter(|option| option.is_right).count();
        let mut faults = Vec::new();
        if right == 0 {
            faults.push(format!("{}: no option is right.", self.label));
        }
        if !tied.is_empty() {
            faults.push(format!("{}: what is compared is equal in {}.", self.label, tied.join(" and ")));
        } else if self.kind == ChoiceKind::One && right > 1 {
            faults.push(format!("{}: {right} options are right, and one is asked for.", self.label));
        }
        faults
    }

    fn named(&self, at: usize, option: &ChoiceOption) -> String {
        match self.kind {
            ChoiceKind::Statement => option.text.clone(),
            _ => format!("{}) {}", letter(at), option.text),
        }
    }

    /// The only option that an answer names.
    pub(super) fn picked(&self, answer: &Answer) -> Option<&ChoiceOption> {
        match self.read(&answer.typed) {
            Picked::Options(picked) => match picked.as_slice() {
                [only] => self.options.get(*only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Marks an answer. One that is wrong is told about an option that it names, and never which one is right; a
    /// statement has no other way.
    pub fn mark(&self, answer: &Answer) -> Graded {
        if self.kind == ChoiceKind::Text {
            let message = "Your teacher reads and marks this.";
            return Graded { note: Some(Note::ForTeacher), ..Graded::new(Verdict::Unmarked, message) };
        }
        let picked = match self.read(&answer.typed) {
            Picked::Options(picked) => picked,
            Picked::Nothing => return Graded::new(Verdict::Unmarked, self.question()),
            Picked::Either(one, other) => {
                let text = |at: usize| self.options.get(at).map(|it| it.text.clone()).unwrap_or_default();
                let message = sentence!(
                    "This is the letter of “{}” and the text of “{}”; write the letter and the text.",
                    text(one),
                    text(other)
                );
                return Graded::new(Verdict::Unmarked, message);
            }
        };
        let of = |wanted: bool| {
            picked.iter().filter_map(move |at| self.options.get(*at)).find(move |it| it.is_right == wanted)
        };
        let (wrong, right) = (of(false), of(true));
        match (self.kind, wrong, right) {
            (ChoiceKind::One, ..) if picked.len() > 1 => {
                Graded::new(Verdict::Unmarked, "One option is asked for, and you wrote several.")
            }
            (ChoiceKind::Statement, Some(_), _) => {
                Graded::new(Verdict::Wrong, sentence!("That is not so. {}", self.told()))
            }
            (_, Some(wrong), _) => {
                let message = sentence!("“{}” is not right. {}", wrong.text, wrong.about);
                let causes = wrong.cause.into_iter().collect();
                Graded { causes, ..Graded::new(Verdict::Wrong, message) }
            }
            (ChoiceKind::Several, None, _) if self.misses(&picked) => {
                let begin = if picked.is_empty() {
                    "At least one is right."
                } else {
                    "What you chose is right, and more is."
                };
                Graded::new(Verdict::Wrong, begin)
            }
            (_, None, Some(_)) => Graded::new(Verdict::Correct, sentence!("Right. {}", self.told())),
            (_, None, None) => Graded::new(Verdict::Unmarked, self.question()),
        }
    }

    fn misses(&self, picked: &[usize]) -> bool {
        self.options.iter().enumerate().any(|(at, option)| option.is_right && !picked.contains(&at))
    }

    /// The question that goes back with an answer that names no option.
    fn question(&self) -> String {
        let last = letter(self.options.len().saturating_sub(1));
        match self.kind {
            ChoiceKind::Statement => "Write true or false.".to_owned(),
            ChoiceKind::Several => {
                format!("This names no options; write letters from a to {last}, such as a, {last}.")
            }
            _ => format!("This names no option; write a letter from a to {last}."),
        }
    }

    fn read(&self, typed: &str) -> Picked {
        match self.kind {
            ChoiceKind::Statement => {
                let word = bare(typed);
                let is = |words: &[&str]| words.contains(&word.as_str());
                match (is(&TRUE), is(&FALSE)) {
                    (true, _) => Picked::Options(vec![0]),
                    (_, true) => Picked::Options(vec![1]),
                    _ => Picked::Nothing,
                }
            }
            ChoiceKind::Text => Picked::Nothing,
            ChoiceKind::One => match self.one(typed) {
                Picked::Nothing => self.several(typed),
                found => found,
            },
            ChoiceKind::Several => self.several(typed),
        }
    }

    /// One option by its letter, its text or both.
    fn one(&self, typed: &str) -> Picked {
        let by_text = self.by_text(typed);
        let Some((at, rest)) = self.by_letter(typed) else {
            return by_text.map_or(Picked::Nothing, |at| Picked::Options(vec![at]));
        };
        match (by_text, rest.is_empty()) {
            (Some(text), _) if text != at => Picked::Either(at, text),
            (_, true) => Picked::Options(vec![at]),
            // A letter and the text of another option is no answer.
            (_, false) if self.by_text(rest) == Some(at) => Picked::Options(vec![at]),
            (Some(text), false) => Picked::Options(vec![text]),
            (None, false) => Picked::Nothing,
        }
    }

    fn by_text(&self, typed: &str) -> Option<usize> {
        let (own, plain) = (tight(&bare(typed)), tight(&without_word(typed)));
        let is = |option: &ChoiceOption| {
            let text = tight(&bare(&option.text));
            text == own || text == plain
        };
        let mut fitting = self.options.iter().enumerate().filter(|(_, option)| is(option));
        let first = fitting.next();
        first.filter(|_| fitting.next().is_none()).map(|(at, _)| at)
    }

    /// The option of a letter, and what stands behind it: `b`, `(b)`, `b) No`, `option b`.
    fn by_letter<'t>(&self, typed: &'t str) -> Option<(usize, &'t str)> {
        let lower = typed.trim();
        let behind = WORDS.iter().find_map(|word| {
            let head = lower.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word))?;
            lower.get(head.len()..).filter(|rest| rest.starts_with([' ', ':']))
        });
        let text = behind.unwrap_or(lower).trim_start_matches([' ', ':', '(', '[', '"', '“', '*']);
        let first = text.chars().next()?.to_ascii_lowercase();
        let at = (0..self.options.len()).find(|at| letter(*at) == first)?;
        let rest = text.get(1..)?;
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '(' || c == '_') {
            return None;
        }
        Some((at, rest.trim_matches(|c: char| c.is_whitespace() || ")].:,;-–\"”*".contains(c))))
    }

    /// Several options: texts and letters with commas between, letters alone, or `ac`.
    fn several(&self, typed: &str) -> Picked {
        if NONE.contains(&bare(typed).as_str()) && self.kind == ChoiceKind::Several {
            return Picked::Options(Vec::new());
        }
        let spaced = typed.split_whitespace().map(str::to_owned).collect();
        let letters = typed.trim().chars().map(String::from).collect();
        for parts in [vec![typed.trim().to_owned()], parts(typed), spaced, letters] {
            if parts.len() > MOST_OPTIONS {
                continue;
            }
            let mut picked: Vec<usize> = Vec::new();
            let mut all = !parts.is_empty();
            for part in &parts {
                match self.one(part) {
                    Picked::Options(one) => picked.extend(one),
                    either @ Picked::Either(..) => return either,
                    Picked::Nothing => all = false,
                }
            }
            let count = picked.len();
            picked.sort_unstable();
            picked.dedup();
            if all && picked.len() == count {
                return Picked::Options(picked);
            }
        }
        Picked::Nothing
    }
}

const TRUE: [&str; 12] =
    ["true", "t", "wahr", "w", "richtig", "r", "yes", "y", "ja", "j", "correct", "right"];
const FALSE: [&str; 9] = ["false", "f", "falsch", "no", "n", "nein", "wrong", "incorrect", "untrue"];
const NONE: [&str; 5] = ["none", "none of them", "nothing", "keine", "nichts"];

/// Words before a letter.
const WORDS: [&str; 5] = ["option", "answer", "letter", "antwort", "class"];

/// A text without case and the signs around it.
fn bare(text: &str) -> String {
    folded(text.trim_matches(|c: char| c.is_whitespace() || ".!;,\"“”„'‘’*`$".contains(c)))
}

/// A text without blanks and typographic signs.
fn tight(text: &str) -> String {
    let plain = text.replace('≤', "<=").replace('≥', ">=").replace('"', "");
    plain.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A text without such a word before it.
fn without_word(text: &str) -> String {
    let plain = bare(text);
    let rest = WORDS.iter().find_map(|word| plain.strip_prefix(word)?.strip_prefix([' ', ':']));
    rest.map_or_else(|| plain.clone(), |rest| rest.trim().to_owned())
}

/// The parts between commas, semicolons and “and” outside brackets.
fn parts(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for c in text.replace(" and ", " & ").replace(" und ", " & ").chars() {
        match c {
            '(' | '[' => depth += 1,
            // The bracket of b) was never opened.
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(_) if depth == 0 && matches!(c, ',' | ';' | '&' | '+') => parts.push(String::new()),
            Some(last) => last.push(c),
            None => {}
        }
    }
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}
