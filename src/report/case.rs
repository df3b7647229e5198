//! A case as text: its name and its cells.

use super::document::{Document, Grid, Role, cells, decimal, equals};
use crate::encode::Cuts;
use crate::math::{Expr, Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, CaseCell, CaseValue, Counterfactual, Counterfactuals, Factor, Fitted};
use crate::recipe::{CutSide, Prior, Variance};
use crate::text::{counted, grouped, shorten};
use crate::worked::{
    Against, Agreement, ComparedStep, StepDifference, StepSide, beside_product, distinguishing_figures,
    frequencies,
};

pub fn case_name(case: &Case) -> String {
    case.row.map_or_else(|| "The query".to_owned(), |row| format!("Row {}", row + 1))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    pub name: String,
    pub text: String,
    /// The bin that a number falls into: `bin 3, [800,1200)`.
    pub bin: Option<String>,
}

pub fn cut_points(fitted: &Fitted) -> Vec<String> {
    const LISTED: usize = 12;
    let bins = fitted.convention().cut_side().bins();
    let cut = |factor: &Factor| {
        let (name, texts) = (&factor.name, factor.cuts()?.texts());
        let listed = texts.get(..LISTED).unwrap_or(texts).join(", ");
        let more = if texts.len() > LISTED { ", …" } else { "" };
        Some(match texts.is_empty() {
            true => format!("{name} is not cut"),
            false => format!("{name} is cut at {listed}{more}; bins are {bins}"),
        })
    };
    fitted.factors().iter().filter_map(cut).collect()
}

/// The rules behind the numbers, in short form: α, a prior that is not counted, the divisor of variances, and the cut
/// points.
pub fn rules(fitted: &Fitted) -> Vec<String> {
    let resolved = &fitted.data.resolved;
    let mut short = Vec::new();
    if fitted.is_smoothed() {
        short.push(format!("α = {}", resolved.alpha.text()));
    }
    match &resolved.prior {
        Prior::Counts => {}
        Prior::Laplace(a) => short.push(format!("{} added to each class count of the prior", a.text())),
        Prior::Uniform => short.push("the same prior for every class".to_owned()),
        Prior::Given(_) => short.push("the prior is given".to_owned()),
    }
    if fitted.factors().iter().any(Factor::is_gaussian) {
        let by = if resolved.variance == Variance::Unbiased { "n − 1" } else { "n" };
        short.push(format!("variances divide by {by}"));
    }
    short.extend(fitted.gda().map(|gda| gda.divided(resolved.variance)));
    short.extend(resolved.recipe.decision.as_ref().map(super::decision::rule));
    let short = (!short.is_empty()).then(|| short.join("; "));
    short.into_iter().chain(cut_points(fitted)).collect()
}

/// The cells of a case. For a table of word counts, only the words that occur in the document.
pub fn case_cells(fitted: &Fitted, case: &Case) -> Vec<CellText> {
    let counts = fitted.factors().first().filter(|factor| factor.is_word_counts());
    let words = case.cells.first().map(|cell| &cell.value);
    if let (Some(factor), Some(CaseValue::Words { known, .. })) = (counts, words) {
        let cell = |(word, times): &(usize, u32)| {
            let name = factor.values().get(*word)?.to_string();
            Some(CellText { name, text: times.to_string(), bin: None })
        };
        return known.iter().filter_map(cell).collect();
    }
    let of = |(name, cell): (&Name, &CaseCell)| {
        let cuts = fitted.factor(name.as_str()).and_then(Factor::cuts);
        let bin = if let CaseValue::Value(bin) = cell.value { Some(bin) } else { None };
        let bin = cuts.zip(bin).map(|(cuts, bin)| format!("bin {}, {}", bin + 1, cuts.label(bin).as_str()));
        let text = if cell.text.is_empty() { "missing".to_owned() } else { cell.text.clone() };
        CellText { name: name.to_string(), text, bin }
    };
    fitted.feature_names().zip(&case.cells).map(of).collect()
}

/// The cells on one line: `Outlook = Sunny, area = 890 (bin 3, [800,1200))`.
pub fn cells(fitted: &Fitted, case: &Case) -> String {
    let parts = case_cells(fitted, case).into_iter().map(|cell| {
        let bin = cell.bin.map(|bin| format!(" ({bin})")).unwrap_or_default();
        format!("{} = {}{bin}", cell.name, cell.text)
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "a document without words".to_owned() } else { parts.join(", ") }
}

/// `890 → bin 3, [800,1200), because 800 ≤ 890 < 1200`, with a note for a number on a cut.
pub fn bin_reason(cuts: &Cuts, number: f64, written: &str) -> String {
    let bin = cuts.bin(number);
    let below = bin.checked_sub(1).and_then(|at| cuts.texts().get(at));
    let above = cuts.texts().get(bin);
    let (from, to, side) = match cuts.side {
        CutSide::Above => ("≤", "<", "above"),
        CutSide::Below => ("<", "≤", "below"),
    };
    let because = match (below, above) {
        (None, None) => return format!("{written} → bin 1, the only bin: there are no cuts"),
        (None, Some(high)) => format!("{written} {to} {high}"),
        (Some(low), Some(high)) => format!("{low} {from} {written} {to} {high}"),
        (Some(low), None) => format!("{low} {from} {written}"),
    };
    let on_cut = cuts.values.contains(&number);
    let note = if on_cut { format!(". A number on a cut belongs to the bin {side}.") } else { String::new() };
    format!("{written} → bin {}, {}, because {because}{note}", bin + 1, cuts.label(bin).as_str())
}

const NAMED: usize = 5;

/// The change: `Wind=Weak`, `area in bin [400,800)`, `without Tokyo`.
pub fn change(counterfactual: &Counterfactual) -> String {
    match (&counterfactual.to, &counterfactual.from) {
        (Some(bin), _) if counterfactual.is_bin => format!("{} in bin {bin}", counterfactual.feature),
        (Some(to), _) => format!("{}={}", counterfactual.feature, Name::new(to.as_str())),
        (None, Some(word)) => format!("without {}", Name::new(word.as_str())),
        (None, None) => counterfactual.feature.to_string(),
    }
}

/// The change and what it leads to: `Wind=Weak → Yes 0.6100`.
pub fn counterfactual(fitted: &Fitted, counterfactual: &Counterfactual) -> Sentence {
    let class = |class: &usize| fitted.classes.get(*class).map(Name::to_string).unwrap_or_default();
    let value = counterfactual.posterior.get(counterfactual.predicted).map(decimal).unwrap_or_default();
    let winner = match counterfactual.tied.as_slice() {
        [] => class(&counterfactual.predicted),
        tied => format!("a tie of {} at", tied.iter().map(class).collect::<Vec<_>>().join(" and ")),
    };
    sentence!("{} → {} {}", change(counterfactual), winner, value)
}

/// Compares the counted likelihoods with the naive products; `None` where the values cannot be counted together.
pub fn counted_together(fitted: &Fitted, case: &Case) -> Option<Sentence> {
    let pairs = beside_product(fitted, case);
    if pairs.is_empty() || pairs.len() > NAMED {
        return None;
    }
    let compared = fitted.classes.iter().zip(&pairs).map(|(class, (counted, product))| {
        let counted = Expr::Num(counted.clone());
        let of = Quantity::likelihood(class);
        sentence!("{} = {}, the product is {}", of, counted, decimal(product))
    });
    Some(sentence!("Counted directly, without the naive assumption: {}.", Sentence::join(compared, "; ")))
}

/// The single changes that would flip the prediction, in a sentence; `None` where no change was tried.
pub fn counterfactuals(fitted: &Fitted, counterfactuals: &Counterfactuals) -> Option<Sentence> {
    if counterfactuals.tried == 0 {
        return None;
    }
    let (tried, undecided) = (counterfactuals.tried, counterfactuals.undecided);
    let only = if counterfactuals.cut { format!(" among the first {tried}") } else { String::new() };
    let close = counted(undecided, "change gives", "changes give");
    let close = (undecided > 0).then(|| format!("{close} a near tie, which cannot be decided."));
    let found = &counterfactuals.found;
    if found.is_empty() {
        let other = if undecided > 0 { "other " } else { "" };
        let numbers = if fitted.is_exact() { "" } else { " Numbers are not tried." };
        let none = format!("No {other}single change{only} flips the prediction.{numbers}");
        return Some(Sentence::join(close.into_iter().chain([none]), " "));
    }
    let flips = Sentence::join(found.iter().take(NAMED).map(|found| counterfactual(fitted, found)), "; ");
    let more = found.len().saturating_sub(NAMED) + counterfactuals.more;
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let changes = if found.len() == 1 { "One change" } else { "Each of these single changes" };
    let text = sentence!("{}{} would flip the prediction: {}{}.", changes, only, flips, more);
    Some(Sentence::join([text].into_iter().chain(close.map(Sentence::from)), " "))
}

/// Shown where a case has no natural frequencies.
pub const NO_FREQUENCIES: &str = "Natural frequencies need a known value and at most twelve classes.";

/// The case as counts out of a round number; empty where there are none.
pub fn natural_frequencies(fitted: &Fitted, case: &Case) -> Document {
    let mut out = Document::default();
    let Some(found) = frequencies(fitted, case) else { return out };
    let features = found.branches.first().map_or(0, |branch| branch.fitting.len());
    if features == 0 || found.branches.len() > CLASSES {
        return out;
    }
    out.heading("In natural frequencies");
    let all = grouped(found.of);
    for branch in &found.branches {
        let mut text = sentence!("Of {} cases {} are {}", all, count(&branch.cases), branch.class);
        for (name, value, left) in &branch.fitting {
            text.push(sentence!("; of these {} have {} = {}", count(left), name, value));
        }
        text.push(".");
        out.item(text);
    }
    let first = found.branches.iter().take(1).flat_map(|branch| &branch.fitting);
    let values: Vec<Sentence> = first.map(|(name, value, _)| sentence!("{} = {}", name, value)).collect();
    let (fitting, values) = (count(&found.fitting), Sentence::join(values, ", "));
    let have = if features == 1 { values } else { sentence!("{} together", values) };
    match &found.shares {
        None => out.text(sentence!("No case has {}, so the posterior is undefined.", have)),
        Some(shares) => {
            out.text(sentence!("So {} of {} cases have {}. Of these:", fitting, all, have));
            for (branch, share) in found.branches.iter().zip(shares) {
                let left = count(&branch.left);
                out.item(sentence!("{} are {}: {}/{} {}", left, branch.class, left, fitting, equals(share)));
            }
        }
    }
    out
}

const CLASSES: usize = 12;

fn count(number: &Number) -> Sentence {
    let rounded = number.significant(12);
    match rounded.pointed().parse::<u64>() {
        Ok(whole) => grouped(whole).into(),
        Err(_) => rounded.into(),
    }
}

/// The posterior of each class in both programs: `P(No | x): 0.7201 here, 0.7353 in WEKA`.
fn outcome(against: &Against) -> Vec<Sentence> {
    let text = |value: &Option<Number>| value.as_ref().map_or_else(|| Sentence::from("undefined"), decimal);
    let there = |class: &Name| {
        let found = against.posterior_there.iter().find(|(other, _)| other == class);
        found.map_or_else(|| "not a class".into(), |(_, value)| text(value))
    };
    let line = |(class, value): &(Name, Option<Number>)| {
        let program = against.there.program();
        sentence!("P({} | x): {} here, {} in {}.", class.to_string(), text(value), there(class), program)
    };
    against.posterior_here.iter().map(line).collect()
}

/// One sentence for each reason why the two programs differ, the first difference first.
fn differences(against: &Against) -> Vec<Sentence> {
    let mut found: Vec<(&StepDifference, usize)> = Vec::new();
    for why in against.steps.iter().filter_map(|step| step.why.as_ref()) {
        match found.iter_mut().find(|(first, _)| first.reason == why.reason) {
            Some((_, more)) => *more += 1,
            None => found.push((why, 0)),
        }
    }
    let sentence = |(why, more): (&StepDifference, usize)| match more {
        0 => why.sentence.clone(),
        1 => sentence!("{} 1 more step differs for this reason.", why.sentence),
        more => sentence!("{} {} more steps differ for this reason.", why.sentence, more),
    };
    found.into_iter().map(sentence).collect()
}

pub fn against(against: &Against, name: &str, cells: Option<String>) -> Document {
    let mut out =
        Document::headed(format!("{name}: {} here, and {}", against.here.program(), against.there.program()));
    out.texts(cells);
    out.append(compared(against, 26));
    out
}

/// The posteriors, the differences, and the steps side by side. Steps that agree are folded; the name of a step has at
/// most `step` columns.
pub fn compared(against: &Against, step: usize) -> Document {
    let mut out = Document::default();
    out.items(outcome(against));
    match differences(against).split_first() {
        None => out.say(Role::Strong, against.message.clone()),
        Some((first, others)) => {
            out.say(Role::Strong, sentence!("First difference, {}", first));
            out.items(others.iter());
        }
    }
    out.grid(steps(against, step));
    out.items(against.warnings.iter().map(|warning| format!("{warning}.")));
    out
}

fn steps(against: &Against, name: usize) -> Grid {
    let there = format!("in {}", against.there.program());
    let mut grid = Grid::of(["", "step", ">here"]).numbers([there]).words([""]);
    let differs = |step: &&ComparedStep| step.agreement != Agreement::Agrees;
    let agree = against.steps.len() - against.steps.iter().filter(differs).count();
    if agree > 0 {
        let words = counted(agree, "step agrees", "steps agree");
        grid.push(Role::Secondary, ["=", &words, "", "", ""]);
    }
    for step in against.steps.iter().filter(differs) {
        let (mark, word) = match step.agreement {
            Agreement::Agrees => ("=", "agrees"),
            Agreement::First => ("≠", "differs first"),
            Agreement::Differs => ("≠", "differs"),
            Agreement::Follows => ("·", "follows"),
            Agreement::OnlyHere => ("·", "only here"),
            Agreement::OnlyThere => ("·", "only there"),
        };
        // As many figures as distinguish the two.
        let figures =
            step.here.as_ref().zip(step.there.as_ref()).map_or(5, |(a, b)| distinguishing_figures(a, b));
        let text = |side: &Option<StepSide>| Some(side.as_ref()?.value_text(figures));
        let quantity = shorten(&step.quantity.to_string(), name).into_owned();
        let role = if step.agreement == Agreement::First { Role::Selected } else { Role::Text };
        let [here, there] = [&step.here, &step.there].map(|side| text(side).unwrap_or_default());
        grid.push(role, cells![mark, quantity, here, there, word]);
    }
    grid
}
