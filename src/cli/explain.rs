//! `posterior explain`: worked posteriors, or the working of one number.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use super::cases;
use super::flags::{DataFlags, Words};
use super::output::{self, Outcome, OutputFlags};
use crate::evaluate::judge_for;
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::{self, Document, json};
use crate::worked::likelihood::argue;
use crate::worked::{Against, WorkedError, compare, derive, has_frequencies, no_route, resolve_quantity};

const CASES: &str = "What is explained";

/// How an argument is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    Counts,
    Notes,
}

/// The way to a posterior.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Route {
    /// Prior, factors, score, division by the sum
    Factors,
    /// θᵀx + θ₀, then the logistic function or the softmax
    Logistic,
}

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
    /// By the factors, or by θᵀx + θ₀, which gives the same posterior if all classes share one Σ
    #[arg(long, value_name = "WAY", conflicts_with = "quantity", help_heading = CASES, hide_short_help = true)]
    route: Option<Route>,
    /// Add natural frequencies: counts among 1,000 cases, or more if needed for whole counts
    #[arg(long, conflicts_with_all = ["quantity", "why", "against", "route"], help_heading = CASES, hide_short_help = true)]
    frequencies: bool,
    /// Derive the formula of a parameter: "P(yes)"; or "mean(height | male)"
    #[arg(long, value_name = "PARAMETER", conflicts_with = "quantity", help_heading = CASES)]
    why: Option<String>,
    /// With --why: sums of 1{…} and φ as in the CS229 notes, or count(…) and P as elsewhere here
    #[arg(long, value_name = "NOTATION", requires = "why", help_heading = CASES, hide_short_help = true)]
    notation: Option<Notation>,
    /// Compare with the conventions of another program; cs229, scikit-learn, weka, r-e1071, mass or orange
    #[arg(long, value_name = "NAME", help_heading = CASES, value_parser = Words(Convention::WORDS), hide_possible_values = true)]
    against: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// Add every formula as LaTeX to the JSON
    #[arg(long, hide_short_help = true)]
    latex: bool,
}

impl Explain {
    pub(super) fn of_quantity(data: DataFlags, quantity: String, output: OutputFlags) -> Explain {
        Explain {
            data,
            output,
            quantity: Some(quantity),
            query: Vec::new(),
            queries: None,
            row: Vec::new(),
            route: None,
            frequencies: false,
            why: None,
            notation: None,
            against: None,
            latex: false,
        }
    }
}

pub(super) fn run(command: Explain) -> Outcome {
    if command.latex && !command.output.is_json() {
        return Err(Problem::usage(
            "--latex adds LaTeX to the JSON, but the format is not JSON",
            "add --format json; a whole document in LaTeX is --format latex",
        ));
    }
    let other = command.against.as_deref().map(str::parse::<Convention>).transpose()?;
    let study = cases::asked_by(command.data.study(&command.output)?, &command.query)?;
    let study = cases::asked_by_file(&study, command.queries.as_ref())?.unwrap_or(study);
    let fitted = study.model()?;
    if let Some(parameter) = &command.why {
        return why(&command, &study, fitted, parameter);
    }
    let cases = cases_of(&command, &study, fitted)?;
    if let Some(convention) = other.filter(|_| command.quantity.is_some() || !cases.is_empty()) {
        let quantity = command.quantity.as_deref();
        let about_case = match quantity {
            Some(typed) => {
                let quantity = resolve_quantity(fitted, typed)?.quantity;
                judge_for(fitted, &quantity);
                quantity.is_about_case()
            }
            None => true,
        };
        let cases: &[Case] = if about_case { &cases } else { &[] };
        let request = Request { study: &study, fitted, cases, quantity, convention };
        return against(&request, &command.output);
    }
    if let Some(quantity) = &command.quantity {
        return one(&command, &study, fitted, cases.first(), quantity);
    }
    if cases.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: match study.left_out() {
                Some(left_out) => format!("there is no case to explain: {left_out}"),
                None if fitted.data.table.rows() == 0 => {
                    "there is no case to explain: the data have no rows, and there is no query".into()
                }
                None => "there is no case to explain: every row has a class, and there is no query".into(),
            },
            fix: "add --query \"column=value,…\" or --row N".into(),
            usage: true,
            ..Problem::default()
        });
    }
    let by_theta = command.route == Some(Route::Logistic);
    if let Some(why) = no_route(fitted).filter(|_| by_theta) {
        return Err(Problem {
            kind: "no_route",
            what: format!("this model has no form θᵀx + θ₀. {why}"),
            fix: "pass --model gda --covariance shared".into(),
            usage: true,
            ..Problem::default()
        });
    }
    if command.frequencies && !has_frequencies(fitted) {
        return Err(Problem {
            kind: "no_frequencies",
            what: "natural frequencies count cases by categories, and this model reads numbers or words"
                .into(),
            fix: "leave out --frequencies, or pass --bins to make categories of numbers".into(),
            usage: true,
            ..Problem::default()
        });
    }
    if command.output.is_json() {
        let explained = |case| {
            let explained = json::Explained::new(fitted, case, (by_theta, command.latex))?;
            Ok::<_, WorkedError>(if command.frequencies {
                explained.in_cases(fitted, case)
            } else {
                explained
            })
        };
        let queries = cases.iter().map(explained);
        let answer = json::Explanations { queries: queries.collect::<Result<_, _>>()? };
        return output::object(&json::Answer::new(&study, Some(fitted), answer), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::posteriors(fitted, &cases), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    for case in &cases {
        let name = report::case_name(case);
        document.append(match by_theta {
            true => report::by_theta(fitted, case, &name)?,
            false => report::posterior(fitted, case, &name)?,
        });
        if command.frequencies {
            let told = report::natural_frequencies(fitted, case);
            if told.blocks.is_empty() {
                document.text(report::NO_FREQUENCIES);
            }
            document.append(told);
        }
    }
    if let Some(left_out) = study.left_out().filter(|_| !asked(&command)) {
        document.item(format!("Left out: {left_out}."));
    }
    output::document(&document, &command.output)
}

fn one(command: &Explain, study: &Study, fitted: &Fitted, case: Option<&Case>, typed: &str) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    judge_for(fitted, &found.quantity);
    let case = case.filter(|_| found.quantity.is_about_case());
    if command.output.is_json() {
        let steps = derive(fitted, case, &found.quantity)?;
        let steps = json::steps(fitted, steps, command.latex);
        let answer = json::Opened { quantity: found.quantity, notes: found.notes, steps };
        return output::object(&json::Answer::new(study, Some(fitted), answer), &command.output);
    }
    let mut document = report::one_quantity(fitted, case, &found.quantity)?;
    found.notes.iter().for_each(|note| document.item(format!("{note}.")));
    document.text(fitted.conventions());
    output::document(&document, &command.output)
}

fn why(command: &Explain, study: &Study, fitted: &Fitted, typed: &str) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    let argument = argue(fitted, &found.quantity)?;
    let notes = command.notation == Some(Notation::Notes);
    let argument = if notes { argument.in_notes(fitted) } else { argument };
    if command.output.is_json() {
        let answer = json::why(fitted, found.notes, argument, command.latex);
        return output::object(&json::Answer::new(study, Some(fitted), answer), &command.output);
    }
    let mut document = report::argument(&argument);
    found.notes.iter().for_each(|note| document.item(format!("{note}.")));
    document.text(fitted.conventions());
    output::document(&document, &command.output)
}

fn asked(command: &Explain) -> bool {
    !command.query.is_empty() || command.queries.is_some() || !command.row.is_empty()
}

fn cases_of(command: &Explain, study: &Study, fitted: &Fitted) -> Result<Vec<Case>, Problem> {
    let mut found = Vec::new();
    for query in &command.query {
        found.push(cases::of_query(fitted, query)?);
    }
    if let Some(file) = &command.queries {
        found.extend(cases::of_file(fitted, file, &command.output)?);
    }
    for row in &command.row {
        found.push(cases::of_row(fitted, *row)?);
    }
    if asked(command) { Ok(found) } else { cases::of_study(study, fitted) }
}

/// What is compared with the conventions of another program.
struct Request<'a> {
    /// The data and the recipe.
    pub study: &'a Study,
    /// The model here.
    pub fitted: &'a Fitted,
    /// The cases.
    pub cases: &'a [Case],
    /// One number, as typed, instead of the posteriors.
    pub quantity: Option<&'a str>,
    /// The other program.
    pub convention: Convention,
}

fn against(request: &Request<'_>, flags: &OutputFlags) -> Outcome {
    let study = request.study.under(request.convention)?;
    let program = request.convention.program();
    let there = match &study.fitted {
        Ok(there) => there,
        Err(problem) => {
            let message =
                format!("No model can be fitted under the conventions of {program}: {}.", problem.what);
            return refused(request, &message, problem, flags);
        }
    };
    if let Some(quantity) = request.quantity {
        resolve_quantity(there, quantity).iter().for_each(|found| judge_for(there, &found.quantity));
    }
    let found = request.each(there);
    if flags.is_json() {
        return request.print(json::against(request.convention, &found), flags);
    }
    let mut document = request.opening();
    for (case, found) in found {
        let name = case.map_or_else(|| "The number".to_owned(), report::case_name);
        match found {
            Ok(found) => {
                let cells = case.map(|case| report::cells(request.fitted, case));
                document.append(report::against(&found, &name, cells));
            }
            Err(problem) => {
                document.heading(name);
                document.text(format!("{program} cannot read this case: {}.", problem.what));
            }
        }
    }
    document.text(format!("Here: {}", request.fitted.conventions()));
    document.text(format!("There: {}", there.conventions()));
    output::document(&document, flags)
}

fn refused(request: &Request<'_>, message: &str, problem: &Problem, flags: &OutputFlags) -> Outcome {
    if flags.is_json() {
        return request.print(json::against_refused(request.convention, message, problem), flags);
    }
    let mut document = request.opening();
    document.heading(format!("Nothing to compare with {}", request.convention.program()));
    document.text(message);
    document.text(problem.advice());
    output::document(&document, flags)
}

impl<'a> Request<'a> {
    fn print(&self, answer: serde_json::Value, flags: &OutputFlags) -> Outcome {
        output::object(&json::Answer::new(self.study, Some(self.fitted), answer), flags)
    }

    fn opening(&self) -> Document {
        let mut document = Document::default();
        document.title(self.study.source.label());
        document
    }

    fn each(&self, there: &Fitted) -> Vec<(Option<&'a Case>, Result<Against, Problem>)> {
        let cases: Vec<Option<&'a Case>> = match self.cases {
            [] => vec![None],
            cases => cases.iter().map(Some).collect(),
        };
        let compared = |case: Option<&'a Case>| (case, compare(self.fitted, there, case, self.quantity));
        cases.into_iter().map(compared).collect()
    }
}
