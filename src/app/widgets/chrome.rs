//! What is on every screen: the breadcrumb, the sentence, the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use crate::app::keys;
use crate::app::prelude::*;
use crate::app::words::worded;

pub fn breadcrumb(app: &App, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let total = usize::from(area.width);
    // Names as long as they leave room for what is at the right: first the two beside the stages go, then all but the
    // one that is shown. Every digit stays.
    let forms = [(true, true, 30), (true, false, 15), (false, false, 0)];
    let head = |(stages, beside, right)| (head(app, theme, stages, beside), right);
    let fits = |(line, right): &(Line<'static>, usize)| line.width() + right <= total;
    let stages = forms.map(head).into_iter().find(fits).map_or_else(Line::default, |(line, _)| line);
    let room = total.saturating_sub(stages.width() + 2);
    let typed = if app.typing() { width(TYPE) + 2 } else { 0 };
    let right = right_words(app, room.saturating_sub(typed));
    let start = area.right().saturating_sub((width(&right) + typed) as u16 + 1);
    let mut x = area.x;
    for span in &stages.spans {
        let wide = width(&span.content) as u16;
        let digit = span.content.trim_start_matches('[').get(..1);
        if let Some(screen) = ScreenId::ALL.iter().find(|id| digit == Some(id.digit())) {
            app.targets.note([x, area.y, wide, 1], Target::Key(Action::Go(*screen)));
        }
        x = x.saturating_add(wide);
    }
    stages.render(area, buffer);
    buffer.set_stringn(start, area.y, &right, room, theme.secondary);
    if typed > 0 {
        let start = area.right().saturating_sub(width(TYPE) as u16);
        buffer.set_stringn(start, area.y, TYPE, room, theme.cursor);
    }
}

const TYPE: &str = " TYPE ";

fn head(app: &App, theme: &Theme, stages: bool, beside: bool) -> Line<'static> {
    let here = if app.screen == ScreenId::Start { ScreenId::Data } else { app.screen };
    let mut line = Line::raw(" ");
    let all = ScreenId::STAGES.into_iter().map(|screen| (screen, stages));
    for (at, (screen, named)) in all.chain(BESIDE.map(|screen| (screen, beside))).enumerate() {
        let between = match screen {
            ScreenId::Plot => "  ",
            ScreenId::Practice if beside || screen == here => "  ",
            ScreenId::Practice => " ",
            _ => " › ",
        };
        if at > 0 {
            line.push_span(Span::styled(between, theme.secondary));
        }
        line.push_span(place(app, theme, screen, screen == here, named));
    }
    line
}

fn place(app: &App, theme: &Theme, screen: ScreenId, is_here: bool, named: bool) -> Span<'static> {
    let digit = screen.digit();
    let name = if named || is_here { format!("{digit} {}", screen.name()) } else { digit.to_owned() };
    match app.session.blocked(screen) {
        _ if is_here => Span::styled(format!("[{name}]"), theme.stage),
        None => Span::styled(name, theme.text),
        Some(_) => Span::styled(name, theme.secondary),
    }
}

const BESIDE: [ScreenId; 2] = [ScreenId::Plot, ScreenId::Practice];

fn right_words(app: &App, most: usize) -> String {
    if app.typing() && app.screen != ScreenId::Practice {
        return String::new();
    }
    let about = match app.screen {
        ScreenId::Start | ScreenId::Data => None,
        _ => model_words(app, most),
    };
    let plain = || about.unwrap_or_else(|| app.session.headline(most));
    app.jobs.busy_line().map_or_else(plain, |work| clip(&work, most).into_owned())
}

const BEFORE: &str = "old recipe";

fn model_words(app: &App, most: usize) -> Option<String> {
    let fitted = app.session.fitted()?;
    let (title, alpha) = (fitted.title(), fitted.data.resolved.alpha.text());
    let rows = match fitted.data.is_given() {
        true => "given numbers".to_owned(),
        false => counted(usize::try_from(fitted.table_rows()).unwrap_or(usize::MAX), "row", "rows"),
    };
    let short = match title.split_once(' ') {
        _ if fitted.gda().is_some_and(|gda| gda.is_shared()) => "GDA".to_owned(),
        _ if fitted.gda().is_some() => "QDA".to_owned(),
        Some((kind, _)) if width(kind) > 5 => format!("{}. NB", kind.chars().take(3).collect::<String>()),
        Some((kind, _)) => format!("{kind} NB"),
        None => title.to_owned(),
    };
    let forms = if app.refused().is_some() {
        [format!("{title}, of the {BEFORE}"), format!("of the {BEFORE}"), BEFORE.to_owned()]
    } else if let Some(fold_model) = &app.session.fold_model {
        let words = &fold_model.words;
        [format!("{title} · trained {words}"), format!("trained {words}"), words.clone()]
    } else if fitted.is_smoothed() {
        [
            format!("{title} · α = {alpha} · {rows}"),
            format!("{title} · α = {alpha}"),
            format!("{short} · α={alpha}"),
        ]
    } else {
        [format!("{title} · {rows}"), title.to_owned(), short]
    };
    forms.into_iter().find(|form| width(form) <= most)
}

const MESSAGE: usize = 4;

/// The second last row: a message, else how to read this screen. A message that is longer than the row takes rows above.
pub fn sentence(app: &App, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.width.saturating_sub(2));
    if let Some(toast) = &app.toast {
        return message(&worded(&toast.text, app.settings.ascii), theme, area, buffer);
    }
    if let Some(why) = before(app) {
        return message(&worded(&why, app.settings.ascii), theme, area, buffer);
    }
    let counted_rows = app.screens.data.only.as_ref().filter(|_| app.screen == ScreenId::Data);
    let text = match (app.dialogs.last(), counted_rows) {
        (Some(dialog), _) => dialog.hint().into(),
        (None, Some(only)) => {
            let rows = counted(only.rows.len(), "row", "rows");
            format!("Only the {rows} counted. Esc goes back to the number, 1 shows all.")
        }
        (None, None) => app.handler().hint(app).to_owned(),
    };
    blank(theme, area, buffer);
    let warnings = warnings(app);
    let text_room = room.saturating_sub(warnings.as_ref().map_or(0, |words| width(words) + 2));
    let mut lines = wrap(&text, text_room.saturating_sub(2)).into_iter();
    let first = lines.next().unwrap_or_default();
    let text = match (lines.next(), first.rfind(". ")) {
        (None, _) => first,
        (Some(_), Some(end)) if warnings.is_some() => first.get(..=end).unwrap_or_default().to_owned(),
        (Some(_), _) => format!("{first} …"),
    };
    buffer.set_stringn(area.x + 1, area.y, text, text_room, theme.text);
    if let Some(words) = warnings {
        let start = area.x + area.width.saturating_sub(width(&words) as u16 + 1);
        buffer.set_stringn(start, area.y, &words, room, theme.toast);
    }
}

fn warnings(app: &App) -> Option<String> {
    let many = app.session.open_warnings();
    let is_here = matches!(app.screen, ScreenId::Data | ScreenId::Model) && app.dialogs.is_empty();
    (is_here && many > 0).then(|| format!("{}: !", counted(many, "warning", "warnings")))
}

fn message(text: &str, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.width.saturating_sub(2));
    let mut lines = wrap(text, room.saturating_sub(2));
    if lines.len() > MESSAGE {
        lines.truncate(MESSAGE);
        lines.iter_mut().skip(MESSAGE - 1).for_each(|last| last.push_str(" …"));
    }
    for (line, up) in lines.iter().rev().zip(0..=area.y) {
        let row = Rect { y: area.y - up, height: 1, ..area };
        blank(theme, row, buffer);
        buffer.set_stringn(row.x + 1, row.y, line, room, theme.toast);
    }
}

fn blank(theme: &Theme, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    buffer.set_style(area, theme.text);
}

fn before(app: &App) -> Option<String> {
    let elsewhere = !matches!(app.screen, ScreenId::Start | ScreenId::Data | ScreenId::Model);
    let refused = app.refused().filter(|_| elsewhere && app.dialogs.is_empty())?;
    Some(format!(
        "From the previous recipe: the new one has no model. {} Press 2 to see what to do.",
        refused.what
    ))
}

pub fn footer(app: &App, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let mut line = Line::raw(" ");
    for (at, (keys, label)) in app.footer(usize::from(area.width.saturating_sub(1))).into_iter().enumerate() {
        if at > 0 {
            line.push_span("  ");
        }
        let x = area.x.saturating_add(u16::try_from(line.width()).unwrap_or(u16::MAX));
        // A click does what the first of several keys does.
        let action = Key::named(&keys).or_else(|| Key::named(keys.split('/').next()?));
        if let Some(action) = action.and_then(|key| keys::action(app.scopes(), key)) {
            let wide = u16::try_from(width(&keys) + 1 + width(label)).unwrap_or(u16::MAX);
            app.targets.note([x, area.y, wide, 1], Target::Key(action.clone()));
        }
        line.push_span(Span::styled(keys, theme.strong));
        line.push_span(Span::styled(format!(" {label}"), theme.text));
    }
    blank(theme, area, buffer);
    line.render(area, buffer);
}
