//! One table for a spreadsheet: a header and rows, written as CSV.

use crate::math::{Name, Number};

/// A table of plain texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// What the columns are called.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A table without rows.
    pub fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Sheet { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The table as CSV: commas, quotes where they are needed, names as the data has them.
    pub fn to_csv(&self) -> String {
        let mut csv = csv::Writer::from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = csv.write_record(&self.header);
        self.rows.iter().for_each(|row| drop(csv.write_record(row)));
        String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// The shortest decimal that reads back as the float; minus infinity is `-inf`, and what is undefined is empty.
pub(super) fn float(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_nan() => String::new(),
        Some(value) if value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&value.abs()) => {
            value.to_string()
        }
        Some(value) => format!("{value:e}"),
        None => String::new(),
    }
}

/// A number as decimal, see [`float`].
pub(super) fn decimal(value: Option<&Number>) -> String {
    float(value.map(Number::to_f64))
}

/// Its natural logarithm as decimal; empty for what is negative.
pub(super) fn ln(value: Option<&Number>) -> String {
    float(value.filter(|value| !value.is_negative()).map(Number::ln))
}

/// A fraction in lowest terms as numerator and denominator: a spreadsheet would take `3/8` for a day in March. Both are
/// empty for what is no fraction, and for fractions of more than 200 characters.
pub(super) fn fraction(value: Option<&Number>) -> [String; 2] {
    const LONGEST: usize = 200;
    let text = value.and_then(Number::to_fraction).filter(|text| text.len() <= LONGEST);
    match text.as_deref().map(|text| text.split_once('/').unwrap_or((text, "1"))) {
        Some((above, below)) => [above.to_owned(), below.to_owned()],
        None => [String::new(), String::new()],
    }
}

/// The heading of the posterior of a class: `P(Yes)`.
pub(super) fn posterior_heading(class: &Name) -> String {
    format!("P({})", class.as_str())
}
