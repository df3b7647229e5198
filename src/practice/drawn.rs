//! What a uniform number draws, as a question with options: the classes, or the values of a feature in a class, each with the
//! numbers that draw it.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::asked::Asked;
use super::choice::{Choice, ChoiceOption, MOST_OPTIONS};
use super::label;
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Cumulated, Factor, Fitted, Form, Uniform};
use crate::recipe::Written;
use crate::worked::WorkedError;

/// The outcome that a label such as `draw(Outlook, 0.62 | Yes)` or `draw(Play, 0.138)` asks for, and one sentence for each name
/// that was read as another; `None` where it asks for something else.
pub(super) fn question(fitted: &Fitted, label: &str) -> Option<Result<(Asked, Vec<String>), WorkedError>> {
    let Ok(Quantity::Draw { feature, by, class }) = label.parse() else { return None };
    if class.is_none() && label::is_class(fitted, feature.as_str()) {
        let column = fitted.data.table.columns().get(fitted.data.resolved.target);
        let name = column.map_or_else(|| Name::new("class"), |column| column.name.clone());
        let drawn = Drawn { fitted, name, of: None };
        return Some(drawn.asked(&by).map(|asked| (asked, Vec::new())));
    }
    let found = match label::found(fitted, None, label) {
        Ok(found) => found,
        Err(error) => return Some(Err(error)),
    };
    let Quantity::Draw { feature, by, class: Some(class) } = found.quantity else { return None };
    let factor = fitted.factor(feature.as_str())?;
    if factor.is_number() || factor.form == Form::Presence {
        return None;
    }
    let drawn = Drawn { fitted, name: feature, of: Some((factor, fitted.class(class.as_str())?)) };
    Some(drawn.asked(&by).map(|asked| (asked, found.notes)))
}

/// What is drawn: classes, or the values of a feature in a class.
struct Drawn<'a> {
    fitted: &'a Fitted,
    name: Name,
    of: Option<(&'a Factor, usize)>,
}

impl Drawn<'_> {
    fn asked(&self, by: &[String]) -> Result<Asked, WorkedError> {
        let not_uniform = || WorkedError::NotUniform { by: by.join(", ") };
        let [text] = by else { return Err(not_uniform()) };
        let u = Written::any(text).ok().and_then(|written| Uniform::told(&written).ok());
        let u = u.ok_or_else(not_uniform)?;
        let class = self.of.and_then(|(_, class)| self.fitted.classes.get(class).cloned());
        let address = Quantity::Draw { feature: self.name.clone(), by: by.to_vec(), class: class.clone() };
        let table = self.fitted.cumulated(self.of).filter(|_| !self.fitted.is_by_value());
        let table = table
            .ok_or_else(|| WorkedError::NotOfThisModel { quantity: address.clone(), near: Vec::new() })?;
        let found = table.outcomes.len();
        if found > MOST_OPTIONS {
            return Err(WorkedError::ManyOutcomes { feature: self.name.clone(), found, most: MOST_OPTIONS });
        }
        let (right, slips) = (table.draw(&u), self.slips(&table, &u));
        let option = |at: usize| {
            let outcome = table.outcomes.get(at).copied().unwrap_or_default();
            let slip = slips.iter().find(|(_, other, _)| *other == outcome && outcome != right);
            let by = self.drawn_by(&table, at);
            ChoiceOption {
                text: self.outcome(outcome).to_string(),
                is_right: outcome == right,
                is_tie: false,
                about: slip.map_or_else(|| by.clone(), |(_, _, says)| sentence!("{} {}", says.clone(), by)),
                cause: slip.map(|(tag, ..)| *tag),
            }
        };
        let wording = match &class {
            Some(class) => format!("u = {text}: which {} is drawn, given {class}?", self.name),
            None => format!("u = {text}: which class is drawn?"),
        };
        Ok(Asked::Choice(Arc::new(Choice {
            label: address.to_string(),
            wording,
            options: (0..found).map(option).collect(),
            is_about_case: false,
        })))
    }

    fn outcome(&self, at: usize) -> Name {
        let names = self.of.map_or(self.fitted.classes.as_slice(), |(factor, _)| factor.values());
        names.get(at).cloned().unwrap_or_else(|| Name::new(""))
    }

    fn drawn_by(&self, table: &Cumulated, at: usize) -> Sentence {
        let name = self.outcome(table.outcomes.get(at).copied().unwrap_or_default());
        let (from, to) = (before(table, at), table.sums.get(at).cloned().unwrap_or_else(BigRational::one));
        if from == to {
            return sentence!("{} has probability 0 and is never drawn.", name);
        }
        let shown = |sum: BigRational| Number::Exact(sum).rounded(Precision::FACTOR);
        sentence!("{} is drawn by u from {} to below {}.", name, shown(from), shown(to))
    }

    /// What people draw who make a mistake: its tag, the outcome, and what is said of it.
    fn slips(&self, table: &Cumulated, u: &Uniform) -> Vec<(&'static str, usize, Sentence)> {
        let own =
            |at: usize| table.sums.get(at).cloned().unwrap_or_else(BigRational::zero) - before(table, at);
        let alone: Vec<(usize, BigRational)> =
            table.outcomes.iter().enumerate().map(|(at, outcome)| (*outcome, own(at))).collect();
        let mut slips = Vec::new();
        if let Some((outcome, _)) = alone.iter().find(|(_, p)| *p > u.exact()) {
            let says = "It is the first whose own probability is above u; u is held against the sums.";
            slips.push(("U1", *outcome, says.into()));
        }
        // Of those that are as probable the first, as everywhere.
        if let Some((outcome, _)) = alone.iter().rev().max_by(|one, other| one.1.cmp(&other.1)) {
            slips.push(("U2", *outcome, "It is the most probable; what is drawn is decided by u.".into()));
        }
        let drawn = |all: Vec<(usize, BigRational)>| Cumulated::new(all.into_iter()).draw(u);
        let backwards = alone.iter().rev().cloned().collect();
        let says = "It is drawn if the probabilities are added up from the other end.";
        slips.push(("U3", drawn(backwards), says.into()));
        let mut largest = alone.clone();
        largest.sort_by(|one, other| other.1.cmp(&one.1));
        let says = "It is drawn if the probabilities are added up from the largest on.";
        slips.push(("U3", drawn(largest), says.into()));
        slips.extend(self.of.into_iter().flat_map(|(factor, class)| self.other_classes(factor, class, u)));
        slips
    }

    /// What is drawn from the probabilities of all classes together, and of another one.
    fn other_classes(
        &self,
        factor: &Factor,
        own: usize,
        u: &Uniform,
    ) -> Vec<(&'static str, usize, Sentence)> {
        let mut slips = Vec::new();
        let in_all = |value: usize| {
            let part = |class: usize| Some(self.fitted.prior(class)?.mul(&factor.conditional(value, class)?));
            let parts = (0..self.fitted.classes.len()).map(part).collect::<Option<Vec<_>>>()?;
            match parts.into_iter().fold(Number::zero(), |sum, part| sum.add(&part)) {
                Number::Exact(p) => Some((value, p)),
                _ => None,
            }
        };
        let all = factor.drawn_order().into_iter().map(in_all).collect::<Option<Vec<_>>>();
        if let Some(all) = all {
            let says = "It is drawn by the probabilities of all classes together; take those of the class.";
            slips.push(("U4", Cumulated::new(all.into_iter()).draw(u), says.into()));
        }
        for (class, name) in self.fitted.classes.iter().enumerate().filter(|(class, _)| *class != own) {
            if let Some(table) = self.fitted.cumulated(Some((factor, class))) {
                slips.push(("U5", table.draw(u), sentence!("That is what u draws given {}.", name.clone())));
            }
        }
        slips
    }
}

/// The sum up to a place, without it.
fn before(table: &Cumulated, at: usize) -> BigRational {
    let sum = at.checked_sub(1).and_then(|before| table.sums.get(before));
    sum.cloned().unwrap_or_else(BigRational::zero)
}
