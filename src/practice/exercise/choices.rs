//! Steps with options: what an exercise file says of them is held against the model, or against the model with another
//! recipe, and each option learns whether it is right.

use std::path::Path;
use std::sync::Arc;

use toml::{Spanned, Value};

use super::file::{RawStep, Text, choice as word};
use super::options::Model;
use super::sources::{Reach, read_recipe};
use crate::math::Sentence;
use crate::model::{Case, Fitted, Study};
use crate::practice::Notation;
use crate::practice::choice::{Choice, ChoiceKind};
use crate::problem::Problem;
use crate::text::shown;

/// Where a step stands: what its exercise has.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub study: &'a Study,
    pub fitted: &'a Arc<Fitted>,
    pub case: Option<&'a Case>,
    pub notation: &'a Notation,
    pub text: &'a Text<'a>,
    /// The folder of the file, and what it may read.
    pub place: (&'a Path, Reach),
}

/// What is wrong: what, and how to mend it.
pub(super) type Wrong = (String, String);

pub(super) fn wrong<T>(what: impl Into<String>, fix: impl Into<String>) -> Result<T, Wrong> {
    Err((what.into(), fix.into()))
}

/// The kind of a step: `None` where it asks for a number or the class.
pub(super) fn kind(step: &RawStep, text: &Text<'_>) -> Result<Option<ChoiceKind>, Problem> {
    let kind = word(text, step.kind.clone(), "kind", &ChoiceKind::WORDS)?;
    let at = |key: &Option<Spanned<String>>| key.as_ref().map(|key| key.span().start);
    let said = [
        ("of", at(&step.of)),
        ("claim", at(&step.claim)),
        ("options", step.options.as_ref().map(|options| options.span().start)),
        ("change", step.change.as_ref().map(|change| change.span().start)),
    ];
    let given = said.iter().find(|(_, at)| at.is_some());
    match (kind, given) {
        (None | Some(ChoiceKind::Text), Some((key, at))) => Err(text.wrong(
            *at,
            format!("{key} belongs to a step with options, and this is none"),
            "add kind = \"choice\", \"choices\" or \"true-false\", or leave it out",
        )),
        (kind, _) => Ok(kind),
    }
}

/// The question with options that a step is.
pub(super) fn found(
    number: usize,
    step: &RawStep,
    kind: ChoiceKind,
    setting: &Setting<'_>,
) -> Result<Choice, Problem> {
    let label = step.ask.get_ref().trim();
    let in_step = |at: usize, (what, fix): Wrong| {
        setting.text.wrong(Some(at), format!("step {number}, “{}”: {what}", shown(label)), fix)
    };
    let at = step.ask.span().start;
    labelled(label).map_err(|wrong| in_step(at, wrong))?;
    if let Some(key) = step.accept.first().map(Spanned::span) {
        let fix = "leave accept out: what is right comes from the model";
        return Err(in_step(key.start, ("accept is for numbers".to_owned(), fix.to_owned())));
    }
    let mut choice = Choice {
        label: label.to_owned(),
        kind,
        wording: String::new(),
        options: Vec::new(),
        about: Sentence::default(),
        is_about_case: false,
        is_class: false,
    };
    if kind == ChoiceKind::Text {
        if step.text.is_none() {
            let fix = "add the question, text = \"Why is this so?\"";
            return Err(in_step(at, ("it does not say what it asks".to_owned(), fix.to_owned())));
        }
        return Ok(choice);
    }
    let changed = step.change.as_ref().map(|change| {
        let said = under(change.get_ref());
        Changed::of(change.clone(), setting).map(|changed| (changed, said))
    });
    let changed = changed.transpose()?;
    let (fitted, case) = match &changed {
        Some((changed, _)) => (&changed.fitted, changed.case.as_ref()),
        None => (setting.fitted, setting.case),
    };
    let model = Model { setting, fitted, case, under: changed.as_ref().map(|(_, said)| said.clone()) };
    model.fill(&mut choice, step).map_err(|wrong| in_step(at, wrong))?;
    Ok(choice)
}

/// Refuses a name of a step that no answer sheet could have.
fn labelled(label: &str) -> Result<(), Wrong> {
    const LONGEST: usize = 60;
    let fix = "write a short name, such as ask = \"winner\", and the question as text = \"…\"";
    match () {
        () if label.is_empty() => wrong("ask is empty", fix),
        () if label.chars().count() > LONGEST => {
            wrong("ask is what stands before the answer, and this is too long for that", fix)
        }
        () if label.contains(['=', ':', ';', '≈', '\t', '\n']) || !label.contains(char::is_alphabetic) => {
            wrong("ask is what stands before the answer, and no line of a sheet can begin so", fix)
        }
        () => Ok(()),
    }
}

/// The model under another recipe.
struct Changed {
    fitted: Arc<Fitted>,
    case: Option<Case>,
}

impl Changed {
    fn of(change: Spanned<Value>, setting: &Setting<'_>) -> Result<Changed, Problem> {
        let at = change.span().start;
        let wrong = |problem: Problem| {
            // A recipe is told of here as one that stands below [recipe].
            let what = problem.what.trim_start_matches("[recipe] cannot be read: ");
            setting.text.wrong(Some(at), format!("change: {what}"), problem.fix)
        };
        if !change.get_ref().is_table() {
            let fix = "write what is changed in the recipe, such as change = { alpha = \"10\" }";
            return Err(setting.text.wrong(Some(at), "change is no recipe", fix));
        }
        let recipe = read_recipe(change, setting.text, setting.place).map_err(wrong)?;
        let recipe = setting.study.recipe.clone().overridden_by(recipe);
        let study = setting.study.with_recipe(recipe).map_err(|error| wrong(error.into()))?;
        let fitted = study.fitted.clone().map_err(wrong)?;
        if fitted.classes != setting.fitted.classes {
            let fix = "change what the model does with the columns, and not the class";
            return Err(setting.text.wrong(Some(at), "change gives other classes", fix));
        }
        let case = study.first_case().map_err(wrong)?;
        Ok(Changed { fitted, case })
    }
}

/// `With α = 10`, `With home and noise alone`: what is changed, in words.
fn under(change: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let said = change.as_table().into_iter().flatten().map(|(key, value)| match (key.as_str(), value) {
        ("alpha", value) => format!("α = {}", plain(value)),
        ("feature", Value::Array(features)) => {
            let names = features.iter().filter_map(|feature| feature.get("name")).map(plain);
            format!("{} alone", names.collect::<Vec<_>>().join(" and "))
        }
        (key, value) => format!("{key} = {}", plain(value)),
    });
    format!("With {}", shown(&said.collect::<Vec<_>>().join(" and ")))
}
