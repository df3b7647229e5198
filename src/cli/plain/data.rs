//! What is opened: a sample, a file, one that was open before, an exercise; what is said of it; and the story as a file.

use std::ffi::OsStr;
use std::path::Path;

use super::super::flags::RecipeFlags;
use super::super::no_data::refuse_no_data;
use super::super::output::{self, Format};
use super::Room;
use super::talk::{Choice, Picked, Told};
use crate::model::Study;
use crate::practice::progress::StateFolder;
use crate::practice::{Exercise, Reach};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report::{self, Story};
use crate::table::{FilesRead, Source, samples};
use crate::workbench::History;
use crate::workbench::practice::{ExerciseSource, Variant};
use crate::workbench::recents::{Recent, Recents, State};

impl Room<'_> {
    /// What there is to begin with, until the program is left.
    pub(super) fn start(&mut self) -> Told {
        loop {
            let recents = Recents::read(&StateFolder::of_user()).list;
            let none = recents.is_empty().then(|| "no file was open yet.".to_owned());
            let mut choices = vec![
                Choice::new("A sample", "data that are part of the program"),
                Choice::new("A file", "a CSV, by its path"),
                Choice::new("A recent file", "").unless(none),
                Choice::new("The course", "exercises with answers that are checked"),
            ];
            let at_hand = self.study.as_ref().map(|study| study.source.label());
            choices.extend(at_hand.map(|label| Choice::new("Go on", label)));
            self.talk.at_start = true;
            let picked = self.talk.pick("Start", &choices, ", a path, sample:NAME")?;
            self.talk.at_start = false;
            match picked {
                // There is nothing to go back to.
                None => self.talk.say("This is the start; q leaves.")?,
                Some(Picked::One(0)) => self.sample()?,
                Some(Picked::One(1)) => self.file()?,
                Some(Picked::One(2)) => self.recent(&recents)?,
                Some(Picked::One(3)) => self.course()?,
                Some(Picked::One(_)) => self.at_hand()?,
                Some(Picked::Text(text)) if text.is_empty() => self.talk.unknown("")?,
                Some(Picked::Text(text)) => self.open(&text)?,
            }
        }
    }

    fn sample(&mut self) -> Told {
        let choices: Vec<Choice> =
            samples().iter().map(|sample| Choice::new(sample.name, sample.title)).collect();
        let Some(at) = self.talk.choose("Samples", &choices)? else { return Ok(()) };
        let sample = samples().get(at);
        sample.map_or(Ok(()), |sample| self.open(&format!("sample:{}", sample.name)))
    }

    fn file(&mut self) -> Told {
        match self.talk.ask("Type the path of a CSV or of an exercise, b for back or q to leave.", &[])? {
            None => Ok(()),
            Some(path) if path.is_empty() => self.talk.unknown(""),
            Some(path) => self.open(&path),
        }
    }

    fn recent(&mut self, recents: &[Recent]) -> Told {
        let choice = |recent: &Recent| {
            let gone = (recent.state() == State::Gone).then(|| "the file is gone.".to_owned());
            let about = format!("{} rows, opened {}", recent.rows, recent.age());
            Choice::new(recent.source.as_str(), about).unless(gone)
        };
        let choices: Vec<Choice> = recents.iter().map(choice).collect();
        let Some(at) = self.talk.choose("Recent files", &choices)? else { return Ok(()) };
        let Some(recent) = recents.get(at) else { return Ok(()) };
        let before = Recipe::from_toml(&recent.recipe, "recent.toml").unwrap_or_default();
        self.open_by(recent.source.as_ref(), before)
    }

    /// Opens what a word means: data, a recipe that names them, or an exercise.
    pub(super) fn open(&mut self, word: &str) -> Told {
        let word = OsStr::new(word);
        let of_recipe = RecipeFlags::default().of_recipe(word).and_then(|of| match of {
            Some((data, flags)) => Ok(Some((data, flags.recipe()?))),
            None => refuse_no_data(word).map(|()| None),
        });
        match of_recipe {
            Err(problem) => self.talk.problem(problem),
            Ok(Some((data, recipe))) => self.open_by(&data, recipe),
            Ok(None) if Exercise::is_named(word) => {
                let opened = ExerciseSource::named(word, Reach::Beside);
                match opened.and_then(|exercise| exercise.read(Variant::Usual)) {
                    Ok(exercise) => self.exercise(exercise),
                    Err(problem) => self.talk.problem(problem),
                }
            }
            Ok(None) => self.open_by(word, Recipe::default()),
        }
    }

    fn open_by(&mut self, data: &OsStr, recipe: Recipe) -> Told {
        let recipe = recipe.overridden_by(self.over.clone());
        let opened = Source::from_arg(data).map_err(Problem::from).and_then(|source| match source {
            Source::Stdin => Err(Problem::usage("the answers come from there", "name a file or a sample")),
            source => Study::open(source, recipe).map_err(Problem::from),
        });
        match opened {
            Err(problem) => self.talk.problem(problem),
            Ok(study) => {
                (self.data, self.case, self.history) = (data.to_owned(), None, History::default());
                self.take(study);
                self.loaded()?;
                self.at_hand()
            }
        }
    }

    /// Says what is at hand.
    pub(super) fn loaded(&mut self) -> Told {
        let Some(study) = self.study.clone() else { return Ok(()) };
        self.talk.document(&report::opened(&study))
    }

    pub(super) fn save_as(&mut self) -> Told {
        let prompt =
            "Type the name of a file that ends with .txt, .md, .tex or .html, b for back or q to leave.";
        match self.talk.ask(prompt, &[])? {
            None => Ok(()),
            Some(file) if file.is_empty() => self.talk.unknown(""),
            Some(file) => self.save(&file),
        }
    }

    /// Writes the story of the data at hand to a file; what is there is written over only where that is said.
    pub(super) fn save(&mut self, file: &str) -> Told {
        let path = Path::new(file);
        let read =
            self.study.iter().flat_map(|study| study.source.file().into_iter().chain(study.recipe.files()));
        if read.collect::<FilesRead>().hold(path) {
            let why = "is read here, and what is read is never written over: type another name.";
            return self.talk.say(&format!("{file} {why}"));
        }
        let over = path.exists() && !output::is_no_file(path);
        if over {
            let prompt =
                format!("{file} is there already. Type yes to write over it, b for back or q to leave.");
            if self.talk.ask(&prompt, &[])?.as_deref() != Some("yes") {
                return self.talk.say("Nothing was written.");
            }
        }
        match self.story(path).and_then(|text| output::save(&text, path, over)) {
            Ok(()) => self.talk.say(&format!("Written: {file}.")),
            Err(problem) => self.talk.problem(problem),
        }
    }

    fn story(&self, path: &Path) -> Result<String, Problem> {
        let study = self.study.as_ref().ok_or_else(Problem::default)?;
        let format =
            Format::by_ending(path).filter(|format| output::PAPER.contains(format)).ok_or_else(|| {
                Problem::usage(
                    format!("the story cannot be written to {}", path.to_string_lossy()),
                    "choose a name that ends with .txt, .md, .tex or .html",
                )
            })?;
        let document = match &study.fitted {
            Err(problem) => Story::without_model(study, problem),
            Ok(fitted) => {
                let case = self.case.as_ref().map(|case| vec![case.as_ref().clone()]);
                Story::of(study, fitted, case.map_or_else(|| study.cases(), Ok)?)?.document()?
            }
        };
        Ok(format.draw(&document, self.talk.flags.style()))
    }
}
