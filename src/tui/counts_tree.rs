//! Counts before shares, with a branch for each class.
//!
//! ```text
//! 14 rows ┬─ 5 No ──┬─ 2 Sunny
//!         │         └─ 3 other
//!         └─ 9 Yes ─┬─ 3 Sunny
//!                   └─ 6 other
//! ```

use crate::math::{Expr, Linear, Number};
use crate::practice::worksheet::Tree;
use crate::workbench::words::{clip, shown, width};

/// The lines of a tree; names are cut to fit.
pub fn lines(tree: &Tree, columns: usize, ascii: bool) -> Vec<String> {
    let count = |number: &Number| Linear { ascii }.expr(&Expr::Num(number.clone()));
    let root = format!("{} {} ", count(&tree.all), tree.unit);
    let names: Vec<String> = tree
        .branches
        .iter()
        .map(|branch| format!("{} {}", count(&branch.count), clip(&shown(branch.class.as_str()), 10)))
        .collect();
    let wide = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let last = names.len().saturating_sub(1);
    let mut lines = Vec::new();
    for (at, (branch, name)) in tree.branches.iter().zip(&names).enumerate() {
        let head = if at == 0 { root.clone() } else { " ".repeat(width(&root)) };
        let (turn, below) = match (at == 0, at == last) {
            (true, true) => ("──", "  "),
            (true, false) => ("┬─", "│ "),
            (false, true) => ("└─", "  "),
            (false, false) => ("├─", "│ "),
        };
        let Some(((value, inside), other)) = branch.value.as_ref().zip(branch.others()) else {
            lines.push(format!("{head}{turn} {name}"));
            continue;
        };
        let line = "─".repeat(wide.saturating_sub(width(name)));
        let room = columns.saturating_sub(width(&root) + wide + 12);
        let value = clip(&shown(value.as_str()), room.max(4)).into_owned();
        lines.push(format!("{head}{turn} {name} {line}┬─ {} {value}", count(inside)));
        let indent = " ".repeat(width(&root));
        lines.push(format!("{indent}{below} {}└─ {} other", " ".repeat(wide + 1), count(&other)));
    }
    lines
}
