//! Reading the address of a number.

use super::Name;
use super::address::{QuantityHead, heads};
use super::formula::DEPTH;
use super::quantity::{Event, Quantity};
use super::sentence::{interval_length, is_bare_char};
use std::str::FromStr;

/// Where a text stops being a quantity, and what was wanted there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {}: {wanted}", at + 1)]
pub struct ParseQuantityError {
    /// Offset in characters, from 0.
    pub at: usize,
    pub wanted: &'static str,
}

pub(super) type ReadResult<T> = Result<T, ParseQuantityError>;

impl FromStr for Quantity {
    type Err = ParseQuantityError;

    fn from_str(text: &str) -> ReadResult<Self> {
        let mut reader = QuantityReader { chars: text.chars().collect(), at: 0, brackets: 0, opened: false };
        let formula = reader.formula(0)?;
        reader.blanks();
        if reader.peek().is_some() {
            return reader.wanted("nothing more");
        }
        if formula.quantities().is_empty() {
            return Err(ParseQuantityError { at: 0, wanted: QUANTITY });
        }
        Ok(formula.into())
    }
}

const DIGITS: usize = 40;
const QUANTITY: &str = "a quantity such as P(Yes), P(outlook=Sunny | Yes) or score(Yes)";

pub(super) struct QuantityReader {
    chars: Vec<char>,
    pub(super) at: usize,
    brackets: usize,
    /// Whether the quantity that is being read has an opening bracket.
    opened: bool,
}

impl QuantityReader {
    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn blanks(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    pub(super) fn wanted<T>(&self, wanted: &'static str) -> ReadResult<T> {
        Err(ParseQuantityError { at: self.at, wanted })
    }

    pub(super) fn takes(&mut self, c: char) -> bool {
        let found = self.starts(c);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn starts(&mut self, c: char) -> bool {
        self.blanks();
        self.peek() == Some(c)
    }

    pub(super) fn expect(&mut self, c: char, wanted: &'static str) -> ReadResult<()> {
        if self.takes(c) { Ok(()) } else { self.wanted(wanted) }
    }

    pub(super) fn quantity(&mut self) -> ReadResult<Quantity> {
        self.blanks();
        let start = self.at;
        let is_ln = self.chars.iter().skip(start).take_while(|c| c.is_alphabetic()).eq(&['l', 'n']);
        if is_ln {
            self.at += 2;
            self.brackets += 1;
            let inside = if self.takes('(') {
                let inside = self.formula(self.brackets)?;
                self.expect(')', "a closing bracket")?;
                inside.into()
            } else if self.brackets > DEPTH {
                return self.wanted("fewer logarithms");
            } else {
                self.quantity()?
            };
            self.brackets -= 1;
            return Ok(inside.ln());
        }
        let (at, found) = self.heads_at(start);
        // Several quantities may share a word, as sigma is: the one that can be read as a whole is meant.
        let outer = self.opened;
        let mut error = ParseQuantityError { at: start, wanted: QUANTITY };
        for head in found {
            (self.at, self.opened) = (at, false);
            match (head.read)(self) {
                Ok(quantity) => {
                    self.opened = outer;
                    return Ok(quantity);
                }
                Err(why) if why.at > error.at => error = why,
                Err(_) => {}
            }
        }
        Err(error)
    }

    pub(super) fn argument<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> ReadResult<T>,
    ) -> ReadResult<Option<T>> {
        if self.opened {
            self.expect(',', "a comma and the second column")?;
        } else {
            self.expect('(', "an opening bracket")?;
            self.opened = true;
        }
        read(self).map(Some)
    }

    pub(super) fn given<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> ReadResult<T>,
    ) -> ReadResult<Option<T>> {
        if self.takes('|') { read(self).map(Some) } else { Ok(None) }
    }

    pub(super) fn close(&mut self) -> ReadResult<()> {
        if self.opened {
            self.expect(')', "a closing bracket")
        } else if self.starts('(') {
            self.wanted("nothing more")
        } else {
            Ok(())
        }
    }

    pub(super) fn meant<T>(&self, found: Option<T>) -> ReadResult<T> {
        found.map_or_else(|| self.wanted("names of a class and a feature"), Ok)
    }

    /// Where the longest word of a head that is here ends, and the heads that have it.
    fn heads_at(&self, start: usize) -> (usize, Vec<&'static QuantityHead>) {
        let end_of = |head: &QuantityHead| head.words().filter_map(|word| self.end_of(word, start)).max();
        let ends: Vec<_> = heads().filter_map(|head| Some((end_of(head)?, head))).collect();
        let last = ends.iter().map(|(end, _)| *end).max().unwrap_or(start);
        (last, ends.into_iter().filter(|(end, _)| *end == last).map(|(_, head)| head).collect())
    }

    /// Words of several letters may be written with or without case and blanks.
    fn end_of(&self, word: &str, start: usize) -> Option<usize> {
        let free = word.chars().count() > 1;
        let is = |at: usize, c: char| {
            self.chars.get(at).is_some_and(|own| *own == c || free && own.eq_ignore_ascii_case(&c))
        };
        let mut at = start;
        for c in word.chars().filter(|c| *c != ' ') {
            while at > start && is(at, ' ') {
                at += 1;
            }
            if !is(at, c) {
                return None;
            }
            at += 1;
        }
        let goes_on = |c: &char| c.is_alphabetic() || free && c.is_numeric();
        (!self.chars.get(at).is_some_and(goes_on)).then_some(at)
    }

    pub(super) fn digits(&mut self) -> String {
        let rest = self.chars.iter().skip(self.at);
        let digits: String = rest.take_while(|c| c.is_ascii_digit()).take(DIGITS).collect();
        self.at += digits.len();
        digits
    }

    pub(super) fn word<T: Copy>(&mut self, words: &[(T, &str)], wanted: &'static str) -> ReadResult<T> {
        let at = self.at;
        let name = self.name()?;
        let found = words.iter().find(|(_, word)| *word == name.as_str());
        found.map(|(meaning, _)| *meaning).ok_or(ParseQuantityError { at, wanted })
    }

    pub(super) fn place(&mut self) -> ReadResult<u32> {
        self.blanks();
        let start = self.at;
        let place = self.digits().parse().ok().filter(|place| *place > 0);
        place.ok_or(ParseQuantityError { at: start, wanted: "which one from the left: 1, 2 …" })
    }

    pub(super) fn parameter(&mut self) -> ReadResult<Quantity> {
        self.blanks();
        let rest: String = self.chars.iter().skip(self.at).take(6).collect();
        // A slope of a slope is not a number of any model, and a long row of them would be read by as deep a recursion.
        if rest.starts_with("ln") || rest.starts_with("slope") {
            return self.wanted("a parameter such as P(Yes) or mean(height | male)");
        }
        self.quantity()
    }

    /// A name; `None` for this word without quotes.
    pub(super) fn name_or(&mut self, word: &str) -> ReadResult<Option<Name>> {
        let quoted = self.starts('"');
        let name = self.name()?;
        Ok((quoted || name.as_str() != word).then_some(name))
    }

    pub(super) fn event(&mut self) -> ReadResult<Event> {
        let quoted = self.starts('"');
        let name = self.name()?;
        if self.takes('=') {
            let value = self.name_or("*")?;
            return Ok(value.map_or(Event::Any(name.clone()), |value| Event::Value { feature: name, value }));
        }
        Ok(if quoted || name.as_str() != "x" { Event::Class(name) } else { Event::Case })
    }

    pub(super) fn name(&mut self) -> ReadResult<Name> {
        if self.takes('"') {
            return self.quoted();
        }
        let start = self.at;
        // A bin such as [800,1200) holds a comma and a bracket of its own.
        let rest = self.chars.get(start..).unwrap_or_default();
        let bare = || rest.iter().take_while(|c| is_bare_char(**c)).count();
        let length = interval_length(rest).unwrap_or_else(bare);
        let name: String = rest.iter().take(length).collect();
        self.at += length;
        let name = name.trim_end_matches(' ');
        if name.is_empty() {
            return self.wanted("a name (quote it when it is empty or holds | = , ( ) \")");
        }
        Ok(Name::new(name))
    }

    fn quoted(&mut self) -> ReadResult<Name> {
        let mut name = String::new();
        loop {
            let Some(c) = self.peek() else { return self.wanted("a closing quote") };
            self.at += 1;
            match c {
                '"' => return Ok(Name::new(name)),
                '\\' => name.push(self.escape()?),
                c => name.push(c),
            }
        }
    }

    fn escape(&mut self) -> ReadResult<char> {
        let Some(c) = self.peek() else { return self.wanted("an escape such as \\\" or \\u{200b}") };
        self.at += 1;
        match c {
            'n' => Ok('\n'),
            't' => Ok('\t'),
            '"' | '\\' => Ok(c),
            'u' => {
                self.expect('{', "{ after \\u")?;
                let rest = self.chars.iter().skip(self.at);
                let hex: String = rest.take_while(|c| c.is_ascii_hexdigit()).collect();
                self.at += hex.len();
                let found = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                self.expect('}', "} after the hexadecimal digits")?;
                found.map_or_else(|| self.wanted("the hexadecimal number of a character"), Ok)
            }
            _ => {
                self.at -= 1;
                self.wanted("one of \\\" \\\\ \\n \\t \\u{…}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::address::QuantitySpelling;
    use crate::math::{Formula, Operation};
    use proptest::prelude::*;

    /// Addresses as they are typed and as they are printed. A bare x is the query only where a query may be.
    const SPELLINGS: &str = r#"
        P( Sunny|Yes ) → P(Sunny | Yes); P(outlook = Sunny | Yes) → P(outlook=Sunny | Yes);
        P("Yes"|x) → P(Yes | x); P("x" | x) → P("x" | x); count(outlook=*,Yes) → count(outlook=*, Yes);
        count(outlook="*", Yes) → count(outlook="*", Yes); z ( A ) → d(A); sigmoid( z ) → sigmoid(z);
        diff(a|b) → diff(a | b); theta("0") → theta("0"); ℓ → loglik; loglik ( Yes ) → loglik(Yes);
        loglik("x" | Yes) → loglik("x" | Yes); scatter(a,b|c) → scatter(a, b | c);
        slope( P(Sunny|Yes) ) → slope(P(Sunny | Yes)); F( Yes ) → F(Yes);
        F(outlook=Rain|Yes) → F(outlook=Rain | Yes); chol(a,b|c) → chol(a, b | c);
        draw(a, 0.850|c) → draw(a, 0.85 | c); draw(a, −.5, 00.0,-0 | c) → draw(a, -0.5, 0, 0 | c);
        draw(class,0.1) → draw(class, 0.1); odds( a,b |x) → odds(a, b | x); ratio(f|a,b) → ratio(f | a, b);
        cross(f,a,b, 2) → cross(f, a, b, 2); matrix(Yes,No) → matrix(Yes, No); P(a)/P(b) → P(a) / P(b);
        (P(a)) → P(a); P(a)-(P(b) − 1) → P(a) - (P(b) - 1); P(a) - P(b) - 1.50 → P(a) - P(b) - 1.5;
        P(a)/(P(b)·2) → P(a) / (P(b) * 2); -P(a) × 007.0 → -P(a) * 7; -(P(a) + n)^2 → -(P(a) + n)^2;
        ln(P(a)/P(b)) → ln (P(a) / P(b)); ln (P(a)) → ln P(a); (ln P(a))^3 → (ln P(a))^3;
        Matrix( * , "*" ) → matrix(*, "*"); Precision(Yes) → precision(Yes); f1 (Yes) → F1(Yes);
        auc(Yes) → AUC(Yes); Accuracy → accuracy; balancedaccuracy → balanced accuracy; macro f1 → macro F1;
        LogLoss → log loss; brier → Brier; cost( wait | x ) → cost(wait | x); cost(wait) → cost(wait | x);
        cost(wait,ill) → cost(wait, ill); Decided(wait, *) → decided(wait, *); meancost → mean cost;
        count(f=v,g=w) → count(f=v, g=w); count(f=v, g=w | c) → count(f=v, g=w, c);
        P(f=v,g=w|c) → P(f=v, g=w | c); P(f=v | g=w, c) → P(f=v | c, g=w); P(f=v, c) → P(c, f=v);
        parameters( naive ) → parameters(naive); Brier Score → Brier; P(x) → P(x); P("x") → P("x");
        P(x=1) → P(x=1); P(x=200 | x) → P(x=200 | x); p("x"=200 | A) → p(x=200 | A);
        mean(x|A) → mean(x | A); var("x" | A) → var(x | A); cov(x, y | A) → cov(x, y | A);
        P(f=x | A) → P(f=x | A); count(x=1, "x") → count(x=1, "x"); score(x) → score(x); φ(c) → P(c);
        likelihood(c) → P(x | c); Evidence → P(x); joint(c) → score(c); σ²(a|c) → var(a | c);
        sigma^2(a | c)^2 → var(a | c)^2; Σ(a,b|c) → cov(a, b | c); rho(a, b) → corr(a, b); θ(0) → theta(0);
        logit → z; log-likelihood → loglik"#;

    #[test]
    fn spaces_are_free_and_quotes_are_allowed() {
        for case in SPELLINGS.split(";") {
            let (typed, printed) = case.trim().split_once(" → ").unwrap();
            assert_eq!(typed.parse::<Quantity>().map(|q| q.to_string()), Ok(printed.to_owned()), "{typed}");
        }
    }

    /// What is not an address, and the character at which it stops being one.
    const WRONG: &str = r#"
        Q(Yes) → 0; P(Yes → 5; P(|Yes) → 2; P(Yes) no → 7; P("a → 4; P → 1; slope(slope(P(a))) → 6;
        loglik(a → 8; sigmoid(a) → 8; tail → 4; below(a) → 8; diff(a) → 7; odds(a | b) → 11; draw(a) → 6;
        draw(a, b) → 8; draw(a, 1.) → 10; ratio(a) → 8; cross(f, a, b) → 13; cross(f, a, b, 0) → 15;
        precisions(a) → 0; 0.5 → 0; P(a) + → 6; P(a) > 1 → 5; P(a)^1 → 6; (P(a) → 5; matrix(a) → 8;
        accuracy(a) → 8; cost(a, b | x) → 14; cost(a | b) → 11; parameters(some) → 11; P(f=v, x | c) → 13;
        P(f=v | g=w, h=u) → 17; P(f=*, g=w | c) → 15"#;

    #[test]
    fn an_error_points_at_its_character() {
        assert_eq!("".parse::<Quantity>().map_err(|error| error.at), Err(0));
        for case in WRONG.split(";") {
            let (typed, at) = case.trim().split_once(" → ").unwrap();
            assert_eq!(
                typed.parse::<Quantity>().map_err(|error| error.at),
                Err(at.parse().unwrap()),
                "{typed}"
            );
        }
    }

    fn name() -> impl Strategy<Value = Name> {
        prop_oneof![
            "[a-zA-Z0-9 ]{0,6}",
            "[|=,()\"\\\\ x*\\n\\t\u{202e}\u{200b}\u{301}北😀é]{0,6}",
            proptest::sample::select(vec!["x", "y", "n", "z", "P", "x y", " x", "0", "*", "[800,1200)"])
                .prop_map(str::to_owned),
        ]
        .prop_map(Name::from)
    }

    /// An address of every kind, in every shape that one has.
    const SHAPES: &str = "\
        P(a); P(f=v); P(f=*); P(x); P(a | b); P(f=v | b); P(x | b); P(a | x); P(a | f=v); P(a | f=*); \
        P(f=v | g=w); p(a); p(f=v); p(f=*); p(x); p(f=v | b); p(x | b); count(a); count(f=v); count(x); \
        count(f=*); count(f=v, b); count(f=*, b); count(a, b); score(a); k(f); n; alpha; mean(f); \
        mean(f | a); var(f); var(f | a); cov(f, g); cov(f, g | a); inv(f, g); inv(f, g | a); \
        corr(f, g); corr(f, g | a); q(a); d(a); diff(f | a); solve(f | a); z; sigmoid(z); softmax(a); \
        tail(a); below(x); equal(x); above(x); typicality(x); det(Sigma); det(Sigma | a); F(a); \
        F(f=v | a); chol(f, g); chol(f, g | a); draw(f, 0.85); draw(f, 0.85, -1.5, 20.25 | a); \
        theta(f); theta(f | a); theta(0); theta(0 | a); loglik; loglik(a); loglik(f | a); \
        loglik(x | a); scatter(f, g); scatter(f, g | a); slope(P(a)); slope(mean(f | a)); odds(a); \
        odds(a, b); odds(a | x); odds(a, b | x); ratio(f | a); ratio(f | a, b); cross(f, a, b, 1); \
        cross(f, a, b, 99 | x); matrix(a, b); matrix(*, b); matrix(a, *); matrix(*, *); precision(a); \
        recall(a); F1(a); AUC(a); accuracy; balanced accuracy; macro F1; log loss; Brier; mean cost; \
        cost(a | x); cost(a, b); decided(a, b); decided(*, b); decided(a, *); count(f=v, g=w); \
        count(f=v, g=w, c); P(f=v, g=w); P(f=v, g=w, h=u | c); P(c, f=v, g=w); P(f=v | c, g=w); \
        product(f=v, g=w); product(f=v, g=w | c); parameters(naive); parameters(joint); \
        parameters(shared); parameters(own); P(f=* | b); P(f=* | x); P(f=* | g=*); P(f=v | g=*); \
        P(f=v | x); P(x | x); P(x | f=v); P(x | f=*); p(a | b); p(f=* | b); count(x, b); F(x); F(f=*); \
        F(f=v); F(a | b); F(x | b); F(f=* | b)";

    fn quantity() -> impl Strategy<Value = Quantity> {
        (
            proptest::sample::select(SHAPES.split("; ").collect::<Vec<_>>()),
            proptest::collection::vec(name(), 8),
        )
            .prop_map(|(shape, names)| {
                let shape: Quantity = shape.parse().unwrap();
                let place = |of: &Name| "abcfghuvw".find(of.as_str()).unwrap_or_default();
                let named = |of: &Name| names[place(of) % names.len()].clone();
                let quantity: Quantity = shape.text(QuantitySpelling::Address, &named).parse().unwrap();
                assert_eq!(names_of(&quantity), names_of(&shape).iter().map(named).collect::<Vec<_>>());
                quantity
            })
    }

    fn names_of(quantity: &Quantity) -> Vec<Name> {
        let names = std::cell::RefCell::new(Vec::new());
        quantity.text(QuantitySpelling::Address, &|name| {
            names.borrow_mut().push(name.clone());
            name.clone()
        });
        names.into_inner()
    }

    fn formula() -> impl Strategy<Value = Formula> {
        let operation = || {
            (0..4usize).prop_map(|at| {
                [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide][at]
            })
        };
        let leaf = prop_oneof![
            quantity().prop_map(Formula::Of),
            quantity().prop_map(|of| Formula::Of(of.ln())),
            "[1-9][0-9]{0,3}".prop_map(Formula::Number),
            "[0-9]\\.[0-9]{0,3}[1-9]".prop_map(Formula::Number),
        ];
        leaf.prop_recursive(5, 20, 2, move |part| {
            prop_oneof![
                part.clone().prop_map(|part| Formula::Negative(part.into())),
                (operation(), part.clone(), part.clone()).prop_map(|(operation, one, other)| Formula::Two(
                    operation,
                    one.into(),
                    other.into()
                )),
                (part.clone(), 2..9u32).prop_map(|(part, exponent)| Formula::Power(part.into(), exponent)),
                part.prop_filter("an address", |part| !part.quantities().is_empty())
                    .prop_map(|part| Formula::Of(Quantity::from(part).ln())),
            ]
        })
    }

    #[test]
    fn brackets_and_parts_have_a_bound() {
        for text in ["(", "-", "ln(", "ln ", "-("] {
            let typed = format!("{}P(a)", text.repeat(20_000));
            assert!(typed.parse::<Quantity>().is_err(), "{text}");
        }
        for (parts, read) in [(30, true), (31, false)] {
            let typed = format!("n{}", " + n".repeat(parts - 1));
            assert_eq!(typed.parse::<Quantity>().is_ok(), read, "{parts}");
        }
    }

    proptest! {
        #[test]
        fn formulas_read_back(formula in formula()) {
            prop_assume!(!formula.quantities().is_empty());
            let quantity = Quantity::from(formula);
            prop_assert_eq!(quantity.to_string().parse::<Quantity>(), Ok(quantity));
        }

        #[test]
        fn what_is_printed_reads_back(quantity in quantity(), log in any::<bool>()) {
            let quantity = if log { quantity.ln() } else { quantity };
            prop_assert_eq!(quantity.to_string().parse::<Quantity>(), Ok(quantity));
        }
    }
}
