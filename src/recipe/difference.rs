//! What one recipe says otherwise than another.

use std::collections::{BTreeSet, HashMap};

use super::models::said;
use super::{COLUMN_OPTIONS, ColumnChoice, OPTIONS, Recipe, RecipeOption};

/// One thing that two recipes say differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What messages call it.
    pub name: &'static str,
    /// The column of which it is said; `None` where it is said of the whole.
    pub column: Option<String>,
    /// As a flag says it; `None` where nothing is said, or no flag can say it.
    pub before: Option<String>,
    /// The same, of the other recipe.
    pub after: Option<String>,
}

impl Recipe {
    /// What is said otherwise after a change, in the order of a file; what holds where nothing is said counts as said.
    ///
    /// ```
    /// use posterior::recipe::Recipe;
    ///
    /// let read = |text| Recipe::from_toml(text, "recipe.toml");
    /// let found = read("target = \"c\"")?.differences(&read("target = \"c\"\nalpha = \"2\"")?);
    /// assert_eq!((found[0].name, found[0].before.as_deref(), found[0].after.as_deref()), ("smoothing α", Some("1"), Some("2")));
    /// # Ok::<(), posterior::problem::Problem>(())
    /// ```
    pub fn differences(&self, after: &Recipe) -> Vec<Difference> {
        let (before, after) = (self.filled(), after.filled());
        let mut found: Vec<Difference> =
            OPTIONS.iter().filter_map(|option| difference(option, &before, &after, None)).collect();
        if before.columns != after.columns {
            let (of_before, of_after) = (said(&before), said(&after));
            let nothing = ColumnChoice::default();
            let names: BTreeSet<&str> = of_before.keys().chain(of_after.keys()).copied().collect();
            for name in names {
                let of = |all: &HashMap<&str, &'_ ColumnChoice>| {
                    all.get(name).copied().unwrap_or(&nothing).clone()
                };
                let (one, other) = (of(&of_before), of(&of_after));
                let of_column = |option| difference(option, &one, &other, Some(name));
                found.extend(COLUMN_OPTIONS.iter().filter_map(of_column));
            }
        }
        found
    }
}

fn difference<R: Default>(
    option: &RecipeOption<R>,
    before: &R,
    after: &R,
    column: Option<&str>,
) -> Option<Difference> {
    ((option.value)(before) != (option.value)(after)).then(|| Difference {
        name: option.name,
        column: column.map(str::to_owned),
        before: option.said(before).flatten(),
        after: option.said(after).flatten(),
    })
}
