//! Reports on a data set: its columns, and the full report that `show` prints.

use super::document::{Align, Grid, cells, plural};
use super::json::{Answer, Evaluated, Explained, Fit, Shown};
use super::{Document, case_name, evaluation, parameters, posterior};
use crate::evaluate::{Evaluation, Trial};
use crate::model::{Case, Classifier, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Resolved;
use crate::table::{Kind, Loaded, Table, Topic};
use crate::text::{shorten, shown};
use crate::worked::WorkedError;
use serde::Serialize;

/// Tables of up to this many rows are printed whole.
const ROWS: usize = 20;
const FIRST: usize = 5;
const WIDE: usize = 8;
const CELL: usize = 40;
const COLUMNS: usize = 40;

pub fn profile(study: &Study) -> Document {
    let loaded = &study.loaded;
    let fitted = study.fitted.as_ref().ok();
    let resolved = study.resolved();
    let mut out = Document::headed("Data");
    out.text(size(loaded, fitted.map(AsRef::as_ref)));
    let mut grid = Grid::of(["column", "role", "kind", ">values", ">missing"]);
    let columns = loaded.table.columns();
    for (at, column) in columns.iter().enumerate().take(COLUMNS) {
        let role = resolved.as_deref().map_or("", |resolved| role(resolved, at));
        let values = match column.kind {
            Kind::Numeric => "numbers".to_owned(),
            Kind::Text => plural(column.dictionary.len(), "word"),
            Kind::Categorical | Kind::Binary => column.dictionary.len().to_string(),
        };
        grid.row(cells![column.name.to_string(), role, column.kind.word(), values, &column.missing]);
    }
    out.grid(grid);
    out.more(columns.len(), COLUMNS, "column", ".");
    out.append(rows(study));
    // The table already shows how many cells are missing.
    let mut noticed = study.noticed();
    noticed.retain(|warning| !matches!(warning.notice.topic, Topic::Missing | Topic::Few));
    out.items(noticed.iter().map(ToString::to_string));
    out
}

/// The rows of a small table, so that readers can count them; the first rows of a larger one.
fn rows(study: &Study) -> Document {
    let table = &study.loaded.table;
    let mut out = Document::default();
    if study.recipe.given.is_some() {
        return out;
    }
    if let Some(fitted) = study.fitted.as_ref().ok().filter(|fitted| fitted.data.sums.is_some()) {
        return elsewhere(fitted);
    }
    let listed = if table.rows() <= ROWS { table.rows() } else { FIRST };
    let columns: Vec<usize> = (0..table.columns().len().min(WIDE)).collect();
    out.grid(of_rows(table, &columns, listed, CELL));
    out.more(table.rows(), listed, "row", ".");
    out
}

/// The first rows of a table with their numbers, each cell at most so wide.
pub(super) fn of_rows(table: &Table, columns: &[usize], rows: usize, width: usize) -> Grid {
    let mut grid = Grid::of([">row"]);
    for column in columns.iter().filter_map(|at| table.columns().get(*at)) {
        let align = if column.kind == Kind::Numeric { Align::Right } else { Align::Left };
        grid.columns.push((column.name.to_string(), align));
    }
    for row in 0..rows {
        let cells =
            columns.iter().map(|column| shorten(&shown(&table.cell_text(row, *column)), width).into_owned());
        grid.named((row + 1).to_string(), cells);
    }
    grid
}

pub fn elsewhere(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    let Some(sums) = &fitted.data.sums else { return out };
    let (rows, asked) = (plural(fitted.data.rows(), "row"), &sums.asked);
    let place = if sums.engine == "posterior" { String::new() } else { format!(" ({})", sums.engine) };
    let (of, are) = match asked.as_str() {
        "" => ("counts", "not available".to_owned()),
        _ => ("the sums", format!("in {asked}{place}")),
    };
    out.text(format!("The model is fitted from {of} of {rows}. The rows themselves are {are}."));
    out
}

fn size(loaded: &Loaded, fitted: Option<&Fitted>) -> String {
    let table = &loaded.table;
    if fitted.is_some_and(|fitted| fitted.data.is_given()) {
        return format!("{}: the numbers of the model are given. There are no rows.", table.source);
    }
    let (rows, columns) = (plural(table.described_rows(), "row"), plural(table.columns().len(), "column"));
    let mut text = format!("{}: {rows}, {columns}.", table.source);
    if let Some(fitted) = fitted {
        let dropped = fitted.dropped();
        let without = match fitted.gda() {
            Some(_) => fitted.data.unlabelled().filter(|row| fitted.is_complete(*row)).count() as u64,
            None => fitted.statistics.unlabelled,
        };
        let left = fitted.statistics.unlabelled - without;
        let training = plural(fitted.table_rows(), "training row");
        text.push_str(&format!(" {training}"));
        if let Some(weight) = fitted.weight_column() {
            let total = fitted.rows();
            text.push_str(&format!(", each counted as often as column {weight} says, {total} in total"));
        }
        text.push('.');
        let mut also = |count: u64, what: &str, [one, several]: [&str; 2]| {
            if count > 0 {
                let end = if count == 1 { one } else { several };
                text.push_str(&format!(" {} {what} {end}.", plural(count, "row")));
            }
        };
        also(fitted.statistics.unseen, "with weight 0", ["is left out", "are left out"]);
        also(without, "without a class", ["is a query", "are queries"]);
        also(dropped + left, "without a number for every feature", ["is left out", "are left out"]);
    }
    if loaded.skipped > 0 {
        text.push_str(&format!(" {} left out.", plural(loaded.skipped, "line")));
    }
    text
}

fn role(resolved: &Resolved, column: usize) -> &'static str {
    match column {
        _ if resolved.target == column => "class",
        _ if resolved.weight == Some(column) => "weight",
        _ if resolved.features.iter().any(|feature| feature.column == column) => "feature",
        _ => "ignored",
    }
}

/// The defaults that were chosen, in one line.
fn assumed(notes: &[String], out: &mut Document) {
    if !notes.is_empty() {
        out.item(format!("Assumed: {}.", notes.join("; ")));
    }
}

/// The model in a few lines: its name, its conventions, and the defaults that were chosen.
pub fn overview(model: &dyn Classifier) -> Document {
    let mut out = Document::headed(format!("Model: {}", model.title()));
    out.text(model.conventions());
    assumed(&model.data().resolved.notes, &mut out);
    let of_recipe = model.data().resolved.warnings.iter().map(ToString::to_string);
    out.items(of_recipe.chain(model.warnings()).map(|warning| format!("{warning}.")));
    out
}

const VALUES: usize = 30;
const CASES: usize = 10;

pub struct FullReport<'a> {
    study: &'a Study,
    fitted: &'a Fitted,
    cases: Vec<Case>,
    /// The problem if the model cannot be evaluated.
    evaluation: Result<Evaluation, Problem>,
}

impl<'a> FullReport<'a> {
    /// Evaluates the model, which may take long.
    pub fn of(study: &'a Study, fitted: &'a Fitted, cases: Vec<Case>) -> Result<FullReport<'a>, Problem> {
        let evaluation = match Trial::plan(study, None).and_then(|trial| trial.run(None)) {
            Err(problem) if !matches!(problem.kind, "too_large" | "no_rows") => return Err(problem),
            evaluation => evaluation,
        };
        Ok(FullReport { study, fitted, cases, evaluation })
    }

    pub fn document(&self) -> Result<Document, WorkedError> {
        let FullReport { study, fitted, cases, .. } = self;
        let mut out = Document::titled(study.source.label());
        out.append(profile(study));
        out.append(overview(*fitted));
        out.append(parameters(fitted, Some(VALUES)));
        match &self.evaluation {
            Ok(found) => out.append(evaluation(found, None)),
            Err(problem) => out.text(format!("Not evaluated: {}. {}", problem.what, problem.advice())),
        }
        for case in cases.iter().take(CASES) {
            match posterior(fitted, case, &case_name(case)) {
                Err(long @ WorkedError::TooLong { .. }) => out.text(format!("{}: {long}.", case_name(case))),
                worked => out.append(worked?),
            }
        }
        out.items(study.left_out().map(|left_out| format!("Left out: {left_out}.")));
        let rest = " without a class. Run `posterior explain --row N` to explain one.";
        out.more(cases.len(), CASES, "row", rest);
        Ok(out)
    }

    pub fn answer(&self) -> Result<impl Serialize + '_, WorkedError> {
        let queries = self.cases.iter().map(|case| match Explained::new(self.fitted, case, (false, false)) {
            Err(WorkedError::TooLong { .. }) => Ok(None),
            explained => explained.map(Some),
        });
        let shown = Shown {
            fit: Fit::new(self.fitted),
            evaluation: self.evaluation.as_ref().ok().map(|found| Evaluated::new(found, None, false)),
            queries: queries.collect::<Result<_, _>>()?,
        };
        Ok(Answer::new(self.study, Some(self.fitted), shown))
    }

    pub fn without_model(study: &Study, problem: &Problem) -> Document {
        let mut out = Document::titled(study.source.label());
        out.append(profile(study));
        out.heading("No model yet");
        assumed(&study.resolved().map(|resolved| resolved.notes.clone()).unwrap_or_default(), &mut out);
        out.text(format!("{}. {}", problem.what, problem.advice()));
        out
    }
}
