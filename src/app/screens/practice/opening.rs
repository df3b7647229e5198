//! Opens exercises on screen 7, and reports what an answer changed.

use crate::app::dialogs::problem::ProblemDialog;
use crate::app::key::Field;
use crate::app::keys::Action;
use crate::app::prelude::*;
use crate::app::screens::practice::sheets::SheetLine;
use crate::app::screens::practice::state::{PracticeScreen, View, seal, start, stays};
use crate::app::screens::start::state as start_list;
use crate::app::session::{Loaded, Session};
use crate::app::source::{Order, Source, begun};
use crate::practice::course;
use crate::practice::course::{COURSE, Lesson};
use crate::practice::find_error::Stage;
use crate::practice::progress::{Begun, BegunKey, ProgressStore};
use crate::practice::worksheet::{Level, Line, OFFERED, Questions};
use crate::practice::{Exercise, ExerciseFile, Reach, Reveal, Verdict, Worksheet};
use crate::problem::Problem;
use crate::table;
use crate::text::shown;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Opened {
    exercise: Arc<Exercise>,
    sheet: Worksheet,
    loaded: Loaded,
    said: Option<&'static str>,
}

/// Opens an exercise on screen 7, blank if no level is given. Asks once before leaving an unfinished one.
pub fn open_exercise(
    app: &mut App,
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
) -> Option<Job> {
    if stays(app, "Open the other one again to leave it.") {
        return None;
    }
    let label = format!("opening {} …", shown(&source.name()));
    let keep = app.screens.course.keep.clone();
    let work = move || (opened(&source, variant, level, &keep), source);
    Some(start(app, label, work, |app, (found, source)| {
        match found {
            Ok(opened) => take(app, source, opened),
            Err(problem) => {
                app.show(ProblemDialog::new(Source::File(source.name().into()).into(), problem.into()));
            }
        }
        None
    }))
}

/// Reads an exercise and makes its questions; as slow as reading its data. Restores the last state, unless another level is
/// wanted.
fn opened(
    source: &ExerciseSource,
    variant: Variant,
    level: Option<Level>,
    keep: &ProgressStore,
) -> Result<Opened, Problem> {
    let exercise = Arc::new(source.read(variant)?);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let loaded = Loaded::new(exercise.study.clone());
    let begun = BegunKey::of(&questions).and_then(|key| keep.begun(&key));
    let begun = begun.filter(|begun| level.is_none_or(|level| begun.level() == Some(level)));
    let level = begun.as_ref().and_then(Begun::level).or(level).unwrap_or(Level::Blank);
    let mut sheet = Worksheet::new(questions, level);
    let mut said = None;
    if sheet.is_closed_book() && level != Level::Blank {
        sheet.set_level(Level::Blank);
        said = Some("This exercise does not show its answers, so it is blank.");
    }
    if let Some(begun) = begun {
        begun.put_into(&mut sheet);
        said = Some("Your earlier answers are restored. Esc, then R: begin again.");
    }
    Ok(Opened { exercise, sheet, loaded, said })
}

fn take(app: &mut App, source: ExerciseSource, opened: Opened) {
    let held = InHand { exercise: Arc::clone(&opened.exercise), source };
    lay(app, &opened.exercise, opened.loaded);
    let screen = &mut app.screens.practice;
    screen.exercise = Some(held);
    screen.level = opened.sheet.level;
    screen.sheet = Some(opened.sheet);
    screen.first_open();
    let untouched = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_begun());
    let lesson = start_list::in_hand(app).filter(|_| untouched).map(|lesson| lesson.teaches);
    opened.said.or(lesson).into_iter().for_each(|said| app.say(said));
    seal(app);
    start_list::begun(app);
    // A continued attempt was counted when it began.
    app.screens.course.counted |= !untouched;
    (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
}

pub(crate) fn lay(app: &mut App, exercise: &Exercise, loaded: Loaded) {
    let study = &exercise.study;
    let source = match &study.source {
        table::Source::Path(path) => Source::File(path.clone()),
        table::Source::Sample(sample) => Source::Sample(sample.name.into()),
        _ => Source::Exercise {
            name: exercise.path.to_string_lossy().into_owned(),
            seed: exercise.seed,
            reach: exercise.reach,
        },
    };
    let order = Order { source, recipe: Box::new(study.recipe.clone()) };
    begun(app, order, loaded);
    // The data of an exercise are no recent file: the course leads back to it.
    app.screens.start.recents.opened = 0;
}

pub fn open_lesson(app: &mut App, lesson: &'static Lesson) -> Option<Job> {
    open_exercise(app, ExerciseSource::of_course(lesson), Variant::Usual, None)
}

/// Opens the next exercise; `None` if the current one is not in the course.
pub(crate) fn next_lesson(app: &mut App) -> Option<Option<Job>> {
    let now = start_list::in_hand(app)?;
    Some(match course::after(now.id) {
        Some(lesson) => open_lesson(app, lesson),
        None => {
            app.say("This was the last exercise of the course. Esc: leave.");
            None
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Usual,
    Seed(u64),
    After(u64),
}

impl From<Option<u64>> for Variant {
    fn from(seed: Option<u64>) -> Variant {
        seed.map_or(Variant::Usual, Variant::Seed)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExerciseSource {
    File(PathBuf, Reach),
    Text { name: String, text: Arc<str> },
}

impl ExerciseSource {
    /// Parses a name: a path, or `course:ID`.
    pub fn named(name: &OsStr, reach: Reach) -> Result<ExerciseSource, Problem> {
        match name.to_str().and_then(|text| text.strip_prefix(COURSE)) {
            Some(id) => Ok(ExerciseSource::of_course(course::lesson(id)?)),
            None => Ok(ExerciseSource::File(PathBuf::from(name), reach)),
        }
    }

    pub fn of_course(lesson: &Lesson) -> ExerciseSource {
        ExerciseSource::Text { name: lesson.name(), text: lesson.toml.into() }
    }

    pub fn name(&self) -> String {
        match self {
            ExerciseSource::File(path, _) => path.to_string_lossy().into_owned(),
            ExerciseSource::Text { name, .. } => name.clone(),
        }
    }

    pub fn read(&self, variant: Variant) -> Result<Exercise, Problem> {
        let file = match self {
            ExerciseSource::File(path, reach) => ExerciseFile::read(path, *reach),
            ExerciseSource::Text { name, text } => {
                ExerciseFile::from_toml(text, Path::new(name), Reach::Beside)
            }
        }?;
        match variant {
            Variant::Usual => file.open(None),
            Variant::Seed(seed) => file.open(Some(seed)),
            Variant::After(seed) => file.open(Some(file.seed_after(seed)?)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct InHand {
    pub exercise: Arc<Exercise>,
    pub source: ExerciseSource,
}

impl InHand {
    pub fn lesson(&self) -> Option<&'static Lesson> {
        course::lesson(self.source.name().strip_prefix(COURSE)?).ok()
    }

    pub fn is_of_course(&self) -> bool {
        self.lesson().is_some()
    }

    /// Whether its data are random, so that other data can be drawn.
    pub fn is_drawn(&self) -> bool {
        self.exercise.seed.is_some()
    }

    pub(crate) fn drawn(self) -> Option<(InHand, u64)> {
        let seed = self.exercise.seed?;
        Some((self, seed))
    }

    pub(crate) fn is_open_book(&self) -> bool {
        self.exercise.rules.reveal == Reveal::Always
    }
}

impl PracticeScreen {
    pub fn reading(&self) -> &'static str {
        if self.view == View::FindError {
            return self.find.reading();
        }
        if self.view == View::Sheets {
            return self.sheets.reading();
        }
        let Some(sheet) = &self.sheet else { return "The steps of this case, as questions." };
        match sheet.level {
            _ if self.field.is_some() && self.asks_for_class() => {
                "← → or first letters: choose a class. Enter: check. Esc: commands."
            }
            _ if self.field.as_ref().is_some_and(Field::is_selected) => {
                "Type a new answer, or edit this one with ← → and Backspace."
            }
            _ if self.field.is_some() => "Type your answer. Enter: check. Esc: back to commands.",
            _ if self.writing && sheet.is_done() => {
                "Finished. Esc: back to commands; then digits go to other screens."
            }
            _ if self.writing => "This line is filled in. Enter: the next blank one. Esc: commands.",
            Level::Worked => "All lines are filled in. m: leave lines blank for you.",
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: the next exercise. R: once more. Esc: the list."
            }
            _ if sheet.is_done() && self.exercise.as_ref().is_some_and(InHand::is_drawn) => {
                "Finished. n: the same with other data. R: once more. Esc: leave."
            }
            _ if sheet.is_done() && self.exercise.is_some() => {
                "Finished: the other screens are open again. R: once more. Esc: leave."
            }
            _ if sheet.is_done() => "Every line is filled in. n: the next case. m: more or fewer blanks.",
            _ if !self.is_open() => "Command mode. Enter: edit the next blank line.",
            _ if self.is_offered(sheet) => "a: show this step. i: hint. Enter: edit again.",
            _ if self.misses() > 0 => "Enter: edit again. i: hint. D: I think my answer is right.",
            _ => "Command mode. Digits: go to screens. Enter: edit again.",
        }
    }

    pub fn reading_alone(&self) -> &'static str {
        let worksheet = self.sheet.as_ref().filter(|_| self.view == View::Worksheet);
        let Some(sheet) = worksheet else { return self.reading() };
        match sheet.level {
            _ if self.field.is_some() && self.asks_for_class() => {
                "← → or letters: choose. Enter: check. Esc: commands."
            }
            _ if self.field.is_some() && self.was_told() => {
                "Tab: what is wrong. Type another answer. Esc: commands."
            }
            _ if self.field.is_some() => "Type your answer. Enter: check. Tab: the question.",
            _ if self.writing && sheet.is_done() => "Finished. Esc: back to commands.",
            _ if self.writing => "Filled in. Enter: the next blank line. Esc: commands.",
            Level::Worked => self.reading(),
            _ if sheet.is_done() && self.is_of_course() => {
                "Finished. n: next exercise. R: once more. Esc: list."
            }
            _ if sheet.is_done() && self.exercise.is_some() => "Finished. R: once more. Esc: leave.",
            _ if sheet.is_done() => "Finished. n: the next case. m: more or fewer blanks.",
            _ if self.is_offered(sheet) => "a: show this step. i: hint. Tab: what is wrong.",
            _ => "Command mode. Enter: edit. Tab: the question.",
        }
    }

    fn is_of_course(&self) -> bool {
        self.exercise.as_ref().is_some_and(InHand::is_of_course)
    }

    fn misses(&self) -> usize {
        self.marked().map_or(0, |(line, _)| line.misses)
    }

    fn was_told(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.told.is_some())
    }

    fn is_offered(&self, sheet: &Worksheet) -> bool {
        self.misses() >= OFFERED && sheet.may_show(self.cursor).is_ok()
    }

    pub fn works(&self, session: &Session, action: &Action) -> bool {
        match self.view {
            View::Worksheet => self.sheet(session).is_none_or(|sheet| self.works_on(sheet, session, action)),
            View::FindError => self.works_on_error(session, action),
            View::Sheets => self.works_on_sheets(action),
        }
    }

    fn works_on(&self, sheet: &Worksheet, session: &Session, action: &Action) -> bool {
        let line = sheet.lines.get(self.cursor);
        let open = line.is_some_and(Line::is_open);
        let may_show = sheet.may_show(self.cursor).is_ok();
        match action {
            Action::Enter => !sheet.is_done(),
            Action::Hint => {
                let tells = line.is_some_and(|line| line.hints + 1 >= sheet.questions.grades(self.cursor));
                open && (may_show || !tells)
            }
            Action::ShowStep => open && may_show,
            Action::Dispute => {
                let verdict = line.and_then(Line::verdict);
                matches!(verdict, Some(Verdict::Wrong | Verdict::Unmarked))
            }
            Action::NextCase => self.exercise.as_ref().is_none_or(goes_on),
            Action::SameAgain => sheet.is_begun(),
            Action::LookAt => !session.sealed,
            Action::Left | Action::Right => self.asks_for_class(),
            Action::FindError => !session.sealed,
            _ => true,
        }
    }

    fn works_on_error(&self, session: &Session, action: &Action) -> bool {
        let Some(game) = self.game(session) else { return true };
        match action {
            Action::Enter => matches!(game.stage, Stage::Looking | Stage::Mending),
            Action::Hint | Action::ShowStep => !game.is_done(),
            Action::SameAgain => game.is_done() || !game.picks.is_empty() || !game.hints.is_empty(),
            _ => true,
        }
    }

    fn works_on_sheets(&self, action: &Action) -> bool {
        let sheets = &self.sheets;
        match action {
            Action::Enter if sheets.open => sheets.next_wrong().is_some(),
            Action::Enter => sheets.sheet().is_some(),
            Action::ShowStep => {
                matches!(sheets.line(sheets.line), Some(SheetLine::Step(_))) && !sheets.keeps_back()
            }
            _ => true,
        }
    }
}

fn goes_on(held: &InHand) -> bool {
    held.lesson().map_or(held.is_drawn(), |lesson| course::after(lesson.id).is_some())
}
