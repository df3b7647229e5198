//! `posterior predict`: the prediction for each row.

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
use crate::table::{RowPiece, Source, Table};
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
    let other = cases::study_for_file(&study, command.queries.as_ref())?;
    let study = other.as_ref().unwrap_or(&study);
    let fitted = study.model()?;
    if command.output.format().unwrap_or(Format::Csv) == Format::Csv {
        return as_csv(&command, study, fitted);
    }
    let mut all = nothing(&command, fitted);
    let run = PredictionRun::new(&command, study, fitted, |piece| piece);
    let warnings = run.each(&mut |piece| {
        all.append(piece);
        if all.rows.len().saturating_mul(fitted.classes.len()) > POSTERIORS {
            let what = format!(
                "there are more than {} posteriors, the most that are printed otherwise than as CSV",
                grouped(POSTERIORS as u64)
            );
            let fix = "pass --format csv, or predict fewer rows at a time: --queries FILE.csv".into();
            Err(Problem { kind: "too_large", what, fix, ..Problem::default() })?;
        }
        Ok(())
    });
    let mut warnings = warnings.map_err(output::problem)?;
    warnings.extend(all.remarks().sentences());
    if command.output.is_json() {
        let answer = json::Predicted::new(&all, warnings);
        return output::answer(study, Some(fitted), answer, &command.output);
    }
    let mut document = output::report_on(study, fitted);
    document.heading("Predictions");
    document.append(all.document(warnings));
    output::document(&document, &command.output)
}

/// The most posteriors that are in memory, and the most rows.
const POSTERIORS: usize = 1 << 22;
const ROWS: usize = 1 << 16;

/// Fewer rows are not worth a second thread.
const FEW: usize = 1 << 10;

/// The most bytes of a file of cases that are read at a time.
const PIECE: u64 = 1 << 26;

fn as_csv(command: &PredictCommand, study: &Study, fitted: &Fitted) -> Outcome {
    let raw = command.output.raw;
    let (mut remarks, mut warnings) = (Remarks::default(), Vec::new());
    output::deliver_pieces(&command.output, |write| {
        let mut head = Some(nothing(command, fitted).csv_head(raw));
        let rows = |piece: Predictions| (piece.csv_rows(raw), piece.remarks());
        warnings = PredictionRun::new(command, study, fitted, rows).each(&mut |(rows, more)| {
            head.take().map_or(Ok(()), |head| write(&head))?;
            remarks.add(more);
            write(&rows)
        })?;
        // A file of cases may have none.
        head.map_or(Ok(()), |head| write(&head))
    })?;
    output::warn_all(warnings.into_iter().chain(remarks.sentences()));
    Ok(())
}

fn nothing(command: &PredictCommand, fitted: &Fitted) -> Predictions {
    Predictions {
        classes: fitted.classes.clone(),
        rows: Vec::new(),
        kept: (command.keep.clone(), Vec::new()),
        typicality: command.typicality.then(Vec::new),
        has_tails: fitted.has_tails(),
        decider: fitted.decider.clone(),
    }
}

struct PredictionRun<'a, F> {
    command: &'a PredictCommand,
    study: &'a Study,
    fitted: &'a Fitted,
    predictor: CasePredictor<'a>,
    /// What is made of some predictions, in parallel.
    of: F,
}

impl<'a, T: Send, F: Fn(Predictions) -> T + Sync> PredictionRun<'a, F> {
    fn new(command: &'a PredictCommand, study: &'a Study, fitted: &'a Fitted, of: F) -> Self {
        PredictionRun { command, study, fitted, predictor: CasePredictor::new(fitted), of }
    }

    /// Predicts some rows at a time; `each` gets the results in order. Returns the warnings about the cases.
    fn each(&self, each: &mut dyn FnMut(T) -> io::Result<()>) -> io::Result<Vec<String>> {
        if self.command.typicality {
            self.fitted.data.need_rows("how typical a row is")?;
        }
        match &self.command.queries {
            Some(file) => self.of_file(file, each),
            None => self.of_data(each).map(|()| Vec::new()),
        }
    }

    fn of_file(&self, file: &OsString, each: &mut dyn FnMut(T) -> io::Result<()>) -> io::Result<Vec<String>> {
        let fitted = self.fitted;
        let recipe = &fitted.data.resolved.recipe;
        let source = cases::source(file, &self.command.output)?;
        let (mut warnings, mut unseen, mut before) = (Vec::new(), Vec::new(), 0);
        for (at, piece) in
            source.pieces(PIECE, recipe.header != Some(false)).map_err(Problem::from)?.enumerate()
        {
            let RowPiece { bytes, skipped } = piece.map_err(Problem::from)?;
            let label = match skipped {
                0 => source.label(),
                lines => format!("{}, {} lines further down", source.label(), grouped(lines)),
            };
            let further =
                |problem: Problem| Problem { line: problem.line.map(|line| line + skipped), ..problem };
            let place = |problem: Problem| Problem { place: Some(label.clone()), ..problem };
            let piece = Source::bytes(label.clone(), bytes);
            let as_written = |table: &Table| {
                let kept = self.kept_in(table).unwrap_or_default().into_iter();
                let names = kept.filter_map(|at| Some(table.columns().get(at)?.name.as_str().to_owned()));
                names.chain(Queries::as_written(fitted, table)).collect()
            };
            let loaded = cases::load(&piece, recipe, &recipe.maps, as_written).map_err(further)?;
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
            self.predict(&loaded.table, Some(queries), &rows, before, &mut unseen, each)?;
            before += rows.len();
        }
        warnings.extend(unseen.iter().flat_map(|unseen| unseen.notes.iter().cloned()));
        warnings.extend(unseen.iter().filter(|unseen| unseen.rows > 0).map(report::unseen));
        Ok(warnings.into_iter().map(|warning| warning.trim_end_matches('.').to_owned()).collect())
    }

    fn of_data(&self, each: &mut dyn FnMut(T) -> io::Result<()>) -> io::Result<()> {
        let data = &self.fitted.data;
        let rows: Vec<usize> = match self.command.all {
            true => data.table.segments().iter().flat_map(|segment| segment.rows.clone()).collect(),
            false => data.unlabelled().collect(),
        };
        self.kept_in(&data.table)?;
        if rows.is_empty() {
            let label = self.study.source.label();
            let what = format!("there is nothing to predict: every row of {label} has a class");
            let fix = "name a CSV of cases with --queries FILE, or add --all to predict every row";
            Err(Problem { kind: "no_data", ..Problem::usage(what, fix) })?;
        }
        self.predict(&data.table, None, &rows, 0, &mut Vec::new(), each)
    }

    /// Predicts rows of a table, some at a time, in threads side by side. `queries` reads them as cases of the model; without it,
    /// the table is the data of the model. `before` is the number of rows of the file above the table.
    fn predict(
        &self,
        table: &Table,
        queries: Option<Queries<'_>>,
        rows: &[usize],
        before: usize,
        unseen: &mut Vec<Unseen>,
        each: &mut dyn FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        let kept = self.kept_in(table)?;
        let threads = if rows.len() < FEW { 1 } else { rayon::current_num_threads() };
        // Each thread has its own: they remember the texts that they read.
        let mut workers = vec![queries; threads];
        let predict_rows = |queries: &mut Option<Queries<'_>>, rows: &[usize]| {
            let mut piece = nothing(self.command, self.fitted);
            for row in rows {
                let case = match queries {
                    Some(queries) => queries.case(*row),
                    None => Case::unwritten(self.fitted, *row),
                };
                if let Some(all) = &mut piece.typicality {
                    all.push(case.as_ref().ok().and_then(|case| self.fitted.typicality(case)));
                }
                piece.rows.push((before + row + 1, self.predictor.answer(case)?));
                piece.kept.1.push(kept.iter().map(|at| table.cell_text(*row, *at).into_owned()).collect());
            }
            Ok((self.of)(piece))
        };
        let rows_at_once = (POSTERIORS / self.fitted.classes.len().max(1)).clamp(1, ROWS);
        for chunk in rows.chunks(rows_at_once) {
            let made: Vec<Result<T, Problem>> = match workers.as_mut_slice() {
                [worker] => vec![predict_rows(worker, chunk)],
                workers => {
                    let shares = chunk.par_chunks(chunk.len().div_ceil(workers.len().max(1)).max(1));
                    let work = workers.par_iter_mut().zip(shares);
                    work.map(|(worker, rows)| predict_rows(worker, rows)).collect()
                }
            };
            made.into_iter().try_for_each(|made| each(made?))?;
            workers.iter_mut().flatten().for_each(|queries| queries.add_unseen_to(unseen));
        }
        Ok(())
    }

    fn kept_in(&self, table: &Table) -> Result<Vec<usize>, Problem> {
        self.command.keep.iter().map(|name| find_column(table, name)).collect()
    }
}
