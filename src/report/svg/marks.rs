//! The marks of a picture, each with its title and its address.

use std::fmt::Write;

use super::{CLASSES, LEGEND, OWN, Place, Writer, class_of, n};
use crate::math::{MathMl, Sentence};
use crate::plot::{Address, Layer, Mark, MarkShape, Role, Scene, SceneFrame};
use crate::report::addresses;
use crate::text::shorten;

/// For what is drawn like a point or like a line, but is at no place of the scene.
const POINT: MarkShape = MarkShape::Point([0.0; 2]);
const LINE: MarkShape = MarkShape::Path(Vec::new());

fn rectangle([x, y, wide, high]: [f64; 4]) -> String {
    format!("M{} {}h{}v{}h{}z", n(x), n(y), n(wide), n(high), n(-wide))
}

impl Writer {
    pub(super) fn layer(&mut self, layer: &Layer, place: &Place, frame: &SceneFrame) {
        let mut many = String::new();
        let merged = layer.marks.len() > OWN;
        // A posterior is a bar for each place: together they are one shape.
        let is_bar = |mark: &Mark| matches!(mark.shape, MarkShape::Bar(..));
        if layer.marks.len() > 60 && layer.marks.iter().all(is_bar) {
            return self.band(layer, place);
        }
        for mark in &layer.marks {
            match &mark.shape {
                MarkShape::Point(at) if place.holds(*at) => {
                    let at = place.at(*at);
                    let d = self.sign(layer.role, at);
                    if merged { many.push_str(&d) } else { self.drawn(&d, layer.role, mark) }
                }
                MarkShape::Path(points) => self.drawn(&path(points, place), layer.role, mark),
                MarkShape::Bar(low, top) => {
                    let (a, b) = (place.at(*low), place.at(*top));
                    let [wide, high] = [(a[0] - b[0]).abs().max(1.0), (a[1] - b[1]).abs()];
                    let d = rectangle([a[0].min(b[0]), a[1].min(b[1]), wide, high]);
                    self.filled(&d, layer.role, mark);
                }
                MarkShape::Grid { columns, levels } => {
                    let own = led_by(frame, layer.role, levels);
                    self.grid(layer.role, place, *columns, &own, mark);
                }
                MarkShape::Label(..) | MarkShape::Point(_) => {}
            }
        }
        if !many.is_empty() {
            let title = format!("{} marks", layer.marks.len());
            self.drawn(&many, layer.role, &Mark::new(POINT).titled(title));
        }
    }

    fn drawn(&mut self, d: &str, role: Role, mark: &Mark) {
        let (style, word) = match (role, &mark.shape) {
            (Role::Class(_), MarkShape::Path(_)) => ("l", "class"),
            (Role::Class(_), _) => ("f", "class"),
            (Role::Wrong(_), _) => ("o", "wrong"),
            (Role::Mean(_), _) => ("o", "mean"),
            (Role::Ring(..), _) => ("l", "ring"),
            (Role::Boundary(..), MarkShape::Point(_)) => ("x", "boundary"),
            (Role::Boundary(..), _) => ("b", "boundary"),
            (Role::Hidden(..), _) => ("h", "hidden-boundary"),
            (Role::Rival, _) => ("r", "rival"),
            (Role::Evidence, _) => ("e", "evidence"),
            (Role::Case, _) => ("x", "case"),
            (Role::Doubt, _) => ("axis", "doubt"),
            (Role::Plain, _) => ("axis", "plain"),
        };
        let class = class_of(role).map(|class| (class % CLASSES).to_string()).unwrap_or_default();
        let dash = match role {
            Role::Ring(_, 4) => " stroke-dasharray=\"5 4\"",
            Role::Ring(_, q) if q != 1 => " stroke-dasharray=\"1.5 4\"",
            _ => "",
        };
        self.path(d, &format!("{style}{class}\"{dash} data-role=\"{word}"), mark);
    }

    /// The place of a role in the legend; the first has solid fills.
    pub(super) fn place(&self, role: Role) -> usize {
        self.legend.iter().position(|one| *one == role).unwrap_or(2)
    }

    fn filled(&mut self, d: &str, role: Role, mark: &Mark) {
        let style = match role {
            Role::Class(at) if self.place(role) == 0 => format!("f{}", at % CLASSES),
            Role::Class(at) => format!("g{}", at % CLASSES),
            Role::Plain => "hist".to_owned(),
            _ => "plain".to_owned(),
        };
        self.path(d, &style, mark);
    }

    fn path(&mut self, d: &str, class: &str, mark: &Mark) {
        let address = match &mark.address {
            Address::None => String::new(),
            other => format!(" data-address=\"{}\"", MathMl.text(&addresses(other).join("; "))),
        };
        let end = match mark.title.is_empty() {
            true => "/>".to_owned(),
            false => format!("><title>{}</title></path>", MathMl.text(&mark.title.plain())),
        };
        let _ = writeln!(self.body, "<path d=\"{d}\" class=\"{class}\"{address}{end}");
    }

    fn sign(&self, role: Role, [x, y]: [f64; 2]) -> String {
        let (class, r) = match role {
            Role::Class(class) | Role::Wrong(class) => (class, 3.6),
            Role::Mean(class) => (class, 6.5),
            Role::Case => return format!("M{} {}l10 10m0 -10l-10 10", n(x - 5.0), n(y - 5.0)),
            _ => return format!("M{} {}l5 5l-5 5l-5 -5z", n(x), n(y - 5.0)),
        };
        match class % CLASSES {
            0 => {
                let [across, back] = [n(2.0 * r), n(-2.0 * r)];
                format!("M{} {}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 {back} 0z", n(x - r), n(y))
            }
            1 => format!("M{} {}l{} {}h{}z", n(x), n(y - r * 1.15), n(r * 1.1), n(r * 2.0), n(-r * 2.2)),
            2 => rectangle([x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8]),
            3 => {
                let half = n(r * 1.3);
                format!("M{} {}l{r} {half}l-{r} {half}l-{r} -{half}z", n(x), n(y - r * 1.3))
            }
            _ => {
                let a = r * 0.4;
                let b = r * 1.1 - a;
                let [w, b] = [n(2.0 * a), n(b)];
                format!("M{} {}h{w}v{b}h{b}v{w}h-{b}v{b}h-{w}v-{b}h-{b}v-{w}h{b}z", n(x - a), n(y - r * 1.1))
            }
        }
    }

    fn band(&mut self, layer: &Layer, place: &Place) {
        let (mut upper, mut lower) = (String::new(), Vec::new());
        for mark in &layer.marks {
            let MarkShape::Bar(low, top) = &mark.shape else { continue };
            let (a, b) = (place.at(*low), place.at(*top));
            let x = f64::midpoint(a[0], b[0]);
            let _ = write!(upper, "{}{} {}", if upper.is_empty() { "M" } else { "L" }, n(x), n(b[1]));
            lower.push(format!("L{} {}", n(x), n(a[1])));
        }
        lower.reverse();
        let d = format!("{upper}{}z", lower.concat());
        self.filled(&d, layer.role, &Mark::new(LINE));
    }

    fn grid(&mut self, role: Role, place: &Place, columns: usize, levels: &[u32], mark: &Mark) {
        let columns = columns.max(1);
        let rows = levels.len() / columns;
        let mut sorted: Vec<u32> = levels.iter().copied().filter(|level| *level > 0).collect();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get(sorted.len() * share / 10).copied().unwrap_or(1);
        let cuts = if role == Role::Doubt { [1, 2, 3] } else { [1, at(5), at(9)] };
        let level = |value: u32| cuts.iter().filter(|cut| value >= **cut && value > 0).count();
        let [wide, high] = [place.area[2] / columns as f64, place.area[3] / rows.max(1) as f64];
        for (step, opacity) in [(1, 0.25), (2, 0.5), (3, 0.9)] {
            let cells = levels.iter().enumerate().filter(|(_, value)| level(**value) == step);
            let cell = |(at, _): (usize, &u32)| {
                let x = place.area[0] + wide * (at % columns) as f64;
                let y = place.area[1] + place.area[3] - high * (at / columns + 1) as f64;
                rectangle([x, y, wide, high])
            };
            let d: String = cells.map(cell).collect();
            if d.is_empty() {
                continue;
            }
            let class = match (role, step) {
                (Role::Doubt, 1) => "s".to_owned(),
                (Role::Doubt, _) => "u".to_owned(),
                (role, _) => format!("f{}\" fill-opacity=\"{opacity}", class_of(role).unwrap_or(0) % CLASSES),
            };
            let title = if mark.title.is_empty() {
                format!("cells where the class has the most rows, by count: level {step} of 3").into()
            } else {
                mark.title.clone()
            };
            self.path(&d, &class, &Mark::new(LINE).titled(title));
        }
    }

    pub(super) fn key(&mut self, scene: &Scene, (role, text): (Role, &Sentence), [x, y]: [f64; 2]) {
        let mark = Mark::new(POINT);
        let (bars, lines) = (scene.has_bars(role), scene.has_lines(role));
        let line = match role {
            Role::Ring(..) | Role::Hidden(..) | Role::Rival | Role::Evidence => true,
            Role::Boundary(..) | Role::Plain => lines,
            _ => false,
        };
        if bars {
            self.filled(&rectangle([x - 6.0, y - 9.0, 12.0, 10.0]), role, &mark);
        }
        if line {
            self.drawn(&format!("M{} {}h22", n(x - 4.0), n(y - 4.0)), role, &Mark::new(LINE));
        } else if role != Role::Plain {
            let d = self.sign(role, [x + if bars { 15.0 } else { 6.0 }, y - 4.0]);
            self.drawn(&d, role, &mark);
        }
        self.text([x + 26.0, y], &shorten(&text.plain(), LEGEND), "tick", "start");
    }
}

/// The levels of a class where it has the highest of all; other grids are unchanged.
fn led_by(frame: &SceneFrame, role: Role, levels: &[u32]) -> Vec<u32> {
    let Role::Class(own) = role else { return levels.to_vec() };
    let marks = frame.layers.iter().flat_map(|layer| layer.marks.iter().map(|mark| (layer.role, mark)));
    let grids = marks.filter_map(|(role, mark)| match (role, &mark.shape) {
        (Role::Class(class), MarkShape::Grid { levels, .. }) => Some((class, levels)),
        _ => None,
    });
    let grids: Vec<(usize, &Vec<u32>)> = grids.collect();
    let leads = |at: usize, level: u32| {
        grids.iter().all(|(class, other)| {
            let other = other.get(at).copied().unwrap_or(0);
            *class == own || other < level || (other == level && own < *class)
        })
    };
    levels.iter().enumerate().map(|(at, level)| if leads(at, *level) { *level } else { 0 }).collect()
}

/// A line through points. Points far outside are clamped, so that no number is too large to parse.
fn path(points: &[[f64; 2]], place: &Place) -> String {
    let mut d = String::new();
    let mut before: Option<[f64; 2]> = None;
    for point in points {
        let [x, y] = place.at(*point);
        if !(x.is_finite() && y.is_finite()) {
            before = None;
            continue;
        }
        let at = [x, y].map(|it| (it.clamp(-5000.0, 5000.0) * 100.0).round() / 100.0);
        match before {
            None => d.push_str(&format!("M{} {}", n(at[0]), n(at[1]))),
            Some(before) if before == at => continue,
            Some(before) => d.push_str(&format!("l{} {}", n(at[0] - before[0]), n(at[1] - before[1]))),
        }
        before = Some(at);
    }
    d
}
