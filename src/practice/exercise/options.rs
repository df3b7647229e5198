//! The options of a step, made from a model: classes, features of the case, and claims.

use std::sync::Arc;

use super::choices::{Setting, Wrong, wrong};
use super::claims::same;
use super::file::RawStep;
use crate::math::{Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::practice::choice::{Choice, ChoiceKind, ChoiceOption, MOST_OPTIONS};
use crate::practice::{Asked, decided};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::text::shown;
use crate::worked::{Context, Evaluator};

/// The model that a step is about.
pub(super) struct Model<'a> {
    pub setting: &'a Setting<'a>,
    pub fitted: &'a Arc<Fitted>,
    pub case: Option<&'a Case>,
    /// What was changed, at the beginning of a sentence.
    pub under: Option<String>,
}

/// What a step is made from.
const SOURCES: &str = "write of = \"class\", of = \"decision\", of = \"features for CLASS\", claim = \"P(Yes) > 0.5\", or options that are such claims";

impl Model<'_> {
    pub fn fill(&self, choice: &mut Choice, step: &RawStep) -> Result<(), Wrong> {
        let options = step.options.as_ref().map(|options| options.get_ref().as_slice());
        let options: Option<Vec<&str>> =
            options.map(|options| options.iter().map(|option| option.trim()).collect());
        let of = step.of.as_ref().map(|of| of.get_ref().trim());
        let claim = step.claim.as_ref().map(|claim| claim.get_ref().trim());
        if let Some(options) = &options {
            few(options)?;
        }
        match (choice.kind, of, claim, options) {
            (ChoiceKind::Statement, None, Some(claim), None) => self.statement(choice, claim),
            (ChoiceKind::Statement, Some("class"), None, None) => self.changes_class(choice),
            (ChoiceKind::Statement, ..) => wrong(
                "it does not say what is true or false",
                "write claim = \"P(Yes) > 0.5\", or of = \"class\" with change = { alpha = \"10\" }",
            ),
            (ChoiceKind::One, Some("class"), None, options) => self.class(choice, options),
            (ChoiceKind::One, Some("decision"), None, None) => self.decision(choice),
            (ChoiceKind::Several, Some(of), None, None) if of.starts_with(FEATURES) => {
                self.features(choice, of.strip_prefix(FEATURES).unwrap_or_default())
            }
            (ChoiceKind::One | ChoiceKind::Several, None, None, Some(options)) => {
                self.claims(choice, &options)
            }
            (_, Some(of), ..) if !matches!(of, "class" | "decision") && !of.starts_with(FEATURES) => {
                wrong(format!("of = “{}” is nothing that can be asked so", shown(of)), SOURCES)
            }
            _ => wrong("it does not say what its options are", SOURCES),
        }?;
        if choice.options.len() > MOST_OPTIONS {
            return wrong(
                format!("it has {} options, and {MOST_OPTIONS} is the most", choice.options.len()),
                "list some of them: options = [\"…\", \"…\"]",
            );
        }
        Ok(())
    }

    /// A sentence that begins with what was changed.
    pub fn sentence(&self, said: Sentence) -> Sentence {
        match &self.under {
            Some(under) => sentence!("{}: {}", under, said),
            None => said,
        }
    }

    pub fn case(&self) -> Result<&Case, Wrong> {
        match self.case {
            Some(case) => Ok(case),
            None => {
                wrong("it is about a case, and the exercise has none", "add query = { column = \"value\" }")
            }
        }
    }

    /// The classes that win, and what each has.
    fn winners(&self) -> Result<(Vec<usize>, Vec<Sentence>), Wrong> {
        let case = self.case()?;
        let prediction = self.fitted.predict(case);
        let winners = match prediction.tied.as_slice() {
            [] => prediction.predicted.into_iter().collect(),
            tied => tied.to_vec(),
        };
        let context = Context { fitted: self.fitted, case: Some(case) };
        let mut evaluator = Evaluator::new(context, Vec::new());
        let mut values = Vec::new();
        for class in &self.fitted.classes {
            let posterior = Quantity::posterior(class);
            let value = evaluator.value(&posterior).map_err(|error| plain(error.into()))?;
            let value = value.map_or_else(|| "0/0".into(), |value| value.significant(3).into());
            values.push(sentence!("{} = {}", posterior, Sentence::clone(&value)));
        }
        Ok((winners, values))
    }

    /// Which class wins?
    fn class(&self, choice: &mut Choice, options: Option<Vec<&str>>) -> Result<(), Wrong> {
        let (winners, values) = self.winners()?;
        let classes = match options {
            None => (0..self.fitted.classes.len()).collect(),
            Some(options) => options.iter().map(|name| self.class_of(name)).collect::<Result<Vec<_>, _>>()?,
        };
        if classes.len() < 2 {
            return wrong("it has fewer than two options", "list two or more classes");
        }
        for class in classes {
            let (Some(name), Some(value)) = (self.fitted.classes.get(class), values.get(class)) else {
                continue;
            };
            let is_right = winners.contains(&class);
            let about = match (is_right, winners.is_empty()) {
                (true, _) => sentence!("{}.", value),
                (false, true) => "No class can be named here.".into(),
                (false, false) => sentence!("{}, and another class has more.", value),
            };
            choice.options.push(ChoiceOption {
                text: shown(name.as_str()).into_owned(),
                is_right,
                is_tie: is_right && winners.len() > 1,
                about: self.sentence(about),
                cause: None,
            });
        }
        choice.about = self.sentence(sentence!("{}.", Sentence::join(values, ", ")));
        choice.is_about_case = true;
        choice.is_class = self.under.is_none();
        choice.wording = match &self.under {
            Some(under) => format!("{under}, which class is x given?"),
            None => "Which class is x given?".to_owned(),
        };
        Ok(())
    }

    /// What is done with the posterior?
    fn decision(&self, choice: &mut Choice) -> Result<(), Wrong> {
        let found = decided::question(self.fitted, self.case()?);
        let Some(Asked::Choice(found)) = found else {
            let fix = "add [recipe.decision] with costs, a threshold or reject_below, and a case whose posterior is defined";
            return wrong("no action can be chosen", fix);
        };
        choice.options.clone_from(&found.options);
        choice.options.iter_mut().for_each(|option| option.about = self.sentence(option.about.clone()));
        choice.is_about_case = true;
        choice.wording = match &self.under {
            Some(under) => format!("{under}, which action is chosen for x?"),
            None => found.wording.clone(),
        };
        Ok(())
    }

    /// Whether another recipe changes the decision.
    fn changes_class(&self, choice: &mut Choice) -> Result<(), Wrong> {
        let Some(under) = &self.under else {
            return wrong(
                "it says of = “class” and no change",
                "add what is changed, such as change = { alpha = \"10\" }",
            );
        };
        let own = Model { under: None, fitted: self.setting.fitted, case: self.setting.case, ..*self };
        let ((before, _), (after, values)) = (own.winners()?, self.winners()?);
        let named = |classes: &[usize]| {
            let names = classes.iter().filter_map(|at| self.fitted.classes.get(*at));
            let names: Vec<Sentence> = names.map(|name| sentence!("{}", name)).collect();
            if names.is_empty() { "undecided".into() } else { Sentence::join(names, " or ") }
        };
        let is_true = before != after;
        let values = Sentence::join(values, ", ");
        choice.about = match is_true {
            true => {
                sentence!("{} the class is {} and not {}: {}.", under, named(&after), named(&before), values)
            }
            false => sentence!("{} the class is still {}: {}.", under, named(&after), values),
        };
        choice.options = true_or_false(is_true, before.len() > 1 || after.len() > 1);
        choice.is_about_case = true;
        choice.wording = format!("{under}, x is given another class.");
        Ok(())
    }

    fn statement(&self, choice: &mut Choice, claim: &str) -> Result<(), Wrong> {
        let told = self.claim(claim)?;
        choice.options = true_or_false(told.is_right, told.is_tie);
        choice.about = told.about;
        choice.is_about_case = told.is_about_case;
        choice.wording = match &self.under {
            Some(under) => format!("{under}: {}.", shown(claim)),
            None => format!("{}.", shown(claim)),
        };
        Ok(())
    }

    fn claims(&self, choice: &mut Choice, claims: &[&str]) -> Result<(), Wrong> {
        for claim in claims {
            let told = self.claim(claim)?;
            choice.is_about_case |= told.is_about_case;
            choice.options.push(ChoiceOption {
                text: shown(claim).into_owned(),
                is_right: told.is_right,
                is_tie: told.is_tie,
                about: told.about,
                cause: None,
            });
        }
        let one = choice.kind == ChoiceKind::One;
        let asks = if one { "which of these is true?" } else { "which of these are true?" };
        choice.wording = match &self.under {
            Some(under) => format!("{under}, {asks}"),
            None => asks.replacen('w', "W", 1),
        };
        Ok(())
    }

    /// Which features of the case speak for a class?
    fn features(&self, choice: &mut Choice, of: &str) -> Result<(), Wrong> {
        let case = self.case()?;
        let (class, against) = match (self.class_of(of.trim()), of.rsplit_once(" against ")) {
            (Ok(class), _) => (class, None),
            (Err(_), Some((class, against))) => {
                (self.class_of(class.trim())?, Some(self.class_of(against.trim())?))
            }
            (Err(wrong), None) => return Err(wrong),
        };
        let classes = &self.fitted.classes;
        if against == Some(class) {
            return wrong("a class is held against itself", "name two classes");
        }
        let against = match (against, classes.len()) {
            (Some(against), _) => against,
            (None, 2) => 1 - class.min(1),
            (None, _) => {
                let fix = "name the other: of = \"features for A against B\"";
                return wrong("it does not say against which class", fix);
            }
        };
        let (Some(class), Some(against)) = (classes.get(class), classes.get(against)) else { return Ok(()) };
        let context = Context { fitted: self.fitted, case: Some(case) };
        let mut evaluator = Evaluator::new(context, Vec::new());
        for (feature, cell) in self.fitted.feature_names().zip(&case.cells) {
            if matches!(cell.value, CaseValue::Missing | CaseValue::Unseen) {
                continue;
            }
            let ratio = Quantity::Ratio {
                feature: feature.clone(),
                class: class.clone(),
                against: Some(against.clone()),
            };
            let value = evaluator.value(&ratio).map_err(|error| plain(error.into()))?;
            let one = Number::one();
            let is_tie = value.as_ref().is_some_and(|value| same(value, &one));
            choice.options.push(ChoiceOption {
                text: shown(&format!("{feature} = {}", cell.text)).into_owned(),
                // Where the other class has never seen it, nothing else can be.
                is_right: value.as_ref().is_none_or(|value| !is_tie && value.compare(&one).is_gt()),
                is_tie: is_tie || value.is_none(),
                about: self.sentence(match &value {
                    Some(value) => sentence!("{} = {}.", ratio, value.significant(3)),
                    None => sentence!("{} is something divided by 0.", ratio),
                }),
                cause: None,
            });
        }
        if choice.options.len() < 2 {
            let what = "the case has fewer than two features that could be chosen";
            return wrong(what, "ask about a case with more features");
        }
        choice.is_about_case = true;
        let asks = format!("which features of x speak for {class} and not for {against}?");
        choice.wording = match &self.under {
            Some(under) => format!("{under}, {asks}"),
            None => asks.replacen('w', "W", 1),
        };
        Ok(())
    }

    fn class_of(&self, name: &str) -> Result<usize, Wrong> {
        let is = |class: &&Name| folded(class.as_str()) == folded(name);
        let classes = &self.fitted.classes;
        let at = self.fitted.class(name).or_else(|| classes.iter().position(|class| is(&class)));
        at.map_or_else(
            || {
                let near = nearest(name, classes.iter().map(Name::as_str));
                let list = classes.iter().take(12).map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let fix = near.map_or_else(
                    || format!("write one of {list}"),
                    |near| format!("did you mean {}?", shown(near)),
                );
                wrong(format!("“{}” is no class", shown(name)), fix)
            },
            Ok,
        )
    }
}

pub(super) fn plain(problem: Problem) -> Wrong {
    (problem.what, problem.fix)
}

/// What the beginning of `of` is where features are asked for.
const FEATURES: &str = "features for ";

fn few(options: &[&str]) -> Result<(), Wrong> {
    let plain: Vec<String> = options.iter().map(|option| folded(option)).collect();
    let again = (0..).zip(&plain).find(|(at, text)| plain.iter().take(*at).any(|other| other == *text));
    if let Some((_, again)) = again {
        return wrong(format!("the option “{}” stands there twice", shown(again)), "leave one out");
    }
    match options.len() {
        0 | 1 => wrong("it has fewer than two options", "list two or more: options = [\"…\", \"…\"]"),
        _ => Ok(()),
    }
}

fn true_or_false(is_true: bool, is_tie: bool) -> Vec<ChoiceOption> {
    [("true", is_true), ("false", !is_true)]
        .into_iter()
        .map(|(text, is_right)| ChoiceOption {
            text: text.to_owned(),
            is_right,
            is_tie: is_tie && is_right,
            about: Sentence::default(),
            cause: None,
        })
        .collect()
}
