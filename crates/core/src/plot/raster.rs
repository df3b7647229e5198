//! A scene in the cells of a terminal: lines in dots, points as signs, axes around them.
//!
//! ```text
//! ↑ petal_width            petal_length →
//!  2│        ⢀⡠■■
//!   │   ▲▲⡠⠔⠉■■
//!  1│ ⢀⡠⠊▲▲
//!   └──┴─────┴──────
//!      1     2
//! ```
//!
//! The lines in a cell share its dots, and the topmost line gives its role. A sign takes a whole cell. Classes differ first by
//! the shape of their signs.

use super::drawing::{draw, labels};
use super::{Role, Scene, SceneFrame};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    #[default]
    Braille,
    Blocks,
    Dots,
    Ascii,
}

impl Glyphs {
    /// All of them, in the order of the key that changes them.
    pub const ALL: [Glyphs; 4] = [Glyphs::Braille, Glyphs::Blocks, Glyphs::Dots, Glyphs::Ascii];

    pub fn word(self) -> &'static str {
        match self {
            Glyphs::Braille => "braille",
            Glyphs::Blocks => "blocks",
            Glyphs::Dots => "dots",
            Glyphs::Ascii => "ascii",
        }
    }

    pub fn dots(self) -> [usize; 2] {
        match self {
            Glyphs::Braille => [2, 4],
            Glyphs::Blocks => [1, 2],
            Glyphs::Dots | Glyphs::Ascii => [1, 1],
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RasterStyle {
    pub glyphs: Glyphs,
    pub crosshair: Option<[f64; 2]>,
    pub selected: Option<[f64; 2]>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    #[default]
    Normal,
    Bold,
    Dim,
    Selected,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterCell {
    pub sign: char,
    /// The role of its mark; `None` for axes and their numbers.
    pub role: Option<Role>,
    pub emphasis: Emphasis,
}

const EMPTY: RasterCell = RasterCell { sign: ' ', role: None, emphasis: Emphasis::Normal };

#[derive(Clone, Debug)]
pub struct RasterCells {
    pub columns: usize,
    pub rows: usize,
    cells: Vec<RasterCell>,
    pub areas: Vec<Area>,
}

/// Where a frame is drawn between its axes, in cells, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub from: [usize; 2],
    pub size: [usize; 2],
    pub range: [(f64, f64); 2],
}

impl Area {
    /// Returns the cell of a point; `None` outside.
    pub fn cell(&self, at: [f64; 2]) -> Option<[usize; 2]> {
        let [x, y] = self.range;
        let column = dot(at[0], x, self.size[0])?;
        // Rows are counted from the top.
        let row = dot(at[1], (y.1, y.0), self.size[1])?;
        Some([self.from[0] + column, self.from[1] + row])
    }
}

/// Returns the index of a number among `n` dots over a range, from 0; `None` outside.
///
/// ```
/// use posterior_core::plot::dot;
///
/// assert_eq!(dot(3.3, (0.0, 10.0), 40), Some(13));
/// assert_eq!(dot(10.0001, (0.0, 10.0), 40), None);
/// ```
pub fn dot(at: f64, (from, to): (f64, f64), n: usize) -> Option<usize> {
    let share = (at - from) / (to - from);
    if !(0.0..=1.0).contains(&share) {
        return None;
    }
    Some((share * n.saturating_sub(1) as f64).round() as usize)
}

pub fn bar_fill(place: usize, ascii: bool) -> char {
    let fills =
        if ascii { ['#', '=', '.', ':', '%', '/'] } else { ['█', '▒', '░', '▓', '▚', '▞'] };
    fills.get(place % fills.len()).copied().unwrap_or('█')
}

/// Returns the sign of a class or of a misclassified row, in Unicode or ASCII: a letter if there are more than six classes.
pub fn class_sign(class: usize, classes: usize, wrong: bool, ascii: bool) -> char {
    if classes > 6 {
        let letter = char::from(b'a' + u8::try_from(class % 26).unwrap_or(0));
        return if wrong { letter.to_ascii_uppercase() } else { letter };
    }
    let signs = match (ascii, wrong) {
        (false, false) => ['●', '▲', '■', '◆', '✚', '★'],
        (false, true) => ['○', '△', '□', '◇', '✛', '☆'],
        (true, false) => ['o', '^', '#', '*', '+', '&'],
        (true, true) => ['0', 'A', 'H', '%', 'T', '8'],
    };
    signs.get(class % signs.len()).copied().unwrap_or('?')
}

impl RasterCells {
    pub fn at(&self, column: usize, row: usize) -> RasterCell {
        if column >= self.columns {
            EMPTY
        } else {
            self.cells.get(row * self.columns + column).copied().unwrap_or(EMPTY)
        }
    }

    pub(super) fn put(&mut self, column: usize, row: usize, cell: RasterCell) {
        if let Some(place) = self.cells.get_mut(row * self.columns + column)
            && column < self.columns
        {
            *place = cell;
        }
    }

    pub(super) fn text(&mut self, column: usize, row: usize, text: &str, emphasis: Emphasis) {
        for (at, sign) in text.chars().enumerate() {
            self.put(column + at, row, RasterCell { sign, role: None, emphasis });
        }
    }

    pub fn lines(&self) -> Vec<String> {
        let line = |row: usize| {
            let line: String = (0..self.columns).map(|column| self.at(column, row).sign).collect();
            line.trim_end().to_owned()
        };
        (0..self.rows).map(line).collect()
    }
}

pub fn raster(scene: &Scene, (columns, rows): (usize, usize), look: &RasterStyle) -> RasterCells {
    let mut cells = RasterCells { columns, rows, cells: vec![EMPTY; columns * rows], areas: Vec::new() };
    let classes = classes(scene);
    let bars: Vec<Role> = scene.legend.iter().map(|(role, _)| *role).collect();
    let frames: Vec<Cow<'_, SceneFrame>> = scene.frames.iter().map(SceneFrame::flat).collect();
    // A second frame is a band under the first.
    let stacked = frames.len() == 2;
    let areas: Vec<[usize; 4]> = if stacked {
        // Frames with names get rows in proportion to their names.
        let named: Vec<usize> = frames.iter().map(|frame| frame.y.names.len()).collect();
        let low = match named.as_slice() {
            [above, below] if *above > 0 && *below > 0 => {
                let all = 2 * (above + below) + 2;
                if all <= rows { 2 * below + 1 } else { (rows * below / (above + below)).max(below + 1) }
            }
            _ => (rows / 4).clamp(4, 8).min(rows / 2),
        };
        vec![[0, 0, columns, rows.saturating_sub(low)], [0, rows.saturating_sub(low), columns, low]]
    } else {
        vec![[0, 0, columns, rows]]
    };
    // Stacked frames have the same left edge.
    let left = if stacked { frames.iter().map(|frame| labels(frame, rows)).max() } else { None };
    for (at, (frame, area)) in frames.iter().zip(areas).enumerate() {
        let here = |point: Option<[f64; 2]>| {
            let [x, y] = point.filter(|_| at == 0)?;
            Some([frame.x.flat(x), frame.y.flat(y)])
        };
        let look = RasterStyle { crosshair: here(look.crosshair), selected: here(look.selected), ..*look };
        draw(&mut cells, frame, look, (classes, &bars), left, area);
    }
    cells
}

pub fn classes(scene: &Scene) -> usize {
    let roles = scene.frames.iter().flat_map(|frame| &frame.layers).map(|layer| layer.role);
    let class = |role: Role| match role {
        Role::Class(class) | Role::Wrong(class) | Role::Mean(class) | Role::Ring(class, _) => class + 1,
        _ => 0,
    };
    roles.chain(scene.legend.iter().map(|(role, _)| *role)).map(class).max().unwrap_or(0)
}
