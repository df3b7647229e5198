//! Draws from a model with their working, and plots as text.

use super::document::{Block, Document, Grid, Picture};
use crate::math::{Name, Number, Precision, Rounded, Sentence, sentence};
use crate::model::{Cumulated, DrawnRow, DrawnValue, Fitted, Sampler, Uniform};
use crate::plot::{Address, Glyphs, RasterStyle, Role, Scene, bar_fill, class_sign, classes, raster};
use crate::text::spelled;
use num_rational::BigRational;
use num_traits::Zero;

#[derive(Clone, Copy)]
pub struct DrawnDocument<'a> {
    pub fitted: &'a Fitted,
    pub sampler: &'a Sampler<'a>,
    pub row: &'a DrawnRow,
}

/// The most outcomes that are listed for one draw.
const LISTED: usize = 8;

pub fn drawn(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow], working: bool) -> Document {
    let mut out = Document::headed("Rows drawn from the model");
    if !working {
        out.grid(table(fitted, sampler, rows));
        return out;
    }
    out.text(
        "Each uniform number u decides one thing. A class or a value is the first whose cumulative probability exceeds u.",
    );
    for (number, row) in (1..).zip(rows) {
        out.heading(format!("Row {number}"));
        DrawnDocument { fitted, sampler, row }.working(&mut out);
    }
    out
}

fn table(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow]) -> Grid {
    let column = fitted.data.table.columns().get(fitted.data.resolved.target);
    let target = column.map_or_else(|| "class".to_owned(), |column| column.name.to_string());
    let names = rows.first().map(|row| sampler.cells(row)).unwrap_or_default();
    let names = names.iter().map(|(name, _)| name);
    let mut grid = Grid::of([">row"]).words(names).words([target]);
    for (number, row) in (1..).zip(rows) {
        let cells = sampler.cells(row).into_iter().map(|(_, text)| crate::text::shown(&text).into_owned());
        let class = fitted.classes.get(row.class).map(ToString::to_string).unwrap_or_default();
        grid.row(std::iter::once(number.to_string()).chain(cells).chain([class]));
    }
    grid
}

fn named(names: &[Name], at: usize) -> Name {
    names.get(at).cloned().unwrap_or_else(|| Name::new(""))
}

fn shown(u: &Uniform) -> Sentence {
    Number::Exact(u.exact.clone()).rounded(Precision::Figures(6)).into()
}

fn into(u: &Uniform, table: &Cumulated, outcome: usize, names: &[Name]) -> Sentence {
    let last = table.outcomes.iter().position(|of| *of == outcome).unwrap_or(0);
    let from = (last + 1).saturating_sub(LISTED);
    let mut parts = Vec::new();
    for (of, sum) in table.outcomes.iter().zip(&table.sums).take(last + 1).skip(from) {
        parts.push(sentence!("{} up to {}", named(names, *of), rounded(sum)));
    }
    let before = if from > 0 { "… " } else { "" };
    sentence!("u = {}; {}{}", shown(u), before, Sentence::join(parts, ", "))
}

fn rounded(p: &BigRational) -> Rounded {
    Number::Exact(p.clone()).rounded(Precision::FACTOR)
}

/// The most lines of the table; the remaining words of the dictionary are counted.
const LINES: usize = 60;

impl DrawnDocument<'_> {
    fn class(self) -> Name {
        named(&self.fitted.classes, self.row.class)
    }

    fn working(self, out: &mut Document) {
        let (DrawnDocument { fitted, sampler, row }, class) = (self, self.class());
        out.item(match &row.u {
            None => sentence!("The class is {}, as requested.", class),
            Some(u) => {
                let how = into(u, &sampler.classes, row.class, &fitted.classes);
                sentence!("Class: {}. So {}.", how, class)
            }
        });
        for (at, value) in row.values.iter().enumerate() {
            let Some(feature) = fitted.features.get(at) else { continue };
            let factor = fitted.factors().get(at);
            let name = |value: usize| named(factor.map_or(&[], |factor| factor.values()), value);
            match value {
                DrawnValue::Category { value, u } => {
                    let Some((table, factor)) = sampler.table(at, row.class).zip(factor) else { continue };
                    let how = into(u, table, *value, factor.values());
                    out.item(sentence!("{} given {}: {}. So {}.", feature.name, class, how, name(*value)));
                }
                DrawnValue::Number { x, z, u } => out.item(self.number(at, (*x, *z, u))),
                DrawnValue::Count { k, u } => {
                    let k = Number::from(*k).significant(12);
                    let drawn = sentence!("{} given {}: u = {}; {}", feature.name, class, shown(u), k);
                    out.item(drawn.and(" is the first count whose cumulative probability exceeds u."));
                }
                DrawnValue::Words(words) => {
                    let Some((table, factor)) = sampler.table(at, row.class).zip(factor) else { continue };
                    out.item(sentence!("{} given {}, word by word:", feature.name, class));
                    for (place, (word, u)) in (1..).zip(words) {
                        let how = into(u, table, *word, factor.values());
                        out.item(sentence!("word {}: {}. So {}.", place, how, name(*word)));
                    }
                }
                DrawnValue::Presence(words) => {
                    let how = "through the dictionary: a word is present if u < P(word | class).";
                    out.item(sentence!("{} given {}, {}", feature.name, class, how));
                    for (word, there, u) in words {
                        let p = factor.and_then(|factor| factor.conditional(*word, row.class));
                        let Some(p) = p.map(|p| p.rounded(Precision::FACTOR)) else { continue };
                        let (sign, verdict) = if *there { ("<", "present") } else { ("≥", "absent") };
                        out.item(sentence!("{}: u = {} {} {}: {}", name(*word), shown(u), sign, p, verdict));
                    }
                }
            }
        }
    }

    /// x = μ + σ z, or a line of μ + L z.
    fn number(self, at: usize, (x, z, u): (f64, f64, &Uniform)) -> Sentence {
        let DrawnDocument { fitted, sampler, row } = self;
        let float = |x: f64| Number::Float(x).rounded(Precision::Figures(6));
        let name = fitted.features.get(at).map_or_else(|| Name::new(""), |feature| feature.name.clone());
        let mean = float(fitted.mean(at, row.class).unwrap_or(f64::NAN));
        let head = sentence!("{}: z = Φ⁻¹({}) = {}", name, shown(u), float(z));
        let scales = sampler.scales(at, row.class);
        if fitted.gda().is_none() {
            let deviation = float(scales.first().copied().unwrap_or(f64::NAN));
            let (z, x) = (float(z), float(x));
            return sentence!("{}; x = μ + σ z = {} + {} · {} = {}", head, mean, deviation, z, x);
        }
        let zs = row.values.iter().filter_map(|value| match value {
            DrawnValue::Number { z, .. } => Some(*z),
            _ => None,
        });
        let terms = scales.iter().zip(zs).map(|(entry, z)| sentence!("{} · {}", float(*entry), float(z)));
        let terms = Sentence::join(terms, " + ");
        sentence!("{}; x = μ + (L z) = {} + {} = {}", head, mean, terms, float(x))
    }

    fn lines(self) -> Vec<(Sentence, Sentence)> {
        let factor = self.fitted.factors().first();
        let name = |word: usize| named(factor.map_or(&[], |factor| factor.values()), word);
        match self.row.values.first() {
            Some(DrawnValue::Words(words)) => {
                let table = self.sampler.table(0, self.row.class);
                let between = |word: usize| {
                    let at = table?.outcomes.iter().position(|of| *of == word)?;
                    let before = at.checked_sub(1).and_then(|before| table?.sums.get(before));
                    let from = before.cloned().unwrap_or_else(BigRational::zero);
                    Some(sentence!("{} to {}", rounded(&from), rounded(table?.sums.get(at)?)))
                };
                let line = |(at, (word, u)): (usize, &(usize, _))| {
                    let between = between(*word).unwrap_or_default();
                    (shown(u), sentence!("word {}: {} ({})", at + 1, name(*word), between))
                };
                words.iter().enumerate().map(line).collect()
            }
            Some(DrawnValue::Presence(words)) => {
                let line = |(word, there, u): &(usize, bool, _)| {
                    let p = factor.and_then(|factor| factor.conditional(*word, self.row.class))?;
                    let p = p.rounded(Precision::FACTOR);
                    let verdict = if *there { "present" } else { "absent" };
                    Some((shown(u), sentence!("{}: {} (P {})", name(*word), verdict, p)))
                };
                words.iter().filter_map(line).collect()
            }
            _ => Vec::new(),
        }
    }

    fn document(self) -> String {
        self.sampler.cells(self.row).into_iter().map(|(_, text)| text).collect()
    }
}

/// A document word by word, and beside it the dictionary drawn with the same numbers (CS229 notes, event models for text).
pub fn stories(words: DrawnDocument<'_>, dictionary: DrawnDocument<'_>) -> Document {
    let mut out = Document::headed("One document, two event models");
    out.text("Both event models use the same uniform numbers. Word by word (multinomial): each place of the document draws one word, the one whose range contains u. Through the dictionary (Bernoulli): each word is present if u < P(word | class), otherwise absent.");
    let (left, right) = (words.lines(), dictionary.lines());
    let all = left.len().max(right.len());
    let mut grid = Grid::of([">u", "word by word", "through the dictionary"]);
    let of_class = |of: DrawnDocument<'_>| sentence!("class {}", of.class());
    words.row.u.iter().for_each(|u| grid.row([shown(u), of_class(words), of_class(dictionary)]));
    for at in 0..all.min(LINES) {
        let (one, other) = (left.get(at), right.get(at));
        let u = one.or(other).map(|(u, _)| u.clone()).unwrap_or_default();
        let text = |of: Option<&(Sentence, Sentence)>| of.map(|(_, text)| text.clone()).unwrap_or_default();
        grid.row([u, text(one), text(other)]);
    }
    out.grid(grid);
    out.more(all, LINES, "word", ".");
    out.item(sentence!("Word by word, in {}: {}", words.class(), Sentence::data(words.document())));
    let there = dictionary.document();
    let there = if there.is_empty() { "no word".into() } else { Sentence::data(there) };
    out.item(sentence!("Through the dictionary, in {}: {}", dictionary.class(), there));
    out.text("The first document has one word in each place, and a word may occur twice. The second has no order and no word twice. Its number of words is drawn, too.");
    out
}

pub fn plot(picture: Picture) -> Document {
    let mut out = Document::default();
    let scene = picture.scene.clone();
    out.title(scene.title.as_str());
    out.blocks.push(Block::Picture(Box::new(picture)));
    out.texts(scene.notes.iter());
    if !scene.facts.is_empty() {
        out.heading("In words");
        let mut grid = Grid::of(["what is seen", "in numbers"]);
        scene.facts.iter().for_each(|fact| grid.row([fact.what.clone(), fact.value.clone()]));
        out.grid(grid);
    }
    out
}

pub fn addresses(address: &Address) -> Vec<String> {
    match address {
        Address::None => Vec::new(),
        Address::Row(row) => vec![format!("row {}", row + 1)],
        Address::Numbers(all) => all.iter().map(ToString::to_string).collect(),
    }
}

fn signs(role: Role, (classes, scene): (usize, &Scene), glyphs: Glyphs) -> String {
    let ascii = glyphs == Glyphs::Ascii;
    let line = |braille: &str, other: &str, plain: &str| {
        match glyphs {
            Glyphs::Braille => braille,
            Glyphs::Ascii => plain,
            _ => other,
        }
        .to_owned()
    };
    match role {
        Role::Class(class) => class_sign(class, classes, false, ascii).to_string(),
        Role::Wrong(_) => (0..classes.min(2)).map(|class| class_sign(class, classes, true, ascii)).collect(),
        Role::Mean(class) => format!("[{}]", class_sign(class, classes, false, ascii)),
        Role::Case => if ascii { "X" } else { "✕" }.to_owned(),
        Role::Ring(_, 1) => line("⠤⠤", "··", ".."),
        Role::Ring(_, 4) => line("⠢⠢", "··", ".."),
        Role::Ring(..) => line("⠄⠠", "··", ".."),
        Role::Boundary(..) if scene.has_lines(role) => line("⣀⡤⠖", "··", "-/|"),
        Role::Boundary(..) => if ascii { "%" } else { "◇" }.to_owned(),
        Role::Hidden(..) => line("⠂⠐", "··", "::"),
        Role::Rival => line("⠒⠒", "··", "=="),
        Role::Evidence => line("⠄⠠", "··", ".."),
        Role::Doubt => line("⠢", ":", ";"),
        Role::Plain if scene.has_bars(role) => if ascii { ":" } else { "░" }.to_owned(),
        Role::Plain => if ascii { "|" } else { "│" }.to_owned(),
    }
}

pub fn legend(scene: &Scene, glyphs: Glyphs) -> Vec<(Role, String, Sentence)> {
    let classes = classes(scene);
    let line = |(place, (role, text)): (usize, &(Role, Sentence))| {
        let sign = signs(*role, (classes, scene), glyphs);
        let is_bar = scene.has_bars(*role);
        let sign = if is_bar { format!("{} {sign}", bar_fill(place, glyphs == Glyphs::Ascii)) } else { sign };
        (*role, sign, text.clone())
    };
    scene.legend.iter().enumerate().map(line).collect()
}

/// The size of a picture in a printed text.
const SIZE: (usize, usize) = (76, 24);

pub fn text(picture: &Picture, ascii: bool) -> String {
    let scene = &picture.scene;
    let named = scene.frames.iter().map(|frame| frame.y.names.len()).filter(|names| *names > 0);
    let rows: usize = named.map(|names| 2 * names + 1).sum();
    let size = picture.size.unwrap_or(if rows > 0 { (SIZE.0, rows) } else { SIZE });
    let look = if ascii { RasterStyle { glyphs: Glyphs::Ascii, ..picture.look } } else { picture.look };
    let mut out = raster(scene, size, &look).lines().join("\n");
    out.push('\n');
    for (_, sign, text) in legend(scene, look.glyphs) {
        out.push_str(&format!("  {sign:<4} {}\n", text.plain()));
    }
    if look.glyphs == Glyphs::Ascii { spelled(&out) } else { out }
}
