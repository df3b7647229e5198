//! A vocabulary from a file: a dictionary with a word on each line, cut into words as documents are.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Feature, Resolved, Vocabulary};
use crate::table::{Kind, plain, read_file, tokens};
use crate::text::shown;

/// Bytes of the longest dictionary that is read: some million words.
const LONGEST: u64 = 16 << 20;

/// Reads the dictionaries that the text features of a recipe name.
///
/// # Errors
/// When a file is not there, cannot be read, is no UTF-8 text or has no word.
pub(super) fn read_all(resolved: &mut Resolved) -> Result<(), Problem> {
    let lower = resolved.recipe.lower_case.unwrap_or(true);
    for feature in resolved.features.iter_mut().filter(|feature| feature.kind == Kind::Text) {
        if let Vocabulary::File(path) = &feature.vocabulary {
            let words = read(path, lower).map_err(|problem| of_feature(problem, feature, path))?;
            feature.dictionary = Some(words);
        }
    }
    Ok(())
}

fn read(path: &str, lower: bool) -> Result<Arc<[Name]>, Problem> {
    let bytes = read_file(Path::new(path), LONGEST).map_err(|cause| Problem {
        kind: "no_data",
        what: format!("the dictionary “{}” cannot be read: {}", shown(path), plain(&cause)),
        fix: "check the path; in a recipe file it begins in the folder of that file".to_owned(),
        ..Problem::default()
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        Problem {
            kind: "bad_encoding",
            what: format!("the dictionary “{}” is no UTF-8 text", shown(path)),
            fix: "save it as UTF-8".to_owned(),
            line: Some(1 + before.iter().filter(|byte| **byte == b'\n').count() as u64),
            ..Problem::default()
        }
    })?;
    let mut seen = HashSet::new();
    let words = tokens(&text, lower).map(|word| Name::new(&*word));
    let words: Vec<Name> = words.filter(|word| seen.insert(word.clone())).collect();
    if words.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: format!("the dictionary “{}” has no word", shown(path)),
            fix: "write one word on each line, or use vocabulary = \"training\"".to_owned(),
            ..Problem::default()
        });
    }
    Ok(words.into())
}

fn of_feature(problem: Problem, feature: &Feature, path: &str) -> Problem {
    let line = problem.line.map(|line| format!(", line {line}")).unwrap_or_default();
    Problem {
        place: Some(format!("{}{line}, the vocabulary of “{}”", shown(path), shown(feature.name.as_str()))),
        ..problem
    }
}
