use super::*;

type Rgb = (u8, u8, u8);

fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.03928 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn luminance((r, g, b): Rgb) -> f64 {
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn all(tones: &Tones) -> Vec<Rgb> {
    let mut all = vec![tones.secondary, tones.accent, tones.good, tones.bad, tones.warning];
    all.extend(tones.classes);
    all.extend(tones.page.map(|(ink, _)| ink));
    all.into_iter().map(|tone| tone.rgb).collect()
}

#[test]
fn every_role_reads_on_its_background() {
    let (black, white) = ((0, 0, 0), (255, 255, 255));
    let checks: [(&Tones, &[Rgb], f64); 4] = [
        (&EITHER, &[black, white], 4.5),
        (&DARK, &[black, (0x1e, 0x1e, 0x1e)], 4.5),
        (&LIGHT, &[white], 4.5),
        (&HIGH_CONTRAST, &[white], 7.0),
    ];
    for (tones, backgrounds, least) in checks {
        for colour in all(tones) {
            for background in backgrounds {
                let ratio = contrast(colour, *background);
                assert!(ratio >= least, "{colour:02x?} on {background:02x?} is only {ratio:.2}");
            }
        }
    }
}

#[test]
fn counts_read_on_every_heat_and_none_is_without_a_share() {
    let rgb = |hex: u32| ((hex >> 16) as u8, (hex >> 8) as u8, hex as u8);
    for (tones, least) in [(&EITHER, 4.5), (&DARK, 4.5), (&LIGHT, 4.5), (&HIGH_CONTRAST, 7.0)] {
        for (paper, ink) in tones.heat {
            assert!(contrast(rgb(paper), rgb(ink)) >= least, "{ink:06x} on {paper:06x}");
        }
    }
    let dark = Theme::new(ThemeName::Dark, Depth::True);
    let quarters = [0.0, 0.01, 0.25, 0.2501, 0.75, 0.7501, 1.0]
        .map(|share| dark.heat(share).map(|style| dark.heat.iter().position(|heat| *heat == Some(style))));
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
    let [text, cursor, border] = [theme.text, theme.cursor, theme.border];
    let roles = [text, theme.secondary, theme.strong, cursor, border, theme.focus_border, theme.bad];
    for style in roles.into_iter().chain((0..6).map(|class| theme.class(class))) {
        assert_eq!((style.fg, style.bg), (None, None));
    }
    assert!(theme.cursor.add_modifier.contains(Modifier::REVERSED));
}

/// They differ in how light or how blue they are, not in red and green alone. Classes have marks of their own.
#[test]
fn right_and_wrong_differ_in_more_than_red_and_green() {
    for tones in [&EITHER, &DARK, &LIGHT, &HIGH_CONTRAST] {
        assert!(difference(tones.good.rgb, tones.bad.rgb) > 60.0, "{tones:?}");
    }
    // A red and a green that are as light fail.
    assert!(difference((0xa0, 0x50, 0x20), (0x60, 0xb0, 0x20)) < 25.0);
}

type Light = [f64; 3];
type Eye = [Light; 3];

/// What is left of linear light for eyes with all cones, without those of red, and without those of green: Viénot,
/// Brettel and Mollon (1999).
const EYES: [Eye; 3] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
];

fn through(matrix: &Eye, light: Light) -> Light {
    matrix.map(|row| row.iter().zip(light).map(|(factor, part)| factor * part).sum())
}

fn perceived((r, g, b): Rgb, eye: &Eye) -> Light {
    let light = through(eye, [r, g, b].map(linear)).map(|part| part.clamp(0.0, 1.0));
    let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let root = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = through(&xyz, light);
    let [x, y, z] = [root(x / 0.9505), root(y), root(z / 1.089)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(one: Rgb, other: Rgb) -> f64 {
    let between = |eye| {
        let [one, other] = [perceived(one, eye), perceived(other, eye)];
        one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    };
    EYES.iter().map(between).fold(f64::INFINITY, f64::min)
}

fn indexed(index: u8) -> Rgb {
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    let cube = index.checked_sub(16).filter(|cube| *cube < 216).expect("a colour of the cube");
    (level(cube / 36), level(cube / 6 % 6), level(cube % 6))
}

/// For every eye, and in 256 colours, too, where there are fewer to choose from.
#[test]
fn classes_stay_distinct_without_the_cones_of_red_or_green() {
    for tones in [&EITHER, &DARK, &LIGHT, &HIGH_CONTRAST] {
        for (depth, least) in [(Depth::True, 20.0), (Depth::Indexed, 16.0)] {
            let rgb = |tone: Tone| match colour(tone, depth) {
                Color::Indexed(index) => indexed(index),
                _ => tone.rgb,
            };
            let classes = tones.classes.map(rgb);
            for (place, one) in classes.iter().enumerate() {
                for other in &classes[..place] {
                    let distance = difference(*one, *other);
                    assert!(distance >= least, "{one:02x?} and {other:02x?} {depth:?}: {distance:.1}");
                }
            }
        }
    }
    // An orange and a vermilion that differ only in red and green fail.
    assert!(difference((0x9d, 0x6c, 0x00), (0xc1, 0x55, 0x00)) < 3.0);
    assert!(difference((0, 0, 0), (255, 255, 255)) > 99.0);
}

#[test]
fn nothing_is_dimmed() {
    for theme in ThemeName::ALL.map(|name| Theme::new(name, Depth::True)) {
        let styles = [theme.text, theme.secondary, theme.title, theme.border, theme.number];
        assert!(styles.iter().all(|style| !style.add_modifier.contains(Modifier::DIM)));
    }
}

#[test]
fn the_nearest_indexed_colour_is_near() {
    assert_eq!(nearest((0, 0, 0)), 16);
    assert_eq!(nearest((255, 255, 255)), 231);
    assert_eq!(nearest((0x75, 0x75, 0x75)), 243);
    assert_eq!(nearest((0xe6, 0x9f, 0x00)), 178);
}

#[test]
fn the_share_of_the_leader_is_solid_and_the_others_are_where_there_are_colours() {
    let fills = |theme: &Theme| (0..4).map(|place| theme.share_fill(place)).collect::<String>();
    assert_eq!(fills(&Theme::mono()), "█▒░▓");
    let coloured = Theme::new(ThemeName::Dark, Depth::Ansi);
    assert_eq!(fills(&coloured), "████");
    assert_eq!(fills(&coloured.for_reader(Face::ASCII)), "█▒░▓");
}
