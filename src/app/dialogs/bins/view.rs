//! Where the cuts between bins lie.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::app::dialogs::bins::{BinsDialog, HEIGHT, Method, Probe, Typed, WIDTH};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, cell, cell_right, wrap};
use crate::app::words::{clip, shown, width};
use crate::app::{App, EvaluatedModel};
use crate::encode::Cuts;
use crate::math::{Number, sentence};
use crate::model::{Factor, Fitted};
use crate::recipe::Bins;
use crate::report::{decimal, equals, judged_on};
use crate::text::counted;

pub fn draw(pane: &mut Canvas<'_>, dialog: &BinsDialog) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let size = app.frame.dialog(WIDTH, HEIGHT);
    let columns = usize::from(size.0.saturating_sub(4));
    let chart = BinsDialog::chart(app);
    let mut below = pane.writer();
    below.columns = columns;
    told(app, dialog, &mut below);
    let room = BinsDialog::room(app, below.lines.len());
    let Table { heading, lines, tests } = lines(app, dialog, columns, theme);
    let scroll = dialog.scroll.text(lines.len(), room);
    let foot = dialog.scroll.place(lines.len());
    // Among the tests their own heading stays in sight.
    let heading = tests.filter(|(at, _)| scroll > *at).map_or(heading, |(_, heading)| heading);
    let title = format!("Bins of {}", shown(dialog.name(app)));
    pane.dialog(&clip(&title, columns.saturating_sub(4)), &foot, size);
    pane.put(&head(app, dialog, columns, chart > 0, theme));
    let place = pane.take(usize::from(chart) + 2);
    histogram(dialog, theme, place, pane.buffer);
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

const INTERVAL: usize = 22;
const CLASS: usize = 10;
const HEAD: &str = "P(bin|c)";

#[derive(Default)]
pub struct Table {
    pub heading: Line<'static>,
    pub lines: Vec<Line<'static>>,
    pub tests: Option<(usize, Line<'static>)>,
}

pub fn lines(app: &App, dialog: &BinsDialog, columns: usize, theme: &Theme) -> Table {
    let fitted = app.session.fitted().filter(|_| app.screens.model.refused.is_none());
    let fitted = fitted.filter(|fitted| fitted.feature(dialog.name(app)).is_some());
    let Some(fitted) = fitted else { return Table::default() };
    let cut = fitted.factor(dialog.name(app)).and_then(|factor| Some((factor, factor.cuts()?)));
    if cut.is_none() && dialog.bins.is_some() {
        return Table { heading: Line::styled("fitting …", theme.secondary), ..Table::default() };
    }
    let Some((factor, cuts)) = cut else {
        let words = if fitted.gda().is_some() {
            "There are no bins: the model reads all numbers together, under one normal density a class."
        } else {
            "There are no bins: each class has a normal curve over the number itself. 3 shows its mean and variance."
        };
        let lines = wrap(words, columns).into_iter().map(Line::raw).collect();
        return Table { lines, ..Table::default() };
    };
    let (heading, mut lines) = bins(app, dialog, (fitted, factor, cuts), columns, theme);
    let tests = (!cuts.tests.is_empty()).then(|| tests(cuts, theme));
    let place = tests.as_ref().and_then(|tests| Some((lines.len() + 2, tests.get(2)?.clone())));
    lines.extend(tests.into_iter().flatten());
    Table { heading, lines, tests: place }
}

fn bins(
    app: &App,
    dialog: &BinsDialog,
    (fitted, factor, cuts): (&Fitted, &Factor, &Cuts),
    columns: usize,
    theme: &Theme,
) -> (Line<'static>, Vec<Line<'static>>) {
    let form = app.settings.form;
    let written =
        |bin: usize, class: usize| form.written(&factor.estimate(bin, class)).written(theme.face.sign);
    let interval = |bin: usize| cuts.label(bin).as_str().to_owned();
    let longest = (0..cuts.bins()).map(|bin| width(&interval(bin))).max().unwrap_or(0);
    let longest = longest.clamp(8, INTERVAL);
    let chances = |class: usize| {
        let widest = (0..cuts.bins()).map(|bin| width(&written(bin, class))).max();
        widest.unwrap_or(0).max(HEAD.len())
    };
    let names: Vec<String> =
        fitted.classes.iter().map(|name| clip(&shown(name.as_str()), CLASS).into_owned()).collect();
    let counts = |class: usize, name: &str| {
        let widest = (0..cuts.bins()).map(|bin| factor.count(bin, class).to_string().len()).max();
        widest.unwrap_or(0).max(width(name)).max(4)
    };
    let mut used = 2 + 3 + 2 + longest;
    let mut shown_classes: Vec<(usize, usize, usize)> = Vec::new();
    for (class, name) in names.iter().enumerate() {
        let (count, chance) = (counts(class, name), chances(class));
        let wide = 2 + count + 2 + chance;
        // The last columns are kept for the words that say what is left out.
        let more = if class + 1 < names.len() { 9 } else { 0 };
        if used + wide + more > columns && class > 0 {
            break;
        }
        used += wide;
        shown_classes.push((class, count, chance));
    }
    let mut heading = Line::from(Span::styled(
        format!("  {}  {}", cell_right("bin", 3), cell("interval", longest)),
        theme.heading,
    ));
    for (class, count, chance) in &shown_classes {
        let name = names.get(*class).map_or("", String::as_str);
        heading.push_span(Span::styled(format!("  {}", cell_right(name, *count)), theme.class(*class)));
        heading.push_span(Span::styled(format!("  {}", cell_right(HEAD, *chance)), theme.heading));
    }
    let left_out = names.len() - shown_classes.len();
    if left_out > 0 {
        heading.push_span(Span::styled(format!("  +{left_out} more"), theme.secondary));
    }
    let tried = dialog.probe.as_ref().and_then(|probe| probe.bin);
    let row = |bin: usize| {
        let here = tried == Some(bin);
        let mark = if here { "▸" } else { " " };
        let mut text =
            format!("{mark} {}  {}", cell_right(&(bin + 1).to_string(), 3), cell(&interval(bin), longest));
        for (class, count, chance) in &shown_classes {
            let seen = factor.count(bin, *class).to_string();
            let chance = cell_right(&written(bin, *class), *chance);
            text.push_str(&format!("  {}  {chance}", cell_right(&seen, *count)));
        }
        Line::styled(text, if here { theme.cursor } else { theme.number })
    };
    (heading, (0..cuts.bins()).map(row).collect())
}

fn tests(cuts: &Cuts, theme: &Theme) -> Vec<Line<'static>> {
    let widest =
        cuts.tests.iter().map(|test| width(&test.cut.to_f64().to_string())).max().unwrap_or(0).max(8);
    let row = |verdict: &str, [rows, cut, gain, threshold]: [&str; 4]| {
        let cut = cell_right(cut, widest);
        let (rows, gain) = (cell_right(rows, 8), cell_right(gain, 8));
        format!("  {}  {rows}  {cut}  {gain}  {}", cell(verdict, 10), cell_right(threshold, 9))
    };
    let head =
        format!("{} of minimum description length, in order", counted(cuts.tests.len(), "test", "tests"));
    let mut lines = vec![
        Line::default(),
        Line::styled(head, theme.strong),
        Line::styled(row("", ["rows", "cut at", "gain", "threshold"]), theme.heading),
    ];
    for test in &cuts.tests {
        let number = |value: f64| Number::Float(value).fixed(4).written(theme.face.sign);
        let cells = [
            &test.n.to_string(),
            &test.cut.to_f64().to_string(),
            &number(test.gain),
            &number(test.threshold),
        ];
        let verdict = if test.accepted { "✓ cut" } else { "✗ no cut" };
        let style = if test.accepted { theme.number } else { theme.secondary };
        lines.push(Line::styled(row(verdict, cells.map(String::as_str)), style));
    }
    lines.push(Line::styled(
        "A cut is made where it gains more bits per row than the threshold.",
        theme.secondary,
    ));
    lines
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
