//! Finds a typed quantity in the model.
//!
//! Names match exactly first, else without case and Unicode form. A bare name that is not a class is looked up among the
//! values and words, and rejected with the candidates if several match.

use super::quantities::nearest_quantities;
use super::{Context, Result, WorkedError};
use crate::encode::Cuts;
use crate::math::{Event, Name, Quality, Quantity, Several, Share};
use crate::model::{Factor, Fitted, Gda};
use crate::recipe::folded;
use std::iter;

#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    pub quantity: Quantity,
    pub notes: Vec<String>,
}

/// Parses a quantity and finds its names in the model.
///
/// # Errors
/// If the text is not a quantity, or a name is not found or matches several.
pub fn resolve_quantity(fitted: &Fitted, text: &str) -> Result<Resolution> {
    let typed: Quantity = text.parse().map_err(|cause| WorkedError::Unreadable {
        text: text.to_owned(),
        cause,
        near: nearest_quantities(fitted, text),
    })?;
    found(fitted, &typed, false)
}

fn found(fitted: &Fitted, typed: &Quantity, shortened: bool) -> Result<Resolution> {
    let mut finder = Finder { fitted, shortened, notes: Vec::new() };
    Ok(Resolution { quantity: finder.quantity(typed)?, notes: finder.notes })
}

/// The same for a label on an answer sheet, where names may be shortened: `P(Y|S)`. An exact match comes before a
/// shortened one.
pub fn resolve_label(fitted: &Fitted, text: &str) -> Result<Resolution> {
    let typed: Option<Quantity> = text.parse().ok().map(|typed| as_probability(fitted, typed));
    let written = typed.as_ref().map_or_else(|| text.to_owned(), Quantity::to_string);
    resolve_quantity(fitted, &written)
        .or_else(|error| typed.and_then(|typed| found(fitted, &typed, true).ok()).ok_or(error))
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
    fn quantity(&mut self, typed: &Quantity) -> Result<Quantity> {
        let mut found = typed.clone();
        match &mut found {
            Quantity::Prob { event, given: None } => *event = self.event(event)?,
            Quantity::Prob { event, given: Some(given) } => {
                (*event, *given) = self.conditional(event, given)?;
            }
            Quantity::Count { event, class } | Quantity::Cumulated { event, class } => {
                *event = match &*event {
                    Event::Class(name) if class.is_some() => self.value_before_class(name)?,
                    event => self.event(event)?,
                };
                self.names([], class)?;
            }
            // The class that a number draws is not a number.
            Quantity::Draw { class: None, .. } => {
                return Err(WorkedError::NotOfThisModel { quantity: found, near: Vec::new() });
            }
            Quantity::Mean { feature, class }
            | Quantity::Var { feature, class }
            | Quantity::Draw { feature, class, .. }
            | Quantity::Density { event: Event::Value { feature, .. }, given: class } => {
                self.names([feature], class)?;
            }
            Quantity::Cov { a, b, class }
            | Quantity::Inverse { a, b, class }
            | Quantity::Cholesky { a, b, class }
            | Quantity::Correlation { a, b, class } => {
                self.names([a, b], [])?;
                self.of_sigma(class)?;
            }
            Quantity::Det { class } => self.of_sigma(class)?,
            Quantity::Scatter { a, b, class } => self.names([a, b], class)?,
            Quantity::Theta { feature, class } => self.names(feature, class)?,
            Quantity::Density { event: Event::Case, given: class } => self.names([], class)?,
            Quantity::Difference { feature, class }
            | Quantity::Solved { feature, class }
            | Quantity::LogLik(Share::Feature { feature, class }) => self.names([feature], [class])?,
            Quantity::Values(feature) => self.names([feature], [])?,
            Quantity::Score(class)
            | Quantity::SquaredDistance(class)
            | Quantity::Discriminant(class)
            | Quantity::Softmax(class)
            | Quantity::Tail(class)
            | Quantity::LogLik(Share::Class(class) | Share::Together(class)) => self.names([], [class])?,
            Quantity::Odds { class, against, .. } => self.names([], iter::once(class).chain(against))?,
            Quantity::Ratio { feature, class, against } => {
                self.names([feature], iter::once(class).chain(against))?;
            }
            Quantity::Crossing { feature, class, against, .. } => self.names([feature], [class, against])?,
            Quantity::Matrix { actual, predicted } => {
                actual.iter_mut().chain(predicted).for_each(|label| self.label(label));
            }
            Quantity::Quality(
                Quality::Precision(class)
                | Quality::Recall(class)
                | Quality::F1(class)
                | Quality::Area(class),
            ) => self.label(class),
            Quantity::Cost { action, class } => {
                self.action(action)?;
                self.names([], class)?;
            }
            Quantity::Decided { actual, action } => {
                actual.iter_mut().for_each(|label| self.label(label));
                action.iter_mut().try_for_each(|action| self.action(action))?;
            }
            Quantity::Several { of, events, class } => self.several(of, events, class)?,
            Quantity::Ln(of) | Quantity::Slope(of) => **of = self.quantity(of)?,
            Quantity::Formula(of) => return Ok(of.map(&mut |of| self.quantity(of))?.into()),
            _ => {}
        }
        Ok(found)
    }

    /// Replaces typed features, then typed classes, by the names in the model.
    fn names<'n>(
        &mut self,
        features: impl IntoIterator<Item = &'n mut Name>,
        classes: impl IntoIterator<Item = &'n mut Name>,
    ) -> Result<()> {
        features.into_iter().try_for_each(|name| self.feature(name).map(|found| *name = found))?;
        classes.into_iter().try_for_each(|name| self.class(name).map(|found| *name = found))
    }

    /// A class of rows. A class without training rows may occur in a test file, so it is kept as typed.
    fn label(&mut self, name: &mut Name) {
        if let Ok(class) = self.class(name) {
            *name = class;
        }
    }

    /// The class of Σ; `None` if all classes share one.
    fn of_sigma(&mut self, class: &mut Option<Name>) -> Result<()> {
        self.names([], &mut *class)?;
        if self.fitted.gda().is_some_and(Gda::is_shared)
            && let Some(class) = class.take()
        {
            self.notes.push(format!("all classes share one Σ, {class} too"));
        }
        Ok(())
    }

    fn event(&mut self, typed: &Event) -> Result<Event> {
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
                    let count = context.count(factor, value)?.to_string();
                    return Ok(Event::value(&factor.name, &Name::new(count)));
                }
                self.value(factor, value)
            }
        }
    }

    fn class(&mut self, typed: &Name) -> Result<Name> {
        let classes = &self.fitted.classes;
        let found = self.one(typed, classes);
        let class = found.ok_or_else(|| WorkedError::NoClass(typed.clone(), classes.clone()))?;
        Ok(self.noted(typed, class))
    }

    /// A typed feature; `word` is the one text column.
    fn feature(&mut self, typed: &Name) -> Result<Name> {
        let fitted = self.fitted;
        let found = self.one(typed, fitted.feature_names()).or_else(|| {
            let mut texts = fitted.factors().iter().filter(|factor| factor.is_words());
            let only = texts.next().filter(|_| texts.next().is_none());
            only.filter(|_| typed.as_str() == "word").map(|factor| &factor.name)
        });
        let names = || fitted.feature_names().cloned().collect();
        let name = found.ok_or_else(|| WorkedError::NoFeature(typed.clone(), names()))?;
        Ok(self.noted(typed, name))
    }

    fn action(&mut self, name: &mut Name) -> Result<()> {
        let actions = &self.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)?.actions;
        let action = self.one(name, actions.iter());
        let action = action.ok_or_else(|| WorkedError::NoAction(name.clone(), actions.to_vec()))?;
        *name = self.noted(name, action);
        Ok(())
    }

    /// A name without a feature: a class, else the one value or word of that name. An exact match comes before a similar
    /// one, so that the value `yes` is not read as the class `Yes`.
    fn bare(&mut self, typed: &Name) -> Result<Event> {
        if (self.fits_value(typed) < 2 || self.fitted.classes.contains(typed))
            && let Ok(class) = self.class(typed)
        {
            return Ok(Event::Class(class));
        }
        self.bare_value(typed)
    }

    /// A bare name in the place of a value: a class only if it is not a value.
    fn value_before_class(&mut self, typed: &Name) -> Result<Event> {
        if self.fits_value(typed) > 0 { self.bare_value(typed) } else { self.bare(typed) }
    }

    fn bare_value(&mut self, typed: &Name) -> Result<Event> {
        match self.values(typed).1.as_slice() {
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

    /// The candidates that match a typed name best, and how: 3 exactly, 2 without case and Unicode form, 1 if they begin with
    /// it and abbreviations are allowed.
    fn best<'n, T>(&self, typed: &Name, names: impl Iterator<Item = (&'n Name, T)>) -> (u8, Vec<T>) {
        let wanted = folded(typed.as_str());
        let begins = |own: &str| self.shortened && !wanted.is_empty() && own.starts_with(&wanted);
        let (mut best, mut found) = (0, Vec::new());
        for (name, item) in names {
            let fit = match best {
                _ if name == typed => 3,
                3 => 0,
                _ => match folded(name.as_str()) {
                    own if own == wanted => 2,
                    own => u8::from(begins(&own)),
                },
            };
            if fit > best {
                found.clear();
            }
            best = best.max(fit);
            found.extend((fit > 0 && fit == best).then_some(item));
        }
        (best, found)
    }

    fn one<'n>(&self, typed: &Name, names: impl IntoIterator<Item = &'n Name>) -> Option<&'n Name> {
        let (fit, found) = self.best(typed, names.into_iter().map(|name| (name, name)));
        found.first().copied().filter(|_| fit == 3 || found.len() == 1)
    }

    fn values(&self, typed: &Name) -> (u8, Vec<Event>) {
        let factors = self.fitted.factors().iter();
        let values = factors
            .flat_map(|factor| factor.values().iter().map(move |value| (value, (&factor.name, value))));
        let (fit, found) = self.best(typed, values);
        (fit, found.into_iter().map(|(feature, value)| Event::value(feature, value)).collect())
    }

    fn value(&mut self, factor: &Factor, typed: &Name) -> Result<Event> {
        let values = factor.values();
        let same = self.fitted.position(factor, typed.as_str());
        let found = match factor.cuts() {
            _ if same.is_some() => same.and_then(|at| values.get(at)),
            Some(cuts) => bin(cuts, typed.as_str()).and_then(|bin| values.get(bin)),
            None => self.one(typed, values),
        };
        let none = || WorkedError::NoValue(factor.name.clone(), typed.clone(), values.to_vec());
        let event = Event::value(&factor.name, found.ok_or_else(none)?);
        if same.is_none() {
            self.notes.push(format!("{}={typed} is read as {event}", factor.name));
        }
        Ok(event)
    }

    fn noted(&mut self, typed: &Name, found: &Name) -> Name {
        if typed != found {
            self.notes.push(format!("{typed} is read as {found}"));
        }
        found.clone()
    }

    /// Both sides of P(… | …). One side is a value and the other a class, so two bare names help each other: they are read
    /// the way round that matches better.
    fn conditional(&mut self, event: &Event, given: &Event) -> Result<(Event, Event)> {
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
        if classes.contains(typed) { 2 } else { u8::from(self.one(typed, classes).is_some()) }
    }

    /// How well a bare name matches a value of any feature: 2 exactly, 1 without case, 0 for no match.
    fn fits_value(&self, typed: &Name) -> u8 {
        self.values(typed).0.div_ceil(2)
    }

    /// Several events and their class. Without a bar, the class is the name that is a class.
    fn several(&mut self, of: &mut Several, events: &mut Vec<Event>, class: &mut Option<Name>) -> Result<()> {
        if *of == Several::WithClass
            && let Some(first) = class.take_if(|name| self.fits_class(name) == 0)
        {
            events.insert(0, Event::Class(first));
            let is_class = |event: &Event| matches!(event, Event::Class(name) if self.fits_class(name) > 0);
            match events.iter().position(is_class).map(|at| events.remove(at)) {
                Some(Event::Class(found)) => *class = Some(found),
                _ => *of = Several::Joint,
            }
        }
        for event in events {
            *event = match &*event {
                Event::Class(name) => self.value_before_class(name)?,
                event => self.event(event)?,
            };
        }
        self.names([], class)
    }
}

/// A bin, given by a number in it; a whole number below every cut is the index of the bin.
fn bin(cuts: &Cuts, typed: &str) -> Option<usize> {
    let number = typed.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
    let ordinal = typed.trim().parse::<usize>().ok().filter(|bin| (1..=cuts.bins()).contains(bin));
    match ordinal {
        Some(bin) if cuts.bin(number) == 0 => Some(bin - 1),
        _ => Some(cuts.bin(number)),
    }
}
