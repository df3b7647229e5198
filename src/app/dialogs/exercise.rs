//! The dialog that writes an exercise from the worksheet.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::dialogs::save::{self, Refused, SaveAs, Saved, stem};
use crate::app::prelude::*;
use crate::app::source::Source;
use crate::model::Study;
use crate::practice::worksheet::Questions;
use crate::practice::{
    Asked, HandedIn, author, data_path, empty_sheet, empty_sheet_of, out_of_reach, sheet_of,
};
use crate::text::{counted, shown};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Exercise,
    Sheet,
    Answers,
}

#[derive(Clone, Debug)]
pub struct ExerciseDialog {
    pub part: Part,
    pub save: SaveAs,
    pub id: String,
    /// Why the exercise cannot be written, if it cannot.
    pub refused: Option<String>,
    questions: Arc<Questions>,
    answers: Vec<HandedIn>,
    study: Arc<Study>,
    data: String,
}

impl ExerciseDialog {
    pub fn new(app: &App) -> Option<ExerciseDialog> {
        let screen = &app.screens.practice;
        let sheet = screen.sheet(&app.session)?;
        let (questions, answers) = (Arc::clone(&sheet.questions), sheet.handed_in());
        let study = app.session.study.clone()?;
        let source = app.session.order.as_ref().map(|order| &order.source);
        // The data of an exercise cannot be used in another one.
        let own = source.filter(|source| !matches!(source, Source::Exercise { .. })).and_then(Source::word);
        let no_file = || "The data are not in a file. Save them as CSV and open that file.".to_owned();
        let has_file = |name: &str| format!("This exercise has a file already: {}.", shown(name));
        let held = screen.exercise.as_ref().map(|held| has_file(&held.source.name()));
        let refused = held.or_else(|| own.is_none().then(no_file));
        let data = own.unwrap_or_default();
        let named = || stem(Path::new(data.trim_start_matches("sample:"))).unwrap_or("exercise".into());
        let id = screen.exercise.as_ref().map_or_else(named, |held| held.exercise.id.clone());
        let (part, save) = (Part::Exercise, SaveAs::default());
        Some(ExerciseDialog { part, save, id, refused, questions, answers, study, data })
    }

    pub fn open(app: &mut App) {
        match ExerciseDialog::new(app) {
            Some(dialog) => app.show(dialog),
            None => app.say("There is no worksheet yet. Press 7 to make one."),
        }
    }

    fn asked(&self) -> Vec<Asked> {
        self.questions.list.iter().filter_map(|question| question.asked.clone()).collect()
    }

    fn ask(&mut self, part: Part, name: String) {
        self.part = part;
        self.save.ask(name);
    }

    fn write(&mut self, app: &mut App, (mut path, over): (PathBuf, bool)) -> Reply {
        if path.extension().is_none() {
            path.set_extension(if self.part == Part::Exercise { "toml" } else { "txt" });
        }
        let text = match self.part {
            Part::Exercise => {
                self.id = stem(&path).unwrap_or_else(|| self.id.clone());
                let (data, questions) = (data_path(&self.data, Some(&path)), &self.questions);
                let case = questions.case.as_deref();
                author(&self.id, &data, &self.study, &questions.fitted, case, &self.asked())
            }
            Part::Answers => {
                let seed = self.questions.exercise.as_ref().and_then(|exercise| exercise.seed);
                sheet_of(&self.id, seed, &self.answers)
            }
            Part::Sheet => match &self.questions.exercise {
                Some(exercise) => empty_sheet(exercise, None),
                None => {
                    let labels: Vec<String> = self.asked().iter().map(Asked::name).collect();
                    empty_sheet_of(&self.id, None, None, labels.iter().map(String::as_str))
                }
            },
        };
        Reply::Job(save::write(app, (path, over), text, saved))
    }
}

impl Dialog for ExerciseDialog {
    fn scopes(&self) -> &'static [Scope] {
        match (&self.save.over, &self.save.field) {
            (Some(_), _) => &[Scope::WriteOver, Scope::Always],
            (None, Some(_)) => &[Scope::TypedName, Scope::Always],
            (None, None) => &[Scope::Exercise, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.save.field()
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.save.field.is_some() {
            return match self.save.act(app, action) {
                Ok(file) => self.write(app, file),
                Err(reply) => reply,
            };
        }
        match (action, &self.refused) {
            (Action::SaveExercise, Some(why)) => app.say(why.clone()),
            (Action::SaveExercise, None) => self.ask(Part::Exercise, format!("{}.toml", self.id)),
            (Action::SaveSheet, _) => self.ask(Part::Sheet, "answers.txt".to_owned()),
            (Action::SaveAnswers, _) if self.answers.is_empty() => {
                app.say("No line was blank, so there are no answers. m: leave lines blank.");
            }
            (Action::SaveAnswers, _) => self.ask(Part::Answers, format!("{}-answers.txt", self.id)),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, pane: &mut Canvas<'_>) -> Option<Position> {
        pane.dialog("Write an exercise", "", pane.app.frame.dialog(72, 13));
        let last = pane.below(2);
        pane.below(1);
        let (theme, mut text) = (pane.theme, pane.inside());
        let (id, steps) = (&self.id, counted(self.asked().len(), "step", "steps"));
        let parts = format!("the {steps} of this worksheet, its data and its recipe");
        match &self.refused {
            Some(why) => text.text(why.as_str(), theme.warning),
            None => {
                text.text(&format!("s writes the exercise: {parts}. The answers are not in it."), theme.text)
            }
        }
        let sheet = "a writes an empty answer sheet for students";
        text.paragraph(&format!("{sheet}: the labels, and the line “exercise: {id}”."), theme.text);
        text.paragraph("m writes your answers so far, to be handed in.", theme.text);
        pane.lines(&text.lines, 0);
        let prompt = match self.part {
            Part::Exercise => "save the exercise as: ",
            Part::Sheet => "save the sheet as: ",
            Part::Answers => "save your answers as: ",
        };
        pane.save_as(&self.save, prompt, last)
    }
}

fn saved(app: &mut App, saved: Saved) -> Option<Job> {
    let dialog = app.dialog::<ExerciseDialog>()?;
    match saved {
        Ok(path) => {
            dialog.save.field = None;
            let more = match out_of_reach(&data_path(&dialog.data, Some(&path))) {
                _ if dialog.part != Part::Exercise => String::new(),
                Some(why) => format!(" {why}."),
                None => " a: save the empty answer sheet.".to_owned(),
            };
            app.say(format!("Saved as {}.{more}", shown(&path.to_string_lossy())));
        }
        Err(Refused::Exists(path)) => dialog.save.over = Some(path),
        Err(Refused::Failed(why)) => app.say(why),
    }
    None
}
