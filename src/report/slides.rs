//! A worked posterior as slides: one question each, in words and as a formula, and its answer.

use super::posterior::without_formula;
use crate::math::{Chain, Event, Expr, Name, Quantity, Sentence, symbols};
use crate::model::{Fitted, Gda};
use crate::practice::worksheet::{Kind, Question, Questions, Right, Tree};
use crate::worked::{Rule, sigma_entries, sigma_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Step,
    Line,
}

#[derive(Clone, Debug)]
pub struct Slide {
    pub title: String,
    pub name: String,
    pub tree: Option<Tree>,
    /// Numbers that it is worked out from and that no other slide tells.
    pub given: Vec<Sentence>,
    pub parts: Vec<Part>,
    /// The line of the worksheet that it stands for, from 0; the first of several.
    pub line: usize,
}

/// One number, matrix or class that is worked out.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is.
    pub of: Option<Quantity>,
    /// The same with its formula; of what has none, alone.
    pub question: Chain,
    pub answer: Option<Chain>,
    pub brief: Option<Chain>,
    /// What comes out; `None` for a matrix, which stands in the answer.
    pub right: Option<Right>,
    pub class: Option<usize>,
}

/// A Σ of more features than this is told number by number.
const WIDE: usize = 5;

/// The slides of a worked posterior.
pub fn slides(questions: &Questions, by: By) -> Vec<Slide> {
    let mut slides = Vec::new();
    let mut line = 0;
    while let Some(question) = questions.list.get(line) {
        let many = matches!(question.kind, Kind::Evidence | Kind::Class) || by == By::Line;
        let lines = if many { 1 } else { questions.fitted.classes.len().max(1) };
        let together = |rule: Rule| rule == Rule::JointDensity;
        if by == By::Step && questions.step(line).is_some_and(|step| together(step.rule)) {
            slides.extend(of_matrices(questions, line));
        }
        slides.push(slide(questions, question, line..line + lines, by));
        line += lines;
    }
    slides
}

fn slide(questions: &Questions, question: &Question, lines: std::ops::Range<usize>, by: By) -> Slide {
    let line = lines.start;
    let class = match by {
        By::Step => "each class".to_owned(),
        By::Line => question.class.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    let names = lines.clone().filter_map(|line| questions.list.get(line));
    let mut given: Vec<Sentence> = Vec::new();
    for number in lines.clone().flat_map(|line| questions.given(line)) {
        // All classes may share one.
        if !given.contains(&number) {
            given.push(number);
        }
    }
    Slide {
        title: title(questions, question, line, &class),
        name: match by {
            By::Line => question.short.clone(),
            By::Step => without_class(questions, question, line),
        },
        tree: questions.tree(line).cloned(),
        given,
        parts: lines.clone().zip(names).map(|(line, question)| part(questions, question, line)).collect(),
        line,
    }
}

fn part(questions: &Questions, question: &Question, line: usize) -> Part {
    let class = question
        .class
        .as_ref()
        .and_then(|class| questions.fitted.classes.iter().position(|other| other == class));
    let alone = Expr::Sym(symbols::C);
    match questions.step(line) {
        Some(step) => {
            let formula = step.chain.rest.first().filter(|_| !step.uses.is_empty());
            let question =
                Chain { lhs: step.chain.lhs.clone(), rest: formula.cloned().into_iter().collect() };
            Part {
                of: Some(step.of.clone()),
                question,
                answer: Some(step.chain.clone()),
                brief: Some(without_formula(step)),
                right: Some(right(questions, line)),
                class,
            }
        }
        None => Part {
            of: None,
            question: Chain::new(alone),
            answer: None,
            brief: None,
            right: Some(question.right.clone()),
            class,
        },
    }
}

fn right(questions: &Questions, line: usize) -> Right {
    questions.list.get(line).map_or(Right::Number(Expr::ratio(0, 0), None), |question| question.right.clone())
}

fn title(questions: &Questions, question: &Question, line: usize, class: &str) -> String {
    match (question.kind, questions.quantity(line)) {
        (Kind::Prior, _) => format!("How common is {class}?"),
        (Kind::Factor, Some(quantity)) => factor(&questions.fitted, quantity, class),
        (Kind::Score, _) => format!("What is the score of {class}?"),
        (Kind::Evidence, _) => "What do the scores add up to?".to_owned(),
        (Kind::Posterior, _) => format!("How likely is {class}, now that the case is known?"),
        (Kind::Class, _) => "Which class is named?".to_owned(),
        (Kind::Parameter | Kind::Other, _) => format!("What is {}?", question.name),
        _ => format!("What do the other factors of {class} come to?"),
    }
}

fn factor(fitted: &Fitted, quantity: &Quantity, class: &str) -> String {
    let factor = quantity.feature().and_then(|name| fitted.factor(name.as_str()));
    let (words, counts_documents) = (
        factor.is_some_and(|factor| factor.is_words()),
        factor.is_some_and(|factor| factor.form == crate::model::Form::Presence),
    );
    match quantity {
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(_)) }
            if counts_documents =>
        {
            format!("How often does a document of {class} have the word {value}?")
        }
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(_)) } if words => {
            format!("What share of the words of {class} is {value}?")
        }
        Quantity::Prob { event: Event::Value { feature, value }, .. } => {
            format!("How often is {feature} {value} in {class}?")
        }
        Quantity::Prob { given: Some(Event::Value { feature, value }), .. } => {
            format!("How common is {class} where {feature} is {value}?")
        }
        Quantity::Density { event: Event::Value { feature, value }, .. } => {
            format!("How high is the curve of {class} at {feature} = {value}?")
        }
        _ => format!("How high is the surface of {class} at the case?"),
    }
}

/// What a step of all classes is called: `prior`, `Sunny`, `score`.
fn without_class(questions: &Questions, question: &Question, line: usize) -> String {
    match (question.kind, questions.quantity(line)) {
        (Kind::Prior, _) => "prior".to_owned(),
        (
            Kind::Factor,
            Some(
                Quantity::Prob { event: Event::Value { value, .. }, .. }
                | Quantity::Prob { given: Some(Event::Value { value, .. }), .. },
            ),
        ) => value.to_string(),
        (Kind::Factor, Some(Quantity::Density { event: Event::Value { feature, .. }, .. })) => {
            feature.to_string()
        }
        (Kind::Factor, _) => "density".to_owned(),
        (Kind::Rest, _) => "the rest".to_owned(),
        (Kind::Score, _) => "score".to_owned(),
        (Kind::Evidence, _) => "sum".to_owned(),
        (Kind::Posterior, _) => "posterior".to_owned(),
        (Kind::Class, _) => "class".to_owned(),
        (Kind::Parameter | Kind::Other, _) => question.short.clone(),
    }
}

/// What a density of all numbers together is worked out from: μ, Σ, its inverse and the distance of the case.
fn of_matrices(questions: &Questions, line: usize) -> Vec<Slide> {
    let fitted = &questions.fitted;
    let Some(gda) = fitted.gda().filter(|_| fitted.features.len() <= WIDE) else { return Vec::new() };
    let classes = || fitted.classes.iter().enumerate();
    let names: Vec<Name> = fitted.feature_names().cloned().collect();
    let slide = |title: &str, name: &str, parts: Vec<Part>| Slide {
        title: title.to_owned(),
        name: name.to_owned(),
        tree: None,
        given: Vec::new(),
        parts,
        line,
    };
    let mean = |class: &Name| {
        let of = |name: &Name| Quantity::Mean { feature: name.clone(), class: Some(class.clone()) };
        names.iter().map(|name| vec![Expr::Of(of(name))]).collect()
    };
    let means = classes().map(|(at, class)| matrix(questions, Expr::Sym(symbols::MU), mean(class), Some(at)));
    let sigma = || Expr::Sym(symbols::COVARIANCE);
    let inverse = || Expr::Inverse(Box::new(sigma()));
    let own = |class: &(usize, &Name)| class.0 == 0 || !gda.is_shared();
    let sigmas = |is_inverse: bool, sign: &dyn Fn() -> Expr| {
        let part = |(at, class): (usize, &Name)| {
            let rows = sigma_entries(&names, sigma_of(class, gda), is_inverse);
            matrix(questions, sign(), rows, class_of(gda, at))
        };
        classes().filter(own).map(part).collect::<Vec<Part>>()
    };
    let distances = classes().filter_map(|(at, class)| {
        let step = questions.step_of(&Quantity::SquaredDistance(class.clone()))?;
        let question = Chain {
            lhs: step.chain.lhs.clone(),
            rest: step.chain.rest.first().cloned().into_iter().collect(),
        };
        Some(Part {
            of: Some(step.of.clone()),
            question,
            answer: Some(step.chain.clone()),
            brief: Some(without_formula(step)),
            right: Some(Right::Number(step.shown.clone(), step.value.clone())),
            class: Some(at),
        })
    });
    vec![
        slide("Where is the middle of each class?", "μ", means.collect()),
        slide("How do the numbers vary together?", "Σ", sigmas(false, &sigma)),
        slide("What undoes Σ?", "Σ⁻¹", sigmas(true, &inverse)),
        slide("How far is the case from each middle, squared?", "distance", distances.collect()),
    ]
}

fn class_of(gda: &Gda, class: usize) -> Option<usize> {
    (!gda.is_shared()).then_some(class)
}

/// A matrix with its entries as addresses, and as numbers.
fn matrix(questions: &Questions, sign: Expr, rows: Vec<Vec<Expr>>, class: Option<usize>) -> Part {
    let addresses = Expr::Matrix(rows);
    let value = |of: &Quantity| {
        questions.step_of(of).map_or(Expr::ratio(0, 0), |step| match &step.value {
            Some(value) => Expr::float(value.to_f64()),
            None => step.shown.clone(),
        })
    };
    let numbers = addresses.replace(&value);
    Part {
        of: None,
        question: Chain::new(sign.clone()).eq(addresses.clone()),
        answer: Some(Chain::new(sign.clone()).eq(addresses).eq(numbers.clone())),
        brief: Some(Chain::new(sign).eq(numbers)),
        right: None,
        class,
    }
}
