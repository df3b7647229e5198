//! An argument in the notation of the CS229 notes: φ for a probability that is estimated, and sums of 1{·} over the rows in
//! the place of counts.

use super::super::context::Context;
use super::super::gaussian::weighed_sample;
use super::argument::{Argument, Passage};
use crate::math::{Chain, Event, Expr, Name, Quantity, symbols};
use crate::model::Fitted;

impl Argument {
    /// The same argument in the notation of the notes.
    pub fn in_notes(&self, fitted: &Fitted) -> Argument {
        let expr = |expr: &Expr| {
            expr.map(&|part| match part {
                Expr::Of(quantity) => of(quantity, fitted),
                _ => None,
            })
        };
        let chain = |chain: &Chain| Chain {
            lhs: expr(&chain.lhs),
            rest: chain.rest.iter().map(|(relation, side)| (*relation, expr(side))).collect(),
        };
        let passage = |passage: &Passage| Passage {
            text: passage.text.clone(),
            chains: passage.chains.iter().map(chain).collect(),
        };
        Argument { passages: self.passages.iter().map(passage).collect(), ..self.clone() }
    }
}

/// What a quantity is called there; `None` where it keeps its name.
fn of(quantity: &Quantity, fitted: &Fitted) -> Option<Expr> {
    let phi = |argument: String, given: Option<&Name>| {
        Expr::general(symbols::PHI, Expr::Text(argument), given.map(|class| Expr::Text(format!("y={class}"))))
    };
    let of_class = |class: &Name| format!("y⁽ⁱ⁾ = {class}");
    let rows = |body: Expr| {
        let body = weighed_sample(body, &Context { fitted, case: None });
        Expr::over_rows(Expr::Sym(symbols::N), body, Vec::new())
    };
    let sum = |condition: String| rows(Expr::Text(format!("1{{{condition}}}")));
    Some(match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => phi(class.to_string(), None),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            phi(format!("{feature}={value}"), Some(class))
        }
        Quantity::Count { event: Event::Class(class), class: None } => sum(of_class(class)),
        Quantity::Count { event: Event::Value { feature, value }, class: Some(class) } => {
            // Each word of a document counts, as often as it stands there.
            if fitted.factor(feature.as_str())?.is_words() {
                let one = Expr::Text(format!("1{{{}}}", of_class(class)));
                rows(one * Expr::Text(format!("(times {value} stands in x⁽ⁱ⁾)")))
            } else {
                sum(format!("{feature}⁽ⁱ⁾ = {value} ∧ {}", of_class(class)))
            }
        }
        Quantity::Count { event: Event::Any(feature), class: Some(class) } => {
            if fitted.factor(feature.as_str())?.is_words() {
                let one = Expr::Text(format!("1{{{}}}", of_class(class)));
                rows(one * Expr::Text("(words of x⁽ⁱ⁾)".to_owned()))
            } else {
                let at = fitted.feature(feature.as_str())?;
                let known = fitted.known(at, fitted.class(class.as_str())?)
                    == fitted.class_count(fitted.class(class.as_str())?);
                sum(if known {
                    of_class(class)
                } else {
                    format!("{feature}⁽ⁱ⁾ is known ∧ {}", of_class(class))
                })
            }
        }
        _ => return None,
    })
}
