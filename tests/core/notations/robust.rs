//! Formulas of any shape, with names of any characters, at any width: nothing panics and nothing is out of line.

use posterior::math::{Chain, DecimalSign, Expr, Face, Latex, Linear, MathMl, Picture, SpanRole, Stacked};
use posterior::text::{display_width, is_hidden};
use proptest::prelude::*;

use super::{arbitrary, mathml};

const FACES: [Face; 2] = [UNICODE, Face::ASCII];

const UNICODE: Face = Face { ascii: false, sign: DecimalSign::Point };

fn rectangular(picture: &Picture) -> Result<(), TestCaseError> {
    for row in &picture.rows {
        let text: String = row.iter().map(|span| span.text.as_str()).collect();
        prop_assert_eq!(display_width(&text), picture.width, "{:?}", picture.lines());
        prop_assert!(text.chars().all(|c| !is_hidden(c)), "{:?}", text);
    }
    prop_assert!(picture.baseline < picture.height());
    Ok(())
}

/// The widest part of a chain that may not be torn: what stands between two blanks, with the operator before it.
fn widest_part(chain: &Chain, ascii: bool, longest_name: usize) -> usize {
    let row = Linear(Face { ascii, ..Face::default() }).chain_row(chain);
    let mut widest = 0;
    let mut part = 0;
    for span in row {
        // A minus sign without blanks belongs to its number: no line breaks there.
        if span.role == SpanRole::Operator && span.text.contains(' ') {
            part = display_width(&span.text);
            continue;
        }
        if span.role == SpanRole::Name && display_width(&span.text) > longest_name {
            // A name that is cut may be cut at a blank.
            part += longest_name;
            widest = widest.max(part);
            continue;
        }
        for (nth, word) in span.text.split(' ').enumerate() {
            part = if nth > 0 { 1 } else { part } + display_width(word);
            widest = widest.max(part);
        }
    }
    widest
}

proptest! {
    #![proptest_config(crate::models::tables::cases(256))]

    #[test]
    fn any_chain_at_any_width_is_a_rectangle(chain in arbitrary::any_chain(), width in 0usize..=100) {
        for face in FACES {
            rectangular(&Stacked { width, face }.chain(&chain))?;
            rectangular(&Stacked { width, face }.expr(&chain.lhs))?;
        }
        let texts = [Linear::default().chain(&chain), Linear(Face::ASCII).chain(&chain), Latex.chain(&chain)];
        for text in texts {
            prop_assert!(text.chars().all(|c| !is_hidden(c)), "{:?}", text);
        }
    }

    #[test]
    fn any_chain_is_well_formed_mathml(chain in arbitrary::any_chain(), width in 1usize..=100) {
        prop_assert_eq!(mathml::check(&MathMl.chain(&chain)), Ok(()));
        prop_assert_eq!(mathml::check(&MathMl.display([&chain, &chain], width)), Ok(()));
    }

    #[test]
    fn a_picture_is_no_wider_than_asked_if_it_can_be(chain in arbitrary::any_chain(), width in 0usize..=100) {
        for face in FACES {
            let picture = Stacked { width, face }.chain(&chain);
            let indent = if width >= 16 { 4 } else { 0 };
            let part = widest_part(&chain, face.ascii, width.saturating_sub(4).max(1)) + indent;
            prop_assert!(picture.width <= width.max(part), "{width} {part}\n{}", picture.lines().join("\n"));
        }
    }

    #[test]
    fn a_term_keeps_its_link_at_any_width(a in arbitrary::name(), b in arbitrary::name(), width in 0usize..=100) {
        let quantity = posterior::math::Quantity::conditional(&"f".into(), &a.into(), &b.into());
        let term = Expr::Of(quantity.clone());
        let product = Expr::Mul(vec![term.clone(), Expr::frac(Expr::int(1), term.clone())]);
        let picture = Stacked { width, face: UNICODE }.chain(&Chain::new(term).eq(product));
        let links = picture.rows.iter().flatten().filter_map(|span| span.link.as_ref());
        prop_assert!(links.clone().count() >= 3);
        prop_assert!(links.clone().all(|link| *link == quantity));
    }
}
