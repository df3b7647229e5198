//! `posterior plot`: the formats, the refusals, and what must hold of every SVG.

use crate::program::{ended, printed};

/// Pictures of every kind, over models of every kind.
const PICTURES: [&[&str]; 14] = [
    &["plot", "roc", "sample:iris", "--model", "gaussian", "--split", "folds:5"],
    &["plot", "reliability", "sample:elephants", "--model", "gda", "--split", "folds:10"],
    &[
        "plot",
        "pair",
        "sample:iris",
        "--model",
        "qda",
        "--row",
        "71",
        "--rings",
        "1,4,9",
        "--bands",
        "--rival",
    ],
    &[
        "plot",
        "pair",
        "sample:iris",
        "--model",
        "gda",
        "--x",
        "petal_length",
        "--y",
        "petal_width",
        "--marginal",
    ],
    &["plot", "pair", "sample:iris", "--model", "gaussian", "--all-boundaries"],
    &["plot", "feature", "sample:two-clusters", "--model", "gaussian"],
    &["plot", "feature", "sample:living-area"],
    &["plot", "feature", "sample:play-tennis", "--x", "Outlook"],
    &["plot", "pushed", "sample:play-tennis"],
    &["plot", "pushed", "sample:iris", "--model", "qda", "--row", "71", "--rest"],
    &["plot", "pushed", "sample:chinese-japan"],
    &["plot", "sweep", "sample:play-tennis", "--split", "leave-one-out", "--measure", "log-loss"],
    &[
        "plot",
        "learning",
        "sample:elephants",
        "--model",
        "gda",
        "--models",
        "gda,logistic",
        "--measure",
        "brier",
    ],
    &["plot", "compare", "sample:iris", "--models", "gda,qda,gaussian,baseline"],
];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> String {
    printed(&[arguments, more].concat())
}

/// Elements close, attributes are quoted, nothing acts and nothing is fetched, and no number is longer than two decimals.
#[test]
fn every_svg_stands_alone() {
    for arguments in PICTURES {
        let svg = with(arguments, &["--format", "svg"]);
        let mut open: Vec<String> = Vec::new();
        let mut rest = svg.as_str();
        while let Some(start) = rest.find('<') {
            let end = rest[start..].find('>').unwrap() + start;
            let tag = &rest[start + 1..end];
            rest = &rest[end + 1..];
            if tag.starts_with('?') {
                continue;
            }
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap().to_owned();
            assert!(
                !["script", "a", "image", "use", "foreignObject", "link"].contains(&name.as_str()),
                "{name}"
            );
            assert!(!tag.contains(" on") && !tag.contains("href"), "{tag}");
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) => assert_eq!(open.pop().as_deref(), Some(name.as_str()), "{arguments:?}"),
                (false, false) => open.push(name),
                _ => {}
            }
            if let Some(d) = tag.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()) {
                let decimals = d
                    .split(|c: char| !c.is_ascii_digit() && c != '.')
                    .filter_map(|number| number.split_once('.'));
                assert!(decimals.into_iter().all(|(_, after)| after.len() <= 2), "{d}");
                assert!(!d.contains("NaN") && !d.contains("inf"), "{d}");
            }
        }
        assert!(open.is_empty(), "{arguments:?}: {open:?}");
        for needed in ["role=\"img\"", "<title id=", "<desc id=", "prefers-color-scheme:dark", "@media print"]
        {
            assert!(svg.contains(needed), "{needed}");
        }
        assert!(svg.len() <= 100_000, "{arguments:?}: {}", svg.len());
    }
}

/// Each model and each value has its point on the page, and the legend shows what is drawn: lines as lines, points as points.
#[test]
fn what_has_names_has_its_points() {
    let signs = |svg: &str, role: &str| svg.matches(&format!("data-role=\"{role}\"")).count();
    let svg = printed(&["plot", "compare", "sample:iris", "--models", "gda,qda,baseline", "--format", "svg"]);
    assert!(svg.contains("&lt; 0.33"), "{svg}");
    // Two models, and the sign of the legend.
    assert_eq!(signs(&svg, "class"), 3, "{svg}");
    assert_eq!(signs(&svg, "plain"), 3, "{svg}");
}

/// All formats tell what is seen in words, too; plain text has no picture.
#[test]
fn a_picture_is_described_in_words_in_every_format() {
    for (nth, arguments) in PICTURES.into_iter().enumerate() {
        let plain = with(arguments, &["--plain"]);
        let facts = |text: &str| text.contains("what is seen");
        assert!(!plain.contains('⠤') && !plain.contains('│') && facts(&plain), "{plain}");
        let ascii = with(arguments, &["--ascii"]);
        assert!(ascii.is_ascii(), "{ascii}");
        // Each picture in one of the formats, its neighbours in the others.
        let format = ["html", "markdown", "latex"][nth % 3];
        let found = with(arguments, &["--format", format]);
        assert!(facts(&found), "{format}: {found}");
        assert!(format != "html" || found.contains("<svg") && found.contains("</svg>"));
        assert!(format != "markdown" || found.contains("```text\n"));
    }
}

#[test]
fn the_size_is_the_one_that_was_asked_for() {
    for (size, columns, rows) in [("20x8", 20, 8), ("133x41", 133, 41)] {
        let text = with(PICTURES[2], &["--size", size]);
        let picture: Vec<&str> = text.lines().skip(3).take(rows).collect();
        assert!(picture.iter().all(|line| line.chars().count() <= columns), "{text}");
        assert!(picture.iter().any(|line| line.chars().count() + 3 > columns), "{text}");
    }
    for wrong in ["80", "80x", "19x24", "80x7", "501x24", "80x301"] {
        let (status, _, said) = ended(&[PICTURES[2], &["--size", wrong]].concat());
        assert!(status == 2 && said.contains("20x8 to 500x300"), "{wrong}: {said}");
    }
}

/// What cannot be drawn is refused with the reason and what to do instead.
#[test]
fn refusals_say_what_to_do() {
    for (arguments, what) in [
        (&["plot", "pair", "sample:play-tennis"][..], "with posterior plot feature"),
        (&["plot", "pair", "sample:iris", "--model", "gda", "--x", "petal_lenght"], "did you mean “petal_"),
        (
            &["plot", "pair", "sample:iris", "--x", "petal_width", "--y", "petal_width"],
            "both axes have the same feature",
        ),
        (&["plot", "learning", "sample:spam", "--models", "nobody"], "is not a model to compare"),
        (&["plot", "feature", "sample:chinese-japan"], "posterior plot pushed to draw the words"),
        (&["plot", "pair"], "name a CSV or a sample"),
        (&["plot", "pair", "sample:iris", "--rings", "0"], "pass squared distances"),
        (&["fit", "sample:iris", "--format", "svg"], "posterior plot draws pictures"),
    ] {
        let (status, out, said) = ended(arguments);
        assert!(status == 2 && out.is_empty(), "{arguments:?}: {status} {out}");
        assert!(said.to_lowercase().contains(&what.to_lowercase()), "{arguments:?}: {said}");
    }
}

/// Above two thousand rows in view a picture counts them: its size no longer grows with them.
#[test]
fn many_rows_are_counted_in_cells() {
    let folder = tempfile::tempdir().unwrap();
    let mut sizes = Vec::new();
    for rows in [1_999_u64, 2_001, 40_000] {
        let mut text = String::from("u,v,kind\n");
        let mut seed = 7_u64;
        for row in 0..rows {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = ((seed >> 40) % 1000, (seed >> 20) % 1000);
            text.push_str(&format!("{},{},k{}\n", a + 300 * (row % 3), b, row % 3));
        }
        let file = crate::written(&folder, "rows.csv", text);
        let svg = printed(&["plot", "pair", &file, "--model", "gda", "--format", "svg"]);
        assert_eq!(svg.contains("data-address=\"row "), rows < 2_000, "{rows}");
        sizes.push(svg.len());
    }
    assert!(sizes[2] < 200_000 && sizes[1] < sizes[0], "{sizes:?}");
}

/// Of very many classes there is a picture in bounds, too: cells are divided, points drawn and boundaries told up to a limit.
#[test]
fn very_many_classes_are_drawn_within_bounds() {
    let folder = tempfile::tempdir().unwrap();
    for (classes, ringed) in [(24_u64, true), (25, false), (600, false)] {
        let mut text = String::from("u,v,kind\n");
        let mut seed = 11_u64;
        for row in 0..4 * classes {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (a, b) = ((seed >> 40) % 100, (seed >> 20) % 100);
            text.push_str(&format!(
                "{},{},k{}\n",
                a + row % classes * 90,
                b + row * 37 % classes * 70,
                row % classes
            ));
        }
        let file = crate::written(&folder, "classes.csv", text);
        let svg = printed(&["plot", "pair", &file, "--target", "kind", "--model", "gda", "--format", "svg"]);
        assert_eq!(svg.contains("data-role=\"ring\""), ringed, "{classes}");
        assert!(svg.contains("data-role=\"boundary\""), "{classes}");
        let said = printed(&["plot", "pair", &file, "--target", "kind", "--model", "gda", "--plain"]);
        assert_eq!(said.contains("Rings and means of more than 24 classes are left out."), !ringed, "{said}");
        assert_eq!(said.contains("Only one row in 2 is drawn."), classes == 600, "{classes}");
        assert!(svg.len() < 1_500_000, "{classes}: {}", svg.len());
    }
}
