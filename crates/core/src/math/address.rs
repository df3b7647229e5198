//! The notation of quantities: one row for each defines how it is read, printed and typeset.

use super::quantity::{Assumed, Event, Quality, Quantity, Rank, Several, Share};
use super::quantity_read::{QuantityReader, ReadResult};
use super::{Name, Precision, Symbol};

/// An argument of a quantity: in its brackets, or after its bar.
#[derive(Clone, Debug)]
pub(super) enum QuantityArgument {
    /// A name, a value of a feature, or `x`; a class that is named x is quoted.
    Event(Event),
    /// A name where the query cannot be meant.
    Name(Name),
    Digits(String),
    Word(&'static str),
    Quantity(Box<Quantity>),
}

/// A quantity as its notation has it. The head is a word that is read.
#[derive(Clone, Debug, Default)]
pub(super) struct QuantityParts {
    pub head: &'static str,
    pub arguments: Vec<QuantityArgument>,
    pub given: Vec<QuantityArgument>,
    /// How its numbers are rounded, unless they are factors.
    pub precision: Option<Precision>,
    /// Whether it is about the query even where its notation has no `x`.
    pub of_case: bool,
}

/// A word that the notation of a quantity begins with, and how the rest is read.
pub(super) struct QuantityHead {
    pub name: &'static str,
    pub also: &'static [&'static str],
    pub read: fn(&mut QuantityReader) -> ReadResult<Quantity>,
}

/// How a field of a quantity is read, and where it is put when it is printed. What is read but cannot be meant is `None`.
struct Syntax<T> {
    read: fn(&mut QuantityReader) -> ReadResult<Option<T>>,
    put: fn(&T, &mut QuantityParts),
}

const NAME: Syntax<Name> =
    Syntax { read: |reader| reader.argument(QuantityReader::name), put: |name, parts| parts.name(name) };

const EVENT: Syntax<Event> = Syntax {
    read: |reader| reader.argument(QuantityReader::event),
    put: |event, parts| parts.arguments.push(QuantityArgument::Event(event.clone())),
};

/// A class behind the bar, if there is one.
const CLASS: Syntax<Option<Name>> = Syntax {
    read: |reader| reader.given(QuantityReader::name).map(Some),
    put: |class, parts| parts.given.extend(class.clone().map(QuantityArgument::Name)),
};

/// What is known, if anything.
const KNOWN: Syntax<Option<Event>> = Syntax {
    read: |reader| reader.given(QuantityReader::event).map(Some),
    put: |event, parts| parts.given.extend(event.clone().map(QuantityArgument::Event)),
};

/// A class behind a bar or a comma, if there is one; it is printed behind a comma.
const COUNTED: Syntax<Option<Name>> = Syntax {
    read: |reader| {
        let given = reader.takes(',') || reader.takes('|');
        Ok(Some(if given { Some(reader.name()?) } else { None }))
    },
    put: |class, parts| (KNOWN.put)(&class.clone().map(Event::Class), parts),
};

const ONE_CLASS: Syntax<Name> = Syntax {
    read: |reader| reader.given(QuantityReader::name),
    put: |class, parts| parts.given.push(QuantityArgument::Name(class.clone())),
};

/// A second class behind the bar, if there is one.
const REFERENCE: Syntax<Option<Name>> =
    Syntax { read: |reader| Ok(Some(if reader.takes(',') { Some(reader.name()?) } else { None })), ..CLASS };

/// A second argument, if there is one.
const OTHER: Syntax<Option<Name>> = Syntax {
    read: |reader| Ok(Some(if reader.starts(',') { reader.argument(QuantityReader::name)? } else { None })),
    put: |name, parts| name.iter().for_each(|name| parts.name(name)),
};

const OF_CASE: Syntax<bool> = Syntax {
    read: |reader| {
        Ok(match reader.given(QuantityReader::event)? {
            None => Some(false),
            Some(Event::Case) => Some(true),
            Some(_) => None,
        })
    },
    put: |of_case, parts| parts.given.extend(of_case.then_some(QuantityArgument::Event(Event::Case))),
};

/// A class after a comma, or `x` behind the bar.
const CLASS_OR_CASE: Syntax<Option<Name>> = Syntax {
    read: |reader| {
        let (class, of_case) = ((OTHER.read)(reader)?.flatten(), (OF_CASE.read)(reader)?);
        Ok(of_case.filter(|of_case| class.is_none() || !of_case).map(|_| class))
    },
    put: |class, parts| {
        (OTHER.put)(class, parts);
        (OF_CASE.put)(&class.is_none(), parts);
    },
};

/// A name, or `*` for any.
const NAME_OR_ANY: Syntax<Option<Name>> = Syntax {
    read: |reader| reader.argument(|reader| reader.name_or("*")),
    put: |name, parts| {
        parts.arguments.push(name.clone().map_or(QuantityArgument::Word("*"), QuantityArgument::Name))
    },
};

/// A name, or 0 for the intercept.
const WEIGHT: Syntax<Option<Name>> = Syntax {
    read: |reader| reader.argument(|reader| reader.name_or("0")),
    put: |name, parts| {
        parts
            .arguments
            .push(name.clone().map_or(QuantityArgument::Digits("0".into()), QuantityArgument::Name));
    },
};

const PLACE: Syntax<u32> = Syntax {
    read: |reader| reader.argument(QuantityReader::place),
    put: |place, parts| parts.arguments.push(QuantityArgument::Digits(place.to_string())),
};

const DECIMALS: Syntax<Vec<String>> = Syntax {
    read: |reader| {
        let mut all = Vec::from_iter(reader.argument(QuantityReader::signed)?);
        while reader.takes(',') {
            if all.len() >= MOST_DECIMALS {
                return reader.wanted("fewer numbers");
            }
            all.push(reader.signed()?);
        }
        Ok(Some(all))
    },
    put: |all, parts| parts.arguments.extend(all.iter().cloned().map(QuantityArgument::Digits)),
};

const MOST_DECIMALS: usize = 30;

const ASSUMED: Syntax<Assumed> = Syntax {
    read: |reader| reader.argument(|reader| reader.word(&Assumed::WORDS, "naive, joint, shared or own")),
    put: |assumed, parts| parts.arguments.push(QuantityArgument::Word(assumed.word())),
};

const PARAMETER: Syntax<Box<Quantity>> = Syntax {
    read: |reader| reader.argument(|reader| reader.parameter().map(Box::new)),
    put: |of, parts| parts.arguments.push(QuantityArgument::Quantity(of.clone())),
};

/// A name where `x` would be the query.
const QUOTED: Syntax<Name> = Syntax {
    read: |reader| {
        Ok(match reader.argument(QuantityReader::event)? {
            Some(Event::Class(name)) => Some(name),
            Some(Event::Case) => Some(Name::new("x")),
            _ => None,
        })
    },
    put: |name, parts| (EVENT.put)(&Event::Class(name.clone()), parts),
};

const X: Syntax<()> = Syntax {
    read: |reader| Ok((EVENT.read)(reader)?.filter(|event| *event == Event::Case).map(|_| ())),
    put: |(), parts| (EVENT.put)(&Event::Case, parts),
};

const SIGMA: Syntax<()> = Syntax {
    read: |reader| {
        reader.argument(|reader| {
            reader.word(&[((), "Sigma"), ((), "sigma"), ((), "Σ")], "Sigma, as in det(Sigma)")
        })
    },
    put: |(), parts| parts.arguments.push(QuantityArgument::Word("Sigma")),
};

const Z: Syntax<()> = Syntax {
    read: |reader| reader.argument(|reader| reader.word(&[((), "z")], "z, as in sigmoid(z)")),
    put: |(), parts| parts.arguments.push(QuantityArgument::Word("z")),
};

/// Rows of a quantity, its head, other words for it, what is always in its brackets, the syntax of each field, and how its
/// parts differ from others.
macro_rules! notation {
    ($(
        [$($of:tt)+] $name:literal $([$($also:literal),+])? $(<$x:ident: $fixed:ident>)? $(($($field:ident: $syntax:ident),+))?
            $({ $($trait:ident: $value:expr),+ })?;
    )+) => {
        const ROWS: &[QuantityHead] = &[$(QuantityHead {
            name: $name,
            also: &[$($($also),+)?],
            read: |reader| {
                $(let $x = ($fixed.read)(reader)?;)?
                $($(let $field = ($syntax.read)(reader)?;)+)?
                reader.close()?;
                $(reader.meant($x)?;)?
                $($(let $field = reader.meant($field)?;)+)?
                Ok(Quantity::$($of)+)
            },
        }),+];

        /// Puts what most quantities consist of, and returns whether this is one of them.
        fn put(quantity: &Quantity, parts: &mut QuantityParts) -> bool {
            match quantity {
                $(Quantity::$($of)+ => {
                    parts.head = $name;
                    $(($fixed.put)(&(), parts);)?
                    $($(($syntax.put)($field, parts);)+)?
                    $($(parts.$trait = $value;)+)?
                })+
                _ => return false,
            }
            true
        }
    };
}

const TERM: Option<Precision> = Some(Precision::TERM);
const SHARE: Option<Precision> = Some(Precision::Share);

notation! {
    [Prob { event, given }] "P" ["prior", "phi", "φ", "pi", "π"] (event: EVENT, given: KNOWN);
    [Count { event, class }] "count" (event: EVENT, class: COUNTED);
    [Density { event, given }] "p" (event: EVENT, given: CLASS);
    [Rows] "n";
    [Values(feature)] "k" (feature: NAME);
    [Alpha] "alpha" ["α"];
    [Score(class)] "score" ["joint"] (class: NAME) { of_case: true };
    [Mean { feature, class }] "mean" ["mu", "μ", "average", "lambda", "λ"] (feature: NAME, class: CLASS);
    [Var { feature, class }] "var" ["variance", "sigma^2", "σ^2", "σ²"] (feature: NAME, class: CLASS);
    [Cov { a, b, class }] "cov" ["covariance", "sigma", "Σ", "σ"] (a: NAME, b: NAME, class: CLASS);
    [Det { class }] "det" ["determinant"] <sigma: SIGMA> (class: CLASS);
    [Inverse { a, b, class }] "inv" (a: NAME, b: NAME, class: CLASS);
    [Correlation { a, b, class }] "corr" ["correlation", "rho", "ρ"] (a: NAME, b: NAME, class: CLASS);
    [Cumulated { event, class }] "F" (event: EVENT, class: CLASS);
    [Cholesky { a, b, class }] "chol" ["L"] (a: NAME, b: NAME, class: CLASS);
    [Draw { feature, by, class }] "draw" (feature: NAME, by: DECIMALS, class: CLASS);
    [SquaredDistance(class)] "q" ["mahalanobis"] (class: NAME) { precision: TERM, of_case: true };
    [Discriminant(class)] "d" ["z", "delta", "δ", "discriminant"] (class: NAME)
        { precision: TERM, of_case: true };
    [Difference { feature, class }] "diff" (feature: NAME, class: ONE_CLASS)
        { precision: TERM, of_case: true };
    [Solved { feature, class }] "solve" (feature: NAME, class: ONE_CLASS) { precision: TERM, of_case: true };
    [Logit] "z" ["logit"] { precision: TERM, of_case: true };
    [Sigmoid] "sigmoid" <z: Z> { precision: SHARE, of_case: true };
    [Softmax(class)] "softmax" (class: NAME) { precision: SHARE, of_case: true };
    [Tail(class)] "tail" (class: NAME) { precision: SHARE, of_case: true };
    [Ranked(Rank::Below)] "below" <x: X>;
    [Ranked(Rank::Equal)] "equal" <x: X>;
    [Ranked(Rank::Above)] "above" <x: X>;
    [Typicality] "typicality" <x: X> { precision: SHARE };
    [Theta { feature, class }] "theta" ["θ"] (feature: WEIGHT, class: CLASS) { precision: TERM };
    [LogLik(Share::Whole)] "loglik" ["ℓ", "log-likelihood"] { precision: TERM };
    [LogLik(Share::Together(class))] "loglik" ["ℓ", "log-likelihood"] <x: X> (class: ONE_CLASS)
        { precision: TERM };
    [LogLik(Share::Feature { feature, class })]
        "loglik" ["ℓ", "log-likelihood"] (feature: QUOTED, class: ONE_CLASS) { precision: TERM };
    [LogLik(Share::Class(class))] "loglik" ["ℓ", "log-likelihood"] (class: QUOTED) { precision: TERM };
    [Scatter { a, b, class }] "scatter" (a: NAME, b: NAME, class: CLASS);
    [Slope(of)] "slope" (of: PARAMETER);
    [Odds { class, against, of_case }] "odds" (class: NAME, against: OTHER, of_case: OF_CASE);
    [Ratio { feature, class, against }] "ratio" (feature: NAME, class: ONE_CLASS, against: REFERENCE)
        { of_case: true };
    [Crossing { feature, class, against, place, of_case }]
        "cross" (feature: NAME, class: NAME, against: NAME, place: PLACE, of_case: OF_CASE);
    [Matrix { actual, predicted }] "matrix" (actual: NAME_OR_ANY, predicted: NAME_OR_ANY);
    [Cost { action, class }] "cost" (action: NAME, class: CLASS_OR_CASE) { precision: TERM };
    [Decided { action, actual }] "decided" (action: NAME_OR_ANY, actual: NAME_OR_ANY);
    [Parameters(assumed)] "parameters" (assumed: ASSUMED);
    [Quality(Quality::Accuracy)] "accuracy" { precision: SHARE };
    [Quality(Quality::BalancedAccuracy)] "balanced accuracy" { precision: SHARE };
    [Quality(Quality::MacroF1)] "macro F1" { precision: SHARE };
    [Quality(Quality::LogLoss)] "log loss" { precision: SHARE };
    [Quality(Quality::MeanCost)] "mean cost" { precision: TERM };
    [Quality(Quality::Brier)] "Brier" ["Brier score"] { precision: SHARE };
    [Quality(Quality::Precision(class))] "precision" (class: NAME) { precision: SHARE };
    [Quality(Quality::Recall(class))] "recall" (class: NAME) { precision: SHARE };
    [Quality(Quality::F1(class))] "F1" (class: NAME) { precision: SHARE };
    [Quality(Quality::Area(class))] "AUC" (class: NAME) { precision: SHARE };
}

/// Heads of several events, and words for what is printed as `P(c | x)`, `P(x | c)` and `P(x)`.
const OTHERS: [QuantityHead; 6] = [
    QuantityHead { name: "P", also: &["prior", "phi", "φ", "pi", "π"], read: |reader| reader.events("P") },
    QuantityHead { name: "count", also: &[], read: |reader| reader.events("count") },
    QuantityHead { name: "product", also: &[], read: |reader| reader.events("product") },
    QuantityHead { name: "posterior", also: &[], read: |reader| reader.of_class(Quantity::posterior) },
    QuantityHead { name: "likelihood", also: &[], read: |reader| reader.of_class(Quantity::likelihood) },
    QuantityHead {
        name: "evidence",
        also: &[],
        read: |reader| reader.close().map(|()| Quantity::evidence()),
    },
];

pub(super) fn heads() -> impl Iterator<Item = &'static QuantityHead> {
    ROWS.iter().chain(&OTHERS)
}

impl QuantityHead {
    pub(super) fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.also.iter().copied())
    }
}

impl QuantityReader {
    fn of_class(&mut self, of: fn(&Name) -> Quantity) -> ReadResult<Quantity> {
        let class = self.argument(QuantityReader::name)?;
        self.close()?;
        Ok(of(&self.meant(class)?))
    }

    fn events(&mut self, head: &str) -> ReadResult<Quantity> {
        let mut events = Vec::from_iter(self.argument(QuantityReader::event)?);
        while self.takes(',') {
            events.push(self.event()?);
        }
        let mut given = Vec::new();
        if head == "P" {
            given.extend(self.given(QuantityReader::event)?);
            while !given.is_empty() && self.takes(',') {
                given.push(self.event()?);
            }
        } else {
            given.extend(self.given(QuantityReader::name)?.map(Event::Class));
        }
        self.close()?;
        self.meant(several(head, events, given))
    }
}

/// The quantity of these events, unless it cannot be meant.
fn several(head: &str, mut events: Vec<Event>, mut given: Vec<Event>) -> Option<Quantity> {
    let of = match (head, events.len(), given.len()) {
        ("product", ..) => Several::Product,
        ("count", ..) => Several::Count,
        (_, 1, _) => Several::Given,
        (_, _, 0) if events.iter().any(|event| matches!(event, Event::Class(_))) => Several::WithClass,
        _ => Several::Joint,
    };
    // The class is the one event without a column among those that are given; where nothing is given it is first, and
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
    let class = class.and_then(|event| if let Event::Class(class) = event { Some(class) } else { None });
    meant.then_some(Quantity::Several { of, events, class })
}

impl Event {
    fn named(&self, named: &dyn Fn(&Name) -> Name) -> Event {
        match self {
            Event::Class(name) => Event::Class(named(name)),
            Event::Value { feature, value } => Event::Value { feature: named(feature), value: named(value) },
            Event::Any(feature) => Event::Any(named(feature)),
            Event::Case => Event::Case,
        }
    }
}

/// How a quantity is spelled: as it is read again, or in formulas on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuantitySpelling {
    Address,
    Unicode,
    Ascii,
}

impl QuantityParts {
    fn name(&mut self, name: &Name) {
        self.arguments.push(QuantityArgument::Name(name.clone()));
    }

    pub(super) fn given_after_comma(&self) -> bool {
        self.head == "count"
    }

    pub(super) fn has_case(&self) -> bool {
        let is_case = |argument: &QuantityArgument| matches!(argument, QuantityArgument::Event(Event::Case));
        self.of_case || self.arguments.iter().chain(&self.given).any(is_case)
    }

    pub(super) fn symbol(&self) -> Option<Symbol> {
        let (uni, ascii, tex) = match self.head {
            "alpha" => ("α", "alpha", "\\alpha"),
            "loglik" => ("ℓ", "loglik", "\\ell"),
            "mean" => ("μ", "mu", "\\mu"),
            "var" => ("σ²", "sigma^2", "\\sigma^2"),
            "cov" => ("Σ", "Sigma", "\\Sigma"),
            "inv" => ("Σ⁻¹", "inv(Sigma)", "\\Sigma^{-1}"),
            "corr" => ("ρ", "rho", "\\rho"),
            "chol" => ("L", "L", "L"),
            "diff" => ("(x − μ)", "(x - mu)", "(x - \\mu)"),
            "solve" => ("(Σ⁻¹(x − μ))", "(inv(Sigma)(x - mu))", "(\\Sigma^{-1}(x - \\mu))"),
            "theta" => ("θ", "theta", "\\theta"),
            "sigmoid" => ("σ", "sigmoid", "\\sigma"),
            _ => return None,
        };
        Some(Symbol { uni, ascii, tex })
    }

    fn text(&self, spelling: QuantitySpelling, named: &dyn Fn(&Name) -> Name) -> String {
        let mut text = match (self.symbol(), spelling) {
            (Some(symbol), QuantitySpelling::Unicode) => symbol.uni,
            (Some(symbol), QuantitySpelling::Ascii) => symbol.ascii,
            _ => self.head,
        }
        .to_owned();
        let written = |argument: &QuantityArgument| match argument {
            QuantityArgument::Event(event) => event.named(named).to_string(),
            QuantityArgument::Name(name) => match named(name) {
                // A column named 0 needs its quotes here, since theta(0) is the intercept.
                name if self.head == "theta" && name.as_str() == "0" => "\"0\"".to_owned(),
                name => name.to_string(),
            },
            QuantityArgument::Digits(digits) => digits.clone(),
            QuantityArgument::Word(word) => (*word).to_owned(),
            QuantityArgument::Quantity(of) => of.text(QuantitySpelling::Address, named),
        };
        for (at, argument) in self.arguments.iter().enumerate() {
            text.extend([if at == 0 { "(" } else { ", " }, &written(argument)]);
        }
        for (at, given) in self.given.iter().enumerate() {
            text.extend([if at == 0 && !self.given_after_comma() { " | " } else { ", " }, &written(given)]);
        }
        text + if self.arguments.is_empty() { "" } else { ")" }
    }
}

impl Quantity {
    /// The parts of a quantity that is neither a formula nor a logarithm.
    pub(super) fn parts(&self) -> QuantityParts {
        let mut parts = QuantityParts::default();
        if put(self, &mut parts) {
            return parts;
        }
        let Quantity::Several { of, events, class } = self else { return parts };
        parts.head = match of {
            Several::Count => "count",
            Several::Product => "product",
            Several::Joint | Several::WithClass | Several::Given => "P",
        };
        let class = class.clone().map(|class| match of {
            Several::Product => QuantityArgument::Name(class),
            _ => QuantityArgument::Event(Event::Class(class)),
        });
        let mut events = events.iter().cloned().map(QuantityArgument::Event);
        match of {
            Several::WithClass => parts.arguments = class.into_iter().chain(events).collect(),
            Several::Given => {
                parts.arguments = events.next().into_iter().collect();
                parts.given = class.into_iter().chain(events).collect();
            }
            _ => (parts.arguments, parts.given) = (events.collect(), class.into_iter().collect()),
        }
        parts
    }

    /// The quantity with another name in the place of each.
    pub fn with_names(&self, named: &dyn Fn(&Name) -> Name) -> Quantity {
        self.text(QuantitySpelling::Address, named).parse().unwrap_or_else(|_| self.clone())
    }

    /// The quantity as text, with another name in the place of each.
    pub(super) fn text(&self, spelling: QuantitySpelling, named: &dyn Fn(&Name) -> Name) -> String {
        let part = |of: &Quantity| of.text(spelling, named);
        let of_class = |head: [&str; 2], class: &Option<Name>, end: &str| {
            let head = if spelling == QuantitySpelling::Unicode { head[0] } else { head[1] };
            let class = class.iter().map(|class| format!("({})", named(class)));
            format!("{head}{}{end}", class.collect::<String>())
        };
        match (self, spelling) {
            (Quantity::Formula(of), QuantitySpelling::Unicode) => of.written(("·", "−"), &part),
            (Quantity::Formula(of), _) => of.written(("*", "-"), &part),
            (Quantity::Ln(of), _) if matches!(**of, Quantity::Formula(_)) => format!("ln ({})", part(of)),
            (Quantity::Ln(of), _) => format!("ln {}", part(of)),
            (_, QuantitySpelling::Address) => self.parts().text(spelling, named),
            (Quantity::Slope(of), QuantitySpelling::Unicode) => format!("∂ℓ/∂{}", part(of)),
            (Quantity::Det { class }, _) => of_class(["|Σ", "|Sigma"], class, "|"),
            (Quantity::Theta { feature: None, class }, _) => of_class(["θ₀", "theta_0"], class, ""),
            _ => self.parts().text(spelling, named),
        }
    }

    pub(crate) fn is_called(&self, word: &str) -> bool {
        let (own, word) = (self.parts().head, word.to_lowercase());
        heads()
            .filter(|head| head.name == own)
            .flat_map(QuantityHead::words)
            .any(|known| known.to_lowercase() == word)
    }
}
