//! `posterior mark --watch`: sheets are marked again whenever they are saved.

use std::io::{Write, stdout};
use std::thread;
use std::time::Duration;

use super::super::output::{self, Outcome};
use super::super::screen;
use super::{Mark, Marking, read, told};
use crate::practice::{Course, ExerciseLibrary, FileStamps, Seen, SheetFolder};
use crate::workbench::Beginning;
use crate::workbench::practice::Exercises;

const PAUSE: Duration = Duration::from_millis(250);
const LINE: &str = "\n----------------------------------------\n\n";
/// Looks for which a file that is gone is waited for: two seconds.
const PATIENCE: u32 = 8;

/// Runs until it is interrupted, or left.
pub(in crate::cli) fn watch(command: &Mark) -> Outcome {
    let before = FileStamps::of(&command.sheets);
    let Marking { library, course, folder } = read(command)?;
    if output::can_draw() && !command.output.style().plain {
        let exercises = match command.exercise.as_slice() {
            [] => Exercises::Beside(command.outside.reach()),
            files => Exercises::Files(files.to_vec(), command.outside.reach()),
        };
        let beginning = Beginning::Sheets(command.sheets.clone(), exercises);
        return screen::open(screen::Looks::default().settings()?, command.output.ascii(), beginning);
    }
    output::warn_each(&folder.warnings);
    told(command, &folder, &folder.marked()?, &library.regrade)?;
    again(command, (&library, &course), before)
}

/// Prints the marks whenever a sheet was saved; only an interruption ends it, or a reader that cannot be written to.
fn again(command: &Mark, (library, course): (&ExerciseLibrary, &Course), mut before: FileStamps) -> Outcome {
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
        match SheetFolder::read_with(&command.sheets, library, course) {
            Ok(folder) => {
                output::warn_each(&folder.warnings);
                told(command, &folder, &folder.marked()?, &library.regrade)?;
            }
            Err(problem) => output::complain(&problem, false),
        }
    }
}
