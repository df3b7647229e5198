//! The dialog that writes an exercise from the worksheet.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::dialogs::save;
use crate::app::dialogs::save::{Named, SaveAs, Saved};
use crate::app::prelude::*;
use crate::app::source::Source;
use crate::model::Study;
use crate::practice::worksheet::Questions;
use crate::practice::{
    Asked, HandedIn, author, data_path, empty_sheet, empty_sheet_of, out_of_reach, sheet_of,
};
use crate::report::{Document, Role};
use crate::text::{counted, shown};
use ratatui::layout::Rect;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    #[default]
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
        let (data, mut refused) = match own {
            Some(data) => (data, None),
            None => (
                String::new(),
                Some("The data are not in a file. Save them as CSV and open that file.".to_owned()),
            ),
        };
        let mut id = stem(Path::new(data.trim_start_matches("sample:"))).unwrap_or_else(|| "exercise".into());
        if let Some(held) = &screen.exercise {
            id.clone_from(&held.exercise.id);
            refused = Some(format!("This exercise has a file already: {}.", shown(&held.source.name())));
        }
        Some(ExerciseDialog {
            part: Part::Exercise,
            save: SaveAs::default(),
            id,
            refused,
            questions,
            answers,
            study,
            data,
        })
    }

    pub fn open(app: &mut App) {
        match ExerciseDialog::new(app) {
            Some(dialog) => app.show(dialog),
            None => app.say("There is no worksheet yet. Press 7 to make one."),
        }
    }

    pub fn steps(&self) -> usize {
        self.asked().len()
    }

    fn asked(&self) -> Vec<Asked> {
        self.questions.list.iter().filter_map(|question| question.asked.clone()).collect()
    }

    fn ask(&mut self, part: Part, name: String) {
        self.part = part;
        self.save.ask(name);
    }

    /// Adds the usual ending to a file name without one.
    fn named(&self, path: PathBuf) -> PathBuf {
        let ending = if self.part == Part::Exercise { "toml" } else { "txt" };
        if path.extension().is_some() { path } else { path.with_extension(ending) }
    }

    fn write(&mut self, app: &mut App, path: &Path, over: bool) -> Reply {
        let text = match self.part {
            Part::Exercise => {
                self.id = stem(path).unwrap_or_else(|| self.id.clone());
                let data = data_path(&self.data, Some(path));
                let questions = &self.questions;
                author(
                    &self.id,
                    &data,
                    &self.study,
                    &questions.fitted,
                    questions.case.as_deref(),
                    &self.asked(),
                )
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
        self.save.scopes().unwrap_or(&[Scope::Exercise, Scope::Always])
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.save.field()
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match self.save.act(app, action) {
            Named::File(path, over) => {
                let path = self.named(path);
                return self.write(app, &path, over);
            }
            Named::Asking => return Reply::Taken,
            Named::Pass => return Reply::Pass,
            Named::Idle => {}
        }
        match (action, &self.refused) {
            (Action::SaveExercise, Some(why)) => app.say(why.clone()),
            (Action::SaveExercise, None) => self.ask(Part::Exercise, format!("{}.toml", self.id)),
            (Action::SaveSheet, _) => self.ask(Part::Sheet, "answers.txt".to_owned()),
            (Action::SaveAnswers, _) if self.answers.is_empty() => {
                app.say("No line was blank, so there are no answers. m: leave lines blank.");
            }
            (Action::SaveAnswers, _) => self.ask(Part::Answers, format!("{}-answers.txt", self.id)),
            (Action::Back, _) => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, pane: &mut Canvas<'_>) -> Option<Position> {
        pane.dialog("Write an exercise", "", pane.app.frame.dialog(72, 13));
        let steps = counted(self.steps(), "step", "steps");
        let mut said = Document::default();
        match &self.refused {
            Some(why) => said.say(Role::Warning, why.as_str()),
            None => said.text(format!(
                "s writes the exercise: the {steps} of this worksheet, its data and its recipe. The answers are not in it."
            )),
        }
        said.blank();
        said.text(format!(
            "a writes an empty answer sheet for students: the labels, and the line “exercise: {}”.",
            self.id
        ));
        said.blank();
        said.text("m writes your answers so far, to be handed in.");
        let all = pane.area;
        pane.area.height = all.height.saturating_sub(3);
        let mut text = pane.inside();
        text.document(&said);
        pane.lines(&text.lines, 0);
        let last = Rect { y: all.bottom().saturating_sub(2).max(all.y), height: all.height.min(1), ..all };
        let prompt = match self.part {
            Part::Exercise => "save the exercise as: ",
            Part::Sheet => "save the sheet as: ",
            Part::Answers => "save your answers as: ",
        };
        pane.save_as(&self.save, prompt, last)
    }
}

fn saved(app: &mut App, saved: Saved) {
    let Some(dialog) = app.dialog::<ExerciseDialog>() else { return };
    let said = match (&saved, dialog.part) {
        (Saved::Exists(path), _) => {
            dialog.save.over = Some(path.clone());
            return;
        }
        (Saved::Written(path), Part::Exercise) => {
            let saved = format!("Saved as {}.", shown(&path.to_string_lossy()));
            match out_of_reach(&data_path(&dialog.data, Some(path))) {
                Some(said) => format!("{saved} {said}."),
                None => format!("{saved} a: save the empty answer sheet."),
            }
        }
        (Saved::Written(path), Part::Sheet | Part::Answers) => {
            format!("Saved as {}.", shown(&path.to_string_lossy()))
        }
        (Saved::Failed(why), _) => why.clone(),
    };
    if matches!(saved, Saved::Written(_)) {
        dialog.save.field = None;
    }
    app.say(said);
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}
