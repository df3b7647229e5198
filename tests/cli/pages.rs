//! LaTeX and HTML: sound for any data, with the numbers of the text.

use crate::{Folder, fails, has, prints};

use posterior::evaluate::{Metrics, Trial};
use posterior::math::{Chain, Expr, Linear, Sentence};
use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::report::{self, Align, BLANK, Block, Document, Grid, html, latex};
use posterior::table::{Source, samples};
use posterior::text::{is_hidden, shown};
use proptest::prelude::*;
use roxmltree::{Node, ParsingOptions};

pub mod tex;

/// A page as a tree; a panic where a browser would have to guess.
fn page<T>(text: &str, read: impl Fn(&roxmltree::Document) -> T) -> T {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(text, options)
        .unwrap_or_else(|error| panic!("{error}:\n{text}"));
    for node in tree.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(ELEMENTS.split(' ').any(|own| own == name), "an element of the data: {name}");
        for attribute in node.attributes() {
            let own = ATTRIBUTES.split(' ').any(|own| own == attribute.name());
            assert!(own, "{name} has {}", attribute.name());
        }
        // A browser closes no element that has no end of its own, and these are all that have none.
        let is_void = matches!(name, "meta" | "mspace");
        assert_eq!(is_void, !node.has_children() && text[node.range()].ends_with("/>"), "{name}");
    }
    for row in tree.descendants().filter(|node| node.has_tag_name("tr")) {
        let table = row.ancestors().find(|node| node.has_tag_name("table")).unwrap();
        let head = table.descendants().find(|node| node.has_tag_name("tr")).unwrap();
        assert_eq!(row.children().count(), head.children().count(), "{text}");
    }
    for (name, count) in [("mfrac", 2), ("msup", 2), ("msub", 2), ("munderover", 3)] {
        for node in tree.descendants().filter(|node| node.has_tag_name(name)) {
            assert_eq!(node.children().count(), count, "{name}");
        }
    }
    let hidden = |text: &str| text.chars().any(|c| c != '\n' && is_hidden(c));
    assert!(tree.descendants().filter_map(|node| node.text()).all(|text| !hidden(text)));
    read(&tree)
}

const ELEMENTS: &str = "html head meta title style body main section footer h1 h2 p ul li div span table caption \
    thead tbody tr th td math mtable mtr mtd mrow mi mn mo mtext mspace mfrac msup msub munderover msqrt";

const ATTRIBUTES: &str = "lang charset name content class scope alttext displaystyle columnalign form stretchy fence \
    lspace rspace mathvariant width";

fn check(document: &Document) {
    page(&html::render(document), |_| ());
    tex::check(&latex::render(document));
}

/// The reports of show, explain and evaluate.
pub fn stories(study: &Study) -> Option<Vec<Document>> {
    let fitted = study.fitted.as_deref().ok()?;
    let mut show = Document::default();
    show.title(study.source.label());
    show.append(report::profile(study));
    show.append(report::overview(fitted));
    show.append(report::parameters(fitted, Some(30)));
    let mut explain = Document::default();
    for case in study.cases().ok()?.iter().take(3) {
        explain.append(report::posterior(fitted, case, &report::case_name(case)).unwrap());
    }
    if !fitted.data.has_all_rows() {
        return Some(vec![show, explain]);
    }
    let evaluation = Trial::plan(study, None).unwrap().run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 0);
    Some(vec![show, explain, report::evaluation(&evaluation, Some(&metrics))])
}

/// The reports of every sample under every model that it can have.
pub fn for_each_model(mut check: impl FnMut(&str, Vec<Document>)) {
    for sample in samples() {
        for model in ["auto", "categorical", "bernoulli", "multinomial", "gaussian", "mixed", "gda", "qda"] {
            let recipe = Recipe { model: Some(model.parse().unwrap()), ..Recipe::default() };
            let study = Study::open(Source::Sample(sample), recipe).unwrap();
            if let Some(stories) = stories(&study) {
                check(&format!("{} {model}", sample.name), stories);
            }
        }
    }
}

#[test]
fn every_sample_under_every_model_is_sound_in_both_formats() {
    let mut rendered = 0;
    for_each_model(|name, stories| {
        for document in stories {
            check(&document);
            // The program's own text needs no other font.
            let tex = latex::render(&document);
            let (_, body) = tex.split_once("\\begin{document}").unwrap();
            assert!(!name.ends_with("auto") || !body.contains("\\uni{"), "{name}");
            rendered += 1;
        }
    });
    assert!(rendered > 120, "{rendered}");
}

/// Names that would be markup, end the document, vanish or become others.
const HOSTILE: &str = "a\\b¦R&D¦<script>alert(1)</script>¦$x^2$¦50%¦#1¦{curly}¦_under_¦~tilde~¦שלום¦e\u{301}a\u{301}¦\
    😀👍🏽¦new\nline¦tab\there¦[0]bracket¦*star¦--dash---¦?`!`¦\"quoted\"¦it's ``so''¦<<a>>,,b¦Ж北京¦  two  blanks ¦\
    \\end{document}¦\\input{/etc/passwd}¦%comment¦]]>¦<!-- c -->¦&lt;¦\u{202e}abc¦|bar|¦^^41¦Ħŧ é Łódź";

#[test]
fn hostile_names_are_data_and_never_markup() {
    let names: Vec<&str> = HOSTILE.split('¦').chain([BLANK]).collect();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["R&D_[x]", "<b>$y$</b>", "class\\"]).unwrap();
    for (at, name) in names.iter().copied().enumerate() {
        csv.write_record([name, names[at * 7 % names.len()], names[at % 5]]).unwrap();
    }
    csv.write_record([names[2], names[9], ""]).unwrap();
    let features = Some(vec!["R&D_[x]".to_owned(), "<b>$y$</b>".to_owned()]);
    let recipe = Recipe { model: Some("categorical".parse().unwrap()), features, ..Recipe::default() };
    let study = Study::open(Source::bytes("hostile & <b>.csv", csv.into_inner().unwrap()), recipe).unwrap();
    let stories = stories(&study).expect("a model");
    stories.iter().for_each(check);
    let mut all = Document::default();
    stories.into_iter().for_each(|story| all.append(story));
    let text = page(&html::render(&all), |tree| {
        let texts = tree.descendants().filter_map(|node| node.text());
        texts.collect::<Vec<_>>().join("\n")
    });
    let parts = ["<script>alert(1)</script>", "&lt;", "$x^2$", "שלום", "\\input{/etc/passwd}", "<!-- c -->"];
    has(&text, &parts);
    // The names of the engines that such characters need are in the document.
    let parts = ["\\textbackslash{}input\\{/etc/passwd\\}", "\\uni{05E9}{ש}", "xelatex and"];
    has(&latex::render(&all), &parts);
}

#[test]
fn a_small_posterior_in_both_formats() {
    for (format, from) in [("latex", "\\begin{document}"), ("html", "<body>")] {
        let text = prints(&format!("explain sample:weather --format {format}"));
        insta::assert_snapshot!(format!("weather-{format}"), text[text.find(from).unwrap()..]);
    }
    let person = prints("explain sample:person --model gda --format latex");
    let matrix = "\\begin{pmatrix} 0.0661292 & 3.875 & 0.161667 \\\\\n";
    has(&person, &[matrix]);
}

/// The cells, sentences and formulas of a page are those of the document that the text is drawn from.
#[test]
fn the_numbers_are_those_of_the_text() {
    for (sample, model) in
        [("play-tennis", "auto"), ("person", "gda"), ("chinese-japan", "auto"), ("iris", "gaussian")]
    {
        let source = Source::from_arg(format!("sample:{sample}")).unwrap();
        let recipe = Recipe { model: Some(model.parse().unwrap()), ..Recipe::default() };
        let study = Study::open(source, recipe).unwrap();
        for document in stories(&study).unwrap() {
            let (cells, lines) = page(&html::render(&document), |tree| {
                let of = |names: &[&str]| -> Vec<String> {
                    let named = |node: &Node| names.iter().any(|name| node.has_tag_name(*name));
                    let text = |node: Node| {
                        let texts = node.descendants().filter(Node::is_text);
                        texts.filter_map(|text| text.text()).collect::<String>()
                    };
                    let body = tree.descendants().find(|node| node.has_tag_name("main")).unwrap();
                    body.descendants().filter(named).map(text).collect()
                };
                let math = tree.descendants().filter_map(|node| node.attribute("alttext"));
                (of(&["th", "td"]), (of(&["p", "li"]), math.map(str::to_owned).collect::<Vec<_>>()))
            });
            let grids = document.blocks.iter().filter_map(|block| match block {
                Block::Grid(grid) => Some(grid),
                _ => None,
            });
            let wanted = grids.flat_map(|grid| {
                let blank = std::iter::repeat(String::new());
                let row = |row: &Vec<Sentence>| {
                    let cells = row.iter().map(Sentence::plain).chain(blank.clone());
                    cells.take(grid.columns.len()).collect::<Vec<_>>()
                };
                let head = grid.columns.iter().map(|(name, _)| name.clone());
                head.chain(grid.rows.iter().flat_map(row).collect::<Vec<_>>()).collect::<Vec<_>>()
            });
            assert_eq!(cells, wanted.map(|cell| shown(&cell).into_owned()).collect::<Vec<_>>());
            let line = |chain: &Chain| Linear::default().chain(chain);
            let (mut sentences, mut formulas) = (Vec::new(), Vec::new());
            for block in &document.blocks {
                match block {
                    Block::Text(text) | Block::Item(text) => sentences.push(text.plain()),
                    Block::Paragraph(paragraph) => sentences.push(paragraph.text.plain()),
                    Block::Formula(chain) | Block::Line(chain) => formulas.push(line(chain)),
                    _ => {}
                }
            }
            assert_eq!(lines.0, sentences);
            assert_eq!(lines.1.join("; "), formulas.join("; "));
            let tex = latex::render(&document);
            for cell in
                cells.iter().filter(|cell| cell.chars().all(|c| c.is_ascii_digit() || "./".contains(c)))
            {
                assert!(tex.contains(cell.as_str()), "{cell}");
            }
        }
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\\\\{}_^#$%&~<>|`'\"?!\\[\\]*, -]{0,12}",
        "[a-z\u{0}\u{1b}\n\t\u{7f}\u{202e}\u{200d}\u{301}\u{a0}]{0,8}",
        "\\PC{0,40}",
        Just(format!("x{BLANK}y")),
    ]
}

fn any_block() -> impl Strategy<Value = Block> {
    let cell = any_text;
    let grid = (
        prop::collection::vec(cell(), 1..40),
        prop::collection::vec(prop::collection::vec(cell(), 0..6), 0..60),
    );
    let grid = grid.prop_map(|(heads, rows)| {
        let align = |at: usize| if at.is_multiple_of(2) { Align::Left } else { Align::Right };
        let mut grid = Grid::new(heads.into_iter().enumerate().map(|(at, head)| (head, align(at))));
        rows.into_iter().for_each(|row| grid.row(row));
        grid
    });
    let chain = |(a, b): (String, String)| {
        Chain::new(Expr::Text(a.clone())).eq(Expr::frac(Expr::Text(b), Expr::Text(a)))
    };
    prop_oneof![
        any_text().prop_map(|text| Block::Title(text.into())),
        any_text().prop_map(|text| Block::Heading(text.into())),
        any_text().prop_map(|text| Block::Text(text.into())),
        any_text().prop_map(|text| Block::Item(text.into())),
        any_text().prop_map(Block::Page),
        grid.prop_map(Block::Grid),
        (any_text(), any_text()).prop_map(chain).prop_map(Block::Formula),
        (any_text(), any_text()).prop_map(chain).prop_map(Block::Line),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_in_any_block_stays_well_formed(blocks in prop::collection::vec(any_block(), 0..8)) {
        check(&Document { blocks });
    }
}

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");

#[test]
fn every_command_that_prints_a_document_prints_it_in_both_formats() {
    for line in [
        "show sample:weather",
        "fit sample:play-tennis",
        "evaluate sample:play-tennis",
        "explain sample:person",
        "explain sample:weather --quantity P(Yes)",
        "explain sample:weather --why P(Yes)",
        "explain sample:weather --against weka",
        "compare sample:weather --models categorical,baseline",
        "predict sample:weather --all",
        "experiments",
        "check 3/9 sample:weather --of P(Sunny|Yes)",
    ] {
        page(&prints(&format!("{line} --format html")), |_| ());
        tex::check(&prints(&format!("{line} --format latex")));
    }
    fails(2, "show sample:weather --format pdf", &["latex", "html"]);
}

#[test]
fn each_student_has_a_page_and_the_key_has_the_format_of_its_file() {
    let folder = Folder::with(&[("ids.txt", "s1\nJosé & <i>\ns3\n")]);
    let line = format!("exercise print {WEATHER} --students ids.txt --force");
    let print =
        |format: &str, key: &str| (folder.prints(&format!("{line} {format} --key {key}")), folder.read(key));
    let (sheets, key) = print("--format html", "key.tex");
    tex::check(&key);
    assert!(key.contains("9/14") && !sheets.contains("9/14"));
    page(&sheets, |tree| {
        let of = |name: &'static str| tree.descendants().filter(move |node| node.has_tag_name(name));
        let feet: Vec<&str> = of("footer").filter_map(|foot| foot.text()).collect();
        let students = ["s1", "José & <i>", "s3"];
        assert_eq!(feet, students.map(|id| format!("exercise: weather-sunny · student: {id}")));
        let titles = |sheet: Node| sheet.descendants().filter(|node| node.has_tag_name("h1")).count();
        assert!(of("section").all(|sheet| titles(sheet) == 1));
        assert_eq!(of("span").count(), 3 * 6, "a line for each of five answers and one reason");
    });
    let (sheets, key) = print("--format latex", "key");
    assert!(key.starts_with("% Written by posterior"), "else the key is as the sheets are");
    tex::check(&sheets);
    assert_eq!((sheets.matches("\\newpage").count(), sheets.matches("\\markright{").count()), (2, 3));
    assert_eq!(sheets.matches("\\blank{}").count(), 3 * 6);
    let (sheets, key) = print("", "key.HTML");
    page(&key, |_| ());
    assert_eq!(sheets.matches("page-break-after").count(), 2);
    let (sheets, key) = print("--format text", "key.md");
    assert!(key.starts_with("# ") && sheets.matches('\u{c}').count() == 2);
    for format in ["csv", "json"] {
        fails(2, &format!("exercise print {WEATHER} --format {format}"), &["LaTeX, HTML"]);
    }
}
