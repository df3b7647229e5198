//! What an exercise file names: itself, for answer sheets, and its data.

use std::path::Path;

use toml::Spanned;

use super::file::{Raw, Text};
use super::reach::Reach;
use crate::practice::course;
use crate::problem::Problem;
use crate::table::{Source, TableError};
use crate::text::{is_hidden, shown};

/// Characters of the longest word that sheets name an exercise by.
const ID: usize = 100;

/// The word that sheets name an exercise by: a sheet has one line for it, and `#` begins a remark there.
pub(super) fn named(id: &Spanned<String>, text: &Text<'_>) -> Result<String, Problem> {
    let word = id.get_ref().trim();
    let odd = word.chars().find(|c| *c == '#' || is_hidden(*c) || c.is_control());
    let why = match odd {
        Some(c) => {
            format!("the id “{}” has {}, which no line of an answer sheet can hold", shown(word), sign(c))
        }
        None if word.chars().count() > ID => format!("the id has more than {ID} characters"),
        None => return Ok(word.to_owned()),
    };
    Err(text.wrong(Some(id.span().start), why, "write a short word such as id = \"weather-sunny\""))
}

/// A character as it is named in a message.
fn sign(c: char) -> String {
    if c == '#' { "the sign #".to_owned() } else { format!("the character {}", shown(&c.to_string())) }
}

const DATA: &str = "add data = \"weather.csv\", a path beside this file, or data = \"sample:weather\"";

/// Where the data or their pattern come from; `None` where the file itself lists the columns.
pub(super) fn source(
    raw: &Raw,
    text: &Text<'_>,
    (folder, reach): (&Path, Reach),
) -> Result<Option<Source>, Problem> {
    let listed = raw.random.as_ref().and_then(|random| random.get_ref().columns.as_ref());
    let Some(data) = &raw.data else {
        if listed.is_some() {
            return Ok(None);
        }
        return Err(text.wrong(
            raw.random.as_ref().map(|random| random.span().start),
            "the exercise names no data",
            DATA,
        ));
    };
    if let Some(columns) = listed {
        let what = "the exercise names data and lists columns, and only one of them can be the pattern";
        return Err(text.wrong(Some(columns.span().start), what, "leave out data, or [random.columns]"));
    }
    let at = Some(data.span().start);
    let named = data.get_ref().trim();
    if named.is_empty() {
        return Err(text.wrong(at, "the exercise names no data: data is empty", DATA));
    }
    let unknown = |error: TableError| {
        let problem = Problem::from(error);
        Problem { kind: problem.kind, ..text.wrong(at, problem.what, problem.fix) }
    };
    match Source::from_arg(named).map_err(unknown)? {
        Source::Path(own) => {
            if let Some(embedded) = course::beside(text.path, &own) {
                return Ok(Some(embedded));
            }
            let path = folder.join(&own);
            let refused = |why: &str, fix: &str| {
                let what = format!("its data cannot be read: {why}");
                Problem { kind: "no_data", ..text.wrong(at, what, fix) }
            };
            if path.is_file() {
                reach.allows(&path, folder).map_err(|why| refused(&why, Reach::FIX))?;
                return Ok(Some(Source::Path(path)));
            }
            let file = shown(&path.to_string_lossy()).into_owned();
            let why =
                if path.exists() { format!("{file} is no file") } else { format!("there is no file {file}") };
            Err(refused(&why, "correct data, a path from the folder of this file, or put the CSV there"))
        }
        Source::Stdin => {
            Err(text.wrong(at, "an exercise cannot read standard input", "name a file or a sample"))
        }
        other => Ok(Some(other)),
    }
}
