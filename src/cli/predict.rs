//! `posterior predict`: what the model says of each row, one line a row.

use std::ffi::OsString;
use std::io;

use clap::Args;
use rayon::prelude::*;

use super::cases;
use super::flags::DataFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::model::{Answers, Case, Fitted, Queries, QueryAnswer, ScoreTables, Study, Typicality};
use crate::problem::Problem;
use crate::recipe::find_column;
use crate::report::{self, Document, Predictions, Remarks, json};
use crate::table::{RowPiece, Source, Table, TableError};
use crate::text::{grouped, list};

#[derive(Args)]
pub(super) struct Predict {
    #[command(flatten)]
    data: DataFlags,
    /// A CSV of cases, or - for standard input; without it, the rows of DATA that have no class
    #[arg(long, value_name = "FILE", help_heading = "What is predicted")]
    queries: Option<OsString>,
    /// The model: sums, a recipe of given numbers, or training data; DATA then holds the cases
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["queries", "all"], help_heading = "What is predicted")]
    model_from: Option<OsString>,
    /// Predict every row of DATA, including training rows
    #[arg(long, conflicts_with = "queries", help_heading = "What is predicted")]
    all: bool,
    /// How typical each row is: ln P(x), its rank among the training rows, and the χ² tail of each class
    #[arg(long, help_heading = "What is predicted", hide_short_help = true)]
    typicality: bool,
    /// Columns of the cases to print before the predictions, such as id,name
    #[arg(long, value_name = "A,B", help_heading = "What is predicted", hide_short_help = true)]
    keep: Vec<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(mut command: Predict) -> Outcome {
    command.keep = command.keep.iter().flat_map(|names| list(names)).collect();
    if let Some(model) = command.model_from.take() {
        command.queries = Some(std::mem::replace(&mut command.data.data, model));
    }
    let study = command.data.last_study(&command.output)?;
    let other = cases::asked_by_file(&study, command.queries.as_ref())?;
    let study = other.as_ref().unwrap_or(&study);
    let fitted = study.model()?;
    let asked = Asked { command: &command, study, fitted };
    if command.output.format().unwrap_or(Format::Csv) == Format::Csv {
        return asked.as_csv();
    }
    let (predictions, warnings) = asked.all().map_err(output::problem)?;
    if command.output.is_json() {
        let answer = json::Predicted::new(&predictions, warnings);
        return output::object(&json::Answer::new(study, Some(fitted), answer), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    document.heading("Predictions");
    document.append(predictions.document(warnings));
    output::document(&document, &command.output)
}

/// The most posteriors that are held, and the most rows.
const POSTERIORS: usize = 1 << 22;
const ROWS: usize = 1 << 16;

/// Fewer rows are not worth a second thread.
const FEW: usize = 1 << 10;

/// The most bytes of a file of cases that are read at a time.
const PIECE: u64 = 1 << 26;

struct Asked<'a> {
    command: &'a Predict,
    study: &'a Study,
    fitted: &'a Fitted,
}

impl<'a> Asked<'a> {
    fn as_csv(&self) -> Outcome {
        let raw = self.command.output.raw;
        let (mut remarks, mut warnings) = (Remarks::default(), Vec::new());
        output::deliver_pieces(&self.command.output, |write| {
            let mut begun = false;
            let of = |piece: Predictions| (piece.csv_rows(raw), piece.remarks());
            warnings = self.each(&of, &mut |(rows, more)| {
                if !std::mem::replace(&mut begun, true) {
                    write(&self.nothing().csv_head(raw))?;
                }
                remarks.add(more);
                write(&rows)
            })?;
            // A file of cases may have none.
            if begun { Ok(()) } else { write(&self.nothing().csv_head(raw)) }
        })?;
        output::warn_all(warnings.into_iter().chain(remarks.sentences()));
        Ok(())
    }

    fn all(&self) -> io::Result<(Predictions, Vec<String>)> {
        let mut all = self.nothing();
        let warnings = self.each(&|piece| piece, &mut |piece| {
            all.append(piece);
            if all.rows.len().saturating_mul(self.fitted.classes.len()) > POSTERIORS {
                return Err(io::Error::other(too_many()));
            }
            Ok(())
        })?;
        let warnings = warnings.into_iter().chain(all.remarks().sentences()).collect();
        Ok((all, warnings))
    }

    fn nothing(&self) -> Predictions {
        Predictions {
            classes: self.fitted.classes.clone(),
            rows: Vec::new(),
            kept: (self.command.keep.clone(), Vec::new()),
            typicality: self.command.typicality.then(Vec::new),
            has_tails: self.fitted.has_tails(),
            decider: self.fitted.decider.clone(),
        }
    }

    /// Predicts some rows at a time: `of` makes something of them, side by side, and `each` is given it in their order. What
    /// is answered is said of the cases as they were read.
    fn each<T: Send>(
        &self,
        of: &(impl Fn(Predictions) -> T + Sync),
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<Vec<String>> {
        if self.command.typicality {
            self.fitted.data.need_rows("how typical a row is").map_err(io::Error::other)?;
        }
        match &self.command.queries {
            Some(file) => self.of_file(file, of, each),
            None => self.of_data(of, each).map(|()| Vec::new()),
        }
    }

    fn of_file<T: Send>(
        &self,
        file: &OsString,
        of: &(impl Fn(Predictions) -> T + Sync),
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<Vec<String>> {
        let fitted = self.fitted;
        let source = cases::source(file, &self.command.output).map_err(io::Error::other)?;
        let (mut warnings, mut unseen, mut before) = (Vec::new(), Vec::new(), 0);
        let tables = ScoreTables::new(fitted);
        for (at, piece) in source.pieces(PIECE).map_err(error)?.enumerate() {
            let RowPiece { bytes, skipped } = piece.map_err(error)?;
            let label = match skipped {
                0 => source.label(),
                lines => format!("{}, {} lines further down", source.label(), grouped(lines)),
            };
            let further = |problem: Problem| {
                let line = problem.line.map(|line| line + skipped);
                io::Error::other(Problem { line, ..problem })
            };
            let piece = Source::bytes(label.clone(), bytes);
            let as_written = |table: &Table| {
                let kept = self.kept_in(table).unwrap_or_default().into_iter();
                let names = kept.filter_map(|at| Some(table.columns().get(at)?.name.as_str().to_owned()));
                names.chain(Queries::as_written(fitted, table)).collect()
            };
            let loaded = cases::load(&piece, as_written).map_err(further)?;
            let place =
                |problem: Problem| io::Error::other(Problem { place: Some(label.clone()), ..problem });
            let kept = self.kept_in(&loaded.table).map_err(place)?;
            let queries = Queries::new(fitted, &loaded.table, &kept).map_err(place)?;
            // What a column looks like by itself does not matter here; lines that were passed over do.
            let notices =
                loaded.notices.iter().filter(|notice| notice.line.is_some() && notice.column.is_none());
            warnings.extend(notices.map(|notice| format!("{label}: {notice}")));
            if at == 0 {
                warnings.extend(queries.notes.iter().cloned());
            }
            let rows: Vec<usize> = (0..queries.rows()).collect();
            let workers = workers(rows.len()).map(|_| (queries.clone(), Answers::new(&tables)));
            let mut workers: Vec<(Queries<'_>, Answers<'_>)> = workers.collect();
            for chunk in rows.chunks(self.rows_at_once()) {
                let answer = |worker: &mut (Queries<'_>, Answers<'_>), row| {
                    let case = worker.0.case(row);
                    let kept = cells(&loaded.table, &kept, row);
                    self.answered(fitted, &mut worker.1, (before + row, kept), case)
                };
                self.side_by_side(&mut workers, chunk, answer, of, each)?;
                workers.iter_mut().for_each(|(queries, _)| queries.add_unseen_to(&mut unseen));
            }
            before += rows.len();
        }
        warnings.extend(unseen.iter().flat_map(|unseen| unseen.notes.iter().cloned()));
        warnings.extend(unseen.iter().filter(|unseen| unseen.rows > 0).map(report::unseen));
        Ok(warnings.into_iter().map(|warning| warning.trim_end_matches('.').to_owned()).collect())
    }

    fn of_data<T: Send>(
        &self,
        of: &(impl Fn(Predictions) -> T + Sync),
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let (fitted, table) = (self.fitted, &self.fitted.data.table);
        let wanted: Vec<usize> = match self.command.all {
            true => table.segments().iter().flat_map(|segment| segment.rows.clone()).collect(),
            false => fitted.data.unlabelled().collect(),
        };
        let kept = self.kept_in(table).map_err(io::Error::other)?;
        let tables = ScoreTables::new(fitted);
        let mut workers: Vec<Answers<'_>> = workers(wanted.len()).map(|_| Answers::new(&tables)).collect();
        wanted.chunks(self.rows_at_once()).try_for_each(|chunk| {
            let answer = |answers: &mut Answers<'_>, row| {
                let kept = cells(table, &kept, row);
                self.answered(fitted, answers, (row, kept), Case::unwritten(fitted, row))
            };
            self.side_by_side(&mut workers, chunk, answer, of, each)
        })?;
        if !wanted.is_empty() {
            return Ok(());
        }
        Err(io::Error::other(Problem {
            kind: "no_data",
            what: format!(
                "there is nothing to predict: every row of {} has a class",
                self.study.source.label()
            ),
            fix: "name a CSV of cases with --queries FILE, or add --all to predict every row".into(),
            usage: true,
            ..Problem::default()
        }))
    }

    fn rows_at_once(&self) -> usize {
        (POSTERIORS / self.fitted.classes.len().max(1)).clamp(1, ROWS)
    }

    fn side_by_side<W: Send, T: Send>(
        &self,
        workers: &mut [W],
        rows: &[usize],
        answer: impl Fn(&mut W, usize) -> Result<Answered, Problem> + Sync,
        of: &(impl Fn(Predictions) -> T + Sync),
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let one = |worker: &mut W, rows: &[usize]| {
            let mut piece = self.nothing();
            for row in rows {
                let ((row, kept), said, typicality) = answer(worker, *row)?;
                piece.rows.push((row, said));
                piece.kept.1.push(kept);
                piece.typicality.iter_mut().for_each(|all| all.push(typicality.clone()));
            }
            Ok(of(piece))
        };
        let made: Vec<Result<T, Problem>> = match workers {
            [worker] => vec![one(worker, rows)],
            workers => {
                let share = rows.len().div_ceil(workers.len().max(1)).max(1);
                let shares: Vec<&[usize]> = rows.chunks(share).collect();
                workers.par_iter_mut().zip(shares).map(|(worker, rows)| one(worker, rows)).collect()
            }
        };
        made.into_iter().try_for_each(|made| each(made.map_err(io::Error::other)?))
    }

    fn answered(
        &self,
        fitted: &Fitted,
        answers: &mut Answers<'_>,
        (row, kept): (usize, Vec<String>),
        case: Result<Case, Problem>,
    ) -> Result<Answered, Problem> {
        let case_in_hand = case.as_ref().ok().filter(|_| self.command.typicality);
        let typicality = case_in_hand.and_then(|case| fitted.typicality(case));
        Ok(((row + 1, kept), answers.answer(case)?, typicality))
    }

    fn kept_in(&self, table: &Table) -> Result<Vec<usize>, Problem> {
        self.command.keep.iter().map(|name| find_column(table, name)).collect()
    }
}

fn cells(table: &Table, columns: &[usize], row: usize) -> Vec<String> {
    columns.iter().map(|column| table.cell_text(row, *column).into_owned()).collect()
}

type Answered = ((usize, Vec<String>), QueryAnswer, Option<Typicality>);

fn workers(rows: usize) -> std::ops::Range<usize> {
    0..if rows < FEW { 1 } else { rayon::current_num_threads() }
}

fn error(error: TableError) -> io::Error {
    io::Error::other(Problem::from(error))
}

fn too_many() -> Problem {
    Problem {
        kind: "too_large",
        what: format!(
            "there are more than {} posteriors, the most that are printed otherwise than as CSV",
            grouped(POSTERIORS as u64)
        ),
        fix: "pass --format csv, or predict fewer rows at a time: --queries FILE.csv".into(),
        ..Problem::default()
    }
}
