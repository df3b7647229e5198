//! The start screen: what can be opened, and the exercises of the course.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::recents::State;
use crate::app::screens::data::view::kind;
use crate::app::screens::start::{Item, StartLine, in_sight, items, lines, selected};
use crate::app::widgets::pane::mark;
use crate::app::words;
use crate::practice::course::{Lesson, topics};
use crate::report::mark_words;
use crate::table::Table;

const ROWS: usize = 4;
const SIGN: usize = 3;
const EXPERIMENT: &str = "Enter draws the curve; ↑↓ walk its points, x shows another figure. m, Confusion \
    matrix: which rows are wrong; there Enter, Enter opens the working of one. Esc comes back here.";

pub fn left(pane: &mut Canvas<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let (screen, course) = (&app.screens.start, &app.screens.course);
    let (lines, (_, selected)) = (lines(app), items(app));
    // The filter line has the first row.
    let height = pane.area.height.saturating_sub(2 + u16::from(screen.filter.is_some()));
    let top = screen.scroll.list(lines.len(), height.into(), in_sight(&lines, selected));
    let reach = screen.scroll.place(lines.len());
    if course.open {
        let (finished, all) = course.progress.far();
        let reach = if reach.is_empty() { reach } else { format!(" · lines {reach}") };
        pane.frame("The course", &format!("{finished} of {all} finished{reach}"));
    } else {
        pane.frame("Start", &reach);
    }
    if let Some(filter) = &screen.filter {
        let row = pane.take(1);
        pane.field("find: ", filter, row);
    }
    let columns = pane.columns();
    for line in lines.into_iter().skip(top).take(pane.height()) {
        let row = pane.take(1);
        let (number, item) = match line {
            StartLine::Text(title) => {
                pane.row(row, Line::styled(title, theme.heading));
                continue;
            }
            StartLine::Item(number, item) => (number, item),
        };
        let text = match item {
            Item::Lesson(lesson) if course.open => {
                let sign = cell(&sign(app, lesson), SIGN);
                format!("{sign} {}", cell(&lesson.outline().title, columns.saturating_sub(SIGN + 2)))
            }
            item => {
                let (left, right) = item_words(app, &item);
                format!(" {} {right}", cell(&left, columns.saturating_sub(width(&right) + 3)))
            }
        };
        pane.note(row, Target::Row(number));
        let style = if number == selected { theme.cursor } else { theme.text };
        pane.row(row, Line::styled(format!("{}{text}", mark(number == selected)), style));
    }
}

fn sign(app: &App, lesson: &Lesson) -> String {
    format!("{:>2}", app.screens.course.progress.sign(lesson, app.settings.ascii))
}

fn item_words(app: &App, item: &Item) -> (String, String) {
    let recents = &app.screens.start.recents;
    let (left, right) = match item {
        Item::Continue(what) => return (format!("Continue  {what}"), "1".to_owned()),
        Item::Resume(at) | Item::Recent(at) => {
            let Some(recent) = recents.list.get(*at) else { return Default::default() };
            let name = shown(recent.name()).into_owned();
            let size = match recent.rows {
                // Given numbers have no rows.
                0 => name.clone(),
                rows => format!("{name}  {rows}×{}", recent.columns),
            };
            return match (item, recents.state(*at)) {
                (Item::Resume(_), _) => (format!("Continue  {name}"), screen_words(recent.screen())),
                (_, State::Same) => (size, recent.age()),
                (_, State::Changed) => (size, "changed since".to_owned()),
                (_, State::Gone) => (size, "not there".to_owned()),
            };
        }
        Item::Course => {
            let (finished, all) = app.screens.course.progress.far();
            return ("A course of exercises".to_owned(), format!("{finished} of {all}"));
        }
        Item::OpenFile => ("Open a file…", "o"),
        Item::Paste => ("Paste a table…", ""),
        Item::Counts => ("Type a table of counts…", ""),
        Item::Sample(sample) => (sample.name, ""),
        Item::Experiment(experiment) => (experiment.title, ""),
        Item::Lesson(lesson) => (lesson.outline().title.as_str(), "exercise"),
    };
    (left.to_owned(), right.to_owned())
}

fn screen_words(screen: ScreenId) -> String {
    format!("{} {}", screen.digit(), screen.name()).trim_start().to_owned()
}

pub fn needed(_: &App, _: &Theme) -> usize {
    0
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    if let Some(item) = selected(app) {
        about(app, &item, &mut out);
    }
    pane.scrolling("Preview", &out.lines, &app.screens.start.detail);
}

fn about(app: &App, item: &Item, out: &mut Writer<'_>) {
    let theme = out.theme;
    match item {
        Item::Continue(_) => {
            if let Some(table) = &app.session.table {
                about_table(&table.source, table, true, &app.session.notices, out);
            }
        }
        Item::Resume(at) | Item::Recent(at) => about_recent(app, *at, out),
        Item::OpenFile => {
            let enter = "Enter asks for a CSV or TSV file: type its path, or choose it from a folder.";
            let file = "The first line should name the columns. The file is only read, never written.";
            [enter, file].iter().for_each(|text| out.paragraph(*text, theme.text));
        }
        Item::Paste => {
            out.paragraph("Copy cells in a spreadsheet or lines of a CSV, come back to this screen, and paste with your terminal's own key.", theme.text);
            out.paragraph("The first line should name the columns.", theme.text);
        }
        Item::Counts => {
            out.paragraph("For an exercise that prints counts instead of rows: how often each value or word occurs in each class.", theme.text);
            ["word, spam, ham", "offer, 9, 1", "hello, 4, 6", "documents, 8, 6"]
                .iter()
                .for_each(|line| out.text(line, theme.secondary));
        }
        Item::Course => about_course(app, out),
        Item::Sample(sample) => {
            match app.screens.start.preview.as_ref().filter(|(name, _)| *name == sample.name) {
                None => out.paragraph("reading …", theme.secondary),
                Some((_, Ok(Loaded { table, notices, .. }))) => {
                    out.paragraph(sample.title, theme.strong);
                    out.text(sample.teaches, theme.text);
                    about_table(sample.name, table, true, notices, out);
                }
                Some((_, Err(problem))) => out.problem(problem),
            }
        }
        Item::Experiment(experiment) => {
            out.paragraph(experiment.claim, theme.strong);
            out.paragraph(experiment.look, theme.text);
            out.paragraph(&format!("Why: {}", experiment.why), theme.text);
            out.paragraph(&format!("On the sample {}.", experiment.sample), theme.text);
            out.paragraph(EXPERIMENT, theme.secondary);
        }
        Item::Lesson(lesson) => about_lesson(app, lesson, out),
    }
}

fn about_recent(app: &App, at: usize, out: &mut Writer<'_>) {
    let (theme, recents) = (out.theme, &app.screens.start.recents);
    let Some(recent) = recents.list.get(at) else { return };
    out.paragraph(&shown(&recent.source), theme.strong);
    let size = [counted(recent.rows, "row", "rows"), counted(recent.columns, "column", "columns")].join(", ");
    out.paragraph(&format!("{size}, opened {}", recent.age()), theme.text);
    match recents.state(at) {
        State::Same => {}
        State::Changed => {
            out.paragraph("The file has changed since then; the new version is read.", theme.strong)
        }
        State::Gone => {
            out.paragraph("The file no longer exists. Del removes it from this list.", theme.strong);
            return;
        }
    }
    let on = screen_words(recent.screen());
    out.paragraph(&format!("Enter continues where you left off: {on}, with this recipe."), theme.text);
    out.blank();
    recent.recipe.lines().for_each(|line| out.line(format!(" {}", shown(line)), theme.secondary));
}

fn about_lesson(app: &App, lesson: &Lesson, out: &mut Writer<'_>) {
    let (outline, theme) = (lesson.outline(), out.theme);
    let lines = counted(outline.asks.len(), "line", "lines");
    let most = mark_words(outline.marks);
    let marks = if most == "1" { "mark" } else { "marks" };
    out.paragraph(&outline.title, theme.strong);
    out.text(lesson.teaches, theme.text);
    out.paragraph(&format!("{lines} to fill in, for {most} {marks}:"), theme.text);
    outline.asks.iter().for_each(|asked| out.line(format!("  {asked}"), theme.text));
    let Some(record) = app.screens.course.progress.get(lesson.id) else {
        return out.paragraph("Not begun yet. Enter opens it.", theme.secondary);
    };
    let so_far = match record.finished {
        true => "Finished".to_owned(),
        false => format!("{} of {lines} right", record.lines),
    };
    let (best, attempts) = (mark_words(record.best), counted(record.attempts, "attempt", "attempts"));
    out.paragraph(&format!("{so_far}, best {best} of {most} marks, in {attempts}."), theme.text);
    out.paragraph("W deletes all progress of the course; s confirms it.", theme.secondary);
}

fn about_course(app: &App, out: &mut Writer<'_>) {
    let (progress, theme) = (&app.screens.course.progress, out.theme);
    let (finished, all) = progress.far();
    out.paragraph(&format!("{finished} of {all} exercises finished"), theme.strong);
    out.paragraph(
        "Short exercises to work by hand. Type your answer: each line is checked, and a wrong answer gets the mistake behind it. Keys give hints and reasons.",
        theme.text,
    );
    out.blank();
    for topic in topics() {
        let is_finished = |lesson: &&Lesson| progress.is_finished(lesson);
        let finished = topic.lessons.iter().filter(is_finished).count();
        out.line(format!("{:<22} {finished} of {}", topic.title, topic.lessons.len()), theme.text);
    }
    let enter = match progress.next() {
        Some(next) if finished < all => format!("Enter shows the list. Next: {}.", next.outline().title),
        _ => "Enter shows the list.".to_owned(),
    };
    out.paragraph(&enter, theme.text);
}

pub fn about_table(title: &str, table: &Table, whole: bool, notices: &[String], out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let rows = counted(table.rows(), "row", "rows");
    let all = counted(table.columns().len(), "column", "columns");
    let size = if whole { format!("{rows}, {all}") } else { format!("more than {rows}, {all}") };
    let name = cell(&shown(title), columns.saturating_sub(width(&size) + 1));
    out.blank();
    out.lines.push(Line::from(vec![
        Span::styled(name, theme.strong),
        Span::raw(" "),
        Span::styled(size, theme.secondary),
    ]));
    out.blank();
    first_rows(table, out);
    out.blank();
    let mut grid = Grid::of(["", "", "", ""]);
    for column in table.columns() {
        let values = match column.kind {
            Kind::Categorical | Kind::Binary => counted(column.dictionary.len(), "value", "values"),
            Kind::Text => counted(column.dictionary.len(), "word", "words"),
            Kind::Numeric => String::new(),
        };
        let missing = if column.missing > 0 { format!("{} missing", column.missing) } else { String::new() };
        grid.row([shown(column.name.as_str()).into_owned(), kind(column.kind).to_owned(), values, missing]);
    }
    out.grid(&grid);
    notices.iter().for_each(|notice| out.paragraph(notice, theme.warning));
}

fn first_rows(table: &Table, out: &mut Writer<'_>) {
    let rows = table.rows().min(ROWS);
    let mut lines = vec![String::new(); rows + 1];
    for (at, column) in table.columns().iter().enumerate() {
        let mut texts = vec![shown(column.name.as_str()).into_owned()];
        texts.extend((0..rows).map(|row| words::cell(table, row, at)));
        let wide = texts.iter().map(|text| width(text)).max().unwrap_or(0).min(16);
        if lines.first().is_some_and(|head| width(head) + wide > out.columns) {
            break;
        }
        let fit = if column.kind == Kind::Numeric { cell_right } else { cell };
        lines.iter_mut().zip(&texts).for_each(|(line, text)| line.push_str(&(fit(text, wide) + " ")));
    }
    let styles = [out.theme.heading].into_iter().chain(std::iter::repeat(out.theme.text));
    lines.into_iter().zip(styles).for_each(|(line, style)| out.line(line, style));
    if table.rows() > rows {
        out.line("…", out.theme.secondary);
    }
}
