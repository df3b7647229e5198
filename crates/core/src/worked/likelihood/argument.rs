//! The whole argument for one formula: ℓ with the parameter, its slope, where the slope is 0 (the equation is solved step by
//! step as in the notes, and it says why an estimate may lie elsewhere), and ℓ beside that point.

use super::parameter::{Chance, Parameter};
use crate::math::{Chain, Event, Expr, Name, Number, Quantity, Share, symbols};
use crate::model::{Fitted, Gda, Rate};
use crate::recipe::Variance;
use crate::worked::gaussian::known;
use crate::worked::gda::{count, inverse_of};
use crate::worked::route::{has_big, spelled_out, tidy};
use crate::worked::{
    Context, QuantityWorking, Result, Step, WorkedError, derive, parameters, weighed_sample,
};
use serde::Serialize;
use std::collections::HashSet;
use std::mem::discriminant;

#[derive(Clone, Debug)]
pub struct Argument {
    pub parameter: Quantity,
    /// Its value in the model; `None` for 0/0.
    pub value: Option<Number>,
    /// ℓ of the training rows; `None` for minus infinity.
    pub log_likelihood: Option<Number>,
    pub passages: Vec<Passage>,
    pub slope: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Passage {
    pub text: String,
    #[serde(rename = "formulas")]
    pub chains: Vec<Chain>,
}

impl Passage {
    pub(in crate::worked) fn new(text: impl Into<String>, chains: Vec<Chain>) -> Self {
        Passage { text: text.into(), chains }
    }
}

/// The argument for the formula of a parameter.
///
/// # Errors
/// When the quantity is not a parameter of the model.
pub fn argue(fitted: &Fitted, parameter: &Quantity) -> Result<Argument> {
    let context = Context { fitted, case: None };
    let of = Parameter::of(parameter, &context).map_err(|error| none(error, fitted, parameter))?;
    let (address, share) = (of.address(), of.share(&context)?);
    let slope = address.clone().slope();
    let mut goals = share.quantities();
    if let Parameter::Chance(chance) = &of {
        let added = chance.added_slope();
        let parts = [&chance.count, &chance.rest, &chance.total].into_iter().chain(&added);
        goals.extend(parts.flat_map(Expr::quantities));
    }
    goals.extend([address.clone(), slope.clone()]);
    let working = QuantityWorking::new(fitted, None, &goals, &[])?;
    let now = Some(fitted.log_likelihood()).filter(|ln| ln.is_finite());
    let slope_steps = derive(fitted, None, &slope)?;
    let solved = Solved { of: &of, address: &address, context, working };
    let what = if fitted.is_dense() { "density" } else { "probability" };
    let of_all = format!(
        "The likelihood is the {what} that the model gives to all training rows together. Its logarithm ℓ is highest at the same place and is a sum over the rows."
    );
    let mut passages = vec![
        Passage::new(of_all, vec![all_rows(fitted, now)]),
        Passage::new(of_share(&of, &address), vec![solved.with_rest(&share, now)]),
    ];
    let chains = slope_steps.last().map(|step| step.chain.clone()).into_iter().collect();
    passages.push(Passage::new(of_slope(&of, &address), chains));
    passages.extend(solved.passages());
    Ok(Argument {
        value: solved.working.evaluator.lookup(&address),
        parameter: address,
        log_likelihood: now.map(Number::Float),
        passages,
        slope: slope_steps,
    })
}

/// The error for a quantity that is not a parameter, with one parameter of each kind.
fn none(error: WorkedError, fitted: &Fitted, asked: &Quantity) -> WorkedError {
    let WorkedError::NotHere = error else { return error };
    let kind = |of: &Quantity| (discriminant(of), matches!(of, Quantity::Prob { given: Some(_), .. }));
    let (mut some, mut seen) = (parameters(fitted), HashSet::new());
    some.retain(|parameter| seen.insert(kind(parameter)));
    WorkedError::NoParameter { quantity: asked.clone(), parameters: some }
}

/// `ℓ = ∑ ln(P(y) · P(x | y)) ≈ …`, row by row.
fn all_rows(fitted: &Fitted, now: Option<f64>) -> Chain {
    let prior = Expr::general(symbols::P, Expr::of_row(symbols::Y), None);
    let head = if fitted.is_dense() { symbols::DENSITY } else { symbols::P };
    let likelihood = Expr::general(head, Expr::of_row(symbols::X), Some(Expr::of_row(symbols::Y)));
    let body = weighed_sample((prior * likelihood).ln(), &Context { fitted, case: None });
    let sum = Expr::over_rows(Expr::int(fitted.table_rows()), body, Vec::new());
    ended(Chain::new(Quantity::LogLik(Share::Whole).into()).eq(sum), now)
}

fn ended(chain: Chain, now: Option<f64>) -> Chain {
    match now {
        Some(now) => chain.approx(Expr::float(now)),
        None => chain.eq(Expr::Sym(symbols::INFINITY).negated()),
    }
}

/// A number whose sign is an operator, for use in a sum.
fn signed(value: f64) -> Expr {
    if value < 0.0 { Expr::float(-value).negated() } else { Expr::float(value) }
}

fn of_share(of: &Parameter<'_>, address: &Quantity) -> String {
    let others = match of {
        Parameter::Chance(chance) if chance.outcomes > 2 => {
            format!(" The other probabilities keep their proportions and share 1 − {address}.")
        }
        Parameter::Chance(_) => format!(" The other outcome has the probability 1 − {address}."),
        _ => String::new(),
    };
    format!("Only a part of ℓ changes with {address}.{others} The rest of ℓ is constant.")
}

fn of_slope(of: &Parameter<'_>, address: &Quantity) -> String {
    let rule = match of {
        Parameter::Chance(_) => "The slope of ln P is 1/P, and that of ln(1 − P) is −1/(1 − P).",
        Parameter::Mean { gda: None, .. } => "The slope of −(x − μ)²/(2σ²) in μ is (x − μ)/σ².",
        Parameter::Rate { .. } => "The slope of k ln λ in λ is k/λ, and that of −λ is −1.",
        Parameter::Variance { .. } => {
            "The slope of −ln(σ²)/2 in σ² is −1/(2σ²), and that of −(x − μ)²/(2σ²) is (x − μ)²/(2σ⁴)."
        }
        Parameter::Mean { .. } => "The slope of −(x − μ)ᵀ Σ⁻¹ (x − μ)/2 in μ is Σ⁻¹ (x − μ).",
        Parameter::Entry { .. } => {
            "The slope of −ln |Σ|/2 in Σ is −Σ⁻¹/2, and that of −(x − μ)ᵀ Σ⁻¹ (x − μ)/2 is Σ⁻¹ (x − μ)(x − μ)ᵀ Σ⁻¹/2."
        }
    };
    format!("The slope of ℓ in {address} is its derivative. {rule}")
}

struct Solved<'a> {
    of: &'a Parameter<'a>,
    address: &'a Quantity,
    context: Context<'a>,
    working: QuantityWorking<'a>,
}

impl Solved<'_> {
    /// `ℓ = (the part with the parameter) + the rest`, in addresses and in numbers.
    fn with_rest(&self, share: &Expr, now: Option<f64>) -> Chain {
        let part = self.working.evaluator.known_value_of(share).map(|part| part.to_f64());
        let mut chain = Chain::new(Quantity::LogLik(Share::Whole).into());
        chain = chain.eq(share.clone() + Expr::Text("the rest".into()));
        if let Some((now, part)) = now.zip(part) {
            // A sum over many rows is replaced by its value.
            let short = spelled_out(share);
            let put = if has_big(&short) { signed(part) } else { self.working.put(&short) };
            chain = chain.eq(put + signed(now - part));
        }
        ended(chain, now)
    }

    fn passages(&self) -> Vec<Passage> {
        let n = "This model divides by n − 1 instead, because the mean is estimated from the same rows. Its variance is larger than the maximum-likelihood estimate, so the slope is below 0.";
        let epsilon = "This model adds ε to every variance, so that none can be 0. The estimate is then larger than the value without ε, and the slope is smaller.";
        let fitted = self.context.fitted;
        let is_unbiased = fitted.data.resolved.variance == Variance::Unbiased;
        match self.of {
            Parameter::Chance(chance) => self.chances(chance),
            Parameter::Mean { feature, class, gda: None } => {
                let why = "Multiply by σ²: the variance cancels.";
                vec![self.centre(known(feature, class), symbols::X.into(), why)]
            }
            Parameter::Mean { feature, class, .. } => {
                let why = "Multiply by Σ on the left: the inverse cancels. For each feature the distances from its mean must add to 0.";
                vec![self.centre(count(class), Expr::Text(feature.to_string()), why)]
            }
            Parameter::Rate { feature, rate, class } => vec![self.rate(rate, known(feature, class))],
            Parameter::Variance { .. } => {
                let n = is_unbiased.then(|| Passage::new(n, Vec::new()));
                let epsilon = (fitted.epsilon > 0.0).then(|| Passage::new(epsilon, Vec::new()));
                [Some(self.variance()), n, epsilon].into_iter().flatten().collect()
            }
            Parameter::Entry { at, class, gda, .. } => self.entry(*at, *class, gda),
        }
    }

    /// Some chains, and last the working of the parameter.
    fn and_own(&self, mut chains: Vec<Chain>) -> Vec<Chain> {
        chains.extend(self.working.step(self.address).map(|step| step.chain));
        chains
    }

    fn over_rows(&self, body: Expr) -> Expr {
        Expr::over_rows(symbols::N, weighed_sample(body, &self.context), Vec::new())
    }

    fn own(&self) -> Expr {
        self.address.clone().into()
    }

    /// ∑(x − μ) = 0, so ∑x = n μ.
    fn centre(&self, n: Expr, body: Expr, why: &str) -> Passage {
        let distances = self.over_rows(Expr::of_row(body.clone()) - self.own());
        let sum = Chain::new(self.over_rows(Expr::of_row(body))).eq(n * self.own());
        let text = format!("Set the slope to 0. {why} The solution is the average.");
        Passage::new(text, self.and_own(vec![zero(distances), sum]))
    }

    /// ∑k/λ − n = 0, times λ.
    fn rate(&self, rate: &Rate, n: Expr) -> Passage {
        if rate.sum == 0 {
            let text =
                "Every count of the class is 0, so ℓ falls as λ rises. It is highest at the boundary, λ = 0.";
            return Passage::new(text, self.and_own(Vec::new()));
        }
        let sum = || Expr::int(rate.sum);
        let equation = sum() / self.own() - n.clone();
        let chains = vec![zero(equation), Chain::new(sum()).eq(n * self.own())];
        let text = "Set the slope to 0 and multiply by λ. The solution is the average.";
        Passage::new(text, self.and_own(chains))
    }

    /// −n/(2σ²) + ∑(x − μ)²/(2σ⁴) = 0, times 2σ⁴.
    fn variance(&self) -> Passage {
        let distances = self.over_rows((Expr::of_row(symbols::X) - symbols::MU.into()).squared());
        let n = || Expr::from(symbols::N);
        let chains = vec![
            Chain::new(distances.clone()).eq(n() * self.own()),
            Chain::new(self.own()).eq(distances / n()),
        ];
        let text = "Set the slope to 0 and multiply by 2σ⁴. The solution is the average squared distance from the mean, over n. The last line is the formula of this model.";
        Passage::new(text, self.and_own(chains))
    }

    /// −n/2 Σ⁻¹ + ½ Σ⁻¹ S Σ⁻¹ = 0, times Σ on both sides.
    fn entry(&self, at: (usize, usize), class: Option<&Name>, gda: &Gda) -> Vec<Passage> {
        let [n, sigma, scatter] =
            [symbols::N, symbols::COVARIANCE, symbols::SCATTER].map(|symbol| move || Expr::Sym(symbol));
        let inverse = || inverse_of(sigma());
        let half = Expr::ratio(1, 2) * Expr::Juxt(vec![inverse(), scatter(), inverse()]);
        let matrix = -(n() / Expr::int(2) * inverse()) + half;
        let mut text = String::from(
            "Solve for all entries at once. S is the sum over the rows of the products of the distances from the means. The slopes form a matrix: set it to 0 and multiply by Σ on the left and on the right. The solution is S/n.",
        );
        if at.0 != at.1 {
            text.push_str(
                " An entry off the diagonal is in Σ twice, so its slope is twice that in the matrix.",
            );
        }
        if gda.is_diagonal() {
            text.push_str(" In a diagonal Σ only the entries on the diagonal are parameters.");
        }
        let chains = vec![zero(matrix), Chain::new(sigma()).eq(scatter() / n())];
        let mut all = vec![Passage::new(text, self.and_own(chains))];
        if self.context.fitted.data.resolved.variance == Variance::Unbiased {
            let by =
                if class.is_some() { "the rows of the class minus 1" } else { "the rows minus the classes" };
            let text = format!(
                "This model divides by {by} instead, because the means are estimated from the same rows. So the slope is not 0."
            );
            all.push(Passage::new(text, Vec::new()));
        }
        if gda.ridge > 0.0 {
            let text = "This model adds a ridge to the diagonal of Σ, so that it can be inverted. So the slopes are not 0.";
            all.push(Passage::new(text, Vec::new()));
        }
        all
    }

    fn chances(&self, chance: &Chance) -> Vec<Passage> {
        let (count, total) = (|| chance.count.clone(), || chance.total.clone());
        if chance.counted + chance.others == 0 {
            let estimate = match chance.added {
                Some(_) => "the estimate comes from smoothing alone",
                None => "every value is as good as another",
            };
            let text = format!("No row was counted for it, so ℓ does not change with it: {estimate}.");
            return vec![Passage::new(text, self.and_own(Vec::new()))];
        }
        if chance.outcomes < 2 {
            let text = "There is only one outcome, so its probability must be 1.";
            return vec![Passage::new(text, Vec::new())];
        }
        let numbers = |chain: Chain, expr: Expr| chain.eq(tidy(self.working.put(&expr)));
        let share = Chain::new(self.own()).eq(count() / total());
        let share = numbers(share, count() / total());
        let estimated = chance.added.is_none() && !chance.is_given;
        let alone = if estimated { "" } else { " That is where ℓ alone is highest:" };
        let of = &chance.of;
        let mut all = Vec::new();
        let (text, chains) = if chance.counted == 0 {
            let text = format!(
                "It was never counted, so ℓ has no term with its logarithm (0 · ln 0 is 0 here). The slope is below 0 for every {of}: ℓ is highest at the boundary 0."
            );
            (text, vec![share])
        } else if chance.others == 0 {
            let text = format!(
                "No other outcome was counted, so ℓ has no term with the others. The slope is above 0 for every {of}: ℓ is highest at the boundary 1."
            );
            (text, vec![share])
        } else if chance.outcomes == 2 {
            let text = format!(
                "Set the slope to 0 and multiply by both denominators. The probability is the share of the count in the total.{alone}"
            );
            let equal = Chain::new(count() / self.own()).eq(chance.rest.clone() / self.own().opposite());
            (text, vec![equal, share])
        } else {
            let lambda = || Expr::Sym(symbols::LAMBDA);
            let equation = zero(count() / self.own() - lambda());
            all.push(Passage::new(
                "Set the slopes of all these probabilities to 0 at once. They must add to 1, so use a Lagrange multiplier λ. The slope of ℓ − λ · (their sum − 1) in each of them must be 0:",
                vec![equation, Chain::new(self.own()).eq(count() / lambda())],
            ));
            let text =
                format!("Added over all of them, the left side is 1, so λ is the sum of the counts.{alone}");
            (text, vec![numbers(Chain::new(lambda()).eq(total()), total()), share])
        };
        all.push(Passage::new(text, chains));
        all.extend(self.elsewhere(chance));
        all
    }

    /// Why the estimate is not where ℓ is highest, if it is not.
    fn elsewhere(&self, chance: &Chance) -> Option<Passage> {
        if chance.is_given {
            let slope = self.working.evaluator.lookup(&chance.of.clone().slope());
            let at_top = slope.is_some_and(|slope| slope.is_zero());
            let why = if at_top { "Here it is, by chance." } else { "So the slope is not 0." };
            let text = format!(
                "This prior is not estimated: the recipe gives it. ℓ need not be highest at it. {why}"
            );
            return Some(Passage::new(text, self.and_own(Vec::new())));
        }
        let [own, rest] = chance.added_counts()?;
        let name = if matches!(own, Expr::Of(_)) { "α" } else { "a" };
        let slope = Expr::Of(chance.of.clone().slope());
        let left = match chance.added_slope()? {
            Expr::Add(parts) => Expr::Add(std::iter::once(slope).chain(parts).collect()),
            other => other,
        };
        let add = |one: &Expr, other: Expr| Expr::Add(vec![one.clone(), other]);
        let right = add(&chance.count, own) / self.own() - add(&chance.rest, rest) / self.own().opposite();
        let value = self.working.evaluator.known_value_of(&right).unwrap_or_else(Number::zero);
        let put = self.working.put(&right);
        let chains = vec![Chain::new(left).eq(right).eq(put).eq(Expr::Num(value))];
        let text = format!(
            "This model adds {name} to every count, as if every outcome had been seen {name} times more. So the estimate is where ℓ + {name} · ∑ ln P is highest. The slope of that, with {name} in each count, is 0:"
        );
        Some(Passage::new(text, self.and_own(chains)))
    }
}

fn zero(expr: Expr) -> Chain {
    Chain::new(expr).eq(Expr::int(0))
}

impl Argument {
    pub fn in_notes(&self, fitted: &Fitted) -> Argument {
        let notation = |part: &Expr| match part {
            Expr::Of(quantity) => in_notation(quantity, fitted),
            _ => None,
        };
        let passage = |passage: &Passage| Passage {
            text: passage.text.clone(),
            chains: passage.chains.iter().map(|chain| chain.map(&notation)).collect(),
        };
        Argument { passages: self.passages.iter().map(passage).collect(), ..self.clone() }
    }
}

/// The notation of the notes for a quantity; `None` if it keeps its name.
fn in_notation(quantity: &Quantity, fitted: &Fitted) -> Option<Expr> {
    let phi = |argument: String, given: Option<&Name>| {
        Expr::general(symbols::PHI, Expr::Text(argument), given.map(|class| Expr::Text(format!("y={class}"))))
    };
    let of_class = |class: &Name| format!("y⁽ⁱ⁾ = {class}");
    let one = |condition: String| Expr::Text(format!("1{{{condition}}}"));
    let sum = |body: Expr| {
        let body = weighed_sample(body, &Context { fitted, case: None });
        Expr::over_rows(Expr::Sym(symbols::N), body, Vec::new())
    };
    let is_text = |feature: &Name| Some(fitted.factor(feature.as_str())?.is_words());
    Some(match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => phi(class.to_string(), None),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            phi(format!("{feature}={value}"), Some(class))
        }
        Quantity::Count { event: Event::Class(class), class: None } => sum(one(of_class(class))),
        // Every occurrence of a word in a document counts.
        Quantity::Count { event: Event::Value { feature, value }, class: Some(class) }
            if is_text(feature)? =>
        {
            sum(one(of_class(class)) * Expr::Text(format!("(times {value} occurs in x⁽ⁱ⁾)")))
        }
        Quantity::Count { event: Event::Any(feature), class: Some(class) } if is_text(feature)? => {
            sum(one(of_class(class)) * Expr::Text("(words of x⁽ⁱ⁾)".to_owned()))
        }
        Quantity::Count { event: Event::Value { feature, value }, class: Some(class) } => {
            sum(one(format!("{feature}⁽ⁱ⁾ = {value} ∧ {}", of_class(class))))
        }
        Quantity::Count { event: Event::Any(feature), class: Some(class) } => {
            let (at, of) = (fitted.feature(feature.as_str())?, fitted.class(class.as_str())?);
            match fitted.known(at, of) == fitted.class_count(of) {
                true => sum(one(of_class(class))),
                false => sum(one(format!("{feature}⁽ⁱ⁾ is known ∧ {}", of_class(class)))),
            }
        }
        _ => return None,
    })
}
