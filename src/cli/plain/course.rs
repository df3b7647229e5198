//! The course: what there is and how far one is, an exercise line by line, and the next one.

use std::io;

use super::super::practice_lines;
use super::Room;
use super::talk::{Choice, Over, Picked, Told};
use crate::practice::Exercise;
use crate::practice::course::{Lesson, lessons};
use crate::practice::progress::{Read, StateFolder};
use crate::report;

impl Room<'_> {
    /// Lists the exercises and asks those that are chosen, until it is left.
    pub(super) fn course(&mut self) -> Told {
        let (mut told, mut far) = (None, None);
        loop {
            let Read { progress, said } = StateFolder::of_user().keep().read();
            if said != told {
                said.iter().try_for_each(|said| self.talk.say(said))?;
                told = said;
            }
            let (finished, all) = progress.far();
            if far != Some(finished) {
                self.talk.say(&format!("{finished} of {all} exercises are finished."))?;
                far = Some(finished);
            }
            let choice = |lesson: &Lesson| {
                Choice::new(lesson.outline().title.as_str(), report::lesson_in_words(&progress, lesson))
            };
            let choices: Vec<Choice> = lessons().map(choice).collect();
            let next = progress.next();
            let named = next.map(|next| next.outline().title.as_str()).unwrap_or_default();
            let also = format!(", Enter for the next one, {named}");
            let lesson = match self.talk.pick("The course", &choices, &also)? {
                None => return Ok(()),
                Some(Picked::One(at)) => lessons().nth(at),
                Some(Picked::Text(text)) if text.is_empty() => next,
                Some(Picked::Text(text)) => {
                    let id = text.trim_start_matches("course:");
                    lessons().find(|lesson| lesson.id == id)
                }
            };
            match lesson.map(Lesson::open) {
                None => self.talk.say("There is no exercise of that number or name.")?,
                Some(Ok(exercise)) => self.exercise(exercise)?,
                Some(Err(problem)) => self.talk.problem(problem)?,
            }
        }
    }

    /// Asks an exercise line by line; its progress is kept as on screen.
    pub(super) fn exercise(&mut self, exercise: Exercise) -> Told {
        let talk = &mut self.talk;
        match practice_lines::ask(exercise, None, talk.flags, talk.input, talk.out) {
            Ok(()) => Ok(()),
            Err(problem) if problem.kind == "failed" => Err(Over::Broken(io::Error::other(problem.what))),
            Err(problem) => self.talk.problem(problem),
        }
    }
}
