//! `posterior mark --watch`: the workbench on answer sheets; without a terminal the marks again whenever they change.
//!
//! Where there is no terminal the marks are still of use again and again: in the output pane of an editor, in a log, and
//! with `--plain` for a screen reader, which a screen that changes in place serves badly.

use std::io::{IsTerminal, Write, stdout};
use std::thread;
use std::time::Duration;

use super::mark::{self, Mark};
use super::{Outcome, output, screen};
use crate::practice::{ExerciseLibrary, FileStamps, Seen, SheetFolder};
use crate::workbench::practice::Exercises;
use crate::workbench::{Beginning, ThemeName};

/// The time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(250);
/// What stands between two prints.
const LINE: &str = "\n----------------------------------------\n\n";
/// Looks for which a file that is gone is waited for: two seconds.
const PATIENCE: u32 = 8;

/// Runs until it is interrupted, or left.
pub(super) fn run(command: &Mark) -> Outcome {
    let before = FileStamps::of(&command.sheets);
    let (shelf, pile) = mark::read(command)?;
    if stdout().is_terminal() && !command.output.style().plain {
        let exercises = match command.exercise.as_slice() {
            [] => Exercises::Beside(command.outside.reach()),
            files => Exercises::Files(files.to_vec(), command.outside.reach()),
        };
        let beginning = Beginning::Sheets(command.sheets.clone(), exercises);
        return screen::open(ThemeName::default(), command.output.ascii(), beginning);
    }
    output::warn_each(&pile.remarks);
    mark::told(command, &pile, &pile.marked()?)?;
    again(command, &shelf, before)
}

/// Prints the marks whenever a sheet was saved; only an interruption ends it, or a reader that cannot be written to.
fn again(command: &Mark, shelf: &ExerciseLibrary, mut before: FileStamps) -> Outcome {
    let mut gone = 0;
    loop {
        thread::sleep(PAUSE);
        let (seen, now) = before.look(&command.sheets);
        gone = if let Seen::Gone(_) = seen { gone + 1 } else { 0 };
        let missed = matches!(&seen, Seen::Gone(path) if gone >= PATIENCE && !command.sheets.contains(path));
        if seen != Seen::Changed && !missed {
            continue;
        }
        before = now;
        let mut out = stdout().lock();
        if out.write_all(LINE.as_bytes()).and_then(|()| out.flush()).is_err() {
            return Ok(());
        }
        drop(out);
        match SheetFolder::read(&command.sheets, shelf) {
            Ok(pile) => {
                output::warn_each(&pile.remarks);
                mark::told(command, &pile, &pile.marked()?)?;
            }
            Err(problem) => output::complain(&problem, false),
        }
    }
}
