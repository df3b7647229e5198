//! Hints by grades: where to look, the formula, the numbers, and only then the value. The hints of an exercise replace the
//! first ones. No hint reveals an answer that may not be shown yet: then the numbers are listed instead of inserted, and
//! another open line is named without its value.

use super::questions::{Kind, Question, Questions, Right};
use crate::math::{Expr, Linear, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::carry::of_case;
use crate::practice::{Answer, Form, Near, ParsedAnswer, Sigma, Written};
use crate::worked::{Context, Rule, Step};

/// Grades below the value.
const BELOW: usize = 3;

const LISTED: usize = 8;
/// Fractions with more characters than this are shown as decimals.
const LONGEST: usize = 24;

#[derive(Clone, Debug, Default)]
pub(super) struct Veil {
    pub own: bool,
    pub others: Vec<usize>,
}

impl Questions {
    fn own(&self, line: usize) -> &[String] {
        let step = self.exercise.as_ref().and_then(|exercise| exercise.steps.get(line));
        step.map(|step| step.hints.as_slice()).unwrap_or_default()
    }

    /// The number of grades of a line; the last one shows the value.
    pub fn grades(&self, line: usize) -> usize {
        self.own(line).len().max(BELOW) + 1
    }

    /// Whether the exercise's own hint of a grade reveals an answer that the veil hides: as a number, or as a formula with this
    /// value.
    pub(super) fn tells(&self, line: usize, grade: usize, veil: &Veil) -> bool {
        let Some(own) = grade.checked_sub(1).and_then(|at| self.own(line).get(at)) else { return false };
        let told = values_in(own);
        let is = |written: &Told, at: usize| match self.list.get(at).map(|question| &question.right) {
            Some(Right::Number(_, Some(value))) => written.is(value),
            Some(Right::Class(name)) => written.text == *name,
            _ => false,
        };
        let whole = |written: &&Told| written.is_whole_side || !written.is_integer();
        veil.own && told.iter().filter(whole).any(|written| is(written, line))
            // A small count occurs in many sentences by chance.
            || told.iter().filter(|written| !written.is_integer()).any(|written| {
                veil.others.iter().any(|at| is(written, *at))
            })
    }

    pub(super) fn is_of_numbers(&self, line: usize, grade: usize) -> bool {
        grade == BELOW && self.own(line).len() < BELOW
    }

    /// The hint of a grade, from 1 to [`Questions::grades`], that hides nothing; `None` if the line has none. Only the last of
    /// the derived hints shows the value.
    pub fn hint(&self, line: usize, grade: usize) -> Option<Sentence> {
        self.veiled(line, grade, &Veil::default())
    }

    pub(super) fn veiled(&self, line: usize, grade: usize, veil: &Veil) -> Option<Sentence> {
        let question = self.list.get(line)?;
        question.asked.as_ref()?;
        let own = grade.checked_sub(1).and_then(|at| self.own(line).get(at));
        if let Some(own) = own.filter(|_| !self.tells(line, grade, veil)) {
            return Some(own.to_sentence());
        }
        if grade == self.grades(line) {
            return Some(sentence!("{} = {}", question.name, value(question)));
        }
        Some(match grade {
            1 => self.where_to_look(line, question),
            2 => self.formula(line, question).unwrap_or_else(|| self.reason(line)),
            BELOW => self.numbers(line, question, veil),
            _ => return None,
        })
    }

    pub fn why(&self, line: usize) -> Option<&str> {
        self.exercise.as_ref()?.steps.get(line)?.why.as_deref()
    }

    pub fn because(&self, line: usize) -> Sentence {
        let own = self.exercise.as_ref().and_then(|exercise| exercise.steps.get(line)?.because.clone());
        own.map_or_else(|| self.reason(line), Sentence::from)
    }

    pub fn reason(&self, line: usize) -> Sentence {
        match self.step(line).map(|step| self.below_logarithm(step).unwrap_or(step)) {
            Some(step) => step.rule.sentence().into(),
            None if self.list.get(line).is_some_and(|question| question.kind != Kind::Class) => {
                "Work out the value for each name, then compare them.".into()
            }
            None => "The class with the largest posterior is predicted: this is wrong least often.".into(),
        }
    }

    fn where_to_look(&self, line: usize, question: &Question) -> Sentence {
        let class = question.class.as_ref().map(ToString::to_string).unwrap_or_default();
        let rule = self.step(line).map(|step| step.rule);
        match (question.kind, rule) {
            (Kind::Prior, Some(Rule::Frequency | Rule::Smoothed)) => {
                sentence!("Count the rows of {}, and all rows.", class)
            }
            (Kind::Factor, Some(Rule::Frequency | Rule::Smoothed)) => {
                sentence!("Look only at {}: what share of it has the value of the case?", class)
            }
            (Kind::Factor, Some(Rule::Density)) => {
                sentence!("Use the mean and the variance of {}, and the number of the case.", class)
            }
            (Kind::Factor, Some(Rule::Poisson)) => {
                sentence!("Use λ, the mean count of {}, and the count of the case.", class)
            }
            (Kind::Score, _) => sentence!("Multiply the prior of {} by all its factors.", class),
            (Kind::Evidence, _) => "Add the scores of all classes.".into(),
            (Kind::Posterior, _) => sentence!("Divide the score of {} by the sum of all scores.", class),
            (Kind::Class, _) => "Compare the posteriors: choose the class with the largest.".into(),
            _ => self.reason(line),
        }
    }

    /// `P(Yes) = count(Yes)/n`; `None` without a formula.
    fn formula(&self, line: usize, question: &Question) -> Option<Sentence> {
        let step = self.step(line)?;
        Some(sentence!("{} = {}{}", self.written(question, step), self.rule(line)?, self.symbols(step)))
    }

    /// `count(Yes)/n`; `None` without a formula.
    pub(in crate::practice) fn rule(&self, line: usize) -> Option<Expr> {
        let step = self.step(line).filter(|step| !step.uses.is_empty())?;
        let (_, first) = step.chain.rest.first()?;
        let below = self.below_logarithm(step).and_then(|below| Some((&below.of, below.chain.rest.first()?)));
        Some(match below {
            Some((of, (_, rule))) => linear(&first.replace(&|part| match part == of {
                true => rule.clone(),
                false => Expr::Of(part.clone()),
            })),
            None => linear(first),
        })
    }

    fn below_logarithm(&self, step: &Step) -> Option<&Step> {
        match (&step.of, step.uses.as_slice()) {
            (Quantity::Ln(_), [only]) => self.step_of(only).filter(|below| !below.uses.is_empty()),
            _ => None,
        }
    }

    fn written(&self, question: &Question, step: &Step) -> Sentence {
        match &step.of {
            Quantity::Ln(_) => question.name.to_sentence(),
            of => of.to_sentence(),
        }
    }

    /// The meaning of μ and σ in a density that uses them.
    fn symbols(&self, step: &Step) -> Sentence {
        let notation = self.exercise.as_ref().map(|exercise| exercise.notation);
        let Some(sigma) = notation.and_then(|notation| notation.sigma).filter(|_| step.rule == Rule::Density)
        else {
            return Sentence::default();
        };
        let names = step.uses.iter().filter_map(|of| match (of, sigma) {
            (Quantity::Mean { .. }, _) => Some(sentence!("μ = {}", of)),
            (Quantity::Var { .. }, Sigma::Variance) => Some(sentence!("σ = {}, the variance", of)),
            (Quantity::Var { .. }, Sigma::Deviation) => Some(sentence!("σ² = {}", of)),
            _ => None,
        });
        sentence!("; {}", Sentence::join(names, "; "))
    }

    /// The formula with numbers inserted; if that already shows the value, a list of the numbers.
    fn numbers(&self, line: usize, question: &Question, veil: &Veil) -> Sentence {
        if question.kind == Kind::Class {
            let posteriors = self.list.iter().enumerate().filter(|(_, other)| other.kind == Kind::Posterior);
            let listed = posteriors.take(LISTED).map(|(at, other)| match veil.others.contains(&at) {
                true => sentence!("{} is line {}", other.name, at + 1),
                false => sentence!("{} = {}", other.name, value(other)),
            });
            let listed = Sentence::join(listed, ", ");
            return if listed.is_empty() { self.reason(line) } else { listed };
        }
        let Some(step) = self.step(line).filter(|step| !step.uses.is_empty()) else {
            return self.reason(line);
        };
        let written =
            step.numbers.as_ref().filter(|numbers| !matches!(numbers, Expr::Ratio(..) | Expr::Num(_)));
        let is_hidden = veil.own || step.uses.iter().any(|of| self.among(of, &veil.others).is_some());
        match written.filter(|_| !is_hidden) {
            Some(numbers) => sentence!("{} = {}", self.written(question, step), linear(numbers)),
            None => {
                // The argument of a logarithm or a root reveals the value.
                let below = |step: &Step| match step.uses.as_slice() {
                    [only] if veil.own => self.step_of(only).filter(|below| !below.uses.is_empty()),
                    _ => None,
                };
                let step = below(step).unwrap_or(step);
                let own = step.value.as_ref().and_then(Near::of);
                // A number that equals the value, such as the only factor of a product, is hidden, too.
                let tells = |of: &&Quantity| {
                    let used = self.step_of(of).and_then(|used| used.value.as_ref());
                    veil.own && used.zip(own.as_ref()).is_some_and(|(used, own)| own.is(used))
                };
                let listed = self.listed(step.uses.iter().filter(|of| !tells(of)), &veil.others);
                if listed.is_empty() { self.reason(line) } else { Sentence::join(listed, ", ") }
            }
        }
    }

    pub(super) fn among(&self, of: &Quantity, lines: &[usize]) -> Option<usize> {
        let context = Context { fitted: &self.fitted, case: self.case.as_deref() };
        lines.iter().copied().find(|line| {
            self.quantity(*line).is_some_and(|asked| asked == of || of_case(context, asked) == *of)
        })
    }

    /// The numbers that a density is computed from, without those that are questions themselves. Empty for any other line.
    pub fn given(&self, line: usize) -> Vec<Sentence> {
        let density = |step: &&Step| matches!(step.rule, Rule::Density | Rule::Poisson | Rule::JointDensity);
        let is_question = |of: &Quantity| (0..self.list.len()).any(|line| self.quantity(line) == Some(of));
        let listed = |step: &Step| self.listed(step.uses.iter().filter(|of| !is_question(of)), &[]);
        self.step(line).filter(density).map(listed).unwrap_or_default()
    }

    /// Numbers with their values; a hidden line is listed without its value.
    fn listed<'a>(&self, uses: impl Iterator<Item = &'a Quantity>, hidden: &[usize]) -> Vec<Sentence> {
        let base = self.exercise.as_ref().map(|exercise| exercise.notation.base()).unwrap_or_default();
        // A number equal to that of a hidden line reveals it, unless it is a count.
        let is_hidden = |value: &Number| {
            let is = |at: &usize| match self.list.get(*at).map(|question| &question.right) {
                Some(Right::Number(_, Some(right))) => Near::of(right).is_some_and(|right| right.is(value)),
                _ => false,
            };
            value.to_f64().fract() != 0.0 && hidden.iter().any(is)
        };
        let known = |of: &Quantity| {
            let used = self.step_of(of)?;
            if self.among(of, hidden).is_none() && used.value.as_ref().is_some_and(is_hidden) {
                return None;
            }
            let name: Sentence = match of {
                Quantity::Ln(_) => base.rename(&of.to_string()).into(),
                of => sentence!("{}", Expr::Of(of.clone())),
            };
            Some(match self.among(of, hidden) {
                Some(line) => sentence!("{} is line {}", name, line + 1),
                None => sentence!("{} = {}", name, linear(&used.shown)),
            })
        };
        let mut all: Vec<Sentence> = uses.filter_map(known).take(LISTED + 1).collect();
        if all.len() > LISTED {
            all.truncate(LISTED);
            all.push("…".into());
        }
        all
    }
}

pub(super) fn value(question: &Question) -> Sentence {
    match &question.right {
        Right::Class(name) => name.to_sentence(),
        Right::Number(_, None) => "0/0".into(),
        Right::Number(shown, Some(value)) => {
            let text = linear(shown);
            let decimal = if value.to_f64().abs() < 0.001 { value.significant(6) } else { value.fixed(4) };
            let line = Linear::default().expr(&text);
            let fraction = matches!(shown, Expr::Ratio(..)) || value.is_exact();
            if fraction && line.chars().count() <= LONGEST && line != decimal.pointed() {
                sentence!("{} = {}", text, decimal)
            } else {
                decimal.into()
            }
        }
    }
}

fn linear(expr: &Expr) -> Expr {
    expr.map(&|part| match part {
        Expr::Num(value)
            if value.is_exact() && value.to_fraction().is_some_and(|text| text.len() > LONGEST) =>
        {
            Some(Expr::Num(match value.to_f64() {
                0.0 if !value.is_negative() => Number::Log(value.ln()),
                float => Number::Float(float),
            }))
        }
        _ => None,
    })
}

/// A number or a name in a hint.
struct Told {
    text: String,
    number: Option<Written>,
    is_whole_side: bool,
}

impl Told {
    fn new(text: &str, is_whole_side: bool) -> Told {
        let text = text.trim().trim_end_matches(['.', ',']).trim().to_owned();
        let number = match Answer::alone(&text).parsed {
            ParsedAnswer::Number(written) => Some(*written),
            _ => None,
        };
        Told { text, number, is_whole_side }
    }

    fn is_integer(&self) -> bool {
        self.number.as_ref().is_some_and(|number| number.form == Form::Whole)
    }

    /// Whether it equals a value: as written, or as a formula with rounded numbers.
    fn is(&self, value: &Number) -> bool {
        /// The relative error of formulas with rounded numbers.
        const ROUNDED: f64 = 0.002;
        let Some(written) = &self.number else { return false };
        let near = Near::of(value);
        let (own, right) = (written.value.to_f64(), value.to_f64());
        match &written.form {
            Form::Decimal(places) => near.is_some_and(|near| near.rounds_to(&written.value, places)),
            Form::Formula => (own - right).abs() <= ROUNDED * right.abs(),
            _ => near.is_some_and(|near| near.is(&written.value)),
        }
    }
}

/// The parts of a hint: each side of its equations, and each word with a digit in it.
fn values_in(hint: &str) -> Vec<Told> {
    let sides = || hint.split(['=', '≈', ':', ';']).chain(hint.split(". "));
    let whole = sides().map(|side| Told::new(side, true));
    let has_figure = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let words = hint
        .split_whitespace()
        .filter(has_figure)
        .map(|word| Told::new(word.trim_matches(|c: char| matches!(c, '(' | ')' | '“' | '”')), false));
    whole.chain(words).collect()
}
