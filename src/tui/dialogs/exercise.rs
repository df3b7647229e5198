//! The worksheet in hand, to be written as an exercise.
//!
//! ```text
//! ┏━ ▶ Write an exercise ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ The 9 steps of this worksheet, as a file that you can edit ┃
//! ┃ and hand out.                                              ┃
//! ┃                                                            ┃
//! ┃ save the exercise as: weather.toml_                        ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::save_as;
use crate::workbench::App;
use crate::workbench::practice::{EXERCISE_HEIGHT, EXERCISE_WIDTH, ExerciseDialog, Part};
use crate::workbench::words::{counted, shown};

/// Draws the dialog and gives the place of the text cursor while a name is typed.
pub fn draw(
    app: &App,
    dialog: &ExerciseDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let size = app.frame.dialog(EXERCISE_WIDTH, EXERCISE_HEIGHT);
    let inside =
        Frame { title: "Write an exercise", foot: "", focused: true }.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let steps = counted(dialog.steps(), "step", "steps");
    let mut lines: Vec<Line> = Vec::new();
    let mut text = |text: String, style| {
        lines.extend(wrap(&shown(&text), columns).into_iter().map(|line| Line::styled(line, style)));
        lines.push(Line::default());
    };
    match &dialog.refused {
        Some(why) => text(why.clone(), theme.warning),
        None => text(
            format!(
                "s writes the exercise: the {steps} of this worksheet, its data and its recipe. The answers are not in it."
            ),
            theme.text,
        ),
    }
    text(
        format!(
            "a writes an empty answer sheet for students: the labels, and the line “exercise: {}”.",
            dialog.id
        ),
        theme.text,
    );
    text("m writes your answers so far, to be handed in.".to_owned(), theme.text);
    let last =
        Rect { y: inside.bottom().saturating_sub(2).max(inside.y), height: inside.height.min(1), ..inside };
    pane::lines(&lines, 0, Rect { height: inside.height.saturating_sub(3), ..inside }, buffer);
    let prompt = match dialog.part {
        Part::Exercise => "save the exercise as: ",
        Part::Sheet => "save the sheet as: ",
        Part::Answers => "save your answers as: ",
    };
    save_as::draw(&dialog.save, prompt, theme, last, buffer).flatten()
}
