//! Screen 3: left every number of the model, right why the selected one is what it is.
//!
//! The numbers are a list of tables: one with a column for each class, and the matrices. Only the lines on screen and the
//! first of each table are formatted, so a vocabulary may have any size.

use std::ops::Range;

use crate::app::screens::parameters::lines::{Matrix, POSITIVE, Section, aligned, together};
use crate::app::screens::parameters::{Found, Line, ParametersScreen, Why, lines};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::{GAP, Writer};
use crate::app::widgets::pane;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words;
use crate::app::words::{clip, shown, width};
use crate::app::{App, NumberForm};
use crate::math::Quantity;
use crate::model::{Case, Factor, Fitted, Form, Gda, OrderBy};
use crate::plot::{Look, raster};
use crate::report;
use crate::report::{Align, Grid, Role};
use crate::text::counted;
use ratatui::text::{Line as TextLine, Span};

/// The rows that a picture below the numbers needs, and the most that it takes.
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
    let sections = screen.lines.sections();
    // The rows of a section: a blank line above all but the first, and its headings.
    let heads = |at: usize| 1 + usize::from(at > 0);
    let (mut rows, mut marked) = (0, 0..0);
    for (at, section) in sections.iter().enumerate() {
        let (Section::Classes(range) | Section::Matrix(_, range)) = section;
        if range.contains(&screen.line) {
            let row = rows + heads(at) + screen.line - range.start;
            // The first line of a section is in sight with its headings.
            marked = if screen.line <= range.start + 1 { rows..row + 1 } else { row..row + 1 };
        }
        rows += heads(at) + range.len();
    }
    // Headings stay in sight, over lines that are scrolled away.
    let height = canvas.height().saturating_sub(if rows > canvas.height() { 2 } else { 0 });
    let top = screen.scroll.list(rows, height, marked);
    let mut start = 0;
    for (at, section) in sections.iter().enumerate() {
        let (Section::Classes(range) | Section::Matrix(_, range)) = section;
        let end = start + heads(at) + range.len();
        if end > top && canvas.height() > 1 {
            if at > 0 && top <= start {
                canvas.take(1);
            }
            let first = top.saturating_sub(start + heads(at));
            let view = SectionView { app, fitted, screen, theme: canvas.theme };
            match section {
                Section::Classes(range) => view.draw_classes(canvas, range, first),
                Section::Matrix(matrix, range) => view.draw_matrix(canvas, *matrix, range, first),
            }
        }
        start = end;
    }
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
    let by = match canvas.app.screens.parameters.sort {
        None => return title.to_owned(),
        Some(OrderBy::LogOdds(class)) => {
            let name = fitted.classes.get(class).map(|name| named(class, name.as_str()));
            format!("log-odds for {}", clip(&name.unwrap_or_default(), 14))
        }
        Some(OrderBy::Information) => "information".to_owned(),
        Some(OrderBy::Count) => "count".to_owned(),
        Some(OrderBy::Name) => "name".to_owned(),
    };
    let whole = format!("{title} · by {by}");
    // The mark of the focus and the corners take nine columns.
    if width(&whole) + 9 <= usize::from(canvas.area.width) { whole } else { format!("by {by}") }
}

struct SectionView<'a> {
    app: &'a App,
    fitted: &'a Fitted,
    screen: &'a ParametersScreen,
    theme: &'a Theme,
}

impl<'a> SectionView<'a> {
    /// Whether the counts and logarithms of each class are beside its shares.
    fn is_wide(&self) -> bool {
        let shares = self.fitted.factors().iter().any(|factor| !factor.is_number());
        shares && self.app.frame.width >= 120 && self.fitted.classes.len() <= 3
    }

    fn draw_classes(self, canvas: &mut Canvas<'_>, range: &Range<usize>, first: usize) {
        let (screen, wide) = (self.screen, self.is_wide());
        let theta = screen.lines.at(range.start).is_some_and(|line| matches!(line, Line::Weight(_)));
        if theta {
            let positive = self.fitted.classes.get(POSITIVE).map(|name| shown(name.as_str()));
            let words = match (self.fitted.theta(), positive) {
                (Some(_), Some(positive)) => format!("θ, with the sign of {positive}"),
                _ => "θ of each class: the largest θ₀ + θᵀx leads".to_owned(),
            };
            canvas.put(&[TextLine::styled(clip(&words, canvas.columns()).into_owned(), self.theme.heading)]);
        }
        let line = screen.lines.at(screen.line);
        let one = matches!(line, Some(Line::Weight(_))) && self.fitted.theta().is_some();
        let column =
            2 + if one { POSITIVE } else { screen.class } * if wide { 3 } else { 1 } + usize::from(wide);
        let here = range.contains(&screen.line).then(|| screen.line - range.start);
        let table = self.classes(range.clone(), wide);
        table.cell(here.unwrap_or(usize::MAX), column).offset(range.start).draw_from(canvas, first);
    }

    fn classes(self, range: Range<usize>, wide: bool) -> Table<'a> {
        let (fitted, theme) = (self.fitted, self.theme);
        let class = |(class, name): (usize, &crate::math::Name)| {
            let own = Column::number(named(class, name.as_str())).least(6).style(theme.class(class));
            let beside = |head: &str| Column::number(head).style(theme.secondary).optional();
            match wide {
                true => vec![beside("count"), own, beside("ln P")],
                false => vec![own],
            }
        };
        let labels = [Column::text("").pinned().most(20), Column::text("").pinned()];
        let columns = labels.into_iter().chain(fitted.classes.iter().enumerate().flat_map(class));
        let start = range.start;
        Table::new(columns, range.len(), move |at| self.class_line(start + at, at == 0, wide))
    }

    fn class_line(&self, at: usize, first: bool, wide: bool) -> Vec<TableCell> {
        let (fitted, theme, screen) = (self.fitted, self.theme, self.screen);
        let Some(line) = screen.lines.at(at) else { return Vec::new() };
        let feature = |at: usize| lines::feature(fitted, at).map(|name| shown(name.as_str()).into_owned());
        let (label, value) = match line {
            Line::Prior => ("prior".to_owned(), None),
            Line::Likelihood => ("ℓ of rows".to_owned(), None),
            Line::Value { factor, value } => {
                let label = lines::label(fitted, factor, value).map(|name| shown(name.as_str()).into_owned());
                let is_first = first || screen.lines.is_first(at) || at == screen.scroll.top();
                (if is_first { feature(factor).unwrap_or_default() } else { String::new() }, label)
            }
            line => (line.symbol().to_owned(), line.feature().and_then(feature)),
        };
        let mut cells =
            vec![TableCell::styled(label, theme.heading), TableCell::from(value.unwrap_or_default())];
        let form = self.app.settings.form;
        let written = |class: usize, form: NumberForm| {
            screen.lines.written(fitted, line, class, form).written(theme.face.sign)
        };
        for class in 0..fitted.classes.len() {
            let number = TableCell::styled(written(class, form), theme.number);
            if !wide {
                cells.push(number);
                continue;
            }
            let ln = match lines::estimate(fitted, line, class) {
                Some(_) => written(class, NumberForm::Ln),
                None => String::new(),
            };
            let count = lines::count(fitted, line, class).to_string();
            cells.extend([TableCell::styled(count, theme.secondary), number, ln.into()]);
        }
        cells
    }

    fn draw_matrix(self, canvas: &mut Canvas<'_>, matrix: Matrix, range: &Range<usize>, first: usize) {
        let (screen, theme) = (self.screen, self.theme);
        let with_title = matrix == Matrix::Sigma;
        let rows = range.start + usize::from(with_title)..range.end;
        if with_title && first == 0 {
            let line = self.determinant(canvas.columns(), screen.line == range.start);
            let row = canvas.take(1);
            canvas.note([row.x, row.y, row.width, 1], crate::app::mouse::Target::Row(range.start));
            canvas.row(row, line);
        }
        let here = if rows.contains(&screen.line) { screen.line - rows.start } else { usize::MAX };
        let letter = match matrix {
            Matrix::Sigma => "Σ",
            Matrix::Inverse => "Σ⁻¹",
            Matrix::Correlation => "corr.",
        };
        let names: Vec<String> =
            self.fitted.feature_names().map(|name| shown(name.as_str()).into_owned()).collect();
        let d = names.len();
        let texts: Vec<Vec<String>> = (0..d)
            .map(|column| {
                let text =
                    |row| matrix.written(self.fitted, screen.class, row, column).written(theme.face.sign);
                let mut texts: Vec<String> = (0..d).map(text).collect();
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
            let numbers = texts.iter().map(|column| column.get(at).cloned().unwrap_or_default().into());
            let label = names.get(at).cloned().unwrap_or_default();
            let start = [TableCell::styled(label, theme.secondary), TableCell::styled(open, theme.secondary)];
            start.into_iter().chain(numbers).chain([TableCell::styled(close, theme.secondary)]).collect()
        };
        let number = |name: &String| Column::number(name.as_str()).most(14).style(theme.secondary);
        let fence = || Column::text("").pinned();
        let columns = [Column::text(letter).pinned().most(16), fence()].into_iter();
        let columns = columns.chain(names.iter().map(number)).chain([fence()]);
        let first = first.saturating_sub(usize::from(with_title));
        Table::new(columns, d, row).cell(here, screen.column + 2).offset(rows.start).draw_from(canvas, first);
    }

    /// `Σ of Yes ‹2/3›              |Σ| ≈ 0.0123`
    fn determinant(&self, columns: usize, selected: bool) -> TextLine<'static> {
        let (theme, class) = (self.theme, self.screen.class);
        let number = together(self.fitted, Line::Determinant, class).written(theme.face.sign);
        let number = if selected { format!("▸{number}◂") } else { format!("{number} ") };
        let room = columns.saturating_sub(width(&number) + 2);
        let shared = self.fitted.gda().is_none_or(Gda::is_shared);
        let name = self.fitted.classes.get(class).map(|name| shown(name.as_str()).into_owned());
        let title = match shared {
            true => "Σ, one for all classes".to_owned(),
            false => format!(
                "Σ of {} ‹{}/{}›",
                clip(&name.unwrap_or_default(), room.saturating_sub(11)),
                class + 1,
                self.fitted.classes.len()
            ),
        };
        let style = if shared { theme.heading } else { theme.class(class).patch(theme.heading) };
        let title = clip(&title, room).into_owned();
        let blanks = " ".repeat(columns.saturating_sub(width(&title) + width(&number)));
        let mut line = TextLine::styled(title, style);
        line.push_span(blanks);
        let style = if selected { theme.cursor } else { theme.number };
        line.push_span(Span::styled(number, style));
        line
    }
}

/// The columns that the tables need to show every number.
pub fn needed(app: &App, theme: &Theme) -> usize {
    let (screen, Some(fitted)) = (&app.screens.parameters, app.session.fitted()) else { return 0 };
    let view = SectionView { app, fitted, screen, theme };
    let wide = view.is_wide();
    let classes = view.classes(0..screen.lines.len().min(100), wide).cell(0, 2).needed();
    if !screen.lines.together {
        return classes;
    }
    let names: Vec<usize> =
        fitted.feature_names().map(|name| width(&shown(name.as_str()))).take(40).collect();
    let longest = names.iter().copied().max().unwrap_or(0).min(16);
    classes.max(longest + 6 + names.into_iter().map(|name| name.clamp(7, 14) + 2).sum::<usize>())
}

/// What the numbers add to, and how they are written.
fn remarks(app: &App, fitted: &Fitted, out: &mut Writer<'_>) {
    let shares = fitted.factors().iter().any(|factor| !factor.is_number() && !factor.is_words());
    let positive = fitted.theta().and_then(|_| fitted.classes.get(1));
    let text;
    let sum = if fitted.is_by_value() {
        "Each row of a feature adds to 1."
    } else if let Some(positive) = positive {
        text = format!(
            "Means are those of the rows of the class; one Σ serves all classes. θ has the sign of {}: where θ₀ + θᵀx is above 0, that class leads.",
            shown(positive.as_str())
        );
        text.as_str()
    } else if fitted.gda().is_some_and(Gda::is_shared) {
        "Means are those of the rows of the class; one Σ serves all classes."
    } else if let Some(family) = fitted.count_family() {
        text = format!("Each λ is the mean count of the rows of the class: P(k) = {}.", family.formula);
        text.as_str()
    } else if !fitted.is_exact() {
        "Mean and variance are those of the rows of the class."
    } else if shares || fitted.factors().iter().all(|factor| factor.form == Form::Words) {
        "Each column of a feature adds to 1."
    } else {
        "Each number is the share of documents with the word."
    };
    out.paragraph(sum, out.theme.secondary);
    let counted = fitted.factors().iter().filter(|factor| !factor.is_number()).count();
    let what = match counted {
        0 => "priors",
        some if some < fitted.factors().len() => "shares",
        _ => "these",
    };
    let hint = format!("x: {what} are {}.", app.settings.form.words());
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
    let steps = why.derivation.steps.iter();
    // Of ℓ there would be as many counts as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let counts = steps.clone().filter(|step| all && step.uses.is_empty() && step.of != why.quantity);
    let steps = steps.rev().filter(|step| why.tells(step));
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
            let look = Look { glyphs: app.settings.drawn_with(), ..Look::default() };
            let cells = raster(scene, (out.columns, 12), &look);
            out.lines.extend(pane::lines(theme, &cells, None));
        }
    } else {
        out.text("counting the rows …", theme.secondary);
    }
    if let Some(rule) = why.rule() {
        out.paragraph(rule.sentence(), theme.text);
    }
    if app.frame.width >= 120 {
        out.paragraph(&format!("LaTeX  {}", why.latex), theme.secondary);
    }
}

fn rows(app: &App, why: &Why, found: &Found, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let Some(fitted) = app.session.fitted().filter(|fitted| !fitted.data.is_given()) else { return };
    let table = &fitted.data.table;
    let total = found.rows.len();
    let heading = match total {
        0 if why.words => "No document of the class has it".to_owned(),
        0 => "No row was counted".to_owned(),
        _ if why.words => format!("In {}", counted(total, "document", "documents")),
        1 => "The row counted".to_owned(),
        _ => format!("The {total} rows counted"),
    };
    let mut heading = TextLine::styled(heading, theme.heading);
    let hint = "  Enter opens them";
    if total > 0 && heading.width() + width(hint) <= columns {
        heading.push_span(Span::styled(hint, theme.secondary));
    }
    out.lines.push(heading);
    let most = if app.frame.height >= 36 { 8 } else { 3 };
    let counts = fitted.factors().iter().any(Factor::is_word_counts);
    let weighted = fitted.data.resolved.weight;
    let target = app.session.target;
    let feature = why.quantity.feature().and_then(|name| table.position(name.as_str()));
    // The column that was counted comes first, so that there is room for it.
    let others =
        feature.into_iter().chain((0..table.columns().len()).filter(|column| Some(*column) != feature));
    let others = others.filter(|column| !counts && Some(*column) != target && weighted != Some(*column));
    let listed: Vec<usize> = found.rows.iter().copied().take(most).collect();
    let text = |row: usize, column: usize| words::cell(table, row, column);
    let first = listed.iter().map(|row| {
        let weight = fitted.weight(*row).map(|weight| format!(" ×{weight}")).unwrap_or_default();
        format!("{}{weight}", row + 1)
    });
    let mut shown: Vec<Vec<String>> = vec![first.collect()];
    shown.extend(target.map(|target| listed.iter().map(|row| text(*row, target)).collect()));
    if counts {
        // One column would not be understood without its name, so the words of the document are written out.
        let document = |row: &usize| Case::from_row(fitted, *row).ok()?.cells.into_iter().next();
        shown
            .push(listed.iter().map(|row| document(row).map(|cell| cell.text).unwrap_or_default()).collect());
    }
    let wide = |cells: &Vec<String>| cells.iter().map(|text| width(text)).max().unwrap_or(0) + GAP;
    let mut room = (columns + GAP).saturating_sub(shown.iter().map(wide).sum());
    // The rest of a row is left out: half a number would mislead.
    for column in others {
        let cells: Vec<String> = listed.iter().map(|row| text(*row, column)).collect();
        if wide(&cells) > room {
            break;
        }
        room -= wide(&cells);
        shown.push(cells);
    }
    let align = |at: usize| if at == 0 { Align::Right } else { Align::Left };
    let mut grid = Grid::new((0..shown.len()).map(|at| ("", align(at))));
    for row in 0..listed.len() {
        grid.push(Role::Text, shown.iter().map(|cells| cells.get(row).cloned().unwrap_or_default()));
    }
    out.grid(&grid);
    if total > most {
        out.line(format!("   and {} more", total - most), theme.secondary);
    }
}
