//! Screen 7, questions about pictures: left the question over its picture, right what is said of the answer.
//!
//! ```text
//! ┏━ ▶ From the picture ━━━━━━━━━━━━━━━━━┓╭─ This question ──────────────────────╮
//! ┃ Which ellipse belongs to Σ = [1 0.8; ┃│ a, b or c                            │
//! ┃ 0.8 1]?                              ┃│                                      │
//! ┃  A          B          C             ┃│ ✗ B has Σ = [1 −0.8; −0.8 1]: it     │
//! ┃    ⣀⡤⡄       ⣀⡀        ⢀⣀            ┃│ falls to the right.                  │
//! ┗━━━━━━━━━━━━━━━━━━━━ 1 right, 0 wrong ┛╰──────────────────────────────────────╯
//! ```

use ratatui::layout::Position;

use super::super::numbers::sign;
use super::super::pane::Pane;
use super::super::picture;
use crate::math::sentence;
use crate::practice::Verdict;
use crate::workbench::words::width;

pub fn left(pane: &mut Pane<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.pictures;
    let foot = format!("{} right, {} wrong", screen.right, screen.wrong);
    pane.frame("From the picture", &foot);
    let question = screen.question.as_ref()?;
    let mut out = pane.inside();
    out.text(&question.ask, theme.strong);
    question.choices.iter().for_each(|choice| out.text(choice, theme.text));
    pane.put(&out.lines);
    let typed = usize::from(screen.field.is_some());
    let rows = pane.height().saturating_sub(typed);
    picture::put(pane, &question.scene, None, rows);
    let field = screen.field.as_ref()?;
    let row = pane.take(1);
    let name = "Answer ";
    pane.at((row.x, row.y), name, width(name), theme.strong);
    let by = u16::try_from(width(name)).unwrap_or(0).min(row.width);
    pane.field("", field, ratatui::layout::Rect { x: row.x + by, width: row.width - by, ..row })
}

pub fn detail(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.practice.pictures;
    let theme = out.theme;
    if let Some(question) = &screen.question {
        let how = if question.is_choice() { "Press a, b or c." } else { "Type what you read, then Enter." };
        if screen.is_open() && screen.told.is_none() {
            out.text(how, theme.secondary);
        }
        if let Some((typed, told)) = &screen.told {
            let (verdict, style) = match told.right {
                Some(true) => (Verdict::Correct, theme.good),
                Some(false) => (Verdict::Wrong, theme.strong),
                None => (Verdict::Unmarked, theme.warning),
            };
            let head = sentence!("{} {}", sign(verdict, out.ascii), typed.trim().to_uppercase());
            out.text(&head, style);
            let told = if told.right.is_none() {
                sentence!("Type {}.", told.told.clone())
            } else {
                told.told.clone()
            };
            out.text(&told, theme.text);
        }
        if screen.shown {
            out.blank();
            out.text(&question.told_whole(), theme.text);
        }
        if screen.hinted && screen.is_open() {
            out.blank();
            out.text(&sentence!("Hint: {}", question.hint.clone()), theme.text);
        }
        if let Some(of) = question.of.as_ref().filter(|_| !screen.is_open()) {
            out.blank();
            out.text("Its address, for C and for explain --quantity:", theme.secondary);
            out.text(of.to_string().as_str(), theme.text);
        }
        if !screen.is_open() {
            out.blank();
            out.text("n: the next question.", theme.secondary);
        }
    }
    pane.scrolled("This question", &out.lines, screen.detail);
}
