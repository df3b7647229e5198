//! Which cells are missing: the empty cell and `?` always, and what programs and people write in their place (`NA`, `-`)
//! where the rest of the column, or of the file, shows that it is meant so.

use super::build::Built;
use super::column::{Column, Dictionary, Kind};
use super::notice::Notice;
use super::number_style::Seen;
use super::say::{counted, quoted};
use super::store::{Cells, MISSING};
use crate::text::shown;

/// What R writes for a missing cell in every column, of numbers or not.
const R_NA: &str = "NA";

/// Whether a trimmed cell is missing whatever its column: one of the listed texts, or empty or `?` where none are listed.
pub(super) fn is_missing(cell: &[u8], listed: Option<&[String]>) -> bool {
    match listed {
        Some(listed) => listed.iter().any(|text| text.trim().as_bytes() == cell),
        None => matches!(cell, b"" | b"?"),
    }
}

/// Whether a cell is what programs and people write where a value is missing.
pub(super) fn is_mark(cell: &str) -> bool {
    // “none” is left out: it is a value of its own in many questionnaires.
    const MARKS: [&str; 8] = ["nan", "-nan", "na", "n/a", "#n/a", "null", "-", "."];
    cell.len() <= 4 && MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(cell))
}

impl Column {
    /// Whether a text, as a case or another file has it, stands for a missing cell of this column; `listed` is what the
    /// recipe lists as missing.
    pub fn is_missing(&self, text: &str, listed: Option<&[String]>) -> bool {
        let is_value = || self.dictionary.code(text).is_some();
        is_missing(text.as_bytes(), listed) || listed.is_none() && is_mark(text) && !is_value()
    }
}

/// Takes the marks out of the categories where all other values of their column are numbers; and `NA` out of the others
/// where a column of numbers has it.
pub(super) fn leave_out_of_categories(built: &mut [Built]) {
    let of_numbers: Vec<bool> = built.iter().map(|(column, _)| holds_numbers(column)).collect();
    let is_r = built.iter().zip(&of_numbers).any(|((column, _), of_numbers)| {
        column.marks.iter().any(|(mark, _)| mark == R_NA)
            || *of_numbers && column.dictionary.code(R_NA).is_some()
    });
    for (built, of_numbers) in built.iter_mut().zip(of_numbers) {
        leave_out(built, |value| if of_numbers { is_mark(value) } else { is_r && value == R_NA });
    }
}

/// Whether the values of a category are numbers, apart from marks.
fn holds_numbers(column: &Column) -> bool {
    let is_category = matches!(column.kind, Kind::Categorical | Kind::Binary);
    let mut values = column.dictionary.names().iter().map(crate::math::Name::as_str).peekable();
    let mut seen = Seen::default();
    let mut numbers = 0usize;
    let all = values.peek().is_some()
        && values.filter(|value| !is_mark(value)).all(|value| {
            numbers += 1;
            seen.add(value.as_bytes())
        });
    is_category && all && numbers > 0
}

/// Makes some values of a category missing.
fn leave_out((column, cells): &mut Built, is_out: impl Fn(&str) -> bool) {
    if !matches!(column.kind, Kind::Categorical | Kind::Binary) {
        return;
    }
    let before = std::mem::take(&mut column.dictionary);
    let mut kept = Dictionary::default();
    let mut counts: Vec<(String, u64)> = Vec::new();
    // For each code before, the code now, or which of the marks it was.
    let codes: Vec<Result<u32, usize>> = before
        .names()
        .iter()
        .map(|name| match is_out(name.as_str()) {
            true => {
                counts.push((name.as_str().to_owned(), 0));
                Err(counts.len() - 1)
            }
            false => Ok(kept.intern(name.as_str())),
        })
        .collect();
    if counts.is_empty() {
        column.dictionary = before;
        return;
    }
    for cells in cells.iter_mut() {
        let Cells::Codes(all) = cells else { continue };
        for code in all.iter_mut() {
            match codes.get(*code as usize) {
                Some(Ok(now)) => *code = *now,
                Some(Err(mark)) => {
                    *code = MISSING;
                    column.missing += 1;
                    if let Some((_, count)) = counts.get_mut(*mark) {
                        *count += 1;
                    }
                }
                None => {}
            }
        }
    }
    column.dictionary = kept;
    column.marks.extend(counts);
}

/// Says once which marks count as missing, and how many.
pub(super) fn tell(built: &[Built], notices: &mut Vec<Notice>) {
    const NAMED: usize = 4;
    let marked: Vec<(&Column, u64)> = built
        .iter()
        .map(|(column, _)| (column, column.marks.iter().map(|(_, cells)| cells).sum()))
        .filter(|(_, cells)| *cells > 0)
        .collect();
    let mut marks: Vec<&str> = Vec::new();
    for (mark, _) in marked.iter().flat_map(|(column, _)| &column.marks) {
        if !marks.contains(&mark.as_str()) {
            marks.push(mark);
        }
    }
    let Some(last) = marks.pop() else { return };
    let before: Vec<String> = marks.iter().map(|mark| quoted(mark)).collect();
    let all = if before.is_empty() {
        format!("{} counts", quoted(last))
    } else {
        format!("{} and {} count", before.join(", "), quoted(last))
    };
    let named = marked.iter().take(NAMED);
    let mut places: Vec<String> = named
        .map(|(column, cells)| format!("{} of {}", counted(*cells, "cell"), quoted(column.name.as_str())))
        .collect();
    if let Some((_, rest)) = marked.split_at_checked(NAMED).filter(|(_, rest)| !rest.is_empty()) {
        let cells: u64 = rest.iter().map(|(_, cells)| cells).sum();
        let more = counted(rest.len() as u64, "more column");
        places.push(format!("{} of {more}", counted(cells, "cell")));
    }
    let what = format!(
        "{all} as missing, as the empty cell and “?” do: {}. --missing '?,' takes {} for a value, and so does “missing” in \
         2 Model.",
        places.join(", "),
        shown(last)
    );
    notices.push(Notice::file(what));
}
