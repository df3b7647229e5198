//! `posterior mark`: answer sheets, marked line by line.

use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::exercise::student_files;
use super::flags::Outside;
use super::output::{self, Outcome, OutputFlags, UNMARKED, WRONG};
use super::screen;
use crate::practice::{ExerciseLibrary, FileStamps, GradedSheet, Seen, SheetFolder, Verdict};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::report::text::Style;
use crate::report::{self, Document, markdown};
use crate::table::FilesRead;
use crate::workbench::practice::Exercises;
use crate::workbench::{Beginning, ThemeName};

#[derive(Args)]
pub(super) struct Mark {
    /// A sheet (text), a folder of sheets, or a wide CSV with a row for each student
    #[arg(value_name = "SHEET", required = true)]
    pub(super) sheets: Vec<PathBuf>,
    /// The exercise that is answered, a file or course:ID; without it, that of the sheet's “exercise:” line among the
    /// exercises beside it
    #[arg(long, value_name = "EXERCISE")]
    pub(super) exercise: Vec<PathBuf>,
    /// Write the marks as CSV: a row for each step of each sheet
    #[arg(long, value_name = "FILE", group = "written")]
    csv: Option<PathBuf>,
    /// Write feedback into this folder: a Markdown file for each student, without the right answers
    #[arg(long, value_name = "FOLDER", group = "written")]
    feedback: Option<PathBuf>,
    /// Print the report on the class: steps against students, and the causes of wrong lines
    #[arg(long)]
    report: bool,
    /// Show the students' names in the report, which calls them 1, 2, 3 … without it
    #[arg(long)]
    names: bool,
    /// For the teacher: the worked posterior of what went wrong on the sheet of this student, or of this name
    #[arg(long, value_name = "SHEET")]
    why: Option<String>,
    /// Mark again whenever a sheet is saved: in the workbench; without a terminal, or with --plain, as text
    #[arg(long, conflicts_with_all = ["csv", "feedback", "output", "format"])]
    pub(super) watch: bool,
    #[command(flatten)]
    pub(super) outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Marks the sheets, and gives the exit status: of the worst line.
pub(super) fn run(command: &Mark) -> Result<u8, Problem> {
    let (library, folder) = read(command)?;
    let read: FilesRead = library.files().into_iter().chain(folder.files.iter().cloned()).collect();
    command.output.spare(&read)?;
    let marked = folder.marked()?;
    let force = command.output.force;
    let feedback =
        command.feedback.as_deref().map(|folder| feedback_files(folder, &marked)).unwrap_or_default();
    // Nothing is written where one of the files is there already.
    for path in command.csv.iter().chain(feedback.iter().map(|(path, _)| path)) {
        output::spare(path, &read)?;
        output::refuse_over(path, force)?;
    }
    output::warn_each(&folder.warnings);
    if let Some(path) = &command.csv {
        output::save(&report::marks(&marked).to_csv(command.output.raw), path, force)?;
    }
    if let Some(folder) = &command.feedback {
        output::make_folder(folder)?;
    }
    for (path, text) in &feedback {
        output::save(text, path, force)?;
    }
    told(command, &folder, &marked)?;
    Ok(status(&folder, &marked))
}

fn read(command: &Mark) -> Result<(ExerciseLibrary, SheetFolder), Problem> {
    let reach = command.outside.reach();
    let library = match command.exercise.as_slice() {
        [] => ExerciseLibrary::beside(&command.sheets, reach)?,
        files => ExerciseLibrary::open(files, reach)?,
    };
    let folder = SheetFolder::read(&command.sheets, &library)?;
    Ok((library, folder))
}

/// The sheets that a name means: of a student, or of a file.
fn sheets_of<'s>(name: &str, marked: &'s [GradedSheet]) -> Result<Vec<&'s GradedSheet>, Problem> {
    let is = |sheet: &&GradedSheet| {
        let file = Path::new(&sheet.sheet).file_stem().and_then(|stem| stem.to_str());
        [Some(sheet.who()), Some(sheet.sheet.as_str()), file]
            .into_iter()
            .flatten()
            .any(|own| folded(own) == folded(name))
    };
    let found: Vec<&GradedSheet> = marked.iter().filter(is).collect();
    if found.is_empty() {
        let near = nearest(name, marked.iter().map(GradedSheet::who));
        let near = near
            .map(|near| format!("did you mean {near}?"))
            .unwrap_or_else(|| "name a student or a file".into());
        return Err(Problem::usage(format!("there is no sheet of “{name}”"), near));
    }
    Ok(found)
}

fn told(command: &Mark, folder: &SheetFolder, marked: &[GradedSheet]) -> Outcome {
    if let Some(name) = &command.why {
        let mut out = Document::default();
        sheets_of(name, marked)?.into_iter().for_each(|sheet| out.append(report::why_of_sheet(sheet)));
        return output::document(&out, &command.output);
    }
    if command.output.is_json() {
        return output::object(&report::json::Marks::new(marked, folder), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::marks(marked), &command.output);
    }
    let alone = marked.len() == 1 && folder.unread.is_empty();
    if command.report || !alone {
        let mut out = report::class_report(marked, command.names);
        out.append(report::not_marked(folder));
        return output::document(&out, &command.output);
    }
    let mut out = Document::default();
    marked.iter().for_each(|sheet| out.append(report::feedback(sheet)));
    output::document(&out, &command.output)
}

/// 4 where a line is wrong, 5 where none is and one could not be marked.
fn status(folder: &SheetFolder, marked: &[GradedSheet]) -> u8 {
    let lines = || marked.iter().flat_map(|sheet| &sheet.lines);
    if lines().any(|line| line.marked.verdict == Verdict::Wrong) {
        WRONG
    } else if !folder.unread.is_empty() || lines().any(|line| line.marked.verdict == Verdict::Unmarked) {
        UNMARKED
    } else {
        0
    }
}

fn feedback_files(folder: &Path, marked: &[GradedSheet]) -> Vec<(PathBuf, String)> {
    let names = student_files(folder, marked.iter().map(GradedSheet::who), "md").into_iter();
    let text = |sheet| markdown::render(&report::feedback(sheet), Style::default());
    names.zip(marked.iter().map(text)).collect()
}

const PAUSE: Duration = Duration::from_millis(250);
const LINE: &str = "\n----------------------------------------\n\n";
/// Looks for which a file that is gone is waited for: two seconds.
const PATIENCE: u32 = 8;

/// Runs until it is interrupted, or left.
pub(super) fn watch(command: &Mark) -> Outcome {
    let before = FileStamps::of(&command.sheets);
    let (library, folder) = read(command)?;
    if stdout().is_terminal() && !command.output.style().plain {
        let exercises = match command.exercise.as_slice() {
            [] => Exercises::Beside(command.outside.reach()),
            files => Exercises::Files(files.to_vec(), command.outside.reach()),
        };
        let beginning = Beginning::Sheets(command.sheets.clone(), exercises);
        return screen::open(ThemeName::default(), command.output.ascii(), beginning);
    }
    output::warn_each(&folder.warnings);
    told(command, &folder, &folder.marked()?)?;
    again(command, &library, before)
}

/// Prints the marks whenever a sheet was saved; only an interruption ends it, or a reader that cannot be written to.
fn again(command: &Mark, library: &ExerciseLibrary, mut before: FileStamps) -> Outcome {
    let mut gone = 0;
    loop {
        thread::sleep(PAUSE);
        let (seen, now) = before.look(&command.sheets);
        gone = if let Seen::Gone(_) = seen { gone + 1 } else { 0 };
        let missed = matches!(&seen, Seen::Gone(path) if gone >= PATIENCE && !command.sheets.contains(path));
        if seen != Seen::Changed && !missed {
            continue;
        }
        before = now;
        let mut out = stdout().lock();
        if out.write_all(LINE.as_bytes()).and_then(|()| out.flush()).is_err() {
            return Ok(());
        }
        drop(out);
        match SheetFolder::read(&command.sheets, library) {
            Ok(folder) => {
                output::warn_each(&folder.warnings);
                told(command, &folder, &folder.marked()?)?;
            }
            Err(problem) => output::complain(&problem, false),
        }
    }
}
