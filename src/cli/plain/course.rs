//! The course: what there is and how far one is, an exercise line by line, and the next one.

use super::super::practice_lines;
use super::Room;
use super::talk::{Choice, Over, Picked, Told};
use crate::practice::Exercise;
use crate::practice::course::lessons;
use crate::practice::progress::{Read, StateFolder};
use crate::report;

impl Room<'_> {
    /// Lists the exercises and asks those that are chosen, until it is left.
    pub(super) fn course(&mut self) -> Told {
        let mut said_before = None;
        loop {
            let Read { progress, said } = StateFolder::of_user().keep().read();
            if let Some(said) = said.filter(|said| said_before.as_ref() != Some(said)) {
                self.talk.say(&said)?;
                said_before = Some(said);
            }
            let (finished, all) = progress.far();
            let title = format!("The course, {finished} of {all} exercises finished");
            let choices: Vec<Choice> =
                lessons().map(|lesson| Choice::new(report::lesson_in_words(&progress, lesson), "")).collect();
            let next = progress.next();
            let named = next.map(|next| next.outline().title.as_str()).unwrap_or_default();
            let lesson =
                match self.talk.pick(&title, &choices, &format!(", Enter for the next one, {named}"))? {
                    None => return Ok(()),
                    Some(Picked::One(at)) => lessons().nth(at),
                    Some(Picked::Text(text)) if text.is_empty() => next,
                    Some(Picked::Text(text)) => {
                        let id = text.trim_start_matches("course:");
                        let named = |title: &str| title.eq_ignore_ascii_case(&text);
                        lessons().find(|lesson| lesson.id == id || named(&lesson.outline().title))
                    }
                };
            match lesson.map(crate::practice::course::Lesson::open) {
                None => self.talk.say("There is no exercise of that number or name.")?,
                Some(Ok(exercise)) => self.exercise(exercise)?,
                Some(Err(problem)) => self.talk.problem(problem)?,
            }
        }
    }

    /// Asks an exercise line by line; its progress is kept as on screen.
    pub(super) fn exercise(&mut self, exercise: Exercise) -> Told {
        self.talk.say("An exercise. A line that is typed is an answer, also b and q: :quit goes back, ? tells the rest.")?;
        let talk = &mut self.talk;
        match practice_lines::ask(exercise, None, talk.flags, talk.input, talk.out) {
            Ok(()) => Ok(()),
            Err(problem) if problem.kind == "failed" => {
                Err(Over::Broken(std::io::Error::other(problem.what)))
            }
            Err(problem) => self.talk.problem(problem),
        }
    }
}
