//! Overlays that replace definitions, and the values of quantities under them.

use super::{Context, Definition, Evaluator, Result, Rule, WorkedError};
use crate::math::{Event, Expr, Number, Quantity, Several};
use foldhash::fast::FixedState;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The right values, computed once, with their dependencies.
pub struct Variations<'a> {
    context: Context<'a>,
    right: Evaluator<'a>,
    places: HashMap<Quantity, usize, FixedState>,
    nodes: Vec<Rc<QuantityNode>>,
    /// Whether the case has so many factors that only the right numbers are computed as fractions.
    is_long: bool,
}

/// A quantity, its right value, the positions of those that it rests on, and the kinds of it and of all below.
struct QuantityNode {
    quantity: Quantity,
    value: Option<Number>,
    uses: Vec<usize>,
    kinds: Kinds,
}

/// Scores of more factors than this are fractions that take long to reduce.
const LONG: u64 = 60;

fn rounded(value: Number) -> Number {
    let float = value.to_f64();
    match value {
        Number::Exact(_) if float.is_normal() => Number::Float(float),
        Number::Exact(_) if !value.is_zero() && !value.is_negative() => Number::Log(value.ln()),
        other => other,
    }
}

impl<'a> Variations<'a> {
    pub fn new(context: Context<'a>) -> Self {
        let right = Evaluator::new(context, Vec::new());
        let factors: u64 = context.terms().iter().flatten().map(|term| u64::from(term.times)).sum();
        Variations { context, right, places: HashMap::default(), nodes: Vec::new(), is_long: factors > LONG }
    }

    pub fn right(&mut self, quantity: &Quantity) -> Result<Option<Number>> {
        self.right.value(quantity)
    }

    pub fn definition(&mut self, quantity: &Quantity) -> Result<Option<Definition>> {
        self.right.work_out(quantity)?;
        Ok(self.defined(quantity).cloned())
    }

    fn defined(&self, quantity: &Quantity) -> Option<&Definition> {
        self.right.known.get(quantity)?.definition.as_ref()
    }

    /// The right value as written in formulas: a counted fraction, if it is one.
    pub fn shown(&mut self, quantity: &Quantity) -> Result<Expr> {
        self.right.work_out(quantity)?;
        Ok(self.right.shown(quantity))
    }

    pub fn below(&mut self, quantity: &Quantity) -> Result<HashSet<Quantity>> {
        let found = self.nodes_from(quantity)?.into_iter().skip(1);
        Ok(found.map(|node| node.quantity.clone()).collect())
    }

    pub fn grounds(&mut self, quantity: &Quantity) -> Result<Vec<Quantity>> {
        let found = self.nodes_from(quantity)?.into_iter().filter(|node| node.uses.is_empty());
        Ok(found.map(|node| node.quantity.clone()).collect())
    }

    /// A quantity and all that it rests on, in the order of the formulas.
    fn nodes_from(&mut self, quantity: &Quantity) -> Result<Vec<Rc<QuantityNode>>> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut open = vec![self.place(quantity)?];
        while let Some(place) = open.pop() {
            let Some(node) = self.nodes.get(place).filter(|_| seen.insert(place)) else { continue };
            open.extend(node.uses.iter().rev());
            found.push(Rc::clone(node));
        }
        Ok(found)
    }

    fn kept(&self, value: Option<Number>) -> Option<Number> {
        if self.is_long { value.map(rounded) } else { value }
    }

    pub fn under<'v>(&'v mut self, overlay: &'v dyn Overlay) -> Under<'v, 'a> {
        Under { all: self, overlay, states: HashMap::default() }
    }

    fn place(&mut self, quantity: &Quantity) -> Result<usize> {
        if let Some(place) = self.places.get(quantity) {
            return Ok(*place);
        }
        self.right.work_out(quantity)?;
        let uses = self.right.known.get(quantity).map(|known| known.uses.clone()).unwrap_or_default();
        let uses = uses.iter().map(|used| self.place(used)).collect::<Result<Vec<usize>>>()?;
        let below = uses.iter().filter_map(|place| self.nodes.get(*place)).map(|node| node.kinds);
        let kinds = below.fold(Kinds::of(quantity), Kinds::and);
        let (place, value) = (self.nodes.len(), self.kept(self.right.lookup(quantity)));
        self.nodes.push(Rc::new(QuantityNode { quantity: quantity.clone(), value, uses, kinds }));
        self.places.insert(quantity.clone(), place);
        Ok(place)
    }
}

pub struct Under<'v, 'a> {
    all: &'v mut Variations<'a>,
    overlay: &'v dyn Overlay,
    states: HashMap<usize, NodeState, FixedState>,
}

enum NodeState {
    Open,
    Right,
    Changed(Option<Number>),
}

impl Under<'_, '_> {
    pub fn value(&mut self, quantity: &Quantity) -> Result<Option<Number>> {
        let place = self.all.place(quantity)?;
        if self.work_out(place)? {
            return Ok(self.value_at(quantity));
        }
        self.all.right(quantity)
    }

    pub fn replaced(&self, quantity: &Quantity) -> Option<Definition> {
        self.overlay.replace(quantity, self.all.defined(quantity)?, &self.all.context)
    }

    /// Computes a node; whether it is changed.
    fn work_out(&mut self, place: usize) -> Result<bool> {
        let Some(node) = self.all.nodes.get(place).map(Rc::clone) else { return Ok(false) };
        if !node.kinds.meets(self.overlay.kinds()) {
            return Ok(false);
        }
        match self.states.get(&place) {
            None => self.states.insert(place, NodeState::Open),
            Some(NodeState::Open) => return Err(WorkedError::Circular(node.quantity.clone())),
            Some(NodeState::Right) => return Ok(false),
            Some(NodeState::Changed(_)) => return Ok(true),
        };
        let replaced = self.replaced(&node.quantity);
        let mut touched = false;
        if let Some(definition) = &replaced {
            for used in definition.uses() {
                let used = self.all.place(&used)?;
                touched |= self.work_out(used)?;
            }
        } else {
            for used in &node.uses {
                touched |= self.work_out(*used)?;
            }
        }
        let right = || self.all.defined(&node.quantity).filter(|_| touched);
        let state = match replaced.as_ref().or_else(right) {
            Some(definition) => {
                let value = definition.value(touched, &|used: &Quantity| self.value_at(used));
                NodeState::Changed(self.all.kept(value))
            }
            None => NodeState::Right,
        };
        let is_changed = matches!(state, NodeState::Changed(_));
        self.states.insert(place, state);
        Ok(is_changed)
    }

    fn value_at(&self, quantity: &Quantity) -> Option<Number> {
        let place = self.all.places.get(quantity)?;
        match self.states.get(place) {
            Some(NodeState::Changed(value)) => value.clone(),
            _ => self.all.nodes.get(*place)?.value.clone(),
        }
    }
}

/// Replaces some definitions. Everything that rests on them is then evaluated anew.
pub trait Overlay: Send + Sync {
    /// The kinds of quantities that it may replace: quantities that rest on none of them are unchanged.
    fn kinds(&self) -> Kinds {
        Kinds::ALL
    }

    /// The definition to use instead of `right`; `None` leaves it alone.
    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition>;
}

/// Fixed values for some quantities, such as a student's own earlier lines.
#[derive(Clone, Debug, Default)]
pub struct Constants(pub HashMap<Quantity, Number>);

impl Overlay for Constants {
    fn replace(&self, quantity: &Quantity, _: &Definition, _: &Context<'_>) -> Option<Definition> {
        Some(Definition::fact(Rule::Taken, self.0.get(quantity)?.clone()))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    pub const ALL: Kinds = Kinds(u32::MAX);
    pub const NONE: Kinds = Kinds(0);

    #[must_use]
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// One kind per line: its bit, and its quantities.
macro_rules! kinds {
    ($($quantities:pat => $kind:ident $bit:literal;)+) => {
        impl Kinds {
            $(pub const $kind: Kinds = Kinds(1 << $bit);)+

            pub fn of(quantity: &Quantity) -> Kinds {
                match quantity { $($quantities => Kinds::$kind,)+ }
            }
        }
    };
}

kinds! {
    Quantity::Prob { event: Event::Class(_), given: None } => PRIOR 0;
    Quantity::Prob { event: Event::Value { .. }, given: Some(Event::Class(_)) } => SHARE 1;
    Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) } => LIKELIHOOD 2;
    Quantity::Prob { event: Event::Class(_), given: Some(Event::Case) } => POSTERIOR 3;
    Quantity::Score(_) => SCORE 4;
    Quantity::Density { .. } => DENSITY 5;
    Quantity::Count { .. } | Quantity::Rows | Quantity::Several { of: Several::Count, .. } => COUNT 6;
    Quantity::Var { .. } | Quantity::Cov { .. } => VARIANCE 7;
    Quantity::SquaredDistance(_) => QUADRATIC 8;
    Quantity::Mean { .. } => MEAN 9;
    Quantity::Det { .. } => DETERMINANT 10;
    Quantity::Inverse { .. } => INVERSE 11;
    Quantity::Difference { .. } => DIFFERENCE 12;
    Quantity::Solved { .. } => SOLVED 13;
    Quantity::Matrix { .. } | Quantity::Decided { .. } | Quantity::Quality(_) => QUALITY 14;
    Quantity::Cost { .. } => COST 15;
    _ => OTHER 16;
}
