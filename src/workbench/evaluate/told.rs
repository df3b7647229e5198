//! What a person at a screen does where the command line has a flag.

use crate::evaluate::BY_FILE;
use crate::problem::Problem;

/// Where rows are wanted and there are none, flags name a file of them on the command line, and a key here.
pub(super) fn told_here(problem: Problem) -> Problem {
    let fix = match problem.kind {
        "no_rows" => {
            let here = "press t and name a file of rows: the model is judged by these";
            match problem.fix.strip_suffix(BY_FILE) {
                Some(there) => format!("{there}; or {here}"),
                None => here.to_owned(),
            }
        }
        "no_folds" => "press t: training rows, folds, a fold column and another file can judge".to_owned(),
        "no_key" => "open the table with --key COLUMN; or press t: training rows or a fold column".to_owned(),
        _ => return problem,
    };
    Problem { fix, ..problem }
}
