//! Screen 3: left every number of the model, right why the selected one is what it is.
//!
//! The numbers are a list of tables: one with a column for each class, and the matrices. Only the lines on screen and the
//! first of each table are formatted, so a vocabulary may have any size.

use crate::app::prelude::*;
use crate::app::screens::parameters::lines::{Matrix, POSITIVE, aligned};
use crate::app::screens::parameters::{Details, Line, Why, lines};
use crate::app::widgets::document::GAP;
use crate::app::widgets::pane;
use crate::app::widgets::table::draw_tables;
use crate::app::words;
use crate::model::{FactorForm, Gda, OrderBy};
use crate::plot::{RasterStyle, raster};
use crate::report::Align;
use ratatui::text::{Line as TextLine, Span};

const PICTURE: (usize, usize) = (7, 20);

pub fn left(canvas: &mut Canvas<'_>) {
    let app = canvas.app;
    let screen = &app.screens.parameters;
    let Some(fitted) = app.session.fitted() else { return canvas.frame("P(value | class)", "") };
    let title = title(canvas, fitted);
    let (all, classes) = (screen.lines.len(), fitted.classes.len());
    let place = match screen.lines.at(screen.line) {
        Some(Line::Of(_, row)) => format!("row {}, column {}", row + 1, screen.column + 1),
        _ => format!("line {}/{all} · class {}/{classes}", screen.line + 1, screen.class + 1),
    };
    canvas.frame(&title, &place);
    let tables = screen.lines.tables();
    let lens: Vec<usize> = tables.iter().map(|(_, lines)| lines.len()).collect();
    draw_tables(canvas, &screen.scroll, &lens, screen.line, |canvas, at, _, first| {
        let Some((matrix, lines)) = tables.get(at).cloned() else { return };
        match matrix {
            None => draw_classes(canvas, fitted, lines, first),
            Some(matrix) => draw_matrix(canvas, fitted, matrix, lines, first),
        }
    });
    let mut below = canvas.inside();
    remarks(app, fitted, &mut below);
    canvas.put(&below.lines);
    canvas.take(1);
    let found = screen.why.as_ref().and_then(|why| why.found.as_ref());
    screen.pictured.set(canvas.height() >= PICTURE.0);
    if let Some(scene) = found.and_then(|found| found.picture.as_deref())
        && screen.pictured.get()
    {
        pane::put(canvas, scene, None, PICTURE.1);
    }
}

fn title(canvas: &Canvas<'_>, fitted: &Fitted) -> String {
    let title = if let Some(gda) = fitted.gda() {
        if gda.is_shared() { "μ, Σ and θ" } else { "μ and Σ" }
    } else if fitted.factors().iter().all(Factor::is_number) {
        "mean and variance by class"
    } else if fitted.is_by_value() {
        "P(class | value)"
    } else {
        "P(value | class)"
    };
    let Some(by) = canvas.app.screens.parameters.sort else { return title.to_owned() };
    let by = match by {
        OrderBy::LogOdds(class) => {
            let name = fitted.classes.get(class).map(|name| named(class, name.as_str()));
            format!("log-odds for {}", clip(&name.unwrap_or_default(), 14))
        }
        OrderBy::Information => "information".to_owned(),
        OrderBy::Count => "count".to_owned(),
        OrderBy::Name => "name".to_owned(),
    };
    let whole = format!("{title} · by {by}");
    // The mark of the focus and the corners take nine columns.
    if width(&whole) + 9 <= usize::from(canvas.area.width) { whole } else { format!("by {by}") }
}

/// Whether the counts and logarithms of each class are beside its shares.
fn is_wide(app: &App, fitted: &Fitted) -> bool {
    let shares = fitted.factors().iter().any(|factor| !factor.is_number());
    shares && app.frame.width >= 120 && fitted.classes.len() <= 3
}

fn draw_classes(canvas: &mut Canvas<'_>, fitted: &Fitted, lines: Range<usize>, first: usize) {
    let (app, screen) = (canvas.app, &canvas.app.screens.parameters);
    if let Some(Line::Weight(_)) = screen.lines.at(lines.start) {
        let words = match fitted.classes.get(POSITIVE).filter(|_| fitted.theta().is_some()) {
            Some(positive) => format!("θ, with the sign of {}", shown(positive.as_str())),
            None => "θ of each class: the largest θ₀ + θᵀx leads".to_owned(),
        };
        canvas.put(&[TextLine::styled(clip(&words, canvas.columns()).into_owned(), canvas.theme.heading)]);
    }
    let is_theta = matches!(screen.lines.at(screen.line), Some(Line::Weight(_)));
    let class = if is_theta && fitted.theta().is_some() { POSITIVE } else { screen.class };
    let column = if is_wide(app, fitted) { 3 + 3 * class } else { 2 + class };
    let row = if lines.contains(&screen.line) { screen.line - lines.start } else { usize::MAX };
    let start = lines.start;
    let table = classes(app, fitted, canvas.theme, lines);
    table.cell(row, column).offset(start).draw_from(canvas, first);
}

fn classes<'a>(app: &'a App, fitted: &'a Fitted, theme: &'a Theme, lines: Range<usize>) -> Table<'a> {
    let wide = is_wide(app, fitted);
    let class = |(class, name): (usize, &Name)| {
        let own = Column::number(named(class, name.as_str())).least(6).style(theme.class(class));
        let beside = |head: &str| Column::number(head).style(theme.secondary).optional();
        if wide { vec![beside("count"), own, beside("ln P")] } else { vec![own] }
    };
    let labels = [Column::text("").pinned().most(20), Column::text("").pinned()];
    let columns = labels.into_iter().chain(fitted.classes.iter().enumerate().flat_map(class));
    Table::new(columns, lines.len(), move |at| {
        let line = lines.start + at;
        let is_first = at == 0 || app.screens.parameters.lines.is_first(line);
        cells(app, fitted, theme, line, is_first || line == app.screens.parameters.scroll.top())
    })
}

fn cells(app: &App, fitted: &Fitted, theme: &Theme, at: usize, is_first: bool) -> Vec<TableCell> {
    let lines = &app.screens.parameters.lines;
    let Some(line) = lines.at(at) else { return Vec::new() };
    let feature = |at: usize| lines::feature(fitted, at).map(|name| shown(name.as_str()).into_owned());
    let (label, value) = match line {
        Line::Prior => ("prior".to_owned(), None),
        Line::Likelihood => ("ℓ of rows".to_owned(), None),
        Line::Value { factor, .. } => {
            let label = lines::label(fitted, line).map(|name| shown(name.as_str()).into_owned());
            (feature(factor).filter(|_| is_first).unwrap_or_default(), label)
        }
        Line::Weight(None) => ("θ₀".to_owned(), None),
        Line::Weight(_) => ("θ".to_owned(), line.feature().and_then(feature)),
        Line::Mean(_) => ("μ".to_owned(), line.feature().and_then(feature)),
        Line::Determinant | Line::Of(..) => (String::new(), line.feature().and_then(feature)),
    };
    let mut cells = vec![TableCell::styled(label, theme.heading), TableCell::from(value.unwrap_or_default())];
    for class in 0..fitted.classes.len() {
        let number =
            |form: NumberForm| lines.written(fitted, line, (class, 0), form).written(theme.face.sign);
        let own = TableCell::styled(number(app.settings.form), theme.number);
        if !is_wide(app, fitted) {
            cells.push(own);
            continue;
        }
        let ln = lines::estimate(fitted, line, class).map(|_| number(NumberForm::Ln));
        let count = lines::count(fitted, line, class).to_string();
        cells.extend([TableCell::styled(count, theme.secondary), own, ln.unwrap_or_default().into()]);
    }
    cells
}

fn draw_matrix(canvas: &mut Canvas<'_>, fitted: &Fitted, matrix: Matrix, lines: Range<usize>, first: usize) {
    let (app, theme, screen) = (canvas.app, canvas.theme, &canvas.app.screens.parameters);
    let (letter, above) = match matrix {
        Matrix::Sigma => ("Σ", 1),
        Matrix::Inverse => ("Σ⁻¹", 0),
        Matrix::Correlation => ("corr.", 0),
    };
    if above > first {
        let line = determinant(canvas, fitted, screen.line == lines.start);
        let row = canvas.take(1);
        canvas.note(row, Target::Row(lines.start));
        canvas.row(row, line);
    }
    let rows = lines.start + above..lines.end;
    let here = if rows.contains(&screen.line) { screen.line - rows.start } else { usize::MAX };
    let names: Vec<String> = fitted.feature_names().map(|name| shown(name.as_str()).into_owned()).collect();
    let d = names.len();
    let texts: Vec<Vec<String>> = (0..d)
        .map(|column| {
            let place = (screen.class, column);
            let number = |row| screen.lines.written(fitted, Line::Of(matrix, row), place, app.settings.form);
            let mut texts: Vec<String> = (0..d).map(|row| number(row).written(theme.face.sign)).collect();
            aligned(&mut texts);
            texts
        })
        .collect();
    let row = |at: usize| -> Vec<TableCell> {
        let [open, close] = match at {
            _ if d == 1 => ["(", ")"],
            0 => ["┌", "┐"],
            at if at + 1 == d => ["└", "┘"],
            _ => ["│", "│"],
        };
        let label = names.get(at).cloned().unwrap_or_default();
        let numbers = texts.iter().map(|column| column.get(at).cloned().unwrap_or_default().into());
        let beside = |text: &str| TableCell::styled(text, theme.secondary);
        [beside(&label), beside(open)].into_iter().chain(numbers).chain([beside(close)]).collect()
    };
    let fence = || Column::text("").pinned();
    let numbers = names.iter().map(|name| Column::number(name.as_str()).most(14).style(theme.secondary));
    let label = Column::text(letter).pinned().most(16);
    let columns = [label, fence()].into_iter().chain(numbers).chain([fence()]);
    let table = Table::new(columns, d, row).cell(here, screen.column + 2).offset(rows.start);
    table.draw_from(canvas, first.saturating_sub(above));
}

/// `Σ of Yes ‹2/3›              |Σ| ≈ 0.0123`
fn determinant(canvas: &Canvas<'_>, fitted: &Fitted, selected: bool) -> TextLine<'static> {
    let (theme, screen) = (canvas.theme, &canvas.app.screens.parameters);
    let (class, form) = (screen.class, canvas.app.settings.form);
    let number = screen.lines.written(fitted, Line::Determinant, (class, 0), form).written(theme.face.sign);
    let number = if selected { format!("▸{number}◂") } else { format!("{number} ") };
    let room = canvas.columns().saturating_sub(width(&number) + 2);
    let name = fitted.classes.get(class).map(|name| shown(name.as_str())).unwrap_or_default();
    let (title, style) = if fitted.gda().is_none_or(Gda::is_shared) {
        ("Σ, one for all classes".to_owned(), theme.heading)
    } else {
        let name = clip(&name, room.saturating_sub(11)).into_owned();
        let title = format!("Σ of {name} ‹{}/{}›", class + 1, fitted.classes.len());
        (title, theme.class(class).patch(theme.heading))
    };
    let title = clip(&title, room).into_owned();
    let blanks = " ".repeat(canvas.columns().saturating_sub(width(&title) + width(&number)));
    let number = Span::styled(number, if selected { theme.cursor } else { theme.number });
    TextLine::from(vec![Span::styled(title, style), Span::raw(blanks), number])
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    let (screen, Some(fitted)) = (&app.screens.parameters, app.session.fitted()) else { return 0 };
    let classes = classes(app, fitted, theme, 0..screen.lines.len().min(100)).cell(0, 2).needed();
    if fitted.gda().is_none() {
        return classes;
    }
    let names: Vec<usize> =
        fitted.feature_names().map(|name| width(&shown(name.as_str()))).take(40).collect();
    let longest = names.iter().copied().max().unwrap_or(0).min(16);
    classes.max(longest + 6 + names.into_iter().map(|name| name.clamp(7, 14) + 2).sum::<usize>())
}

fn remarks(app: &App, fitted: &Fitted, out: &mut Writer<'_>) {
    let factors = fitted.factors();
    let positive = fitted.theta().and_then(|_| fitted.classes.get(1)).map(|name| shown(name.as_str()));
    const MEANS: &str = "Means are those of the rows of the class; one Σ serves all classes.";
    let sum = if fitted.is_by_value() {
        "Each row of a feature adds to 1.".to_owned()
    } else if let Some(positive) = positive {
        format!("{MEANS} θ has the sign of {positive}: where θ₀ + θᵀx is above 0, that class leads.")
    } else if fitted.gda().is_some_and(Gda::is_shared) {
        MEANS.to_owned()
    } else if let Some(family) = fitted.count_family() {
        format!("Each λ is the mean count of the rows of the class: P(k) = {}.", family.formula)
    } else if !fitted.is_exact() {
        "Mean and variance are those of the rows of the class.".to_owned()
    } else if factors.iter().any(|factor| !factor.is_number() && !factor.is_words())
        || factors.iter().all(|factor| factor.form == FactorForm::Words)
    {
        "Each column of a feature adds to 1.".to_owned()
    } else {
        "Each number is the share of documents with the word.".to_owned()
    };
    out.paragraph(&sum, out.theme.secondary);
    let what = match factors.iter().filter(|factor| !factor.is_number()).count() {
        0 => "priors as ",
        some if some < factors.len() => "shares as ",
        _ => "",
    };
    let hint = format!("x: show {what}{}", app.settings.form.next().words());
    out.line(clip(&hint, out.columns), out.theme.secondary);
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.writer());
    let screen = &app.screens.parameters;
    if let Some(why) = &screen.why {
        write(app, why, &mut out);
    }
    // The selected number is on screen.
    if let Some(at) = out.selected {
        let least = (at + 2).saturating_sub(canvas.height());
        screen.detail.to(screen.detail.top().max(least).min(at));
    }
    canvas.scrolling("Why this number", &out.lines, &screen.detail);
}

fn write(app: &App, why: &Why, out: &mut Writer<'_>) {
    let (theme, screen) = (out.theme, &app.screens.parameters);
    let steps = why.steps.iter();
    // ℓ would list as many counts as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let counts = steps.clone().filter(|step| all && step.uses.is_empty() && step.of != why.quantity);
    let steps = steps.rev().filter(|step| why.has_formula(step));
    let (elimination, trouble) = (why.elimination.as_ref(), why.trouble.as_deref());
    out.document(&report::why(&why.quantity, steps, counts, elimination, trouble, screen.used));
    out.blank();
    if let Some(found) = &why.found {
        rows(app, why, found, out);
        if let Some(deviations) = &found.deviations {
            out.blank();
            out.document(&report::deviations(deviations));
        }
        if !found.alphas.is_empty() {
            out.blank();
            out.document(&report::under_other_alphas(&found.alphas));
        }
        if let Some(scene) = found.picture.as_deref()
            && !screen.pictured.get()
        {
            out.blank();
            let look = RasterStyle { glyphs: app.settings.drawn_with(), ..RasterStyle::default() };
            let cells = raster(scene, (out.columns, 12), &look);
            out.lines.extend(pane::lines(theme, &cells, None));
        }
    } else {
        out.text("counting the rows …", theme.secondary);
    }
    if let Some(step) = why.step(&why.quantity) {
        out.paragraph(step.rule.sentence(), theme.text);
    }
    if app.frame.width >= 120 {
        out.paragraph(&format!("LaTeX  {}", why.latex()), theme.secondary);
    }
}

fn rows(app: &App, why: &Why, found: &Details, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let Some(fitted) = app.session.fitted().filter(|fitted| fitted.data.has_all_rows()) else { return };
    let table = &fitted.data.table;
    let feature = why.quantity.feature();
    let factor = feature.and_then(|name| fitted.factor(name.as_str()));
    let heading = match (found.rows.len(), factor.is_some_and(Factor::is_words)) {
        (0, true) => "No document of the class has it".to_owned(),
        (0, false) => "No row was counted".to_owned(),
        (total, true) => format!("In {}", counted(total, "document", "documents")),
        (1, false) => "The row counted".to_owned(),
        (total, false) => format!("The {total} rows counted"),
    };
    let mut heading = TextLine::styled(heading, theme.heading);
    let hint = "  Enter opens them";
    if !found.rows.is_empty() && heading.width() + width(hint) <= columns {
        heading.push_span(Span::styled(hint, theme.secondary));
    }
    out.lines.push(heading);
    let most = if app.frame.height >= 36 { 8 } else { 3 };
    let counts = fitted.factors().iter().any(Factor::is_word_counts);
    let (target, weighted) = (app.session.target, fitted.data.resolved.weight);
    let listed: Vec<usize> = found.rows.iter().copied().take(most).collect();
    let cells = |column: usize| -> Vec<String> {
        listed.iter().map(|row| words::cell(table, *row, column)).collect()
    };
    let number = |row: &usize| {
        let weight = fitted.weight(*row).map(|weight| format!(" ×{weight}")).unwrap_or_default();
        format!("{}{weight}", row + 1)
    };
    let mut shown: Vec<Vec<String>> = vec![listed.iter().map(number).collect()];
    shown.extend(target.map(cells));
    if counts {
        // One column would not be understood without its name, so the words of the document are written out.
        let document = |row: &usize| Case::from_row(fitted, *row).ok()?.cells.into_iter().next();
        let text = |row: &usize| document(row).map(|cell| cell.text).unwrap_or_default();
        shown.push(listed.iter().map(text).collect());
    }
    let wide = |cells: &Vec<String>| cells.iter().map(|text| width(text)).max().unwrap_or(0) + GAP;
    let mut room = (columns + GAP).saturating_sub(shown.iter().map(wide).sum());
    // The column that was counted comes first, so that there is room for it.
    let first = feature.and_then(|name| table.position(name.as_str()));
    let others = (0..table.columns().len()).map(Some).filter(|column| !counts && *column != target);
    let mut others: Vec<Option<usize>> = others.filter(|column| *column != weighted).collect();
    others.sort_by_key(|column| *column != first);
    let fits = |cells: &Vec<String>| {
        let rest = room.checked_sub(wide(cells));
        room = rest.unwrap_or(room);
        rest.is_some()
    };
    // The rest of a row is left out: half a number would mislead.
    shown.extend(others.into_iter().flatten().map(cells).take_while(fits));
    let align = |at: usize| if at == 0 { Align::Right } else { Align::Left };
    let mut grid = Grid::new((0..shown.len()).map(|at| ("", align(at))));
    for row in 0..listed.len() {
        grid.push(Role::Text, shown.iter().map(|cells| cells.get(row).cloned().unwrap_or_default()));
    }
    out.grid(&grid);
    if let Some(more) = found.rows.len().checked_sub(most).filter(|more| *more > 0) {
        out.line(format!("   and {more} more"), theme.secondary);
    }
}
