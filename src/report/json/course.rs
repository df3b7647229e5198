//! The course and its progress as JSON.

use serde_json::{Map, Value, json};

use crate::practice::course::{Lesson, topics};
use crate::practice::progress::Progress;

/// The exercises by topic, each with what was done of it; `null` where nothing was.
pub fn course(progress: &Progress, path: Option<&str>) -> Map<String, Value> {
    let (finished, all) = progress.far();
    let mut out = Map::new();
    out.insert("format".into(), json!(1));
    out.insert("finished".into(), json!(finished));
    out.insert("exercises".into(), json!(all));
    out.insert("kept_in".into(), json!(path));
    let topic = |title: &str, lessons: &'static [Lesson]| json!({"topic": title, "exercises": lessons.iter().map(|one| lesson(progress, one)).collect::<Vec<_>>()});
    out.insert("course".into(), topics().iter().map(|one| topic(one.title, one.lessons)).collect());
    out
}

fn lesson(progress: &Progress, lesson: &Lesson) -> Value {
    let outline = lesson.outline();
    let done = progress.get(lesson.id).map(|record| {
        json!({
            "lines": record.lines, "marks": record.marks, "best": record.best, "attempts": record.attempts,
            "finished": record.finished, "level": record.level
        })
    });
    json!({
        "name": lesson.name(), "title": outline.title, "teaches": lesson.teaches, "asks": outline.asks,
        "marks": outline.marks, "progress": done
    })
}
