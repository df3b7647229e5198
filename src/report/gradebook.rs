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
    let mut out = Sheet { header: heads(&["id", "name", "email"]), ..Sheet::default() };
    out.header.extend(book.columns.iter().map(|column| shown(&column.id).into_owned()));
    out.header.extend(heads(&["total", "maximum"]));
    for row in &book.rows {
        let text = |text: Option<&str>| shown(text.unwrap_or_default()).into_owned();
        let (id, name) = (text(Some(&row.id)), text(row.name.as_deref()));
        // Students are often listed by their address alone.
        let email = text(row.email.as_deref().or_else(|| Some(row.id.as_str()).filter(|id| is_address(id))));
        let marks = row.marks.iter().map(|marks| cell(*marks));
        let total = cell(row.total());
        out.rows.push([id, name, email].into_iter().chain(marks).chain([total, maximum.clone()]).collect());
    }
    out
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
    })
}
