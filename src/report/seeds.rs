//! Seeds that make good questions: the line to paste, and why others were left out.

use super::document::{Align, Document, Grid};
use crate::practice::Seeds;

/// The seeds as a line of an exercise file.
pub fn seeds_line(seeds: &[u64]) -> String {
    let list: Vec<String> = seeds.iter().map(ToString::to_string).collect();
    format!("seeds = [{}]", list.join(", "))
}

/// What was found, how many were tried, and what the others failed.
pub fn seeds(id: &str, found: &Seeds) -> Document {
    let mut out = Document::default();
    out.title(format!("{id}: seeds"));
    let passed = found.seeds.len();
    if passed > 0 {
        out.text("The line above belongs below [random] in the exercise.");
    }
    out.text(format!("{passed} of {} seeds passed, {}.", found.tried, percent(passed as u64, found.tried)));
    if !found.is_enough() {
        let wanted = found.search.want;
        let least = if passed == 0 { "None was found" } else { "Fewer were found than wanted" };
        out.item(format!("{least}: {wanted} wanted; --tries N tries more, --from N begins elsewhere."));
    }
    if let Some(failed) = found.obstacle() {
        let what = format!("Hardly a seed can pass because of {}.", failed.rule.title());
        out.item(format!("{what} What to change: {}.", failed.advice()));
    }
    if !found.failed.is_empty() {
        out.heading("Why seeds were left out");
        let heads = [
            ("rule", Align::Left),
            ("seeds", Align::Right),
            ("share", Align::Right),
            ("for example", Align::Left),
        ];
        let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
        for failed in &found.failed {
            grid.rows.push(vec![
                failed.rule.title().to_owned(),
                failed.count.to_string(),
                percent(failed.count, found.tried),
                format!("seed {}", failed.seed),
            ]);
        }
        out.grid(grid);
        for failed in &found.failed {
            out.item(format!("Seed {}: {}", failed.seed, failed.example));
        }
        out.text("A seed counts at the rule that it fails first; (a) and (b) are tried last.");
    }
    out
}

/// A share in whole percent.
fn percent(part: u64, all: u64) -> String {
    format!("{} %", (part * 100 + all / 2).checked_div(all).unwrap_or(0))
}
