//! Writes results and messages, and defines the exit statuses.

use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::PossibleValue;
use clap::{ArgGroup, Args, ValueEnum};
use serde::Serialize;

use super::paged::PagedOutput;
use crate::app::terminal::HANGUP;
use crate::model::{Classifier, Fitted, Study};
use crate::problem::Problem;
pub(super) use crate::report::Format;
use crate::report::text::{self, Style};
use crate::report::{self, Document, Sheet, json};
use crate::table::{FilesRead, Source, write_file_by};
use crate::text::{shorten, shown, shown_lines};

pub(super) type Outcome = Result<(), Problem>;

/// Takes text piece by piece.
type Sink<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.word()).help(self.purpose()))
    }
}

#[derive(Args, Default)]
#[command(next_help_heading = "Output", group(ArgGroup::new("written").multiple(true)))]
pub(super) struct OutputFlags {
    /// text, markdown, latex, html, json, csv of tables; by default from the ending of --output (.txt, .md, .tex, .html, .json,
    /// .csv), else text; for predict csv, for question sheets markdown
    #[arg(long, value_enum, hide_possible_values = true)]
    format: Option<Format>,
    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE", group = "written")]
    pub(super) output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "written", hide_short_help = true)]
    pub(super) force: bool,
    /// Only ASCII characters in formulas
    #[arg(long, hide_short_help = true)]
    pub(super) ascii: bool,
    /// No drawn formulas or lines, for screen readers; practice EXERCISE --plain asks line by line
    #[arg(long, hide_short_help = true)]
    plain: bool,
    /// In CSV, leave cells unchanged that a spreadsheet would run as formulas: by default they begin with '
    #[arg(long, hide_short_help = true)]
    pub(super) raw: bool,
}

impl OutputFlags {
    /// The format by `--format`, else by the ending of `--output`.
    pub(super) fn format(&self) -> Option<Format> {
        self.format.or_else(|| self.output.as_deref().and_then(Format::by_ending))
    }

    pub(super) fn is_json(&self) -> bool {
        self.format() == Some(Format::Json)
    }

    pub(super) fn is_csv(&self) -> bool {
        self.format() == Some(Format::Csv)
    }

    /// Whether the result is printed or written even on a terminal, without a screen.
    pub(super) fn prints(&self) -> bool {
        self.format.is_some() || self.output.is_some() || self.plain
    }

    /// Whether to open a screen: nothing is printed, and standard output is a terminal that can draw.
    pub(super) fn opens_screen(&self) -> bool {
        let can_draw =
            io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        can_draw && !self.prints()
    }

    pub(super) fn is_line_mode(&self) -> bool {
        self.plain && self.format.is_none() && self.output.is_none()
    }

    pub(super) fn protect(&self, read: &FilesRead) -> Outcome {
        self.output.iter().try_for_each(|path| protect(path, read))
    }

    pub(super) fn style(&self) -> Style {
        Style { ascii: self.ascii, plain: self.plain, ..Style::default() }
    }
}

pub(super) const PAPER: [Format; 4] = [Format::Text, Format::Markdown, Format::Latex, Format::Html];

pub(super) fn format_of_sheets(flags: &OutputFlags) -> Result<Format, Problem> {
    refuse_format(flags, "question sheets are printed as Markdown, LaTeX, HTML or text", &PAPER)?;
    Ok(flags.format().unwrap_or(Format::Markdown))
}

/// Refuses a format that `what` cannot be printed in. The ending of a file counts only where there is a choice.
pub(super) fn refuse_format(flags: &OutputFlags, what: &str, taken: &[Format]) -> Outcome {
    let asked = if taken.len() > 1 { flags.format() } else { flags.format };
    let fix = match flags.format {
        Some(_) => "leave --format out, or choose another format",
        None => "choose another ending for --output",
    };
    if asked.is_none_or(|format| taken.contains(&format)) { Ok(()) } else { Err(Problem::usage(what, fix)) }
}

pub(super) fn document(document: &Document, flags: &OutputFlags) -> Outcome {
    match flags.format().unwrap_or(Format::Text) {
        Format::Csv => Err(Problem::usage(
            "the answer is not a single table, so it cannot be CSV",
            "pass --format markdown, latex or html, or print one of its tables: fit, evaluate, explain and compare print their \
             numbers with --format csv, and predict prints the predictions",
        )),
        Format::Svg => Err(Problem::usage(
            "the answer is not a picture, so it cannot be SVG",
            "posterior plot draws pictures; here pass --format html",
        )),
        // It is safe as it is, and keeps its colours.
        Format::Text if flags.output.is_none() && !flags.plain && has_colours(&io::stdout()) => {
            let text = text::render(document, Style { colour: true, ..flags.style() });
            to_reader(false, |out| out.write_all(text.as_bytes()))
        }
        format => deliver(&format.draw(document, flags.style()), flags),
    }
}

pub(super) fn sheet(sheet: &Sheet, flags: &OutputFlags) -> Outcome {
    deliver(&sheet.to_csv(flags.raw), flags)
}

/// Prints an answer as JSON, after its data and its model.
pub(super) fn answer(
    study: &Study,
    model: Option<&dyn Classifier>,
    answer: impl Serialize,
    flags: &OutputFlags,
) -> Outcome {
    object(&json::Answer::new(study, model, answer), flags)
}

/// A report that begins with the data and the model.
pub(super) fn report_on(study: &Study, model: &dyn Classifier) -> Document {
    let mut document = Document::titled(study.source.label());
    document.append(report::overview(model));
    document
}

/// Prints a document with notes on how typed names were parsed, and the conventions of the model.
pub(super) fn with_notes(
    mut document: Document,
    notes: &[String],
    fitted: &Fitted,
    flags: &OutputFlags,
) -> Outcome {
    notes.iter().for_each(|note| document.item(format!("{note}.")));
    document.text(fitted.conventions());
    self::document(&document, flags)
}

pub(super) fn object(value: &impl Serialize, flags: &OutputFlags) -> Outcome {
    match &flags.output {
        Some(path) => save(&json::written(value), path, flags.force),
        None => to_reader(flags.plain, |out| json::write(value, out)),
    }
}

pub(super) fn deliver(text: &str, flags: &OutputFlags) -> Outcome {
    deliver_pieces(flags, |to| to(text))
}

/// Like [`deliver`], for text made piece by piece. If making it fails, returns the error and writes no file.
pub(super) fn deliver_pieces(flags: &OutputFlags, make: impl FnOnce(Sink<'_>) -> io::Result<()>) -> Outcome {
    match &flags.output {
        Some(path) => save_pieces(path, flags.force, make),
        None => print_pieces(flags.plain, make),
    }
}

/// Removes what would control a terminal, since names in the data may hold anything. Files and programs get the text
/// unchanged.
fn harmless<'a>(text: &'a str, to: &impl IsTerminal) -> Cow<'a, str> {
    if to.is_terminal() { shown_lines(text) } else { Cow::Borrowed(text) }
}

fn has_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

pub(super) fn print(text: &str) -> Outcome {
    print_pieces(false, |to| to(text))
}

fn print_pieces(plain: bool, make: impl FnOnce(Sink<'_>) -> io::Result<()>) -> Outcome {
    to_reader(plain, |out| make(&mut |text| out.write_all(harmless(text, &io::stdout()).as_bytes())))
}

fn to_reader(plain: bool, write: impl FnOnce(&mut PagedOutput) -> io::Result<()>) -> Outcome {
    let mut out = PagedOutput::new(plain);
    let written = write(&mut out);
    match written.and(out.end()) {
        Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
            Err(failed("standard output cannot be written", cause))
        }
        _ => Ok(()),
    }
}

/// Writes a file completely or not at all. Writes to a device or a pipe directly: a file in its place would replace it.
pub(super) fn save(text: &str, path: &Path, force: bool) -> Outcome {
    save_pieces(path, force, |to| to(text))
}

fn save_pieces(path: &Path, force: bool, make: impl FnOnce(Sink<'_>) -> io::Result<()>) -> Outcome {
    if path.as_os_str() == "-" {
        return print_pieces(true, make);
    }
    let name = path.to_string_lossy();
    let not_written = |cause: io::Error| failed(&format!("{name} cannot be written"), cause);
    if is_no_file(path) {
        let opened = OpenOptions::new().write(true).open(path);
        let written = opened.and_then(|mut to| {
            make(&mut |text| {
                let text = harmless(text, &to).into_owned();
                to.write_all(text.as_bytes())
            })
        });
        return written.map_err(not_written);
    }
    refuse_overwriting(path, force)?;
    write_file_by(path, true, |to| make(&mut |text| to.write_all(text.as_bytes()))).map_err(not_written)
}

/// Whether a path names something that is neither a file nor a folder, such as `/dev/null` or a pipe.
pub(super) fn is_no_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

pub(super) fn make_folder(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|cause| {
        let what = format!("the folder {} cannot be created: {cause}", folder.to_string_lossy());
        failure(what, "check the path")
    })
}

/// Refuses to write over an existing file without `force`.
pub(super) fn refuse_overwriting(path: &Path, force: bool) -> Outcome {
    if !path.exists() || force || is_no_file(path) {
        return Ok(());
    }
    let fix = "pass --force to overwrite it, or choose another name";
    Err(Problem::usage(format!("{} already exists", path.to_string_lossy()), fix))
}

/// Refuses to write over a file that is read, so that neither the data nor a file of the recipe is lost.
pub(super) fn protect(path: &Path, read: &FilesRead) -> Outcome {
    if !read.hold(path) {
        return Ok(());
    }
    Err(Problem::usage(
        format!("{} is an input of this command, and inputs are never overwritten", path.to_string_lossy()),
        "choose another name for the output: --force does not apply to inputs",
    ))
}

const WARNINGS: usize = 8;

/// Prints what was noticed in the data on standard error. Samples need no warnings.
pub(super) fn warn(study: &Study) {
    if !matches!(study.source, Source::Sample(_)) {
        warn_all(study.noticed().iter().map(ToString::to_string));
    }
}

fn warning(line: &str) -> String {
    format!("warning: {}\n", shorten(&shown(line), 300))
}

/// Prints the first warnings on standard error, and how many more there are.
pub(super) fn warn_all(warnings: impl Iterator<Item = String>) {
    let all: Vec<String> = warnings.collect();
    let mut text: String = all.iter().take(WARNINGS).map(|line| warning(line)).collect();
    if all.len() > WARNINGS {
        text.push_str(&format!("warning: and {} more\n", all.len() - WARNINGS));
    }
    write_message(text);
}

/// Prints every warning on standard error: each is about another sheet.
pub(super) fn warn_each(warnings: &[String]) {
    let text: String = warnings.iter().map(|line| warning(line)).collect();
    let _ = io::stderr().write_all(text.as_bytes());
}

pub(super) fn write_lines(lines: &str) {
    let _ = io::stderr().write_all(shown_lines(lines).as_bytes());
}

const LINE: usize = 800;

const LONGEST: usize = 2_000;

fn write_message(mut text: String) {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push_str("…\n");
    }
    let _ = io::stderr().write_all(text.as_bytes());
}

pub(super) fn note(text: &str) {
    write_message(format!("note: {}\n", shorten(&shown(text), LINE)));
}

pub(super) fn problem(cause: io::Error) -> Problem {
    failed("the answer cannot be converted", cause)
}

fn failed(what: &str, cause: io::Error) -> Problem {
    cause.downcast::<Problem>().unwrap_or_else(|cause| {
        failure(format!("{what}: {cause}"), "check the path and the space on the disk")
    })
}

/// An error that neither the data nor the request causes.
pub(super) fn failure(what: impl Into<String>, fix: impl Into<String>) -> Problem {
    Problem { kind: "failed", what: what.into(), fix: fix.into(), ..Problem::default() }
}

/// Prints an error to standard error and, for a program that asked for JSON, as JSON to standard output.
pub(super) fn print_error(problem: &Problem, as_json: bool) {
    let line = |indent: &str, text: &str| format!("{indent}{}\n", shorten(&shown(text), LINE));
    let place = problem.place.iter().map(|place| line("  ", place));
    let excerpt = problem.excerpt.iter().map(|excerpt| line("    ", excerpt));
    let advice = problem.advice();
    let message: String = place.chain(excerpt).chain(advice.lines().map(|fix| line("  ", fix))).collect();
    let error = if has_colours(&io::stderr()) { "\x1b[1;31merror:\x1b[0m" } else { "error:" };
    write_message(format!("{error} {}\n{message}", shorten(&shown(&problem.what), LINE)));
    if as_json {
        let _ = print(&json::written(&serde_json::json!({ "error": json::refusal(problem) })));
    }
}

pub(super) const USAGE: u8 = 2;
/// Data that cannot be read, or from which no model can be fitted.
const DATA: u8 = 3;
/// A wrong answer, or an exercise that fails a self test.
pub(super) const WRONG: u8 = 4;
pub(super) const UNMARKED: u8 = 5;

pub(super) fn status(problem: &Problem) -> u8 {
    match problem.kind {
        "failed" => 1,
        "hang_up" => HANGUP,
        "interrupted" => 130,
        _ if problem.usage => USAGE,
        _ => DATA,
    }
}
