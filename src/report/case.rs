//! A case in words: what it is called, and what stands in it.

use crate::model::{Case, CaseValue, Factor, Fitted};

/// What a case is called: `Row 5`, `The query`.
pub fn case_name(case: &Case) -> String {
    case.row.map_or_else(|| "The query".to_owned(), |row| format!("Row {}", row + 1))
}

/// A cell of a case in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    /// The feature.
    pub name: String,
    /// The cell as written, or that it is missing.
    pub text: String,
    /// The bin that a number falls into: `bin 3, [800,1200)`.
    pub bin: Option<String>,
}

/// The cells of a case, one by one; of a table of word counts those whose word stands in the document.
pub fn case_cells(fitted: &Fitted, case: &Case) -> Vec<CellText> {
    if let (Some(factor), Some(CaseValue::Words { known, .. })) = (
        fitted.factors().first().filter(|factor| factor.is_word_counts()),
        case.cells.first().map(|cell| &cell.value),
    ) {
        let cell = |(word, times): &(usize, u32)| {
            let name = factor.values().get(*word)?.to_string();
            Some(CellText { name, text: times.to_string(), bin: None })
        };
        return known.iter().filter_map(cell).collect();
    }
    let parts = fitted.feature_names().zip(&case.cells).map(|(name, cell)| CellText {
        name: name.to_string(),
        text: if cell.text.is_empty() { "missing".to_owned() } else { cell.text.clone() },
        bin: match (&cell.value, fitted.factor(name.as_str()).and_then(Factor::cuts)) {
            (CaseValue::Value(bin), Some(cuts)) => {
                Some(format!("bin {}, {}", bin + 1, cuts.label(*bin).as_str()))
            }
            _ => None,
        },
    });
    parts.collect()
}

/// The case in hand: `Outlook = Sunny, area = 890 (bin 3, [800,1200))`.
pub fn cells(fitted: &Fitted, case: &Case) -> String {
    let parts = case_cells(fitted, case).into_iter().map(|cell| {
        let bin = cell.bin.map(|bin| format!(" ({bin})")).unwrap_or_default();
        format!("{} = {}{bin}", cell.name, cell.text)
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "a document without words".to_owned() } else { parts.join(", ") }
}
