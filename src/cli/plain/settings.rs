//! What can be chosen: class, model, smoothing, bins, split, and by its flag whatever else a recipe can say.

use std::sync::Arc;

use clap::{Args, Command, FromArgMatches};

use super::super::flags::RecipeFlags;
use super::Room;
use super::talk::{Choice, Picked, Told, reason};
use crate::evaluate::Trial;
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::{Bins, ModelKind, OPTIONS, Recipe, Split, with_bins, with_split};
use crate::report;
use crate::table::Kind;
use crate::workbench::model::change::with_target;

impl Room<'_> {
    /// Asks what is to be changed, until it is left.
    pub(super) fn settings(&mut self) -> Told {
        while let Some(study) = self.study.clone() {
            let said = |key: &str| {
                let option = OPTIONS.iter().find(|option| option.key == key);
                option.and_then(|option| option.said(&study.recipe.filled())).flatten().unwrap_or_default()
            };
            let columns = study.loaded.table.columns();
            let class = study.target().and_then(|at| columns.get(at)).map(|column| column.name.to_string());
            let joint = study.fitted.as_ref().is_ok_and(|fitted| fitted.gda().is_some());
            let no_counts = joint.then(|| "this model counts nothing that could be smoothed.".to_owned());
            let numbers = numbers(&study).is_empty().then(|| "no column holds numbers.".to_owned());
            let choices = [
                Choice::new("Class", class.unwrap_or_else(|| "not known".to_owned())),
                Choice::new("Model", model(&study)),
                Choice::new("Smoothing α", said("alpha")).unless(no_counts),
                Choice::new("Bins", "of a column of numbers").unless(numbers),
                Choice::new("Split", said("split")),
            ];
            match self.talk.pick("Choose", &choices, ", a flag such as --prior uniform, undo, redo")? {
                None => return Ok(()),
                Some(Picked::One(0)) => self.class(&study)?,
                Some(Picked::One(1)) => self.model(&study)?,
                Some(Picked::One(2)) => self.alpha(&study, &said("alpha"))?,
                Some(Picked::One(3)) => self.bins(&study)?,
                Some(Picked::One(_)) => self.split(&study)?,
                Some(Picked::Text(text)) if text.starts_with("--") => match of_flags(&text) {
                    Ok(recipe) => self.follow(study.recipe.clone().overridden_by(recipe))?,
                    Err(problem) => self.talk.problem(problem)?,
                },
                Some(Picked::Text(text)) if text == "undo" => self.turn(false)?,
                Some(Picked::Text(text)) if text == "redo" => self.turn(true)?,
                Some(Picked::Text(text)) => self.talk.unknown(&text)?,
            }
        }
        Ok(())
    }

    /// Follows another recipe, and says what became of it. Where there is a model, one that cannot be followed changes nothing.
    fn follow(&mut self, recipe: Recipe) -> Told {
        let Some(before) = self.study.clone() else { return Ok(()) };
        let study = match before.with_recipe(recipe) {
            Ok(study) => study,
            Err(problem) => {
                self.talk.problem(problem)?;
                return self.talk.say("Nothing was changed.");
            }
        };
        match (&study.fitted, &before.fitted) {
            (Err(problem), Ok(_)) => {
                self.talk.problem(problem.clone())?;
                return self.talk.say("Nothing was changed.");
            }
            (Err(problem), Err(_)) => {
                self.talk.say("That is chosen, and there is no model yet.")?;
                self.talk.problem(problem.clone())?;
            }
            (Ok(fitted), _) => self.talk.document(&report::overview(fitted.as_ref()))?,
        }
        self.remember();
        let own = self.case.take().zip(before.fitted.as_ref().ok().zip(study.fitted.as_ref().ok()));
        if let Some((case, (own, other))) = own {
            match case.under(own, other) {
                Ok(case) => self.case = Some(Arc::new(case)),
                Err(_) => self.talk.say("The case does not fit this model, so none is at hand.")?,
            }
        }
        self.take(study);
        Ok(())
    }

    fn class(&mut self, study: &Study) -> Told {
        let table = &study.loaded.table;
        let recipe = |at: usize| with_target(&study.recipe, table, at);
        let now = study.target();
        let columns = table.columns().iter().enumerate();
        let choices: Vec<Choice> = columns
            .map(|(at, column)| {
                let why = recipe(at).and_then(|recipe| study.could_follow(&recipe).err());
                let about = if now == Some(at) { "the class now" } else { column.kind.word() };
                Choice::new(column.name.to_string(), about).unless(why.as_ref().map(reason))
            })
            .collect();
        match self.talk.choose("Class", &choices)?.and_then(recipe) {
            Some(recipe) => self.follow(recipe),
            None => Ok(()),
        }
    }

    fn model(&mut self, study: &Study) -> Told {
        let recipe = |kind: ModelKind| {
            let mut recipe =
                Recipe { model: Some(kind), event: None, covariance: None, ..study.recipe.clone() };
            recipe.forget_of_columns("event");
            recipe
        };
        let choice = |kind: &ModelKind| {
            let why = study.could_follow(&recipe(*kind)).err();
            Choice::new(kind.word(), kind.family().made.trim_end_matches('.'))
                .unless(why.as_ref().map(reason))
        };
        let choices: Vec<Choice> = ModelKind::OFFERED.iter().map(choice).collect();
        let at = self.talk.choose("Model", &choices)?;
        match at.and_then(|at| ModelKind::OFFERED.get(at)) {
            Some(kind) => self.follow(recipe(*kind)),
            None => Ok(()),
        }
    }

    fn alpha(&mut self, study: &Study, now: &str) -> Told {
        let prompt =
            format!("Smoothing α is {now}. Type a number such as 0, 1/2 or 1, b for back or q to leave.");
        let help = ["α is added to every count; 0 is no smoothing, 1 is Laplace's choice.".to_owned()];
        self.parsed(study, &prompt, &help, "alpha")
    }

    /// Asks for the value of an option until it can be read, and follows it.
    fn parsed(&mut self, study: &Study, prompt: &str, help: &[String], key: &str) -> Told {
        let Some(option) = OPTIONS.iter().find(|option| option.key == key) else { return Ok(()) };
        while let Some(text) = self.talk.ask(prompt, help)? {
            let mut recipe = Recipe::default();
            match option.parse(&mut recipe, &text) {
                Ok(()) => return self.follow(study.recipe.clone().overridden_by(recipe)),
                Err(problem) => self.talk.problem(problem)?,
            }
        }
        Ok(())
    }

    fn bins(&mut self, study: &Study) -> Told {
        let (table, columns) = (&study.loaded.table, numbers(study));
        let now = |at: usize| {
            let resolved = study.resolved()?;
            let feature = resolved.features.iter().find(|feature| feature.column == at)?;
            feature.bins.as_ref().map(|bins| format!("bins {bins}"))
        };
        let name =
            |at: usize| table.columns().get(at).map(|column| column.name.to_string()).unwrap_or_default();
        let choices: Vec<Choice> = columns
            .iter()
            .map(|at| Choice::new(name(*at), now(*at).unwrap_or_else(|| "no bins".to_owned())))
            .collect();
        let at = self.talk.choose("Bins of which column", &choices)?;
        let Some(column) = at.and_then(|at| columns.get(at).copied()) else { return Ok(()) };
        let ways = [
            Choice::new("none", "the numbers as they are"),
            Choice::new("width:5", "five of equal width"),
            Choice::new("frequency:4", "four with about as many rows in each"),
            Choice::new("mdl", "where it tells the classes apart best"),
        ];
        let also = ", another such as width:3 or cuts:400,800";
        let text = match self.talk.pick(&format!("Bins of {}", name(column)), &ways, also)? {
            None => return Ok(()),
            Some(Picked::One(at)) => {
                ["none", "width:5", "frequency:4", "mdl"].get(at).copied().unwrap_or_default().to_owned()
            }
            Some(Picked::Text(text)) => text,
        };
        match text.parse::<Bins>() {
            Ok(bins) => {
                let bins = (bins != Bins::None).then_some(bins);
                match with_bins(&study.recipe, table, &[column], bins.as_ref()) {
                    Some(recipe) => self.follow(recipe),
                    None => self.talk.say("The convention that was chosen makes bins of every number."),
                }
            }
            Err(problem) => self.talk.problem(problem),
        }
    }

    fn split(&mut self, study: &Study) -> Told {
        const WAYS: [(&str, &str); 4] = [
            ("none", "the rows that it learned from, which flatters it"),
            ("holdout:0.3", "a share of each class is kept for the test"),
            ("folds:10", "each part is tested by a model of the others"),
            ("leave-one-out", "each row is tested by a model of all others"),
        ];
        let choices: Vec<Choice> = WAYS.iter().map(|(name, about)| Choice::new(*name, *about)).collect();
        let text = match self.talk.pick("Split", &choices, ", another such as folds:5 or file:TEST.csv")? {
            None => return Ok(()),
            Some(Picked::One(at)) => WAYS.get(at).map(|(name, _)| (*name).to_owned()).unwrap_or_default(),
            Some(Picked::Text(text)) => text,
        };
        let split = match text.parse::<Split>() {
            Ok(split) => split,
            Err(problem) => return self.talk.problem(problem),
        };
        let recipe = with_split(&study.recipe, &study.loaded.table, split);
        let planned = study.with_recipe(recipe).map_err(Problem::from).and_then(|study| {
            Trial::plan(&study, None)?;
            Ok(study)
        });
        match planned {
            Err(problem) => self.talk.problem(problem),
            Ok(study) => {
                let split = study.recipe.split.clone().unwrap_or(Split::None);
                self.remember();
                self.take(study);
                self.talk.say(&format!("The model is judged {}.", split.judged_on()))
            }
        }
    }
}

/// The model that was chosen, and what it is where the data choose it.
fn model(study: &Study) -> String {
    let chosen = study.recipe.model.unwrap_or(ModelKind::Auto);
    let found = study.resolved().map(|resolved| resolved.model).filter(|found| *found != chosen);
    found.map_or_else(|| chosen.word().to_owned(), |found| format!("{chosen}, which is {found} here"))
}

/// The columns of numbers.
fn numbers(study: &Study) -> Vec<usize> {
    let columns = study.loaded.table.columns().iter().enumerate();
    let target = study.target();
    columns
        .filter(|(at, column)| column.kind == Kind::Numeric && target != Some(*at))
        .map(|(at, _)| at)
        .collect()
}

/// The recipe of flags as they are typed on a command line.
fn of_flags(text: &str) -> Result<Recipe, Problem> {
    let wrong =
        |what: String| Problem::usage(what, "the command posterior fit --help lists the flags of a recipe");
    let words = shlex::split(text).ok_or_else(|| wrong("a quote is not closed".to_owned()))?;
    let command = RecipeFlags::augment_args(Command::new("").no_binary_name(true).disable_help_flag(true));
    let read =
        command.try_get_matches_from(words).and_then(|matches| RecipeFlags::from_arg_matches(&matches));
    let flags = read.map_err(|error| {
        let said = error.to_string();
        wrong(said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
    })?;
    flags.recipe()
}
