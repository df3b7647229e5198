//! Where the cuts between bins lie.
//!
//! ```text
//! ┏━ ▶ Bins of area ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ ‹ cut points ›  5 bins: 400, 800, 1200, 1600               ┃
//! ┃ accuracy 19/27 ≈ 0.7037, before 18/27 ≈ 0.6667             ┃
//! ┃ ▒ low   █ mid   ░ high                                     ┃
//! ┃ ▒▒▒▒  │  ██ ▒▒│██    │   ░░  │░░                           ┃
//! ┃ ──────┴───────▲──────┴───────┴──────                       ┃
//! ┃ 240     cut 2 of 4: 800         2140                       ┃
//! ┃ 890 → bin 3, [800,1200), because 800 ≤ 890 < 1200          ┃
//! ┃ P(c | area=890): low 0.1500, mid 0.6300, high 0.2200       ┃
//! ┃   bin  interval     low  P(bin|c)  mid  P(bin|c)           ┃
//! ┃     1  <400           3      4/14    0      1/15           ┃
//! ┃ ▸   3  [800,1200)     1      2/14    5      6/15           ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–6 of 14 ━┛
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::document::Writer;
use super::super::pane::{Pane, scrolled};
use super::super::theme::Theme;
use super::bins_table::{self, Table};
use crate::math::sentence;
use crate::recipe::Bins;
use crate::report::{decimal, equals, judged_on};
use crate::workbench::bins::{Method, Probe, Typed};
use crate::workbench::words::{clip, counted, shown, width};
use crate::workbench::{App, BINS_HEIGHT, BINS_WIDTH, BinsDialog, EvaluatedModel};

/// Draws the editor, and gives the place of the text cursor while a number is typed.
pub fn draw(pane: &mut Pane<'_>, dialog: &BinsDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let size = app.frame.dialog(BINS_WIDTH, BINS_HEIGHT);
    let columns = usize::from(size.0.saturating_sub(4));
    let chart = BinsDialog::chart(app);
    let mut below = pane.writer();
    below.columns = columns;
    told(app, dialog, &mut below);
    let room = BinsDialog::room(app, below.lines.len());
    let Table { heading, lines, tests } = bins_table::lines(app, dialog, columns, theme);
    let list = Rect { height: u16::try_from(room).unwrap_or(0), ..Rect::default() };
    let (scroll, foot) = scrolled(app, lines.len(), dialog.scroll, list);
    // Among the tests their own heading stays in sight.
    let heading = tests.filter(|(at, _)| scroll > *at).map_or(heading, |(_, heading)| heading);
    let title = format!("Bins of {}", shown(dialog.name(app)));
    pane.dialog(&clip(&title, columns.saturating_sub(4)), &foot, size);
    pane.put(&head(app, dialog, columns, chart > 0, theme));
    let place = pane.take(usize::from(chart) + 2);
    bins_table::chart(dialog, theme, place, pane.buffer);
    let cursor = match &dialog.field {
        None => {
            pane.put(&below.lines);
            None
        }
        Some((purpose, field)) => {
            let cuts = dialog.cuts.as_ref().map_or(0, |cuts| cuts.texts().len());
            let prompt = match purpose {
                Typed::Probe => "a number to try: ".to_owned(),
                Typed::Cut if cuts == 0 => "the first cut: ".to_owned(),
                Typed::Cut => format!("cut {} goes to: ", dialog.cut + 1),
            };
            let place = pane.take(below.lines.len());
            pane.field(&prompt, field, place)
        }
    };
    pane.put(&[heading]);
    pane.lines(&lines, scroll);
    cursor
}

fn head(app: &App, dialog: &BinsDialog, columns: usize, legend: bool, theme: &Theme) -> Vec<Line<'static>> {
    let method = format!("‹ {} ›", Method::of(dialog.bins.as_ref()).words());
    let about = about(dialog);
    let about = clip(&about, columns.saturating_sub(width(&method) + 2)).into_owned();
    let mut lines = vec![
        Line::from(vec![
            Span::styled(method, theme.cursor),
            Span::raw("  "),
            Span::styled(about, theme.text),
        ]),
        accuracy(app, dialog, columns, theme),
    ];
    if legend {
        lines.push(classes(dialog, columns, theme));
    }
    lines
}

fn about(dialog: &BinsDialog) -> String {
    let Some(cuts) = &dialog.cuts else {
        let counting = dialog.spread.is_none() || dialog.bins.is_some();
        return if counting { "counting …".into() } else { "no bins".into() };
    };
    let bins = counted(cuts.bins(), "bin", "bins");
    match &dialog.bins {
        Some(Bins::Width(k) | Bins::Frequency(k)) if cuts.bins() as u64 != u64::from(*k) => {
            format!("{k} asked for, {bins}: cuts that divide no rows are left out")
        }
        Some(Bins::Mdl) => {
            let accepted = cuts.tests.iter().filter(|test| test.accepted).count();
            format!("{bins}: {accepted} of {} accepted", counted(cuts.tests.len(), "test", "tests"))
        }
        _ if cuts.texts().is_empty() => bins,
        _ => format!("{bins}: {}", cuts.texts().join(", ")),
    }
}

/// How good the model is, and how good the one before the editor was.
fn accuracy(app: &App, dialog: &BinsDialog, columns: usize, theme: &Theme) -> Line<'static> {
    if app.screens.model.refused.is_some() {
        let words = match app.session.fitted() {
            Some(_) => "This choice makes no model; the one before it stays.",
            None => "There is no model yet.",
        };
        return Line::styled(words, theme.bad);
    }
    if let Some(problem) = app.screens.evaluate.refused(&app.session) {
        return Line::styled(clip(&problem.what, columns).into_owned(), theme.bad);
    }
    let Some(judged) = app.screens.evaluate.evaluated(&app.session) else {
        return Line::styled("accuracy …", theme.secondary);
    };
    let words = |judged: &EvaluatedModel| {
        let value = judged.evaluation.accuracy.as_ref().map(equals).unwrap_or_default();
        sentence!("{}/{} {}", judged.evaluation.right, judged.evaluation.n, value).written(theme.face.sign)
    };
    let (now, on) = (words(judged), judged_on(&judged.evaluation));
    let before = dialog.before.as_ref().filter(|before| !std::sync::Arc::ptr_eq(before, judged));
    let forms = match before {
        None => vec![format!("accuracy {now} {on}, {}", judged.title()), format!("accuracy {now} {on}")],
        Some(before) if before.title() == judged.title() => {
            vec![format!("accuracy {now} {on}, before {}", words(before))]
        }
        Some(before) => vec![
            format!(
                "accuracy {now} {on} ({}), before {} ({})",
                judged.title(),
                words(before),
                before.title()
            ),
            format!("accuracy {now} ({}), before {} ({})", judged.title(), words(before), before.title()),
            format!("accuracy {now}, before {} ({})", words(before), before.title()),
        ],
    };
    let fits = forms.iter().find(|form| width(form) <= columns).cloned();
    let shortest = || match before {
        None => format!("accuracy {now}"),
        Some(before) => format!("accuracy {now}, before {}", words(before)),
    };
    Line::styled(fits.unwrap_or_else(shortest), theme.strong)
}

fn classes(dialog: &BinsDialog, columns: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::default();
    let Some(spread) = &dialog.spread else { return line };
    let most = dialog.bars.iter().map(|bar| bar.iter().sum::<u64>()).max().unwrap_or(0);
    let missing =
        if spread.missing > 0 { format!(", {} without a number", spread.missing) } else { String::new() };
    let words = format!("highest bar {most}{missing}");
    let room = columns.saturating_sub(width(&words) + 1);
    for (class, name) in spread.classes.iter().enumerate() {
        let label = format!("{} {}   ", theme.class_fill(class), clip(&shown(name.as_str()), 16));
        if line.width() + width(&label) > room {
            line.push_span(Span::styled("…", theme.secondary));
            break;
        }
        line.push_span(Span::styled(label, theme.class(class)));
    }
    let blanks = columns.saturating_sub(line.width() + width(&words));
    line.push_span(Span::styled(format!("{}{words}", " ".repeat(blanks)), theme.secondary));
    line
}

/// The number that was tried, or what to press where the choice makes no model; two lines at least.
fn told(app: &App, dialog: &BinsDialog, out: &mut Writer<'_>) {
    let theme = out.theme;
    match (&app.screens.model.refused, &dialog.probe) {
        (Some(refused), _) => {
            out.text(&refused.what, theme.text);
            out.text(&refused.fix, theme.strong);
        }
        (None, Some(probe)) => {
            out.text(&probe.told, theme.strong);
            if let Some(posterior) = posterior(app, probe) {
                out.text(&posterior, theme.text);
            }
        }
        (None, None) => out.text("/ takes a number and tells which bin it falls in.", theme.secondary),
    }
    while out.lines.len() < 2 {
        out.blank();
    }
}

fn posterior(app: &App, probe: &Probe) -> Option<String> {
    let fitted = app.session.fitted()?;
    let (asked, values) = probe.posterior.as_ref()?;
    let Some(values) = values else {
        return Some(format!("{asked} is undefined: α is 0, and the counts leave 0/0."));
    };
    let sign = app.settings.sign;
    let each = fitted.classes.iter().zip(values);
    let each = each.map(|(class, value)| format!("{class} {}", decimal(value).written(sign)));
    let alone = if fitted.features.len() > 1 { ", nothing else known" } else { "" };
    Some(format!("{asked}: {}{alone}", each.collect::<Vec<String>>().join(", ")))
}
