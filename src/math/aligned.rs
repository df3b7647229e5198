//! Chains as LaTeX display mathematics: on one line where they fit, else under each other at their relations.
//!
//! LaTeX breaks no display by itself, and a notebook scrolls one that is too wide. How wide a formula is, is measured on
//! a line of text.

use super::figure::relation;
use super::{Chain, Expr, Latex, Linear, Rel};
use crate::text::display_width;

/// One row of an `aligned`: what stands before the mark, and after it.
type Pair = (String, String);

impl Latex {
    /// Chains below each other, for the inside of a display: one `aligned` with a line for each row, broken before
    /// relations and between the terms or factors of a side where a row would be wider than `width` characters. A single
    /// chain that fits needs no environment. No line is empty, and every row but the last ends with `\\`.
    pub fn display<'a>(&self, chains: impl IntoIterator<Item = &'a Chain>, width: usize) -> String {
        let rows: Vec<Pair> = chains.into_iter().flat_map(|chain| self.rows(chain, width)).collect();
        if let [(left, right)] = rows.as_slice() {
            return lines_of_matrices(format!("{left}{right}").trim());
        }
        let rows: Vec<String> = rows.iter().map(|(left, right)| format!("{left} &{right}")).collect();
        let rows: Vec<&str> = rows.iter().map(|row| row.trim()).collect();
        format!("\\begin{{aligned}}\n{}\n\\end{{aligned}}", lines_of_matrices(&rows.join(" \\\\\n")))
    }

    fn rows(&self, chain: &Chain, width: usize) -> Vec<Pair> {
        let whole: usize = chain.sides().map(|side| extent(side) + RELATION).sum();
        if whole <= width + RELATION || chain.rest.is_empty() && !is_list(&chain.lhs) {
            let rest =
                chain.rest.iter().map(|(rel, side)| format!("{}{}", sign(*rel, side), self.expr(side)));
            return vec![(self.expr(&chain.lhs), rest.collect())];
        }
        let mut left = self.expr(&chain.lhs);
        if chain.rest.is_empty() {
            let parts = self.broken(&chain.lhs, width).into_iter();
            return parts.map(|part| (String::new(), format!(" {part}"))).collect();
        }
        let mut rows: Vec<Pair> = Vec::new();
        let mut used = 0;
        for (rel, side) in &chain.rest {
            let sign = sign(*rel, side);
            let more = extent(side) + RELATION;
            // The first row begins with the left side, and what follows a broken side begins a row.
            match rows.last_mut().filter(|_| used + more <= width) {
                Some((_, last)) => last.extend([sign, &self.expr(side)]),
                None => {
                    let mut first = sign;
                    for part in self.broken(side, width) {
                        rows.push((std::mem::take(&mut left), format!("{first}{part}")));
                        first = " \\quad ";
                    }
                    used = if rows.len() == 1 { extent(&chain.lhs) } else { 0 };
                }
            }
            used += more;
        }
        rows
    }

    /// A side in pieces of about `width` characters, each but the first with the operator before it.
    fn broken(&self, side: &Expr, width: usize) -> Vec<String> {
        let items = match side.plain() {
            whole if extent(whole) <= width => return vec![self.expr(whole)],
            Expr::Add(items) | Expr::Mul(items) | Expr::Juxt(items) => items,
            whole => return vec![self.expr(whole)],
        };
        let parts = self.items(side.plain());
        let mut pieces: Vec<String> = Vec::new();
        let mut used = 0;
        for (part, item) in parts.iter().zip(items) {
            let more = extent(item) + RELATION;
            match pieces.last_mut() {
                Some(last) if used + more <= width => last.push_str(part),
                _ => {
                    pieces.push(part.trim_start().to_owned());
                    used = 0;
                }
            }
            used += more;
        }
        pieces
    }
}

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

fn sign(rel: Rel, side: &Expr) -> &'static str {
    super::latex::sign(relation(rel, side))
}

/// Rows of a matrix on lines of their own: some renderers know `\\` at the end of a line only.
fn lines_of_matrices(tex: &str) -> String {
    tex.replace(" \\\\ ", " \\\\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Number;

    fn number(value: i64) -> Expr {
        Expr::Num(Number::from_int(value))
    }

    #[test]
    fn a_chain_that_fits_stays_on_one_line() {
        let chain = Chain::new(Expr::Text("a_b".into())).eq(number(3)).eq(number(4));
        assert_eq!(Latex.display([&chain], 70), "\\text{a\\_b} = 3 = 4");
    }

    #[test]
    fn a_long_chain_is_broken_at_its_relations_and_between_factors() {
        let product = Expr::Mul((1000..1008).map(number).collect());
        let chain = Chain::new(Expr::Text("s".into())).eq(product).eq(number(4));
        assert_eq!(
            Latex.display([&chain], 30),
            "\\begin{aligned}\n\\text{s} & = 1000 \\cdot 1001 \\cdot 1002 \\cdot 1003 \\\\\n\
             & \\quad \\cdot 1004 \\cdot 1005 \\cdot 1006 \\cdot 1007 \\\\\n& = 4\n\\end{aligned}"
        );
    }

    #[test]
    fn chains_stand_below_each_other_and_so_do_the_rows_of_a_matrix() {
        let chain = |at: i64| Chain::new(Expr::Text("s".into())).eq(number(at));
        assert_eq!(
            Latex.display([&chain(1), &chain(2)], 70),
            "\\begin{aligned}\n\\text{s} & = 1 \\\\\n\\text{s} & = 2\n\\end{aligned}"
        );
        let matrix = Chain::new(Expr::Matrix(vec![vec![number(1), number(2)], vec![number(3), number(4)]]));
        assert_eq!(Latex.display([&matrix], 70), "\\begin{bmatrix} 1 & 2 \\\\\n3 & 4 \\end{bmatrix}");
    }
}
