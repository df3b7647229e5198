//! `posterior explain`: worked posteriors, or the working of one number.

use std::ffi::OsString;

use clap::Args;
use serde_json::{Value, json};

use super::against::{self, Request};
use super::flags::{Conventions, DataFlags, OutputFlags};
use super::show::answer;
use super::{Outcome, output, queries};
use crate::model::{Case, CaseError, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::{self, Document};
use crate::table::Table;
use crate::worked::likelihood::argue;
use crate::worked::{derive, resolve_quantity};

const CASES: &str = "What is explained";

#[derive(Args)]
pub(super) struct Explain {
    #[command(flatten)]
    data: DataFlags,
    /// A case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", help_heading = CASES)]
    query: Vec<String>,
    /// A CSV of cases
    #[arg(long, value_name = "FILE", help_heading = CASES)]
    queries: Option<OsString>,
    /// A row of the data, from 1
    #[arg(long, value_name = "N", help_heading = CASES)]
    row: Vec<usize>,
    /// One number: "P(sunny | yes)"
    #[arg(long, value_name = "QUANTITY", help_heading = CASES)]
    quantity: Option<String>,
    /// Why the formula of a parameter is what it is: "P(yes)", "mean(height | male)"
    #[arg(long, value_name = "PARAMETER", conflicts_with = "quantity", help_heading = CASES)]
    why: Option<String>,
    /// Beside it the same under another program's conventions: cs229, scikit-learn, weka, r-e1071, mass or orange
    #[arg(long, value_name = "NAME", help_heading = CASES, value_parser = Conventions, hide_possible_values = true)]
    against: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// In the JSON, every formula as LaTeX, too
    #[arg(long)]
    latex: bool,
}

pub(super) fn run(command: Explain) -> Outcome {
    if command.latex && !command.output.is_json() {
        return Err(Problem {
            kind: "usage",
            what: "--latex adds to the JSON, and no JSON was asked for".into(),
            fix: "add --format json; a whole document in LaTeX is --format latex".into(),
            usage: true,
            ..Problem::default()
        });
    }
    let other = command.against.as_deref().map(str::parse::<Convention>).transpose()?;
    let study = command.data.study()?;
    let (fitted, mut out) = answer(&study)?;
    if let Some(parameter) = &command.why {
        return why(&command, fitted, parameter, out);
    }
    let cases = cases(&command, &study, fitted)?;
    if let Some(convention) = other.filter(|_| command.quantity.is_some() || !cases.is_empty()) {
        let quantity = command.quantity.as_deref();
        let about_case = match quantity {
            Some(typed) => resolve_quantity(fitted, typed)?.quantity.is_about_case(),
            None => true,
        };
        let cases: &[Case] = if about_case { &cases } else { &[] };
        let request = Request { study: &study, fitted, cases, quantity, convention };
        return against::run(&request, out, &command.output);
    }
    if let Some(quantity) = &command.quantity {
        return one(&command, fitted, cases.first(), quantity, out);
    }
    if cases.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: match study.left_out() {
                Some(left_out) => format!("there is no case to explain: {left_out}"),
                None => "there is no case to explain: every row has a class, and no query was given".into(),
            },
            fix: "add --query \"column=value,…\" or --row N".into(),
            usage: true,
            ..Problem::default()
        });
    }
    if command.output.is_json() {
        let queries = cases.iter().map(|case| report::json::explain(fitted, case, command.latex));
        out.insert("queries".into(), Value::Array(queries.collect::<Result<_, _>>()?));
        return output::object(&Value::Object(out), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::posteriors(fitted, &cases), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    for case in &cases {
        document.append(report::posterior(fitted, case, &report::case_name(case))?);
    }
    if let Some(left_out) = study.left_out().filter(|_| !asked(&command)) {
        document.item(format!("Left out: {left_out}."));
    }
    output::document(&document, &command.output)
}

fn one(
    command: &Explain,
    fitted: &Fitted,
    case: Option<&Case>,
    typed: &str,
    mut out: serde_json::Map<String, Value>,
) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    // A number of the tables is the same whatever case is in hand.
    let case = case.filter(|_| found.quantity.is_about_case());
    if command.output.is_json() {
        let derivation = derive(fitted, case, &found.quantity)?;
        out.insert("quantity".into(), json!(found.quantity.to_string()));
        out.insert("notes".into(), json!(found.notes));
        out.insert("steps".into(), report::json::steps(fitted, &derivation.steps, command.latex));
        return output::object(&Value::Object(out), &command.output);
    }
    let mut document = report::one_quantity(fitted, case, &found.quantity)?;
    found.notes.iter().for_each(|note| document.item(format!("{note}.")));
    document.text(fitted.conventions());
    output::document(&document, &command.output)
}

/// Why the formula of a parameter is what it is.
fn why(command: &Explain, fitted: &Fitted, typed: &str, mut out: serde_json::Map<String, Value>) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    let argument = argue(fitted, &found.quantity)?;
    if command.output.is_json() {
        out.insert("notes".into(), json!(found.notes));
        out.insert("why".into(), report::json::argument(fitted, &argument, command.latex));
        return output::object(&Value::Object(out), &command.output);
    }
    let mut document = report::argument(&argument);
    found.notes.iter().for_each(|note| document.item(format!("{note}.")));
    document.text(fitted.conventions());
    output::document(&document, &command.output)
}

/// Whether cases were asked for.
fn asked(command: &Explain) -> bool {
    !command.query.is_empty() || command.queries.is_some() || !command.row.is_empty()
}

/// The cases that were asked for, else those of the study.
fn cases(command: &Explain, study: &Study, fitted: &Fitted) -> Result<Vec<Case>, Problem> {
    let mut cases = Vec::new();
    for query in &command.query {
        cases.push(Case::from_typed(fitted, &pairs(query)?)?);
    }
    if let Some(file) = &command.queries {
        cases.extend(from_file(fitted, file)?);
    }
    for row in &command.row {
        cases.push(row_case(fitted, *row)?);
    }
    if asked(command) { Ok(cases) } else { study.cases() }
}

/// A row of the data as a case, counted from 1.
fn row_case(fitted: &Fitted, row: usize) -> Result<Case, CaseError> {
    let rows = fitted.data.table.rows();
    Case::from_row(fitted, row.checked_sub(1).ok_or(CaseError::NoRow { row, rows })?)
}

/// The one case that was asked for, else the first of the study.
pub(super) fn one_case(
    query: Option<&str>,
    row: Option<usize>,
    study: &Study,
    fitted: &Fitted,
) -> Result<Option<Case>, Problem> {
    match (query, row) {
        (Some(query), _) => Ok(Some(Case::from_typed(fitted, &pairs(query)?)?)),
        (None, Some(row)) => Ok(Some(row_case(fitted, row)?)),
        (None, None) => Ok(study.cases()?.into_iter().next()),
    }
}

/// `outlook=sunny,wind="weak, or so"`: commas outside quotes divide, then the first `=`.
pub(super) fn pairs(text: &str) -> Result<Vec<(String, String)>, Problem> {
    let wrong = |what: String| Problem {
        kind: "usage",
        what,
        fix: "write column=value between commas: --query \"outlook=sunny,wind=weak\"".into(),
        usage: true,
        ..Problem::default()
    };
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        if c == '"' {
            quoted = !quoted;
        }
        match parts.last_mut() {
            Some(last) if c != ',' || quoted => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    if quoted {
        return Err(wrong(format!("the query “{text}” opens a quote and never closes it")));
    }
    let unquoted = |text: &str| {
        let text = text.trim();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        inner.map_or_else(|| text.to_owned(), |inner| inner.replace("\"\"", "\""))
    };
    let pair = |part: &String| {
        let (column, value) = part.split_once('=').ok_or_else(|| {
            let problem = wrong(format!("“{}” in the query has no =", part.trim()));
            let digits = part.trim().bytes().all(|b| b.is_ascii_digit());
            let quotes = "put a number with a decimal comma in double quotes: --query 'height=\"1,75\"'";
            Problem { fix: if digits { quotes.into() } else { problem.fix }, ..problem }
        })?;
        Ok((unquoted(column), unquoted(value)))
    };
    parts.iter().filter(|part| !part.trim().is_empty()).map(pair).collect()
}

/// The rows of a CSV of queries, every cell as it is written there.
fn from_file(fitted: &Fitted, file: &OsString) -> Result<Vec<Case>, Problem> {
    let loaded = queries::load(file)?;
    let table: &Table = &loaded.table;
    let row = |row: usize| {
        let columns = table.columns().iter().enumerate();
        let cells = columns
            .map(|(at, column)| (column.name.as_str().to_owned(), table.cell_text(row, at).into_owned()));
        Case::from_file(fitted, &cells.collect::<Vec<_>>())
    };
    Ok((0..table.rows()).map(row).collect::<Result<Vec<Case>, CaseError>>()?)
}
