//! `posterior plot`: the formats, the refusals, and what must hold of every SVG.

use crate::{Folder, contains, fails, has, prints, random, table};

/// Pictures of every kind, over models of every kind.
const PICTURES: [&str; 14] = [
    "plot roc sample:iris --model gaussian --split folds:5",
    "plot reliability sample:elephants --model gda --split folds:10",
    "plot pair sample:iris --model qda --row 71 --rings 1,4,9 --bands --rival",
    "plot pair sample:iris --model gda --x petal_length --y petal_width --marginal",
    "plot pair sample:iris --model gaussian --all-boundaries",
    "plot feature sample:two-clusters --model gaussian",
    "plot feature sample:living-area",
    "plot feature sample:play-tennis --x Outlook",
    "plot pushed sample:play-tennis",
    "plot pushed sample:iris --model qda --row 71 --rest",
    "plot pushed sample:chinese-japan",
    "plot sweep sample:play-tennis --split leave-one-out --measure log-loss",
    "plot learning sample:elephants --model gda --models gda,logistic --measure brier",
    "plot compare sample:iris --models gda,qda,gaussian,baseline",
];

fn with(line: &str, more: &str) -> String {
    prints(&format!("{line} {more}"))
}

/// SVG is XML in which nothing acts and nothing is fetched, and no number has more than two decimals.
#[test]
fn every_svg_is_complete_and_fetches_nothing() {
    for line in PICTURES {
        let svg = with(line, "--format svg");
        let tree = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{line}: {error}"));
        for node in tree.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            assert!(!["script", "a", "image", "use", "foreignObject", "link"].contains(&name), "{name}");
            for attribute in node.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                assert!(!name.starts_with("on") && !name.contains("href"), "{line}: {name}");
                let numbers = if name == "d" { value } else { "" };
                let numbers = numbers.split(|c: char| !c.is_ascii_digit() && c != '.');
                let mut decimals = numbers.filter_map(|number| number.split_once('.'));
                assert!(decimals.all(|(_, after)| after.len() <= 2), "{value}");
                assert!(name != "d" || !value.contains("NaN") && !value.contains("inf"), "{value}");
            }
        }
        let parts = ["role=\"img\"", "<title id=", "<desc id=", "prefers-color-scheme:dark", "@media print"];
        contains(&svg, &parts, line);
        assert!(svg.len() <= 100_000, "{line}: {}", svg.len());
    }
}

/// Each model has its point, and the legend shows what is drawn: lines as lines, points as points.
#[test]
fn models_are_points_and_the_legend_shows_them() {
    let svg = prints("plot compare sample:iris --models gda,qda,baseline --format svg");
    has(&svg, &["&lt; 0.33"]);
    // Two models, and the sign of the legend.
    for role in ["class", "plain"] {
        assert_eq!(svg.matches(&format!("data-role=\"{role}\"")).count(), 3, "{role}: {svg}");
    }
}

/// Plain text has no picture.
#[test]
fn a_picture_is_described_in_words_in_every_format() {
    for (nth, line) in PICTURES.into_iter().enumerate() {
        let plain = with(line, "--plain");
        assert!(!plain.contains('⠤') && !plain.contains('│') && plain.contains("what is seen"), "{plain}");
        assert!(with(line, "--ascii").is_ascii(), "{line}");
        // Each picture in one of the formats, its neighbours in the others.
        let (format, parts) = [
            ("html", ["<svg", "</svg>"]),
            ("markdown", ["```text\n", ""]),
            ("latex", ["\\begin{document}", ""]),
        ][nth % 3];
        let found = with(line, &format!("--format {format}"));
        contains(&found, &["what is seen", parts[0], parts[1]], line);
    }
}

#[test]
fn the_size_is_the_one_that_was_asked_for() {
    for (columns, rows) in [(20, 8), (133, 41)] {
        let text = with(PICTURES[2], &format!("--size {columns}x{rows}"));
        let picture: Vec<&str> = text.lines().skip(3).take(rows).collect();
        assert!(picture.iter().all(|line| line.chars().count() <= columns), "{text}");
        assert!(picture.iter().any(|line| line.chars().count() + 3 > columns), "{text}");
    }
    for wrong in ["80", "80x", "19x24", "80x7", "501x24", "80x301"] {
        fails(2, &format!("{} --size {wrong}", PICTURES[2]), &["20x8 to 500x300"]);
    }
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused_with_a_way_out() {
    for (line, part) in [
        ("plot pair sample:play-tennis", "Draw one with posterior plot feature."),
        ("plot pair sample:iris --model gda --x petal_lenght", "Did you mean “petal_"),
        ("plot pair sample:iris --x petal_width --y petal_width", "both axes have the same feature"),
        ("plot learning sample:spam --models nobody", "is not a model to compare"),
        ("plot feature sample:chinese-japan", "Run posterior plot pushed to draw the words"),
        ("plot pair", "Name a CSV or a sample"),
        ("plot pair sample:iris --rings 0", "Pass squared distances"),
        ("fit sample:iris --format svg", "Posterior plot draws pictures"),
    ] {
        fails(2, line, &[part]);
    }
}

/// Above two thousand rows in view a picture counts them: its size no longer grows with them.
#[test]
fn many_rows_are_counted_in_cells() {
    let folder = Folder::new();
    let sizes = [1_999, 2_001, 40_000].map(|rows| {
        let mut seed = 7;
        let rows_of = (0..rows).map(|row| {
            let (a, b) = (random(&mut seed) % 1000, random(&mut seed) % 1000);
            format!("{},{b},k{}\n", a + 300 * (row % 3), row % 3)
        });
        folder.write("rows.csv", table("u,v,kind", rows_of));
        let svg = folder.prints("plot pair rows.csv --model gda --format svg");
        assert_eq!(svg.contains("data-address=\"row "), rows < 2_000, "{rows}");
        svg.len()
    });
    assert!(sizes[2] < 200_000 && sizes[1] < sizes[0], "{sizes:?}");
}

/// Cells are divided, points drawn and boundaries found up to a limit.
#[test]
fn very_many_classes_are_drawn_within_bounds() {
    let folder = Folder::new();
    for (classes, has_rings) in [(24, true), (25, false), (600, false)] {
        let mut seed = 11;
        let rows = (0..4 * classes).map(|row| {
            let (a, b) = (random(&mut seed) % 100, random(&mut seed) % 100);
            let class = row % classes;
            format!("{},{},k{class}\n", a + class * 90, b + row * 37 % classes * 70)
        });
        folder.write("classes.csv", table("u,v,kind", rows));
        let line = "plot pair classes.csv --target kind --model gda";
        let svg = folder.prints(&format!("{line} --format svg"));
        assert_eq!(svg.contains("data-role=\"ring\""), has_rings, "{classes}");
        assert!(svg.contains("data-role=\"boundary\"") && svg.len() < 1_500_000, "{classes}: {}", svg.len());
        let text = folder.prints(&format!("{line} --plain"));
        assert_eq!(
            text.contains("Rings and means of more than 24 classes are left out."),
            !has_rings,
            "{text}"
        );
        assert_eq!(text.contains("Only one row in 2 is drawn."), classes == 600, "{classes}");
    }
}
