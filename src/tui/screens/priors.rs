//! Screen 2, right, on the line of the priors: each class before the choice and after it.
//!
//! ```text
//! │ prior         by rows     now        │
//! │ ● No           0.3571  0.5000        │
//! │ ▲ Yes          0.6429  0.5000        │
//! ```

use ratatui::text::Line;

use super::super::pane::{cell, cell_right};
use super::super::theme::{Theme, class_mark};
use crate::math::{Number, fixed};
use crate::workbench::model::ClassPrior;
use crate::workbench::words::{shorten, shown};

/// Classes that are listed.
const LISTED: usize = 40;

/// A line for each class.
pub fn lines(priors: &[ClassPrior], theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let name = columns.saturating_sub(16).clamp(6, 24);
    let row = |label: &str, share: &str, prior: &str| {
        format!("{}{}{}", cell(label, name), cell_right(share, 8), cell_right(prior, 8))
    };
    let value = |value: &Option<Number>| value.as_ref().map_or_else(|| "0/0".to_owned(), |it| fixed(it, 4));
    let mut lines = vec![Line::default(), Line::styled(row("prior", "by rows", "now"), theme.heading)];
    lines.extend(priors.iter().take(LISTED).enumerate().map(|(class, it)| {
        let label = shown(it.class.as_str());
        let label = format!("{} {}", class_mark(class), shorten(&label, name.saturating_sub(2)));
        Line::styled(row(&label, &value(&it.share), &value(&it.prior)), theme.class(class))
    }));
    if priors.len() > LISTED {
        lines.push(Line::styled(format!("and {} more classes", priors.len() - LISTED), theme.secondary));
    }
    lines
}
