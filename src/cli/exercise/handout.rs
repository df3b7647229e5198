//! Who gets which table: the students of a list, and where data are drawn the seeds that they have or are given.

use super::super::cases::{asked_by, one_case};
use super::super::flags::RecipeFlags;
use super::super::output::{self, Outcome, OutputFlags};
use crate::practice::{
    Asked, Exercise, ExerciseFile, Roster, Student, Tables, author, data_path, few_enough, out_of_reach,
    questions, random_table, unseen,
};
use crate::problem::Problem;
use crate::worked::WorkedError;
use clap::Args;
use rayon::prelude::*;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The students of a course.
#[derive(Args)]
pub(super) struct Students {
    /// The students: a text file with one on each line, or a CSV with a header such as id,name,email
    #[arg(long, value_name = "FILE", help_heading = "Students")]
    pub students: Option<PathBuf>,
    /// Who has which table, where data are drawn: read, and new students added; without it NAME.tables.csv beside the
    /// exercise
    #[arg(long, value_name = "FILE", requires = "students", help_heading = "Students")]
    tables: Option<PathBuf>,
}

/// An exercise and the places of the students who get it.
pub(super) struct Handout {
    pub exercise: Exercise,
    pub students: Vec<usize>,
}

pub(super) struct Handouts {
    /// None where nobody is named.
    pub students: Vec<Student>,
    /// In the order of the students who come first.
    pub all: Vec<Handout>,
    /// Who has which table; kept once everything else can be written.
    tables: Option<Tables>,
}

impl Students {
    pub(super) fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.students.iter().cloned()
    }

    /// Who gets what: a table of their own where data are drawn and no seed is chosen. Without a list there is one sheet.
    pub(super) fn handouts(&self, file: &ExerciseFile, seed: Option<u64>) -> Result<Handouts, Problem> {
        let roster = self.students.as_deref().map(Roster::read).transpose()?.unwrap_or_default();
        roster.notes.iter().for_each(|note| output::note(note));
        let students = roster.students;
        if file.random.is_none() || seed.is_some() || students.is_empty() {
            let exercise = file.open(seed)?;
            exercise.seed_note().iter().chain(&exercise.unseen()).for_each(|note| output::note(note));
            let all = vec![Handout { exercise, students: (0..students.len().max(1)).collect() }];
            return Ok(Handouts { students, all, tables: None });
        }
        let path = self.tables.clone().or_else(|| file.path.is_file().then(|| Tables::beside(&file.path)));
        let mut tables = path.as_deref().map(Tables::read).transpose()?.unwrap_or_default();
        tables.changed(file).iter().for_each(|note| output::note(note));
        deal(file, &students, &mut tables)?;
        let mut seeds: Vec<(u64, Vec<usize>)> = Vec::new();
        for (at, student) in students.iter().enumerate() {
            let Some(seed) = tables.seed_of(&student.id) else { continue };
            match seeds.iter_mut().find(|(other, _)| *other == seed) {
                Some((_, own)) => own.push(at),
                None => seeds.push((seed, vec![at])),
            }
        }
        if seeds.len() < students.len() {
            output::note(&format!("{} tables for {} students: some share one", seeds.len(), students.len()));
        }
        let open = |(seed, students): (u64, Vec<usize>)| {
            file.open(Some(seed)).map(|exercise| Handout { exercise, students })
        };
        let all = seeds.into_par_iter().map(open).collect::<Result<Vec<Handout>, Problem>>()?;
        Ok(Handouts { students, all, tables: path.is_some().then_some(tables) })
    }
}

/// Gives a table to each student who has none.
fn deal(file: &ExerciseFile, students: &[Student], tables: &mut Tables) -> Result<(), Problem> {
    let Some(random) = file.random.as_deref() else { return Ok(()) };
    let mut fresh: Vec<&str> = Vec::new();
    for student in students {
        if tables.seed_of(&student.id).is_none() && !fresh.contains(&student.id.as_str()) {
            fresh.push(&student.id);
        }
    }
    if fresh.is_empty() {
        return Ok(());
    }
    let seeds = file.seeds_for(fresh.len(), &tables.given())?;
    for (id, seed) in fresh.iter().zip(&seeds) {
        // Two spellings of one student share what the first was given.
        if tables.seed_of(id).is_none() {
            tables.add(id, *seed, random);
        }
    }
    Ok(())
}

impl Handouts {
    /// Keeps who has which table, so that it stays so.
    pub(super) fn keep(&self) -> Result<(), Problem> {
        self.tables.as_ref().map_or(Ok(()), Tables::write)
    }

    /// The student at a place; `None` where nobody is named.
    pub(super) fn student(&self, at: usize) -> Option<&Student> {
        self.students.get(at)
    }
}

const ASKED: &str = "What is asked";

#[derive(Args)]
pub(in crate::cli) struct New {
    /// A CSV file or sample:NAME
    #[arg(value_name = "DATA")]
    data: OsString,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// The case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = ASKED)]
    query: Option<String>,
    /// The case is a row of the data, from 1
    #[arg(long, value_name = "N", help_heading = ASKED)]
    row: Option<usize>,
    /// A step: "P(Yes)", "score(Yes)", class; without it all steps of the worked posterior
    #[arg(long, value_name = "QUANTITY", help_heading = ASKED)]
    ask: Vec<String>,
    /// Each student gets other rows; DATA is the pattern, and a table [random] is written
    #[arg(long, help_heading = ASKED)]
    random: bool,
    /// The word that answer sheets name the exercise by
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    id: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(new: &New) -> Outcome {
    output::refuse_format(&new.output, "an exercise is written as TOML, which is no format to choose", &[])?;
    let study = asked_by(new.recipe.study(&new.data, &new.output)?, &new.query)?;
    let fitted = study.model()?;
    let case = one_case(new.query.as_deref(), new.row, &study, fitted)?;
    let asked = if new.ask.is_empty() {
        questions(fitted, case.as_ref())
    } else {
        new.ask
            .iter()
            .map(|ask| Asked::find(fitted, case.as_ref(), ask).map(|(asked, _)| asked))
            .collect::<Result<_, _>>()?
    };
    few_enough(&asked)?;
    if case.is_none() && (new.ask.is_empty() || asked.iter().any(Asked::is_about_case)) {
        return Err(WorkedError::NoCase.into());
    }
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let named = new.output.output.as_deref().and_then(stem);
    let label = study.source.label();
    let usual = stem(Path::new(label.trim_start_matches("sample:"))).unwrap_or_default();
    let id = new.id.clone().or(named).unwrap_or(usual);
    let typed = new.data.to_string_lossy();
    // Printed, it is likely to be put into a file here.
    let here = data_path(&typed, Some(new.output.output.as_deref().unwrap_or(Path::new("exercise.toml"))));
    out_of_reach(&here)
        .iter()
        .for_each(|said| output::note(&format!("{said}. Put a copy beside the exercise")));
    let data = data_path(&typed, new.output.output.as_deref());
    if let Some(case) = &case {
        unseen(fitted, case).iter().for_each(|note| output::note(note));
    }
    let mut text = author(&id, &data, &study, fitted, case.as_ref(), &asked);
    if new.random {
        text.push_str(&random_table(fitted));
    }
    output::deliver(&text, &new.output)
}
