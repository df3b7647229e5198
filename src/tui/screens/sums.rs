//! Screen 3, right: what each row adds to a mean, a variance or an entry of Σ, and Σ⁻¹ column by column.
//!
//! ```text
//! Row by row
//!       row     x   x − μ   (x − μ)²
//!         1   5.1   0.094   0.008836
//!         2   4.9  -0.106   0.011236
//! … 48 more
//!       sum                   6.0882
//! ```

use ratatui::text::Line;

use super::super::formula;
use super::super::pane::{cell_right, wrap};
use super::super::theme::Theme;
use crate::math::{Chain, Expr, FIGURES, Number, significant};
use crate::workbench::words::{clip, width};
use crate::worked::{Deviations, Elimination, Tableau};

/// The fewest figures that an entry of a matrix is cut to.
const FEWEST: usize = 2;

/// What each row adds, a line for each of the first rows.
pub fn deviations(found: &Deviations, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let digits = |value: f64| significant(&Number::Float(value), FIGURES).0;
    let rows: Vec<Vec<String>> = found
        .rows
        .iter()
        .map(|(row, numbers)| {
            std::iter::once((row + 1).to_string()).chain(numbers.iter().map(|x| digits(*x))).collect()
        })
        .collect();
    let heads: Vec<String> = std::iter::once("row".to_owned()).chain(found.heads.iter().cloned()).collect();
    let sum = digits(found.sum);
    let last = heads.len() - 1;
    let wide = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| width(cell));
        let own = if at == last { width(&sum) } else { 3 };
        cells.chain([own]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..heads.len()).map(wide).collect();
    // Names of columns are cut before numbers are.
    let free = columns.saturating_sub(widths.iter().sum::<usize>() + 2 * heads.len());
    let share = free / heads.len().max(1);
    for (wide, head) in widths.iter_mut().zip(&heads) {
        *wide = (*wide).max(width(head).min(*wide + share));
    }
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths);
        let text: String =
            cells.map(|(cell, wide)| format!("  {}", cell_right(&clip(cell, *wide), *wide))).collect();
        clip(&text, columns).into_owned()
    };
    let mut lines = vec![Line::default(), Line::styled("Row by row", theme.heading)];
    lines.push(Line::styled(line(&heads), theme.secondary));
    lines.extend(rows.iter().map(|row| Line::raw(line(row))));
    let more = found.total - found.rows.len();
    if more > 0 {
        lines.push(Line::styled(format!("  … {more} more"), theme.secondary));
    }
    let mut total = vec![String::new(); heads.len()];
    if let Some(cell) = total.first_mut() {
        *cell = "sum".to_owned();
    }
    if let Some(cell) = total.last_mut() {
        *cell = sum;
    }
    lines.push(Line::styled(line(&total), theme.strong));
    lines
}

/// Σ beside the identity, and both after each column.
pub fn elimination(found: &Elimination, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default(), Line::styled("By elimination", theme.heading)];
    let say = |lines: &mut Vec<Line<'static>>, text: &str| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, theme.text)));
    };
    let draw = |lines: &mut Vec<Line<'static>>, tableau: &Tableau| {
        lines.push(Line::default());
        lines.extend(matrices(tableau, columns, ascii, theme));
        lines.push(Line::default());
    };
    say(&mut lines, Elimination::OPENING);
    draw(&mut lines, &found.start);
    for step in &found.steps {
        say(&mut lines, &step.sentence());
        draw(&mut lines, &step.tableau);
    }
    say(&mut lines, Elimination::CLOSING);
    lines
}

/// Both sides of a tableau, beside each other or one below the other, in as many figures as fit.
fn matrices(tableau: &Tableau, columns: usize, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let drawn = |expr: Expr, columns: usize| formula::stacked(&Chain::new(expr), 0, columns, ascii, theme);
    // Drawn with room to spare, a matrix shows how wide it is; without, it is written on one line.
    let whole = |expr: Expr| {
        let lines = drawn(expr, usize::from(u16::MAX));
        lines.iter().all(|line| line.width() <= columns).then_some(lines)
    };
    let below = |figures: usize| {
        let [left, right] = tableau.matrices(figures).map(whole);
        Some([left?, vec![Line::default()], right?].concat())
    };
    if let Some(beside) = whole(Expr::Juxt(tableau.matrices(FIGURES).into())) {
        return beside;
    }
    let cramped = || tableau.matrices(FEWEST).into_iter().flat_map(|side| drawn(side, columns)).collect();
    (FEWEST..=FIGURES).rev().find_map(below).unwrap_or_else(cramped)
}
