//! Colours by role.
//!
//! A screen asks for `theme.cursor` or `theme.class(i)`, never for a colour. No meaning depends on colour alone, and
//! nothing that matters is dimmed. Every role has a contrast of at least 4.5 : 1 on the background of its theme, 7 : 1 in
//! high contrast. The automatic theme does not know its background, so its tones have 4.5 : 1 on black and on white.

use ratatui::style::{Color, Modifier, Style};

use crate::app::ThemeName;
use crate::math::Face;
use crate::report::Role;
pub use crate::report::class_mark;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    True,
    /// The 256 of xterm.
    Indexed,
    Ansi,
}

/// The colours of a theme, as RGB and as one of the sixteen of every terminal.
#[derive(Clone, Copy, Debug)]
struct Tones {
    /// Whether it paints the page, black on white; else the page is the terminal's own.
    page: bool,
    /// Secondary, accent, good, bad, warning.
    roles: [u32; 5],
    roles_ansi: [Color; 5],
    /// Blue, orange, bluish green, vermilion, purple, and one more: the order of Okabe and Ito, whose colours stay distinct for people
    /// who do not see red or green. With the contrasts above, their orange and vermilion would look similar, so these
    /// are the nearest tones of which every two stay distinct.
    classes: [u32; 6],
    classes_ansi: [Color; 6],
    /// The background and the ink of a cell that holds up to a quarter of its row, up to a half, and so on.
    heat: [(u32, u32); 4],
}

const EITHER: Tones = Tones {
    page: false,
    roles: [0x757575, 0x117cb7, 0x117cb7, 0xc15500, 0x9d6c00],
    roles_ansi: [Color::Reset, Color::Cyan, Color::Blue, Color::Red, Color::Yellow],
    classes: [0x2472db, 0x9f6d07, 0x208479, 0xc35344, 0x9562a0, 0x1969ff],
    classes_ansi: [Color::Blue, Color::Yellow, Color::Cyan, Color::Red, Color::Magenta, Color::Green],
    heat: [(0x66757f, 0xffffff), (0x4a7390, 0xffffff), (0x2c7199, 0xffffff), (0x0072b2, 0xffffff)],
};

const DARK: Tones = Tones {
    page: false,
    roles: [0xa8a8a8, 0x56b4e9, 0x4598c7, 0xdb7524, 0xe69f00],
    roles_ansi: [Color::Gray, Color::LightCyan, Color::LightBlue, Color::LightRed, Color::LightYellow],
    classes: [0x48abee, 0xf5ac1b, 0x45b27e, 0xde642b, 0xb877a2, 0xfff096],
    classes_ansi: {
        use Color::{LightBlue, LightCyan, LightGreen, LightMagenta, LightRed, LightYellow};
        [LightBlue, LightYellow, LightCyan, LightRed, LightMagenta, LightGreen]
    },
    heat: [(0x16303f, 0xffffff), (0x234c66, 0xffffff), (0x2f6a8f, 0xffffff), (0x56b4e9, 0x000000)],
};

const LIGHT: Tones = Tones {
    page: false,
    roles: [0x595959, 0x0072b2, 0x0072b2, 0xba5200, 0x976800],
    roles_ansi: [Color::Black, Color::Blue, Color::Blue, Color::Red, Color::Black],
    classes: [0x066fb9, 0x9e6c00, 0x088157, 0x7c2500, 0x95608b, 0x00005f],
    classes_ansi: [Color::Blue, Color::Black, Color::Cyan, Color::Red, Color::Magenta, Color::Blue],
    heat: [(0xdcecf5, 0x000000), (0xb5d7eb, 0x000000), (0x7fb9dd, 0x000000), (0x0072b2, 0xffffff)],
};

const HIGH_CONTRAST: Tones = Tones {
    page: true,
    roles: [0x404040, 0x00568a, 0x00568a, 0x873b00, 0x6c4a00],
    roles_ansi: [Color::Black, Color::Blue, Color::Blue, Color::Red, Color::Black],
    classes: [0x065a9b, 0x775105, 0x0b5f41, 0x581800, 0x5f2855, 0x0000af],
    classes_ansi: [Color::Blue, Color::Black, Color::Black, Color::Red, Color::Magenta, Color::Blue],
    heat: [(0xdcecf5, 0x000000), (0xb5d7eb, 0x000000), (0x8cc0e0, 0x000000), (0x00568a, 0xffffff)],
};

#[derive(Clone, Debug)]
pub struct Theme {
    pub text: Style,
    pub secondary: Style,
    pub strong: Style,
    pub heading: Style,
    pub cursor: Style,
    pub focus_border: Style,
    pub stage: Style,
    pub good: Style,
    pub bad: Style,
    pub warning: Style,
    pub number: Style,
    pub toast: Style,
    classes: [Style; 6],
    heat: [Option<Style>; 4],
    patterned: bool,
    pub face: Face,
}

impl Theme {
    pub fn new(name: ThemeName, depth: Depth) -> Theme {
        match name {
            ThemeName::Auto => Theme::coloured(&EITHER, depth),
            ThemeName::Dark => Theme::coloured(&DARK, depth),
            ThemeName::Light => Theme::coloured(&LIGHT, depth),
            ThemeName::HighContrast => Theme::coloured(&HIGH_CONTRAST, depth),
            ThemeName::Mono => Theme::mono(),
        }
    }

    /// No colours, only modifiers. A colour must not occur even as a reset: with `NO_COLOR` set, crossterm 0.29 writes
    /// every colour as a full reset, which would take the cursor's reversal away again.
    pub fn mono() -> Theme {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let theme = Theme::of(plain, plain, [bold, plain, bold, bold]);
        Theme { patterned: true, ..theme }
    }

    fn coloured(tones: &Tones, depth: Depth) -> Theme {
        let style = |(rgb, ansi): (u32, Color)| Style::new().fg(colour(rgb, ansi, depth));
        let mut roles = tones.roles.into_iter().zip(tones.roles_ansi).map(style);
        let [secondary, accent, good, bad, warning] =
            std::array::from_fn(|_| roles.next().unwrap_or_default());
        let (ink, paper) = (colour(0x000000, Color::Black, depth), colour(0xffffff, Color::White, depth));
        let text = if tones.page { Style::new().fg(ink).bg(paper) } else { Style::new() };
        let theme = Theme::of(text, secondary, [accent, good, bad, warning]);
        let mut classes = tones.classes.into_iter().zip(tones.classes_ansi).map(style);
        let heat = tones.heat.map(|(paper, ink)| {
            let of = |rgb| colour(rgb, Color::Reset, depth);
            Some(Style::new().fg(of(ink)).bg(of(paper)))
        });
        // None of sixteen colours is a weaker shade of another.
        let only_strongest = [None, None, None, Some(Style::new().fg(Color::White).bg(Color::Blue))];
        Theme {
            classes: std::array::from_fn(|_| classes.next().unwrap_or_default()),
            heat: if depth == Depth::Ansi { only_strongest } else { heat },
            ..theme
        }
    }

    fn of(text: Style, secondary: Style, [accent, good, bad, warning]: [Style; 4]) -> Theme {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Theme {
            text,
            secondary,
            strong: bold,
            heading: bold,
            cursor: text.add_modifier(Modifier::REVERSED),
            focus_border: accent,
            stage: accent.add_modifier(Modifier::BOLD),
            good,
            bad,
            warning,
            number: Style::new(),
            toast: warning.add_modifier(Modifier::BOLD),
            classes: [Style::new(); 6],
            heat: [None; 4],
            patterned: false,
            face: Face::default(),
        }
    }

    #[must_use]
    pub fn for_reader(&self, face: Face) -> Theme {
        Theme { face, ..self.clone() }
    }

    pub fn role(&self, role: Role) -> Style {
        match role {
            Role::Text => self.text,
            Role::Strong => self.strong,
            Role::Secondary => self.secondary,
            Role::Number => self.number,
            Role::Warning => self.warning,
            Role::Good => self.good,
            Role::Bad => self.bad,
            Role::Selected => self.cursor,
            Role::Class(class) => self.class(class),
        }
    }

    /// Returns the fill of a part of a bar of shares. The first part is the leader's and is solid; the others have
    /// patterns if classes have no colours.
    pub fn share_fill(&self, place: usize) -> char {
        let fills = ['▒', '░', '▓', '▚'];
        match place.checked_sub(1).filter(|_| self.has_patterns()) {
            Some(other) => fills.get(other % fills.len()).copied().unwrap_or('▒'),
            None => '█',
        }
    }

    /// Returns the fill of a class's part of a bar: a pattern if classes have no colours.
    pub fn class_fill(&self, class: usize) -> char {
        let fills = ['▒', '█', '░', '▓', '▚', '▞'];
        if self.has_patterns() { fills.get(class % fills.len()).copied().unwrap_or('█') } else { '█' }
    }

    /// Returns the style of a cell with a share of its row, from 0 to 1; `None` for 0, and if there are no colours.
    pub fn heat(&self, share: f64) -> Option<Style> {
        let quarter = (share * 4.0).ceil().min(4.0) as usize;
        quarter.checked_sub(1).and_then(|quarter| self.heat.get(quarter).copied().flatten())
    }

    fn has_patterns(&self) -> bool {
        self.patterned || self.face.ascii
    }

    pub fn class(&self, class: usize) -> Style {
        self.classes.get(class % self.classes.len()).copied().unwrap_or_default()
    }
}

fn colour(rgb: u32, ansi: Color, depth: Depth) -> Color {
    let [r, g, b] = parts(rgb);
    match depth {
        Depth::True => Color::Rgb(r, g, b),
        Depth::Indexed => Color::Indexed(nearest([r, g, b])),
        Depth::Ansi => ansi,
    }
}

fn parts(rgb: u32) -> [u8; 3] {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

fn nearest([r, g, b]: [u8; 3]) -> u8 {
    let level = |v: u8| match v {
        0..48 => 0,
        48..115 => 1,
        _ => (v - 35) / 40,
    };
    let value = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
    let distance = |x: (u8, u8, u8)| {
        let d = |a: u8, b: u8| i32::from(a) - i32::from(b);
        d(x.0, r).pow(2) + d(x.1, g).pow(2) + d(x.2, b).pow(2)
    };
    let (lr, lg, lb) = (level(r), level(g), level(b));
    let cube = (value(lr), value(lg), value(lb));
    let mean = ((u16::from(r) + u16::from(g) + u16::from(b)) / 3) as u8;
    let step = (mean.max(8) - 3) / 10;
    let grey = 8 + 10 * step.min(23);
    if distance((grey, grey, grey)) < distance(cube) {
        232 + step.min(23)
    } else {
        16 + 36 * lr + 6 * lg + lb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(v: u8) -> f64 {
        let v = f64::from(v) / 255.0;
        if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    }

    fn luminance(rgb: u32) -> f64 {
        let [r, g, b] = parts(rgb).map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_role_has_enough_contrast_on_its_background() {
        let (black, white) = (0x000000, 0xffffff);
        let checks: [(&Tones, &[u32], f64); 4] = [
            (&EITHER, &[black, white], 4.5),
            (&DARK, &[black, 0x1e1e1e], 4.5),
            (&LIGHT, &[white], 4.5),
            (&HIGH_CONTRAST, &[white], 7.0),
        ];
        for (tones, backgrounds, least) in checks {
            for colour in tones.roles.into_iter().chain(tones.classes) {
                for background in backgrounds {
                    let ratio = contrast(colour, *background);
                    assert!(ratio >= least, "{colour:06x} on {background:06x} is only {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn counts_are_readable_on_every_heat_and_a_share_of_0_has_none() {
        for (tones, least) in [(&EITHER, 4.5), (&DARK, 4.5), (&LIGHT, 4.5), (&HIGH_CONTRAST, 7.0)] {
            for (paper, ink) in tones.heat {
                assert!(contrast(paper, ink) >= least, "{ink:06x} on {paper:06x}");
            }
        }
        let dark = Theme::new(ThemeName::Dark, Depth::True);
        let quarters = [0.0, 0.01, 0.25, 0.2501, 0.75, 0.7501, 1.0].map(|share| {
            dark.heat(share).map(|style| dark.heat.iter().position(|heat| *heat == Some(style)))
        });
        assert_eq!(
            quarters,
            [None, Some(Some(0)), Some(Some(0)), Some(Some(1)), Some(Some(2)), Some(Some(3)), Some(Some(3))]
        );
        assert_eq!(Theme::mono().heat(1.0), None);
        assert_eq!(Theme::new(ThemeName::Dark, Depth::Ansi).heat(0.75), None);
    }

    #[test]
    fn mono_names_no_colour_and_keeps_the_cursor() {
        let theme = Theme::mono();
        let roles = [theme.text, theme.secondary, theme.strong, theme.cursor, theme.focus_border, theme.bad];
        for style in roles.into_iter().chain((0..7).map(|class| theme.class(class))) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(theme.cursor.add_modifier.contains(Modifier::REVERSED));
    }

    /// They differ in how light or how blue they are, not in red and green alone. Classes have marks of their own.
    #[test]
    fn right_and_wrong_differ_in_more_than_red_and_green() {
        for tones in [&EITHER, &DARK, &LIGHT, &HIGH_CONTRAST] {
            assert!(difference(tones.roles[2], tones.roles[3]) > 60.0, "{tones:?}");
        }
        // A red and a green that are as light fail.
        assert!(difference(0xa05020, 0x60b020) < 25.0);
    }

    /// What is left of linear light for eyes with all cones, without those of red, and without those of green: Viénot,
    /// Brettel and Mollon (1999).
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
        [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
    ];

    fn through(matrix: &[[f64; 3]; 3], light: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(light).map(|(factor, part)| factor * part).sum())
    }

    fn perceived(rgb: u32, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = through(eye, parts(rgb).map(linear)).map(|part| part.clamp(0.0, 1.0));
        let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let root = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let [x, y, z] = through(&xyz, light);
        let [x, y, z] = [root(x / 0.9505), root(y), root(z / 1.089)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn difference(one: u32, other: u32) -> f64 {
        let between = |eye| {
            let [one, other] = [perceived(one, eye), perceived(other, eye)];
            one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        EYES.iter().map(between).fold(f64::INFINITY, f64::min)
    }

    fn indexed(index: u8) -> u32 {
        let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * u32::from(n) };
        let cube = index.checked_sub(16).filter(|cube| *cube < 216).expect("a colour of the cube");
        level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6)
    }

    /// For every eye, and in 256 colours, too, where there are fewer to choose from.
    #[test]
    fn classes_stay_distinct_without_the_cones_of_red_or_green() {
        for tones in [&EITHER, &DARK, &LIGHT, &HIGH_CONTRAST] {
            for (depth, least) in [(Depth::True, 20.0), (Depth::Indexed, 16.0)] {
                let rgb = |rgb| match colour(rgb, Color::Reset, depth) {
                    Color::Indexed(index) => indexed(index),
                    _ => rgb,
                };
                let classes = tones.classes.map(rgb);
                for (place, one) in classes.iter().enumerate() {
                    for other in &classes[..place] {
                        let distance = difference(*one, *other);
                        assert!(distance >= least, "{one:06x} and {other:06x} {depth:?}: {distance:.1}");
                    }
                }
            }
        }
        // An orange and a vermilion that differ only in red and green fail.
        assert!(difference(0x9d6c00, 0xc15500) < 3.0);
        assert!(difference(0x000000, 0xffffff) > 99.0);
    }

    #[test]
    fn nothing_is_dimmed() {
        for theme in ThemeName::ALL.map(|name| Theme::new(name, Depth::True)) {
            let styles = [theme.text, theme.secondary, theme.strong, theme.number];
            assert!(styles.iter().all(|style| !style.add_modifier.contains(Modifier::DIM)));
        }
    }

    #[test]
    fn the_nearest_indexed_colour_is_near() {
        for (rgb, index) in [(0x000000, 16), (0xffffff, 231), (0x757575, 243), (0xe69f00, 178)] {
            assert_eq!(nearest(parts(rgb)), index, "{rgb:06x}");
        }
    }

    #[test]
    fn only_the_share_of_the_leader_is_solid_without_colours() {
        let fills = |theme: &Theme| (0..4).map(|place| theme.share_fill(place)).collect::<String>();
        assert_eq!(fills(&Theme::mono()), "█▒░▓");
        let coloured = Theme::new(ThemeName::Dark, Depth::Ansi);
        assert_eq!(fills(&coloured), "████");
        assert_eq!(fills(&coloured.for_reader(Face::ASCII)), "█▒░▓");
    }
}
