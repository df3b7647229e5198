//! Where the cuts between bins lie.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::EvaluatedModel;
use crate::app::dialogs::bins::{BinsDialog, HEIGHT, TypedFor, WIDTH, method};
use crate::app::prelude::*;
use crate::encode::Cuts;
use crate::math::{Event, read_exact};
use crate::model::{CaseValue, MISSING_FEATURE};
use crate::report::{bin_reason, equals};

/// The least rows inside the dialog for which there is a chart.
const LEAST: usize = 12;

pub fn draw(canvas: &mut Canvas<'_>, dialog: &BinsDialog) {
    let (app, theme) = (canvas.app, canvas.theme);
    let name = dialog.name.as_str();
    let size = app.frame.dialog(WIDTH, HEIGHT);
    let columns = usize::from(size.0.saturating_sub(4));
    let inside = usize::from(size.1.saturating_sub(2));
    let chart = if inside >= LEAST { (inside.saturating_sub(9) / 2).clamp(2, 10) } else { 0 };
    let probe = dialog.probe.as_ref().map(|text| {
        Probe::new(app, name, text).unwrap_or_else(|reason| Probe { reason, ..Probe::default() })
    });
    let mut below = canvas.writer();
    below.columns = columns;
    match (&app.screens.model.refused, &probe) {
        (Some(refused), _) => {
            below.text(&refused.what, theme.text);
            below.text(&refused.fix, theme.strong);
        }
        (None, Some(probe)) => {
            below.text(&probe.reason, theme.strong);
            probe.posterior.iter().for_each(|posterior| below.text(posterior, theme.text));
        }
        (None, None) => below.text("/: type a number to see its bin.", theme.secondary),
    }
    while below.lines.len() < 2 {
        below.blank();
    }
    let fitted = app.session.fitted().filter(|fitted| fitted.feature(name).is_some());
    let fitted = fitted.filter(|_| app.screens.model.refused.is_none());
    let factor = fitted.and_then(|fitted| fitted.factor(name));
    let cuts = factor.and_then(|factor| factor.cuts());
    let (bins, tests) = cuts.map_or((0, 0), |cuts| (cuts.bins(), cuts.tests.len()));
    // The tests have a blank line and a title above them, and a sentence below.
    let rows = bins + if tests > 0 { tests + 4 } else { 0 };
    // The method and the accuracy, the classes over a chart, the axis and its words, the table heading.
    let above = 2 + usize::from(chart > 0) + chart + 2 + below.lines.len() + 1;
    let top = dialog.scroll.text(rows, inside.saturating_sub(above));
    let title = format!("Bins of {}", shown(name));
    canvas.dialog(&clip(&title, columns.saturating_sub(4)), &dialog.scroll.place(rows), size);
    let method = format!("‹ {} ›", method(dialog.bins.as_ref()));
    let about = about(dialog);
    let about = clip(&about, columns.saturating_sub(width(&method) + 2)).into_owned();
    let method = [Span::styled(method, theme.cursor), Span::raw("  "), Span::styled(about, theme.text)];
    canvas.put(&[Line::from_iter(method), accuracy(app, dialog, columns, theme)]);
    let highest = dialog.bars.iter().map(|bar| bar.iter().sum::<u64>()).max().unwrap_or(0);
    if chart > 0 {
        canvas.put(&[classes(dialog, highest, columns, theme)]);
    }
    let place = canvas.take(chart + 2);
    histogram(dialog, highest.max(1), theme, place, canvas.buffer);
    let place = canvas.area;
    if dialog.field.is_none() {
        canvas.lines(&below.lines, 0);
    }
    canvas.take(below.lines.len());
    match &dialog.field {
        None => {}
        Some((TypedFor::Probe, field)) => canvas.field("a number to try: ", field, place),
        Some((TypedFor::Cut, field)) if dialog.number_of_cuts() == 0 => {
            canvas.field("the first cut: ", field, place)
        }
        Some((TypedFor::Cut, field)) => {
            canvas.field(&format!("cut {} goes to: ", dialog.cut + 1), field, place)
        }
    }
    let (Some(fitted), Some(factor), Some(cuts)) = (fitted, factor, cuts) else {
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
        return canvas.lines(&out.lines, 0);
    };
    if top < bins {
        let bin = probe.and_then(|probe| probe.bin).unwrap_or(usize::MAX);
        bins_table(app, (fitted, factor, cuts), theme).row(bin).draw_from(canvas, top);
        canvas.take(1);
    }
    if tests > 0 && canvas.height() > 1 {
        if top <= bins + 1 {
            let many = counted(tests, "test", "tests");
            let title = format!("{many} of minimum description length, in order");
            canvas.put(&[Line::styled(title, theme.strong)]);
        }
        tests_table(cuts, theme).draw_from(canvas, top.saturating_sub(bins + 2));
        let words = "A cut is made where it gains more bits per row than the threshold.";
        canvas.put(&[Line::styled(words, theme.secondary)]);
    }
}

#[derive(Default)]
pub struct Probe {
    reason: String,
    bin: Option<usize>,
    posterior: Option<String>,
}

impl Probe {
    pub fn new(app: &App, name: &str, text: &str) -> Result<Probe, String> {
        let none = "There is no model yet. Fix the recipe on screen 2 first.";
        let fitted = app.session.fitted().ok_or(none)?;
        let case = match Case::from_typed(fitted, &[(name.to_owned(), text.to_owned())]) {
            Ok(case) => case,
            Err(problem) if problem.kind == MISSING_FEATURE => {
                let reason = format!(
                    "{text} is not binned, and the model needs all features at once. Press 5 to explain a whole case."
                );
                return Ok(Probe { reason, ..Probe::default() });
            }
            Err(problem) => return Err(problem.what),
        };
        let cell = fitted.feature(name).and_then(|at| case.cells.get(at));
        let bin = cell.and_then(|cell| match cell.value {
            CaseValue::Value(bin) => Some(bin),
            _ => None,
        });
        let cuts = fitted.factor(name).and_then(|factor| factor.cuts());
        let reason = match (cuts, read_exact(text)) {
            (Some(cuts), Ok(number)) => bin_reason(cuts, Number::Exact(number).to_f64(), text),
            _ => format!("{text} is not binned"),
        };
        let given = Some(Event::Value { feature: Name::from(name), value: Name::from(text) });
        let asked = Quantity::Prob { event: Event::Class(Name::from("c")), given };
        let posterior = match fitted.predict(&case).posterior {
            None => format!("{asked} is undefined: α is 0, and the counts leave 0/0."),
            Some(values) => {
                let each = fitted.classes.iter().zip(&values);
                let each = each
                    .map(|(class, value)| format!("{class} {}", decimal(value).written(app.settings.sign)));
                let alone = if fitted.features.len() > 1 { ", nothing else known" } else { "" };
                format!("{asked}: {}{alone}", each.collect::<Vec<String>>().join(", "))
            }
        };
        Ok(Probe { reason, bin, posterior: Some(posterior) })
    }
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
    let Some(evaluated) = app.screens.evaluate.evaluated(&app.session) else {
        return Line::styled("accuracy …", theme.secondary);
    };
    let words = |evaluated: &EvaluatedModel| {
        let value = evaluated.evaluation.accuracy.as_ref().map(equals).unwrap_or_default();
        sentence!("{}/{} {}", evaluated.evaluation.right, evaluated.evaluation.n, value)
            .written(theme.face.sign)
    };
    let (now, on, title) = (words(evaluated), evaluated.evaluation.split().tested_on(), evaluated.title());
    let before = dialog.before.as_ref().filter(|before| !Arc::ptr_eq(before, evaluated));
    let before = before.map(|before| (words(before), before.title()));
    // The longest form that fits, else the last.
    let forms = match before {
        None => vec![format!("{now} {on}, {title}"), format!("{now} {on}"), now],
        Some((before, of)) if of == title => {
            vec![format!("{now} {on}, before {before}"), format!("{now}, before {before}")]
        }
        Some((before, of)) => vec![
            format!("{now} {on} ({title}), before {before} ({of})"),
            format!("{now} ({title}), before {before} ({of})"),
            format!("{now}, before {before} ({of})"),
            format!("{now}, before {before}"),
        ],
    };
    let forms: Vec<String> = forms.into_iter().map(|form| format!("accuracy {form}")).collect();
    let fits = forms.iter().find(|form| width(form) <= columns).or(forms.last());
    Line::styled(fits.cloned().unwrap_or_default(), theme.strong)
}

fn classes(dialog: &BinsDialog, highest: u64, columns: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::default();
    let Some(spread) = &dialog.spread else { return line };
    let missing =
        if spread.missing > 0 { format!(", {} without a number", spread.missing) } else { String::new() };
    let words = format!("highest bar {highest}{missing}");
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

fn bins_table<'a>(
    app: &'a App,
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
    Table::new(columns, cuts.bins(), row)
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
fn histogram(dialog: &BinsDialog, most: u64, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let Some(spread) = &dialog.spread else { return };
    let Some((low, high)) = spread.numbers.range() else {
        buffer.set_string(area.x, area.y, "No row with a class has a number here.", theme.warning);
        return;
    };
    let axis = area.y + area.height.saturating_sub(2);
    let room = u64::from(axis - area.y).max(1);
    // Rounded up, so that a bar of one row among thousands is still seen.
    let scale = |count: u64| if most <= room { count * (room / most) } else { (count * room).div_ceil(most) };
    for (at, bar) in (0u16..).zip(&dialog.bars) {
        let mut sum = 0;
        let mut rows = (0..room).zip((area.y..axis).rev()).peekable();
        for (class, count) in bar.iter().enumerate() {
            sum += count;
            let fill = theme.class_fill(class).to_string().repeat(2);
            while let Some((_, row)) = rows.next_if(|(level, _)| *level < scale(sum)) {
                buffer.set_stringn(area.x + 2 * at, row, &fill, 2, theme.class(class));
            }
        }
    }
    let columns = u16::try_from(2 * dialog.bars.len()).unwrap_or(0);
    buffer.set_string(area.x, axis, "─".repeat(usize::from(columns)), theme.secondary);
    let cuts = dialog.cuts.as_ref().map(|cuts| cuts.values.as_slice()).unwrap_or_default();
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
        let (style, line) =
            if chosen { (theme.cursor, theme.strong) } else { (theme.strong, theme.secondary) };
        buffer.set_string(area.x + column, axis, mark, style);
        for row in (area.y..axis).filter(|_| (0.0..=1.0).contains(&place)) {
            if let Some(cell) = buffer.cell_mut((area.x + column, row)).filter(|cell| cell.symbol() == " ") {
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
    let (Some(text), Some(cut)) = (cuts.texts().get(dialog.cut), cuts.values.get(dialog.cut)) else {
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
