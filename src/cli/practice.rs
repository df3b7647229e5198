//! `posterior practice [EXERCISE]`: screen 7, or the question sheet where there is no terminal.

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write, stderr, stdin};
use std::path::Path;

use clap::Args;
use serde_json::Value;

use super::flags::{DataFlags, RecipeFlags, WordChoice};
use super::no_data::refuse_answer_sheet;
use super::output::{self, Outcome, OutputFlags};
use super::practice_lines;
use super::start;
use crate::app::screens::practice::ExerciseSource;
use crate::app::{Beginning, Order, Remembered, Settings, Source, config_file, config_text};
use crate::model::Case;
use crate::practice::course::{COURSE as PREFIX, lesson};
use crate::practice::progress::StateFolder;
use crate::practice::worksheet::Level;
use crate::practice::{Exercise, ExerciseFile, Reach, author, few_enough, questions};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report::{self, Document, Grid};
use crate::text::counted;

#[derive(Args)]
pub(super) struct PracticeCommand {
    /// An exercise, course:NAME, a CSV or sample:NAME; data give the worksheet of a case; by default the start screen
    #[arg(value_name = "EXERCISE")]
    exercise: Option<OsString>,
    /// How much is filled in: worked, faded or blank; by default an exercise is blank and a worksheet faded
    #[arg(long, value_parser = WordChoice(&[("worked", Level::Worked), ("faded", Level::Faded), ("blank", Level::Blank)]))]
    #[arg(hide_possible_values = true)]
    level: Option<Level>,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    looks: start::Looks,
    /// List the exercises of the course, and how far you are
    #[arg(long, conflicts_with_all = ["exercise", "wipe"], help_heading = COURSE)]
    list: bool,
    /// Delete the progress of the course; on a terminal it asks first
    #[arg(long, conflicts_with = "exercise", help_heading = COURSE)]
    wipe: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

const COURSE: &str = "The course";

/// Opens screen 7; without a terminal, prints the questions.
pub(super) fn run(mut practice: PracticeCommand) -> Outcome {
    if practice.list {
        return list(&practice.output);
    }
    if practice.wipe {
        return wipe();
    }
    let settings = practice.looks.settings(practice.output.ascii)?;
    let on_screen = practice.output.opens_screen();
    let Some(mut word) = practice.exercise else {
        if on_screen {
            return start::open(settings, Beginning::Practice);
        }
        let fix = "name an exercise or a sample: posterior practice sample:weather";
        return Err(Problem::usage("there is no exercise to print or to ask", fix));
    };
    match practice.recipe.of_recipe(&word)? {
        Some(found) => (word, practice.recipe) = found,
        None => refuse_answer_sheet(&word)?,
    }
    let (level, output) = (practice.level, &practice.output);
    if Exercise::is_named(&word) {
        return exercise(&word, &practice.recipe, level, settings, output);
    }
    let recipe = start::recipe(&practice.recipe)?;
    if recipe.seed.is_some() {
        let what = "a seed belongs to an exercise of random data, and this is a data set";
        return Err(Problem::usage(what, "leave --seed out"));
    }
    refuse_name_of_lesson(&word)?;
    if on_screen {
        let order = Order { source: Source::named(&word), recipe: Box::new(recipe) };
        return start::open(settings, Beginning::Worksheet(order, level.unwrap_or_default()));
    }
    let exercise = of_data(&DataFlags { data: word, recipe: practice.recipe }, output)?;
    print(exercise, level, output)
}

/// Opens an exercise on screen 7; without a terminal, prints its questions; with `--plain`, asks them line by line.
pub(super) fn exercise(
    word: &OsStr,
    flags: &RecipeFlags,
    level: Option<Level>,
    settings: (Settings, Remembered),
    output: &OutputFlags,
) -> Outcome {
    let mut recipe = start::recipe(flags)?;
    // Nothing is split into folds here: a seed is that of the exercise.
    let seed = recipe.seed.take();
    if recipe != Recipe::default() {
        let what = "an exercise has its own recipe, so it takes no recipe flags";
        return Err(Problem::usage(what, "edit [recipe] in the exercise, or name the data instead"));
    }
    let source = ExerciseSource::named(word, flags.outside.reach())?;
    if output.opens_screen() {
        return start::open(settings, Beginning::Exercise { source, seed, level });
    }
    let exercise = source.read(seed.into())?;
    output.protect(&exercise.files().into_iter().collect())?;
    print(exercise, level, output)
}

fn refuse_name_of_lesson(word: &OsStr) -> Outcome {
    let is_lesson = |name: &&str| lesson(name).is_ok() && !Path::new(name).exists();
    let Some(name) = word.to_str().filter(is_lesson) else { return Ok(()) };
    let what = format!("there is no file “{name}”, but the course has an exercise of that name");
    let fix = format!("open it with `posterior practice {PREFIX}{name}`");
    Err(Problem { kind: "no_data", what, fix, ..Problem::default() })
}

fn of_data(flags: &DataFlags, output: &OutputFlags) -> Result<Exercise, Problem> {
    let study = flags.study(output)?;
    let fitted = study.model()?;
    let case = match study.first_case()? {
        Some(case) => case,
        None => Case::from_row(fitted, 0).or_else(|problem| Case::of_common_values(fitted).ok_or(problem))?,
    };
    let data = flags.data.to_string_lossy();
    let asked = questions(fitted, Some(&case));
    few_enough(&asked)?;
    let text = author("worksheet", &data, &study, fitted, Some(&case), &asked);
    // The data were named on the command line.
    ExerciseFile::from_toml(&text, Path::new("worksheet"), Reach::Anywhere)?.open(None)
}

fn print(exercise: Exercise, level: Option<Level>, flags: &OutputFlags) -> Outcome {
    if flags.is_line_mode() {
        return practice_lines::run(exercise, level, flags);
    }
    let format = output::format_of_sheets(flags)?;
    output::deliver(&format.draw(&report::question_sheet(&exercise, None), flags.style()), flags)?;
    if !flags.prints() {
        let why = "practice needs a terminal, so here are the questions: posterior mark reads the answers";
        output::note(why);
    }
    Ok(())
}

#[derive(Args)]
pub(super) struct Paths {
    /// Print a template for the settings file: every setting is a comment
    #[arg(long, conflicts_with = "format")]
    config: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

fn list(flags: &OutputFlags) -> Outcome {
    let folder = StateFolder::of_user();
    let (progress, note) = folder.read();
    let path = folder.progress().map(|path| path.to_string_lossy().into_owned());
    if flags.is_json() {
        output::object(&report::json::course(&progress, path.as_deref()), flags)?;
    } else {
        output::document(&report::course(&progress, path.as_deref(), flags.ascii), flags)?;
    }
    note.iter().for_each(|note| output::note(note));
    Ok(())
}

fn wipe() -> Outcome {
    let folder = StateFolder::of_user();
    let begun = folder.read().0.count();
    if begun > 0 && stdin().is_terminal() && !agrees(begun) {
        return output::print("Nothing was deleted.\n");
    }
    let wiped = folder.wipe().map_err(|what| output::failure(what, "delete it by hand"))?;
    output::print(&format!("{wiped}\n"))
}

fn agrees(begun: usize) -> bool {
    let exercises = counted(begun, "exercise", "exercises");
    let _ = write!(stderr(), "Delete the progress of {exercises}? Type yes: ");
    let mut answer = String::new();
    let read = stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

pub(super) fn kept() -> [(&'static str, Option<String>); 3] {
    let folder = StateFolder::of_user();
    let state = folder.path().map(Path::to_path_buf);
    [("config", config_file()), ("state", state), ("progress", folder.progress())]
        .map(|(what, path)| (what, path.map(|path| path.to_string_lossy().into_owned())))
}

pub(super) const NOWHERE: &str = "nowhere: there is no home folder";

pub(super) fn paths(command: &Paths) -> Outcome {
    if command.config {
        return output::deliver(&config_text(), &command.output);
    }
    if command.output.is_json() {
        return output::object(&Value::from_iter(kept()), &command.output);
    }
    let mut grid = Grid::of(["what", "where"]);
    kept().into_iter().for_each(|(what, path)| grid.row([what, path.as_deref().unwrap_or(NOWHERE)]));
    let mut document = Document::default();
    document.grid(grid);
    output::document(&document, &command.output)
}
