//! `posterior predict`: what the model says of each row, one line a row.

use std::ffi::OsString;
use std::io;

use clap::Args;
use rayon::prelude::*;

use super::cases;
use super::flags::DataFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::model::{Case, CasePredictor, Fitted, Queries, Study, Unseen};
use crate::problem::Problem;
use crate::recipe::find_column;
use crate::report::{self, Predictions, Remarks, json};
use crate::table::{RowPiece, Source, Table, TableError};
use crate::text::{grouped, list};

#[derive(Args)]
pub(super) struct PredictCommand {
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

pub(super) fn run(mut command: PredictCommand) -> Outcome {
    command.keep = command.keep.iter().flat_map(|names| list(names)).collect();
    if let Some(model) = command.model_from.take() {
        command.queries = Some(std::mem::replace(&mut command.data.data, model));
    }
    let study = command.data.last_study(&command.output)?;
    let other = cases::asked_by_file(&study, command.queries.as_ref())?;
    let study = other.as_ref().unwrap_or(&study);
    let fitted = study.model()?;
    let prediction = PredictionRun { command: &command, study, fitted };
    if command.output.format().unwrap_or(Format::Csv) == Format::Csv {
        return prediction.as_csv();
    }
    let (predictions, warnings) = prediction.all().map_err(output::problem)?;
    if command.output.is_json() {
        let answer = json::Predicted::new(&predictions, warnings);
        return output::answer(study, Some(fitted), answer, &command.output);
    }
    let mut document = output::report_on(study, fitted);
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

struct PredictionRun<'a> {
    command: &'a PredictCommand,
    study: &'a Study,
    fitted: &'a Fitted,
}

impl PredictionRun<'_> {
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
                let what = format!(
                    "there are more than {} posteriors, the most that are printed otherwise than as CSV",
                    grouped(POSTERIORS as u64)
                );
                let fix = "pass --format csv, or predict fewer rows at a time: --queries FILE.csv".into();
                return Err(io::Error::other(Problem { kind: "too_large", what, fix, ..Problem::default() }));
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

    /// Predicts some rows at a time: `of` works on them in parallel, and `each` gets the results in order. Returns the
    /// warnings about the cases.
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
        let of_table = |error: TableError| io::Error::other(Problem::from(error));
        let source = cases::source(file, &self.command.output).map_err(io::Error::other)?;
        let (mut warnings, mut unseen, mut before) = (Vec::new(), Vec::new(), 0);
        let (predictor, recipe) = (CasePredictor::new(fitted), &fitted.data.resolved.recipe);
        for (at, piece) in source.pieces(PIECE, recipe.header != Some(false)).map_err(of_table)?.enumerate() {
            let RowPiece { bytes, skipped } = piece.map_err(of_table)?;
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
            let loaded = cases::load(&piece, recipe, &recipe.maps, as_written).map_err(further)?;
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
            let read = rows.len();
            let cases = CasesOfTable { table: &loaded.table, queries: Some(queries), rows, kept, before };
            self.predict(&cases, &predictor, &mut unseen, of, each)?;
            before += read;
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
        let rows: Vec<usize> = match self.command.all {
            true => table.segments().iter().flat_map(|segment| segment.rows.clone()).collect(),
            false => fitted.data.unlabelled().collect(),
        };
        let kept = self.kept_in(table).map_err(io::Error::other)?;
        if rows.is_empty() {
            let what = format!(
                "there is nothing to predict: every row of {} has a class",
                self.study.source.label()
            );
            let fix = "name a CSV of cases with --queries FILE, or add --all to predict every row";
            return Err(io::Error::other(Problem { kind: "no_data", ..Problem::usage(what, fix) }));
        }
        let cases = CasesOfTable { table, queries: None, rows, kept, before: 0 };
        self.predict(&cases, &CasePredictor::new(fitted), &mut Vec::new(), of, each)
    }

    /// Predicts the cases of a table, some at a time, in threads side by side.
    fn predict<T: Send>(
        &self,
        cases: &CasesOfTable<'_>,
        predictor: &CasePredictor<'_>,
        unseen: &mut Vec<Unseen>,
        of: &(impl Fn(Predictions) -> T + Sync),
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let threads = if cases.rows.len() < FEW { 1 } else { rayon::current_num_threads() };
        // Each thread has its own: they remember the texts that they read.
        let mut workers = vec![cases.queries.clone(); threads];
        let predict_rows = |queries: &mut Option<Queries<'_>>, rows: &[usize]| {
            let mut piece = self.nothing();
            for row in rows {
                let case = match queries {
                    Some(queries) => queries.case(*row),
                    None => Case::unwritten(self.fitted, *row),
                };
                if let Some(all) = &mut piece.typicality {
                    all.push(case.as_ref().ok().and_then(|case| self.fitted.typicality(case)));
                }
                piece.rows.push((cases.before + row + 1, predictor.answer(case)?));
                let kept = cases.kept.iter().map(|column| cases.table.cell_text(*row, *column).into_owned());
                piece.kept.1.push(kept.collect());
            }
            Ok(of(piece))
        };
        let rows_at_once = (POSTERIORS / self.fitted.classes.len().max(1)).clamp(1, ROWS);
        for chunk in cases.rows.chunks(rows_at_once) {
            let made: Vec<Result<T, Problem>> = match workers.as_mut_slice() {
                [worker] => vec![predict_rows(worker, chunk)],
                workers => {
                    let shares = chunk.par_chunks(chunk.len().div_ceil(workers.len().max(1)).max(1));
                    workers
                        .par_iter_mut()
                        .zip(shares)
                        .map(|(worker, rows)| predict_rows(worker, rows))
                        .collect()
                }
            };
            made.into_iter().try_for_each(|made| each(made.map_err(io::Error::other)?))?;
            let queries = workers.iter_mut().flatten();
            queries.for_each(|queries| queries.add_unseen_to(unseen));
        }
        Ok(())
    }

    fn kept_in(&self, table: &Table) -> Result<Vec<usize>, Problem> {
        self.command.keep.iter().map(|name| find_column(table, name)).collect()
    }
}

/// Cases that are predicted together.
struct CasesOfTable<'a> {
    table: &'a Table,
    /// How the table is read as cases of the model; `None` if it is the data of the model.
    queries: Option<Queries<'a>>,
    rows: Vec<usize>,
    /// The columns that are printed before the predictions.
    kept: Vec<usize>,
    /// Rows of the file above this table.
    before: usize,
}
