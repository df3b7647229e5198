//! Labels of answers: which quantity `P(Yes|Sunny)`, `posterior Yes` or `μ_male` names. Only labels that the notation
//! itself cannot parse are read here, so no spelling hides a name of the data.

use crate::math::{Event, Name, Quantity, Several};
use crate::model::{Case, CaseValue, Factor, Fitted};
use crate::practice::only;
use crate::recipe::folded;
use crate::worked::{Resolution, WorkedError, resolve_label};
use std::borrow::Cow;

pub(super) fn found(fitted: &Fitted, case: Option<&Case>, label: &str) -> Result<Resolution, WorkedError> {
    read(fitted, label).or_else(|error| {
        let spelling = Spelling { fitted, case };
        let label = &without_hats(label);
        let Some(written) = spelling.of(label, 0) else {
            return match error {
                WorkedError::NotOfThisModel { quantity: quantity @ Quantity::Several { .. }, .. } => {
                    Ok(Resolution { quantity, notes: Vec::new() })
                }
                error => Err(error),
            };
        };
        let mut found = read(fitted, &written).map_err(|_| error)?;
        found.notes.push(format!("{} is read as {}", crate::text::shown(label.trim()), found.quantity));
        Ok(found)
    })
}

/// Reads a label in the notation of the program. One class given another is not a quantity: a name there means something else.
fn read(fitted: &Fitted, label: &str) -> Result<Resolution, WorkedError> {
    let found = resolve_label(fitted, label)?;
    match found.quantity {
        quantity @ Quantity::Prob { event: Event::Class(_), given: Some(Event::Class(_)) } => {
            Err(WorkedError::NotOfThisModel { quantity, near: Vec::new() })
        }
        // On paper P(Yes, Sunny) is the score of a case with one value.
        quantity @ Quantity::Several { of: Several::WithClass, .. } => {
            Err(WorkedError::NotOfThisModel { quantity, near: Vec::new() })
        }
        quantity => Ok(Resolution { quantity, ..found }),
    }
}

pub(super) const CLASS: [&str; 9] = [
    "class",
    "decision",
    "prediction",
    "predicted class",
    "the class",
    "predicted",
    "klasse",
    "entscheidung",
    "vorhersage",
];

pub(super) fn is_class(fitted: &Fitted, label: &str) -> bool {
    let plain = folded(label);
    let target = fitted.data.table.columns().get(fitted.data.resolved.target);
    CLASS.contains(&plain.as_str())
        || target.is_some_and(|target| same(target.name.as_str(), label))
        || matches!(plain.as_str(), "y" | "ŷ" | "y hat") && fitted.feature(label.trim()).is_none()
}

fn without_hats(label: &str) -> String {
    let label = label.replace(['\u{302}', '\u{303}', '\u{304}', '\u{305}'], "");
    label.trim_start().strip_prefix('^').map(str::to_owned).unwrap_or(label)
}

const DEEP: usize = 2;

struct Spelling<'a> {
    fitted: &'a Fitted,
    case: Option<&'a Case>,
}

impl Spelling<'_> {
    fn of(&self, label: &str, deep: usize) -> Option<String> {
        let natural = natural(label);
        if let Some(inner) = natural.strip_prefix("ln ").filter(|_| deep < DEEP) {
            let inner = self.of(inner, deep + 1).unwrap_or_else(|| inner.to_owned());
            return Some(format!("ln {inner}"));
        }
        let text = label.trim().replace(['∣', '❘', '｜'], "|").replace(" given ", "|");
        let (head, inside) = divided(&text)?;
        let (head, class) = head.split_once('_').unwrap_or((&head, ""));
        self.named(&folded(head), Some(class).filter(|class| !class.is_empty()), inside.trim())
    }

    fn named(&self, head: &str, below: Option<&str>, inside: &str) -> Option<String> {
        let of_class =
            || below.map(str::to_owned).or_else(|| Some(inside.to_owned()).filter(|of| !of.is_empty()));
        match head {
            "p" | "pr" | "prob" | "probability" | "phat" | "p^" | "p-hat" | "p hat"
            | "wahrscheinlichkeit" => self.probability(inside),
            "posterior" | "likelihood" | "f" | "density" if inside.contains('|') => self.probability(inside),
            "posterior" => Some(format!("P({} | x)", of_class()?)),
            "likelihood" | "f" | "density" => Some(format!("P(x | {})", of_class()?)),
            "prior" | "phi" | "φ" | "π" => Some(format!("P({})", of_class()?)),
            "evidence" => Some(Quantity::evidence().to_string()),
            "score" | "joint" => Some(format!("score({})", of_class()?.trim_end_matches(", x"))),
            "mean" | "mu" | "μ" | "average" | "lambda" | "λ" => self.moment("mean", below, inside),
            "var" | "variance" | "sigma2" | "sigma^2" | "σ2" | "σ^2" | "s2" | "s^2" => {
                self.moment("var", below, inside)
            }
            "cov" | "sigma" | "σ" => self.pair("cov", below, inside),
            "inv" | "sigma^-1" | "σ^-1" | "σ−1" | "sigma−1" => self.pair("inv", below, inside),
            "corr" | "rho" | "ρ" | "correlation" => self.pair("corr", below, inside),
            "det" | "determinant" => self.determinant(below, inside),
            "q" | "mahalanobis" | "d2" | "d^2" => Some(format!("q({})", of_class()?)),
            "theta" | "θ" => Some(format!("theta({})", self.feature(&of_class()?))),
            "count" | "n" => Some(format!("count({})", of_class()?)),
            "k" | "v" if inside.is_empty() => {
                let factor = only(self.fitted.factors().iter().filter(|factor| !factor.is_number()))?;
                Some(format!("k({})", factor.name))
            }
            _ => None,
        }
    }

    /// `mean(height | male)` for `mean(height, male)` and `μ_male(height)`.
    fn moment(&self, word: &str, below: Option<&str>, inside: &str) -> Option<String> {
        let inside = inside.replacen(',', "|", 1);
        let (feature, class) = of_class(&inside, below);
        Some(format!("{word}({}{})", self.feature(feature), given(class)))
    }

    /// `cov(a, b | c)` for `Σ_c[1,2]`.
    fn pair(&self, word: &str, below: Option<&str>, inside: &str) -> Option<String> {
        let (both, class) = of_class(inside, below);
        let (a, b) = both.split_once(',')?;
        Some(format!("{word}({}, {}{})", self.feature(a), self.feature(b), given(class)))
    }

    /// A feature by its name or, if no feature has that name, by its number from 1.
    fn feature(&self, typed: &str) -> String {
        let typed = typed.trim();
        let at = typed.parse::<usize>().ok().filter(|_| self.fitted.feature(typed).is_none());
        let numbered = at.and_then(|at| self.fitted.features.get(at.checked_sub(1)?));
        numbered.map_or_else(|| typed.to_owned(), |feature| feature.name.to_string())
    }

    fn determinant(&self, below: Option<&str>, inside: &str) -> Option<String> {
        let inside = folded(inside).replace('σ', "sigma");
        let class = inside.trim_start_matches("sigma").trim_start_matches(['_', '|', ' ']);
        let class = below.or(Some(class).filter(|class| !class.is_empty()));
        Some(format!("det(Sigma{})", given(class)))
    }

    fn probability(&self, inside: &str) -> Option<String> {
        // Some students write P(Sunny/Yes) for want of a bar.
        let divided = inside.split_once('|').or_else(|| inside.split_once('/'));
        let Some((left, right)) = divided else { return self.together(inside) };
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

    fn together(&self, inside: &str) -> Option<String> {
        let items = items(inside);
        if let [one] = items.as_slice() {
            return Some(if self.is_case(one) { "P(x)".into() } else { format!("P({})", self.bare(one)) });
        }
        let class =
            |item: &&str| self.fitted.classes.iter().any(|class| same(class.as_str(), &self.bare(item)));
        let own = only(items.iter().copied().filter(|item| class(item)))?;
        let others: Vec<&str> = items.iter().copied().filter(|item| *item != own).collect();
        self.is_case(&others.join(", ")).then(|| format!("score({})", self.bare(own)))
    }

    fn density(&self, feature: &str, class: &str) -> Option<String> {
        let factor = self.gaussian(feature)?;
        let at = self.fitted.feature(factor.name.as_str())?;
        let cell = self.case?.cells.get(at)?;
        let is_number = matches!(cell.value, CaseValue::Number(_));
        is_number.then(|| format!("p({}={} | {class})", factor.name, Name::new(cell.text.trim())))
    }

    fn gaussian(&self, typed: &str) -> Option<&Factor> {
        let typed = folded(typed);
        only(self.fitted.factors().iter().filter(|factor| {
            factor.is_gaussian() && !typed.is_empty() && folded(factor.name.as_str()).starts_with(&typed)
        }))
    }

    fn bare(&self, typed: &str) -> String {
        let resolved = &self.fitted.data.resolved;
        let target = self.fitted.data.table.columns().get(resolved.target);
        let is_target = |column: &str| {
            let is_letter = CLASS_LETTERS.contains(&folded(column).as_str());
            target.is_some_and(|target| same(target.name.as_str(), column))
                || is_letter && self.fitted.feature(column.trim()).is_none()
        };
        let class = typed.split_once('=').filter(|(column, _)| is_target(column));
        class.map_or(typed, |(_, class)| class).trim().to_owned()
    }

    /// Whether a text names the case: x, the name of a document, or all values of the case.
    fn is_case(&self, typed: &str) -> bool {
        let plain = folded(typed);
        let plain = plain.strip_prefix("x=").or(plain.strip_prefix("x =")).unwrap_or(&plain).trim();
        let number = plain.strip_prefix("document").or_else(|| plain.strip_prefix('d'));
        if plain == "x" || number.is_some_and(|rest| rest.trim().chars().all(|c| c.is_ascii_digit())) {
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

fn given(class: Option<&str>) -> String {
    class.map(|class| format!(" | {class}")).unwrap_or_default()
}

fn of_class<'t>(inside: &'t str, below: Option<&'t str>) -> (&'t str, Option<&'t str>) {
    inside.split_once('|').map_or((inside, below), |(of, class)| (of, Some(class.trim())))
}

/// Splits a label into its head and its argument: `posterior` and `Yes` for `posterior(Yes)` or `posterior Yes`.
fn divided(text: &str) -> Option<(String, String)> {
    if let Some(inside) = text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
        return Some(("det".to_owned(), inside.to_owned()));
    }
    let at = text.find(['(', '[', ' ']).unwrap_or(text.len());
    let (head, rest) = text.split_at_checked(at)?;
    let rest = rest.trim();
    let inside = match rest.chars().next() {
        Some('[') => rest.strip_prefix('[')?.strip_suffix(']')?.replace("][", ","),
        Some('(') => rest.strip_prefix('(')?.strip_suffix(')')?.to_owned(),
        _ => rest.to_owned(),
    };
    Some((head.to_owned(), inside))
}

/// What students write for the class, as in `P(y=Yes)`.
const CLASS_LETTERS: [&str; 8] = ["y", "c", "class", "label", "target", "klasse", "ŷ", "k"];

fn same(a: &str, b: &str) -> bool {
    folded(a) == folded(b)
}

fn items(text: &str) -> Vec<&str> {
    text.split([',', '∧', '∩', '&', ';']).flat_map(|part| part.split(" and ")).map(str::trim).collect()
}

/// A label with its natural logarithm as the program writes it: `log score(Yes)` becomes `ln score(Yes)`.
pub(super) fn natural(label: &str) -> Cow<'_, str> {
    argument_of_log(label).map_or(Cow::Borrowed(label), |inside| Cow::Owned(format!("ln {inside}")))
}

fn argument_of_log(label: &str) -> Option<&str> {
    let label = label.trim();
    let (word, rest) = label.split_at(label.find(|c: char| !c.is_alphanumeric())?);
    let (word, rest) = (word.to_lowercase(), rest.trim());
    // Log loss is a measure, not a logarithm.
    if !matches!(word.as_str(), "ln" | "log") || rest.to_lowercase() == "loss" {
        return None;
    }
    // The brackets of a formula belong to it: ln (P(a)/P(b)).
    let is_formula = |text: &str| matches!(text.parse(), Ok(Quantity::Formula(_)));
    let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    Some(inside.filter(|inside| !is_formula(rest) && !is_formula(inside)).unwrap_or(rest))
}
