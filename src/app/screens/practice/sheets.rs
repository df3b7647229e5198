//! Marked answer sheets on screen 7: reading and marking them, and the keys.

use crate::app::prelude::*;
use crate::app::screens::practice::{View, open_data, or_show, start, stays};
use crate::practice::worksheet::Kept;
use crate::practice::{
    AnswerSheet, Exercise, ExerciseLibrary, GradedSheet, MarkedLine, Reveal, SheetFolder, read_sheet,
};
use crate::problem::Problem;
use crate::table;

const LONGEST: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub enum Exercises {
    Beside(Reach),
    Files(Vec<PathBuf>, Reach),
    Held(Arc<Exercise>),
}

#[derive(Clone, Debug, Default)]
pub struct SheetsScreen {
    paths: Vec<PathBuf>,
    pub(crate) exercises: ExerciseLibrary,
    pub marked: Vec<GradedSheet>,
    answered: Vec<(Arc<Exercise>, Arc<Questions>, Loaded)>,
    pub warnings: Vec<String>,
    pub cursor: usize,
    pub scroll: Scroll,
    pub open: bool,
    /// The selected line of the open sheet: a step, or, below the steps, a line that answers none.
    pub line: usize,
    pub detail: Scroll,
    pub shown: bool,
}

impl SheetsScreen {
    pub fn sheet(&self) -> Option<&GradedSheet> {
        self.marked.get(self.cursor)
    }

    fn lines(&self) -> usize {
        self.sheet().map_or(0, |sheet| sheet.lines.len() + sheet.left_over.len())
    }

    pub fn step(&self) -> Option<&MarkedLine> {
        self.sheet()?.lines.get(self.line)
    }

    pub(crate) fn answered(&self) -> Option<&(Arc<Exercise>, Arc<Questions>, Loaded)> {
        let sheet = self.sheet()?;
        self.answered.iter().find(|(exercise, ..)| Arc::ptr_eq(exercise, &sheet.answered))
    }

    /// Returns the next line of the open sheet that is not right; after the last line, it starts from the top. Lines that
    /// answer no step count, too.
    fn next_wrong(&self) -> Option<usize> {
        let steps = &self.sheet()?.lines;
        let is_right = |line: &MarkedLine| {
            matches!(line.marked.verdict, Verdict::Correct | Verdict::Noted) && line.answer.is_some()
        };
        let is_wrong = |at: &usize| !steps.get(*at).is_some_and(is_right);
        (self.line + 1..self.lines()).chain(0..self.line).find(is_wrong)
    }

    fn never_shows(&self) -> bool {
        self.sheet().is_some_and(|sheet| sheet.answered.rules.reveal == Reveal::Never)
    }

    pub fn hint(&self) -> &'static str {
        match (self.open, self.sheet()) {
            (true, Some(sheet)) if sheet.first_wrong.is_some() => {
                "Enter: the next line that is not right. F5: mark the file again."
            }
            (true, _) => "a: show the answer for a line. F5: mark the file again.",
            (false, None) => "Fix a sheet and save it. F5: mark it again.",
            (false, Some(_)) => "Each sheet with its marks. Enter: open one. F5: mark them again.",
        }
    }

    pub fn works(&self, action: &Action) -> bool {
        match action {
            Action::Enter if self.open => self.next_wrong().is_some(),
            Action::Enter => self.sheet().is_some(),
            Action::ShowStep => self.step().is_some() && !self.never_shows(),
            _ => true,
        }
    }
}

pub fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let screen = &mut app.screens.practice.sheets;
    match action {
        Action::Form => app.settings.form = app.settings.form.next(),
        Action::Reload if screen.paths.is_empty() => return Reply::Pass,
        Action::Reload => {
            let exercises = Exercises::Files(screen.exercises.paths(), screen.exercises.reach);
            let paths = screen.paths.clone();
            return Reply::Job(mark(app, paths, exercises, false));
        }
        Action::Back if detail => return Reply::Pass,
        Action::Back if screen.open && screen.marked.len() != 1 => screen.open = false,
        Action::Back => {
            *screen = SheetsScreen::default();
            app.screens.practice.view = View::Worksheet;
            app.session.sealed = false;
            return Reply::Pass;
        }
        Action::Enter if screen.open => {
            app.pane = Pane::Master;
            match screen.next_wrong() {
                Some(line) => (screen.line, screen.detail, screen.shown) = (line, Scroll::default(), false),
                None => app.say("No other line is wrong, open or not marked."),
            }
        }
        Action::Enter if screen.sheet().is_none() => app.say("There is no sheet to open."),
        Action::Enter => {
            let (detail, closed) = (Scroll::default(), std::mem::take(screen));
            show(app, SheetsScreen { open: true, line: 0, detail, ..closed });
        }
        Action::ShowStep if screen.open && screen.never_shows() => app.say(Kept::Never.to_string()),
        Action::ShowStep if screen.open => screen.shown = !screen.shown,
        action if detail => return Reply::moved(screen.detail.moves(action)),
        action => {
            let all = if screen.open { screen.lines() } else { screen.marked.len() };
            let place = if screen.open { &mut screen.line } else { &mut screen.cursor };
            if !moves(place, all.saturating_sub(1), page, action) {
                return Reply::Pass;
            }
            (screen.detail, screen.shown) = (Scroll::default(), false);
        }
    }
    Reply::Taken
}

/// Opens answer sheets on screen 7. Asks once before leaving an unfinished exercise. If `data` is set, a file that is not an
/// answer sheet is opened as data.
pub fn open_sheets(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Option<Job> {
    if stays(app, "Open the sheet again to leave it.") {
        return None;
    }
    Some(mark(app, paths, exercises, data))
}

fn mark(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Job {
    let first = paths.first().cloned().unwrap_or_default();
    let work = move || marked(paths, exercises, data);
    start(app, "marking …", work, |app, found| {
        let Some(screen) = or_show(app, first.clone(), found)? else {
            return load(app, Source::File(first));
        };
        show(app, screen);
        None
    })
}

fn marked(paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Result<Option<SheetsScreen>, Problem> {
    let first = || -> Option<AnswerSheet> {
        let path = paths.first()?;
        let (text, _) = table::read_text(&table::Source::Path(path.clone()), LONGEST).ok()?;
        Some(read_sheet(&path.to_string_lossy(), &text))
    };
    // A sheet names its exercise, or answers a step of the open one.
    let is_sheet = |sheet: AnswerSheet| match &exercises {
        Exercises::Held(exercise) => sheet.exercise.is_some() || sheet.answers(exercise),
        _ => sheet.exercise.is_some(),
    };
    if data && !first().is_some_and(is_sheet) {
        return Ok(None);
    }
    let exercises = match &exercises {
        Exercises::Beside(reach) => ExerciseLibrary::beside(&paths, *reach),
        Exercises::Files(files, reach) => ExerciseLibrary::open(files, *reach),
        Exercises::Held(exercise) => match first().and_then(|sheet| sheet.exercise) {
            Some(id) if id != exercise.id => ExerciseLibrary::beside(&paths, Reach::Beside),
            _ => ExerciseLibrary::open(std::slice::from_ref(&exercise.path), exercise.reach),
        },
    }?;
    let folder = SheetFolder::read(&paths, &exercises, None)?;
    let marked = folder.marked()?;
    let mut answered: Vec<(Arc<Exercise>, Arc<Questions>, Loaded)> = Vec::new();
    for GradedSheet { answered: exercise, .. } in &marked {
        if !answered.iter().any(|(other, ..)| Arc::ptr_eq(other, exercise)) {
            let questions = Arc::new(Questions::of_exercise(Arc::clone(exercise))?);
            answered.push((Arc::clone(exercise), questions, Loaded::new(exercise.study.clone())));
        }
    }
    let (open, warnings) = (marked.len() == 1, folder.warnings);
    Ok(Some(SheetsScreen { paths, exercises, marked, answered, warnings, open, ..SheetsScreen::default() }))
}

fn show(app: &mut App, mut screen: SheetsScreen) {
    if let Some((exercise, questions, loaded)) = screen.answered()
        && !app.session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &questions.fitted))
    {
        open_data(app, exercise, loaded.clone());
    }
    if screen.open && screen.line == 0 {
        let first = screen.sheet().and_then(|sheet| sheet.first_wrong);
        screen.line = first.map_or(0, |number| number.saturating_sub(1));
    }
    app.session.sealed = screen.never_shows();
    app.dialogs.clear();
    (app.screens.practice.sheets, app.screens.practice.view) = (screen, View::Sheets);
    (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
}
