//! Where the cuts between bins lie.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use crate::app::dialogs::bins::{BinsDialog, HEIGHT, Method, Probe, Typed, WIDTH};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{clip, shown, width};
use crate::app::{App, EvaluatedModel};
use crate::encode::Cuts;
use crate::math::{Name, Number, sentence};
use crate::model::{Factor, Fitted};
use crate::recipe::Bins;
use crate::report::{decimal, equals, judged_on};
use crate::text::counted;

pub fn draw(canvas: &mut Canvas<'_>, dialog: &BinsDialog) -> Option<Position> {
    let (app, theme) = (canvas.app, canvas.theme);
    let size = app.frame.dialog(WIDTH, HEIGHT);
    let columns = usize::from(size.0.saturating_sub(4));
    let chart = BinsDialog::chart(app);
    let mut below = canvas.writer();
    below.columns = columns;
    told(app, dialog, &mut below);
    let fitted = app.session.fitted().filter(|_| app.screens.model.refused.is_none());
    let fitted = fitted.filter(|fitted| fitted.feature(dialog.name(app)).is_some());
    let cut = fitted.and_then(|fitted| {
        let factor = fitted.factor(dialog.name(app))?;
        Some((fitted, factor, factor.cuts()?))
    });
    let (bins, tests) = cut.map_or((0, &[][..]), |(_, _, cuts)| (cuts.bins(), &cuts.tests));
    // The tests have a blank line and a title above them, and a sentence below.
    let rows = bins + if tests.is_empty() { 0 } else { tests.len() + 4 };
    let top = dialog.scroll.text(rows, BinsDialog::room(app, below.lines.len()));
    let title = format!("Bins of {}", shown(dialog.name(app)));
    canvas.dialog(&clip(&title, columns.saturating_sub(4)), &dialog.scroll.place(rows), size);
    canvas.put(&head(app, dialog, columns, chart > 0, theme));
    let place = canvas.take(usize::from(chart) + 2);
    histogram(dialog, theme, place, canvas.buffer);
    let place = canvas.take(below.lines.len());
    let cursor = match &dialog.field {
        None => {
            Paragraph::new(below.lines).render(place, canvas.buffer);
            None
        }
        Some((purpose, field)) => {
            let cuts = dialog.cuts.as_ref().map_or(0, |cuts| cuts.texts().len());
            let prompt = match purpose {
                Typed::Probe => "a number to try: ".to_owned(),
                Typed::Cut if cuts == 0 => "the first cut: ".to_owned(),
                Typed::Cut => format!("cut {} goes to: ", dialog.cut + 1),
            };
            canvas.field(&prompt, field, place)
        }
    };
    let Some((fitted, factor, cuts)) = cut else {
        let words = match fitted {
            None => "",
            Some(_) if dialog.bins.is_some() => "fitting …",
            Some(fitted) if fitted.gda().is_some() => {
                "There are no bins: the model reads all numbers together, under one normal density a class."
            }
            Some(_) => {
                "There are no bins: each class has a normal curve over the number itself. 3 shows its mean and variance."
            }
        };
        let mut out = canvas.inside();
        out.text(words, theme.text);
        canvas.lines(&out.lines, 0);
        return cursor;
    };
    if top < bins {
        bins_table(app, dialog, (fitted, factor, cuts), theme).draw_from(canvas, top);
        canvas.take(1);
    }
    if !tests.is_empty() && canvas.height() > 1 {
        if top <= bins + 1 {
            let many = counted(tests.len(), "test", "tests");
            let title = format!("{many} of minimum description length, in order");
            canvas.put(&[Line::styled(title, theme.strong)]);
        }
        tests_table(cuts, theme).draw_from(canvas, top.saturating_sub(bins + 2));
        let words = "A cut is made where it gains more bits per row than the threshold.";
        canvas.put(&[Line::styled(words, theme.secondary)]);
    }
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
            format!("{bins} instead of {k}: cuts that divide no rows are left out")
        }
        Some(Bins::Mdl) => {
            let accepted = cuts.tests.iter().filter(|test| test.accepted).count();
            format!("{bins}: {accepted} of {} accepted", counted(cuts.tests.len(), "test", "tests"))
        }
        _ if cuts.texts().is_empty() => bins,
        _ => format!("{bins}: {}", cuts.texts().join(", ")),
    }
}

fn accuracy(app: &App, dialog: &BinsDialog, columns: usize, theme: &Theme) -> Line<'static> {
    if app.screens.model.refused.is_some() {
        let words = match app.session.fitted() {
            Some(_) => "This choice gives no model; the previous one stays.",
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
        (None, None) => out.text("/: type a number to see its bin.", theme.secondary),
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

/// The bins, each with its count and share in every class; the bin of the number that was tried is marked.
fn bins_table<'a>(
    app: &'a App,
    dialog: &BinsDialog,
    (fitted, factor, cuts): (&'a Fitted, &'a Factor, &'a Cuts),
    theme: &'a Theme,
) -> Table<'a> {
    let form = app.settings.form;
    let row = move |bin: usize| {
        let start = [(bin + 1).to_string(), cuts.label(bin).as_str().to_owned()];
        let numbers = (0..fitted.classes.len()).flat_map(|class| {
            let share = form.written(&factor.estimate(bin, class)).written(theme.face.sign);
            [factor.count(bin, class).to_string(), share]
        });
        start.into_iter().chain(numbers).map(TableCell::from).collect()
    };
    let class = |(class, name): (usize, &Name)| {
        let count = Column::number(named(class, name.as_str())).style(theme.class(class));
        [count, Column::number("P(bin|c)")]
    };
    let start = [Column::number("bin").pinned(), Column::text("interval").least(8).pinned()];
    let columns = start.into_iter().chain(fitted.classes.iter().enumerate().flat_map(class));
    let tried = dialog.probe.as_ref().and_then(|probe| probe.bin);
    Table::new(columns, cuts.bins(), row).row(tried.unwrap_or(usize::MAX))
}

fn tests_table<'a>(cuts: &'a Cuts, theme: &'a Theme) -> Table<'a> {
    let row = |at: usize| {
        let Some(test) = cuts.tests.get(at) else { return Vec::new() };
        let number = |value: f64| Number::Float(value).fixed(4).written(theme.face.sign);
        let style = if test.accepted { theme.number } else { theme.secondary };
        let texts = [
            if test.accepted { "✓ cut" } else { "✗ no cut" }.to_owned(),
            test.n.to_string(),
            test.cut.to_f64().to_string(),
            number(test.gain),
            number(test.threshold),
        ];
        texts.map(|text| TableCell::styled(text, style)).into()
    };
    let numbers = ["rows", "cut at", "gain", "threshold"].map(Column::number);
    Table::new(std::iter::once(Column::text("")).chain(numbers), cuts.tests.len(), row).row(usize::MAX)
}

/// Draws the bars, the axis with the cuts, and the line below it. The last two lines of the area are the axis and its
/// numbers.
fn histogram(dialog: &BinsDialog, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(spread) = &dialog.spread else { return };
    let Some((low, high)) = spread.range() else {
        buffer.set_string(area.x, area.y, "No row with a class has a number here.", theme.warning);
        return;
    };
    let height = area.height.saturating_sub(2);
    let most = dialog.bars.iter().map(|bar| bar.iter().sum::<u64>()).max().unwrap_or(0).max(1);
    let room = u64::from(height).max(1);
    // Rounded up, so that a bar of one row among thousands is still seen.
    let scale = |count: u64| if most <= room { count * (room / most) } else { (count * room).div_ceil(most) };
    for (at, bar) in (0u16..).zip(&dialog.bars) {
        let (mut before, mut drawn) = (0, 0);
        for (class, count) in bar.iter().enumerate() {
            before += count;
            let end = scale(before).min(room);
            for level in drawn..end {
                let above = u16::try_from(level + 1).unwrap_or(u16::MAX);
                if let Some(up) = height.checked_sub(above) {
                    let fill = theme.class_fill(class).to_string().repeat(2);
                    buffer.set_stringn(area.x + 2 * at, area.y + up, fill, 2, theme.class(class));
                }
            }
            drawn = end;
        }
    }
    let columns = u16::try_from(2 * dialog.bars.len()).unwrap_or(0);
    let axis = area.y + height;
    buffer.set_string(area.x, axis, "─".repeat(usize::from(columns)), theme.secondary);
    let cuts = dialog.cuts.as_ref().map(|cuts| cuts.values()).unwrap_or_default();
    let marks = |chosen: bool| (0..).zip(cuts).filter(move |(at, _)| (*at == dialog.cut) == chosen);
    // The chosen cut is drawn last, over those that share its column.
    for (at, cut) in marks(false).chain(marks(true)) {
        let chosen = at == dialog.cut;
        let place = spread.place(*cut);
        let column = ((place * f64::from(columns)) as u16).min(columns.saturating_sub(1));
        let mark = match place {
            _ if chosen => "▲",
            place if place < 0.0 => "‹",
            place if place > 1.0 => "›",
            _ => "┴",
        };
        let style = if chosen { theme.cursor } else { theme.strong };
        let line = if chosen { theme.strong } else { theme.secondary };
        buffer.set_string(area.x + column, axis, mark, style);
        for row in area.y..axis {
            if let Some(cell) = buffer.cell_mut((area.x + column, row))
                && cell.symbol() == " "
                && (0.0..=1.0).contains(&place)
            {
                cell.set_symbol("│").set_style(line);
            }
        }
    }
    numbers(dialog, theme, (low, high), Rect { y: axis + 1, height: 1, width: columns, ..area }, buffer);
}

fn numbers(dialog: &BinsDialog, theme: &Theme, (low, high): (f64, f64), row: Rect, buffer: &mut Buffer) {
    let (least, most) = (low.to_string(), high.to_string());
    let wide = |text: &str| u16::try_from(width(text)).unwrap_or(u16::MAX);
    if low < high {
        buffer.set_string(row.x, row.y, &least, theme.secondary);
        let right = row.width.saturating_sub(wide(&most));
        buffer.set_string(row.x + right, row.y, &most, theme.secondary);
    } else {
        buffer.set_string(row.x, row.y, format!("all {least}"), theme.secondary);
    }
    let (Some(cuts), Some(spread)) = (&dialog.cuts, &dialog.spread) else { return };
    let (Some(text), Some(cut)) = (cuts.texts().get(dialog.cut), cuts.values().get(dialog.cut)) else {
        return;
    };
    let place = spread.place(*cut);
    let beyond = match place {
        place if place < 0.0 => ", below every number",
        place if place > 1.0 => ", above every number",
        _ => "",
    };
    let words = format!("cut {} of {}: {text}{beyond}", dialog.cut + 1, cuts.texts().len());
    let from = wide(&least) + if low < high { 2 } else { 6 };
    let to = row.width.saturating_sub(wide(&most) + 2 + wide(&words));
    let column = (place.clamp(0.0, 1.0) * f64::from(row.width)) as u16;
    let start = column.saturating_sub(wide(&words) / 2).min(to).max(from);
    let room = usize::from(row.width.saturating_sub(start));
    buffer.set_stringn(row.x + start, row.y, words, room, theme.strong);
}
