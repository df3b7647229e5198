//! Errors of models and cases: what is wrong and how to fix it.

use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::{Covariance, SHARED};
use crate::text::{brief, counted, flag, flag_of, flag_pair, grouped, list_item, listed};

pub(super) fn problem(kind: &'static str, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    Problem { kind, what: what.into(), fix: fix.into(), ..Problem::default() }
}

pub fn not_generative() -> Problem {
    Problem::usage(
        "logistic regression models only P(class | x): it has no prior, no P(x | class) and no score to show",
        "choose a generative model: --model gda; evaluate logistic regression: posterior evaluate --model logistic; or compare models: posterior compare",
    )
}

/// No row can be learned from: all are held out; or they lack a feature, and `fix` is what to do about it; or they have
/// weight 0; or no row has a class.
pub(super) fn no_training_rows(data: &Dataset, fix: Option<&str>, is_weightless: bool) -> Problem {
    if data.held_out.is_some() {
        return problem("no_data", "no training row is left", HELD_OUT);
    }
    if let Some(fix) = fix {
        return problem("no_data", "no row has both a class and every number", fix);
    }
    if is_weightless {
        let fix = "pass --weight COL to choose another weight column, or write how often each row was seen";
        return problem("no_data", "every row that has a class has weight 0", fix);
    }
    let target = brief(data.table.name_of(data.resolved.target));
    let what = format!("no row has a class: every cell of “{target}” is missing");
    let fix = "pass --target COL to choose another class column, or write a class in at least one row";
    problem("no_data", what, fix)
}

const HELD_OUT: &str = "use fewer folds (--split folds:K), another seed (--seed N), or --prior mle";

pub(super) fn no_row_of_class(class: &str) -> Problem {
    let what = format!("no training row of {} is left: the class has a prior but no density", brief(class));
    Problem { class: Some(class.to_owned()), ..problem("no_data", what, HELD_OUT) }
}

pub(super) fn unknown_class(of: &str, class: &str, classes: &[Name]) -> Problem {
    let what = format!("the recipe's {of} names “{}”, which is not a class of these data", brief(class));
    let fix = format!("the classes are: {}", listed(classes.iter().map(Name::as_str)));
    Problem { class: Some(class.to_owned()), ..problem("wrong_kind", what, fix) }
}

pub(super) fn class_left_out(of: &str, class: &str) -> Problem {
    let what = format!("the recipe's {of} leaves out the class “{}”", brief(class));
    let fix = format!("name every class in the {of}");
    Problem { class: Some(class.to_owned()), ..problem("wrong_kind", what, fix) }
}

pub(super) fn class_twice(of: &str, class: &str) -> Problem {
    let what = format!("the recipe's {of} names “{}” twice", brief(class));
    Problem { class: Some(class.to_owned()), ..problem("wrong_kind", what, "name each class once") }
}

fn in_class_of(feature: &str, class: &str, problem: Problem) -> Problem {
    Problem { feature: Some(feature.to_owned()), class: Some(class.to_owned()), ..problem }
}

pub(super) fn never_known(feature: &str, class: &str) -> Problem {
    let (name, of) = (brief(feature), brief(class));
    let what = format!("the column “{name}” is missing in every row of {of}, so it has no mean there");
    let fix = bins_or_ignore("give it bins, whose counts can be smoothed", feature);
    in_class_of(feature, class, problem("no_data", what, fix))
}

pub(super) fn variance_undefined(feature: &str, class: &str) -> Problem {
    let (name, of) = (brief(feature), brief(class));
    let what =
        format!("{name} is known in only one row of {of}, so n − 1 is 0 and the variance is undefined");
    let fix = bins_or_ignore("divide by n: --variance population; make bins", feature);
    in_class_of(feature, class, problem("variance_undefined", what, fix))
}

/// Numbers so far apart, or so close together, that the squares of their distances are too large or too small for a
/// float.
pub(super) fn not_computable(feature: &str, class: &str, close: bool) -> Problem {
    let name = brief(feature);
    let of = if class == SHARED { String::new() } else { format!("in {} ", brief(class)) };
    let (lie, size) = if close { ("close together", "small") } else { ("far apart", "large") };
    let what = format!("the numbers of {name} {of}lie so {lie} that their variance is too {size} to compute");
    let fix = match close {
        true => bins_or_ignore(&format!("write {name} in a smaller unit; make bins"), feature),
        false => larger_unit(feature),
    };
    in_class_of(feature, class, problem("variance_undefined", what, fix))
}

pub(super) fn larger_unit(name: &str) -> String {
    format!("write {} in a larger unit; or leave it out: {}", brief(name), flag_of("ignore", name))
}

pub(super) fn covariance_undefined(class: &str) -> Problem {
    let what = "undefined: it divides by the number of rows minus the number of its classes, which is 0";
    let fix = "pass --variance population to divide by the number of rows, or add rows";
    sigma_is("variance_undefined", class, what, fix)
}

fn sigma_is(kind: &'static str, class: &str, what: &str, fix: impl Into<String>) -> Problem {
    let of = if class == SHARED { "all classes".to_owned() } else { brief(class) };
    Problem { class: Some(class.to_owned()), ..problem(kind, format!("Σ of {of} is {what}"), fix) }
}

/// A covariance matrix that cannot be inverted, with its constant columns, and its collinear ones.
pub(super) fn singular(class: &str, shape: Covariance, constant: &[String], collinear: &[String]) -> Problem {
    let list = |names: &[String]| listed(names.iter().map(String::as_str));
    let why = match (constant, collinear) {
        ([], []) => String::new(),
        ([one], _) => format!(": {} never varies there", brief(one)),
        ([_, ..], _) => format!(": {} never vary there", list(constant)),
        _ => format!(": {} are collinear, so each can be computed from the others", list(collinear)),
    };
    // All constant columns must go, but only one of several collinear columns.
    let leave = match (constant, collinear.last()) {
        ([], last) => format!("a column out: {}", flag_of("ignore", last.map_or("COL", String::as_str))),
        ([one], _) => format!("the column out: {}", flag_of("ignore", one)),
        (all, _) if all.len() <= IGNORED => {
            let names: Vec<_> = all.iter().map(|name| list_item(name)).collect();
            format!("the columns out: {}", flag("ignore", &names.join(",")))
        }
        _ => "the columns that never vary out: --ignore A,B".to_owned(),
    };
    let diagonal = match shape {
        _ if !constant.is_empty() => "",
        Covariance::Shared => " keep its diagonal only: --covariance shared-diagonal;",
        Covariance::PerClass => {
            " use one Σ for all classes: --model gda; keep its diagonal only: --covariance per-class-diagonal;"
        }
        Covariance::SharedDiagonal | Covariance::PerClassDiagonal => "",
    };
    let fix = format!("add a little to its diagonal: --ridge 1e-6;{diagonal} or leave {leave}");
    sigma_is("singular_covariance", class, &format!("singular{why}"), fix)
}

/// Too few rows for a covariance matrix of this many numbers and class means.
pub(super) fn too_few_rows(
    class: &str,
    shape: Covariance,
    rows: u64,
    classes: u64,
    numbers: usize,
) -> Problem {
    let are = if rows == 1 { "1 row is".to_owned() } else { format!("{} rows are", grouped(rows)) };
    let each = if numbers == 1 { "number, which needs" } else { "numbers, which need" };
    let means = if classes == 1 { "" } else { ", one for each number and one for the mean of each class" };
    let [numbers, needed] = [numbers as u64, numbers as u64 + classes].map(grouped);
    let what = format!("singular: {are} too few for {numbers} {each} at least {needed}{means}");
    let diagonal = if shape == Covariance::Shared { "shared-diagonal" } else { "per-class-diagonal" };
    let fix = format!(
        "add a little to its diagonal: --ridge 1e-6; keep its diagonal only: --covariance {diagonal}; or choose fewer numbers: --features A,B"
    );
    sigma_is("singular_covariance", class, &what, fix)
}

/// A vocabulary that is empty without stop words and rare words. `most` is the count of the commonest rare word; `None`
/// where all are stop words.
pub(super) fn no_word_left(feature: &str, min_count: u64, most: Option<u64>) -> Problem {
    let (rare, fix) = match most {
        None => (String::new(), "pass --stop-words=false to keep the stop words".to_owned()),
        Some(most) => {
            (format!(" or occurs fewer than {min_count} times"), format!("pass --min-count {most} or less"))
        }
    };
    let name = brief(feature);
    let what = format!("no word of “{name}” is left in the vocabulary: each is a stop word{rare}");
    Problem { feature: Some(feature.to_owned()), ..problem("no_data", what, fix) }
}

pub(super) fn unknown_column<'a>(name: &str, features: impl Iterator<Item = &'a str> + Clone) -> Problem {
    let list = listed(features.clone());
    let fix = match nearest(name, features) {
        Some(near) => format!("did you mean “{}”? The features are: {list}", brief(near)),
        None => format!("the features are: {list}"),
    };
    let what = format!("the query names “{}”, which is not a feature of the model", brief(name));
    Problem { column: Some(name.to_owned()), ..problem("unknown_column", what, fix) }
}

pub(super) fn twice(name: &Name) -> Problem {
    let name = name.as_str();
    let what = format!("the query gives “{}” twice", brief(name));
    Problem { column: Some(name.to_owned()), ..problem("unknown_column", what, "name each column once") }
}

pub(super) const NOT_A_NUMBER: &str = "not_a_number";

fn not(name: &Name, cell: &str, what: &str, example: &str) -> Problem {
    let what = format!("“{}” is not {what}", brief(cell));
    let fix = format!("write a {example}, or leave the column out");
    Problem { column: Some(name.as_str().to_owned()), ..problem(NOT_A_NUMBER, what, fix) }
}

pub(super) fn not_a_number(name: &Name, cell: &str) -> Problem {
    let what = format!("a number, but {} is a column of numbers", brief(name.as_str()));
    not(name, cell, &what, "number such as 890")
}

const WHOLE: &str = "whole number such as 0 or 3";

pub(super) fn not_whole(name: &Name, cell: &str) -> Problem {
    let what = format!("a whole number of 0 or more, but {} is a column of counts", brief(name.as_str()));
    not(name, cell, &what, WHOLE)
}

pub(super) fn not_a_count(name: &Name, cell: &str) -> Problem {
    let what = format!("a count of how often {} occurs in the document", brief(name.as_str()));
    not(name, cell, &what, WHOLE)
}

pub const MISSING_FEATURE: &str = "missing_feature";

/// Features that are missing in a row, counted from 1, of a model that reads all of them together.
pub(super) fn missing_feature(names: &[&str], row: Option<usize>) -> Problem {
    let (list, are) = (listed(names.iter().copied()), if names.len() == 1 { "is" } else { "are" });
    let row = row.map(|row| format!(" in row {row}")).unwrap_or_default();
    let what = format!("{list} {are} missing{row}, but the model needs every number");
    let fix = "give every feature a number, or pass --model gaussian, which skips missing numbers";
    Problem { column: names.first().map(|name| (*name).to_owned()), ..problem(MISSING_FEATURE, what, fix) }
}

pub fn no_row(row: usize, rows: usize) -> Problem {
    let what = format!("there is no row {row}: the data have {}", counted(rows, "row", "rows"));
    let fix = match rows {
        0 => "write the values of a case, for example --query \"COL=VALUE\"".to_owned(),
        1 => "choose row 1".to_owned(),
        _ => format!("choose a row from 1 to {rows}"),
    };
    problem("no_data", what, fix)
}

/// Columns of numbers whose variance is 0: each feature with the classes in which it never varies and the rows in which
/// it is known there. `varies` is whether any number varies, so that a share of the largest variance is more than 0,
/// and `chosen` whether the class column was guessed.
pub(super) fn zero_variance(
    columns: &[(String, Vec<(String, u64)>)],
    (target, classes): (&str, usize),
    varies: bool,
    chosen: bool,
) -> Problem {
    let target = brief(target);
    let class = |(name, rows): &(String, u64)| brief(name) + if *rows == 1 { " (one row)" } else { "" };
    let of = |all: &Vec<(String, u64)>| match all.len() {
        number if number == classes && classes > 1 => "each class".to_owned(),
        _ => first_of(all.iter().map(class), NAMED, ", "),
    };
    let what = match columns {
        [(feature, all)] => format!(
            "the column “{}” is the same in every row of {} (class column “{target}”), so its variance there is 0",
            brief(feature),
            of(all)
        ),
        _ => {
            let each = columns.iter().map(|(name, all)| format!("{} in {}", brief(name), of(all)));
            let (columns, list) = (columns.len(), first_of(each, NAMED, "; "));
            format!(
                "{columns} columns never vary within a class of “{target}”, so their variance there is 0: {list}"
            )
        }
    };
    let features: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    let class = columns.first().and_then(|(_, classes)| Some(classes.first()?.0.clone()));
    let feature = features.first().cloned();
    let fix = vary(&features, varies, chosen);
    Problem { class, feature, features, ..problem("zero_variance", what, fix) }
}

const NAMED: usize = 5;

/// The first of some names, at most this many, and how many more there are.
pub fn first_of<T: ToString>(names: impl IntoIterator<Item = T>, most: usize, separator: &str) -> String {
    let mut first: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    let more = first.len().saturating_sub(most);
    first.truncate(most);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    first.join(separator) + &more
}

/// The most columns named in a command, and the most characters of their names.
const IGNORED: usize = 20;
const COMMAND: usize = 400;

fn vary(features: &[String], varies: bool, chosen: bool) -> String {
    let mut ways = Vec::new();
    if varies {
        ways.push("add a little to every variance, as scikit-learn does: --var-smoothing 1e-9".to_owned());
    }
    let names = features.iter().map(|name| list_item(name)).collect::<Vec<_>>().join(",");
    let fits = features.len() <= IGNORED && names.len() <= COMMAND;
    let ignore = if fits { flag("ignore", &names) } else { "--ignore A,B".to_owned() };
    let them = if fits && features.len() == 1 { "it" } else { "them" };
    ways.push(format!("leave {them} out: {ignore}"));
    if let [feature] = features {
        ways.push(format!("make bins: {}", width_bins(feature)));
    }
    if chosen {
        ways.push("choose another class column: --target COL".to_owned());
    }
    let last = ways.pop().unwrap_or_default();
    if ways.is_empty() { last } else { format!("{}; or {last}", ways.join("; ")) }
}

fn bins_or_ignore(bins: &str, feature: &str) -> String {
    format!("{bins}: {}; or leave it out: {}", width_bins(feature), flag_of("ignore", feature))
}

fn width_bins(feature: &str) -> String {
    flag_pair("bins", feature, "width:5")
}
