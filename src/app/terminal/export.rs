//! The screen as a file: SVG or plain text, without dialogs and messages.

use std::fmt::Write;
use std::mem::take;

use html_escape::encode_text;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::app::prelude::*;
use crate::app::terminal::draw;

/// Pixels of a cell, of a letter, and of the margin.
const CELL: (f64, f64) = (8.4, 18.0);
const LETTER: f64 = 14.0;
const MARGIN: f64 = 12.0;
const FONT: &str = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace";

/// Draws the screen again for a file. `theme` must have true colours; `dark` is for a theme without a page colour.
pub fn export(app: &mut App, theme: &Theme, dark: bool, format: Format) -> String {
    let (dialogs, toast) = (take(&mut app.dialogs), app.toast.take());
    let drawn = picture_of(app, theme, dark, format);
    (app.dialogs, app.toast) = (dialogs, toast);
    drawn
}

pub fn picture_of(app: &App, theme: &Theme, dark: bool, format: Format) -> String {
    let area = Rect::new(0, 0, app.frame.width, app.frame.height);
    let mut buffer = Buffer::empty(area);
    draw(app, theme, app.settings.ascii, area, &mut buffer);
    let (ink, paper) = if dark { ("#ececec", "#16181c") } else { ("#1b1b1b", "#ffffff") };
    let of = |colour: Option<Color>, other: &str| colour.and_then(hex).unwrap_or_else(|| other.to_owned());
    let page = [of(theme.text.fg, ink), of(theme.text.bg, paper)];
    let title = format!("posterior: {}, {}", app.screen.name(), app.session.headline(60));
    match format {
        Format::Svg => svg(&buffer, &page, &title),
        _ => text(&buffer),
    }
}

fn hex(colour: Color) -> Option<String> {
    let Color::Rgb(r, g, b) = colour else { return None };
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}

/// Cells of a row with the same look.
struct StyledRun {
    x: usize,
    columns: usize,
    text: String,
    ink: String,
    paper: Option<String>,
    modifiers: Modifier,
}

fn rows(buffer: &Buffer, page: &[String; 2]) -> Vec<Vec<StyledRun>> {
    let [ink_of_page, paper_of_page] = page;
    let width = usize::from(buffer.area.width).max(1);
    let row = |cells: &[Cell]| {
        let mut runs: Vec<StyledRun> = Vec::new();
        let mut next = 0;
        for (x, cell) in cells.iter().enumerate() {
            // The cell after a wide character is part of it.
            if x < next {
                continue;
            }
            let (text, columns) = (cell.symbol(), cell.symbol().width().max(1));
            next = x + columns;
            let ink = hex(cell.fg).unwrap_or_else(|| ink_of_page.clone());
            let paper = hex(cell.bg).filter(|paper| paper != paper_of_page);
            let (ink, paper) = match cell.modifier.contains(Modifier::REVERSED) {
                true => (paper.unwrap_or_else(|| paper_of_page.clone()), Some(ink)),
                false => (ink, paper),
            };
            match runs.last_mut() {
                Some(run) if (&run.ink, &run.paper, run.modifiers) == (&ink, &paper, cell.modifier) => {
                    run.text.push_str(text);
                    run.columns += columns;
                }
                _ => {
                    let (text, modifiers) = (text.to_owned(), cell.modifier);
                    runs.push(StyledRun { x, columns, text, ink, paper, modifiers });
                }
            }
        }
        runs
    };
    buffer.content.chunks(width).map(row).collect()
}

fn text(buffer: &Buffer) -> String {
    let line = |runs: Vec<StyledRun>| runs.into_iter().map(|run| run.text).collect::<String>();
    rows(buffer, &Default::default())
        .into_iter()
        .map(line)
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn svg(buffer: &Buffer, page: &[String; 2], title: &str) -> String {
    let (across, down) = CELL;
    let wide = f64::from(buffer.area.width) * across + 2.0 * MARGIN;
    let high = f64::from(buffer.area.height) * down + 2.0 * MARGIN;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.1} {high:.1}\" role=\"img\">\n\
         <title>{}</title>\n\
         <style>text {{ font: {LETTER}px {FONT}; white-space: pre; }}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        encode_text(title),
        page[1]
    );
    for (row, runs) in rows(buffer, page).into_iter().enumerate() {
        let top = MARGIN + row as f64 * down;
        for run in runs {
            let (x, length) = (MARGIN + run.x as f64 * across, run.columns as f64 * across);
            if let Some(paper) = &run.paper {
                let _ = writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{down:.1}\" fill=\"{paper}\"/>"
                );
            }
            if run.text.trim().is_empty() {
                continue;
            }
            let bold = if run.modifiers.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let underlined = run.modifiers.contains(Modifier::UNDERLINED);
            let line = if underlined { " text-decoration=\"underline\"" } else { "" };
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{bold}{line} xml:space=\"preserve\">{}</text>",
                top + LETTER,
                run.ink,
                encode_text(&run.text)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}
