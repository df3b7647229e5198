//! The exercise in hand, and where an exercise comes from: a file, or a text that is part of the program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::{Exercise, ExerciseFile, Reach, Reveal};
use crate::problem::Problem;

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
    /// That of a name: a path, or `course:ID`.
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

    /// Whether its data are drawn, so that there are others.
    pub fn is_drawn(&self) -> bool {
        self.exercise.seed.is_some()
    }

    pub(super) fn drawn(self) -> Option<(InHand, u64)> {
        let seed = self.exercise.seed?;
        Some((self, seed))
    }

    pub(super) fn is_open_book(&self) -> bool {
        self.exercise.rules.reveal == Reveal::Always
    }
}
