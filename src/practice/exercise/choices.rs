//! Steps with options: what an exercise file says of them is held against the model, or against the model with another
//! recipe, and each option learns whether it is right.

use std::path::Path;
use std::sync::Arc;

use toml::{Spanned, Value};

use super::file::{RawStep, Text, choice as word};
use super::sources::{Reach, read_recipe};
use crate::math::{Name, Number, Quantity, Sentence, read_exact, sentence};
use crate::model::{Case, CaseValue, Fitted, Study};
use crate::practice::choice::{Choice, ChoiceKind, ChoiceOption, MOST_OPTIONS};
use crate::practice::grader::Asked;
use crate::practice::notation::is_log;
use crate::practice::{Base, Near, Notation};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::text::shown;
use crate::worked::{Context, Evaluator};

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
type Wrong = (String, String);

fn wrong<T>(what: impl Into<String>, fix: impl Into<String>) -> Result<T, Wrong> {
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

/// The model that a step is about.
struct Model<'a> {
    setting: &'a Setting<'a>,
    fitted: &'a Arc<Fitted>,
    case: Option<&'a Case>,
    /// What was changed, at the beginning of a sentence.
    under: Option<String>,
}

/// What a step is made from.
const SOURCES: &str = "write of = \"class\", of = \"features for CLASS\", claim = \"P(Yes) > 0.5\", or options that are such claims";

impl Model<'_> {
    fn fill(&self, choice: &mut Choice, step: &RawStep) -> Result<(), Wrong> {
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
            (ChoiceKind::Several, Some(of), None, None) if of.starts_with(FEATURES) => {
                self.features(choice, of.strip_prefix(FEATURES).unwrap_or_default())
            }
            (ChoiceKind::One | ChoiceKind::Several, None, None, Some(options)) => {
                self.claims(choice, &options)
            }
            (_, Some(of), ..) if of != "class" && !of.starts_with(FEATURES) => {
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
    fn sentence(&self, said: Sentence) -> Sentence {
        match &self.under {
            Some(under) => sentence!("{}: {}", under, said),
            None => said,
        }
    }

    fn case(&self) -> Result<&Case, Wrong> {
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

    /// Holds a claim against the model.
    fn claim(&self, claim: &str) -> Result<Told, Wrong> {
        let fix = "compare two numbers of the model: P(Yes | x) > 0.5";
        let mut last = None;
        for (at, sign, relation) in relations(claim) {
            let (left, right) =
                (claim.get(..at).unwrap_or_default(), claim.get(at + sign.len()..).unwrap_or_default());
            match (self.side(left), self.side(right)) {
                (Ok(left), Ok(right)) => return self.compared(claim, (&left, relation, &right)),
                (Err(wrong), _) | (_, Err(wrong)) => last = Some(wrong),
            }
        }
        match last {
            Some((what, fix)) => wrong(format!("“{}”: {what}", shown(claim)), fix),
            None => wrong(format!("“{}” compares nothing", shown(claim)), fix),
        }
    }

    fn compared(
        &self,
        claim: &str,
        (left, relation, right): (&Side, Relation, &Side),
    ) -> Result<Told, Wrong> {
        if left.of.is_none() && right.of.is_none() {
            let what = format!("“{}” is about no number of the model", shown(claim));
            return wrong(what, "put one on either side, such as P(Yes | x)");
        }
        let is_tie = same(&left.value, &right.value);
        let (less, more) = match is_tie {
            true => (false, false),
            false => (left.value.compare(&right.value).is_lt(), left.value.compare(&right.value).is_gt()),
        };
        let is_right = match relation {
            Relation::Less => less,
            Relation::AtMost => less || is_tie,
            Relation::More => more,
            Relation::AtLeast => more || is_tie,
            Relation::Equal => is_tie,
        };
        // As many figures as it takes to see which is larger.
        let figures = (3..=12).find(|figures| {
            is_tie
                || left.value.significant(*figures).pointed() != right.value.significant(*figures).pointed()
        });
        let told = |side: &Side| {
            let of = side.of.as_ref()?;
            Some(sentence!("{} = {}", of, side.value.significant(figures.unwrap_or(12))))
        };
        let about = Sentence::join([left, right].into_iter().filter_map(told), ", ");
        Ok(Told {
            is_right,
            // That two numbers are equal is no accident where it is what is claimed.
            is_tie: is_tie && relation != Relation::Equal,
            about: self.sentence(sentence!("{}.", about)),
            is_about_case: [left, right].iter().any(|side| side.is_about_case),
        })
    }

    /// A side of a claim: a number, or one of the model.
    fn side(&self, text: &str) -> Result<Side, Wrong> {
        if let Ok(value) = read_exact(text) {
            return Ok(Side { of: None, value: Number::Exact(value), is_about_case: false });
        }
        let notation = self.setting.notation;
        let written = notation.natural(text.trim());
        let (asked, _) =
            Asked::find(self.fitted, self.case, &written).map_err(|error| plain(error.into()))?;
        let Asked::Number(quantity) = asked else {
            return wrong(format!("{} is no number", shown(text.trim())), "compare numbers of the model");
        };
        if notation.other_base(text.trim()).is_some()
            || notation.base() != Base::E && has_logarithms(&quantity)
        {
            let what = format!("{} has logarithms to another base than e", shown(text.trim()));
            return wrong(what, "compare the numbers themselves");
        }
        let is_about_case = quantity.is_about_case();
        if is_about_case {
            self.case()?;
        }
        let context = Context { fitted: self.fitted, case: self.case };
        let value = Evaluator::new(context, Vec::new()).value(&quantity);
        match value.map_err(|error| plain(error.into()))? {
            Some(value) => Ok(Side { of: Some(quantity), value, is_about_case }),
            None => wrong(
                format!("{quantity} is 0/0, and so neither larger nor smaller than anything"),
                "compare numbers that are defined",
            ),
        }
    }
}

fn plain(problem: Problem) -> Wrong {
    (problem.what, problem.fix)
}

fn has_logarithms(quantity: &Quantity) -> bool {
    let inside = |part: &Quantity| is_log(part);
    is_log(quantity)
        || matches!(quantity, Quantity::Formula(formula) if formula.quantities().iter().any(inside))
}

/// Whether two numbers are equal; those that are no fractions to the last of their digits.
fn same(one: &Number, other: &Number) -> bool {
    if one.is_exact() && other.is_exact() {
        return one.compare(other).is_eq();
    }
    one.compare(other).is_eq() || Near::of(one).is_some_and(|one| one.is(other))
}

/// What the beginning of `of` is where features are asked for.
const FEATURES: &str = "features for ";

/// What a claim comes to.
struct Told {
    is_right: bool,
    is_tie: bool,
    about: Sentence,
    is_about_case: bool,
}

struct Side {
    of: Option<Quantity>,
    value: Number,
    is_about_case: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

/// The signs that compare, the longer ones first.
const SIGNS: [(&str, Relation); 8] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("≤", Relation::AtMost),
    ("≥", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
    ("=", Relation::Equal),
];

/// Where a claim may be divided: each sign outside brackets and quotation marks.
fn relations(claim: &str) -> Vec<(usize, &'static str, Relation)> {
    let (mut depth, mut quoted, mut behind, mut found) = (0_usize, false, 0, Vec::new());
    for (at, c) in claim.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        let rest = claim.get(at..).unwrap_or_default();
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        if let Some((sign, relation)) = sign.filter(|_| depth == 0 && !quoted && at >= behind) {
            behind = at + sign.len();
            found.push((at, *sign, *relation));
        }
    }
    found
}

fn few(options: &[&str]) -> Result<(), Wrong> {
    let plain: Vec<String> = options.iter().map(|option| folded(option)).collect();
    if let Some((_, again)) =
        plain.iter().zip(options).enumerate().map(|(at, pair)| (at, pair)).find_map(|(at, (text, option))| {
            plain.iter().take(at).any(|other| other == text).then_some((at, option))
        })
    {
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
        })
        .collect()
}
