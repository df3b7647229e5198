//! Chains as displays: on one line where they fit, else under each other at their relations.
//!
//! Neither LaTeX nor a browser breaks a display by itself, and a page or a notebook cuts or scrolls one that is too wide.
//! How wide a formula is, is measured on a line of text. This module knows nothing of how a notation draws.

use super::figure::relation;
use super::{Chain, Expr, Linear, Rel};
use crate::text::display_width;

/// What the breaking of chains asks of a notation that is set by another program.
pub(super) trait Typeset {
    /// What stands before a row that goes on with a side.
    const FURTHER_IN: &'static str;

    /// A formula.
    fn side(&self, expr: &Expr) -> String;

    /// The terms, factors or neighbours that a formula is made of, each but the first with its operator before it.
    fn items(&self, expr: &Expr) -> Vec<String>;

    /// A relation between two sides.
    fn sign(&self, rel: Rel) -> &'static str;
}

/// One row of chains that stand below each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedRow {
    /// What stands before the relation; empty where a row goes on with what is above it.
    pub left: String,
    /// The relation and what follows it.
    pub right: String,
    /// About how many characters wide the two are drawn.
    pub widths: [usize; 2],
}

/// Chains in rows, broken before relations and between the terms or factors of a side where a row would be wider than
/// `width` characters. A row is still wider than that where a single part is.
pub(super) fn rows<'a>(
    notation: &impl Typeset,
    chains: impl IntoIterator<Item = &'a Chain>,
    width: usize,
) -> Vec<AlignedRow> {
    chains.into_iter().flat_map(|chain| rows_of(notation, chain, width)).collect()
}

fn rows_of<N: Typeset>(notation: &N, chain: &Chain, width: usize) -> Vec<AlignedRow> {
    let sign = |rel: Rel, side: &Expr| notation.sign(relation(rel, side));
    let own = extent(&chain.lhs);
    let rest: usize = chain.rest.iter().map(|(_, side)| extent(side) + RELATION).sum();
    if own + rest <= width || chain.rest.is_empty() && !is_list(&chain.lhs) {
        let sides =
            chain.rest.iter().map(|(rel, side)| format!("{}{}", sign(*rel, side), notation.side(side)));
        return vec![AlignedRow {
            left: notation.side(&chain.lhs),
            right: sides.collect(),
            widths: [own, rest],
        }];
    }
    if chain.rest.is_empty() {
        let parts = broken(notation, &chain.lhs, width).into_iter();
        let row =
            |(part, wide)| AlignedRow { left: String::new(), right: format!(" {part}"), widths: [0, wide] };
        return parts.map(row).collect();
    }
    let narrow = width.saturating_sub(own + RELATION);
    let widest = chain.rest.iter().flat_map(|(_, side)| broken(notation, side, narrow)).map(|(_, wide)| wide);
    // Where a part has no room beside the left side, it stands below it.
    let hangs = widest.max().is_some_and(|widest| widest > narrow + RELATION);
    let (room, indent) =
        if hangs { (width.saturating_sub(INDENT), N::FURTHER_IN) } else { (width.saturating_sub(own), "") };
    let mut left = notation.side(&chain.lhs);
    let mut rows: Vec<AlignedRow> = Vec::new();
    if hangs {
        let right = format!(" {}", std::mem::take(&mut left));
        rows.push(AlignedRow { left: String::new(), right, widths: [0, own] });
    }
    let mut used = usize::MAX;
    for (rel, side) in &chain.rest {
        let sign = sign(*rel, side);
        let more = extent(side) + RELATION;
        match rows.last_mut().filter(|_| used.saturating_add(more) <= room) {
            Some(last) => {
                last.right.extend([sign, &notation.side(side)]);
                last.widths[1] += more;
                used += more;
            }
            None => {
                let mut first = sign;
                for (part, wide) in broken(notation, side, room.saturating_sub(RELATION)) {
                    let taken = if rows.is_empty() { own } else { 0 };
                    rows.push(AlignedRow {
                        left: std::mem::take(&mut left),
                        right: if hangs {
                            format!("{indent}{}{part}", first.trim_start())
                        } else {
                            format!("{first}{part}")
                        },
                        widths: [taken, wide + RELATION],
                    });
                    first = N::FURTHER_IN;
                }
                used = more;
            }
        }
    }
    rows
}

/// A side in pieces of about `width` characters with the width of each, each but the first with the operator before it.
fn broken(notation: &impl Typeset, side: &Expr, width: usize) -> Vec<(String, usize)> {
    let whole = extent(side);
    let items = match side.plain() {
        Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) if whole > width => items,
        plain => return vec![(notation.side(plain), whole)],
    };
    let mut pieces: Vec<(String, usize)> = Vec::new();
    let mut used = 0;
    for (part, item) in notation.items(side.plain()).iter().zip(items) {
        let more = extent(item) + RELATION;
        match pieces.last_mut() {
            Some((last, wide)) if used + more <= width => {
                last.push_str(part);
                *wide += more;
            }
            _ => {
                pieces.push((part.trim_start().to_owned(), more));
                used = 0;
            }
        }
        used += more;
    }
    pieces
}

/// Characters that what stands below its left side is indented by.
const INDENT: usize = 4;

/// Characters of a relation or an operator with its blanks.
const RELATION: usize = 3;

/// About how many characters wide a formula is drawn: of what stands above each other, the widest counts.
fn extent(expr: &Expr) -> usize {
    fn flat(expr: &Expr) -> Option<Expr> {
        let widest = |parts: Vec<Expr>| parts.into_iter().max_by_key(length);
        match expr {
            Expr::Frac(above, below) => widest(vec![above.map(&flat), below.map(&flat)]),
            Expr::Matrix(rows) => {
                let row = |row: &Vec<Expr>| Expr::Juxt(row.iter().map(|cell| cell.map(&flat)).collect());
                widest(rows.iter().map(row).collect())
            }
            _ => None,
        }
    }
    length(&expr.map(&flat))
}

fn length(expr: &Expr) -> usize {
    display_width(&Linear { ascii: false }.expr(expr))
}

fn is_list(expr: &Expr) -> bool {
    matches!(expr.plain(), Expr::Add(_) | Expr::Mul(_) | Expr::Juxt(_))
}
