//! Rows drawn from a model, and plots as text.

use super::document::{Block, Document, Grid, Picture};
use crate::math::{Name, Number, Precision, Rounded, Sentence, sentence};
use crate::model::{Cumulated, DrawnRow, DrawnValue, Fitted, Sampler, Uniform};
use crate::plot::{Address, Glyphs, RasterStyle, Role, Scene, bar_fill, class_sign, classes, raster};
use crate::text::{shown, spelled};
use num_rational::BigRational;
use num_traits::Zero;

pub fn drawn(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow], working: bool) -> Document {
    let mut out = Document::headed("Rows drawn from the model");
    if !working {
        out.grid(table(fitted, sampler, rows));
        return out;
    }
    out.text(
        "Each uniform number u decides one thing. A class or a value is drawn if u is in its range of cumulative probabilities.",
    );
    let mut grid = Grid::of([">row", "what", ">u", "drawn", "because"]);
    for (number, row) in (1..).zip(rows) {
        working_of(fitted, sampler, row).into_iter().for_each(|line| grid.named(&number, line));
    }
    out.grid(grid);
    out
}

fn table(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow]) -> Grid {
    let column = fitted.data.table.columns().get(fitted.data.resolved.target);
    let target = column.map_or_else(|| "class".to_owned(), |column| column.name.to_string());
    let names = rows.first().map(|row| sampler.cells(row)).unwrap_or_default();
    let names = names.iter().map(|(name, _)| name);
    let mut grid = Grid::of([">row"]).words(names).words([target]);
    for (number, row) in (1..).zip(rows) {
        let cells = sampler.cells(row).into_iter().map(|(_, text)| shown(&text).into_owned());
        let class = fitted.classes.get(row.class).map(ToString::to_string).unwrap_or_default();
        grid.named(number.to_string(), cells.chain([class]));
    }
    grid
}

fn rounded(p: &BigRational) -> Rounded {
    Number::Exact(p.clone()).rounded(Precision::FACTOR)
}

/// The range of cumulative probabilities for which an outcome is drawn: `0.9 to 1`.
fn range(table: &Cumulated, outcome: usize) -> Option<Sentence> {
    let at = table.outcomes.iter().position(|of| *of == outcome)?;
    let before = at.checked_sub(1).and_then(|before| table.sums.get(before));
    let from = before.cloned().unwrap_or_else(BigRational::zero);
    Some(sentence!("{} to {}", rounded(&from), rounded(table.sums.get(at)?)))
}

/// What each uniform number of a row decides: the class or the feature, u, the value, and why.
fn working_of(fitted: &Fitted, sampler: &Sampler<'_>, row: &DrawnRow) -> Vec<[Sentence; 4]> {
    let line = |what: String, u: &Uniform, drawn: Sentence, because: Option<Sentence>| {
        let u = Number::Exact(u.exact.clone()).rounded(Precision::Figures(6));
        [what.into(), u.into(), drawn, because.unwrap_or_default()]
    };
    let float = |x: f64| Sentence::from(Number::Float(x).rounded(Precision::Figures(6)));
    let class = fitted.classes.get(row.class).map(Name::to_string).unwrap_or_default();
    let mut lines = Vec::new();
    if let Some(u) = &row.u {
        lines.push(line("class".to_owned(), u, class.into(), range(&sampler.classes, row.class)));
    }
    for (at, (value, feature)) in row.values.iter().zip(&fitted.features).enumerate() {
        let (what, factor) = (feature.name.to_string(), fitted.factors().get(at));
        let name = |value: usize| -> String {
            factor.and_then(|factor| factor.values().get(value)).map(Name::to_string).unwrap_or_default()
        };
        let range = |value: usize| range(sampler.table(at, row.class)?, value);
        match value {
            DrawnValue::Category { value, u } => {
                lines.push(line(what, u, name(*value).into(), range(*value)));
            }
            DrawnValue::Number { x, z, u } => {
                lines.push(line(what, u, float(*x), Some(sentence!("z = Φ⁻¹(u) = {}", float(*z)))));
            }
            DrawnValue::Count { k, u } => {
                lines.push(line(what, u, Number::from(*k).significant(12).into(), None));
            }
            DrawnValue::Words(words) => lines.extend((1..).zip(words).map(|(place, (word, u))| {
                line(format!("{what}, word {place}"), u, name(*word).into(), range(*word))
            })),
            DrawnValue::Presence(words) => lines.extend(words.iter().map(|(word, there, u)| {
                let p = factor.and_then(|factor| factor.conditional(*word, row.class));
                let p = p.map(|p| sentence!("P = {}", p.rounded(Precision::FACTOR)));
                let drawn = if *there { "present" } else { "absent" };
                line(format!("{what}, {}", name(*word)), u, drawn.into(), p)
            })),
        }
    }
    lines
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
    let [braille, other, plain] = match role {
        Role::Class(class) => return class_sign(class, classes, false, ascii).to_string(),
        Role::Wrong(_) => {
            return (0..classes.min(2)).map(|class| class_sign(class, classes, true, ascii)).collect();
        }
        Role::Mean(class) => return format!("[{}]", class_sign(class, classes, false, ascii)),
        Role::Case => ["✕", "✕", "X"],
        Role::Ring(_, 1) => ["⠤⠤", "··", ".."],
        Role::Ring(_, 4) => ["⠢⠢", "··", ".."],
        Role::Ring(..) | Role::Evidence => ["⠄⠠", "··", ".."],
        Role::Boundary(..) if scene.has_lines(role) => ["⣀⡤⠖", "··", "-/|"],
        Role::Boundary(..) => ["◇", "◇", "%"],
        Role::Hidden(..) => ["⠂⠐", "··", "::"],
        Role::Rival => ["⠒⠒", "··", "=="],
        Role::Doubt => ["⠢", ":", ";"],
        Role::Plain if scene.has_bars(role) => ["░", "░", ":"],
        Role::Plain => ["│", "│", "|"],
    };
    match glyphs {
        Glyphs::Braille => braille,
        Glyphs::Ascii => plain,
        _ => other,
    }
    .to_owned()
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
