//! `posterior explain`: worked posteriors, or the working of one number.

use std::ffi::OsString;

use clap::Args;

use super::cases;
use super::flags::{DataFlags, SuggestedWords, WordChoice};
use super::output::{self, Format, Outcome, OutputFlags};
use crate::evaluate::evaluate_for;
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::{self, Document, json};
use crate::text::grouped;
use crate::worked::likelihood::argue;
use crate::worked::{
    Against, LMS_STEPS, LmsFormula, LmsMethod, LmsRun, MOST_WORDS, Monomials, WorkedError, compare, derive,
    has_frequencies, no_route, resolve_quantity,
};

const CASES: &str = "What is explained";
const LMS: &str = "Least mean squares";

const METHODS: [(&str, LmsMethod); 3] =
    [("batch", LmsMethod::Batch), ("stochastic", LmsMethod::Stochastic), ("kernel", LmsMethod::Kernel)];

#[derive(Args, Default)]
pub(super) struct ExplainCommand {
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
    /// By the factors, or by the log-odds: θᵀx + θ₀ if all classes share one Σ, else a sum over monomials
    #[arg(long, value_name = "WAY", value_parser = WordChoice(&[("factors", false), ("logistic", true)]), conflicts_with = "quantity", help_heading = CASES, hide_short_help = true)]
    route: Option<bool>,
    /// Add natural frequencies: counts among 1,000 cases, or more if needed for whole counts
    #[arg(long, conflicts_with_all = ["quantity", "why", "against", "route"], help_heading = CASES, hide_short_help = true)]
    frequencies: bool,
    /// Derive the formula of a parameter: "P(yes)"; or "mean(height | male)"
    #[arg(long, value_name = "PARAMETER", conflicts_with = "quantity", help_heading = CASES)]
    why: Option<String>,
    /// With --why: sums of 1{…} and φ as in the CS229 notes, or count(…) and P as elsewhere here
    #[arg(long, value_name = "NOTATION", value_parser = WordChoice(&[("counts", false), ("notes", true)]), requires = "why", help_heading = CASES, hide_short_help = true)]
    notation: Option<bool>,
    /// Compare with the conventions of another program; cs229, scikit-learn, weka, r-e1071, mass or orange
    #[arg(long, value_name = "NAME", help_heading = CASES, value_parser = SuggestedWords(Convention::WORDS), hide_possible_values = true)]
    against: Option<String>,
    /// Test the naive assumption on the case; WORDS adds the parameters for a vocabulary of that size
    #[arg(long, value_name = "WORDS", num_args = 0..=1, require_equals = true, conflicts_with_all = ["quantity", "why", "against", "route", "frequencies"], help_heading = CASES, hide_short_help = true)]
    naive: Option<Option<u64>>,
    /// Least mean squares on at most ten rows, step by step: "y ~ x + x^2"
    #[arg(long, value_name = "FORMULA", conflicts_with_all = ["quantity", "why", "against", "route", "frequencies", "naive", "query", "queries", "row"], help_heading = LMS, hide_short_help = true)]
    lms: Option<String>,
    /// Steps from θ = 0, 5 by default
    #[arg(long, value_name = "N", requires = "lms", help_heading = LMS, hide_short_help = true)]
    steps: Option<usize>,
    /// The learning rate α; by default one for which the steps converge
    #[arg(long, value_name = "ALPHA", requires = "lms", help_heading = LMS, hide_short_help = true)]
    rate: Option<f64>,
    /// Steps over all rows, over one row in turn, or in the kernel form
    #[arg(long, value_name = "METHOD", value_parser = WordChoice(&METHODS), requires = "lms", help_heading = LMS, hide_short_help = true)]
    method: Option<LmsMethod>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// Add every formula as LaTeX to the JSON
    #[arg(long, hide_short_help = true)]
    latex: bool,
}

impl ExplainCommand {
    pub(super) fn of_quantity(data: DataFlags, quantity: String, output: OutputFlags) -> Self {
        ExplainCommand { data, output, quantity: Some(quantity), ..ExplainCommand::default() }
    }
}

/// What the functions below explain: the command, its data and its model.
type Asked<'a> = (&'a ExplainCommand, &'a Study, &'a Fitted);

pub(super) fn run(command: ExplainCommand) -> Outcome {
    let flags = &command.output;
    if command.latex && !flags.is_json() {
        let fix = "add --format json; a whole document in LaTeX is --format latex";
        return Err(Problem::usage("--latex adds LaTeX to the JSON, but the format is not JSON", fix));
    }
    let other = command.against.as_deref().map(str::parse::<Convention>).transpose()?;
    let study = cases::study_for(command.data.study(flags)?, &command.query)?;
    let study = cases::study_for_file(&study, command.queries.as_ref())?.unwrap_or(study);
    if let Some(formula) = &command.lms {
        return lms(&command, &study, formula);
    }
    let fitted = study.model()?;
    let asked = (&command, &study, fitted);
    if let Some(parameter) = &command.why {
        return why(asked, parameter);
    }
    let has_cases = !command.query.is_empty() || command.queries.is_some() || !command.row.is_empty();
    let cases = if has_cases { cases_of(asked)? } else { cases::of_study(&study, fitted)? };
    if let Some(convention) = other.filter(|_| command.quantity.is_some() || !cases.is_empty()) {
        return against(asked, &cases, convention);
    }
    if let Some(quantity) = &command.quantity {
        return one(asked, cases.first(), quantity);
    }
    if cases.is_empty() {
        let why = match study.left_out() {
            Some(left_out) => left_out,
            None if fitted.data.table.rows() == 0 => "the data have no rows, and there is no query".into(),
            None => "every row has a class, and there is no query".into(),
        };
        let what = format!("there is no case to explain: {why}");
        let fix = "add --query \"column=value,…\" or --row N";
        return Err(Problem { kind: "no_data", ..Problem::usage(what, fix) });
    }
    if let Some(words) = command.naive {
        return naive(asked, &cases, words);
    }
    let by_theta = command.route.unwrap_or(false);
    if let Some(why) = no_route(fitted).filter(|_| by_theta) {
        if let Some(forms) = cases.iter().map(|case| Monomials::of(fitted, case)).collect::<Option<Vec<_>>>()
        {
            return by_monomials(asked, &cases, &forms);
        }
        let what = format!("this model has no form θᵀx + θ₀. {why}");
        let fix = "pass --model gda --covariance shared";
        return Err(Problem { kind: "no_route", ..Problem::usage(what, fix) });
    }
    if command.frequencies && !has_frequencies(fitted) {
        let what = "natural frequencies count cases by categories, and this model reads numbers or words";
        let fix = "leave out --frequencies, or pass --bins to make categories of numbers";
        return Err(Problem { kind: "no_frequencies", ..Problem::usage(what, fix) });
    }
    if flags.is_json() {
        let explained = |case| {
            let explained = json::Explained::new(fitted, case, (by_theta, command.latex))?;
            Ok::<_, WorkedError>(match command.frequencies {
                true => explained.in_cases(fitted, case),
                false => explained,
            })
        };
        let queries = cases.iter().map(explained).collect::<Result<_, _>>()?;
        return output::answer(&study, Some(fitted), json::Explanations { queries }, flags);
    }
    if flags.is_csv() {
        return output::sheet(&report::sheets::posteriors(fitted, &cases), flags);
    }
    let mut document = output::report_on(&study, fitted);
    for case in &cases {
        let name = report::case_name(case);
        document.append(match by_theta {
            true => report::by_theta(fitted, case, &name)?,
            false => report::posterior(fitted, case, &name)?,
        });
        if command.frequencies {
            let frequencies = report::natural_frequencies(fitted, case);
            if frequencies.blocks.is_empty() {
                document.text(report::NO_FREQUENCIES);
            }
            document.append(frequencies);
        }
    }
    if let Some(left_out) = study.left_out().filter(|_| !has_cases) {
        document.item(format!("Left out: {left_out}."));
    }
    output::document(&document, flags)
}

fn one((command, study, fitted): Asked<'_>, case: Option<&Case>, typed: &str) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    evaluate_for(fitted, &found.quantity);
    let case = case.filter(|_| found.quantity.is_about_case());
    if command.output.is_json() {
        let steps = derive(fitted, case, &found.quantity)?;
        let answer = json::opened(fitted, &found.quantity, &found.notes, steps, command.latex);
        return output::answer(study, Some(fitted), answer, &command.output);
    }
    let document = report::one_quantity(fitted, case, &found.quantity)?;
    output::with_notes(document, &found.notes, fitted, &command.output)
}

/// A section for each case: its cells and one of the `parts`.
fn sections(
    (_, study, fitted): Asked<'_>,
    cases: &[Case],
    parts: impl Iterator<Item = Result<Document, WorkedError>>,
) -> Result<Document, Problem> {
    let mut document = output::report_on(study, fitted);
    for (case, part) in cases.iter().zip(parts) {
        document.heading(report::case_name(case));
        document.text(report::cells(fitted, case));
        document.append(part?);
    }
    Ok(document)
}

/// The log-odds of normal classes that do not share Σ, as a sum over monomials.
fn by_monomials(asked: Asked<'_>, cases: &[Case], forms: &[Monomials]) -> Outcome {
    let (command, study, fitted) = asked;
    let flags = &command.output;
    match flags.format() {
        Some(Format::Csv) => output::sheet(&report::sheets::posteriors(fitted, cases), flags),
        Some(Format::Json) => {
            output::answer(study, Some(fitted), json::monomials(fitted, cases, forms), flags)
        }
        _ => {
            let parts = forms.iter().map(|form| Ok(report::monomials(fitted, form)));
            output::document(&sections(asked, cases, parts)?, flags)
        }
    }
}

/// Works least mean squares on the rows, which need no class.
fn lms(command: &ExplainCommand, study: &Study, formula: &str) -> Outcome {
    let formula = LmsFormula::parse(formula)?;
    let steps = command.steps.unwrap_or(5);
    if !(1..=LMS_STEPS).contains(&steps) {
        let what = format!("--steps {steps} is not from 1 to {}", grouped(LMS_STEPS as u64));
        return Err(Problem::usage(what, "choose another number of steps"));
    }
    if let Some(rate) = command.rate.filter(|rate| !(rate.is_finite() && *rate > 0.0)) {
        let what = format!("--rate {rate} is not a positive number");
        return Err(Problem::usage(what, "choose one such as 0.01"));
    }
    let method = command.method.unwrap_or_default();
    let run = LmsRun::of(&study.loaded.table, &formula, method, command.rate, steps)?;
    let flags = &command.output;
    match flags.format() {
        Some(Format::Csv) => output::sheet(&report::lms_sheet(&run), flags),
        Some(Format::Json) => output::answer(study, None, json::lms(&run), flags),
        _ => {
            let mut document = Document::titled(study.source.label());
            document.append(report::lms(&run));
            output::document(&document, flags)
        }
    }
}

/// Compares the naive assumption with the training rows.
fn naive(asked: Asked<'_>, cases: &[Case], words: Option<u64>) -> Outcome {
    if let Some(words) = words.filter(|words| !(1..=MOST_WORDS).contains(words)) {
        let what = format!("a vocabulary of {} words is not supported", grouped(words));
        return Err(Problem::usage(what, format!("choose 1 to {} words", grouped(MOST_WORDS))));
    }
    let (command, study, fitted) = asked;
    let flags = &command.output;
    match flags.format() {
        Some(Format::Csv) => output::sheet(&report::sheets::value_pairs(fitted, cases)?, flags),
        Some(Format::Json) => output::answer(study, Some(fitted), json::naive(fitted, cases, words)?, flags),
        _ => {
            let parts = cases.iter().map(|case| report::assumption(fitted, case, words));
            output::document(&sections(asked, cases, parts)?, flags)
        }
    }
}

fn why((command, study, fitted): Asked<'_>, typed: &str) -> Outcome {
    let found = resolve_quantity(fitted, typed)?;
    let argument = argue(fitted, &found.quantity)?;
    let argument = if command.notation.unwrap_or(false) { argument.in_notes(fitted) } else { argument };
    if command.output.is_json() {
        let answer = json::why(fitted, found.notes, argument, command.latex);
        return output::answer(study, Some(fitted), answer, &command.output);
    }
    output::with_notes(report::argument(&argument, usize::MAX), &found.notes, fitted, &command.output)
}

fn cases_of((command, _, fitted): Asked<'_>) -> Result<Vec<Case>, Problem> {
    let of_query = |query: &String| cases::of_query(fitted, query);
    let mut found = command.query.iter().map(of_query).collect::<Result<Vec<_>, _>>()?;
    if let Some(file) = &command.queries {
        found.extend(cases::of_file(fitted, file, &command.output)?);
    }
    for row in &command.row {
        found.push(cases::of_row(fitted, *row)?);
    }
    Ok(found)
}

/// Compares posteriors, or one number, with those under the conventions of another program.
fn against((command, study, fitted): Asked<'_>, mut cases: &[Case], convention: Convention) -> Outcome {
    let flags = &command.output;
    let quantity = command.quantity.as_deref();
    if let Some(typed) = quantity {
        let quantity = resolve_quantity(fitted, typed)?.quantity;
        evaluate_for(fitted, &quantity);
        if !quantity.is_about_case() {
            cases = &[];
        }
    }
    let program = convention.program();
    let mut document = Document::titled(study.source.label());
    let other_study = study.under(convention)?;
    let there = match &other_study.fitted {
        Ok(there) => there,
        Err(problem) => {
            let message =
                format!("No model can be fitted under the conventions of {program}: {}.", problem.what);
            if flags.is_json() {
                let answer = json::against_refused(convention, &message, problem);
                return output::answer(study, Some(fitted), answer, flags);
            }
            document.heading(format!("Nothing to compare with {program}"));
            document.texts([message, problem.advice()]);
            return output::document(&document, flags);
        }
    };
    if let Some(quantity) = quantity {
        resolve_quantity(there, quantity).iter().for_each(|found| evaluate_for(there, &found.quantity));
    }
    let cases = if cases.is_empty() { vec![None] } else { cases.iter().map(Some).collect() };
    let compared = |case| (case, compare(fitted, there, case, quantity));
    let found: Vec<(Option<&Case>, Result<Against, Problem>)> = cases.into_iter().map(compared).collect();
    if flags.is_json() {
        return output::answer(study, Some(fitted), json::against(convention, &found), flags);
    }
    for (case, found) in found {
        let name = case.map_or_else(|| "The number".to_owned(), report::case_name);
        match found {
            Ok(found) => {
                let cells = case.map(|case| report::cells(fitted, case));
                document.append(report::against(&found, &name, cells));
            }
            Err(problem) => {
                document.heading(name);
                document.text(format!("{program} cannot read this case: {}.", problem.what));
            }
        }
    }
    document.text(format!("Here: {}", fitted.conventions()));
    document.text(format!("There: {}", there.conventions()));
    output::document(&document, flags)
}
