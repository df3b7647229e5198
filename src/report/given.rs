//! Numbers that are given in the place of rows, as tables.

use super::document::{Align, Document, Grid, Role};
use crate::math::{Sentence, sentence};
use crate::recipe::{GivenPlace, Prior, Recipe};
use crate::text::{brief, shown};

pub fn given_tables(recipe: &Recipe) -> Document {
    let mut out = Document::default();
    for block in recipe.given_blocks() {
        out.blank();
        let heads = block.heads.iter().map(|head| (shown(head).into_owned(), Align::Right));
        let what = shown(&block.what).into_owned();
        let mut grid = Grid::new(std::iter::once((what, Align::Left)).chain(heads));
        for (name, cells) in &block.rows {
            let name = shown(name).into_owned();
            grid.row(std::iter::once(name).chain(cells.iter().map(|(_, number)| number.text().to_owned())));
        }
        out.grid(grid);
    }
    out
}

/// What is to be said of one given number: where it stands, and which others it adds up to 1 with.
pub fn given_number(recipe: &Recipe, place: &GivenPlace) -> Document {
    let mut out = Document::default();
    let found = recipe.given_blocks().into_iter().flat_map(|block| block.rows).flat_map(|(_, cells)| cells);
    let Some((_, number)) = found.into_iter().find(|(at, _)| at == place) else { return out };
    out.blank();
    out.say(Role::Strong, sentence!("{} = {}", place.quantity(), number.text().to_owned()));
    out.blank();
    out.say(Role::Text, "Given, not counted.");
    let together = recipe.given_together(place);
    let (class, other): (Option<&str>, Option<&str>) = match place {
        GivenPlace::Prior { class } => (None, Some(class)),
        GivenPlace::Value { value, class, .. } => (Some(class), Some(value)),
        _ => (None, None),
    };
    let parts =
        together.iter().map(|(name, number)| Sentence::from(format!("{} {}", brief(name), number.text())));
    let parts: Vec<Sentence> = parts.take(PARTS).collect();
    let more = together.len().saturating_sub(PARTS);
    if !parts.is_empty() {
        out.blank();
        let of = class
            .map_or_else(|| "The classes".to_owned(), |class| format!("The values given {}", brief(class)));
        let mut text = sentence!("{} add up to 1: {}", of, Sentence::join(parts, ", "));
        text.push(if more > 0 { format!(", and {more} more.") } else { ".".to_owned() });
        out.say(Role::Text, text);
        let rest =
            together.iter().find(|(name, _)| Some(name.as_str()) != other).map(|(name, _)| brief(name));
        out.blank();
        out.say(
            Role::Secondary,
            match (together.len(), rest) {
                (2, Some(rest)) => {
                    format!("Another number here changes {rest}, too: it is what is left of 1.")
                }
                _ => "They are typed together, one after another, so that they add up to 1.".to_owned(),
            },
        );
    }
    if matches!(place, GivenPlace::Prior { .. }) && !matches!(recipe.prior, None | Some(Prior::Given(_))) {
        out.blank();
        let prior = recipe.prior_or_default().to_string();
        out.say(
            Role::Warning,
            format!("2 Model uses another prior: {prior}. A number typed here is used again."),
        );
    }
    if matches!(place, GivenPlace::Sigma { row, column, .. } if row != column) {
        out.blank();
        out.say(Role::Secondary, "It stands on both sides of the diagonal.");
    }
    out
}

/// The most numbers that are listed.
const PARTS: usize = 12;
