//! The questions of an exercise: its steps, in its order, with its labels and the notation of the course (base of logarithms,
//! meaning of σ). Also the grading of an answer that is typed on a line.

use std::collections::HashMap;
use std::sync::Arc;

use super::questions::{Kind, Questions};
use crate::math::{Chain, Event, Expr, Func, Name, Number, Quantity, symbols};
use crate::practice::carry::{Earlier, of_case};
use crate::practice::exercise::Rules;
use crate::practice::grader::Grader;
use crate::practice::{Answer, Asked, Base, Checked, Exercise, Key, Notation, Sigma};
use crate::worked::{Context, Rule, Step, WorkedError, derive_all};

impl Questions {
    pub fn of_exercise(exercise: Arc<Exercise>) -> Result<Questions, WorkedError> {
        let goals = exercise.steps.iter().filter_map(|step| step.asked.number().cloned());
        let context = exercise.context();
        let goals: Vec<Quantity> = goals.flat_map(|of| [of_case(context, &of), of]).collect();
        let steps = derive_all(&exercise.fitted, exercise.case.as_ref(), &goals, &[])?.into_iter();
        let steps: HashMap<Quantity, Step> = steps.map(|step| (step.of.clone(), step)).collect();
        let steps = written(&exercise.notation, steps);
        let mut questions = Questions {
            fitted: Arc::clone(&exercise.fitted),
            case: exercise.case.clone().map(Arc::new),
            exercise: Some(Arc::clone(&exercise)),
            list: Vec::new(),
            steps,
            unasked: Vec::new(),
            keys: exercise.keys()?,
            trees: Vec::new(),
        };
        for step in &exercise.steps {
            match &step.asked {
                Asked::Number(quantity) => {
                    let (kind, class) = kind(quantity);
                    questions.number(kind, quantity.clone(), class);
                }
                Asked::Class => questions.decision(),
                Asked::Name(name) => questions.name(step.text.clone().unwrap_or_default(), name),
            }
            if let Some(question) = questions.list.last_mut() {
                // Quotation marks are only needed in the file.
                if question.name != step.label.replace('"', "") {
                    question.short.clone_from(&step.label);
                }
                question.name.clone_from(&step.label);
                if let Asked::Number(Quantity::Ln(inner)) = &step.asked {
                    question.meaning = format!("{} of {inner}", exercise.notation.base().meaning());
                }
            }
        }
        questions.trees = (0..questions.list.len()).map(|line| questions.count(line)).collect();
        Ok(questions)
    }
}

impl Questions {
    pub(in crate::practice) fn has_natural_logarithms(&self) -> bool {
        self.exercise.as_ref().is_none_or(|exercise| exercise.notation.base() == Base::E)
    }
}

/// The working of each step of an exercise in the notation of the course: the intermediate steps that no earlier step shows,
/// then the step itself. The class has none.
pub fn solved(exercise: &Exercise) -> Result<Vec<Vec<Step>>, WorkedError> {
    let context = exercise.context();
    let goal = |step: &Asked| step.number().map(|of| of_case(context, of));
    let goals: Vec<Option<Quantity>> = exercise.steps.iter().map(|step| goal(&step.asked)).collect();
    let all: Vec<Quantity> = goals.iter().flatten().cloned().collect();
    let all = derive_all(&exercise.fitted, exercise.case.as_ref(), &all, &[])?;
    let order: Vec<Quantity> = all.iter().map(|step| step.of.clone()).collect();
    let mut left = written(&exercise.notation, all.into_iter().map(|step| (step.of.clone(), step)).collect());
    let mut solved = Vec::new();
    for goal in goals {
        let mut needed: Vec<Quantity> = goal.into_iter().collect();
        let mut own: HashMap<Quantity, Step> = HashMap::new();
        while let Some(of) = needed.pop() {
            if let Some(step) = left.remove(&of) {
                needed.extend(step.uses.iter().cloned());
                own.insert(of, step);
            }
        }
        solved.push(order.iter().filter_map(|of| own.remove(of)).collect());
    }
    Ok(solved)
}

pub(super) fn kind(quantity: &Quantity) -> (Kind, Option<Name>) {
    let kind = match quantity {
        Quantity::Prob { event: Event::Class(_), given: None } => Kind::Prior,
        Quantity::Prob { event: Event::Class(_), given: Some(_) } | Quantity::Softmax(_) => Kind::Posterior,
        Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) }
        | Quantity::Density { given: Some(_), .. } => Kind::Factor,
        Quantity::Prob { given: None, .. } => return (Kind::Evidence, None),
        Quantity::Mean { .. }
        | Quantity::Var { .. }
        | Quantity::Cov { .. }
        | Quantity::Inverse { .. }
        | Quantity::Cholesky { .. }
        | Quantity::Correlation { .. }
        | Quantity::Det { .. }
        | Quantity::SquaredDistance(_)
        | Quantity::Discriminant(_)
        | Quantity::Tail(_)
        | Quantity::Difference { .. }
        | Quantity::Solved { .. }
        | Quantity::Theta { .. }
        | Quantity::Odds { .. }
        | Quantity::Ratio { .. }
        | Quantity::Crossing { .. }
        | Quantity::Logit => Kind::Parameter,
        Quantity::Score(_) => Kind::Score,
        _ => return (Kind::Other, None),
    };
    (kind, quantity.class().cloned())
}

pub(super) fn written(notation: &Notation, steps: HashMap<Quantity, Step>) -> HashMap<Quantity, Step> {
    let base = notation.base();
    let rewritten = |step: &Step| match (&step.of, notation.sigma) {
        (Quantity::Ln(inner), _) if base != Base::E => in_base(base, inner, step, &steps),
        (_, Some(sigma)) if step.rule == Rule::Density => with_sigma(sigma, step),
        _ => step.clone(),
    };
    steps.iter().map(|(of, step)| (of.clone(), rewritten(step))).collect()
}

/// A sum of logarithms in another base: the same formula, with the arguments of the logarithms inserted.
fn in_base(base: Base, inner: &Quantity, step: &Step, steps: &HashMap<Quantity, Step>) -> Step {
    let log = |of: Expr| Expr::Call(base.func(), Box::new(of));
    let renamed = |expr: &Expr| {
        expr.map(&|part| match part {
            Expr::Of(Quantity::Ln(inner)) => Some(log(Expr::Of((**inner).clone()))),
            Expr::Call(Func::Ln, part) => Some(log((**part).clone())),
            _ => None,
        })
    };
    let put = |of: &Quantity| steps.get(of).map_or_else(|| Expr::Of(of.clone()), |step| step.shown.clone());
    let formula = renamed(&step.formula);
    let numbers = step.numbers.as_ref().map(|_| formula.replace(&put));
    let value = step.value.as_ref().map(|ln| base.of_ln(ln));
    let mut chain = Chain::new(log(Expr::Of(inner.clone()))).eq(formula.clone());
    if let Some(numbers) = &numbers {
        chain = chain.eq(numbers.clone());
    }
    let shown = value.as_ref().map_or_else(|| step.shown.clone(), |value| Expr::Num(value.clone()));
    chain = if value.as_ref().is_some_and(Number::is_exact) {
        chain.eq(shown.clone())
    } else {
        chain.approx(shown.clone())
    };
    let title = format!("{} of {inner}", base.meaning());
    Step { title, chain, value, shown, formula, numbers, ..step.clone() }
}

/// The density with μ and σ instead of the mean and the variance.
fn with_sigma(sigma: Sigma, step: &Step) -> Step {
    let of_sigma = || match sigma {
        Sigma::Variance => Expr::Sym(symbols::SIGMA),
        Sigma::Deviation => Expr::pow(Expr::Sym(symbols::SIGMA), Expr::int(2)),
    };
    let named = |of: &Quantity| match of {
        Quantity::Mean { .. } => Expr::Sym(symbols::MU),
        Quantity::Var { .. } => of_sigma(),
        other => Expr::Of(other.clone()),
    };
    let formula = step.formula.replace(&named);
    let mut chain = step.chain.clone();
    if let Some((_, first)) = chain.rest.first_mut() {
        *first = formula.clone();
    }
    Step { chain, formula, ..step.clone() }
}

impl Questions {
    /// Checks the answer that was typed on a line. `before` are the results of the other answers. Those above count, so that
    /// an answer that follows from a wrong one is not a second mistake.
    pub fn check(&self, line: usize, typed: &str, before: &[Arc<Checked>]) -> Result<Checked, WorkedError> {
        let question = self.list.get(line).and_then(|question| question.asked.as_ref());
        let asked = question.ok_or(WorkedError::NoCase)?;
        let context = Context { fitted: &self.fitted, case: self.case.as_deref() };
        let earlier = before.iter().filter_map(|checked| checked.earlier.clone());
        let earlier: Vec<Earlier> = earlier.filter(|earlier| earlier.number <= line).collect();
        let usual = Rules::default();
        let rules = self.exercise.as_ref().map_or(&usual, |exercise| &exercise.rules);
        let answer = Answer::alone(typed);
        let key = self.key(line, asked, context)?;
        Grader { context, line: line + 1, asked, key: key.as_ref(), rules }.grade(answer, &earlier)
    }

    /// The key of a line; `None` if it does not ask for a number.
    fn key(&self, line: usize, asked: &Asked, context: Context<'_>) -> Result<Option<Key>, WorkedError> {
        match (self.keys.get(line), asked) {
            (Some(key), _) => Ok(key.clone()),
            (None, Asked::Class | Asked::Name(_)) => Ok(None),
            (None, Asked::Number(quantity)) => Key::of(context.fitted, context.case, quantity).map(Some),
        }
    }
}
