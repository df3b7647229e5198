//! What a formula is made of, a step at a time: the terms of a sum, the factors of a product, the two sides of a bar; each with its
//! own value, so that each can be right or wrong by itself.

use super::node::Node;
use super::written::{Written, form};

/// How a formula is put together.
#[derive(Clone, Debug)]
pub(in crate::practice) enum Shape {
    /// a + b − c
    Sum(Vec<Written>),
    Quotient(Box<Written>, Box<Written>),
    /// a · b · c
    Product,
    Power(Box<Written>, Box<Written>),
    Single,
}

impl Written {
    fn part(node: &Node) -> Option<Written> {
        let value = node.value(&mut |literal| literal.value.clone()).ok()??;
        Some(Written { value, form: form(node), node: node.clone() })
    }

    pub(in crate::practice) fn shape(&self) -> Shape {
        let parts = |parts: &[Node]| parts.iter().map(Written::part).collect::<Option<Vec<Written>>>();
        let pair = |a: &Node, b: &Node| Some((Box::new(Written::part(a)?), Box::new(Written::part(b)?)));
        let found = match &self.node {
            Node::Sum(all) => parts(all).map(Shape::Sum),
            Node::Product(_) => Some(Shape::Product),
            Node::Quotient(top, bottom) => {
                pair(top, bottom).map(|(top, bottom)| Shape::Quotient(top, bottom))
            }
            Node::Power(base, exponent) => pair(base, exponent).map(|(a, b)| Shape::Power(a, b)),
            _ => None,
        };
        found.unwrap_or(Shape::Single)
    }

    /// Its factors with whether each stands above the bar, in the order in which they were written. A number above that is followed
    /// by one below is a fraction: 3/8 · 5/9 has the factors 3/8 and 5/9.
    pub(in crate::practice) fn factors(&self) -> Vec<(Written, bool)> {
        let mut flat = Vec::new();
        flatten(&self.node, true, &mut flat);
        let mut found: Vec<(Written, bool)> = Vec::new();
        let mut rest = flat.into_iter().peekable();
        while let Some((node, above)) = rest.next() {
            let below = if above { rest.next_if(|(_, above)| !above) } else { None };
            let node = match below {
                Some((bottom, _)) => Node::Quotient(Box::new(node), Box::new(bottom)),
                None => node,
            };
            found.extend(Written::part(&node).map(|part| (part, above)));
        }
        found
    }
}

fn flatten(node: &Node, above: bool, out: &mut Vec<(Node, bool)>) {
    match node {
        Node::Product(parts) => parts.iter().for_each(|part| flatten(part, above, out)),
        Node::Quotient(top, bottom) => {
            flatten(top, above, out);
            flatten(bottom, !above, out);
        }
        other => out.push((other.clone(), above)),
    }
}
