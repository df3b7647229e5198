//! Values, classes and actions in the order in which a person writes them: both sides of P(… | …), and several events.

use super::Finder;
use crate::math::{Event, Name, Quantity, Several};
use crate::worked::error::WorkedError;

impl Finder<'_> {
    /// Both sides of P(… | …). Of a value and a class one stands on each side, so that two bare names help each other:
    /// they are read the way round that fits what is written better.
    pub(super) fn conditional(
        &mut self,
        event: &Event,
        given: &Event,
    ) -> Result<(Event, Event), WorkedError> {
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

    /// How well a bare name fits a class: 2 exactly, 1 without case, 0 not at all.
    fn fits_class(&self, typed: &Name) -> u8 {
        let classes = &self.fitted.classes;
        let alike = self.one(typed, classes.iter().map(|class| (class, class)));
        if classes.contains(typed) { 2 } else { u8::from(alike.is_some()) }
    }

    /// How well a bare name fits a value of any feature: 2 exactly, 1 without case, 0 not at all.
    pub(super) fn fits_value(&self, typed: &Name) -> u8 {
        if !self.values(|value| value == typed).is_empty() {
            return 2;
        }
        u8::from(!self.alike_values(typed).is_empty())
    }

    /// Several events and their class. Where the class is not marked by a bar, it is the name that is one.
    pub(super) fn several(
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

    pub(super) fn action(&mut self, typed: &Name) -> Result<Name, WorkedError> {
        let decider = self.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)?;
        let found = self.one(typed, decider.actions.iter().map(|action| (action, action)));
        let action = found.ok_or_else(|| WorkedError::NoAction {
            name: typed.clone(),
            actions: decider.actions.to_vec(),
        })?;
        self.note(typed, action);
        Ok(action.clone())
    }
}
