//! Practice: screen 7 with its worksheet, and the exercises that are opened there.

pub(crate) mod actions;
pub(crate) mod find_error;
pub(crate) mod sheets;
pub(crate) mod view;

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsStr;

pub use actions::Practice;
pub use sheets::{Exercises, open_sheets};

use crate::app::prelude::*;
use crate::app::screens::start as start_list;
use crate::app::source::begun;
use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::find_error::FindError;
use crate::practice::progress::Begun;
use crate::practice::worksheet::{Kind, Level, Line, OFFERED, Question};
use crate::practice::{Exercise, ExerciseFile, Reveal};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    Worksheet,
    FindError,
    Sheets,
}

#[derive(Clone, Debug, Default)]
pub struct PracticeScreen {
    pub view: View,
    pub sheets: sheets::SheetsScreen,
    pub find: find_error::FindScreen,
    pub(crate) sheet: Option<Worksheet>,
    /// The open exercise; `None` if the worksheet is about the case of the session.
    pub exercise: Option<Arc<Exercise>>,
    pub level: Level,
    pub cursor: usize,
    pub detail: Scroll,
    /// Whether the user is typing: then an open selected line has a field, and no printable key is a command.
    pub writing: bool,
    /// The name under which the worksheet was saved as an exercise.
    pub saved_as: Option<String>,
    pub field: Option<Field>,
    pub(crate) drafts: BTreeMap<usize, String>,
    pub why: ShownReason,
    pub data: bool,
    pub wanted: Option<Level>,
    /// The typed answers with their lines, in order: the first one is being checked, the others wait.
    pub(crate) unchecked: VecDeque<(usize, String)>,
    /// The action that the last message asks to confirm.
    pub(crate) asked: Option<Action>,
    pub(crate) asked_to_leave: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownReason {
    #[default]
    Hidden,
    Question,
    Reason,
}

impl PracticeScreen {
    /// Returns the worksheet, if it is that of the open exercise, or of the case and the model of the session.
    pub fn sheet(&self, session: &Session) -> Option<&Worksheet> {
        let sheet = self.sheet.as_ref()?;
        let questions = &sheet.questions;
        let is_current = || {
            session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &questions.fitted))
                && session.case.as_ref().zip(questions.case.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
        };
        (self.exercise.is_some() || is_current()).then_some(sheet)
    }

    pub fn game(&self, session: &Session) -> Option<&FindError> {
        let sheet = self.sheet(session)?;
        self.find.game.as_ref().filter(|game| Arc::ptr_eq(game.questions(), &sheet.questions))
    }

    pub fn marked(&self) -> Option<(&Line, &Question)> {
        let sheet = self.sheet.as_ref()?;
        sheet.lines.get(self.cursor).zip(sheet.questions.list.get(self.cursor))
    }

    pub(crate) fn is_open(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.is_open())
    }

    pub fn asks_for_class(&self) -> bool {
        self.marked().is_some_and(|(_, question)| question.kind == Kind::Class)
    }

    /// Returns the class in the field: the one of that name, else the first whose name begins with it; ignores case.
    pub fn chosen(&self) -> Option<usize> {
        let field = self.field.as_ref().filter(|_| self.asks_for_class())?;
        let typed = folded(field.text().trim());
        let classes = self.sheet.as_ref()?.questions.fitted.classes.iter();
        let mut names = classes.map(|class| folded(class.as_str())).enumerate();
        let begins = names.clone().find(|(_, name)| !typed.is_empty() && name.starts_with(&typed))?;
        Some(names.find(|(_, name)| *name == typed).unwrap_or(begins).0)
    }

    pub fn draft(&self, line: usize) -> Option<&str> {
        self.drafts.get(&line).map(String::as_str)
    }

    pub(crate) fn last_answer(&self) -> &str {
        let checked = self.marked().and_then(|(line, _)| line.checked.as_ref());
        checked.map_or("", |checked| checked.answer.typed.trim())
    }

    pub(crate) fn mark(&mut self, line: usize) {
        self.close_field();
        (self.cursor, self.detail, self.why) = (line, Scroll::default(), ShownReason::Hidden);
        self.open_field();
    }

    /// Opens the field of the selected line, while typing and if the line is open: with its draft, or with the last answer
    /// selected.
    pub(crate) fn open_field(&mut self) {
        if self.writing && self.field.is_none() && self.is_open() && !self.is_unchecked(self.cursor) {
            self.field = Some(match self.drafts.remove(&self.cursor) {
                Some(draft) => Field::new(draft),
                None => Field::selected(self.last_answer()),
            });
        }
    }

    pub(crate) fn close_field(&mut self) {
        let Some(field) = self.field.take() else { return };
        let typed = field.text().trim();
        if !typed.is_empty() && typed != self.last_answer() {
            self.drafts.insert(self.cursor, typed.to_owned());
        }
    }

    pub(crate) fn is_unchecked(&self, line: usize) -> bool {
        self.unchecked.iter().any(|(at, _)| *at == line)
    }

    /// Returns the next open line whose answer is not being checked.
    pub(crate) fn next_to_write(&self) -> Option<usize> {
        let lines = &self.sheet.as_ref()?.lines;
        let is_wanted = |at: &usize| lines.get(*at).is_some_and(Line::is_open) && !self.is_unchecked(*at);
        (self.cursor + 1..lines.len()).chain(0..=self.cursor).find(is_wanted)
    }

    pub(crate) fn first_open(&mut self) {
        self.unchecked.clear();
        self.drafts.clear();
        self.field = None;
        let open = self.sheet.as_ref().and_then(|sheet| sheet.lines.iter().position(Line::is_open));
        self.writing = open.is_some();
        self.mark(open.unwrap_or(0));
    }

    pub fn hint(&self, alone: bool) -> &'static str {
        let Some(sheet) = &self.sheet else { return "The steps of this case, as questions." };
        let (done, class, is_open) = (sheet.is_done(), self.asks_for_class(), self.is_open());
        let (misses, is_checked) =
            self.marked().map_or((0, false), |(line, _)| (line.misses, line.checked.is_some()));
        let is_offered = is_open && misses >= OFFERED && sheet.may_show(self.cursor).is_ok();
        match (&self.field, &self.exercise) {
            (Some(_), _) if class && alone => "← → or letters: choose. Enter: check. Esc: commands.",
            (Some(_), _) if class => "← → or first letters: choose a class. Enter: check. Esc: commands.",
            (Some(_), _) if alone && is_checked => "Tab: what is wrong. Type another answer. Esc: commands.",
            (Some(_), _) if alone => "Type your answer. Enter: check. Tab: the question.",
            (Some(field), _) if field.is_selected() => {
                "Type a new answer, or edit this one with ← → and Backspace."
            }
            (Some(_), _) => "Type your answer. Enter: check. Esc: back to commands.",
            (_, Some(open)) if self.writing && done && lesson_of(open).is_some() => {
                "Finished. n: the next exercise. Esc: back to commands."
            }
            (_, None) if self.writing && done => "Finished. n: the next case. Esc: back to commands.",
            _ if self.writing && done => "Finished. Esc: back to commands.",
            _ if self.writing && alone => "Filled in. Enter: the next blank line. Esc: commands.",
            _ if self.writing => "This line is filled in. Enter: the next blank one. Esc: commands.",
            _ if sheet.level == Level::Worked => "All lines are filled in. m: leave lines blank for you.",
            (_, None) if done && alone => "Finished. n: the next case. m: more or fewer blanks.",
            (_, None) if done => "Every line is filled in. n: the next case. m: more or fewer blanks.",
            (_, Some(open)) if done && lesson_of(open).is_some() => match alone {
                true => "Finished. n: next exercise. R: once more. Esc: list.",
                false => "Finished. n: the next exercise. R: once more. Esc: the list.",
            },
            _ if done && alone => "Finished. R: once more. Esc: leave.",
            (_, Some(open)) if done && open.seed.is_some() => {
                "Finished. n: the same with other data. R: once more. Esc: leave."
            }
            _ if done => "Finished: the other screens are open again. R: once more. Esc: leave.",
            _ if is_offered && alone => "a: show this step. i: hint. Tab: what is wrong.",
            _ if is_offered => "a: show this step. i: hint. Enter: edit again.",
            _ if alone => "Command mode. Enter: edit. Tab: the question.",
            _ if !is_open => "Command mode. Enter: edit the next blank line.",
            _ if misses == 0 => "Command mode. Digits: go to screens. Enter: edit again.",
            _ => "Enter: edit again. i: hint. D: I think my answer is right.",
        }
    }
}

pub(crate) fn start<T: Send + 'static>(
    app: &mut App,
    label: impl Into<String>,
    work: impl FnOnce() -> T + Send + 'static,
    taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
) -> Job {
    app.jobs.start(Lane::Practice, label, work, |app, found| {
        let job = taken(app, found);
        // With several answers typed ahead, the last one records all.
        job.or_else(|| start_list::record(app))
    })
}

/// Repeats a text of the right pane as a message, if only the left one fits.
pub(crate) fn repeat(app: &mut App, text: Option<Sentence>) {
    let hidden = app.frame.shape() == Shape::One && app.pane == Pane::Master;
    if let Some(text) = text.filter(|_| hidden) {
        app.say(text.text(app.settings.face()));
    }
}

/// Closes the screens with the answers until the exercise is finished, then opens them. This prevents looking by accident;
/// it is not a lock: other commands can open the file and its data.
pub(crate) fn seal(app: &mut App) {
    let screen = &app.screens.practice;
    let unfinished = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_done());
    app.session.sealed =
        unfinished && screen.exercise.as_ref().is_some_and(|open| open.rules.reveal != Reveal::Always);
}

/// Returns what would be lost of a sheet with open lines: answers that are not saved, or the typed text.
fn lost(app: &App) -> Option<&'static str> {
    let screen = &app.screens.practice;
    let here = screen.exercise.is_some() || app.screen == ScreenId::Practice;
    let sheet = screen.sheet(&app.session).filter(|sheet| here && !sheet.is_done())?;
    if sheet.is_begun() && !start_list::keeps_answers(app) {
        return Some("its answers are not saved");
    }
    let is_new = |field: &Field| !field.is_selected() && !field.text().is_empty();
    let typed = app.jobs.waits_for(Lane::Practice)
        || !screen.drafts.is_empty()
        || screen.field.as_ref().is_some_and(is_new);
    typed.then_some("your typed text is not checked yet")
}

/// Asks once before leaving an unfinished exercise or worksheet; returns whether it stays.
pub(crate) fn stays(app: &mut App, what: &str) -> bool {
    let Some(lost) = lost(app).filter(|_| !app.screens.practice.asked_to_leave) else { return false };
    app.screens.practice.asked_to_leave = true;
    let of = if app.screens.practice.exercise.is_some() { "exercise" } else { "worksheet" };
    app.say(format!("The {of} is not finished, and {lost}. {what}"));
    true
}

/// Returns whether an action must be stopped, because it would leave something unfinished; asks once. Continuing with the
/// lines cancels the question.
pub(crate) fn stops(app: &mut App, action: &Action) -> bool {
    let goes_on =
        matches!(action, Action::Edit(_) | Action::Enter | Action::Up | Action::Down | Action::Hint);
    if goes_on && app.screen == ScreenId::Practice && app.dialogs.is_empty() {
        app.screens.practice.asked_to_leave = false;
    }
    matches!(action, Action::Quit) && stays(app, "Press the same key again to quit.")
}

/// Leaves an exercise on Esc, and asks once if it is not finished; returns whether Esc was used up.
pub(crate) fn leave(app: &mut App) -> bool {
    // A running check is stopped first.
    if app.screens.practice.exercise.is_none() || app.jobs.busy().is_some() {
        return false;
    }
    if stays(app, "Press Esc again to leave it.") {
        return true;
    }
    let screen = &mut app.screens.practice;
    (screen.exercise, screen.sheet, screen.asked_to_leave) = (None, None, false);
    seal(app);
    false
}

/// The data of a random exercise.
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
pub struct ExerciseSource {
    pub file: PathBuf,
    pub reach: Reach,
}

impl ExerciseSource {
    /// Parses a name; refuses an exercise that the course does not have.
    pub fn named(name: &OsStr, reach: Reach) -> Result<ExerciseSource, Problem> {
        name.to_str().and_then(|text| text.strip_prefix(COURSE)).map(course::lesson).transpose()?;
        Ok(ExerciseSource { file: name.into(), reach })
    }

    pub fn of_course(lesson: &Lesson) -> ExerciseSource {
        ExerciseSource { file: lesson.name().into(), reach: Reach::Beside }
    }

    pub fn of(exercise: &Exercise) -> ExerciseSource {
        ExerciseSource { file: exercise.path.clone(), reach: exercise.reach }
    }

    pub fn read(&self, variant: Variant) -> Result<Exercise, Problem> {
        let file = ExerciseFile::named(&self.file, self.reach)?;
        match variant {
            Variant::Usual => file.open(None),
            Variant::Seed(seed) => file.open(Some(seed)),
            Variant::After(seed) => file.open(Some(file.seed_after(seed)?)),
        }
    }
}

pub(crate) fn lesson_of(exercise: &Exercise) -> Option<&'static Lesson> {
    course::lesson(exercise.path.to_str()?.strip_prefix(COURSE)?).ok()
}

pub fn open_exercise(
    app: &mut App,
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
) -> Option<Job> {
    if stays(app, "Open the other one again to leave it.") {
        return None;
    }
    let file = source.file.clone();
    let label = format!("opening {} …", shown(&file.to_string_lossy()));
    let folder = app.screens.course.folder.clone();
    let work = move || read(source, variant, level, &folder);
    Some(start(app, label, work, |app, opened| {
        let (sheet, loaded, message) = or_show(app, file, opened)?;
        let exercise = sheet.questions.exercise.clone()?;
        open_data(app, &exercise, loaded);
        // A continued attempt was counted when it began.
        app.screens.course.counted = sheet.is_begun();
        let screen = &mut app.screens.practice;
        (screen.exercise, screen.level, screen.sheet) = (Some(exercise), sheet.level, Some(sheet));
        screen.first_open();
        seal(app);
        (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
        if let Some(message) = message {
            app.say(message);
        }
        None
    }))
}

fn or_show<T>(app: &mut App, file: PathBuf, found: Result<T, Problem>) -> Option<T> {
    let show = |problem: Problem| app.show(ProblemDialog::new(Source::File(file).into(), problem.into()));
    found.map_err(show).ok()
}

/// Reads an exercise and makes its questions; as slow as reading its data. Restores the last state, unless another level is
/// wanted; returns a message about that.
fn read(
    source: ExerciseSource,
    variant: Variant,
    level: Option<Level>,
    folder: &StateFolder,
) -> Result<(Worksheet, Loaded, Option<&'static str>), Problem> {
    let exercise = Arc::new(source.read(variant)?);
    let questions = Arc::new(Questions::of_exercise(Arc::clone(&exercise))?);
    let loaded = Loaded::new(exercise.study.clone());
    let progress = folder.read().0;
    let begun =
        progress.begun(&questions).filter(|begun| level.is_none_or(|level| begun.level() == Some(level)));
    let level = begun.and_then(Begun::level).or(level).unwrap_or(Level::Blank);
    let mut sheet = Worksheet::new(questions, level);
    let mut message = None;
    if sheet.is_closed_book() && level != Level::Blank {
        sheet.set_level(Level::Blank);
        message = Some("This exercise does not show its answers, so it is blank.");
    }
    if let Some(begun) = begun {
        begun.put_into(&mut sheet);
        message = Some("Your earlier answers are restored. Esc, then R: begin again.");
    }
    let lesson = lesson_of(&exercise).filter(|_| !sheet.is_begun());
    Ok((sheet, loaded, message.or(lesson.map(|lesson| lesson.teaches))))
}

fn open_data(app: &mut App, exercise: &Exercise, loaded: Loaded) {
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
    begun(app, Order { source, recipe: Box::new(study.recipe.clone()) }, loaded);
    // The data of an exercise are not a recent file: the course leads back to it.
    app.screens.start.recents.opened = 0;
}

pub fn open_lesson(app: &mut App, lesson: &'static Lesson) -> Option<Job> {
    open_exercise(app, ExerciseSource::of_course(lesson), Variant::Usual, None)
}

fn open_next(app: &mut App, open: &Exercise) -> Option<Job> {
    match (lesson_of(open), open.seed) {
        (Some(lesson), _) => match course::after(lesson.id) {
            Some(next) => return open_lesson(app, next),
            None => app.say("This was the last exercise of the course. Esc: leave."),
        },
        (None, Some(seed)) => {
            let level = app.screens.practice.level;
            return open_exercise(app, ExerciseSource::of(open), Variant::After(seed), Some(level));
        }
        (None, None) => app.say("An exercise has one case. R: begin it again."),
    }
    None
}
