//! What a step of a worked posterior does, with the formula of each class: screen 5 shows it beside the table of steps.

use super::decision::decided;
use super::document::{Document, Role, class_mark};
use super::posterior::{contest, decision, moved, purpose, row_name, without_formula};
use crate::math::{Chain, Expr, Number, Quantity, Sentence, sentence};
use crate::model::{Case, Fitted, Prediction};
use crate::worked::likelihood::Passage;
use crate::worked::{
    About, CaseWarning, Posterior, PosteriorRow, RowKind, Rule, Step, Worked, in_logarithms, in_matrices,
    weight_times_x,
};

/// The working of a case, and the step of it that is shown.
#[derive(Clone, Copy)]
pub struct StepView<'a> {
    pub fitted: &'a Fitted,
    pub case: &'a Case,
    pub posterior: &'a Posterior,
    pub prediction: &'a Prediction,
    /// Why the working through θ gives the same posterior, if it uses θ.
    pub why: &'a [Passage],
    pub warnings: &'a [CaseWarning],
    pub typicality: &'a [Sentence],
    pub counted: Option<&'a Sentence>,
    pub step: &'a dyn Fn(&Quantity) -> Option<&'a Step>,
    /// The row of the table; `None` before the first is revealed.
    pub at: Option<usize>,
    pub class: usize,
    /// Whether the formula is set in two dimensions with its numbers; otherwise it is below the numbers of all classes.
    pub in_full: bool,
    pub in_ln: bool,
    pub brief: bool,
}

pub fn this_step(of: StepView<'_>) -> (Document, Document) {
    let mut text = Text { of, out: Document::default() };
    let row = of.at.and_then(|at| Some((at, of.posterior.rows.get(at)?)));
    let Some((at, row)) = row else {
        text.nothing_revealed();
        return (text.out, Document::default());
    };
    if of.brief {
        text.written_out(row);
        text.purpose(row);
        return (text.out, Document::default());
    }
    let name = row_name(&row.kind);
    let name = name.trim_start_matches("× ");
    let steps = of.posterior.steps();
    let number = steps.iter().take_while(|step| step.start <= at).count();
    text.out.say(Role::Strong, format!("Step {number} of {}: {name}", steps.len()));
    text.out.blank();
    text.purpose(row);
    let mut above = Document::default();
    if row.kind == RowKind::Decide {
        text.actions();
        return (text.out, Document::default());
    }
    for (class, cell) in row.cells.iter().enumerate() {
        text.class(class, cell, row);
        if class == of.class {
            above = std::mem::take(&mut text.out);
        }
    }
    text.after(row);
    (above, text.out)
}

struct Text<'a> {
    of: StepView<'a>,
    out: Document,
}

impl Text<'_> {
    fn nothing_revealed(&mut self) {
        let StepView { fitted, posterior, .. } = self.of;
        self.out.say(Role::Strong, format!("{} steps, none revealed", posterior.steps().len()));
        self.out.blank();
        let names: Vec<String> = fitted.classes.iter().map(ToString::to_string).collect();
        let few = if names.len() <= 4 { format!(": {}", names.join(" or ")) } else { String::new() };
        self.out.text(format!("Which class is most likely for this case{few}?"));
        self.out.blank();
        self.out.text("Space: one step. a: all steps. r:\u{a0}another\u{a0}case.");
        self.out.blank();
        let of_data = [About::Reading, About::Missing, About::Unseen, About::Convention];
        self.warnings(|about| of_data.contains(&about));
        self.out.say(Role::Secondary, fitted.conventions());
    }

    fn warnings(&mut self, wanted: impl Fn(About) -> bool) {
        for warning in self.of.warnings.iter().filter(|warning| wanted(warning.about)) {
            self.out.say(Role::Warning, warning.text.clone());
            self.out.blank();
        }
    }

    fn purpose(&mut self, row: &PosteriorRow) {
        let StepView { fitted, prediction, .. } = self.of;
        if row.kind.is_last() {
            let undefined = prediction.posterior.is_none();
            let role = if undefined { Role::Warning } else { Role::Strong };
            if undefined {
                self.out.say(role, "0/0 undefined");
            }
            self.out.say(role, decision(fitted, prediction));
            self.out.blank();
            self.warnings(|_| true);
        }
        if row.kind == RowKind::Decide {
            decided(fitted, prediction).into_iter().for_each(|text| self.out.say(Role::Strong, text));
            self.out.blank();
        }
        self.about(row);
    }

    fn actions(&mut self) {
        let StepView { posterior, step, .. } = self.of;
        for cost in posterior.decided.iter().flat_map(|decided| &decided.costs) {
            let Some(step) = step(&cost.quantity) else { continue };
            self.out.blank();
            match self.of.in_full {
                true => self.out.formula(&step.chain),
                false => self.out.line(&without_formula(step)),
            }
        }
    }

    fn about(&mut self, row: &PosteriorRow) {
        let StepView { fitted, posterior, step, .. } = self.of;
        let divide = row.kind == RowKind::Divide;
        if let Some(decider) = fitted.decider.as_ref().filter(|_| row.kind == RowKind::Decide) {
            self.out.text(super::decision::purpose(decider));
            return;
        }
        let rule = row.cells.first().and_then(|cell| step(&cell.quantity)).map(|step| step.rule);
        if !matches!(rule, Some(Rule::AddToOne | Rule::NoSum)) {
            self.out.text(&purpose(&row.kind, fitted.is_by_value()));
        }
        // The purpose already explains multiplying and dividing.
        let rule = rule.filter(|rule| !matches!(rule, Rule::Joint | Rule::Normalise));
        self.out.texts(rule.map(Rule::sentence));
        // The log-odds contribution of a word in a long document, which orders the table.
        let word = matches!(row.kind, RowKind::Word { .. } | RowKind::Absent { .. } | RowKind::Score);
        if let Some((leader, rival)) = contest(posterior).filter(|_| word) {
            let scores = format!("ln(score({leader})/score({rival}))");
            let first = "The words that move it most come first.";
            self.out.text(sentence!("This moves {} by {}. {}", scores, moved(row.moves), first));
        }
        if let Some(sum) = step(&Quantity::evidence()).filter(|_| divide) {
            self.out.blank();
            self.out.line(&without_formula(sum));
        }
    }

    fn written_out(&mut self, row: &PosteriorRow) {
        if row.kind == RowKind::Decide {
            return self.actions();
        }
        let step = self.of.step;
        let sum = step(&Quantity::evidence()).filter(|_| row.kind == RowKind::Divide);
        sum.into_iter().for_each(|sum| self.out.line(&without_formula(sum)));
        let term = row.cells.get(self.of.class).and_then(|cell| self.term(row, cell));
        let in_ln = self.in_ln(self.of.class);
        if let Some(whole) = in_ln.or(term).or_else(|| self.in_matrices(row)) {
            self.out.formula(&whole);
        } else if let Some(step) = row.cells.get(self.of.class).and_then(|cell| step(&cell.quantity)) {
            self.out.formula(&step.chain);
        }
        self.out.blank();
    }

    fn in_matrices(&self, row: &PosteriorRow) -> Option<Chain> {
        in_matrices(self.of.fitted, self.of.case, self.of.class, &row.kind)
    }

    fn in_ln(&self, class: usize) -> Option<Chain> {
        let at = self.of.at.filter(|_| self.of.in_ln)?;
        let cell = self.of.posterior.rows.get(at)?.cells.get(class)?;
        let own = (self.of.step)(&cell.quantity).and_then(|step| step.value.as_ref());
        in_logarithms(self.of.posterior, at, class, own.is_some() && own == cell.value.as_ref())
    }

    fn term(&self, row: &PosteriorRow, cell: &Worked) -> Option<Chain> {
        weight_times_x(self.of.fitted, self.of.case, &row.kind, cell)
    }

    /// The class and its number; the formula comes with it where there is room.
    fn class(&mut self, class: usize, cell: &Worked, row: &PosteriorRow) {
        let StepView { fitted, posterior, step, .. } = self.of;
        let selected = class == self.of.class;
        let name = posterior.classes.get(class);
        let marked = format!("{} {}", class_mark(class), name.map_or("", |name| name.as_str()));
        if selected || row.cells.len() <= 4 {
            self.out.blank();
        }
        if selected {
            self.out.say(Role::Selected, format!("▸ {marked} ◂"));
        } else {
            self.out.labelled("  ", Role::Class(class), marked);
        }
        let Some(step) = step(&cell.quantity).filter(|_| !cell.is_blank()) else { return };
        self.out.indent(2);
        if let Some(term) = self.term(row, cell).or_else(|| self.in_ln(class)) {
            self.out.line(&term);
        }
        if selected && let Some(matrices) = self.in_matrices(row) {
            self.out.formula(&matrices);
            self.out.line(&without_formula(step));
        } else if selected && self.of.in_full {
            self.out.formula(&step.chain);
        } else {
            self.out.line(&without_formula(step));
        }
        if let RowKind::Word { times, .. } = row.kind
            && times > 1
            && let Some(value) = &cell.value
        {
            let power = Chain::new(Expr::pow(Expr::Of(cell.quantity.clone()), Expr::int(times)));
            let power = power.eq(cell.shown.clone()).approx(Expr::Num(Number::Float(value.to_f64())));
            self.out.line(&power);
        }
        if let Some(name) = name.filter(|_| fitted.is_by_value() && matches!(row.kind, RowKind::Value { .. }))
        {
            let share = Expr::frac(Expr::Of(cell.quantity.clone()), Expr::Of(Quantity::prior(name)));
            self.out.line(&Chain::new(share).eq(cell.shown.clone()));
        }
        if step.value.is_none() {
            self.out.say(Role::Warning, "0/0 undefined");
        }
        self.out.indent(0);
    }

    fn after(&mut self, row: &PosteriorRow) {
        let step = self.of.step;
        // The formula of the class, if it is not beside its numbers.
        let cell = row.cells.get(self.of.class).filter(|_| !self.of.in_full);
        if let Some(step) = cell.and_then(|cell| step(&cell.quantity)) {
            self.out.blank();
            self.out.formula(&Chain::new(step.chain.lhs.clone()).eq(step.formula.clone()));
        }
        if row.kind == RowKind::Score {
            self.out.blank();
            if let Some(counted) = self.of.counted {
                self.out.text(counted.clone());
                self.out.blank();
            }
            self.warnings(|about| about == About::Impossible);
        }
        if row.kind.is_last() {
            self.out.blank();
            self.out.texts(self.of.typicality);
        }
        if row.kind == RowKind::Squashed {
            self.out.blank();
            self.out.append(super::why_logistic(self.of.why));
        }
    }
}
