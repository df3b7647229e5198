//! README and docs are up to date: their screens and pictures, what their commands print, and their tables.
//! `POSTERIOR_BLESS=1 cargo test --test screens readme` writes all of it again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::Bench;

use posterior::app::screens::practice::{Exercises, open_sheets};
use posterior::app::terminal::picture_of;
use posterior::app::terminal::theme::{Depth, Theme};
use posterior::app::{ThemeName, keys};
use posterior::practice::Reach;
use posterior::recipe::{Convention, Quantile, Recipe};
use posterior::report::Format;
use tempfile::TempDir;

const STATES: [&str; 4] = ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];

/// A page that is run from top to bottom. A fence that begins with `$ ` has commands for a shell and what they print.
/// `<!-- file NAME -->` above a fence writes it to a file, `<!-- open SAMPLE: KEYS -->` and `<!-- keys KEYS -->` make it the
/// screen after these keys.
struct Page {
    folder: TempDir,
    states: TempDir,
    bench: Bench,
}

impl Page {
    fn new() -> Page {
        let folder = || tempfile::tempdir().unwrap();
        Page { folder: folder(), states: folder(), bench: Bench::empty() }
    }

    /// The page with the output of today.
    fn run(mut self, text: &str) -> String {
        let mut out = String::new();
        let mut lines = text.split_inclusive('\n');
        let mut mark = "";
        while let Some(line) = lines.next() {
            out.push_str(line);
            if !line.starts_with("```") {
                mark = line.trim().strip_prefix("<!-- ").and_then(|it| it.strip_suffix(" -->")).unwrap_or("");
                continue;
            }
            let body: String = lines.by_ref().take_while(|line| *line != "```\n").collect();
            out.push_str(&self.fence(mark, body));
            out.push_str("```\n");
            mark = "";
        }
        out
    }

    fn fence(&mut self, mark: &str, body: String) -> String {
        if let Some(name) = mark.strip_prefix("file ") {
            fs::write(self.folder.path().join(name), &body).unwrap();
            return body;
        }
        let keys = match (mark.strip_prefix("open "), mark.strip_prefix("keys ")) {
            (Some(opened), _) => {
                let (sample, keys) = opened.split_once(':').expect("open SAMPLE: KEYS");
                self.bench = Bench::open(sample, "");
                keys
            }
            (None, Some(keys)) => keys,
            (None, None) if body.starts_with("$ ") => return self.session(&body),
            (None, None) => return body,
        };
        let bench = std::mem::replace(&mut self.bench, Bench::empty());
        self.bench = bench.keys(keys);
        self.bench.screen() + "\n"
    }

    fn session(&self, body: &str) -> String {
        let commands = body.lines().filter_map(|line| line.strip_prefix("$ "));
        commands.map(|command| format!("$ {command}\n{}", self.printed(command))).collect()
    }

    /// What a shell prints, with messages.
    fn printed(&self, command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_posterior")).parent().unwrap();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(program.into()).chain(std::env::split_paths(&others));
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(&self.folder);
        shell.env("PATH", std::env::join_paths(paths).unwrap());
        for name in STATES {
            shell.env(name, self.states.path());
        }
        String::from_utf8(shell.output().unwrap().stdout).unwrap()
    }
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap()
}

/// Checks that a file is what it should be, or writes it.
fn check(file: &str, wanted: &str) {
    let path = path(file);
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    assert!(text == wanted, "{file} is stale: run POSTERIOR_BLESS=1 cargo test --test screens readme");
}

/// Checks that numbers in the prose of a page, between backticks, are in one of its fences.
fn check_numbers(text: &str) {
    let (mut prose, mut fences) = (String::new(), String::new());
    for (at, part) in text.split("```").enumerate() {
        if at % 2 == 0 { prose.push_str(part) } else { fences.push_str(part) }
    }
    let number = |span: &&str| span.len() > 2 && span.chars().all(|c| c.is_ascii_digit() || "./".contains(c));
    for span in prose.split('`').skip(1).step_by(2).filter(number) {
        assert!(fences.contains(span), "{span} is in no fence of the page");
    }
}

/// Checks a page in a folder that `prepared` has filled.
fn check_page(file: &str, prepared: impl FnOnce(&Path)) {
    let page = Page::new();
    prepared(page.folder.path());
    let page = page.run(&read(file));
    check(file, &page);
    check_numbers(&page);
}

/// A page with a table between two marks.
fn with_table(text: &str, mark: &str, table: &str) -> String {
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let (before, rest) = text.split_once(&open).expect(mark);
    let (_, after) = rest.split_once(&close).expect(mark);
    format!("{before}{open}{table}{close}{after}")
}

#[test]
fn the_readme() {
    check_page("README.md", |_| ());
    assert!(read("README.md").lines().count() <= 150);
}

#[test]
fn pages_that_begin_without_files() {
    let pages = "first-session homework compare given sums decisions evaluating design assumption";
    for page in pages.split(' ') {
        check_page(&format!("docs/{page}.md"), |_| ());
    }
}

#[test]
fn what_it_can_do() {
    let file = "docs/commands.md";
    check(file, &Page::new().run(&read(file)));
}

#[test]
fn a_classroom() {
    check_page("docs/classroom.md", hand_in);
}

#[test]
fn the_conventions() {
    let file = "docs/conventions.md";
    let text = with_table(&read(file), "meanings", &meanings());
    let text = with_table(&text, "conventions", &conventions());
    let page = Page::new().run(&text);
    check(file, &page);
    check_numbers(&page);
}

#[test]
fn links_lead_somewhere() {
    let docs = fs::read_dir(path("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
    for page in pages.chain(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(path)) {
        let text = fs::read_to_string(&page).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.starts_with("http") && !link.contains(' ')) {
            let target = page.with_file_name(link.split('#').next().unwrap());
            assert!(target.exists(), "{}: {link} has no target", page.display());
        }
    }
}

#[test]
fn the_keys() {
    let file = "docs/keys.md";
    check(file, &with_table(&read(file), "keys", &keys::markdown()));
}

/// How many of 120 students give which answers on `sample:weather` with α = 1.
const HANDED_IN: [(usize, [&str; 9]); 7] = [
    (64, ["5/14", "9/14", "4/8", "3/12", "5/28", "9/56", "10/19", "9/19", "No"]),
    (10, ["0.36", "0.64", "0.50", "0.25", "0.18", "0.16", "0.53", "0.47", "No"]),
    // Without smoothing.
    (17, ["5/14", "9/14", "3/5", "2/9", "3/14", "2/14", "0.6", "0.4", "No"]),
    // α in the numerator only.
    (12, ["5/14", "9/14", "4/5", "3/9", "4/14", "3/14", "4/7", "3/7", "No"]),
    // Scores that are not divided by their sum.
    (9, ["5/14", "9/14", "4/8", "3/12", "5/28", "9/56", "0.179", "0.161", "No"]),
    // Empty from the scores on.
    (5, ["5/14", "9/14", "4/8", "3/12", "", "", "", "", ""]),
    // One figure only.
    (3, ["5/14", "9/14", "4/8", "3/12", "0.2", "0.2", "10/19", "9/19", "No"]),
];

/// Writes a list of 122 students and the sheets of 120 of them.
fn hand_in(folder: &Path) {
    let labels = "P(No),P(Yes),P(Rainy | No),P(Rainy | Yes),score(No),score(Yes),P(No | x),P(Yes | x),class";
    let students: Vec<String> = (1..=122).map(|number| format!("s{number:03}")).collect();
    fs::write(folder.join("roster.csv"), format!("id\n{}\n", students.join("\n"))).unwrap();
    fs::create_dir(folder.join("answers")).unwrap();
    let answers = HANDED_IN.iter().flat_map(|(students, answers)| std::iter::repeat_n(answers, *students));
    for (student, answers) in students.iter().zip(answers) {
        let lines = labels.split(',').zip(answers).map(|(label, answer)| format!("{label} = {answer}\n"));
        let sheet = format!("exercise: rainy\nstudent: {student}\n{}", lines.collect::<String>());
        fs::write(folder.join(format!("answers/{student}.txt")), sheet).unwrap();
    }
}

/// The table of the conventions and their meanings.
fn meanings() -> String {
    let meaning = |it: &Convention| it.meaning().replace('|', "\\|");
    let rows = Convention::ALL.iter().map(|it| format!("| `{}` | {} |\n", it.word(), meaning(it)));
    format!("| name | what holds |\n|---|---|\n{}", rows.collect::<String>())
}

/// The table of the defaults of each convention.
fn conventions() -> String {
    let names = Convention::ALL.iter().map(|it| format!(" `{}` |", it.word())).collect::<String>();
    let mut table = format!("| |{names}\n|---|{}\n", "---|".repeat(Convention::ALL.len()));
    let all: Vec<Recipe> =
        Convention::ALL.iter().map(|it| Recipe { convention: Some(*it), ..Recipe::default() }).collect();
    let mut row = |head: &str, cell: &dyn Fn(&Recipe) -> String| {
        let cells: Vec<String> = all.iter().map(cell).collect();
        table += &format!("| {head} | {} |\n", cells.join(" | "));
    };
    row("prior", &|recipe| format!("`{}`", recipe.prior_or_default()));
    row("variance", &|recipe| format!("`{}`", recipe.variance_or_default().word()));
    row("ε, as a share of the largest variance", &|recipe| {
        recipe.var_smoothing_or_default().text().to_owned()
    });
    row("bins of numbers", &|recipe| {
        recipe.bins_or_default().map_or("none".into(), |bins| format!("`{bins}`"))
    });
    row("a number on a cut falls into", &|recipe| recipe.convention().cut_side().bins().to_owned());
    row("cuts of equal frequency", &|recipe| match recipe.convention().quantile() {
        Quantile::Linear => "type 7".to_owned(),
        Quantile::AveragedInvertedCdf => "type 2".to_owned(),
    });
    row("cuts of equal width", &|recipe| {
        if recipe.convention().in_floats() { "in floats" } else { "exact" }.to_owned()
    });
    table
}

/// A screen as a picture.
fn picture(bench: &Bench) -> String {
    picture_of(&bench.app, &Theme::new(ThemeName::Light, Depth::True), false, Format::Svg)
}

#[test]
fn the_pictures() {
    let plot = Page::new().printed("posterior plot pair sample:iris --model qda --format svg");
    check("docs/iris.svg", &plot);
    let tennis = |width, height| Bench::open("play-tennis", "").resized(width, height);
    check("docs/why.svg", &picture(&tennis(96, 24).keys("3 Down*3")));
    check("docs/other-program.svg", &picture(&tennis(104, 28).keys("5 a v")));
    let mut sheet = Bench::empty().resized(96, 18);
    let exercise = Exercises::Files(vec!["tests/data/exercises/weather.toml".into()], Reach::Beside);
    let sheets = vec!["tests/data/exercises/answers/s02.txt".into()];
    let job = open_sheets(&mut sheet.app, sheets, exercise, false);
    sheet.work(job);
    check("docs/marking.svg", &picture(&sheet));
}

#[test]
fn the_recipe_can_be_read() {
    let page = read("docs/recipes.md");
    let toml = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let recipe = Recipe::from_toml(toml, "docs/recipes.md").unwrap();
    assert_eq!(recipe.target.as_deref(), Some("price"));
}
