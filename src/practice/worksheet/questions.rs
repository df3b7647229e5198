//! The questions of a worksheet: the steps of a worked posterior or of an exercise, in order.

use crate::math::{Event, Expr, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Case, Factor, Fitted};
use crate::practice::asked::decision;
use crate::practice::carry::{Earlier, of_case};
use crate::practice::grader::Grader;
use crate::practice::{Answer, Asked, Checked, Exercise, Key, NameQuestion, Rules, parameters};
use crate::worked::{
    Context, Posterior, PosteriorRow, RowKind, Rule, Step, WorkedError, derive_all, goals, meaning,
};
use std::collections::HashMap;
use std::sync::Arc;

/// The most factors of each class that are asked for: those with the largest effect on the decision.
const FACTORS: usize = 12;

/// Products with more bits than this are stored as logarithms.
const READABLE: u64 = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Prior,
    /// A parameter of a density: a mean, a variance, an entry of Σ or of its inverse, |Σ|, a squared distance.
    Parameter,
    Factor,
    Rest,
    Score,
    Evidence,
    Posterior,
    Class,
    Other,
}

#[derive(Clone, Debug)]
pub struct Question {
    pub kind: Kind,
    pub asked: Option<Asked>,
    pub name: String,
    /// The short name without its feature: `P(Sunny | Yes)`.
    pub short: String,
    pub meaning: String,
    pub right: Right,
}

impl Question {
    /// The name in symbols: `|Σ|` for the address `det(Sigma)`; a name given by an exercise is unchanged.
    pub fn in_symbols(&self, short: bool) -> Sentence {
        let name = if short { &self.short } else { &self.name };
        match &self.asked {
            Some(Asked::Number(of)) if *name == of.to_string() => sentence!("{}", Expr::Of(of.clone())),
            _ => name.to_sentence(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Right {
    /// A number, as counted, and its value; `None` if it is undefined.
    Number(Expr, Option<Number>),
    Class(String),
}

#[derive(Clone, Debug)]
pub struct Questions {
    pub fitted: Arc<Fitted>,
    pub case: Option<Arc<Case>>,
    pub exercise: Option<Arc<Exercise>>,
    pub list: Vec<Question>,
    steps: HashMap<Quantity, Step>,
    unasked: Vec<Quantity>,
    /// The keys of an exercise; the key of a line of a case is computed when it is answered.
    keys: Vec<Option<Key>>,
}

impl Questions {
    pub fn new(fitted: Arc<Fitted>, case: Arc<Case>) -> Result<Questions, WorkedError> {
        let posterior = Posterior::new(&fitted, &case)?;
        let mut goals = goals(&fitted);
        goals.push(Quantity::evidence());
        let logistic = parameters::logistic(&fitted);
        goals.extend(logistic.iter().cloned());
        let steps = by_quantity(derive_all(&fitted, Some(&case), &goals, &[])?);
        let (asked, rest) = most_influential(&posterior.rows);
        let unasked = rest.iter().flat_map(|row| &row.cells).map(|cell| cell.quantity.clone()).collect();
        let mut questions = Questions {
            fitted,
            case: Some(case),
            exercise: None,
            list: Vec::new(),
            steps,
            unasked,
            keys: Vec::new(),
        };
        for row in asked {
            questions.parameters(row);
            questions.row(row);
        }
        questions.rest(&rest);
        let of_kind = |kind: RowKind| posterior.rows.iter().filter(move |row| row.kind == kind);
        of_kind(RowKind::Score).for_each(|row| questions.row(row));
        questions.number(Kind::Evidence, Quantity::evidence());
        of_kind(RowKind::Divide).for_each(|row| questions.row(row));
        for quantity in logistic {
            questions.number(Kind::Parameter, quantity);
        }
        questions.decision();
        for cost in posterior.decided.iter().flat_map(|decided| &decided.costs) {
            questions.number(Kind::Other, cost.quantity.clone());
        }
        let action = questions.case.as_deref().and_then(|case| decision(&questions.fitted, case));
        if let Some(Asked::Name(question)) = action {
            questions.name(&question.wording, &question);
        }
        // Given numbers are not asked for.
        for question in &mut questions.list {
            let step = question.asked.as_ref().and_then(|asked| questions.steps.get(asked.number()?));
            if step.is_some_and(|step| step.rule == Rule::Given) {
                question.asked = None;
            }
        }
        Ok(questions)
    }

    fn row(&mut self, row: &PosteriorRow) {
        let kind = match row.kind {
            RowKind::Prior => Kind::Prior,
            RowKind::Score => Kind::Score,
            RowKind::Divide => Kind::Posterior,
            _ => Kind::Factor,
        };
        row.cells.iter().for_each(|cell| self.number(kind, cell.quantity.clone()));
    }

    fn parameters(&mut self, row: &PosteriorRow) {
        let mut all = Vec::new();
        if row.kind == RowKind::Together {
            all.extend(parameters::together(&self.fitted));
        }
        let each = self.fitted.classes.iter().zip(&row.cells);
        let each: Vec<Vec<Quantity>> =
            each.map(|(class, cell)| parameters::behind(&self.fitted, &cell.quantity, class)).collect();
        let most = each.iter().map(Vec::len).max().unwrap_or(0);
        all.extend((0..most).flat_map(|at| each.iter().filter_map(move |own| own.get(at).cloned())));
        all.retain(|quantity| self.steps.contains_key(quantity));
        all.into_iter().for_each(|quantity| self.number(kind(&quantity), quantity));
    }

    /// Adds a line that asks for a number. If it has no working, such as for a class without rows, the line is given.
    fn number(&mut self, kind: Kind, quantity: Quantity) {
        let step = self.steps.get(&quantity);
        let right = step.map(|step| Right::Number(step.shown.clone(), step.value.clone()));
        self.list.push(Question {
            kind,
            name: quantity.to_string(),
            short: self.short(&quantity),
            meaning: meaning(&quantity, &self.fitted),
            asked: step.map(|_| Asked::Number(quantity.clone())),
            right: right.unwrap_or_else(|| Right::Number(Expr::ratio(0, 0), None)),
        });
    }

    /// The quantity without the name of its feature, unless its value has the name of a class: P(No | No) is unclear.
    fn short(&self, quantity: &Quantity) -> String {
        let value = match quantity {
            Quantity::Prob { event: Event::Value { value, .. }, given: Some(_) } => Some(value.to_string()),
            _ => None,
        };
        let is_a_class = |value: String| self.fitted.classes.iter().any(|class| class.to_string() == value);
        if value.is_some_and(is_a_class) { quantity.to_string() } else { quantity.short() }
    }

    fn rest(&mut self, rows: &[&PosteriorRow]) {
        if rows.is_empty() {
            return;
        }
        for (at, class) in self.fitted.classes.iter().enumerate() {
            let value = rows.iter().try_fold(Number::one(), |product, row| {
                let value = row.cells.get(at)?.value.as_ref()?;
                Some(product.mul(value).within(READABLE))
            });
            let shown = value.clone().map_or(Expr::ratio(0, 0), Expr::Num);
            self.list.push(Question {
                kind: Kind::Rest,
                asked: None,
                name: match rows.len() {
                    1 => format!("1 more factor of {class}"),
                    many => format!("{many} more factors of {class}"),
                },
                short: format!("the rest of {class}"),
                meaning: "the product of the factors with the least effect on the decision".into(),
                right: Right::Number(shown, value),
            });
        }
    }

    fn decision(&mut self) {
        let Some(case) = &self.case else { return };
        let prediction = self.fitted.predict(case);
        let named = match prediction.tied.as_slice() {
            [] => prediction.predicted.into_iter().collect(),
            tied => tied.to_vec(),
        };
        let names: Vec<&str> =
            named.iter().filter_map(|at| Some(self.fitted.classes.get(*at)?.as_str())).collect();
        let right = if names.is_empty() { "0/0".to_owned() } else { names.join(" or ") };
        self.named(Kind::Class, Asked::Class, "class", "the predicted class of the case", right);
    }

    fn name(&mut self, meaning: &str, question: &Arc<NameQuestion>) {
        let right = question.solution().map(|option| option.name.to_string()).unwrap_or_default();
        self.named(Kind::Other, Asked::Name(Arc::clone(question)), &question.label, meaning, right);
    }

    fn named(&mut self, kind: Kind, asked: Asked, name: &str, meaning: &str, right: String) {
        self.list.push(Question {
            kind,
            asked: Some(asked),
            name: name.to_owned(),
            short: name.to_owned(),
            meaning: meaning.to_owned(),
            right: Right::Class(right),
        });
    }

    pub fn step(&self, line: usize) -> Option<&Step> {
        self.steps.get(self.quantity(line)?)
    }

    pub fn is_parameter(&self, line: usize) -> bool {
        let Some(quantity) = self.quantity(line) else { return false };
        match quantity {
            Quantity::Prob { event: Event::Class(_), given: None }
            | Quantity::Mean { .. }
            | Quantity::Var { .. }
            | Quantity::Cov { .. } => true,
            Quantity::Prob { event, given: Some(Event::Class(_)) } => {
                let factor = event.feature().and_then(|name| self.fitted.factor(name.as_str()));
                *event != Event::Case && !factor.is_some_and(Factor::is_count)
            }
            _ => false,
        }
    }

    pub fn step_of(&self, quantity: &Quantity) -> Option<&Step> {
        self.steps.get(quantity)
    }

    pub(crate) fn unasked(&self) -> &[Quantity] {
        &self.unasked
    }

    pub fn quantity(&self, line: usize) -> Option<&Quantity> {
        self.list.get(line)?.asked.as_ref()?.number()
    }

    /// The quantities of the lines, rewritten for the case: P(Yes | Sunny) becomes the posterior if Sunny is the whole case.
    pub(crate) fn in_case(&self) -> Vec<Option<Quantity>> {
        let context = self.context();
        (0..self.list.len()).map(|line| Some(of_case(context, self.quantity(line)?))).collect()
    }

    pub(crate) fn context(&self) -> Context<'_> {
        Context { fitted: &self.fitted, case: self.case.as_deref() }
    }
}

fn most_influential(rows: &[PosteriorRow]) -> (Vec<&PosteriorRow>, Vec<&PosteriorRow>) {
    let is_factor = |row: &&PosteriorRow| row.kind.is_factor() && row.kind != RowKind::Prior;
    let mut moves: Vec<(usize, f64)> =
        rows.iter().filter(is_factor).map(|row| row.moves.unwrap_or(0.0).abs()).enumerate().collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut kept: Vec<usize> = moves.into_iter().take(FACTORS).map(|(at, _)| at).collect();
    kept.sort_unstable();
    let (asked, rest): (Vec<_>, Vec<_>) =
        rows.iter().filter(is_factor).enumerate().partition(|(at, _)| kept.binary_search(at).is_ok());
    let prior = rows.iter().filter(|row| row.kind == RowKind::Prior);
    (
        prior.chain(asked.into_iter().map(|(_, row)| row)).collect(),
        rest.into_iter().map(|(_, row)| row).collect(),
    )
}

impl Questions {
    pub fn of_exercise(exercise: Arc<Exercise>) -> Result<Questions, WorkedError> {
        let goals = exercise.steps.iter().filter_map(|step| step.asked.number().cloned());
        let context = exercise.context();
        let goals: Vec<Quantity> = goals.flat_map(|of| [of_case(context, &of), of]).collect();
        let steps = derive_all(&exercise.fitted, exercise.case.as_ref(), &goals, &[])?;
        let steps = by_quantity(steps);
        let mut questions = Questions {
            fitted: Arc::clone(&exercise.fitted),
            case: exercise.case.clone().map(Arc::new),
            exercise: Some(Arc::clone(&exercise)),
            list: Vec::new(),
            steps,
            unasked: Vec::new(),
            keys: exercise.keys()?,
        };
        for step in &exercise.steps {
            match &step.asked {
                Asked::Number(quantity) => questions.number(kind(quantity), quantity.clone()),
                Asked::Class => questions.decision(),
                Asked::Name(name) => questions.name(step.text.as_deref().unwrap_or_default(), name),
            }
            if let Some(question) = questions.list.last_mut() {
                // Quotation marks are only needed in the file.
                if question.name != step.label.replace('"', "") {
                    question.short.clone_from(&step.label);
                }
                question.name.clone_from(&step.label);
            }
        }
        Ok(questions)
    }
}

/// The working of each step of an exercise: the intermediate steps that no earlier step shows, then the step itself.
pub fn solved(exercise: &Exercise) -> Result<Vec<Vec<Step>>, WorkedError> {
    let context = exercise.context();
    let goal = |step: &Asked| step.number().map(|of| of_case(context, of));
    let goals: Vec<Option<Quantity>> = exercise.steps.iter().map(|step| goal(&step.asked)).collect();
    let all: Vec<Quantity> = goals.iter().flatten().cloned().collect();
    let all = derive_all(&exercise.fitted, exercise.case.as_ref(), &all, &[])?;
    let order: Vec<Quantity> = all.iter().map(|step| step.of.clone()).collect();
    let mut left = by_quantity(all);
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

fn kind(quantity: &Quantity) -> Kind {
    match quantity {
        Quantity::Prob { event: Event::Class(_), given: None } => Kind::Prior,
        Quantity::Prob { event: Event::Class(_), given: Some(_) } | Quantity::Softmax(_) => Kind::Posterior,
        Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) }
        | Quantity::Density { given: Some(_), .. } => Kind::Factor,
        Quantity::Prob { given: None, .. } => Kind::Evidence,
        Quantity::Mean { .. }
        | Quantity::Var { .. }
        | Quantity::Cov { .. }
        | Quantity::Inverse { .. }
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
        _ => Kind::Other,
    }
}

pub(crate) fn by_quantity(steps: Vec<Step>) -> HashMap<Quantity, Step> {
    steps.into_iter().map(|step| (step.of.clone(), step)).collect()
}

impl Questions {
    /// Checks the answer that was typed on a line. `before` are the other answers; those above count, so that an
    /// answer that follows from a wrong one is not a second mistake.
    pub fn check(&self, line: usize, typed: &str, before: &[Arc<Checked>]) -> Result<Checked, WorkedError> {
        let question = self.list.get(line).and_then(|question| question.asked.as_ref());
        let asked = question.ok_or(WorkedError::NoCase)?;
        let context = self.context();
        let earlier = before.iter().filter_map(|checked| checked.earlier.clone());
        let earlier: Vec<Earlier> = earlier.filter(|earlier| earlier.number <= line).collect();
        let usual = Rules::default();
        let rules = self.exercise.as_ref().map_or(&usual, |exercise| &exercise.rules);
        let key = match (self.keys.get(line), asked) {
            (Some(key), _) => key.clone(),
            (None, Asked::Class | Asked::Name(_)) => None,
            (None, Asked::Number(quantity)) => Some(Key::of(&self.fitted, context.case, quantity)?),
        };
        Grader { context, line: line + 1, asked, key: key.as_ref(), rules }
            .grade(Answer::alone(typed), &earlier)
    }
}
