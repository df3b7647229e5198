//! A worked posterior as a document.

use super::case::cells;
use super::decision::decided;
use super::document::{Block, Document, Grid, Role, decimal, first_of, to, with_capital, written};
use crate::math::{Chain, Event, Expr, Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Case, Fitted, Prediction};
use crate::text::{counted, display_width};
use crate::worked::likelihood::Passage;
use crate::worked::{
    Monomials, Posterior, PosteriorRow, QuantityWorking, RowKind, RowsCounted, Rule, Step, Worked,
    WorkedError, derive, deviations, elimination, goals, how_typical, in_matrices, rows_behind, warnings,
};
use std::borrow::Cow;
use std::collections::HashSet;

/// Tables with more rows than this are shortened in a document.
const ROWS: usize = 40;
const WORDS: usize = 12;
const LISTED: usize = 12;

/// Derivations with more steps than this are not shown step by step.
const STEPS: usize = 120;

pub fn posterior(fitted: &Fitted, case: &Case, name: &str) -> Result<Document, WorkedError> {
    let prediction = fitted.predict(case);
    let goals = goals(fitted);
    let mut working = QuantityWorking::new(fitted, Some(case), &goals, &[])?;
    let worked = working.posterior()?;
    let mut out = Document::headed(name);
    out.text(cells(fitted, case));
    out.texts(in_order(&worked));
    out.grid(table(&worked));
    out.more(worked.rows.len(), ROWS, "factor", ". Pass `--format json` to list all of them.");
    let short = |of: &Quantity| {
        let step = working.step(working.order().iter().find(|step| *step == of)?)?;
        Some(without_formula(&step))
    };
    let scores = fitted.classes.iter().map(Quantity::score);
    let addresses = scores.chain([Quantity::evidence()]).chain(goals.iter().cloned());
    out.blocks.extend(addresses.filter_map(|of| short(&of)).map(Block::Line));
    decide(fitted, &prediction, &mut out);
    out.items(warnings(fitted, case, &prediction)?.into_iter().map(|remark| remark.text));
    out.texts(how_typical(fitted, case));
    out.texts(super::counterfactuals(fitted, &fitted.counterfactuals(case)));
    let (shown, left) = most_moving(&worked, working.order());
    if shown.len() <= STEPS {
        let shown: Vec<Step> = shown.into_iter().filter_map(|of| working.step(of)).collect();
        out.append(step_by_step(fitted, Some(case), &shown));
        if left > 0 {
            let more = counted(left, "more word is", "more words are");
            out.text(format!("{more} worked in the same way. Pass `--quantity` to show one of them."));
        }
    }
    Ok(out)
}

/// The working of a case through θᵀx + θ₀, and why it gives the posterior.
pub fn by_theta(fitted: &Fitted, case: &Case, name: &str) -> Result<Document, WorkedError> {
    let worked = Posterior::by_theta(fitted, case)?;
    let mut out = Document::headed(name);
    out.text(cells(fitted, case));
    out.grid(table(&worked));
    let linear = |row: &&PosteriorRow| matches!(row.kind, RowKind::Linear | RowKind::Squashed);
    let cells = worked.rows.iter().filter(linear).flat_map(|row| &row.cells);
    let costs = worked.decided.iter().flat_map(|decided| &decided.costs);
    for cell in cells.filter(|cell| !cell.is_blank()).chain(costs) {
        let steps = derive(fitted, Some(case), &cell.quantity)?;
        out.blocks.extend(steps.last().map(|step| Block::Line(without_formula(step))));
    }
    decide(fitted, &fitted.predict(case), &mut out);
    out.append(why_logistic(&crate::worked::why_logistic(fitted, case)?));
    Ok(out)
}

/// The log-odds of two classes as a weighted sum of monomials, and the features with which logistic regression has the same
/// form.
pub fn monomials(fitted: &Fitted, found: &Monomials) -> Document {
    let mut out = Document::headed("The log-odds as a sum over monomials");
    let [a, b] =
        found.classes.map(|class| fitted.classes.get(class).map(Name::to_string).unwrap_or_default());
    let same = fitted.gda().is_some_and(|gda| gda.is_shared());
    out.text(match (same, fitted.is_naive()) {
        (true, _) => {
            "All classes share one Σ, so the squares and products cancel: the log-odds are linear in (1, x)."
        }
        (false, true) => {
            "Each class has its own variances, so the squares do not cancel: the log-odds are linear in the monomials below."
        }
        (false, false) => {
            "Each class has its own Σ, so squares and products do not cancel: the log-odds are linear in the monomials up to degree 2."
        }
    });
    let mut grid = Grid::of(["φ(x)", ">θ", ">value", ">θ · value"]);
    let number = |value: f64| to(&Number::Float(value), Precision::TERM);
    for term in &found.terms {
        let cells = [term.weight, term.value, term.weight * term.value].map(number);
        grid.named(term.name.as_str(), cells);
    }
    grid.row(["sum".into(), "".into(), "".into(), number(found.log_odds)]);
    out.grid(grid);
    let share = decimal(&found.share());
    out.text(sentence!("ln(P({} | x)/P({} | x)) ≈ {}.", a, b, number(found.log_odds)));
    out.text(match fitted.classes.len() {
        2 => sentence!("P({} | x) = 1/(1 + e^(−z)) with z = {}: {}.", a, number(found.log_odds), share),
        _ => sentence!("Among these two classes, {} has the share 1/(1 + e^(−z)): {}.", a, share),
    });
    if !same {
        let maps: Vec<&str> = found.quadratic().map(|term| term.name.as_str()).collect();
        let maps = maps.join(",");
        out.text(format!("Logistic regression has the same form with these features: --maps \"{maps}\"."));
    }
    out
}

fn decide(fitted: &Fitted, prediction: &Prediction, out: &mut Document) {
    let sentences = [decision(fitted, prediction)].into_iter().chain(decided(fitted, prediction));
    sentences.for_each(|sentence| out.say(Role::Strong, sentence));
}

pub fn why_logistic(passages: &[Passage]) -> Document {
    let mut out = Document::headed("Why it is the same posterior");
    out.append(super::why::passages(passages));
    out
}

pub fn one_quantity(
    fitted: &Fitted,
    case: Option<&Case>,
    quantity: &Quantity,
) -> Result<Document, WorkedError> {
    let mut steps = derive(fitted, case, quantity)?;
    let mut out = Document::headed(quantity.to_string());
    if let Some(case) = case.filter(|_| quantity.is_about_case()) {
        out.text(cells(fitted, case));
    }
    // ℓ uses all numbers of the model: if there are many, only its parts are shown.
    if matches!(quantity, Quantity::LogLik(_)) && steps.len() > STEPS {
        out.text(
            "It uses all numbers of the model. These are its parts, without their counts and probabilities.",
        );
        steps.retain(|step| matches!(step.of, Quantity::LogLik(_)));
        steps.drain(..steps.len().saturating_sub(STEPS));
    }
    out.append(step_by_step(fitted, case, &steps));
    if let (Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) }, Some(case)) =
        (quantity, case)
    {
        out.texts(super::counted_together(fitted, case));
    }
    let deviations = deviations(fitted, quantity, LISTED);
    deviations.iter().for_each(|found| out.append(super::why::deviations(found)));
    let elimination = elimination(fitted, quantity);
    elimination.iter().for_each(|found| out.append(super::why::elimination(found)));
    Ok(out)
}

pub fn row_name(kind: &RowKind) -> String {
    let name = match kind {
        RowKind::Value { feature, value } | RowKind::Density { feature, value } => {
            return format!("× {feature}={value}");
        }
        RowKind::Difference { feature } => return format!("x − μ, {feature}"),
        RowKind::Solved { feature } => return format!("Σ⁻¹(x − μ), {feature}"),
        RowKind::Word { word, times: 1, .. } => return format!("× {word}"),
        RowKind::Word { word, times, .. } => return format!("× {word}, {times} times"),
        RowKind::Absent { word, .. } => return format!("× no {word}"),
        RowKind::Weight { feature } => return format!("θ · {feature}"),
        RowKind::Prior => "prior",
        RowKind::SquaredDistance => "q = (x − μ)ᵀ Σ⁻¹(x − μ)",
        RowKind::Together => "× p(x | c)",
        RowKind::Score => "score",
        RowKind::Divide => "divide by their sum",
        RowKind::Intercept => "θ₀",
        RowKind::Linear => "z = θᵀx + θ₀",
        RowKind::Squashed => "posterior from z",
        RowKind::Decide => "decide",
    };
    name.to_owned()
}

/// The steps without the least influential words of a long document, and the number of those words.
fn most_moving<'a>(worked: &Posterior, steps: &'a [Quantity]) -> (Vec<&'a Quantity>, usize) {
    let word = |row: &&PosteriorRow| matches!(row.kind, RowKind::Word { .. } | RowKind::Absent { .. });
    let skip = if worked.by_influence { WORDS } else { usize::MAX };
    let left = worked.rows.iter().filter(word).skip(skip);
    let hidden: HashSet<&Quantity> =
        left.clone().flat_map(|row| &row.cells).map(|cell| &cell.quantity).collect();
    (steps.iter().filter(|step| !hidden.contains(step)).collect(), left.count())
}

fn in_order(worked: &Posterior) -> Option<String> {
    let (leader, rival) = contest(worked)?;
    Some(format!(
        "The words that move the decision most come first. The last column is the log-odds contribution, {leader} against \
         {rival}: above 0 it is evidence for {leader}. The contributions add up to that of the score."
    ))
}

pub(super) fn contest(worked: &Posterior) -> Option<(&Name, &Name)> {
    let contest = worked.contest.filter(|_| worked.by_influence)?;
    Some((worked.classes.get(contest.leader)?, worked.classes.get(contest.rival)?))
}

fn table(worked: &Posterior) -> Grid {
    let contest = contest(worked);
    let for_leader = contest.map(|(leader, _)| format!("for {leader}"));
    let mut grid = Grid::of(["step"]).numbers(&worked.classes).numbers(for_leader);
    let last = worked.rows.len().saturating_sub(2 + usize::from(worked.decided.is_some()));
    let is_blank = |row: &PosteriorRow| row.cells.iter().all(Worked::is_blank);
    let shown = |(at, row): &(usize, &PosteriorRow)| (*at < ROWS || *at >= last) && !is_blank(row);
    for (_, row) in worked.rows.iter().enumerate().filter(shown) {
        let cells = row.cells.iter().map(|cell| {
            let is_long = |value: &Number| value.to_fraction().is_some_and(|text| text.len() > 24);
            match &cell.value {
                _ if cell.is_blank() => Sentence::default(),
                Some(value) if is_long(value) => to(value, cell.quantity.precision()),
                value => written(&cell.shown, value.as_ref(), cell.quantity.precision()),
            }
        });
        let moves = contest.map(|_| match row.kind {
            RowKind::Divide | RowKind::Decide => Sentence::default(),
            _ => moved(row.moves),
        });
        grid.named(row_name(&row.kind), cells.chain(moves));
    }
    grid
}

/// A log-odds contribution with its sign: `+0.955`.
pub fn moved(moves: Option<f64>) -> Sentence {
    match moves {
        None => "0/0".into(),
        Some(moves) if moves.is_infinite() => (if moves > 0.0 { "+∞" } else { "−∞" }).into(),
        Some(moves) => {
            let size = Number::Float(moves.abs()).rounded(Precision::Share);
            sentence!("{}{}", if moves < 0.0 { "−" } else { "+" }, size)
        }
    }
}

/// The chain of a step with the numbers only: `score(Yes) = 3/9 · 9/14 = 3/14 ≈ 0.214286`.
pub fn without_formula(step: &Step) -> Chain {
    let skip = usize::from(step.numbers.is_some() && step.chain.rest.len() > 1);
    Chain { lhs: step.chain.lhs.clone(), rest: step.chain.rest.iter().skip(skip).cloned().collect() }
}

/// The number with its address, as counted or rounded: `P(Sunny | Yes) = 2/9`.
pub fn in_short(step: &Step) -> Chain {
    let counted = step.chain.rest.iter().find(|(_, side)| *side == step.shown);
    let last = counted.or(step.chain.rest.last()).cloned();
    Chain { lhs: step.chain.lhs.clone(), rest: last.into_iter().collect() }
}

pub fn decision(fitted: &Fitted, prediction: &Prediction) -> Sentence {
    let (Some(class), Some(posterior)) = (prediction.predicted, &prediction.posterior) else {
        return "The model predicts nothing: the posterior is undefined.".into();
    };
    let name = |class: usize| fitted.classes.get(class).map(Name::to_string).unwrap_or_default();
    // With four decimals, a posterior that is nearly 1 would print as 1.
    let figures = |value: &Number| match value.rounded(Precision::Share) {
        text if text.pointed() == "1" && !text.is_exact() => {
            let mut more = (8..=15).map(|figures| value.rounded(Precision::Figures(figures)));
            let below_1 = more.find(|text| text.pointed().starts_with('0'));
            below_1.map_or_else(|| "nearly 1".into(), Sentence::from)
        }
        text => text.into(),
    };
    let Some(own) = posterior.get(class) else { return Sentence::default() };
    let value = figures(own);
    if !prediction.tied.is_empty() {
        let tied = prediction.tied.len();
        return sentence!("The model cannot decide: {} classes have posterior {}.", tied, value);
    }
    let text = sentence!("The model predicts {}, with posterior {}.", name(class), value);
    let printed = |p: &Number| p.rounded(Precision::Share).pointed().to_owned();
    let mut others = posterior.iter().enumerate().filter(|(other, _)| *other != class);
    match others.find(|(_, value)| printed(value) == printed(own)) {
        None => text,
        Some((other, value)) => {
            let by = own.sub(value).significant(3);
            text.and(sentence!(" The posterior of {} is smaller by ≈ {}.", name(other), by))
        }
    }
}

fn step_by_step(fitted: &Fitted, case: Option<&Case>, steps: &[Step]) -> Document {
    let mut out = Document::headed("Step by step");
    let mut shown: Vec<&Step> = steps.iter().filter(|step| is_shown(step, steps)).collect();
    let goal = shown.last().map(|step| &step.of);
    let folds = shown.len() > WRITTEN_OUT;
    let is_folded = |step: &&Step| folds && step.rule.is_estimate() && Some(&step.of) != goal;
    let in_matrices = |class: &Name| matrices(fitted, case, class);
    // The matrices of q contain the steps that lead to it.
    shown.retain(|step| match &step.of {
        of if Some(of) == goal => true,
        Quantity::Difference { class, .. } | Quantity::Solved { class, .. } => in_matrices(class).is_empty(),
        _ => !is_folded(step),
    });
    let mut folded: Vec<&Step> = steps.iter().filter(is_folded).collect();
    folded.sort_by_key(|step| step.rule as usize);
    if let Some(Step { of, .. }) = folded.first() {
        let from = if fitted.data.is_given() { "" } else { " estimated from the rows" };
        out.text(format!("Parameters{from}, one on each line. Pass --quantity \"{of}\" to write one out."));
        out.grid(super::why::folded(&folded));
    }
    let chains = |step: &Step| match &step.of {
        Quantity::SquaredDistance(class) => in_matrices(class),
        _ => Vec::new(),
    };
    out.append(written_out(fitted, &shown, &mut Vec::new(), chains));
    out
}

/// Each step with its title, its rule if it is not `explained` yet, the rows it counted, and its `chains`, by default its
/// own.
pub(super) fn written_out(
    fitted: &Fitted,
    steps: &[&Step],
    explained: &mut Vec<Rule>,
    chains: impl Fn(&Step) -> Vec<Chain>,
) -> Document {
    let mut out = Document::default();
    let addresses: Vec<&Quantity> = steps.iter().map(|step| &step.of).collect();
    for (step, rows) in steps.iter().zip(rows_behind(fitted, &addresses, LISTED)) {
        out.text(sentence(fitted, step, &rows, !explained.contains(&step.rule)));
        explained.push(step.rule);
        let chains = Some(chains(step)).filter(|chains| !chains.is_empty());
        out.blocks.extend(chains.unwrap_or_else(|| vec![step.chain.clone()]).into_iter().map(Block::Formula));
    }
    out
}

/// x − μ, Σ⁻¹(x − μ) and q of a class in matrices; none where they are too wide, or the model has no joint density.
fn matrices(fitted: &Fitted, case: Option<&Case>, class: &Name) -> Vec<Chain> {
    let (Some(case), Some(at)) = (case, fitted.class(class.as_str())) else { return Vec::new() };
    let any = || Name::new("");
    let kinds = [
        RowKind::Difference { feature: any() },
        RowKind::Solved { feature: any() },
        RowKind::SquaredDistance,
    ];
    kinds.iter().filter_map(|kind| in_matrices(fitted, case, at, kind)).collect()
}

/// If more steps than this are shown, those that estimate a parameter have a line each.
const WRITTEN_OUT: usize = 30;

/// Whether a step is shown. Counts are part of the step that uses them, and the entries of a large inverse are part of
/// the matrix, unless they are the goal.
pub(super) fn is_shown(step: &Step, steps: &[Step]) -> bool {
    let in_matrix = step.rule == Rule::Inverse && matches!(step.formula, Expr::Juxt(_) | Expr::Num(_));
    let in_another = in_matrix || step.rule.is_count() || matches!(step.rule, Rule::Chosen | Rule::LeftOut);
    !in_another || steps.last().is_some_and(|last| last.of == step.of)
}

/// The title of a step, its rule if that is new, and the rows it counted.
fn sentence(fitted: &Fitted, step: &Step, rows: &RowsCounted, new: bool) -> String {
    let title = with_capital(step.title.clone());
    let mut text = if new { format!("{title}. {}", step.rule.sentence()) } else { format!("{title}.") };
    if rows.total > 0 {
        let weight = |row| fitted.weight(row).map(|weight| format!(" ({weight})")).unwrap_or_default();
        let named = rows.rows.iter().map(|row| format!("{}{}", row + 1, weight(*row)));
        let list = first_of(named, rows.total);
        let weights = if fitted.weight_column().is_some() { ", with their weights" } else { "" };
        let noun = if rows.total == 1 { "Row" } else { "Rows" };
        text.push_str(&format!(" {noun} counted{weights}: {list}."));
    }
    text
}

const SHORT: usize = 24;

pub(super) fn purpose(kind: &RowKind, by_value: bool) -> Cow<'static, str> {
    let text = match kind {
        RowKind::Value { feature, value }
            if !by_value && display_width(feature.as_str()) + display_width(value.as_str()) < SHORT =>
        {
            return format!("Multiply by how often {feature}={value} occurs in each class.").into();
        }
        RowKind::Word { times, .. } if *times != 1 => {
            return format!(
                "The word occurs in the document {times} times, so multiply by its share {times} times."
            )
            .into();
        }
        RowKind::Density { feature, value } => {
            return format!("Multiply by each class's normal density of {feature} at {value}.").into();
        }
        RowKind::Value { .. } if by_value => {
            "Multiply what you have by how common each class is among the rows with this value, divided by its prior."
        }
        RowKind::Prior => "Begin with the prior: how common each class is.",
        RowKind::Value { .. } => "Multiply by how often this value occurs in each class.",
        RowKind::Word { .. } => "Multiply by the share of this word among the words of each class.",
        RowKind::Absent { .. } => {
            "The word does not occur in the document: multiply what you have by 1 minus its share."
        }
        RowKind::Difference { .. } => "Subtract the mean of each class from the numbers of the case.",
        RowKind::Solved { .. } => "Multiply the matrix Σ⁻¹ by the column x − μ, one row of Σ⁻¹ at a time.",
        RowKind::SquaredDistance => {
            "Multiply x − μ by Σ⁻¹(x − μ), feature by feature, and add: the squared distance from each mean."
        }
        RowKind::Together => "Multiply by each class's joint normal density of all numbers of the case.",
        RowKind::Weight { .. } => "Multiply the number of the case by its weight θ, and add it.",
        RowKind::Intercept => "Add θ₀, which holds the priors and the means.",
        RowKind::Linear => "The sum is z, the log-odds of the posterior up to a term that all classes share.",
        RowKind::Decide => "Decide by the posterior.",
        RowKind::Squashed => "The result is the same posterior as from multiplying densities.",
        RowKind::Score => "The score of each class is the product of its prior and all its factors.",
        RowKind::Divide => {
            "The scores do not add to 1. Their sum is the evidence P(x). Divide each score by P(x) to get the posterior."
        }
    };
    text.into()
}
