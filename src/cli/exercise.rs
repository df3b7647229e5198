//! `posterior exercise`: writing and printing exercises, and one file for each student.

use super::cases::{one_case, study_for};
use super::flags::{Outside, RecipeFlags};
use super::output::{self, Format, Outcome, OutputFlags};
use crate::practice::{
    Asked, Exercise, ExerciseFile, Roster, Student, Tables, author, data_path, empty_sheet, few_enough,
    out_of_reach, questions, random_table, unseen,
};
use crate::problem::Problem;
use crate::report::{self, Document, WithKeys};
use crate::table::FilesRead;
use crate::text::counted;
use crate::worked::WorkedError;
use clap::{Args, Subcommand};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The end of the help of `posterior exercise`: the way from a CSV to marks.
pub(super) const STORY: &str = include_str!("story.txt").trim_ascii_end();

#[derive(Subcommand)]
pub(super) enum ExerciseCommand {
    /// Writes an exercise: the steps of the worked posterior of a case, to be edited
    New(New),
    /// Prints the question sheet, one for each student, as Markdown, LaTeX, HTML or text; and the key
    #[command(after_long_help = "The list is a CSV with a header or has a student on \
                            each line. With [random] each student gets another seed and so another table, and keeps \
                            it: NAME.tables.csv beside the exercise lists them, and new students are added to it. \
                            They get the listed seeds in turn, then further ones; the key shows every seed and its \
                            student. With --seed all get the same table.")]
    Print(Print),
    /// Writes empty answer sheets as text, one for each student: the labels, to be filled in
    Sheet(Sheet),
    /// Prints a quiz in Moodle XML: one question for each table, with a field for each step
    #[command(after_long_help = "Moodle imports the file as \
                            “Moodle XML format” into the category COURSE/EXERCISE: one question for each listed seed, or \
                            for that of --seed, with the marks of the steps, partial marks by [policy], and feedback \
                            on known mistakes. Counted numbers also accept fractions such as 9/14.")]
    Moodle(One),
}

pub(super) fn run(command: &ExerciseCommand) -> Outcome {
    match command {
        ExerciseCommand::New(new) => self::new(new),
        ExerciseCommand::Print(print) => self::print(print),
        ExerciseCommand::Moodle(moodle) => self::moodle(moodle),
        ExerciseCommand::Sheet(sheet) => self::sheet(sheet),
    }
}

#[derive(Args)]
pub(super) struct One {
    /// The exercise: a file, or course:ID for one of the course
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, if they are drawn; by default the first in the file
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Reads an exercise. Returns an error if the output file is also an input.
pub(super) fn read(file: &OsStr, outside: Outside, output: &OutputFlags) -> Result<ExerciseFile, Problem> {
    let file = ExerciseFile::named(file, outside.reach())?;
    output.protect(&file.files().into_iter().collect())?;
    Ok(file)
}

/// Opens an exercise, with a note on the seed of its data.
pub(super) fn open(file: &ExerciseFile, seed: Option<u64>) -> Result<Exercise, Problem> {
    let exercise = file.open(seed)?;
    exercise.seed_note().iter().for_each(|note| output::note(note));
    Ok(exercise)
}

pub(super) fn moodle(one: &One) -> Outcome {
    output::refuse_format(&one.output, "the questions are always printed as Moodle XML", &[])?;
    let file = read(one.file.as_os_str(), one.outside, &one.output)?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises: Vec<Exercise> = match one.seed {
        None if listed.len() > 1 => {
            listed.par_iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![open(&file, one.seed)?],
    };
    let known = |exercise: Exercise| exercise.keys().map(|keys| (exercise, keys));
    let known: Vec<WithKeys> = exercises.into_par_iter().map(known).collect::<Result<_, _>>()?;
    output::deliver(&report::moodle(&known), &one.output)
}

struct Handouts {
    /// Empty without names.
    students: Vec<Student>,
    /// Each exercise and the places of the students who get it, in the order of the students who come first.
    all: Vec<(Exercise, Vec<usize>)>,
    /// Which student has which table; written once everything else can be written.
    tables: Option<Tables>,
}

/// Each student gets a table of their own where data are drawn and no seed is chosen. Without a list there is one sheet.
fn handouts(file: &ExerciseFile, seed: Option<u64>, list: Option<&Path>) -> Result<Handouts, Problem> {
    let roster = list.map(Roster::read).transpose()?.unwrap_or_default();
    roster.notes.iter().for_each(|note| output::note(note));
    let students = roster.students;
    let random = file.random.as_deref().filter(|_| seed.is_none() && !students.is_empty());
    let Some(random) = random else {
        let exercise = file.open(seed)?;
        exercise.seed_note().iter().chain(&exercise.unseen()).for_each(|note| output::note(note));
        let all = vec![(exercise, (0..students.len().max(1)).collect())];
        return Ok(Handouts { students, all, tables: None });
    };
    let path = file.path.is_file().then(|| Tables::beside(&file.path));
    let mut tables = path.as_deref().map(Tables::read).transpose()?.unwrap_or_default();
    tables.changed(file).iter().for_each(|note| output::note(note));
    let mut seen = HashSet::new();
    let ids = students.iter().map(|student| student.id.as_str());
    let fresh: Vec<&str> = ids.filter(|id| tables.seed_of(id).is_none() && seen.insert(*id)).collect();
    for (id, seed) in fresh.iter().zip(file.seeds_for(fresh.len(), &tables.given())?) {
        // Two spellings of one student share what the first was given.
        if tables.seed_of(id).is_none() {
            tables.add(id, seed, random);
        }
    }
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
    let open = |(seed, students)| file.open(Some(seed)).map(|exercise| (exercise, students));
    let all = seeds.into_par_iter().map(open).collect::<Result<_, Problem>>()?;
    Ok(Handouts { students, all, tables: path.is_some().then_some(tables) })
}

const ASKED: &str = "What is asked";

#[derive(Args)]
pub(super) struct New {
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

fn new(new: &New) -> Outcome {
    output::refuse_format(&new.output, "an exercise is always written as TOML", &[])?;
    let study = study_for(new.recipe.study(&new.data, &new.output)?, &new.query)?;
    let fitted = study.model()?;
    let case = one_case(new.query.as_deref(), new.row, &study, fitted)?;
    let find = |ask: &String| Asked::find(fitted, case.as_ref(), ask).map(|(asked, _)| asked);
    let asked = match new.ask.as_slice() {
        [] => questions(fitted, case.as_ref()),
        asked => asked.iter().map(find).collect::<Result<_, _>>()?,
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
    if let Some(remark) = out_of_reach(&here) {
        output::note(&format!("{remark}. Put a copy beside the exercise"));
    }
    let data = data_path(&typed, new.output.output.as_deref());
    let unseen = case.iter().flat_map(|case| unseen(fitted, case));
    unseen.for_each(|note| output::note(&note));
    let mut text = author(&id, &data, &study, fitted, case.as_ref(), &asked);
    if new.random {
        text.push_str(&random_table(fitted));
    }
    output::deliver(&text, &new.output)
}

#[derive(Args)]
pub(super) struct Print {
    #[command(flatten)]
    pub(super) one: One,
    /// Write the key into this file: Markdown, LaTeX, HTML or text, as its name ends (.md, .tex, .html, .txt), else as the
    /// sheets are
    #[arg(long, value_name = "FILE", group = "written")]
    key: Option<PathBuf>,
    /// The students: a text file with one on each line, or a CSV with a header such as id,name,email
    #[arg(long, value_name = "FILE", help_heading = "Students")]
    students: Option<PathBuf>,
}

fn print(print: &Print) -> Outcome {
    let flags = &print.one.output;
    let format = output::format_of_sheets(flags)?;
    let file = read(print.one.file.as_os_str(), print.one.outside, flags)?;
    let read: FilesRead = file.files().into_iter().chain(print.students.clone()).collect();
    flags.protect(&read)?;
    print.key.iter().try_for_each(|path| output::protect(path, &read))?;
    let handouts = handouts(&file, print.one.seed, print.students.as_deref())?;
    let all = handouts.all.iter();
    let mut sheets: Vec<_> =
        all.flat_map(|(exercise, students)| students.iter().map(move |at| (at, exercise))).collect();
    sheets.sort_by_key(|(at, _)| *at);
    let mut all = Document::default();
    for (at, exercise) in sheets {
        all.append(report::question_sheet(exercise, handouts.students.get(*at)));
    }
    for path in print.key.iter().chain(&flags.output) {
        output::refuse_overwriting(path, flags.force)?;
    }
    handouts.tables.as_ref().map_or(Ok(()), Tables::write)?;
    output::deliver(&format.draw(&all, flags.style()), flags)?;
    let Some(path) = &print.key else { return Ok(()) };
    let key = key(&handouts)?;
    let format = Format::by_ending(path).filter(|format| output::PAPER.contains(format)).unwrap_or(format);
    output::save(&format.draw(&key, flags.style()), path, flags.force)
}

fn key(handouts: &Handouts) -> Result<Document, Problem> {
    let mut key = Document::default();
    let several = handouts.all.len() > 1;
    for (exercise, students) in &handouts.all {
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
pub(super) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, if they are drawn; by default the one of the student's question sheet
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The students: a text file with one on each line, or a CSV with a header such as id,name,email
    #[arg(long, value_name = "FILE", help_heading = "Students")]
    students: Option<PathBuf>,
    /// The folder for the sheets of the students
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes all sheets, or none if one of the files already exists.
fn sheet(sheet: &Sheet) -> Outcome {
    output::refuse_format(&sheet.output, "answer sheets are printed as text", &[Format::Text])?;
    let exercise = ExerciseFile::named(&sheet.file, sheet.outside.reach())?;
    let read: FilesRead = exercise.files().into_iter().chain(sheet.students.clone()).collect();
    sheet.output.protect(&read)?;
    if sheet.students.is_some() != sheet.folder.is_some() {
        let what = "one sheet per student needs a list of students and a folder";
        return Err(Problem::usage(what, "pass both: --students FILE --folder FOLDER"));
    }
    let handouts = handouts(&exercise, sheet.seed, sheet.students.as_deref())?;
    let Some(folder) = &sheet.folder else {
        let text: String = handouts.all.iter().map(|(exercise, _)| empty_sheet(exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let files = student_files(folder, handouts.students.iter().map(|student| student.id.as_str()), "txt");
    for file in &files {
        output::protect(file, &read)?;
        output::refuse_overwriting(file, sheet.output.force)?;
    }
    output::make_folder(folder)?;
    handouts.tables.as_ref().map_or(Ok(()), Tables::write)?;
    for (exercise, students) in &handouts.all {
        for at in students {
            let Some((file, student)) = files.get(*at).zip(handouts.students.get(*at)) else { continue };
            output::save(&empty_sheet(exercise, Some(&student.id)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} in {}", counted(files.len(), "sheet", "sheets"), folder.to_string_lossy()));
    Ok(())
}

/// A file for each student; no two have the same name.
pub(super) fn student_files<'a>(
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
