//! One question on the terminal: a line out, a line in, and again until the answer can be used.
//!
//! Plain lines, so that a screen reader, a log and a test read the same as an eye does.

use std::io::{self, BufRead, Read, Write};

use crate::problem::Problem;
use crate::text::shown;

/// Bytes of the longest answer.
const LONGEST: u64 = 1 << 16;

/// Who is asked, and where the questions go.
pub struct Terminal<'a> {
    /// The answers.
    pub input: &'a mut dyn BufRead,
    /// The questions.
    pub out: &'a mut dyn Write,
}

impl Terminal<'_> {
    /// Says a line.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn say(&mut self, line: &str) -> Result<(), Problem> {
        writeln!(self.out, "{}", shown(line)).map_err(|cause| broken(&cause))
    }

    /// Asks until `take` makes something of the answer; what it says against one is said. An empty line is the default.
    ///
    /// # Errors
    /// When the input ends: nothing was written then.
    pub fn ask<T>(
        &mut self,
        question: &str,
        default: &str,
        mut take: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Problem> {
        loop {
            let shown_default = if default.is_empty() { String::new() } else { format!(" [{default}]") };
            let prompt = format!("{question}{shown_default}: ");
            write!(self.out, "{}", shown(&prompt))
                .and_then(|()| self.out.flush())
                .map_err(|cause| broken(&cause))?;
            let mut line = String::new();
            let mut input = Read::take(&mut *self.input, LONGEST);
            let read = input.read_line(&mut line).map_err(|cause| broken(&cause))?;
            if input.limit() == 0 {
                return Err(Problem::usage(
                    "a line of the answers never ends",
                    "write one answer on each line",
                ));
            }
            if read == 0 {
                let _ = writeln!(self.out);
                return Err(Problem {
                    kind: "interrupted",
                    what: "the questions were left before the last one".into(),
                    fix: "nothing was written; run it again".into(),
                    ..Problem::default()
                });
            }
            let typed = match line.trim() {
                "" => default,
                typed => typed,
            };
            match take(typed) {
                Ok(answer) => return Ok(answer),
                Err(why) => self.say(&format!("  {why}"))?,
            }
        }
    }
}

fn broken(cause: &io::Error) -> Problem {
    Problem {
        kind: "failed",
        what: format!("the terminal cannot be read or written: {cause}"),
        fix: "name the data and the case as flags: posterior exercise new --help".into(),
        ..Problem::default()
    }
}

/// A problem as the reason that an answer cannot be used.
pub fn reason(problem: impl Into<Problem>) -> String {
    let problem = problem.into();
    let what = problem.sentence();
    format!("{}. {}", what.trim_end_matches('.'), problem.advice()).trim_end().to_owned()
}
