//! What a file is for that stands in the place of data and is none.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::output::Outcome;
use crate::practice::course::{COURSE, lesson};
use crate::practice::{AnswerSheet, Exercise, ExerciseLibrary, Reach, is_sheet, read_sheet};
use crate::problem::Problem;
use crate::recipe::{Recipe, quoted};

/// Bytes of a file by which it is known what it is.
const HEAD: u64 = 65_536;

/// Refuses an answer sheet in the place of data or an exercise, and says what does something with it.
pub(super) fn refuse_no_data(data: &OsStr) -> Outcome {
    let path = Path::new(data);
    let Some(text) = head(path) else { return Ok(()) };
    if !is_sheet(&text) {
        return Ok(());
    }
    let name = path.to_string_lossy();
    Err(Problem {
        kind: "bad_csv",
        what: format!("{name} is an answer sheet, and no data"),
        fix: of_sheet(path, read_sheet(&name, &text)),
        ..Problem::default()
    })
}

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
    let library = ExerciseLibrary::beside(&[sheet.to_path_buf()], Reach::Beside).ok()?;
    let path = library.ids().zip(library.paths()).find(|(known, _)| *known == id)?.1;
    let here = env::current_dir().ok()?;
    Some(path.strip_prefix(here).map(Path::to_path_buf).unwrap_or(path))
}

pub(super) fn is_recipe(path: &Path, head: &str) -> bool {
    !Exercise::is_one(head)
        && !is_sheet(head)
        && Recipe::open(path).is_ok_and(|recipe| recipe != Recipe::default())
}

/// How a file begins; `None` for what is no file. A pipe is left alone: it can be read once only.
pub(super) fn head(path: &Path) -> Option<String> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    let mut bytes = Vec::new();
    file.take(HEAD).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
