//! The course: the exercises of the program, in teaching order.
//!
//! Each is a TOML file like a teacher's own, with its data beside it or among the samples. A [`Lesson`] can be listed without
//! opening its exercise; [`Exercise::named`] opens one by its name, `course:prior-from-counts`.

mod table;

use std::ffi::OsStr;
use std::path::Path;

pub(super) use table::beside;
pub use table::{COURSE, Lesson, Topic, topics};

use super::exercise::{Exercise, ExerciseFile, Outline, Reach};
use crate::problem::{Problem, nearest};

impl Lesson {
    pub fn name(&self) -> String {
        format!("{COURSE}{}", self.id)
    }

    pub fn outline(&self) -> &Outline {
        // Exercises of the program can be read: a test opens each.
        self.outline.get_or_init(|| Outline::read(self.toml, &self.name()).unwrap_or_default())
    }

    pub fn open(&self) -> Result<Exercise, Problem> {
        self.file()?.open(None)
    }

    fn file(&self) -> Result<ExerciseFile, Problem> {
        ExerciseFile::from_toml(self.toml, Path::new(&self.name()), Reach::Beside)
    }
}

pub fn lessons() -> impl Iterator<Item = &'static Lesson> {
    topics().iter().flat_map(|topic| topic.lessons)
}

pub fn lesson(id: &str) -> Result<&'static Lesson, Problem> {
    lessons().find(|lesson| lesson.id == id).ok_or_else(|| {
        let all: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
        let meant = nearest(id, all.iter().copied());
        let meant = meant.map(|id| format!("Did you mean {COURSE}{id}? ")).unwrap_or_default();
        Problem {
            kind: "no_data",
            what: format!("there is no exercise {COURSE}{id}"),
            fix: format!("{meant}The course has {}", all.join(", ")),
            ..Problem::default()
        }
    })
}

pub fn after(id: &str) -> Option<&'static Lesson> {
    lessons().skip_while(|lesson| lesson.id != id).nth(1)
}

impl Exercise {
    /// Whether a name is that of an exercise and not of data: a file that ends in `.toml`, or `course:ID`.
    pub fn is_named(name: impl AsRef<OsStr>) -> bool {
        let name = name.as_ref();
        name.to_str().is_some_and(|text| text.starts_with(COURSE))
            || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
    }

    /// Opens an exercise by its name: a path, or `course:ID` for one of the course.
    pub fn named(name: impl AsRef<OsStr>) -> Result<Exercise, Problem> {
        ExerciseFile::named(name, Reach::Beside)?.open(None)
    }
}

impl ExerciseFile {
    pub fn named(name: impl AsRef<OsStr>, reach: Reach) -> Result<ExerciseFile, Problem> {
        let name = name.as_ref();
        match name.to_str().and_then(|text| text.strip_prefix(COURSE)) {
            Some(id) => lesson(id)?.file(),
            None => ExerciseFile::read(Path::new(name), reach),
        }
    }
}
