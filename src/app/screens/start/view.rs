//! The start screen: what can be opened, and the exercises of the course.

use ratatui::layout::{Margin, Position};
use ratatui::text::{Line, Span};

use crate::app::recents::State;
use crate::app::screens::data::view::profile::kind;
use crate::app::screens::start::state::{CourseLine as CourseEntry, course_lines};
use crate::app::screens::start::state::{Item, Line as Entry};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell, cell_right, mark, reach};
use crate::app::words;
use crate::app::words::{shown, width};
use crate::app::{App, Loaded, ScreenId, Source};
use crate::evaluate::Experiment;
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::{Record, Sign};
use crate::report::mark_words;
use crate::table::{Kind, Table};
use crate::text::counted;

const ROWS: usize = 4;
const SIGN: usize = 3;

pub fn left(pane: &mut Pane<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    if app.screens.course.open {
        course(pane);
        return None;
    }
    let screen = &app.screens.start;
    let cursor = screen.cursor(&app.session);
    let entries = screen.lines(&app.session);
    let (_, foot) = reach(entries.len(), screen.scroll, pane.area.inner(Margin::new(1, 1)));
    pane.frame("Start", &foot);
    let typed = screen.filter.as_ref().and_then(|filter| {
        let row = pane.take(1);
        pane.field("find: ", filter, row)
    });
    let columns = pane.columns();
    let line = |line| match line {
        Entry::Blank => Line::default(),
        Entry::Heading(title) => Line::styled(title, theme.heading),
        Entry::Item(number, item) => {
            let (left, right) = item_words(app, &item);
            let left = cell(&left, columns.saturating_sub(width(&right) + 3));
            pane.entry(number == cursor, &format!("{left} {right}"))
        }
    };
    let text: Vec<Line<'_>> = entries.into_iter().map(line).collect();
    pane.lines(&text, screen.scroll);
    typed
}

fn item_words(app: &App, item: &Item) -> (String, String) {
    let recents = &app.screens.start.recents;
    let recent = |at: usize| recents.list.get(at).map(|recent| (shown(recent.name()), recent));
    let (left, right) = match item {
        Item::Continue(what) => return (format!("Continue  {what}"), "1".to_owned()),
        Item::Resume(at) => {
            let Some((name, recent)) = recent(*at) else { return Default::default() };
            return (format!("Continue  {name}"), screen_words(recent.screen()));
        }
        Item::Recent(at) => {
            let Some((name, recent)) = recent(*at) else { return Default::default() };
            let right = match recents.state(*at) {
                State::Same => recent.age(),
                State::Changed => "changed since".to_owned(),
                State::Gone => "not there".to_owned(),
            };
            let size = match recent.rows {
                // Given numbers have no rows.
                0 => String::new(),
                rows => format!("  {rows}×{}", recent.columns),
            };
            return (format!("{name}{size}"), right);
        }
        Item::Course => {
            let (finished, all) = app.screens.course.progress.far();
            return ("A course of exercises".to_owned(), format!("{finished} of {all}"));
        }
        Item::OpenFile => ("Open a file…", "o"),
        Item::Paste => ("Paste a table…", ""),
        Item::Sample(sample) => (sample.name, ""),
        Item::Experiment(experiment) => (experiment.title, ""),
        Item::Lesson(lesson) => (lesson.outline().title.as_str(), "exercise"),
    };
    (left.to_owned(), right.to_owned())
}

fn course(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.course;
    let (finished, all) = screen.progress.far();
    let entries = course_lines();
    let (_, reach) = reach(entries.len(), screen.scroll, pane.area.inner(Margin::new(1, 1)));
    let reach = if reach.is_empty() { reach } else { format!(" · lines {reach}") };
    pane.frame("The course", &format!("{finished} of {all} finished{reach}"));
    let columns = pane.columns();
    let line = |line| match line {
        CourseEntry::Blank => Line::default(),
        CourseEntry::Topic(title) => Line::styled(title, theme.heading),
        CourseEntry::Lesson(number, lesson) => {
            let selected = number == screen.cursor;
            let sign = sign(screen.progress.sign(lesson), app.settings.ascii);
            let title = cell(&lesson.outline().title, columns.saturating_sub(SIGN + 2));
            let text = format!("{}{} {title}", mark(selected), cell(&sign, SIGN));
            Line::styled(text, if selected { theme.cursor } else { theme.text })
        }
    };
    let text: Vec<Line<'_>> = entries.into_iter().map(line).collect();
    pane.lines(&text, screen.scroll);
}

fn sign(sign: Sign, ascii: bool) -> String {
    match sign {
        Sign::Blank => String::new(),
        Sign::Begun(lines, of) => format!("{lines}/{of}"),
        Sign::Finished if ascii => "ok".into(),
        Sign::Finished => " ✓".into(),
    }
}

pub fn right(pane: &mut Pane<'_>) {
    let mut out = pane.writer();
    preview(pane.app, &mut out);
    pane.scrolled("Preview", &out.lines, pane.app.screens.start.detail);
}

fn preview(app: &App, out: &mut Writer<'_>) {
    let theme = out.theme;
    if app.screens.course.open {
        return app.screens.course.selected().map_or((), |lesson| about_lesson(app, lesson, out));
    }
    match app.screens.start.marked(&app.session) {
        Some(Item::Continue(_)) => {
            if let Some(table) = &app.session.table {
                about_table(&table.source, table, true, &app.session.notices, out);
            }
        }
        Some(Item::Resume(at) | Item::Recent(at)) => about_recent(app, at, out),
        Some(Item::OpenFile) => {
            out.paragraph(
                "Enter asks for a CSV or TSV file: type its path, or choose it from a folder.",
                theme.text,
            );
            out.paragraph(
                "The first line should name the columns. The file is only read, never written.",
                theme.text,
            );
        }
        Some(Item::Paste) => {
            out.paragraph("Copy cells in a spreadsheet or lines of a CSV, come back to this screen, and paste with your terminal's own key.", theme.text);
            out.paragraph("The first line should name the columns.", theme.text);
        }
        Some(Item::Course) => about_course(app, out),
        Some(Item::Sample(sample)) => {
            let source = Source::Sample(sample.name.to_string());
            match app.screens.start.preview.as_ref().filter(|preview| preview.source == source) {
                None => out.paragraph("reading …", theme.secondary),
                Some(preview) => match &preview.result {
                    Ok(Loaded { table, notices, .. }) => {
                        out.paragraph(sample.title, theme.strong);
                        out.text(sample.teaches, theme.text);
                        about_table(sample.name, table, true, notices, out);
                    }
                    Err(problem) => out.problem(problem),
                },
            }
        }
        Some(Item::Experiment(experiment)) => about_experiment(experiment, out),
        Some(Item::Lesson(lesson)) => about_lesson(app, lesson, out),
        None => {}
    }
}

fn screen_words(screen: ScreenId) -> String {
    screen.digit().map_or_else(|| screen.name().to_owned(), |digit| format!("{digit} {}", screen.name()))
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

fn about_experiment(experiment: &Experiment, out: &mut Writer<'_>) {
    let keys = "Enter draws the curve; ↑↓ walk its points, x shows another figure. m, Confusion matrix: which rows are \
                wrong; there Enter, Enter opens the working of one. Esc comes back here.";
    let theme = out.theme;
    out.paragraph(experiment.claim, theme.strong);
    out.paragraph(experiment.look, theme.text);
    out.paragraph(&format!("Why: {}", experiment.why), theme.text);
    out.paragraph(&format!("On the sample {}.", experiment.sample), theme.text);
    out.paragraph(keys, theme.secondary);
}

fn about_lesson(app: &App, lesson: &Lesson, out: &mut Writer<'_>) {
    let (outline, theme) = (lesson.outline(), out.theme);
    out.paragraph(&outline.title, theme.strong);
    out.text(lesson.teaches, theme.text);
    out.paragraph(&asks(lesson), theme.text);
    outline.asks.iter().for_each(|asked| out.line(format!("  {asked}"), theme.text));
    match app.screens.course.progress.get(lesson.id) {
        Some(record) => {
            out.paragraph(&went(record, lesson), theme.text);
            out.paragraph("W deletes all progress of the course; d confirms it.", theme.secondary);
        }
        None => out.paragraph("Not begun yet. Enter opens it.", theme.secondary),
    }
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
        let is_finished = |lesson: &&Lesson| progress.sign(lesson) == Sign::Finished;
        let finished = topic.lessons.iter().filter(is_finished).count();
        out.line(format!("{:<22} {finished} of {}", topic.title, topic.lessons.len()), theme.text);
    }
    let enter = match progress.next() {
        Some(next) if finished < all => format!("Enter shows the list. Next: {}.", next.outline().title),
        _ => "Enter shows the list.".to_owned(),
    };
    out.paragraph(&enter, theme.text);
}

fn asks(lesson: &Lesson) -> String {
    let outline = lesson.outline();
    let lines = counted(outline.asks.len(), "line", "lines");
    let worth = mark_words(outline.marks);
    format!("{lines} to fill in, for {worth} {}:", if worth == "1" { "mark" } else { "marks" })
}

fn went(record: &Record, lesson: &Lesson) -> String {
    let outline = lesson.outline();
    let so_far = if record.finished {
        "Finished".to_owned()
    } else {
        format!("{} of {} right", record.lines, counted(outline.asks.len(), "line", "lines"))
    };
    let attempts = counted(record.attempts as usize, "attempt", "attempts");
    format!(
        "{so_far}, best {} of {} marks, in {attempts}.",
        mark_words(record.best),
        mark_words(outline.marks)
    )
}

/// What a table holds; the first rows of one that was not read to its end.
pub fn about_table(title: &str, table: &Table, whole: bool, notices: &[String], out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let size = format!(
        "{}{}, {}",
        if whole { "" } else { "more than " },
        counted(table.rows(), "row", "rows"),
        counted(table.columns().len(), "column", "columns")
    );
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
    let names = table.columns().iter().map(|column| width(&shown(column.name.as_str())));
    let room = names.max().unwrap_or(0).min(columns / 2);
    for column in table.columns() {
        let values = match column.kind {
            Kind::Categorical | Kind::Binary => counted(column.dictionary.len(), "value", "values"),
            Kind::Text => counted(column.dictionary.len(), "word", "words"),
            Kind::Numeric => String::new(),
        };
        let missing = if column.missing > 0 { format!("{} missing", column.missing) } else { String::new() };
        let about = format!(
            "{}  {:<8}  {values:<10} {missing}",
            cell(&shown(column.name.as_str()), room),
            kind(column.kind)
        );
        if missing.is_empty() || width(&about) <= columns {
            out.line(about.trim_end(), theme.text);
            continue;
        }
        let about = about.trim_end().trim_end_matches(&missing).trim_end().to_string();
        out.line(about, theme.text);
        out.line(format!("{:room$}  {missing}", ""), theme.text);
    }
    notices.iter().for_each(|notice| out.paragraph(notice, theme.warning));
}

fn first_rows(table: &Table, out: &mut Writer<'_>) {
    let rows = table.rows().min(ROWS);
    let mut head = String::new();
    let mut body = vec![String::new(); rows];
    for (at, column) in table.columns().iter().enumerate() {
        let name = shown(column.name.as_str()).into_owned();
        let texts: Vec<String> = (0..rows).map(|row| words::cell(table, row, at)).collect();
        let wide = texts.iter().map(|text| width(text)).max().unwrap_or(0).max(width(&name)).min(16);
        if width(&head) + wide > out.columns {
            break;
        }
        let number = column.kind == Kind::Numeric;
        let fit = |text: &str| if number { cell_right(text, wide) } else { cell(text, wide) };
        head.push_str(&fit(&name));
        head.push(' ');
        for (line, text) in body.iter_mut().zip(&texts) {
            line.push_str(&fit(text));
            line.push(' ');
        }
    }
    out.line(head, out.theme.heading);
    body.into_iter().for_each(|line| out.line(line, out.theme.text));
    if table.rows() > rows {
        out.line("…", out.theme.secondary);
    }
}
