//! Which student gets which exercise: where data are drawn, each a table of their own.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::super::output;
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::report;
use crate::table::{Source, read_text};
use crate::text::listed;

/// The students of a list, one on each line. Two of one name may be two people or a slip, so it is said.
pub(super) fn students(list: &Path) -> Result<Vec<String>, Problem> {
    let (text, _) = read_text(&Source::Path(list.to_path_buf()), 1 << 20)?;
    let all: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if all.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: "the list names no student".into(),
            place: Some(list.to_string_lossy().into_owned()),
            fix: "write a name on each line".into(),
            ..Problem::default()
        });
    }
    let mut seen = HashSet::new();
    let twice: Vec<&str> = all.iter().filter(|name| !seen.insert(folded(name))).map(String::as_str).collect();
    let again: BTreeSet<String> = twice.iter().map(|name| folded(name)).collect();
    match twice.as_slice() {
        [] => {}
        [first, ..] if again.len() == 1 => {
            output::note(&format!("{first} stands in the list more than once, and gets a sheet for each"));
        }
        _ => output::note(&format!(
            "these stand in the list more than once, and get a sheet for each: {}",
            listed(again.iter().map(String::as_str))
        )),
    }
    Ok(all)
}

/// An exercise and the places of the students who get it.
pub(super) struct Handout {
    pub exercise: Exercise,
    pub students: Vec<usize>,
}

/// Who gets what: where data are drawn and no seed is chosen, each student another seed.
pub(super) fn handed_out(
    file: &ExerciseFile,
    seed: Option<u64>,
    students: usize,
) -> Result<Vec<Handout>, Problem> {
    let Some(random) = file.random.as_ref().filter(|_| seed.is_none() && students > 1) else {
        let exercise = file.open(seed)?;
        exercise.seed_note().iter().chain(&exercise.unseen()).for_each(|note| output::note(note));
        return Ok(vec![Handout { exercise, students: (0..students).collect() }]);
    };
    let seeds = file.seeds_for(students)?;
    let mut handouts: Vec<Handout> = Vec::new();
    for (at, seed) in seeds.iter().enumerate() {
        match handouts.iter_mut().find(|handout| handout.exercise.seed == Some(*seed)) {
            Some(handout) => handout.students.push(at),
            None => handouts.push(Handout { exercise: file.open(Some(*seed))?, students: vec![at] }),
        }
    }
    let given: Vec<u64> = handouts.iter().filter_map(|handout| handout.exercise.seed).collect();
    if given.iter().any(|seed| !random.seeds.contains(seed)) {
        let line = report::seeds_line(&given);
        output::note(&format!(
            "the file lists fewer seeds than there are students; these were given out: {line}"
        ));
    }
    if given.len() < students {
        output::note(&format!("{} seeds for {} students: some share a table", given.len(), students));
    }
    Ok(handouts)
}
