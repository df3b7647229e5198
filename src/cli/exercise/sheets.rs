//! `posterior exercise print` and `sheet`: question sheets with the key, and empty answer sheets; where data are drawn, each
//! student gets a table of their own.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, Format, Outcome, OutputFlags};
use super::one::One;
use crate::practice::{Exercise, ExerciseFile, empty_sheet};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::report::{self, Document};
use crate::table::{FilesRead, Source, read_text};
use crate::text::listed;

#[derive(Args)]
pub(in crate::cli) struct Print {
    #[command(flatten)]
    pub(super) one: One,
    /// Write the key into this file: Markdown, LaTeX, HTML or text, as its name ends (.md, .tex, .html, .txt), else as the
    /// sheets are
    #[arg(long, value_name = "FILE", group = "written")]
    key: Option<PathBuf>,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE")]
    students: Option<PathBuf>,
}

pub(super) fn print(print: &Print) -> Outcome {
    let flags = &print.one.output;
    output::refuse_format(flags, output::ON_PAPER, &output::PAPER)?;
    let file = print.one.read()?;
    let read: FilesRead = file.files().into_iter().chain(print.students.clone()).collect();
    flags.spare(&read)?;
    print.key.iter().try_for_each(|path| output::spare(path, &read))?;
    let students: Vec<Option<String>> = match &print.students {
        None => vec![None],
        Some(path) => students(path)?.into_iter().map(Some).collect(),
    };
    let format = flags.format().unwrap_or(Format::Markdown);
    let handouts = handed_out(&file, print.one.seed, students.len())?;
    let mut sheets: Vec<(usize, Document)> = Vec::new();
    for handout in &handouts {
        for at in &handout.students {
            let student = students.get(*at).and_then(Option::as_deref);
            sheets.push((*at, report::question_sheet(&handout.exercise, student)));
        }
    }
    sheets.sort_by_key(|(at, _)| *at);
    let mut all = Document::default();
    sheets.into_iter().for_each(|(_, sheet)| all.append(sheet));
    if let Some(path) = &print.key {
        output::refuse_over(path, flags.force)?;
    }
    output::deliver(&output::drawn(&all, format, flags.style()), flags)?;
    let Some(path) = &print.key else { return Ok(()) };
    let mut key = Document::default();
    for Handout { exercise, students: own } in &handouts {
        let names: Vec<&str> =
            own.iter().filter_map(|at| students.get(*at).and_then(Option::as_deref)).collect();
        let mut known = exercise.keys()?;
        if handouts.len() > 1 {
            known.iter_mut().flatten().for_each(|key| key.mistakes.clear());
        }
        key.append(report::answer_key_of(exercise, &known, &names));
    }
    if handouts.len() > 1 {
        key.text("The key of one seed (--seed N) also lists what known mistakes give.");
    }
    let format = Format::by_ending(path).filter(|format| output::PAPER.contains(format)).unwrap_or(format);
    output::save(&output::drawn(&key, format, flags.style()), path, flags.force)
}

#[derive(Args)]
pub(in crate::cli) struct Sheet {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// The seed of its data, where they are drawn; without it each student has the seed of their question sheet
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE", requires = "folder", conflicts_with = "output")]
    students: Option<PathBuf>,
    /// The folder that the sheets of students are written into
    #[arg(long, value_name = "FOLDER", requires = "students", group = "written")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Writes the sheets: all of them, or none where one of the files is there already.
pub(super) fn sheet(sheet: &Sheet) -> Outcome {
    let taken = [Format::Text];
    output::refuse_format(&sheet.output, "answer sheets are printed as text", &taken)?;
    let exercise = ExerciseFile::named(&sheet.file, sheet.outside.reach())?;
    let read: FilesRead = exercise.files().into_iter().chain(sheet.students.clone()).collect();
    sheet.output.spare(&read)?;
    let (Some(list), Some(folder)) = (&sheet.students, &sheet.folder) else {
        let handed = handed_out(&exercise, sheet.seed, 1)?;
        let text: String = handed.iter().map(|handout| empty_sheet(&handout.exercise, None)).collect();
        return output::deliver(&text, &sheet.output);
    };
    let students = students(list)?;
    let files = student_files(folder, students.iter().map(String::as_str), "txt");
    for file in &files {
        output::spare(file, &read)?;
        output::refuse_over(file, sheet.output.force)?;
    }
    output::make_folder(folder)?;
    for handout in handed_out(&exercise, sheet.seed, students.len())? {
        for (file, student) in handout.students.iter().filter_map(|at| files.get(*at).zip(students.get(*at)))
        {
            output::save(&empty_sheet(&handout.exercise, Some(student)), file, sheet.output.force)?;
        }
    }
    output::note(&format!("{} sheets in {}", files.len(), folder.to_string_lossy()));
    Ok(())
}

/// The students of a list, one on each line. Two of one name may be two people or a slip, so it is said.
fn students(list: &Path) -> Result<Vec<String>, Problem> {
    let (text, _) = read_text(&Source::Path(list.to_path_buf()), 1 << 20)?;
    let all: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if all.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: "the list names no student".into(),
            place: Some(list.to_string_lossy().into_owned()),
            fix: "write a name on each line".into(),
            ..Problem::default()
        });
    }
    let mut seen = HashSet::new();
    let twice: Vec<&str> = all.iter().filter(|name| !seen.insert(folded(name))).map(String::as_str).collect();
    let again: BTreeSet<String> = twice.iter().map(|name| folded(name)).collect();
    match twice.as_slice() {
        [] => {}
        [first, ..] if again.len() == 1 => {
            output::note(&format!("{first} stands in the list more than once, and gets a sheet for each"));
        }
        _ => output::note(&format!(
            "these stand in the list more than once, and get a sheet for each: {}",
            listed(again.iter().map(String::as_str))
        )),
    }
    Ok(all)
}

/// An exercise and the places of the students who get it.
struct Handout {
    pub exercise: Exercise,
    pub students: Vec<usize>,
}

/// Who gets what: where data are drawn and no seed is chosen, each student another seed.
fn handed_out(file: &ExerciseFile, seed: Option<u64>, students: usize) -> Result<Vec<Handout>, Problem> {
    let Some(random) = file.random.as_ref().filter(|_| seed.is_none() && students > 1) else {
        let exercise = file.open(seed)?;
        exercise.seed_note().iter().chain(&exercise.unseen()).for_each(|note| output::note(note));
        return Ok(vec![Handout { exercise, students: (0..students).collect() }]);
    };
    let seeds = file.seeds_for(students)?;
    let mut handouts: Vec<Handout> = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        match handouts.iter_mut().find(|handout| handout.exercise.seed == Some(*seed)) {
            Some(handout) => handout.students.push(at),
            None => handouts.push(Handout { exercise: file.open(Some(*seed))?, students: vec![at] }),
        }
    }
    let given: Vec<u64> = handouts.iter().filter_map(|handout| handout.exercise.seed).collect();
    if given.iter().any(|seed| !random.seeds.contains(seed)) {
        let line = report::seeds_line(&given);
        output::note(&format!(
            "the file lists fewer seeds than there are students; these were given out: {line}"
        ));
    }
    if given.len() < students {
        output::note(&format!("{} seeds for {} students: some share a table", given.len(), students));
    }
    Ok(handouts)
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

/// A student's name as a file's: letters, digits, and marks that mean nothing to a system.
fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '-' };
    let name: String = student.trim().chars().map(plain).take(80).collect();
    let name = name.trim_matches(['.', '-']).to_owned();
    if name.is_empty() { "sheet".into() } else { name }
}
