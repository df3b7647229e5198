//! The files that `posterior mark` writes: marks, gradebook and feedback, all of them or none.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use rayon::prelude::*;

use super::super::exercise::student_files;
use super::super::output::{self, Format, Outcome};
use super::{FeedbackFormat, Mark};
use crate::practice::{Exercise, Gradebook, GradedSheet, SheetFolder};
use crate::problem::Problem;
use crate::report::text::Style;
use crate::report::{self, Document};
use crate::table::FilesRead;
use crate::worked::WorkedError;

impl FeedbackFormat {
    fn format(self) -> (Format, &'static str) {
        match self {
            FeedbackFormat::Markdown => (Format::Markdown, "md"),
            FeedbackFormat::Html => (Format::Html, "html"),
            FeedbackFormat::Text => (Format::Text, "txt"),
        }
    }
}

pub(super) fn write(
    command: &Mark,
    folder: &SheetFolder,
    marked: &[GradedSheet],
    read: &FilesRead,
) -> Outcome {
    let force = command.output.force;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    if let Some(path) = &command.csv {
        files.push((path.clone(), report::marks(marked).to_csv(command.output.raw)));
    }
    if let Some(path) = &command.gradebook {
        files.push((path.clone(), gradebook(command, folder, marked)));
    }
    if let Some(folder) = &command.feedback {
        files.extend(feedback(command, folder, marked)?);
    }
    for (path, _) in &files {
        output::spare(path, read)?;
        output::refuse_over(path, force)?;
    }
    if let Some(folder) = &command.feedback {
        output::make_folder(folder)?;
    }
    files.iter().try_for_each(|(path, text)| output::save(text, path, force))
}

fn gradebook(command: &Mark, folder: &SheetFolder, marked: &[GradedSheet]) -> String {
    let book = Gradebook::of(marked, folder.roster.as_ref());
    output::warn_each(&book.notes);
    report::gradebook(&book, command.zeros).to_csv(command.output.raw)
}

fn feedback(
    command: &Mark,
    folder: &Path,
    marked: &[GradedSheet],
) -> Result<Vec<(PathBuf, String)>, Problem> {
    let (format, ending) = command.feedback_format.format();
    // Of students with the same table the solution is the same.
    let place = |sheet: &GradedSheet| Arc::as_ptr(&sheet.answered) as usize;
    let now = SystemTime::now();
    let told = |sheet: &&GradedSheet| {
        let is_over = sheet.answered.words.deadline.is_some_and(|deadline| deadline.is_over(now));
        sheet.answered.rules.tells_solution(is_over, command.solution)
    };
    let exercises: BTreeMap<usize, &Exercise> =
        marked.iter().filter(told).map(|sheet| (place(sheet), &*sheet.answered)).collect();
    let withheld = marked.iter().find(|sheet| command.solution && !told(sheet));
    if let Some(sheet) = withheld {
        output::note(&format!("{} has reveal = \"never\", so its solution is left out", sheet.exercise));
    }
    let solutions = exercises.into_par_iter().map(|(at, exercise)| Ok((at, report::solution(exercise)?)));
    let solutions: HashMap<usize, Document> = solutions.collect::<Result<_, WorkedError>>()?;
    let text = |sheet: &GradedSheet| {
        let document = match solutions.get(&place(sheet)) {
            Some(solution) => report::with_solution(sheet, solution),
            None => report::feedback(sheet),
        };
        format.draw(&document, Style::default())
    };
    let texts: Vec<String> = marked.par_iter().map(text).collect();
    let files = student_files(folder, marked.iter().map(GradedSheet::who), ending);
    Ok(files.into_iter().zip(texts).collect())
}
