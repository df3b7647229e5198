//! `posterior mark`: marks answer sheets line by line and writes feedback, marks and the report on the class.

use super::exercise::student_files;
use super::flags::{Outside, WordChoice};
use super::output::{self, Format, Outcome, OutputFlags, UNMARKED, WRONG};
use crate::practice::{Exercise, ExerciseLibrary, Gradebook, GradedSheet, Roster, SheetFolder, Verdict};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::report::text::Style;
use crate::report::{self, ClassReport, Document};
use crate::table::FilesRead;
use crate::worked::WorkedError;
use clap::Args;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(super) struct MarkCommand {
    /// A sheet (text), a folder of sheets, or a table of answers (CSV)
    #[arg(value_name = "SHEET", required = true)]
    sheets: Vec<PathBuf>,
    /// The exercise that the sheets answer; a file or course:ID, by default the one of the sheet's “exercise:” line among the
    /// exercises beside it
    #[arg(long, value_name = "EXERCISE")]
    exercise: Vec<PathBuf>,
    /// The students, as a list or a CSV; with a header such as id,name,email: missing sheets, unknown names and several sheets
    /// of one student are reported
    #[arg(long, value_name = "FILE")]
    students: Option<PathBuf>,
    /// Write the marks as CSV; a row for each step of each sheet
    #[arg(long, value_name = "FILE", group = "written")]
    csv: Option<PathBuf>,
    /// Write a gradebook as CSV; a row for each student, a column for each exercise, and the total
    #[arg(long, value_name = "FILE", group = "written")]
    gradebook: Option<PathBuf>,
    /// Give 0 marks for missing sheets; in the gradebook, by default the cell stays empty
    #[arg(long, requires = "gradebook")]
    zeros: bool,
    /// Write feedback into this folder; a file for each student, without the right answers
    #[arg(long, value_name = "FOLDER", group = "written")]
    feedback: Option<PathBuf>,
    /// Format of the feedback: markdown, html or text
    #[arg(long, value_name = "FORMAT", requires = "feedback", default_value = "markdown")]
    #[arg(value_parser = WordChoice(&[("markdown", Format::Markdown), ("html", Format::Html), ("text", Format::Text)]))]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    feedback_format: Format,
    /// Add the worked solution to the feedback, as with reveal = "always"
    #[arg(long, requires = "feedback")]
    solution: bool,
    /// Print the report on the class; steps against students, and the causes of wrong lines
    #[arg(long)]
    report: bool,
    /// Show the students' names in the report; by default it numbers them 1, 2, 3 …
    #[arg(long)]
    names: bool,
    /// Explain the mistakes on this sheet; for the teacher, by the student or the name of the sheet
    #[arg(long, value_name = "SHEET")]
    why: Option<String>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &MarkCommand) -> Result<u8, Problem> {
    let reach = command.outside.reach();
    let library = match command.exercise.as_slice() {
        [] => ExerciseLibrary::beside(&command.sheets, reach)?,
        files => ExerciseLibrary::open(files, reach)?,
    };
    let roster = command.students.as_deref().map(Roster::read).transpose()?;
    roster.iter().flat_map(|roster| &roster.notes).for_each(|note| output::note(note));
    let folder = SheetFolder::read(&command.sheets, &library, roster)?;
    let files = library.files().into_iter().chain(folder.files.iter().cloned());
    let read: FilesRead = files.chain(command.students.clone()).collect();
    command.output.protect(&read)?;
    let marked = folder.marked()?;
    output::warn_each(&folder.warnings);
    write(command, &folder, &marked, &read)?;
    print(command, &folder, &marked)?;
    Ok(status(&folder, &marked))
}

fn sheets_of<'s>(name: &str, marked: &'s [GradedSheet]) -> Result<Vec<&'s GradedSheet>, Problem> {
    let is = |sheet: &&GradedSheet| {
        let file = Path::new(&sheet.sheet).file_stem().and_then(|stem| stem.to_str());
        let own = [Some(sheet.who()), Some(&sheet.sheet), file, sheet.full_name.as_deref()];
        own.into_iter().flatten().any(|own| folded(own) == folded(name))
    };
    let found: Vec<&GradedSheet> = marked.iter().filter(is).collect();
    if found.is_empty() {
        let near = nearest(name, marked.iter().map(GradedSheet::who));
        let fix = near.map_or("name a student or a file".into(), |near| format!("did you mean {near}?"));
        return Err(Problem::usage(format!("there is no sheet from “{name}”"), fix));
    }
    Ok(found)
}

fn print(command: &MarkCommand, folder: &SheetFolder, marked: &[GradedSheet]) -> Outcome {
    let flags = &command.output;
    if let Some(name) = &command.why {
        let mut out = Document::default();
        sheets_of(name, marked)?.into_iter().for_each(|sheet| out.append(report::why_of_sheet(sheet)));
        return output::document(&out, flags);
    }
    match (flags.format(), marked) {
        (Some(Format::Json), _) => output::object(&report::json::marks(marked, folder), flags),
        (Some(Format::Csv), _) => output::sheet(&report::marks(marked), flags),
        (_, [sheet]) if !command.report && folder.unread.is_empty() => {
            output::document(&report::feedback(sheet), flags)
        }
        _ => {
            let report = ClassReport { marked, folder, names: command.names };
            output::document(&report::class_report(report), flags)
        }
    }
}

fn status(folder: &SheetFolder, marked: &[GradedSheet]) -> u8 {
    let lines = || marked.iter().flat_map(|sheet| &sheet.lines);
    let any = |verdict| lines().any(|line| line.marked.verdict == verdict);
    match any(Verdict::Wrong) {
        true => WRONG,
        false if !folder.unread.is_empty() || any(Verdict::Unmarked) => UNMARKED,
        false => 0,
    }
}

fn write(command: &MarkCommand, folder: &SheetFolder, marked: &[GradedSheet], read: &FilesRead) -> Outcome {
    let force = command.output.force;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    if let Some(path) = &command.csv {
        files.push((path.clone(), report::marks(marked).to_csv(command.output.raw)));
    }
    if let Some(path) = &command.gradebook {
        let book = Gradebook::of(marked, folder.roster.as_ref());
        output::warn_each(&book.notes);
        files.push((path.clone(), report::gradebook(&book, command.zeros).to_csv(command.output.raw)));
    }
    if let Some(folder) = &command.feedback {
        files.extend(feedback(command, folder, marked)?);
    }
    for (path, _) in &files {
        output::protect(path, read)?;
        output::refuse_overwriting(path, force)?;
    }
    if let Some(folder) = &command.feedback {
        output::make_folder(folder)?;
    }
    files.iter().try_for_each(|(path, text)| output::save(text, path, force))
}

fn feedback(
    command: &MarkCommand,
    folder: &Path,
    marked: &[GradedSheet],
) -> Result<Vec<(PathBuf, String)>, Problem> {
    // Of students with the same table the solution is the same.
    let place = |sheet: &GradedSheet| Arc::as_ptr(&sheet.answered) as usize;
    let shows_solution = |sheet: &&GradedSheet| sheet.answered.rules.shows_solution(command.solution);
    let exercises: BTreeMap<usize, &Exercise> =
        marked.iter().filter(shows_solution).map(|sheet| (place(sheet), &*sheet.answered)).collect();
    if let Some(sheet) = marked.iter().find(|sheet| command.solution && !shows_solution(sheet)) {
        output::note(&format!("{} has reveal = \"never\", so its solution is left out", sheet.exercise));
    }
    let solutions = exercises.into_par_iter().map(|(at, exercise)| Ok((at, report::solution(exercise)?)));
    let solutions: HashMap<usize, Document> = solutions.collect::<Result<_, WorkedError>>()?;
    let text = |sheet: &GradedSheet| {
        let document = match solutions.get(&place(sheet)) {
            Some(solution) => report::with_solution(sheet, solution),
            None => report::feedback(sheet),
        };
        command.feedback_format.draw(&document, Style::default())
    };
    let texts: Vec<String> = marked.par_iter().map(text).collect();
    let files = student_files(folder, marked.iter().map(GradedSheet::who), command.feedback_format.ending());
    Ok(files.into_iter().zip(texts).collect())
}
