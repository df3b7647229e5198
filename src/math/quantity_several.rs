//! Several events in the same rows, as their notation has them: `count(a, b, c)`, `P(a | c, b)`, `P(a, b | c)`, `P(c, a, b)`.

use super::Name;
use super::quantity::{Event, Quantity, Several};
use super::quantity_parts::{Argument, Parts};

pub(super) fn several(of: Several, events: &[Event], class: Option<&Name>) -> Parts {
    let all = || events.iter().cloned().map(Argument::Event).collect::<Vec<Argument>>();
    let class = || class.cloned().map(Event::Class);
    let (head, arguments, given, more) = match of {
        Several::Count => ("count", all(), class(), Vec::new()),
        Several::Product => ("product", all(), class(), Vec::new()),
        Several::Joint => ("P", all(), class(), Vec::new()),
        Several::WithClass => {
            ("P", class().map(Argument::Event).into_iter().chain(all()).collect(), None, Vec::new())
        }
        Several::Given => {
            let (first, others) = events.split_at(events.len().min(1));
            let first = first.iter().cloned().map(Argument::Event).collect();
            ("P", first, class(), others.to_vec())
        }
    };
    Parts { head, arguments, given, more }
}

/// Several events of these parts; nothing where they are of one event, and `Some(None)` where they cannot be meant.
pub(super) fn several_of(parts: &Parts) -> Option<Option<Quantity>> {
    if !matches!(parts.head, "P" | "count" | "product") {
        return None;
    }
    let event = |argument: &Argument| argument.clone().into_event();
    let mut events: Vec<Event> = parts.arguments.iter().filter_map(event).collect();
    let mut given: Vec<Event> = parts.given.iter().chain(&parts.more).cloned().collect();
    let one = (events.len(), given.len());
    let of = match (parts.head, one) {
        ("product", _) => Several::Product,
        ("count", (1, _)) | ("count", (2, 0))
            if events.get(1).is_none_or(|event| event.feature().is_none()) =>
        {
            return None;
        }
        ("count", _) => Several::Count,
        (_, (1, 0 | 1)) => return None,
        (_, (1, _)) => Several::Given,
        (_, (_, 0)) if events.iter().any(|event| matches!(event, Event::Class(_))) => Several::WithClass,
        _ => Several::Joint,
    };
    // The class is the one event without a column among those that are given; where nothing is given it stands first, and
    // of a count last.
    let place = |events: &[Event]| events.iter().position(|event| matches!(event, Event::Class(_)));
    let class = match of {
        Several::WithClass => place(&events).map(|at| events.remove(at)),
        Several::Count if given.is_empty() => events.pop_if(|last| matches!(last, Event::Class(_))),
        _ => place(&given).map(|at| given.remove(at)),
    };
    let wanted = match of {
        Several::Given => class.is_some(),
        _ => given.is_empty(),
    };
    events.append(&mut given);
    let known = |event: &Event| match event {
        Event::Case => false,
        Event::Any(_) => of == Several::Count,
        Event::Class(_) | Event::Value { .. } => true,
    };
    let meant = wanted && !events.is_empty() && events.iter().all(known);
    let class = class.and_then(Event::into_class);
    Some(meant.then_some(Quantity::Several { of, events, class }))
}

impl Event {
    pub(super) fn into_class(self) -> Option<Name> {
        if let Event::Class(class) = self { Some(class) } else { None }
    }
}
