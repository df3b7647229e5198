//! The course as a list: its exercises by topic, and how far a student is.

use super::document::{Align, Document, Grid};
use super::number::mark_words;
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::{Progress, Sign};

/// The exercises of the course with their signs; `path` is the file that progress is kept in.
pub fn course(progress: &Progress, path: Option<&str>, ascii: bool) -> Document {
    let (finished, all) = progress.far();
    let mut out = Document::default();
    out.title("The course");
    out.text(format!("{finished} of {all} exercises finished."));
    for topic in topics() {
        out.heading(topic.title);
        let head =
            [("", Align::Left), ("exercise", Align::Left), ("lines", Align::Right), ("marks", Align::Right)];
        let name = ("name", Align::Left);
        let mut grid =
            Grid::new(head.into_iter().chain([name]).map(|(title, align)| (title.to_owned(), align)));
        grid.rows.extend(topic.lessons.iter().map(|lesson| row(progress, lesson, ascii)));
        out.grid(grid);
    }
    out.text("`posterior practice course:NAME` opens one; `posterior exercise print course:NAME` prints it.");
    if let Some(path) = path {
        out.text(format!("Progress is kept in {path}; `posterior practice --wipe` deletes it."));
    }
    out
}

fn row(progress: &Progress, lesson: &Lesson, ascii: bool) -> Vec<String> {
    let outline = lesson.outline();
    let sign = match progress.sign(lesson) {
        Sign::Blank => String::new(),
        Sign::Begun(lines, of) => format!("{lines}/{of}"),
        Sign::Finished if ascii => "ok".into(),
        Sign::Finished => "✓".into(),
    };
    let most = mark_words(outline.marks);
    let best = match progress.get(lesson.id) {
        Some(record) => format!("{} of {most}", mark_words(record.best)),
        None => format!("of {most}"),
    };
    vec![sign, outline.title.clone(), outline.asks.len().to_string(), best, lesson.name()]
}
