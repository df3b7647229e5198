//! `posterior exercise new`, `print` and `sheet`: who gets which table, the handouts, and one file per student.

use super::super::cases::{asked_by, one_case};
use super::super::flags::{Outside, RecipeFlags};
use super::super::output::{self, Format, Outcome, OutputFlags};
use super::One;
use crate::practice::{
    Asked, Exercise, ExerciseFile, Roster, Student, Tables, author, data_path, empty_sheet, few_enough,
    out_of_reach, questions, random_table, unseen,
};
use crate::problem::Problem;
use crate::report::{self, Document};
use crate::table::FilesRead;
use crate::text::counted;
use crate::worked::WorkedError;
use clap::Args;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The students of a course.
#[derive(Args)]
pub(super) struct Students {
    /// The students: a text file with one on each line, or a CSV with a header such as id,name,email
    #[arg(long, value_name = "FILE", help_heading = "Students")]
    pub students: Option<PathBuf>,
}

/// An exercise and the places of the students who get it.
pub(super) struct Handout {
    pub exercise: Exercise,
    pub students: Vec<usize>,
}

pub(super) struct Handouts {
    /// `None` without names.
    pub students: Vec<Student>,
    /// In the order of the students who come first.
    pub all: Vec<Handout>,
    /// Who has which table; kept once everything else can be written.
    tables: Option<Tables>,
}

impl Students {
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
        let path = file.path.is_file().then(|| Tables::beside(&file.path));
        let mut tables = path.as_deref().map(Tables::read).transpose()?.unwrap_or_default();
        tables.changed(file).iter().for_each(|note| output::note(note));
        assign_seeds(file, &students, &mut tables)?;
        let mut seeds: Vec<(u64, Vec<usize>)> = Vec::new();
        for (at, student) in students.iter().enumerate() {
            let Some(seed) = tables.seed_of(&student.id) else { continue };
            match seeds.iter_mut().find(|(other, _)| *other == seed) {
                Some((_, own)) => own.push(at),
                None => seeds.push((seed, vec![at])),
            }
        }
        if seeds.len() < students.len() {
            let tables = counted(seeds.len(), "table", "tables");
            let students = counted(students.len(), "student", "students");
            output::note(&format!("{tables} for {students}: some share one"));
        }
        let open = |(seed, students): (u64, Vec<usize>)| {
            file.open(Some(seed)).map(|exercise| Handout { exercise, students })
        };
        let all = seeds.into_par_iter().map(open).collect::<Result<Vec<Handout>, Problem>>()?;
        Ok(Handouts { students, all, tables: path.is_some().then_some(tables) })
    }
}

fn assign_seeds(file: &ExerciseFile, students: &[Student], tables: &mut Tables) -> Result<(), Problem> {
    let Some(random) = file.random.as_deref() else { return Ok(()) };
    let mut seen = HashSet::new();
    let ids = students.iter().map(|student| student.id.as_str());
    let fresh: Vec<&str> = ids.filter(|id| tables.seed_of(id).is_none() && seen.insert(*id)).collect();
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
    /// The case is a row of the data, counted from 1
    #[arg(long, value_name = "N", help_heading = ASKED)]
    row: Option<usize>,
    /// A step: "P(Yes)", "score(Yes)", class; by default all steps of the worked posterior
    #[arg(long, value_name = "QUANTITY", help_heading = ASKED)]
    ask: Vec<String>,
    /// Each student gets other rows; DATA is the pattern, and the exercise gets a table [random]
    #[arg(long, help_heading = ASKED)]
    random: bool,
    /// The id of the exercise on answer sheets
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    id: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(new: &New) -> Outcome {
    output::refuse_format(&new.output, "an exercise is always written as TOML", &[])?;
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
        .for_each(|remark| output::note(&format!("{remark}. Put a copy beside the exercise")));
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

#[derive(Args)]
pub(in crate::cli) struct Print {
    #[command(flatten)]
    pub(super) one: One,
    /// Write the key into this file: Markdown, LaTeX, HTML or text, as its name ends (.md, .tex, .html, .txt), else as the
    /// sheets are
    #[arg(long, value_name = "FILE", group = "written")]
    key: Option<PathBuf>,
    #[command(flatten)]
    students: Students,
}

pub(super) fn print(print: &Print) -> Outcome {
    let flags = &print.one.output;
    output::refuse_format(flags, output::ON_PAPER, &output::PAPER)?;
    let file = print.one.read()?;
    let read: FilesRead = file.files().into_iter().chain(print.students.students.clone()).collect();
    flags.spare(&read)?;
    print.key.iter().try_for_each(|path| output::spare(path, &read))?;
    let handouts = print.students.handouts(&file, print.one.seed)?;
    let mut sheets: Vec<(usize, Document)> = Vec::new();
    for handout in &handouts.all {
        for at in &handout.students {
            sheets.push((*at, report::question_sheet(&handout.exercise, handouts.students.get(*at))));
        }
    }
    sheets.sort_by_key(|(at, _)| *at);
    let mut all = Document::default();
    sheets.into_iter().for_each(|(_, sheet)| all.append(sheet));
    for path in print.key.iter().chain(&flags.output) {
        output::refuse_over(path, flags.force)?;
    }
    let format = flags.format().unwrap_or(Format::Markdown);
    handouts.keep()?;
    output::deliver(&format.draw(&all, flags.style()), flags)?;
    let Some(path) = &print.key else { return Ok(()) };
    let key = key(&handouts)?;
    let format = Format::by_ending(path).filter(|format| output::PAPER.contains(format)).unwrap_or(format);
    output::save(&format.draw(&key, flags.style()), path, flags.force)
}

fn key(handouts: &Handouts) -> Result<Document, Problem> {
    let mut key = Document::default();
    let several = handouts.all.len() > 1;
    for Handout { exercise, students } in &handouts.all {
        let named = students.iter().filter_map(|at| handouts.students.get(*at));
        let names: Vec<&str> = named.map(|student| student.id.as_str()).collect();
        let known = if several { exercise.right_values()? } else { exercise.keys()? };
        key.append(report::answer_key_of(exercise, &known, &names));
    }
    if several {
        key.text("The key of one seed (--seed N) also lists what known mistakes give.");
    }
    Ok(key)
}

#[derive(Args)]
pub(in crate::cli) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, if they are drawn; by default the one of the student's question sheet
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    students: Students,
    /// The folder for the sheets of the students
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes all sheets, or none if one of the files already exists.
pub(super) fn sheet(sheet: &Sheet) -> Outcome {
    let taken = [Format::Text];
    output::refuse_format(&sheet.output, "answer sheets are printed as text", &taken)?;
    let exercise = ExerciseFile::named(&sheet.file, sheet.outside.reach())?;
    let read: FilesRead = exercise.files().into_iter().chain(sheet.students.students.clone()).collect();
    sheet.output.spare(&read)?;
    if sheet.students.students.is_some() != sheet.folder.is_some() {
        let what = "one sheet per student needs a list of students and a folder";
        return Err(Problem::usage(what, "pass both: --students FILE --folder FOLDER"));
    }
    let handouts = sheet.students.handouts(&exercise, sheet.seed)?;
    let Some(folder) = &sheet.folder else {
        let text: String = handouts.all.iter().map(|handout| empty_sheet(&handout.exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let files = student_files(folder, handouts.students.iter().map(|student| student.id.as_str()), "txt");
    for file in &files {
        output::spare(file, &read)?;
        output::refuse_over(file, sheet.output.force)?;
    }
    output::make_folder(folder)?;
    handouts.keep()?;
    for handout in &handouts.all {
        for at in &handout.students {
            let Some((file, student)) = files.get(*at).zip(handouts.students.get(*at)) else { continue };
            output::save(&empty_sheet(&handout.exercise, Some(&student.id)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} in {}", counted(files.len(), "sheet", "sheets"), folder.to_string_lossy()));
    Ok(())
}

/// A file for each student; no two have the same name.
pub(in crate::cli) fn student_files<'a>(
    folder: &Path,
    students: impl Iterator<Item = &'a str>,
    ending: &str,
) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    // Where letters of another case are the same letters, so are the names.
    let mut taken: HashSet<String> = HashSet::new();
    let mut last: HashMap<String, usize> = HashMap::new();
    for student in students {
        let name = file_name(student);
        let number = last.entry(name.to_lowercase()).or_insert(0);
        loop {
            *number += 1;
            let file = match *number {
                1 => format!("{name}.{ending}"),
                number => format!("{name}-{number}.{ending}"),
            };
            if taken.insert(file.to_lowercase()) {
                files.push(folder.join(file));
                break;
            }
        }
    }
    files
}

fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '-' };
    let name: String = student.trim().chars().map(plain).take(80).collect();
    let name = name.trim_matches(['.', '-']).to_owned();
    if name.is_empty() { "sheet".into() } else { name }
}
