//! Finds a typed quantity in the model.
//!
//! Names match exactly first, else without case and Unicode form. A bare name that is not a class is looked up among the
//! values and words, and rejected with the candidates if several match.

use super::definition::Context;
use super::error::WorkedError;
use super::quantities::nearest_quantities;
use crate::math::{Event, Name, Quality, Quantity, Several, Share};
use crate::model::{Factor, Fitted, Gda};
use crate::recipe::folded;

#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    pub quantity: Quantity,
    pub notes: Vec<String>,
}

/// Parses a quantity and finds its names in the model.
///
/// # Errors
/// If the text is not a quantity, or a name is not found or matches several.
pub fn resolve_quantity(fitted: &Fitted, text: &str) -> Result<Resolution, WorkedError> {
    let typed: Quantity = text.parse().map_err(|cause| WorkedError::Unreadable {
        text: text.to_owned(),
        cause,
        near: nearest_quantities(fitted, text),
    })?;
    let mut finder = Finder { fitted, shortened: false, notes: Vec::new() };
    let quantity = finder.quantity(&typed)?;
    Ok(Resolution { quantity, notes: finder.notes })
}

/// The same for a label on an answer sheet, where names may be shortened: `P(Y|S)`. An exact match comes before a
/// shortened one.
pub fn resolve_label(fitted: &Fitted, text: &str) -> Result<Resolution, WorkedError> {
    let typed: Option<Quantity> = text.parse().ok().map(|typed| as_probability(fitted, typed));
    let written = typed.as_ref().map_or_else(|| text.to_owned(), Quantity::to_string);
    resolve_quantity(fitted, &written).or_else(|error| {
        let Some(typed) = typed else { return Err(error) };
        let mut finder = Finder { fitted, shortened: true, notes: Vec::new() };
        let quantity = finder.quantity(&typed).map_err(|_| error)?;
        Ok(Resolution { quantity, notes: finder.notes })
    })
}

/// On paper a small p also means a probability: it is a density only if the model has one.
fn as_probability(fitted: &Fitted, typed: Quantity) -> Quantity {
    match typed {
        Quantity::Density { event, given } if !fitted.is_dense() || matches!(event, Event::Class(_)) => {
            Quantity::Prob { event, given: given.map(Event::Class) }
        }
        Quantity::Formula(of) => {
            let read =
                of.map(&mut |of| Ok::<_, std::convert::Infallible>(as_probability(fitted, of.clone())));
            read.map_or_else(|never| match never {}, Quantity::from)
        }
        other => other,
    }
}

struct Finder<'a> {
    fitted: &'a Fitted,
    shortened: bool,
    notes: Vec<String>,
}

impl Finder<'_> {
    fn quantity(&mut self, typed: &Quantity) -> Result<Quantity, WorkedError> {
        Ok(match typed {
            Quantity::Prob { event, given: None } => {
                Quantity::Prob { event: self.event(event)?, given: None }
            }
            Quantity::Prob { event, given: Some(given) } => {
                let (event, given) = self.conditional(event, given)?;
                Quantity::Prob { event, given: Some(given) }
            }
            Quantity::Count { event, class: None } => {
                Quantity::Count { event: self.event(event)?, class: None }
            }
            Quantity::Count { event, class: Some(class) } => {
                let event = if let Event::Class(name) = event {
                    self.value_before_class(name)
                } else {
                    self.event(event)
                };
                Quantity::Count { event: event?, class: Some(self.class(class)?) }
            }
            Quantity::Score(class) => Quantity::Score(self.class(class)?),
            Quantity::Values(feature) => Quantity::Values(self.feature(feature)?),
            Quantity::Ln(inner) => self.quantity(inner)?.ln(),
            Quantity::Mean { feature, class } => {
                Quantity::Mean { feature: self.feature(feature)?, class: self.given(class)? }
            }
            Quantity::Var { feature, class } => {
                Quantity::Var { feature: self.feature(feature)?, class: self.given(class)? }
            }
            Quantity::Density { event: Event::Value { feature, value }, given } => Quantity::Density {
                event: Event::Value { feature: self.feature(feature)?, value: value.clone() },
                given: self.given(given)?,
            },
            Quantity::Density { event: Event::Case, given } => {
                Quantity::Density { event: Event::Case, given: self.given(given)? }
            }
            Quantity::Cov { a, b, class } => {
                Quantity::Cov { a: self.feature(a)?, b: self.feature(b)?, class: self.of_sigma(class)? }
            }
            Quantity::Inverse { a, b, class } => {
                Quantity::Inverse { a: self.feature(a)?, b: self.feature(b)?, class: self.of_sigma(class)? }
            }
            Quantity::Cumulated { event, class: None } => {
                Quantity::Cumulated { event: self.event(event)?, class: None }
            }
            Quantity::Cumulated { event, class: Some(class) } => {
                let event = match event {
                    Event::Class(name) => self.value_before_class(name),
                    event => self.event(event),
                };
                Quantity::Cumulated { event: event?, class: Some(self.class(class)?) }
            }
            Quantity::Cholesky { a, b, class } => {
                Quantity::cholesky(&self.feature(a)?, &self.feature(b)?, self.of_sigma(class)?.as_ref())
            }
            // The class that a number draws is a question with options, not a number.
            Quantity::Draw { class: None, .. } => {
                return Err(WorkedError::NotOfThisModel { quantity: typed.clone(), near: Vec::new() });
            }
            Quantity::Draw { feature, by, class } => {
                Quantity::Draw { feature: self.feature(feature)?, by: by.clone(), class: self.given(class)? }
            }
            Quantity::Correlation { a, b, class } => {
                Quantity::correlation(&self.feature(a)?, &self.feature(b)?, self.of_sigma(class)?.as_ref())
            }
            Quantity::Det { class } => Quantity::Det { class: self.of_sigma(class)? },
            Quantity::SquaredDistance(class) => Quantity::SquaredDistance(self.class(class)?),
            Quantity::Discriminant(class) => Quantity::Discriminant(self.class(class)?),
            Quantity::Difference { feature, class } => {
                Quantity::Difference { feature: self.feature(feature)?, class: self.class(class)? }
            }
            Quantity::Solved { feature, class } => {
                Quantity::Solved { feature: self.feature(feature)?, class: self.class(class)? }
            }
            Quantity::Softmax(class) => Quantity::Softmax(self.class(class)?),
            Quantity::Tail(class) => Quantity::Tail(self.class(class)?),
            Quantity::Theta { feature, class } => {
                let feature = feature.as_ref().map(|feature| self.feature(feature)).transpose()?;
                Quantity::Theta { feature, class: self.given(class)? }
            }
            Quantity::Slope(inner) => self.quantity(inner)?.slope(),
            Quantity::LogLik(share) => Quantity::LogLik(match share {
                Share::Whole => Share::Whole,
                Share::Class(class) => Share::Class(self.class(class)?),
                Share::Feature { feature, class } => {
                    Share::Feature { feature: self.feature(feature)?, class: self.class(class)? }
                }
                Share::Together(class) => Share::Together(self.class(class)?),
            }),
            Quantity::Scatter { a, b, class } => {
                Quantity::Scatter { a: self.feature(a)?, b: self.feature(b)?, class: self.given(class)? }
            }
            Quantity::Odds { class, against, of_case } => {
                Quantity::Odds { class: self.class(class)?, against: self.given(against)?, of_case: *of_case }
            }
            Quantity::Ratio { feature, class, against } => Quantity::Ratio {
                feature: self.feature(feature)?,
                class: self.class(class)?,
                against: self.given(against)?,
            },
            Quantity::Crossing { feature, class, against, place, of_case } => Quantity::Crossing {
                feature: self.feature(feature)?,
                class: self.class(class)?,
                against: self.class(against)?,
                place: *place,
                of_case: *of_case,
            },
            Quantity::Matrix { actual, predicted } => Quantity::Matrix {
                actual: actual.as_ref().map(|label| self.label(label)),
                predicted: predicted.as_ref().map(|label| self.label(label)),
            },
            Quantity::Quality(quality) => Quantity::Quality(match quality {
                Quality::Precision(class) => Quality::Precision(self.label(class)),
                Quality::Recall(class) => Quality::Recall(self.label(class)),
                Quality::F1(class) => Quality::F1(self.label(class)),
                Quality::Area(class) => Quality::Area(self.label(class)),
                other => other.clone(),
            }),
            Quantity::Cost { action, class } => {
                Quantity::Cost { action: self.action(action)?, class: self.given(class)? }
            }
            Quantity::Decided { actual, action } => Quantity::Decided {
                actual: actual.as_ref().map(|label| self.label(label)),
                action: action.as_ref().map(|action| self.action(action)).transpose()?,
            },
            Quantity::Several { of, events, class } => self.several(*of, events, class.as_ref())?,
            Quantity::Formula(of) => of.map(&mut |of| self.quantity(of))?.into(),
            other => other.clone(),
        })
    }

    /// A class of rows. A class without training rows may occur in a test file, so it is kept as typed.
    fn label(&mut self, typed: &Name) -> Name {
        self.class(typed).unwrap_or_else(|_| typed.clone())
    }

    fn given(&mut self, typed: &Option<Name>) -> Result<Option<Name>, WorkedError> {
        typed.as_ref().map(|class| self.class(class)).transpose()
    }

    /// The class of Σ; `None` if all classes share one.
    fn of_sigma(&mut self, typed: &Option<Name>) -> Result<Option<Name>, WorkedError> {
        let class = self.given(typed)?;
        let shared = self.fitted.gda().is_some_and(Gda::is_shared);
        if let Some(class) = class.as_ref().filter(|_| shared) {
            self.notes.push(format!("all classes share one Σ, {class} too"));
        }
        Ok(class.filter(|_| !shared))
    }

    fn event(&mut self, typed: &Event) -> Result<Event, WorkedError> {
        match typed {
            Event::Case => Ok(Event::Case),
            Event::Any(feature) => Ok(Event::Any(self.feature(feature)?)),
            Event::Class(name) => self.bare(name),
            Event::Value { feature, value } => {
                let feature = self.feature(feature)?;
                let Some(factor) = self.fitted.factor(feature.as_str()) else {
                    return Err(WorkedError::NoValue(feature, value.clone(), Vec::new()));
                };
                if factor.is_count() {
                    let context = Context { fitted: self.fitted, case: None };
                    let count = context.count(factor, value)?;
                    let value = Name::new(count.to_string());
                    return Ok(Event::Value { feature: factor.name.clone(), value });
                }
                let at = self.value(factor, value)?;
                Ok(named(factor, at))
            }
        }
    }

    fn class(&mut self, typed: &Name) -> Result<Name, WorkedError> {
        let classes = &self.fitted.classes;
        let found = self.one(typed, classes.iter().map(|class| (class, class)));
        let class = found.ok_or_else(|| WorkedError::NoClass(typed.clone(), classes.clone()))?;
        self.note(typed, class);
        Ok(class.clone())
    }

    /// A typed feature; `word` stands for the one text column.
    fn feature(&mut self, typed: &Name) -> Result<Name, WorkedError> {
        let fitted = self.fitted;
        let found = self.one(typed, fitted.feature_names().map(|name| (name, name))).or_else(|| {
            let mut texts = fitted.factors().iter().filter(|factor| factor.is_words());
            let only = texts.next().filter(|_| texts.next().is_none());
            only.filter(|_| typed.as_str() == "word").map(|factor| &factor.name)
        });
        let name = found.ok_or_else(|| {
            WorkedError::NoFeature(typed.clone(), fitted.feature_names().cloned().collect())
        })?;
        self.note(typed, name);
        Ok(name.clone())
    }

    /// A name without a feature: a class, else the one value or word of that name. An exact match comes before a similar
    /// one, so that the value `yes` is not read as the class `Yes`.
    fn bare(&mut self, typed: &Name) -> Result<Event, WorkedError> {
        let exact = self.values(|value| value == typed);
        if (exact.is_empty() || self.fitted.classes.contains(typed))
            && let Ok(class) = self.class(typed)
        {
            return Ok(Event::Class(class));
        }
        self.bare_value(typed)
    }

    /// A bare name in the place of a value: a class only if it is not a value.
    fn value_before_class(&mut self, typed: &Name) -> Result<Event, WorkedError> {
        if self.fits_value(typed) > 0 { self.bare_value(typed) } else { self.bare(typed) }
    }

    fn bare_value(&mut self, typed: &Name) -> Result<Event, WorkedError> {
        let exact = self.values(|value| value == typed);
        let found = if exact.is_empty() { self.alike_values(typed) } else { exact };
        match found.as_slice() {
            [one] => {
                self.notes.push(format!("{typed} is read as {one}"));
                Ok(one.clone())
            }
            [] => {
                let values = self.fitted.factors().iter().flat_map(|factor| factor.values().iter().cloned());
                let candidates = self.fitted.classes.iter().cloned().chain(values).collect();
                Err(WorkedError::NoName(typed.clone(), candidates))
            }
            several => Err(WorkedError::Several {
                name: typed.clone(),
                candidates: several.iter().map(ToString::to_string).collect(),
            }),
        }
    }

    /// The values that equal a name without case, else those that begin with it, if abbreviations are allowed.
    fn alike_values(&self, typed: &Name) -> Vec<Event> {
        let alike = self.values(alike(typed));
        if alike.is_empty() && self.shortened { self.values(begins(typed)) } else { alike }
    }

    fn one<'n, T>(&self, typed: &Name, names: impl Iterator<Item = (&'n Name, T)> + Clone) -> Option<T> {
        one(typed, names.clone()).or_else(|| {
            let mut short = names.filter(|(name, _)| self.shortened && begins(typed)(name));
            let only = short.next().filter(|_| short.next().is_none());
            only.map(|(_, item)| item)
        })
    }

    fn values(&self, fits: impl Fn(&Name) -> bool) -> Vec<Event> {
        let mut found = Vec::new();
        for factor in self.fitted.factors() {
            let fitting = (0..).zip(factor.values()).filter(|(_, value)| fits(value));
            found.extend(fitting.map(|(at, _)| named(factor, at)));
        }
        found
    }

    fn value(&mut self, factor: &Factor, typed: &Name) -> Result<usize, WorkedError> {
        if let Some(at) = self.fitted.position(factor, typed.as_str()) {
            return Ok(at);
        }
        let found = match factor.cuts() {
            Some(_) => bin(factor, typed.as_str()),
            None => self.one(typed, factor.values().iter().zip(0..)),
        };
        let at = found.ok_or_else(|| {
            WorkedError::NoValue(factor.name.clone(), typed.clone(), factor.values().to_vec())
        })?;
        self.notes.push(format!("{}={typed} is read as {}", factor.name, named(factor, at)));
        Ok(at)
    }

    fn note(&mut self, typed: &Name, found: &Name) {
        if typed != found {
            self.notes.push(format!("{typed} is read as {found}"));
        }
    }
}

fn alike(typed: &Name) -> impl Fn(&Name) -> bool {
    let wanted = folded(typed.as_str());
    move |name| folded(name.as_str()) == wanted
}

fn begins(typed: &Name) -> impl Fn(&Name) -> bool {
    let wanted = folded(typed.as_str());
    move |name| !wanted.is_empty() && folded(name.as_str()).starts_with(&wanted)
}

/// The candidate for a typed name: the same name, else the only one that is equal without case and Unicode form.
fn one<'n, T>(typed: &Name, candidates: impl Iterator<Item = (&'n Name, T)>) -> Option<T> {
    let wanted = folded(typed.as_str());
    let mut alike = Vec::new();
    for (name, item) in candidates {
        if name == typed {
            return Some(item);
        }
        if folded(name.as_str()) == wanted {
            alike.push(item);
        }
    }
    if alike.len() == 1 { alike.pop() } else { None }
}

fn named(factor: &Factor, at: usize) -> Event {
    let value = factor.values().get(at).cloned().unwrap_or_else(|| Name::new(""));
    Event::Value { feature: factor.name.clone(), value }
}

/// A bin, given by a number in it; a whole number below every cut is the index of the bin.
fn bin(factor: &Factor, typed: &str) -> Option<usize> {
    let cuts = factor.cuts()?;
    let number = typed.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
    let ordinal = typed.trim().parse::<usize>().ok().filter(|bin| (1..=cuts.bins()).contains(bin));
    match ordinal {
        Some(bin) if cuts.bin(number) == 0 => Some(bin - 1),
        _ => Some(cuts.bin(number)),
    }
}

impl Finder<'_> {
    /// Both sides of P(… | …). One side is a value and the other a class, so two bare names help each other: they are read
    /// the way round that matches better.
    fn conditional(&mut self, event: &Event, given: &Event) -> Result<(Event, Event), WorkedError> {
        Ok(match (event, given) {
            (Event::Class(a), Event::Class(b)) => {
                let taught = self.fits_value(a) + self.fits_class(b);
                let turned = self.fits_class(a) + self.fits_value(b);
                if turned > taught {
                    (Event::Class(self.class(a)?), self.value_before_class(b)?)
                } else {
                    (self.value_before_class(a)?, Event::Class(self.class(b)?))
                }
            }
            (Event::Class(a), _) => (Event::Class(self.class(a)?), self.event(given)?),
            (_, Event::Class(b)) => (self.event(event)?, Event::Class(self.class(b)?)),
            _ => (self.event(event)?, self.event(given)?),
        })
    }

    /// How well a bare name matches a class: 2 exactly, 1 without case, 0 for no match.
    fn fits_class(&self, typed: &Name) -> u8 {
        let classes = &self.fitted.classes;
        let alike = self.one(typed, classes.iter().map(|class| (class, class)));
        if classes.contains(typed) { 2 } else { u8::from(alike.is_some()) }
    }

    /// How well a bare name matches a value of any feature: 2 exactly, 1 without case, 0 for no match.
    fn fits_value(&self, typed: &Name) -> u8 {
        if !self.values(|value| value == typed).is_empty() {
            return 2;
        }
        u8::from(!self.alike_values(typed).is_empty())
    }

    /// Several events and their class. Without a bar, the class is the name that is a class.
    fn several(
        &mut self,
        of: Several,
        events: &[Event],
        class: Option<&Name>,
    ) -> Result<Quantity, WorkedError> {
        let (mut of, mut events, mut class) = (of, events.to_vec(), class.cloned());
        if of == Several::WithClass
            && let Some(first) = class.take_if(|name| self.fits_class(name) == 0)
        {
            events.insert(0, Event::Class(first));
            let is_class = |event: &Event| matches!(event, Event::Class(name) if self.fits_class(name) > 0);
            match events.iter().position(is_class).map(|at| events.remove(at)) {
                Some(Event::Class(found)) => class = Some(found),
                _ => of = Several::Joint,
            }
        }
        let events = events.iter().map(|event| match event {
            Event::Class(name) => self.value_before_class(name),
            event => self.event(event),
        });
        let events = events.collect::<Result<Vec<Event>, WorkedError>>()?;
        Ok(Quantity::Several { of, events, class: self.given(&class)? })
    }

    fn action(&mut self, typed: &Name) -> Result<Name, WorkedError> {
        let decider = self.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)?;
        let found = self.one(typed, decider.actions.iter().map(|action| (action, action)));
        let action = found.ok_or_else(|| WorkedError::NoAction(typed.clone(), decider.actions.to_vec()))?;
        self.note(typed, action);
        Ok(action.clone())
    }
}
