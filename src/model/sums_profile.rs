//! What sums say of a column: its values with their counts, class by class.

use super::fitted::Fitted;
use crate::math::explained_by_values;
use crate::table::{Profile, ValueCount};

/// The most values that are listed.
const MOST: usize = 50;

impl Fitted {
    /// A column at a glance by what was counted of it, where there are no rows to look at; `None` where the data have rows.
    /// Rows without a class are not among the counts, and of a number only its sums are known, so no value is listed.
    pub fn profile_of_sums(&self, column: usize) -> Option<Profile> {
        self.data.sums.as_ref()?;
        let about = self.data.table.columns().get(column)?;
        let factor = self.factors().iter().find(|factor| factor.column == column);
        let classes = 0..self.classes.len();
        let is_target = column == self.data.resolved.target;
        let mut values: Vec<ValueCount> = match factor
            .filter(|factor| !factor.is_number() && !factor.is_words())
        {
            _ if is_target => {
                let of =
                    |(at, name): (usize, _)| (name, classes.clone().map(move |class| (class == at, class)));
                let counted = self.classes.iter().enumerate().map(of);
                let count = |(own, class): (bool, usize)| if own { self.class_count(class) } else { 0 };
                counted.map(|(name, all)| value(name, all.map(count).collect())).collect()
            }
            Some(factor) => {
                let count = |at: usize| classes.clone().map(|class| factor.count(at, class)).collect();
                factor.values().iter().enumerate().map(|(at, name)| value(name, count(at))).collect()
            }
            None => Vec::new(),
        };
        let sum = |class: usize| values.iter().filter_map(|value| value.by_class.get(class)).sum::<u64>();
        let known: Vec<u64> = classes.clone().map(sum).collect();
        let rows: u64 = classes.clone().map(|class| self.class_count(class)).sum();
        let counts = values.iter().map(|value| value.by_class.as_slice());
        let explained = explained_by_values(counts.filter(|all| all.iter().any(|n| *n > 0)), &known);
        let distinct = values.iter().filter(|value| value.count > 0).count();
        let missing = if values.is_empty() { 0 } else { rows.saturating_sub(known.iter().sum()) };
        values.sort_by_key(|value| std::cmp::Reverse(value.count));
        values.truncate(MOST);
        Some(Profile {
            name: about.name.clone(),
            kind: about.kind,
            rows: usize::try_from(rows).unwrap_or(usize::MAX),
            missing,
            distinct,
            binary: None,
            row_name: None,
            classes: self.classes.clone(),
            explained: explained.filter(|_| !is_target),
            values,
            numbers: None,
            words: None,
        })
    }
}

fn value(name: &crate::math::Name, by_class: Vec<u64>) -> ValueCount {
    ValueCount { value: name.clone(), count: by_class.iter().sum(), by_class }
}
