//! What a person at a screen does where the command line has a flag.

use crate::problem::Problem;

/// Where rows are wanted and there are none, flags name a file of them on the command line, and a key here.
pub(super) fn told_here(problem: Problem) -> Problem {
    match problem.kind {
        "no_rows" => {
            let fix = "press t and name a file of rows: the model is judged by these".to_owned();
            Problem { fix, ..problem }
        }
        _ => problem,
    }
}
