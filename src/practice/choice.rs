//! A question whose answer is one of some options: an action, or what is drawn.
//!
//! Each option knows whether it is right and what the model says of it. An answer names an option by its letter or its
//! text.

use super::mark::{Graded, Verdict};
use super::read::Answer;
use crate::math::{Sentence, sentence};
use crate::recipe::folded;

/// Options of one question, as many as there are letters.
pub const MOST_OPTIONS: usize = 26;

/// One option.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceOption {
    pub text: String,
    pub is_right: bool,
    pub is_tie: bool,
    /// What the model says of it, and of no other.
    pub about: Sentence,
    /// The tag of the mistake that leads to it, if one does.
    pub cause: Option<&'static str>,
}

/// A question with options, of which one is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub label: String,
    /// The question, where the exercise has no words of its own.
    pub wording: String,
    pub options: Vec<ChoiceOption>,
    /// Whether it cannot be asked without a case.
    pub is_about_case: bool,
}

/// What an answer names.
enum Picked {
    Options(Vec<usize>),
    Nothing,
    Either(usize, usize),
}

/// An option as it is listed: `a) Yes`.
fn named((at, option): (usize, &ChoiceOption)) -> String {
    format!("{}) {}", letter(at), option.text)
}

fn letter(at: usize) -> char {
    (b'a'..=b'z').nth(at).map_or('?', char::from)
}

impl Choice {
    /// The options as they are listed: `a) Yes`.
    pub fn listed(&self) -> Vec<String> {
        self.options.iter().enumerate().map(named).collect()
    }

    pub fn instruction(&self) -> &'static str {
        "Write one letter."
    }

    /// What is right, as it is to be written. Of options that tie any one will do.
    pub fn right(&self) -> String {
        let right = self.options.iter().enumerate().filter(|(_, option)| option.is_right);
        let written: Vec<String> = right.map(named).collect();
        if written.is_empty() { "none of them".to_owned() } else { written.join(" or ") }
    }

    pub fn told(&self) -> Sentence {
        let lettered = |(at, option): (usize, &ChoiceOption)| sentence!("{}) {}", letter(at), option.about);
        Sentence::join(self.options.iter().enumerate().map(lettered), " ")
    }

    pub fn faults(&self) -> Vec<String> {
        let tied: Vec<&str> =
            self.options.iter().filter(|option| option.is_tie).map(|option| option.text.as_str()).collect();
        let right = self.options.iter().filter(|option| option.is_right).count();
        let mut faults = Vec::new();
        if right == 0 {
            faults.push(format!("{}: no option is right.", self.label));
        }
        if !tied.is_empty() {
            faults.push(format!("{}: what is compared is equal in {}.", self.label, tied.join(" and ")));
        } else if right > 1 {
            faults.push(format!("{}: {right} options are right, and one is asked for.", self.label));
        }
        faults
    }

    /// Marks an answer. One that is wrong is told about the option that it names, and never which one is right.
    pub fn mark(&self, answer: &Answer) -> Graded {
        let option = match self.read(&answer.typed) {
            Picked::Options(picked) => match picked.as_slice() {
                [only] => self.options.get(*only),
                _ => {
                    let message = "One option is asked for, and you wrote several.";
                    return Graded::new(Verdict::Unmarked, message);
                }
            },
            Picked::Nothing => None,
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
        match option {
            Some(option) if option.is_right => {
                Graded::new(Verdict::Correct, sentence!("Right. {}", self.told()))
            }
            Some(wrong) => {
                let message = sentence!("“{}” is not right. {}", wrong.text, wrong.about);
                let causes = wrong.cause.into_iter().collect();
                Graded { causes, ..Graded::new(Verdict::Wrong, message) }
            }
            None => {
                let last = letter(self.options.len().saturating_sub(1));
                let message = format!("This names no option; write a letter from a to {last}.");
                Graded::new(Verdict::Unmarked, message)
            }
        }
    }

    fn read(&self, typed: &str) -> Picked {
        match self.one(typed) {
            Picked::Nothing => self.several(typed),
            found => found,
        }
    }

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
