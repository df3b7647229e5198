//! Probabilities whose case is written out: `P(No | Sunny, Cool, High, Strong)`, `P(c | d5)`, `p(height | male)`.

use super::{Spelling, read};
use crate::math::Name;
use crate::model::{CaseValue, Factor};
use crate::recipe::folded;

impl Spelling<'_> {
    /// What `P(…)` names, where x stands for the case in hand.
    pub(super) fn probability(&self, inside: &str) -> Option<String> {
        let Some((left, right)) = inside.split_once('|') else { return self.together(inside) };
        let (left, right) = (self.bare(left), self.bare(right));
        let plain = format!("P({left} | {right})");
        if read(self.fitted, &plain).is_ok() {
            return Some(plain);
        }
        if self.is_case(&right) {
            return Some(format!("P({left} | x)"));
        }
        if self.is_case(&left) {
            return Some(format!("P(x | {right})"));
        }
        match left.split_once('=') {
            Some((feature, _)) => self.gaussian(feature).map(|_| format!("p({left} | {right})")),
            None => self.density(&left, &right),
        }
    }

    /// A class and the case together, which is the score.
    fn together(&self, inside: &str) -> Option<String> {
        let items = items(inside);
        if let [one] = items.as_slice() {
            return Some(if self.is_case(one) {
                "P(x)".to_owned()
            } else {
                format!("P({})", self.bare(one))
            });
        }
        let class =
            |item: &&str| self.fitted.classes.iter().any(|class| same(class.as_str(), &self.bare(item)));
        let mut classes = items.iter().copied().filter(|item| class(item));
        let own = classes.next().filter(|_| classes.next().is_none())?;
        let others: Vec<&str> = items.iter().copied().filter(|item| *item != own).collect();
        self.is_case(&others.join(", ")).then(|| format!("score({})", self.bare(own)))
    }

    /// The density of a feature at the number that the case has.
    fn density(&self, feature: &str, class: &str) -> Option<String> {
        let factor = self.gaussian(feature)?;
        let at = self.fitted.feature(factor.name.as_str())?;
        let cell = self.case?.cells.get(at)?;
        let is_number = matches!(cell.value, CaseValue::Number(_));
        is_number.then(|| format!("p({}={} | {class})", factor.name, Name::new(cell.text.trim())))
    }

    /// The only feature with a normal curve whose name begins so.
    fn gaussian(&self, typed: &str) -> Option<&Factor> {
        let typed = folded(typed);
        let mut fitting = self.fitted.factors().iter().filter(|factor| {
            factor.is_gaussian() && !typed.is_empty() && folded(factor.name.as_str()).starts_with(&typed)
        });
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Without `Play=` before a class, and without blanks around it.
    fn bare(&self, typed: &str) -> String {
        let resolved = &self.fitted.data.resolved;
        let target = self.fitted.data.table.columns().get(resolved.target);
        let class = typed
            .split_once('=')
            .filter(|(column, _)| target.is_some_and(|target| same(target.name.as_str(), column)));
        class.map_or(typed, |(_, class)| class).trim().to_owned()
    }

    /// Whether a text stands for the case in hand: x, a document's name, or all that is known of it.
    fn is_case(&self, typed: &str) -> bool {
        let plain = folded(typed);
        let plain = plain.strip_prefix("x=").or(plain.strip_prefix("x =")).unwrap_or(&plain).trim();
        let document = ["document", "doc", "d"].into_iter().find_map(|word| plain.strip_prefix(word));
        let number = document.map(|rest| rest.trim_start_matches(['_', ' ']));
        if plain == "x" || number.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit())) {
            return true;
        }
        let plain = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(plain);
        let mut left: Vec<(String, String)> =
            self.case.map(|case| case.written(self.fitted)).unwrap_or_default();
        let items = items(plain);
        items.len() == left.len()
            && items.iter().all(|item| {
                let (feature, value) =
                    item.split_once('=').map_or((None, *item), |(of, value)| (Some(of), value));
                let fits = |(name, text): &(String, String)| {
                    same(text, value) && feature.is_none_or(|feature| same(name, feature))
                };
                left.iter().position(fits).map(|at| left.remove(at)).is_some()
            })
    }
}

/// Whether two names are the same, but for case and blanks around them.
fn same(a: &str, b: &str) -> bool {
    folded(a) == folded(b)
}

/// What stands between commas, or between signs for "and".
fn items(text: &str) -> Vec<&str> {
    text.split([',', '∧', '∩', '&', ';']).flat_map(|part| part.split(" and ")).map(str::trim).collect()
}
