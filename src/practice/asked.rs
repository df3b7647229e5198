//! What a question asks for: a number or a name. A name is the class, the chosen action, or the outcome of a draw.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::label;
use crate::evaluate::judge_for;
use crate::math::{Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Case, Cumulated, Decider, DecisionRule, Factor, FactorForm, Fitted, Uniform};
use crate::recipe::{ExactNumber, folded};
use crate::worked::WorkedError;

#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Class,
    Number(Quantity),
    Name(Arc<NameQuestion>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NameQuestion {
    pub label: String,
    pub wording: String,
    /// The feature or class column that is drawn; `action` for a decision.
    pub of: String,
    pub names: Vec<NameOption>,
    pub right: usize,
    pub is_tied: bool,
    pub is_about_case: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NameOption {
    pub name: Name,
    pub cause: Option<&'static str>,
    pub about: Sentence,
}

impl NameQuestion {
    pub fn solution(&self) -> Option<&NameOption> {
        self.names.get(self.right)
    }
}

impl Asked {
    /// Returns what a label asks for, and one sentence for each name in it that was read as another. `case` is the case of
    /// `P(No | Sunny, Cool)` and `p(height | male)`.
    pub fn find(
        fitted: &Fitted,
        case: Option<&Case>,
        label: &str,
    ) -> Result<(Asked, Vec<String>), WorkedError> {
        if fitted.decider.is_some() && matches!(folded(label).as_str(), LABEL | "action") {
            let case = case.ok_or(WorkedError::NoCase)?;
            if let Some(asked) = decision(fitted, case) {
                return Ok((asked, Vec::new()));
            }
        }
        if let Some(found) = draw(fitted, label) {
            return found;
        }
        if label::is_class(fitted, label) {
            return Ok((Asked::Class, Vec::new()));
        }
        let found = label::found(fitted, case, label)?;
        judge_for(fitted, &found.quantity);
        Ok((Asked::Number(found.quantity), found.notes))
    }

    pub fn name(&self) -> String {
        match self {
            Asked::Class => "class".into(),
            Asked::Number(quantity) => quantity.to_string(),
            Asked::Name(question) => question.label.clone(),
        }
    }

    /// The quantity asked for; `None` if the question asks for a name.
    pub fn number(&self) -> Option<&Quantity> {
        if let Asked::Number(quantity) = self { Some(quantity) } else { None }
    }

    /// The question for an action or a draw; `None` if it asks for a number or the class.
    pub fn name_question(&self) -> Option<&NameQuestion> {
        if let Asked::Name(question) = self { Some(question) } else { None }
    }

    /// The possible names; empty if the question asks for a number.
    pub fn names<'a>(&'a self, fitted: &'a Fitted) -> Vec<&'a Name> {
        match self {
            Asked::Class => fitted.classes.iter().collect(),
            Asked::Number(_) => Vec::new(),
            Asked::Name(question) => question.names.iter().map(|option| &option.name).collect(),
        }
    }

    pub fn is_about_case(&self) -> bool {
        match self {
            Asked::Class => true,
            Asked::Number(quantity) => quantity.is_about_case(),
            Asked::Name(question) => question.is_about_case,
        }
    }
}

const MOST_NAMES: usize = 26;

const LABEL: &str = "decision";

/// The question for the action of a case. `None` without a decision rule or a posterior, or with too many actions.
pub(super) fn decision(fitted: &Fitted, case: &Case) -> Option<Asked> {
    let decider = fitted.decider.as_ref().filter(|decider| decider.actions.len() <= MOST_NAMES)?;
    let prediction = fitted.predict(case);
    let posterior = prediction.posterior.as_ref()?;
    let told = Told {
        fitted,
        decider,
        posterior,
        predicted: prediction.predicted?,
        chosen: decider.choose(posterior, prediction.predicted)?,
    };
    let (_, tied) = decider.least(posterior);
    let names = decider.actions.iter().enumerate().map(|(action, name)| {
        let (cause, about) = told.of(action);
        NameOption { name: name.clone(), cause: cause.filter(|_| action != told.chosen), about }
    });
    let actions: Vec<&str> = decider.actions.iter().map(Name::as_str).collect();
    Some(Asked::Name(Arc::new(NameQuestion {
        label: LABEL.to_owned(),
        wording: format!("Which action is chosen for x: {}?", actions.join(" or ")),
        of: "action".to_owned(),
        names: names.collect(),
        right: told.chosen,
        is_tied: tied.contains(&told.chosen),
        is_about_case: true,
    })))
}

struct Told<'a> {
    fitted: &'a Fitted,
    decider: &'a Decider,
    posterior: &'a [Number],
    predicted: usize,
    chosen: usize,
}

impl Told<'_> {
    /// Returns the mistake that leads to an action, if any, and the explanation of the action.
    fn of(&self, action: usize) -> (Option<&'static str>, Sentence) {
        let name = self.decider.actions.get(action).cloned().unwrap_or_else(|| Name::new(""));
        let largest = self.fitted.classes.get(self.predicted) == Some(&name);
        let posterior = |class: usize| -> Option<Sentence> {
            let address = Quantity::posterior(self.fitted.classes.get(class)?);
            Some(sentence!("{} = {}", address, self.posterior.get(class)?.significant(3)))
        };
        match &self.decider.rule {
            DecisionRule::Costs(_) => {
                let expected = self.decider.expected(self.posterior);
                let cost = expected.get(action).map(|value| value.significant(3));
                let cost = cost.map(|value| sentence!("{} = {}", Quantity::cost(&name, None), value));
                let cost = cost.unwrap_or_default();
                let ties = self.decider.least(self.posterior).1.contains(&action);
                let turned = self.decider.turned(&self.fitted.classes);
                let turned = turned.and_then(|turned| turned.choose(self.posterior, Some(self.predicted)));
                let less = sentence!("{}, and another action costs less.", cost);
                if action == self.chosen {
                    (None, sentence!("{}, the lowest.", cost))
                } else if ties {
                    (None, sentence!("{}, the same as an earlier action, which is chosen.", cost))
                } else if largest {
                    let said = posterior(self.predicted).unwrap_or_default();
                    (Some("D6"), sentence!("{} is the largest posterior, but {}", said, less))
                } else if turned == Some(action) {
                    (Some("D1"), sentence!("You get it if action and class are swapped. {}", less))
                } else {
                    (None, less)
                }
            }
            DecisionRule::Threshold { positive, at } => {
                let bound = Number::Exact(at.clone()).significant(3);
                let said = posterior(*positive).unwrap_or_default();
                let fact = sentence!("{}, and the threshold is {}.", said, bound);
                let own = self.posterior.get(action).filter(|_| action != *positive);
                let wrong_class = own.is_some_and(|p| p.compare(&Number::Exact(at.clone())).is_ge());
                if action == self.chosen {
                    (None, fact)
                } else if wrong_class {
                    (Some("D7"), sentence!("The threshold is for another class: {}", fact))
                } else if largest {
                    (
                        Some("D6"),
                        sentence!("It has the largest posterior, but the threshold decides: {}", fact),
                    )
                } else {
                    (None, fact)
                }
            }
            DecisionRule::RejectBelow(bound) => {
                let bound = Number::Exact(bound.clone()).significant(3);
                let said = posterior(self.predicted).unwrap_or_default();
                let fact = sentence!("The largest posterior is {}, and the bound is {}.", said, bound);
                let cause = (largest && action != self.chosen).then_some("D6");
                (cause, fact)
            }
        }
    }
}

/// The outcome that a label such as `draw(Outlook, 0.62 | Yes)` or `draw(Play, 0.138)` asks for, and one sentence for each name
/// that was read as another; `None` where it asks for something else.
fn draw(fitted: &Fitted, label: &str) -> Option<Result<(Asked, Vec<String>), WorkedError>> {
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
    if factor.is_number() || factor.form == FactorForm::Presence {
        return None;
    }
    let drawn = Drawn { fitted, name: feature, of: Some((factor, fitted.class(class.as_str())?)) };
    Some(drawn.asked(&by).map(|asked| (asked, found.notes)))
}

struct Drawn<'a> {
    fitted: &'a Fitted,
    name: Name,
    of: Option<(&'a Factor, usize)>,
}

impl Drawn<'_> {
    fn asked(&self, by: &[String]) -> Result<Asked, WorkedError> {
        let not_uniform = || WorkedError::NotUniform { by: by.join(", ") };
        let [text] = by else { return Err(not_uniform()) };
        let u = ExactNumber::any(text).ok().and_then(|written| Uniform::given(&written).ok());
        let u = u.ok_or_else(not_uniform)?;
        let class = self.of.and_then(|(_, class)| self.fitted.classes.get(class).cloned());
        let address = Quantity::Draw { feature: self.name.clone(), by: by.to_vec(), class: class.clone() };
        let table = self.fitted.cumulated(self.of).filter(|_| !self.fitted.is_by_value());
        let table = table
            .ok_or_else(|| WorkedError::NotOfThisModel { quantity: address.clone(), near: Vec::new() })?;
        let found = table.outcomes.len();
        if found > MOST_NAMES {
            return Err(WorkedError::ManyOutcomes { feature: self.name.clone(), found, most: MOST_NAMES });
        }
        let (right, slips) = (table.draw(&u), self.slips(&table, &u));
        let option = |outcome: &usize| {
            let slip = slips.iter().find(|(_, other, _)| other == outcome && *outcome != right);
            let by = self.drawn_by(&table, *outcome);
            NameOption {
                name: self.outcome(*outcome),
                cause: slip.map(|(tag, ..)| *tag),
                about: slip.map_or_else(|| by.clone(), |(_, _, says)| sentence!("{} {}", says.clone(), by)),
            }
        };
        let wording = match &class {
            Some(class) => format!("u = {text}: which {} is drawn, given {class}?", self.name),
            None => format!("u = {text}: which class is drawn?"),
        };
        Ok(Asked::Name(Arc::new(NameQuestion {
            label: address.to_string(),
            wording,
            of: self.name.to_string(),
            names: table.outcomes.iter().map(option).collect(),
            right: table.outcomes.iter().position(|outcome| *outcome == right).unwrap_or_default(),
            is_tied: false,
            is_about_case: false,
        })))
    }

    fn outcome(&self, at: usize) -> Name {
        let names = self.of.map_or(self.fitted.classes.as_slice(), |(factor, _)| factor.values());
        names.get(at).cloned().unwrap_or_else(|| Name::new(""))
    }

    fn drawn_by(&self, table: &Cumulated, outcome: usize) -> Sentence {
        let name = self.outcome(outcome);
        let at = table.outcomes.iter().position(|other| *other == outcome).unwrap_or_default();
        let (from, to) = (before(table, at), table.sums.get(at).cloned().unwrap_or_else(BigRational::one));
        if from == to {
            return sentence!("{} has probability 0 and is never drawn.", name);
        }
        let shown = |sum: BigRational| Number::Exact(sum).rounded(Precision::FACTOR);
        sentence!("{} is drawn for u from {} to below {}.", name, shown(from), shown(to))
    }

    /// Returns the outcomes that known mistakes lead to: the tag, the outcome and the explanation.
    fn slips(&self, table: &Cumulated, u: &Uniform) -> Vec<(&'static str, usize, Sentence)> {
        let own =
            |at: usize| table.sums.get(at).cloned().unwrap_or_else(BigRational::zero) - before(table, at);
        let alone: Vec<(usize, BigRational)> =
            table.outcomes.iter().enumerate().map(|(at, outcome)| (*outcome, own(at))).collect();
        let mut slips: Vec<(&'static str, usize, Sentence)> = Vec::new();
        let mut put = |tag: &'static str, outcome: usize, says: &str| slips.push((tag, outcome, says.into()));
        if let Some((outcome, _)) = alone.iter().find(|(_, p)| *p > u.exact) {
            let says = "It is the first whose own probability is above u. Compare u with the sums instead.";
            put("U1", *outcome, says);
        }
        // Of equally probable outcomes, the first.
        if let Some((outcome, _)) = alone.iter().rev().max_by(|one, other| one.1.cmp(&other.1)) {
            put("U2", *outcome, "It is the most probable, but u decides what is drawn.");
        }
        let drawn = |all: Vec<(usize, BigRational)>| Cumulated::new(all.into_iter()).draw(u);
        let backwards = drawn(alone.iter().rev().cloned().collect());
        put("U3", backwards, "You get it if you add up the probabilities from the other end.");
        let mut largest = alone.clone();
        largest.sort_by(|one, other| other.1.cmp(&one.1));
        put("U3", drawn(largest), "You get it if you add up the probabilities from the largest.");
        if let Some((factor, class)) = self.of {
            self.other_classes(factor, class, u, &mut slips);
        }
        slips
    }

    fn other_classes(
        &self,
        factor: &Factor,
        own: usize,
        u: &Uniform,
        slips: &mut Vec<(&'static str, usize, Sentence)>,
    ) {
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
            let says = "You get it from the probabilities of all classes together. Use those of the class.";
            slips.push(("U4", Cumulated::new(all.into_iter()).draw(u), says.into()));
        }
        for (class, name) in self.fitted.classes.iter().enumerate().filter(|(class, _)| *class != own) {
            if let Some(table) = self.fitted.cumulated(Some((factor, class))) {
                slips.push(("U5", table.draw(u), sentence!("It is drawn given {}.", name.clone())));
            }
        }
    }
}

fn before(table: &Cumulated, at: usize) -> BigRational {
    let sum = at.checked_sub(1).and_then(|before| table.sums.get(before));
    sum.cloned().unwrap_or_else(BigRational::zero)
}
