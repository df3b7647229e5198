//! The marks of a course as a table with a row for each student.

use super::number::mark_words;
use super::sheet::Sheet;
use crate::practice::Gradebook;
use crate::text::shown;

/// The table. With `zeros`, what was not handed in has 0 marks; else it is left open.
pub fn gradebook(book: &Gradebook, zeros: bool) -> Sheet {
    let cell = |marks: Option<f64>| match marks {
        Some(marks) => mark_words(marks),
        None => (if zeros { "0" } else { "" }).to_owned(),
    };
    let heads = |fixed: &[&str]| fixed.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>();
    let maximum = mark_words(book.max());
    let mut out = Sheet::default();
    out.header = heads(&["id", "name", "email"]);
    out.header.extend(book.columns.iter().map(|column| shown(&column.id).into_owned()));
    out.header.extend(heads(&["total", "maximum"]));
    for row in &book.rows {
        let text = |text: Option<&str>| shown(text.unwrap_or_default()).into_owned();
        let (id, name, email) = (text(Some(&row.id)), text(row.name.as_deref()), text(row.email.as_deref()));
        let marks = row.marks.iter().map(|marks| cell(*marks));
        let total = cell(row.total());
        out.rows.push([id, name, email].into_iter().chain(marks).chain([total, maximum.clone()]).collect());
    }
    out
}
