//! Hints by grades: the formula, the numbers in it, and only then the value. The hints of an exercise replace the
//! first ones. No derived hint reveals an answer that may not be shown yet.

use super::questions::{Question, Questions, Right};
use crate::math::{Expr, Linear, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::carry::of_case;
use crate::practice::diagnosis::fit;
use crate::practice::{Answer, Form, Near, ParsedAnswer, exercise};
use crate::worked::{Rule, Step};

const BELOW: usize = 2;

const LISTED: usize = 8;
/// Fractions with more characters than this are shown as decimals.
const LONGEST: usize = 24;

impl Questions {
    pub(super) fn own(&self, line: usize, grade: usize) -> Option<&str> {
        self.exercise_step(line)?.hints.get(grade.checked_sub(1)?).map(String::as_str)
    }

    fn exercise_step(&self, line: usize) -> Option<&exercise::Step> {
        self.exercise.as_ref()?.steps.get(line)
    }

    pub fn grades(&self, line: usize) -> usize {
        self.exercise_step(line).map_or(0, |step| step.hints.len()).max(BELOW) + 1
    }

    /// The hint of a grade, from 1 to [`Questions::grades`], that hides nothing; `None` if the line has none.
    pub fn hint(&self, line: usize, grade: usize) -> Option<Sentence> {
        self.hint_without(line, grade, &[])
    }

    /// The same without the answers of the `hidden` lines, of which the line itself may be one.
    pub(super) fn hint_without(&self, line: usize, grade: usize, hidden: &[usize]) -> Option<Sentence> {
        let question = self.list.get(line)?;
        question.asked.as_ref()?;
        if let Some(own) = self.own(line, grade).filter(|own| !self.reveals(own, line, hidden)) {
            return Some(own.to_sentence());
        }
        let last = self.grades(line);
        Some(match grade {
            0 => return None,
            1 => self.formula(line, question).unwrap_or_else(|| self.reason(line)),
            grade if grade < last => self.numbers(line, hidden),
            grade if grade == last => sentence!("{} = {}", question.name, value(question)),
            _ => return None,
        })
    }

    /// Whether a text contains an answer that may not be shown. A count may be in many sentences by chance.
    fn reveals(&self, text: &str, line: usize, hidden: &[usize]) -> bool {
        let sides = text.split(['=', '≈', ':', ';']).chain(text.split(". ")).map(|side| (side, true));
        let words = text.split_whitespace().map(|word| (word.trim_matches(['(', ')', '“', '”']), false));
        sides.chain(words).any(|(part, is_side)| {
            let part = part.trim().trim_end_matches(['.', ',']);
            let parsed = Answer::alone(part).parsed;
            let is_count = matches!(&parsed, ParsedAnswer::Number(written) if written.form == Form::Whole);
            let is = |at: usize| match (self.list.get(at).map(|question| &question.right), &parsed) {
                (Some(Right::Number(_, Some(value))), ParsedAnswer::Number(written)) => {
                    fit(written, value, 1) > 0.0
                }
                (Some(Right::Class(name)), _) => is_side && part == name,
                _ => false,
            };
            hidden.iter().any(|at| (!is_count || *at == line && is_side) && is(*at))
        })
    }

    pub fn why(&self, line: usize) -> Option<&str> {
        self.exercise_step(line)?.why.as_deref()
    }

    pub fn because(&self, line: usize) -> Sentence {
        let own = self.exercise_step(line).and_then(|step| step.because.clone());
        own.map_or_else(|| self.reason(line), Sentence::from)
    }

    pub fn reason(&self, line: usize) -> Sentence {
        match self.step(line).map(|step| self.below_logarithm(step).unwrap_or(step)) {
            Some(step) => step.rule.sentence().into(),
            None => "The class with the largest posterior is predicted: this is wrong least often.".into(),
        }
    }

    /// `P(Yes) = count(Yes)/n`; `None` without a formula.
    fn formula(&self, line: usize, question: &Question) -> Option<Sentence> {
        let step = self.step(line).filter(|step| !step.uses.is_empty())?;
        let (_, first) = step.chain.rest.first()?;
        let below = self.below_logarithm(step).and_then(|below| Some((&below.of, below.chain.rest.first()?)));
        let rule = match below {
            Some((of, (_, rule))) => linear(&first.replace(&|part| match part == of {
                true => rule.clone(),
                false => Expr::Of(part.clone()),
            })),
            None => linear(first),
        };
        Some(match &step.of {
            Quantity::Ln(_) => sentence!("{} = {}", question.name, rule),
            of => sentence!("{} = {}", of, rule),
        })
    }

    fn below_logarithm(&self, step: &Step) -> Option<&Step> {
        match (&step.of, step.uses.as_slice()) {
            (Quantity::Ln(_), [only]) => self.step_of(only).filter(|below| !below.uses.is_empty()),
            _ => None,
        }
    }

    fn numbers(&self, line: usize, hidden: &[usize]) -> Sentence {
        let (own, others): (Vec<usize>, Vec<usize>) = hidden.iter().partition(|at| **at == line);
        // The argument of a logarithm reveals the value.
        let step = self.step(line);
        let step = step.map(|step| self.below_logarithm(step).filter(|_| !own.is_empty()).unwrap_or(step));
        let posteriors = || self.fitted.classes.iter().map(Quantity::posterior).collect();
        let uses: Vec<Quantity> = step.map_or_else(posteriors, |step| step.uses.clone());
        // A number that equals the value, such as the only factor of a product, is hidden, too.
        let value = |of: &Quantity| self.step_of(of).and_then(|used| used.value.as_ref());
        let shown = uses.iter().filter(|of| !value(of).is_some_and(|value| self.is_value_of(value, &own)));
        let listed = self.listed(shown, &others);
        if listed.is_empty() { self.reason(line) } else { Sentence::join(listed, ", ") }
    }

    fn is_value_of(&self, value: &Number, lines: &[usize]) -> bool {
        lines.iter().any(|at| match self.list.get(*at).map(|question| &question.right) {
            Some(Right::Number(_, Some(right))) => Near::of(right).is_some_and(|right| right.is(value)),
            _ => false,
        })
    }

    pub(super) fn among(&self, of: &Quantity, lines: &[usize]) -> Option<usize> {
        let is = |asked: &Quantity| asked == of || of_case(self.context(), asked) == *of;
        lines.iter().copied().find(|line| self.quantity(*line).is_some_and(is))
    }

    /// The numbers that a density is computed from, without those that are questions themselves. Empty for any other line.
    pub fn given(&self, line: usize) -> Vec<Sentence> {
        let density = |step: &&Step| matches!(step.rule, Rule::Density | Rule::Poisson | Rule::JointDensity);
        let is_question = |of: &Quantity| (0..self.list.len()).any(|line| self.quantity(line) == Some(of));
        let listed = |step: &Step| self.listed(step.uses.iter().filter(|of| !is_question(of)), &[]);
        self.step(line).filter(density).map(listed).unwrap_or_default()
    }

    fn listed<'a>(&self, uses: impl Iterator<Item = &'a Quantity>, hidden: &[usize]) -> Vec<Sentence> {
        let known = |of: &Quantity| {
            let used = self.step_of(of)?;
            let name = sentence!("{}", Expr::Of(of.clone()));
            if let Some(line) = self.among(of, hidden) {
                return Some(sentence!("{} is line {}", name, line + 1));
            }
            // A number equal to that of a hidden line reveals it, unless it is a count.
            let is_count = |value: &Number| value.to_f64().fract() == 0.0;
            let reveals = |value: &Number| !is_count(value) && self.is_value_of(value, hidden);
            (!used.value.as_ref().is_some_and(reveals))
                .then(|| sentence!("{} = {}", name, linear(&used.shown)))
        };
        let mut all: Vec<Sentence> = uses.filter_map(known).take(LISTED + 1).collect();
        if all.len() > LISTED {
            all.truncate(LISTED);
            all.push("…".into());
        }
        all
    }
}

fn value(question: &Question) -> Sentence {
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
