//! The two stories of how a document comes about, told by the same uniform numbers side by side.

use num_rational::BigRational;
use num_traits::Zero;

use super::document::{Document, Grid, cells};
use super::drawn::shown;
use crate::math::{Name, Number, Precision, Sentence, sentence};
use crate::model::{DrawnRow, DrawnValue, Fitted, Sampler};
use crate::text::grouped;

/// A model of one text, and the document that it drew.
#[derive(Clone, Copy)]
pub struct Story<'a> {
    pub fitted: &'a Fitted,
    pub sampler: &'a Sampler<'a>,
    pub row: &'a DrawnRow,
}

/// Lines of the table: of more words of the dictionary the rest is counted.
const LINES: usize = 60;

impl Story<'_> {
    fn class(&self) -> Name {
        self.fitted.classes.get(self.row.class).cloned().unwrap_or_else(|| Name::new(""))
    }

    fn word(&self, at: usize) -> Name {
        let factor = self.fitted.factors().first();
        factor.and_then(|factor| factor.values().get(at)).cloned().unwrap_or_else(|| Name::new(""))
    }

    fn told(&self) -> Vec<(Sentence, Sentence)> {
        let rounded = |p: BigRational| Number::Exact(p).rounded(Precision::FACTOR);
        match self.row.values.first() {
            Some(DrawnValue::Words(words)) => {
                let table = self.sampler.table(0, self.row.class);
                let between = |word: usize| {
                    let at = table?.outcomes.iter().position(|of| *of == word)?;
                    let before = at.checked_sub(1).and_then(|before| table?.sums.get(before));
                    let from = before.cloned().unwrap_or_else(BigRational::zero);
                    Some(sentence!("{} to {}", rounded(from), rounded(table?.sums.get(at)?.clone())))
                };
                let told = |(at, (word, u)): (usize, &(usize, _))| {
                    let between = between(*word).unwrap_or_default();
                    (shown(u), sentence!("word {}: {} ({})", at + 1, self.word(*word), between))
                };
                words.iter().enumerate().map(told).collect()
            }
            Some(DrawnValue::Presence(words)) => {
                let factor = self.fitted.factors().first();
                let told = |(word, there, u): &(usize, bool, _)| {
                    let p = factor.and_then(|factor| factor.conditional(*word, self.row.class))?;
                    let p = p.rounded(Precision::FACTOR);
                    let verdict = if *there { "there" } else { "not there" };
                    Some((shown(u), sentence!("{}: {} (P {})", self.word(*word), verdict, p)))
                };
                words.iter().filter_map(told).collect()
            }
            _ => Vec::new(),
        }
    }

    fn document(&self) -> String {
        self.sampler.cells(self.row).into_iter().map(|(_, text)| text).collect()
    }
}

/// A document word by word, and beside it what the same numbers make of the dictionary (CS229 notes, event models for text).
pub fn stories(words: Story<'_>, dictionary: Story<'_>) -> Document {
    let mut out = Document::default();
    out.heading("Two stories of a document");
    out.text("The same uniform numbers, read by both event models. Word by word (multinomial): each place of the document draws one word, the one in whose part of the sums u falls. Through the dictionary (Bernoulli): each word is there where u < P(word | class), and not there else.");
    let (left, right) = (words.told(), dictionary.told());
    let all = left.len().max(right.len());
    let mut grid = Grid::of([">u", "word by word", "through the dictionary"]);
    if let Some(u) = &words.row.u {
        grid.row(cells![
            shown(u),
            sentence!("class {}", words.class()),
            sentence!("class {}", dictionary.class())
        ]);
    }
    for at in 0..all.min(LINES) {
        let (one, other) = (left.get(at), right.get(at));
        let u = one.or(other).map(|(u, _)| u.clone()).unwrap_or_default();
        let told = |of: Option<&(Sentence, Sentence)>| of.map(|(_, told)| told.clone()).unwrap_or_default();
        grid.row(cells![u, told(one), told(other)]);
    }
    out.grid(grid);
    if all > LINES {
        out.text(format!("And {} words more.", grouped((all - LINES) as u64)));
    }
    out.item(sentence!("Word by word, in {}: {}", words.class(), Sentence::data(words.document())));
    let there = dictionary.document();
    let there = if there.is_empty() { "no word at all".into() } else { Sentence::data(there) };
    out.item(sentence!("Through the dictionary, in {}: {}", dictionary.class(), there));
    out.text("The first has as many words as its places, and one may come twice; the second has no order and no word twice, and how many there are is drawn, too.");
    out
}
