//! Screen 2, right: what the marked line means, and what the recipe made.
//!
//! ```text
//! ╭─ What it means ─────────────────────╮
//! │ Outlook is a FEATURE                │
//! │ It has 3 different values, so it is │
//! │ counted as a category.              │
//! │                                     │
//! │ Result of this recipe               │
//! │  14 rows, 0 without a class         │
//! │  4 features, 2 classes              │
//! │  20 likelihoods + 2 priors          │
//! │  smallest count 0, so α is needed   │
//! ╰─────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::{priors, smoothing};
use crate::workbench::model::{Line as RecipeLine, Summary};
use crate::workbench::words::counted;
use crate::workbench::{App, Lane};

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width.saturating_sub(4));
    let text = text(app, theme, columns);
    let (scroll, foot) =
        pane::scrolled(app, text.len(), app.screens.model.detail, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: "What it means", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&text, scroll, inside, buffer);
}

fn text(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let screen = &app.screens.model;
    let (Some(view), Some(line)) = (&screen.view, screen.line()) else { return Vec::new() };
    let mut text = vec![Line::default()];
    let paragraph = |text: &mut Vec<Line<'static>>, words: &str, indent: usize, style: Style| {
        let lines = wrap(words, columns.saturating_sub(indent)).into_iter();
        text.extend(lines.map(|line| Line::styled(format!("{}{line}", " ".repeat(indent)), style)));
    };
    let (title, sentences) = line.meaning(view);
    paragraph(&mut text, &title, 0, theme.strong);
    sentences.iter().for_each(|sentence| paragraph(&mut text, sentence, 1, theme.text));
    if line == RecipeLine::Alpha && screen.refused.is_none() {
        if let Some(found) = app.screens.model.smoothing(&app.session) {
            text.extend(smoothing::lines(found, theme, columns));
        } else if app.jobs.waits_for(Lane::Smoothing) {
            paragraph(&mut text, "Other α are tried on the case …", 1, theme.secondary);
        }
    }
    if let (RecipeLine::Prior, None, Some(summary)) = (line, &screen.refused, &screen.summary) {
        text.extend(priors::lines(&summary.priors, theme, columns));
    }
    // What was refused says what to press, and comes first; the words are those of the model before.
    if let Some(words) = screen.words().filter(|_| screen.refused.is_none()) {
        paragraph(&mut text, "", 0, theme.text);
        paragraph(&mut text, &words.size, 1, theme.strong);
        paragraph(&mut text, "The words that speak most for", 1, theme.text);
        words.top.iter().for_each(|line| paragraph(&mut text, line, 2, theme.text));
        paragraph(&mut text, words.odds, 1, theme.secondary);
    }
    if let Some(refused) = &screen.refused {
        let before =
            if screen.summary.is_some() { "This choice makes no model" } else { "There is no model yet" };
        paragraph(&mut text, "", 0, theme.text);
        paragraph(&mut text, before, 0, theme.bad);
        paragraph(&mut text, &refused.what, 1, theme.text);
        paragraph(&mut text, &refused.fix, 1, theme.strong);
    }
    if let Some(summary) = &screen.summary {
        paragraph(&mut text, "", 0, theme.text);
        let heading = if screen.refused.is_some() {
            "The model before stays until it does"
        } else {
            "Result of this recipe"
        };
        paragraph(&mut text, heading, 0, theme.heading);
        for (line, style) in result(summary, theme) {
            paragraph(&mut text, &line, 1, style);
        }
        paragraph(&mut text, "", 0, theme.text);
        paragraph(&mut text, &summary.conventions, 0, theme.secondary);
    }
    text
}

fn result(summary: &Summary, theme: &Theme) -> Vec<(String, Style)> {
    let rows = counted(summary.rows as usize, "row", "rows");
    let features = counted(summary.features, "feature", "features");
    let classes = counted(summary.classes, "class", "classes");
    let likelihoods = (summary.conditionals > 0 || summary.moments == 0)
        .then(|| counted(summary.conditionals, "likelihood", "likelihoods"));
    let moments = (summary.moments > 0).then(|| format!("{} means and (co)variances", summary.moments));
    let priors = counted(summary.classes, "prior", "priors");
    let mut lines = vec![
        (summary.title.to_owned(), theme.text),
        (format!("{rows}, {} without a class", summary.unlabelled), theme.text),
        (format!("{features}, {classes}"), theme.text),
    ];
    if let Some((column, all)) = &summary.weights {
        lines.insert(2, (format!("each counts as often as {column} says, {all} in all"), theme.text));
    }
    let numbers: Vec<String> = likelihoods.into_iter().chain(moments).chain([priors]).collect();
    lines.push((numbers.join(" + "), theme.text));
    let Some(least) = summary.smallest else { return lines };
    lines.push(match (&summary.never, summary.unsmoothed) {
        (None, _) => (format!("smallest count {least}"), theme.text),
        (Some(never), true) => {
            (format!("smallest count 0, so α is needed: {never}, and that makes a product 0"), theme.warning)
        }
        (Some(never), false) => (format!("smallest count 0, which α smooths: {never}"), theme.text),
    });
    lines
}
