//! `posterior practice --list` and `--wipe`: the course and what is kept of it; and `posterior paths`.

use std::io::{IsTerminal, Write, stderr, stdin};

use clap::Args;
use serde_json::{Value, json};

use super::Outcome;
use super::output::{self, OutputFlags};
use crate::practice::progress::{Read, StateFolder};
use crate::problem::Problem;
use crate::report::{self, Align, Document, Grid};

#[derive(Args)]
pub(super) struct Paths {
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Lists the course with its progress.
pub(super) fn list(flags: &OutputFlags) -> Outcome {
    let keep = StateFolder::of_user().keep();
    let Read { progress, said } = keep.read();
    let path = keep.path().map(|path| path.to_string_lossy());
    if flags.is_json() {
        output::object(&report::json::Course::new(&progress, path.as_deref()), flags)?;
    } else {
        output::document(&report::course(&progress, path.as_deref(), flags.ascii()), flags)?;
    }
    said.into_iter().for_each(|said| output::note(&said));
    Ok(())
}

/// Deletes the progress; on a terminal it asks once.
pub(super) fn wipe() -> Outcome {
    let keep = StateFolder::of_user().keep();
    let begun = keep.read().progress.begun();
    if begun > 0 && stdin().is_terminal() && !agrees(begun) {
        return output::print("Nothing was deleted.\n");
    }
    let said = keep.wipe().map_err(|what| Problem {
        kind: "failed",
        what,
        fix: "delete it by hand".into(),
        ..Problem::default()
    })?;
    output::print(&format!("{said}\n"))
}

fn agrees(begun: usize) -> bool {
    let exercises = if begun == 1 { "1 exercise".to_owned() } else { format!("{begun} exercises") };
    let _ = write!(stderr(), "Delete the progress of {exercises}? Type yes: ");
    let mut answer = String::new();
    let read = stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Prints where things are kept.
pub(super) fn paths(command: &Paths) -> Outcome {
    let folder = StateFolder::of_user();
    let keep = folder.keep();
    let text = |path: Option<&std::path::Path>| path.map(|path| path.to_string_lossy().into_owned());
    let known = [("state", text(folder.path())), ("progress", text(keep.path()))];
    if command.output.is_json() {
        let all = known.into_iter().map(|(what, path)| (what.to_owned(), json!(path)));
        return output::object(&Value::Object(all.collect()), &command.output);
    }
    let mut grid = Grid::new([("what".to_owned(), Align::Left), ("where".to_owned(), Align::Left)]);
    let none = || "nowhere: there is no home folder".to_owned();
    grid.rows.extend(known.map(|(what, path)| vec![what.to_owned(), path.unwrap_or_else(none)]));
    let mut document = Document::default();
    document.grid(grid);
    output::document(&document, &command.output)
}
