//! `posterior --plain` and `posterior practice --plain`: the program as lines, for people whose screen is read to them and for
//! terminals that show nothing else. It asks and prints; every number and sentence comes from the core.

mod case;
mod course;
mod data;
mod judge;
mod numbers;
mod pictures;
mod settings;
mod talk;
mod what_if;

use std::ffi::OsString;
use std::io::{stdin, stdout};
use std::sync::Arc;

use self::talk::{Choice, Over, Picked, Talk, Told};
use super::output::{Outcome, OutputFlags};
use crate::model::{Case, Fitted, Study};
use crate::practice::progress::StateFolder;
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report;
use crate::workbench::History;
use crate::workbench::recents::keep_opened;
use crate::workbench::undo::{differences, no_change};

/// Everything that is at hand.
struct Room<'a> {
    talk: Talk<'a>,
    /// What is put over the recipe of the data that are opened.
    over: Recipe,
    study: Option<Arc<Study>>,
    /// By which word it was opened.
    data: OsString,
    /// The case that was worked out last.
    case: Option<Arc<Case>>,
    /// Recipes and cases that were at hand before a change.
    history: History<(Recipe, Option<Arc<Case>>)>,
}

/// Talks until it is left or the input ends; begins with the course, or with data.
pub(super) fn run(over: Recipe, course: bool, flags: &OutputFlags) -> Outcome {
    let (mut input, mut out) = (stdin().lock(), stdout().lock());
    let talk = Talk::new(&mut input, &mut out, flags);
    let history = History::default();
    let mut room = Room { talk, over, study: None, data: OsString::new(), case: None, history };
    let talked = if course { room.course() } else { Ok(()) };
    match talked.and_then(|()| room.start()) {
        Ok(()) | Err(Over::Left) => Ok(()),
        Err(Over::Broken(cause)) => Err(Problem {
            kind: "failed",
            what: format!("the lines cannot be read or written: {cause}"),
            fix: "print the same as text: posterior show DATA --plain".into(),
            ..Problem::default()
        }),
    }
}

impl Room<'_> {
    /// Takes a study as what is at hand, and remembers its recipe among the recent files.
    fn take(&mut self, study: Study) {
        keep_opened(&StateFolder::of_user(), &self.data, &study);
        self.study = Some(Arc::new(study));
    }

    /// Remembers what is at hand before it changes.
    fn remember(&mut self) {
        if let Some(study) = &self.study {
            self.history.remember((study.recipe.clone(), self.case.clone()));
        }
    }

    /// Takes another case in hand.
    fn choose(&mut self, case: Arc<Case>) {
        if self.case.as_ref().is_some_and(|now| *now != case) {
            self.remember();
        }
        self.case = Some(case);
    }

    /// Takes the last change back, or makes it again, and says what it was.
    fn turn(&mut self, forward: bool) -> Told {
        let Some(study) = self.study.clone() else { return Ok(()) };
        let now = (study.recipe.clone(), self.case.clone());
        let Some((recipe, case)) = self.history.turn(forward, |_| now) else {
            return self.talk.say(no_change(forward));
        };
        let changed = study.recipe.differences(&recipe);
        if !changed.is_empty() {
            match study.with_recipe(recipe) {
                Ok(study) => self.take(study),
                Err(problem) => return self.talk.problem(problem),
            }
        }
        let what = match (changed.is_empty(), &case, self.fitted()) {
            (false, ..) => differences(&changed),
            (true, Some(case), Some(fitted)) => {
                format!("the case is {}", report::cells(&fitted, case))
            }
            _ => "no case is at hand".to_owned(),
        };
        self.case = case;
        match forward {
            true => self.talk.say(&format!("Made again: {what}. undo takes it back.")),
            false => self.talk.say(&format!("Taken back: {what}. redo makes it again.")),
        }
    }

    fn fitted(&self) -> Option<Arc<Fitted>> {
        self.study.as_ref()?.fitted.as_ref().ok().map(Arc::clone)
    }

    /// What can be done with the data at hand, until it is left.
    fn at_hand(&mut self) -> Told {
        while let Some(study) = self.study.clone() {
            let none = study.fitted.as_ref().err().map(|_| "there is no model yet; 1 says why.".to_owned());
            let of_model = |name: &str, about: &str| Choice::new(name, about).unless(none.clone());
            let choices = [
                Choice::new("What was loaded", ""),
                Choice::new("Choose", "class, model, smoothing, bins, split"),
                of_model("Parameters", "feature by feature"),
                of_model("Work out a case", "step by step"),
                of_model("What if", "another value in the case, and what it changes"),
                of_model("Pictures", "in words and numbers"),
                of_model("How good it is", "confusion matrix and accuracy"),
                of_model("One number", "by its name, with its working"),
                of_model("Check an answer", ""),
                Choice::new("Save the story", "to a file"),
            ];
            let also = ", the name of a number, save FILE, undo, redo";
            match self.talk.pick(&study.source.label(), &choices, also)? {
                None => return Ok(()),
                Some(Picked::One(at)) => match at {
                    0 => self.loaded()?,
                    1 => self.settings()?,
                    2 => self.parameters()?,
                    3 => self.work_out()?,
                    4 => self.what_if()?,
                    5 => self.pictures()?,
                    6 => self.judge()?,
                    7 => self.numbers()?,
                    8 => self.check()?,
                    _ => self.save_as()?,
                },
                Some(Picked::Text(text)) if text == "undo" => self.turn(false)?,
                Some(Picked::Text(text)) if text == "redo" => self.turn(true)?,
                Some(Picked::Text(text)) => match text.strip_prefix("save ") {
                    Some(file) => self.save(file.trim())?,
                    None if text.contains('(') && none.is_none() => self.number(&text)?,
                    None => self.talk.unknown(&text)?,
                },
            }
        }
        Ok(())
    }
}
