//! A layer may use the layers above it, never those below; and only some folders of `app` draw.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first. `cli` may use all others.
const LAYERS: [&str; 14] = [
    "text", "math", "problem", "table", "recipe", "encode", "model", "worked", "evaluate", "plot",
    "practice", "report", "app", "cli",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The source files with the layer each belongs to; `main.rs` and `lib.rs` belong to none.
pub fn sources() -> Vec<(PathBuf, Option<usize>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for source in [root.join("src"), root.join("crates/core/src")] {
        let mut found = Vec::new();
        files(&source, &mut found);
        assert!(found.len() > 20, "the source was not found");
        sources.extend(found.into_iter().map(|path| {
            let first = path.strip_prefix(&source).unwrap().components().next().unwrap();
            let name = first.as_os_str().to_str().unwrap().trim_end_matches(".rs");
            let layer = LAYERS.iter().position(|layer| *layer == name);
            (path, layer)
        }));
    }
    sources
}

pub fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The layers that a file names as `crate::layer`, also inside `use crate::{…}`.
fn layers_used(code: &str) -> Vec<usize> {
    let mut used = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => first_names(group),
            None => vec![name(rest)],
        };
        used.extend(names.iter().filter_map(|name| LAYERS.iter().position(|layer| layer == name)));
    }
    used
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn first_names(group: &str) -> Vec<String> {
    let (mut depth, mut names, mut fresh) = (0, vec![], true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if c.is_whitespace() => {}
            _ if fresh => {
                names.push(name(&group[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    names
}

#[test]
fn no_layer_uses_a_layer_below_it() {
    for (path, layer) in sources() {
        let Some(layer) = layer else { continue };
        for used in layers_used(&code(&path)) {
            assert!(used <= layer, "{}: {} must not use {}", path.display(), LAYERS[layer], LAYERS[used]);
        }
    }
}

#[test]
fn only_views_dialogs_widgets_and_the_terminal_draw() {
    for (path, _) in sources() {
        let text = path.to_string_lossy().replace('\\', "/");
        let Some((_, place)) = text.rsplit_once("/src/") else { panic!("{text}") };
        let terminal = place.starts_with("app/terminal/") || place == "main.rs";
        let draws = ["app/dialogs/", "app/widgets/"].iter().any(|folder| place.starts_with(folder))
            || place.starts_with("app/screens/") && (place.ends_with("view.rs") || place.contains("/view/"));
        let code = code(&path);
        assert!(terminal || !code.contains("crossterm"), "{place} names crossterm");
        assert!(terminal || draws || !code.contains("ratatui"), "{place} names ratatui");
    }
}

#[test]
fn the_check_sees_what_it_should() {
    let used = |code| layers_used(code).into_iter().map(|layer| LAYERS[layer]).collect::<Vec<_>>();
    assert_eq!(used("use crate::app::draw;"), ["app"]);
    assert_eq!(used("use crate::{math::{Name, cli}, app};"), ["math", "app"]);
    assert_eq!(used("let x = crate::model::fit();"), ["model"]);
}

#[test]
fn there_is_one_crossterm() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    assert_eq!(lock.matches("name = \"crossterm\"").count(), 1);
}
