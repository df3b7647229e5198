//! Dialogs in which answers, priors and cells are typed, with what comes of them below.

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell, cell_right, mark, reach};
use crate::app::widgets::rows::named;
use crate::app::words::{clip, shorten, shown, width};
use crate::app::{
    CHECK_HEIGHT, CHECK_WIDTH, CheckDialog, Lane, OpeningDialog, PRIORS_BELOW, PRIORS_HEIGHT, PRIORS_WIDTH,
    PriorsDialog, Sum, WHAT_IF_CLASSES, WHAT_IF_COUNTERFACTUALS, WHAT_IF_HEIGHT, WHAT_IF_WIDTH, WhatIfDialog,
    remark,
};
use crate::math::{Number, Sentence, sentence};
use crate::recipe::OpeningLine;
use crate::report;
use crate::report::{Align, Grid, Role, card, cells, decimal};

pub fn check(pane: &mut Pane<'_>, dialog: &CheckDialog) -> Option<Position> {
    let theme = pane.theme;
    pane.dialog("Check an answer", "Esc closes", pane.app.frame.dialog(CHECK_WIDTH, CHECK_HEIGHT));
    let part = |text: &str, most: usize, style: Style| {
        let mut part = pane.inside();
        part.text(text, style);
        part.lines.truncate(most);
        part.lines
    };
    let mut above = pane.inside();
    above.lines.extend(part(&dialog.of, 2, theme.strong));
    above.lines.extend(part(&dialog.meaning, 2, theme.text));
    above.blank();
    let mut below = pane.inside();
    below.blank();
    if pane.app.jobs.waits_for(Lane::Practice) {
        below.text("checking …", theme.secondary);
    } else {
        match &dialog.card {
            None => below.lines.extend(part(
                "A fraction, a decimal, a percentage or a product. Every figure you write counts.",
                2,
                theme.secondary,
            )),
            Some(Ok(checked)) => below.document(&card(checked, below.face)),
            Some(Err(why)) => below.lines.extend(part(why, 4, theme.warning)),
        }
    }
    // Where there is little room, the words need it more than the blank lines do.
    if above.lines.len() + 1 + below.lines.len() > pane.height() {
        above.dense();
        below.dense();
    }
    pane.put(&above.lines);
    let line = pane.take(1);
    pane.lines(&below.lines, 0);
    pane.field("your answer: ", &dialog.field, line)
}

const COUNTED: usize = 11;

pub fn priors(pane: &mut Pane<'_>, dialog: &PriorsDialog) -> Option<Position> {
    let theme = pane.theme;
    // As high as its classes are many.
    let wanted = u16::try_from(dialog.lines.len() + PRIORS_BELOW + 3).unwrap_or(PRIORS_HEIGHT);
    let size = pane.app.frame.dialog(PRIORS_WIDTH, PRIORS_HEIGHT.min(wanted));
    pane.dialog("The prior of each class", &format!("{} of {}", dialog.cursor + 1, dialog.lines.len()), size);
    let columns = pane.columns();
    let given = if columns < 60 { 8 } else { 16 };
    let name = columns.saturating_sub(3 + COUNTED + 8 + 3 + given + 8).clamp(8, 28);
    let head = format!("  {} {}   given", cell("class", name), cell_right("from the data", COUNTED + 8));
    pane.put(&[Line::styled(head, theme.heading)]);
    let fitting = pane.height().saturating_sub(PRIORS_BELOW);
    let mut cursor = None;
    for class in (dialog.scroll..dialog.lines.len()).take(fitting) {
        let row = pane.take(1);
        let place = one_class(pane, dialog, class, (name, given), row);
        cursor = cursor.or(place);
    }
    let mut said = pane.inside();
    let style = if dialog.sum() == Sum::One { theme.strong } else { theme.warning };
    said.paragraph(&dialog.verdict(), style);
    pane.lines(&said.lines, 0);
    cursor
}

fn one_class(
    pane: &mut Pane<'_>,
    dialog: &PriorsDialog,
    class: usize,
    (name, written): (usize, usize),
    row: Rect,
) -> Option<Position> {
    let (line, now) = (dialog.lines.get(class)?, dialog.now.get(class)?);
    let (selected, theme) = (class == dialog.cursor, pane.theme);
    let sign = theme.face.sign;
    let decimal =
        |value: Option<&Number>| value.map(|value| value.fixed(4).written(sign)).unwrap_or_default();
    let label = shown(line.name.as_str());
    let label = format!("{} {}", class_mark(class), shorten(&label, name.saturating_sub(2)));
    let start = format!(
        "{} {} {}{}   ",
        mark(selected),
        cell(&label, name),
        cell_right(&line.counted, COUNTED),
        cell_right(&decimal(line.share.as_ref()), 8),
    );
    let left = (width(&start) as u16).min(row.width);
    let typed = Rect { x: row.x + left, width: row.width.saturating_sub(left).min(written as u16), ..row };
    let field = dialog.field.as_ref().filter(|_| selected);
    let given = if field.is_some() { "" } else { now.as_str() };
    let (style, given_style) =
        if selected { (theme.strong, theme.cursor) } else { (theme.class(class), theme.text) };
    let spans = vec![
        Span::styled(start, style),
        Span::styled(cell(&shown(given), written), given_style),
        Span::styled(cell_right(&decimal(dialog.value(class).as_ref()), 8), theme.secondary),
    ];
    pane.row(row, spans);
    pane.field("", field?, typed)
}

const VALUE: usize = 16;

pub fn what_if(pane: &mut Pane<'_>, dialog: &WhatIfDialog) -> Option<Position> {
    // As high as its lines are many.
    let wanted = dialog.lines.len() + dialog.below() + 3;
    let wanted = u16::try_from(wanted).unwrap_or(WHAT_IF_HEIGHT);
    let size = pane.app.frame.dialog(WHAT_IF_WIDTH, WHAT_IF_HEIGHT.min(wanted));
    let foot = format!("{} of {}", dialog.cursor + 1, dialog.lines.len());
    pane.dialog(&format!("What if? ({})", dialog.of), &foot, size);
    let name = (pane.columns() / 4).clamp(8, 22);
    let head = format!("  {}  {}    now", cell("cell", name), cell("before", VALUE));
    let row = pane.take(1);
    pane.row(row, Span::styled(head, pane.theme.heading));
    let fitting = pane.height().saturating_sub(dialog.below());
    let mut cursor = None;
    for at in (dialog.scroll..dialog.lines.len()).take(fitting) {
        let row = pane.take(1);
        let place = one_cell(pane, dialog, at, name, row);
        cursor = cursor.or(place);
    }
    let mut below = pane.inside();
    outcome(&mut below, dialog);
    pane.put(&below.lines);
    cursor
}

fn one_cell(
    pane: &mut Pane<'_>,
    dialog: &WhatIfDialog,
    at: usize,
    name: usize,
    row: Rect,
) -> Option<Position> {
    let (line, now, theme) = (dialog.lines.get(at)?, dialog.now.get(at)?, pane.theme);
    let selected = at == dialog.cursor;
    let text = |text: &str| if text.is_empty() { "missing".to_owned() } else { shown(text).into_owned() };
    let start = format!(
        "{} {}  {}  {} ",
        mark(selected),
        cell(&shown(&line.name), name),
        cell(&text(&line.original), VALUE),
        if dialog.is_changed(at) { "≠" } else { " " },
    );
    let left = (width(&start) as u16).min(row.width);
    let rest = Rect { x: row.x + left, width: row.width - left, ..row };
    if let Some(field) = dialog.field.as_ref().filter(|_| selected) {
        pane.row(row, Span::styled(start, theme.text));
        return pane.field("", field, rest);
    }
    let note = match &dialog.after {
        Some(Ok(after)) => remark(&dialog.fitted, &after.case, line),
        _ => String::new(),
    };
    let room = usize::from(rest.width).saturating_sub(if note.is_empty() { 4 } else { width(&note) + 6 });
    let value = clip(&text(now), room).into_owned();
    let value = if selected { format!("← {value} →") } else { value };
    let (start_style, style) = match (selected, dialog.is_changed(at)) {
        (true, _) => (theme.strong, theme.cursor),
        (false, true) => (theme.text, theme.strong),
        (false, false) => (theme.text, theme.text),
    };
    let note = Span::styled(format!("  {note}"), theme.secondary);
    pane.row(row, vec![Span::styled(start, start_style), Span::styled(value, style), note]);
    None
}

fn outcome(out: &mut Writer<'_>, dialog: &WhatIfDialog) {
    let (theme, columns) = (out.theme, out.columns);
    out.blank();
    let (Some(before), Some(after)) = (&dialog.before, &dialog.after) else {
        return out.text("working it out …", theme.secondary);
    };
    let after = after.as_ref();
    let now = after.ok().map(|after| &after.prediction);
    let value = |posterior: Option<&Vec<Number>>, class: usize| -> Sentence {
        posterior.and_then(|all| all.get(class)).map_or_else(|| "undefined".into(), decimal)
    };
    let heads = ["posterior", "before", "now", "change", ""];
    let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut grid = Grid::new(heads.into_iter().zip(sides));
    let classes = &dialog.fitted.classes;
    for (class, label) in classes.iter().enumerate().take(WHAT_IF_CLASSES) {
        let present = now.map_or_else(|| "-".into(), |now| value(now.posterior.as_ref(), class));
        let change = after.ok().and_then(|after| after.change.as_ref()?.get(class)).map(signed);
        let wins = now.is_some_and(|now| now.predicted == Some(class) && now.tied.is_empty());
        let before = value(before.prediction.posterior.as_ref(), class);
        let mark = if wins { "wins" } else { "" };
        let cells = cells![named(class, label.as_str()), before, present, change.unwrap_or_default(), mark];
        grid.push(Role::Class(class), cells);
    }
    out.grid(&grid);
    if classes.len() > WHAT_IF_CLASSES {
        out.line(format!("and {} more classes", classes.len() - WHAT_IF_CLASSES), theme.secondary);
    }
    match after {
        Ok(after) if after.flipped => {
            let decision = sentence!("The decision flips. {}", after.decision).written(theme.face.sign);
            out.line(clip(&decision, columns), theme.strong);
        }
        Ok(after) => out.line(clip(&after.decision.written(theme.face.sign), columns), theme.text),
        Err(why) => out.text(why, theme.warning),
    }
    out.blank();
    let counterfactuals = report::counterfactuals(&dialog.fitted, &before.counterfactuals)
        .unwrap_or_else(|| "Only categories, bins and words are tried for a flip.".into());
    let most = out.lines.len() + WHAT_IF_COUNTERFACTUALS;
    out.text(&counterfactuals, theme.text);
    if out.lines.len() > most {
        out.lines.truncate(most);
        let last = out.lines.pop().unwrap_or_default().to_string();
        out.line(format!("{} …", clip(&last, columns.saturating_sub(2))), theme.text);
    }
}

fn signed(change: &Number) -> Sentence {
    let sign = if change.is_negative() { "−" } else { "+" };
    let size = if change.is_negative() { change.neg() } else { change.clone() };
    sentence!("{}{}", sign, size.fixed(4))
}

pub fn opening(pane: &mut Pane<'_>, dialog: &OpeningDialog) -> Option<Position> {
    const GAP: usize = 2;
    let (app, theme, lines) = (pane.app, pane.theme, &dialog.opening.lines);
    let unclear = lines.iter().filter(|line| line.unclear).count();
    let size = dialog.size(app);
    let (_, place) = reach(lines.len(), dialog.scroll, Rect { height: dialog.room(app) as u16, ..pane.area });
    let foot = match (place.is_empty(), unclear) {
        (true, 1) => "1 is unclear".to_owned(),
        (true, many) => format!("{many} are unclear"),
        (false, many) => format!("{many} unclear · {place}"),
    };
    let title =
        format!("{}: what it is taken as", app.session.headline(usize::from(size.0.saturating_sub(34))));
    pane.dialog(&title, &foot, size);
    let room = pane.columns().saturating_sub(2);
    let widest = |of: &dyn Fn(&OpeningLine) -> usize, least: usize, most: usize| {
        lines.iter().map(of).max().unwrap_or(0).clamp(least, most)
    };
    let wide = room >= 70;
    let names = widest(&|line| width(&shown(&line.name)), 6, if wide { 14 } else { 10 });
    let taken = widest(&|line| line.now().map_or(0, |now| width(&shown(&now.taken)) + 4), 12, 20);
    let examples =
        if wide { widest(&|line| width(&shown(&line.examples.join(", "))), 11, room / 5) } else { 0 };
    let because = room.saturating_sub(names + taken + examples + 2 * GAP + if wide { GAP } else { 0 });
    let line = |lead: &str, parts: [&str; 4]| {
        let [name, is, why, example] = parts;
        let gap = " ".repeat(GAP);
        let line = format!("{lead}{}{gap}{}{gap}{}", cell(name, names), cell(is, taken), cell(why, because));
        if wide { format!("{line}{gap}{}", cell(example, examples)) } else { line }
    };
    let head = pane.take(1);
    pane.row(
        head,
        Line::styled(line("  ", ["column", "is taken as", "because", "for example"]), theme.heading),
    );
    for (at, it) in lines.iter().enumerate().skip(dialog.scroll).take(dialog.room(app)) {
        let Some(now) = it.now() else { continue };
        let (selected, name) = (at == dialog.cursor, shown(&it.name));
        let is =
            if selected { format!("← {} →", shown(&now.taken)) } else { shown(&now.taken).into_owned() };
        let lead = match (selected, it.unclear) {
            (true, _) => "▸ ",
            (false, true) => "? ",
            _ => "  ",
        };
        let style = match it.unclear {
            _ if selected => theme.cursor,
            true => theme.strong,
            false => theme.text,
        };
        let examples = it.examples.join(", ");
        let text = line(lead, [&name, &is, &shown(&now.because), &shown(&examples)]);
        let row = pane.take(1);
        pane.row(row, Line::styled(text, style));
    }
    None
}
