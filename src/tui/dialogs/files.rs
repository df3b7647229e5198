//! Dialogs about files: which one to open, and where to write the recipe, an exercise or answers.
//!
//! ```text
//! ┏━ ▶ Open a file ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ path: course/ma_                                            ┃
//! ┃                                                             ┃
//! ┃ ▸ marks.csv                                          3.1 kB ┃
//! ┃   marbles.csv                                        0.2 kB ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 names ┛
//! ┏━ ▶ Recipe ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ The command that prints this:                               ┃
//! ┃   posterior explain sample:play-tennis --row 5 --target …   ┃
//! ┃                                                             ┃
//! ┃ save as: recipe.toml_                                       ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane::{Pane, cell, cell_right};
use crate::report::Document;
use crate::report::Role::{Secondary, Text, Warning};
use crate::workbench::practice::{EXERCISE_HEIGHT, EXERCISE_WIDTH, ExerciseDialog, Part};
use crate::workbench::words::{counted, shorten, shown, width, wrap};
use crate::workbench::{
    OPEN_HEIGHT, OPEN_WIDTH, OpenDialog, RECIPE_HEIGHT, RECIPE_WIDTH, RecipeDialog, SaveAs, size,
};

pub fn open(pane: &mut Pane<'_>, dialog: &OpenDialog) -> Option<Position> {
    let names = dialog.matching();
    let foot = if names.is_empty() { String::new() } else { counted(names.len(), "name", "names") };
    pane.dialog("Open a file", &foot, pane.app.frame.dialog(OPEN_WIDTH, OPEN_HEIGHT));
    pane.take(1);
    let line = pane.take(2);
    let cursor = pane.field("path: ", &dialog.field, line);
    pane.area.height = pane.area.height.saturating_sub(1);
    let columns = pane.columns();
    let mut list = pane.inside();
    let theme = pane.theme;
    match &dialog.entries {
        None => list.text("reading the folder …", theme.secondary),
        Some(Err(why)) => list.text(why, theme.warning),
        Some(Ok(_)) if names.is_empty() => list.text(
            "No folder and no file that ends in .csv, .tsv, .txt, .tab, .dat or .data begins like this. Enter tries the path as it is.",
            theme.secondary,
        ),
        Some(Ok(_)) => list.lines.extend(names.iter().enumerate().map(|(at, entry)| {
            let name = shown(&entry.name);
            let (name, bytes) =
                if entry.folder { (format!("{name}/"), String::new()) } else { (name.into(), size(entry.bytes)) };
            let text = format!("{} {}", cell(&name, columns.saturating_sub(12)), cell_right(&bytes, 9));
            pane.entry(dialog.only().or(dialog.cursor) == Some(at), &text)
        })),
    }
    pane.lines(&list.lines, dialog.scroll);
    cursor
}

pub fn recipe(pane: &mut Pane<'_>, dialog: &RecipeDialog) -> Option<Position> {
    pane.dialog("Recipe", "", pane.app.frame.dialog(RECIPE_WIDTH, RECIPE_HEIGHT));
    let mut said = Document::default();
    said.heading("The command that prints this:");
    let command = wrap(&shown(&dialog.command), pane.columns().saturating_sub(2));
    // The last three lines are for the file.
    let room = pane.height().saturating_sub(6).max(1);
    command.iter().take(room).for_each(|line| said.labelled("  ", Text, line.as_str()));
    if command.len() > room {
        said.say(Secondary, "  … c copies all of it");
    }
    if !dialog.unsaid.is_empty() {
        let unsaid = dialog.unsaid.join(", ");
        said.say(Warning, format!("No flag says {unsaid}: save the recipe and add --recipe FILE."));
    }
    let last = above_line(pane, &said);
    save_as(pane, &dialog.save, "save as: ", last).unwrap_or_else(|| {
        let text = "s saves the recipe as a file, t copies its text, c copies the command.";
        pane.row(last, Line::styled(text, pane.theme.text));
        None
    })
}

/// The worksheet in hand, to be written as an exercise.
pub fn exercise(pane: &mut Pane<'_>, dialog: &ExerciseDialog) -> Option<Position> {
    pane.dialog("Write an exercise", "", pane.app.frame.dialog(EXERCISE_WIDTH, EXERCISE_HEIGHT));
    let steps = counted(dialog.steps(), "step", "steps");
    let mut said = Document::default();
    match &dialog.refused {
        Some(why) => said.say(Warning, why.as_str()),
        None => said.text(format!(
            "s writes the exercise: the {steps} of this worksheet, its data and its recipe. The answers are not in it."
        )),
    }
    said.blank();
    said.text(format!(
        "a writes an empty answer sheet for students: the labels, and the line “exercise: {}”.",
        dialog.id
    ));
    said.blank();
    said.text("m writes your answers so far, to be handed in.");
    let last = above_line(pane, &said);
    let prompt = match dialog.part {
        Part::Exercise => "save the exercise as: ",
        Part::Sheet => "save the sheet as: ",
        Part::Answers => "save your answers as: ",
    };
    save_as(pane, &dialog.save, prompt, last).flatten()
}

/// Writes what is said above the line for a name, and gives that line: the last but one.
fn above_line(pane: &mut Pane<'_>, said: &Document) -> Rect {
    let all = pane.area;
    pane.area.height = all.height.saturating_sub(3);
    let mut text = pane.inside();
    text.document(said);
    pane.lines(&text.lines, 0);
    Rect { y: all.bottom().saturating_sub(2).max(all.y), height: all.height.min(1), ..all }
}

/// The name that is typed, or whether to write over a file; gives the place of the text cursor, `None` where nothing is
/// asked.
fn save_as(pane: &mut Pane<'_>, save: &SaveAs, prompt: &str, line: Rect) -> Option<Option<Position>> {
    if let Some(path) = &save.over {
        let question = |name: &str| format!("{name} is there already. w writes over it, Enter keeps it.");
        let room = usize::from(line.width).saturating_sub(width(&question("")));
        let text = question(&shorten(&shown(&path.to_string_lossy()), room));
        pane.row(line, Line::styled(text, pane.theme.warning));
        return Some(None);
    }
    save.field.as_ref().map(|field| pane.field(prompt, field, line))
}
