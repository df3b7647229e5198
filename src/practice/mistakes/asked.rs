//! The quantity of a question, its place in the model, its right numbers, and how message templates are filled.

use super::gda::{self, is_shared};
use super::overlay::{Cell, Count, SLOW, whole};
use super::{bayes, counting, quality, scopes, smoothing};
use crate::math::symbols::VARIANCE;
use crate::math::{
    Event, Expr, Linear, Name, Number, Operation, Quantity, Sentence, SentencePiece, ToSentence, sentence,
};
use crate::model::{Case, CaseCell, Factor, FactorForm, Fitted};
use crate::worked::{CaseTerm, Context, TermKind, Variations};
use std::cell::RefCell;

pub(super) struct Asked<'a> {
    pub context: Context<'a>,
    pub fitted: &'a Fitted,
    pub quantity: Quantity,
    pub place: Place,
    pub ln: bool,
    /// The formula of the question, if the mistakes are made at its parts, and whether the question asks for its logarithm.
    pub formula: Option<(Quantity, bool)>,
    pub terms: Vec<CaseTerm>,
    value_alone: Option<Event>,
    variations: RefCell<Variations<'a>>,
}

impl<'a> Asked<'a> {
    /// `None` if the catalogue has no mistakes for such a quantity, or the model does not have it.
    pub fn new(
        fitted: &'a Fitted,
        case: Option<&'a Case>,
        quantity: Quantity,
        ln: bool,
        value_alone: Option<Event>,
    ) -> Option<Asked<'a>> {
        let context = Context { fitted, case };
        let place = Place::of(&quantity)?;
        let terms = context.terms().unwrap_or_default();
        let mut variations = Variations::new(context);
        variations.right(&quantity).ok()?;
        let variations = RefCell::new(variations);
        Some(Asked { context, fitted, quantity, place, ln, formula: None, terms, value_alone, variations })
    }

    /// What an answer is about: the quantity or the formula that contains it, and whether the question asks for its logarithm.
    pub fn goal(&self) -> (&Quantity, bool) {
        self.formula.as_ref().map_or((&self.quantity, self.ln), |(formula, ln)| (formula, *ln))
    }

    pub fn variations(&self) -> std::cell::RefMut<'_, Variations<'a>> {
        self.variations.borrow_mut()
    }

    pub fn right(&self, quantity: &Quantity) -> Option<Number> {
        self.variations().right(quantity).ok().flatten()
    }

    pub fn number(&self, quantity: &Quantity) -> Sentence {
        let shown = self.variations().shown(quantity);
        let exact = self.right(quantity).filter(Number::is_exact);
        match (shown, exact) {
            (Ok(shown), Some(_)) if Linear::default().expr(&shown).chars().count() <= SHORT => {
                shown.to_sentence()
            }
            _ => self.right(quantity).map_or_else(|| "0/0".into(), |value| text(&value)),
        }
    }

    /// The name of a quantity. If the case is a single value, the value is written instead of x.
    pub fn name(&self, quantity: &Quantity) -> String {
        let put = |event: &Event| match (&self.value_alone, event) {
            (Some(value), Event::Case) => value.clone(),
            _ => event.clone(),
        };
        match quantity {
            Quantity::Prob { event, given } => {
                Quantity::Prob { event: put(event), given: given.as_ref().map(put) }.to_string()
            }
            other => other.to_string(),
        }
    }

    /// The class of the quantity; the first class if it has none.
    pub fn class(&self) -> Option<usize> {
        match self.quantity.class() {
            Some(class) => self.fitted.class(class.as_str()),
            None => (!self.fitted.classes.is_empty()).then_some(0),
        }
    }

    pub fn class_name(&self) -> Name {
        self.class()
            .and_then(|class| self.fitted.classes.get(class))
            .cloned()
            .unwrap_or_else(|| Name::new(""))
    }

    /// The P(v | c) of the question, else the first one that the quantity rests on.
    pub fn cell(&self) -> Option<Cell<'a>> {
        let class = || self.class_name();
        let quantity = match &self.quantity {
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) }
            | Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
                Quantity::conditional(feature, value, class)
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
                Quantity::conditional(feature, value, &class())
            }
            _ => {
                let counted = |term: &&CaseTerm| !matches!(term.kind, TermKind::Density | TermKind::Together);
                self.terms.iter().find(counted)?.quantity(&class())
            }
        };
        Cell::of(&quantity, self.fitted)
    }

    /// Fills the holes of a template, those of `own` first; `None` if one of them has no value.
    pub fn say(&self, template: &str, own: &dyn Fn(&str) -> Option<Sentence>) -> Option<Sentence> {
        let mut parts = template.split('{');
        let mut whole = Sentence::from(parts.next().unwrap_or_default());
        for part in parts {
            let (hole, words) = part.split_once('}')?;
            whole.push(own(hole).or_else(|| self.hole(hole))?);
            whole.push(words);
        }
        Some(whole)
    }

    /// The text of a hole: names and numbers of the class, of [`Asked::cell`], and of the density or count of the
    /// question. Other names are those of the formulas.
    fn hole(&self, name: &str) -> Option<Sentence> {
        let fitted = self.fitted;
        let class = || self.class_name();
        let cell = || self.cell();
        let rows_of_class = || Some(fitted.class_count(self.class()?));
        let normal = || gda::example(self);
        let sigma = || gda::sigma(fitted, Some(&class()));
        let own = || gda::own_sums(self).map(|(_, own)| own);
        let sums_of_all = || Some(gda::Sums::all(fitted, gda::own_sums(self)?.0));
        let entry = || gda::EntrySums::of(&self.quantity, fitted);
        let rate = || gda::rate(self);
        let value = |of: &Quantity| self.right(of).map_or_else(|| "0/0".into(), |value| text(&value));
        Some(match name {
            "asked" => self.quantity.to_sentence(),
            "name asked" => self.name(&self.quantity).into(),
            "meaning asked" => quality::meant(self, &self.quantity).into(),
            "class" => class().to_sentence(),
            "class documents" => several(rows_of_class()?, "documents"),
            "rows" => fitted.rows().to_sentence(),
            "rows and one" => (fitted.rows() + 1).to_sentence(),
            "all rows" => several(fitted.rows(), "rows"),
            "rows of class" => rows_of_class()?.to_sentence(),
            "rows of class with unit" => several(rows_of_class()?, "rows"),
            "other rows" => several(fitted.rows().saturating_sub(rows_of_class()?), "others"),
            "rows of each class" => self.rows_of_each_class(),
            "rows by class" => {
                let counts = (0..fitted.classes.len()).map(|class| fitted.class_count(class));
                list(&counts.collect::<Vec<_>>())
            }
            "first class" => fitted.classes.first()?.to_sentence(),
            "second class" => fitted.classes.get(1)?.to_sentence(),
            "class of the largest score" => self.largest()?.to_sentence(),
            "factors" => self.factors_with_repeats().to_sentence(),
            "prior" => self.equation(&Quantity::prior(&class())),
            "prior and factors" => bayes::prior_and_factors(self),
            "likelihood" => self.equation(&Quantity::likelihood(&class())),
            "score" => value(&Quantity::score(&class())),
            "evidence" => self.name(&Quantity::evidence()).into(),
            "sum of scores" => {
                self.right(&Quantity::evidence()).map_or_else(|| "0".into(), |sum| rounded(&sum))
            }
            "sum of likelihoods" => {
                let each = fitted.classes.iter().map(|class| self.right(&Quantity::likelihood(class)));
                let sum = each.reduce(|sum, next| Some(sum?.add(&next?))).flatten();
                sum.map_or_else(|| "0/0".into(), |sum| text(&sum))
            }
            "share" => self.name(&cell()?.quantity()).into(),
            "class of share" => cell()?.class_name().to_sentence(),
            "value" => cell()?.value_name().to_sentence(),
            "feature" => cell()?.factor.name.to_sentence(),
            "feature=value" => describe_value(cell()?.factor, &cell()?.value_name()),
            "unit" => cell()?.factor.form.unit().into(),
            "sort of value" => if cell()?.factor.is_words() { "word" } else { "value" }.into(),
            "outcomes" => cell()?.sorts(),
            "total with unit" => several(count_text(&cell()?.total()), cell()?.factor.form.unit()),
            "all with unit" => several(count_text(&cell()?.all()), cell()?.factor.form.unit()),
            "words once with unit" => several(text(&self.value("words once")?), "words"),
            "rows with value" => {
                let cell = cell()?;
                counting::with_value(count_text(&cell.of_value()), cell.factor, &cell.value_name())
            }
            "unsmoothed" => smoothing::unsmoothed(self)?,
            "value of 0" => smoothing::zero(self)?.value_name().to_sentence(),
            "class of 0" => smoothing::zero(self)?.class_name().to_sentence(),
            "unknown" => smoothing::first_unknown(self)?.0.name.into(),
            "total with unknown" => {
                let (_, factor) = smoothing::first_unknown(self)?;
                let alphas = fitted.alpha() * whole(factor.outcomes() as u64);
                count_text(&(whole(factor.total(self.class()?)) + alphas))
            }
            // In a Bernoulli model a word has two outcomes for any vocabulary.
            "k with unknown" => {
                let (word, factor) = smoothing::first_unknown(self)?;
                (factor.form != FactorForm::Presence).then_some(word.k)?.to_sentence()
            }
            "α of the model" => count_text(fitted.alpha()),
            "words of class" => bayes::words(fitted, self.class())?.to_sentence(),
            "words in all" => bayes::words(fitted, None)?.to_sentence(),
            "event model" if self.any(|factor| factor.form == FactorForm::Words) => "multinomial".into(),
            "event model" => "Bernoulli".into(),
            "absent" => bayes::absent(self)?,
            "repeated" => bayes::repeated(self)?.value.to_sentence(),
            "times" => bayes::repeated(self)?.times.to_sentence(),
            "word repeated in the case" => bayes::repeated_in_case(self)?.0,
            "repeats in the case" => bayes::repeated_in_case(self)?.1.to_sentence(),
            "logarithms" => bayes::logarithms(self, 1.0),
            "logarithms to base 10" => bayes::logarithms(self, std::f64::consts::LN_10),
            "n" => self.rows_of_normal()?.to_sentence(),
            "n − 1" => self.rows_of_normal()?.saturating_sub(1).to_sentence(),
            "x" => rounded_float(normal()?.x),
            "distance" => rounded_float(normal()?.distance.abs()),
            "z" => rounded_float(normal()?.distance / normal()?.deviation()),
            "sign of variance" => VARIANCE.to_sentence(),
            "spread here" => normal().map_or_else(Sentence::default, |normal| {
                sentence!(" (here the standard deviation is {})", rounded_float(normal.deviation()))
            }),
            "exponent" => rounded_float(gda::exponent(self)?),
            "exponent without ½" => rounded_float(2.0 * gda::exponent(self)?),
            "exponent without sign" => rounded_float(-gda::exponent(self)?),
            "dimensions" => sigma()?.d().to_sentence(),
            "det" => rounded_float(sigma()?.log_det.exp()),
            "each class has its own" if is_shared(fitted) => Sentence::default(),
            "each class has its own" => ". Each class has its own, so it does not cancel".into(),
            "q with Σ" => {
                let (distances, sigma) = gda::of_case(&self.context, &class())?;
                rounded_float(gda::quadratic_with_sigma(&distances, sigma))
            }
            // If the question asks for Σ, its entries are the answer.
            "such as" if self.place == Place::Sigma => Sentence::default(),
            "such as" => {
                sentence!(", such as {}", rounded_float(sigma()?.entry(0, 1)))
            }
            "own rows" => several(own().map(|own| own.n).or_else(|| Some(entry()?.rows))?, "rows"),
            "own mean" => rounded_float(own()?.mean),
            "N" => sums_of_all()?.n.to_sentence(),
            "mean of all" => rounded_float(sums_of_all()?.mean),
            "means of all rows" => {
                let means = gda::around_one_mean(fitted)?.mean;
                Sentence::join(means.iter().take(4).map(|mean| rounded_float(*mean)), ", ")
            }
            "divisor" => {
                let groups = |entry: &gda::EntrySums| entry.class.map_or(fitted.classes.len(), |_| 1);
                let less = scopes::less(fitted);
                match entry() {
                    Some(entry) => entry.rows - less * groups(&entry) as f64,
                    None => own()?.n - less,
                }
                .to_sentence()
            }
            "deviations" => {
                let entry = entry()?;
                let sigma = fitted.gda()?.sigma(entry.class.unwrap_or(0))?;
                let deviation = |at: usize| rounded_float(sigma.entry(at, at).sqrt());
                list(&[deviation(entry.pair.0), deviation(entry.pair.1)])
            }
            "prior part" => {
                let of_class = self.quantity.class().is_some();
                let what = if of_class { "ln P(c)" } else { "the log-odds of the priors" };
                sentence!("{} = {}", what, rounded_float(gda::prior_part(self)?))
            }
            "θ₀" => rounded_float(self.right(&Quantity::theta(None, self.quantity.class()))?.to_f64()),
            "λ" => rounded_float(gda::example_of_count(self)?.0),
            "times counted" => gda::example_of_count(self)?.1.to_sentence(),
            "sum" => rate()?.1.sum.to_sentence(),
            "counted" => rate()?.0.name.to_sentence(),
            "counted rows" => several(rate()?.1.n, "rows"),
            "λ of all" => rounded_float(gda::overall_rate(rate()?.0)?.to_f64()),
            "evaluated" => text(&self.right(&Quantity::matrix(None, None))?),
            "tested on" => quality::verdicts(fitted)?.tested_on().into(),
            "tied pairs" => several(quality::pairs(self)?[1], "tied pairs"),
            "right rows" => several(text(&quality::right_rows(self)?), "rows"),
            "most common class" => {
                // In the test rows another class may be the most common one.
                let (class, most, _) = quality::most_common(fitted)?;
                let baseline = quality::verdicts(fitted)?.majority();
                baseline.is_none_or(|(rows, _)| rows != most).then(|| class.to_sentence())?
            }
            "class of the baseline" => {
                let (_, class) = quality::verdicts(fitted)?.majority()?;
                class.map_or("the majority class of a fold’s training rows", Name::as_str).into()
            }
            "first" | "second" | "whole" => scopes::of_formula(self, name)?.to_sentence(),
            "combined" => match scopes::operation(self)? {
                Operation::Add => "added".into(),
                Operation::Subtract => "subtracted".into(),
                Operation::Multiply => "multiplied".into(),
                Operation::Divide => "divided".into(),
            },
            _ => text(&self.value(name)?),
        })
    }

    fn value(&self, name: &str) -> Option<Number> {
        if let Some(Expr::Num(number)) = scopes::of_asked(self, name) {
            return Some(number);
        }
        let cell = self.cell()?;
        let slow = SLOW.iter().find(|(known, _)| *known == name);
        slow.map(|(_, of)| of(self, cell.factor, cell.class).into()).or_else(|| cell.number(name))
    }

    /// `P(Yes) = 9/14`
    pub fn equation(&self, of: &Quantity) -> Sentence {
        sentence!("{} = {}", self.name(of), self.number(of))
    }

    /// `, which has 5 rows of No and 9 rows of Yes`; empty where there are many classes.
    fn rows_of_each_class(&self) -> Sentence {
        const LISTED: usize = 4;
        let rows = (0..)
            .zip(&self.fitted.classes)
            .map(|(at, class)| sentence!("{} of {}", several(self.fitted.class_count(at), "rows"), class));
        let rows: Vec<Sentence> = rows.collect();
        if rows.len() <= LISTED { sentence!(", which has {}", list(&rows)) } else { Sentence::default() }
    }

    fn rows_of_normal(&self) -> Option<u64> {
        Some(match &self.quantity {
            Quantity::Var { feature, .. } => self.fitted.factor(feature.as_str())?.normal(self.class()?)?.n,
            _ => gda::example(self)?.n,
        })
    }

    pub fn factors_with_repeats(&self) -> u64 {
        self.terms.iter().map(|term| u64::from(term.times)).sum()
    }

    pub fn largest(&self) -> Option<&'a Name> {
        let classes = self.fitted.classes.iter();
        let scores = classes.filter_map(|class| Some((class, self.right(&Quantity::score(class))?)));
        let (largest, _) = scores.reduce(|a, b| if b.1.compare(&a.1).is_gt() { b } else { a })?;
        Some(largest)
    }

    /// How far along the list of classes another one is, so that swapping two classes is one mistake.
    pub fn distance_to(&self, other: &Name) -> Option<usize> {
        let (other, own, k) = (self.fitted.class(other.as_str())?, self.class()?, self.fitted.classes.len());
        Some((other + k - own) % k)
    }

    pub fn factors(&self) -> Vec<&'a Factor> {
        if !self.is_about_case() {
            let own = self.quantity.feature().and_then(|feature| self.fitted.factor(feature.as_str()));
            return own.into_iter().collect();
        }
        let used = |factor: &&Factor| self.terms.iter().any(|term| term.feature == factor.name);
        self.fitted.factors().iter().filter(used).collect()
    }

    pub fn any(&self, is: impl Fn(&Factor) -> bool) -> bool {
        self.factors().into_iter().any(is)
    }

    pub fn is_about_case(&self) -> bool {
        self.place == Place::Likelihood || self.is_of_scores()
    }

    pub fn is_of_scores(&self) -> bool {
        matches!(self.place, Place::Score | Place::Evidence | Place::Posterior)
    }

    pub fn cells(&self) -> &'a [CaseCell] {
        self.context.case.map(|case| case.cells.as_slice()).unwrap_or_default()
    }

    pub fn is_of_one_value(&self) -> bool {
        self.value_alone.is_some()
    }

    pub fn is_of_shares(&self) -> bool {
        (self.is_about_case() || matches!(self.place, Place::Conditional | Place::Alone))
            && self.any(|factor| !factor.is_number())
    }

    pub fn is_smoothed(&self) -> bool {
        self.is_of_shares() && !self.fitted.data.is_given() && !num_traits::Zero::is_zero(self.fitted.alpha())
    }

    pub fn posteriors(&self) -> Vec<Quantity> {
        self.fitted.classes.iter().map(Quantity::posterior).collect()
    }

    /// The right posteriors; `None` if they are undefined or there is no case.
    pub fn right_posteriors(&self) -> Option<Vec<Number>> {
        self.context.case?;
        self.posteriors().iter().map(|of| self.right(of)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Prior,
    Conditional,
    /// P(c | w) or P(w) of a word or value alone, without a case.
    Alone,
    Likelihood,
    Score,
    Evidence,
    Posterior,
    Density,
    Count,
    Values,
    Mean,
    /// σ² of one feature by itself.
    Variance,
    /// An entry of Σ or Σ⁻¹, a correlation, or |Σ|.
    Sigma,
    Difference,
    /// An entry of Σ⁻¹(x − μ).
    Solved,
    SquaredDistance,
    Matrix,
    Quality,
    Cost,
    Formula,
    /// θ, the linear forms and their posteriors.
    Linear,
}

impl Place {
    pub fn of(quantity: &Quantity) -> Option<Place> {
        Some(match quantity {
            Quantity::Prob { event: Event::Class(_), given: None } => Place::Prior,
            Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) } => Place::Conditional,
            Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) } => Place::Likelihood,
            Quantity::Prob { event: Event::Case, given: None } => Place::Evidence,
            Quantity::Prob { event: Event::Class(_), given: Some(Event::Case) } => Place::Posterior,
            Quantity::Prob { .. } => Place::Alone,
            Quantity::Score(_) => Place::Score,
            Quantity::Density { .. } => Place::Density,
            Quantity::Count { .. } | Quantity::Rows => Place::Count,
            Quantity::Values(_) => Place::Values,
            Quantity::Mean { .. } => Place::Mean,
            Quantity::Var { .. } => Place::Variance,
            Quantity::Cov { .. }
            | Quantity::Det { .. }
            | Quantity::Inverse { .. }
            | Quantity::Correlation { .. } => Place::Sigma,
            Quantity::Difference { .. } => Place::Difference,
            Quantity::Solved { .. } => Place::Solved,
            Quantity::SquaredDistance(_) | Quantity::Tail(_) => Place::SquaredDistance,
            Quantity::Discriminant(_)
            | Quantity::Theta { .. }
            | Quantity::Logit
            | Quantity::Sigmoid
            | Quantity::Softmax(_) => Place::Linear,
            Quantity::Matrix { .. } => Place::Matrix,
            Quantity::Quality(_) => Place::Quality,
            Quantity::Cost { class: None, .. } => Place::Cost,
            Quantity::Formula(_) => Place::Formula,
            // α is given, and the catalogue has no mistakes with the log-likelihood or with draws.
            _ => return None,
        })
    }
}

pub(super) fn describe_value(factor: &Factor, value: &Name) -> Sentence {
    if factor.is_words() { value.to_sentence() } else { sentence!("{}={}", factor.name, value) }
}

pub(super) fn count_text(count: &Count) -> Sentence {
    text(&Number::Exact(count.clone()))
}

const FIGURES: usize = 4;
/// Longer fractions are shown as decimals.
const SHORT: usize = 9;

pub(crate) fn text(number: &Number) -> Sentence {
    let fraction =
        number.to_fraction().map(|text| text.strip_suffix("/1").map(str::to_owned).unwrap_or(text));
    match fraction.filter(|text| text.chars().count() <= SHORT) {
        Some(text) => text.replace('-', "−").into(),
        None => rounded(number),
    }
}

pub(super) fn rounded(number: &Number) -> Sentence {
    let digits = number.significant(FIGURES);
    match digits.pointed().strip_prefix('-') {
        Some(digits) => SentencePiece::Number(format!("−{digits}")).into(),
        None => digits.into(),
    }
}

pub(super) fn rounded_float(value: f64) -> Sentence {
    rounded(&Number::Float(value))
}

/// `1 row`, `9 rows`: a count with its unit.
pub(super) fn several(count: impl ToSentence, unit: &str) -> Sentence {
    let count = count.to_sentence();
    let one = unit.strip_suffix('s').filter(|_| count.plain() == "1");
    sentence!("{} {}", count, one.unwrap_or(unit))
}

/// `a`, `a and b`, `a, b and c`
pub(crate) fn list(parts: &[impl ToSentence]) -> Sentence {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            sentence!("{} and {}", Sentence::join(rest, ", "), last)
        }
        Some((last, _)) => last.to_sentence(),
        None => Sentence::default(),
    }
}
