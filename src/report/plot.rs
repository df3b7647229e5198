//! A picture as a document: the picture, what its signs mean, what must be known, and the table for those who cannot see it.

use super::document::{Align, Block, Document, Grid, Picture};
use crate::math::{Sentence, sentence};
use crate::plot::{Address, Fact, Glyphs, Key, Look, Role, Scene, bar_fill, class_sign, classes, raster};
use crate::text::spelled;

pub fn plot(picture: Picture) -> Document {
    let mut out = Document::default();
    let scene = picture.scene.clone();
    out.title(scene.title.as_str());
    out.blocks.push(Block::Picture(Box::new(picture)));
    scene.notes.iter().for_each(|note| out.text(note.clone()));
    if !scene.facts.is_empty() {
        out.heading("In words");
        let mut grid = Grid::new([("what is seen", Align::Left), ("in numbers", Align::Left)]);
        scene.facts.iter().for_each(|fact| grid.row([fact.what.clone(), fact.value.clone()]));
        out.grid(grid);
    }
    out
}

pub fn changes(scene: &Scene) -> Sentence {
    let fact = |fact: &Fact| sentence!("{} {}", fact.what.clone(), fact.value.clone());
    match scene.facts.as_slice() {
        [] => Sentence::join(scene.notes.iter().cloned(), " "),
        facts => sentence!("{}.", Sentence::join(facts.iter().map(fact), "; ")),
    }
}

pub fn addresses(address: &Address) -> Vec<String> {
    match address {
        Address::None => Vec::new(),
        Address::Row(row) => vec![format!("row {}", row + 1)],
        Address::Numbers(all) => all.iter().map(ToString::to_string).collect(),
    }
}

fn signs(key: &Key, (classes, scene): (usize, &Scene), glyphs: Glyphs) -> String {
    let ascii = glyphs == Glyphs::Ascii;
    let line = |braille: &str, other: &str, plain: &str| {
        match glyphs {
            Glyphs::Braille => braille,
            Glyphs::Ascii => plain,
            _ => other,
        }
        .to_owned()
    };
    match key.role {
        Role::Class(class) => class_sign(class, classes, false, ascii).to_string(),
        Role::Wrong(_) => (0..classes.min(2)).map(|class| class_sign(class, classes, true, ascii)).collect(),
        Role::Mean(class) => format!("[{}]", class_sign(class, classes, false, ascii)),
        Role::Case => if ascii { "X" } else { "✕" }.to_owned(),
        Role::Ring(_, 1) => line("⠤⠤", "··", ".."),
        Role::Ring(_, 4) => line("⠢⠢", "··", ".."),
        Role::Ring(..) => line("⠄⠠", "··", ".."),
        Role::Boundary(..) if scene.has_lines(key.role) => line("⣀⡤⠖", "··", "-/|"),
        Role::Boundary(..) => if ascii { "%" } else { "◇" }.to_owned(),
        Role::Hidden(..) => line("⠂⠐", "··", "::"),
        Role::Rival => line("⠒⠒", "··", "=="),
        Role::Evidence => line("⠄⠠", "··", ".."),
        Role::Doubt => line("⠢", ":", ";"),
        Role::Plain if scene.has_bars(key.role) => if ascii { ":" } else { "░" }.to_owned(),
        Role::Plain => if ascii { "|" } else { "│" }.to_owned(),
    }
}

pub fn legend(scene: &Scene, glyphs: Glyphs) -> Vec<(Role, String, Sentence)> {
    let classes = classes(scene);
    let line = |(place, key): (usize, &Key)| {
        let sign = signs(key, (classes, scene), glyphs);
        let is_bar = scene.has_bars(key.role);
        let sign = if is_bar { format!("{} {sign}", bar_fill(place, glyphs == Glyphs::Ascii)) } else { sign };
        (key.role, sign, key.text.clone())
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
    let look = if ascii { Look { glyphs: Glyphs::Ascii, ..picture.look } } else { picture.look };
    let mut out = raster(scene, size, &look).lines().join("\n");
    out.push('\n');
    for (_, sign, text) in legend(scene, look.glyphs) {
        out.push_str(&format!("  {sign:<4} {}\n", text.plain()));
    }
    if look.glyphs == Glyphs::Ascii { spelled(&out) } else { out }
}
