//! A file where data are meant that is an answer sheet or a recipe: what it is for instead.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Outcome;
use crate::practice::course::{COURSE, lesson};
use crate::practice::{AnswerSheet, Exercise, ExerciseLibrary, Reach, is_sheet, read_sheet};
use crate::problem::Problem;
use crate::recipe::{Recipe, quoted};

/// Bytes of a file by which it is known what it is.
const HEAD: u64 = 65_536;

/// Refuses an answer sheet or a recipe in the place of data or an exercise, and says what does something with it.
pub(super) fn refuse(data: &OsStr) -> Outcome {
    let path = Path::new(data);
    let Some(text) = head(path) else { return Ok(()) };
    let name = path.to_string_lossy();
    let (what, fix) = if is_sheet(&text) {
        ("an answer sheet", of_sheet(path, read_sheet(&name, &text)))
    } else if Exercise::is_named(data) && is_recipe(&text, &name) {
        ("a recipe", format!("name the data with it: `posterior DATA --recipe {}`", quoted(&name)))
    } else {
        return Ok(());
    };
    Err(Problem {
        kind: "bad_csv",
        what: format!("{name} is {what}, and no data"),
        fix,
        ..Problem::default()
    })
}

/// What is done with an answer sheet.
fn of_sheet(path: &Path, sheet: AnswerSheet) -> String {
    let file = path.to_string_lossy();
    let file = quoted(&file);
    let id = sheet.exercise.unwrap_or_default();
    match beside(path, &id) {
        Some(exercise) => {
            let exercise = exercise.to_string_lossy();
            let exercise = quoted(&exercise);
            format!(
                "mark it with `posterior mark {file}`, or open its exercise with `posterior practice {exercise}`"
            )
        }
        None if lesson(&id).is_ok() => format!(
            "mark it with `posterior mark {file} --exercise {COURSE}{id}`, or open its exercise with `posterior practice \
             {COURSE}{id}`"
        ),
        None => format!("mark it with `posterior mark {file} --exercise FILE.toml`"),
    }
}

/// The exercise of an id that lies beside a sheet, as one would type it from here.
fn beside(sheet: &Path, id: &str) -> Option<PathBuf> {
    let shelf = ExerciseLibrary::beside(&[sheet.to_path_buf()], Reach::Beside).ok()?;
    let path = shelf.ids().zip(shelf.paths()).find(|(known, _)| *known == id)?.1;
    let here = env::current_dir().ok()?;
    Some(path.strip_prefix(here).map(Path::to_path_buf).unwrap_or(path))
}

fn is_recipe(text: &str, name: &str) -> bool {
    !Exercise::is_one(text) && Recipe::from_toml(text, name).is_ok_and(|recipe| recipe != Recipe::default())
}

/// How a file begins; `None` for what is no file. A pipe is left alone: it can be read once only.
fn head(path: &Path) -> Option<String> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    let mut bytes = Vec::new();
    file.take(HEAD).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
