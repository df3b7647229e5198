//! A scene as SVG, for light and dark screens and for paper. Each mark has a title for pointers and screen readers.
//!
//! No script, no link, no font of its own. All ids contain a hash of the picture, so that several pictures fit into one page.

mod marks;

use std::fmt::Write;

use crate::math::MathMl;
use crate::plot::{Layer, Mark, MarkShape, Role, Scene, SceneFrame};
use crate::text::name;

/// Paper, text, lines, and the classes, in light and in dark. Text has a contrast of at least 4.5 to 1, lines 3 to 1.
const COLOURS: [[&str; 8]; 2] = [
    ["#ffffff", "#1b1b1b", "#6b6b6b", "#0060a8", "#b04a00", "#00785a", "#9c3f7f", "#7a6200"],
    ["#16181c", "#ececec", "#9a9a9a", "#6cb8f0", "#f0a050", "#3fcfa0", "#e79ccb", "#e6d24a"],
];
const NAMES: [&str; 8] = ["paper", "ink", "line", "c0", "c1", "c2", "c3", "c4"];
pub(super) const CLASSES: usize = 5;
/// Marks of a layer that have elements of their own; more of one kind become one path.
pub(super) const OWN: usize = 2500;
pub(super) const LEGEND: usize = 29;

pub fn page(scene: &Scene) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", element(scene))
}

pub fn element(scene: &Scene) -> String {
    let bars: usize = scene.frames.iter().map(|frame| frame.y.names.len()).sum();
    let stacked = scene.frames.len() == 2;
    let legend = scene.legend.len().min(12);
    let high = if bars == 0 { 480.0 } else { 90.0 + 34.0 * bars as f64 + 20.0 * legend as f64 };
    let wide = 720.0;
    // A hash (FNV-1a) of all that the picture shows.
    let hashed = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let id = format!("p{:x}", format!("{scene:?}").bytes().fold(0x811c_9dc5, hashed));
    let roles = scene.legend.iter().map(|(role, _)| *role).collect();
    let mut out = Writer { body: String::new(), id: id.clone(), legend: roles };
    let desc: Vec<String> =
        scene.facts.iter().map(|fact| format!("{}: {}.", fact.what.plain(), fact.value.plain())).collect();
    let _ = writeln!(
        out.body,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" class=\"{id}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">"
    );
    let _ = writeln!(out.body, "<title id=\"{id}-t\">{}</title>", MathMl.text(&scene.title));
    let _ = writeln!(out.body, "<desc id=\"{id}-d\">{}</desc>", MathMl.text(&desc.join(" ")));
    let _ = write!(out.body, "<style>{}</style>\n<defs>", style(&id));
    let _ = write!(
        out.body,
        "<pattern id=\"{id}-s\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><circle cx=\"2\" cy=\"2\" r=\"0.9\" class=\"dot\"/></pattern>\
         <pattern id=\"{id}-u\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"><circle cx=\"1.5\" cy=\"1.5\" r=\"0.9\" class=\"dot\"/></pattern>"
    );
    // Fills differ by their pattern, so that they stay distinct in grey.
    for class in 0..CLASSES {
        let lines = match out.place(Role::Class(class)) % 3 {
            1 => "M0 8L8 0M-2 2L2 -2M6 10L10 6",
            2 => "M0 2H8M0 6H8",
            _ => "M0 0L8 8M0 8L8 0",
        };
        let _ = write!(
            out.body,
            "<pattern id=\"{id}-g{class}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"{lines}\" class=\"l{class}\"/></pattern>"
        );
    }
    let _ = writeln!(out.body, "</defs>\n<rect width=\"{wide}\" height=\"{high}\" class=\"paper\"/>");
    out.text([16.0, 24.0], &scene.title, "head", "start");
    // The legend is beside a plot, and below bars.
    let at_side = bars == 0;
    let (side, below) = if at_side { (210.0, 0.0) } else { (0.0, 20.0 * legend as f64 + 8.0) };
    let area = [0.0, 36.0, wide - side, high - 36.0 - below];
    for (at, frame) in scene.frames.iter().enumerate() {
        let above = scene.frames.first().map_or(0, |frame| frame.y.names.len());
        let cut = area[3] * if bars > 0 { (above as f64 + 1.6) / (bars as f64 + 2.2) } else { 0.72 };
        let place = match (stacked, at) {
            (false, _) => area,
            (true, 0) => [area[0], area[1], area[2], cut],
            (true, _) => [area[0], area[1] + cut, area[2], area[3] - cut],
        };
        out.frame(&frame.flat(), place, at);
    }
    let (x, y) = if at_side { (wide - side + 12.0, 60.0) } else { (24.0, high - below + 14.0) };
    for (at, (role, text)) in scene.legend.iter().take(12).enumerate() {
        out.key(scene, (*role, text), [x, y + 20.0 * at as f64]);
    }
    out.body.push_str("</svg>\n");
    out.body
}

pub(super) fn class_of(role: Role) -> Option<usize> {
    match role {
        Role::Class(class) | Role::Wrong(class) | Role::Mean(class) | Role::Ring(class, _) => Some(class),
        _ => None,
    }
}

fn style(id: &str) -> String {
    let [light, dark] = COLOURS.map(|colours| {
        NAMES.iter().zip(colours).map(|(name, colour)| format!("--{name}:{colour};")).collect::<String>()
    });
    let mut out = format!(
        ".{id}{{{light}}}@media (prefers-color-scheme:dark){{.{id}{{{dark}}}}}@media print{{.{id}{{{light}}}}}"
    );
    let _ = write!(
        out,
        ".{id} text{{font:13px system-ui,sans-serif;fill:var(--ink);font-variant-numeric:tabular-nums}}.{id} .tick{{font-size:11px}}\
         .{id} .head{{font-weight:600;font-size:15px}}.{id} .paper{{fill:var(--paper)}}.{id} .axis{{stroke:var(--line);fill:none}}\
         .{id} .dot{{fill:var(--line)}}.{id} .hist{{fill:var(--line);fill-opacity:.22}}.{id} .b{{stroke:var(--ink);stroke-width:2;fill:none}}\
         .{id} .h{{stroke:var(--line);stroke-width:1;stroke-dasharray:1 5;fill:none}}.{id} .r{{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:8 5;fill:none}}\
         .{id} .e{{stroke:var(--line);stroke-width:1.5;stroke-dasharray:2 3;fill:none}}.{id} .x{{stroke:var(--ink);stroke-width:2.5;fill:none}}\
         .{id} .s{{fill:url(#{id}-s)}}.{id} .u{{fill:url(#{id}-u)}}.{id} .plain{{fill:var(--line)}}"
    );
    for class in 0..CLASSES {
        let _ = write!(
            out,
            ".{id} .f{class}{{fill:var(--c{class})}}.{id} .l{class}{{stroke:var(--c{class});stroke-width:1.6;fill:none}}\
             .{id} .g{class}{{fill:url(#{id}-g{class});stroke:var(--c{class})}}\
             .{id} .o{class}{{stroke:var(--c{class});stroke-width:1.8;fill:var(--paper)}}"
        );
    }
    out
}

pub(super) struct Writer {
    pub(super) body: String,
    pub(super) id: String,
    pub(super) legend: Vec<Role>,
}

/// Where a frame is on the page.
pub(super) struct Place {
    pub(super) area: [f64; 4],
    pub(super) range: [(f64, f64); 2],
}

impl Place {
    pub(super) fn at(&self, point: [f64; 2]) -> [f64; 2] {
        let [x, y, wide, high] = self.area;
        let share = |at: f64, (from, to): (f64, f64)| (at - from) / (to - from);
        [x + wide * share(point[0], self.range[0]), y + high * (1.0 - share(point[1], self.range[1]))]
    }

    pub(super) fn holds(&self, point: [f64; 2]) -> bool {
        let [x, y] = self.range;
        // Names run from top to bottom, so the vertical range is reversed.
        (x.0..=x.1).contains(&point[0]) && (y.0.min(y.1)..=y.0.max(y.1)).contains(&point[1])
    }
}

/// A number with two decimals at most.
pub(super) fn n(at: f64) -> String {
    let at = (at * 100.0).round() / 100.0;
    format!("{}", if at == 0.0 { 0.0 } else { at })
}

impl Writer {
    pub(super) fn text(&mut self, at: [f64; 2], text: &str, class: &str, anchor: &str) {
        let anchor = if anchor == "start" { String::new() } else { format!(" text-anchor=\"{anchor}\"") };
        let ([x, y], text) = (at.map(n), MathMl.text(text));
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\"{anchor}>{text}</text>");
    }

    fn frame(&mut self, frame: &SceneFrame, [x, y, wide, high]: [f64; 4], at: usize) {
        let names = frame.y.names.len();
        let label = if names > 0 { 190.0 } else { 52.0 };
        // Labels at the ends of lines have a column of their own.
        let ends = |mark: &Mark| matches!(mark.shape, MarkShape::Label(at, _) if at[0] >= frame.x.range.1);
        let beside = frame.layers.iter().flat_map(|layer| &layer.marks).any(ends);
        let right = if names > 0 && beside { 160.0 } else { 14.0 };
        let low = if frame.x.title.is_empty() { 8.0 } else { 44.0 };
        let area = [x + label, y + 20.0, wide - label - right, high - 20.0 - low];
        if area[2] < 10.0 || area[3] < 10.0 {
            return;
        }
        let mut range = [frame.x.range, frame.y.range];
        if names > 0 {
            // Names run from top to bottom.
            range[1] = (frame.y.range.1, frame.y.range.0);
        }
        let place = Place { area, range };
        self.axes(frame, &place);
        let clip = format!("{}-k{at}", self.id);
        let [x, y, wide, high] = area.map(n);
        let _ = writeln!(
            self.body,
            "<clipPath id=\"{clip}\"><rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\"/></clipPath>\n<g clip-path=\"url(#{clip})\">"
        );
        let (above, within): (Vec<&Layer>, Vec<&Layer>) =
            frame.layers.iter().partition(|layer| matches!(layer.role, Role::Case | Role::Mean(_)));
        within.iter().for_each(|layer| self.layer(layer, &place, frame));
        self.body.push_str("</g>\n");
        for mark in frame.layers.iter().flat_map(|layer| &layer.marks) {
            let MarkShape::Label(at, text) = &mark.shape else { continue };
            let [x, y] = place.at(*at);
            let (at, anchor) = match at[0] {
                end if end >= frame.x.range.1 => ([x + 10.0, y + 4.0], "start"),
                begin if begin <= frame.x.range.0 => ([x + 6.0, y + 4.0], "start"),
                _ => ([x, y - 9.0], "middle"),
            };
            self.text(at, &text.plain(), "tick", anchor);
        }
        above.iter().for_each(|layer| self.layer(layer, &place, frame));
    }

    fn axis(&mut self, [x, y]: [f64; 2], line: &str) {
        let _ = writeln!(self.body, "<path d=\"M{} {}{line}\" class=\"axis\"/>", n(x), n(y));
    }

    fn axes(&mut self, frame: &SceneFrame, place: &Place) {
        let [x, y, wide, high] = place.area;
        let bottom = y + high;
        self.axis([x, y], &format!("V{}H{}", n(bottom), n(x + wide)));
        if frame.y.names.is_empty() {
            for (at, text) in frame.y.ticks(frame.y.range, ((high / 34.0) as usize).max(2)) {
                let at = place.at([place.range[0].0, at]);
                self.axis([x, at[1]], "h-4");
                self.text([x - 7.0, at[1] + 4.0], &text, "tick", "end");
            }
            self.text([x - 44.0, y - 8.0], &name(&frame.y.title, 40), "tick", "start");
        } else {
            for (at, text) in frame.y.names.iter().enumerate() {
                let at = place.at([place.range[0].0, at as f64]);
                self.text([x - 8.0, at[1] + 4.0], &name(text, 26), "tick", "end");
            }
            if place.range[0].0 < 0.0 && place.range[0].1 > 0.0 {
                self.axis([place.at([0.0, 0.0])[0], y], &format!("V{}", n(bottom)));
            }
        }
        if frame.x.title.is_empty() {
            return;
        }
        for (at, text) in frame.x.ticks(frame.x.range, ((wide / 60.0) as usize).max(2)) {
            let at = place.at([at, place.range[1].0]);
            self.axis([at[0], bottom], "v4");
            self.text([at[0], bottom + 17.0], &text, "tick", "middle");
        }
        self.text([x + wide, bottom + 34.0], &name(&frame.x.title, 60), "tick", "end");
    }
}
