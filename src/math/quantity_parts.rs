//! Quantities as their notation has them: a head, what stands in its brackets, and what is given. Printing, reading,
//! shortening, LaTeX and MathML all work on these parts; a new quantity is listed here once.

use std::fmt;

use super::Name;
use super::quantity::{Assumed, Event, Quality, Quantity, Rank, Several, Share};
use super::quantity_heads::{HEADS, Reads};

/// What stands in the brackets of a quantity.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    /// A name, a value of a feature, or `x`.
    Event(Event),
    Intercept,
    Sigma,
    Logit,
    All,
    /// Which of several, from 1.
    Place(u32),
    Assumed(Assumed),
    Decimal(String),
    Quantity(Box<Quantity>),
}

#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub head: &'static str,
    pub arguments: Vec<Argument>,
    pub given: Option<Event>,
    pub more: Vec<Event>,
}

impl Argument {
    fn name(name: &Name) -> Argument {
        Argument::Event(Event::Class(name.clone()))
    }

    pub(super) fn into_event(self) -> Option<Event> {
        if let Argument::Event(event) = self { Some(event) } else { None }
    }

    fn into_name(self) -> Option<Name> {
        if let Argument::Event(Event::Class(name)) = self { Some(name) } else { None }
    }
}

impl Parts {
    /// As a symbol or a word: `ℓ`, `count`.
    pub(super) fn symbol(&self) -> Result<&'static str, &'static str> {
        HEADS.iter().find(|head| head.name == self.head).and_then(|head| head.symbol).ok_or(self.head)
    }

    /// In the notation that is read again, with another head: `ℓ(Yes)`.
    pub(super) fn headed(&self, head: &str) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(head, &mut text);
        text
    }

    fn write(&self, head: &str, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str(head)?;
        if let ("ln", [Argument::Quantity(of)]) = (self.head, self.arguments.as_slice()) {
            let brackets = matches!(**of, Quantity::Formula(_));
            return if brackets { write!(f, " ({of})") } else { write!(f, " {of}") };
        }
        for (at, argument) in self.arguments.iter().enumerate() {
            f.write_str(if at == 0 { "(" } else { ", " })?;
            match argument {
                // A column named 0 needs its quotes here, since theta(0) is the intercept.
                Argument::Event(Event::Class(name)) if self.head == "theta" && name.as_str() == "0" => {
                    f.write_str("\"0\"")?;
                }
                Argument::Event(event) => f.write_str(&self.event_text(event, Some(at)))?,
                Argument::Intercept => f.write_str("0")?,
                Argument::Sigma => f.write_str("Sigma")?,
                Argument::Logit => f.write_str("z")?,
                Argument::All => f.write_str("*")?,
                Argument::Place(place) => write!(f, "{place}")?,
                Argument::Assumed(assumed) => f.write_str(assumed.word())?,
                Argument::Decimal(decimal) => f.write_str(decimal)?,
                Argument::Quantity(of) => write!(f, "{of}")?,
            }
        }
        if let Some(given) = &self.given {
            let separator = if self.given_after_comma() { ", " } else { " | " };
            write!(f, "{separator}{}", self.event_text(given, None))?;
        }
        self.more.iter().try_for_each(|more| write!(f, ", {}", self.event_text(more, None)))?;
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }

    /// An event as it is written at an argument's place, or behind the bar. The name `x` is quoted only where a bare one is the query.
    pub(super) fn event_text(&self, event: &Event, argument: Option<usize>) -> String {
        match event {
            Event::Class(name) if !self.may_be_query(argument) => name.to_string(),
            other => other.to_string(),
        }
    }

    fn may_be_query(&self, argument: Option<usize>) -> bool {
        let Some(head) = HEADS.iter().find(|head| head.name == self.head) else { return true };
        let reads = match argument {
            Some(at) => head.arguments.get(at).or(head.arguments.last()).copied(),
            None if self.given_after_comma() => return true,
            None => head.given,
        };
        matches!(reads, Some(Reads::Event | Reads::Events))
    }

    pub(super) fn given_after_comma(&self) -> bool {
        self.head == "count"
    }
}

impl Quantity {
    pub(super) fn parts(&self) -> Parts {
        let parts = |head, arguments: Vec<Argument>, class: Option<&Name>| Parts {
            head,
            arguments,
            given: class.map(|class| Event::Class(class.clone())),
            more: Vec::new(),
        };
        let of_case = |is: bool| is.then_some(Event::Case);
        let event = |event: &Event| vec![Argument::Event(event.clone())];
        let name = |name: &Name| vec![Argument::name(name)];
        let pair = |a: &Name, b: &Name| vec![Argument::name(a), Argument::name(b)];
        match self {
            Quantity::Prob { event: what, given } => {
                Parts { given: given.clone(), ..parts("P", event(what), None) }
            }
            Quantity::Density { event: what, given } => parts("p", event(what), given.as_ref()),
            Quantity::Count { event: what, class } => parts("count", event(what), class.as_ref()),
            Quantity::Rows => parts("n", Vec::new(), None),
            Quantity::Values(feature) => parts("k", name(feature), None),
            Quantity::Alpha => parts("alpha", Vec::new(), None),
            Quantity::Score(class) => parts("score", name(class), None),
            Quantity::Mean { feature, class } => parts("mean", name(feature), class.as_ref()),
            Quantity::Var { feature, class } => parts("var", name(feature), class.as_ref()),
            Quantity::Cov { a, b, class } => parts("cov", pair(a, b), class.as_ref()),
            Quantity::Det { class } => parts("det", vec![Argument::Sigma], class.as_ref()),
            Quantity::Inverse { a, b, class } => parts("inv", pair(a, b), class.as_ref()),
            Quantity::Correlation { a, b, class } => parts("corr", pair(a, b), class.as_ref()),
            Quantity::Cumulated { event: what, class } => parts("F", event(what), class.as_ref()),
            Quantity::Cholesky { a, b, class } => parts("chol", pair(a, b), class.as_ref()),
            Quantity::Draw { feature, by, class } => {
                let by = by.iter().cloned().map(Argument::Decimal);
                let arguments = std::iter::once(Argument::name(feature)).chain(by).collect();
                parts("draw", arguments, class.as_ref())
            }
            Quantity::SquaredDistance(class) => parts("q", name(class), None),
            Quantity::Discriminant(class) => parts("d", name(class), None),
            Quantity::Difference { feature, class } => parts("diff", name(feature), Some(class)),
            Quantity::Solved { feature, class } => parts("solve", name(feature), Some(class)),
            Quantity::Logit => parts("z", Vec::new(), None),
            Quantity::Sigmoid => parts("sigmoid", vec![Argument::Logit], None),
            Quantity::Softmax(class) => parts("softmax", name(class), None),
            Quantity::Tail(class) => parts("tail", name(class), None),
            Quantity::Ranked(Rank::Below) => parts("below", event(&Event::Case), None),
            Quantity::Ranked(Rank::Equal) => parts("equal", event(&Event::Case), None),
            Quantity::Ranked(Rank::Above) => parts("above", event(&Event::Case), None),
            Quantity::Typicality => parts("typicality", event(&Event::Case), None),
            Quantity::Theta { feature, class } => {
                let feature = feature.as_ref().map_or(Argument::Intercept, Argument::name);
                parts("theta", vec![feature], class.as_ref())
            }
            Quantity::Ln(of) => parts("ln", vec![Argument::Quantity(of.clone())], None),
            Quantity::LogLik(Share::Whole) => parts("loglik", Vec::new(), None),
            Quantity::LogLik(Share::Class(class)) => parts("loglik", name(class), None),
            Quantity::LogLik(Share::Feature { feature, class }) => {
                parts("loglik", name(feature), Some(class))
            }
            Quantity::LogLik(Share::Together(class)) => parts("loglik", event(&Event::Case), Some(class)),
            Quantity::Scatter { a, b, class } => parts("scatter", pair(a, b), class.as_ref()),
            Quantity::Slope(of) => parts("slope", vec![Argument::Quantity(of.clone())], None),
            Quantity::Matrix { actual, predicted } => {
                let class = |class: &Option<Name>| class.as_ref().map_or(Argument::All, Argument::name);
                parts("matrix", vec![class(actual), class(predicted)], None)
            }
            Quantity::Cost { action, class } => {
                let names = std::iter::once(action).chain(class).map(Argument::name).collect();
                Parts { given: of_case(class.is_none()), ..parts("cost", names, None) }
            }
            Quantity::Decided { actual, action } => {
                let name = |name: &Option<Name>| name.as_ref().map_or(Argument::All, Argument::name);
                parts("decided", vec![name(action), name(actual)], None)
            }
            Quantity::Several { of, events, class } => several(*of, events, class.as_ref()),
            Quantity::Parameters(assumed) => parts("parameters", vec![Argument::Assumed(*assumed)], None),
            // It has parts of its own.
            Quantity::Formula(_) => parts("formula", Vec::new(), None),
            Quantity::Quality(quality) => match quality {
                Quality::Accuracy => parts("accuracy", Vec::new(), None),
                Quality::BalancedAccuracy => parts("balanced accuracy", Vec::new(), None),
                Quality::MacroF1 => parts("macro F1", Vec::new(), None),
                Quality::LogLoss => parts("log loss", Vec::new(), None),
                Quality::Brier => parts("Brier", Vec::new(), None),
                Quality::MeanCost => parts("mean cost", Vec::new(), None),
                Quality::Precision(class) => parts("precision", name(class), None),
                Quality::Recall(class) => parts("recall", name(class), None),
                Quality::F1(class) => parts("F1", name(class), None),
                Quality::Area(class) => parts("AUC", name(class), None),
            },
            Quantity::Odds { class, against, of_case: known } => {
                let names = std::iter::once(class).chain(against).map(Argument::name).collect();
                Parts { given: of_case(*known), ..parts("odds", names, None) }
            }
            Quantity::Ratio { feature, class, against } => {
                let more = against.iter().cloned().map(Event::Class).collect();
                Parts { more, ..parts("ratio", name(feature), Some(class)) }
            }
            Quantity::Crossing { feature, class, against, place, of_case: known } => {
                let mut arguments: Vec<Argument> = [feature, class, against].map(Argument::name).into();
                arguments.push(Argument::Place(*place));
                Parts { given: of_case(*known), ..parts("cross", arguments, None) }
            }
        }
    }

    pub(super) fn from_parts(parts: Parts) -> Option<Quantity> {
        if let Some(found) = several_of(&parts) {
            return found;
        }
        if parts.head == "draw" {
            let mut arguments = parts.arguments.into_iter();
            let feature = arguments.next()?.into_name()?;
            let decimal = |it| if let Argument::Decimal(decimal) = it { Some(decimal) } else { None };
            let by = arguments.map(decimal).collect::<Option<Vec<String>>>()?;
            return Some(Quantity::Draw { feature, by, class: parts.given.and_then(Event::into_class) });
        }
        let mut rest = parts.arguments.into_iter();
        let (first, second, third, fourth) = (rest.next(), rest.next(), rest.next(), rest.next());
        let event = || first.clone()?.into_event();
        let name = || first.clone()?.into_name();
        let other = || second.clone()?.into_name();
        let of_case = |quantity| matches!(&first, Some(Argument::Event(Event::Case))).then_some(quantity);
        // Only a case is known besides.
        let known = || match &parts.given {
            None => Some(false),
            Some(Event::Case) => Some(true),
            Some(_) => None,
        };
        let class = match &parts.given {
            Some(Event::Class(class)) => Some(class.clone()),
            _ => None,
        };
        Some(match parts.head {
            "P" => Quantity::Prob { event: event()?, given: parts.given },
            "p" => Quantity::Density { event: event()?, given: class },
            "count" => {
                // A comma before the class, as well as a bar.
                let behind = || second.clone().and_then(Argument::into_name);
                Quantity::Count { event: event()?, class: class.or_else(behind) }
            }
            "n" => Quantity::Rows,
            "k" => Quantity::Values(name()?),
            "alpha" => Quantity::Alpha,
            "score" => Quantity::Score(name()?),
            // Words for what is printed as P(c | x), P(x | c) and P(x).
            "posterior" => Quantity::posterior(&name()?),
            "likelihood" => Quantity::likelihood(&name()?),
            "evidence" => Quantity::evidence(),
            "mean" => Quantity::Mean { feature: name()?, class },
            "var" => Quantity::Var { feature: name()?, class },
            "cov" => Quantity::Cov { a: name()?, b: other()?, class },
            "det" => Quantity::Det { class },
            "inv" => Quantity::Inverse { a: name()?, b: other()?, class },
            "corr" => Quantity::Correlation { a: name()?, b: other()?, class },
            "F" => Quantity::Cumulated { event: event()?, class },
            "chol" => Quantity::Cholesky { a: name()?, b: other()?, class },
            "q" => Quantity::SquaredDistance(name()?),
            "d" => Quantity::Discriminant(name()?),
            "diff" => Quantity::Difference { feature: name()?, class: class? },
            "solve" => Quantity::Solved { feature: name()?, class: class? },
            "z" => Quantity::Logit,
            "sigmoid" => Quantity::Sigmoid,
            "softmax" => Quantity::Softmax(name()?),
            "tail" => Quantity::Tail(name()?),
            "below" => of_case(Quantity::Ranked(Rank::Below))?,
            "equal" => of_case(Quantity::Ranked(Rank::Equal))?,
            "above" => of_case(Quantity::Ranked(Rank::Above))?,
            "typicality" => of_case(Quantity::Typicality)?,
            "theta" => Quantity::Theta { feature: name(), class },
            "loglik" => Quantity::LogLik(match (first, class) {
                (None, None) => Share::Whole,
                (Some(Argument::Event(Event::Case)), Some(class)) => Share::Together(class),
                (Some(Argument::Event(Event::Case)), None) => Share::Class(Name::new("x")),
                (Some(of), None) => Share::Class(of.into_name()?),
                (of, Some(class)) => Share::Feature { feature: of?.into_name()?, class },
            }),
            "scatter" => Quantity::Scatter { a: name()?, b: other()?, class },
            "odds" => {
                let against = second.clone().map(|other| other.into_name().ok_or(())).transpose().ok()?;
                Quantity::Odds { class: name()?, against, of_case: known()? }
            }
            "ratio" => {
                let against = parts.more.into_iter().next().and_then(Event::into_class);
                Quantity::Ratio { feature: name()?, class: class?, against }
            }
            "cost" => match (second.clone(), known()?) {
                (None, _) => Quantity::Cost { action: name()?, class: None },
                (Some(class), false) => Quantity::Cost { action: name()?, class: Some(class.into_name()?) },
                _ => return None,
            },
            "cross" => {
                let Some(Argument::Place(place)) = fourth else { return None };
                let (class, against, of_case) = (other()?, third?.into_name()?, known()?);
                Quantity::Crossing { feature: name()?, class, against, place, of_case }
            }
            "matrix" | "decided" => {
                let name = |of: &Option<Argument>| match of {
                    Some(Argument::All) => Some(None),
                    of => of.clone()?.into_name().map(Some),
                };
                let (first, second) = (name(&first)?, name(&second)?);
                match parts.head {
                    "matrix" => Quantity::Matrix { actual: first, predicted: second },
                    _ => Quantity::Decided { action: first, actual: second },
                }
            }
            "parameters" => {
                let Some(Argument::Assumed(assumed)) = first else { return None };
                Quantity::Parameters(assumed)
            }
            "accuracy" => Quantity::Quality(Quality::Accuracy),
            "balanced accuracy" => Quantity::Quality(Quality::BalancedAccuracy),
            "macro F1" => Quantity::Quality(Quality::MacroF1),
            "log loss" => Quantity::Quality(Quality::LogLoss),
            "Brier" => Quantity::Quality(Quality::Brier),
            "mean cost" => Quantity::Quality(Quality::MeanCost),
            "precision" => Quantity::Quality(Quality::Precision(name()?)),
            "recall" => Quantity::Quality(Quality::Recall(name()?)),
            "F1" => Quantity::Quality(Quality::F1(name()?)),
            "AUC" => Quantity::Quality(Quality::Area(name()?)),
            "ln" | "slope" => {
                let Some(Argument::Quantity(of)) = first else { return None };
                if parts.head == "ln" { of.ln() } else { of.slope() }
            }
            _ => return None,
        })
    }

    #[must_use]
    pub(crate) fn with_names(&self, new: &impl Fn(&Name) -> Name) -> Quantity {
        let event = |event: Event| match event {
            Event::Class(name) => Event::Class(new(&name)),
            Event::Value { feature, value } => Event::Value { feature: new(&feature), value: new(&value) },
            Event::Any(feature) => Event::Any(new(&feature)),
            Event::Case => Event::Case,
        };
        if let Quantity::Formula(of) = self {
            let named = of.map(&mut |of| Ok::<_, std::convert::Infallible>(of.with_names(new)));
            return named.map_or_else(|never| match never {}, Quantity::from);
        }
        let mut parts = self.parts();
        parts.given = parts.given.map(event);
        parts.more = parts.more.into_iter().map(event).collect();
        let replaced = parts.arguments.into_iter().map(|argument| match argument {
            Argument::Event(what) => Argument::Event(event(what)),
            Argument::Quantity(of) => Argument::Quantity(of.with_names(new).into()),
            other => other,
        });
        parts.arguments = replaced.collect();
        Quantity::from_parts(parts).unwrap_or_else(|| self.clone())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Quantity::Formula(of) = self {
            return of.fmt(f);
        }
        let parts = self.parts();
        parts.write(parts.head, f)
    }
}

fn several(of: Several, events: &[Event], class: Option<&Name>) -> Parts {
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
fn several_of(parts: &Parts) -> Option<Option<Quantity>> {
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
    fn into_class(self) -> Option<Name> {
        if let Event::Class(class) = self { Some(class) } else { None }
    }
}
