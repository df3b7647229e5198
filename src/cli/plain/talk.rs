//! The engine of the line mode: a line out, a line in. Every prompt is a line of its own that says what can be typed; a list
//! is read out once, and again where `?` asks for it.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

use super::super::output::OutputFlags;
use super::super::practice_lines::{WIDE, typed};
use crate::math::Face;
use crate::problem::Problem;
use crate::recipe::folded;
use crate::report::Document;
use crate::report::text::{Style, render};
use crate::text::{shown, shown_lines};

/// Why the talk is over.
pub(super) enum Over {
    /// It was left, or the input has ended.
    Left,
    /// What is read or written is broken.
    Broken(io::Error),
}

impl From<io::Error> for Over {
    fn from(cause: io::Error) -> Self {
        // Who has gone away has heard enough.
        if cause.kind() == io::ErrorKind::BrokenPipe { Over::Left } else { Over::Broken(cause) }
    }
}

pub(super) type Told<T = ()> = Result<T, Over>;

/// A choice of a list.
pub(super) struct Choice {
    name: String,
    /// What is said behind its name.
    about: String,
    /// Why it cannot be chosen.
    refused: Option<String>,
}

impl Choice {
    pub(super) fn new(name: impl Into<String>, about: impl Into<String>) -> Choice {
        Choice { name: name.into(), about: about.into(), refused: None }
    }

    pub(super) fn unless(self, refused: Option<String>) -> Choice {
        Choice { refused, ..self }
    }

    fn line(&self) -> String {
        let name = &self.name;
        let about = if self.about.is_empty() { name.clone() } else { format!("{name}: {}", self.about) };
        match &self.refused {
            Some(why) => format!("{about}. Not possible: {why}"),
            None => about,
        }
    }
}

/// What was typed where a list was read out.
pub(super) enum Picked {
    /// A choice, by its number or its name.
    One(usize),
    /// Something else; empty where only Enter was pressed.
    Text(String),
}

/// Choices that are read out of a long list.
const LISTED: usize = 50;

const HELP: &str =
    "? says this, b goes back, q leaves. To type one of these three as a text, put it in double quotes.";

/// Who is talked with.
pub(super) struct Talk<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    pub(super) flags: &'a OutputFlags,
    /// Whether there is nothing to go back to.
    pub(super) at_start: bool,
    /// The lists that were read out.
    heard: HashSet<String>,
}

impl<'a> Talk<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, out: &'a mut dyn Write, flags: &'a OutputFlags) -> Self {
        Talk { input, out, flags, at_start: false, heard: HashSet::new() }
    }

    pub(super) fn face(&self) -> Face {
        Face { ascii: self.flags.ascii(), ..Face::default() }
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) -> Told {
        Ok(writeln!(self.out, "{}", shown(line))?)
    }

    /// Says a document, a sentence or a row of a table on each line.
    pub(super) fn document(&mut self, document: &Document) -> Told {
        let text =
            render(document, Style { width: WIDE, ascii: self.flags.ascii(), plain: true, colour: false });
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        for line in lines {
            writeln!(self.out, "{}", shown_lines(line))?;
        }
        Ok(())
    }

    /// Says what is wrong, where, and what to do.
    pub(super) fn problem(&mut self, problem: impl Into<Problem>) -> Told {
        let problem = problem.into();
        self.say(&reason(&problem))?;
        problem.excerpt.iter().try_for_each(|line| self.say(line))
    }

    /// What is typed at a prompt, which says what can be; `None` for back. `help` tells more.
    pub(super) fn ask(&mut self, prompt: &str, help: &[String]) -> Told<Option<String>> {
        loop {
            self.say(prompt)?;
            self.out.flush()?;
            let line = typed(self.input)?.ok_or(Over::Left)?;
            match line.trim() {
                "b" => return Ok(None),
                "q" => return Err(Over::Left),
                "?" => {
                    help.iter().try_for_each(|line| self.say(line))?;
                    self.say(HELP)?;
                }
                text => return Ok(Some(unquoted(text))),
            }
        }
    }

    /// Reads out a list once, and takes a number or a name of it, or another text; `None` for back. `also` says what else can
    /// be typed.
    pub(super) fn pick(&mut self, title: &str, choices: &[Choice], also: &str) -> Told<Option<Picked>> {
        let mut list = vec![format!("{title}:")];
        let numbered = |(at, choice): (usize, &Choice)| format!("{}. {}", at + 1, choice.line());
        list.extend(choices.iter().enumerate().take(LISTED).map(numbered));
        if choices.len() > LISTED {
            list.push(format!("And {} more, by number or name.", choices.len() - LISTED));
        }
        let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
        if self.heard.insert(format!("{title}\n{}", names.join("\n"))) {
            list.iter().try_for_each(|line| self.say(line))?;
        }
        let last = choices.len();
        let numbers = if last == 1 { "1".to_owned() } else { format!("1 to {last}") };
        let back = if self.at_start { "" } else { ", b for back" };
        let prompt = format!("{title}. Type {numbers}{also}, ? for the list{back} or q to leave.");
        loop {
            let Some(text) = self.ask(&prompt, &list)? else { return Ok(None) };
            let number = text.parse::<usize>().ok();
            let by_number = number.and_then(|number| number.checked_sub(1)).filter(|at| *at < last);
            let by_name = || choices.iter().position(|choice| folded(&choice.name) == folded(&text));
            match by_number.or_else(by_name) {
                Some(at) => match choices.get(at).and_then(|choice| choice.refused.clone()) {
                    Some(why) => self.say(&format!("Not possible: {why}"))?,
                    None => return Ok(Some(Picked::One(at))),
                },
                None if number.is_some() => {
                    self.say(&format!("There is no {text} in the list; it ends with {last}."))?;
                }
                None => return Ok(Some(Picked::Text(text))),
            }
        }
    }

    /// The same where only the list can be chosen from.
    pub(super) fn choose(&mut self, title: &str, choices: &[Choice]) -> Told<Option<usize>> {
        loop {
            match self.pick(title, choices, "")? {
                None => return Ok(None),
                Some(Picked::One(at)) => return Ok(Some(at)),
                Some(Picked::Text(text)) => self.unknown(&text)?,
            }
        }
    }

    /// Says that nothing is called so.
    pub(super) fn unknown(&mut self, text: &str) -> Told {
        match text {
            "" => self.say("Nothing was typed."),
            text => self.say(&format!("“{text}” is not in the list.")),
        }
    }
}

/// A text in double quotes is what stands in them, where it would mean something else without.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| matches!(*inner, "b" | "q" | "?")).unwrap_or(text).to_owned()
}

/// A problem in sentences.
pub(super) fn reason(problem: &Problem) -> String {
    let mut what = problem.what.trim_end_matches('.').to_owned();
    // A path stays as it is.
    let is_word = what.split(' ').next().is_some_and(|word| word.chars().all(char::is_alphabetic));
    if let Some(first) = what.chars().next().filter(|_| is_word) {
        what.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    let place = problem.place.as_deref().map(|place| format!(", {place}")).unwrap_or_default();
    format!("{what}{place}. {}", problem.advice()).trim_end().to_owned()
}
