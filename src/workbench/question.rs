//! What is asked when data are opened and nobody can know the answer but the person: which column is the class, what
//! becomes of numbers that never vary, whether a column counts the rows.

use super::model::change;
use super::source::{Answer, Problem};
use super::words::shown;
use crate::model::Study;
use crate::problem;
use crate::recipe::{Recipe, Written, candidates, looks_like_counts};
use crate::table::{Kind, Table};

/// The ε that is offered, as scikit-learn has it.
const EPSILON: &str = "1e-9";

/// The question that a study raises, with an answer for each line; none where nothing is open.
pub fn of(study: &Study) -> Option<Problem> {
    match &study.fitted {
        Err(problem) if problem.kind == "no_target" => which_class(study, problem),
        Err(problem) if problem.kind == "zero_variance" => never_vary(study, problem),
        Err(_) => None,
        Ok(_) => what_counts(study),
    }
}

fn asked(problem: Problem, mut choices: Vec<(String, Answer)>, cancel: &str) -> Problem {
    choices.push((cancel.to_owned(), Answer::Cancel));
    Problem { fix: String::new(), choices, ..problem }
}

fn which_class(study: &Study, problem: &problem::Problem) -> Option<Problem> {
    let table = &study.loaded.table;
    let choices: Vec<(String, Answer)> = candidates(&study.recipe, table)
        .ok()?
        .into_iter()
        .filter_map(|at| {
            let name = table.columns().get(at)?.name.as_str().to_owned();
            let line = format!("{}: {}", shown(&name), values(table, at));
            Some((line, Answer::Fit(Box::new(Recipe { target: Some(name), ..study.recipe.clone() }))))
        })
        .collect();
    let problem = Problem { what: "Which column is the class?".into(), ..problem.clone().into() };
    (!choices.is_empty()).then(|| asked(problem, choices, "Another one: t in 2 makes any column the class"))
}

/// The first values of a column in a line.
fn values(table: &Table, at: usize) -> String {
    const NAMED: usize = 4;
    let Some(column) = table.columns().get(at) else { return String::new() };
    let rows = (0..table.rows()).map(|row| table.cell_text(row, at)).filter(|text| !text.is_empty());
    let mut first: Vec<String> = Vec::new();
    for text in rows.take(1_000) {
        let text = shown(&text).into_owned();
        if !first.contains(&text) {
            first.push(text);
        }
        if first.len() > NAMED {
            break;
        }
    }
    let more = if first.len() > NAMED { ", …" } else { "" };
    first.truncate(NAMED);
    let kind = if column.kind == Kind::Numeric { " (numbers)" } else { "" };
    format!("{}{more}{kind}", first.join(", "))
}

fn never_vary(study: &Study, problem: &problem::Problem) -> Option<Problem> {
    let recipe = &study.recipe;
    let epsilon = Recipe { var_smoothing: Written::non_negative(EPSILON, "ε").ok(), ..recipe.clone() };
    let features = &problem.features;
    let mut without = recipe.clone();
    without.ignore.extend(features.iter().cloned());
    if let Some(listed) = &mut without.features {
        listed.retain(|name| !features.contains(name));
    }
    let them = match features.as_slice() {
        [one] => format!("the column {}", shown(one)),
        several => format!("these {} columns", several.len()),
    };
    let mut choices = vec![(format!("Leave out {them}"), Answer::Fit(Box::new(without)))];
    if problem.fix.contains("--var-smoothing") {
        let line = format!("Add {EPSILON} of the largest variance, as scikit-learn does");
        choices.insert(0, (line, Answer::Fit(Box::new(epsilon))));
    }
    Some(asked(problem.clone().into(), choices, "Neither: 2 says what else can be done"))
}

fn what_counts(study: &Study) -> Option<Problem> {
    let table = &study.loaded.table;
    let at = looks_like_counts(&study.recipe, table)?;
    let name = shown(table.columns().get(at)?.name.as_str()).into_owned();
    let weighted = change::with_weight(&study.recipe, table, at)?;
    let choices =
        vec![(format!("Yes: count each row as often as {name} says"), Answer::Fit(Box::new(weighted)))];
    let what = format!("Does {name} say how many times its row was seen?");
    Some(asked(Problem { what, ..Problem::default() }, choices, &format!("No: {name} is a feature")))
}
